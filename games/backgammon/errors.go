package backgammon

import (
	"errors"
	"fmt"
)

// The reasons why a move is illegal. Every [*MoveError] wraps one of them.
var (
	ErrGameOver     = errors.New("the game is over")
	ErrRoll         = errors.New("not a valid roll")
	ErrNotMove      = errors.New("not a valid move")
	ErrBar          = errors.New("checkers on the bar must enter first")
	ErrNoChecker    = errors.New("no checker to move")
	ErrBlocked      = errors.New("the point is blocked")
	ErrHit          = errors.New("wrong hit mark")
	ErrNumber       = errors.New("the roll does not allow this distance")
	ErrNotHome      = errors.New("not all checkers are in the home board")
	ErrFarther      = errors.New("a larger number may bear off only the farthest checker")
	ErrOrder        = errors.New("the steps cannot be played in any order")
	ErrUnused       = errors.New("more numbers must be used")
	ErrLarger       = errors.New("the larger number must be used")
	ErrOtherChecker = errors.New("the other number must be played with another checker")
)

// The reasons why an action is not allowed. Every [*ActionError] wraps one of them, or
// ErrGameOver or ErrRoll.
var (
	ErrNotNow    = errors.New("not allowed now")
	ErrDie       = errors.New("not a number from 1 to 6")
	ErrEqualDice = errors.New("equal numbers, so both players must throw again")
	ErrCubeOwner = errors.New("the opponent owns the cube")
	ErrNoCube    = errors.New("the game is played without the cube")
	ErrCubeLimit = errors.New("the stake is too large to double")
)

// A MoveError describes an illegal move.
type MoveError struct {
	Move   Move   // the illegal move
	Roll   Roll   // the roll
	Err    error  // the reason, such as ErrBar or ErrBlocked
	Detail string // details about the reason, or ""
}

// Error returns a message with the move, the roll, and the reason, such as
// "backgammon: 8/5 6/5 with 61: the roll does not allow this distance (3 pips from 8)".
func (e *MoveError) Error() string {
	return fmt.Sprintf("backgammon: %v with %v: %v%s", e.Move, e.Roll, e.Err, inBrackets(e.Detail))
}

// Unwrap returns the reason.
func (e *MoveError) Unwrap() error { return e.Err }

// An ActionError describes an action that is not allowed.
type ActionError struct {
	Action Action // the action
	Player Player // the player on turn
	Phase  Phase  // the phase of the game
	Err    error  // the reason, such as ErrNotNow or ErrCubeOwner
}

// Error returns a message with the action, the player on turn, and the reason, such as
// "backgammon: double (dark on turn): not allowed now (a roll has not been played)".
func (e *ActionError) Error() string {
	detail := ""
	if e.Err == ErrNotNow {
		detail = e.Phase.task()
	}
	return fmt.Sprintf("backgammon: %v (%v on turn): %v%s", e.Action, e.Player, e.Err, inBrackets(detail))
}

// Unwrap returns the reason.
func (e *ActionError) Unwrap() error { return e.Err }

// A PositionError describes why checkers do not make a valid position.
type PositionError struct {
	Point  int    // the point, in the numbering of the player on roll, or 0 for the whole board
	Reason string // what is wrong
}

// Error returns a message with the point and the reason.
func (e *PositionError) Error() string { return "backgammon: position: " + e.where() }

// where returns the reason, preceded by the point if there is one.
func (e *PositionError) where() string {
	if e.Point == 0 {
		return e.Reason
	}
	return fmt.Sprintf("point %d: %s", e.Point, e.Reason)
}

// A ParseError describes a problem parsing a value.
type ParseError struct {
	Kind   string // the kind of value: "move", "player", "position", or "roll"
	Text   string // the input
	Column int    // the byte where the problem is, counted from 1
	Reason string // what is wrong
}

// Error returns a message with the input, the column, and the reason. It shortens long input.
func (e *ParseError) Error() string {
	const most = 40
	text, rest := e.Text, ""
	if len(text) > most {
		text, rest = text[:most], "…"
	}
	return fmt.Sprintf("backgammon: %s %q%s, column %d: %s", e.Kind, text, rest, e.Column, e.Reason)
}

// inBrackets returns s in parentheses with a space before them, or "" if s is empty.
func inBrackets(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}

// unmarshal parses text and stores the result in v. It does not change v on error.
func unmarshal[T any](v *T, text []byte, parse func(string) (T, error)) error {
	x, err := parse(string(text))
	if err == nil {
		*v = x
	}
	return err
}
