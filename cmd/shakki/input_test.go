package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// compressedGame is "1. e4 *\n", compressed.
var compressedGame = map[string]string{
	"gzip":      "H4sIAAAAAAAAAzPUU0g1UdDiAgBgPwMtCAAAAA==",
	"bzip2":     "QlpoOTFBWSZTWVhHbKIAAALZAAAQQBEkAAIAIAAiGmamIYDiQPdF3JFOFCQWEdsogA==",
	"Zstandard": "KLUv/QRYQQAAMS4gZTQgKgoh+PSz",
}

// gzipped returns text compressed with gzip.
func gzipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, text)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestCompressed checks that every command reads compressed files by their content, whatever their
// names, also from standard input and one after another in one file, and that a file that is cut
// off is an error.
func TestCompressed(t *testing.T) {
	for kind, encoded := range compressedGame {
		t.Run(kind, func(t *testing.T) {
			decoded, err := base64.StdEncoding.DecodeString(encoded)
			if err != nil {
				t.Fatal(err)
			}
			data := string(decoded)
			name := tempFile(t, data)
			for _, input := range []struct{ name, want string }{{name, name}, {"-", "-"}} {
				status, out, errs := runWith(t, data, "check", input.name)
				if want := input.want + ": games=1 moves=1 errors=0\n"; status != 0 || out != want || errs != "" {
					t.Errorf("check %s = %d, %q, %q, want 0, %q", input.name, status, out, errs, want)
				}
			}
			if status, out, _ := runWith(t, data+data, "fmt", "-"); status != 0 || strings.Count(out, "1. e4 *\n") != 2 {
				t.Errorf("fmt of two compressed games = %d, %q, want 0 and both", status, out)
			}
			if status, out, errs := runWith(t, "", "judge", name); status != 0 || out != "" || errs != "" {
				t.Errorf("judge = %d, %q, %q, want 0 and no findings", status, out, errs)
			}
			for _, command := range []string{"check", "judge", "fmt"} {
				status, _, errs := runWith(t, data[:len(data)-3], command, "-")
				if status != 2 || !strings.Contains(errs, "shakki: -: ") {
					t.Errorf("%s of a file that is cut off = %d, %q, want 2 and an error", command, status, errs)
				}
			}
		})
	}
}

// TestFolders checks which files of a folder are read, and that what cannot be read is reported.
func TestFolders(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("games/b.pgn", "1. e4 *")
	write("games/a/Z.PGN", "1. d4 d5 *")
	write("games/c.pgn.gz", string(gzipped(t, "1. c4 *")))
	write("games/notes.txt", "1. e9 *")
	write("games/.git/x.pgn", "1. e9 *")
	write("games/.hidden.pgn", "1. e9 *")
	write("none/notes.txt", "1. e9 *")
	games := filepath.Join(folder, "games")
	status, out, errs := runWith(t, "1. e4 e5 *", "check", games, "-", filepath.Join(folder, "none"))
	want := "games/a/Z.PGN: games=1 moves=2 errors=0\ngames/b.pgn: games=1 moves=1 errors=0\n" +
		"games/c.pgn.gz: games=1 moves=1 errors=0\n-: games=1 moves=2 errors=0\n4 files: games=4 moves=6 errors=0\n"
	got := filepath.ToSlash(strings.ReplaceAll(out, folder+string(filepath.Separator), ""))
	if diff := cmp.Diff(want, got); diff != "" || status != 2 || !strings.Contains(errs, "none: no game records") {
		t.Errorf("check of folders = %d, error output %q, output (-want +got):\n%s", status, errs, diff)
	}
	if status, out, _ := runWith(t, "", "fmt", "-l", games); status != 0 || strings.Count(out, "\n") != 3 {
		t.Errorf("fmt -l of a folder = %d, %q, want 0 and three names", status, out)
	}
	if status, _, errs := runWith(t, "", "judge", games); status != 0 || errs != "" {
		t.Errorf("judge of a folder = %d, %q, want 0", status, errs)
	}
}
