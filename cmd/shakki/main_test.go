package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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

func TestCheckReportsAllErrors(t *testing.T) {
	const games = `[White "A"]
[Black "B"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 Nge7 4. Bxc6 dxc6 5. O-O-O Be6 1-0

[White "C"]
[Black "D"]

1. d4 d5 2. c4 (2. Nf3 Nf6 (2... Qd9) 3. g3) 2... e6 *

[White "E"]

1. f3 e5 2. g4 Qh4# 3. Kxh4 0-1

1. e4 e5 *
`
	name := tempFile(t, games)
	status, out, errs := runWith(t, "", "check", name)
	want := strings.ReplaceAll(`NAME:4:49: game 1 (A - B): 5. O-O-O: castling: the knight on b1 stands in the way
NAME:9:34: game 2 (C - D): 2... Qd9: not a move
NAME:13:24: game 3 (E - ?): 3. Kxh4: a king does not move from e1 to h4
NAME: games=4 moves=18 errors=3
`, "NAME", name)
	if diff := cmp.Diff(want, out); diff != "" {
		t.Errorf("check %s: wrong output (-want +got):\n%s", name, diff)
	}
	if status != 1 || errs != "" {
		t.Errorf("check %s: status %d, error output %q; want status 1 and no error output", name, status, errs)
	}
}

