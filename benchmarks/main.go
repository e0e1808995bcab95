// Benchmarks compares the speed of github.com/shakki/chess with that of other
// programs that do the same work: github.com/corentings/chess and, if they are
// installed, Stockfish and pgn-extract. It is a module of its own, so that
// programs that import the library do not inherit its dependencies.
//
//	cd benchmarks && go run . [-short] [-rounds N] [-pgn FILE]...
//
// It runs all tasks in several rounds and prints the medians of their rates and
// the ratios of these medians as Markdown tables. It fails if the programs do
// not arrive at the same counts.
//
// The rates are based on CPU time, user and system, so that other work on the
// machine matters less. The CPU time of this process includes garbage
// collection. Only tasks with several workers are measured in wall-clock time.
//
// The command revisions compares two revisions of the library: an old one from
// the repository, and the working tree.
//
//	cd benchmarks && go run ./revisions -old 9d033e2
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// An effort says how much is measured.
type effort struct {
	rounds  int
	least   time.Duration // of one measurement
	less    int           // plies that the depths of perft are reduced by
	pgnSize int64         // bytes to which a PGN file is repeated
}

func main() {
	e := effort{least: 300 * time.Millisecond, pgnSize: 50e6}
	var files []string
	flag.IntVar(&e.rounds, "rounds", 5, "the number of rounds")
	short := flag.Bool("short", false, "one round of short measurements, for a first look")
	flag.Func("pgn", "a PGN file to read; may be repeated (default ../testdata/games.pgn)", func(name string) error {
		files = append(files, name)
		return nil
	})
	flag.Parse()
	if *short {
		e = effort{rounds: 1, least: 100 * time.Millisecond, less: 1, pgnSize: 5e6}
	}
	if flag.NArg() > 0 || e.rounds < 1 {
		flag.Usage()
		os.Exit(2)
	}
	if len(files) == 0 {
		files = []string{"../testdata/games.pgn"}
	}
	if err := run(e, files); err != nil {
		fmt.Fprintln(os.Stderr, "benchmarks:", err)
		os.Exit(1)
	}
}

// run measures everything and prints the tables.
func run(e effort, files []string) error {
	sf, err := startStockfish()
	if err != nil {
		return err
	}
	defer sf.close()
	moveTable, err := newMoveTable(sf, e.less)
	if err != nil {
		return err
	}
	pgn, err := newPGNBench(files, e.pgnSize)
	if err != nil {
		return err
	}
	defer pgn.close()

	tables := []*table{moveTable, pgn.reading, pgn.sharing}
	for i := range e.rounds {
		fmt.Fprintf(os.Stderr, "round %d of %d\n", i+1, e.rounds)
		if err := measureAll(tables, e.least); err != nil {
			return err
		}
	}
	fmt.Println(conditions(e, sf, pgn))
	for _, t := range tables {
		fmt.Printf("\n%s", t)
	}
	return nil
}

// conditions names what took part and how it was measured.
func conditions(e effort, sf *stockfish, pgn *pgnBench) string {
	parts := []string{runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			if setting.Key == "GOAMD64" {
				parts[0] += " " + setting.Value
			}
		}
		for _, module := range info.Deps {
			if strings.Contains(module.Path, "corentings") {
				parts = append(parts, module.Path+" "+module.Version)
			}
		}
	}
	if sf != nil {
		parts = append(parts, sf.name)
	}
	if pgn.extract != nil {
		parts = append(parts, pgn.extract.version)
	}
	return fmt.Sprintf("Rounds: %d, of which the medians are shown. %s.", e.rounds, strings.Join(parts, ", "))
}
