package chess

import (
	"fmt"
	"slices"

	"github.com/shakki/chess/internal/movetree"
)

// Equal reports whether g and other are the same record: the same start, rules, moves, variations,
// annotations, result, reason, pending draw offer, and tags. A missing tag of the Seven Tag Roster
// equals one with the value of an unknown tag, such as "?".
//
// Package cmp calls Equal, and reports the text of both games if they differ. [Game.Difference]
// says where they differ, and its example has an option for cmp.Diff to report only lines that
// differ.
func (g *Game) Equal(other *Game) bool {
	return g.Difference(other) == ""
}

// Difference describes the first difference between g and other, or returns "" if [Game.Equal]
// reports true. It names what g has and what other has, such as
//
//	tag White: "Carlsen", not "Anand"
//	after 2... Nc6: 3. Bb5, not 3. Bc4
func (g *Game) Difference(other *Game) string {
	switch {
	case g == other:
		return ""
	case g == nil:
		return "<nil>, not a game"
	case other == nil:
		return "a game, not <nil>"
	}
	// The tags FEN and Variant tell the start, and Rules and DrawOffer what they are named after.
	if d := tagDifference(g.exportTags(nil, g.exportEnd()), other.exportTags(nil, other.exportEnd())); d != "" {
		return d
	}
	return treeDifference(g.Root(), other.Root())
}

// tagDifference describes the first difference between two lists of tags.
func tagDifference(a, b []Tag) string {
	for i := range max(len(a), len(b)) {
		switch {
		case i >= len(a):
			return fmt.Sprintf("tag %s: missing, not %q", b[i].Name, b[i].Value)
		case i >= len(b):
			return fmt.Sprintf("tag %s: %q, not missing", a[i].Name, a[i].Value)
		case a[i].Name != b[i].Name:
			return fmt.Sprintf("tag %s, not %s", a[i].Name, b[i].Name)
		case a[i].Value != b[i].Value:
			return fmt.Sprintf("tag %s: %q, not %q", a[i].Name, a[i].Value, b[i].Value)
		}
	}
	return ""
}

// treeDifference describes the first difference between the annotations and moves after two roots.
// A main line is compared before its variations.
func treeDifference(a, b Node) string {
	pairs := [][2]Node{{a, b}}
	for len(pairs) > 0 {
		a, b := pairs[len(pairs)-1][0], pairs[len(pairs)-1][1]
		pairs = pairs[:len(pairs)-1]
		if d := noteDifference(a, b); d != "" {
			return d
		}
		first := len(pairs)
		x, y := a.Next(), b.Next()
		for ; x.Exists() && y.Exists() && x.Move() == y.Move(); x, y = x.sibling(), y.sibling() {
			pairs = append(pairs, [2]Node{x, y})
		}
		if x.Exists() || y.Exists() {
			return fmt.Sprintf("after %s: %s, not %s", a.numbered(), x.numbered(), y.numbered())
		}
		slices.Reverse(pairs[first:])
	}
	return ""
}

// noteDifference describes the difference between the annotations of two nodes.
func noteDifference(a, b Node) string {
	if a.data().Notes == 0 && b.data().Notes == 0 {
		return ""
	}
	for _, kind := range [...]struct {
		name string
		of   func(Node) string
	}{
		{"comments before", func(n Node) string { return fmt.Sprintf("%q", n.CommentsBefore()) }},
		{"glyphs", func(n Node) string { return fmt.Sprint(n.NAGs()) }},
		{"comments", func(n Node) string { return fmt.Sprintf("%q", n.Comments()) }},
		{"variations before the comments", func(n Node) string { return fmt.Sprint(n.places()) }},
	} {
		if x, y := kind.of(a), kind.of(b); x != y {
			return fmt.Sprintf("%s of %s: %s, not %s", kind.name, a.numbered(), abridged(x), abridged(y))
		}
	}
	return ""
}

// places returns how many variations of n precede each of its comments as they are written. If
// variations were deleted, there may be fewer than when the comment was read.
func (n Node) places() (places []int) {
	variations, last := 0, 0
	if n.Parent().Next() == n {
		variations = int(n.game.tree.Later(n.index))
	}
	for a := range n.annotations() {
		if a.Kind == movetree.CommentAfter {
			last = max(last, min(int(a.After), variations))
			places = append(places, last)
		}
	}
	return places
}

// numbered returns the move n with its number, such as "3. Bb5" or "3... a6", "the start" for the
// root, or "nothing" if n does not exist.
func (n Node) numbered() string {
	switch {
	case !n.Exists():
		return "nothing"
	case n.index == 0:
		return "the start"
	}
	return n.Parent().Position().Line([]Move{n.Move()}, PGNFormat{})
}
