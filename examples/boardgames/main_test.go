package main

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/games/backgammon"
	"github.com/shakki/chess/games/domino"
	"github.com/shakki/chess/games/shakkello"
	"github.com/shakki/chess/games/tictactoe"
)

// TestMatches checks that the match of each game comes to its end and depends only on the seed.
func TestMatches(t *testing.T) {
	for name, play := range matches {
		var first, second bytes.Buffer
		if err := play(&first, newRandom(1)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := play(&second, newRandom(1)); err != nil || first.String() != second.String() {
			t.Errorf("%s: the same seed gives different matches, %v", name, err)
		}
		if strings.Count(first.String(), "\n") < 6 {
			t.Errorf("%s: the match is\n%s", name, &first)
		}
	}
}

// TestTicTacToeNeverLoses checks that the searching bot does not lose to any opponent, whoever
// begins.
func TestTicTacToeNeverLoses(t *testing.T) {
	for _, searcher := range []tictactoe.Piece{tictactoe.X, tictactoe.O} {
		seen := map[tictactoe.Position]bool{}
		var visit func(p tictactoe.Position)
		visit = func(p tictactoe.Position) {
			if seen[p] {
				return
			}
			seen[p] = true
			if winner, won := p.Outcome().Winner(); won && winner != searcher {
				t.Errorf("the bot loses with %v in %v", searcher, p)
			}
			if p.Turn() == searcher && !p.Outcome().IsOver() {
				visit(p.After(bestTicTacToe(p)))
				return
			}
			for m := range p.Moves() {
				visit(p.After(m))
			}
		}
		visit(tictactoe.StartPosition())
	}
}

// TestShakkelloSearchHelps checks that the bot that searches wins more games than the one that does
// not.
func TestShakkelloSearchHelps(t *testing.T) {
	wins, losses := 0, 0
	for seed := range uint64(12) {
		random := newRandom(seed)
		searcher, _ := chess.DrawLots(seed)
		p := shakkello.StartPosition()
		for !p.Outcome().IsOver() {
			depth := 1
			if p.Turn() == searcher {
				depth = 3
			}
			if err := p.Play(bestShakkello(p, depth, random)); err != nil {
				t.Fatal(err)
			}
		}
		switch winner, won := p.Outcome().Winner(); {
		case won && winner == searcher:
			wins++
		case won:
			losses++
		}
	}
	t.Logf("%d wins, %d losses", wins, losses)
	if wins <= losses {
		t.Errorf("the bot that searches wins %d games and loses %d, want more wins", wins, losses)
	}
}

// TestDominoSamplingHelps checks that the bot that samples gets fewer penalty points.
func TestDominoSamplingHelps(t *testing.T) {
	minus := map[bool]int{}
	for seed := range uint64(150) {
		random := newRandom(seed)
		g, err := domino.NewGame(2, domino.LedBy(domino.Player(seed%2)), domino.NewShuffle(random.Uint64()))
		if err != nil {
			t.Fatal(err)
		}
		for !g.Outcome().IsOver() {
			if err := g.Play(chooseDomino(g.Position(), random)); err != nil {
				t.Fatal(err)
			}
		}
		for i, points := range g.Outcome().Minus {
			minus[domino.Player(i) == domino.A] += points
		}
	}
	t.Logf("penalty points: %d with samples, %d without", minus[true], minus[false])
	if minus[true] >= minus[false] {
		t.Errorf("the bot that samples has %d penalty points, the other one %d; want fewer", minus[true], minus[false])
	}
}

// TestBackgammonCareHelps checks that the careful bot wins more points than the one that only
// races.
func TestBackgammonCareHelps(t *testing.T) {
	points := map[backgammon.Player]int64{}
	dice := backgammon.NewRoller(5)
	bots := backgammonBots{backgammon.Light: carefulValue, backgammon.Dark: raceValue}
	for range 60 {
		g := backgammon.NewGame()
		if err := finishBackgammon(io.Discard, g, bots, dice); err != nil {
			t.Fatal(err)
		}
		winner, _ := g.Outcome().Winner()
		points[winner] += g.Outcome().Points
	}
	t.Logf("points: %v", points)
	if points[backgammon.Light] <= points[backgammon.Dark] {
		t.Errorf("points are %v, want more for the careful bot, which has light", points)
	}
}

// TestBackgammonSensible checks single decisions of the careful bot: it makes the five point with
// 31, runs to safety with 65, and bears off two checkers when it can.
func TestBackgammonSensible(t *testing.T) {
	tests := []struct {
		id   string
		roll backgammon.Roll
		want string
	}{
		{"4HPwATDgc/ABMA", 31, "8/5 6/5"},
		{"4HPwATDgc/ABMA", 42, "8/4 6/4"},
		{"4HPwATDgc/ABMA", 61, "13/7 8/7"},
		{"XwAAgPceAAAAAA", 32, "3/off 2/off"},
	}
	for _, tt := range tests {
		p, err := backgammon.ParsePosition(tt.id)
		if err != nil {
			t.Fatal(err)
		}
		setup := backgammon.Setup{Position: p, Turn: backgammon.Light, Phase: backgammon.ToMove, Roll: tt.roll}
		g, err := backgammon.NewGameFrom(setup, backgammon.Rules{})
		if err != nil {
			t.Fatal(err)
		}
		if m := bestBackgammon(g, carefulValue); m.String() != tt.want {
			t.Errorf("%s: with %v, the bot plays %v, want %s", tt.id, tt.roll, m, tt.want)
		}
	}
}
