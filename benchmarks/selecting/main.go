// Selecting compares the speed of shakki select with that of pgn-extract and of shakki check:
//
//	cd benchmarks && go run ./selecting [-rounds N] FILE.pgn
//
// Both programs do ten jobs. The programs take turns, and the table has the median CPU time of each
// job and how many games were selected. Where two programs select different numbers of games, see
// docs/select.md for what differs.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shakki/chess/benchmarks/internal/cmdline"
)

// A job is a selection. The argument FILE stands for a file that holds text.
type job struct {
	name          string
	args, extract []string
	text          string
}

var jobs = []job{
	{"players", []string{"-player", "Carlsen"}, []string{"-TpCarlsen"}, ""},
	{"ratings", []string{"-whiteelo", "2200.."}, []string{"-tFILE"}, "WhiteElo >= \"2200\"\n"},
	{"result", []string{"-result", "0-1"}, []string{"-Tr0-1"}, ""},
	{"ECO", []string{"-eco", "B9", "-tag", "ECO"}, []string{"-TeB9"}, ""},
	{"line", []string{"-line", "e4 c5 Nf3 d6 d4"}, []string{"-vFILE", "-P"}, "e4 c5 Nf3 d6 d4\n"},
	{"position", []string{"-reach", "e4 e5 Nf3 Nc6 Bb5"}, []string{"-xFILE"}, "e4 e5 Nf3 Nc6 Bb5\n"},
	{"pattern", []string{"-fen", "*/*/*/3N4/*/*/*/*"}, []string{"-Tf*/*/*/3N4/*/*/*/*"}, ""},
	{"material", []string{"-material", "R=1,r=1,Q+q+B+b+N+n=0", "-for", "3"}, []string{"-zFILE"}, "rp* rp*\n"},
	{"checkmate", []string{"-checkmate"}, []string{"-M"}, ""},
	{"all, without duplicates", []string{"-unique", "moves"}, []string{"-D"}, ""},
}

func main() {
	rounds := flag.Int("rounds", 3, "the number of rounds")
	cmdline.ParseProgram("selecting [flags] FILE")
	if flag.NArg() != 1 || *rounds < 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "selecting:", err)
		os.Exit(1)
	}
}

// run prints the table.
func run(games string, rounds int) error {
	folder, err := os.MkdirTemp("", "selecting-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	shakki := filepath.Join(folder, "shakki")
	if text, err := exec.Command("go", "build", "-o", shakki, "github.com/shakki/chess/cmd/shakki").CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, text)
	}
	extract, err := exec.LookPath("pgn-extract")
	if err != nil {
		if extract, err = exec.LookPath("/usr/games/pgn-extract"); err != nil {
			return err
		}
	}
	info, err := os.Stat(games)
	if err != nil {
		return err
	}
	fmt.Print("| job | shakki select | MB/s | pgn-extract | ratio | games | pgn-extract |\n| --- | --- | --- | --- | --- | --- | --- |\n")
	check, err := measure(rounds, []string{shakki, "check", games})
	if err != nil {
		return err
	}
	for _, j := range jobs {
		file := filepath.Join(folder, "criteria")
		if err := os.WriteFile(file, []byte(j.text), 0o644); err != nil {
			return err
		}
		theirs := []string{extract, "-s"}
		for _, arg := range j.extract {
			theirs = append(theirs, strings.Replace(arg, "FILE", file, 1))
		}
		r, err := measure(rounds, append(append([]string{shakki, "select"}, j.args...), games), append(theirs, games))
		if err != nil {
			return fmt.Errorf("%s: %w", j.name, err)
		}
		own, other := r[0], r[1]
		fmt.Printf("| %s | %.2f s | %.0f | %.2f s | %.1f | %d | %d |\n", j.name, own.seconds, float64(info.Size())/1e6/own.seconds,
			other.seconds, other.seconds/own.seconds, own.games, other.games)
	}
	fmt.Printf("\n`shakki check` takes %.2f s (%.0f MB/s).\n", check[0].seconds, float64(info.Size())/1e6/check[0].seconds)
	return nil
}

// A result is the CPU time that a program took, and the number of games that it wrote.
type result struct {
	seconds float64
	games   int
}

// measure runs programs in turns and returns the median result of each.
func measure(rounds int, programs ...[]string) ([]result, error) {
	times := make([][]float64, len(programs))
	results := make([]result, len(programs))
	for range rounds {
		for i, args := range programs {
			command := exec.Command(args[0], args[1:]...)
			var out counter
			command.Stdout = &out
			if err := command.Run(); err != nil {
				return nil, fmt.Errorf("%s: %w", strings.Join(args, " "), err)
			}
			used := command.ProcessState.UserTime() + command.ProcessState.SystemTime()
			times[i] = append(times[i], used.Seconds())
			results[i].games = out.games
		}
	}
	for i := range times {
		slices.Sort(times[i])
		results[i].seconds = times[i][rounds/2]
	}
	return results, nil
}

// A counter counts the games that are written to it.
type counter struct {
	games int
	tail  []byte // the start of a line that may go on
}

// Write counts the lines that begin with an Event tag.
func (c *counter) Write(b []byte) (int, error) {
	const tag = "\n[Event "
	c.tail = append(c.tail, b...)
	if c.games == 0 && bytes.HasPrefix(c.tail, []byte(tag[1:])) {
		c.games++
	}
	c.games += bytes.Count(c.tail, []byte(tag))
	keep := min(len(c.tail), len(tag)-1)
	c.tail = append(c.tail[:0], c.tail[len(c.tail)-keep:]...)
	return len(b), nil
}
