package variant_test

import (
	"strings"
	"testing"

	"github.com/shakki/chess/variant"
)

// TestCommentBeforeMove checks that a comment before a move stays there: before the number at the start of a variation, and
// otherwise between the two.
func TestCommentBeforeMove(t *testing.T) {
	const moves = "\n1. {before} e4 {after} 1... {b5} e5 $1 {a5} ({bv} 1... d5 {av}) 2. {c} d4 {x}\n{end} *\n"
	g, err := variant.ParsePGN("[Variant \"Atomic\"]\n" + strings.Replace(moves, "{x}", "({x})", 1))
	if err != nil || !strings.HasSuffix(g.String(), moves) {
		t.Fatalf("written: %s%v, want %s", g, err, moves)
	}
	if again, err := variant.ParsePGN(g.String()); err != nil || again.String() != g.String() {
		t.Errorf("read again: %s%v", again, err)
	}
}
