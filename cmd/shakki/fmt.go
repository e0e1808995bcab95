package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/source"
)

// format writes game records in the export form of the PGN standard, with the flags of gofmt.
func format(args []string, in io.Reader, out, errs io.Writer) int {
	flags := flag.NewFlagSet("shakki fmt [flags] FILE...", flag.ContinueOnError)
	list := flags.Bool("l", false, "list the files whose form is not the standard one")
	diffs := flags.Bool("d", false, "show how the files differ from the standard form")
	write := flags.Bool("w", false, "write the result to the file instead of standard output")
	language := flags.String("language", "English", "read the letters of the pieces in the language `NAME`")
	if status, ok := parse(flags, args, errs); !ok {
		return status
	}
	if flags.NArg() == 0 {
		return fail(errs, fmt.Errorf("fmt needs at least one file"))
	}
	l, err := chess.ParseLanguage(*language)
	if err != nil {
		return fail(errs, err)
	}
	w := bufio.NewWriter(out)
	f := formatter{list: *list, diff: *diffs, write: *write, language: l, in: in, out: w, errs: errs}
	for name, err := range source.Files(flags.Args()) {
		if err == nil {
			err = f.file(name)
		}
		if err != nil {
			w.Flush()
			f.raise(fail(errs, err))
		}
	}
	if err := w.Flush(); err != nil {
		f.raise(fail(errs, err))
	}
	return f.status
}

// A formatter formats files.
type formatter struct {
	list, diff, write bool
	language          chess.Language // of the files
	in                io.Reader
	out               *bufio.Writer
	errs              io.Writer
	status            int
	wrote             bool // a game has been written to out
}

// raise sets the exit status if it is higher than what it was.
func (f *formatter) raise(status int) { f.status = max(f.status, status) }

// file does with a file what the flags say.
func (f *formatter) file(name string) error {
	if !f.list && !f.diff && !f.write {
		return f.print(name)
	}
	if name == "-" {
		if f.write {
			return errors.New("-: standard input cannot be rewritten: leave out -w")
		}
		spooled, err := f.spool()
		if err != nil {
			return err
		}
		defer os.Remove(spooled)
		return f.compare("-", spooled)
	}
	return f.compare(name, name)
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
	if games.faults > 0 {
		f.raise(1)
	}
	return err
}

// spool copies standard input to a temporary file, since it is read more than once, and returns the
// name of the file.
func (f *formatter) spool() (string, error) {
	file, err := os.CreateTemp("", "shakki-*")
	if err != nil {
		return "", err
	}
	_, err = io.Copy(file, f.in)
	return file.Name(), errors.Join(err, file.Close())
}

// compare does what the flags say if the file at path differs from its standard form.
func (f *formatter) compare(name, path string) error {
	before, err := os.Stat(path)
	if err != nil {
		return err
	}
	differs, faults, err := f.differs(name, path)
	if err != nil {
		return err
	}
	if faults > 0 {
		f.raise(1)
	}
	if !differs {
		return nil
	}
	if f.list {
		fmt.Fprintln(f.out, name)
	}
	switch {
	case !f.write:
		return nil
	case faults > 0:
		fmt.Fprintf(f.errs, "%s: not rewritten, since the errors in it would cost moves or text\n", name)
		return nil
	}
	return rewrite(path, before, f.language)
}

// differs reports whether a file differs from its standard form, and shows how if the flag -d is
// set. It reports the errors in the file and returns how many there are.
func (f *formatter) differs(name, path string) (differs bool, faults int, err error) {
	games, err := source.Open(path, nil, nil)
	if err != nil {
		return false, 0, err
	}
	defer games.Close()
	text, err := source.Open(path, nil, nil)
	if err != nil {
		return false, 0, err
	}
	defer text.Close()
	formatted := newFormatted(name, games, f.language)
	formatted.report = f.errs
	if f.diff {
		out := &countingWriter{w: f.out}
		if err := diff(out, name, text, formatted); err != nil {
			return false, 0, fmt.Errorf("%s: %w", name, err)
		}
		if out.n > 0 {
			f.raise(1)
		}
		return out.n > 0, formatted.faults, nil
	}
	same, err := equalTexts(text, formatted)
	return !same, formatted.faults, err
}

