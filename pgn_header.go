package chess

import (
	"unicode/utf8"

	"github.com/shakki/chess/internal/pgntext"
)

// isBetweenTags reports whether the line has a tag already, and another one is on the next line.
func (s *PGNScanner) isBetweenTags(isTagNext, isNext bool) bool {
	return isTagNext && isNext && s.state == inTags && s.input.Line() == s.tagLine
}

// beginsMovetext reports whether the movetext begins here, with c, the first character of line. Outside
// of a game, it begins with a move, and after the tags, with a result too, and with what seems to be a
// move, unless a tag of the game is next.
func (s *PGNScanner) beginsMovetext(c byte, line []byte, isTagNext bool) bool {
	_, n := utf8.DecodeRune(line)
	switch {
	case s.beginsTag(line[n:]):
		return false
	case s.beginsWithResult(c):
		return s.state == inTags
	}
	s.input.Mark()
	n, isSure := s.input.Lead()
	isNumber := isSure || n > 0 && n < len(line)
	if c := s.input.Peek(n); isNumber && (c == '{' || c == ';') {
		return true
	}
	word := pgntext.NewWord(s.input.WordAt(n))
	word.Size += n
	isPass, mayBe := word.Kind == pgntext.PassWord, s.state == inTags && !isTagNext
	switch {
	case s.isMoveText(word.Text), s.input.MoveLength(word, s.isMoveText) > 0:
		return true
	case isPass || hasSquare(word.Text):
		return isNumber || mayBe
	}
	return mayBe && (c == '(' || isSure)
}

// beginsWithResult reports whether a result begins here, with c.
func (s *PGNScanner) beginsWithResult(c byte) bool {
	_, n := s.input.NumericResult()
	w := pgntext.NewWord(pgntext.CutFiller(s.input.Word()))
	return c == '*' || n > 0 || w.Kind == pgntext.ResultWord || pgntext.IsDoubleForfeit(w.Text)
}

// beginsTag reports whether text begins with a tag of this game, or of any if none has begun.
func (s *PGNScanner) beginsTag(text []byte) bool {
	tag := pgntext.NameOfTag(text)
	return len(tag) > 0 && (s.state == betweenGames || !s.repeats(tag))
}

// isProse reports whether line, which begins with c and no move, seems to be prose.
func (s *PGNScanner) isProse(c byte, line []byte, isTagNext bool) bool {
	return pgntext.ClassOf(c) == pgntext.Letter && (isTagNext || s.state == betweenGames) && !pgntext.EndsWithResult(line)
}

// dropText drops text between games or among the tags: the first token of line, or if isProse is true,
// all of it up to a tag.
func (s *PGNScanner) dropText(line []byte, isProse bool) PGNEvent {
	size := len(pgntext.CutFiller(s.input.Word()))
	if _, n := s.input.NumericResult(); n > 0 && !isProse {
		size = n
	}
	switch {
	case size > 0:
	case isProse:
		size = len(line)
	default:
		_, size = utf8.DecodeRune(line)
	}
	reason := "not a tag"
	if s.state == betweenGames {
		reason = "text outside of games"
	}
	s.drop(failure, toUTF8(line[:min(size, len(line))]), reason)
	if isProse {
		s.input.SkipToTag()
	} else {
		s.input.Skip(size)
	}
	return noEvent
}
