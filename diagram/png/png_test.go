package png

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math/rand/v2"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/diagram"
)

// middlegame has all pieces on the board.
var middlegame = chess.MustParseFEN("r3k2r/pbppqpb1/1pn1pnp1/3PN2p/1p2P3/2N2Q2/PPPBBPPP/R3K2R w KQkq - 0 1")

// pictures are one picture of each kind, by name.
func pictures(t *testing.T) map[string][]byte {
	t.Helper()
	pictures := map[string][]byte{}
	for themeName, theme := range map[string]diagram.Theme{"light": diagram.LightTheme(), "dark": diagram.DarkTheme(), "print": diagram.PrintTheme()} {
		for _, set := range []diagram.Set{diagram.Traditional, diagram.Plain} {
			o := diagram.Options{Theme: theme, Set: set}
			name := themeName + " " + set.String()
			pictures[name] = diagram.AppendSVG(nil, middlegame, o)
			o.Below, o.LastMove, o.Selected = chess.Black, chess.MustParseMove("h7h5"), chess.F3.Bitboard()
			o.Captured = []chess.Piece{chess.WhitePawn, chess.BlackQueen}
			o.Fills = map[chess.Square]diagram.Color{chess.A1: diagram.RGB(0xff8800), chess.H8: {B: 255, A: 100}}
			o.Crosses, o.DarkTheme = chess.BitboardOf(chess.D4, chess.C7), diagram.DarkTheme()
			o.Shapes = []chess.Shape{{Letter: 'G', From: chess.E5, To: chess.G6}, {Letter: 'R', From: chess.A4, To: chess.A4}}
			pictures[name+" marked"] = diagram.AppendSVG(nil, middlegame, o)
		}
	}
	for seed := range 3 { // themes of which every color is translucent
		random := rand.New(rand.NewPCG(uint64(seed), 0))
		var theme diagram.Theme
		for i := range reflect.TypeOf(theme).NumField() {
			if color, ok := reflect.ValueOf(&theme).Elem().Field(i).Addr().Interface().(*diagram.Color); ok {
				*color = diagram.Color{R: uint8(random.IntN(256)), G: uint8(random.IntN(256)), B: uint8(random.IntN(256)), A: uint8(1 + random.IntN(255))}
			}
		}
		pictures[fmt.Sprint("translucent ", seed)] = diagram.AppendSVG(nil, middlegame, diagram.Options{Theme: theme,
			LastMove: chess.MustParseMove("h7h5"), Selected: chess.F3.Bitboard(), Captured: []chess.Piece{chess.WhitePawn},
			Crosses: chess.BitboardOf(chess.D4), Shapes: []chess.Shape{{Letter: 'G', From: chess.E5, To: chess.G6}}})
	}
	g, err := chess.ParsePGN("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Qh4 5. Nxh4 *")
	if err != nil {
		t.Fatal(err)
	}
	strip, err := diagram.AppendStrip(nil, g, []int{0, 2, 4, 7, 9}, diagram.Options{Size: 200})
	if err != nil {
		t.Fatal(err)
	}
	pictures["strip"] = strip
	return pictures
}

// different returns the share of the pixels that have a channel which differs by more than 48 of
// 255.
func different(a, b image.Image) float64 {
	n, p, q := 0, pixels(a), pixels(b)
	for i := 0; i < len(p); i += 4 {
		for j := i; j < i+4; j++ {
			if max(p[j], q[j])-min(p[j], q[j]) > 48 {
				n++
				break
			}
		}
	}
	return float64(n) / float64(len(p)/4)
}

// pixels returns the channels of the pixels of an image.
func pixels(m image.Image) []byte {
	copied := image.NewRGBA(image.Rect(0, 0, m.Bounds().Dx(), m.Bounds().Dy()))
	draw.Draw(copied, copied.Rect, m, m.Bounds().Min, draw.Src)
	return copied.Pix
}

// TestLibrsvg checks that librsvg draws the same pictures.
func TestLibrsvg(t *testing.T) {
	if _, err := exec.LookPath("rsvg-convert"); err != nil {
		t.Skip("rsvg-convert is not installed (Debian package librsvg2-bin)")
	}
	for name, svg := range pictures(t) {
		command := exec.Command("rsvg-convert")
		command.Stdin = bytes.NewReader(svg)
		output, err := command.Output()
		if err != nil {
			t.Fatal(err)
		}
		want, err := png.Decode(bytes.NewReader(output))
		if err != nil {
			t.Fatal(err)
		}
		got, err := Image(svg)
		if err != nil {
			t.Fatal(err)
		}
		if got.Bounds() != want.Bounds() {
			t.Errorf("%s: size %v, librsvg has %v", name, got.Bounds(), want.Bounds())
			continue
		}
		share := different(got, want)
		t.Logf("%s: %.3f %% of the pixels differ", name, 100*share)
		if share > 0.01 {
			t.Errorf("%s: %.2f %% of the pixels differ from librsvg, want at most 1 %%", name, 100*share)
		}
	}
}

