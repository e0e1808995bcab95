package diagram_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/diagram"
)

// contrast returns the contrast between two colors as WCAG 2 defines it.
func contrast(a, b diagram.Color) float64 {
	luminance := func(c diagram.Color) float64 {
		sum := 0.05
		for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
			v := float64([]uint8{c.R, c.G, c.B}[i]) / 255
			if v <= 0.04045 {
				sum += weight * v / 12.92
			} else {
				sum += weight * math.Pow((v+0.055)/1.055, 2.4)
			}
		}
		return sum
	}
	x, y := luminance(a), luminance(b)
	return max(x, y) / min(x, y)
}

// themes are the themes of the package, and one that sets few colors.
var themes = map[string]diagram.Theme{
	"light": diagram.LightTheme(), "dark": diagram.DarkTheme(), "print": diagram.PrintTheme(),
	"green": {LightSquare: diagram.RGB(0xeeeed2), DarkSquare: diagram.RGB(0x769656)},
}

// crowded are boards without an empty square, with a king in check on a light and a dark square.
var crowded = [2]chess.Setup{
	must(chess.ParseSetup("RNBQKBNR/PPPrPPPP/qrbnqrbn/rqnbrqnb/QRBNQRBN/RQNBRQNB/pppppppp/rnbqkbnr")),
	must(chess.ParseSetup("RNBKQBNR/PPPrPPPP/qrbnqrbn/rqnbrqnb/QRBNQRBN/RQNBRQNB/pppppppp/rnbqkbnr")),
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// markings are choices that mark squares in every way that fills them.
func markings() []diagram.Options {
	last := chess.MustParseMove("e1d1")
	list := []diagram.Options{{}, {LastMove: last}, {LastMove: chess.MustParseMove("d8e8")}}
	for _, o := range list {
		o.Selected = ^chess.Bitboard(0)
		list = append(list, o)
	}
	return slices.Concat(list, list[1:], list[:1]) // each with both boards, which take turns
}

// squaresOf returns the color of each square of a picture without coordinates, with the marks that
// fill it.
func squaresOf(t *testing.T, svg []byte) (colors [64]diagram.Color) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return colors
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok || e.Name.Local != "rect" && e.Name.Local != "path" {
			continue
		}
		a := map[string]string{"x": "0", "y": "0", "fill-opacity": "1"}
		for _, attribute := range e.Attr {
			a[attribute.Name.Local] = attribute.Value
		}
		var c diagram.Color
		if c.UnmarshalText([]byte(a["fill"])) != nil {
			continue
		}
		opacity, _ := strconv.ParseFloat(a["fill-opacity"], 64)
		x, _ := strconv.Atoi(a["x"])
		y, _ := strconv.Atoi(a["y"])
		for s := range colors {
			file, row := s%8, 7-s/8
			switch {
			case a["class"] == "shakki-light",
				a["class"] == "shakki-dark" && (file+row)%2 == 1:
				colors[s] = c
			case a["width"] == "100" && file == x/100 && row == y/100:
				b := &colors[s]
				for _, channel := range []struct{ to, from *uint8 }{{&b.R, &c.R}, {&b.G, &c.G}, {&b.B, &c.B}} {
					*channel.to = uint8(math.Round(opacity*float64(*channel.from) + (1-opacity)*float64(*channel.to)))
				}
			}
		}
	}
}

// TestContrast checks that the outline or the filling of each piece has a contrast of 3 to 1 to its
// square, and the details to the filling, in every theme.
func TestContrast(t *testing.T) {
	lowest := math.Inf(1)
	check := func(name, what string, got float64) {
		t.Helper()
		lowest = min(lowest, got)
		if got < 3 {
			t.Errorf("%s: %s: contrast %.2f, want at least 3", name, what, got)
		}
	}
	for name, theme := range themes {
		full := theme
		if name == "green" {
			full = diagram.LightTheme()
		}
		check(name, "details of white pieces", contrast(full.WhiteLine, full.WhiteFill))
		check(name, "details of black pieces", contrast(full.BlackLine, full.BlackFill))
		check(name, "text", contrast(full.Text, full.Background))
		for i, o := range markings() {
			o.Theme, o.HideCoordinates = theme, true
			for s, c := range squaresOf(t, diagram.AppendSVG(nil, crowded[i%2], o)) {
				what := "on " + chess.Square(s).String()
				check(name, "white "+what, max(contrast(c, full.WhiteFill), contrast(c, full.WhiteLine)))
				check(name, "black "+what, contrast(c, full.BlackFill))
			}
		}
	}
	t.Logf("lowest contrast %.2f", lowest)
}

// pairs finds the color of a square and that of the figurine on it.
var pairs = regexp.MustCompile("\x1b\\[48;([0-9;]*)m\x1b\\[38;([0-9;]*)m")

// terminalColor parses "5;231" or "2;255;255;255".
func terminalColor(t *testing.T, text string) diagram.Color {
	t.Helper()
	var v [4]int
	for i, field := range strings.Split(text, ";") {
		v[i], _ = strconv.Atoi(field)
	}
	if v[0] == 2 {
		return diagram.Color{R: uint8(v[1]), G: uint8(v[2]), B: uint8(v[3]), A: 255}
	}
	n := v[1] - 16
	if n < 0 {
		t.Fatalf("color %s depends on the settings of the terminal", text)
	}
	if n >= 216 {
		level := uint8(8 + 10*(n-216))
		return diagram.Color{R: level, G: level, B: level, A: 255}
	}
	steps := [6]uint8{0, 95, 135, 175, 215, 255}
	return diagram.Color{R: steps[n/36], G: steps[n/6%6], B: steps[n%6], A: 255}
}

// TestTerminalContrast checks that pieces, which have no outlines on a terminal, have a contrast of
// 3 to 1 to every square, whatever the theme and the marks.
func TestTerminalContrast(t *testing.T) {
	all := map[string]diagram.Theme{
		"black": {LightSquare: diagram.RGB(0), DarkSquare: diagram.RGB(0)},
		"white": {LightSquare: diagram.RGB(0xffffff), DarkSquare: diagram.RGB(0xffffff)},
		"gray":  {WhiteFill: diagram.RGB(0x808080), BlackFill: diagram.RGB(0x707070)},
	}
	for name, theme := range themes {
		all[name] = theme
	}
	lowest := math.Inf(1)
	for name, theme := range all {
		for _, terminal := range []diagram.Terminal{diagram.Colors256, diagram.TrueColor} {
			for i, o := range markings() {
				o.Theme = theme
				o.Crosses = 0x0f0f0f0f
				o.Fills = map[chess.Square]diagram.Color{chess.A3: diagram.RGB(0), chess.A4: diagram.RGB(0xffffff), chess.A5: {255, 0, 0, 99}}
				o.Shapes = []chess.Shape{{Letter: 'Y', From: chess.B2, To: chess.B7}, {Letter: 'B', From: chess.C4, To: chess.C4}}
				found := pairs.FindAllStringSubmatch(string(diagram.AppendText(nil, crowded[i%2], o, terminal)), -1)
				if len(found) != 64 {
					t.Fatalf("%s, %v: %d figurines, want 64", name, terminal, len(found))
				}
				for square, pair := range found {
					got := contrast(terminalColor(t, pair[1]), terminalColor(t, pair[2]))
					lowest = min(lowest, got)
					if got < 3 {
						t.Errorf("%s, %v: square %d: contrast %.2f, want at least 3", name, terminal, square, got)
					}
				}
			}
		}
	}
	t.Logf("lowest contrast %.2f", lowest)
}
