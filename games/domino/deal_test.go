package domino_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	. "github.com/shakki/chess/games/domino"
)

// TestRuleDeal checks that two players take 7 tiles each, that more players take 5 each, and that
// the remaining tiles are the stock, in the order of the shuffle.
func TestRuleDeal(t *testing.T) {
	s := NewShuffle(7)
	for players, each := range map[int]int{2: 7, 3: 5, 4: 5} {
		p, err := Deal(players, B, s)
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
		leader, err := LeaderByLot(tt.players, shuffle(t, tt.lots))
		p, err2 := Deal(tt.players, leader, s)
		if err := errors.Join(err, err2); err != nil {
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
		g, err := NewGame(tt.players, NoPlayer, s)
		if err != nil {
			t.Fatal(err)
		}
		p := g.Position()
		if texts(p.Line()) != tt.line || p.Turn() != tt.turn || texts(g.Moves()) != tt.line {
			t.Errorf("%s: Line() = %v, Turn() = %v, Moves() = %v; want %s, %v",
				tt.name, p.Line(), p.Turn(), g.Moves(), tt.line, tt.turn)
		}
		dealt, err := Deal(tt.players, NoPlayer, s)
		if err != nil || !g.Undo() || g.Undo() || g.Position() != dealt {
			t.Errorf("%s: after Undo, the position is %v, want %v, %v", tt.name, g.Position(), dealt, err)
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
		leader  Player
		shuffle Shuffle
		want    error
	}{
		{"no players", 0, NoPlayer, s, ErrPlayers},
		{"one player", 1, NoPlayer, s, ErrPlayers},
		{"six players", 6, NoPlayer, s, ErrPlayers},
		{"negative number of players", -1, NoPlayer, s, ErrPlayers},
		{"zero shuffle", 2, NoPlayer, Shuffle{}, ErrShuffle},
		{"duplicate tile", 2, NoPlayer, twice, ErrShuffle},
		{"NoTile in the shuffle", 2, NoPlayer, beyond, ErrShuffle},
		{"led by the third of two players", 2, C, s, ErrLead},
		{"led by an invalid player", 4, 99, s, ErrLead},
	}
	for _, tt := range tests {
		p, err := Deal(tt.players, tt.leader, tt.shuffle)
		var setup *SetupError
		if p != (Position{}) || !errors.Is(err, tt.want) || !errors.As(err, &setup) {
			t.Errorf("%s: Deal returns %v, %v; want a *SetupError with %v", tt.name, p, err, tt.want)
		}
		if leader, err := LeaderByLot(tt.players, tt.shuffle); (leader != NoPlayer || !errors.Is(err, tt.want)) && tt.want != ErrLead {
			t.Errorf("%s: LeaderByLot returns %v, %v; want %v", tt.name, leader, err, tt.want)
		}
	}
	_, target := NewMatch(MatchOptions{Players: 2, Target: -1})
	_, players := Deal(-1, A, s)
	_, text := new(Match).MarshalText()
	if got := fmt.Sprint(target, "; ", players); got != "want a positive target (got -1); want 2 to 5 players (got -1)" || !strings.HasPrefix(fmt.Sprint(text), "match ") {
		t.Errorf("the errors of numbers and of the zero Match are %s; %v", got, text)
	}
	if _, err := Deal(2, A, Shuffle{}); err == nil || err.Error() != "invalid shuffle (6-6 is missing)" {
		t.Errorf("Deal of the zero Shuffle: %v, want the highest tile that is missing", err)
	}
}

// TestRuleFivePlayers checks that five players take five tiles each, which leaves three tiles for
// the stock.
func TestRuleFivePlayers(t *testing.T) {
	g, err := NewGame(5, E, NewShuffle(1))
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

// deal begins a round with the package and with the oracle. The rule is "highest", "lot", or the
// letter of the leader.
func deal(t testing.TB, players int, rule string, lots, s Shuffle) (Position, *slowRound) {
	t.Helper()
	leader := NoPlayer
	var err error
	switch rule {
	case "lot":
		leader, err = LeaderByLot(players, lots)
	case "A", "B", "C", "D", "E":
		leader = A + Player(rule[0]-'A')
	}
	g, err2 := NewGame(players, leader, s)
	if err := errors.Join(err, err2); err != nil {
		t.Fatalf("NewGame(%d, %s, %v) = %v", players, rule, s, err)
	}
	return g.Position(), slowDeal(players, rule, lots, s)
}
