package main

import (
	"bufio"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/book"
	"github.com/shakki/chess/internal/safefile"
	"github.com/shakki/chess/internal/source"
)

// bookUsage is what "shakki book" prints without a task.
const bookUsage = `usage:
	shakki book make -o FILE [flags] GAMES...
	        make a book from PGN files
	shakki book merge -o FILE BOOK...
	        write a book with the moves of several
	shakki book edit -o FILE [-fen FEN] [-set MOVE=WEIGHT] [-delete MOVE] [-clean] BOOK
	        change moves of a position; the book need not be sorted
	shakki book list BOOK
	        print all entries: key, move, weight, learn
	shakki book look [-fen FEN] BOOK
	        print the moves of a position and their shares
`

// bookTask runs the command book.
func bookTask(args []string, in io.Reader, out, errs io.Writer) int {
	tasks := map[string]func(*bookRun) error{
		"make": (*bookRun).make, "merge": (*bookRun).merge, "edit": (*bookRun).edit, "list": (*bookRun).list, "look": (*bookRun).look,
	}
	if len(args) == 0 || tasks[args[0]] == nil {
		fmt.Fprint(errs, bookUsage)
		return 2
	}
	_, line, _ := strings.Cut(bookUsage, "\tshakki book "+args[0])
	line, _, _ = strings.Cut(line, "\n")
	b := bookRun{flags: newFlags("book " + args[0] + line), task: "book " + args[0], in: in, errs: errs, args: args[1:]}
	w := bufio.NewWriter(out)
	b.out = w
	err := tasks[args[0]](&b)
	for _, opened := range b.books {
		opened.Close()
	}
	if err = cmp.Or(err, w.Flush()); err != nil && !errors.Is(err, errUsage) {
		return fail(errs, err)
	}
	return b.status
}

// errUsage says that the flags have been dealt with.
var errUsage = errors.New("usage")

// A bookRun is one run of the command book.
type bookRun struct {
	flags     *flag.FlagSet
	task      string // "book make"
	args      []string
	in        io.Reader
	out, errs io.Writer
	status    int
	books     []*book.Book // that are open

	fen, output string
}

// parse parses the flags and returns the other arguments, which must be at least one.
func (b *bookRun) parse(what string) ([]string, error) {
	status, ok := parse(b.flags, b.args, "", b.out, b.errs)
	b.status = status
	switch {
	case !ok:
		return nil, errUsage
	case b.flags.NArg() == 0:
		return nil, fmt.Errorf("%s needs %s", b.task, what)
	case b.flags.Lookup("o") != nil && b.output == "":
		return nil, fmt.Errorf("%s needs -o FILE, the book to write", b.task)
	}
	return b.flags.Args(), nil
}

// position returns the position of the flag -fen.
func (b *bookRun) position() (chess.Position, error) { return parsePosition([]string{b.fen}) }

// open parses the flags and opens the books that the other arguments name.
func (b *bookRun) open(what string) (names []string, err error) {
	names, err = b.parse(what)
	for _, name := range names {
		opened, err := book.Open(name)
		if err != nil {
			return names, fmt.Errorf("%s: %w", name, err)
		}
		b.books = append(b.books, opened)
	}
	return names, err
}

// make makes a book from games.
func (b *bookRun) make() error {
	var builder book.Builder
	defer builder.Close()
	b.flags.StringVar(&b.output, "o", "", "write the book to `FILE`")
	b.flags.IntVar(&builder.MaxPlies, "plies", 0, "count the first `N` plies of each game (default all)")
	b.flags.IntVar(&builder.MinGames, "min-games", 1, "leave out moves of fewer than `N` games")
	b.flags.Float64Var(&builder.MinScore, "min-score", 0, "leave out moves that scored less than `N` percent")
	b.flags.BoolVar(&builder.Uniform, "uniform", false, "give all moves the same weight")
	color := b.flags.String("color", "", "only the moves of `white` or black")
	names, err := b.parse("PGN files")
	if err != nil {
		return err
	}
	if *color != "" {
		var c chess.Color
		if err := c.UnmarshalText([]byte(*color)); err != nil {
			return err
		}
		builder.Colors = []chess.Color{c}
	}
	for name, err := range source.Files(names) {
		if err == nil {
			err = b.addGames(&builder, name)
		}
		if err != nil {
			return err
		}
	}
	return safefile.Replace(b.output, 0o666, func(w io.Writer) error {
		_, err := builder.WriteTo(w)
		return err
	})
}

