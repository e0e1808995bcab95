package explore

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"strings"

	"github.com/shakki/chess"
)

// Results says how often each result followed.
type Results struct {
	White, Draws, Black, Unfinished uint64
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
	Key   Key
	Label string // the group of games by [Label], or "" in a table without groups
	Move  chess.Move
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

const (
	keySize   = 24
	countSize = 5 // 40 bits
	fixedSize = keySize + 2 + 4*countSize

	// MaxLabel is the number of bytes of a label. A longer one is cut.
	MaxLabel = 16
)

// rowSize returns the number of bytes of a row with a label of the given size.
func rowSize(label int) int { return fixedSize + label }

// appendRow appends r to b. All numbers are in big-endian order, so that the bytes of the key, the
// label, and the move sort as rows do.
func appendRow(b []byte, r *Row, label int) []byte {
	b = binary.BigEndian.AppendUint64(b, r.Key.order)
	b = binary.BigEndian.AppendUint64(b, r.Key.low)
	b = binary.BigEndian.AppendUint64(b, r.Key.high)
	if label > 0 {
		var text [MaxLabel]byte
		copy(text[:], r.Label)
		b = append(b, text[:label]...)
	}
	b = binary.BigEndian.AppendUint16(b, uint16(r.Move))
	for _, n := range [...]uint64{r.White, r.Draws, r.Black, r.Unfinished} {
		b = append(b, byte(n>>32), byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
	}
	return b
}

// readRow reads the row that b begins with. The label of last is used again if it is the same.
func readRow(b []byte, label int, last string) (r Row) {
	r.Key = readKey(b)
	b = b[keySize:]
	if label > 0 {
		r.Label = last
		if text := bytes.TrimRight(b[:label], "\x00"); string(text) != last {
			r.Label = string(text)
		}
		b = b[label:]
	}
	r.Move = chess.Move(binary.BigEndian.Uint16(b))
	b = b[2:]
	r.White, r.Draws, r.Black, r.Unfinished = count(b), count(b[5:]), count(b[10:]), count(b[15:])
	return r
}

// readKey reads the key that b begins with.
func readKey(b []byte) Key {
	_ = b[keySize-1]
	return Key{binary.BigEndian.Uint64(b), binary.BigEndian.Uint64(b[8:]), binary.BigEndian.Uint64(b[16:])}
}

// count reads a count.
func count(b []byte) uint64 {
	_ = b[4]
	return uint64(b[0])<<32 | uint64(binary.BigEndian.Uint32(b[1:]))
}
