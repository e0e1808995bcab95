package main

import (
	"fmt"
	"strconv"
	"strings"

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
	from     int  // the number of the move from which on it applies
	count    int  // of moves of each side in a row
	score    int  // in centipawns
	twosided bool // both engines must agree
}

func (r scoreRule) String() string {
	return fmt.Sprintf("movenumber=%d,movecount=%d,score=%d,twosided=%v", r.from, r.count, r.score, r.twosided)
}

// Set parses a list such as "movenumber=40,movecount=8,score=10". It implements [flag.Value].
func (r *scoreRule) Set(text string) error {
	*r = scoreRule{}
	for _, part := range strings.Split(text, ",") {
		name, value, _ := strings.Cut(part, "=")
		field := map[string]*int{"movenumber": &r.from, "movecount": &r.count, "score": &r.score}[name]
		if name == "twosided" && (value == "" || value == "true") {
			r.twosided = true
			continue
		}
		n, err := strconv.Atoi(value)
		if field == nil || err != nil || n < 0 {
			return fmt.Errorf("%q is not movenumber=N, movecount=N, score=N, or twosided", part)
		}
		*field = n
	}
	if r.count == 0 {
		return fmt.Errorf("movecount is missing")
	}
	return nil
}

// mateValue is the value of a mate in centipawns.
const mateValue = 100_000

// A scoreSheet holds the score of each move of a game from the point of view of the engine that made it.
type scoreSheet []int

// noScore is the score of a move without a report.
const noScore = mateValue + 1

// add adds the score of a move.
func (s *scoreSheet) add(score *uci.Score) {
	switch {
	case score == nil:
		*s = append(*s, noScore)
	case score.Mate != 0:
		*s = append(*s, mateValue*max(-1, min(1, score.Mate)))
	default:
		*s = append(*s, max(-mateValue, min(mateValue, score.Centipawns)))
	}
}

// all reports whether the scores of the last moves, one of every step plies and count in number, are from low to high.
func (s scoreSheet) all(count, step, first, low, high int) bool {
	for i := range count {
		at := len(s) - 1 - first - i*step
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
