package selection

import (
	"strings"
	"testing"

	"github.com/shakki/chess"
)

// TestPattern checks which positions fit a pattern.
func TestPattern(t *testing.T) {
	start := chess.StartPosition()
	tests := []struct {
		pattern string
		want    bool
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", true},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", true},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b", false},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 12 34", true},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1", false},
		{"*/*/*/*/*/*/*/*", true},
		{strings.Repeat("*", 60) + "/*/*/*/*/*/*/*", true},
		{strings.Repeat("*", 60) + "k/*/*/*/*/*/*/*", false},
		{"!!!!!!!!/aaaaaaaa/????????/8/8/*/AAAAAAAA/*K*", true},
		{"*/*/!*/*/*/*/*/*", false},
		{"*q*k*/*/*/*/*/*/*/*Q*K*", true},
		{"*k*q*/*/*/*/*/*/*/*", false},
		{"[rq][^bq]*/*/*/[^P]*/*/*/*/*", true},
		{"[rq][^n]*/*/*/*/*/*/*/*", false},
		{"*/*/*/3P4/*/*/*/*", false},
		{"*/*/*/*/*/*/*/*B*P*", false},
		{"*r/*/*/*/*/*/*/*", true},
		{"*k/*/*/*/*/*/*/*", false},
		{"*/*/*/*/*/*/*/*P", false},
		{"r6r/*/*/*/*/*/*/*", false},
		{"*/*/*/*/*/*/*/r*R", false},
	}
	for _, test := range tests {
		p, err := ParsePattern(test.pattern)
		if err != nil {
			t.Errorf("ParsePattern(%q) = %v", test.pattern, err)
			continue
		}
		if got := p.matches(&start, 0); got != test.want {
			t.Errorf("%q fits the start = %t, want %t", test.pattern, got, test.want)
		}
		q := start.Flip()
		if got := p.matches(&q, 1); got != test.want {
			t.Errorf("%q flipped fits the flipped start = %t, want %t", test.pattern, got, test.want)
		}
	}
}
