package shakkello

import (
	"fmt"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/tabletop"
)

// A Result is the score of a game as in chess, such as [chess.WhiteWins]. The zero value is
// [chess.Unfinished].
type Result = chess.Result

// A Reason is the way in which a game has ended. The zero value is [NoReason].
type Reason uint8

// The reasons (rule sheet S4).
const (
	NoReason    Reason = iota // the game is not over
	MorePoints                // the winner has more points
	EqualPoints               // both players have the same number of points
)

var reasons = tabletop.Enum[Reason]{"none", "more points", "equal points"}

// String returns the reason in words, such as "more points".
func (r Reason) String() string { return reasons.String(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r Reason) MarshalText() ([]byte, error) { return reasons.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (r *Reason) UnmarshalText(text []byte) error { return reasons.Unmarshal(r, text) }

// An Outcome is the result of a game, the reason for it, and the points of both players. The zero
// value is the outcome of an unfinished game without points.
type Outcome struct {
	Result Result `json:"result"`          // Unfinished while the game goes on
	Reason Reason `json:"reason,omitzero"` // NoReason while the game goes on
	Score  Score  `json:"score"`           // the points so far
}

// IsOver reports whether the game has ended.
func (o Outcome) IsOver() bool { return o.Result != chess.Unfinished }

// Winner returns the winner. If nobody has won, ok is false.
func (o Outcome) Winner() (c chess.Color, ok bool) {
	return chess.Outcome{Result: o.Result}.Winner()
}

// String returns the result and the score, such as "1-0 (61:58)". The result of an unfinished game
// is "*".
func (o Outcome) String() string { return fmt.Sprintf("%v (%v)", o.Result, o.Score) }

// Outcome returns the outcome of a game that has reached p. When all 16 pieces are on the board,
// the player with more points wins, and equal points are a draw (rule sheet S4).
func (p Position) Outcome() Outcome {
	o := Outcome{Score: p.Score()}
	if p.Plies() < plies {
		return o
	}
	switch lead := o.Score.Lead(chess.White); {
	case lead > 0:
		o.Result, o.Reason = chess.WhiteWins, MorePoints
	case lead < 0:
		o.Result, o.Reason = chess.BlackWins, MorePoints
	default:
		o.Result, o.Reason = chess.Drawn, EqualPoints
	}
	return o
}
