package draw_test

import (
	"encoding/xml"
	"math"
	"testing"

	"github.com/shakki/chess/internal/draw"
)

// TestAppendNumber checks the shortest forms of numbers.
func TestAppendNumber(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 1: "1", -1: "-1", 12.5: "12.5", 0.25: ".25", -0.25: "-.25", 0.05: ".05", 100.999: "101", -0.001: "0",
		99.995: "100", 1e9: "1000000000", math.Inf(1): "0", 2.125: "2.13",
	} {
		if got := string(draw.AppendNumber(nil, v)); got != want {
			t.Errorf("AppendNumber(%v) = %q, want %q", v, got, want)
		}
	}
	if got := string(draw.AppendNumber(nil, math.NaN())); got != "0" {
		t.Errorf("AppendNumber(NaN) = %q, want 0", got)
	}
	var d draw.Document
	d.Add("M", draw.Point{1, -2.5}, "L", draw.Point{-1, 0.5})
	if got := string(d.Bytes); got != "M1-2.5L-1 .5" {
		t.Errorf("two points are written as %q, want M1-2.5L-1 .5", got)
	}
}

// TestAppendText checks that every text is one text for an XML parser, as an attribute and as
// content.
func TestAppendText(t *testing.T) {
	for text, want := range map[string]string{
		"plain":          "plain",
		`<a href="x">&'`: `<a href="x">&'`,
		"]]>&lt;":        "]]>&lt;",
		"a\tb\nc\rd":     "a b c d",
		"\x00\xff\u0085": "\ufffd\ufffd\ufffd",
		"\ufffe\uffff♞😀": "\ufffd\ufffd♞😀",
	} {
		escaped := string(draw.AppendText(nil, text))
		var element struct {
			Attribute string `xml:"a,attr"`
			Content   string `xml:",chardata"`
		}
		if err := xml.Unmarshal([]byte(`<x a="`+escaped+`">`+escaped+"</x>"), &element); err != nil {
			t.Errorf("%q: %v in %q", text, err, escaped)
		}
		if element.Attribute != want || element.Content != want {
			t.Errorf("%q: attribute %q, content %q, want %q", text, element.Attribute, element.Content, want)
		}
	}
}

// TestPaint checks that only colors that are not opaque have an opacity.
func TestPaint(t *testing.T) {
	for opacity, want := range map[uint8]string{
		255: ` fill="#f0e2c8"`, 254: ` fill="#f0e2c8" fill-opacity="1"`, 51: ` fill="#f0e2c8" fill-opacity=".2"`, 0: ` fill="#f0e2c8" fill-opacity="0"`,
	} {
		var d draw.Document
		d.Add(draw.Paint{Attribute: "fill", Color: draw.LightSquare, Opacity: opacity})
		if got := string(d.Bytes); got != want {
			t.Errorf("a color with the opacity %d is written as %q, want %q", opacity, got, want)
		}
	}
}

// TestGlyphs checks that there is a glyph for each character of a coordinate, and for nothing else.
func TestGlyphs(t *testing.T) {
	for c := range 256 {
		char := byte(c)
		var d draw.Document
		d.Glyph(char, 1, 2)
		drawn := len(d.Bytes) > 0
		if want := char >= '0' && char <= '9' || char >= 'a' && char <= 'h'; drawn != want {
			t.Errorf("glyph for %q = %v, want %v", char, drawn, want)
		}
	}
}
