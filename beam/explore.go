package chessbeam

import (
	"context"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/shakki/chess"
	"github.com/shakki/chess/beam/internal/meter"
	"github.com/shakki/chess/explore"
)

func init() {
	register.DoFn4x0[context.Context, Record, func(int, []byte), func(Bad)](&countFn{})
	register.Emitter2[int, []byte]()
}

// An Explorer counts how often each move was played in each position, and how the games ended. The
// zero Explorer counts all moves and writes 16 files. The table is that of package explore, which
// counts on one machine.
type Explorer struct {
	Plies  int           // count only the first plies of each game (0 means all)
	Least  int64         // drop positions in which fewer moves have been played
	Label  explore.Label // count each group of games by itself
	Shards int           // the number of files (0 means 16); each must fit into the memory of a worker
}

// withDefaults returns e with the defaults filled in.
func (e Explorer) withDefaults() Explorer {
	if e.Shards <= 0 {
		e.Shards = 16
	}
	return e
}

// header returns the header of a file of the table. All rows have the given sum.
func (e Explorer) header(shard int, sum uint64) explore.Header {
	return explore.Header{Shard: shard, Shards: e.Shards, Plies: e.Plies, Least: e.Least, Label: e.Label.String(), Sum: sum}
}

// Count counts the moves of the games in a PCollection<Record>. It returns rows of the table, by the
// number of their file, as a PCollection<KV<int, []byte>> for [WriteTable], and a PCollection<Bad> of
// the games that it does not count because of an error.
func (e Explorer) Count(s beam.Scope, records beam.PCollection) (rows, bad beam.PCollection) {
	return beam.ParDo2(s.Scope("chess.Explorer.Count"), &countFn{Explorer: e.withDefaults()}, records)
}

// A countFn counts the moves of a bundle.
type countFn struct {
	Explorer Explorer

	rows map[explore.Row]explore.Results // by rows without results
	game []explore.Row                   // the moves of the current game
	tags map[string]string               // of the current game
}

const maxPlies = 1 << 16 // of a game, as in package explore

// maxRows is the number of rows that a countFn holds before it emits them. It takes about 100 MB.
const maxRows = 1 << 20

// StartBundle prepares the table of a bundle.
func (f *countFn) StartBundle(func(int, []byte), func(Bad)) {
	f.rows = make(map[explore.Row]explore.Results)
}

// ProcessElement counts the moves of a record.
func (f *countFn) ProcessElement(ctx context.Context, r Record, emit func(int, []byte), bad func(Bad)) {
	games, moves, faults := 0, 0, 0
	for s := range r.scanners {
		s.SkipVariations = true
		var reason string
		f.game = f.game[:0]
		for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
			switch event {
			case chess.PGNTag:
				f.addTag(s.Tag())
			case chess.PGNMove:
				moves++
				if reason == "" {
					reason = f.addMove(s)
				}
			case chess.PGNFault:
				faults++
				if reason == "" && !s.Fault().Outside {
					reason = s.Fault().Fault()
				}
			case chess.PGNGameEnd:
				games++
				if reason == "" {
					reason = f.addGame(s.Result())
				}
				if reason != "" {
					bad(Bad{r.File, r.Offset + s.GameOffset(), reason})
				}
				reason, f.game = "", f.game[:0]
				clear(f.tags)
			}
		}
	}
	gamesSeen.Inc(ctx, int64(games))
	movesSeen.Inc(ctx, int64(moves))
	faultsSeen.Inc(ctx, int64(faults))
	meter.Games.Add(int64(games))
	if len(f.rows) > maxRows {
		f.FinishBundle(emit, bad)
		f.rows = make(map[explore.Row]explore.Results)
	}
}

// addMove adds the last move of s to the current game. It returns why it cannot, or "".
func (f *countFn) addMove(s *chess.PGNScanner) (reason string) {
	if f.Explorer.Plies > 0 && len(f.game) >= f.Explorer.Plies || s.Move() == chess.NullMove {
		return ""
	}
	key, ok := explore.KeyOf(*s.Before())
	if !ok {
		return "the position has more than 32 pieces"
	}
	if len(f.game) >= maxPlies {
		return fmt.Sprintf("the game is longer than %d plies", maxPlies)
	}
	f.game = append(f.game, explore.Row{Key: key, Move: s.Move()})
	return ""
}

// addTag keeps a tag of the current game if labels need tags.
func (f *countFn) addTag(name, value []byte) {
	if f.Explorer.Label.String() == "" {
		return
	}
	if f.tags == nil {
		f.tags = make(map[string]string)
	}
	f.tags[string(name)] = string(value)
}

// addGame counts the moves of the current game, which ended with the given result. It returns why it
// cannot, or "".
func (f *countFn) addGame(result chess.Result) (reason string) {
	var one explore.Results
	switch result {
	case chess.WhiteWins:
		one.White = 1
	case chess.BlackWins:
		one.Black = 1
	case chess.Drawn:
		one.Draws = 1
	default:
		one.Unfinished = 1
	}
	label, err := f.Explorer.Label.Of(func(name string) string { return f.tags[name] })
	if err != nil {
		return err.Error()
	}
	for _, row := range f.game {
		row.Label = label
		sum := f.rows[row]
		sum.Add(one)
		f.rows[row] = sum
	}
	return ""
}

// FinishBundle emits the rows.
func (f *countFn) FinishBundle(emit func(int, []byte), _ func(Bad)) {
	shards := make([][]byte, f.Explorer.Shards)
	for row, results := range f.rows {
		i := row.Shard(len(shards))
		row.Results = results
		shards[i], _ = row.AppendBinary(shards[i]) // cannot fail
		if len(shards[i]) > maxRun {
			emit(i, shards[i])
			shards[i] = nil
		}
	}
	for i, rows := range shards {
		if len(rows) > 0 {
			emit(i, rows)
		}
	}
	f.rows = nil
}

// maxRun is the size in bytes above which rows are emitted, since messages between workers are
// limited.
const maxRun = 1 << 20
