package chess

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Tag is a name and a value that describe a game, such as Event or White. A
// game takes what PGN can hold: a name of 1 to 250 bytes without white space,
// quotes and brackets, a value of one line, both in UTF-8. In other names each
// character that cannot stand is taken for an underscore, in other values a line
// break for a space, and what is not UTF-8 is read as Latin-1.
type Tag struct {
	Name, Value string // "Event", "Tilburg"
}

// maxTagName is how many bytes of a name leave room for its bracket and quote in
// the longest word that the reader looks at.
const maxTagName = maxWord - 5

// tagName returns name as a tag can hold it.
func tagName(name string) string {
	if 0 < len(name) && len(name) <= maxTagName && nameLength([]byte(name)) == len(name) && utf8.ValidString(name) {
		return name
	}
	name = strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && nameLength([]byte{byte(r)}) == 0 {
			return '_'
		}
		return r
	}, toUTF8([]byte(name)))
	for len(name) > maxTagName {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	if name == "" {
		return "_"
	}
	return name
}

// tagValue returns value as a tag can hold it.
func tagValue(value string) string {
	if strings.ContainsAny(value, "\r\n") {
		value = strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ").Replace(value)
	}
	return toUTF8([]byte(value))
}

// A Game is the record of a game: where it started, a tree of moves whose main
// line is the game as played and whose other lines are variations, annotations,
// tags, and how it ended. A Game is to be used by one goroutine at a time, and
// through a pointer: [Game.Clone] copies it.
//
// Games come from [NewGame], [PGNReader] and [ParsePGN]; the zero Game has not
// even a start, and is good for [Game.UnmarshalText] alone.
//
// In memory a move takes 28 bytes, an annotation 16 and its text. The positions
// of the main line, 48 bytes a move, are kept once they are asked for.
type Game struct {
	tags    []Tag
	start   Position
	nodes   []node // nodes[0] is the start
	notes   []note // notes[0] is unused
	text    []byte // of all comments
	rules   Rules
	end     Outcome // by an action of a player, or as recorded
	offered int32   // the node at which a draw was offered, or notOffered

	line   []Position // the positions of the main line as far as known, from the start
	ends   []int32    // the nodes of the main line, likewise
	judged int        // how many of them have been judged
	auto   Outcome    // how the game ended by itself in one of them
	autoAt int        // after how many plies
}

// A GameOption is a choice for a new game.
type GameOption func(*Game)

// WithStart lets a game start from p, which must be one that [ParseFEN] takes,
// instead of the standard start position.
func WithStart(p Position) GameOption { return func(g *Game) { g.start = p } }

// WithTags gives a game tags in the given order.
func WithTags(tags ...Tag) GameOption {
	return func(g *Game) {
		g.tags = make([]Tag, len(tags))
		for i, t := range tags {
			g.tags[i] = Tag{tagName(t.Name), tagValue(t.Value)}
		}
	}
}

// NewGame returns a game without moves and tags, from the standard start
// position if no option says otherwise.
func NewGame(options ...GameOption) *Game {
	g := &Game{start: startPosition, nodes: make([]node, 1, 64), rules: FIDERules}
	for _, option := range options {
		option(g)
	}
	return g
}

// Clone returns a copy of the game, with all it holds, that changes by itself. A
// [Node] stays one of the game it comes from.
func (g *Game) Clone() *Game {
	c := *g
	c.tags = slices.Clone(g.tags)
	c.nodes, c.notes, c.text = slices.Clone(g.nodes), slices.Clone(g.notes), slices.Clone(g.text)
	c.line, c.ends = slices.Clone(g.line), slices.Clone(g.ends)
	return &c
}

// Start returns the position in which the game started.
func (g *Game) Start() Position { return g.start }

// follow makes the positions of the main line known to its end.
func (g *Game) follow() {
	if len(g.line) == 0 {
		g.line = append(g.line, g.start)
		g.ends = append(g.ends, 0)
	}
	for {
		last := len(g.line) - 1
		next := g.nodes[g.ends[last]].child
		if next == 0 {
			return
		}
		g.line = append(g.line, g.line[last].afterAny(g.nodes[next].move))
		g.ends = append(g.ends, next)
	}
}

// forget drops what is known of the main line after an edit of the tree.
func (g *Game) forget() { g.keep(0) }

// keep drops what is known of the main line beyond its first n positions.
func (g *Game) keep(n int) {
	g.line, g.ends = g.line[:n], g.ends[:n]
	g.judged = min(g.judged, n)
	if g.autoAt >= n {
		g.auto, g.autoAt = Outcome{}, 0
	}
}

// afterAny is [Position.After] for a legal move or NullMove.
func (p *Position) afterAny(m Move) Position {
	if m == NullMove {
		return p.AfterNull()
	}
	return p.After(m)
}

// last returns the position after the last move of the main line.
func (g *Game) last() *Position {
	g.follow()
	return &g.line[len(g.line)-1]
}

// Position returns the position after the last move.
func (g *Game) Position() Position { return *g.last() }

// Positions iterates over the positions of the game, the start and those after
// each move, with the number of plies made. The game must not change meanwhile.
func (g *Game) Positions() iter.Seq2[int, Position] {
	g.follow()
	return slices.All(g.line)
}

