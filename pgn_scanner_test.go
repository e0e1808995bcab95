package chess

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// eventText returns the event at which s stands, with what it tells.
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

// scanTexts returns the texts of all events of s. After each event it calls
// then, if that is not nil.
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
		{"nothing", "\n", ""},
		{"a game", "[White \"A\"]\n[Black \"B\"]\n\n1. e4! {a} e5 $13 (1... c5 (1... c6) 2. Nf3) 2. -- 1-0",
			"tag White=A|tag Black=B|movetext|e4|$1|{a}|e5|$13|(|c5|(|c6|)|Nf3|)|--|end of 1: 1-0"},
		{"no tags", "1. e4 *", "movetext|e4|end of 1: *"},
		{"no moves", "[White \"A\"]", "tag White=A|movetext|end of 1: *"},
		{"only a result", "0-1", "movetext|end of 1: 0-1"},
		{"comments at the ends", "{a}\n[White \"A\"] {b} {c} 1. e4 * {d}", "{a}|tag White=A|{b}|{c}|movetext|e4|{d}|end of 1: *"},
		{"space of comments is kept", "1. e4 { a\tb } ; c \n*", "movetext|e4|{ a\tb }|{ c }|end of 1: *"},
		{"a line break of two bytes is none of the comment", "1. e4 ;a\r\n;b\r\n*", "movetext|e4|{a}|{b}|end of 1: *"},
		{"empty variation", "1. e4 () ({a}) *", "movetext|e4|(|)|(|{a}|)|end of 1: *"},
		{"two games", "1. e4 * 1. d4 1-0", "movetext|e4|end of 1: *|movetext|d4|end of 2: 1-0"},
		{"escapes resolved", `[Event "\"a\\"] *`, `tag Event="a\|movetext|end of 1: *`},
		{"fault in the main line", "1. e4 Nd4 {a} $1 (1... e5) 2. d4 1-0\n1. d4 *", "movetext|e4|fault 1:7|end of 1: 1-0|movetext|d4|end of 2: *"},
		{"fault in a variation", "1. e4 (1. Nd4 {a} (1. d4) d5) {b} e5 *", "movetext|e4|(|fault 1:11|)|{b}|e5|end of 1: *"},
		{"faulty tag", "[White A]\n*", "fault 1:1|tag White=A|movetext|end of 1: *"},
		{"tag without name", "[\"A\"]\n*", "fault 1:1|movetext|end of 1: *"},
		{"faulty line among the tags", "[White \"A\"]\nBlack \"B\"]\n[Site \"S\"]\n\n1. e4 *", "tag White=A|fault 2:1|tag Site=S|movetext|e4|end of 1: *"},
		{"unknown start", "[FEN \"x\"]\n\n1. e4 {a} 0-1", "tag FEN=x|fault 1:1|end of 1: 0-1"},
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

// TestScannerPositions: Position follows from Before and Move, in variations as
// in the main line.
func TestScannerPositions(t *testing.T) {
	s := newTextScanner("1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. --) 1... e5 (1... c5) 2. Nf3 *")
	var stack []Position // after the moves that variations interrupt
	now, before := StartPosition(), StartPosition()
	for event := s.Next(); event != PGNEnd; event = s.Next() {
		switch event {
		case PGNMove:
			before, now = now, now.After(s.Move())
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
		{"the next game starts as usual", "[FEN \"8/4k3/8/8/8/4K3/4P3/8 b - - 3 17\"]\n\n*\n\n[White \"A\"]\n\n1. e4 *", startFEN},
		{"en passant without a capture", "[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\"]\n\n*",
			"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newTextScanner(test.input)
			got := ""
			for event := s.Next(); event != PGNEnd; event = s.Next() {
				if event == PGNMovetext {
					got = s.Position().FEN()
				}
			}
			if got != test.want {
				t.Errorf("start of %q = %q, want %q", test.input, got, test.want)
			}
		})
	}
}

func TestScannerChess960(t *testing.T) {
	for variant, want := range map[string]bool{
		"Chess960": true, "chess 960": true, "Fischerandom": true, "Fischer Random": true, "FRC": true,
		"Standard": false, "": false, "From Position": false,
	} {
		s := newTextScanner("[Variant \"" + variant + "\"]\n\n*")
		for event := s.Next(); event != PGNMovetext; event = s.Next() {
			if event == PGNFault || event == PGNEnd {
				t.Fatalf("variant %q is refused: %v", variant, s.Fault())
			}
		}
		if got := s.Position().IsChess960(); got != want {
			t.Errorf("Chess960() of a game with variant %q = %v, want %v", variant, got, want)
		}
	}
}

