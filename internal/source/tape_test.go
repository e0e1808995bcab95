package source

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestTape checks what a tape keeps of texts, and the lines before it, however they are read, beside the whole
// text.
func TestTape(t *testing.T) {
	for _, text := range []string{"a\nb\n\n\nc", "\r\n\r\na", "\n\n a\r\n\r\nb\rc\r\r\nd", "\x00\x00\n\x00a b\n!", "a"} {
		for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.HalfReader(strings.NewReader(text))} {
			tape := Tape{R: r}
			if read, err := io.ReadAll(&tape); string(read) != text || err != nil {
				t.Errorf("%q is read as %q, %v", text, read, err)
			}
			first := strings.IndexAny(text, "ab")
			if blanks := Blanks([]byte(text)); blanks != first {
				t.Errorf("Blanks(%q) = %d, want %d", text, blanks, first)
			}
			for offset := first; offset < len(text); offset++ {
				if offset > 0 && text[offset-1] == '\r' {
					continue // perhaps half of a line end, which is kept
				}
				lines := strings.Count(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text[:offset]), "\n")
				for range 2 {
					if got, n := tape.From(int64(offset)); string(got) != text[offset:] || n != lines {
						t.Errorf("%q from %d: %q after %d lines, want %q after %d", text, offset, got, n, text[offset:], lines)
					}
					tape.Forget(int64(offset))
				}
				if got, _ := tape.From(int64(offset - 1)); got != nil && text[max(offset-1, 0)] != '\r' {
					t.Errorf("%q from %d, which is forgotten: %q", text, offset-1, got)
				}
			}
		}
	}
}

// TestTapeOfLongGame checks that the text of a game that is too long is dropped, and that of the next one is
// not.
func TestTapeOfLongGame(t *testing.T) {
	long := bytes.Repeat([]byte("long\n"), MostOfGame/5+1<<16)
	tape := Tape{R: io.MultiReader(bytes.NewReader(long), strings.NewReader("next"))}
	if _, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{&tape}, make([]byte, 1<<16)); err != nil {
		t.Fatal(err)
	}
	if text, _ := tape.From(0); text != nil {
		t.Errorf("%d bytes are kept, want none", len(text))
	}
	if text, lines := tape.From(int64(len(long))); string(text) != "next" || lines != len(long)/5 {
		t.Errorf("the next game is %q after %d lines, want %q after %d", text, lines, "next", len(long)/5)
	}
}
