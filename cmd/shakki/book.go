package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/book"
	"github.com/shakki/chess/internal/source"
)

// A bookTask adds the flags of a task of the command book, and returns what it does after the start.
type bookTask func(*bookRun) (run func() error)

// define defines the task as a command, which opens the books that its arguments name.
func (task bookTask) define(r *invocation) func() error {
	b := &bookRun{invocation: r}
	run := task(b)
	return func() error {
		if err := b.start(); err != nil {
			return err
		}
		names := b.flags.Args()
		if b.readsGames {
			names = nil
		}
		for _, name := range names {
			opened, err := book.Open(name)
			if err != nil {
				return err
			}
			defer opened.Close()
			b.books = append(b.books, opened)
		}
		return run()
	}
}

// A bookRun is one run of the command book.
type bookRun struct {
	*invocation
	books      []*book.Book // that are open
	readsGames bool         // the arguments name files of games

	fen, output string
	inputs      []source.Input
	written     source.Output  // the file of output
	position    chess.Position // of the flag -fen, if there is one
}

// start finds the files to read, creates the book to write, which must not be one of these files, and parses
// the position.
func (b *bookRun) start() (err error) {
	b.inputs, err = b.open(b.flags.Args())
	switch isWritten := b.flags.Lookup("o") != nil; {
	case isWritten && b.output == "":
		return fmt.Errorf("%s needs -o FILE, the book to write", b.name)
	case isWritten && err == nil:
		b.written, err = b.door.Create(b.output, b.output, false)
	}
	if err == nil && b.flags.Lookup("fen") != nil {
		b.position, err = chess.ParseFEN(b.fen)
	}
	return err
}

// save writes the book to the file of the flag -o.
func (b *bookRun) save(write func(io.Writer) (int64, error)) error {
	if _, err := write(b.written); err != nil {
		return err
	}
	return b.door.Commit()
}

// make makes a book from games.
func (b *bookRun) make() func() error {
	var builder book.Builder
	b.readsGames = true
	b.flags.StringVar(&b.output, "o", "", "write the book to `FILE`")
	b.flags.Number(&builder.MaxPlies, "plies", "count the first `N` plies of each game (default all)")
	b.flags.Number(&builder.MinGames, "min-games", "leave out moves of fewer than `N` games")
	b.flags.Func("min-score", "leave out moves that scored less than `N` percent", func(text string) (err error) {
		builder.MinScore, err = strconv.ParseFloat(text, 64)
		if err != nil || !(0 <= builder.MinScore && builder.MinScore <= 100) {
			return errors.New("want a number from 0 to 100")
		}
		return nil
	})
	b.flags.BoolVar(&builder.Uniform, "uniform", false, "give all moves the same weight")
	b.flags.Func("color", "only the moves of `white` or black", func(text string) error {
		builder.Colors = make([]chess.Color, 1)
		return builder.Colors[0].UnmarshalText([]byte(text))
	})
	return func() error {
		defer builder.Close()
		for _, input := range b.inputs {
			err := b.read(input, "faulty games", func(in io.Reader) error { return b.addGames(&builder, input.Name, in) })
			if err != nil {
				return err
			}
		}
		return b.save(builder.WriteTo)
	}
}

// addGames adds the games of a file. Those with errors are reported and left out.
func (b *bookRun) addGames(builder *book.Builder, name string, in io.Reader) error {
	s := chess.NewPGNScanner(in)
	for {
		err := builder.AddPGN(s)
		var fault *chess.PGNError
		if !errors.As(err, &fault) {
			return err
		}
		b.bar.found.Add(1)
		b.fault(name, fault)
	}
}

// merge merges books.
func (b *bookRun) merge() func() error {
	b.flags.StringVar(&b.output, "o", "", "write the book to `FILE`")
	return func() error {
		return b.save(func(w io.Writer) (int64, error) { return 0, book.Merge(w, b.books...) })
	}
}

// edit changes a book.
func (b *bookRun) edit() func() error {
	var editor book.Editor
	var changes []func(chess.Position) error
	clean := false
	b.flags.StringVar(&b.output, "o", "", "write the book to `FILE`")
	b.flags.StringVar(&b.fen, "fen", "startpos", "the position `FEN` whose moves -set and -delete change")
	b.flags.BoolVar(&clean, "clean", false, "bring castling into one form and drop moves that are not legal, from the position of -fen on")
	b.flags.Func("set", "give `MOVE=WEIGHT`, such as e4=10, its weight; may be repeated", func(text string) error {
		i := max(strings.LastIndexByte(text, '='), 0) // as in e8=Q=5
		san := text[:i]
		weight, err := strconv.ParseUint(strings.TrimPrefix(text[i:], "="), 10, 16)
		if err != nil || san == "" {
			return errors.New("want a move and a weight from 0 to 65535, such as e4=10")
		}
		changes = append(changes, func(p chess.Position) error {
			m, err := p.ParseSAN(san)
			if err != nil {
				return err
			}
			return editor.Set(p, m, uint16(weight))
		})
		return nil
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
	return func() error {
		for _, opened := range b.books {
			if err := editor.Add(opened); err != nil {
				b.raise(1)
				fmt.Fprintln(b.door.Err, err)
			}
		}
		for _, change := range changes {
			if err := change(b.position); err != nil {
				return err
			}
		}
		if clean {
			fmt.Fprintf(b.out, "%d entries are gone\n", editor.Clean(b.position))
		}
		return b.save(editor.WriteTo)
	}
}

// list prints the entries of books.
func (b *bookRun) list() func() error {
	return func() error {
		for i, opened := range b.books {
			for e, err := range opened.All() {
				if err != nil {
					b.damaged(i, err)
					continue
				}
				fmt.Fprintf(b.out, "%016x %v %d %d\n", e.Key, e.Move, e.Weight, e.Learn)
			}
		}
		return nil
	}
}

// damaged prints what is wrong with a book.
func (b *bookRun) damaged(i int, err error) {
	b.raise(1)
	fmt.Fprintf(b.door.Err, "%s: %v\n", b.flags.Arg(i), err)
}

// look prints the moves of a position.
func (b *bookRun) look() func() error {
	b.flags.StringVar(&b.fen, "fen", "startpos", "the position `FEN`")
	return func() error {
		for i, opened := range b.books {
			entries, err := opened.Entries(b.position)
			if err != nil {
				b.damaged(i, err)
			}
			sum := 0
			for _, e := range entries {
				sum += int(e.Weight)
			}
			for _, e := range entries {
				fmt.Fprintf(b.out, "%-7s %6d %5.1f%%\n", b.position.SAN(e.Move), e.Weight, 100*float64(e.Weight)/float64(max(sum, 1)))
			}
		}
		return nil
	}
}
