package domino_test

import (
	"encoding"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	. "github.com/shakki/chess/games/domino"
	"github.com/shakki/chess/internal/tabletop/gametest"
)

// position parses text, which must be a valid position. A "*" in the text stands for all tiles that
// the text does not name, in the order of TileSet.All.
func position(t testing.TB, text string) Position {
	t.Helper()
	var rest []string
	for high := MaxPips; high >= 0; high-- {
		for low := high; low >= 0; low-- {
			name, turned := fmt.Sprintf("%d-%d", high, low), fmt.Sprintf("%d-%d", low, high)
			if !strings.Contains(text, name) && !strings.Contains(text, turned) {
				rest = append(rest, name)
			}
		}
	}
	p, err := ParsePosition(strings.Replace(text, "*", strings.Join(rest, ","), 1))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// tile parses s, which must be a valid tile.
func tile(t testing.TB, s string) Tile {
	t.Helper()
	v, err := ParseTile(s)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// move parses s, which must be a valid move.
func move(t testing.TB, s string) Move {
	t.Helper()
	m, err := ParseMove(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// shuffle returns a shuffle that begins with the given tiles. The other tiles follow in descending
// order from 6-6.
func shuffle(t testing.TB, first string) Shuffle {
	t.Helper()
	var tiles []Tile
	for _, name := range strings.Fields(first) {
		tiles = append(tiles, tile(t, name))
	}
	for next := range Tile(Tiles) {
		if u := Tiles - 1 - next; !slices.Contains(tiles, u) {
			tiles = append(tiles, u)
		}
	}
	return Shuffle(tiles)
}

// texts returns the texts of the values, separated by spaces.
func texts[T fmt.Stringer](values []T) string {
	var all []string
	for _, v := range values {
		all = append(all, v.String())
	}
	return strings.Join(all, " ")
}

// TestRuleSet checks that there are 28 tiles with the ends of a double-six set.
func TestRuleSet(t *testing.T) {
	var all TileSet
	pips, doubles := 0, 0
	for high := range 7 {
		for low := range high + 1 {
			u := TileOf(low, high)
			if u != TileOf(high, low) || u.High() != high || u.Low() != low || u.Pips() != high+low {
				t.Errorf("TileOf(%d, %d) = %v with ends %d and %d", low, high, u, u.High(), u.Low())
			}
			for n := -1; n <= 7; n++ {
				if u.Has(n) != (n == high || n == low) {
					t.Errorf("%v.Has(%d) = %v, want %v", u, n, u.Has(n), !u.Has(n))
				}
			}
			if u.IsDouble() {
				doubles++
			}
			all = all.With(u)
			pips += u.Pips()
		}
	}
	if all.Count() != Tiles || pips != 168 || all.Pips() != 168 || doubles != 7 {
		t.Errorf("%d tiles with %d pips, %d doubles; want 28, 168, 7", all.Count(), all.Pips(), doubles)
	}
	for _, ends := range [][2]int{{-1, 0}, {0, 7}, {7, 7}, {-1, 8}} {
		if u := TileOf(ends[0], ends[1]); u != NoTile {
			t.Errorf("TileOf(%d, %d) = %v, want NoTile", ends[0], ends[1], u)
		}
	}
}

// TestRuleDeal checks that two players take 7 tiles each, that more players take 5 each, and that
// the remaining tiles are the stock, in the order of the shuffle.
func TestRuleDeal(t *testing.T) {
	s := NewShuffle(7)
	for players, each := range map[int]int{2: 7, 3: 5, 4: 5} {
		p, err := Deal(players, LedBy(B), s)
		if err != nil {
			t.Fatal(err)
		}
		if p.Players() != players || p.Turn() != B || len(p.Line()) != 0 {
			t.Errorf("%d players: Deal returns %v, want an empty line with B to move", players, p)
		}
		for i := range players {
			var want TileSet
			for round := range each {
				want = want.With(s[round*players+i])
			}
			if got := p.Hand(A + Player(i)); got != want {
				t.Errorf("%d players: Hand(%v) = %v, want %v", players, A+Player(i), got, want)
			}
		}
		if diff := cmp.Diff(s[players*each:], p.Stock()); diff != "" {
			t.Errorf("%d players: Stock() (-want +got):\n%s", players, diff)
		}
		for i := players; i < 8; i++ {
			if got := p.Hand(A + Player(i)); !got.IsEmpty() {
				t.Errorf("%d players: Hand(%v) = %v, want the empty set", players, A+Player(i), got)
			}
		}
	}
}

// TestRuleLeadByLot checks that the player with the highest tile of a separate shuffle leads, and
// may lay any tile of the hand.
func TestRuleLeadByLot(t *testing.T) {
	tests := []struct {
		name    string
		players int
		lots    string
		want    Player
	}{
		{"most pips", 2, "5-4 6-4", B},
		{"most pips, but not the higher end", 2, "6-0 5-3", B},
		{"a double with fewer pips", 2, "6-5 5-5", A},
		{"equal pips, different higher ends", 4, "3-3 4-2 6-0 5-1", C},
		{"two players take only two tiles", 2, "1-0 2-0 6-6", B},
		{"three players", 3, "1-0 2-0 6-6", C},
		{"double blank", 2, "0-0 1-0", B},
	}
	s := NewShuffle(3)
	for _, tt := range tests {
		p, err := Deal(tt.players, ByLot(shuffle(t, tt.lots)), s)
		if err != nil {
			t.Fatal(err)
		}
		if p.Turn() != tt.want {
			t.Errorf("%s: with lots %s, %v leads, want %v", tt.name, tt.lots, p.Turn(), tt.want)
		}
		var want []Move
		for u := range p.Hand(tt.want).All() {
			want = append(want, Lay(u, Start))
		}
		if diff := cmp.Diff(want, p.LegalMoves()); diff != "" {
			t.Errorf("%s: LegalMoves() (-want +got):\n%s", tt.name, diff)
		}
	}
}

// TestRuleLeadHighestTile checks that the highest of the first tiles of the deal is laid at once.
func TestRuleLeadHighestTile(t *testing.T) {
	tests := []struct {
		name    string
		players int
		first   string
		line    string
		turn    Player
	}{
		{"A has the highest tile", 2, "6-6 1-0", "6-6", B},
		{"B has the highest tile", 2, "6-0 5-3", "5-3", A},
		{"later tiles do not count", 2, "1-0 2-0 6-6", "2-0", A},
		{"D has the highest tile, equal pips", 4, "3-3 4-2 1-0 5-1", "5-1", A},
		{"C has the highest tile, equal pips", 4, "3-3 4-2 6-0 5-1", "6-0", D},
	}
	for _, tt := range tests {
		s := shuffle(t, tt.first)
		g, err := NewGame(tt.players, HighestTile(), s)
		if err != nil {
			t.Fatal(err)
		}
		p := g.Position()
		if texts(p.Line()) != tt.line || p.Turn() != tt.turn || texts(g.Moves()) != tt.line {
			t.Errorf("%s: Line() = %v, Turn() = %v, Moves() = %v; want %s, %v",
				tt.name, p.Line(), p.Turn(), g.Moves(), tt.line, tt.turn)
		}
		zero, err := NewGame(tt.players, Lead{}, s)
		if err != nil || !zero.Equal(g) {
			t.Errorf("%s: NewGame with the zero Lead returns %v, %v; want %v", tt.name, zero, err, g)
		}
		dealt, err := Deal(tt.players, HighestTile(), s)
		if err != nil || !zero.Undo() || zero.Undo() || zero.Position() != dealt {
			t.Errorf("%s: after Undo, the position is %v, want %v, %v", tt.name, zero.Position(), dealt, err)
		}
		for i := range tt.players {
			want := map[int]int{2: 7, 4: 5}[tt.players]
			if p.Hand(A+Player(i)).Has(s[i]) != (s[i] != tile(t, tt.line)) {
				t.Errorf("%s: Hand(%v) = %v, want it to include %v unless that tile was laid",
					tt.name, A+Player(i), p.Hand(A+Player(i)), s[i])
			}
			if s[i] == tile(t, tt.line) {
				want--
			}
			if got := p.Hand(A + Player(i)).Count(); got != want {
				t.Errorf("%s: %v has %d tiles, want %d", tt.name, A+Player(i), got, want)
			}
		}
	}
}

// TestDealErrors checks the errors of Deal for invalid arguments.
func TestDealErrors(t *testing.T) {
	s := NewShuffle(1)
	twice := s
	twice[27] = twice[0]
	beyond := s
	beyond[3] = NoTile
	tests := []struct {
		name    string
		players int
		lead    Lead
		shuffle Shuffle
		want    error
	}{
		{"no players", 0, HighestTile(), s, ErrPlayers},
		{"one player", 1, HighestTile(), s, ErrPlayers},
		{"six players", 6, HighestTile(), s, ErrPlayers},
		{"negative number of players", -1, HighestTile(), s, ErrPlayers},
		{"zero shuffle", 2, HighestTile(), Shuffle{}, ErrShuffle},
		{"duplicate tile", 2, HighestTile(), twice, ErrShuffle},
		{"NoTile in the shuffle", 2, HighestTile(), beyond, ErrShuffle},
		{"zero lots", 2, ByLot(Shuffle{}), s, ErrShuffle},
		{"led by the third of two players", 2, LedBy(C), s, ErrLead},
		{"led by an invalid player", 4, LedBy(99), s, ErrLead},
	}
	for _, tt := range tests {
		p, err := Deal(tt.players, tt.lead, tt.shuffle)
		var setup *SetupError
		if p != (Position{}) || !errors.Is(err, tt.want) || !errors.As(err, &setup) {
			t.Errorf("%s: Deal returns %v, %v; want a *SetupError with %v", tt.name, p, err, tt.want)
		}
	}
}

// Positions with two players. The stock has all tiles that a position does not name.
const (
	lead   = "A 6-4,5-5,4-4,3-1,2-1,1-0,0-0/6-6,6-5,5-4,4-3,3-2,3-0,2-0 * -"
	second = "A 6-6,6-5,5-4,5-3,3-2,2-1,1-0/6-0,5-5,5-2,5-1,5-0,4-4 * 6-3"
	turned = "A 6-6,6-5,5-4,5-3,3-2,2-1,1-0/6-0,5-5,5-2,5-1,5-0,4-4 * 3-6"
	fourth = "B 5-5,5-4,3-2,2-1,1-0/6-0,5-3,5-2,5-1,5-0,4-4 * 4-6,6-6,6-3"
)

// TestRuleLaying checks that a laid tile must match an open end and is turned so that adjacent ends
// are equal, and that a double does not open more ends.
func TestRuleLaying(t *testing.T) {
	tests := []struct {
		name  string
		start string
		move  string
		line  string // "" if the move is not legal
	}{
		{"first tile, a double", lead, "5-5", "5-5"},
		{"first tile, the higher end on the left", lead, "6-4", "6-4"},
		{"first tile with an end", lead, "6-4 left", ""},
		{"first tile not in the hand", lead, "6-6", ""},
		{"on the right, not turned", second, "3-2 right", "6-3 3-2"},
		{"on the right, turned", second, "5-3 right", "6-3 3-5"},
		{"on the left, turned", second, "6-5 left", "5-6 6-3"},
		{"on the left, not turned", turned, "5-3 left", "5-3 3-6"},
		{"double on the left", second, "6-6 left", "6-6 6-3"},
		{"double on the right", turned, "6-6 right", "3-6 6-6"},
		{"matches only the other end", second, "6-5 right", ""},
		{"matches no end", second, "5-4 left", ""},
		{"later tile without an end", second, "6-5", ""},
		{"tile in the other hand", second, "6-0 left", ""},
		{"tile in the stock", second, "3-3 right", ""},
		{"tile on the table", second, "6-3 left", ""},
		{"matches an inner end, right", fourth, "6-0 right", ""},
		{"matches an inner end, left", fourth, "6-0 left", ""},
		{"line with an inner double", fourth, "4-4 left", "4-4 4-6 6-6 6-3"},
	}
	for _, tt := range tests {
		p := position(t, tt.start)
		m := move(t, tt.move)
		player := p.Turn()
		legal := slices.Contains(p.LegalMoves(), m)
		err := p.Play(m)
		if want := tt.line != ""; legal != want || (err == nil) != want {
			t.Errorf("%s: %s: move %v: in LegalMoves: %v, Play: %v; want legal: %v",
				tt.name, tt.start, m, legal, err, want)
		}
		if got := texts(p.Line()); err == nil && got != tt.line {
			t.Errorf("%s: %s: after %v, Line() = %s, want %s", tt.name, tt.start, m, got, tt.line)
		}
		if err == nil && p.Hand(player).Has(m.Tile()) {
			t.Errorf("%s: after %v, the tile is still in the hand", tt.name, m)
		}
	}
}

// TestRuleBothEnds checks that a tile that matches both ends may be laid at either end.
func TestRuleBothEnds(t *testing.T) {
	p := position(t, "A 6-6,6-3,5-4,4-3,1-0/6-4,6-1,5-5,5-3,4-4 * 6-0,0-5,5-2,2-3")
	if got, want := texts(p.LegalMoves()), "6-6 left 6-3 left 6-3 right 4-3 right"; got != want {
		t.Errorf("LegalMoves() = %s, want %s", got, want)
	}
	left, right := p.After(move(t, "6-3 left")), p.After(move(t, "6-3 right"))
	got := texts(left.Line()) + " | " + texts(right.Line())
	if want := "3-6 6-0 0-5 5-2 2-3 | 6-0 0-5 5-2 2-3 3-6"; got != want {
		t.Errorf("lines after 6-3 left | after 6-3 right: %s, want %s", got, want)
	}
}

// TestRuleTurns checks that the players take turns in alphabetical order, and that A follows the
// last player.
func TestRuleTurns(t *testing.T) {
	for players := MinPlayers; players <= MaxPlayers; players++ {
		p, err := Deal(players, LedBy(A), NewShuffle(1))
		if err != nil {
			t.Fatal(err)
		}
		for i := range 2 * players {
			if want := A + Player(i%players); p.Turn() != want {
				t.Errorf("%d players: Turn() = %v in turn %d, want %v", players, p.Turn(), i, want)
			}
			for p.LegalMoves()[0] == Draw {
				p = p.After(Draw)
			}
			p = p.After(p.LegalMoves()[0])
		}
	}
}

// TestRuleDrawing checks that a player without a matching tile draws from the stock, one tile at a
// time until one matches, and must then lay it.
func TestRuleDrawing(t *testing.T) {
	p := position(t, "A 5-5,5-4,4-4,2-2,2-1,1-1,1-0/6-5,6-4,5-3,4-3,3-2,3-1 5-2,5-1,6-6,* 6-3")
	for i, drawn := range []string{"5-2", "5-1", "6-6"} {
		if got := texts(p.LegalMoves()); got != "draw" || p.Turn() != A {
			t.Fatalf("before draw %d: %v has the legal moves %s, want A with draw", i+1, p.Turn(), got)
		}
		if err := p.Play(Draw); err != nil {
			t.Fatal(err)
		}
		if !p.Hand(A).Has(tile(t, drawn)) || p.Hand(A).Count() != 8+i || len(p.Stock()) != 13-i {
			t.Errorf("after draw %d: position %v; want %s in A's hand of %d tiles and a stock of %d",
				i+1, p, drawn, 8+i, 13-i)
		}
	}
	if got := texts(p.LegalMoves()); got != "6-6 left" || p.Turn() != A {
		t.Errorf("%v has the legal moves %s, want A with 6-6 left", p.Turn(), got)
	}
}

// TestRulePassing checks that a player without a matching tile passes if the stock is empty, and
// may not pass before.
func TestRulePassing(t *testing.T) {
	p := position(t, "A 6-6,6-5,6-4,6-3,5-5,5-4/6-0,5-0,4-0,3-0,0-0 * 0-1,1-2,2-0")
	draws := 0
	for ; p.LegalMoves()[0] == Draw; draws++ {
		if err := p.Play(Pass); reasonOf(err) != StockNotEmpty {
			t.Fatalf("with %d tiles in the stock, Play(Pass) = %v, want %v", len(p.Stock()), err, StockNotEmpty)
		}
		p = p.After(Draw)
	}
	if draws != 14 || texts(p.LegalMoves()) != "pass" {
		t.Fatalf("after %d draws, LegalMoves() = %v; want 14 draws and then pass", draws, p.LegalMoves())
	}
	if err := p.Play(Draw); reasonOf(err) != StockEmpty {
		t.Errorf("with an empty stock, Play(Draw) = %v, want %v", err, StockEmpty)
	}
	before := p
	if err := p.Play(Pass); err != nil {
		t.Fatal(err)
	}
	if p.Turn() != B || p.Hand(A) != before.Hand(A) || p.Hand(B) != before.Hand(B) ||
		texts(p.Line()) != texts(before.Line()) {
		t.Errorf("Play(Pass) changes %v to %v, want only the turn to change", before, p)
	}
}

// nineTiles is a line with all tiles with a 6 except 6-0. After 6-0 on the right, both ends are 6
// and no other tile matches.
const nineTiles = "6-1,1-2,2-6,6-6,6-3,3-4,4-6,6-5,5-0"

// TestRuleRoundEnd checks that a round ends when a player has no tiles left or when nobody can lay
// a tile, and that the pips left in the hands are penalty points.
func TestRuleRoundEnd(t *testing.T) {
	tests := []struct {
		name  string
		start string
		move  string
		want  Outcome
	}{
		{
			"two players, A out", "A 6-6/6-4 * 6-5,5-4,4-3,3-2,2-1,1-0,0-0,0-2,2-4,4-1,1-1,1-5", "6-6 left",
			Outcome{Won, Out, 2, [6]int{0, 0, 10}, [6]bool{false, true}},
		},
		{
			"four players, C out, tiles in the stock",
			"C 5-5,1-1/5-4,0-0/6-6/* 4-4,5-3 6-5,5-1,1-0,0-4,4-3,3-2,2-1,1-4,4-2,2-0,0-3,3-3,3-1,1-6,6-2,2-5",
			"6-6 left",
			Outcome{Won, Out, 4, [6]int{0, 12, 9, 0, 34}, [6]bool{false, false, false, true}},
		},
		{
			"out, with the double blank in another hand", "A 6-6/6-4/0-0 * 6-5,5-4,4-3,3-2,2-1,1-0,0-2,2-4,4-1,1-1,1-5,5-5", "6-6 left",
			Outcome{Won, Out, 3, [6]int{0, 0, 10, 0}, [6]bool{false, true}},
		},
		{
			"blocked by the last tile laid", "A 6-0,1-1/* - " + nineTiles, "6-0 right",
			Outcome{Won, Blocked, 2, [6]int{0, 2, 88}, [6]bool{false, true}},
		},
		{
			"blocked by a player who does not win", "A 6-0,5-5/3-3,1-1/* - " + nineTiles, "6-0 right",
			Outcome{Won, Blocked, 3, [6]int{0, 10, 8, 72}, [6]bool{false, false, true}},
		},
		{
			"blocked with equal pips", "A 6-0,5-5,5-4,5-3,5-2,5-1,4-1/* - " + nineTiles, "6-0 right",
			Outcome{Shared, Blocked, 2, [6]int{0, 45, 45}, [6]bool{false, true, true}},
		},
		{
			"blocked with two equal winners of three players", "A 6-0,1-1/2-0,0-0/* - " + nineTiles, "6-0 right",
			Outcome{Shared, Blocked, 3, [6]int{0, 2, 2, 86}, [6]bool{false, true, true}},
		},
		{
			"blocked by the last draw", "B 2-2,1-1/* 0-0 " + nineTiles + ",0-6", "draw",
			Outcome{Won, Blocked, 2, [6]int{0, 6, 84}, [6]bool{false, true}},
		},
		{
			"not blocked with tiles in the stock", "A 6-0,2-2,1-1/* 0-0,1-0 " + nineTiles, "6-0 right",
			Outcome{Players: 2},
		},
	}
	for _, tt := range tests {
		p := position(t, tt.start)
		if before := p.Outcome(); before != (Outcome{Players: p.Players()}) {
			t.Errorf("%s: before the move, Outcome() = %v, want unfinished", tt.name, before)
		}
		if err := p.Play(move(t, tt.move)); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if diff := cmp.Diff(tt.want, p.Outcome()); diff != "" {
			t.Errorf("%s: Outcome() (-want +got):\n%s", tt.name, diff)
		}
		if moves := p.LegalMoves(); (len(moves) == 0) != tt.want.IsOver() {
			t.Errorf("%s: LegalMoves() = %v, want none only if the round is over", tt.name, moves)
		}
	}
}

// playMatch plays rounds until the match is over, always with the first legal move. The seed of the
// first deal is seed, and each later seed is higher by 1. It returns the outcome before the last
// round.
func playMatch(t *testing.T, m *Match, seed uint64) (before Outcome) {
	t.Helper()
	for ; !m.Outcome().IsOver(); seed++ {
		before = m.Outcome()
		g, err := m.Next(HighestTile(), NewShuffle(seed))
		if err != nil {
			t.Fatal(err)
		}
		for !g.Outcome().IsOver() {
			if err := g.Play(g.Position().LegalMoves()[0]); err != nil {
				t.Fatal(err)
			}
		}
	}
	return before
}

// TestRuleMatch checks that a match ends when a player reaches 100 penalty points, or another
// agreed target, and that the player with the fewest points wins.
func TestRuleMatch(t *testing.T) {
	for _, target := range []int{100, 200} {
		for players := MinPlayers; players <= MaxPlayers; players++ {
			options := MatchOptions{Players: players, Target: target}
			if target == 100 {
				options.Target = 0
			}
			m, err := NewMatch(options)
			if err != nil {
				t.Fatal(err)
			}
			before := playMatch(t, m, 1)
			o := m.Outcome()
			if before.IsOver() || slices.Max(before.Minus[:]) >= target || before.Winners != [6]bool{} {
				t.Errorf("%d players, target %d: before the last round, Outcome() = %v", players, target, before)
			}
			if o.Reason != Target || o.Players != players || slices.Max(o.Minus[:]) < target ||
				m.Options() != (MatchOptions{players, target}) {
				t.Errorf("%d players, target %d: Outcome() = %v at the end", players, target, o)
			}
			for i, won := range o.Winners {
				if won != (i > 0 && i <= players && o.Minus[i] == slices.Min(o.Minus[1:players+1])) {
					t.Errorf("%d players, target %d: Outcome() = %v with a wrong winner", players, target, o)
				}
			}
		}
	}
}

// TestRuleMatchShared checks that players with the same fewest penalty points share the win of a
// match.
func TestRuleMatchShared(t *testing.T) {
	m, err := NewMatch(MatchOptions{Players: 3, Target: 1})
	if err != nil {
		t.Fatal(err)
	}
	playMatch(t, m, 58)
	const want = "target: A -7, B -24, C -7; A and C share the win"
	if got := m.Outcome().String(); got != want || len(m.Games()) != 1 {
		t.Errorf("after %d rounds: Outcome() = %s; want %s after 1 round", len(m.Games()), got, want)
	}
	if p, ok := m.Outcome().Winner(); ok {
		t.Errorf("Winner() = %v, true; want false for a shared win", p)
	}
}

// TestMatchSteps checks the methods of Match before the first deal, during a round, and after the
// end of the match.
func TestMatchSteps(t *testing.T) {
	for players, target := range map[int]int{1: 100, 6: 100, 3: -1} {
		m, err := NewMatch(MatchOptions{players, target})
		var setup *SetupError
		if m != nil || !errors.As(err, &setup) {
			t.Errorf("NewMatch({%d, %d}) = %v, %v; want a *SetupError", players, target, m, err)
		}
	}
	m, err := NewMatch(MatchOptions{Players: 2})
	if err != nil {
		t.Fatal(err)
	}
	if m.Game() != nil || m.Outcome().IsOver() || m.Score(A) != 0 || m.Score(NoPlayer) != 0 {
		t.Errorf("before the first deal: Game() = %v, Outcome() = %v; want nil, unfinished", m.Game(), m.Outcome())
	}
	if g, err := m.Next(LedBy(C), NewShuffle(1)); !errors.Is(err, ErrLead) || g != nil || m.Game() != nil {
		t.Errorf("Next(LedBy(C)) with two players = %v, %v; want %v", g, err, ErrLead)
	}
	g, err := m.Next(LedBy(B), NewShuffle(1))
	if err != nil || g != m.Game() || g.Position().Turn() != B {
		t.Fatalf("Next(LedBy(B)) = %v, %v; want a game that B leads", g, err)
	}
	if _, err := m.Next(LedBy(A), NewShuffle(2)); !errors.Is(err, ErrGameOpen) || m.Game() != g {
		t.Errorf("Next during a round = %v, want %v", err, ErrGameOpen)
	}
	for !g.Outcome().IsOver() {
		if err := g.Play(g.Position().LegalMoves()[0]); err != nil {
			t.Fatal(err)
		}
	}
	playMatch(t, m, 1)
	rounds, end := len(m.Games()), m.Outcome()
	if _, err := m.Next(LedBy(A), NewShuffle(2)); !errors.Is(err, ErrMatchOver) || len(m.Games()) != rounds {
		t.Errorf("Next after the end = %v, want %v", err, ErrMatchOver)
	}
	if !m.Game().Undo() || m.Outcome().IsOver() || m.Outcome() == end {
		t.Errorf("after undoing the last move: Outcome() = %v, want unfinished", m.Outcome())
	}
	if m.Score(A) != int64(m.Outcome().Minus[A]) {
		t.Errorf("Score(A) = %d, want the penalty points of %v", m.Score(A), m.Outcome())
	}
}

// TestViewHides checks that a view hides the other hands and the stock, and shows all hands when
// the round is over. TestRandomRounds checks this after every move.
func TestViewHides(t *testing.T) {
	p := position(t, second)
	for viewer, want := range map[Player]string{
		A: "A: A 6-6,6-5,5-4,5-3,3-2,2-1,1-0/?6 ?14 6-3",
		B: "B: A ?7/6-0,5-5,5-2,5-1,5-0,4-4 ?14 6-3",
		C: "none",
	} {
		if got := p.View(viewer).String(); got != want {
			t.Errorf("View(%v) = %s, want %s", viewer, got, want)
		}
	}
	open := position(t, "A 6-6/6-4 * 6-5,5-4,4-3,3-2,2-1,1-0,0-0,0-2,2-4,4-1,1-1,1-5")
	if err := open.Play(move(t, "6-6 left")); err != nil {
		t.Fatal(err)
	}
	if v := open.View(A); v.Hand(B) != open.Hand(B) || v.Outcome() != open.Outcome() {
		t.Errorf("after the round: View(A) = %v, want all hands and the outcome", v)
	}
	var zero View
	if zero.IsValid() || len(zero.LegalMoves()) != 0 || !zero.Unseen().IsEmpty() ||
		zero.Outcome() != (Outcome{}) || p.View(99) != zero {
		t.Errorf("zero View: IsValid() = %v, LegalMoves() = %v, Unseen() = %v, Outcome() = %v; View(99) = %v",
			zero.IsValid(), zero.LegalMoves(), zero.Unseen(), zero.Outcome(), p.View(99))
	}
	if v := p.View(A); !v.IsValid() || v.Hand(99) != 0 || v.Held(99) != 0 || v.Held(C) != 0 {
		t.Errorf("View(A) = %v has tiles for invalid players", v)
	}
}

// TestMoveErrors checks the error for each kind of illegal move.
func TestMoveErrors(t *testing.T) {
	tests := []struct {
		name  string
		start string
		move  Move
		want  IllegalReason
		text  string
	}{
		{"NoMove", second, NoMove, NoSuchMove, "A: none: there is no such move"},
		{"move out of range", second, 255, NoSuchMove, "A: Move(255): there is no such move"},
		{
			"tile of another player", second, move(t, "6-0 left"), NotHeld,
			"A: 6-0 left: the tile is not in the hand",
		},
		{
			"later tile without an end", second, move(t, "6-5"), WrongEnd,
			"A: 6-5: wrong end (want left or right)",
		},
		{
			"first tile with an end", lead, move(t, "5-5 left"), WrongEnd,
			"A: 5-5 left: wrong end (the line is empty)",
		},
		{
			"no match on the left", second, move(t, "5-3 left"), NoMatch,
			"A: 5-3 left: the tile does not match (the left end has 6)",
		},
		{
			"no match on the right", second, move(t, "6-5 right"), NoMatch,
			"A: 6-5 right: the tile does not match (the right end has 3)",
		},
		{
			"draw with a matching tile", second, Draw, HasMatch,
			"A: draw: the hand has a matching tile (6-6)",
		},
		{
			"pass with a matching tile", lead, Pass, HasMatch,
			"A: pass: the hand has a matching tile (6-4)",
		},
		{
			"pass with a tile in the stock", "B 2-2,1-1/* 0-0 " + nineTiles + ",0-6", Pass, StockNotEmpty,
			"B: pass: the stock is not empty (it has 1 tile)",
		},
		{
			"pass after the end", "B -/6-4 * 6-6,6-5,5-4,4-3,3-2,2-1,1-0,0-0,0-2,2-4,4-1,1-1,1-5", Pass, GameOver,
			"B: pass: the round is over (out: A 0, B -10; A wins)",
		},
	}
	for _, tt := range tests {
		p := position(t, tt.start)
		err := p.Play(tt.move)
		var got *MoveError
		if !errors.As(err, &got) || got.Player != p.Turn() || got.Move != tt.move ||
			got.Why != tt.want || !errors.Is(err, ErrIllegal) || err.Error() != tt.text {
			t.Errorf("%s: Play(%v) = %v, want %s", tt.name, tt.move, err, tt.text)
		}
		if p != position(t, tt.start) {
			t.Errorf("%s: Play(%v) changes the position to %v", tt.name, tt.move, p)
		}
	}
	var zero Position
	if err := zero.Play(Draw); reasonOf(err) != NotDealt {
		t.Errorf("zero Position: Play(Draw) = %v, want %v", err, NotDealt)
	}
	if zero.IsValid() || len(zero.LegalMoves()) != 0 || zero.Outcome() != (Outcome{}) || zero.View(A) != (View{}) {
		t.Errorf("zero Position: IsValid() = %v, LegalMoves() = %v, Outcome() = %v, View(A) = %v",
			zero.IsValid(), zero.LegalMoves(), zero.Outcome(), zero.View(A))
	}
	setup := (&SetupError{Err: ErrShuffle, Detail: "6-6 is missing"}).Error()
	if want := "invalid shuffle (6-6 is missing)"; setup != want {
		t.Errorf("SetupError.Error() = %q, want %q", setup, want)
	}
}

// TestParseErrors checks the column and the reason of parse errors.
func TestParseErrors(t *testing.T) {
	parsers := map[string]func(string) error{
		"player":   func(s string) error { var p Player; return p.UnmarshalText([]byte(s)) },
		"tile":     func(s string) error { _, err := ParseTile(s); return err },
		"tile set": func(s string) error { var v TileSet; return v.UnmarshalText([]byte(s)) },
		"shuffle":  func(s string) error { var v Shuffle; return v.UnmarshalText([]byte(s)) },
		"move":     func(s string) error { _, err := ParseMove(s); return err },
		"position": func(s string) error { _, err := ParsePosition(s); return err },
		"view":     func(s string) error { _, err := ParseView(s); return err },
	}
	good := position(t, second).String()
	change := func(old, with string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("%q is not in %q", old, good)
		}
		return strings.Replace(good, old, with, 1)
	}
	hidden := func(players, hand string) string {
		return players + " 6-6,6-5,5-4,5-3,3-2,2-1,1-0/" + hand + " ?14 6-3"
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
	tests := []struct {
		kind, text string
		column     int
		reason     string
	}{
		{"player", "", 1, "want nobody, A, B, C, D, or E"},
		{"player", "F", 1, "want nobody, A, B, C, D, or E"},
		{"player", "a", 1, "want nobody, A, B, C, D, or E"},
		{"player", "AB", 1, "want nobody, A, B, C, D, or E"},
		{"tile", "", 1, "want a tile such as 6-4"},
		{"tile", "7-1", 1, "want a tile such as 6-4"},
		{"tile", "61", 1, "want a tile such as 6-4"},
		{"tile", "6-", 1, "want a tile such as 6-4"},
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
		{"shuffle", "6-6", 1, "want each of the 28 tiles once"},
		{"shuffle", strings.Repeat("6-6,", 27) + "6-6", 1, "want each of the 28 tiles once"},
		{"shuffle", NewShuffle(1).String() + ",6-6", 1, "want each of the 28 tiles once"},
		{"shuffle", strings.Repeat("6-6,", 28), 113, "want a tile such as 6-4"},
		{"shuffle", NewShuffle(1).String() + ",", 113, "want a tile such as 6-4"},
		{"move", "", 1, "want draw, pass, or a tile such as 6-4 left"},
		{"move", "none", 1, "want draw, pass, or a tile such as 6-4 left"},
		{"move", "pass ", 1, "want draw, pass, or a tile such as 6-4 left"},
		{"move", "6-4 ", 5, "want left or right"},
		{"move", "6-4 start", 5, "want left or right"},
		{"move", "6-4  left", 5, "want left or right"},
		{"move", "6-4 left ", 5, "want left or right"},
		{"move", "6-4left", 1, "want draw, pass, or a tile such as 6-4 left"},
		{"position", "", 1, "want the player to move, the hands, the stock, and the line, separated by spaces"},
		{"position", "none", 1, "want the player to move, the hands, the stock, and the line, separated by spaces"},
		{"position", "A", 1, "want the player to move, the hands, the stock, and the line, separated by spaces"},
		{"position", change("A ", "A  "), 1, "want the player to move, the hands, the stock, and the line, separated by spaces"},
		{"position", good + " ", 1, "want the player to move, the hands, the stock, and the line, separated by spaces"},
		{"position", change("/", ","), 3, "want each tile once, in this order: 6-6,6-5,6-0,5-5,5-4,5-3,5-2,5-1,5-0,4-4,3-2,2-1,1-0"},
		{"position", change("A ", "C "), 1, "C is to move, but there are only 2 players"},
		{"position", change("A ", "B "), 1, "B has 6 tiles, too few for the length of the line"},
		{"position", change("6-6,6-5", "6-5,6-6"), 3, "want each tile once, in this order: 6-6,6-5,5-4,5-3,3-2,2-1,1-0"},
		{"position", change(" 6-3", " 6-6"), 1, "duplicate or invalid tile 6-6"},
		{"position", change(" 6-3", " 6-3,3-6"), 1, "duplicate or invalid tile 6-3"},
		{"position", change(" 6-4,", " ") + ",6-4", 1, "6-4 does not match the 3 on its left"},
		{"position", change("6-6,", ""), 1, "6-6 is missing"},
		{"position", sized("A", "-", 0, 28), 1, "want 2 to 5 hands, got 1"},
		{"position", "A -/-/-/-/-/- - -", 1, "want 2 to 5 hands, got 6"},
		{"position", sized("A", "-", 15, 7, 6), 1, "too many tiles"},
		{"position", sized("A", "-", 14, 5, 5, 4), 1, "the stock has 14 tiles, but it has only 13 after the deal"},
		{"position", sized("A", "-", 14, 6, 8), 1, "A has 6 tiles before the first move, want 7"},
		{"position", sized("A", "-", 13, 7, 8), 1, "B has 8 tiles before the first move, want 7"},
		{"position", sized("A", "6-6", 0, 0, 27), 1, "A has no tiles left, but the next player is not to move"},
		{"position", sized("B", "6-6", 14, 7, 6), 1, "B has 6 tiles, too few for the length of the line"},
		{"position", sized("C", "6-6,6-5,5-4,4-3", 9, 4, 3, 4, 4), 1,
			"the stock has 9 tiles, but it has only 8 after the deal"},
		{"position", sized("C", "6-6,6-5,5-4,4-3", 8, 5, 3, 4, 4), 1,
			"B has 3 tiles, too few for the length of the line"},
		{"position", sized("A", "6-6", 0, 1, 26), 1, "the players must have laid 6 tiles, but the line has 1"},
		{"position", strings.Repeat("6", 1<<20), 1, "want the player to move, the hands, the stock, and the line, separated by spaces"},
		{"view", hidden("A A", "?6"), 1, "want the viewer, such as A:"},
		{"view", hidden("A:A", "?6"), 1, "want the viewer, the player to move, the hands, the stock, and the line, separated by spaces"},
		{"view", hidden("nobody: A", "?6"), 1, "nobody is not one of the players"},
		{"view", hidden("C: A", "?6"), 1, "C is not one of the players"},
		{"view", hidden("B: A", "?6"), 1, "the hand of the viewer is hidden"},
		{"view", hidden("A: A", "?06"), 34, "want ? and the number of hidden tiles, such as ?7"},
		{"view", hidden("A: A", "?0"), 34, "want - for an empty hand, not ?0"},
		{"view", hidden("A: A", "?100"), 34, "want ? and the number of hidden tiles, such as ?7"},
		{"view", hidden("A: A", "?"), 34, "want ? and the number of hidden tiles, such as ?7"},
		{"view", hidden("A: A", "6"), 34, "want a tile such as 6-4"},
		{"view", hidden("A: A", "?5"), 1, "B has 5 tiles, too few for the length of the line"},
		{"view", hidden("A: A", "?7"), 1, "there are 29 tiles, want 28"},
		{"view", hidden("A: A", "?6") + " ", 1, "want the viewer, the player to move, the hands, the stock, and the line, separated by spaces"},
		{"view", hidden("A: A", "?6") + ",3-6", 1, "duplicate or invalid tile 6-3"},
		{"view", hidden("A: A", "6-2,6-1,5-5,5-2,5-1,5-0"), 1, "all hands are open, but the round is not over"},
		{"view", "A: A ?7/?6 ?14 6-3", 1, "the hand of the viewer is hidden"},
		{"view", "A: A 6-5,5-4,3-2,2-1,1-0/6-6,6-4,6-2,6-1,6-0/?4 ?13 6-3", 1,
			"some of the other hands are open and some are hidden"},
		{"view", "A: B -/?21 ?0 6-6,6-5,5-4,4-3,3-2,2-1,1-0", 1, "the round is over, but hands are hidden"},
		{"view", "A: B 1-1/?17 ?0 " + nineTiles + ",0-6", 1, "the round is over, but hands are hidden"},
		{"view", "A: B 1-1/?17 14 " + nineTiles + ",0-6", 14, "want ? and the number of hidden tiles, such as ?7"},
	}
	for _, tt := range tests {
		err := parsers[tt.kind](tt.text)
		var got *ParseError
		if !errors.As(err, &got) {
			t.Errorf("%s %.60q: error %v, want a *ParseError", tt.kind, tt.text, err)
			continue
		}
		if want := (ParseError{Kind: tt.kind, Text: tt.text, Column: tt.column, Detail: tt.reason}); *got != want {
			t.Errorf("%s: error %v\nwant %v", tt.kind, err, &want)
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
		gametest.Values(t, s)
		gametest.Values(t, TileSetOf(s[:seed]...))
	}
	early := "C 6-4,5-3,5-1,2-2/6-3,5-5,5-0,4-3,4-2,4-0,3-2,0-0/6-5,6-0,4-4,3-0,2-0/6-6,6-2,6-1,4-1,2-1/5-4,5-2,3-3,3-1,1-0 - 1-1"
	over := "B -/6-4/0-0 * 6-6,6-5,5-4,4-3,3-2,2-1,1-0,0-2,2-4,4-1,1-1,1-5,5-5"
	for _, text := range []string{lead, second, turned, fourth, early, over} {
		p := position(t, text)
		gametest.Values(t, p)
		gametest.Values(t, p.View(A))
		gametest.Values(t, p.View(B))
	}
}

// TestFailedUnmarshalChangesNothing checks that UnmarshalText does not change the value if it
// returns an error.
func TestFailedUnmarshalChangesNothing(t *testing.T) {
	player, u, set, s, m, p := C, tile(t, "5-3"), TileSetOf(3, 4), NewShuffle(1), Draw, position(t, second)
	v := p.View(A)
	bad := []byte("7-7")
	for name, err := range map[string]error{
		"player":   player.UnmarshalText(bad),
		"tile":     u.UnmarshalText(bad),
		"tile set": set.UnmarshalText(bad),
		"shuffle":  s.UnmarshalText(bad),
		"move":     m.UnmarshalText(bad),
		"position": p.UnmarshalText(bad),
		"view":     v.UnmarshalText(bad),
	} {
		var parse *ParseError
		if !errors.As(err, &parse) || parse.Kind != name {
			t.Errorf("%s: UnmarshalText(%q) = %v, want a *ParseError for a %s", name, bad, err, name)
		}
	}
	want := position(t, second)
	if player != C || u != tile(t, "5-3") || set != TileSetOf(3, 4) || s != NewShuffle(1) || m != Draw ||
		p != want || v != want.View(A) {
		t.Errorf("after failed UnmarshalText: %v, %v, %v, %v, %v, %v, %v; want the old values",
			player, u, set, s, m, p, v)
	}
}

// TestInvalidValues checks that invalid values are printed as such and cannot be marshaled, and
// that methods accept them.
func TestInvalidValues(t *testing.T) {
	got := fmt.Sprint(Player(6), NoTile, Tile(29), NoMove, Move(200), End(3), Reason(4), Position{}, View{})
	if want := "Player(6) none Tile(29) none Move(200) End(3) Reason(4) none none"; got != want {
		t.Errorf("invalid values are printed as %s, want %s", got, want)
	}
	for _, v := range []encoding.TextMarshaler{
		Player(6), NoTile, Tile(29), TileSet(1 << 28), Shuffle{}, NoMove, Move(200), Position{}, View{},
	} {
		if text, err := v.MarshalText(); err == nil {
			t.Errorf("%v.MarshalText() = %q, want an error", v, text)
		}
	}
	for _, u := range []Tile{NoTile, 29, 255} {
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

// TestNewShuffle checks the shuffles of two seeds, which must not change because programs may have
// stored seeds. It also checks that every tile is about equally frequent in every place.
func TestNewShuffle(t *testing.T) {
	for seed, want := range map[uint64]string{
		0: "3-1,6-3,4-1,4-4,6-5,1-0,5-1,4-3,5-0,2-1,3-3,3-2,6-4,5-2," +
			"6-0,6-1,0-0,4-0,2-0,5-4,5-5,5-3,1-1,3-0,4-2,6-2,2-2,6-6",
		1: "4-3,3-0,6-5,5-0,2-2,6-6,1-0,4-1,5-5,4-2,3-2,3-1,3-3,6-2," +
			"4-0,6-1,5-4,6-3,6-4,1-1,4-4,5-1,2-0,2-1,5-2,6-0,0-0,5-3",
	} {
		if got := NewShuffle(seed).String(); got != want {
			t.Errorf("NewShuffle(%d) = %s, want %s", seed, got, want)
		}
	}
	const rounds = 28000 // 1000 expected for each tile and place, with standard deviation 31
	var count [Tiles][Tiles]int
	for seed := range uint64(rounds) {
		s := NewShuffle(seed)
		if !s.IsValid() {
			t.Fatalf("NewShuffle(%d) = %v, want a valid shuffle", seed, s)
		}
		for place, u := range s {
			count[place][u]++
		}
	}
	for place := range count {
		for u, n := range count[place] {
			if n < 850 || n > 1150 {
				t.Errorf("tile %v is in place %d of %d shuffles, want about 1000", Tile(u), place, n)
			}
		}
	}
}

func TestTileSet(t *testing.T) {
	s := TileSetOf(tile(t, "1-0"), tile(t, "6-4"), tile(t, "5-5"), NoTile)
	if got, want := s.String(), "6-4,5-5,1-0"; got != want {
		t.Errorf("TileSetOf(1-0, 6-4, 5-5, NoTile) = %s, want %s", got, want)
	}
	if u := tile(t, "5-5"); u.Outranks(u) {
		t.Error("5-5 outranks itself")
	}
	if s.Count() != 3 || s.Pips() != 21 || s.IsEmpty() || !s.Has(tile(t, "5-5")) || s.Has(tile(t, "0-0")) {
		t.Errorf("%v: Count() = %d, Pips() = %d; want 3, 21", s, s.Count(), s.Pips())
	}
	if got, want := s.Without(tile(t, "5-5")).Without(tile(t, "0-0")).String(), "6-4,1-0"; got != want {
		t.Errorf("%v.Without(5-5).Without(0-0) = %s, want %s", s, got, want)
	}
	for u := range s.All() {
		if got := u.String(); got != "6-4" {
			t.Errorf("%v.All() begins with %s, want 6-4", s, got)
		}
		break
	}
	got := fmt.Sprint(TileSet(0), Laid{4, 6}, Laid{4, 6}.Tile(), Laid{7, 0}.Tile(), Start, Left, Right)
	if want := "- 4-6 6-4 none start left right"; got != want {
		t.Errorf("values are printed as %s, want %s", got, want)
	}
}

// TestOutcomeString checks the text of outcomes, and Winner.
func TestOutcomeString(t *testing.T) {
	tests := []struct {
		outcome Outcome
		want    string
	}{
		{Outcome{}, "unfinished"},
		{Outcome{Players: 2}, "unfinished: A 0, B 0"},
		{
			Outcome{Shared, Target, 4, [6]int{0, 1, 100, 1, 1}, [6]bool{false, true, false, true, true}},
			"target: A -1, B -100, C -1, D -1; A and C and D share the win",
		},
		{Outcome{Players: 99}, "unfinished: A 0, B 0, C 0, D 0, E 0"},
	}
	for _, tt := range tests {
		if got := tt.outcome.String(); got != tt.want {
			t.Errorf("%#v.String() = %q, want %q", tt.outcome, got, tt.want)
		}
	}
	if p, ok := (Outcome{Result: Won}).Winner(); p != NoPlayer || ok {
		t.Errorf("Winner() = %v, %v without a winner; want nobody, false", p, ok)
	}
	if p, ok := (Outcome{Result: Won, Winners: [6]bool{3: true}}).Winner(); p != C || !ok {
		t.Errorf("Winner() = %v, %v; want C, true", p, ok)
	}
}

func TestBoard(t *testing.T) {
	p := position(t, second)
	want := "table: [6|3]\n" +
		"stock: 14 tiles\n" +
		"> A:   [6|6][6|5][5|4][5|3][3|2][2|1][1|0]\n" +
		"  B:   [6|0][5|5][5|2][5|1][5|0][4|4]\n"
	if diff := cmp.Diff(want, p.Board()); diff != "" {
		t.Errorf("Position.Board() (-want +got):\n%s", diff)
	}
	v := p.View(B)
	want = "table: [6|3]\n" +
		"stock: 14 tiles\n" +
		"> A:   7 tiles\n" +
		"  B:   [6|0][5|5][5|2][5|1][5|0][4|4]\n"
	if diff := cmp.Diff(want, v.Board()); diff != "" {
		t.Errorf("View.Board() (-want +got):\n%s", diff)
	}
	p = position(t, "B -/* 2-2 6-5,5-1,1-0,0-4,4-3,3-2,2-1,1-4,4-2,2-0,0-3,3-3,3-1,1-6,6-2")
	want = "table: [6|5][5|1][1|0][0|4][4|3][3|2][2|1][1|4][4|2][2|0][0|3][3|3][3|1][1|6]\n" +
		"       [6|2]\n" +
		"stock: 1 tile\n" +
		"  A:   -\n" +
		"> B:   [6|6][6|4][6|3][6|0][5|5][5|4][5|3][5|2][5|0][4|4][1|1][0|0]\n"
	if diff := cmp.Diff(want, p.Board()); diff != "" {
		t.Errorf("Position.Board() with a long line (-want +got):\n%s", diff)
	}
}

func TestGame(t *testing.T) {
	start := position(t, second)
	g, err := NewGameFrom(start)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Play(Draw); reasonOf(err) != HasMatch || len(g.Moves()) != 0 {
		t.Errorf("Play(Draw) = %v, Moves() = %v; want %v and no moves", err, g.Moves(), HasMatch)
	}
	for _, text := range []string{"6-6 left", "6-0 left"} {
		if err := g.Play(move(t, text)); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := texts(g.Moves()), "6-6 left 6-0 left"; got != want || g.Plies() != 2 || g.Start() != start {
		t.Errorf("Moves() = %s, Plies() = %d, Start() = %v; want %s, 2, %v", got, g.Plies(), g.Start(), want, start)
	}
	g.Moves()[0] = Pass // Moves returns a copy, so this must not change the game
	p := g.Position()
	if got, want := texts(p.Line()), "0-6 6-6 6-3"; got != want || g.Outcome() != (Outcome{Players: 2}) {
		t.Errorf("Line() = %s, Outcome() = %v; want %s, unfinished", got, g.Outcome(), want)
	}
	undone := 0
	for g.Undo() {
		undone++
	}
	if undone != 2 || g.Position() != start || g.Start() != start || len(g.Moves()) != 0 {
		t.Errorf("after %d successful calls of Undo: position %v, moves %v; want 2 calls, position %v, no moves",
			undone, g.Position(), g.Moves(), start)
	}
	var zero Game
	if err := zero.Play(Draw); reasonOf(err) != NotDealt || zero.Undo() || zero.Outcome().IsOver() {
		t.Errorf("zero Game: Play(Draw) = %v, Outcome() = %v; want %v, unfinished", err, zero.Outcome(), NotDealt)
	}
}

// TestCopies checks that changing a returned slice does not change the position.
func TestCopies(t *testing.T) {
	p := position(t, second)
	before := p
	p.Line()[0] = Laid{}
	p.Stock()[0] = NoTile
	v := p.View(A)
	v.Line()[0] = Laid{}
	if p != before || v != before.View(A) {
		t.Errorf("position %v, view %v; want %v, %v", p, v, before, before.View(A))
	}
}

func TestNoAllocs(t *testing.T) {
	p := position(t, second)
	v := p.View(A)
	m := move(t, "6-6 left")
	moves := make([]Move, 0, 32)
	tests := map[string]func(){
		"Position.AppendLegalMoves": func() { moves = p.AppendLegalMoves(moves[:0]) },
		"View.AppendLegalMoves":     func() { moves = v.AppendLegalMoves(moves[:0]) },
		"After":                     func() { p.After(m) },
		"Play":                      func() { q := p; _ = q.Play(m) },
		"Outcome":                   func() { p.Outcome() },
		"View":                      func() { p.View(B) },
		"ParseMove":                 func() { _, _ = ParseMove("6-4 right") },
	}
	for name, f := range tests {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: %v allocations, want 0", name, n)
		}
	}
}

// reasonOf returns the reason of a MoveError, or NoIllegalReason for another error.
func reasonOf(err error) IllegalReason {
	var e *MoveError
	if errors.As(err, &e) {
		return e.Why
	}
	return NoIllegalReason
}

// TestParseMove checks the spellings that ParseMove accepts, and the one form in which moves are
// written.
func TestParseMove(t *testing.T) {
	for text, want := range map[string]string{
		"Draw": "draw", "PASS": "pass", "4-6 left": "6-4 left", "6-4 Right": "6-4 right", "0-6": "6-0",
	} {
		if m, err := ParseMove(text); err != nil || m.String() != want {
			t.Errorf("ParseMove(%q) = %v, %v; want %s", text, m, err, want)
		}
	}
}

// TestRuleFivePlayers checks that five players take five tiles each, which leaves three tiles for
// the stock.
func TestRuleFivePlayers(t *testing.T) {
	g, err := NewGame(5, LedBy(E), NewShuffle(1))
	if err != nil {
		t.Fatal(err)
	}
	p := g.Position()
	for player := A; player <= E; player++ {
		if n := p.Hand(player).Count(); n != 5 {
			t.Errorf("%v has %d tiles, want 5", player, n)
		}
	}
	if n := len(p.Stock()); n != 3 || p.Turn() != E || p.Players() != 5 {
		t.Errorf("%v: %d tiles in the stock, %v to move; want 3, E", p, n, p.Turn())
	}
}

// TestMisuse checks that zero games and matches are rejected where they cannot be played, and that
// an illegal move in the text of a game is reported at its place.
func TestMisuse(t *testing.T) {
	var zero Game
	var match Match
	if _, err := zero.MarshalText(); err == nil {
		t.Error("the zero Game has a text form")
	}
	if _, err := match.MarshalText(); err == nil {
		t.Error("the zero Match has a text form")
	}
	if _, err := match.Next(HighestTile(), NewShuffle(1)); !errors.Is(err, ErrPlayers) {
		t.Errorf("zero Match: Next() = %v, want %v", err, ErrPlayers)
	}
	if o := match.Outcome(); o.IsOver() || match.Game() != nil {
		t.Errorf("zero Match: outcome %v, game %v", o, match.Game())
	}
	if _, err := NewGameFrom(Position{}); err == nil {
		t.Error("NewGameFrom(Position{}) succeeds, want an error")
	}
	start := position(t, second)
	_, err := ParseGame(start.String() + "; draw; end")
	var syntax *ParseError
	if !errors.As(err, &syntax) || syntax.Column != len(start.String())+3 || reasonOf(err) != HasMatch {
		t.Errorf("ParseGame reports %v, want an illegal move at its place", err)
	}
	for _, text := range []string{
		"", "2 players", "2 players to 100\n", "1 players to 100\nend", "02 players to 100\nend", "2 players to -1\nend",
		"3 players to 100\n" + start.String() + "; end\nend",
		"2 players to 100\n" + start.String() + "; end",
		"2 players to 100\n" + start.String() + "; end\n" + start.String() + "; end\nend",
	} {
		if m, err := ParseMatch(text); err == nil {
			t.Errorf("ParseMatch(%q) = %v, want an error", text, m)
		}
	}
}
