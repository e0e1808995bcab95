package syzygy

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/shakki/chess"
)

// TestIndex compares the indexes of positions with numbers that are found by listing placements,
// for every kind of group that tables with three to seven pieces have.
func TestIndex(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	names := []string{
		"KQvK", "KPvK", "KRvKN", "KPvKP", "KNNvK", "KPPvK",
		"KRRvKBB", "KRRRvK", "KQQvKQQ", "KPPvKP", "KPPPvK", "KRPvKP", "KRPvKR", "KNNvKP", "KBBNvK",
		"KRRvKRR", "KPPvKPP", "KPPPvKP", "KPPPPvK", "KRRPvKP", "KQRBvKN", "KRRRRvK",
		"KRRRvKRR", "KRRRRRvK", "KPPPPPvK", "KPPPvKPP", "KRRPvKPP", "KQRBNvKP", "KBBBvKNN", "KQRvKRNN",
	}
	for _, name := range names {
		m, ok := parseMaterial(name)
		if !ok || m.pieces() != len(name)-1 || m.name() != name && name != "KBBBvKNN" && name != "KQRvKRNN" {
			t.Fatalf("parseMaterial(%q) = %v, %v", name, m.name(), ok)
		}
		for range 300 {
			checkIndex(t, random, m, name)
		}
	}
}

// TestGroups checks which lists of pieces, as a damaged file may have them, are those of a material.
func TestGroups(t *testing.T) {
	for _, test := range []struct {
		name, pieces string
		want         bool
	}{
		{"KRvK", "KRk", true}, {"KRvK", "Rkk", false}, {"KRvK", "KRR", false}, {"KRvK", "KRK", false}, {"KRvK", "KQk", false}, {"KRvK", "KRr", false},
		{"KRRvK", "KkRR", true}, {"KRRvK", "KRkR", false}, {"KRRvK", "KkRr", false}, {"KRRvK", "KkRK", false}, {"KRRvK", "KkkR", false},
		{"KPvK", "PkK", true}, {"KPvK", "KPk", false},
	} {
		m, _ := parseMaterial(test.name)
		var pieces []chess.Piece
		for _, letter := range test.pieces {
			p, _ := chess.ParsePiece(string(letter))
			pieces = append(pieces, p)
		}
		if _, ok := newLayout(m, pieces, [2]int{0, -1}, 0); ok != test.want {
			t.Errorf("newLayout of %s with the pieces %s: %v, want %v", test.name, test.pieces, ok, test.want)
		}
	}
}

// TestOtherPawns checks that the pawns of both colors are the first pieces of a table.
func TestOtherPawns(t *testing.T) {
	m, _ := parseMaterial("KPvKP")
	const P, K, p, k = chess.WhitePawn, chess.WhiteKing, chess.BlackPawn, chess.BlackKing
	for pieces, want := range map[[4]chess.Piece]bool{{P, p, K, k}: true, {p, P, k, K}: true, {P, K, p, k}: false, {K, P, p, k}: false} {
		if _, ok := newLayout(m, pieces[:], [2]int{0, 1}, 0); ok != want {
			t.Errorf("newLayout of KPvKP with the pieces %v: %v, want %v", pieces, ok, want)
		}
	}
}

// TestOrders checks which places of the leading group fit a table, and that no symbol may contain itself.
func TestOrders(t *testing.T) {
	m, _ := parseMaterial("KRvK")
	for place, want := range map[int]bool{0: true, 1: false, 2: false, 6: false, 7: false, 15: false} {
		pieces := []chess.Piece{chess.WhiteKing, chess.WhiteRook, chess.BlackKing}
		if _, ok := newLayout(m, pieces, [2]int{place, -1}, 0); ok != want {
			t.Errorf("newLayout of KRvK with the leading group at place %d: %v, want %v", place, ok, want)
		}
	}
	for _, test := range []struct {
		data string
		want bool
	}{{"\x01\xf0\xff", true}, {"\x00\x00\x00", false}, {"\x01\x10\x00\x00\x00\x00", false}, {"\x01\x10\x00\x05\xf0\xff", true}, {"\x01\x20\x00\x05\xf0\xff", false}} {
		if _, ok := newNodes([]byte(test.data)); ok != test.want {
			t.Errorf("newNodes(%q): %v, want %v", test.data, ok, test.want)
		}
	}
}

