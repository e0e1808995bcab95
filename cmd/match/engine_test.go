package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/shakki/chess"
)

// TestEngines checks that a match does not begin if an engine cannot be started, does not have an option,
// or refuses its value, and that the error helps to correct it. Nothing is left behind.
func TestEngines(t *testing.T) {
	good := engine("random")
	for engine, want := range map[string]string{
		engine("losing") + ";Valeu=3":         `has no option "Valeu"; the engine has the options ["Value" `,
		engine("losing") + ";Value=11":        "must be an integer from 0 to 10",
		"/nowhere/engine;name=losing":         "no such file",
		program + " -test.run=^$;name=losing": "exited",
	} {
		pgn := newPGN(t)
		p := play(t, pgn, "-games", "2", "-recover", good, engine)
		left, _ := filepath.Glob(pgn + "*")
		if p.status != 2 || len(left) > 0 || !strings.Contains(p.errs, "losing: ") || !strings.Contains(p.errs, want) {
			t.Errorf("%s: status %d, files %q, errors %q, want %q", engine, p.status, left, p.errs, want)
		}
	}
}

// TestProperties checks the properties of engines and what the log and the records show of them.
func TestProperties(t *testing.T) {
	dir := t.TempDir()
	log, stderr := filepath.Join(dir, "log.txt"), filepath.Join(dir, "stderr.txt")
	args := []string{"-games", "4", "-concurrency", "1", "-maxmoves", "6", "-log", log, "-event", "E", "-site", "S", "-details",
		"-each", "tc=60;Value=4", engine("ponders") + ";ponder;restart;dir=" + dir, engine("first") + ";tc=inf;nodes=77;stderr=" + stderr}
	pgn := newPGN(t)
	p := play(t, pgn, args...)
	if p.status != 0 || len(p.games) != 4 {
		t.Fatalf("status %d, %d games, errors %q", p.status, len(p.games), p.errs)
	}
	for n, g := range p.games {
		if _, err := time.Parse("2006.01.02", g.Tag("Date")); err != nil || g.Tag("Event") != "E" || g.Tag("Site") != "S" || g.Tag("PlyCount") != "12" || g.Tag("TimeControl") != "" {
			t.Errorf("game %d has the tags\n%v", n, g)
		}
		last := g.LastNode()
		hits := []string{"1 tbhits, ", ""}[(g.Plies()+n)%2] // the first engine has White in the first game
		if want := "1234 nodes, 5678 nodes/s, " + hits + last.Parent().Position().Line([]chess.Move{last.Move()}, chess.PGNFormat{}); last.Info().Text != want {
			t.Errorf("game %d: the last move has the comments %q, want %q", n, last.Comments(), want)
		}
	}
	silent := play(t, newPGN(t), "-games", "1", "-nodes", "1", "-maxmoves", "1", "-details", engine("silent"), engine("silent"))
	for n, g := range silent.games {
		if info := g.LastNode().Info(); info.Text != "" || info.Eval != nil || info.Elapsed == nil {
			t.Errorf("game %d: an engine that reports nothing has the info %v", n, info)
		}
	}
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	said := read(log)
	for _, tt := range []struct {
		pattern string
		least   int
		most    int
	}{
		{"ponders sent: uci\n", 5, 5}, // one for each game, after that for the options
		{"first sent: uci\n", 2, 2},   // one for the match
		{"ponders sent: setoption name Value value 4\n", 5, 5},
		{"ponders sent: setoption name Ponder value true\n", 5, 5},
		{"first sent: setoption name Ponder", 0, 0},
		{"ponders sent: go ponder ", 16, 24},
		{"ponders sent: ponderhit\n", 1, 20},
		{"ponders received: bestmove ", 24, 48},
		{"first sent: go nodes 77\n", 24, 24},
	} {
		if n := strings.Count(said, tt.pattern); n < tt.least || n > tt.most {
			t.Errorf("the log has %q %d times, want %d to %d", tt.pattern, n, tt.least, tt.most)
		}
	}
	if got := read(stderr); got != "first begins\nfirst begins\n" {
		t.Errorf("standard error of an engine: %q", got)
	}
	args[1] = "6"
	play(t, pgn, args...)
	if again := read(log); !strings.HasPrefix(again, said) || len(again) == len(said) {
		t.Errorf("the log has %d bytes, and %d after the match has gone on", len(said), len(again))
	}
}

// TestFolder checks that an engine runs in its folder.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	stderr := filepath.Join(dir, "stderr.txt")
	p := play(t, newPGN(t), "-nodes", "1", "-games", "1", "-maxmoves", "1", engine("where")+";dir="+dir+";stderr="+stderr, engine("random"))
	if text, err := os.ReadFile(stderr); err != nil || p.status != 0 || !strings.Contains(string(text), filepath.Base(dir)+"\n") {
		t.Errorf("the engine has run in %q, error %v, %s", text, err, p.errs)
	}
}

// TestGrace checks that an engine may exceed its time by the margin before it is killed.
func TestGrace(t *testing.T) {
	p, err := parsePlayer(engine("random")+";margin=3s", player{})
	if err != nil {
		t.Fatal(err)
	}
	e, err := p.start(t.Context(), &match{setup: seconds{time.Minute}, patience: seconds{time.Hour}})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if p, err = parsePlayer("sleep 3600;nodes=1", player{}); err == nil {
		_, err = p.start(t.Context(), &match{setup: seconds{20 * time.Millisecond}})
	}
	if err == nil {
		t.Error("an engine that says nothing has started")
	}
	if e.Grace <= 3*time.Second || e.Setup != time.Minute || e.Patience != time.Hour {
		t.Errorf("grace %v, setup %v, patience %v", e.Grace, e.Setup, e.Patience)
	}
}

// TestTimeControls checks the forms of time controls.
func TestTimeControls(t *testing.T) {
	for text, want := range map[string]string{
		"40/10+0.1": "40/10+0.1", "1:30+1": "90+1", "60": "60", "0.5": "0.5", "40/2:00": "40/120", "10+0": "10", "inf": "-",
		"1m": "60", "10m+5s": "600+5", "1m30s": "90", "500ms+10ms": "0.5+0.01", "1:00:00+1": "3600+1",
		"40/90m+30,30m+30": "40/5400+30:1800+30", "40/5400+30:1800+30": "40/5400+30:1800+30", "2/1,3/1+1,1": "2/1:3/1+1:1", "40/10,5": "40/10:5",
		"60,60": "", "40/60,": "", ",": "", "40/90:30": "", "1/1,1/1,1/1,1/1,1/1,1/1,1/1,1/1,1": "", "40/60,*30": "", "40/60:*30": "", "40/0:00": "", "40/2:30": "", "40/90'+30:30'+30": "40/5400+30:1800+30", "40/5'+1:0": "", "5/00:0+140": "", "40/0:30": "40/30",
		"": "", "x": "", "0": "", "-1": "", "40/": "", "0/10": "", "a/10": "", "10+": "", "10+x": "", "NaN": "", "1e9": "",
		"5n": "", "5ns": "", "1:5n": "", "5 s": "", ".": "", "+5": "", "-1s": "", "10+-5s": "", "1m:30": "", "inf+1": "",
	} {
		var c control
		err := c.setClock(text)
		if (err == nil) != (want != "") || err == nil && c.clock.String() != want {
			t.Errorf("%q = %v, %v, want %q", text, c, err, want)
		}
	}
}
