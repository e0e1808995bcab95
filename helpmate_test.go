package chess

import (
	"context"
	"math/rand/v2"
	"testing"
)

// checkVerdict complains if a verdict does not agree with itself: a line must be legal and end in
// checkmate by c.
func checkVerdict(t *testing.T, p Position, c Color, v WinVerdict) {
	t.Helper()
	switch v.Proof {
	case ProofByLine:
		q := p
		for i, m := range v.Line {
			if err := q.Play(m); err != nil {
				t.Errorf("Winnable(%q, %v): move %d of the line %v: %v", p.FEN(), c, i, v.Line, err)
				return
			}
		}
		if !v.CanWin || !q.IsCheckmate() || q.Turn() == c {
			t.Errorf("Winnable(%q, %v) = %v with the line %v, which ends in %q", p.FEN(), c, v.CanWin, v.Line, q.FEN())
		}
	default:
		if v.CanWin || v.Line != nil {
			t.Errorf("Winnable(%q, %v) = %+v, want neither CanWin nor a line", p.FEN(), c, v)
		}
	}
	if got, want := p.CanWin(c), v.CanWin || v.Proof == 0; got != want {
		t.Errorf("CanWin(%q, %v) = %v, want %v as Winnable says %v", p.FEN(), c, got, want, v.Proof)
	}
}

// TestWinnable asks for the proofs of winCases.
func TestWinnable(t *testing.T) {
	for _, test := range winCases {
		p := MustParseFEN(test.fen + " - - 0 1")
		for _, c := range []Color{White, Black} {
			v := p.Winnable(context.Background(), c, WinOptions{})
			if v.Proof == 0 {
				t.Errorf("%s: Winnable(%q, %v) is undecided", test.name, test.fen, c)
			}
			checkVerdict(t, p, c, v)
		}
	}
}

