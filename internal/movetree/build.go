package movetree

// A Builder is a tree to which the moves and annotations of a text are added in the order of the text.
type Builder struct {
	Tree
	here   int32   // the node of the last move
	after  uint16  // the number of alternatives to that move so far
	stack  []int32 // the last moves of the lines that the open variations interrupt
	before []Note  // annotations that precede their move in the text
}

// Reset empties the tree, as the method of [Tree] does.
func (b *Builder) Reset(serial uint32) {
	b.Tree.Reset(serial)
	b.here, b.after, b.stack, b.before = 0, 0, b.stack[:0], b.before[:0]
}

// Play adds a move. It does not merge a variation with a line that has the same move, since a game is
// read as it was written.
func (b *Builder) Play(move uint16) {
	b.here, b.after = b.Add(b.here, move), 0
	if len(b.before) > 0 {
		b.keepBefore(CommentBefore)
	}
}

// Annotate adds an annotation to the last move, or to the next one.
func (b *Builder) Annotate(n Note, ofNext bool) {
	if ofNext {
		b.before = append(b.before, n)
		return
	}
	n.After = b.after
	b.AddNote(b.here, n)
}

// keepBefore adds the annotations that precede their move in the text to the last move: their move,
// or the one before it if there is none. It makes comments those of the given kind.
func (b *Builder) keepBefore(comments Kind) {
	for _, n := range b.before {
		if n.Kind == CommentAfter {
			n.Kind = comments
		}
		b.Annotate(n, false)
	}
	b.before = b.before[:0]
}

// Open begins a variation of the last move.
func (b *Builder) Open() {
	b.keepBefore(CommentAfter)
	b.stack = append(b.stack, b.here)
	b.here, b.after = b.Nodes[b.here].Parent, 0
}

// Close continues the line that the variation interrupted.
func (b *Builder) Close() {
	last := b.stack[len(b.stack)-1]
	b.stack = b.stack[:len(b.stack)-1]
	if b.here == b.Nodes[last].Parent { // the variation has no moves
		b.here, b.after = last, b.Later(last)
	}
	b.keepBefore(CommentAfter)
	b.here, b.after = last, b.Later(last)
}

// End ends the text.
func (b *Builder) End() { b.keepBefore(CommentAfter) }
