package chess

import (
	"errors"
	"io"
	"iter"
	"strings"
)

// A PGNReader reads the games of a PGN stream one by one, each as a tree with
// all its variations and annotations. See [PGNScanner] for what is read and for
// the level below.
type PGNReader struct {
	scanner *PGNScanner
	rules   Rules
	game    *Game
	here    int32   // the node last read
	stack   []int32 // the nodes at which variations began
	faults  []error
	before  []pendingNote // annotations that stand before the next move
}

// A pendingNote is an annotation read before the move it belongs to.
type pendingNote struct {
	kind noteKind
	nag  NAG
	text string
}

// NewPGNReader returns a reader of the games in r.
func NewPGNReader(r io.Reader) *PGNReader {
	return &PGNReader{scanner: NewPGNScanner(r), rules: FIDERules}
}

// SetLimits sets the limits; it is to be called before the first Read.
func (r *PGNReader) SetLimits(limits PGNLimits) { r.scanner.SetLimits(limits) }

// SetRules sets the rules by which the games that follow are judged instead of
// [FIDERules]: PGN does not name any.
func (r *PGNReader) SetRules(rules Rules) { r.rules = rules }

// Read returns the next game. At the end of the stream the error is [io.EOF].
// When something is wrong with the game, Read returns what could be read of it
// together with a [*PGNError], or several of them joined, and the next Read goes
// on with the next game. Any other error comes from the underlying reader and
// will come again.
//
// A record is a record: moves that were made after the rules had ended the game
// are kept.
func (r *PGNReader) Read() (*Game, error) {
	r.game = nil
	for {
		event := r.scanner.Next()
		if event == PGNEnd {
			if err := r.scanner.Err(); err != nil {
				return nil, err
			}
			return nil, io.EOF
		}
		if r.game == nil {
			r.game = NewGame(WithRules(r.rules))
			r.here, r.stack, r.faults, r.before = 0, r.stack[:0], nil, nil
		}
		if event == PGNGameEnd {
			return r.finish()
		}
		r.add(event)
	}
}

// All iterates over the games of the stream with the errors of [PGNReader.Read].
// It ends after the last game, or after an error of the underlying reader.
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

// finish returns the game that has been read.
func (r *PGNReader) finish() (*Game, error) {
	r.keepBefore()
	g := r.game
	g.end.Result = r.scanner.Result()
	if g.end.Result == Unfinished {
		g.end.Result, _ = ParseResult(g.Tag("Result")) // the mark may be missing
	}
	if g.end.IsOver() {
		g.end.Reason = parseTermination(g.Tag("Termination"))
	}
	switch len(r.faults) {
	case 0:
		return g, nil
	case 1:
		return g, r.faults[0]
	}
	return g, errors.Join(r.faults...)
}

// add adds what an event tells to the game.
func (r *PGNReader) add(event PGNEvent) {
	s, g := r.scanner, r.game
	switch event {
	case PGNTag:
		g.tags = append(g.tags, Tag{toUTF8(s.TagName()), toUTF8(s.TagValue())})
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
		r.here = g.nodes[r.here].parent
	case PGNVariationEnd:
		r.here = r.stack[len(r.stack)-1]
		r.stack = r.stack[:len(r.stack)-1]
		r.keepBefore()
	case PGNFault:
		r.faults = append(r.faults, s.Fault())
	}
}

// move adds a move. The same move twice in a row of alternatives stays twice:
// a record is kept as it is.
func (r *PGNReader) move(m Move) {
	r.here = r.game.add(r.here, m)
	for _, pending := range r.before {
		if pending.kind == commentAfter {
			pending.kind = commentBefore
		}
		r.keep(pending)
	}
	r.before = r.before[:0]
}

// annotate adds an annotation to the last move, or to the next one if it stands
// behind a move number or at the start of a variation.
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
		r.game.note(r.here, note{kind: glyph, nag: a.nag})
		return
	}
	r.game.comment(r.here, a.kind, a.text)
}

// keepBefore adds annotations that were to stand before a move, but no move
// came, to the last one.
func (r *PGNReader) keepBefore() {
	for _, pending := range r.before {
		r.keep(pending)
	}
	r.before = r.before[:0]
}

// parseTermination returns the reason that the tag Termination gives, NoReason
// if it is none that the rules know.
func parseTermination(value string) Reason {
	value = strings.ToLower(value)
	for _, known := range []struct {
		words  string
		reason Reason
	}{
		{"adjudicat", Adjudication}, {"time forfeit", Time}, {"on time", Time},
		{"resign", Resignation}, {"agreement", Agreement},
	} {
		if strings.Contains(value, known.words) {
			return known.reason
		}
	}
	return NoReason
}

// startsLine reports whether what comes next belongs to the next move rather
// than to the last.
func (s *PGNScanner) startsLine() bool {
	return s.state == inMovetext && (s.numbered || !s.moved && len(s.stack) > 0)
}

// plainLines returns a comment with its lines ended by line feeds alone.
func plainLines(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// ParsePGN parses the first game in a text. The errors are those of
// [PGNReader.Read]; io.EOF says that there is none.
func ParsePGN(pgn string) (*Game, error) {
	return NewPGNReader(strings.NewReader(pgn)).Read()
}
