package pgntext

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/shakki/chess/internal/charset"
)

// A WordKind says what a word of the movetext is that is not a legal move in a common notation.
type WordKind uint8

const (
	UnknownWord WordKind = iota // no move, or one that is not legal
	PassWord
	ResultWord
	GlyphWord
	SignWord // beside a move, of which it says nothing new
)

// A Word is a word of the movetext that is not a legal move in a common notation.
type Word struct {
	Kind      WordKind
	Text      string // in UTF-8
	Size      int    // in bytes of the input
	Deviation string // how the word departs from the standard, except in the spelling of a move
	Result    Result
	NAG       uint8
}

const noEnPassant = "SAN does not mark en passant"

// PartOf returns what text means if it is a part that is not a move. Otherwise its kind is
// UnknownWord.
func PartOf(text string) Word {
	if result, ok := ParseResult([]byte(text)); ok {
		return Word{Kind: ResultWord, Result: result}
	}
	if part := besideMove(text); part.Kind != UnknownWord {
		return part
	}
	if part := besideMove(strings.TrimRight(text, "+#")); part.Kind == PassWord {
		return part
	}
	return Word{}
}

// besideMove returns what text means if people write it beside a move, or glued to it, and it is
// not a result.
func besideMove(text string) Word {
	if nag, ok := GlyphNAGs[text]; ok {
		deviation := "this sign is not in the PGN standard and is read as $" + strconv.Itoa(int(nag))
		return Word{Kind: GlyphWord, Deviation: deviation, NAG: nag}
	}
	switch text {
	case "ep":
		return Word{Kind: SignWord, Deviation: noEnPassant}
	case "--", "Z0", "@@@@", "0000", "null", "pass":
		return Word{Kind: PassWord}
	case "+", "++", "#", "##", "†", "‡", "††", "≠", "ch", "dbl", "disch", "dblch", "check", "mate", "checkmate":
		return Word{Kind: SignWord, Deviation: "a sign of check belongs to its move"}
	}
	return Word{}
}

// NewWord returns the word that the input begins with, classified by itself.
func NewWord(word []byte) Word {
	text := charset.ToUTF8(word)
	w := PartOf(text)
	w.Text, w.Size = text, len(word)
	return w
}

// Cut returns the first n bytes of w as a word of an unknown kind.
func (w Word) Cut(n int) Word {
	size := n
	if len(w.Text) != w.Size { // the input has one byte for each character
		size = utf8.RuneCountInString(w.Text[:n])
	}
	return Word{Text: w.Text[:n], Size: size}
}

// Classify says what the word is that begins here, with all that belongs to it.
func (w *Window) Classify(word []byte) Word {
	found := NewWord(word)
	if strings.HasPrefix(found.Text, "½") {
		if result, n := w.spacedResult(); n > 0 {
			found.Kind, found.Result, found.Size = ResultWord, result, n
		}
	}
	if found.Kind == UnknownWord && found.Text == "e" && w.HasPrefix("e.p") {
		return Word{Kind: SignWord, Text: "e.p.", Size: len("e.p"), Deviation: noEnPassant}
	}
	return found
}

// Extend returns a word together with what belongs to the same move: the rest of castling with
// spaces, a promotion in parentheses, or a mark of en passant.
func (w *Window) Extend(move Word) Word {
	text := move.Text
	switch {
	case len(text) == 1 && strings.IndexByte("O0o", text[0]) >= 0:
		move.Text, move.Size = w.spacedCastling()
		move.Deviation = "castling is written without spaces"
	case w.Peek(move.Size) == '(':
		promotion := w.bracketedPromotion(move.Size)
		move.Text += promotion
		move.Size += len(promotion)
	case strings.HasSuffix(text, "e") && w.Peek(move.Size) == '.' && w.Peek(move.Size+1) == 'p':
		move.Text = text[:len(text)-1]
		move.Size += len(".p")
		move.Deviation = noEnPassant
	}
	return move
}

// spacedCastling returns the castling that begins here without the spaces that it is written with,
// as in "O - O", and its length in the input. If there is none, it returns the first character.
func (w *Window) spacedCastling() (text string, size int) {
	sign := w.Peek(0)
	text, size = string(rune(sign)), 1
	for end := size; len(text) < len("O-O-O"); {
		for _, want := range [...]byte{'-', sign} {
			for w.Peek(end) == ' ' {
				end++
			}
			if w.Peek(end) != want {
				return text, size
			}
			end++
		}
		text += "-" + string(rune(sign))
		size = end
	}
	return text, size
}

