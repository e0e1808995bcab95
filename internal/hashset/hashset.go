// Package hashset provides a set of 64-bit hashes, for searches that visit each position once.
package hashset

const (
	firstSize = 1 << 10 // number of slots of a small set
	largeSize = 1 << 18 // from this number on the table doubles, and before it grows 16 times
	hugeSize  = 1 << 22 // above this number, no memory is kept for another table
)

// A Set is a set of hashes. The zero Set is empty. The hashes 0 and 1 count as one.
//
// The table uses open addressing, and at most three quarters of it are filled. Clear keeps its
// memory.
type Set struct {
	slots []uint64 // the hashes, where 0 is an empty slot. Its length is a power of two
	spare []uint64 // memory for the next table
	n     int
}

// Len returns the number of hashes in s.
func (s *Set) Len() int { return s.n }

// Size returns the number of bytes that s takes.
func (s *Set) Size() int { return 8 * (len(s.slots) + cap(s.spare)) }

// Has reports whether the hash is in s.
func (s *Set) Has(hash uint64) bool { return s.n > 0 && *s.slot(max(hash, 1)) != 0 }

// HasRoom reports whether s takes at most size bytes after the next Add.
func (s *Set) HasRoom(size int) bool {
	return 4*s.n < 3*len(s.slots) || 8*(len(s.slots)+s.nextSize()) <= size
}

// Clear removes all hashes.
func (s *Set) Clear() {
	s.n = 0
	s.slots = s.slots[:min(len(s.slots), firstSize)]
	clear(s.slots)
}

// Add adds the hash and reports whether it was not there before.
func (s *Set) Add(hash uint64) bool {
	if 4*s.n >= 3*len(s.slots) {
		s.grow()
	}
	hash = max(hash, 1)
	slot := s.slot(hash)
	if *slot != 0 {
		return false
	}
	*slot = hash
	s.n++
	return true
}

// slot returns the slot of a hash, or the empty slot to use for it.
func (s *Set) slot(hash uint64) *uint64 {
	mask := uint64(len(s.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		if slot := &s.slots[i]; *slot == 0 || *slot == hash {
			return slot
		}
	}
}

// grow enlarges the table. It takes large steps, because a new table costs more than its memory.
func (s *Set) grow() {
	old, n := s.slots, s.nextSize()
	if cap(s.spare) < n {
		s.spare = make([]uint64, n)
	}
	s.slots, s.spare = s.spare[:n], old
	clear(s.slots)
	for _, hash := range old {
		if hash != 0 {
			*s.slot(hash) = hash
		}
	}
	if n > hugeSize {
		s.spare = nil
	}
}

// nextSize returns the number of slots of the next table.
func (s *Set) nextSize() int {
	if n := 2 * len(s.slots); n >= largeSize {
		return n
	}
	return max(firstSize, 16*len(s.slots))
}
