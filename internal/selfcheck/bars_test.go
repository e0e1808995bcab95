package selfcheck

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A chart has a group of horizontal bars for each label, with one bar for each series.
type chart struct {
	title       string
	labels      []string
	series      []series
	logarithmic bool // bars begin at 1
}

// A series has a value for each label. A bar that would be 0 is left out.
type series struct {
	name   string
	values []float64
}

// The layout, in pixels.
const (
	width = 808
	left  = 290 // where the bars begin
	long  = 440 // the longest bar
	thick = 15  // a bar
	gap   = 9   // between groups
)

const style = `.page{fill:#fff} text{fill:#222} .b0{fill:#2563b0} .b1{fill:#b04a1a}
@media (prefers-color-scheme: dark) {.page{fill:#161b22} text{fill:#ddd} .b0{fill:#6cb0ff} .b1{fill:#ff9d66}}
`

// bars draws charts, one below the other.
func bars(title string, charts ...chart) []byte {
	var body bytes.Buffer
	y := 34
	for _, c := range charts {
		y = c.draw(&body, y+30)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13">`+"\n", width, y+10)
	fmt.Fprintf(&b, "<title>%s</title>\n<style>\n%s</style>\n", html.EscapeString(title), style)
	fmt.Fprintf(&b, `<rect class="page" width="%d" height="%d"/>`+"\n", width, y+10)
	fmt.Fprintf(&b, `<text x="24" y="26" font-size="16">%s</text>`+"\n", html.EscapeString(title))
	b.Write(body.Bytes())
	b.WriteString("</svg>\n")
	return b.Bytes()
}

// draw draws a chart below the height y and returns where it ends. The title of a chart with one
// series says what it shows.
func (c chart) draw(b *bytes.Buffer, y int) int {
	fmt.Fprintf(b, `<text x="24" y="%d" font-weight="bold">%s</text>`+"\n", y, html.EscapeString(c.title))
	if len(c.series) > 1 {
		y += 20
		for i, s := range c.series {
			x := 24 + i*260
			fmt.Fprintf(b, `<rect class="b%d" x="%d" y="%d" width="12" height="12"/>`, i, x, y-10)
			fmt.Fprintf(b, `<text x="%d" y="%d">%s</text>`+"\n", x+18, y+1, html.EscapeString(s.name))
		}
	}
	y += 16
	for row, label := range c.labels {
		begin := y
		for i, s := range c.series {
			if v := s.values[row]; v > 0 {
				length := c.length(v)
				fmt.Fprintf(b, `<rect class="b%d" x="%d" y="%d" width="%.1f" height="%d"/>`, i, left, y, length, thick-1)
				fmt.Fprintf(b, `<text x="%.1f" y="%d">%s</text>`+"\n", left+length+6, y+thick-3, strconv.FormatFloat(v, 'f', -1, 64))
				y += thick
			}
		}
		fmt.Fprintf(b, `<text x="%d" y="%d" text-anchor="end">%s</text>`+"\n", left-8, (begin+y)/2+4, html.EscapeString(label))
		y += gap
	}
	return y
}

// length returns the length of the bar of a value.
func (c chart) length(v float64) float64 {
	most := 0.0
	for _, s := range c.series {
		most = max(most, slices.Max(s.values))
	}
	if c.logarithmic {
		return long * math.Log(v) / math.Log(most)
	}
	return long * v / most
}

// TestBars checks lengths of bars, and that a value that is not there has none.
func TestBars(t *testing.T) {
	c := chart{title: "a < b", labels: []string{"one", "two"}, series: []series{{"x", []float64{1, 100}}, {"y", []float64{0, 10}}}}
	linear := string(bars("t", c))
	c.logarithmic = true
	logarithmic := string(bars("t", c))
	for _, tt := range []struct {
		svg, text string
		want      int
	}{
		{linear, `width="440.0"`, 1}, {linear, `width="44.0"`, 1}, {linear, `width="4.4"`, 1}, {linear, `height="14"`, 3},
		{logarithmic, `width="440.0"`, 1}, {logarithmic, `width="220.0"`, 1}, {logarithmic, `width="0.0"`, 1},
		{linear, "a &lt; b", 1},
	} {
		if got := strings.Count(tt.svg, tt.text); got != tt.want {
			t.Errorf("%q occurs %d times, want %d:\n%s", tt.text, got, tt.want, tt.svg)
		}
	}
}
