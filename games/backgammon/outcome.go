package backgammon

import (
	"fmt"

	"github.com/shakki/chess/internal/tabletop"
)

// A Result says who has won. The zero value is [Unfinished]. There are no draws (rule sheet S1).
type Result uint8

// The results.
const (
	Unfinished Result = iota // the game is not over
	LightWins
	DarkWins
)

var results = tabletop.Enum[Result]("result", "unfinished", "light wins", "dark wins")

// String returns "unfinished", "light wins", or "dark wins".
func (r Result) String() string { return results.Text(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r Result) MarshalText() ([]byte, error) { return results.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (r *Result) UnmarshalText(text []byte) error { return results.Unmarshal(r, text) }

// A Reason is the way in which a game or a match is won. The zero value is [NoReason].
type Reason uint8

// The reasons (rule sheet S1).
const (
	NoReason    Reason = iota // the game is not over
	Single                    // the stake: the loser has borne off a checker
	Gammon                    // twice the stake: the loser has not borne off a checker
	Backgammon                // three times the stake: a gammon with a checker on the bar or in the winner's home board
	Dropped                   // the stake before the double that the loser has dropped
	Resignation               // the stake times what the loser has resigned
	Target                    // match: the winner has reached the target number of points
)

var reasons = tabletop.Enum[Reason]("reason",
	"none", "single game", "gammon", "backgammon", "double dropped", "resignation", "target",
)

// factors holds the factor by which a win multiplies the stake.
var factors = [...]int64{Single: 1, Gammon: 2, Backgammon: 3, Dropped: 1}

// String returns the reason in words, such as "gammon".
func (r Reason) String() string { return reasons.Text(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r Reason) MarshalText() ([]byte, error) { return reasons.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (r *Reason) UnmarshalText(text []byte) error { return reasons.Unmarshal(r, text) }

// An Outcome is the result of a game or a match, the reason for it, and the number of points. The
// zero value means that it goes on.
type Outcome struct {
	Result Result `json:"result"`          // Unfinished while the game goes on
	Reason Reason `json:"reason,omitzero"` // NoReason while the game goes on
	Points int64  `json:"points,omitzero"` // the points that the winner gets
}

// IsOver reports whether the game has ended.
func (o Outcome) IsOver() bool { return o.Result != Unfinished }

// Winner returns the winner. If the game is not over, it returns NoPlayer and false.
func (o Outcome) Winner() (player Player, ok bool) {
	if o.Result != LightWins && o.Result != DarkWins {
		return NoPlayer, false
	}
	return Player(o.Result), true
}

// String returns text such as "light wins 4 (gammon)", or "unfinished".
func (o Outcome) String() string {
	if !o.IsOver() {
		return o.Result.String()
	}
	return fmt.Sprintf("%v %d (%v)", o.Result, o.Points, o.Reason)
}
