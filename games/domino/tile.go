package domino

import (
	"fmt"
	"iter"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/shakki/chess/internal/tabletop"
)

// The limits of a double-six set and of a game.
const (
	MaxPips    = 6  // the highest number of pips on an end of a tile
	Tiles      = 28 // the number of tiles in the set
	MinPlayers = 2  // the minimum number of players
	MaxPlayers = 5  // the maximum number of players: each takes 5 tiles, which leaves 3 for the stock
)

// A Player is one of the players. The players take turns in alphabetical order. The zero value is
// [NoPlayer].
type Player uint8

// The players. In a game of two, the players are A and B. In a game of three, they are A, B, and C.
const (
	NoPlayer Player = iota
	A
	B
	C
	D
	E
)

var players = tabletop.Enum[Player]("player", "nobody", "A", "B", "C", "D", "E")

// IsValid reports whether p is a player from A to E.
func (p Player) IsValid() bool { return A <= p && p <= E }

// known returns p, or NoPlayer if p is not a player. NoPlayer has no tiles.
func (p Player) known() Player {
	if !p.IsValid() {
		return NoPlayer
	}
	return p
}

// String returns the letter of the player, from "A" to "E", or "nobody" for NoPlayer.
func (p Player) String() string { return players.Text(p) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (p Player) MarshalText() ([]byte, error) { return players.Marshal(p) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String. The error is a
// [*ParseError].
func (p *Player) UnmarshalText(text []byte) error { return players.Unmarshal(p, text) }

// A Tile is one of the 28 tiles. They are numbered in the order 0-0, 1-0, 1-1, 2-0, and so on up to
// 6-6. The zero value is the double blank 0-0.
type Tile uint8

// NoTile represents no tile.
const NoTile Tile = Tiles

// tileEnds holds each tile with its higher end on the left, and zeros for NoTile.
var tileEnds = func() (ends [Tiles + 1]Laid) {
	for high := range uint8(MaxPips + 1) {
		for low := range high + 1 {
			ends[TileOf(int(high), int(low))] = Laid{high, low}
		}
	}
	return ends
}()

// TileOf returns the tile with the ends a and b, which may be in either order. It returns NoTile if
// a or b is not between 0 and 6.
func TileOf(a, b int) Tile {
	low, high := min(a, b), max(a, b)
	if low < 0 || high > MaxPips {
		return NoTile
	}
	return Tile(high*(high+1)/2 + low)
}

// ParseTile parses a tile such as "6-4", with the higher end first. The error is a [*ParseError].
func ParseTile(s string) (Tile, error) {
	l, err := parseLaid(s)
	if l.Left < l.Right {
		err = tabletop.NewParseError("tile", s, 1, "want the higher end first: "+l.Tile().String())
	}
	if err != nil {
		return NoTile, err
	}
	return l.Tile(), nil
}

// IsValid reports whether t is one of the 28 tiles.
func (t Tile) IsValid() bool { return t < NoTile }

// High returns the number of pips on the higher end, or 0 if t is not valid.
func (t Tile) High() int { return int(t.oriented().Left) }

// Low returns the number of pips on the lower end, or 0 if t is not valid.
func (t Tile) Low() int { return int(t.oriented().Right) }

// Pips returns the number of pips on both ends together, or 0 if t is not valid.
func (t Tile) Pips() int { return t.High() + t.Low() }

// IsDouble reports whether both ends are equal. It returns false if t is not valid.
func (t Tile) IsDouble() bool { return t.IsValid() && t.High() == t.Low() }

// Has reports whether an end of t has the given number of pips. It returns false if t is not valid.
func (t Tile) Has(pips int) bool {
	return t.IsValid() && (t.High() == pips || t.Low() == pips)
}

// String returns the two ends with the higher end first, such as "6-4". It returns "none" for
// NoTile.
func (t Tile) String() string {
	switch {
	case t == NoTile:
		return "none"
	case !t.IsValid():
		return fmt.Sprintf("Tile(%d)", uint8(t))
	}
	return t.oriented().String()
}

// oriented returns t with the higher end on the left. It returns the double blank if t is not valid.
func (t Tile) oriented() Laid { return tileEnds[min(t, NoTile)] }

// MarshalText implements [encoding.TextMarshaler].
func (t Tile) MarshalText() ([]byte, error) { return tabletop.Marshal("tile", t, t.IsValid()) }

// UnmarshalText implements [encoding.TextUnmarshaler] using [ParseTile]. It does not change t on
// error.
func (t *Tile) UnmarshalText(text []byte) error { return tabletop.Unmarshal(t, text, ParseTile) }

// A TileSet is a set of tiles, such as a hand. Two sets are equal by == if they have the same
// tiles. The zero value is the empty set.
type TileSet uint32

// allTiles is the whole double-six set.
const allTiles TileSet = 1<<Tiles - 1

// withPips holds the seven tiles that have a given number of pips on an end.
var withPips = func() (sets [MaxPips + 1]TileSet) {
	for t, l := range tileEnds {
		sets[l.Left] = sets[l.Left].With(Tile(t))
		sets[l.Right] = sets[l.Right].With(Tile(t))
	}
	return sets
}()

// TileSetOf returns the set of the given tiles. It ignores invalid tiles.
func TileSetOf(tiles ...Tile) TileSet {
	var s TileSet
	for _, t := range tiles {
		s = s.With(t)
	}
	return s
}

// Has reports whether t is in s. It returns false if t is not valid.
func (s TileSet) Has(t Tile) bool { return t.IsValid() && s>>t&1 != 0 }

// With returns s with t added, or s if t is not valid.
func (s TileSet) With(t Tile) TileSet {
	if !t.IsValid() {
		return s
	}
	return s | 1<<t
}

// Without returns s with t removed.
func (s TileSet) Without(t Tile) TileSet { return s &^ (1 << t) }

// IsEmpty reports whether s has no tiles.
func (s TileSet) IsEmpty() bool { return s == 0 }

// Count returns the number of tiles in s.
func (s TileSet) Count() int { return bits.OnesCount32(uint32(s)) }

// Pips returns the number of pips on all tiles in s.
func (s TileSet) Pips() int {
	sum := 0
	for t := range s.All() {
		sum += t.Pips()
	}
	return sum
}

// first returns the first tile in the order of [TileSet.All]. The set must not be empty.
func (s TileSet) first() Tile { return Tile(31 - bits.LeadingZeros32(uint32(s))) }

// All returns an iterator over the tiles in s from 6-6 down to 0-0. The tiles are in descending
// order of the higher end, and then of the lower end.
func (s TileSet) All() iter.Seq[Tile] {
	return func(yield func(Tile) bool) {
		for ; s != 0; s = s.Without(s.first()) {
			if !yield(s.first()) {
				return
			}
		}
	}
}

// String returns the tiles in the order of [TileSet.All], such as "6-6,6-4,1-0". It returns "-" for
// the empty set.
func (s TileSet) String() string {
	if s&^allTiles != 0 {
		return fmt.Sprintf("TileSet(%#x)", uint32(s))
	}
	return join(slices.Collect(s.All()), ",")
}

// MarshalText implements [encoding.TextMarshaler].
func (s TileSet) MarshalText() ([]byte, error) {
	return tabletop.Marshal("tile set", s, s&^allTiles == 0)
}

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String. The error is a
// [*ParseError].
func (s *TileSet) UnmarshalText(text []byte) error { return tabletop.Unmarshal(s, text, parseTileSet) }

// A Shuffle holds the tiles in the order in which the players take them. It is valid if it has each
// of the 28 tiles once, so the zero value is not. JSON has it as an array of tiles.
type Shuffle [Tiles]Tile

// NewShuffle returns a shuffle that depends only on the seed. The result for a seed will not change
// in future releases. There are 2^64 seeds, but 28! shuffles. A program that needs all of them must
// fill a Shuffle itself.
func NewShuffle(seed uint64) Shuffle {
	var s Shuffle
	random := rand.NewPCG(seed, Tiles)
	for i := range s {
		// Insert the next tile at a random place among the first i+1.
		j, _ := bits.Mul64(random.Uint64(), uint64(i+1))
		s[i] = s[j]
		s[j] = Tile(i)
	}
	return s
}
