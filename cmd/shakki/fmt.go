package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/cmdline"
	"github.com/shakki/chess/internal/pgntext"
	"github.com/shakki/chess/internal/safefile"
	"github.com/shakki/chess/internal/source"
	"github.com/shakki/chess/internal/tagvalue"
)

// format writes game records in the export form of the PGN standard, with the flags of gofmt.
func format(r *invocation) error {
	flags := r.newFlags()
	f := formatter{invocation: r}
	flags.BoolVar(&f.list, "l", false, "list the files whose form is not the standard one")
	flags.BoolVar(&f.diff, "d", false, "show how the files differ from the standard form")
	flags.BoolVar(&f.write, "w", false, "write the result to the file instead of standard output")
	flags.BoolVar(&f.fix, "fix", false, "with -w, also rewrite files in which the result changes what a record says")
	flags.TextVar(&f.language, "language", chess.English, "read the letters of the pieces in the language `NAME`")
	if err := r.parse(flags, "", cmdline.Rule{Flags: "fix", Needs: "w"}); err != nil {
		return err
	}
	names := flags.Args()
	if len(names) == 0 {
		names = []string{"-"}
	}
	inputs, err := r.open(names)
	if err != nil {
		return err
	}
	defer r.giveUpOnSignal()()
	for _, input := range inputs {
		err := input.Err
		if err == nil {
			err = f.file(input.Name)
		}
		r.report(err)
	}
	return nil
}

// A formatter formats files.
type formatter struct {
	*invocation
	list, diff, write, fix bool
	language               chess.Language // of the files
	wrote                  bool           // a game has been written to out
}

// file does with a file what the flags say.
func (f *formatter) file(name string) error {
	info, err := os.Stat(name)
	_, isOpen, _ := safefile.Resolve(name)
	isRegular := name != "-" && !isOpen && (err != nil || info.Mode().IsRegular())
	switch {
	case f.write && !isRegular:
		return fmt.Errorf("%s: only a regular file can be rewritten: leave out -w", name)
	case f.write:
		return f.rewrite(name)
	case !f.list && !f.diff:
		return f.print(name)
	}
	file := f.in
	if name != "-" {
		opened, err := os.Open(name)
		if err != nil {
			return err
		}
		defer opened.Close()
		file = opened
	}
	if !isRegular { // it can be read only once
		spool, err := os.CreateTemp("", "shakki-*")
		if err != nil {
			return err
		}
		os.Remove(spool.Name()) // now, where the system allows that
		defer os.Remove(spool.Name())
		defer spool.Close()
		if _, err := io.Copy(spool, file); err != nil {
			return err
		}
		file = spool
	}
	_, _, err = f.compare(name, file.(*os.File), io.Discard)
	return err
}

// print writes the games of a file to the output.
func (f *formatter) print(name string) error {
	file, err := source.Open(name, f.in, nil)
	if err != nil {
		return err
	}
	defer file.Close()
	games := newFormatted(name, file, f.language)
	games.report, games.wrote = f.errs, f.wrote
	_, err = io.Copy(f.out, games)
	f.wrote = games.wrote
	if games.errors > 0 {
		f.raise(1)
	}
	return err
}

// rewrite replaces a file that differs from its standard form, unless that would lose something.
func (f *formatter) rewrite(name string) error {
	defer f.door.Close() // which does nothing after Commit
	var written io.Writer
	written, denied := f.door.Rewrite(name)
	if denied != nil { // which does not matter if the file has the standard form
		written = io.Discard
	}
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	games, differs, err := f.compare(name, file, written)
	reason := ""
	switch {
	case err != nil || !differs:
		return err
	case games.errors > 0:
		reason = "the errors in it would cost moves or text"
	case games.warnings > 0 && !f.fix:
		reason = "the warnings show what it would no longer say (-fix rewrites it)"
	case denied != nil:
		return denied
	case games.compression != "":
		return fmt.Errorf("%s: not rewritten: it is compressed with %s", name, games.compression)
	default:
		file.Close() // some systems do not rename over an open file
		return f.door.Commit()
	}
	fmt.Fprintf(f.errs, "%s: not rewritten: %s\n", name, reason)
	f.raise(1)
	return nil
}

