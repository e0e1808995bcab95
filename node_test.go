package chess

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/internal/movetree"
)

// studyPGN is a game with two variations, the Sicilian and the French Defense.
const studyPGN = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6) 2. Nf3 Nc6 *"

// isRoot reports whether n is the start of its game.
func (n Node) isRoot() bool { return n.Exists() && n.index == 0 }

// goTo returns the node after the given moves in SAN from the root of g.
func goTo(t testing.TB, g *Game, sans string) Node {
	t.Helper()
	n := g.Root()
	for _, san := range strings.Fields(sans) {
		i := slices.IndexFunc(slices.Collect(n.Children()), func(c Node) bool { return c.SAN() == san })
		if i < 0 {
			t.Fatalf("goTo(%q): no move %s in %s", sans, san, outline(g))
		}
		n = slices.Collect(n.Children())[i]
	}
	return n
}

// sansOf returns the moves of nodes in SAN, separated by spaces.
func sansOf(nodes []Node) string {
	var sans []string
	for _, n := range nodes {
		sans = append(sans, n.SAN())
	}
	return strings.Join(sans, " ")
}

// TestNavigation checks the methods of Node that lead to other nodes.
func TestNavigation(t *testing.T) {
	g := mustParsePGN(t, studyPGN)
	for _, test := range []struct {
		at                             string
		plies                          int
		main                           bool
		parent, next, children, others string
	}{
		{"", 0, true, "", "e4", "e4", ""},
		{"e4", 1, true, "root", "e5", "e5 c5 e6", ""},
		{"e4 e5", 2, true, "e4", "Nf3", "Nf3", "c5 e6"},
		{"e4 c5", 2, false, "e4", "Nf3", "Nf3 c3", "e5 e6"},
		{"e4 e6", 2, false, "e4", "", "", "e5 c5"},
		{"e4 c5 c3", 3, false, "c5", "d5", "d5", "Nf3"},
		{"e4 c5 c3 d5", 4, false, "c3", "", "", ""},
		{"e4 e5 Nf3 Nc6", 4, true, "Nf3", "", "", ""},
	} {
		n := goTo(t, g, test.at)
		parent, next := "", ""
		if p := n.Parent(); p.Exists() {
			if parent = "root"; !p.isRoot() {
				parent = p.SAN()
			}
		}
		if n.Next().Exists() {
			next = n.Next().SAN()
		}
		if n.Plies() != test.plies || isMainLine(n) != test.main || parent != test.parent || next != test.next {
			t.Errorf("at %q: Plies() = %d, isMainLine = %v, Parent() = %q, Next() = %q, want %d, %v, %q, %q",
				test.at, n.Plies(), isMainLine(n), parent, next, test.plies, test.main, test.parent, test.next)
		}
		if got := sansOf(slices.Collect(n.Children())); got != test.children {
			t.Errorf("at %q: Children() = %q, want %q", test.at, got, test.children)
		}
		if got := sansOf(slices.Collect(variations(n))); got != test.others {
			t.Errorf("at %q: variations = %q, want %q", test.at, got, test.others)
		}
		if n.isRoot() != (test.at == "") {
			t.Errorf("at %q: isRoot() = %v, want %v", test.at, n.isRoot(), test.at == "")
		}
	}
	if got := sansOf(slices.Collect(g.MainLine())); got != "e4 e5 Nf3 Nc6" {
		t.Errorf("MainLine() = %q, want \"e4 e5 Nf3 Nc6\"", got)
	}
	if g.LastNode() != goTo(t, g, "e4 e5 Nf3 Nc6") {
		t.Errorf("LastNode() = %v, want the main line's Nc6", g.LastNode().SAN())
	}
	if got := g.Root().Move(); got != NullMove {
		t.Errorf("Root().Move() = %v, want NullMove", got)
	}
}

// variations returns an iterator over the siblings of n.
func variations(n Node) iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for sibling := range n.Parent().Children() {
			if sibling != n && !yield(sibling) {
				return
			}
		}
	}
}

// TestNavigationStops checks that a loop over nodes may stop early.
func TestNavigationStops(t *testing.T) {
	g := mustParsePGN(t, studyPGN)
	e4 := goTo(t, g, "e4")
	for name, seq := range map[string]func(func(Node) bool){
		"Children": e4.Children(), "Variations": variations(e4.Next()), "MainLine": g.MainLine(),
	} {
		n := 0
		seq(func(Node) bool { n++; return false })
		if n != 1 {
			t.Errorf("%s yields %d nodes to a loop that stops at the first, want 1", name, n)
		}
	}
}

// TestNodePosition checks the positions of nodes in the main line and in a variation.
func TestNodePosition(t *testing.T) {
	g := mustParsePGN(t, studyPGN)
	for at, want := range map[string]string{
		"":              startFEN,
		"e4":            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
		"e4 c5 c3 d5":   "rnbqkbnr/pp2pppp/8/2pp4/4P3/2P5/PP1P1PPP/RNBQKBNR w KQkq - 0 3",
		"e4 e5 Nf3 Nc6": "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
	} {
		for range 2 { // before and after the game caches the positions of the main line
			if p := goTo(t, g, at).Position(); p.FEN() != want {
				t.Errorf("at %q: Position() = %s, want %s", at, p.FEN(), want)
			}
			g.Position()
		}
	}
}

// TestNodesAreValues checks that nodes are equal if and only if they refer to the same move of the
// same game.
func TestNodesAreValues(t *testing.T) {
	g := mustParsePGN(t, studyPGN)
	e5 := goTo(t, g, "e4 e5")
	if e5 != e5.Next().Parent() || e5 == goTo(t, g, "e4 c5") || e5 == goTo(t, mustParsePGN(t, studyPGN), "e4 e5") {
		t.Error("nodes for the same move differ, or nodes for different moves are equal")
	}
	var none Node
	if none.Exists() || none != g.Root().Parent() || none != g.LastNode().Next() {
		t.Error("the zero Node exists, or differs from the parent of the root or the successor of the end")
	}
	if !g.Root().Exists() || !NewGame().Root().Exists() || NewGame().LastNode() == g.Root() {
		t.Error("a root does not exist, or roots of different games are equal")
	}
}

