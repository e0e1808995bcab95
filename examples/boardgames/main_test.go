package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/shakki/chess/games/backgammon"
	"github.com/shakki/chess/games/domino"
	"github.com/shakki/chess/games/shakkello"
	"github.com/shakki/chess/games/tictactoe"
	"github.com/shakki/chess/internal/deep"
)

func init() { effortShakkello = 1000 } // or else the bot thinks for a second

var games = flag.Int("games", 0, "number of games that each bot plays against random moves, instead of a few")

// typed runs the program with the given flags and input and returns what it prints.
func typed(t *testing.T, args string, lines ...string) string {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir()) // for games whose input ends
	var out bytes.Buffer
	if err := run(strings.Fields(args), strings.NewReader(strings.Join(lines, "\n")+"\n"), &out); err != nil {
		t.Fatalf("%s: %v\n%s", args, err, &out)
	}
	return out.String()
}

// TestBotsPlay checks that bots play each game to its end, and that the same seed gives the same game.
func TestBotsPlay(t *testing.T) {
	for name, players := range map[string]string{
		"shakkello": "bot,bot", "backgammon": "bot,bot", "domino": "bot,bot,bot", "tictactoe": "bot,bot",
	} {
		args := fmt.Sprintf("-seed 1 -players %s %s", players, name)
		switch name {
		case "backgammon":
			args = "-target 1 " + args
		case "domino":
			args = "-target 10 " + args
		}
		first := typed(t, args)
		if second := typed(t, args); second != first || strings.Count(first, "\n") < 6 {
			t.Errorf("%s: the same seed gives\n%s\nand\n%s", name, first, second)
		}
		if name == "tictactoe" && !strings.HasSuffix(first, "draw (full board)\n") {
			t.Errorf("%s ends with\n%s\nwant a draw", name, first)
		}
	}
}

