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
	_, err := writeMerged(w, sources, 0, appendReduced)
	return err
}

// appendReduced appends the entries of a position with weights that fit.
func appendReduced(entries []Entry, moves []tally) []Entry {
	slices.SortStableFunc(moves, func(a, b tally) int { return cmp.Compare(b.weight, a.weight) })
	for _, t := range moves {
		most := max(moves[0].weight, math.MaxUint16)
		t.Weight = uint16(max(t.weight*math.MaxUint16/most, min(t.weight, 1)))
		entries = append(entries, t.Entry)
	}
	return entries
}

// writeMerged writes the book of all sources, one position after another, with the entries that write appends for
// the moves of a position. If mostGames is not 0, the counts of a position are halved when one of its moves has
// occurred in that many games. writeMerged returns the number of bytes.
func writeMerged(w io.Writer, sources []source, mostGames int, write func([]Entry, []tally) []Entry) (int64, error) {
	out := newWriter(w)
	key := uint64(0)
	var moves []tally // of the position, in the order in which they first occurred
	var entries []Entry
	for e, err := range merged(sources) {
		if err == nil && e.Key != key {
			entries = write(entries[:0], moves)
			err = out.writeSorted(entries)
			moves = moves[:0]
		}
		if err != nil {
			return out.n(), err
		}
		key = e.Key
		if e.Move != chess.NullMove {
			moves = count(moves, e, mostGames)
		}
	}
	err := cmp.Or(out.writeSorted(write(entries[:0], moves)), out.Flush())
	return out.n(), err
}

// A tally is the sum of the entries with a move.
type tally struct {
	Entry  // the first of them
	games  int
	weight uint64
}

// count counts an entry of a position.
func count(moves []tally, e Entry, mostGames int) []tally {
	i := slices.IndexFunc(moves, func(m tally) bool { return m.Move == e.Move })
	if i < 0 {
		i = len(moves)
		moves = append(moves, tally{Entry: e})
	}
	moves[i].games++
	moves[i].weight += uint64(e.Weight)
	if moves[i].games == mostGames {
		for i := range moves {
			m := &moves[i]
			m.games, m.weight = (m.games+1)/2, (m.weight+1)/2
		}
	}
	return moves
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
		if _, err := w.Write(e.appendTo(w.AvailableBuffer())); err != nil {
			return err
		}
		w.entries++
	}
	return nil
}

// n returns the number of bytes that have been written and not only buffered.
func (w *writer) n() int64 { return w.entries*entrySize - int64(w.Buffered()) }
