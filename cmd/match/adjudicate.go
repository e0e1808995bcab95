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
	p, draw, resign, s := r.game.Position(), r.draw, r.resign, r.scores
	made, winner := p.FullmoveNumber()-1, p.Turn() // complete moves, and who wins if the last score is right
	result, why := r.lookUp(p), "by endgame tables"
	switch {
	case result != chess.Unfinished:
	case draw.count > 0 && made >= draw.from && p.HalfmoveClock() >= 2*draw.count && s.agree(2*draw.count, 1, -draw.score, draw.score):
		result, why = chess.Drawn, fmt.Sprintf("as a draw: scores within %d for %d moves", draw.score, draw.count)
	case resign.count > 0 && made >= resign.from && s.agree(resign.count, 2, math.MinInt, -resign.score) &&
		(!resign.twosided || s[:len(s)-1].agree(resign.count, 2, resign.score, math.MaxInt)):
		result, why = chess.WinFor(winner), fmt.Sprintf("as lost: score below %d for %d moves", -resign.score, resign.count)
		if !p.CanWin(winner) {
			result, why = chess.Drawn, "as a draw: the side ahead cannot win"
		}
	case r.maxMoves > 0 && len(s) >= 2*r.maxMoves:
		result, why = chess.Drawn, fmt.Sprintf("as a draw after %d moves", r.maxMoves)
	default:
		return nil
	}
	r.say("adjudicated " + why)
	return r.game.Adjudicate(chess.Outcome{Result: result, Reason: chess.Adjudication})
}

// lookUp returns what the endgame tables say about p, or Unfinished if they say nothing.
func (a *arbiter) lookUp(p chess.Position) chess.Result {
	if p.HalfmoveClock() != 0 && !a.ignore50 || a.pieces > 0 && p.Occupied().Count() > a.pieces {
		return chess.Unfinished
	}
	wdl, err := a.tables.WDL(p)
	result := chess.Drawn
	switch {
	case wdl == syzygy.Win, wdl == syzygy.CursedWin && a.ignore50:
		result = chess.WinFor(p.Turn())
	case wdl == syzygy.Loss, wdl == syzygy.BlessedLoss && a.ignore50:
		result = chess.WinFor(p.Turn().Other())
	}
	if err != nil || a.decided == "win" && result == chess.Drawn || a.decided == "draw" && result != chess.Drawn {
		return chess.Unfinished
	}
	return result
}
