package main

import (
	"cmp"
	"context"
	"fmt"
	"log"
	"math"
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
		Name: "Shakki Engine", Author: "the Shakki authors", Searcher: s, NewGame: s.forget,
		Options: []uci.Option{ // Hash to UCI_ShowWDL are what lichess-bot sets unless it is told otherwise
			uci.NewSpin("Hash", 16, 1, maxHash, func(megabytes int) error { s.table = newTable(megabytes); return nil }),
			uci.NewSpin("Threads", 1, 1, 1024, useThreads),
			uci.NewSpin("Move Overhead", 200, 0, 10_000, func(ms int) error { s.overhead = time.Duration(ms) * time.Millisecond; return nil }),
			uci.NewString("SyzygyPath", "", s.openTables),
			uci.NewCheck("UCI_ShowWDL", false, func(on bool) error { s.showWDL = on; return nil }),
			uci.NewSpin("MultiPV", 1, 1, chess.MaxMoves, func(n int) error { s.lines = n; return nil }),
			uci.NewString("Book", "", s.openBook),
			uci.NewButton("Clear Hash", func() error { s.forget(); return nil }),
			uci.NewCombo("UCI_Variant", "chess", []string{"chess"}, nil),
		},
	}
}

// maxHash is the largest transposition table in megabytes: 32 GB, or less where addresses have 32 bits.
const maxHash = min(32<<10, math.MaxInt>>21)

// useThreads accepts what clients set for every engine, and tells the user what it is worth.
func useThreads(n int) error {
	if n > 1 {
		return fmt.Errorf("%d threads are not used: this engine searches with one", n)
	}
	return nil
}

// newTable returns a transposition table.
func newTable(megabytes int) []entry { return make([]entry, megabytes<<16) }

// openBook opens an opening book, or stops using one if the name is empty. It keeps the one before if
// that fails.
func (s *search) openBook(name string) (err error) {
	opened := new(book.Book)
	if name != "" {
		opened, err = book.Open(name)
	}
	if err == nil {
		s.book = opened
	}
	return err
}

// forget clears what earlier searches have left, so that the next one visits the nodes of a new engine.
func (s *search) forget() {
	clear(s.table)
	clear(s.history[:])
	for i := range s.stack {
		clear(s.stack[i].killers[:])
	}
}

// A rootMove is a move in the position to search, and what the search has found out about it.
type rootMove struct {
	line  []chess.Move // the principal variation: the move itself, and then the best play of both sides
	value int          // -mate before the first search
	depth int          // at which the value is exact, or 0 if an unfinished search found it to be at least this
}

// newSearch allocates the memory that searches need.
func newSearch(megabytes int) *search {
	s := &search{table: newTable(megabytes), lines: 1, overhead: 200 * time.Millisecond, roots: make([]rootMove, chess.MaxMoves), book: new(book.Book), tables: new(syzygy.Tables)}
	for i := range s.roots {
		s.roots[i].line = make([]chess.Move, 0, maxPly+2)
	}
	for i := range s.stack {
		s.stack[i].moves, s.stack[i].line = make([]chess.Move, 0, chess.MaxMoves), make([]chess.Move, 0, maxPly)
	}
	return s
}

// Search implements [uci.Searcher]. It searches deeper and deeper until a limit is reached. This is
// iterative deepening: each depth finds the best moves to try first in the next one.
func (s *search) Search(ctx context.Context, r *uci.Request) (uci.Best, error) {
	if m, _ := s.book.Choose(r.Game.Position(), rand.New(rand.NewPCG(rand.Uint64(), 0))); m != chess.NullMove && !r.Limits.Infinite {
		return uci.Best{Move: m}, nil
	}
	s.hit = r.PonderHit()
	s.begin(ctx, r.Game, r.Limits)
	for depth := 1; !s.isDone(depth); depth++ {
		for rank := range min(s.lines, len(s.roots)) {
			s.searchRoots(depth, s.roots[rank:])
			r.Report(s.info(rank))
		}
	}
	best := append(s.roots[0].line, chess.NullMove) // a line of one move has no reply
	return uci.Best{Move: best[0], Ponder: best[1]}, nil
}

