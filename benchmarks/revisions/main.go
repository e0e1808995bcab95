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
