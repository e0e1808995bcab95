package pgntext

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// A Header is a text between games or among the tags of a game that is neither a tag nor white space.
type Header struct {
	InTags  bool                   // a game has begun
	OnTag   bool                   // a tag ends on the line
	Repeats func(name []byte) bool // reports whether a tag of that name belongs to another game than this
	IsMove  func(text string) bool // reports whether text is a move
}

// A HeaderKind says what such a text is.
type HeaderKind uint8

const (
	StrayText  HeaderKind = iota // its first token means nothing
	Prose                        // the line means nothing up to a tag
	DamagedTag                   // the line is a tag of a game without its bracket
	Markup                       // a comment, text in angle brackets, or an escaped line
	Movetext                     // the movetext begins
)

// Classify returns the kind of the text that begins here with c. It also returns the first token, which
// means nothing, unless the text is markup or movetext.
func (h *Header) Classify(w *Window, c byte) (kind HeaderKind, token []byte) {
	line, next, isNext := w.NextLines(5)
	line, next = bytes.Clone(line), bytes.Clone(next) // more text is read
	if kind = h.kindOf(w, c, line, next, isNext); kind >= Markup {
		return kind, nil
	}
	size := len(w.Word())
	if _, n := w.NumericResult(); n > 0 && kind == StrayText {
		size = n
	}
	switch {
	case size > 0:
	case kind == StrayText:
		_, size = utf8.DecodeRune(line)
	default:
		size = len(line)
	}
	return kind, line[:size]
}

// kindOf returns the kind of line, which begins here with c. The next line that is not blank is next,
// and isNext says whether no blank line precedes it.
func (h *Header) kindOf(w *Window, c byte, line, next []byte, isNext bool) HeaderKind {
	isTagNext := h.beginsTag(next) && !EndsWithResult(line)
	isBetweenTags := isTagNext && isNext && h.InTags && h.OnTag
	switch {
	case IsBareTag(line):
		return DamagedTag
	case h.InTags && c != '{' && EndsTag(line):
		return Prose
	case strings.IndexByte("{;<", c) >= 0, c == '%' && w.AtLineStart():
		return Markup
	case !isBetweenTags && h.isMovetext(w, c, line, isTagNext):
		return Movetext
	case classes[c] == Letter && h.isProse(line, isTagNext):
		return Prose
	}
	return StrayText
}

// isProse reports whether line, which begins with a letter and no move, seems to be prose.
func (h *Header) isProse(line []byte, isTagNext bool) bool {
	return (isTagNext || !h.InTags) && !EndsWithResult(line)
}

// isMovetext reports whether the movetext begins here, with c, the first character of line. Outside of
// a game, it begins with a move, and after the tags, with a result too, and with what seems to be a
// move, unless a tag of the game is next.
func (h *Header) isMovetext(w *Window, c byte, line []byte, isTagNext bool) bool {
	_, n := utf8.DecodeRune(line)
	switch {
	case h.beginsTag(line[n:]):
		return false
	case w.atResult(c):
		return h.InTags
	}
	n, isSure := w.Lead()
	isNumber := isSure || n > 0 && n < len(line)
	if c := w.Peek(n); isNumber && (c == '{' || c == ';') {
		return true
	}
	word := NewWord(w.WordAt(n))
	word.Size += n
	isPass, mayBe := word.Kind == PassWord, h.InTags && !isTagNext
	switch {
	case h.IsMove(word.Text), w.MoveLength(word, h.IsMove) > 0:
		return true
	case isPass || HasSquare(word.Text):
		return isNumber || mayBe
	}
	return mayBe && (c == '(' || isSure)
}

// beginsTag reports whether text begins with a tag, and not with one of another game.
func (h *Header) beginsTag(text []byte) bool {
	tag := NameOfTag(text)
	return len(tag) > 0 && !h.Repeats(tag)
}

// atResult reports whether a result begins here, with c.
func (w *Window) atResult(c byte) bool {
	_, n := w.NumericResult()
	word := NewWord(w.Word())
	return c == '*' || n > 0 || word.Kind == ResultWord || IsDoubleForfeit(word.Text)
}

// HasSquare reports whether text names a square.
func HasSquare(text string) bool {
	for i := 1; i < len(text); i++ {
		if text[i-1]-'a' < 8 && text[i]-'1' < 8 {
			return true
		}
	}
	return false
}
