package png

import (
	"strings"
	"sync"
	"unicode"

	"github.com/shakki/chess"
	"github.com/shakki/chess/diagram"
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
	symbols, err := figurines()
	if err != nil {
		return nil, err
	}
	for _, r := range text {
		if symbol := symbols[r]; symbol != nil {
			p = append(p, symbol.moved(transform{size / 100, advance, -0.8 * size})...)
			advance += size
			continue
		}
		if unicode.Is(unicode.Variation_Selector, r) {
			continue
		}
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
	return p.moved(transform{1, x - advance/2, y}), nil
}

// figurines returns the outlines of the chess symbols, which the font lacks. They are drawings of
// package diagram: the edges of the white pieces, and the areas of the black ones.
var figurines func() (map[rune]path, error)

func init() { figurines = sync.OnceValues(drawFigurines) } // which draws text, so the variable cannot be initialized where it is declared

// drawFigurines returns the outlines by symbol.
func drawFigurines() (map[rune]path, error) {
	r := newRenderer(diagram.AppendSVG(nil, chess.StartPosition(), diagram.Options{Set: diagram.Plain, Size: 8}))
	if err := r.run(); err != nil {
		return nil, err
	}
	symbols := map[rune]path{}
	for id, shapes := range r.figures {
		piece := id[len(id)-2:] // such as "wK"
		symbol := '♔' + rune(strings.IndexByte("KQRBNP", piece[1]))
		if piece[0] == 'b' {
			symbols[symbol+'♚'-'♔'] = shapes[0].path
			continue
		}
		for _, s := range shapes {
			for _, line := range outline(s.path.flatten(transform{scale: 1}), 3, false) {
				symbols[symbol] = append(symbols[symbol], line.path()...)
			}
		}
	}
	return symbols, nil
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
