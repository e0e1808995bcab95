package main

import (
	"fmt"
	"math"
	"slices"
)

// A distribution says how often each score has occurred. The scores are equally spaced from 0 to 1:
// three for single games (loss, draw, win), five for pairs of games with the same opening (0 to 2
// points). Pairs tell more, because the two games depend on their opening, which favors one color:
// what one engine gains there, it mostly loses again.
type distribution []float64

// count returns how many results d has.
func (d distribution) count() (n float64) {
	for _, k := range d {
		n += k
	}
	return n
}

// moments returns the mean of the scores and the variance, or NaN without results.
func (d distribution) moments() (mean, variance float64) {
	n := d.count()
	for i, k := range d {
		mean += k / n * d.score(i)
	}
	for i, k := range d {
		variance += k / n * (d.score(i) - mean) * (d.score(i) - mean)
	}
	return mean, variance
}

// score returns the score with an index.
func (d distribution) score(i int) float64 { return float64(i) / float64(len(d)-1) }

// gamesPer returns how many games a result consists of.
func (d distribution) gamesPer() float64 { return float64(len(d)-1) / 2 }

// deviations is how many standard deviations a 95 % confidence interval extends to each side.
const deviations = 1.959964

// An estimate is a difference in strength and half of its 95 % confidence interval. Both are NaN if
// there are no results, or one side has won everything.
type estimate struct{ value, margin float64 }

// String returns a form such as "+12.3 ± 4.5", or "-" if e is unknown.
func (e estimate) String() string {
	if math.IsNaN(e.value) {
		return "-"
	}
	return fmt.Sprintf("%+.1f ± %.1f", e.value, e.margin)
}

// A sample is what estimates are made from: the mean score of games, its variance, and their number.
type sample struct{ mean, variance, games float64 }

// sample returns what d says. If all results are equal, the variance is that of the results and one
// more, which is shared by all scores: results that have not occurred are not impossible.
func (d distribution) sample() sample {
	mean, variance := d.moments()
	if !(variance > 0) {
		more := slices.Clone(d)
		for i := range more {
			more[i] += 1 / float64(len(d))
		}
		_, variance = more.moments()
	}
	return sample{mean, variance * d.gamesPer(), d.count() * d.gamesPer()}
}

// elo returns the difference of the ratings. Where the interval of the score reaches 0 or 1, the
// margin is that of the tangent.
func (s sample) elo() estimate {
	mean, margin := s.mean, deviations*math.Sqrt(s.variance/s.games)
	switch {
	case !(mean > 0 && mean < 1):
		return estimate{math.NaN(), math.NaN()}
	case mean-margin > 0 && mean+margin < 1:
		return estimate{eloOf(mean), (eloOf(mean+margin) - eloOf(mean-margin)) / 2}
	}
	return estimate{eloOf(mean), margin * 400 / math.Ln10 / (mean * (1 - mean))}
}

// normalizedElo returns the difference in units of the standard deviation of a game, with the
// factor that makes it equal to the Elo difference for equal engines that never draw. It hardly
// depends on the opening and the time control.
func (s sample) normalizedElo() estimate {
	return estimate{(s.mean - 0.5) / math.Sqrt(s.variance) * eloUnit, deviations * eloUnit / math.Sqrt(s.games)}
}

// superiority returns the likelihood of superiority (LOS): the probability that the first engine is
// the stronger one, if nothing was known before. It is NaN without results.
func (s sample) superiority() float64 {
	return math.Erfc(-(s.mean-0.5)/math.Sqrt(2*s.variance/s.games)) / 2
}

// eloUnit is the slope of the Elo difference as a function of the score at equality, for a standard
// deviation of ½.
const eloUnit = 800 / math.Ln10

// eloOf returns the difference of the ratings at which the expected score is p.
func eloOf(p float64) float64 { return 400 * math.Log10(p/(1-p)) }

// scoreOf returns the expected score at a difference of the ratings.
func scoreOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// An sprt is a sequential probability ratio test. It decides, with as few games as possible,
// whether the difference in strength is elo0 (H0) or elo1 (H1). Alpha is the probability of
// accepting H1 although H0 holds, beta the reverse. The test is the generalized one: the
// distribution of the results is estimated, not assumed. See Michel Van den Bergh, "A Practical
// Introduction to the GSPRT", which Stockfish's test framework follows.
type sprt struct {
	elo0, elo1, alpha, beta float64
	normalized              bool // the differences are normalized Elo
}

// noTest is the test that decides nothing.
var noTest sprt

// bounds returns the values of the log-likelihood ratio at which H0 and H1 are accepted.
func (s sprt) bounds() (lower, upper float64) {
	return math.Log(s.beta / (1 - s.alpha)), math.Log((1 - s.beta) / s.alpha)
}

// undecided is the verdict of a test that must go on.
const undecided = "undecided"

// verdict returns what the test has decided at a log-likelihood ratio.
func (s sprt) verdict(llr float64) string {
	switch lower, upper := s.bounds(); {
	case llr >= upper:
		return "H1 accepted"
	case llr <= lower:
		return "H0 accepted"
	}
	return undecided
}

// llr returns the log-likelihood ratio of H1 against H0.
func (s sprt) llr(d distribution) float64 {
	n := d.count()
	if n == 0 {
		return 0
	}
	p := make(distribution, len(d))
	for i, k := range d {
		p[i] = max(k, 1e-3) // a result that has not occurred is not impossible
	}
	h0, h1 := s.likeliest(p, s.elo0), s.likeliest(p, s.elo1)
	sum := 0.0
	for i := range p {
		sum += p[i] * math.Log(h1[i]/h0[i])
	}
	return sum * n / p.count()
}

// likeliest returns the distribution with the given difference in strength that explains p best: the
// closest to p, in the sense of likelihood, for which the mean of an excess is 0. In normalized Elo, the excess of
// a score depends on the mean and the standard deviation of the result, so the solution takes several rounds.
func (s sprt) likeliest(p distribution, elo float64) distribution {
	q, excess := slices.Repeat(distribution{1}, len(p)), make([]float64, len(p))
	for range 10 {
		mean, variance := q.moments()
		t, deviation := elo/eloUnit*math.Sqrt(p.gamesPer()), math.Sqrt(variance)
		for i := range excess {
			excess[i] = p.score(i) - scoreOf(elo)
			if s.normalized {
				z := (p.score(i) - mean) / deviation
				excess[i] = p.score(i) - 0.5 - t*deviation*(1+z*z)/2
			}
		}
		x := multiplier(p, excess)
		for i := range q {
			q[i] = p[i] / (1 + x*excess[i])
		}
	}
	return q
}

// multiplier returns the Lagrange multiplier x for which the sum of p·e/(1+x·e) is 0. The sum falls
// as x grows.
func multiplier(p, e []float64) float64 {
	low, high := -1/slices.Max(e), -1/slices.Min(e) // where 1+x·e is positive, as both signs occur
	for range 100 {
		x, sum := (low+high)/2, 0.0
		for i := range p {
			sum += p[i] * e[i] / (1 + x*e[i])
		}
		if sum > 0 {
			low = x
		} else {
			high = x
		}
	}
	return (low + high) / 2
}
