package chess

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
)

// studyPGN is a small tree: the Sicilian and the French beside 1... e5.
const studyPGN = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... e6) 2. Nf3 Nc6 *"

// goTo returns the node that the moves lead to from the root, each the first
// child of that SAN.
func goTo(t testing.TB, g *Game, sans string) Node {
	t.Helper()
	n := g.Root()
	for _, san := range strings.Fields(sans) {
		i := slices.IndexFunc(slices.Collect(n.Children()), func(c Node) bool { return c.SAN() == san })
		if i < 0 {
			t.Fatalf("no move %s of %q in %s", san, sans, outline(g))
		}
		n = slices.Collect(n.Children())[i]
	}
	return n
}

// sansOf returns the moves of nodes.
func sansOf(nodes []Node) string {
	var sans []string
	for _, n := range nodes {
		sans = append(sans, n.SAN())
	}
	return strings.Join(sans, " ")
}

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
		if n.Plies() != test.plies || n.IsMainLine() != test.main || parent != test.parent || next != test.next {
			t.Errorf("at %q: Plies() = %d, IsMainLine() = %v, parent %q, next %q; want %d, %v, %q, %q",
				test.at, n.Plies(), n.IsMainLine(), parent, next, test.plies, test.main, test.parent, test.next)
		}
		if got := sansOf(slices.Collect(n.Children())); got != test.children {
			t.Errorf("at %q: Children() = %q, want %q", test.at, got, test.children)
		}
		if got := sansOf(slices.Collect(variations(n))); got != test.others {
			t.Errorf("at %q: Variations() = %q, want %q", test.at, got, test.others)
		}
		if n.isRoot() != (test.at == "") {
			t.Errorf("at %q: IsRoot() = %v", test.at, n.isRoot())
		}
	}
	if got := sansOf(slices.Collect(g.MainLine())); got != "e4 e5 Nf3 Nc6" {
		t.Errorf("MainLine() = %q, want e4 e5 Nf3 Nc6", got)
	}
	if g.End() != goTo(t, g, "e4 e5 Nf3 Nc6") {
		t.Errorf("End() = %v, want the node of Nc6", g.End().SAN())
	}
	if got := g.Root().Move(); got != NullMove {
		t.Errorf("Move() of the root = %v, want none", got)
	}
}

// TestNavigationStops: a loop over nodes may end early.
// variations iterates over the alternatives to n.
func variations(n Node) iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for sibling := range n.Parent().Children() {
			if sibling != n && !yield(sibling) {
				return
			}
		}
	}
}

func TestNavigationStops(t *testing.T) {
	g := mustParsePGN(t, studyPGN)
	e4 := goTo(t, g, "e4")
	for name, seq := range map[string]func(func(Node) bool){
		"Children": e4.Children(), "Variations": variations(e4.Next()), "MainLine": g.MainLine(),
	} {
		n := 0
		seq(func(Node) bool { n++; return false })
		if n != 1 {
			t.Errorf("%s goes on for %d nodes after it was told to stop", name, n)
		}
	}
}

func TestNodePosition(t *testing.T) {
	g := mustParsePGN(t, studyPGN)
	for at, want := range map[string]string{
		"":              startFEN,
		"e4":            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
		"e4 c5 c3 d5":   "rnbqkbnr/pp2pppp/8/2pp4/4P3/2P5/PP1P1PPP/RNBQKBNR w KQkq - 0 3",
		"e4 e5 Nf3 Nc6": "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
	} {
		for range 2 { // what is known of the main line makes no difference
			if p := goTo(t, g, at).Position(); p.FEN() != want {
				t.Errorf("Position() at %q = %s, want %s", at, p.FEN(), want)
			}
			g.Position()
		}
	}
}

