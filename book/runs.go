package book

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"io"
	"iter"
	"os"
	"slices"

	"github.com/shakki/chess"
)

// A play is a move that was made in a game.
type play struct {
	key    uint64 // of the position before the move
	number uint32 // plays in memory are numbered in the order of the games
	move   chess.Move
	points uint8 // of the side that moved: 2 for a win, 1 for a draw, 0 for a loss
	turn   chess.Color
}

// A store holds any number of plays, a limited number of them in memory. It moves the others to a
// temporary file, in runs that are sorted by key.
type store struct {
	limit int // the number of plays in memory, or 0 for the default
	plays []play
	file  *os.File
	ends  []int64 // where each run ends in the file
}

const (
	defaultLimit = 1 << 20 // 16 MiB
	playSize     = 11      // of a play in the file: the key, the move, the points
	runBuffers   = 4 << 20 // the bytes that the runs are read through
)

// add adds a play to the store.
func (s *store) add(p play) error {
	limit := cmp.Or(s.limit, defaultLimit)
	if len(s.plays) == limit {
		if err := s.spill(); err != nil {
			return err
		}
	}
	if len(s.plays) == cap(s.plays) {
		s.plays = slices.Grow(s.plays, min(max(len(s.plays), 64), limit-len(s.plays)))
	}
	p.number = uint32(len(s.plays))
	s.plays = append(s.plays, p)
	return nil
}

// sort sorts the plays in memory by key, and those with the same key in their order.
func (s *store) sort() {
	slices.SortFunc(s.plays, func(p, q play) int {
		if c := cmp.Compare(p.key, q.key); c != 0 {
			return c
		}
		return cmp.Compare(p.number, q.number)
	})
}

// spill moves the plays in memory to the file.
func (s *store) spill() error {
	if s.file == nil {
		f, err := os.CreateTemp("", "book")
		if err != nil {
			return err
		}
		s.file = f
	}
	s.sort()
	start := int64(0)
	if n := len(s.ends); n > 0 {
		start = s.ends[n-1]
	}
	out := bufio.NewWriterSize(io.NewOffsetWriter(s.file, start), 1<<16)
	for _, p := range s.plays {
		data := binary.BigEndian.AppendUint64(out.AvailableBuffer(), p.key)
		data = binary.BigEndian.AppendUint16(data, uint16(p.move))
		out.Write(append(data, p.points))
	}
	if err := out.Flush(); err != nil {
		return err
	}
	s.ends = append(s.ends, start+int64(len(s.plays))*playSize)
	s.plays = s.plays[:0]
	return nil
}

// sorted iterates over all plays, sorted by key, those with the same key in the order of the games.
func (s *store) sorted() iter.Seq2[play, error] {
	s.sort()
	var sources []source[play]
	start := int64(0)
	for _, end := range s.ends {
		size := min(max(runBuffers/len(s.ends), 512), 1<<16)
		in := bufio.NewReaderSize(io.NewSectionReader(s.file, start, end-start), size)
		sources = append(sources, func() (play, error) { return readPlay(in) })
		start = end
	}
	rest := s.plays
	sources = append(sources, func() (p play, err error) {
		if len(rest) == 0 {
			return p, io.EOF
		}
		p, rest = rest[0], rest[1:]
		return p, nil
	})
	return merged(sources, func(p play) uint64 { return p.key })
}

// readPlay reads a play that spill has written.
func readPlay(in io.Reader) (play, error) {
	var data [playSize]byte
	if _, err := io.ReadFull(in, data[:]); err != nil {
		return play{}, err
	}
	return play{
		key:    binary.BigEndian.Uint64(data[:]),
		move:   chess.Move(binary.BigEndian.Uint16(data[8:])),
		points: data[10],
	}, nil
}

// close removes the file.
func (s *store) close() error {
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	err = cmp.Or(os.Remove(s.file.Name()), err)
	*s = store{limit: s.limit}
	return err
}

// A source returns the next item of a sequence that is sorted by key, or io.EOF at the end.
type source[T any] func() (T, error)

// merged iterates over the items of all sources, sorted by key. Items with the same key are in the
// order of the sources. An error ends the iteration.
func merged[T any](sources []source[T], key func(T) uint64) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var queue []*cursor[T]
		for i, next := range sources {
			c := &cursor[T]{rank: i, next: next, keyOf: key}
			if err := c.advance(); err == nil {
				queue = append(queue, c)
			} else if err != io.EOF {
				yield(c.head, err)
				return
			}
		}
		slices.SortFunc(queue, (*cursor[T]).compare)
		for len(queue) > 0 {
			c := queue[0]
			if !yield(c.head, nil) {
				return
			}
			switch err := c.advance(); err {
			case nil:
				place, _ := slices.BinarySearchFunc(queue[1:], c, (*cursor[T]).compare)
				copy(queue, queue[1:1+place])
				queue[place] = c
			case io.EOF:
				queue = queue[1:]
			default:
				yield(c.head, err)
				return
			}
		}
	}
}

// A cursor is a source with its first item that has not been taken, and the key of that.
type cursor[T any] struct {
	head  T
	key   uint64
	rank  int
	next  source[T]
	keyOf func(T) uint64
}

// advance reads the next item.
func (c *cursor[T]) advance() (err error) {
	c.head, err = c.next()
	c.key = c.keyOf(c.head)
	return err
}

// compare orders cursors by the keys of their items, and then by the order of the sources.
func (c *cursor[T]) compare(d *cursor[T]) int {
	if c.key != d.key {
		return cmp.Compare(c.key, d.key)
	}
	return c.rank - d.rank
}
