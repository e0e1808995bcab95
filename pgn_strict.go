package chess

import (
	"fmt"
	"strings"

	"github.com/shakki/chess/internal/pgntext"
)

// drift returns the number of plies by which the last move number is ahead of the position.
func (s *PGNScanner) drift() int {
	p := &s.line.position
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
		s.warn(ofForm, n.place, text, "the move number of the position is "+expected)
	case change > 0:
		s.warn(ofForm, n.place, text, fmt.Sprintf("a move seems to be missing before %s %s", text, move))
	default:
		s.warn(ofForm, n.place, text, fmt.Sprintf("the move number does not fit: %s is next", expected))
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
	const signs = "+#"
	reason := "the standard form of this move is " + san
	if plain := strings.TrimRight(text, signs); plain == strings.TrimRight(san, signs) {
		switch {
		case plain == text && s.input.SignFollows():
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
	s.warn(ofMove, s.place(), text, reason)
}

// checkResult warns if the Result tag contradicts the mark of the result or the board, if the mark
// contradicts the board, or if a game without a result has a Termination tag that gives a reason.
func (s *PGNScanner) checkResult() {
	tag, marked := &s.resultTag, s.resultPlace != pgntext.Place{}
	if t := &s.termination; s.result == Unfinished && s.tagResult == Unfinished && readTermination(t.value, string(s.white), string(s.black)).reason != NoReason {
		s.warn(lossy, t.place, t.value, "the Termination tag does not fit a game without a result")
	}
	if marked && s.isResult && s.tagResult != s.result {
		s.warn(lossy, tag.place, tag.value, fmt.Sprintf("the Result tag contradicts the result %v after the moves", s.result))
		return
	}
	if s.line.position.hasLegalMove() {
		return
	}
	switch board := s.line.position.outcome(); {
	case s.isResult && s.tagResult != board.Result:
		s.warn(lossy, tag.place, tag.value, fmt.Sprintf("the Result tag contradicts the board: %v", board))
	case marked && s.result != board.Result:
		s.warn(lossy, s.resultPlace, s.result.String(), fmt.Sprintf("the result contradicts the board: %v", board))
	}
}
