package shakkello

import "slices"

// A Game is a start position and the moves played from it. The zero value is a
// game from the empty board, ready to play. A Game must not be copied after
// its first move.
type Game struct {
	now   Position
	past  []Position // before each move
	moves []Move
}

// A GameOption is a choice for a new game.
type GameOption func(*Game)

// WithStart lets a game start from p instead of the empty board.
func WithStart(p Position) GameOption { return func(g *Game) { g.now = p } }

// NewGame returns a game without moves, from the empty board if no option says
// otherwise.
func NewGame(options ...GameOption) *Game {
	g := new(Game)
	for _, option := range options {
		option(g)
	}
	return g
}

// Play plays m. The error is a [*MoveError], and the game is unchanged, if m
// is not legal.
func (g *Game) Play(m Move) error {
	before := g.now
	if err := g.now.Play(m); err != nil {
		return err
	}
	g.past = append(g.past, before)
	g.moves = append(g.moves, m)
	return nil
}

// Undo takes back the last move. It reports whether there was one.
func (g *Game) Undo() bool {
	n := len(g.moves)
	if n == 0 {
		return false
	}
	g.now = g.past[n-1]
	g.past, g.moves = g.past[:n-1], g.moves[:n-1]
	return true
}

// Position returns the position on the board.
func (g *Game) Position() Position { return g.now }

// Start returns the position from which the game began.
func (g *Game) Start() Position {
	if len(g.past) == 0 {
		return g.now
	}
	return g.past[0]
}

// Moves returns a copy of the moves played, the first one first.
func (g *Game) Moves() []Move { return slices.Clone(g.moves) }

// Plies returns the number of moves played, those of all players counted.
func (g *Game) Plies() int { return len(g.moves) }

// Outcome returns the result of the game and the points of both players, with
// the result Unfinished while it lasts.
func (g *Game) Outcome() Outcome { return g.now.Outcome() }
