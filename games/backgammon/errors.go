package backgammon

import (
	"errors"
	"fmt"

	"github.com/shakki/chess/internal/tabletop"
)

// Errors to compare with [errors.Is]. Every [*MoveError] wraps ErrIllegal. Every [*ActionError]
// wraps one of the others, which say why an action is not allowed.
var (
	ErrIllegal   = tabletop.ErrIllegal
	ErrGameOver  = errors.New("the game is over")
	ErrNotNow    = errors.New("not allowed now")
	ErrRoll      = errors.New("not a valid roll")
	ErrDie       = errors.New("not a number from 1 to 6")
	ErrEqualDice = errors.New("equal numbers, so both players must throw again")
	ErrCubeOwner = errors.New("the opponent owns the cube")
	ErrNoCube    = errors.New("the game is played without the cube")
	ErrCubeLimit = errors.New("the stake is too large to double")
	ErrResign    = errors.New("want a single game, a gammon, or a backgammon")
)

// An IllegalReason is the reason why a move is illegal. The zero value is [NoIllegalReason].
type IllegalReason uint8

// The reasons why a move is illegal.
const (
	NoIllegalReason IllegalReason = iota // the move is not illegal
	GameOver                             // the game has ended
	NoRoll                               // the value is not a roll of two dice
	NoSuchMove                           // the value is not a move
	BarFirst                             // checkers on the bar must enter first
	NoChecker                            // there is no checker to move
	Blocked                              // the point has at least two checkers of the opponent
	WrongHit                             // the move marks a hit that does not happen, or does not mark one that happens
	WrongNumber                          // the roll does not allow this distance
	NotHome                              // not all checkers are in the home board
	NotFarthest                          // a larger number bears off only the farthest checker
	NoOrder                              // the steps cannot be played in any order
	Unused                               // more numbers must be used
	LargerNumber                         // the larger number must be used
	OtherChecker                         // rule sheet S1: another checker must use the other number
)

var illegalReasons = tabletop.Enum[IllegalReason]{Type: "IllegalReason", Names: []string{
	"none", "game over", "no roll", "no such move", "bar first", "no checker", "blocked", "wrong hit", "wrong number",
	"not home", "not farthest", "no order", "unused", "larger number", "other checker",
}}

// String returns the reason in words, such as "bar first".
func (r IllegalReason) String() string { return illegalReasons.String(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r IllegalReason) MarshalText() ([]byte, error) { return illegalReasons.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (r *IllegalReason) UnmarshalText(text []byte) error { return illegalReasons.Unmarshal(r, text) }

// illegalReasonTexts holds what a MoveError says for each reason.
var illegalReasonTexts = [...]string{
	NoIllegalReason: "illegal move",
	GameOver:        "the game is over",
	NoRoll:          "not a valid roll",
	NoSuchMove:      "not a valid move",
	BarFirst:        "checkers on the bar must enter first",
	NoChecker:       "no checker to move",
	Blocked:         "the point is blocked",
	WrongHit:        "wrong hit mark",
	WrongNumber:     "the roll does not allow this distance",
	NotHome:         "not all checkers are in the home board",
	NotFarthest:     "a larger number may bear off only the farthest checker",
	NoOrder:         "the steps cannot be played in any order",
	Unused:          "more numbers must be used",
	LargerNumber:    "the larger number must be used",
	OtherChecker:    "the other number must be played with another checker",
}

// A MoveError reports why a move is illegal. It wraps [ErrIllegal].
type MoveError struct {
	Player Player        // the player on turn, or NoPlayer if the move was tried on a Position
	Move   Move          // the illegal move
	Roll   Roll          // the roll
	Reason IllegalReason // why the move is illegal
	Detail string        // details about the reason, or ""
}

// Error returns a sentence that begins with the player and the move, such as "light: 8/5 6/5 with
// 61: the roll does not allow this distance (3 pips from 8)".
func (e *MoveError) Error() string {
	why, who := ErrIllegal.Error(), ""
	if int(e.Reason) < len(illegalReasonTexts) {
		why = illegalReasonTexts[e.Reason]
	}
	if e.Player != NoPlayer {
		who = e.Player.String() + ": "
	}
	return fmt.Sprintf("%s%v with %v: %s%s", who, e.Move, e.Roll, why, inBrackets(e.Detail))
}

// Unwrap returns [ErrIllegal].
func (e *MoveError) Unwrap() error { return ErrIllegal }

// An ActionError reports why an action is not allowed. The game is unchanged.
type ActionError struct {
	Action Action // the action
	Player Player // the player who would act, or NoPlayer in the opening
	Phase  Phase  // the phase of the game
	Err    error  // the reason, such as ErrNotNow or ErrCubeOwner
}

// Error returns a sentence that begins with the action and the player, such as "double by dark: not
// allowed now (a roll has not been played)".
func (e *ActionError) Error() string {
	detail, by := "", ""
	if e.Err == ErrNotNow {
		detail = e.Phase.task()
	}
	if e.Player != NoPlayer {
		by = " by " + e.Player.String()
	}
	return fmt.Sprintf("%v%s: %v%s", e.Action, by, e.Err, inBrackets(detail))
}

// Unwrap returns the reason.
func (e *ActionError) Unwrap() error { return e.Err }

// A SetupError reports why checkers do not make a position, or why a game or a match cannot begin.
type SetupError struct {
	Point  int    // the point, in the numbering of the player on roll, or 0 if the reason is not about one point
	Reason string // what is wrong
}

// Error returns the reason, preceded by the point if there is one.
func (e *SetupError) Error() string {
	if e.Point == 0 {
		return e.Reason
	}
	return fmt.Sprintf("point %d: %s", e.Point, e.Reason)
}

// A ParseError reports text that is not the text form of a value. It has the fields Kind (what was
// expected), Text, Column (the byte where the problem is, counted from 1), Reason (what is wrong),
// and Err, which is the [*MoveError] or [*ActionError] if the text of a game has a move or an
// action that is not allowed.
type ParseError = tabletop.ParseError

// inBrackets returns s in parentheses with a space before them, or "" if s is empty.
func inBrackets(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}
