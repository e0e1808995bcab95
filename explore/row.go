package explore

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/fault"
)

// Results says how often each result followed.
type Results struct {
	White      uint64 `json:"white"`      // wins by White
	Draws      uint64 `json:"draws"`      // drawn games
	Black      uint64 `json:"black"`      // wins by Black
	Unfinished uint64 `json:"unfinished"` // games without a result
}

// Games returns the sum of the counts.
func (r Results) Games() uint64 { return r.White + r.Draws + r.Black + r.Unfinished }

// Add adds the counts of s to r. A count stops at 2^40-1, the largest that a table holds.
func (r *Results) Add(s Results) {
	r.White = min(r.White+s.White, maxCount)
	r.Draws = min(r.Draws+s.Draws, maxCount)
	r.Black = min(r.Black+s.Black, maxCount)
	r.Unfinished = min(r.Unfinished+s.Unfinished, maxCount)
}

const maxCount = 1<<40 - 1

// isFull reports whether a count may have stopped.
func (r *Results) isFull() bool { return max(r.White, r.Draws, r.Black, r.Unfinished) >= maxCount }

// A Row is one line of a table: a move that was played in a position, and how often each result
// followed.
type Row struct {
	Key   Key        `json:"key"`   // the position before the move
	Label string     `json:"label"` // the group of games by [Label], or "" in a table without groups
	Move  chess.Move `json:"move"`  // the move
	Results
}

// Compare orders rows as they stand in a table: by key, label, and move.
func (r *Row) Compare(s *Row) int {
	if c := r.Key.compare(&s.Key); c != 0 {
		return c
	}
	return cmp.Or(strings.Compare(r.Label, s.Label), cmp.Compare(r.Move, s.Move))
}

// Sum returns a checksum of the key, the label, and the move, multiplied by the counts: when the
// counts of equal rows are added, so are their sums, modulo 1<<64.
func (r *Row) Sum() uint64 {
	return rowSum(&r.Key, labelSum(r.Label), r.Move) * (r.White*resultSums[chess.WhiteWins] +
		r.Draws*resultSums[chess.Drawn] + r.Black*resultSums[chess.BlackWins] + r.Unfinished*resultSums[chess.Unfinished])
}

// resultSums are odd numbers by [chess.Result].
var resultSums = [4]uint64{0xd6e8feb86659fd93, 0xa0761d6478bd642f, 0xe7037ed1a0b428db, 0x8ebc6af09c88c6e3}

// rowSum returns the sum of a row with a single game, divided by that of the result.
func rowSum(k *Key, label uint64, m chess.Move) uint64 {
	return fold(k.order+label+uint64(m)*factor2, k.low^k.high*factor1)
}

// labelSum returns a checksum of a label.
func labelSum(label string) (sum uint64) {
	for _, c := range []byte(label) {
		sum = (sum + uint64(c) + 1) * factor1
	}
	return sum
}

// Shard returns the number of the file that holds r in a table of n files.
func (r *Row) Shard(n int) int { return r.Key.shard(n) }

const maxLabel = 255 // bytes of a label

// A row on disk begins with a byte that says how long it is. Then come the order of the key, the
// two words with the codes of its pieces, the label, and the move. The counts follow, unless there
// is a single game. Numbers are in big-endian order, and counts are varints.
const (
	wordMask    = 15 // how many bytes each word has: one for every four pieces
	singleGame  = 16 // there is one game, with the result in the next bits
	resultShift = 5

	maxRow = 1 + 8 + 16 + 1 + maxLabel + 2 + 4*6
)

// putRow writes r to b, which must have room for maxRow bytes, and returns the number of bytes. A table
// without groups has no labels.
func putRow(b []byte, r *Row, labels bool) int {
	size := (bits.Len64(r.Key.low|r.Key.high) + 7) / 8
	b[0] = byte(size)
	binary.BigEndian.PutUint64(b[1:], r.Key.order)
	binary.BigEndian.PutUint64(b[9:], r.Key.low<<(64-8*size))
	binary.BigEndian.PutUint64(b[9+size:], r.Key.high<<(64-8*size))
	n := 9 + 2*size
	if labels {
		b[n] = byte(len(r.Label))
		n += 1 + copy(b[n+1:], r.Label)
	}
	binary.BigEndian.PutUint16(b[n:], uint16(r.Move))
	n += 2
	if r.Games() == 1 {
		b[0] |= singleGame | byte(r.Draws+2*r.Black+3*r.Unfinished)<<resultShift
		return n
	}
	for _, count := range [...]uint64{r.White, r.Draws, r.Black, r.Unfinished} {
		n += binary.PutUvarint(b[n:], count)
	}
	return n
}

// check returns an error if r cannot be written.
func (r *Row) check() error {
	switch {
	case len(r.Label) > maxLabel:
		return fault.Errorf("explore: the label %q is longer than %d bytes", r.Label, maxLabel)
	case strings.ContainsFunc(r.Label, unicode.IsControl): // a tab would end a column of an export
		return fault.Errorf("explore: the label %q has a control character", r.Label)
	case max(r.White, r.Draws, r.Black, r.Unfinished) > maxCount:
		return fault.Errorf("explore: a count exceeds 2^40-1: white %d, draws %d, black %d, unfinished %d",
			r.White, r.Draws, r.Black, r.Unfinished)
	}
	return nil
}

// AppendBinary appends a binary form of r to b, which [Row.ReadBinary] reads. It fails if the label
// is longer than 255 bytes or has a control character, or if a count exceeds 2^40-1.
func (r *Row) AppendBinary(b []byte) ([]byte, error) {
	if err := r.check(); err != nil {
		return b, err
	}
	var row [maxRow]byte
	return append(b, row[:putRow(row[:], r, true)]...), nil
}

// ReadBinary reads the row that b begins with into r, and returns the rest of b.
func (r *Row) ReadBinary(b []byte) (rest []byte, err error) { return readRow(b, r, true) }

var errRow = fault.New("damaged: invalid row")

// readRow reads the row that b begins with into r, and returns the rest of b.
func readRow(b []byte, r *Row, labels bool) (rest []byte, err error) {
	if len(b) == 0 {
		return nil, errRow
	}
	first := b[0]
	size := int(first & wordMask)
	if size > 8 || len(b) < 9+2*size+2 {
		return nil, errRow
	}
	r.Key = Key{binary.BigEndian.Uint64(b[1:]), readWord(b[9:], size), readWord(b[9+size:], size)}
	b = b[9+2*size:]
	if labels {
		n := int(b[0])
		if len(b) < 1+n+2 {
			return nil, errRow
		}
		if label := b[1 : 1+n]; string(label) != r.Label {
			r.Label = string(label)
		}
		b = b[1+n:]
	}
	r.Move = chess.Move(binary.BigEndian.Uint16(b))
	b = b[2:]
	var counts [4]uint64
	if first&singleGame != 0 {
		counts[first>>resultShift&3] = 1
	} else {
		for i := range counts {
			n, length := binary.Uvarint(b)
			if length <= 0 || n > maxCount {
				return nil, errRow
			}
			counts[i], b = n, b[length:]
		}
	}
	r.Results = Results{counts[0], counts[1], counts[2], counts[3]}
	return b, nil
}

// readWord reads a number of some bytes.
func readWord(b []byte, size int) (n uint64) {
	if len(b) >= 8 {
		return binary.BigEndian.Uint64(b) >> (64 - 8*size)
	}
	for _, c := range b[:size] {
		n = n<<8 | uint64(c)
	}
	return n
}
