package book

import (
	"bufio"
	"cmp"
	"io"
	"iter"
	"os"
	"slices"
)

// A store holds any number of entries, a limited number of them in memory. It moves the others to a
// temporary file, in runs that are sorted by key.
type store struct {
	limit int     // the number of entries in memory and in a run, or 0 for the default
	plays []Entry // those in memory, which Learn numbers in their order
	file  *os.File
	runs  int // in the file
}

const (
	defaultLimit = 1 << 20 // 16 MiB
	runBuffers   = 4 << 20 // the bytes that the runs are read through
)

// add adds an entry to the store.
func (s *store) add(e Entry) error {
	s.limit = cmp.Or(s.limit, defaultLimit)
	if len(s.plays) == s.limit {
		if err := s.spill(); err != nil {
			return err
		}
	}
	if len(s.plays) == cap(s.plays) {
		s.plays = slices.Grow(s.plays, min(max(len(s.plays), 64), s.limit-len(s.plays)))
	}
	e.Learn = uint32(len(s.plays))
	s.plays = append(s.plays, e)
	return nil
}

// sort sorts the entries in memory by key, and those with the same key in their order.
func (s *store) sort() {
	slices.SortFunc(s.plays, func(d, e Entry) int {
		if c := cmp.Compare(d.Key, e.Key); c != 0 {
			return c
		}
		return cmp.Compare(d.Learn, e.Learn)
	})
}

// spill moves the entries in memory to the file.
func (s *store) spill() error {
	if s.file == nil {
		f, err := os.CreateTemp("", "book")
		if err != nil {
			return err
		}
		s.file = f
	}
	s.sort()
	out := bufio.NewWriterSize(io.NewOffsetWriter(s.file, int64(s.runs)*int64(s.limit)*entrySize), 1<<16)
	for _, e := range s.plays {
		out.Write(e.appendTo(out.AvailableBuffer()))
	}
	if err := out.Flush(); err != nil {
		return err
	}
	s.runs++
	s.plays = s.plays[:0]
	return nil
}

// sources returns the runs and what is in memory.
func (s *store) sources() []source {
	s.sort()
	var sources []source
	for i := range s.runs {
		begin, end := int64(i)*int64(s.limit), int64(i+1)*int64(s.limit)
		run := (&Book{reader: s.file, n: end}).scan(begin, min(max(runBuffers/s.runs, 512), 1<<16))
		run.loose = true // a position may have any number of entries
		sources = append(sources, run.next)
	}
	rest := s.plays
	return append(sources, func() (e Entry, err error) {
		if len(rest) == 0 {
			return e, io.EOF
		}
		e, rest = rest[0], rest[1:]
		return e, nil
	})
}

// close removes the file.
func (s *store) close() error {
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	err = cmp.Or(os.Remove(s.file.Name()), err)
	*s = store{}
	return err
}

// A source returns entries one by one, sorted by key, and then io.EOF.
type source func() (Entry, error)

// merged iterates over the entries of all sources, sorted by key. Those with the same key are in the
// order of the sources. An error ends the iteration.
func merged(sources []source) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		heads := make([]Entry, len(sources)) // the next entry of each source
		read := func(i int) bool {
			e, err := sources[i]()
			switch err {
			case nil:
				heads[i] = e
			case io.EOF:
				heads, sources = slices.Delete(heads, i, i+1), slices.Delete(sources, i, i+1)
			default:
				yield(e, err)
				return false
			}
			return true
		}
		for i := len(sources) - 1; i >= 0; i-- {
			if !read(i) {
				return
			}
		}
		for len(heads) > 0 {
			first := 0
			for i := range heads {
				if heads[i].Key < heads[first].Key {
					first = i
				}
			}
			if !yield(heads[first], nil) || !read(first) {
				return
			}
		}
	}
}
