package main

import (
	"bytes"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"os"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/pgntext"
	"github.com/shakki/chess/internal/safefile"
	"github.com/shakki/chess/internal/source"
	"github.com/shakki/chess/internal/tagvalue"
)

// format writes game records in the export form of the PGN standard, with the flags of gofmt.
func format(r *invocation) func() error {
	f := &formatter{invocation: r}
	r.flags.BoolVar(&f.list, "l", false, "list the files whose form is not the standard one")
	r.flags.BoolVar(&f.diff, "d", false, "show how the files differ from the standard form")
	r.flags.BoolVar(&f.write, "w", false, "write the result to the file instead of standard output")
	r.flags.BoolVar(&f.fix, "fix", false, "with -w, also rewrite files in which the result changes what a record says")
	r.flags.TextVar(&f.language, "language", chess.English, "read the letters of the pieces in the language `NAME`")
	return f.run
}

// run formats all files, or standard input.
func (f *formatter) run() error {
	names := f.flags.Args()
	if len(names) == 0 {
		names = []string{"-"}
	}
	inputs, err := f.open(names)
	if err != nil {
		return err
	}
	for _, input := range inputs {
		err := input.Err
		if err == nil {
			err = f.file(input.Name)
		}
		f.report(err)
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
	if f.write && !canRewrite(name) {
		return fmt.Errorf("%s: only a regular file can be rewritten: leave out -w", name)
	}
	file, err := source.Open(name, f.door.In, nil)
	if err != nil {
		return err
	}
	defer file.Close()
	if f.write {
		return f.rewrite(name, file)
	}
	out := io.Discard
	if !f.list && !f.diff {
		out = f.out
	}
	_, _, err = f.compare(name, file, out)
	return err
}

// canRewrite reports whether a file is regular. If there is an error, it returns true, and opening the file
// reports the error.
func canRewrite(name string) bool {
	info, err := os.Stat(name)
	_, isOpen, _ := safefile.Resolve(name)
	return name != "-" && !isOpen && (err != nil || info.Mode().IsRegular())
}

// rewrite replaces a file that differs from its standard form, unless that would lose something.
func (f *formatter) rewrite(name string, file *source.File) error {
	defer f.door.Close() // which does nothing after Commit
	var written io.Writer
	written, denied := f.door.Rewrite(name)
	if denied != nil { // which does not matter if the file has the standard form
		written = io.Discard
	}
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
	case file.Compression != "":
		return fmt.Errorf("%s: not rewritten: it is compressed with %s", name, file.Compression)
	default:
		file.Close() // some systems do not rename over an open file
		return f.door.Commit()
	}
	fmt.Fprintf(f.door.Err, "%s: not rewritten: %s\n", name, reason)
	f.raise(1)
	return nil
}

// compare writes the standard form of a file, and shows what the flags ask for. Whether the file differs, hashes
// of both texts tell, which are random and have 64 bits.
func (f *formatter) compare(name string, text io.Reader, out io.Writer) (games *formatted, differs bool, err error) {
	var before, after maphash.Hash
	after.SetSeed(before.Seed())
	var read bytes.Buffer // for the diff
	seen := io.Writer(&before)
	if f.diff {
		seen = io.MultiWriter(&before, &read)
	}
	games = &formatted{name: name, tape: source.Tape{R: pgntext.Decode(io.TeeReader(text, seen))}, report: f.door.Err, wrote: f.wrote}
	games.reader = chess.NewPGNReader(&games.tape)
	games.reader.Language, games.reader.Strict = f.language, true
	form := io.TeeReader(half{games, &games.form}, io.MultiWriter(&after, out))
	if f.diff {
		err = diff(f.out, name, half{games, &read}, form)
	} else {
		_, err = io.Copy(io.Discard, form)
	}
	f.wrote = games.wrote && out == f.out
	differs = before.Sum64() != after.Sum64()
	if games.errors > 0 || differs && f.diff {
		f.raise(1)
	}
	if differs && f.list && err == nil {
		fmt.Fprintln(f.out, name)
	}
	return games, differs, err
}

// A formatted is the standard form of game records, which are read one game at a time.
type formatted struct {
	name   string
	reader *chess.PGNReader
	tape   source.Tape
	number int        // of the last game
	game   chess.Game // the last one
	report io.Writer  // of the errors in the records
	wrote  bool       // a game has been read

	form  bytes.Buffer // of the games that have been read, unless it has been taken
	ended error        // of reading, or nil

	errors, warnings int // the warnings are about what the standard form does not say
}

// A half reads what a formatted adds to a buffer with each game.
type half struct {
	*formatted
	*bytes.Buffer
}

// Read reads from the buffer. The error is that of reading the records.
func (h half) Read(b []byte) (int, error) {
	for h.Len() == 0 && h.ended == nil {
		h.ended = h.next()
	}
	if h.Len() == 0 {
		return 0, h.ended
	}
	return h.Buffer.Read(b)
}

// next formats the next game.
func (f *formatted) next() error {
	err := f.reader.ReadInto(&f.game)
	faults, write := f.reader.Faults(), f.game.AppendPGN
	isGame := err == nil || errors.As(err, new(*chess.PGNError))
	if isGame {
		f.number++
		f.tape.Forget(f.reader.GameOffset())
		if tag := f.game.Tag("Variant"); tagvalue.ParseVariant(tag) == tagvalue.OtherVariant {
			faults, write = f.other(tag, faults, write)
		}
	}
	for _, fault := range faults {
		f.count(fault)
	}
	if !isGame {
		return err
	}
	if f.wrote {
		f.form.WriteByte('\n')
	}
	f.wrote = true
	f.form.Write(write(f.form.AvailableBuffer(), chess.PGNFormat{}))
	return nil
}

// appendPGN appends a game to b.
type appendPGN func(b []byte, format chess.PGNFormat) []byte

// other returns the faults of a game of another variant, which tag names, and how it is written: as it was read
// if nobody here plays the variant. If the text has been forgotten, it returns those that are given.
func (f *formatted) other(tag string, faults []*chess.PGNError, write appendPGN) ([]*chess.PGNError, appendPGN) {
	offset := f.reader.GameOffset()
	if _, ok := otherVariant(tag); !ok {
		if text := textOf(&f.tape, offset); text != nil {
			return nil, func(b []byte, _ chess.PGNFormat) []byte { return append(append(b, text...), '\n') }
		}
	} else if g, found := readVariant(&f.tape, offset, f.number, f.reader.PGNOptions); g != nil {
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
	p := problemOf(f.name, fault)
	fmt.Fprintln(f.report, &p)
}
