package variant

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"sync"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/movetree"
	"github.com/shakki/chess/internal/pgntext"
)

// A Game is the record of a game: the position where it started, a tree of moves whose main line is the game
// as played and whose other lines are variations, annotations, tags, and how the game ended.
//
// A game ends by itself as [Position.Outcome] says, by fivefold repetition, and after 75 moves without a
// capture, a pawn move, or a drop of a pawn. Positions are the same if their [Position.Key] is. A player may
// claim a draw by threefold repetition and after 50 such moves.
//
// The zero Game is a game of standard chess from its start position. A Game must not be copied after first
// use. Use [Game.Clone]. Methods that only read may be called concurrently.
type Game struct {
	tags  []chess.Tag
	tree  movetree.Tree
	line  []Position // the positions of the main line; empty for the zero Game
	nodes []int32    // the nodes of the main line
	end   Outcome    // by an action of a player, or as recorded
	auto  Outcome    // how the game ended by itself
	ended int        // after how many plies
	seen  map[Key]int

	asRead bool          // the game was read, and its main line has not changed
	_      [0]sync.Mutex // go vet reports copies
}

// newGame returns a game without moves and tags from start.
func newGame(start Position) *Game {
	g := &Game{tree: movetree.New(7), seen: map[Key]int{}}
	g.extend(start, 0)
	return g
}

var emptyGame = newGame(starts[Standard])

// read returns g for a method that reads.
func (g *Game) read() *Game {
	if len(g.line) == 0 {
		return emptyGame
	}
	return g
}

// made returns g for a method that writes.
func (g *Game) made() *Game {
	if len(g.line) == 0 {
		g.tree, g.seen = movetree.New(7), map[Key]int{}
		g.extend(starts[Standard], 0)
	}
	return g
}

// NewGame returns a game without moves and tags from the start position of v, or of Standard if v is not a
// variant.
func NewGame(v Variant) *Game { return NewGameFrom(StartPosition(v)) }

// NewGameFrom returns a game without moves and tags from the given start position, or from that of standard
// chess if start is the zero Position.
func NewGameFrom(start Position) *Game {
	if start.occupied() == 0 {
		start = starts[Standard]
	}
	return newGame(start)
}

// extend appends a position and its node to the main line and judges it.
func (g *Game) extend(p Position, node int32) {
	g.line, g.nodes = append(g.line, p), append(g.nodes, node)
	key := p.Key()
	g.seen[key]++
	if g.auto.IsOver() {
		return
	}
	g.ended = len(g.line) - 1
	switch g.auto = p.outcome(); {
	case g.auto.IsOver():
	case g.seen[key] >= 5:
		g.auto = Outcome{chess.Drawn, FivefoldRepetition}
	case p.HalfmoveClock() >= 150:
		g.auto = Outcome{chess.Drawn, SeventyFiveMoves}
	}
}

// cut drops the main line from the given number of plies on.
func (g *Game) cut(plies int) {
	for i := len(g.line) - 1; i > plies; i-- {
		key := g.line[i].Key()
		if g.seen[key]--; g.seen[key] == 0 {
			delete(g.seen, key)
		}
	}
	g.line, g.nodes = g.line[:plies+1], g.nodes[:plies+1]
	if g.ended > plies {
		g.auto, g.ended = Outcome{}, plies
	}
}

// follow makes the main line that of the tree, which has changed.
func (g *Game) follow() {
	kept := 0
	for kept+1 < len(g.nodes) && g.tree.Nodes[g.nodes[kept]].Child == g.nodes[kept+1] {
		kept++
	}
	if kept < len(g.nodes)-1 {
		g.asRead = false
	}
	g.cut(kept)
	for next := g.tree.Nodes[g.nodes[kept]].Child; next != 0; next = g.tree.Nodes[next].Child {
		g.extend(g.line[len(g.line)-1].After(Move(g.tree.Nodes[next].Move)), next)
	}
}

// last returns the position after the last move of the main line.
func (g *Game) last() *Position {
	g = g.read()
	return &g.line[len(g.line)-1]
}

