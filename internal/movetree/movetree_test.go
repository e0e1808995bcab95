package movetree

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestCloneIsCompact checks that a clone contains no deleted nodes, annotations, or text.
func TestCloneIsCompact(t *testing.T) {
	tree := New(0)
	var last int32
	for m := range uint16(20) {
		last = tree.Add(last, m)
		for range 50 {
			tree.RemoveNotes(last, CommentAfter)
			tree.AddNote(last, tree.Hold(CommentAfter, []byte("once")))
			tree.AddNote(last, tree.Hold(CommentAfter, []byte("twice")))
		}
	}
	tree.Remove(10, 0)
	c, moved := tree.Clone()
	if len(c.free) != 0 || c.deadNotes != 0 || c.deadText != 0 || len(c.Nodes) != 11 || len(c.Notes) != 21 || string(c.text) != strings.Repeat("oncetwice", 10) {
		t.Errorf("clone has %d nodes, %d notes, text %q, %d free nodes, %d dead notes, %d bytes of dead text, want 11, 21, oncetwice of each, 0, 0, 0",
			len(c.Nodes), len(c.Notes), c.text, len(c.free), c.deadNotes, c.deadText)
	}
	for i := range c.Nodes {
		if moved[i] != int32(i) || c.Nodes[i].Move != tree.Nodes[i].Move {
			t.Errorf("node %d is %v at %d, want %v at %d", i, c.Nodes[i].Move, moved[i], tree.Nodes[i].Move, i)
		}
	}
}

// TestTextIsReused checks that the text of comments that were replaced does not pile up.
func TestTextIsReused(t *testing.T) {
	tree := New(0)
	i := tree.Add(0, 1)
	for n := range 20_000 {
		tree.RemoveNotes(i, CommentAfter)
		tree.AddNote(i, tree.Hold(CommentAfter, []byte(strings.Repeat("x", n%100))))
	}
	if n := cap(tree.text); n > 32768 {
		t.Errorf("cap(text) = %d, want at most 32768", n)
	}
}

// TestRebuilding checks after how many comments that were replaced their memory is used again.
func TestRebuilding(t *testing.T) {
	for size, want := range map[int]int{1: 257, 64: 64} { // more than the 256 notes or the 4 KiB that are always left alone
		tree := New(0)
		i := tree.Add(0, 1)
		n := 0
		for ; len(tree.Notes) >= n; n++ {
			tree.AddNote(i, tree.Hold(CommentAfter, bytes.Repeat([]byte("x"), size)))
			tree.RemoveNotes(i, CommentAfter)
		}
		if n != want || tree.deadNotes != 0 || tree.deadText != 0 {
			t.Errorf("with comments of %d bytes, after %d, want %d", size, n, want)
		}
	}
}

// TestOrder checks the order of moves and of lines, with variations inside variations, and that it does not
// depend on which nodes are used again.
func TestOrder(t *testing.T) {
	tree := New(0)
	if leaves := tree.Leaves(); len(tree.Written()) != 0 || !slices.Equal(leaves, []int32{0}) {
		t.Errorf("without moves: order %v, leaves %v, want none and the start", tree.Written(), leaves)
	}
	for range 40 {
		tree.Add(tree.Add(0, 9), 9)
	}
	tree.Remove(0, 0)
	if len(tree.Nodes) != 1 || len(tree.free) != 0 {
		t.Errorf("after all moves were removed: %d nodes, %d of them free, want the start alone", len(tree.Nodes), len(tree.free))
	}
	spare := tree.Add(0, 9)
	a := tree.Add(0, 1) // 1 (2 3 (4 5) (6)) (7) 8 (9)
	b := tree.Add(0, 2)
	tree.Remove(0, spare)
	tree.Add(0, 7)
	tree.Add(b, 3)
	tree.Add(tree.Add(b, 4), 5)
	tree.Add(b, 6)
	tree.Add(a, 8)
	tree.Add(a, 9)
	moves := func(nodes []int32) (moves []uint16) {
		for _, i := range nodes {
			moves = append(moves, tree.Nodes[i].Move)
		}
		return moves
	}
	if got, want := moves(tree.Written()), []uint16{1, 2, 3, 4, 5, 6, 7, 8, 9}; !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
	if got, want := moves(tree.Leaves()), []uint16{8, 3, 5, 6, 7, 9}; !slices.Equal(got, want) {
		t.Errorf("leaves %v, want %v", got, want)
	}
	if len(tree.Nodes) != 10 {
		t.Errorf("%d nodes, want 10: the start and 9 moves", len(tree.Nodes))
	}
}

