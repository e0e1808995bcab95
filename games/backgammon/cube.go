package backgammon

import "fmt"

// MaxDoublings is the number of times that the stake can be doubled in a game. Rule sheet S1
// has no limit. This limit ensures that the points of a backgammon, which are three times the
// stake, fit in an int64.
const MaxDoublings = 61

// A Cube is the doubling cube. It holds the stake of the game and the player who may offer the
// next double. The zero value is the cube of a new game, which is centered and has the stake 1.
type Cube struct {
	doublings uint8
	owner     Player
}

// Value returns the stake in points: 1, 2, 4, and so on.
func (c Cube) Value() int64 { return 1 << c.doublings }

// Owner returns the player who owns the cube and is the only one who may double. It returns
// NoPlayer if the cube is centered, so that both players may double.
func (c Cube) Owner() Player { return c.owner }

// taken returns the cube after p has accepted a double.
func (c Cube) taken(p Player) Cube { return Cube{c.doublings + 1, p} }

// String returns the stake and the owner, such as "1 (centered)" or "4 (dark)".
func (c Cube) String() string {
	owner := "centered"
	if c.owner != NoPlayer {
		owner = c.owner.String()
	}
	return fmt.Sprintf("%d (%s)", c.Value(), owner)
}
