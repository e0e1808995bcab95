package backgammon_test

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	. "github.com/shakki/chess/games/backgammon"
)

// knownIDs are position IDs from GNU Backgammon that were published with a drawing of the board or
// with a list of the checkers.
var knownIDs = []struct {
	id, source    string
	own, opponent Checkers
}{
	{
		"4HPwATDgc/ABMA", "manual, A technical description of the Position ID",
		Checkers{24: 2, 13: 5, 8: 3, 6: 5},
		Checkers{24: 2, 13: 5, 8: 3, 6: 5},
	},
	{
		"sOfgEwDg8+AIBg", "documentation of the Perl module Games::Backgammon",
		Checkers{6: 5, 8: 4, 13: 3, 16: 1, 21: 2},
		Checkers{5: 2, 6: 4, 8: 3, 13: 5, 15: 1},
	},
	{
		"XwAAgPceAAAAAA", "Gary Wong in rec.games.backgammon, 23 January 2001",
		Checkers{1: 4, 2: 4, 3: 4},
		Checkers{1: 5, 2: 1},
	},
	{
		"/z4AADBsuxsEAA", "the bug-gnubg mailing list, first of two diagrams of crashed positions",
		Checkers{3: 2, 4: 2, 5: 2, 6: 3, 7: 3, 8: 2, 13: 1},
		Checkers{1: 8, 2: 5, 24: 2},
	},
	{
		"sN0tADBsuxsEAA", "the bug-gnubg mailing list, second of two diagrams of crashed positions",
		Checkers{3: 2, 4: 2, 5: 2, 6: 3, 7: 3, 8: 2, 13: 1},
		Checkers{5: 2, 6: 2, 7: 3, 8: 3, 9: 2, 10: 1, 24: 2},
	},
	{
		"AgAAPBcAAAAAAA", "a board that the program printed when it resigned",
		Checkers{1: 4, 3: 3, 4: 1},
		Checkers{2: 1},
	},
	{
		"HC/wATDg8+AxAA", "openai/evals, pull request 573",
		Checkers{6: 5, 8: 4, 13: 4, 16: 2},
		Checkers{3: 3, 6: 4, 7: 1, 13: 5, 24: 2},
	},
}

// TestKnownPositionIDs checks that known position IDs are parsed and printed correctly.
func TestKnownPositionIDs(t *testing.T) {
	for _, tt := range knownIDs {
		p, err := ParsePosition(tt.id)
		if err != nil {
			t.Errorf("%s: %v", tt.source, err)
			continue
		}
		for _, c := range []*Checkers{&tt.own, &tt.opponent} {
			c[Off] = CheckersEach
			for _, n := range c[1:] {
				c[Off] -= n
			}
		}
		if diff := cmp.Diff([]Checkers{tt.own, tt.opponent}, []Checkers{p.Own(), p.Opponent()}); diff != "" {
			t.Errorf("ParsePosition(%q) (%s) (-want +got):\n%s", tt.id, tt.source, diff)
		}
		if got := place(t, tt.own, tt.opponent); got != p || got.String() != tt.id {
			t.Errorf("NewPosition(%v, %v) = %v, want %s (%s)", tt.own, tt.opponent, got, tt.id, tt.source)
		}
	}
}

