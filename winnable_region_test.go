package chess

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/shakki/chess/internal/deep"
)

// sealedCases are positions in which walls, cages, and races of pawn moves matter.
var sealedCases = []string{
	"8/b1b5/k6p/2b2p1P/1b3p2/5PpK/6P1/8 w - - 0 1",
	"8/1p2B1B1/1PpB1B2/k1P5/p1P5/P7/5K2/8 w - - 0 1",
	"1k6/1P1p1p1p/BP6/1P6/8/8/3P1PKP/8 w - - 0 1",
	"k1b5/1p1p4/1P1P4/B7/8/8/8/K7 w - - 0 1",
	"k7/1p6/1Pp5/n1P5/N1p5/1pP1B3/1P1B4/K7 w - - 0 1",
	"8/p6p/5kp1/5pP1/5P1K/1r5P/8/8 b - - 0 1",
	"8/p2p4/Pk1P4/RP1p4/PKpP4/1pP5/1P6/1b6 w - - 0 1",
	"2k5/8/8/3B4/2Bp1p1p/1BpP1P1P/2P1BPBP/3BKBNR w - - 0 1",
	"7k/p1p1p1pP/6P1/8/8/6p1/P1P1P1Pp/7K w - - 0 1",
	"7k/8/1p6/1Pp5/2Pp4/pB1Pp1p1/P1B1P1P1/3B2K1 b - - 0 1",
	"1k6/1P5p/BP6/pPp4p/8/8/P1P4P/7K b - - 0 1",
	"8/1p1p4/1P6/KP6/PP6/1P1P4/8/k7 w - - 0 1",
}

// randomSealed returns a playable position in which few pieces can move: a changed case of
// sealedCases, or pawns that face each other, with bishops, knights, and now and then a rook.
func randomSealed(r *rand.Rand) Position {
	for {
		var p Position
		if r.IntN(2) == 0 {
			p = MustParseFEN(sealedCases[r.IntN(len(sealedCases))])
		} else {
			p.put(WhiteKing, Square(r.IntN(64)))
			for p.Occupied().Count() < 2 {
				if s := Square(r.IntN(64)); !p.Occupied().Has(s) {
					p.put(BlackKing, s)
				}
			}
			for range 2 + r.IntN(7) {
				putPair(r, &p)
			}
		}
		for range r.IntN(5) {
			disturb(r, &p)
		}
		if q, ok := playable(r, p); ok {
			return q
		}
	}
}

// putPair puts two pawns that face each other on a file, most often next to each other.
func putPair(r *rand.Rand, p *Position) {
	white := Square(8 + r.IntN(40))
	black := white + 8
	for r.IntN(4) == 0 && black < A7 {
		black += 8
	}
	if !p.Occupied().Has(white) && !p.Occupied().Has(black) {
		p.put(WhitePawn, white)
		p.put(BlackPawn, black)
	}
}

// disturb makes a random change: it moves a piece by up to two squares, adds a piece or a pair of
// pawns, or removes a piece.
func disturb(r *rand.Rand, p *Position) {
	s := Square(r.IntN(64))
	old := p.PieceAt(s)
	switch {
	case old == NoPiece && r.IntN(3) != 0:
		p.put(pieceOf("BBBbbbNnRr"[r.IntN(10)]), s)
	case old == NoPiece:
		putPair(r, p)
	case old.Type() == King || r.IntN(3) != 0:
		to := Square(r.IntN(64))
		if s.distance(to) <= 2 && !p.Occupied().Has(to) && !(old.Type() == Pawn && promotes.Has(to)) {
			p.remove(old, s)
			p.put(old, to)
		}
	default:
		p.remove(old, s)
	}
}

