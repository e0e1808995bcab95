package backgammon

import (
	"errors"
	"fmt"
)

// Why a move is not legal. They are found with [errors.Is] in the [*MoveError]
// that the Play and ParseMove methods return.
var (
	ErrGameOver     = errors.New("the game is over")
	ErrRoll         = errors.New("not a roll of two dice")
	ErrNotMove      = errors.New("not a move")
	ErrBar          = errors.New("checkers on the bar enter first")
	ErrNoChecker    = errors.New("no checker to move")
	ErrBlocked      = errors.New("the point is blocked")
	ErrHit          = errors.New("hits must be marked, and nothing else")
	ErrNumber       = errors.New("the roll does not carry that far")
	ErrNotHome      = errors.New("bearing off begins when all checkers are home")
	ErrFarther      = errors.New("a larger number bears off the farthest checker only")
	ErrOrder        = errors.New("no order of the numbers plays it")
	ErrUnused       = errors.New("more numbers must be used")
	ErrLarger       = errors.New("the larger number must be used")
	ErrOtherChecker = errors.New("the other number must be played with another checker")
)

// Why an action is not allowed. They are found with [errors.Is] in the
// [*ActionError] that the methods of [Game] return, which may also hold
// ErrGameOver and ErrRoll.
var (
	ErrNotNow    = errors.New("something else comes first")
	ErrDie       = errors.New("not a number from 1 to 6")
	ErrEqualDice = errors.New("equal numbers: both throw again")
	ErrCubeOwner = errors.New("the opponent owns the cube")
	ErrNoCube    = errors.New("the game is played without the cube")
	ErrCubeLimit = errors.New("the stake cannot be counted any more")
)

// A MoveError reports a move that is not legal.
type MoveError struct {
	Move   Move   // the move refused
	Roll   Roll   // which it was to play
	Err    error  // one of the errors of this package: ErrBar, ErrBlocked, …
	Detail string // the checkers, points and numbers that Err is about, or ""
}

// Error says which move is not legal for which roll, and why.
func (e *MoveError) Error() string {
	return fmt.Sprintf("backgammon: %v with %v: %v%s", e.Move, e.Roll, e.Err, inBrackets(e.Detail))
}

// Unwrap returns the reason.
func (e *MoveError) Unwrap() error { return e.Err }

// An ActionError reports something that the player may not do at this moment of
// the game.
type ActionError struct {
	Action Action // what was refused
	Player Player // who was on turn
	Phase  Phase  // where the game stood
	Err    error  // one of the errors of this package: ErrNotNow, ErrCubeOwner, …
}

// Error says what is not allowed, and why.
func (e *ActionError) Error() string {
	detail := ""
	if e.Err == ErrNotNow {
		detail = e.Phase.task()
	}
	return fmt.Sprintf("backgammon: %v (%v on turn): %v%s", e.Action, e.Player, e.Err, inBrackets(detail))
}

// Unwrap returns the reason.
func (e *ActionError) Unwrap() error { return e.Err }

// A PositionError reports checkers that make no position.
type PositionError struct {
	Point  int    // where the fault is, as the player on roll counts; 0 for the whole
	Reason string // what is wrong
}

// Error says what is wrong, and where.
func (e *PositionError) Error() string { return "backgammon: position: " + e.where() }

func (e *PositionError) where() string {
	if e.Point == 0 {
		return e.Reason
	}
	return fmt.Sprintf("point %d: %s", e.Point, e.Reason)
}

// A ParseError reports a text that is not the text form of a value.
type ParseError struct {
	Kind   string // what was asked for: "move", "player", "position" or "roll"
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
	return fmt.Sprintf("backgammon: %s %q%s, column %d: %s", e.Kind, text, rest, e.Column, e.Reason)
}

// inBrackets returns s ready to follow another text, "" for "".
func inBrackets(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}

// unmarshal stores the value of text in v, which stays as it is on error.
func unmarshal[T any](v *T, text []byte, parse func(string) (T, error)) error {
	x, err := parse(string(text))
	if err == nil {
		*v = x
	}
	return err
}
