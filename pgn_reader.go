package chess

import (
	"errors"
	"io"
	"iter"
	"strings"
)

// A PGNReader reads the games of a PGN stream one by one, each as a tree with all its variations and
// annotations. [PGNScanner] says what is read, and is the level below. The exported fields may be changed
// before the first Read.
type PGNReader struct {
	PGNOptions
	Rules Rules // by which the games are judged, since PGN names none; NewPGNReader sets FIDERules

	scanner *PGNScanner
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
	return &PGNReader{Rules: FIDERules(), scanner: NewPGNScanner(r)}
}

// Read returns the next game. At the end of the stream the error is [io.EOF]. If something is wrong with
// the game, Read returns what could be read of it together with a [*PGNError], or several of them joined,
// and the next Read continues with the next game. Any other error comes from the underlying reader, and
// later calls return it again.
//
// Moves that were made after the rules had ended the game are kept.
func (r *PGNReader) Read() (*Game, error) {
	r.game = nil
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
			r.here, r.stack, r.faults, r.before = 0, r.stack[:0], nil, nil
		}
		if event == PGNGameEnd {
			return r.finish()
		}
		r.add(event)
	}
}

// All iterates over the games of the stream with the errors of [PGNReader.Read]. It ends after the last game, or after an error of the underlying reader.
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
		g.end.Result, _ = parseResult(g.Tag("Result")) // for a record without the mark at its end
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
	r.here = r.game.tree.add(r.here, m)
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
		r.game.tree.note(r.here, note{kind: glyph, nag: a.nag})
		return
	}
	r.game.tree.comment(r.here, a.kind, a.text)
}

// keepBefore adds annotations that were to stand before a move, but no move
// came, to the last one.
func (r *PGNReader) keepBefore() {
	for _, pending := range r.before {
		r.keep(pending)
	}
	r.before = r.before[:0]
}

// startsLine reports whether what comes next belongs to the next move rather
// than to the last.
func (s *PGNScanner) startsLine() bool {
	return s.state == inMovetext && (s.numbered || !s.moved && len(s.stack) > 0)
}

// plainLines returns a comment with its lines ended by line feeds alone.
func plainLines(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }

// ParsePGN parses the first game in a text. The errors are those of [PGNReader.Read]. The error is io.EOF if
// there is no game.
func ParsePGN(pgn string) (*Game, error) {
	return NewPGNReader(strings.NewReader(pgn)).Read()
}
