package chess

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/shakki/chess/internal/fault"
	"github.com/shakki/chess/internal/pgntext"
)

// NewPGNScanner returns a scanner of the games in r.
func NewPGNScanner(r io.Reader) *PGNScanner {
	if r == nil {
		r = pgntext.FailingReader{Err: fault.NoReader}
	}
	return &PGNScanner{input: pgntext.NewWindow(pgntext.Decode(r), pgntext.Start)}
}

// SkipGame skips the rest of the game, so that the next event is its PGNGameEnd. It does nothing
// between games.
func (s *PGNScanner) SkipGame() {
	if s.state != betweenGames {
		s.skipToEnd()
		s.queue = s.queue[:0]
	}
}

// Next advances the scanner to the next event and returns it.
func (s *PGNScanner) Next() PGNEvent {
	for {
		if len(s.queue) > 0 {
			next := s.queue[0]
			s.queue = s.queue[:copy(s.queue, s.queue[1:])]
			if next.event == PGNFault {
				s.fault = next.fault
			}
			return next.event
		}
		event := noEvent
		switch s.state {
		case inMovetext:
			event = s.movetext()
		case afterResult:
			event = s.trailer()
		default:
			event = s.header()
		}
		if s.input.Cut() && event != PGNGameEnd {
			return s.cutOff()
		}
		if event != noEvent {
			return event
		}
	}
}

// cutOff ends the scan at a token that a read error has cut off, and which is not reported. A game
// is complete if its result has been read, and no other game has an end.
func (s *PGNScanner) cutOff() PGNEvent {
	isRead := s.state == afterResult && s.resultPlace != (pgntext.Place{})
	s.queue = s.queue[:0]
	s.state = betweenGames
	if isRead {
		return PGNGameEnd
	}
	return PGNEnd
}

// header reads one token between games or among the tags.
func (s *PGNScanner) header() PGNEvent {
	in := &s.input
	if in.Cut() {
		return PGNEnd
	}
	if s.state == betweenGames {
		s.limits = s.Limits.withDefaults()
		if in.IsZero() {
			*in = NewPGNScanner(nil).input
		}
	}
	switch c := in.SkipSpace(); {
	case c == '[':
		return s.tag()
	case c == '1' && in.AtFirstMove():
		in.Mark()
		return s.startMovetext()
	case c == 0 && s.state == betweenGames:
		return PGNEnd
	case c == 0:
		return s.startMovetext()
	default:
		return s.headerText(c)
	}
}

// headerText reads text between games or among the tags that begins with c and is no tag.
func (s *PGNScanner) headerText(c byte) PGNEvent {
	in := &s.input
	if in.Word(); in.SkipFillers() {
		in.RestartLine() // the line begins after a byte order mark
		return noEvent
	}
	line, next, isNext := in.NextText()
	isTagNext := s.beginsTag(next) && !pgntext.EndsWithResult(line)
	switch {
	case pgntext.IsBareTag(line):
		in.Mark()
		s.begin()
		return s.dropLine(line)
	case s.state == inTags && c != '{' && pgntext.EndsTag(line):
		return s.dropLine(line)
	case strings.IndexByte("{;", c) >= 0:
		s.begin()
		return s.readComment(c)
	case c == '<':
		return s.reserved()
	case c == '%' && in.AtLineStart():
		return s.escapedLine()
	case !(isTagNext && isNext && s.isAfterTag()) && s.beginsMovetext(c, line, isTagNext):
		return s.startMovetext()
	}
	return s.dropText(c, line, isTagNext)
}

// isAfterTag reports whether the line has a tag already.
func (s *PGNScanner) isAfterTag() bool { return s.state == inTags && s.input.Line() == s.tagLine }

