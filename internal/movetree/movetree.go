package movetree

import (
	"bytes"
	"iter"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/shakki/chess/internal/charset"
)

// A Tree holds the moves of a game and their annotations. Nodes and notes refer to each other by
// index, which keeps a move of two bytes at 32 bytes and an annotation at 16. Index 0 is the start
// of the game for nodes and stands for no note.
//
// The tree reuses what is deleted: nodes one by one, notes and text by rebuilding
// both once half of them is dead.
type Tree struct {
	Nodes  []Node
	Notes  []Note
	Serial uint32 // the serial number given last

	text []byte  // of all comments
	free []int32 // the nodes that are in no line

	deadNotes, deadText int // how many notes and bytes of text no node refers to

	changes int32 // counted by Change here and in the node of the start, which has no Next
}

// A Node is a move in the tree of a game.
type Node struct {
	Parent    int32
	Child     int32 // the first move that follows: the main continuation
	lastChild int32
	Next      int32 // the next alternative to this move
	Notes     int32 // the first annotation
	lastNote  int32
	Serial    uint32 // tells the moves apart that use this node one after another; 0 for the start and a free node
	Move      uint16 // its meaning is up to the caller
	order     uint16 // the number of alternatives before it, or the largest number
}

// A Note is an annotation of a node: a comment or a glyph.
type Note struct {
	Next       int32 // the next annotation of the node, 0 for none
	start, end uint32
	After      uint16 // for CommentAfter: the number of variations that the comment follows
	Kind       Kind
	NAG        uint8 // for Glyph
}

// A Kind is a kind of annotation.
type Kind uint8

const (
	CommentBefore Kind = iota // a comment before the move
	CommentAfter              // a comment after the move or its variations
	Glyph
)

// New returns a tree of the start alone, with room for some moves.
func New(moves int) Tree { return Tree{Nodes: make([]Node, 1, moves+1)} }

// Reset empties the tree and keeps its memory. Serial numbers follow the given one, or begin anew
// long before there are no more.
func (t *Tree) Reset(serial uint32) {
	if serial > math.MaxUint32/2 {
		serial = 0
	}
	changes := t.changes + 1
	*t = Tree{
		Nodes: append(t.Nodes[:0], Node{Next: changes}), Notes: t.Notes[:0], text: t.text[:0], Serial: serial, changes: changes,
	}
}

// Copied is the panic for a tree that a copy has changed. The links of its nodes may lead anywhere.
const Copied = "chess: a Game was copied, and then the copy or the original was changed: use Clone"

// Change must come before a change of a tree that may have been copied. A copy shares the memory of
// the nodes but not the count of changes. Change panics if a copy has changed.
func (t *Tree) Change() {
	root := &t.Checked()[0]
	t.changes++
	root.Next = t.changes
}

// Checked returns the nodes for a walk that begins. It panics if a copy of the tree has changed.
func (t *Tree) Checked() []Node {
	if t.Nodes[0].Next != t.changes {
		panic(Copied)
	}
	return t.Nodes
}

// Add appends a move to the children of a node and returns its index. It fills the new node in
// place, because a copy would wait for the stores of its parts.
func (t *Tree) Add(parent int32, move uint16) int32 {
	t.Serial++
	i := int32(len(t.Nodes))
	if n := len(t.free); n > 0 {
		i, t.free = t.free[n-1], t.free[:n-1]
	} else {
		t.Nodes = append(t.Nodes, Node{})
	}
	added := &t.Nodes[i]
	added.Parent, added.Move, added.Serial = parent, move, t.Serial
	t.linkChild(parent, i)
	return i
}

// linkChild makes a node without a next one the last child of another.
func (t *Tree) linkChild(parent, i int32) {
	above := &t.Nodes[parent]
	if above.Child == 0 {
		above.Child = i
	} else {
		last := &t.Nodes[above.lastChild]
		last.Next, t.Nodes[i].order = i, min(last.order, math.MaxUint16-1)+1
	}
	above.lastChild = i
}

// Later returns the number of alternatives to a move that follow it.
func (t *Tree) Later(i int32) uint16 {
	return t.Nodes[t.Nodes[t.Nodes[i].Parent].lastChild].order - t.Nodes[i].order
}

// Children returns the children of a node in their order.
func (t *Tree) Children(parent int32) []int32 {
	var children []int32
	for i := t.Nodes[parent].Child; i != 0; i = t.Nodes[i].Next {
		children = append(children, i)
	}
	return children
}

// relink sets the children of a node in their order.
func (t *Tree) relink(parent int32, children []int32) {
	t.Nodes[parent].Child, t.Nodes[parent].lastChild = 0, 0
	for _, child := range children {
		t.Nodes[child].Next, t.Nodes[child].order = 0, 0
		t.linkChild(parent, child)
	}
}

// Promote moves a node, which is not the start, one place forward among its alternatives. It
// reports whether it did, which is false if the node is already the main continuation.
func (t *Tree) Promote(i int32) bool { return t.advance(i, 1) }

