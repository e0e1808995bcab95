package diagram_test

import (
	"bytes"
	"flag"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/diagram"
)

var update = flag.Bool("update", false, "make TestManual write the pictures of the manual")

// manualPictures are the pictures in docs, by file name.
func manualPictures(t *testing.T) map[string][]byte {
	t.Helper()
	g, err := chess.ParsePGN("1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 " +
		"10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0")
	if err != nil {
		t.Fatal(err)
	}
	strip, err := diagram.AppendStrip(nil, g, []int{0, 19, 30, 33}, diagram.Options{Size: 200})
	if err != nil {
		t.Fatal(err)
	}
	before := g.Clone()
	for range 3 {
		before.Undo()
	}
	board := diagram.AppendSVG(nil, before.Position(), diagram.Options{
		LastMove: before.LastNode().Move(),
		Shapes:   []chess.Shape{{Letter: 'G', From: chess.B3, To: chess.B8}, {Letter: 'R', From: chess.D8, To: chess.D8}},
		Captured: append(before.CapturedBy(chess.White), before.CapturedBy(chess.Black)...),
		Caption:  "Morphy against the Duke of Brunswick and Count Isouard, Paris 1858",
	})
	return map[string][]byte{"diagram.svg": board, "diagram-strip.svg": strip}
}

// TestManual checks that the pictures in docs are those that the package draws.
func TestManual(t *testing.T) {
	for name, want := range manualPictures(t) {
		file := filepath.Join("..", "docs", name)
		if *update {
			if err := os.WriteFile(file, want, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is out of date. Run: go test -run TestManual ./diagram -update", file)
		}
	}
}

// TestSize checks that pictures of the start position have at most 12 KB.
func TestSize(t *testing.T) {
	for themeName, theme := range map[string]diagram.Theme{"light": diagram.LightTheme(), "dark": diagram.DarkTheme(), "print": diagram.PrintTheme()} {
		for _, set := range []diagram.Set{diagram.Traditional, diagram.Plain} {
			svg := diagram.AppendSVG(nil, chess.StartPosition(), diagram.Options{Theme: theme, Set: set})
			if len(svg) > 12000 {
				t.Errorf("%v, %v: %d bytes, want at most 12000", themeName, set, len(svg))
			}
		}
	}
}

// TestOutOfRange checks that choices out of range give a picture.
func TestOutOfRange(t *testing.T) {
	o := diagram.Options{
		Size: math.MaxInt, Set: 99, Below: 8, Selected: ^chess.Bitboard(0), LastMove: 0xffff,
		Captured: []chess.Piece{0, 7, 15, 200, chess.WhiteKing},
		Shapes:   []chess.Shape{{Letter: 0, From: 64, To: 255}, {Letter: 'a', From: 0, To: 63}},
	}
	for range 100 {
		o.Captured = append(o.Captured, chess.BlackPawn)
	}
	for size, want := range map[int]string{-1: "400", 0: "400", 1: "1", 10000: "10000", 10001: "10000"} {
		list := elements(t, diagram.AppendSVG(nil, kiwipete, diagram.Options{Size: size, HideCoordinates: true}))
		if got := list[0].attributes["width"]; got != want {
			t.Errorf("a picture of size %d is %s wide, want %s", size, got, want)
		}
	}
	odd := marked
	odd.Set, odd.Below = 99, 8
	odd.Captured = []chess.Piece{chess.BlackQueen, 200, chess.WhitePawn}
	if !bytes.Equal(diagram.AppendSVG(nil, kiwipete, odd), diagram.AppendSVG(nil, kiwipete, marked)) {
		t.Error("choices out of range do not count as the first ones")
	}
	if odd.Captured[1] != 200 {
		t.Errorf("drawing changes the captured pieces: %v", odd.Captured)
	}
	for _, p := range []chess.Position{{}, kiwipete} {
		_, beside := piecesOn(t, elements(t, diagram.AppendSVG(nil, p, o)), chess.White)
		if beside != 17 {
			t.Errorf("%d captured pieces, want 17", beside)
		}
		diagram.AppendText(nil, p, o, 99)
	}
}
