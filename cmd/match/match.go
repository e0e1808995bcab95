package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log"
	"math"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/uci"
)

// A match is a tournament of two engines or more.
type match struct {
	players                 []*player
	gauntlet                bool // only the first player meets the others
	games, workers          int  // games between two players, and at a time
	margin, setup, patience time.Duration
	arbiter
	openings []*chess.Game
	bookHash string
	sprt     *sprt // or nil
	recover  bool
	every    int // print a report after so many games, or 0
	pgn      string
	log      *log.Logger // of the conversations with the engines, or nil
	out      io.Writer
	terminal io.Writer // nil if there is none

	pairings [][2]*player
	stop     context.CancelFunc
	file     *os.File

	mu      sync.Mutex
	results map[int]*result // by the number of the game
}

// A result is the result of a game.
type result struct {
	fixture
	points [2]int  // by color, in half points
	failed *player // who crashed, exceeded the time, or broke the rules, or nil
	reason chess.Reason
}

// A fixture is a game to play.
type fixture struct {
	number       int // from 1
	pairing      int // index in match.pairings
	round        int // of two games with the same opening, from 0
	white, black *player
	opening      int
}

// pair sets the pairings.
func (m *match) pair() {
	for i, p := range m.players {
		for _, q := range m.players[i+1:] {
			m.pairings = append(m.pairings, [2]*player{p, q})
		}
		if m.gauntlet {
			return
		}
	}
}

// fixture returns the game with a number. In each round, each pair of players plays an opening with both colors.
func (m *match) fixture(number int) fixture {
	round, game := (number-1)/(2*len(m.pairings)), (number-1)%(2*len(m.pairings))
	f := fixture{number: number, pairing: game / 2, round: round, opening: round % len(m.openings)}
	f.white, f.black = m.pairings[f.pairing][0], m.pairings[f.pairing][1]
	if game%2 == 1 {
		f.white, f.black = f.black, f.white
	}
	return f
}

// fixtures yields the games that have not been played. The last round has one game of each pair if the number is odd.
func (m *match) fixtures(yield func(fixture) bool) {
	rounds := (m.games + 1) / 2
	for n := 1; n <= 2*rounds*len(m.pairings); n++ {
		if m.games%2 == 1 && n%2 == 0 && m.fixture(n).round == rounds-1 {
			continue
		}
		m.mu.Lock()
		played := m.results[n] != nil
		m.mu.Unlock()
		if !played && !yield(m.fixture(n)) {
			return
		}
	}
}

// run plays the games that are missing and prints the result. It returns nil if ctx ends before.
func (m *match) run(ctx context.Context) error {
	m.results = map[int]*result{}
	m.pair()
	m.hashBook()
	if err := m.resume(); err != nil {
		return err
	}
	defer m.file.Close()
	ctx, m.stop = context.WithCancel(ctx)
	defer m.stop()
	err := m.playAll(ctx)
	if m.terminal != nil {
		fmt.Fprintln(m.terminal)
	}
	fmt.Fprint(m.out, m.report())
	return err
}

// playAll plays the games that are missing, unless the test has decided already.
func (m *match) playAll(ctx context.Context) (err error) {
	if m.verdict() != undecided {
		return nil
	}
	fixtures := make(chan fixture)
	go func() {
		defer close(fixtures)
		for f := range m.fixtures {
			select {
			case fixtures <- f:
			case <-ctx.Done():
				return
			}
		}
	}()
	errs := make(chan error)
	for range m.workers {
		w := &worker{match: m, engines: map[*player]*uci.Engine{}}
		go func() { errs <- w.work(ctx, fixtures) }()
	}
	for range m.workers {
		if failure := <-errs; failure != nil {
			err = errors.Join(err, failure)
			m.stop()
		}
	}
	return err
}

// hashBook identifies the openings and their order.
func (m *match) hashBook() {
	h := sha256.New()
	for _, g := range m.openings {
		fmt.Fprintln(h, g.Start(), g.Moves())
	}
	m.bookHash = fmt.Sprintf("%x", h.Sum(nil))[:12]
}

// count counts a game.
func (m *match) count(f fixture, g *chess.Game) {
	r := &result{fixture: f, reason: g.Outcome().Reason, points: [2]int{1, 1}}
	loser := g.Position().Turn() // if it is drawn after all, because the opponent cannot win
	if winner, ok := g.Outcome().Winner(); ok {
		loser = winner.Other()
		r.points[winner], r.points[loser] = 2, 0
	}
	switch r.reason {
	case chess.Abandonment, chess.Time, chess.RulesInfraction:
		r.failed = [2]*player{f.white, f.black}[loser]
	}
	m.results[f.number] = r
}

// points returns the half points of a player.
func (r *result) pointsOf(p *player) int {
	if r.white == p {
		return r.points[chess.White]
	}
	return r.points[chess.Black]
}

// A score holds the results of a player.
type score struct {
	games    distribution // loss, draw, win
	pairs    distribution // 0 to 2 points
	failures map[chess.Reason]int
}

// mean returns the share of the points, or NaN without games.
func (s score) mean() float64 {
	mean, _ := s.games.moments()
	if s.games.count() == 0 {
		return math.NaN()
	}
	return mean
}

// scoreOf returns the score of a player.
func (m *match) scoreOf(p *player) score {
	s := score{games: make(distribution, 3), pairs: make(distribution, 5), failures: map[chess.Reason]int{}}
	first := map[[2]int]*result{} // of the games with the same opening, by pairing and round
	for _, r := range m.results {
		if r.white != p && r.black != p {
			continue
		}
		points := r.pointsOf(p)
		s.games[points]++
		if r.failed == p {
			s.failures[r.reason]++
		}
		key := [2]int{r.pairing, r.round}
		if other := first[key]; other != nil {
			s.pairs[points+other.pointsOf(p)]++
		}
		first[key] = r
	}
	return s
}

// sample returns the pairs, or the games if there are not enough pairs to estimate anything.
func (s score) sample() distribution {
	if math.IsNaN(s.pairs.elo().value) {
		return s.games
	}
	return s.pairs
}

// undecided is the verdict of a sequential test that must go on.
const undecided = "undecided"

// verdict returns what the test of the first player against the second has decided. The caller holds m.mu, or is alone.
func (m *match) verdict() string {
	if m.sprt == nil {
		return undecided
	}
	lower, upper := m.sprt.bounds()
	switch llr := m.sprt.llr(m.scoreOf(m.players[0]).pairs); {
	case llr >= upper:
		return "H1 accepted"
	case llr <= lower:
		return "H0 accepted"
	}
	return undecided
}

// newPlayers parses the descriptions of engines and gives equal ones different names.
func newPlayers(texts []string, common control) (players []*player, err error) {
	for _, text := range texts {
		p, err := parsePlayer(text, common)
		if err != nil {
			return nil, err
		}
		for n, name := 2, p.name; slices.ContainsFunc(players, func(q *player) bool { return q.name == p.name }); n++ {
			p.name = fmt.Sprintf("%s (%d)", name, n)
		}
		players = append(players, p)
	}
	return players, nil
}
