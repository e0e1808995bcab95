package backgammon

import "fmt"

// MaxDoublings is how often the stake can be doubled in a game. Rule sheet S1
// sets no limit; this one is as far as the points of a backgammon, three times
// the stake, fit an int64.
const MaxDoublings = 61

// A Cube is the doubling cube: the stake of the game and who may offer the next
// double. The zero value is the cube of a new game, centred at 1 point.
type Cube struct {
	doublings uint8
	owner     Player
}

// Value returns the stake in points: 1, 2, 4 and so on.
func (c Cube) Value() int64 { return 1 << c.doublings }

// Owner returns the player who alone may double, NoPlayer while both may.
func (c Cube) Owner() Player { return c.owner }

// taken returns the cube after p has accepted a double.
func (c Cube) taken(p Player) Cube { return Cube{c.doublings + 1, p} }

// String returns, for example, "1 (centred)" or "4 (dark)".
func (c Cube) String() string {
	owner := "centred"
	if c.owner != NoPlayer {
		owner = c.owner.String()
	}
	return fmt.Sprintf("%d (%s)", c.Value(), owner)
}
