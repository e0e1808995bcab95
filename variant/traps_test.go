package variant_test

import (
	"errors"
	"strconv"
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
		{"a pin before an explosion", variant.Atomic, "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", "Nc3: the knight on e2 is pinned by the rook on e8", "*"},
		{"kings do not capture", variant.Atomic, "8/8/8/8/8/3k4/8/4Kq2 w - - 0 1", "Kxf1", "Kxf1: the explosion would take White's own king", "*"},
		{"fourteen checkers", variant.Atomic, "3N1NB1/2N1Q1N1/3RkR2/2NP1PN1/3NKN2/8/8/n7 w - - 0 1", "", "3N1NB1/2N1Q1N1/3RkR2/2NP1PN1/3NKN2/8/8/n7 w - - 0 1", "*"},
		{"rooks after explosions", variant.Atomic, "", "e4 d5 d4 e6 Nc3 b5 Bg5 f6 Bh6 Ba3 Bxg7 h5 bxa3 c5 Qc1 Qe7 Qh6 Qg7 Qh8+ Qxh8 Rb1 cxd4 Bxb5 Nd7 Rb7 Kf8 Rxd7 Rb8 Ne2 Rb1+ Nc1 d4 O-O", "5k2/p7/4pp2/7p/3pP3/8/P1P2PPP/1rN2RK1 b - - 1 17", "*"},

		{"a promoted piece goes to the hand as a pawn", variant.Crazyhouse, "4k3/8/8/8/8/8/1p6/2R1K3[] b - - 0 1", "bxc1=Q+ Kf2 Qd2+", "4k3/8/8/8/8/8/3q~1K2/8[r] w - - 2 3", "*"},
		{"captured, it is a pawn", variant.Crazyhouse, "4k3/8/8/8/8/8/3q~1K2/2R5[] w - - 0 1", "Kf1 Qxc1+ Ke2 Qb2+ Kd1 Qa1+ Kd2 Qb2+", "4k3/8/8/8/8/8/1q~1K4/8[r] w - - 6 5", "*"},
		{"a pawn in hand", variant.Crazyhouse, "4k3/1Q~6/8/8/4b3/8/Kpp5/8/ b - -", "Bxb7", "4k3/1b6/8/8/8/8/Kpp5/8[p] w - - 0 2", "*"},
		{"a promoted rook castles", variant.Crazyhouse, "4k3/8/8/8/8/8/8/R~3K3[] w Q - 0 1", "O-O-O Ke7 Kb1 Kf7 Ka1", "8/5k2/8/8/8/8/8/K2R~4[] b - - 5 3", "*"},
		{"no knight in hand", variant.Crazyhouse, "", "N@f3", "N@f3: no knight in hand", "*"},
		{"a drop of a pawn is read in both spellings", variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[PPq] w - - 5 1", "@e4 Q@h4+ P@f2", "4k3/8/8/8/4P2q/8/5P2/4K3[] b - - 0 2", "*"},
		{"pawns are not dropped on the last rank", variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[P] w - - 5 1", "@a8", "@a8: a pawn cannot be dropped on a8", "*"},
		{"queens and rooks in hand are no draw", variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[QRQR] w", "", "4k3/8/8/8/8/8/8/4K3[QQRR] w - - 0 1", "*"},
		{"pockets as a ninth rank", variant.Crazyhouse, "r2q1rk1/ppp2pp1/1bnp3p/3Bp3/4P1b1/2PPPN2/PP4PP/R2Q1RK1/NBn w - - 22 12", "d4 exd4 cxd4", "r2q1rk1/ppp2pp1/1bnp3p/3B4/3PP1b1/4PN2/PP4PP/R2Q1RK1[BNPnp] b - - 0 13", "*"},

		{"en passant is compulsory", variant.Antichess, "r1bqkbn1/p1ppp3/2n4p/6p1/1Pp5/4P3/P2P1PP1/R1B1K3 b - b3 0 11", "Nd4", "Nd4: a capture must be made, such as cxb3", "*"},
		{"en passant as the only capture", variant.Antichess, "8/8/8/8/1Pp5/8/8/7n b - b3 0 1", "Nf2", "Nf2: a capture must be made, such as cxb3", "*"},
		{"a capture must be made", variant.Antichess, "", "e4 d5 Nf3", "Nf3: a capture must be made, such as exd5", "*"},
		{"a pawn promotes to a king", variant.Antichess, "8/6P1/8/3K1k2/8/8/3p4/8 b - - 0 1", "d1=K", "8/6P1/8/3K1k2/8/8/8/3k4 w - - 0 2", "*"},
		{"who has no move wins", variant.Antichess, "8/8/p7/P7/8/8/8/8 w - - 0 1", "", "8/8/p7/P7/8/8/8/8 w - - 0 1", "1-0 (stalemate)"},
		{"who has lost all wins", variant.Antichess, "8/8/8/8/8/1p6/P7/8 w - - 0 1", "axb3#", "8/8/8/8/8/1P6/8/8 b - - 0 1", "0-1 (no pieces left)"},

		{"the move gives check", variant.RacingKings, "8/8/8/8/8/8/k6K/6Q1 w - -", "Qf2", "Qf2: the move gives check, which racing kings forbid", "*"},
		{"Black may equalize", variant.RacingKings, "1K6/7k/8/8/8/8/8/8 b - - 0 1", "Kh8", "1K5k/8/8/8/8/8/8/8 w - - 1 2", "1/2-1/2 (race)"},
		{"or lose", variant.RacingKings, "1K6/7k/8/8/8/8/8/8 b - - 0 1", "Kg7#", "1K6/6k1/8/8/8/8/8/8 w - - 1 2", "1-0 (race)"},
		{"own pieces in the way", variant.RacingKings, "4brn1/2K2k2/8/8/8/8/8/8 w", "Kb8#", "1K2brn1/5k2/8/8/8/8/8/8 b - - 1 1", "1-0 (race)"},
		{"or equalize by a capture", variant.RacingKings, "K5N1/7k/8/8/8/8/8/B7 b - - 0 1", "Kxg8", "K5k1/8/8/8/8/8/8/B7 w - - 0 2", "1/2-1/2 (race)"},
		{"Black arrives first", variant.RacingKings, "1k6/6K1/8/8/8/8/8/8 w - - 0 1", "", "1k6/6K1/8/8/8/8/8/8 w - - 0 1", "0-1 (race)"},
		{"no square is safe", variant.RacingKings, "2KR4/k7/2Q5/4q3/8/8/8/2N5 b - - 0 1", "", "2KR4/k7/2Q5/4q3/8/8/8/2N5 b - - 0 1", "1-0 (race)"},
		{"stalemate in a race", variant.RacingKings, "1Q4R1/5K2/4B3/8/8/3N4/8/k7 b - - 0 1", "", "1Q4R1/5K2/4B3/8/8/3N4/8/k7 b - - 0 1", "1/2-1/2 (stalemate)"},

		{"a double step from the first rank gives no en passant", variant.Horde, "8/8/8/8/8/3k1p2/8/PPPPPPPP w - - 0 1", "e3", "8/8/8/8/8/3kPp2/8/PPPP1PPP b - - 0 1", "*"},
		{"a blocked double step", variant.Horde, "8/8/8/8/8/3k1p2/8/PPPPPPPP w - - 0 1", "d3", "d3: the pawn on d1 is blocked by the king on d3", "*"},
		{"Black captures the last pawn", variant.Horde, "4k3/8/8/8/8/8/1p6/P7 b - - 0 1", "bxa1=Q#", "4k3/8/8/8/8/8/8/q7 w - - 0 2", "0-1 (no pieces left)"},

		{"the third check wins", variant.ThreeCheck, "rnbqkbnr/ppp1pppp/3p4/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 1+3 0 2", "Bb5#", "rnbqkbnr/ppp1pppp/3p4/1B6/8/4P3/PPPP1PPP/RNBQK1NR b KQkq - 0+3 1 2", "1-0 (checks)"},
		{"checks that have been given", variant.ThreeCheck, "rnbqkbnr/ppp1pppp/3p4/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 2 +1+0", "Bb5+", "rnbqkbnr/ppp1pppp/3p4/1B6/8/4P3/PPPP1PPP/RNBQK1NR b KQkq - 1+3 1 2", "*"},
		{"the fifth check wins", variant.FiveCheck, "rnbqkbnr/ppp1pppp/3p4/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 2 +4+0", "Bb5#", "rnbqkbnr/ppp1pppp/3p4/1B6/8/4P3/PPPP1PPP/RNBQK1NR b KQkq - 0+5 1 2", "1-0 (checks)"},
		{"who gives the last check first wins", variant.ThreeCheck, "8/8/8/3k4/8/8/8/2K5 w - - 0+0 0 1", "", "8/8/8/3k4/8/8/8/2K5 w - - 0+0 0 1", "0-1 (checks)"},
		{"no en passant once the game is over", variant.ThreeCheck, "8/8/8/3k4/1p6/8/2P5/2K5 w - - 1+1 0 1", "c4#", "8/8/8/3k4/1pP5/8/8/2K5 b - - 0+1 0 1", "1-0 (checks)"},

		{"a king in the center", variant.KingOfTheHill, "4k3/8/8/8/8/4K3/8/8 w - - 0 1", "Ke4#", "4k3/8/8/8/4K3/8/8/8 b - - 1 1", "1-0 (king in the center)"},
		{"and not into check", variant.KingOfTheHill, "4k3/8/8/3p4/8/4K3/8/8 w - - 0 1", "Ke4", "Ke4: the king would be in check from the pawn on d5", "*"},
		{"a king in the center wins on either turn", variant.KingOfTheHill, "8/8/8/8/4K3/8/4k3/8 w - - 0 1", "", "8/8/8/8/4K3/8/4k3/8 w - - 0 1", "1-0 (king in the center)"},
		{"bare kings play on", variant.KingOfTheHill, "4k3/8/8/8/8/8/4K3/8 w - - 0 1", "", "4k3/8/8/8/8/8/4K3/8 w - - 0 1", "*"},

		{"standard chess", variant.Standard, "", "f3 e5 g4 Qh4#", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "0-1 (checkmate)"},
		{"clocks stop", variant.Standard, "4k3/8/8/8/8/8/8/4K2R b - - 65535 65535", "Kd7", "8/3k4/8/8/8/8/8/4K2R w - - 65535 65535", "*"},
		{"at their limits", variant.Standard, "4k3/8/8/8/8/8/8/4K2R b - - 65533 65533", "Kd7 Rg1 Ke7", "8/4k3/8/8/8/8/8/4K1R1 w - - 65535 65535", "*"},
		{"no drops", variant.Standard, "", "N@f3", "N@f3: pieces are not dropped in standard", "*"},
		{"en passant answers a check", variant.Standard, "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3", "cxd3", "8/8/8/2k5/8/3p4/B7/4K3 w - - 0 4", "*"},
		{"en passant blocks a check", variant.Standard, "8/8/r6K/3pP3/8/8/8/k7 w - d6 0 1", "exd6", "8/8/r2P3K/8/8/8/8/k7 b - - 0 1", "*"},
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

// TestReasons checks why moves beside legal ones are illegal.
func TestReasons(t *testing.T) {
	for _, c := range []struct {
		v         variant.Variant
		fen, move string
		want      string // the start of the error, or ""
	}{
		{variant.Standard, "", " e2e4\n", ""},
		{variant.Standard, "", "e3e4", "there is no piece on e3"},
		{variant.Standard, "", "e7e5", "the pawn on e7 belongs to Black, and White is to move"},
		{variant.Standard, "", "e2e5", "a pawn does not move from e2 to e5"},
		{variant.Standard, "", "e2d3", "the pawn on e2 has nothing to capture on d3"},
		{variant.Standard, "", "g1e2", "White's own pawn is on e2"},
		{variant.Standard, "", "g1f4", "a knight does not move from g1 to f4"},
		{variant.Standard, "", "a1a3", "the rook on a1 is blocked by the pawn on a2"},
		{variant.Standard, "4k3/8/8/8/8/r7/r7/R3K3 b - - 0 1", "a3a1", "the rook on a3 is blocked by the rook on a2"},
		{variant.Standard, "4k3/8/8/8/r7/8/R7/R3K3 b - - 0 1", "a4a1", "the rook on a4 is blocked by the rook on a2"},
		{variant.Standard, "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e4", "the pawn on e2 is blocked by the pawn on e3"},
		{variant.Standard, "4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e2e4", "the pawn on e2 is blocked by the pawn on e4"},
		{variant.Standard, "4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e2e3", ""},
		{variant.Standard, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "the piece that the pawn promotes to is missing"},
		{variant.Standard, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8k", "the pawn on a7 cannot promote to a king on a8"},
		{variant.Standard, "", "e2e4q", "the pawn on e2 cannot promote to a queen on e4"},
		{variant.Standard, "", "g1f3q", "the knight on g1 cannot promote to a queen on f3"},
		{variant.Standard, "4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", "e1f1", ""},
		{variant.Standard, "4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", "e1e2", "the king would be in check from the rook on d2"},
		{variant.Standard, "4r2k/8/8/b7/8/8/3N4/4K3 w - - 0 1", "d2f3", "the king stays in check from the rook on e8"},
		{variant.Standard, "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "e1g1", "castling: the king is in check from the rook on e2"},
		{variant.Standard, "4k3/8/8/8/8/8/4r3/R3K1NR w KQ - 0 1", "e1g1", "castling: the king is in check from the rook on e2"},
		{variant.Standard, "4k3/8/8/8/8/8/8/R3K1NR w KQ - 0 1", "e1g1", "castling: the knight on g1 stands in the way"},
		{variant.Standard, "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1c1", "castling: the knight on b1 stands in the way"},
		{variant.Standard, "1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", ""},
		{variant.Standard, "2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "castling: the king would cross or reach a square attacked by the rook on c8"},
		{variant.Standard, "4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "e1c1", "castling: White has no right to castle on that side"},
		{variant.Standard, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1q", "the king on e1 cannot promote to a queen on g1"},
		{variant.Standard, "4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "e1a1", "castling: White has no right to castle on that side"},
		{variant.Standard, "4k3/8/8/8/8/8/8/R2K3R w - - 0 1", "d1f1", "a king does not move from d1 to f1"},
		{variant.Standard, "4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", "d1b1", "castling: the king would cross or reach a square attacked by the rook on a1"},
		{variant.Standard, "4k3/1b6/8/3PpP2/8/5K2/8/8 w - e6 0 1", "d5e6", "the pawn on d5 is pinned by the bishop on b7"},
		{variant.Standard, "4k3/8/8/8/8/8/1p6/4K3 b - - 0 1", "b2a1q", "the pawn on b2 has nothing to capture on a1"},
		{variant.Standard, "4r2k/8/8/8/5p2/8/4N3/4K3 w - - 0 1", "e2f4", "the knight on e2 is pinned by the rook on e8"},
		{variant.Standard, "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "a2a3", "the game is over"},
		{variant.Antichess, "8/P7/8/8/8/8/8/7k w - - 0 1", "a7a8k", ""},
		{variant.Antichess, "8/P7/8/8/8/1p6/P7/7k w - - 0 1", "a7a8k", "a capture must be made, such as axb3"},
		{variant.Antichess, "8/P7/8/8/8/1p6/P7/7k w - - 0 1", "a2a3", "a capture must be made, such as axb3"},
		{variant.Horde, "4k3/8/8/8/8/8/P7/1P6 w - - 0 1", "b1b3", ""},
		{variant.Horde, "4k3/8/8/8/8/8/P7/1P6 w - - 0 1", "b1b4", "a pawn does not move from b1 to b4"},
		{variant.Horde, "4k3/8/8/8/8/8/P7/1P6 w - - 0 1", "b1a2", "White's own pawn is on a2"},
		{variant.Horde, "4k3/8/8/8/8/1P6/8/8 w - - 0 1", "b3b5", "a pawn does not move from b3 to b5"},
		{variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1", "P@e8", "the king on e8 is on that square"},
		{variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1", "P@e7", ""},
		{variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1", "P@a8", "a pawn cannot be dropped on a8"},
		{variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1", "P@a1", "a pawn cannot be dropped on a1"},
		{variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1", "N@e7", "no knight in hand"},
		{variant.Crazyhouse, "4k3/8/8/8/8/8/4r3/4K3[Pn] w - - 0 1", "P@e5", "the king stays in check from the rook on e2"},
		{variant.Crazyhouse, "4k3/8/8/8/8/8/4r3/4K3[Nn] w - - 0 1", "N@a8", "the king stays in check from the rook on e2"},
		{variant.Atomic, "4k3/8/8/8/8/4n3/3P4/3K4 w - - 0 1", "d2e3", ""},
		{variant.Atomic, "4k3/8/8/8/8/8/3Pn3/3K4 w - - 0 1", "d1e2", "the explosion would take White's own king"},
		{variant.Atomic, "4r2k/8/8/8/8/1p6/P1N5/4K3 w - - 0 1", "a2b3", "the king stays in check from the rook on e8"},
		{variant.Atomic, "4r2k/8/8/5p2/4P3/8/8/4K3 w - - 0 1", "e4f5", "the explosion would leave the king in check from the rook on e8"},
		{variant.Atomic, "4r2k/8/8/5p2/4P3/8/8/4K3 w - - 0 1", "e4e5", ""},
		{variant.RacingKings, "8/8/8/8/8/8/k6K/6Q1 w - -", "g1g3", ""},
		{variant.RacingKings, "8/8/8/8/8/8/k6K/6Q1 w - -", "g1a7", "the move gives check, which racing kings forbid"},
	} {
		p := variant.StartPosition(c.v)
		if c.fen != "" {
			p = variant.MustParseFEN(c.v, c.fen)
		}
		got := ""
		if _, err := p.ParseUCI(c.move); err != nil {
			got = err.Error()
		}
		if want := c.move + ": " + c.want; c.want == "" && got != "" || !strings.HasPrefix(got, want) && c.want != "" {
			t.Errorf("%v %s: ParseUCI = %q, want %q", c.v, c.fen, got, want)
		}
	}
}

// TestSANReasons checks what is said about texts that fit no legal move, or several.
func TestSANReasons(t *testing.T) {
	for _, c := range []struct {
		v              variant.Variant
		fen, san, want string
	}{
		{variant.Standard, "", " e4\n", ""},
		{variant.Standard, "", "xyz", `"xyz": not a move`},
		{variant.Standard, "", "e", `"e": not a move`},
		{variant.Standard, "", "Nd5", "Nd5: White has no knight that can do that"},
		{variant.Standard, "", "Bd3", "Bd3: the bishop on f1 is blocked by the pawn on e2"},
		{variant.Standard, "", "Ra3", "Ra3: the rook on a1 is blocked by the pawn on a2"},
		{variant.Standard, "", "Qd3", "Qd3: the queen on d1 is blocked by the pawn on d2"},
		{variant.Standard, "", "Qe4", "Qe4: a queen does not move from d1 to e4"},
		{variant.Standard, "", "Nbf3", "Nbf3: a knight does not move from b1 to f3"},
		{variant.Standard, "4k3/8/8/8/8/1N6/8/4KN2 w - - 0 1", "Nd2", "Nd2: ambiguous move from f1 or b3"},
		{variant.Standard, "4k3/8/8/8/N7/1N6/8/4KN2 w - - 0 1", "Nd2", "Nd2: ambiguous move from f1 or b3"},
		{variant.Standard, "4k3/8/8/8/1b6/1N6/3N4/4KN2 w - - 0 1", "Nd2", "Nd2: White's own knight is on d2"},
		{variant.Standard, "7k/8/8/8/1b5b/8/3N1N2/4K3 w - - 0 1", "Ne4", "Ne4: the knight on d2 is pinned by the bishop on b4"},
		{variant.Standard, "4k3/4r3/8/8/8/2N5/4N3/4K3 w - - 0 1", "Ng3", "Ng3: the knight on e2 is pinned by the rook on e7"},
		{variant.Standard, "4k3/4r3/8/8/8/1N6/4N3/4K3 w - - 0 1", "Nd4", ""},
		{variant.Standard, "4k3/4r3/8/8/8/8/8/Q2QK3 w - - 0 1", "Qa4", "Qa4: the king stays in check from the rook on e7"},
		{variant.Standard, "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "a3", "a3: the game is over"},
		{variant.Standard, "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "O-O", "O-O: the game is over"},
		{variant.Standard, "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "--", "--: the king stays in check from the queen on h4"},
		{variant.Standard, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--", "--: the game is over"},
		{variant.Standard, "4k3/8/3p4/3pP3/4P3/8/8/4K3 w - - 0 1", "ed", "ed: ambiguous move from e4 or e5"},
		{variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1", "X@e4", `"X@e4": not a move`},
		{variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1", "N@f3!?", "N@f3!?: no knight in hand"},
		{variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1", "P@e4+", ""},
	} {
		p := variant.StartPosition(c.v)
		if c.fen != "" {
			p = variant.MustParseFEN(c.v, c.fen)
		}
		got := ""
		if _, err := p.ParseSAN(c.san); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%v %s: ParseSAN(%q): %q, want %q", c.v, c.fen, c.san, got, c.want)
		}
	}
	mated := variant.MustParseFEN(variant.Standard, "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
	if err := mated.Play(variant.NullMove); err == nil || err.Error() != "0000: passing is not a legal move" {
		t.Errorf("a pass after checkmate: %v", err)
	}
	for _, text := range []string{"Nc3", "b1-c3"} {
		_, err := mated.ParseSAN(text)
		var refused *variant.MoveError
		if !errors.As(err, &refused) || refused.Why != variant.GameOver || (refused.Piece == chess.Knight) == (refused.Move == variant.NewMove(chess.B1, chess.C3)) {
			t.Errorf("after checkmate, %s is refused with the piece %v or the move %v: %v", text, refused.Piece, refused.Move, err)
		}
	}
	var refused *variant.MoveError
	if _, err := variant.StartPosition(variant.Standard).ParseSAN("O-O"); !errors.As(err, &refused) || refused.Move != variant.NewMove(chess.E1, chess.G1) {
		t.Errorf("the error for castling is %v, of the move %v", err, refused.Move)
	}
	if _, err := mated.ParseSAN(strings.Repeat("x", 1000)); err == nil || len(err.Error()) > 200 {
		t.Errorf("the error for a long text is %v", err)
	}
}

// TestInHand checks that only what can be dropped is in hand.
func TestInHand(t *testing.T) {
	p := variant.MustParseFEN(variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[pNQ]")
	for piece := chess.NoPieceType; piece <= chess.King+1; piece++ {
		white, black := p.InHand(chess.White, piece), p.InHand(chess.Black, piece)
		if (white == 1) != (piece == chess.Knight || piece == chess.Queen) || (black == 1) != (piece == chess.Pawn) {
			t.Errorf("White has %d and Black %d of type %v in hand", white, black, piece)
		}
	}
	for _, none := range []chess.PieceType{chess.NoPieceType, chess.King + 1, chess.King + 2} {
		if got := p.ByType(none); got != 0 {
			t.Errorf("pieces of the type %d stand on %v", none, got)
		}
	}
}

// TestMoveText checks which moves have a text.
func TestMoveText(t *testing.T) {
	for _, c := range []struct {
		m    variant.Move
		want string
	}{
		{variant.NullMove, "0000"}, {variant.NewMove(chess.E2, chess.E4), "e2e4"}, {variant.NewMove(chess.E2, chess.E4) | 1<<15, "Move(34572)"},
		{variant.NewPromotion(chess.A7, chess.A8, chess.King), "a7a8k"}, {variant.NewPromotion(chess.A7, chess.A8, chess.King+1), "Move(32304)"},
		{variant.NewPromotion(chess.A7, chess.A8, chess.Pawn), "Move(7728)"}, {variant.NewDrop(chess.Pawn, chess.A2), "P@a2"},
		{variant.NewDrop(chess.Queen, chess.A2), "Q@a2"}, {variant.NewDrop(chess.King, chess.A2), "Move(25096)"},
		{variant.NewDrop(chess.NoPieceType, chess.A2), "Move(520)"}, {variant.NewDrop(chess.Pawn, chess.A2) | 1<<15, "Move(37384)"},
	} {
		text, err := c.m.MarshalText()
		if c.m.String() != c.want || (err == nil) != (string(text) == c.want) || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("String = %q, MarshalText %q, %v, want %q", c.m, text, err, c.want)
		}
	}
	for _, text := range []string{"", "e2e", "e2e44", "e2e4p", "e2e4Q", "a7a8", "e2e9", "K@e4", "@i9", "X@e4", "-@e4", "N@", "NN@e4", "e@e4", "n@e4", "p@e4"} {
		if m, err := variant.ParseMove(text); (err == nil) != (text == "a7a8") || err != nil && !strings.HasPrefix(err.Error(), strconv.Quote(text)) {
			t.Errorf("ParseMove(%q) = %v, %v", text, m, err)
		}
	}
}
