package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"slices"
	"sync"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/safefile"
)

// A match is a tournament of two engines or more.
type match struct {
	players               []*player
	gauntlet              bool // only the first player meets the others
	games, workers        int  // games between two players, and at a time
	setup, patience, wait seconds
	arbiter
	book     book
	openings []*opening
	sprt     sprt // or noTest
	recover  bool
	every    int // print a report after every such number of games, or 0
	pgn      string
	plot     string      // the file for a picture of the match, or ""
	event    string      // the tag Event
	site     string      // the tag Site, or ""
	details  bool        // note the nodes, the speed, and the principal variation of each search
	log      *log.Logger // of the conversations with the engines, or nil

	byOpening  bool     // report the results of each opening
	tablesHash string   // of the endgame tables that adjudicate
	written    []string // hashes of the names of files that engines write

	out, errs, terminal io.Writer

	pairings [][2]*player
	stop     context.CancelFunc
	file     *os.File

	mu       sync.Mutex
	arranged int            // the number of the last game that was begun or left out
	results  map[int][2]int // the half points of White and Black in the games that were played, by their number
	history  []distribution // of the pairs of the first player, after each of them
	scores   map[[2]*player]*score
}

// A fixture is a game to play.
type fixture struct {
	number  int        // from 1; an odd number and the next one are a pair with the same opening
	players [2]*player // by color
	index   int        // among the games of these two players, from 0
	opening *opening
}

// fixture returns the game with a number. In each round, each pair of players plays an opening with
// both colors.
func (m *match) fixture(number int) fixture {
	pair, second := (number-1)/2, (number-1)%2
	players, round := m.pairings[pair%len(m.pairings)], pair/len(m.pairings)
	if second == 1 {
		players[0], players[1] = players[1], players[0]
	}
	return fixture{number, players, 2*round + second, m.openings[round%len(m.openings)]}
}

// prepare arranges who meets whom, and starts every engine once. An error means that nothing was
// touched. It says which engines do not start, or do not have an option that they are to be given.
func (m *match) prepare(ctx context.Context) (err error) {
	m.results, m.scores = map[int][2]int{}, map[[2]*player]*score{}
	for i, p := range m.players {
		for _, q := range m.players[i+1:] {
			if i == 0 || !m.gauntlet {
				m.pairings = append(m.pairings, [2]*player{p, q})
			}
		}
		if e, failure := p.start(ctx, m); failure != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", p.name, failure))
		} else {
			e.Close()
		}
	}
	m.lookAgain()
	return err
}

// run plays the games that are missing and prints the result. It returns nil if ctx ends before.
func (m *match) run(ctx context.Context) (err error) {
	lock, err := safefile.NewLock(m.pgn)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	if err := m.resume(); err != nil {
		return err
	}
	defer m.file.Close()
	playing, stop := context.WithCancel(ctx)
	m.stop = stop
	defer stop()
	if _, verdict := m.test(); verdict != undecided {
		stop()
	}
	errs := make(chan error)
	for range m.workers {
		go func() { errs <- m.work(playing) }()
	}
	for range m.workers {
		if failure := <-errs; failure != nil {
			err = errors.Join(err, failure)
			stop()
		}
	}
	fmt.Fprintln(m.terminal)
	if ctx.Err() != nil {
		fmt.Fprintln(m.errs, "match: interrupted; the same command goes on")
	}
	err = errors.Join(err, m.report())
	if m.plot != "" {
		var picture bytes.Buffer
		failed := m.picture(&picture)
		if failed == nil {
			failed = safefile.Replace(m.plot, 0o644, picture.Bytes())
		}
		err = errors.Join(err, failed)
	}
	return err
}

// next returns the next game that has not been played, or false if there is none. The last round has one
// game of each pair if the number of games is odd.
func (m *match) next() (f fixture, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for total := (m.games + m.games%2) * len(m.pairings); !ok && m.arranged < total; {
		m.arranged++
		f = m.fixture(m.arranged)
		_, played := m.results[f.number]
		ok = !played && f.index < m.games
	}
	return f, ok
}

// count counts a game, alone and as one of a pair. The caller holds m.mu, or is alone.
func (m *match) count(f fixture, g *chess.Game) {
	points, loser := [2]int{1, 1}, g.Position().Turn() // who has failed in a draw, if the opponent cannot win
	if winner, ok := g.Outcome().Winner(); ok {
		points[winner], points[winner.Other()] = 2, 0
		loser = winner.Other()
	}
	m.results[f.number] = points
	f.opening.white[points[chess.White]]++
	other, isPair := m.results[f.number-1+2*(f.number%2)]
	for c, p := range f.players {
		for _, opponent := range []*player{f.players[1-c], nil} {
			s := m.score(p, opponent)
			s.games[points[c]]++
			if isPair {
				s.pairs[points[c]+other[1-c]]++
			}
			if loser == chess.Color(c) {
				s.endings[g.Outcome().Reason]++
			}
		}
	}
	if isPair {
		m.history = append(m.history, slices.Clone(m.score(m.players[0], nil).pairs))
	}
}

// A score holds the results of a player.
type score struct {
	games   distribution         // loss, draw, win
	pairs   distribution         // 0 to 2 points
	endings map[chess.Reason]int // of the games that the player lost, or drew as the player to move
}

// score returns the results of p against q, or against everybody if q is nil. The caller holds m.mu, or
// is alone.
func (m *match) score(p, q *player) *score {
	key := [2]*player{p, q}
	if m.scores[key] == nil {
		m.scores[key] = &score{make(distribution, 3), make(distribution, 5), map[chess.Reason]int{}}
	}
	return m.scores[key]
}

// all returns a sample with the mean of all games, also in the middle of a pair, and the variance of pairs.
func (s *score) all() sample {
	all := s.games.sample()
	if s.pairs.count() > 0 {
		pairs := s.pairs.sample()
		all.variance, all.games = pairs.variance, pairs.games
	}
	return all
}

// test returns the log-likelihood ratio of the test of the first player against the second, and what it has
// decided. The caller holds m.mu, or is alone.
func (m *match) test() (llr float64, verdict string) {
	llr = m.sprt.llr(m.score(m.players[0], nil).pairs)
	return llr, m.sprt.verdict(llr)
}
