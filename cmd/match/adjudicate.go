package main

import (
	"errors"
	"fmt"

	"github.com/shakki/chess"
	"github.com/shakki/chess/syzygy"
	"github.com/shakki/chess/uci"
)

// An arbiter ends games whose result is clear. The zero arbiter ends none.
type arbiter struct {
	draw     scoreRule
	resign   scoreRule
	maxMoves int // after so many moves of each side the game is drawn, or 0
	tables   *syzygy.Tables
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

// A scoreSheet counts the moves in a row whose scores fulfil the conditions of an arbiter.
type scoreSheet struct {
	plies         int // of all engines, with any score
	level         int // plies that are level
	behind, ahead [2]int
}

// add adds the score that an engine has reported with its move, or nil.
func (s *scoreSheet) add(a *arbiter, turn chess.Color, score *uci.Score) {
	if score == nil {
		score = new(uci.Score)
		s.level = -1
	}
	value := score.Centipawns + 100_000*score.Mate
	s.plies++
	s.level = extend(s.level, -a.draw.score <= value && value <= a.draw.score)
	s.behind[turn] = extend(s.behind[turn], value <= -a.resign.score)
	s.ahead[turn] = extend(s.ahead[turn], value >= a.resign.score)
}

// extend returns the length of a row after one more move.
func extend(row int, fulfilled bool) int {
	if !fulfilled {
		return 0
	}
	return row + 1
}

// decide ends g if its result is clear.
func (a *arbiter) decide(g *chess.Game, s *scoreSheet) error {
	p := g.Position()
	made := p.FullmoveNumber() - 1 // complete moves
	mover, winner := p.Turn().Other(), p.Turn()
	end := func(result chess.Result, why string) error {
		g.Root().SetComments("adjudicated " + why)
		return g.Adjudicate(chess.Outcome{Result: result})
	}
	if result := a.lookUp(p); result != chess.Unfinished {
		return end(result, "by endgame tables")
	}
	if r := a.draw; r.count > 0 && made >= r.from && s.level >= 2*r.count {
		return end(chess.Draw, fmt.Sprintf("as a draw: scores within %d for %d moves", r.score, r.count))
	}
	if r := a.resign; r.count > 0 && made >= r.from && s.behind[mover] >= r.count && (!r.twosided || s.ahead[winner] >= r.count) {
		if !p.CanWin(winner) {
			return end(chess.Draw, "as a draw: the side ahead cannot win")
		}
		return end(chess.WinFor(winner), fmt.Sprintf("as lost: score below %d for %d moves", -r.score, r.count))
	}
	if a.maxMoves > 0 && s.plies >= 2*a.maxMoves {
		return end(chess.Draw, fmt.Sprintf("as a draw after %d moves", a.maxMoves))
	}
	return nil
}

// lookUp returns what the endgame tables say about p, or Unfinished if they say nothing.
func (a *arbiter) lookUp(p chess.Position) chess.Result {
	if p.HalfmoveClock() != 0 || p.Castling() != 0 || p.Occupied().Count() > a.tables.MaxPieces() {
		return chess.Unfinished
	}
	switch wdl, err := a.tables.WDL(p); {
	case err != nil: // a table is missing
		return chess.Unfinished
	case wdl == syzygy.Win:
		return chess.WinFor(p.Turn())
	case wdl == syzygy.Loss:
		return chess.WinFor(p.Turn().Other())
	}
	return chess.Draw // also if only the fifty-move rule saves the draw
}
