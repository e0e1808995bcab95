package main

import (
	"fmt"
	"os"
	"strconv"
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
	if f.white.control.clock == f.black.control.clock {
		g.SetTag("TimeControl", f.white.control.clock.String())
	}
	g.SetTag("Conditions", m.conditions(f))
}

// conditions describes all that the result of a game depends on.
func (m *match) conditions(f fixture) string {
	return fmt.Sprintf("White %v; Black %v; margin %v; openings %s; draw %q; resign %q; maxmoves %d; tablebase %v",
		f.white, f.black, m.margin, m.bookHash, m.draw.text, m.resign.text, m.maxMoves, m.tablebase != nil)
}

// resume opens the PGN file and counts the games in it. It changes nothing there, because the file may be of another
// match.
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
		if n < 1 || m.results[n] != nil {
			return fmt.Errorf("%s does not belong to this match", game)
		}
		switch f := m.fixture(n); {
		case g.Tag("White") != f.white.name || g.Tag("Black") != f.black.name:
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
	if m.terminal != nil {
		fmt.Fprintf(m.terminal, "\r%s\x1b[K", m.progress())
	}
	if m.every > 0 && len(m.results)%m.every == 0 {
		fmt.Fprintf(m.out, "%s\n%s\n", m.progress(), m.report())
	}
	if m.verdict() != undecided {
		m.stop()
	}
	return nil
}
