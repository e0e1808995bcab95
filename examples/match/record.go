package main

import (
	"fmt"
	"os"
	"strconv"

	"github.com/shakki/chess"
)

// resume opens the PGN file and counts the games in it. It changes nothing there, because the file
// may be of another match.
func (m *match) resume() (err error) {
	if m.file, err = os.OpenFile(m.pgn, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o644); err != nil {
		return err
	}
	m.done, m.score = map[int]bool{}, score{}
	games := chess.NewPGNReader(m.file)
	games.Rules = rules
	for g, err := range games.All() {
		if err != nil {
			return fmt.Errorf("%s: %w", m.pgn, err)
		}
		n, err := strconv.Atoi(g.Tag("Round"))
		if err != nil || n < 1 || !g.Outcome().IsOver() ||
			g.Tag("White") != m.engines[(n-1)%2] || g.Tag("Black") != m.engines[n%2] {
			return fmt.Errorf("%s: the game %q - %q in round %q does not belong to this match or is not complete",
				m.pgn, g.Tag("White"), g.Tag("Black"), g.Tag("Round"))
		}
		m.count(n, g)
	}
	return nil
}

// count counts a game and shows the progress.
func (m *match) count(n int, g *chess.Game) {
	m.done[n] = true
	m.score.add(g.Outcome().Result, firstColor(n))
	if m.terminal != nil {
		fmt.Fprintf(m.terminal, "\r%d of %d games, %v\x1b[K", len(m.done), m.games, m.score)
	}
}

// record adds a game to the PGN file, in a single write, and counts it.
func (m *match) record(n int, g *chess.Game) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := m.file.Write(append(g.AppendPGN(nil, chess.PGNFormat{}), '\n')); err != nil {
		return err
	}
	m.count(n, g)
	return nil
}
