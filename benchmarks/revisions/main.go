// Revisions compares the speed of two revisions of the library: an old one from
// the repository, and the working tree.
//
//	cd benchmarks && go run ./revisions -old REVISION [-rounds N] [-pgn FILE] [-tasks LIST]
//
// It builds the same worker program against both and runs the two in turn, each
// task in a new process. A worker uses only the exported API. Its tasks are:
//
//	search   an alpha-beta search of a fixed depth, as in a simple engine
//	minimax  playing every leaf with SetAfter and asking for its Turn and Hash
//	count    Perft
//	list     calling AppendLegalMoves at every leaf
//	set      playing every leaf with SetAfter
//	scan     reading a PGN stream with a PGNScanner
//	tree     reading a PGN stream with a PGNReader
//
// The speeds are medians in millions of nodes per second, or moves for scan and
// tree. Time is CPU time, garbage collection included. The ratio is new/old, so
// more than 1 means that the working tree is faster. The last columns are the
// lowest and highest ratio of a single round. Both workers must visit the same
// nodes and find the same scores; otherwise the comparison fails.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

func main() {
	var c comparison
	flag.StringVar(&c.old, "old", lastOldAPI, "the `revision` to compare the working tree with")
	flag.StringVar(&c.oldAPI, "oldapi", "", "`true` or false: whether the old revision has the API of "+
		lastOldAPI+" (default: true for that revision and its ancestors)")
	flag.StringVar(&c.pgn, "pgn", "", "the PGN `file` to read (default testdata/games.pgn of the working tree)")
	rounds := flag.Int("rounds", 5, "the number of rounds")
	tasks := flag.String("tasks", "search,minimax,count,list,set,scan,tree", "the tasks to run")
	flag.Parse()
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
