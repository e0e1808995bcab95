// Engine is a chess engine for programs that speak the Universal Chess Interface (UCI). It is short
// enough to be read in an evening. Begin with alphaBeta in search.go.
//
//	main.go    the options, and the time for a move
//	think.go   searching deeper and deeper
//	search.go  alpha-beta, and how to skip most of the tree
//	order.go   which moves to search first
//	table.go   what is known from earlier searches
//	eval.go    what a position is worth
package main

import (
	"fmt"
	"os"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/uci"
)

func main() {
	s := newSearch(16)
	program := uci.Program{Name: "Shakki Engine", Author: "the Shakki authors", Searcher: s, Options: []uci.Option{
		uci.NewSpin("Hash", 16, 1, 32768, func(megabytes int) error {
			s.table = make(table, megabytes<<16)
			return nil
		}),
		uci.NewSpin("MultiPV", 1, 1, chess.MaxMoves, func(lines int) error {
			s.lines = lines
			return nil
		}),
	}}
	program.NewGame = func() { clear(s.table) }
	if err := uci.Serve(os.Stdin, os.Stdout, program); err != nil {
		fmt.Fprintln(os.Stderr, "engine:", err)
		os.Exit(1)
	}
}

// A clock says how long a search may take. The limits are 0 if there is none.
type clock struct {
	start time.Time
	soft  time.Duration // after this, no deeper search begins
	hard  time.Duration // after this, the search ends
}

// newClock starts a clock with a share of the time that c has left.
func newClock(l uci.Limits, c chess.Color) clock {
	if !l.HasClock() || l.Infinite {
		return clock{start: time.Now()}
	}
	moves := 25
	if l.MovesToGo > 0 {
		moves = min(moves, l.MovesToGo)
	}
	left := max(l.Time[c]-30*time.Millisecond, time.Millisecond) // some is lost on the way
	soft := min(left/time.Duration(moves)+l.Increment[c]/2, left/2)
	return clock{time.Now(), soft, min(4*soft, left*2/3)}
}

func (c *clock) isPast(limit time.Duration) bool { return limit > 0 && time.Since(c.start) > limit }
