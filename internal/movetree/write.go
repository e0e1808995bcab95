package movetree

import (
	"strconv"

	"github.com/shakki/chess/internal/pgntext"
)

// A Writer writes a tree, whose positions are of type P, as the movetext of PGN.
type Writer[P any] struct {
	pgntext.Lines
	Tree           *Tree
	Filter         pgntext.Filter // of the comments
	OmitVariations bool
	OmitGlyphs     bool

	// Number returns the number of the next move from p.
	Number func(p *P) int
	// Move appends the text of a move from one position, and sets the other to the position after it.
	Move func(text []byte, before *P, move uint16, after *P) []byte

	numbered bool // Black's next move needs its number
}

// A pausedLine is a line of play that continues after the variations of its last move have been
// written.
type pausedLine[P any] struct {
	positions [2]P  // those before and after the last move
	after     int   // which of them is the one after it
	at        int32 // the last move
	sibling   int32 // the next variation to write, or 0
	note      int32 // the first annotation after the move that has not been examined, or 0
	written   int   // the number of variations written
	isBlack   bool  // Black is to move
}

// Write writes the tree, which begins in the given position with a move by Black or by White, and a result.
// It returns the last position of the main line. It uses a stack instead of recursion, since variations may
// be nested deeply.
func (w *Writer[P]) Write(start P, isBlack bool, result string) (last P) {
	for i := w.Tree.Checked()[0].Notes; i != 0; i = w.Tree.Notes[i].Next {
		w.note(i)
	}
	w.numbered = true
	stack := []pausedLine[P]{{positions: [2]P{start}, isBlack: isBlack}}
	for {
		top := &stack[len(stack)-1]
		if top.note != 0 {
			w.comments(top)
		}
		v, next := top.sibling, w.Tree.Nodes[top.at].Child
		switch {
		case v != 0:
			top.sibling = w.Tree.Nodes[v].Next
			top.written++
			w.Add("(")
			w.Glued, w.numbered = true, true
			stack = append(stack, pausedLine[P]{positions: [2]P{top.positions[1-top.after]}, isBlack: !top.isBlack})
			w.move(&stack[len(stack)-1], v)
		case next != 0:
			w.move(top, next)
			if !w.OmitVariations {
				top.sibling = w.Tree.Nodes[next].Next
			}
		case len(stack) == 1:
			w.Add(result)
			return top.positions[top.after]
		default:
			w.Glued = true
			w.Add(")")
			w.numbered = true
			stack = stack[:len(stack)-1]
		}
	}
}

// move writes the next move of a line with its number, and its annotations up to the glyphs.
func (w *Writer[P]) move(line *pausedLine[P], i int32) {
	n := &w.Tree.Nodes[i]
	before, after := &line.positions[line.after], &line.positions[1-line.after]
	line.at, line.after, line.note, line.written = i, 1-line.after, n.Notes, 0
	atStart := w.Glued // at the start of a variation, comments precede the move number
	if atStart {
		w.annotate(n, CommentBefore)
	}
	if !line.isBlack || w.numbered || w.showsBefore(n) {
		w.Begin()
		w.Text = append(strconv.AppendInt(w.Text, int64(w.Number(before)), 10), '.')
		if line.isBlack {
			w.Text = append(w.Text, ".."...)
		}
		w.End()
	}
	w.numbered, line.isBlack = false, !line.isBlack
	if !atStart && n.Notes != 0 {
		w.annotate(n, CommentBefore)
	}
	w.Begin()
	w.Text = w.Move(w.Text, before, n.Move, after)
	w.End()
	if n.Notes != 0 {
		w.annotate(n, Glyph)
	}
}

// comments writes the comments after the last move of a line up to one that follows a variation
// that has not been written.
func (w *Writer[P]) comments(line *pausedLine[P]) {
	for ; line.note != 0; line.note = w.Tree.Notes[line.note].Next {
		a := &w.Tree.Notes[line.note]
		if a.Kind != CommentAfter {
			continue
		}
		if int(a.After) > line.written && line.sibling != 0 {
			return
		}
		w.note(line.note)
	}
}

// annotate writes the annotations of n of the given kind.
func (w *Writer[P]) annotate(n *Node, kind Kind) {
	for i := n.Notes; i != 0; i = w.Tree.Notes[i].Next {
		if w.Tree.Notes[i].Kind == kind {
			w.note(i)
		}
	}
}

// note writes an annotation unless it is omitted.
func (w *Writer[P]) note(i int32) {
	a := &w.Tree.Notes[i]
	if a.Kind == Glyph {
		if !w.OmitGlyphs {
			w.Begin()
			w.Text = strconv.AppendUint(append(w.Text, '$'), uint64(a.NAG), 10)
			w.End()
		}
		return
	}
	if text, ok := w.Filter.Comment(w.Tree.Comment(*a)); ok {
		w.AddComment(text)
		w.numbered = true
	}
}

// showsBefore reports whether a comment before the move of n is written.
func (w *Writer[P]) showsBefore(n *Node) (ok bool) {
	for i := n.Notes; i != 0 && !ok; i = w.Tree.Notes[i].Next {
		if a := w.Tree.Notes[i]; a.Kind == CommentBefore {
			_, ok = w.Filter.Comment(w.Tree.Comment(a))
		}
	}
	return ok
}
