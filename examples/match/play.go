package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/uci"
)

// start starts an engine given by a command such as "stockfish;Hash=64;Skill Level=3".
func start(ctx context.Context, command string) (*uci.Engine, error) {
	parts := strings.Split(command, ";")
	args := append(strings.Fields(parts[0]), "") // Start reports that a command is empty
	e, err := uci.Start(ctx, args[0], args[1:max(len(args)-1, 1)]...)
	if err != nil {
		return nil, err
	}
	for _, option := range parts[1:] {
		name, value, _ := strings.Cut(option, "=")
		if err := e.SetOption(name, value); err != nil {
			e.Close()
			return nil, err
		}
	}
	return e, nil
}

// work plays the games with the given numbers.
func (m *match) work(ctx context.Context, numbers <-chan int) error {
	for n := range numbers {
		g, err := m.play(ctx, n)
		if err == nil {
			err = m.record(n, g)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// firstColor returns the color of the first engine in the game with number n.
func firstColor(n int) chess.Color { return chess.Color((n - 1) % 2) }

// play plays the game with number n between engines that it starts.
func (m *match) play(ctx context.Context, n int) (*chess.Game, error) {
	g, err := newGame(m.openings[(n-1)/2%len(m.openings)])
	if err != nil {
		return nil, err
	}
	var engines [2]*uci.Engine
	for i, command := range m.engines {
		if engines[i], err = start(ctx, command); err != nil {
			return nil, err
		}
		defer engines[i].Close()
	}
	g.SetTag("Event", "Match")
	g.SetTag("Date", time.Now().Format("2006.01.02"))
	g.SetTag("Round", fmt.Sprint(n))
	g.SetTag("White", m.engines[firstColor(n)])
	g.SetTag("Black", m.engines[firstColor(n).Other()])
	left := [2]time.Duration{m.base, m.base}
	for !g.Outcome().IsOver() {
		if err := m.move(ctx, g, engines[g.Position().Turn()^firstColor(n)], &left); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// move lets an engine make a move. If it exceeds the time or fails, it loses the game.
func (m *match) move(ctx context.Context, g *chess.Game, e *uci.Engine, left *[2]time.Duration) error {
	turn := g.Position().Turn()
	limits, allowed := uci.Limits{MoveTime: m.moveTime}, m.moveTime
	if m.moveTime == 0 {
		limits, allowed = uci.Limits{Time: *left, Increment: [2]time.Duration{m.increment, m.increment}}, left[turn]
	}
	begin := time.Now()
	search := e.Search(ctx, g, limits)
	best, err := search.Best()
	elapsed := time.Since(begin)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case elapsed > allowed+m.margin:
		return g.FlagFall(turn)
	case err != nil:
		g.Root().SetComments(err.Error())
		return g.Adjudicate(chess.Outcome{Result: chess.WinFor(turn.Other()), Reason: chess.RulesInfraction})
	}
	if err := g.Play(best.Move); err != nil {
		return err
	}
	note := chess.MoveInfo{Elapsed: &elapsed}
	if m.moveTime == 0 {
		left[turn] = max(left[turn]-elapsed, 0) + m.increment
		note.Clock = &left[turn]
	}
	if lines := search.Lines(); len(lines) > 0 && lines[0].Score != nil {
		eval := lines[0].Score.Eval(turn, lines[0].Depth)
		note.Eval = &eval
	}
	g.LastNode().SetInfo(note)
	return nil
}
