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
