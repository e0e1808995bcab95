package main

import (
	"fmt"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/shakki/chess"
)

// A score counts the results of the first engine.
type score struct{ wins, draws, losses int }

func (s score) String() string {
	return fmt.Sprintf("%d wins, %d draws, %d losses", s.wins, s.draws, s.losses)
}

// add counts the result of a game in which the first engine had the given color.
func (s *score) add(result chess.Result, first chess.Color) {
	switch result {
	case chess.Draw:
		s.draws++
	case chess.WinFor(first):
		s.wins++
	default:
		s.losses++
	}
}

// elo returns how much stronger the first engine is, and the ends of the 95 % confidence interval.
// The difference is infinite if an engine has won all games.
func (s score) elo() (low, difference, high float64) {
	n := float64(s.wins + s.draws + s.losses)
	mean := (float64(s.wins) + float64(s.draws)/2) / n
	squares := float64(s.wins)*math.Pow(1-mean, 2) + float64(s.draws)*math.Pow(0.5-mean, 2) + float64(s.losses)*mean*mean
	margin := 1.96 * math.Sqrt(squares) / n // 1.96 standard errors on each side
	return eloOf(mean - margin), eloOf(mean), eloOf(mean + margin)
}

// eloOf returns the difference of the ratings at which the expected score is p.
func eloOf(p float64) float64 {
	p = min(max(p, 0), 1)
	return 400 * math.Log10(p/(1-p))
}

// table returns the result of the match between two engines.
func (s score) table(engines [2]string) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "engine\twins\tdraws\tlosses\tscore\tElo\t95 %")
	for i, s := range []score{s, {s.losses, s.draws, s.wins}} {
		low, difference, high := s.elo()
		share := (float64(s.wins) + float64(s.draws)/2) / float64(max(s.wins+s.draws+s.losses, 1))
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%.1f %%\t%+.0f\t%+.0f to %+.0f\n",
			engines[i], s.wins, s.draws, s.losses, 100*share, difference, low, high)
	}
	w.Flush()
	return b.String()
}