// TestAdd checks that Add and AddSAN return an existing move or add a new one.
func TestAdd(t *testing.T) {
	g := mustParsePGN(t, "1. e4 e5 *")
	e4 := goTo(t, g, "e4")
	c5, err := e4.AddSAN("c5")
	if err != nil || c5.SAN() != "c5" || c5.Parent() != e4 {
		t.Fatalf("AddSAN(\"c5\") = %v, %v, want a new move after e4", c5, err)
	}
	e5, err := e4.AddSAN("e5")
	if err != nil || e5 != goTo(t, g, "e4 e5") {
		t.Errorf("AddSAN(\"e5\") = %v, %v, want the existing move", e5, err)
	}
	if _, err := e5.Add(NewMove(G1, F3)); err != nil {
		t.Errorf("Add(NewMove(G1, F3)) = %v, want no error", err)
	}
	if _, err := c5.Add(NullMove); err != nil {
		t.Errorf("Add(NullMove) = %v, want no error", err)
	}
	if got, want := outline(g), "e4 e5 ( c5 -- ) Nf3 *"; got != want {
		t.Errorf("game = %s, want %s", got, want)
	}
	if got := g.Plies(); got != 3 {
		t.Errorf("Plies() = %d, want 3", got)
	}
}

// TestAddRejectsMoves checks the errors for moves that are malformed or illegal, and that these
// moves do not change the game.
func TestAddRejectsMoves(t *testing.T) {
	g := mustParsePGN(t, "1. e4 f5 2. Qh5+ *")
	for _, test := range []struct {
		name string
		add  func() (Node, error)
		want error
	}{
		{"illegal move", func() (Node, error) { return g.Root().Add(NewMove(E2, E5)) }, ErrIllegal},
		{"move of the opponent", func() (Node, error) { return g.Root().Add(NewMove(E7, E5)) }, ErrIllegal},
		{"null move in check", func() (Node, error) { return g.LastNode().Add(NullMove) }, ErrIllegal},
		{"illegal SAN", func() (Node, error) { return g.LastNode().AddSAN("a6") }, ErrIllegal},
		{"malformed SAN", func() (Node, error) { return g.LastNode().AddSAN("Sf3") }, ErrSyntax},
	} {
		before := outline(g)
		n, err := test.add()
		var refusal *MoveError
		if !errors.Is(err, test.want) || !errors.As(err, &refusal) || n != (Node{}) {
			t.Errorf("%s: got %v, %v, want a MoveError that wraps %v", test.name, n, err, test.want)
		}
		if got := outline(g); got != before {
			t.Errorf("%s: game = %s, want %s", test.name, got, before)
		}
	}
}

// TestAddExplainsCastling checks that the error for castling says what took the right away.
func TestAddExplainsCastling(t *testing.T) {
	g := mustParsePGN(t, "1. e4 e5 2. Ke2 a6 3. Ke1 a5 *")
	if _, err := g.LastNode().AddSAN("O-O"); !strings.Contains(fmt.Sprint(err), "the king has moved") {
		t.Errorf("AddSAN(O-O) after the king has moved = %v, want that reason", err)
	}
}

// TestAddAfterEnd checks that no move is legal after checkmate, and that a move may be added after
// a recorded result.
func TestAddAfterEnd(t *testing.T) {
	g := mustParsePGN(t, "1. f3 e5 2. g4 Qh4# 0-1")
	if _, err := g.LastNode().AddSAN("Kf2"); !errors.Is(err, ErrIllegal) {
		t.Errorf("after checkmate: AddSAN(\"Kf2\") = %v, want %v", err, ErrIllegal)
	}
	g = mustParsePGN(t, "1. e4 e5 1-0")
	if _, err := g.LastNode().AddSAN("Nf3"); err != nil {
		t.Errorf("after a recorded result: AddSAN(\"Nf3\") = %v, want no error", err)
	}
}

// TestEditTree checks Promote, PromoteToMainLine, and Delete.
func TestEditTree(t *testing.T) {
	for _, test := range []struct {
		name, at string
		edit     func(Node) any
		returns  any
		want     string // outline; empty if the game does not change
	}{
		{"promote the second child", "e4 c5", func(n Node) any { return n.Promote() }, true,
			"e4 c5 ( e5 Nf3 Nc6 ) ( e6 ) Nf3 ( c3 d5 ) d6 *"},
		{"promote the third child", "e4 e6", func(n Node) any { return n.Promote() }, true,
			"e4 e5 ( e6 ) ( c5 Nf3 ( c3 d5 ) d6 ) Nf3 Nc6 *"},
		{"promote the first child", "e4 e5", func(n Node) any { return n.Promote() }, false, ""},
		{"promote the root", "", func(n Node) any { return n.Promote() }, false, ""},
		{"promote inside a variation", "e4 c5 c3", func(n Node) any { return n.Promote() }, true,
			"e4 e5 ( c5 c3 ( Nf3 d6 ) d5 ) ( e6 ) Nf3 Nc6 *"},
		{"promote a nested variation to the main line", "e4 c5 c3 d5",
			func(n Node) any { n.PromoteToMainLine(); return isMainLine(n) }, true,
			"e4 c5 ( e5 Nf3 Nc6 ) ( e6 ) c3 ( Nf3 d6 ) d5 *"},
		{"promote the last child to the main line", "e4 e6",
			func(n Node) any { n.PromoteToMainLine(); return isMainLine(n) }, true,
			"e4 e6 ( e5 Nf3 Nc6 ) ( c5 Nf3 ( c3 d5 ) d6 ) *"},
		{"promote the main line to the main line", "e4 e5",
			func(n Node) any { n.PromoteToMainLine(); return isMainLine(n) }, true, ""},
		{"delete a leaf", "e4 c5 c3 d5", func(n Node) any { n.Delete(); return n.Exists() }, false,
			"e4 e5 ( c5 Nf3 ( c3 ) d6 ) ( e6 ) Nf3 Nc6 *"},
		{"delete a variation", "e4 c5", func(n Node) any { n.Delete(); return n.Exists() }, false,
			"e4 e5 ( e6 ) Nf3 Nc6 *"},
		{"delete a move of the main line", "e4 e5", func(n Node) any { n.Delete(); return n.Exists() }, false,
			"e4 c5 ( e6 ) Nf3 ( c3 d5 ) d6 *"},
		{"delete the only first move", "e4", func(n Node) any { n.Delete(); return n.Exists() }, false, "*"},
		{"delete the root", "", func(n Node) any { n.Delete(); return n.Exists() }, true, "*"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := mustParsePGN(t, studyPGN)
			g.Position() // fill the cache of main line positions, which the edit must update
			want := test.want
			if want == "" {
				want = outline(g)
			}
			if got := test.edit(goTo(t, g, test.at)); got != test.returns {
				t.Errorf("edit(%q) = %v, want %v", test.at, got, test.returns)
			}
			if got := outline(g); got != want {
				t.Errorf("game = %s, want %s", got, want)
			}
			p, q := g.Position(), g.LastNode().Position()
			if p != q || g.Plies() != g.LastNode().Plies() {
				t.Errorf("Position() = %s, Plies() = %d, want %s, %d as for LastNode()",
					p.FEN(), g.Plies(), q.FEN(), g.LastNode().Plies())
			}
			checkRoundTrip(t, g)
		})
	}
}

