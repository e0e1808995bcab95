package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/shakki/chess/benchmarks/internal/cmdline"
)

// An effort says how much to measure.
type effort struct {
	rounds  int
	least   time.Duration // minimum time of one measurement
	less    int           // number of plies to subtract from the perft depths
	pgnSize int64         // minimum size in bytes of a repeated PGN file
}

func main() {
	e := effort{least: 300 * time.Millisecond, pgnSize: 50e6}
	var files []string
	flag.IntVar(&e.rounds, "rounds", 5, "the number of rounds")
	short := flag.Bool("short", false, "run one round of short measurements")
	flag.Func("pgn", "a PGN `file` to read; may be repeated (default ../testdata/games.pgn)", func(name string) error {
		files = append(files, name)
		return nil
	})
	cmdline.ParseProgram("benchmarks [flags]")
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
	callTable, err := newCallTable()
	if err != nil {
		return err
	}
	pgn, err := newPGNBench(files, e.pgnSize)
	if err != nil {
		return err
	}
	defer pgn.close()

	tables := []*table{moveTable, callTable, pgn.reading, pgn.sharing}
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

// conditions describes the measurement: the number of rounds and the versions of the programs.
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
	return fmt.Sprintf("Rounds: %d. The tables show medians. %s.", e.rounds, strings.Join(parts, ", "))
}
