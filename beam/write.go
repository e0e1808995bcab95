package chessbeam

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/util/reflectx"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/shakki/chess"
)

func init() {
	register.DoFn4x0[context.Context, Record, func(*chess.Game), func(Bad)](&gamesFn{})
	register.DoFn3x0[Record, func(Record), func(Bad)](&filterFn{})
	register.DoFn2x0[[]byte, func(int, outputLine)](&partsFn{})
	register.DoFn1x2[outputLine, int, outputLine](&partFn{})
	register.DoFn3x1[context.Context, int, func(*outputLine) bool, error](&linesFn{})
	register.Emitter2[int, outputLine]()
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
// and sorted by file and place. One worker holds them in memory. If the name has a "*", there are 16
// files, with a number such as 00003-of-00016 in its place, and as many workers can write them: the
// findings of an input file are in one of them.
func WriteFindings(s beam.Scope, name string, findings beam.PCollection) {
	writeLines(s.Scope("chess.WriteFindings"), name, beam.ParDo(s, findingLine, findings))
}

// WriteBad writes a PCollection<Bad> as one JSON object per line, sorted by file and offset, as
// [WriteFindings] writes findings.
func WriteBad(s beam.Scope, name string, bad beam.PCollection) {
	writeLines(s.Scope("chess.WriteBad"), name, beam.ParDo(s, badLine, bad))
}

// WritePGN writes the text of a PCollection<Record>, sorted by file and offset, as [WriteFindings]
// writes findings.
func WritePGN(s beam.Scope, name string, records beam.PCollection) {
	writeLines(s.Scope("chess.WritePGN"), name, beam.ParDo(s, recordLine, records))
}

// writeLines writes a PCollection<outputLine>.
func writeLines(s beam.Scope, name string, lines beam.PCollection) {
	parts := 1
	if strings.Contains(name, "*") {
		parts = 16
	}
	empty := beam.ParDo(s, &partsFn{parts}, beam.Impulse(s))
	keyed := beam.Flatten(s, beam.ParDo(s, &partFn{parts}, lines), empty)
	beam.ParDo0(s, &linesFn{name, parts}, beam.GroupByKey(s, keyed))
}

// A partFn says to which of several files a line belongs.
type partFn struct{ Parts int }

// ProcessElement returns the number of the file.
func (f *partFn) ProcessElement(l outputLine) (int, outputLine) {
	hash := fnv.New32a()
	io.WriteString(hash, l.File)
	return int(hash.Sum32() % uint32(f.Parts)), l
}

// A partsFn emits a line without text for each file, so that a file without lines is written too.
type partsFn struct{ Parts int }

// ProcessElement emits the numbers of all files.
func (f *partsFn) ProcessElement(_ []byte, emit func(int, outputLine)) {
	for i := range f.Parts {
		emit(i, outputLine{})
	}
}

// A linesFn sorts the lines of a file and writes them.
type linesFn struct {
	Name  string
	Parts int
}

// ProcessElement writes a file.
func (f *linesFn) ProcessElement(ctx context.Context, part int, lines func(*outputLine) bool) error {
	var all []outputLine
	for l := (outputLine{}); lines(&l); l = (outputLine{}) {
		if l.Text != nil {
			all = append(all, l)
		}
	}
	slices.SortStableFunc(all, func(a, b outputLine) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File), cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Column, b.Column), cmp.Compare(a.Number, b.Number), slices.Compare(a.Text, b.Text),
		)
	})
	return writeFile(ctx, partName(f.Name, part, f.Parts), func(w io.Writer) error {
		for _, l := range all {
			if _, err := w.Write(append(l.Text, '\n')); err != nil {
				return err
			}
		}
		return nil
	})
}

// partName returns the name of one of several files.
func partName(name string, part, parts int) string {
	return strings.Replace(name, "*", fmt.Sprintf("%05d-of-%05d", part, parts), 1)
}
