package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
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
	openings []opening
	sprt     *sprt // or nil
	recover  bool
	every    int // print a report after every such number of games, or 0
	pgn      string
	plot     string      // the file for a picture of the match, or ""
	event    string      // the tag Event
	site     string      // the tag Site, or ""
	details  bool        // note the nodes, the speed, and the principal variation of each search
	log      *log.Logger // of the conversations with the engines, or nil

	byOpening  bool            // report the results of each opening
	tablesHash string          // of the endgame tables that adjudicate
	written    map[string]bool // hashes of the names of files that engines write

	out, errs, terminal io.Writer

	pairings [][2]*player
	stop     context.CancelFunc
	file     *os.File

	mu      sync.Mutex
	played  map[int]bool // by the number of the game
	first   map[int]int  // the half points of pairings[i][0] in the game of a pair that ended first, by the pair
	scores  map[*player]*score
	against map[[2]*player]distribution // the games of the first player against the second
	opened  map[int]distribution        // the games of White, by the number of the opening
	history []distribution              // of the pairs of the first player, after each, for the picture
}

// A fixture is a game to play.
type fixture struct {
	number       int // from 1
	pair         int // of games between the same players with the same opening
	white, black *player
	opening      opening
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

// prepare arranges who meets whom, and starts every engine once. An error means that nothing was
// touched.
func (m *match) prepare(ctx context.Context) error {
	m.played, m.first, m.scores = map[int]bool{}, map[int]int{}, map[*player]*score{}
	m.against, m.opened, m.written = map[[2]*player]distribution{}, map[int]distribution{}, map[string]bool{}
	for i, p := range m.players {
		m.scores[p] = &score{games: make(distribution, 3), pairs: make(distribution, 5), endings: map[chess.Reason]int{}}
		for _, q := range m.players[i+1:] {
			if i == 0 || !m.gauntlet {
				m.pairings = append(m.pairings, [2]*player{p, q})
			}
		}
	}
	err := m.checkEngines(ctx)
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
	if m.isDecided() {
		stop()
	}
	fixtures, errs := make(chan fixture), make(chan error)
	go m.arrange(playing, fixtures, maps.Clone(m.played))
	for range m.workers {
		go func() { errs <- m.work(playing, fixtures) }()
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
	_, failure := fmt.Fprint(m.out, m.report())
	err = errors.Join(err, failure)
	if m.plot != "" {
		draw := func(w io.Writer) error { _, err := w.Write(m.picture()); return err }
		err = errors.Join(err, safefile.Replace(m.plot, 0o644, draw))
	}
	return err
}

// arrange sends the games that have not been played, until ctx is done. The last round has one game
// of each pair if the number of games is odd.
func (m *match) arrange(ctx context.Context, fixtures chan<- fixture, played map[int]bool) {
	defer close(fixtures)
	total := 2 * ((m.games + 1) / 2) * len(m.pairings)
	for n := 1; n <= total; n++ {
		if played[n] || m.games%2 == 1 && n%2 == 0 && n > total-2*len(m.pairings) {
			continue
		}
		select {
		case fixtures <- m.fixture(n):
		case <-ctx.Done():
			return
		}
	}
}

// A score holds the results of a player.
type score struct {
	games   distribution         // loss, draw, win
	pairs   distribution         // 0 to 2 points
	endings map[chess.Reason]int // of the games that the player lost, or drew as the player to move
}

// count counts a game. The caller holds m.mu, or is alone.
func (m *match) count(f fixture, g *chess.Game) {
	points := map[*player]int{f.white: 1, f.black: 1} // half points
	players := [2]*player{f.white, f.black}
	loser := players[g.Position().Turn()] // who has failed if the opponent cannot win
	if winner, ok := g.Outcome().Winner(); ok {
		loser = players[winner.Other()]
		points[players[winner]], points[loser] = 2, 0
	}
	m.scores[loser].endings[g.Outcome().Reason]++
	for p, n := range points {
		m.scores[p].games[n]++
		opponents := [2]*player{p, players[0]}
		if p == players[0] {
			opponents[1] = players[1]
		}
		m.against[opponents] = add(m.against[opponents], n)
	}
	m.opened[f.opening.number] = add(m.opened[f.opening.number], points[f.white])
	m.played[f.number] = true
	pairing := m.pairings[f.pair%len(m.pairings)]
	other, ok := m.first[f.pair]
	if !ok {
		m.first[f.pair] = points[pairing[0]]
		return
	}
	n := other + points[pairing[0]]
	m.scores[pairing[0]].pairs[n]++
	m.scores[pairing[1]].pairs[4-n]++
	if m.plot != "" {
		m.history = append(m.history, slices.Clone(m.scores[m.players[0]].pairs))
	}
}

// add counts a game with the given number of half points.
func add(games distribution, points int) distribution {
	if games == nil {
		games = make(distribution, 3)
	}
	games[points]++
	return games
}

// isDecided reports whether the test of the first player against the second is decided. The caller
// holds m.mu, or is alone.
func (m *match) isDecided() bool {
	return m.sprt != nil && m.sprt.verdict(m.sprt.llr(m.scores[m.players[0]].pairs)) != undecided
}
