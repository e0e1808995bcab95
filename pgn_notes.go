package chess

import (
	"bytes"
	"fmt"
)

// readComment reads a comment that begins with c: one in braces, or one from ";" to the end of the line.
func (s *PGNScanner) readComment(c byte) PGNEvent {
	text, fits, closed, certain := s.input.ReadComment(s.limits.Comment)
	switch {
	case s.line.skipped:
	case !closed:
		s.report(s.newFault(s.place(), "{", "the comment is not closed", nil))
		if fits && s.notes < s.limits.Notes && s.text+len(text) <= s.limits.Text {
			s.queue = append(s.queue, pgnReport{event: s.foundComment(bytes.TrimSpace(text))})
		}
	case !fits:
		return s.drop(string(rune(c)), fmt.Sprintf("the comment has more than %d bytes", s.limits.Comment))
	default:
		return s.foundComment(text)
	}
	if !closed && s.state == inTags && (s.tags > 0 || certain) {
		return s.startMovetext() // the next game follows
	}
	return noEvent
}

// glyph reads an annotation glyph: a number such as "$14", or a sign such as "!?".
func (s *PGNScanner) glyph() PGNEvent {
	nag, ok := s.input.ReadGlyph()
	if !ok {
		return s.drop(s.tokenText(), "the number of a glyph must be from 0 to 255")
	}
	return s.foundGlyph(NAG(nag))
}

// foundComment reports a comment.
func (s *PGNScanner) foundComment(text []byte) PGNEvent {
	s.comment = text
	return s.foundNote(PGNComment, len(text))
}

// foundGlyph reports an annotation glyph.
func (s *PGNScanner) foundGlyph(nag NAG) PGNEvent {
	s.nag = nag
	return s.foundNote(PGNNAG, 0)
}

// foundNote counts an annotation, with a comment of the given size, and reports it by an event, unless
// it is skipped.
func (s *PGNScanner) foundNote(event PGNEvent, size int) PGNEvent {
	if s.line.skipped {
		return noEvent
	}
	s.notes++
	s.text += size
	switch {
	case s.notes > s.limits.Notes:
		return s.tooMuch("annotations", s.limits.Notes)
	case s.text > s.limits.Text:
		return s.tooMuch("bytes of tags and comments", s.limits.Text)
	}
	return event
}
