package chess

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
)

// A prospect says whether a side can still checkmate. The zero value is undecided.
type prospect uint8

const (
	undecided  prospect = iota
	winnable            // some sequence of legal moves ends in checkmate
	unwinnable          // no sequence of legal moves ends in checkmate
)

const (
	reachNodes = 1_000  // if no pawn can promote, so many are; the others only after a capture or pawn move
	reachFirst = 48     // so many nodes are always examined with reach
	reachFully = 100    // how many of these examinations include promotions
	winBudget  = 90_000 // how many nodes a search keeps by default
	directed   = 40_000 // how many nodes a directed search may keep
	aimed      = 4_000  // how many nodes a search for one goal may keep
	noGoal     = 1_000  // the cost of a goal that does not exist
	planCalls  = 300    // how many nodes are examined with a plan
	planNodes  = 100    // how many positions each of these plans may look at
)

// A helpmateSearch looks for a sequence of legal moves of both sides that ends in checkmate by the
// winner. It keeps every position that it has reached. It compares positions in full, so two
// positions with the same hash stay distinct.
//
// If the search finds a checkmate, the line to it is the proof. The search returns unwinnable only
// when each node is of one of two kinds:
//
//   - The node is expanded: every legal move from it leads to a node, and none gives checkmate.
//   - The node is closed: material or reach shows that no line from it ends in checkmate.
//
// Suppose that a line from the root ends in checkmate. If every position before its last one is an
// expanded node, the last one is a node too, but no node is checkmate. Otherwise the line passes
// through a closed node, from which no line ends in checkmate. So there is no such line. The order
// of the search, the ratings, and the plans do not matter to this argument.
type helpmateSearch struct {
	winner   Color
	budget   int // maximum number of nodes of one search
	nodes    []helpmateNode
	slots    []int32                // hash table of node indices plus 1, where 0 is an empty slot
	queues   [ratings + 1]nodeQueue // the nodes still to expand, each of which is in every queue
	rated    mateRating
	plan     matePlan
	plans    int // number of calls of expand that did not close the node
	closings int // number of nodes examined with reach
}

// A helpmateNode is a position, the node before it, and the move between them. The parent of the
// root is -1.
type helpmateNode struct {
	Position
	parent int32
	move   Move
	stage  uint8 // number of times it was expanded, or 2 if it is closed
}

// A nodeQueue is a priority queue of nodes. Lower ratings come out first.
type nodeQueue struct {
	lists [128][]int32
	low   int
	mixed bool   // take a random entry of the best rating, not the last one added
	seed  uint32 // seed of the random numbers
}

// reset empties the queue.
func (q *nodeQueue) reset() {
	for i := range q.lists {
		q.lists[i] = q.lists[i][:0]
	}
	q.low = 0
}

// push adds an entry. It rounds a rating outside the range of q.lists to the nearest valid one.
func (q *nodeQueue) push(i int32, rating int) {
	rating = min(max(rating, 0), 127)
	q.lists[rating] = append(q.lists[rating], i)
	q.low = min(q.low, rating)
}

// pop removes an entry with the lowest rating and returns it. If the queue is empty, ok is false.
func (q *nodeQueue) pop() (i int32, ok bool) {
	for ; q.low < len(q.lists); q.low++ {
		list := q.lists[q.low]
		if last := len(list) - 1; last >= 0 {
			if q.mixed {
				// The second search only needs an order that differs from the first.
				q.seed = q.seed*1664525 + 1013904223
				i := int(uint64(q.seed) * uint64(last+1) >> 32)
				list[i], list[last] = list[last], list[i]
			}
			q.lists[q.low] = list[:last]
			return list[last], true
		}
	}
	q.low = 127
	return 0, false
}

// helpmateSearches and spareSearch keep the memory of searches for the next ones. A short search
// is kept in spareSearch, which, unlike the pool, never drops it, so that most questions do not
// allocate.
var (
	helpmateSearches = sync.Pool{New: func() any { return new(helpmateSearch) }}
	spareSearch      atomic.Pointer[helpmateSearch]
)

// spareNodes is the number of nodes that spareSearch may have room for.
const spareNodes = 1 << 13

// newHelpmateSearch returns a search for c. The caller must call release when it is over.
func newHelpmateSearch(c Color) *helpmateSearch {
	h := spareSearch.Swap(nil)
	if h == nil {
		h = helpmateSearches.Get().(*helpmateSearch)
	}
	h.winner = c
	return h
}

