package variant_test

import (
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/variant"
)

// TestCommentBeforeMove checks that a comment before a move stays there: before the number at the start of a
// variation, and otherwise between the two.
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

// TestChildren checks that a loop over the moves after a node leaves out those that it deletes.
func TestChildren(t *testing.T) {
	g, err := variant.ParsePGN("1. e4 (1. d4) (1. c4) *")
	if err != nil {
		t.Fatal(err)
	}
	var visited []string
	for n := range g.Root().Children() {
		visited = append(visited, n.SAN())
		for other := range g.Root().Children() {
			if other.SAN() == "d4" {
				other.Delete()
			}
		}
	}
	if got := strings.Join(visited, " "); got != "e4 c4" {
		t.Errorf("the loop visits %q, want e4 and c4", got)
	}
}

// TestSetComments checks that new annotations replace those before, and that moves are added and deleted once.
func TestSetComments(t *testing.T) {
	g, err := variant.ParsePGN("1. e4 {one} $1 {two} *")
	if err != nil {
		t.Fatal(err)
	}
	n := g.Root().Next()
	if got := n.Info().Text; got != "one two" {
		t.Errorf("the comments say %q, want both", got)
	}
	n.SetComments("three")
	n.SetNAGs(2, 3)
	if got := g.String(); !strings.HasSuffix(got, "\n1. e4 $2 $3 {three} *\n") {
		t.Errorf("the game is written as %s", got)
	}
	n.SetInfo(chess.MoveInfo{})
	n.SetNAGs()
	if comments, nags := n.Comments(), n.NAGs(); comments == nil || len(comments) > 0 || nags == nil || len(nags) > 0 {
		t.Errorf("after SetInfo and SetNAGs, the comments are %#v and the glyphs %#v, want empty slices", comments, nags)
	}
	if again, err := g.Root().AddSAN("e4"); err != nil || again != n {
		t.Errorf("the same move is added as another node, %v", err)
	}
	aside, err := g.Root().AddSAN("d4")
	if err != nil || !aside.PromoteToMainLine() || aside.PromoteToMainLine() || g.LastNode() != aside {
		t.Errorf("after PromoteToMainLine, the game is %s, %v", g, err)
	}
	aside.SetComments("a } b\nc")
	if again, err := variant.ParsePGN(g.String()); err != nil || again.String() != g.String() {
		t.Errorf("a comment with a brace is written as %s, %v", g, err)
	}
	aside.Delete()
	if _, err := aside.Add(variant.NullMove); err == nil {
		t.Error("a pass is added after a node that does not exist")
	}
	if !g.Root().Delete() || g.Root().Delete() || n.Exists() || g.Plies() != 0 {
		t.Errorf("after Delete of the root, the game is %s", g)
	}
}
