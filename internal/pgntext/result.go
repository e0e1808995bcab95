package pgntext

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// A Result is the score of a game. The numbers are those of package chess.
type Result uint8

const (
	Unfinished Result = iota
	WhiteWins
	BlackWins
	Draw
	BothLose
	WhiteHalf
	BlackHalf
)

// ParseResult parses a result in one of the forms that occur in PGN files. The mark "*" is not one
// of them, and neither is "0-0", which can be castling.
func ParseResult(word []byte) (Result, bool) {
	if len(word) < 2 {
		return Unfinished, false
	}
	switch string(word) {
	case "1-0", "1:0", "1–0", "1—0", "+--", "WHITEWIN":
		return WhiteWins, true
	case "0-1", "0:1", "0–1", "0—1", "--+", "BLACKWIN":
		return BlackWins, true
	case "1/2-1/2", "1/2", "1/2:1/2", "1/2–1/2", "1/2—1/2", "½-½", "½–½", "½—½", "½:½", "½", "0.5-0.5":
		return Draw, true
	case "1/2-0", "1/2:0", "1/2–0", "1/2—0", "½-0", "½–0", "½—0", "0.5-0":
		return WhiteHalf, true
	case "0-1/2", "0:1/2", "0–1/2", "0—1/2", "0-½", "0–½", "0—½", "0-0.5":
		return BlackHalf, true
	}
	return Unfinished, false
}

// Agrees reports whether a result after the moves says the same as a Result tag. PGN has no mark for some
// results, so "*" stands for them.
func Agrees[R ~uint8](mark, tag R) bool { return mark == tag || mark == R(Unfinished) && tag > R(Draw) }

// ParseResultTag parses the value of a Result tag, which may have spaces as after the moves. If the
// value is not a result, such as "?", ok is false.
func ParseResultTag[R ~uint8](value string) (result R, ok bool) {
	if r, ok := ParseResult([]byte(value)); ok || value == "*" {
		return R(r), true
	}
	if IsDoubleForfeit(value) {
		return R(BothLose), true
	}
	text := strings.ReplaceAll(strings.ReplaceAll(value, " ", ""), "\t", "")
	if text == value {
		return R(Unfinished), false
	}
	return ParseResultTag[R](text)
}

// IsDoubleForfeit reports whether value is the result of a game that both players lost, which is
// not a result of the PGN standard.
func IsDoubleForfeit(value string) bool {
	return value == "0-0" || value == "0–0" || value == "0—0"
}

// ParseScore parses the value of a Result tag that PGN does not have, as federations write it:
// "1F-0F" and "+/-" are won, and "0-0" and "-/-" are lost by both players.
// isKnown is false for "?" and "-". If the value is no score, ok is false.
func ParseScore(value string) (result Result, isKnown, ok bool) {
	score := strings.NewReplacer("F", "", "f", "", " ", "", "–", "-", "—", "-", "+", "1").Replace(value)
	switch score {
	case "1/-", "1-", "1--", "1:-":
		return WhiteWins, true, true
	case "-/1", "-1", "--1", "-:1":
		return BlackWins, true, true
	case "0-0", "-/-", "---", "-:-":
		return BothLose, true, true
	}
	if result, ok = ParseResultTag[Result](score); ok {
		return result, true, true
	}
	return Unfinished, false, strings.Trim(value, " ?+-–—/:0") == ""
}

// Results are the texts of the results.
var Results = []string{"*", "1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2"}

// BracketedResult returns the result in parentheses that begins here, such as "(1-0)", and the length
// of its text, or 0 if there is none.
func (w *Window) BracketedResult() (result Result, length int) {
	n := w.span(1, "0125-/:.* ½–—")
	result, ok := ParseResultTag[Result](string(w.data[w.pos+1 : w.pos+n]))
	if !ok || w.Peek(n) != ')' {
		return Unfinished, 0
	}
	return result, n + 1
}

// NumericResult returns the result that begins here with a digit and the length of its mark, or 0
// if there is none.
func (w *Window) NumericResult() (result Result, length int) {
	word := w.Word()
	result, ok := ParseResult(word)
	if !ok && ClassOf(w.Peek(0)) == Digit || string(word) == "1/2" {
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
		if !ok || i < len(mark) && mark[1] != '.' || string(mark) == "1/2" {
			continue
		}
		if next := w.Peek(i + 1); next != '.' && ClassOf(next) < Letter { // a slash is a letter
			return whole, i + 1
		}
	}
	return Unfinished, 0
}

// MayEndWithResult reports quickly whether word, which is not empty, may end with a result.
func MayEndWithResult(word []byte) bool {
	last := word[len(word)-1]
	return last >= utf8.RuneSelf || strings.IndexByte("0125+-N", last) >= 0 // N as in WHITEWIN
}

// EndsWithResult reports whether the last word of a line is a result.
func EndsWithResult(line []byte) bool {
	const spaces = " \t\u00a0"
	word := bytes.TrimLeft(line[max(bytes.LastIndexAny(line, spaces), 0):], spaces)
	_, isResult := ParseResult(word)
	return isResult || string(word) == "*"
}
