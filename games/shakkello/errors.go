package shakkello

import (
	"errors"
	"fmt"

	"github.com/shakki/chess"
)

// ErrIllegal indicates an illegal move. Every [*MoveError] wraps it.
var ErrIllegal = errors.New("illegal move")

// The reasons why a move is illegal. Every [*MoveError] wraps one of them. The rules
// are numbered as in the package documentation.
var (
	ErrNoMove      = errors.New("no such move")
	ErrGameOver    = errors.New("the game is over")
	ErrNotHeld     = errors.New("the piece is not in hand")
	ErrOccupied    = errors.New("the square is occupied")
	ErrKingFirst   = errors.New("the first white piece must be the king")            // rule 1
	ErrApart       = errors.New("the square touches no piece")                       // rule 2
	ErrKingLast    = errors.New("the king must be Black's last piece")               // rule 3
	ErrNotBeside   = errors.New("the square does not touch White's last piece")      // rule 3
	ErrSameColor   = errors.New("the other bishop is on a square of the same color") // rule 4
	ErrQueenCalled = errors.New("the queen has been called")                         // rule 5
	ErrNoRoom      = errors.New("no empty square would be left for Black's king")    // rule 6
)

// A MoveError describes an illegal move.
type MoveError struct {
	Player chess.Color // the player to move
	Move   Move        // the illegal move
	Err    error       // the reason, such as ErrOccupied
	Detail string      // the piece that the reason depends on, or ""
}

// Error returns a message with the player, the move, and the reason, such as
// "shakkello: white: Nd4: the square is occupied: white king on d4".
func (e *MoveError) Error() string {
	detail := ""
	if e.Detail != "" {
		detail = ": " + e.Detail
	}
	return fmt.Sprintf("shakkello: %v: %v: %v%s", e.Player, e.Move, e.Err, detail)
}

// Unwrap returns [ErrIllegal] and the reason.
func (e *MoveError) Unwrap() []error { return []error{ErrIllegal, e.Err} }

// A ParseError describes a problem parsing a value.
type ParseError struct {
	Kind   string // the kind of value: "move" or "position"
	Text   string // the input
	Column int    // the byte where the problem is, counted from 1
	Reason string // what is wrong
}

// Error returns a message with the input, the column, and the reason. It shortens
// long input.
func (e *ParseError) Error() string {
	const most = 80
	text, rest := e.Text, ""
	if len(text) > most {
		text, rest = text[:most], "…"
	}
	return fmt.Sprintf("shakkello: %s %q%s, column %d: %s", e.Kind, text, rest, e.Column, e.Reason)
}

// unmarshal parses text and stores the result in v. It does not change v on error.
func unmarshal[T any](v *T, text []byte, parse func(string) (T, error)) error {
	x, err := parse(string(text))
	if err == nil {
		*v = x
	}
	return err
}
