package chess

import (
	"bytes"
	"fmt"

	"github.com/shakki/chess/internal/pgntext"
)

// readNumber examines the move number that has just been read. A number 1 after a blank line begins
// another game: readNumber then moves back to it, ends the game, and returns true.
func (s *PGNScanner) readNumber() (isNextGame bool) {
	s.numbered = true
	value, dots := s.input.TokenNumber()
	s.moveNumber = pgnNumber{value, dots, s.place()}
	n := &s.moveNumber
	if n.value == 1 && n.dots < 2 && s.line.worded && s.restarts() {
		s.endGame(Unfinished)
		return true
	}
	if s.afterUnknown && !s.line.skipped && !s.unplayed {
		if missing := s.drift(&s.line.position) - s.shift; missing == 1 || missing == 2 {
			s.afterUnknown = false
			s.breakOff(s.newFault(n.place, n.String(), "a move is missing before this move number", nil))
		}
	}
	return false
}

// restarts reports whether the move number 1 that has just been read begins another game. If so, it
// moves back to the number.
func (s *PGNScanner) restarts() bool {
	if !s.input.AfterBlankLine() {
		return false
	}
	length := len(s.input.Token())
	s.input.Unread()
	if s.input.AtLineStart() && !s.input.HasEllipsis(length) && (s.input.Peek(length-1) == '.' || s.moveFollowsNumber()) {
		return true
	}
	s.input.Skip(length)
	return false
}

// moveFollowsNumber reports whether a move follows the number that begins here.
func (s *PGNScanner) moveFollowsNumber() bool {
	n, _ := s.input.Lead()
	return s.isMoveText(string(s.input.WordAt(n)))
}

// drift returns how many plies the last move number runs ahead of p.
func (s *PGNScanner) drift(p *Position) int {
	drift := 2 * (s.moveNumber.value - p.FullmoveNumber())
	switch {
	case s.moveNumber.dots == 0: // "7" precedes a move by either side
	case s.moveNumber.dots >= 2:
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
	s.warn(ofForm, n.place, text, reason)
}

// moveMayFollow reports whether a move may follow a move number without a dot.
func (s *PGNScanner) moveMayFollow() bool {
	switch c := s.input.SkipSpace(); {
	case c == 0, c == '*', c == ')', c == '[':
		return false
	case pgntext.ClassOf(c) == pgntext.Digit:
		word := s.input.WordAt(0)
		_, isResult := pgntext.ParseResult(word)
		return !isResult && len(bytes.Trim(word, "0123456789")) > 0
	}
	return true
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
	if text := s.tokenText(); !s.readNumber() && len(text) == n && !s.moveMayFollow() {
		s.unknownText(text, "no move follows this number")
	}
	return noEvent
}

// dot reads a dot apart from a move number.
func (s *PGNScanner) dot() PGNEvent {
	s.input.Take(1)
	s.moveNumber.dots++
	if s.input.Peek(0) == '*' {
		s.input.SkipDots() // the number before it may be part of a word that is skipped
	}
	return noEvent
}
