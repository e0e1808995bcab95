package backgammon

import (
	"fmt"
	"iter"
	"math/rand/v2"
)

// A Roll is what two dice show, written as two digits with the larger number
// first: Roll(31) is a 3 and a 1, Roll(66) a double 6. Which die showed which
// number does not matter to the rules. The zero value is no roll.
type Roll uint8

// NewRoll returns the roll of two dice, in any order. The error, for a number
// that is not 1 to 6, wraps [ErrDie].
func NewRoll(a, b int) (Roll, error) {
	for _, n := range [...]int{a, b} {
		if !isDie(n) {
			return 0, fmt.Errorf("backgammon: %w: %d", ErrDie, n)
		}
	}
	return rollOf(a, b), nil
}

func isDie(n int) bool { return 1 <= n && n <= 6 }

// rollOf returns the roll of two valid dice.
func rollOf(a, b int) Roll { return Roll(10*max(a, b) + min(a, b)) }

// ParseRoll parses two digits from 1 to 6, in any order: "31" and "13" are the
// same roll. The error is a [*ParseError].
func ParseRoll(s string) (Roll, error) {
	if len(s) != 2 {
		return 0, &ParseError{"roll", s, 1, "want the numbers of two dice, such as 31"}
	}
	for i := range len(s) {
		if !isDie(int(s[i]) - '0') {
			return 0, &ParseError{"roll", s, i + 1, "want a number from 1 to 6"}
		}
	}
	return rollOf(int(s[0]-'0'), int(s[1]-'0')), nil
}

// Rolls yields the 21 different rolls: 11, 21, 22, 31 and so on to 66.
func Rolls() iter.Seq[Roll] {
	return func(yield func(Roll) bool) {
		for high := 1; high <= 6; high++ {
			for low := 1; low <= high; low++ {
				if !yield(rollOf(high, low)) {
					return
				}
			}
		}
	}
}

// High returns the larger number of a valid roll.
func (r Roll) High() int { return int(r / 10) }

// Low returns the smaller number of a valid roll.
func (r Roll) Low() int { return int(r % 10) }

// IsDouble reports whether both numbers of a valid roll are the same.
func (r Roll) IsDouble() bool { return r.High() == r.Low() }

// IsValid reports whether r is one of the 21 rolls. Roll(13) is not: the larger
// number comes first.
func (r Roll) IsValid() bool { return isDie(r.Low()) && isDie(r.High()) && r.Low() <= r.High() }

// numbers returns the numbers that a valid roll gives to play.
func (r Roll) numbers() []int {
	if n := r.High(); r.IsDouble() {
		return []int{n, n, n, n}
	}
	return []int{r.High(), r.Low()}
}

// String returns the two digits, such as "31".
func (r Roll) String() string {
	if !r.IsValid() {
		return fmt.Sprintf("Roll(%d)", uint8(r))
	}
	return string([]byte{byte('0' + r.High()), byte('0' + r.Low())})
}

// AppendText implements [encoding.TextAppender] with the form of [Roll.String].
func (r Roll) AppendText(b []byte) ([]byte, error) {
	if !r.IsValid() {
		return b, &ParseError{"roll", r.String(), 1, "not a roll"}
	}
	return append(b, r.String()...), nil
}

// MarshalText implements [encoding.TextMarshaler].
func (r Roll) MarshalText() ([]byte, error) { return r.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseRoll]; r stays
// as it is on error.
func (r *Roll) UnmarshalText(text []byte) error { return unmarshal(r, text, ParseRoll) }

// A Roller throws dice that depend on its seed alone, the same on every machine
// (PCG, see [rand.PCG]). It is a helper: nothing in this package throws dice by
// itself. The zero value is ready to use and has the seed 0.
type Roller struct {
	source rand.PCG
}

// NewRoller returns a Roller with the given seed.
func NewRoller(seed uint64) *Roller { return &Roller{*rand.NewPCG(seed, 0)} }

// Die throws one die: 1 to 6, each equally often.
func (r *Roller) Die() int {
	for {
		if n := r.source.Uint64() >> 61; n < 6 {
			return int(n) + 1
		}
	}
}

// Roll throws two dice.
func (r *Roller) Roll() Roll { return rollOf(r.Die(), r.Die()) }
