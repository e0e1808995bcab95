package chessbeam

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/fnv"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/shakki/chess"
	"github.com/shakki/chess/beam/internal/meter"
)

func init() {
	register.DoFn4x0[context.Context, Record, func(int, []byte), func(Bad)](&countFn{})
	register.DoFn2x0[[]byte, func(int, []byte)](&shardsFn{})
	register.DoFn3x0[int, func(*[]byte) bool, func(int, []byte)](&mergeFn{})
	register.Emitter2[int, []byte]()
	register.Iter1[[]byte]()
}

// An Explorer counts how often each move was played in each position, and how the games ended. The
// zero Explorer counts all moves and writes one file.
type Explorer struct {
	Plies    int // count only the first plies of each game (0 means all)
	MinGames int // drop positions in which fewer moves have been played
	Shards   int // the number of files (0 means 1); each must fit into the memory of a worker
}

// withDefaults returns e with the defaults filled in.
func (e Explorer) withDefaults() Explorer {
	e.Shards = max(e.Shards, 1)
	return e
}

// A move in a position is a row of the table: its key, which is a position and a move, and how often
// each result followed. A position that occurs several times in a game counts each time.
const (
	positionSize = 24
	keySize      = positionSize + 2
	countSize    = 5 // 40 bits in big-endian order
	rowSize      = keySize + len(resultOrder)*countSize
)

// resultOrder is the order of the results in a row.
var resultOrder = [...]chess.Result{chess.WhiteWins, chess.Draw, chess.BlackWins, chess.Unfinished}

// A rowKey is a position and a move.
type rowKey [keySize]byte

// A tally says how often each result followed, in the order of resultOrder.
type tally [len(resultOrder)]uint64

// add adds the counts of u.
func (t *tally) add(u tally) {
	for i, n := range u {
		t[i] += n
	}
}

// total returns the sum of the counts.
func (t *tally) total() (n uint64) {
	for _, count := range t {
		n += count
	}
	return n
}

// appendRow appends a row to b.
func appendRow(b []byte, key *rowKey, t tally) []byte {
	b = append(b, key[:]...)
	for _, n := range t {
		b = append(b, byte(n>>32), byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
	}
	return b
}

// readRow reads the row that b begins with.
func readRow(b []byte) (key rowKey, t tally) {
	copy(key[:], b)
	for i := range t {
		c := b[keySize+i*countSize:]
		t[i] = uint64(c[0])<<32 | uint64(binary.BigEndian.Uint32(c[1:]))
	}
	return key, t
}

// The codes of a piece in a key, four bits for each occupied square from a1 to h8. Positions that are
// the same by [chess.Position.SamePosition], and only those, have the same codes. A piece has its
// type, pawn to king, and six more if it is black.
const (
	castlingRook  = 12 // a rook that may castle, one more if it is black
	doubleStepper = 14 // a pawn that can be captured en passant
	movingKing    = 15 // the black king if Black is to move
)

// setPosition sets the position of k. It reports whether p has a key: at most 32 pieces.
func (k *rowKey) setPosition(p *chess.Position) bool {
	occupied := p.Occupied()
	if occupied.Count() > 32 {
		return false
	}
	binary.BigEndian.PutUint64(k[:], uint64(occupied))
	clear(k[8:positionSize])
	castling, stepper := p.Castling(), chess.Bitboard(0)
	if s := p.EnPassant(); s != chess.NoSquare {
		stepper = (s ^ 8).Bitboard() // the pawn has moved from e2 over e3 to e4
	}
	for c := chess.White; c <= chess.Black; c++ {
		for t := chess.Pawn; t <= chess.King; t++ {
			pieces := p.Pieces(c, t)
			code := byte(t-chess.Pawn) + 6*byte(c)
			if t == chess.King && c == chess.Black && p.Turn() == chess.Black {
				code = movingKing
			}
			k.put(pieces&^(castling|stepper), occupied, code)
			k.put(pieces&castling, occupied, castlingRook+byte(c))
		}
	}
	k.put(stepper, occupied, doubleStepper)
	return true
}

// put adds a code for each of the pieces.
func (k *rowKey) put(pieces, occupied chess.Bitboard, code byte) {
	for ; pieces != 0; pieces &= pieces - 1 {
		n := (occupied & (pieces&-pieces - 1)).Count()
		k[8+n/2] |= code << (4 * (n % 2))
	}
}

// shard returns the number of the file for the position of k. It does not depend on the move.
func (k *rowKey) shard(shards int) int {
	h := fnv.New64a()
	h.Write(k[:positionSize])
	return int(h.Sum64() % uint64(shards))
}

// Count counts the moves of the games in a PCollection<Record>. It returns the rows of each file of
// the table as a PCollection<KV<int, []byte>>, and a PCollection<Bad> of the games that it does not
// count because of a fault.
func (e Explorer) Count(s beam.Scope, records beam.PCollection) (shards, bad beam.PCollection) {
	s = s.Scope("chess.Explorer.Count")
	e = e.withDefaults()
	runs, bad := beam.ParDo2(s, &countFn{Explorer: e}, records)
	empty := beam.ParDo(s, &shardsFn{e.Shards}, beam.Impulse(s))
	grouped := beam.GroupByKey(s, beam.Flatten(s, runs, empty))
	return beam.ParDo(s, &mergeFn{e}, grouped), bad
}

// A countFn counts the moves of a bundle.
type countFn struct {
	Explorer Explorer

	rows map[rowKey]tally
	game []rowKey // the moves of the current game
}

// maxRows is the number of rows that a countFn holds before it emits them. It takes about 100 MB.
const maxRows = 1 << 20

// StartBundle prepares the table of a bundle.
func (f *countFn) StartBundle(func(int, []byte), func(Bad)) { f.rows = make(map[rowKey]tally) }

// ProcessElement counts the moves of a record.
func (f *countFn) ProcessElement(ctx context.Context, r Record, emit func(int, []byte), bad func(Bad)) {
	games, moves, faults := 0, 0, 0
	for s := range r.scanners {
		s.SkipVariations = true
		var reason string
		f.game = f.game[:0]
		for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
			switch event {
			case chess.PGNMove:
				moves++
				if reason == "" {
					reason = f.addMove(s)
				}
			case chess.PGNFault:
				faults++
				if reason == "" {
					reason = s.Fault().Fault()
				}
			case chess.PGNGameEnd:
				games++
				if reason == "" {
					f.addGame(s.Result())
				} else {
					bad(Bad{r.File, r.Offset + s.GameOffset(), reason})
				}
				reason, f.game = "", f.game[:0]
			}
		}
	}
	gamesSeen.Inc(ctx, int64(games))
	movesSeen.Inc(ctx, int64(moves))
	faultsSeen.Inc(ctx, int64(faults))
	meter.Games.Add(int64(games))
	if len(f.rows) > maxRows {
		f.FinishBundle(emit, bad)
		f.rows = make(map[rowKey]tally)
	}
}

