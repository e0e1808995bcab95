package pgntext

import "bytes"

// A passage is a text that is being read and that may be longer than the window.
type passage struct {
	w     *Window
	start int  // where it begins, as a distance from token, which does not change when the window slides
	limit int  // the length in bytes of the longest text that is kept
	fits  bool // it has not been longer than limit so far
}

// newPassage returns a passage that begins here.
func (w *Window) newPassage(limit int) passage {
	return passage{w: w, start: w.pos - w.token, limit: limit, fits: true}
}

// more reads more of the stream and reports whether there was more. It drops the text of a passage
// that is too long, so no text makes the window much larger than limit.
func (p *passage) more() bool {
	w := p.w
	if w.pos-w.token > p.start+p.limit {
		p.fits = false
	}
	if !p.fits {
		w.token, p.start = w.pos, 0
	}
	return w.fill()
}

// text returns the text up to pos and true, or false if it is longer than limit.
func (p *passage) text() (text []byte, fits bool) {
	text = p.w.data[p.w.token+p.start : p.w.pos]
	if !p.fits || len(text) > p.limit {
		return nil, false
	}
	return text, true
}

// SkipLine skips the rest of the line.
func (w *Window) SkipLine() {
	w.token = w.pos
	w.ReadLine(0)
}

// ReadLine reads the rest of the line, such as the text of a comment after ";". It returns the text
// without the line feed. If the text has more than limit bytes, it returns no text, and fits is
// false.
func (w *Window) ReadLine(limit int) (text []byte, fits bool) {
	p := w.newPassage(limit)
	for {
		n := bytes.IndexByte(w.data[w.pos:w.end], '\n')
		if n >= 0 {
			w.pos += n
			text, fits = p.text()
			w.pos++
			w.newLine()
			return text, fits
		}
		w.pos = w.end
		if !p.more() {
			return p.text()
		}
	}
}

// maxLook is the number of bytes after what looks like the start of a game in a comment in which a
// brace may show that it is none.
const maxLook = 1 << 15

// ReadComment reads the text of a comment, and the "}" that closes it. It returns the text without
// the brace. If the text has more than limit bytes, it returns no text, and fits is false. If nested
// is true, braces in the comment come in pairs.
//
// If the brace is missing, closed is false. The comment then ends with the stream, or where the next
// game begins, so that one missing brace does not hide all games after it. The next game begins at a
// line that begins like a tag and follows a blank line, or that begins like an Event tag, unless a
// brace nearby shows that the comment goes on: see closesLater.
func (w *Window) ReadComment(limit int, nested bool) (text []byte, fits, closed bool) {
	if n := bytes.IndexByte(w.data[w.pos:w.end], '}'); n >= 0 && n <= limit && !nested {
		text = w.data[w.pos : w.pos+n]
		if bytes.IndexByte(text, '\n') < 0 { // most comments are on one line and in memory
			w.pos += n + 1
			return text, true, true
		}
	}
	p := w.newPassage(limit)
	braces := braceCounter{nested: nested}
	var search gameSearch
	for {
		block := w.data[w.pos:w.end]
		n, _ := braces.close(block)
		if n >= 0 {
			block = block[:n]
		}
		searched, found := search.find(block)
		if found {
			_, braces = braces.close(block[:searched])
			n, closed = w.closesLater(searched, braces)
			if !closed {
				n = searched
			}
		} else {
			closed = n >= 0
		}
		if found || closed {
			w.advance(n)
			text, fits = p.text()
			if closed {
				w.pos++
			}
			return text, fits, closed
		}
		_, braces = braces.close(block[:searched])
		w.advance(searched)
		if !p.more() {
			w.advance(w.end - w.pos)
			text, fits = p.text()
			return text, fits, false
		}
	}
}

// A braceCounter looks for the brace that closes a comment.
type braceCounter struct {
	nested bool
	open   int // the braces that have been opened in the comment
}

// close returns the index of the brace that closes the comment, or -1, and the state after text.
func (c braceCounter) close(text []byte) (int, braceCounter) {
	for i := 0; ; i++ {
		n := bytes.IndexAny(text[i:], "{}")
		if n < 0 {
			return -1, c
		}
		switch i += n; {
		case text[i] == '{':
			c.open++
		case c.open == 0 || !c.nested:
			return i, c
		default:
			c.open--
		}
	}
}

// closesLater returns the distance of the brace that closes the comment although a line n bytes from
// here looks like the start of a game, and whether there is such a brace. Unless comments may be
// nested, no other brace is opened before it. It is nearby, and no blank line before it is followed
// by tags and a whole movetext.
func (w *Window) closesLater(n int, braces braceCounter) (end int, closed bool) {
	for end = n; ; {
		i, after := braces.close(w.data[w.pos+end : min(w.end, w.pos+n+maxLook)])
		switch braces = after; {
		case braces.open > 0 && !braces.nested:
			return 0, false
		case i >= 0:
			return end + i, !hasGame(w.data[w.pos+n : w.pos+end+i])
		}
		if end = min(w.end-w.pos, n+maxLook); end == n+maxLook || !w.fill() {
			return 0, false
		}
	}
}

