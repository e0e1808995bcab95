package chesstest

import (
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/shakki/chess"
)

// Records says how closely PGN files are checked. The zero Records checks that they can be read and
// that every move is legal.
type Records struct {
	Strict  bool             // also report what is understood but not allowed by the PGN standard
	Arbiter *chess.Arbiter   // if not nil, also report what it finds, such as a wrong result
	Options chess.PGNOptions // the language and the limits for reading

	Games    map[string]int // the number of games in each file, by its name; other files have at least one
	Mistakes []string       // mistakes that are expected, as Check writes them; a missing one is an error
}

// Check checks all files in fsys whose names end in ".pgn", ".pgn.gz", or ".pgn.bz2", each in a subtest
// with the name of the file. Each mistake is one error:
//
//	club.pgn:12:8: game 3 (Carlsen - Anand): 23... Nf6: the knight on g8 is pinned by the bishop on b5
//
// A file without games is a mistake, and so is an fsys without files, since a test that checks
// nothing is a mistake. A file whose name ends in ".pgn.zst" is one too: Check does not read Zstandard.
func (r Records) Check(t *testing.T, fsys fs.FS) {
	t.Helper()
	names, err := pgnFiles(fsys)
	if err != nil {
		t.Error(err)
	}
	if len(names) == 0 {
		t.Error("there are no PGN files to check")
	}
	for _, missing := range r.missing(names) {
		t.Error(missing)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Helper()
			for _, fault := range r.faults(fsys, name) {
				t.Error(fault)
			}
		})
	}
}

// missing returns a line for each file for which something is expected and that is not among those given.
func (r Records) missing(names []string) (lines []string) {
	for name := range r.Games {
		if !slices.Contains(names, name) {
			lines = append(lines, name+": there is no such file")
		}
	}
	for _, mistake := range r.Mistakes {
		if !slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(mistake, name+":") }) {
			lines = append(lines, mistake+": expected in a file that does not exist")
		}
	}
	return lines
}

// pgnFiles returns the names of the PGN files in fsys, compressed or not, in lexical order.
func pgnFiles(fsys fs.FS) (names []string, err error) {
	err = fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		plain := strings.ToLower(name)
		for _, ext := range [...]string{".gz", ".bz2", ".zst"} {
			plain = strings.TrimSuffix(plain, ext)
		}
		if err == nil && !entry.IsDir() && path.Ext(plain) == ".pgn" {
			names = append(names, name)
		}
		return err
	})
	return names, err
}

// faults returns a line for each mistake in a file that is not expected, and for each expected one that
// is missing.
func (r Records) faults(fsys fs.FS, name string) (lines []string) {
	found := r.mistakes(fsys, name)
	for _, mistake := range found {
		if !slices.Contains(r.Mistakes, mistake) {
			lines = append(lines, mistake)
		}
	}
	for _, mistake := range r.Mistakes {
		if strings.HasPrefix(mistake, name+":") && !slices.Contains(found, mistake) {
			lines = append(lines, "expected, but not found: "+mistake)
		}
	}
	return lines
}

// decompress returns a reader of the text of a file with the given name.
func decompress(name string, file io.Reader) (io.Reader, error) {
	switch strings.ToLower(path.Ext(name)) {
	case ".gz":
		return gzip.NewReader(file)
	case ".bz2":
		return bzip2.NewReader(file), nil
	case ".zst":
		return nil, errors.New("the file is compressed with Zstandard: decompress it, or use gzip")
	}
	return file, nil
}

// mistakes returns a line for each mistake in a file.
func (r Records) mistakes(fsys fs.FS, name string) (lines []string) {
	file, err := fsys.Open(name)
	if err != nil {
		return []string{err.Error()}
	}
	defer file.Close()
	text, err := decompress(name, file)
	if err != nil {
		return []string{fmt.Sprintf("%s: %v", name, err)}
	}
	s := chess.NewPGNScanner(text)
	s.PGNOptions = r.Options
	s.Strict = r.Strict || r.Options.Strict
	note := func(line, column int, text string) {
		lines = append(lines, fmt.Sprintf("%s:%d:%d: %s", name, line, column, text))
	}
	if r.Arbiter != nil {
		for findings := range r.Arbiter.JudgePGN(s) {
			for _, f := range findings {
				note(f.Line, f.Column, f.String())
			}
		}
	}
	for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
		if event == chess.PGNFault {
			note(s.Fault().Line, s.Fault().Column, s.Fault().Fault())
		}
	}
	if err := s.Err(); err != nil {
		return append(lines, fmt.Sprintf("%s: %v", name, err))
	}
	want, isGiven := r.Games[name]
	switch got := s.Game(); {
	case isGiven && got != want:
		lines = append(lines, fmt.Sprintf("%s: the file has %d games, want %d", name, got, want))
	case !isGiven && got == 0:
		lines = append(lines, name+": the file has no games")
	}
	return lines
}
