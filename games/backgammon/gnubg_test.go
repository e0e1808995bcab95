package backgammon_test

import (
	"context"
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

	. "github.com/shakki/chess/games/backgammon"
	"github.com/shakki/chess/internal/deep"
)

var gnubgGames = flag.Int("gnubg", 6, "number of random games that are exchanged with GNU Backgammon")

// gnubg runs GNU Backgammon with the given commands in a new directory and returns what it prints.
// It skips the test if the program is not installed.
func gnubg(t *testing.T, dir string, commands ...string) string {
	t.Helper()
	program := deep.Program(t, "gnubg")
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
