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
	var sources []source
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
	_, err := writeMerged(w, sources, new(mergedPosition))
	return err
}

// A position collects the entries of a position, and writes what a book has of them.
type position interface {
	add(Entry)
	write(*writer) error // also forgets the entries
}

// writeMerged writes the book of all sources, one position after another. It returns the number of
// bytes.
func writeMerged(w io.Writer, sources []source, p position) (int64, error) {
	out := newWriter(w)
	key := uint64(0)
	for e, err := range merged(sources) {
		if err == nil && e.Key != key {
			err = p.write(out)
		}
		if err != nil {
			return out.n(), err
		}
		key = e.Key
		p.add(e)
	}
	err := cmp.Or(p.write(out), out.Flush())
	return out.n(), err
}

// A tally is the sum of the entries with a move.
type tally struct {
	Entry  // the first of them
	games  int
	weight uint64
}

// A tallies holds the moves of a position in the order in which they first occurred.
type tallies []tally

// tally counts an entry, and returns the tally of its move.
func (t *tallies) tally(e Entry) *tally {
	i := slices.IndexFunc(*t, func(m tally) bool { return m.Move == e.Move })
	if i < 0 {
		i = len(*t)
		*t = append(*t, tally{Entry: e})
	}
	m := &(*t)[i]
	m.games++
	m.weight += uint64(e.Weight)
	return m
}

// A mergedPosition is a position of several books.
type mergedPosition struct{ tallies }

// add adds an entry.
func (p *mergedPosition) add(e Entry) {
	if e.Move != chess.NullMove {
		p.tally(e)
	}
}

// write writes the entries.
func (p *mergedPosition) write(out *writer) error {
	slices.SortStableFunc(p.tallies, func(a, b tally) int { return cmp.Compare(b.weight, a.weight) })
	for _, t := range p.tallies {
		if most := p.tallies[0].weight; most > math.MaxUint16 && t.weight > 0 {
			t.weight = max(t.weight*math.MaxUint16/most, 1)
		}
		t.Weight = uint16(t.weight)
		if err := out.write(t.Entry); err != nil {
			return err
		}
	}
	p.tallies = p.tallies[:0]
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
