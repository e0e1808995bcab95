package domino

import "slices"

// A Game is one round: a start position and the moves played from it. The zero
// value has no tiles and no legal moves.
type Game struct {
	now   Position
	past  []Position // before each move
	moves []Move
}

// NewGame returns a round that begins at start, which comes from [Deal] or
// [ParsePosition].
func NewGame(start Position) *Game { return &Game{now: start} }

// Play makes the move m of the player to move. The error is a [*MoveError],
// and the game is unchanged, if m is not legal.
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

// Position returns the position on the table.
func (g *Game) Position() Position { return g.now }

// Start returns the position from which the round began.
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

// Outcome returns the result of the round, with the Reason Ongoing while it
// lasts.
func (g *Game) Outcome() Outcome { return g.now.Outcome() }
