package domino_test

import (
	"encoding"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	. "github.com/shakki/chess/games/domino"
	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/internal/tabletop/gametest"
)

// deal begins a round with the package and with the oracle. The rule is "highest", "lot", or the
// letter of the leader.
func deal(t testing.TB, players int, rule string, lots, s Shuffle) (Position, *slowRound) {
	t.Helper()
	lead := HighestTile()
	switch rule {
	case "lot":
		lead = ByLot(lots)
	case "A", "B", "C", "D", "E":
		lead = LedBy(A + Player(rule[0]-'A'))
	}
	g, err := NewGame(players, lead, s)
	if err != nil {
		t.Fatalf("NewGame(%d, %s, %v) = %v", players, rule, s, err)
	}
	return g.Position(), slowDeal(players, rule, lots, s)
}

// longestRound is an upper bound on the number of moves in a round: at most 28 tiles are laid, at
// most 14 are drawn, and at most four players pass before each tile.
const longestRound = Tiles + 14 + Tiles*(MaxPlayers-1)

// playRound plays a round to its end and compares every position with the oracle. The function
// choose selects the index of one of n legal moves.
func playRound(t testing.TB, start Position, slow *slowRound, choose func(n int) int) Outcome {
	t.Helper()
	g, err := NewGameFrom(start)
	if err != nil {
		t.Fatal(err)
	}
	var before []Position
	for {
		p := g.Position()
		checkPosition(t, p, slow)
		if g.Outcome().IsOver() {
			break
		}
		if len(before) > longestRound {
			t.Fatalf("%v: the round is not over after %d moves", p, len(before))
		}
		moves := p.LegalMoves()
		m := moves[choose(len(moves))]
		if err := g.Play(m); err != nil {
			t.Fatalf("%v: %v", p, err)
		}
		slow.play(m.String())
		if got, want := g.Position(), p.After(m); got != want {
			t.Fatalf("%v: Play(%v) gives %v, After gives %v", p, m, got, want)
		}
		before = append(before, p)
	}
	end := g.Outcome()
	for _, p := range slices.Backward(before) {
		if !g.Undo() || g.Position() != p {
			t.Fatalf("after Undo: position %v, want %v", g.Position(), p)
		}
	}
	if g.Undo() {
		t.Fatal("Undo() = true after the deal, want false")
	}
	return end
}

// checkPosition compares the text, the legal moves, and the outcome of p with the oracle. It also
// checks that Play accepts exactly the legal moves, and checks the views.
func checkPosition(t testing.TB, p Position, slow *slowRound) {
	t.Helper()
	if p.String() != slow.String() {
		t.Fatalf("position %v, want %v", p, slow)
	}
	if q, err := ParsePosition(p.String()); err != nil || q != p {
		t.Fatalf("ParsePosition(%q) = %v, %v", p, q, err)
	}
	if diff := cmp.Diff(slow.outcome(), p.Outcome()); diff != "" {
		t.Fatalf("%v: Outcome() (-want +got):\n%s", p, diff)
	}
	var moves []string
	legal := map[Move]bool{}
	for _, m := range p.LegalMoves() {
		moves = append(moves, m.String())
		legal[m] = true
	}
	slices.Sort(moves)
	if diff := cmp.Diff(slow.moves(), moves); diff != "" {
		t.Fatalf("%v: LegalMoves() (-want +got):\n%s", p, diff)
	}
	if p.Outcome().IsOver() != (len(moves) == 0) {
		t.Fatalf("%v: Outcome() = %v with %d legal moves", p, p.Outcome(), len(moves))
	}
	for n := range 256 {
		m, q := Move(n), p
		if err := q.Play(m); (err == nil) != legal[m] || p.IsLegal(m) != legal[m] {
			t.Fatalf("%v: Play(%v) = %v, IsLegal = %v; want legal: %v", p, m, err, p.IsLegal(m), legal[m])
		} else if err != nil && q != p {
			t.Fatalf("%v: Play(%v) = %v but changes the position to %v", p, m, err, q)
		}
	}
	for player := A; player <= Player(p.Players()); player++ {
		checkView(t, p, player)
	}
}

