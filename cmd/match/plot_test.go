package main

import (
	"encoding/xml"
	"math"
	"strings"
	"testing"
)

// TestSVG checks that a picture is XML with a line for each panel, a band where there are margins,
// and the bounds, and that it leaves out what is not finite.
func TestSVG(t *testing.T) {
	many := make([]point, 10_000)
	for i := range many {
		many[i] = point{float64(i), math.Sin(float64(i) / 100), 1 / float64(i+1)}
	}
	many[0].value, many[5000].margin = math.Inf(1), math.NaN()
	picture := string(drawing("a < b", panel{"sin", many, []float64{-3, 3}}, panel{"flat", []point{{1, 2, 0}}, nil}, panel{title: "empty"}))
	if err := xml.Unmarshal([]byte(picture), new(struct{})); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{"<polyline": 3, "<polygon": 1, `class="bound"`: 2, "a &lt; b": 2, "Inf": 0, "NaN": 0, "prefers-color-scheme: dark": 1} {
		if got := strings.Count(picture, text); got != want {
			t.Errorf("the picture has %q %d times, want %d", text, got, want)
		}
	}
	if len(picture) > 60_000 {
		t.Errorf("a picture of 10,000 points has %d bytes", len(picture))
	}
}

// TestTicks checks the numbers at the axes.
func TestTicks(t *testing.T) {
	for _, tt := range []struct {
		low, high float64
		want      string
	}{
		{0, 100, "0 20 40 60 80 100"}, {-0.5, 7, "0 1 2 3 4 5 6 7"}, {-3.2, 3.1, "-3 -2 -1 0 1 2 3"}, {0, 30_000, "0 5000 10000 15000 20000 25000 30000"}, {0.12, 0.19, "0.12 0.13 0.14 0.15 0.16 0.17 0.18 0.19"},
	} {
		var got []string
		for _, v := range ticks(tt.low, tt.high) {
			got = append(got, number(v))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("ticks(%v, %v) = %q, want %q", tt.low, tt.high, got, tt.want)
		}
	}
}