// release gives back the memory of h.
func (h *helpmateSearch) release() {
	if cap(h.nodes) > spareNodes || !spareSearch.CompareAndSwap(nil, h) {
		helpmateSearches.Put(h)
	}
}

// decide searches from p until the question is settled or the budget is used up. It returns the
// verdict and, if that is winnable, the node from which line returns the line to checkmate.
//
// The first searches are directed: they prefer positions that look close to a checkmate. If none of
// them settles the question, decide tries all moves without preference, which is faster if there is
// no checkmate.
func (h *helpmateSearch) decide(ctx context.Context, p *Position, budget int) (prospect, int32) {
	h.budget = budget
	h.rated.second, h.rated.aims = false, false
	verdict, end := h.run(ctx, p, min(budget, directed))
	if verdict != undecided || budget <= directed {
		return verdict, end
	}
	h.rated.second = true
	verdict, end = h.run(ctx, p, min(budget, directed))
	for _, goal := range h.rated.goals {
		if verdict != undecided || ctx.Err() != nil {
			return verdict, end
		}
		if goal.cost == noGoal {
			continue
		}
		h.rated.aims, h.rated.goal = true, goal
		verdict, end = h.run(ctx, p, aimed)
	}
	if verdict != undecided || ctx.Err() != nil {
		return verdict, end
	}
	return h.exhaust(ctx, budget)
}

// run starts a new directed search from p. It ends when it finds a checkmate or has no nodes left
// to expand. It returns undecided if it reaches the budget or ctx is done.
func (h *helpmateSearch) run(ctx context.Context, p *Position, budget int) (prospect, int32) {
	h.reset()
	h.rated.init(p, h.winner)
	if n := h.add(p, -1, NullMove, h.rated.rate(p)); h.mates(p) {
		return winnable, n
	}
	for turn := 0; ; turn++ {
		i, ok := h.next(turn)
		if !ok {
			return unwinnable, 0
		}
		if turn&255 == 255 && ctx.Err() != nil {
			return undecided, 0
		}
		if len(h.nodes)+256 > budget {
			return undecided, 0
		}
		if n := h.expand(i); n >= 0 {
			return winnable, n
		}
	}
}

// exhaust expands or closes each node that run has left, and each node that it adds, in the order
// in which they were added. It returns undecided if it reaches the budget or ctx is done.
func (h *helpmateSearch) exhaust(ctx context.Context, budget int) (prospect, int32) {
	var buffer [256]Move
	for i := int32(0); int(i) < len(h.nodes); i++ {
		if i&255 == 255 && ctx.Err() != nil {
			return undecided, 0
		}
		stage := h.nodes[i].stage
		if stage == 2 {
			continue
		}
		h.nodes[i].stage = 2
		p := h.nodes[i].Position
		if stage == 0 && p.HalfmoveClock() == 0 && (p.lacksMaterial(h.winner) || p.isClosed(h.winner, false)) {
			continue
		}
		moves := p.AppendLegalMoves(buffer[:0])
		if len(h.nodes)+len(moves) > budget {
			return undecided, 0
		}
		for _, m := range moves {
			var q Position
			q.setAfter(&p, m)
			if n := h.insert(&q, i, m); n >= 0 && h.mates(&q) {
				return winnable, n
			}
		}
	}
	return unwinnable, 0
}

// expand adds the positions after each move from a node. The first time it defers those that are
// worse by every rating, and adds the node to the queues again. It returns the index of a node from
// which line returns a line to checkmate, or -1 if it found none.
func (h *helpmateSearch) expand(i int32) int32 {
	p, stage := h.nodes[i].Position, h.nodes[i].stage
	if stage == 0 && i > 0 {
		if h.closes(i, &p) {
			h.nodes[i].stage = 2
			return -1
		}
		if h.plans < planCalls && h.findPlan(&p) {
			return i
		}
	}
	h.plans++
	var buffer [256]Move
	limit := h.rated.rate(&p)
	deferred := false
	for _, m := range p.AppendLegalMoves(buffer[:0]) {
		q := p.After(m)
		if *h.slot(&q) != 0 {
			continue
		}
		rating := h.rated.rate(&q)
		if stage == 0 && worse(&rating, &limit) {
			deferred = true
			continue
		}
		if n := h.add(&q, i, m, rating); h.mates(&q) {
			return n
		}
	}
	h.nodes[i].stage++
	if deferred {
		for j := range limit {
			limit[j] += 2
		}
		h.push(i, limit)
	}
	return -1
}

