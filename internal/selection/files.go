package selection

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/shakki/chess/internal/source"
)

// Split says how the selected games are shared between several files. The zero Split has one file.
type Split struct {
	Games int                       // the number of games of each file, or 0
	key   func(l *tagList) []string // the names of the files of a game, or nil
}

// IsSet reports whether there is more than one file.
func (s Split) IsSet() bool { return s.Games > 0 || s.key != nil }

// ParseSplit parses the way to share games between files: a number of games, "eco" with the parts
// "eco1" and "eco2" for the first letter and digit, "player" for one file for each player, "month"
// or "year", or the name of a tag.
func ParseSplit(s string) (Split, error) {
	if n, err := strconv.Atoi(s); err == nil && n > 0 {
		return Split{Games: n}, nil
	}
	one := func(name string, size int) Split {
		return Split{key: func(l *tagList) []string {
			value := l.known(name)
			return []string{fileKey(strings.TrimRight(value[:min(len(value), size)], ".?"))}
		}}
	}
	parts := map[string]struct {
		tag  string
		size int
	}{"eco": {"ECO", 3}, "eco1": {"ECO", 1}, "eco2": {"ECO", 2}, "year": {"Date", len("2024")}, "month": {"Date", len("2024.01")}}
	switch part, ok := parts[s]; {
	case ok:
		return one(part.tag, part.size), nil
	case s == "player":
		return Split{key: func(l *tagList) []string {
			return slices.Compact([]string{fileKey(l.known("White")), fileKey(l.known("Black"))})
		}}, nil
	case s != "" && unicode.IsUpper(rune(s[0])):
		return one(s, 80), nil
	}
	return Split{}, fmt.Errorf("%q is neither a number of games, nor eco, eco1, eco2, player, month, year, or a tag", s)
}

// fileKey returns text as a part of the name of a file.
func fileKey(text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '.' })
	text = strings.ReplaceAll(strings.Join(words, "_"), ".", "-")
	return cmp.Or(strings.ToValidUTF8(text[:min(len(text), 80)], ""), "unknown")
}

// mostOpen is the number of files that are open at a time.
const mostOpen = 64

// Files are the files that games are written to: one, or one for each key of a [Split].
type Files struct {
	path      string
	isAdded   bool // games are added to what the files hold
	header    []byte
	separated bool // a blank line separates games

	open  []*outFile      // those that are open, the last used at the end
	begun map[string]bool // the keys of files that have been written to
}

// An outFile is an open file.
type outFile struct {
	*bufio.Writer
	key  string
	file io.Closer
}

// NewFiles returns the file with a path, or the files whose names add a hyphen and a key to it.
// With isAdded, games are added to what the files already hold.
func NewFiles(path string, isAdded bool) *Files {
	return &Files{path: path, isAdded: isAdded, begun: map[string]bool{}}
}

// NewStream returns a writer to w instead of files.
func NewStream(w io.Writer) *Files {
	f := NewFiles("", false)
	f.open = []*outFile{{Writer: bufio.NewWriterSize(w, 1<<16)}}
	return f
}

// write writes the parts of a game to the file with a key, and a line feed.
func (f *Files) write(key string, parts ...[]byte) error {
	out, err := f.get(key)
	if err != nil {
		return err
	}
	switch {
	case !f.begun[key]:
		f.begun[key] = true
		out.Write(f.header)
	case f.separated:
		out.WriteByte('\n')
	}
	for _, part := range parts {
		out.Write(part)
	}
	return out.WriteByte('\n')
}

// writeGame writes a game with its number.
func (f *Files) writeGame(key string, g *foundGame) error {
	if at := g.numberAt; at >= 0 {
		return f.write(key, g.text[:at], strconv.AppendInt(nil, int64(g.number), 10), g.text[at:])
	}
	return f.write(key, g.text)
}

// get returns the open file with a key.
func (f *Files) get(key string) (*outFile, error) {
	if i := slices.IndexFunc(f.open, func(o *outFile) bool { return o.key == key }); i >= 0 {
		out := f.open[i]
		f.open = append(slices.Delete(f.open, i, i+1), out)
		return out, nil
	}
	if len(f.open) == mostOpen {
		if err := f.open[0].close(); err != nil {
			return nil, err
		}
		f.open = slices.Delete(f.open, 0, 1)
	}
	file, isNew, err := source.Create(f.name(key), f.isAdded || f.begun[key])
	if err != nil {
		return nil, err
	}
	f.begun[key] = !isNew
	out := &outFile{bufio.NewWriterSize(file, 1<<14), key, file}
	f.open = append(f.open, out)
	return out, nil
}

// name returns the name of the file with a key.
func (f *Files) name(key string) string {
	if key == "" {
		return f.path
	}
	folder, base := filepath.Split(f.path)
	stem, _, _ := strings.Cut(base, ".")
	return folder + stem + "-" + key + base[len(stem):]
}

// close closes all files. A file that no game was written to has the header alone.
func (f *Files) close() error {
	var errs []error
	if len(f.begun) == 0 {
		out, err := f.get("")
		if err == nil && !f.begun[""] {
			out.Write(f.header)
		}
		errs = append(errs, err)
	}
	for _, out := range f.open {
		errs = append(errs, out.close())
	}
	return errors.Join(errs...)
}

// close closes the file.
func (o *outFile) close() error {
	err := o.Flush()
	if o.file != nil {
		err = errors.Join(err, o.file.Close())
	}
	return err
}