// checkView checks the view of a player, and that it does not depend on hidden tiles.
func checkView(t testing.TB, p Position, player Player) {
	t.Helper()
	v := p.View(player)
	if w, err := ParseView(v.String()); err != nil || w != v {
		t.Fatalf("ParseView(%q) = %v, %v", v, w, err)
	}
	if v.Viewer() != player || v.Players() != p.Players() || v.Turn() != p.Turn() || v.Stock() != len(p.Stock()) ||
		!slices.Equal(v.Line(), p.Line()) || v.Outcome() != p.Outcome() {
		t.Fatalf("%v: View(%v) = %v does not match the position", p, player, v)
	}
	left, right, ok := p.Ends()
	if l, r, o := v.Ends(); l != left || r != right || o != ok {
		t.Fatalf("%v: View(%v).Ends() = %d, %d, %v; want %d, %d, %v", p, player, l, r, o, left, right, ok)
	}
	over := p.Outcome().IsOver()
	unseen := TileSetOf(p.Stock()...)
	for i := A; i <= Player(p.Players()); i++ {
		want := p.Hand(i)
		if i != player && !over {
			unseen |= want
			want = 0
		}
		if v.Hand(i) != want || v.Held(i) != p.Hand(i).Count() {
			t.Fatalf("%v: in View(%v), Hand(%v) = %v and Held(%v) = %d; want %v, %d",
				p, player, i, v.Hand(i), i, v.Held(i), want, p.Hand(i).Count())
		}
	}
	if v.Unseen() != unseen {
		t.Fatalf("%v: View(%v).Unseen() = %v, want %v", p, player, v.Unseen(), unseen)
	}
	var want []Move
	if player == p.Turn() {
		want = p.LegalMoves()
	}
	if diff := cmp.Diff(want, v.LegalMoves()); diff != "" {
		t.Fatalf("%v: LegalMoves() (-want +got):\n%s", v, diff)
	}
	if !over {
		if q := swapHidden(t, p, player); !q.Outcome().IsOver() && q.View(player) != v {
			t.Fatalf("%v: the view of %v depends on hidden tiles:\n%v\n%v", p, player, v, q.View(player))
		}
	}
}

// swapHidden returns p with the tiles that a player cannot see in another order.
func swapHidden(t testing.TB, p Position, player Player) Position {
	t.Helper()
	v := p.View(player)
	for seed := range uint64(3) {
		var hidden []slowTile
		for tile := range v.Unseen().All() {
			hidden = append(hidden, slowTile{tile.High(), tile.Low()})
		}
		rand.New(rand.NewPCG(uint64(len(hidden)), seed)).Shuffle(len(hidden), func(i, j int) {
			hidden[i], hidden[j] = hidden[j], hidden[i]
		})
		take := func(n int) []slowTile {
			taken := hidden[:n]
			hidden = hidden[n:]
			return taken
		}
		slow := &slowRound{turn: int(p.Turn() - A)}
		for i := A; i <= Player(p.Players()); i++ {
			var hand []slowTile
			if i != player {
				hand = take(p.Hand(i).Count())
			} else {
				for tile := range p.Hand(i).All() {
					hand = append(hand, slowTile{tile.High(), tile.Low()})
				}
			}
			slow.hands = append(slow.hands, hand)
		}
		slow.stock = take(len(p.Stock()))
		for _, l := range p.Line() {
			slow.line = append(slow.line, slowTile{int(l.Left), int(l.Right)})
		}
		if q, err := ParsePosition(slow.String()); err == nil {
			return q
		}
	}
	return p // no other order that can arise was found
}

// TestRandomRounds plays random rounds with every kind of lead and every number of players and
// compares them with the oracle.
func TestRandomRounds(t *testing.T) {
	reasons := map[Reason]int{}
	random := rand.New(rand.NewPCG(1, 2))
	for players := MinPlayers; players <= MaxPlayers; players++ {
		for _, rule := range []string{"highest", "lot", "A", "B"} {
			for range deep.Times(2, 3) {
				p, slow := deal(t, players, rule, NewShuffle(random.Uint64()), NewShuffle(random.Uint64()))
				reasons[playRound(t, p, slow, random.IntN).Reason]++
			}
		}
	}
	if reasons[Out] == 0 || reasons[Blocked] == 0 {
		t.Errorf("the numbers of rounds by reason are %v, want both out and blocked", reasons)
	}
}

// FuzzRound plays a round with moves that the input chooses and compares it with the oracle.
func FuzzRound(f *testing.F) {
	f.Add(uint64(1), uint8(0), uint8(0), []byte{})
	f.Add(uint64(2), uint8(1), uint8(1), []byte{3, 1, 4, 1, 5, 9, 2, 6})
	f.Add(uint64(3), uint8(2), uint8(2), []byte{255, 254, 253})
	f.Fuzz(func(t *testing.T, seed uint64, players, rule uint8, choices []byte) {
		n := MinPlayers + int(players)%4
		name := []string{"highest", "lot", "A", "B"}[rule%4]
		p, slow := deal(t, n, name, NewShuffle(^seed), NewShuffle(seed))
		playRound(t, p, slow, func(n int) int {
			if len(choices) == 0 {
				return 0
			}
			choice := int(choices[0])
			choices = choices[1:]
			return choice % n
		})
	})
}

