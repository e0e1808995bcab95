package book

import (
	"io"
	"maps"
	"slices"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/fault"
)

// An Editor changes books. It holds all entries in memory. The zero Editor is empty.
type Editor struct {
	entries map[uint64][]Entry // by key, in the order of the book
}

// Add adds the entries of a book, which need not be sorted. An entry with a move that is not valid
// is left out and reported: the error joins a [*FormatError] for each. If reading fails, the last
// joined error is the reader's.
func (e *Editor) Add(b *Book) error {
	if b == nil {
		return fault.NoBook
	}
	var faults []error
	s := b.scan(0, 1<<16)
	s.loose = true
	for entry, err := range s.all {
		if err != nil {
			faults = append(faults, err)
		} else {
			e.put(entry)
		}
	}
	return fault.Join(faults...)
}

// put adds an entry.
func (e *Editor) put(entry Entry) {
	if e.entries == nil {
		e.entries = make(map[uint64][]Entry)
	}
	e.entries[entry.Key] = append(e.entries[entry.Key], entry)
}

// Set gives m the weight w in p. It adds the move if the book does not have it. A weight of 0 keeps
// the move, which is then never chosen. The error is a [*chess.MoveError] if m is not legal in p,
// and [ErrNoKey] if the format cannot say which rooks castle in p.
func (e *Editor) Set(p chess.Position, m chess.Move, w uint16) error {
	m, err := e.find(&p, m)
	if err != nil {
		return err
	}
	key := p.PolyglotKey()
	for i, entry := range e.entries[key] {
		if found, _ := meant(&p, entry.Move); found == m {
			e.entries[key][i].Weight = w
			return nil
		}
	}
	e.put(Entry{Key: key, Move: asWritten(&p, m), Weight: w})
	return nil
}

// Delete takes m away from the moves of p, in all spellings of castling. It reports whether the
// book had it.
func (e *Editor) Delete(p chess.Position, m chess.Move) bool {
	m, err := e.find(&p, m)
	if err != nil {
		return false
	}
	key := p.PolyglotKey()
	before := e.entries[key]
	kept := slices.DeleteFunc(before, func(entry Entry) bool {
		found, _ := meant(&p, entry.Move)
		return found == m
	})
	if len(kept) == len(before) {
		return false
	}
	e.entries[key] = kept
	return true
}

// ErrNoKey says that books have no moves for a position of Chess960, because its key does not tell
// which rooks may castle.
var ErrNoKey = fault.New("book: the format cannot tell which rooks may castle in this position")

// find returns the legal move that m means in p.
func (e *Editor) find(p *chess.Position, m chess.Move) (chess.Move, error) {
	if !hasKey(p) {
		return m, ErrNoKey
	}
	return meant(p, m)
}

// meant returns the legal move that m means in p, with castling in either spelling.
func meant(p *chess.Position, m chess.Move) (chess.Move, error) { return p.ParseUCI(m.String()) }

// asWritten returns m, legal in p, in the form of the format.
func asWritten(p *chess.Position, m chess.Move) chess.Move {
	if _, _, wing, ok := p.CastlingSquares(m); ok {
		return chess.NewMove(m.From(), p.CastlingRook(p.Turn(), wing))
	}
	return m
}

// Clean corrects the moves of the positions that can be reached from start by moves of the book.
// Castling becomes the move of the king to its rook, so "e1g1" and "e1h1" become one move, with the
// greater of the two weights. Illegal moves are removed. Clean returns the number of removed entries.
func (e *Editor) Clean(start chess.Position) (gone int) {
	seen := map[chess.PositionKey]bool{}
	next := []chess.Position{start}
	for len(next) > 0 {
		p := next[len(next)-1]
		next = next[:len(next)-1]
		if seen[p.Key()] || !hasKey(&p) {
			continue
		}
		seen[p.Key()] = true
		key := p.PolyglotKey()
		entries := e.entries[key]
		if len(entries) == 0 {
			continue
		}
		kept := cleaned(&p, entries)
		gone += len(entries) - len(kept)
		e.entries[key] = kept
		for _, entry := range kept {
			next = append(next, p.After(entry.Move))
		}
	}
	return gone
}

// cleaned returns the entries of p with legal moves, each once.
func cleaned(p *chess.Position, entries []Entry) (kept []Entry) {
	for _, entry := range entries {
		m, err := meant(p, entry.Move)
		if err != nil {
			continue
		}
		entry.Move = asWritten(p, m)
		if i := slices.IndexFunc(kept, func(k Entry) bool { return k.Move == entry.Move }); i >= 0 {
			kept[i].Weight = max(kept[i].Weight, entry.Weight)
		} else {
			kept = append(kept, entry)
		}
	}
	return kept
}

// WriteTo writes the book and returns the number of bytes. The entries are sorted by key, those of
// a position by weight, the greatest first, and those with the same weight stay in their order.
func (e *Editor) WriteTo(w io.Writer) (int64, error) {
	out := newWriter(w)
	for _, key := range slices.Sorted(maps.Keys(e.entries)) {
		if err := out.writeSorted(slices.Clone(e.entries[key])); err != nil {
			return out.n(), err
		}
	}
	err := out.Flush()
	return out.n(), err
}
