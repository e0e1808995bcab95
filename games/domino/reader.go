package domino

import (
	"fmt"
	"strings"
)

// A reader takes a text apart from left to right. After its first error the
// others do not count, so that callers read on and ask once, with finish.
type reader struct {
	kind, text string
	pos        int
	seen       TileSet // what newTile and newLaid have read
	err        *ParseError
}

// finish returns v if r has read all of its text without an error, else
// onError and the error.
func finish[T any](r *reader, v, onError T) (T, error) {
	if r.pos < len(r.text) {
		r.fail("the text goes on after its end")
	}
	if r.err != nil {
		return onError, r.err
	}
	return v, nil
}

// fail notes an error at the current place.
func (r *reader) fail(format string, args ...any) { r.failAt(r.pos, format, args...) }

// failAt notes an error at a place.
func (r *reader) failAt(pos int, format string, args ...any) {
	if r.err == nil {
		r.err = &ParseError{r.kind, r.text, pos + 1, fmt.Sprintf(format, args...)}
	}
}

// refuse notes an error of the text as a whole.
func (r *reader) refuse(format string, args ...any) { r.failAt(0, format, args...) }

// skip steps over c and reports whether it was there.
func (r *reader) skip(c byte) bool {
	if r.err != nil || r.pos == len(r.text) || r.text[r.pos] != c {
		return false
	}
	r.pos++
	return true
}

// expect steps over c, which must be there.
func (r *reader) expect(c byte) {
	if !r.skip(c) {
		r.fail("want %q", c)
	}
}

// symbol reads a character from first to last and returns its distance from
// first.
func (r *reader) symbol(first, last byte, what string) int {
	if r.err != nil || r.pos == len(r.text) || r.text[r.pos] < first || r.text[r.pos] > last {
		r.fail("want %s, %c to %c", what, first, last)
		return 0
	}
	r.pos++
	return int(r.text[r.pos-1] - first)
}

// player reads "A" to "D".
func (r *reader) player() Player { return Player(r.symbol('A', 'D', "a player")) }

// end reads "left" or "right".
func (r *reader) end() End {
	for _, e := range []End{Left, Right} {
		if strings.HasPrefix(r.text[r.pos:], e.String()) {
			r.pos += len(e.String())
			return e
		}
	}
	r.fail("want left or right")
	return Start
}

// laid reads two ends as they lie, such as "4-6".
func (r *reader) laid() Laid {
	left := r.symbol('0', '0'+MaxPips, "pips")
	r.expect('-')
	right := r.symbol('0', '0'+MaxPips, "pips")
	return Laid{uint8(left), uint8(right)}
}

// tile reads two ends, the higher one first.
func (r *reader) tile() Tile {
	start := r.pos
	l := r.laid()
	if l.Left < l.Right {
		r.failAt(start, "the higher end of a tile comes first: %v", l.Tile())
	}
	return l.Tile()
}

// newTile reads a tile that has not been there before.
func (r *reader) newTile() Tile {
	start := r.pos
	t := r.tile()
	r.see(start, t)
	return t
}

// newLaid reads a laid tile that has not been there before.
func (r *reader) newLaid() Laid {
	start := r.pos
	l := r.laid()
	r.see(start, l.Tile())
	return l
}

// see notes that t was read at start.
func (r *reader) see(start int, t Tile) {
	if r.seen.Has(t) {
		r.failAt(start, "%v is there twice", t)
	}
	r.seen = r.seen.With(t)
}

// list reads "-" for nothing, or items with commas between.
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
			r.failAt(start, "%v comes before %v", t, last)
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

// line reads tiles from left to right, each of which must match the one
// before.
func (r *reader) line() line {
	var l line
	r.list(func() {
		start := r.pos
		next := r.newLaid()
		if _, right, ok := l.ends(); ok && right != int(next.Left) {
			r.failAt(start, "%v does not match the %d before it", next, right)
		}
		if r.err == nil {
			l.tiles[l.n] = next
			l.n++
		}
	})
	return l
}

// number reads a decimal number of at most two digits, without leading zero.
func (r *reader) number() int {
	start := r.pos
	n := r.symbol('0', '9', "a number")
	for r.err == nil && r.pos < len(r.text) && '0' <= r.text[r.pos] && r.text[r.pos] <= '9' {
		if n == 0 || r.pos-start == 2 {
			r.failAt(start, "want a number without leading zero, 0 to 99")
		}
		n = 10*n + int(r.text[r.pos]-'0')
		r.pos++
	}
	return n
}

// appendList appends n items with commas between, or "-" for none.
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

// appendStrings appends the texts of items as a list.
func appendStrings[T fmt.Stringer](b []byte, items []T) []byte {
	return appendList(b, len(items), func(b []byte, i int) []byte {
		return append(b, items[i].String()...)
	})
}

// appendValid appends the text of v, or returns an error if v is not valid.
func appendValid(b []byte, valid bool, kind string, v fmt.Stringer) ([]byte, error) {
	if !valid {
		return b, &ParseError{kind, v.String(), 1, "the value is not valid"}
	}
	return append(b, v.String()...), nil
}

// unmarshal stores the value of text in v, which stays as it is on error.
func unmarshal[T any](v *T, text []byte, parse func(string) (T, error)) error {
	x, err := parse(string(text))
	if err == nil {
		*v = x
	}
	return err
}
