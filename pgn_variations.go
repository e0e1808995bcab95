package chess

import "fmt"

// openVariation reads "(". Parentheses in text that is skipped as a whole share one line, so that
// no number of them takes memory.
func (s *PGNScanner) openVariation() PGNEvent {
	if event, ok := s.symbol(); ok {
		return event
	}
	s.input.Mark()
	if result, n := s.input.BracketedResult(); n > 0 {
		isLast := s.input.AtParagraphEnd(n)
		s.input.Skip(n)
		if isLast {
			return s.resultMark(Result(result))
		}
		return s.drop(s.tokenText(), "the result is not at the end of the game")
	}
	s.input.Skip(1)
	reason := ""
	switch {
	case s.line.skipped && !s.line.broke:
		s.line.inner++
		s.line.worded = false
		return noEvent
	case s.line.skipped, s.SkipVariations:
	case !s.line.moved:
		reason = "the variation begins before any move"
	case len(s.outer) >= s.limits.Nesting:
		reason = fmt.Sprintf("variations are nested more than %d deep", s.limits.Nesting)
	default:
		s.enter(pgnLine{position: s.line.previous, previous: s.line.previous})
		s.numbered, s.afterUnknown = false, false
		return PGNVariation
	}
	s.enter(pgnLine{position: s.line.position, previous: s.line.previous, skipped: true})
	if reason == "" {
		return noEvent
	}
	return s.report(s.newFault(s.place(), "(", reason, nil))
}

// enter interrupts the line of play by another, whose parenthesis has just been read.
func (s *PGNScanner) enter(line pgnLine) {
	line.place = s.place()
	s.outer = append(s.outer, s.line)
	s.line = line
}

// closeVariation reads ")".
func (s *PGNScanner) closeVariation() PGNEvent {
	s.input.Take(1)
	last := len(s.outer) - 1
	switch {
	case s.line.inner > 0:
		s.line.inner--
		s.line.worded = true
		return noEvent
	case last < 0:
		return s.drop(")", "no variation is open")
	}
	isReported := !s.line.skipped || s.line.broke
	s.line, s.outer = s.outer[last], s.outer[:last]
	s.numbered, s.afterUnknown = false, false
	if s.line.skipped || !isReported {
		return noEvent
	}
	return PGNVariationEnd
}
