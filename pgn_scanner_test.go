package chess

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/internal/pgntext"
	"golang.org/x/exp/ebnf"
)

// eventText returns a text for the current event of s, with its values.
func eventText(s *PGNScanner, event PGNEvent) string {
	switch event {
	case PGNTag:
		name, value := s.Tag()
		return fmt.Sprintf("tag %s=%s", name, value)
	case PGNMovetext:
		return "movetext"
	case PGNMove:
		return s.Before().SAN(s.Move())
	case PGNComment:
		return fmt.Sprintf("{%s}", s.Comment())
	case PGNNAG:
		return s.NAG().String()
	case PGNVariation:
		return "("
	case PGNVariationEnd:
		return ")"
	case PGNFault:
		return fmt.Sprintf("fault %d:%d", s.Fault().Line, s.Fault().Column)
	case PGNGameEnd:
		return fmt.Sprintf("end of %d: %v", s.Game(), s.Result())
	}
	return fmt.Sprintf("event %d", event)
}

// scanTexts returns the texts of all events of s. After each event it calls then with the text,
// unless then is nil.
func scanTexts(s *PGNScanner, then func(text string)) []string {
	var texts []string
	for event := s.Next(); event != PGNEnd; event = s.Next() {
		text := eventText(s, event)
		texts = append(texts, text)
		if then != nil {
			then(text)
		}
	}
	return texts
}

func newTextScanner(pgn string) *PGNScanner { return NewPGNScanner(strings.NewReader(pgn)) }

func TestScannerEvents(t *testing.T) {
	for _, test := range []struct{ name, input, want string }{
		{"no game", "\n", ""},
		{"one game", "[White \"A\"]\n[Black \"B\"]\n\n1. e4! {a} e5 $13 (1... c5 (1... c6) 2. Nf3) 2. -- 1-0",
			"tag White=A|tag Black=B|movetext|e4|$1|{a}|e5|$13|(|c5|(|c6|)|Nf3|)|--|end of 1: 1-0"},
		{"no tags", "1. e4 *", "movetext|e4|end of 1: *"},
		{"no moves", "[White \"A\"]", "tag White=A|movetext|end of 1: *"},
		{"only a result", "0-1", "fault 1:1"},
		{"comments at the start and the end", "{a}\n[White \"A\"] {b} {c} 1. e4 * {d}",
			"{a}|tag White=A|{b}|{c}|movetext|e4|{d}|end of 1: *"},
		{"white space in comments", "1. e4 { a\tb } ; c \n*", "movetext|e4|{ a\tb }|{ c }|end of 1: *"},
		{"CRLF after a line comment", "1. e4 ;a\r\n;b\r\n*", "movetext|e4|{a}|{b}|end of 1: *"},
		{"empty variation", "1. e4 () ({a}) *", "movetext|e4|(|)|(|{a}|)|end of 1: *"},
		{"two games", "1. e4 * 1. d4 1-0", "movetext|e4|end of 1: *|movetext|d4|end of 2: 1-0"},
		{"castling that is no result", "1. e4 e5 0-0 2. Nf3 1-0", "movetext|e4|e5|fault 1:10|end of 1: 1-0"},
		{"castling at the end of a line", "1. e4 e5 0-0\n2. Nf3 1-0", "movetext|e4|e5|fault 1:10|end of 1: 1-0"},
		{"double forfeit before another game", "1. e4 e5 0-0\n\n1. Nf3 1-0", "movetext|e4|e5|end of 1: 0-0|movetext|Nf3|end of 2: 1-0"},
		{"double forfeit at the end", "1. e4 0-0", "movetext|e4|end of 1: 0-0"},
		{"results that are no castling", "1. e4 e5 0-1 2. Nf3 1-0", "movetext|e4|e5|end of 1: 0-1|movetext|Nf3|end of 2: 1-0"},
		{"half a result", "1. e4 e5 1/2 2. Nf3 1-0", "movetext|e4|e5|end of 1: 1/2-1/2|movetext|Nf3|end of 2: 1-0"},
		{"asterisk before a move", "1. e4 e5 * 2. Nf3 1-0", "movetext|e4|e5|fault 1:10|Nf3|end of 1: 1-0"},
		{"number after the result", "1. e4 1-0 5 more", "movetext|e4|end of 1: 1-0|fault 1:11"},
		{"number in text after the result", "1. e4 1-0 junk 5 more *", "movetext|e4|fault 1:11|end of 1: 1-0"},
		{"move number in the line of such text", "1. e4 1-0 junk 1. d4 *", "movetext|e4|fault 1:11|end of 1: 1-0|movetext|d4|end of 2: *"},
		{"text around games", "2024\n[White \"A\"]\n12\n[Black \"B\"]\n\n1. e4 *\n- 13 -\n",
			"fault 1:1|tag White=A|fault 3:1|tag Black=B|movetext|e4|end of 1: *|fault 7:1"},
		{"escapes in a tag", `[Event "\"a\\"] *`, `tag Event="a\|movetext|end of 1: *`},
		{"fault in the main line", "1. e4 Nd4 {a} $1 (1... e5) 2. d4 1-0\n1. d4 *",
			"movetext|e4|fault 1:7|end of 1: 1-0|movetext|d4|end of 2: *"},
		{"marks after a fault", "1. e4 Nd4 (=) (D) e5 *", "movetext|e4|fault 1:7|end of 1: *"},
		{"fault in a variation", "1. e4 (1. Nd4 {a} (1. d4) d5) {b} e5 *", "movetext|e4|(|fault 1:11|)|{b}|e5|end of 1: *"},
		{"faulty tag", "[White A]\n*", "fault 1:1|fault 2:1"},
		{"tag without name", "[\"A\"]\n*", "fault 1:1|movetext|end of 1: *"},
		{"faulty line among the tags", "[White \"A\"]\nBlack \"B\"]\n[Site \"S\"]\n\n1. e4 *",
			"tag White=A|fault 2:1|tag Site=S|movetext|e4|end of 1: *"},
		{"unknown start position", "[FEN \"x\"]\n\n1. e4 {a} 0-1", "tag FEN=x|fault 1:1|end of 1: 0-1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, c := range readCuts {
				got := strings.Join(scanTexts(NewPGNScanner(c.cut(strings.NewReader(test.input))), nil), "|")
				if got != test.want {
					t.Errorf("%s: events of %q = %q, want %q", c.name, test.input, got, test.want)
				}
			}
		})
	}
}

// TestScannerPositions checks that Position is Before after Move, both in the main line and in
// variations.
func TestScannerPositions(t *testing.T) {
	s := newTextScanner("1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. --) 1... e5 (1... c5) 2. Nf3 *")
	var stack []Position // for each open variation, the position after the move that it replaces
	now := StartPosition()
	for event := s.Next(); event != PGNEnd; event = s.Next() {
		switch event {
		case PGNMove:
			before := now
			now = now.After(s.Move())
			if *s.Before() != before {
				t.Errorf("Before() at %v = %v, want %v", s.Move(), s.Before().FEN(), before.FEN())
			}
		case PGNVariation:
			stack = append(stack, now)
			now = *s.Before()
		case PGNVariationEnd:
			now = stack[len(stack)-1]
			stack = stack[:len(stack)-1]
		}
		if *s.Position() != now {
			t.Fatalf("Position() at event %d = %v, want %v", event, s.Position().FEN(), now.FEN())
		}
		if s.Depth() != len(stack) {
			t.Fatalf("Depth() at event %d = %d, want %d", event, s.Depth(), len(stack))
		}
	}
}

func TestScannerStart(t *testing.T) {
	for _, test := range []struct{ name, input, want string }{
		{"no tag", "[White \"A\"]\n\n*", startFEN},
		{"FEN", "[FEN \"8/4k3/8/8/8/4K3/4P3/8 b - - 3 17\"]\n\n*", "8/4k3/8/8/8/4K3/4P3/8 b - - 3 17"},
		{"standard start position after a game with a FEN",
			"[FEN \"8/4k3/8/8/8/4K3/4P3/8 b - - 3 17\"]\n\n*\n\n[White \"A\"]\n\n1. e4 *", startFEN},
		{"en passant square without a possible capture",
			"[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\"]\n\n*",
			"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newTextScanner(test.input)
			got := ""
			for event := s.Next(); event != PGNEnd; event = s.Next() {
				if event == PGNMovetext {
					got = s.Position().FEN()
				}
				if event != PGNMove && event != PGNGameEnd && *s.Before() != *s.Position() {
					t.Errorf("Before() at a %v = %v, want %v", event, s.Before(), s.Position())
				}
			}
			if got != test.want {
				t.Errorf("start position of %q = %q, want %q", test.input, got, test.want)
			}
		})
	}
}

func TestScannerChess960(t *testing.T) {
	for variant, want := range map[string]bool{
		"Chess960": true, "chess 960": true, "Fischerandom": true, "Fischer Random": true, "FRC": true, "wild/fr": true, "Chess 9LX": true,
		"Standard": false, "": false, "From Position": false,
	} {
		s := newTextScanner("[Variant \"" + variant + "\"]\n\n*")
		for event := s.Next(); event != PGNMovetext; event = s.Next() {
			if event == PGNFault || event == PGNEnd {
				t.Fatalf("variant %q is rejected: %v", variant, s.Fault())
			}
		}
		if got := s.Position().IsChess960(); got != want {
			t.Errorf("IsChess960() of a game with variant %q = %v, want %v", variant, got, want)
		}
	}
}

