package chess

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"
)

// A PGNFormat controls how PGN is written. The zero value is the export format of the PGN standard,
// with all variations and annotations.
type PGNFormat struct {
	// MainLineOnly omits variations, comments, and glyphs.
	MainLineOnly bool
	// Columns is the width of the lines of movetext, except for tokens such as comments that are
	// longer. 0 means 80, and a negative number means that lines are not broken.
	Columns int
}

// A PGNWriter writes games to a PGN stream. A change of the exported fields applies to the games
// that are written after it.
type PGNWriter struct {
	PGNFormat

	w      io.Writer
	wrote  bool
	buffer []byte
}

// NewPGNWriter returns a writer of games to w. Each game is one call of w.Write.
func NewPGNWriter(w io.Writer) *PGNWriter { return &PGNWriter{w: w} }

// Write writes g: the tags, with the Seven Tag Roster first, then a blank line and the moves. A
// blank line separates games. A [PGNReader] with the same rules, and limits that are not exceeded,
// reads back an equal game.
//
// PGN cannot represent every reason why a game ended. [Time], [Adjudication], [Abandonment],
// [Forfeit], and [RulesInfraction] are written as the tag Termination, and automatic ends such as
// checkmate follow from the moves. A resignation, an agreement, or a claim reads back as a result
// without a reason. The error is that of the underlying writer.
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

// exportTags returns the tags as they are written: the roster, the other tags in their order, and
// missing tags that the start position and the end of the game need. Result and Termination are
// derived from the end of the game. The tags of the game do not override it.
func (g *Game) exportTags() []Tag {
	tags := make([]Tag, 0, len(g.tags)+len(roster)+3)
	for _, t := range roster {
		tags = append(tags, g.rosterTag(t))
	}
	for i, t := range g.tags {
		if isRosterTag(t.Name) && g.tagIndex(t.Name) == i || !g.exports(t, tags) {
			continue
		}
		if t.Name == "FEN" && g.Start() != startPosition {
			tags = g.appendSetUp(tags)
		}
		tags = append(tags, t)
	}
	return g.appendMissing(tags)
}

// rosterTag returns a tag of the roster with the value that g has. t has the value of an unknown
// tag.
func (g *Game) rosterTag(t Tag) Tag {
	if i := g.tagIndex(t.Name); i >= 0 {
		t.Value = g.tags[i].Value
	}
	if t.Name == "Result" {
		t.Value = g.exportResult().String()
	}
	return t
}

// isRosterTag reports whether name is the name of a tag of the Seven Tag Roster.
func isRosterTag(name string) bool {
	return slices.ContainsFunc(roster[:], func(t Tag) bool { return t.Name == name })
}

// exports reports whether t, a tag of g, is written after the given tags. A tag that contradicts
// the start position or the end of the game is not.
func (g *Game) exports(t Tag, written []Tag) bool {
	switch {
	case t.Name == "Termination":
		reason := parseTermination(t.Value)
		return reason == g.end.Reason || reason == NoReason && !g.needsTermination(written)
	case strings.EqualFold(t.Name, "FEN"):
		return g.startsAt(t.Value)
	case strings.EqualFold(t.Name, "Variant"):
		return g.isVariant(t.Value)
	}
	return true
}

// needsTermination reports whether the given tags lack a tag Termination that gives the reason why
// g ended.
func (g *Game) needsTermination(tags []Tag) bool {
	return terminations[g.end.Reason] != "" && !hasTag(tags, "Termination")
}

// hasTag reports whether one of the tags has the given name.
func hasTag(tags []Tag, name string) bool {
	return slices.ContainsFunc(tags, func(t Tag) bool { return t.Name == name })
}

