package pgntext

import "bytes"

// ReadLine reads the rest of the line, such as the text of a comment after ";". It returns the text
// without the line feed. If the text has more than limit bytes, it returns no text, and fits is
// false.
func (w *Window) ReadLine(limit int) (text []byte, fits bool) {
	text, fits, closed, _ := w.readTo('\n', limit)
	if closed {
		w.newLine()
	}
	return text, fits
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

// lines returns the text from here to the end of the n-th line, this one being the first, without
// the last line feed. It returns at most limit bytes and does not move past them.
func (w *Window) lines(n, limit int) []byte {
	var line []byte
	size := 0
	for range n {
		line = w.lineFrom(size, limit-size)
		size += len(line)
	}
	if bytes.HasSuffix(line, []byte{'\n'}) {
		size--
	}
	return w.data[w.pos : w.pos+size]
}

// NextLines returns the rest of this line and the next line that is not blank, as far as they are nearby and
// among the given number of lines. isNext reports whether no blank line is between the two. What the lines
// seem to be decides nothing that a read error after them could change, so it does not count as a look beyond
// the end.
func (w *Window) NextLines(most int) (line, next []byte, isNext bool) {
	cut, n := w.cut, 2
	for ; len(next) == 0 && n <= most; n++ {
		line, next, _ = bytes.Cut(w.lines(n, 2*MaxWord), []byte{'\n'})
		next = bytes.TrimSpace(next)
	}
	w.cut = cut
	return bytes.TrimRight(line, " \t\r"), next, n == 3
}

// AtParagraphEnd reports whether the paragraph ends n bytes from here: only blanks follow on that
// line, and the next line is blank, begins a tag, or does not exist. If n is not 0, comments in
// braces may follow too.
func (w *Window) AtParagraphEnd(n int) bool {
	lines, inComment := 0, false
	for i := n; i < n+4*MaxWord; i++ {
		switch c := w.Peek(i); {
		case c == 0 && w.pos+i >= w.end:
			return true
		case inComment || c == '{' && n > 0:
			inComment = c != '}'
		case c == '\n':
			if lines++; lines == 2 {
				return true
			}
		case c > ' ':
			return lines == 1 && c == '['
		}
	}
	return false
}

// NextLineIsComment reports whether the next line begins with a comment. The next byte must be the
// line feed of this line.
func (w *Window) NextLineIsComment() bool {
	if c := w.Peek(w.span(1, " \t\r")); c != '{' && c != ';' {
		return false
	}
	_, line, _ := w.NextLines(2)
	return !IsBareTag(line)
}
