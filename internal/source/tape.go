package source

import (
	"bytes"
	"io"

	"github.com/shakki/chess/internal/pgntext"
)

// A Tape keeps the text that is read from R, so that a game can be read again when it is known what it is.
// It keeps no white space, as which holes of zeros count, before a game, and drops a game with more text than
// MostOfGame.
type Tape struct {
	R      io.Reader
	buffer []byte
	from   int   // where the text that is kept begins in buffer
	start  int64 // its offset in the input
	lines  int   // the number of lines before it
}

// MostOfGame is the size of the largest game whose text is kept.
const MostOfGame = 64 << 20

// NewTape returns a tape with a text, from which nothing is read.
func NewTape(text []byte) Tape { return Tape{buffer: text} }

// Read reads from the input.
func (t *Tape) Read(b []byte) (int, error) {
	n, err := t.R.Read(b)
	if len(t.buffer)-t.from > MostOfGame {
		t.drop(len(t.buffer) - t.from)
	}
	if t.from > len(t.buffer)/2 {
		t.buffer, t.from = t.buffer[:copy(t.buffer, t.buffer[t.from:])], 0
	}
	t.buffer = append(t.buffer, b[:n]...)
	t.drop(Blanks(t.buffer[t.from:]))
	return n, err
}

// Blanks returns the number of bytes of white space at the start of a text.
func Blanks(text []byte) int {
	for i, c := range text {
		if c > ' ' {
			return i
		}
	}
	return len(text)
}

// Forget drops what is before an offset.
func (t *Tape) Forget(offset int64) {
	t.drop(int(min(max(offset-t.start, 0), int64(len(t.buffer)-t.from))))
}

// drop drops the first n bytes, but for a carriage return at the end, which may be half of a line end.
func (t *Tape) drop(n int) {
	dropped := bytes.TrimSuffix(t.buffer[t.from:t.from+n], []byte("\r"))
	t.lines += pgntext.CountLines(dropped)
	t.from += len(dropped)
	t.start += int64(len(dropped))
}

// From returns the text that is kept from an offset on, and the number of lines before it. It returns nil if
// that text has been dropped.
func (t *Tape) From(offset int64) (text []byte, lines int) {
	if offset < t.start {
		return nil, t.lines
	}
	kept := t.buffer[t.from:]
	at := offset - t.start
	return kept[at:], t.lines + pgntext.CountLines(kept[:at])
}
