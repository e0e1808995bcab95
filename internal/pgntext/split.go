package pgntext

import (
	"bytes"
	"io"
	"iter"
	"math"
	"slices"
	"strings"
)

// PartSize is about the size of a part in bytes, and MaxPartSize the size of a part after which a
// Divider no longer splits. Only tests change them, so that short texts have many parts.
var PartSize, MaxPartSize = 1 << 18, 4 << 20

// MaxLastLine is the number of bytes before an Event tag that can show that a game ends there.
const MaxLastLine = 1 << 16

// eventTag is an Event tag at the start of a line.
var eventTag = []byte("\n" + FirstTag)

// LastGame returns the index of the last place in data where a game certainly begins, or 0 if there
// is no such place: an Event tag that begins a line after the result of a game. Only white space
// may stand between the two, and the line with the result, of at most MaxLastLine bytes, contains
// only movetext and comments in braces that begin and end on it.
func LastGame(data []byte) int {
	for end := len(data); ; {
		i := bytes.LastIndex(data[:end], eventTag)
		if i < 0 {
			return 0
		}
		if endsGame(data[:i]) {
			return i + 1
		}
		end = i
	}
}

// endsGame reports whether text, which begins at the start of a line or is longer than MaxLastLine,
// ends with the result of a game.
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

// A Divider splits a stream into parts of about PartSize bytes, where LastGame says.
type Divider struct {
	r     io.Reader
	at    Place  // at which the next part begins
	rest  []byte // text that has been read and belongs to the next part
	ended bool   // there are no more parts
}

// NewDivider returns a divider of the text of r.
func NewDivider(r io.Reader) *Divider { return &Divider{r: Decode(r), at: Start} }

// Next returns a window on the next part. If there are no more parts, ok is false. The window uses
// buffer, which Next enlarges as needed. If streams is true, the part is read from the stream and
// may have any size.
func (d *Divider) Next(buffer *[]byte) (part Window, streams, ok bool) {
	text, rest, at, ok := d.Text(buffer)
	if rest == nil {
		return NewTextWindow(text, at), false, ok
	}
	return NewWindow(io.MultiReader(bytes.NewReader(text), rest), at), true, true
}

// Text returns the next part, for which it uses buffer, and the place where it begins. If the part
// goes on up to the end of the stream and may have any size, or if reading fails after it, rest is what
// follows the text. If there are no more parts, ok is false.
func (d *Divider) Text(buffer *[]byte) (text []byte, rest io.Reader, at Place, ok bool) {
	if d.ended {
		return nil, nil, d.at, false
	}
	data, cut, err := d.read(*buffer)
	*buffer, at = data, d.at
	d.ended = err != nil || cut == 0
	switch {
	case err == io.EOF:
		return data, nil, at, len(data) > 0
	case err != nil:
		return data, FailingReader{err}, at, true
	case cut == 0:
		return data, d.r, at, true
	}
	d.rest = append(d.rest[:0], data[cut:]...) // a window writes its sentinel to data[cut]
	d.at.Line += CountLines(data[:cut])
	d.at.Offset += int64(cut)
	return data[:cut], nil, at, true
}

// CountLines returns the number of line ends in text. A carriage return without a line feed is one
// too.
func CountLines(text []byte) int {
	n := bytes.Count(text, []byte{'\n'})
	for i := bytes.IndexByte(text, '\r'); i >= 0; i = bytes.IndexByte(text, '\r') {
		if text = text[i+1:]; len(text) == 0 || text[0] != '\n' {
			n++
		}
	}
	return n
}

// read reads text into buffer until it knows where to split. It returns the text and the index at
// which the next part begins, which is 0 if the rest of the stream is one part. The error is io.EOF
// at the end of the stream.
func (d *Divider) read(buffer []byte) (data []byte, cut int, err error) {
	data = append(buffer[:0], d.rest...)
	for cut == 0 && err == nil && len(data) < MaxPartSize {
		from := len(data)
		data = slices.Grow(data, PartSize+1) // one byte for the sentinel of the window
		n := 0
		n, err = ReadFull(d.r, data[from:from+PartSize])
		data = data[:from+n]
		if cut = len(data); err == nil {
			cut = LastGame(data)
		}
	}
	return data, cut, err
}

// A FailingReader fails with an error.
type FailingReader struct{ Err error }

