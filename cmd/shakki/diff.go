package main

import (
	"bufio"
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
func diff(out io.Writer, name string, oldText, newText io.Reader) (differs bool, err error) {
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
	return h.header == "", errors.Join(a.err, b.err, h.err)
}

// resync returns how many lines of a and of b come before a line that both have, or before the end
// of what is looked at.
func resync(a, b *lines) (i, j int) {
	for ahead := 16; ; ahead *= 4 {
		first := map[string]int{}
		for j := 0; j < ahead && b.at(j) != ""; j++ {
			if _, found := first[b.at(j)]; !found {
				first[b.at(j)] = j
			}
		}
		i, j = a.count(ahead), b.count(ahead)
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

func newLines(r io.Reader) *lines { return &lines{reader: bufio.NewReaderSize(r, 1<<16)} }

// at returns a line ahead with its line end, or "" if there is none.
func (l *lines) at(i int) string {
	for len(l.ahead) <= i {
		line, ok := l.read()
		if !ok {
			return ""
		}
		l.ahead = append(l.ahead, line)
		l.size += len(line)
	}
	return l.ahead[i]
}

// read reads a line.
func (l *lines) read() (string, bool) {
	if l.err != nil || l.size > mostBytes {
		return "", false
	}
	var line []byte
	for {
		part, err := l.reader.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > mostLine {
			l.err = errLongLine
			return "", false
		}
		if err == bufio.ErrBufferFull {
			continue
		}
		if err != nil && err != io.EOF {
			l.err = err
		}
		return string(line), len(line) > 0
	}
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

	text               []byte   // the lines, with their signs
	before             []string // unchanged lines before the next change
	oldAt, newAt       int      // lines of the texts so far
	oldFirst, newFirst int      // lines of the texts before the hunk
	oldCount, newCount int      // lines of the texts in the hunk
}

// same adds an unchanged line.
func (h *hunk) same(line string) {
	h.before = append(h.before, line)
	if len(h.text) == 0 && len(h.before) > contextLines {
		h.before = h.before[1:]
	}
	h.oldAt++
	h.newAt++
	if len(h.text) > 0 && len(h.before) > 2*contextLines {
		h.flush()
	}
}

// change adds a removed line for '-' or an added one for '+'.
func (h *hunk) change(sign byte, line string) {
	if h.oldCount+h.newCount > mostHunk {
		h.flush()
	}
	if len(h.text) == 0 {
		h.oldFirst, h.newFirst = h.oldAt-len(h.before), h.newAt-len(h.before)
	}
	h.addBefore(len(h.before))
	h.add(sign, line)
	if sign == '-' {
		h.oldAt++
		h.oldCount++
	} else {
		h.newAt++
		h.newCount++
	}
}

// addBefore adds the first n of the unchanged lines.
func (h *hunk) addBefore(n int) {
	for _, line := range h.before[:n] {
		h.add(' ', line)
		h.oldCount++
		h.newCount++
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
	h.before = h.before[max(0, len(h.before)-contextLines):]
	_, err := fmt.Fprintf(h.out, "%s@@ -%s +%s @@\n%s", h.header,
		span(h.oldFirst, h.oldCount), span(h.newFirst, h.newCount), h.text)
	h.err = errors.Join(h.err, err)
	h.header, h.text, h.oldCount, h.newCount = "", h.text[:0], 0, 0
}

// span returns the lines of a hunk as a diff names them. A span of no lines is named by the line
// before it.
func span(first, count int) string {
	if count == 0 {
		return fmt.Sprintf("%d,0", first)
	}
	return fmt.Sprintf("%d,%d", first+1, count)
}
