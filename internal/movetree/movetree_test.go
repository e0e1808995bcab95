package movetree

import (
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
