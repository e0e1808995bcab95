package backgammon_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	. "github.com/shakki/chess/games/backgammon"
	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/internal/tabletop/gametest"
)

// TestRandomGamesSurvive checks that random games read back equal from text and JSON. It stops each
// game at an event of each phase and at its end. A game that was read back goes on like the
// original.
func TestRandomGamesSurvive(t *testing.T) {
	for seed := range uint64(deep.Times(100, 10)) {
		random := rand.New(rand.NewPCG(seed, 3))
		dice := NewRoller(seed)
		g := newGame(t, Rules{OneCheckerBearOff: seed%2 == 0, Jacoby: seed%3 == 0, NoCube: seed%5 == 0})
		stops := map[Phase]int{ToRoll: random.IntN(30), ToMove: random.IntN(30), ToAnswer: 0, Opening: 0}
		for !g.Outcome().IsOver() {
			if stops[g.Phase()]--; stops[g.Phase()] == -1 {
				continueBoth(t, g, random)
			}
			must(t, randomAct(g, random, dice))
		}
		gametest.Restored(t, g)
	}
}

// continueBoth checks that g reads back equal, and that g, its copy, and the game restored from the
// setup of g do the same after the next random action.
func continueBoth(t *testing.T, g *Game, random *rand.Rand) {
	t.Helper()
	gametest.Values(t, g.Setup())
	gametest.Values(t, g.Cube())
	restored, err := NewGameFrom(g.Setup(), g.Rules())
	must(t, err)
	games := []*Game{g.Clone(), gametest.Restored(t, g), restored}
	seed := random.Uint64()
	for _, h := range games {
		must(t, randomAct(h, rand.New(rand.NewPCG(seed, 0)), NewRoller(seed)))
	}
	events := games[0].Events()
	if len(events) == len(g.Events()) {
		return // equal dice in the opening
	}
	last := events[len(events)-1]
	gametest.Values(t, last)
	for _, h := range games[1:] {
		if e := h.Events(); e[len(e)-1] != last || h.Board() != games[0].Board() {
			t.Fatalf("%v: after %v, a copy has %v and\n%s", g, last, e[len(e)-1], h.Board())
		}
	}
	if !games[1].Equal(games[0]) {
		t.Fatalf("%v differs from %v", games[1], games[0])
	}
}

// TestMatchesSurvive checks that random matches read back equal from text and JSON, and that the
// next game of a match that was read back has the same score.
func TestMatchesSurvive(t *testing.T) {
	for seed := range uint64(deep.Times(10, 5)) {
		m := randomMatch(t, seed, Rules{Jacoby: seed%2 == 0})
		back := gametest.Restored(t, m)
		for _, p := range []Player{Light, Dark} {
			if back.Score(p) != m.Score(p) || back.Balance(p) != m.Balance(p) {
				t.Fatalf("%v has %d points, want %d", p, back.Score(p), m.Score(p))
			}
		}
		if m.Game().Outcome().IsOver() {
			g, err := m.Next()
			h, again := back.Next()
			if (err == nil) != (again == nil) || err == nil && !g.Equal(h) {
				t.Fatalf("Next() = %v, %v; after reading %v, %v", g, err, h, again)
			}
		}
	}
	var zero Match
	gametest.Restored(t, &zero)
	odd, err := NewMatch(MatchOptions{Light: "a \"b\"\n\x00\xff", Dark: "target 1", Target: 5, Stake: 3})
	must(t, err)
	gametest.Restored(t, odd)
}

// TestWords checks that the names of all enumerations, rules, and outcomes read back.
func TestWords(t *testing.T) {
	for r := NoIllegalReason; r <= OtherChecker; r++ {
		gametest.Values(t, r)
	}
	gametest.Values(t, NoReason, Single, Gammon, Backgammon, Dropped, Resignation)
	gametest.Values(t, Unfinished, LightWins, DarkWins)
	gametest.Values(t, Opening, ToRoll, ToAnswer, ToMove, Over)
	gametest.Values(t, ActOpen, ActRoll, ActPlay, ActDouble, ActTake, ActDrop, ActResign)
	gametest.Values(t, NoPlayer, Light, Dark)
	gametest.Values(t, Rules{}, CommonRules(), Rules{Jacoby: true}, Rules{true, true, true})
	want := Outcome{DarkWins, Gammon, 4}
	text, err := json.Marshal(want)
	var got Outcome
	if err := json.Unmarshal(text, &got); err != nil || got != want {
		t.Errorf("%s reads back as %v, %v", text, got, err)
	}
	if written := `{"result":"dark wins","reason":"gammon","points":4}`; err != nil || string(text) != written {
		t.Errorf("json.Marshal(%v) = %s, %v; want %s", want, text, err, written)
	}
}

