package pgntext

import (
	"bytes"
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
// on it. Then what looks like a result at its end is really a result.
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

// A Divider splits a stream into parts, at the first place after PartSize bytes where a game certainly begins.
type Divider struct {
	splitter
	r     io.Reader
	at    Place // at which the next part begins
	ended bool  // there are no more parts
}

// NewDivider returns a divider of the text of r.
func NewDivider(r io.Reader) *Divider {
	r = Decode(r)
	read := func(b []byte, _ int64) (int, error) { return ReadFull(r, b) }
	return &Divider{splitter: splitter{read: read}, r: r, at: Start}
}

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
	at = d.at
	d.begin, d.to = at.Offset, at.Offset+int64(PartSize)
	d.drop(d.begin)
	limit := d.begin + int64(MaxPartSize)
	end := d.nextGame(d.to, limit)
	if d.ended = end >= min(limit, d.end()); d.ended {
		end = d.end()
	}
	text = append(slices.Grow((*buffer)[:0], int(end-d.begin)+1), d.data[d.begin-d.base:end-d.base]...) // one byte for the sentinel of the window
	*buffer = text
	switch {
	case !d.ended:
		d.at.Line += CountLines(text)
		d.at.Offset = end
	case d.err == nil:
		rest = d.r
	case d.err != io.EOF:
		rest = FailingReader{d.err}
	}
	return text, rest, at, rest != nil || len(text) > 0
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
		s := splitter{read: r.ReadAt, to: to, base: max(0, from-MaxLastLine-1), begin: from}
		if from > 0 {
			s.begin = s.nextGame(from, to)
		}
		for s.begin < to && s.more(s.begin) {
			end := s.nextGame(s.begin+1, math.MaxInt64)
			if !yield(s.part(r, end), nil) {
				return
			}
			s.begin = end
		}
		if s.err != nil && s.err != io.EOF {
			yield(Part{}, s.err)
		}
	}
}

// A splitter holds the text around the place at which a section or a stream is being split.
type splitter struct {
	read  func(b []byte, offset int64) (int, error) // fills b or returns an error
	to    int64                                     // the end of the section
	begin int64                                     // where the current part begins
	base  int64                                     // the offset of data[0]
	data  []byte
	err   error // the error that ended the text
}

// nextGame returns the offset of the first place from begin on where a game certainly begins. If
// there is none before limit, it returns limit or the end of the file.
func (s *splitter) nextGame(begin, limit int64) int64 {
	for at := begin - 1; at < limit; {
		if !s.more(at + int64(len(eventTag)) - 1) {
			return min(limit, max(begin, s.end()))
		}
		i := bytes.Index(s.data[at-s.base:], eventTag)
		if i < 0 {
			at = s.end() - int64(len(eventTag)) + 1
			s.drop(min(at, max(s.begin-1, at-int64(MaxPartSize))) - MaxLastLine - 1)
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
		n, s.err = s.read(s.data[len(s.data):len(s.data)+size], s.end())
		s.data = s.data[:len(s.data)+n]
	}
	return offset < s.end()
}

// The numbers of bytes that a splitter reads at once after the end of its section. Most sections
// end soon after a game begins, and a small file has no next section.
const (
	minRead = 1 << 9
	maxRead = 1 << 14
)

// part returns the current part of r, which ends at the given offset.
func (s *splitter) part(r io.ReaderAt, end int64) Part {
	p := Part{Offset: s.begin, Size: end - s.begin, r: r}
	if s.begin >= s.base && p.Size <= int64(MaxPartSize) {
		p.text = slices.Clone(s.data[s.begin-s.base : end-s.base])
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
