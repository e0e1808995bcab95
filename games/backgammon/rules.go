package backgammon

import "slices"

// Rules are options for the points on which rule sheet S1 differs from the common rules.
// The zero value is the rules of the sheet.
//
// On three points the sheet uses other words than the common rules but means the same: both
// numbers must be used if any order allows it, a number that is too large for every checker
// bears off the farthest checker, and bearing off is not compulsory if another move is
// possible. The direction in which the players move depends only on how the board is placed.
// The sheet does not say what happens if the opening dice show equal numbers. In this
// package, as in the common rules, both players throw again.
type Rules struct {
	// OneCheckerBearOff allows one checker to use both numbers of a roll if the second
	// number bears it off exactly, such as 6/off with 42. The common rules allow this.
	// The sheet says: "when a checker is borne off with an exact number, another
	// checker must always be moved by the other number too". So by default 6/off with
	// 42 is illegal if another play uses both numbers. If no other play does, it is
	// legal, because both numbers must be used. The rule does not apply to doubles.
	OneCheckerBearOff bool

	// Jacoby counts gammons and backgammons as single games unless the stake has been
	// doubled. This rule is common when playing for money. By the sheet, gammons and
	// backgammons always count.
	Jacoby bool

	// NoCube means that the game is played without the doubling cube, such as the
	// Crawford game of a match. By the sheet, every game has the cube.
	NoCube bool
}

// CommonRules returns the common rules of backgammon, without optional rules.
func CommonRules() Rules { return Rules{OneCheckerBearOff: true} }

// LegalMoves returns the legal moves in p by the rules r. Otherwise it is the same as
// [Position.LegalMoves].
func (r Rules) LegalMoves(p *Position, roll Roll) []Move {
	return r.AppendLegalMoves(nil, p, roll)
}

// AppendLegalMoves appends the legal moves to dst, in the order of [Rules.LegalMoves], and
// returns the extended slice. It does not allocate if dst has room.
func (r Rules) AppendLegalMoves(dst []Move, p *Position, roll Roll) []Move {
	switch {
	case !roll.IsValid() || p.isOver():
		return dst
	case roll.IsDouble():
		return appendDoubles(dst, p, roll.High())
	}
	return r.appendMixed(dst, p, roll)
}

// Play plays m in p by the rules r. Otherwise it is the same as [Position.Play].
func (r Rules) Play(p *Position, m Move, roll Roll) error {
	m, err := r.find(p, m, roll)
	if err == nil {
		*p = p.After(m)
	}
	return err
}

// ParseMove parses the text of a legal move in p by the rules r. Otherwise it is the same
// as [Position.ParseMove].
func (r Rules) ParseMove(p *Position, s string, roll Roll) (Move, error) {
	m, err := ParseMove(s)
	if err != nil {
		return Pass, err
	}
	return r.find(p, m, roll)
}

// find returns the legal move that is equivalent to m, or a *MoveError if m is illegal.
func (r Rules) find(p *Position, m Move, roll Roll) (Move, error) {
	var room [64]Move
	legal := r.AppendLegalMoves(room[:0], p, roll)
	if slices.Contains(legal, m) {
		return m, nil
	}
	if len(legal) > 0 && m.isValid() && m.carriedBy(roll) {
		after := p.After(m)
		same := func(l Move) bool { return p.After(l) == after }
		if i := slices.IndexFunc(legal, same); i >= 0 {
			return legal[i], nil
		}
	}
	err := explain(p, m, roll, legal)
	err.Move, err.Roll = m, roll
	return Pass, err
}

// carriedBy reports whether the roll has numbers for each step of m. The steps of a double
// can be combined in several ways: 8/6 7/5 is equivalent to 8/5 7/6.
func (m Move) carriedBy(roll Roll) bool {
	for _, s := range m.Steps() {
		if s.To != Off && !roll.sums(s.From-s.To) {
			return false
		}
	}
	return true
}

// sums reports whether n is a number of the roll or the sum of several numbers.
func (r Roll) sums(n int) bool {
	if r.IsDouble() {
		return n%r.High() == 0 && n <= maxSteps*r.High()
	}
	return n == r.High() || n == r.Low() || n == r.High()+r.Low()
}
