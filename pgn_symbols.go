package chess

import "github.com/shakki/chess/internal/pgntext"

// reserved skips text in angle brackets, which the PGN standard reserves for future use. An angle
// bracket without a counterpart nearby is a stray character, and "<>" is a pass.
func (s *PGNScanner) reserved() PGNEvent {
	s.input.Mark()
	if s.input.Peek(1) != '<' { // otherwise it marks a conflict between versions of a file
		switch length := s.input.SkipAngles(); {
		case length == len("<>") && s.state == inMovetext:
			return s.pass("<>")
		case length > 0:
			return s.ignore("text in angle brackets is reserved and is ignored")
		}
	}
	for s.input.Peek(0) == '<' {
		s.input.Skip(1)
	}
	const reason = "the angle bracket is not closed"
	if s.state != inMovetext {
		return s.drop(s.tokenText(), reason)
	}
	return s.unknownText(s.tokenText(), reason)
}

// escapedLine skips a line that "%" takes out of the text.
func (s *PGNScanner) escapedLine() PGNEvent {
	s.input.Mark()
	s.input.ReadLine(pgntext.MaxWord)
	return s.ignore("a line that begins with % is ignored")
}

// symbol reads a symbol in parentheses or brackets that is neither a variation nor a tag: a draw
// offer, a diagram, or a command that should be in a comment.
func (s *PGNScanner) symbol() (event PGNEvent, ok bool) {
	deviation, isDiagram := s.input.SkipSymbol()
	if deviation == "" {
		return noEvent, false
	}
	if s.Strict {
		s.warn(ofForm, s.place(), s.tokenText(), deviation)
	}
	if isDiagram {
		return s.foundGlyph(pgntext.Diagram), true
	}
	return s.foundComment(s.input.Token()), true
}

// bracket reads "[" in the movetext. Usually it begins the tags of the next game, because the
// result is missing.
func (s *PGNScanner) bracket() PGNEvent {
	if s.input.SkipWrapper() {
		return noEvent
	}
	if event, ok := s.symbol(); ok {
		return event
	}
	if s.input.AtTag() || s.input.AtLineStart() && s.input.LooksLikeTag() {
		return s.endGame(Unfinished)
	}
	return s.stray('[')
}
