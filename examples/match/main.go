// Match plays two UCI engines against each other and prints the difference of their strength. An
// engine is a command, followed by options after semicolons:
//
//	match -games 100 -openings book.pgn './engine;Hash=64' 'stockfish;Skill Level=3'
//
// The games are added to a PGN file. If a match is interrupted, the same command continues it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"time"

	"github.com/shakki/chess"
)

func main() {
	m := match{out: os.Stdout}
	flag.IntVar(&m.games, "games", 20, "the number of games; the engines change colors after each")
	flag.IntVar(&m.workers, "concurrency", 1, "the number of games at a time")
	flag.DurationVar(&m.base, "time", time.Minute, "the time on each clock at the start")
	flag.DurationVar(&m.increment, "inc", 0, "the time that a move adds to the clock")
	flag.DurationVar(&m.moveTime, "movetime", 0, "the time for each move, instead of a clock")
	flag.DurationVar(&m.margin, "margin", 50*time.Millisecond, "how far a move may exceed its time")
	flag.StringVar(&m.pgn, "pgn", "match.pgn", "the `file` to which games are added")
	openings := flag.String("openings", "", "a PGN or EPD `file` with openings, each of which is played twice")
	flag.Parse()
	if flag.NArg() != 2 || m.games < 1 || m.workers < 1 {
		flag.Usage()
		os.Exit(2)
	}
	if info, err := os.Stderr.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		m.terminal = os.Stderr
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := m.run(ctx, flag.Args(), *openings); err != nil {
		fmt.Fprintln(os.Stderr, "match:", err)
		os.Exit(1)
	}
}

// A match is a match between two engines.
type match struct {
	games, workers                    int
	base, increment, moveTime, margin time.Duration
	pgn                               string
	out, terminal                     io.Writer // terminal is nil if there is none
	engines                           [2]string // commands
	openings                          []*chess.Game

	mu    sync.Mutex // guards the rest
	file  *os.File
	done  map[int]bool // the games that were played, by number from 1
	score score
}

// run plays the games that are missing and prints the result. It returns nil if ctx ends before.
func (m *match) run(ctx context.Context, engines []string, openings string) (err error) {
	m.engines = [2]string(engines)
	if m.openings, err = readOpenings(openings); err != nil {
		return err
	}
	if err := m.resume(); err != nil {
		return err
	}
	defer m.file.Close()
	numbers := make(chan int, m.games)
	for n := 1; n <= m.games; n++ {
		if !m.done[n] {
			numbers <- n
		}
	}
	close(numbers)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	results := make(chan error)
	for range m.workers {
		go func() { results <- m.work(ctx, numbers) }()
	}
	for range m.workers {
		if failed := <-results; failed != nil && !errors.Is(failed, context.Canceled) {
			err = errors.Join(err, failed)
			cancel()
		}
	}
	if m.terminal != nil {
		fmt.Fprintln(m.terminal)
	}
	if len(m.done) > 0 {
		fmt.Fprint(m.out, m.score.table(m.engines))
	}
	return err
}