// TestParseSetupErrors checks that invalid position IDs are rejected and do not change the
// position.
func TestParseSetupErrors(t *testing.T) {
	tests := []struct {
		name, id, want string
	}{
		{"empty", "", "14 characters"},
		{"too short", "4HPwATDgc/ABM", "14 characters"},
		{"too long", "4HPwATDgc/ABMAA", "14 characters"},
		{"padding", "4HPwATDgc/ABM=", "column 14: not a base64 digit"},
		{"URL-safe alphabet", "4HPwATDgc_ABMA", "column 10: not a base64 digit"},
		{"newline", "4HPwATDgc/AB\nM", "column 13: not a base64 digit"},
		{"extra bits in the last digit", "4HPwATDgc/ABMB", "extra bits"},
		{"only ones", "//////////////", "column 14: the last digit"},
		{"80 ones", "/////////////w", "too many bits"},
		{"one checker too many for 80 bits", "4HPwATDgc/ABMg", "too many bits"},
		{"a one after the last point", "XwAAgPceAAAAAg", "too many bits"},
		{"no checkers", "AAAAAAAAAAAAAA", "no checkers left"},
		{"sixteen checkers", idOf(Checkers{6: 16}, Checkers{1: 1}), "15 checkers"},
		{"point with both players", idOf(Checkers{6: 1}, Checkers{19: 1}), "point 6: checkers of both players"},
		{"both on the bar, both home boards closed", idOf(
			Checkers{1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, Bar: 1},
			Checkers{1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, Bar: 1}), "closed home"},
	}
	for _, tt := range tests {
		p := StartPosition()
		err := p.UnmarshalText([]byte(tt.id))
		var parseError *ParseError
		if !errors.As(err, &parseError) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: UnmarshalText(%q) = %v, want a *ParseError with %q", tt.name, tt.id, err, tt.want)
		}
		if p != StartPosition() {
			t.Errorf("%s: failed UnmarshalText(%q) changes the position to %v", tt.name, tt.id, p)
		}
	}
}

// idOf returns the position ID for checkers that may be invalid.
func idOf(own, opponent Checkers) string {
	bits := ""
	for _, c := range []Checkers{opponent, own} {
		for _, n := range c[1:] {
			bits += strings.Repeat("1", n) + "0"
		}
	}
	bits += strings.Repeat("0", 168-len(bits)) // more than 80 bits, because the position may be invalid
	var key [21]byte
	for i, bit := range bits {
		if bit == '1' {
			key[i/8] |= 1 << (i % 8)
		}
	}
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	id := ""
	for i := range 14 {
		first, shift := 6*i/8, 6*i%8
		pair := int(key[first])<<8 | int(key[first+1])
		id += string(digits[pair>>(10-shift)&63])
	}
	return id
}

// TestNewSetupErrors checks the point in the error for invalid checkers.
func TestNewSetupErrors(t *testing.T) {
	one := Checkers{1: 1}
	tests := []struct {
		own, opponent Checkers
		point         int
	}{
		{Checkers{3: -1, 4: 1}, one, 3},
		{one, Checkers{3: -1, 4: 1}, 22},
		{Checkers{3: 16}, one, 3},
		{one, Checkers{3: math.MaxInt}, 22},
		{Checkers{3: 15, Bar: 1}, one, 0},
		{one, Checkers{3: 15, Bar: 1}, 0},
		{Checkers{24: 1}, one, 24},
		{Checkers{}, one, 0},
		{Checkers{Off: 3}, Checkers{}, 0},
	}
	for _, tt := range tests {
		_, err := NewPosition(tt.own, tt.opponent)
		var setupError *SetupError
		if !errors.As(err, &setupError) || strings.HasPrefix(setupError.Detail, "point ") != (tt.point != 0) ||
			tt.point != 0 && !strings.HasPrefix(setupError.Detail, fmt.Sprintf("point %d:", tt.point)) {
			t.Errorf("NewPosition(%v, %v): error %v, want a *SetupError for point %d",
				tt.own, tt.opponent, err, tt.point)
		}
	}
	closed := Checkers{1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2}
	for _, tt := range [][2]Checkers{{{1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, Bar: 1}, closed}, {closed, {10: 1, Bar: 1}}, {{Bar: 1}, {Bar: 1}}} {
		if _, err := NewPosition(tt[0], tt[1]); err != nil {
			t.Errorf("NewPosition(%v, %v): %v, want no error", tt[0], tt[1], err)
		}
	}
	for value, valid := range map[int64]bool{1: true, 64: true, 1 << MaxDoublings: true, 0: false, -4: false, 3: false, 1 << 62: false, math.MinInt64: false} {
		for owner, known := range map[Player]bool{NoPlayer: true, Light: true, Dark: true, 3: false} {
			c, err := NewCube(value, owner)
			if want := valid && known; (err == nil) != want || want && (c.Value() != value || c.Owner() != owner) {
				t.Errorf("NewCube(%d, %v) = %v, %v, want valid: %v", value, owner, c, err, want)
			}
		}
	}
}

