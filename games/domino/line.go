package domino

import "slices"

// A Laid is a tile as it lies in the line: the pips of its left and of its
// right end, 0 to 6. The zero value is the double blank.
type Laid struct {
	Left, Right uint8 // pips
}

// Tile returns the tile that lies there, NoTile if an end is not 0 to 6.
func (l Laid) Tile() Tile { return TileOf(int(l.Left), int(l.Right)) }

// String returns the ends from left to right, such as "4-6".
func (l Laid) String() string { return string([]byte{'0' + l.Left, '-', '0' + l.Right}) }

// A line is the tiles on the table from left to right. Unused places are zero,
// so that equal lines are ==.
type line struct {
	tiles [Tiles]Laid
	n     uint8
}

// all returns a copy of the tiles.
func (l *line) all() []Laid { return slices.Clone(l.tiles[:l.n]) }

// set returns the tiles as a set.
func (l *line) set() TileSet {
	var s TileSet
	for _, laid := range l.tiles[:l.n] {
		s = s.With(laid.Tile())
	}
	return s
}

// ends returns the open ends. ok is false while nothing is laid.
func (l *line) ends() (left, right int, ok bool) {
	if l.n == 0 {
		return 0, 0, false
	}
	return int(l.tiles[0].Left), int(l.tiles[l.n-1].Right), true
}

// fitting returns the tiles that can be laid next, whoever has them.
func (l *line) fitting() TileSet {
	left, right, ok := l.ends()
	if !ok {
		return allTiles
	}
	return withPips[left] | withPips[right]
}

// lay adds t, which must fit, at an end. A first tile lies with its higher end
// to the left.
func (l *line) lay(t Tile, e End) {
	laid := Laid{uint8(t.High()), uint8(t.Low())}
	left, right, _ := l.ends()
	switch e {
	case Left:
		if t.Low() != left {
			laid.Left, laid.Right = laid.Right, laid.Left
		}
		copy(l.tiles[1:], l.tiles[:l.n])
		l.tiles[0] = laid
	case Right:
		if t.High() != right {
			laid.Left, laid.Right = laid.Right, laid.Left
		}
		l.tiles[l.n] = laid
	default:
		l.tiles[0] = laid
	}
	l.n++
}

// A stock is the tiles not yet taken; the next one is the last of the array,
// and unused places are zero.
type stock struct {
	tiles [maxStock]Tile
	n     uint8
}

// maxStock is the size of the stock after the deal to two players, the largest
// there is.
const maxStock = 14

// stockOf returns a stock with the given tiles, the next one first.
func stockOf(tiles []Tile) stock {
	var s stock
	s.n = uint8(len(tiles))
	for i, t := range tiles {
		s.tiles[len(tiles)-1-i] = t
	}
	return s
}

// all returns the tiles, the next one first.
func (s *stock) all() []Tile {
	var tiles []Tile
	for i := int(s.n) - 1; i >= 0; i-- {
		tiles = append(tiles, s.tiles[i])
	}
	return tiles
}

// draw removes the next tile and returns it. The stock must not be empty.
func (s *stock) draw() Tile {
	s.n--
	t := s.tiles[s.n]
	s.tiles[s.n] = 0
	return t
}
