package variant

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/ending"
	"github.com/shakki/chess/internal/fault"
	"github.com/shakki/chess/internal/movetree"
	"github.com/shakki/chess/internal/pgntext"
)

// A PGNScanner is a [chess.PGNScanner] that also plays the games of other variants, which the Variant tag
// names. Its events are the same. In a game of another variant, Position, Before, and Move of the embedded
// scanner mean nothing: use [PGNScanner.VariantPosition] and [PGNScanner.VariantMove].
type PGNScanner struct {
	*chess.PGNScanner

	variant Variant
	other   bool // the game is of another variant
	line    playedLine
	outer   []playedLine // the lines that the open variations interrupt
	move    Move
}

// A playedLine is a line of play: the positions before and after its last move.
type playedLine struct{ before, after Position }

// NewPGNScanner returns a scanner of the games that s reads. It sets the option of s for other variants.
func NewPGNScanner(s *chess.PGNScanner) *PGNScanner {
	if s == nil {
		s = new(chess.PGNScanner)
	}
	s.Variants = true
	return &PGNScanner{PGNScanner: s}
}

// Variant returns the variant of the game, which is known from the event PGNMovetext on.
func (s *PGNScanner) Variant() Variant { return s.variant }

// VariantPosition returns the position after the last move of the current line, in any variant.
func (s *PGNScanner) VariantPosition() Position {
	if !s.other {
		return FromChess(*s.PGNScanner.Position())
	}
	return s.line.after
}

// VariantMove returns the last move of the game, in any variant.
func (s *PGNScanner) VariantMove() Move {
	if !s.other {
		return Move(s.PGNScanner.Move())
	}
	return s.move
}

// Next advances the scanner to the next event and returns it.
func (s *PGNScanner) Next() chess.PGNEvent {
	event := s.PGNScanner.Next()
	if s.other || event == chess.PGNMovetext {
		return s.follow(event)
	}
	return event
}

// follow handles an event that begins a game or is in a game of another variant. It returns the event,
// or the fault that takes its place.
func (s *PGNScanner) follow(event chess.PGNEvent) chess.PGNEvent {
	isRead := true
	switch event {
	case chess.PGNTag:
		s.variant, s.other = Standard, false
	case chess.PGNMovetext:
		s.variant, s.other, s.outer = Standard, s.PGNScanner.Position().Occupied() == 0, s.outer[:0]
		isRead = !s.other || s.start()
	case chess.PGNMoveText:
		isRead = s.play(s.Comment())
		event = chess.PGNMove
	case chess.PGNMove: // a pass
		isRead = s.play([]byte("--"))
	case chess.PGNVariation:
		s.outer = append(s.outer, s.line)
		s.line.after = s.line.before
	case chess.PGNVariationEnd:
		last := len(s.outer) - 1
		s.line, s.outer = s.outer[last], s.outer[:last]
	}
	if !isRead {
		return s.Next() // the fault
	}
	return event
}

// start sets the start position of a game of another variant, and reports whether it is known.
func (s *PGNScanner) start() bool {
	_, tag := s.Tag()
	name, fen := string(tag), string(s.Comment())
	v, err := ParseVariant(name)
	if err != nil {
		s.Refuse("the variant is not supported: "+err.Error(), err)
		return false
	}
	p := StartPosition(v)
	if fen != "" {
		if p, err = ParseFEN(v, fen); err != nil {
			s.Refuse("FEN tag: "+err.Error(), err)
			return false
		}
	}
	p.setChess960(strings.HasSuffix(name, "960"))
	s.variant, s.line, s.move = v, playedLine{p, p}, NullMove
	return true
}

// play plays the move with the given text, and reports whether it is legal.
func (s *PGNScanner) play(text []byte) bool {
	p := &s.line.after
	m, ok := p.findSAN(text, s.Language)
	if !ok {
		var err error
		if m, err = p.readSAN(string(text), s.Language); err != nil {
			dots := "."
			if p.turn() == chess.Black {
				dots = "..."
			}
			s.Refuse(fmt.Sprintf("%d%s %v", p.number(), dots, err), err)
			return false
		}
	}
	s.move, s.line.before = m, s.line.after
	s.line.after.SetAfter(&s.line.before, m)
	return true
}

// FromChess returns a position of standard chess.
func FromChess(p chess.Position) Position {
	if p.Occupied() == 0 {
		return Position{}
	}
	text, _ := p.MarshalText() // a position that exists has a FEN that is read
	return MustParseFEN(Standard, string(text))
}

// A PGNReader reads the games of a stream, of all variants, as a [chess.PGNReader] reads standard chess.
type PGNReader struct {
	chess.PGNOptions
	scanner *PGNScanner
	faults  []*chess.PGNError
	errors  []error

	tree movetree.Builder
}

// NewPGNReader returns a reader of the games in r.
func NewPGNReader(r io.Reader) *PGNReader {
	return &PGNReader{scanner: NewPGNScanner(chess.NewPGNScanner(r))}
}

