package domino_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	. "github.com/shakki/chess/games/domino"
)

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
	if v := open.View(A); v.Hand(B) != open.Hand(B) || v.Outcome() != open.Outcome() || !strings.HasPrefix(v.String(), "A: B -/6-4 ?14 ") {
		t.Errorf("after the round: View(A) = %v, want all hands and the outcome", v)
	}
	var zero View
	if zero.IsValid() || len(zero.LegalMoves()) != 0 || !zero.Unseen().IsEmpty() ||
		zero.Outcome() != (Outcome{}) || p.View(99) != zero {
		t.Errorf("zero View: IsValid() = %v, LegalMoves() = %v, Unseen() = %v, Outcome() = %v; View(99) = %v",
			zero.IsValid(), zero.LegalMoves(), zero.Unseen(), zero.Outcome(), p.View(99))
	}
	if _, err := zero.MarshalText(); err == nil || err.Error() != `view "none", column 1: not a valid view` {
		t.Errorf("zero View: MarshalText() = %v, want an error about a view", err)
	}
	if v := p.View(A); !v.IsValid() || v.Hand(99) != 0 || v.Held(E+3) != 0 || v.Held(C) != 0 {
		t.Errorf("View(A) = %v has tiles for invalid players", v)
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

// checkView checks the view of a player, and that it does not depend on hidden tiles.
func checkView(t testing.TB, p Position, player Player) {
	t.Helper()
	v := p.View(player)
	if text, err := v.MarshalText(); err != nil || string(text) != v.String() {
		t.Fatalf("%v.MarshalText() = %s, %v", v, text, err)
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
