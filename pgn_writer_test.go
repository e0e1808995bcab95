package chess

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// mustParsePGN returns the first game of pgn, which must have no faults.
func mustParsePGN(t testing.TB, pgn string) *Game {
	t.Helper()
	g, err := ParsePGN(pgn)
	if err != nil {
		t.Fatalf("ParsePGN(%q) = %v, want nil", pgn, err)
	}
	return g
}

const unknownRoster = `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]

`

// writeCases are games with the exact text that the writer must produce.
var writeCases = []struct{ name, input, want string }{
	{"empty game", "[Event \"?\"]\n\n*", unknownRoster + "*\n"},
	{"moves only", "e4 e5 Nf3", unknownRoster + "1. e4 e5 2. Nf3 *\n"},
	{
		"roster in its fixed order, then the other tags in input order",
		`[WhiteElo "2851"]
[Result "1-0"]
[Black "B"]
[ECO "B12"]
[White "W"]
[Annotator "A"]
[Event "E"]

1. e4 1-0`,
		`[Event "E"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "W"]
[Black "B"]
[Result "1-0"]
[WhiteElo "2851"]
[ECO "B12"]
[Annotator "A"]

1. e4 1-0
`,
	},
	{
		"57: escapes",
		`[Event "\"a\" \\ b"]` + "\n\n*",
		strings.Replace(unknownRoster, `"?"`, `"\"a\" \\ b"`, 1) + "*\n",
	},
	{
		"duplicate tags",
		"[Opening \"a\"]\n[White \"b\"]\n[opening \"c\"]\n[WHITE \"d\"]\n\n*",
		strings.Replace(strings.TrimSuffix(unknownRoster, "\n"), `White "?"`, `White "b"`, 1) + `[Opening "a"]

*
`,
	},
	{
		"64: Black to move",
		"[White \"W\"]\n[SetUp \"1\"]\n[FEN \"8/4k3/8/8/8/4K3/4P3/8 b - - 0 17\"]\n[Opening \"a\"]\n\nKd6 Kd4 *",
		strings.Replace(strings.TrimSuffix(unknownRoster, "\n"), `White "?"`, `White "W"`, 1) + `[SetUp "1"]
[FEN "8/4k3/8/8/8/4K3/4P3/8 b - - 0 17"]
[Opening "a"]

17... Kd6 18. Kd4 *
`,
	},
	{
		"Chess960",
		`[Variant "Chess960"]
[SetUp "1"]
[FEN "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w KQkq - 0 1"]

O-O O-O-O *`,
		strings.TrimSuffix(unknownRoster, "\n") + `[Variant "Chess960"]
[SetUp "1"]
[FEN "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w KQkq - 0 1"]

1. O-O O-O-O *
`,
	},
	{"68: move numbers only where needed", "e4 {a} e5 Nf3 $1 Nc6 (d6 d4 (Bc4 Be7)) Bb5 ({b} Bc4) a6 (-- O-O) Ba4",
		unknownRoster + `1. e4 {a} 1... e5 2. Nf3 $1 Nc6 (2... d6 3. d4 (3. Bc4 Be7)) 3. Bb5 ({b} 3. Bc4
) 3... a6 (3... -- 4. O-O) 4. Ba4 *
`},
	{"order of annotations", "{r} e4 {a} $1 {b} $2 ({c} d4) {d} 1... {e} e5", unknownRoster +
		"{r} 1. e4 $1 $2 {a} {b} ({c} 1. d4) {d} 1... {e} e5 *\n"},
	{"comments after variations", "e4 {a} (d4 {b}) {c} {d} () {e} (c4 Nf6 (d5) {f}) e5 (c5 (c6 (d5)) (e6)) {g} Nf3 ({h} f4) {i}",
		unknownRoster + "1. e4 {a} (1. d4 {b}) {c} {d} {e} (1. c4 Nf6 (1... d5) {f}) 1... e5 (1... c5) (\n" +
			"1... c6) (1... d5) (1... e6) {g} 2. Nf3 ({h} 2. f4) {i} *\n"},
	{"other notations, up to an illegal move", "1. e2-e4 e7e5 2. g1f3 0-0-0",
		unknownRoster + "1. e4 e5 2. Nf3 *\n"},
	{"comment with a closing brace", "e4 ;a } b\n (d4 ;c }\n) e5 ;}\n",
		unknownRoster + "1. e4 ;a } b\n(1. d4 ;c }\n) 1... e5 ;}\n*\n"},
	{"comment with line breaks", "e4 {a\n b\n\nc} e5", unknownRoster + "1. e4 {a\n b\n\nc} 1... e5 *\n"},
	{"empty comment", "e4 {} e5", unknownRoster + "1. e4 {} 1... e5 *\n"},
	{"results", "[Result \"0-1\"]\n\ne4 0-1", strings.Replace(unknownRoster, "*", "0-1", 1) + "1. e4 0-1\n"},
	{"result without a tag", "e4 1/2-1/2", strings.Replace(unknownRoster, "*", "1/2-1/2", 1) + "1. e4 1/2-1/2\n"},
	{"result that differs from the tag", "[Result \"0-1\"]\n\ne4 1-0",
		strings.Replace(unknownRoster, "*", "1-0", 1) + "1. e4 1-0\n"},
	{"null moves", "1. -- e5 (--)", unknownRoster + "1. -- e5 (1... --) *\n"},
	{"comment after a variation of a variation", "e4 (d4 (c4) {x} d5) e5",
		unknownRoster + "1. e4 (1. d4 {x} 1... d5) (1. c4) 1... e5 *\n"},
	{"mate", "f3 e5 g4 Qh4 0-1", strings.Replace(unknownRoster, "*", "0-1", 1) + "1. f3 e5 2. g4 Qh4# 0-1\n"},
}

func TestWritePGN(t *testing.T) {
	for _, test := range writeCases {
		t.Run(test.name, func(t *testing.T) {
			g, err := ParsePGN(test.input)
			if g == nil {
				t.Fatalf("ParsePGN(%q) = %v, want a game", test.input, err)
			}
			if diff := cmp.Diff(test.want, g.String()); diff != "" {
				t.Errorf("String() of %q (-want +got):\n%s", test.input, diff)
			}
			checkRoundTrip(t, g)
		})
	}
}

// TestWriteSetUp checks that a start position other than the standard one is written with the tags
// SetUp and FEN (PGN standard 9.7), wherever it comes from.
func TestWriteSetUp(t *testing.T) {
	const fen = "8/4k3/8/8/8/4K3/4P3/8 b - - 0 17"
	for name, g := range map[string]*Game{
		"new game":          newGame(MustParseFEN(fen), Rules{}),
		"read":              mustParsePGN(t, "[SetUp \"1\"]\n[FEN \""+fen+"\"]\n\n*"),
		"SetUp after FEN":   mustParsePGN(t, "[FEN \""+fen+"\"]\n[SetUp \"1\"]\n\n*"),
		"64: without SetUp": mustParsePGN(t, "[FEN \""+fen+"\"]\n\n*"),
		"64: wrong case":    mustParsePGN(t, "[fEn \""+fen+"\"]\n\n*"),
	} {
		text := g.String()
		if strings.Count(text, "[SetUp \"1\"]\n") != 1 || strings.Count(text, "[FEN \""+fen+"\"]\n") != 1 {
			t.Errorf("%s: String() = %q, want the tags SetUp and FEN once each", name, text)
		}
		checkRoundTrip(t, g)
	}
}

// TestWriteEmptyFEN checks that an empty FEN tag is kept and that no SetUp tag is added.
func TestWriteEmptyFEN(t *testing.T) {
	for _, tag := range []string{"[FEN \"\"]\n", "[FEN \" \"]\n"} {
		g := mustParsePGN(t, tag+"\n1. e4 *")
		if text := g.String(); strings.Count(text, tag) != 1 || strings.Contains(text, "SetUp") {
			t.Errorf("String() = %q, want an empty FEN tag and no SetUp tag", text)
		}
		checkRoundTrip(t, g)
	}
}

// TestWriteForms checks that every way to write a game gives the same text.
func TestWriteForms(t *testing.T) {
	g := mustParsePGN(t, "[Event \"E\"]\n\n1. e4 {a} (1. d4) e5 1-0")
	want := g.String()
	forms := map[string]string{}
	marshaled, err := g.MarshalText()
	forms["MarshalText"] = string(marshaled)
	forms["AppendPGN"] = string(g.AppendPGN(nil, PGNFormat{}))
	forms["Sprint"] = fmt.Sprint(g)
	var written strings.Builder
	err2 := NewPGNWriter(&written).Write(g)
	forms["PGNWriter"] = written.String()
	if err := errors.Join(err, err2); err != nil {
		t.Errorf("MarshalText or Write = %v, want nil", err)
	}
	for name, got := range forms {
		if got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
}

// TestWriteGames checks that there is one blank line between games, and no blank line before the
// first game or after the last one (68).
func TestWriteGames(t *testing.T) {
	var b strings.Builder
	w := NewPGNWriter(&b)
	for _, input := range []string{"e4", "[Event \"?\"]\n\n*", "d4 {a}"} {
		if err := w.Write(mustParsePGN(t, input)); err != nil {
			t.Fatalf("Write(%q) = %v, want nil", input, err)
		}
	}
	want := unknownRoster + "1. e4 *\n\n" + unknownRoster + "*\n\n" + unknownRoster + "1. d4 {a} *\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("text of three games (-want +got):\n%s", diff)
	}
	games, faults, err := readOutlines(strings.NewReader(b.String()))
	if len(games) != 3 || len(faults) > 0 || err != nil {
		t.Errorf("reading three games back = %q, faults %v, error %v, want three games, no faults, nil", games, faults, err)
	}
}

