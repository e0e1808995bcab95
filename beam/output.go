package chessbeam

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// CheckFile returns an error if a file cannot be written, or is one of the files that match the
// patterns, which are read. It is for programs that ask before they run a pipeline: the functions that
// write find out when all games are read.
func CheckFile(ctx context.Context, name string, inputs ...string) error {
	name = partName(name, 0, 1)
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer fs.Close()
	for _, pattern := range inputs {
		from, err := filesystem.New(ctx, pattern)
		if err != nil {
			return err
		}
		names, err := from.List(ctx, pattern)
		if err = errors.Join(err, from.Close()); err != nil {
			return fmt.Errorf("%s: %w", pattern, err)
		}
		for _, input := range names {
			if isSameFile(input, name) {
				return fmt.Errorf("%s is an input file: choose another output", name)
			}
		}
	}
	place, staged := stage(name)
	if staged == "" {
		return nil
	}
	if err := writeTo(ctx, fs, staged, func(io.Writer) error { return nil }); err != nil {
		return fmt.Errorf("%s: %w", place, err)
	}
	return remove(ctx, fs, staged)
}

// isSameFile reports whether two names are those of one file.
func isSameFile(a, b string) bool {
	if a == b {
		return true
	}
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// stage returns the place of a file, which is that of the target if the name is a link, and the name of
// a file beside it that can take its place. That is empty if what stands there is no regular file, such
// as a pipe or a device, which is written directly.
func stage(name string) (place, staged string) {
	if !strings.Contains(name, "://") {
		if target, err := filepath.EvalSymlinks(name); err == nil {
			name = target
		}
		if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
			return name, ""
		}
	}
	slash := strings.LastIndexByte(name, '/') + 1
	return name, fmt.Sprintf("%s.%s.%016x", name[:slash], name[slash:], rand.Uint64())
}

// writeFile writes a file in any file system of Beam. It takes its place when it is whole.
func writeFile(ctx context.Context, name string, write func(io.Writer) error) error {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer fs.Close()
	place, staged := stage(name)
	if staged == "" {
		return writeTo(ctx, fs, place, write)
	}
	if err = writeTo(ctx, fs, staged, write); err == nil {
		err = filesystem.Rename(ctx, fs, staged, place)
	}
	if err != nil {
		remove(ctx, fs, staged)
	}
	return err
}

// writeTo writes a file where it stands.
func writeTo(ctx context.Context, fs filesystem.Interface, name string, write func(io.Writer) error) error {
	file, err := fs.OpenWrite(ctx, name)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(file, 1<<20)
	if err = write(w); err == nil {
		err = w.Flush()
	}
	return errors.Join(err, file.Close())
}

// remove removes a file, if the file system can.
func remove(ctx context.Context, fs filesystem.Interface, name string) error {
	if remover, ok := fs.(filesystem.Remover); ok {
		return remover.Remove(ctx, name)
	}
	return nil
}
