// Engine is a UCI chess engine that can be read in an evening. Begin with alphaBeta in search.go.
package main

import (
	"cmp"
	"context"
	"log"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/book"
	"github.com/shakki/chess/syzygy"
	"github.com/shakki/chess/uci"
)

func main() {
	if err := uci.Serve(os.Stdin, os.Stdout, program()); err != nil {
		log.Fatal(err)
	}
}

func program() uci.Program {
	s := newSearch(16)
	return uci.Program{
		Name: "Shakki Engine", Author: "the Shakki authors", Searcher: s, NewGame: func() { clear(s.table) },
		Options: []uci.Option{
			uci.NewSpin("Hash", 16, 1, 1024, func(n int) error { s.table = make([]entry, n<<16); return nil }),
			uci.NewString("Book", "", func(name string) error { b, err := book.Open(name); s.book = cmp.Or(b, s.book); return err }),
			uci.NewString("SyzygyPath", "", s.openTables),
			uci.NewSpin("MultiPV", 1, 1, chess.MaxMoves, func(n int) error { s.lines = n; return nil }),
		},
	}
}

// A rootMove is a move in the position to search, and what is expected to follow.
type rootMove struct {
	value int
	line  []chess.Move
}

// newSearch allocates the memory that searches need.
func newSearch(megabytes int) *search {
	s := &search{table: make([]entry, megabytes<<16), lines: 1, roots: make([]rootMove, chess.MaxMoves), book: new(book.Book), tables: new(syzygy.Tables)}
	for i := range s.roots {
		s.roots[i].line = make([]chess.Move, 0, maxPly+2)
	}
	for i := range s.stack {
		s.stack[i].moves, s.stack[i].line = make([]chess.Move, 0, chess.MaxMoves), make([]chess.Move, 0, maxPly)
	}
	return s
}

// Search implements [uci.Searcher]. It searches deeper and deeper until a limit is reached.
func (s *search) Search(ctx context.Context, r *uci.Request) uci.Best {
	if m, _ := s.book.Choose(r.Game.Position(), rand.New(rand.NewPCG(rand.Uint64(), 0))); m != chess.NullMove && !r.Limits.Infinite {
		return uci.Best{Move: m}
	}
	s.begin(ctx, r.Game, r.Limits)
	for depth := 1; !s.isDone(depth); depth++ {
		for rank := range min(s.lines, len(s.roots)) {
			s.searchRoots(depth, s.roots[rank:])
			m := s.roots[rank]
			r.Report(uci.Info{Depth: depth, MultiPV: rank + 1, Score: scoreOf(m.value), PV: m.line, Nodes: s.nodes})
		}
	}
	best := append(s.roots[0].line, chess.NullMove) // a line of one move has no reply
	return uci.Best{Move: best[0], Ponder: best[1]}
}

// begin sets up the root, its moves, the positions of g that can occur again, and the time.
func (s *search) begin(ctx context.Context, g *chess.Game, l uci.Limits) {
	p, hashes := g.Position(), g.RepeatableHashes()
	s.stack[0].pos, s.stack[0].tally, s.base = p, tallyOf(&p), len(hashes)
	s.path = slices.Grow(append(append(s.path[:0], hashes...), p.Hash()), maxPly)[:s.base+maxPly+1]
	s.roots = s.roots[:0]
	allowed := l.SearchMoves
	if allowed == nil && s.lines == 1 {
		allowed = s.allowed(g)
	}
	for m := range p.Moves() {
		if n := len(s.roots); allowed == nil || slices.Contains(allowed, m) {
			s.roots = s.roots[:n+1]
			s.roots[n].line = append(s.roots[n].line[:0], m)
		}
	}
	s.ctx, s.limits, s.nodes, s.stopped, s.start, s.soft, s.hard = ctx, l, 0, false, time.Now(), 0, 0
	if l.HasClock() && !l.Infinite {
		moves := time.Duration(cmp.Or(min(l.MovesToGo, 25), 25))            // to share the time
		left := max(l.Time[p.Turn()]-30*time.Millisecond, time.Millisecond) // some is lost on the way
		s.soft = min(left/moves+l.Increment[p.Turn()]/2, left/2)
		s.hard = min(4*s.soft, left*2/3)
	}
}

// isDone reports whether the search must not begin another depth.
func (s *search) isDone(depth int) bool {
	l := &s.limits
	return s.stopped || depth > 100 || l.Depth > 0 && depth > l.Depth || depth > 1 &&
		(s.soft > 0 && (time.Since(s.start) > s.soft || len(s.roots) == 1) || l.Mate > 0 && s.roots[0].value >= mate-2*l.Mate)
}

// searchRoots moves the best of the moves to the front. The others stay ordered by earlier depths.
func (s *search) searchRoots(depth int, moves []rootMove) {
	alpha := -mate
	for n, m := range moves {
		value := s.try(0, m.line[0], depth-1, 0, alpha, mate, n == 0)
		if s.stopped {
			return
		}
		if value > alpha {
			alpha, m.value = value, value
			m.line = append(m.line[:1], s.stack[1].line...)
			copy(moves[1:n+1], moves[:n])
			moves[0] = m
		}
	}
}

// scoreOf returns a value as UCI reports it, with mates in moves instead of plies.
func scoreOf(value int) *uci.Score {
	if plies := mate - max(value, -value); plies < maxPly {
		return &uci.Score{Mate: (plies + 1) / 2 * cmp.Compare(value, 0)}
	}
	return &uci.Score{Centipawns: value}
}
