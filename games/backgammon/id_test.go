package backgammon_test

import (
	"encoding/base64"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	. "github.com/shakki/chess/games/backgammon"
)

// FuzzParsePosition checks that a parsed position has the input as its text, and that it and the
// positions after all legal moves are valid.
func FuzzParsePosition(f *testing.F) {
	for _, tt := range knownIDs {
		f.Add(tt.id)
	}
	f.Add("AAAAAAAAAAAAAA")
	f.Add("4HPwATDgc/AB\r\n")
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ParsePosition(s)
		if err != nil {
			checkParseError(t, "position", s, err)
			return
		}
		if got := p.String(); got != s {
			t.Fatalf("ParsePosition(%q).String() = %q, want the input", s, got)
		}
		if q, err := NewPosition(p.Own(), p.Opponent()); q != p || err != nil {
			t.Fatalf("%v: NewPosition(Own(), Opponent()) = %v, %v", p, q, err)
		}
		p.Board()
		for roll := range Rolls() {
			moves := p.LegalMoves(roll)
			if (len(moves) == 0) != (p.Win() != NoReason) {
				t.Fatalf("%v: LegalMoves(%v) = %v, Win() = %v", p, roll, moves, p.Win())
			}
			for _, m := range moves {
				q := p.After(m)
				if _, err := NewPosition(q.Own(), q.Opponent()); err != nil {
					t.Fatalf("%v: After(%v) is not valid: %v", p, m, err)
				}
			}
		}
	})
}

// TestIDFaults checks that match IDs of states that no game has, or that a Setup cannot hold, are
// rejected.
func TestIDFaults(t *testing.T) {
	good, err := Setup{Position: StartPosition(), Turn: Light, Phase: ToMove, Roll: 31}.ID()
	must(t, err)
	position, match, _ := strings.Cut(good, ":")
	const bits = "column 16: no game has this match ID"
	for name, tt := range map[string]struct {
		at, bits, value int
		want            string
	}{
		"resignation":           {13, 2, 1, "a resignation has not been answered"},
		"resigned backgammon":   {13, 2, 3, "a resignation has not been answered"},
		"one die":               {15, 3, 0, bits},
		"a seven":               {18, 3, 7, bits},
		"no such owner":         {4, 2, 2, bits},
		"no such state":         {8, 3, 6, bits},
		"the first such state":  {8, 3, 5, bits},
		"wrong player decides":  {11, 1, 1, bits},
		"dice and a double":     {12, 1, 1, bits},
		"dice and an answer":    {11, 2, 3, bits},
		"unused bits":           {67, 5, 9, bits},
		"dice without a game":   {8, 3, 0, bits},
		"over before the end":   {8, 3, 2, ""},
		"resigned and not over": {8, 3, 3, ""},
	} {
		id, err := base64.RawStdEncoding.DecodeString(match)
		must(t, err)
		for i := range tt.bits {
			bit := tt.at + i
			id[bit/8] = id[bit/8]&^(1<<(bit%8)) | byte(tt.value>>i&1)<<(bit%8)
		}
		text := position + ":" + base64.RawStdEncoding.EncodeToString(id)
		if s, err := ParseSetup(text); err == nil || !strings.HasSuffix(err.Error(), tt.want) {
			t.Errorf("%s: ParseSetup(%q) = %v, %v, want an error with %q", name, text, s, err, tt.want)
		}
	}
}

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

// TestPositionIDErrors checks that invalid position IDs are rejected and do not change the
// position.
func TestPositionIDErrors(t *testing.T) {
	tests := []struct {
		name, id, want string
	}{
		{"empty", "", "14 base64 digits"},
		{"too short", "4HPwATDgc/ABM", "14 base64 digits"},
		{"too long", "4HPwATDgc/ABMAA", "14 base64 digits"},
		{"padding", "4HPwATDgc/ABM=", "14 base64 digits"},
		{"URL-safe alphabet", "4HPwATDgc_ABMA", "14 base64 digits"},
		{"newline", "4HPwATDgc/AB\nM", "14 base64 digits"},
		{"extra bits in the last digit", "4HPwATDgc/ABMB", "14 base64 digits"},
		{"only ones", "//////////////", "14 base64 digits"},
		{"80 ones", "/////////////w", "14 base64 digits"},
		{"one checker too many for 80 bits", "4HPwATDgc/ABMg", "14 base64 digits"},
		{"a one after the last point", "XwAAgPceAAAAAg", "14 base64 digits"},
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
