package safefile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
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

// TestReplace checks that a file is replaced as a whole or not at all, and that nothing is left of
// files that cannot be written or renamed.
func TestReplace(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "file")
	names := func() string {
		found, _ := filepath.Glob(filepath.Join(folder, "*"))
		for i := range found {
			found[i] = filepath.Base(found[i])
		}
		return strings.Join(found, " ")
	}
	if err := Replace(name, 0o666, hello); err != nil {
		t.Fatal(err)
	}
	failed := errors.New("failed")
	if err := Replace(name, 0o666, func(w io.Writer) error { hello(w); return failed }); err != failed {
		t.Errorf("Replace = %v, want %v", err, failed)
	}
	if b, err := os.ReadFile(name); string(b) != "hello" || names() != "file" {
		t.Errorf("a failed Replace leaves %q with %q, %v, want the old file", names(), b, err)
	}
	other := filepath.Join(folder, "other")
	if err := os.MkdirAll(filepath.Join(other, "full"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := Replace(other, 0o666, hello); err == nil || names() != "file other" {
		t.Errorf("Replace of a folder = %v and leaves %q, want an error and the folder", err, names())
	}
	third := filepath.Join(folder, "third")
	for _, name := range []string{third, other} {
		if err := Create(name+Temporary, 0o666, hello); err != nil {
			t.Fatal(err)
		}
	}
	if err := Rename(third, other); err == nil || names() != "file other" {
		t.Errorf("Rename to a folder = %v and leaves %q, want an error and the folder", err, names())
	}
}

// TestLock checks that a lock is held once, says by whom, and ends when it is unlocked or its
// process is killed.
func TestLock(t *testing.T) {
	if name := os.Getenv("SAFEFILE_LOCK"); name != "" {
		if _, err := NewLock(name); err != nil {
			t.Fatal(err)
		}
		fmt.Println("locked")
		select {}
	}
	name := filepath.Join(t.TempDir(), "lock")
	for _, holder := range []string{"this process", "another process"} {
		var free func() error
		pid := os.Getpid()
		if holder == "this process" {
			lock, err := NewLock(name)
			if err != nil {
				t.Fatal(err)
			}
			free = lock.Unlock
		} else {
			command := exec.Command(os.Args[0], "-test.run=^TestLock$")
			command.Env = append(os.Environ(), "SAFEFILE_LOCK="+name)
			out, err := command.StdoutPipe()
			if err == nil {
				err = command.Start()
			}
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fscan(out, new(string))
			pid = command.Process.Pid
			free = func() error { err := command.Process.Kill(); command.Wait(); return err }
		}
		var locked *LockedError
		if _, err := NewLock(name); !errors.As(err, &locked) || !strings.HasPrefix(locked.Holder, fmt.Sprintf("process %d on ", pid)) {
			t.Errorf("NewLock of what %s has locked = %v, want process %d", holder, err, pid)
		}
		if err := free(); err != nil {
			t.Fatal(err)
		}
		lock, err := NewLock(name)
		if err != nil {
			t.Fatalf("NewLock after %s: %v", holder, err)
		}
		if err := lock.Unlock(); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(name); !os.IsNotExist(err) {
		t.Errorf("Unlock leaves the file: %v", err)
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
