package png

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"

	"golang.org/x/image/vector"
)

// A canvas is an image on which shapes are painted.
type canvas struct {
	image   *image.RGBA
	raster  vector.Rasterizer
	sprites map[spriteKey]*image.RGBA
}

// A spriteKey tells apart the sprites of figures: the same figure at the same size and at the same
// offset from the pixel grid looks the same.
type spriteKey struct {
	id string
	t  transform
}

func newCanvas(width, height int) *canvas {
	return &canvas{
		image:   image.NewRGBA(image.Rect(0, 0, width, height)),
		sprites: map[spriteKey]*image.RGBA{},
	}
}

// cover gives the whole image a color.
func (c *canvas) cover(color color.NRGBA) {
	draw.Draw(c.image, c.image.Rect, image.NewUniform(color), image.Point{}, draw.Src)
}

// paintFigure paints the shapes of a figure, which fit in a square that is 100 wide.
func (c *canvas) paintFigure(id string, shapes []shape, t transform) {
	x, y := math.Floor(t.x), math.Floor(t.y)
	local := transform{t.scale, t.x - x, t.y - y}
	key := spriteKey{id, local}
	sprite := c.sprites[key]
	if sprite == nil {
		sprite = image.NewRGBA(local.bounds().Intersect(c.image.Rect.Add(image.Pt(-int(x), -int(y)))))
		if len(c.sprites) < 64 && sprite.Rect == local.bounds() {
			c.sprites[key] = sprite
		}
		on := &canvas{image: sprite}
		for _, s := range shapes {
			on.paint(s, local)
		}
	}
	to := sprite.Rect.Add(image.Pt(int(x), int(y)))
	draw.Draw(c.image, to, sprite, sprite.Rect.Min, draw.Over)
}

// paint fills and strokes a shape.
func (c *canvas) paint(s shape, t transform) {
	lines := s.path.flatten(t)
	if fill := withOpacity(s.style.fill, s.style.fillOpacity); fill.A > 0 && !c.fillRects(lines, fill) {
		c.fill(lines, fill)
	}
	if stroke := withOpacity(s.style.stroke, s.style.lineOpacity); stroke.A > 0 {
		c.fill(outline(lines, s.style.width*t.scale/2, s.style.miter), stroke)
	}
}

func withOpacity(c color.NRGBA, opacity float64) color.NRGBA {
	c.A = uint8(math.Round(float64(c.A) * opacity))
	return c
}

// fillRects fills rectangles whose corners are on the pixel grid. It reports whether all lines are
// such rectangles. If they are not, it fills nothing.
func (c *canvas) fillRects(lines []polyline, color color.NRGBA) bool {
	if len(lines) > 1 && color.A < 255 {
		return false // they could overlap
	}
	rects := make([]image.Rectangle, len(lines))
	for i, line := range lines {
		var ok bool
		if rects[i], ok = line.rect(); !ok {
			return false
		}
	}
	op := draw.Over
	if color.A == 255 {
		op = draw.Src
	}
	for _, r := range rects {
		draw.Draw(c.image, r, image.NewUniform(color), image.Point{}, op)
	}
	return true
}

// rect returns the rectangle that l is, if its corners are on the pixel grid.
func (l polyline) rect() (r image.Rectangle, ok bool) {
	if len(l.points) != 4 {
		return r, false
	}
	a, b := l.points[0], l.points[2]
	corners := [4]point{a, {b.x, a.y}, b, {a.x, b.y}}
	for i, p := range l.points {
		if p != corners[i] || p.x != math.Trunc(p.x) || p.y != math.Trunc(p.y) {
			return r, false
		}
	}
	return image.Rect(int(a.x), int(a.y), int(b.x), int(b.y)), true
}

// fill fills what the lines surround. It only looks at the part of the image around them.
func (c *canvas) fill(lines []polyline, color color.NRGBA) {
	r := bounds(lines).Intersect(c.image.Rect)
	if r.Empty() {
		return
	}
	c.raster.Reset(r.Dx(), r.Dy())
	x, y := float64(r.Min.X), float64(r.Min.Y)
	for _, line := range lines {
		for i, p := range line.points {
			if i == 0 {
				c.raster.MoveTo(float32(p.x-x), float32(p.y-y))
				continue
			}
			c.raster.LineTo(float32(p.x-x), float32(p.y-y))
		}
		c.raster.ClosePath()
	}
	c.raster.Draw(c.image, r, image.NewUniform(color), image.Point{})
}

