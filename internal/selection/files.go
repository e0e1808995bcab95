package selection

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/shakki/chess/internal/pgntext"
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

// Files are the files that games are written to: one, or one for each key of a [Split].
type Files struct {
	door             *source.Door
	path             string
	output           Output // the form of the games
	isAdded, isSplit bool
	all              map[string]*gameFile // by key
}

// A gameFile is a file with games.
type gameFile struct {
	source.Output
	hasGames bool
}

// NewFiles returns the file with a path, or, with isSplit, the files whose names add a hyphen and a
// key to it. With isAdded, games are added to what the files already hold.
func NewFiles(door *source.Door, path string, output Output, isAdded, isSplit bool) (*Files, error) {
	f := &Files{door, path, output, isAdded, isSplit, map[string]*gameFile{}}
	if isSplit {
		return f, door.Reserve(path)
	}
	_, err := f.get("")
	return f, err
}

// get returns the file with a key, which may be written.
func (f *Files) get(key string) (*gameFile, error) {
	if out := f.all[key]; out != nil {
		return out, nil
	}
	path := f.path
	if f.isSplit {
		path = f.name(key)
	}
	file, err := f.door.Create(path, f.path, f.isAdded)
	if err != nil {
		return nil, err
	}
	if tail := file.Tail; len(tail) == 0 {
		_, err = file.Write(f.output.header())
	} else if f.output.IsPGN() && !endsGame(tail) || tail[len(tail)-1] != '\n' {
		err = fmt.Errorf("%s: cannot append: the last game or line is not complete", path)
	}
	f.all[key] = &gameFile{file, len(file.Tail) > 0}
	return f.all[key], err
}

// write writes a game, and a line feed, to the file with a key.
func (f *Files) write(key string, text []byte) error {
	out, err := f.get(key)
	if err != nil {
		return err
	}
	if out.hasGames && f.output.IsPGN() {
		out.Write(lineFeed)
	}
	out.hasGames = true
	out.Write(text)
	_, err = out.Write(lineFeed) // which returns also an earlier error
	return err
}

var lineFeed = []byte{'\n'}

// writeGame writes a game with its number.
func (f *Files) writeGame(key string, g *foundGame) error {
	text := g.text
	if f.output.Format == JSON || f.output.Format == CSV {
		text = bytes.ReplaceAll(text, []byte(numberMark), strconv.AppendInt(nil, int64(g.number), 10))
	}
	return f.write(key, text)
}

// endsGame reports whether text ends with the result of a game. Comments may follow.
func endsGame(text []byte) bool {
	for {
		text = bytes.TrimSpace(text)
		line := text[bytes.LastIndexByte(text, '\n')+1:]
		at := bytes.LastIndexByte(text, '{')
		if len(line) > 0 && (line[0] == ';' || line[0] == '%') {
			text = text[:len(text)-len(line)]
		} else if bytes.HasSuffix(text, []byte("}")) && at >= 0 {
			text = text[:at]
		} else {
			_, ok := pgntext.ParseResultTag[pgntext.Result](string(text[bytes.LastIndexAny(text, " \t\n]})")+1:]))
			return ok
		}
	}
}

// name returns the name of the file with a key.
func (f *Files) name(key string) string {
	folder, base := filepath.Split(f.path)
	stem, _, _ := strings.Cut(base, ".")
	return folder + stem + "-" + key + base[len(stem):]
}
