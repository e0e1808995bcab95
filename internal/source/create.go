package source

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// Create opens a file for writing and compresses what is written if its name ends in .gz, .bz2, or
// .zst. The last two need the programs bzip2 and zstd. If isAdded is true, the text is added to
// what the file holds. It reports whether the file was empty.
func Create(name string, isAdded bool) (w io.WriteCloser, isEmpty bool, err error) {
	mode := os.O_CREATE | os.O_WRONLY | os.O_TRUNC
	if isAdded {
		mode = os.O_CREATE | os.O_WRONLY | os.O_APPEND
	}
	file, err := os.OpenFile(name, mode, 0o666)
	if err != nil {
		return nil, false, err
	}
	info, err := file.Stat()
	isEmpty = err == nil && info.Size() == 0
	switch {
	case strings.HasSuffix(name, ".gz"):
		return &compressed{gzip.NewWriter(file), file, nil}, isEmpty, nil
	case strings.HasSuffix(name, ".bz2"):
		w, err = compress(file, "bzip2", "-cq")
		return w, isEmpty, err
	case strings.HasSuffix(name, ".zst"):
		w, err = compress(file, "zstd", "-cq")
		return w, isEmpty, err
	}
	return file, isEmpty, nil
}

// A compressed file is being written, by this program or another one.
type compressed struct {
	io.WriteCloser
	file    *os.File
	command *exec.Cmd // the program that compresses, or nil
}

// compress runs a program that compresses what is written to a file.
func compress(file *os.File, name string, args ...string) (io.WriteCloser, error) {
	command := exec.Command(name, args...)
	command.Stdout = file
	pipe, err := command.StdinPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		file.Close()
		if errors.Is(err, exec.ErrNotFound) {
			return nil, fmt.Errorf("%s: install the program %s to write this file, or choose .gz", file.Name(), name)
		}
		return nil, err
	}
	return &compressed{pipe, file, command}, nil
}

// Close closes the file after the end of the compressed text.
func (c *compressed) Close() error {
	err := c.WriteCloser.Close()
	if c.command != nil {
		err = errors.Join(err, c.command.Wait())
	}
	return errors.Join(err, c.file.Close())
}
