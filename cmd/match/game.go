package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/uci"
)

// work plays games until there are no more. If an engine crashes or does not start, it loses the
// game, and unless the match is to recover from that, work returns the error.
func (m *match) work(ctx context.Context, fixtures <-chan fixture) error {
	for f := range fixtures {
		g, crash := m.play(ctx, f)
		if ctx.Err() != nil {
			return nil
		}
		if err := m.record(f, g); err != nil {
			return err
		}
		if crash != nil && !m.recover {
			return crash
		}
	}
	return nil
}

// A round is a game in progress. The arrays are indexed by color.
type round struct {
	*match
	game    *chess.Game
	players [2]*player
	engines [2]*uci.Engine
	left    [2]time.Duration
	made    [2]int // moves
	scores  scoreSheet
}

// play plays a game between engines that it starts. If an engine crashes or does not start, the
// game is lost, and the error says what happened. If ctx is done, the game is not over.
func (m *match) play(ctx context.Context, f fixture) (g *chess.Game, crash error) {
	r := &round{match: m, game: f.opening.Clone(), players: [2]*player{f.white, f.black}}
	m.setTags(r.game, f)
	for c, p := range r.players {
		e, err := p.start(ctx, m)
		if err != nil {
			return r.game, r.forfeit(chess.Color(c), chess.Abandonment, "did not start", err)
		}
		defer e.Close()
		r.engines[c], r.left[c] = e, p.control.base
	}
	for !r.game.Outcome().IsOver() && ctx.Err() == nil {
		if crash := r.move(ctx); crash != nil {
			return r.game, crash
		}
	}
	return r.game, nil
}

// limits returns the limits of the search of the side to move, and how long it may take.
func (r *round) limits(turn chess.Color) (l uci.Limits, allowed time.Duration) {
	c := r.players[turn].control
	l = uci.Limits{MoveTime: c.moveTime, Nodes: c.nodes, Depth: c.depth}
	switch {
	case c.moveTime > 0:
		return l, c.moveTime + r.margin
	case c.base == 0:
		return l, r.patience
	}
	for side, p := range r.players {
		l.Time[side], l.Increment[side] = r.left[side], p.control.increment
	}
	if c.moves > 0 {
		l.MovesToGo = c.moves - r.made[turn]%c.moves
	}
	return l, r.left[turn] + r.margin
}

// move lets the engine that is to move make its move. If the engine exceeds its time or fails, it
// loses. The error is that of an engine that has crashed.
func (r *round) move(ctx context.Context) (crash error) {
	turn := r.game.Position().Turn()
	limits, allowed := r.limits(turn)
	search := r.engines[turn].Search(ctx, r.game, limits)
	late := time.AfterFunc(r.setup+allowed, search.Stop) // an engine that ignores its limits
	best, err := search.Best()
	late.Stop()
	elapsed := search.Elapsed()
	switch {
	case ctx.Err() != nil:
		return nil
	case errors.Is(err, uci.ErrExited):
		return r.forfeit(turn, chess.Abandonment, "crashed", err)
	case elapsed > allowed || errors.Is(err, uci.ErrTimeout):
		r.game.Root().SetComments(fmt.Sprintf("%s took %v", r.players[turn].name, elapsed.Round(time.Millisecond)))
		return r.game.FlagFall(turn)
	case err != nil:
		r.forfeit(turn, chess.RulesInfraction, "broke the rules", err)
		return nil
	}
	if err := r.game.Play(best.Move); err != nil {
		return err
	}
	r.note(turn, search, elapsed)
	if r.game.Outcome().IsOver() {
		return nil
	}
	return r.decide(r.game, &r.scores)
}

// note notes the time of a move and the score that was reported with it.
func (r *round) note(turn chess.Color, search *uci.Search, elapsed time.Duration) {
	note := chess.MoveInfo{Elapsed: &elapsed}
	r.made[turn]++
	if c := r.players[turn].control; c.base > 0 {
		left := max(r.left[turn]-elapsed, 0) + c.increment
		if c.moves > 0 && r.made[turn]%c.moves == 0 {
			left += c.base
		}
		r.left[turn], note.Clock = left, &left
	}
	var score *uci.Score
	if lines := search.Lines(); len(lines) > 0 && lines[0].Score != nil {
		score = lines[0].Score
		eval := score.Eval(turn, lines[0].Depth)
		note.Eval = &eval
	}
	r.scores.add(&r.arbiter, turn, score)
	r.game.LastNode().SetInfo(note)
}

// forfeit ends the game with the loss of a player who failed, or with a draw if the opponent cannot
// win. It returns what happened as an error.
func (r *round) forfeit(loser chess.Color, reason chess.Reason, what string, err error) error {
	failure := fmt.Errorf("%s %s: %w", r.players[loser].name, what, err)
	r.game.Root().SetComments(failure.Error())
	outcome := chess.Outcome{Result: chess.WinFor(loser.Other()), Reason: reason}
	if !r.game.Position().CanWin(loser.Other()) {
		outcome.Result = chess.Draw
	}
	return errors.Join(failure, r.game.Adjudicate(outcome))
}