// TestPersonPlays checks the commands that a person may type.
func TestPersonPlays(t *testing.T) {
	file := filepath.Join(t.TempDir(), "saved")
	for _, tt := range []struct {
		args  string
		lines []string
		want  []string // what the output has, in this order
	}{
		{"tictactoe", []string{"help", "B2", "b2", "undo", "moves", "hint", "quit", "a1"},
			[]string{"Type a square", "X: b2", "O: ", "occupied (by X)", "3 . . .", "a1   b1", "the bot would play: "}},
		{"-players person,person tictactoe", []string{"b2", "a1", "a3", "c1", "c3", "save " + file, "a2", "b3"},
			[]string{"X> ", "O> ", "saved", "O: ", "X: b3"}},
		{"-players person,person -resume " + file + " tictactoe", []string{"board", "a2", "c2", "b1"}, []string{"O> ", "O: b1"}},
		{"-players bot,person tictactoe", []string{"undo", "x"}, []string{"X: ", "no move to take back", "want a square"}},
		{"shakkello", []string{"kd4", "undo", "hint", "Kd4", "Qh8", "save " + file, "", "save " + file, "yes"},
			[]string{"in hand: KQRRBBNN", "white: Kd4", "black: ", "white> ", "the bot would play: K", "touches no piece", "exists; replace it?", "nothing has changed", "exists; replace it?", "saved"}},
		{"-resume " + file + " shakkello", []string{"moves", "quit"}, []string{"K", "white> "}},
		{"-seed 18 backgammon", []string{"hint", "moves", "7/6 8/1", "undo", "quit"},
			[]string{"game 1", "to play", "the bot would play: ", "no move to take back"}},
		{"-seed 18 -players person,person backgammon", []string{"help", "save " + file, "y", "quit"}, []string{"8/5 6/5", "saved"}},
		{"-seed 18 -resume " + file + " -players person,person backgammon", []string{"resign", "n", "resign", "y", "resign gammon", "yes", "double", "quit"},
			[]string{"give up the game?", "nothing has changed", "resignation", "game 2, light 0, dark 1, to 3 points; dark: open 41", "dark: resign gammon", "light wins"}},
		{"-seed 18 -players person,person backgammon", []string{"13/11 6/5", "moves", "hint", "double", "moves", "hint", "take", "undo", "double", "drop", "quit"},
			[]string{"roll   double   resign", "would play: roll", "dark: double", "take   drop", "would play: take", "light: take", "cube 2 light", "dark to roll, cube 1", "dark doubles, cube 1", "light: drop", "game 2, light 0, dark 1"}},
		{"-seed 18 -players person,person backgammon", []string{"", "13/11 6/5", "", "undo", "quit"},
			[]string{"type a move such as", "light: play", "dark: roll", "no move to take back"}},
		{"-seed 1 -players person,person domino", []string{"undo", "4-3 right", "", "undo", "hint", "", "quit"},
			[]string{"no move to take back", "A: 4-3 right", "no move to take back", "would play", "want draw, pass"}},
		{"-seed 1 -players person,person domino", []string{"hint", "save " + file, "y", "draw", "moves", "quit"},
			[]string{"stock: 14 tiles", "B:   6 tiles", "the bot would play", "saved", "matching tile", "4-3 left"}},
		{"-seed 1 -players person,bot,bot domino", []string{"quit"}, []string{"round 1", "tiles"}},
		{"-resume " + file + " domino", []string{"quit"}, []string{"stock: "}},
	} {
		rest := typed(t, tt.args, tt.lines...)
		for _, want := range tt.want {
			_, after, found := strings.Cut(rest, want)
			if !found {
				t.Errorf("%s, typed %q: the output has no %q in\n%s", tt.args, tt.lines, want, rest)
			}
			rest = after
		}
	}
	for _, args := range []string{"", "chess", "-players bot tictactoe", "-players a,b tictactoe", "-resume /none domino",
		"-players bot domino", "-target 5 tictactoe", "-target 5 -resume " + file + " domino", "-resume " + file + " tictactoe"} {
		if err := run(strings.Fields(args), strings.NewReader(""), &bytes.Buffer{}); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}

// TestRoundsDiffer checks that the rounds of a match of dominoes are dealt in different ways.
func TestRoundsDiffer(t *testing.T) {
	out := typed(t, "-seed 1 -target 100 -players bot,bot domino")
	var leads []string
	for line := range strings.Lines(out) {
		if _, lead, found := strings.Cut(line, " leads with "); found && !slices.Contains(leads, lead) {
			leads = append(leads, lead)
		}
	}
	if len(leads) < 2 {
		t.Errorf("all rounds begin with %q:\n%s", leads, out)
	}
}

// TestInputEnds checks that a game whose input ends can go on.
func TestInputEnds(t *testing.T) {
	out := typed(t, "tictactoe", "b2")
	_, file, found := strings.Cut(strings.TrimSpace(out), "the input has ended: saved; go on later with -resume ")
	if !found {
		t.Fatalf("the output does not say where the game is:\n%s", out)
	}
	if again := typed(t, "-resume "+file+" tictactoe", "quit"); !strings.Contains(again, ". X .") {
		t.Errorf("the game goes on with\n%s", again)
	}
}

// TestHandsAreHidden checks that a person sees the other hands neither in the board nor on the
// terminal, which is wiped before the persons change places. What has happened is shown again.
func TestHandsAreHidden(t *testing.T) {
	out := typed(t, "-seed 1 -players person,person domino", "4-3 right", "", "quit")
	before, after, found := strings.Cut(out, wipe)
	if !found || !strings.Contains(before, "[6|2]") || strings.Contains(after, "[6|2]") ||
		!strings.HasPrefix(after, "A: 4-3 right\n\nB, press Enter to see your side") || !strings.Contains(after, "A:   6 tiles") {
		t.Errorf("B sees the hand of A:\n%s", out)
	}
}

// TestUndoRepeatsDice checks that dice that were taken back come again.
func TestUndoRepeatsDice(t *testing.T) {
	o := options{seed: 5}
	opened, err := newBackgammon(o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := opened.advance(); err != nil {
		t.Fatal(err)
	}
	s := session{options: o, begin: newBackgammon, table: opened, out: &bytes.Buffer{}}
	events := func() []backgammon.Event { return s.table.(*backgammonTable).game().Events() }
	var rolls [2]string
	for i := range rolls {
		for len(events()) < 9 {
			if s.table.turn() < 0 {
				err = s.tell(s.table.advance())
			} else {
				err = s.tell(s.table.act(s.table.advise()))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, e := range events() {
			rolls[i] += e.Roll.String() + " "
		}
		for s.undo(0) || s.undo(1) {
		} // to the opening
	}
	if first := strings.Fields(rolls[0]); rolls[0] != rolls[1] || len(slices.Compact(slices.Sorted(slices.Values(first)))) < 4 {
		t.Errorf("after undo the rolls are %s, want %s", rolls[1], rolls[0])
	}
}

// TestForcedPass checks that nobody is asked when there is no legal move.
func TestForcedPass(t *testing.T) {
	opened, err := newBackgammon(options{seed: 7, target: 1})
	if err != nil {
		t.Fatal(err)
	}
	random, passes := newRandom(7), 0
	for opened.result() == "" && err == nil {
		if opened.turn() < 0 {
			var news string
			news, err = opened.advance()
			passes += strings.Count(news, ": pass\n")
			continue
		}
		text := "roll"
		if g := opened.(*backgammonTable).game(); g.Phase() == backgammon.ToMove {
			text = pick(random, g.LegalMoves()).String()
		}
		if _, err = opened.act(text); text == "pass" {
			t.Errorf("a player is asked for the only move %s", text)
		}
	}
	if err != nil || passes == 0 {
		t.Errorf("%d passes, %v, want some", passes, err)
	}
}

// sample returns the number of games to play: few, unless the flag says otherwise.
func sample(few int) int {
	if *games > 0 {
		return *games
	}
	return few
}

// wantWins checks that a bot wins the given part of its games. Draws count half.
func wantWins(t *testing.T, wins float64, played int, want float64) {
	t.Helper()
	t.Logf("%.1f of %d games won: %.1f %%", wins, played, 100*wins/float64(played))
	if wins < want*float64(played) {
		t.Errorf("the bot wins %.1f of %d games, want %.0f %%", wins, played, 100*want)
	}
}

// TestShakkelloStrength checks that the bot wins nearly all games against random moves, and against the moves
// with the greatest immediate effects.
func TestShakkelloStrength(t *testing.T) {
	for name, opponent := range map[string]func(shakkello.Position, *rand.Rand) shakkello.Move{
		"random": func(p shakkello.Position, random *rand.Rand) shakkello.Move { return pick(random, p.LegalMoves()) },
		"greedy": func(p shakkello.Position, random *rand.Rand) shakkello.Move {
			moves := byEffect(p.Effects(), p.Turn())
			end := slices.IndexFunc(moves, func(e shakkello.Effect) bool {
				return e.Change.Lead(p.Turn()) < moves[0].Change.Lead(p.Turn())
			})
			if end < 0 {
				end = len(moves)
			}
			return pick(random, moves[:end]).Move
		},
	} {
		t.Run(name, func(t *testing.T) {
			wins, n := 0.0, sample(deep.Times(4, 6))
			for seed := range n {
				random := newRandom(uint64(seed))
				p := shakkello.StartPosition()
				for !p.Outcome().IsOver() {
					m := opponent(p, random)
					if int(p.Turn()) == seed%2 {
						m = bestShakkello(p, effortShakkello, random)
					}
					if err := p.Play(m); err != nil {
						t.Fatal(err)
					}
				}
				if winner, won := p.Outcome().Winner(); !won {
					wins += 0.5
				} else if int(winner) == seed%2 {
					wins++
				}
			}
			wantWins(t, wins, n, 0.9)
		})
	}
}

// TestShakkelloEnd checks that the bot plays the last three plies as well as a search of all moves.
func TestShakkelloEnd(t *testing.T) {
	var value func(p shakkello.Position) int
	value = func(p shakkello.Position) int {
		if p.Outcome().IsOver() {
			return p.Score().Lead(p.Turn())
		}
		most := -endless
		for m := range p.Moves() {
			most = max(most, -value(p.After(m)))
		}
		return most
	}
	for seed := range uint64(deep.Times(2, 25)) {
		random := newRandom(seed)
		p := shakkello.StartPosition()
		for p.Plies() < pliesShakkello-3 {
			p = p.After(pick(random, p.LegalMoves()))
		}
		m := bestShakkello(p, 100_000, random)
		if got, want := -value(p.After(m)), value(p); got != want {
			t.Errorf("%v: %v leads to %d points, want %d", p, m, got, want)
		}
	}
}

// TestBackgammonStrength checks that the bot wins most games against random moves.
func TestBackgammonStrength(t *testing.T) {
	wins, n := 0.0, sample(deep.Times(4, 6))
	for seed := range n {
		random, dice := newRandom(uint64(seed)), backgammon.NewRoller(uint64(seed))
		bot := backgammon.Light + backgammon.Player(seed%2)
		g := backgammon.NewGame()
		for !g.Outcome().IsOver() {
			var err error
			switch {
			case g.Phase() == backgammon.Opening:
				if err = g.Open(dice.Die(), dice.Die()); errors.Is(err, backgammon.ErrEqualDice) {
					err = nil
				}
			case g.Phase() == backgammon.ToRoll:
				err = g.Roll(dice.Roll())
			case g.Turn() == bot:
				err = g.Play(bestBackgammon(g, carefulValue))
			default:
				err = g.Play(pick(random, g.LegalMoves()))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if winner, _ := g.Outcome().Winner(); winner == bot {
			wins++
		}
	}
	wantWins(t, wins, n, 0.9)
}

// TestDominoStrength checks that the bot wins more rounds than random moves.
func TestDominoStrength(t *testing.T) {
	wins, n := 0.0, sample(deep.Times(20, 3))
	for seed := range n {
		random := newRandom(uint64(seed))
		bot := domino.A + domino.Player(seed%2)
		g, err := domino.NewGame(2, domino.NoPlayer, domino.NewShuffle(random.Uint64()))
		if err != nil {
			t.Fatal(err)
		}
		for !g.Outcome().IsOver() {
			p := g.Position()
			m := pick(random, p.LegalMoves())
			if p.Turn() == bot {
				m = chooseDomino(p.View(bot), random)
			}
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		if winner, won := g.Outcome().Winner(); !won {
			wins += 0.5
		} else if winner == bot {
			wins++
		}
	}
	wantWins(t, wins, n, 0.55)
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

// TestBackgammonOpenings checks that the bot opens with one of the two plays that GNU Backgammon
// 1.07.001 ranks first two plies deep.
func TestBackgammonOpenings(t *testing.T) {
	p, err := backgammon.ParsePosition("4HPwATDgc/ABMA")
	if err != nil {
		t.Fatal(err)
	}
	for roll, want := range map[backgammon.Roll][2]string{
		21: {"24/23 13/11", "13/11 6/5"}, 31: {"8/5 6/5", "24/23 13/10"}, 32: {"24/21 13/11", "13/11 13/10"},
		41: {"24/23 13/9", "13/9 6/5"}, 42: {"8/4 6/4", "24/20 13/11"}, 43: {"24/21 13/9", "24/20 13/10"},
		51: {"24/23 13/8", "13/8 6/5"}, 52: {"24/22 13/8", "13/11 13/8"}, 53: {"8/3 6/3", "24/21 13/8"},
		54: {"24/20 13/8", "13/9 13/8"}, 61: {"13/7 8/7", "24/23 24/18"}, 62: {"24/18 13/11", "24/16"},
		63: {"24/18 13/10", "24/15"}, 64: {"24/18 13/9", "8/2 6/2"}, 65: {"24/13", "24/18 13/8"},
	} {
		m := best(p.LegalMoves(roll), func(m backgammon.Move) float64 { return carefulValue(p.After(m)) })
		if m.String() != want[0] && m.String() != want[1] {
			t.Errorf("with %v, the bot opens with %v, want one of %q", roll, m, want)
		}
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
