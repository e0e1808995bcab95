package main

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/shakki/chess/internal/deep"
)

// published are results with the statistics that other programs have computed from them, to the
// digits that were published. Sources: pull requests of official-stockfish/Stockfish and
// official-stockfish/books and an issue of lantonov/asmFish on GitHub, by number. The first two
// were computed by Stockfish's test framework fishtest, the third by fastchess, and the last two by
// cutechess-cli, whose margins are those of 1.957 instead of 1.960 standard deviations.
var published = []struct {
	source                  string
	results                 distribution
	elo, margin             float64
	digits                  float64
	nelo, nmargin, superior float64 // 0 if not published
}{
	{"Stockfish 6255", distribution{1, 137, 4659, 203, 0}, 2.22, 1.3, 1, 12.00, 6.8, 1},
	{"Stockfish 4160", distribution{39, 5335, 18992, 5622, 12}, 1.35, 1.2, 1, 3.13, 2.8, 0.986},
	{"books 72", distribution{0, 183, 642, 175, 0}, -1.39, 6.44, 2, -3.29, 15.23, 0.3362},
	{"asmFish 103", distribution{267, 518, 215}, -18.08, 14.94, 1, 0, 0, 0},
	{"asmFish 103", distribution{204, 607, 189}, -5.21, 13.49, 1, 0, 0, 0},
}

// near reports whether got is want when it is rounded to a number of digits. Half a digit is
// allowed for truncation.
func near(got, want, digits float64) bool { return math.Abs(got-want) < 1.001*math.Pow(10, -digits) }

// TestPublished checks Elo, normalized Elo, their error bars, and the likelihood of superiority.
func TestPublished(t *testing.T) {
	for _, tt := range published {
		elo := tt.results.sample().elo()
		if !near(elo.value, tt.elo, 2) || !near(elo.margin, tt.margin, tt.digits) {
			t.Errorf("%s: Elo %v, want %v ± %v", tt.source, elo, tt.elo, tt.margin)
		}
		if tt.nelo == 0 {
			continue
		}
		nelo := tt.results.sample().normalizedElo()
		if !near(nelo.value, tt.nelo, 2) || !near(nelo.margin, tt.nmargin, tt.digits) {
			t.Errorf("%s: normalized Elo %v, want %v ± %v", tt.source, nelo, tt.nelo, tt.nmargin)
		}
		if los := tt.results.sample().superiority(); !near(los, tt.superior, 3) {
			t.Errorf("%s: likelihood of superiority %.4f, want %v", tt.source, los, tt.superior)
		}
	}
}

// TestPublishedSPRT checks the log-likelihood ratio of pairs at the ends of tests of Stockfish. The
// numbers are those of pull requests of official-stockfish/Stockfish. Bounds in braces there are
// Elo, those in angle brackets normalized.
func TestPublishedSPRT(t *testing.T) {
	for _, tt := range []struct {
		source     string
		elo0, elo1 float64
		normalized bool
		pairs      distribution
		want       float64
	}{
		{"2951", -0.5, 1.5, false, distribution{59, 754, 2467, 865, 75}, 2.95},
		{"2951", 0.25, 1.75, false, distribution{33, 1185, 8378, 1302, 50}, 2.95},
		{"2971", -0.5, 1.5, false, distribution{17, 253, 1042, 337, 39}, 2.96},
		{"2971", 0.25, 1.75, false, distribution{11, 407, 3238, 513, 11}, 2.93},
		{"3098", -0.25, 1.25, false, distribution{491, 7345, 29693, 7670, 465}, 2.96},
		{"3209", 0.25, 1.25, false, distribution{58, 3302, 33130, 3518, 84}, 2.97},
		{"3972", -2.25, 0.25, true, distribution{327, 8113, 21317, 8168, 347}, 2.96},
		{"4160", 0.5, 2.5, true, distribution{12, 2318, 9925, 2598, 3}, 2.95},
		{"6019", 0, 2, true, distribution{320, 12431, 27275, 12858, 316}, 2.95},
		{"6019", 0.5, 2.5, true, distribution{197, 45541, 117722, 46579, 228}, 2.96},
		{"6255", -1.75, 0.25, true, distribution{317, 12094, 28735, 12231, 319}, 2.96},
		{"6633", -1.75, 0.25, true, distribution{677, 25001, 61196, 24940, 714}, 2.95},
	} {
		s := sprt{tt.elo0, tt.elo1, 0.05, 0.05, tt.normalized}
		if got := s.llr(tt.pairs); !near(got, tt.want, 2) {
			t.Errorf("Stockfish %s: llr = %.3f, want %v", tt.source, got, tt.want)
		}
		if low, high := s.bounds(); !near(low, -2.94, 2) || !near(high, 2.94, 2) {
			t.Errorf("bounds = %.3f, %.3f, want ±2.94", low, high)
		}
	}
}

