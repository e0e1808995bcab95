package main

import (
	"fmt"

	corentings "github.com/corentings/chess/v2"
	"github.com/shakki/chess"
)

// A start is a position in which perft starts.
type start struct {
	name       string
	fen        string
	depth      int // perft depth of one run
	lowerDepth int // perft depth of one run of corentings
}

// starts are the six positions of the perft benchmarks.
var starts = []start{
	{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 4},
	{"Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 3},
	{"pinned en passant", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 4},
	{"promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 4},
	{"castling", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 3},
	{"middlegame", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3},
}

// newMoveTable returns the table for move generation. It subtracts less plies from the depths, but
// keeps them at 4 or more, because with fewer nodes Stockfish would spend most of its time on input
// and output.
func newMoveTable(sf *stockfish, less int) (*table, error) {
	t := &table{
		title: "Move generation, millions of nodes per second. count calls Perft; list generates the moves of the\n" +
			"last ply without playing them; play plays them with After; set plays them with SetAfter. Stockfish\n" +
			"runs its perft in all four rows, which generates the last moves without playing them. corentings\n" +
			"does not play them in the rows count and list, and runs at a lower depth.",
		labels: []string{"position", "work"},
		own:    "shakki",
		others: []string{"Stockfish", "corentings"},
		means:  true,
	}
	for _, s := range starts {
		s.depth = max(s.depth-less, 4)
		rows, err := s.rows(sf)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.name, err)
		}
		t.rows = append(t.rows, rows...)
	}
	return t, nil
}

// rows returns the rows count, list, play, and set for one position.
func (s start) rows(sf *stockfish) ([]row, error) {
	p, err := chess.ParseFEN(s.fen)
	if err != nil {
		return nil, err
	}
	setUp, err := corentings.FEN(s.fen)
	if err != nil {
		return nil, err
	}
	q := corentings.NewGame(setUp).Position()

	nodes := chess.Perft(p, s.depth)
	buffers := moveBuffers(s.depth)
	counting := perftTask("shakki", nodes, func() uint64 { return chess.Perft(p, s.depth) })
	listing := perftTask("shakki", nodes, func() uint64 { return list(p, s.depth, buffers) })
	playing := perftTask("shakki", nodes, func() uint64 {
		n, _ := play(p, s.depth, buffers)
		return n
	})
	setting := perftTask("shakki", nodes, func() uint64 {
		n, _ := set(&p, s.depth, buffers)
		return n
	})
	engine := sf.task(s.fen, s.depth, nodes)
	nodes = chess.Perft(p, s.lowerDepth)
	theirListing := perftTask("corentings", nodes, func() uint64 { return corentingsList(q, s.lowerDepth) })
	theirPlaying := perftTask("corentings", nodes, func() uint64 { return corentingsPlay(q, s.lowerDepth) })

	name := fmt.Sprintf("%s, depth %d", s.name, s.depth)
	return []row{
		{[]string{name, "count"}, counting, []*task{engine, theirListing}},
		{[]string{name, "list"}, listing, []*task{engine, theirListing}},
		{[]string{name, "play"}, playing, []*task{engine, theirPlaying}},
		{[]string{name, "set"}, setting, []*task{engine, theirPlaying}},
	}, nil
}

// moveBuffers returns an empty move buffer for each ply.
func moveBuffers(depth int) [][]chess.Move {
	buffers := make([][]chess.Move, depth)
	for i := range buffers {
		buffers[i] = make([]chess.Move, 0, chess.MaxMoves)
	}
	return buffers
}

// perftTask returns the task of calling count, which must return the given number of nodes.
func perftTask(who string, nodes uint64, count func() uint64) *task {
	run := func() error { return agree(who, "nodes", count(), nodes) }
	return &task{size: nodes, run: run, clock: cpuTime}
}

// list returns the perft count. It generates the moves of the last ply but does not play them.
func list(p chess.Position, depth int, buffers [][]chess.Move) uint64 {
	moves := p.AppendLegalMoves(buffers[depth-1][:0])
	if depth == 1 {
		return uint64(len(moves))
	}
	var nodes uint64
	for _, m := range moves {
		nodes += list(p.After(m), depth-1, buffers)
	}
	return nodes
}

// play returns the perft count. It plays all moves, including those of the last ply, with After. It
// combines the hashes of the leaves, so that the compiler cannot optimize the work away.
func play(p chess.Position, depth int, buffers [][]chess.Move) (nodes, hash uint64) {
	if depth == 0 {
		return 1, p.Hash()
	}
	for _, m := range p.AppendLegalMoves(buffers[depth-1][:0]) {
		n, h := play(p.After(m), depth-1, buffers)
		nodes += n
		hash ^= h
	}
	return nodes, hash
}

// set does the same as play, but with SetAfter. They do not share code, because calling a function
// value would take extra time.
func set(p *chess.Position, depth int, buffers [][]chess.Move) (nodes, hash uint64) {
	if depth == 0 {
		return 1, p.Hash()
	}
	var q chess.Position
	for _, m := range p.AppendLegalMoves(buffers[depth-1][:0]) {
		q.SetAfter(p, m)
		n, h := set(&q, depth-1, buffers)
		nodes += n
		hash ^= h
	}
	return nodes, hash
}

// corentingsList does the same as list with github.com/corentings/chess. ValidMovesUnsafe saves the
// copy of the list that ValidMoves makes.
func corentingsList(p *corentings.Position, depth int) uint64 {
	moves := p.ValidMovesUnsafe()
	if depth == 1 {
		return uint64(len(moves))
	}
	var nodes uint64
	for i := range moves {
		nodes += corentingsList(p.Update(&moves[i]), depth-1)
	}
	return nodes
}

// corentingsPlay does the same as play with github.com/corentings/chess, which updates its hash too.
func corentingsPlay(p *corentings.Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var nodes uint64
	moves := p.ValidMovesUnsafe()
	for i := range moves {
		nodes += corentingsPlay(p.Update(&moves[i]), depth-1)
	}
	return nodes
}
