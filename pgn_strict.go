package chess

import (
	"fmt"
	"strings"

	"github.com/shakki/chess/internal/pgntext"
)

// faultAt returns the fault, moved to the given place.
func faultAt(place pgntext.Place, fault *PGNError) *PGNError {
	fault.Line, fault.Column, fault.Offset = place.Line, place.Column, place.Offset
	return fault
}

// newFault returns a fault at the place of the last token. Between games it is one of the next game.
func (s *PGNScanner) newFault(token, reason string, err error) *PGNError {
	fault := &PGNError{Game: s.number + 1, Position: startPosition}
	if s.state != betweenGames {
		fault = &PGNError{
			Game: s.number, White: toUTF8(s.white), Black: toUTF8(s.black), Position: s.line.position,
		}
	}
	fault.Token, fault.Reason, fault.Err = printable(abridged(token)), reason, err
	return faultAt(s.place(), fault)
}

// maxFaults is the number of errors after which the scanner skips the rest of a game, and of warnings
// that it reports about a game: of those that are Lossy, and of others.
const maxFaults = 100

// report adds an error to the queue.
func (s *PGNScanner) report(fault *PGNError) PGNEvent {
	fault.Lossy = true
	if s.errors++; s.errors == maxFaults {
		fault.Reason = "too many errors; the rest of the game is skipped"
		fault.IsMove = false
		s.skipToEnd()
	}
	s.queue = append(s.queue, pgnReport{PGNFault, fault})
	return noEvent
}

// tooMuch reports that the game exceeds a limit and skips the rest of it.
func (s *PGNScanner) tooMuch(what string, limit int) PGNEvent {
	s.skipToEnd()
	return s.report(s.newFault("", fmt.Sprintf("the game has more than %d %s", limit, what), nil))
}

// warn adds a warning about a matter of form to the queue. Like the other methods that warn, it does
// nothing unless Strict is set.
func (s *PGNScanner) warn(place pgntext.Place, token, reason string) PGNEvent {
	if s.Strict && !s.line.skipped {
		s.addWarning(faultAt(place, s.newFault(token, reason, nil)))
	}
	return noEvent
}

// warnLossy is warn for what the game that is read lacks or changes.
func (s *PGNScanner) warnLossy(place pgntext.Place, token, reason string) PGNEvent {
	if s.Strict && (!s.line.skipped || s.state == betweenGames) {
		fault := faultAt(place, s.newFault(token, reason, nil))
		fault.Lossy = true
		s.addWarning(fault)
	}
	return noEvent
}

// warnMove is warn for a move.
func (s *PGNScanner) warnMove(place pgntext.Place, text, reason string) {
	if s.Strict {
		fault := faultAt(place, s.newFault(text, reason, nil))
		fault.IsMove = true
		s.addWarning(fault)
	}
}

// addWarning adds a warning to the queue, up to a limit.
func (s *PGNScanner) addWarning(fault *PGNError) {
	count := &s.warnings[0]
	if fault.Lossy {
		count = &s.warnings[1]
	}
	switch *count++; {
	case *count > maxFaults:
		return
	case *count == maxFaults:
		fault.Reason = "too many warnings; the rest of this game's are omitted"
		fault.IsMove = false
	}
	fault.Severity = SeverityWarning
	s.queue = append(s.queue, pgnReport{PGNFault, fault})
}

// checkNumber warns about a move number before a move that does not fit.
func (s *PGNScanner) checkNumber(move string) {
	if !s.numbered {
		return
	}
	p, drift := &s.line.position, s.drift()
	change := drift - s.shift
	s.shift = drift
	expected := fmt.Sprintf("%d%s", p.FullmoveNumber(), dots(p.Turn()))
	n, text := &s.moveNumber, s.moveNumber.String()
	switch {
	case change == 0:
	case s.plies == 0:
		s.warn(n.place, text, "the move number of the position is "+expected)
	case change > 0:
		s.warn(n.place, text, fmt.Sprintf("a move seems to be missing before %s %s", text, move))
	default:
		s.warn(n.place, text, fmt.Sprintf("the move number does not fit: %s is next", expected))
	}
}

// checkMove warns if the last token is not m in SAN, or if the move number before it does not fit.
func (s *PGNScanner) checkMove(word []byte, m Move) {
	text := toUTF8(word)
	s.checkNumber(text)
	var buffer [8]byte
	san := string(s.line.position.appendSAN(buffer[:0], m))
	if text == san {
		return
	}
	const marks = "+#"
	reason := "the standard form of this move is " + san
	if plain := strings.TrimRight(text, marks); plain == strings.TrimRight(san, marks) {
		switch {
		case plain == text && s.signFollows():
			return
		case strings.HasSuffix(san, "#"):
			reason = "the move gives checkmate: " + san
		case !strings.HasSuffix(san, "+"):
			reason = "the move does not give check: " + san
		case strings.HasSuffix(text, "#"):
			reason = "the move gives check but not checkmate: " + san
		default:
			reason = "the move gives check: " + san
		}
	}
	s.warnMove(s.place(), text, reason)
}

// signFollows reports whether a sign of check follows apart from its move.
func (s *PGNScanner) signFollows() bool {
	for i := range 8 {
		switch s.input.Peek(i) {
		case ' ', '!', '?':
		case '+', '#':
			return true
		default:
			return false
		}
	}
	return false
}

// checkResult warns if the Result tag contradicts the mark of the result or the board, or if the mark
// contradicts the board.
func (s *PGNScanner) checkResult() {
	tag, marked := &s.resultTag, s.resultPlace != pgntext.Place{}
	if marked && s.isResult && s.tagResult != s.result {
		s.warnLossy(tag.place, tag.value, fmt.Sprintf("the Result tag contradicts the result %v after the moves", s.result))
		return
	}
	if s.line.position.hasLegalMove() {
		return
	}
	switch board := s.line.position.outcome(); {
	case s.isResult && s.tagResult != board.Result:
		s.warnLossy(tag.place, tag.value, fmt.Sprintf("the Result tag contradicts the board: %v", board))
	case marked && s.result != board.Result:
		s.warnLossy(s.resultPlace, s.result.String(), fmt.Sprintf("the result contradicts the board: %v", board))
	}
}
