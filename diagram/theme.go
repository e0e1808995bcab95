package diagram

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"math"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/draw"
)

// A Color is a color with its opacity A: 0 is transparent, 255 is opaque. The zero Color in a
// [Theme] stands for the color of [LightTheme].
type Color struct {
	R uint8 `json:"r"` // red, green, and blue, as in sRGB
	G uint8 `json:"g"` // red, green, and blue, as in sRGB
	B uint8 `json:"b"` // red, green, and blue, as in sRGB
	A uint8 `json:"a"` // the opacity
}

// RGB returns an opaque color from its usual notation, such as 0xf0e2c8.
func RGB(hex uint32) Color { return Color{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255} }

// String returns a form such as "#f0e2c8", or "#f0e2c880" if c is not opaque.
func (c Color) String() string {
	text := hex.EncodeToString([]byte{c.R, c.G, c.B, c.A})
	if c.A == 255 {
		text = text[:6]
	}
	return "#" + text
}

// opaque returns c without its opacity.
func (c Color) opaque() draw.Color { return draw.Color(c.R)<<16 | draw.Color(c.G)<<8 | draw.Color(c.B) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (c Color) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler] for the forms #rgb, #rrggbb, and #rrggbbaa.
// The error is a [*chess.ParseError].
func (c *Color) UnmarshalText(text []byte) error {
	digits, ok := bytes.CutPrefix(text, []byte("#"))
	if len(digits) == 3 {
		digits = []byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]}
	}
	v, err := hex.DecodeString(string(digits))
	if err != nil || !ok || len(v) != 3 && len(v) != 4 {
		return &chess.ParseError{Kind: "color", Text: string(text)}
	}
	v = append(v, 255) // the opacity if there is none
	*c = Color{v[0], v[1], v[2], v[3]}
	return nil
}

// faded returns c with the given percentage of its opacity.
func (c Color) faded(percent int) Color {
	c.A = uint8(int(c.A) * percent / 100)
	return c
}

// over returns the color that c makes on top of an opaque color.
func (c Color) over(below Color) Color {
	mix := func(a, b uint8) uint8 { return uint8((int(a)*int(c.A) + int(b)*(255-int(c.A)) + 127) / 255) }
	return Color{mix(c.R, below.R), mix(c.G, below.G), mix(c.B, below.B), 255}
}