// FuzzMatch plays a match to its end. It checks the sums of penalty points and the winners, and
// that the match ends exactly when a player reaches the target.
func FuzzMatch(f *testing.F) {
	f.Add(uint64(1), uint8(0), uint8(100))
	f.Add(uint64(2), uint8(1), uint8(200))
	f.Add(uint64(3), uint8(2), uint8(1))
	f.Fuzz(func(t *testing.T, seed uint64, players, target uint8) {
		n, points := MinPlayers+int(players)%4, max(1, int(target))
		m, err := NewMatch(MatchOptions{n, points})
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(seed, 0))
		want := [MaxPlayers + 1]int{}
		for !m.Outcome().IsOver() {
			if slices.Max(want[:]) >= points {
				t.Fatalf("the match to %d points is not over at %v", points, want)
			}
			g, err := m.Next(ByLot(NewShuffle(random.Uint64())), NewShuffle(random.Uint64()))
			if err != nil {
				t.Fatal(err)
			}
			for !g.Outcome().IsOver() {
				moves := g.Position().LegalMoves()
				if err := g.Play(moves[random.IntN(len(moves))]); err != nil {
					t.Fatal(err)
				}
			}
			for i := range want {
				want[i] += g.Position().Hand(Player(i)).Pips()
			}
			if got := m.Outcome().Minus; got != want {
				t.Fatalf("after a round that ends with %v, the penalty points are %v, want %v", g.Position(), got, want)
			}
		}
		fewest := slices.Min(want[1 : n+1])
		for i, won := range m.Outcome().Winners {
			if won != (i > 0 && i <= n && want[i] == fewest) {
				t.Fatalf("wrong winners: %v", m.Outcome())
			}
		}
		if slices.Max(want[:]) < points {
			t.Fatalf("the match to %d points is over at %v", points, want)
		}
	})
}

// FuzzParse checks that the value of a successfully parsed text is printed as the same text, that a
// parse error has a column within the text, and that a round can be played to the end from a
// successfully parsed position.
func FuzzParse(f *testing.F) {
	p, _ := deal(f, 3, "highest", Shuffle{}, NewShuffle(1))
	f.Add(p.String())
	v := p.View(B)
	f.Add(v.String())
	f.Add(NewShuffle(1).String())
	for _, s := range []string{"", "-", "A", "6-4", "4-6", "6-6,6-4,0-0", "6-4 left", "6-4 right", "draw", "pass"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, back := range []func(string) (fmt.Stringer, error){
			unmarshaled[Player], parsed(ParseTile), unmarshaled[TileSet], unmarshaled[Shuffle],
			parsed(ParseMove), parsed(ParsePosition), parsed(ParseView),
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
		if v, err := ParseView(s); err == nil && v.Viewer() == v.Turn() &&
			v.Outcome().IsOver() != (len(v.LegalMoves()) == 0) {
			t.Errorf("view %q: Outcome() = %v, LegalMoves() = %v", s, v.Outcome(), v.LegalMoves())
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

// TestRandomGamesSurvive checks that random rounds of 2 to 5 players read back equal from text and
// JSON after every move, and that a round that was read back goes on like the original. The rounds
// are those of matches, which read back equal too.
func TestRandomGamesSurvive(t *testing.T) {
	most := deep.Times(100, 10)
	for rounds, seed := 0, uint64(0); rounds < most; seed++ {
		random := rand.New(rand.NewPCG(seed, 0))
		m, err := NewMatch(MatchOptions{Players: MinPlayers + int(seed%4)})
		if err != nil {
			t.Fatal(err)
		}
		for ; !m.Outcome().IsOver(); rounds++ {
			if _, err := m.Next(ByLot(NewShuffle(random.Uint64())), NewShuffle(random.Uint64())); err != nil {
				t.Fatal(err)
			}
			m = surviveRound(t, m, random)
		}
	}
}

// surviveRound plays the last round of m to its end. It returns the match, which was read back on
// the way.
func surviveRound(t *testing.T, m *Match, random *rand.Rand) *Match {
	for stop := random.IntN(20); !m.Game().Outcome().IsOver(); stop-- {
		moves := m.Game().Position().LegalMoves()
		move := moves[random.IntN(len(moves))]
		back := gametest.Restored(t, m.Game())
		if stop == 0 {
			m = gametest.Restored(t, m)
		}
		if err := errors.Join(m.Game().Play(move), back.PlayText(move.String())); err != nil {
			t.Fatal(err)
		}
		if !back.Equal(m.Game()) {
			t.Fatalf("after %v, the copy is %v, want %v", move, back, m.Game())
		}
	}
	return m
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
