package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"
)

const (
	contextLines = 3       // unchanged lines shown before and after a change
	mostHunk     = 10_000  // lines of a hunk; a longer one is split
	mostAhead    = 4096    // lines in which the two texts are looked for to agree again
	mostBytes    = 1 << 24 // bytes of these lines
)

// diff writes the differences between two texts as a unified diff. It looks at a limited number of
// lines at a time, so it takes little memory for texts of any size but may not find the shortest
// diff.
func diff(out io.Writer, name string, oldText, newText io.Reader) error {
	a, b := lines{r: bufio.NewReader(oldText)}, lines{r: bufio.NewReader(newText)}
	h := hunk{out: out, header: fmt.Sprintf("--- %s.orig\n+++ %s\n", name, name)}
	for a.read(1)+b.read(1) > 0 {
		if a.read(1) == b.read(1) && a.ahead[0] == b.ahead[0] {
			h.add(' ', a.take(1))
			b.take(1)
			continue
		}
		i, j := resync(&a, &b)
		h.add('-', a.take(i))
		h.add('+', b.take(j))
	}
	h.flush()
	return cmp.Or(a.err, b.err)
}

// resync returns how many lines of a and of b come before a line that both have, or before the end
// of what is looked at.
func resync(a, b *lines) (i, j int) {
	for ahead := 16; ; ahead *= 4 {
		i, j = a.read(ahead), b.read(ahead)
		first := map[string]int{}
		for k := j - 1; k >= 0; k-- {
			first[b.ahead[k]] = k
		}
		found := false
		for k, line := range a.ahead[:i] {
			if l, ok := first[line]; ok && line != "\n" && k+l < i+j {
				i, j, found = k, l, true
			}
		}
		if found || ahead >= mostAhead || a.read(ahead+1) <= ahead && b.read(ahead+1) <= ahead {
			return i, j
		}
	}
}

// lines reads lines ahead.
type lines struct {
	r     *bufio.Reader
	ahead []string // with their line ends
	size  int      // of the lines ahead in bytes
	err   error    // of reading
}

// read returns how many of the next n lines there are, after it has read them.
func (l *lines) read(n int) int {
	for len(l.ahead) < n && l.size <= mostBytes {
		line, err := l.r.ReadString('\n')
		if err != io.EOF {
			l.err = cmp.Or(l.err, err)
		}
		if line == "" {
			break
		}
		l.ahead = append(l.ahead, line)
		l.size += len(line)
	}
	return min(n, len(l.ahead))
}

// take returns the next n lines and goes on behind them.
func (l *lines) take(n int) []string {
	taken := l.ahead[:n]
	for _, line := range taken {
		l.size -= len(line)
	}
	l.ahead = l.ahead[n:]
	return taken
}

// A hunk collects changes that stand close together.
type hunk struct {
	out    io.Writer
	header string   // of the diff, not written yet
	lines  []string // with their signs
	same   int      // the number of the last ones that are unchanged
	at     [2]int   // lines of the old and the new text before these
}

// add adds lines that are unchanged for ' ', removed for '-', or added for '+'.
func (h *hunk) add(sign byte, lines []string) {
	for _, line := range lines {
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
}

// flush writes the hunk if there are changes, and begins the next one with the lines before it.
func (h *hunk) flush() {
	if h.same == len(h.lines) {
		return
	}
	before := h.at
	text := h.take(len(h.lines) - max(h.same-contextLines, 0))
	fmt.Fprintf(h.out, "%s@@ -%s +%s @@\n%s", h.header, span(before[0], h.at[0]), span(before[1], h.at[1]), text)
	h.header = ""
	h.take(max(len(h.lines)-contextLines, 0))
	h.same = len(h.lines)
}

// take returns the text of the first n lines and goes on behind them.
func (h *hunk) take(n int) string {
	var text strings.Builder
	for _, line := range h.lines[:n] {
		text.WriteString(line)
		if line[len(line)-1] != '\n' {
			text.WriteString("\n\\ No newline at end of file\n")
		}
		if line[0] != '+' {
			h.at[0]++
		}
		if line[0] != '-' {
			h.at[1]++
		}
	}
	h.lines = h.lines[n:]
	return text.String()
}

// span returns the lines of a hunk between two numbers as a diff names them. A span of no lines is named by the
// line before it.
func span(before, end int) string {
	return fmt.Sprintf("%d,%d", min(before+1, end), end-before)
}