// compare compares a file with its standard form, shows what the flags ask for, and writes the standard form.
func (f *formatter) compare(name string, file *os.File, written io.Writer) (games *formatted, differs bool, err error) {
	var texts [2]*source.File
	for i := range texts {
		if texts[i], err = source.OpenText(name, io.NewSectionReader(file, 0, math.MaxInt64)); err != nil {
			return nil, false, err
		}
	}
	games = newFormatted(name, texts[1], f.language)
	games.report, games.compression = f.errs, texts[1].Compression
	form := io.TeeReader(games, written)
	if f.diff {
		if differs, err = diff(f.out, name, texts[0], form); err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
	} else {
		differs, err = differ(texts[0], form)
	}
	if err != nil {
		return games, false, err
	}
	if games.errors > 0 || differs && f.diff {
		f.raise(1)
	}
	if differs && f.list {
		fmt.Fprintln(f.out, name)
	}
	return games, differs, nil
}

// differ reports whether two texts differ. It reads b to its end.
func differ(a, b io.Reader) (bool, error) {
	x, y := make([]byte, 1<<16), make([]byte, 1<<16)
	for {
		n, err := pgntext.ReadFull(a, x)
		if err != nil && err != io.EOF {
			return false, err
		}
		m, err := pgntext.ReadFull(b, y)
		if err != nil && err != io.EOF {
			return false, err
		}
		if !bytes.Equal(x[:n], y[:m]) {
			_, err := io.Copy(io.Discard, b)
			return true, err
		}
		if n < len(x) {
			return false, nil
		}
	}
}

// A formatted reads the standard form of game records, one game at a time.
type formatted struct {
	name   string
	games  *chess.PGNReader
	tape   tape
	number int        // of the last game
	game   chess.Game // the last one
	report io.Writer  // of the errors in the records, or nil
	wrote  bool       // a game has been read
	text   []byte     // of the last game
	rest   []byte     // of text, not read yet

	errors, warnings int    // the warnings are about what the standard form does not say
	compression      string // of the file
}

// newFormatted returns the standard form of the records in r, whose pieces have the letters of the
// given language.
func newFormatted(name string, r io.Reader, language chess.Language) *formatted {
	f := &formatted{name: name, tape: tape{r: pgntext.Decode(r)}}
	f.games = chess.NewPGNReader(&f.tape)
	f.games.Language, f.games.Strict = language, true
	return f
}

// Read reads the standard form. The error is that of reading the records.
func (f *formatted) Read(b []byte) (int, error) {
	for len(f.rest) == 0 {
		if err := f.next(); err != nil {
			return 0, err
		}
	}
	n := copy(b, f.rest)
	f.rest = f.rest[n:]
	return n, nil
}

// next formats the next game.
func (f *formatted) next() error {
	err := f.games.ReadInto(&f.game)
	faults, write := f.games.Faults(), f.game.AppendPGN
	if fault := new(chess.PGNError); err == nil || errors.As(err, &fault) {
		f.number++
		f.tape.forget(f.games.GameOffset())
		if tag := f.game.Tag("Variant"); tagvalue.ParseVariant(tag) == tagvalue.OtherVariant {
			faults, write = f.other(tag, faults, write)
		}
	}
	for _, fault := range faults {
		f.count(fault)
	}
	if err == io.EOF {
		return err
	}
	if fault := new(chess.PGNError); err != nil && !errors.As(err, &fault) {
		return err
	}
	f.text = f.text[:0]
	if f.wrote {
		f.text = append(f.text, '\n')
	}
	f.wrote = true
	f.text = write(f.text, chess.PGNFormat{})
	f.rest = f.text
	return nil
}

// appendPGN appends a game to b.
type appendPGN func(b []byte, format chess.PGNFormat) []byte

// other returns the faults of a game of another variant, which tag names, and how it is written: as it was read
// if nobody here plays the variant. If the text has been forgotten, it returns those that are given.
func (f *formatted) other(tag string, faults []*chess.PGNError, write appendPGN) ([]*chess.PGNError, appendPGN) {
	offset := f.games.GameOffset()
	if _, ok := otherVariant(tag); !ok {
		if text := f.tape.text(offset); text != nil {
			return nil, func(b []byte, _ chess.PGNFormat) []byte { return append(append(b, text...), '\n') }
		}
	} else if g, found := f.tape.read(offset, f.number, f.games.PGNOptions); g != nil {
		return found, g.AppendPGN
	}
	return faults, write
}

// count counts a fault and reports it, unless it is a matter of form.
func (f *formatted) count(fault *chess.PGNError) {
	switch {
	case !fault.Lossy:
		return
	case !fault.Warning:
		f.errors++
	default:
		f.warnings++
	}
	if f.report != nil {
		p := problemOf(f.name, fault)
		fmt.Fprintln(f.report, &p)
	}
}
