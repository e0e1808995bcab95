package variant_test

import (
	"strings"
	"testing"

	"github.com/shakki/chess/variant"
)

// TestCommentBeforeMove checks that a comment between the number of a move and the move stays there.
func TestCommentBeforeMove(t *testing.T) {
	const moves = "\n1. {before} e4 {after} 1... {b5} e5 $1 {a5} (1... {bv} d5 {av}) 2. {c} d4 {x}\n{end} *\n"
	g, err := variant.ParsePGN("[Variant \"Atomic\"]\n" + strings.Replace(moves, "{x}", "({x})", 1))
	if err != nil || !strings.HasSuffix(g.String(), moves) {
		t.Fatalf("written: %s%v, want %s", g, err, moves)
	}
	if again, err := variant.ParsePGN(g.String()); err != nil || again.String() != g.String() {
		t.Errorf("read again: %s%v", again, err)
	}
}
