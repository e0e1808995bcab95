package backgammon

import "slices"

// Rules chooses where rule sheet S1 departs from common rules, or where common
// rules know of things that the sheet does not. The zero value is the sheet.
//
// On these points the sheet says what common rules say, though in other words:
// both numbers are used if any order allows it, a number too large for every
// checker bears off the farthest, and bearing off is never compulsory while
// another move is there. Which way round the players move is a matter of how
// the board lies on the table and not of the rules. Equal numbers in the
// opening, on which the sheet is silent, are thrown again.
type Rules struct {
	// OneCheckerBearOff lets one checker use both numbers of a roll when the
	// second bears it off exactly: 6/off with 42. Common rules do. The sheet
	// does not: "when a checker is borne off with an exact number, another
	// checker must always be moved by the other number too". The sheet is read
	// so that this stops 6/off as long as other plays use both numbers; when
	// none does, the duty to use both goes before. It says nothing of doubles,
	// which have no other number.
	OneCheckerBearOff bool

	// Jacoby counts gammons and backgammons as single games unless the stake
	// has been doubled, a custom of playing for money. By the sheet they always
	// count.
	Jacoby bool

	// NoCube leaves the doubling cube in the box, as in the Crawford game of a
	// match. By the sheet it is there.
	NoCube bool
}

// CommonRules returns the rules that backgammon is commonly played by, without
// the customs that need agreement.
func CommonRules() Rules { return Rules{OneCheckerBearOff: true} }

// LegalMoves returns the legal moves in p as [Position.LegalMoves] does, by the
// rules r.
func (r Rules) LegalMoves(p *Position, roll Roll) []Move {
	return r.AppendLegalMoves(nil, p, roll)
}

// AppendLegalMoves appends the moves of [Rules.LegalMoves] to dst. It does not
// allocate when dst has room.
func (r Rules) AppendLegalMoves(dst []Move, p *Position, roll Roll) []Move {
	switch {
	case !roll.IsValid() || p.isOver():
		return dst
	case roll.IsDouble():
		return appendDoubles(dst, p, roll.High())
	}
	return r.appendMixed(dst, p, roll)
}

// Play plays m in p as [Position.Play] does, by the rules r.
func (r Rules) Play(p *Position, m Move, roll Roll) error {
	m, err := r.find(p, m, roll)
	if err == nil {
		*p = p.After(m)
	}
	return err
}

// ParseMove parses the text of a move in p as [Position.ParseMove] does, by the
// rules r.
func (r Rules) ParseMove(p *Position, s string, roll Roll) (Move, error) {
	m, err := ParseMove(s)
	if err != nil {
		return Pass, err
	}
	return r.find(p, m, roll)
}

// find returns the legal move that m is, or a *MoveError that says why it is
// none.
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

// carriedBy reports whether the roll has the numbers for each step of m. The
// steps of a double may be put together in several ways: 8/6 7/5 is 8/5 7/6.
func (m Move) carriedBy(roll Roll) bool {
	for _, s := range m.Steps() {
		if s.To != Off && !roll.sums(s.From-s.To) {
			return false
		}
	}
	return true
}

// sums reports whether one number of a roll, or several added, make n.
func (r Roll) sums(n int) bool {
	if r.IsDouble() {
		return n%r.High() == 0 && n <= maxSteps*r.High()
	}
	return n == r.High() || n == r.Low() || n == r.High()+r.Low()
}
