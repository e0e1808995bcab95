package pgntext

import (
	"bytes"
	"cmp"
	"io"
	"iter"
	"math"
	"slices"
	"strings"
)

// PartSize is about the size of a part of a stream in bytes, and MaxPartSize the size of a part after which a
// Divider no longer splits. Only tests change them, so that short texts have many parts.
var PartSize, MaxPartSize = 1 << 18, 4 << 20

// MaxLastLine is the number of bytes before an Event tag that can show that a game ends there.
const MaxLastLine = 1 << 16

// eventTag is an Event tag at the start of a line.
var eventTag = []byte("\n" + FirstTag)

// endsGame reports whether text, which begins at the start of a line or is longer than MaxLastLine,
// ends with the result of a game, so that an Event tag after it certainly begins another one. Only white
// space may stand between the two, and the line with the result, of at most MaxLastLine bytes, contains
// only movetext and comments in braces that begin and end on it.
func endsGame(text []byte) bool {
	from := max(0, len(text)-MaxLastLine)
	before := bytes.TrimRight(text[from:], " \t\r\n")
	begin := bytes.LastIndexAny(before, "\r\n") + 1
	if begin == 0 && from > 0 {
		return false
	}
	line := before[begin:]
	return EndsWithResult(line) && isMovetext(line)
}

// isMovetext reports whether line contains only movetext and comments in braces that begin and end
// on it. What looks like a result at its end then is one.
func isMovetext(line []byte) bool {
	inComment := false
	for _, c := range line {
		switch {
		case inComment:
			inComment = c != '}'
		case c == '{':
			inComment = true
		case strings.IndexByte(";%<[\"", c) >= 0:
			return false
		}
	}
	return !inComment
}

// A FailingReader fails with an error.
type FailingReader struct{ Err error }

func (r FailingReader) Read([]byte) (int, error) { return 0, r.Err }

// toGame moves to the first place at an offset from <= offset < limit where a game certainly begins,
// and reports whether there is one. If it must read past the limit, or the text ends, it moves to the
// end of what has been read. It drops the token if that becomes much larger than MaxPartSize.
func (w *Window) toGame(from, limit int64) bool {
	for at := from - 1; at < limit; { // the offset of the line feed before a game
		text := w.data[:w.end]
		if i := bytes.Index(text[min(int(at-w.base), len(text)):], eventTag); i >= 0 {
			at += int64(i) + 1
			w.pos = int(at - w.base)
			if endsGame(text[w.token : w.pos-1]) {
				return at < limit
			}
			continue
		}
		w.pos = w.end
		at = max(at, w.Offset()-int64(len(eventTag))+1)
		if at < limit && w.pos-w.token > MaxPartSize+MaxLastLine {
			w.token = int(at-w.base) - MaxLastLine - 1
		}
		if !w.more() {
			return false
		}
	}
	return false
}

// A Part is the text from one place where a game certainly begins to the next.
type Part struct {
	At   Place            // where it begins
	Size int64            // in bytes, of a part of a file
	Text []byte           // its text, or the start of it
	Rest func() io.Reader // returns what follows Text, or nil if nothing does
}

// Window returns a window on p, which takes ownership of the text.
func (p *Part) Window() Window {
	if p.Rest == nil {
		return NewTextWindow(p.Text, p.At)
	}
	return NewWindow(io.MultiReader(bytes.NewReader(p.Text), p.Rest()), p.At)
}

// A Divider splits a stream into parts, at the first place after PartSize bytes where a game certainly
// begins.
type Divider struct {
	text  Window // byte by byte as it was read
	at    Place  // at which the next part begins
	ended bool   // there are no more parts
}

// NewDivider returns a divider of the text of r.
func NewDivider(r io.Reader) *Divider { return &Divider{text: NewWindow(Decode(r), Start), at: Start} }

// Next returns the next part, whose text uses memory, which Next enlarges as needed. If the part goes
// on up to the end of the stream and may have any size, or if reading fails after it, it has a rest,
// and no part follows. If there are no more parts, ok is false.
func (d *Divider) Next(memory *[]byte) (part Part, ok bool) {
	if d.ended {
		return Part{}, false
	}
	w := &d.text
	w.token = w.pos
	begin := w.Offset()
	if d.ended = !w.toGame(begin+int64(PartSize), begin+int64(MaxPartSize)); d.ended {
		w.pos = w.end
	}
	part = Part{At: d.at, Text: append(slices.Grow((*memory)[:0], w.pos-w.token+1), w.Token()...)} // one byte for the sentinel of the window
	*memory = part.Text
	switch {
	case !d.ended:
		d.at.Line += CountLines(part.Text)
		d.at.Offset = w.Offset()
	case !w.eof:
		part.Rest = func() io.Reader { return w.r }
	case w.err != nil:
		part.Rest = func() io.Reader { return FailingReader{w.err} }
	}
	return part, part.Rest != nil || len(part.Text) > 0
}

// Split iterates over the parts of a file that begin at an offset from <= offset < to. If reading
// fails, the last pair is the zero Part and the error. Lines count from the start of each part. A part
// that is larger than MaxPartSize is read from the file again.
func Split(r io.ReaderAt, from, to int64) iter.Seq2[Part, error] {
	return func(yield func(Part, error) bool) {
		base := max(0, from-MaxLastLine-1)
		w := NewWindow(io.NewSectionReader(r, base, math.MaxInt64-base), Place{Offset: base})
		if from > 0 {
			w.toGame(from, to)
		}
		var err error // the one that ended the text, if it counts for the section
		for from < to && w.Offset() < to && (w.pos < w.end || w.more()) {
			w.token = w.pos
			p := Part{At: Place{Line: 1, Column: 1, Offset: w.Offset()}}
			if !w.toGame(w.Offset()+1, math.MaxInt64) {
				err = w.err
			}
			end := cmp.Or(err, io.EOF)
			p.Size = w.Offset() - p.At.Offset
			if p.Size <= int64(MaxPartSize) {
				p.Text = slices.Clone(w.Token())
			}
			if p.Text == nil || err != nil {
				p.Rest = func() io.Reader {
					rest := io.NewSectionReader(r, p.At.Offset+int64(len(p.Text)), p.Size-int64(len(p.Text)))
					return io.MultiReader(rest, FailingReader{end})
				}
			}
			if !yield(p, nil) {
				return
			}
		}
		if w.Offset() < to {
			err = w.err
		}
		if err != nil {
			yield(Part{}, err)
		}
	}
}

// CountLines returns the number of line ends in text. A carriage return without a line feed counts,
// too.
func CountLines(text []byte) int {
	return bytes.Count(text, []byte("\n")) + bytes.Count(text, []byte("\r")) - bytes.Count(text, []byte("\r\n"))
}
