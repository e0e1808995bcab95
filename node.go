package chess

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/shakki/chess/internal/fault"
	"github.com/shakki/chess/internal/movetree"
	"github.com/shakki/chess/internal/pgntext"
)

// A Node is a place in the tree of a game: the start, or a move together with what leads to it. It
// stays the same place while the tree changes around it. Once the move, or a move before it, has
// been deleted, [Node.Exists] reports false.
//
// Nodes are comparable by ==. Package cmp needs cmpopts.EquateComparable to compare them. The zero
// Node does not exist. For a Node that does not exist, methods that read return zero values,
// methods that change the game do nothing, and [Node.Add] returns an error.
type Node struct {
	game   *Game
	index  int32
	serial uint32
}

// Root returns the start of the game.
func (g *Game) Root() Node {
	g.compute(cachedStart)
	return Node{g, 0, g.tree.Checked()[0].Serial}
}

// LastNode returns the last move of the main line, or the root if there is none.
func (g *Game) LastNode() Node {
	g.compute(cachedLine)
	g.tree.Checked()
	return g.node(g.ends[len(g.ends)-1])
}

// MainLine iterates over the moves of the main line.
func (g *Game) MainLine() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		g.compute(cachedLine)
		g.each(g.ends[1:], yield)
	}
}

// Nodes iterates over all moves of g in the order in which PGN has them: a move, then the variations
// that could replace it, then what follows it.
func (g *Game) Nodes() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		g.compute(cachedStart)
		g.each(g.tree.Written(), yield)
	}
}

// node returns the node of index i.
func (g *Game) node(i int32) Node { return Node{g, i, g.tree.Nodes[i].Serial} }

// nodeOrNone returns the node of index i, or the zero Node for 0.
func (g *Game) nodeOrNone(i int32) Node {
	if i == 0 {
		return Node{}
	}
	return g.node(i)
}

// each yields the nodes that have the given indices now and still exist when their turn comes.
func (g *Game) each(indices []int32, yield func(Node) bool) {
	g.tree.Checked()
	nodes := make([]Node, len(indices))
	for i, at := range indices {
		nodes[i] = g.node(at)
	}
	for _, n := range nodes {
		if n.Exists() && !yield(n) {
			return
		}
	}
}

// Exists reports whether n is a place in a game.
func (n Node) Exists() bool {
	return n.game != nil && int(n.index) < len(n.game.tree.Nodes) &&
		n.game.tree.Nodes[n.index].Serial == n.serial
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
	parent := n.Parent()
	if !parent.Exists() {
		return ""
	}
	return parent.Position().SAN(n.Move())
}

// Parent returns the place before the move n, or the zero Node at the root.
func (n Node) Parent() Node {
	if !n.isMove() {
		return Node{}
	}
	return n.game.node(n.data().Parent)
}

// Next returns the main continuation, or the zero Node at the end of a line.
func (n Node) Next() Node { return n.game.nodeOrNone(n.data().Child) }

// sibling returns the next alternative to n, or the zero Node.
func (n Node) sibling() Node { return n.game.nodeOrNone(n.data().Next) }

