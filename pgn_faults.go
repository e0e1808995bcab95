package chess

import (
	"bytes"
	"fmt"

	"github.com/shakki/chess/internal/pgntext"
)

// newFault returns a fault at a place. Between games it has the number of the game before, if any.
func (s *PGNScanner) newFault(place pgntext.Place, token, reason string, err error) *PGNError {
	fault := &PGNError{
		Game: max(s.number, 1), Line: place.Line, Column: place.Column, Offset: place.Offset, Position: startPosition,
		Token: printable(abridged(token)), Detail: reason, Err: err, Outside: s.state == betweenGames,
	}
	if !fault.Outside {
		fault.White, fault.Black, fault.Position = toUTF8(s.white), toUTF8(s.black), s.line.position
	}
	return fault
}

// maxFaults is the number of errors after which the scanner skips the rest of a game. It also bounds the
// Lossy warnings about a game, the other warnings about it, and what is reported between two games.
const maxFaults = 100

// drop drops text that begins at the last place with token. All text that says something, but does not
// become part of the game, goes through drop, except in a line of play whose rest an error skips. What
// follows dropped text is not reported again: further words in a row, or outside of the movetext, the
// rest of the line. Text that the standard lets a reader ignore is a warning, and other text an error.
func (s *PGNScanner) drop(token, reason string) PGNEvent {
	line := s.place().Line
	isReported := s.afterUnknown
	if s.state != inMovetext {
		isReported = s.droppedOn == line
		s.droppedOn = line
	}
	if isReported || s.line.skipped && s.state != betweenGames || s.errors >= maxFaults {
		return noEvent
	}
	return s.report(s.newFault(s.place(), token, reason, nil))
}

// report adds an error to the queue.
func (s *PGNScanner) report(fault *PGNError) PGNEvent {
	fault.Lossy = true
	s.errors++
	switch {
	case s.errors == maxFaults && fault.Outside:
		fault.Detail = "too many errors outside of games; the rest of those before the next game are omitted"
	case s.errors == maxFaults:
		fault.Detail = "too many errors; the rest of the game is skipped"
		fault.IsMove = false
		s.skipToEnd()
	}
	s.queue = append(s.queue, pgnReport{PGNFault, fault})
	return noEvent
}

// tokenText returns the text of the last token.
func (s *PGNScanner) tokenText() string { return toUTF8(bytes.TrimSpace(s.input.Token())) }

// ignore drops the last token, which the standard lets a reader ignore.
func (s *PGNScanner) ignore(reason string) PGNEvent {
	if !s.Strict {
		return noEvent
	}
	return s.warn(lossy, s.place(), s.tokenText(), reason)
}

// tooMuch reports that the game exceeds a limit and skips the rest of it.
func (s *PGNScanner) tooMuch(what string, limit int) PGNEvent {
	s.skipToEnd()
	return s.report(s.newFault(s.place(), "", fmt.Sprintf("the game has more than %d %s", limit, what), nil))
}

// A warning is a kind of warning.
type warning uint8

const (
	ofForm warning = iota // nothing is lost
	ofMove                // about a move
	lossy                 // the game that is read lacks or changes what the text says
)

// warn adds a warning to the queue, up to a limit. It does nothing unless Strict is set.
func (s *PGNScanner) warn(kind warning, place pgntext.Place, token, reason string) PGNEvent {
	if !s.Strict || s.line.skipped && s.state != betweenGames {
		return noEvent
	}
	fault := s.newFault(place, token, reason, nil)
	fault.Warning, fault.Lossy, fault.IsMove = true, kind == lossy, kind == ofMove
	count := &s.warnings[0]
	if kind == lossy {
		count = &s.warnings[1]
	}
	if *count++; *count == maxFaults {
		fault.Detail = "too many warnings; the rest of this game's are omitted"
		fault.IsMove = false
	}
	if *count <= maxFaults {
		s.queue = append(s.queue, pgnReport{PGNFault, fault})
	}
	return noEvent
}

// breakOff reports a fault and skips the rest of the line of play.
func (s *PGNScanner) breakOff(fault *PGNError) PGNEvent {
	s.line.skipped, s.line.broke = true, true
	return s.report(fault)
}

// skipToEnd skips the rest of the game.
func (s *PGNScanner) skipToEnd() {
	for i := range s.outer {
		s.outer[i].skipped, s.outer[i].broke = true, true
	}
	s.line.skipped, s.line.broke = true, s.line.broke || !s.line.skipped
}

// unknownText reports text that means nothing, once for each run of it.
func (s *PGNScanner) unknownText(text, reason string) PGNEvent {
	if s.words++; s.words > maxUnknownWords && !s.line.skipped {
		return s.tooMuch("words that are not moves", maxUnknownWords)
	}
	event := s.drop(text, reason)
	s.afterUnknown, s.checksNumbers = s.afterUnknown || !s.line.skipped, s.checksNumbers || !s.line.skipped
	return event
}

// maxUnknownWords is the number of words in a game that are not moves after which its rest is
// skipped.
const maxUnknownWords = 1000

// stray drops a character that begins no token. A comma separates moves like a space.
func (s *PGNScanner) stray(c byte) PGNEvent {
	s.input.Take(1)
	switch {
	case c == ',':
		return s.warn(ofForm, s.place(), ",", "a comma is not part of the movetext")
	case c == '&':
		if n := len(s.input.WordAt(0)); s.input.Peek(n) == ';' {
			s.input.Skip(n + 1)
		}
	}
	return s.drop(toUTF8(s.input.Token()), "unexpected character")
}
