package domino

import (
	"fmt"
	"strings"
)

// ParsePosition parses the form that [Position.String] returns, such as (shortened)
//
//	B 6-4,3-0/5-5,4-1 2-0,1-1,… 6-6,6-5
//
// It has four fields separated by single spaces: the player to move, the hands, the
// stock, and the line. The hands are in the order of the players and separated by "/".
// The tiles of a hand are in the order of [TileSet.All], the tiles of the stock in the
// order in which they are drawn, and the tiles of the line from left to right. Tiles are
// separated by commas, and "-" means no tiles.
//
// ParsePosition rejects positions that cannot arise in a round: each tile must appear
// once, adjacent ends in the line must match, and the sizes of the hands and of the stock
// must be possible. On failure, the error is a [*ParseError].
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
		r.reject("%v is missing", missing.first())
	}
	r.check(p.turn, held[:p.players], int(p.stock.n), int(p.line.n))
	return finish(&r, p, Position{})
}

// hands reads two to four hands and returns their number. It calls hand to read hand i.
func (r *reader) hands(hand func(i int)) int {
	n := 0
	for n == 0 || n < MaxPlayers && r.skip('/') {
		hand(n)
		n++
	}
	if n < MinPlayers {
		r.fail("want 2 to 4 hands separated by /")
	}
	return n
}

// check rejects numbers of tiles that cannot arise in a round. The arguments are the
// player to move, the number of tiles in each hand, and the numbers of tiles in the stock
// and in the line.
func (r *reader) check(turn Player, held []uint8, stock, laid int) {
	if r.err != nil {
		return
	}
	players := len(held)
	if int(turn) >= players {
		r.reject("%v is to move, but there are only %d players", turn, players)
		return
	}
	size := handSize(players)
	full := Tiles - players*size
	if stock > full {
		r.reject("the stock has %s, but it has only %d after the deal", tileCount(stock), full)
	}
	total, short := stock+laid, 0
	for i, n := range held {
		total += int(n)
		short += max(0, size-int(n))
		if n == 0 && (i+1)%players != int(turn) {
			r.reject("%v has no tiles left, but the next player is not to move", Player(i))
		}
		if laid == 0 && int(n) != size {
			r.reject("%v has %s before the first move, want %d", Player(i), tileCount(int(n)), size)
		}
		// Nobody can pass while the stock has tiles. So the number of tiles in the
		// line determines how many tiles each player has laid.
		if stock > 0 && int(n) < size-lays(laid, (int(turn)-1-i+players)%players, players) {
			r.reject("%v has %s, too few for the length of the line", Player(i), tileCount(int(n)))
		}
	}
	if total != Tiles {
		r.reject("there are %s, want %d", tileCount(total), Tiles)
	}
	if short > laid {
		r.reject("the players must have laid %s, but the line has %d", tileCount(short), laid)
	}
}

// lays returns the number of tiles laid by one of the players, given the total number of
// tiles laid in turn without a pass. The player is the one whose last turn was ago turns
// before the last turn.
func lays(laid, ago, players int) int { return (laid - ago + players - 1) / players }

// String returns p in the form that [ParsePosition] describes. It returns "none" for the
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

// AppendText implements [encoding.TextAppender]. The text is the same as the result of
// [Position.String]. If p is the zero value, the error is a [*ParseError].
func (p Position) AppendText(b []byte) ([]byte, error) {
	return appendValid(b, p.IsValid(), "position", p)
}

// MarshalText implements [encoding.TextMarshaler].
func (p Position) MarshalText() ([]byte, error) { return p.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] using [ParsePosition]. It does not
// change p on error.
func (p *Position) UnmarshalText(text []byte) error { return unmarshal(p, text, ParsePosition) }

// ParseView parses the form that [View.String] returns, such as
//
//	B: A ?7/6-6,5-0,4-4,3-1,2-1,1-0 ?14 6-5
//
// The viewer and a colon come first. The other fields are the same as for
// [ParsePosition], except that a hidden hand and the stock are written as "?" and the
// number of tiles. ParseView rejects views that cannot arise in a round. On failure, the
// error is a [*ParseError].
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
				r.fail("want - for an empty hand, not ?0")
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
		r.reject("%s", why)
	}
	return finish(&r, v, View{})
}

// inconsistent returns the reason why v is not the view of a player, or "" if it is.
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
		return v.viewer.String() + " is not one of the players"
	case v.held[v.viewer] > 0 && own.IsEmpty():
		return "the hand of the viewer is hidden"
	case hidden > 0 && hidden != int(v.players)-1:
		return "some of the other hands are open and some are hidden"
	case hidden > 0 && over:
		return "the round is over, but hands are hidden"
	case hidden == 0 && !v.Outcome().IsOver():
		return "all hands are open, but the round is not over"
	}
	return ""
}

// String returns v in the form that [ParseView] describes. It returns "none" for the zero
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

// AppendText implements [encoding.TextAppender]. The text is the same as the result of
// [View.String]. If v is the zero value, the error is a [*ParseError].
func (v View) AppendText(b []byte) ([]byte, error) {
	return appendValid(b, v.IsValid(), "view", v)
}

// MarshalText implements [encoding.TextMarshaler].
func (v View) MarshalText() ([]byte, error) { return v.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] using [ParseView]. It does not
// change v on error.
func (v *View) UnmarshalText(text []byte) error { return unmarshal(v, text, ParseView) }

// Board returns a drawing of the table: the line of tiles, the stock, and the hand of each
// player. The line of text for the player to move begins with ">".
func (p Position) Board() string {
	return board(p.Line(), int(p.stock.n), p.turn, p.players, func(i Player) string {
		return drawHand(p.hands[i])
	})
}

// Board returns a drawing of the table as [Position.Board] does. It shows only the number
// of tiles in hidden hands.
func (v View) Board() string {
	return board(v.Line(), int(v.stock), v.turn, v.players, func(i Player) string {
		if v.hands[i].IsEmpty() && v.held[i] > 0 {
			return tileCount(int(v.held[i]))
		}
		return drawHand(v.hands[i])
	})
}

// board draws a table. The function hand draws the hand of a player.
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

// drawTiles draws tiles such as "[6|4]", with at most 14 tiles (70 columns) per line.
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

// tileCount returns text such as "1 tile" or "2 tiles".
func tileCount(n int) string {
	if n == 1 {
		return "1 tile"
	}
	return fmt.Sprintf("%d tiles", n)
}
