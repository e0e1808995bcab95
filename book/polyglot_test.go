package book

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/deep"
)

// A polyglot runs the program polyglot in a directory of its own.
type polyglot struct {
	t         testing.TB
	path, dir string
}

// newPolyglot skips the test if the program is not installed.
func newPolyglot(t testing.TB) polyglot {
	t.Helper()
	return polyglot{t, deep.Program(t, "polyglot"), t.TempDir()}
}

// run runs a command of the program and returns the file that it writes.
func (p polyglot) run(output string, args ...string) []byte {
	p.t.Helper()
	command := exec.Command(p.path, args...)
	command.Dir = p.dir
	watchdog := time.AfterFunc(5*time.Minute, func() { command.Process.Kill() })
	defer watchdog.Stop()
	log, err := command.CombinedOutput()
	if err != nil {
		p.t.Fatalf("polyglot %q: %v\n%s", args, err, log)
	}
	data, err := os.ReadFile(filepath.Join(p.dir, output))
	if err != nil {
		p.t.Fatalf("polyglot %q: %v\n%s", args, err, log)
	}
	return data
}

// write writes a file into the directory.
func (p polyglot) write(name string, data []byte) {
	p.t.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, name), data, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// make returns the book that the program makes from games.pgn with the options of b.
func (p polyglot) make(b *Builder) []byte {
	p.t.Helper()
	args := []string{"make-book", "-pgn", "games.pgn", "-bin", "out.bin",
		"-min-game", fmt.Sprint(b.MinGames), "-min-score", fmt.Sprint(b.MinScore)}
	if b.MaxPlies > 0 {
		args = append(args, "-max-ply", fmt.Sprint(b.MaxPlies))
	}
	if b.Uniform {
		args = append(args, "-uniform")
	}
	for _, c := range b.Colors {
		args = append(args, "-only-"+c.String())
	}
	return p.run("out.bin", args...)
}

// games returns PGN by name: random games, and with -deep those in two files of ../shared/data.
func (p polyglot) games() map[string]string {
	p.t.Helper()
	var ties strings.Builder // moves with equal points, and more than 16,384 games with a move
	for i, move := range []string{"a4", "h4", "d4", "c4", "e4"} {
		for j := range []int{1, 101, 300, 500, 17000}[i] {
			result := []string{"1-0", "0-1", "1/2-1/2", "*"}[(i+j)%(1+i)%4]
			fmt.Fprintf(&ties, "[Event \"?\"]\n[Result %q]\n\n1. %s %s\n\n", result, move, result)
		}
	}
	var scores strings.Builder // 35.6 percent exactly, which floating-point numbers do not hold
	for i := range 125 {
		result := []string{"0-1", "1-0"}[min(i/81, 1)]
		if i == 0 {
			result = "1/2-1/2"
		}
		fmt.Fprintf(&scores, "[Event \"?\"]\n[Result %q]\n\n1. e4 %s\n\n", result, result)
	}
	games := map[string]string{"random": randomGames(5, 1000, 40), "ties": ties.String(), "scores": scores.String()}
	for _, path := range deep.MoreData(p.t, "lichess_1MB.pgn", "8moves_v3.pgn") {
		data, err := os.ReadFile(path)
		if err != nil {
			p.t.Fatal(err)
		}
		games[strings.TrimSuffix(filepath.Base(path), ".pgn")] = string(data)
	}
	return games
}

// TestPolyglotMakesTheSameBook checks that a Builder writes the same bytes as the program from the
// same games with the same options, and that a Book gives the same moves for every position of the
// games as a simple count.
func TestPolyglotMakesTheSameBook(t *testing.T) {
	white, black := []chess.Color{chess.White}, []chess.Color{chess.Black}
	options := []*Builder{
		{MaxPlies: 30},
		{MaxPlies: 16, MinGames: 3},
		{MinGames: 2, MinScore: 50},
		{MaxPlies: 1, MinGames: 10, MinScore: 33.4},
		{MaxPlies: 1, MinScore: 35.6}, // 89 of 250 points in the games called scores
		{MinScore: 50.1, Colors: white},
		{MaxPlies: 20, MinScore: 66.7, Colors: black},
		{MinScore: 100, MinGames: 2, Uniform: true},
		{MinGames: 51, Uniform: true, Colors: white},
		{Uniform: true},
	}
	p := newPolyglot(t)
	for name, pgn := range p.games() {
		p.write("games.pgn", []byte(pgn))
		for i, b := range options {
			if i > 0 && !*deep.Flag && i%3 != 1 || name == "8moves_v3" && i < len(options)-1 {
				continue
			}
			want, got := p.make(b), build(t, b.fresh(), pgn)
			if !bytes.Equal(got, want) || len(got) == 0 && i == 0 {
				t.Errorf("%s with %+v: %d bytes, and polyglot's %d bytes differ from them", name, b, len(got), len(want))
			}
		}
	}
}