// appendMissing appends the tags that g needs and that are not among those written.
func (g *Game) appendMissing(tags []Tag) []Tag {
	start := g.Start()
	isVariant := func(t Tag) bool { return strings.EqualFold(t.Name, "Variant") }
	if g.needsTermination(tags) {
		tags = append(tags, Tag{"Termination", terminations[g.end.Reason]})
	}
	if start.IsChess960() && !slices.ContainsFunc(tags, isVariant) {
		tags = append(tags, Tag{"Variant", "Chess960"})
	}
	if start != startPosition && !hasTag(tags, "FEN") {
		tags = append(g.appendSetUp(tags), Tag{"FEN", start.FEN()})
	}
	return tags
}

// appendSetUp appends the tag SetUp, which the PGN standard requires with a FEN (9.7.1), unless g
// has one.
func (g *Game) appendSetUp(tags []Tag) []Tag {
	if g.tagIndex("SetUp") >= 0 {
		return tags
	}
	return append(tags, Tag{"SetUp", "1"})
}

// startsAt reports whether the value of a FEN tag is the start position of g. An empty value means
// the standard start position.
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

// isVariant reports whether the value of a Variant tag agrees with the start position of g.
func (g *Game) isVariant(value string) bool {
	chess960, known := parseVariant(strings.TrimSpace(value))
	p := g.Start()
	p.setChess960(chess960)
	return known && p.IsChess960() == g.Start().IsChess960()
}

// AppendPGN appends g in PGN to b and returns the extended slice. The text ends with a line feed.
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

// appendEscaped appends value with its quotes and backslashes escaped.
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
	b         []byte // the text so far
	lineStart int    // the index in b of the current line
	glued     bool   // no space precedes the next token
	numbered  bool   // Black's next move needs its number
	scratch   []byte
}

// write writes the moves and the result.
func (m *movetext) write() {
	m.numbered = true
	m.annotate(m.game.Root(), commentAfter)
	m.line(m.game.Root(), m.game.Start())
	m.token(m.game.exportResult().String())
}

// exportResult returns the result that is written: the recorded one, or the one that follows from
// the moves.
func (g *Game) exportResult() Result {
	if g.end.IsOver() {
		return g.end.Result
	}
	return g.Outcome().Result
}

// token writes text, on a new line if the current one is full.
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

// fits reports whether a line may have the given number of columns.
func (m *movetext) fits(columns int) bool {
	return m.format.Columns < 0 || columns <= m.format.Columns-1
}

// A pausedLine is a line of play that continues after the variations of its last move have been
// written.
type pausedLine struct {
	at       Node     // the last move
	before   Position // the position before it
	sibling  Node     // the next variation to write, or the zero Node
	position Position // the position after the last move
}

// line writes the moves after root. It uses a stack instead of recursion, since variations may be
// nested deeply.
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

// move writes the move n, played in p, and its annotations. The variations of n follow it if main
// is true.
func (m *movetext) move(n Node, p Position, main bool) pausedLine {
	atStart := m.glued // at the start of a variation, comments precede the move number
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

// annotate writes the annotations of n of the given kind. Glyphs of the root are written among its
// comments.
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

// comment writes a comment in braces, or after ";" to the end of the line if it contains a closing
// brace.
func (m *movetext) comment(text []byte) {
	if bytes.IndexByte(text, '}') < 0 {
		m.token("{" + string(text) + "}")
		return
	}
	m.token(";" + string(text))
	m.b = append(m.b, '\n')
	m.lineStart = len(m.b)
}

// String returns g in PGN.
func (g *Game) String() string { return string(g.AppendPGN(nil, PGNFormat{})) }

// MarshalText implements [encoding.TextMarshaler] with the form of String. It needs a *Game:
// encoding/json writes a Game that is not addressable as {}, and go vet reports the copy.
func (g *Game) MarshalText() ([]byte, error) { return g.AppendPGN(nil, PGNFormat{}), nil }

// UnmarshalText implements [encoding.TextUnmarshaler] for text that contains one game without
// faults. The error is that of [PGNReader.Read], or a [*PGNError] if there is no game or more than
// one. The rules of g do not change.
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
		return r.scanner.newFault("", "there is more than one game", nil)
	}
	g.replace(read)
	return nil
}
