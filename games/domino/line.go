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

// A line holds the tiles on the table from left to right. Unused elements are zero, so that equal
// lines are equal by ==.
type line struct {
	tiles [Tiles]Laid
	n     uint8
}

// lineOf returns a line with the given tiles.
func lineOf(tiles []Laid) (l line) {
	l.n = uint8(copy(l.tiles[:], tiles))
	return l
}

// all returns a copy of the laid tiles.
func (l *line) all() []Laid { return slices.Clone(l.tiles[:l.n]) }

// ends returns the pips of the open ends. If the line is empty, ok is false.
func (l *line) ends() (left, right int, ok bool) {
	if l.n == 0 {
		return 0, 0, false
	}
	return int(l.tiles[0].Left), int(l.tiles[l.n-1].Right), true
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
		copy(l.tiles[1:], l.tiles[:l.n])
	}
	l.tiles[at] = laid
	l.n++
}

// A stock holds the tiles of the stock in the order in which they are drawn, behind unused elements
// that are zero.
type stock struct {
	tiles [maxStock]Tile
	n     uint8
}

// maxStock is the size of the largest stock, after the deal to two players.
const maxStock = 14

// stockOf returns a stock with the given tiles.
func stockOf(tiles []Tile) stock {
	s := stock{n: uint8(len(tiles))}
	copy(s.tiles[maxStock-s.n:], tiles)
	return s
}

// all returns the tiles in the order in which they are drawn.
func (s *stock) all() []Tile { return slices.Clone(s.tiles[maxStock-s.n:]) }

// draw removes and returns the next tile. The stock must not be empty.
func (s *stock) draw() (next Tile) {
	i := maxStock - s.n
	next, s.tiles[i] = s.tiles[i], 0
	s.n--
	return next
}
