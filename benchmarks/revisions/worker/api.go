package main

import "github.com/shakki/chess"

// This file holds what is spelled differently for revisions with the old API:
// see ../testdata.

func perft(p *chess.Position, depth int) uint64 { return chess.Perft(*p, depth) }