func TestScannerRefusesVariants(t *testing.T) {
	for _, variant := range []string{"Crazyhouse", "Atomic", "Antichess", "Three-check", "King of the Hill", "Horde", "Racing Kings", "Bughouse", "Xiangqi"} {
		s := newTextScanner("[Event \"E\"]\n[Variant \"" + variant + "\"]\n[Site \"S\"]\n\n1. e4 *\n\n1. d4 *")
		texts := scanTexts(s, func(text string) {
			if strings.HasPrefix(text, "fault") && s.Fault().Token != variant {
				t.Errorf("the fault of variant %q names %q", variant, s.Fault().Token)
			}
		})
		want := []string{"tag Event=E", "tag Variant=" + variant, "tag Site=S", "fault 2:1", "end of 1: *", "movetext", "d4", "end of 2: *"}
		if diff := cmp.Diff(want, texts); diff != "" {
			t.Errorf("variant %q (-want +got):\n%s", variant, diff)
		}
	}
}

// skippedGame is hard to pass over.
const skippedGame = `[Event "E"]
[Site "S"]

1. e4 {) 1-0 (} (1. d4 ; 1-0 {
% 1-0 { (
(1. c4 <1-0)> {1-0})) 1... e5 2. Ke3 [ ] 1-0
`

// TestSkipGame: skipping is possible at any event, and the next event is the end
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

// TestSkipGameBetween: skipping when no game is open skips nothing.
func TestSkipGameBetween(t *testing.T) {
	s := newTextScanner("1. e4 *\n1. d4 *")
	s.SkipGame()
	got := scanTexts(s, func(text string) {
		if strings.HasPrefix(text, "end") {
			s.SkipGame()
		}
	})
	want := []string{"movetext", "e4", "end of 1: *", "movetext", "d4", "end of 2: *"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

// TestSkipVariations: without variations the events are those at depth 0.
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
			t.Errorf("events of %q without variations (-want +got):\n%s", input, diff)
		}
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
				t.Errorf("%s: Offset() at %q = %d after %d, want none smaller, at most %d", c.name, text, offset, last, len(input))
			}
			last = s.Offset()
		})
		if got := s.Offset(); got != int64(len(input)) {
			t.Errorf("%s: Offset() at the end = %d, want %d", c.name, got, len(input))
		}
	}
}

func TestScannerErr(t *testing.T) {
	s := NewPGNScanner(io.MultiReader(strings.NewReader("1. e4 *\n"), iotest.ErrReader(io.ErrUnexpectedEOF)))
	got := scanTexts(s, nil)
	if want := []string{"movetext", "e4", "end of 1: *"}; !slices.Equal(got, want) {
		t.Errorf("events before an error = %q, want %q", got, want)
	}
	if s.Err() != io.ErrUnexpectedEOF || s.Next() != PGNEnd {
		t.Errorf("Err() = %v, want %v, and no more events", s.Err(), io.ErrUnexpectedEOF)
	}
	s = newTextScanner("1. e4 *")
	if scanTexts(s, nil); s.Err() != nil || s.Next() != PGNEnd {
		t.Errorf("Err() at the end = %v, want nil, and no more events", s.Err())
	}
}

// TestScannerAllocs: events cost no allocation, whatever the number of moves.
func TestScannerAllocs(t *testing.T) {
	for _, test := range []struct{ name, moves string }{
		{"moves", "Nf3 Nf6 Ng1 Ng8 "},
		{"moves with numbers", "1. Nf3 Nf6 2. Ng1 Ng8 "},
		{"moves in full", "1. g1f3 Ng8-f6 2. Nf3g1 Nf6-g8 "},
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
				t.Errorf("scanning %q 3 times takes %v allocations, 50 times %v, want no more", test.moves, few, many)
			}
		})
	}
}

// TestScannerAllocsPerGame: a game with the usual tags costs nothing either.
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
		t.Errorf("2 games take %v allocations, 100 games %v, want no more", few, many)
	}
}