// TestDeleteDescendants checks that Delete removes a move with its descendants and no others.
func TestDeleteDescendants(t *testing.T) {
	g := mustParsePGN(t, studyPGN)
	doomed := []Node{goTo(t, g, "e4 c5"), goTo(t, g, "e4 c5 Nf3 d6"), goTo(t, g, "e4 c5 c3 d5")}
	kept := []Node{g.Root(), goTo(t, g, "e4"), goTo(t, g, "e4 e6"), g.LastNode()}
	doomed[0].Delete()
	for i, n := range doomed {
		if n.Exists() {
			t.Errorf("deleted node %d: Exists() = true, want false", i)
		}
	}
	for i, n := range kept {
		if !n.Exists() {
			t.Errorf("other node %d: Exists() = false, want true", i)
		}
	}
	if again, err := goTo(t, g, "e4").AddSAN("c5"); err != nil || again == doomed[0] || doomed[0].Exists() {
		t.Errorf("after Delete: AddSAN(\"c5\") = %v, %v, want a new node", again, err)
	}
}

// TestAnnotations checks the methods that set comments and NAGs.
func TestAnnotations(t *testing.T) {
	g := mustParsePGN(t, "1. e4 {a} $1 {b} $2 (1. d4 {v}) 1... {c} e5 *")
	e4, e5 := goTo(t, g, "e4"), goTo(t, g, "e4 e5")
	for _, test := range []struct {
		name string
		edit func()
		want string
	}{
		{"comments", func() { e4.SetComments("x", "y z") }, "e4 $1 $2 {x} {y z} ( d4 {v} ) <c> e5 *"},
		{"no comments", func() { e4.SetComments() }, "e4 $1 $2 ( d4 {v} ) <c> e5 *"},
		{"NAGs", func() { e4.SetNAGs(7, 255, 0) }, "e4 $7 $255 $0 ( d4 {v} ) <c> e5 *"},
		{"no NAGs", func() { e4.SetNAGs() }, "e4 ( d4 {v} ) <c> e5 *"},
		{"comments before", func() { e5.SetCommentsBefore("d", "e") }, "e4 ( d4 {v} ) <d> <e> e5 *"},
		{"no comments before", func() { e5.SetCommentsBefore() }, "e4 ( d4 {v} ) e5 *"},
		{"before a variation", func() { firstVariation(g).SetCommentsBefore("w") }, "e4 ( <w> d4 {v} ) e5 *"},
		{"at the root", func() { g.Root().SetComments("r"); g.Root().SetNAGs(9) }, "$9 {r} e4 ( <w> d4 {v} ) e5 *"},
		{"before the root", func() { g.Root().SetCommentsBefore("s") }, "$9 {r} e4 ( <w> d4 {v} ) e5 *"},
		{"space around a comment", func() { e5.SetComments("  a b\n") }, "$9 {r} e4 ( <w> d4 {v} ) e5 {a b} *"},
	} {
		test.edit()
		if got := outline(g); got != test.want {
			t.Errorf("%s: game = %s, want %s", test.name, got, test.want)
		}
		checkRoundTrip(t, g)
	}
	none := goTo(t, g, "e4")
	if len(none.Comments()) != 0 || len(none.CommentsBefore()) != 0 || len(none.NAGs()) != 0 {
		t.Errorf("move without annotations: Comments() = %q, CommentsBefore() = %q, NAGs() = %v, want none",
			none.Comments(), none.CommentsBefore(), none.NAGs())
	}
}

// TestUndoInTree checks that Undo removes the last move of the main line, including its annotations
// and its variations.
func TestUndoInTree(t *testing.T) {
	for _, test := range []struct{ name, input, want string }{
		{"with annotations", "1. e4 {a} e5 $1 {b} *", "e4 {a} *"},
		{"after a move with a variation", "1. e4 e5 (1... c5) 2. Nf3 *", "e4 e5 ( c5 ) *"},
	} {
		g := mustParsePGN(t, test.input)
		if !g.Undo() || outline(g) != test.want {
			t.Errorf("%s: game after Undo = %s, want %s", test.name, outline(g), test.want)
		}
	}
	g := mustParsePGN(t, "1. e4 e5 2. Nf3 (2. Nc3 Nc6) *")
	for plies := 2; plies >= 0; plies-- {
		p := goTo(t, mustParsePGN(t, "1. e4 e5 *"), strings.Join([]string{"e4", "e5"}[:plies], " ")).Position()
		if !g.Undo() || g.Plies() != plies || g.Position() != p {
			t.Fatalf("after Undo: Plies() = %d, game = %s, want %d plies", g.Plies(), outline(g), plies)
		}
	}
	if g.Undo() {
		t.Error("after 0 plies: Undo() = true, want false")
	}
}

// TestUndoDeletesNode checks that the node of an undone move no longer exists.
func TestUndoDeletesNode(t *testing.T) {
	g := mustParsePGN(t, "1. e4 e5 *")
	end := g.LastNode()
	if !g.Undo() || end.Exists() {
		t.Error("node of the undone move: Exists() = true, want false")
	}
}

// TestPlayInTree checks that moves are played at the end of the main line, also after a variation
// was promoted.
func TestPlayInTree(t *testing.T) {
	g := mustParsePGN(t, "1. e4 e5 (1... c5 2. Nf3) *")
	playSANs(t, g, "Nc3 Nf6")
	goTo(t, g, "e4 c5").PromoteToMainLine()
	playSANs(t, g, "d6")
	if got, want := outline(g), "e4 c5 ( e5 Nc3 Nf6 ) Nf3 d6 *"; got != want {
		t.Errorf("game = %s, want %s", got, want)
	}
}

