package backgammon_test

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	. "github.com/shakki/chess/games/backgammon"
	"github.com/shakki/chess/internal/tabletop/gametest"
)

// long is a name of 31 bytes, the longest that GNU Backgammon writes.
const long = "Abcdefghijklmnopqrstuvwxyz12345"

// oddNames are names that .mat files cannot hold without a comment, or that fill their column.
var oddNames = []string{
	"", "A", "light", "dark", "a:b", "c : 7 d", ":", " x ", "x : 0  y : 0", `"q" \`, "tab\tnew\nline", "Äijö", "9r", "0",
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
			if err != nil || back.Options() != m.Options() {
				t.Errorf("names %q and %q read back as %+v, %v\n%s", light, dark, back, err, m.MAT())
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
	for wrong, why := range map[string]string{
		strings.Replace(want, "Wins 2 points", "Wins 3 points", 1):                               "line 14",
		strings.Replace(want, "      Wins 3 points", strings.Repeat(" ", 37)+"Wins 3 points", 1): "",
		want + "\n 5 point match\n":                            "",
		strings.Replace(want, "  6)  Drops", "  6)  Takes", 1): "",
	} {
		back, err := ParseMatch(wrong)
		t.Logf("%s: %v, %v", why, back, err)
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

// TestIDFaults checks that match IDs of states that no game has, or that a Setup cannot hold, are
// rejected.
func TestIDFaults(t *testing.T) {
	good, err := Setup{Position: StartPosition(), Turn: Light, Phase: ToMove, Roll: 31}.ID()
	must(t, err)
	position, match, _ := strings.Cut(good, ":")
	for name, tt := range map[string]struct {
		at, bits, value int
		want            string
	}{
		"resignation":           {13, 2, 1, "a resignation has not been answered"},
		"resigned backgammon":   {13, 2, 3, "a resignation has not been answered"},
		"one die":               {15, 3, 0, "the dice cannot be 0 and 1"},
		"a seven":               {18, 3, 7, "the dice cannot be 3 and 7"},
		"no such owner":         {4, 2, 2, "no match ID has these bits"},
		"no such state":         {8, 3, 6, "no match ID has these bits"},
		"wrong player decides":  {11, 1, 1, "the wrong player must decide"},
		"dice and a double":     {12, 1, 1, "the dice cannot be 3 and 1"},
		"unused bits":           {67, 5, 9, "no match ID has these bits"},
		"dice without a game":   {8, 3, 0, "the dice cannot be 3 and 1"},
		"over before the end":   {8, 3, 2, ""},
		"resigned and not over": {8, 3, 3, ""},
	} {
		id, err := base64.RawStdEncoding.DecodeString(match)
		must(t, err)
		for i := range tt.bits {
			bit := tt.at + i
			id[bit/8] = id[bit/8]&^(1<<(bit%8)) | byte(tt.value>>i&1)<<(bit%8)
		}
		text := position + ":" + base64.RawStdEncoding.EncodeToString(id)
		if s, err := ParseSetup(text); err == nil || !strings.HasSuffix(err.Error(), tt.want) {
			t.Errorf("%s: ParseSetup(%q) = %v, %v, want an error with %q", name, text, s, err, tt.want)
		}
	}
}

// TestContradictions checks that a match whose games do not add up is rejected.
func TestContradictions(t *testing.T) {
	m, err := NewMatch(MatchOptions{Target: 7})
	must(t, err)
	score(t, m, Light, Single)
	g, err := m.Next()
	must(t, err, g.Open(3, 1))
	for _, wrong := range []string{"0:17", "0:1", "0:1/75", "0:1/70", "1:0/7", "0:11/7", "00:1/7", "0:1/7 crawford", "2"} {
		text := strings.Replace(m.String(), "0:1/7;", wrong+";", 1)
		if wrong == "2" {
			text = strings.Replace(m.String(), "\nS1:", "\ncommon:", 1) // other rules than the match
		}
		if text == m.String() {
			t.Fatalf("%q does not have the score", text)
		}
		if back, err := ParseMatch(text); err == nil {
			t.Errorf("%q reads as %v", text, back)
		}
	}
	if diff := cmp.Diff(m.String(), gametest.Restored(t, m).String()); diff != "" {
		t.Error(diff)
	}
}

// TestRollerSurvives checks that a Roller that was saved goes on with the same rolls.
func TestRollerSurvives(t *testing.T) {
	for _, dice := range []*Roller{new(Roller), NewRoller(0), NewRoller(7)} {
		dice.Roll()
		text, err := dice.MarshalText()
		var back Roller
		must(t, err, back.UnmarshalText(text))
		for range 20 {
			if got, want := back.Roll(), dice.Roll(); got != want {
				t.Fatalf("the next roll is %v, want %v", got, want)
			}
		}
		if err := back.UnmarshalText(text[:20]); err == nil {
			t.Errorf("UnmarshalText(%s) succeeds, want an error", text[:20])
		}
	}
}