// TestPositionsRoundTrip checks that positions round-trip through their checkers and through their
// text.
func TestPositionsRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		p := scatter(rng)
		if q := place(t, p.Own(), p.Opponent()); q != p {
			t.Fatalf("NewPosition(Own(), Opponent()) = %v, want %v", q, p)
		}
		if q, err := ParsePosition(p.String()); q != p || err != nil {
			t.Fatalf("ParsePosition(%q) = %v, %v", p, q, err)
		}
	}
}

// TestFinishedPositionRoundTrips checks that a position after the end of the game, in which the
// winner has no checkers left, round-trips through its text.
func TestFinishedPositionRoundTrips(t *testing.T) {
	p := place(t, Checkers{1: 1}, Checkers{1: 2})
	p = p.After(move(t, "1/off"))
	if q, err := ParsePosition(p.String()); q != p || err != nil || q.Win() != Single {
		t.Errorf("ParsePosition(%q) = %v, %v with %v; want the same position with %v",
			p, q, err, q.Win(), Single)
	}
}

// TestMoveTexts checks that moves are parsed into canonical steps and printed in canonical form.
func TestMoveTexts(t *testing.T) {
	tests := []struct {
		text, want string // want is the result of String, or "" if it is the same as text
		steps      []Step
	}{
		{"pass", "", nil},
		{"8/5 6/5", "", []Step{{8, 5, false}, {6, 5, false}}},
		{"6/5 8/5", "8/5 6/5", []Step{{8, 5, false}, {6, 5, false}}},
		{"bar/20", "", []Step{{Bar, 20, false}}},
		{"bar/20*/18 6/4*", "", []Step{{Bar, 20, true}, {20, 18, false}, {6, 4, true}}},
		{"6/off(2)", "", []Step{{6, Off, false}, {6, Off, false}}},
		{"24/18/12", "24/12", []Step{{24, 12, false}}},
		{"24/18 18/12", "24/12", []Step{{24, 12, false}}},
		{"18/12* 24/18*", "24/18*/12*", []Step{{24, 18, true}, {18, 12, true}}},
		{"24/21*(2)", "", []Step{{24, 21, true}, {24, 21, false}}},
		{"24/21*/18(2)", "24/21*/18 24/18", []Step{{24, 21, true}, {24, 18, false}, {21, 18, false}}},
		{"24/21* 24/21/18", "24/21* 24/18", []Step{{24, 21, true}, {24, 18, false}}},
		{"8/4* 6/4", "", []Step{{8, 4, true}, {6, 4, false}}},
		{"8/4 6/4*", "8/4* 6/4", []Step{{8, 4, true}, {6, 4, false}}},
		{"13/11(4)", "", []Step{{13, 11, false}, {13, 11, false}, {13, 11, false}, {13, 11, false}}},
		{"bar/21*/17*/13*/9*", "", []Step{{Bar, 21, true}, {21, 17, true}, {17, 13, true}, {13, 9, true}}},
		{"3/off", "", []Step{{3, Off, false}}},
	}
	for _, tt := range tests {
		m, err := ParseMove(tt.text)
		if err != nil {
			t.Error(err)
			continue
		}
		want := tt.want
		if want == "" {
			want = tt.text
		}
		if got := m.String(); got != want {
			t.Errorf("ParseMove(%q).String() = %q, want %q", tt.text, got, want)
		}
		if diff := cmp.Diff(tt.steps, m.Steps()); diff != "" {
			t.Errorf("ParseMove(%q).Steps() (-want +got):\n%s", tt.text, diff)
		}
		if again, err := NewMove(m.Steps()...); again != m || err != nil {
			t.Errorf("NewMove(%v) = %v, %v; want %v", m.Steps(), again, err, m)
		}
	}
}

