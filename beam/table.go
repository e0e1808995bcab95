package chessbeam

import (
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/shakki/chess/explore"
)

func init() {
	register.DoFn2x0[[]byte, func(int, []byte)](&shardsFn{})
	register.DoFn4x1[context.Context, int, func(*[]byte) bool, uint64, error](&tableFn{})
	register.Function2x2(sumRows)
	register.Function2x1(addSums)
	register.Iter1[[]byte]()
}

// WriteTable writes the rows of a table, which [Explorer.Count] returns, to a folder. A file that
// exists is replaced, unless it is of a table with another number of files. Package explore reads the
// table: explore.Open, or explore.NewTable for files that are elsewhere. One worker holds the rows of
// a file in memory.
func WriteTable(s beam.Scope, folder string, e Explorer, rows beam.PCollection) {
	s = s.Scope("chess.WriteTable")
	e = e.withDefaults()
	rows = beam.Flatten(s, rows, beam.ParDo(s, &shardsFn{e.Shards}, beam.Impulse(s)))
	sum := beam.Combine(s, addSums, beam.ParDo(s, sumRows, rows))
	beam.ParDo0(s, &tableFn{folder, e}, beam.GroupByKey(s, rows), beam.SideInput{Input: sum})
}

// A shardsFn emits no rows for each file, so that a file without rows is written too.
type shardsFn struct{ Shards int }

// ProcessElement emits the numbers of all files.
func (f *shardsFn) ProcessElement(_ []byte, emit func(int, []byte)) {
	for i := range f.Shards {
		emit(i, []byte{})
	}
}

// sumRows returns the sum of rows, which tells tables of different games apart.
func sumRows(_ int, rows []byte) (sum uint64, err error) {
	for len(rows) > 0 {
		var row explore.Row
		if rows, err = row.ReadBinary(rows); err != nil {
			return 0, err
		}
		sum += row.Sum()
	}
	return sum, nil
}

func addSums(a, b uint64) uint64 { return a + b }

// CheckTable returns an error if the table of e cannot be written to a folder. It is for programs that
// ask before they run a pipeline: [WriteTable] finds out when all games are counted.
func (e Explorer) CheckTable(ctx context.Context, folder string) error {
	e = e.withDefaults()
	if err := e.checkFolder(ctx, folder); err != nil {
		return err
	}
	return CheckFile(ctx, tableFile(folder, e.header(0, 0)))
}

// checkFolder returns an error if a folder has files of a table with another number of files, since
// nobody could read either table then.
func (e Explorer) checkFolder(ctx context.Context, folder string) error {
	fs, err := filesystem.New(ctx, folder)
	if err != nil {
		return err
	}
	defer fs.Close()
	own := e.header(0, 0).FileName()
	names, err := fs.List(ctx, strings.TrimRight(folder, "/")+"/*"+path.Ext(own))
	if err != nil {
		return err
	}
	_, ending, _ := strings.Cut(own, "-")
	for _, name := range names {
		if !strings.HasSuffix(name, "-"+ending) {
			return fmt.Errorf("%s: the folder has another table, of another number of files: %s", folder, path.Base(name))
		}
	}
	return nil
}

// tableFile returns the name of a file of the table in a folder.
func tableFile(folder string, h explore.Header) string {
	return strings.TrimRight(folder, "/") + "/" + h.FileName()
}

// A tableFn writes the files of a table.
type tableFn struct {
	Folder   string
	Explorer Explorer
}

// ProcessElement sorts the rows of a file, adds those with the same key, and writes the file. All rows
// of the table have the given sum.
func (f *tableFn) ProcessElement(ctx context.Context, shard int, runs func(*[]byte) bool, sum uint64) error {
	if err := f.Explorer.checkFolder(ctx, f.Folder); err != nil {
		return err
	}
	var rows []explore.Row
	for run := []byte(nil); runs(&run); run = nil {
		for len(run) > 0 {
			var row explore.Row
			var err error
			if run, err = row.ReadBinary(run); err != nil {
				return err
			}
			rows = append(rows, row)
		}
	}
	h := f.Explorer.header(shard, sum)
	return writeFile(ctx, tableFile(f.Folder, h), func(file io.Writer) error {
		w, err := explore.NewWriter(file, h)
		if err != nil {
			return err
		}
		return writeRows(w, rows, f.Explorer.Least)
	})
}

// writeRows sorts rows, adds those with the same key, and writes those of positions with enough
// moves.
func writeRows(w *explore.Writer, rows []explore.Row, least int64) error {
	slices.SortFunc(rows, func(a, b explore.Row) int { return a.Compare(&b) })
	var position []explore.Row // the rows of a position
	var moves uint64
	flush := func() (err error) {
		for i := 0; i < len(position) && err == nil && moves >= uint64(max(least, 0)); i++ {
			err = w.Write(&position[i])
		}
		position, moves = position[:0], 0
		return err
	}
	for _, row := range rows {
		if n := len(position); n > 0 && position[n-1].Compare(&row) == 0 {
			position[n-1].Add(row.Results)
		} else {
			if n > 0 && position[0].Key != row.Key {
				if err := flush(); err != nil {
					return err
				}
			}
			position = append(position, row)
		}
		moves += row.Games()
	}
	if err := flush(); err != nil {
		return err
	}
	return w.Close()
}
