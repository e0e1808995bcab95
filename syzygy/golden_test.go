package syzygy

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/golden"
)

// probed returns all answers for a game, or the errors.
func probed(t *Tables, g *chess.Game) string {
	p := g.Position()
	v, err := t.WDL(p)
	text := fmt.Sprintln(v, err)
	d, err := t.DTZ(p)
	text += fmt.Sprintf("%+v %v\n", d, err)
	moves, err := t.RootMoves(g)
	text += fmt.Sprintf("%+v %v\n", moves, err)
	best, err := t.BestMove(g)
	text += fmt.Sprintln(best, err)
	line, err := t.Line(p)
	return text + fmt.Sprintln(line, err)
}

// opened returns the tables in a file system.
func opened(t *testing.T, system fs.FS) *Tables {
	t.Helper()
	tables, err := OpenFS(system)
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// goldenGames returns games near the ends that clocks and repetitions bring, under several rules.
func goldenGames(t *testing.T) (games []*chess.Game) {
	var rules []chess.Rules
	for _, fifty := range []chess.Effect{chess.Claimable, chess.Automatic, chess.NoEffect} {
		for _, more := range []chess.Effect{chess.Automatic, chess.Claimable, chess.NoEffect} {
			rules = append(rules, chess.Rules{FiftyMoves: fifty, SeventyFiveMoves: more})
		}
	}
	for _, r := range rules {
		for _, board := range []string{
			"k7/8/1K6/8/8/8/8/7R w", "k7/8/1K6/8/8/8/8/2Q5 w", "8/8/8/8/8/2k5/8/K2R4 b", "8/4P3/8/8/1k6/8/8/4K3 w", "8/8/8/8/8/2k5/1p6/1K6 b",
		} {
			for _, clock := range []int{0, 79, 80, 89, 96, 97, 98, 99, 100, 146, 147, 148, 149} {
				games = append(games, gameFrom(t, fmt.Sprintf("%s - - %d 80", board, clock), "", r))
			}
		}
	}
	const shuffle = "Rg1 Kb8 Rh1 Ka8 "
	for _, r := range []chess.Rules{{}, {Threefold: chess.NoEffect}, {Threefold: chess.NoEffect, Fivefold: chess.NoEffect}, {Threefold: chess.Automatic}} {
		for n := range 4 {
			if r.Threefold == chess.Automatic && n > 1 {
				continue // the game is over
			}
			for _, more := range []string{"", "Rg1", "Rg1 Kb8", "Rg1 Kb8 Rh1"} {
				games = append(games, gameFrom(t, "k7/8/1K6/8/8/8/8/7R w - - 0 1", strings.Repeat(shuffle, n)+more, r))
			}
		}
	}
	return games
}

// constants returns tables in which all positions with two pawns against one have the value before, and
// those after a capture the value after.
func constants(files fstest.MapFS, before, after WDL, flags byte, lists [4][]uint16) fstest.MapFS {
	first, next := encodedPart{values: []uint16{uint16(before - Loss)}}, encodedPart{values: []uint16{uint16(after - Loss)}}
	distance := encodedPart{values: []uint16{0}, flags: flags | mappedValues | byte(chess.Black), lists: lists}
	system := maps.Clone(files)
	for name, part := range map[string]encodedPart{"KPPvKP": first, "KQPvKP": first, "KPvKP": next, "KQvKP": next, "KPPvK": next} {
		system[name+".rtbw"] = constant(wdlTable, name, part)
	}
	system["KPPvKP.rtbz"] = constant(dtzTable, "KPPvKP", distance)
	return system
}

// TestGolden compares digests of answers with earlier ones: for games under several rules, for tables with
// any value before and after captures, and for damaged and missing tables.
func TestGolden(t *testing.T) {
	files, _ := made()
	golden.Compare(t, func(add func(kind, text string)) {
		whole := opened(t, files)
		games := goldenGames(t)
		for _, g := range games {
			add("games", probed(whole, g))
		}
		for _, name := range slices.Sorted(maps.Keys(files)) {
			without := maps.Clone(files)
			delete(without, name)
			tables := opened(t, without)
			for _, g := range games[:65] {
				add("missing tables", probed(tables, g))
			}
		}
		lists := [4][]uint16{{2}, {3}, {4}, {5}}
		for before := Loss; before <= Win; before++ {
			for after := Loss; after <= Win; after++ {
				for _, flags := range []byte{0, winInPlies, lossInPlies} {
					tables := opened(t, constants(files, before, after, flags, lists))
					for _, fen := range []string{
						"4k3/p6p/8/8/8/8/P7/4K3 w - - 0 1", "8/p7/8/8/8/6k1/P6p/7K w - - 0 1", "4k3/p7/8/2Pp4/8/8/8/4K3 w - d6 0 1",
						"8/8/2k5/2Pp4/8/6q1/8/7K w - d6 0 1", "4k3/p7/8/8/8/P7/3p4/4K3 w - - 0 1", "8/7P/8/8/3k4/2p5/1P6/4K3 w - - 0 1",
						"4k3/p7/8/2Pp4/3K4/8/8/8 w - d6 0 1",
					} {
						p := chess.MustParseFEN(fen)
						v, err := tables.WDL(p)
						d, failed := tables.DTZ(p)
						add("captures", fmt.Sprintf("%v %v %+v %v", v, err, d, failed))
					}
				}
			}
		}
		for i, table := range fuzzed {
			data := files[table.file].Data
			for at := range min(300, len(data)) {
				for _, b := range []byte{data[at] + 1, data[at] - 1, data[at] ^ 0x80} {
					changed := slices.Clone(data)
					changed[at] = b
					tables := opened(t, damaged(table.file, changed)[(at+i)%2])
					for _, p := range table.positions {
						d, err := tables.DTZ(p)
						add("damaged tables", fmt.Sprintf("%+v %v", d, err))
					}
				}
			}
			for cut := range 200 {
				tables := opened(t, damaged(table.file, data[:len(data)*cut/200])[cut%2])
				d, err := tables.DTZ(table.positions[0])
				add("cut tables", fmt.Sprintf("%+v %v", d, err))
			}
		}
	})
}
