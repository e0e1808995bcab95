package tictactoe

import "fmt"

// An Outcome is the result of a game. The zero value is [Ongoing].
type Outcome uint8

// The outcomes. Rule sheet S1 defines how a player wins.
const (
	Ongoing Outcome = iota // the game is not over
	XWins                  // X has three in a row
	OWins                  // O has three in a row
	Draw                   // the board is full and nobody has three in a row
)

// IsOver reports whether the game has ended.
func (o Outcome) IsOver() bool { return o != Ongoing }

// Winner returns the player who has won and true. If nobody has won, it returns
// NoPiece and false.
func (o Outcome) Winner() (Piece, bool) {
	switch o {
	case XWins:
		return X, true
	case OWins:
		return O, true
	}
	return NoPiece, false
}

// String returns "ongoing", "X wins", "O wins", or "draw".
func (o Outcome) String() string {
	names := [...]string{"ongoing", "X wins", "O wins", "draw"}
	if int(o) >= len(names) {
		return fmt.Sprintf("Outcome(%d)", uint8(o))
	}
	return names[o]
}
