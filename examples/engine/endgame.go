package main

import (
	"path/filepath"

	"github.com/shakki/chess"
	"github.com/shakki/chess/syzygy"
)

// tableWin is the value of a position that the tables call won, less than a mate and more than any
// evaluation.
const tableWin = 20000

// openTables opens the endgame tables in the given folders. It keeps those before if that fails.
func (s *search) openTables(dirs string) error {
	tables, err := syzygy.Open(filepath.SplitList(dirs)...)
	if err != nil {
		return err
	}
	old := s.tables
	s.tables = tables
	return old.Close()
}

// inTables reports whether the tables may know p.
func (s *search) inTables(p *chess.Position) bool {
	return p.Occupied().Count() <= s.tables.MaxPieces() && p.Castling() == 0
}

// probe returns the value of f from the tables. They know what perfect play leads to right after a
// capture or a pawn move, when the halfmove clock is 0.
func (s *search) probe(f *frame, ply int) (value int, ok bool) {
	if f.pos.HalfmoveClock() > 0 || !s.inTables(&f.pos) {
		return 0, false
	}
	v, err := s.tables.WDL(f.pos)
	if err != nil {
		return 0, false
	}
	s.hits++
	switch {
	case v == syzygy.Win:
		return tableWin - ply, true
	case v == syzygy.Loss:
		return ply - tableWin, true
	}
	return int(v), true // a draw; better if the opponent must know the fifty-move rule
}

// allowed returns the moves of g that keep its result according to the tables, or nil if they do not
// know.
func (s *search) allowed(g *chess.Game) (moves []chess.Move) {
	p := g.Position()
	if !s.inTables(&p) {
		return nil
	}
	roots, _ := s.tables.RootMoves(g) // nil if a table is missing
	s.hits += int64(len(roots))
	for _, r := range roots {
		if r.Rank == roots[0].Rank {
			moves = append(moves, r.Move)
		}
	}
	return moves
}