// A countingWriter counts the bytes that are written to w.
type countingWriter struct {
	w io.Writer
	n int
}

func (c *countingWriter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += n
	return n, err
}

// equalTexts reports whether two texts are equal. It reads b to its end.
func equalTexts(a, b io.Reader) (bool, error) {
	x, y := make([]byte, 1<<16), make([]byte, 1<<16)
	for {
		n, err := io.ReadFull(a, x)
		m, err2 := io.ReadFull(b, y)
		for _, err := range []error{err, err2} {
			if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
				return false, err
			}
		}
		if !bytes.Equal(x[:n], y[:m]) {
			_, err := io.Copy(io.Discard, b)
			return false, err
		}
		if n < len(x) {
			return true, nil
		}
	}
}

// rewrite replaces a file by its standard form at once: it writes a new file in the same folder
// with the same permissions and then renames it. The file stays as it is if anything fails, if a
// game would not read back equal, or if the file is no longer the one described by before.
func rewrite(name string, before os.FileInfo, language chess.Language) (err error) {
	path, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	games, err := source.Open(path, nil, nil)
	if err != nil {
		return err
	}
	defer games.Close()
	if games.Compression != "" {
		return fmt.Errorf("%s: not rewritten: it is compressed with %s", name, games.Compression)
	}
	writable, err := os.OpenFile(path, os.O_WRONLY, 0) // what must not be written must not be replaced either
	if err != nil {
		return err
	}
	writable.Close()
	temp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			temp.Close()
			os.Remove(temp.Name())
		}
	}()
	formatted := newFormatted(name, games, language)
	formatted.verify = true
	if _, err := io.Copy(temp, formatted); err != nil {
		return err
	}
	if err := errors.Join(temp.Chmod(before.Mode().Perm()), temp.Sync(), temp.Close()); err != nil {
		return err
	}
	games.Close() // some systems do not rename over an open file
	after, err := os.Stat(path)
	if err != nil {
		return err
	}
	if formatted.faults > 0 || !os.SameFile(before, after) || before.Size() != after.Size() || before.ModTime() != after.ModTime() {
		return fmt.Errorf("%s: not rewritten: it has changed meanwhile", name)
	}
	return os.Rename(temp.Name(), path)
}

// A formatted reads the standard form of game records, one game at a time.
type formatted struct {
	name   string
	games  *chess.PGNReader
	report io.Writer // of the errors in the records, or nil
	verify bool      // make sure that every game reads back equal
	faults int       // the number of errors
	wrote  bool      // a game has been read
	text   []byte    // of the last game
	rest   []byte    // of text, not read yet
}

// newFormatted returns the standard form of the records in r, whose pieces have the letters of the
// given language.
func newFormatted(name string, r io.Reader, language chess.Language) *formatted {
	games := chess.NewPGNReader(r)
	games.Language = language
	return &formatted{name: name, games: games}
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
	g, err := f.games.Read()
	if err == io.EOF {
		return err
	}
	if g == nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	for _, fault := range f.games.Faults() {
		f.faults++
		if f.report != nil {
			fmt.Fprintf(f.report, "%s:%d:%d: %s\n", f.name, fault.Line, fault.Column, fault.Fault())
		}
	}
	f.text = f.text[:0]
	if f.wrote {
		f.text = append(f.text, '\n')
	}
	f.wrote = true
	f.text = g.AppendPGN(f.text, chess.PGNFormat{})
	f.rest = f.text
	if f.verify {
		return f.check(g)
	}
	return nil
}

// check returns an error if the text of g does not read back as g.
func (f *formatted) check(g *chess.Game) error {
	back, err := chess.ParsePGN(string(f.text))
	if err != nil {
		return fmt.Errorf("%s: not rewritten: a game would not read back: %w", f.name, err)
	}
	if d := g.Difference(back); d != "" {
		return fmt.Errorf("%s: not rewritten: a game would change: %s", f.name, d)
	}
	return nil
}
