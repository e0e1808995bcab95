package main

import (
	"errors"
	"flag"
	"fmt"

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

// A scoreSheet counts the moves in a row whose scores fulfil the conditions of an arbiter.
type scoreSheet struct {
	plies         int // of all engines, with any score
	level         int // plies that are level
	behind, ahead [2]int
}

// add adds the score that an engine has reported with the move that led to p, or nil. A capture or a
// pawn move begins a new row of level scores.
func (s *scoreSheet) add(a *arbiter, p chess.Position, score *uci.Score) {
	turn, known := p.Turn().Other(), score != nil
	if !known {
		score = new(uci.Score)
	}
	value := score.Number()
	s.plies++
	extend(&s.level, known && p.HalfmoveClock() > 0 && -a.draw.score <= value && value <= a.draw.score)
	extend(&s.behind[turn], value <= -a.resign.score)
	extend(&s.ahead[turn], value >= a.resign.score)
}

// extend adds a move to a row, or ends the row.
func extend(row *int, fulfilled bool) {
	if *row++; !fulfilled {
		*row = 0
	}
}

// decide ends the game if its result is clear.
func (r *round) decide() error {
	p, a, s := r.game.Position(), &r.arbiter, &r.scores
	made := p.FullmoveNumber() - 1 // complete moves
	mover, winner := p.Turn().Other(), p.Turn()
	end := func(result chess.Result, why string) error {
		r.say("adjudicated " + why)
		return r.game.Adjudicate(chess.Outcome{Result: result, Reason: chess.Adjudication})
	}
	if result := a.lookUp(p); result != chess.Unfinished {
		return end(result, "by endgame tables")
	}
	if d := a.draw; d.count > 0 && made >= d.from && s.level >= 2*d.count {
		return end(chess.Drawn, fmt.Sprintf("as a draw: scores within %d for %d moves", d.score, d.count))
	}
	if d := a.resign; d.count > 0 && made >= d.from && s.behind[mover] >= d.count && (!d.twosided || s.ahead[winner] >= d.count) {
		if !p.CanWin(winner) {
			return end(chess.Drawn, "as a draw: the side ahead cannot win")
		}
		return end(chess.WinFor(winner), fmt.Sprintf("as lost: score below %d for %d moves", -d.score, d.count))
	}
	if a.maxMoves > 0 && s.plies >= 2*a.maxMoves {
		return end(chess.Drawn, fmt.Sprintf("as a draw after %d moves", a.maxMoves))
	}
	return nil
}

// lookUp returns what the endgame tables say about p, or Unfinished if they say nothing.
func (a *arbiter) lookUp(p chess.Position) chess.Result {
	pieces := p.Occupied().Count()
	if p.HalfmoveClock() != 0 && !a.ignore50 || p.Castling() != 0 || pieces > a.tables.MaxPieces() || a.pieces > 0 && pieces > a.pieces {
		return chess.Unfinished
	}
	wdl, err := a.tables.WDL(p)
	result := chess.Drawn
	switch {
	case err != nil: // a table is missing
		return chess.Unfinished
	case wdl == syzygy.Win, wdl == syzygy.CursedWin && a.ignore50:
		result = chess.WinFor(p.Turn())
	case wdl == syzygy.Loss, wdl == syzygy.BlessedLoss && a.ignore50:
		result = chess.WinFor(p.Turn().Other())
	}
	if skipped := map[bool]string{true: "win", false: "draw"}[result == chess.Drawn]; a.decided == skipped {
		return chess.Unfinished
	}
	return result
}