func TestScannerRejectsVariants(t *testing.T) {
	for _, variant := range []string{
		"Crazyhouse", "Atomic", "Antichess", "Three-check", "King of the Hill", "Horde", "Racing Kings", "Bughouse",
		"Xiangqi",
	} {
		s := newTextScanner("[Event \"E\"]\n[Variant \"" + variant + "\"]\n[Site \"S\"]\n\n1. e4 *\n\n1. d4 *")
		texts := scanTexts(s, func(text string) {
			if strings.HasPrefix(text, "fault") && s.Fault().Token != variant {
				t.Errorf("Token of the fault for variant %q = %q, want the variant", variant, s.Fault().Token)
			}
		})
		want := []string{
			"tag Event=E", "tag Variant=" + variant, "tag Site=S", "fault 2:1", "end of 1: *",
			"movetext", "d4", "end of 2: *",
		}
		if diff := cmp.Diff(want, texts); diff != "" {
			t.Errorf("variant %q (-want +got):\n%s", variant, diff)
		}
		r := NewPGNReader(strings.NewReader("[Variant \"" + variant + "\"]\n\n1. e4 *"))
		r.Variants = true // which a Game cannot be
		if g, err := r.Read(); err == nil || g.Plies() > 0 {
			t.Errorf("Read() of variant %q = %v, %v, want an error and no moves", variant, g, err)
		}
	}
}

// TestNumbersOfVariants checks that neither the numbers of moves that are not played nor the result is examined.
func TestNumbersOfVariants(t *testing.T) {
	s := newTextScanner("[Variant \"Atomic\"]\n[Result \"1-0\"]\n\n1. e4 e5 blah 2. P@d4 d5 7. P@e6 d61-0")
	s.Variants, s.Strict = true, true
	moves, faults := 0, []*PGNError{}
	for event := s.Next(); event != PGNEnd; event = s.Next() {
		switch event {
		case PGNMoveText:
			moves++
		case PGNFault:
			faults = append(faults, s.Fault())
		}
	}
	if moves != 6 || len(faults) != 1 || faults[0].Token != "blah" || s.Result() != WhiteWins {
		t.Errorf("%d moves, the faults %v, and the result %v, want 6, one about a word that is no move, and 1-0", moves, faults, s.Result())
	}
}

// TestRefuseStart checks what tells the start of another variant, and that its refusal is at the last of
// these tags.
func TestRefuseStart(t *testing.T) {
	for _, tags := range []string{"[Variant \"Atomic\"]\n[FEN \"x\"]\n", "[FEN \"x\"]\n[Variant \"Atomic\"]\n"} {
		s := newTextScanner(tags + "\n1. e4 *")
		s.Variants = true
		for s.Next() != PGNMovetext {
		}
		if name, value := s.Tag(); string(name) != "Variant" || string(value) != "Atomic" || string(s.Comment()) != "x" {
			t.Errorf("%q: start %q with tag %s %q, want x with Variant Atomic", tags, s.Comment(), name, value)
		}
		s.Refuse("no such start", nil)
		if event := s.Next(); event != PGNFault || s.Fault().Line != 2 || s.Fault().Detail != "no such start" {
			t.Errorf("%q: event %v with %v, want a fault in line 2", tags, event, s.Fault())
		}
	}
}

// skippedGame is a game whose end is hard to find: comments, reserved text, and an escape line
// contain results and unbalanced brackets.
const skippedGame = `[Event "E"]
[Site "S"]

1. e4 {) 1-0 (} (1. d4 ; 1-0 {
% 1-0 { (
(1. c4 <1-0)> {1-0})) 1... e5 2. Ke3 [ ] 1-0
`

// TestSkipGame checks that SkipGame can be called at any event and that the next event is the end
// of the game.
func TestSkipGame(t *testing.T) {
	all := scanTexts(newTextScanner(skippedGame), nil)
	last := slices.IndexFunc(all, func(text string) bool { return strings.HasPrefix(text, "fault") })
	for _, c := range readCuts {
		for i := range all[:last] {
			s := NewPGNScanner(c.cut(strings.NewReader(skippedGame + "\n[Event \"F\"]\n\n1. d4 *")))
			n := 0
			got := scanTexts(s, func(string) {
				if n == i {
					s.SkipGame()
				}
				n++
			})
			want := slices.Concat(all[:i+1], []string{"end of 1: 1-0", "tag Event=F", "movetext", "d4", "end of 2: *"})
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: SkipGame at %q (-want +got):\n%s", c.name, all[i], diff)
			}
		}
	}
}