func TestWriteMainLineOnly(t *testing.T) {
	g := mustParsePGN(t, `[Event "E"]
[Opening "a"]

{r} $1 1. e4 {a} $1 (1. d4 {b} (1. c4)) 1... {c} e5 {[%clk 0:00:01]} 2. Nf3 1-0 {d}`)
	var b strings.Builder
	w := NewPGNWriter(&b)
	w.PGNFormat = PGNFormat{MainLineOnly: true}
	if err := w.Write(g); err != nil {
		t.Fatalf("Write = %v, want nil", err)
	}
	want := `[Event "E"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "1-0"]
[Opening "a"]

1. e4 e5 2. Nf3 1-0
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("game written with MainLineOnly (-want +got):\n%s", diff)
	}
}

// TestWriteOmits checks what each choice leaves out, alone and with others.
func TestWriteOmits(t *testing.T) {
	g := mustParsePGN(t, `[Event "E"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

{r [%csl Ge4]} 1. e4 $1 {a [%clk 0:05:00] b} (1. e3 $2 {v} 1... {[%eval 0.3]} Kd7) 1... {[%clk 0:04:59]} Ke7
{[%emt 0:00:01][%eval -1.25,18] [%cal Ge2e4] [%x 1]} 2. e5 {[%clk 0:04:58] [%csl Ge4] [%x] [%eval 1]} {} *`)
	for _, test := range []struct {
		name   string
		format PGNFormat
		want   string
	}{
		{"nothing", PGNFormat{}, "{r [%csl Ge4]} 1. e4 $1 {a [%clk 0:05:00] b} (1. e3 $2 {v} 1... {[%eval 0.3]} Kd7) " +
			"1... {[%clk 0:04:59]} Ke7 {[%emt 0:00:01][%eval -1.25,18] [%cal Ge2e4] [%x 1]} " +
			"2. e5 {[%clk 0:04:58] [%csl Ge4] [%x] [%eval 1]} {} *"},
		{"variations", PGNFormat{OmitVariations: true}, "{r [%csl Ge4]} 1. e4 $1 {a [%clk 0:05:00] b} " +
			"1... {[%clk 0:04:59]} Ke7 {[%emt 0:00:01][%eval -1.25,18] [%cal Ge2e4] [%x 1]} " +
			"2. e5 {[%clk 0:04:58] [%csl Ge4] [%x] [%eval 1]} {} *"},
		{"glyphs", PGNFormat{OmitGlyphs: true, OmitVariations: true}, "{r [%csl Ge4]} 1. e4 {a [%clk 0:05:00] b} " +
			"1... {[%clk 0:04:59]} Ke7 {[%emt 0:00:01][%eval -1.25,18] [%cal Ge2e4] [%x 1]} " +
			"2. e5 {[%clk 0:04:58] [%csl Ge4] [%x] [%eval 1]} {} *"},
		{"clocks", PGNFormat{OmitClocks: true}, "{r [%csl Ge4]} 1. e4 $1 {a b} (1. e3 $2 {v} 1... {[%eval 0.3]} Kd7) " +
			"1... Ke7 {[%eval -1.25,18] [%cal Ge2e4] [%x 1]} 2. e5 {[%csl Ge4] [%x] [%eval 1]} {} *"},
		{"evaluations", PGNFormat{OmitEvals: true}, "{r [%csl Ge4]} 1. e4 $1 {a [%clk 0:05:00] b} " +
			"(1. e3 $2 {v} 1... Kd7) 1... {[%clk 0:04:59]} Ke7 {[%emt 0:00:01] [%cal Ge2e4] [%x 1]} 2. e5 {[%clk 0:04:58] [%csl Ge4] [%x]} {} *"},
		{"comments", PGNFormat{OmitComments: true}, "1. e4 $1 {[%clk 0:05:00]} (1. e3 $2 1... {[%eval 0.3]} Kd7) " +
			"1... {[%clk 0:04:59]} Ke7 {[%emt 0:00:01] [%eval -1.25,18]} 2. e5 {[%clk 0:04:58] [%eval 1]} *"},
		{"comments and clocks", PGNFormat{OmitComments: true, OmitClocks: true},
			"1. e4 $1 (1. e3 $2 1... {[%eval 0.3]} Kd7) 1... Ke7 {[%eval -1.25,18]} 2. e5 {[%eval 1]} *"},
		{"all in comments", PGNFormat{OmitComments: true, OmitClocks: true, OmitEvals: true},
			"1. e4 $1 (1. e3 $2 Kd7) 1... Ke7 2. e5 *"},
		{"everything", PGNFormat{MainLineOnly: true}, "1. e4 Ke7 2. e5 *"},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.format.Columns = -1
			whole := string(g.AppendPGN(nil, test.format))
			tags, got, _ := strings.Cut(whole, "\n\n")
			if diff := cmp.Diff(test.want+"\n", got); diff != "" || !strings.HasPrefix(tags, `[Event "E"]`) {
				t.Errorf("movetext without %s (-want +got):\n%s", test.name, diff)
			}
			again := string(mustParsePGN(t, whole).AppendPGN(nil, test.format))
			if diff := cmp.Diff(whole, again); diff != "" {
				t.Errorf("the game without %s, read and written again (-want +got):\n%s", test.name, diff)
			}
			test.format.OmitTags = true
			if got := string(g.AppendPGN(nil, test.format)); got != test.want+"\n" {
				t.Errorf("without tags = %q, want only the movetext %q", got, test.want+"\n")
			}
		})
	}
}

// TestWriteOmitsSafely checks that what is left of a comment neither forms a new command nor begins
// a new game, nor ends the comment.
func TestWriteOmitsSafely(t *testing.T) {
	g := NewGame()
	e4, _ := g.Root().AddSAN("e4")
	e4.SetComments("[[%clk 1]%clk 2]", "a\n\n[%clk 1][Event \"x\"]", "[%clk 1] ; }\n[%clk 2]%", "[%clk", "[%eval 1]x")
	commandsOnly := regexp.MustCompile(`(\[%[^]]*\] ?)*`)
	for _, format := range []PGNFormat{
		{OmitClocks: true}, {OmitEvals: true}, {OmitComments: true}, {OmitClocks: true, OmitEvals: true},
	} {
		text := string(g.AppendPGN(nil, format))
		back := mustParsePGN(t, text)
		if again := string(back.AppendPGN(nil, format)); again != text {
			t.Errorf("%+v: %q is written as %q after reading it back", format, text, again)
		}
		for _, comment := range back.Root().Next().Comments() {
			c := ParseMoveInfo(comment)
			if c.Clock != nil && format.OmitClocks || c.Eval != nil && format.OmitEvals ||
				format.OmitComments && commandsOnly.FindString(comment) != comment {
				t.Errorf("%+v: comment %q, want it without what is omitted", format, comment)
			}
		}
	}
}

// TestOmittedCommands checks which commands are clocks, evaluations, or neither.
func TestOmittedCommands(t *testing.T) {
	for command, want := range map[string]string{ // the forms that keep it: all, without clocks, without evaluations, without comments
		"clk": "all evals comments", "emt": "all evals comments", "egt": "all evals comments", "mct": "all evals comments",
		"eval": "all clocks comments", "eg": "all clocks evals", "clks": "all clocks evals", "evals": "all clocks evals", "csl": "all clocks evals",
	} {
		g := NewGame()
		e4, _ := g.Root().AddSAN("e4")
		e4.SetComments("[%" + command + " 0:01]")
		var kept []string
		for i, format := range []PGNFormat{{}, {OmitClocks: true}, {OmitEvals: true}, {OmitComments: true}} {
			if strings.Contains(string(g.AppendPGN(nil, format)), "[%"+command+" 0:01]") {
				kept = append(kept, [...]string{"all", "clocks", "evals", "comments"}[i])
			}
		}
		if got := strings.Join(kept, " "); got != want {
			t.Errorf("[%%%s] is kept in %q, want %q", command, got, want)
		}
	}
}

// notationCases are a line of moves in each notation, and in two languages.
var notationCases = []struct {
	format PGNFormat
	want   string
}{
	{PGNFormat{}, "1... O-O-O 2. exd6 Kb8 3. g8=Q Kb7 4. O-O Rxg8+ 5. Ng4 --"},
	{PGNFormat{Notation: NotationLong}, "1... O-O-O 2. e5xd6 Kc8-b8 3. g7-g8=Q Kb8-b7 4. O-O Rd8xg8+ 5. Nh2-g4 --"},
	{PGNFormat{Notation: NotationUCI}, "1... e8c8 2. e5d6 c8b8 3. g7g8q b8b7 4. e1g1 d8g8 5. h2g4 0000"},
	{PGNFormat{Language: German}, "1... O-O-O 2. exd6 Kb8 3. g8=D Kb7 4. O-O Txg8+ 5. Sg4 --"},
	{PGNFormat{Notation: NotationLong, Language: Russian},
		"1... O-O-O 2. e5xd6 Крc8-b8 3. g7-g8=Ф Крb8-b7 4. O-O Лd8xg8+ 5. Кh2-g4 --"},
	{PGNFormat{Language: Figurines}, "1... O-O-O 2. exd6 ♔b8 3. g8=♕ ♔b7 4. O-O ♖xg8+ 5. ♘g4 --"},
	{PGNFormat{Notation: NotationUCI, Language: German}, "1... e8c8 2. e5d6 c8b8 3. g7g8q b8b7 4. e1g1 d8g8 5. h2g4 0000"},
}

// TestWriteNotations checks the notations and languages of moves, in games and in lines, and that a
// game in another notation reads back equal.
func TestWriteNotations(t *testing.T) {
	mate := mustParsePGN(t, "1. f3 e5 2. g4 Qh4")
	if got := string(mate.AppendPGN([]byte("% "), PGNFormat{OmitTags: true, Notation: NotationLong})); got != "% 1. f2-f3 e7-e5 2. g2-g4 Qd8-h4# 0-1\n" {
		t.Errorf("checkmate in long algebraic notation: %q", got)
	}
	if got := StartPosition().MoveText(NewMove(G1, F3), PGNFormat{Notation: NotationUCI + 1}); got != "Nf3" {
		t.Errorf("MoveText in an unknown notation = %q, want SAN", got)
	}
	const tag = "[FEN \"r3k3/6P1/3n4/4P3/8/8/7N/4K2R b Kq - 0 1\"]\n\n"
	g := mustParsePGN(t, tag+notationCases[0].want+" *")
	for _, test := range notationCases {
		test.format.Columns = -1
		if got := g.Start().Line(g.Moves(), test.format); got != test.want {
			t.Errorf("Line with %+v = %q, want %q", test.format, got, test.want)
		}
		words := slices.DeleteFunc(strings.Fields(test.want), func(word string) bool { return strings.HasSuffix(word, ".") })
		for p, i := g.Start(), 0; i < len(words); p, i = p.After(g.Moves()[i]), i+1 {
			if got := p.MoveText(g.Moves()[i], test.format); got != words[i] {
				t.Errorf("MoveText with %+v = %q, want %q", test.format, got, words[i])
			}
		}
		text := string(g.AppendPGN(nil, test.format))
		if !strings.HasSuffix(text, "\n\n"+test.want+" *\n") {
			t.Errorf("AppendPGN with %+v = %q, want the moves %q", test.format, text, test.want)
		}
		if test.format.Language != English {
			continue
		}
		if back := mustParsePGN(t, text); !back.Equal(g) {
			t.Errorf("%q reads back with the difference %s", text, g.Difference(back))
		}
	}
}

func TestLine(t *testing.T) {
	g := mustParsePGN(t, "e4 e5 Nf3")
	moves := g.Moves()
	for _, test := range []struct {
		start Position
		moves []Move
		want  string
	}{
		{g.Start(), moves, "1. e4 e5 2. Nf3"},
		{g.Start(), nil, ""},
		{g.Start(), moves[1:], ""},
		{g.Start(), []Move{moves[0], moves[0], moves[1]}, "1. e4"},
		{g.Start(), []Move{NewMove(E2, E4), NewMove(E2, E4)}, "1. e4"},
		{g.Start().After(moves[0]), moves[1:], "1... e5 2. Nf3"},
		{MustParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), []Move{NewMove(E1, G1), NewMove(E8, E7)}, "1. O-O Ke7"},
		{Position{}, moves, ""},
	} {
		if got := test.start.Line(test.moves, PGNFormat{}); got != test.want {
			t.Errorf("%v: Line(%v) = %q, want %q", test.start, test.moves, got, test.want)
		}
	}
}

func TestWriteColumns(t *testing.T) {
	g := mustParsePGN(t, "e4 {aaa bbb} e5 (c5 Nf3) Nf3 $1 $2 Nc6 1-0")
	for columns, want := range map[int]string{
		0:  "1. e4 {aaa bbb} 1... e5 (1... c5 2. Nf3) 2. Nf3 $1 $2 Nc6 1-0\n",
		-1: "1. e4 {aaa bbb} 1... e5 (1... c5 2. Nf3) 2. Nf3 $1 $2 Nc6 1-0\n",
		30: "1. e4 {aaa bbb} 1... e5 (1...\nc5 2. Nf3) 2. Nf3 $1 $2 Nc6\n1-0\n",
		12: "1. e4\n{aaa bbb}\n1... e5 (\n1... c5 2.\nNf3) 2. Nf3\n$1 $2 Nc6\n1-0\n",
	} {
		_, got, _ := strings.Cut(string(g.AppendPGN(nil, PGNFormat{Columns: columns})), "\n\n")
		if got != want {
			t.Errorf("movetext in %d columns = %q, want %q", columns, got, want)
		}
		if back := mustParsePGN(t, string(g.AppendPGN(nil, PGNFormat{Columns: columns}))); !back.Equal(g) {
			t.Errorf("movetext in %d columns reads back as %s, want %s", columns, outline(back), outline(g))
		}
	}
}

// TestWriteColumnsAfterBreak checks that columns count from the last line break in a comment.
func TestWriteColumnsAfterBreak(t *testing.T) {
	g := mustParsePGN(t, "e4 {a\nbbbb} e5 Nf3 *")
	for columns, want := range map[int]string{
		17: "1. e4 {a\nbbbb} 1... e5 2.\nNf3 *\n",
		16: "1. e4 {a\nbbbb} 1... e5\n2. Nf3 *\n",
	} {
		_, got, _ := strings.Cut(string(g.AppendPGN(nil, PGNFormat{Columns: columns})), "\n\n")
		if got != want {
			t.Errorf("movetext in %d columns = %q, want %q", columns, got, want)
		}
	}
}

// TestWriteLineLength checks that movetext lines have fewer than 80 columns and that a line ends
// only where the next token does not fit.
func TestWriteLineLength(t *testing.T) {
	g := mustParsePGN(t, strings.Repeat("Nf3 $1 Nf6 (Nh6 $2 {short} Ng1) Ng1 Ng8 ", 50)+"1/2-1/2")
	_, movetext, _ := strings.Cut(g.String(), "\n\n")
	lines := strings.Split(strings.TrimSuffix(movetext, "\n"), "\n")
	for i, line := range lines {
		if len(line) >= 80 {
			t.Errorf("line %q has %d columns, want fewer than 80", line, len(line))
		}
		if strings.TrimSpace(line) != line || line == "" {
			t.Errorf("line %q is empty, or begins or ends with a space", line)
		}
		if i+1 < len(lines) {
			if next := strings.Fields(lines[i+1])[0]; len(line)+1+len(next) < 79 {
				t.Errorf("line %q ends although %q fits", line, next)
			}
		}
	}
}

// TestWriteIsStrict checks that written games are in PGN export format, so that strict readers
// accept them (68): blank lines only in the right places, tags in export format, and no tokens that
// the format does not allow.
func TestWriteIsStrict(t *testing.T) {
	const move = `O-O(-O)?[+#]?|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=[QRBN])?[+#]?`
	token := regexp.MustCompile(`^(\d+\.|\d+\.\.\.|--|` + move + `|\$\d+|[()]|1-0|0-1|1/2-1/2|\*)$`)
	comments := regexp.MustCompile(`\{[^}]*\}|(?m);.*$`)
	for _, test := range readingCases {
		for g := range NewPGNReader(strings.NewReader(test.input)).All() {
			tags, movetext, _ := strings.Cut(g.String(), "\n\n")
			if movetext == "" || strings.HasPrefix(tags, "\n") {
				t.Errorf("%s: %q has no blank line after the tags, or one before them", test.name, g.String())
			}
			for _, line := range strings.Split(tags, "\n") {
				if !regexp.MustCompile(`^\[[^\s"\[\]]+ "([^"\\]|\\"|\\\\)*"\]$`).MatchString(line) {
					t.Errorf("%s: tag %q is not in export format", test.name, line)
				}
			}
			plain := strings.NewReplacer("(", "( ", ")", " )").Replace(comments.ReplaceAllString(movetext, ""))
			for _, word := range strings.Fields(plain) {
				if !token.MatchString(word) {
					t.Errorf("%s: token %q is not in export format", test.name, word)
				}
			}
		}
	}
}

// A faultyWriter answers a call of Write with what answer returns, and then as a working writer.
type faultyWriter struct {
	text   strings.Builder
	answer func(b []byte) (int, error)
}

func (w *faultyWriter) Write(b []byte) (int, error) {
	if w.answer == nil {
		return w.text.Write(b)
	}
	n, err := w.answer(b)
	w.answer = nil
	w.text.Write(b[:min(max(n, 0), len(b))])
	return n, err
}

// TestWriteError checks that whatever a writer does instead of writing a game is an error, and that
// no later game is written behind the gap.
func TestWriteError(t *testing.T) {
	g := mustParsePGN(t, "e4")
	full := errors.New("disk full")
	for _, test := range []struct {
		name   string
		answer func(b []byte) (int, error)
		want   error
	}{
		{"fails", func(b []byte) (int, error) { return 0, full }, full},
		{"fails after a part", func(b []byte) (int, error) { return len(b) / 2, full }, full},
		{"fails after everything", func(b []byte) (int, error) { return len(b), full }, full},
		{"takes nothing", func(b []byte) (int, error) { return 0, nil }, io.ErrShortWrite},
		{"takes a part", func(b []byte) (int, error) { return len(b) - 1, nil }, io.ErrShortWrite},
		{"counts wrongly", func(b []byte) (int, error) { return -1, nil }, io.ErrShortWrite},
		{"counts too much", func(b []byte) (int, error) { return len(b) + 1, nil }, io.ErrShortWrite},
		{"ends", func(b []byte) (int, error) { return 0, io.EOF }, io.EOF},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := &faultyWriter{}
			w := NewPGNWriter(out)
			if err := w.Write(g); err != nil {
				t.Errorf("Write before the fault = %v, want nil", err)
			}
			out.answer = test.answer
			if err := w.Write(g); err != test.want {
				t.Errorf("Write = %v, want %v", err, test.want)
			}
			written := out.text.String()
			if err := w.Write(g); err != test.want || out.text.String() != written {
				t.Errorf("the next Write = %v and writes %q, want %v and nothing",
					err, strings.TrimPrefix(out.text.String(), written), test.want)
			}
		})
	}
}

