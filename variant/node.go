package variant

import (
	"iter"
	"slices"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/movetree"
	"github.com/shakki/chess/internal/pgntext"
)

// A Node is a place in the tree of a game: the start, or a move together with what leads to it. It stays the
// same place while the tree changes around it, and once it has been deleted, [Node.Exists] reports false. The
// zero Node does not exist. For such a Node, methods that read return zero values, methods that change the
// game do nothing, and [Node.Add] returns an error.
type Node struct {
	game   *Game
	index  int32
	serial uint32
}

// Root returns the start of the game.
func (g *Game) Root() Node { return Node{g.made(), 0, 0} }

// LastNode returns the last move of the main line, or the root if there is none.
func (g *Game) LastNode() Node {
	g.made()
	return g.node(g.nodes[len(g.nodes)-1])
}

// node returns the node of index i.
func (g *Game) node(i int32) Node { return Node{g, i, g.tree.Nodes[i].Serial} }

// Exists reports whether n is a place in a game.
func (n Node) Exists() bool {
	return n.game != nil && int(n.index) < len(n.game.tree.Nodes) && n.game.tree.Nodes[n.index].Serial == n.serial
}

// data returns what the tree holds of n, or the zero node if n does not exist.
func (n Node) data() movetree.Node {
	if !n.Exists() {
		return movetree.Node{}
	}
	return n.game.tree.Nodes[n.index]
}

// isMove reports whether n is a move that exists.
func (n Node) isMove() bool { return n.data().Serial != 0 }

// Move returns the move that leads to n. It is NullMove at the root and for a pass.
func (n Node) Move() Move { return Move(n.data().Move) }

// SAN returns the move that leads to n in standard algebraic notation, or "" at the root.
func (n Node) SAN() string {
	if !n.isMove() {
		return ""
	}
	return n.Parent().Position().SAN(n.Move())
}

// Parent returns the place before the move n, or the zero Node at the root.
func (n Node) Parent() Node {
	if !n.isMove() {
		return Node{}
	}
	return n.game.node(n.data().Parent)
}

// Next returns the main continuation, or the zero Node at the end of a line.
func (n Node) Next() Node {
	if i := n.data().Child; i != 0 {
		return n.game.node(i)
	}
	return Node{}
}

// Children iterates over the moves that follow n as they are when the loop begins: the main continuation, then
// its alternatives in their order.
func (n Node) Children() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		if !n.Exists() {
			return
		}
		var children []Node
		for _, i := range n.game.tree.Children(n.index) {
			children = append(children, n.game.node(i))
		}
		for _, child := range children {
			if child.Exists() && !yield(child) {
				return
			}
		}
	}
}

// Plies returns the number of moves from the start to n.
func (n Node) Plies() int {
	plies := 0
	for i := n.data(); i.Serial != 0; i = n.game.tree.Nodes[i.Parent] {
		plies++
	}
	return plies
}

// Position returns the position at n. It plays the moves that lead to n from the main line.
func (n Node) Position() Position {
	if !n.Exists() {
		return Position{}
	}
	var path []int32 // the nodes that lead to n, the last one first
	for i := n.index; i != 0; i = n.game.tree.Nodes[i].Parent {
		path = append(path, i)
	}
	slices.Reverse(path)
	ply := 0
	for ply < len(path) && n.game.nodes[ply+1] == path[ply] {
		ply++
	}
	p := n.game.line[ply]
	for _, i := range path[ply:] {
		p.SetAfter(&p, Move(n.game.tree.Nodes[i].Move))
	}
	return p
}

// Add adds m after n and returns its node: as the main continuation if there is none, else as the last
// alternative. If n already has the move m, Add returns its node. Castling may be given as in [Game.Play]. Add
// accepts NullMove unless the side to move is in check, and does not check whether the game has ended by an
// action. If m is illegal, the error is a [*MoveError] that says why.
func (n Node) Add(m Move) (Node, error) {
	p := n.Position()
	m, err := p.legalOrPass(m, "")
	return n.add(&p, m, err)
}