// TestNodesAreValues: a node is the same place however one gets there.
func TestNodesAreValues(t *testing.T) {
	g := mustParsePGN(t, studyPGN)
	e5 := goTo(t, g, "e4 e5")
	if e5 != e5.Next().Parent() || e5 == goTo(t, g, "e4 c5") || e5 == goTo(t, mustParsePGN(t, studyPGN), "e4 e5") {
		t.Error("equal nodes differ, or different ones are equal")
	}
	var none Node
	if none.Exists() || none != g.Root().Parent() || none != g.End().Next() {
		t.Error("the zero Node exists, or is not what stands beyond the ends")
	}
	if !g.Root().Exists() || !NewGame().Root().Exists() || NewGame().End() == g.Root() {
		t.Error("a root does not exist, or is that of another game")
	}
}

func TestAdd(t *testing.T) {
	g := mustParsePGN(t, "1. e4 e5 *")
	e4 := goTo(t, g, "e4")
	c5, err := e4.AddSAN("c5")
	if err != nil || c5.SAN() != "c5" || c5.Parent() != e4 {
		t.Fatalf("AddSAN(c5) = %v, %v, want the move after e4", c5, err)
	}
	e5, err := e4.AddSAN("e5")
	if err != nil || e5 != goTo(t, g, "e4 e5") {
		t.Errorf("AddSAN(e5) = %v, %v, want the move that is there", e5, err)
	}
	if _, err := e5.Add(NewMove(G1, F3)); err != nil {
		t.Errorf("Add(g1f3) = %v, want no error", err)
	}
	if _, err := c5.Add(NullMove); err != nil {
		t.Errorf("Add(NullMove) = %v, want no error", err)
	}
	if got, want := outline(g), "e4 e5 ( c5 -- ) Nf3 *"; got != want {
		t.Errorf("the game is %s, want %s", got, want)
	}
	if got := g.Plies(); got != 3 {
		t.Errorf("Plies() = %d, want 3: what is added at the end is played", got)
	}
}

func TestAddRefuses(t *testing.T) {
	g := mustParsePGN(t, "1. e4 f5 2. Qh5+ *")
	for _, test := range []struct {
		name string
		add  func() (Node, error)
		want error
	}{
		{"illegal move", func() (Node, error) { return g.Root().Add(NewMove(E2, E5)) }, ErrIllegal},
		{"move of the other side", func() (Node, error) { return g.Root().Add(NewMove(E7, E5)) }, ErrIllegal},
		{"null move in check", func() (Node, error) { return g.End().Add(NullMove) }, ErrIllegal},
		{"illegal SAN", func() (Node, error) { return g.End().AddSAN("a6") }, ErrIllegal},
		{"no SAN", func() (Node, error) { return g.End().AddSAN("Sf3") }, ErrSyntax},
	} {
		before := outline(g)
		n, err := test.add()
		var refusal *MoveError
		if !errors.Is(err, test.want) || !errors.As(err, &refusal) || n != (Node{}) {
			t.Errorf("%s: %v, %v, want a MoveError for %v", test.name, n, err, test.want)
		}
		if got := outline(g); got != before {
			t.Errorf("%s: the game is %s, want %s", test.name, got, before)
		}
	}
}

// TestAddAfterEnd: a tree may go on where the rules end the game.
func TestAddAfterEnd(t *testing.T) {
	g := mustParsePGN(t, "1. f3 e5 2. g4 Qh4# 0-1")
	if _, err := g.End().AddSAN("Kf2"); !errors.Is(err, ErrIllegal) {
		t.Errorf("AddSAN(Kf2) after mate = %v, want %v", err, ErrIllegal)
	}
	g = mustParsePGN(t, "1. e4 e5 1-0")
	if _, err := g.End().AddSAN("Nf3"); err != nil {
		t.Errorf("AddSAN(Nf3) after a recorded result = %v, want no error", err)
	}
}