// Moves returns the moves made, first to last.
func (g *Game) Moves() []Move {
	g.follow()
	moves := make([]Move, 0, len(g.ends)-1)
	for _, i := range g.ends[1:] {
		moves = append(moves, g.nodes[i].move)
	}
	return moves
}

// Plies returns the number of moves made, those of both sides counted.
func (g *Game) Plies() int {
	g.follow()
	return len(g.line) - 1
}

// Play plays m if it is legal and the game goes on. If not, the game stays as it
// is and the error, a [*MoveError] that matches [ErrIllegal], tells why.
func (g *Game) Play(m Move) error { return g.play("", m) }

// PlaySAN plays a move in standard algebraic notation, read as by
// [Position.ParseSAN].
func (g *Game) PlaySAN(san string) error {
	m, err := g.last().ParseSAN(san)
	return g.playParsed(san, m, err)
}

// PlayUCI plays a move as engines write it, read as by [Position.ParseUCI].
func (g *Game) PlayUCI(uci string) error {
	m, err := g.last().ParseUCI(uci)
	return g.playParsed(uci, m, err)
}

// playParsed plays a move that was given as text, or returns the error of
// reading it unless the game is over anyway.
func (g *Game) playParsed(text string, m Move, err error) error {
	if err != nil && !g.Outcome().IsOver() {
		return g.recall(err)
	}
	return g.play(text, m)
}

func (g *Game) play(text string, m Move) error {
	p := g.last()
	if g.Outcome().IsOver() {
		return &MoveError{*p, text, English, m, ErrIllegal, GameOver, NoSquare}
	}
	if !p.IsLegal(m) {
		return g.recall(p.illegal(text, m))
	}
	g.add(g.ends[len(g.ends)-1], m)
	g.offered = notOffered
	return nil
}

// recall adds what the game knows to the reason why castling is illegal:
// whether it was the king that moved before.
func (g *Game) recall(err error) error {
	e, ok := err.(*MoveError)
	if !ok || e.Cause != CastlingNoRight {
		return err
	}
	us := e.Position.Turn()
	for ply, i := range g.ends[1:] {
		if p := &g.line[ply]; p.Turn() == us && p.typeAt(g.nodes[i].move.From()) == King {
			e.Cause = CastlingKingMoved
			return e
		}
	}
	if start := &g.line[0]; start.Castling()&backRank(us) != 0 {
		e.Cause = CastlingRookMoved
	}
	return e
}

// Undo takes back the last move, with its annotations, its alternatives and what
// has ended the game since, and reports whether there was one. The tags Result
// and Termination follow, as they do when an action ends the game.
func (g *Game) Undo() bool {
	if g.Plies() == 0 {
		return false
	}
	n := len(g.line) - 1
	parent := g.ends[n-1]
	g.bury(g.children(parent))
	g.relink(parent, nil)
	g.keep(n)
	g.finish(Outcome{})
	return true
}

// Outcome returns the result of the game and its reason, the zero Outcome while
// it goes on. A game ends once: what its rules end by itself stays ended even in
// a record that goes on, and comes before what the record says. The reason is
// NoReason if a record does not tell it.
func (g *Game) Outcome() Outcome {
	if auto, _ := g.AutomaticEnd(); auto.IsOver() {
		return auto
	}
	return g.end
}

// AutomaticEnd returns the ending that came by itself in the main line, by the
// position or the rules of the game, and after how many plies; the zero Outcome
// if none did.
func (g *Game) AutomaticEnd() (outcome Outcome, plies int) {
	g.follow()
	for ; g.judged < len(g.line) && !g.auto.IsOver(); g.judged++ {
		g.auto, g.autoAt = g.judge(g.judged), g.judged
	}
	if !g.auto.IsOver() {
		return Outcome{}, 0
	}
	return g.auto, g.autoAt
}

// Recorded returns the result that an action of a player or a record has given
// the game, with its reason, whatever the rules say of the moves; the zero
// Outcome if none has.
func (g *Game) Recorded() Outcome { return g.end }

// Tag returns the value of the first tag with the given name, "" if there is
// none.
func (g *Game) Tag(name string) string {
	if i := g.tagIndex(name); i >= 0 {
		return g.tags[i].Value
	}
	return ""
}

func (g *Game) tagIndex(name string) int { return slices.IndexFunc(g.tags, named(name)) }

// named returns whether a tag has the given name, as it is or as a tag can hold
// it: what was read may be longer.
func named(name string) func(Tag) bool {
	kept := tagName(name)
	return func(t Tag) bool { return t.Name == name || t.Name == kept }
}

// SetTag sets the value of the first tag with the given name, and adds one at
// the end if there is none. The tags SetUp, FEN, Variant and Result describe the
// game but do not change it: a FEN or a Variant that another game would start
// from is not written, nor is a Result against that of the moves. A Result that
// nothing contradicts is written, and is that of the game once it is read.
func (g *Game) SetTag(name, value string) {
	value = tagValue(value)
	if i := g.tagIndex(name); i >= 0 {
		g.tags[i].Value = value
		return
	}
	g.tags = append(g.tags, Tag{tagName(name), value})
}

// DeleteTag removes all tags with the given name and reports whether there were
// any.
func (g *Game) DeleteTag(name string) bool {
	n := len(g.tags)
	g.tags = slices.DeleteFunc(g.tags, named(name))
	return len(g.tags) < n
}

// Tags returns the tags in their order.
func (g *Game) Tags() []Tag { return slices.Clone(g.tags) }
