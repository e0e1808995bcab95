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

	single bool // whether the larger number can be used alone, so that the smaller one may not

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
	high, low := roll.High(), roll.Low()
	if roll.IsDouble() {
		g.alone = true
		g.play(*p, stepList{}, []int{high, high, high, high}, Bar)
		return
	}
	// If only one number can be used, it is the larger one if possible.
	g.play(*p, stepList{}, []int{high, low}, Bar)
	g.single = g.most == 1
	g.play(*p, stepList{}, []int{low, high}, Bar)
	if g.most < 2 && !g.alone {
		g.alone = true
		g.generate(p, roll)
	}
}

// visited notes that n numbers lead to q.
func (g *generator) visited(q *Position, n int) {
	if g.seeking && *q == g.goal {
		g.reached = max(g.reached, n)
	}
}

// omits reports whether a checker may not be borne off exactly from a point, because it has just
// moved there by the step s, which is 0 if there is none, and is alone in p.
func (g *generator) omits(p *Position, s step, point int) bool {
	return !g.alone && s.to() == point && p.point[point] == 1
}

// play appends the moves that begin with the given steps, which lead to p, and go on with as many of
// the numbers as possible in their order, unless other moves use more numbers or they are there already.
// The order of the steps of a double does not matter, so they go from the highest checker to the
// lowest: the next one does not start above the point highest.
func (g *generator) play(p Position, steps stepList, numbers []int, highest int) {
	for i := highest; i > 0 && len(numbers) > 0; i-- {
		s, ok := p.step(i, numbers[0])
		if !ok {
			continue
		}
		q, next := p, steps
		q.apply(s)
		next.add(s)
		g.visited(&q, next.n)
		if i == numbers[0] && g.omits(&p, steps.s[0], i) {
			continue
		}
		from := Bar
		if len(numbers) > 1 && numbers[1] == numbers[0] {
			from = i
		}
		g.play(q, next, numbers[1:], from)
	}
	if steps.n < g.most || g.single && steps.n == 1 {
		return
	}
	if steps.n > g.most {
		g.most = steps.n
		g.dst = g.dst[:g.start]
	}
	if m := steps.move(); !slices.Contains(g.dst[g.start:], m) {
		g.dst = append(g.dst, m)
	}
}