// bounds returns the pixels that the lines can touch.
func bounds(lines []polyline) image.Rectangle {
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, line := range lines {
		for _, p := range line.points {
			low = point{min(low.x, p.x), min(low.y, p.y)}
			high = point{max(high.x, p.x), max(high.y, p.y)}
		}
	}
	if low.x > high.x {
		return image.Rectangle{}
	}
	limit := func(v float64) int { return int(min(max(v, -1e6), 1e6)) }
	return image.Rect(limit(math.Floor(low.x)), limit(math.Floor(low.y)),
		limit(math.Ceil(high.x)), limit(math.Ceil(high.y)))
}

// outline returns the outline of a stroke with the given half width. Its ends and corners are
// round, or sharp with miter.
func outline(lines []polyline, half float64, miter bool) (outlines []polyline) {
	for _, line := range lines {
		points := distinct(line.points)
		if len(points) == 1 {
			outlines = append(outlines, polyline{arc(nil, points[0], point{half, 0}, 2*math.Pi), true})
			continue
		}
		back := slices.Clone(points)
		slices.Reverse(back)
		if line.closed && len(points) > 2 {
			outlines = append(outlines, polyline{side(nil, points, half, true, miter), true},
				polyline{side(nil, back, half, true, miter), true})
			continue
		}
		loop := side(nil, points, half, false, miter)
		outlines = append(outlines, polyline{side(loop, back, half, false, miter), true})
	}
	return outlines
}

// distinct returns the points without those that are nearly equal to the one before.
func distinct(points []point) []point {
	result := make([]point, 0, len(points))
	for _, p := range points {
		if n := len(result); n == 0 || distance(p, result[n-1]) > 1e-3 {
			result = append(result, p)
		}
	}
	if n := len(result); n > 1 && distance(result[0], result[n-1]) <= 1e-3 {
		result = result[:n-1]
	}
	return result
}

func distance(p, q point) float64 { return math.Hypot(p.x-q.x, p.y-q.y) }

// side appends the points at a distance to the right of a line, seen along it. For an open line it
// goes on around the end.
func side(to, points []point, half float64, closed, miter bool) []point {
	n := len(points)
	for i, p := range points {
		if i == 0 && !closed {
			continue
		}
		before := points[(i+n-1)%n]
		in := normal(before, p, half)
		if i == n-1 && !closed {
			return arc(to, p, in, -math.Pi)
		}
		after := points[(i+1)%n]
		out := normal(p, after, half)
		to = corner(to, p, in, out, min(distance(before, p), distance(p, after)), half, miter)
	}
	return to
}

// normal returns a vector of the given length to the right of the way from a to b, y going down.
func normal(a, b point, length float64) point {
	scale := length / distance(a, b)
	return point{-(b.y - a.y) * scale, (b.x - a.x) * scale}
}

// corner appends the points at a corner p between lines with two normals. The shorter of the lines
// has the given length.
func corner(to []point, p, in, out point, length, half float64, miter bool) []point {
	square := half * half
	cos := (in.x*out.x + in.y*out.y) / square
	sin := (in.x*out.y - in.y*out.x) / square
	turn := math.Atan2(sin, cos)
	sharp := point{(in.x + out.x) / (1 + cos), (in.y + out.y) / (1 + cos)} // where the sides meet
	switch {
	case math.Abs(turn) < 0.3, miter && cos > -0.5, turn > 0 && cos > -0.9 && half*math.Tan(turn/2) < length:
		return append(to, p.plus(sharp))
	case turn > 0: // the inside of a narrow corner
		return append(to, p.plus(in), p, p.plus(out))
	}
	return arc(to, p, in, turn)
}

// arc appends points on a circle around p, from p plus a radius through the given angle. If the
// angle is positive, y going down, it turns to the right.
func arc(to []point, p, radius point, angle float64) []point {
	size := math.Hypot(radius.x, radius.y)
	n := int(math.Ceil(math.Abs(angle) * min(1+math.Sqrt(size), 16)))
	for i := range n + 1 {
		sin, cos := math.Sincos(angle * float64(i) / float64(n))
		to = append(to, p.plus(point{radius.x*cos - radius.y*sin, radius.x*sin + radius.y*cos}))
	}
	return to
}
