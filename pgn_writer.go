package chess

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"
)

// A PGNFormat says how a [PGNWriter] writes games. The zero value is the export
// format of the PGN standard with everything the game holds.
type PGNFormat struct {
	// MainLineOnly leaves out variations, comments and glyphs.
	MainLineOnly bool
	// Columns is the width that lines of movetext keep to where no single
	// token, such as a comment, is longer; 0 stands for 80, less than 0 for no
	// limit.
	Columns int
}

// A PGNWriter writes games to a PGN stream.
type PGNWriter struct {
	w      io.Writer
	format PGNFormat
	wrote  bool
	buffer []byte
}

// NewPGNWriter returns a writer of games to w. It does not buffer across games.
func NewPGNWriter(w io.Writer) *PGNWriter { return &PGNWriter{w: w} }

// SetFormat sets how the games that follow are written.
func (w *PGNWriter) SetFormat(format PGNFormat) { w.format = format }

// Write writes g: the tags with the Seven Tag Roster first, a blank line, the
// moves, and a blank line before the next game. What it writes reads back equal,
// within the limits of the reader and if that judges by the same rules. Of the
// reasons why a game has ended PGN keeps [Time] and [Adjudication], in the tag
// Termination, and those that follow from the moves; a resignation, an agreement
// or a claim comes back as a result alone. The error is that of the underlying
// writer.
func (w *PGNWriter) Write(g *Game) error {
	w.buffer = w.buffer[:0]
	if w.wrote {
		w.buffer = append(w.buffer, '\n')
	}
	w.wrote = true
	w.buffer = g.AppendPGN(w.buffer, w.format)
	_, err := w.w.Write(w.buffer)
	return err
}

// roster is the Seven Tag Roster of the PGN standard (8.1.1) with the values
// that stand for the unknown.
var roster = [...]Tag{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"},
	{"White", "?"}, {"Black", "?"}, {"Result", "*"},
}

// terminations are the values of the tag Termination (PGN standard 9.8.1) for
// the reasons that it knows.
var terminations = map[Reason]string{Time: "time forfeit", Adjudication: "adjudication"}

// exportTags returns the tags as they are written: the roster, the others in
// their order, and those that the start position needs.
func (g *Game) exportTags() []Tag {
	tags := make([]Tag, 0, len(g.tags)+len(roster)+3)
	for _, t := range roster {
		if i := g.tagIndex(t.Name); i >= 0 {
			t.Value = g.tags[i].Value
		}
		if t.Name == "Result" && (t.Value == "*" || t.Value == "?" || !g.end.IsOver() && g.Outcome().IsOver()) {
			t.Value = g.exportResult()
		}
		tags = append(tags, t)
	}
	seen := len(tags)
	hasStart, hasVariant := !g.start.Chess960() && g.start == startPosition, !g.start.Chess960()
	for i, t := range g.tags {
		switch {
		case strings.EqualFold(t.Name, "FEN"):
			if !g.startsAt(t.Value) {
				continue
			}
			if t.Name == "FEN" { // as other readers know it
				hasStart = true
				if g.tagIndex("SetUp") < 0 && g.start != startPosition {
					tags = append(tags, Tag{"SetUp", "1"})
				}
			}
		case strings.EqualFold(t.Name, "Variant"):
			if !g.isVariant(t.Value) {
				continue
			}
			hasVariant = true
		case slices.ContainsFunc(tags[:seen], func(r Tag) bool { return r.Name == t.Name }) && g.tagIndex(t.Name) == i:
			continue
		}
		tags = append(tags, t)
	}
	if reason, ok := terminations[g.end.Reason]; ok && g.tagIndex("Termination") < 0 {
		tags = append(tags, Tag{"Termination", reason})
	}
	if !hasVariant {
		tags = append(tags, Tag{"Variant", "Chess960"})
	}
	if hasStart {
		return tags
	}
	if g.tagIndex("SetUp") < 0 {
		tags = append(tags, Tag{"SetUp", "1"})
	}
	return append(tags, Tag{"FEN", g.start.FEN()})
}

// sameStart reports whether two positions are the same start, as FEN writes it.
func sameStart(p, q *Position) bool { return p.Chess960() == q.Chess960() && p.FEN() == q.FEN() }

// startsAt reports whether a FEN, as a tag gives it, is that of the start. An
// empty one says nothing, so the game starts as usual.
func (g *Game) startsAt(fen string) bool {
	if fen = strings.TrimSpace(fen); fen == "" {
		return g.start == startPosition
	}
	p, _, err := RepairFEN(fen)
	if err == nil && g.start.Chess960() {
		p.SetChess960(true)
	}
	return err == nil && sameStart(&p, &g.start)
}

