package hashset

import (
	"math/rand/v2"
	"testing"
)

// TestSet compares a Set with a map, while it grows and after it was cleared.
func TestSet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var s Set
	for range 3 {
		want := map[uint64]bool{}
		for range 100_000 {
			hash := r.Uint64() >> (r.IntN(4) * 16) // many of them are small and occur twice
			hash = max(hash, 1)
			if got := s.Add(hash); got == want[hash] {
				t.Fatalf("Add(%#x) = %v, want %v", hash, got, !want[hash])
			}
			want[hash] = true
		}
		if got := s.Len(); got != len(want) {
			t.Errorf("Len() = %d, want %d", got, len(want))
		}
		s.Clear()
	}
	if !s.Add(0) || s.Add(1) || s.Len() != 1 {
		t.Errorf("after Add(0) and Add(1): Len() = %d, want 1", s.Len())
	}
}
