package chess

import (
	"errors"
	"io"
	"iter"
	"strings"
)

// A PGNReader reads games from PGN text, each as a tree with all its variations and annotations. It
// reads the same text as a [PGNScanner], which describes it. The exported fields may be changed
// before the first Read.
type PGNReader struct {
	PGNOptions
	Rules Rules // the rules of the games, which PGN does not name (NewPGNReader sets FIDERules)

	scanner *PGNScanner
	game    *Game
	here    int32   // the node of the last move
	stack   []int32 // the nodes of the moves that the open variations are alternatives to
	faults  []*PGNError
	before  []pendingNote // annotations of the next move
}

// A pendingNote is an annotation that precedes its move in the text.
type pendingNote struct {
	kind noteKind
	nag  NAG
	text string
}

// NewPGNReader returns a reader of the games in r, with [FIDERules].
func NewPGNReader(r io.Reader) *PGNReader {
	return &PGNReader{Rules: FIDERules(), scanner: NewPGNScanner(r)}
}

// Read returns the next game, or [io.EOF] if there are no more. If the game has errors, Read
// returns what could be read of it, and a [*PGNError] or several of them joined by [errors.Join].
// Warnings are not errors: [PGNReader.Faults] lists both. The next call of Read continues with the
// next game. If the underlying reader fails, Read returns its error and no game, and so do later
// calls.
//
// Read keeps moves that follow the end of the game under the rules.
func (r *PGNReader) Read() (*Game, error) {
	r.game, r.faults = nil, nil
	r.scanner.PGNOptions = r.PGNOptions
	for {
		event := r.scanner.Next()
		if event == PGNEnd {
			if err := r.scanner.Err(); err != nil {
				return nil, err
			}
			return nil, io.EOF
		}
		if r.game == nil {
			r.game = newGame(startPosition, r.Rules)
			r.here, r.stack, r.before = 0, r.stack[:0], nil
		}
		if event == PGNGameEnd {
			return r.finish()
		}
		r.add(event)
	}
}

// Faults returns the faults of the game that Read returned last, in the order in which they were
// found: its errors and, with Strict set, its warnings.
func (r *PGNReader) Faults() []*PGNError { return append([]*PGNError{}, r.faults...) }

// GameOffset returns the offset in the input, in bytes, of the game that Read returned last. A
// reader of the input from there on begins with the game:
//
//	chess.NewPGNReader(io.NewSectionReader(file, offset, math.MaxInt64-offset)).Read()
func (r *PGNReader) GameOffset() int64 { return r.scanner.GameOffset() }

// All iterates over the results of [PGNReader.Read] up to the last game. If the underlying
// reader fails, the last pair is a nil game and the error.
func (r *PGNReader) All() iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		for {
			g, err := r.Read()
			if err == io.EOF || !yield(g, err) || g == nil {
				return
			}
		}
	}
}

// finish returns the game and its errors at its end.
func (r *PGNReader) finish() (*Game, error) {
	r.keepBefore()
	g := r.game
	g.end.Result = r.scanner.Result()
	if g.end.Result == Unfinished {
		g.end.Result, _ = parseResult(g.Tag("Result")) // the movetext has no result
	}
	if g.end.IsOver() {
		g.end.Reason = parseTermination(g.Tag("Termination"))
	}
	var errs []error
	for _, f := range r.faults {
		if f.Severity == SeverityError {
			errs = append(errs, f)
		}
	}
	if len(errs) == 1 {
		return g, errs[0]
	}
	return g, errors.Join(errs...)
}

// add adds the element that an event reports to the game.
func (r *PGNReader) add(event PGNEvent) {
	s, g := r.scanner, r.game
	switch event {
	case PGNTag:
		g.tags = append(g.tags, Tag{toUTF8(s.name), toUTF8(s.value)})
	case PGNMovetext:
		g.start = *s.Position()
	case PGNMove:
		r.move(s.Move())
	case PGNComment:
		r.annotate(pendingNote{kind: commentAfter, text: plainLines(toUTF8(s.Comment()))})
	case PGNNAG:
		r.annotate(pendingNote{kind: glyph, nag: s.NAG()})
	case PGNVariation:
		r.keepBefore()
		r.stack = append(r.stack, r.here)
		r.here = g.tree.nodes[r.here].parent
	case PGNVariationEnd:
		last := r.stack[len(r.stack)-1]
		r.stack = r.stack[:len(r.stack)-1]
		if r.here == g.tree.nodes[last].parent { // the variation has no moves
			r.here = last
		}
		r.keepBefore()
		r.here = last
	case PGNFault:
		r.faults = append(r.faults, s.Fault())
	}
}

// move adds a move. It does not merge a variation with a line that has the same move, since a game
// is read as it was written.
func (r *PGNReader) move(m Move) {
	r.here = r.game.tree.add(r.here, m)
	for _, pending := range r.before {
		if pending.kind == commentAfter {
			pending.kind = commentBefore
		}
		r.keep(pending)
	}
	r.before = r.before[:0]
}

// annotate adds an annotation to the last move, or to the next one if it follows a move number or
// the start of a variation.
func (r *PGNReader) annotate(a pendingNote) {
	if r.scanner.startsLine() {
		r.before = append(r.before, a)
		return
	}
	r.keep(a)
}

// keep adds an annotation to the last move.
func (r *PGNReader) keep(a pendingNote) {
	if a.kind == glyph {
		r.game.tree.note(r.here, note{kind: glyph, nag: a.nag})
		return
	}
	r.game.tree.comment(r.here, a.kind, a.text)
}

// keepBefore adds the annotations of the next move to the last one if there is no next move.
func (r *PGNReader) keepBefore() {
	for _, pending := range r.before {
		r.keep(pending)
	}
	r.before = r.before[:0]
}

// startsLine reports whether an annotation here belongs to the next move and not to the last one.
func (s *PGNScanner) startsLine() bool {
	return s.state == inMovetext && (s.numbered || !s.moved && len(s.stack) > 0)
}

// plainLines returns text with "\n" as the only line end.
func plainLines(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// ParsePGN parses the first game in pgn. It returns the same errors as [PGNReader.Read], and
// [io.EOF] if there is no game.
func ParsePGN(pgn string) (*Game, error) {
	return NewPGNReader(strings.NewReader(pgn)).Read()
}
