package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"time"

	"github.com/shakki/chess"
)

// costs are what -climb can look for, by the value of -by.
var costs = map[string]func(q question) int{
	"positions": func(q question) int { return verdictOf(q).Positions },
	"bytes":     func(q question) int { return int(bytesOf(q)) },
	"time":      func(q question) int { return int(timeOf(q).Nanoseconds()) },
	"plies":     func(q question) int { return len(verdictOf(q).Line) },
}

// climb looks for the question that costs most. It starts with the most expensive of the questions,
// changes the position at random, and goes on from each change that costs more. It prints every such
// step. A seed always makes the same changes.
func climb(questions []question, cost func(q question) int, limit time.Duration, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 6))
	var worst question
	most := -1
	try := func(q question) {
		n := cost(q)
		if n <= most {
			return
		}
		worst, most = q, n
		v := verdictOf(q)
		fmt.Printf("%d: %d positions, %.1f MB, %v, %v, %d plies: %s %v\n",
			n, v.Positions, float64(bytesOf(q))/1e6, timeOf(q), v.Proof, len(v.Line), q.position.FEN(), q.color)
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

// verdictOf returns the answer to the question.
func verdictOf(q question) chess.WinVerdict {
	return q.position.Winnable(context.Background(), q.color, chess.WinOptions{})
}

// bytesOf returns how much memory Winnable allocates for the question if no earlier one left any.
func bytesOf(q question) uint64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.GC() // a sync.Pool keeps its items during one collection
	runtime.ReadMemStats(&before)
	verdictOf(q)
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
