package book

import (
	"bufio"
	"cmp"
	"io"
	"math"
	"slices"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/fault"
)

// Merge writes a book with the moves of all the given books. The weight of a move is the sum of its
// weights, and what was learned is taken from the first book that has the move. If a sum exceeds
// 65535, all weights of its position are reduced in proportion, but not to 0. Entries without a
// move (a1a1) are left out. The entries of a position are sorted by weight, the greatest first, and
// those with the same weight in the order of the books. If a book is damaged, the error is a
// [*FormatError]. Merge needs 64 KiB of memory for each book.
func Merge(w io.Writer, books ...*Book) error {
	var sources []source[Entry]
	for i, b := range books {
		if b == nil {
			return fault.NoBook
		}
		s := b.scan(0, 1<<16)
		sources = append(sources, func() (Entry, error) {
			e, err := s.next()
			if err != nil && err != io.EOF {
				err = fault.Errorf("book %d of %d: %w", i+1, len(books), err)
			}
			return e, err
		})
	}
	out := newWriter(w)
	var position sums
	for e, err := range merged(sources, func(e Entry) uint64 { return e.Key }) {
		if err == nil && len(position) > 0 && position[0].Key != e.Key {
			err = position.write(out)
			position = position[:0]
		}
		if err != nil {
			return err
		}
		position.add(e)
	}
	return cmp.Or(position.write(out), out.Flush())
}

// A sum is an entry with the sum of the weights of its move.
type sum struct {
	Entry
	weight uint64
}

// sums are the entries of a position.
type sums []sum

// add adds an entry.
func (s *sums) add(e Entry) {
	if e.Move == chess.NullMove {
		return
	}
	i := slices.IndexFunc(*s, func(m sum) bool { return m.Move == e.Move })
	if i < 0 {
		i = len(*s)
		*s = append(*s, sum{Entry: e})
	}
	(*s)[i].weight += uint64(e.Weight)
}

// write writes the entries.
func (s sums) write(out *writer) error {
	slices.SortStableFunc(s, func(a, b sum) int { return cmp.Compare(b.weight, a.weight) })
	for _, m := range s {
		if most := s[0].weight; most > math.MaxUint16 && m.weight > 0 {
			m.weight = max(m.weight*math.MaxUint16/most, 1)
		}
		m.Weight = uint16(m.weight)
		if err := out.write(m.Entry); err != nil {
			return err
		}
	}
	return nil
}

// A writer writes entries.
type writer struct {
	*bufio.Writer
	entries int64
}

func newWriter(w io.Writer) *writer { return &writer{Writer: bufio.NewWriterSize(w, 1<<16)} }

// writeSorted writes the entries of a position by weight, the greatest first. Those with the same
// weight stay in their order.
func (w *writer) writeSorted(entries []Entry) error {
	slices.SortStableFunc(entries, func(d, e Entry) int { return cmp.Compare(e.Weight, d.Weight) })
	for _, e := range entries {
		if err := w.write(e); err != nil {
			return err
		}
	}
	return nil
}

// write writes an entry.
func (w *writer) write(e Entry) error {
	_, err := w.Write(e.appendTo(w.AvailableBuffer()))
	if err == nil {
		w.entries++
	}
	return err
}

// n returns the number of bytes that have been written and not only buffered.
func (w *writer) n() int64 { return w.entries*entrySize - int64(w.Buffered()) }
