package book

import (
	"bufio"
	"encoding/binary"
	"io"
	"iter"
	"math"
	"math/rand/v2"
	"os"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/fault"
)

// An Entry is a move that a book gives for a position.
type Entry struct {
	Key    uint64     `json:"key,string"` // the key of the position
	Move   chess.Move `json:"move"`       // the move
	Weight uint16     `json:"weight"`     // the share of the move among those of its position; 0 means never
	Learn  uint32     `json:"learn"`      // what a program has learned about the move; 0 in a new book
}

const entrySize = 16

// decode returns the entry in data. It reports whether the entry is well formed.
func decode(data []byte) (Entry, bool) {
	bits := binary.BigEndian.Uint16(data[8:])
	from, to := chess.Square(bits>>6&63), chess.Square(bits&63)
	e := Entry{
		Key:    binary.BigEndian.Uint64(data),
		Move:   chess.NewMove(from, to),
		Weight: binary.BigEndian.Uint16(data[10:]),
		Learn:  binary.BigEndian.Uint32(data[12:]),
	}
	promotion := bits >> 12
	if promotion > 0 && promotion <= 4 {
		e.Move = chess.NewPromotion(from, to, chess.Pawn+chess.PieceType(promotion))
	}
	return e, promotion <= 4
}

// appendTo appends the 16 bytes of e to data.
func (e Entry) appendTo(data []byte) []byte {
	bits := uint16(e.Move.From())<<6 | uint16(e.Move.To())
	if t := e.Move.Promotion(); t != chess.NoPieceType {
		bits |= uint16(t-chess.Pawn) << 12
	}
	data = binary.BigEndian.AppendUint64(data, e.Key)
	data = binary.BigEndian.AppendUint16(data, bits)
	data = binary.BigEndian.AppendUint16(data, e.Weight)
	return binary.BigEndian.AppendUint32(data, e.Learn)
}

// A Book is an opening book. It reads a few entries for each look-up and keeps nothing in memory.
// The zero Book is empty.
type Book struct {
	reader io.ReaderAt
	n      int64 // the number of entries
	closer io.Closer
}

// New returns the book that r holds in its first size bytes. If size is not a multiple of 16, the
// error is a [*FormatError].
func New(r io.ReaderAt, size int64) (*Book, error) {
	if r == nil {
		return nil, fault.NoReader
	}
	if size < 0 || size%entrySize != 0 {
		return nil, &FormatError{Offset: max(size, 0) / entrySize * entrySize, Detail: "the last entry is incomplete"}
	}
	return &Book{reader: r, n: size / entrySize}, nil
}

// Open opens the book in the file with the given name.
func Open(name string) (*Book, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	var b *Book
	info, err := f.Stat()
	switch {
	case err != nil:
	case !info.Mode().IsRegular():
		err = fault.New("not a regular file, which a book must be")
	default:
		b, err = New(f, info.Size())
	}
	if err != nil {
		f.Close()
		return nil, fault.Errorf("%s: %w", name, err)
	}
	b.closer = f
	return b, nil
}

// Close closes the file that [Open] has opened. It does nothing for a book from [New].
func (b *Book) Close() error {
	if b.closer == nil {
		return nil
	}
	return b.closer.Close()
}

// Entries returns the entries for p in the order of the book, or nil if there are none. Their moves
// are legal in p, with castling as [chess.Position.LegalMoves] lists it. Entries without a move
// (a1a1) are ignored. If an entry has an illegal move, or if p has more than [chess.MaxMoves]
// entries, the error is a [*FormatError] or several of them joined by [errors.Join], and Entries
// returns the other entries. Other errors of the book are found only where the search passes by, so
// use [Book.All] to check a whole book.
func (b *Book) Entries(p chess.Position) ([]Entry, error) {
	if !hasKey(&p) {
		return nil, nil
	}
	key := p.PolyglotKey()
	first, err := b.find(key)
	if err != nil {
		return nil, err
	}
	var entries []Entry
	var faults []error
	s := b.scan(first, 16*entrySize)
	for e, err := range s.all {
		if e.Key > key {
			break
		}
		if err == nil && e.Move != chess.NullMove {
			if e.Move, err = meant(&p, e.Move); err != nil {
				err = s.fault("illegal move", err)
			}
		}
		if err != nil {
			faults = append(faults, err)
		} else if e.Move != chess.NullMove {
			entries = append(entries, e)
		}
		if e.Key < key || s.same > chess.MaxMoves {
			break
		}
	}
	return entries, fault.Join(faults...)
}

// Best returns the move for p with the greatest weight, and the first of them if there are several.
// It returns [chess.NullMove] if the book has no move for p or all weights are 0. The errors are
// those of [Book.Entries], and the move comes from the other entries.
func (b *Book) Best(p chess.Position) (chess.Move, error) {
	entries, err := b.Entries(p)
	var best Entry
	for _, e := range entries {
		if e.Weight > best.Weight {
			best = e
		}
	}
	return best.Move, err
}

