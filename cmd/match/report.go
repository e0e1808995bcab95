package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/shakki/chess/uci"
)

// progress describes how far the match is, in a line.
func (m *match) progress() string {
	s := m.duel()
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
		scores[p] = m.scoreOf(p, func(q *player) bool { return q != p })
	}
	if len(players) > 2 {
		slices.SortStableFunc(players, func(p, q *player) int {
			mp, _ := scores[p].games.moments()
			mq, _ := scores[q].games.moments()
			return -compare(mp, mq)
		})
	}
	for _, p := range players {
		s := scores[p]
		share := "-"
		if mean, _ := s.games.moments(); s.games.count() > 0 {
			share = fmt.Sprintf("%.1f %%", 100*mean)
		}
		fmt.Fprintf(w, "%s\t%.0f\t%.0f\t%.0f\t%.0f\t%s\t%s\t%d\t%d\t%d\n", p.name,
			s.games.count(), s.games[2], s.games[1], s.games[0], share, text(s.sample().elo()), s.crashes, s.times, s.illegal)
	}
	w.Flush()
	if len(players) == 2 && len(m.results) > 0 {
		m.reportDuel(&b)
	}
	return b.String()
}

// compare orders scores. Those without games come last.
func compare(p, q float64) int {
	switch {
	case p > q || q != q:
		return 1
	case p < q || p != p:
		return -1
	}
	return 0
}

// text returns an estimate, or "-" if there are too few results for one.
func text(e estimate, ok bool) string {
	if !ok {
		return "-"
	}
	return e.String()
}

// reportDuel writes the statistics of a match between two players.
func (m *match) reportDuel(b *strings.Builder) {
	s := m.duel()
	d := s.sample()
	fmt.Fprintf(b, "\n%s against %s:\n", m.players[0].name, m.players[1].name)
	fmt.Fprintf(b, "Elo             %s\n", text(d.elo()))
	fmt.Fprintf(b, "normalized Elo  %s\n", text(d.normalizedElo()))
	los := "-"
	if p, ok := d.superiority(); ok {
		los = fmt.Sprintf("%.1f %%", 100*p)
	}
	fmt.Fprintf(b, "LOS             %s\n", los)
	fmt.Fprintf(b, "pairs           %.0f with 0, %.0f with ½, %.0f with 1, %.0f with 1½, %.0f with 2 points\n",
		s.pairs[0], s.pairs[1], s.pairs[2], s.pairs[3], s.pairs[4])
	if m.sprt == nil {
		return
	}
	lower, upper := m.sprt.bounds()
	verdict := m.verdict()
	if verdict == undecided {
		verdict = "undecided"
	}
	fmt.Fprintf(b, "SPRT            %v: LLR %.2f (%.2f, %.2f), %s\n", m.sprt, m.sprt.llr(s.pairs), lower, upper, verdict)
}

// A conversation is a file to which all that is said between the match and the engines is written. It may be nil.
type conversation struct {
	mu      sync.Mutex
	w       io.Writer
	engines int
}

// of returns a context with which an engine is started so that its conversation is written.
func (c *conversation) of(ctx context.Context, name string) context.Context {
	if c == nil {
		return ctx
	}
	c.mu.Lock()
	c.engines++
	name = fmt.Sprintf("%s #%d", name, c.engines)
	c.mu.Unlock()
	return uci.WithLog(ctx, func(kind uci.LogKind, line string) {
		c.mu.Lock()
		defer c.mu.Unlock()
		fmt.Fprintf(c.w, "%s %s %v: %s\n", time.Now().Format("15:04:05.000"), name, kind, line)
	})
}
