package main

import (
	"context"
	"errors"
	"log"
	"slices"
	"sync"

	"github.com/shakki/chess/uci"
)

// A policy says which challenges are accepted.
type policy struct {
	Variants, Speeds   []string
	Least, Most, Games int // the bounds of ratings, and the number of games at a time
}

// A challenge holds what the site says about a challenge.
type challenge struct {
	ID, Speed  string
	Variant    struct{ Key string }
	Challenger struct{ Rating int }
}

// reason returns why a challenge is declined, in a word of the API, or "" if it is accepted.
func (p *policy) reason(c *challenge, playing int) string {
	switch {
	case !slices.Contains(p.Variants, c.Variant.Key):
		return "variant"
	case !slices.Contains(p.Speeds, c.Speed):
		return "timeControl"
	case c.Challenger.Rating < p.Least || c.Challenger.Rating > p.Most:
		return "generic"
	case playing >= p.Games:
		return "later"
	}
	return ""
}

// An event is a line of the stream of events.
type event struct {
	Type      string
	Game      struct{ GameID, Color string }
	Challenge challenge
}

// A bot accepts challenges and plays.
type bot struct {
	client
	policy policy
	start  func(ctx context.Context) (*uci.Engine, error)

	mutex   sync.Mutex
	playing map[string]bool // by ID; false for a challenge that was accepted and has not become a game
	games   sync.WaitGroup
}

// run accepts challenges until accepting is done, and plays their games until playing is done.
func (b *bot) run(accepting, playing context.Context) error {
	b.playing = map[string]bool{}
	defer b.games.Wait()
	listen := func() error {
		return read(accepting, &b.client, "/api/stream/event", func(e event) { b.event(accepting, playing, &e) })
	}
	for accepting.Err() == nil {
		if err := b.again(accepting, listen); errors.Is(err, errFinal) {
			return err
		}
		b.wait(accepting, 1)
	}
	return nil
}

// event handles an event.
func (b *bot) event(accepting, playing context.Context, e *event) {
	switch e.Type {
	case "challenge":
		b.background(func() error { return b.answer(accepting, &e.Challenge) })
	case "challengeCanceled":
		b.leave(e.Challenge.ID)
	case "gameStart": // also of each game under way, when the stream begins
		if id := e.Game.GameID; b.enter(id) {
			b.background(func() error {
				defer b.leave(id)
				return b.again(playing, func() error { return b.play(playing, id, e.Game.Color) })
			})
		}
	}
}

// background calls f in a goroutine and logs its error.
func (b *bot) background(f func() error) {
	b.games.Add(1)
	go func() {
		defer b.games.Done()
		if err := f(); err != nil {
			log.Print(err)
		}
	}()
}

// answer accepts or declines a challenge.
func (b *bot) answer(ctx context.Context, c *challenge) error {
	b.mutex.Lock()
	verdict := "/accept"
	if reason := b.policy.reason(c, len(b.playing)); reason != "" {
		verdict = "/decline?reason=" + reason
	} else if !b.playing[c.ID] {
		b.playing[c.ID] = false
	}
	b.mutex.Unlock()
	err := b.again(ctx, func() error { return b.post(ctx, "/api/challenge/"+c.ID+verdict) })
	if err != nil && verdict == "/accept" {
		b.leave(c.ID)
	}
	return err
}

// enter notes that a game is being played and reports whether it was not. A game has the ID of its
// challenge.
func (b *bot) enter(id string) bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	isNew := !b.playing[id]
	b.playing[id] = true
	return isNew
}

// leave removes a game or a challenge.
func (b *bot) leave(id string) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	delete(b.playing, id)
}
