package domino_test

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	. "github.com/shakki/chess/games/domino"
	"github.com/shakki/chess/internal/tabletop/gametest"
)

// texts returns the texts of the values, separated by spaces.
func texts[T fmt.Stringer](values []T) string {
	var all []string
	for _, v := range values {
		all = append(all, v.String())
	}
	return strings.Join(all, " ")
}

// TestParseErrors checks the column and the reason of parse errors.
func TestParseErrors(t *testing.T) {
	parsers := map[string]func(string) error{
		"player":   func(s string) error { var p Player; return p.UnmarshalText([]byte(s)) },
		"tile":     func(s string) error { _, err := ParseTile(s); return err },
		"tile set": func(s string) error { var v TileSet; return v.UnmarshalText([]byte(s)) },
		"move":     func(s string) error { _, err := ParseMove(s); return err },
		"position": func(s string) error { _, err := ParsePosition(s); return err },
	}
	good := position(t, second).String()
	change := func(old, with string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("%q is not in %q", old, good)
		}
		return strings.Replace(good, old, with, 1)
	}
	// sized returns a position with the given numbers of tiles in the stock and in the hands. It
	// distributes the tiles that are not in the line, in descending order.
	sized := func(turn, line string, stock int, hands ...int) string {
		var names []string
		for _, u := range shuffle(t, "") {
			if !strings.Contains(line, u.String()) {
				names = append(names, u.String())
			}
		}
		var lists []string
		for _, n := range append(hands, stock) {
			list := strings.Join(names[:n], ",")
			if n == 0 {
				list = "-"
			}
			lists = append(lists, list)
			names = names[n:]
		}
		last := len(hands)
		return turn + " " + strings.Join(lists[:last], "/") + " " + lists[last] + " " + line
	}
	const wrongHands = "no such position (a player must have too many or too few tiles, " +
		"or have drawn or passed with a matching tile in hand)"
	tests := []struct {
		kind, text string
		column     int
		reason     string
	}{
		{"player", "", 1, "want nobody, A, B, C, D, or E"},
		{"player", "F", 1, "want nobody, A, B, C, D, or E"},
		{"player", "a", 1, "want nobody, A, B, C, D, or E"},
		{"tile", "", 1, "want a tile such as 6-4"},
		{"tile", "7-1", 1, "want a tile such as 6-4"},
		{"tile", "6-7", 1, "want a tile such as 6-4"},
		{"tile", "6-/", 1, "want a tile such as 6-4"},
		{"tile", "6x4", 1, "want a tile such as 6-4"},
		{"tile", "1-6", 1, "want the higher end first: 6-1"},
		{"tile", "6-1 ", 1, "want a tile such as 6-4"},
		{"tile set", "", 1, "want a tile such as 6-4"},
		{"tile set", "6-6,", 5, "want a tile such as 6-4"},
		{"tile set", "6-5,6-6", 1, "want each tile once, in this order: 6-6,6-5"},
		{"tile set", "6-6,6-6", 1, "want each tile once, in this order: 6-6"},
		{"tile set", "-6-6", 1, "want a tile such as 6-4"},
		{"move", "", 1, "want draw, pass, or a tile such as 6-4 left"},
		{"move", "none", 1, "want draw, pass, or a tile such as 6-4 left"},
		{"move", "pass ", 1, "want draw, pass, or a tile such as 6-4 left"},
		{"move", "6-4 ", 5, "want left or right"},
		{"move", "6-4 start", 5, "want left or right"},
		{"move", "6-4 left ", 5, "want left or right"},
		{"move", "6-4left", 1, "want draw, pass, or a tile such as 6-4 left"},
		{"position", "", 1, "want the player to move, the hands, the stock, and the line, separated by spaces"},
		{"position", change("A ", "A  "), 1, "want the player to move, the hands, the stock, and the line, separated by spaces"},
		{"position", good + " ", 1, "want the player to move, the hands, the stock, and the line, separated by spaces"},
		{"position", change("/", ","), 3, "want each tile once, in this order: 6-6,6-5,6-0,5-5,5-4,5-3,5-2,5-1,5-0,4-4,3-2,2-1,1-0"},
		{"position", change("A ", "C "), 1, "no such position (C is to move, but there are only 2 players)"},
		{"position", change("A ", "B "), 1, wrongHands},
		{"position", change("6-6,6-5", "6-5,6-6"), 3, "want each tile once, in this order: 6-6,6-5,5-4,5-3,3-2,2-1,1-0"},
		{"position", change(" 6-3", " 6-6"), 1, "no such position (duplicate or invalid tile 6-6)"},
		{"position", change(" 6-3", " 6-3,3-6"), 1, "no such position (duplicate or invalid tile 6-3)"},
		{"position", change(" 6-4,", " ") + ",6-4", 1, "no such position (6-4 does not match the 3 on its left)"},
		{"position", change("6-6,", ""), 1, "no such position (6-6 is missing)"},
		{"position", sized("A", "-", 0, 28), 1, "want 2 to 5 players (got 1)"},
		{"position", "A -/-/-/-/-/- - -", 1, "want 2 to 5 players (got 6)"},
		{"position", sized("A", "-", 15, 7, 6), 1, "no such position (too many tiles)"},
		{"position", sized("A", "-", 14, 5, 5, 4), 1, wrongHands},
		{"position", sized("A", "-", 14, 6, 8), 1, wrongHands},
		{"position", sized("A", "-", 13, 7, 8), 1, wrongHands},
		{"position", sized("A", "6-6", 0, 0, 27), 1, wrongHands},
		{"position", sized("C", "6-6,6-5,5-4,4-3", 9, 4, 3, 4, 4), 1, wrongHands},
		{"position", sized("C", "6-6,6-5,5-4,4-3", 8, 5, 3, 4, 4), 1, wrongHands},
		{"position", sized("A", "6-6", 0, 1, 26), 1, wrongHands},
		{"position", "B 6-5,6-2,5-5,5-4,5-0,2-2,2-0,1-1/4-4,4-3,3-3/6-1,5-1,4-2,4-1,0-0/6-3,5-3,5-2 - 3-2,2-1,1-0,0-6,6-6,6-4,4-0,0-3,3-1", 1, wrongHands}, // a pass with 0-0 in hand
		{"position", strings.Repeat("6", 1<<20), 1, "want the player to move, the hands, the stock, and the line, separated by spaces"},
	}
	for _, tt := range tests {
		err := parsers[tt.kind](tt.text)
		var got *ParseError
		if !errors.As(err, &got) {
			t.Errorf("%s %.60q: error %v, want a *ParseError", tt.kind, tt.text, err)
			continue
		}
		if got.Kind != tt.kind || got.Text != tt.text || got.Column != tt.column || got.Detail != tt.reason {
			t.Errorf("%s: error %v\nwant column %d: %s", tt.kind, err, tt.column, tt.reason)
		}
		if len(err.Error()) > 1000 {
			t.Errorf("%s %.60q: the message has %d bytes, want at most 1000", tt.kind, tt.text, len(err.Error()))
		}
	}
}