// TestPolyglotReadsTheSame checks that a Book reads from a file of the program what the games say,
// and that the program reads from a file of a Builder what it reads from its own.
func TestPolyglotReadsTheSame(t *testing.T) {
	p := newPolyglot(t)
	for name, pgn := range p.games() {
		options := Builder{MinGames: 1, MaxPlies: 10}
		p.write("games.pgn", []byte(pgn))
		theirs := p.make(&options)
		want := countMoves(t, pgn, 10)
		got := newBook(t, theirs)
		for position, moves := range want {
			entries, err := got.Entries(position)
			if err != nil {
				t.Fatal(err)
			}
			found := map[chess.Move]int{}
			for _, e := range entries {
				found[e.Move] = int(e.Weight)
			}
			if !maps.Equal(moves, found) && name != "ties" { // whose points are halved
				t.Fatalf("%s: moves in %v (-counted +found):\n%s", name, position, cmp.Diff(moves, found))
			}
		}
		p.write("ours.bin", build(t, &options, pgn))
		p.write("theirs.bin", theirs)
		for _, color := range []string{"white", "black"} {
			ours := p.run("ours.txt", "dump-book", "-bin", "ours.bin", "-color", color, "-out", "ours.txt")
			theirs := p.run("theirs.txt", "dump-book", "-bin", "theirs.bin", "-color", color, "-out", "theirs.txt")
			_, ours, _ = bytes.Cut(ours, []byte("\n")) // the name of the file
			_, theirs, _ = bytes.Cut(theirs, []byte("\n"))
			if !bytes.Equal(ours, theirs) {
				t.Errorf("%s: polyglot dumps different lines for %s", name, color)
			}
		}
	}
	p.write("ours.bin", build(t, &Builder{}, `[Result "1-0"]
1. e4 Nf6 2. e5 d5 3. exd6 g6 4. dxc7 Bg7 5. cxb8=N O-O 1-0

[Result "1-0"]
1. e4 Nf6 2. e5 d5 3. d4 1-0`))
	want := "Dump of \"ours.bin\" for white.\n" +
		"1: 1. e4{100%} Nf6 2. e5{100%} d5 3. exd6{50%} g6 4. dxc7{100%} Bg7 5. cxb8=N{100%} \n" +
		"2: 1. e4{100%} Nf6 2. e5{100%} d5 3. d4{50%} \n"
	got := string(p.run("out.txt", "dump-book", "-bin", "ours.bin", "-color", "white", "-out", "out.txt"))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("polyglot dump-book (-want +got):\n%s", diff)
	}
}

// countMoves returns the points of the moves in each position of the games, without moves that have
// none.
func countMoves(t *testing.T, pgn string, plies int) map[chess.Position]map[chess.Move]int {
	t.Helper()
	type place struct {
		key  uint64
		move chess.Move
	}
	points := map[place]int{}
	positions := map[uint64]chess.Position{}
	for g, err := range chess.NewPGNReader(strings.NewReader(pgn)).All() {
		if err != nil {
			t.Fatal(err)
		}
		moves := g.Moves()
		for i, p := range g.Positions() {
			if i == len(moves) || i == plies {
				break
			}
			positions[p.PolyglotKey()] = p
			switch g.RecordedOutcome().Result {
			case chess.WinFor(p.Turn()):
				points[place{p.PolyglotKey(), moves[i]}] += 2
			case chess.Drawn, chess.Unfinished:
				points[place{p.PolyglotKey(), moves[i]}]++
			}
		}
	}
	counts := map[chess.Position]map[chess.Move]int{}
	for _, p := range positions {
		counts[p] = map[chess.Move]int{}
	}
	for at, n := range points {
		counts[positions[at.key]][at.move] = n
	}
	return counts
}

// TestPolyglotMergesTheSame checks that Merge and the program make the same entries from the same
// books. They sort the moves of a position differently.
func TestPolyglotMergesTheSame(t *testing.T) {
	p := newPolyglot(t)
	var books []*Book
	for i := range 2 {
		b := Builder{MaxPlies: 20 + i}
		data := build(t, &b, randomGames(uint64(10+i), 500, 40))
		for at := 12; at < len(data); at += 5 * entrySize {
			data[at] = byte(i + at) // learned
		}
		p.write(fmt.Sprintf("in%d.bin", i+1), data)
		books = append(books, newBook(t, data))
	}
	var ours bytes.Buffer
	if err := Merge(&ours, books...); err != nil {
		t.Fatal(err)
	}
	theirs := p.run("out.bin", "merge-book", "-in1", "in1.bin", "-in2", "in2.bin", "-out", "out.bin")
	sorted := func(data []byte) (entries []string) {
		for _, entry := range slices.Collect(slices.Chunk(data, entrySize)) {
			entries = append(entries, fmt.Sprintf("%x", entry))
		}
		slices.Sort(entries)
		return entries
	}
	if diff := cmp.Diff(sorted(theirs), sorted(ours.Bytes())); diff != "" {
		t.Errorf("merged books (-polyglot +Merge):\n%s", diff)
	}
}
