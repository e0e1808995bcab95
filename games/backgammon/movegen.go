package backgammon

import "slices"

// A generator collects the legal moves for a roll. If it is seeking, it also finds out how many
// numbers of the roll lead to the position goal, which tells why a move to that position is
// illegal.
type generator struct {
	dst   []Move
	start int  // the length of dst at the beginning
	alone bool // whether one checker may use both numbers and be borne off exactly (Rules.OneCheckerBearOff)
	most  int  // how many numbers can be used

	number int      // of a double
	steps  stepList // those played so far for a double

	seeking bool
	goal    Position // from the point of view of the player who moves
	reached int      // the highest number of numbers that lead to goal, or -1
}

// generate appends the legal moves in p.
func (g *generator) generate(p *Position, roll Roll) {
	if !roll.IsValid() || p.isOver() {
		return
	}
	g.visited(p, 0)
	if roll.IsDouble() {
		g.number = roll.High()
		g.double(*p, Bar)
		return
	}
	g.mixed(p, roll.High(), roll.Low())
}

// visited notes that n numbers lead to q.
func (g *generator) visited(q *Position, n int) {
	if g.seeking && *q == g.goal {
		g.reached = max(g.reached, n)
	}
}

// mixed appends the legal moves for two different numbers. These are the moves that use both
// numbers. If there are none, they are the moves that use the larger number, or else the smaller
// number, or else Pass.
func (g *generator) mixed(p *Position, high, low int) {
	g.both(p, high, low, g.alone)
	g.both(p, low, high, g.alone)
	if len(g.dst) == g.start && !g.alone {
		g.both(p, high, low, true)
		g.both(p, low, high, true)
	}
	g.most = 2
	for _, n := range [...]int{high, low} {
		if len(g.dst) == g.start {
			g.most = 1
			g.single(p, n)
		}
	}
	if len(g.dst) == g.start {
		g.most = 0
		g.dst = append(g.dst, Pass)
	}
}

// both appends the moves that use the number first and then the number second, unless they are
// there already. If alone is false, it omits the moves in which one checker uses both numbers and
// is borne off exactly.
func (g *generator) both(p *Position, first, second int, alone bool) {
	for i := Bar; i > 0; i-- {
		s, ok := p.step(i, first)
		if !ok {
			continue
		}
		q := *p
		q.apply(s)
		g.visited(&q, 1)
		for j := q.farthest(); j > 0; j-- {
			t, ok := q.step(j, second)
			if !ok {
				continue
			}
			if g.seeking {
				after := q
				after.apply(t)
				g.visited(&after, 2)
			}
			if !alone && j == second && p.point[j] <= 0 {
				continue // the checker to bear off has just moved to this point
			}
			l := stepList{n: 1, s: [maxSteps]step{s}}
			l.add(t)
			if m := l.move(); !slices.Contains(g.dst[g.start:], m) {
				g.dst = append(g.dst, m)
			}
		}
	}
}

// single appends the moves that use only the number n.
func (g *generator) single(p *Position, n int) {
	for i := Bar; i > 0; i-- {
		if s, ok := p.step(i, n); ok {
			l := stepList{n: 1, s: [maxSteps]step{s}}
			g.dst = append(g.dst, l.move())
		}
	}
}

// double appends the legal moves for a double, which use the number as often as possible. It tries
// all steps in p from the point highest and lower points. The order of the steps does not matter,
// so they go from the highest checker to the lowest, which finds each set of steps once. Different
// sets lead to different positions, because they leave different numbers of checkers on the highest
// point where they differ.
func (g *generator) double(p Position, highest int) {
	last := true
	for i := highest; i > 0 && g.steps.n < maxSteps; i-- {
		s, ok := p.step(i, g.number)
		if !ok {
			continue
		}
		last = false
		q := p
		q.apply(s)
		g.steps.add(s)
		g.visited(&q, g.steps.n)
		g.double(q, i)
		g.steps.n--
	}
	if !last || g.steps.n < g.most {
		return
	}
	if g.steps.n > g.most {
		g.most = g.steps.n
		g.dst = g.dst[:g.start]
	}
	l := g.steps
	g.dst = append(g.dst, l.move())
}
