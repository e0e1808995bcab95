package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
)

const (
	contextLines = 3       // unchanged lines shown before and after a change
	mostHunk     = 10_000  // lines of a hunk; a longer one is split
	mostLine     = 1 << 20 // bytes of a line
	mostAhead    = 4096    // lines in which the two texts are looked for to agree again
	mostBytes    = 1 << 24 // bytes of these lines
)

var errLongLine = errors.New("a line is too long to be shown in a diff")

// diff writes the differences between two texts as a unified diff. It looks at a limited number of
// lines at a time, so it takes little memory for texts of any size but may not find the shortest
// diff.
func diff(out io.Writer, name string, oldText, newText io.Reader) error {
	a, b := newLines(oldText), newLines(newText)
	h := hunk{out: out, header: fmt.Sprintf("--- %s.orig\n+++ %s\n", name, name)}
	for a.at(0) != "" || b.at(0) != "" {
		if a.at(0) == b.at(0) {
			h.same(a.take())
			b.take()
			continue
		}
		i, j := resync(a, b)
		for range i {
			h.change('-', a.take())
		}
		for range j {
			h.change('+', b.take())
		}
	}
	h.flush()
	return cmp.Or(a.err, b.err, h.err)
}

// resync returns how many lines of a and of b come before a line that both have, or before the end
// of what is looked at.
func resync(a, b *lines) (i, j int) {
	for ahead := 16; ; ahead *= 4 {
		i, j = a.count(ahead), b.count(ahead)
		first := map[string]int{}
		for k := j - 1; k >= 0; k-- {
			first[b.at(k)] = k
		}
		found := false
		for k := range i {
			line := a.at(k)
			if l, ok := first[line]; ok && line != "\n" && k+l < i+j {
				i, j, found = k, l, true
			}
		}
		if found || ahead >= mostAhead || a.count(ahead+1) <= ahead && b.count(ahead+1) <= ahead {
			return i, j
		}
	}
}

// lines reads lines ahead.
type lines struct {
	reader *bufio.Reader
	ahead  []string
	size   int // of the lines ahead in bytes
	err    error
}

func newLines(r io.Reader) *lines { return &lines{reader: bufio.NewReaderSize(r, mostLine)} }

// at returns a line ahead with its line end, or "" if there is none.
func (l *lines) at(i int) string {
	for len(l.ahead) <= i {
		line := l.read()
		if line == "" {
			return ""
		}
		l.ahead = append(l.ahead, line)
		l.size += len(line)
	}
	return l.ahead[i]
}

// read reads a line. It returns "" if there is none.
func (l *lines) read() string {
	if l.err != nil || l.size > mostBytes {
		return ""
	}
	line, err := l.reader.ReadSlice('\n')
	switch err {
	case nil, io.EOF:
	case bufio.ErrBufferFull:
		l.err = errLongLine
		return ""
	default:
		l.err = err
	}
	return string(line)
}

// count returns how many of the next n lines there are.
func (l *lines) count(n int) int {
	l.at(n - 1)
	return min(n, len(l.ahead))
}

// take returns the next line and goes on to the one behind it.
func (l *lines) take() string {
	line := l.at(0)
	l.ahead[0] = ""
	l.ahead = l.ahead[1:]
	l.size -= len(line)
	return line
}

// A hunk collects changes that stand close together.
type hunk struct {
	out    io.Writer
	header string // of the diff, not written yet
	err    error

	text   []byte   // the lines, with their signs
	before []string // unchanged lines before the next change
	at     [2]int   // lines of the old and the new text so far
	first  [2]int   // those before the hunk
}

// same adds an unchanged line.
func (h *hunk) same(line string) {
	h.before = append(h.before, line)
	if len(h.text) == 0 && len(h.before) > contextLines {
		h.before = h.before[1:]
	}
	h.at[0]++
	h.at[1]++
	if len(h.text) > 0 && len(h.before) > 2*contextLines {
		h.flush()
	}
}

// change adds a removed line for '-' or an added one for '+'.
func (h *hunk) change(sign byte, line string) {
	if len(h.text) > 0 && h.count(0)+h.count(1) > mostHunk {
		h.flush()
	}
	if len(h.text) == 0 {
		h.first = [2]int{h.at[0] - len(h.before), h.at[1] - len(h.before)}
	}
	h.addBefore(len(h.before))
	h.add(sign, line)
	h.at[strings.IndexByte("-+", sign)]++
}

// count returns how many lines of the old text, 0, or of the new one, 1, are in the hunk.
func (h *hunk) count(text int) int { return h.at[text] - h.first[text] - len(h.before) }

// addBefore adds the first n of the unchanged lines.
func (h *hunk) addBefore(n int) {
	for _, line := range h.before[:n] {
		h.add(' ', line)
	}
	h.before = append([]string{}, h.before[n:]...)
}

// add adds a line with its sign.
func (h *hunk) add(sign byte, line string) {
	h.text = append(append(h.text, sign), line...)
	if line[len(line)-1] != '\n' {
		h.text = append(h.text, "\n\\ No newline at end of file\n"...)
	}
}

// flush writes the hunk and begins the next one.
func (h *hunk) flush() {
	if len(h.text) == 0 {
		return
	}
	h.addBefore(min(contextLines, len(h.before)))
	_, err := fmt.Fprintf(h.out, "%s@@ -%s +%s @@\n%s", h.header,
		span(h.first[0], h.count(0)), span(h.first[1], h.count(1)), h.text)
	h.err = cmp.Or(h.err, err)
	h.before = h.before[max(0, len(h.before)-contextLines):]
	h.header, h.text = "", h.text[:0]
}

// span returns the lines of a hunk as a diff names them. A span of no lines is named by the line
// before it.
func span(first, count int) string {
	return fmt.Sprintf("%d,%d", first+min(count, 1), count)
}