// TestWinnableProofs: how a verdict is proven.
func TestWinnableProofs(t *testing.T) {
	for _, test := range []struct {
		name, fen string
		positions int
		want      WinProof
	}{
		{"two rooks", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 0, ProofByLine},
		{"lone king", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", 0, ProofByMaterial},
		{"wall", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", 0, ProofByReach},
		{"wall with castling that never comes", "2k5/8/8/3B4/2Bp1p1p/1BpP1P1P/2P1BPBP/3BKBNR w K - 0 1", 0, ProofByReach},
		{"stalemate", "k7/P7/K7/8/8/8/8/QR6 b - - 0 1", 0, ProofBySearch},
		{"moves run out", "1k6/1P5p/BP3p2/1P6/8/8/5PKP/8 b - - 0 1", 0, ProofBySearch},
		{"too few positions", "1k6/1P5p/BP3p2/1P6/8/8/5PKP/8 b - - 0 1", 1, 0},
	} {
		p := MustParseFEN(test.fen)
		v := p.Winnable(context.Background(), White, WinOptions{Positions: test.positions})
		if v.Proof != test.want {
			t.Errorf("%s: Winnable(%q) is proven by %v, want %v", test.name, test.fen, v.Proof, test.want)
		}
	}
}

// TestWinnableStops: a context that is done stops the search.
func TestWinnableStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := MustParseFEN("1k6/1P1p1p1p/BP6/1P6/8/8/3P1PKP/8 w - - 0 1")
	if v := p.Winnable(ctx, Black, WinOptions{Positions: 1 << 20}); v.Proof != 0 {
		t.Errorf("Winnable with a done context is proven by %v, want undecided", v.Proof)
	}
	if v := p.Winnable(context.Background(), Color(2), WinOptions{}); v.Proof != 0 || v.CanWin {
		t.Errorf("Winnable of no color = %+v, want undecided", v)
	}
}

// solve decides by brute force which sides can win: it plays all moves, breadth first. It gives up at more
// than n positions.
func solve(p Position, n int) (can [2]bool, ok bool) {
	seen := map[PositionKey]bool{p.Key(): true}
	queue := []Position{p}
	for len(queue) > 0 {
		p, queue = queue[0], queue[1:]
		moves := p.LegalMoves()
		if len(moves) == 0 && p.InCheck() {
			can[p.Turn().Other()] = true
			if can[0] && can[1] {
				return can, true
			}
		}
		for _, m := range moves {
			q := p.After(m)
			if seen[q.Key()] {
				continue
			}
			if len(seen) >= n {
				return can, false
			}
			seen[q.Key()] = true
			queue = append(queue, q)
		}
	}
	return can, true
}

// randomBlocked returns a playable position with few pieces that can move: locked pawns, kings, and at most
// three more pieces, often bishops of one color or a pawn about to promote.
func randomBlocked(r *rand.Rand) Position {
	for {
		var p Position
		put := func(piece Piece, s Square) {
			if !p.Occupied().Has(s) && !(piece.Type() == Pawn && promotes.Has(s)) {
				p.put(piece, s)
			}
		}
		put(WhiteKing, Square(r.IntN(64)))
		for p.Occupied().Count() < 2 {
			put(BlackKing, Square(r.IntN(64)))
		}
		for range 2 + r.IntN(7) {
			s := Square(8 + r.IntN(40))
			if !p.Occupied().Has(s) && !p.Occupied().Has(s+8) {
				put(WhitePawn, s)
				put(BlackPawn, s+8)
			}
		}
		dark := r.IntN(2) == 0
		for range r.IntN(3) {
			s, piece := Square(r.IntN(64)), pieceOf("BBbbNnPp"[r.IntN(8)])
			if piece.Type() == Bishop && lightSquares.Has(s) == dark {
				continue
			}
			put(piece, s)
		}
		if q, ok := playable(r, p); ok {
			return q
		}
	}
}

// TestWinnableSolved compares the verdicts with brute force, where that comes to an end.
func TestWinnableSolved(t *testing.T) {
	r := newTestRand(t)
	solved, lost := 0, 0
	for i := range shorter(4000) {
		p := randomBlocked(r)
		if i%4 == 0 {
			p = randomPosition(r)
		}
		can, ok := solve(p, 3000)
		for _, c := range []Color{White, Black} {
			if !ok && !can[c] {
				continue
			}
			solved++
			v := p.Winnable(context.Background(), c, WinOptions{})
			if v.Proof != 0 && v.CanWin != can[c] {
				t.Errorf("Winnable(%q, %v) = %v by %v, want %v", p.FEN(), c, v.CanWin, v.Proof, can[c])
			}
			if !can[c] {
				lost++
				if v.Proof == 0 {
					t.Errorf("Winnable(%q, %v) is undecided, want unwinnable", p.FEN(), c)
				}
			}
			checkVerdict(t, p, c, v)
		}
		if dead := ok && !can[White] && !can[Black]; !dead && ok && p.IsDead() {
			t.Errorf("IsDead(%q) = true, want false", p.FEN())
		}
	}
	if t.Logf("%d verdicts, %d of them unwinnable", solved, lost); lost < shorter(60) {
		t.Errorf("%d verdicts are unwinnable, want at least %d for the test to mean anything", lost, shorter(60))
	}
}

// TestPlansReplay looks at the lines of plans from random positions with heavy pieces and passed pawns.
func TestPlansReplay(t *testing.T) {
	r := newTestRand(t)
	found := 0
	for range shorter(20_000) {
		line := playout(r, randomEnding(r), r.IntN(8))
		if r.IntN(4) == 0 {
			line = playout(r, StartPosition(), r.IntN(120))
		}
		p := line[len(line)-1]
		if !p.HasLegalMove() {
			continue
		}
		for _, c := range []Color{White, Black} {
			plan := matePlan{winner: c, nodes: solverNodes}
			if plan.find(&p) {
				found++
				checkVerdict(t, p, c, WinVerdict{ProofByLine, true, plan.line()})
			}
		}
	}
	if t.Logf("%d lines", found); found < shorter(5000) {
		t.Errorf("%d lines found, want at least %d for the test to mean anything", found, shorter(5000))
	}
}

// TestHardCases looks at positions that other programs get wrong or leave undecided. A question mark stands for
// a question that is left undecided here, which the comment answers.
func TestHardCases(t *testing.T) {
	for _, test := range []struct {
		fen  string
		want chances
	}{
		{"8/b1b5/k6p/2b2p1P/1b3p2/5PpK/6P1/8 w - - 0 1", "??"}, // neither
		{"4k3/8/3p1p2/3PbP2/3bBp2/3P1P2/4B3/4K3 w - - 0 1", both},
		{"8/1p2B1B1/1PpB1B2/k1P5/p1P5/P7/5K2/8 w - - 0 1", "??"}, // neither
		{"2k5/8/8/3B4/2Bp1p1p/1BpP1P1P/2P1BPBP/3BKBNR w K - 0 1", neither},
		{"k7/1p6/1Pp5/n1P5/N1p5/1pP1B3/1P1B4/K7 w - - 0 1", neither},
		{"8/p6p/5kp1/5pP1/5P1K/1r5P/8/8 b - - 0 1", neither},
		{"8/p2p4/Pk1P4/RP1p4/PKpP4/1pP5/1P6/1b6 w - - 0 1", both},
		{"1k6/1P1p1p1p/BP6/1P6/8/8/3P1PKP/8 w - - 0 1", "w?"}, // White alone
	} {
		p := MustParseFEN(test.fen)
		got := chances("")
		for _, c := range []Color{White, Black} {
			v := p.Winnable(context.Background(), c, WinOptions{})
			checkVerdict(t, p, c, v)
			if v.CanWin {
				got += chances(c.String()[:1])
			} else if v.Proof == 0 {
				got += "?"
			}
		}
		if got != test.want {
			t.Errorf("sides that can win in %q = %q, want %q", test.fen, got, test.want)
		}
	}
}
