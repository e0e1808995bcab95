// Package draw holds what pictures of boards share: colors, safe text, short numbers, and the
// outlines of the letters and digits beside a board.
package draw

import (
	_ "embed"
	"encoding/hex"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Color is an opaque color in sRGB, such as 0xf0e2c8, or None.
type Color uint32

// None is no color: the shape is not filled, or has no line.
const None Color = 1 << 24

// The colors of the theme Light of package diagram, in which the boards of the other games are drawn
// too.
const (
	Background  Color = 0xfbf8f1 // around the board
	Text        Color = 0x5d4a3a // coordinates and caption
	Border      Color = 0x6b4f3a // the line around the board
	LightSquare Color = 0xf0e2c8
	DarkSquare  Color = 0xb8906a
	WhiteFill   Color = 0xffffff // the light pieces
	WhiteLine   Color = 0x26201c // their outlines and details
	BlackFill   Color = 0x26201c // the dark pieces and their outlines
	BlackLine   Color = 0xf6efe2 // their details
	Check       Color = 0xe0402c // a king in check
)

// A Document is an SVG document that is being written.
type Document struct{ Bytes []byte }

// A Plain is text that has no markup: it is escaped.
type Plain string

// A Point has two coordinates, which are written with a separator between them, as in a path.
type Point [2]float64

// A Paint is the attribute of an element that gives it a color, such as "fill", with that of its
// opacity.
type Paint struct {
	Attribute string
	Color     Color
	Opacity   uint8 // 255 is opaque
}

// Add appends the parts of a document: strings as they are, and a [Plain] as AppendText, a number as
// AppendNumber, a [Point] with a separator, a Color as a style sheet has it, and a [Paint] as
// attributes.
func (d *Document) Add(parts ...any) {
	b := d.Bytes
	for _, part := range parts {
		switch v := part.(type) {
		case string:
			b = append(b, v...)
		case Plain:
			b = AppendText(b, string(v))
		case float64:
			b = AppendNumber(b, v)
		case int:
			b = AppendNumber(b, float64(v))
		case Point:
			b = v.append(b)
		case Color:
			b = v.append(b)
		case Paint:
			b = v.append(b)
		}
	}
	d.Bytes = b
}

// append appends the attributes with spaces before them.
func (p Paint) append(b []byte) []byte {
	d := Document{b}
	d.Add(" ", p.Attribute, `="`, p.Color, `"`)
	if p.Opacity < 255 {
		d.Add(" ", p.Attribute, `-opacity="`, float64(p.Opacity)/255, `"`)
	}
	return d.Bytes
}

// append appends the form of a style sheet, such as "#f0e2c8", or "none".
func (c Color) append(b []byte) []byte {
	if c == None {
		return append(b, "none"...)
	}
	return hex.AppendEncode(append(b, '#'), []byte{byte(c >> 16), byte(c >> 8), byte(c)})
}

// Names appends what readers get who do not see the picture: its title, and a description in words.
func (d *Document) Names(title, description string) {
	d.Add("<title>", Plain(title), "</title><desc>", Plain(description), "</desc>")
}

// Close ends the document and returns it.
func (d *Document) Close() []byte {
	d.Add("</svg>\n")
	return d.Bytes
}

// AppendNumber appends v, rounded to two decimals, in the shortest form that SVG allows, such as
// "12", "2.5", or "-.25". A value that is not finite is written as 0.
func AppendNumber(b []byte, v float64) []byte {
	if math.IsNaN(v) || math.Abs(v) > 1e12 {
		v = 0
	}
	start := len(b)
	b = strconv.AppendFloat(b, math.Round(v*100)/100+0, 'f', -1, 64) // 0 makes a negative zero positive
	if b[start] == '-' {
		start++
	}
	if b[start] == '0' && len(b) > start+1 {
		b = slices.Delete(b, start, start+1)
	}
	return b
}

// append appends the coordinates. A minus sign is a separator.
func (p Point) append(b []byte) []byte {
	b = append(AppendNumber(b, p[0]), ' ')
	end := len(b)
	b = AppendNumber(b, p[1])
	if b[end] == '-' {
		b = slices.Delete(b, end-1, end)
	}
	return b
}

// AppendText appends text as XML character data that is also valid in a quoted attribute. Invalid
// UTF-8 and characters that XML does not allow become U+FFFD. Line breaks and tabs become spaces.
func AppendText(b []byte, text string) []byte {
	return append(b, html.EscapeString(strings.Map(func(r rune) rune {
		switch {
		case r == '\t', r == '\n', r == '\r':
			return ' '
		case r < 0x20, r >= 0x7f && r < 0xa0, r == 0xfffe, r == 0xffff:
			return utf8.RuneError
		}
		return r
	}, text))...)
}

// The measures of the glyphs, in the units of a square that is 100 wide.
const (
	GlyphHeight = 26  // of digits and of letters with an ascender
	GlyphWidth  = 13  // of all glyphs, except "1" and "f"
	GlyphLine   = 3.4 // the width of the lines
)

// The glyphs are our own drawings, of digits and of the letters a to h. The file has a line for each. The
// base line is at 26.
//
//go:embed glyphs.svg
var sheet string

var glyphs = strings.Split(sheet, "\n")[1:]

// Glyph appends a path that draws c, a digit or a letter from a to h, with its upper left corner at x
// and y. Another character draws nothing.
func (d *Document) Glyph(c byte, x, y float64) {
	if i := strings.IndexByte("0123456789abcdefgh", c); i >= 0 {
		_, path, _ := strings.Cut(glyphs[i], " d=")
		d.Add(`<path transform="translate(`, Point{x, y}, `)" d=`, path)
	}
}
