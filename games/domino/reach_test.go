package domino_test

import (
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	. "github.com/shakki/chess/games/domino"
	"github.com/shakki/chess/internal/deep"
)

// canArise reports whether a round leads to r. It tries every last move and goes back from there,
// one tile at a time, until the line is empty.
func (r *slowRound) canArise() bool {
	each := 5
	if len(r.hands) == 2 {
		each = 7
	}
	if len(r.line) == 0 {
		for _, hand := range r.hands {
			if len(hand) != each {
				return false
			}
		}
		return true
	}
	previous := (r.turn + len(r.hands) - 1) % len(r.hands)
	for i := range 2 { // the last move laid the tile at the left end, or the one at the right end
		t := r.line[0]
		before := r.back(previous)
		before.line = before.line[1:]
		if i == 1 {
			t = r.line[len(r.line)-1]
			before.line = slices.Clone(r.line[:len(r.line)-1])
		}
		before.hands[previous] = append(before.hands[previous], slowTile{max(t[0], t[1]), min(t[0], t[1])})
		if before.reason() == NoReason && before.canArise() {
			return true
		}
	}
	for i, t := range r.hands[r.turn] { // the last move drew this tile
		before := r.back(r.turn)
		before.hands[r.turn] = slices.Delete(before.hands[r.turn], i, i+1)
		before.stock = slices.Insert(before.stock, 0, t)
		if before.reason() == NoReason && before.moves()[0] == "draw" && before.canArise() {
			return true
		}
	}
	before := r.back(previous)
	return before.reason() == NoReason && before.moves()[0] == "pass" && before.canArise()
}

// back returns a copy of r with another player to move.
func (r *slowRound) back(turn int) *slowRound {
	before := &slowRound{turn: turn, stock: slices.Clone(r.stock), line: slices.Clone(r.line)}
	for _, hand := range r.hands {
		before.hands = append(before.hands, slices.Clone(hand))
	}
	return before
}

// TestArises compares the positions that ParsePosition accepts with those that a plain search
// finds: positions early in random rounds, the same ones with two tiles exchanged, and with a tile
// moved from the stock to a hand.
func TestArises(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	accepted, rejected := 0, 0
	for range deep.Times(25, 8) {
		_, slow := deal(t, MinPlayers+random.IntN(4), "A", Shuffle{}, NewShuffle(random.Uint64()))
		for range 1 + random.IntN(9) {
			if moves := slow.moves(); len(moves) > 0 && len(slow.line) < 4 {
				slow.play(moves[random.IntN(len(moves))])
			}
		}
		drawn := -len(slow.stock) + Tiles - 14
		if len(slow.hands) > 2 {
			drawn = Tiles - 5*len(slow.hands) - len(slow.stock)
		}
		hand := &slow.hands[random.IntN(len(slow.hands))]
		switch change := random.IntN(3); {
		case change == 0 && len(slow.stock) > 0 && len(*hand) > 0:
			(*hand)[0], slow.stock[0] = slow.stock[0], (*hand)[0]
		case change == 1 && len(slow.stock) > 0 && drawn < 2:
			*hand = append(*hand, slow.stock[0])
			slow.stock = slow.stock[1:]
		}
		if drawn > 2 {
			continue // too many for the plain search
		}
		want := slow.canArise()
		p, err := ParsePosition(slow.String())
		if (err == nil) != want {
			t.Fatalf("ParsePosition(%q) = %v, %v; want accepted: %v", slow, p, err, want)
		}
		if want {
			accepted++
		} else {
			rejected++
		}
	}
	if accepted < deep.Times(6, 8) || rejected < deep.Times(2, 8) {
		t.Errorf("%d positions are accepted and %d rejected, want both", accepted, rejected)
	}
}

