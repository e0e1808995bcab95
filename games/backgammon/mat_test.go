package backgammon_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	. "github.com/shakki/chess/games/backgammon"
	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/internal/tabletop/gametest"
)

// randomMatch plays a match with random decisions. Its last game may be left before its end.
func randomMatch(t *testing.T, seed uint64, rules Rules) *Match {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 9))
	m, err := NewMatch(MatchOptions{
		Light: "Alice", Dark: "Bob the 2nd", Target: int64(random.IntN(8)), Crawford: true, Rules: rules,
	})
	must(t, err)
	dice := NewRoller(seed)
	for len(m.Games()) < 4 {
		if m.Outcome().IsOver() {
			break
		}
		g, err := m.Next()
		must(t, err)
		for !g.Outcome().IsOver() {
			must(t, randomAct(g, random, dice))
			if len(m.Games()) == 4 && random.IntN(100) == 0 {
				return m
			}
		}
	}
	return m
}

// randomAct performs a random action that the phase of the game allows.
func randomAct(g *Game, random *rand.Rand, dice *Roller) error {
	switch g.Phase() {
	case Opening:
		if err := g.Open(dice.Die(), dice.Die()); !errors.Is(err, ErrEqualDice) {
			return err
		}
		return nil
	case ToAnswer:
		if random.IntN(3) == 0 {
			return g.Drop()
		}
		return g.Take()
	case ToMove:
		moves := g.LegalMoves()
		return g.Play(moves[random.IntN(len(moves))])
	}
	switch n := random.IntN(200); {
	case n == 0:
		return g.Resign(g.Turn(), Single+Reason(random.IntN(3)))
	case n < 8 && g.CanDouble() && !deadCube(g):
		return g.Double()
	}
	return g.Roll(dice.Roll())
}

// deadCube reports whether a double gives the player on turn nothing, which GNU Backgammon rejects:
// the player wins the match without it, or the cube is as large as it gets there.
func deadCube(g *Game) bool {
	s := g.Setup()
	points := s.Light
	if s.Turn == Dark {
		points = s.Dark
	}
	return s.Target > 0 && points+s.Cube.Value() >= s.Target || s.Cube.Value() >= 64
}

// wantGames compares the games of two matches.
func wantGames(t *testing.T, what string, want, got *Match) {
	t.Helper()
	text := func(m *Match) (games []string) {
		for _, g := range m.Games() {
			games = append(games, strings.Split(g.String(), "; ")...)
		}
		return games
	}
	if diff := cmp.Diff(text(want), text(got)); diff != "" {
		t.Fatalf("%s (-want +got):\n%s", what, diff)
	}
}

// played returns m without what .mat files do not hold: a roll that has not been played.
func played(m *Match) *Match {
	m = m.Clone()
	if g := m.Game(); g.Phase() == ToMove {
		g.Undo()
	}
	return m
}

