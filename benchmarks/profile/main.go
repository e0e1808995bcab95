// Profile records what the compiler needs to know about the command shakki for profile-guided
// optimization:
//
//	cd benchmarks && go run ./profile ../cmd/shakki/default.pgo FILE.pgn ...
//
// It does for a while what people do with shakki: it checks, judges, and reads the files, and
// counts moves. Give it files like those that are checked, such as annotated games and bare
// openings.
package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime/pprof"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/variant"
)

// budget is the time for which a file is processed in each way, and for which moves are counted.
const budget = 4 * time.Second

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: profile PROFILE FILE.pgn ...")
		os.Exit(2)
	}
	if err := record(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "profile:", err)
		os.Exit(1)
	}
}

// record writes the profile of a mix of tasks to the file out.
func record(out string, names []string) error {
	var texts [][]byte
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		texts = append(texts, text)
	}
	file, err := os.Create(out)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return err
	}
	for _, text := range texts {
		repeat(budget, func() { check(text) })
		repeat(budget/4, func() { judge(text) })
		repeat(budget/2, func() { read(text) })
		repeat(budget/2, func() { format(text) })
	}
	repeat(budget, count)
	pprof.StopCPUProfile()
	return file.Close()
}

// repeat calls task again and again for the given time.
func repeat(d time.Duration, task func()) {
	for start := time.Now(); time.Since(start) < d; {
		task()
	}
}

// check does the work of shakki check.
func check(text []byte) (moves int) {
	s := variant.NewPGNScanner(chess.NewPGNScanner(bytes.NewReader(text)))
	for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
		if event == chess.PGNMove && s.Depth() == 0 {
			moves++
		}
	}
	return moves
}

// judge does the work of shakki judge.
func judge(text []byte) (findings int) {
	var arbiter chess.Arbiter
	for found := range arbiter.JudgePGN(chess.NewPGNScanner(bytes.NewReader(text))) {
		findings += len(found)
	}
	return findings
}

// read reads trees.
func read(text []byte) (games int) {
	for range chess.NewPGNReader(bytes.NewReader(text)).All() {
		games++
	}
	return games
}

// format does the work of shakki fmt.
func format(text []byte) (size int) {
	r, g := chess.NewPGNReader(bytes.NewReader(text)), chess.NewGame()
	r.Strict = true
	var b []byte
	for r.ReadInto(g) == nil {
		b = g.AppendPGN(b[:0], chess.PGNFormat{})
		size += len(b)
	}
	return size
}

// count does the work of shakki perft.
func count() {
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
	} {
		p := chess.MustParseFEN(fen)
		chess.Perft(p, 4)
	}
}
