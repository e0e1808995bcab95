package backgammon_test

import (
	"errors"
	"strings"
	"testing"

	. "github.com/shakki/chess/games/backgammon"
)

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
			*s = Setup{Position: place(t, Checkers{6: 1, 4: 1}, Checkers{5: 2})}
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
	for _, offered.Cube = range []Cube{{}, owned(t, Light)} {
		if _, err := NewGameFrom(offered, Rules{NoCube: true}); !errors.Is(err, ErrNoCube) {
			t.Errorf("NewGameFrom: %v, want %v for a double in a game without the cube", err, ErrNoCube)
		}
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
		{"light: double twice", " twice", `want "" here`},
		{"nobody: double", "nobody", "want a player"},
		{"white: double", "white", "want a player"},
		{"dark: play 31: 8/5 6/5", "dark", "want light: play 31: 8/5 6/5"},
		{"light: take", "light: take", "take by dark: not allowed now"},
		{"light: play 42: 8/5 6/5", "light: play", "want light: play 31: 8/5 6/5"},
		{"light: play 31: 6/5 8/5", "6/5 8/5", `want "8/5 6/5" here`},
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

// owned returns a cube with the stake 2 that p owns.
func owned(t testing.TB, p Player) Cube {
	t.Helper()
	c, err := NewCube(2, p)
	must(t, err)
	return c
}

// TestSetupTexts checks that setups read back from their text and from their ID, and where an error
// in a text is reported.
func TestSetupTexts(t *testing.T) {
	start, over := StartPosition(), place(t, Checkers{1: 1}, Checkers{1: 2})
	over = over.After(move(t, "1/off"))
	cube := func(value int64, owner Player) Cube {
		c, err := NewCube(value, owner)
		must(t, err)
		return c
	}
	for _, tt := range []struct {
		setup Setup
		text  string
		id    string // "" if a number is too large
	}{
		{Setup{Position: start}, "4HPwATDgc/ABMA opening 1 centered 0:0", "MAAAAAAAAAAE"},
		{Setup{Position: start, Turn: Light, Phase: ToMove, Roll: 31}, "4HPwATDgc/ABMA light 31 1 centered 0:0", "MIEFAAAAAAAE"},
		{Setup{Position: start, Turn: Dark, Phase: ToMove, Roll: 66, Cube: cube(2, Light), Target: 7, Light: 3, Dark: 4}, "4HPwATDgc/ABMA dark 66 2 light 3:4/7", "QQn7ADAAIAAE"},
		{Setup{Position: start, Turn: Light, Phase: ToAnswer, Cube: cube(8, Light)}, "4HPwATDgc/ABMA light double 8 light 0:0", "AxkAAAAAAAAE"},
		{Setup{Position: start, Turn: Dark, Phase: ToAnswer}, "4HPwATDgc/ABMA dark double 1 centered 0:0", "cBEAAAAAAAAE"},
		{Setup{Position: start, Target: 1}, "4HPwATDgc/ABMA opening 1 centered 0:0/1", "MAAgAAAAAAAE"},
		{Setup{Position: start, Turn: Dark, Phase: ToRoll, Target: 3, Light: 2, Dark: 1, Crawford: true}, "4HPwATDgc/ABMA dark roll 1 centered 2:1/3 crawford", "8AlgACAACAAE"},
		{Setup{Position: over, Turn: Dark, Phase: Over, Cube: cube(4, Dark)}, "AAAABgAAAAAAAA dark over 4 dark 0:0", "UgoAAAAAAAAE"},
		{Setup{Position: start, Turn: Light, Phase: ToRoll, Cube: cube(1<<15, Dark), Target: 32767, Light: 32766}, "4HPwATDgc/ABMA light roll 32768 dark 32766:0/32767", "HwHg/+//BwAE"},
		{Setup{Position: start, Turn: Light, Phase: ToRoll, Cube: cube(1<<16, Dark)}, "4HPwATDgc/ABMA light roll 65536 dark 0:0", ""},
		{Setup{Position: start, Turn: Light, Phase: ToRoll, Target: 32768}, "4HPwATDgc/ABMA light roll 1 centered 0:0/32768", ""},
		{Setup{Position: start, Turn: Light, Phase: ToAnswer, Cube: cube(1<<60, Light)}, "4HPwATDgc/ABMA light double 1152921504606846976 light 0:0", ""},
	} {
		if back, err := ParseSetup(tt.text); err != nil || back != tt.setup || tt.setup.String() != tt.text {
			t.Errorf("ParseSetup(%q) = %v, %v, want %v", tt.text, back, err, tt.setup)
		}
		id, err := tt.setup.ID()
		if tt.id == "" && err != nil {
			continue
		}
		if back, err2 := ParseSetup(id); err != nil || err2 != nil || back != tt.setup || id != tt.setup.Position.String()+":"+tt.id {
			t.Errorf("%v: ID() = %q, %v, which reads as %v, %v; want %s", tt.setup, id, err, back, err2, tt.id)
		}
	}
	for _, tt := range []struct {
		text, at string // what is wrong, and where; "" for the end
	}{
		{"4HPwATDgc/ABM light roll 1 centered 0:0", "4HPw"},
		{"4HPwATDgc/ABMA white roll 1 centered 0:0", "white"},
		{"4HPwATDgc/ABMA light rolls 1 centered 0:0", "s 1"},
		{"4HPwATDgc/ABMA light  1 centered 0:0", "light"},
		{"4HPwATDgc/ABMA light opening 1 centered 0:0", "opening"},
		{"4HPwATDgc/ABMA light roll 3 dark 0:0", "3 dark"},
		{"4HPwATDgc/ABMA light roll 1 centered 0:0 ", "light"},
		{"4HPwATDgc/ABMA light roll 1 centered 00:0", "0:0"},
		{"4HPwATDgc/ABMA light roll 1", "light"},
		{"4HPwATDgc/ABMA:AAAAAAAAAAA=", "AAAAAAAAAAA="},
		{"4HPwATDgc/ABMA:AAAAAAAAAA", ":"},
		{"4HPwATDgc/ABMB:AAAAAAAAAAAA", "4HPw"},
		{"4HPwATDgc/ABMA light double 2 dark 0:0", "4HPw"},
	} {
		_, err := ParseSetup(tt.text)
		var syntax *ParseError
		if !errors.As(err, &syntax) || syntax.Column != strings.LastIndex(tt.text, tt.at)+1 || syntax.Text != tt.text {
			t.Errorf("ParseSetup(%q): %v, want an error in column %d", tt.text, err, strings.LastIndex(tt.text, tt.at)+1)
		}
	}
}

// TestFaults checks what is said about a double and about checkers that are not allowed.
func TestFaults(t *testing.T) {
	closed := Checkers{1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, Bar: 1}
	_, bars := NewPosition(closed, closed)
	_, double := ParseSetup("4HPwATDgc/ABMA light double 2 dark 0:0")
	_, none := NewPosition(Checkers{}, closed)
	_, opening := NewGameFrom(Setup{Position: place(t, Checkers{6: 1}, Checkers{5: 1})}, Rules{})
	_, cube := NewCube(-4, Light)
	blot := place(t, Checkers{8: 1, 6: 1}, Checkers{20: 1})
	hit := blot.Play(move(t, "8/5 6/5"), 31)
	for err, want := range map[error]string{
		bars: "both players are on the bar against a closed home board", double: "the double is not allowed",
		none: "the player on roll has no checkers left", opening: "an opening roll is due only if both players have the same position",
		cube: "no cube has the value -4 and the owner light", hit: "8/5 6/5 with 31: wrong hit mark (want 5*)",
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestPointsOfMatch checks that only one game is the Crawford game, and that the points of the winner may
// be more than the target.
func TestPointsOfMatch(t *testing.T) {
	m, err := NewMatch(MatchOptions{Target: 5, Crawford: true})
	must(t, err)
	for i, loser := range []Player{Dark, Dark, Light, Light, Dark} {
		g, err := m.Next()
		must(t, err)
		if g.Setup().Crawford != (i == 2) {
			t.Errorf("game %d is the Crawford game: %v", i+1, g.Setup().Crawford)
		}
		as := Gammon
		if loser == Light {
			as = Single
		}
		must(t, g.Resign(loser, as))
	}
	if o := m.Outcome(); o != (Outcome{LightWins, Target, 6}) {
		t.Errorf("Outcome() = %v, want 6 points", o)
	}
}

// TestOpeningElsewhere checks that a game may begin with an opening roll in any position that is the same for both players.
func TestOpeningElsewhere(t *testing.T) {
	p, err := NewPosition(Checkers{6: 15}, Checkers{6: 15})
	must(t, err)
	g, err := NewGameFrom(Setup{Position: p}, Rules{})
	must(t, err)
	must(t, g.Open(3, 1))
}
