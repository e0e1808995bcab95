package chess

import (
	"strings"
	"testing"
)

// TestCastlingSet checks which rooks keep the right to castle after a few moves.
func TestCastlingSet(t *testing.T) {
	tests := []struct {
		name, fen, line string
		want            Bitboard
	}{
		{"all four rooks at the start", standardStart, "", BitboardOf(A1, H1, A8, H8)},
		{"the king has moved", standardStart, "e4 e5 Ke2", BitboardOf(A8, H8)},
		{"the king has moved and returned", standardStart, "e4 e5 Ke2 Nc6 Ke1", BitboardOf(A8, H8)},
		{"two rooks have moved and returned", standardStart, "Nf3 Nf6 Rg1 Rg8 Rh1 Rh8", BitboardOf(A1, A8)},
		{"the king has castled", standardStart, "e4 e5 Nf3 Nf6 Be2 Be7 O-O", BitboardOf(A8, H8)},
		{"a rook captures a rook", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rxh8+", BitboardOf(A1, A8)},
		{
			"a pawn captures a rook and promotes",
			"r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1", "bxa8=N", BitboardOf(A1, H1, H8),
		},
		{
			"a rook is captured and another rook takes its square",
			"4k3/8/8/8/8/6n1/8/R3KR1R b KQ - 0 1", "Nxh1 Rxh1", BitboardOf(A1),
		},
		{"the inner rook of two moves", "4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "Rf2", 0},
		{"the outer rook of two moves", "4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "Rh2", BitboardOf(F1)},
	}
	for _, test := range tests {
		p := lastOf(t, test.fen, test.line)
		if got := p.Castling(); got != test.want {
			t.Errorf("%s: Castling(%q) = %v, want %v", test.name, p.FEN(), got, test.want)
		}
	}
}

// TestCastlingResult checks the position after castling.
func TestCastlingResult(t *testing.T) {
	for _, test := range []struct {
		name string
		fen  string
		move string
		want string
	}{
		{"O-O", "4k3/8/8/8/8/8/8/R3K2R w KQ - 3 7", "e1h1", "4k3/8/8/8/8/8/8/R4RK1 b - - 4 7"},
		{"O-O-O", "4k3/8/8/8/8/8/8/R3K2R w KQ - 3 7", "e1a1", "4k3/8/8/8/8/8/8/2KR3R b - - 4 7"},
		{"Black's O-O", "r3k2r/8/8/8/8/8/8/4K3 b kq - 3 7", "e8h8", "r4rk1/8/8/8/8/8/8/4K3 w - - 4 8"},
		{"Black's O-O-O", "r3k2r/8/8/8/8/8/8/4K3 b kq - 3 7", "e8a8", "2kr3r/8/8/8/8/8/8/4K3 w - - 4 8"},
		{
			"32: king and rook swap squares", "3r1k1r/4pp2/8/8/8/8/8/4RKR1 w Gd - 0 1", "f1g1",
			"3r1k1r/4pp2/8/8/8/8/8/4RRK1 b q - 1 1",
		},
		{
			"32: king stays", "Qr4k1/4pppp/8/8/8/8/8/R5KR w Hb - 0 1", "g1h1",
			"Qr4k1/4pppp/8/8/8/8/8/R4RK1 b q - 1 1",
		},
		{
			"34: rook b1, king d1", "4r3/3k4/8/8/8/8/q5PP/1R1KR3 w Q - 0 1", "d1b1",
			"4r3/3k4/8/8/8/8/q5PP/2KRR3 b - - 1 1",
		},
		{"rook stays on d1", "4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "e1d1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
		{"king stays on c1", "4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			m, err := ParseMove(test.move)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Play(m); err != nil {
				t.Fatalf("Play(%q, %v) = %v, want nil", test.fen, m, err)
			}
			if got := p.FEN(); got != test.want {
				t.Errorf("Play(%q, %v) leads to %q, want %q", test.fen, m, got, test.want)
			}
		})
	}
}

func TestCastlingSquaresOfMove(t *testing.T) {
	for _, test := range []struct {
		fen        string
		move       Move
		king, rook Square
		wing       Wing
		ok         bool
	}{
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", NewMove(E1, G1), G1, F1, Kingside, true},
		{"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", NewMove(E1, H1), G1, F1, Kingside, true},
		{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", NewMove(E8, C8), C8, D8, Queenside, true},
		{"4k3/8/8/8/8/8/8/1R2K3 w B - 0 1", NewMove(E1, B1), C1, D1, Queenside, true},
		{"4k3/8/8/8/8/8/8/RK5R w HA - 0 1", NewMove(B1, A1), C1, D1, Queenside, true},
		{"4k3/8/8/8/8/8/8/6KR w H - 0 1", NewMove(G1, H1), G1, F1, Kingside, true},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", NewMove(E1, F1), NoSquare, NoSquare, Kingside, false},
		{startFEN, NullMove, NoSquare, NoSquare, Kingside, false},
	} {
		p := MustParseFEN(test.fen)
		king, rook, wing, ok := p.CastlingSquares(test.move)
		if king != test.king || rook != test.rook || wing != test.wing || ok != test.ok {
			t.Errorf("%q: CastlingSquares(%v) = %v, %v, %v, %v, want %v, %v, %v, %v", test.fen, test.move,
				king, rook, wing, ok, test.king, test.rook, test.wing, test.ok)
		}
	}
	forManyPositions(t, func(t *testing.T, p *Position) {
		for m := range p.Moves() {
			king, rook, _, ok := p.CastlingSquares(m)
			q := p.After(m)
			if ok && (q.PieceAt(king) != King.Of(p.Turn()) || q.PieceAt(rook) != Rook.Of(p.Turn())) ||
				ok != p.IsCastling(m) {
				t.Errorf("%v: CastlingSquares(%v) = %v, %v, _, %v, want the squares after the move", p, m, king, rook, ok)
			}
		}
	})
}

// TestClocks checks the halfmove clock and the fullmove number, up to the limit at which they stop.
func TestClocks(t *testing.T) {
	const full = "4k3/7p/8/8/8/8/P7/R3K2R w KQ - 65534 65534"
	tests := []struct {
		name, fen, line string
		half, fullmove  int
	}{
		{"the start", standardStart, "", 0, 1},
		{"a quiet move", standardStart, "Nf3", 1, 1},
		{"one move by each side", standardStart, "Nf3 Nf6", 2, 2},
		{"a pawn move resets the clock", standardStart, "Nf3 Nf6 e4", 0, 2},
		{"a capture resets the clock", "4k3/8/8/8/8/8/4r3/4K3 w - - 98 60", "Kxe2", 0, 60},
		{"castling does not reset the clock", "4k3/8/8/8/8/8/8/4K2R w K - 7 60", "O-O", 8, 60},
		{"a promotion resets the clock", "4k3/P7/8/8/8/8/8/4K3 w - - 7 60", "a8=Q", 0, 60},
		{"one reaches the limit", full, "Kd1", 65535, 65534},
		{"both reach the limit", full, "Kd1 Kd8", 65535, 65535},
		{"both stop at the limit", full, "Kd1 Kd8 Ke1 Ke8 Kd1 Kd8", 65535, 65535},
		{"castling at the limit", "4k3/8/8/8/8/8/8/4K2R w K - 65535 65535", "O-O Kd8", 65535, 65535},
		{"a pawn move resets the clock at the limit", full, "Kd1 Kd8 Ke1 h5", 0, 65535},
	}
	for _, test := range tests {
		p := lastOf(t, test.fen, test.line)
		if got := p.HalfmoveClock(); got != test.half {
			t.Errorf("%s: HalfmoveClock(%q) = %d, want %d", test.name, p.FEN(), got, test.half)
		}
		if got := p.FullmoveNumber(); got != test.fullmove {
			t.Errorf("%s: FullmoveNumber(%q) = %d, want %d", test.name, p.FEN(), got, test.fullmove)
		}
	}
}

// TestAfterNull checks that a null move changes only the side to move, the clocks, and the right to
// capture en passant.
func TestAfterNull(t *testing.T) {
	tests := []struct{ name, fen, want string }{
		{"White passes", standardStart, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1"},
		{"Black passes", "4k3/8/8/8/8/8/8/4K2R b K - 7 9", "4k3/8/8/8/8/8/8/4K2R w K - 8 10"},
		{"the right to capture en passant is lost", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 w - - 1 2"},
	}
	for _, test := range tests {
		p, want := MustParseFEN(test.fen), MustParseFEN(test.want)
		if got := p.After(NullMove); got != want {
			t.Errorf("%s: After(%q, NullMove) = %q with hash %#x, want %q with hash %#x",
				test.name, test.fen, got.FEN(), got.Hash(), test.want, want.Hash())
		}
	}
}

// TestMovePropertiesAgree compares the methods that describe a move with the changes that the move
// makes on the board.
func TestMovePropertiesAgree(t *testing.T) {
	forManyPositions(t, func(t *testing.T, p *Position) {
		us, them := p.Turn(), p.Turn().Other()
		for m := range p.Moves() {
			q := p.After(m)
			set, itself := StartPosition(), *p
			set.SetAfter(p, m)
			if itself.SetAfter(&itself, m); set != q || itself != q {
				t.Errorf("%v: SetAfter(%v) = %v, and %v if p is the receiver, want %v", p, m, &set, &itself, &q)
			}
			lost := p.ByColor(them) &^ q.ByColor(them)
			captured := p.PieceAt(lost.First())
			if got := p.Captured(m); got != captured {
				t.Errorf("%v: Captured(%v) = %v, want %v", p, m, got, captured)
			}
			if got := p.isCapture(m); got != (lost != 0) {
				t.Errorf("%v: isCapture(%v) = %v, want %v", p, m, got, lost != 0)
			}
			if got, want := p.IsEnPassant(m), lost != 0 && lost.First() != m.To(); got != want {
				t.Errorf("%v: IsEnPassant(%v) = %v, want %v", p, m, got, want)
			}
			far := p.ByColor(us).Has(m.To()) || m.From().distance(m.To()) > 1
			if got, want := p.IsCastling(m), far && m.From() == p.King(us); got != want {
				t.Errorf("%v: IsCastling(%v) = %v, want %v", p, m, got, want)
			}
			if got, want := p.GivesCheck(m), q.Attackers(us, q.King(them)) != 0; got != want {
				t.Errorf("%v: GivesCheck(%v) = %v, want %v", p, m, got, want)
			}
		}
	})
}

// TestFENAfterMoves plays moves and checks the resulting FEN, especially the castling and en
// passant fields.
func TestFENAfterMoves(t *testing.T) {
	for _, test := range []struct {
		name       string
		fen        string
		moves      string
		want       string
		doubleStep string // the en passant field with FENFormat.DoubleStep, or "" if it is the same as in want
	}{
		{"7: no pawn can capture e4", startFEN, "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e3"},
		{
			"7: en passant is impossible one move later", "4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1",
			"e2e4 e8e7", "8/4k3/8/8/4Pp2/8/8/4K3 w - - 1 2", "",
		},
		{
			"7: en passant is possible on the next move", "4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1",
			"e2e4", "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", "e3",
		},
		{
			"8: capturing pawn pinned on the file", "5k2/8/8/8/5p2/8/4P3/4KR2 w - - 0 1",
			"e2e4", "5k2/8/8/8/4Pp2/8/8/4KR2 b - - 0 1", "e3",
		},
		{"8: capturing pawn pinned by the queen", "rnb1kbn1/p1p1pp2/PpPp2qr/5Pp1/8/R1P4p/1PK1P1PP/1NBQ1BNR b - - 0 1", "e7e5",
			"rnb1kbn1/p1p2p2/PpPp2qr/4pPp1/8/R1P4p/1PK1P1PP/1NBQ1BNR w - - 0 2", "e6"},
		{
			"35: another rook moves outside the castling rook", "4k3/8/8/8/8/7R/8/4K1R1 w K - 0 1",
			"h3h1", "4k3/8/8/8/8/8/8/4K1RR b G - 1 1", "",
		},
		{"35: outer rook moves away", "4k3/8/8/8/8/8/8/4K1RR w G - 0 1", "h1h3", "4k3/8/8/8/8/7R/8/4K1R1 b K - 1 1", ""},
		{"31: the castling rook captures a rook", "2r1k2r/2qbbpp1/p2pp3/1p3PP1/Pn2P3/1PN1B3/1P3QB1/1K1R3R b k - 0 1", "h8h1",
			"2r1k3/2qbbpp1/p2pp3/1p3PP1/Pn2P3/1PN1B3/1P3QB1/1K1R3r w - - 0 2", ""},
		{
			"one castling rook captures another", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
			"h1h8", "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1", "",
		},
		{
			"38: rook with the only castling right captured", "4k3/8/8/4b3/8/8/8/R3K1R1 b Q - 0 1",
			"e5a1", "4k3/8/8/8/8/8/8/b3K1R1 w - - 0 2", "",
		},
		{"38: rook on a1 captured", "4k3/8/8/8/3b4/8/8/R3K1R1 b GA - 0 1", "d4a1", "4k3/8/8/8/8/8/8/b3K1R1 w K - 0 2", ""},
		{"38: rook on g1 captured", "4k3/8/8/8/3b4/8/8/R3K1R1 b GA - 0 1", "d4g1", "4k3/8/8/8/8/8/8/R3K1b1 w Q - 0 2", ""},
		{
			"18: a king move loses all rights of its side", "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1",
			"e1d1", "r3k2r/8/8/8/8/8/8/R2K3R b kq - 1 1", "",
		},
		{"both sides castle", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", "e1h1 e8a8", "2kr3r/8/8/8/8/8/8/R4RK1 w - - 7 10", ""},
		{
			"22: clocks stop at their limit", "4k3/8/8/8/8/8/8/4K3 b - - 65535 65535",
			"e8e7 e1e2", "8/4k3/8/8/8/8/4K3/8 b - - 65535 65535", "",
		},
		{
			"capture resets the halfmove clock", "4k3/8/8/8/8/8/4r3/4K3 w - - 65535 300",
			"e1e2", "4k3/8/8/8/8/8/4K3/8 b - - 0 300", "",
		},
		{"halfmove clock beyond 300", "4k3/8/8/8/8/8/8/4K3 b - - 300 400", "e8e7", "8/4k3/8/8/8/8/8/4K3 w - - 301 401", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			for _, uci := range strings.Fields(test.moves) {
				m, err := p.ParseUCI(uci)
				if err != nil {
					t.Fatalf("ParseUCI(%q, %q) = %v, want nil", p.FEN(), uci, err)
				}
				p = p.After(m)
				checkFENLaws(t, &p)
			}
			if got := p.FEN(); got != test.want {
				t.Errorf("%q after %s: FEN() = %q, want %q", test.fen, test.moves, got, test.want)
			}
			want := withFENField(test.want, fenEnPassant, test.doubleStep)
			if got := appendedFEN(&p, FENFormat{DoubleStep: true}); got != want {
				t.Errorf("%q after %s with FENFormat{DoubleStep: true} = %q, want %q", test.fen, test.moves, got, want)
			}
		})
	}
}
