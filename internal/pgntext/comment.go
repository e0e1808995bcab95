package pgntext

import "bytes"

// ReadComment reads the comment that begins here, from ";" to the end of the line, or from "{" to the
// first "}". It returns the text without the braces. If the text has more than limit bytes, it returns
// no text, and fits is false.
//
// If the brace is missing, closed is false. The comment then ends with the stream, or where the
// next game begins, so that one missing brace does not hide all games after it. The next game
// begins at a line that begins like a tag and follows a blank line, or that begins like an Event
// tag, unless a brace nearby shows that the comment goes on: see closesLater. It also begins where
// [Split] splits the text, and certain is then true.
func (w *Window) ReadComment(limit int) (text []byte, fits, closed, certain bool) {
	w.Take(1)
	if w.Last() == ';' {
		text, fits = w.ReadLine(limit)
		return bytes.TrimSuffix(text, []byte{'\r'}), fits, true, false
	}
	if n := bytes.IndexByte(w.data[w.pos:w.end], '}'); n >= 0 && n <= limit {
		text = w.data[w.pos : w.pos+n]
		if bytes.IndexByte(text, '\n') < 0 { // most comments are on one line and in memory
			w.pos += n + 1
			return text, true, true, false
		}
	}
	return w.readTo('}', limit)
}

// readTo reads the text that begins here, and the byte that closes it, as [Window.ReadComment] does. No
// text makes the window much larger than limit.
func (w *Window) readTo(closing byte, limit int) (text []byte, fits, closed, certain bool) {
	start := w.pos - w.token // this distance does not change when the window slides
	c, isGame, more := openComment{}, false, true
	for fits = true; more && !isGame; {
		line := w.data[w.pos:w.end]
		n := bytes.IndexByte(line, '\n')
		if n >= 0 {
			line = line[:n+1]
		}
		end := bytes.IndexByte(line, closing)
		if closed = end >= 0; closed {
			w.advance(end)
			break
		}
		c.opened = c.opened || bytes.IndexByte(line, '{') >= 0
		w.advance(len(line))
		if fits = fits && w.pos-w.token <= start+limit; !fits {
			w.token = max(w.token, w.pos-MaxLastLine) // endsGame examines the rest
		}
		if n >= 0 {
			isGame, certain = w.atGame(&c)
		} else {
			more = w.fill()
		}
	}
	text = w.data[w.token+start : w.pos]
	if fits = fits && len(text) <= limit; !fits {
		text = nil
	}
	if closed {
		w.pos++
	}
	return text, fits, closed, certain
}

// An openComment is what the text of a comment shows before its end.
type openComment struct {
	opened     bool // a brace is opened in it
	afterBlank bool // the last line is blank
	goesOn     bool // a brace closes the comment after what looks like the start of a game
}

// atGame reports whether the line that begins here inside a comment begins the next game, and
// whether that is certain.
func (w *Window) atGame(c *openComment) (isGame, certain bool) {
	line := w.lines(1, 2*MaxWord)
	certain = bytes.HasPrefix(line, []byte(FirstTag)) && endsGame(w.data[w.token:w.pos])
	line = trimBlanks(line)
	_, isWhole := beginsTag(line)
	w.cut = w.cut && !isWhole
	afterBlank := c.afterBlank
	c.afterBlank = len(line) == 0
	if certain || c.goesOn || !beginsGame(line, afterBlank) {
		return certain, certain
	}
	c.goesOn = w.closesLater(c.opened, afterBlank)
	return !c.goesOn, false
}

// maxLook is how many bytes are searched for a brace after what looks like the start of a game in a
// comment. A brace shows that the comment goes on, so that no game starts there.
const maxLook = 1 << 15

// closesLater reports whether a brace closes the comment, in which a brace has been opened or not,
// although the line that begins here, after a blank line or not, looks like the start of a game. No
// brace is opened in the comment. The brace is nearby, and no blank line before it is followed by tags
// and a whole movetext. The end of the text, which may be cut off, counts as such a brace, and so does
// a place where [Split] splits it.
func (w *Window) closesLater(opened, afterBlank bool) bool {
	f, atEnd := gameFinder{afterBlank: afterBlank}, gameFinder{afterBlank: true}
	for n := 0; n < maxLook; {
		line := w.lineFrom(n, maxLook-n)
		if len(line) == 0 || bytes.HasPrefix(line, []byte(FirstTag)) && endsGame(w.data[w.token:w.pos+n]) {
			return !atEnd.found
		}
		switch i := bytes.IndexAny(line, "{}"); {
		case opened, i >= 0 && line[i] == '{':
			return false
		case i >= 0:
			return !f.finds(line[:i])
		case f.finds(line):
			return false
		}
		atEnd.finds(line)
		n += len(line)
	}
	return false
}

// A gameFinder looks for a blank line that is followed by tags and a whole movetext: one that begins
// with a number and has a result at the end of a line.
type gameFinder struct{ afterBlank, inTags, inMoves, found bool }

// finds examines the next line and reports whether such a game has been found.
func (f *gameFinder) finds(line []byte) bool {
	line = bytes.TrimSpace(line)
	switch {
	case len(NameOfTag(line)) > 0:
		f.inTags, f.inMoves = f.inTags || f.afterBlank, false
	case len(line) > 0:
		f.inMoves = f.inMoves || f.inTags && (classes[line[0]] == Digit || line[0] == '*')
		f.inTags = false
	}
	f.found = f.found || f.inMoves && EndsWithResult(line)
	f.afterBlank = len(line) == 0
	return f.found
}

// FirstTag is how the first tag of most games begins.
const FirstTag = `[Event "`

// beginsGame reports whether a line inside a comment, without the blanks at its start, looks like
// the start of the next game, so that [Window.ReadComment] may stop there. afterBlank says whether
// the line follows a blank line.
func beginsGame(line []byte, afterBlank bool) bool {
	return len(NameOfTag(line)) > 0 && (afterBlank || bytes.HasPrefix(line, []byte(FirstTag)))
}