func TestGameText(t *testing.T) {
	games := []*Game{
		mustParsePGN(t, "[Event \"E\"]\n\n1. e4 {a \"b\"} (1. d4) e5 1-0"),
		NewGame(),
	}
	text, err := json.Marshal(games)
	if err != nil {
		t.Fatalf("json.Marshal = %v, want nil", err)
	}
	var back []*Game
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatalf("json.Unmarshal(%s) = %v, want nil", text, err)
	}
	for i, g := range back {
		if !g.Equal(games[i]) {
			t.Errorf("game %d reads back as %s, want %s", i, outline(g), outline(games[i]))
		}
	}
}

// TestGameUnmarshalRejects checks that UnmarshalText rejects a text that is not exactly one game
// without faults, and leaves the target unchanged (65).
func TestGameUnmarshalRejects(t *testing.T) {
	for _, test := range []struct{ name, text, place string }{
		{"empty text", "", "1:1"},
		{"white space", "\n \n", "1:1"},
		{"illegal move", "1. e4 e4 *", "1:7"},
		{"illegal move in a variation", "1. e4 (1. Nd4) *", "1:11"},
		{"unclosed comment", "1. e4 {a", "1:7"},
		{"faulty tag", "[Event E]\n\n1. d4 *", "1:1"},
		{"two games", "1. d4 *\n\n 1. c4 c5\n2. Nf3 *", "3:2"},
		{"two games with tags", "1. d4 *\n\n[Event \"E\"]\n\n1. c4 *", "3:1"},
		{"second game with a fault", "1. d4 *\n1. c5 *", "2:1"},
		{"text before and after the game", "1-0\n1. d4 *\n\n1-0", "1:1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := mustParsePGN(t, "[White \"A\"]\n\n1. e4 {a} (1. f4) e5 1-0")
			end, before := g.LastNode(), outline(g)
			err := g.UnmarshalText([]byte(test.text))
			faults := pgnErrors(err)
			if len(faults) == 0 || fmt.Sprintf("%d:%d", faults[0].Line, faults[0].Column) != test.place {
				t.Errorf("UnmarshalText(%q) = %v, want a PGNError at %s", test.text, err, test.place)
			}
			if got := outline(g); got != before || g.LastNode() != end {
				t.Errorf("UnmarshalText(%q) changes the game to %s, want %s", test.text, got, before)
			}
		})
	}
	for _, text := range []string{"", "*\n\n*"} {
		if f := pgnErrors(new(Game).UnmarshalText([]byte(text)))[0]; f.Position != StartPosition() || f.Err != nil {
			t.Errorf("UnmarshalText(%q): %v has the position %v and wraps %v, want the start position and nil", text, f, f.Position, f.Err)
		}
	}
}

