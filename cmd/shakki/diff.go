package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
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
			h.add(' ', a.take())
			b.take()
			continue
		}
		i, j := resync(a, b)
		for range i {
			h.add('-', a.take())
		}
		for range j {
			h.add('+', b.take())
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

	lines []string // with their signs
	same  int      // the number of the last ones that are unchanged
	at    [2]int   // lines of the old and the new text before these
	text  []byte   // of lines that were taken
}

// add adds an unchanged line for ' ', a removed one for '-', or an added one for '+'.
func (h *hunk) add(sign byte, line string) {
	if h.same++; sign != ' ' {
		h.same = 0
	}
	h.lines = append(h.lines, string(sign)+line)
	switch isChanged := h.same < len(h.lines); {
	case isChanged && (h.same > 2*contextLines || len(h.lines) > mostHunk):
		h.flush()
	case !isChanged && h.same > contextLines:
		h.take(1)
		h.same--
	}
}

// flush writes the hunk if there are changes, and begins the next one with the lines before it.
func (h *hunk) flush() {
	if h.same == len(h.lines) {
		return
	}
	before := h.at
	text := h.take(len(h.lines) - max(h.same-contextLines, 0))
	_, err := fmt.Fprintf(h.out, "%s@@ -%s +%s @@\n%s", h.header, span(before[0], h.at[0]), span(before[1], h.at[1]), text)
	h.err = cmp.Or(h.err, err)
	h.header = ""
	h.take(max(len(h.lines)-contextLines, 0))
	h.same = len(h.lines)
}

// take returns the text of the first n lines and goes on behind them.
func (h *hunk) take(n int) []byte {
	h.text = h.text[:0]
	for _, line := range h.lines[:n] {
		h.text = append(h.text, line...)
		if line[len(line)-1] != '\n' {
			h.text = append(h.text, "\n\\ No newline at end of file\n"...)
		}
		if line[0] != '+' {
			h.at[0]++
		}
		if line[0] != '-' {
			h.at[1]++
		}
	}
	h.lines = h.lines[n:]
	return h.text
}

// span returns the lines of a hunk between two numbers as a diff names them. A span of no lines is named by the
// line before it.
func span(before, end int) string {
	return fmt.Sprintf("%d,%d", min(before+1, end), end-before)
}
