package main

import (
	"errors"
	"flag"
	"fmt"
	"math"

	"github.com/shakki/chess"
	"github.com/shakki/chess/syzygy"
	"github.com/shakki/chess/uci"
)

// An arbiter ends games whose result is clear. The zero arbiter ends none.
type arbiter struct {
	draw     scoreRule
	resign   scoreRule
	maxMoves int // of each side, after which the game is drawn, or 0
	tables   *syzygy.Tables
	pieces   int    // the most pieces of a position that is looked up, or 0 for all that the tables have
	ignore50 bool   // the fifty-move rule saves no draw from the tables
	decided  string // which results the tables adjudicate: "win", "draw", or "both"
}

// A scoreRule ends a game because of the scores that the engines report. It has no effect if count
// is 0.
type scoreRule struct {
	text     string // as it was given
	from     int    // the number of the move from which on it applies
	count    int    // of moves of each side in a row
	score    int    // in centipawns
	twosided bool   // both engines must agree
}

// set parses a list such as "movenumber=40,movecount=8,score=10".
func (r *scoreRule) set(text string) error {
	r.text = text
	fields := flag.NewFlagSet("", flag.ContinueOnError)
	fields.IntVar(&r.from, "movenumber", 0, "")
	fields.IntVar(&r.count, "movecount", 0, "")
	fields.IntVar(&r.score, "score", 0, "")
	fields.BoolVar(&r.twosided, "twosided", false, "")
	err := setFields(fields, text, ",", nil)
	if err == nil && r.count < 1 {
		err = errors.New("movecount is missing")
	}
	return err
}

// scores are those that the engines have reported with their moves, in order, or nil for none.
type scores []*uci.Score

// agree reports whether the last n scores, or every other one for a step of 2, are known and from low
// to high.
func (s scores) agree(n, step, low, high int) bool {
	for i := len(s) - 1; n > 0; i, n = i-step, n-1 {
		if i < 0 || s[i] == nil || s[i].Number() < low || s[i].Number() > high {
			return false
		}
	}
	return true
}

// decide ends the game if its result is clear.
func (r *round) decide() error {
	p, a, s := r.game.Position(), &r.arbiter, r.scores
	made, winner := p.FullmoveNumber()-1, p.Turn() // complete moves, and who wins if the last score is right
	end := func(result chess.Result, why string) error {
		r.say("adjudicated " + why)
		return r.game.Adjudicate(chess.Outcome{Result: result, Reason: chess.Adjudication})
	}
	if result := a.lookUp(p); result != chess.Unfinished {
		return end(result, "by endgame tables")
	}
	if d := a.draw; d.count > 0 && made >= d.from && p.HalfmoveClock() >= 2*d.count && s.agree(2*d.count, 1, -d.score, d.score) {
		return end(chess.Drawn, fmt.Sprintf("as a draw: scores within %d for %d moves", d.score, d.count))
	}
	if d := a.resign; d.count > 0 && made >= d.from && s.agree(d.count, 2, math.MinInt, -d.score) &&
		(!d.twosided || s[:len(s)-1].agree(d.count, 2, d.score, math.MaxInt)) {
		if !p.CanWin(winner) {
			return end(chess.Drawn, "as a draw: the side ahead cannot win")
		}
		return end(chess.WinFor(winner), fmt.Sprintf("as lost: score below %d for %d moves", -d.score, d.count))
	}
	if a.maxMoves > 0 && len(s) >= 2*a.maxMoves {
		return end(chess.Drawn, fmt.Sprintf("as a draw after %d moves", a.maxMoves))
	}
	return nil
}

// lookUp returns what the endgame tables say about p, or Unfinished if they say nothing.
func (a *arbiter) lookUp(p chess.Position) chess.Result {
	if p.HalfmoveClock() != 0 && !a.ignore50 || a.pieces > 0 && p.Occupied().Count() > a.pieces {
		return chess.Unfinished
	}
	least := syzygy.Win
	if a.ignore50 {
		least = syzygy.CursedWin
	}
	wdl, err := a.tables.WDL(p)
	isDrawn := max(wdl, -wdl) < least
	switch {
	case err != nil, isDrawn && a.decided == "win", !isDrawn && a.decided == "draw":
		return chess.Unfinished
	case isDrawn:
		return chess.Drawn
	case wdl > 0:
		return chess.WinFor(p.Turn())
	}
	return chess.WinFor(p.Turn().Other())
}
