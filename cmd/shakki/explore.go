package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/explore"
	"github.com/shakki/chess/internal/cmdline"
	"github.com/shakki/chess/internal/source"
)

// An explorer is one run of the command explore.
type explorer struct {
	*invocation
	table, fen, games, bad string
	merge, export, verify  bool
	least, memory          int
	options                explore.Options
}

const exploreHelp = `Counts how often each move was played in each position of the games in files, and with which results, into
the table in a folder, and looks positions up in it. If it is stopped, the same command goes on.`

// newExplorer returns an explorer with its flags.
func newExplorer(r *invocation) *explorer {
	x := &explorer{invocation: r, memory: 512}
	o, f := &x.options, r.flags
	o.Shards, o.Workers = 16, runtime.GOMAXPROCS(0)
	f.Group(exploreHelp)
	f.Group("The table:")
	f.Text(&x.table, "table", "write or read the table in the folder `DIR`")
	f.Group("Counting files, without any of the flags that follow below:")
	f.Number(&o.Plies, "plies", "count only the first `N` plies of each game (default all)")
	f.Number(&x.least, "min", "drop positions in which fewer than `N` moves were played")
	f.Value(&o.Label, "label", "group games by `TAGS`, such as WhiteElo/200,TimeControl")
	f.Number(&o.Shards, "shards", "write the table in `N` files (default 16)")
	f.Number(&o.Workers, "workers", "use `N` workers (default the number of processors)")
	f.Number(&x.memory, "memory", "use `N` megabytes of memory, at least 28 (default 512)")
	f.Text(&x.bad, "bad", "append the games that are not counted to `FILE`: file, offset, and reason")
	f.Group("Adding tables up:")
	f.On(&x.merge, "merge", "merge the tables in the folders that are named instead of files; -min, -shards, and\n"+
		"-workers may be given too")
	f.Group("Reading a table:")
	f.Text(&x.fen, "fen", "print the moves that were played in the position `FEN`, or startpos")
	f.Text(&x.games, "group", "with -fen, count only the games whose label is `LABEL`")
	f.On(&x.export, "export", "print the table as text: FEN, label, move, and results, separated by tabs")
	f.On(&x.verify, "verify", "read the whole table, and report damage")
	return x
}

// exploreTable defines the command explore.
func exploreTable(r *invocation) func() error { return newExplorer(r).run }

// run does what the flags ask for.
func (x *explorer) run() error {
	args := x.flags.Args()
	x.options.Least = int64(x.least)
	if err := x.check(args); err != nil {
		return err
	}
	// An interrupted count goes on where it ended when it is started again.
	ctx, stop := signal.NotifyContext(context.Background(), source.Interrupts()...)
	defer stop()
	switch {
	case x.merge:
		return x.mergeTables(ctx, args)
	case !x.reads():
		return x.count(ctx, args)
	}
	t, err := x.openTable(x.table)
	if err != nil {
		return err
	}
	defer t.Close()
	switch {
	case x.export:
		return x.exportTable(t)
	case x.verify:
		return t.Verify(ctx)
	}
	return x.lookUp(t)
}

// reads reports whether the flags ask for something in a table.
func (x *explorer) reads() bool { return x.fen != "" || x.export || x.verify }

// exploreRules say which flags the tasks of explore take.
var exploreRules = []cmdline.Rule{
	{Flags: "plies label memory bad", Excludes: "merge fen export verify"},
	{Flags: "min shards workers merge", Excludes: "fen export verify"},
	{Flags: "export verify", Excludes: "fen"},
	{Flags: "export", Excludes: "verify"},
	{Flags: "group", Needs: "fen"},
}

// programMemory is the number of megabytes that the program takes besides those that it sorts in.
const programMemory = 12

