package main

import (
	"math/rand/v2"
	"testing"

	"github.com/shakki/chess"
)

// mirror returns p with the colors and the ranks exchanged.
func mirror(t *testing.T, p chess.Position) chess.Position {
	t.Helper()
	setup := p.Setup()
	setup.Turn, setup.Castling, setup.EnPassant = setup.Turn.Other(), 0, 0
	board := setup.Board
	for s, piece := range board {
		if setup.Board[chess.Square(s)^56] = piece; piece != chess.NoPiece {
			setup.Board[chess.Square(s)^56] = piece.Type().Of(piece.Color().Other())
		}
	}
	q, err := setup.Position()
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// TestEvaluateGames checks in random games that the tally that moves update is the sum over the
// board, and that a position is worth the same to either color.
func TestEvaluateGames(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		p := chess.StartPosition()
		if r.IntN(2) == 0 {
			p, _ = chess.Chess960Start(r.IntN(960))
		}
		sum := tallyOf(&p)
		for range 120 {
			moves := p.LegalMoves()
			if len(moves) == 0 {
				break
			}
			m := moves[r.IntN(len(moves))]
			q := p.After(m)
			if sum = sum.after(&p, m, &q); sum != tallyOf(&q) {
				t.Fatalf("%v %v: the tally is %d, want %d", p, m, sum, tallyOf(&q))
			}
			p = q
			other := mirror(t, p)
			if got, want := evaluate(&other, tallyOf(&other)), evaluate(&p, sum); got != want {
				t.Fatalf("%v is worth %d, its mirror image %d", p, want, got)
			}
		}
	}
}

// TestTally checks that the three sums in a tally do not disturb each other, and that the value
// blends from the middlegame to the endgame.
func TestTally(t *testing.T) {
	tests := []struct{ middle, end, phase, want int }{
		{0, 0, 24, 0}, {100, -300, 24, 100}, {100, -300, 0, -300}, {100, -300, 12, -100},
		{-100, 300, 24, -100}, {-1, -1, 24, -1}, {-1, -1, 0, -1}, {-9000, 9000, 6, 4500}, {50, 70, 40, 50},
	}
	for _, tt := range tests {
		if got := pack(tt.middle, tt.end, tt.phase).value(); got != tt.want {
			t.Errorf("pack(%d, %d, %d).value() = %d, want %d", tt.middle, tt.end, tt.phase, got, tt.want)
		}
	}
}

// TestExtras checks that each term counts in its phase: the first position must be better.
func TestExtras(t *testing.T) {
	const middlegame, endgame = 24, 0
	tests := []struct {
		term          string
		phase         int
		better, worse string
	}{
		{"passed pawn", endgame, "4k3/p7/8/4P3/8/8/8/4K3 w - - 0 1", "4k3/3p4/8/4P3/8/8/8/4K3 w - - 0 1"},
		{"pawn stopped far ahead", endgame, "4k3/p7/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/3p4/8/8/8/8/4P3/4K3 w - - 0 1"},
		{"rank of a passed pawn", endgame, "4k3/8/4P3/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1"},
		{"pair of bishops", endgame, "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "4k3/8/8/8/8/8/8/2B1KN2 w - - 0 1"},
		{"pawns beside the king", middlegame, "4k3/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1", "4k3/5ppp/8/8/5PPP/8/8/6K1 w - - 0 1"},
		{"mobility", middlegame, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/p7/8/8/8/P7/8/R3K3 w - - 0 1"},
		{"attack on the king", middlegame, "7k/8/8/6N1/8/3B4/8/4K1R1 w - - 0 1", "k7/8/8/6N1/8/3B4/8/4K1R1 w - - 0 1"},
	}
	for _, tt := range tests {
		value := func(fen string) int {
			p := chess.MustParseFEN(fen)
			return (extras(&p, chess.White) + pack(0, 0, tt.phase)).value()
		}
		if better, worse := value(tt.better), value(tt.worse); better <= worse {
			t.Errorf("%s: %s is worth %d, and %s %d", tt.term, tt.better, better, tt.worse, worse)
		}
	}
}
