package main

import (
	_ "embed"
	"fmt"
	"io"
	"math"
	"text/template"
)

// A drawing is what the template plot.tmpl draws: panels, one below the other.
type drawing struct {
	Title  string
	Height int // in pixels
	Panels []panel
}

//go:embed plot.tmpl
var layout string

var document = template.Must(template.New("plot").Parse(layout))

// most is the number of points that a panel shows, about.
const most = 600

// picture writes an SVG picture of the Elo difference with its confidence interval, and of the test with its
// bounds, over the games of the match.
func (m *match) picture(w io.Writer) error {
	elo, llr := panel{Top: 68, Title: "Elo difference with its 95 % confidence interval", low: -1, high: 1}, panel{Top: 378}
	n := len(m.history)
	step := 1 + n/most
	for i := max(n-1, 0) % step; i < n; i += step { // up to the last one
		games, e := 2*m.history[i].count(), m.history[i].sample().elo()
		elo.games, llr.games = games, games
		llr.Points = append(llr.Points, point{games, m.sprt.llr(m.history[i]), 0})
		if !math.IsNaN(e.value) {
			elo.Points = append(elo.Points, point{games, e.value, e.margin})
			elo.low, elo.high = e.value-3*e.margin, e.value+3*e.margin
		}
	}
	d := drawing{m.players[0].name + " against " + m.players[1].name, 344, []panel{elo}}
	if m.sprt != noTest {
		llr.Title = fmt.Sprintf("log-likelihood ratio, with the bounds at which H0 (%v) and H1 (%v) are accepted", m.sprt.elo0, m.sprt.elo1)
		lower, upper := m.sprt.bounds()
		llr.Bounds, llr.low, llr.high = []float64{lower, upper}, 1.2*lower, 1.2*upper
		d.Height, d.Panels = 654, append(d.Panels, llr)
	}
	return document.Execute(w, d)
}

// A panel is a chart of a value over the number of games.
type panel struct {
	Top       int // of its area, in pixels
	Title     string
	games     float64   // at the right edge
	Points    []point   // from left to right
	Bounds    []float64 // dashed horizontal lines
	low, high float64   // the limits of the axis of values
}

// A point is a value with the margin of its confidence interval, or 0.
type point struct{ Games, Value, margin float64 }

// X returns where a number of games is in the area, which is 720 pixels wide.
func (p panel) X(games float64) string { return fmt.Sprintf("%.1f", games/max(p.games, 1)*720) }

// Y returns where a value is in the area, which is 230 pixels high.
func (p panel) Y(value float64) string {
	return fmt.Sprintf("%.1f", (p.high-value)/(p.high-p.low)*230)
}

// Band returns the outline of the confidence interval, or "" if there is none: from the left along the upper edge,
// and back along the lower one.
func (p panel) Band() (band string) {
	for _, q := range p.Points {
		if x := p.X(q.Games); q.margin != 0 {
			band = x + "," + p.Y(q.Value-q.margin) + " " + band + " " + x + "," + p.Y(q.Value+q.margin)
		}
	}
	return band
}

// Rows returns the values that are written at their axis, and Columns the numbers of games.
func (p panel) Rows() []float64    { return ticks(p.low, p.high) }
func (p panel) Columns() []float64 { return ticks(0, max(p.games, 1)) }

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
