package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"time"

	"github.com/shakki/chess"
)

// climb looks for the question that costs most, in positions as Winnable counts them. It starts with
// the most expensive of the questions, changes the position at random, and goes on from each change
// that costs more. It prints every such step. A seed always makes the same changes.
func climb(questions []question, limit time.Duration, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 6))
	var worst question
	most := -1
	try := func(q question) {
		v := q.position.Winnable(context.Background(), q.color, chess.WinOptions{})
		if v.Positions <= most {
			return
		}
		worst, most = q, v.Positions
		fmt.Printf("%d positions, %.1f MB, %v, %d plies: %s %v\n",
			most, float64(bytesOf(q))/1e6, v.Proof, len(v.Line), q.position.FEN(), q.color)
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

// bytesOf returns how much memory CanWin allocates for the question if no earlier one left any.
func bytesOf(q question) uint64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.GC() // a sync.Pool keeps its items during one collection
	runtime.ReadMemStats(&before)
	q.position.CanWin(q.color)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
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
