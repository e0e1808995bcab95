// Package plot draws line charts as SVG, readable on light and on dark pages.
package plot

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
)

// A Point is a value with the margin of its confidence interval, or 0.
type Point struct{ X, Y, Margin float64 }

// A Line is a row of points, from left to right.
type Line struct {
	Name   string // shown beside the chart if there are several lines
	Points []Point
}

// A Panel is a chart with axes. The X axis begins at 0.
type Panel struct {
	Title  string
	X      string // what the X axis shows
	Lines  []Line
	Bounds []float64 // dashed horizontal lines
}

// The layout, in pixels.
const (
	width, height = 720.0, 230.0 // of the area of a panel
	left, right   = 64.0, 24.0
	top, bottom   = 34.0, 46.0
	most          = 600 // points of a line that are drawn
)

// colors are those of the lines, on light and on dark pages.
var colors = [...][2]string{{"#2563b0", "#6cb0ff"}, {"#b04a1a", "#ff9d66"}, {"#2c7a3f", "#6fcf86"}, {"#7a3fa0", "#c792ea"}}

// SVG draws panels, one below the other.
func SVG(title string, panels ...Panel) []byte {
	var b bytes.Buffer
	total := top + float64(len(panels))*(top+height+bottom)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %v %v" font-family="sans-serif" font-size="13">`+"\n",
		left+width+right, total)
	fmt.Fprintf(&b, "<title>%s</title>\n<style>\n%s</style>\n", html.EscapeString(title), style())
	fmt.Fprintf(&b, `<rect class="page" width="%v" height="%v"/>`+"\n", left+width+right, total)
	fmt.Fprintf(&b, `<text x="%v" y="26" font-size="16">%s</text>`+"\n", left, html.EscapeString(title))
	for i, p := range panels {
		p.draw(&b, i, top+float64(i)*(top+height+bottom)+top)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// style returns the style sheet.
func style() string {
	light, dark := ".page{fill:#fff} text{fill:#222} .grid{stroke:#ddd} .bound{stroke:#b3261e;stroke-dasharray:6 4} .line{fill:none;stroke-width:2} .band{opacity:.2}\n",
		".page{fill:#161b22} text{fill:#ddd} .grid{stroke:#444} .bound{stroke:#ff8a80}"
	for i, c := range colors {
		light += fmt.Sprintf(".line.c%d{stroke:%s} .band.c%d,text.c%d{fill:%s}\n", i, c[0], i, i, c[0])
		dark += fmt.Sprintf(" .line.c%d{stroke:%s} .band.c%d,text.c%d{fill:%s}", i, c[1], i, i, c[1])
	}
	return light + "@media (prefers-color-scheme: dark) {" + dark + "}\n"
}

// draw draws the panel with an index, whose area begins at the height y.
func (p Panel) draw(b *bytes.Buffer, index int, y float64) {
	right, low, high := p.ranges()
	across := func(v float64) string { return strconv.FormatFloat(left+v/right*width, 'f', 1, 64) }
	down := func(v float64) string { return strconv.FormatFloat(y+height-(v-low)/(high-low)*height, 'f', 1, 64) }
	at := func(x, y float64) string { return across(x) + "," + down(y) }
	fmt.Fprintf(b, `<clipPath id="area%d"><rect x="%v" y="%v" width="%v" height="%v"/></clipPath>`+"\n", index, left, y, width, height)
	fmt.Fprintf(b, `<text x="%v" y="%v">%s</text>`+"\n", left, y-9, html.EscapeString(p.Title))
	for _, v := range ticks(low, high) {
		fmt.Fprintf(b, `<path class="grid" d="M%s L%s"/>`, at(0, v), at(right, v))
		fmt.Fprintf(b, `<text x="%v" y="%s" dy="4" text-anchor="end">%s</text>`+"\n", left-8, down(v), number(v))
	}
	for _, v := range ticks(0, right) {
		fmt.Fprintf(b, `<text x="%s" y="%v" text-anchor="middle">%s</text>`+"\n", across(v), y+height+18, number(v))
	}
	fmt.Fprintf(b, `<text x="%v" y="%v" text-anchor="middle">%s</text>`+"\n", left+width/2, y+height+36, html.EscapeString(p.X))
	for _, v := range p.Bounds {
		fmt.Fprintf(b, `<path class="bound" d="M%s L%s"/>`+"\n", at(0, v), at(right, v))
	}
	for i, l := range p.Lines {
		l.draw(b, i%len(colors), index, at)
		if len(p.Lines) > 1 {
			fmt.Fprintf(b, `<text class="c%d" x="%v" y="%v" text-anchor="end">%s</text>`+"\n",
				i%len(colors), left+width-float64(i)*120, y-9, html.EscapeString(l.Name))
		}
	}
}

// draw draws the line and the band around it.
func (l Line) draw(b *bytes.Buffer, color, area int, at func(x, y float64) string) {
	points := thin(l.Points)
	var upper, lower, line []string
	banded := false
	for _, q := range points {
		line = append(line, at(q.X, q.Y))
		upper = append(upper, at(q.X, q.Y+q.Margin))
		lower = append([]string{at(q.X, q.Y-q.Margin)}, lower...)
		banded = banded || q.Margin != 0
	}
	if banded {
		fmt.Fprintf(b, `<polygon class="band c%d" clip-path="url(#area%d)" points="%s"/>`+"\n", color, area, strings.Join(append(upper, lower...), " "))
	}
	fmt.Fprintf(b, `<polyline class="line c%d" clip-path="url(#area%d)" points="%s"/>`+"\n", color, area, strings.Join(line, " "))
}

// thin returns at most as many points as are drawn, including the last one, without those that are
// not finite.
func thin(points []Point) (some []Point) {
	step := max(1, (len(points)+most-1)/most)
	for i := (len(points) - 1) % step; i >= 0 && i < len(points); i += step {
		if q := points[i]; !math.IsInf(q.Y, 0) && !math.IsNaN(q.Y+q.Margin) {
			some = append(some, q)
		}
	}
	return some
}

// ranges returns the end of the X axis and the limits of the Y axis. The first tenth of a line
// with margins may exceed them, because intervals are wide at first.
func (p Panel) ranges() (right, low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range p.Bounds {
		low, high = min(low, v), max(high, v)
	}
	for _, l := range p.Lines {
		points := thin(l.Points)
		for i, q := range points {
			right = max(right, q.X)
			if q.Margin == 0 || i >= len(points)/10 {
				low, high = min(low, q.Y-q.Margin), max(high, q.Y+q.Margin)
			}
		}
	}
	if !(low < high) {
		low, high = -1, 1
	}
	room := (high - low) / 20
	return max(right, 1), low - room, high + room
}

// ticks returns the multiples of a round number from low to high, four to ten of them.
func ticks(low, high float64) (list []float64) {
	step := math.Pow(10, math.Floor(math.Log10(high-low)))
	switch n := (high - low) / step; {
	case n < 2:
		step /= 5
	case n < 4:
		step /= 2
	}
	for i := math.Ceil(low / step); i*step <= high; i++ {
		list = append(list, i*step)
	}
	return list
}

// number returns a short form of a tick, and 0 for -0.
func number(v float64) string { return strconv.FormatFloat(math.Round(v*1e6)/1e6+0, 'f', -1, 64) }