// Children iterates over the moves that follow n: the main continuation, then its alternatives in
// their order.
func (n Node) Children() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		if n.Exists() {
			n.game.each(n.game.tree.Children(n.index), yield)
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

// Position returns the position at n. It plays the moves that lead to n from the main line, or from
// the node of the last call if that node is on the way, so a walk along a line takes linear time.
func (n Node) Position() Position {
	if !n.Exists() {
		return Position{}
	}
	return n.game.positionAt(n.index)
}

// Add adds m after n and returns its node: as the main continuation if there is none, else as the
// last alternative. If n already has the move m, Add returns its node. Add accepts NullMove unless the
// side to move is in check, and, unlike [Game.Play], does not check whether the game is over. If m is
// illegal, the error is a [*MoveError] that says why.
func (n Node) Add(m Move) (Node, error) {
	p := n.Position()
	m, err := p.legal(m, "")
	return n.add(m, err)
}

// AddSAN is [Node.Add] for a move in standard algebraic notation, read as by [Position.ParseSAN].
func (n Node) AddSAN(san string) (Node, error) {
	p := n.Position()
	m, err := p.parseSAN(san, English)
	return n.add(m, err)
}

// AddLine adds moves that follow one another after n, such as those that an engine expects, as
// [Node.Add] does, and returns the node of the last one. Without moves it returns n. If one is
// illegal, AddLine adds nothing.
func (n Node) AddLine(moves []Move) (Node, error) {
	p, line := n.Position(), slices.Clone(moves)
	for i := range line {
		m, err := p.legal(line[i], "")
		if err != nil {
			return Node{}, err
		}
		line[i] = m
		p.SetAfter(&p, m)
	}
	var err error
	for _, m := range line {
		n, err = n.add(m, err)
	}
	return n, err
}

// add adds a legal move unless reading it gave an error.
func (n Node) add(m Move, err error) (Node, error) {
	switch {
	case !n.Exists() && err == nil: // the position has no pieces, so only a pass comes here
		return Node{}, new(Position).illegal(m, "", PassNotAllowed, NoSquare)
	case !n.Exists():
		return Node{}, err
	case err != nil:
		return Node{}, n.game.explain(n.index, err)
	}
	g := n.game
	for i := n.data().Child; i != 0; i = g.tree.Nodes[i].Next {
		if Move(g.tree.Nodes[i].Move) == m {
			return g.node(i), nil
		}
	}
	g.change()
	i := g.tree.Add(n.index, uint16(m))
	if g.tree.Nodes[n.index].Child == i {
		g.extended()
	}
	return g.node(i), nil
}

// Delete deletes the move n and everything after it, and reports whether there was anything. If n is
// the root, Delete deletes everything after the root. Delete keeps a recorded result, but [Game.Undo]
// does not. For a draw offer, both do what [Game.DrawOffer] says.
func (n Node) Delete() bool {
	if !n.isMove() && n.data().Child == 0 {
		return false
	}
	n.game.change()
	n.game.tree.Remove(n.Parent().index, n.index)
	n.game.invalidate(0)
	return true
}

// Promote moves n one place forward among its alternatives. It reports whether it did, which is
// false if n is already the main continuation.
func (n Node) Promote() bool { return n.reorder((*movetree.Tree).Promote) }

// PromoteToMainLine makes n part of the main line: every move that leads to it becomes the main
// continuation. It reports whether anything changed.
func (n Node) PromoteToMainLine() bool { return n.reorder((*movetree.Tree).PromoteToMainLine) }

// reorder changes the order of lines by a method of the tree, and reports whether that changed anything.
func (n Node) reorder(promote func(*movetree.Tree, int32) bool) bool {
	if !n.isMove() {
		return false
	}
	n.game.change()
	if !promote(&n.game.tree, n.index) {
		return false
	}
	n.game.invalidate(0)
	return true
}

// annotations iterates over the annotations of n.
func (n Node) annotations() iter.Seq[movetree.Note] {
	return func(yield func(movetree.Note) bool) {
		for i := n.data().Notes; i != 0 && yield(n.game.tree.Notes[i]); i = n.game.tree.Notes[i].Next {
		}
	}
}

// notes returns what the annotations of one kind hold.
func notes[T any](n Node, kind movetree.Kind, content func(movetree.Note) T) []T {
	contents := []T{}
	for a := range n.annotations() {
		if a.Kind == kind {
			contents = append(contents, content(a))
		}
	}
	return contents
}

// comments returns the comments of one kind.
func (n Node) comments(kind movetree.Kind) []string {
	return notes(n, kind, func(a movetree.Note) string { return string(n.game.tree.Comment(a)) })
}

// Comments returns the comments after the move n, and then those after its variations. At the root
// they are those before the first move.
func (n Node) Comments() []string { return n.comments(movetree.CommentAfter) }

// CommentsBefore returns the comments between the number of the move n and the move. At the start
// of a variation they are those before the number.
func (n Node) CommentsBefore() []string { return n.comments(movetree.CommentBefore) }

// NAGs returns the annotation glyphs of the move n.
func (n Node) NAGs() []NAG {
	return notes(n, movetree.Glyph, func(a movetree.Note) NAG { return NAG(a.NAG) })
}

// SetComments replaces the comments after the move n, and those after its variations, by comments
// that precede the variations.
func (n Node) SetComments(texts ...string) { n.setComments(movetree.CommentAfter, texts) }

// SetCommentsBefore replaces the comments before the move n. It has no effect at the root.
func (n Node) SetCommentsBefore(texts ...string) {
	if n.isMove() {
		n.setComments(movetree.CommentBefore, texts)
	}
}

func (n Node) setComments(kind movetree.Kind, texts []string) {
	setNotes(n, kind, texts, func(t *movetree.Tree, text string) movetree.Note {
		return t.Hold(kind, []byte(pgntext.Writable(text)))
	})
}

// setNotes replaces the annotations of one kind by those with the given contents.
func setNotes[T any](n Node, kind movetree.Kind, contents []T, note func(*movetree.Tree, T) movetree.Note) {
	if !n.Exists() {
		return
	}
	n.game.change()
	n.game.tree.RemoveNotes(n.index, kind)
	for _, content := range contents {
		n.game.tree.AddNote(n.index, note(&n.game.tree, content))
	}
}

// SetNAGs replaces the annotation glyphs of the move n.
func (n Node) SetNAGs(nags ...NAG) {
	setNotes(n, movetree.Glyph, nags, func(_ *movetree.Tree, nag NAG) movetree.Note {
		return movetree.Note{Kind: movetree.Glyph, NAG: uint8(nag)}
	})
}

// Info returns what the commands in the comments after the move n say.
func (n Node) Info() MoveInfo { return ParseMoveInfo(strings.Join(n.Comments(), " ")) }

// SetInfo replaces the comments after the move n by one that holds c as commands and text.
func (n Node) SetInfo(c MoveInfo) {
	if text := c.String(); text != "" {
		n.SetComments(text)
		return
	}
	n.SetComments()
}

// Lines iterates over the lines of the tree, each as a game without variations: the main line, then
// its alternatives in the order of their first moves, each followed by its own alternatives. A line
// has the start, the rules, and the tags of g, and the comments and glyphs of its moves. Only the
// main line has the end of g, and the tags Result and Termination. [Node.Merge] joins games.
func (g *Game) Lines() iter.Seq[*Game] {
	return func(yield func(*Game) bool) {
		g.compute(cachedStart)
		isMain := true
		g.each(g.tree.Leaves(), func(leaf Node) bool {
			line := newGame(g.start, g.rules)
			line.tags, line.tree = g.Tags(), g.tree.Line(leaf.index)
			if isMain {
				line.conduct = g.Clone().conduct
			} else {
				line.DeleteTag("Result")
				line.DeleteTag("Termination")
			}
			isMain = false
			return yield(line)
		})
	}
}

// A MergeError reports a game that [Node.Merge] cannot merge because it starts in another position.
type MergeError struct {
	Game     int      `json:"game"`     // the index of the game among the arguments, from 0
	Start    Position `json:"start"`    // the position in which the game starts, or the zero Position if the game is nil
	Position Position `json:"position"` // the position at the node, or the zero Position if the node does not exist
}

// Error returns a sentence with both positions.
func (e *MergeError) Error() string {
	switch {
	case e.Position.kings() == 0:
		return fmt.Sprintf("merging game %d: the node does not exist", e.Game+1)
	case e.Start.kings() == 0:
		return fmt.Sprintf("merging game %d: there is no game", e.Game+1)
	}
	return fmt.Sprintf("merging game %d: it starts in %q, not in %q", e.Game+1, e.Start.FEN(), e.Position.FEN())
}

// Merge adds the moves, comments, and glyphs of games that start in the position at n after n.
// Moves that are there already are not added again, and neither are their comments and glyphs.
// Other moves become the last alternatives in the order of the games, so the main line of n remains
// what it is, or becomes longer. Tags and results of the games are not merged. The positions are
// compared by [Position.SamePosition]. If one of the games starts in another position, the error is
// a [*MergeError], and nothing is merged.
//
//	err := first.Root().Merge(others...) // all lines of a repertoire in one tree
func (n Node) Merge(games ...*Game) error {
	p := n.Position()
	for i, other := range games {
		if other == nil {
			return &MergeError{Game: i, Position: p}
		}
		if start := other.Start(); !start.SamePosition(p) {
			return &MergeError{i, start, p}
		}
	}
	for _, other := range games {
		if other == n.game {
			other = other.Clone()
		}
		n.game.change()
		n.game.tree.Merge(n.index, &other.tree)
		n.game.extended()
	}
	return nil
}

// MarshalJSON returns an object with the message as "text", and the fields.
func (e *MergeError) MarshalJSON() ([]byte, error) { return fault.JSON(e, e) }
