package pgntext

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// windows are ways in which the same text can reach a window.
var windows = []struct {
	name string
	open func(text string) Window
}{
	{"whole", func(text string) Window { return NewWindow(strings.NewReader(text), Start) }},
	{"one byte", func(text string) Window { return NewWindow(iotest.OneByteReader(strings.NewReader(text)), Start) }},
	{"error with data", func(text string) Window { return NewWindow(iotest.DataErrReader(strings.NewReader(text)), Start) }},
	{"random", func(text string) Window { return NewWindow(&randomReader{text, rand.New(rand.NewPCG(1, 2))}, Start) }},
	{"in memory", func(text string) Window { return NewTextWindow([]byte(text), Start) }},
}

// A randomReader returns its text in pieces of 0 to 3 bytes.
type randomReader struct {
	text   string
	random *rand.Rand
}

func (r *randomReader) Read(b []byte) (int, error) {
	if r.text == "" {
		return 0, io.EOF
	}
	n := copy(b, r.text[:min(r.random.IntN(4), len(r.text))])
	r.text = r.text[n:]
	return n, nil
}

// rest returns the text from pos to the end of the stream.
func (w *Window) rest() string {
	var text []byte
	for c := w.Peek(0); w.pos < w.end; c = w.Peek(0) {
		text = append(text, c)
		w.pos++
		w.token = w.pos
	}
	return string(text)
}

// places returns the words in w with their lines and columns: "e4 at 1:4". It marks the first word
// of a line with a star.
func (w *Window) places() (places []string) {
	for c := w.SkipSpace(); c != 0; c = w.SkipSpace() {
		first := w.AtLineStart()
		word := string(w.Word())
		w.Skip(len(word))
		if word == "" {
			w.Skip(1)
		}
		text := fmt.Sprintf("%s at %d:%d", w.Token(), w.Place().Line, w.Place().Column)
		if first {
			text += " *"
		}
		places = append(places, text)
	}
	return places
}

func TestPlaces(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{" \n\x00\r\n\r", nil},
		{"a b\n c", []string{"a at 1:1 *", "b at 1:3", "c at 2:2 *"}},
		{"a\r\nb\r\n\r\nc", []string{"a at 1:1 *", "b at 2:1 *", "c at 4:1 *"}},
		{"a\rb\r\rc\r", []string{"a at 1:1 *", "b at 2:1 *", "c at 4:1 *"}},
		{"a\n\rb\r\r\nc", []string{"a at 1:1 *", "b at 3:1 *", "c at 5:1 *"}},
		{"\x00a\x00b", []string{"a at 1:2 *", "b at 1:4"}},
		{"é({", []string{"é at 1:1 *", "( at 1:3", "{ at 1:4"}},
	} {
		for _, window := range windows {
			w := window.open(test.text)
			if diff := cmp.Diff(test.want, w.places()); diff != "" {
				t.Errorf("%s: words in %q (-want +got):\n%s", window.name, test.text, diff)
			}
			if w.Offset() != int64(len(test.text)) || w.Err() != nil {
				t.Errorf("%s: at the end of %q, Offset() = %d, Err() = %v, want %d, nil",
					window.name, test.text, w.Offset(), w.Err(), len(test.text))
			}
		}
	}
}

// TestPlacesAcrossFills shifts line ends over the place where the window is filled again.
func TestPlacesAcrossFills(t *testing.T) {
	for _, lineEnd := range []string{"\n", "\r\n", "\r"} {
		for shift := range 5 {
			text := strings.Repeat("x ", bufferSize/2-shift) + lineEnd + lineEnd + " y" + lineEnd + "z"
			w := NewWindow(strings.NewReader(text), Place{Line: 7, Column: 1})
			places := w.places()
			got := places[len(places)-2:]
			if want := []string{"y at 9:2 *", "z at 10:1 *"}; !cmp.Equal(got, want) {
				t.Errorf("line end %q, shift %d: the last words are %q, want %q", lineEnd, shift, got, want)
			}
		}
	}
}

func TestRestartLine(t *testing.T) {
	for _, window := range windows {
		w := window.open("\ufeff \u00a0%")
		for w.SkipSpace(); w.Word() != nil && w.SkipFillers(); w.SkipSpace() {
			w.RestartLine()
		}
		if !w.AtLineStart() || w.Peek(0) != '%' {
			t.Errorf("%s: AtLineStart() = %v at %q, want true at '%%'", window.name, w.AtLineStart(), w.Peek(0))
		}
	}
}

// TestTokenIsKept reads a token that is longer than the window.
func TestTokenIsKept(t *testing.T) {
	token := strings.Repeat("0123456789\n", bufferSize/5)
	for shift := range 3 {
		w := NewWindow(strings.NewReader(strings.Repeat(" ", shift)+"{"+token+"}z"), Start)
		w.SkipSpace()
		text, fits, closed, _ := w.ReadComment(len(token))
		if string(text) != token || !fits || !closed {
			t.Errorf("shift %d: ReadComment() = %d bytes, %v, %v, want %d bytes, true, true",
				shift, len(text), fits, closed, len(token))
		}
		if got := string(w.Token()); got != "{"+token+"}" {
			t.Errorf("shift %d: Token() has %d bytes, want %d", shift, len(got), len(token)+2)
		}
		if want := (Place{1, shift + 1, int64(shift)}); w.Place() != want {
			t.Errorf("shift %d: Place() = %v, want %v", shift, w.Place(), want)
		}
		if got, want := w.Line(), 1+bufferSize/5; got != want {
			t.Errorf("shift %d: Line() = %d, want %d", shift, got, want)
		}
		if got := w.rest(); got != "z" {
			t.Errorf("shift %d: %q follows, want z", shift, got)
		}
	}
}

