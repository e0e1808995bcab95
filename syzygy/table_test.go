package syzygy

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/deep"
)

// fuzzed holds tables to damage, and positions to probe in them.
var fuzzed = []struct {
	file      string
	positions []chess.Position
}{
	{"KPvK.rtbz", []chess.Position{
		chess.MustParseFEN("8/8/8/8/8/2k5/4P3/4K3 w - - 0 1"),
		chess.MustParseFEN("8/4k3/8/1P6/8/8/8/K7 b - - 0 1"),
		chess.MustParseFEN("7k/5p2/8/8/8/8/8/K7 w - - 0 1"),
	}},
	{"KRvK.rtbw", rookEndings},
	{"KRvK.rtbz", rookEndings},
}

var rookEndings = []chess.Position{
	chess.MustParseFEN("8/8/8/8/3k4/8/8/KR6 w - - 0 1"),
	chess.MustParseFEN("6r1/8/8/8/3k4/8/8/K7 w - - 0 1"),
}

// FuzzTable probes tables that are damaged. It is enough that the answer comes, and that an error
// says that the table is damaged.
func FuzzTable(f *testing.F) {
	files, _ := made()
	for i, table := range fuzzed {
		f.Add(uint8(i), files[table.file].Data)
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		table := fuzzed[int(which)%len(fuzzed)]
		for _, system := range damaged(table.file, data) {
			tables, err := OpenFS(system)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range table.positions {
				if _, err := tables.DTZ(p); !isFormatError(err) {
					t.Errorf("DTZ(%v): %v", p, err)
				}
				if _, err := tables.Line(p); !isFormatError(err) {
					t.Errorf("Line(%v): %v", p, err)
				}
			}
		}
	})
}

// damaged returns file systems with the made tables, and data in place of one of them. The tables
// are read at any offset, or loaded.
func damaged(name string, data []byte) []fs.FS {
	files, _ := made()
	with := maps.Clone(files)
	with[name] = &fstest.MapFile{Data: data}
	return []fs.FS{with, stream{with}}
}

// isFormatError reports whether err is nil or says that a table is damaged.
func isFormatError(err error) bool {
	var format *FormatError
	return err == nil || errors.As(err, &format)
}

// TestSymbols checks how many values a symbol may stand for, and which symbols refer to themselves or to
// none.
func TestSymbols(t *testing.T) {
	const value = noSecond << 12
	doubled := []node{value}
	for len(doubled) <= 8 { // each stands for twice as many values as the one before it
		last := node(len(doubled) - 1)
		doubled = append(doubled, last|last<<12)
	}
	for _, test := range []struct {
		name  string
		nodes []node
		ok    bool
	}{
		{"256 values", doubled, true},
		{"257 values", append(doubled[:9:9], 8), false},
		{"512 values", append(doubled[:9:9], 8|8<<12), false},
		{"itself", []node{value, 1 | 0<<12}, false},
		{"a later symbol", []node{1 | 1<<12, value}, true},
		{"no symbol, first", []node{value, 2}, false},
		{"no symbol, second", []node{value, 2 << 12}, false},
	} {
		var data []byte
		for _, n := range test.nodes {
			data = append(data, byte(n), byte(n>>8), byte(n>>16))
		}
		if _, ok := newNodes(data); ok != test.ok {
			t.Errorf("%s: newNodes accepts the symbols: %v, want %v", test.name, ok, test.ok)
		}
	}
}