// beginsMovetext reports whether the movetext begins here, with c, the first character of line. Outside
// of a game, it begins with a move, and after the tags, with a result too, and with what seems to be a
// move, unless a tag of the game is next.
func (s *PGNScanner) beginsMovetext(c byte, line []byte, isTagNext bool) bool {
	in := &s.input
	_, n := utf8.DecodeRune(line)
	switch {
	case s.beginsTag(line[n:]):
		return false
	case s.beginsWithResult(c):
		return s.state == inTags
	}
	in.Mark()
	n, isSure := in.Lead()
	isNumber := isSure || n > 0 && n < len(line)
	if c := in.Peek(n); isNumber && (c == '{' || c == ';') {
		return true
	}
	word := pgntext.NewWord(in.WordAt(n))
	word.Size += n
	isPass, mayBe := word.Kind == pgntext.PassWord, s.state == inTags && !isTagNext
	switch {
	case s.isMoveText(word.Text), in.MoveLength(word, s.isMoveText) > 0:
		return true
	case isPass || hasSquare(word.Text):
		return isNumber || mayBe
	}
	return mayBe && (c == '(' || isSure)
}

// beginsWithResult reports whether a result begins here, with c.
func (s *PGNScanner) beginsWithResult(c byte) bool {
	in := &s.input
	if c == '*' {
		return true
	}
	if pgntext.ClassOf(c) == pgntext.Digit {
		_, n := in.NumericResult()
		return n > 0 || pgntext.IsDoubleForfeit(string(in.Word()))
	}
	return in.Classify(pgntext.CutFiller(in.Word())).Kind == pgntext.ResultWord
}

// beginsTag reports whether text begins with a tag of this game, or of any if none has begun.
func (s *PGNScanner) beginsTag(text []byte) bool {
	tag := pgntext.NameOfTag(text)
	return len(tag) > 0 && (s.state == betweenGames || !s.repeats(tag))
}

// dropText drops text between games or among the tags that begins with c: the first token of line, or
// all text up to a tag if the line seems to be prose.
func (s *PGNScanner) dropText(c byte, line []byte, isTagNext bool) PGNEvent {
	in := &s.input
	word := in.Word()
	isWord := pgntext.ClassOf(c) == pgntext.Letter
	if isWord && !pgntext.EndsWithResult(line) && (s.state == betweenGames || isTagNext) {
		return s.dropLine(line)
	}
	size := len(pgntext.CutFiller(word))
	if pgntext.ClassOf(c) == pgntext.Digit {
		if _, n := in.NumericResult(); n > 0 {
			size = n
		}
	}
	_, n := utf8.DecodeRune(line)
	if size == 0 {
		size = n
	}
	s.dropHeader(line[:min(size, len(line))])
	in.Skip(size)
	return noEvent
}

// dropLine drops line, on which the scanner is, up to a tag that begins on it.
func (s *PGNScanner) dropLine(line []byte) PGNEvent {
	token := pgntext.CutFiller(s.input.Word())
	if len(token) == 0 {
		token = line
	}
	s.dropHeader(token)
	s.input.SkipToTag()
	return noEvent
}

// dropHeader drops text between games or among the tags that begins with token.
func (s *PGNScanner) dropHeader(token []byte) {
	reason := "not a tag"
	if s.state == betweenGames {
		reason = "text outside of games"
	}
	s.drop(failure, toUTF8(token), reason)
}

// movetext reads one token of the movetext.
func (s *PGNScanner) movetext() PGNEvent {
	in := &s.input
	if s.line.skipped && s.hasMove() && !s.checksNumbers && !s.NestedComments {
		s.line.worded = in.SkipMoves() || s.line.worded
	}
	c := in.SkipSpace()
	switch pgntext.ClassOf(c) {
	case pgntext.Letter:
		return s.word()
	case pgntext.Digit:
		if !in.SkipMoveNumber() {
			return s.otherNumber()
		}
		s.numbered = true
		if (s.checksNumbers || in.AtOne()) && (s.readNumber() || len(s.queue) > 0) {
			return noEvent
		}
		if c = in.SkipSpace(); pgntext.ClassOf(c) == pgntext.Letter {
			return s.word()
		}
		return noEvent
	}
	return s.sign(c)
}

// sign reads a token that begins with a sign, or ends the game at the end of the input.
func (s *PGNScanner) sign(c byte) PGNEvent {
	in := &s.input
	if c != '%' && in.AtLineStart() && s.endsBeforeTag() {
		return noEvent
	}
	switch c {
	case 0:
		return s.endGame(Unfinished)
	case '.':
		in.Mark()
		in.Skip(1)
		s.moveNumber.dots++
		if in.Peek(0) == '*' {
			in.SkipDots() // the number before it may be part of a word that is skipped
		}
	case '{', ';':
		return s.readComment(c)
	case '$', '!', '?':
		return s.glyph(c)
	case '(':
		return s.openVariation()
	case ')':
		return s.closeVariation()
	case '*':
		if in.MoveNumberFollows(1) {
			return s.stray(c)
		}
		in.Mark()
		in.Skip(1)
		return s.resultMark(Unfinished)
	case '[':
		return s.bracket()
	case '<':
		return s.reserved()
	default:
		return s.stray(c)
	}
	return noEvent
}

// stray drops a character that begins no token. A comma separates moves like a space.
func (s *PGNScanner) stray(c byte) PGNEvent {
	in := &s.input
	if c == '%' && in.AtLineStart() {
		return s.escapedLine()
	}
	in.Mark()
	in.Skip(1)
	switch {
	case c == ',':
		return s.warn(ofForm, s.place(), ",", "a comma is not part of the movetext")
	case c == '&':
		if n := len(in.WordAt(0)); in.Peek(n) == ';' {
			in.Skip(n + 1)
		}
	}
	return s.drop(failure, toUTF8(in.Token()), "unexpected character")
}

// reserved skips text in angle brackets, which the PGN standard reserves for future use. An angle
// bracket without a counterpart nearby is a stray character, and "<>" is a pass.
func (s *PGNScanner) reserved() PGNEvent {
	in := &s.input
	in.Mark()
	if in.Peek(1) != '<' { // otherwise it marks a conflict between versions of a file
		switch length := in.SkipAngles(); {
		case length == len("<>") && s.state == inMovetext:
			return s.pass("<>")
		case length > 0:
			return s.ignore("text in angle brackets is reserved and is ignored")
		}
	}
	for in.Peek(0) == '<' {
		in.Skip(1)
	}
	const reason = "the angle bracket is not closed"
	if s.state != inMovetext {
		return s.drop(failure, s.tokenText(), reason)
	}
	return s.unknownText(s.tokenText(), reason)
}

// escapedLine skips a line that "%" takes out of the text.
func (s *PGNScanner) escapedLine() PGNEvent {
	s.input.Mark()
	s.input.ReadLine(pgntext.MaxWord)
	return s.ignore("a line that begins with % is ignored")
}

// readComment reads a comment in braces, or a comment from ";" to the end of the line.
func (s *PGNScanner) readComment(c byte) PGNEvent {
	in := &s.input
	in.Mark()
	in.Skip(1)
	var text []byte
	fits, closed, certain := true, true, false
	if c == '{' {
		text, fits, closed, certain = in.ReadComment(s.limits.Comment, s.NestedComments)
	} else {
		text, fits = in.ReadLine(s.limits.Comment)
		text = bytes.TrimSuffix(text, []byte("\r"))
	}
	switch {
	case s.line.skipped:
	case !closed:
		s.report(s.newFault(s.place(), "{", "the comment is not closed", nil))
		if fits && s.notes < s.limits.Notes && s.text+len(text) <= s.limits.Text {
			s.queue = append(s.queue, pgnReport{event: s.foundComment(bytes.TrimSpace(text))})
		}
	case !fits:
		return s.drop(failure, string(rune(c)), fmt.Sprintf("the comment has more than %d bytes", s.limits.Comment))
	default:
		return s.foundComment(text)
	}
	if !closed && s.state == inTags && (s.tags > 0 || certain) {
		return s.startMovetext() // the next game follows
	}
	return noEvent
}

// glyph reads an annotation glyph: a number such as "$14", or a sign such as "!?".
func (s *PGNScanner) glyph(c byte) PGNEvent {
	in := &s.input
	in.Mark()
	in.Skip(1)
	nag, ok := NAG(0), true
	if c == '$' {
		n, isNumber := in.ReadGlyph()
		nag, ok = NAG(n), isNumber
	} else {
		if next := in.Peek(0); next == '!' || next == '?' {
			in.Skip(1)
		}
		nag = NAG(pgntext.GlyphNAGs[string(in.Token())])
	}
	if !ok {
		return s.drop(failure, s.tokenText(), "the number of a glyph must be from 0 to 255")
	}
	return s.foundGlyph(nag)
}

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
		return s.drop(failure, s.tokenText(), "the result is not at the end of the game")
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
	in := &s.input
	in.Mark()
	in.Skip(1)
	last := len(s.outer) - 1
	switch {
	case s.line.inner > 0:
		s.line.inner--
		s.line.worded = true
		return noEvent
	case last < 0:
		return s.drop(failure, ")", "no variation is open")
	}
	isReported := !s.line.skipped || s.line.broke
	s.line, s.outer = s.outer[last], s.outer[:last]
	s.numbered, s.afterUnknown = false, false
	if s.line.skipped || !isReported {
		return noEvent
	}
	return PGNVariationEnd
}

// trailer reads what follows the result on its line. Comments there belong to the game, and so does
// a comment on the next line.
func (s *PGNScanner) trailer() PGNEvent {
	in := &s.input
	if s.resultPlace != (pgntext.Place{}) {
		c := in.SkipBlanks()
		if c == '\n' && in.NextLineIsComment() {
			c = in.SkipSpace()
		}
		if event, ok := s.afterResultToken(c); ok {
			return event
		}
	}
	s.state, s.errors, s.warnings = betweenGames, 0, [2]int{}
	return PGNGameEnd
}

// afterResultToken reads a token after the result if it belongs to the game. The next byte is c.
func (s *PGNScanner) afterResultToken(c byte) (event PGNEvent, ok bool) {
	in := &s.input
	switch c {
	case '{', ';':
		return s.readComment(c), true
	case '[':
		return s.afterResultBracket()
	case '<':
		return s.reserved(), true
	}
	class := pgntext.ClassOf(c)
	switch {
	case class == pgntext.Space || c == 0:
		return noEvent, false
	case class == pgntext.Other:
		in.Mark()
		in.Skip(1)
		return s.afterText(string(rune(c))), true
	}
	word := in.Word()
	if in.SkipFillers() {
		return noEvent, true
	}
	w := pgntext.NewWord(pgntext.CutFiller(word))
	_, isMove := parseSANText([]byte(w.Text), s.Language)
	isNumber := class == pgntext.Digit && (s.droppedOn != in.Line() || in.Peek(w.Size) == '.')
	if w.Kind != pgntext.ResultWord && (isNumber || isMove || w.Kind == pgntext.PassWord) {
		return noEvent, false // the next game
	}
	in.Skip(w.Size)
	return s.afterText(w.Text), true
}

// afterResultBracket reads "[" after the result unless it begins a tag of the next game.
func (s *PGNScanner) afterResultBracket() (event PGNEvent, ok bool) {
	in := &s.input
	if in.SkipWrapper() {
		return noEvent, true
	}
	if in.AtTag() {
		return noEvent, false
	}
	in.SkipBracket()
	return s.afterText("["), true
}

// afterText drops text after the result, of which token has been skipped.
func (s *PGNScanner) afterText(token string) PGNEvent {
	return s.drop(failure, token, "text follows the result")
}

// bracket reads "[" in the movetext. Usually it begins the tags of the next game, because the
// result is missing.
func (s *PGNScanner) bracket() PGNEvent {
	in := &s.input
	if in.SkipWrapper() {
		return noEvent
	}
	if event, ok := s.symbol(); ok {
		return event
	}
	if in.AtTag() || in.AtLineStart() && in.LooksLikeTag() {
		return s.endGame(Unfinished)
	}
	return s.stray('[')
}

// symbol reads a symbol in parentheses or brackets that is neither a variation nor a tag: a draw
// offer, a diagram, or a command that should be in a comment.
func (s *PGNScanner) symbol() (event PGNEvent, ok bool) {
	in := &s.input
	deviation, isDiagram := in.SkipSymbol()
	if deviation == "" || s.line.skipped {
		return noEvent, deviation != ""
	}
	if s.Strict {
		s.warn(ofForm, s.place(), s.tokenText(), deviation)
	}
	if isDiagram {
		return s.foundGlyph(pgntext.Diagram), true
	}
	return s.foundComment(in.Token()), true
}