// FuzzGameText checks that UnmarshalText reads a text with one game and no faults in the same way
// as a PGNReader, and that the game survives a round trip through JSON. UnmarshalText must reject
// any other text, and tags of a later version, and leave the target unchanged.
func FuzzGameText(f *testing.F) {
	for _, test := range slices.Concat(readingCases, faultCases) {
		f.Add([]byte(test.input))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 10_000 {
			return
		}
		var games []*Game
		var faults []*PGNError
		r := NewPGNReader(bytes.NewReader(text))
		for g := range r.All() {
			games = append(games, g)
			faults = append(faults, r.Faults()...)
		}
		faults = append(faults, r.Faults()...)
		target := mustParsePGN(t, "[White \"A\"]\n\n1. e4 {a} (1. f4) e5 1-0")
		want := outline(target)
		isUnknown := func(t Tag) bool { return t.isUnknown() }
		good := len(games) == 1 && len(faults) == 0 && !slices.ContainsFunc(games[0].tags, isUnknown)
		if good {
			want = outline(games[0])
		}
		if err := target.UnmarshalText(text); (err == nil) != good || outline(target) != want {
			t.Fatalf("UnmarshalText(%q) = %v with the game %s, want %s, success: %v",
				text, err, outline(target), want, good)
		}
		encoded, err := json.Marshal(target)
		if err != nil {
			t.Fatalf("json.Marshal(%q) = %v, want nil", target, err)
		}
		var back Game
		if err := json.Unmarshal(encoded, &back); err != nil || !back.Equal(target) {
			t.Fatalf("json.Unmarshal(%s) = %v with the game %s, want nil, %s", encoded, err, outline(&back), outline(target))
		}
	})
}

func TestGameUnmarshal(t *testing.T) {
	g := mustParsePGN(t, "[White \"A\"]\n\n1. e4 {a} (1. f4) e5 1-0")
	g.Position() // caches the position of the old game
	e4 := g.Root().Next()
	if err := g.UnmarshalText([]byte("[Black \"B\"]\n\n1. d4 *")); err != nil {
		t.Fatalf("UnmarshalText = %v, want nil", err)
	}
	if got, want := outline(g), "[Black B] d4 *"; got != want || e4.Exists() {
		t.Errorf("UnmarshalText gives %s, want %s; a node of the old game exists: %v", got, want, e4.Exists())
	}
	var zero Game
	if err := zero.UnmarshalText([]byte("1. d4 *")); err != nil || zero.Rules() != (Rules{}) {
		t.Errorf("UnmarshalText of the zero Game = %v with the rules %v, want nil and Rules{}", err, zero.Rules())
	}
	p := g.Position()
	if want := "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"; p.FEN() != want {
		t.Errorf("Position() = %s, want %s", p.FEN(), want)
	}
}

// TestWriteEdited checks that comments set with SetComments and SetCommentsBefore are written so
// that they read back equal, whatever their text.
func TestWriteEdited(t *testing.T) {
	for _, text := range []string{
		"", "a", " a ", "}", "{", "a}b\nc", "a\nb", "\n\n", "a\r\nb", "}\r", ";", "; }", "%", "\n% a",
		"a\n[Event \"x\"]\n\n1. d4 *", "}\n[Event \"x\"]", "a\n\n[Event \"x\"]", "a\n  [Event \"x\"]",
		"a\n\n[White \"x\"]", "a\n\n\n \t[White\"x\"]", "a\r\r[White \"x\"]", "a\n[White \"x\"]",
		"[%clk 0:01:00]", "\\", "\"", "é♞", "\x00", "1-0", "(", ")", "*", strings.Repeat("long ", 100),
	} {
		g := NewGame()
		e4, _ := g.Root().AddSAN("e4")
		e5, _ := e4.AddSAN("e5")
		d4, _ := g.Root().AddSAN("d4")
		c5, _ := e4.AddSAN("c5")
		for _, n := range []Node{g.Root(), e4, e5, d4, c5} {
			n.SetComments(text, "x", text)
		}
		for _, n := range []Node{e5, d4, c5} {
			n.SetCommentsBefore(text, text)
		}
		checkRoundTrip(t, g)
	}
}

// TestWriteEditedStart checks that a comment set before the first move is written and reads back as
// a comment of the game.
func TestWriteEditedStart(t *testing.T) {
	g := NewGame()
	e4, _ := g.Root().AddSAN("e4")
	e4.SetCommentsBefore("a")
	checkRoundTrip(t, g)
	if !strings.Contains(g.String(), "{a}") {
		t.Errorf("String() = %q, want it to contain the comment {a}", g)
	}
}