// AddSAN is [Node.Add] for a move in standard algebraic notation, read as by [Position.ParseSAN].
func (n Node) AddSAN(san string) (Node, error) {
	p := n.Position()
	m, err := p.ParseSAN(san)
	return n.add(&p, m, err)
}

// add adds a move that is legal in p unless reading it gave an error.
func (n Node) add(p *Position, m Move, err error) (Node, error) {
	switch {
	case err != nil:
		return Node{}, err
	case !n.Exists():
		return Node{}, p.illegal(m, "", PassNotAllowed, chess.NoSquare)
	}
	g := n.game
	for _, i := range g.tree.Children(n.index) {
		if Move(g.tree.Nodes[i].Move) == m {
			return g.node(i), nil
		}
	}
	i := g.tree.Add(n.index, uint16(m))
	if n.index == g.nodes[len(g.nodes)-1] {
		g.asRead = false
		g.extend(p.After(m), i)
	}
	return g.node(i), nil
}

// Delete deletes the move n and everything after it. If n is the root, Delete deletes everything after the
// root. It keeps a recorded result. Delete reports whether there was anything to delete.
func (n Node) Delete() bool {
	if !n.isMove() && n.data().Child == 0 {
		return false
	}
	n.game.tree.Remove(n.data().Parent, n.index)
	n.game.follow()
	return true
}

// PromoteToMainLine makes n part of the main line: every move that leads to it becomes the main continuation.
// It reports whether anything changed.
func (n Node) PromoteToMainLine() bool {
	if !n.Exists() || !n.game.tree.PromoteToMainLine(n.index) {
		return false
	}
	n.game.follow()
	return true
}

// comments returns the comments of one kind.
func (n Node) comments(kind movetree.Kind) []string {
	texts := []string{}
	if !n.Exists() {
		return texts
	}
	for a := range n.game.tree.NotesOf(n.index) {
		if a.Kind == kind {
			texts = append(texts, string(n.game.tree.Comment(a)))
		}
	}
	return texts
}

// Comments returns the comments after the move n, and then those after its variations. At the root they are
// those before the first move.
func (n Node) Comments() []string { return n.comments(movetree.CommentAfter) }

// CommentsBefore returns the comments between the number of the move n and the move. At the start of a
// variation they are those before the number.
func (n Node) CommentsBefore() []string { return n.comments(movetree.CommentBefore) }

// SetComments replaces the comments after the move n, and those after its variations.
func (n Node) SetComments(texts ...string) {
	if !n.Exists() {
		return
	}
	t := &n.game.tree
	t.RemoveNotes(n.index, movetree.CommentAfter)
	for _, text := range texts {
		t.AddNote(n.index, t.Hold(movetree.CommentAfter, []byte(pgntext.Writable(text))))
	}
}

// NAGs returns the annotation glyphs of the move n.
func (n Node) NAGs() []chess.NAG {
	nags := []chess.NAG{}
	if !n.Exists() {
		return nags
	}
	for a := range n.game.tree.NotesOf(n.index) {
		if a.Kind == movetree.Glyph {
			nags = append(nags, chess.NAG(a.NAG))
		}
	}
	return nags
}

// SetNAGs replaces the annotation glyphs of the move n.
func (n Node) SetNAGs(nags ...chess.NAG) {
	if !n.Exists() {
		return
	}
	n.game.tree.RemoveNotes(n.index, movetree.Glyph)
	for _, nag := range nags {
		n.game.tree.AddNote(n.index, movetree.Note{Kind: movetree.Glyph, NAG: uint8(nag)})
	}
}

// Info returns what the commands in the comments after the move n say, such as clocks.
func (n Node) Info() chess.MoveInfo { return chess.ParseMoveInfo(strings.Join(n.Comments(), " ")) }

// SetInfo replaces the comments after the move n by one that holds c as commands and text.
func (n Node) SetInfo(c chess.MoveInfo) {
	if text := c.String(); text != "" {
		n.SetComments(text)
		return
	}
	n.SetComments()
}