// closes reports whether material or reach shows that no line from p, the position of node i, ends
// in checkmate. It returns false without examining p if such a proof is unlikely.
func (h *helpmateSearch) closes(i int32, p *Position) bool {
	if p.HalfmoveClock() != 0 && i >= reachFirst && (i >= reachNodes || !h.rated.blocked) {
		return false
	}
	h.closings++
	return p.lacksMaterial(h.winner) || p.isClosed(h.winner, h.closings < reachFully)
}

// findPlan reports whether a plan finds a line from p. If it does, the line is in h.plan.
func (h *helpmateSearch) findPlan(p *Position) bool {
	h.plan.winner, h.plan.nodes = h.winner, planNodes
	if h.plan.find(p) {
		return true
	}
	h.plan.length = 0
	return false
}

// push adds a node to every queue. An entry holds the stage of the node, so that next can skip the
// entries that remain in the other queues after the node is expanded.
func (h *helpmateSearch) push(i int32, rating [ratings]int) {
	entry := i<<1 | int32(h.nodes[i].stage)
	for j, r := range rating {
		h.queues[j].push(entry, r)
	}
	h.queues[ratings].push(entry, 0)
}

// reset prepares h for a new search.
func (h *helpmateSearch) reset() {
	h.nodes = h.nodes[:0]
	h.plan = matePlan{}
	h.plans, h.closings = 0, 0
	h.slots = h.slots[:min(len(h.slots), 256)] // most searches are short
	clear(h.slots)
	for i := range h.queues {
		h.queues[i].reset()
		h.queues[i].mixed, h.queues[i].seed = h.rated.second, 0
	}
}

// mates reports whether p is checkmate by the winner.
func (h *helpmateSearch) mates(p *Position) bool {
	return p.Turn() != h.winner && p.inCheck() && p.countMoves() == 0
}

// line returns the moves from the root to node i, followed by the line that the plan found from
// there, if any.
func (h *helpmateSearch) line(i int32) []Move {
	n := 0
	for j := i; h.nodes[j].parent >= 0; j = h.nodes[j].parent {
		n++
	}
	line := make([]Move, n)
	for j := i; n > 0; j = h.nodes[j].parent {
		n--
		line[n] = h.nodes[j].move
	}
	return append(line, h.plan.line()...)
}

// add adds p to the nodes and to the queues. It returns the index of the new node, or -1 if p is a
// node already.
func (h *helpmateSearch) add(p *Position, parent int32, m Move, rating [ratings]int) int32 {
	n := h.insert(p, parent, m)
	if n >= 0 {
		h.push(n, rating)
	}
	return n
}

// insert adds p to the nodes. It returns the index of the new node, or -1 if p is a node already.
func (h *helpmateSearch) insert(p *Position, parent int32, m Move) int32 {
	n := len(h.nodes)
	if 2*n >= len(h.slots) {
		h.rehash()
	}
	slot := h.slot(p)
	if *slot != 0 {
		return -1
	}
	*slot = int32(n) + 1
	if n == cap(h.nodes) {
		room := max(256, 3*n)
		if n >= 4096 && n < h.budget && h.budget <= winBudget {
			room = h.budget - n // growing in steps would leave as much garbage again
		}
		h.nodes = slices.Grow(h.nodes, room)
	}
	h.nodes = append(h.nodes, helpmateNode{Position: *p, parent: parent, move: m})
	return int32(n)
}

// next removes the next node to expand from one of the queues, which take turns. It returns false
// if no node is left.
func (h *helpmateSearch) next(turn int) (int32, bool) {
	queue := &h.queues[schedule[turn%len(schedule)]]
	for {
		entry, ok := queue.pop()
		if !ok {
			return 0, false
		}
		if i := entry >> 1; h.nodes[i].stage == uint8(entry&1) {
			return i, true
		}
	}
}

// slot returns the slot of p, or the empty slot to use for p if it is not a node.
func (h *helpmateSearch) slot(p *Position) *int32 {
	mask := uint64(len(h.slots) - 1)
	for i := p.hash & mask; ; i = (i + 1) & mask {
		slot := &h.slots[i]
		if *slot == 0 {
			return slot
		}
		if q := &h.nodes[*slot-1].Position; q.hash == p.hash && q.samePosition(p) {
			return slot
		}
	}
}

