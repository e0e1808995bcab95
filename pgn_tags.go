package chess

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/shakki/chess/internal/pgntext"
	"github.com/shakki/chess/internal/tagvalue"
)

// repeats reports whether a tag after a blank line, with the given name, belongs to another game.
func (s *PGNScanner) repeats(name []byte) bool {
	return s.hasEvent && bytes.EqualFold(name, []byte("Event")) || s.tags > 0 && bytes.EqualFold(name, s.names[0].read)
}

// begin begins a game at the last token unless one has begun.
func (s *PGNScanner) begin() {
	if s.state != betweenGames {
		return
	}
	s.number++
	outer, white, black := s.outer[:0], s.white[:0], s.black[:0]
	s.pgnGame = pgnGame{} // a literal with these values would be made elsewhere and copied
	s.outer, s.white, s.black = outer, white, black
	s.line.position, s.line.previous = startPosition, startPosition
	s.state, s.begins, s.checksNumbers = inTags, s.place().Offset, s.Strict || s.judged
}

// tagKinds holds the kinds by the names of the tags.
var tagKinds = map[string]tagKind{
	"White": whiteTag, "Black": blackTag, "Event": eventTag, "Result": resultTag, "FEN": fenTag, "Variant": variantTag,
	"SetUp": setUpTag, "Termination": terminationTag, reasonTag: endReasonTag, offerTag: drawOfferTag,
}

// nameTag notes the name of the tag that has the given index in the game.
func (s *PGNScanner) nameTag(i int, name []byte) {
	s.names = slices.Grow(s.names[:i], 1)[:i+1]
	n := &s.names[i]
	standard := pgntext.StandardName(string(name))
	n.read, n.standard, n.name, n.kind = append(n.read[:0], name...), append(n.standard[:0], standard...), standard, tagKinds[standard]
	n.isRepeated = slices.ContainsFunc(s.names[:i], func(other tagName) bool { return other.name == standard })
}

// tag reads a tag such as [White "Carlsen"], or other text that begins with "[".
func (s *PGNScanner) tag() PGNEvent {
	if s.state == inTags && s.input.AfterBlankLine() && s.atNextTags() {
		return s.startMovetext() // this game has neither moves nor a result
	}
	if s.input.SkipWrapper() {
		s.input.RestartLine()
		return noEvent
	}
	s.input.Mark()
	name, value, err := s.input.ReadTag(s.limits.Tag)
	if len(name) == 0 {
		return s.noTag(err)
	}
	s.begin()
	s.tags++
	s.tagLine, s.droppedOn = s.input.Line(), 0
	s.text += len(name) + len(value)
	if s.tags > s.limits.Tags {
		return s.tooManyTags()
	}
	last := s.tags - 1
	if last == len(s.names) || string(s.names[last].read) != string(name) {
		s.nameTag(last, name)
	}
	n := &s.names[last]
	switch {
	case s.line.skipped:
		return noEvent
	case s.text > s.limits.Text:
		return s.tooMuch("bytes of tags and comments", s.limits.Text)
	}
	s.name, s.value = n.standard, value
	if n.isRepeated {
		return s.repeatedTag()
	}
	if n.kind != otherTag || s.Strict {
		s.noteTag(n)
	}
	if err != nil {
		return s.faultyTag(err)
	}
	return PGNTag
}

// atNextTags reports whether a second section of tags begins here, after a blank line.
func (s *PGNScanner) atNextTags() bool { return s.input.AtLineStart() && s.repeats(s.input.TagName()) }

// tooManyTags drops a tag beyond the limit, and reports the first of them.
func (s *PGNScanner) tooManyTags() PGNEvent {
	if s.tags > s.limits.Tags+1 {
		return noEvent
	}
	return s.drop("", fmt.Sprintf("the game has more than %d tags", s.limits.Tags))
}

// repeatedTag drops a second tag of a name, which only an Arbiter compares with the first.
func (s *PGNScanner) repeatedTag() PGNEvent {
	if s.judged {
		return PGNTag
	}
	return s.warn(lossy, s.place(), toUTF8(s.value), fmt.Sprintf("a second %s tag is ignored", s.name))
}

// faultyTag reports what is wrong with the last tag, and the tag as far as it was read.
func (s *PGNScanner) faultyTag(err error) PGNEvent {
	if err == pgntext.ErrQuote {
		s.warn(ofForm, s.place(), s.tokenText(), err.Error())
		return PGNTag
	}
	s.drop(s.tokenText(), err.Error())
	s.queue = append(s.queue, pgnReport{event: PGNTag})
	return noEvent
}

