package chessbeam

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/util/reflectx"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/shakki/chess"
)

func init() {
	register.DoFn4x0[context.Context, Record, func(*chess.Game), func(Bad)](&gamesFn{})
	register.DoFn3x0[Record, func(Record), func(Bad)](&filterFn{})
	register.DoFn3x1[context.Context, []byte, func(*outputLine) bool, error](&linesFn{})
	register.Emitter1[*chess.Game]()
	register.Iter1[outputLine]()
	register.Function1x1(findingLine)
	register.Function1x1(badLine)
	register.Function1x1(recordLine)
}

// Games reads the games of a PCollection<Record>. It returns a PCollection<*chess.Game> of those
// without errors and a PCollection<Bad> of the others.
func Games(s beam.Scope, records beam.PCollection) (games, bad beam.PCollection) {
	return beam.ParDo2(s.Scope("chess.Games"), &gamesFn{}, records)
}

// A gamesFn reads games.
type gamesFn struct{}

// ProcessElement reads the games of a record.
func (f *gamesFn) ProcessElement(ctx context.Context, r Record, emit func(*chess.Game), bad func(Bad)) {
	for g, err := range r.games {
		gamesSeen.Inc(ctx, 1)
		if err == nil {
			movesSeen.Inc(ctx, int64(len(g.Moves())))
			emit(g)
		}
		if err != nil {
			faultsSeen.Inc(ctx, 1)
			bad(*err)
		}
	}
}

// games iterates over the games of r, and over the reasons why they are bad.
func (r Record) games(yield func(*chess.Game, *Bad) bool) {
	for part := range chess.SplitPGN(bytes.NewReader(r.Text), 0, int64(len(r.Text))) {
		in := part.Reader()
		for g, err := range in.All() {
			var bad *Bad
			if err != nil {
				bad = &Bad{r.File, r.Offset + in.GameOffset(), err.Error()}
			}
			if !yield(g, bad) {
				return
			}
		}
	}
}

// Filter returns the records of a PCollection<Record> whose games all satisfy keep. Games with
// errors do not: they are listed in a PCollection<Bad>, once for each use of Filter. The function
// keep must be registered with Beam, as by register.Function1x1(keep).
func Filter(
	s beam.Scope, records beam.PCollection, keep func(*chess.Game) bool,
) (kept, bad beam.PCollection) {
	fn := beam.EncodedFunc{Fn: reflectx.MakeFunc(keep)}
	return beam.ParDo2(s.Scope("chess.Filter"), &filterFn{Keep: fn}, records)
}

// A filterFn keeps some of the records.
type filterFn struct {
	Keep beam.EncodedFunc
}

// ProcessElement emits a record if all its games satisfy the condition.
func (f *filterFn) ProcessElement(r Record, emit func(Record), bad func(Bad)) {
	keep := reflectx.ToFunc1x1(f.Keep.Fn)
	kept := true
	for g, b := range r.games {
		if b != nil {
			bad(*b)
		}
		kept = kept && b == nil && keep.Call1x1(g).(bool)
	}
	if kept {
		emit(r)
	}
}

// An outputLine is text of an output file, and the place in the input that it is sorted by.
type outputLine struct {
	File         string
	Offset       int64
	Line, Column int
	Number       int // among those of a game
	Text         []byte
}

func findingLine(f Finding) outputLine {
	return outputLine{f.File, 0, f.Line, f.Column, f.Number, []byte(f.String())}
}

func badLine(b Bad) outputLine {
	text, _ := json.Marshal(b) // cannot fail
	return outputLine{File: b.File, Offset: b.Offset, Text: text}
}

func recordLine(r Record) outputLine {
	return outputLine{File: r.File, Offset: r.Offset, Text: append(bytes.TrimRight(r.Text, " \t\r\n"), '\n')}
}

// WriteFindings writes a PCollection<Finding> to a file, in the form of the command shakki judge
// and sorted by file and place. One worker holds them in memory.
func WriteFindings(s beam.Scope, name string, findings beam.PCollection) {
	writeLines(s.Scope("chess.WriteFindings"), name, beam.ParDo(s, findingLine, findings))
}

// WriteBad writes a PCollection<Bad> to a file as one JSON object per line, sorted by file and
// offset. One worker holds them in memory.
func WriteBad(s beam.Scope, name string, bad beam.PCollection) {
	writeLines(s.Scope("chess.WriteBad"), name, beam.ParDo(s, badLine, bad))
}

// WritePGN writes the text of a PCollection<Record> to a file, sorted by file and offset. One
// worker holds it in memory, so that WritePGN is for what a filter has left.
func WritePGN(s beam.Scope, name string, records beam.PCollection) {
	writeLines(s.Scope("chess.WritePGN"), name, beam.ParDo(s, recordLine, records))
}

// writeLines writes a PCollection<outputLine> to a file.
func writeLines(s beam.Scope, name string, lines beam.PCollection) {
	beam.ParDo0(s, &linesFn{name}, beam.Impulse(s), beam.SideInput{Input: lines})
}

// A linesFn sorts lines and writes them to a file.
type linesFn struct{ Name string }

// ProcessElement writes the file.
func (f *linesFn) ProcessElement(ctx context.Context, _ []byte, lines func(*outputLine) bool) error {
	var all []outputLine
	for l := (outputLine{}); lines(&l); l = (outputLine{}) {
		all = append(all, l)
	}
	slices.SortStableFunc(all, func(a, b outputLine) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File), cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Column, b.Column), cmp.Compare(a.Number, b.Number), slices.Compare(a.Text, b.Text),
		)
	})
	return writeFile(ctx, f.Name, func(w io.Writer) error {
		for _, l := range all {
			if _, err := w.Write(append(l.Text, '\n')); err != nil {
				return err
			}
		}
		return nil
	})
}

// writeFile writes a file in any file system of Beam.
func writeFile(ctx context.Context, name string, write func(io.Writer) error) error {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer fs.Close()
	file, err := fs.OpenWrite(ctx, name)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(file, 1<<20)
	err = write(w)
	if err == nil {
		err = w.Flush()
	}
	if e := file.Close(); err == nil {
		err = e
	}
	return err
}