// rehash enlarges the hash table.
func (h *helpmateSearch) rehash() {
	if n := max(256, 4*len(h.slots)); n <= cap(h.slots) {
		h.slots = h.slots[:n]
		clear(h.slots)
	} else {
		h.slots = make([]int32, n)
	}
	for i := range h.nodes {
		*h.slot(&h.nodes[i].Position) = int32(i) + 1
	}
}

const ratings = 4 // number of ratings of a position

// schedule is the order in which the queues take turns. The last queue ignores the ratings.
var schedule = [...]int{0, 1, 0, 2, 0, 3, 0, 4}

// worse reports whether a is worse than b by every rating.
func worse(a, b *[ratings]int) bool {
	for i := range a {
		if a[i] <= b[i] {
			return false
		}
	}
	return true
}

// A mateRating estimates how far positions are from a checkmate. The estimate affects only the
// order of the search.
type mateRating struct {
	winner  Color
	second  bool // use weights that differ from those of the first search
	aims    bool // rate positions by their distance from goal alone
	blocked bool // no pawn can promote
	goal    mateGoal
	goals   [4]mateGoal // the goals with the lowest costs, in increasing order of cost
	away    [64]uint8   // king moves from each square to a square where the king may be mated
	corner  [64]uint8   // the same for corners only, if the king may be mated in one
}

// init prepares r for a search from p.
func (r *mateRating) init(p *Position, winner Color) {
	r.winner = winner
	if r.aims {
		return
	}
	var bounds reach
	bounds.find(p, true)
	r.blocked = bounds.promotable == 0
	if r.second {
		r.setGoals(p, &bounds)
	}
	targets := bounds.matingSquares(winner)
	var layers [planLayers]Bitboard
	spread(&layers, targets, ^bounds.fixed)
	for s := range r.away {
		r.away[s] = uint8(min(needs(&layers, Square(s)), planLayers))
	}
	if corners := targets & (rank1 | rank8) & (fileA | fileH); corners != 0 {
		targets = corners
	}
	spread(&layers, targets, ^bounds.fixed)
	for s := range r.corner {
		r.corner[s] = uint8(min(needs(&layers, Square(s)), planLayers))
	}
}

// rate returns the ratings of p. Lower ratings are better.
func (r *mateRating) rate(p *Position) [ratings]int {
	c := r.winner
	enemies, own := p.ByColor(c), p.ByColor(c.Other())
	king := (p.kings() & own).First()
	occupied := p.Occupied().without(king)
	if r.aims {
		return r.rateGoal(p)
	}
	heavy := p.straightSliders()&enemies != 0
	ways := 0
	for rest := (kingAttacks[king] &^ own).with(king); rest != 0; {
		if p.attackersTo(rest.PopFirst(), occupied)&enemies == 0 {
			ways++
		}
	}
	away, near := int(r.away[king&63]), king.Distance(p.King(c))
	if heavy {
		corner := 8
		for _, s := range [...]Square{A1, H1, A8, H8} {
			corner = min(corner, king.Distance(s))
		}
		return [ratings]int{
			(4*ways + 8*away + 4*near + 4*corner) / 4,
			9 - ways + near/2, // prefers positions in which the king can move
			(4*ways + 4*away + 8*near) / 4,
			(8*away + 2*near + 8*corner) / 4,
		}
	}
	corner := int(r.corner[king&63])
	blockers, helpers := nearest3(own.without(king), king), nearest(enemies&^p.pawns()&^p.kings(), king)
	if r.second {
		away, corner = corner, away
		helpers *= 2
	}
	mates := [ratings]int{
		(4*ways + 8*away + 4*near + 2*blockers + 2*helpers) / 4,
		(4*ways + 8*away + 2*near + 2*blockers + 2*helpers) / 4,
		(8*ways + 8*corner + 4*near + 4*blockers + 4*helpers) / 4,
		(1*ways + 12*away + 6*near + 4*blockers + 4*helpers) / 4,
	}
	best := 20
	for rest := p.pawns() & enemies; rest != 0; {
		s := rest.PopFirst()
		left := 7 - int(s.Rank().RelativeTo(c))
		ahead := ahead(s.Bitboard(), c)
		d := 2*left + 2*(ahead&p.Occupied()&^p.pawns()).Count() + 6*(ahead&p.pawns()).Count()
		if pawnAttacks[c][s]&own&^p.kings() != 0 {
			d -= 3
		}
		best = min(best, d)
	}
	mates[0] = mates[0]/2 + 6 + best
	return mates
}

