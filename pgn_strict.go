package chess

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/shakki/chess/internal/pgntext"
)

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
	if !s.numbered {
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

// playStrictly plays a legal move. It warns if word, the last token, is not its SAN, or if the move
// number before it does not fit.
func (s *PGNScanner) playStrictly(word []byte, m Move) PGNEvent {
	s.checkNumber(word)
	event := s.play(m)
	var buffer [8]byte
	before, after := s.line.previous, s.line.position
	if san := after.appendMark(before.appendUnmarked(buffer[:0], m)); string(san) != string(word) && event == PGNMove {
		s.line.position = before // the warning is about the move there
		s.checkSAN(toUTF8(word), string(san))
		s.line.position = after
	}
	return event
}

// checkSAN warns about a move whose text is not its SAN.
func (s *PGNScanner) checkSAN(text, san string) {
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
	recorded := cmp.Or(s.result, s.tagResult)
	for i, t := range s.saved {
		if t.value != "" && contradicts(t.value, recorded) {
			s.warn(lossy, t.place, t.value, "tag "+savedTags[i+1]+": it contradicts the game")
		}
	}
	if t := &s.termination; recorded == Unfinished && readTermination(t.value, string(s.white), string(s.black)).reason != NoReason {
		s.warn(lossy, t.place, t.value, "the Termination tag does not fit a game without a result")
	}
	if marked && (s.isResult || s.forfeit) && s.tagResult != s.result {
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