func (r FailingReader) Read([]byte) (int, error) { return 0, r.Err }

// A Part is the text of a file from one place where a game certainly begins to the next.
type Part struct {
	Offset int64 // in bytes from the start of the file
	Size   int64 // in bytes

	r    io.ReaderAt
	text []byte // the part if it is small, otherwise nil
	err  error  // the error that ended the part, or nil
}

// Split iterates over the parts of a file that begin at an offset from <= offset < to. If reading
// fails, the last pair is the zero Part and the error.
func Split(r io.ReaderAt, from, to int64) iter.Seq2[Part, error] {
	return func(yield func(Part, error) bool) {
		from := max(from, 0)
		s := splitter{r: r, to: to, base: max(0, from-MaxLastLine-1)}
		begin := from
		if from > 0 {
			begin = s.nextGame(from, to)
		}
		for begin < to && s.more(begin) {
			end := s.nextGame(begin+1, math.MaxInt64)
			if !yield(s.part(begin, end), nil) {
				return
			}
			begin = end
		}
		if s.err != nil && s.err != io.EOF {
			yield(Part{}, s.err)
		}
	}
}

// A splitter holds the text around the place at which a section is being split.
type splitter struct {
	r    io.ReaderAt
	to   int64 // the end of the section
	base int64 // the offset of data[0]
	data []byte
	err  error // the error that ended the text
}

// nextGame returns the offset of the first place from begin on where a game certainly begins. If
// there is none before limit, it returns limit or the end of the file.
func (s *splitter) nextGame(begin, limit int64) int64 {
	keep := begin - 1 // where the current part begins
	for at := begin - 1; at < limit; {
		if !s.more(at + int64(len(eventTag)) - 1) {
			return min(limit, max(begin, s.end()))
		}
		i := bytes.Index(s.data[at-s.base:], eventTag)
		if i < 0 {
			at = s.end() - int64(len(eventTag)) + 1
			s.drop(min(at, max(keep, at-int64(MaxPartSize))) - MaxLastLine - 1)
			continue
		}
		at += int64(i) + 1
		if endsGame(s.data[:at-1-s.base]) {
			return min(limit, at)
		}
	}
	return limit
}

// end returns the offset of the end of data.
func (s *splitter) end() int64 { return s.base + int64(len(s.data)) }

// drop drops the text before the given offset if it is large.
func (s *splitter) drop(offset int64) {
	if n := offset - s.base; n > int64(PartSize) {
		s.data = s.data[:copy(s.data, s.data[n:])]
		s.base = offset
	}
}

// more reads text until data has the byte at the given offset, and reports whether it exists.
func (s *splitter) more(offset int64) bool {
	for s.end() <= offset && s.err == nil {
		least := int64(min(max(len(s.data), minRead), maxRead))
		size := int(min(max(s.to-s.end(), least), int64(PartSize)))
		s.data = slices.Grow(s.data, size)
		var n int
		n, s.err = s.r.ReadAt(s.data[len(s.data):len(s.data)+size], s.end())
		s.data = s.data[:len(s.data)+n]
	}
	return offset < s.end()
}

// The numbers of bytes that a splitter reads at once after the end of its section. Most sections
// end soon after a game begins, and a small file has none.
const (
	minRead = 1 << 9
	maxRead = 1 << 14
)

// part returns the part between two offsets.
func (s *splitter) part(begin, end int64) Part {
	p := Part{Offset: begin, Size: end - begin, r: s.r}
	if begin >= s.base && p.Size <= int64(MaxPartSize) {
		p.text = slices.Clone(s.data[begin-s.base : end-s.base])
	}
	if s.err != io.EOF && end == s.end() {
		p.err = s.err
	}
	return p
}

// Window returns a window on the text of p. Offsets are those of the file, but lines count from the
// start of p. The window reads the file only if p is larger than MaxPartSize.
func (p Part) Window() Window {
	at := Place{Line: 1, Column: 1, Offset: p.Offset}
	var r io.Reader = bytes.NewReader(p.text)
	switch {
	case p.text == nil:
		r = io.NewSectionReader(p.r, p.Offset, p.Size)
	case p.err == nil:
		return NewTextWindow(slices.Concat(p.text, []byte{0})[:p.Size], at)
	}
	if p.err != nil {
		r = io.MultiReader(r, FailingReader{p.err})
	}
	return NewWindow(r, at)
}
