package chess

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"github.com/shakki/chess/internal/pgntext"
)

// word reads a word, which usually is a move.
func (s *PGNScanner) word() PGNEvent {
	in := &s.input
	s.line.worded = true
	if !s.line.skipped && s.Language == English {
		h := head(in.Head())
		if m, n := s.line.position.plainMove(h); m != NullMove && pgntext.ClassOf(h.at(n)) < pgntext.Letter {
			in.Mark()
			in.Skip(n)
			if s.Strict {
				return s.playStrictly(in.Token(), m)
			}
			return s.play(m)
		}
	}
	if s.line.skipped {
		return s.skipWord()
	}
	word := in.Word()
	if text, ok := parseSANText(word, s.Language); ok && !pgntext.EndsWithEquals(word) {
		if s.unplayed {
			in.Skip(len(word))
			return s.notPlayed(word)
		}
		if match := s.line.position.match(&text); match.isUnique() {
			in.Skip(len(word))
			return s.playStrictly(word, match.move)
		}
	}
	if in.AtLineStart() && s.endsBeforeTag() {
		return noEvent
	}
	if word = in.Word(); in.SkipFillers() {
		if strings.ContainsRune(toUTF8(in.Token()), '…') {
			s.moveNumber.dots += 3
		}
		return noEvent
	}
	return s.otherWord(s.classify(pgntext.CutFiller(word)))
}

// classify says what the word is that the input begins with. It also returns the move if that is legal.
func (s *PGNScanner) classify(word []byte) (pgntext.Word, Move) {
	in := &s.input
	whole := in.Classify(word)
	if whole.Kind != pgntext.UnknownWord {
		return whole, NullMove
	}
	w := in.Extend(whole)
	m := s.line.position.readMove(w.Text, s.Language)
	if (m != NullMove || s.unplayed && s.isMoveText(w.Text)) && !pgntext.EndsWithEquals([]byte(w.Text)) {
		return w, m
	}
	if n := in.MoveLength(whole, s.isLegal); n > 0 { // a sign or a result is glued to it
		w, m = whole.Cut(n), s.line.position.readMove(whole.Text[:n], s.Language)
		after, rest := s.line.position.After(m), whole.Text[n:]
		if rest[0] == '+' && pgntext.PartOf(rest[1:]).Kind == pgntext.GlyphWord && after.InCheck() {
			w.Size++ // "Qh5+=" is a check and an evaluation
			w.Text += "+"
		}
		return w, m
	}
	n := in.MoveLength(whole, s.isMoveText)
	if n > 0 && m == NullMove && pgntext.PartOf(whole.Text[n:]).Kind == pgntext.ResultWord {
		return whole.Cut(n), NullMove // the result is read next
	}
	return w, m
}

// otherWord reads a word that is not a move in a common notation, but may be the legal move m.
func (s *PGNScanner) otherWord(w pgntext.Word, m Move) PGNEvent {
	s.input.Skip(w.Size)
	switch w.Kind {
	case pgntext.PassWord:
		return s.pass(w.Text)
	case pgntext.ResultWord:
		return s.resultWord(w)
	case pgntext.SignWord:
		return s.warn(ofForm, s.place(), w.Text, w.Deviation)
	case pgntext.GlyphWord:
		s.warn(ofForm, s.place(), w.Text, w.Deviation)
		return s.foundGlyph(NAG(w.NAG))
	}
	if m == NullMove {
		return s.notAMove(w.Text)
	}
	if s.Strict && w.Deviation != "" {
		s.warn(ofMove, s.place(), s.tokenText(), w.Deviation)
	}
	return s.playStrictly([]byte(w.Text), m)
}

// pass plays a pass, which has just been read.
func (s *PGNScanner) pass(text string) PGNEvent {
	s.line.worded = true
	if s.line.skipped {
		s.begun = true
		return noEvent
	}
	m, err := s.line.position.pass(text)
	if err != nil {
		return s.badMove(text, err)
	}
	s.checkNumber([]byte(text))
	if text != "--" {
		s.warn(ofMove, s.place(), text, "a pass is written --")
	}
	if len(s.outer) == 0 {
		s.warn(ofMove, s.place(), text, "no side may pass in a game")
	}
	return s.play(m)
}