// TestRemoveNotes checks that the other annotations of a node stay as they are.
func TestRemoveNotes(t *testing.T) {
	tree := New(0)
	i := tree.Add(0, 1)
	tree.AddNote(i, tree.Hold(CommentBefore, []byte("one")))
	tree.AddNote(i, Note{Kind: Glyph, NAG: 3})
	tree.AddNote(i, tree.Hold(CommentBefore, []byte("two")))
	tree.RemoveNotes(i, Glyph)
	tree.AddNote(i, Note{Kind: Glyph, NAG: 4})
	var got []string
	for a := range tree.NotesOf(i) {
		got = append(got, fmt.Sprint(a.Kind, a.NAG, string(tree.Comment(a))))
	}
	if want := []string{"0 0one", "0 0two", "2 4"}; !slices.Equal(got, want) {
		t.Errorf("annotations %q, want %q", got, want)
	}
}

// TestHold checks how the text of comments is stored.
func TestHold(t *testing.T) {
	tree := New(0)
	for text, want := range map[string]string{
		" a  b\t": "a  b", "\u00a0é": "é", "\xe9\x80": "é€", "a\r\nb\rc\n": "a\nb\rc", "\r\na\r\nb": "a\nb", "\xe9\r\nb": "é\nb", "": "",
	} {
		if got := string(tree.Comment(tree.Hold(CommentAfter, []byte(text)))); got != want {
			t.Errorf("Hold(%q) stores %q, want %q", text, got, want)
		}
	}
}

// TestReset checks that a tree that is used again is empty, keeps its memory, and does not run out of serial numbers.
func TestReset(t *testing.T) {
	tree := New(0)
	for serial, want := range map[uint32]uint32{9: 10, math.MaxUint32 / 2: math.MaxUint32/2 + 1, math.MaxUint32/2 + 1: 1} {
		tree.AddNote(tree.Add(0, 1), tree.Hold(CommentAfter, []byte("x")))
		tree.Reset(serial)
		if i := tree.Add(0, 2); i != 1 || tree.Nodes[i].Serial != want || tree.Nodes[i].Notes != 0 || len(tree.Nodes) != 2 || len(tree.text) != 0 {
			t.Errorf("after Reset(%d), node %d is %+v, want 1 with the serial number %d", serial, i, tree.Nodes[i], want)
		}
		if cap(tree.Notes) == 0 || cap(tree.text) == 0 {
			t.Error("Reset has given memory back")
		}
	}
}

// TestCopied checks that neither a tree nor its copy can be used after the other has changed.
func TestCopied(t *testing.T) {
	for name, use := range map[string]func(tree, copied *Tree){
		"the original has changed": func(tree, copied *Tree) { tree.Change(); copied.Checked() },
		"the copy has changed":     func(tree, copied *Tree) { copied.Change(); tree.Change() },
		"changed, and then reset":  func(tree, copied *Tree) { tree.Change(); tree.Reset(0); copied.Checked() },
		"the original was reset":   func(tree, copied *Tree) { tree.Reset(0); copied.Checked() },
		"the copy is merged":       func(tree, copied *Tree) { tree.Change(); new(Tree).Merge(0, copied) },
		"the copy is cloned":       func(tree, copied *Tree) { tree.Change(); copied.Clone() },
	} {
		tree := New(0)
		tree.Change()
		tree.Checked()
		copied := tree
		func() {
			defer func() {
				if recover() != Copied {
					t.Errorf("%s: no panic", name)
				}
			}()
			use(&tree, &copied)
		}()
	}
}

// TestShrink checks that a tree of many moves gives memory back when most of them are removed.
func TestShrink(t *testing.T) {
	tree := New(0)
	kept := tree.Add(0, 1)
	for range 999 {
		tree.Add(0, 2)
	}
	for _, i := range tree.Children(0)[40:] {
		tree.Remove(0, i)
	}
	if len(tree.Nodes) != 41 || cap(tree.Nodes) > 4*41 || cap(tree.free) > 4*41 || tree.Nodes[kept].Move != 1 {
		t.Errorf("%d nodes and %d free ones have room for %d and %d", len(tree.Nodes), len(tree.free), cap(tree.Nodes), cap(tree.free))
	}
}

// A plainNode is a move in the model of a tree, with the nodes that follow it.
type plainNode struct {
	move     uint16
	serial   uint32
	notes    []plainNote
	parent   *plainNode
	children []*plainNode
}

// A plainNote is an annotation in the model.
type plainNote struct {
	kind  Kind
	nag   uint8
	after uint16
	text  string
}

// A model is a tree of nodes that point to each other, and the index of each node in the tree that it models.
type model struct {
	*plainNode
	at map[*plainNode]int32
}