// TestElo checks the difference of the ratings by its definition: a score of 10/11 is 400 points.
func TestElo(t *testing.T) {
	for _, tt := range []struct{ score, want float64 }{{10. / 11, 400}, {1. / 11, -400}, {0.5, 0}, {1. / 101, -800}} {
		if got := eloOf(tt.score); !near(got, tt.want, 6) || !near(scoreOf(got), tt.score, 6) {
			t.Errorf("eloOf(%v) = %v, want %v", tt.score, got, tt.want)
		}
	}
}

// TestFewGames checks that the statistics of a few games, or of games that all end alike, say what
// is known: they are finite, and they are missing only if nothing is known.
func TestFewGames(t *testing.T) {
	for _, tt := range []struct {
		results  distribution
		elo, los string
	}{
		{distribution{0, 0, 0, 0, 0}, "-", "-"}, {distribution{0, 0, 0}, "-", "-"},
		{distribution{0, 0, 0, 0, 1}, "-", "92.1 %"}, {distribution{1, 0, 0, 0, 0}, "-", "7.9 %"}, {distribution{0, 0, 0, 0, 1000}, "-", "100.0 %"},
		{distribution{0, 0, 3, 0, 0}, "+0.0 ± 147.2", "50.0 %"}, {distribution{0, 0, 500, 0, 0}, "+0.0 ± 1.0", "50.0 %"},
		{distribution{0, 0, 0, 7, 0}, "+190.8 ± 108.8", "100.0 %"}, {distribution{0, 0, 1, 1, 0}, "+88.7 ± 136.3", "92.1 %"},
		{distribution{1, 0, 0, 0, 1}, "+0.0 ± 481.5", "50.0 %"}, {distribution{0, 0, 0, 2, 4}, "+416.6 ± 214.4", "100.0 %"}, {distribution{4, 2, 0, 0, 0}, "-416.6 ± 214.4", "0.0 %"},
	} {
		elo, normalized := tt.results.sample().elo().String(), tt.results.sample().normalizedElo()
		if los := percent(tt.results.sample().superiority()); elo != tt.elo || los != tt.los {
			t.Errorf("%v: Elo %s, superiority %s, want %s and %s", tt.results, elo, los, tt.elo, tt.los)
		}
		if math.IsInf(normalized.value, 0) || math.IsNaN(normalized.value) != (tt.los == "-") {
			t.Errorf("%v: normalized Elo %v", tt.results, normalized)
		}
		for _, s := range []sprt{{0, 5, 0.05, 0.05, false}, {0, 5, 0.05, 0.05, true}} {
			if v := s.llr(tt.results); math.IsInf(v, 0) || math.IsNaN(v) {
				t.Errorf("%v: llr = %v", tt.results, v)
			}
		}
	}
}

// A world has the probabilities of the results of single games, when the opening favors White, and
// when it favors Black.
type world struct{ win, draw, bias float64 }

// pair plays two games and returns the points of the first engine.
func (w world) pair(r *rand.Rand) (points int) {
	for _, win := range []float64{w.win + w.bias, w.win - w.bias} {
		switch x := r.Float64(); {
		case x < win:
			points += 2
		case x < win+w.draw:
			points++
		}
	}
	return points
}

