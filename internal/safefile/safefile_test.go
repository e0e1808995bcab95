package safefile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// hello writes a text.
func hello(w io.Writer) error {
	_, err := io.WriteString(w, "hello")
	return err
}

// namesIn returns the names in a folder, also of hidden files.
func namesIn(t *testing.T, folder string) string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

// write writes a file.
func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// read returns the text of a file.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestReplace checks that a file is replaced as a whole or not at all, with its mode and its links,
// that the target of a symlink is written, and that nothing is left of files that cannot be written.
func TestReplace(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "file")
	if err := Replace(name, 0o666, hello); err != nil {
		t.Fatal(err)
	}
	failed := errors.New("failed")
	if err := Replace(name, 0o666, func(w io.Writer) error { hello(w); return failed }); err != failed {
		t.Errorf("Replace = %v, want %v", err, failed)
	}
	if names := namesIn(t, folder); read(t, name) != "hello" || names != "file" {
		t.Errorf("a failed Replace leaves %q with %q, want the old file", names, read(t, name))
	}
	other := filepath.Join(folder, "other")
	if err := os.MkdirAll(filepath.Join(other, "full"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := Replace(other, 0o666, hello); err == nil || namesIn(t, folder) != "file other" {
		t.Errorf("Replace of a folder = %v and leaves %q, want an error and the folder", err, namesIn(t, folder))
	}
	if runtime.GOOS == "windows" {
		return
	}
	write(t, name, "old")
	for _, err := range []error{os.Chmod(name, 0o640), os.Symlink("file", filepath.Join(folder, "link")), os.Symlink("new", filepath.Join(folder, "dangling"))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, link := range []string{"link", "dangling"} {
		if err := Replace(filepath.Join(folder, link), 0o666, hello); err != nil {
			t.Error(err)
		}
	}
	info, err := os.Stat(name)
	if err != nil || info.Mode() != 0o640 || read(t, name) != "hello" || namesIn(t, folder) != "dangling file link new other" {
		t.Errorf("Replace of a link leaves %v, %v, %q, want the mode and the link", info.Mode(), err, namesIn(t, folder))
	}
	hard := filepath.Join(folder, "hard")
	if err := os.Link(name, hard); err != nil {
		t.Fatal(err)
	}
	again := func(w io.Writer) error { _, err := io.WriteString(w, "again"); return err }
	if err := Replace(name, 0o666, again); err != nil || read(t, hard) != "again" {
		t.Errorf("Replace of a file with two links = %v, and the other has %q", err, read(t, hard))
	}
	write(t, filepath.Join(folder, ".file.old"), "the text before the process was killed")
	if err := Replace(name, 0o666, hello); err == nil || read(t, hard) != "again" {
		t.Errorf("Replace beside a copy that was left = %v, and the file has %q, want an error", err, read(t, hard))
	}
}

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
			f, err := s.Create(name, 0o666, true)
			if err != nil {
				t.Fatal(err)
			}
			io.WriteString(f, "hel")
			err = f.Sync()
			if _, failed := io.WriteString(f, "lo"); errors.Join(err, failed) != nil {
				t.Fatal(err, failed)
			}
		}
		if _, err := s.Create(filepath.Join(folder, ".", "a"), 0o666, false); err == nil {
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

// TestLeftovers checks that a stage of a process that was killed is removed by the next one, and that
// one of a process that is running is not, whose file nobody else can write.
func TestLeftovers(t *testing.T) {
	create := func(name string) (*Stage, error) {
		s := &Stage{Exclusive: true}
		_, err := s.Create(name, 0o666, false)
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
	if !canLock {
		t.Skip("this system has no locks that end with their process")
	}
	folder := t.TempDir()
	name := filepath.Join(folder, "file")
	kill := start(t, "TestLeftovers", "SAFEFILE_STAGE="+name)
	own, err := create(name)
	if !errors.As(err, new(*LockedError)) {
		t.Errorf("a file that another process writes: %v, want a LockedError", err)
	}
	kill()
	own.Close()
	if entries, _ := os.ReadDir(folder); len(entries) != 1 {
		t.Fatalf("%q in the folder, want the stage that was left", namesIn(t, folder))
	}
	write(t, filepath.Join(folder, stagePrefix+"notes"), "somebody else's file")
	s, err := create(name)
	if err == nil {
		err = s.Commit()
	}
	if names := namesIn(t, folder); err != nil || names != stagePrefix+"notes file" {
		t.Errorf("after a process that was killed: %v and %q, want the file and nothing that was left", err, names)
	}
}

// start starts a test in another process, and waits until it has written something. It returns a
// function that kills the process.
func start(t *testing.T, test, setting string) (kill func()) {
	t.Helper()
	command := exec.Command(os.Args[0], "-test.run=^"+test+"$")
	command.Env = append(os.Environ(), setting)
	_, err := command.StdinPipe() // which the process reads until it is killed
	out, err2 := command.StdoutPipe()
	if err := errors.Join(err, err2, command.Start()); err != nil {
		t.Fatal(err)
	}
	fmt.Fscan(out, new(string))
	pid = command.Process.Pid
	return func() { command.Process.Kill(); command.Wait() }
}

// pid is the process that start has started.
var pid int

// TestLock checks that a lock is held once, says by whom, belongs to what is locked and not to a
// name, and ends when it is unlocked or its process is killed.
func TestLock(t *testing.T) {
	if name := os.Getenv("SAFEFILE_LOCK"); name != "" {
		if _, err := NewLock(name); err != nil {
			t.Fatal(err)
		}
		fmt.Println("locked")
		io.Copy(io.Discard, os.Stdin)
		return
	}
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	write(t, path("file"), "")
	for _, err := range []error{
		os.Mkdir(path("folder"), 0o777), os.Symlink("folder", path("other")), os.Symlink("file", path("link")), os.Link(path("file"), path("hard")),
		os.Symlink("new", path("dangling")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ name, other string }{
		{"file", "file"}, {"file", "link"}, {"link", "file"}, {"hard", "file"}, {"dangling", "new"}, {"folder", "folder"}, {"folder", "other"}, {"other", "folder"},
	} {
		if test.name == "hard" && runtime.GOOS == "windows" {
			continue
		}
		name := path(test.name)
		for _, process := range []string{"this process", "another process"} {
			var free func()
			if process == "this process" {
				lock, err := NewLock(name)
				if err != nil {
					t.Fatal(err)
				}
				pid, free = os.Getpid(), func() {
					if err := lock.Unlock(); err != nil {
						t.Error(err)
					}
				}
			} else {
				free = start(t, "TestLock", "SAFEFILE_LOCK="+name)
			}
			holder := fmt.Sprintf("process %d on ", pid)
			if test.name == "hard" {
				holder = "a process that knows it by another name"
			}
			var locked *LockedError
			if _, err := NewLock(path(test.other)); !errors.As(err, &locked) || !strings.HasPrefix(locked.Holder, holder) {
				t.Errorf("NewLock(%q), which %s has locked as %q, = %v, want %s", test.other, process, test.name, err, holder)
			}
			free()
			lock, err := NewLock(name)
			if err != nil {
				t.Fatalf("NewLock after %s: %v", process, err)
			}
			if err := lock.Unlock(); err != nil {
				t.Error(err)
			}
		}
	}
	if names := namesIn(t, folder) + namesIn(t, path("folder")); strings.Contains(names, "lock") {
		t.Errorf("the locks leave %q", names)
	}
}

// TestForeignLocks checks that a file which somebody else has given the name of a lock stays.
func TestForeignLocks(t *testing.T) {
	folder := t.TempDir()
	sign := filepath.Join(folder, "lock")
	write(t, sign, "the key is under the mat")
	if _, err := NewLock(folder); err == nil || read(t, sign) != "the key is under the mat" {
		t.Errorf("NewLock = %v, and the file has %q, want an error", err, read(t, sign))
	}
	write(t, filepath.Join(folder, "target"), "process")
	if err := errors.Join(os.Remove(sign), os.Symlink("target", sign)); err != nil {
		t.Fatal(err)
	}
	if _, err := NewLock(folder); err == nil || read(t, filepath.Join(folder, "target")) != "process" {
		t.Errorf("NewLock beside a symlink = %v, want an error", err)
	}
}

// TestLockAtOnce checks that many who lock and unlock a file never hold it together.
func TestLockAtOnce(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	var holders, times atomic.Int32
	var group sync.WaitGroup
	for range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			for range 200 {
				lock, err := NewLock(name)
				if errors.As(err, new(*LockedError)) {
					continue
				}
				if err != nil || holders.Add(1) != 1 {
					t.Errorf("NewLock = %v with %d holders", err, holders.Load())
					return
				}
				times.Add(1)
				holders.Add(-1)
				if err := lock.Unlock(); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	group.Wait()
	if times.Load() == 0 {
		t.Error("the file was never locked")
	}
}