// TestArisesLater checks how many positions from whole rounds ParsePosition accepts after tiles have
// been exchanged or moved to other places. The plain search would take too long, so the numbers are
// those that this search has found.
func TestArisesLater(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	got := map[string][2]int{} // the rejected and the accepted ones
	for range 3000 {
		_, slow := deal(t, MinPlayers+random.IntN(4), "A", Shuffle{}, NewShuffle(random.Uint64()))
		for range random.IntN(40) {
			if moves := slow.moves(); len(moves) > 0 {
				slow.play(moves[random.IntN(len(moves))])
			}
		}
		if random.IntN(8) == 0 {
			slow.turn = random.IntN(len(slow.hands))
		}
		places := []*[]slowTile{&slow.stock}
		for i := range slow.hands {
			places = append(places, &slow.hands[i])
		}
		for n := range 1 + random.IntN(3) {
			from, to := places[random.IntN(len(places))], places[random.IntN(len(places))]
			if len(*from) == 0 || len(*to) == 0 || from == to {
				continue
			}
			i, j := random.IntN(len(*from)), random.IntN(len(*to))
			if (*from)[i], (*to)[j] = (*to)[j], (*from)[i]; n > 0 {
				*to = append(*to, (*from)[i])
				*from = slices.Delete(*from, i, i+1)
			}
		}
		stock := "stock"
		if len(slow.stock) == 0 {
			stock = "no stock"
		}
		count := got[stock]
		if _, err := ParsePosition(slow.String()); err != nil {
			count[0]++
		} else {
			count[1]++
		}
		got[stock] = count
	}
	if want := map[string][2]int{"stock": {687, 1524}, "no stock": {124, 665}}; !maps.Equal(got, want) {
		t.Errorf("%v positions are rejected and accepted, want %v", got, want)
	}
}

// TestNewPosition checks that a position made from its parts is the same as before, and that parts
// that cannot arise are rejected.
func TestNewPosition(t *testing.T) {
	for seed := range uint64(50) {
		p, _ := deal(t, MinPlayers+int(seed%4), "highest", Shuffle{}, NewShuffle(seed))
		var hands []TileSet
		for player := A; player <= Player(p.Players()); player++ {
			hands = append(hands, p.Hand(player))
		}
		q, err := NewPosition(p.Turn(), hands, p.Stock(), p.Line())
		if err != nil || q != p {
			t.Fatalf("NewPosition of the parts of %v = %v, %v", p, q, err)
		}
		wrong := slices.Clone(p.Stock())
		wrong[0] = wrong[1]
		for name, err := range map[string]error{
			"nobody to move":               errorOf(NewPosition(NoPlayer, hands, p.Stock(), p.Line())),
			"no such player":               errorOf(NewPosition(Player(p.Players()+1), hands, p.Stock(), p.Line())),
			"no hands":                     errorOf(NewPosition(A, nil, p.Stock(), p.Line())),
			"six hands":                    errorOf(NewPosition(A, make([]TileSet, 6), p.Stock(), p.Line())),
			"one hand":                     errorOf(NewPosition(A, hands[:1], p.Stock(), p.Line())),
			"a tile twice":                 errorOf(NewPosition(p.Turn(), hands, wrong, p.Line())),
			"a tile missing":               errorOf(NewPosition(p.Turn(), hands, p.Stock()[1:], p.Line())),
			"an invalid tile":              errorOf(NewPosition(p.Turn(), hands, p.Stock(), []Laid{{7, 9}})),
			"an invalid tile in the stock": errorOf(NewPosition(p.Turn(), hands, append([]Tile{NoTile}, p.Stock()[1:]...), p.Line())),
			"an invalid hand":              errorOf(NewPosition(p.Turn(), append(hands[1:], 1<<31), p.Stock(), p.Line())),
			"too many tiles":               errorOf(NewPosition(p.Turn(), hands, make([]Tile, 99), p.Line())),
			"too long a line":              errorOf(NewPosition(p.Turn(), hands, p.Stock(), make([]Laid, 99))),
			"a line of one tile":           errorOf(NewPosition(p.Turn(), hands, p.Stock(), make([]Laid, Tiles))),
			"out without a line":           errorOf(NewPosition(B, []TileSet{0, 1<<Tiles - 1}, nil, nil)),
			"a line that jumps":            errorOf(NewPosition(p.Turn(), hands, p.Stock(), append(p.Line(), Laid{0, 0}, Laid{6, 6}))),
		} {
			want := ErrPosition
			if name == "no hands" || name == "one hand" || name == "six hands" {
				want = ErrPlayers
			}
			if !errors.Is(err, want) || strings.HasPrefix(name, "an invalid tile") && !strings.Contains(err.Error(), "invalid tile none") ||
				name == "a line of one tile" && !strings.Contains(err.Error(), "duplicate") ||
				strings.HasPrefix(name, "too ") && !strings.Contains(err.Error(), "too many tiles") {
				t.Errorf("%s: NewPosition: %v, want %v", name, err, want)
			}
		}
	}
}

// errorOf returns the error of a call.
func errorOf[T any](_ T, err error) error { return err }
