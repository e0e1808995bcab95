package domino

import (
	"fmt"
	"strings"

	"github.com/shakki/chess/internal/tabletop"
)

// A reader parses a text from left to right. It keeps only the first error, so callers
// need not check for errors after each step. They call finish at the end.
type reader struct {
	kind, text string
	pos        int
	seen       TileSet // the tiles read by newTile and newLaid
	err        error
}

// finish returns v if r has read the whole text without an error. Otherwise it returns
// onError and the error.
func finish[T any](r *reader, v, onError T) (T, error) {
	if r.pos < len(r.text) {
		r.fail("unexpected text at the end")
	}
	if r.err != nil {
		return onError, r.err
	}
	return v, nil
}

// fail records an error at the current position.
func (r *reader) fail(format string, args ...any) { r.failAt(r.pos, format, args...) }

// failAt records an error at the given position, unless there is an earlier error.
func (r *reader) failAt(pos int, format string, args ...any) {
	if r.err == nil {
		r.err = tabletop.NewParseError(r.kind, r.text, pos+1, fmt.Sprintf(format, args...))
	}
}

// skip skips c if it is the next character. It reports whether it was.
func (r *reader) skip(c byte) bool {
	if r.err != nil || r.pos == len(r.text) || r.text[r.pos] != c {
		return false
	}
	r.pos++
	return true
}

// expect skips c. If c is not the next character, it records an error.
func (r *reader) expect(c byte) {
	if !r.skip(c) {
		r.fail("want %q", c)
	}
}

// symbol reads a character in the range from first to last and returns its offset from
// first.
func (r *reader) symbol(first, last byte, what string) int {
	if r.err != nil || r.pos == len(r.text) || r.text[r.pos] < first || r.text[r.pos] > last {
		r.fail("want %s from %c to %c", what, first, last)
		return 0
	}
	r.pos++
	return int(r.text[r.pos-1] - first)
}

// player reads "A" to "E".
func (r *reader) player() Player { return A + Player(r.symbol('A', 'A'+MaxPlayers-1, "a player")) }

// end reads "left" or "right", in any case.
func (r *reader) end() End {
	for _, e := range []End{Left, Right} {
		if strings.HasPrefix(tabletop.Lower(r.text[r.pos:]), e.String()) {
			r.pos += len(e.String())
			return e
		}
	}
	r.fail("want left or right")
	return Start
}

// laid reads a tile with its orientation, such as "4-6".
func (r *reader) laid() Laid {
	left := r.symbol('0', '0'+MaxPips, "pips")
	r.expect('-')
	right := r.symbol('0', '0'+MaxPips, "pips")
	return Laid{uint8(left), uint8(right)}
}

// tile reads a tile with the higher end first, such as "6-4".
func (r *reader) tile() Tile {
	start := r.pos
	l := r.laid()
	if l.Left < l.Right {
		r.failAt(start, "want the higher end first: %v", l.Tile())
	}
	return l.Tile()
}

// newTile reads a tile that must not have been read before.
func (r *reader) newTile() Tile {
	start := r.pos
	t := r.tile()
	r.see(start, t)
	return t
}

// newLaid reads a laid tile that must not have been read before.
func (r *reader) newLaid() Laid {
	start := r.pos
	l := r.laid()
	r.see(start, l.Tile())
	return l
}

// see records that t was read at position start.
func (r *reader) see(start int, t Tile) {
	if r.seen.Has(t) {
		r.failAt(start, "duplicate tile %v", t)
	}
	r.seen = r.seen.With(t)
}

// list reads a list of items separated by commas, or "-" for the empty list. It calls item
// to read each item.
func (r *reader) list(item func()) {
	if r.skip('-') {
		return
	}
	item()
	for r.skip(',') {
		item()
	}
}

// hand reads a set of tiles in the order of [TileSet.All].
func (r *reader) hand() TileSet {
	var hand TileSet
	last := NoTile
	r.list(func() {
		start := r.pos
		t := r.newTile()
		if t > last {
			r.failAt(start, "%v must come before %v", t, last)
		}
		hand, last = hand.With(t), t
	})
	return hand
}

// stock reads tiles in the order in which they are drawn.
func (r *reader) stock() stock {
	var tiles []Tile
	r.list(func() {
		if len(tiles) == maxStock {
			r.fail("the stock has more than %d tiles", maxStock)
			return
		}
		tiles = append(tiles, r.newTile())
	})
	return stockOf(tiles)
}

// line reads tiles from left to right. Adjacent ends must match.
func (r *reader) line() line {
	var l line
	r.list(func() {
		start := r.pos
		next := r.newLaid()
		if _, right, ok := l.ends(); ok && right != int(next.Left) {
			r.failAt(start, "%v does not match the %d on its left", next, right)
		}
		if r.err == nil {
			l.tiles[l.n] = next
			l.n++
		}
	})
	return l
}

// number reads a decimal number of at most two digits, without a leading zero.
func (r *reader) number() int {
	start := r.pos
	n := r.symbol('0', '9', "a number")
	for r.err == nil && r.pos < len(r.text) && '0' <= r.text[r.pos] && r.text[r.pos] <= '9' {
		if n == 0 || r.pos-start == 2 {
			r.failAt(start, "want a number from 0 to 99 without a leading zero")
		}
		n = 10*n + int(r.text[r.pos]-'0')
		r.pos++
	}
	return n
}

// appendList appends n items separated by commas, or "-" if n is 0. It calls item to
// append item i.
func appendList(b []byte, n int, item func(b []byte, i int) []byte) []byte {
	if n == 0 {
		return append(b, '-')
	}
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = item(b, i)
	}
	return b
}

// appendStrings appends the text of each item, separated by commas.
func appendStrings[T fmt.Stringer](b []byte, items []T) []byte {
	return appendList(b, len(items), func(b []byte, i int) []byte {
		return append(b, items[i].String()...)
	})
}
