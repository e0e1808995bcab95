package domino_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	. "github.com/shakki/chess/games/domino"
)

// deal deals a round under one of the rules of the lead, to the package and to
// the oracle.
func deal(t testing.TB, players int, rule string, lots, s Shuffle) (Position, *slowRound) {
	t.Helper()
	lead := HighestTile()
	switch rule {
	case "lot":
		lead = ByLot(lots)
	case "A", "B", "C", "D":
		lead = LedBy(Player(rule[0] - 'A'))
	}
	p, err := Deal(players, lead, s)
	if err != nil {
		t.Fatalf("Deal(%d, %s, %v): %v", players, rule, s, err)
	}
	return p, slowDeal(players, rule, lots, s)
}

// A round has at most 28 tiles laid, 14 drawn, and before each tile all others
// passing.
const longestRound = Tiles + 14 + Tiles*(MaxPlayers-1)

// playRound plays a round to its end, with choose picking one of n moves, and
// checks at every step what must hold.
func playRound(t testing.TB, start Position, slow *slowRound, choose func(n int) int) Outcome {
	t.Helper()
	g := NewGame(start)
	var before []Position
	for {
		p := g.Position()
		checkPosition(t, p, slow)
		if g.Outcome().IsOver() {
			break
		}
		if len(before) > longestRound {
			t.Fatalf("the round goes on after %d moves at %v", len(before), p)
		}
		moves := p.LegalMoves()
		m := moves[choose(len(moves))]
		if err := g.Play(m); err != nil {
			t.Fatalf("%v: %v", p, err)
		}
		slow.play(m.String())
		if got, want := g.Position(), p.After(m); got != want {
			t.Fatalf("%v, %v: Play gives %v, After %v", p, m, got, want)
		}
		before = append(before, p)
	}
	end := g.Outcome()
	for _, p := range slices.Backward(before) {
		if !g.Undo() || g.Position() != p {
			t.Fatalf("undone to %v, want %v", g.Position(), p)
		}
	}
	if g.Undo() {
		t.Fatal("Undo goes back beyond the deal")
	}
	return end
}

// checkPosition compares p with the oracle: its text, its moves, what Play
// accepts, its outcome; and checks its views.
func checkPosition(t testing.TB, p Position, slow *slowRound) {
	t.Helper()
	if p.String() != slow.String() {
		t.Fatalf("position %v, want %v", p, slow)
	}
	if q, err := ParsePosition(p.String()); err != nil || q != p {
		t.Fatalf("%v came back as %v, %v", p, q, err)
	}
	if diff := cmp.Diff(slow.outcome(), p.Outcome()); diff != "" {
		t.Fatalf("outcome of %v (-want +got):\n%s", p, diff)
	}
	var moves []string
	legal := map[Move]bool{}
	for _, m := range p.LegalMoves() {
		moves = append(moves, m.String())
		legal[m] = true
	}
	slices.Sort(moves)
	if diff := cmp.Diff(slow.moves(), moves); diff != "" {
		t.Fatalf("legal moves of %v (-want +got):\n%s", p, diff)
	}
	if p.Outcome().IsOver() != (len(moves) == 0) {
		t.Fatalf("%v is %v with %d legal moves", p, p.Outcome(), len(moves))
	}
	for n := range 256 {
		m, q := Move(n), p
		if err := q.Play(m); (err == nil) != legal[m] || p.IsLegal(m) != legal[m] {
			t.Fatalf("%v: Play(%v) = %v; legal: %v", p, m, err, legal[m])
		} else if err != nil && q != p {
			t.Fatalf("%v became %v in spite of %v", p, q, err)
		}
	}
	for player := range Player(p.Players()) {
		checkView(t, p, player)
	}
}

