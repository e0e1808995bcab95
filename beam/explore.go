package chessbeam

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/shakki/chess"
	"github.com/shakki/chess/beam/internal/meter"
	"github.com/shakki/chess/explore"
)

func init() {
	register.DoFn4x0[context.Context, Record, func(int, []byte), func(Bad)](&countFn{})
	register.DoFn2x0[[]byte, func(int, []byte)](&shardsFn{})
	register.DoFn4x1[int, func(*[]byte) bool, uint64, func(int, []byte), error](&mergeFn{})
	register.Function2x2(sumRows)
	register.Function2x1(addSums)
	register.Emitter2[int, []byte]()
	register.Iter1[[]byte]()
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

// Count counts the moves of the games in a PCollection<Record>. It returns the files of the table
// by their numbers, as a PCollection<KV<int, []byte>>, and a PCollection<Bad> of the games that it
// does not count because of an error.
func (e Explorer) Count(s beam.Scope, records beam.PCollection) (shards, bad beam.PCollection) {
	s = s.Scope("chess.Explorer.Count")
	e = e.withDefaults()
	runs, bad := beam.ParDo2(s, &countFn{Explorer: e}, records)
	empty := beam.ParDo(s, &shardsFn{e.Shards}, beam.Impulse(s))
	runs = beam.Flatten(s, runs, empty)
	sum := beam.Combine(s, addSums, beam.ParDo(s, sumRows, runs))
	return beam.ParDo(s, &mergeFn{e}, beam.GroupByKey(s, runs), beam.SideInput{Input: sum}), bad
}

// sumRows returns the sum of rows, which tells tables of different games apart.
func sumRows(_ int, rows []byte) (sum uint64, err error) {
	for len(rows) > 0 {
		var row explore.Row
		if rows, err = row.ReadBinary(rows); err != nil {
			return 0, err
		}
		sum += row.Sum()
	}
	return sum, nil
}

func addSums(a, b uint64) uint64 { return a + b }

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

// A shardsFn emits no rows for each file, so that a file without rows is written too.
type shardsFn struct{ Shards int }

// ProcessElement emits the numbers of all files.
func (f *shardsFn) ProcessElement(_ []byte, emit func(int, []byte)) {
	for i := range f.Shards {
		emit(i, []byte{})
	}
}

// A mergeFn sorts the rows of a file and adds those with the same key.
type mergeFn struct{ Explorer Explorer }

// ProcessElement merges the rows of a file and emits the file. All rows have the given sum.
func (f *mergeFn) ProcessElement(shard int, runs func(*[]byte) bool, sum uint64, emit func(int, []byte)) error {
	var rows []explore.Row
	for run := []byte(nil); runs(&run); run = nil {
		for len(run) > 0 {
			var row explore.Row
			var err error
			if run, err = row.ReadBinary(run); err != nil {
				return err
			}
			rows = append(rows, row)
		}
	}
	var file bytes.Buffer
	w, err := explore.NewWriter(&file, f.Explorer.header(shard, sum))
	if err == nil {
		err = writeRows(w, rows, f.Explorer.Least)
	}
	emit(shard, file.Bytes())
	return err
}

// writeRows sorts rows, adds those with the same key, and writes those of positions with enough
// moves.
func writeRows(w *explore.Writer, rows []explore.Row, least int64) error {
	slices.SortFunc(rows, func(a, b explore.Row) int { return a.Compare(&b) })
	var position []explore.Row // the rows of a position
	var moves uint64
	flush := func() (err error) {
		for i := 0; i < len(position) && err == nil && moves >= uint64(max(least, 0)); i++ {
			err = w.Write(&position[i])
		}
		position, moves = position[:0], 0
		return err
	}
	for _, row := range rows {
		if n := len(position); n > 0 && position[n-1].Compare(&row) == 0 {
			position[n-1].Add(row.Results)
		} else {
			if n > 0 && position[0].Key != row.Key {
				if err := flush(); err != nil {
					return err
				}
			}
			position = append(position, row)
		}
		moves += row.Games()
	}
	if err := flush(); err != nil {
		return err
	}
	return w.Close()
}
