package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/shakki/chess"
	"github.com/shakki/chess/uci"
)

// progress describes how far the match is, in a line.
func (m *match) progress() string {
	s := m.scoreOf(m.players[0])
	text := fmt.Sprintf("%d of %d games", len(m.results), m.games*len(m.pairings))
	if len(m.players) > 2 {
		return text
	}
	text += fmt.Sprintf(", %.0f wins, %.0f draws, %.0f losses", s.games[2], s.games[1], s.games[0])
	if m.sprt != nil {
		text += fmt.Sprintf(", LLR %.2f", m.sprt.llr(s.pairs))
	}
	return text
}

// report returns the standings, and the statistics of a match between two players.
func (m *match) report() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "engine\tgames\twins\tdraws\tlosses\tscore\tElo\tcrashes\ttime\tillegal")
	players := slices.Clone(m.players)
	scores := map[*player]score{}
	for _, p := range players {
		scores[p] = m.scoreOf(p)
	}
	if len(players) > 2 {
		slices.SortStableFunc(players, func(p, q *player) int { return cmp.Compare(scores[q].mean(), scores[p].mean()) })
	}
	for _, p := range players {
		s := scores[p]
		fmt.Fprintf(w, "%s\t%.0f\t%.0f\t%.0f\t%.0f\t%s\t%s\t%d\t%d\t%d\n", p.name,
			s.games.count(), s.games[2], s.games[1], s.games[0], percent(s.mean()), s.sample().elo(),
			s.failures[chess.Abandonment], s.failures[chess.Time], s.failures[chess.RulesInfraction])
	}
	w.Flush()
	if len(players) == 2 && len(m.results) > 0 {
		m.reportDuel(&b)
	}
	return b.String()
}

// percent returns a share as a percentage, or "-" if it is not known.
func percent(share float64) string {
	if math.IsNaN(share) {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*share)
}

// reportDuel writes the statistics of a match between two players.
func (m *match) reportDuel(b *strings.Builder) {
	s := m.scoreOf(m.players[0])
	d := s.sample()
	fmt.Fprintf(b, "\n%s against %s:\n", m.players[0].name, m.players[1].name)
	fmt.Fprintf(b, "Elo             %s\n", d.elo())
	fmt.Fprintf(b, "normalized Elo  %s\n", d.normalizedElo())
	fmt.Fprintf(b, "LOS             %s\n", percent(d.superiority()))
	fmt.Fprintf(b, "pairs           %.0f with 0, %.0f with ½, %.0f with 1, %.0f with 1½, %.0f with 2 points\n",
		s.pairs[0], s.pairs[1], s.pairs[2], s.pairs[3], s.pairs[4])
	if m.sprt == nil {
		return
	}
	lower, upper := m.sprt.bounds()
	fmt.Fprintf(b, "SPRT            %v: LLR %.2f (%.2f, %.2f), %s\n", m.sprt, m.sprt.llr(s.pairs), lower, upper, m.verdict())
}

// logged returns a context with which an engine is started so that its conversation is written to the log, if there is
// one.
func (m *match) logged(ctx context.Context, name string) context.Context {
	if m.log == nil {
		return ctx
	}
	return uci.WithLog(ctx, func(kind uci.LogKind, line string) {
		m.log.Printf("%s %v: %s", name, kind, line)
	})
}
