package chess

import (
	"bytes"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// A node is a move in the tree of a game. Indices refer to Game.nodes, 0 stands
// for none: the start is nobody's child.
type node struct {
	parent    int32
	child     int32 // the first move that follows: the main continuation
	lastChild int32
	next      int32 // the next alternative to this move
	notes     int32 // the first annotation
	lastNote  int32
	move      Move
	gone      bool // deleted
}

// A note is an annotation of a node: a comment or a glyph.
type note struct {
	next       int32 // the next annotation of the node, 0 for none
	start, end uint32
	kind       noteKind
	nag        NAG
}

type noteKind uint8

const (
	commentBefore noteKind = iota
	commentAfter
	glyph
)

// A NAG is a numeric annotation glyph, as PGN standard 10 lists them: 1 for a
// good move, 2 for a bad one, and so on up to 255.
type NAG uint8

// ParseNAG parses the form that PGN has for a glyph, "$1". The error is a
// [*ParseError].
func ParseNAG(s string) (NAG, error) {
	digits, found := strings.CutPrefix(s, "$")
	n, err := strconv.ParseUint(digits, 10, 8)
	if !found || err != nil {
		return 0, &ParseError{"NAG", s}
	}
	return NAG(n), nil
}

// String returns the glyph as PGN writes it: "$1".
func (n NAG) String() string { return "$" + strconv.Itoa(int(n)) }

// AppendText implements [encoding.TextAppender] with the form of [NAG.String].
func (n NAG) AppendText(b []byte) ([]byte, error) { return append(b, n.String()...), nil }

// MarshalText implements [encoding.TextMarshaler].
func (n NAG) MarshalText() ([]byte, error) { return n.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseNAG].
func (n *NAG) UnmarshalText(text []byte) error { return unmarshal(n, text, ParseNAG) }

// A Node is a place in the tree of a game: the start, or a move with what leads
// to it. It stays the same place while the tree grows; after the move or one
// before it has been deleted, Exists reports false and nothing else is to be
// asked. The zero Node does not exist. Nodes are comparable.
type Node struct {
	game  *Game
	index int32
}

// Root returns the start of the game.
func (g *Game) Root() Node { return Node{g, 0} }

// End returns the last move of the main line, the root if there are no moves.
func (g *Game) End() Node {
	g.follow()
	return Node{g, g.ends[len(g.ends)-1]}
}

// MainLine iterates over the moves of the main line.
func (g *Game) MainLine() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for n := g.Root().Next(); n.Exists() && yield(n); n = n.Next() {
		}
	}
}

// node returns the node of index i, the zero Node for 0.
func (g *Game) node(i int32) Node {
	if i == 0 {
		return Node{}
	}
	return Node{g, i}
}

func (n Node) data() *node { return &n.game.nodes[n.index] }

// Exists reports whether n is a place in a game.
func (n Node) Exists() bool {
	return n.game != nil && int(n.index) < len(n.game.nodes) && !n.data().gone
}

// Equal reports whether n and other are the same place in the same game, as ==
// does; package cmp asks for it.
func (n Node) Equal(other Node) bool { return n == other }

// IsRoot reports whether n is the start of its game.
func (n Node) IsRoot() bool { return n.index == 0 }

// Move returns the move that leads to n, NullMove at the root and for a pass.
func (n Node) Move() Move { return n.data().move }

// SAN returns the move that leads to n in standard algebraic notation, "" at the
// root.
func (n Node) SAN() string {
	if n.IsRoot() {
		return ""
	}
	p := n.Parent().Position()
	return p.SAN(n.Move())
}

// Parent returns the place before the move, the zero Node at the root.
func (n Node) Parent() Node {
	if n.IsRoot() {
		return Node{}
	}
	return Node{n.game, n.data().parent}
}

// Next returns the main continuation, the zero Node at the end of a line.
func (n Node) Next() Node { return n.game.node(n.data().child) }

// Children iterates over the moves that follow n: the main continuation, then
// its alternatives in their order.
func (n Node) Children() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for i := n.data().child; i != 0 && yield(Node{n.game, i}); i = n.game.nodes[i].next {
		}
	}
}

// Variations iterates over the other moves that follow n's parent.
func (n Node) Variations() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		if n.IsRoot() {
			return
		}
		for sibling := range n.Parent().Children() {
			if sibling != n && !yield(sibling) {
				return
			}
		}
	}
}