// nodes returns the nodes of the model in the order in which PGN has them.
func (p *plainNode) nodes() []*plainNode {
	found := []*plainNode{p}
	for n := p; n != nil; {
		var next *plainNode
		for i, child := range n.children {
			if i == 0 {
				next = child
				found = append(found, child)
			} else {
				found = append(found, child.nodes()...)
			}
		}
		n = next
	}
	return found
}

// note adds an annotation to a node of the tree and of the model.
func (m model) note(t *Tree, n *plainNode, note plainNote) {
	added := Note{Kind: note.kind, NAG: note.nag}
	if note.kind != Glyph {
		added = t.Hold(note.kind, []byte(note.text))
	}
	added.After = note.after
	t.AddNote(m.at[n], added)
	n.notes = append(n.notes, note)
}

// add adds a move to the tree and to the model.
func (m model) add(t *Tree, parent *plainNode, move uint16) {
	child := &plainNode{move: move, serial: t.Serial + 1, parent: parent}
	m.at[child] = t.Add(m.at[parent], move)
	parent.children = append(parent.children, child)
}

// merge is Tree.Merge for models.
func (m model) merge(n, from *plainNode) {
	for _, note := range from.notes {
		same := func(other plainNote) bool {
			return other.kind == note.kind && other.nag == note.nag && other.text == note.text
		}
		if !slices.ContainsFunc(n.notes, same) {
			n.notes = append(n.notes, note)
		}
	}
	var to []*plainNode
	for _, child := range from.children {
		i := slices.IndexFunc(n.children, func(c *plainNode) bool { return c.move == child.move })
		if i < 0 {
			i = len(n.children)
			n.children = append(n.children, &plainNode{move: child.move, parent: n})
		}
		to = append(to, n.children[i])
	}
	for i, child := range slices.Backward(from.children) { // matters if two children have the same move
		m.merge(to[i], child)
	}
}

// path returns a model of the moves that lead to n.
func (n *plainNode) path() *plainNode {
	if n.parent == nil {
		return &plainNode{notes: n.notes}
	}
	last := n.parent.path()
	leaf := last
	for len(leaf.children) > 0 {
		leaf = leaf.children[0]
	}
	leaf.children = []*plainNode{{move: n.move, serial: n.serial, notes: n.notes, parent: leaf}}
	return last
}

// check compares a tree with the model and sets the indices and new serial numbers of the model.
func (m model) check(t *testing.T, tree *Tree) {
	t.Helper()
	clear(m.at)
	m.at[m.plainNode] = 0
	notes, text := 0, 0
	for _, n := range m.nodes() {
		i := m.at[n]
		node := tree.Nodes[i]
		if n.serial == 0 {
			n.serial = node.Serial
		}
		if node.Move != n.move || node.Serial != n.serial || (n.serial == 0) != (n.parent == nil) {
			t.Fatalf("node %d is %+v, want the move %d with the serial number %d", i, node, n.move, n.serial)
		}
		var held []plainNote
		for a := range tree.NotesOf(i) {
			held = append(held, plainNote{a.Kind, a.NAG, a.After, string(tree.Comment(a))})
			notes, text = notes+1, text+len(tree.Comment(a))
		}
		if !slices.Equal(held, n.notes) {
			t.Fatalf("node %d has the notes %v, want %v", i, held, n.notes)
		}
		children := tree.Children(i)
		if len(children) != len(n.children) {
			t.Fatalf("node %d has the children %v, want %d", i, children, len(n.children))
		}
		for k, child := range n.children {
			m.at[child] = children[k]
			if tree.Nodes[children[k]].Parent != i || int(tree.Later(children[k])) != len(children)-1-k {
				t.Fatalf("child %d of node %d is %+v", k, i, tree.Nodes[children[k]])
			}
		}
	}
	if free := len(tree.Nodes) - len(m.at); free != len(tree.free) {
		t.Fatalf("%d free nodes of %d, want %d", len(tree.free), len(tree.Nodes), free)
	}
	if dead := max(len(tree.Notes)-1, 0) - notes; dead != tree.deadNotes || len(tree.text)-text != tree.deadText {
		t.Fatalf("%d notes and %d bytes of text are dead, want %d and %d", tree.deadNotes, tree.deadText, dead, len(tree.text)-text)
	}
	var written, leaves []int32
	for _, n := range m.nodes() {
		if n.parent != nil {
			written = append(written, m.at[n])
		}
		if n.parent == nil || n != n.parent.children[0] {
			for len(n.children) > 0 {
				n = n.children[0]
			}
			leaves = append(leaves, m.at[n])
		}
	}
	if !slices.Equal(tree.Written(), written) || !slices.Equal(tree.Leaves(), leaves) {
		t.Fatalf("order %v and leaves %v, want %v and %v", tree.Written(), tree.Leaves(), written, leaves)
	}
}

