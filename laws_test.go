package chess

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestStartPosition: board and men as the rule sheets set them up.
func TestStartPosition(t *testing.T) {
	p := StartPosition()
	if !lightSquares.Has(H1) || !lightSquares.Has(A8) {
		t.Error("the corner at a player's right hand is dark, want light")
	}
	if p.Turn() != White {
		t.Errorf("%v begins, want white", p.Turn())
	}
	for _, c := range []Color{White, Black} {
		if got := p.ByColor(c).Count(); got != 16 {
			t.Errorf("%v has %d pieces, want 16", c, got)
		}
		if queen := p.Pieces(c, Queen).First(); lightSquares.Has(queen) != (c == White) {
			t.Errorf("the queen of %v stands on %v, want a square of her own color", c, queen)
		}
	}
	for m := range p.Moves() {
		if piece := p.PieceAt(m.From()); piece != WhitePawn && piece != WhiteKnight {
			t.Errorf("the first move may be %v with a %v, want one with a pawn or a knight", m, piece)
		}
	}
}

// TestCheckAnswers: a check is answered by moving the king, capturing the
// checker or interposing, a double check by the king alone.
func TestCheckAnswers(t *testing.T) {
	for _, test := range []struct {
		name string
		fen  string
		want []string
	}{
		{"king, capture and interposing", "4r2k/8/8/1B6/R7/6N1/P7/4K3 w - - 0 1",
			[]string{"a4e4", "b5e2", "b5e8", "e1d1", "e1d2", "e1f1", "e1f2", "g3e2", "g3e4"}},
		{"double check", "4r2k/8/8/1B6/Rb6/6N1/P7/4K3 w - - 0 1", []string{"e1d1", "e1f1", "e1f2"}},
		{"a knight's check cannot be blocked", "7k/8/8/8/R7/3n4/8/1B2K3 w - - 0 1",
			[]string{"b1d3", "e1d1", "e1d2", "e1e2", "e1f1"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			if diff := cmp.Diff(test.want, inOrder(p.LegalMoves())); diff != "" {
				t.Errorf("%q: legal moves differ (-want +got):\n%s", test.fen, diff)
			}
		})
	}
}

// TestEnPassantOfTwo: of two pawns that stand beside a double step, one may be
// pinned while the other captures (FIDE 3.7.3.1, 3.1.3).
func TestEnPassantOfTwo(t *testing.T) {
	for fen, want := range map[string]string{
		"3r3k/8/8/3PpP2/8/8/8/3K4 w - e6 0 2":     "f5e6",
		"5r1k/8/8/3PpP2/8/8/8/5K2 w - e6 0 2":     "d5e6",
		"7k/8/8/3PpP2/8/8/8/3K4 w - e6 0 2":       "d5e6 f5e6",
		"3r1r1k/8/8/3PpP2/8/8/8/3K1B2 w - e6 0 2": "f5e6",
	} {
		p := MustParseFEN(fen)
		var got []string
		for _, m := range inOrder(p.LegalMoves()) {
			if p.IsEnPassant(MustParseMove(m)) {
				got = append(got, m)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: en passant by %v, want %s", fen, got, want)
		}
		if n, listed := Perft(p, 1), uint64(len(p.LegalMoves())); n != listed {
			t.Errorf("%q: %d moves counted, %d listed", fen, n, listed)
		}
	}
}

// TestPromotionTakesEffect: a pawn becomes a queen, rook, bishop or knight of its
// own color though none has been captured, and the new piece may mate at once.
func TestPromotionTakesEffect(t *testing.T) {
	for _, fen := range []string{
		"6k1/1P3ppp/8/8/8/8/8/RNBQKBNR w - - 0 1",
		"rnbqkbnr/8/8/8/8/8/1p3PPP/6K1 b - - 0 1",
	} {
		p := MustParseFEN(fen)
		from := (p.ByType(Pawn) & bFile.Bitboard()).First()
		to := SquareAt(bFile, eighthRank.RelativeTo(p.Turn()))
		for kind, mates := range map[PieceType]bool{Queen: true, Rook: true, Bishop: false, Knight: false} {
			q := p
			m := NewPromotion(from, to, kind)
			if err := q.Play(m); err != nil {
				t.Errorf("%q: Play(%v) = %v, want no error", fen, m, err)
			}
			if got, want := q.PieceAt(to), kind.Of(p.Turn()); got != want {
				t.Errorf("%q: after %v there is %v, want %v", fen, m, got, want)
			}
			if got := q.IsCheckmate(); got != mates {
				t.Errorf("%q: %v mates: %v, want %v", fen, m, got, mates)
			}
		}
	}
}

// TestMateOutweighsMaterial: checkmate wins under all rules, though the winner
// has little left.
func TestMateOutweighsMaterial(t *testing.T) {
	p := MustParseFEN("nrq3rk/5Npp/8/8/8/8/8/6K1 b - - 0 60")
	if white, black := p.Material(White).Points(), p.Material(Black).Points(); white >= black {
		t.Errorf("White has %d points, Black %d, want less for White", white, black)
	}
	for _, sheet := range sheets {
		g := newGame(p, sheet.rules)
		if got, want := g.Outcome(), (Outcome{WhiteWins, Checkmate}); got != want {
			t.Errorf("%s: Outcome() = %v, want %v", sheet.name, got, want)
		}
	}
}

// TestCastlingRecalled: a game knows whether it was the king or the rook that has
// moved before, where the position alone does not tell.
func TestCastlingRecalled(t *testing.T) {
	const rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	for _, test := range []struct {
		name  string
		start string
		moves string
		cause IllegalReason
		want  string
	}{
		{"the king, and back again", rooks, "Ke2 Ke7 Ke1 Ke8", CastlingKingMoved, "O-O: castling: the king has moved before"},
		{"the king of the other side does not matter", rooks, "Ra2 Ke7 Rhh2 Ke8 Ra1 Kd8 Rh1 Ke8",
			CastlingRookMoved, "O-O: castling: the rook has moved before or was captured"},
		{"Black's king", rooks, "Ra2 Ke7 Ra1 Ke8 Ra2", CastlingKingMoved, "O-O: castling: the king has moved before"},
		{"both rooks", rooks, "Ra2 Ra7 Rhh2 Rhh7 Ra1 Ra8 Rh1 Rh8",
			CastlingRookMoved, "O-O: castling: the rook has moved before or was captured"},
		{"one rook", rooks, "Rh2 Rh7 Rh1 Rh8", CastlingRookMoved, "O-O: castling: the rook has moved before or was captured"},
		{"before the record begins", "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "Ra2 Ra7 Ra1 Ra8",
			CastlingNoRight, "O-O: castling: the king or the rook has moved before"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := recordSANs(t, FIDERules(), test.start, test.moves)
			err := g.PlaySAN("O-O")
			var refusal *MoveError
			if !errors.As(err, &refusal) || refusal.Reason != test.cause || err.Error() != test.want {
				t.Errorf("after %q: PlaySAN(O-O) = %v, want %q", test.moves, err, test.want)
			}
		})
	}
}
