package diagram_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
	"github.com/shakki/chess/diagram"
)

// TestDetectTerminal checks what the environment says about a terminal.
func TestDetectTerminal(t *testing.T) {
	for _, test := range []struct {
		env  string
		want diagram.Terminal
	}{
		{"", diagram.ASCII},
		{"TERM=dumb COLORTERM=truecolor", diagram.ASCII},
		{"COLORTERM=truecolor", diagram.ASCII},
		{"TERM=xterm", diagram.ASCII},
		{"TERM=xterm-256color", diagram.Colors256},
		{"TERM=xterm-256color COLORTERM=truecolor", diagram.TrueColor},
		{"TERM=xterm COLORTERM=24bit", diagram.TrueColor},
		{"TERM=xterm-direct", diagram.TrueColor},
		{"TERM=xterm-256color NO_COLOR=1", diagram.ASCII},
		{"TERM=xterm-256color LANG=fi_FI.UTF-8", diagram.Colors256},
		{"TERM=xterm-256color LANG=fi_FI.UTF-8 LC_ALL=C", diagram.ASCII},
		{"TERM=xterm-256color LC_CTYPE=en_US.utf8 LC_ALL=C", diagram.ASCII},
		{"TERM=xterm-256color LANG=C LC_CTYPE=en_US.utf8", diagram.Colors256},
	} {
		env := map[string]string{}
		for _, field := range strings.Fields(test.env) {
			name, value, _ := strings.Cut(field, "=")
			env[name] = value
		}
		if got := diagram.DetectTerminal(func(name string) string { return env[name] }); got != test.want {
			t.Errorf("%q: %v, want %v", test.env, got, test.want)
		}
	}
}

// TestASCII checks the board in letters, from both sides.
func TestASCII(t *testing.T) {
	p := chess.MustParseFEN("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
	for _, test := range []struct {
		o    diagram.Options
		want string
	}{
		{diagram.Options{LastMove: chess.MustParseMove("e7e5")}, `
8  r n b q k b n r
7  p p p p[.]p p p
6  . . . . . . . .
5  . . . .[p]. . .
4  . . . . P . . .
3  . . . . . . . .
2  P P P P . P P P
1  R N B Q K B N R

   a b c d e f g h
`},
		{diagram.Options{Below: chess.Black, HideCoordinates: true, LastMove: chess.MustParseMove("a8b8")}, `
 R N B K Q B N R
 P P P . P P P P
 . . . . . . . .
 . . . P . . . .
 . . . p . . . .
 . . . . . . . .
 p p p . p p p p
 r n b k q b[n|r]
`},
	} {
		want := strings.ReplaceAll(test.want[1:], "|", "][")
		if test.o.HideCoordinates {
			want = strings.ReplaceAll(want, "][", "[") // two marked squares share a bracket
		}
		if diff := cmp.Diff(want, string(diagram.AppendText(nil, p, test.o, diagram.ASCII))); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", test.o, diff)
		}
	}
}

