package chess

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/shakki/chess/internal/pgntext"
)

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
	s.number++
	outer, white, black, firstTag := s.outer[:0], s.white[:0], s.black[:0], s.firstTag[:0]
	s.pgnGame = pgnGame{} // a literal with these values would be made elsewhere and copied
	s.outer, s.white, s.black, s.firstTag = outer, white, black, firstTag
	s.line.position, s.line.previous = startPosition, startPosition
	s.state, s.begins, s.limits, s.checksNumbers = inTags, s.place().Offset, s.Limits.withDefaults(), s.Strict || s.judged
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
	case s.line.skipped:
		return noEvent
	case s.text > s.limits.Text:
		return s.tooMuch("bytes of tags and comments", s.limits.Text)
	case s.tags == s.limits.Tags+1:
		return s.complain("", fmt.Sprintf("the game has more than %d tags", s.limits.Tags))
	case s.tags > s.limits.Tags:
		return noEvent
	case len(name) == 0:
		return s.complain(s.tagText(), err.Error())
	}
	s.name, s.value = name, value
	s.noteTag()
	switch err {
	case nil:
	case pgntext.ErrQuote:
		s.warn(ofForm, s.place(), s.tagText(), err.Error())
	default:
		event := s.complain(s.tagText(), err.Error())
		s.queue = append(s.queue, pgnReport{event: PGNTag}) // the tag as far as it was read
		return event
	}
	return PGNTag
}

// tagText returns the text of the tag that has just been read.
func (s *PGNScanner) tagText() string {
	text := bytes.TrimRight(s.input.Token(), "\r")
	return string(text[:min(len(text), 1000)])
}

// damagedTag reads text among the tags, which begins with c, if it belongs to a damaged tag and not
// to the movetext: the rest of a line that has a part of a tag or follows one, or a stray character
// before a tag.
func (s *PGNScanner) damagedTag(c byte) (event PGNEvent, ok bool) {
	in := &s.input
	isNumber := pgntext.ClassOf(c) == pgntext.Digit
	if isNumber && (s.state != inTags || in.AfterBlankLine()) {
		return noEvent, false // most movetexts begin so
	}
	line, next := in.NextLines()
	switch {
	case pgntext.IsBareTag(line), s.state == inTags && c != '{' && pgntext.EndsTag(line):
		return s.faultyTag(), true
	case isNumber || strings.IndexByte("{;<", c) >= 0:
		return noEvent, false
	case s.isStray(line, next):
		_, n := utf8.DecodeRune(line)
		in.Mark()
		in.Skip(n)
		if s.state == betweenGames {
			return s.warnOfToken(lossy, unexpectedCharacter), true
		}
		return s.complain(toUTF8(in.Token()), unexpectedCharacter), true
	case s.isAfterTag(line, next):
		return s.faultyTag(), true
	}
	return noEvent, false
}

const unexpectedCharacter = "unexpected character"

// isStray reports whether line, among the tags or between games, begins with one character before a
// tag of the same game, or consists of half a code unit of UTF-16.
func (s *PGNScanner) isStray(line, next []byte) bool {
	r, n := utf8.DecodeRune(line)
	if s.state == betweenGames && n == len(line) {
		return s.beginsTag(next) && !pgntext.EndsWithResult(line) || r == utf8.RuneError && n > 1
	}
	return s.beginsTag(line[n:])
}

// beginsTag reports whether text begins with a tag of this game, or of any if none has begun.
func (s *PGNScanner) beginsTag(text []byte) bool {
	tag := pgntext.NameOfTag(text)
	return len(tag) > 0 && (s.state == betweenGames || !s.repeats(tag))
}

// isAfterTag reports whether line is text after a tag, and another tag of this game begins the next
// line although no result has ended the game.
func (s *PGNScanner) isAfterTag(line, next []byte) bool {
	return s.state == inTags && s.input.Line() == s.tagLine && s.beginsTag(next) && !pgntext.EndsWithResult(line)
}

