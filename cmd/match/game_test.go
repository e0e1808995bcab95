package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/uci"
)

// TestFailures checks that an engine that fails loses its game for the right reason, and that the
// match goes on: after a crash, and if an engine does not start, only with -recover.
func TestFailures(t *testing.T) {
	for _, tt := range []struct {
		name, engine, flags string
		reason              chess.Reason
		comment, column     string // in the game, and in the report: crashes, losses on time, illegal moves
		stops               bool   // without -recover
	}{
		{"slow", engine("slow") + ";tc=0.05", "-tc 60", chess.OutOfTime, "slow took ", "0 +2 +0", false},
		{"hang", engine("hang") + ";nodes=9;tc=inf", "-tc 60 -patience 100ms -setup 1h", chess.OutOfTime, "hang took ", "0 +2 +0", false}, // the setup is not a part of the patience
		{"illegal", engine("illegal"), "-tc 60", chess.RulesInfraction, "illegal broke the rules: ", "0 +0 +2", false},
		{"crash", engine("crash"), "-tc 60", chess.Abandonment, "crash crashed: ", "2 +0 +0", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			args := append([]string{"-games", "2"}, strings.Fields(tt.flags)...)
			if tt.stops {
				p := play(t, newPGN(t), append(args, "-concurrency", "1", engine("random"), tt.engine)...)
				if p.status != 1 || len(p.games) != 1 || !strings.Contains(p.errs, tt.comment) {
					t.Errorf("without -recover: status %d, %d games, errors %q", p.status, len(p.games), p.errs)
				}
				args = append(args, "-concurrency", "1", "-recover") // so that the engine is started again
			}
			p := play(t, newPGN(t), append(args, engine("random"), tt.engine)...)
			if p.status != 0 || len(p.games) != 2 {
				t.Errorf("status %d, %d games, errors %q", p.status, len(p.games), p.errs)
			}
			for n, g := range p.games {
				winner, ok := g.Outcome().Winner()
				if tt.stops && g.Plies() < 4 {
					t.Errorf("game %d: the engine was not started again:\n%v", n, g)
				}
				if !ok || winner != chess.Color((n-1)%2) || g.Outcome().Reason != tt.reason || !strings.Contains(g.String(), "{"+tt.comment) && !strings.Contains(strings.ReplaceAll(g.String(), "\n", " "), tt.comment) {
					t.Errorf("game %d: %v, want a loss because of %v:\n%v", n, g.Outcome(), tt.reason, g)
				}
			}
			if !regexp.MustCompile(`(?m)^`+tt.name+` .* `+tt.column+`$`).MatchString(p.out) || !regexp.MustCompile(`(?m)^random .* 0 +0 +0$`).MatchString(p.out) {
				t.Errorf("the report is\n%s", p.out)
			}
		})
	}
}

// TestStops checks that all games end if one engine crashes.
func TestStops(t *testing.T) {
	p := play(t, newPGN(t), "-games", "1", "-tc", "60", "-gauntlet", "-maxmoves", "40", engine("random"), engine("slow"), engine("crash"))
	if p.status != 1 || len(p.games) != 1 || p.games[3] == nil {
		t.Errorf("status %d, the games are %v, errors %q", p.status, p.games, p.errs)
	}
}

// TestAllowed checks how long a move may take.
func TestAllowed(t *testing.T) {
	for properties, want := range map[string]time.Duration{
		"tc=10+3": 10*time.Second + 50*time.Millisecond, "tc=10;margin=2;nodes=5": 12 * time.Second, "movetime=2": 2050 * time.Millisecond, "tc=10;movetime=2": 2050 * time.Millisecond, "movetime=2;tc=10": 10*time.Second + 50*time.Millisecond,
		"movetime=2;margin=0;depth=3": 2 * time.Second, "nodes=5": time.Minute, "depth=5;margin=2": time.Minute, "tc=inf;nodes=5": time.Minute,
	} {
		p, err := parsePlayer("x;"+properties, player{margin: seconds{50 * time.Millisecond}})
		if err != nil {
			t.Fatal(err)
		}
		s := side{player: p, clock: p.control.clock.Clock()}
		r := &round{match: &match{patience: seconds{time.Minute}, setup: seconds{time.Hour}}, sides: [2]side{s, s}}
		if _, allowed := r.limits(chess.Black); allowed != want || p.control.moveTime.Duration > 0 && p.control.clock != unlimited {
			t.Errorf("%s: a move may take %v with the clock %v, want %v", properties, allowed, p.control.clock, want)
		}
	}
}

