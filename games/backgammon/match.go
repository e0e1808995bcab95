package backgammon

import (
	"errors"
	"fmt"
	"math"
)

// The reasons why [Match.Add] rejects an outcome. Its errors wrap one of them.
var (
	ErrNoOutcome = errors.New("not the outcome of a finished game")
	ErrMatchOver = errors.New("the match is over")
	ErrOverflow  = errors.New("points or stake too large")
)

// A Match is a sequence of games for points, and for an agreed stake per point (rule sheet S1). The
// zero value is a match without a stake and without a target. The fields must be set before the
// first game. A Match may be copied.
type Match struct {
	Stake    int64 // the value of a point, in units that the players choose; it must not be negative
	Target   int64 // the number of points that wins the match, or 0 for no limit as on the sheet
	Crawford bool  // whether the first game after a player needs only one point is played without the cube

	light, dark  int64
	crawfordGame crawfordState
}

// A crawfordState says whether the Crawford game is later, next, or over.
type crawfordState uint8

const (
	crawfordToCome crawfordState = iota
	crawfordNext
	crawfordPlayed
)

// Add adds the outcome of a game to the score. If it cannot, it returns an error that wraps
// [ErrNoOutcome], [ErrMatchOver], or [ErrOverflow], and does not change m.
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

// crawfordAfter returns the state after a game whose winner has the given score.
func (m *Match) crawfordAfter(score int64) crawfordState {
	switch {
	case m.crawfordGame != crawfordToCome:
		return crawfordPlayed
	case m.Crawford && score == m.Target-1:
		return crawfordNext
	}
	return crawfordToCome
}

// Score returns the points of a player, or 0 for NoPlayer.
func (m Match) Score(p Player) int64 {
	switch p {
	case Light:
		return m.light
	case Dark:
		return m.dark
	}
	return 0
}

// Winner returns the player who has reached the target, or NoPlayer if the match is not over.
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

// Balance returns the amount that a player has won so far: the points of p minus the points of the
// opponent, times the stake. It is negative if the player has lost.
func (m Match) Balance(p Player) int64 { return (m.Score(p) - m.Score(p.Other())) * m.Stake }

// Rules returns the rules for the next game of the match. They are the same as r, but without the
// cube if the next game is the Crawford game.
func (m Match) Rules(r Rules) Rules {
	r.NoCube = r.NoCube || m.crawfordGame == crawfordNext
	return r
}
