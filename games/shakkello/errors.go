package shakkello

import (
	"errors"
	"fmt"

	"github.com/shakki/chess"
)

// ErrIllegal is found with [errors.Is] in every [*MoveError].
var ErrIllegal = errors.New("illegal move")

// Why a move is not legal, with the rule of the package documentation (rule
// sheet S4). They are found with [errors.Is] in the [*MoveError] that the Play
// methods return.
var (
	ErrNoMove      = errors.New("there is no such move")
	ErrGameOver    = errors.New("the game is over")
	ErrNotHeld     = errors.New("the piece is not in hand")
	ErrOccupied    = errors.New("the square is occupied")
	ErrKingFirst   = errors.New("the king is White's first piece")                    // rule 1
	ErrApart       = errors.New("the square touches no piece")                        // rule 2
	ErrKingLast    = errors.New("the king is Black's last piece")                     // rule 3
	ErrNotBeside   = errors.New("the square does not touch White's last piece")       // rule 3
	ErrSameColor   = errors.New("the other bishop stands on the same color")          // rule 4
	ErrQueenCalled = errors.New("the queen has been called")                          // rule 5
	ErrNoRoom      = errors.New("no square beside it would be left for Black's king") // rule 6
)

// A MoveError reports a move that is not legal.
type MoveError struct {
	Player chess.Color // whose turn it was
	Move   Move        // the move refused
	Err    error       // the reason: one of those above
	Detail string      // the piece that the reason depends on, if any
}

// Error says who may not place what, and why.
func (e *MoveError) Error() string {
	detail := ""
	if e.Detail != "" {
		detail = ": " + e.Detail
	}
	return fmt.Sprintf("shakkello: %v: %v: %v%s", e.Player, e.Move, e.Err, detail)
}

// Unwrap returns [ErrIllegal] and the reason.
func (e *MoveError) Unwrap() []error { return []error{ErrIllegal, e.Err} }

// A ParseError reports a text that is not the text form of a value.
type ParseError struct {
	Kind   string // what was asked for: "move" or "position"
	Text   string // what was given
	Column int    // where it is wrong: the byte, counted from 1
	Reason string // what is wrong
}

// Error names the text, of which it quotes no more than the beginning, the
// column and the reason.
func (e *ParseError) Error() string {
	const most = 80
	text, rest := e.Text, ""
	if len(text) > most {
		text, rest = text[:most], "…"
	}
	return fmt.Sprintf("shakkello: %s %q%s, column %d: %s", e.Kind, text, rest, e.Column, e.Reason)
}

// unmarshal stores the value of text in v, which stays as it is on error.
func unmarshal[T any](v *T, text []byte, parse func(string) (T, error)) error {
	x, err := parse(string(text))
	if err == nil {
		*v = x
	}
	return err
}