// checkView checks what a player sees of p, and that it does not depend on
// anything hidden.
func checkView(t testing.TB, p Position, player Player) {
	t.Helper()
	v := p.View(player)
	if w, err := ParseView(v.String()); err != nil || w != v {
		t.Fatalf("%v came back as %v, %v", v, w, err)
	}
	if v.Viewer() != player || v.Players() != p.Players() || v.Turn() != p.Turn() || v.Stock() != len(p.Stock()) ||
		!slices.Equal(v.Line(), p.Line()) || v.Outcome() != p.Outcome() {
		t.Fatalf("%v shows %v", p, v)
	}
	left, right, ok := p.Ends()
	if l, r, o := v.Ends(); l != left || r != right || o != ok {
		t.Fatalf("%v has the ends %d %d %v, seen as %d %d %v", p, left, right, ok, l, r, o)
	}
	over := p.Outcome().IsOver()
	unseen := TileSetOf(p.Stock()...)
	for i := range Player(p.Players()) {
		want := p.Hand(i)
		if i != player && !over {
			unseen |= want
			want = 0
		}
		if v.Hand(i) != want || v.Held(i) != p.Hand(i).Count() {
			t.Fatalf("%v: %v sees %v and %d tiles of %v, want %v", p, player, v.Hand(i), v.Held(i), i, want)
		}
	}
	if v.Unseen() != unseen {
		t.Fatalf("%v: %v does not see %v, want %v", p, player, v.Unseen(), unseen)
	}
	var want []Move
	if player == p.Turn() {
		want = p.LegalMoves()
	}
	if diff := cmp.Diff(want, v.LegalMoves()); diff != "" {
		t.Fatalf("legal moves of %v (-want +got):\n%s", v, diff)
	}
	if !over {
		if q := swapHidden(t, p, player); !q.Outcome().IsOver() && q.View(player) != v {
			t.Fatalf("%v: the view of %v depends on hidden tiles:\n%v\n%v", p, player, v, q.View(player))
		}
	}
}