// TestText checks that every value round-trips through its text form and through JSON.
// TestRandomRounds does the same for more positions and views.
func TestText(t *testing.T) {
	for p := NoPlayer; p <= E; p++ {
		gametest.Values(t, p)
	}
	for m := Move(1); m.IsValid(); m++ {
		gametest.Values(t, m)
	}
	for _, u := range shuffle(t, "") {
		gametest.Values(t, u)
		gametest.Values(t, TileSetOf(u))
	}
	gametest.Values(t, TileSet(0))
	gametest.Values(t, Start, Left, Right)
	gametest.Values(t, Unfinished, Won, Shared)
	gametest.Values(t, NoReason, Out, Blocked, Target)
	for r := NoIllegalReason; r <= StockEmpty; r++ {
		gametest.Values(t, r)
	}
	for seed := range uint64(20) {
		s := NewShuffle(seed)
		gametest.Values(t, TileSetOf(s[:seed]...))
		var back Shuffle
		if text, err := json.Marshal(s); err != nil || json.Unmarshal(text, &back) != nil || back != s {
			t.Errorf("%v is %s in JSON and reads back as %v, %v", s, text, back, err)
		}
	}
	early := "C 6-4,5-3,5-1,2-2/6-3,5-5,5-0,4-3,4-2,4-0,3-2,0-0/6-5,6-0,4-4,3-0,2-0/6-6,6-2,6-1,4-1,2-1/5-4,5-2,3-3,3-1,1-0 - 1-1"
	over := "B -/6-4/0-0 * 6-6,6-5,5-4,4-3,3-2,2-1,1-0,0-2,2-4,4-1,1-1,1-5,5-5"
	for _, text := range []string{lead, second, turned, fourth, early, over} {
		p := position(t, text)
		gametest.Values(t, p)
	}
}

// TestFailedUnmarshalChangesNothing checks that UnmarshalText does not change the value if it
// returns an error.
func TestFailedUnmarshalChangesNothing(t *testing.T) {
	player, u, set, m, p := C, tile(t, "5-3"), TileSetOf(3, 4), Draw, position(t, second)
	bad := []byte("7-7")
	for name, err := range map[string]error{
		"player":   player.UnmarshalText(bad),
		"tile":     u.UnmarshalText(bad),
		"tile set": set.UnmarshalText(bad),
		"move":     m.UnmarshalText(bad),
		"position": p.UnmarshalText(bad),
	} {
		var parse *ParseError
		if !errors.As(err, &parse) || parse.Kind != name {
			t.Errorf("%s: UnmarshalText(%q) = %v, want a *ParseError for a %s", name, bad, err, name)
		}
	}
	want := position(t, second)
	if player != C || u != tile(t, "5-3") || set != TileSetOf(3, 4) || m != Draw || p != want {
		t.Errorf("after failed UnmarshalText: %v, %v, %v, %v, %v; want the old values", player, u, set, m, p)
	}
}

