package main

import (
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/internal/safefile"
)

// TestResume checks that an interrupted match goes on with the games that are missing, and only
// under the same conditions.
func TestResume(t *testing.T) {
	pgn := newPGN(t)
	args := []string{"-nodes", "5", "-games", "3", "-maxmoves", "9", engine("random"), engine("losing")}
	play(t, pgn, args...)
	before, err := os.ReadFile(pgn)
	if err != nil {
		t.Fatal(err)
	}
	args[3] = "6"
	p := play(t, pgn, args...)
	after, err := os.ReadFile(pgn)
	if err != nil || len(p.games) != 6 || p.status != 0 || !strings.HasPrefix(string(after), string(before)) {
		t.Errorf("status %d, %d games, error %v, %s", p.status, len(p.games), err, p.errs)
	}
	for name, args := range map[string][]string{
		"another engine":  {"-nodes", "5", "-maxmoves", "9", engine("random"), engine("winning")},
		"fewer engines":   {"-nodes", "5", "-maxmoves", "9", engine("random"), engine("losing"), engine("winning")},
		"another limit":   {"-nodes", "6", "-maxmoves", "9", engine("random"), engine("losing")},
		"another option":  {"-nodes", "5", "-maxmoves", "9", engine("random"), engine("losing") + ";Value=3"},
		"other openings":  {"-nodes", "5", "-maxmoves", "9", "-openings", write(t, "a.pgn", "1. e4 *"), engine("random"), engine("losing")},
		"another verdict": {"-nodes", "5", "-maxmoves", "9", "-draw", "movecount=4,score=10", engine("random"), engine("losing")},
	} {
		if p := play(t, pgn, args...); p.status != 1 || len(p.games) != 6 || !strings.Contains(p.errs, pgn+": the game") {
			t.Errorf("%s: status %d, %d games, errors %q, want the first game that differs", name, p.status, len(p.games), p.errs)
		}
	}
	args[3] = "1"
	if p := play(t, os.DevNull, args...); p.status != 0 || !strings.Contains(p.out, "random against losing") {
		t.Errorf("games that nobody keeps: status %d, errors %q", p.status, p.errs)
	}
	one := newPGN(t)
	play(t, one, args...)
	if p := play(t, one, "-nodes", "5", "-maxmoves", "9", "-games", "1", engine("random"), engine("losing")+";name=other"); p.status != 1 || !strings.Contains(p.errs, "does not belong") {
		t.Errorf("another name of Black: status %d, errors %q", p.status, p.errs)
	}
	if p := play(t, one, "-nodes", "5", "-maxmoves", "9", "-games", "1", engine("random")+";name=other", engine("losing")); p.status != 1 || !strings.Contains(p.errs, "does not belong") {
		t.Errorf("another name of White: status %d, errors %q", p.status, p.errs)
	}
	args[3] = "6"
	unfinished := write(t, "b.pgn", strings.Replace(string(before[:strings.Index(string(before), "\n\n")]), "Result \"", "Result \"*", 1)+"\n\n1. e4 *\n")
	if p := play(t, unfinished, args...); p.status != 1 || !strings.Contains(p.errs, "is not complete") {
		t.Errorf("an unfinished game: status %d, errors %q", p.status, p.errs)
	}
}

