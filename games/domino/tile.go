package domino

import (
	"fmt"
	"iter"
	"math/bits"
	"math/rand/v2"
)

// The measures of a double-six set and of a game.
const (
	MaxPips    = 6  // the highest number on an end of a tile
	Tiles      = 28 // in the set
	MinPlayers = 2
	MaxPlayers = 4
)

// A Player is one of the players in the order of their turns: B follows A. The
// zero value is [A].
type Player uint8

// The players. Two players are A and B, three A, B and C.
const (
	A Player = iota
	B
	C
	D
)

// ParsePlayer parses "A" to "D". The error is a [*ParseError].
func ParsePlayer(s string) (Player, error) {
	r := reader{kind: "player", text: s}
	return finish(&r, r.player(), A)
}

// IsValid reports whether p is A, B, C or D.
func (p Player) IsValid() bool { return p <= D }

// String returns "A" to "D".
func (p Player) String() string {
	if !p.IsValid() {
		return fmt.Sprintf("Player(%d)", uint8(p))
	}
	return "ABCD"[p : p+1]
}

// AppendText implements [encoding.TextAppender] with the form of [Player.String].
func (p Player) AppendText(b []byte) ([]byte, error) {
	return appendValid(b, p.IsValid(), "player", p)
}

// MarshalText implements [encoding.TextMarshaler].
func (p Player) MarshalText() ([]byte, error) { return p.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParsePlayer]; p
// stays as it is on error.
func (p *Player) UnmarshalText(text []byte) error { return unmarshal(p, text, ParsePlayer) }

// A Tile is one of the 28 tiles, numbered 0-0, 1-0, 1-1, 2-0 and so on to 6-6.
// The zero value is the double blank 0-0; [NoTile] stands for none.
type Tile uint8

// NoTile is no tile: the result where there is none.
const NoTile Tile = Tiles

// tileEnds holds the higher and the lower end of each tile.
var tileEnds = func() (ends [Tiles][2]uint8) {
	t := 0
	for high := range uint8(MaxPips + 1) {
		for low := range high + 1 {
			ends[t] = [2]uint8{high, low}
			t++
		}
	}
	return ends
}()

// TileOf returns the tile with the ends a and b in either order, NoTile unless
// both are 0 to 6.
func TileOf(a, b int) Tile {
	low, high := min(a, b), max(a, b)
	if low < 0 || high > MaxPips {
		return NoTile
	}
	return Tile(high*(high+1)/2 + low)
}

// ParseTile parses the two ends of a tile, the higher one first, such as
// "6-4". The error is a [*ParseError].
func ParseTile(s string) (Tile, error) {
	r := reader{kind: "tile", text: s}
	return finish(&r, r.tile(), NoTile)
}

// IsValid reports whether t is one of the 28 tiles.
func (t Tile) IsValid() bool { return t < NoTile }

// High returns the pips of the higher end, 0 to 6; 0 for NoTile.
func (t Tile) High() int {
	if !t.IsValid() {
		return 0
	}
	return int(tileEnds[t][0])
}

// Low returns the pips of the lower end, 0 to 6; 0 for NoTile.
func (t Tile) Low() int {
	if !t.IsValid() {
		return 0
	}
	return int(tileEnds[t][1])
}

// Pips returns the pips of both ends, 0 to 12; 0 for NoTile.
func (t Tile) Pips() int { return t.High() + t.Low() }

// IsDouble reports whether both ends are the same. NoTile is no double.
func (t Tile) IsDouble() bool { return t.IsValid() && t.High() == t.Low() }

// Has reports whether an end of t has the given pips. NoTile has none.
func (t Tile) Has(pips int) bool {
	return t.IsValid() && (t.High() == pips || t.Low() == pips)
}

// Outranks reports whether t is higher than u when the lead is drawn for: it
// has more pips (rule sheet S1), or as many and a higher end (point 1 of the
// package documentation).
func (t Tile) Outranks(u Tile) bool {
	if t.Pips() != u.Pips() {
		return t.Pips() > u.Pips()
	}
	return t.High() > u.High()
}

// String returns the ends with the higher one first, such as "6-4"; "none" for
// NoTile.
func (t Tile) String() string {
	switch {
	case t == NoTile:
		return "none"
	case t > NoTile:
		return fmt.Sprintf("Tile(%d)", uint8(t))
	}
	return Laid{tileEnds[t][0], tileEnds[t][1]}.String()
}

// AppendText implements [encoding.TextAppender] with the form of
// [Tile.String]. NoTile has no text form: the error is a [*ParseError].
func (t Tile) AppendText(b []byte) ([]byte, error) {
	return appendValid(b, t.IsValid(), "tile", t)
}

// MarshalText implements [encoding.TextMarshaler].
func (t Tile) MarshalText() ([]byte, error) { return t.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseTile]; t
// stays as it is on error.
func (t *Tile) UnmarshalText(text []byte) error { return unmarshal(t, text, ParseTile) }

// A TileSet is a set of tiles, such as a hand. The zero value is the empty
// set; == is equality of sets.
type TileSet uint32

// allTiles is the whole double-six set.
const allTiles TileSet = 1<<Tiles - 1

