package movetree

import (
	"fmt"
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
