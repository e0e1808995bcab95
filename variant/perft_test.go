package variant_test

import (
	"testing"

	"github.com/shakki/chess/variant"
)

func TestPerft(t *testing.T) {
	for _, c := range []struct {
		v     variant.Variant
		fen   string
		depth int
		want  uint64
	}{
		{variant.Standard, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197281},
		{variant.Standard, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0, 1},
		{variant.Standard, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 4, 4085603},
		{variant.Atomic, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 4, 197326},
		{variant.Atomic, "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq -", 4, 1434825},
		{variant.Atomic, "rn1qkb1r/p5pp/2p5/3p4/N3P3/5P2/PPP4P/R1BQK3 w Qkq -", 4, 714499},
		{variant.Atomic, "8/8/8/8/8/8/2k5/rR4KR w KQ -", 5, 1603055},
		{variant.Atomic, "r3k1rR/5K2/8/8/8/8/8/8 b kq -", 3, 6753},
		{variant.Atomic, "r3k1rR/5K2/8/8/8/8/8/8 b kq -", 5, 2587730},
		{variant.Atomic, "1n2k3/P7/8/8/8/8/8/4K3 w - -", 2, 86}, // a capture that promotes
		{variant.Crazyhouse, "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - -", 2, 75353},
		{variant.Crazyhouse, "2k5/8/8/8/8/8/8/4K3[Qn] w - -", 4, 932554},
		{variant.Crazyhouse, "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq -", 4, 2083382},
		{variant.Crazyhouse, "4k3/1Q~6/8/8/4b3/8/Kpp5/8/ b - -", 4, 132758},
		{variant.Crazyhouse, "2rn1b1r/1pp2n1p/B1PBk1pP/5p1P/P5p1/2P2RP1/RP1QNP2/1NBK4[QPp] w - -", 3, 314782},
		{variant.Horde, "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq -", 4, 23310},
		{variant.Horde, "4k3/pp4q1/3P2p1/8/P3PP2/PPP2r2/PPP5/PPPP4 b - -", 4, 56539},
		{variant.Horde, "k7/5p2/4p2P/3p2P1/2p2P2/1p2P2P/p2P2P1/2P2P2 w - -", 4, 33781},
		{variant.RacingKings, "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - -", 4, 296242},
		{variant.RacingKings, "4brn1/2K2k2/8/8/8/8/8/8 w", 6, 265932},
		{variant.ThreeCheck, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 1+1", 3, 97848},
		{variant.ThreeCheck, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1+1", 3, 13410},
		{variant.Antichess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", 4, 153299},
		{variant.Antichess, "8/2p5/8/8/8/8/P7/8 w - -", 13, 30873},
		{variant.Antichess, "8/1p6/8/8/8/8/P7/8 w - -", 5, 1}, {variant.Antichess, "8/1p6/8/8/8/8/P7/8 w - -", 0, 1}, {variant.Antichess, "8/1p6/8/8/8/8/P7/8 w - -", -1, 1},
	} {
		p, err := variant.ParseFEN(c.v, c.fen)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := variant.Perft(p, c.depth); got != c.want {
			t.Errorf("Perft(%v %s, %d) = %d, want %d", c.v, c.fen, c.depth, got, c.want)
		}
	}
}
