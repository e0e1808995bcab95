package explore

import (
	"cmp"
	"slices"
	"strings"

	"github.com/shakki/chess"
)

// A countedRow is a row in memory, of 32 bytes. A row whose counts are full has another one beside it.
type countedRow struct {
	key     Key
	move    chess.Move
	label   uint16   // an index of the labels
	results [4]uint8 // by chess.Result
}

// same reports whether both rows are of the same position, label, and move.
func (r *countedRow) same(s *countedRow) bool {
	return r.key == s.key && r.move == s.move && r.label == s.label
}

// sortRows sorts rows, with the help of a slice of the same length. Keys spread evenly, so two passes
// by their upper bits leave only a few rows for each group, but for positions that are often reached.
func sortRows(rows, spare []countedRow, labels []string) {
	compare := func(a, b countedRow) int {
		switch {
		case a.key.order != b.key.order:
			return sign(a.key.order < b.key.order)
		case a.key != b.key:
			return a.key.compare(&b.key)
		case a.label != b.label:
			return strings.Compare(labels[a.label], labels[b.label])
		}
		return cmp.Compare(a.move, b.move)
	}
	const first, second = 11, 8 // bits
	var groups [1<<first + 1]int
	distribute(spare, rows, groups[:], 64-first)
	for i := range 1 << first {
		group := spare[groups[i]:groups[i+1]]
		to := rows[groups[i]:groups[i+1]]
		if len(group) < 1<<second {
			copy(to, group)
			slices.SortFunc(to, compare)
			continue
		}
		var parts [1<<second + 1]int
		distribute(to, group, parts[:], 64-first-second)
		for j := range 1 << second {
			slices.SortFunc(to[parts[j]:parts[j+1]], compare)
		}
	}
}

// distribute copies rows to the group that some bits of their keys name. The groups begin at the
// numbers in starts, which has one more number, the end of the last group.
func distribute(to, from []countedRow, starts []int, shift int) {
	mask := uint64(len(starts) - 2)
	var next [2049]int
	for i := range from {
		next[from[i].key.order>>shift&mask]++
	}
	sum := 0
	for i := range len(starts) - 1 {
		starts[i] = sum
		next[i], sum = sum, sum+next[i]
	}
	starts[len(starts)-1] = sum
	for i := range from {
		group := from[i].key.order >> shift & mask
		to[next[group]] = from[i]
		next[group]++
	}
}
