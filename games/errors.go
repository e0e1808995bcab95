package games

import (
	"fmt"

	"github.com/shakki/chess/internal/abridge"
	"github.com/shakki/chess/internal/fault"
)

// ErrIllegal is the error that every MoveError of the games wraps.
var ErrIllegal = fault.New("illegal move")

// A ParseError reports text that is not the text form of a value.
type ParseError struct {
	Kind   string `json:"kind"`            // what was expected: "move", "position", "game", ...
	Text   string `json:"input"`           // the text given
	Column int    `json:"column"`          // the byte where the problem is, counted from 1
	Detail string `json:"detail"`          // what is wrong
	Err    error  `json:"error,omitempty"` // the error of a part, such as the *MoveError of an illegal move, or nil
}

// Error returns a message with the text, the column, and the reason. It shortens long text.
func (e *ParseError) Error() string {
	return fmt.Sprintf("%s %q, column %d: %s", e.Kind, abridge.Text(e.Text, 80), e.Column, e.Detail)
}

// Unwrap returns the error of a part, or nil.
func (e *ParseError) Unwrap() error { return e.Err }

// A SetupError reports why a position, a game, or a match cannot begin.
type SetupError struct {
	Err    error  `json:"error"`  // the reason, to compare with errors.Is
	Detail string `json:"detail"` // details about the reason, or ""
}

// Error returns the reason with the details in parentheses.
func (e *SetupError) Error() string { return fmt.Sprint(e.Err) + fault.Parentheses(e.Detail) }

// Unwrap returns the reason.
func (e *SetupError) Unwrap() error { return e.Err }

// A Reason is an enumeration, such as the reasons why moves are illegal.
type Reason interface {
	~uint8
	fmt.Stringer
}

// A MoveError reports why a move is illegal. It wraps ErrIllegal.
type MoveError[P, M fmt.Stringer, R Reason] struct {
	Player P      `json:"player"` // the player to move
	Move   M      `json:"move"`   // the illegal move
	Why    R      `json:"why"`    // why the move is illegal
	Detail string `json:"detail"` // details about the reason, or ""
}

// Error returns a sentence that begins with the player and the move, such as "X: b2: the square is
// occupied (by O)".
func (e *MoveError[P, M, R]) Error() string {
	return fault.MoveText(fmt.Sprintf("%v: %v", e.Player, e.Move), e.Why, e.Detail)
}

// Unwrap returns ErrIllegal.
func (e *MoveError[P, M, R]) Unwrap() error { return ErrIllegal }

// MarshalJSON returns an object with the message as "text", the field Text as "input", and the other
// fields.
func (e *ParseError) MarshalJSON() ([]byte, error) { return fault.JSON(e, e) }

// MarshalJSON returns an object with the message as "text", and the fields.
func (e *SetupError) MarshalJSON() ([]byte, error) { return fault.JSON(e, e) }

// MarshalJSON returns an object with the message as "text", and the fields.
func (e *MoveError[P, M, R]) MarshalJSON() ([]byte, error) {
	return fault.JSON(e, e)
}
