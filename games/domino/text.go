package domino

import (
	"fmt"
	"strings"
)

// ParsePosition parses the form that [Position.String] writes: the player to
// move; the hands from A, separated by "/"; the stock, the next tile first; the
// line from left to right. One space stands between these, commas between
// tiles, "-" for no tiles. Hands have the order of [TileSet.All].
//
//	B 6-4,3-0/5-5,4-1 2-0,1-1,… 6-6,6-5
//
// It refuses what no deal could lead to: a tile that is missing or there
// twice, a line that does not match, and hands and stock of a size that no
// course of play explains. The error is a [*ParseError].
func ParsePosition(s string) (Position, error) {
	r := reader{kind: "position", text: s}
	var p Position
	p.turn = r.player()
	r.expect(' ')
	p.players = uint8(r.hands(func(i int) { p.hands[i] = r.hand() }))
	r.expect(' ')
	p.stock = r.stock()
	r.expect(' ')
	p.line = r.line()

	var held [MaxPlayers]uint8
	for i, hand := range p.hands {
		held[i] = uint8(hand.Count())
	}
	if missing := allTiles &^ r.seen; r.err == nil && !missing.IsEmpty() {
		r.refuse("%v is missing", missing.first())
	}
	r.check(p.turn, held[:p.players], int(p.stock.n), int(p.line.n))
	return finish(&r, p, Position{})
}

// hands reads two to four hands and returns how many there are.
func (r *reader) hands(hand func(i int)) int {
	n := 0
	for n == 0 || n < MaxPlayers && r.skip('/') {
		hand(n)
		n++
	}
	if n < MinPlayers {
		r.fail("want the hands of two to four players, with / between")
	}
	return n
}

// check refuses numbers of tiles that no course of play leads to, given how
// many each player holds.
func (r *reader) check(turn Player, held []uint8, stock, laid int) {
	if r.err != nil {
		return
	}
	players := len(held)
	if int(turn) >= players {
		r.refuse("%v is to move, but %d players take part", turn, players)
		return
	}
	size := handSize(players)
	full := Tiles - players*size
	if stock > full {
		r.refuse("the stock has %s, but %d after the deal", tileCount(stock), full)
	}
	total, short := stock+laid, 0
	for i, n := range held {
		total += int(n)
		short += max(0, size-int(n))
		if n == 0 && (i+1)%players != int(turn) {
			r.refuse("%v is out, but it is not the turn of the next player", Player(i))
		}
		if laid == 0 && int(n) != size {
			r.refuse("%v has %s before the first is laid, not %d", Player(i), tileCount(int(n)), size)
		}
		// Nobody passes while there is a stock, so the turns tell who has laid
		// how many tiles.
		if stock > 0 && int(n) < size-lays(laid, (int(turn)-1-i+players)%players, players) {
			r.refuse("%v has %s, fewer than left after the tiles laid", Player(i), tileCount(int(n)))
		}
	}
	if total != Tiles {
		r.refuse("there are %s, not %d", tileCount(total), Tiles)
	}
	if short > laid {
		r.refuse("the hands lack %s, but the line has %d", tileCount(short), laid)
	}
}

// lays returns how many of a number of tiles, laid in strict turns, are of the
// player who was on turn ago turns before the last: 0 for the last.
func lays(laid, ago, players int) int { return (laid - ago + players - 1) / players }

// String returns the text of p that [ParsePosition] explains, "none" for the
// zero value.
func (p Position) String() string {
	if !p.IsValid() {
		return "none"
	}
	b := fmt.Appendf(nil, "%v ", p.turn)
	for i, hand := range p.hands[:p.players] {
		if i > 0 {
			b = append(b, '/')
		}
		b = append(b, hand.String()...)
	}
	b = appendStrings(append(b, ' '), p.Stock())
	b = appendStrings(append(b, ' '), p.Line())
	return string(b)
}

// AppendText implements [encoding.TextAppender] with the form of
// [Position.String]. The zero value has no text form: the error is a
// [*ParseError].
func (p Position) AppendText(b []byte) ([]byte, error) {
	return appendValid(b, p.IsValid(), "position", p)
}

// MarshalText implements [encoding.TextMarshaler].
func (p Position) MarshalText() ([]byte, error) { return p.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParsePosition]; p
// stays as it is on error.
func (p *Position) UnmarshalText(text []byte) error { return unmarshal(p, text, ParsePosition) }

