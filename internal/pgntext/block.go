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

// drop drops the text of a passage that is too long, so that no text makes the window much larger
// than limit. It keeps what endsGame examines. It comes before anything that may fill the window.
func (p *passage) drop() {
	w := p.w
	if p.fits = p.fits && w.pos-w.token <= p.start+p.limit; !p.fits {
		w.token = max(w.token, w.pos-MaxLastLine)
	}
}

// more reads more of the stream and reports whether there was more.
func (p *passage) more() bool {
	p.drop()
	return p.w.fill()
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

// ReadComment reads the text of a comment, and the "}" that closes it. It returns the text without
// the brace. If the text has more than limit bytes, it returns no text, and fits is false. If
// nested is true, the braces in the comment come in pairs.
//
// If the brace is missing, closed is false. The comment then ends with the stream, or where the
// next game begins, so that one missing brace does not hide all games after it. The next game
// begins at a line that begins like a tag and follows a blank line, or that begins like an Event
// tag, unless a brace nearby shows that the comment goes on: see closesLater. It also begins where
// [Split] splits the text, and certain is then true.
func (w *Window) ReadComment(limit int, nested bool) (text []byte, fits, closed, certain bool) {
	if n := bytes.IndexByte(w.data[w.pos:w.end], '}'); n >= 0 && n <= limit && !nested {
		text = w.data[w.pos : w.pos+n]
		if bytes.IndexByte(text, '\n') < 0 { // most comments are on one line and in memory
			w.pos += n + 1
			return text, true, true, false
		}
	}
	p := w.newPassage(limit)
	b := braces{nested: nested}
	for atLine := false; ; {
		if atLine {
			p.drop()
			var isGame bool
			if isGame, certain = w.atGame(&b); isGame {
				text, fits = p.text()
				return text, fits, false, certain
			}
		}
		line := w.data[w.pos:w.end]
		n := bytes.IndexByte(line, '\n')
		if atLine = n >= 0; atLine {
			line = line[:n+1]
		}
		if n = b.close(line); n >= 0 {
			w.advance(n)
			text, fits = p.text()
			w.pos++
			return text, fits, true, false
		}
		w.advance(len(line))
		if !atLine && !p.more() {
			text, fits = p.text()
			return text, fits, false, false
		}
	}
}

// atGame reports whether the line that begins here inside a comment begins the next game, and
// whether that is certain.
func (w *Window) atGame(b *braces) (isGame, certain bool) {
	line := w.lines(1, 2*MaxWord)
	certain = bytes.HasPrefix(line, []byte(FirstTag)) && endsGame(w.data[w.token:w.pos])
	line = trimBlanks(line)
	_, isWhole := beginsTag(line)
	w.cut = w.cut && !isWhole
	afterBlank := b.afterBlank
	b.afterBlank = len(line) == 0
	if certain || b.goOn || !BeginsGame(line, afterBlank) {
		return certain, certain
	}
	b.goOn = w.closesLater(*b, afterBlank)
	return !b.goOn, false
}

// braces counts the braces in a comment, and knows what its text shows.
type braces struct {
	nested     bool
	open       int
	afterBlank bool // the last line is blank
	goOn       bool // a brace closes the comment after what looks like the start of a game
}

// close returns the index of the brace in text that closes the comment, or -1 if there is none.
func (b *braces) close(text []byte) int {
	for i, c := range text {
		switch {
		case c == '{':
			b.open++
		case c != '}':
		case b.open == 0 || !b.nested:
			return i
		default:
			b.open--
		}
	}
	return -1
}

// maxLook is the number of bytes after what looks like the start of a game in a comment in which a
// brace may show that it is none.
const maxLook = 1 << 15

// closesLater reports whether a brace closes the comment although the line that begins here, after a
// blank line or not, looks like the start of a game. Unless comments may be nested, no brace is
// opened before it. It is nearby, and no blank line before it is followed by tags and a whole
// movetext. The end of the text, which may be cut off, counts as such a brace, and so does a place
// where [Split] splits it.
func (w *Window) closesLater(b braces, afterBlank bool) bool {
	f, atEnd := gameFinder{afterBlank: afterBlank}, gameFinder{afterBlank: true}
	for n := 0; n < maxLook; {
		line := w.lineFrom(n, maxLook-n)
		isEnd := len(line) == 0 || n > 0 && bytes.HasPrefix(line, []byte(FirstTag)) && endsGame(w.data[w.token:w.pos+n])
		if isEnd {
			return !atEnd.found
		}
		if i := bytes.IndexByte(line, '{'); i >= 0 && !b.nested {
			line = line[:i+1] // further text decides nothing
		}
		i := b.close(line)
		if b.open > 0 && !b.nested {
			return false
		}
		if i >= 0 {
			return !f.finds(line[:i])
		}
		if f.finds(line) {
			return false
		}
		atEnd.finds(line)
		n += len(line)
	}
	return false
}

// lineFrom returns the line that begins n bytes from here with its line feed, or as much of it as
// there is, but at most limit bytes.
func (w *Window) lineFrom(n, limit int) []byte {
	for seen := 0; ; {
		text := w.data[min(w.pos+n, w.end):min(w.pos+n+limit, w.end)]
		if i := bytes.IndexByte(text[seen:], '\n'); i >= 0 {
			return text[:seen+i+1]
		}
		if seen = len(text); seen == limit || !w.fill() { // fill moves the text
			return w.data[min(w.pos+n, w.end):min(w.pos+n+limit, w.end)]
		}
	}
}

// A gameFinder looks for a blank line that is followed by tags and a whole movetext: one that begins
// with a number and has a result at the end of a line.
type gameFinder struct{ afterBlank, inTags, inMoves, found bool }

// finds examines the next line and reports whether such a game has been found.
func (f *gameFinder) finds(line []byte) bool {
	line = bytes.TrimSpace(line)
	isTag, _ := beginsTag(line)
	switch {
	case isTag:
		f.inTags, f.inMoves = f.inTags && !f.inMoves || f.afterBlank, false
	case len(line) > 0:
		f.inMoves = f.inMoves || f.inTags && (classes[line[0]] == Digit || line[0] == '*')
		f.inTags = false
	}
	f.found = f.found || f.inMoves && EndsWithResult(line)
	f.afterBlank = len(line) == 0
	return f.found
}

// SkipAngles skips text in angle brackets, and returns its length with the brackets. It returns 0
// if no bracket closes the text within [MaxWord] bytes and before a line that begins with a tag.
func (w *Window) SkipAngles() int {
	for n := 1; n < MaxWord; n++ {
		switch c := w.Peek(n); {
		case c == '>':
			w.advance(n + 1)
			return n + 1
		case c == '[' && w.Peek(n-1) == '\n', c == 0 && w.pos+n >= w.end:
			return 0
		}
	}
	return 0
}

// FirstTag is how the first tag of most games begins.
const FirstTag = `[Event "`

// BeginsGame reports whether a line inside a comment, without the blanks at its start, looks like
// the start of the next game, so that [Window.ReadComment] may stop there. afterBlank says whether
// the line follows a blank line.
func BeginsGame(line []byte, afterBlank bool) bool {
	isTag, _ := beginsTag(line)
	return isTag && (afterBlank || bytes.HasPrefix(line, []byte(FirstTag)))
}

// lines returns the text from here to the end of the n-th line, this one being the first, without
// the last line feed. It returns at most limit bytes and does not move past them.
func (w *Window) lines(n, limit int) []byte {
	for seen := 0; ; {
		text := w.data[w.pos:min(w.pos+limit, w.end)]
		for ; seen < len(text); seen++ {
			if text[seen] == '\n' {
				if n--; n == 0 {
					return text[:seen]
				}
			}
		}
		if len(text) == limit || !w.fill() {
			return w.data[w.pos:min(w.pos+limit, w.end)]
		}
	}
}
