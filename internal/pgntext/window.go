package pgntext

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
)

const (
	bufferSize    = 1 << 16 // bytes of a new window
	maxEmptyReads = 100     // reads in a row that may give neither data nor an error
)

// A Window is the part of a PGN stream that is in memory. It slides over the stream as text is
// read. For example, a window may look like this after a comment has been read:
//
//	index  0     6    11 14
//	data   1. e4 {a|b} e5.     (| is a line feed, and . is the sentinel)
//	             ^    ^  ^
//	           token pos end
//
// The last token begins at token, and the next byte to read is at pos. When more text is read, the
// text before token may be dropped. The text from token on is kept, so the bytes of a token are
// always one slice of data.
//
// The byte at end is 0, a sentinel that belongs to no token. A loop over the bytes of a token stops
// there without comparing its index with end. Since the stream may contain 0 bytes too, a 0 byte
// means that more text must be read only if its index is end.
//
// Lines are counted when pos moves past a line feed. [Window.SkipSpace] and [Window.ReadLine] count
// the one that they read, and advance counts those in a longer text. Other methods do not move pos
// past one.
type Window struct {
	r   io.Reader
	err error // the error that ended the stream, unless it is io.EOF
	eof bool  // nothing more can be read from r
	cut bool  // more text was looked for after err

	data  []byte
	token int
	pos   int
	end   int
	base  int64 // the offset of data[0] in the stream

	// The line of pos. Offsets in the stream do not change when the window slides.
	line       int   // its number, from 1
	lineStart  int64 // its offset
	firstText  int64 // the offset of its first token, or less than lineStart before that is known
	afterBlank bool  // the line before it is blank

	// The place of the last token that was marked.
	tokenLine      int   // its line, from 1
	tokenLineStart int64 // the offset of that line
	tokenOffset    int64
}

// A Place is a place in a stream. The zero Place means no place.
type Place struct {
	Line   int   // from 1
	Column int   // in bytes, from 1
	Offset int64 // in bytes from the start of the stream
}

// StartsLine reports whether an annotation at the place of a PGNScanner of package chess, which sets
// this function, belongs to the next move. Package variant asks.
var StartsLine func(scanner any) bool

// Start is the place at which a stream begins.
var Start = Place{Line: 1, Column: 1}

// NewWindow returns a window on the text that r returns, which begins at the given place, the first
// byte of a line. For a text in memory, it is no larger than the text.
func NewWindow(r io.Reader, at Place) Window {
	size := bufferSize
	if d, ok := r.(*decoder); ok {
		if text, ok := d.r.(interface{ Len() int }); ok {
			size = min(size, text.Len()+2) // with a sentinel, and room to meet the end
		}
	}
	w := Window{r: r, data: make([]byte, size)}
	w.start(at)
	return w
}

// IsZero reports whether w is the zero Window, which has no stream.
func (w *Window) IsZero() bool { return w.data == nil }

// NewTextWindow returns a window on text, which begins at the given place, the first byte of a
// line. The window takes ownership of text: it replaces line ends in it, and writes one byte after
// it if there is room.
func NewTextWindow(text []byte, at Place) Window {
	endLines(text)
	w := Window{data: append(text, 0), end: len(text), eof: true}
	w.start(at)
	return w
}

// start sets the place at which the text begins.
func (w *Window) start(at Place) {
	w.base, w.line, w.lineStart, w.firstText = at.Offset, at.Line, at.Offset, at.Offset-1
	w.Mark()
}

// Err returns the error that ended the stream, or nil if there was none but io.EOF.
func (w *Window) Err() error { return w.err }

// Cut reports whether what has been read or looked at may be other than it seems, because an error
// has ended the stream where more text was looked for.
func (w *Window) Cut() bool { return w.cut }

// Offset returns the offset of the next byte in the stream.
func (w *Window) Offset() int64 { return w.base + int64(w.pos) }

// Line returns the line of the next byte.
func (w *Window) Line() int { return w.line }

// Mark begins a token at the next byte.
func (w *Window) Mark() {
	w.token = w.pos
	w.tokenLine, w.tokenLineStart, w.tokenOffset = w.line, w.lineStart, w.Offset()
}

// Place returns the place at which the last token that was marked begins.
func (w *Window) Place() Place {
	return Place{w.tokenLine, int(w.tokenOffset-w.tokenLineStart) + 1, w.tokenOffset}
}

// Token returns the bytes of the last token that have been read. They are valid until more text is
// read.
func (w *Window) Token() []byte { return w.data[w.token:w.pos] }

// Last returns the last byte of the token.
func (w *Window) Last() byte { return w.data[w.pos-1] }

// AtOne reports whether the last token is a move number 1 with a dot.
func (w *Window) AtOne() bool { return w.data[w.token] == '1' && w.data[w.token+1] == '.' }