// TestCut checks that a last game that was cut short is played again, wherever it was cut, and that a
// file of others is refused and left as it is.
func TestCut(t *testing.T) {
	pgn := newPGN(t)
	args := []string{"-nodes", "5", "-games", "2", "-maxmoves", "3", engine("random"), engine("losing")}
	play(t, pgn, args...)
	text, err := os.ReadFile(pgn)
	if err != nil {
		t.Fatal(err)
	}
	games := strings.SplitAfter(string(text), "1/2-1/2\n\n")
	if len(games) != 3 {
		t.Fatalf("the games are\n%s", text)
	}
	for first := range 2 {
		before := strings.Join(games[:first], "")
		step := len(games[first]) / 4
		if *deep.Flag {
			step = 3
		}
		for n := 1; n < len(games[first])-2; n += step {
			name := write(t, "cut.pgn", before+games[first][:n])
			p := play(t, name, args...)
			if got, _ := os.ReadFile(name); p.status != 0 || len(p.games) != 2 || !strings.Contains(p.errs, "cut short") || !strings.HasPrefix(string(got), before+"[Event ") {
				t.Errorf("game %d cut at %d: status %d, %d games, errors %q", first+1, n, p.status, len(p.games), p.errs)
			}
		}
	}
	args[3] = "3"
	stripped := ""
	for n := range 3 {
		stripped = write(t, "stripped.pgn", string(text[:len(text)-n]))
		p := play(t, stripped, args...)
		if got, _ := os.ReadFile(stripped); p.status != 0 || len(p.games) != 3 || p.errs != "" || !strings.HasPrefix(string(got), string(text)+"[Event ") {
			t.Errorf("without the last %d line ends: status %d, %d games, errors %q", n, p.status, len(p.games), p.errs)
		}
	}
	torn := write(t, "torn.pgn", strings.TrimRight(string(text), "\n")+"\n\x00\x00\x00") // as a power failure can leave it
	if p := play(t, torn, args...); p.status != 0 || len(p.games) != 3 || !strings.Contains(p.errs, "cut short") {
		t.Errorf("with zeros after the last game: status %d, %d games, errors %q", p.status, len(p.games), p.errs)
	}
	lock, err := safefile.NewLock(stripped)
	if err != nil {
		t.Fatal(err)
	}
	if p := play(t, stripped, args...); p.status != 1 || !strings.Contains(p.errs, "process") {
		t.Errorf("while another match uses the file: status %d, errors %q", p.status, p.errs)
	}
	if err := lock.Unlock(); err != nil {
		t.Fatal(err)
	}
	for name, foreign := range map[string]string{
		"another file":    "hello\n",
		"a game twice":    games[0] + games[0],
		"text before":     "hello\n\n" + games[0] + games[1],
		"text after":      games[0] + games[1] + "hello\n",
		"another record":  "[Event \"Match\"]\n[White \"x\"]\n\n1. e4",
		"another cut":     games[0] + "[Event \"Other\"]\n[Site \"?\"]\n\n1. e4 {",
		"without a tag":   games[0] + "1. e4 e5",
		"other games":     "1. e4 e5 1/2-1/2\n\n" + games[0][:200],
		"other condition": games[0] + strings.Replace(games[1], "Conditions \"", "Conditions \"0", 1)[:len(games[1])-20],
	} {
		file := write(t, "foreign.pgn", foreign)
		var errs strings.Builder
		status := run(t.Context(), append([]string{"-pgn", file}, args...), io.Discard, &errs)
		if got, _ := os.ReadFile(file); status != 1 || string(got) != foreign {
			t.Errorf("%s: status %d, errors %q, the file is\n%s", name, status, errs.String(), got)
		}
	}
}

// TestMiddleOfPair checks that the score and Elo agree after a game whose second one is missing.
func TestMiddleOfPair(t *testing.T) {
	drawn := newMatch("a", "b")
	add(t, drawn, 1, chess.Drawn)
	if report := reported(t, drawn); !strings.Contains(report, " 50.0 %  +0.0 ± 393.2 ") {
		t.Errorf("after a draw, the report is\n%s", report)
	}
	lost := newMatch("a", "b")
	add(t, lost, 1, chess.BlackWins)
	add(t, lost, 2, chess.WhiteWins)
	add(t, lost, 3, chess.Drawn)
	add(t, lost, 4, chess.BlackWins)
	if report := reported(t, lost); strings.Index(report, "\na ") > strings.Index(report, "\nb ") || !strings.Contains(report, "\npairs           1 with 0, 0 with ½, 0 with 1, 1 with 1½, 0 with 2 points\n") {
		t.Errorf("after a pair lost and a pair won, the report is\n%s", report)
	}
	for games, want := range map[[2]int]string{{1, 0}: "100.0 %  -", {2, 1}: "66.7 %  +120.4 ", {3, 0}: "100.0 %  -"} {
		m := newMatch("a", "b")
		for n := range games[0] + games[1] {
			result := chess.WhiteWins
			if isWhite := n%2 == 0; isWhite != (n < games[0]) {
				result = chess.BlackWins
			}
			add(t, m, n+1, result)
		}
		if s := m.score(m.players[0], nil); s.pairs.count() > 0 && (s.all().variance != s.pairs.sample().variance || s.all().games != 2) {
			t.Errorf("%v: the sample is %v, want the variance of the pairs %v", games, s.all(), s.pairs)
		}
		if row := regexp.MustCompile(`(?m)^a .*$`).FindString(reported(t, m)); !strings.Contains(row, want) {
			t.Errorf("%v: %s, want %s", games, row, want)
		}
	}
}