// isVariant reports whether a tag Variant with the value leaves the start as it
// is.
func (g *Game) isVariant(value string) bool {
	chess960, known := parseVariant(strings.TrimSpace(value))
	p := g.start
	p.SetChess960(chess960)
	return known && p.Chess960() == g.start.Chess960()
}

// AppendPGN appends the game in PGN to b and returns it. It ends with a line
// break.
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
	m.line(m.game.Root(), m.game.start)
	m.token(m.game.exportResult())
}

// exportResult returns the mark that ends the game: the result on record, else
// that of the moves, else that of the tag.
func (g *Game) exportResult() string {
	if g.end.IsOver() {
		return g.end.Result.String()
	}
	if o := g.Outcome(); o.IsOver() {
		return o.Result.String()
	}
	r, _ := ParseResult(g.Tag("Result"))
	return r.String()
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
			top.sibling = m.game.node(v.data().next)
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
	if p.Turn() == White || m.numbered || !m.format.MainLineOnly && n.comments(commentBefore) != nil {
		dots := "."
		if p.Turn() == Black {
			dots = "..."
		}
		m.token(strconv.Itoa(p.FullmoveNumber()) + dots)
	}
	m.numbered = false
	if !atStart {
		m.annotate(n, commentBefore)
	}
	m.scratch = p.AppendSAN(m.scratch[:0], n.Move())
	m.token(string(m.scratch))
	m.annotate(n, glyph)
	m.annotate(n, commentAfter)
	line := pausedLine{at: n, before: p, position: p.afterAny(n.Move())}
	if main && !m.format.MainLineOnly {
		line.sibling = m.game.node(n.data().next)
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
		case a.kind == glyph && (kind == glyph || kind == commentAfter && n.IsRoot()):
			m.token(a.nag.String())
		case a.kind == kind:
			m.comment(m.game.text[a.start:a.end])
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

// AppendText implements [encoding.TextAppender] with the game in PGN. The error
// is a [*ParseError] for the zero Game, which has none.
func (g *Game) AppendText(b []byte) ([]byte, error) {
	if len(g.nodes) == 0 {
		return b, &ParseError{"game", "Game{}"}
	}
	return g.AppendPGN(b, PGNFormat{}), nil
}

// MarshalText implements [encoding.TextMarshaler], also for a Game that is no
// pointer.
func (g Game) MarshalText() ([]byte, error) { return g.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] for a text that holds one
// game without a fault. The error is that of [PGNReader.Read], or a [*PGNError]
// if there is no game or more than one. The rules of g stay; those of the zero
// Game are [FIDERules].
func (g *Game) UnmarshalText(text []byte) error {
	r := NewPGNReader(bytes.NewReader(text))
	if len(g.nodes) > 0 {
		r.SetRules(g.rules)
	}
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
	*g = *read
	return nil
}

// Equal reports whether g and other hold the same record: the same start, tree,
// annotations and result, and the same tags, where a tag of the Seven Tag Roster
// that is missing has the value that stands for the unknown. Package cmp asks for
// it. Since that cuts long texts, cmp.Diff shows what differs in games of more
// than a few moves if it is given [Game.String] of both, or one token to a line:
// [Game.AppendPGN] with 1 column.
func (g *Game) Equal(other *Game) bool {
	if g == nil || other == nil {
		return g == other
	}
	return sameStart(&g.start, &other.start) && g.exportResult() == other.exportResult() &&
		slices.Equal(g.exportTags(), other.exportTags()) && sameTree(g.Root(), other.Root())
}

// sameTree reports whether the moves and annotations from two roots on are the
// same.
func sameTree(a, b Node) bool {
	pairs := [][2]Node{{a, b}}
	for len(pairs) > 0 {
		a, b := pairs[len(pairs)-1][0], pairs[len(pairs)-1][1]
		pairs = pairs[:len(pairs)-1]
		if a.Move() != b.Move() || !slices.Equal(a.NAGs(), b.NAGs()) ||
			!slices.Equal(a.Comments(), b.Comments()) || !slices.Equal(a.CommentsBefore(), b.CommentsBefore()) {
			return false
		}
		x, y := a.Next(), b.Next()
		for x.Exists() && y.Exists() {
			pairs = append(pairs, [2]Node{x, y})
			x, y = a.game.node(x.data().next), b.game.node(y.data().next)
		}
		if x.Exists() != y.Exists() {
			return false
		}
	}
	return true
}