func TestEditTree(t *testing.T) {
	for _, test := range []struct {
		name, at string
		edit     func(Node) any
		returns  any
		want     string
	}{
		{"promote the second", "e4 c5", func(n Node) any { return n.Promote() }, true, "e4 c5 ( e5 Nf3 Nc6 ) ( e6 ) Nf3 ( c3 d5 ) d6 *"},
		{"promote the third", "e4 e6", func(n Node) any { return n.Promote() }, true, "e4 e5 ( e6 ) ( c5 Nf3 ( c3 d5 ) d6 ) Nf3 Nc6 *"},
		{"promote the first", "e4 e5", func(n Node) any { return n.Promote() }, false, ""},
		{"promote the root", "", func(n Node) any { return n.Promote() }, false, ""},
		{"promote inside a variation", "e4 c5 c3", func(n Node) any { return n.Promote() }, true, "e4 e5 ( c5 c3 ( Nf3 d6 ) d5 ) ( e6 ) Nf3 Nc6 *"},
		{"make a variation the main line", "e4 c5 c3 d5", func(n Node) any { n.PromoteToMainLine(); return n.IsMainLine() }, true,
			"e4 c5 ( e5 Nf3 Nc6 ) ( e6 ) c3 ( Nf3 d6 ) d5 *"},
		{"make the last the main line", "e4 e6", func(n Node) any { n.PromoteToMainLine(); return n.IsMainLine() }, true,
			"e4 e6 ( e5 Nf3 Nc6 ) ( c5 Nf3 ( c3 d5 ) d6 ) *"},
		{"make the main line the main line", "e4 e5", func(n Node) any { n.PromoteToMainLine(); return n.IsMainLine() }, true, ""},
		{"delete a leaf", "e4 c5 c3 d5", func(n Node) any { n.Delete(); return n.Exists() }, false, "e4 e5 ( c5 Nf3 ( c3 ) d6 ) ( e6 ) Nf3 Nc6 *"},
		{"delete a variation", "e4 c5", func(n Node) any { n.Delete(); return n.Exists() }, false, "e4 e5 ( e6 ) Nf3 Nc6 *"},
		{"delete in the main line", "e4 e5", func(n Node) any { n.Delete(); return n.Exists() }, false, "e4 c5 ( e6 ) Nf3 ( c3 d5 ) d6 *"},
		{"delete all", "e4", func(n Node) any { n.Delete(); return n.Exists() }, false, "*"},
		{"delete at the root", "", func(n Node) any { n.Delete(); return n.Exists() }, true, "*"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := mustParsePGN(t, studyPGN)
			g.Position() // what is known of the main line must not stay
			want := test.want
			if want == "" {
				want = outline(g)
			}
			if got := test.edit(goTo(t, g, test.at)); got != test.returns {
				t.Errorf("the edit returns %v, want %v", got, test.returns)
			}
			if got := outline(g); got != want {
				t.Errorf("the game is %s, want %s", got, want)
			}
			p, q := g.Position(), g.End().Position()
			if p != q || g.Plies() != g.End().Plies() {
				t.Errorf("the game ends in %s after %d plies, want %s after %d", p.FEN(), g.Plies(), q.FEN(), g.End().Plies())
			}
			checkRoundTrip(t, g)
		})
	}
}

