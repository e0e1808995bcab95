package tictactoe

import (
	"errors"
	"fmt"
)

// ErrIllegal indicates an illegal move. Every [*MoveError] wraps it.
var ErrIllegal = errors.New("illegal move")

// The reasons why a move is illegal. Every [*MoveError] wraps one of them.
var (
	ErrGameOver = errors.New("the game is over")
	ErrNoSquare = errors.New("no such square")
	ErrOccupied = errors.New("the square is occupied")
)

// A MoveError describes an illegal move.
type MoveError struct {
	Player Piece // the player to move
	Move   Move  // the illegal move
	Err    error // the reason: ErrGameOver, ErrNoSquare, or ErrOccupied
}

// Error returns a message with the player, the move, and the reason, such as
// "tictactoe: X to b2: the square is occupied".
func (e *MoveError) Error() string {
	return fmt.Sprintf("tictactoe: %v to %v: %v", e.Player, e.Move, e.Err)
}

// Unwrap returns [ErrIllegal] and the reason.
func (e *MoveError) Unwrap() []error { return []error{ErrIllegal, e.Err} }

// A ParseError describes a problem parsing a value.
type ParseError struct {
	Kind   string // the kind of value: "piece", "move", or "position"
	Text   string // the input
	Column int    // the byte where the problem is, counted from 1
	Reason string // what is wrong
}

// Error returns a message with the input, the column, and the reason. It shortens
// long input.
func (e *ParseError) Error() string {
	const most = 40
	text, rest := e.Text, ""
	if len(text) > most {
		text, rest = text[:most], "…"
	}
	return fmt.Sprintf("tictactoe: %s %q%s, column %d: %s", e.Kind, text, rest, e.Column, e.Reason)
}

// unmarshal parses text and stores the result in v. It does not change v on error.
func unmarshal[T any](v *T, text []byte, parse func(string) (T, error)) error {
	x, err := parse(string(text))
	if err == nil {
		*v = x
	}
	return err
}
