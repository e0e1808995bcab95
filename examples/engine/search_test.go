package main

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/uci"
)

// newGame returns a game from a position, with moves in SAN.
func newGame(t testing.TB, fen string, moves ...string) *chess.Game {
	t.Helper()
	g, err := chess.NewGameFrom(chess.MustParseFEN(fen), chess.Rules{DeadPosition: chess.NoEffect})
	for _, m := range moves {
		if err == nil {
			err = g.PlaySAN(m)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// searchTo searches g to a depth with an empty table and returns the search.
func searchTo(t testing.TB, g *chess.Game, depth int) *search {
	t.Helper()
	s := newSearch(16)
	s.begin(context.Background(), g, uci.Limits{})
	for d := 1; d <= depth; d++ {
		s.searchRoots(d, s.roots)
	}
	return s
}

var start = chess.StartPosition().FEN()

// TestMateDistance checks that mates are found, and that they count from the root.
func TestMateDistance(t *testing.T) {
	tests := []struct {
		fen   string
		depth int
		mate  int // in moves
	}{
		{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 2, 1},
		{"5r1k/6pp/7N/8/2Q5/8/6PP/7K w - - 0 1", 4, 2},
		{"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 4, 2},
		{"k7/8/1K6/8/8/8/8/7R b - - 0 1", 3, -1},
		{"k7/8/2K5/8/8/8/8/7R b - - 0 1", 9, -2},
		{"7k/8/5K2/8/8/8/8/6R1 b - - 0 1", 11, -3},
	}
	for _, tt := range tests {
		s := searchTo(t, newGame(t, tt.fen), tt.depth)
		if got := scoreOf(s.roots[0].value).Mate; got != tt.mate {
			t.Errorf("%s: mate in %d (value %d, line %v), want %d", tt.fen, got, s.roots[0].value, s.roots[0].line, tt.mate)
		}
	}
}

// TestQuiesce checks that the search does not end in the middle of an exchange: taking a defended
// pawn with the queen looks good for one ply.
func TestQuiesce(t *testing.T) {
	s := searchTo(t, newGame(t, "4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1"), 1)
	if best := s.roots[0].line[0]; best == chess.NewMove(chess.D2, chess.D6) {
		t.Errorf("the best move at depth 1 is %v, which loses the queen", best)
	}
	s = searchTo(t, newGame(t, "4k3/8/3p4/8/8/8/3Q4/4K3 w - - 0 1"), 1)
	if best := s.roots[0].line[0]; best != chess.NewMove(chess.D2, chess.D6) {
		t.Errorf("the best move at depth 1 is %v, want d2d6, which wins a pawn", best)
	}
}

// TestNullMove checks that a null move shows with fewer nodes what a search of all moves shows, and
// that it is not tried with pawns alone, where it would be wrong.
func TestNullMove(t *testing.T) {
	const depth, ply = 8, 0
	value := func(fen string, last chess.Move, beta int) (value int, nodes int64) {
		s := newSearch(16)
		s.begin(context.Background(), newGame(t, fen), uci.Limits{})
		s.stack[ply].last = last // after a null move, none is tried
		return s.alphaBeta(ply, depth, beta-1, beta), s.nodes
	}
	const good = "r1bqkb1r/pppp1ppp/2n5/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 0 5" // a knight more
	with, nodes := value(good, chess.NewMove(chess.A7, chess.A6), 20)
	without, more := value(good, chess.NullMove, 20)
	if with < 20 || without < 20 || nodes*2 > more {
		t.Errorf("with a null move: %d with %d nodes; without: %d with %d nodes; want 20 and half the nodes",
			with, nodes, without, more)
	}
	s := newSearch(1)
	s.begin(context.Background(), newGame(t, "8/8/8/3k4/3P4/3K4/8/8 w - - 0 1"), uci.Limits{})
	s.stack[0].last = chess.NewMove(chess.E5, chess.D5)
	if got := s.prune(&s.stack[0], 0, 8, -200); got >= -200 {
		t.Errorf("prune with pawns alone = %d, want less than -200", got)
	}
}

// TestReduction checks that a bad late move is searched with fewer nodes, and a good one again in
// full.
func TestReduction(t *testing.T) {
	const fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1"
	try := func(move string, reduced, alpha, beta int) (int, int64) {
		s := newSearch(16)
		s.begin(context.Background(), newGame(t, fen), uci.Limits{})
		return s.try(0, chess.MustParseMove(move), 5, reduced, alpha, beta, false), s.nodes
	}
	full, all := try("a2a4", 0, 50, 51)
	reduced, few := try("a2a4", 2, 50, 51)
	if full > 50 || reduced > 50 || few*2 > all {
		t.Errorf("a2a4: %d with %d nodes, reduced %d with %d nodes; want both at most 50, and fewer than half the nodes",
			full, all, reduced, few)
	}
	full, _ = try("f3f7", 0, 50, mate)
	reduced, _ = try("f3f7", 2, 50, mate)
	if full != mate-1 || reduced != full {
		t.Errorf("f3f7 = %d, reduced %d, want %d, the value of the mate", full, reduced, mate-1)
	}
}

// TestTransposition checks that the table knows a position that other moves lead to, and that it
// makes searches shorter.
func TestTransposition(t *testing.T) {
	s := searchTo(t, newGame(t, start, "d4", "d5", "c4", "e6"), 6)
	searched, value := s.nodes, s.roots[0].value
	g := newGame(t, start, "c4", "e6", "d4")
	s.begin(context.Background(), g, uci.Limits{})
	s.play(0, chess.MustParseMove("d7d5"))
	if s.stack[1].pos.Hash() != newGame(t, start, "d4", "d5", "c4", "e6").Position().Hash() {
		t.Fatal("the moves do not transpose")
	}
	same := slices.IndexFunc(s.roots, func(r rootMove) bool { return r.line[0] == chess.MustParseMove("d7d5") })
	s.searchRoots(7, s.roots[same:same+1])
	if s.nodes*2 > searched {
		t.Errorf("the position took %d nodes (value %d), and %d after other moves (value %d); want fewer than half",
			searched, value, s.nodes, -s.roots[same].value)
	}
	with := searchTo(t, newGame(t, start), 9).nodes
	s = newSearch(16)
	s.table = make([]entry, 1)
	s.begin(context.Background(), newGame(t, start), uci.Limits{})
	for d := 1; d <= 9; d++ {
		s.searchRoots(d, s.roots)
	}
	if with >= s.nodes {
		t.Errorf("%d nodes with a table, %d without", with, s.nodes)
	}
}

// TestMatesAreNotTransposed checks that the table does not return the value of a mate, which would
// be wrong at another distance from the root.
func TestMatesAreNotTransposed(t *testing.T) {
	for _, v := range []int{mate - 3, -mate + 4} {
		e := entry{hash: 1, value: int16(v), depth: 9, bound: exact}
		if e.proves(1, 5, 0, 1) {
			t.Errorf("an entry with the value %d is used", v)
		}
	}
	tests := []struct {
		bound uint8
		value int16
		want  bool
	}{{exact, 7, true}, {tooLow, 20, true}, {tooLow, 19, false}, {tooHigh, 10, true}, {tooHigh, 11, false}}
	for _, tt := range tests {
		e := entry{hash: 1, value: tt.value, depth: 5, bound: tt.bound}
		if got := e.proves(1, 5, 10, 20); got != tt.want {
			t.Errorf("bound %d with value %d between 10 and 20: proves = %v, want %v", tt.bound, tt.value, got, tt.want)
		}
		if e.proves(1, 6, 10, 20) || e.proves(2, 5, 10, 20) {
			t.Errorf("bound %d: proves a deeper search or another position", tt.bound)
		}
	}
}

// TestRepetition checks that a position of the game counts as drawn when it occurs again, and that
// the loser takes the draw.
func TestRepetition(t *testing.T) {
	const perpetual = "6k1/6p1/8/7Q/8/8/qr4PP/7K w - - 0 1"
	g := newGame(t, perpetual, "Qe8+", "Kh7", "Qh5+", "Kg8")
	s := searchTo(t, g, 2)
	if s.roots[0].value != 0 {
		t.Errorf("value %d with the line %v, want the draw", s.roots[0].value, s.roots[0].line)
	}
	s = searchTo(t, newGame(t, perpetual), 2)
	if s.roots[0].value >= 0 {
		t.Errorf("value %d with the line %v in a new position, want a loss at this depth", s.roots[0].value, s.roots[0].line)
	}
	s = searchTo(t, newGame(t, start, "Nf3", "Nf6", "Ng1"), 1)
	s.play(0, chess.MustParseMove("f6g8"))
	if !s.isDraw(&s.stack[1], 1) {
		t.Error("Ng8 repeats the start, but is not a draw")
	}
	s.play(0, chess.MustParseMove("f6e4"))
	if s.isDraw(&s.stack[1], 1) {
		t.Error("Ne4 repeats nothing, but is a draw")
	}
}

// TestFiftyMoves checks that the last of fifty moves makes a draw, except by mate.
func TestFiftyMoves(t *testing.T) {
	if s := searchTo(t, newGame(t, "8/8/8/4k3/8/8/8/KQ6 w - - 99 80"), 3); s.roots[0].value != 0 {
		t.Errorf("value %d after fifty moves, want 0", s.roots[0].value)
	}
	if s := searchTo(t, newGame(t, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80"), 3); s.roots[0].value != mate-1 {
		t.Errorf("value %d of a mate with the last of fifty moves, want %d", s.roots[0].value, mate-1)
	}
}

// TestNoAllocation checks that a search does not allocate.
func TestNoAllocation(t *testing.T) {
	s := searchTo(t, newGame(t, start), 1)
	depth := 1
	if n := testing.AllocsPerRun(5, func() { depth++; s.searchRoots(depth, s.roots) }); n > 0 {
		t.Errorf("a search allocates %v times", n)
	}
}

// TestStop checks that the search ends soon when its context does, and when its time is over.
func TestStop(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	tests := []struct {
		name    string
		ctx     context.Context
		limits  uci.Limits
		hard    time.Duration
		most    int64
		stopped bool
	}{
		{"canceled", ctx, uci.Limits{}, 0, 1024, true},
		{"out of time", context.Background(), uci.Limits{}, time.Nanosecond, 1024, true},
		{"no limit", context.Background(), uci.Limits{}, 0, 1 << 62, false},
	}
	for _, tt := range tests {
		s := newSearch(1)
		s.begin(tt.ctx, newGame(t, start), tt.limits)
		s.hard = tt.hard
		for d := 1; d < 8; d++ {
			s.searchRoots(d, s.roots)
		}
		if s.stopped != tt.stopped || s.nodes > tt.most {
			t.Errorf("%s: stopped = %v after %d nodes, want %v and at most %d", tt.name, s.stopped, s.nodes, tt.stopped, tt.most)
		}
	}
}

// TestNodeLimit checks that a new engine and a used one search as many nodes as they are told, below,
// at, and above each multiple of the number of nodes after which the clock is looked at.
func TestNodeLimit(t *testing.T) {
	g := newGame(t, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	for name, fresh := range map[string]bool{"new": true, "used": false} {
		s := newSearch(1)
		for _, k := range []int64{0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 40} {
			for limit := max(1024*k-1, 1); limit <= 1024*k+1; limit++ {
				if fresh {
					s.forget()
				}
				s.begin(context.Background(), g, uci.Limits{Nodes: limit})
				for depth := 1; !s.isDone(depth); depth++ {
					s.searchRoots(depth, s.roots)
				}
				if s.nodes != limit {
					t.Errorf("a %s engine searches %d nodes, want %d", name, s.nodes, limit)
				}
			}
		}
	}
}

// TestStopped checks that a search that has been stopped counts no more nodes and learns nothing.
func TestStopped(t *testing.T) {
	s := newSearch(1)
	g := newGame(t, start)
	for range 3 { // so that the history has something to lose
		s.begin(context.Background(), g, uci.Limits{})
		s.searchRoots(6, s.roots)
	}
	s.begin(context.Background(), g, uci.Limits{})
	s.stopped = true
	history, first := s.history, s.roots[0].line[0]
	s.searchRoots(7, s.roots)
	if s.nodes != 0 || s.history != history || s.roots[0].line[0] != first || s.roots[0].value != -mate {
		t.Errorf("a stopped search counts %d nodes, or learns", s.nodes)
	}
}

// TestTime checks that a search gets a share of the time on the clock, and never more than is left.
func TestTime(t *testing.T) {
	s := newSearch(1)
	for _, c := range []uci.Clock{
		{Left: time.Minute}, {Left: time.Minute, Increment: time.Second}, {Left: time.Second, Increment: time.Minute},
		{Left: time.Minute, MovesToGo: 1}, {Left: time.Millisecond},
	} {
		s.begin(context.Background(), newGame(t, start), uci.Limits{Clocks: [2]*uci.Clock{&c, {Left: time.Second}}})
		if s.soft <= 0 || s.hard < s.soft || s.hard > c.Left {
			t.Errorf("%+v: soft limit %v, hard limit %v, want them within the time", c, s.soft, s.hard)
		} else if c.Left > time.Second/2 && s.hard > c.Left-s.overhead {
			t.Errorf("%+v: hard limit %v, want %v to stay on the clock", c, s.hard, s.overhead)
		}
	}
	s.begin(context.Background(), newGame(t, start), uci.Limits{Clocks: [2]*uci.Clock{{Left: time.Minute}}})
	if got := s.soft * 25; got > time.Minute || got < 50*time.Second {
		t.Errorf("25 moves of %v, want about a minute", s.soft)
	}
}

// BenchmarkSearch measures a search to a fixed depth.
func BenchmarkSearch(b *testing.B) {
	var nodes int64
	for b.Loop() {
		nodes += searchTo(b, newGame(b, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"), 11).nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}