// TestParseMoveErrors checks the column of errors, and that a failed UnmarshalText does not change
// the move.
func TestParseMoveErrors(t *testing.T) {
	tests := []struct {
		text   string
		column int
	}{
		{",", 1}, {"8", 1}, {" 8", 2}, {"8/5,, 6", 7}, {"pass 8/5", 1}, {"8/5 pass", 5},
		{"5/8", 3}, {"8/8", 3}, {"8/5/6", 5}, {"8/bar", 3}, {"off/3", 5},
		{"0/off", 3}, {"26/20", 1}, {"08/5", 1}, {"8/05", 3}, {"8/-1", 3}, {"+8/5", 1}, {"8/", 3}, {"/5", 1},
		{"8*/5", 1}, {"8/off*", 3}, {"8/5**", 3}, {"8/off/5", 7},
		{"8/5* 6/5*", 8}, {"8/5(1)", 4}, {"8/5(5)", 4}, {"8/5(2", 4}, {"8/5(2)*", 4}, {"8/5()", 4},
		{"24/23/22/21/20/19", 16}, {"8/5(3) 6/5(2)", 10}, {"8/7/6(3)", 5},
		{"bär/20", 1}, {"8-5", 1}, {"8/0*", 3},
	}
	for _, tt := range tests {
		m := Move(1)
		err := m.UnmarshalText([]byte(tt.text))
		var parseError *ParseError
		if !errors.As(err, &parseError) || parseError.Column != tt.column || parseError.Text != tt.text {
			t.Errorf("UnmarshalText(%q) = %v, want a *ParseError in column %d", tt.text, err, tt.column)
		}
		if m != 1 {
			t.Errorf("failed UnmarshalText(%q) changes the move to %v", tt.text, m)
		}
	}
}

// TestNewMoveErrors checks that NewMove rejects invalid steps.
func TestNewMoveErrors(t *testing.T) {
	for _, steps := range [][]Step{
		{{5, 8, false}},
		{{5, 5, false}},
		{{26, 20, false}},
		{{-1, -2, false}},
		{{6, Off, true}},
		{{math.MaxInt, 3, false}},
		{{8, 5, true}, {6, 5, true}},
		{{8, 7, false}, {8, 7, false}, {8, 7, false}, {8, 7, false}, {8, 7, false}},
	} {
		if m, err := NewMove(steps...); !errors.As(err, new(*SetupError)) || m != Pass {
			t.Errorf("NewMove(%v) = %v, %v; want pass, a *SetupError", steps, m, err)
		}
	}
}

// TestLegalMoveTextsRoundTrip checks that the texts of legal moves are different and can be parsed
// by both ParseMove functions.
func TestLegalMoveTextsRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		p := scatter(rng)
		for roll := range Rolls() {
			seen := map[string]bool{}
			for _, m := range p.LegalMoves(roll) {
				s := m.String()
				if seen[s] {
					t.Fatalf("%v: LegalMoves(%v) has two moves with the text %s", p, roll, s)
				}
				seen[s] = true
				if got, err := ParseMove(s); got != m || err != nil {
					t.Fatalf("ParseMove(%q) = %v, %v", s, got, err)
				}
				if got, err := p.ParseMove(s, roll); got != m || err != nil {
					t.Fatalf("%v: ParseMove(%q, %v) = %v, %v", p, s, roll, got, err)
				}
			}
		}
	}
}

