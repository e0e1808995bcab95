// Engine is a chess engine for programs that speak the Universal Chess Interface (UCI). It is small
// enough to read in an evening and strong enough to lose to:
//
//	main.go    the options and the time for a move
//	think.go   a search that goes deeper and deeper
//	search.go  alpha-beta, and what makes it skip most of the tree
//	order.go   which moves to search first
//	table.go   positions that were searched before
//	eval.go    what a position is worth
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/uci"
)

func main() {
	s := newSearch(16)
	program := uci.Program{
		Name:   "Shakki Engine",
		Author: "the Shakki authors",
		Options: []uci.Option{
			uci.NewSpin("Hash", 16, 1, 32768, func(megabytes int) error {
				s.table = newTable(megabytes)
				return nil
			}),
			uci.NewSpin("MultiPV", 1, 1, chess.MaxMoves, func(lines int) error {
				s.lines = lines
				return nil
			}),
		},
		NewGame:  s.forget,
		Searcher: s,
	}
	if err := uci.Serve(os.Stdin, os.Stdout, program); err != nil {
		fmt.Fprintln(os.Stderr, "engine:", err)
		os.Exit(1)
	}
}

// Search implements [uci.Searcher].
func (s *search) Search(ctx context.Context, r *uci.Request) uci.Best {
	return s.think(ctx, r.Game, r.Limits, clock{hit: r.PonderHit()}, r.Report)
}

// A clock says how long a search may take.
type clock struct {
	start      time.Time
	soft, hard time.Duration   // when to begin no deeper search, and when to stop; 0 for no limit
	hit        <-chan struct{} // closed when the time begins to count
}

// overhead is the time that may pass between the program and the clock of the game.
const overhead = 30 * time.Millisecond

// allot divides the time that is left on the clock of c.
func (k *clock) allot(l uci.Limits, c chess.Color) {
	k.start = time.Now()
	if !l.HasClock() {
		return
	}
	moves := 25
	if l.MovesToGo > 0 {
		moves = min(moves, l.MovesToGo)
	}
	left := max(l.Time[c]-overhead, time.Millisecond)
	k.soft = min(left/time.Duration(moves)+l.Increment[c]/2, left/2)
	k.hard = min(4*k.soft, left*2/3)
}

// isPast reports whether the given part of the time has passed. The time does not count until
// the opponent has made the move that the search expects.
func (k *clock) isPast(limit time.Duration) bool {
	if k.hit != nil {
		select {
		case <-k.hit:
			k.hit, k.start = nil, time.Now()
		default:
			return false
		}
	}
	return limit > 0 && time.Since(k.start) > limit
}