func TestWriteEditedTags(t *testing.T) {
	for _, value := range []string{
		"", "?", `"`, `\`, `\"`, `a\`, `]`, `"]`, " a ", "é", "*", "1-0", "\x00", "\xff", "a\n\n[Event \"b\"]",
	} {
		for _, name := range []string{"Event", "Result", "Opening"} {
			g := NewGame()
			g.SetTag(name, value)
			checkRoundTrip(t, g)
		}
	}
}

// TestWriteContradictions checks that tags that contradict the start position are not written, that
// the other tags are, and that the tags that the start position needs are added.
func TestWriteContradictions(t *testing.T) {
	const (
		other    = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
		shuffled = "bqrkrbnn/pppppppp/8/8/8/8/PPPPPPPP/BQRKRBNN w KQkq - 0 1"
	)
	chess960 := StartPosition()
	chess960.setChess960(true)
	for _, test := range []struct {
		name  string
		start Position
		tags  []Tag
		want  []Tag // beyond the roster
	}{
		{"another FEN", StartPosition(), []Tag{{"FEN", other}, {"SetUp", "1"}}, []Tag{{"SetUp", "1"}}},
		{"another FEN in lower case", StartPosition(), []Tag{{"fen", other}}, nil},
		{"FEN of a Chess960 game", StartPosition(), []Tag{{"FEN", chess960.FormatFEN(FENFormat{Shredder: true})}, {"SetUp", "0"}}, []Tag{{"SetUp", "0"}}},
		{"invalid FEN", MustParseFEN(other), []Tag{{"FEN", "x"}}, []Tag{{"SetUp", "1"}, {"FEN", other}}},
		{"empty FEN", MustParseFEN(other), []Tag{{"FEN", " "}}, []Tag{{"SetUp", "1"}, {"FEN", other}}},
		{"standard chess", StartPosition(), []Tag{{"Variant", "Standard"}}, []Tag{{"Variant", "Standard"}}},
		{"another variant", StartPosition(), []Tag{{"Variant", "Atomic"}}, nil},
		{"another variant in lower case", StartPosition(), []Tag{{"variant", "atomic"}}, nil},
		{"Chess960 tag on a standard game", StartPosition(), []Tag{{"Variant", "Chess960"}}, nil},
		{"Chess960 tag without castling rights", MustParseFEN(mate50FEN), []Tag{{"Variant", "Chess960"}},
			[]Tag{{"Variant", "Chess960"}, {"SetUp", "1"}, {"FEN", mate50FEN}}},
		{"Standard tag on a Chess960 game", chess960, []Tag{{"Variant", "Standard"}},
			[]Tag{{"Variant", "Chess960"}, {"SetUp", "1"}, {"FEN", chess960.FEN()}}},
		{"no variant on a Chess960 game", MustParseFEN(shuffled), []Tag{{"Variant", "?"}}, []Tag{{"Variant", "Chess960"}, {"SetUp", "1"}, {"FEN", shuffled}}},
		{"blank variant on a Chess960 game", MustParseFEN(shuffled), []Tag{{"Variant", " "}}, []Tag{{"Variant", "Chess960"}, {"SetUp", "1"}, {"FEN", shuffled}}},
		{"castling rights that imply Chess960", MustParseFEN(shuffled), []Tag{{"Variant", "From Position"}},
			[]Tag{{"Variant", "From Position"}, {"SetUp", "1"}, {"FEN", shuffled}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := gameWith(test.start, Rules{}, test.tags...)
			checkRoundTrip(t, g)
			back := mustParsePGN(t, g.String())
			if diff := cmp.Diff(test.want, back.Tags()[len(roster):], cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("tags written (-want +got):\n%s", diff)
			}
			if start := back.Start(); start.FEN() != test.start.FEN() || start.IsChess960() != test.start.IsChess960() {
				t.Errorf("start position read back = %s, Chess960 %v, want %s, %v",
					start.FEN(), start.IsChess960(), test.start.FEN(), test.start.IsChess960())
			}
		})
	}
}

// TestWriteBoardDecides checks that a checkmate or stalemate on the board overrides a result that
// contradicts it, in the tag, the mark, and the Termination, and that other results stay.
func TestWriteBoardDecides(t *testing.T) {
	const stalemate = "[FEN \"7k/8/6K1/8/5Q2/8/8/8 w - - 0 1\"]\n"
	for _, test := range []struct{ pgn, result, termination string }{
		{"[Result \"1/2-1/2\"]\n\n1. f3 e5 2. g4 Qh4 1/2-1/2", "0-1", ""},
		{"[Result \"1-0\"]\n[Termination \"time forfeit\"]\n\n1. f3 e5 2. g4 Qh4 *", "0-1", ""},
		{"[Result \"1-0\"]\n[Termination \"normal\"]\n\n1. f3 e5 2. g4 Qh4 1-0", "0-1", "normal"},
		{"[Termination \"time forfeit\"]\n\n1. f3 e5 2. g4 Qh4 0-1", "0-1", "time forfeit"},
		{"[White \"A\"]\n[Black \"B\"]\n[Termination \"A won on time\"]\n\n1. f3 e5 2. g4 Qh4 1/2-1/2", "0-1", ""},
		{"1. f3 e5 2. g4 Qh4 {mate} (2... Nc6) 1-0", "0-1", ""},
		{"1. f3 e5 2. g4 d6 (2... Qh4) 1-0", "1-0", ""},
		{stalemate + "1. Qf7 1-0", "1/2-1/2", ""},
		{stalemate + "1. Qf7 *", "1/2-1/2", ""},
		{stalemate + "1. Qf8 0-1", "1-0", ""},
		{"[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n1. Kd2 1-0", "1-0", ""},
	} {
		g := mustParsePGN(t, test.pgn)
		text := g.String()
		back := mustParsePGN(t, text)
		if back.Tag("Result") != test.result || back.RecordedOutcome().Result.String() != test.result ||
			back.Tag("Termination") != test.termination {
			t.Errorf("%q is written as %q, want the result %q and the termination %q",
				test.pgn, text, test.result, test.termination)
		}
		checkRoundTrip(t, g)
	}
}

// TestWriteUnfinished checks that a record that says "*" still says so after an automatic draw,
// whether or not play went on, and that a game that a program plays gets the result of the draw.
func TestWriteUnfinished(t *testing.T) {
	const shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"
	played := NewGame()
	for _, san := range strings.Fields(shuffle) {
		if err := played.PlaySAN(san); err != nil {
			t.Fatal(err)
		}
	}
	continued := mustParsePGN(t, strings.TrimSuffix(shuffle, "Ng8")+"*")
	continued.PlaySAN("Ng8")
	added := mustParsePGN(t, strings.TrimSuffix(shuffle, "Ng8")+"*")
	added.LastNode().AddSAN("Ng8")
	for g, want := range map[*Game]string{
		mustParsePGN(t, shuffle+" *"):                                          "Ng8 *",
		mustParsePGN(t, shuffle+" e4 e5 d4 *"):                                 "d4 *",
		mustParsePGN(t, "[FEN \"8/8/8/4k3/8/8/3q4/4K3 w - - 0 1\"]\n\nKxd2 *"): "Kxd2 *",
		played:    "Ng8 1/2-1/2",
		continued: "Ng8 1/2-1/2",
		added:     "Ng8 1/2-1/2",
	} {
		g.Root().AddSAN("d3") // a variation changes nothing
		if text := g.String(); !strings.HasSuffix(text, want+"\n") || g.Outcome().Result != Drawn {
			t.Errorf("a game that ended by %v is written as %q, want %q", g.Outcome(), text, want)
		}
		checkRoundTrip(t, g)
	}
	both := NewGame()
	both.Adjudicate(Outcome{BothLose, Forfeit})
	if text := both.String(); !strings.HasSuffix(text, "[Result \"0-0\"]\n[Termination \"forfeit\"]\n\n*\n") {
		t.Errorf("a game that both players lose is written as %q, want 0-0 in the tag only", text)
	}
}

// TestWriteStandardTags checks that a FEN that had to be repaired is written in its standard form,
// and a Variant as it is, even if it names nothing.
func TestWriteStandardTags(t *testing.T) {
	for _, test := range []struct{ tags, want string }{
		{"[FEN \"r3k3/8/8/8/8/8/8/4K2R B KQkq e4 0 1\"]", "[SetUp \"1\"]\n[FEN \"r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1\"]\n"},
		{"[SetUp \"1\"]\n[FEN \"4k3/4p3/8/8/8/8/8/4K3  w\"]\n[ECO \"A00\"]",
			"[SetUp \"1\"]\n[FEN \"4k3/4p3/8/8/8/8/8/4K3 w - - 0 1\"]\n[ECO \"A00\"]\n"},
		{"[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\"]",
			"[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\"]\n"},
		{"[FEN \" r3k3/8/8/8/8/8/8/4K2R b - - 0 1 \"]", "[SetUp \"1\"]\n[FEN \"r3k3/8/8/8/8/8/8/4K2R b - - 0 1\"]\n"},
		{"[Variant \"\"]", "[Variant \"\"]\n"},
		{"[Variant \" ? \"]", "[Variant \" ? \"]\n"},
		{"[Variant \"Standard\"]", "[Variant \"Standard\"]\n"},
	} {
		g, err := ParsePGN(test.tags + "\n\n*")
		if g == nil {
			t.Fatalf("ParsePGN(%q) = %v, want a game", test.tags, err)
		}
		got := strings.TrimPrefix(g.String(), strings.TrimSuffix(unknownRoster, "\n"))
		if diff := cmp.Diff(test.want+"\n*\n", got); diff != "" {
			t.Errorf("%s: tags after the roster (-want +got):\n%s", test.tags, diff)
		}
		checkRoundTrip(t, g)
	}
}

// TestWriteAddsNoTagTwice checks that the writer does not add a tag that the game already has,
// wherever it is in the list of tags.
func TestWriteAddsNoTagTwice(t *testing.T) {
	const (
		endgame  = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"
		shuffled = "bqrkrbnn/pppppppp/8/8/8/8/PPPPPPPP/BQRKRBNN w ECec - 0 1"
	)
	chess960 := MustParseFEN(shuffled)
	standard960, err := Chess960Start(518)
	if err != nil {
		t.Fatal(err)
	}
	onTime := gameWith(startPosition, Rules{}, Tag{"Termination", "unterminated"})
	onTime.FlagFall(Black)
	for _, test := range []struct {
		name string
		game *Game
		want []Tag // beyond the roster
	}{
		{"Termination", onTime, []Tag{{"Termination", "time forfeit"}}},
		{"SetUp", gameWith(MustParseFEN(endgame), Rules{}, Tag{"SetUp", "1"}), []Tag{{"SetUp", "1"}, {"FEN", endgame}}},
		{"FEN in another form", gameWith(chess960, Rules{}, Tag{"FEN", shuffled}, Tag{"ECO", "A00"}),
			[]Tag{{"SetUp", "1"}, {"FEN", shuffled}, {"ECO", "A00"}, {"Variant", "Chess960"}}},
		{"standard FEN of a Chess960 game", gameWith(standard960, Rules{}, Tag{"FEN", startFEN}, Tag{"ECO", "A00"}),
			[]Tag{{"SetUp", "1"}, {"FEN", startFEN}, {"ECO", "A00"}, {"Variant", "Chess960"}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := mustParsePGN(t, test.game.String()).Tags()[len(roster):]
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("tags written (-want +got):\n%s", diff)
			}
		})
	}
}

// TestWriteOtherEnding checks that the tags Result and Termination of a game that has been read do
// not remain if the game then ends in another way.
func TestWriteOtherEnding(t *testing.T) {
	resign := func(by Color) func(*Game) error { return func(g *Game) error { return g.Resign(by) } }
	play := func(sans string) func(*Game) error {
		return func(g *Game) error { playSANs(t, g, sans); return nil }
	}
	undo := func(g *Game) error { g.Undo(); return nil }
	for _, test := range []struct {
		name, pgn   string
		calls       []func(*Game) error
		result      string // in the tag and at the end of the movetext
		termination string
	}{
		{"undone", "[Result \"1-0\"]\n\n1. f3 e5 2. g4 d6 1-0", []func(*Game) error{undo}, "*", ""},
		{"undone, then mate", "[Result \"1-0\"]\n\n1. f3 e5 2. g4 d6 1-0", []func(*Game) error{undo, play("Qh4")}, "0-1", ""},
		{"undone, then resigned", "[Result \"1-0\"]\n\n1. e4 e5 1-0", []func(*Game) error{undo, play("c5"), resign(White)},
			"0-1", ""},
		{"undone, then the same result", "[Result \"1-0\"]\n[Termination \"Time forfeit\"]\n\n1. e4 e5 1-0",
			[]func(*Game) error{undo, play("c5"), resign(Black)}, "1-0", ""},
		{"undone, then another reason than the tag's", "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n" +
			"[Termination \"B won by resignation\"]\n\n1. e4 e5 1-0", []func(*Game) error{undo, play("c5"), resign(Black)}, "1-0", ""},
		{"undone, then another time forfeit", "[Result \"1-0\"]\n[Termination \"Time forfeit\"]\n\n1. e4 e5 1-0",
			[]func(*Game) error{undo, play("c5"), func(g *Game) error { return g.FlagFall(White) }}, "0-1", "Time forfeit"},
		{"mate that the tag tells", "[Termination \"checkmate\"]\n\n1. f3 e5 2. g4 *",
			[]func(*Game) error{play("Qh4")}, "0-1", "checkmate"},
		{"end that differs from the tag", "[Result \"1-0\"]\n[Termination \"normal\"]\n\n1. e4 e5 *",
			[]func(*Game) error{undo, resign(White)}, "0-1", "normal"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := mustParsePGN(t, test.pgn)
			for _, call := range test.calls {
				if err := call(g); err != nil {
					t.Fatal(err)
				}
			}
			checkRoundTrip(t, g)
			back := mustParsePGN(t, g.String())
			if !strings.HasSuffix(g.String(), " "+test.result+"\n") || back.Tag("Result") != test.result ||
				back.Tag("Termination") != test.termination {
				t.Errorf("%v is written as %s, want the result %s and the termination %q",
					g.Outcome(), g, test.result, test.termination)
			}
		})
	}

	g := gameWith(startPosition, Rules{}, Tag{"Result", "1-0"})
	playSANs(t, g, "e4 e5")
	g.Undo()
	if got := g.Tag("Result"); got != "1-0" {
		t.Errorf("Tag(%q) after Undo in an unfinished game = %q, want %q", "Result", got, "1-0")
	}
	agreed := gameWith(startPosition, Rules{}, Tag{"Termination", "Game drawn by agreement"})
	playSANs(t, agreed, "e4 e5")
	agreed.OfferDraw(White)
	if err := agreed.AcceptDraw(Black); err != nil || strings.Contains(agreed.String(), reasonTag) {
		t.Errorf("an agreement that the Termination tag tells is written as %s, %v, want no EndReason tag", agreed, err)
	}
	mated := gameWith(startPosition, Rules{}, Tag{"Result", "1-0"})
	playSANs(t, mated, "f3 e5 g4 Qh4")
	back := mustParsePGN(t, mated.String())
	if !back.Equal(mated) || back.Tag("Result") != "0-1" || back.RecordedOutcome().Result != BlackWins {
		t.Errorf("a checkmate by Black with the tag [Result %q] is written as %s, want the result 0-1", "1-0", mated)
	}
}

// TestReadRules checks that a reader applies its Rules to games that do not name theirs, and that
// UnmarshalText does not depend on what the game was before.
func TestReadRules(t *testing.T) {
	text := "1. Nf3 Nf6 2. Ng1 Ng8" + strings.Repeat(" Nf3 Nf6 Ng1 Ng8", 3) + " *"
	fivefold := Outcome{Drawn, FivefoldRepetition}
	for _, test := range []struct {
		reader Rules
		tag    string
		rules  Rules
		want   Outcome
	}{
		{Rules{}, "", Rules{}, fivefold},
		{RulesS3(), "", RulesS3(), Outcome{}},
		{Rules{}, "[Rules \"resignationLoses\"]\n", RulesS3(), Outcome{}},
		{RulesS3(), "[Rules \"" + (Rules{}).String() + "\"]\n", Rules{}, fivefold},
	} {
		for workers := 1; workers <= 2; workers++ {
			r := NewPGNReader(strings.NewReader(test.tag + text))
			r.Rules, r.Workers = test.reader, workers
			for g, err := range r.All() {
				if err != nil || g.Rules() != test.rules || g.Outcome() != test.want {
					t.Errorf("%d workers: %v with the outcome %v, want nil, %v", workers, err, g.Outcome(), test.want)
				}
			}
		}
	}
	g := newGame(startPosition, RulesS3())
	if err := g.UnmarshalText([]byte(text)); err != nil || g.Rules() != (Rules{}) || g.Outcome() != fivefold {
		t.Errorf("UnmarshalText = %v with the outcome %v, want nil, %v", err, g.Outcome(), fivefold)
	}
}

// TestSavedGame checks that everything that a game holds survives each form in which it is saved:
// its rules, why and by whom it ended, and a pending offer.
func TestSavedGame(t *testing.T) {
	const ending = "8/8/8/8/8/1p6/8/K6k b - - 0 60"
	claim := func(g *Game) { g.Claim(g.Position().Turn(), g.Claims()[0]) }
	for _, test := range []struct {
		rules  Rules
		fen    string
		moves  string
		action func(g *Game)
		tags   string // those that are written beyond the roster
	}{
		{Rules{}, "", "e4 e5", func(*Game) {}, ""},
		{Rules{Threefold: Claimable}, "", "e4 e5", func(*Game) {}, ""}, // as FIDE
		{RulesS3(), "", "e4 e5", func(*Game) {}, `[Rules "resignationLoses"]`},
		{RulesS2(), "", "e4 e5", func(*Game) {},
			`[Rules "insufficientMaterial=automatic threefold=automatic fiftyMoves=automatic perpetualCheck=automatic"]`},
		{Rules{}, "", "e4 e5", func(g *Game) { g.Resign(White) }, `[EndReason "resignation by White"]`},
		{Rules{}, "", "e4 e5", func(g *Game) { g.OfferDraw(White) }, `[DrawOffer "White"]`},
		{Rules{}, "", "e4 e5", func(g *Game) { g.OfferDraw(White); g.Play(g.Position().LegalMoves()[0]) }, `[DrawOffer "White"]`},
		{Rules{}, "", "e4 e5", func(g *Game) { g.OfferDraw(White); g.AcceptDraw(Black) }, `[EndReason "agreement by Black"]`},
		{Rules{}, "", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", claim, `[EndReason "threefold repetition by White"]`},
		{Rules{}, "", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", func(g *Game) { g.Claim(g.Position().Turn(), g.ClaimsByMove()[0]) },
			`[EndReason "threefold repetition by Black"] [AnnouncedMove "Ng8"]`},
		{Rules{}, "", "Nf3 Nf6 Ng1 Ng8", func(g *Game) { g.Claim(White, Claim{ThreefoldRepetition, NewMove(G1, F3)}) },
			`[DrawOffer "White"] [AnnouncedMove "Nf3"]`},
		{Rules{}, "", "Nf3 Nf6 Ng1 Ng8", func(g *Game) { g.Claim(White, Claim{ThreefoldRepetition, NewMove(G1, F3)}); g.Resign(White) },
			`[EndReason "resignation by White"] [AnnouncedMove "Nf3"]`},
		{RulesS0(), "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 99 80", "", func(g *Game) { g.Claim(Black, Claim{ThreefoldRepetition, NewMove(E8, G8)}) },
			`[SetUp "1"] [FEN "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 99 80"] [Rules "` + RulesS0().String() + `"] [AnnouncedMove "O-O"]`},
		{Rules{}, "", "e4 e5", func(g *Game) {
			g.Claim(White, Claim{ThreefoldRepetition, NewMove(G1, F3)})
			g.PlaySAN("Nf3")
			g.Resign(Black)
		},
			`[EndReason "resignation by Black"]`},
		{Rules{}, "", "e4 e5", func(g *Game) { g.FlagFall(White) }, `[Termination "time forfeit"]`},
		{Rules{}, ending, "", func(g *Game) { g.FlagFall(Black) },
			`[Termination "time forfeit"] [SetUp "1"] [FEN "` + ending + `"] [EndReason "time by Black"]`},
		{Rules{}, ending, "", func(g *Game) { g.Resign(Black) }, `[SetUp "1"] [FEN "` + ending + `"] [EndReason "resignation by Black"]`},
		{Rules{}, ending, "", func(g *Game) { g.Lose(Black, RulesInfraction) },
			`[Termination "rules infraction"] [SetUp "1"] [FEN "` + ending + `"] [EndReason "rules infraction by Black"]`},
		{Rules{}, "", "e4 e5", func(g *Game) { g.Adjudicate(Outcome{WhiteWins, Forfeit}) }, `[Termination "forfeit"]`},
	} {
		start := startPosition
		if test.fen != "" {
			start = MustParseFEN(test.fen)
		}
		g := newGame(start, test.rules)
		playSANs(t, g, test.moves)
		test.action(g)
		_, tags, _ := strings.Cut(g.String(), "[Result \""+g.Outcome().Result.String()+"\"]\n")
		tags, _, _ = strings.Cut(tags, "\n\n")
		if got := strings.ReplaceAll(strings.TrimSpace(tags), "\n", " "); got != test.tags && (test.tags != "" || tags[0] == '[') {
			t.Errorf("%v: tags %s, want %s", g.Outcome(), got, test.tags)
		}
		checkRoundTrip(t, g)
		text, _ := json.Marshal(g)
		back := newGame(startPosition, RulesS1())
		if err := json.Unmarshal(text, back); err != nil {
			t.Fatal(err)
		}
		for _, copied := range []*Game{back, g.Clone()} {
			by, pending := copied.DrawOffer()
			wantBy, want := g.DrawOffer()
			if copied.Outcome() != g.Outcome() || copied.Rules() != g.Rules() || copied.actor(copied.end) != g.actor(g.end) || pending != want || want && by != wantBy {
				t.Errorf("%s is saved as %v, %+v, by %v, offer %v %v", test.tags, copied.Outcome(), copied.Rules(), copied.by, by, pending)
			}
			if diff := g.Difference(copied); diff != "" {
				t.Errorf("%s: Difference = %s", test.tags, diff)
			}
			due, isDue := copied.AnnouncedMove()
			if want, ok := g.AnnouncedMove(); due != want || isDue != ok {
				t.Errorf("%s: AnnouncedMove() = %v, %v, want %v, %v", test.tags, due, isDue, want, ok)
			}
			longer, same, m := copied.Clone(), g.Clone(), g.Position().LegalMoves()[0]
			longer.LastNode().Add(m)
			same.LastNode().Add(m)
			if longer.RecordedOutcome() != same.RecordedOutcome() {
				t.Errorf("%s: after another move, RecordedOutcome() = %v, want %v", test.tags, longer.RecordedOutcome(), same.RecordedOutcome())
			}
			if findings := (Arbiter{Rules: g.Rules()}).Judge(copied); len(findings) > 0 {
				t.Errorf("%s: Judge = %v", test.tags, findings)
			}
		}
		checkJudgedAlike(t, Arbiter{Rules: g.Rules()}, g.String())
		if other := newGame(start, test.rules); test.tags != "" {
			playSANs(t, other, test.moves)
			if test.rules == (Rules{}) && g.Equal(other) {
				t.Errorf("%s: Equal reports true for a game without it", test.tags)
			}
		}
	}
}

// TestWhatIsKept checks what each form loses of a game, as docs/records.md says.
func TestWhatIsKept(t *testing.T) {
	g := must(NewGameFrom(MustParseFEN("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), RulesS0()))
	g.SetTag("Event", "x")
	playSANs(t, g, "e4 Kd7 e5")
	first := g.Root().Next()
	first.SetNAGs(1)
	first.SetComments("text [%clk 0:01:00] [%eval 0.3]")
	g.Root().AddSAN("e3")
	offered := g.Clone()
	if err := offered.OfferDraw(White); err != nil {
		t.Fatal(err)
	}
	if err := g.Resign(Black); err != nil {
		t.Fatal(err)
	}
	through := func(format PGNFormat) func(*Game) *Game {
		return func(g *Game) *Game {
			back, _ := ParsePGN(string(g.AppendPGN(nil, format)))
			return back
		}
	}
	forms := []struct {
		name string
		of   func(*Game) *Game
		lost string
	}{
		{"JSON", func(g *Game) *Game {
			text, _ := json.Marshal(g)
			back := new(Game)
			json.Unmarshal(text, back)
			return back
		}, ""},
		{"MainLineOnly", through(PGNFormat{MainLineOnly: true}), "variations, glyphs, comments, clocks, evaluations, "},
		{"OmitTags", through(PGNFormat{OmitTags: true}), "start position, tags, rules, end, draw offer, "},
		{"OmitVariations", through(PGNFormat{OmitVariations: true}), "variations, "},
		{"OmitGlyphs", through(PGNFormat{OmitGlyphs: true}), "glyphs, "},
		{"OmitComments", through(PGNFormat{OmitComments: true}), "comments, "},
		{"OmitClocks", through(PGNFormat{OmitClocks: true}), "clocks, "},
		{"OmitEvals", through(PGNFormat{OmitEvals: true}), "evaluations, "},
		{"Notation", through(PGNFormat{Notation: NotationUCI}), ""},
		{"Clone", (*Game).Clone, ""},
	}
	facets := []struct {
		name string
		of   func(g, offered *Game) any
	}{
		{"moves", func(g, _ *Game) any { return g.Plies() > 0 }},
		{"start position", func(g, _ *Game) any { return g.Start() }},
		{"tags", func(g, _ *Game) any { return g.Tag("Event") }},
		{"result", func(g, _ *Game) any { return g.Outcome().Result }},
		{"rules", func(g, _ *Game) any { return g.Rules() }},
		{"end", func(g, _ *Game) any { return terminationOf(g.Outcome().Reason, g.actor(g.end)) }},
		{"draw offer", func(_, offered *Game) any { by, ok := offered.DrawOffer(); return player{ok, by} }},
		{"variations", func(g, _ *Game) any { return len(slices.Collect(g.Root().Children())) }},
		{"glyphs", func(g, _ *Game) any { return len(g.Root().Next().NAGs()) }},
		{"comments", func(g, _ *Game) any { return g.Root().Next().Info().Text }},
		{"clocks", func(g, _ *Game) any { return g.Root().Next().Info().Clock != nil }},
		{"evaluations", func(g, _ *Game) any { return g.Root().Next().Info().Eval != nil }},
	}
	for _, form := range forms {
		lost := ""
		for _, facet := range facets {
			from, fromOffered := g, offered
			if facet.name == "moves" && form.name == "OmitTags" { // without its start position, g would lose its moves
				from, fromOffered = NewGame(), NewGame()
				playSANs(t, from, "e4 e5")
			}
			if facet.of(from, fromOffered) != facet.of(form.of(from), form.of(fromOffered)) {
				lost += facet.name + ", "
			}
		}
		if lost != form.lost {
			t.Errorf("%s loses %q, want %q", form.name, lost, form.lost)
		}
	}
}

// TestSavedOffer checks that an offer of either side that can be pending is, without a warning.
func TestSavedOffer(t *testing.T) {
	for value, want := range map[string]Color{"White": White, "Black": Black} {
		r := NewPGNReader(strings.NewReader("[DrawOffer \"" + value + "\"]\n\n1. e4 *"))
		r.Strict = true
		g, err := r.Read()
		if by, ok := g.DrawOffer(); err != nil || len(r.Faults()) > 0 || !ok || by != want {
			t.Errorf("an offer by %s is read as one by %v, %v, with the error %v and the faults %v", value, by, ok, err, r.Faults())
		}
	}
}

// TestSavedTagsAreNotTrusted checks that a tag for the state of a game is ignored with a warning if
// it is not understood or contradicts the moves.
func TestSavedTagsAreNotTrusted(t *testing.T) {
	for pgn, want := range map[string]string{
		"[Rules \"FIDE\"]\n\n1. e4 *":                               `1:1: "FIDE": tag Rules: the rules are not known`,
		"[Rules \"threefold=automatic castling=never\"]\n\n1. e4 *": `1:1: "threefold=automatic castling=never": tag Rules: the rules are not known`,
		"[Rules \"threefold=always\"]\n\n1. e4 *":                   `1:1: "threefold=always": tag Rules: the rules are not known`,
		"[Rules \"\"]\n\n1. e4 *":                                   `1:1: tag Rules: the rules are not known`,
		"[EndReason \"resignation by White\"]\n\n1. e4 1-0":         `1:1: "resignation by White": tag EndReason: it contradicts the game`,
		"[EndReason \"none\"]\n\n1. e4 *":                           `1:1: "none": tag EndReason: it contradicts the game`,
		"[EndReason \"resignation\"]\n\n1. e4 *":                    `1:1: "resignation": tag EndReason: it contradicts the game`,
		"[EndReason \"checkmate\"]\n\n1. e4 1-0":                    `1:1: "checkmate": tag EndReason: it contradicts the game`,
		"[EndReason \"threefold repetition\"]\n\n1. e4 1/2-1/2":     `1:1: "threefold repetition": tag EndReason: it contradicts the game`,
		"[EndReason \"threefold repetition by Black\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2": `1:1: "threefold repetition by Black": tag EndReason: it contradicts the game`, // White is to move
		"[EndReason \"resignation\"]\n\n1. f3 e5 2. g4 Qh4# 0-1":                                               `1:1: "resignation": tag EndReason: it contradicts the game`,
		"[Termination \"time forfeit\"]\n[EndReason \"agreement\"]\n\n1. e4 1/2-1/2":                           `2:1: "agreement": tag EndReason: it contradicts the game`,
		"[Result \"0-0\"]\n\n1. e4 1-0":                                                                        `1:1: "0-0": the Result tag contradicts the result 1-0 after the moves`,
		"[DrawOffer \"White\"]\n\n1. e4 1-0":                                                                   `1:1: "White": tag DrawOffer: it contradicts the game`,
		"[Result \"?\"]\n\n1. e4 1-0":                                                                          `1:1: "?": the value of the Result tag is not a result`,
		"[EndReason \"fivefold repetition\"]\n\n" + strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 4) + "1/2-1/2":          `1:1: "fivefold repetition": tag EndReason: it contradicts the game`, // it came by itself
		"[AnnouncedMove \"e4\"]\n\n1. e4 *":                                                                    `1:1: "e4": tag AnnouncedMove: it contradicts the game`,
		"[AnnouncedMove \"Nf6\"]\n\n1. e4 1/2-1/2":                                                             ``,
		"[AnnouncedMove \"nothing\"]\n\n1. e4 *":                                                               `1:1: "nothing": tag AnnouncedMove: it contradicts the game`,
		"[Termination \"50 moves\"]\n[AnnouncedMove \"Nf6\"]\n\n1. e4 1/2-1/2":                                 `2:1: "Nf6": tag AnnouncedMove: it contradicts the game`,
		"[SetUp \"0\"]\n\n1. e4 *":                                                                             ``,
		"[Rules \"" + strings.Repeat("x", 300) + "\"]\n\n1. e4 *":                                              `1:1: "` + strings.Repeat("x", 120) + `…": tag Rules: the rules are not known`,
		"[Result \"1-0\"]\n[Termination \"time forfeit\"]\n\n1. e4":                                            ``,
		"[DrawOffer \"nobody\"]\n\n1. e4 *":                                                                    `1:1: "nobody": tag DrawOffer: it contradicts the game`,
	} {
		g, err := ParsePGN(pgn)
		bare, _ := ParsePGN(regexp.MustCompile(`\[(Rules|EndReason|DrawOffer|AnnouncedMove).*\n`).ReplaceAllString(pgn, ""))
		_, pending := g.DrawOffer()
		if err != nil || g.Rules() != (Rules{}) || g.Outcome() != bare.Outcome() || pending {
			t.Errorf("%q: error %v, outcome %v, offer %t, want those of the text without the tag", pgn, err, g.Outcome(), pending)
		}
		checkRoundTrip(t, g)
		r := NewPGNReader(strings.NewReader(pgn))
		r.Strict = true
		r.Read()
		got := ""
		for _, f := range r.Faults() {
			if strings.Contains(f.Detail, "tag ") && f.Warning && f.Game == 1 && !f.Outside {
				got += fmt.Sprintf("%d:%d: %s", f.Line, f.Column, f.fault())
			}
		}
		if got != want {
			t.Errorf("%q: warning %s, want %s", pgn, got, want)
		}
	}
	abandoned := mustParsePGN(t, "[EndReason \"abandonment\"]\n\n1. e4 *")
	if err := abandoned.PlaySAN("e5"); err != nil || !strings.Contains(abandoned.String(), "[Termination \"abandoned\"]") {
		t.Errorf("a game that goes on after it was abandoned is written as %v, %v, want with the reason", abandoned, err)
	}
	if g, _ := ParsePGN("[EndReason \"resignation by White\"]\n\n1. e4 Ke3 0-1"); g.RecordedOutcome() != (Outcome{BlackWins, NoReason}) {
		t.Errorf("after an illegal move: RecordedOutcome() = %v, want 0-1", g.RecordedOutcome())
	}
	if tag := mustParsePGN(t, "[EndReason \"checkmate\"]\n\n1. e4 1-0").Tag("EndReason"); tag != "" {
		t.Errorf("a reason that the rules would have found remains as the tag %q", tag)
	}
	for moves, limit := range map[string]int{"1. e4 e5": 1, "1. e4 (1. d4 d5) e5": 2} {
		r := NewPGNReader(strings.NewReader("[EndReason \"resignation by White\"]\n\n" + moves + " 0-1"))
		r.Limits.Moves = limit
		if g, _ := r.Read(); g.RecordedOutcome() != (Outcome{BlackWins, NoReason}) {
			t.Errorf("%s with too many moves: RecordedOutcome() = %v, want 0-1", moves, g.RecordedOutcome())
		}
	}
}

// TestWriteWithoutTags checks that a blank line separates games that are written without tags.
func TestWriteWithoutTags(t *testing.T) {
	var b strings.Builder
	w := NewPGNWriter(&b)
	w.OmitTags = true
	for range 3 {
		if err := w.Write(NewGame()); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := b.String(), "*\n\n*\n\n*\n"; got != want {
		t.Errorf("three games are written as %q, want %q", got, want)
	}
}

// TestNextVersion loads games that a later version saved. What loads a saved game must refuse words
// that it does not know, and leave the target unchanged. A reader of records goes on and says so. A
// game that such a word would make unreadable cannot be saved.
func TestNextVersion(t *testing.T) {
	input := string(must(os.ReadFile("testdata/next_version.pgn")))
	r := NewPGNReader(strings.NewReader(input))
	r.Strict = true
	for g, err := range r.All() {
		name := g.Tag("Event")
		if err != nil || g.Plies() != 2 || g.Rules() != (Rules{}) {
			t.Errorf("%s: Read() = %v with %d plies and the rules %v, want nil, 2, FIDE's", name, err, g.Plies(), g.Rules())
		}
		tag := slices.IndexFunc(g.Tags(), func(t Tag) bool { return slices.Contains(savedTags[:], t.Name) })
		if tag < 0 || !slices.ContainsFunc(r.Faults(), func(f *PGNError) bool { return f.Token == g.Tags()[tag].Value && f.Warning }) {
			t.Errorf("%s: tags %v and warnings %v, want the tag kept and a warning about it", name, g.Tags(), r.Faults())
		}
		text := g.String()
		known := mustParsePGN(t, text)
		known.DeleteTag(g.Tags()[tag].Name)
		before := outline(known)
		for form, load := range map[string]func() error{
			"UnmarshalText": func() error { return known.UnmarshalText([]byte(text)) },
			"Scan":          func() error { return known.Scan(text) },
			"GobDecode":     func() error { return known.GobDecode([]byte(text)) },
			"JSON":          func() error { return json.Unmarshal(must(json.Marshal(text)), known) },
		} {
			faults := pgnErrors(load())
			if len(faults) != 1 || faults[0].Warning || faults[0].Token != g.Tags()[tag].Value || faults[0].Line < 2 {
				t.Errorf("%s: %s = %v, want an error that names the value and its line", name, form, faults)
			}
			if outline(known) != before {
				t.Errorf("%s: %s changes the game", name, form)
			}
		}
		for form, save := range map[string]func(*Game) error{
			"MarshalText": func(g *Game) error { _, err := g.MarshalText(); return err },
			"Value":       func(g *Game) error { _, err := g.Value(); return err },
			"GobEncode":   func(g *Game) error { _, err := g.GobEncode(); return err },
		} {
			if err := save(g); !errors.As(err, new(*ParseError)) {
				t.Errorf("%s: %s = %v, want a ParseError", name, form, err)
			}
			if err := save(known); err != nil {
				t.Errorf("%s: %s without the tag = %v, want nil", name, form, err)
			}
		}
	}
	for _, nothing := range []string{"", "?", " - "} {
		if err := new(Game).UnmarshalText([]byte("[DrawOffer \"" + nothing + "\"]\n\n*")); err != nil {
			t.Errorf("UnmarshalText with the offer %q = %v, want nil", nothing, err)
		}
	}
	var outcome Outcome
	if err := json.Unmarshal([]byte(`{"result":"1-0","reason":"second illegal move"}`), &outcome); err == nil {
		t.Errorf("json.Unmarshal of an unknown reason = %v, want an error", outcome)
	}
}

// TestWriteFile checks that games from a file can be written and read back equal.
func TestWriteFile(t *testing.T) {
	file, err := os.Open("testdata/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	games := 0
	for g, err := range NewPGNReader(io.LimitReader(file, 200_000)).All() {
		if err == nil {
			checkRoundTrip(t, g)
			games++
		}
	}
	if games == 0 {
		t.Error("no game was read without faults")
	}
}

// TestWriteSubgame checks that a game that starts from a position of another game is written with
// the FEN of that position (66).
func TestWriteSubgame(t *testing.T) {
	g := mustParsePGN(t, "1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 *")
	var sicilian Node
	for n := range variations(g.Root().Next().Next()) {
		sicilian = n
	}
	sub := newGame(sicilian.Position(), Rules{})
	playSANs(t, sub, "Nf3 d6")
	const want = `[SetUp "1"]
[FEN "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"]

2. Nf3 d6 *
`
	if got := sub.String(); !strings.HasSuffix(got, want) {
		t.Errorf("String() = %q, want it to end with %q", got, want)
	}
	checkRoundTrip(t, sub)
}

// TestWriteDeepNest checks that very deeply nested variations can be written.
func TestWriteDeepNest(t *testing.T) {
	const depth = 20_000
	text := strings.Repeat("Nf3 (Nc3 Nf6 (Nc6 Nf3 (Nb1 Nf6 (Nb8 ", depth/4) + strings.Repeat(")", depth) + " *"
	r := NewPGNReader(strings.NewReader(text))
	r.Limits = PGNLimits{Nesting: depth}
	g, err := r.Read()
	if err != nil {
		t.Fatalf("Read() = %.200v, want nil", err)
	}
	r = NewPGNReader(strings.NewReader(g.String()))
	r.Limits = PGNLimits{Nesting: depth}
	back, err := r.Read()
	if err != nil || !back.Equal(g) {
		t.Errorf("%d nested variations do not read back equal: error %.200v", depth, err)
	}
}
