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

// PartOf returns what text means if it is a part that is not a move: people write it beside a move, or
// glued to it. Otherwise its kind is UnknownWord.
func PartOf(text string) Word {
	if result, ok := ParseResult([]byte(text)); ok {
		return Word{Kind: ResultWord, Result: result}
	}
	if nag, ok := GlyphNAGs[text]; ok {
		deviation := "this sign is not in the PGN standard and is read as $" + strconv.Itoa(int(nag))
		return Word{Kind: GlyphWord, Deviation: deviation, NAG: nag}
	}
	switch text {
	case "ep":
		return Word{Kind: SignWord, Deviation: noEnPassant}
	case "+", "++", "#", "##", "†", "‡", "††", "≠", "ch", "dbl", "disch", "dblch", "check", "mate", "checkmate":
		return Word{Kind: SignWord, Deviation: "a sign of check belongs to its move"}
	}
	switch strings.TrimRight(text, "+#") {
	case "--", "Z0", "@@@@", "0000", "null", "pass":
		return Word{Kind: PassWord}
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

// MaxWord is the length in bytes of the longest word. The rest of a longer word is a word of its
// own.
const MaxWord = 255

// Word marks and returns the word that begins here, up to a filler, without moving past it. It
// returns at most [MaxWord] bytes.
func (w *Window) Word() []byte {
	w.Mark()
	return w.WordAt(0)
}

// WordAt returns the word that begins n bytes from here. The bytes before it must be in memory.
func (w *Window) WordAt(n int) []byte {
	for {
		from := w.pos + n
		p := from
		for p-from < MaxWord && classes[w.data[p]] >= Letter {
			p++
		}
		if p < w.end || p-from == MaxWord || !w.fill() {
			return cutFiller(w.data[from:p])
		}
	}
}
