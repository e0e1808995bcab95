package domino

import "slices"

// A Game is one round: a start position and the moves played from it. The zero value has
// no tiles and no legal moves. A Game must not be copied after its first move.
type Game struct {
	now   Position
	past  []Position // the position before each move
	moves []Move
}

// NewGame returns a round that begins with the position start, which usually comes from
// [Deal] or [ParsePosition].
func NewGame(start Position) *Game { return &Game{now: start} }

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

// Plies returns the number of moves played by all players.
func (g *Game) Plies() int { return len(g.moves) }

// Outcome returns the outcome of the round. If the round is not over, the Reason is
// Ongoing.
func (g *Game) Outcome() Outcome { return g.now.Outcome() }
