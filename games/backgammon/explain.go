package backgammon

import "fmt"

// explain returns the reason why m is illegal. The legal moves are given.
func explain(p *Position, m Move, roll Roll, legal []Move) *MoveError {
	switch {
	case !roll.IsValid():
		return &MoveError{Err: ErrRoll}
	case p.isOver():
		return &MoveError{Err: ErrGameOver}
	case !m.isValid():
		return &MoveError{Err: ErrNotMove}
	}
	used := numbersUsed(p, m, roll)
	most := numbersUsed(p, legal[0], roll)
	switch {
	case used < 0:
		return explainSteps(p, m, roll)
	case used < most:
		return &MoveError{Err: ErrUnused, Detail: fmt.Sprintf("the move uses %d, but %d can be used", used, most)}
	case used == 1:
		return &MoveError{Err: ErrLarger, Detail: fmt.Sprintf("the %d can be played", roll.High())}
	}
	return &MoveError{Err: ErrOtherChecker}
}

// numbersUsed returns how many numbers of the roll m can use at most, or -1 if m cannot be
// played with the roll.
func numbersUsed(p *Position, m Move, roll Roll) int {
	if !m.carriedBy(roll) {
		return -1
	}
	goal := p.moved(m)
	return reach(*p, &goal, roll.numbers(), Bar)
}

// reach returns how many of the numbers can be used at most to get from p to goal, or -1 if
// goal cannot be reached. It plays a double from the highest checker to the lowest.
func reach(p Position, goal *Position, numbers []int, highest int) int {
	most := -1
	if p == *goal {
		most = 0
	}
	for i, n := range numbers {
		rest := make([]int, 0, maxSteps)
		rest = append(append(rest, numbers[:i]...), numbers[i+1:]...)
		double := len(rest) > 0 && rest[0] == n
		for from := highest; from > 0; from-- {
			s, ok := p.step(from, n)
			if !ok {
				continue
			}
			q, next := p, Bar
			q.apply(s)
			if double {
				next = from
			}
			if used := reach(q, goal, rest, next); used >= 0 {
				most = max(most, used+1)
			}
		}
		if double {
			break
		}
	}
	return most
}

// explainSteps returns the reason why the steps of m cannot be played with the roll.
func explainSteps(p *Position, m Move, roll Roll) *MoveError {
	steps, entering := m.Steps(), 0
	for _, s := range steps {
		if s.From == Bar {
			entering++
		}
	}
	if onBar := int(p.point[Bar]); onBar > entering && entering < len(steps) {
		return &MoveError{Err: ErrBar, Detail: fmt.Sprintf("%d on the bar", onBar)}
	}
	for _, s := range steps {
		if err := explainStep(p, m, s, roll); err != nil {
			return err
		}
	}
	return &MoveError{Err: ErrOrder}
}

// explainStep returns the reason why the step s of m cannot be played with the roll, or nil if
// s is not wrong by itself.
func explainStep(p *Position, m Move, s Step, roll Roll) *MoveError {
	after := p.moved(m)
	if after.point[s.From] < 0 {
		return &MoveError{Err: ErrNoChecker, Detail: "from " + pointName(s.From)}
	}
	if s.To == Off {
		return explainBearOff(&after, s, roll)
	}
	switch there := p.point[s.To]; {
	case there < -1:
		return &MoveError{Err: ErrBlocked, Detail: fmt.Sprintf("%d opposing checkers on %d", -there, s.To)}
	case there == -1 && !m.hits(s.To):
		return &MoveError{Err: ErrHit, Detail: fmt.Sprintf("want %d*", s.To)}
	case s.Hit && there != -1:
		return &MoveError{Err: ErrHit, Detail: fmt.Sprintf("no checker to hit on %d", s.To)}
	case !roll.sums(s.From - s.To):
		return wrongNumber(s)
	}
	return nil
}

// explainBearOff is explainStep for a step that bears a checker off. after is the position after
// all steps of the move.
func explainBearOff(after *Position, s Step, roll Roll) *MoveError {
	most := 0
	for _, n := range roll.numbers() {
		most += n
	}
	switch {
	case s.Hit:
		return &MoveError{Err: ErrHit, Detail: fmt.Sprintf("no checker to hit on %d", s.To)}
	case after.farthest() > home:
		return &MoveError{Err: ErrNotHome, Detail: "checker on " + pointName(after.farthest())}
	case s.From > most:
		return wrongNumber(s)
	case after.farthest() > s.From && !roll.sums(s.From):
		return &MoveError{Err: ErrFarther, Detail: "checker on " + pointName(after.farthest())}
	}
	return nil
}

// wrongNumber returns the error for a step that the roll does not allow.
func wrongNumber(s Step) *MoveError {
	return &MoveError{Err: ErrNumber, Detail: fmt.Sprintf("%d pips from %s", s.From-s.To, pointName(s.From))}
}

// hits reports whether m marks a hit on a point.
func (m Move) hits(point int) bool {
	for _, s := range m.Steps() {
		if s.Hit && s.To == point {
			return true
		}
	}
	return false
}
