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
