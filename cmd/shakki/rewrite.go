package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/shakki/chess/internal/source"
)

// errInterrupted reports that a signal has ended the command.
var errInterrupted = errors.New("not rewritten: interrupted")

// rewrite replaces a file by its standard form, with the same owner and permissions. The file stays
// as it is if anything fails, if a signal asks the command to end, or if the file is no longer the
// one described by before. No temporary file is left behind.
func (f *formatter) rewrite(name string, before os.FileInfo) (err error) {
	signals, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	path, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	games, err := source.Open(path, nil, nil)
	if err != nil {
		return err
	}
	defer games.Close()
	if games.Compression != "" {
		return fmt.Errorf("%s: not rewritten: it is compressed with %s", name, games.Compression)
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0) // what must not be written must not be replaced either
	if err != nil {
		return err
	}
	defer file.Close()
	temp, err := createBeside(path)
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name()) // which is gone after a rename
	defer temp.Close()
	formatted := newFormatted(name, games, f.language)
	formatted.interrupted = func() bool { return signals.Err() != nil }
	if _, err := io.Copy(temp, formatted); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if formatted.errors > 0 || hasChanged(path, before) {
		return fmt.Errorf("%s: not rewritten: it has changed meanwhile", name)
	}
	if links(before) > 1 || !setOwner(temp, before) {
		return overwrite(file, temp)
	}
	const modes = os.ModePerm | os.ModeSetuid | os.ModeSetgid | os.ModeSticky
	if err := errors.Join(temp.Chmod(before.Mode()&modes), temp.Sync(), temp.Close()); err != nil {
		return err
	}
	games.Close() // some systems do not rename over an open file
	file.Close()
	return os.Rename(temp.Name(), path)
}

// hasChanged reports whether a file is no longer the one described by before.
func hasChanged(path string, before os.FileInfo) bool {
	after, err := os.Stat(path)
	return err != nil || !os.SameFile(before, after) || before.Size() != after.Size() || before.ModTime() != after.ModTime()
}

// createBeside creates a hidden temporary file in the folder of a file.
func createBeside(path string) (*os.File, error) {
	return os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
}

// overwrite replaces the content of a file by that of temp, for a file with several links or
// another owner. A copy stands beside it until that is done. If writing fails, the old content is
// written back, and if that fails too, the copy stays.
func overwrite(file, temp *os.File) error {
	backup, err := createBeside(file.Name())
	if err != nil {
		return err
	}
	defer backup.Close()
	if err := copyContent(backup, file); err != nil {
		os.Remove(backup.Name())
		return err
	}
	if err := copyContent(file, temp); err != nil {
		if again := copyContent(file, backup); again != nil {
			return fmt.Errorf("%w; the old text is in %s", errors.Join(err, again), backup.Name())
		}
		os.Remove(backup.Name())
		return err
	}
	return os.Remove(backup.Name())
}

// copyContent replaces the content of to by that of from.
func copyContent(to, from *os.File) error {
	if _, err := to.Seek(0, io.SeekStart); err != nil {
		return err
	}
	n, err := io.Copy(to, io.NewSectionReader(from, 0, 1<<62))
	if err != nil {
		return err
	}
	return errors.Join(to.Truncate(n), to.Sync())
}
