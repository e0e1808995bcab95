package chess

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/shakki/chess/internal/movetree"
	"github.com/shakki/chess/internal/pgntext"
)

// A Notation is a way to write moves. The zero value is [SAN].
type Notation uint8

// The notations.
const (
	SAN           Notation = iota // Nf3, exd6, O-O, as the PGN standard prescribes
	LongAlgebraic                 // Ng1-f3, e5xd6, O-O
	UCI                           // g1f3, e5d6, e1g1, as [Position.UCI] writes them
)

var notationNames = enum[Notation]{"notation", []string{"SAN", "long algebraic", "UCI"}}

// String returns the name of n, such as "long algebraic".
func (n Notation) String() string { return notationNames.text(n) }

// MarshalText implements [encoding.TextMarshaler] with the form of String. The error is a
// [*ParseError] if n is out of range.
func (n Notation) MarshalText() ([]byte, error) { return notationNames.marshal(n) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form that String writes.
func (n *Notation) UnmarshalText(text []byte) error { return notationNames.unmarshal(n, text) }

// A PGNFormat controls how PGN is written. The zero value is the export format of the PGN standard,
// with all variations and annotations.
type PGNFormat struct {
	// MainLineOnly omits variations and all annotations, whatever the fields below say.
	MainLineOnly bool

	OmitTags       bool // the tags, and with them a start position that is not the standard one
	OmitVariations bool // all moves that are not of the main line
	OmitGlyphs     bool // $1 and so on
	OmitComments   bool // all in comments that is not a clock or an evaluation
	OmitClocks     bool // the commands [%clk], [%emt], [%egt], and [%mct] in comments
	OmitEvals      bool // the command [%eval] in comments

	// Columns is the width of the lines of movetext in bytes, except for tokens such as comments
	// that are longer. 0 means 80, and a negative number means that lines are not broken.
	Columns int
	// Notation is how moves are written. A [PGNReader] reads every notation.
	Notation Notation
	// Language gives the letters of the pieces, or figurines. UCI has its own letters. Readers of
	// PGN expect English, which is the zero value.
	Language Language
}

// A PGNWriter writes games to a PGN stream. A change of the exported fields applies to the games
// that are written after it.
type PGNWriter struct {
	PGNFormat

	w      io.Writer
	wrote  bool
	err    error // of the first write that failed
	buffer []byte
}

// NewPGNWriter returns a writer of games to w. Each game is one call of w.Write.
func NewPGNWriter(w io.Writer) *PGNWriter { return &PGNWriter{w: w} }

// Write writes g: the tags, with the Seven Tag Roster first, then a blank line and the moves. A
// blank line separates games. A [PGNReader] whose limits are not exceeded reads back an equal game,
// unless the format omits parts of it.
//
// The reasons [Time], [Adjudication], [Abandonment], [Forfeit], and [RulesInfraction] are written
// as the tag Termination, and automatic ends such as checkmate follow from the moves. Three tags
// that the PGN standard does not know hold what is left, for games that have it: Rules if the rules
// are not [FIDERules], EndReason for a resignation, an agreement, a claim, and a draw on time, and
// DrawOffer for a pending offer. A recorded result that contradicts a checkmate or stalemate on the
// board gives way to it.
//
// The error is that of the underlying writer, or [io.ErrShortWrite] if that took only a part of the
// text without an error. After an error, the stream may end within a game, so later calls of Write
// write nothing and return the same error.
func (w *PGNWriter) Write(g *Game) error {
	if w.err != nil {
		return w.err
	}
	w.buffer = w.buffer[:0]
	if w.wrote {
		w.buffer = append(w.buffer, '\n')
	}
	w.wrote = true
	w.buffer = g.AppendPGN(w.buffer, w.PGNFormat)
	n, err := w.w.Write(w.buffer)
	if err == nil && n != len(w.buffer) {
		err = io.ErrShortWrite
	}
	w.err = err
	return err
}

// exportTags returns the tags as they are written for a game that ended as given: the roster, the
// other tags in their order, and missing tags that the start position and the end of the game need.
// Result and Termination are derived from the end. The tags of the game do not override it.
func (g *Game) exportTags(end Outcome) []Tag {
	tags := make([]Tag, 0, len(g.tags)+len(roster)+3)
	for _, t := range roster {
		tags = append(tags, g.rosterTag(t, end))
	}
	for i, t := range g.tags {
		if isRosterTag(t.Name) && g.tagIndex(t.Name) == i || !g.exports(&t, tags, end) {
			continue
		}
		if t.Name == "FEN" && g.Start() != startPosition {
			tags = g.appendSetUp(tags)
		}
		tags = append(tags, t)
	}
	return g.appendMissing(tags, end)
}

// rosterTag returns a tag of the roster with the value that g has. t has the value of an unknown
// tag.
func (g *Game) rosterTag(t Tag, end Outcome) Tag {
	if i := g.tagIndex(t.Name); i >= 0 {
		t.Value = g.tags[i].Value
	}
	if t.Name == "Result" && (end.IsOver() || !pgntext.IsDoubleForfeit(t.Value)) {
		t.Value = end.Result.String()
	}
	return t
}

// isRosterTag reports whether name is the name of a tag of the Seven Tag Roster.
func isRosterTag(name string) bool {
	return slices.ContainsFunc(roster[:], func(t Tag) bool { return t.Name == name })
}

// exports reports whether t, a tag of g, is written after the given tags. A tag that contradicts
// the start position or the end of the game is not. If a FEN had to be repaired, exports replaces
// it by that of the start position.
func (g *Game) exports(t *Tag, written []Tag, end Outcome) bool {
	switch {
	case isSaved(t):
		return false
	case t.Name == "Termination":
		return g.exportsTermination(t.Value, written, end)
	case strings.EqualFold(t.Name, "FEN"):
		same, repaired := g.startsAt(t.Value)
		if repaired {
			t.Value = g.Start().FEN()
		}
		return same
	case strings.EqualFold(t.Name, "Variant"):
		return g.isVariant(t.Value)
	}
	return true
}

// exportsTermination reports whether a Termination tag is written. One that was read is written
// even if it contradicts the result.
func (g *Game) exportsTermination(value string, written []Tag, end Outcome) bool {
	switch t := readTermination(value, g.Tag("White"), g.Tag("Black")); {
	case t.reason == NoReason:
		return !needsTermination(written, end)
	case t.allows(end.Result):
		return t.reason == end.Reason || t.reason == g.Outcome().Reason
	}
	return g.text.unchanged && end == g.recordedEnd()
}

// needsTermination reports whether the given tags lack a tag Termination that gives the reason why
// the game ended.
func needsTermination(tags []Tag, end Outcome) bool {
	return terminations[end.Reason] != "" && !hasTag(tags, "Termination")
}

// hasTag reports whether one of the tags has the given name.
func hasTag(tags []Tag, name string) bool {
	return slices.ContainsFunc(tags, func(t Tag) bool { return t.Name == name })
}

// appendMissing appends the tags that g needs and that are not among those written.
func (g *Game) appendMissing(tags []Tag, end Outcome) []Tag {
	start := g.Start()
	isVariant := func(t Tag) bool { return strings.EqualFold(t.Name, "Variant") }
	if needsTermination(tags, end) {
		tags = append(tags, Tag{"Termination", terminations[end.Reason]})
	}
	if start.IsChess960() && !slices.ContainsFunc(tags, isVariant) {
		tags = append(tags, Tag{"Variant", "Chess960"})
	}
	if start != startPosition && !hasTag(tags, "FEN") {
		tags = append(g.appendSetUp(tags), Tag{"FEN", start.FEN()})
	}
	return g.appendSaved(tags, end)
}

// appendSetUp appends the tag SetUp, which the PGN standard requires with a FEN (9.7.1), unless g
// has one.
func (g *Game) appendSetUp(tags []Tag) []Tag {
	if g.tagIndex("SetUp") >= 0 {
		return tags
	}
	return append(tags, Tag{"SetUp", "1"})
}

// startsAt reports whether the value of a FEN tag is the start position of g, and whether it had to
// be repaired to be read. An empty value means the standard start position.
func (g *Game) startsAt(fen string) (same, repaired bool) {
	if strings.TrimSpace(fen) == "" {
		return g.Start() == startPosition, false
	}
	p, repairs, err := RepairFEN(fen)
	if err != nil {
		return false, false
	}
	start := g.Start()
	if start.IsChess960() {
		p.setChess960(true)
	}
	return p.IsChess960() == start.IsChess960() && p.Equal(start), len(repairs) > 0
}

// isVariant reports whether the value of a Variant tag names a game and agrees with the start
// position of g.
func (g *Game) isVariant(value string) bool {
	value = strings.TrimSpace(value)
	chess960, known := pgntext.ParseVariant(value)
	p := g.Start()
	p.setChess960(chess960)
	return known && value != "" && value != "?" && p.IsChess960() == g.Start().IsChess960()
}

// AppendPGN appends g in PGN to b and returns the extended slice. The text ends with a line feed.
func (g *Game) AppendPGN(b []byte, format PGNFormat) []byte {
	before := len(b)
	end := g.recordedEnd()
	b, last := g.appendPGN(b, format.explicit(), end)
	if decided := decidedEnd(end, &last); decided != end {
		b, _ = g.appendPGN(b[:before], format.explicit(), decided)
	}
	return b
}

// explicit returns f with the meaning of MainLineOnly and of 0 columns spelled out.
func (f PGNFormat) explicit() PGNFormat {
	if f.MainLineOnly {
		f.OmitVariations, f.OmitGlyphs, f.OmitComments, f.OmitClocks, f.OmitEvals = true, true, true, true, true
	}
	if f.Columns == 0 {
		f.Columns = 80
	}
	return f
}

// appendPGN appends g as a game that ended as given. It also returns the last position of the main
// line.
func (g *Game) appendPGN(b []byte, format PGNFormat, end Outcome) ([]byte, Position) {
	if !format.OmitTags {
		for _, t := range g.exportTags(end) {
			b = pgntext.AppendTag(b, t.Name, t.Value)
		}
		b = append(b, '\n')
	}
	m := movetext{Lines: pgntext.NewLines(b, format.Columns), game: g, format: format}
	last := m.write(end)
	return append(m.Text, '\n'), last
}

// A movetext writes the moves of a game.
type movetext struct {
	pgntext.Lines
	game     *Game
	format   PGNFormat
	numbered bool // Black's next move needs its number
	scratch  []byte
}

// write writes the moves and the result. It returns the last position of the main line.
func (m *movetext) write(end Outcome) Position {
	m.numbered = true
	m.annotate(m.game.Root(), movetree.CommentAfter)
	last := m.line(m.game.Root(), m.game.Start())
	m.Add(end.Result.String())
	return last
}

// recordedEnd returns the end of the game that is written unless the last position contradicts it:
// the recorded end, or the result that follows from the moves.
func (g *Game) recordedEnd() Outcome {
	if g.end.IsOver() {
		return g.end
	}
	return Outcome{Result: g.Outcome().Result, Reason: g.end.Reason}
}

// decidedEnd returns end, or the checkmate or stalemate in the last position that contradicts it.
func decidedEnd(end Outcome, last *Position) Outcome {
	if !end.IsOver() || last.hasLegalMove() {
		return end
	}
	if decided := last.Outcome(); decided.Result != end.Result {
		return decided
	}
	return end
}

// exportEnd returns the end of the game that is written.
func (g *Game) exportEnd() Outcome { return decidedEnd(g.recordedEnd(), g.last()) }

// A pausedLine is a line of play that continues after the variations of its last move have been
// written.
type pausedLine struct {
	at       Node     // the last move
	before   Position // the position before it
	sibling  Node     // the next variation to write, or the zero Node
	position Position // the position after the last move
	written  int      // the number of variations written
	note     int32    // the first annotation after the move that has not been examined, or 0
}

// line writes the moves after root and returns the last position of the main line. It uses a stack
// instead of recursion, since variations may be nested deeply.
func (m *movetext) line(root Node, p Position) Position {
	stack := []pausedLine{{at: root, position: p}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		m.comments(top)
		if v := top.sibling; v.Exists() {
			top.sibling = v.sibling()
			top.written++
			m.open()
			stack = append(stack, m.move(v, top.before, false))
			continue
		}
		next := top.at.Next()
		if next.Exists() {
			*top = m.move(next, top.position, true)
			continue
		}
		p = top.position
		stack = stack[:len(stack)-1]
		if len(stack) > 0 {
			m.close()
		}
	}
	return p
}

// open begins a variation.
func (m *movetext) open() {
	m.Add("(")
	m.Glued, m.numbered = true, true
}

// close ends a variation.
func (m *movetext) close() {
	m.Glued = true
	m.Add(")")
	m.numbered = true
}

// move writes the move n, played in p, and its annotations. The variations of n follow it if main
// is true.
func (m *movetext) move(n Node, p Position, main bool) pausedLine {
	atStart := m.Glued // at the start of a variation, comments precede the move number
	if atStart {
		m.annotate(n, movetree.CommentBefore)
	}
	if p.Turn() == White || m.numbered || m.shows(n, movetree.CommentBefore) {
		m.Add(strconv.Itoa(p.FullmoveNumber()) + dots(p.Turn()))
	}
	m.numbered = false
	if !atStart {
		m.annotate(n, movetree.CommentBefore)
	}
	m.scratch = p.appendMove(m.scratch[:0], n.Move(), &m.format)
	m.Add(string(m.scratch))
	m.annotate(n, movetree.Glyph)
	line := pausedLine{at: n, before: p, position: p.After(n.Move())}
	if main && !m.format.OmitVariations {
		line.sibling = n.sibling()
	}
	line.note = n.data().Notes
	m.comments(&line)
	return line
}

// comments writes the comments after the last move of a line up to one that follows a variation
// that has not been written.
func (m *movetext) comments(line *pausedLine) {
	notes := m.game.tree.Notes
	for ; line.note != 0; line.note = notes[line.note].Next {
		a := notes[line.note]
		if a.Kind != movetree.CommentAfter {
			continue
		}
		if int(a.After) > line.written && line.sibling.Exists() {
			return
		}
		m.note(a)
	}
}

// annotate writes the annotations of n of the given kind. Glyphs of the root are written among its
// comments.
func (m *movetext) annotate(n Node, kind movetree.Kind) {
	for a := range n.annotations() {
		switch {
		case a.Kind == movetree.Glyph && (kind == movetree.Glyph || kind == movetree.CommentAfter && n.isRoot()):
			if !m.format.OmitGlyphs {
				m.Add(NAG(a.NAG).String())
			}
		case a.Kind == kind:
			m.note(a)
		}
	}
}

// note writes a comment unless the format omits it.
func (m *movetext) note(a movetree.Note) {
	if text, ok := m.format.comment(m.game.tree.Comment(a)); ok {
		m.AddComment(text)
		m.numbered = true
	}
}

// shows reports whether a comment of n of the given kind is written.
func (m *movetext) shows(n Node, kind movetree.Kind) bool {
	for a := range n.annotations() {
		if a.Kind == kind {
			if _, ok := m.format.comment(m.game.tree.Comment(a)); ok {
				return true
			}
		}
	}
	return false
}

// comment returns a comment without what f omits, and whether something is left to write.
func (f *PGNFormat) comment(text []byte) ([]byte, bool) {
	if !f.OmitComments && !f.OmitClocks && !f.OmitEvals {
		return text, true
	}
	filter := pgntext.OmitCommands
	if f.OmitComments {
		filter = pgntext.OnlyCommands
	}
	left := strings.TrimSpace(pgntext.Writable(string(filter(text, f.omits))))
	return []byte(left), left != "" || len(text) == 0 && !f.OmitComments
}

// omits reports whether f omits the command with the given name, such as "clk".
func (f *PGNFormat) omits(name, _ string) bool {
	switch name {
	case "clk", "emt", "egt", "mct":
		return f.OmitClocks
	case "eval":
		return f.OmitEvals
	}
	return f.OmitComments
}

// appendMove appends m in the notation and the language of the format.
func (p *Position) appendMove(b []byte, m Move, format *PGNFormat) []byte {
	switch {
	case format.Notation == UCI:
		return p.uciMove(m).appendCoordinates(b)
	case format.Notation == LongAlgebraic:
		return p.appendLong(b, m, format.Language)
	case format.Language != English:
		return append(b, p.SANIn(m, format.Language)...)
	}
	return p.appendSAN(b, m)
}

// appendLong appends m in long algebraic notation with the letters of l.
func (p *Position) appendLong(b []byte, m Move, l Language) []byte {
	var buffer [8]byte
	san := p.appendSAN(buffer[:0], m)
	if m == NullMove || p.isCastling(m) {
		return append(b, san...)
	}
	if t := p.typeAt(m.From()); t != Pawn {
		b = append(b, l.Letter(t)...)
	}
	sign := byte('-')
	if p.isCapture(m) {
		sign = 'x'
	}
	b = append(append(b, m.From().String()...), sign)
	b = append(b, m.To().String()...)
	if t := m.Promotion(); t != NoPieceType {
		b = append(append(b, '='), l.Letter(t)...)
	}
	if mark := san[len(san)-1]; mark == '+' || mark == '#' {
		b = append(b, mark)
	}
	return b
}

// Line returns moves that are played one after another from p, with their numbers: "1. e4 e5 2.
// Nf3", or "1... e5 2. Nf3" if Black is to move. It stops before a move that is illegal. NullMove
// is written as a pass.
func (p Position) Line(moves []Move) string { return string(p.AppendLine(nil, moves, PGNFormat{})) }

// AppendLine appends the form of [Position.Line] in the notation and the language of the format to
// b and returns the extended slice.
func (p Position) AppendLine(b []byte, moves []Move, format PGNFormat) []byte {
	for i, m := range moves {
		m, err := p.legalOrPass(m, "")
		if err != nil {
			break
		}
		if i > 0 {
			b = append(b, ' ')
		}
		if i == 0 || p.Turn() == White {
			b = strconv.AppendInt(b, int64(p.FullmoveNumber()), 10)
			b = append(append(b, dots(p.Turn())...), ' ')
		}
		b = p.appendMove(b, m, &format)
		p.SetAfter(&p, m)
	}
	return b
}

// String returns g in PGN.
func (g *Game) String() string { return string(g.AppendPGN(nil, PGNFormat{})) }

// MarshalText implements [encoding.TextMarshaler] with the form of String. It needs a *Game:
// encoding/json writes a Game that is not addressable as {}, and go vet reports the copy.
func (g *Game) MarshalText() ([]byte, error) { return g.AppendPGN(nil, PGNFormat{}), nil }

// UnmarshalText implements [encoding.TextUnmarshaler] for text that contains one game without
// faults. The error is that of [PGNReader.Read], or a [*PGNError] if there is no game or more than
// one. The game has the rules that the text names, or FIDERules. g is unchanged on error.
func (g *Game) UnmarshalText(text []byte) error {
	r := readerOf(text)
	read, err := r.Read()
	if err == io.EOF {
		return &PGNError{Game: 1, Line: 1, Column: 1, Position: startPosition, Reason: "there is no game"}
	}
	if err != nil {
		return err
	}
	if r.scanner.Next() != PGNEnd {
		return r.scanner.newFault(r.scanner.place(), "", "there is more than one game", nil)
	}
	g.replace(read)
	return nil
}