// A mateGoal is a kind of checkmate to search for.
type mateGoal struct {
	at, king Square   // squares of the loser's king and of the winner's king
	blocked  Bitboard // squares that the loser's own pieces must block
	cost     int      // estimated distance from it at the start, or noGoal if there is no goal
}

// setGoals sets r.goals to the goals with the lowest costs, at most one for each square of the
// loser's king.
func (r *mateRating) setGoals(p *Position, bounds *reach) {
	c := r.winner
	own := p.ByColor(c.Other())
	minors := p.ByColor(c) &^ p.kings()
	attacked := bounds.allAttacks(c)
	covers := attacked
	if minors&^p.knights() == 0 && !minors.more() {
		covers = 0 // a lone knight gives check and covers no other square
	}
	for i := range r.goals {
		r.goals[i].cost = noGoal
	}
	for rest := bounds.matingSquares(c); rest != 0; {
		at := rest.PopFirst()
		best := mateGoal{cost: noGoal}
		for places := bounds.squares[p.King(c)&63] & kingRing[at&63]; places != 0; {
			k := places.PopFirst()
			g := mateGoal{at: at, king: k, blocked: kingAttacks[at] &^ kingAttacks[k] &^ covers}
			if g.blocked.Count() > (own &^ p.kings()).Count() {
				continue
			}
			g.cost = g.distance(p, c) + 3*g.blocked.Count()
			if g.cost < best.cost {
				best = g
			}
		}
		for i := range r.goals {
			if best.cost < r.goals[i].cost {
				r.goals[i], best = best, r.goals[i]
			}
		}
	}
}

// distance estimates the number of moves that the pieces of p need to get to the goal of c.
func (g *mateGoal) distance(p *Position, c Color) int {
	d := p.King(c.Other()).Distance(g.at) + p.King(c).Distance(g.king)
	free := p.ByColor(c.Other()) &^ p.kings()
	for rest := g.blocked &^ free; rest != 0; {
		d += blockerDistance(p, free&^g.blocked, rest.PopFirst(), c.Other())
	}
	return d
}

// blockerDistance estimates the number of moves that one of the given pieces of c needs to get to
// s.
func blockerDistance(p *Position, pieces Bitboard, s Square, c Color) int {
	best := 12
	for pieces != 0 {
		from := pieces.PopFirst()
		d := from.Distance(s)
		if p.typeAt(from) == Pawn {
			crown := Square(from&7) | 56
			if c == Black {
				crown = from & 7
			}
			switch left := from.Distance(crown); {
			case from&7 == s&7 && ahead(from.Bitboard(), c).Has(s):
			default:
				d = left + crown.Distance(s)
			}
		}
		best = min(best, d)
	}
	return best
}

// rateGoal returns the ratings of p by its distance from r.goal.
func (r *mateRating) rateGoal(p *Position) [ratings]int {
	c := r.winner
	d := r.goal.distance(p, c)
	helpers := nearest(p.ByColor(c)&^p.pawns()&^p.kings(), r.goal.at)
	kings := p.King(c.Other()).Distance(r.goal.at)
	return [ratings]int{2*d + helpers, 2*d + 2*kings, 2 * d, 3*d - kings}
}

// nearest returns the distance from s to the nearest of the pieces, or 8 if there are none.
func nearest(pieces Bitboard, s Square) int {
	n := 8
	for pieces != 0 {
		n = min(n, s.Distance(pieces.PopFirst()))
	}
	return n
}

// nearest3 returns the sum of the distances from s to the three nearest pieces. A distance above 4,
// or a missing piece, counts as 4.
func nearest3(pieces Bitboard, s Square) int {
	a, b, c := 4, 4, 4
	for pieces != 0 {
		d := s.Distance(pieces.PopFirst())
		switch {
		case d < a:
			a, b, c = d, a, b
		case d < b:
			b, c = d, b
		case d < c:
			c = d
		}
	}
	return a + b + c
}