// TestSkipGameBetween checks that SkipGame between games skips nothing, and that it skips the warnings about a move.
func TestSkipGameBetween(t *testing.T) {
	s := newTextScanner("1. e4 *\n1. d2-d4 *")
	s.Strict = true
	s.SkipGame()
	got := scanTexts(s, func(text string) {
		if strings.HasPrefix(text, "end") || text == "d4" {
			s.SkipGame()
		}
	})
	want := []string{"movetext", "e4", "end of 1: *", "movetext", "d4", "end of 2: *"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

// TestSkipVariations checks that with SkipVariations a scanner reports exactly the events at depth
// 0, faults aside.
func TestSkipVariations(t *testing.T) {
	for _, input := range []string{
		"1. e4 {a} (1. d4 {)} d5 ; )\n (1... Nf6 2. c4 (2. Nf3))) (1. c4) {b} 1... e5 $1 (1... c5 1/2-1/2) 2. Nf3 1-0 {c}",
		"1. e4 (1. d4 (1. c4)) (1. f4) *\n\n1. d4 (1. e4 <)> e5) d5 *",
		"1. e4 (1. Nd4) e5 Qh9 (1... e5 2. x) *\n1. e4 () *",
	} {
		var want []string
		s := newTextScanner(input)
		scanTexts(s, func(text string) {
			if s.Depth() == 0 && text != ")" {
				want = append(want, text)
			}
		})
		s = newTextScanner(input)
		s.SkipVariations = true
		got := scanTexts(s, nil)
		if diff := cmp.Diff(withoutFaults(want), withoutFaults(got)); diff != "" {
			t.Errorf("events of %q with SkipVariations (-want +got):\n%s", input, diff)
		}
	}
	r := NewPGNReader(strings.NewReader("1. e4 (" + strings.Repeat("d4 $1 (=) ", 1001) + ") x e5 $1 *"))
	r.Limits.Notes = 1000
	r.SkipVariations, r.Strict = true, true
	if g, err := r.Read(); g.Plies() != 2 || len(pgnErrors(err)) != 1 {
		t.Errorf("after many words and glyphs in a variation that is skipped: %d plies, %v, want 2 and an error about x", g.Plies(), err)
	}
}

func withoutFaults(texts []string) []string {
	return slices.DeleteFunc(texts, func(text string) bool { return strings.HasPrefix(text, "fault") })
}

func TestScannerOffset(t *testing.T) {
	const input = "[Event \"E\"]\n\n1. e4 {a\nb} e5 *\n\n1. d4 *\n \n"
	for _, c := range readCuts {
		s := NewPGNScanner(c.cut(strings.NewReader(input)))
		last := int64(0)
		scanTexts(s, func(text string) {
			if offset := s.Offset(); offset < last || offset > int64(len(input)) {
				t.Errorf("%s: Offset() at %q = %d, want at least %d, at most %d", c.name, text, offset, last, len(input))
			}
			last = s.Offset()
		})
		if got := s.Offset(); got != int64(len(input)) {
			t.Errorf("%s: Offset() at the end = %d, want %d", c.name, got, len(input))
		}
	}
}

func TestScannerErr(t *testing.T) {
	for _, text := range []string{"1. e4 *\n", "1. e4\u00a0*", "1. e4 * {c"} {
		s := NewPGNScanner(io.MultiReader(strings.NewReader(text), iotest.ErrReader(io.ErrUnexpectedEOF)))
		got := scanTexts(s, nil)
		if want := []string{"movetext", "e4", "end of 1: *"}; !slices.Equal(got, want) {
			t.Errorf("events of %q before a read error = %q, want %q", text, got, want)
		}
		if s.Err() != io.ErrUnexpectedEOF || s.Next() != PGNEnd {
			t.Errorf("Err() after a read error = %v, want %v, and no more events", s.Err(), io.ErrUnexpectedEOF)
		}
	}
	s := newTextScanner("1. e4 *")
	if scanTexts(s, nil); s.Err() != nil || s.Next() != PGNEnd {
		t.Errorf("Err() at the end = %v, want nil, and no more events", s.Err())
	}
}

// TestScannerAllocs checks that the number of allocations does not grow with the number of moves.
func TestScannerAllocs(t *testing.T) {
	for _, test := range []struct{ name, moves string }{
		{"moves", "Nf3 Nf6 Ng1 Ng8 "},
		{"moves with numbers", "1. Nf3 Nf6 2. Ng1 Ng8 "},
		{"moves in long algebraic notation", "1. g1f3 Ng8-f6 2. Nf3g1 Nf6-g8 "},
		{"glyphs", "Nf3! $14 Nf6 ?! Ng1 $1 Ng8!! "},
		{"comments", "Nf3 {a} Nf6 ;b\n Ng1 {[%clk 0:01:00]} Ng8 "},
		{"variations", "Nf3 (Nc3 Nc6 (Nh6)) Nf6 Ng1 (Nc3) Ng8 (Nh5 Nc3) "},
		{"escape lines and reserved text", "Nf3\n% a\nNf6 <b> Ng1 Ng8 "},
	} {
		t.Run(test.name, func(t *testing.T) {
			scan := func(rounds int) float64 {
				text := "[Event \"E\"]\n\n" + strings.Repeat(test.moves, rounds) + "*\n"
				return testing.AllocsPerRun(10, func() {
					s := newTextScanner(text)
					for s.Next() != PGNEnd {
					}
				})
			}
			if few, many := scan(3), scan(50); many > few {
				t.Errorf("scanning %q takes %v allocations if repeated 3 times, %v if repeated 50 times, want no more",
					test.moves, few, many)
			}
		})
	}
}

// TestScannerAllocsPerGame checks that the number of allocations does not grow with the number of
// games.
func TestScannerAllocsPerGame(t *testing.T) {
	const game = "[Event \"E\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n"
	scan := func(games int) float64 {
		text := strings.Repeat(game, games)
		return testing.AllocsPerRun(10, func() {
			s := newTextScanner(text)
			for s.Next() != PGNEnd {
			}
		})
	}
	if few, many := scan(2), scan(100); many > few {
		t.Errorf("scanning 2 games takes %v allocations, 100 games %v, want no more", few, many)
	}
}

// readGrammar reads and verifies the PGN grammar.
func readGrammar(t *testing.T) ebnf.Grammar {
	t.Helper()
	file, err := os.Open("testdata/pgn.ebnf")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	grammar, err := ebnf.Parse("pgn.ebnf", file)
	if err != nil {
		t.Fatal(err)
	}
	if err := ebnf.Verify(grammar, "Database"); err != nil {
		t.Fatal(err)
	}
	return grammar
}

// A pgnGenerator writes random text that follows the PGN grammar and records the events that a
// scanner must report for it.
type pgnGenerator struct {
	grammar ebnf.Grammar
	random  *rand.Rand
	text    []byte
	events  []string

	games              int
	started            bool     // whether the movetext of the game has begun
	names              []string // of the tags of the game
	name               string
	position, previous Position
	lines              []pgnLine
	moves              []writtenMove
}

// A writtenMove is the number of a game and the offsets of a move in the text.
type writtenMove struct{ game, start, end int }

// expand writes random text that matches the expression x.
func (g *pgnGenerator) expand(x ebnf.Expression) {
	switch x := x.(type) {
	case ebnf.Alternative:
		g.expand(x[g.random.IntN(len(x))])
	case ebnf.Sequence:
		for _, part := range x {
			g.expand(part)
		}
	case *ebnf.Group:
		g.expand(x.Body)
	case *ebnf.Option:
		if g.random.IntN(2) == 0 {
			g.expand(x.Body)
		}
	case *ebnf.Repetition:
		for g.goesOn(x) {
			g.expand(x.Body)
		}
	case *ebnf.Token:
		g.text = append(g.text, x.String...)
	case *ebnf.Range:
		g.expandRange(x)
	case *ebnf.Name:
		g.expandName(x.String)
	}
}

// goesOn randomly decides whether to write the repetition x once more. Lines of moves become long,
// but shorter with the depth of the variation.
func (g *pgnGenerator) goesOn(x *ebnf.Repetition) bool {
	if slices.Contains(namesIn(x.Body), "Element") {
		return g.random.IntN(20) > len(g.lines)*4
	}
	return g.random.IntN(10) > 6+min(len(g.lines), 2)
}

// namesIn returns the names in x, if x is a name or a sequence.
func namesIn(x ebnf.Expression) []string {
	switch x := x.(type) {
	case ebnf.Sequence:
		var names []string
		for _, part := range x {
			names = append(names, namesIn(part)...)
		}
		return names
	case *ebnf.Name:
		return []string{x.String}
	}
	return nil
}

func (g *pgnGenerator) expandRange(x *ebnf.Range) {
	first, _ := utf8.DecodeRuneInString(x.Begin.String)
	last, _ := utf8.DecodeRuneInString(x.End.String)
	g.text = utf8.AppendRune(g.text, first+rune(g.random.IntN(int(last-first)+1)))
}

// expandName writes random text that matches a production and records the event that the text
// causes.
func (g *pgnGenerator) expandName(name string) {
	switch name {
	case "san":
		g.play(g.legalMove())
		return
	case "nullMove":
		if g.position.InCheck() {
			g.play(g.legalMove())
			return
		}
		g.play(NullMove)
	case "fen":
		g.position = MustParseFEN(movePositions[g.random.IntN(len(movePositions))])
		g.text = append(g.text, g.position.FEN()...)
		return
	case "Element":
		if !g.position.HasLegalMove() {
			return
		}
		g.start()
	case "Game":
		g.begin()
	case "Variation":
		g.open()
	}
	before := len(g.text)
	g.expand(g.grammar[name].Expr)
	g.note(name, string(g.text[before:]))
}

// note records the event that the text of a production causes.
func (g *pgnGenerator) note(production, text string) {
	switch production {
	case "name":
		g.name = text
	case "string":
		if slices.Contains(g.names, g.name) {
			return // the scanner drops a second tag of a name
		}
		g.names = append(g.names, g.name)
		g.event("tag " + g.name + "=" + strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(text[1:len(text)-1]))
	case "Start":
		g.event("tag FEN=" + g.position.FEN())
	case "blockComment", "lineComment":
		g.event("{" + text[1:len(text)-1] + "}")
	case "glyph":
		n, _ := strconv.Atoi(text[1:])
		g.event(fmt.Sprintf("$%d", n))
	case "sign":
		g.event(fmt.Sprintf("$%d", pgntext.GlyphNAGs[text]))
	case "Variation":
		g.close()
	case "result":
		g.start()
		result, _ := pgntext.ParseResult([]byte(text))
		g.event(fmt.Sprintf("end of %d: %v", g.games, Result(result)))
	}
}

func (g *pgnGenerator) event(text string) { g.events = append(g.events, text) }

func (g *pgnGenerator) begin() {
	g.games++
	g.started, g.names = false, nil
	g.position = StartPosition()
}

// start records the start of the movetext, unless the game has one already.
func (g *pgnGenerator) start() {
	if !g.started {
		g.event("movetext")
		g.started = true
	}
}

func (g *pgnGenerator) open() {
	g.event("(")
	g.lines = append(g.lines, pgnLine{position: g.position, previous: g.previous})
	g.position = g.previous
}

func (g *pgnGenerator) close() {
	g.event(")")
	top := g.lines[len(g.lines)-1]
	g.position, g.previous = top.position, top.previous
	g.lines = g.lines[:len(g.lines)-1]
}

func (g *pgnGenerator) legalMove() Move {
	moves := g.position.LegalMoves()
	return moves[g.random.IntN(len(moves))]
}

// play makes a move and writes it in a random spelling. For a null move it writes nothing, because
// the production for null moves does.
func (g *pgnGenerator) play(m Move) {
	g.event(g.position.SAN(m))
	if m != NullMove {
		forms := looserForms(&g.position, m, g.position.SAN(m))
		form := forms[g.random.IntN(len(forms))]
		start := len(g.text)
		g.text = append(g.text, form...)
		g.moves = append(g.moves, writtenMove{g.games, start, len(g.text)})
		if strings.HasSuffix(form, "=") {
			g.event("$10")
		}
	}
	g.previous = g.position
	g.position = g.position.After(m)
}

// generateGames returns a generator that has written the given number of games.
func generateGames(t *testing.T, seed uint64, games int) *pgnGenerator {
	g := &pgnGenerator{grammar: readGrammar(t), random: rand.New(rand.NewPCG(seed, 4))}
	for range games {
		g.expandName("Game")
	}
	return g
}

func grammarGames() int { return shorter(400) }

// TestGrammarEvents checks that scanning text that follows the grammar reports the recorded events
// and no faults.
func TestGrammarEvents(t *testing.T) {
	g := generateGames(t, 1, grammarGames())
	for _, c := range readCuts {
		s := NewPGNScanner(c.cut(strings.NewReader(string(g.text))))
		got := scanTexts(s, func(text string) {
			if strings.HasPrefix(text, "fault") {
				t.Fatalf("%s: %v in:\n%s", c.name, s.Fault(), lineAbout(g.text, s.Fault().Line))
			}
		})
		if diff := firstDiff(g.events, got); diff != "" {
			t.Errorf("%s: events differ: %s", c.name, diff)
		}
	}
}

// TestGrammarPlantedFaults replaces a move with nonsense in every third game. Each fault must be
// reported at its place, and all other games must be read as before.
func TestGrammarPlantedFaults(t *testing.T) {
	g := generateGames(t, 4, grammarGames())
	games, _, _ := readOutlines(strings.NewReader(string(g.text)))
	text := string(g.text)
	var want []string
	planted := map[int]bool{}
	for _, i := range g.random.Perm(len(g.moves)) {
		if m := g.moves[i]; m.game%3 == 0 && !planted[m.game] && m.end-m.start > 2 {
			planted[m.game] = true
			text = text[:m.start] + strings.Repeat("y", m.end-m.start-2) + "a1" + text[m.end:]
			line, column := placeOf(text, m.start)
			want = append(want, fmt.Sprintf("%d:%d in game %d: %s", line, column, m.game, text[m.start:m.end]))
		}
	}
	for _, end := range []string{"\n", "\r\n"} {
		got, faults, err := readOutlines(strings.NewReader(strings.ReplaceAll(text, "\n", end)))
		if err != nil || len(got) != len(games) {
			t.Fatalf("line ending %q: %d games, error %v, want %d, nil", end, len(got), err, len(games))
		}
		for i := range games {
			if !planted[i+1] && got[i] != games[i] {
				t.Errorf("game %d, which has no fault, reads as %s, want %s", i+1, got[i], games[i])
			}
		}
		var found []string
		for _, f := range faults {
			found = append(found, fmt.Sprintf("%d:%d in game %d: %s", f.Line, f.Column, f.Game, f.Token))
		}
		if diff := cmp.Diff(slices.Sorted(slices.Values(want)), slices.Sorted(slices.Values(found))); diff != "" {
			t.Errorf("faults with line ending %q (-want +got):\n%s", end, diff)
		}
	}
}

// placeOf returns the line and column of an offset in text.
func placeOf(text string, offset int) (line, column int) {
	before := text[:offset]
	return strings.Count(before, "\n") + 1, offset - strings.LastIndexByte(before, '\n')
}

// lineAbout returns the line with the given number and some lines around it.
func lineAbout(text []byte, line int) string {
	lines := strings.Split(string(text), "\n")
	return strings.Join(lines[max(line-4, 0):min(line+2, len(lines))], "\n")
}

// firstDiff returns the difference between two lists around the first elements that differ, or ""
// if the lists are equal.
func firstDiff(want, got []string) string {
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i] != got[i] {
			first, last := max(i-5, 0), i+5
			return cmp.Diff(want[min(first, len(want)):min(last, len(want))], got[min(first, len(got)):min(last, len(got))])
		}
	}
	return ""
}

