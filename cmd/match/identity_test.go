package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// conditionsOf returns what a match of an engine against itself is recognized by.
func conditionsOf(t *testing.T, engine string) string {
	t.Helper()
	p, err := parsePlayer(engine, player{})
	if err != nil {
		t.Fatal(err)
	}
	return new(match).conditions(fixture{players: [2]*player{p, p}})
}

// TestIdentity checks that another content of any file that a command or an option can mean is noticed,
// and that files that nothing names do not count.
func TestIdentity(t *testing.T) {
	dir, path := t.TempDir(), t.TempDir()
	for _, folder := range []string{"f", "here", "here/sub", "prog", "tables", "a b"} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		"run.sh": "echo a", "eng.py": "print(1)", "net.pb": "1", "f/run.sh": "echo f", "f/net.pb": "2", "f/book.bin": "3", "other": "4",
		"here/run.sh": "echo h", "here/sub/run.sh": "echo s", "tables/KQvK.rtbw": strings.Repeat("x", 100), "tables/KQvK.rtbz": "z", "tables/readme": "5", "true": "6", "A": "7",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(path, "prog"), []byte("#!/bin/sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join(dir, "here"))
	t.Setenv("PATH", path+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, tt := range []struct {
		engine, file string
		counts       bool
	}{
		{dir + "/run.sh", "run.sh", true},
		{dir + "/run.sh", "other", false},
		{"./run.sh;dir=" + dir, "run.sh", true},
		{"env -C " + dir + "/f ./run.sh", "f/run.sh", true},
		{"env -C " + dir + "/f ./run.sh", "here/run.sh", true}, // another one, which could be meant
		{"env --chdir=" + dir + " A=1 ./run.sh", "run.sh", true},
		{"env -C" + dir + " ./run.sh", "run.sh", true},
		{"env -C sub ./run.sh", "here/sub/run.sh", true},
		{"sh -c ./run.sh", "here/run.sh", true},
		{"python3 " + dir + "/eng.py", "eng.py", true},
		{"python3 eng.py;dir=" + dir, "eng.py", true},
		{"prog", "../" + filepath.Base(path) + "/prog", true},
		{"prog;dir=" + dir, "../" + filepath.Base(path) + "/prog", true}, // a folder of this name is beside it
		{"env X=1 prog", "../" + filepath.Base(path) + "/prog", true},
		{"prog;Book=prog", "../" + filepath.Base(path) + "/prog", true},
		{"run.sh --weights=net.pb;dir=" + dir, "net.pb", true},
		{"run.sh --weights net.pb;dir=" + dir, "net.pb", true},
		{"run.sh -wnet.pb;dir=" + dir, "net.pb", true},
		{"env NET=net.pb ./run.sh;dir=" + dir, "net.pb", true},
		{"run.sh --files=A,net.pb;dir=" + dir, "net.pb", true},
		{"run.sh;EvalFile=net.pb;dir=" + dir, "net.pb", true},
		{"run.sh;EvalFile=" + dir + "/net.pb", "net.pb", true},
		{"run.sh;EvalFile=" + dir + "/net.pb;dir=" + dir, "net.pb", true},
		{"run.sh --options=@net.pb;dir=" + dir, "net.pb", true},
		{"run.sh --weights='net.pb';dir=" + dir, "net.pb", true},
		{"run.sh --weights=\"net.pb\";dir=" + dir, "net.pb", true},
		{"run.sh;Books=A:f/book.bin;dir=" + dir, "f/book.bin", true},
		{"run.sh;Folder=f;EvalFile=net.pb;dir=" + dir, "f/net.pb", true},
		{"run.sh;SyzygyPath=tables;dir=" + dir, "tables/KQvK.rtbw", true},
		{"run.sh;SyzygyPath=tables;dir=" + dir, "tables/KQvK.rtbz", true},
		{"run.sh;SyzygyPath=tables;dir=" + dir, "tables/readme", false},
		{"run.sh abnet.pb;dir=" + dir, "net.pb", false}, // only a flag has one letter before its value
		{"run.sh -xabnet.pb;dir=" + dir, "net.pb", false},
		{"run.sh;Folder=f;Other=here;EvalFile=sub/run.sh;dir=" + dir, "here/sub/run.sh", true},
		{"run.sh;UCI_ShowWDL=true", "true", false}, // it is neither here nor looked for in PATH
		{"run.sh;UCI_ShowWDL=true;dir=" + dir, "true", true},
	} {
		before := conditionsOf(t, tt.engine)
		if conditionsOf(t, tt.engine) != before {
			t.Errorf("%s: the same engine has two descriptions", tt.engine)
		}
		f, err := os.OpenFile(filepath.Join(dir, tt.file), os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		f.WriteString("#")
		f.Close()
		if changed := conditionsOf(t, tt.engine) != before; changed != tt.counts {
			t.Errorf("%s: after a change of %s, the conditions have changed: %v, want %v", tt.engine, tt.file, changed, tt.counts)
		}
	}
	const tables = "run.sh;SyzygyPath=tables"
	table := filepath.Join(dir, "tables", "KQvK.rtbw")
	for what, change := range map[string]func() error{
		"name":   func() error { return os.Rename(table, filepath.Join(dir, "tables", "KBvK.rtbw")) },
		"length": func() error { return os.WriteFile(table, []byte(strings.Repeat("x", 200)), 0o644) },
	} {
		if err := os.WriteFile(table, []byte(strings.Repeat("x", 100)), 0o644); err != nil {
			t.Fatal(err)
		}
		before := conditionsOf(t, tables+";dir="+dir)
		if err := change(); err != nil || conditionsOf(t, tables+";dir="+dir) == before {
			t.Errorf("the %s of a table does not count (%v)", what, err)
		}
	}
	var sums []string
	for _, text := range []string{"x", "y"} { // and the same checksum
		if err := os.WriteFile(table, []byte(strings.Repeat(text, 184)+"0123456789abcdef"), 0o644); err != nil {
			t.Fatal(err)
		}
		sums = append(sums, hashOf(filepath.Dir(table)))
	}
	if sums[0] != sums[1] {
		t.Error("more of a table than its checksum is read")
	}
	if err := os.WriteFile(table, []byte(strings.Repeat("y", 184)+"0123456789abcdeg"), 0o644); err != nil {
		t.Fatal(err)
	}
	if hashOf(filepath.Dir(table)) == sums[1] {
		t.Error("the checksum of a table does not count")
	}
	if p, err := parsePlayer("run.sh;EvalFile=/dev/null", player{}); err != nil || p.files["/dev/null"] != "" {
		t.Errorf("a device is read: %v", err)
	}
	p, err := parsePlayer("env sh -c ./run.sh;UCI_ShowWDL=true", player{})
	if err != nil {
		t.Fatal(err)
	}
	for name := range p.files {
		if filepath.Base(name) == "true" {
			t.Errorf("the value of an option counts for the program %s", name)
		}
	}
	for _, engines := range [][2]string{
		{"run.sh;Hash=1", "run.sh;Hash=2"}, {"env A=1 ./run.sh", "env A=2 ./run.sh"}, {"run.sh;nodes=1", "run.sh;nodes=2"}, {"run.sh", "run.sh;ponder"},
	} {
		if conditionsOf(t, engines[0]) == conditionsOf(t, engines[1]) {
			t.Errorf("%s and %s have the same conditions", engines[0], engines[1])
		}
	}
}

// TestLookAgain checks that files that have changed since the match has begun are written by engines, unless
// they are programs.
func TestLookAgain(t *testing.T) {
	program, learned := write(t, "program", "1"), write(t, "learned", "1")
	if err := os.Chmod(program, 0o755); err != nil {
		t.Fatal(err)
	}
	p, err := parsePlayer(program+";File="+learned, player{})
	if err != nil {
		t.Fatal(err)
	}
	m := &match{players: []*player{p}}
	for _, name := range []string{program, learned} {
		if err := os.WriteFile(name, []byte("2"), 0); err != nil {
			t.Fatal(err)
		}
	}
	m.lookAgain()
	if len(m.written) != 1 || m.written[0] != shortHash(learned) {
		t.Errorf("the engine writes %v, want %s only", m.written, shortHash(learned))
	}
	p.options = append(p.options, "File="+write(t, "a", ""), "File="+write(t, "b", ""))
	m.players = append(m.players, p)
	if m.lookAgain(); len(m.written) != 3 {
		t.Errorf("two engines write %v, want three files", m.written)
	}
	for n := range 30 {
		p.options = append(p.options, "File="+write(t, strconv.Itoa(n), ""))
	}
	m.lookAgain()
	if tag := m.conditions(fixture{players: [2]*player{p, p}}); len(m.written) != maxWritten || len(tag) > maxTag {
		t.Errorf("the engine writes %d files, want %d; the tag has %d bytes", len(m.written), maxWritten, len(tag))
	}
}

// TestSecrets checks that no file has the value of an environment variable, of a flag, or of an option
// that sounds secret, that every tag is short enough for other programs, and that the game says with which
// engines it was played.
func TestSecrets(t *testing.T) {
	pgn, log := newPGN(t), filepath.Join(t.TempDir(), "log.txt")
	long := strings.Repeat("long/", 100)
	p := play(t, pgn, "-nodes", "1", "-games", "2", "-maxmoves", "2", "-log", log,
		"env TOKEN=hunter2 OTHER=hunter2 "+program+" engine random;Password=hunter2;Value=3", engine("random")+";name=;EvalFile="+long)
	if p.status != 0 || len(p.games) != 2 {
		t.Fatal(p.errs)
	}
	for _, name := range []string{pgn, log} {
		text, err := os.ReadFile(name)
		if err != nil || strings.Contains(string(text), "hunter2") {
			t.Errorf("%s has a secret, error %v:\n%s", name, err, text)
		}
		for _, tag := range regexp.MustCompile(`(?m)^\[\w+ "(.*)"\]$`).FindAllStringSubmatch(string(text), -1) {
			if len(tag[1]) > maxTag {
				t.Errorf("a tag of %d bytes: %s", len(tag[1]), tag[0])
			}
		}
	}
	for n, g := range p.games {
		comments := g.Root().Comments()
		if len(comments) < 2 || !strings.Contains(comments[0], "TOKEN=…") || !strings.Contains(comments[0], "Value=3") || !strings.Contains(comments[0], "sprt none") {
			t.Errorf("game %d begins with %q, want the conditions", n, comments)
		}
		if white := p.games[1].Tag("White"); !strings.HasPrefix(white, "env TOKEN=… OTHER=… ") {
			t.Errorf("White is %s", white)
		}
	}
	for words, want := range map[string]string{
		"--api-key=x": "--api-key=…", "--hash=64": "--hash=64", "PATH=/x": "PATH=…", "./engine": "./engine", "a=b": "a=…", "-auth=x": "-auth=…", "A_1=b": "A_1=…", "1a=b": "1a=b",
		"https://me:pw@host/x": "https://…@host/x", "--token x y": "--token … y", "A=token x": "A=… x", "--token --auth x": "--token … …", "./token": "./token",
		"--url=https://me:pw@host/x": "--url=https://…@host/x", "--x=TOKEN=a": "--x=TOKEN=…", "--password=a==b": "--password=…",
	} {
		p := player{command: append([]string{"x"}, strings.Fields(words)...)}
		if got := p.commandLine(); got != "x "+want {
			t.Errorf("the command x %s is shown as %s, want %s", words, got, want)
		}
	}
	if p := (player{command: []string{"./token", "x"}}); p.commandLine() != "./token …" {
		t.Errorf("the command ./token x is shown as %s", p.commandLine())
	}
	for text, want := range map[string]string{
		"Password=hunter2;nodes=5": "Password=…;nodes=5", "Auth;nodes=5": "Auth;nodes=5", "My Token=a b;Hash=1": "My Token=…;Hash=1", "Hash=1;Token=a=b": "Hash=1;Token=…", "Value=A=b": "Value=A=b",
		"setoption name Password value a=b": "setoption name Password value …", "setoption name Value value 5": "setoption name Value value 5",
		"setoption name Url value http://me:pw@host/x": "setoption name Url value http://…@host/x",
	} {
		if got := masked(text); got != want {
			t.Errorf("masked(%q) = %q, want %q", text, got, want)
		}
	}
	m := new(match)
	if err := m.addPlayers([]string{"x " + long, "x " + long}, player{}); err != nil || checkTag("name", m.players[1].name) != nil || m.players[1].name == m.players[0].name {
		t.Errorf("%v, two engines with long names are called %v", err, m.players)
	}
}

// TestWritten checks that a match goes on although an engine writes to files that its options name, at its
// start or in the first game, and that another content of all other files is noticed.
func TestWritten(t *testing.T) {
	dir := t.TempDir()
	pgn, net := filepath.Join(dir, "match.pgn"), filepath.Join(dir, "net")
	if err := os.WriteFile(net, []byte("1"), 0o644); err != nil {
		t.Fatal(err)
	}
	learned := filepath.Join(dir, "learned")
	if err := os.WriteFile(learned, []byte("1"), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"-nodes", "1", "-maxmoves", "1", "-games", "2", engine("random") + ";Debug Log File=" + dir + "/log;EvalFile=" + net + ";Learned=" + learned, engine("losing")}
	for _, games := range []string{"2", "4", "6"} {
		args[5] = games
		p := play(t, pgn, args...)
		if p.status != 0 || p.out == "" || len(p.games) != int(games[0]-'0') {
			t.Errorf("%s games: status %d, %d games, errors %q", games, p.status, len(p.games), p.errs)
		}
	}
	if g, err := os.ReadFile(pgn); err != nil || strings.Count(string(g), without) != 6 {
		t.Errorf("the games do not say which files do not count, error %v:\n%s", err, g)
	}
	late := newPGN(t)
	p := play(t, late, "-nodes", "1", "-maxmoves", "1", "-games", "6", "-concurrency", "1", engine("random")+";Late="+net, engine("losing"))
	if g, err := os.ReadFile(late); err != nil || len(p.games) != 6 || strings.Contains(string(g), without) {
		t.Errorf("a file that is written in the second game has changed the conditions, error %v:\n%s", err, g)
	}
	if err := os.WriteFile(net, []byte("2"), 0o644); err != nil {
		t.Fatal(err)
	}
	args[5] = "8"
	if p := play(t, pgn, args...); p.status != 1 || len(p.games) != 6 || !strings.Contains(p.errs, "not shown has changed") {
		t.Errorf("another network: status %d, %d games, errors %q", p.status, len(p.games), p.errs)
	}
}
