package domino

import (
	"fmt"
	"strings"

	"github.com/shakki/chess/internal/tabletop"
)

// parseLaid parses a tile with its orientation, such as "4-6".
func parseLaid(s string) (Laid, error) {
	if len(s) != 3 || s[1] != '-' || !isPips(s[0]) || !isPips(s[2]) {
		return Laid{}, tabletop.NewParseError("tile", s, 1, "want a tile such as 6-4")
	}
	return Laid{s[0] - '0', s[2] - '0'}, nil
}

// isPips reports whether c is a number of pips.
func isPips(c byte) bool { return '0' <= c && c <= '0'+MaxPips }

// parseList parses items that are separated by sep, or "-" for none.
func parseList[T any](kind, s, sep string, parse func(string) (T, error)) (items []T, err error) {
	at := 0
	for part := range strings.SplitSeq(s, sep) {
		if s == "-" {
			break
		}
		item, err := parse(part)
		if err != nil {
			return nil, tabletop.Within(err, kind, s, at)
		}
		items = append(items, item)
		at += len(part) + len(sep)
	}
	return items, nil
}

// parseTileSet parses a set in the form that [TileSet.String] returns. The error is a
// [*ParseError].
func parseTileSet(s string) (TileSet, error) {
	tiles, err := parseList("tile set", s, ",", ParseTile)
	set := TileSetOf(tiles...)
	if err == nil && set.String() != s {
		err = tabletop.NewParseError("tile set", s, 1, "want each tile once, in this order: "+set.String())
	}
	return set, err
}

// join returns the texts of items with sep between them, or "-" for none.
func join[T fmt.Stringer](items []T, sep string) string {
	if len(items) == 0 {
		return "-"
	}
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = item.String()
	}
	return strings.Join(texts, sep)
}

// ParsePosition parses the form that [Position.String] returns, such as (shortened)
//
//	B 6-4,3-0/5-5,4-1 2-0,1-1,… 6-6,6-5
//
// It has four fields separated by single spaces: the player to move, the hands, the stock, and the
// line. The hands are in the order of the players and separated by "/". The tiles of a hand are in
// the order of [TileSet.All], the tiles of the stock in the order in which they are drawn, and the
// tiles of the line from left to right. Tiles are separated by commas, and "-" means no tiles.
//
// ParsePosition accepts the same positions as [NewPosition]. The error is a [*ParseError].
func ParsePosition(s string) (Position, error) {
	parts := strings.Split(s, " ")
	if len(parts) != 4 {
		const form = "the player to move, the hands, the stock, and the line, separated by spaces"
		return Position{}, tabletop.NewParseError("position", s, 1, "want "+form)
	}
	turn, err := players.Parse(parts[0])
	hands, err2 := parseList("hands", parts[1], "/", parseTileSet)
	stock, err3 := parseList("stock", parts[2], ",", ParseTile)
	line, err4 := parseList("line", parts[3], ",", parseLaid)
	at := 0
	for i, err := range []error{err, err2, err3, err4} {
		if err != nil {
			return Position{}, tabletop.Within(err, "position", s, at)
		}
		at += len(parts[i]) + 1
	}
	p, err := NewPosition(turn, hands, stock, line)
	if err != nil {
		err = tabletop.Within(err, "position", s, 0)
	}
	return p, err
}

// String returns a position in the form that [ParsePosition] describes. The text of a View begins with the
// viewer and a colon, and has "?" and the number of tiles for a hidden hand and for the stock, such as
//
//	B: A ?7/6-6,5-0,4-4,3-1,2-1,1-0 ?14 6-5
//
// String returns "none" for the zero value.
func (p table) String() string {
	if !p.IsValid() {
		return "none"
	}
	var hands []string
	for player, n := range p.hidden[:p.players+1] {
		hand := p.hands[player].String()
		if n > 0 {
			hand = fmt.Sprintf("?%d", n)
		}
		hands = append(hands, hand)
	}
	viewer, stock := "", join(p.stock.all(), ",")
	if p.viewer != NoPlayer {
		viewer, stock = p.viewer.String()+": ", fmt.Sprintf("?%d", p.stock.n)
	}
	return fmt.Sprintf("%s%v %s %s %s", viewer, p.turn, strings.Join(hands[A:], "/"), stock, join(p.Line(), ","))
}

// MarshalText implements [encoding.TextMarshaler] with the form of String. The zero value has no
// text form.
func (p table) MarshalText() ([]byte, error) { return tabletop.Marshal("position", p, p.IsValid()) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParsePosition]. It does not change p on
// error.
func (p *Position) UnmarshalText(text []byte) error {
	return tabletop.Unmarshal(p, text, ParsePosition)
}
