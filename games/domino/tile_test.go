package domino_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	. "github.com/shakki/chess/games/domino"
)

// tile parses s, which must be a valid tile.
func tile(t testing.TB, s string) Tile {
	t.Helper()
	v, err := ParseTile(s)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// shuffle returns a shuffle that begins with the given tiles. The other tiles follow in descending
// order from 6-6.
func shuffle(t testing.TB, first string) Shuffle {
	t.Helper()
	var tiles []Tile
	for _, name := range strings.Fields(first) {
		tiles = append(tiles, tile(t, name))
	}
	for next := range Tile(Tiles) {
		if u := Tiles - 1 - next; !slices.Contains(tiles, u) {
			tiles = append(tiles, u)
		}
	}
	return Shuffle(tiles)
}

// TestRuleSet checks that there are 28 tiles with the ends of a double-six set.
func TestRuleSet(t *testing.T) {
	var all TileSet
	pips, doubles := 0, 0
	for high := range 7 {
		for low := range high + 1 {
			u := TileOf(low, high)
			if u != TileOf(high, low) || u.High() != high || u.Low() != low || u.Pips() != high+low {
				t.Errorf("TileOf(%d, %d) = %v with ends %d and %d", low, high, u, u.High(), u.Low())
			}
			for n := -1; n <= 7; n++ {
				if u.Has(n) != (n == high || n == low) {
					t.Errorf("%v.Has(%d) = %v, want %v", u, n, u.Has(n), !u.Has(n))
				}
			}
			if u.IsDouble() {
				doubles++
			}
			all = all.With(u)
			pips += u.Pips()
		}
	}
	if all.Count() != Tiles || pips != 168 || all.Pips() != 168 || doubles != 7 {
		t.Errorf("%d tiles with %d pips, %d doubles; want 28, 168, 7", all.Count(), all.Pips(), doubles)
	}
	for _, ends := range [][2]int{{-1, 0}, {0, 7}, {7, 7}, {-1, 8}} {
		if u := TileOf(ends[0], ends[1]); u != NoTile {
			t.Errorf("TileOf(%d, %d) = %v, want NoTile", ends[0], ends[1], u)
		}
	}
}

// TestNewShuffle checks the shuffles of two seeds, which must not change because programs may have
// stored seeds. It also checks that every tile is about equally frequent in every place.
func TestNewShuffle(t *testing.T) {
	for seed, want := range map[uint64]string{
		0: "[3-1,6-3,4-1,4-4,6-5,1-0,5-1,4-3,5-0,2-1,3-3,3-2,6-4,5-2," +
			"6-0,6-1,0-0,4-0,2-0,5-4,5-5,5-3,1-1,3-0,4-2,6-2,2-2,6-6]",
		1: "[4-3,3-0,6-5,5-0,2-2,6-6,1-0,4-1,5-5,4-2,3-2,3-1,3-3,6-2," +
			"4-0,6-1,5-4,6-3,6-4,1-1,4-4,5-1,2-0,2-1,5-2,6-0,0-0,5-3]",
	} {
		if got := strings.ReplaceAll(fmt.Sprint(NewShuffle(seed)), " ", ","); got != want {
			t.Errorf("NewShuffle(%d) = %s, want %s", seed, got, want)
		}
	}
	const rounds = 28000 // 1000 expected for each tile and place, with standard deviation 31
	var count [Tiles][Tiles]int
	for seed := range uint64(rounds) {
		s := NewShuffle(seed)
		if TileSetOf(s[:]...).Count() != Tiles {
			t.Fatalf("NewShuffle(%d) = %v, want a valid shuffle", seed, s)
		}
		for place, u := range s {
			count[place][u]++
		}
	}
	for place := range count {
		for u, n := range count[place] {
			if n < 850 || n > 1150 {
				t.Errorf("tile %v is in place %d of %d shuffles, want about 1000", Tile(u), place, n)
			}
		}
	}
}

func TestTileSet(t *testing.T) {
	s := TileSetOf(tile(t, "1-0"), tile(t, "6-4"), tile(t, "5-5"), NoTile)
	if got, want := s.String(), "6-4,5-5,1-0"; got != want {
		t.Errorf("TileSetOf(1-0, 6-4, 5-5, NoTile) = %s, want %s", got, want)
	}
	if u := tile(t, "5-5"); u.Outranks(u) {
		t.Error("5-5 outranks itself")
	}
	if s.Count() != 3 || s.Pips() != 21 || s.IsEmpty() || !s.Has(tile(t, "5-5")) || s.Has(tile(t, "0-0")) {
		t.Errorf("%v: Count() = %d, Pips() = %d; want 3, 21", s, s.Count(), s.Pips())
	}
	if got, want := s.Without(tile(t, "5-5")).Without(tile(t, "0-0")).String(), "6-4,1-0"; got != want {
		t.Errorf("%v.Without(5-5).Without(0-0) = %s, want %s", s, got, want)
	}
	for u := range s.All() {
		if got := u.String(); got != "6-4" {
			t.Errorf("%v.All() begins with %s, want 6-4", s, got)
		}
		break
	}
	got := fmt.Sprint(TileSet(0), Laid{4, 6}, Laid{4, 6}.Tile(), Laid{7, 0}.Tile(), Laid{0, 7}, new(Match), Start, Left, Right)
	if want := "- 4-6 6-4 none 0-7 0 players to 0\nend start left right"; got != want {
		t.Errorf("values are printed as %s, want %s", got, want)
	}
	if _, err := TileSet(1 << 28).MarshalText(); err == nil || !strings.HasPrefix(err.Error(), "tile set ") {
		t.Errorf("the error of an invalid set is %v", err)
	}
}
