package backgammon

import (
	"fmt"

	"github.com/shakki/chess/games"
	"github.com/shakki/chess/internal/fault"
	"github.com/shakki/chess/internal/tabletop"
)

// ErrIllegal is the error that every [*MoveError] wraps.
var ErrIllegal = games.ErrIllegal

// Errors to compare with [errors.Is]. Every [*ActionError] wraps one of the first group, which say
// why an action is not allowed, and every [*SetupError] one of the second.
var (
	ErrGameOver  = fault.New("the game is over")
	ErrNotNow    = fault.New("not allowed now")
	ErrRoll      = fault.New("not a valid roll")
	ErrDie       = fault.New("not a number from 1 to 6")
	ErrEqualDice = fault.New("equal numbers, so both players must throw again")
	ErrCubeOwner = fault.New("the opponent owns the cube")
	ErrNoCube    = fault.New("the game is played without the cube")
	ErrCubeLimit = fault.New("the stake is too large to double")
	ErrResign    = fault.New("want a single game, a gammon, or a backgammon")

	ErrPosition  = fault.New("no such position")
	ErrMove      = fault.New("no such move")
	ErrSetup     = fault.New("no game has this setup")
	ErrTarget    = fault.New("the target and the stake must not be negative")
	ErrGameOpen  = fault.New("the last game is not over")
	ErrMatchOver = fault.New("the match is over")
)

// errMAT is the cause of an error in a line of a .mat file.
var errMAT = fault.New("not a line of a .mat file")

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

var illegalReasons = tabletop.Enum[IllegalReason]("illegal reason",
	"none", "the game is over", "not a valid roll", "not a valid move", "checkers on the bar must enter first",
	"no checker to move", "the point is blocked", "wrong hit mark", "the roll does not allow this distance",
	"not all checkers are in the home board", "a larger number may bear off only the farthest checker",
	"the steps cannot be played in any order", "more numbers must be used", "the larger number must be used",
	"the other number must be played with another checker",
)

// String returns the reason in words, such as "the point is blocked".
func (r IllegalReason) String() string { return illegalReasons.Text(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r IllegalReason) MarshalText() ([]byte, error) { return illegalReasons.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (r *IllegalReason) UnmarshalText(text []byte) error { return illegalReasons.Unmarshal(r, text) }

// A MoveError reports why a move is illegal. It wraps [ErrIllegal].
type MoveError struct {
	Player Player        `json:"player"` // the player on turn, or NoPlayer if the move was tried on a Position
	Move   Move          `json:"move"`   // the illegal move
	Roll   Roll          `json:"roll"`   // the roll
	Why    IllegalReason `json:"why"`    // why the move is illegal
	Detail string        `json:"detail"` // details about the reason, or ""
}

// Error returns a sentence that begins with the player and the move, such as "light: 8/5 6/5 with
// 61: the roll does not allow this distance (from 8 to 5)".
func (e *MoveError) Error() string {
	text := fmt.Sprintf("%v with %v", e.Move, e.Roll)
	if e.Player != NoPlayer {
		text = fmt.Sprintf("%v: %s", e.Player, text)
	}
	return fault.MoveText(text, e.Why, e.Detail)
}

// Unwrap returns [ErrIllegal].
func (e *MoveError) Unwrap() error { return ErrIllegal }

// An ActionError reports why an action is not allowed. The game is unchanged.
type ActionError struct {
	Action Action `json:"action"` // the action
	Player Player `json:"player"` // the player who would act, or NoPlayer in the opening
	Phase  Phase  `json:"phase"`  // the phase of the game
	Err    error  `json:"error"`  // the reason, such as ErrNotNow or ErrCubeOwner
}

// Error returns a sentence that begins with the action and the player, such as "double by dark: not
// allowed now (a roll has not been played)".
func (e *ActionError) Error() string {
	detail, by := "", ""
	if e.Err == ErrNotNow && e.Phase <= Over {
		detail = tasks[e.Phase]
	}
	if e.Player != NoPlayer {
		by = " by " + e.Player.String()
	}
	return fmt.Sprintf("%v%s: %v%s", e.Action, by, e.Err, fault.Parentheses(detail))
}

// Unwrap returns the reason.
func (e *ActionError) Unwrap() error { return e.Err }

// MarshalJSON returns an object with the message as "text", and the fields.
func (e *MoveError) MarshalJSON() ([]byte, error) { return fault.JSON(e, e) }

// MarshalJSON returns an object with the message as "text", and the fields.
func (e *ActionError) MarshalJSON() ([]byte, error) { return fault.JSON(e, e) }

// A SetupError reports why checkers do not make a position, or why a game or a match cannot begin.
// It has the fields Err (one of the errors above, which it wraps) and Detail (details about it, or
// "").
type SetupError = games.SetupError

// A ParseError reports text that is not the text form of a value. If the text of a game has a move or
// an action that is not allowed, its Err is a [*MoveError] or an [*ActionError].
type ParseError = games.ParseError