// IsMainLine reports whether n is the root or a move of the main line.
func (n Node) IsMainLine() bool {
	for ; !n.IsRoot(); n = n.Parent() {
		if n.Parent().data().child != n.index {
			return false
		}
	}
	return true
}

// Plies returns the number of moves from the start to n.
func (n Node) Plies() int {
	plies := 0
	for ; !n.IsRoot(); n = n.Parent() {
		plies++
	}
	return plies
}

// Position returns the position at n. Away from the end of the main line it
// plays the moves that lead to n.
func (n Node) Position() Position {
	g := n.game
	if last := len(g.ends) - 1; last >= 0 && g.ends[last] == n.index {
		return g.line[last]
	}
	var path []Move
	for ; !n.IsRoot(); n = n.Parent() {
		path = append(path, n.Move())
	}
	p := g.start
	for _, m := range slices.Backward(path) {
		p = p.afterAny(m)
	}
	return p
}

// Add adds m after n and returns its node: as the main continuation if there is
// none, else as the last alternative. A move that stands there already is
// returned as it is. NullMove passes, unless the side to move is in check. The
// error, a [*MoveError], tells why m is illegal. Unlike [Game.Play] it does not
// ask whether the game is over.
func (n Node) Add(m Move) (Node, error) {
	p := n.Position()
	if !p.IsLegal(m) && (m != NullMove || p.InCheck()) {
		return Node{}, p.illegal("", m)
	}
	for child := range n.Children() {
		if child.Move() == m {
			return child, nil
		}
	}
	return Node{n.game, n.game.add(n.index, m)}, nil
}

// AddSAN is [Node.Add] for a move in standard algebraic notation.
func (n Node) AddSAN(san string) (Node, error) {
	p := n.Position()
	m, err := p.ParseSAN(san)
	if err != nil {
		return Node{}, err
	}
	return n.Add(m)
}

// add appends the legal move m to the children of a node.
func (g *Game) add(parent int32, m Move) int32 {
	i := int32(len(g.nodes))
	g.nodes = append(g.nodes, node{parent: parent, move: m})
	above := &g.nodes[parent]
	if above.child == 0 {
		above.child = i
	} else {
		g.nodes[above.lastChild].next = i
	}
	above.lastChild = i
	return i
}

// relink sets the children of a node in their order.
func (g *Game) relink(parent int32, children []int32) {
	above := &g.nodes[parent]
	above.child, above.lastChild = 0, 0
	for i, child := range children {
		g.nodes[child].next = 0
		if i == 0 {
			above.child = child
		} else {
			g.nodes[children[i-1]].next = child
		}
		above.lastChild = child
	}
}

// children returns the children of a node in their order.
func (g *Game) children(parent int32) []int32 {
	var children []int32
	for i := g.nodes[parent].child; i != 0; i = g.nodes[i].next {
		children = append(children, i)
	}
	return children
}

// Delete removes the move n and all that follows it. The root stays; it loses
// what follows. A result on record stays too; [Game.Undo] takes it back with the
// move.
func (n Node) Delete() {
	g := n.game
	doomed := []int32{n.index}
	if n.IsRoot() {
		doomed = g.children(0)
		g.relink(0, nil)
	} else {
		parent := n.data().parent
		g.relink(parent, slices.DeleteFunc(g.children(parent), func(i int32) bool { return i == n.index }))
	}
	g.bury(doomed)
	g.forget()
}

// bury marks nodes and all that follows them as deleted.
func (g *Game) bury(doomed []int32) {
	for len(doomed) > 0 {
		i := doomed[len(doomed)-1]
		doomed = append(doomed[:len(doomed)-1], g.children(i)...)
		g.nodes[i].gone = true
	}
}

// Promote moves n one place forward among its alternatives and reports whether
// it was not the main continuation already.
func (n Node) Promote() bool { return n.shift(-1) }

// Demote moves n one place back among its alternatives and reports whether it
// was not the last already.
func (n Node) Demote() bool { return n.shift(1) }

// shift exchanges n with the alternative that many places on, if there is one.
func (n Node) shift(places int) bool {
	if n.IsRoot() {
		return false
	}
	g, parent := n.game, n.data().parent
	children := g.children(parent)
	i := slices.Index(children, n.index)
	j := i + places
	if j < 0 || j >= len(children) {
		return false
	}
	children[i], children[j] = children[j], children[i]
	g.relink(parent, children)
	g.forget()
	return true
}

