package main

import (
	"context"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/uci"
)

// TestManual checks that the page about engines shows the bot as it is.
func TestManual(t *testing.T) {
	program, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/engines.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "```go\n"+string(program)+"```\n") {
		t.Error("docs/engines.md does not contain main.go")
	}
}

// TestBot checks that the bot finds mates and wins pieces, and that it plays a game against itself on a short clock.
func TestBot(t *testing.T) {
	in, input := io.Pipe()
	output, out := io.Pipe()
	go func() {
		uci.Serve(in, out, uci.Program{Name: "Bot", Searcher: bot{}})
		out.Close()
	}()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	engine, err := uci.New(ctx, output, input)
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	for fen, want := range map[string]string{
		"6k1/5ppp/8/8/8/8/8/R6K w - - 0 1":   "Ra8#",
		"7k/8/8/3q4/8/8/8/K2R4 w - - 0 1":    "Rxd5",
		"k7/8/8/8/8/1p6/q7/2K5 b - - 0 1":    "Qc2#",
		"4k3/8/8/8/8/8/1P6/R3K2q w Q - 0 1":  "Kd2",
		"r3k3/8/8/8/8/8/8/1R2K2R w Kq - 0 1": "Rh8+",
	} {
		p := chess.MustParseFEN(fen)
		best, err := engine.Search(ctx, uci.From(p), uci.Limits{Depth: 3}).Best()
		if got := p.SAN(best.Move); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", fen, got, err, want)
		}
	}
	g, clock := chess.NewGame(), time.Second
	for !g.Outcome().IsOver() && g.Plies() < 40 {
		best, err := engine.Search(ctx, g, uci.Limits{Time: [2]time.Duration{clock, clock}}).Best()
		if err == nil {
			err = g.Play(best.Move)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
