// Package matching decides whether sets have distinct representatives.
package matching

import "math/bits"

// Covers reports whether there is a different set for each member, one that contains it. Members
// and sets are sets of bits.
//
// By Hall's marriage theorem this is so if, for every subset of the members, at least as many sets
// as the subset has members contain one of them.
func Covers[B ~uint64](sets []B, members B) bool {
	for subset := members; subset != 0; subset = (subset - 1) & members {
		n := 0
		for _, set := range sets {
			if set&subset != 0 {
				n++
			}
		}
		if n < bits.OnesCount64(uint64(subset)) {
			return false
		}
	}
	return true
}