// info returns what is known about the move with the given rank, from 0 for the best.
func (s *search) info(rank int) uci.Info {
	m := s.roots[rank]
	if m.value == -mate {
		return uci.Info{Nodes: s.nodes, TablebaseHits: s.hits}
	}
	score := scoreOf(m.value)
	if m.depth == 0 {
		score.Bound = uci.LowerBound
	}
	info := uci.Info{Depth: m.depth, MultiPV: rank + 1, Score: score, PV: m.line, Nodes: s.nodes, TablebaseHits: s.hits}
	if s.showWDL {
		info.WDL = chances(m.value)
	}
	return info
}

// chances returns the chances of a value: two pawns more win about every second game.
func chances(value int) *uci.WDL {
	win := func(v int) int { return int(math.Round(1000 / (1 + math.Exp(float64(200-v)/80)))) }
	w, l := win(value), win(-value)
	return &uci.WDL{Win: w, Draw: 1000 - w - l, Loss: l}
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
			s.roots[n] = rootMove{line: append(s.roots[n].line[:0], m), value: -mate}
		}
	}
	s.ctx, s.limits, s.nodes, s.hits, s.stopped, s.start, s.soft, s.hard = ctx, l, 0, 0, false, time.Now(), 0, 0
	if clock := l.Clocks[p.Turn()]; clock != nil && !l.Infinite {
		moves := 25 // to share the time
		if clock.MovesToGo > 0 {
			moves = min(moves, clock.MovesToGo)
		}
		left := max(clock.Left-s.overhead, clock.Left/10)
		s.soft = min(left/time.Duration(moves)+clock.Increment/2, left/2)
		s.hard = min(4*s.soft, left*2/3)
	}
}

// isDone reports whether the search must not begin another depth. A mate in n moves has a depth of
// 2n-1 plies. The search may see it later, but not at twice that depth.
func (s *search) isDone(depth int) bool {
	l := &s.limits
	switch {
	case s.stopped || depth > 100 || l.Depth > 0 && depth > l.Depth || l.Nodes > 0 && s.nodes >= l.Nodes:
		return true
	case l.Mate > 0 && (depth > 4*l.Mate || s.roots[0].value >= mate-2*l.Mate):
		return true
	}
	return depth > 1 && s.soft > 0 && !s.isPondering() && (time.Since(s.start) > s.soft || len(s.roots) == 1)
}

// isPondering reports whether the opponent has not moved yet. When that happens, the time begins.
func (s *search) isPondering() bool {
	if !s.limits.Ponder {
		return false
	}
	select {
	case <-s.hit:
		s.limits.Ponder, s.start = false, time.Now()
	default:
	}
	return s.limits.Ponder
}

// searchRoots searches moves to a depth and moves the best to the front. The others stay ordered by
// earlier depths. If the search is stopped, a move that is at the front already keeps what earlier
// depths found out about it.
func (s *search) searchRoots(depth int, moves []rootMove) {
	alpha, line := -mate, &s.stack[0].line
	for n, m := range moves {
		value := s.try(0, m.line[0], depth-1, 0, alpha, mate, n == 0)
		if s.stopped {
			return
		}
		if value <= alpha {
			continue
		}
		alpha, *line = value, append(append((*line)[:0], m.line[0]), s.stack[1].line...)
		copy(moves[1:n+1], moves[:n])
		if n > 0 {
			m.learn(value, 0, *line)
		}
		moves[0] = m
	}
	moves[0].learn(alpha, depth, *line)
}

// learn notes the result of a search.
func (m *rootMove) learn(value, depth int, line []chess.Move) {
	m.value, m.depth, m.line = value, depth, append(m.line[:0], line...)
}

// scoreOf returns a value as UCI reports it, with mates in moves instead of plies.
func scoreOf(value int) *uci.Score {
	if plies := mate - max(value, -value); plies < maxPly {
		return &uci.Score{Mate: (plies + 1) / 2 * cmp.Compare(value, 0)}
	}
	return &uci.Score{Centipawns: value}
}