// TestDeleteEndsDescendants: what follows a deleted move exists no more; other
// nodes stay.
func TestDeleteEndsDescendants(t *testing.T) {
	g := mustParsePGN(t, studyPGN)
	doomed := []Node{goTo(t, g, "e4 c5"), goTo(t, g, "e4 c5 Nf3 d6"), goTo(t, g, "e4 c5 c3 d5")}
	kept := []Node{g.Root(), goTo(t, g, "e4"), goTo(t, g, "e4 e6"), g.End()}
	doomed[0].Delete()
	for i, n := range doomed {
		if n.Exists() {
			t.Errorf("deleted node %d exists", i)
		}
	}
	for i, n := range kept {
		if !n.Exists() {
			t.Errorf("kept node %d does not exist", i)
		}
	}
	if again, err := goTo(t, g, "e4").AddSAN("c5"); err != nil || again == doomed[0] || doomed[0].Exists() {
		t.Errorf("AddSAN(c5) after it was deleted = %v, %v, want a new node", again, err)
	}
}

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
		{"glyphs", func() { e4.SetNAGs(7, 255, 0) }, "e4 $7 $255 $0 ( d4 {v} ) <c> e5 *"},
		{"no glyphs", func() { e4.SetNAGs() }, "e4 ( d4 {v} ) <c> e5 *"},
		{"comments before", func() { e5.SetCommentsBefore("d", "e") }, "e4 ( d4 {v} ) <d> <e> e5 *"},
		{"no comments before", func() { e5.SetCommentsBefore() }, "e4 ( d4 {v} ) e5 *"},
		{"before a variation", func() { firstVariation(g).SetCommentsBefore("w") }, "e4 ( <w> d4 {v} ) e5 *"},
		{"at the root", func() { g.Root().SetComments("r"); g.Root().SetNAGs(9) }, "$9 {r} e4 ( <w> d4 {v} ) e5 *"},
		{"before the root", func() { g.Root().SetCommentsBefore("s") }, "$9 {r} e4 ( <w> d4 {v} ) e5 *"},
		{"space around a comment", func() { e5.SetComments("  a b\n") }, "$9 {r} e4 ( <w> d4 {v} ) e5 {a b} *"},
	} {
		test.edit()
		if got := outline(g); got != test.want {
			t.Errorf("%s: the game is %s, want %s", test.name, got, test.want)
		}
		checkRoundTrip(t, g)
	}
	none := goTo(t, g, "e4")
	if len(none.Comments()) != 0 || len(none.CommentsBefore()) != 0 || len(none.NAGs()) != 0 {
		t.Errorf("a move without annotations has %q, %q, %v, want none", none.Comments(), none.CommentsBefore(), none.NAGs())
	}
}

// TestUndoInTree: Undo takes back the last move even where variations stand
// beside it.
func TestUndoInTree(t *testing.T) {
	for _, test := range []struct{ name, input, want string }{
		{"with annotations", "1. e4 {a} e5 $1 {b} *", "e4 {a} *"},
		{"with a variation before", "1. e4 e5 (1... c5) 2. Nf3 *", "e4 e5 ( c5 ) *"},
	} {
		g := mustParsePGN(t, test.input)
		if !g.Undo() || outline(g) != test.want {
			t.Errorf("%s: after Undo the game is %s, want %s", test.name, outline(g), test.want)
		}
	}
	g := mustParsePGN(t, "1. e4 e5 2. Nf3 (2. Nc3 Nc6) *")
	for plies := 2; plies >= 0; plies-- {
		p := goTo(t, mustParsePGN(t, "1. e4 e5 *"), strings.Join([]string{"e4", "e5"}[:plies], " ")).Position()
		if !g.Undo() || g.Plies() != plies || g.Position() != p {
			t.Fatalf("after Undo the game has %d plies, want %d: %s", g.Plies(), plies, outline(g))
		}
	}
	if g.Undo() {
		t.Error("Undo() without a move = true, want false")
	}
}

// TestUndoEndsNode: the node of a move taken back exists no more.
func TestUndoEndsNode(t *testing.T) {
	g := mustParsePGN(t, "1. e4 e5 *")
	end := g.End()
	if !g.Undo() || end.Exists() {
		t.Error("the node of a move taken back exists")
	}
}

func TestPlayInTree(t *testing.T) {
	g := mustParsePGN(t, "1. e4 e5 (1... c5 2. Nf3) *")
	playSANs(t, g, "Nc3 Nf6")
	goTo(t, g, "e4 c5").PromoteToMainLine()
	playSANs(t, g, "d6")
	if got, want := outline(g), "e4 c5 ( e5 Nc3 Nf6 ) Nf3 d6 *"; got != want {
		t.Errorf("the game is %s, want %s", got, want)
	}
}

// TestNodeSize holds Game to what its documentation says of memory.
func TestNodeSize(t *testing.T) {
	if size := unsafe.Sizeof(node{}); size > 32 {
		t.Errorf("a move takes %d bytes, want at most 32", size)
	}
	if size := unsafe.Sizeof(note{}); size > 16 {
		t.Errorf("an annotation takes %d bytes, want at most 16", size)
	}
}

// A modelNode is a place in a tree of pointers, as simple as can be: what a
// random edit does to a game is done to it too.
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

// index returns the place of n among its siblings.
func (n *modelNode) index() int { return slices.Index(n.parent.children, n) }

