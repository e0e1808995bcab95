package chess

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A tree stores the moves of a game and their annotations. Nodes and notes refer to each other
// by index, which keeps a move at 32 bytes and an annotation at 16. Index 0 is the start of the
// game for nodes and stands for no note.
//
// The tree reuses what is deleted: nodes through a list of free ones, notes and text by
// rebuilding both once half of them is dead.
type tree struct {
	nodes  []node
	notes  []note
	text   []byte // of all comments
	serial uint32 // the serial number given last
	free   int32  // the first free node, linked by next; 0 for none
	frees  int    // the number of free nodes

	deadNotes, deadText int // how many notes and bytes of text no node refers to
}

// A node is a move in the tree of a game.
type node struct {
	parent    int32
	child     int32 // the first move that follows: the main continuation
	lastChild int32
	next      int32 // the next alternative to this move
	notes     int32 // the first annotation
	lastNote  int32
	serial    uint32 // tells the moves apart that use this node one after another; 0 for the start and a free node
	move      Move
}

// A note is an annotation of a node: a comment or a glyph.
type note struct {
	next       int32 // the next annotation of the node, 0 for none
	start, end uint32
	after      uint16 // for commentAfter: the number of variations that the comment follows
	kind       noteKind
	nag        NAG
}

type noteKind uint8

const (
	commentBefore noteKind = iota
	commentAfter
	glyph
)

// A NAG is a numeric annotation glyph of PGN standard 10, from 1 to 255. The zero value is the null
// annotation.
type NAG uint8

// The glyphs of the six signs that PGN moves may have.
const (
	GoodMove         NAG = 1 + iota // !
	PoorMove                        // ?
	VeryGoodMove                    // !!
	VeryPoorMove                    // ??
	SpeculativeMove                 // !?
	QuestionableMove                // ?!
)

// glyphNAGs holds the signs that are read as annotation glyphs. The numbers from 140 are not of the
// PGN standard but in common use.
var glyphNAGs = map[string]NAG{
	"!": 1, "?": 2, "!!": 3, "‼": 3, "??": 4, "⁇": 4, "!?": 5, "⁉": 5, "?!": 6, "⁈": 6, "□": 7,
	"=": 10, "==": 10, "∞": 13, "~=": 13,
	"+=": 14, "⩲": 14, "+/=": 14, "±=": 14, "=+": 15, "⩱": 15, "=/+": 15,
	"+/-": 16, "+/−": 16, "+/–": 16, "±": 16, "-/+": 17, "−/+": 17, "–/+": 17, "∓": 17,
	"+-": 18, "+−": 18, "+–": 18, "+—": 18, "-+": 19, "−+": 19, "–+": 19, "—+": 19,
	"⨀": 22, "⊙": 22, "○": 26, "⟳": 32, "↑": 36, "→": 40, "=/∞": 44, "=∞": 44, "∞/=": 44, "∞=": 44, "⯹": 44, "⇆": 132, "⊕": 138,
	"∆": 140, "Δ": 140, "△": 140, "⌓": 142, "N": 146, "TN": 146, "D": diagram,
}

// diagram is the glyph that asks for a diagram.
const diagram NAG = 220

// nagSymbols holds the sign that books print for each glyph that has one.
var nagSymbols = map[NAG]string{
	1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓",
	18: "+−", 19: "−+", 22: "⨀", 26: "○", 32: "⟳", 36: "↑", 40: "→", 44: "=∞", 132: "⇆", 138: "⊕", 140: "∆", 142: "⌓",
	146: "N", diagram: "D",
}

// Symbol returns the sign that books print for n, such as "!?" or "±", or "" if there is none.
func (n NAG) Symbol() string { return nagSymbols[n] }

// String returns the glyph as PGN writes it, such as "$1".
func (n NAG) String() string { return "$" + strconv.Itoa(int(n)) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (n NAG) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler]. It accepts the form that String writes, and the
// signs that PGN may have in its place, such as "!?" or "±". The error is a [*ParseError].
func (n *NAG) UnmarshalText(text []byte) error {
	return unmarshal(n, text, func(s string) (NAG, error) {
		if nag, found := glyphNAGs[s]; found {
			return nag, nil
		}
		digits, found := strings.CutPrefix(s, "$")
		v, err := strconv.ParseUint(digits, 10, 8)
		if !found || err != nil {
			return 0, &ParseError{"NAG", s, "$0 to $255, or a sign such as !"}
		}
		return NAG(v), nil
	})
}

