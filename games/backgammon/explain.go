package backgammon

import "fmt"

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
	steps, entering := m.Steps(), 0
	for _, s := range steps {
		if s.From == Bar {
			entering++
		}
	}
	if onBar := int(p.point[Bar]); onBar > entering && entering < len(steps) {
		return &MoveError{Why: BarFirst, Detail: fmt.Sprintf("%d on the bar", onBar)}
	}
	for _, s := range steps {
		if err := explainStep(p, m, s, roll); err != nil {
			return err
		}
	}
	return &MoveError{Why: NoOrder}
}

// explainStep returns the reason why the step s of m cannot be played with the roll, or nil if s is
// not wrong by itself.
func explainStep(p *Position, m Move, s Step, roll Roll) *MoveError {
	after := p.moved(m)
	if after.point[s.From] < 0 {
		return &MoveError{Why: NoChecker, Detail: "from " + pointName(s.From)}
	}
	if s.To == Off {
		return explainBearOff(&after, s, roll)
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

// explainBearOff is explainStep for a step that bears a checker off. after is the position after
// all steps of the move.
func explainBearOff(after *Position, s Step, roll Roll) *MoveError {
	most := roll.High() + roll.Low()
	if roll.IsDouble() {
		most *= 2
	}
	switch {
	case after.farthest() > home:
		return &MoveError{Why: NotHome, Detail: "checker on " + pointName(after.farthest())}
	case s.From > most:
		return wrongNumber(s)
	case after.farthest() > s.From && !roll.sums(s.From):
		return &MoveError{Why: NotFarthest, Detail: "checker on " + pointName(after.farthest())}
	}
	return nil
}

// wrongNumber returns the error for a step that the roll does not allow.
func wrongNumber(s Step) *MoveError {
	return &MoveError{Why: WrongNumber, Detail: "from " + pointName(s.From) + " to " + pointName(s.To)}
}
