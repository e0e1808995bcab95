package backgammon

import (
	"cmp"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/shakki/chess/internal/tabletop"
)

// MaxDoublings is the number of times that the stake can be doubled in a game. Rule sheet S1 has no
// limit. This one ensures that the points of a backgammon, three times the stake, fit in an int64.
const MaxDoublings = 61

// A Cube is the doubling cube. It holds the stake of the game and the player who may offer the next
// double. The zero value is the cube of a new game, which is centered and has the stake 1.
type Cube struct {
	doublings uint8
	owner     Player
}

// NewCube returns a cube with the given stake, which is owned by a player or centered (NoPlayer).
// The error is a [*SetupError] if value is not a power of two from 1 to 2^[MaxDoublings].
func NewCube(value int64, owner Player) (Cube, error) {
	if value < 1 || value > 1<<MaxDoublings || value&(value-1) != 0 || owner > Dark {
		return Cube{}, &SetupError{Err: ErrSetup, Detail: fmt.Sprintf("no cube has the value %d and the owner %v", value, owner)}
	}
	return Cube{uint8(bits.TrailingZeros64(uint64(value))), owner}, nil
}

// Value returns the stake in points: 1, 2, 4, and so on.
func (c Cube) Value() int64 { return 1 << c.doublings }

// Owner returns the player who owns the cube and is the only one who may double. It returns
// NoPlayer if the cube is centered, so that both players may double.
func (c Cube) Owner() Player { return c.owner }

// centered is the word for a cube without an owner.
const centered = "centered"

// String returns the stake and the owner, such as "1 centered" or "4 dark".
func (c Cube) String() string {
	owner := centered
	if c.owner != NoPlayer {
		owner = c.owner.String()
	}
	return fmt.Sprintf("%d %s", c.Value(), owner)
}

// parseCube parses the form that String returns.
func parseCube(s string) (Cube, error) {
	value, name, _ := strings.Cut(s, " ")
	owner, err := players.Parse(strings.Replace(name, centered, NoPlayer.String(), 1))
	n, err2 := strconv.ParseInt(value, 10, 64)
	c, err3 := NewCube(n, owner)
	if cmp.Or(err, err2, err3) == nil && c.String() == s {
		return c, nil
	}
	return Cube{}, tabletop.NewParseError("cube", s, 1, "want a cube such as 1 centered or 4 dark")
}

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (c Cube) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String. The error is a
// [*ParseError].
func (c *Cube) UnmarshalText(text []byte) error { return tabletop.Unmarshal(c, text, parseCube) }
