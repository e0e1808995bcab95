package chess_test

import (
	"fmt"

	"github.com/shakki/chess"
)

// mate is the value of having mated, more than all pieces are worth.
const mate = 10_000

// value returns what p is worth to the side to move, in hundredths of a pawn.
func value(p *chess.Position) int {
	us := p.Turn()
	return 100 * (p.Material(us).Points() - p.Material(us.Other()).Points())
}

// search returns what p is worth to the side to move when both look the given
// number of plies ahead, and then on while there is something to capture. What is
// not between alpha and beta does not matter and is cut off.
func search(p *chess.Position, plies, alpha, beta int) int {
	if !p.HasLegalMove() {
		if p.InCheck() {
			return -mate - plies // a mate that comes sooner is better
		}
		return 0
	}
	var buffer [256]chess.Move
	moves := p.AppendCaptures(buffer[:0])
	if plies > 0 {
		moves = p.AppendQuietMoves(moves)
	} else {
		alpha = max(alpha, value(p)) // nobody has to capture
	}
	for _, m := range moves {
		if alpha >= beta {
			break
		}
		q := p.After(m)
		alpha = max(alpha, -search(&q, plies-1, -beta, -alpha))
	}
	return alpha
}

// bestMove returns the move that promises most within the given number of plies.
func bestMove(p *chess.Position, plies int) (best chess.Move) {
	alpha := -2 * mate
	for m := range p.Moves() {
		q := p.After(m)
		if v := -search(&q, plies-1, -2*mate, -alpha); v > alpha {
			alpha, best = v, m
		}
	}
	return best
}

// A bot that looks three plies ahead finds the smothered mate, and the fork that
// wins the queen. Here it plays both sides.
func Example_bot() {
	for _, fen := range []string{
		"5r1k/6pp/7N/8/2Q5/8/6PP/7K w - - 0 1",
		"6k1/5ppp/2q5/3N4/4P3/8/5PPP/6K1 w - - 0 1",
	} {
		p := chess.MustParseFEN(fen)
		for range 3 {
			m := bestMove(&p, 3)
			fmt.Print(p.SAN(m), " ")
			p = p.After(m)
		}
		fmt.Println(p.Outcome())
	}
	// Output:
	// Qg8+ Rxg8 Nf7# 1-0 (checkmate)
	// Ne7+ Kf8 Nxc6 *
}