// noTag drops text that begins with "[" but is not a tag.
func (s *PGNScanner) noTag(err error) PGNEvent {
	if token := s.input.Token(); len(token) == 0 || bytes.IndexByte(token, '"') >= 0 {
		s.begin() // it is too long, or damaged
	}
	s.drop(s.tokenText(), err.Error())
	if line, _, _ := s.input.NextLines(2); len(s.input.Token()) == 1 && !pgntext.EndsWithResult(line) {
		s.input.SkipToTag()
	}
	return noEvent
}

// noteTag keeps what matters for reading the game. With Strict set, it warns about the form of a tag.
func (s *PGNScanner) noteTag(n *tagName) {
	switch n.kind {
	case otherTag:
	case whiteTag:
		s.white = append(s.white[:0], s.value...)
	case blackTag:
		s.black = append(s.black[:0], s.value...)
	case eventTag:
		s.hasEvent = true
	default:
		if n.kind == resultTag {
			s.noteResult()
		}
		if n.kind < keptIfStrict || s.Strict {
			s.kept[n.kind] = pgnTag{strings.TrimSpace(toUTF8(s.value)), s.place()}
		}
	}
	if !s.Strict {
		return
	}
	if string(n.read) != string(n.standard) {
		s.warn(ofForm, s.place(), string(n.read), "the standard name of this tag is "+string(n.standard))
	}
	if len(s.value) > maxString {
		s.warn(ofForm, s.place(), toUTF8(s.value), fmt.Sprintf("a value has at most %d bytes", maxString))
	}
	if bytes.ContainsFunc(s.value, unicode.IsControl) {
		s.warn(ofForm, s.place(), toUTF8(s.value), "a value has no control characters, such as tabs")
	}
}

// maxString is the length in bytes of the longest string that the PGN standard allows (7).
const maxString = 255

// noteResult stores the Result tag.
func (s *PGNScanner) noteResult() {
	value := string(s.value)
	s.tagResult, s.isResult = pgntext.ParseResultTag[Result](value)
	const reason = "the value of the Result tag is not a result"
	switch {
	case s.isResult && value != s.tagResult.String():
		s.warn(ofForm, s.place(), toUTF8(s.value), "the standard form of this result is "+s.tagResult.String())
	case s.isResult:
	case strings.Trim(value, " ?") == "":
		s.warn(ofForm, s.place(), toUTF8(s.value), reason)
	default:
		s.warn(lossy, s.place(), toUTF8(s.value), reason)
	}
}

// startMovetext ends the tags and sets the start position.
func (s *PGNScanner) startMovetext() PGNEvent {
	s.begin()
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
	variant, fen := &s.kept[variantTag], &s.kept[fenTag]
	kind := tagvalue.ParseVariant(variant.value)
	if s.unplayed = kind == tagvalue.OtherVariant && s.Variants && !s.judged; s.unplayed {
		s.line.position, s.line.previous = Position{}, Position{}
		s.name, s.value, s.comment = []byte("Variant"), []byte(variant.value), []byte(fen.value)
		return nil
	}
	switch kind {
	case tagvalue.OtherVariant:
		return s.newFault(variant.place, variant.value, "the variant is not supported", nil)
	case tagvalue.UnknownVariant:
		s.warn(ofForm, variant.place, variant.value, "the Variant tag names no variant, and the game is read as chess")
	}
	p := &s.line.position
	if strings.Trim(fen.value, "?-. ") == "" && fen.value != "" {
		s.warn(lossy, fen.place, fen.value, "the FEN tag has no position")
		fen.value = ""
	}
	if fen.value != "" {
		start, repairs, err := RepairFEN(fen.value)
		if err != nil {
			return s.newFault(fen.place, "", "FEN tag: "+err.Error(), err)
		}
		*p = start
		s.checkSetUp()
		for _, r := range repairs[:min(len(repairs), 10)] {
			s.warn(lossy, fen.place, fen.value, fmt.Sprintf("the FEN tag was repaired: %s: %s", r.Field, r.Detail))
		}
	} else if t := &s.kept[setUpTag]; t.value == "1" {
		s.warn(lossy, t.place, t.value, "the SetUp tag says that there is a FEN tag")
	}
	if kind == tagvalue.Chess960 {
		p.setChess960(true)
	}
	s.line.previous = *p
	return nil
}

// checkSetUp warns if the SetUp tag does not say that there is a FEN tag (9.7.1).
func (s *PGNScanner) checkSetUp() {
	switch fen, t := &s.kept[fenTag], &s.kept[setUpTag]; {
	case t.place == pgntext.Place{}:
		s.warn(ofForm, fen.place, fen.value, "a FEN tag needs the tag SetUp with the value 1")
	case t.value != "1":
		s.warn(lossy, t.place, t.value, "the SetUp tag says that there is no FEN tag")
	}
}
