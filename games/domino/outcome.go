package domino

import (
	"fmt"
	"strings"
)

// A Reason is the reason why a round or a match has ended. The zero value is [Ongoing].
type Reason uint8

// The reasons. Rule sheet S1 defines the end of a match. The ends of a round come from
// the common draw game (rules 5 and 6 in the package documentation).
const (
	Ongoing Reason = iota // the round or match is not over
	Out                   // round: a player has no tiles left
	Blocked               // round: the stock is empty and no hand has a matching tile
	Target                // match: a player has reached the target number of penalty points
)

// String returns "ongoing", "out", "blocked", or "target".
func (r Reason) String() string {
	names := [...]string{"ongoing", "out", "blocked", "target"}
	if int(r) >= len(names) {
		return fmt.Sprintf("Reason(%d)", uint8(r))
	}
	return names[r]
}

// An Outcome is the result of a round or a match. The zero value is the outcome of the
// zero Position.
type Outcome struct {
	Reason  Reason // Ongoing if the round or match is not over
	Players int    // the number of players, or 0 for the zero value

	// Minus has the penalty points of each player. In a round, they are 0 until the
	// round is over. In a match, they are the sum over all finished rounds.
	Minus [MaxPlayers]int

	// Winners reports for each player whether the player has won. Nobody has won if
	// the Reason is Ongoing.
	Winners [MaxPlayers]bool
}

// IsOver reports whether the round or match has ended.
func (o Outcome) IsOver() bool { return o.Reason != Ongoing }

// Winner returns the winner. If nobody has won, or if several players share the win, ok
// is false.
func (o Outcome) Winner() (p Player, ok bool) {
	count := 0
	for i, won := range o.Winners {
		if won {
			p = Player(i)
			count++
		}
	}
	if count != 1 {
		return A, false
	}
	return p, true
}

// String returns the reason, the penalty points, and the winners, such as
// "out: A -0, B -17; A wins".
func (o Outcome) String() string {
	var points, winners []string
	for i := range min(o.Players, MaxPlayers) {
		points = append(points, fmt.Sprintf("%v -%d", Player(i), o.Minus[i]))
		if o.Winners[i] {
			winners = append(winners, Player(i).String())
		}
	}
	text := o.Reason.String()
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

// fewestWin sets the players with the fewest penalty points as the winners.
func (o *Outcome) fewestWin() {
	points := o.Minus[:o.Players]
	fewest := points[0]
	for _, n := range points {
		fewest = min(fewest, n)
	}
	for i, n := range points {
		o.Winners[i] = n == fewest
	}
}

// roundReason returns the reason why a round with the given hands is over, or Ongoing if
// it is not over.
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
	return Ongoing
}

// roundOutcome returns the outcome of a round with the given hands, by rules 5 to 7 in
// the package documentation. A player without tiles is the only winner, even if another
// player has 0 penalty points because of the double blank.
func roundOutcome(hands []TileSet, l *line, stock int) Outcome {
	o := Outcome{Reason: roundReason(hands, l, stock), Players: len(hands)}
	if o.Reason == Ongoing {
		return o
	}
	for i, hand := range hands {
		o.Minus[i] = hand.Pips()
		o.Winners[i] = hand.IsEmpty()
	}
	if o.Reason == Blocked {
		o.fewestWin()
	}
	return o
}