// Clone returns an independent copy of g.
func (g *Game) Clone() *Game {
	g = g.read()
	tree, _ := g.tree.Clone()
	c := &Game{tags: slices.Clone(g.tags), tree: tree, end: g.end, seen: map[Key]int{}}
	c.extend(g.line[0], 0)
	c.follow()
	c.asRead = g.asRead
	return c
}

// Variant returns the variant that is played.
func (g *Game) Variant() Variant { return g.last().variant }

// Start returns the position in which the game started.
func (g *Game) Start() Position { return g.read().line[0] }

// Position returns the position after the last move.
func (g *Game) Position() Position { return *g.last() }

// Positions iterates over the positions of the main line, beginning with the start, with the number of plies
// before each.
func (g *Game) Positions() iter.Seq2[int, Position] { return slices.All(g.read().line) }

// Moves returns the moves of the main line.
func (g *Game) Moves() []Move {
	moves := []Move{}
	for _, i := range g.read().nodes[1:] {
		moves = append(moves, Move(g.tree.Nodes[i].Move))
	}
	return moves
}

// Plies returns the length of the main line in plies.
func (g *Game) Plies() int { return len(g.read().line) - 1 }

// Repetitions returns how often the position on the board has occurred in the main line, including now: 1 if
// it is new.
func (g *Game) Repetitions() int { return g.read().seen[g.last().Key()] }

// Play plays m if it is legal and the game is not over. Castling may be given as the move of the king to its
// rook or to the square on which it lands. If m is refused, the game is unchanged and the error is a
// [*MoveError] that says why.
func (g *Game) Play(m Move) error {
	legal, err := g.last().legal(m, "")
	return g.play("", m, legal, err)
}

// PlaySAN plays a move in standard algebraic notation, read as by [Position.ParseSAN].
func (g *Game) PlaySAN(san string) error {
	m, err := g.last().ParseSAN(san)
	return g.play(san, m, m, err)
}

// PlayUCI plays a move in the form of the Universal Chess Interface, read as by [Position.ParseUCI].
func (g *Game) PlayUCI(uci string) error {
	m, err := g.last().ParseUCI(uci)
	return g.play(uci, m, m, err)
}

// play plays a legal move, given as m or as text, unless reading it gave an error.
func (g *Game) play(text string, m, legal Move, err error) error {
	p := g.last()
	switch {
	case g.Outcome().IsOver():
		return p.illegal(m, text, GameOver, chess.NoSquare)
	case err != nil:
		return err
	case legal == NullMove:
		return p.illegal(m, text, PassNotAllowed, chess.NoSquare)
	}
	g.made()
	g.asRead = false
	after := g.tree.Add(g.nodes[len(g.nodes)-1], uint16(legal))
	g.extend(p.After(legal), after)
	return nil
}

// Undo takes back the last move of the main line, with its annotations and alternatives, and whatever has
// ended the game. It reports whether there was a move.
func (g *Game) Undo() bool {
	n := g.Plies()
	if n == 0 {
		return false
	}
	g.tree.Remove(g.nodes[n-1], 0)
	g.cut(n - 1)
	g.end, g.asRead = Outcome{}, false
	return true
}

// Outcome returns the result of the game and the reason for it, or the zero Outcome while the game goes
// on. An automatic end takes precedence over a recorded result.
func (g *Game) Outcome() Outcome { return cmp.Or(g.read().auto, g.end) }

// AutomaticEnd returns the first automatic end of the main line, and the number of plies after which it
// came, or the zero Outcome.
func (g *Game) AutomaticEnd() (outcome Outcome, plies int) {
	if !g.auto.IsOver() {
		return Outcome{}, 0
	}
	return g.auto, g.ended
}

// RecordedOutcome returns the outcome that comes from an action or from a record, or the zero Outcome.
func (g *Game) RecordedOutcome() Outcome { return g.end }

