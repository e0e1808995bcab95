package selection

import (
	"testing"

	"github.com/shakki/chess"
)

// TestMaterial checks conditions on material after moves.
func TestMaterial(t *testing.T) {
	tests := []struct {
		material, fen string
		want          bool
	}{
		{"KRPvKR", "8/4k3/8/8/3P4/8/r7/3K3R w - - 0 1", true},
		{"krvkrp", "8/4k3/8/8/3P4/8/r7/3K3R w - - 0 1", true},
		{"KRPvKR", "8/4k3/8/8/3PP3/8/r7/3K3R w - - 0 1", false},
		{"KRPvKR", "8/4k3/8/8/3pp3/8/r7/3K3R w - - 0 1", false},
		{"KRPvKR", "8/4k3/8/8/3P4/8/r7/3K4 w - - 0 1", false},
		{"P=2,p=0,R=r", "8/4k3/8/8/3PP3/8/r7/3K3R w - - 0 1", true},
		{"P>p+2", "8/4k3/8/8/3PP3/8/r7/3K3R w - - 0 1", false},
		{"P >= p + 2, Q+q != 1, R<9, R=1+0", "8/4k3/8/8/3PP3/8/r7/3K3R w - - 0 1", true},
		{"N+B>=2", "8/4k3/8/8/3NB3/8/8/3K4 w - - 0 1", true},
		{"n+b>=1", "8/4k3/8/8/3NB3/8/8/3K4 w - - 0 1", false},
	}
	for _, test := range tests {
		m, err := ParseMaterial(test.material)
		if err != nil {
			t.Fatal(err)
		}
		p := chess.MustParseFEN(test.fen)
		if got := m.matches(&p, 0); got != test.want {
			t.Errorf("%s in %s = %t, want %t", test.material, test.fen, got, test.want)
		}
	}
}
