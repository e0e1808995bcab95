package movetree

import (
	"cmp"
	"strings"
	"testing"

	"github.com/shakki/chess/internal/pgntext"
)

// build returns the tree of a text of tokens: moves of one letter, comments, glyphs, and parentheses. A token
// that begins with < belongs to the next move.
func build(text string) *Builder {
	b := new(Builder)
	b.Tree = New(0)
	for token := range strings.FieldsSeq(text) {
		token, ofNext := strings.CutPrefix(token, "<")
		switch {
		case token == "(":
			b.Open()
		case token == ")":
			b.Close()
		case token[0] == '$':
			b.Annotate(Note{Kind: Glyph, NAG: token[1] - '0'}, ofNext)
		case token[0] == '{':
			b.Annotate(b.Hold(CommentAfter, []byte(strings.Trim(token, "{}"))), ofNext)
		default:
			b.Play(uint16(token[0]))
		}
	}
	b.End()
	return b
}

// TestWriter checks where annotations, numbers, and variations are written, whichever order they were read in.
// The positions are the numbers of plies before them.
func TestWriter(t *testing.T) {
	for _, test := range []struct {
		text, want string
		writer     Writer[int]
		isBlack    bool
		columns    int // 0 for no limit
	}{
		{text: "", want: "*"},
		{text: "{s} a b c", want: "{s} 1. a b 2. c *"},
		{text: "a b c", isBlack: true, want: "1... a 2. b c *"},
		{text: "a {x} b", want: "1. a {x} 1... b *"},
		{text: "a $1 b $2", want: "1. a $1 b $2 *"},
		{text: "a {x} $1 b", want: "1. a $1 {x} 1... b *"},
		{text: "<{x} a <{y} b <{z}", want: "1. {x} a 1... {y} b {z} *"},
		{text: "<$3 a", want: "1. a $3 *"},
		{text: "a ( <{x} b <{y} c ) d", want: "1. a ({x} 1. b 1... {y} c) 1... d *"},
		{text: "a b ( c d ) e", want: "1. a b (1... c 2. d) 2. e *"},
		{text: "a ( b ) {x} ( c ) {y} d", want: "1. a (1. b) {x} (1. c) {y} 1... d *"},
		{text: "a ( b ( c ) {x} ) d", want: "1. a (1. b {x}) (1. c) 1... d *"},
		{text: "a ( b c ( d ) e ) f", want: "1. a (1. b c (1... d) 2. e) 1... f *"},
		{text: "a ( b ) c {x} ( d ) e", want: "1. a (1. b) 1... c {x} (1... d) 2. e *"},
		{text: "a ( b ) c ( d ) ( {x}", want: "1. a {x} (1. b) 1... c (1... d) *"}, // after a result in the variation
		{text: "a ( b <{x} ) c", want: "1. a (1. b {x}) 1... c *"},
		{text: "a <{x} ( b ) c", want: "1. a {x} (1. b) 1... c *"},
		{text: "a ( <{x} ) ( b ) c", want: "1. a {x} (1. b) 1... c *"},
		{text: "a ( b ) ( <{x} ) c", want: "1. a (1. b) {x} 1... c *"},
		{text: "a ( b ( <{x} ) ) c", want: "1. a (1. b {x}) 1... c *"},
		{text: "{s} <{w} a $1 {x} ( b ) {y} c", want: "{s} 1. {w} a {x} {y} 1... c *", writer: Writer[int]{OmitVariations: true, OmitGlyphs: true}},
		{text: "{[%clk]s} <{w} a {x} ( <{y} b ) c <{z} d", want: "{[%clk]} 1. a (1. b) 1... c 2. d *",
			writer: Writer[int]{Filter: pgntext.Filter{Comments: true}}},
		{text: "a <{[%clk]s} <{w} b", want: "1. a 1... {[%clk]} b *", writer: Writer[int]{Filter: pgntext.Filter{Comments: true}}},
		{text: "a b c d", want: "1.\na\nb\n2.\nc\nd\n*", columns: 2},
		{text: "a b c d", want: "1. a b\n2. c d\n*", columns: 7},
		{text: "a $1 ( b $2 ) c $3", want: "1. a\n$1 (\n1. b\n$2)\n1...\nc $3\n*", columns: 5},
	} {
		w := test.writer
		w.Lines, w.Tree = pgntext.NewLines(nil, cmp.Or(test.columns, -1)), &build(test.text).Tree
		w.Number = func(ply *int) int { return *ply/2 + 1 }
		w.Move = func(text []byte, before *int, move uint16, after *int) []byte {
			*after = *before + 1
			return append(text, byte(move))
		}
		start := 0
		if test.isBlack {
			start = 1
		}
		last := w.Write(start, test.isBlack, "*")
		plies := start
		for i := w.Tree.Nodes[0].Child; i != 0; i = w.Tree.Nodes[i].Child {
			plies++
		}
		if got := string(w.Text); got != test.want || last != plies {
			t.Errorf("%q is written as %q and ends after %d plies, want %q, %d", test.text, got, last, test.want, plies)
		}
	}
}

// TestBuilderReset checks that a builder that is used again begins with an empty tree and nothing open.
func TestBuilderReset(t *testing.T) {
	b := build("a b ( c {x}")
	b.Annotate(b.Hold(CommentAfter, []byte("y")), true)
	b.Reset(9)
	b.Play('d')
	b.Annotate(b.Hold(CommentAfter, []byte("z")), false)
	if first := b.Nodes[1]; len(b.Nodes) != 2 || len(b.Notes) != 2 || first.Parent != 0 || first.Serial != 10 || len(b.stack) != 0 {
		t.Errorf("after Reset: nodes %+v, notes %+v", b.Nodes, b.Notes)
	}
}
