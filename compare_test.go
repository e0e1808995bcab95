package chess

import (
	"regexp"
	"strings"
	"testing"
)

func TestGameEqual(t *testing.T) {
	const pgn = "[White \"A\"]\n[ECO \"B00\"]\n\n{r} 1. e4 {a} $1 (1. d4) 1... {b} e5 1-0"
	g := mustParsePGN(t, pgn)
	for _, test := range []struct {
		name string
		edit func(*Game)
		want bool
	}{
		{"no edit", func(*Game) {}, true},
		{"call of Position", func(g *Game) { g.Position() }, true},
		{"roster tag with an unknown value", func(g *Game) { g.SetTag("Site", "?") }, true},
		{"roster tag", func(g *Game) { g.SetTag("White", "B") }, false},
		{"other tag", func(g *Game) { g.SetTag("ECO", "B01") }, false},
		{"added tag", func(g *Game) { g.SetTag("Opening", "?") }, false},
		{"deleted tag", func(g *Game) { g.DeleteTag("ECO") }, false},
		{"added move", func(g *Game) { g.LastNode().AddSAN("Nf3") }, false},
		{"deleted move", func(g *Game) { g.LastNode().Delete() }, false},
		{"added variation", func(g *Game) { g.Root().AddSAN("c4") }, false},
		{"longer variation", func(g *Game) { firstVariation(g).AddSAN("d5") }, false},
		{"promoted variation", func(g *Game) { firstVariation(g).Promote() }, false},
		{"comment at the root", func(g *Game) { g.Root().SetComments() }, false},
		{"comment", func(g *Game) { g.Root().Next().SetComments("b") }, false},
		{"added comment", func(g *Game) { g.Root().Next().SetComments("a", "b") }, false},
		{"comment before a move", func(g *Game) { g.LastNode().SetCommentsBefore("c") }, false},
		{"glyph", func(g *Game) { g.Root().Next().SetNAGs(2) }, false},
		{"same annotations set again", func(g *Game) { g.Root().Next().SetComments("a"); g.Root().Next().SetNAGs(1) }, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			other := mustParsePGN(t, pgn)
			test.edit(other)
			if g.Equal(other) != test.want || other.Equal(g) != test.want {
				t.Errorf("Equal(%s) = %v, other way around %v, want %v",
					outline(other), g.Equal(other), other.Equal(g), test.want)
			}
		})
	}
	var none *Game
	if g.Equal(none) || none.Equal(g) || !none.Equal(nil) {
		t.Errorf("g.Equal(nil), nil.Equal(g), nil.Equal(nil) = %v, %v, %v, want false, false, true",
			g.Equal(none), none.Equal(g), none.Equal(nil))
	}
	if other := mustParsePGN(t, strings.Replace(pgn, "1-0", "0-1", 1)); g.Equal(other) {
		t.Errorf("Equal = true for a game with another result, want false")
	}
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 5"
	if other := mustParsePGN(t, "[FEN \""+start+"\"]\n"+pgn); g.Equal(other) {
		t.Errorf("Equal = true for a game with another start position, want false")
	}
}

// TestDifference checks that Difference describes the first difference of two games, in either direction,
// and returns an empty string if the games are equal.
func TestDifference(t *testing.T) {
	const pgn = `[White "A"]

1. e4 {x} e5 (1... c5 2. Nf3 $1) 2. Nf3 Nc6 3. Bb5 1-0`
	for _, test := range []struct{ name, other, want string }{
		{"none", pgn, ""},
		{"spelling", "[White \"A\"]\n\n1.e2e4 {x} e5 (1...c5 2.Ng1f3 $1) 2.Nf3 Nc6 3.Bb5 1-0", ""},
		{"tag", strings.Replace(pgn, `"A"`, `"B"`, 1), `tag White: "A", not "B"`},
		{"additional tag", "[ECO \"A00\"]\n" + pgn, `tag ECO: missing, not "A00"`},
		{"result", strings.Replace(pgn, "1-0", "0-1", 1), `tag Result: "1-0", not "0-1"`},
		{"move", strings.Replace(pgn, "Bb5", "Bc4", 1), "after 2... Nc6: 3. Bb5, not 3. Bc4"},
		{"missing move", strings.Replace(pgn, "3. Bb5", "", 1), "after 2... Nc6: 3. Bb5, not nothing"},
		{"variation", strings.Replace(pgn, "c5 2. Nf3", "c5 2. Nc3", 1), "after 1... c5: 2. Nf3, not 2. Nc3"},
		{"main line and variation", strings.NewReplacer("Bb5", "Bc4", "c5", "c6").Replace(pgn),
			"after 1. e4: 1... c5, not 1... c6"},
		{"comment", strings.Replace(pgn, "{x}", "{y}", 1), `comments of 1. e4: ["x"], not ["y"]`},
		{"long comment", strings.Replace(pgn, "{x}", "{"+strings.Repeat("y", 1000)+"}", 1),
			`comments of 1. e4: ["x"], not ` + abridged(`["`+strings.Repeat("y", 1000)+`"]`)},
		{"NAG", strings.Replace(pgn, "$1", "", 1), "glyphs of 2. Nf3: [$1], not []"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, other := mustParsePGN(t, pgn), mustParsePGN(t, test.other)
			if got := g.Difference(other); got != test.want || g.Equal(other) != (test.want == "") {
				t.Errorf("Difference(%q) = %q, Equal = %v, want %q", test.other, got, g.Equal(other), test.want)
			}
			reverse := regexp.MustCompile("(.*: )(.*)(, not )(.*)").ReplaceAllString(test.want, "$1$4$3$2")
			if got := other.Difference(g); got != reverse {
				t.Errorf("Difference from %q = %q, want %q", test.other, got, reverse)
			}
		})
	}
	from, err := NewGameFrom(MustParseFEN(mate50FEN), Rules{})
	if err != nil {
		t.Fatal(err)
	}
	if got := NewGame().Difference(from); !strings.HasPrefix(got, "tag SetUp: missing") {
		t.Errorf("Difference from a game with another start = %q, want the missing tag SetUp", got)
	}
	named := NewGame()
	named.SetTag("ECO", "A00")
	if got, want := named.Difference(from), "tag ECO, not SetUp"; got != want {
		t.Errorf("Difference of games with other tags = %q, want %q", got, want)
	}
	var none *Game
	if none.Difference(nil) != "" || none.Difference(from) == "" || from.Difference(nil) == "" ||
		!none.Equal(nil) || none.Equal(from) || from.Equal(nil) {
		t.Error("Difference or Equal is wrong for a nil Game, want nil equal to nil and to no other game")
	}
}