// TestMATRoundTrip checks that random matches read back from the text of .mat files, also by the
// rules of the sheet.
func TestMATRoundTrip(t *testing.T) {
	for seed := range uint64(deep.Times(25, 4)) {
		rules := Rules{OneCheckerBearOff: seed%2 == 0, Jacoby: seed%3 == 0}
		m := randomMatch(t, seed, rules)
		text := m.MAT()
		back, err := ParseMatch(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		wantGames(t, text, played(m), back)
		if diff := cmp.Diff(m.Options(), back.Options()); diff != "" {
			t.Fatalf("options (-want +got):\n%s", diff)
		}
		if again := back.MAT(); again != text {
			t.Fatalf("MAT() after reading (-want +got):\n%s", cmp.Diff(text, again))
		}
	}
}

// long is a name of 31 bytes, the longest that GNU Backgammon writes.
const long = "Abcdefghijklmnopqrstuvwxyz12345"

// oddNames are names that .mat files cannot hold without a comment, or that fill their column.
var oddNames = []string{
	"", "A", "light", "dark", "a:b", "c : 7 d", ":", " x ", "x : 0  y : 0", `"q" \`, "tab\tnew\nline", "Äijö", "9r", "0", "a\u200bb",
	long, long + long + long, strings.Repeat("x:", 200),
}

// TestMATNames checks that names of any length and with colons read back from .mat files.
func TestMATNames(t *testing.T) {
	for _, light := range oddNames {
		for _, dark := range oddNames {
			m, err := NewMatch(MatchOptions{Light: light, Dark: dark, Target: 3, Rules: CommonRules()})
			must(t, err)
			score(t, m, Dark, Single)
			score(t, m, Light, Single)
			back, err := ParseMatch(m.MAT())
			if err != nil || back.Options() != m.Options() || back.Score(Light) != m.Score(Light) || back.Score(Dark) != m.Score(Dark) {
				t.Errorf("names %q and %q read back as %+v, %v\n%s", light, dark, back, err, m.MAT())
			}
			if strings.Contains(strings.ReplaceAll(m.MAT(), `\u200b`, ""), "\u200b") {
				t.Errorf("MAT() has a character that is not printed: %q", m.MAT())
			}
			gametest.Restored(t, m)
		}
	}
	for line, want := range map[string][2]string{ // lines that GNU Backgammon has written
		" gnubg : 0                      root : 0":             {"gnubg", "root"},
		" a:b : 0                        Zbc : 0":              {"a:b", "Zbc"},
		" " + long + " : 0c : 7 d : 0":                         {long, "c : 7 d"},
		" " + long + " : 0" + long + " : 0":                    {long, long},
		" x : 3   y : 4 : 0              q : 0":                {"x : 3   y : 4", "q"},
		" a : 0  b : 0                   c : 0  d : 0":         {"a : 0  b", "c : 0  d"},
		" Äää : 0                     Böb : 0":                 {"Äää", "Böb"},
		" A : 0  B : 0                   C : 0":                {"A : 0  B", "C"},
		" A : 0  B : 0                    C : 0":               {"A", "B : 0                    C"},
		" A : 0  B : 0":                                        {"A", "B"},
		" A : 0 B : 0":                                         {"A", "B"},
		" Al : 0                          : 0":                 {"Al", ""},
		`; [Player 1 "a:\q"]` + "\n a \\q : 0   b : 0":         {`a:\q`, "b"},
		"Someone Else (7) : 0                     B: (1) : 0 ": {"Someone Else (7)", "B: (1)"},
	} {
		m, err := ParseMatch("; a comment\n 5 point match\n\n Game 1\n" + line + "\n  1) 31: 8/5 6/5\n")
		if err != nil {
			t.Errorf("%q: %v", line, err)
		} else if got := [2]string{m.Options().Light, m.Options().Dark}; got != want {
			t.Errorf("%q has the names %q, want %q", line, got, want)
		}
	}
}

// TestMAT checks the text of a match in the format of .mat files.
func TestMAT(t *testing.T) {
	m, err := NewMatch(MatchOptions{Light: "Alice", Dark: "Bob", Target: 7, Crawford: true, Rules: CommonRules()})
	must(t, err)
	g, err := m.Next()
	must(t, err, g.Open(3, 1), g.PlayText("8/5 6/5"), g.Roll(64), g.PlayText("24/14"), g.Roll(21), g.PlayText("13/11* 6/5"))
	must(t, g.Roll(66), g.PlayText("pass"), g.Double(), g.Take(), g.Roll(11), g.PlayText("8/7(2) 6/5(2)"))
	must(t, g.Roll(31), g.PlayText("bar/22 24/23"), g.Roll(21), g.PlayText("24/23 24/22"), g.Double(), g.Drop())
	if n := g.Plies(); n != 7 {
		t.Errorf("Plies() = %d, want 7 with the pass", n)
	}
	g, err = m.Next()
	must(t, err, g.Open(1, 3), g.PlayText("8/5 6/5"), g.Double(), g.Take(), g.Roll(21), g.PlayText("24/23 24/22"), g.Resign(Light, Gammon))
	g, err = m.Next()
	must(t, err, g.Open(1, 3), g.PlayText("8/5 6/5"), g.Resign(Dark, Backgammon))
	want := `; [Rules "common"]
; [Crawford "On"]

 7 point match

 Game 1
 Alice : 0                          Bob : 0
  1) 31: 8/5 6/5                    64: 24/14
  2) 21: 13/11* 6/5                 66:
  3)  Doubles => 2                   Takes
  4) 11: 8/7 8/7 6/5 6/5            31: 25/22 24/23
  5) 21: 24/23 24/22                 Doubles => 4
  6)  Drops                          Wins 2 points

 Game 2
 Alice : 0                          Bob : 2
  1)                                31: 8/5 6/5
  2)  Doubles => 2                   Takes
  3) 21: 24/23 24/22                 Wins 4 points

 Game 3
 Alice : 0                          Bob : 6
  1)                                31: 8/5 6/5
      Wins 3 points
