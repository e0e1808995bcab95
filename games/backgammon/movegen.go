package backgammon

import (
	"fmt"
	"slices"
)

// A generator collects the legal moves for a roll. If it has a goal, it also finds out how many numbers
// of the roll lead to that position, which tells why a move to it is illegal.
type generator struct {
	dst   []Move
	start int  // the length of dst at the beginning
	alone bool // whether one checker may use both numbers and be borne off exactly (Rules.OneCheckerBearOff)
	most  int  // how many numbers can be used

	single bool // whether the larger number can be used alone, so that the smaller one may not

	goal    *Position // from the point of view of the player who moves, or nil
	reached int       // the highest number of numbers that lead to goal, or -1
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
		g.play(*p, stepList{}, []int{high, high, high, high}, 0, Bar)
		return
	}
	// If only one number can be used, it is the larger one if possible.
	g.play(*p, stepList{}, []int{high, low}, 0, Bar)
	g.single = g.most == 1
	g.play(*p, stepList{}, []int{low, high}, 0, Bar)
	if g.most < 2 && !g.alone {
		g.alone = true
		g.generate(p, roll)
	}
}

// visited notes that n numbers lead to q.
func (g *generator) visited(q *Position, n int) {
	if g.goal != nil && *q == *g.goal {
		g.reached = max(g.reached, n)
	}
}

// omits reports whether a checker may not be borne off exactly from a point, because it has just
// moved there by the step s, which is 0 if there is none, and is alone in p.
func (g *generator) omits(p *Position, s step, point int) bool {
	return !g.alone && s.to() == point && p.point[point] == 1
}

// step returns the step of n pips from a point, and reports whether it is legal.
func (p *Position) step(from, n int) (step, bool) {
	if p.point[from] <= 0 || from != Bar && p.point[Bar] > 0 {
		return 0, false
	}
	if to := from - n; to > 0 {
		return newStep(from, to, p.point[to] == -1), p.point[to] >= -1
	}
	farthest := p.farthest()
	exact := from == n
	return newStep(from, Off, false), farthest <= home && (exact || from == farthest)
}

// farthest returns the highest point with a checker of the player on roll, or 0 if there is no such
// checker.
func (p *Position) farthest() int {
	n := Bar
	for n > 0 && p.point[n] <= 0 {
		n--
	}
	return n
}

// play appends the moves that begin with the given steps, which lead to p by as many of the numbers as
// are used, and go on with as many as possible of the others in their order, unless other moves use more
// numbers or they are there already.
// The order of the steps of a double does not matter, so they go from the highest checker to the
// lowest: the next one does not start above the point highest.
func (g *generator) play(p Position, steps stepList, numbers []int, used, highest int) {
	for i := highest; i > 0 && used < len(numbers); i-- {
		s, ok := p.step(i, numbers[used])
		if !ok {
			continue
		}
		q, next := p, steps
		q.apply(s)
		next.add(s)
		g.visited(&q, used+1)
		if i == numbers[used] && g.omits(&p, steps[0], i) {
			continue
		}
		from := Bar
		if numbers[0] == numbers[1] {
			from = i
		}
		g.play(q, next, numbers, used+1, from)
	}
	if used < g.most || g.single && used == 1 {
		return
	}
	if used > g.most {
		g.most = used
		g.dst = g.dst[:g.start]
	}
	if m := steps.move(); !slices.Contains(g.dst[g.start:], m) {
		g.dst = append(g.dst, m)
	}
}

// explain returns the reason why m, which g has not found, is illegal.
func (g *generator) explain(p *Position, m Move, roll Roll) *MoveError {
	switch {
	case !roll.IsValid():
		return &MoveError{Why: NoRoll}
	case p.isOver():
		return &MoveError{Why: GameOver}
	case !m.isValid():
		return &MoveError{Why: NoSuchMove}
	case g.reached < 0:
		return explainSteps(p, m, roll)
	case g.reached < g.most:
		detail := fmt.Sprintf("the move uses %d, but %d can be used", g.reached, g.most)
		return &MoveError{Why: Unused, Detail: detail}
	case g.reached == 1:
		return &MoveError{Why: LargerNumber, Detail: fmt.Sprintf("the %d can be played", roll.High())}
	}
	return &MoveError{Why: OtherChecker}
}

// explainSteps returns the reason why the steps of m cannot be played with the roll.
func explainSteps(p *Position, m Move, roll Roll) *MoveError {
	steps, after := m.Steps(), p.moved(m)
	if n := len(steps); n > 0 && steps[n-1].From != Bar && after.point[Bar] > 0 {
		return &MoveError{Why: BarFirst, Detail: fmt.Sprintf("%d on the bar", p.point[Bar])}
	}
	for _, s := range steps {
		if err := explainStep(p, &after, m, s, roll); err != nil {
			return err
		}
	}
	return &MoveError{Why: NoOrder}
}

// explainStep returns the reason why the step s of m cannot be played with the roll, or nil if s is
// not wrong by itself. after is the position after all steps of the move.
func explainStep(p, after *Position, m Move, s Step, roll Roll) *MoveError {
	if after.point[s.From] < 0 {
		return &MoveError{Why: NoChecker, Detail: "from " + pointNames[s.From]}
	}
	if s.To == Off {
		return explainBearOff(after, s, roll)
	}
	switch there := p.point[s.To]; {
	case there < -1:
		return &MoveError{Why: Blocked, Detail: fmt.Sprintf("%d opposing checkers on %d", -there, s.To)}
	case there == -1 && m.hits()>>s.To&1 == 0:
		return &MoveError{Why: WrongHit, Detail: fmt.Sprintf("want %d*", s.To)}
	case s.Hit && there != -1:
		return &MoveError{Why: WrongHit, Detail: fmt.Sprintf("no checker to hit on %d", s.To)}
	case !roll.sums(s.From - s.To):
		return wrongNumber(s)
	}
	return nil
}

// explainBearOff is explainStep for a step that bears a checker off.
func explainBearOff(after *Position, s Step, roll Roll) *MoveError {
	most := roll.High() + roll.Low()
	if roll.IsDouble() {
		most *= 2
	}
	switch {
	case after.farthest() > home:
		return &MoveError{Why: NotHome, Detail: "checker on " + pointNames[after.farthest()]}
	case s.From > most:
		return wrongNumber(s)
	case after.farthest() > s.From && !roll.sums(s.From):
		return &MoveError{Why: NotFarthest, Detail: "checker on " + pointNames[after.farthest()]}
	}
	return nil
}

// wrongNumber returns the error for a step that the roll does not allow.
func wrongNumber(s Step) *MoveError {
	return &MoveError{Why: WrongNumber, Detail: "from " + pointNames[s.From] + " to " + pointNames[s.To]}
}
