package main

import "github.com/shakki/chess"

// This file replaces ../../worker/api.go for revisions up to 9d033e2, in which
// Perft takes a pointer.

func perft(p *chess.Position, depth int) uint64 { return chess.Perft(p, depth) }
