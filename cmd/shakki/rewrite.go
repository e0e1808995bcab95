package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/shakki/chess/internal/safefile"
)

// errInterrupted reports that a signal has ended the command.
var errInterrupted = errors.New("not rewritten: interrupted")

// rewrite replaces a file by its standard form, with the same owner and permissions. The file stays
// as it is if anything fails, if a signal asks the command to end, or if the file is no longer the
// one described by before.
func (f *formatter) rewrite(name string, open *os.File, before os.FileInfo) error {
	signals, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	games, err := openAgain(name, open)
	if err != nil {
		return err
	}
	if games.Compression != "" {
		return fmt.Errorf("%s: not rewritten: it is compressed with %s", name, games.Compression)
	}
	stage := safefile.Stage{Exclusive: true}
	defer stage.Close() // which does nothing after Commit
	file, err := stage.Create(name, 0, false)
	if err != nil {
		return err
	}
	file.Since(before)
	formatted := newFormatted(name, games, f.language)
	formatted.interrupted = func() bool { return signals.Err() != nil }
	if _, err := io.Copy(file, formatted); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if formatted.errors > 0 {
		return fmt.Errorf("%s: not rewritten: it has changed meanwhile", name)
	}
	open.Close() // some systems do not rename over an open file
	return stage.Commit()
}
