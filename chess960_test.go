package chess

import (
	"errors"
	"math"
	"strings"
	"testing"
)

// Numbers of start positions as R. Scharnagl's table gives them.
var scharnagl = map[int]string{
	0: "BBQNNRKR", 1: "BQNBNRKR", 2: "BQNNRBKR", 3: "BQNNRKRB", 4: "QBBNNRKR", 7: "QNBNRKRB", 16: "BBNQNRKR",
	96: "BBQNRNKR", 518: "RNBQKBNR", 534: "RNBKQBNR", 959: "RKRNNQBB",
}

func TestChess960Start(t *testing.T) {
	seen := map[string]int{}
	for n := range 960 {
		p, err := Chess960Start(n)
		if err != nil || !p.IsChess960() {
			t.Fatalf("Chess960Start(%d) = %s, %v, want a position of Chess960", n, p.FEN(), err)
		}
		fields := strings.FieldsFunc(p.FEN(), func(r rune) bool { return r == '/' || r == ' ' })
		rank := fields[7]
		if want, ok := scharnagl[n]; ok && rank != want {
			t.Errorf("start %d = %s, want %s", n, rank, want)
		}
		if want := strings.ToLower(rank) + "/pppppppp/8/8/8/8/PPPPPPPP/" + rank + " w KQkq - 0 1"; p.FEN() != want {
			t.Errorf("start %d = %s, want %s", n, p.FEN(), want)
		}
		bishops, rooks := p.Pieces(White, Bishop), p.Pieces(White, Rook)
		if bishops.Count() != 2 || lightSquares.Has(bishops.First()) == lightSquares.Has(bishops.last()) {
			t.Errorf("the bishops of start %d, %s, stand on squares of one color", n, rank)
		}
		if king := p.King(White); king < rooks.First() || king > rooks.last() {
			t.Errorf("the king of start %d, %s, does not stand between its rooks", n, rank)
		}
		if first, ok := seen[rank]; ok {
			t.Errorf("starts %d and %d are both %s", first, n, rank)
		}
		seen[rank] = n
		if got, ok := p.Chess960Number(); got != n || !ok {
			t.Errorf("the number of start %d is %d, %v", n, got, ok)
		}
	}
	for _, n := range []int{-1, 960, math.MaxInt, math.MinInt} {
		var parse *ParseError
		if p, err := Chess960Start(n); p != (Position{}) || !errors.As(err, &parse) {
			t.Errorf("Chess960Start(%d) = %v, %v, want a ParseError", n, p, err)
		}
	}
}

// TestChess960Number: the start of standard chess has a number; what differs
// from a start in rights, turn, clocks or pieces has none (40).
func TestChess960Number(t *testing.T) {
	p := StartPosition()
	if got, ok := p.Chess960Number(); got != 518 || !ok {
		t.Errorf("the number of the start of standard chess is %d, %v, want 518", got, ok)
	}
	for name, fen := range map[string]string{
		"wrong rights":    "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQk - 0 1",
		"no rights":       "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
		"wrong turn":      "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR b KQkq - 0 1",
		"halfmove clock":  "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 2 1",
		"fullmove number": "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 2",
		"another array":   "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
		"a pawn moved":    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
		"a piece missing": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
		"an endgame":      "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
	} {
		p := MustParseFEN(fen)
		if n, ok := p.Chess960Number(); ok {
			t.Errorf("%s: the position has the number %d, want none", name, n)
		}
	}
	var zero Position
	if n, ok := zero.Chess960Number(); ok {
		t.Errorf("the empty board has the number %d, want none", n)
	}
}
