// Package chesstest helps to test programs that hold chess positions and game records. It checks
// the PGN files of a project, makes random positions and games for property tests, and shows where
// two games or positions differ. It needs only the standard testing package.
package chesstest

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
	"testing"

	"github.com/shakki/chess"
)

// Records says how closely PGN files are checked. The zero Records checks that they can be read and
// that every move is legal.
type Records struct {
	Strict  bool             // also report what the PGN standard does not allow, but is understood
	Arbiter *chess.Arbiter   // if not nil, also report what it finds, such as a wrong result
	Options chess.PGNOptions // the language and the limits for reading
}

// Check checks all files in fsys whose names end in ".pgn", each in a subtest with the name of the
// file. Each mistake is one error:
//
//	club.pgn:12:8: game 3 (Carlsen - Anand): 23... Nf6: the knight on g8 is pinned by the bishop on b5
//
// A file without games is a mistake, and so is an fsys without files, since a test that checks
// nothing is a mistake.
func (r Records) Check(t *testing.T, fsys fs.FS) {
	t.Helper()
	names, err := pgnFiles(fsys)
	if err != nil {
		t.Error(err)
	}
	if len(names) == 0 {
		t.Error("there are no PGN files to check")
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

// pgnFiles returns the names of the PGN files in fsys in lexical order.
func pgnFiles(fsys fs.FS) (names []string, err error) {
	err = fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.EqualFold(path.Ext(name), ".pgn") {
			names = append(names, name)
		}
		return err
	})
	return names, err
}

// faults returns a line for each mistake in a file.
func (r Records) faults(fsys fs.FS, name string) (lines []string) {
	file, err := fsys.Open(name)
	if err != nil {
		return []string{err.Error()}
	}
	defer file.Close()
	s := chess.NewPGNScanner(file)
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
	if s.Game() == 0 {
		return append(lines, name+": the file has no games")
	}
	return lines
}