// hasGame reports whether a blank line in text is followed by tags and a whole movetext: one that
// begins with a number and has a result at the end of a line.
func hasGame(text []byte) bool {
	afterBlank, inTags, inMoves := false, false, false
	for line := range bytes.Lines(text) {
		line = bytes.TrimSpace(line)
		isTag, _ := beginsTag(line)
		switch {
		case len(line) == 0:
		case isTag:
			inTags, inMoves = inTags && !inMoves || afterBlank, false
		default:
			inMoves = inMoves || inTags && (classes[line[0]] == Digit || line[0] == '*')
			inTags = false
			for _, result := range [...]string{"*", "1-0", "0-1", "1/2-1/2"} {
				if inMoves && bytes.HasSuffix(line, []byte(result)) {
					return true
				}
			}
		}
		afterBlank = len(line) == 0
	}
	return false
}

// SkipAngles skips text in angle brackets, and returns its length with the brackets. It returns 0 if
// no bracket closes the text within [MaxWord] bytes and before the next game.
func (w *Window) SkipAngles() int {
	n := 1
	for c := w.Peek(n); c != '>'; c = w.Peek(n) {
		if n++; n >= MaxWord || w.pos+n > w.end {
			return 0
		}
	}
	var search gameSearch
	if _, found := search.find(w.data[w.pos+1 : w.pos+n]); found {
		return 0
	}
	w.advance(n + 1)
	return n + 1
}

// FirstTag is how the first tag of most games begins.
const FirstTag = `[Event "`

// A gameSearch looks for the start of the next game in a block that is read in pieces. The next
// game begins at a line that begins like a tag and follows a blank line, or that begins like an
// Event tag. For example, it begins at [White in
//
//	{a comment without its closing brace
//
//	[White "Carlsen"]
type gameSearch struct {
	afterBlank bool // the next piece begins with the end of a blank line
}

// find looks for the start of the next game in a piece of the block. If it finds one, it returns
// its index and true. Otherwise it returns the index at which the next piece must begin: the end of
// text, or the line feed before the last line if more of that line is needed to tell what it is.
func (s *gameSearch) find(text []byte) (n int, found bool) {
	i := bytes.IndexByte(text, '\n')
	afterBlank := s.afterBlank && i == 0
	for i >= 0 {
		start := i + 1
		kind := kindOf(text[start:])
		switch {
		case kind == unknownLine:
			s.afterBlank = afterBlank
			return i, false
		case kind == eventLine, kind == tagLine && afterBlank:
			return start, true
		}
		afterBlank = kind == blankLine
		if i = bytes.IndexByte(text[start:], '\n'); i >= 0 {
			i += start
		}
	}
	s.afterBlank = false
	return len(text), false
}

// BeginsGame reports whether a line inside a comment, without the blanks at its start, looks like
// the start of the next game, so that [Window.ReadComment] may stop there. afterBlank says whether
// the line follows a blank line.
func BeginsGame(line []byte, afterBlank bool) bool {
	isTag, _ := beginsTag(line)
	return isTag && (afterBlank || bytes.HasPrefix(line, []byte(FirstTag)))
}

// A lineKind is the kind of a line in a block.
type lineKind uint8

const (
	otherLine   lineKind = iota
	blankLine            // nothing but blanks
	tagLine              // begins like a tag, such as [White "
	eventLine            // begins with FirstTag
	unknownLine          // more text is needed to tell
)

// kindOf returns the kind of the line that text begins with. It looks at a limited number of bytes:
// a tag begins after at most MaxWord bytes of blanks.
func kindOf(text []byte) lineKind {
	head := text[:min(len(text), MaxWord)]
	line := trimBlanks(head)
	if len(line) > 0 && line[0] == '\n' {
		return blankLine
	}
	indent := len(head) - len(line)
	isTag, certain := beginsTag(text[indent:min(len(text), 2*MaxWord)])
	switch {
	case !certain && len(text) < 2*MaxWord:
		return unknownLine
	case !isTag:
		return otherLine
	case bytes.HasPrefix(line, []byte(FirstTag)):
		return eventLine
	}
	return tagLine
}

// lines returns the text from here to the end of the n-th line, this one being the first, without
// the last line feed. It returns at most limit bytes and does not move past them.
func (w *Window) lines(n, limit int) []byte {
	w.token = w.pos
	for {
		text := w.data[w.pos:min(w.pos+limit, w.end)]
		if end := lineEnd(text, n); end >= 0 {
			return text[:end]
		}
		if len(text) == limit || !w.fill() {
			return w.data[w.pos:min(w.pos+limit, w.end)]
		}
	}
}

// lineEnd returns the index of the n-th line feed in text, or -1 if there are fewer.
func lineEnd(text []byte, n int) int {
	end := -1
	for range n {
		i := bytes.IndexByte(text[end+1:], '\n')
		if i < 0 {
			return -1
		}
		end += i + 1
	}
	return end
}
