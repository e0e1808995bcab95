package chess

import "fmt"

// readNumber examines the move number that has just been read. A number 1 after a blank line begins
// another game: readNumber then moves back to it, ends the game, and returns true.
func (s *PGNScanner) readNumber() (isNextGame bool) {
	s.numbered = true
	s.moveNumber = s.input.Number()
	n := &s.moveNumber
	if n.Value == 1 && n.Dots < 2 && s.line.worded && s.input.Restarts(s.isMoveText) {
		s.endGame(Unfinished)
		return true
	}
	if s.afterUnknown && !s.line.skipped && !s.unplayed {
		if missing := s.drift(&s.line.position) - s.shift; missing == 1 || missing == 2 {
			s.breakOff(s.newFault(n.Place, n.String(), "a move is missing before this move number", nil))
		}
	}
	return false
}

// drift returns how many plies the last move number runs ahead of p.
func (s *PGNScanner) drift(p *Position) int {
	drift := 2 * (s.moveNumber.Value - p.FullmoveNumber())
	switch {
	case s.moveNumber.Dots == 0: // "7" precedes a move by either side
	case s.moveNumber.Dots >= 2:
		drift += 1 - int(p.Turn())
	default:
		drift -= int(p.Turn())
	}
	return drift
}

// checkNumber warns about a move number before a move that does not fit.
func (s *PGNScanner) checkNumber(move []byte) {
	if !s.numbered || !s.Strict || s.unplayed {
		return
	}
	p := &s.line.position
	drift := s.drift(p)
	change := drift - s.shift
	s.shift = drift
	if change == 0 {
		return
	}
	n := &s.moveNumber
	text, expected := n.String(), fmt.Sprintf("%d%s", p.FullmoveNumber(), dots(p.Turn()))
	reason := fmt.Sprintf("the move number does not fit: %s is next", expected)
	switch {
	case s.plies == 0:
		reason = "the move number of the position is " + expected
	case change > 0:
		reason = fmt.Sprintf("a move seems to be missing before %s %s", text, toUTF8(move))
	}
	s.warn(ofForm, n.Place, text, reason)
}

// oddNumber reads a move number of n digits and the sign that ends it in place of a dot.
func (s *PGNScanner) oddNumber(n int) PGNEvent {
	s.input.Skip(n)
	if !s.readNumber() {
		s.input.Skip(1)
		s.warn(ofForm, s.place(), s.tokenText(), "a move number ends with a dot")
	}
	return noEvent
}

// bareNumber reads a move number of n digits, which no dot need end.
func (s *PGNScanner) bareNumber(n int) PGNEvent {
	s.input.Skip(n)
	s.input.SkipDots()
	if text := s.tokenText(); !s.readNumber() && len(text) == n && !s.input.MoveMayFollow() {
		s.unknownText(text, "no move follows this number")
	}
	return noEvent
}

// dot reads a dot apart from a move number.
func (s *PGNScanner) dot() PGNEvent {
	s.input.Take(1)
	s.moveNumber.Dots++
	if s.input.Peek(0) == '*' {
		s.input.SkipDots() // the number before it may be part of a word that is skipped
	}
	return noEvent
}
