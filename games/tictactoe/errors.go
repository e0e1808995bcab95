package tictactoe

import (
	"errors"
	"fmt"
)

// ErrIllegal is found with [errors.Is] in every [*MoveError].
var ErrIllegal = errors.New("illegal move")

// Why a move is not legal. They are found with [errors.Is] in the
// [*MoveError] that the Play methods return.
var (
	ErrGameOver = errors.New("the game is over")
	ErrNoSquare = errors.New("there is no such square")
	ErrOccupied = errors.New("the square is occupied")
)

// A MoveError reports a move that is not legal.
type MoveError struct {
	Player Piece // who was to move
	Move   Move  // the move refused
	Err    error // ErrGameOver, ErrNoSquare or ErrOccupied
}

// Error says who may not place where, and why.
func (e *MoveError) Error() string {
	return fmt.Sprintf("tictactoe: %v to %v: %v", e.Player, e.Move, e.Err)
}

// Unwrap returns [ErrIllegal] and the reason.
func (e *MoveError) Unwrap() []error { return []error{ErrIllegal, e.Err} }

// A ParseError reports a text that is not the text form of a value.
type ParseError struct {
	Kind   string // what was asked for: "piece", "move" or "position"
	Text   string // what was given
	Column int    // where it is wrong: the byte, counted from 1
	Reason string // what is wrong
}

// Error names the text, of which it quotes no more than the beginning, the
// column and the reason.
func (e *ParseError) Error() string {
	const most = 40
	text, rest := e.Text, ""
	if len(text) > most {
		text, rest = text[:most], "…"
	}
	return fmt.Sprintf("tictactoe: %s %q%s, column %d: %s", e.Kind, text, rest, e.Column, e.Reason)
}

// unmarshal stores the value of text in v, which stays as it is on error.
func unmarshal[T any](v *T, text []byte, parse func(string) (T, error)) error {
	x, err := parse(string(text))
	if err == nil {
		*v = x
	}
	return err
}
