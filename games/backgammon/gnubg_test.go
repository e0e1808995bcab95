package backgammon_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	. "github.com/shakki/chess/games/backgammon"
	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/internal/peer"
)

var gnubgGames = flag.Int("gnubg", 6, "number of random games that are exchanged with GNU Backgammon")

// gnubg runs GNU Backgammon with the given commands in a new directory and returns what it prints.
// It skips the test if the program is not installed.
func gnubg(t *testing.T, dir string, commands ...string) string {
	t.Helper()
	program := peer.Path(t, "gnubg")
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, program, "--tty", "--quiet")
	command.Dir = dir
	command.Env = append(os.Environ(), "HOME="+dir)
	command.Stdin = strings.NewReader(strings.Join(append([]string{
		"set automatic game off", "set automatic roll off", "set automatic bearoff off", "set automatic move off",
		"set confirm new off", "set confirm save off", "set player 0 human", "set player 1 human",
	}, commands...), "\n") + "\n")
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("gnubg: %v\n%s", err, output)
	}
	return string(output)
}

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
	for seed := range uint64(100) {
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

// TestGnubgReadsMatches checks that GNU Backgammon reads the .mat files of random matches, and that
// the files that it then writes have the same games.
func TestGnubgReadsMatches(t *testing.T) {
	dir := t.TempDir()
	var matches []*Match
	var commands []string
	for games, seed := 0, uint64(0); games < *gnubgGames; seed++ {
		m := randomMatch(t, seed, CommonRules())
		games += len(m.Games())
		ours, theirs := fmt.Sprintf("ours%d.mat", len(matches)), fmt.Sprintf("theirs%d.mat", len(matches))
		must(t, os.WriteFile(filepath.Join(dir, ours), []byte(m.MAT()), 0o600))
		commands = append(commands, "import mat "+ours, "export match mat "+theirs)
		matches = append(matches, m)
	}
	output := gnubg(t, dir, commands...)
	for i, m := range matches {
		text, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("theirs%d.mat", i)))
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, m.MAT(), output)
		}
		back, err := ParseMatch(string(text))
		if err != nil {
			t.Fatalf("%v\nwe wrote\n%s\nGNU Backgammon wrote\n%s", err, m.MAT(), text)
		}
		wantGames(t, fmt.Sprintf("we wrote\n%s\nGNU Backgammon wrote\n%s", m.MAT(), text), played(m), back)
	}
}

// TestReadsMatchesOfGnubg checks that we read the .mat files of matches that GNU Backgammon plays
// against itself, and that it reads what we make of them.
func TestReadsMatchesOfGnubg(t *testing.T) {
	deep.Only(t)
	dir := t.TempDir()
	commands := []string{
		"set player 0 gnubg", "set player 1 gnubg", "set automatic game on",
		"set player 0 chequerplay evaluation plies 0", "set player 1 chequerplay evaluation plies 0",
		"set player 0 cubedecision evaluation plies 0", "set player 1 cubedecision evaluation plies 0",
	}
	const target = 7
	matches := (*gnubgGames + 2) / 3 // a match has about four games
	for i := range matches {
		commands = append(commands, fmt.Sprintf("set seed %d", i), fmt.Sprintf("new match %d", target),
			fmt.Sprintf("export match mat theirs%d.mat", i))
	}
	gnubg(t, dir, commands...)
	var again []string
	var read []*Match
	games := 0
	for i := range matches {
		text, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("theirs%d.mat", i)))
		must(t, err)
		m, err := ParseMatch(string(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if !m.Outcome().IsOver() {
			t.Errorf("the match has no winner:\n%s", text)
		}
		games += len(m.Games())
		read = append(read, m)
		must(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("ours%d.mat", i)), []byte(m.MAT()), 0o600))
		again = append(again, fmt.Sprintf("import mat ours%d.mat", i), fmt.Sprintf("export match mat again%d.mat", i))
	}
	gnubg(t, dir, again...)
	for i, m := range read {
		text, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("again%d.mat", i)))
		must(t, err)
		back, err := ParseMatch(string(text))
		must(t, err)
		wantGames(t, string(text), m, back)
	}
	t.Logf("%d games of GNU Backgammon", games)
}

// gnubgID finds the IDs that GNU Backgammon prints with a board.
var gnubgID = regexp.MustCompile(`Position ID: (\S{14})\s+Match ID   : (\S{12})`)

// TestGnubgIDs checks that GNU Backgammon reads our IDs at random moments of random games, and that
// it prints the same IDs.
func TestGnubgIDs(t *testing.T) {
	var commands []string
	var want []Setup
	for games, seed := 0, uint64(1000); games < *gnubgGames; seed++ {
		m := randomMatch(t, seed, CommonRules())
		games += len(m.Games())
		for _, g := range m.Games() {
			random := rand.New(rand.NewPCG(seed, 1))
			for range random.IntN(len(g.Events())) {
				g.Undo()
			}
			for phases := map[Phase]bool{}; g.Phase() != Opening; g.Undo() {
				if s := g.Setup(); s.Phase != Over && !phases[s.Phase] {
					phases[s.Phase] = true
					id, err := s.ID()
					must(t, err)
					back, err := ParseSetup(id)
					if err != nil || back != s {
						t.Fatalf("ParseSetup(%q) = %v, %v; want %v", id, back, err, s)
					}
					want = append(want, s)
					// GNU Backgammon writes the ID of an offered double, but it goes back to the
					// offer when it reads one.
					if s.Phase == ToAnswer {
						offer := s
						offer.Phase = ToRoll
						id, err = offer.ID()
						must(t, err)
						commands = append(commands, "set gnubgid "+id, "double", "show board", "marker")
					} else {
						commands = append(commands, "set gnubgid "+id, "show board", "marker")
					}
				}
			}
		}
	}
	parts := strings.Split(gnubg(t, t.TempDir(), commands...), "Unknown keyword `marker'.")
	if len(parts) != len(want)+1 {
		t.Fatalf("GNU Backgammon has seen %d setups, want %d", len(parts)-1, len(want))
	}
	for i, part := range parts[:len(want)] {
		found := gnubgID.FindAllStringSubmatch(part, -1)
		if len(found) == 0 {
			t.Fatalf("%v: GNU Backgammon prints no ID:\n%s", want[i], part)
		}
		printed := found[len(found)-1]
		got, err := ParseSetup(printed[1] + ":" + printed[2])
		if err != nil || got != want[i] {
			t.Errorf("%v: GNU Backgammon prints %s:%s, which is %v, %v\n%s",
				want[i], printed[1], printed[2], got, err, part)
		}
		if id, _ := want[i].ID(); id != printed[1]+":"+printed[2] && want[i].Target > 0 {
			t.Errorf("%v: ID() = %s, but GNU Backgammon prints %s:%s", want[i], id, printed[1], printed[2])
		}
	}
	t.Logf("%d setups", len(want))
}