// A census counts the games, and the elements of games, in a text.
type census struct{ Games, Tags, Moves, Variations, Comments, Glyphs int }

// countEvents returns the census of a list of events.
func countEvents(events []string) (c census) {
	for _, text := range events {
		switch {
		case strings.HasPrefix(text, "end of"):
			c.Games++
		case strings.HasPrefix(text, "tag "):
			c.Tags++
		case text[0] == '{':
			c.Comments++
		case text[0] == '$':
			c.Glyphs++
		case text == "(":
			c.Variations++
		case text != ")" && text != "movetext":
			c.Moves++
		}
	}
	return c
}

// countGame adds the elements of g to c.
func (c *census) countGame(g *Game) {
	c.Games++
	c.Tags += len(g.Tags())
	nodes := []Node{g.Root()}
	for len(nodes) > 0 {
		n := nodes[len(nodes)-1]
		nodes = nodes[:len(nodes)-1]
		c.Comments += len(n.Comments()) + len(n.CommentsBefore())
		c.Glyphs += len(n.NAGs())
		children := slices.Collect(n.Children())
		c.Moves += len(children)
		c.Variations += max(len(children)-1, 0)
		nodes = append(nodes, children...)
	}
}

// TestGrammarRoundTrip checks that games that follow the grammar are read without loss, and that
// they can be written and read back equal.
func TestGrammarRoundTrip(t *testing.T) {
	g := generateGames(t, 2, grammarGames())
	want := countEvents(g.events)
	var got census
	for game, err := range NewPGNReader(strings.NewReader(string(g.text))).All() {
		if err != nil {
			t.Fatalf("game %d: error %v, want nil", got.Games+1, err)
		}
		got.countGame(game)
		checkRoundTrip(t, game)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("elements of the games (-want +got):\n%s", diff)
	}
	if got.Games != grammarGames() || got.Moves < grammarGames() || got.Variations < grammarGames() ||
		got.Comments < grammarGames() || got.Glyphs < grammarGames() {
		t.Errorf("elements of the games = %+v, want %d games, at least as many of the others", got, grammarGames())
	}
}

// TestGrammarLineEnds checks that other line endings, a byte order mark, and the [pgn] marks of web
// pages do not change the games.
func TestGrammarLineEnds(t *testing.T) {
	text := string(generateGames(t, 3, grammarGames()).text)
	want := readEqual(t, text)
	for name, other := range map[string]string{
		"CRLF":                  strings.ReplaceAll(text, "\n", "\r\n"),
		"CR":                    strings.ReplaceAll(text, "\n", "\r"),
		"byte order mark":       "\ufeff" + text,
		"byte order mark, CRLF": "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n"),
		"[pgn] marks":           "[pgn]\n" + text + "[/pgn]\n",
		"mixed line endings":    mixLineEnds(text),
	} {
		got := readEqual(t, other)
		if len(got) != len(want) {
			t.Errorf("%s: %d games, want %d", name, len(got), len(want))
			continue
		}
		for i, g := range got {
			if !g.Equal(want[i]) {
				t.Fatalf("%s: game %d differs (-want +got):\n%s", name, i+1, cmp.Diff(outline(want[i]), outline(g)))
			}
		}
	}
}

// mixLineEnds changes every other line ending to CRLF and every fourth to CR.
func mixLineEnds(text string) string {
	var b strings.Builder
	for i, line := range strings.SplitAfter(text, "\n") {
		end := []string{"\n", "\r\n", "\r", "\r\n"}[i%4]
		b.WriteString(strings.Replace(line, "\n", end, 1))
	}
	return b.String()
}

// readEqual returns the games of a text, which must have no faults.
func readEqual(t *testing.T, text string) (games []*Game) {
	t.Helper()
	for g, err := range NewPGNReader(strings.NewReader(text)).All() {
		if err != nil {
			t.Fatalf("game %d: error %v, want nil", len(games)+1, err)
		}
		games = append(games, g)
	}
	return games
}

// A scanned is what a worker reports about its part of a stream: a short text for each game and
// fault, with the number of the game.
type scanned struct {
	games int
	found []foundInGame
}

type foundInGame struct {
	Game int
	Text string
}

// scanPart lists the games and faults that s finds.
func scanPart(s *PGNScanner) (part scanned) {
	moves := 0
	for event := s.Next(); event != PGNEnd; event = s.Next() {
		switch event {
		case PGNMove:
			moves++
		case PGNFault:
			f := s.Fault()
			part.found = append(part.found, foundInGame{f.Game, fmt.Sprintf("%d:%d %s", f.Line, f.Column, f.Detail)})
		case PGNGameEnd:
			part.games++
			part.found = append(part.found, foundInGame{s.Game(), fmt.Sprintf("%d moves, %v", moves, s.Result())})
			moves = 0
		}
	}
	return part
}

// scanAll scans r with the given number of workers and joins the results of the parts.
func scanAll(r io.Reader, workers int) (all scanned, err error) {
	for part, e := range ScanPGN(r, workers, PGNOptions{}, scanPart) {
		for _, f := range part.found {
			f.Game += all.games
			all.found = append(all.found, f)
		}
		all.games += part.games
		err = e
	}
	return all, err
}

// parallelStreams are formats of games in which the end of a game is hard to find. %[1]d is the
// number of the game, %[2]s is text that makes it long.
var parallelStreams = []struct{ name, games string }{
	{"usual", "[Event \"%[1]d\"]\n[White \"A\"]\n\n1. e4 {%[2]s} e5 2. Nf3 1-0\n\n"},
	{"carriage returns", "[Event \"%[1]d\"]\r\n[White \"A\"]\r\n\r\n1. e4 {%[2]s}\r\n e5 2. Nf3 1-0\r\n\r\n"},
	{"bare carriage returns", "[Event \"%[1]d\"]\n\n1. e4 {%[2]s}\r e5\r\r2. Ke3 {\r} 1-0\n\n"},
	{"results written twice", "[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 2. Ke3 1-0\n1-0\n\n"},
	{"no blank lines", "[Event \"%[1]d\"]\n[White \"A\"]\n1. e4 {%[2]s} e5 2. Nf3 1-0\n"},
	{"no results", "[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 2. Nf3\n\n"},
	{"faults", "[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5\n2. Ke3 Nf6 0-1\n\n[Event \"%[1]d\"]\n\n1. e5 *\n\n"},
	{"Event tag not first", "[Site \"S\"]\n[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 2. Nf3 1-0\n\n"},
	{"blank line before Event", "[Site \"S\"]\n\n[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 2. Nf3 1-0\n\n"},
	{"comment before the tags", "{about %[1]d}\n[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 2. Nf3 1-0\n\n"},
	{"line comment before the tags", "; about %[1]d\n\n[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 2. Nf3 1-0\n\n"},
	{"line comment that ends like a game", "[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 2. Nf3 1-0\n\n; White won 1-0\n"},
	{"escape line that ends like a game", "[Site \"S\"]\n%% 1-0\n[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 2. Nf3 1-0\n\n"},
	{"comment that ends like a game", "[Event \"%[1]d\"]\n\n1. e4 {%[2]s 1-0} e5 2. Nf3 {1-0\n} 1-0\n\n{1-0\n}\n"},
	{"indented tags", "  [Site \"S\"]\n[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 2. Nf3 1-0\n\n"},
	{"escape line before Event", "[Site \"S\"]\n%% %[1]d\n[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 2. Nf3 1-0\n\n"},
	{"games without tags between others", "[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 *\n\n1. d4 1-0\n* {end}\n"},
	{"games without moves", "[Event \"%[1]d\"]\n[Site \"%[2]s\"]\n\n[Event \"%[1]d\"]\n\n*\n\n"},
	{"unclosed comments", "[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 {never\n\n"},
	{"unclosed variations", "[Event \"%[1]d\"]\n\n1. e4 (1. d4 {%[2]s} d5 1-0\n\n"},
	{"unclosed reserved text", "[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 < never\n\n"},
	{"no Event tag", "[White \"%[1]d\"]\n\n1. e4 {%[2]s} e5 2. Ke3 1-0\n\n"},
	{"no tags", "1. e4 {%[2]s} e5 2. Nf3 1-0\n\n"},
	{"commands", "[Event \"%[1]d\"]\n\n1. e4 {%[2]s} { [%%clk 0:03:00] } e5 { [%%eval 0.1] \"best\" } 2. Nf3 1-0\n\n"},
	{"unclosed tag that ends like a game", "[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 1-0\n\n[Site \"S\" 1-0\n"},
}

// TestScanPGNDivides checks that ScanPGN divides a stream of games with results, whatever text the
// comments contain.
func TestScanPGNDivides(t *testing.T) {
	for _, test := range parallelStreams {
		if name := test.name; name != "usual" && name != "commands" && name != "carriage returns" {
			continue
		}
		parts := 0
		for range ScanPGN(strings.NewReader(repeatGames(test.games, 5<<19)), 2, PGNOptions{}, scanPart) {
			parts++
		}
		if parts < 3 {
			t.Errorf("%s: ScanPGN divides 2.5 MB into %d parts, want at least 3", test.name, parts)
		}
	}
}

// The tests divide texts into small parts, so that short texts have many. Those of explore have parts as
// programs do.
func init() { pgntext.PartSize, pgntext.MaxPartSize = 1<<14, 1<<18 }

