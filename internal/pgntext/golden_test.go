package pgntext

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/shakki/chess/internal/golden"
)

// goldenTokens are tokens of movetext, of tags, and of what stands between them, with bars between them.
var goldenTokens = strings.Split("1. e4|Nf3+|a3|exd6e.p|e.p.|O - O|0-0|a8(Q)+|e4=|--|Z0#|e41-0|caf\xe9\xa0|x_:|1.|1... |2|012.|*|1…|1-e4|1:|"+
	"1-0|0.5 - 0.5|1/2|½\t- ½|(1-0)|(|)|!|$14|$|+-|{a}|{a|{[A \"\"]\n}|; a|<a>|<|% a|[pgn]|[%b]|(#)|"+
	"[A \"b\"]|[ B\n\"b \\\" \"c]|[Event \"|[White|A \"b\"]|b\"]|\"|]|\ufeff|\x00|\n\n|\n \n[A \"", "|")

// look returns what w says about the text that begins at the next byte, which is c.
func look(w *Window, c byte) string {
	line, next, isNext := w.NextLines(3)
	says := []any{
		w.Line(), w.Offset(), string(line), string(next), isNext, w.AtLineStart(), w.AfterBlankLine(), w.AtParagraphEnd(0), w.AtParagraphEnd(1),
		w.MoveNumberFollows(0), w.MoveNumberFollows(1), w.AtFirstMove(), w.HasPrefix("e"), w.AtTag(), w.LooksLikeTag(), w.AtOne(),
		IsBareTag(line), EndsTag(line), EndsWithResult(line), HasSquare(string(line)),
	}
	if c == '[' {
		says = append(says, string(w.TagName()))
	}
	for _, inTags := range []bool{false, true} {
		h := Header{InTags: inTags, OnTag: w.Offset()%2 == 0, Repeats: func(name []byte) bool { return string(name) == "Event" }, IsMove: isMove}
		kind, token := h.Classify(w, c)
		says = append(says, kind, string(token))
	}
	return fmt.Sprint(says...)
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
		name, value, err := w.ReadTag(12)
		return fmt.Sprintf("%q %q %v", name, value, err)
	case c == '[':
		w.SkipBracket()
	case c == '{', c == ';':
		text, fits, closed, certain := w.ReadComment(20)
		return fmt.Sprintf("%q %v %v %v", text, fits, closed, certain)
	case c == '<':
		w.Take(max(1-w.SkipAngles(), 0)) // the bracket alone if none closes it
	case c == '$', c == '!', c == '?':
		return fmt.Sprint(w.ReadGlyph())
	case classes[c] == Digit && w.SkipMoveNumber():
		number, size := w.Number(), len(w.Token())
		restarts := w.Restarts(isMove)
		if restarts {
			w.Take(size)
		}
		return fmt.Sprint(number, restarts, w.NextLineIsComment(), w.MoveMayFollow())
	case w.SkipFillers():
	case word == "":
		w.Take(1)
		w.SkipDots()
	default:
		found := w.Extend(w.Classify(w.Word()))
		length := w.MoveLength(found, isMove)
		w.Skip(found.Size)
		return fmt.Sprint(found, length, w.Deviation(found.Text, "Nf3+"), EndsWithEquals([]byte(word)), w.Place())
	}
	return fmt.Sprintf("%q", w.Token())
}

// readGolden returns what each function returns at each place of a text at which a reader stops.
func readGolden(w Window, read ...func(w *Window, c byte) string) string {
	var b strings.Builder
	for c := w.SkipSpace(); c != 0; c = w.SkipSpace() {
		w.Mark()
		fmt.Fprint(&b, w.Place(), w.AtLineStart(), w.AfterBlankLine())
		for _, read := range read {
			b.WriteString(read(&w, c))
		}
		b.WriteByte('\n')
	}
	return b.String() + fmt.Sprint(w.Line(), w.Cut(), w.Err())
}

// combine calls each with all texts of a number of pieces.
func combine(number int, pieces []string, each func(text string)) {
	if number == 0 {
		each("")
		return
	}
	combine(number-1, pieces, func(text string) {
		for _, piece := range pieces {
			each(text + piece)
		}
	})
}

// TestGolden reads texts of a few tokens or lines and compares what is understood of them with earlier answers.
func TestGolden(t *testing.T) {
	broken := errors.New("broken")
	cut := func(w *Window, c byte) string { return fmt.Sprint(take(w, c) == "", w.Cut()) }
	golden.Compare(t, func(add func(kind, text string)) {
		for _, a := range goldenTokens {
			for _, b := range goldenTokens {
				for _, between := range []string{"", "\n"} {
					text := a + between + b
					add("tokens", text+readGolden(NewTextWindow([]byte(text+" e5\n"), Start), look, take))
					w := NewTextWindow([]byte(text+" e5\n"), Start)
					said := fmt.Sprint(w.SkipMoves(), w.Offset(), w.Line(), w.AtLineStart())
					w.SkipToTag()
					add("moves", fmt.Sprint(text, said, w.Offset()))
				}
				w := NewWindow(io.MultiReader(strings.NewReader(a+" "+b), FailingReader{broken}), Start)
				add("errors", readGolden(w, cut))
			}
		}
		combine(4, []string{"\n", " [Event \"x\"]\n", "[A \"b\"]\n", "1. e4 *\n", "1. e4 1-0} y\n", "} y\n", "{\n", "[Event \"\n"}, func(text string) {
			add("comments", text+readGolden(NewTextWindow([]byte("{"+text), Start), take))
		})
		combine(4, []string{"[", "A", " ", "\"", "b", "]", "\\", "\n", "\u00a0"}, func(text string) {
			w := NewTextWindow([]byte("["+text+"] x\n"), Start)
			name, value, err := w.ReadTag(8)
			add("tags", fmt.Sprint(text, string(name), string(value), err, w.Offset(), string(w.Token())))
		})
		withPartSizes(1, 1<<18, func() {
			combine(4, []string{"[Event \"x\"]\n", "*\n", "0-1 {a}\r\n\n", "; *\n", "x 1-0 \n", "{ *\n", "} *\n"}, func(text string) {
				add("parts", fmt.Sprintf("%s%q", text, divided(t, strings.NewReader(text+"[Event \"y\"]\n"))))
			})
		})
		combine(4, []string{"1", "0", "2", "/", "-", " ", ".", "½", "5", "e4", "*"}, func(text string) {
			w := NewTextWindow([]byte("("+text), Start)
			result, length := w.BracketedResult()
			w.Skip(1)
			numeric, size := w.NumericResult()
			n, isSure := w.Lead()
			add("numbers", fmt.Sprint(text, result, length, numeric, size, n, isSure, w.MoveMayFollow(), EndsNumber([]byte(text)), MayEndWithResult([]byte(text))))
		})
	})
}
