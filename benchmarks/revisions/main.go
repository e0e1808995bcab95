// Revisions compares the speed of an old revision of the library with the speed of the working
// tree.
//
//	cd benchmarks && go run ./revisions [-old REVISION] [-rounds N] [-pgn FILE] [-tasks LIST]
//
// It builds the same worker program against both revisions and runs the two workers alternately,
// each task in a new process. A worker uses only the exported API, which both revisions must have.
// Its tasks are:
//
//	search   run an alpha-beta search to a fixed depth, as in a simple engine
//	minimax  play all moves with SetAfter; at every leaf, call Hash and count the material by type
//	count    call Perft
//	list     generate the moves of the last ply without playing them
//	set      play all moves with SetAfter
//	scan     read a PGN file with a PGNScanner
//	tree     read a PGN file with a PGNReader
//
// The columns old and new are median speeds in millions of nodes per second, or millions of moves
// per second for scan and tree. Time is CPU time and includes garbage collection. For each position
// it is the least of three runs. The ratio is new/old: if it is above 1, the working tree is
// faster. The columns min and max are the lowest and the highest ratio in a single round. The
// command fails if the workers do not visit the same number of nodes or do not find the same
// scores.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/shakki/chess/benchmarks/internal/cmdline"
)

func main() {
	var c comparison
	flag.StringVar(&c.old, "old", "HEAD", "the `revision` to compare the working tree with")
	flag.StringVar(&c.pgn, "pgn", "", "the PGN `file` to read (default testdata/games.pgn in the working tree)")
	rounds := flag.Int("rounds", 5, "the number of rounds")
	tasks := flag.String("tasks", "search,minimax,count,list,set,scan,tree", "a comma-separated `list` of tasks to run")
	cmdline.ParseProgram("revisions [flags]")
	if flag.NArg() > 0 || *rounds < 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(c, *rounds, strings.Split(*tasks, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "revisions:", err)
		os.Exit(1)
	}
}

// run builds the workers, measures them, and prints the table.
func run(c comparison, rounds int, tasks []string) error {
	temp, err := os.MkdirTemp("", "chess-revisions-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	if err := c.build(temp); err != nil {
		return err
	}
	rows := make([]row, len(tasks))
	for i := range rounds {
		fmt.Fprintf(os.Stderr, "round %d of %d\n", i+1, rounds)
		for j, task := range tasks {
			if err := rows[j].measure(c, task); err != nil {
				return fmt.Errorf("%s: %w", task, err)
			}
		}
	}
	fmt.Printf("Revision %s (old) and the working tree (new), %s %s/%s. Rounds: %d. PGN file: %s.\n\n",
		c.old, runtime.Version(), runtime.GOOS, runtime.GOARCH, rounds, filepath.Base(c.pgn))
	fmt.Print(header)
	for j, task := range tasks {
		fmt.Print(rows[j].line(task))
	}
	return nil
}
