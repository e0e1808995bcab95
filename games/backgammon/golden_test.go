package backgammon_test

import (
	"fmt"
	"strings"
	"testing"

	. "github.com/shakki/chess/games/backgammon"
	"github.com/shakki/chess/internal/golden"
)

// goldenSetups are setups of every phase, with all kinds of cubes, scores, and checkers.
var goldenSetups = []string{
	"4HPwATDgc/ABMA opening 1 centered 0:0",
	"4HPwATDgc/ABMA opening 1 centered 6:4/7 crawford",
	"4HPwATDgc/ABMA light 31 2 dark 6:4/7",
	"4HPwATDgc/ABMA dark roll 4 dark 0:0",
	"4HPwATDgc/ABMA dark roll 4 light 0:0/5",
	"4HPwATDgc/ABMA light roll 1 centered 2:4/5 crawford",
	"4HPwATDgc/ABMA light double 1 centered 3:3/5",
	"4HPwATDgc/ABMA light roll 2305843009213693952 light 0:0",
	"sOfgEwDg8+AIBg light 65 1 centered 0:0",
	"XwAAgPceAAAAAA dark 66 1 centered 0:0",
	"/z4AADBsuxsEAA light 61 2 light 1:0/3",
	"sN0tADBsuxsEAA dark 43 1 centered 0:0",
	"AgAAPBcAAAAAAA light 22 1 centered 0:0",
	"AgAAPBcAAAAAAA dark 66 4 centered 0:0",
	"4HPwATDgc/ABMA light 31 8 centered 0:0",
}

// goldenBoards are positions with checkers on the bar, blocked points, and few checkers left.
var goldenBoards = [][2]Checkers{
	{{Bar: 1, 24: 1, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 4, 4: 1}},
	{{Bar: 2, 6: 6, 5: 4, 3: 3}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2, 21: 1, 24: 2}},
	{{6: 1, 4: 2, 1: 1}, {Bar: 1, 3: 1}},
	{{7: 1, 6: 2, 2: 1}, {1: 3}},
	{{5: 1, 2: 1}, {24: 1, 1: 1}},
	{{1: 1}, {6: 15}},
	{{24: 8, 20: 7}, {3: 1, 4: 1, 7: 1, 12: 2}},
	{{12: 1, 7: 1}, {19: 2, 17: 2, 23: 1, 24: 1}},
}

// goldenActions tries all actions in a game, each of them in a copy, and notes what follows.
func goldenActions(add func(kind, text string), g *Game) {
	for _, act := range []func(g *Game) error{
		func(g *Game) error { return g.Open(3, 1) },
		func(g *Game) error { return g.Open(2, 2) },
		func(g *Game) error { return g.Open(7, 7) },
		func(g *Game) error { return g.Open(2, 6) },
		func(g *Game) error { return g.Roll(64) },
		func(g *Game) error { return g.Roll(46) },
		func(g *Game) error { return g.Double() },
		func(g *Game) error { return g.Take() },
		func(g *Game) error { return g.Drop() },
		func(g *Game) error { return g.Resign(Light, Single) },
		func(g *Game) error { return g.Resign(Dark, Backgammon) },
		func(g *Game) error { return g.Resign(Light, Dropped) },
		func(g *Game) error { return g.Resign(NoPlayer, Gammon) },
		func(g *Game) error { return g.Play(Pass) },
		func(g *Game) error { return g.PlayText("8/5 6/5") },
		func(g *Game) error { return g.PlayText("wrong") },
		func(g *Game) error {
			moves := g.LegalMoves()
			if len(moves) == 0 {
				return nil
			}
			return g.Play(moves[len(moves)-1])
		},
	} {
		after := g.Clone()
		err := act(after)
		s := after.Setup()
		id, failed := s.ID()
		add("actions", fmt.Sprintln(err, after, after.Outcome(), after.CanDouble(), after.Phase(), after.Turn(), after.Dice(), after.Cube(), s, id, failed, after.Undo(), after))
	}
}

// goldenMoves tries all moves of one checker, and some of two, with all rolls.
func goldenMoves(add func(kind, text string), p Position) {
	for roll := range Rolls() {
		for _, rules := range []Rules{{}, CommonRules()} {
			add("legal moves", fmt.Sprint(rules.LegalMoves(&p, roll)))
		}
		for from := 1; from <= Bar; from++ {
			for to := max(0, from-roll.High()-roll.Low()-1); to < from; to++ {
				m, err := p.ParseMove(fmt.Sprintf("%d/%d", from, to), roll)
				add("moves of one checker", fmt.Sprintln(m, err))
			}
		}
		first, _, _ := strings.Cut(fmt.Sprintln(p.LegalMoves(roll)[0]), " ")
		for _, more := range []string{" 6/off", " bar/20", " 13/7*", " 8/2 6/3"} {
			m, err := p.ParseMove(first+more, roll)
			add("moves of several checkers", fmt.Sprintln(m, err))
		}
	}
}

