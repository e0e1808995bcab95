package chessbeam

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sort"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/shakki/chess"
)

func init() {
	register.DoFn3x1[context.Context, int, []byte, error](&tableFn{})
}

// tableHeader begins each file of a table. The rows follow, sorted by key.
const tableHeader = "shakki explorer 1\n"

// WriteTable writes the files of a table, which [Explorer.Count] returns. Their names are name with a
// number such as "-00003-of-00016" added. A file that exists is replaced.
func WriteTable(s beam.Scope, name string, e Explorer, shards beam.PCollection) {
	s = s.Scope("chess.WriteTable")
	beam.ParDo0(s, &tableFn{name, e.withDefaults().Shards}, shards)
}

// shardName returns the name of a file of a table.
func shardName(name string, shard, shards int) string {
	return fmt.Sprintf("%s-%05d-of-%05d", name, shard, shards)
}

// A tableFn writes the files of a table.
type tableFn struct {
	Name   string
	Shards int
}

// ProcessElement writes a file.
func (f *tableFn) ProcessElement(ctx context.Context, shard int, rows []byte) error {
	return writeFile(ctx, shardName(f.Name, shard, f.Shards), func(w io.Writer) error {
		if _, err := io.WriteString(w, tableHeader); err != nil {
			return err
		}
		_, err := w.Write(rows)
		return err
	})
}

// A Table answers what was played in a position. It reads the files that [WriteTable] has written
// and loads none of them. Its methods may be called concurrently.
type Table struct {
	shards []tableShard
}

// A tableShard is a file of a table.
type tableShard struct {
	file io.ReaderAt
	rows int
}

// A Played is a move that was played in a position, and how often each result followed.
type Played struct {
	Move                            chess.Move
	White, Draws, Black, Unfinished uint64
}

// NewTable returns the table with the given files, which must be all files of the table, in the order
// of their numbers.
func NewTable(files ...*io.SectionReader) (*Table, error) {
	t := &Table{}
	for i, file := range files {
		header := make([]byte, len(tableHeader))
		if _, err := file.ReadAt(header, 0); err != nil && err != io.EOF {
			return nil, err
		}
		size := file.Size() - int64(len(header))
		if string(header) != tableHeader || size%int64(rowSize) != 0 {
			return nil, fmt.Errorf("file %d is not a complete file of a table", i)
		}
		t.shards = append(t.shards, tableShard{file, int(size / int64(rowSize))})
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("the table has no files")
	}
	return t, nil
}

// OpenTable opens the files of a table on this machine that [WriteTable] has written under the given
// name. The caller must call close when done.
func OpenTable(name string) (t *Table, close func() error, err error) {
	names, err := filepath.Glob(name + "-?????-of-?????")
	if err != nil {
		return nil, nil, err
	}
	slices.Sort(names)
	var files []*os.File
	close = func() (err error) {
		for _, file := range files {
			if e := file.Close(); err == nil {
				err = e
			}
		}
		return err
	}
	var sections []*io.SectionReader
	for i, n := range names {
		if want := shardName(name, i, len(names)); n != want {
			close()
			return nil, nil, fmt.Errorf("found %s, want %s: the table is not complete, or there are two", n, want)
		}
		file, err := os.Open(n)
		if err != nil {
			close()
			return nil, nil, err
		}
		files = append(files, file)
		info, err := file.Stat()
		if err != nil {
			close()
			return nil, nil, err
		}
		sections = append(sections, io.NewSectionReader(file, 0, info.Size()))
	}
	if t, err = NewTable(sections...); err != nil {
		close()
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return t, close, nil
}

// Lookup returns the moves that were played in p, the most frequent first. It returns none if p is
// not in the table. Positions that are the same by [chess.Position.SamePosition] have the same moves.
func (t *Table) Lookup(p chess.Position) ([]Played, error) {
	var key rowKey
	if !key.setPosition(&p) {
		return nil, nil
	}
	shard := t.shards[key.shard(len(t.shards))]
	row, err := shard.search(key[:positionSize])
	if err != nil {
		return nil, err
	}
	var played []Played
	for ; row < shard.rows; row++ {
		var b [rowSize]byte
		if err := shard.read(row, b[:]); err != nil {
			return nil, err
		}
		if !bytes.Equal(b[:positionSize], key[:positionSize]) {
			break
		}
		k, n := readRow(b[:])
		m := chess.Move(k[positionSize])<<8 | chess.Move(k[positionSize+1])
		played = append(played, Played{m, n[0], n[1], n[2], n[3]})
	}
	slices.SortStableFunc(played, func(a, b Played) int {
		switch n, m := a.Games(), b.Games(); {
		case n > m:
			return -1
		case n < m:
			return 1
		}
		return 0
	})
	return played, nil
}

// Games returns how often the move was played.
func (p Played) Games() uint64 { return p.White + p.Draws + p.Black + p.Unfinished }

// read reads a row or the first bytes of it.
func (s *tableShard) read(row int, b []byte) error {
	n, err := s.file.ReadAt(b, int64(len(tableHeader))+int64(row)*int64(rowSize))
	if n == len(b) {
		return nil
	}
	return err
}

// search returns the first row whose position is not before the given one.
func (s *tableShard) search(position []byte) (row int, err error) {
	var b [positionSize]byte
	row = sort.Search(s.rows, func(i int) bool {
		if err == nil {
			err = s.read(i, b[:])
		}
		return err != nil || bytes.Compare(b[:], position) >= 0
	})
	return row, err
}
