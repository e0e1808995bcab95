// Package linediff compares two texts line by line.
package linediff

import (
	"bufio"
	"cmp"
	"io"
)

const (
	mostAhead = 4096    // lines within which the two texts must agree again
	mostBytes = 1 << 24 // bytes of these lines
)

// Compare calls add with the lines of two texts in order: with ' ' for lines that both have, '-' for lines
// of the old text alone, and '+' for lines of the new one alone. It looks a limited number of lines ahead,
// so it takes little memory for texts of any size, but it may miss lines that both have.
func Compare(oldText, newText io.Reader, add func(sign byte, lines []string)) error {
	a, b := lines{r: bufio.NewReader(oldText)}, lines{r: bufio.NewReader(newText)}
	for a.read(1)+b.read(1) > 0 {
		if a.read(1) == b.read(1) && a.ahead[0] == b.ahead[0] {
			add(' ', a.take(1))
			b.take(1)
			continue
		}
		i, j := resync(&a, &b)
		add('-', a.take(i))
		add('+', b.take(j))
	}
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
