package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"

	"github.com/shakki/chess"
	"github.com/shakki/chess/explore"
	"github.com/shakki/chess/internal/source"
)

// An explorer is one run of the command explore.
type explorer struct {
	table, fen, label, group, bad string
	merge, export, verify         bool
	plies, shards, workers        int
	least, memory                 int64
	out, errs                     io.Writer
}

// exploreTable runs the command explore.
func exploreTable(args []string, in io.Reader, out, errs io.Writer) int {
	flags := flag.NewFlagSet("explore", flag.ContinueOnError)
	x := explorer{errs: errs}
	flags.StringVar(&x.table, "table", "", "write or read the table in the folder `DIR`")
	flags.StringVar(&x.fen, "fen", "", "print the moves that were played in the position `FEN`, or startpos")
	flags.StringVar(&x.group, "group", "", "with -fen, count only the games whose label is `LABEL`")
	flags.BoolVar(&x.merge, "merge", false, "merge the tables in the folders that are named instead of files")
	flags.BoolVar(&x.export, "export", false, "print the table as text: FEN, label, move, and results, separated by tabs")
	flags.BoolVar(&x.verify, "verify", false, "read the whole table, and report damage")
	flags.IntVar(&x.plies, "plies", 0, "count only the first `N` plies of each game (default all)")
	flags.Int64Var(&x.least, "min", 0, "drop positions in which fewer than `N` moves were played")
	flags.StringVar(&x.label, "label", "", "group games by `TAGS`, such as WhiteElo/200,TimeControl")
	flags.IntVar(&x.shards, "shards", 16, "write the table in `N` files")
	flags.IntVar(&x.workers, "workers", runtime.GOMAXPROCS(0), "use `N` workers")
	flags.Int64Var(&x.memory, "memory", 512, "sort in `N` megabytes of memory, at least 16")
	flags.StringVar(&x.bad, "bad", "", "append the games that are not counted to `FILE`: file, offset, and reason")
	if status, ok := parse(flags, args, out, errs); !ok {
		return status
	}
	w := bufio.NewWriter(out)
	x.out = w
	err := x.run(flags.Args())
	if e := w.Flush(); err == nil {
		err = e
	}
	if err != nil {
		return fail(errs, err)
	}
	return 0
}

// run does what the flags ask for.
func (x *explorer) run(args []string) error {
	if err := x.check(args); err != nil {
		return err
	}
	// An interrupted count goes on where it ended when it is started again.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	switch {
	case x.merge:
		return x.mergeTables(ctx, args)
	case !x.reads():
		return x.count(ctx, args)
	}
	t, err := explore.Open(x.table)
	if err != nil {
		return err
	}
	defer t.Close()
	switch {
	case x.export:
		return x.exportTable(t)
	case x.verify:
		return t.Verify()
	}
	return x.lookUp(t)
}

// reads reports whether the flags ask for something in a table.
func (x *explorer) reads() bool { return x.fen != "" || x.export || x.verify }

// check returns an error if the flags and the arguments do not fit together.
func (x *explorer) check(args []string) error {
	asked := 0
	for _, flag := range []bool{x.fen != "", x.merge, x.export, x.verify} {
		if flag {
			asked++
		}
	}
	switch {
	case x.table == "":
		return errors.New("explore needs -table DIR, the folder of the table")
	case asked > 1:
		return errors.New("explore takes one of -fen, -merge, -export, and -verify")
	case x.reads() && len(args) > 0:
		return fmt.Errorf("explore reads a table here and takes no files, but got %q", args[0])
	case x.merge && len(args) == 0:
		return errors.New("explore -merge needs the folders of the tables to merge")
	case !x.reads() && len(args) == 0:
		return errors.New("explore needs files to count, or -fen to look a position up")
	}
	return x.checkNumbers()
}

// checkNumbers returns an error if the value of a flag is out of range.
func (x *explorer) checkNumbers() error {
	if x.shards < 1 || x.shards > 1<<16 || x.workers < 1 || min(int64(x.plies), x.least, x.memory) < 0 {
		return errors.New("explore: -shards must be from 1 to 65536, -workers at least 1, and no number negative")
	}
	return nil
}