// act ends the game by an action of a player, unless it is over or refusal says why the action is not allowed.
func (g *Game) act(action string, by chess.Color, refusal string, end Outcome) error {
	if g.Outcome().IsOver() {
		refusal = "the game is over"
	}
	if refusal != "" {
		return &chess.ActionError{Action: action, By: by, Detail: refusal}
	}
	g.end = end
	return nil
}

// Resign ends the game by the resignation of a player, who loses. If the game is over, the error is a
// [*chess.ActionError], as for the methods below.
func (g *Game) Resign(by chess.Color) error {
	return g.act("resignation", by, "", wonBy(by.Other(), Resignation))
}

// FlagFall ends the game when the time of a player is up. The opponent wins, or the game is drawn if
// [Position.CanWin] is false for the opponent.
func (g *Game) FlagFall(by chess.Color) error {
	end := wonBy(by.Other(), OutOfTime)
	if !g.last().CanWin(by.Other()) {
		end.Result = chess.Drawn
	}
	return g.act("flag-fall", by, "", end)
}

// AgreeDraw ends the game by agreement of the players.
func (g *Game) AgreeDraw() error {
	return g.act("agreement", g.last().turn(), "", Outcome{chess.Drawn, Agreement})
}

// Claims returns the draws that the player to move may claim: [ThreefoldRepetition], [FiftyMoves], or none.
func (g *Game) Claims() []Reason {
	found := []Reason{}
	if g.Outcome().IsOver() {
		return found
	}
	if g.Repetitions() >= 3 {
		found = append(found, ThreefoldRepetition)
	}
	if g.last().HalfmoveClock() >= 100 {
		found = append(found, FiftyMoves)
	}
	return found
}

// Claim ends the game by a draw that the player to move claims, if it is one of [Game.Claims].
func (g *Game) Claim(why Reason) error {
	refusal := ""
	if !slices.Contains(g.Claims(), why) {
		refusal = fmt.Sprintf("the position has occurred %d times, and the halfmove clock is %d", g.Repetitions(), g.last().HalfmoveClock())
	}
	return g.act("claim of "+why.String(), g.last().turn(), refusal, Outcome{chess.Drawn, why})
}

// Adjudicate ends the game with the given outcome, which must have a result.
func (g *Game) Adjudicate(end Outcome) error {
	refusal := ""
	if !end.IsOver() {
		refusal = fmt.Sprintf("the result %v does not end a game", end.Result)
	}
	return g.act("adjudication", g.last().turn(), refusal, end)
}

// Resume takes back the action that ended the game, or the recorded result, and reports whether there was
// one. It returns false if the rules ended the game.
func (g *Game) Resume() bool {
	if g.read().auto.IsOver() || !g.end.IsOver() {
		return false
	}
	g.end = Outcome{}
	return true
}

// Tags returns the tags in their order.
func (g *Game) Tags() []chess.Tag { return append([]chess.Tag{}, g.tags...) }

// tag returns the index of the first tag with the given name, or -1.
func (g *Game) tag(name string) int {
	return slices.IndexFunc(g.tags, func(t chess.Tag) bool { return t.Name == name })
}

// Tag returns the value of the first tag with the given name, or "".
func (g *Game) Tag(name string) string {
	if i := g.tag(name); i >= 0 {
		return g.tags[i].Value
	}
	return ""
}

// SetTag sets the value of a tag, which becomes the last one if there is none with its name. What PGN cannot
// represent is changed as [chess.Tag] says.
func (g *Game) SetTag(name, value string) {
	t := chess.Tag{Name: pgntext.TagName(name), Value: pgntext.TagValue(value)}
	if i := g.tag(t.Name); i >= 0 {
		g.tags[i] = t
		return
	}
	g.tags = append(g.tags, t)
}

// DeleteTag deletes the tags with the given name and reports whether there was one.
func (g *Game) DeleteTag(name string) bool {
	n := len(g.tags)
	g.tags = slices.DeleteFunc(g.tags, func(t chess.Tag) bool { return t.Name == name })
	return len(g.tags) < n
}