// TestHeaderLimits checks the smallest and largest numbers that a header may have.
func TestHeaderLimits(t *testing.T) {
	const blocks, codes = "the size of the blocks is out of range", "the lengths of the codes are out of range"
	const blockBits, span, maxBits, minBits = 11, 12, 18, 19 // offsets in a table with three pieces
	files, _ := made()
	for _, test := range []struct {
		at    int
		value byte
		fault string // or "" if only the size of the file can be wrong
	}{
		{blockBits, 2, blocks}, {blockBits, 3, ""}, {blockBits, maxBlockBits, ""}, {blockBits, 17, blocks},
		{span, 0, ""}, {span, 31, ""}, {span, 32, blocks},
		{maxBits, 33, codes}, {minBits, 0, codes}, {minBits, 33, codes},
	} {
		data := slices.Clone(files["KRvK.rtbw"].Data)
		data[test.at] = test.value
		tables, err := OpenFS(damaged("KRvK.rtbw", data)[0])
		if err != nil {
			t.Fatal(err)
		}
		_, err = tables.WDL(rookEndings[0])
		text := errorText(err)
		if limited := strings.HasSuffix(text, blocks) || strings.HasSuffix(text, codes); limited != (test.fault != "") || !strings.HasSuffix(text, test.fault) {
			t.Errorf("%d at %d: %v, want %q", test.value, test.at, err, test.fault)
		}
	}
	one, two := slices.Clone(files["KRvK.rtbw"].Data), slices.Clone(files["KRvK.rtbw"].Data)
	one[maxBits], one[minBits] = longestCode, longestCode
	two[maxBits], two[minBits] = longestCode+1, longestCode+1
	for i, data := range [][]byte{one, two} {
		tables, err := OpenFS(damaged("KRvK.rtbw", data)[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tables.WDL(rookEndings[0]); strings.HasSuffix(errorText(err), codes) != (i == 1) {
			t.Errorf("codes of %d bits: %v", longestCode+i, err)
		}
	}
}

// TestLeadingPawn checks that pawns of one color lead in a whole table.
func TestLeadingPawn(t *testing.T) {
	for _, black := range []struct {
		files []int // those in which the black pawn leads
		ok    bool
	}{
		{nil, true}, {[]int{0, 1, 2, 3}, true}, {[]int{0}, false}, {[]int{1}, false}, {[]int{3}, false},
	} {
		draw := constant(wdlTable, "KPvKP", encodedPart{values: []uint16{2}})
		for _, file := range black.files {
			pawns := draw.Data[5+6*file+2:] // after the flags and the orders of two groups
			pawns[0], pawns[1] = pawns[1], pawns[0]
		}
		system := damaged("KPvKP.rtbw", draw.Data)[0]
		tables, err := OpenFS(system)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tables.WDL(chess.MustParseFEN("4k3/p7/8/8/8/8/7P/4K3 w - - 0 1")); (err == nil) != black.ok {
			t.Errorf("the black pawn leads in the files %v: %v", black.files, err)
		}
	}
}

// TestLocate checks in which block a value is, and which indexes of blocks are corrupt.
func TestLocate(t *testing.T) {
	const lengthsAt = 6
	for _, test := range []struct {
		block, at byte // in the index, where 32 is the first value of the block
		index     uint64
		want      string
	}{
		{0, 32, 0, "block 0, place 0"},
		{0, 32, 9, "block 0, place 9"},
		{0, 32, 10, "block 1, place 0"},
		{0, 32, 14, "block 1, place 4"},
		{0, 32, 15, "offset 10: the lengths of the blocks are corrupt"},
		{0, 31, 0, "offset 6: the lengths of the blocks are corrupt"},
		{1, 31, 0, "block 0, place 9"},
		{1, 21, 0, "offset 6: the lengths of the blocks are corrupt"},
		{3, 30, 0, "block 1, place 4"}, // behind the last value, among the lengths that fill up
		{3, 31, 0, "offset 10: the lengths of the blocks are corrupt"},
		{4, 30, 0, "offset 0: the index of blocks is corrupt"},
	} {
		e := &table{source: source{path: "KQvK.rtbw"}}
		e.data = []byte{test.block, 0, 0, 0, test.at, 0, 9, 0, 4, 0, 0, 0, 0, 0, 0, 0}
		block, place, err := e.locate(&part{pairs: pairs{span: 6, blocks: 2, lengths: 3, lengthsAt: lengthsAt}}, test.index, nil)
		got := fmt.Sprintf("block %d, place %d", block, place)
		if err != nil {
			got = strings.TrimPrefix(err.Error(), "syzygy: KQvK.rtbw: ")
		}
		if got != test.want {
			t.Errorf("value %d with the entry %d, %d: %s, want %s", test.index, test.block, test.at, got, test.want)
		}
	}
}

// TestDecode checks that a block has as many values as codes of one bit, and no more.
func TestDecode(t *testing.T) {
	nodes, ok := newNodes([]byte{7, 0xf0, 0xff, 9, 0xf0, 0xff})
	a := pairs{nodes: nodes}
	a.setCodes(1, []uint16{0})
	for _, size := range []int{8, 16} {
		block := bytes.Repeat([]byte{0b01100101}, size)
		for place := range 8*size + 34 {
			want, inBlock := uint16(7), place < 8*size
			if inBlock && block[place/8]<<(place%8)&0x80 != 0 {
				want = 9
			}
			if value, found := a.decode(block, place); !ok || found != inBlock || found && value != want {
				t.Errorf("value %d of a block of %d bytes: %d, %v, want %d, %v", place, size, value, found, want, inBlock)
			}
		}
	}
}

// TestDamage probes tables in which one byte was changed, mostly in the header, and tables cut
// there.
func TestDamage(t *testing.T) {
	files, _ := made()
	for _, table := range fuzzed {
		whole := files[table.file].Data
		for at := 0; at < len(whole); at += 1 + at/deep.Times(10, 4) {
			changed := slices.Clone(whole)
			changed[at] ^= byte(1 + at*37%255)
			for _, data := range [][]byte{changed, whole[:at]} {
				tables, err := OpenFS(damaged(table.file, data)[at%2])
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range table.positions {
					if _, err := tables.DTZ(p); !isFormatError(err) {
						t.Errorf("%s with a change at %d: %v", table.file, at, err)
					}
				}
			}
		}
	}
}
