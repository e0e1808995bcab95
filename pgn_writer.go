package chess

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"
)

// A PGNFormat holds the choices in writing PGN. The zero value is the export format of the PGN standard with
// everything that the game holds.
type PGNFormat struct {
	// MainLineOnly leaves out variations, comments, and glyphs.
	MainLineOnly bool
	// Columns is the width of lines of movetext, where no single token such as a comment is longer. 0 means
	// 80, and a negative number means no limit.
	Columns int
}

// A PGNWriter writes games to a PGN stream. The exported fields may be changed at any time and apply to the
// games that follow.
type PGNWriter struct {
	PGNFormat

	w      io.Writer
	wrote  bool
	buffer []byte
}

// NewPGNWriter returns a writer of games to w. It does not buffer across games.
func NewPGNWriter(w io.Writer) *PGNWriter { return &PGNWriter{w: w} }

// Write writes g: the tags, those of the Seven Tag Roster first, then a blank line and the moves. A blank line
// separates games. What it writes reads back equal, within the limits of the reader and under the same rules.
// PGN does not hold every reason why a game ended: [Time], [Adjudication], [Abandonment], [Forfeit], and
// [RulesInfraction] are written as the tag Termination, and others follow from the moves. A resignation, an
// agreement, or a claim reads back as a result without a reason. The error is that of the underlying writer.
func (w *PGNWriter) Write(g *Game) error {
	w.buffer = w.buffer[:0]
	if w.wrote {
		w.buffer = append(w.buffer, '\n')
	}
	w.wrote = true
	w.buffer = g.AppendPGN(w.buffer, w.PGNFormat)
	_, err := w.w.Write(w.buffer)
	return err
}

// exportTags returns the tags as they are written: the roster, the others in their order, and those that the
// start position and the end of the game need. Result and Termination say how the game has ended, whatever the
// tags of that name say.
func (g *Game) exportTags() []Tag {
	start := g.Start()
	tags := make([]Tag, 0, len(g.tags)+len(roster)+3)
	for _, t := range roster {
		if i := g.tagIndex(t.Name); i >= 0 {
			t.Value = g.tags[i].Value
		}
		if t.Name == "Result" {
			t.Value = g.exportResult().String()
		}
		tags = append(tags, t)
	}
	inRoster := func(name string) bool {
		return slices.ContainsFunc(roster[:], func(t Tag) bool { return t.Name == name })
	}
	needsFEN, needsVariant := start.IsChess960() || start != startPosition, start.IsChess960()
	termination, needsTermination := terminations[g.end.Reason]
	setUp := Tag{"SetUp", "1"}
	for i, t := range g.tags {
		switch {
		case inRoster(t.Name) && g.tagIndex(t.Name) == i:
			continue
		case t.Name == "Termination":
			if told := parseTermination(t.Value); told != g.end.Reason && (told != NoReason || needsTermination) {
				continue
			}
			needsTermination = false
		case strings.EqualFold(t.Name, "FEN"):
			if !g.startsAt(t.Value) {
				continue
			}
			if t.Name == "FEN" { // as other readers know it
				needsFEN = false
				if g.tagIndex(setUp.Name) < 0 && start != startPosition {
					tags = append(tags, setUp)
				}
			}
		case strings.EqualFold(t.Name, "Variant"):
			if !g.isVariant(t.Value) {
				continue
			}
			needsVariant = false
		}
		tags = append(tags, t)
	}
	if needsTermination {
		tags = append(tags, Tag{"Termination", termination})
	}
	if needsVariant {
		tags = append(tags, Tag{"Variant", "Chess960"})
	}
	if !needsFEN {
		return tags
	}
	if g.tagIndex(setUp.Name) < 0 {
		tags = append(tags, setUp)
	}
	return append(tags, Tag{"FEN", start.FEN()})
}

// startsAt reports whether a FEN, as a tag gives it, is that of the start. An empty one means the standard start.
func (g *Game) startsAt(fen string) bool {
	if fen = strings.TrimSpace(fen); fen == "" {
		return g.Start() == startPosition
	}
	p, _, err := RepairFEN(fen)
	start := g.Start()
	if err == nil && start.IsChess960() {
		p.setChess960(true)
	}
	return err == nil && p.IsChess960() == start.IsChess960() && p.Equal(start)
}

// isVariant reports whether a tag Variant with the value leaves the start unchanged.
func (g *Game) isVariant(value string) bool {
	chess960, known := parseVariant(strings.TrimSpace(value))
	p := g.Start()
	p.setChess960(chess960)
	return known && p.IsChess960() == g.Start().IsChess960()
}

// AppendPGN appends the game in PGN to b and returns the extended slice. The text ends with a line break.
func (g *Game) AppendPGN(b []byte, format PGNFormat) []byte {
	for _, t := range g.exportTags() {
		b = append(b, '[')
		b = append(b, t.Name...)
		b = append(b, ' ', '"')
		b = appendEscaped(b, t.Value)
		b = append(b, '"', ']', '\n')
	}
	b = append(b, '\n')
	if format.Columns == 0 {
		format.Columns = 80
	}
	m := movetext{game: g, format: format, b: b, lineStart: len(b)}
	m.write()
	return append(m.b, '\n')
}

// appendEscaped appends the value of a tag with its quotes and backslashes
// escaped.
func appendEscaped(b []byte, value string) []byte {
	for i := range len(value) {
		if value[i] == '"' || value[i] == '\\' {
			b = append(b, '\\')
		}
		b = append(b, value[i])
	}
	return b
}