// outline returns the tree from n on, move by move.
func (n *modelNode) outline() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v%q%q%v", n.move, n.before, n.after, n.nags)
	for _, child := range n.children {
		fmt.Fprintf(&b, "(%s)", child.outline())
	}
	return b.String()
}

// nodeOutline is modelNode.outline for a game.
func nodeOutline(n Node) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v%q%q%v", n.Move(), n.CommentsBefore(), n.Comments(), n.NAGs())
	for child := range n.Children() {
		fmt.Fprintf(&b, "(%s)", nodeOutline(child))
	}
	return b.String()
}

// all returns n and what follows it.
func (n *modelNode) all() []*modelNode {
	nodes := []*modelNode{n}
	for _, child := range n.children {
		nodes = append(nodes, child.all()...)
	}
	return nodes
}

// A treeWalk edits a game and its model at random.
type treeWalk struct {
	t    *testing.T
	r    *rand.Rand
	game *Game
	root *modelNode
	gone []Node
}

func (w *treeWalk) anyNode() *modelNode {
	nodes := w.root.all()
	return nodes[w.r.IntN(len(nodes))]
}

// treeEdits are the edits of a treeWalk; each returns what it did.
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
		w.t.Fatalf("Add(%v) in %s = %v, want no error", m, p.FEN(), err)
	}
	w.note(n, m, added)
	return "add " + m.String()
}

// note adds a move to the model unless it is there.
func (w *treeWalk) note(n *modelNode, m Move, added Node) {
	for _, child := range n.children {
		if child.move == m {
			if child.node != added {
				w.t.Fatalf("adding %v a second time gives another node", m)
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
		w.note(n, moves[0], w.game.End())
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

// swap exchanges the sibling at i with the one after it.
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
	if w.r.IntN(3) > 0 { // not too often
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
	texts := []string{"one", "", "two words", "a\nb", "[%clk 0:00:01]", "with }"}[w.r.IntN(4):][:w.r.IntN(3)]
	texts = append([]string(nil), texts...)
	switch w.r.IntN(3) {
	case 0:
		n.after = texts
		n.node.SetComments(texts...)
	case 1:
		if n.parent != nil && n.parent.parent != nil { // before the first move stand the comments of the game
			n.before = texts
			n.node.SetCommentsBefore(texts...)
		}
	default:
		n.nags = append([]NAG(nil), []NAG{1, 0, 255, 14}[:w.r.IntN(4)]...)
		n.node.SetNAGs(n.nags...)
	}
	return "annotate"
}

// check compares the game with its model.
func (w *treeWalk) check() {
	w.t.Helper()
	if diff := cmp.Diff(w.root.outline(), nodeOutline(w.game.Root())); diff != "" {
		w.t.Fatalf("the game differs from the model (-model +game):\n%s", diff)
	}
	for _, n := range w.root.all() {
		if !n.node.Exists() || n.parent != nil && n.node.Parent() != n.parent.node {
			w.t.Fatal("a node does not exist, or has another parent")
		}
	}
	for _, n := range w.gone {
		if n.Exists() {
			w.t.Fatal("a deleted node exists")
		}
	}
	n := w.anyNode()
	if p := n.position(); n.node.Position() != p {
		w.t.Fatal("Position() of a node differs from that of the model")
	}
	if end := w.end(); w.game.End() != end.node || w.game.Position() != end.position() || w.game.Plies() != end.node.Plies() {
		w.t.Fatal("the end of the main line differs from that of the model")
	}
}

// TestTreeAgainstModel edits games at random and compares them with a model
// after each edit.
func TestTreeAgainstModel(t *testing.T) {
	for seed := range uint64(20) {
		g := NewGame()
		w := &treeWalk{t: t, r: rand.New(rand.NewPCG(seed, 4)), game: g}
		w.root = &modelNode{node: g.Root()}
		var done []string
		for range 150 {
			done = append(done, treeEdits[w.r.IntN(len(treeEdits))](w, w.anyNode()))
			w.check()
			if t.Failed() {
				t.Fatalf("after %q", done)
			}
		}
		checkRoundTrip(t, g)
	}
}