// TestPeopleWrite checks the spellings of moves that ParseMove and PlayText accept, and the one
// form in which they are written.
func TestPeopleWrite(t *testing.T) {
	for text, want := range map[string]string{
		"Bar/20": "bar/20", "bar/20": "bar/20", "25/20": "bar/20", "BAR/20*": "bar/20*",
		"6/Off": "6/off", "6/0": "6/off", "6/off 5/OFF": "6/off 5/off",
		"8/5 6/5": "8/5 6/5", "8/5, 6/5": "8/5 6/5", "6/5,8/5": "8/5 6/5", "  8/5   6/5\n": "8/5 6/5",
		"": "pass", " \n": "pass", "Pass": "pass", "Cannot Move": "pass",
	} {
		if m, err := ParseMove(text); err != nil || m.String() != want {
			t.Errorf("ParseMove(%q) = %v, %v; want %s", text, m, err, want)
		}
	}
	hits := place(t, Checkers{24: 2, 13: 5, 8: 3, 6: 5}, Checkers{7: 1, 14: 1, 18: 2, 20: 1, 6: 5})
	for _, tt := range []struct { // want is "" if the text has another meaning than any legal move
		text string
		roll Roll
		want string
	}{
		{"24/18 13/11", 62, "24/18* 13/11*"},
		{"24/18* 13/11", 62, "24/18* 13/11*"},
		{"6/5 8/5", 31, "8/5* 6/5"},
		{"24/18/16", 62, "24/18*/16"},
		{"8/5(2) 13/10", 33, ""},
		{"13/5", 62, "13/11*/5*"},
	} {
		m, err := hits.ParseMove(tt.text, tt.roll)
		if got := m.String(); err == nil && got != tt.want || (err != nil) != (tt.want == "") {
			t.Errorf("ParseMove(%q, %v) = %v, %v; want %s", tt.text, tt.roll, m, err, tt.want)
		}
	}
}

// TestMisuse checks that setups that no game can have are rejected, and that errors in the text of
// a game are reported at their place.
func TestMisuse(t *testing.T) {
	good := Setup{Position: StartPosition(), Turn: Light, Phase: ToRoll}
	if _, err := NewGameFrom(good, Rules{}); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Setup){
		"empty position":                func(s *Setup) { s.Position = Position{} },
		"nobody on turn":                func(s *Setup) { s.Turn = NoPlayer },
		"no such player":                func(s *Setup) { s.Turn = 3 },
		"opening with a player on turn": func(s *Setup) { s.Phase = Opening },
		"opening where none is due": func(s *Setup) {
			*s = Setup{Position: place(t, Checkers{6: 1}, Checkers{5: 1})}
		},
		"no roll to play":         func(s *Setup) { s.Phase = ToMove },
		"no such roll":            func(s *Setup) { s.Phase, s.Roll = ToMove, 13 },
		"roll before rolling":     func(s *Setup) { s.Roll = 31 },
		"over before the end":     func(s *Setup) { s.Phase = Over },
		"no such phase":           func(s *Setup) { s.Phase = 9 },
		"double without the cube": func(s *Setup) { s.Phase, s.Cube = ToAnswer, owned(t, Dark) },
		"double of the largest cube": func(s *Setup) {
			var err error
			s.Phase = ToAnswer
			s.Cube, err = NewCube(1<<MaxDoublings, Light)
			must(t, err)
		},
		"double in the Crawford game":    func(s *Setup) { s.Phase, s.Crawford, s.Target, s.Light = ToAnswer, true, 3, 2 },
		"cube in the Crawford game":      func(s *Setup) { s.Cube, s.Crawford, s.Target, s.Light = owned(t, Dark), true, 3, 2 },
		"negative score of Dark":         func(s *Setup) { s.Dark = -1 },
		"negative score":                 func(s *Setup) { s.Light = -1 },
		"negative target":                func(s *Setup) { s.Target = -1 },
		"match over":                     func(s *Setup) { s.Target, s.Dark = 3, 3 },
		"Crawford without a target":      func(s *Setup) { s.Crawford = true },
		"Crawford with both at one away": func(s *Setup) { s.Crawford, s.Target, s.Light, s.Dark = true, 3, 2, 2 },
	} {
		s := good
		change(&s)
		if _, err := NewGameFrom(s, Rules{}); !errors.As(err, new(*SetupError)) {
			t.Errorf("%s: NewGameFrom(%v) = %v, want a *SetupError", name, s, err)
		}
		if text, err := s.MarshalText(); err == nil {
			t.Errorf("%s: MarshalText() = %s, want an error", name, text)
		}
		if id, err := s.ID(); err == nil {
			t.Errorf("%s: ID() = %s, want an error", name, id)
		}
	}
	offered := good
	offered.Phase = ToAnswer
	if _, err := NewGameFrom(offered, Rules{NoCube: true}); err == nil {
		t.Error("NewGameFrom accepts a double in a game without the cube")
	}
	for _, text := range []string{
		"", "S1", "S2: 4HPwATDgc/ABMA opening 1 centered 0:0; end", "S1: 4HPwATDgc/ABMA opening 1 centered; end",
		"S1: 4HPwATDgc/ABMA opening 1 centered 0:0", "S1: 4HPwATDgc/ABMA opening 1 centered 00:0; end",
		"S1: 4HPwATDgc/ABMA opening 1 centered 0:0; light: open 33; end",
		"S1: 4HPwATDgc/ABMA opening 1 centered 0:0; light: open 31; dark: play 31: 8/5 6/5; end",
		"S1: 4HPwATDgc/ABMA opening 1 centered 0:0; light: open 31; light: play 21: 8/5 6/5; end",
		"S1: 4HPwATDgc/ABMA opening 1 centered 0:0; dark: double; end",
	} {
		_, err := ParseGame(text)
		var syntax *ParseError
		if !errors.As(err, &syntax) || syntax.Text != text || syntax.Column > len(text)+1 {
			t.Errorf("ParseGame(%q): %v, want a *ParseError", text, err)
		}
	}
	const begun = "S1: 4HPwATDgc/ABMA opening 1 centered 0:0; light: open 31; "
	for _, tt := range []struct {
		event, at string // what is wrong, and where
		why       string
	}{
		{"light: play 31: 8/5 6/4", "light: play", "8/5 6/4"},
		{"light: play 31: x", "x", "want"},
		{"light: play 3: 8/5 6/5", "3: 8/5", "want the numbers of two dice"},
		{"light: ploy 31: 8/5 6/5", "ploy", "want"},
		{"light: resign twice", "twice", "want"},
		{"light: double twice", "twice", "unexpected text"},
		{"nobody: double", "nobody", "want light: or dark:"},
		{"white: double", "white", "want light: or dark:"},
		{"dark: play 31: 8/5 6/5", "dark", "want light: play 31: 8/5 6/5"},
		{"light: play 42: 8/5 6/5", "light: play", "want light: play 31: 8/5 6/5"},
		{"light: play 31: 6/5 8/5", "6/5 8/5", `want "8/5 6/5; end" here`},
	} {
		text := begun + tt.event + "; end"
		_, err := ParseGame(text)
		var syntax *ParseError
		if column := strings.LastIndex(text, tt.at) + 1; !errors.As(err, &syntax) || syntax.Column != column || !strings.Contains(syntax.Detail, tt.why) {
			t.Errorf("ParseGame(%q): %v, want an error in column %d with %q", text, err, column, tt.why)
		}
	}
	_, err := ParseGame(begun + "light: play 31: 8/5 6/4; end")
	if reasonOf(err) != WrongNumber {
		t.Errorf("ParseGame reports %v, want an illegal move", err)
	}
}

