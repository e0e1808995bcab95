package chess

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/shakki/chess/internal/enum"
	"github.com/shakki/chess/internal/fault"
	"github.com/shakki/chess/internal/movetree"
	"github.com/shakki/chess/internal/pgntext"
	"github.com/shakki/chess/internal/tagvalue"
)

// A Notation is a way to write moves. The zero value is [NotationSAN].
type Notation uint8

// The notations.
const (
	NotationSAN  Notation = iota // Nf3, exd6, O-O, as the PGN standard prescribes
	NotationLong                 // Ng1-f3, e5xd6, O-O
	NotationUCI                  // g1f3, e5d6, e1g1, as [Position.UCI] writes them
)

var notationNames = enum.Of[Notation]("notation", "SAN", "long algebraic", "UCI")

// String returns the name of n, such as "long algebraic".
func (n Notation) String() string { return notationNames.Text(n) }

// MarshalText implements [encoding.TextMarshaler] with the form of String. The error is a
// [*ParseError] if n is out of range.
func (n Notation) MarshalText() ([]byte, error) { return notationNames.Marshal(n) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form that String writes.
func (n *Notation) UnmarshalText(text []byte) error { return notationNames.Unmarshal(n, text) }

// A PGNFormat controls how PGN is written. The zero value is the export format of the PGN standard,
// with all variations and annotations.
type PGNFormat struct {
	// MainLineOnly omits variations and all annotations, whatever the fields below say.
	MainLineOnly bool `json:"mainLineOnly"`

	OmitTags       bool `json:"omitTags"`       // the tags, and with them a start position that is not the standard one
	OmitVariations bool `json:"omitVariations"` // all moves that are not of the main line
	OmitGlyphs     bool `json:"omitGlyphs"`     // $1 and so on
	OmitComments   bool `json:"omitComments"`   // all in comments that is not a clock or an evaluation
	OmitClocks     bool `json:"omitClocks"`     // the commands [%clk], [%emt], [%egt], and [%mct] in comments
	OmitEvals      bool `json:"omitEvals"`      // the command [%eval] in comments

	// Columns is the width of the lines of movetext in bytes, except for tokens such as comments
	// that are longer. 0 means 80, and a negative number means that lines are not broken.
	Columns int `json:"columns"`
	// Notation is how moves are written. A [PGNReader] reads every notation.
	Notation Notation `json:"notation"`
	// Language gives the letters of the pieces, or figurines. UCI has its own letters. Readers of
	// PGN expect English, which is the zero value.
	Language Language `json:"language"`
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
// The reasons [OutOfTime], [Adjudication], [Abandonment], [Forfeit], and [RulesInfraction] are written
// as the tag Termination, and automatic ends such as checkmate follow from the moves. Three tags
// that the PGN standard does not know hold what is left, for games that have it: Rules if the rules
// are not those of the FIDE Laws, EndReason for a resignation, an agreement, a claim, and a draw on
// time, and DrawOffer for a pending offer. A game that was read and whose main line has not changed
// keeps its recorded result, even "*" after an automatic draw. But a recorded result that
// contradicts a checkmate or stalemate on the board gives way to it.
//
// The error is that of the underlying writer, or [io.ErrShortWrite] if that took only a part of the
// text without an error. After an error, the stream may end within a game, so later calls of Write
// write nothing and return the same error.
func (w *PGNWriter) Write(g *Game) error {
	switch {
	case w.err != nil:
		return w.err
	case w.w == nil:
		return fault.NoWriter
	case g == nil:
		return fault.NoGame
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

// exportTags appends the tags as they are written for a game that ended as given: the roster, the
// other tags in their order, and missing tags that the start position and the end of the game need.
// Result and Termination are derived from the end. The tags of the game do not override it.
func (g *Game) exportTags(tags []Tag, end Outcome) []Tag {
	tags = append(tags, roster[:]...)
	for at, t := range g.tags {
		if at >= len(roster) || roster[at].Name != t.Name { // most games have the tags in this order
			at = indexOf(roster[:], t.Name)
		}
		if at >= 0 {
			tags[at] = t
		} else if g.exports(&t, tags, end) {
			if t.Name == "FEN" && g.Start() != startPosition {
				tags = g.appendSetUp(tags)
			}
			tags = append(tags, t)
		}
	}
	tags[len(roster)-1].Value = end.Result.String()
	return g.appendMissing(tags, end)
}

// exports reports whether t, a tag of g, is written after the given tags. A tag that contradicts
// the start position or the end of the game is not. If a FEN had to be repaired, exports replaces
// it by that of the start position.
func (g *Game) exports(t *Tag, written []Tag, end Outcome) bool {
	_, _, isSaved := parseSaved(t)
	switch {
	case isSaved:
		return false
	case t.Name == "Termination":
		return g.exportsTermination(t.Value, written, end)
	case t.Name == "SetUp" && g.Start() != startPosition: // a FEN is written
		t.Value = "1"
	case t.Name == "FEN":
		same, repaired := g.startsAt(t.Value)
		if repaired {
			t.Value = g.Start().FEN()
		}
		return same
	case t.Name == "Variant":
		return g.isVariant(t.Value)
	}
	return true
}

// exportsTermination reports whether a Termination tag is written. One that was read is written
// even if it contradicts the result.
func (g *Game) exportsTermination(value string, written []Tag, end Outcome) bool {
	switch t := g.readTermination(value); {
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
	return end.Reason != NoReason && terminations[end.Reason] != "" && indexOf(tags, "Termination") < 0
}

// appendMissing appends the tags that g needs and that are not among those written.
func (g *Game) appendMissing(tags []Tag, end Outcome) []Tag {
	start := g.Start()
	if needsTermination(tags, end) {
		tags = append(tags, Tag{"Termination", terminations[end.Reason]})
	}
	if start.IsChess960() && indexOf(tags, "Variant") < 0 {
		tags = append(tags, Tag{"Variant", "Chess960"})
	}
	if start != startPosition && indexOf(tags, "FEN") < 0 {
		tags = append(g.appendSetUp(tags), Tag{"FEN", start.FEN()})
	}
	return g.appendSaved(tags, end)
}

// appendSetUp appends the tag SetUp, which the PGN standard requires with a FEN (9.7.1), unless g
// has one.
func (g *Game) appendSetUp(tags []Tag) []Tag {
	if indexOf(g.tags, "SetUp") >= 0 {
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

// isVariant reports whether the value of a Variant tag agrees with the start position of g. An empty
// value or "?" does not agree with a start of Chess960.
func (g *Game) isVariant(value string) bool {
	value = strings.TrimSpace(value)
	variant := tagvalue.ParseVariant(value)
	p := g.Start()
	p.setChess960(variant == tagvalue.Chess960)
	return variant != tagvalue.OtherVariant && p.IsChess960() == g.Start().IsChess960() && (!p.IsChess960() || value != "" && value != "?")
}

// AppendPGN appends g in PGN to b and returns the extended slice. The text ends with a line feed.
func (g *Game) AppendPGN(b []byte, format PGNFormat) []byte {
	before := len(b)
	end := g.recordedEnd()
	if format.MainLineOnly {
		format.OmitVariations, format.OmitGlyphs = true, true
		format.OmitComments, format.OmitClocks, format.OmitEvals = true, true, true
	}
	format.Columns = cmp.Or(format.Columns, 80)
	b, last := g.appendPGN(b, format, end)
	if decided := decidedEnd(end, &last); decided != end {
		b, _ = g.appendPGN(b[:before], format, decided)
	}
	return b
}

// appendPGN appends g as a game that ended as given. It also returns the last position of the main
// line.
func (g *Game) appendPGN(b []byte, format PGNFormat, end Outcome) ([]byte, Position) {
	if !format.OmitTags {
		var buffer [24]Tag // most games have fewer tags
		for _, t := range g.exportTags(buffer[:0], end) {
			b = pgntext.AppendTag(b, t.Name, t.Value)
		}
		b = append(b, '\n')
	}
	m := movetree.Writer[Position]{
		Lines: pgntext.NewLines(b, format.Columns), Tree: &g.tree,
		Filter:         pgntext.Filter{Comments: format.OmitComments, Clocks: format.OmitClocks, Evals: format.OmitEvals},
		OmitVariations: format.OmitVariations, OmitGlyphs: format.OmitGlyphs,
		Number: func(p *Position) int { return p.FullmoveNumber() },
		Move: func(text []byte, p *Position, m uint16, q *Position) []byte {
			q.SetAfter(p, Move(m))
			return p.appendMove(text, Move(m), q, &format)
		},
	}
	start := g.Start()
	last := m.Write(start, start.Turn() == Black, end.Result.mark())
	return append(m.Text, '\n'), last
}

// recordedEnd returns the end of the game that is written unless the last position contradicts it:
// the recorded end, or the result that follows from the moves. A record that was read and says that
// the game is unfinished still says so.
func (g *Game) recordedEnd() Outcome {
	if end := g.RecordedOutcome(); end.IsOver() || g.text.unchanged {
		return end
	}
	return Outcome{Result: g.Outcome().Result, Reason: g.end.Reason}
}

// decidedEnd returns end, or the checkmate or stalemate in the last position that contradicts it.
func decidedEnd(end Outcome, last *Position) Outcome {
	if last.hasLegalMove() {
		return end
	}
	if decided := last.Outcome(); decided.Result != end.Result {
		return decided
	}
	return end
}

// exportEnd returns the end of the game that is written.
func (g *Game) exportEnd() Outcome { return decidedEnd(g.recordedEnd(), g.last()) }

// appendMove appends m, after which the position is q, in the notation and the language of the
// format.
func (p *Position) appendMove(b []byte, m Move, q *Position, format *PGNFormat) []byte {
	switch {
	case format.Notation == NotationUCI:
		return p.uciMove(m).appendCoordinates(b)
	case m == NullMove:
		return append(b, "--"...)
	case format.Notation == NotationLong:
		b = p.appendLong(b, m, format.Language)
	default:
		b = p.appendUnmarked(b, m, format.Language)
	}
	return q.appendMark(b)
}

// appendLong appends m in long algebraic notation with the letters of l, without the mark of check
// or mate.
func (p *Position) appendLong(b []byte, m Move, l Language) []byte {
	if p.isCastling(m) {
		return p.appendUnmarked(b, m, l)
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
	return b
}

// MoveText returns m, legal in p or NullMove, in the notation and the language of the format:
// "Ng1-f3" for NotationLong, "Rf3" in Finnish. For other moves the result is meaningless.
func (p Position) MoveText(m Move, format PGNFormat) string {
	var buffer [12]byte
	return string(p.AppendMoveText(buffer[:0], m, format))
}

// AppendMoveText appends the [Position.MoveText] of m to b and returns the extended slice.
func (p Position) AppendMoveText(b []byte, m Move, format PGNFormat) []byte {
	q := p.After(m)
	return p.appendMove(b, m, &q, &format)
}

// Line returns moves that are played one after another from p, with their numbers, in the notation
// and the language of the format: "1. e4 e5 2. Nf3", or "1... e5 2. Nf3" if Black is to move. It
// stops before a move that is illegal. NullMove is written as a pass.
func (p Position) Line(moves []Move, format PGNFormat) string {
	var b []byte
	for i, m := range moves {
		m, err := p.legal(m, "")
		if err != nil {
			break
		}
		if i == 0 || p.Turn() == White {
			b = fmt.Appendf(b, "%d%s ", p.FullmoveNumber(), dots(p.Turn()))
		}
		q := p.After(m)
		b = append(p.appendMove(b, m, &q, &format), ' ')
		p = q
	}
	return strings.TrimSuffix(string(b), " ")
}

// String returns g in PGN.
func (g *Game) String() string { return g.FormatPGN(PGNFormat{}) }

// GoString returns an expression for g, a call of [MustParsePGN]. Its value is equal to g by [Game.Equal].
func (g *Game) GoString() string {
	text := g.String()
	if strings.Contains(text, "`") {
		return fmt.Sprintf("chess.MustParsePGN(%q)", text)
	}
	return "chess.MustParsePGN(`" + text + "`)"
}

// FormatPGN returns g in PGN in the chosen form. The text ends with a line feed.
func (g *Game) FormatPGN(format PGNFormat) string { return string(g.AppendPGN(nil, format)) }

// MarshalText implements [encoding.TextMarshaler] with the form of String. It needs a *Game:
// encoding/json writes a Game that is not addressable as {}, and go vet reports the copy. The error
// is a [*ParseError] if a tag named Rules, EndReason, or DrawOffer is one that UnmarshalText refuses.
func (g *Game) MarshalText() ([]byte, error) {
	for i := range g.tags {
		if t := &g.tags[i]; t.isUnknown() {
			return nil, &ParseError{Kind: "value of the tag " + t.Name, Text: t.Value}
		}
	}
	return g.AppendPGN(nil, PGNFormat{}), nil
}