// TestPondering checks that an engine ponders only if it is told to, that its search is dropped if the opponent
// makes another move, and that the time in which it ponders is the opponent's.
func TestPondering(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log.txt")
	p := play(t, newPGN(t), "-games", "1", "-maxmoves", "9", "-log", log, engine("ponders")+";ponder", engine("ponders")+";name=quiet")
	said, err := os.ReadFile(log)
	if err != nil || p.status != 0 || len(p.games) != 1 || p.games[1].Outcome().Reason != chess.Adjudication {
		t.Fatal(err, p.errs, p.games)
	}
	for text, want := range map[string]bool{"ponders sent: go ponder": true, "ponders sent: stop\n": true, "quiet sent: go ponder": false} {
		if strings.Contains(string(said), text) != want {
			t.Errorf("the log has %q: %v, want %v:\n%s", text, !want, want, said)
		}
	}
	p = play(t, newPGN(t), "-games", "1", "-maxmoves", "2", engine("ponders")+";ponder", engine("slowfirst"))
	if p.status != 0 || len(p.games) != 1 {
		t.Fatal(p.errs)
	}
	last := p.games[1].LastNode().Parent() // the second move of the engine that ponders
	if took, before := last.Info().Elapsed, last.Parent().Info().Elapsed; *took >= *before/2 {
		t.Errorf("the engine has taken %v after it has pondered for %v:\n%v", *took, *before, p.games[1])
	}
}

// TestNotStarted checks the result of a game in which an engine does not start.
func TestNotStarted(t *testing.T) {
	p, err := parsePlayer("/nowhere;nodes=1", player{})
	if err != nil {
		t.Fatal(err)
	}
	f := fixture{players: [2]*player{p, p}, opening: &opening{game: start(chess.StartPosition())}}
	g, crash := (&match{setup: seconds{time.Minute}}).play(t.Context(), f, map[*player]*uci.Engine{})
	if want := (chess.Outcome{Result: chess.BlackWins, Reason: chess.Abandonment}); g.Outcome() != want || crash == nil || !strings.Contains(crash.Error(), "did not start") {
		t.Errorf("%v, %v, want %v", g.Outcome(), crash, want)
	}
}

// TestSetupIsFree checks that a search begins when the engine is ready, so that the time in which it
// follows its options is not on its clock.
func TestSetupIsFree(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log.txt")
	p := play(t, newPGN(t), "-games", "1", "-maxmoves", "1", "-log", log, engine("random"), engine("first")+";Value=3")
	text, err := os.ReadFile(log)
	if err != nil || len(p.games) != 1 {
		t.Fatal(err, p.errs)
	}
	ready := true
	for line := range strings.Lines(string(text)) {
		_, line, _ = strings.Cut(strings.TrimSpace(line), "first ")
		switch {
		case strings.HasPrefix(line, "sent: setoption"), strings.HasPrefix(line, "sent: position"):
			ready = false
		case line == "received: readyok":
			ready = true
		case strings.HasPrefix(line, "sent: go") && !ready:
			t.Errorf("a search begins before the engine is ready:\n%s", text)
		}
	}
}

// TestNotReady checks that an engine that no longer says that it is ready loses on time.
func TestNotReady(t *testing.T) {
	in, input := io.Pipe()
	output, out := io.Pipe()
	go func() { // an engine that is ready once
		answers := map[string]string{"uci": "uciok", "isready": "readyok"}
		for lines := bufio.NewScanner(in); lines.Scan(); delete(answers, lines.Text()) {
			if answer := answers[lines.Text()]; answer != "" {
				fmt.Fprintln(out, answer)
			}
		}
	}()
	e, err := uci.New(t.Context(), output, input)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	e.Setup, e.Grace = 20*time.Millisecond, time.Millisecond
	p, err := parsePlayer("x;nodes=1", player{})
	if err != nil {
		t.Fatal(err)
	}
	r := &round{match: &match{patience: seconds{time.Hour}}, game: start(chess.StartPosition())}
	r.sides[chess.White] = side{player: p, engine: e, clock: p.control.clock.Clock(), pending: new(uci.Search)}
	if crash := r.move(t.Context()); crash != nil || r.game.Outcome() != (chess.Outcome{Result: chess.BlackWins, Reason: chess.OutOfTime}) {
		t.Errorf("%v, %v, want a loss on time", r.game.Outcome(), crash)
	}
}