// elo returns the true differences, the second one normalized.
func (w world) elo() (logistic, normalized float64) {
	d := distribution{0, 0, 0, 0, 0}
	for _, a := range [][2]float64{{w.win + w.bias, 0}, {w.draw, 1}, {1 - w.win - w.bias - w.draw, 2}} {
		for _, b := range [][2]float64{{w.win - w.bias, 0}, {w.draw, 1}, {1 - w.win + w.bias - w.draw, 2}} {
			d[4-int(a[1]+b[1])] += a[0] * b[0]
		}
	}
	mean, _ := d.moments()
	return eloOf(mean), d.sample().normalizedElo().value
}

// TestSimulation checks in simulated matches that the 95 % intervals contain the true value in 95 %
// of the matches, and that the test accepts a wrong hypothesis as often as alpha and beta say, or
// less.
func TestSimulation(t *testing.T) {
	deep.Only(t)
	r := rand.New(rand.NewPCG(1, 2))
	const matches, pairs = 1000, 400
	for _, w := range []world{{0.3, 0.4, 0}, {0.33, 0.4, 0.2}, {0.2, 0.65, 0.1}, {0.5, 0.2, 0.1}} {
		elo, nelo := w.elo()
		within, nwithin := 0, 0
		for range matches {
			d := distribution{0, 0, 0, 0, 0}
			for range pairs {
				d[w.pair(r)]++
			}
			if e := d.sample().elo(); math.Abs(e.value-elo) <= e.margin {
				within++
			}
			if e := d.sample().normalizedElo(); math.Abs(e.value-nelo) <= e.margin {
				nwithin++
			}
		}
		for name, n := range map[string]int{"Elo": within, "normalized Elo": nwithin} {
			if share := float64(n) / matches; share < 0.92 || share > 0.98 { // four standard deviations
				t.Errorf("%+v: %.1f %% of the intervals of %s contain the true value, want 95 %%", w, 100*share, name)
			}
		}
	}
	for _, normalized := range []bool{false, true} {
		for _, holds := range []float64{0, 30} { // the true difference is that of H0, then that of H1
			w := world{draw: 0.4, bias: 0.1}
			for low, high := 0.1, 0.5; high-low > 1e-9; {
				w.win = (low + high) / 2
				if elo, nelo := w.elo(); normalized && nelo > holds || !normalized && elo > holds {
					high = w.win
				} else {
					low = w.win
				}
			}
			s := sprt{0, 30, 0.05, 0.1, normalized}
			lower, upper := s.bounds()
			wrong := 0
			const tests = 200
			for range tests {
				d, llr := distribution{0, 0, 0, 0, 0}, 0.0
				for llr > lower && llr < upper {
					d[w.pair(r)]++
					llr = s.llr(d)
				}
				if (llr >= upper) != (holds == 30) {
					wrong++
				}
			}
			risk := map[float64]float64{0: s.alpha, 30: s.beta}[holds]
			if share := float64(wrong) / tests; share > risk+0.06 || share < risk/5 {
				t.Errorf("normalized %v, difference %v: %.1f %% of the tests are wrong, want about %v", normalized, holds, 100*share, risk)
			}
		}
	}
}

// TestSPRT checks that a match stops when the test is decided, and that nothing is played when the
// file shows that.
func TestSPRT(t *testing.T) {
	for _, order := range [][2]string{{"winning", "losing"}, {"losing", "winning"}} {
		pgn := newPGN(t)
		args := []string{"-nodes", "1", "-resign", "movecount=1,score=500", "-sprt", "elo0=0,elo1=200", "-report", "2", engine(order[0]), engine(order[1])}
		p := play(t, pgn, args...)
		want := map[string]string{"winning": "H1 accepted", "losing": "H0 accepted"}[order[0]]
		if p.status != 0 || !strings.Contains(p.out, want) || !strings.Contains(p.out, " losses, LLR ") || len(p.games) > 60 {
			t.Errorf("%v: status %d after %d games, want %s:\n%s%s", order, p.status, len(p.games), want, p.out, p.errs)
		}
		if again := play(t, pgn, args...); len(again.games) != len(p.games) || !strings.Contains(again.out, want) {
			t.Errorf("%v: %d games, and %d after another start", order, len(p.games), len(again.games))
		}
	}
}