// addGames adds the games of a file. Those with faults are reported and left out.
func (b *bookRun) addGames(builder *book.Builder, name string) error {
	file, err := source.Open(name, b.in, nil)
	if err != nil {
		return err
	}
	defer file.Close()
	s := chess.NewPGNScanner(file)
	for {
		err := builder.AddPGN(s)
		var fault *chess.PGNError
		if !errors.As(err, &fault) {
			return err
		}
		b.status = 1
		fmt.Fprintf(b.errs, "%s:%v\n", name, fault)
	}
}

// merge merges books.
func (b *bookRun) merge() error {
	b.flags.StringVar(&b.output, "o", "", "write the book to `FILE`")
	_, err := b.open("books")
	if err != nil {
		return err
	}
	return safefile.Replace(b.output, 0o666, func(w io.Writer) error { return book.Merge(w, b.books...) })
}

// edit changes a book.
func (b *bookRun) edit() error {
	var editor book.Editor
	var changes []func(chess.Position) error
	clean := false
	b.flags.StringVar(&b.output, "o", "", "write the book to `FILE`")
	b.flags.StringVar(&b.fen, "fen", "startpos", "the position `FEN` whose moves -set and -delete change")
	b.flags.BoolVar(&clean, "clean", false, "bring castling into one form and drop moves that are not legal, from the position of -fen on")
	b.flags.Func("set", "give `MOVE=WEIGHT`, such as e4=10, its weight; may be repeated", func(text string) error {
		san, number, _ := strings.Cut(text, "=")
		if i := strings.LastIndexByte(text, '='); i >= 0 { // e8=Q=5
			san, number = text[:i], text[i+1:]
		}
		weight, err := strconv.ParseUint(number, 10, 16)
		changes = append(changes, func(p chess.Position) error {
			m, err := p.ParseSAN(san)
			if err != nil {
				return err
			}
			return editor.Set(p, m, uint16(weight))
		})
		return err
	})
	b.flags.Func("delete", "delete `MOVE`; may be repeated", func(san string) error {
		changes = append(changes, func(p chess.Position) error {
			m, err := p.ParseSAN(san)
			if err == nil && !editor.Delete(p, m) {
				err = fmt.Errorf("the book does not have the move %s in this position", san)
			}
			return err
		})
		return nil
	})
	_, err := b.open("a book")
	if err != nil {
		return err
	}
	p, err := b.position()
	if err != nil {
		return err
	}
	for _, opened := range b.books {
		if err := editor.Add(opened); err != nil {
			b.status = 1
			fmt.Fprintln(b.errs, err)
		}
	}
	for _, change := range changes {
		if err := change(p); err != nil {
			return err
		}
	}
	if clean {
		fmt.Fprintf(b.out, "%d entries are gone\n", editor.Clean(p))
	}
	return safefile.Replace(b.output, 0o666, func(w io.Writer) error {
		_, err := editor.WriteTo(w)
		return err
	})
}

// list prints the entries of books.
func (b *bookRun) list() error {
	names, err := b.open("a book")
	if err != nil {
		return err
	}
	for i, opened := range b.books {
		for e, err := range opened.All() {
			if err != nil {
				b.status = 1
				fmt.Fprintf(b.errs, "%s: %v\n", names[i], err)
				continue
			}
			fmt.Fprintf(b.out, "%016x %v %d %d\n", e.Key, e.Move, e.Weight, e.Learn)
		}
	}
	return nil
}

// look prints the moves of a position.
func (b *bookRun) look() error {
	b.flags.StringVar(&b.fen, "fen", "startpos", "the position `FEN`")
	names, err := b.open("a book")
	if err != nil {
		return err
	}
	p, err := b.position()
	if err != nil {
		return err
	}
	for i, opened := range b.books {
		entries, err := opened.Entries(p)
		if err != nil {
			b.status = 1
			fmt.Fprintf(b.errs, "%s: %v\n", names[i], err)
		}
		sum := 0
		for _, e := range entries {
			sum += int(e.Weight)
		}
		for _, e := range entries {
			fmt.Fprintf(b.out, "%-7s %6d %5.1f%%\n", p.SAN(e.Move), e.Weight, 100*float64(e.Weight)/float64(max(sum, 1)))
		}
	}
	return nil
}
