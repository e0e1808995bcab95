package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/shakki/chess/internal/linediff"
)

const (
	contextLines = 3      // unchanged lines shown before and after a change
	mostHunk     = 10_000 // lines of a hunk; a longer one is split
)

// diff writes the differences between two texts as a unified diff, which may not be the shortest one.
func diff(out io.Writer, name string, oldText, newText io.Reader) error {
	h := hunk{out: out, header: fmt.Sprintf("--- %s.orig\n+++ %s\n", name, name)}
	err := linediff.Compare(oldText, newText, h.add)
	h.flush()
	return err
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
