package explore

import (
	"cmp"
	"encoding/binary"
	"errors"
	"math/bits"
	"strings"

	"github.com/shakki/chess"
)

// Results says how often each result followed.
type Results struct {
	White      uint64 // wins by White
	Draws      uint64 // drawn games
	Black      uint64 // wins by Black
	Unfinished uint64 // games without a result
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

// A Row is one line of a table: a move that was played in a position, and how often each result
// followed.
type Row struct {
	Key   Key        // the position before the move
	Label string     // the group of games by [Label], or "" in a table without groups
	Move  chess.Move // the move; castling is the move of the king to its rook
	Results
}

// Compare orders rows as they stand in a table: by key, label, and move.
func (r *Row) Compare(s *Row) int {
	if c := r.Key.compare(&s.Key); c != 0 {
		return c
	}
	return cmp.Or(strings.Compare(r.Label, s.Label), cmp.Compare(r.Move, s.Move))
}

// Shard returns the number of the file that holds r in a table of n files.
func (r *Row) Shard(n int) int { return r.Key.shard(n) }

// MaxLabel is the number of bytes of a label. A longer one is cut.
const MaxLabel = 16

// A row on disk begins with a byte that says how long it is. Then come the order of the key, four
// equal parts with the bits of the codes of its pieces, the label, and the move. The counts follow,
// unless there is a single game. Numbers are in big-endian order, and counts are varints.
const (
	wordsMask   = 7 // how many bytes each part has: one for every eight pieces
	singleGame  = 8 // there is one game, with the result in the next bits
	resultShift = 4

	maxRow = 1 + 8 + 16 + MaxLabel + 2 + 4*6
)

// appendRow appends r to b. A table without groups has no labels.
func appendRow(b []byte, r *Row, labels bool) []byte {
	parts := [4]uint32{uint32(r.Key.low), uint32(r.Key.low >> 32), uint32(r.Key.high), uint32(r.Key.high >> 32)}
	size := (bits.Len32(parts[0]|parts[1]|parts[2]|parts[3]) + 7) / 8
	start := len(b)
	b = append(b, byte(size))
	b = binary.BigEndian.AppendUint64(b, r.Key.order)
	for _, part := range parts {
		b = binary.BigEndian.AppendUint32(b, part<<(32-8*size))[:len(b)+size]
	}
	if labels {
		b = append(append(b, byte(len(r.Label))), r.Label...)
	}
	b = binary.BigEndian.AppendUint16(b, uint16(r.Move))
	counts := [4]uint64{r.White, r.Draws, r.Black, r.Unfinished}
	if r.Games() == 1 {
		for i, n := range counts {
			b[start] |= byte(n) * (singleGame | byte(i)<<resultShift)
		}
		return b
	}
	for _, n := range counts {
		b = binary.AppendUvarint(b, n)
	}
	return b
}

// AppendBinary appends a binary form of r to b, which [Row.ReadBinary] reads. The error is always nil.
func (r *Row) AppendBinary(b []byte) ([]byte, error) { return appendRow(b, r, true), nil }

// ReadBinary reads the row that b begins with into r, and returns the rest of b.
func (r *Row) ReadBinary(b []byte) (rest []byte, err error) { return readRow(b, r, true) }

var errRow = errors.New("damaged: a row that cannot be")

// readRow reads the row that b begins with into r, and returns the rest of b.
func readRow(b []byte, r *Row, labels bool) (rest []byte, err error) {
	if len(b) < 9 {
		return nil, errRow
	}
	first := b[0]
	size := int(first & wordsMask)
	r.Key.order = binary.BigEndian.Uint64(b[1:])
	b = b[9:]
	if size > 4 || len(b) < 4*size+2 {
		return nil, errRow
	}
	r.Key.low = readPart(b, size) | readPart(b[size:], size)<<32
	r.Key.high = readPart(b[2*size:], size) | readPart(b[3*size:], size)<<32
	b = b[4*size:]
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
	if first&singleGame != 0 {
		var counts [4]uint64
		counts[first>>resultShift&3] = 1
		r.Results = Results{counts[0], counts[1], counts[2], counts[3]}
		return b, nil
	}
	for _, count := range []*uint64{&r.White, &r.Draws, &r.Black, &r.Unfinished} {
		n, length := binary.Uvarint(b)
		if length <= 0 || n > maxCount {
			return nil, errRow
		}
		*count, b = n, b[length:]
	}
	return b, nil
}

// readPart reads a number of some bytes.
func readPart(b []byte, size int) (n uint64) {
	if len(b) >= 4 {
		return uint64(binary.BigEndian.Uint32(b) >> (32 - 8*size))
	}
	for _, c := range b[:size] {
		n = n<<8 | uint64(c)
	}
	return n
}
