package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"sync"
	"sync/atomic"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/uci"
)

// A message is a line of the stream of a game. The first one has the start of the game and its state,
// later ones have a state.
type message struct {
	InitialFen string
	Variant    struct{ Key string }
	State      *message

	Moves, Status            string
	WTime, BTime, WInc, BInc time.Duration // in milliseconds
	WDraw, BDraw             bool          // a player has offered a draw
}

// A match is a game that is being played. The site is the only source of its moves: after a break,
// all of them come again.
type match struct {
	*bot
	path   string // of the game, in requests
	engine *uci.Engine
	us     chess.Color
	start  chess.Position
	score  atomic.Int64 // of the last search

	game  *chess.Game
	state message
	over  bool
	asked int                // the number of plies before the move that is being searched, or -1
	stop  context.CancelFunc // stops the search
}

// play plays a game until it is over.
func (b *bot) play(ctx context.Context, id, color string) error {
	engine, err := b.start(ctx)
	if err != nil {
		return err
	}
	defer engine.Close()
	colors := map[string]chess.Color{"white": chess.White, "black": chess.Black}
	m := &match{bot: b, path: "/api/bot/game/" + id, engine: engine, us: colors[color]}
	for !m.over {
		if err := m.follow(ctx, id); err != nil {
			return fmt.Errorf("game %s: %w", id, err)
		}
		b.wait(ctx, 1)
	}
	log.Printf("game %s: %s", id, m.state.Status)
	return nil
}

// follow reads the stream of the game and plays until it breaks, or until it is not certain that the
// site has received a move. The next stream begins with what has been played.
func (m *match) follow(ctx context.Context, id string) error {
	var searches sync.WaitGroup
	defer searches.Wait()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	m.asked, m.stop = -1, func() {}
	err := read(ctx, &m.client, "/api/bot/game/stream/"+id, func(next message) {
		if err := m.update(ctx, &next); err != nil {
			cancel(fmt.Errorf("%w: %w", errFinal, err))
			return
		}
		if m.over || !m.isOurs() || m.game.Plies() == m.asked {
			return
		}
		m.stop()
		m.asked = m.game.Plies()
		searching, stop := context.WithCancel(ctx)
		m.stop = stop
		search, p := m.engine.Search(searching, m.game, m.limits()), m.game.Position()
		searches.Add(1)
		go func() {
			defer searches.Done()
			best, err := search.Best()
			if err != nil {
				cancel(err)
				return
			}
			if best.Info.Score != nil {
				m.score.Store(int64(best.Info.Score.Number()))
			}
			// A move under way is waited for even if the stream breaks: what comes next depends on it.
			if searching.Err() == nil && m.post(context.WithoutCancel(ctx), m.path+"/move/"+p.UCI(best.Move)) != nil {
				cancel(nil)
			}
		}()
	})
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	return err
}

// update takes in what a message says. It accepts or claims a draw unless the bot thinks that it is
// better.
func (m *match) update(ctx context.Context, next *message) (err error) {
	if next.State != nil {
		if m.start, err = startOf(next); err != nil {
			return err
		}
		next = next.State
	}
	if next.Status == "" {
		return nil // such as a line of the chat
	}
	m.state, m.over = *next, next.Status != "created" && next.Status != "started"
	if m.game, err = chess.NewGameFrom(m.start, chess.ServerRules()); err == nil {
		err = m.game.SetMoves(next.Moves)
	}
	if err != nil || m.over {
		return err
	}
	offered := next.WDraw && m.us == chess.Black || next.BDraw && m.us == chess.White
	if claims := m.isOurs() && len(m.game.Claims()) > 0; (offered || claims) && m.score.Load() <= 0 {
		m.post(ctx, m.path+"/draw/yes") // ends the game at once after a threefold repetition; if it is lost, there is a next time
	}
	return nil
}

// isOurs reports whether the bot has to move.
func (m *match) isOurs() bool {
	return m.game != nil && m.game.Position().Turn() == m.us && !m.game.Outcome().IsOver()
}

// startOf returns the position in which a game starts.
func startOf(full *message) (chess.Position, error) {
	p, err := chess.ParseFEN(full.InitialFen) // which may be startpos
	if err != nil || full.Variant.Key != "chess960" {
		return p, err
	}
	setup := p.Setup()
	setup.Chess960 = true
	return setup.Position()
}

// limits returns the limits of the next search. A game by correspondence has no clocks.
func (m *match) limits() uci.Limits {
	s := &m.state
	if s.WTime*time.Millisecond > 24*time.Hour {
		return uci.Limits{MoveTime: 10 * m.second}
	}
	white := uci.Clock{Left: s.WTime * time.Millisecond, Increment: s.WInc * time.Millisecond}
	black := uci.Clock{Left: s.BTime * time.Millisecond, Increment: s.BInc * time.Millisecond}
	return uci.Limits{Clocks: [2]*uci.Clock{&white, &black}}
}