// hasMove reports whether the movetext has a move so far, which may be illegal or skipped.
func (s *PGNScanner) hasMove() bool { return s.begun || s.plies > 0 }

// skipWord skips a word unless it is the result. Usually it does not allocate.
func (s *PGNScanner) skipWord() PGNEvent {
	if s.input.AtLineStart() && s.endsBeforeTag() {
		return noEvent
	}
	word := pgntext.CutFiller(s.input.Word())
	size := len(word)
	if isNew := !s.hasMove() && s.words < maxUnknownWords; isNew || pgntext.MayEndWithResult(word, longestMove) {
		w := pgntext.NewWord(word)
		n := s.input.MoveLength(w, s.isMoveText)
		switch {
		case w.Kind == pgntext.ResultWord:
			s.input.Skip(size)
			return s.resultWord(w)
		case n > 0 && pgntext.PartOf(w.Text[n:]).Kind == pgntext.ResultWord:
			size = w.Cut(n).Size // the result is read next
		}
		s.noteMove(w, n)
		s.words++
	}
	s.input.Skip(max(size, 1))
	return noEvent
}

// noteMove notes that the movetext has begun if w, which is not played, is a pass or a move, or
// begins with a move of n bytes.
func (s *PGNScanner) noteMove(w pgntext.Word, n int) {
	s.begun = s.begun || n > 0 || w.Kind == pgntext.PassWord || s.isMoveText(w.Text)
}

// isLegal reports whether text is a legal move in one of its readings, or a move that is not played.
func (s *PGNScanner) isLegal(text string) bool {
	return s.line.position.readMove(text, s.Language) != NullMove || s.unplayed && s.isMoveText(text)
}

// isMoveText reports whether text is a move, legal or not, in one of its readings.
func (s *PGNScanner) isMoveText(text string) bool { return isMoveText(text, s.Language) }

// notAMove reports text that cannot be played. If it does not look like a move, and no move number
// demands one, the moves after it are read.
func (s *PGNScanner) notAMove(text string) PGNEvent {
	_, _, hasForm := s.line.position.findSAN(text, s.Language)
	isWord := strings.ContainsFunc(text, unicode.IsLetter)
	if hasForm || isWord && (s.numbered || hasSquare(text)) {
		s.checkNumber([]byte(text))
		if s.unplayed {
			return s.notPlayed([]byte(text))
		}
		_, err := s.line.position.parseSAN(text, s.Language)
		return s.badMove(text, err)
	}
	return s.unknownText(text, ErrSyntax.Error())
}

// hasSquare reports whether text names a square.
func hasSquare(text string) bool {
	for i := 1; i < len(text); i++ {
		if squareOf(text[i-1], text[i]) != NoSquare {
			return true
		}
	}
	return false
}

// unknownText reports text that means nothing, once for each run of it.
func (s *PGNScanner) unknownText(text, reason string) PGNEvent {
	if s.words++; s.words > maxUnknownWords && !s.line.skipped {
		return s.tooMuch("words that are not moves", maxUnknownWords)
	}
	event := s.drop(failure, text, reason)
	s.afterUnknown, s.checksNumbers = s.afterUnknown || !s.line.skipped, s.checksNumbers || !s.line.skipped
	return event
}

// maxUnknownWords is the number of words in a game that are not moves after which its rest is
// skipped.
const maxUnknownWords = 1000

// badMove reports a move that cannot be played and skips what depends on it.
func (s *PGNScanner) badMove(text string, err error) PGNEvent {
	s.noteMove(pgntext.NewWord([]byte(text)), 0)
	fault := s.newFault(s.place(), text, err.Error(), err)
	fault.IsMove = true
	if e, ok := err.(*MoveError); ok {
		fault.Detail = e.explanation()
	}
	return s.breakOff(fault)
}