// TestInvalidValues checks that invalid values are printed as such and cannot be marshaled, and
// that methods accept them.
func TestInvalidValues(t *testing.T) {
	got := fmt.Sprint(Player(6), NoTile, Tile(29), NoMove, Move(200), End(3), Reason(4), Position{}, View{}, TileSet(1<<28))
	if want := "Player(6) none Tile(29) none Move(200) End(3) Reason(4) none none TileSet(0x10000000)"; got != want {
		t.Errorf("invalid values are printed as %s, want %s", got, want)
	}
	for _, v := range []encoding.TextMarshaler{
		Player(6), NoTile, Tile(29), TileSet(1 << 28), TileSet(1<<32 - 1), NoMove, Move(200), Position{}, View{},
	} {
		if text, err := v.MarshalText(); err == nil {
			t.Errorf("%v.MarshalText() = %q, want an error", v, text)
		}
	}
	for p, want := range map[Player]bool{NoPlayer: false, A: true, E: true, 6: false} {
		if p.IsValid() != want {
			t.Errorf("%v.IsValid() = %v, want %v", p, !want, want)
		}
	}
	for _, u := range []Tile{NoTile, 29, 32, 255} {
		if u.IsValid() || u.High() != 0 || u.Low() != 0 || u.Pips() != 0 || u.IsDouble() || u.Has(0) {
			t.Errorf("%v is a valid tile or has pips", u)
		}
		if s := TileSetOf(u); !s.IsEmpty() || s.Has(u) || TileSet(1<<32-1).Has(u) ||
			TileSetOf(0).Without(u) != TileSetOf(0) {
			t.Errorf("%v can be in a set", u)
		}
		if m := Lay(u, Left); m != NoMove {
			t.Errorf("Lay(%v, Left) = %v, want NoMove", u, m)
		}
	}
	if m := Lay(0, End(3)); m != NoMove {
		t.Errorf("Lay(0-0, %v) = %v, want NoMove", End(3), m)
	}
	for _, m := range []Move{NoMove, Draw, Pass, 200} {
		if m.Tile() != NoTile || m.End() != Start || m.IsValid() != (m == Draw || m == Pass) {
			t.Errorf("%v: Tile() = %v, End() = %v, IsValid() = %v", m, m.Tile(), m.End(), m.IsValid())
		}
	}
	m := Pass + 1
	for ; m.IsValid(); m++ {
		if Lay(m.Tile(), m.End()) != m {
			t.Errorf("Lay(%v, %v) = %v, want %v", m.Tile(), m.End(), Lay(m.Tile(), m.End()), m)
		}
	}
	if want := fmt.Sprintf("Move(%d)", uint8(m)); m.String() != want || m.Tile() != NoTile {
		t.Errorf("the first invalid move is printed as %v and has the tile %v, want %s, none", m, m.Tile(), want)
	}
	p := position(t, second)
	if v := p.View(NoPlayer); v != (View{}) || p.View(C) != (View{}) {
		t.Errorf("View(NoPlayer) = %v, View(C) = %v, want the zero View", v, p.View(C))
	}
}

// FuzzParse checks that the value of a successfully parsed text is printed as the same text, that a
// parse error has a column within the text, and that a round can be played to the end from a
// successfully parsed position.
func FuzzParse(f *testing.F) {
	p, _ := deal(f, 3, "highest", Shuffle{}, NewShuffle(1))
	f.Add(p.String())
	for _, s := range []string{"", "-", "A", "6-4", "4-6", "6-6,6-4,0-0", "6-4 left", "6-4 right", "draw", "pass"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, back := range []func(string) (fmt.Stringer, error){
			unmarshaled[Player], parsed(ParseTile), unmarshaled[TileSet],
			parsed(ParseMove), parsed(ParsePosition),
		} {
			v, err := back(s)
			var bad *ParseError
			switch {
			case err == nil && v.String() != s && !sameMove(v, s):
				t.Errorf("%T %q is printed as %q", v, s, v)
			case err != nil && (!errors.As(err, &bad) || bad.Text != s || bad.Column < 1 || bad.Column > len(s)+1):
				t.Errorf("%T %q: error %#v, want a *ParseError with a column within the text", v, s, err)
			}
		}
		if p, err := ParsePosition(s); err == nil {
			random := rand.New(rand.NewPCG(0, 0))
			for moves := p.LegalMoves(); len(moves) > 0; moves = p.LegalMoves() {
				p = p.After(moves[random.IntN(len(moves))])
			}
			if !p.Outcome().IsOver() {
				t.Errorf("%q: no legal moves in %v, but the round is not over", s, p)
			}
		}
	})
}

// parsed converts a parser to a common type.
func parsed[T fmt.Stringer](parse func(string) (T, error)) func(string) (fmt.Stringer, error) {
	return func(s string) (fmt.Stringer, error) { return parse(s) }
}

// sameMove reports whether v is a move and s another spelling of it.
func sameMove(v fmt.Stringer, s string) bool {
	m, ok := v.(Move)
	back, err := ParseMove(m.String())
	return ok && err == nil && back == m && len(s) == len(m.String())
}

// unmarshaled parses the text of a T, which has no parser of its own.
func unmarshaled[T fmt.Stringer, P interface {
	*T
	encoding.TextUnmarshaler
}](s string) (fmt.Stringer, error) {
	var v T
	err := P(&v).UnmarshalText([]byte(s))
	return v, err
}