// withPips holds, for each number of pips, the seven tiles that have it.
var withPips = func() (sets [MaxPips + 1]TileSet) {
	for t, ends := range tileEnds {
		for _, pips := range ends {
			sets[pips] = sets[pips].With(Tile(t))
		}
	}
	return sets
}()

// TileSetOf returns the set of the given tiles; NoTile is ignored.
func TileSetOf(tiles ...Tile) TileSet {
	var s TileSet
	for _, t := range tiles {
		s = s.With(t)
	}
	return s
}

// ParseTileSet parses the form that [TileSet.String] writes. The error is a
// [*ParseError].
func ParseTileSet(s string) (TileSet, error) {
	r := reader{kind: "tile set", text: s}
	return finish(&r, r.hand(), 0)
}

// Has reports whether t is in s. NoTile is in no set.
func (s TileSet) Has(t Tile) bool { return t.IsValid() && s>>t&1 != 0 }

// With returns s with t added, s for NoTile.
func (s TileSet) With(t Tile) TileSet {
	if !t.IsValid() {
		return s
	}
	return s | 1<<t
}

// Without returns s with t removed.
func (s TileSet) Without(t Tile) TileSet { return s &^ (1 << t) }

// IsEmpty reports whether s has no tile.
func (s TileSet) IsEmpty() bool { return s == 0 }

// Count returns the number of tiles in s, 0 to 28.
func (s TileSet) Count() int { return bits.OnesCount32(uint32(s)) }

// Pips returns the pips of all tiles in s, 0 to 168.
func (s TileSet) Pips() int {
	sum := 0
	for ; s != 0; s = s.Without(s.first()) {
		sum += s.first().Pips()
	}
	return sum
}

// first returns the tile of s that comes first in [TileSet.All]. s must not be
// empty.
func (s TileSet) first() Tile { return Tile(31 - bits.LeadingZeros32(uint32(s))) }

// All iterates over the tiles of s from 6-6 down to 0-0: those with the
// highest higher end first, and of those the highest lower end.
func (s TileSet) All() iter.Seq[Tile] {
	return func(yield func(Tile) bool) {
		for ; s != 0; s = s.Without(s.first()) {
			if !yield(s.first()) {
				return
			}
		}
	}
}

// String returns the tiles of s in the order of [TileSet.All], such as
// "6-6,6-4,1-0"; "-" for the empty set.
func (s TileSet) String() string {
	text, _ := s.AppendText(nil)
	return string(text)
}

// AppendText implements [encoding.TextAppender] with the form of
// [TileSet.String]. A set that holds anything but tiles has no text form: the
// error is a [*ParseError].
func (s TileSet) AppendText(b []byte) ([]byte, error) {
	if s&^allTiles != 0 {
		return b, &ParseError{"tile set", fmt.Sprintf("TileSet(%#x)", uint32(s)), 1, "not a set of tiles"}
	}
	return appendList(b, s.Count(), func(b []byte, _ int) []byte {
		t := s.first()
		s = s.Without(t)
		return append(b, t.String()...)
	}), nil
}

// MarshalText implements [encoding.TextMarshaler].
func (s TileSet) MarshalText() ([]byte, error) { return s.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseTileSet]; s
// stays as it is on error.
func (s *TileSet) UnmarshalText(text []byte) error { return unmarshal(s, text, ParseTileSet) }

// A Shuffle is the set in the order in which its tiles are taken. It is valid
// if it holds each of the 28 tiles once; the zero value is not.
type Shuffle [Tiles]Tile

// NewShuffle returns the shuffle of a seed: the same in every run and release.
// Seeds reach 2^64 of the 28! orders; a program that needs any of the others
// fills a Shuffle itself.
func NewShuffle(seed uint64) Shuffle {
	var s Shuffle
	random := rand.NewPCG(seed, Tiles)
	for i := range s {
		// Insert the next tile at a random place among the i+1 first.
		j, _ := bits.Mul64(random.Uint64(), uint64(i+1))
		s[i] = s[j]
		s[j] = Tile(i)
	}
	return s
}

// ParseShuffle parses the form that [Shuffle.String] writes. The error is a
// [*ParseError].
func ParseShuffle(s string) (Shuffle, error) {
	r := reader{kind: "shuffle", text: s}
	var shuffle Shuffle
	for i := range shuffle {
		if i > 0 {
			r.expect(',')
		}
		shuffle[i] = r.newTile()
	}
	return finish(&r, shuffle, Shuffle{})
}

// IsValid reports whether s holds each of the 28 tiles once.
func (s Shuffle) IsValid() bool { return TileSetOf(s[:]...) == allTiles }

// String returns the tiles in order, such as "6-4,0-0,…".
func (s Shuffle) String() string {
	return string(appendList(nil, len(s), func(b []byte, i int) []byte {
		return append(b, s[i].String()...)
	}))
}

// AppendText implements [encoding.TextAppender] with the form of
// [Shuffle.String]. An invalid shuffle has no text form: the error is a
// [*ParseError].
func (s Shuffle) AppendText(b []byte) ([]byte, error) {
	return appendValid(b, s.IsValid(), "shuffle", s)
}

// MarshalText implements [encoding.TextMarshaler].
func (s Shuffle) MarshalText() ([]byte, error) { return s.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseShuffle]; s
// stays as it is on error.
func (s *Shuffle) UnmarshalText(text []byte) error { return unmarshal(s, text, ParseShuffle) }