// newTree returns a tree of the start alone, with room for some moves.
func newTree(moves int) tree { return tree{nodes: make([]node, 1, moves+1)} }

// add appends the move m to the children of a node and returns its index.
func (t *tree) add(parent int32, m Move) int32 {
	t.serial++
	i := t.free
	if i != 0 {
		t.free = t.nodes[i].next
		t.frees--
		t.nodes[i] = node{}
	} else {
		i = int32(len(t.nodes))
		t.nodes = append(t.nodes, node{})
	}
	added := &t.nodes[i]
	added.parent, added.move, added.serial = parent, m, t.serial
	above := &t.nodes[parent]
	if above.child == 0 {
		above.child = i
	} else {
		t.nodes[above.lastChild].next = i
	}
	above.lastChild = i
	return i
}

// children returns the children of a node in their order.
func (t *tree) children(parent int32) []int32 {
	var children []int32
	for i := t.nodes[parent].child; i != 0; i = t.nodes[i].next {
		children = append(children, i)
	}
	return children
}

// relink sets the children of a node in their order.
func (t *tree) relink(parent int32, children []int32) {
	above := &t.nodes[parent]
	above.child, above.lastChild = 0, 0
	for i, child := range children {
		t.nodes[child].next = 0
		if i == 0 {
			above.child = child
		} else {
			t.nodes[children[i-1]].next = child
		}
		above.lastChild = child
	}
}

// remove removes the given child of a node, or all its children for 0, and all that follows.
func (t *tree) remove(parent, child int32) {
	doomed := t.children(parent)
	var others []int32
	if child != 0 {
		others = slices.DeleteFunc(doomed, func(i int32) bool { return i == child })
		doomed = []int32{child}
	}
	t.relink(parent, others)
	for len(doomed) > 0 {
		i := doomed[len(doomed)-1]
		doomed = append(doomed[:len(doomed)-1], t.children(i)...)
		for n := t.nodes[i].notes; n != 0; n = t.notes[n].next {
			t.dropNote(n)
		}
		t.nodes[i] = node{next: t.free}
		t.free = i
		t.frees++
	}
	t.shrink()
	t.rebuildNotes()
}

// shrink gives memory back if more than half of the nodes are free: it cuts off the free nodes
// at the end and links the others anew.
func (t *tree) shrink() {
	const few = 256
	if len(t.nodes) < few || 2*t.frees < len(t.nodes) {
		return
	}
	isFree := func(i int) bool { return i > 0 && t.nodes[i].serial == 0 }
	n := len(t.nodes)
	for isFree(n - 1) {
		n--
	}
	t.nodes = t.nodes[:n]
	if cap(t.nodes) > 4*n {
		t.nodes = slices.Clone(t.nodes)
	}
	t.free, t.frees = 0, 0
	for i := n - 1; i > 0; i-- {
		if isFree(i) {
			t.nodes[i].next = t.free
			t.free = int32(i)
			t.frees++
		}
	}
}

// note appends an annotation to a node.
func (t *tree) note(i int32, added note) {
	if len(t.notes) == 0 {
		t.notes = append(t.notes, note{})
	}
	n, at := &t.nodes[i], int32(len(t.notes))
	if n.notes == 0 {
		n.notes = at
	} else {
		t.notes[n.lastNote].next = at
	}
	n.lastNote = at
	t.notes = append(t.notes, added)
}

// commentsAfter returns the comments after the move of a node.
func (t *tree) commentsAfter(i int32) (comments []note) {
	for at := t.nodes[i].notes; at != 0; at = t.notes[at].next {
		if t.notes[at].kind == commentAfter {
			comments = append(comments, t.notes[at])
		}
	}
	return comments
}

// comment appends a comment to a node, without the space around it.
func (t *tree) comment(i int32, kind noteKind, text string, after uint16) {
	n := t.addText(kind, []byte(text))
	n.after = after
	t.note(i, n)
}