// swapHidden returns p with the tiles that a player does not see dealt anew.
func swapHidden(t testing.TB, p Position, player Player) Position {
	t.Helper()
	var hidden []slowTile
	v := p.View(player)
	for tile := range v.Unseen().All() {
		hidden = append(hidden, slowTile{tile.High(), tile.Low()})
	}
	rand.New(rand.NewPCG(uint64(len(hidden)), 1)).Shuffle(len(hidden), func(i, j int) {
		hidden[i], hidden[j] = hidden[j], hidden[i]
	})
	take := func(n int) []slowTile {
		taken := hidden[:n]
		hidden = hidden[n:]
		return taken
	}
	slow := &slowRound{turn: int(p.Turn())}
	for i := range Player(p.Players()) {
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
	return position(t, slow.String())
}

// TestRandomRounds plays rounds under every rule of the lead with every number
// of players, in step with the oracle.
func TestRandomRounds(t *testing.T) {
	reasons := map[Reason]int{}
	random := rand.New(rand.NewPCG(1, 2))
	for players := MinPlayers; players <= MaxPlayers; players++ {
		for _, rule := range []string{"highest", "lot", "A", "B"} {
			for range 8 {
				p, slow := deal(t, players, rule, NewShuffle(random.Uint64()), NewShuffle(random.Uint64()))
				reasons[playRound(t, p, slow, random.IntN).Reason]++
			}
		}
	}
	if reasons[Out] == 0 || reasons[Blocked] == 0 {
		t.Errorf("the rounds ended with %v; want some of each reason", reasons)
	}
}

// FuzzRound plays a round of the fuzzer's choosing in step with the oracle.
func FuzzRound(f *testing.F) {
	f.Add(uint64(1), uint8(0), uint8(0), []byte{})
	f.Add(uint64(2), uint8(1), uint8(1), []byte{3, 1, 4, 1, 5, 9, 2, 6})
	f.Add(uint64(3), uint8(2), uint8(2), []byte{255, 254, 253})
	f.Fuzz(func(t *testing.T, seed uint64, players, rule uint8, choices []byte) {
		n := MinPlayers + int(players)%3
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

// FuzzMatch plays matches to their end: the points add up, the end comes when
// the target is reached and not before, and Undo leads back to the beginning.
func FuzzMatch(f *testing.F) {
	f.Add(uint64(1), uint8(0), uint8(100))
	f.Add(uint64(2), uint8(1), uint8(200))
	f.Add(uint64(3), uint8(2), uint8(1))
	f.Fuzz(func(t *testing.T, seed uint64, players, target uint8) {
		n, points := MinPlayers+int(players)%3, max(1, int(target))
		m, err := NewMatch(n, MatchTo(points))
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(seed, 0))
		want, steps := [MaxPlayers]int{}, 0
		for !m.Outcome().IsOver() {
			if slices.Max(want[:]) >= points {
				t.Fatalf("the match to %d goes on at %v", points, want)
			}
			if err := m.Deal(ByLot(NewShuffle(random.Uint64())), NewShuffle(random.Uint64())); err != nil {
				t.Fatal(err)
			}
			for steps++; !m.Round().IsOver(); steps++ {
				p := m.Position()
				moves := p.LegalMoves()
				if err := m.Play(moves[random.IntN(len(moves))]); err != nil {
					t.Fatal(err)
				}
			}
			p := m.Position()
			for i := range want {
				want[i] += p.Hand(Player(i)).Pips()
			}
			if got := m.Outcome().Minus; got != want {
				t.Fatalf("after %v the match stands at %v, want %v", p, got, want)
			}
		}
		fewest := slices.Min(want[:n])
		for i, won := range m.Outcome().Winners {
			if won != (i < n && want[i] == fewest) {
				t.Fatalf("%v: wrong winners", m.Outcome())
			}
		}
		if slices.Max(want[:]) < points {
			t.Fatalf("the match to %d ended at %v", points, want)
		}
		for range steps {
			if !m.Undo() {
				t.Fatal("Undo stops before the beginning")
			}
		}
		if m.Undo() || m.Rounds() != 0 || m.Outcome() != (Outcome{Players: n}) {
			t.Fatalf("after all undos: %d rounds, %v", m.Rounds(), m.Outcome())
		}
	})
}

// FuzzParse checks that what a parser accepts is what the value prints, that it
// tells where the rest is wrong, and that what it accepts can be played on.
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
			parsed(ParsePlayer), parsed(ParseTile), parsed(ParseTileSet), parsed(ParseShuffle),
			parsed(ParseMove), parsed(ParsePosition), parsed(ParseView),
		} {
			v, err := back(s)
			var bad *ParseError
			switch {
			case err == nil && v.String() != s:
				t.Errorf("%T %q prints as %q", v, s, v)
			case err != nil && (!errors.As(err, &bad) || bad.Text != s || bad.Column < 1 || bad.Column > len(s)+1):
				t.Errorf("%q: error %#v, want a ParseError within the text", s, err)
			}
		}
		if p, err := ParsePosition(s); err == nil {
			random := rand.New(rand.NewPCG(0, 0))
			for moves := p.LegalMoves(); len(moves) > 0; moves = p.LegalMoves() {
				p = p.After(moves[random.IntN(len(moves))])
			}
			if !p.Outcome().IsOver() {
				t.Errorf("%q leads to the dead end %v", s, p)
			}
		}
		if v, err := ParseView(s); err == nil && v.Viewer() == v.Turn() && v.Outcome().IsOver() != (len(v.LegalMoves()) == 0) {
			t.Errorf("view %q is %v with the moves %v", s, v.Outcome(), v.LegalMoves())
		}
	})
}

// parsed makes parsers of different types alike.
func parsed[T fmt.Stringer](parse func(string) (T, error)) func(string) (fmt.Stringer, error) {
	return func(s string) (fmt.Stringer, error) { return parse(s) }
}
