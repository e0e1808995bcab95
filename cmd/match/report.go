package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"

	"github.com/shakki/chess"
)

// progress describes how far the match is, from the point of view of the first player. The caller
// holds m.mu.
func (m *match) progress() string {
	s := m.score(m.players[0], nil)
	text := fmt.Sprintf("%d of %d games, %.0f wins, %.0f draws, %.0f losses",
		len(m.results), m.games*len(m.pairings), s.games[2], s.games[1], s.games[0])
	if m.sprt != noTest {
		text += fmt.Sprintf(", LLR %.2f", m.sprt.llr(s.pairs))
	}
	return text
}

// report prints the standings, and the statistics of a match between two players. The caller holds m.mu,
// or is alone.
func (m *match) report() error {
	w := tabwriter.NewWriter(m.out, 0, 0, 2, ' ', 0) // an empty line begins a new table
	fmt.Fprintln(w, "engine\tgames\twins\tdraws\tlosses\tscore\tElo\tcrashes\ttime\tillegal")
	players := slices.Clone(m.players)
	if len(players) > 2 {
		slices.SortStableFunc(players, func(p, q *player) int {
			return cmp.Compare(m.score(q, nil).all().mean, m.score(p, nil).all().mean)
		})
	}
	for _, p := range players {
		s, all := m.score(p, nil), m.score(p, nil).all()
		fmt.Fprintf(w, "%s\t%.0f\t%.0f\t%.0f\t%.0f\t%s\t%s\t%d\t%d\t%d\n", p.name,
			s.games.count(), s.games[2], s.games[1], s.games[0], percent(all.mean), all.elo(),
			s.endings[chess.Abandonment], s.endings[chess.OutOfTime], s.endings[chess.RulesInfraction])
	}
	if len(players) > 2 {
		m.crosstable(w, players)
	}
	if m.byOpening {
		m.openingTable(w)
	}
	if first := m.score(m.players[0], nil); len(players) == 2 && first.games.count() > 0 {
		p, all := first.pairs, first.all()
		fmt.Fprintf(w, "\n%s against %s:\nElo\t%v\nnormalized Elo\t%v\nLOS\t%s\n",
			players[0].name, players[1].name, all.elo(), all.normalizedElo(), percent(all.superiority()))
		fmt.Fprintf(w, "pairs\t%.0f with 0, %.0f with ½, %.0f with 1, %.0f with 1½, %.0f with 2 points\n", p[0], p[1], p[2], p[3], p[4])
		if m.sprt != noTest {
			llr, verdict := m.test()
			lower, upper := m.sprt.bounds()
			fmt.Fprintf(w, "SPRT\t%v: LLR %.2f (%.2f, %.2f), %s\n", m.sprt, llr, lower, upper, verdict)
		}
	}
	return w.Flush()
}

// crosstable writes what the players have scored against each other, in points of games.
func (m *match) crosstable(w io.Writer, players []*player) {
	numbers, rows := "", ""
	for i, p := range players {
		numbers += fmt.Sprintf("\t%d", i+1)
		rows += fmt.Sprintf("\n%d %s", i+1, p.name)
		for _, q := range players {
			if d := m.score(p, q).games; d.count() > 0 {
				rows += fmt.Sprintf("\t%v/%v", d[1]/2+d[2], d.count())
			} else {
				rows += "\t-"
			}
		}
	}
	fmt.Fprintf(w, "\n%s%s\n", numbers, rows)
}

// openingTable writes the results of White in the games of each opening, by their numbers in the file.
func (m *match) openingTable(w io.Writer) {
	fmt.Fprintln(w, "\nopening\tgames\tWhite wins\tdraws\tBlack wins\t")
	byNumber := func(a, b *opening) int { return cmp.Compare(a.number, b.number) }
	for _, o := range slices.SortedFunc(slices.Values(m.openings), byNumber) {
		if d := o.white; d.count() > 0 {
			fmt.Fprintf(w, "%d\t%.0f\t%.0f\t%.0f\t%.0f\t%v\n", o.number, d.count(), d[2], d[1], d[0], o)
		}
	}
}

// percent returns a share as a percentage, or "-" if it is not known.
func percent(share float64) string {
	if math.IsNaN(share) {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*share)
}