// TestMATErrors checks that text that is no .mat file, and files that contradict themselves, are
// rejected.
func TestMATErrors(t *testing.T) {
	const head, names = " 5 point match\n Game 1\n", " Alice : 0            Bob : 0\n"
	for text, want := range map[string]string{
		"":                                   "want a match",
		"Game 1\n":                           "want the length of the match",
		" 5 point match\n 1) 31: 8/5\n":      "want a game",
		head + "31: 8/5\n":                   "want the names",
		head + " Alice : 1        Bob : 0\n": "the score 0:0",
		head + names + " 1) 31: 8/5 6/4\n":   "with 31",
		head + names + " 1) 33: 8/5 6/5\n":   "equal numbers",
		head + names + " 1) hello\n":         "want an action",
		head + names + " 1) 31: 8/5 6/5   Doubles => 2\n 2)  Drops\n Wins 2 points\n": "does not end with this win",
		head + names + " 1) 31: 8/5 6/5\n Game 2\n":                                   "the last game is not over",
	} {
		if m, err := ParseMatch(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseMatch(%q) = %v, %v; want an error with %q", text, m, err, want)
		}
	}
}

// FuzzParseGame checks that a game or a match that was read is written in a form that reads back
// equal.
func FuzzParseGame(f *testing.F) {
	g := NewGame()
	must(f, g.Open(3, 1), g.PlayText("8/5 6/5"), g.Double(), g.Take())
	m, err := NewMatch(MatchOptions{Target: 3})
	must(f, err)
	score(f, m, Dark, Gammon)
	id, err := g.Setup().ID()
	must(f, err)
	for _, s := range []string{g.String(), m.String(), m.MAT(), g.Setup().String(), id, "light: play 31: 8/5 6/5"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if g, err := ParseGame(s); err == nil {
			gametest.Restored(t, g)
		}
		if m, err := ParseMatch(s); err == nil {
			gametest.Restored(t, m)
			if _, err := ParseMatch(m.MAT()); err != nil {
				t.Fatalf("%v\n%s", err, m.MAT())
			}
		}
		if setup, err := ParseSetup(s); err == nil {
			gametest.Values(t, setup)
			if _, err := NewGameFrom(setup, Rules{}); err != nil {
				t.Fatal(err)
			}
		}
		var e Event
		if e.UnmarshalText([]byte(s)) == nil {
			gametest.Values(t, e)
		}
	})
}

// owned returns a cube with the stake 2 that p owns.
func owned(t testing.TB, p Player) Cube {
	t.Helper()
	c, err := NewCube(2, p)
	must(t, err)
	return c
}
