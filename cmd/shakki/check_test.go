package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

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

// TestCheckStrict checks that warnings are printed only with -strict, in the order of the text, and
// that they count neither as errors nor in the exit status.
func TestCheckStrict(t *testing.T) {
	const games = "1. e4+ e5 3. Nf3 *\n\n[White \"A\"]\n\n1. e2e4 e5 2. Ke3 *\n"
	const sum = "-: games=2 moves=5 errors=1\n"
	const fault = "-:5:15: game 2 (A - ?): 2. Ke3: a king does not move from e1 to e3\n"
	const strict = `-:1:4: warning: game 1 (? - ?): 1. e4+: the move does not give check: e4
-:1:11: warning: game 1 (? - ?): "3.": a move seems to be missing before 3. Nf3
-:5:4: warning: game 2 (A - ?): 1. e2e4: the standard form of this move is e4
`
	for _, test := range []struct {
		args   []string
		input  string
		want   string
		status int
	}{
		{[]string{"check", "-"}, games, fault + sum, 1},
		{[]string{"check", "-strict", "-"}, games, strict + fault + sum, 1},
		{[]string{"check", "-strict", "-"}, "1. e2e4 *",
			"-:1:4: warning: game 1 (? - ?): 1. e2e4: the standard form of this move is e4\n-: games=1 moves=1 errors=0\n", 0},
		{[]string{"check", "-language", "de", "-"}, "1. Sf3 *", "-: games=1 moves=1 errors=0\n", 0},
		{[]string{"check", "-language", "Klingon", "-"}, "1. Sf3 *", "", 2},
	} {
		status, out, _ := runWith(t, test.input, test.args...)
		if diff := cmp.Diff(test.want, out); diff != "" || status != test.status {
			t.Errorf("%q: status %d, want %d; output (-want +got):\n%s", test.args, status, test.status, diff)
		}
	}
}