// TestNodeSize checks the sizes that the documentation of Game promises.
func TestNodeSize(t *testing.T) {
	if size := unsafe.Sizeof(movetree.Node{}); size > 32 {
		t.Errorf("unsafe.Sizeof(node{}) = %d, want at most 32", size)
	}
	if size := unsafe.Sizeof(movetree.Note{}); size > 16 {
		t.Errorf("unsafe.Sizeof(note{}) = %d, want at most 16", size)
	}
}

// A modelNode is a node of a simple tree of pointers that serves as a reference for a game. Every
// edit of the game is also made in the tree.
type modelNode struct {
	node          Node
	move          Move
	parent        *modelNode
	children      []*modelNode
	before, after []string
	nags          []NAG
}

// position plays the moves that lead to n.
func (n *modelNode) position() Position {
	if n.parent == nil {
		return n.node.game.Start()
	}
	p := n.parent.position()
	return p.After(n.move)
}

// index returns the index of n among its siblings.
func (n *modelNode) index() int { return slices.Index(n.parent.children, n) }

// outline returns the subtree at n as text.
func (n *modelNode) outline() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v%q%q%v", n.move, n.before, n.after, n.nags)
	for _, child := range n.children {
		fmt.Fprintf(&b, "(%s)", child.outline())
	}
	return b.String()
}

// nodeOutline returns the subtree at n in the same format as modelNode.outline.
func nodeOutline(n Node) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v%q%q%v", n.Move(), n.CommentsBefore(), n.Comments(), n.NAGs())
	for child := range n.Children() {
		fmt.Fprintf(&b, "(%s)", nodeOutline(child))
	}
	return b.String()
}

// all returns n and its descendants.
func (n *modelNode) all() []*modelNode {
	nodes := []*modelNode{n}
	for _, child := range n.children {
		nodes = append(nodes, child.all()...)
	}
	return nodes
}

// A treeWalk makes random edits in a game and in its model.
type treeWalk struct {
	t    *testing.T
	r    *rand.Rand
	game *Game
	root *modelNode
	gone []Node // deleted nodes
}

// anyNode returns a random node of the model.
func (w *treeWalk) anyNode() *modelNode {
	nodes := w.root.all()
	return nodes[w.r.IntN(len(nodes))]
}

// treeEdits are the edits of a treeWalk. Each returns a description of what it did. Edits that are
// listed more than once are more likely.
var treeEdits = []func(w *treeWalk, n *modelNode) string{
	(*treeWalk).add, (*treeWalk).add, (*treeWalk).add, (*treeWalk).play, (*treeWalk).undo, (*treeWalk).promote,
	(*treeWalk).promoteToMainLine, (*treeWalk).delete, (*treeWalk).annotate, (*treeWalk).annotate,
}

func (w *treeWalk) add(n *modelNode) string {
	p := n.position()
	moves := p.LegalMoves()
	if !p.InCheck() {
		moves = append(moves, NullMove)
	}
	if len(moves) == 0 {
		return "no move"
	}
	m := moves[w.r.IntN(min(len(moves), 4))]
	added, err := n.node.Add(m)
	if err != nil {
		w.t.Fatalf("%s: Add(%v) = %v, want no error", p.FEN(), m, err)
	}
	w.note(n, m, added)
	return "add " + m.String()
}

// note adds a move to the model unless the model contains it already.
func (w *treeWalk) note(n *modelNode, m Move, added Node) {
	for _, child := range n.children {
		if child.move == m {
			if child.node != added {
				w.t.Fatalf("adding the existing move %v returns a new node", m)
			}
			return
		}
	}
	n.children = append(n.children, &modelNode{node: added, move: m, parent: n})
}

// end returns the last move of the main line.
func (w *treeWalk) end() *modelNode {
	n := w.root
	for len(n.children) > 0 {
		n = n.children[0]
	}
	return n
}

func (w *treeWalk) play(*modelNode) string {
	n := w.end()
	p := n.position()
	if moves := p.LegalMoves(); len(moves) > 0 && w.game.Play(moves[0]) == nil {
		w.note(n, moves[0], w.game.LastNode())
	}
	return "play"
}

func (w *treeWalk) undo(*modelNode) string {
	n := w.end()
	if n.parent == nil || len(n.parent.children) > 1 {
		return "no undo"
	}
	if !w.game.Undo() {
		w.t.Fatal("Undo() = false, want true")
	}
	n.parent.children = nil
	w.gone = append(w.gone, n.node)
	return "undo"
}

func (w *treeWalk) promote(n *modelNode) string {
	can := n.parent != nil && n.index() > 0
	if got := n.node.Promote(); got != can {
		w.t.Fatalf("Promote() = %v, want %v", got, can)
	}
	if can {
		n.swap(n.index() - 1)
	}
	return "promote"
}

// swap swaps the siblings of n at i and i+1.
func (n *modelNode) swap(i int) {
	siblings := n.parent.children
	siblings[i], siblings[i+1] = siblings[i+1], siblings[i]
}

func (w *treeWalk) promoteToMainLine(n *modelNode) string {
	n.node.PromoteToMainLine()
	for ; n.parent != nil; n = n.parent {
		for n.index() > 0 {
			n.swap(n.index() - 1)
		}
	}
	return "promote to the main line"
}

func (w *treeWalk) delete(n *modelNode) string {
	if w.r.IntN(3) > 0 { // delete less often than the other edits
		return "nothing"
	}
	n.node.Delete()
	for _, doomed := range n.all() {
		if doomed.parent != nil {
			w.gone = append(w.gone, doomed.node)
		}
	}
	if n.parent == nil {
		n.children = nil
	} else {
		n.parent.children = slices.Delete(n.parent.children, n.index(), n.index()+1)
	}
	return "delete"
}

func (w *treeWalk) annotate(n *modelNode) string {
	all := []string{"one", "", "two words", "a\nb", "[%clk 0:00:01]", "with }"}
	first := w.r.IntN(len(all) - 1)
	texts := append([]string(nil), all[first:first+w.r.IntN(3)]...)
	switch w.r.IntN(3) {
	case 0:
		n.after = texts
		n.node.SetComments(texts...)
	case 1:
		if n.parent != nil && n.parent.parent != nil { // comments before the first move belong to the root
			n.before = texts
			n.node.SetCommentsBefore(texts...)
		}
	default:
		n.nags = append([]NAG(nil), []NAG{1, 0, 255, 14}[:w.r.IntN(5)]...)
		n.node.SetNAGs(n.nags...)
	}
	return "annotate"
}

