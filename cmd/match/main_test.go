package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

// TestDefaults checks what the flags are that were not given.
func TestDefaults(t *testing.T) {
	for args, want := range map[string]string{
		"":             "20 games, test none, setup 1m0s, patience 1m0s, margin 50ms, tables both 0 false",
		"-sprt elo1=5": "100000 games, test elo0=0 elo1=5 alpha=0.05 beta=0.05 logistic, setup 1m0s, patience 1m0s, margin 50ms, tables both 0 false",
		"-sprt elo0=-3,elo1=5,alpha=0.1 -games 7":         "7 games, test elo0=-3 elo1=5 alpha=0.1 beta=0.05 logistic, setup 1m0s, patience 1m0s, margin 50ms, tables both 0 false",
		"-syzygy . -pieces 5 -ignore50 -tbadjudicate WIN": "20 games, test none, setup 1m0s, patience 1m0s, margin 50ms, tables win 5 true",
		"-setup 2 -patience 3 -margin 4 -games 2":         "2 games, test none, setup 2s, patience 3s, margin 4s, tables both 0 false",
		"-sprt elo1=5,beta=0.2,normalized -games 20":      "20 games, test elo0=0 elo1=5 alpha=0.05 beta=0.2 normalized, setup 1m0s, patience 1m0s, margin 50ms, tables both 0 false",
	} {
		m := new(match)
		if err := m.parse(append(strings.Fields(args), "a", "b"), io.Discard); err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("%d games, test %v, setup %v, patience %v, margin %v, tables %s %d %v",
			m.games, m.sprt, &m.setup, &m.patience, &m.players[1].margin, m.decided, m.pieces, m.ignore50)
		if got != want {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
}

// TestHelp checks that the help says what an engine is, and that a tag may be as long as one can be.
func TestHelp(t *testing.T) {
	var help strings.Builder
	if status := run(t.Context(), []string{"-h"}, io.Discard, &help); status != 0 || !strings.Contains(help.String(), "ENGINE is a command with properties") || !strings.Contains(help.String(), "-gauntlet") {
		t.Errorf("status %d, the help is\n%s", status, &help)
	}
	if err := checkTag("name", strings.Repeat("x", maxTag)); err != nil {
		t.Error(err)
	}
}

// TestArguments checks that wrong arguments are explained.
func TestArguments(t *testing.T) {
	a, b := engine("random"), engine("losing")
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{a}, "two engines or more"},
		{[]string{a, ""}, "no command"},
		{[]string{"-games", "-1", a, b}, "at least 1"},
		{[]string{"-concurrency", "0", a, b}, "at least 1"},
		{[]string{"-tc", "x", a, b}, "not a time"},
		{[]string{a, b + ";tc=x"}, "not a time"},
		{[]string{a, b + ";nodes=x"}, "nodes"},
		{[]string{"-sprt", "elo0=0,elo1=0", a, b}, "elo0 must be less than elo1"},
		{[]string{"-sprt", "elo1=5,alpha=0", a, b}, "between 0 and 0.5"},
		{[]string{"-sprt", "elo1=5,alpha=0.5", a, b}, "between 0 and 0.5"},
		{[]string{"-sprt", "elo1=5,beta=0", a, b}, "between 0 and 0.5"},
		{[]string{"-sprt", "elo1=5,beta=0.5", a, b}, "between 0 and 0.5"},
		{[]string{"-sprt", "elo=0", a, b}, "no such flag"},
		{[]string{"-sprt", "elo0=0,elo1=5", a, b, a}, "exactly two engines"},
		{[]string{"-resign", "movecount=5", a, b}, "-resign needs a score"},
		{[]string{"-movetime", "1s", "-tc", "10", a, b}, "-movetime cannot be combined with -tc"},
		{[]string{"-syzygy", "/nowhere/tables", a, b}, "/nowhere/tables"},
		{[]string{"-draw", "score=5", a, b}, "movecount is missing"},
		{[]string{"-resign", "moves=5", a, b}, "no such flag"},
		{[]string{"-patience", "5n", a, b}, "not a time"},
		{[]string{"-patience", "-5s", a, b}, "not a time"},
		{[]string{"-nodes", "-1", a, b}, "-nodes"},
		{[]string{"-tc", "inf", a, b}, "needs a limit"},
		{[]string{"-openings", write(t, "o.pgn", "1. e4 *"), "-start", "2", a, b}, "there are 1 openings"},
		{[]string{"-openings", write(t, "o.pgn", "1. e4 *"), "-start", "0", a, b}, "there are 1 openings"},
		{[]string{"-each", "margin=x", a, b}, "margin"},
		{[]string{"-plot", "x.svg", a, b, a}, "exactly two engines"},
		{[]string{"-openings", "/nowhere.epd", a, b}, "/nowhere.epd"},
		{[]string{a, b, "-plot", "x.svg"}, "-plot comes after "},
		{[]string{a, "-plot=x.svg"}, "-plot=x.svg comes after "},
		{[]string{"-pieces", "4", a, b}, "-pieces needs -syzygy"},
		{[]string{"-tbadjudicate", "win", a, b}, "-tbadjudicate needs -syzygy"},
		{[]string{"-syzygy", ".", "-tbadjudicate", "none", a, b}, "must be win, draw, or both"},
		{[]string{"-random", "1", a, b}, "-random needs -openings"},
		{[]string{"-event", strings.Repeat("x", 256), a, b}, "longer than the 255 bytes of a tag"},
		{[]string{"-site", strings.Repeat("x", 256), a, b}, "longer than the 255 bytes of a tag"},
		{[]string{a, b + strings.Repeat("x", 256)}, "longer than the 255 bytes of a tag"},
		{[]string{a, b + "\tx"}, "control characters"},
		{[]string{"-plot", "x/../x.svg", "-log", "x.svg", a, b}, "x.svg: it is also written as x/../x.svg"},
	} {
		pgn := newPGN(t)
		p := play(t, pgn, tt.args...)
		if _, err := os.Stat(pgn); p.status != 2 || !strings.Contains(p.errs, tt.want) || err == nil {
			t.Errorf("%q: status %d, errors %q, want %q and no PGN file", tt.args, p.status, p.errs, tt.want)
		}
	}
}