// checkMemory checks that what was removed does not take more than half of the memory, except a little.
func checkMemory(t *testing.T, tree *Tree) {
	t.Helper()
	if n := len(tree.Nodes); n > 1 && tree.Nodes[n-1].Serial == 0 {
		t.Fatalf("%d of %d nodes are free, and the last one", len(tree.free), n)
	}
	if 2*tree.deadNotes >= len(tree.Notes)+256 || 2*tree.deadText >= len(tree.text)+4096 {
		t.Fatalf("%d of %d notes and %d of %d bytes of text are dead", tree.deadNotes, len(tree.Notes), tree.deadText, len(tree.text))
	}
}

// TestModel changes trees at random and compares them with a model.
func TestModel(t *testing.T) {
	for seed := range uint64(30) {
		random := rand.New(rand.NewPCG(seed, 0))
		tree := New(0)
		m := model{&plainNode{}, map[*plainNode]int32{}}
		few := 2 + random.IntN(40) // of a hundred changes remove something
		for range 400 {
			nodes := m.nodes()
			n := nodes[random.IntN(len(nodes))]
			if random.IntN(3) > 0 {
				n = nodes[len(nodes)-1]
			}
			i := m.at[n]
			note := plainNote{kind: Kind(random.IntN(3)), after: uint16(random.IntN(3))}
			if note.kind == Glyph {
				note.nag = uint8(random.IntN(4))
			} else {
				note.text = strings.Repeat("x", random.IntN(3)*random.IntN(200))
			}
			tree.Change()
			switch change := random.IntN(100); {
			case change < few && n.parent != nil:
				tree.Remove(m.at[n.parent], i)
				n.parent.children = slices.DeleteFunc(n.parent.children, func(c *plainNode) bool { return c == n })
				checkMemory(t, &tree)
			case change < few && random.IntN(3) == 0:
				tree.Remove(i, 0)
				n.children = nil
				checkMemory(t, &tree)
			case change < 45:
				kind := Kind(random.IntN(3))
				tree.RemoveNotes(i, kind)
				n.notes = slices.DeleteFunc(n.notes, func(a plainNote) bool { return a.kind == kind })
				checkMemory(t, &tree)
			case change < 50 && n.parent != nil:
				at := slices.Index(n.parent.children, n)
				if tree.Promote(i) != (at > 0) {
					t.Fatalf("Promote reports %v for child %d", at == 0, at)
				}
				if at > 0 {
					n.parent.children[at], n.parent.children[at-1] = n.parent.children[at-1], n
				}
			case change < 53:
				changed := false
				for ; n.parent != nil; n = n.parent {
					at := slices.Index(n.parent.children, n)
					changed = changed || at > 0
					n.parent.children = slices.Insert(slices.Delete(n.parent.children, at, at+1), 0, n)
				}
				if tree.PromoteToMainLine(i) != changed {
					t.Fatalf("PromoteToMainLine reports %v", !changed)
				}
			case change < 55:
				line := tree.Line(i)
				model{n.path(), map[*plainNode]int32{}}.check(t, &line)
			case change < 57:
				c, moved := tree.Clone()
				for n, i := range m.at {
					if n.parent != nil && c.Nodes[moved[i]].Serial != n.serial {
						t.Fatalf("node %d has moved to %d, which is %+v", i, moved[i], c.Nodes[moved[i]])
					}
				}
				if c.Serial != tree.Serial {
					t.Fatalf("the last serial number of a clone is %d, want %d", c.Serial, tree.Serial)
				}
				if tree = c; cap(c.Nodes) != len(m.at) || c.deadNotes != 0 || c.deadText != 0 {
					t.Fatalf("a clone of %d nodes has room for %d, %d dead notes, and %d bytes of dead text", len(m.at), cap(c.Nodes), c.deadNotes, c.deadText)
				}
			case change < 59 && len(tree.free) == 0 && tree.deadNotes == 0 && tree.deadText == 0:
				from := tree
				tree = Tree{}
				tree.Set(&from)
			case change < 61:
				other := New(0)
				from := model{&plainNode{}, map[*plainNode]int32{}}
				for range 6 {
					nodes := from.nodes()
					n := nodes[random.IntN(len(nodes))]
					from.at[from.plainNode] = 0
					from.note(&other, n, note)
					from.note(&other, n, plainNote{kind: Glyph, nag: uint8(random.IntN(2))})
					from.add(&other, n, uint16(random.IntN(2)))
				}
				other.Change()
				tree.Merge(i, &other)
				m.merge(n, from.plainNode)
			case change < 80:
				m.note(&tree, n, note)
			default:
				m.add(&tree, n, uint16(random.IntN(3)))
			}
			m.check(t, &tree)
		}
	}
}
