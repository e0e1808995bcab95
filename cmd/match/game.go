package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/timecontrol"
	"github.com/shakki/chess/uci"
)

// work plays games until there are no more. Its engines stay for the next game. If an engine crashes or
// does not start, it loses the game, and unless the match is to recover from that, work returns the error.
func (m *match) work(ctx context.Context) error {
	engines := map[*player]*uci.Engine{}
	defer func() {
		for _, e := range engines {
			e.Close()
		}
	}()
	for f, ok := m.next(); ok && ctx.Err() == nil; f, ok = m.next() {
		g, crash := m.play(ctx, f, engines)
		if ctx.Err() != nil {
			return nil
		}
		if err := m.record(f, g); err != nil || crash != nil && !m.recover {
			return cmp.Or(err, crash)
		}
		select {
		case <-time.After(m.wait.Duration):
		case <-ctx.Done():
		}
	}
	return nil
}

// A round is a game in progress.
type round struct {
	*match
	game   *chess.Game
	sides  [2]side // by color
	scores scores
}

// A side is one of the players of a round.
type side struct {
	*player
	engine  *uci.Engine
	clock   timecontrol.Clock
	reply   chess.Move  // the move of the opponent that the engine expects, or NullMove
	pending *uci.Search // in which the engine ponders on its answer to the reply, or one that has ended
}

// stop ends the search in which the engine ponders.
func (s *side) stop() {
	s.pending.Stop()
	s.pending.Best()
}

// play plays a game with those of the engines that can go on, and others that it starts. If an engine
// crashes or does not start, the game is lost, and the error says what happened. If ctx is done, the game
// is not over.
func (m *match) play(ctx context.Context, f fixture, engines map[*player]*uci.Engine) (g *chess.Game, crash error) {
	r := &round{match: m, game: f.opening.game.Clone()}
	for p, e := range engines {
		if !slices.Contains(f.players[:], p) || p.restart || e.NewGame(ctx) != nil {
			e.Close()
			delete(engines, p)
		}
	}
	for c, p := range f.players {
		s := &r.sides[c]
		*s = side{player: p, engine: engines[p], clock: p.control.clock.Clock(), pending: new(uci.Search)}
		if s.engine == nil {
			if s.engine, crash = p.start(ctx, m); crash != nil {
				return r.game, r.forfeit(chess.Color(c), chess.Abandonment, "did not start", crash)
			}
			engines[p] = s.engine
		}
		defer s.stop()
	}
	for crash == nil && !r.game.Outcome().IsOver() && ctx.Err() == nil {
		crash = r.move(ctx)
	}
	return r.game, crash
}

// limits returns the limits of the search of a player, and how long it may take. A player without a clock is not
// told that of the opponent.
func (r *round) limits(turn chess.Color) (l uci.Limits, allowed time.Duration) {
	p := r.sides[turn]
	l = uci.Limits{MoveTime: p.control.moveTime.Duration, Nodes: int64(p.control.nodes), Depth: int(p.control.depth)}
	switch {
	case l.MoveTime > 0:
		return l, l.MoveTime + p.margin.Duration
	case p.control.clock == unlimited:
		return l, r.patience.Duration
	}
	for i, s := range r.sides {
		if reading, ok := s.clock.Read(time.Time{}); ok {
			l.Clocks[i] = &reading
		}
	}
	return l, l.Clocks[turn].Left + p.margin.Duration
}

// move lets the engine that is to move make its move. If the engine exceeds its time or fails, it
// loses. The error is that of an engine that has crashed.
func (r *round) move(ctx context.Context) (crash error) {
	turn := r.game.Position().Turn()
	s := &r.sides[turn]
	limits, allowed := r.limits(turn)
	search, pondered := s.pending, time.Duration(0)
	if s.reply != chess.NullMove && s.reply == r.game.LastNode().Move() {
		pondered = search.Elapsed()
		search.PonderHit()
	} else {
		s.stop()
		search = s.engine.Search(ctx, r.game, limits)
	}
	best, err := search.Best()
	elapsed := search.Elapsed() - pondered
	switch {
	case ctx.Err() != nil:
		return nil
	case errors.Is(err, uci.ErrExited):
		return r.forfeit(turn, chess.Abandonment, "crashed", err)
	case elapsed > allowed || errors.Is(err, uci.ErrTimeout):
		r.say(fmt.Sprintf("%s took %v", s.name, elapsed.Round(time.Millisecond)))
		return r.game.FlagFall(turn)
	case err != nil:
		r.forfeit(turn, chess.RulesInfraction, "broke the rules", err)
		return nil
	}
	if err := r.game.Play(best.Move); err != nil {
		return err
	}
	r.note(turn, best.Info, elapsed)
	if r.game.Outcome().IsOver() {
		return nil
	}
	r.ponder(ctx, turn, best.Ponder)
	return r.decide()
}

// ponder lets the engine that has just moved think about its answer to a reply.
func (r *round) ponder(ctx context.Context, turn chess.Color, reply chess.Move) {
	s := &r.sides[turn]
	if s.reply = chess.NullMove; s.ponder && reply != chess.NullMove {
		limits, _ := r.limits(turn)
		limits.Ponder = true
		history := uci.From(r.game.Start(), append(r.game.Moves(), reply)...)
		s.reply, s.pending = reply, s.engine.Search(ctx, history, limits)
	}
}

// say adds a comment to the beginning of the game.
func (r *round) say(comment string) {
	root := r.game.Root()
	root.SetComments(append(root.Comments(), comment)...)
}

// note notes the time of a move, and what was reported with it.
func (r *round) note(turn chess.Color, info uci.Info, elapsed time.Duration) {
	note, clock, last := chess.MoveInfo{Elapsed: &elapsed}, &r.sides[turn].clock, r.game.LastNode()
	clock.Move(elapsed)
	if reading, ok := clock.Read(time.Time{}); ok {
		note.Clock = &reading.Left
	}
	if info.Score != nil {
		eval := info.Score.Eval(turn, info.Depth)
		note.Eval = &eval
	}
	if r.details && len(info.PV) > 0 {
		note.Text = fmt.Sprintf("%d nodes, %d nodes/s, ", info.Nodes, info.NodesPerSecond)
		if info.TablebaseHits > 0 {
			note.Text += fmt.Sprintf("%d tbhits, ", info.TablebaseHits)
		}
		note.Text += last.Parent().Position().Line(info.PV, chess.PGNFormat{})
	}
	r.scores = append(r.scores, info.Score)
	last.SetInfo(note)
}

// forfeit ends the game with the loss of a player who failed, or with a draw if the opponent cannot
// win. It returns what happened as an error.
func (r *round) forfeit(loser chess.Color, reason chess.Reason, what string, err error) error {
	failure := fmt.Errorf("%s %s: %w", r.sides[loser].name, what, err)
	r.say(failure.Error())
	return errors.Join(failure, r.game.Lose(loser, reason))
}
