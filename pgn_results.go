package chess

import (
	"cmp"
	"fmt"

	"github.com/shakki/chess/internal/pgntext"
)

// resultMark reads a result. Some programs write one at the end of a variation, where it does not
// end the game. At the end of a paragraph it does, because then a parenthesis must be missing.
func (s *PGNScanner) resultMark(result Result) PGNEvent {
	token := s.input.Token()
	isStandard := string(token) == result.String()
	if s.Strict && !isStandard {
		s.warn(ofForm, s.place(), toUTF8(token), "the standard form of this result is "+result.String())
	}
	isOpen := len(s.outer) > 0
	if isOpen && !s.input.AtParagraphEnd(0) || s.input.Cut() && (isOpen || !isStandard) {
		return s.ignore("a result in a variation is ignored")
	}
	s.resultPlace = s.place()
	return s.endGame(result)
}

// endGame ends the movetext.
func (s *PGNScanner) endGame(result Result) PGNEvent {
	s.result = result
	s.state = afterResult
	s.droppedOn = 0
	switch {
	case len(s.outer) > 0 && !s.outer[0].skipped:
		return s.report(s.newFault(s.line.place, "(", "the variation is not closed", nil))
	case s.Strict:
		s.checkResult()
	}
	if s.resultPlace == (pgntext.Place{}) {
		kind := ofForm
		if s.plies == 0 {
			kind = lossy
		}
		s.warn(kind, s.place(), "", "the game does not end with its result or *") // 8.2.6
	}
	return noEvent
}

// endsBeforeTag ends the game if this line of the movetext is a damaged tag, and reports whether it is.
// It does not end a game that begins here: a game without text would begin here again.
func (s *PGNScanner) endsBeforeTag() bool {
	line, _, _ := s.input.NextLines(2)
	if s.input.Offset() == s.begins || !pgntext.IsBareTag(line) || !pgntext.EndsTag(line) || s.isMoveText(string(s.input.Word())) {
		return false
	}
	s.endGame(Unfinished)
	return true
}

// doubleForfeit reads "0-0" as the result of a game that both players lost, which PGN does not
// have: the Result tag says so, or it cannot be a move, and the game ends after it.
func (s *PGNScanner) doubleForfeit(word []byte) bool {
	mayBe := s.tagResult == BothLose || !s.line.skipped && !s.numbered && !s.isLegal(string(word))
	if !pgntext.IsDoubleForfeit(string(word)) || !mayBe || !s.input.AtParagraphEnd(len(word)) || s.input.Cut() {
		return false
	}
	s.input.Skip(len(word))
	s.resultPlace = s.place()
	s.warn(ofForm, s.place(), toUTF8(word), "PGN has no result for a game that both players lose")
	s.endGame(BothLose)
	return true
}

// checkResult warns if the Result tag contradicts the mark of the result or the board, if the mark
// contradicts the board, or if a game without a result has a Termination tag that gives a reason.
func (s *PGNScanner) checkResult() {
	s.checkReason()
	tag, marked := &s.kept[resultTag], s.resultPlace != pgntext.Place{}
	if marked && s.isResult && !pgntext.Agrees(s.result, s.tagResult) {
		s.warn(lossy, tag.place, tag.value, fmt.Sprintf("the Result tag contradicts the result %v after the moves", s.result))
		return
	}
	if s.unplayed || s.line.position.hasLegalMove() {
		return
	}
	switch board := s.line.position.outcome(); {
	case s.isResult && s.tagResult != board.Result:
		s.warn(lossy, tag.place, tag.value, fmt.Sprintf("the Result tag contradicts the board: %v", board))
	case marked && s.result != board.Result:
		s.warn(lossy, s.resultPlace, s.result.String(), fmt.Sprintf("the result contradicts the board: %v", board))
	}
}

// checkReason warns if a tag that says how the game ended contradicts its result.
func (s *PGNScanner) checkReason() {
	recorded := cmp.Or(s.result, s.tagResult)
	for i, name := range savedTags[1:3] {
		if t := &s.kept[endReasonTag+tagKind(i)]; t.value != "" && contradicts(t.value, recorded) {
			s.warn(lossy, t.place, t.value, "tag "+name+": it contradicts the game")
		}
	}
	t := &s.kept[terminationTag]
	if recorded == Unfinished && readTermination(t.value, string(s.white), string(s.black)).reason != NoReason {
		s.warn(lossy, t.place, t.value, "the Termination tag does not fit a game without a result")
	}
}

// star reads "*", which is a result unless a move number follows.
func (s *PGNScanner) star() PGNEvent {
	if s.input.MoveNumberFollows(1) {
		return s.stray('*')
	}
	s.input.Take(1)
	return s.resultMark(Unfinished)
}

// isLegal reports whether text is a legal move in one of its readings, or a move that is not played.
func (s *PGNScanner) isLegal(text string) bool {
	return s.line.position.readMove(text, s.Language) != NullMove || s.unplayed && s.isMoveText(text)
}

// isMoveText reports whether text is a move, legal or not, in one of its readings.
func (s *PGNScanner) isMoveText(text string) bool { return isMoveText(text, s.Language) }
