package chess

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// canMateWith reports whether a side with the pieces own can checkmate a side with the pieces other
// by some sequence of moves. Both are letters of pieces other than the king. L and D are bishops on
// light and dark squares.
func canMateWith(own, other string) bool {
	switch {
	case own == "":
		return false
	case own == "N":
		return strings.ContainsAny(other, "PNLDR")
	case strings.Trim(own, "L") == "" || strings.Trim(own, "D") == "":
		bishops := "L" + "D"
		return strings.ContainsAny(other, strings.Trim(bishops, own[:1])+"PN")
	}
	return true
}

// armies returns all multisets of at most n pieces as strings of the letters PNLDRQ, in that order.
func armies(n int) []string {
	found := []string{""}
	for i := 0; i < len(found); i++ {
		army := found[i]
		for _, piece := range "PNLDRQ" {
			if len(army) < n && (army == "" ||
				strings.IndexByte("PNLDRQ", army[len(army)-1]) <= strings.IndexRune("PNLDRQ", piece)) {
				found = append(found, army+string(piece))
			}
		}
	}
	return found
}

// setUp returns a position with the kings and the given pieces on random squares. L and D are
// bishops on light and dark squares. No pawn is on the first or last rank. The position may be
// illegal.
func setUp(r *rand.Rand, white, black string) Position {
	var p Position
	place := func(piece Piece, allowed Bitboard) {
		for {
			if s := Square(r.IntN(64)); (allowed &^ p.Occupied()).Has(s) {
				p.put(piece, s)
				return
			}
		}
	}
	for c, army := range []string{"K" + white, "K" + black} {
		for _, letter := range army {
			switch letter {
			case 'P':
				place(Pawn.Of(Color(c)), ^(rank1 | rank8))
			case 'L':
				place(Bishop.Of(Color(c)), LightSquares)
			case 'D':
				place(Bishop.Of(Color(c)), ^LightSquares)
			default:
				place(pieceOf(byte(letter)).Type().Of(Color(c)), allSquares)
			}
		}
	}
	return p
}

// TestInsufficientMaterial checks that lacksMaterial agrees with canMateWith for all combinations
// of up to three pieces per side in addition to the kings.
func TestInsufficientMaterial(t *testing.T) {
	r := newTestRand(t)
	for _, white := range armies(3) {
		for _, black := range armies(3) {
			p := setUp(r, white, black)
			if got, want := p.lacksMaterial(White), !canMateWith(white, black); got != want {
				t.Errorf("lacksMaterial(%q against %q, White) = %v, want %v", white, black, got, want)
			}
			if got, want := p.lacksMaterial(Black), !canMateWith(black, white); got != want {
				t.Errorf("lacksMaterial(%q against %q, Black) = %v, want %v", white, black, got, want)
			}
		}
	}
}

// TestMaterial checks Position.Material and Material.Points.
func TestMaterial(t *testing.T) {
	for _, test := range []struct {
		name         string
		fen          string
		white, black Material
		points       [2]int
	}{
		{"starting position", startFEN, Material{Pawn: 8, Knight: 2, Bishop: 2, Rook: 2, Queen: 1, King: 1},
			Material{Pawn: 8, Knight: 2, Bishop: 2, Rook: 2, Queen: 1, King: 1}, [2]int{39, 39}},
		{"two kings", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Material{King: 1}, Material{King: 1}, [2]int{}},
		{"one of each", "4k3/3p4/8/8/4NB2/8/8/3QKR2 b - - 0 1",
			Material{Knight: 1, Bishop: 1, Rook: 1, Queen: 1, King: 1}, Material{Pawn: 1, King: 1}, [2]int{20, 1}},
		{"nine queens", "4k3/8/8/8/8/8/QQQQ4/QQQQQK2 b - - 0 1",
			Material{Queen: 9, King: 1}, Material{King: 1}, [2]int{81, 0}},
		{"bishop and knight have the same value", "4kn2/8/8/8/8/8/8/4KB2 w - - 0 1",
			Material{Bishop: 1, King: 1}, Material{Knight: 1, King: 1}, [2]int{3, 3}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			for c, want := range map[Color]Material{White: test.white, Black: test.black} {
				got := p.Material(c)
				if got != want {
					t.Errorf("%q: Material(%v) = %v, want %v", test.fen, c, got, want)
				}
				if got.Points() != test.points[c] {
					t.Errorf("%q: Material(%v).Points() = %d, want %d", test.fen, c, got.Points(), test.points[c])
				}
			}
		})
	}
}
