package backgammon

import "fmt"

// A Result is the way a game is won. The zero value is [NoResult].
type Result uint8

// The results (rule sheet S1).
const (
	NoResult   Result = iota
	Single            // the loser has borne off a checker: the stake
	Gammon            // the loser has borne off none: twice the stake
	Backgammon        // and one is on the bar or in the winner's home: three times
	Dropped           // the loser has refused a double: the stake before it
)

var resultNames = [...]string{"no result", "single game", "gammon", "backgammon", "double refused"}

// Factor returns what the stake is multiplied by: 1 to 3, 0 for NoResult.
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

// An Outcome is who has won a game, how, and for how many points. There are no
// draws (rule sheet S1). The zero value is that of a game that is not over.
type Outcome struct {
	Winner Player // NoPlayer while the game lasts
	Result Result // NoResult while it lasts
	Points int64  // the stake times the factor of the result; 1 or more
}

// IsOver reports whether the game has ended.
func (o Outcome) IsOver() bool { return o.Result != NoResult }

// String returns, for example, "ongoing" or "light wins: gammon, points: 4".
func (o Outcome) String() string {
	if !o.IsOver() {
		return "ongoing"
	}
	return fmt.Sprintf("%v wins: %v, points: %d", o.Winner, o.Result, o.Points)
}
