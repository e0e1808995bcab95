package main

import "github.com/shakki/chess"

// This file holds the calls that revisions with the old API need in another form.
// The directory ../testdata has the replacement.

func perft(p *chess.Position, depth int) uint64 { return chess.Perft(*p, depth) }
