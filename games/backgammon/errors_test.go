package backgammon_test

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	. "github.com/shakki/chess/games/backgammon"
	"github.com/shakki/chess/internal/tabletop/gametest"
)

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

// TestTextForms checks that values round-trip through JSON, and that invalid values cannot be
// marshaled or unmarshaled.
func TestTextForms(t *testing.T) {
	type all struct {
		Position Position
		Move     Move
		Roll     Roll
		Player   Player
	}
	want := all{StartPosition(), move(t, "bar/20*/18 6/4"), 42, Dark}
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	const written = `{"Position":"4HPwATDgc/ABMA","Move":"bar/20*/18 6/4","Roll":"42","Player":"dark"}`
	if string(text) != written {
		t.Errorf("json.Marshal = %s, want %s", text, written)
	}
	var got all
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Errorf("json.Unmarshal = %+v, want %+v", got, want)
	}
	for _, bad := range []interface {
		encoding.TextMarshaler
		fmt.Stringer
	}{
		Move(1), Move(1 << 63), ^Move(0), Move(6<<6 | 1), Move(26<<6 | 3<<1), Move(3<<6 | 3<<1), Move(3<<6 | 5<<1),
		Move(5<<6 | 4<<1 | (8<<6|6<<1)<<11), Roll(0), Roll(13), Player(3), Event{}, Event{Action: ActRoll, Player: Light},
	} {
		var parseError *ParseError
		if text, err := bad.MarshalText(); !errors.As(err, &parseError) {
			t.Errorf("%v.MarshalText() = %q, %v; want a *ParseError", bad, text, err)
		}
	}
	for _, s := range []string{"", "Light", "white"} {
		p := Dark
		if err := p.UnmarshalText([]byte(s)); err == nil || p != Dark {
			t.Errorf("UnmarshalText(%q) = %v, player %v; want an error and no change", s, err, p)
		}
	}
	for _, s := range []string{"", "2", "3 light", "01 centered", "1 nobody", "1 white", "x light", "-4 dark"} {
		c := Cube{}
		if err := c.UnmarshalText([]byte(s)); err == nil || c != (Cube{}) {
			t.Errorf("UnmarshalText(%q) = %v, cube %v; want an error and no change", s, err, c)
		}
	}
	if Light.Other() != Dark || Dark.Other() != Light || NoPlayer.Other() != NoPlayer || Player(3).Other() != NoPlayer || NoPlayer.IsValid() {
		t.Error("Other or IsValid returns a wrong result for a player")
	}
}

// TestNames checks the results of String.
func TestNames(t *testing.T) {
	for got, want := range map[fmt.Stringer]string{
		NoPlayer:   "nobody",
		Player(9):  "Player(9)",
		Roll(31):   "31",
		Roll(13):   "Roll(13)",
		Move(1):    "Move(1)",
		Gammon:     "gammon",
		Reason(9):  "Reason(9)",
		ToRoll:     "to roll",
		Phase(9):   "Phase(9)",
		ActDouble:  "double",
		Action(9):  "Action(9)",
		Cube{}:     "1 centered",
		Outcome{}:  "unfinished",
		Position{}: "AAAAAAAAAAAAAA",
		Event{Action: ActPlay, Player: Light, Roll: 31, Move: move(t, "8/5 6/5")}: "light: play 31: 8/5 6/5",
		Event{Action: ActRoll, Player: Dark, Roll: 66}:                            "dark: roll 66",
		Event{Action: ActTake, Player: Dark}:                                      "dark: take",
		Event{Action: ActResign, Player: Dark}:                                    "dark: resign none",
		Outcome{DarkWins, Backgammon, 6}:                                          "dark wins 6 (backgammon)",
	} {
		if got.String() != want {
			t.Errorf("%#v.String() = %q, want %q", got, got, want)
		}
	}
}

// TestErrorTexts checks what is said about a value that is neither a roll nor rules.
func TestErrorTexts(t *testing.T) {
	p := StartPosition()
	for err, want := range map[error]string{
		p.Play(Pass, 0):                       "pass with Roll(0): not a valid roll",
		new(Rules).UnmarshalText([]byte("x")): `rules "x", column 1: want S1 or common, then jacoby and no-cube as needed`,
	} {
		if err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// TestLongInputError checks that errors do not include the whole input if it is long.
func TestLongInputError(t *testing.T) {
	_, err := ParseMove(strings.Repeat("x", 1<<16))
	if len(err.Error()) > 200 {
		t.Errorf("the error has %d bytes, want at most 200", len(err.Error()))
	}
}