// check compares the game with its model.
func (w *treeWalk) check() {
	w.t.Helper()
	if diff := cmp.Diff(w.root.outline(), nodeOutline(w.game.Root())); diff != "" {
		w.t.Fatalf("game differs from its model (-model +game):\n%s", diff)
	}
	for _, n := range w.root.all() {
		if !n.node.Exists() || n.parent != nil && n.node.Parent() != n.parent.node {
			w.t.Fatal("a node does not exist, or its parent differs from that in the model")
		}
	}
	for _, n := range w.gone {
		if n.Exists() {
			w.t.Fatal("a deleted node exists")
		}
	}
	n := w.anyNode()
	if p := n.position(); n.node.Position() != p {
		w.t.Fatal("the position of a node differs from that in the model")
	}
	if end := w.end(); w.game.LastNode() != end.node || w.game.Position() != end.position() ||
		w.game.Plies() != end.node.Plies() {
		w.t.Fatal("the end of the main line differs from that in the model")
	}
}

// TestTreeAgainstModel makes random edits in games and compares each game with a model after every
// edit.
func TestTreeAgainstModel(t *testing.T) {
	for seed := range uint64(20) {
		g := NewGame()
		w := &treeWalk{r: rand.New(rand.NewPCG(seed, 4)), game: g}
		w.root = &modelNode{node: g.Root()}
		var done []string
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			defer func() {
				if t.Failed() {
					t.Logf("edits: %q", done)
				}
			}()
			w.t = t
			for range 150 {
				done = append(done, treeEdits[w.r.IntN(len(treeEdits))](w, w.anyNode()))
				w.check()
			}
			checkRoundTrip(t, g)
		})
	}
}

// pointer returns a pointer to a copy of v.
func pointer[T any](v T) *T { return &v }

// TestMerge checks what the tree of merged games is, and that no move and no annotation is in it
// twice.
func TestMerge(t *testing.T) {
	for _, test := range []struct {
		name  string
		games []string
		want  string
	}{
		{"other moves", []string{"1. e4 e5 *", "1. d4 d5 *", "1. e4 c5 2. Nf3 *"},
			"1. e4 (1. d4 d5) 1... e5 (1... c5 2. Nf3) *"},
		{"a longer game", []string{"1. e4 *", "1. e4 e5 2. Nf3 1-0"}, "1. e4 e5 2. Nf3 *"},
		{"the same game", []string{"1. e4 $1 {a} (1. d4) e5 {b} *", "1. e4 $1 {a} (1. d4) e5 {b} *"},
			"1. e4 $1 {a} (1. d4) 1... e5 {b} *"},
		{"annotations", []string{"{r} 1. e4 {a} $1 e5 *", "{r} {s} 1. {p} e4 $2 $1 {b} {a} {b} (1. d4 {d}) *"},
			"{r} {s} 1. {p} e4 $1 $2 {a} {b} (1. d4 {d}) 1... e5 *"},
		{"variations become lines", []string{"1. e4 e5 (1... c5 2. Nf3) *", "1. e4 (1. d4) c5 2. c3 (2. Nf3 d6) *"},
			"1. e4 (1. d4) 1... e5 (1... c5 2. Nf3 (2. c3) 2... d6) *"},
		{"alternatives that were there twice", []string{"1. e4 (1. d4 d5) (1. d4 Nf6) *", "1. d4 Nf6 (1... f5) *"},
			"1. e4 (1. d4 d5 (1... Nf6) (1... f5)) (1. d4 Nf6) *"},
		{"passes", []string{"1. -- e5 *", "1. -- d5 *"}, "1. -- e5 (1... d5) *"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var games []*Game
			for _, pgn := range test.games {
				games = append(games, mustParsePGN(t, pgn))
			}
			g := games[0]
			for round := range 2 { // the second time there is nothing new
				if err := g.Root().Merge(games[1:]...); err != nil {
					t.Fatalf("Merge = %v, want nil", err)
				}
				if _, got, _ := strings.Cut(g.String(), "\n\n"); got != test.want+"\n" {
					t.Errorf("round %d: merged game %q, want %q", round, got, test.want+"\n")
				}
				checkRoundTrip(t, g)
			}
			if err := g.Root().Merge(g); err != nil || g.String() != mustParsePGN(t, g.String()).String() {
				t.Errorf("a game merged with itself = %v, %v", err, g)
			}
		})
	}
}

// TestMergeAtNode checks that a game that starts in a later position is merged there, whatever its
// move numbers, and that a game from elsewhere is rejected with all others.
func TestMergeAtNode(t *testing.T) {
	g := mustParsePGN(t, "1. e4 e5 *")
	fits := mustParsePGN(t, "[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 7 20\"]\n\n20... c5 21. Nf3 *")
	before := g.String()
	err := g.Root().Next().Merge(fits, NewGame())
	if err := g.Root().Merge(nil); err == nil || err.Error() != "merging game 1: there is no game" {
		t.Errorf("Merge with no game = %v", err)
	}
	var merge *MergeError
	if !errors.As(err, &merge) || merge.Game != 1 || g.String() != before {
		t.Errorf("Merge with a game from the start = %v, game %s, want a MergeError for game 1 and no change", err, g)
	}
	if err := g.Root().Next().Merge(fits); err != nil {
		t.Errorf("Merge = %v, want nil", err)
	}
	if _, got, _ := strings.Cut(g.String(), "\n\n"); got != "1. e4 e5 (1... c5 2. Nf3) *\n" {
		t.Errorf("merged game %q, want the moves after 1. e4", got)
	}
	repeated := mustParsePGN(t, "1. Nf3 Nf6 2. Ng1 Ng8 *")
	if err := repeated.LastNode().Merge(repeated); err != nil || repeated.Plies() != 8 {
		t.Errorf("Merge of a game at its end, where the start recurs = %v, %d plies, want nil, 8", err, repeated.Plies())
	}
	for _, other := range []*Game{NewGame(), nil} {
		if err := (Node{}).Merge(other); err == nil || err.Error() != "merging game 1: the node does not exist" {
			t.Errorf("Merge at the zero Node = %v", err)
		}
	}
}

