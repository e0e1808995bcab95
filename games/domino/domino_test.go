package domino_test

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	. "github.com/shakki/chess/games/domino"
)

// position parses a position that the test knows to be right. A "*" stands for
// all tiles that the text does not name, in the order of TileSet.All.
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

// tile and move parse what the test knows to be right.
func tile(t testing.TB, s string) Tile {
	t.Helper()
	v, err := ParseTile(s)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func move(t testing.TB, s string) Move {
	t.Helper()
	m, err := ParseMove(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// shuffle returns a shuffle that begins with the given tiles; the others
// follow from 6-6 down.
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

func texts[T fmt.Stringer](values []T) string {
	var all []string
	for _, v := range values {
		all = append(all, v.String())
	}
	return strings.Join(all, " ")
}

// Rule: a double-six set of 28 tiles.
func TestRuleSet(t *testing.T) {
	var all TileSet
	pips, doubles := 0, 0
	for high := range 7 {
		for low := range high + 1 {
			u := TileOf(low, high)
			if u != TileOf(high, low) || u.High() != high || u.Low() != low || u.Pips() != high+low {
				t.Errorf("TileOf(%d, %d) = %v", low, high, u)
			}
			for n := -1; n <= 7; n++ {
				if u.Has(n) != (n == high || n == low) {
					t.Errorf("%v.Has(%d) = %v", u, n, u.Has(n))
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
		t.Errorf("%d tiles with %d pips, %d of them doubles", all.Count(), all.Pips(), doubles)
	}
	for _, ends := range [][2]int{{-1, 0}, {0, 7}, {7, 7}, {-1, 8}} {
		if u := TileOf(ends[0], ends[1]); u != NoTile {
			t.Errorf("TileOf(%d, %d) = %v, want NoTile", ends[0], ends[1], u)
		}
	}
}

// Rule: two players take 7 tiles each, more players 5 each; the rest is the
// stock, in the order of the shuffle.
func TestRuleDeal(t *testing.T) {
	s := NewShuffle(7)
	for players, each := range map[int]int{2: 7, 3: 5, 4: 5} {
		p, err := Deal(players, LedBy(B), s)
		if err != nil {
			t.Fatal(err)
		}
		if p.Players() != players || p.Turn() != B || len(p.Line()) != 0 {
			t.Errorf("%d players: %v", players, p)
		}
		for i := range players {
			var want TileSet
			for round := range each {
				want = want.With(s[round*players+i])
			}
			if got := p.Hand(Player(i)); got != want {
				t.Errorf("%d players: %v has %v, want %v", players, Player(i), got, want)
			}
		}
		if diff := cmp.Diff(s[players*each:], p.Stock()); diff != "" {
			t.Errorf("%d players: stock (-want +got):\n%s", players, diff)
		}
		for i := players; i < 8; i++ {
			if got := p.Hand(Player(i)); !got.IsEmpty() {
				t.Errorf("%d players: %v has %v", players, Player(i), got)
			}
		}
	}
}

// Rule: the highest tile draws the lead by lot before a new shuffle; the leader
// lays any tile of the hand.
func TestRuleLeadByLot(t *testing.T) {
	tests := []struct {
		name    string
		players int
		lots    string
		want    Player
	}{
		{"most pips", 2, "5-4 6-4", B},
		{"most pips, not the higher end", 2, "6-0 5-3", B},
		{"a double is no higher", 2, "6-5 5-5", A},
		{"equal pips: the higher end", 4, "3-3 4-2 6-0 5-1", C},
		{"third tile does not count for two", 2, "1-0 2-0 6-6", B},
		{"three players", 3, "1-0 2-0 6-6", C},
		{"the blank is the lowest", 2, "0-0 1-0", B},
	}
	s := NewShuffle(3)
	for _, tt := range tests {
		p, err := Deal(tt.players, ByLot(shuffle(t, tt.lots)), s)
		if err != nil {
			t.Fatal(err)
		}
		if p.Turn() != tt.want {
			t.Errorf("%s: %s gives %v the lead, want %v", tt.name, tt.lots, p.Turn(), tt.want)
		}
		var want []Move
		for u := range p.Hand(tt.want).All() {
			want = append(want, Lay(u, Start))
		}
		if diff := cmp.Diff(want, p.LegalMoves()); diff != "" {
			t.Errorf("%s: the lead (-want +got):\n%s", tt.name, diff)
		}
	}
}

// Rule: or the tiles are not shuffled again, and the highest is laid at once.
func TestRuleLeadHighestTile(t *testing.T) {
	tests := []struct {
		name    string
		players int
		first   string
		line    string
		turn    Player
	}{
		{"A has it", 2, "6-6 1-0", "6-6", B},
		{"B has it", 2, "6-0 5-3", "5-3", A},
		{"only the first tiles count", 2, "1-0 2-0 6-6", "2-0", A},
		{"the last of four, equal pips", 4, "3-3 4-2 1-0 5-1", "5-1", A},
		{"the third of four", 4, "3-3 4-2 6-0 5-1", "6-0", D},
	}
	for _, tt := range tests {
		s := shuffle(t, tt.first)
		p, err := Deal(tt.players, HighestTile(), s)
		if err != nil {
			t.Fatal(err)
		}
		if texts(p.Line()) != tt.line || p.Turn() != tt.turn {
			t.Errorf("%s: the line is %v and the turn %v's, want %s, %v", tt.name, p.Line(), p.Turn(), tt.line, tt.turn)
		}
		zero, err := Deal(tt.players, Lead{}, s)
		if err != nil || zero != p {
			t.Errorf("%s: the zero Lead deals %v, %v; want %v", tt.name, zero, err, p)
		}
		for i := range tt.players {
			want := map[int]int{2: 7, 4: 5}[tt.players]
			if p.Hand(Player(i)).Has(s[i]) != (s[i] != tile(t, tt.line)) {
				t.Errorf("%s: %v has %v", tt.name, Player(i), p.Hand(Player(i)))
			}
			if s[i] == tile(t, tt.line) {
				want--
			}
			if got := p.Hand(Player(i)).Count(); got != want {
				t.Errorf("%s: %v has %d tiles, want %d", tt.name, Player(i), got, want)
			}
		}
	}
}

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
		{"nobody", 0, HighestTile(), s, ErrPlayers},
		{"one player", 1, HighestTile(), s, ErrPlayers},
		{"five players", 5, HighestTile(), s, ErrPlayers},
		{"fewer than none", -1, HighestTile(), s, ErrPlayers},
		{"zero shuffle", 2, HighestTile(), Shuffle{}, ErrShuffle},
		{"a tile twice", 2, HighestTile(), twice, ErrShuffle},
		{"no tile", 2, HighestTile(), beyond, ErrShuffle},
		{"zero lots", 2, ByLot(Shuffle{}), s, ErrShuffle},
		{"the third of two", 2, LedBy(C), s, ErrLead},
		{"nobody leads", 4, LedBy(99), s, ErrLead},
	}
	for _, tt := range tests {
		p, err := Deal(tt.players, tt.lead, tt.shuffle)
		var setup *SetupError
		if p != (Position{}) || !errors.Is(err, tt.want) || !errors.As(err, &setup) {
			t.Errorf("%s: %v, %v; want %v", tt.name, p, err, tt.want)
		}
	}
}

// The positions below are of two players, with seven tiles in each hand at the
// deal. The stock is what they do not name.
const (
	lead   = "A 6-4,5-5,4-4,3-1,2-1,1-0,0-0/6-6,6-5,5-4,4-3,3-2,3-0,2-0 * -"
	second = "A 6-6,6-5,5-4,5-3,3-2,2-1,1-0/6-0,5-5,5-2,5-1,5-0,4-4 * 6-3"
	turned = "A 6-6,6-5,5-4,5-3,3-2,2-1,1-0/6-0,5-5,5-2,5-1,5-0,4-4 * 3-6"
	fourth = "B 5-5,5-4,3-2,2-1,1-0/6-0,5-3,5-2,5-1,5-0,4-4 * 4-6,6-6,6-3"
)

// Rule: a laid tile must match an open end. It lies with like pips together;
// a double opens no more than the two ends.
func TestRuleLaying(t *testing.T) {
	tests := []struct {
		name  string
		start string
		move  string
		line  string // "" if the move is not legal
	}{
		{"a double leads", lead, "5-5", "5-5"},
		{"any tile leads, the higher end to the left", lead, "6-4", "6-4"},
		{"the lead has no end", lead, "6-4 left", ""},
		{"the lead has to be in the hand", lead, "6-6", ""},
		{"at the right, as it is", second, "3-2 right", "6-3 3-2"},
		{"at the right, turned", second, "5-3 right", "6-3 3-5"},
		{"at the left, turned", second, "6-5 left", "5-6 6-3"},
		{"at the left, as it is", turned, "5-3 left", "5-3 3-6"},
		{"a double at the left", second, "6-6 left", "6-6 6-3"},
		{"a double at the right", turned, "6-6 right", "3-6 6-6"},
		{"matches the other end only", second, "6-5 right", ""},
		{"matches no end", second, "5-4 left", ""},
		{"needs an end", second, "6-5", ""},
		{"in the other hand", second, "6-0 left", ""},
		{"in the stock", second, "3-3 right", ""},
		{"on the table", second, "6-3 left", ""},
		{"inner pips are closed", fourth, "6-0 right", ""},
		{"no end beside a double", fourth, "6-0 left", ""},
		{"beyond a double", fourth, "4-4 left", "4-4 4-6 6-6 6-3"},
	}
	for _, tt := range tests {
		p := position(t, tt.start)
		m := move(t, tt.move)
		player := p.Turn()
		legal := slices.Contains(p.LegalMoves(), m)
		err := p.Play(m)
		if want := tt.line != ""; legal != want || (err == nil) != want {
			t.Errorf("%s: %v at %v: in LegalMoves %v, Play %v; want legal %v", tt.name, m, tt.start, legal, err, want)
		}
		if got := texts(p.Line()); err == nil && got != tt.line {
			t.Errorf("%s: %v at %v gives %s, want %s", tt.name, m, tt.start, got, tt.line)
		}
		if err == nil && p.Hand(player).Has(m.Tile()) {
			t.Errorf("%s: the tile is still in the hand", tt.name)
		}
	}
}

// Rule: a tile that fits both ends may be laid at either.
func TestRuleBothEnds(t *testing.T) {
	p := position(t, "A 6-6,6-3,5-4,4-3,1-0/6-4,6-1,5-5,5-3,4-4 * 6-0,0-5,5-2,2-3")
	if got, want := texts(p.LegalMoves()), "6-6 left 6-3 left 6-3 right 4-3 right"; got != want {
		t.Errorf("legal moves %s, want %s", got, want)
	}
	left, right := p.After(move(t, "6-3 left")), p.After(move(t, "6-3 right"))
	got := texts(left.Line()) + " | " + texts(right.Line())
	if want := "3-6 6-0 0-5 5-2 2-3 | 6-0 0-5 5-2 2-3 3-6"; got != want {
		t.Errorf("lines %s, want %s", got, want)
	}
}

// Rule: the turn goes round from A to the last player and to A again.
func TestRuleTurns(t *testing.T) {
	for players := MinPlayers; players <= MaxPlayers; players++ {
		p, err := Deal(players, LedBy(A), NewShuffle(1))
		if err != nil {
			t.Fatal(err)
		}
		for i := range 2 * players {
			if want := Player(i % players); p.Turn() != want {
				t.Errorf("%d players, turn %d: %v, want %v", players, i, p.Turn(), want)
			}
			for p.LegalMoves()[0] == Draw {
				p = p.After(Draw)
			}
			p = p.After(p.LegalMoves()[0])
		}
	}
}

// Rule: who cannot play draws from the stock, one tile at a time until one
// fits, and must then lay it.
func TestRuleDrawing(t *testing.T) {
	p := position(t, "A 5-5,5-4,4-4,2-2,2-1,1-1,1-0/6-5,6-4,5-3,4-3,3-2,3-1 5-2,5-1,6-6,* 6-3")
	for i, drawn := range []string{"5-2", "5-1", "6-6"} {
		if got := texts(p.LegalMoves()); got != "draw" || p.Turn() != A {
			t.Fatalf("before draw %d: %v has the moves %s", i+1, p.Turn(), got)
		}
		if err := p.Play(Draw); err != nil {
			t.Fatal(err)
		}
		if !p.Hand(A).Has(tile(t, drawn)) || p.Hand(A).Count() != 8+i || len(p.Stock()) != 13-i {
			t.Errorf("after draw %d: %v", i+1, p)
		}
	}
	if got := texts(p.LegalMoves()); got != "6-6 left" || p.Turn() != A {
		t.Errorf("%v has the moves %s, want A with 6-6 left", p.Turn(), got)
	}
}

// Rule: who cannot play passes when the stock is empty, and not before.
func TestRulePassing(t *testing.T) {
	p := position(t, "A 6-6,6-5,6-4,6-3,5-5,5-4/6-0,5-0,4-0,3-0,0-0 * 0-1,1-2,2-0")
	draws := 0
	for ; p.LegalMoves()[0] == Draw; draws++ {
		if err := p.Play(Pass); !errors.Is(err, ErrMustDraw) {
			t.Fatalf("pass with %d tiles in the stock: %v, want %v", len(p.Stock()), err, ErrMustDraw)
		}
		p = p.After(Draw)
	}
	if draws != 14 || texts(p.LegalMoves()) != "pass" {
		t.Fatalf("after %d draws the moves are %v", draws, p.LegalMoves())
	}
	if err := p.Play(Draw); !errors.Is(err, ErrStockEmpty) {
		t.Errorf("draw from the empty stock: %v, want %v", err, ErrStockEmpty)
	}
	before := p
	if err := p.Play(Pass); err != nil {
		t.Fatal(err)
	}
	if p.Turn() != B || p.Hand(A) != before.Hand(A) || p.Hand(B) != before.Hand(B) || texts(p.Line()) != texts(before.Line()) {
		t.Errorf("pass leads from %v to %v", before, p)
	}
}

// All seven sixes but the last are in this line of nine: after 6-0 at the
// right both ends are sixes and nothing fits any more.
const nineTiles = "6-1,1-2,2-6,6-6,6-3,3-4,4-6,6-5,5-0"

// Rules: a round ends when someone is out or nobody can play; remaining pips
// are minus points.
func TestRuleRoundEnd(t *testing.T) {
	tests := []struct {
		name  string
		start string
		move  string
		want  Outcome
	}{
		{
			"out of two", "A 6-6/* - 6-5,5-4,4-3,3-2,2-1,1-0", "6-6 left",
			Outcome{Out, 2, [4]int{0, 120}, [4]bool{true}},
		},
		{
			"out of four with a stock",
			"C 5-5,1-1/5-4,0-0/6-6/* 4-4,5-3 6-5,5-1,1-0,0-4,4-3,3-2,2-1,1-4,4-2,2-0,0-3,3-3,3-1,1-6,6-2,2-5", "6-6 left",
			Outcome{Out, 4, [4]int{12, 9, 0, 34}, [4]bool{false, false, true}},
		},
		{
			"out wins against a double blank", "A 6-6/*/0-0 - 6-5,5-4,4-3,3-2,2-1,1-0,0-2,2-4", "6-6 left",
			Outcome{Out, 3, [4]int{0, 112, 0}, [4]bool{true}},
		},
		{
			"blocked by a tile", "A 6-0,1-1/* - " + nineTiles, "6-0 right",
			Outcome{Blocked, 2, [4]int{2, 88}, [4]bool{true}},
		},
		{
			"blocked, and the last to lay loses", "A 6-0,5-5/3-3/* - " + nineTiles, "6-0 right",
			Outcome{Blocked, 3, [4]int{10, 6, 74}, [4]bool{false, true}},
		},
		{
			"blocked with equal pips", "A 6-0,5-5,5-4,5-3,5-2,5-1,4-1/* - " + nineTiles, "6-0 right",
			Outcome{Blocked, 2, [4]int{45, 45}, [4]bool{true, true}},
		},
		{
			"blocked with equal fewest of three", "A 6-0,1-1/2-0/* - " + nineTiles, "6-0 right",
			Outcome{Blocked, 3, [4]int{2, 2, 86}, [4]bool{true, true}},
		},
		{
			"blocked by the last draw", "B 2-2,1-1/* 0-0 " + nineTiles + ",0-6", "draw",
			Outcome{Blocked, 2, [4]int{6, 84}, [4]bool{true}},
		},
		{
			"not blocked while there is a stock", "A 6-0,2-2,1-1/* 0-0,1-0 " + nineTiles, "6-0 right",
			Outcome{Players: 2},
		},
		{
			"not blocked while another can play", "A 6-0,1-1/* - 1-2,2-6,6-6,6-3,3-4,4-6,6-5,5-0", "6-0 right",
			Outcome{Players: 2},
		},
	}
	for _, tt := range tests {
		p := position(t, tt.start)
		if before := p.Outcome(); before != (Outcome{Players: p.Players()}) {
			t.Errorf("%s: before the move: %v", tt.name, before)
		}
		if err := p.Play(move(t, tt.move)); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if diff := cmp.Diff(tt.want, p.Outcome()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if moves := p.LegalMoves(); (len(moves) == 0) != tt.want.IsOver() {
			t.Errorf("%s: the moves are %v", tt.name, moves)
		}
	}
}

// playMatch deals rounds from seed on and plays first moves until the match is
// over. It returns the outcome before the last round.
func playMatch(t *testing.T, m *Match, seed uint64) (before Outcome) {
	t.Helper()
	for ; !m.Outcome().IsOver(); seed++ {
		before = m.Outcome()
		if err := m.Deal(HighestTile(), NewShuffle(seed)); err != nil {
			t.Fatal(err)
		}
		for !m.Round().IsOver() {
			p := m.Position()
			if err := m.Play(p.LegalMoves()[0]); err != nil {
				t.Fatal(err)
			}
		}
	}
	return before
}

// Rule: the game ends when someone reaches 100 minus points, or 200 as agreed;
// the fewest win.
func TestRuleMatch(t *testing.T) {
	for _, target := range []int{100, 200} {
		for players := MinPlayers; players <= MaxPlayers; players++ {
			var opts []MatchOption
			if target != 100 {
				opts = append(opts, MatchTo(target))
			}
			m, err := NewMatch(players, opts...)
			if err != nil {
				t.Fatal(err)
			}
			before := playMatch(t, m, 1)
			o := m.Outcome()
			if before.IsOver() || slices.Max(before.Minus[:]) >= target || before.Winners != [4]bool{} {
				t.Errorf("%d players to %d: before the last round %v", players, target, before)
			}
			if o.Reason != Target || o.Players != players || slices.Max(o.Minus[:]) < target || m.Target() != target || m.Players() != players {
				t.Errorf("%d players to %d: %v", players, target, o)
			}
			for i, won := range o.Winners {
				if won != (i < players && o.Minus[i] == slices.Min(o.Minus[:players])) {
					t.Errorf("%d players to %d: %v", players, target, o)
				}
			}
		}
	}
}

// Rule: equal fewest minus points share the match.
func TestRuleMatchShared(t *testing.T) {
	m, err := NewMatch(3, MatchTo(1))
	if err != nil {
		t.Fatal(err)
	}
	playMatch(t, m, 58)
	if got, want := m.Outcome().String(), "target: A -7, B -24, C -7; A and C share the win"; got != want || m.Rounds() != 1 {
		t.Errorf("after %d rounds: %s, want %s", m.Rounds(), got, want)
	}
	if p, ok := m.Outcome().Winner(); ok {
		t.Errorf("%v alone has won", p)
	}
}

func TestMatchSteps(t *testing.T) {
	for players, target := range map[int]int{1: 100, 5: 100, 2: 0, 3: -1} {
		m, err := NewMatch(players, MatchTo(target))
		var setup *SetupError
		if m != nil || !errors.As(err, &setup) {
			t.Errorf("NewMatch(%d, MatchTo(%d)) = %v, %v", players, target, m, err)
		}
	}
	m, err := NewMatch(2)
	if err != nil {
		t.Fatal(err)
	}
	if m.Undo() || m.Position() != (Position{}) || m.Round().IsOver() {
		t.Errorf("before the deal: %v, %v", m.Position(), m.Round())
	}
	if err := m.Play(Draw); !errors.Is(err, ErrNoRound) {
		t.Errorf("draw before the deal: %v, want %v", err, ErrNoRound)
	}
	if err := m.Deal(LedBy(C), NewShuffle(1)); !errors.Is(err, ErrLead) || m.Rounds() != 0 {
		t.Errorf("C leads in a match of two: %v and %d rounds", err, m.Rounds())
	}
	if err := m.Deal(LedBy(B), NewShuffle(1)); err != nil || m.Rounds() != 1 {
		t.Fatalf("%v and %d rounds", err, m.Rounds())
	}
	if p := m.Position(); p.Turn() != B {
		t.Errorf("%v leads, want B", p.Turn())
	}
	if err := m.Deal(LedBy(A), NewShuffle(2)); !errors.Is(err, ErrRoundOpen) || m.Rounds() != 1 {
		t.Errorf("deal during a round: %v and %d rounds", err, m.Rounds())
	}
	if !m.Undo() || m.Rounds() != 0 || m.Undo() {
		t.Errorf("the deal taken back: %d rounds", m.Rounds())
	}
	playMatch(t, m, 1)
	rounds, end := m.Rounds(), m.Outcome()
	if err := m.Deal(LedBy(A), NewShuffle(2)); !errors.Is(err, ErrMatchOver) || m.Rounds() != rounds {
		t.Errorf("deal after the end: %v and %d rounds", err, m.Rounds())
	}
	if err := m.Play(Pass); !errors.Is(err, ErrRoundOver) {
		t.Errorf("pass after the end: %v, want %v", err, ErrRoundOver)
	}
	if !m.Undo() || m.Outcome().IsOver() || m.Outcome() == end {
		t.Errorf("the last move taken back: %v", m.Outcome())
	}
}

// A player's view hides the other hands and the stock, and shows all hands
// when the round is over. TestRandomRounds checks it at every step.
func TestViewHides(t *testing.T) {
	p := position(t, second)
	for viewer, want := range map[Player]string{
		A: "A: A 6-6,6-5,5-4,5-3,3-2,2-1,1-0/?6 ?14 6-3",
		B: "B: A ?7/6-0,5-5,5-2,5-1,5-0,4-4 ?14 6-3",
		C: "none",
	} {
		if got := p.View(viewer).String(); got != want {
			t.Errorf("%v sees %s, want %s", viewer, got, want)
		}
	}
	open := position(t, "A 6-6/* - 6-5,5-4,4-3,3-2,2-1,1-0")
	if err := open.Play(move(t, "6-6 left")); err != nil {
		t.Fatal(err)
	}
	if v := open.View(A); v.Hand(B) != open.Hand(B) || v.Outcome() != open.Outcome() {
		t.Errorf("after the round A sees %v", v)
	}
	var zero View
	if zero.IsValid() || len(zero.LegalMoves()) != 0 || !zero.Unseen().IsEmpty() || zero.Outcome() != (Outcome{}) || p.View(99) != zero {
		t.Errorf("the zero view: %v", zero)
	}
	if v := p.View(A); !v.IsValid() || v.Hand(99) != 0 || v.Held(99) != 0 || v.Held(C) != 0 {
		t.Errorf("A sees hands of others in %v", v)
	}
}

func TestMoveErrors(t *testing.T) {
	tests := []struct {
		name  string
		start string
		move  Move
		want  error
		text  string
	}{
		{"no move", second, NoMove, ErrNoMove, "domino: A: none: there is no such move"},
		{"out of range", second, 255, ErrNoMove, "domino: A: Move(255): there is no such move"},
		{"another's tile", second, move(t, "6-0 left"), ErrNotHeld, "domino: A: 6-0 left: the tile is not in the hand"},
		{"no end", second, move(t, "6-5"), ErrEnd, "domino: A: 6-5: the end is wrong: the table is not empty; say left or right"},
		{"no line", lead, move(t, "5-5 left"), ErrEnd, "domino: A: 5-5 left: the end is wrong: the table is empty"},
		{"left", second, move(t, "5-3 left"), ErrNoMatch, "domino: A: 5-3 left: the tile does not match the open end: the left end has 6"},
		{"right", second, move(t, "6-5 right"), ErrNoMatch, "domino: A: 6-5 right: the tile does not match the open end: the right end has 3"},
		{"idle draw", second, Draw, ErrCanLay, "domino: A: draw: the hand has a tile that fits: 6-6"},
		{"idle pass", lead, Pass, ErrCanLay, "domino: A: pass: the hand has a tile that fits: 6-4"},
		{"early pass", "B 2-2,1-1/* 0-0 " + nineTiles + ",0-6", Pass, ErrMustDraw, "domino: B: pass: the stock is not empty: it has 1 tile"},
		{
			"after the end", "B -/* - 6-6,6-5,5-4,4-3,3-2,2-1,1-0", Pass, ErrRoundOver,
			"domino: B: pass: the round is over: out: A -0, B -120; A wins",
		},
	}
	for _, tt := range tests {
		p := position(t, tt.start)
		err := p.Play(tt.move)
		var got *MoveError
		if !errors.As(err, &got) || got.Player != p.Turn() || got.Move != tt.move || !errors.Is(err, tt.want) || !errors.Is(err, ErrIllegal) || err.Error() != tt.text {
			t.Errorf("%s: Play(%v) = %v, want %s", tt.name, tt.move, err, tt.text)
		}
		if p != position(t, tt.start) {
			t.Errorf("%s: the position became %v", tt.name, p)
		}
	}
	var zero Position
	if err := zero.Play(Draw); !errors.Is(err, ErrNoRound) {
		t.Errorf("draw from the zero position: %v, want %v", err, ErrNoRound)
	}
	if zero.IsValid() || len(zero.LegalMoves()) != 0 || zero.Outcome() != (Outcome{}) || zero.View(A) != (View{}) {
		t.Errorf("the zero position has the moves %v and the outcome %v", zero.LegalMoves(), zero.Outcome())
	}
	setup := (&SetupError{ErrShuffle, "6-6 is missing"}).Error()
	if want := "domino: a shuffle has each of the 28 tiles once: 6-6 is missing"; setup != want {
		t.Errorf("setup error %q, want %q", setup, want)
	}
}

func TestParseErrors(t *testing.T) {
	parsers := map[string]func(string) error{
		"player":   func(s string) error { _, err := ParsePlayer(s); return err },
		"tile":     func(s string) error { _, err := ParseTile(s); return err },
		"tile set": func(s string) error { _, err := ParseTileSet(s); return err },
		"shuffle":  func(s string) error { _, err := ParseShuffle(s); return err },
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
	// sized names the tiles that are not in the line from 6-6 down, so many in
	// each hand and so many in the stock.
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
		{"player", "", 1, "want a player, A to D"},
		{"player", "E", 1, "want a player, A to D"},
		{"player", "a", 1, "want a player, A to D"},
		{"player", "AB", 2, "the text goes on after its end"},
		{"tile", "", 1, "want pips, 0 to 6"},
		{"tile", "7-1", 1, "want pips, 0 to 6"},
		{"tile", "61", 2, "want '-'"},
		{"tile", "6-", 3, "want pips, 0 to 6"},
		{"tile", "1-6", 1, "the higher end of a tile comes first: 6-1"},
		{"tile", "6-1 ", 4, "the text goes on after its end"},
		{"tile set", "", 1, "want pips, 0 to 6"},
		{"tile set", "6-6,", 5, "want pips, 0 to 6"},
		{"tile set", "6-5,6-6", 5, "6-6 comes before 6-5"},
		{"tile set", "6-6,6-6", 5, "6-6 is there twice"},
		{"tile set", "-6-6", 2, "the text goes on after its end"},
		{"shuffle", "6-6", 4, "want ','"},
		{"shuffle", strings.Repeat("6-6,", 28), 5, "6-6 is there twice"},
		{"shuffle", NewShuffle(1).String() + ",", 112, "the text goes on after its end"},
		{"move", "", 1, "want pips, 0 to 6"},
		{"move", "none", 1, "want pips, 0 to 6"},
		{"move", "Draw", 1, "want pips, 0 to 6"},
		{"move", "pass ", 1, "want pips, 0 to 6"},
		{"move", "4-6 left", 1, "the higher end of a tile comes first: 6-4"},
		{"move", "6-4 ", 5, "want left or right"},
		{"move", "6-4 start", 5, "want left or right"},
		{"move", "6-4 LEFT", 5, "want left or right"},
		{"move", "6-4  left", 5, "want left or right"},
		{"move", "6-4 left ", 9, "the text goes on after its end"},
		{"move", "6-4left", 4, "the text goes on after its end"},
		{"position", "", 1, "want a player, A to D"},
		{"position", "none", 1, "want a player, A to D"},
		{"position", "A", 2, "want ' '"},
		{"position", change("A ", "A  "), 3, "want pips, 0 to 6"},
		{"position", good + " ", len(good) + 1, "the text goes on after its end"},
		{"position", change("/", ","), 31, "6-0 comes before 1-0"},
		{"position", change("A ", "C "), 1, "C is to move, but 2 players take part"},
		{"position", change("A ", "B "), 1, "B has 6 tiles, fewer than left after the tiles laid"},
		{"position", change("6-6,6-5", "6-5,6-6"), 7, "6-6 comes before 6-5"},
		{"position", change(" 6-3", " 6-6"), 111, "6-6 is there twice"},
		{"position", change(" 6-3", " 6-3,3-6"), 115, "6-3 is there twice"},
		{"position", change(" 6-4,", " ") + ",6-4", 111, "6-4 does not match the 3 before it"},
		{"position", change("6-6,", ""), 1, "6-6 is missing"},
		{"position", sized("A", "-", 0, 28), 114, "want the hands of two to four players, with / between"},
		{"position", "A -/-/-/-/- - -", 10, "want ' '"},
		{"position", sized("A", "-", 15, 7, 6), 111, "the stock has more than 14 tiles"},
		{"position", sized("A", "-", 14, 5, 5, 4), 1, "the stock has 14 tiles, but 13 after the deal"},
		{"position", sized("A", "-", 14, 6, 8), 1, "A has 6 tiles before the first is laid, not 7"},
		{"position", sized("A", "-", 13, 7, 8), 1, "B has 8 tiles before the first is laid, not 7"},
		{"position", sized("A", "6-6", 0, 0, 27), 1, "A is out, but it is not the turn of the next player"},
		{"position", sized("B", "6-6", 14, 7, 6), 1, "B has 6 tiles, fewer than left after the tiles laid"},
		{"position", sized("C", "6-6,6-5,5-4,4-3", 9, 4, 3, 4, 4), 1, "the stock has 9 tiles, but 8 after the deal"},
		{"position", sized("C", "6-6,6-5,5-4,4-3", 8, 5, 3, 4, 4), 1, "B has 3 tiles, fewer than left after the tiles laid"},
		{"position", sized("A", "6-6", 0, 1, 26), 1, "the hands lack 6 tiles, but the line has 1"},
		{"position", strings.Repeat("6", 1<<20), 1, "want a player, A to D"},
		{"view", hidden("A A", "?6"), 2, "want ':'"},
		{"view", hidden("A:A", "?6"), 3, "want ' '"},
		{"view", hidden("C: A", "?6"), 1, "C does not take part"},
		{"view", hidden("B: A", "?6"), 1, "the hand of the viewer is hidden"},
		{"view", hidden("A: A", "?06"), 35, "want a number without leading zero, 0 to 99"},
		{"view", hidden("A: A", "?0"), 36, "an empty hand is -, not ?0"},
		{"view", hidden("A: A", "?100"), 35, "want a number without leading zero, 0 to 99"},
		{"view", hidden("A: A", "?"), 35, "want a number, 0 to 9"},
		{"view", hidden("A: A", "6"), 35, "want '-'"},
		{"view", hidden("A: A", "?5"), 1, "B has 5 tiles, fewer than left after the tiles laid"},
		{"view", hidden("A: A", "?7"), 1, "there are 29 tiles, not 28"},
		{"view", hidden("A: A", "?6") + " ", 44, "the text goes on after its end"},
		{"view", hidden("A: A", "?6") + ",3-6", 45, "6-3 is there twice"},
		{"view", hidden("A: A", "6-2,6-1,5-5,5-2,5-1,5-0"), 1, "all hands are open, but the round is not over"},
		{"view", "A: A ?7/?6 ?14 6-3", 1, "the hand of the viewer is hidden"},
		{"view", "A: A 6-5,5-4,3-2,2-1,1-0/6-6,6-4,6-2,6-1,6-0/?5 ?12 6-3", 1, "some hands of other players are open and some are hidden"},
		{"view", "A: B -/?21 ?0 6-6,6-5,5-4,4-3,3-2,2-1,1-0", 1, "the round is over, but hands are hidden"},
		{"view", "A: B 1-1/?17 ?0 " + nineTiles + ",0-6", 1, "the round is over, but hands are hidden"},
		{"view", "A: B 1-1/?17 14 " + nineTiles + ",0-6", 14, "want '?'"},
	}
	for _, tt := range tests {
		err := parsers[tt.kind](tt.text)
		var got *ParseError
		if !errors.As(err, &got) {
			t.Errorf("%s %.60q: error %v, want a ParseError", tt.kind, tt.text, err)
			continue
		}
		if want := (ParseError{tt.kind, tt.text, tt.column, tt.reason}); *got != want {
			t.Errorf("%s: %v\nwant %v", tt.kind, err, &want)
		}
		if len(err.Error()) > 1000 {
			t.Errorf("%s %.60q: the message has %d bytes", tt.kind, tt.text, len(err.Error()))
		}
	}
}

// TestText checks that every value round-trips through its text form, alone
// and in JSON. TestRandomRounds does so for positions and views.
func TestText(t *testing.T) {
	for p := A; p <= D; p++ {
		checkText(t, p)
	}
	for m := Move(1); m.IsValid(); m++ {
		checkText(t, m)
	}
	for _, u := range shuffle(t, "") {
		checkText(t, u)
		checkText(t, TileSetOf(u))
	}
	checkText(t, TileSet(0))
	for seed := range uint64(20) {
		s := NewShuffle(seed)
		checkText(t, s)
		checkText(t, TileSetOf(s[:seed]...))
	}
	over := "B -/*/0-0 - 6-6,6-5,5-4,4-3,3-2,2-1,1-0,0-2,2-4"
	for _, text := range []string{lead, second, turned, fourth, over} {
		p := position(t, text)
		checkText(t, p)
		checkText(t, p.View(A))
		checkText(t, p.View(B))
	}
}

func checkText[T interface {
	comparable
	fmt.Stringer
	encoding.TextMarshaler
	encoding.TextAppender
}](t *testing.T, v T) {
	t.Helper()
	appended, err := v.AppendText([]byte("> "))
	if err != nil || string(appended) != "> "+v.String() {
		t.Errorf("AppendText of %v gives %q, %v", v, appended, err)
	}
	encoded, err := json.Marshal(v)
	if err != nil || string(encoded) != `"`+v.String()+`"` {
		t.Errorf("JSON of %v is %s, %v", v, encoded, err)
	}
	var back T
	if err := json.Unmarshal(encoded, &back); err != nil || back != v {
		t.Errorf("%v came back from %s as %v, %v", v, encoded, back, err)
	}
}

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
			t.Errorf("%s: error %v, want a ParseError", name, err)
		}
	}
	want := position(t, second)
	if player != C || u != tile(t, "5-3") || set != TileSetOf(3, 4) || s != NewShuffle(1) || m != Draw || p != want || v != want.View(A) {
		t.Errorf("changed to %v, %v, %v, %v, %v, %v, %v", player, u, set, s, m, p, v)
	}
}

// TestInvalidValues checks that values outside the ranges say so, mean nothing
// and have no text form.
func TestInvalidValues(t *testing.T) {
	got := fmt.Sprint(Player(4), NoTile, Tile(29), NoMove, Move(200), End(3), Reason(4), Position{}, View{})
	if want := "Player(4) none Tile(29) none Move(200) End(3) Reason(4) none none"; got != want {
		t.Errorf("invalid values print as %s, want %s", got, want)
	}
	for _, v := range []encoding.TextMarshaler{
		Player(4), NoTile, Tile(29), TileSet(1 << 28), Shuffle{}, NoMove, Move(200), Position{}, View{},
	} {
		if text, err := v.MarshalText(); err == nil {
			t.Errorf("%v has the text form %q", v, text)
		}
	}
	for _, u := range []Tile{NoTile, 29, 255} {
		if u.IsValid() || u.High() != 0 || u.Low() != 0 || u.Pips() != 0 || u.IsDouble() || u.Has(0) {
			t.Errorf("%v has ends", u)
		}
		if s := TileSetOf(u); !s.IsEmpty() || s.Has(u) || TileSet(1<<32-1).Has(u) || TileSetOf(0).Without(u) != TileSetOf(0) {
			t.Errorf("%v is in %v", u, s)
		}
		if m := Lay(u, Left); m != NoMove {
			t.Errorf("Lay(%v) = %v", u, m)
		}
	}
	if m := Lay(0, End(3)); m != NoMove {
		t.Errorf("Lay at %v = %v", End(3), m)
	}
	for _, m := range []Move{NoMove, Draw, Pass, 200} {
		if m.Tile() != NoTile || m.End() != Start || m.IsValid() != (m == Draw || m == Pass) {
			t.Errorf("%v lays %v at %v", m, m.Tile(), m.End())
		}
	}
	for m := Pass + 1; m.IsValid(); m++ {
		if Lay(m.Tile(), m.End()) != m {
			t.Errorf("%v lays %v at %v", m, m.Tile(), m.End())
		}
	}
}

// TestNewShuffle pins the shuffles of two seeds, which programs may have
// stored, and checks that every tile comes to every place about as often.
func TestNewShuffle(t *testing.T) {
	for seed, want := range map[uint64]string{
		0: "3-1,6-3,4-1,4-4,6-5,1-0,5-1,4-3,5-0,2-1,3-3,3-2,6-4,5-2,6-0,6-1,0-0,4-0,2-0,5-4,5-5,5-3,1-1,3-0,4-2,6-2,2-2,6-6",
		1: "4-3,3-0,6-5,5-0,2-2,6-6,1-0,4-1,5-5,4-2,3-2,3-1,3-3,6-2,4-0,6-1,5-4,6-3,6-4,1-1,4-4,5-1,2-0,2-1,5-2,6-0,0-0,5-3",
	} {
		if got := NewShuffle(seed).String(); got != want {
			t.Errorf("NewShuffle(%d) = %s, want %s", seed, got, want)
		}
	}
	const rounds = 28000 // 1000 for each tile and place, deviation 31
	var count [Tiles][Tiles]int
	for seed := range uint64(rounds) {
		s := NewShuffle(seed)
		if !s.IsValid() {
			t.Fatalf("NewShuffle(%d) = %v", seed, s)
		}
		for place, u := range s {
			count[place][u]++
		}
	}
	for place := range count {
		for u, n := range count[place] {
			if n < 850 || n > 1150 {
				t.Errorf("%v comes to place %d %d times, want about 1000", Tile(u), place, n)
			}
		}
	}
}

func TestTileSet(t *testing.T) {
	s := TileSetOf(tile(t, "1-0"), tile(t, "6-4"), tile(t, "5-5"), NoTile)
	if got, want := s.String(), "6-4,5-5,1-0"; got != want {
		t.Errorf("set %s, want %s", got, want)
	}
	if s.Count() != 3 || s.Pips() != 21 || s.IsEmpty() || !s.Has(tile(t, "5-5")) || s.Has(tile(t, "0-0")) {
		t.Errorf("%v has %d tiles with %d pips", s, s.Count(), s.Pips())
	}
	if got, want := s.Without(tile(t, "5-5")).Without(tile(t, "0-0")).String(), "6-4,1-0"; got != want {
		t.Errorf("set without 5-5: %s, want %s", got, want)
	}
	for u := range s.All() {
		if got := u.String(); got != "6-4" {
			t.Errorf("first tile %s, want 6-4", got)
		}
		break
	}
	if got := fmt.Sprint(TileSet(0), Laid{4, 6}, Laid{4, 6}.Tile(), Laid{7, 0}.Tile(), Start, Left, Right); got != "- 4-6 6-4 none start left right" {
		t.Errorf("printed as %s", got)
	}
}

func TestOutcomeString(t *testing.T) {
	tests := []struct {
		outcome Outcome
		want    string
	}{
		{Outcome{}, "ongoing"},
		{Outcome{Players: 2}, "ongoing: A -0, B -0"},
		{Outcome{Target, 4, [4]int{1, 100, 1, 1}, [4]bool{true, false, true, true}}, "target: A -1, B -100, C -1, D -1; A and C and D share the win"},
		{Outcome{Players: 99}, "ongoing: A -0, B -0, C -0, D -0"},
	}
	for _, tt := range tests {
		if got := tt.outcome.String(); got != tt.want {
			t.Errorf("%#v prints as %q, want %q", tt.outcome, got, tt.want)
		}
	}
	if p, ok := (Outcome{Winners: [4]bool{2: true}}).Winner(); p != C || !ok {
		t.Errorf("Winner = %v, %v; want C", p, ok)
	}
}

func TestBoard(t *testing.T) {
	p := position(t, second)
	want := "table: [6|3]\n" +
		"stock: 14 tiles\n" +
		"> A:   [6|6][6|5][5|4][5|3][3|2][2|1][1|0]\n" +
		"  B:   [6|0][5|5][5|2][5|1][5|0][4|4]\n"
	if diff := cmp.Diff(want, p.Board()); diff != "" {
		t.Errorf("board (-want +got):\n%s", diff)
	}
	v := p.View(B)
	want = "table: [6|3]\n" +
		"stock: 14 tiles\n" +
		"> A:   7 tiles\n" +
		"  B:   [6|0][5|5][5|2][5|1][5|0][4|4]\n"
	if diff := cmp.Diff(want, v.Board()); diff != "" {
		t.Errorf("view of B (-want +got):\n%s", diff)
	}
	p = position(t, "B -/* 2-2 6-5,5-1,1-0,0-4,4-3,3-2,2-1,1-4,4-2,2-0,0-3,3-3,3-1,1-6,6-2")
	want = "table: [6|5][5|1][1|0][0|4][4|3][3|2][2|1][1|4][4|2][2|0][0|3][3|3][3|1][1|6]\n" +
		"       [6|2]\n" +
		"stock: 1 tile\n" +
		"  A:   -\n" +
		"> B:   [6|6][6|4][6|3][6|0][5|5][5|4][5|3][5|2][5|0][4|4][1|1][0|0]\n"
	if diff := cmp.Diff(want, p.Board()); diff != "" {
		t.Errorf("long board (-want +got):\n%s", diff)
	}
}

func TestGame(t *testing.T) {
	start := position(t, second)
	g := NewGame(start)
	if err := g.Play(Draw); !errors.Is(err, ErrCanLay) || len(g.Moves()) != 0 {
		t.Errorf("draw: %v and the moves %v", err, g.Moves())
	}
	for _, text := range []string{"6-6 left", "6-0 left"} {
		if err := g.Play(move(t, text)); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := texts(g.Moves()), "6-6 left 6-0 left"; got != want || g.Plies() != 2 || g.Start() != start {
		t.Errorf("moves %s from %v, want %s from %v", got, g.Start(), want, start)
	}
	g.Moves()[0] = Pass // a copy: the game does not notice
	p := g.Position()
	if got, want := texts(p.Line()), "0-6 6-6 6-3"; got != want || g.Outcome() != (Outcome{Players: 2}) {
		t.Errorf("line %s, %v; want %s", got, g.Outcome(), want)
	}
	undone := 0
	for g.Undo() {
		undone++
	}
	if undone != 2 || g.Position() != start || g.Start() != start || len(g.Moves()) != 0 {
		t.Errorf("after %d undos: %v with the moves %v", undone, g.Position(), g.Moves())
	}
	var zero Game
	if err := zero.Play(Draw); !errors.Is(err, ErrNoRound) || zero.Undo() || zero.Outcome().IsOver() {
		t.Errorf("the zero game: %v, %v", err, zero.Outcome())
	}
}

// What a caller does to the slices it gets does not change the position.
func TestCopies(t *testing.T) {
	p := position(t, second)
	before := p
	p.Line()[0] = Laid{}
	p.Stock()[0] = NoTile
	v := p.View(A)
	v.Line()[0] = Laid{}
	if p != before || v != before.View(A) {
		t.Errorf("changed to %v and %v", p, v)
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
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}
