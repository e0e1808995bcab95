package chess_test

import (
	"cmp"
	"slices"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/chesstest"
)

var exchangeValues = [7]int{chess.Pawn: 100, chess.Knight: 320, chess.Bishop: 330, chess.Rook: 500, chess.Queen: 900}

// TestStaticExchange checks exchanges with pieces behind pieces, pins, promotions, and en passant.
func TestStaticExchange(t *testing.T) {
	tests := []struct {
		name, fen, san string
		want           int
	}{
		{"undefended pawn", "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "Rxe5", 100},
		{"pieces behind pieces", "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "Nxe5", -220},
		{"bishop behind a pawn", "4k3/8/5p2/4n3/3P4/8/1B6/4K3 w - - 0 1", "dxe5", 320},
		{"pinned defender", "4k3/4n3/8/3p4/8/8/8/3RR1K1 w - - 0 1", "Rxd5", 100},
		{"defender pinned on the line", "3k4/3r4/8/3p4/8/8/8/3R2K1 w - - 0 1", "Rxd5", -400},
		{"king cannot recapture", "8/8/3k4/3p4/4P3/8/8/3RK3 w - - 0 1", "exd5", 100},
		{"king recaptures", "8/8/3k4/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5+", -400},
		{"promotion by capture", "3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "cxd8=Q+", 400},
		{"promotion costs the pawn", "8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=Q", 800},
		{"Black's pawn promotes as it recaptures", "7k/8/8/8/8/8/p7/1n4RK w - - 0 1", "Rxb1", -980},
		{"of two knights, the one that is not pinned recaptures", "7k/4n3/5n2/3p4/8/2B5/8/K2R4 w - - 0 1", "Rxd5", -400},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 100},
		{"quiet move to an attacked square", "4k3/8/2p5/8/8/8/8/3QK3 w - - 0 1", "Qd5", -900},
		{"castling", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", 0},
		{"castling away from a pawn", "4k3/8/8/5b2/8/8/p7/1R2K3 w Q - 0 1", "O-O-O", 0},
		{"null move", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "--", 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := chess.MustParseFEN(test.fen)
			m, err := p.ParseSAN(test.san)
			if err != nil {
				t.Fatal(err)
			}
			if got := p.StaticExchange(m, exchangeValues); got != test.want {
				t.Errorf("StaticExchange(%s) = %d, want %d", test.san, got, test.want)
			}
		})
	}
}

// slowExchange is StaticExchange by the list of legal moves.
func slowExchange(p chess.Position, m chess.Move) int {
	if p.IsCastling(m) {
		return 0
	}
	won := exchangeValues[p.Captured(m).Type()]
	if m.Promotion() != chess.NoPieceType {
		won += exchangeValues[m.Promotion()] - exchangeValues[chess.Pawn]
	}
	q := p.After(m)
	answers := slices.DeleteFunc(q.LegalMoves(), func(a chess.Move) bool {
		return a.To() != m.To() || a.Promotion() != chess.NoPieceType && a.Promotion() != chess.Queen
	})
	if len(answers) == 0 {
		return won
	}
	least := slices.MinFunc(answers, func(a, b chess.Move) int {
		return cmp.Or(cmp.Compare(q.PieceAt(a.From()).Type(), q.PieceAt(b.From()).Type()), cmp.Compare(a.From(), b.From()))
	})
	return won - max(0, slowExchange(q, least))
}

// TestStaticExchangeRandom compares StaticExchange with slowExchange in random positions.
func TestStaticExchangeRandom(t *testing.T) {
	for seed := range uint64(1000) {
		p := chesstest.Mix{}.Position(seed)
		for m := range p.Moves() {
			if got, want := p.StaticExchange(m, exchangeValues), slowExchange(p, m); got != want {
				t.Fatalf("%v: StaticExchange(%s) = %d, want %d", p, p.SAN(m), got, want)
			}
		}
	}
}
