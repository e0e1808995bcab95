package explore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// TestChangedState checks that a state of which one digit was changed is not believed.
func TestChangedState(t *testing.T) {
	t.Parallel()
	files := writeGames(t, randomGames(4, 2500))
	folder := stopped(t, files)
	name := filepath.Join(folder, "counting", stateName)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range text {
		if !unicode.IsDigit(rune(c)) {
			continue
		}
		changed := bytes.Clone(text)
		changed[i] = '0' + (c-'0'+1)%10
		if err := new(state).parse(changed); err != errDamaged {
			t.Errorf("the digit %d of the state changed: %v, want damage", i, err)
		}
		if err := os.WriteFile(name, changed, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Count(context.Background(), folder, files, Options{}); !errors.Is(err, errDamaged) {
		t.Errorf("Count with a state that was changed = %v, want damage", err)
	}
	object, _, _ := bytes.Cut(text, []byte("\n"))
	object = bytes.Replace(object, fmt.Appendf(nil, `"format":%d`, stateFormat), []byte(`"format":6`), 1)
	if err := os.WriteFile(name, fmt.Appendf(nil, stateSum, object, crc32.Checksum(object, castagnoli)), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Count(context.Background(), folder, files, Options{}); err == nil || !strings.Contains(err.Error(), "another version") {
		t.Errorf("Count with a state of another version = %v, want an error", err)
	}
}

// TestDamagedRuns checks that temporary files which are cut, damaged, or missing are refused when a
// count goes on.
func TestDamagedRuns(t *testing.T) {
	t.Parallel()
	files := writeGames(t, randomGames(4, 400))
	for name, damage := range map[string]func([]byte) []byte{
		"cut":     func(b []byte) []byte { return b[:len(b)/2] },
		"page":    func(b []byte) []byte { return b[:len(b)-pageSize] },
		"flipped": func(b []byte) []byte { b[len(b)/2] ^= 4; return b },
		"missing": func([]byte) []byte { return nil },
	} {
		folder := filepath.Join(t.TempDir(), "table")
		ctx, cancel := context.WithCancel(context.Background())
		o := Options{Progress: func(s Stats) {
			if s.Temporary > 0 {
				cancel()
			}
		}}.withDefaults()
		if _, err := o.count(ctx, folder, files, smallBatch(1)); err == nil {
			t.Fatal("the count has ended before it was stopped")
		}
		run := filepath.Join(folder, "counting", runName(0), fileName(3, runParts))
		b, err := os.ReadFile(run)
		if err != nil {
			t.Fatal(err)
		}
		if b = damage(b); b == nil {
			err = os.Remove(run)
		} else {
			err = os.WriteFile(run, b, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		_, err = Count(context.Background(), folder, files, Options{})
		want := run
		if b == nil {
			want = filepath.Dir(run) + ": the files of the table do not belong together, or file 3 of 16 is missing"
		}
		if again := "(remove " + filepath.Join(folder, "counting") + " to count again)"; err == nil || !strings.Contains(err.Error(), want) || name != "flipped" && !strings.HasSuffix(err.Error(), again) {
			t.Errorf("Count with a temporary file that is %s = %v, want %s %s", name, err, want, again)
		}
		if _, err := Open(folder); err == nil {
			t.Errorf("there is a table from a temporary file that is %s", name)
		}
	}
}

// TestFewerFiles checks that a count does not go on with fewer files than it has begun to read.
func TestFewerFiles(t *testing.T) {
	t.Parallel()
	files := writeGames(t, randomGames(5, 3), randomGames(4, 400))
	folder := stopped(t, files)
	if _, err := Count(context.Background(), folder, files[:1], Options{}); err == nil || !strings.Contains(err.Error(), "other files or options") {
		t.Errorf("Count of the first file = %v, want an error", err)
	}
	wrong, want := []string{files[1], files[0]}, "other files: "+files[0]+" instead of "+files[1]
	if _, err := Count(context.Background(), folder, wrong, Options{}); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("Count of the files in another order = %v, want an error with %q", err, want)
	}
	if _, err := Count(context.Background(), folder, files, Options{Plies: 9}); err == nil || !strings.Contains(err.Error(), "other files or options") {
		t.Errorf("Count of other plies = %v, want an error", err)
	}
	if _, err := Count(context.Background(), folder, append(files, files[0]), Options{}); err != nil {
		t.Errorf("Count with one more file = %v", err)
	}
}

// TestPartOfTable checks that a count which goes on removes the files of a table that was not finished.
func TestPartOfTable(t *testing.T) {
	t.Parallel()
	files := writeGames(t, randomGames(4, 400))
	folder := stopped(t, files)
	if err := os.WriteFile(filepath.Join(folder, fileName(4, 5)), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Count(context.Background(), folder, files, Options{Shards: 2}); err != nil {
		t.Fatal(err)
	}
	if want := []string{filepath.Join(folder, fileName(0, 2)), filepath.Join(folder, fileName(1, 2))}; !slices.Equal(mustOpen(t, folder).Files(), want) {
		t.Errorf("the table has the files %q, want %q", mustOpen(t, folder).Files(), want)
	}
}

// TestNumbersOfRuns checks that a run never takes the place of another one.
func TestNumbersOfRuns(t *testing.T) {
	t.Parallel()
	c := &counter{Options: Options{}.withDefaults(), folder: t.TempDir()}
	for _, replaced := range []int{0, 0, 0, 2, 0, 0} {
		if err := c.newRun(t.Context(), 0, replaced, func(*Writer) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	names, _ := filepath.Glob(filepath.Join(c.folder, "run-*"))
	for i, r := range c.state.Runs {
		if r.Number != 2+i || filepath.Base(names[i]) != runName(r.Number) {
			t.Errorf("the runs are %v in the folders %q, want those from 2 on", c.state.Runs, names)
		}
	}
}

// TestLabelLimit checks how many different labels a count may have.
func TestLabelLimit(t *testing.T) {
	c := &counter{labels: map[string]uint16{}, names: make([]string, 1<<16-1)}
	last, err := c.label("last")
	if _, more := c.label("more"); err != nil || last != 1<<16-1 || more == nil {
		t.Errorf("the last label has the number %d, %v, and one more %v", last, err, more)
	}
}
