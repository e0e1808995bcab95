package main

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/shakki/chess"
)

// setTags sets the tags of a game.
func (m *match) setTags(g *chess.Game, f fixture) {
	g.SetTag("Event", "Match")
	g.SetTag("Date", time.Now().Format("2006.01.02"))
	g.SetTag("Round", fmt.Sprint(f.number))
	g.SetTag("White", f.white.name)
	g.SetTag("Black", f.black.name)
	if clock := f.white.control.String(); clock == f.black.control.String() {
		g.SetTag("TimeControl", clock)
	}
	g.SetTag("Conditions", m.conditions(f))
}

// conditions describes all that the result of a game depends on.
func (m *match) conditions(f fixture) string {
	return fmt.Sprintf("White %v; Black %v; margin %v; openings %v; draw %q; resign %q; maxmoves %d; tables %d",
		f.white, f.black, m.margin, m.book, m.draw.text, m.resign.text, m.maxMoves, m.tables.MaxPieces())
}

// resume opens the PGN file and counts the games in it. It changes nothing there, because the file
// may be of another match.
func (m *match) resume() (err error) {
	if m.file, err = os.OpenFile(m.pgn, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o644); err != nil {
		return err
	}
	games := chess.NewPGNReader(m.file)
	games.Rules = rules
	for g, err := range games.All() {
		if err != nil {
			return fmt.Errorf("%s: %w", m.pgn, err)
		}
		n, _ := strconv.Atoi(g.Tag("Round"))
		game := fmt.Sprintf("%s: the game %q - %q in round %q", m.pgn, g.Tag("White"), g.Tag("Black"), g.Tag("Round"))
		switch f := m.fixture(max(n, 1)); {
		case n < 1 || m.results[n] != nil || g.Tag("White") != f.white.name || g.Tag("Black") != f.black.name:
			return fmt.Errorf("%s does not belong to this match", game)
		case !g.Outcome().IsOver():
			return fmt.Errorf("%s is not complete", game)
		case g.Tag("Conditions") != m.conditions(f):
			return fmt.Errorf("%s was played under other conditions:\n%s\nnow:\n%s", game, g.Tag("Conditions"), m.conditions(f))
		default:
			m.count(f, g)
		}
	}
	return nil
}

// record adds a game to the PGN file, in a single write, and counts it.
func (m *match) record(f fixture, g *chess.Game) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := m.file.Write(append(g.AppendPGN(nil, chess.PGNFormat{}), '\n')); err != nil {
		return err
	}
	m.count(f, g)
	fmt.Fprintf(m.terminal, "\r%s\x1b[K", m.progress())
	if m.every > 0 && len(m.results)%m.every == 0 {
		fmt.Fprintf(m.out, "%s\n%s\n", m.progress(), m.report())
	}
	if m.isDecided() {
		m.stop()
	}
	return nil
}

// progress describes how far the match is, from the point of view of the first player. The caller
// holds m.mu.
func (m *match) progress() string {
	s := m.scoreOf(m.players[0])
	text := fmt.Sprintf("%d of %d games, %.0f wins, %.0f draws, %.0f losses",
		len(m.results), m.games*len(m.pairings), s.games[2], s.games[1], s.games[0])
	if m.sprt != nil {
		text += fmt.Sprintf(", LLR %.2f", m.sprt.llr(s.pairs))
	}
	return text
}

// report returns the standings, and the statistics of a match between two players. The caller holds
// m.mu, or is alone.
func (m *match) report() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "engine\tgames\twins\tdraws\tlosses\tscore\tElo\tcrashes\ttime\tillegal")
	players, scores := slices.Clone(m.players), map[*player]score{}
	for _, p := range players {
		scores[p] = m.scoreOf(p)
	}
	if len(players) > 2 {
		slices.SortStableFunc(players, func(p, q *player) int {
			return cmp.Compare(scores[q].games.mean(), scores[p].games.mean())
		})
	}
	for _, p := range players {
		s := scores[p]
		fmt.Fprintf(w, "%s\t%.0f\t%.0f\t%.0f\t%.0f\t%s\t%s\t%d\t%d\t%d\n", p.name,
			s.games.count(), s.games[2], s.games[1], s.games[0], percent(s.games.mean()), s.pairs.elo(),
			s.failures[chess.Abandonment], s.failures[chess.Time], s.failures[chess.RulesInfraction])
	}
	w.Flush()
	if len(players) > 2 || len(m.results) == 0 {
		return b.String()
	}
	p := scores[players[0]].pairs
	fmt.Fprintf(&b, "\n%s against %s:\nElo             %v\nnormalized Elo  %v\nLOS             %s\n",
		players[0].name, players[1].name, p.elo(), p.normalizedElo(), percent(p.superiority()))
	fmt.Fprintf(&b, "pairs           %.0f with 0, %.0f with ½, %.0f with 1, %.0f with 1½, %.0f with 2 points\n", p[0], p[1], p[2], p[3], p[4])
	if m.sprt != nil {
		llr := m.sprt.llr(p)
		lower, upper := m.sprt.bounds()
		fmt.Fprintf(&b, "SPRT            %v: LLR %.2f (%.2f, %.2f), %s\n", m.sprt, llr, lower, upper, m.sprt.verdict(llr))
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
