package explore

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/shakki/chess/internal/safefile"
)

// stopped counts files until there are temporary files, and returns the folder of the table.
func stopped(t *testing.T, files []string) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "table")
	ctx, cancel := context.WithCancel(context.Background())
	o := Options{Shards: 2, Workers: 1, Progress: func(s Stats) {
		if s.Temporary > 0 {
			cancel()
		}
	}}.withDefaults()
	if _, err := o.count(ctx, folder, files, smallBatch(1)); !errors.Is(err, context.Canceled) {
		t.Fatalf("count = %v, want that it is stopped", err)
	}
	return folder
}

// TestTwoAtOnce checks that nobody else can write to the folder of a table while it is written.
func TestTwoAtOnce(t *testing.T) {
	files := writeGames(t, randomGames(4, 50))
	part, want := count(t, Options{Shards: 2}, files)
	folder := filepath.Join(t.TempDir(), "table")
	var locked *safefile.LockedError
	tried := false
	_, err := Count(context.Background(), folder, files, Options{Shards: 2, Progress: func(Stats) {
		tried = true
		if _, err := Count(context.Background(), folder, files, Options{}); !errors.As(err, &locked) {
			t.Errorf("Count during Count = %v, want a LockedError", err)
		}
		if err := Merge(context.Background(), folder, Options{}, mustOpen(t, part)); !errors.As(err, &locked) {
			t.Errorf("Merge during Count = %v, want a LockedError", err)
		}
	}})
	if err != nil || !tried || !bytes.Equal(tableBytes(t, folder), want) {
		t.Errorf("Count = %v, or the table differs", err)
	}
}