// addMove adds the last move of s to the current game. It returns why it cannot, or "".
func (f *countFn) addMove(s *chess.PGNScanner) (reason string) {
	if f.Explorer.Plies > 0 && len(f.game) >= f.Explorer.Plies || s.Move() == chess.NullMove {
		return ""
	}
	var key rowKey
	if !key.setPosition(s.Before()) {
		return "the position has more than 32 pieces"
	}
	binary.BigEndian.PutUint16(key[positionSize:], uint16(s.Move()))
	f.game = append(f.game, key)
	return ""
}

// addGame counts the moves of the current game, which ended with the given result.
func (f *countFn) addGame(result chess.Result) {
	i := slices.Index(resultOrder[:], result)
	for _, key := range f.game {
		t := f.rows[key]
		t[i]++
		f.rows[key] = t
	}
}

// FinishBundle emits the rows.
func (f *countFn) FinishBundle(emit func(int, []byte), _ func(Bad)) {
	shards := make([][]byte, f.Explorer.Shards)
	for key, t := range f.rows {
		i := key.shard(len(shards))
		shards[i] = appendRow(shards[i], &key, t)
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

// ProcessElement merges the rows of a file.
func (f *mergeFn) ProcessElement(shard int, runs func(*[]byte) bool, emit func(int, []byte)) {
	var rows [][rowSize]byte
	for run := []byte(nil); runs(&run); run = nil {
		for ; len(run) > 0; run = run[rowSize:] {
			rows = append(rows, [rowSize]byte(run))
		}
	}
	emit(shard, merge(rows, uint64(max(f.Explorer.MinGames, 0))))
}

// merge sorts rows, adds those with the same key, and drops positions with fewer than least moves.
func merge(rows [][rowSize]byte, least uint64) []byte {
	slices.SortFunc(rows, func(a, b [rowSize]byte) int { return bytes.Compare(a[:keySize], b[:keySize]) })
	var merged []byte
	var moves uint64 // of the position
	begin := 0       // of the rows of the position
	for i := 0; i < len(rows); {
		key, t := readRow(rows[i][:])
		for i++; i < len(rows) && rowKey(rows[i][:keySize]) == key; i++ {
			_, more := readRow(rows[i][:])
			t.add(more)
		}
		merged = appendRow(merged, &key, t)
		moves += t.total()
		if i == len(rows) || !bytes.Equal(rows[i][:positionSize], key[:positionSize]) {
			if moves < least {
				merged = merged[:begin]
			}
			begin, moves = len(merged), 0
		}
	}
	return merged
}
