package png

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"
)

// A style is how a shape is painted.
type style struct {
	fill, stroke color.NRGBA // without the opacity; the alpha is 0 for "none"
	fillOpacity  float64
	lineOpacity  float64
	width        float64 // of the stroke
	miter        bool    // corners are sharp, not round
}

// A transform scales a point and then moves it.
type transform struct{ scale, x, y float64 }

func (t transform) apply(p point) point { return point{t.scale*p.x + t.x, t.scale*p.y + t.y} }

// then returns the transform that applies u and then t.
func (t transform) then(u transform) transform {
	o := t.apply(point{u.x, u.y})
	return transform{t.scale * u.scale, o.x, o.y}
}

// A shape is a path and its style.
type shape struct {
	path  path
	style style
}

// A level is what the elements in an element inherit from it.
type level struct {
	style     style
	transform transform
}

// A renderer draws the elements of a document one after another.
type renderer struct {
	xml     *xml.Decoder
	canvas  *canvas
	levels  []level
	figures map[string][]shape // by id
	id      string             // of the figure that is being defined, or ""
	depth   int                // of that figure
	painted bool               // a shape was painted
}

func newRenderer(svg []byte) *renderer {
	base := style{fill: color.NRGBA{A: 255}, fillOpacity: 1, lineOpacity: 1, width: 1}
	return &renderer{
		xml:     xml.NewDecoder(bytes.NewReader(svg)),
		levels:  []level{{base, transform{scale: 1}}},
		figures: map[string][]shape{},
	}
}

// run draws the document.
func (r *renderer) run() error {
	for {
		token, err := r.xml.RawToken()
		if err == io.EOF && r.canvas != nil && len(r.levels) == 1 {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			err = r.start(t)
		case xml.EndElement:
			if len(r.levels) == 1 {
				return errors.New("an end tag without a start tag")
			}
			if len(r.levels) == r.depth {
				r.id = ""
			}
			r.levels = r.levels[:len(r.levels)-1]
		}
		if err != nil {
			return err
		}
	}
}

// attributes are the attributes of an element, by name.
type attributes []xml.Attr

func (a attributes) get(name string) string {
	for i := range a {
		if a[i].Name.Local == name {
			return a[i].Value
		}
	}
	return ""
}

// number returns the value of an attribute, 0 if it is missing or not a number.
func (a attributes) number(name string) float64 {
	v, err := strconv.ParseFloat(a.get(name), 64)
	if err != nil || math.IsNaN(v) || math.Abs(v) > 1e6 {
		return 0
	}
	return v
}

// start handles the start of an element.
func (r *renderer) start(e xml.StartElement) error {
	a := attributes(e.Attr)
	l := r.levels[len(r.levels)-1]
	if err := l.read(a); err != nil {
		return err
	}
	name := e.Name.Local
	if name == "svg" {
		return r.open(l, a)
	}
	if r.canvas == nil {
		return fmt.Errorf("the element %q outside svg", name)
	}
	if len(r.levels) > 16 {
		return errors.New("too many levels")
	}
	r.levels = append(r.levels, l)
	switch name {
	case "title", "desc", "defs", "style": // the style sheet is for viewers who prefer dark pages
	case "g":
		if id := a.get("id"); id != "" {
			r.id, r.depth = id, len(r.levels)
		}
	case "use":
		r.use(l.transform, a)
	case "text":
		return r.text(l, a)
	case "rect", "circle", "path":
		p, err := geometry(name, a)
		if err != nil {
			return err
		}
		r.shape(shape{p, l.style}, l.transform)
	default:
		return fmt.Errorf("the element %q", name)
	}
	return nil
}

// open makes the canvas.
func (r *renderer) open(l level, a attributes) error {
	width, height := math.Ceil(a.number("width")), math.Ceil(a.number("height"))
	box := strings.Fields(a.get("viewBox"))
	if r.canvas != nil || width < 1 || height < 1 || width*height > MaxPixels || len(box) != 4 {
		return errors.New("the size of the picture")
	}
	units, err := strconv.ParseFloat(box[2], 64)
	if err != nil || !(units > 0) {
		return errors.New("the viewBox of the picture")
	}
	r.canvas = newCanvas(int(width), int(height))
	l.transform.scale = a.number("width") / units
	r.levels = append(r.levels, l)
	return nil
}

