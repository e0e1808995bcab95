package domino

import (
	"fmt"
	"slices"
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

// parseTiles parses tiles such as "6-4,4-1".
func parseTiles(s string) ([]Tile, error) { return parseList("tiles", s, ",", ParseTile) }

// parseLine parses tiles with their orientation, such as "4-6,6-6".
func parseLine(s string) ([]Laid, error) { return parseList("line", s, ",", parseLaid) }

// parseTileSet parses a set in the form that [TileSet.String] returns. The error is a
// [*ParseError].
func parseTileSet(s string) (TileSet, error) {
	tiles, err := parseList("tile set", s, ",", ParseTile)
	set := TileSetOf(tiles...)
	if err == nil && set.String() != s {
		err = tabletop.NewParseError("tile set", s, 1, "want each tile once, in this order: "+set.String())
	}
	if err != nil {
		return 0, err
	}
	return set, nil
}

// A field parses a part of a text and stores its value.
type field func(string) error

// store returns the field that parse parses.
func store[T any](v *T, parse func(string) (T, error)) field {
	return func(s string) (err error) {
		*v, err = parse(s)
		return err
	}
}

// parseFields parses a text of fields with single spaces between them. The argument form says what
// they are.
func parseFields(kind, form, s string, fields ...field) error {
	at, parts := 0, strings.Split(s, " ")
	if len(parts) != len(fields) {
		return tabletop.NewParseError(kind, s, 1, "want "+form)
	}
	for i, part := range parts {
		if err := fields[i](part); err != nil {
			return tabletop.Within(err, kind, s, at)
		}
		at += len(part) + 1
	}
	return nil
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
	var turn Player
	var hands []TileSet
	var stock []Tile
	var line []Laid
	const form = "the player to move, the hands, the stock, and the line, separated by spaces"
	err := parseFields("position", form, s, store(&turn, players.Parse),
		store(&hands, func(s string) ([]TileSet, error) { return parseList("hands", s, "/", parseTileSet) }),
		store(&stock, parseTiles), store(&line, parseLine))
	if err != nil {
		return Position{}, err
	}
	p, err := NewPosition(turn, hands, stock, line)
	if fault, ok := err.(*SetupError); ok {
		return Position{}, tabletop.NewParseError("position", s, 1, fault.Detail)
	}
	return p, nil
}

// String returns p in the form that [ParsePosition] describes. It returns "none" for the zero
// value.
func (p Position) String() string {
	if !p.IsValid() {
		return "none"
	}
	return fmt.Sprintf("%v %s %s %s", p.turn, join(p.inHands(), "/"), join(p.Stock(), ","), join(p.Line(), ","))
}

// MarshalText implements [encoding.TextMarshaler] with the form of String. The zero value has no
// text form.
func (p Position) MarshalText() ([]byte, error) { return tabletop.Marshal("position", p, p.IsValid()) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParsePosition]. It does not change p on
// error.
func (p *Position) UnmarshalText(text []byte) error {
	return tabletop.Unmarshal(p, text, ParsePosition)
}

// ParseView parses the form that [View.String] returns, such as
//
//	B: A ?7/6-6,5-0,4-4,3-1,2-1,1-0 ?14 6-5
//
// The viewer and a colon come first. The other fields are the same as for [ParsePosition], except
// that a hidden hand and the stock are written as "?" and the number of tiles. ParseView rejects
// views that cannot arise in a round. The error is a [*ParseError].
func ParseView(s string) (View, error) {
	var v View
	var hands []visibleHand
	var line []Laid
	const form = "the viewer, the player to move, the hands, the stock, and the line, separated by spaces"
	err := parseFields("view", form, s, store(&v.viewer, parseViewer), store(&v.turn, players.Parse),
		store(&hands, func(s string) ([]visibleHand, error) { return parseList("hands", s, "/", parseHand) }),
		store(&v.stock, parseHidden), store(&line, parseLine))
	if err != nil {
		return View{}, err
	}
	why := countFault(len(hands), 0, len(line))
	if why == "" {
		v.players = uint8(len(hands))
		copy(v.hands[A:], hands)
		v.line = lineOf(line)
		why = v.fault()
	}
	if why != "" {
		return View{}, tabletop.NewParseError("view", s, 1, why)
	}
	return v, nil
}

// parseViewer parses a player and a colon.
func parseViewer(s string) (Player, error) {
	name, ok := strings.CutSuffix(s, ":")
	if !ok {
		return NoPlayer, tabletop.NewParseError("viewer", s, 1, "want the viewer, such as A:")
	}
	return players.Parse(name)
}

// A visibleHand is what a viewer may see of a hand.
type visibleHand struct {
	tiles TileSet // the tiles if they are visible
	held  uint8   // their number
}

// isHidden reports whether the viewer cannot see the tiles.
func (h visibleHand) isHidden() bool { return h.held > 0 && h.tiles.IsEmpty() }

// String returns the tiles, or "?" and their number if they are hidden.
func (h visibleHand) String() string {
	if h.isHidden() {
		return fmt.Sprintf("?%d", h.held)
	}
	return h.tiles.String()
}

// drawn returns the tiles as pictures show them.
func (h visibleHand) drawn() []Laid {
	if h.isHidden() {
		return slices.Repeat([]Laid{back}, int(h.held))
	}
	return oriented(h.tiles)
}

// parseHand parses a hand, or "?" and the number of tiles in a hidden hand.
func parseHand(s string) (visibleHand, error) {
	if s == "?0" {
		return visibleHand{}, tabletop.NewParseError("hand", s, 1, "want - for an empty hand, not ?0")
	}
	if strings.HasPrefix(s, "?") {
		held, err := parseHidden(s)
		return visibleHand{held: held}, err
	}
	tiles, err := parseTileSet(s)
	return visibleHand{tiles, uint8(tiles.Count())}, err
}

// parseHidden parses "?" and the number of hidden tiles.
func parseHidden(s string) (uint8, error) {
	for n := range uint8(Tiles) {
		if s == fmt.Sprintf("?%d", n) {
			return n, nil
		}
	}
	return 0, tabletop.NewParseError("number", s, 1, "want ? and the number of hidden tiles, such as ?7")
}

// fault returns the reason why v is not the view of a player, or "" if it is.
func (v *View) fault() string {
	_, why := tilesFault(v.tiles(), nil, v.line.all())
	if why == "" {
		why = v.countsFault()
	}
	hidden := 0
	for _, hand := range v.inHands() {
		if hand.isHidden() {
			hidden++
		}
	}
	switch {
	case why != "":
		return why
	case v.viewer == NoPlayer || v.viewer > Player(v.players):
		return v.viewer.String() + " is not one of the players"
	case v.hands[v.viewer].isHidden():
		return "the hand of the viewer is hidden"
	case hidden == 0 && !v.Outcome().IsOver():
		return "all hands are open, but the round is not over"
	case hidden > 0 && hidden != int(v.players)-1:
		return "some of the other hands are open and some are hidden"
	case hidden > 0 && v.mustBeOver():
		return "the round is over, but hands are hidden"
	}
	return ""
}

// mustBeOver reports whether the round is over whatever tiles the hidden hands have: the viewer has
// no tiles left, or the stock is empty and no tile that is not laid matches.
func (v *View) mustBeOver() bool {
	own := v.hands[v.viewer].tiles
	return own.IsEmpty() || v.stock == 0 && (own|v.Unseen())&v.line.fitting() == 0
}

// String returns v in the form that [ParseView] describes. It returns "none" for the zero value.
func (v View) String() string {
	if !v.IsValid() {
		return "none"
	}
	return fmt.Sprintf("%v: %v %s ?%d %s", v.viewer, v.turn, join(v.inHands(), "/"), v.stock, join(v.Line(), ","))
}

// MarshalText implements [encoding.TextMarshaler] with the form of String. The zero value has no
// text form.
func (v View) MarshalText() ([]byte, error) { return tabletop.Marshal("view", v, v.IsValid()) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseView]. It does not change v on
// error.
func (v *View) UnmarshalText(text []byte) error { return tabletop.Unmarshal(v, text, ParseView) }

// Board returns a drawing of the table: the line of tiles, the stock, and the hand of each player.
// The line of text for the player to move begins with ">".
func (p Position) Board() string { return p.open().Board() }

// Board returns a drawing of the table as [Position.Board] does. It shows only the number of tiles
// in hidden hands.
func (v View) Board() string {
	var sb strings.Builder
	fmt.Fprintf(&sb, "table: %s\nstock: %s\n", drawTiles(v.Line()), tileCount(v.Stock()))
	for i, hand := range v.inHands() {
		mark, player := ' ', A+Player(i)
		if player == v.turn {
			mark = '>'
		}
		fmt.Fprintf(&sb, "%c %v:   %s\n", mark, player, drawTiles(hand.drawn()))
	}
	return sb.String()
}

// drawTiles draws tiles such as "[6|4]", with at most 14 tiles (70 columns) per line. Tiles that are
// seen from behind are only counted.
func drawTiles(tiles []Laid) string {
	switch {
	case len(tiles) == 0:
		return "-"
	case slices.Contains(tiles, back):
		return tileCount(len(tiles))
	}
	text := ""
	for i, l := range tiles {
		if i > 0 && i%14 == 0 {
			text += "\n       "
		}
		text += fmt.Sprintf("[%d|%d]", l.Left, l.Right)
	}
	return text
}

// tileCount returns text such as "1 tile" or "2 tiles".
func tileCount(n int) string {
	if n == 1 {
		return "1 tile"
	}
	return fmt.Sprintf("%d tiles", n)
}