// TestCheckJSON checks that each line is an object with the fields of a problem, whatever the names
// of the players, and that there are no totals.
func TestCheckJSON(t *testing.T) {
	const games = "[White \"A: \\\"1\\\") (\"]\n\n1. e4 e5 *\n\n" +
		"[White \"A: \\\"1\\\") (\"]\n\n1. e4 Ke6 *\n\n[Event \"x\"]\n\n1. f3 Qa5 *"
	name := tempFile(t, games)
	status, out, errs := runWith(t, "", "check", "-json", name)
	if status != 1 || errs != "" {
		t.Errorf("check -json = %d, error output %q, want 1 and none", status, errs)
	}
	type problem struct {
		File, White, Black, Token, FEN, Text, Severity string
		Game, Line, Column, Offset                     int
	}
	var got []problem
	for line := range strings.Lines(out) {
		var p problem
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		got = append(got, p)
	}
	want := []problem{
		{
			File: name, Game: 2, White: `A: "1") (`, Line: 7, Column: 7, Offset: strings.Index(games, "Ke6"),
			Token: "Ke6", Severity: "error", FEN: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
			Text: "1... Ke6: a king does not move from e8 to e6",
		},
		{
			File: name, Game: 3, Line: 11, Column: 7, Offset: strings.Index(games, "Qa5"), Token: "Qa5", Severity: "error",
			FEN:  "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1",
			Text: "1... Qa5: the queen on d8 is blocked by the pawn on c7",
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

// TestCheckWarnings checks that warnings are printed only when asked for, as lines or as objects,
// and count neither as errors nor in the exit status.
func TestCheckWarnings(t *testing.T) {
	name := tempFile(t, "[Result \"0-1\"]\n\n1. e4 e5 1-0\n")
	totals := name + ": games=1 moves=2 errors=0\n"
	const text = `"0-1": the Result tag contradicts the result 1-0 after the moves`
	if status, out, errs := runWith(t, "", "check", name); status != 0 || out != totals || errs != "" {
		t.Errorf("check = %d, %q, %q, want 0, %q", status, out, errs, totals)
	}
	want := name + ":1:1: warning: game 1 (? - ?): " + text + "\n" + totals
	if status, out, errs := runWith(t, "", "check", "-strict", name); status != 0 || out != want || errs != "" {
		t.Errorf("check -strict = %d, %q, %q, want 0, %q", status, out, errs, want)
	}
	status, out, _ := runWith(t, "", "check", "-strict", "-json", name)
	var got struct{ Severity, Text string }
	if err := json.Unmarshal([]byte(out), &got); err != nil || status != 0 || got.Severity != "warning" || got.Text != text {
		t.Errorf("check -strict -json = %d, %s, %v, want 0 and one warning", status, out, err)
	}
}

// TestCheckWriteError checks that output that cannot be written is an error.
func TestCheckWriteError(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no /dev/full")
	}
	defer full.Close()
	for _, command := range []string{"check", "judge", "fmt"} {
		var errs strings.Builder
		status := run([]string{command, "-"}, strings.NewReader("1. e4 Ke6 *"), full, &errs)
		if status != 2 || !strings.Contains(errs.String(), "no space") {
			t.Errorf("%s to a full device = %d, error output %q, want 2 and the error", command, status, errs.String())
		}
	}
}

// TestCheckWorkers checks that the output does not depend on the number of workers, even if a part
// has more messages than it may buffer.
func TestCheckWorkers(t *testing.T) {
	text := strings.Repeat("[Event \"E\"]\n\n1. e4 x *\n\n", 4_500) + strings.Repeat("1. e4 y *\n", 2_000)
	_, want, _ := runWith(t, text, "check", "-workers", "1", "-")
	if faults := strings.Count(want, "not a move\n"); faults != 6_500 {
		t.Fatalf("one worker reports %d errors, want 6500", faults)
	}
	for _, workers := range []string{"2", "5"} {
		if _, got, _ := runWith(t, text, "check", "-workers", workers, "-"); got != want {
			t.Errorf("the output of %s workers differs from the output of one worker", workers)
		}
	}
}

func TestCheckStandardInput(t *testing.T) {
	status, out, _ := runWith(t, "1. e4 e5 1-0", "check", "-")
	if want := "-: games=1 moves=2 errors=0\n"; status != 0 || out != want {
		t.Errorf("check - = %d, %q; want 0, %q", status, out, want)
	}
}

func TestCheckMissingFile(t *testing.T) {
	name := tempFile(t, "1. e4 e9 *")
	status, out, errs := runWith(t, "", "check", name+".missing", name)
	if status != 2 || !strings.Contains(errs, "missing") {
		t.Errorf("status %d, error output %q; want status 2 and the name of the missing file", status, errs)
	}
	if want := fmt.Sprintf("%s: games=1 moves=1 errors=1\n", name); !strings.HasSuffix(out, want) {
		t.Errorf("output %q; want the tally of the other file: %q", out, want)
	}
}

func TestPerft(t *testing.T) {
	cases := []struct {
		name string
		args []string
		want string
	}{
		{"start", []string{"startpos", "3"}, "Nodes searched: 8902\n"},
		{"FEN in one argument", []string{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "2"}, "Nodes searched: 191\n"},
		{"FEN in several arguments", []string{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8", "w", "-", "-", "2"},
			"Nodes searched: 191\n"},
		{"depth 0", []string{"startpos", "0"}, "Nodes searched: 1\n"},
		{"workers", []string{"-workers", "3", "startpos", "4"}, "Nodes searched: 197281\n"},
		{"table", []string{"-hash", "1", "-workers", "2", "startpos", "5"}, "Nodes searched: 4865609\n"},
		{"divide with a table", []string{"-divide", "-hash", "1", "8/8/8/8/8/5k1p/7P/4K2R w K - 0 1", "6"},
			"e1d1: 13665\ne1d2: 25078\ne1f1: 5264\ne1g1: 20981\nh1f1: 12383\nh1g1: 18153\n\nNodes searched: 95524\n"},
		{"divide", []string{"-divide", "k7/8/8/8/8/8/8/4K2R w K - 0 1", "0"}, "Nodes searched: 1\n"},
		{"castling as e1g1", []string{"-divide", "8/8/8/8/8/5k1p/7P/4K2R w K - 0 1", "1"},
			"e1d1: 1\ne1d2: 1\ne1f1: 1\ne1g1: 1\nh1f1: 1\nh1g1: 1\n\nNodes searched: 6\n"},
		{"castling as e1h1", []string{"-divide", "-chess960", "8/8/8/8/8/5k1p/7P/4K2R w K - 0 1", "1"},
			"e1d1: 1\ne1d2: 1\ne1f1: 1\ne1h1: 1\nh1f1: 1\nh1g1: 1\n\nNodes searched: 6\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			status, out, errs := runWith(t, "", append([]string{"perft"}, c.args...)...)
			if diff := cmp.Diff(c.want, out); diff != "" || status != 0 {
				t.Errorf("run(%q): status %d, error output %q, wrong output (-want +got):\n%s",
					c.args, status, errs, diff)
			}
		})
	}
}

func TestShow(t *testing.T) {
	status, out, _ := runWith(t, "", "show", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
	want := `8  . . . . . . . k
7  . . . . . Q . .
6  . . . . . . K .
5  . . . . . . . .
4  . . . . . . . .
3  . . . . . . . .
2  . . . . . . . .
1  . . . . . . . .

   a b c d e f g h

black to move
0 legal moves: 
state: 1/2-1/2 (stalemate)
`
	if diff := cmp.Diff(want, out); diff != "" || status != 0 {
		t.Errorf("show: status %d, wrong output (-want +got):\n%s", status, diff)
	}
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
