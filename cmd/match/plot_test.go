package main

import (
	"encoding/xml"
	"fmt"
	"math"
	"strings"
	"testing"
)

// drawn returns the picture of some panels.
func drawn(t *testing.T, title string, height int, panels ...panel) string {
	t.Helper()
	var b strings.Builder
	if err := document.Execute(&b, drawing{title, height, panels}); err != nil {
		t.Error(err)
	}
	return b.String()
}

// pictured returns the picture of a match.
func pictured(t *testing.T, m *match) string {
	t.Helper()
	var b strings.Builder
	if err := m.picture(&b); err != nil {
		t.Error(err)
	}
	return b.String()
}

// TestSVG checks that a picture is XML with a line for each panel, a band where there are margins,
// and the bounds.
func TestSVG(t *testing.T) {
	several := []point{{1, 0, 1}, {2, 1, 0.5}, {3, -1, 0.25}}
	picture := drawn(t, "a < b", 654, panel{68, "s < t", 3, several, []float64{-3, 3}, -4, 4}, panel{378, "flat", 1, []point{{1, 2, 0}}, nil, 1, 3}, panel{Title: "empty"})
	if err := xml.Unmarshal([]byte(picture), new(struct{})); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{
		"<polyline": 3, "<polygon": 1, `class="bound"`: 2, `class="grid"`: 14, "a &lt; b": 2, "s &lt; t": 1, "Inf": 0, "NaN": 0, "prefers-color-scheme: dark": 1,
		`viewBox="0 0 808 654"`: 1, `height="654"`: 1, `translate(64,68)`: 1, `translate(64,378)`: 1, `y="115.0" dy="4" text-anchor="end">0<`: 1, `d="M0,28.8 h720"`: 2,
		`<text x="240.0" y="248" text-anchor="middle">1<`: 1,
	} {
		if got := strings.Count(picture, text); got != want {
			t.Errorf("the picture has %q %d times, want %d:\n%s", text, got, want, picture)
		}
	}
	single := drawn(t, "t", 344, panel{68, "p", 10, []point{{10, 2, 1}}, nil, 1 - 1./3, 3 + 1./3})
	if !strings.Contains(single, `class="band" clip-path="url(#area)" points="720.0,201.2  720.0,28.8"`) || !strings.Contains(single, `points=" 720.0,115.0"`) {
		t.Errorf("a point with its interval is drawn as\n%s", single)
	}
}

// TestPicture checks what is drawn of a match, and what of one that an engine has won.
func TestPicture(t *testing.T) {
	one, pairs := distribution{0, 0, 1, 0, 0}, distribution{0, 0, 2, 0, 0}
	m := newMatch("a", "b")
	m.sprt, m.history = sprt{elo1: 5, alpha: 0.05, beta: 0.05}, []distribution{one, pairs}
	first, elo := one.sample().elo(), pairs.sample().elo()
	want := drawn(t, "a against b", 654,
		panel{68, "Elo difference with its 95 % confidence interval", 4, []point{{2, first.value, first.margin}, {4, elo.value, elo.margin}}, nil, -3 * elo.margin, 3 * elo.margin},
		panel{378, "log-likelihood ratio, with the bounds at which H0 (0) and H1 (5) are accepted", 4,
			[]point{{2, m.sprt.llr(one), 0}, {4, m.sprt.llr(pairs), 0}}, []float64{math.Log(0.05 / 0.95), math.Log(0.95 / 0.05)}, 1.2 * math.Log(0.05/0.95), 1.2 * math.Log(0.95/0.05)})
	if got := pictured(t, m); got != want {
		t.Errorf("the picture is\n%s\nwant\n%s", got, want)
	}
	m.history, m.sprt = []distribution{{0, 0, 0, 0, 1}}, noTest
	if got := pictured(t, m); strings.Contains(got, "NaN") || strings.Count(got, "<polyline") != 1 || !strings.Contains(got, `viewBox="0 0 808 344"`) || strings.Count(got, `class="grid"`) != 5 || !strings.Contains(got, ">1.5<") {
		t.Errorf("if one engine has won everything, the picture is\n%s", got)
	}
}

// TestLongMatch checks that the picture of a match does not grow with the number of games, and has the last one.
func TestLongMatch(t *testing.T) {
	m := newMatch("a", "b")
	for n := 1; n <= 10_000; n++ {
		m.history = append(m.history, distribution{0, 0, float64(n - n/3), float64(n / 3), 0})
		if n != 10_000 && (n > 3*most || n%(most/3) != 1) {
			continue
		}
		picture := pictured(t, m)
		if !strings.Contains(picture, ` 720.0,115.0"/>`) {
			t.Errorf("the last of %d points is not drawn:\n%s", n, picture)
		}
		if commas := strings.Count(picture, ","); commas > 3*most+30 || n == 10_000 && commas < 3*most-30 {
			t.Errorf("a picture of %d points has %d of them in a line and a band", n, commas/3)
		}
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