// Choose returns a random move for p. The probability of a move is its weight divided by the sum of
// the weights. It returns [chess.NullMove] if the book has no move for p or all weights are 0. The
// errors are those of [Book.Entries], and the move comes from the other entries.
func (b *Book) Choose(p chess.Position, random *rand.Rand) (chess.Move, error) {
	entries, err := b.Entries(p)
	total := 0
	for _, e := range entries {
		total += int(e.Weight)
	}
	if total == 0 {
		return chess.NullMove, err
	}
	rest := random.IntN(total)
	i := 0
	for ; rest >= int(entries[i].Weight); i++ {
		rest -= int(entries[i].Weight)
	}
	return entries[i].Move, err
}

// All iterates over the entries of the book. Their moves are as written, with castling as the move of
// the king to its rook, and may be illegal. An entry that is malformed or out of order comes with a
// [*FormatError], and the iteration continues. If reading fails, the last pair is the zero Entry and the error.
func (b *Book) All() iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		b.scan(0, 1<<16).all(yield)
	}
}

// find returns the number of entries whose key is less than the given one.
func (b *Book) find(key uint64) (int64, error) {
	low, high := int64(0), b.n
	least, most := uint64(0), uint64(math.MaxUint64) // the keys of the entries around low and high
	var data [8]byte
	for low < high {
		middle := low + (high-low)/2
		offset := middle * entrySize
		if n, err := b.reader.ReadAt(data[:], offset); n < len(data) {
			return 0, readError(offset, err)
		}
		found := binary.BigEndian.Uint64(data[:])
		if found < least || found > most {
			return 0, &FormatError{Offset: offset, Detail: "the entries are not sorted by key"}
		}
		if found < key {
			low, least = middle+1, found
		} else {
			high, most = middle, found
		}
	}
	return low, nil
}

// readError returns the error for a read that failed at the given offset.
func readError(offset int64, err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return &FormatError{Offset: offset, Detail: "the file is shorter than its size", Err: io.ErrUnexpectedEOF}
	}
	return fault.Errorf("book: offset %d: %w", offset, err)
}

// A scanner reads the entries of a book in their order.
type scanner struct {
	in     *bufio.Reader
	offset int64 // of the entry that is read next
	end    int64
	last   uint64 // the key before it
	same   int    // the entries with that key
	failed bool   // no more entries can be read
	loose  bool   // the order does not matter
}

// scan returns a scanner of the entries from the one with the given number on.
func (b *Book) scan(first int64, buffer int) *scanner {
	offset, end := first*entrySize, b.n*entrySize
	return &scanner{in: bufio.NewReaderSize(io.NewSectionReader(b.reader, offset, end-offset), buffer), offset: offset, end: end}
}

// all yields the entries that are left and their errors.
func (s *scanner) all(yield func(Entry, error) bool) {
	for {
		e, err := s.next()
		if err == io.EOF || !yield(e, err) || s.failed {
			return
		}
	}
}

// next returns the next entry, or io.EOF at the end. If the entry has an error, next returns what
// can be read of it and a *FormatError, and the next call goes on.
func (s *scanner) next() (Entry, error) {
	if s.offset == s.end {
		return Entry{}, io.EOF
	}
	var data [entrySize]byte
	if _, err := io.ReadFull(s.in, data[:]); err != nil {
		s.failed = true
		return Entry{}, readError(s.offset, err)
	}
	s.offset += entrySize
	e, ok := decode(data[:])
	last := s.last
	s.last = e.Key
	if s.same++; e.Key != last {
		s.same = 1
	}
	switch {
	case e.Key < last && !s.loose:
		return e, s.fault("the key is less than the key before it", nil)
	case !ok:
		return e, s.fault("the promotion is not valid", nil)
	case s.same > chess.MaxMoves && !s.loose:
		return e, s.fault("the position has too many entries", nil)
	}
	return e, nil
}

// fault returns an error at the entry that was read last.
func (s *scanner) fault(reason string, err error) error {
	return &FormatError{Offset: s.offset - entrySize, Detail: reason, Err: err}
}

// hasKey reports whether the key of p tells which rooks can castle. It does if no castling rook has
// another rook of its side farther out on its wing.
func hasKey(p *chess.Position) bool {
	for rook := range p.Castling().Squares() {
		c := p.PieceAt(rook).Color()
		rooks := p.Pieces(c, chess.Rook) & rook.Rank().Bitboard()
		farther := rooks & (rook.Bitboard() - 1)
		if rook > p.King(c) {
			farther = rooks >> rook >> 1
		}
		if farther != 0 {
			return false
		}
	}
	return true
}