// TestPositionParseMove checks the errors of Position.ParseMove.
func TestPositionParseMove(t *testing.T) {
	p := StartPosition()
	for text, want := range map[string]IllegalReason{
		"6/5 8/5":   NoIllegalReason,
		"24/23/20":  NoIllegalReason,
		"24/20":     NoIllegalReason,
		"8/5":       Unused,
		"8/5* 6/5":  WrongHit,
		"24/23 8/6": WrongNumber,
	} {
		if _, err := p.ParseMove(text, 31); reasonOf(err) != want {
			t.Errorf("ParseMove(%q, 31): error %v, want %v", text, err, want)
		}
	}
	var parseError *ParseError
	if _, err := p.ParseMove("8/5 6-5", 31); !errors.As(err, &parseError) {
		t.Errorf("ParseMove(%q, 31): error %v, want a *ParseError", "8/5 6-5", err)
	}
}

// TestRolls checks the valid rolls, and that invalid numbers and texts are rejected.
func TestRolls(t *testing.T) {
	count := 0
	for roll := range Rolls() {
		count++
		if !roll.IsValid() || roll.High() < roll.Low() || roll.IsDouble() != (roll.High() == roll.Low()) {
			t.Errorf("%v: IsValid() = %v, High() = %d, Low() = %d, IsDouble() = %v",
				roll, roll.IsValid(), roll.High(), roll.Low(), roll.IsDouble())
		}
		for _, s := range []string{fmt.Sprint(roll.High(), roll.Low()), fmt.Sprint(roll.Low(), roll.High())} {
			s = strings.ReplaceAll(s, " ", "")
			var got Roll
			if err := got.UnmarshalText([]byte(s)); got != roll || err != nil {
				t.Errorf("%q reads back as %v, %v; want %v", s, got, err, roll)
			}
		}
		if got, err := NewRoll(roll.Low(), roll.High()); got != roll || err != nil {
			t.Errorf("NewRoll(%d, %d) = %v, %v; want %v", roll.Low(), roll.High(), got, err, roll)
		}
	}
	if count != 21 {
		t.Errorf("Rolls() yields %d rolls, want 21", count)
	}
	valid := 0
	for n := range 256 {
		if Roll(n).IsValid() {
			valid++
		}
	}
	if valid != 21 {
		t.Errorf("%d values of Roll are valid, want 21", valid)
	}
	for _, s := range []string{"", "3", "310", "70", "07", "3a", "3 1", "３１"} {
		r := Roll(66)
		var parseError *ParseError
		if err := r.UnmarshalText([]byte(s)); !errors.As(err, &parseError) || r != 66 {
			t.Errorf("UnmarshalText(%q) = %v, roll %v; want a *ParseError and no change", s, err, r)
		}
	}
	for _, dice := range [][2]int{{0, 1}, {1, 0}, {7, 1}, {1, 7}, {-1, -1}, {257, 1}} {
		if r, err := NewRoll(dice[0], dice[1]); !errors.Is(err, ErrDie) || r != 0 {
			t.Errorf("NewRoll(%d, %d) = %v, %v; want 0, %v", dice[0], dice[1], r, err, ErrDie)
		}
	}
}

