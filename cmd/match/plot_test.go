package main

import (
	"encoding/xml"
	"fmt"
	"math"
	"strings"
	"testing"
)

// TestSVG checks that a picture is XML with a line for each panel, a band where there are margins,
// and the bounds, and that it does not grow with the number of games.
func TestSVG(t *testing.T) {
	many := make([]point, 10_000)
	for i := range many {
		many[i] = point{float64(i + 1), math.Sin(float64(i) / 100), 1 / float64(i+1)}
	}
	picture := string(drawing("a < b", panel{"sin", many, []float64{-3, 3}, -4, 4}, panel{"flat", []point{{1, 2, 0}}, nil, 1, 3}, panel{title: "empty"}))
	if err := xml.Unmarshal([]byte(picture), new(struct{})); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{"<polyline": 3, "<polygon": 1, `class="bound"`: 2, `class="grid"`: 14, "a &lt; b": 2, "Inf": 0, "NaN": 0, "prefers-color-scheme: dark": 1} {
		if got := strings.Count(picture, text); got != want {
			t.Errorf("the picture has %q %d times, want %d", text, got, want)
		}
	}
	if n := strings.Count(picture, ","); n < 3*most-30 || n > 3*most+30 {
		t.Errorf("a picture of 10,000 points has %d of them in a line and a band", n/3)
	}
	for n := 1; n <= 3*most; n += most / 3 {
		picture := string(drawing("", panel{"", many[:n], nil, -4, 4}))
		if !strings.Contains(picture, fmt.Sprintf(`720.0,%.1f"/>`, (4-many[n-1].value)/8*height)) {
			t.Errorf("the last of %d points is not drawn:\n%s", n, picture)
		}
	}
}

// TestPicture checks what is drawn of a match, and what of one that an engine has won.
func TestPicture(t *testing.T) {
	one, pairs := distribution{0, 0, 1, 0, 0}, distribution{0, 0, 2, 0, 0}
	m := newMatch("a", "b")
	m.sprt, m.history = sprt{elo1: 5, alpha: 0.05, beta: 0.05}, []distribution{one, pairs}
	drawn := func() string {
		var b strings.Builder
		if err := m.picture(&b); err != nil {
			t.Error(err)
		}
		return b.String()
	}
	first, elo := one.sample().elo(), pairs.sample().elo()
	want := string(drawing("a against b",
		panel{"Elo difference with its 95 % confidence interval", []point{{2, first.value, first.margin}, {4, elo.value, elo.margin}}, nil, -3 * elo.margin, 3 * elo.margin},
		panel{"log-likelihood ratio, with the bounds at which H0 (0) and H1 (5) are accepted",
			[]point{{2, m.sprt.llr(one), 0}, {4, m.sprt.llr(pairs), 0}}, []float64{math.Log(0.05 / 0.95), math.Log(0.95 / 0.05)}, 1.2 * math.Log(0.05/0.95), 1.2 * math.Log(0.95/0.05)}))
	if got := drawn(); got != want {
		t.Errorf("the picture is\n%s\nwant\n%s", got, want)
	}
	single := string(drawing("t", panel{"p", []point{{10, 2, 1}}, nil, 1 - 1./3, 3 + 1./3}))
	if !strings.Contains(single, `class="band" clip-path="url(#area)" points="720.0,201.2  720.0,28.8"`) || !strings.Contains(single, `points=" 720.0,115.0"`) {
		t.Errorf("a point with its interval is drawn as\n%s", single)
	}
	m.history, m.sprt = []distribution{{0, 0, 0, 0, 1}}, noTest
	if got := drawn(); strings.Contains(got, "NaN") || strings.Count(got, "<polyline") != 1 || strings.Count(got, `class="grid"`) != 5 {
		t.Errorf("if one engine has won everything, the picture is\n%s", got)
	}
}

// TestTicks checks the numbers at the axes.
func TestTicks(t *testing.T) {
	for _, tt := range []struct {
		low, high float64
		want      string
	}{
		{0, 100, "0 25 50 75 100"}, {-0.5, 7, "0 1 2 3 4 5 6 7"}, {-3.2, 3.1, "-3 -2 -1 0 1 2 3"}, {0, 30_000, "0 5000 10000 15000 20000 25000 30000"}, {0.12, 0.19, "0.12 0.13 0.14 0.15 0.16 0.17 0.18 0.19"},
	} {
		var got []string
		for _, v := range ticks(tt.low, tt.high) {
			got = append(got, fmt.Sprintf("%.10g", v))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("ticks(%v, %v) = %q, want %q", tt.low, tt.high, got, tt.want)
		}
	}
}