// TestChangedInput checks which files may change before a count goes on: those that have not begun.
// Standard input never goes on, because it may have another text.
func TestChangedInput(t *testing.T) {
	first, second := randomGames(4, 1200), randomGames(5, 50)
	change := func(t *testing.T, name string) {
		if err := os.WriteFile(name, []byte(second+second), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, test := range map[string]struct {
		change func(t *testing.T, files []string) []string
		want   string // in the error
	}{
		"the file that has begun": {func(t *testing.T, files []string) []string { change(t, files[0]); return files }, "has changed"},
		"its time": {func(t *testing.T, files []string) []string {
			os.Chtimes(files[0], time.Time{}, time.Unix(1e9, 0))
			return files
		}, ""},
		"more text": {func(t *testing.T, files []string) []string {
			if err := os.WriteFile(files[0], []byte(first+second), 0o644); err != nil {
				t.Fatal(err)
			}
			return files
		}, ""},
		"less text": {func(t *testing.T, files []string) []string {
			if err := os.WriteFile(files[0], []byte(first[:1000]), 0o644); err != nil {
				t.Fatal(err)
			}
			return files
		}, "has changed"},
		"one letter": {func(t *testing.T, files []string) []string {
			if err := os.WriteFile(files[0], []byte(strings.Replace(first, "White", "Whyte", 1)), 0o644); err != nil {
				t.Fatal(err)
			}
			return files
		}, "has changed"},
		"one letter, the same size and time": {func(t *testing.T, files []string) []string {
			info, err := os.Stat(files[0])
			changed := strings.Replace(first, "White", "Whyte", 1)
			if err != nil || os.WriteFile(files[0], []byte(changed), 0o644) != nil || os.Chtimes(files[0], time.Time{}, info.ModTime()) != nil {
				t.Fatal(err)
			}
			return files
		}, "has changed"},
		"less text, the same time": {func(t *testing.T, files []string) []string {
			info, err := os.Stat(files[0])
			if err != nil || os.WriteFile(files[0], []byte(first[:1000]), 0o644) != nil || os.Chtimes(files[0], time.Time{}, info.ModTime()) != nil {
				t.Fatal(err)
			}
			return files
		}, "has changed"},
		"its name":            {func(_ *testing.T, files []string) []string { return files[1:] }, "other files"},
		"no file":             {func(t *testing.T, files []string) []string { os.Remove(files[0]); return files }, "not a regular file"},
		"a file to come":      {func(t *testing.T, files []string) []string { change(t, files[1]); return files }, ""},
		"fewer files to come": {func(_ *testing.T, files []string) []string { return files[:1] }, ""},
		"more files to come":  {func(_ *testing.T, files []string) []string { return append(files, files[0]) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := writeGames(t, first, second)
			folder := stopped(t, files)
			files = test.change(t, files)
			_, err := Count(context.Background(), folder, files, Options{Shards: 2})
			if test.want != "" {
				if err == nil || !strings.Contains(err.Error(), test.want) {
					t.Errorf("Count = %v, want an error with %q", err, test.want)
				}
				return
			}
			if _, want := count(t, Options{Shards: 2}, files); err != nil || !bytes.Equal(tableBytes(t, folder), want) {
				t.Errorf("Count = %v, or the table differs", err)
			}
		})
	}
	for text, want := range map[string]string{second: "", second + second: "has changed", second[:1000]: "has changed"} {
		files := writeGames(t, second, first)
		folder := stopped(t, files) // in the other file
		if err := os.WriteFile(files[0], []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Count(context.Background(), folder, files, Options{Shards: 2}); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("Count after a file that has been read has %d bytes instead of %d = %v, want %q", len(text), len(second), err, want)
		}
	}
	files := writeGames(t, second, first)
	folder := stopped(t, files)
	opens, closes := 0, 0
	broken := Options{Open: func(string) (io.ReadCloser, error) {
		opens++
		return closer{io.MultiReader(strings.NewReader(second), iotest.ErrReader(io.ErrNoProgress)), &closes}, nil
	}}
	if _, err := Count(context.Background(), folder, files, broken); err == nil || !strings.Contains(err.Error(), files[0]+" has changed") || closes != opens {
		t.Errorf("Count after a file that can no longer be read to its end = %v, want an error, and closes it %d of %d times", err, closes, opens)
	}
	files = writeGames(t, first, second)
	folder = stopped(t, files)
	if err := os.Chtimes(files[0], time.Time{}, time.Unix(1e9, 0)); err != nil {
		t.Fatal(err)
	}
	failing := Options{Open: func(string) (io.ReadCloser, error) { return io.NopCloser(iotest.ErrReader(io.ErrNoProgress)), nil }}
	if _, err := Count(context.Background(), folder, files, failing); err == nil || !strings.Contains(err.Error(), "has changed") {
		t.Errorf("Count of a file that can no longer be read = %v, want an error", err)
	}
	for _, o := range []Options{{Plies: 9}, {Label: mustLabel(t, "Event")}} {
		if _, err := Count(context.Background(), folder, files, o); err == nil || !strings.Contains(err.Error(), "other files or options") {
			t.Errorf("Count with %d plies and the label %q = %v, want an error", o.Plies, o.Label, err)
		}
	}
	early := filepath.Join(t.TempDir(), "early")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(os.ErrDeadlineExceeded)
	if _, err := Count(ctx, early, files, Options{Plies: 9}); err != os.ErrDeadlineExceeded {
		t.Errorf("Count that is stopped = %v", err)
	}
	if _, err := Count(context.Background(), early, files[:1], Options{Plies: 3}); err != nil {
		t.Errorf("Count with other options before there are temporary files = %v", err)
	}
	for _, name := range []string{"counting/run-000777-03", fileName(0, 2), fileName(4, 5)} { // of a process that was killed
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	left := 0
	_, err := Count(context.Background(), folder, files, Options{Shards: 2, Progress: func(Stats) {
		names, _ := filepath.Glob(filepath.Join(folder, "*", "run-000777*"))
		left += len(names)
	}})
	if _, want := count(t, Options{Shards: 2}, files); err != nil || left > 0 || !bytes.Equal(tableBytes(t, folder), want) {
		t.Errorf("Count = %v with old files %d times, or the table differs", err, left)
	}
	ends := &counter{Options: Options{Open: func(string) (io.ReadCloser, error) {
		return io.NopCloser(iotest.DataErrReader(strings.NewReader(second))), nil
	}}}
	if err := ends.compare(inputState{Size: int64(len(second)), Sum: crc32.Checksum([]byte(second), castagnoli)}); err != nil {
		t.Errorf("a file that ends where its text has been read: %v", err)
	}
	t.Run("standard input", func(t *testing.T) {
		stdin := os.Stdin
		defer func() { os.Stdin = stdin }()
		read := func(name string) {
			file, err := os.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { file.Close() })
			os.Stdin = file
		}
		files := writeGames(t, first, second)
		read(files[0])
		folder := stopped(t, []string{"-"})
		read(files[1])
		if _, err := Count(context.Background(), folder, []string{"-"}, Options{}); err == nil || !strings.Contains(err.Error(), "not a regular file") {
			t.Errorf("Count = %v, want an error", err)
		}
	})
}

// TestBadFile checks that a file which cannot be opened is an error before any other is read, and
// that a count goes on when a file that breaks off has been replaced.
func TestBadFile(t *testing.T) {
	t.Parallel()
	files := writeGames(t, randomGames(4, 400), "\x1f\x8bno gzip", "")
	missing := filepath.Join(t.TempDir(), "missing.pgn")
	for _, bad := range []string{files[1], missing} {
		o := Options{Progress: func(Stats) { t.Errorf("%s: a file is read before the error", bad) }}
		if _, err := Count(context.Background(), filepath.Join(t.TempDir(), "t"), []string{files[0], bad}, o); err == nil || !strings.Contains(err.Error(), bad) {
			t.Errorf("Count with %s = %v, want an error with its name", bad, err)
		}
	}
	for text, want := range map[string]string{"pipe is broken": "pipe is broken", "broken": "pipe: broken"} {
		broken := Options{Open: func(string) (io.ReadCloser, error) { return io.NopCloser(iotest.ErrReader(errors.New(text))), nil }}
		if _, err := Count(context.Background(), filepath.Join(t.TempDir(), "t"), []string{"pipe"}, broken); fmt.Sprint(err) != want {
			t.Errorf("Count of a stream that fails = %v, want %s", err, want)
		}
	}
	var whole bytes.Buffer
	w := gzip.NewWriter(&whole)
	io.WriteString(w, randomGames(5, 1000))
	w.Close()
	files = []string{files[0], files[2]}
	replace := func(data []byte) {
		if err := os.WriteFile(files[1], data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	replace(whole.Bytes()[:whole.Len()*9/10])
	folder := filepath.Join(t.TempDir(), "table")
	o := Options{Shards: 2, Workers: 1}.withDefaults()
	if _, err := o.count(context.Background(), folder, files, smallBatch(1)); err == nil || !strings.Contains(err.Error(), files[1]) {
		t.Fatalf("Count of a file that breaks off = %v, want an error with its name", err)
	}
	replace(whole.Bytes())
	var least int64 = 1 << 40
	o.Progress = func(s Stats) { least = min(least, s.Games) }
	_, err := Count(context.Background(), folder, files, o)
	if _, want := count(t, Options{Shards: 2}, files); err != nil || least < 500 || !bytes.Equal(tableBytes(t, folder), want) {
		t.Errorf("Count = %v after %d games, want that it goes on to the same table", err, least)
	}
}

// TestCutGame checks that a game which a failure of reading cuts off is not counted, although its moves
// fill the memory: the count goes on with the whole game.
func TestCutGame(t *testing.T) {
	game := strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", blockRows/4+20)
	files := writeGames(t, game+"1-0\n\n"+game+"d4 0-1\n")
	whole, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	_, want := count(t, Options{Shards: 2}, files)
	for _, cut := range []int{9, 7} { // in a move, and after one
		for _, workers := range []int{1, 2} {
			o := Options{Shards: 2, Workers: workers, Open: func(string) (io.ReadCloser, error) {
				return io.NopCloser(io.MultiReader(bytes.NewReader(whole[:len(whole)-cut]), iotest.ErrReader(io.ErrNoProgress))), nil
			}}.withDefaults()
			folder := filepath.Join(t.TempDir(), "table")
			if _, err := o.count(context.Background(), folder, files, smallBatch(1)); !errors.Is(err, io.ErrNoProgress) || !strings.Contains(err.Error(), files[0]) {
				t.Fatalf("count = %v, want %v with the file", err, io.ErrNoProgress)
			}
			if _, err := Count(context.Background(), folder, files, Options{Shards: 2}); err != nil || !bytes.Equal(tableBytes(t, folder), want) {
				t.Errorf("Count = %v after %d bytes less with %d workers, or the table differs", err, cut, workers)
			}
		}
	}
}

// TestOpens checks that a regular file is opened twice and anything else once, and that each is
// closed again.
func TestOpens(t *testing.T) {
	for name, want := range map[string]int{"-": 1, t.TempDir(): 1, writeGames(t, "")[0]: 2} {
		opens, closes := 0, 0
		o := Options{Open: func(string) (io.ReadCloser, error) {
			opens++
			return closer{strings.NewReader("1. e4 *"), &closes}, nil
		}}
		if _, err := Count(context.Background(), filepath.Join(t.TempDir(), "table"), []string{name}, o); err != nil || opens != want || closes != want {
			t.Errorf("Count of %s = %v, and opens it %d times and closes it %d times, want %d", name, err, opens, closes, want)
		}
	}
}

// A closer counts how often it is closed.
type closer struct {
	io.Reader
	closes *int
}

func (c closer) Close() error { *c.closes++; return nil }

// copyFile copies a file.
func copyFile(t *testing.T, to, from string) {
	t.Helper()
	b, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, b, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestForeignFiles checks that sound files of another table or another count are refused.
func TestForeignFiles(t *testing.T) {
	t.Parallel()
	files := writeGames(t, randomGames(4, 400), randomGames(5, 400))
	one, _ := count(t, Options{}, files[:1])
	other, _ := count(t, Options{}, files[1:])
	if err := os.WriteFile(filepath.Join(one, "notes.rows"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	mustOpen(t, one)
	for _, shard := range []int{0, 7, 15} {
		copyFile(t, filepath.Join(one, fileName(shard, 16)), filepath.Join(other, fileName(shard, 16)))
		if _, err := Open(one); err == nil || !strings.Contains(err.Error(), "belong together") {
			t.Errorf("Open of a table with file %d of another one = %v", shard, err)
		}
	}
	for _, shard := range []int{14, 15} {
		if err := os.Remove(filepath.Join(other, fileName(shard, 16))); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Open(other); err == nil || !strings.Contains(err.Error(), "not complete: 14 of 16 files") {
		t.Errorf("Open of a table without two files = %v", err)
	}
	one, other = stopped(t, files[:1]), stopped(t, files[1:])
	run := filepath.Join("counting", runName(0))
	for _, test := range []struct {
		parts []int
		want  string
	}{
		{[]int{3}, ": the files of the table do not belong together, or file 3 of 16 is missing"},
		{[]int{0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, ": it belongs to another count"},
	} {
		for _, part := range test.parts {
			name := filepath.Join(run, fileName(part, runParts))
			copyFile(t, filepath.Join(one, name), filepath.Join(other, name))
		}
		_, err := Count(context.Background(), one, files[:1], Options{})
		if err == nil || !strings.Contains(err.Error(), run+test.want) {
			t.Errorf("Count with temporary files of another count = %v, want %s%s", err, run, test.want)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(one, "*.rows*")); len(left) > 0 {
		t.Errorf("files are left: %q", left)
	}
}

// TestFailedRename checks that nothing of a table is left if a file cannot get its name.
func TestFailedRename(t *testing.T) {
	files := writeGames(t, randomGames(4, 50))
	folder := filepath.Join(t.TempDir(), "table")
	name := filepath.Join(folder, fileName(1, 3))
	_, err := Count(context.Background(), folder, files, Options{Shards: 3, Progress: func(Stats) {
		os.MkdirAll(filepath.Join(name, "in the way"), 0o777)
	}})
	if left, _ := filepath.Glob(filepath.Join(folder, "*.rows*")); err == nil || len(left) != 1 {
		t.Fatalf("Count = %v, files %q are left, want the folder that is in the way", err, left)
	}
	if err := os.RemoveAll(name); err != nil {
		t.Fatal(err)
	}
	if _, err := Count(context.Background(), folder, files, Options{Shards: 3}); err != nil {
		t.Error(err)
	}
	mustOpen(t, folder)
}
