package chessbeam

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/shakki/chess"
	"github.com/shakki/chess/beam/internal/meter"
)

func init() {
	register.DoFn4x0[context.Context, Record, func(string, Finding), func(string, span)](&judgeFn{})
	register.Emitter2[string, Finding]()
	register.Emitter2[string, span]()
	register.DoFn4x1[string, func(*Finding) bool, func(*span) bool, func(Finding), error](&numberFn{})
	register.Iter1[Finding]()
	register.Iter1[span]()
	register.Emitter1[Finding]()
}

// A Finding is a mistake in a game of a file. Line and Game count from the start of the file.
type Finding struct {
	File   string `json:"file"`
	Offset int64  `json:"offset"` // of a record before the finding or with it, in bytes
	Number int    `json:"number"` // among the findings of the game, from 1
	chess.Finding
}

// A span is a run of records that follow each other in a file.
type span struct {
	File       string
	Begin, End int64 // offsets in bytes
	Games      int
	LineEnds   int
}

// Judge judges the games in a PCollection<Record> and returns a PCollection<Finding>. They are
// those of the command shakki judge. The numbers of lines and games are right if no records of the
// file are missing. If some have been filtered out, they count from an unspecified place.
func Judge(s beam.Scope, records beam.PCollection, arbiter chess.Arbiter) beam.PCollection {
	s = s.Scope("chess.Judge")
	findings, spans := beam.ParDo2(s, &judgeFn{Arbiter: arbiter}, records)
	return beam.ParDo(s, &numberFn{}, beam.CoGroupByKey(s, findings, spans))
}

// A judgeFn judges games. The lines and games of its findings count from the start of a span, whose
// offset they have.
type judgeFn struct {
	Arbiter chess.Arbiter

	span span
}

// ProcessElement judges the games of a record.
func (f *judgeFn) ProcessElement(
	ctx context.Context, r Record, emit func(string, Finding), spans func(string, span),
) {
	if r.File != f.span.File || r.Offset != f.span.End {
		f.FinishBundle(emit, spans)
		f.span = span{File: r.File, Begin: r.Offset}
	}
	games, faults := 0, 0
	for s := range r.scanners {
		for findings := range f.Arbiter.JudgePGN(s) {
			games++
			faults += len(findings)
			for i, finding := range findings {
				finding.Line += f.span.LineEnds
				finding.Game = f.span.Games + games
				emit(r.File, Finding{r.File, f.span.Begin, i + 1, finding})
			}
		}
	}
	f.span.End = r.Offset + int64(len(r.Text))
	f.span.Games += games
	f.span.LineEnds += lineEnds(r.Text)
	gamesSeen.Inc(ctx, int64(games))
	faultsSeen.Inc(ctx, int64(faults))
	meter.Games.Add(int64(games))
}

// FinishBundle emits the last span.
func (f *judgeFn) FinishBundle(_ func(string, Finding), spans func(string, span)) {
	if f.span.End > f.span.Begin {
		spans(f.span.File, f.span)
	}
	f.span = span{}
}

var (
	gamesSeen  = beam.NewCounter("chess", "games")
	movesSeen  = beam.NewCounter("chess", "moves")
	faultsSeen = beam.NewCounter("chess", "faults")
)

// lineEnds returns the number of lines that end in text: with "\n", "\r\n", or "\r".
func lineEnds(text []byte) int {
	n := bytes.Count(text, []byte{'\n'})
	if bare := bytes.Count(text, []byte{'\r'}); bare > 0 {
		n += bare - bytes.Count(text, []byte("\r\n"))
	}
	return n
}

// A numberFn adds the lines and games before its span to each finding.
type numberFn struct{}

// ProcessElement numbers the findings of a file.
func (*numberFn) ProcessElement(
	file string, findings func(*Finding) bool, spans func(*span) bool, emit func(Finding),
) error {
	var all []span
	for s := (span{}); spans(&s); {
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b span) int { return cmp.Compare(a.Begin, b.Begin) })
	before := make(map[int64]span, len(all)) // what precedes the span with a given offset
	sum := span{}
	for _, s := range all {
		before[s.Begin] = sum
		sum.Games += s.Games
		sum.LineEnds += s.LineEnds
	}
	for f := (Finding{}); findings(&f); f = (Finding{}) {
		sum, ok := before[f.Offset]
		if !ok {
			return fmt.Errorf("%s: a finding at %d belongs to no record", file, f.Offset)
		}
		f.Game += sum.Games
		f.Line += sum.LineEnds
		emit(f)
	}
	return nil
}

// String returns the line that the command shakki judge prints, such as "games.pgn:12:8: game 3
// (Carlsen - Anand): 60... Kd7: the game had already ended: 1/2-1/2 (fivefold repetition)".
func (f Finding) String() string {
	return fmt.Sprintf("%s:%d:%d: %v", f.File, f.Line, f.Column, f.Finding)
}
