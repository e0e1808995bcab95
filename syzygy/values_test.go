package syzygy

import "testing"

// TestCompare checks the order of distances, of which a rounded one may be a ply longer.
func TestCompare(t *testing.T) {
	for _, ordered := range [][]DTZ{
		{{Plies: 1}, {Plies: 2}, {Plies: 2, Rounded: true}, {Plies: 3}},
		{{Plies: -3}, {Plies: -2, Rounded: true}, {Plies: -2}, {Plies: -1}},
	} {
		for i := range len(ordered) - 1 {
			if d, e := ordered[i], ordered[i+1]; d.compare(e) >= 0 || e.compare(d) <= 0 {
				t.Errorf("%v does not come before %v", d, e)
			}
		}
	}
}