// checkIndex compares the index of a random position.
func checkIndex(t *testing.T, random *rand.Rand, m material, name string) {
	t.Helper()
	l := randomOrder(random, m)
	setup, squares := randomPlacement(random, l.pieces)
	p, err := setup.Position()
	if err != nil {
		return
	}
	want, size, file := l.number(squares)
	got, ok := newLayout(m, l.pieces, l.order, file)
	if !ok || got.size != size {
		t.Fatalf("%s %v: newLayout has %d positions, %v, want %d", name, l, got.size, ok, size)
	}
	for _, flip := range []chess.Color{chess.White, chess.Black} {
		q := p
		if flip == chess.Black {
			for s := range chess.Square(32) {
				setup.Board[s], setup.Board[s^56] = other(setup.Board[s^56]), other(setup.Board[s])
			}
			setup.Turn = setup.Turn.Other()
			if q, err = setup.Position(); err != nil {
				t.Fatal(err)
			}
		}
		gotFile, g := got.orient(&q, flip)
		if index := got.index(&q, flip, g); index != want || gotFile != file {
			t.Fatalf("%s %v: %v has index %d on file %d, want %d on file %d", name, l, q, index, gotFile, want, file)
		}
		if m == m.mirrored() && p.Turn() == chess.White {
			both := table{kind: wdlTable, material: m, symmetric: true}
			for file := range 4 {
				layout, _ := newLayout(m, l.pieces, l.order, file)
				both.parts = append(both.parts, &part{layout: layout})
			}
			if a, index := both.partOf(&q, m); index != want || a != both.parts[file] {
				t.Fatalf("%s %v: %v, which is symmetric, has index %d, want %d on file %d", name, l, q, index, want, file)
			}
		}
	}
}

// other returns p in the other color.
func other(p chess.Piece) chess.Piece { return p.Type().Of(p.Color().Other()) }

// randomOrder returns an order in which a table may have the pieces of m.
func randomOrder(random *rand.Rand, m material) numbered {
	groups := make(map[chess.Piece]int)
	var kinds, pawns []chess.Piece
	unique := false
	for _, c := range []chess.Color{chess.White, chess.Black} {
		for kind := chess.Pawn; kind <= chess.King; kind++ {
			p := kind.Of(c)
			if groups[p] = m.count(p); groups[p] > 0 && kind == chess.Pawn {
				pawns = append(pawns, p)
			} else if groups[p] > 0 {
				kinds = append(kinds, p)
			}
			unique = unique || groups[p] == 1 && kind != chess.King
		}
	}
	shuffle := func(s []chess.Piece) { random.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] }) }
	shuffle(kinds)
	shuffle(pawns)
	if len(pawns) == 0 {
		slices.SortStableFunc(kinds, func(a, b chess.Piece) int { // the leading pieces
			rank := func(p chess.Piece) int {
				if p.Type() == chess.King || unique && groups[p] == 1 {
					return 0
				}
				return 1
			}
			return rank(a) - rank(b)
		})
	}
	l := numbered{order: [2]int{0, -1}}
	for _, p := range append(pawns, kinds...) {
		for range groups[p] {
			l.pieces = append(l.pieces, p)
		}
	}
	count := len(pawns) + len(kinds)
	if len(pawns) == 0 {
		count -= 1 // the kings, or three pieces, are one group
		if unique {
			count--
		}
	}
	l.order[0] = random.IntN(count)
	if len(pawns) == 2 {
		for l.order[1] = l.order[0]; l.order[1] == l.order[0]; {
			l.order[1] = random.IntN(count)
		}
	}
	return l
}

// randomPlacement returns random squares for the pieces, which may not be legal.
func randomPlacement(random *rand.Rand, pieces []chess.Piece) (setup chess.Setup, squares []int) {
	for _, p := range pieces {
		for {
			s := random.IntN(64)
			if setup.Board[s] == chess.NoPiece && (p.Type() != chess.Pawn || s >= 8 && s < 56) {
				setup.Board[s] = p
				squares = append(squares, s)
				break
			}
		}
	}
	setup.Turn = chess.Color(random.IntN(2))
	return setup, squares
}
