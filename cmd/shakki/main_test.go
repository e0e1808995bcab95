package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/internal/pgntext"
)

// TestMain divides files into small parts, so that short texts have many. With -deep, they have the
// size that users meet.
func TestMain(m *testing.M) {
	if flag.Parse(); !*deep.Flag {
		pgntext.PartSize, pgntext.MaxPartSize = 1<<14, 1<<18
	}
	os.Exit(m.Run())
}

// runWith runs the command with the given standard input and arguments. It returns the exit status,
// the output, and the error output.
func runWith(t *testing.T, input string, args ...string) (status int, out, errs string) {
	t.Helper()
	var stdout, stderr strings.Builder
	status = run(args, strings.NewReader(input), &stdout, &stderr)
	return status, stdout.String(), stderr.String()
}

// tempFile writes text to a temporary file and returns its path.
func tempFile(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestUsageErrors(t *testing.T) {
	cases := []struct {
		name string
		args []string
	}{
		{"no command", nil},
		{"unknown command", []string{"play"}},
		{"no file", []string{"check"}},
		{"unknown flag", []string{"check", "-fast", "x"}},
		{"no depth", []string{"perft", "startpos"}},
		{"no workers", []string{"perft", "-workers", "0", "startpos", "3"}},
		{"negative table size", []string{"perft", "-hash", "-1", "startpos", "3"}},
		{"table too large", []string{"perft", "-hash", "9999999999", "startpos", "3"}},
		{"negative depth", []string{"perft", "startpos", "-3"}},
		{"invalid FEN", []string{"show", "8/8/8/8/8/8/8 w - - 0 1"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			status, out, errs := runWith(t, "", c.args...)
			if status != 2 || out != "" || errs == "" {
				t.Errorf("run(%q) = %d, output %q, error output %q; want 2 and only error output",
					c.args, status, out, errs)
			}
		})
	}
}

// TestWrongFlag checks that each command tells about a wrong flag and shows one line of usage.
func TestWrongFlag(t *testing.T) {
	for _, command := range []string{"check", "book make", "book merge", "book edit", "book list", "book look", "fmt", "judge", "perft", "select", "show", "verify"} {
		status, out, errs := runWith(t, "", append(strings.Fields(command), "-bad", "x")...)
		want := "shakki: flag provided but not defined: -bad\nusage: shakki " + command + " "
		if rest, ok := strings.CutPrefix(errs, want); status != 2 || out != "" || !ok || strings.Count(rest, "\n") != 1 {
			t.Errorf("%s: status %d, output %q, errors %q; want 2 and %q", command, status, out, errs, want)
		}
	}
}

// TestHelp checks that help and the version go to standard output.
func TestHelp(t *testing.T) {
	for args, want := range map[string]string{
		"help": "usage:", "-h": "usage:", "--help": "usage:", "help fmt": "-fix", "fmt -h": "-fix", "help judge": "-claims",
		"version": "shakki ",
	} {
		if status, out, errs := runWith(t, "", strings.Fields(args)...); status != 0 || !strings.Contains(out, want) || errs != "" {
			t.Errorf("%s = %d, %q, %q, want 0 and %q", args, status, out, errs, want)
		}
	}
	for _, args := range []string{"", "nothing", "help nothing"} {
		if status, out, errs := runWith(t, "", strings.Fields(args)...); status != 2 || out != "" || errs == "" {
			t.Errorf("%q = %d, %q, %q, want 2 and an error", args, status, out, errs)
		}
	}
}

// TestCompletion checks which words complete a line, and that bash accepts its script.
func TestCompletion(t *testing.T) {
	for line, want := range map[string]string{
		"shakki ch": "check\n", "shakki book m": "make\nmerge\n", "shakki  book make -min-g": "-min-games\n", "shakki check -str": "-strict\n",
		"shakki check -json -l": "-language\n", "shakki zz": "", "shakki zz -": "", "shakki book": "book\n", "shakki": "",
		"shakki book ": "edit\nlist\nlook\nmake\nmerge\n", "shakki fmt a.pgn ": "-d\n-fix\n-l\n-language\n-w\n", "shakki version ": "",
	} {
		t.Setenv("COMP_LINE", line)
		if status, out, errs := runWith(t, "", "completion", "words", "shakki", "", ""); status != 0 || out != want || errs != "" {
			t.Errorf("%q is completed with %d, %q, %q, want %q", line, status, out, errs, want)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		if status, out, errs := runWith(t, "", "completion", shell); status != 0 || errs != "" || !strings.Contains(out, "shakki completion words") {
			t.Errorf("completion %s = %d, %q, %q", shell, status, errs, out)
		}
	}
	if status, _, errs := runWith(t, "", "completion", "tcsh"); status != 2 || !strings.Contains(errs, "tcsh") {
		t.Errorf("completion tcsh = %d, %q, want 2 and the name", status, errs)
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	_, script, _ := runWith(t, "", "completion", "bash")
	if out, err := exec.Command(bash, "-c", script+"complete -p shakki").Output(); err != nil || string(out) != script {
		t.Errorf("bash reads %q, %v, want %q", out, err, script)
	}
}

// TestDidYouMean checks that a misspelled command or flag is told with what it may stand for.
func TestDidYouMean(t *testing.T) {
	for args, want := range map[string]string{
		"chek x": "did you mean check?", "slect x": "did you mean select?", "xyzzy x": "shakki help lists", "check -jsn x": "did you mean -json?",
		"check x -json": "-json comes after x", "fmt -fix x": "-fix needs -w", "explore -table x -memory 3 y": "-memory must be at least 28",
	} {
		if status, out, errs := runWith(t, "", strings.Fields(args)...); status != 2 || out != "" || !strings.Contains(errs, want) {
			t.Errorf("shakki %s = %d, %q, %q, want 2 and %q", args, status, out, errs, want)
		}
	}
}

// TestFullDisk checks that every command notices output that cannot be written.
func TestFullDisk(t *testing.T) {
	name := tempFile(t, unformatted)
	for _, args := range []string{"show startpos", "perft startpos 1", "help", "version", "fmt " + name, "check " + name, "fmt -h"} {
		var errs strings.Builder
		if status := run(strings.Fields(args), nil, fullDisk{}, &errs); status != 2 || !strings.Contains(errs.String(), "full") {
			t.Errorf("%s = %d, %q, want 2 and an error", args, status, errs.String())
		}
	}
}

// A fullDisk cannot be written to.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }
