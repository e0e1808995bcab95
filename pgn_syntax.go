package chess

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/shakki/chess/internal/pgntext"
)

// Next advances the scanner to the next event and returns it.
func (s *PGNScanner) Next() PGNEvent {
	if s.late != 0 {
		return s.lateEvent()
	}
	for {
		event := noEvent
		switch s.state {
		case inMovetext:
			for event == noEvent && s.state == inMovetext {
				event = s.movetext()
			}
		case afterResult:
			event = s.trailer()
		default:
			event = s.header()
		}
		if event != noEvent {
			return event
		}
	}
}

// header reads one token between games or among the tags.
func (s *PGNScanner) header() PGNEvent {
	in := &s.input
	switch c := in.SkipSpace(); {
	case c == 0 && s.state == betweenGames:
		return PGNEnd
	case c >= utf8.RuneSelf:
		if in.Word(); in.SkipFillers() {
			in.RestartLine() // the line begins after a byte order mark
			return noEvent
		}
	case c == '[':
		return s.headerBracket()
	case c == '{' || c == ';':
		s.begin()
		return s.readComment(c)
	case c == '<':
		s.begin()
		return s.reserved()
	case c == '%' && in.AtLineStart():
		in.SkipLine()
		return noEvent
	case pgntext.ClassOf(c) == pgntext.Letter && s.atFaultyTag():
		s.begin()
		return s.faultyTag()
	}
	s.begin()
	return s.startMovetext()
}

// headerBracket reads "[" between games or among the tags.
func (s *PGNScanner) headerBracket() PGNEvent {
	in := &s.input
	if s.state == inTags && in.AfterBlankLine() && in.AtLineStart() && s.repeats(in.TagName()) {
		return s.startMovetext() // a second section of tags: this game has neither moves nor a result
	}
	if in.SkipWrapper() {
		return noEvent
	}
	s.begin()
	return s.tag()
}

// repeats reports whether a tag after a blank line, with the given name, belongs to another game.
func (s *PGNScanner) repeats(name []byte) bool {
	return s.hasEvent && string(name) == "Event" || len(name) > 0 && bytes.Equal(name, s.firstTag)
}

// begin begins a game unless one has begun.
func (s *PGNScanner) begin() {
	if s.state != betweenGames {
		return
	}
	s.input.Mark()
	s.begins = s.place().Offset
	s.state = inTags
	s.limits = s.Limits.withDefaults()
	s.game++
	s.tags, s.plies = 0, 0
	s.skip, s.skipDepth = skipNothing, 0
	s.stack = s.stack[:0]
	s.moved, s.numbered, s.noise, s.begun = false, false, false, false
	s.careful, s.shift, s.words = s.Strict, 0, 0
	s.fen, s.variant = "", ""
	s.white, s.black = s.white[:0], s.black[:0]
	s.resultTag, s.firstTag, s.hasEvent = resultTag{}, s.firstTag[:0], false
	s.text, s.notes, s.errors, s.warnings = 0, 0, 0, 0
	s.result, s.resultPlace = Unfinished, pgntext.Place{}
	s.position = startPosition
}

// startMovetext ends the tags and sets the start position.
func (s *PGNScanner) startMovetext() PGNEvent {
	s.state = inMovetext
	if s.skip == skipGame {
		return noEvent
	}
	if fault := s.setStart(); fault != nil {
		s.skip, s.skipDepth = skipGame, 0
		return s.report(fault)
	}
	if s.SkipMoves {
		s.skipToEnd()
	}
	return PGNMovetext
}

// setStart sets the start position that the tags FEN and Variant give.
func (s *PGNScanner) setStart() *PGNError {
	chess960, known := parseVariant(s.variant)
	if !known {
		return faultAt(s.variantPlace, s.newFault(s.variant, "the variant is not supported", nil))
	}
	if s.fen != "" {
		p, repairs, err := RepairFEN(s.fen)
		if err != nil {
			return faultAt(s.fenPlace, s.newFault("", "FEN tag: "+err.Error(), err))
		}
		s.position = p
		for _, r := range repairs[:min(len(repairs), 10)] {
			s.warn(s.fenPlace, s.fen, fmt.Sprintf("the FEN tag was repaired: %s: %s", r.Field, r.Reason))
		}
	}
	if chess960 {
		s.position.setChess960(true)
	}
	return nil
}

// tag reads a tag such as [White "Carlsen"].
func (s *PGNScanner) tag() PGNEvent {
	in := &s.input
	in.Mark()
	name, value, err := in.ReadTag(s.limits.Tag)
	s.tags++
	s.tagLine = in.Line()
	s.text += len(name) + len(value)
	switch {
	case s.skip == skipGame:
		return noEvent
	case s.text > s.limits.Text:
		return s.tooMuch("bytes of tags and comments", s.limits.Text)
	case s.tags == s.limits.Tags+1:
		return s.report(s.newFault("", fmt.Sprintf("the game has more than %d tags", s.limits.Tags), nil))
	case s.tags > s.limits.Tags:
		return noEvent
	case len(name) == 0:
		return s.report(s.newFault(s.tagText(), err.Error(), nil))
	}
	s.name, s.value = name, value
	s.noteTag()
	if err != nil {
		s.late = PGNTag // the tag as far as it was read
		return s.report(s.newFault(s.tagText(), err.Error(), nil))
	}
	return PGNTag
}

// tagText returns the text of the tag that has just been read.
func (s *PGNScanner) tagText() string {
	text := bytes.TrimRight(s.input.Token(), "\r")
	return string(text[:min(len(text), 1000)])
}

// atFaultyTag reports whether a word among the tags belongs to a faulty tag and not to the
// movetext. It does if it begins a tag without a bracket, or if it follows a tag on its line and
// another tag begins the next line although no result has ended the game.
func (s *PGNScanner) atFaultyTag() bool {
	in := &s.input
	if in.AtBareTag() {
		return true
	}
	if s.tags == 0 || in.Line() != s.tagLine {
		return false
	}
	line, ok := in.LineBeforeTag()
	if !ok {
		return false
	}
	words := bytes.Fields(line)
	last := words[len(words)-1]
	_, isResult := parseResultMark(last)
	return !isResult && !bytes.HasSuffix(last, []byte("*"))
}

// faultyTag skips the rest of a line that is not a tag.
func (s *PGNScanner) faultyTag() PGNEvent {
	word := toUTF8(s.input.Word())
	fault := s.newFault(word, "not a tag", nil)
	s.input.SkipLine()
	if s.skip == skipGame {
		return noEvent
	}
	return s.report(fault)
}

// noteTag stores the tags that matter for reading the game.
func (s *PGNScanner) noteTag() {
	if s.tags == 1 {
		s.firstTag = append(s.firstTag, s.name...)
	}
	switch len(s.name) {
	case len("White"):
		switch string(s.name) {
		case "White":
			s.white = append(s.white[:0], s.value...)
		case "Black":
			s.black = append(s.black[:0], s.value...)
		case "Event":
			s.hasEvent = true
		}
	case len("FEN"):
		if bytes.EqualFold(s.name, []byte("FEN")) {
			s.noteFEN(strings.TrimSpace(toUTF8(s.value)))
		}
	case len("Result"):
		if s.Strict && string(s.name) == "Result" && s.resultTag.place == (pgntext.Place{}) {
			result, given := parseResultTag(string(s.value))
			s.resultTag = resultTag{result, given, s.place(), toUTF8(s.value)}
		}
	case len("Variant"):
		if bytes.EqualFold(s.name, []byte("Variant")) && s.variant == "" {
			s.variant, s.variantPlace = strings.TrimSpace(toUTF8(s.value)), s.place()
		}
	}
}

// noteFEN stores the value of a FEN tag. Of several, the first with a value counts.
func (s *PGNScanner) noteFEN(fen string) {
	switch {
	case s.fen == "":
		s.fen, s.fenPlace = fen, s.place()
	case fen != "" && fen != s.fen:
		s.warn(s.place(), fen, "the game has another FEN tag, which counts")
	}
}

// movetext reads one token of the movetext.
func (s *PGNScanner) movetext() PGNEvent {
	in := &s.input
	c := in.SkipSpace()
	switch pgntext.ClassOf(c) {
	case pgntext.Letter:
		return s.word()
	case pgntext.Digit:
		if !in.SkipMoveNumber() {
			return s.oddNumber()
		}
		s.numbered = true
		if s.careful || in.AtOne() {
			return s.moveNumber()
		}
		return noEvent
	}
	switch c {
	case 0:
		return s.endGame(Unfinished)
	case '.':
		in.Skip(1)
		s.number.dots++
		return noEvent
	case '{', ';':
		return s.readComment(c)
	case '$', '!', '?':
		return s.glyph(c)
	case '(':
		return s.openVariation()
	case ')':
		return s.closeVariation()
	case '*':
		in.Mark()
		in.Skip(1)
		return s.resultMark(Unfinished)
	}
	return s.rareToken(c)
}

// rareToken reads a token of the movetext that is in few records. The next byte is c.
func (s *PGNScanner) rareToken(c byte) PGNEvent {
	switch {
	case c == '[':
		return s.bracket()
	case c == '<':
		return s.reserved()
	case c == '%' && s.input.AtLineStart():
		s.input.SkipLine()
		return noEvent
	}
	return s.stray()
}

// stray reports and skips a character that begins no token. A comma separates moves like a space.
func (s *PGNScanner) stray() PGNEvent {
	in := &s.input
	in.Mark()
	switch c := in.Peek(0); {
	case c == ',':
		in.Skip(1)
		return s.understood(",", "a comma is not part of the movetext")
	case c == '&':
		in.Skip(entityLength(in.Ahead(maxEntity)))
	default:
		in.Skip(1)
	}
	if s.skip != skipNothing || s.noise {
		return noEvent
	}
	return s.report(s.newFault(toUTF8(in.Token()), "unexpected character", nil))
}

// maxEntity is the length in bytes of the longest HTML entity that is skipped as a whole.
const maxEntity = 10

// entityLength returns the length of the HTML entity that text begins with, such as "&nbsp;", or 1 if
// there is none.
func entityLength(text []byte) int {
	for i, c := range text[1:] {
		switch {
		case c == ';':
			return i + 2
		case c != '#' && pgntext.ClassOf(c) < pgntext.Letter:
			return 1
		}
	}
	return 1
}

// reserved skips text in angle brackets, which the PGN standard reserves for future use. An angle
// bracket without a counterpart nearby is a stray character, and "<>" is a pass.
func (s *PGNScanner) reserved() PGNEvent {
	in := &s.input
	in.Mark()
	switch length, closed := in.BlockLength('>'); {
	case !closed:
		in.Skip(1)
	case length == len("<>") && s.state == inMovetext:
		in.Skip(length)
		return s.pass("<>")
	default:
		in.Skip(1)
		in.ReadBlock('>', 0)
		return noEvent
	}
	if s.skip != skipNothing {
		return noEvent
	}
	return s.noiseWord("<", "the angle bracket is not closed")
}

// word reads a word, which usually is a move.
func (s *PGNScanner) word() PGNEvent {
	in := &s.input
	if s.skip == skipNothing && s.Language == English {
		h := head(in.Head())
		if m, n := s.position.plainMove(h); m != NullMove && pgntext.ClassOf(h.at(n)) < pgntext.Letter {
			in.Mark()
			in.Skip(n)
			if s.Strict {
				s.checkMove(in.Token(), m)
			}
			return s.play(m)
		}
	}
	word := in.Word()
	if s.skip != skipNothing {
		return s.skipWord(word)
	}
	if text, ok := parseSANText(word, s.Language); ok && !endsWithEquals(word) {
		if match := s.position.match(&text); match.isUnique() {
			in.Skip(len(word))
			if s.Strict {
				s.checkMove(word, match.move)
			}
			return s.play(match.move)
		}
	}
	return s.oddWord(word)
}

// endsWithEquals reports whether word, which is not empty, ends with "=" or "=+", which is a glyph
// after a move.
func endsWithEquals(word []byte) bool {
	n := len(word) - 1
	return word[n] == '=' || word[n] == '+' && n > 0 && word[n-1] == '='
}

// skipWord skips a word unless it is the result.
func (s *PGNScanner) skipWord(word []byte) PGNEvent {
	word = pgntext.CutFiller(word)
	result, n := s.resultIn(word)
	switch {
	case n == 0:
		s.input.Skip(len(word))
		return s.resultMark(result)
	case n > 0:
		word = word[:n] // the result is read next
	}
	s.noteMove(word)
	s.input.Skip(max(len(word), 1))
	return noEvent
}

// oddNumber reads a token that begins with a digit and is not a usual move number: another move
// number, a result, a pass, or castling written with zeros.
func (s *PGNScanner) oddNumber() PGNEvent {
	in := &s.input
	if result, n := s.numericResult(); n > 0 {
		in.Skip(n)
		return s.resultMark(result)
	}
	word := pgntext.CutFiller(in.Word())
	n := len(word) - len(bytes.TrimLeft(word, "0123456789"))
	rest := word[n:]
	switch {
	case n == 4 && isPass(string(word)):
		in.Skip(len(word))
		return s.pass("0000")
	case string(rest) == ":", len(rest) > 1 && rest[0] == '-' && rest[1] > '9':
		s.warn(s.place(), string(word[:n+1]), "a move number ends with a dot")
		in.Skip(n)
		event := s.endNumber()
		in.Skip(1)
		return event
	case len(rest) > 0 && (n == 1 && word[0] == '0' || strings.IndexByte("-/:", rest[0]) >= 0):
		return s.word()
	}
	in.Skip(n)
	for in.Peek(0) == '.' {
		in.Skip(1)
	}
	return s.endNumber()
}

// numericResult returns the result that begins here and the length of its mark, or 0 if there is none.
func (s *PGNScanner) numericResult() (result Result, length int) {
	in := &s.input
	word := pgntext.CutFiller(in.Word())
	result, ok := parseResultMark(word)
	if ok && string(word) != "1/2" {
		return result, len(word)
	}
	if spaced, n := s.spacedResult(); n > 0 {
		return spaced, n
	}
	const half, draw = "1/2", "0.5-0.5"
	switch {
	case ok:
		return Draw, len(half)
	case in.HasPrefix(draw):
		return Draw, len(draw)
	}
	return Unfinished, 0
}

// endNumber examines an unusual move number, which has just been read.
func (s *PGNScanner) endNumber() PGNEvent {
	s.numbered = true
	if event := s.moveNumber(); event != noEvent {
		return event
	}
	return s.pending()
}

// moveNumber examines the move number that has just been read. A number 1 after a blank line begins
// another game.
func (s *PGNScanner) moveNumber() PGNEvent {
	in := &s.input
	s.number = pgnNumber{place: s.place()}
	for _, c := range in.Token() {
		if c == '.' {
			s.number.dots++
		} else {
			s.number.value = min(10*s.number.value+int(c-'0'), 1_000_000)
		}
	}
	if s.number.value == 1 && s.number.dots < 2 && s.restarts() {
		return s.endGame(Unfinished)
	}
	if missing := s.drift() - s.shift; s.noise && s.skip == skipNothing && (missing == 1 || missing == 2) {
		s.noise = false
		fault := faultAt(s.number.place, s.newFault(s.number.String(), "a move is missing before this move number", nil))
		return s.skipLine(fault)
	}
	return noEvent
}

// restarts reports whether the move number 1 that has just been read begins another game. If so, it
// moves back to the number.
func (s *PGNScanner) restarts() bool {
	in := &s.input
	if s.plies == 0 && !s.begun || s.open() > 0 || !in.AfterBlankLine() {
		return false
	}
	length := len(in.Token())
	in.Unread()
	next := bytes.TrimLeft(in.Ahead(length + 8)[length:], " \t.")
	if in.AtLineStart() && !bytes.HasPrefix(next, []byte("…")) && !bytes.Contains(in.Ahead(length + 8)[length:], []byte("..")) {
		return true
	}
	in.Skip(length)
	return false
}

// trailer reads what follows the result on its line. Comments there belong to the game, and so does a
// comment on the next line.
func (s *PGNScanner) trailer() PGNEvent {
	in := &s.input
	if s.resultPlace != (pgntext.Place{}) {
		c := in.SkipBlanks()
		if c == '\n' && in.NextLineBegins("{;") {
			c = in.SkipSpace()
		}
		if event, ok := s.trail(c); ok {
			return event
		}
	}
	s.state = betweenGames
	return PGNGameEnd
}

// trail reads a token after the result if it belongs to the game. The next byte is c.
func (s *PGNScanner) trail(c byte) (event PGNEvent, ok bool) {
	in := &s.input
	switch c {
	case '{', ';':
		return s.readComment(c), true
	case '*':
		in.Skip(1)
		return noEvent, true
	case '.', ',', '!', '?', '(', ')', '$':
		in.Mark()
		in.Skip(1)
		return s.afterText(string(rune(c))), true
	}
	class := pgntext.ClassOf(c)
	if class < pgntext.Letter {
		return noEvent, false
	}
	word := in.Word()
	if in.SkipFillers() {
		return noEvent, true
	}
	word = pgntext.CutFiller(word)
	text, size := toUTF8(word), len(word)
	_, isResult := parseResultMark([]byte(text))
	_, isMove := parseSANText(word, s.Language)
	isMove = isMove || isPass(text)
	switch {
	case isResult:
		in.Skip(size)
		return noEvent, true
	case class == pgntext.Digit && (!s.noise || in.Peek(size) == '.'), isMove:
		return noEvent, false // the next game
	}
	in.Skip(size)
	return s.afterText(text), true
}

// afterText reports text after the result, once for each line.
func (s *PGNScanner) afterText(token string) PGNEvent {
	first := !s.noise
	s.noise = true
	if !first || s.skip != skipNothing {
		return noEvent
	}
	return s.report(s.newFault(token, "text follows the result", nil))
}

// glyph reads an annotation glyph: a number such as "$14", or a sign such as "!?".
func (s *PGNScanner) glyph(c byte) PGNEvent {
	in := &s.input
	in.Mark()
	nag, ok := NAG(0), true
	if c == '$' {
		in.Skip(1)
		var n int
		n, ok = in.ReadNumber()
		nag, ok = NAG(n), ok && n <= 255
	} else {
		if next := in.Peek(1); next == '!' || next == '?' {
			in.Skip(1)
		}
		in.Skip(1)
		nag = glyphNAGs[string(in.Token())]
	}
	switch {
	case s.skip != skipNothing:
		return noEvent
	case !ok:
		return s.report(s.newFault(string(in.Token()), "the number of a glyph must be from 0 to 255", nil))
	}
	return s.foundGlyph(nag)
}

// openVariation reads "(".
func (s *PGNScanner) openVariation() PGNEvent {
	in := &s.input
	in.Mark()
	in.Skip(1)
	if s.skip != skipNothing {
		s.skipDepth++
		return noEvent
	}
	switch in.Peek(0) {
	case '=', '#', 'D', 'd':
		if event, ok := s.markInParentheses(); ok {
			return event
		}
	}
	reason := ""
	switch {
	case s.SkipVariations:
	case !s.moved:
		reason = "the variation begins before any move"
	case len(s.stack) >= s.limits.Nesting:
		reason = fmt.Sprintf("variations are nested more than %d deep", s.limits.Nesting)
	default:
		s.stack = append(s.stack, pgnLine{s.position, s.previous, s.place()})
		s.position = s.previous
		s.moved, s.numbered = false, false
		return PGNVariation
	}
	s.skip, s.skipDepth = skipVariation, 1
	if reason == "" {
		return noEvent
	}
	return s.report(s.newFault("(", reason, nil))
}

// closeVariation reads ")".
func (s *PGNScanner) closeVariation() PGNEvent {
	in := &s.input
	in.Mark()
	in.Skip(1)
	switch {
	case s.skipDepth > 0:
		s.skipDepth--
		if s.skipDepth == 0 && s.skip == skipVariation {
			s.skip, s.numbered, s.noise = skipNothing, false, false
		}
		return noEvent
	case s.skip == skipGame:
		return noEvent
	case len(s.stack) == 0 && s.numbered:
		return s.understood(")", "a move number ends with a dot")
	case len(s.stack) == 0:
		return s.report(s.newFault(")", "no variation is open", nil))
	}
	s.skip = skipNothing
	top := s.stack[len(s.stack)-1]
	s.stack = s.stack[:len(s.stack)-1]
	s.position, s.previous, s.moved = top.position, top.previous, true
	s.numbered, s.noise = false, false
	return PGNVariationEnd
}

// readComment reads a comment in braces, or a comment from ";" to the end of the line.
func (s *PGNScanner) readComment(c byte) PGNEvent {
	in := &s.input
	in.Mark()
	in.Skip(1)
	var text []byte
	fits, closed := true, true
	if c == '{' {
		text, fits, closed = in.ReadBlock('}', s.limits.Comment)
	} else {
		text, fits = in.ReadLine(s.limits.Comment)
		text = bytes.TrimSuffix(text, []byte("\r"))
	}
	switch {
	case s.skip != skipNothing:
		return noEvent
	case !closed:
		if fits && s.notes < s.limits.Notes && s.text+len(text) <= s.limits.Text {
			s.foundComment(bytes.TrimSpace(text))
			s.late = PGNComment
		}
		return s.report(s.newFault("{", "the comment is not closed", nil))
	case !fits:
		return s.report(s.newFault(string(rune(c)), fmt.Sprintf("the comment has more than %d bytes", s.limits.Comment), nil))
	}
	return s.foundComment(text)
}

// bracket reads "[" in the movetext. Usually it begins the tags of the next game, because the
// result is missing.
func (s *PGNScanner) bracket() PGNEvent {
	in := &s.input
	if in.SkipWrapper() {
		return noEvent
	}
	if event, ok := s.markInBrackets(); ok {
		return event
	}
	if !in.AtLineStart() && !in.AtTag() {
		return s.stray()
	}
	return s.endGame(Unfinished)
}