// TestEncode checks that Encode writes what Image returns. PNG divides colors by their opacity, which
// rounds them.
func TestEncode(t *testing.T) {
	for name, svg := range pictures(t) {
		var b bytes.Buffer
		if err := Encode(&b, svg); err != nil {
			t.Fatal(err)
		}
		got, err := png.Decode(&b)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Image(svg)
		if err != nil {
			t.Fatal(err)
		}
		opaque := want.Opaque()
		for i, c := range pixels(got) {
			if d := int(c) - int(want.Pix[i]); d < -1 || d > 1 || d != 0 && opaque {
				t.Fatalf("%s: byte %d of the pixels is %d, want %d", name, i, c, want.Pix[i])
			}
		}
	}
}

// TestSquares checks the color in the middle of each square of a board with one piece.
func TestSquares(t *testing.T) {
	p := chess.MustParseFEN("8/8/8/8/8/8/8/K6k w - - 0 1")
	svg := diagram.AppendSVG(nil, p, diagram.Options{Size: 160, HideCoordinates: true})
	img, err := Image(svg)
	if err != nil {
		t.Fatal(err)
	}
	for s := range chess.Square(64) {
		want := color.RGBA{0xb8, 0x90, 0x6a, 255}
		switch {
		case s == chess.A1:
			want = color.RGBA{255, 255, 255, 255}
		case s == chess.H1:
			want = color.RGBA{0x26, 0x20, 0x1c, 255}
		case (int(s.File())+int(s.Rank()))%2 == 1:
			want = color.RGBA{0xf0, 0xe2, 0xc8, 255}
		}
		x, y := 20*int(s.File())+14, 20*(7-int(s.Rank()))+10
		if got := img.RGBAAt(x, y); got != want {
			t.Errorf("%v: pixel %d, %d is %v, want %v", s, x, y, got, want)
		}
	}
}

// TestCaption checks that a caption puts ink below the board, and that any text can be drawn.
func TestCaption(t *testing.T) {
	for _, caption := range []string{"Mate in 2", "Матч в Риге", "詰将棋", "♘♞", "\x00\xff<b>&", strings.Repeat("long ", 1000)} {
		img, err := Image(diagram.AppendSVG(nil, middlegame, diagram.Options{Caption: caption}))
		if err != nil {
			t.Errorf("%q: %v", caption, err)
			continue
		}
		ink := 0
		for y := 445; y < img.Rect.Dy(); y++ {
			for x := range img.Rect.Dx() {
				if img.RGBAAt(x, y) != img.RGBAAt(0, y) {
					ink++
				}
			}
		}
		if ink < 50 {
			t.Errorf("%q: the caption has %d pixels", caption, ink)
		}
	}
}

// TestError checks that other SVG is rejected.
func TestError(t *testing.T) {
	const open = `<svg width="10" height="10" viewBox="0 0 10 10">`
	for _, svg := range []string{
		"", "text", "<svg>", open, open + "</svg></svg>", open + "<script/></svg>", open + `<path d="M1"/></svg>`,
		open + `<path d="A1 2"/></svg>`, open + `<path d="5"/></svg>`, open + `<rect fill="red"/></svg>`,
		open + `<g transform="rotate(3)"></g></svg>`, "<rect/>", open + "<text/></svg>",
		`<svg width="1e9" height="1e9" viewBox="0 0 1 1"></svg>`, `<svg width="9" height="9" viewBox="0 0 0 0"></svg>`,
		open + strings.Repeat("<g>", 100),
	} {
		_, err := Image([]byte(svg))
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("Image(%.60q) = %v, want an *Error", svg, err)
		}
	}
}

// FuzzImage checks that no input makes Image panic.
func FuzzImage(f *testing.F) {
	f.Add(diagram.AppendSVG(nil, middlegame, diagram.Options{Size: 80, Caption: "x"}))
	f.Add([]byte(`<svg width="9" height="9" viewBox="0 0 9 9"><path stroke="#000" d="M1 1L2 2 1 1C1 2 3 4 5 6z"/></svg>`))
	f.Fuzz(func(t *testing.T, svg []byte) {
		if img, err := Image(svg); err == nil && img == nil {
			t.Error("neither an image nor an error")
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	svg := diagram.AppendSVG(nil, chess.StartPosition(), diagram.Options{})
	var buffer bytes.Buffer
	for b.Loop() {
		buffer.Reset()
		if err := Encode(&buffer, svg); err != nil {
			b.Fatal(err)
		}
	}
}

// TestFigurines checks that each chess symbol has a drawing of its own.
func TestFigurines(t *testing.T) {
	seen := map[string]rune{}
	for symbol := '♔'; symbol <= '♟'; symbol++ {
		img, err := Image(diagram.AppendSVG(nil, middlegame, diagram.Options{Caption: string(symbol)}))
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := seen[string(img.Pix)]; ok {
			t.Errorf("%c looks like %c", symbol, other)
		}
		seen[string(img.Pix)] = symbol
	}
}