// count counts the games in files.
func (x *explorer) count(ctx context.Context, names []string) (err error) {
	label, err := explore.ParseLabel(x.label)
	if err != nil {
		return err
	}
	var files []string
	for name, err := range source.Files(names) {
		if err != nil {
			return err
		}
		files = append(files, name)
	}
	var bad *bufio.Writer
	if x.bad != "" {
		file, err := os.OpenFile(x.bad, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
		if err != nil {
			return err
		}
		defer file.Close()
		bad = bufio.NewWriter(file)
	}
	bar := newProgress(x.errs, x.table, "faulty games")
	bar.start(0)
	stats, err := explore.Count(ctx, x.table, files, explore.Options{
		Plies: x.plies, Least: x.least, Label: label, Shards: x.shards, Workers: x.workers, Memory: x.memory << 20,
		Open: func(name string) (io.ReadCloser, error) { return source.Open(name, os.Stdin, bar.reader) },
		Fault: func(f explore.Fault) {
			if bad != nil {
				fmt.Fprintf(bad, "%s\t%d\t%s\n", f.File, f.Offset, f.Reason)
			}
		},
		Progress: func(s explore.Stats) {
			bar.games.Store(s.Games)
			bar.errors.Store(s.Faulty)
		},
	})
	bar.close()
	if bad != nil {
		err = errors.Join(err, bad.Flush())
	}
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("interrupted: the same command goes on with %s", x.table)
	}
	if err == nil {
		fmt.Fprintf(x.out, "%s: games=%d moves=%d faulty=%d rows=%d temporary=%dMB\n",
			x.table, stats.Games, stats.Moves, stats.Faulty, stats.Rows, (stats.Temporary+999_999)/1e6)
	}
	return err
}

// mergeTables merges tables into a new one.
func (x *explorer) mergeTables(ctx context.Context, folders []string) error {
	var tables []*explore.Table
	for _, folder := range folders {
		t, err := explore.Open(folder)
		if err != nil {
			return err
		}
		defer t.Close()
		tables = append(tables, t)
	}
	return explore.Merge(ctx, x.table, explore.Options{Shards: x.shards, Least: x.least, Workers: x.workers}, tables...)
}

// exportTable prints the rows of a table.
func (x *explorer) exportTable(t *explore.Table) error {
	fmt.Fprintln(x.out, "fen\tlabel\tmove\twhite\tdraws\tblack\tunfinished")
	var fen string
	var last explore.Key
	for r, err := range t.All() {
		if err != nil {
			return err
		}
		if r.Key != last {
			p, err := r.Key.Position()
			if err != nil {
				return err
			}
			fen, last = p.FEN(), r.Key
		}
		_, err := fmt.Fprintf(x.out, "%s\t%s\t%v\t%d\t%d\t%d\t%d\n", fen, r.Label, r.Move, r.White, r.Draws, r.Black, r.Unfinished)
		if err != nil {
			return err
		}
	}
	return nil
}

// lookUp prints the moves that were played in a position.
func (x *explorer) lookUp(t *explore.Table) error {
	p := chess.StartPosition()
	if x.fen != "startpos" {
		var err error
		if p, err = chess.ParseFEN(x.fen); err != nil {
			return err
		}
	}
	played, err := t.Moves(p, x.group)
	if err != nil {
		return err
	}
	if len(played) == 0 {
		fmt.Fprintln(x.out, "no game of the table has a move in this position")
		return nil
	}
	fmt.Fprintf(x.out, "%-8s %10s %10s %10s %10s %10s  %s\n", "move", "games", "white", "draws", "black", "unfinished", "score")
	var sum explore.Results
	for _, r := range played {
		printResults(x.out, p.SAN(r.Move), r.Results)
		sum.Add(r.Results)
	}
	printResults(x.out, "all", sum)
	return nil
}

// printResults prints a line of the table of moves. The score is White's, in percent of the
// finished games.
func printResults(w io.Writer, name string, r explore.Results) {
	score := "-"
	if finished := r.White + r.Draws + r.Black; finished > 0 {
		score = fmt.Sprintf("%.1f%%", 100*(float64(r.White)+float64(r.Draws)/2)/float64(finished))
	}
	line := fmt.Sprintf("%-8s %10d %10d %10d %10d %10d  %s", name, r.Games(), r.White, r.Draws, r.Black, r.Unfinished, score)
	fmt.Fprintln(w, strings.TrimRight(line, " "))
}
