package chessbeam

import (
	"context"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

func init() {
	register.DoFn3x1[context.Context, int, []byte, error](&tableFn{})
}

// WriteTable writes the files of a table, which [Explorer.Count] returns, to a folder. A file that
// exists is replaced. Package explore reads the table: explore.Open, or explore.NewTable for files
// that are elsewhere.
func WriteTable(s beam.Scope, folder string, e Explorer, files beam.PCollection) {
	s = s.Scope("chess.WriteTable")
	beam.ParDo0(s, &tableFn{folder, e.withDefaults()}, files)
}

// A tableFn writes the files of a table.
type tableFn struct {
	Folder   string
	Explorer Explorer
}

// ProcessElement writes a file.
func (f *tableFn) ProcessElement(ctx context.Context, shard int, file []byte) error {
	name := f.Folder + "/" + f.Explorer.header(shard, 0).FileName()
	return writeFile(ctx, name, func(w io.Writer) error {
		_, err := w.Write(file)
		return err
	})
}