// Read returns the next game, or [io.EOF] if there are no more. If the game has errors, Read returns what could
// be read of it, and a [*chess.PGNError] or several of them joined. The next call continues with the next game.
func (r *PGNReader) Read() (*Game, error) {
	if r.scanner == nil {
		r.scanner = NewPGNScanner(chess.NewPGNScanner(nil))
	}
	s := r.scanner
	s.PGNOptions = r.PGNOptions
	s.Variants = true
	r.faults, r.errors, r.tree = nil, nil, movetree.Builder{Tree: movetree.New(100)}
	g := new(Game)
	start := starts[Standard]
	for {
		switch event := s.Next(); event {
		case chess.PGNEnd:
			return nil, cmp.Or(s.Err(), io.EOF)
		case chess.PGNTag:
			name, value := s.Tag()
			g.tags = append(g.tags, chess.Tag{Name: string(name), Value: pgntext.TagValue(string(value))})
		case chess.PGNMovetext:
			start = s.VariantPosition()
		case chess.PGNGameEnd:
			r.tree.End()
			n := len(r.tree.Nodes)
			g.tree, g.line, g.nodes, g.seen = r.tree.Tree, make([]Position, 0, n), make([]int32, 0, n), make(map[Key]int, n)
			g.extend(start, 0)
			g.follow()
			r.end(g)
			return g, fault.Join(r.errors...)
		default:
			r.add(event)
		}
	}
}

// add adds what an event reports to the tree.
func (r *PGNReader) add(event chess.PGNEvent) {
	s := r.scanner
	switch event {
	case chess.PGNMove:
		r.tree.Play(uint16(s.VariantMove()))
	case chess.PGNComment:
		r.tree.Annotate(r.tree.Hold(movetree.CommentAfter, s.Comment()), pgntext.StartsLine(s.PGNScanner))
	case chess.PGNNAG:
		r.tree.Annotate(movetree.Note{Kind: movetree.Glyph, NAG: uint8(s.NAG())}, pgntext.StartsLine(s.PGNScanner))
	case chess.PGNVariation:
		r.tree.Open()
	case chess.PGNVariationEnd:
		r.tree.Close()
	case chess.PGNFault:
		r.faults = append(r.faults, s.Fault())
		if !s.Fault().Warning {
			r.errors = append(r.errors, s.Fault())
		}
	}
}

// end sets how g ended: the result after the moves or in the Result tag, and the reason that a Termination tag
// gives, or if it gives no other, an EndReason tag unless the game ended on the board. A reason that contradicts the
// result does not count.
func (r *PGNReader) end(g *Game) {
	result, _ := pgntext.ParseResultTag[chess.Result](g.Tag("Result"))
	g.asRead = true
	g.end.Result = cmp.Or(r.scanner.Result(), result)
	reason, _, _ := strings.Cut(g.Tag(reasonTag), " by ") // package chess adds who acted
	said, saved := g.termination(), ending.Read(reason, "", "")
	if (said.Reason == ending.None || said.Reason == saved.Reason) && !g.last().ended().IsOver() {
		said = saved
	}
	if g.DeleteTag(reasonTag); g.end.IsOver() && (said.Fits == 0 || said.Fits>>g.end.Result&1 != 0) {
		reasonNames.Unmarshal(&g.end.Reason, []byte(said.Reason)) // remarks are not reasons
	}
}

// termination returns what the Termination tag says.
func (g *Game) termination() ending.Ending {
	return ending.Read(g.Tag("Termination"), g.Tag("White"), g.Tag("Black"))
}

// Faults returns the faults of the game that Read returned last: its errors and, with Strict set, its warnings.
func (r *PGNReader) Faults() []*chess.PGNError { return append([]*chess.PGNError{}, r.faults...) }

// All iterates over the results of [PGNReader.Read] up to the last game. If the underlying reader fails, the
// last pair is a nil game and the error.
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

// ParsePGN parses the first game in pgn. It returns the same errors as [PGNReader.Read], and [io.EOF] if there
// is no game.
func ParsePGN(pgn string) (*Game, error) { return NewPGNReader(strings.NewReader(pgn)).Read() }

// reasonTag is the tag for an end that no tag of the PGN standard expresses.
const reasonTag = "EndReason"

// exportEnd returns the end that is written. A game that was read and has not changed keeps what it said, even
// "*", unless the last position has another result.
func (g *Game) exportEnd() Outcome {
	end := g.end
	if !end.IsOver() && !g.asRead {
		end = g.auto
	}
	if decided := g.last().ended(); decided.IsOver() && decided.Result != end.Result {
		return decided
	}
	return end
}

// roster is the Seven Tag Roster of the PGN standard, with the values of unknown tags.
var roster = [...]chess.Tag{
	{Name: "Event", Value: "?"}, {Name: "Site", Value: "?"}, {Name: "Date", Value: "????.??.??"}, {Name: "Round", Value: "?"},
	{Name: "White", Value: "?"}, {Name: "Black", Value: "?"}, {Name: "Result", Value: "*"},
}