`
	if diff := cmp.Diff(want, m.MAT()); diff != "" {
		t.Errorf("MAT() (-want +got):\n%s", diff)
	}
	if back, err := ParseMatch(want); err != nil || !back.Equal(m) {
		t.Errorf("MAT reads as %v, %v, want %v", back, err, m)
	}
	indented := strings.Repeat(" ", 18)
	both := " 7 point match\n Game 1\n Alice : 0   Bob : 0\n" + indented + "1) 31: 8/5 6/5   64: 24/14\n"
	if back, err := ParseMatch(both); err != nil || back.Game().Events()[0].Player != Light {
		t.Errorf("the first of two actions in an indented line is not that of Light: %v, %v", back, err)
	}
	for at, by := range map[int]Player{5: Light, 20: Light, 21: Dark, 33: Dark} {
		line := fmt.Sprintf("%-*s31: 8/5 6/5\n", at, "  1)")
		if back, err := ParseMatch(" 7 point match\n Game 1\n Alice : 0   Bob : 0\n" + line); err != nil || back.Game().Events()[0].Player != by {
			t.Errorf("an action in column %d is not that of %v: %v, %v", at+1, by, back, err)
		}
	}
	for _, wrong := range []string{
		strings.Replace(want, "Wins 2 points", "Wins 3 points", 1),
		strings.Replace(want, "  6)  Drops                          Wins", "  6)  Drops\n      Wins", 1), // in the column of the loser
		want + "\n 5 point match\n",
		strings.Replace(want, "  6)  Drops", "  6)  Takes", 1),
	} {
		if back, err := ParseMatch(wrong); err == nil {
			t.Errorf("MAT reads as %v, want an error\n%s", back, wrong)
		}
	}
}

// TestGnubgNames checks that GNU Backgammon and this package read the names that the other writes.
// GNU Backgammon cuts names after 31 bytes.
func TestGnubgNames(t *testing.T) {
	dir := t.TempDir()
	pairs := [][2]string{
		{"Al", "Bo"}, {long, "Bo"}, {"Al", long}, {long, "Z" + long[1:]}, {"a:b", "Bo"}, {long, "c : 7 d"},
		{"x : 3   y : 4", "q"}, {long + long, "z:" + long},
	}
	var commands []string
	for i, names := range pairs {
		m, err := NewMatch(MatchOptions{Light: names[0], Dark: names[1], Target: 5, Rules: CommonRules()})
		must(t, err)
		g, err := m.Next()
		must(t, err)
		must(t, g.Open(3, 1), g.PlayText("8/5 6/5"))
		must(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("ours%d.mat", i)), []byte(m.MAT()), 0o600))
		commands = append(commands, "new match 5", "set player 0 name "+names[0], "set player 1 name "+names[1],
			fmt.Sprintf("export match mat theirs%d.mat", i),
			fmt.Sprintf("import mat ours%d.mat", i), fmt.Sprintf("export match mat again%d.mat", i))
	}
	output := gnubg(t, dir, commands...)
	cut := func(name string) string { return strings.TrimSpace(name[:min(len(name), len(long))]) }
	for i, names := range pairs {
		want := map[string][2]string{
			"theirs": {cut(names[0]), cut(names[1])},
			"again":  {cut(withoutColons(names[0])), cut(withoutColons(names[1]))},
		}
		for file, want := range want {
			text, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("%s%d.mat", file, i)))
			if err != nil {
				t.Fatalf("%v\n%s", err, output)
			}
			m, err := ParseMatch(string(text))
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if got := [2]string{m.Options().Light, m.Options().Dark}; got != want {
				t.Errorf("%s%d.mat: names %q, want %q\n%s", file, i, got, want, text)
			}
		}
	}
}

// withoutColons returns a name with spaces for colons, as MAT writes it for GNU Backgammon.
func withoutColons(name string) string {
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == ':' }), " ")
}

// gammonSession returns the .mat file of a session in which a game ends with an undoubled gammon
// that wins the given number of points. The file has no comments.
func gammonSession(t *testing.T, points int) string {
	t.Helper()
	for seed := uint64(0); ; seed++ {
		m, err := NewMatch(MatchOptions{Light: "Al", Dark: "Bo", Rules: CommonRules()})
		must(t, err)
		g, err := m.Next()
		must(t, err, g.Open(2, 1))
		dice := NewRoller(seed)
		for !g.Outcome().IsOver() {
			if g.Phase() == ToRoll {
				must(t, g.Roll(dice.Roll()))
			}
			moves := g.LegalMoves()
			must(t, g.Play(moves[dice.Die()%len(moves)]))
		}
		if g.Outcome().Reason == Gammon {
			text := strings.Join(strings.Split(m.MAT(), "\n")[2:], "\n")
			return strings.Replace(text, "Wins 2 points", fmt.Sprintf("Wins %d point", points), 1)
		}
	}
}

// TestMATJacoby checks that a session in which an undoubled gammon counts as a single game is read
// by the Jacoby rule, although the file does not say so.
func TestMATJacoby(t *testing.T) {
	jacoby := CommonRules()
	jacoby.Jacoby = true
	text := gammonSession(t, 1)
	m, err := ParseMatch(text)
	if err != nil || m.Options().Rules != jacoby || m.Score(Light)+m.Score(Dark) != 1 {
		t.Errorf("%v, %v\n%s", m, err, text)
	}
	if m, err := ParseMatch(strings.Replace(text, " 0 point", " 5 point", 1)); err == nil {
		t.Errorf("a match in which a gammon counts as a single game reads as %v", m)
	}
	if m, err := ParseMatch(gammonSession(t, 3)); err == nil {
		t.Errorf("a session in which a gammon counts as a backgammon reads as %v", m)
	}
}

// TestMATOfOthers checks that a resignation is read in the forms of other programs, which write question
// marks, with a roll or without, or a word for it, before the win.
func TestMATOfOthers(t *testing.T) {
	const head = "\ufeff; [Site \"XG Mobile\"]\n; [Jacoby \"On\"]\n\n0 point match\n\nGame 1 \nAl : 0      Bo : 0 \n 1) 13: 8/5 6/5"
	const opened = "light: open 31; light: play 31: 8/5 6/5; "
	for lines, want := range map[string]string{
		"\n  2)                            Wins 1 point\n":                                     "light: resign single game",
		"\n      Wins 1 point and the match\n":                                                 "dark: resign single game",
		"                42: ????\n      Wins 2 points\n":                                      "dark: roll 42; dark: resign gammon",
		"                42: ???\n  2)  Wins 1 point\n":                                        "dark: roll 42; dark: resign single game",
		"                ????\n      Wins 1 point\n":                                           "dark: resign single game",
		"                 Resigns\n      Wins 1 point\n":                                       "dark: resign single game",
		"   42: 8/4 6/4\n  2) 66: ????                    Wins 1 point\n":                      "dark: roll 42; dark: play 42: 8/4 6/4; light: roll 66; light: resign single game",
		"   42: 8/4 6/4\n  2)  ???                        Wins 1 point\n":                      "dark: roll 42; dark: play 42: 8/4 6/4; light: resign single game",
		"   42: 8/4 6/4\n  2)  Resigns         Wins 3 points\n":                                "dark: roll 42; dark: play 42: 8/4 6/4; light: resign backgammon",
		"   Doubles => 2\n  2)  Drops              \n  3)                      Wins 1 point\n": "dark: double; light: drop",
	} {
		m, err := ParseMatch(head + lines)
		if err != nil {
			t.Errorf("%q: %v", lines, err)
		} else if _, got, _ := strings.Cut(m.Game().String(), opened); got != want+"; end" {
			t.Errorf("%q is read as %s, want %s; end", lines, m, want)
		}
	}
}

// TestMATErrors checks that text that is no .mat file, and files that contradict themselves, are
// rejected.
func TestMATErrors(t *testing.T) {
	const head, names = " 5 point match\n Game 1\n", " Alice : 0            Bob : 0\n"
	for text, want := range map[string]string{
		"":                              "want a match",
		"targets":                       "want the length of the match",
		"; [Rules \"x\"]\n" + head:      "want S1 or common",
		"Game 1\n":                      "want the length of the match",
		" 5 point match\n 1) 31: 8/5\n": "want a game",
		head + "Alice 0, Bob 0\n":       "the names",
		head + " Alice : 0                      Bob\n":                                    "the names",
		head + " Alice : 1        Bob : 0\n":                                              "the score 0:0",
		head + names + " 1) 31: 8/5 6/4\n":                                                "with 31",
		head + names + " 1) 33: 8/5 6/5\n":                                                "equal numbers",
		head + names + " 1) hello\n":                                                      "want an action",
		head + names + " 1) x 31: 8/5 6/5\n":                                              "want an action",
		head + names + " 1) 31: 8/5 6/5   Doubles => 2\n 2)  Beavers => 4       Takes\n":  "want an action",
		head + names + " 1) 31: 8/5 6/5   42: Cannot Move\n":                              "more numbers must be used",
		head + names + " 1) 31: Illegal play (5;0;0;0;0;Al;Bo;0;0;0;1;0;)  42: 8/4 6/4\n": "want steps",
		head + names + " 1) 31: 8/5 6/5\n Carol : 0            Dave : 0\n":                "want an action",
		head + names + " 1) 31: 8/5 6/5   Doubles => 2\n 2)  Drops\n Wins 2 points\n":     "does not end with this win",
		head + names + " 1) 31: 8/5 6/5\n Game 2\n":                                       "the last game is not over",
	} {
		var bad *ParseError
		if m, err := ParseMatch(text); !errors.As(err, &bad) || bad.Kind != "match" || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseMatch(%q) = %v, %v; want an error about a match with %q", text, m, err, want)
		}
	}
	_, err := ParseMatch(head + names + " 1) hello\n")
	var parseError *ParseError
	if want := len(head+names) + 1; !errors.As(err, &parseError) || parseError.Column != want {
		t.Errorf("a wrong line: %v, want an error in column %d", err, want)
	}
}