// TestRoller checks that the same seed gives the same dice, that different seeds give different
// dice, and that all numbers are about equally frequent.
func TestRoller(t *testing.T) {
	const throws = 6000
	var count [7]int
	a, b, other := NewRoller(1), NewRoller(1), NewRoller(2)
	same := 0
	for range throws {
		n := a.Die()
		if m := b.Die(); m != n {
			t.Fatalf("two Rollers with the same seed give %d and %d", n, m)
		}
		if other.Die() == n {
			same++
		}
		count[n]++
	}
	for n := 1; n <= 6; n++ {
		if count[n] < throws/6-150 || count[n] > throws/6+150 {
			t.Errorf("Die() = %d in %d of %d calls, want about %d", n, count[n], throws, throws/6)
		}
	}
	if same > throws/4 {
		t.Errorf("seeds 1 and 2 give the same number in %d of %d calls, want at most %d", same, throws, throws/4)
	}
	var zero Roller
	if r := zero.Roll(); !r.IsValid() {
		t.Errorf("zero Roller: Roll() = %v, want a valid roll", r)
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
	if Light.Other() != Dark || Dark.Other() != Light || NoPlayer.Other() != NoPlayer || NoPlayer.IsValid() {
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
		Outcome{DarkWins, Backgammon, 6}:                                          "dark wins 6 (backgammon)",
	} {
		if got.String() != want {
			t.Errorf("%#v.String() = %q, want %q", got, got, want)
		}
	}
}

// TestZeroPosition checks that the zero Position has no legal moves and that methods accept it.
func TestZeroPosition(t *testing.T) {
	var p Position
	for roll := range Rolls() {
		if moves := p.LegalMoves(roll); len(moves) != 0 {
			t.Errorf("LegalMoves(%v) = %v, want none", roll, moves)
		}
	}
	wantIllegal(t, p, 31, "8/5 6/5", GameOver)
	for _, m := range []Move{Move(1), ^Move(0), Move(26<<6 | 3<<1), Move(3<<6 | 25<<1), Move(3<<6 | 31<<1)} {
		p.After(m) // does not panic
	}
	if n := place(t, Checkers{Bar: 2}, Checkers{Bar: 3}); n.PieceAt(Bar) != 0 || n.PieceAt(Off) != 0 || n.PieceAt(26) != 0 || n.PieceAt(-1) != 0 {
		t.Error("PieceAt counts checkers on a bar")
	}
	if pips := p.Own().Pips(); pips != 0 {
		t.Errorf("Own().Pips() = %d, want 0", pips)
	}
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
		{"4HPwATDgc/ABM light roll 1 centered 0:0", "4HPwATDgc/ABM"},
		{"4HPwATDgc/ABMA white roll 1 centered 0:0", "white"},
		{"4HPwATDgc/ABMA light rolls 1 centered 0:0", "rolls"},
		{"4HPwATDgc/ABMA light  1 centered 0:0", " 1 centered"},
		{"4HPwATDgc/ABMA light roll 3 dark 0:0", "3 dark"},
		{"4HPwATDgc/ABMA light roll 1 centered 0:0 ", ""},
		{"4HPwATDgc/ABMA light roll 1 centered 00:0", ""},
		{"4HPwATDgc/ABMA light roll 1", "1"},
		{"4HPwATDgc/ABMA:AAAAAAAAAAA=", "AAAAAAAAAAA="},
		{"4HPwATDgc/ABMA:AAAAAAAAAA", "4HPw"},
		{"4HPwATDgc/ABMB:AAAAAAAAAAAA", "B:"},
		{"4HPwATDgc/ABMA light double 2 dark 0:0", "4HPw"},
	} {
		_, err := ParseSetup(tt.text)
		var syntax *ParseError
		if !errors.As(err, &syntax) || syntax.Column != strings.LastIndex(tt.text, tt.at)+1 || syntax.Text != tt.text {
			t.Errorf("ParseSetup(%q): %v, want an error in column %d", tt.text, err, strings.LastIndex(tt.text, tt.at)+1)
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

func TestBoard(t *testing.T) {
	p := place(t, Checkers{Bar: 1, 24: 1, 13: 6, 1: 2}, Checkers{Bar: 7, 2: 1, 5: 2})
	want := `
+13-14-15-16-17-18-+bar+19-20-21-22-23-24-+
| X                | X |    O        O  X |
| X                |   |    O             |
| X                |   |                  |
| X                |   |                  |
| 6                |   |                  |
|                  |   |                  |
|                  | 7 |                  |
|                  | O |                  |
|                  | O |                  |
|                  | O |                X |
|                  | O |                X |
+12-11-10- 9- 8- 7-+bar+ 6- 5- 4- 3- 2- 1-+
X: 5 off, pip count 129
O: 5 off, pip count 187
`
	if diff := cmp.Diff(want[1:], p.Board()); diff != "" {
		t.Errorf("Board() (-want +got):\n%s", diff)
	}
}
