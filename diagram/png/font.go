package png

import (
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// regular returns the font of the captions.
var regular = sync.OnceValues(func() (*sfnt.Font, error) { return sfnt.Parse(goregular.TTF) })

// outlines returns the outlines of a line of text that is centered on x and has its base line at y.
func outlines(text string, size, x, y float64) (path, error) {
	f, err := regular()
	if err != nil {
		return nil, err
	}
	const ppem = 1000 // the outlines are scaled, so that no grid of pixels shifts them
	var buffer sfnt.Buffer
	var p path
	advance := 0.0
	scale := size / ppem
	for _, r := range text {
		glyph, err := f.GlyphIndex(&buffer, r)
		if err != nil {
			return nil, err
		}
		segments, err := f.LoadGlyph(&buffer, glyph, fixed.I(ppem), nil)
		if err != nil {
			return nil, err
		}
		p.glyph(segments, transform{scale, advance, 0})
		width, err := f.GlyphAdvance(&buffer, glyph, fixed.I(ppem), font.HintingNone)
		if err != nil {
			return nil, err
		}
		advance += scale * float64(width) / 64
	}
	move := transform{1, x - advance/2, y}
	for i := range p {
		for j := range p[i].points {
			p[i].points[j] = move.apply(p[i].points[j])
		}
	}
	return p, nil
}

// glyph appends the outline of a glyph.
func (p *path) glyph(segments sfnt.Segments, t transform) {
	var at point
	for _, s := range segments {
		var a [3]point
		for i, q := range s.Args {
			a[i] = t.apply(point{float64(q.X) / 64, float64(q.Y) / 64})
		}
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			p.move(a[0])
			at = a[0]
		case sfnt.SegmentOpLineTo:
			p.line(a[0])
			at = a[0]
		case sfnt.SegmentOpQuadTo:
			p.curve(between(at, a[0]), between(a[1], a[0]), a[1])
			at = a[1]
		case sfnt.SegmentOpCubeTo:
			p.curve(a[0], a[1], a[2])
			at = a[2]
		}
	}
}

// between returns the point two thirds of the way from a to b.
func between(a, b point) point { return point{a.x + (b.x-a.x)*2/3, a.y + (b.y-a.y)*2/3} }
