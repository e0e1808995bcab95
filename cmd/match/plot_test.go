package main

import (
	"encoding/xml"
	"math"
	"slices"
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

// TestPicture checks what is drawn of a match in which some games of pairs are missing.
func TestPicture(t *testing.T) {
	a, b := &player{name: "a"}, &player{name: "b"}
	m := &match{players: []*player{a, b}, sprt: sprt{elo1: 5, alpha: 0.05, beta: 0.05}, results: map[int]result{}}
	for _, number := range []int{1, 2, 4, 5, 7, 8} { // White wins all games
		m.results[number] = result{fixture: fixture{number: number, players: [2]*player{a, b}}, points: [2]int{2, 0}}
	}
	pairs := distribution{0, 0, 2, 0, 0}
	elo := pairs.sample().elo()
	want := drawing("a against b",
		panel{"Elo difference with its 95 % confidence interval", []point{{2, elo.value, distribution{0, 0, 1, 0, 0}.sample().elo().margin}, {4, elo.value, elo.margin}}, nil},
		panel{"log-likelihood ratio, with the bounds at which H0 (0) and H1 (5) are accepted",
			[]point{{2, m.sprt.llr(distribution{0, 0, 1, 0, 0}), 0}, {4, m.sprt.llr(pairs), 0}}, []float64{math.Log(0.05 / 0.95), math.Log(0.95 / 0.05)}})
	var got strings.Builder
	if err := m.picture(&got); err != nil || got.String() != string(want) {
		t.Errorf("error %v, the picture is\n%s\nwant\n%s", err, &got, want)
	}
	wide := panel{points: slices.Repeat([]point{{1, 0, 1}}, 20)}
	wide.points[0].margin = 1000
	if games, low, high := wide.ranges(); games != 1 || low < -2 || high > 2 {
		t.Errorf("the axes go to %v games and from %v to %v: the wide interval at the beginning does not count", games, low, high)
	}
	wide.points[0] = point{1, 50, 0}
	if _, low, high := wide.ranges(); low < -10 || high < 50 {
		t.Errorf("the axis goes from %v to %v: a first value without an interval counts", low, high)
	}
	single := string(drawing("t", panel{"p", []point{{10, 2, 1}}, nil}))
	if !strings.Contains(single, `class="band" clip-path="url(#area)" points="720.0,219.5  720.0,10.5"`) || !strings.Contains(single, `points=" 720.0,115.0"`) {
		t.Errorf("a point with its interval is drawn as\n%s", single)
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