// A movetext writes the moves of a game.
type movetext struct {
	game      *Game
	format    PGNFormat
	b         []byte
	lineStart int
	glued     bool // the next token follows without a space
	numbered  bool // Black's next move needs its number
	scratch   []byte
}

func (m *movetext) write() {
	m.numbered = true
	m.annotate(m.game.Root(), commentAfter)
	m.line(m.game.Root(), m.game.Start())
	m.token(m.game.exportResult().String())
}

// exportResult returns the result that ends the game in PGN: the recorded one, else that of the moves.
func (g *Game) exportResult() Result {
	if g.end.IsOver() {
		return g.end.Result
	}
	return g.Outcome().Result
}

// token writes text, on a new line if this one has no room.
func (m *movetext) token(text string) {
	switch column := len(m.b) - m.lineStart; {
	case column == 0:
	case m.glued && m.fits(column+len(text)):
	case m.glued || !m.fits(column+1+len(text)):
		m.b = append(m.b, '\n')
		m.lineStart = len(m.b)
	default:
		m.b = append(m.b, ' ')
	}
	m.glued = false
	m.b = append(m.b, text...)
	if i := strings.LastIndexByte(text, '\n'); i >= 0 {
		m.lineStart = len(m.b) - len(text) + i + 1
	}
}

func (m *movetext) fits(columns int) bool {
	return m.format.Columns < 0 || columns <= m.format.Columns-1
}

// A pausedLine is a line of play to go on with after a variation, and the
// variations still to be written before.
type pausedLine struct {
	at       Node     // the move just written
	before   Position // the position before it
	sibling  Node     // the next variation to write, zero if none
	position Position // after the move
}

// line writes the moves after root. Nested variations are kept on a stack of
// its own, so that no depth overflows.
func (m *movetext) line(root Node, p Position) {
	stack := []pausedLine{{at: root, position: p}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if v := top.sibling; v.Exists() {
			top.sibling = v.sibling()
			m.open()
			stack = append(stack, m.move(v, top.before, false))
			continue
		}
		next := top.at.Next()
		if next.Exists() {
			*top = m.move(next, top.position, true)
			continue
		}
		stack = stack[:len(stack)-1]
		if len(stack) > 0 {
			m.close()
		}
	}
}

// open begins a variation.
func (m *movetext) open() {
	m.token("(")
	m.glued, m.numbered = true, true
}

// close ends a variation.
func (m *movetext) close() {
	m.glued = true
	m.token(")")
	m.numbered = true
}

// move writes the move n, made in p, with its annotations; alternatives follow
// the main continuation.
func (m *movetext) move(n Node, p Position, main bool) pausedLine {
	atStart := m.glued // of a variation, where comments stand before the number
	if atStart {
		m.annotate(n, commentBefore)
	}
	if p.Turn() == White || m.numbered || !m.format.MainLineOnly && n.has(commentBefore) {
		m.token(strconv.Itoa(p.FullmoveNumber()) + dots(p.Turn()))
	}
	m.numbered = false
	if !atStart {
		m.annotate(n, commentBefore)
	}
	m.scratch = p.appendSAN(m.scratch[:0], n.Move())
	m.token(string(m.scratch))
	m.annotate(n, glyph)
	m.annotate(n, commentAfter)
	line := pausedLine{at: n, before: p, position: p.After(n.Move())}
	if main && !m.format.MainLineOnly {
		line.sibling = n.sibling()
	}
	return line
}

// annotate writes the annotations of n of one kind.
func (m *movetext) annotate(n Node, kind noteKind) {
	if m.format.MainLineOnly {
		return
	}
	for a := range n.annotations() {
		switch {
		case a.kind == glyph && (kind == glyph || kind == commentAfter && n.isRoot()):
			m.token(a.nag.String())
		case a.kind == kind:
			m.comment(m.game.tree.text[a.start:a.end])
			m.numbered = true
		}
	}
}

// comment writes a comment: in braces, or to the end of the line if it holds a
// closing brace.
func (m *movetext) comment(text []byte) {
	if bytes.IndexByte(text, '}') < 0 {
		m.token("{" + string(text) + "}")
		return
	}
	m.token(";" + string(text))
	m.b = append(m.b, '\n')
	m.lineStart = len(m.b)
}

// String returns the game in PGN.
func (g *Game) String() string { return string(g.AppendPGN(nil, PGNFormat{})) }

// MarshalText implements [encoding.TextMarshaler] with the game in PGN. It needs a *Game: encoding/json
// writes a Game that is not addressable as {}, and go vet reports the copy.
func (g *Game) MarshalText() ([]byte, error) { return g.AppendPGN(nil, PGNFormat{}), nil }

// UnmarshalText implements [encoding.TextUnmarshaler] for a text that holds one game without a fault. The error
// is that of [PGNReader.Read], or a [*PGNError] if there is no game or more than one. The rules of g stay.
func (g *Game) UnmarshalText(text []byte) error {
	r := NewPGNReader(bytes.NewReader(text))
	r.Rules = g.Rules()
	read, err := r.Read()
	if err == io.EOF {
		return &PGNError{Game: 1, Line: 1, Column: 1, Position: startPosition, Reason: "there is no game"}
	}
	if err != nil {
		return err
	}
	if r.scanner.Next() != PGNEnd {
		return r.scanner.newFault("", "this is more than one game", nil)
	}
	g.replace(read)
	return nil
}
