package matching

import (
	"math/rand/v2"
	"testing"
)

// assign reports whether different sets contain the members from the lowest on, by trying all.
func assign(sets []uint64, members uint64, used int) bool {
	if members == 0 {
		return true
	}
	for i, set := range sets {
		if used>>i&1 == 0 && set&members&-members != 0 && assign(sets, members&(members-1), used|1<<i) {
			return true
		}
	}
	return false
}

// TestCovers compares Covers with an assignment of sets to members.
func TestCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		sets := make([]uint64, r.IntN(7))
		for i := range sets {
			sets[i] = r.Uint64() & r.Uint64() & 0xff
		}
		members := r.Uint64() & r.Uint64() & 0xff
		if got, want := Covers(sets, members), assign(sets, members, 0); got != want {
			t.Errorf("Covers(%#x, %#x) = %v, want %v", sets, members, got, want)
		}
	}
}
