package tictactoe

import (
	"fmt"

	"github.com/shakki/chess/internal/tabletop"
)

// A Result is the score of a game. The zero value is [Unfinished].
type Result uint8

// The results.
const (
	Unfinished Result = iota // the game is not over
	XWins                    // as X
	OWins                    // as O
	Draw
)

var results = tabletop.Enum[Result]{"unfinished", "X wins", "O wins", "draw"}

// String returns "unfinished", "X wins", "O wins", or "draw".
func (r Result) String() string { return results.String(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r Result) MarshalText() ([]byte, error) { return results.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (r *Result) UnmarshalText(text []byte) error { return results.Unmarshal(r, text) }

// A Reason is the way in which a game has ended. The zero value is [NoReason].
type Reason uint8

// The reasons. Rule sheet S1 defines how a player wins.
const (
	NoReason   Reason = iota // the game is not over
	ThreeInRow               // a player has three in a row
	FullBoard                // the board is full and nobody has three in a row
)

var reasons = tabletop.Enum[Reason]{"none", "three in a row", "full board"}

// String returns the reason in words, such as "three in a row".
func (r Reason) String() string { return reasons.String(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r Reason) MarshalText() ([]byte, error) { return reasons.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (r *Reason) UnmarshalText(text []byte) error { return reasons.Unmarshal(r, text) }

// An Outcome is the result of a game and the reason for it. The zero value means that the game goes
// on.
type Outcome struct {
	Result Result `json:"result"`          // Unfinished while the game goes on
	Reason Reason `json:"reason,omitzero"` // NoReason while the game goes on
}

// IsOver reports whether the game has ended.
func (o Outcome) IsOver() bool { return o.Result != Unfinished }

// Winner returns the winner. If nobody has won, it returns NoPiece and false.
func (o Outcome) Winner() (player Piece, ok bool) {
	if o.Result != XWins && o.Result != OWins {
		return NoPiece, false
	}
	return Piece(o.Result), true
}

// String returns the result and the reason: "X wins (three in a row)", or "unfinished".
func (o Outcome) String() string {
	if o.Reason == NoReason {
		return o.Result.String()
	}
	return fmt.Sprintf("%v (%v)", o.Result, o.Reason)
}
