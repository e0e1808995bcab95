package backgammon

import (
	"errors"
	"fmt"
	"math"
)

// What is wrong with an outcome that [Match.Add] refuses.
var (
	ErrNoOutcome = errors.New("not the outcome of a finished game")
	ErrMatchOver = errors.New("the match is over")
	ErrOverflow  = errors.New("points or stake too large to be counted")
)

// A Match is a series of games for points, and for an agreed stake per point
// (rule sheet S1). The zero value is a series for points alone that goes on as
// long as the players like. Matches are plain values; the fields are set before
// the first game.
type Match struct {
	Stake    int64 // what a point is worth, in units of the players' choosing; 0 or more
	Target   int64 // the points that win the match; 0, as the sheet has it, for no end
	Crawford bool  // no cube in the game after a player first needs one point; common, not in the sheet

	light, dark  int64
	crawfordGame crawfordState
}

// A crawfordState is whether the Crawford game is to come, next, or played.
type crawfordState uint8

const (
	crawfordToCome crawfordState = iota
	crawfordNext
	crawfordPlayed
)

// Add counts the outcome of a game. The error wraps [ErrNoOutcome],
// [ErrMatchOver] or [ErrOverflow], and m is then unchanged.
func (m *Match) Add(o Outcome) error {
	next := *m
	score := &next.light
	if o.Winner == Dark {
		score = &next.dark
	}
	switch {
	case !o.IsOver() || !o.Winner.IsValid() || o.Points < 1:
		return fmt.Errorf("backgammon: match: %w: %v", ErrNoOutcome, o)
	case m.Winner() != NoPlayer:
		return fmt.Errorf("backgammon: match: %w: %v has won", ErrMatchOver, m.Winner())
	case *score > math.MaxInt64-o.Points:
		return fmt.Errorf("backgammon: match: %w", ErrOverflow)
	}
	*score += o.Points
	if m.Stake != 0 && max(next.light, next.dark) > math.MaxInt64/m.Stake {
		return fmt.Errorf("backgammon: match: %w", ErrOverflow)
	}
	next.crawfordGame = m.crawfordAfter(*score)
	*m = next
	return nil
}

// crawfordAfter returns the state after a game that brought its winner to the
// given score.
func (m *Match) crawfordAfter(score int64) crawfordState {
	switch {
	case m.crawfordGame != crawfordToCome:
		return crawfordPlayed
	case m.Crawford && score == m.Target-1:
		return crawfordNext
	}
	return crawfordToCome
}

// Score returns the points of a player, 0 for NoPlayer.
func (m Match) Score(p Player) int64 {
	switch p {
	case Light:
		return m.light
	case Dark:
		return m.dark
	}
	return 0
}

// Winner returns the player who has reached the target, NoPlayer as long as
// there is none.
func (m Match) Winner() Player {
	switch {
	case m.Target <= 0:
		return NoPlayer
	case m.light >= m.Target:
		return Light
	case m.dark >= m.Target:
		return Dark
	}
	return NoPlayer
}

// Balance returns what a player has won so far, negative if lost: the
// difference of the points times the stake.
func (m Match) Balance(p Player) int64 { return (m.Score(p) - m.Score(p.Other())) * m.Stake }

// Rules returns r as the next game of the match is to be played: without the
// cube if it is the Crawford game.
func (m Match) Rules(r Rules) Rules {
	r.NoCube = r.NoCube || m.crawfordGame == crawfordNext
	return r
}
