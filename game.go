package chess

import (
	"slices"
)

// A Tag is a name and a value that describe a game, such as Event or White.
type Tag struct{ Name, Value string }

// A Game is the record of a game: where it started, the moves made, and tags
// that describe it. It is to be used by one goroutine at a time.
type Game struct {
	tags  []Tag
	moves []Move
	line  []Position // line[0] is the start, line[i] the position after i plies
}

// A GameOption is a choice for a new game.
type GameOption func(*Game)

// WithStart lets a game start from p instead of the standard start position.
func WithStart(p Position) GameOption { return func(g *Game) { g.line[0] = p } }

// WithTags gives a game tags in the given order.
func WithTags(tags ...Tag) GameOption { return func(g *Game) { g.tags = slices.Clone(tags) } }

// NewGame returns a game without moves, from the standard start position if no
// option says otherwise.
func NewGame(options ...GameOption) *Game {
	g := &Game{line: []Position{startPosition}}
	for _, option := range options {
		option(g)
	}
	return g
}

// Start returns the position in which the game started.
func (g *Game) Start() Position { return g.line[0] }

// Position returns the position after the last move.
func (g *Game) Position() Position { return g.line[len(g.line)-1] }

// Moves returns the moves made, first to last.
func (g *Game) Moves() []Move { return slices.Clone(g.moves) }

// Plies returns the number of moves made, those of both sides counted.
func (g *Game) Plies() int { return len(g.moves) }

// Play plays m if it is legal and the game goes on. If not, the game stays as it
// is and the error, a [*MoveError] that matches [ErrIllegal], tells why.
func (g *Game) Play(m Move) error { return g.play("", m) }

// PlaySAN plays a move in standard algebraic notation, read as by
// [Position.ParseSAN].
func (g *Game) PlaySAN(san string) error {
	p := g.Position()
	m, err := p.ParseSAN(san)
	if err != nil {
		return g.refuse(san, err)
	}
	return g.play(san, m)
}

// PlayUCI plays a move as engines write it, read as by [Position.ParseUCI].
func (g *Game) PlayUCI(uci string) error {
	p := g.Position()
	m, err := p.ParseUCI(uci)
	if err != nil {
		return g.refuse(uci, err)
	}
	return g.play(uci, m)
}

// refuse returns err, or the error that the game is over if it is.
func (g *Game) refuse(text string, err error) error {
	if g.Outcome().IsOver() {
		return &MoveError{g.Position(), text, NullMove, ErrIllegal, GameOver, NoSquare}
	}
	return err
}

func (g *Game) play(text string, m Move) error {
	p := g.Position()
	if g.Outcome().IsOver() {
		return &MoveError{p, text, m, ErrIllegal, GameOver, NoSquare}
	}
	if err := p.Play(m); err != nil {
		return err
	}
	g.moves = append(g.moves, m)
	g.line = append(g.line, p)
	return nil
}

// Undo takes back the last move and reports whether there was one.
func (g *Game) Undo() bool {
	if len(g.moves) == 0 {
		return false
	}
	g.moves = g.moves[:len(g.moves)-1]
	g.line = g.line[:len(g.line)-1]
	return true
}

// Outcome returns the result of the game and its reason, the zero Outcome while
// it goes on.
func (g *Game) Outcome() Outcome {
	p := g.Position()
	return p.Outcome()
}

// Tag returns the value of the tag with the given name, "" if there is none.
func (g *Game) Tag(name string) string {
	for _, t := range g.tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// SetTag sets the value of the tag with the given name, and adds it at the end
// if there is none.
func (g *Game) SetTag(name, value string) {
	for i := range g.tags {
		if g.tags[i].Name == name {
			g.tags[i].Value = value
			return
		}
	}
	g.tags = append(g.tags, Tag{name, value})
}

// Tags returns the tags in their order.
func (g *Game) Tags() []Tag { return slices.Clone(g.tags) }
