package pgntext

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shakki/chess/internal/golden"
)

// goldenTokens are tokens of movetext, of tags, and of what stands between them, each with a bar behind it.
var goldenTokens = strings.Split("e4|Nf3+|a3|exd6e.p|e.p.|O - O|0-0|a8(Q)+|e4=|--|Z0#|e41-0|ep|caf\xe9|x_:|1.|1... |2|12.|0|1*|1…|1-e4|1:|"+
	"1-0|0.5 - 0.5|1/2|½ - ½|(1-0)|(|)|*|!|?!|$14|$|+-|#|{a}|{a|}|{[A \"\"]|; a|;{|<a>|<|% a|[pgn]|[%b]|[a]|(#)|"+
	"[A \"b\"]|[ B\n\"b \\\" \"c]|[Event \"|[White|A \"b\"]|b\"]|\"|]|\\|\xa0|\ufeff|\x00|\n\n|\n \n[A \"|x", "|")

// look returns what w says about the text that begins at the next byte, which is c.
func look(w *Window, c byte) string {
	line, next, isNext := w.NextLines(3)
	text := fmt.Sprintf("%q|%q %v %v", line, next, isNext, w.Place())
	says := []any{
		w.AtLineStart(), w.AfterBlankLine(), w.AtParagraphEnd(0), w.AtParagraphEnd(1), w.MoveNumberFollows(0), w.MoveNumberFollows(1),
		w.AtFirstMove(), w.HasPrefix("e"), w.AtTag(), w.LooksLikeTag(), IsBareTag(line), EndsTag(line), EndsWithResult(line), HasSquare(string(line)),
	}
	if classes[c] == Digit {
		says = append(says, fmt.Sprint(w.NumericResult()))
	}
	if c == '[' || c == '(' {
		says = append(says, string(w.TagName()), fmt.Sprint(w.BracketedResult()))
	}
	for _, inTags := range []bool{false, true} {
		h := Header{InTags: inTags, OnTag: w.Offset()%2 == 0, Repeats: func(name []byte) bool { return string(name) == "Event" }, IsMove: isMove}
		kind, token := h.Classify(w, c)
		says = append(says, kind, string(token))
	}
	n, isSure := w.Lead()
	return text + fmt.Sprint(says, n, isSure)
}

// take reads what begins at the next byte, which is c, as a reader of PGN may, and returns what it has read.
func take(w *Window, c byte) string {
	word := string(w.Word())
	if deviation, isDiagram := w.SkipSymbol(); deviation != "" {
		return fmt.Sprint(deviation, isDiagram)
	}
	switch {
	case c == '[' && w.SkipWrapper():
		return "wrapper"
	case c == '[' && w.AtTag():
		name, value, err := w.ReadTag(40)
		return fmt.Sprintf("%q %q %v", name, value, err)
	case c == '[':
		w.SkipBracket()
		return fmt.Sprintf("%q", w.Token())
	case c == '{', c == ';':
		text, fits, closed, certain := w.ReadComment(20)
		return fmt.Sprintf("%q %v %v %v", text, fits, closed, certain)
	case c == '<':
		n := w.SkipAngles()
		w.Take(max(1-n, 0)) // or the bracket alone
		return fmt.Sprint(n)
	case c == '$', c == '!', c == '?':
		nag, ok := w.ReadGlyph()
		return fmt.Sprint(nag, ok)
	case classes[c] == Digit && w.SkipMoveNumber():
		number, size := w.Number(), len(w.Token())
		restarts := w.Restarts(isMove)
		if restarts {
			w.Take(size)
		}
		return fmt.Sprint(number, restarts, w.NextLineIsComment(), w.MoveMayFollow())
	case w.SkipFillers():
		return "fillers"
	case word == "":
		w.Take(1)
		w.SkipDots()
		return ""
	}
	found := w.Extend(w.Classify(w.Word()))
	length := w.MoveLength(found, isMove)
	w.Skip(found.Size)
	return fmt.Sprintf("%+v %d %s %v", found, length, w.Deviation(found.Text, "Nf3+"), EndsWithEquals([]byte(word)))
}

// readGolden returns what is said and read at each place of a text. It must not depend on how the text arrives.
func readGolden(w *Window, take func(w *Window, c byte) string) string {
	var b strings.Builder
	for c := w.SkipSpace(); c != 0; c = w.SkipSpace() {
		fmt.Fprintf(&b, "%d %s", w.Offset(), take(w, c))
	}
	fmt.Fprintln(&b, w.Line(), w.Cut(), w.Err())
	return b.String()
}

// TestGolden reads pairs of tokens and compares what is understood of them with earlier answers.
func TestGolden(t *testing.T) {
	golden.Compare(t, func(add func(kind, text string)) {
		for _, a := range goldenTokens {
			for _, b := range goldenTokens {
				for _, between := range []string{"", " ", "\n"} {
					text := a + between + b
					w := NewTextWindow([]byte(text+"\n"), Start)
					add("tokens", fmt.Sprintf("%q: %s", text, readGolden(&w, func(w *Window, c byte) string { return look(w, c) + take(w, c) })))
				}
			}
		}
	})
}
