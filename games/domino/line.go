package domino

import "slices"

// A Laid is a tile in the line with its orientation. The zero value is the double blank.
type Laid struct {
	Left  uint8 `json:"left"`  // the number of pips on each end, from 0 to 6
	Right uint8 `json:"right"` // the number of pips on each end, from 0 to 6
}

// Tile returns the tile without its orientation, or NoTile if an end has more than 6 pips.
func (l Laid) Tile() Tile { return TileOf(int(l.Left), int(l.Right)) }

// String returns the ends from left to right, such as "4-6".
func (l Laid) String() string { return string([]byte{'0' + l.Left, '-', '0' + l.Right}) }

// A list holds at most all tiles. Unused elements are zero, so that equal lists are equal by ==.
type list[T any] struct {
	items [Tiles]T
	n     uint8
}

// listOf returns a list with the given items.
func listOf[T any](items []T) (l list[T]) {
	l.n = uint8(copy(l.items[:], items))
	return l
}

// all returns a copy of the items.
func (l *list[T]) all() []T { return slices.Clone(l.items[:l.n]) }

// take removes and returns the first item. The list must be neither empty nor full.
func (l *list[T]) take() T {
	first := l.items[0]
	copy(l.items[:], l.items[1:])
	l.n--
	return first
}

// A line holds the tiles on the table from left to right.
type line struct{ list[Laid] }

// ends returns the pips of the open ends. If the line is empty, ok is false.
func (l *line) ends() (left, right int, ok bool) {
	if l.n == 0 {
		return 0, 0, false
	}
	return int(l.items[0].Left), int(l.items[l.n-1].Right), true
}

// fitting returns all tiles that match an open end. If the line is empty, all tiles match.
func (l *line) fitting() TileSet {
	left, right, ok := l.ends()
	if !ok {
		return allTiles
	}
	return withPips[left] | withPips[right]
}

// lay adds t at an end, which it must match. The first tile is laid with its higher end on the
// left.
func (l *line) lay(t Tile, e End) {
	laid, at := t.oriented(), l.n
	left, right, _ := l.ends()
	if e == Left && t.Low() != left || e == Right && t.High() != right {
		laid.Left, laid.Right = laid.Right, laid.Left
	}
	if e == Left {
		at = 0
		copy(l.items[1:], l.items[:l.n])
	}
	l.items[at] = laid
	l.n++
}