// TestMergeManyAlternatives checks that merging takes linear time where a move has many
// alternatives.
func TestMergeManyAlternatives(t *testing.T) {
	g := mustParsePGN(t, "1. e4"+strings.Repeat(" (1. e4)", 50_000)+" *")
	other := mustParsePGN(t, "1. d4"+strings.Repeat(" (1. d4)", 50_000)+strings.Repeat(" {a} {b}", 50_000)+" *")
	if err := g.Root().Merge(other); err != nil {
		t.Fatal(err)
	}
	if n := len(slices.Collect(g.Root().Children())); n != 50_002 {
		t.Errorf("%d moves after the root, want 50,002", n)
	}
}

// TestCloneOwnsComments checks that a game and its clone do not share the text of their comments.
func TestCloneOwnsComments(t *testing.T) {
	g, err := ParsePGN("1. e4 {first} e5 {second} *")
	if err != nil {
		t.Fatal(err)
	}
	clone := g.Clone()
	g.LastNode().SetComments("SECOND of g")
	clone.LastNode().SetComments("second of clone")
	g.Root().Next().SetComments("FIRST")
	for i := range 300 { // enough for the dead text to be dropped
		g.LastNode().SetComments(fmt.Sprint("g", i))
		clone.LastNode().SetComments(fmt.Sprint("clone", i))
	}
	for _, test := range []struct {
		game *Game
		want string
	}{{g, "e4 {FIRST} e5 {g299} *"}, {clone, "e4 {first} e5 {clone299} *"}} {
		if got := outline(test.game); got != test.want {
			t.Errorf("game = %s, want %s", got, test.want)
		}
	}
}

// TestOfferAfterDelete checks that deleting the reply to a draw offer does not bring the offer to
// the wrong place: the move that replaces the reply declines it too.
func TestOfferAfterDelete(t *testing.T) {
	g := NewGame()
	for _, san := range []string{"e4", "e5"} {
		if err := g.PlaySAN(san); err != nil {
			t.Fatal(err)
		}
	}
	if err := g.OfferDraw(Black); err != nil {
		t.Fatal(err)
	}
	if err := g.PlaySAN("Nf3"); err != nil {
		t.Fatal(err)
	}
	if by, ok := g.DrawOffer(); ok {
		t.Errorf("after a reply, %v's offer stands, want no offer", by)
	}
	g.LastNode().Delete()
	if by, ok := g.DrawOffer(); !ok || by != Black {
		t.Errorf("after Delete of the reply, DrawOffer() = %v, %v, want black, true", by, ok)
	}
	g.LastNode().Delete() // the move with the offer
	if by, ok := g.DrawOffer(); ok {
		t.Errorf("after Delete of the move with the offer, %v's offer stands, want no offer", by)
	}
	if err := g.PlaySAN("c5"); err != nil {
		t.Fatal(err)
	}
	if by, ok := g.DrawOffer(); ok {
		t.Errorf("after another move in its place, %v's offer stands, want no offer", by)
	}
}

// isMainLine reports whether n is the root or a move of the main line.
func isMainLine(n Node) bool {
	return n.isRoot() || n.Exists() && slices.Contains(slices.Collect(n.game.MainLine()), n)
}

// positionByMoves plays the moves that lead to n from the start.
func positionByMoves(n Node) Position {
	if n.isRoot() {
		return n.game.Start()
	}
	return positionByMoves(n.Parent()).After(n.Move())
}

// nodesOf returns the nodes of a game.
func nodesOf(g *Game) []Node {
	nodes := []Node{g.Root()}
	for i := 0; i < len(nodes); i++ {
		nodes = slices.AppendSeq(nodes, nodes[i].Children())
	}
	return nodes
}

// TestPositionAfterEdits checks that Node.Position returns what the moves before the node lead to,
// whatever was asked before and however the game has changed since.
func TestPositionAfterEdits(t *testing.T) {
	random := newTestRand(t)
	other := mustParsePGN(t, "1. e4 (1. c4 e5 2. g3) e5 (1... c5 2. Nf3 d6) 2. Nf3 *")
	for range 40 {
		g := NewGame()
		var gone []Node
		for range 150 {
			nodes := nodesOf(g)
			n := nodes[random.IntN(len(nodes))]
			p := n.Position()
			switch random.IntN(16) {
			case 0:
				n.Delete()
			case 1:
				n.Promote()
			case 2:
				n.PromoteToMainLine()
			case 3:
				g.Undo()
			case 4:
				if p.SamePosition(StartPosition()) {
					_ = n.Merge(other)
				}
			case 5:
				g = g.Clone()
			case 6:
				if err := g.UnmarshalText([]byte(g.String())); err != nil {
					t.Fatal(err)
				}
			case 7:
				_ = g.Play(randomMove(random, g.Position()))
			default:
				if m := randomMove(random, p); m != NullMove {
					must(n.Add(m))
				}
			}
			gone = append(gone, n)
			for _, n := range append(nodesOf(g), gone...) {
				if random.IntN(4) > 0 {
					continue
				}
				var want Position
				if n.Exists() {
					want = positionByMoves(n)
				}
				if got := n.Position(); got != want {
					t.Fatalf("%v\nat %v after %d plies: Position() = %v, want %v", g, n.Move(), n.Plies(), got, want)
				}
			}
		}
	}
}

// randomMove returns a legal move, or NullMove if there is none.
func randomMove(random *rand.Rand, p Position) Move {
	moves := p.LegalMoves()
	if len(moves) == 0 {
		return NullMove
	}
	return moves[random.IntN(len(moves))]
}

// TestPositionTakesOneStep checks that a walk along a line, in the main line or not, plays one move
// for each position: it starts from what is remembered of the node before, even if that is wrong.
func TestPositionTakesOneStep(t *testing.T) {
	for name, at := range map[string]func(*Game) Node{
		"main line": (*Game).Root,
		"variation": func(g *Game) Node { must(g.Root().Add(NewMove(H2, H3))); return must(g.Root().Add(NewMove(A2, A3))) },
	} {
		g := NewGame()
		n := at(g)
		for ply := range 40 {
			odd := MustParseFEN("4k3/8/8/8/8/8/8/4K3 w - - 0 1").After(NewMove(E1, Square(ply%3)+D2))
			if n.isRoot() {
				odd = StartPosition()
			} else {
				g.visited.Store(&visit{n.index, odd})
			}
			next, err := n.Add(odd.LegalMoves()[0])
			if err != nil {
				t.Fatalf("%s, ply %d: %v: Add does not start from %v", name, ply, err, odd)
			}
			if got, want := next.SAN(), odd.SAN(next.Move()); got != want {
				t.Fatalf("%s, ply %d: SAN() = %q, want %q", name, ply, got, want)
			}
			if got, want := next.Position(), odd.After(next.Move()); got != want {
				t.Fatalf("%s, ply %d: Position() = %v, want %v", name, ply, got, want)
			}
			n = next
		}
	}
}

