package main

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/shakki/chess"
)

// climb looks for the question that takes CanWin longest. It starts with the slowest of the
// questions, changes the position at random, and goes on from each change that takes longer. It
// prints every such step.
func climb(questions []question, limit time.Duration) {
	r := rand.New(rand.NewPCG(5, 6))
	var worst question
	var longest time.Duration
	try := func(q question) {
		if took := timeOf(q); took > longest {
			worst, longest = q, took
			fmt.Printf("%v: %s %v\n", took, q.position.FEN(), q.color)
		}
	}
	for _, q := range questions {
		try(q)
	}
	for start := time.Now(); time.Since(start) < limit; {
		if p, ok := changed(r, worst.position); ok {
			try(question{p, worst.color, ""})
			try(question{p, worst.color.Other(), ""})
		}
	}
}

// changed returns p after up to three random changes, each of which moves, adds, or removes a
// piece, and reports whether the result is playable.
func changed(r *rand.Rand, p chess.Position) (chess.Position, bool) {
	var board [64]byte // starts with a8
	for s := chess.A1; s <= chess.H8; s++ {
		if piece := p.PieceAt(s); piece != chess.NoPiece {
			board[s^56] = piece.String()[0]
		}
	}
	for range 1 + r.IntN(3) {
		from, to := r.IntN(64), r.IntN(64)
		switch isKing := board[from]|32 == 'k'; {
		case board[to]|32 == 'k':
		case r.IntN(3) == 0 && !isKing:
			board[from] = 0
		case board[from] == 0:
			board[from] = "PpPpBbNnRrQq"[r.IntN(12)]
		default:
			board[to], board[from] = board[from], 0
		}
	}
	changed, err := chess.ParseFEN(boardFEN(&board) + " " + "wb"[r.IntN(2):][:1] + " - - 0 1")
	return changed, err == nil
}