// bracketedPromotion returns the promotion that follows a word of n bytes, as in "a8(Q)+": "(Q)+".
// It returns "" if there is none.
func (w *Window) bracketedPromotion(n int) string {
	if strings.IndexByte("NBRQ", w.Peek(n+1)) < 0 || w.Peek(n+2) != ')' {
		return ""
	}
	promotion := []byte{'(', w.Peek(n + 1), ')'}
	for c := w.Peek(n + 3); c == '+' || c == '#'; c = w.Peek(n + len(promotion)) {
		promotion = append(promotion, c)
	}
	return string(promotion)
}

// longestSign is the length in bytes of the longest text that MoveLength separates from a move.
const longestSign = 16

// MoveLength returns the length of the text that the word begins with here if it is a move and
// something is glued to it: a glyph, a sign of check, a result, or the next move number. Otherwise
// it returns 0.
func (w *Window) MoveLength(word Word, isMove func(text string) bool) int {
	for n := max(2, len(word.Text)-longestSign); n < len(word.Text); n++ {
		rest := word.Text[n:]
		isNumber := strings.Trim(rest, "0123456789") == "" && w.Peek(word.Size) == '.'
		part := PartOf(rest)
		if (isNumber || part.Kind >= ResultWord && part.Deviation != noEnPassant) && isMove(word.Text[:n]) {
			return n
		}
	}
	return 0
}

// MayEndWithResult reports whether word may be a move, of at most so many bytes, that ends with a
// result.
func MayEndWithResult(word []byte, longestMove int) bool {
	if len(word) > longestMove+longestSign {
		return false
	}
	for n := range word {
		if _, ok := ParseResult(word[n:]); ok || word[n] >= utf8.RuneSelf {
			return true
		}
	}
	return false
}

// EndsWithEquals reports whether word, which is not empty, ends with "=" or "=+", which is a glyph
// after a move.
func EndsWithEquals(word []byte) bool {
	n := len(word) - 1
	return word[n] == '=' || word[n] == '+' && n > 0 && word[n-1] == '='
}

// NumericResult returns the result that begins here with a digit and the length of its mark, or 0
// if there is none.
func (w *Window) NumericResult() (result Result, length int) {
	word := CutFiller(w.Word())
	result, ok := ParseResult(word)
	if !ok || string(word) == "1/2" {
		if spaced, n := w.spacedResult(); n > 0 {
			return spaced, n
		}
	}
	if !ok {
		return Unfinished, 0
	}
	return result, len(word)
}

// spacedResult returns the result that begins here and the length of its mark if it is more than a
// word, as in "1/2 - 1/2" and "0.5-0.5". Otherwise the length is 0.
func (w *Window) spacedResult() (result Result, length int) {
	w.Mark()
	const longest = 40
	var mark []byte
	for i := range longest {
		c := w.Peek(i)
		switch {
		case c == ' ' || c == '\t':
			continue
		case c < utf8.RuneSelf && strings.IndexByte("0125-/:.", c) < 0 || len(mark) == len("1/2—1/2"):
			return Unfinished, 0 // a look beyond what decides could meet a read error
		}
		mark = append(mark, c)
		whole, ok := ParseResult(mark)
		if !ok || i < len(mark) && mark[1] != '.' || len(mark) < 3 || string(mark) == "1/2" {
			continue
		}
		if next := w.Peek(i + 1); next != '.' && next != '/' && ClassOf(next) < Letter {
			return whole, i + 1
		}
	}
	return Unfinished, 0
}

// TokenNumber returns the value of the move number that is the token, at most 1,000,000, and the
// number of its dots. A star counts as one, as in [Window.SkipDots].
func (w *Window) TokenNumber() (value, dots int) {
	for _, c := range w.Token() {
		if c == '.' || c == '*' {
			dots++
		} else {
			value = min(10*value+int(c-'0'), 1_000_000)
		}
	}
	return value, dots
}

// EndsNumber reports whether the text after the digits of a move number, a colon or a hyphen before
// its move, ends the number as a dot would.
func EndsNumber(rest []byte) bool {
	return string(rest) == ":" || len(rest) > 1 && (rest[0] == '-' || rest[0] == ':') && rest[1] > '9'
}