// repeatGames repeats the format games, with increasing game numbers, until the result has at least
// size bytes.
func repeatGames(games string, size int) string {
	var b strings.Builder
	for i := 1; b.Len() < size; i++ {
		fmt.Fprintf(&b, games, i, strings.Repeat("0123456789\n", 100+i%50))
	}
	return b.String()
}

func TestScanPGN(t *testing.T) {
	for _, test := range parallelStreams {
		t.Run(test.name, func(t *testing.T) {
			text := repeatGames(test.games, deep.Times(9, 2)*pgntext.PartSize)
			want := scanPart(newTextScanner(text))
			for _, workers := range []int{2, 3} {
				got, err := scanAll(strings.NewReader(text), workers)
				if err != nil {
					t.Errorf("%d workers: error %v, want nil", workers, err)
				}
				if got.games != want.games || !slices.Equal(got.found, want.found) {
					t.Fatalf("%d workers find %d games, want %d; first difference: %s",
						workers, got.games, want.games, firstDifference(want.found, got.found))
				}
			}
		})
	}
}

// TestScanPGNParts checks that parts are numbered in input order for any number of workers, and that their
// scanners have the options.
func TestScanPGNParts(t *testing.T) {
	options := PGNOptions{Limits: PGNLimits{Tags: 9}, Language: Finnish, Strict: true, SkipVariations: true, SkipMoves: true, Variants: true}
	text := strings.Repeat("[Event \"E\"]\n\n1. e4 *\n\n", pgntext.PartSize/5)
	for _, workers := range []int{1, 2, 3} {
		want := 0
		scan := func(s *PGNScanner) int {
			if s.PGNOptions != options {
				t.Errorf("%d workers: options %+v, want %+v", workers, s.PGNOptions, options)
			}
			return s.Part()
		}
		for part := range ScanPGN(strings.NewReader(text), workers, options, scan) {
			if part != want {
				t.Errorf("%d workers: part %d, want %d", workers, part, want)
			}
			want++
		}
		if want < workers || workers == 1 && want > 1 {
			t.Errorf("%d workers scan %d parts, want 1 for one worker, otherwise at least one per worker", workers, want)
		}
	}
}

// firstDifference describes the first difference between two lists.
func firstDifference(want, got []foundInGame) string {
	for i := range min(len(want), len(got)) {
		if want[i] != got[i] {
			return fmt.Sprintf("%v, want %v", got[i], want[i])
		}
	}
	return fmt.Sprintf("%d entries, want %d", len(got), len(want))
}

// TestScanPGNSmall scans streams that are smaller than one part, with every entry of readCuts.
func TestScanPGNSmall(t *testing.T) {
	for _, text := range []string{
		"", "\n", "\ufeff", "*", "1. e4 *", "[Event \"E\"]\n\n1. e4 *", "[Event \"E\"]", "{", "\x00",
		"[Event \"E\"]\n\n1. e4 e4 *\n\n[Event \"F\"]\n\n1. e5 *\n\n[Event \"G\"]\n\n*\n",
	} {
		want := scanPart(newTextScanner(text))
		for _, c := range readCuts {
			for workers := -1; workers <= 4; workers++ {
				got, err := scanAll(c.cut(strings.NewReader(text)), workers)
				if diff := cmp.Diff(want.found, got.found); diff != "" || err != nil || got.games != want.games {
					t.Errorf("%s: %d workers on %q: %d games, error %v (-want +got):\n%s",
						c.name, workers, text, got.games, err, diff)
				}
			}
		}
	}
}

// TestScanPGNLongGames scans a stream of long games, one of which is too long for ScanPGN to divide
// the stream after it.
func TestScanPGNLongGames(t *testing.T) {
	var b strings.Builder
	for i, comments := range []int{1, 3, 40, 1, 1, 2} {
		fmt.Fprintf(&b, "[Event \"%d\"]\n\n1. e4 ", i)
		for range comments {
			b.WriteString("{" + strings.Repeat("x", pgntext.MaxPartSize/8) + "\n}")
		}
		b.WriteString(" e4 1-0\n\n")
	}
	text := b.String()
	want := scanPart(newTextScanner(text))
	for _, workers := range []int{2, 4} {
		got, err := scanAll(strings.NewReader(text), workers)
		if diff := cmp.Diff(want.found, got.found); diff != "" || err != nil {
			t.Errorf("%d workers: error %v (-want +got):\n%s", workers, err, diff)
		}
	}
}

// TestScanPGNUndivided checks that ScanPGN divides a stream after a game of less than 4 MiB, and
// that from a longer game on one worker scans the rest.
func TestScanPGNUndivided(t *testing.T) {
	for _, test := range []struct {
		size    int
		divided bool
	}{
		{pgntext.MaxPartSize - pgntext.PartSize, true}, {pgntext.MaxPartSize - 1, true},
		{pgntext.MaxPartSize, false}, {pgntext.MaxPartSize + pgntext.PartSize/4, false},
	} {
		const head, tail = "[Event \"E\"]\n\n1. e4 {", "} 1-0\n\n"
		comment := strings.Repeat("0123456789abcde\n", test.size/16)
		text := head + comment[:test.size-len(head+tail)] + tail +
			strings.Repeat("[Event \"F\"]\n\n1. e4 1-0\n\n", pgntext.PartSize/8)
		parts := 0
		for range ScanPGN(strings.NewReader(text), 2, PGNOptions{}, (*PGNScanner).Part) {
			parts++
		}
		if (parts > 1) != test.divided {
			t.Errorf("a stream with a game of %d bytes has %d parts; divided = %v, want %v",
				test.size, parts, parts > 1, test.divided)
		}
	}
}

// TestScanPGNError checks that if reading fails, ScanPGN scans the text before the failure and
// reports the error with the last part.
func TestScanPGNError(t *testing.T) {
	broken := errors.New("broken")
	text := repeatGames(parallelStreams[4].games, 10*pgntext.PartSize)
	for _, size := range []int{0, 1, 1000, 4 * pgntext.PartSize, 6 * pgntext.PartSize, len(text)} {
		want := scanPart(NewPGNScanner(io.MultiReader(strings.NewReader(text[:size]), iotest.ErrReader(broken))))
		for workers := 1; workers <= 4; workers++ {
			got, err := scanAll(io.MultiReader(strings.NewReader(text[:size]), iotest.ErrReader(broken)), workers)
			if err != broken {
				t.Errorf("%d bytes, %d workers: error %v, want %v", size, workers, err, broken)
			}
			if got.games != want.games || !slices.Equal(got.found, want.found) {
				t.Errorf("%d bytes, %d workers: %s", size, workers, firstDifference(want.found, got.found))
			}
		}
	}
}

