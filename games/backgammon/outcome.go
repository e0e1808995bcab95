package backgammon

import "fmt"

// A Result is the way a game is won. The zero value is [NoResult].
type Result uint8

// The results (rule sheet S1).
const (
	NoResult   Result = iota // the game is not over
	Single                   // the stake: the loser has borne off a checker
	Gammon                   // twice the stake: the loser has not borne off a checker
	Backgammon               // three times the stake: a gammon with a checker on the bar or in the winner's home board
	Dropped                  // the stake before the double that the loser has refused
)

var resultNames = [...]string{"no result", "single game", "gammon", "backgammon", "double refused"}

// Factor returns the factor by which the stake is multiplied, from 1 to 3. It returns 0 for
// NoResult.
func (r Result) Factor() int {
	switch r {
	case Single, Dropped:
		return 1
	case Gammon:
		return 2
	case Backgammon:
		return 3
	}
	return 0
}

// String returns the name of r, such as "gammon".
func (r Result) String() string {
	if int(r) >= len(resultNames) {
		return fmt.Sprintf("Result(%d)", uint8(r))
	}
	return resultNames[r]
}

// An Outcome is the winner of a game, the way in which the game was won, and the number of points.
// There are no draws (rule sheet S1). The zero value is the outcome of a game that is not over.
type Outcome struct {
	Winner Player // NoPlayer if the game is not over
	Result Result // NoResult if the game is not over
	Points int64  // the stake times the factor of the result, or 0 if the game is not over
}

// IsOver reports whether the game has ended.
func (o Outcome) IsOver() bool { return o.Result != NoResult }

// String returns text such as "ongoing" or "light wins: gammon, points: 4".
func (o Outcome) String() string {
	if !o.IsOver() {
		return "ongoing"
	}
	return fmt.Sprintf("%v wins: %v, points: %d", o.Winner, o.Result, o.Points)
}
