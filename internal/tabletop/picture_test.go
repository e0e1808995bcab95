package tabletop_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/shakki/chess/games/backgammon"
	"github.com/shakki/chess/games/domino"
	"github.com/shakki/chess/games/shakkello"
	"github.com/shakki/chess/games/tictactoe"
)

var update = flag.Bool("update", false, "make TestPictures write the pictures of the manual")

// start returns a game of backgammon from a setup with the given text.
func start(t *testing.T, rules backgammon.Rules, text string) *backgammon.Game {
	t.Helper()
	setup, err := backgammon.ParseSetup(text)
	g, err2 := backgammon.NewGameFrom(setup, rules)
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	return g
}

// elements counts the elements of an SVG document by name. It fails if the document is not
// well-formed XML or refers to anything outside it.
func elements(t *testing.T, svg []byte) map[string]int {
	t.Helper()
	count := map[string]int{}
	for decoder := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return count
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, svg)
		}
		if start, ok := token.(xml.StartElement); ok {
			count[start.Name.Local]++
			for _, a := range start.Attr {
				if a.Name.Local == "href" || a.Name.Local == "style" {
					t.Errorf("the picture has the attribute %s", a.Name.Local)
				}
			}
		}
	}
}

// TestOtherPictures checks the number of circles and the checksums of pictures that show what the
// pictures of the manual do not. Look at a picture before you write a new checksum here.
func TestOtherPictures(t *testing.T) {
	bar, err := backgammon.NewPosition(backgammon.Checkers{backgammon.Bar: 2, 6: 7, 5: 1}, backgammon.Checkers{backgammon.Bar: 1, 24: 12})
	x, err2 := tictactoe.ParsePosition("XXX/OO./...")
	s, err3 := shakkello.ParsePosition("8/5b2/4B3/2B2R2/1kqrr3/2K1nQN1/2Nb1n2/4R3 -")
	d, err4 := domino.ParsePosition("A 4-3,4-2,3-2,3-1/6-5,5-4,5-3,5-0,4-1,0-0/6-3,5-5,4-4,3-0/6-6,5-1,4-0,1-0/6-1,6-0,3-3,2-1,2-0,1-1 - 5-2,2-2,2-6,6-4")
	over, err5 := domino.ParsePosition("B -/6-4/0-0 6-3,6-2,6-1,6-0,5-3,5-2,5-0,4-4,4-0,3-3,3-1,3-0,2-2 6-6,6-5,5-4,4-3,3-2,2-1,1-0,0-2,2-4,4-1,1-1,1-5,5-5")
	if err := errors.Join(err, err2, err3, err4, err5); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name    string
		svg     []byte
		circles int
		sum     uint32
	}{
		{"checkers on the bar and off", bar.AppendSVG(nil), 16, 0xee59e76},
		{"cube of Dark", start(t, backgammon.Rules{}, bar.String()+" dark 61 64 dark 0:0").AppendSVG(nil), 23, 0x55766f82},
		{"cube of Light", start(t, backgammon.Rules{}, bar.String()+" light roll 8192 light 0:0").AppendSVG(nil), 16, 0xaad4c371},
		{"cube without a number", start(t, backgammon.Rules{}, bar.String()+" light roll 16384 light 0:0").AppendSVG(nil), 16, 0x6c5b416},
		{"double", start(t, backgammon.Rules{}, bar.String()+" light double 2 light 0:0").AppendSVG(nil), 16, 0xfc3255cb},
		{"Crawford game", start(t, backgammon.Rules{}, bar.String()+" light roll 1 centered 2:0/3 crawford").AppendSVG(nil), 16, 0xdcfc6336},
		{"no cube", start(t, backgammon.Rules{NoCube: true}, bar.String()+" light roll 1 centered 0:0").AppendSVG(nil), 16, 0xdcfc6336},
		{"over", start(t, backgammon.Rules{}, "AAAABgAAAAAAAA dark over 4 dark 0:0").AppendSVG(nil), 4, 0xf22b3b7},
		{"three in a row", x.AppendSVG(nil), 4, 0xd13d5989},
		{"pieces", s.AppendSVG(nil), 16, 0x58d6ad87},
		{"empty stock", d.AppendSVG(nil), 168, 0xd8832279},
		{"long line", over.AppendSVG(nil), 89, 0x5894624c},
	} {
		if got := elements(t, tt.svg)["circle"]; got != tt.circles || crc32.ChecksumIEEE(tt.svg) != tt.sum {
			t.Errorf("%s: %d circles, sum %#x, want %d, %#x", tt.name, got, crc32.ChecksumIEEE(tt.svg), tt.circles, tt.sum)
		}
	}
}

// TestPictures checks that the picture of each game is well-formed and has a circle for each
// checker, disc, or pip. The pictures are those of the manual.
func TestPictures(t *testing.T) {
	x, err := tictactoe.ParsePosition("X.O/.X./..O")
	s, err2 := shakkello.ParsePosition("8/5b2/4B3/2B2R2/1kqrr3/2K1nQN1/2Nb1n2/4R3 -")
	d, err3 := domino.ParseView("B: A ?7/6-0,5-5,5-2,5-1,5-0,4-4 ?14 6-3")
	g := backgammon.NewGame()
	if err := errors.Join(err, err2, err3, g.Open(3, 1), g.PlayText("8/5 6/5"), g.Double(), g.Take(), g.Roll(42)); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name    string
		svg     []byte
		circles int
	}{
		{"tictactoe", x.AppendSVG(nil), 2 * 2},
		{"shakkello", s.AppendSVG(nil), 16},
		{"domino", d.AppendSVG(nil), 6 + 10 + 7 + 6 + 5 + 8 + 6 + 3},
		{"backgammon", g.AppendSVG(nil), 30 + 4 + 2},
	} {
		if got := elements(t, tt.svg); got["circle"] != tt.circles || got["title"] != 1 || got["desc"] != 1 {
			t.Errorf("%s: the picture has the elements %v, want %d circles", tt.name, got, tt.circles)
		}
		file := filepath.Join("..", "..", "docs", tt.name+".svg")
		if *update {
			if err := os.WriteFile(file, tt.svg, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if written, err := os.ReadFile(file); err != nil || !bytes.Equal(written, tt.svg) {
			t.Errorf("%s is not the picture of today, %v: run go test ./internal/tabletop -update", file, err)
		}
	}
}