// advance is Promote by the given number of places, or to the front.
func (t *Tree) advance(i int32, places int) bool {
	parent := t.Nodes[i].Parent
	children := t.Children(parent)
	at := slices.Index(children, i)
	to := max(at-places, 0)
	t.relink(parent, slices.Insert(slices.Delete(children, at, at+1), to, i))
	return to < at
}

// PromoteToMainLine makes every node that leads to i the main continuation, and i too. It reports
// whether one was not.
func (t *Tree) PromoteToMainLine(i int32) (changed bool) {
	for ; i != 0; i = t.Nodes[i].Parent {
		changed = t.advance(i, len(t.Nodes)) || changed
	}
	return changed
}

// Written returns the moves in the order in which PGN has them.
func (t *Tree) Written() (order []int32) {
	for rest := []int32{t.Nodes[0].Child}; len(rest) > 0; {
		i := rest[len(rest)-1]
		rest = rest[:len(rest)-1]
		if i == 0 {
			continue // the line has ended
		}
		order, rest = append(order, i), append(rest, t.Nodes[i].Child)
		above := len(rest)
		for next := t.Nodes[i].Next; next != 0 && t.Nodes[i].order == 0; next = t.Nodes[next].Next {
			rest = append(rest, next)
		}
		slices.Reverse(rest[above:])
	}
	return order
}

// Leaves returns the nodes that end the lines: the main line, then the variations in the order in
// which PGN has them.
func (t *Tree) Leaves() (leaves []int32) {
	for _, leaf := range append([]int32{0}, t.Written()...) {
		if leaf != 0 && t.Nodes[leaf].order == 0 {
			continue // it continues a line
		}
		for t.Nodes[leaf].Child != 0 {
			leaf = t.Nodes[leaf].Child
		}
		leaves = append(leaves, leaf)
	}
	return leaves
}

// Line returns a tree of the moves that lead to a node, with their annotations and serial numbers.
func (t *Tree) Line(leaf int32) Tree {
	var path []int32
	for i := leaf; i != 0; i = t.Nodes[i].Parent {
		path = append(path, i)
	}
	line, last := t.start(len(path)), int32(0)
	for _, i := range slices.Backward(path) {
		last = line.copyNode(last, t, i)
	}
	return line
}

// start returns a tree of the start and its annotations, with room for some moves.
func (t *Tree) start(moves int) Tree {
	start := New(moves)
	start.Serial = t.Serial
	start.copyNotes(0, t, t.Nodes[0].Notes)
	return start
}

// copyNode adds a copy of a node of another tree, with its serial number and its annotations.
func (t *Tree) copyNode(parent int32, from *Tree, i int32) int32 {
	added := t.Add(parent, from.Nodes[i].Move)
	t.Nodes[added].Serial, t.Serial = from.Nodes[i].Serial, from.Serial
	t.copyNotes(added, from, from.Nodes[i].Notes)
	return added
}

// Remove removes the given child of a node, or all its children for 0, and all that follows.
func (t *Tree) Remove(parent, child int32) {
	doomed := t.Children(parent)
	var others []int32
	if child != 0 {
		others = slices.DeleteFunc(doomed, func(i int32) bool { return i == child })
		doomed = []int32{child}
	}
	t.relink(parent, others)
	for len(doomed) > 0 {
		i := doomed[len(doomed)-1]
		doomed = append(doomed[:len(doomed)-1], t.Children(i)...)
		t.dropNotes(i)
		t.Nodes[i], t.free = Node{}, append(t.free, i)
	}
	t.shrink()
	t.rebuildNotes()
}

// shrink cuts off the free nodes at the end, if there are any, and gives memory back if most of it is not needed.
func (t *Tree) shrink() {
	n := len(t.Nodes)
	for n > 1 && t.Nodes[n-1].Serial == 0 {
		n--
	}
	if n == len(t.Nodes) {
		return // without a look at all free nodes
	}
	t.Nodes = t.Nodes[:n]
	t.free = slices.DeleteFunc(t.free, func(i int32) bool { return int(i) >= n })
	if cap(t.Nodes) > 4*n {
		t.Nodes, t.free = slices.Clone(t.Nodes), slices.Clone(t.free)
	}
}

// AddNote appends an annotation to a node.
func (t *Tree) AddNote(i int32, added Note) {
	if len(t.Notes) == 0 {
		t.Notes = append(t.Notes, Note{})
	}
	n, last := &t.Nodes[i], int32(len(t.Notes))
	t.Notes = append(t.Notes, added)
	if n.Notes == 0 {
		n.Notes = last
	} else {
		t.Notes[n.lastNote].Next = last
	}
	n.lastNote = last
}

// Hold stores the text of a comment, in UTF-8 and without the space around it. It returns the
// comment, which belongs to no node yet.
func (t *Tree) Hold(kind Kind, text []byte) Note {
	start := len(t.text)
	if !charset.IsPlain(text) {
		text = clean(text)
	}
	text = bytes.TrimSpace(text)
	t.text = append(t.text, text...)
	return Note{Kind: kind, start: uint32(start), end: uint32(len(t.text))}
}