// AtLineStart reports whether the byte at which [Window.SkipSpace] stopped is the first token on
// its line.
func (w *Window) AtLineStart() bool { return w.firstText == w.Offset() }

// AfterBlankLine reports whether the line before this one is blank.
func (w *Window) AfterBlankLine() bool { return w.afterBlank }

// RestartLine makes [Window.AtLineStart] true for the next token, although other text precedes it
// on its line.
func (w *Window) RestartLine() { w.firstText = w.lineStart - 1 }

// fill reads more of the stream and reports whether there was more. It may move the text within
// data. Indexes are then different, but distances from token stay the same.
//
// Lines end with "\n" or "\r\n". A "\r" alone, as on old Macs, becomes "\n", so that other methods
// need to look for "\n" only. What a "\r" at the end of the data means, the next byte shows, so fill
// reads that too.
func (w *Window) fill() bool {
	if w.eof {
		w.cut = w.err != nil
		return false
	}
	known := w.end - w.token
	for w.more() && w.data[w.end-1] == '\r' {
	}
	start := w.token + known
	endLines(w.data[start:w.end])
	w.data[w.end] = 0
	w.cut = w.end == start && w.err != nil
	return w.end > start
}

// more reads at least one byte after end, and reports whether there was one. It drops the text before
// the token. If there is then no room for a byte and the sentinel, it makes the buffer half as long
// again.
func (w *Window) more() bool {
	if w.eof {
		return false
	}
	if n := w.token; n > 0 {
		copy(w.data, w.data[n:w.end])
		w.base += int64(n)
		w.token, w.pos, w.end = 0, w.pos-n, w.end-n
	}
	if w.end+2 > len(w.data) {
		w.data = append(w.data, make([]byte, len(w.data)/2)...)
	}
	n, err := readSome(w.r, w.data[w.end:len(w.data)-1])
	w.end += n
	w.eof = err != nil
	if err != io.EOF {
		w.err = err
	}
	return n > 0
}

// endLines replaces each carriage return that no line feed follows by a line feed.
func endLines(text []byte) {
	for {
		i := bytes.IndexByte(text, '\r')
		if i < 0 {
			return
		}
		if i+1 == len(text) || text[i+1] != '\n' {
			text[i] = '\n'
		}
		text = text[i+1:]
	}
}

// newLine counts the line feed before pos.
func (w *Window) newLine() {
	w.afterBlank = w.firstText < w.lineStart
	w.line++
	w.lineStart = w.Offset()
}

// advance moves pos by n bytes and counts the line feeds among them.
func (w *Window) advance(n int) {
	text := w.data[w.pos : w.pos+n]
	w.pos += n
	last := bytes.LastIndexByte(text, '\n')
	if last < 0 {
		return
	}
	w.line += bytes.Count(text, []byte{'\n'})
	w.lineStart = w.Offset() - int64(n-last-1)
	w.firstText = w.lineStart // this line begins inside a token, so no other token is its first
	w.afterBlank = false
}

// Take begins a token with the next n bytes and moves past them. They must be in memory, as after
// [Window.Peek], and must not contain a line feed.
func (w *Window) Take(n int) {
	w.Mark()
	w.pos += n
}

// Skip moves past the next n bytes. They must be in memory, as after [Window.Word] or
// [Window.Peek], and must not contain a line feed.
func (w *Window) Skip(n int) { w.pos += n }

// Peek returns the byte i bytes after the next one, or 0 beyond the end of the stream.
func (w *Window) Peek(i int) byte {
	for w.pos+i >= w.end {
		if !w.fill() {
			return 0
		}
	}
	return w.data[w.pos+i]
}

// span returns how many bytes from the next one on, of which it has seen n, are among the given ones.
// It looks at most MaxWord bytes ahead.
func (w *Window) span(n int, among string) int {
	for n < MaxWord && strings.IndexByte(among, w.Peek(n)) >= 0 {
		n++
	}
	return n
}

// HasPrefix reports whether the text that follows begins with s. Small letters in s may be capital
// letters in the text.
func (w *Window) HasPrefix(s string) bool { return w.hasPrefix(0, s) }

func (w *Window) hasPrefix(n int, s string) bool {
	for i := range len(s) {
		if c := w.Peek(n + i); c != s[i] && (classes[c] != Letter || c+'a'-'A' != s[i]) {
			return false
		}
	}
	return true
}

// Head returns the next eight bytes as a number, the first byte in the lowest bits. It returns 0 if
// fewer are in memory.
func (w *Window) Head() uint64 {
	if w.pos+8 > w.end {
		return 0
	}
	return binary.LittleEndian.Uint64(w.data[w.pos:])
}
