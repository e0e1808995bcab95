package safefile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestStage checks that the files of a stage take their places together, that two of them cannot have
// one place, that a place which somebody else has written meanwhile stays, and that a file can be
// written on after a Sync.
func TestStage(t *testing.T) {
	folder := t.TempDir()
	a, b := filepath.Join(folder, "a"), filepath.Join(folder, "b")
	write(t, b, "old\n")
	for _, test := range []struct{ name, between, want string }{
		{"both", "", "a b: hello old\nhello"},
		{"one has changed", b, "b: changed"},
		{"one has appeared", a, "a b: changed old\n"},
	} {
		os.Remove(a)
		write(t, b, "old\n")
		var s Stage
		for _, name := range []string{a, b} {
			f, err := s.Create(name, a, 0o666, true)
			if err != nil {
				t.Fatal(err)
			}
			io.WriteString(f, "hel")
			err = f.Sync()
			if _, failed := io.WriteString(f, "lo"); errors.Join(err, failed) != nil {
				t.Fatal(err, failed)
			}
		}
		if _, err := s.Create(filepath.Join(folder, ".", "a"), a, 0o666, false); err == nil {
			t.Errorf("%s: a second file with one place is no error", test.name)
		}
		if test.between != "" {
			write(t, test.between, "changed")
		}
		err := s.Commit()
		got := namesIn(t, folder) + ":"
		for _, name := range strings.Fields(strings.TrimSuffix(got, ":")) {
			got += " " + read(t, filepath.Join(folder, name))
		}
		if got != test.want || (err == nil) != (test.between == "") {
			t.Errorf("%s: Commit = %v and leaves %q, want %q", test.name, err, got, test.want)
		}
	}
}

// TestChanged checks that a place is left as it is after any change since a file was created for it.
func TestChanged(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	other := name + ".other"
	early, late := time.Unix(1e9, 0), time.Unix(1e9, 1e6)
	at := func(name string, changed time.Time) {
		if err := os.Chtimes(name, changed, changed); err != nil {
			t.Fatal(err)
		}
	}
	for want, change := range map[string]func(){
		"":       func() { os.Remove(name) },
		"old":    func() { at(name, late) },
		"longer": func() { write(t, name, "longer"); at(name, early) },
		"own":    func() { write(t, other, "own"); at(other, early); os.Rename(other, name) },
	} {
		write(t, name, "old")
		at(name, early)
		var s Stage
		if _, err := s.Create(name, name, 0o666, false); err != nil {
			t.Fatal(err)
		}
		change()
		err := s.Commit()
		if text, _ := os.ReadFile(name); err == nil || string(text) != want {
			t.Errorf("Commit = %v and leaves %q, want an error and %q", err, text, want)
		}
	}
}

// TestLeftovers checks that a stage of a process that was killed is removed by the next one, and that
// one of a process that is running is not, whose file nobody else can write.
func TestLeftovers(t *testing.T) {
	create := func(name string) (*Stage, error) {
		s := new(Stage)
		_, err := s.Create(name, name, 0o666, false)
		return s, err
	}
	if name := os.Getenv("SAFEFILE_STAGE"); name != "" {
		if _, err := create(name); err != nil {
			t.Fatal(err)
		}
		fmt.Println("created")
		io.Copy(io.Discard, os.Stdin)
		return
	}
	folder := t.TempDir()
	name := filepath.Join(folder, "file")
	kill := start(t, "TestLeftovers", "SAFEFILE_STAGE="+name)
	own, err := create(name)
	if !errors.As(err, new(*LockedError)) || !strings.HasPrefix(err.Error(), name+": locked by process ") {
		t.Errorf("a file that another process writes: %v, want a LockedError", err)
	}
	t.Chdir(folder)
	if _, err := create("file"); !errors.As(err, new(*LockedError)) {
		t.Errorf("the same file by another name: %v, want a LockedError", err)
	}
	kill()
	own.Close()
	if entries, _ := os.ReadDir(folder); len(entries) != 1 {
		t.Fatalf("%q in the folder, want the stage that was left", namesIn(t, folder))
	}
	hidden, _ := filepath.Glob(".shakki-*")
	if err := errors.Join(os.RemoveAll(hidden[0]), os.Mkdir("other", 0o777), os.Symlink("other", hidden[0])); err != nil {
		t.Fatal(err)
	}
	if _, err := create(name); err == nil || namesIn(t, "other") != "" {
		t.Errorf("a link where the folder of a stage would be: %v and %q, want an error", err, namesIn(t, "other"))
	}
	if err := errors.Join(os.Remove(hidden[0]), os.Remove("other"), os.Mkdir(hidden[0], 0o700)); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(hidden[0], "file"), "left")
	write(t, filepath.Join(folder, ".shakki-notes"), "somebody else's file")
	s, err := create(name)
	if err == nil {
		err = s.Commit()
	}
	if names := namesIn(t, folder); err != nil || names != ".shakki-notes file" {
		t.Errorf("after a process that was killed: %v and %q, want the file and nothing that was left", err, names)
	}
}