// findMates plays all moves from p until it has seen n positions. It returns the sides that
// checkmate in one of them, and whether it has seen all positions.
func findMates(p Position, n int) (mates [2]bool, all bool) {
	seen := map[uint64]bool{p.Hash(): true}
	for waiting := []Position{p}; len(waiting) > 0; {
		q := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		moves := q.LegalMoves()
		if len(moves) == 0 && q.InCheck() {
			mates[q.Turn().Other()] = true
		}
		for _, m := range moves {
			next := q.After(m)
			if seen[next.Hash()] {
				continue
			}
			if len(seen) >= n {
				return mates, false
			}
			seen[next.Hash()] = true
			waiting = append(waiting, next)
		}
	}
	return mates, true
}

// TestSealed checks that no checkmate exists where isSealed, or a search that uses races, finds
// that there is none. It tries to play all moves from each such position. If there are too many, it
// plays games in which both sides help the winner.
func TestSealed(t *testing.T) {
	r := newTestRand(t)
	sealed, raced, checked := 0, 0, 0
	for range deep.Times(200, 20) {
		p := randomSealed(r)
		var closed [2]bool
		for _, c := range []Color{White, Black} {
			if p.lacksMaterial(c) || p.isClosed(c, true, ample()) || !p.HasLegalMove() {
				continue
			}
			regions := regionSearch{effort: ample()}
			if regions.isSealed(&p, c, 2000) {
				sealed++
				closed[c] = true
			}
			if races := newRaces(&p, c); races[0].pawns+races[1].pawns == 0 {
				continue
			}
			var search helpmateSearch
			search.start(&p, c, 20_000)
			if search.run(context.Background(), 20_000, ample()) && search.mate == NullMove {
				raced++
				closed[c] = true
			}
		}
		if closed == [2]bool{} {
			continue
		}
		mates, all := findMates(p, 50_000)
		if all {
			checked++
		}
		for _, c := range []Color{White, Black} {
			switch {
			case !closed[c]:
			case mates[c]:
				t.Errorf("%q: the searches find no checkmate by %v, want one, as the plain search finds", p.FEN(), c)
			case !all:
				seekMates(t, r, p, c, 10)
			}
		}
	}
	t.Logf("%d questions sealed, %d races, %d positions searched to the end", sealed, raced, checked)
	if sealed < deep.Times(10, 20) || raced < deep.Times(2, 20) || checked < deep.Times(2, 20) {
		t.Errorf("%d questions sealed, %d races, %d positions searched to the end, want at least %d, %d, %d",
			sealed, raced, checked, deep.Times(10, 20), deep.Times(2, 20), deep.Times(2, 20))
	}
}

// TestRaces checks whether races show that a side cannot checkmate.
func TestRaces(t *testing.T) {
	for _, test := range []struct {
		name, fen    string
		white, black bool
	}{
		{"White is five moves late", "1k6/1P1p4/BP6/1P6/8/8/3P3K/8 w - - 0 1", true, true},
		{"White promotes in time", "1k6/1P1p3p/BP1K4/1P1P4/7P/8/8/8 w - - 0 1", false, true},
		{"three pawns have moves to spare", "1k6/1P1p1p1p/BP6/1P6/8/8/3P1PKP/8 w - - 0 1", false, false},
		{"Black's king can move", "1k6/3p4/BP6/1P6/8/8/3P3K/8 w - - 0 1", false, false},
		{"pawns can capture", "1k6/1P1p4/BP6/1P6/8/8/2P4K/8 w - - 0 1", false, false},
		{"castling", "1k6/1P1p4/BP6/1P6/8/8/3P4/4K2R w K - 0 1", false, false},
		{"no pawn of White can move", "1k6/1P1p4/BP6/1P6/8/8/7K/8 w - - 0 1", false, false},
	} {
		p := MustParseFEN(test.fen)
		white, black := newRaces(&p, White), newRaces(&p, Black)
		if got, want := [2]bool{white.close(&p, ample()), black.close(&p, ample())}, [2]bool{test.white, test.black}; got != want {
			t.Errorf("%s: close(%q) for White and Black = %v, want %v", test.name, test.fen, got, want)
		}
	}
}
