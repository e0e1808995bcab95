package uci

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/fault"
)

// maxLine is the length in bytes of the longest line that is read. The longest lines of real
// engines are options with many choices, which have a few kilobytes.
const maxLine = 1 << 20

// maxCommand is the length in bytes of the longest command that is sent, so that programs with
// the same limit read it.
const maxCommand = maxLine - 1

// errLineTooLong reports a line of more than maxLine bytes.
var errLineTooLong = fault.New("a line of more than 1 MiB")

// A lineReader reads lines of bounded length.
type lineReader struct {
	*bufio.Reader
	line     []byte // the memory for a line
	isInside bool   // of a line that is too long
}

func newLineReader(r io.Reader) *lineReader { return &lineReader{Reader: bufio.NewReader(r)} }

// next returns the next line without its end. errLineTooLong comes with the start of the line, and
// the next call skips the rest.
func (l *lineReader) next() (string, error) {
	for l.isInside {
		_, err := l.ReadSlice('\n')
		l.isInside = err == bufio.ErrBufferFull
	}
	l.line, l.isInside = l.line[:0], true
	var err error
	for l.isInside && len(l.line) <= maxLine {
		var part []byte
		part, err = l.ReadSlice('\n')
		l.line, l.isInside = append(l.line, part...), err == bufio.ErrBufferFull
	}
	switch {
	case len(l.line) > maxLine:
		return string(l.line[:maxLine]), errLineTooLong
	case len(l.line) == 0: // only at the end or an error
		return "", err
	}
	return strings.TrimRight(string(l.line), "\r\n"), nil
}

// words is the rest of a command, from which words are taken one by one.
type words string

// next takes the next word, or "" at the end.
func (w *words) next() string {
	rest := strings.TrimLeft(string(*w), " \t")
	end := strings.IndexAny(rest, " \t")
	if end < 0 {
		end = len(rest)
	}
	*w = words(rest[end:])
	return rest[:end]
}

// rest takes everything that is left, without space at both ends.
func (w *words) rest() string {
	text := strings.TrimSpace(string(*w))
	*w = ""
	return text
}

// until takes the words before one of the given ones, joined by one space, and that one itself.
// Without it, until takes all words, and stop is "".
func (w *words) until(stops ...string) (text, stop string) {
	var taken []string
	for stop = w.next(); stop != "" && !slices.Contains(stops, stop); stop = w.next() {
		taken = append(taken, stop)
	}
	return strings.Join(taken, " "), stop
}

// number takes an integer. Numbers out of range become the nearest in range. If the next word is
// not a number, number does not take it and reports false.
func (w *words) number() (int64, bool) {
	after := *w
	n, err := strconv.ParseInt(after.next(), 10, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, false
	}
	*w = after
	return n, true
}

// move takes a move that is legal in p. If the next word is not such a move, move does not take
// it and returns NullMove.
func (w *words) move(p position) chess.Move {
	after := *w
	m, _ := p.ParseUCI(after.next())
	if m != chess.NullMove {
		*w = after
	}
	return m
}

// moves takes moves that are legal one after the other from p.
func (w *words) moves(p position) (moves []chess.Move) {
	for m := w.move(p); m != chess.NullMove; m = w.move(p) {
		moves = append(moves, m)
		p = p.after(m)
	}
	return moves
}

// meant returns the legal move that m means in p, with castling in either spelling, or NullMove.
func meant(p chess.Position, m chess.Move) chess.Move {
	m, _ = p.ParseUCI(m.String())
	return m
}

// appendMoves appends a name, and a space and each move, up to the first that is not legal from p. It
// appends nothing if there is no move, or the first is not legal.
func appendMoves(b []byte, name string, p chess.Position, moves []chess.Move) []byte {
	for i, m := range moves {
		if m = meant(p, m); m == chess.NullMove {
			break
		}
		if i == 0 {
			b = append(b, name...)
		}
		b = append(append(b, ' '), p.UCI(m)...)
		p.SetAfter(&p, m)
	}
	return b
}

// A field is a number of [Limits] or [Info].
type field struct {
	name  string // in the protocol
	value any    // a pointer to an int, an int64, or a time.Duration
}

// find returns the field with a name, or a field without a value.
func find(fields []field, name string) field {
	for _, f := range fields {
		if f.name == name {
			return f
		}
	}
	return field{}
}

// number returns the number. Times count in milliseconds, rounded away from 0.
func (f field) number() int64 {
	switch v := f.value.(type) {
	case *int:
		return int64(*v)
	case *int64:
		return *v
	case *time.Duration:
		return int64(*v/time.Millisecond) + int64(cmp.Compare(*v%time.Millisecond, 0))
	}
	return 0
}

// set sets the number to n, or to the nearest that fits.
func (f field) set(n int64) {
	switch v := f.value.(type) {
	case *int:
		*v = int(min(max(n, math.MinInt), math.MaxInt))
	case *int64:
		*v = n
	case *time.Duration:
		const most = math.MaxInt64 / int64(time.Millisecond)
		*v = time.Duration(min(max(n, -most), most)) * time.Millisecond
	}
}

// set takes a number and sets the value of a field to it, or to the least one. Without a number it
// reports false.
func (w *words) set(value any, least int64) bool {
	n, ok := w.number()
	if ok {
		field{value: value}.set(max(n, least))
	}
	return ok
}

// appendFields appends the fields with positive numbers.
func appendFields(b []byte, fields []field) []byte {
	for _, f := range fields {
		if n := f.number(); n > 0 {
			b = fmt.Appendf(b, " %s %d", f.name, n)
		}
	}
	return b
}

// oneLine returns text with spaces in place of line breaks and other control characters.
func oneLine(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text))
}
