package png

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
)

type point struct{ x, y float64 }

func (p point) plus(q point) point { return point{p.x + q.x, p.y + q.y} }

// A segment leads to its last point: a line with one point, or a cubic curve with three. A segment
// with the move bit starts a new line.
type segment struct {
	kind   byte // 'M', 'L', 'C', or 'Z'
	points [3]point
}

// A path is a list of segments.
type path []segment

func (p *path) move(a point)        { *p = append(*p, segment{'M', [3]point{a}}) }
func (p *path) line(a point)        { *p = append(*p, segment{'L', [3]point{a}}) }
func (p *path) curve(a, b, c point) { *p = append(*p, segment{'C', [3]point{a, b, c}}) }
func (p *path) close()              { *p = append(*p, segment{kind: 'Z'}) }

// moved returns the path after a transform.
func (p path) moved(t transform) path {
	p = slices.Clone(p)
	for i := range p {
		for j := range p[i].points {
			p[i].points[j] = t.apply(p[i].points[j])
		}
	}
	return p
}

// geometry returns the path of a rect, circle, or path element.
func geometry(name string, a attributes) (path, error) {
	switch name {
	case "rect":
		return rectangle(a.number("x"), a.number("y"), a.number("width"), a.number("height"), a.number("rx")), nil
	case "circle":
		r := a.number("r")
		return rectangle(a.number("cx")-r, a.number("cy")-r, 2*r, 2*r, r), nil
	}
	return parsePath(a.get("d"))
}

// rectangle returns a rectangle with corners of radius r. A square whose corners take all of it is
// a circle.
func rectangle(x, y, w, h, r float64) (p path) {
	if r == 0 {
		p.move(point{x, y})
		p.line(point{x + w, y})
		p.line(point{x + w, y + h})
		p.line(point{x, y + h})
		p.close()
		return p
	}
	k := r * (1 - 4*(math.Sqrt2-1)/3) // from the corner to the handle of the curve
	p.move(point{x + r, y})
	p.line(point{x + w - r, y})
	p.curve(point{x + w - k, y}, point{x + w, y + k}, point{x + w, y + r})
	p.line(point{x + w, y + h - r})
	p.curve(point{x + w, y + h - k}, point{x + w - k, y + h}, point{x + w - r, y + h})
	p.line(point{x + r, y + h})
	p.curve(point{x + k, y + h}, point{x, y + h - k}, point{x, y + h - r})
	p.line(point{x, y + r})
	p.curve(point{x, y + k}, point{x + k, y}, point{x + r, y})
	p.close()
	return p
}

// A numberReader reads the numbers of a path.
type numberReader struct {
	text string
	err  error
}

// more reports whether a number follows.
func (r *numberReader) more() bool {
	for r.text != "" && (r.text[0] == ' ' || r.text[0] == ',') {
		r.text = r.text[1:]
	}
	return r.err == nil && r.text != "" && (r.text[0] == '-' || r.text[0] == '.' || isDigit(r.text[0]))
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// next reads a number.
func (r *numberReader) next() float64 {
	if !r.more() {
		if r.err == nil {
			r.err = errors.New("a path with too few numbers")
		}
		return 0
	}
	end, dot := 0, false
	for i := range len(r.text) {
		c := r.text[i]
		if !isDigit(c) && (c != '.' || dot) && (c != '-' || i > 0) {
			break
		}
		dot = dot || c == '.'
		end = i + 1
	}
	v, err := strconv.ParseFloat(r.text[:end], 64)
	if err != nil || math.Abs(v) > 1e6 {
		r.err = fmt.Errorf("the number %q", r.text[:end])
	}
	r.text = r.text[end:]
	return v
}

// parseNumbers parses numbers such as "1 2.5-3".
func parseNumbers(s string) (numbers []float64, err error) {
	r := numberReader{text: s}
	for r.more() {
		numbers = append(numbers, r.next())
	}
	if r.err == nil && r.text != "" {
		r.err = fmt.Errorf("the number %q", r.text)
	}
	return numbers, r.err
}

// parsePath parses the commands M, L, H, V, C, and Z, in capitals or small letters.
func parsePath(s string) (path, error) {
	p := pathParser{numbers: numberReader{text: s}}
	r := &p.numbers
	for r.err == nil && (r.more() || r.text != "") {
		command := r.text[0]
		r.text = r.text[1:]
		p.command(command, true)
		for command|0x20 != 'z' && r.more() {
			p.command(command, false)
		}
	}
	return p.path, r.err
}

// A pathParser parses a path.
type pathParser struct {
	numbers   numberReader
	path      path
	at, start point // the last point, and the last that a move led to
}

// command parses the numbers of a command. A command that is not the first is repeated without its
// letter.
func (p *pathParser) command(command byte, first bool) {
	var origin point
	if command >= 'a' {
		origin = p.at
	}
	next := func() point { return origin.plus(point{p.numbers.next(), p.numbers.next()}) }
	switch upper := command &^ 0x20; {
	case upper == 'Z':
		p.path.close()
		p.at = p.start
	case upper == 'M' && first:
		p.at = next()
		p.start = p.at
		p.path.move(p.at)
	case upper == 'C':
		a, b := next(), next()
		p.at = next()
		p.path.curve(a, b, p.at)
	case upper == 'L' || upper == 'M':
		p.at = next()
		p.path.line(p.at)
	case upper == 'H':
		p.at.x = origin.x + p.numbers.next()
		p.path.line(p.at)
	case upper == 'V':
		p.at.y = origin.y + p.numbers.next()
		p.path.line(p.at)
	default:
		p.numbers.err = fmt.Errorf("the command %q of a path", command)
	}
}

// A polyline is a flattened part of a path.
type polyline struct {
	points []point
	closed bool
}

// path returns the closed path along l.
func (l polyline) path() (p path) {
	for i, at := range l.points {
		if i == 0 {
			p.move(at)
			continue
		}
		p.line(at)
	}
	p.close()
	return p
}

// flatten returns the path as lines after a transform.
func (p path) flatten(t transform) (lines []polyline) {
	var line polyline
	end := func() {
		if len(line.points) > 0 {
			lines = append(lines, line)
		}
		line = polyline{}
	}
	for _, s := range p {
		switch s.kind {
		case 'M':
			end()
			line.points = append(line.points, t.apply(s.points[0]))
		case 'L':
			line.points = append(line.points, t.apply(s.points[0]))
		case 'C':
			if len(line.points) > 0 {
				line.points = appendCurve(line.points, t.apply(s.points[0]), t.apply(s.points[1]), t.apply(s.points[2]))
			}
		case 'Z':
			line.closed = true
			end()
		}
	}
	end()
	return lines
}

// appendCurve appends points on the cubic curve from the last of points.
func appendCurve(points []point, b, c, d point) []point {
	a := points[len(points)-1]
	length := math.Hypot(b.x-a.x, b.y-a.y) + math.Hypot(c.x-b.x, c.y-b.y) + math.Hypot(d.x-c.x, d.y-c.y)
	n := int(min(2+math.Sqrt(length)*1.2, 64))
	for i := 1; i <= n; i++ {
		u := float64(i) / float64(n)
		v := 1 - u
		wa, wb, wc, wd := v*v*v, 3*v*v*u, 3*v*u*u, u*u*u
		points = append(points, point{
			wa*a.x + wb*b.x + wc*c.x + wd*d.x,
			wa*a.y + wb*b.y + wc*c.y + wd*d.y,
		})
	}
	return points
}