// breakOff reports a fault and skips the rest of the line of play.
func (s *PGNScanner) breakOff(fault *PGNError) PGNEvent {
	s.line.skipped, s.line.broke = true, true
	return s.report(fault)
}

// Refuse makes the move that was not played, or the start of a game with other rules, a fault: the
// next event is PGNFault, and what depends on the move is skipped.
func (s *PGNScanner) Refuse(detail string, err error) {
	place := s.place()
	if !s.hasMove() { // the tag that gives the start
		if place = s.variant.place; s.fen.place.Offset > place.Offset {
			place = s.fen.place
		}
	}
	s.breakOff(s.newFault(place, "", detail, err))
}

// resultWord reads the word w, which has been skipped, as a result. "--+" is one at the end of a
// paragraph, and elsewhere it is a pass that gives check.
func (s *PGNScanner) resultWord(w pgntext.Word) PGNEvent {
	if w.Text == "--+" && !s.input.AtParagraphEnd(0) {
		return s.pass(w.Text)
	}
	return s.resultMark(Result(w.Result))
}

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
	s.afterUnknown, s.droppedOn = false, 0
	switch {
	case len(s.outer) > 0 && !s.outer[0].skipped:
		return s.report(s.newFault(s.line.place, "(", "the variation is not closed", nil))
	case s.Strict && !s.line.skipped:
		s.checkResult()
	}
	if s.resultPlace == (pgntext.Place{}) {
		s.warnOfEnd()
	}
	return noEvent
}

// warnOfEnd warns about a game without a mark of its result (8.2.6).
func (s *PGNScanner) warnOfEnd() {
	kind := ofForm
	if !s.hasMove() {
		kind = lossy
	}
	s.warn(kind, s.place(), "", "the game does not end with its result or *")
}

// endsBeforeTag ends the game if this line of the movetext is a damaged tag, and reports whether it is.
// It does not end a game that begins here: a game without text would begin here again.
func (s *PGNScanner) endsBeforeTag() bool {
	line, _ := s.input.NextLines()
	if s.input.Offset() == s.begins || !pgntext.IsBareTag(line) || !pgntext.EndsTag(line) || s.isMoveText(string(s.input.Word())) {
		return false
	}
	s.endGame(Unfinished)
	return true
}

// doubleForfeit reads "0-0" as the result of a game that both players lost, which PGN does not
// have: the Result tag says so, or it cannot be a move, and the game ends after it.
func (s *PGNScanner) doubleForfeit(word []byte) bool {
	if !pgntext.IsDoubleForfeit(string(word)) || s.tagResult != BothLose &&
		(s.line.skipped || s.numbered || s.isLegal(string(word))) {
		return false
	}
	if !s.input.AtParagraphEnd(len(word)) || s.input.Cut() {
		return false
	}
	s.input.Skip(len(word))
	s.resultPlace = s.place()
	s.warn(ofForm, s.place(), toUTF8(word), "PGN has no result for a game that both players lose")
	s.endGame(BothLose)
	return true
}

// otherNumber reads a token that begins with a digit and is not a usual move number: another move
// number, a result, a pass, or castling written with zeros.
func (s *PGNScanner) otherNumber() PGNEvent {
	in := &s.input
	if result, n := in.NumericResult(); n > 0 {
		in.Skip(n)
		return s.resultMark(Result(result))
	}
	word := pgntext.CutFiller(in.Word())
	n := len(word) - len(bytes.TrimLeft(word, "0123456789"))
	rest := word[n:]
	switch {
	case strings.TrimRight(string(word), "+#") == "0000":
		in.Skip(len(word))
		return s.pass("0000")
	case s.doubleForfeit(word):
		return noEvent
	case pgntext.EndsNumber(rest):
		s.warn(ofForm, s.place(), string(word[:n+1]), endOfNumber)
		in.Skip(n)
		if !s.readNumber() {
			in.Skip(1)
		}
		return noEvent
	case len(rest) == 0 && in.Peek(n) == ')' && len(s.outer) == 0:
		return s.numberBeforeParenthesis(n)
	case len(rest) > 0 && (string(word[:n]) == "0" || strings.IndexByte("-/:", rest[0]) >= 0):
		return s.word()
	}
	in.Skip(n)
	in.SkipDots()
	if text := s.tokenText(); !s.readNumber() && len(text) == n && !s.moveMayFollow() {
		s.unknownText(text, "no move follows this number")
	}
	return noEvent
}

