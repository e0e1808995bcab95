package variant_test

import (
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/variant"
)

// TestTraps holds what other libraries got wrong, by name: after the moves from the position, the FEN, the
// outcome, or a part of the error of the last move.
func TestTraps(t *testing.T) {
	for _, c := range []struct {
		name  string
		v     variant.Variant
		fen   string // "" for the start position
		moves string
		want  string // the FEN, or the start of the error of the last move
		end   string // the outcome, "*" if the game goes on
	}{
		{"a capture explodes", variant.Atomic, "rnbqkb1r/pp2pppp/2p2n2/3p4/2PP4/2N2N2/PP2PPPP/R1BQKB1R b KQkq - 3 4", "dxc4", "rnbqkb1r/pp2pppp/2p2n2/8/3P4/5N2/PP2PPPP/R1BQKB1R w KQkq - 0 5", "*"},
		{"a blast is judged after en passant", variant.Atomic, "rn2kb1r/2p1p2p/p2q1pp1/1pPP4/Q7/4P3/PP3P1P/R3K3 w Qkq b6 0 11", "cxb6+", "rn2kb1r/2p1p2p/p2q1pp1/3P4/Q7/4P3/PP3P1P/R3K3 b Qkq - 0 11", "*"},
		{"the blast of en passant", variant.Atomic, "3kK3/8/8/2NNNNN1/2NN1pN1/2NN1NN1/2NNPNN1/2NNNNN1 w - - 0 1", "e4 fxe3", "3kK3/8/8/2NNNNN1/2N3N1/2N3N1/2N3N1/2NNNNN1 w - - 0 2", "*"},
		{"touching kings castle", variant.Atomic, "5b1r/1p5p/4ppp1/4Bn2/1PPP1PP1/4P2P/3k4/4K2R w K - 1 1", "O-O", "5b1r/1p5p/4ppp1/4Bn2/1PPP1PP1/4P2P/3k4/5RK1 b - - 2 1", "*"},
		{"castling is judged with the rook on its square", variant.Atomic, "8/8/8/8/8/8/4k3/R3K2q w Q -", "O-O-O", "8/8/8/8/8/8/4k3/2KR3q b - - 1 1", "*"},
		{"the crossed square is judged without", variant.Atomic, "8/8/8/8/8/8/5k2/R3K2r w Q -", "O-O-O", "O-O-O: castling: the king would cross or reach a square attacked by the rook on h1", "*"},
		{"castling onto an attacked square", variant.Atomic, "8/8/8/8/8/8/6k1/R5Kr w Q - 0 1", "O-O-O", "O-O-O: castling: the king would cross", "*"},
		{"castling through the rook's line", variant.Atomic, "8/8/8/8/8/8/4k3/r2RK2r w D - 0 1", "O-O-O", "O-O-O: castling: the king would cross", "*"},
		{"a blast takes castling rights", variant.Atomic, "rnb1kbnr/pppppppp/8/4q3/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "Qxe2#", "rnb1kbnr/pppppppp/8/8/8/8/PPPP1PPP/RNB3NR w kq - 0 2", "0-1 (explosion)"},
		{"the own king must not explode", variant.Atomic, "8/8/8/2K5/2P5/2k1n3/8/2R5 b - - 0 1", "Nxc4", "Nxc4: the explosion would take Black's own king", "*"},
		{"the enemy king explodes in spite of a check", variant.Atomic, "8/8/1Q2pk2/8/8/8/3K4/1n6 w - - 0 1", "Qxe6#", "8/8/8/8/8/8/3K4/1n6 b - - 0 1", "1-0 (explosion)"},
		{"a check must be answered", variant.Atomic, "8/8/1Q2pk2/8/8/8/3K4/1n6 w - - 0 1", "Qa7", "Qa7: the king stays in check from the knight on b1", "*"},
		{"kings do not capture", variant.Atomic, "8/8/8/8/8/3k4/8/4Kq2 w - - 0 1", "Kxf1", "Kxf1: the explosion would take White's own king", "*"},
		{"fourteen checkers", variant.Atomic, "3N1NB1/2N1Q1N1/3RkR2/2NP1PN1/3NKN2/8/8/n7 w - - 0 1", "", "3N1NB1/2N1Q1N1/3RkR2/2NP1PN1/3NKN2/8/8/n7 w - - 0 1", "*"},
		{"rooks after explosions", variant.Atomic, "", "e4 d5 d4 e6 Nc3 b5 Bg5 f6 Bh6 Ba3 Bxg7 h5 bxa3 c5 Qc1 Qe7 Qh6 Qg7 Qh8+ Qxh8 Rb1 cxd4 Bxb5 Nd7 Rb7 Kf8 Rxd7 Rb8 Ne2 Rb1+ Nc1 d4 O-O", "5k2/p7/4pp2/7p/3pP3/8/P1P2PPP/1rN2RK1 b - - 1 17", "*"},

		{"a promoted piece goes to the hand as a pawn", variant.Crazyhouse, "4k3/8/8/8/8/8/1p6/2R1K3[] b - - 0 1", "bxc1=Q+ Kf2 Qd2+", "4k3/8/8/8/8/8/3q~1K2/8[r] w - - 2 3", "*"},
		{"captured, it is a pawn", variant.Crazyhouse, "4k3/8/8/8/8/8/3q~1K2/2R5[] w - - 0 1", "Kf1 Qxc1+ Ke2 Qb2+ Kd1 Qa1+ Kd2 Qb2+", "4k3/8/8/8/8/8/1q~1K4/8[r] w - - 6 5", "*"},
		{"a pawn in hand", variant.Crazyhouse, "4k3/1Q~6/8/8/4b3/8/Kpp5/8/ b - -", "Bxb7", "4k3/1b6/8/8/8/8/Kpp5/8[p] w - - 0 2", "*"},
		{"no knight in hand", variant.Crazyhouse, "", "N@f3", "N@f3: no knight in hand", "*"},
		{"a drop of a pawn is read in both spellings", variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[PPq] w - - 5 1", "@e4 Q@h4+ P@f2", "4k3/8/8/8/4P2q/8/5P2/4K3[] b - - 0 2", "*"},
		{"pawns are not dropped on the last rank", variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[P] w - - 5 1", "@a8", "@a8: a pawn cannot be dropped on a8", "*"},
		{"queens and rooks in hand are no draw", variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[QRQR] w", "", "4k3/8/8/8/8/8/8/4K3[QQRR] w - - 0 1", "*"},
		{"pockets as a ninth rank", variant.Crazyhouse, "r2q1rk1/ppp2pp1/1bnp3p/3Bp3/4P1b1/2PPPN2/PP4PP/R2Q1RK1/NBn w - - 22 12", "d4 exd4 cxd4", "r2q1rk1/ppp2pp1/1bnp3p/3B4/3PP1b1/4PN2/PP4PP/R2Q1RK1[BNPnp] b - - 0 13", "*"},

		{"en passant is compulsory", variant.Antichess, "r1bqkbn1/p1ppp3/2n4p/6p1/1Pp5/4P3/P2P1PP1/R1B1K3 b - b3 0 11", "Nd4", "Nd4: a capture must be made, such as cxb3", "*"},
		{"a capture must be made", variant.Antichess, "", "e4 d5 Nf3", "Nf3: a capture must be made, such as exd5", "*"},
		{"a pawn promotes to a king", variant.Antichess, "8/6P1/8/3K1k2/8/8/3p4/8 b - - 0 1", "d1=K", "8/6P1/8/3K1k2/8/8/8/3k4 w - - 0 2", "*"},
		{"who has no move wins", variant.Antichess, "8/8/p7/P7/8/8/8/8 w - - 0 1", "", "8/8/p7/P7/8/8/8/8 w - - 0 1", "1-0 (stalemate)"},
		{"who has lost all wins", variant.Antichess, "8/8/8/8/8/1p6/P7/8 w - - 0 1", "axb3#", "8/8/8/8/8/1P6/8/8 b - - 0 1", "0-1 (no pieces left)"},

		{"the move gives check", variant.RacingKings, "8/8/8/8/8/8/k6K/6Q1 w - -", "Qf2", "Qf2: the move gives check, which racing kings forbid", "*"},
		{"Black may equalize", variant.RacingKings, "1K6/7k/8/8/8/8/8/8 b - - 0 1", "Kh8", "1K5k/8/8/8/8/8/8/8 w - - 1 2", "1/2-1/2 (race)"},
		{"or lose", variant.RacingKings, "1K6/7k/8/8/8/8/8/8 b - - 0 1", "Kg7#", "1K6/6k1/8/8/8/8/8/8 w - - 1 2", "1-0 (race)"},
		{"own pieces in the way", variant.RacingKings, "4brn1/2K2k2/8/8/8/8/8/8 w", "Kb8#", "1K2brn1/5k2/8/8/8/8/8/8 b - - 1 1", "1-0 (race)"},
		{"Black arrives first", variant.RacingKings, "1k6/6K1/8/8/8/8/8/8 w - - 0 1", "", "1k6/6K1/8/8/8/8/8/8 w - - 0 1", "0-1 (race)"},
		{"no square is safe", variant.RacingKings, "2KR4/k7/2Q5/4q3/8/8/8/2N5 b - - 0 1", "", "2KR4/k7/2Q5/4q3/8/8/8/2N5 b - - 0 1", "1-0 (race)"},
		{"stalemate in a race", variant.RacingKings, "1Q4R1/5K2/4B3/8/8/3N4/8/k7 b - - 0 1", "", "1Q4R1/5K2/4B3/8/8/3N4/8/k7 b - - 0 1", "1/2-1/2 (stalemate)"},

		{"a double step from the first rank gives no en passant", variant.Horde, "8/8/8/8/8/3k1p2/8/PPPPPPPP w - - 0 1", "e3", "8/8/8/8/8/3kPp2/8/PPPP1PPP b - - 0 1", "*"},
		{"a blocked double step", variant.Horde, "8/8/8/8/8/3k1p2/8/PPPPPPPP w - - 0 1", "d3", "d3: the pawn on d1 is blocked by the king on d3", "*"},
		{"Black captures the last pawn", variant.Horde, "4k3/8/8/8/8/8/1p6/P7 b - - 0 1", "bxa1=Q#", "4k3/8/8/8/8/8/8/q7 w - - 0 2", "0-1 (no pieces left)"},

		{"the third check wins", variant.ThreeCheck, "rnbqkbnr/ppp1pppp/3p4/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 1+3 0 2", "Bb5#", "rnbqkbnr/ppp1pppp/3p4/1B6/8/4P3/PPPP1PPP/RNBQK1NR b KQkq - 0+3 1 2", "1-0 (checks)"},
		{"checks that have been given", variant.ThreeCheck, "rnbqkbnr/ppp1pppp/3p4/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 2 +1+0", "Bb5+", "rnbqkbnr/ppp1pppp/3p4/1B6/8/4P3/PPPP1PPP/RNBQK1NR b KQkq - 1+3 1 2", "*"},
		{"the fifth check wins", variant.FiveCheck, "rnbqkbnr/ppp1pppp/3p4/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 2 +4+0", "Bb5#", "rnbqkbnr/ppp1pppp/3p4/1B6/8/4P3/PPPP1PPP/RNBQK1NR b KQkq - 0+5 1 2", "1-0 (checks)"},
		{"no en passant once the game is over", variant.ThreeCheck, "8/8/8/3k4/1p6/8/2P5/2K5 w - - 1+1 0 1", "c4#", "8/8/8/3k4/1pP5/8/8/2K5 b - - 0+1 0 1", "1-0 (checks)"},

		{"a king in the center", variant.KingOfTheHill, "4k3/8/8/8/8/4K3/8/8 w - - 0 1", "Ke4#", "4k3/8/8/8/4K3/8/8/8 b - - 1 1", "1-0 (king in the center)"},
		{"and not into check", variant.KingOfTheHill, "4k3/8/8/3p4/8/4K3/8/8 w - - 0 1", "Ke4", "Ke4: the king would be in check from the pawn on d5", "*"},
		{"bare kings play on", variant.KingOfTheHill, "4k3/8/8/8/8/8/4K3/8 w - - 0 1", "", "4k3/8/8/8/8/8/4K3/8 w - - 0 1", "*"},

		{"standard chess", variant.Standard, "", "f3 e5 g4 Qh4#", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "0-1 (checkmate)"},
		{"no drops", variant.Standard, "", "N@f3", "N@f3: pieces are not dropped in standard", "*"},
		{"a pin", variant.Standard, "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", "Nc3: the knight on e2 is pinned by the rook on e8", "*"},
	} {
		p := variant.StartPosition(c.v)
		if c.fen != "" {
			var err error
			if p, err = variant.ParseFEN(c.v, c.fen); err != nil {
				t.Errorf("%s: %v", c.name, err)
				continue
			}
		}
		got := ""
		for san := range strings.FieldsSeq(c.moves) {
			m, err := p.ParseSAN(san)
			if err != nil {
				got = err.Error()
				break
			}
			if text := p.SAN(m); text != san && san != "P@f2" {
				t.Errorf("%s: SAN = %q, want %q", c.name, text, san)
			}
			if u, err := p.ParseUCI(p.UCI(m)); err != nil || u != m {
				t.Errorf("%s: ParseUCI(%q) = %v, %v, want %v", c.name, p.UCI(m), u, err, m)
			}
			if err := p.Play(m); err != nil {
				t.Errorf("%s: Play(%v) = %v", c.name, m, err)
			}
		}
		if got == "" {
			got = p.FEN()
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if end := p.Outcome().String(); end != c.end {
			t.Errorf("%s: outcome %s, want %s", c.name, end, c.end)
		}
	}
}

// TestCanWin compares what is known about insufficient material with shakmaty's and python-chess's cases.
func TestCanWin(t *testing.T) {
	for _, c := range []struct {
		v            variant.Variant
		fen          string
		white, black bool // cannot win
	}{
		{variant.Atomic, "8/3k4/8/8/2N5/8/3K4/8 b - -", true, true},
		{variant.Atomic, "8/4rk2/8/8/8/8/3K4/8 w - -", true, true},
		{variant.Atomic, "8/4qk2/8/8/8/8/3K4/8 w - -", true, false},
		{variant.Atomic, "8/1k6/8/2n5/8/3NK3/8/8 b - -", false, false},
		{variant.Atomic, "8/4bk2/8/8/8/8/3KB3/8 w - -", true, true},
		{variant.Atomic, "4b3/5k2/8/8/8/8/3KB3/8 w - -", false, false},
		{variant.Atomic, "3Q4/5kKB/8/8/8/8/8/8 b - -", false, true},
		{variant.Atomic, "8/5k2/8/8/8/8/5K2/4bb2 w - -", true, false},
		{variant.Atomic, "8/5k2/8/8/8/8/5K2/4nb2 w - -", true, false},
		{variant.Atomic, "8/1nn5/1k6/8/8/8/3K4/8 w - - 0 1", true, true},
		{variant.Antichess, "8/4bk2/8/8/8/8/3KB3/8 w - -", false, false},
		{variant.Antichess, "8/8/8/6b1/8/3B4/4B3/5B2 w - -", true, true},
		{variant.Antichess, "8/8/5b2/8/8/3B4/3B4/8 w - -", true, false},
		{variant.Antichess, "8/8/8/1n2N3/8/8/8/8 w - - 0 32", true, false},
		{variant.Antichess, "8/3N4/8/1n6/8/8/8/8 b - - 1 32", true, false},
		{variant.Antichess, "6n1/8/8/4N3/8/8/8/8 b - - 0 27", false, true},
		{variant.Antichess, "8/8/5n2/4N3/8/8/8/8 w - - 1 28", false, true},
		{variant.Antichess, "8/3n4/8/8/8/8/8/8 w - - 0 29", false, true},
		{variant.KingOfTheHill, "8/5k2/8/8/8/8/3K4/8 w - -", false, false},
		{variant.RacingKings, "8/5k2/8/8/8/8/3K4/8 w - -", false, false},
		{variant.ThreeCheck, "8/5k2/8/8/8/8/3K4/8 w - - 3+3", true, true},
		{variant.ThreeCheck, "8/5k2/8/8/8/8/3K2N1/8 w - - 3+3", false, true},
		{variant.Crazyhouse, "8/5k2/8/8/8/8/3K2N1/8[] w - -", true, true},
		{variant.Crazyhouse, "8/5k2/8/8/8/5B2/3KB3/8[] w - -", false, false},
		{variant.Horde, "8/5k2/8/8/8/4NN2/8/8 w - - 0 1", true, false},
		{variant.Horde, "8/8/8/2B5/p7/kp6/pq6/8 b - - 0 1", false, false},
		{variant.Horde, "8/8/8/2B5/r7/kn6/nr6/8 b - - 0 1", true, false},
		{variant.Horde, "8/8/1N6/rb6/kr6/qn6/8/8 b - - 0 1", false, false},
		{variant.Horde, "8/8/1N6/qq6/kq6/nq6/8/8 b - - 0 1", true, false},
		{variant.Horde, "8/P1P5/8/8/8/8/brqqn3/k7 b - - 0 1", false, false},
		{variant.Horde, "8/1b5r/1P6/1Pk3q1/1PP5/r1P5/P1P5/2P5 b - - 0 52", false, false},
		{variant.Standard, "8/5k2/8/8/8/8/3K2N1/8 w - -", true, true},
		{variant.Standard, "8/5kp1/8/8/8/8/3K2N1/8 w - -", false, false},
	} {
		p := variant.MustParseFEN(c.v, c.fen)
		if white, black := p.CanWin(chess.White), p.CanWin(chess.Black); white == c.white || black == c.black {
			t.Errorf("%v %s: CanWin %v, %v, want %v, %v", c.v, c.fen, white, black, !c.white, !c.black)
		}
	}
}