// luminance returns the relative luminance of c that WCAG 2 defines, from 0 for black to 1.
func (c Color) luminance() float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// linear returns the intensity of light of a channel of sRGB.
func linear(channel uint8) float64 {
	v := float64(channel) / 255
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// A Theme is the colors of a picture. A color that is not set is that of [LightTheme], so the zero Theme
// draws what LightTheme draws.
type Theme struct {
	Background  Color `json:"background"`  // around the board
	Text        Color `json:"text"`        // coordinates and caption
	Border      Color `json:"border"`      // the line around the board
	LightSquare Color `json:"lightSquare"` // such as h1
	DarkSquare  Color `json:"darkSquare"`  // such as a1
	WhiteFill   Color `json:"whiteFill"`   // the light pieces
	WhiteLine   Color `json:"whiteLine"`   // their outlines and details
	BlackFill   Color `json:"blackFill"`   // the dark pieces and their outlines
	BlackLine   Color `json:"blackLine"`   // their details

	LastMove Color `json:"lastMove"` // the squares of the last move
	Check    Color `json:"check"`    // the square of a king in check
	Selected Color `json:"selected"` // the square of a piece whose targets are marked
	Target   Color `json:"target"`   // the dots and corners that mark the targets

	Green  Color `json:"green"`  // shapes with the letters G, R, Y, and B
	Red    Color `json:"red"`    // shapes with the letters G, R, Y, and B
	Yellow Color `json:"yellow"` // shapes with the letters G, R, Y, and B
	Blue   Color `json:"blue"`   // shapes with the letters G, R, Y, and B
	Other  Color `json:"other"`  // shapes with other letters
	Cross  Color `json:"cross"`  // the crosses of Options.Crosses

	FrameLastMove bool `json:"frameLastMove"` // draw a frame inside the squares of the last move instead of filling them
}

// LightTheme returns the theme of the zero Options.
func LightTheme() Theme { return light }

// DarkTheme returns a theme for pages with a dark background.
func DarkTheme() Theme { return dark }

// PrintTheme returns a theme without hues, for printers without colors.
func PrintTheme() Theme { return printed }

// shared returns a color that the boards of other games have.
func shared(c draw.Color) Color { return RGB(uint32(c)) }

var light = Theme{
	Background: shared(draw.Background), Text: shared(draw.Text), Border: shared(draw.Border),
	LightSquare: shared(draw.LightSquare), DarkSquare: shared(draw.DarkSquare),
	WhiteFill: shared(draw.WhiteFill), WhiteLine: shared(draw.WhiteLine),
	BlackFill: shared(draw.BlackFill), BlackLine: shared(draw.BlackLine),
	LastMove: Color{0xd8, 0xc4, 0x16, 128}, Check: shared(draw.Check).faded(80),
	Selected: Color{0x3d, 0x8a, 0x4e, 140}, Target: Color{0x1f, 0x5c, 0x2e, 128},
	Green: RGB(0x1a8a3a), Red: RGB(0xc4261d), Yellow: RGB(0xe39b00), Blue: RGB(0x1f5fbf), Other: RGB(0x7d3fa8),
	Cross: RGB(0xc4261d),
}

var dark = Theme{
	Background: RGB(0x20252b), Text: RGB(0xc3ccd5), Border: RGB(0x0f1215),
	LightSquare: RGB(0xa4afba), DarkSquare: RGB(0x6a7886),
	WhiteFill: RGB(0xf8f6f1), WhiteLine: RGB(0x14171a), BlackFill: RGB(0x14171a), BlackLine: RGB(0xdfe5ea),
	LastMove: Color{0xcf, 0xc2, 0x3a, 128}, Check: Color{0xe2, 0x41, 0x2d, 204},
	Selected: Color{0x3f, 0x9d, 0x5a, 153}, Target: Color{0x0f, 0x3d, 0x22, 153},
	Green: RGB(0x1f9d48), Red: RGB(0xd6332a), Yellow: RGB(0xf0ac1a), Blue: RGB(0x2a6fd6), Other: RGB(0x9a5cc9),
	Cross: RGB(0xd6332a),
}

var printed = Theme{
	Background: RGB(0xffffff), Text: RGB(0x000000), Border: RGB(0x000000),
	LightSquare: RGB(0xffffff), DarkSquare: RGB(0xcccccc),
	WhiteFill: RGB(0xffffff), WhiteLine: RGB(0x000000), BlackFill: RGB(0x000000), BlackLine: RGB(0xffffff),
	LastMove: Color{0, 0, 0, 204}, Check: RGB(0x888888),
	Selected: Color{0, 0, 0, 77}, Target: Color{0, 0, 0, 166},
	Green: RGB(0x555555), Red: RGB(0x000000), Yellow: RGB(0x888888), Blue: RGB(0x333333), Other: RGB(0x555555),
	Cross: RGB(0x000000), FrameLastMove: true,
}

// colors returns the colors of t in a fixed order.
func (t *Theme) colors() [19]*Color {
	return [...]*Color{
		&t.Background, &t.Text, &t.Border, &t.LightSquare, &t.DarkSquare, &t.WhiteFill, &t.WhiteLine, &t.BlackFill, &t.BlackLine,
		&t.LastMove, &t.Check, &t.Selected, &t.Target, &t.Green, &t.Red, &t.Yellow, &t.Blue, &t.Other, &t.Cross,
	}
}

// with returns t, but with the colors of base where t sets no color.
func (t Theme) with(base Theme) Theme {
	colors := t.colors()
	for i, c := range base.colors() {
		*colors[i] = cmp.Or(*colors[i], *c)
	}
	return t
}

// side returns the colors of the pieces of a side, and its name in a style sheet.
func (t *Theme) side(c chess.Color) (name string, fill, line, detail Color) {
	if c == chess.White {
		return "white", t.WhiteFill, t.WhiteLine, t.WhiteLine
	}
	return "black", t.BlackFill, t.BlackFill, t.BlackLine
}

// shape returns the color for the letter of a shape, and its name in a style sheet.
func (t *Theme) shape(letter byte) (Color, string) {
	i := 1 + strings.IndexByte("GRYB", letter) // 0 for other letters
	colors := [...]Color{t.Other, t.Green, t.Red, t.Yellow, t.Blue}
	return colors[i], [...]string{"other", "green", "red", "yellow", "blue"}[i]
}

// styles appends the style sheet that changes the colors to those of the dark theme for viewers who
// prefer dark pages. Its rules hold in this picture alone, also if it stands in a page of HTML.
func (d *drawing) styles() {
	if d.o.DarkTheme == (Theme{}) {
		return
	}
	t := &d.o.DarkTheme
	d.Add("<style>@media screen and (prefers-color-scheme:dark){")
	lastMove := fill
	if d.o.Theme.FrameLastMove {
		lastMove = stroke
	}
	for _, rule := range []struct {
		class string
		paint draw.Paint
	}{
		{"background", fill(t.Background)}, {"border", fill(t.Border)},
		{"light", fill(t.LightSquare)}, {"dark", fill(t.DarkSquare)},
		{"captured", fill(t.LightSquare)}, {"caption", fill(t.Text)},
		{"check", fill(t.Check)}, {"selected", fill(t.Selected)}, {"target", fill(t.Target)},
		{"last-move", lastMove(t.LastMove)}, {"coordinates", stroke(t.Text)},
		{"cross", stroke(t.Cross)}, {"outline", stroke(t.LightSquare)},
	} {
		d.rule(" .shakki-"+rule.class, rule.paint)
	}
	for _, letter := range []byte("GRYB-") {
		c, name := t.shape(letter)
		d.rule(" .shakki-arrow.shakki-"+name, fill(c.faded(arrowOpacity)))
		d.rule(" .shakki-ring.shakki-"+name, stroke(c.faded(ringOpacity)))
	}
	d.pieceRules(t.side(chess.White))
	d.pieceRules(t.side(chess.Black))
	d.Add("}</style>")
}

// rule appends a rule for what a selector finds in this picture.
func (d *drawing) rule(selector string, paints ...draw.Paint) {
	d.Add(".", d.prefix, selector, "{")
	for _, p := range paints {
		d.Add(p.Attribute, ":", p.Color, ";", p.Attribute, "-opacity:", float64(p.Opacity)/255, ";")
	}
	d.Add("}")
}

// pieceRules appends the rules for the drawings of one side. They begin with a class of these
// drawings, because what refers to a drawing does not see the elements around it.
func (d *drawing) pieceRules(side string, inside, line, detail Color) {
	d.rule(side, fill(inside), stroke(line))
	d.rule(side+" .shakki-detail", stroke(detail))
	d.rule(side+" .shakki-eye", fill(detail))
}