// TestASCIIMarks checks that everything that can be marked is marked in ASCII, too.
func TestASCIIMarks(t *testing.T) {
	p := chess.MustParseFEN("4k3/8/8/7p/4N3/8/8/r3K2R w K - 0 1")
	o := diagram.Options{
		LastMove: chess.MustParseMove("a8a1"),
		Selected: chess.H1.Bitboard(),
		Crosses:  chess.BitboardOf(chess.B7, chess.E4),
		Fills:    map[chess.Square]diagram.Color{chess.C6: diagram.RGB(0xff0000)},
		Shapes: []chess.Shape{{Letter: 'R', From: chess.G8, To: chess.G8}, {Letter: 'G', From: chess.A1, To: chess.E1},
			{Letter: 'Q', From: chess.E4, To: chess.F6}, {From: 64, To: 3}},
		Caption: "White is in check.\nWhat now?\x1b[2J",
	}
	const want = `8 [.]. . . k .{.}.
7  . x . . . . . .
6  . .{.}. . . . .
5  . . . . . . . p
4  . . . .{N}. . .
3  . . . . . . . .
2  . . . . . . . .
1 [r]. . .+K+. .<R>

   a b c d e f g h
arrows a1-e1, e4-f6
White is in check.
What now?[2J
`
	if diff := cmp.Diff(want, string(diagram.AppendText(nil, p, o, diagram.ASCII))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	knight, err := chess.ParseSetup("8/8/8/8/8/8/8/N7")
	if err != nil {
		t.Fatal(err)
	}
	o = diagram.Options{Selected: chess.A1.Bitboard(), HideCoordinates: true}
	if got := string(diagram.AppendText(nil, knight, o, diagram.ASCII)); strings.Count(got, "*") != 2 || !strings.Contains(got, "<N>") {
		t.Errorf("a lone knight:\n%s", got)
	}
}

// TestArrows checks that small arrows lead along an arrow on a terminal with colors, seen from both
// sides.
func TestArrows(t *testing.T) {
	o := diagram.Options{Shapes: []chess.Shape{
		{Letter: 'G', From: chess.A1, To: chess.A4}, {Letter: 'R', From: chess.H8, To: chess.E5}, {Letter: 'Y', From: chess.H1, To: chess.E1},
	}}
	for below, want := range map[chess.Color]string{
		chess.White: "7                    ↙    \n6                 ↙       \n3  ↑                      \n2  ↑                      \n1                 ←  ←    \n",
		chess.Black: "1     →  →                \n2                       ↓ \n3                       ↓ \n6        ↗                \n7     ↗                   \n",
	} {
		o.Below = below
		var got strings.Builder
		for line := range strings.Lines(escape.ReplaceAllString(string(diagram.AppendText(nil, chess.Setup{}, o, diagram.TrueColor)), "")) {
			if strings.ContainsAny(line, "↙↑←→↓↗") {
				got.WriteString(line)
			}
		}
		if diff := cmp.Diff(want, got.String()); diff != "" {
			t.Errorf("%v below (-want +got):\n%s", below, diff)
		}
	}
}

// TestMarksOnTerminal checks that every mark changes the color of its square, light or dark, in
// themes with hues.
func TestMarksOnTerminal(t *testing.T) {
	background := regexp.MustCompile("\x1b\\[48;[0-9;]*m")
	for _, theme := range []diagram.Theme{diagram.LightTheme(), diagram.DarkTheme()} {
		for _, terminal := range []diagram.Terminal{diagram.Colors256, diagram.TrueColor} {
			for _, squares := range []chess.Bitboard{chess.BitboardOf(chess.E4, chess.D8), chess.BitboardOf(chess.E5, chess.D7)} {
				first, last := squares.First(), (squares &^ squares.First().Bitboard()).First()
				draw := func(o diagram.Options) []string {
					o.Theme = theme
					return background.FindAllString(string(diagram.AppendText(nil, chess.Setup{}, o, terminal)), -1)
				}
				plain := draw(diagram.Options{})
				for name, o := range map[string]diagram.Options{
					"selected":  {Selected: squares},
					"crosses":   {Crosses: squares},
					"rings":     {Shapes: []chess.Shape{{Letter: 'B', From: first, To: first}, {Letter: 'Q', From: last, To: last}}},
					"an arrow":  {Shapes: []chess.Shape{{Letter: 'Y', From: first, To: last}}},
					"last move": {LastMove: chess.MustParseMove(first.String() + last.String())},
				} {
					var different chess.Bitboard
					for i, color := range draw(o) {
						if color != plain[i] {
							different |= chess.SquareAt(chess.File(i%8), chess.Rank(7-i/8)).Bitboard()
						}
					}
					if different&squares != squares {
						t.Errorf("%v: %s: different squares %v, want %v", terminal, name, different, squares)
					}
				}
			}
		}
	}
}

// escape matches a command that sets a color.
var escape = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestColors checks the figurines of a colored board, and that marked squares have another color.
func TestColors(t *testing.T) {
	p := chess.MustParseFEN("4k3/8/8/8/8/8/4P3/R3K2r w - - 0 1")
	const want = `8              ♚          
7                         
6                         
5                         
4                         
3                         
2              ♟︎          
1  ♜           ♚        ♜ 
   a  b  c  d  e  f  g  h
`
	backgrounds := func(o diagram.Options, terminal diagram.Terminal) []string {
		b := diagram.AppendText(nil, p, o, terminal)
		if diff := cmp.Diff(want, escape.ReplaceAllString(string(b), "")); diff != "" {
			t.Errorf("%v (-want +got):\n%s", terminal, diff)
		}
		if n := strings.Count(string(b), "\x1b[0m\n"); n != 8 {
			t.Errorf("%v: %d lines reset the color, want 8", terminal, n)
		}
		return regexp.MustCompile("\x1b\\[48;[0-9;]*m").FindAllString(string(b), -1)
	}
	for _, terminal := range []diagram.Terminal{diagram.Colors256, diagram.TrueColor} {
		plain := backgrounds(diagram.Options{HideCheck: true}, terminal)
		marked := backgrounds(diagram.Options{LastMove: chess.MustParseMove("h5h1")}, terminal)
		if len(plain) != 64 || len(marked) != 64 {
			t.Fatalf("%v: %d and %d squares, want 64", terminal, len(plain), len(marked))
		}
		var different chess.Bitboard
		for i := range plain {
			if plain[i] != marked[i] {
				different |= chess.SquareAt(chess.File(i%8), chess.Rank(7-i/8)).Bitboard()
			}
			if i > 0 && i%8 > 0 && plain[i] == plain[i-1] {
				t.Errorf("%v: two neighbors have the color %q", terminal, plain[i])
			}
		}
		if want := chess.BitboardOf(chess.H5, chess.H1, chess.E1); different != want {
			t.Errorf("%v: marked squares %v, want %v", terminal, different, want)
		}
	}
	theme := diagram.LightTheme()
	theme.DarkSquare = diagram.RGB(0x000028)
	if n := strings.Count(string(diagram.AppendText(nil, p, diagram.Options{Theme: theme}, diagram.Colors256)), "\x1b[48;5;241m"); n != 31 {
		t.Errorf("%d dark squares have the gray that is nearest to a dark blue, want all but that of the check", n)
	}
}