// goldenMatch returns a match of three games.
func goldenMatch(t *testing.T) *Match {
	t.Helper()
	m, err := NewMatch(MatchOptions{Light: "A b", Dark: "c: d", Target: 5, Crawford: true, Rules: CommonRules()})
	must(t, err)
	g, err := m.Next()
	must(t, err, g.Open(3, 1), g.PlayText("8/5 6/5"), g.Double(), g.Take(), g.Roll(66), g.PlayText("24/18(2) 13/7(2)"))
	must(t, g.Roll(21), g.PlayText("24/23 13/11"), g.Roll(52), g.Play(g.LegalMoves()[0]), g.Double(), g.Drop())
	g, err = m.Next()
	must(t, err, g.Open(1, 2), g.PlayText("13/11 24/23"), g.Resign(Light, Gammon))
	g, err = m.Next()
	must(t, err, g.Open(6, 2), g.PlayText("24/18 13/11"))
	return m
}

// TestGolden compares digests with earlier ones: of all moves and actions in many positions, of boards and
// pictures, and of what is read of texts that differ from sound ones by a byte or a word.
func TestGolden(t *testing.T) {
	golden.Compare(t, func(add func(kind, text string)) {
		for _, text := range goldenSetups {
			s, err := ParseSetup(text)
			if err != nil {
				t.Fatal(err)
			}
			for _, rules := range []Rules{{}, {OneCheckerBearOff: true, Jacoby: true}, {NoCube: true}} {
				g, err := NewGameFrom(s, rules)
				add("starts", fmt.Sprintln(g, err))
				if err != nil {
					continue
				}
				add("pictures", g.Board()+string(g.AppendSVG(nil)))
				goldenActions(add, g)
			}
		}
		for _, c := range goldenBoards {
			p := place(t, c[0], c[1])
			add("pictures", p.Board()+string(p.AppendSVG(nil)))
			goldenMoves(add, p)
		}
		id, err := Setup{Position: StartPosition(), Turn: Dark, Phase: ToMove, Roll: 52, Target: 9, Light: 8, Dark: 3}.ID()
		must(t, err)
		for _, text := range []string{goldenSetups[2], id} {
			golden.Neighbors(add, "setups", "", []string{text}, func(text string) string {
				s, err := ParseSetup(text)
				return fmt.Sprintln(s, err)
			})
		}
		p := place(t, goldenBoards[0][0], goldenBoards[0][1])
		golden.Neighbors(add, "moves", "", []string{"bar/21*/18", "24/18(2)", "8/5 6/5*", "6/off"}, func(text string) string {
			m, err := ParseMove(text)
			there, failed := p.ParseMove(text, 43)
			return fmt.Sprintln(m, err, there, failed)
		})
		m := goldenMatch(t)
		mat := strings.TrimSpace(strings.ReplaceAll(m.MAT(), "\n\n", "\n"))
		golden.Neighbors(add, "matches", "\n", []string{m.String(), mat}, func(text string) string {
			m, err := ParseMatch(text)
			if err != nil {
				return err.Error()
			}
			return fmt.Sprintln(m, m.Outcome(), m.Score(Light), m.Balance(Dark))
		})
		goldenFaults(add)
	})
}

// goldenFaults reads texts that differ from sound ones by a word, and makes values of parts that may not fit.
func goldenFaults(add func(kind, text string)) {
	const played = "S1: 4HPwATDgc/ABMA opening 1 centered 0:0; light: open 31; light: play 31: 8/5 6/5; dark: double; light: take; dark: roll 42; dark: resign gammon; end"
	golden.Neighbors(add, "games", " ", []string{played}, func(text string) string {
		g, err := ParseGame(text)
		return fmt.Sprintln(g, err)
	})
	golden.Neighbors(add, "words of setups", " ", goldenSetups, func(text string) string {
		s, err := ParseSetup(text)
		return fmt.Sprintln(s, err)
	})
	golden.Neighbors(add, "rules", " ", []string{"common jacoby no-cube"}, func(text string) string {
		var r Rules
		err := r.UnmarshalText([]byte(text))
		return fmt.Sprintln(r, err)
	})
	closed := Checkers{1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, Bar: 1}
	checkers := []Checkers{{}, {1: 1}, {24: 1}, {6: 15}, {6: 16}, {5: 15, 6: 1}, {13: -1}, {Bar: 1}, {Bar: 2, 19: 3}, closed, goldenBoards[0][0], goldenBoards[2][0]}
	for _, own := range checkers {
		for _, opponent := range checkers {
			p, err := NewPosition(own, opponent)
			_, failed := NewGameFrom(Setup{Position: p}, Rules{})
			add("checkers", fmt.Sprintln(p, err, failed, p.Own().Pips(), p.Win()))
		}
	}
	for value := int64(-2); value <= 9; value++ {
		for owner := NoPlayer; owner <= Dark+1; owner++ {
			c, err := NewCube(value, owner)
			add("cubes", fmt.Sprintln(c, err))
		}
	}
	steps := []Step{{8, 5, false}, {8, 5, true}, {6, 5, true}, {5, 3, true}, {Bar, 24, false}, {6, Off, false}, {6, Off, true}, {5, 5, false}, {26, 20, false}, {3, -1, false}}
	for _, a := range steps {
		for _, b := range steps {
			for _, c := range steps {
				m, err := NewMove(a, b, c)
				add("steps", fmt.Sprintln(m, err))
			}
		}
	}
	_, err := NewMove(steps[0], steps[0], steps[0], steps[0], steps[0])
	add("steps", fmt.Sprintln(err))
}