// numberBeforeParenthesis reads a move number of n digits and the parenthesis that ends it.
func (s *PGNScanner) numberBeforeParenthesis(n int) PGNEvent {
	in := &s.input
	in.Skip(n)
	if s.readNumber() {
		return noEvent
	}
	in.Mark()
	in.Skip(1)
	return s.warn(ofForm, s.place(), ")", endOfNumber)
}

// moveMayFollow reports whether a move may follow a move number without a dot.
func (s *PGNScanner) moveMayFollow() bool {
	in := &s.input
	switch c := in.SkipSpace(); {
	case c == 0, c == '*', c == ')', c == '[':
		return false
	case pgntext.ClassOf(c) == pgntext.Digit:
		word := in.WordAt(0)
		_, isResult := pgntext.ParseResult(word)
		return !isResult && len(bytes.Trim(word, "0123456789")) > 0
	}
	return true
}

const endOfNumber = "a move number ends with a dot"

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
	in := &s.input
	if !in.AfterBlankLine() {
		return false
	}
	length := len(in.Token())
	in.Unread()
	if in.AtLineStart() && !in.HasEllipsis(length) && (in.Peek(length-1) == '.' || s.moveFollowsNumber()) {
		return true
	}
	in.Skip(length)
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

// playStrictly plays a legal move. With Strict set, it warns if word, the last token, is not its SAN,
// or if the move number before it does not fit.
func (s *PGNScanner) playStrictly(word []byte, m Move) PGNEvent {
	if !s.Strict {
		return s.play(m)
	}
	s.checkNumber(word)
	event := s.play(m)
	var buffer [8]byte
	before, after := &s.line.previous, &s.line.position
	if san := after.appendMark(before.appendUnmarked(buffer[:0], m)); string(san) != string(word) && event == PGNMove {
		played := *after
		*after = *before // the warning is about the move there
		s.checkSAN(toUTF8(word), string(san))
		*after = played
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
	s.checkReason()
	tag, marked := &s.resultTag, s.resultPlace != pgntext.Place{}
	if marked && s.isResult && !s.result.agrees(s.tagResult) {
		s.warn(lossy, tag.place, tag.value, fmt.Sprintf("the Result tag contradicts the result %v after the moves", s.result))
		return
	}
	if s.unplayed || s.line.position.hasLegalMove() {
		return
	}
	switch board := s.line.position.outcome(); {
	case s.isResult && s.tagResult != board.Result:
		s.warn(lossy, tag.place, tag.value, fmt.Sprintf("the Result tag contradicts the board: %v", board))
	case marked && !s.isResult && s.result != board.Result:
		s.warn(lossy, s.resultPlace, s.result.String(), fmt.Sprintf("the result contradicts the board: %v", board))
	}
}

// checkReason warns if a tag that says how the game ended contradicts its result.
func (s *PGNScanner) checkReason() {
	recorded := cmp.Or(s.result, s.tagResult)
	for i, t := range s.saved {
		if t.value != "" && contradicts(t.value, recorded) {
			s.warn(lossy, t.place, t.value, "tag "+savedTags[i+1]+": it contradicts the game")
		}
	}
	if t := &s.termination; recorded == Unfinished && readTermination(t.value, string(s.white), string(s.black)).reason != NoReason {
		s.warn(lossy, t.place, t.value, "the Termination tag does not fit a game without a result")
	}
}
