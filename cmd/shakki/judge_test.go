package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
)

const records = `[White "A"]
[Black "B"]
[Result "1/2-1/2"]

1. f3 e5 2. g4 Qh4# 1/2-1/2

[White "C"]
[Black "D \"E\""]
[Result "0-1"]
[Termination "C won on time"]

1. e4 e5 0-1

[White "F"]
[Result "1-0"]

1. f3 e5 2. g4 Qh4# 3. Kxh4 1-0

[Result "1/2-1/2"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 1/2-1/2
`

func TestJudge(t *testing.T) {
	name := tempFile(t, records)
	cases := []struct {
		name   string
		args   []string
		status int
		want   string
	}{
		{"FIDE", nil, 1, `NAME:5:21: game 1 (A - B): 1/2-1/2: the game ended on the board: 0-1 (checkmate)
NAME:10:1: game 2 (C - D "E"): tag Termination: "C won on time": the result is 0-1
NAME:17:24: game 3 (F - ?): 3. Kxh4: a king does not move from e1 to h4
`},
		{"S0", []string{"-rules", "S0"}, 1, `NAME:5:21: game 1 (A - B): 1/2-1/2: the game ended on the board: 0-1 (checkmate)
NAME:10:1: game 2 (C - D "E"): tag Termination: "C won on time": the result is 0-1
NAME:17:24: game 3 (F - ?): 3. Kxh4: a king does not move from e1 to h4
NAME:21:48: game 4 (? - ?): 5. e4: the game had already ended: 1/2-1/2 (threefold repetition)
`},
		{"claims", []string{"-rules", "server", "-claims"}, 1,
			`NAME:5:21: game 1 (A - B): 1/2-1/2: the game ended on the board: 0-1 (checkmate)
NAME:10:1: game 2 (C - D "E"): tag Termination: "C won on time": the result is 0-1
NAME:17:24: game 3 (F - ?): 3. Kxh4: a king does not move from e1 to h4
NAME:21:48: game 4 (? - ?): 5. e4: White could have claimed a draw by threefold repetition
`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			status, out, errs := runWith(t, "", append(append([]string{"judge"}, c.args...), name)...)
			if diff := cmp.Diff(strings.ReplaceAll(c.want, "NAME", name), out); diff != "" {
				t.Errorf("output (-want +got):\n%s", diff)
			}
			if status != c.status || errs != "" {
				t.Errorf("status %d, errors %q, want %d and no errors", status, errs, c.status)
			}
		})
	}
}

func TestJudgeJSON(t *testing.T) {
	status, out, _ := runWith(t, records, "judge", "-json", "-")
	if status != 1 {
		t.Errorf("status %d, want 1", status)
	}
	type object struct {
		File string
		chess.Finding
	}
	var got []object
	for line := range strings.Lines(out) {
		var o object
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		got = append(got, o)
	}
	want := []object{
		{"-", chess.Finding{Game: 1, White: "A", Black: "B", Line: 5, Column: 21, Kind: chess.WrongResult, Ply: 4,
			Text: "1/2-1/2: the game ended on the board: 0-1 (checkmate)"}},
		{"-", chess.Finding{Game: 2, White: "C", Black: `D "E"`, Line: 10, Column: 1, Kind: chess.WrongTermination, Ply: 2,
			Tag: "Termination", Text: `tag Termination: "C won on time": the result is 0-1`}},
		{"-", chess.Finding{Game: 3, White: "F", Line: 17, Column: 24, Kind: chess.Unreadable, Ply: 4,
			Text: "3. Kxh4: a king does not move from e1 to h4"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

// TestJudgeWorkers checks that the output does not depend on the number of workers.
func TestJudgeWorkers(t *testing.T) {
	text := strings.Repeat("[Event \"E\"]\n"+records+"\n", 200)
	for _, flag := range []string{"-json", "-claims"} {
		_, want, _ := runWith(t, text, "judge", flag, "-workers", "1", "-")
		if findings := strings.Count(want, "\n"); findings < 600 {
			t.Fatalf("one worker reports %d findings, want at least 600", findings)
		}
		for _, workers := range []string{"2", "5"} {
			if _, got, _ := runWith(t, text, "judge", flag, "-workers", workers, "-"); got != want {
				t.Errorf("judge %s: the output with %s workers differs from the output with one worker", flag, workers)
			}
		}
	}
}

func TestJudgeStatus(t *testing.T) {
	correct := tempFile(t, "[Result \"1-0\"]\n\n1. e4 e5 1-0\n")
	cases := []struct {
		name   string
		args   []string
		status int
	}{
		{"no mistakes", []string{correct}, 0},
		{"missing file", []string{correct + ".missing", correct}, 2},
		{"unknown rules", []string{"-rules", "s4", correct}, 2},
		{"no file", nil, 2},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			status, out, errs := runWith(t, "", append([]string{"judge"}, c.args...)...)
			if status != c.status || out != "" || (errs == "") != (c.status == 0) {
				t.Errorf("judge %q = %d, output %q, errors %q; want %d", c.args, status, out, errs, c.status)
			}
		})
	}
}

// TestJudgeTestdata checks that judge finds no mistakes in the games of testdata.
func TestJudgeTestdata(t *testing.T) {
	const name = "../../testdata/games.pgn"
	if status, out, _ := runWith(t, "", "judge", name); status != 0 {
		t.Errorf("status %d, want 0:\n%s", status, out)
	}
}
