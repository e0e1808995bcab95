package main

import (
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
		if err := m.record(f, g); err != nil {
			return err
		}
		if crash != nil && !m.recover {
			return crash
		}
		select {
		case <-time.After(time.Duration(m.wait)):
		case <-ctx.Done():
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
	clocks  [2]timecontrol.Clock
	guesses [2]guess // what the engines ponder on
	scores  scores
}

// A guess is the reply that an engine expects, and the search in which it ponders on its answer, or
// nil.
type guess struct {
	reply  chess.Move
	search *uci.Search
}

// end ends the search.
func (g *guess) end() {
	if g.search != nil {
		g.search.Stop()
		g.search.Best()
		g.search = nil
	}
}

// play plays a game with those of the engines that can go on, and others that it starts. If an engine
// crashes or does not start, the game is lost, and the error says what happened. If ctx is done, the game
// is not over.
func (m *match) play(ctx context.Context, f fixture, engines map[*player]*uci.Engine) (g *chess.Game, crash error) {
	r := &round{match: m, game: f.opening.game.Clone(), players: f.players}
	for p, e := range engines {
		if !slices.Contains(r.players[:], p) || p.restart || e.NewGame(ctx) != nil {
			e.Close()
			delete(engines, p)
		}
	}
	for c, p := range r.players {
		if engines[p] == nil {
			e, err := p.start(ctx, m)
			if err != nil {
				return r.game, r.forfeit(chess.Color(c), chess.Abandonment, "did not start", err)
			}
			engines[p] = e
		}
		r.engines[c], r.clocks[c] = engines[p], p.control.clock.Clock()
	}
	defer r.guesses[chess.White].end()
	defer r.guesses[chess.Black].end()
	for !r.game.Outcome().IsOver() && ctx.Err() == nil {
		if crash := r.move(ctx); crash != nil {
			return r.game, crash
		}
	}
	return r.game, nil
}

// limits returns the limits of the search of a player, and how long it may take.
func (r *round) limits(turn chess.Color) (l uci.Limits, allowed time.Duration) {
	p := r.players[turn]
	c, margin := p.control, time.Duration(p.margin)
	l = uci.Limits{MoveTime: time.Duration(c.moveTime), Nodes: int64(c.nodes), Depth: int(c.depth)}
	switch {
	case c.moveTime > 0:
		return l, l.MoveTime + margin
	case c.clock == unlimited:
		return l, time.Duration(r.patience)
	}
	for side, clock := range r.clocks {
		if reading, ok := clock.Read(time.Time{}); ok {
			l.Clocks[side] = &reading
		}
	}
	return l, l.Clocks[turn].Left + margin
}

// begin returns the search of the side to move, and how long it has pondered. If the engine has
// expected the opponent's move, its search goes on.
func (r *round) begin(ctx context.Context, turn chess.Color, limits uci.Limits) (*uci.Search, time.Duration) {
	guess := &r.guesses[turn]
	if s := guess.search; s != nil && guess.reply == r.game.LastNode().Move() {
		guess.search = nil
		pondered := s.Elapsed()
		s.PonderHit()
		return s, pondered
	}
	guess.end()
	return r.engines[turn].Search(ctx, r.game, limits), 0
}

// ponder lets the engine that has just moved think about its answer to a reply.
func (r *round) ponder(ctx context.Context, turn chess.Color, reply chess.Move) {
	if !r.players[turn].ponder || reply == chess.NullMove {
		return
	}
	limits, _ := r.limits(turn)
	limits.Ponder = true
	history := uci.From(r.game.Start(), append(slices.Clone(r.game.Moves()), reply)...)
	r.guesses[turn] = guess{reply, r.engines[turn].Search(ctx, history, limits)}
}

// move lets the engine that is to move make its move. If the engine exceeds its time or fails, it
// loses. The error is that of an engine that has crashed.
func (r *round) move(ctx context.Context) (crash error) {
	turn := r.game.Position().Turn()
	limits, allowed := r.limits(turn)
	search, pondered := r.begin(ctx, turn, limits)
	best, err := search.Best()
	elapsed := search.Elapsed() - pondered
	switch {
	case ctx.Err() != nil:
		return nil
	case errors.Is(err, uci.ErrExited):
		return r.forfeit(turn, chess.Abandonment, "crashed", err)
	case elapsed > allowed || errors.Is(err, uci.ErrTimeout):
		r.say(fmt.Sprintf("%s took %v", r.players[turn].name, elapsed.Round(time.Millisecond)))
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

// say adds a comment to the beginning of the game.
func (r *round) say(comment string) {
	root := r.game.Root()
	root.SetComments(append(root.Comments(), comment)...)
}

// note notes the time of a move, and what was reported with it.
func (r *round) note(turn chess.Color, info uci.Info, elapsed time.Duration) {
	note := chess.MoveInfo{Elapsed: &elapsed}
	r.clocks[turn].Move(elapsed)
	if reading, ok := r.clocks[turn].Read(time.Time{}); ok {
		note.Clock = &reading.Left
	}
	last := r.game.LastNode()
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
	failure := fmt.Errorf("%s %s: %w", r.players[loser].name, what, err)
	r.say(failure.Error())
	return errors.Join(failure, r.game.Lose(loser, reason))
}
