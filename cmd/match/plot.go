package main

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"math"
)

// picture writes an SVG picture of the Elo difference with its confidence interval, and of the test with its
// bounds, over the games of the match.
func (m *match) picture(w io.Writer) error {
	elo, llr := panel{title: "Elo difference with its 95 % confidence interval", low: -1, high: 1}, panel{}
	for _, pairs := range m.history {
		games, e := 2*pairs.count(), pairs.sample().elo()
		llr.points = append(llr.points, point{games, m.sprt.llr(pairs), 0})
		if !math.IsNaN(e.value) {
			elo.points = append(elo.points, point{games, e.value, e.margin})
			elo.low, elo.high = e.value-3*e.margin, e.value+3*e.margin
		}
	}
	panels := []panel{elo}
	if m.sprt != noTest {
		llr.title = fmt.Sprintf("log-likelihood ratio, with the bounds at which H0 (%v) and H1 (%v) are accepted", m.sprt.elo0, m.sprt.elo1)
		lower, upper := m.sprt.bounds()
		llr.bounds, llr.low, llr.high = []float64{lower, upper}, 1.2*lower, 1.2*upper
		panels = append(panels, llr)
	}
	_, err := w.Write(drawing(m.players[0].name+" against "+m.players[1].name, panels...))
	return err
}

// A panel is a chart of a value over the number of games.
type panel struct {
	title     string
	points    []point   // from left to right
	bounds    []float64 // dashed horizontal lines
	low, high float64   // the limits of the axis of values
}

// A point is a value with the margin of its confidence interval, or 0.
type point struct{ games, value, margin float64 }

// The layout, in pixels.
const (
	width, height = 720.0, 230.0 // of the area of a panel
	left, top     = 64.0, 68.0   // where the area of the first panel begins
	distance      = 310.0        // of a panel from the next one
	most          = 600          // points that are drawn
)

// style is the style sheet, for light and for dark pages.
const style = `.page{fill:#fff} text{fill:#222} .grid{stroke:#ddd} .bound{stroke:#b3261e;stroke-dasharray:6 4}
.line{fill:none;stroke-width:2;stroke:#2563b0} .band{opacity:.2;fill:#2563b0}
@media (prefers-color-scheme: dark) {.page{fill:#161b22} text{fill:#ddd} .grid{stroke:#444} .bound{stroke:#ff8a80} .line{stroke:#6cb0ff} .band{fill:#6cb0ff}}
`

// drawing draws panels as SVG, one below the other.
func drawing(title string, panels ...panel) []byte {
	var b bytes.Buffer
	title = html.EscapeString(title)
	size := []any{left + width + 24, 34 + distance*float64(len(panels))}
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %v %v" font-family="sans-serif" font-size="13">`+"\n", size...)
	fmt.Fprintf(&b, "<title>%s</title>\n<style>\n%s</style>\n", title, style)
	fmt.Fprintf(&b, `<clipPath id="area"><rect width="%v" height="%v"/></clipPath>`+"\n", width, height)
	fmt.Fprintf(&b, `<rect class="page" width="%v" height="%v"/>`+"\n", size...)
	fmt.Fprintf(&b, `<text x="%v" y="26" font-size="16">%s</text>`+"\n", left, title)
	for i, p := range panels {
		fmt.Fprintf(&b, `<g transform="translate(%v,%v)">`+"\n", left, top+distance*float64(i))
		p.draw(&b)
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// draw draws the panel, whose area begins at the origin.
func (p panel) draw(b *bytes.Buffer) {
	games, step := 1.0, 1+len(p.points)/most
	if len(p.points) > 0 {
		games = p.points[len(p.points)-1].games
	}
	across := func(n float64) float64 { return n / games * width }
	down := func(v float64) float64 { return (p.high - v) / (p.high - p.low) * height }
	fmt.Fprintf(b, `<text y="-9">%s</text>`+"\n", html.EscapeString(p.title))
	for _, v := range ticks(p.low, p.high) {
		fmt.Fprintf(b, `<path class="grid" d="M0,%.1f h%v"/>`, down(v), width)
		fmt.Fprintf(b, `<text x="-8" y="%.1f" dy="4" text-anchor="end">%.10g</text>`+"\n", down(v), v)
	}
	for _, n := range ticks(0, games) {
		fmt.Fprintf(b, `<text x="%.1f" y="%v" text-anchor="middle">%.10g</text>`+"\n", across(n), height+18, n)
	}
	fmt.Fprintf(b, `<text x="%v" y="%v" text-anchor="middle">games</text>`+"\n", width/2, height+36)
	for _, v := range p.bounds {
		fmt.Fprintf(b, `<path class="bound" d="M0,%.1f h%v"/>`+"\n", down(v), width)
	}
	line, band := "", ""
	for i := (len(p.points) + step - 1) % step; i < len(p.points); i += step { // up to the last one
		q := p.points[i]
		line += fmt.Sprintf(" %.1f,%.1f", across(q.games), down(q.value))
		if q.margin != 0 { // from the left along the upper edge, and back along the lower one
			band = fmt.Sprintf("%.1f,%.1f %s %.1f,%.1f", across(q.games), down(q.value-q.margin), band, across(q.games), down(q.value+q.margin))
		}
	}
	if band != "" {
		fmt.Fprintf(b, `<polygon class="band" clip-path="url(#area)" points="%s"/>`+"\n", band)
	}
	fmt.Fprintf(b, `<polyline class="line" clip-path="url(#area)" points="%s"/>`+"\n", line)
}

// ticks returns the multiples of a round number from low to high, four to ten of them.
func ticks(low, high float64) (list []float64) {
	step := math.Pow(10, math.Floor(math.Log10(high-low)))
	for (high-low)/step < 4 {
		step /= 2
	}
	for i := math.Ceil(low / step); i*step <= high; i++ {
		list = append(list, i*step+0) // no negative zero
	}
	return list
}
