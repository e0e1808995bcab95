package shakkello

import "slices"

// A Game is a start position and the moves played from it. The zero value is a game
// that starts from the empty board. A Game must not be copied after its first move.
type Game struct {
	now   Position
	past  []Position // the position before each move
	moves []Move
}

// A GameOption is an option of [NewGame].
type GameOption func(*Game)

// WithStart returns an option that makes a game start from p instead of the empty
// board.
func WithStart(p Position) GameOption { return func(g *Game) { g.now = p } }

// NewGame returns a new game without moves. By default it starts from the empty
// board.
func NewGame(options ...GameOption) *Game {
	g := new(Game)
	for _, option := range options {
		option(g)
	}
	return g
}

// Play plays m. If m is illegal, Play returns a [*MoveError] and does not change g.
func (g *Game) Play(m Move) error {
	before := g.now
	if err := g.now.Play(m); err != nil {
		return err
	}
	g.past = append(g.past, before)
	g.moves = append(g.moves, m)
	return nil
}

// Undo takes back the last move. It reports whether there was a move to take back.
func (g *Game) Undo() bool {
	n := len(g.moves)
	if n == 0 {
		return false
	}
	g.now = g.past[n-1]
	g.past, g.moves = g.past[:n-1], g.moves[:n-1]
	return true
}

// Position returns the current position.
func (g *Game) Position() Position { return g.now }

// Start returns the start position.
func (g *Game) Start() Position {
	if len(g.past) == 0 {
		return g.now
	}
	return g.past[0]
}

// Moves returns a copy of the list of moves played.
func (g *Game) Moves() []Move { return slices.Clone(g.moves) }

// Plies returns the number of moves played by both players.
func (g *Game) Plies() int { return len(g.moves) }

// Outcome returns the result of the game and the points of both players. If the game
// is not over, the result is [chess.Unfinished].
func (g *Game) Outcome() Outcome { return g.now.Outcome() }