// addText adds the text of a comment, in UTF-8 and without the space around it. It returns the
// comment, which belongs to no node yet.
func (t *tree) addText(kind noteKind, text []byte) note {
	start := len(t.text)
	if !utf8.Valid(text) {
		text = []byte(toUTF8(text))
	}
	if bytes.IndexByte(text, '\r') >= 0 {
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	}
	t.text = append(t.text, bytes.TrimSpace(text)...)
	return note{kind: kind, start: uint32(start), end: uint32(len(t.text))}
}

// removeNotes removes the annotations of one kind from a node.
func (t *tree) removeNotes(i int32, kind noteKind) {
	n := &t.nodes[i]
	first := n.notes
	n.notes, n.lastNote = 0, 0
	for at := first; at != 0; {
		a := &t.notes[at]
		next := a.next
		if a.kind == kind {
			t.dropNote(at)
		} else {
			a.next = 0
			if n.notes == 0 {
				n.notes = at
			} else {
				t.notes[n.lastNote].next = at
			}
			n.lastNote = at
		}
		at = next
	}
	t.rebuildNotes()
}

// dropNote counts a note that no node refers to any more.
func (t *tree) dropNote(i int32) {
	t.deadNotes++
	t.deadText += int(t.notes[i].end - t.notes[i].start)
}

// rebuildNotes copies the notes and the text that are in use if more than half are not.
func (t *tree) rebuildNotes() {
	const few, short = 256, 4096
	if 2*t.deadNotes < len(t.notes)+few && 2*t.deadText < len(t.text)+short {
		return
	}
	old := *t
	t.notes, t.text = make([]note, 0, len(old.notes)-old.deadNotes), make([]byte, 0, len(old.text)-old.deadText)
	t.deadNotes, t.deadText = 0, 0
	for i := range t.nodes {
		t.copyNotes(int32(i), &old, old.nodes[i].notes)
	}
}

// copyNotes gives node i the notes of another tree that begin with the given one.
func (t *tree) copyNotes(i int32, from *tree, first int32) {
	t.nodes[i].notes, t.nodes[i].lastNote = 0, 0
	for at := first; at != 0; at = from.notes[at].next {
		a := from.notes[at]
		start := len(t.text)
		t.text = append(t.text, from.text[a.start:a.end]...)
		a.start, a.end, a.next = uint32(start), uint32(len(t.text)), 0
		t.note(i, a)
	}
}

// set sets t, which must be empty, to a copy of another tree without free nodes.
func (t *tree) set(from *tree) {
	t.nodes, t.notes, t.text = slices.Clone(from.nodes), slices.Clone(from.notes), slices.Clone(from.text)
	t.serial = from.serial
}

// clone returns a copy of the tree that holds only what is in use, with the indices of the
// nodes in the new tree.
func (t *tree) clone() (c tree, moved []int32) {
	moved = make([]int32, len(t.nodes))
	c = newTree(len(t.nodes) - 1 - t.frees)
	c.serial = t.serial
	for i := 1; i < len(t.nodes); i++ {
		if t.nodes[i].serial != 0 {
			moved[i] = int32(len(c.nodes))
			c.nodes = append(c.nodes, t.nodes[i])
		}
	}
	c.nodes[0] = t.nodes[0]
	for i := range c.nodes {
		n := &c.nodes[i]
		n.parent, n.child, n.lastChild, n.next = moved[n.parent], moved[n.child], moved[n.lastChild], moved[n.next]
	}
	if len(t.notes) == 0 {
		return c, moved
	}
	c.notes = make([]note, 0, len(t.notes)-t.deadNotes)
	c.text = make([]byte, 0, len(t.text)-t.deadText)
	for i := range t.nodes {
		if i == 0 || t.nodes[i].serial != 0 {
			c.copyNotes(moved[i], t, t.nodes[i].notes)
		}
	}
	return c, moved
}

// renumber makes the serial numbers of the tree differ from those up to the given one.
func (t *tree) renumber(from uint32) {
	for i := 1; i < len(t.nodes); i++ {
		if t.nodes[i].serial != 0 {
			t.nodes[i].serial += from
		}
	}
	t.serial += from
}