// TestScanPGNStops checks that leaving the loop early ends all workers.
func TestScanPGNStops(t *testing.T) {
	text := repeatGames(parallelStreams[0].games, 20*pgntext.PartSize)
	before := runtime.NumGoroutine()
	for workers := 1; workers <= 4; workers++ {
		for part, err := range ScanPGN(strings.NewReader(text), workers, PGNOptions{}, scanPart) {
			if err != nil || part.games == 0 {
				t.Errorf("%d workers: %d games in the first part, error %v", workers, part.games, err)
			}
			break
		}
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("%d goroutines are running after the loops, want at most %d as before", runtime.NumGoroutine(), before)
}

// A gatedReader returns the text of r, then blocks until gate is closed.
type gatedReader struct {
	r    io.Reader
	gate chan struct{}
}

func (g gatedReader) Read(b []byte) (int, error) {
	if n, err := g.r.Read(b); err != io.EOF {
		return n, err
	}
	<-g.gate
	return 0, io.EOF
}

// TestScanPGNStopsWhileReading checks that leaving the loop does not wait for a Read call in
// progress.
func TestScanPGNStopsWhileReading(t *testing.T) {
	r := gatedReader{strings.NewReader(repeatGames(parallelStreams[0].games, 10*pgntext.PartSize)), make(chan struct{})}
	left := make(chan bool)
	go func() {
		for range ScanPGN(r, 2, PGNOptions{}, scanPart) {
			break
		}
		left <- true
	}()
	select {
	case <-left:
		close(r.gate)
	case <-time.After(time.Minute):
		t.Error("leaving the loop waits for a Read call in progress")
		close(r.gate)
		<-left
	}
}

// TestScanPGNLimits checks that a scan function can set the limits of its scanner.
func TestScanPGNLimits(t *testing.T) {
	text := repeatGames(parallelStreams[0].games, 6*pgntext.PartSize)
	for workers := 1; workers <= 2; workers++ {
		games, faults := 0, 0
		for part := range ScanPGN(strings.NewReader(text), workers, PGNOptions{}, func(s *PGNScanner) scanned {
			s.Limits = PGNLimits{Moves: 2}
			return scanPart(s)
		}) {
			games += part.games
			faults += len(part.found) - part.games
		}
		if games == 0 || faults != games {
			t.Errorf("%d workers: %d faults in %d games of 3 moves, want one fault per game", workers, faults, games)
		}
	}
}

// A brokenReader fails in a way of its own after some data.
type brokenReader struct {
	data io.Reader
	fail func(b []byte) (int, error)
}

func (r brokenReader) Read(b []byte) (int, error) {
	if n, err := r.data.Read(b); err == nil {
		return n, nil
	}
	return r.fail(b)
}

// TestScanPGNBrokenReaders checks that readers that fail in unusual ways end the scan with an error
// and without a hang, that the text before is scanned, and that the number of workers makes no
// difference.
func TestScanPGNBrokenReaders(t *testing.T) {
	const games = 100
	broken := errors.New("broken")
	for _, test := range []struct {
		name string
		fail func(b []byte) (int, error)
		want string
	}{
		{"nothing and no error", func([]byte) (int, error) { return 0, nil }, io.ErrNoProgress.Error()},
		{"negative count", func([]byte) (int, error) { return -1, nil }, "impossible count"},
		{"too large a count", func(b []byte) (int, error) { return len(b) + 1, nil }, "impossible count"},
		{"count and error", func(b []byte) (int, error) { return copy(b, " "), broken }, "broken"},
		{"impossible count and error", func(b []byte) (int, error) { return len(b) + 1, broken }, "impossible count"},
		{"unexpected end", func([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }, io.ErrUnexpectedEOF.Error()},
	} {
		for workers := 1; workers <= 3; workers++ {
			text := strings.Repeat("[Event \"E\"]\n\n1. e4 *\n\n", games)
			all, err := scanAll(brokenReader{strings.NewReader(text), test.fail}, workers)
			if err == nil || !strings.Contains(err.Error(), test.want) || all.games != games {
				t.Errorf("%s, %d workers: %d games, error %v, want %d, %s", test.name, workers, all.games, err, games, test.want)
			}
		}
	}
}

// TestScanPGNPanics checks that a panic and a call of runtime.Goexit, in the function that scans
// and in the reader, end the loop in the same way with any number of workers.
func TestScanPGNPanics(t *testing.T) {
	text := strings.Repeat("[Event \"E\"]\n\n1. e4 *\n\n", pgntext.PartSize/5)
	exits := map[string]func(){"panic": func() { panic("scan") }, "Goexit": runtime.Goexit}
	for name, exit := range exits {
		for workers := 1; workers <= 3; workers++ {
			for _, inReader := range []bool{false, true} {
				r := io.Reader(strings.NewReader(text))
				scan := func(s *PGNScanner) int {
					exit()
					return 0
				}
				if inReader {
					r = brokenReader{r, func([]byte) (int, error) { exit(); return 0, nil }}
					scan = func(s *PGNScanner) int { return scanPart(s).games }
				}
				ended := make(chan any)
				go func() {
					defer func() { ended <- recover() }()
					for range ScanPGN(r, workers, PGNOptions{}, scan) {
					}
					ended <- "end of the loop"
				}()
				want := any(nil)
				if name == "panic" {
					want = "scan"
				}
				if got := <-ended; got != want {
					t.Errorf("%s, %d workers, in the reader = %v: the loop ends with %v, want %v", name, workers, inReader, got, want)
				}
			}
		}
	}
}

// TestScanPGNStrict checks that several workers find the same warnings as one.
func TestScanPGNStrict(t *testing.T) {
	var text strings.Builder
	for i := 0; text.Len() < 3*pgntext.PartSize; i++ {
		fmt.Fprintf(&text, "[Event \"%d\"]\n[Result \"0-1\"]\n\n1. e2e4 e5+ 2. Nf3 +/= 4. Nc6 1-0\n\n", i)
	}
	var want []string
	for workers := 1; workers <= 3; workers++ {
		var got []string
		parts := 0
		scan := func(s *PGNScanner) (faults []string) {
			for event := s.Next(); event != PGNEnd; event = s.Next() {
				if f := s.Fault(); event == PGNFault {
					faults = append(faults, fmt.Sprint(f.Line, f.Column, f.Offset, f.Warning, f.Token, f.Detail))
				}
			}
			return faults
		}
		for faults, err := range ScanPGN(strings.NewReader(text.String()), workers, PGNOptions{Strict: true}, scan) {
			got = append(got, faults...)
			parts++
			if err != nil {
				t.Fatal(err)
			}
		}
		if workers == 1 {
			want = got
		}
		if diff := firstDiff(want, got); diff != "" || len(got) < 1000 || workers > 1 && parts < 2 {
			t.Fatalf("%d workers find %d faults in %d parts, one finds %d; first difference:\n%s", workers, len(got), parts, len(want), diff)
		}
	}
}

// trapGames are games in which it is hard to see where a game begins, for a section that begins
// anywhere.
const trapGames = "\ufeff[Event \"1\"]\n[Site \"[Event \\\"S\"]\n\n1. e4 {1-0 [Event \"x\"]} e5 1-0\n\n" +
	"[Event \"CRLF\"]\r\n\r\n1. e4\r\n{a comment\r\n[Event \"not a game\"]\r\nof lines} e5 2. Ke3 1/2-1/2\r\n\r\n" +
	"% 1-0\n[Event \"after an escape\"]\n\n1. d4 ; 0-1\n[Event \"no result before\"]\n1. c4 *\n" +
	"[Event \"no blank line\"]\n1. e4 e5 0-1 {end}\n\n[Event \"after a comment\"]\n\n1. e5 *\n\n\n \t\n" +
	"[Event \"after blank lines\"]\n*\n\n1. d4 d5 1-0\n\n1. Nf3 (1. c4 1-0\n\n[Event \"open\"]\n\n1. e4 {\n1-0"

// sectionsOf returns the parts of the sections of text that begin at the given offsets.
func sectionsOf(t *testing.T, text string, begins ...int) (parts []PGNPart) {
	t.Helper()
	for i, from := range begins {
		to := len(text)
		if i+1 < len(begins) {
			to = begins[i+1]
		}
		for part, err := range SplitPGN(strings.NewReader(text), int64(from), int64(to)) {
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, part)
		}
	}
	return parts
}

// sameParts reports whether two lists of parts have the same offsets and sizes.
func sameParts(a, b []PGNPart) bool {
	return slices.EqualFunc(a, b, func(p, q PGNPart) bool { return p.Offset == q.Offset && p.Size == q.Size })
}

// scanOffsets lists the games and faults that s finds, with their offsets and absolute lines.
func scanOffsets(s *PGNScanner, line int) (found []string) {
	moves := 0
	for event := s.Next(); event != PGNEnd; event = s.Next() {
		switch event {
		case PGNMove:
			moves++
		case PGNFault:
			f := s.Fault()
			found = append(found, fmt.Sprintf("%d: line %d, column %d: %s", f.Offset, f.Line+line-1, f.Column, f.Detail))
		case PGNGameEnd:
			found = append(found, fmt.Sprintf("%d: %d moves, %v", s.GameOffset(), moves, s.Result()))
			moves = 0
		}
	}
	return found
}

// scanParts lists what scanOffsets finds in all parts of a text.
func scanParts(text string, parts []PGNPart) (found []string) {
	lines := strings.NewReplacer("\r\n", "\n", "\r", "\n")
	for _, part := range parts {
		found = append(found, scanOffsets(part.Scanner(), 1+strings.Count(lines.Replace(text[:part.Offset]), "\n"))...)
	}
	return found
}

// TestSplitPGN checks that sections of a file, wherever they meet, together have the games, faults,
// offsets, and lines that one scanner finds in the whole file.
func TestSplitPGN(t *testing.T) {
	texts := []string{trapGames}
	for _, stream := range parallelStreams {
		texts = append(texts, fmt.Sprintf(strings.Repeat(stream.games, 3), 1, "x\ny"))
	}
	for _, text := range texts {
		want := scanOffsets(newTextScanner(text), 1)
		for cut := range len(text) + 1 {
			if diff := cmp.Diff(want, scanParts(text, sectionsOf(t, text, 0, cut))); diff != "" {
				t.Fatalf("cut at %d (%q): (-one scan, +two sections)\n%s", cut, text[:cut], diff)
			}
		}
	}
}

// TestSplitPGNAnywhere checks that three sections have the parts of the whole file, wherever they
// meet, and that the file is split at the right places.
func TestSplitPGNAnywhere(t *testing.T) {
	imitation := "[Event \"1\"]\n\n1. e4 {a comment\n1-0\n\n[Event \"in it\"]\n\n1. d4 *} e5 1-0\n\n[Event \"2\"]\n\n*\n"
	for _, test := range []struct {
		text  string
		parts int
	}{{trapGames, 5}, {imitation, 3}, {"", 0}, {"1. e4", 1}, {"\n\n[Event \"1\"]\n", 1}} {
		whole := sectionsOf(t, test.text, 0)
		if len(whole) != test.parts {
			t.Errorf("SplitPGN splits %q into %d parts, want %d", test.text, len(whole), test.parts)
		}
		if diff := cmp.Diff(scanParts(test.text, whole), scanParts(test.text, whole)); diff != "" {
			t.Errorf("%q: other scanners of the same parts (-first, +second)\n%s", test.text, diff)
		}
		for first := range len(test.text) + 1 {
			for second := first; second <= len(test.text); second += max(1, len(test.text)/64) {
				if got := sectionsOf(t, test.text, 0, first, second); !sameParts(got, whole) {
					t.Fatalf("sections that meet at %d and %d of %q have %v, want %v", first, second, test.text, got, whole)
				}
			}
		}
	}
}

// TestSplitPGNLarge checks sections of a file with parts and lines that do not fit into the memory
// of a section.
func TestSplitPGNLarge(t *testing.T) {
	comment := strings.Repeat("{0123456789}", pgntext.MaxLastLine/12)
	small := "[Event \"small\"]\n\n1. e4 *\n\n"
	text := small + "[Event \"long line\"]\n\n1. e4 " + comment + " *\n" + small +
		"[Event \"large\"]\n\n1. e4 " + strings.Repeat(comment+"\n", 1+pgntext.MaxPartSize/pgntext.MaxLastLine) + "1. Ke3 *\n" + small + small
	want := scanOffsets(newTextScanner(text), 1)
	whole := sectionsOf(t, text, 0)
	if len(whole) != 5 {
		t.Errorf("SplitPGN finds %d parts, want 5", len(whole))
	}
	if diff := cmp.Diff(want, scanParts(text, whole)); diff != "" {
		t.Errorf("games of the parts (-one scan, +parts):\n%s", diff)
	}
	for cut := 1; cut < len(text); cut += len(text)/7 + 1 {
		if got := sectionsOf(t, text, 0, cut, min(len(text), cut+pgntext.MaxLastLine)); !sameParts(got, whole) {
			t.Errorf("sections that meet at %d have %d parts, want %d", cut, len(got), len(whole))
		}
	}
}

// A failingAt fails to read at an offset and after it.
type failingAt struct {
	r      io.ReaderAt
	offset int64
}

func (r failingAt) ReadAt(b []byte, offset int64) (n int, err error) {
	if rest := max(0, r.offset-offset); int64(len(b)) > rest {
		n, _ = r.r.ReadAt(b[:rest], offset)
		return n, errRead
	}
	return r.r.ReadAt(b, offset)
}

var errRead = errors.New("the disk is gone")

// TestSplitPGNError checks that SplitPGN returns the error of the file once, after the parts before
// it.
func TestSplitPGNError(t *testing.T) {
	text := strings.Repeat("[Event \"1\"]\n\n1. e4 *\n\n", 10)
	file := failingAt{strings.NewReader(text), int64(len(text) / 2)}
	for _, from := range []int{0, 1, len(text) - 1} {
		var errs []error
		for part, err := range SplitPGN(file, int64(from), int64(len(text))) {
			if err == nil && part.Offset+part.Size > file.offset {
				t.Errorf("from %d: part at %d of %d bytes, after the error", from, part.Offset, part.Size)
			}
			if err != nil {
				errs = append(errs, err)
			}
		}
		if len(errs) != 1 || errs[0] != errRead {
			t.Errorf("from %d: errors %v, want %v once", from, errs, errRead)
		}
	}
	for part, err := range SplitPGN(file, 0, 1) {
		if err != nil {
			t.Errorf("a section before the error: part at %d, %v, want no error", part.Offset, err)
		}
	}
}

// FuzzSplitPGN checks that the sections of a text have the parts of the whole text, and that the
// parts cover it.
func FuzzSplitPGN(f *testing.F) {
	f.Add(trapGames, uint16(100), uint16(200))
	for _, stream := range parallelStreams {
		f.Add(fmt.Sprintf(strings.Repeat(stream.games, 3), 1, "x\n[Event \"y\n*\n"), uint16(50), uint16(150))
	}
	f.Fuzz(func(t *testing.T, text string, first, second uint16) {
		whole := sectionsOf(t, text, 0)
		end := int64(0)
		for _, part := range whole {
			if part.Offset != end || part.Size <= 0 {
				t.Fatalf("part at %d of %d bytes, want one at %d", part.Offset, part.Size, end)
			}
			end += part.Size
		}
		if end != int64(len(text)) {
			t.Fatalf("parts end at %d, want %d", end, len(text))
		}
		a, b := int(first)%(len(text)+1), int(second)%(len(text)+1)
		if got := sectionsOf(t, text, 0, min(a, b), max(a, b)); !sameParts(got, whole) {
			t.Fatalf("sections that meet at %d and %d have %v, want %v", a, b, got, whole)
		}
	})
}

// A gameScan holds the events of one game, as text.
type gameScan struct {
	events []string
	main   []string // tags and moves of the main line
	end    string
	cut    int  // number of events before SkipGame, or -1 if the game was not skipped
	thin   bool // variations may have been skipped
}

// A scanWalk scans a text. Between the events, it may skip the game or switch SkipVariations. It
// checks the state of the scanner after each event.
type scanWalk struct {
	t      *testing.T
	s      *PGNScanner
	size   int
	games  []gameScan
	lines  []pgnLine // main line and open variations
	inTags bool
	offset int64
}

func newScanWalk(t *testing.T, text []byte) *scanWalk {
	decoded, err := io.ReadAll(pgntext.Decode(bytes.NewReader(text))) // offsets count bytes of UTF-8
	if err != nil {
		t.Fatal(err)
	}
	return &scanWalk{t: t, s: NewPGNScanner(bytes.NewReader(text)), size: len(decoded)}
}

// scan scans the text and returns its games. Each byte of calls decides what to call after one
// event.
func (w *scanWalk) scan(calls []byte) []gameScan {
	open, thin := false, false
	for event := w.s.Next(); event != PGNEnd; event = w.s.Next() {
		if event == PGNFault && w.s.Fault().Outside {
			continue
		}
		if !open {
			w.games = append(w.games, gameScan{cut: -1, thin: thin})
			w.lines, w.inTags = make([]pgnLine, 1), true
		}
		g := &w.games[len(w.games)-1]
		w.check(g, event)
		open = event != PGNGameEnd
		if len(calls) == 0 {
			continue
		}
		switch call := calls[0] % 8; {
		case call == 1:
			w.s.SkipGame()
			if open && g.cut < 0 {
				g.cut = len(g.events)
			}
		case call <= 3:
			thin = call == 2
			w.s.SkipVariations = thin
			g.thin = g.thin || thin
		}
		calls = calls[1:]
	}
	if open || w.s.Err() != nil {
		w.t.Fatalf("at the end of the input: game is open = %v, Err() = %v, want false and no error", open, w.s.Err())
	}
	return w.games
}

// check adds an event to g and checks the state of the scanner.
func (w *scanWalk) check(g *gameScan, event PGNEvent) {
	s, text := w.s, eventText(w.s, event)
	g.events = append(g.events, text)
	line := &w.lines[len(w.lines)-1]
	switch event {
	case PGNTag:
		g.main = append(g.main, text)
	case PGNMovetext:
		line.position, line.previous = *s.Position(), *s.Position()
		g.main = append(g.main, text)
	case PGNMove:
		line.previous = line.position
		line.position = line.previous.After(s.Move())
		if !line.previous.IsLegal(s.Move()) && s.Move() != NullMove {
			w.t.Fatalf("scanner yields %s, which is illegal in %v", text, line.previous)
		}
		if len(w.lines) == 1 {
			g.main = append(g.main, text)
		}
	case PGNVariation:
		w.lines = append(w.lines, pgnLine{position: line.previous, previous: line.previous})
	case PGNVariationEnd:
		w.lines = w.lines[:len(w.lines)-1]
	case PGNGameEnd:
		g.end = text
	}
	w.checkOrder(g, event, text)
	line = &w.lines[len(w.lines)-1]
	if event != PGNGameEnd && !w.inTags && (*s.Position() != line.position || s.Depth() != len(w.lines)-1) {
		w.t.Fatalf("at %q: Position() = %v, Depth() = %d, want %v, %d",
			text, s.Position(), s.Depth(), line.position, len(w.lines)-1)
	}
	if event != PGNGameEnd && !w.inTags && *s.Before() != line.previous {
		w.t.Fatalf("at %q: Before() = %v, want %v", text, s.Before(), line.previous)
	}
	if s.Game() != len(w.games) || s.Offset() < w.offset || s.Offset() > int64(w.size) {
		w.t.Fatalf("at %q: Game() = %d, Offset() = %d, want %d and an offset from %d to %d",
			text, s.Game(), s.Offset(), len(w.games), w.offset, w.size)
	}
	if event == PGNGameEnd && s.Offset() == s.GameOffset() {
		w.t.Fatalf("game %d has no text", s.Game())
	}
	w.offset = s.Offset()
}

// checkOrder checks that an event is allowed after the events before it.
func (w *scanWalk) checkOrder(g *gameScan, event PGNEvent, text string) {
	switch event {
	case PGNTag, PGNMovetext:
		if !w.inTags {
			w.t.Fatalf("event %q after the tags of %q", text, g.events)
		}
		w.inTags = event == PGNTag
	case PGNMove, PGNNAG, PGNVariation, PGNVariationEnd:
		if w.inTags {
			w.t.Fatalf("event %q before the movetext of %q", text, g.events)
		}
	}
	if g.cut >= 0 && event != PGNGameEnd {
		w.t.Fatalf("event %q in a game that was skipped after %q", text, g.events[:g.cut])
	}
}

// checkScans compares games that were scanned with parts skipped with the same games scanned as a
// whole.
func checkScans(t *testing.T, whole, got []gameScan) {
	t.Helper()
	if len(got) != len(whole) {
		t.Fatalf("scan with parts skipped yields %d games, want %d", len(got), len(whole))
	}
	for i, g := range got {
		want, told := whole[i].events, g.events
		if g.thin {
			want, told = whole[i].main, g.main
		}
		switch {
		case g.cut >= 0 && g.thin:
			want = want[:min(len(told), len(want))]
		case g.cut >= 0:
			want = append(slices.Clone(want[:g.cut]), whole[i].end)
		}
		if !slices.Equal(want, told) || g.end != whole[i].end {
			t.Fatalf("game %d with parts skipped: end = %q, want %q, events differ (-whole +skipped):\n%s",
				i+1, g.end, whole[i].end, cmp.Diff(want, told))
		}
	}
}

// FuzzScannerCalls skips parts of games and checks that the scanner yields the other parts as it
// does without skipping.
func FuzzScannerCalls(f *testing.F) {
	for i, test := range slices.Concat(readingCases, faultCases) {
		f.Add([]byte(test.input), randomBytes(uint64(i), 20))
	}
	f.Add([]byte(skippedGame), []byte{1, 2})
	f.Add([]byte("[A \"b\"]\n\n"+strings.Repeat("() ", 100)+"*"), []byte{})     // the limit on errors
	f.Add([]byte("1. e4 "+strings.Repeat("(1. d4 (1. e4 ", 129)+"*"), []byte{}) // the limit on nesting
	f.Fuzz(func(t *testing.T, text, calls []byte) {
		if len(text) > 5000 {
			return
		}
		whole := newScanWalk(t, text).scan(nil)
		if slices.ContainsFunc(whole, func(g gameScan) bool { return len(g.events) >= maxFaults }) {
			return // the game may exceed the limit on faults
		}
		checkScans(t, whole, newScanWalk(t, text).scan(calls))
	})
}

// An unevenReader returns pieces of r with the given sizes, in a cycle. Sizes may be 0, but every
// 50th call requests at least one byte.
type unevenReader struct {
	r     io.Reader
	sizes []byte
	n     int
}

func (u *unevenReader) Read(b []byte) (int, error) {
	if len(u.sizes) > 0 {
		size := int(u.sizes[u.n%len(u.sizes)])
		if u.n++; u.n%50 == 0 {
			size = max(size, 1)
		}
		b = b[:min(size, len(b))]
	}
	return u.r.Read(b)
}

// padComments are long comments. They may be cut at any byte.
var padComments = strings.Repeat(strings.Repeat("x", 400_000)+"}{", 3)

// padded returns a stream with a long game, followed by text. The game is as long as is needed for
// the first part of ScanPGN to end at offset crossing of text, or where a game begins after it.
func padded(text io.Reader, crossing int) io.Reader {
	const head, tail = "[Event \"pad\"]\n\n1. e4 {", "} *\n\n"
	comments := padComments[:pgntext.PartSize-crossing-len(head)-len(tail)]
	return io.MultiReader(strings.NewReader(head), strings.NewReader(comments), strings.NewReader(tail), text)
}

// FuzzScanPGN checks that a scanner finds the same games and faults if it reads pieces of any size,
// and that two workers of ScanPGN find the same as one scanner, wherever the input is split. Texts
// with an unclosed comment, or with an Event tag in a comment, are not split, since the comment may
// contain what looks like the end of a game.
func FuzzScanPGN(f *testing.F) {
	for i, test := range faultCases {
		f.Add([]byte("\n"+test.input+"\n[Event \"after\"]\n\n1. d4 *\n"),
			randomBytes(uint64(i), 5), uint16(len(test.input)))
	}
	for i, stream := range parallelStreams {
		text := fmt.Appendf(nil, strings.Repeat(stream.games, 3), i, "x")
		f.Add(text, []byte{255, 0, 1}, uint16(len(text)))
	}
	f.Fuzz(func(t *testing.T, text, sizes []byte, crossing uint16) {
		if len(text) > 5000 {
			return
		}
		uneven := &unevenReader{r: bytes.NewReader(text), sizes: sizes}
		want, got := scanPart(NewPGNScanner(bytes.NewReader(text))), scanPart(NewPGNScanner(uneven))
		if !slices.Equal(got.found, want.found) {
			t.Fatalf("scanner with uneven pieces finds %v, want %v", got.found, want.found)
		}
		at := int(crossing) % (len(text) + 1)
		open := slices.ContainsFunc(want.found, func(f foundInGame) bool {
			return strings.HasSuffix(f.Text, "comment is not closed") ||
				strings.HasSuffix(f.Text, "angle bracket is not closed")
		})
		event := []byte("\n" + pgntext.FirstTag)
		for i := bytes.LastIndex(text, event); i >= 0 && !open; i = bytes.LastIndex(text[:i], event) {
			open = bytes.LastIndexByte(text[:i], '{') > bytes.LastIndexByte(text[:i], '}')
		}
		if open {
			return
		}
		uneven = &unevenReader{r: bytes.NewReader(text), sizes: sizes}
		want = scanPart(NewPGNScanner(padded(bytes.NewReader(text), at)))
		got, err := scanAll(padded(uneven, at), 2)
		if err != nil || got.games != want.games || !slices.Equal(got.found, want.found) {
			t.Fatalf("two workers find %v in %d games, error = %v, want %v in %d games",
				got.found, got.games, err, want.found, want.games)
		}
	})
}

// standardSentences are what the PGN standard demands of a text, by section, with a text that departs
// from it and what Strict does: "form" is a warning that nothing is lost by, "lossy" one that something
// is, "error" an error that is reported without Strict too, and other words say why the departure is
// free.
var standardSentences = []struct{ section, sentence, text, want string }{
	{"4.1", "characters are those of ISO 8859-1", "[Event \"Łódź\"]\n\n1. e4 *\n", "today's programs write UTF-8"},
	{"4.3", "a line has at most 255 characters", "1. e4 {" + strings.Repeat("x", 300) + "} *\n", "no reader needs it, and fmt breaks lines"},
	{"5", "a comment ends at the first closing brace", "1. e4 {a {b} c} *\n", "error"},
	{"5", "a comment after a semicolon ends with its line", "1. e4 ; e5\n*\n", "as the standard has it"},
	{"6", "a line that begins with % is escaped", "% a\n1. e4 *\n", "lossy"},
	{"7", "a string has no tabs or other control characters", "[Event \"a\tb\"]\n\n1. e4 *\n", "form"},
	{"7", "a string has at most 255 characters", "[Event \"" + strings.Repeat("x", 256) + "\"]\n\n1. e4 *\n", "form"},
	{"7", "so it may have that many", "[Event \"" + strings.Repeat("x", 255) + "\"]\n\n1. e4 *\n", "as the standard has it"},
	{"7", "a backslash precedes a quote in a string", "[Event \"a\"b\"]\n\n1. e4 *\n", "form"},
	{"7", "a symbol begins with a letter or digit", "[_a \"b\"]\n\n1. e4 *\n", "error"},
	{"7", "angle brackets are reserved", "1. e4 <a> *\n", "lossy"},
	{"7", "other characters begin no token", "1. e4 & e5 *\n", "error"},
	{"8.1", "a tag has a name and a string", "[Event a]\n\n1. e4 *\n", "error"},
	{"8.1", "a tag begins with a capital letter", "[event \"a\"]\n\n1. e4 *\n", "form"},
	{"8.1", "no tag occurs twice", "[White \"a\"]\n[White \"b\"]\n\n1. e4 *\n", "lossy"},
	{"8.1.1", "the seven tags of the roster come first, in their order", "[Site \"a\"]\n[Event \"b\"]\n\n1. e4 *\n", "the import format is free, and fmt orders them"},
	{"8.1.1", "a blank line follows the tags", "[Event \"a\"]\n1. e4 *\n", "the import format is free, and fmt adds it"},
	{"8.1.1.3", "a date is written as 2024.01.31", "[Date \"2024-01-31\"]\n\n1. e4 *\n", "values of tags are the Arbiter's"},
	{"8.1.1.7", "a result is 1-0, 0-1, 1/2-1/2, or *", "[Result \"1/2\"]\n\n1. e4 1/2-1/2\n", "form"},
	{"8.1.1.7", "and has no other form", "[Result \"0.5:0.5\"]\n\n1. e4 1/2-1/2\n", "lossy"},
	{"8.1.1.7", "so an empty one is none", "[Result \"\"]\n\n1. e4 *\n", "form"},
	{"8.1.1.7", "the Result tag has the result after the moves", "[Result \"1-0\"]\n\n1. e4 *\n", "lossy"},
	{"8.2.1", "text outside of games does not exist", "a b c\n\n1. e4 *\n", "error"},
	{"8.2.2.1", "a move number may be left out when importing", "e4 e5 *\n", "as the standard has it"},
	{"8.2.2.1", "any number of dots may follow it", "1 e4 1 e5 2.. Nf3 *\n", "form"},
	{"8.2.2.2", "a move number is that of the position", "2. e4 *\n", "form"},
	{"8.2.3", "a move is legal", "1. e5 *\n", "error"},
	{"8.2.3.2", "a capture has an x", "1. e4 d5 2. ed5 *\n", "form"},
	{"8.2.3.3", "castling has letters", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *\n", "form"},
	{"8.2.3.4", "a move has no more of its origin than it needs", "1. Ng1f3 *\n", "form"},
	{"8.2.3.5", "a check has a sign", "1. e4 f6 2. Qh5 *\n", "form"},
	{"8.2.3.8", "a suffix such as ! may be imported", "1. e4! *\n", "as the standard has it: it is read as $1"},
	{"8.2.3.8", "there are six suffixes", "1. e4 ± *\n", "form"},
	{"8.2.4", "a glyph has a number up to 255", "1. e4 $256 *\n", "error"},
	{"8.2.5", "a variation is closed", "1. e4 (1. d4 *\n", "error"},
	{"8.2.6", "a game ends with its result", "1. e4\n", "form"},
	{"8.2.6", "so does one without moves", "[Event \"a\"]\n", "lossy"},
	{"8.2.6", "one result is last", "1. e4 1-0 0-1\n", "error"},
	{"8.2.6", "a variation has no result", "1. e4 (1. d4 1-0) *\n", "lossy"},
	{"9.7.1", "a FEN tag comes with SetUp 1", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n", "form"},
	{"9.7.1", "SetUp 0 comes without one", "[SetUp \"0\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n", "lossy"},
	{"9.7.1", "SetUp 1 comes with one", "[SetUp \"1\"]\n\n1. e4 *\n", "lossy"},
	{"9.7.2", "a FEN is whole", "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w KQ - 0 1\"]\n\n1. e4 *\n", "lossy"},
	{"9.8.1", "Termination has one of eight values", "[Termination \"a\"]\n\n1. e4 *\n", "values of tags are the Arbiter's"},
}

// TestStrictSentences checks what Strict does with a text that departs from a sentence of the standard.
func TestStrictSentences(t *testing.T) {
	for _, test := range standardSentences {
		s := newTextScanner(test.text)
		s.Strict = true
		got := ""
		for event := s.Next(); event != PGNEnd; event = s.Next() {
			if event != PGNFault {
				continue
			}
			switch f := s.Fault(); {
			case !f.Warning:
				got = "error"
			case f.Lossy && got != "error":
				got = "lossy"
			case got == "":
				got = "form"
			}
		}
		if isFree := strings.Contains(test.want, " "); got != test.want && !(isFree && got == "") {
			t.Errorf("%s, %s: %q: %q, want %q", test.section, test.sentence, test.text, got, test.want)
		}
	}
}