// ParseView parses the form that [View.String] writes: the viewer with a
// colon, then the fields of [ParsePosition], with "?" and a number in place of
// tiles that the viewer does not see.
//
//	B: A ?7/6-6,5-0,4-4,3-1,2-1,1-0 ?14 6-5
//
// It refuses what [ParsePosition] would refuse whatever the hidden tiles are.
// The error is a [*ParseError].
func ParseView(s string) (View, error) {
	r := reader{kind: "view", text: s}
	var v View
	v.viewer = r.player()
	r.expect(':')
	r.expect(' ')
	v.turn = r.player()
	r.expect(' ')
	v.players = uint8(r.hands(func(i int) {
		if r.skip('?') {
			if v.held[i] = uint8(r.number()); v.held[i] == 0 {
				r.fail("an empty hand is -, not ?0")
			}
			return
		}
		v.hands[i] = r.hand()
		v.held[i] = uint8(v.hands[i].Count())
	}))
	r.expect(' ')
	r.expect('?')
	v.stock = uint8(r.number())
	r.expect(' ')
	v.line = r.line()

	r.check(v.turn, v.held[:v.players], int(v.stock), int(v.line.n))
	if why := v.inconsistent(); r.err == nil && why != "" {
		r.refuse("%s", why)
	}
	return finish(&r, v, View{})
}

// inconsistent returns why what v shows and hides is not the view of a player,
// "" if it is.
func (v *View) inconsistent() string {
	hidden := 0
	for i, n := range v.held {
		if n > 0 && v.hands[i].IsEmpty() {
			hidden++
		}
	}
	own := v.hands[v.viewer]
	over := own.IsEmpty() || v.stock == 0 && (own|v.Unseen())&v.line.fitting() == 0
	switch {
	case v.viewer >= Player(v.players):
		return v.viewer.String() + " does not take part"
	case v.held[v.viewer] > 0 && own.IsEmpty():
		return "the hand of the viewer is hidden"
	case hidden > 0 && hidden != int(v.players)-1:
		return "some hands of other players are open and some are hidden"
	case hidden > 0 && over:
		return "the round is over, but hands are hidden"
	case hidden == 0 && !v.Outcome().IsOver():
		return "all hands are open, but the round is not over"
	}
	return ""
}

// String returns the text of v that [ParseView] explains, "none" for the zero
// value.
func (v View) String() string {
	if !v.IsValid() {
		return "none"
	}
	b := fmt.Appendf(nil, "%v: %v ", v.viewer, v.turn)
	for i, hand := range v.hands[:v.players] {
		if i > 0 {
			b = append(b, '/')
		}
		if n := v.held[i]; n > 0 && hand.IsEmpty() {
			b = fmt.Appendf(b, "?%d", n)
		} else {
			b = append(b, hand.String()...)
		}
	}
	b = fmt.Appendf(b, " ?%d ", v.stock)
	return string(appendStrings(b, v.Line()))
}

// AppendText implements [encoding.TextAppender] with the form of
// [View.String]. The zero value has no text form: the error is a
// [*ParseError].
func (v View) AppendText(b []byte) ([]byte, error) {
	return appendValid(b, v.IsValid(), "view", v)
}

// MarshalText implements [encoding.TextMarshaler].
func (v View) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseView]; v
// stays as it is on error.
func (v *View) UnmarshalText(text []byte) error { return unmarshal(v, text, ParseView) }

// Board returns a drawing of the table: the line, the stock and a line for each
// hand, with ">" before the player to move.
func (p Position) Board() string {
	return board(p.Line(), int(p.stock.n), p.turn, p.players, func(i Player) string {
		return drawHand(p.hands[i])
	})
}

// Board returns a drawing of the table as [Position.Board] does, with the
// number of tiles in place of hidden hands.
func (v View) Board() string {
	return board(v.Line(), int(v.stock), v.turn, v.players, func(i Player) string {
		if v.hands[i].IsEmpty() && v.held[i] > 0 {
			return tileCount(int(v.held[i]))
		}
		return drawHand(v.hands[i])
	})
}

func board(line []Laid, stock int, turn Player, players uint8, hand func(Player) string) string {
	var sb strings.Builder
	fmt.Fprintf(&sb, "table: %s\nstock: %s\n", drawTiles(line), tileCount(stock))
	for i := range Player(players) {
		mark := ' '
		if i == turn {
			mark = '>'
		}
		fmt.Fprintf(&sb, "%c %v:   %s\n", mark, i, hand(i))
	}
	return sb.String()
}

// drawHand draws the tiles of a hand in the order of [TileSet.All].
func drawHand(s TileSet) string {
	var tiles []Laid
	for t := range s.All() {
		tiles = append(tiles, Laid{uint8(t.High()), uint8(t.Low())})
	}
	return drawTiles(tiles)
}

// drawTiles draws tiles as "[6|4]", at most 14 in a row of 70 columns.
func drawTiles(tiles []Laid) string {
	const indent = "\n       "
	var sb strings.Builder
	for i, l := range tiles {
		if i > 0 && i%14 == 0 {
			sb.WriteString(indent)
		}
		fmt.Fprintf(&sb, "[%d|%d]", l.Left, l.Right)
	}
	if len(tiles) == 0 {
		return "-"
	}
	return sb.String()
}

// tileCount returns a number of tiles in words: "1 tile", "2 tiles".
func tileCount(n int) string {
	if n == 1 {
		return "1 tile"
	}
	return fmt.Sprintf("%d tiles", n)
}
