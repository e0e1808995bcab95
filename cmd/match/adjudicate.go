package main

import (
	"errors"
	"fmt"

	"github.com/shakki/chess"
	"github.com/shakki/chess/uci"
)

// A tablebase knows the result of positions with few pieces.
type tablebase interface {
	// result returns the result of p with perfect play under the fifty-move rule, for a halfmove clock of 0. If the
	// tablebase does not have p, ok is false.
	result(p chess.Position) (r chess.Result, ok bool)
}

// An arbiter ends games whose result is clear. The zero arbiter ends none.
type arbiter struct {
	draw      scoreRule
	resign    scoreRule
	maxMoves  int // after so many moves of each side the game is drawn, or 0
	tablebase tablebase
}

// A scoreRule ends a game because of the scores that the engines report. It has no effect if count is 0.
type scoreRule struct {
	text     string // as it was given
	from     int    // the number of the move from which on it applies
	count    int    // of moves of each side in a row
	score    int    // in centipawns
	twosided bool   // both engines must agree
}

func (r *scoreRule) String() string { return r.text }

// Set parses a list such as "movenumber=40,movecount=8,score=10". It implements [flag.Value].
func (r *scoreRule) Set(text string) error {
	*r = scoreRule{text: text}
	err := parseFields(text, map[string]any{
		"movenumber": &r.from, "movecount": &r.count, "score": &r.score, "twosided": &r.twosided,
	})
	if err == nil && r.count < 1 {
		err = errors.New("movecount is missing")
	}
	return err
}

// mateValue is the value of a mate in centipawns.
const mateValue = 100_000

// A scoreSheet holds the score of each move of a game in centipawns, from the point of view of the engine that made it.
type scoreSheet []int

// noScore is the score of a move without a report.
const noScore = mateValue + 1

// add adds the score of a move, which may be nil.
func (s *scoreSheet) add(score *uci.Score) {
	value := noScore
	if score != nil {
		value = max(-mateValue, min(mateValue, score.Centipawns+mateValue*score.Mate))
	}
	*s = append(*s, value)
}

// all reports whether the last scores, without so many at the end, are from low to high: count of them, at every second
// move or at each.
func (s scoreSheet) all(count, step, without, low, high int) bool {
	for i := range count {
		at := len(s) - 1 - without - i*step
		if at < 0 || s[at] < low || s[at] > high {
			return false
		}
	}
	return true
}

// decide ends g if its result is clear, where scores are those of the moves that the engines have made.
func (a *arbiter) decide(g *chess.Game, scores scoreSheet) error {
	result, why := a.result(g, scores)
	if why == "" {
		return nil
	}
	g.Root().SetComments(why)
	return g.Adjudicate(chess.Outcome{Result: result})
}

// result returns the result and why it is clear, or "" if it is not.
func (a *arbiter) result(g *chess.Game, scores scoreSheet) (result chess.Result, why string) {
	p := g.Position()
	mover := p.Turn().Other()
	if a.tablebase != nil && p.HalfmoveClock() == 0 {
		if result, ok := a.tablebase.result(p); ok {
			return result, "adjudicated by tablebase"
		}
	}
	made := p.FullmoveNumber() - 1 // complete moves
	if r := a.draw; r.count > 0 && made >= r.from && scores.all(2*r.count, 1, 0, -r.score, r.score) {
		return chess.Draw, fmt.Sprintf("adjudicated as a draw: scores within %d for %d moves", r.score, r.count)
	}
	if r := a.resign; r.count > 0 && made >= r.from && scores.all(r.count, 2, 0, -mateValue, -r.score) &&
		(!r.twosided || scores.all(r.count, 2, 1, r.score, mateValue)) {
		if !p.CanWin(mover.Other()) {
			return chess.Draw, "adjudicated as a draw: the side ahead cannot win"
		}
		return chess.WinFor(mover.Other()), fmt.Sprintf("adjudicated as lost: score below %d for %d moves", -r.score, r.count)
	}
	if a.maxMoves > 0 && len(scores) >= 2*a.maxMoves {
		return chess.Draw, fmt.Sprintf("adjudicated as a draw after %d moves", a.maxMoves)
	}
	return chess.Unfinished, ""
}
