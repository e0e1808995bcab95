package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"sync"
	"time"

	"github.com/shakki/chess"
)

// A match is a tournament of two engines or more.
type match struct {
	players                 []*player
	gauntlet                bool // only the first player meets the others
	games, workers          int  // games between two players, and at a time
	margin, setup, patience time.Duration
	arbiter
	book     book
	openings []*chess.Game
	sprt     *sprt // or nil
	recover  bool
	every    int // print a report after so many games, or 0
	pgn      string
	log      *log.Logger // of the conversations with the engines, or nil
	out      io.Writer
	terminal io.Writer

	pairings [][2]*player
	stop     context.CancelFunc
	file     *os.File

	mu      sync.Mutex
	results map[int]*result // by the number of the game
}

// A fixture is a game to play.
type fixture struct {
	number       int // from 1
	pair         int // of games between the same players with the same opening
	white, black *player
	opening      *chess.Game
}

// A result is the result of a game.
type result struct {
	pair   int
	points map[*player]int // half points
	failed *player         // who crashed, exceeded the time, or broke the rules, or nil
	reason chess.Reason
}

// fixture returns the game with a number. In each round, each pair of players plays an opening with
// both colors.
func (m *match) fixture(number int) fixture {
	pair := (number - 1) / 2
	players, round := m.pairings[pair%len(m.pairings)], pair/len(m.pairings)
	f := fixture{number, pair, players[0], players[1], m.openings[round%len(m.openings)]}
	if number%2 == 0 {
		f.white, f.black = f.black, f.white
	}
	return f
}

// run plays the games that are missing and prints the result. It returns nil if ctx ends before.
func (m *match) run(ctx context.Context) (err error) {
	m.results = map[int]*result{}
	for i, p := range m.players {
		for _, q := range m.players[i+1:] {
			if i == 0 || !m.gauntlet {
				m.pairings = append(m.pairings, [2]*player{p, q})
			}
		}
	}
	if err := m.resume(); err != nil {
		return err
	}
	defer m.file.Close()
	ctx, m.stop = context.WithCancel(ctx)
	defer m.stop()
	if m.isDecided() {
		m.stop()
	}
	fixtures, errs := make(chan fixture), make(chan error)
	go m.arrange(ctx, fixtures, maps.Clone(m.results))
	for range m.workers {
		go func() { errs <- m.work(ctx, fixtures) }()
	}
	for range m.workers {
		if failure := <-errs; failure != nil {
			err = errors.Join(err, failure)
			m.stop()
		}
	}
	fmt.Fprintln(m.terminal)
	fmt.Fprint(m.out, m.report())
	return err
}

// arrange sends the games that have not been played, until ctx is done. The last round has one game
// of each pair if the number of games is odd.
func (m *match) arrange(ctx context.Context, fixtures chan<- fixture, played map[int]*result) {
	defer close(fixtures)
	total := 2 * ((m.games + 1) / 2) * len(m.pairings)
	for n := 1; n <= total; n++ {
		if played[n] != nil || m.games%2 == 1 && n%2 == 0 && n > total-2*len(m.pairings) {
			continue
		}
		select {
		case fixtures <- m.fixture(n):
		case <-ctx.Done():
			return
		}
	}
}

// count counts a game. The caller holds m.mu, or is alone.
func (m *match) count(f fixture, g *chess.Game) {
	r := &result{pair: f.pair, points: map[*player]int{f.white: 1, f.black: 1}, reason: g.Outcome().Reason}
	players := [2]*player{f.white, f.black}
	loser := players[g.Position().Turn()] // unless the game has a winner
	if winner, ok := g.Outcome().Winner(); ok {
		loser = players[winner.Other()]
		r.points[players[winner]], r.points[loser] = 2, 0
	}
	switch r.reason {
	case chess.Abandonment, chess.Time, chess.RulesInfraction: // a draw if the opponent cannot win
		r.failed = loser
	}
	m.results[f.number] = r
}

// A score holds the results of a player.
type score struct {
	games    distribution // loss, draw, win
	pairs    distribution // 0 to 2 points
	failures map[chess.Reason]int
}

// scoreOf returns the score of a player. The caller holds m.mu, or is alone.
func (m *match) scoreOf(p *player) score {
	s := score{games: make(distribution, 3), pairs: make(distribution, 5), failures: map[chess.Reason]int{}}
	first := map[int]int{} // the points in the first game of a pair that is found
	for _, r := range m.results {
		points, ok := r.points[p]
		if !ok {
			continue
		}
		s.games[points]++
		if r.failed == p {
			s.failures[r.reason]++
		}
		if other, ok := first[r.pair]; ok {
			s.pairs[other+points]++
		}
		first[r.pair] = points
	}
	return s
}

// isDecided reports whether the test of the first player against the second is decided. The caller
// holds m.mu.
func (m *match) isDecided() bool {
	return m.sprt != nil && m.sprt.verdict(m.sprt.llr(m.scoreOf(m.players[0]).pairs)) != undecided
}
