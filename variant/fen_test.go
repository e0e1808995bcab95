package variant_test

import (
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/variant"
)

// TestFENErrors checks the field, the offset, and the reason of what is refused.
func TestFENErrors(t *testing.T) {
	for _, c := range []struct {
		v      variant.Variant
		fen    string
		field  string
		offset int
		detail string
	}{
		{variant.Atomic, "8/8/8/8/8/8/8/8 w - - 0 1", "piece placement", 0, "there are no pieces"},
		{variant.Atomic, "4k3/8/8/8/8/8/8/8 b - - 0 1", "piece placement", 0, "White has no king"},
		{variant.Atomic, "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "hand", 19, "there are no pieces in hand in Atomic"},
		{variant.Atomic, "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "hand", 19, "there are no pieces in hand in Atomic"},
		{variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[QK] w - - 0 1", "hand", 21, "a king cannot be in hand"},
		{variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[Qx] w - - 0 1", "hand", 21, "'x' is not a piece"},
		{variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[--] w - - 0 1", "hand", 20, "'-' is not a piece"},
		{variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[Q-] w - - 0 1", "hand", 21, "'-' is not a piece"},
		{variant.Crazyhouse, "4k3/1P~6/8/8/8/8/8/4K3[] w - - 0 1", "piece placement", 0, "b7 has no piece that can have been promoted"},
		{variant.Crazyhouse, "4k3/8~/8/8/8/8/8/4K3[] w - - 0 1", "piece placement", 0, "h7 has no piece that can have been promoted"},
		{variant.Crazyhouse, "~4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "piece placement", 0, "'~' is not a piece"},
		{variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[Q w - - 0 1", "hand", 21, "the bracket is not closed"},
		{variant.Crazyhouse, "4k3/1Q~6/8/8/8/8/8/4K3[Q] w KQ - 0 1", "castling", 28, "White has no rook on a1"},
		{variant.Atomic, "4k3/8/8/8/8/8/8/4K3 w Q", "castling", 22, "White has no rook on a1"},
		{variant.Crazyhouse, "4k3/1Q6/8/8/8/8/8/4K~3[Q] w - - 0 1", "piece placement", 0, "e1 has no piece that can have been promoted"},
		{variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[" + strings.Repeat("Q", 63) + "] w", "hand", 82, "more pieces than squares"},
		{variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[" + strings.Repeat("Qn", 40) + "] w", "hand", 0, "82 pieces on the board and in hand"},
		{variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[" + strings.Repeat("Q", 62) + "n] w", "hand", 0, "65 pieces on the board and in hand"},
		{variant.Antichess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "castling", 46, "there is no castling in Antichess"},
		{variant.Horde, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "piece placement", 0, "White has a king"},
		{variant.Horde, "4k2k/8/8/8/8/8/8/PPP5 w - - 0 1", "piece placement", 0, "Black has two kings"},
		{variant.Horde, "4k3/8/8/8/8/8/8/pPP5 w - - 0 1", "piece placement", 0, "a pawn cannot stand on a1"},
		{variant.Horde, "8/8/8/8/8/8/8/PPP5 w - - 0 1", "piece placement", 0, "Black has no king"},
		{variant.ThreeCheck, "4k3/8/8/8/8/8/8/4K2R w K - 4+3 0 1", "checks", 27, "\"4+3\" is not two numbers from 0 to 3"},
		{variant.ThreeCheck, "4k3/8/8/8/8/8/8/4K2R w K - 0 1 +1", "checks", 31, "\"+1\" is not two numbers"},
		{variant.KingOfTheHill, "4k3/8/8/8/8/8/8/4KK2 w - - 0 1", "piece placement", 0, "White has two kings"},
		{variant.KingOfTheHill, "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "side to move", 22, "Black is in check, but it is White's turn"},
		{variant.RacingKings, "8/8/8/8/R7/8/krbnNB1K/qrbnNBRQ b - - 1 1", "side to move", 31, "Black is in check, which Racing Kings forbids"},
		{variant.RacingKings, "8/8/8/8/P7/8/krbnNBRK/qrbnNBRQ w - - 1 1", "piece placement", 0, "there are no pawns in Racing Kings"},
		{variant.RacingKings, "7P/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 1 1", "piece placement", 0, "a pawn cannot stand on h8"},
		{variant.KingOfTheHill, "4k3/8/8/8/8/8/8/4R1K1", "side to move", 21, "Black is in check, but it is White's turn"},
		{variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3QR~[] w - - 0 1", "piece placement", 19, "rank 1 has more than 8 squares"},
		{variant.Standard, "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", "halfmove clock", 26, "\"3+3\" is not a number"},
		{variant.Standard, "4k3/8/8/8/8/8/8/4K3 w - - 3 3 0 1", "trailing text", 30, "\"0 1\" follows the last field"},
		{variant.ThreeCheck, "4k3/8/8/8/8/8/8/4K2R w K - 3+3 0 1 +0+0", "trailing text", 35, "\"+0+0\" follows the last field"},
		{variant.ThreeCheck, "4k3/8/8/8/8/8/8/4K2R w K - 3+3+3 0 1", "checks", 27, "\"3+3+3\" is not two numbers"},
		{variant.Standard, "4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant", 24, "Black has no pawn on e5"},
		{variant.Standard, "4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", "en passant", 28, "e7 is occupied"},
		{variant.Standard, "4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", "en passant", 28, "e6 is occupied"},
		{variant.Standard, "4k3/8/8/8/8/8/4K3 w - - 0 1", "piece placement", 17, "only 7 ranks"},
		{200, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "variant", 0, "Variant(200) is not a variant"},
		{variant.Standard, "4k3/8/8/8/8/8/8/4K2Q~ w - - 0 1", "piece placement", 20, "'~' is not a piece"},
		{variant.Standard, "4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "en passant", 24, "Black cannot have just moved a pawn over e3"},
		{variant.Atomic, "4k3/8/8/8/8/8/8/RR2K3 w AB - 0 1", "castling", 24, "two castling rooks on the same side of White's king"},
		{variant.ThreeCheck, "4k3/8/8/8/8/8/8/4K2R w K -  3+3 0 1", "halfmove clock", 27, "superfluous space"},
		{variant.ThreeCheck, "4k3/8/8/8/8/8/8/4K2R w K 3+3 0 1", "en passant", 25, "\"3+3\" is not a square"},
		{variant.Crazyhouse, "4k3/1Q~x5/8/8/8/8/8/4K3[] w - - 0 1", "piece placement", 7, "'x' is not a piece"},
	} {
		p, err := variant.ParseFEN(c.v, c.fen)
		e, ok := err.(*chess.FENError)
		if !ok || p != (variant.Position{}) || e.Field != c.field || e.Offset != c.offset || !strings.HasPrefix(e.Detail, c.detail) || e.FEN != c.fen {
			t.Errorf("ParseFEN(%v, %q) = %v, want %s, offset %d: %s", c.v, c.fen, err, c.field, c.offset, c.detail)
		}
	}
}

// TestFENForms checks the forms of hands and checks, and positions just within a limit.
func TestFENForms(t *testing.T) {
	for _, c := range []struct {
		v         variant.Variant
		fen, want string
	}{
		{variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K2Q~[] w - - 0 1", "4k3/8/8/8/8/8/8/4K2Q~[] w - - 0 1"},
		{variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[-] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"},
		{variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3/nQ", "4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1"},
		{variant.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[" + strings.Repeat("Q", 62) + "]", "4k3/8/8/8/8/8/8/4K3[" + strings.Repeat("Q", 62) + "] w - - 0 1"},
		{variant.Atomic, "4k3/8/8/8/8/8/8/4K1Rr w G - 0 1", "4k3/8/8/8/8/8/8/4K1Rr w K - 0 1"},
		{variant.Atomic, "Rr2k1rr/8/8/8/8/8/8/R3K1RR w GAgb - 0 1", "Rr2k1rr/8/8/8/8/8/8/R3K1RR w GQgq - 0 1"},
		{variant.ThreeCheck, "4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1"},
		{variant.ThreeCheck, "4k3/8/8/8/8/8/8/4K3 b - - +1+3 4 5", "4k3/8/8/8/8/8/8/4K3 b - - 2+0 4 5"},
		{variant.FiveCheck, "4k3/8/8/8/8/8/8/4K3 b - - 4 5 4+1", "4k3/8/8/8/8/8/8/4K3 b - - 4+1 4 5"},
	} {
		if p, err := variant.ParseFEN(c.v, c.fen); err != nil || p.FEN() != c.want {
			t.Errorf("ParseFEN(%v, %q) = %v, %v, want %s", c.v, c.fen, p, err, c.want)
		}
	}
}

// TestKeys checks that only what matters for repetitions tells keys apart.
func TestKeys(t *testing.T) {
	for _, c := range []struct {
		v          variant.Variant
		fen, other string
		same       bool
	}{
		{variant.Crazyhouse, "4k3/8/8/8/8/8/8/Q3K3[P] w - - 0 1", "4k3/8/8/8/8/8/8/Q~3K3[P] w - - 0 1", false},
		{variant.Crazyhouse, "4k3/8/8/8/8/8/8/Q3K3[P] w - - 0 1", "4k3/8/8/8/8/8/8/Q3K3[p] w - - 0 1", false},
		{variant.Crazyhouse, "4k3/8/8/8/8/8/8/Q3K3[P] w - - 0 1", "4k3/8/8/8/8/8/8/Q3K3[P] w - - 7 9", true},
		{variant.ThreeCheck, "4k3/8/8/8/8/8/8/4K2R w K - 3+3 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 3+2 0 1", false},
		{variant.ThreeCheck, "4k3/8/8/8/8/8/8/4K2R w K - 3+3 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 3+3 0 1", false},
		{variant.Atomic, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R b K - 0 1", false},
		{variant.Atomic, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w H - 4 1", true},
		{variant.Atomic, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", false},
		{variant.Atomic, "8/8/8/KPp4r/8/8/8/7k w - c6 0 1", "8/8/8/KPp4r/8/8/8/7k w - - 0 1", true}, // the blast would uncover the rook
		{variant.Atomic, "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3p4/8/8/8/4K3 w - - 0 1", true},
	} {
		p, other := variant.MustParseFEN(c.v, c.fen), variant.MustParseFEN(c.v, c.other)
		if (p.Key() == other.Key()) != c.same {
			t.Errorf("%v: the keys of %s and %s are equal: %v, want %v", c.v, p, other, !c.same, c.same)
		}
	}
	if variant.StartPosition(variant.Standard).Key() == variant.StartPosition(variant.Atomic).Key() {
		t.Error("the start positions of two variants have the same key")
	}
}

// FuzzParseFEN checks that no text makes the parsers panic, and that what is read is read back.
func FuzzParseFEN(f *testing.F) {
	for _, v := range variant.Variants() {
		f.Add(uint8(v), variant.StartPosition(v).FEN(), "Nf3")
	}
	f.Add(uint8(variant.Crazyhouse), "4k3/1Q~6/8/8/4b3/8/Kpp5/8/QNp b - - 3 4", "@e4")
	f.Add(uint8(variant.ThreeCheck), "4k3/8/8/8/8/8/8/4K2R w K - 0 1 +1+2", "O-O")
	f.Fuzz(func(t *testing.T, v uint8, fen, move string) {
		p, err := variant.ParseFEN(variant.Variant(v), fen)
		if err != nil {
			return
		}
		if diff := fenLaws(p); diff != "" {
			t.Fatal(diff)
		}
		p.ParseSAN(move)
		p.ParseUCI(move)
		for m := range p.Moves() {
			if diff := textLaws(p, m); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}

// TestCastlingSpellings compares the castling fields of positions with two rooks on each side of the king, and
// whether castling is that of Chess960, with those of package chess.
func TestCastlingSpellings(t *testing.T) {
	for _, fen := range []string{
		"rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1", "rr2k1rr/8/8/8/8/8/8/RR2K1RR w HAha - 0 1", "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GAhb - 0 1",
		"rr2k1rr/8/8/8/8/8/8/RR2K1RR w HBga - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
		"r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", "4k1r1/8/8/8/8/8/8/R3K3 b Qk - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 0",
	} {
		want, got := chess.MustParseFEN(fen), variant.MustParseFEN(variant.Standard, fen)
		if got.FEN() != want.FEN() || got.IsChess960() != want.IsChess960() {
			t.Errorf("%s is read as %s, Chess960 %v, want %s, %v", fen, got.FEN(), got.IsChess960(), want.FEN(), want.IsChess960())
		}
		root, _ := want.MarshalText()
		if text, err := got.MarshalText(); err != nil || string(text) != "chess "+string(root) {
			t.Errorf("%s is written as %s, %v, want %s", fen, text, err, root)
		}
		if diff := fenLaws(got); diff != "" {
			t.Error(diff)
		}
	}
	for _, target := range []chess.Square{chess.G1, chess.H1} { // where the king lands, or its rook
		for _, king := range []chess.Square{chess.B1, chess.E1} {
			p := variant.MustParseFEN(variant.Atomic, map[chess.Square]string{chess.B1: "4k3/8/8/8/8/8/8/1K5R w K -", chess.E1: "4k3/8/8/8/8/8/8/4K2R w K -"}[king])
			if err := p.Play(variant.NewMove(king, target)); err != nil || p.PieceAt(chess.F1) != chess.WhiteRook || p.PieceAt(chess.G1) != chess.WhiteKing {
				t.Errorf("castling as %v%v leads to %v, %v", king, target, p, err)
			}
		}
	}
	if p, err := variant.Chess960Start(variant.Atomic, 518); err != nil || !p.IsChess960() || variant.StartPosition(variant.Atomic).IsChess960() {
		t.Errorf("Chess960Start(518) = %v, %v, Chess960 %v, want that of Chess960 alone", p, err, p.IsChess960())
	}
}