// TestWindowStaysSmall reads text that is not kept.
func TestWindowStaysSmall(t *testing.T) {
	long := strings.Repeat("x", 20*bufferSize)
	for name, read := range map[string]func(*Window){
		"SkipSpace":              func(w *Window) { w.SkipSpace() },
		"ReadLine with limit":    func(w *Window) { w.ReadLine(1000) },
		"ReadComment with limit": func(w *Window) { w.ReadComment(1000) },
		"ReadTag with limit":     func(w *Window) { w.ReadTag(1000) },
		"SkipToTag":              func(w *Window) { w.SkipToTag() },
	} {
		text := "[" + long
		if name == "SkipSpace" {
			text = strings.Repeat(" ", len(long))
		}
		w := NewWindow(strings.NewReader(text), Start)
		w.SkipSpace()
		read(&w)
		if len(w.data) > 2*bufferSize {
			t.Errorf("%s: the window has %d bytes for %d bytes of text, want at most %d",
				name, len(w.data), len(text), 2*bufferSize)
		}
		if w.rest() != "" {
			t.Errorf("%s: text follows, want none", name)
		}
	}
}

// TestNewTextWindow: the text may fill its array or leave room for the sentinel.
func TestNewTextWindow(t *testing.T) {
	for room := range 3 {
		array := []byte("a\rb" + strings.Repeat("!", room))
		w := NewTextWindow(array[:3], Place{Line: 5, Column: 1})
		if diff := cmp.Diff([]string{"a at 5:1 *", "b at 6:1 *"}, w.places()); diff != "" {
			t.Errorf("words with room for %d bytes (-want +got):\n%s", room, diff)
		}
		if want := []byte("a\nb!!"); room == 2 && !bytes.Equal(array[4:], want[4:]) {
			t.Errorf("the bytes after the sentinel are %q, want %q", array[4:], want[4:])
		}
	}
}

func TestReadError(t *testing.T) {
	broken := errors.New("broken")
	for _, text := range []string{"", "a", "a\r", "a b\r\n", "a\n\nb"} {
		want := NewTextWindow([]byte(text), Start)
		for _, cut := range []func(io.Reader) io.Reader{func(r io.Reader) io.Reader { return r }, iotest.OneByteReader} {
			w := NewWindow(io.MultiReader(cut(strings.NewReader(text)), iotest.ErrReader(broken)), Start)
			if diff := cmp.Diff(want.places(), w.places()); diff != "" {
				t.Errorf("words in %q before an error (-want +got):\n%s", text, diff)
			}
			if w.Err() != broken || w.SkipSpace() != 0 {
				t.Errorf("after %q: Err() = %v, want %v, and no more text", text, w.Err(), broken)
			}
			want = NewTextWindow([]byte(text), Start)
		}
	}
}

// A slowReader returns nothing a number of times before each byte.
type slowReader struct {
	r     io.Reader
	empty int
	n     int
}

func (s *slowReader) Read(b []byte) (int, error) {
	if s.n++; s.n <= s.empty {
		return 0, nil
	}
	s.n = 0
	return s.r.Read(b[:1])
}

func TestNoProgress(t *testing.T) {
	for _, test := range []struct {
		empty int
		err   error
	}{{0, nil}, {maxEmptyReads - 1, nil}, {maxEmptyReads, io.ErrNoProgress}} {
		w := NewWindow(&slowReader{r: strings.NewReader("a\r\nb"), empty: test.empty}, Start)
		words := len(w.places())
		if w.Err() != test.err || (words == 2) != (test.err == nil) {
			t.Errorf("%d empty reads before each byte: %d words, Err() = %v, want %v", test.empty, words, w.Err(), test.err)
		}
	}
}

// checkReads calls read on a window on text, in all ways in which the text can arrive, and compares
// its result and the rest of the text.
func checkReads(t *testing.T, text, want, wantRest string, read func(*Window) string) {
	t.Helper()
	for _, window := range windows {
		w := window.open(text)
		if got := read(&w); got != want {
			t.Errorf("%s: reading %q = %s, want %s", window.name, text, got, want)
		}
		if got := w.rest(); got != wantRest {
			t.Errorf("%s: after reading %q, %q follows, want %q", window.name, text, got, wantRest)
		}
	}
}

func TestHead(t *testing.T) {
	for _, test := range []struct {
		text string
		want uint64
	}{
		{"", 0}, {"1234567", 0}, {"abcdefgh", 0x6867666564636261}, {"Nf3+ e5 1-0", 0x203565202b33664e},
	} {
		text := NewTextWindow([]byte(test.text), Start)
		if got := text.Head(); got != test.want {
			t.Errorf("Head() at %q = %#x, want %#x", test.text, got, test.want)
		}
		for _, window := range windows {
			w := window.open(test.text)
			if got := w.Head(); got != test.want && got != 0 {
				t.Errorf("%s: Head() at %q = %#x, want %#x, or 0 before all is in memory", window.name, test.text, got, test.want)
			}
		}
	}
}

func TestHasPrefix(t *testing.T) {
	for _, test := range []struct {
		text, want string
	}{{"abc", "ab"}, {"abc", "abc"}, {"", ""}, {"abc", ""}} {
		checkReads(t, test.text, "true", test.text, func(w *Window) string { return fmt.Sprint(w.HasPrefix(test.want)) })
		longer := func(w *Window) string { return fmt.Sprint(w.HasPrefix(test.want + "d")) }
		checkReads(t, test.text, "false", test.text, longer)
	}
	checkReads(t, ";a", "false", ";a", func(w *Window) string { return fmt.Sprint(w.HasPrefix("[a")) }) // 32 bytes before it, as letters in another case
}