// clean returns text in UTF-8 with lines that end with "\n". It returns text itself if it is such a
// text.
func clean(text []byte) []byte {
	if !utf8.Valid(text) {
		text = []byte(charset.ToUTF8(text))
	}
	if bytes.IndexByte(text, '\r') >= 0 {
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	}
	return text
}

// Comment returns the text of a comment.
func (t *Tree) Comment(a Note) []byte { return t.text[a.start:a.end] }

// NotesOf iterates over the annotations of a node.
func (t *Tree) NotesOf(i int32) iter.Seq[Note] {
	return func(yield func(Note) bool) {
		for at := t.Nodes[i].Notes; at != 0 && yield(t.Notes[at]); at = t.Notes[at].Next {
		}
	}
}

// RemoveNotes removes the annotations of one kind from a node.
func (t *Tree) RemoveNotes(i int32, kind Kind) {
	notes := slices.Collect(t.NotesOf(i))
	t.dropNotes(i)
	for _, a := range notes {
		if a.Kind != kind {
			t.copyNote(i, t, a)
		}
	}
	t.rebuildNotes()
}

// dropNotes removes the annotations of a node, whose notes and text are dead then.
func (t *Tree) dropNotes(i int32) {
	for a := range t.NotesOf(i) {
		t.deadNotes++
		t.deadText += len(t.Comment(a))
	}
	t.Nodes[i].Notes = 0
}

// rebuildNotes copies the notes and the text that are in use if more than half are not.
func (t *Tree) rebuildNotes() {
	const few, short = 256, 4096
	if 2*t.deadNotes < len(t.Notes)+few && 2*t.deadText < len(t.text)+short {
		return
	}
	old := *t
	t.Notes, t.text, t.deadNotes, t.deadText = nil, nil, 0, 0
	for i := range t.Nodes {
		t.copyNotes(int32(i), &old, old.Nodes[i].Notes)
	}
}

// copyNotes gives node i the notes of another tree that begin with the given one.
func (t *Tree) copyNotes(i int32, from *Tree, first int32) {
	t.Nodes[i].Notes = 0
	for at := first; at != 0; at = from.Notes[at].Next {
		t.copyNote(i, from, from.Notes[at])
	}
}

// copyNote gives node i a copy of a note of another tree.
func (t *Tree) copyNote(i int32, from *Tree, a Note) {
	start := len(t.text)
	t.text = append(t.text, from.text[a.start:a.end]...)
	a.start, a.end, a.Next = uint32(start), uint32(len(t.text)), 0
	t.AddNote(i, a)
}

// Set sets t, which must be empty, to a copy of another tree from which nothing was removed.
func (t *Tree) Set(from *Tree) {
	t.Nodes, t.Notes, t.text = slices.Clone(from.Nodes), slices.Clone(from.Notes), slices.Clone(from.text)
	t.Serial, t.changes = from.Serial, from.changes
}

// Clone returns a copy of the tree that holds only what is in use, with the indices of the nodes in
// the new tree.
func (t *Tree) Clone() (c Tree, moved []int32) {
	moved = make([]int32, len(t.Checked()))
	c = t.start(len(t.Nodes) - 1 - len(t.free))
	for _, i := range t.Written() {
		moved[i] = c.copyNode(moved[t.Nodes[i].Parent], t, i)
	}
	return c, moved
}

// Merge adds the nodes and annotations of another tree after a node. It does not add again what is
// there already. New moves become the last alternatives.
func (t *Tree) Merge(after int32, other *Tree) {
	other.Checked()
	following := map[uint16]int32{} // the first node with each move after a node
	pairs := [][2]int32{{0, after}}
	for len(pairs) > 0 {
		from, to := pairs[len(pairs)-1][0], pairs[len(pairs)-1][1]
		pairs = pairs[:len(pairs)-1]
		t.mergeNotes(to, other, from)
		clear(following)
		for i := t.Nodes[to].Child; i != 0; i = t.Nodes[i].Next {
			if _, found := following[t.Nodes[i].Move]; !found {
				following[t.Nodes[i].Move] = i
			}
		}
		for i := other.Nodes[from].Child; i != 0; i = other.Nodes[i].Next {
			m := other.Nodes[i].Move
			if _, found := following[m]; !found {
				following[m] = t.Add(to, m)
			}
			pairs = append(pairs, [2]int32{i, following[m]})
		}
	}
}

// mergeNotes adds the annotations of a node of another tree that node i does not have.
func (t *Tree) mergeNotes(i int32, other *Tree, from int32) {
	if other.Nodes[from].Notes == 0 {
		return
	}
	type content struct {
		kind Kind
		nag  uint8
		text string
	}
	of := func(t *Tree, a Note) content { return content{a.Kind, a.NAG, string(t.Comment(a))} }
	has := map[content]bool{}
	for a := range t.NotesOf(i) {
		has[of(t, a)] = true
	}
	for a := range other.NotesOf(from) {
		if added := of(other, a); !has[added] {
			t.copyNote(i, other, a)
			has[added] = true
		}
	}
}