// shape paints a shape, or adds it to the figure that is being defined.
func (r *renderer) shape(s shape, t transform) {
	if r.id != "" {
		r.figures[r.id] = append(r.figures[r.id], s)
		return
	}
	if !r.painted { // the background
		r.painted = true
		r.canvas.cover(withOpacity(s.style.fill, s.style.fillOpacity))
		return
	}
	r.canvas.paint(s, t)
}

// use paints a figure.
func (r *renderer) use(t transform, a attributes) {
	id := strings.TrimPrefix(a.get("href"), "#")
	t = t.then(transform{1, a.number("x"), a.number("y")})
	r.canvas.paintFigure(id, r.figures[id], t)
}

// text paints a line of text that is centered on its position.
func (r *renderer) text(l level, a attributes) error {
	token, err := r.xml.RawToken()
	if err != nil {
		return err
	}
	line, ok := token.(xml.CharData)
	if !ok {
		return errors.New("text without characters")
	}
	outline, err := outlines(string(line), a.number("font-size"), a.number("x"), a.number("y"))
	if err != nil {
		return err
	}
	r.shape(shape{outline, l.style}, l.transform)
	return nil
}

// read changes l to what the attributes of an element say.
func (l *level) read(a attributes) error {
	for i := range a {
		var err error
		switch value := a[i].Value; a[i].Name.Local {
		case "fill":
			l.style.fill, err = parseColor(value)
		case "stroke":
			l.style.stroke, err = parseColor(value)
		case "fill-opacity":
			l.style.fillOpacity = min(max(a.number("fill-opacity"), 0), 1)
		case "stroke-opacity":
			l.style.lineOpacity = min(max(a.number("stroke-opacity"), 0), 1)
		case "stroke-width":
			l.style.width = a.number("stroke-width")
		case "stroke-linejoin":
			l.style.miter = value == "miter"
		case "transform":
			var t transform
			t, err = parseTransform(value)
			l.transform = l.transform.then(t)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// parseColor parses "none", "#rgb", or "#rrggbb".
func parseColor(s string) (color.NRGBA, error) {
	if s == "none" {
		return color.NRGBA{}, nil
	}
	digits := strings.TrimPrefix(s, "#")
	v, err := strconv.ParseUint(digits, 16, 32)
	switch {
	case err == nil && len(digits) == 3:
		return color.NRGBA{uint8(v>>8&15) * 17, uint8(v>>4&15) * 17, uint8(v&15) * 17, 255}, nil
	case err == nil && len(digits) == 6:
		return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255}, nil
	}
	return color.NRGBA{}, fmt.Errorf("the color %q", s)
}

// parseTransform parses "translate(1 2)", which "scale(.5)" may follow.
func parseTransform(s string) (transform, error) {
	t := transform{scale: 1}
	move, ok := strings.CutPrefix(s, "translate(")
	move, scale, closed := strings.Cut(move, ")")
	numbers, err := parseNumbers(move)
	if !ok || !closed || err != nil || len(numbers) != 2 {
		return t, fmt.Errorf("the transform %q", s)
	}
	t.x, t.y = numbers[0], numbers[1]
	if scale == "" {
		return t, nil
	}
	numbers, err = parseNumbers(strings.TrimSuffix(strings.TrimPrefix(scale, "scale("), ")"))
	if err != nil || len(numbers) != 1 || !(numbers[0] > 0 && numbers[0] <= 1) {
		return t, fmt.Errorf("the transform %q", s)
	}
	t.scale = numbers[0]
	return t, nil
}

// bounds returns the rectangle that t makes of a square that is 100 wide, with a margin.
func (t transform) bounds() image.Rectangle {
	return image.Rect(int(math.Floor(t.x))-2, int(math.Floor(t.y))-2,
		int(math.Ceil(t.x+100*t.scale))+2, int(math.Ceil(t.y+100*t.scale))+2)
}