// TestAddLine checks which node AddLine returns, and that it adds all moves or none.
func TestAddLine(t *testing.T) {
	e4, e5, nf3 := NewMove(E2, E4), NewMove(E7, E5), NewMove(G1, F3)
	castles := MustParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	for _, test := range []struct {
		name  string
		start Position
		pgn   string
		moves []Move
		want  string // the game afterwards
		ply   int    // of the node, -1 for none
	}{
		{"new moves", StartPosition(), "*", []Move{e4, e5, nf3}, "1. e4 e5 2. Nf3 *", 3},
		{"no moves", StartPosition(), "1. d4 *", nil, "1. d4 *", 0},
		{"a variation", StartPosition(), "1. e4 c5 *", []Move{e4, e5, nf3}, "1. e4 c5 (1... e5 2. Nf3) *", 3},
		{"moves that are there", StartPosition(), "1. d4 (1. e4 e5) *", []Move{e4, e5}, "1. d4 (1. e4 e5) *", 2},
		{"an illegal move at the end", StartPosition(), "1. d4 *", []Move{e4, e5, e5}, "1. d4 *", -1},
		{"a pass", StartPosition(), "*", []Move{e4, NullMove, nf3}, "1. e4 -- 2. Nf3 *", 3},
		{"castling to the square of the king", castles, "*", []Move{NewMove(E1, G1), NewMove(E8, E7)}, "1. O-O Ke7 *", 2},
		{"castling to the square of the rook", castles, "*", []Move{NewMove(E1, H1), NewMove(E8, E7)}, "1. O-O Ke7 *", 2},
	} {
		g := newGame(test.start, Rules{})
		if test.pgn != "*" {
			g = mustParsePGN(t, test.pgn)
		}
		given := slices.Clone(test.moves)
		n, err := g.Root().AddLine(test.moves)
		if !slices.Equal(test.moves, given) {
			t.Errorf("%s: AddLine changes its argument to %v", test.name, test.moves)
		}
		for n := range g.Nodes() {
			if p := n.Parent().Position(); n.Move() != NullMove && !p.IsLegal(n.Move()) {
				t.Errorf("%s: the game has the move %v, which is not in its legal form", test.name, n.Move())
			}
		}
		if got := strings.TrimSpace(movetextOf(g)); got != test.want {
			t.Errorf("%s: the game is %q, want %q", test.name, got, test.want)
		}
		var illegal *MoveError
		if (err == nil) != (test.ply >= 0) || err != nil && (n.Exists() || !errors.As(err, &illegal) || illegal.Move != e5) || err == nil && n.Plies() != test.ply {
			t.Errorf("%s: AddLine = a node after %d plies, %v, want %d plies", test.name, n.Plies(), err, test.ply)
		}
	}
	if n, err := (Node{}).AddLine([]Move{e4}); err == nil || n.Exists() {
		t.Errorf("AddLine to no node = %v, %v, want an error", n, err)
	}
}

// TestEditsReport checks that calls that change the tree report whether they did.
func TestEditsReport(t *testing.T) {
	g := MustParsePGN("1. e4 (1. d4 d5) 1... e5 *")
	main, side := g.Root().Next(), g.Root().Next().sibling().Next()
	for i, edit := range []struct{ got, want bool }{
		{main.Promote(), false}, {main.PromoteToMainLine(), false}, {g.Root().PromoteToMainLine(), false},
		{side.PromoteToMainLine(), true}, {side.PromoteToMainLine(), false}, {main.Promote(), true}, {side.Delete(), true},
		{side.Delete(), false}, {g.Root().Delete(), true}, {g.Root().Delete(), false}, {Node{}.Delete(), false},
		{main.Promote(), false}, {side.PromoteToMainLine(), false},
	} {
		if edit.got != edit.want {
			t.Errorf("edit %d reports %v", i, edit.got)
		}
	}
}

// TestAddToNothing checks why the zero Node takes no move.
func TestAddToNothing(t *testing.T) {
	for san, want := range map[string]string{"--": "0000: passing is not a legal move", "e4": "e4: White has no pawn that can go to e4"} {
		if n, err := (Node{}).AddSAN(san); n.Exists() || err == nil || err.Error() != want {
			t.Errorf("AddSAN(%q) = %v, %v, want %s", san, n, err, want)
		}
	}
}

