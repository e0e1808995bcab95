package backgammon

import "slices"

// appendMixed appends the legal moves for a roll of two different numbers: of
// those that use both, all; else with the larger, else with the smaller, else
// Pass.
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

// appendBoth appends the moves that use first one number, then another, unless
// they are in dst[start:] already. With alone unset it leaves out those in
// which one checker uses both and is borne off exactly.
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
				continue // the checker to be borne off has only just come there
			}
			l := stepList{n: 2, s: [maxSteps]step{s, t}}
			if m := l.move(); !slices.Contains(dst[start:], m) {
				dst = append(dst, m)
			}
		}
	}
	return dst
}

// appendSingle appends the moves that use one number.
func appendSingle(dst []Move, p *Position, n int) []Move {
	for i := Bar; i > 0; i-- {
		if s, ok := p.step(i, n); ok {
			l := stepList{n: 1, s: [maxSteps]step{s}}
			dst = append(dst, l.move())
		}
	}
	return dst
}

// appendDoubles appends the legal moves for a double: of those that use the
// number most often, all.
func appendDoubles(dst []Move, p *Position, n int) []Move {
	d := doubles{dst: dst, start: len(dst), number: n}
	d.visit(*p, Bar)
	return d.dst
}

// doubles collects the moves for a double. The order of the steps does not
// matter, so they are tried from the highest checker to the lowest, which
// finds each set of steps once; and different sets lead to different positions,
// for the highest point where they differ is left with different checkers.
type doubles struct {
	dst    []Move
	start  int
	number int
	steps  stepList
	most   int // the most steps so far
}

// visit tries all steps in p from the point highest downwards.
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