// check returns an error if the flags and the arguments do not fit together.
func (x *explorer) check(args []string) error {
	least := programMemory + max(16, 4*x.options.Workers)
	switch {
	case x.table == "":
		return errors.New("explore needs -table DIR, the folder of the table")
	case x.reads() && len(args) > 0:
		return fmt.Errorf("explore reads a table here and takes no files, but got %q", args[0])
	case x.merge && len(args) == 0:
		return errors.New("explore -merge needs the folders of the tables to merge")
	case !x.reads() && len(args) == 0:
		return errors.New("explore needs files to count, or -fen to look a position up")
	case x.options.Shards > 1<<16:
		return errors.New("explore: -shards must be from 1 to 65536")
	case x.memory < least:
		return fmt.Errorf("explore: -memory must be at least %d with %d workers", least, x.options.Workers)
	}
	return nil
}

// count counts the games in files.
func (x *explorer) count(ctx context.Context, names []string) (err error) {
	inputs, err := x.open(names)
	var files []string
	for i := 0; i < len(inputs) && err == nil; i++ {
		files, err = append(files, inputs[i].Name), inputs[i].Err
	}
	bad := bufio.NewWriter(io.Discard)
	if x.bad != "" && err == nil {
		var file *os.File
		if file, err = x.door.Append(x.bad); err == nil {
			defer func() { err = errors.Join(err, file.Close()) }()
			bad.Reset(file)
		}
	}
	if err != nil {
		return err
	}
	o := x.options
	o.Memory = int64(x.memory-programMemory) << 20
	limit := debug.SetMemoryLimit(o.Memory) // for all that the process has
	defer debug.SetMemoryLimit(limit)
	x.bar.show(x.table, "")
	o.Open = func(name string) (io.ReadCloser, error) { return source.Open(name, x.door.In, x.bar.reader) }
	o.Fault = func(f explore.Fault) { fmt.Fprintf(bad, "%s\t%d\t%s\n", f.File, f.Offset, f.Detail) }
	o.Progress = x.progress(inputs)
	stats, err := explore.Count(ctx, x.table, files, o)
	x.bar.hide()
	err = errors.Join(err, bad.Flush())
	if errors.Is(err, context.Canceled) {
		if slices.Contains(names, "-") {
			return fmt.Errorf("interrupted: a count of standard input cannot be continued: remove %s", x.table)
		}
		return fmt.Errorf("interrupted: run the same command to continue with %s", x.table)
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
		t, err := x.openTable(folder)
		if err != nil {
			return err
		}
		defer t.Close()
		tables = append(tables, t)
	}
	defer x.bar.hide()
	x.options.Progress = x.progress(nil)
	return explore.Merge(ctx, x.table, x.options, tables...)
}

// progress returns a function that shows the progress of reading files, of which an earlier count may
// have read the first, and then that of merging.
func (x *explorer) progress(inputs []source.Input) func(explore.Stats) {
	shown := ""
	begin := func(unit, noun string, done, total int64) {
		if shown != unit {
			shown = unit
			x.bar.begin(unit, done, total)
			x.bar.show(x.table, noun)
		}
	}
	return func(s explore.Stats) {
		if s.ToMerge > 0 {
			begin("million rows", "", 0, s.ToMerge)
			x.bar.done.Store(s.Merged)
		} else if shown == "" {
			read := int64(0)
			for _, input := range inputs[:s.Files] {
				read += input.Size
			}
			begin("MB", "faulty games", read, x.bar.total.Load())
		}
		x.bar.games.Store(s.Games)
		x.bar.found.Store(s.Faulty)
	}
}

// openTable opens a table, whose files must not be written.
func (x *explorer) openTable(folder string) (*explore.Table, error) {
	t, err := explore.Open(folder)
	if err != nil {
		return nil, err
	}
	for _, name := range t.Files() {
		if err := x.door.Reads(name); err != nil {
			t.Close()
			return nil, err
		}
	}
	return t, nil
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
	p, err := chess.ParseFEN(x.fen)
	if err != nil {
		return err
	}
	played, err := t.Moves(p, x.games)
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