// exportTags returns the tags as they are written: the seven tags of the roster, the others in their order, and
// those that the variant, the start position, and the end of the game need.
func (g *Game) exportTags(end Outcome) []chess.Tag {
	start := g.Start()
	text, _ := start.MarshalText()
	_, fen, _ := strings.Cut(string(text), " ")
	tags, named := slices.Clone(roster[:]), map[string]bool{}
	for _, t := range g.tags {
		if at := slices.IndexFunc(roster[:], func(r chess.Tag) bool { return r.Name == t.Name }); at >= 0 {
			tags[at] = t
			continue
		}
		if v, _ := ParseVariant(t.Value); t.Name == "Variant" && v != start.variant {
			continue
		}
		if named[t.Name] = true; t.Name == "FEN" {
			t.Value = fen
		}
		tags = append(tags, t)
	}
	tags[len(roster)-1].Value = end.Result.String()
	add := func(name, value string, needed bool) {
		if needed && !named[name] {
			tags = append(tags, chess.Tag{Name: name, Value: value})
		}
	}
	add("Variant", start.variant.String(), start.variant != Standard)
	add("Variant", "Chess960", start.variant == Standard && start.IsChess960())
	add("SetUp", "1", start != starts[start.variant])
	add("FEN", fen, start != starts[start.variant])
	add(reasonTag, end.Reason.String(), end.Reason >= ThreefoldRepetition && g.termination().Reason != end.Reason.String())
	return tags
}

// AppendPGN appends g in PGN to b and returns the extended slice. Of the format, it heeds OmitTags,
// OmitVariations, MainLineOnly, OmitComments, OmitGlyphs, Columns, and Notation, except NotationLong.
func (g *Game) AppendPGN(b []byte, format chess.PGNFormat) []byte {
	g = g.read()
	end := g.exportEnd()
	if !format.OmitTags {
		for _, t := range g.exportTags(end) {
			b = pgntext.AppendTag(b, t.Name, t.Value)
		}
		b = append(b, '\n')
	}
	if format.MainLineOnly {
		format.OmitVariations, format.OmitComments, format.OmitGlyphs = true, true, true
	}
	w := movetree.Writer[Position]{
		Lines: pgntext.NewLines(b, cmp.Or(format.Columns, 80)), Tree: &g.tree,
		Filter:         pgntext.Filter{Comments: format.OmitComments, Clocks: format.OmitComments, Evals: format.OmitComments},
		OmitVariations: format.OmitVariations, OmitGlyphs: format.OmitGlyphs,
		Number: func(p *Position) int { return p.number() },
		Move: func(text []byte, p *Position, m uint16, q *Position) []byte {
			q.SetAfter(p, Move(m))
			if format.Notation == chess.NotationUCI {
				return p.uciMove(Move(m)).appendCoordinates(text)
			}
			return p.appendSAN(text, Move(m))
		},
	}
	w.Write(g.line[0], g.line[0].turn() == chess.Black, end.Result.String())
	return append(w.Text, '\n')
}

// String returns g in PGN.
func (g *Game) String() string { return string(g.AppendPGN(nil, chess.PGNFormat{})) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (g *Game) MarshalText() ([]byte, error) { return g.AppendPGN(nil, chess.PGNFormat{}), nil }

// UnmarshalText implements [encoding.TextUnmarshaler] for text that contains one game without faults. The error
// is that of [PGNReader.Read], or a [*chess.PGNError] if there is no game or more than one. g is unchanged on
// error.
func (g *Game) UnmarshalText(text []byte) error {
	r := NewPGNReader(bytes.NewReader(text))
	read, err := r.Read()
	if err == io.EOF {
		return &chess.PGNError{Game: 1, Line: 1, Column: 1, Detail: "there is no game"}
	}
	if err != nil {
		return err
	}
	if _, err := r.Read(); err != io.EOF {
		return &chess.PGNError{Game: 2, Line: 1, Column: 1, Detail: "there is more than one game"}
	}
	g.tags, g.tree, g.line, g.nodes, g.seen = read.tags, read.tree, read.line, read.nodes, read.seen
	g.end, g.auto, g.ended, g.asRead = read.end, read.auto, read.ended, read.asRead
	return nil
}

// A PGNWriter writes games to a stream, with a blank line between them.
type PGNWriter struct {
	chess.PGNFormat
	w     io.Writer
	wrote bool
	err   error
}

// NewPGNWriter returns a writer of games to w.
func NewPGNWriter(w io.Writer) *PGNWriter { return &PGNWriter{w: w} }

// Write writes a game. After an error, later calls write nothing and return the same error.
func (w *PGNWriter) Write(g *Game) error {
	if w.err != nil {
		return w.err
	}
	switch {
	case w.w == nil:
		return fault.NoWriter
	case g == nil:
		return fault.NoGame
	}
	var b []byte
	if w.wrote {
		b = append(b, '\n')
	}
	b = g.AppendPGN(b, w.PGNFormat)
	n, err := w.w.Write(b)
	if err == nil && n != len(b) {
		err = io.ErrShortWrite
	}
	w.wrote, w.err = true, err
	return err
}