// TestLines checks the lines of a tree, and that joining them gives the tree again.
func TestLines(t *testing.T) {
	const tags = "[White \"Aino\"]\n[Rules \"none\"]\n[Result \"1-0\"]\n[Termination \"resignation\"]\n\n"
	g := mustParsePGN(t, tags+"{start} 1. e4 $1 {good} (1. d4 {calm} d5 (1... Nf6) 2. c4) (1. c4) 1... e5 (1... c5 2. Nf3) 2. Nf3 1-0")
	var got []string
	joined := NewGame()
	for line := range g.Lines() {
		got = append(got, strings.TrimSpace(movetextOf(line)))
		if line.Tag("White") != "Aino" || line.Rules() != g.Rules() || (line.Tag("Result") == "1-0") != (len(got) == 1) || line.Outcome() != g.Outcome() && line.Outcome() != (Outcome{}) {
			t.Errorf("%v: White is %q, the outcome %v", line, line.Tag("White"), line.Outcome())
		}
		for _, tag := range []string{"[Termination ", "[Result \"1-0\"]"} {
			if isMain := len(got) == 1; strings.Contains(line.String(), tag) != isMain {
				t.Errorf("%v: the tag %s in the main line: %v", line, tag, isMain)
			}
		}
		checkRoundTrip(t, line)
		if err := joined.Root().Merge(line); err != nil {
			t.Error(err)
		}
	}
	want := []string{
		"{start} 1. e4 $1 {good} 1... e5 2. Nf3 1-0", "{start} 1. d4 {calm} 1... d5 2. c4 *", "{start} 1. d4 {calm} 1... Nf6 *",
		"{start} 1. c4 *", "{start} 1. e4 $1 {good} 1... c5 2. Nf3 *",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("lines differ (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(nodeOutline(g.Root()), nodeOutline(joined.Root())); diff != "" {
		t.Errorf("the lines joined differ from the tree (-tree +joined):\n%s", diff)
	}
	var walked, written []Move
	for n := range g.Nodes() {
		walked = append(walked, n.Move())
	}
	s := newTextScanner(g.String())
	for event := s.Next(); event != PGNEnd; event = s.Next() {
		if event == PGNMove {
			written = append(written, s.Move())
		}
	}
	if !slices.Equal(walked, written) {
		t.Errorf("Nodes has %v, the text %v", walked, written)
	}
	for line := range g.Lines() { // a line that is deleted during the loop is left out
		g.Root().Next().sibling().Delete()
		if strings.Contains(movetextOf(line), "d4") {
			t.Errorf("deleted: %v", line)
		}
	}
	if lines := slices.Collect(NewGame().Lines()); len(lines) != 1 || !lines[0].Equal(NewGame()) {
		t.Errorf("lines of a new game: %v, want the game", lines)
	}
	offered := newGame(MustParseFEN("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1"), Rules{})
	if err := errors.Join(offered.PlaySAN("e4"), offered.PlaySAN("e5"), offered.OfferDraw(Black)); err != nil {
		t.Fatal(err)
	}
	for line := range offered.Lines() {
		if !line.Equal(offered) {
			t.Errorf("the only line differs: %v", line.Difference(offered))
		}
		line.DeclineDraw(White)
	}
	if _, ok := offered.DrawOffer(); !ok {
		t.Error("declining an offer in a line takes it from the game")
	}
}

// movetextOf returns a game without its tags, in one line.
func movetextOf(g *Game) string {
	return string(g.AppendPGN(nil, PGNFormat{OmitTags: true, Columns: -1}))
}

// TestNodeInfo checks Node.Info and Node.SetInfo.
func TestNodeInfo(t *testing.T) {
	g := mustParsePGN(t, "1. e4 {[%clk 0:01:00] open} {book [%eval 0.3]} e5 {[%foo]} *")
	e4 := g.Root().Next()
	want := MoveInfo{Clock: pointer(time.Minute), Eval: &Eval{Centipawns: 30}, Text: "open book"}
	if diff := cmp.Diff(want, e4.Info()); diff != "" {
		t.Errorf("Info() differs (-want +got):\n%s", diff)
	}
	want.Eval.Depth = 20
	want.Shapes = []Shape{{'G', E2, E4}}
	e4.SetInfo(want)
	if got, want := outline(g), "e4 {[%cal Ge2e4] [%eval 0.30,20] [%clk 0:01:00] open book} e5 {[%foo]} *"; got != want {
		t.Errorf("game after SetInfo = %s, want %s", got, want)
	}
	if diff := cmp.Diff(want, e4.Info()); diff != "" {
		t.Errorf("Info() after SetInfo differs (-want +got):\n%s", diff)
	}
	e4.SetInfo(MoveInfo{})
	if got, want := outline(g), "e4 e5 {[%foo]} *"; got != want {
		t.Errorf("game after SetInfo(MoveInfo{}) = %s, want %s", got, want)
	}
	if diff := cmp.Diff(MoveInfo{}, e4.Info()); diff != "" {
		t.Errorf("Info() after SetInfo(MoveInfo{}) differs (-want +got):\n%s", diff)
	}
	checkRoundTrip(t, g)
}

// TestCommentsKeepTheirPlace checks that a comment after a variation remains a comment of its move
// while variations change, that the games differ by its place, and that many of them take no more
// time than others.
func TestCommentsKeepTheirPlace(t *testing.T) {
	const pgn = "1. e4 {a} (1. d4) {b} (1. c4) {c} 1... e5 *"
	variation := func(g *Game) Node { return g.Root().Next().sibling() }
	for _, test := range []struct {
		name   string
		change func(g *Game)
		want   string
	}{
		{"as read", func(*Game) {}, pgn},
		{"first variation deleted", func(g *Game) { variation(g).Delete() }, "1. e4 {a} (1. c4) {b} {c} 1... e5 *"},
		{"last variation deleted", func(g *Game) { variation(g).sibling().Delete() }, "1. e4 {a} (1. d4) {b} {c} 1... e5 *"},
		{"variation promoted", func(g *Game) { variation(g).Promote() }, "1. d4 (1. e4 {a} {b} {c} 1... e5) (1. c4) *"},
		{"variation added", func(g *Game) { g.Root().AddSAN("f4") }, "1. e4 {a} (1. d4) {b} (1. c4) {c} (1. f4) 1... e5 *"},
		{"comments set", func(g *Game) { n := g.Root().Next(); n.SetComments(n.Comments()...) },
			"1. e4 {a} {b} {c} (1. d4) (1. c4) 1... e5 *"},
	} {
		g := mustParsePGN(t, pgn)
		test.change(g)
		if got := movetextOf(g); got != test.want+"\n" {
			t.Errorf("%s: written as %q, want %q", test.name, got, test.want)
		}
		checkRoundTrip(t, g)
	}
	g, other := mustParsePGN(t, pgn), mustParsePGN(t, strings.Replace(pgn, "(1. d4) {b}", "{b} (1. d4)", 1))
	want := "variations before the comments of 1. e4: [0 1 2], not [0 0 2]"
	if got := g.Difference(other); got != want || g.Equal(other) {
		t.Errorf("Difference = %q, want %q", got, want)
	}
	if got := string(g.AppendPGN(nil, PGNFormat{OmitTags: true, OmitVariations: true})); got != "1. e4 {a} {b} {c} 1... e5 *\n" {
		t.Errorf("without variations: %q", got)
	}
	merged := mustParsePGN(t, "1. e4 (1. d4) {m} (1. b4) *")
	if err := merged.Root().Merge(g); err != nil {
		t.Fatal(err)
	}
	checkRoundTrip(t, merged)
	checkRoundTrip(t, mustParsePGN(t, "1. e4 "+strings.Repeat("(1. d4) {x} ", deep.Times(10_000, 7))))
}

// firstVariation returns the first move of the first variation from the main line.
func firstVariation(g *Game) Node {
	for n := range variations(g.Root().Next()) {
		return n
	}
	return Node{}
}
