package backgammon

import "slices"

// appendMixed appends the legal moves for a roll of two different numbers. These are the
// moves that use both numbers. If there are none, they are the moves that use the larger
// number, or else the smaller number, or else Pass.
func (r Rules) appendMixed(dst []Move, p *Position, roll Roll) []Move {
	start := len(dst)
	high, low := roll.High(), roll.Low()
	dst = appendBoth(dst, start, p, high, low, r.OneCheckerBearOff)
	dst = appendBoth(dst, start, p, low, high, r.OneCheckerBearOff)
	if len(dst) == start && !r.OneCheckerBearOff {
		dst = appendBoth(dst, start, p, high, low, true)
		dst = appendBoth(dst, start, p, low, high, true)
	}
	for _, n := range [...]int{high, low} {
		if len(dst) == start {
			dst = appendSingle(dst, p, n)
		}
	}
	if len(dst) == start {
		dst = append(dst, Pass)
	}
	return dst
}

// appendBoth appends the moves that use the number first and then the number second, unless
// they are already in dst[start:]. If alone is false, it omits the moves in which one checker
// uses both numbers and is borne off exactly.
func appendBoth(dst []Move, start int, p *Position, first, second int, alone bool) []Move {
	for i := Bar; i > 0; i-- {
		s, ok := p.step(i, first)
		if !ok {
			continue
		}
		q := *p
		q.apply(s)
		for j := q.farthest(); j > 0; j-- {
			t, ok := q.step(j, second)
			if !ok {
				continue
			}
			if !alone && j == second && p.point[j] <= 0 {
				continue // the checker to bear off has just moved to this point
			}
			l := stepList{n: 2, s: [maxSteps]step{s, t}}
			if m := l.move(); !slices.Contains(dst[start:], m) {
				dst = append(dst, m)
			}
		}
	}
	return dst
}

// appendSingle appends the moves that use only the number n.
func appendSingle(dst []Move, p *Position, n int) []Move {
	for i := Bar; i > 0; i-- {
		if s, ok := p.step(i, n); ok {
			l := stepList{n: 1, s: [maxSteps]step{s}}
			dst = append(dst, l.move())
		}
	}
	return dst
}

// appendDoubles appends the legal moves for a double. These are the moves that use the number
// n as often as possible.
func appendDoubles(dst []Move, p *Position, n int) []Move {
	d := doubles{dst: dst, start: len(dst), number: n}
	d.visit(*p, Bar)
	return d.dst
}

// A doubles collects the moves for a double. The order of the steps does not matter, so it
// tries them from the highest checker to the lowest and finds each set of steps once.
// Different sets lead to different positions, because they leave different numbers of
// checkers on the highest point where they differ.
type doubles struct {
	dst    []Move
	start  int // the length of dst at the beginning
	number int
	steps  stepList // the steps of the current move
	most   int      // the highest number of steps so far
}

// visit tries all steps in p from the point highest and lower points.
func (d *doubles) visit(p Position, highest int) {
	last := true
	for i := highest; i > 0 && d.steps.n < maxSteps; i-- {
		s, ok := p.step(i, d.number)
		if !ok {
			continue
		}
		last = false
		q := p
		q.apply(s)
		d.steps.add(s)
		d.visit(q, i)
		d.steps.n--
	}
	if !last || d.steps.n < d.most {
		return
	}
	if d.steps.n > d.most {
		d.most = d.steps.n
		d.dst = d.dst[:d.start]
	}
	l := d.steps
	d.dst = append(d.dst, l.move())
}
