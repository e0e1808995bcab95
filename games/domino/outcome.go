package domino

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shakki/chess/internal/tabletop"
)

// A Result says how many players have won. The zero value is [Unfinished].
type Result uint8

// The results.
const (
	Unfinished Result = iota // the round or match is not over
	Won                      // one player has won
	Shared                   // several players share the win
)

var results = tabletop.Enum[Result]{"unfinished", "won", "shared"}

// String returns "unfinished", "won", or "shared".
func (r Result) String() string { return results.String(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r Result) MarshalText() ([]byte, error) { return results.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (r *Result) UnmarshalText(text []byte) error { return results.Unmarshal(r, text) }

// A Reason is the way in which a round or a match has ended. The zero value is [NoReason].
type Reason uint8

// The reasons. Rule sheet S1 defines the end of a match. The ends of a round come from the common
// draw game (rules 5 and 6 of [Game]).
const (
	NoReason Reason = iota // the round or match is not over
	Out                    // round: a player has no tiles left
	Blocked                // round: the stock is empty and no hand has a matching tile
	Target                 // match: a player has reached the target number of penalty points
)

var reasons = tabletop.Enum[Reason]{"none", "out", "blocked", "target"}

// String returns the reason in words, such as "blocked".
func (r Reason) String() string { return reasons.String(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r Reason) MarshalText() ([]byte, error) { return reasons.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (r *Reason) UnmarshalText(text []byte) error { return reasons.Unmarshal(r, text) }

// An Outcome is the result of a round or a match. The zero value is the outcome of the zero
// Position.
type Outcome struct {
	Result  Result `json:"result"`          // Unfinished while the round or match goes on
	Reason  Reason `json:"reason,omitzero"` // NoReason while the round or match goes on
	Players int    `json:"players"`         // the number of players, or 0 for the zero value

	// Minus has the penalty points by player. In a round, they are 0 until the round is over. In a
	// match, they are the sum over all finished rounds.
	Minus [MaxPlayers + 1]int `json:"minus"`

	// Winners reports by player whether the player has won. Nobody has won while the round or match
	// goes on.
	Winners [MaxPlayers + 1]bool `json:"winners"`
}

// IsOver reports whether the round or match has ended.
func (o Outcome) IsOver() bool { return o.Result != Unfinished }

// Winner returns the winner. If nobody has won, or if several players share the win, ok is false
// and the player is NoPlayer.
func (o Outcome) Winner() (p Player, ok bool) {
	i := slices.Index(o.Winners[:], true)
	if o.Result != Won || i < 0 {
		return NoPlayer, false
	}
	return Player(i), true
}

// String returns the reason, the penalty points, and the winners, such as "out: A 0, B -17; A
// wins".
func (o Outcome) String() string {
	var points, winners []string
	for p := A; p <= E && int(p) <= o.Players; p++ {
		points = append(points, fmt.Sprintf("%v %d", p, -o.Minus[p]))
		if o.Winners[p] {
			winners = append(winners, p.String())
		}
	}
	text := "unfinished"
	if o.IsOver() {
		text = o.Reason.String()
	}
	if len(points) > 0 {
		text += ": " + strings.Join(points, ", ")
	}
	switch len(winners) {
	case 0:
		return text
	case 1:
		return text + "; " + winners[0] + " wins"
	}
	return text + "; " + strings.Join(winners, " and ") + " share the win"
}

// end ends the round or match. The winners are the players with the fewest penalty points, or the
// given player unless that is NoPlayer.
func (o *Outcome) end(reason Reason, out Player) {
	o.Reason = reason
	points := o.Minus[A : int(A)+o.Players]
	fewest, winners := slices.Min(points), 0
	for i, n := range points {
		p := A + Player(i)
		if o.Winners[p] = p == out || out == NoPlayer && n == fewest; o.Winners[p] {
			winners++
		}
	}
	o.Result = Won
	if winners > 1 {
		o.Result = Shared
	}
}

// roundReason returns the reason why a round with the given hands is over, or NoReason if it is not
// over.
func roundReason(hands []TileSet, l *line, stock int) Reason {
	var held TileSet
	for _, hand := range hands {
		if hand.IsEmpty() {
			return Out
		}
		held |= hand
	}
	if stock == 0 && len(hands) > 0 && held&l.fitting() == 0 {
		return Blocked
	}
	return NoReason
}

// roundOutcome returns the outcome of a round with the given hands, by rules 5 to 7 in the package
// documentation. A player without tiles is the only winner, even if another player has 0 penalty
// points because of the double blank.
func roundOutcome(hands []TileSet, l *line, stock int) Outcome {
	o := Outcome{Players: len(hands)}
	reason := roundReason(hands, l, stock)
	if reason == NoReason {
		return o
	}
	out := NoPlayer
	for i, hand := range hands {
		o.Minus[int(A)+i] = hand.Pips()
		if hand.IsEmpty() {
			out = A + Player(i)
		}
	}
	o.end(reason, out)
	return o
}
