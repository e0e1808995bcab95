package backgammon

import (
	"encoding/hex"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/shakki/chess/internal/fault"
	"github.com/shakki/chess/internal/tabletop"
)

// A Roll is the numbers on two dice. Its value has two decimal digits, the larger number first:
// Roll(31) is a 3 and a 1, and Roll(66) is a double 6. The zero value is not a roll.
type Roll uint8

// NewRoll returns the roll with the numbers a and b, which may be in either order. If a number is
// not between 1 and 6, the error wraps [ErrDie].
func NewRoll(a, b int) (Roll, error) {
	for _, n := range [...]int{a, b} {
		if n < 1 || n > 6 {
			return 0, fault.Errorf("%w: %d", ErrDie, n)
		}
	}
	return rollOf(a, b), nil
}

// rollOf returns the roll with the numbers a and b, which must be valid.
func rollOf(a, b int) Roll { return Roll(10*max(a, b) + min(a, b)) }

// parseRoll parses two digits from 1 to 6, which may be in either order: "31" and "13" are the same
// roll. The error is a [*ParseError].
func parseRoll(s string) (Roll, error) {
	if len(s) == 2 {
		if r, err := NewRoll(int(s[0]-'0'), int(s[1]-'0')); err == nil {
			return r, nil
		}
	}
	return 0, tabletop.NewParseError("roll", s, 1, "want the numbers of two dice, such as 31")
}

var rolls = []Roll{11, 21, 22, 31, 32, 33, 41, 42, 43, 44, 51, 52, 53, 54, 55, 61, 62, 63, 64, 65, 66}

// Rolls returns an iterator over the 21 different rolls: 11, 21, 22, 31, and so on up to 66.
func Rolls() iter.Seq[Roll] { return slices.Values(rolls) }

// High returns the larger number of r, which must be valid.
func (r Roll) High() int { return int(r / 10) }

// Low returns the smaller number of r, which must be valid.
func (r Roll) Low() int { return int(r % 10) }

// IsDouble reports whether both numbers of r are equal. The roll must be valid.
func (r Roll) IsDouble() bool { return r.High() == r.Low() }

// IsValid reports whether r is one of the 21 rolls. Roll(13) is not valid, because the larger
// number must come first.
func (r Roll) IsValid() bool { return slices.Contains(rolls, r) }

// String returns the two digits, such as "31".
func (r Roll) String() string {
	if !r.IsValid() {
		return fmt.Sprintf("Roll(%d)", uint8(r))
	}
	return string([]byte{byte('0' + r.High()), byte('0' + r.Low())})
}

// MarshalText implements [encoding.TextMarshaler].
func (r Roll) MarshalText() ([]byte, error) { return tabletop.Marshal("roll", r, r.IsValid()) }

// UnmarshalText implements [encoding.TextUnmarshaler] for two digits in either order: "31" and "13"
// are the same roll. The error is a [*ParseError].
func (r *Roll) UnmarshalText(text []byte) error { return tabletop.Unmarshal(r, text, parseRoll) }

// A Roller generates random rolls that depend only on its seed (using [rand.PCG]). The other types
// in this package do not use it. The zero value is ready to use. The text of a Roller is its state
// in hexadecimal digits, so that a Roller that was saved goes on with the same rolls.
type Roller struct {
	source rand.PCG
}

// NewRoller returns a Roller with the given seed.
func NewRoller(seed uint64) *Roller { return &Roller{*rand.NewPCG(seed, 0)} }

// MarshalText implements [encoding.TextMarshaler].
func (r Roller) MarshalText() ([]byte, error) {
	state, err := r.source.MarshalBinary()
	return hex.AppendEncode(nil, state), err
}

// UnmarshalText implements [encoding.TextUnmarshaler]. The error is a [*ParseError].
func (r *Roller) UnmarshalText(text []byte) error {
	return tabletop.Unmarshal(r, text, func(s string) (parsed Roller, err error) {
		state, err := hex.DecodeString(s)
		if err == nil {
			err = parsed.source.UnmarshalBinary(state)
		}
		if err != nil {
			err = tabletop.NewParseError("roller", s, 1, "want the text of a Roller")
		}
		return parsed, err
	})
}

// Die returns a random number from 1 to 6.
func (r *Roller) Die() int {
	for {
		if n := r.source.Uint64() >> 61; n < 6 {
			return int(n) + 1
		}
	}
}

// Roll returns a random roll of two dice.
func (r *Roller) Roll() Roll { return rollOf(r.Die(), r.Die()) }