// faultyTag skips the rest of a line that is not a tag.
func (s *PGNScanner) faultyTag() PGNEvent {
	s.begin()
	text := s.input.Word()
	if len(text) == 0 {
		text, _ = s.input.NextLines()
	}
	s.complain(toUTF8(text), "not a tag")
	s.input.SkipLine()
	return noEvent
}

// noteTag stores the tags that matter for reading the game.
func (s *PGNScanner) noteTag() {
	if s.tags == 1 {
		s.firstTag = append(s.firstTag, s.name...)
	}
	switch string(s.name) {
	case "White":
		s.white = append(s.white[:0], s.value...)
	case "Black":
		s.black = append(s.black[:0], s.value...)
	case "Event":
		s.hasEvent = true
	case "Result":
		s.noteResult()
	case "Termination":
		s.keepStrict(&s.termination)
	case reasonTag:
		s.keepStrict(&s.saved[0])
	case offerTag:
		s.keepStrict(&s.saved[1])
	default:
		switch n := len(s.name); {
		case n == len("FEN") && bytes.EqualFold(s.name, []byte("FEN")):
			s.keepFirst(&s.fen)
		case n == len("Variant") && bytes.EqualFold(s.name, []byte("Variant")):
			s.keepFirst(&s.variant)
		}
	}
}

// noteResult stores the Result tag. Of several, the first with a value counts.
func (s *PGNScanner) noteResult() {
	if !s.hasResult {
		value := string(s.value)
		s.hasResult = strings.TrimSpace(value) != ""
		s.tagResult, s.isResult = parseResultTag(value)
		if s.Strict && !s.isResult && len(bytes.Trim(s.value, " ?")) > 0 {
			s.warn(lossy, s.place(), toUTF8(s.value), "the value of the Result tag is not a result")
		}
	}
	s.keepStrict(&s.resultTag)
}

// keepStrict is keepFirst for a tag that matters only with Strict.
func (s *PGNScanner) keepStrict(t *pgnTag) {
	if s.Strict {
		s.keepFirst(t)
	}
}

// keepFirst stores the tag in t. Of several, the first with a value counts.
func (s *PGNScanner) keepFirst(t *pgnTag) {
	switch value := strings.TrimSpace(toUTF8(s.value)); {
	case t.value == "":
		*t = pgnTag{value, s.place()}
	case value != "" && value != t.value:
		s.warn(lossy, s.place(), value, fmt.Sprintf("a second %s tag is ignored", s.name))
	}
}

// startMovetext ends the tags and sets the start position.
func (s *PGNScanner) startMovetext() PGNEvent {
	s.state = inMovetext
	if s.line.skipped {
		return noEvent
	}
	if fault := s.setStart(); fault != nil {
		s.skipToEnd()
		return s.report(fault)
	}
	if s.SkipMoves {
		s.skipToEnd()
	}
	return PGNMovetext
}

// setStart sets the start position that the tags FEN and Variant give.
func (s *PGNScanner) setStart() *PGNError {
	chess960, known := pgntext.ParseVariant(s.variant.value)
	if s.unplayed = !known && s.Variants && !s.judged; s.unplayed {
		s.line.position, s.line.previous = Position{}, Position{}
		return nil
	}
	if !known {
		return s.newFault(s.variant.place, s.variant.value, "the variant is not supported", nil)
	}
	p := &s.line.position
	if fen := s.fen.value; fen != "" {
		start, repairs, err := RepairFEN(fen)
		if err != nil {
			return s.newFault(s.fen.place, "", "FEN tag: "+err.Error(), err)
		}
		*p = start
		for _, r := range repairs[:min(len(repairs), 10)] {
			s.warn(lossy, s.fen.place, fen, fmt.Sprintf("the FEN tag was repaired: %s: %s", r.Field, r.Detail))
		}
	}
	if chess960 {
		p.setChess960(true)
	}
	s.line.previous = *p
	return nil
}
