package tabletop_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/shakki/chess/games/backgammon"
	"github.com/shakki/chess/games/domino"
	"github.com/shakki/chess/games/shakkello"
	"github.com/shakki/chess/games/tictactoe"
	"github.com/shakki/chess/internal/golden"
)

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

// TestPictures checks that the picture of each game is well-formed and has a circle for each
// checker, disc, or pip. The pictures are those of the manual.
func TestPictures(t *testing.T) {
	x, err := tictactoe.ParsePosition("X.O/.X./..O")
	s, err2 := shakkello.ParsePosition("8/5b2/4B3/2B2R2/1kqrr3/2K1nQN1/2Nb1n2/4R3 -")
	d, err3 := domino.ParsePosition("A 6-6,6-5,5-4,5-3,3-2,2-1,1-0/6-0,5-5,5-2,5-1,5-0,4-4 " +
		"6-4,6-2,6-1,4-3,4-2,4-1,4-0,3-3,3-1,3-0,2-2,2-0,1-1,0-0 6-3")
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
		{"domino", d.View(domino.B).AppendSVG(nil), 6 + 10 + 7 + 6 + 5 + 8 + 6 + 3},
		{"backgammon", g.AppendSVG(nil), 30 + 4 + 2},
	} {
		if got := elements(t, tt.svg); got["circle"] != tt.circles || got["title"] != 1 || got["desc"] != 1 {
			t.Errorf("%s: the picture has the elements %v, want %d circles", tt.name, got, tt.circles)
		}
		file := filepath.Join("..", "..", "docs", tt.name+".svg")
		if *golden.Update {
			if err := os.WriteFile(file, tt.svg, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if written, err := os.ReadFile(file); err != nil || !bytes.Equal(written, tt.svg) {
			t.Errorf("%s is not the picture of today, %v: run go test ./internal/tabletop -update", file, err)
		}
	}
}
