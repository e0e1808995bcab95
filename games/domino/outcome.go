package domino

import (
	"fmt"
	"strings"
)

// A Reason says why a round or a match has ended. The zero value is [Ongoing].
type Reason uint8

// The reasons. The target is of rule sheet S1, the end of a round of the common
// draw game (points 5 and 6 of the package documentation).
const (
	Ongoing Reason = iota
	Out            // a round: a player has laid the last tile of the hand
	Blocked        // a round: the stock is empty and no hand fits an end
	Target         // a match: a player has reached the agreed minus points
)

// String returns "ongoing", "out", "blocked" or "target".
func (r Reason) String() string {
	names := [...]string{"ongoing", "out", "blocked", "target"}
	if int(r) >= len(names) {
		return fmt.Sprintf("Reason(%d)", uint8(r))
	}
	return names[r]
}

// An Outcome is the result of a round or of a match. The zero value stands for
// an ongoing round.
type Outcome struct {
	Reason  Reason // Ongoing while it lasts
	Players int    // who takes part: 2 to 4; 0 for the zero value

	// Minus has the minus points of each player, 0 or more. In a round they are
	// counted at its end; in a match they are the sum of the rounds so far.
	Minus [MaxPlayers]int

	// Winners has true for who is out, or else for the players with the fewest
	// minus points. Nobody has won while the Reason is Ongoing.
	Winners [MaxPlayers]bool
}

// IsOver reports whether the round or match has ended.
func (o Outcome) IsOver() bool { return o.Reason != Ongoing }

// Winner returns the player who alone has won and true, or false if nobody has
// or several share the win.
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

// String returns the reason, the minus points and the winners, such as
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

// fewestWin makes those with the fewest minus points the winners.
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

// roundReason returns why a round with these hands is over, Ongoing if it is
// not.
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

// roundOutcome returns the outcome of a round with these hands. Whoever is out
// wins, even if another is left with nothing but the double blank; the pips in
// the hands are minus points (points 5 to 7 of the package documentation).
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