// PromoteToMainLine makes n part of the main line: every move that leads to it
// becomes the main continuation.
func (n Node) PromoteToMainLine() {
	g := n.game
	for ; !n.IsRoot(); n = n.Parent() {
		parent := n.data().parent
		others := slices.DeleteFunc(g.children(parent), func(i int32) bool { return i == n.index })
		g.relink(parent, slices.Insert(others, 0, n.index))
	}
	g.forget()
}

// note appends an annotation to a node.
func (g *Game) note(i int32, added note) {
	if len(g.notes) == 0 {
		g.notes = append(g.notes, note{})
	}
	n, at := &g.nodes[i], int32(len(g.notes))
	if n.notes == 0 {
		n.notes = at
	} else {
		g.notes[n.lastNote].next = at
	}
	n.lastNote = at
	g.notes = append(g.notes, added)
}

// comment appends a comment to a node; blank space around it does not count.
func (g *Game) comment(i int32, kind noteKind, text string) {
	start := len(g.text)
	g.text = append(g.text, strings.TrimSpace(text)...)
	g.note(i, note{kind: kind, start: uint32(start), end: uint32(len(g.text))})
}

// annotations iterates over the annotations of n.
func (n Node) annotations() iter.Seq[note] {
	return func(yield func(note) bool) {
		for i := n.data().notes; i != 0 && yield(n.game.notes[i]); i = n.game.notes[i].next {
		}
	}
}

// comments returns the comments of one kind.
func (n Node) comments(kind noteKind) []string {
	var texts []string
	for a := range n.annotations() {
		if a.kind == kind {
			texts = append(texts, string(n.game.text[a.start:a.end]))
		}
	}
	return texts
}

// Comments returns the comments after the move n, at the root those before the
// first move; nil if there are none.
func (n Node) Comments() []string { return n.comments(commentAfter) }

// CommentsBefore returns the comments between the number of the move n and the
// move, at the start of a variation those before the number; nil if there are
// none.
func (n Node) CommentsBefore() []string { return n.comments(commentBefore) }

// NAGs returns the annotation glyphs of the move n, nil if there are none.
func (n Node) NAGs() []NAG {
	var nags []NAG
	for a := range n.annotations() {
		if a.kind == glyph {
			nags = append(nags, a.nag)
		}
	}
	return nags
}

// SetComments replaces the comments after the move n.
func (n Node) SetComments(texts ...string) { n.setComments(commentAfter, texts) }

// SetCommentsBefore replaces the comments before the move n; the root has none.
func (n Node) SetCommentsBefore(texts ...string) {
	if !n.IsRoot() {
		n.setComments(commentBefore, texts)
	}
}

func (n Node) setComments(kind noteKind, texts []string) {
	n.drop(kind)
	for _, text := range texts {
		n.game.comment(n.index, kind, writable(text))
	}
}

// writable returns a comment that PGN can hold: one with a closing brace is
// written to the end of a line and so must be one line, no line may begin as that
// of a new game does, and what is not UTF-8 is Latin-1.
func writable(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(toUTF8([]byte(text)))
	var b []byte
	end := 0 // of the last line that is not blank
	for i, line := range strings.Split(text, "\n") {
		start := strings.TrimLeft(line, " \t")
		is, _ := beginsTag([]byte(start))
		if i > 0 && is && (end < len(b) || strings.HasPrefix(start, firstTag[1:])) {
			b = append(append(b[:end], ' '), start...)
			end = len(b)
			continue
		}
		if i > 0 {
			b = append(b, '\n')
		}
		b = append(b, line...)
		if i == 0 || start != "" {
			end = len(b)
		}
	}
	if bytes.IndexByte(b, '}') >= 0 {
		return strings.ReplaceAll(string(b), "\n", " ")
	}
	return string(b)
}

// SetNAGs replaces the annotation glyphs of the move n.
func (n Node) SetNAGs(nags ...NAG) {
	n.drop(glyph)
	for _, nag := range nags {
		n.game.note(n.index, note{kind: glyph, nag: nag})
	}
}

// drop removes the annotations of one kind.
func (n Node) drop(kind noteKind) {
	g, data := n.game, n.data()
	first := data.notes
	data.notes, data.lastNote = 0, 0
	for i := first; i != 0; {
		a := &g.notes[i]
		next := a.next
		if a.kind != kind {
			a.next = 0
			if data.notes == 0 {
				data.notes = i
			} else {
				g.notes[data.lastNote].next = i
			}
			data.lastNote = i
		}
		i = next
	}
}
