package main

import (
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// recordSuffixes are how the names of game records in a folder end.
var recordSuffixes = []string{".pgn", ".pgn.gz", ".pgn.bz2", ".pgn.zst"}

// recordFiles iterates over the names of files, with those of the game records in a folder and the
// folders below it, in lexical order, for the folder. It skips what is hidden and does not follow
// links. A folder that cannot be read, or that has no game records, is an error.
func recordFiles(names []string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, name := range names {
			info, err := os.Stat(name)
			if name == "-" || err != nil || !info.IsDir() {
				if !yield(name, nil) { // opening the file reports the error
					return
				}
				continue
			}
			if !walk(name, yield) {
				return
			}
		}
	}
}

// walk yields the game records in a folder. It reports whether to go on.
func walk(folder string, yield func(string, error) bool) bool {
	found, goOn := false, true
	give := func(path string, err error) error {
		found = true
		if goOn = yield(path, err); !goOn {
			return fs.SkipAll
		}
		return nil
	}
	filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		hidden := path != folder && strings.HasPrefix(filepath.Base(path), ".")
		switch {
		case err != nil:
			return give("", err)
		case entry.IsDir() && hidden:
			return fs.SkipDir
		case entry.Type().IsRegular() && !hidden && isRecord(path):
			return give(path, nil)
		}
		return nil
	})
	if !found {
		return yield("", fmt.Errorf("%s: no game records (%s)", folder, strings.Join(recordSuffixes, ", ")))
	}
	return goOn
}

// isRecord reports whether a file in a folder is a game record by its name.
func isRecord(path string) bool {
	return slices.ContainsFunc(recordSuffixes, func(suffix string) bool {
		return strings.HasSuffix(strings.ToLower(path), suffix)
	})
}

// An input is an open file of game records, or standard input.
type input struct {
	io.Reader          // the text, decompressed
	size        int64  // of the file in bytes, or 0 if unknown
	compression string // "gzip", "bzip2", or "Zstandard", or "" for plain text
	file        io.Closer
	program     *program // that decompresses, or nil
}

// openInput opens a file, or in for "-", and decompresses what its first bytes show to be
// compressed. If count is not nil, the file is read through the reader that it returns.
func openInput(name string, in io.Reader, count func(io.Reader) io.Reader) (*input, error) {
	i := &input{Reader: in}
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		i.Reader, i.file = file, file
		if info, err := file.Stat(); err == nil {
			i.size = info.Size()
		}
	}
	if count != nil {
		i.Reader = count(i.Reader)
	}
	if err := i.decompress(); err != nil {
		i.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return i, nil
}

// decompress makes i read what the compressed input holds.
func (i *input) decompress() error {
	head := make([]byte, 4)
	n, err := io.ReadFull(i.Reader, head)
	head = head[:n]
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return err
	}
	i.Reader = io.MultiReader(bytes.NewReader(head), i.Reader)
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}): // RFC 1952
		i.compression = "gzip"
		i.Reader, err = gzip.NewReader(i.Reader)
		return err
	case bytes.HasPrefix(head, []byte("BZh")):
		i.compression = "bzip2"
		i.Reader = bzip2.NewReader(i.Reader)
	case isZstandard(head):
		i.compression = "Zstandard"
		i.program, err = startProgram(i.Reader, "zstd", "-dcq")
		if errors.Is(err, exec.ErrNotFound) {
			return errors.New("compressed with Zstandard: install the program zstd (apt install zstd, brew install zstd), " +
				`or pipe the decompressed text to "shakki COMMAND -"`)
		}
		i.Reader = i.program
		return err
	}
	return nil
}

// isZstandard reports whether a file that begins with head is compressed with Zstandard. It begins
// with a frame, or with a frame to skip (RFC 8878, 3.1).
func isZstandard(head []byte) bool {
	return bytes.Equal(head, []byte{0x28, 0xb5, 0x2f, 0xfd}) ||
		len(head) == 4 && head[0]&0xf0 == 0x50 && bytes.Equal(head[1:], []byte{0x2a, 0x4d, 0x18})
}

// Close closes the file and ends the program that decompresses.
func (i *input) Close() error {
	if i.program != nil {
		i.program.stop()
	}
	if i.file == nil {
		return nil
	}
	return i.file.Close()
}

// A program is a running program that filters a stream.
type program struct {
	command *exec.Cmd
	out     io.Reader
	errs    firstBytes
	ended   bool
	err     error // of the program, once it has ended; io.EOF if it ended well
}

// startProgram starts a program with the given input.
func startProgram(in io.Reader, name string, args ...string) (*program, error) {
	p := &program{command: exec.Command(name, args...)}
	p.command.Stdin = in
	p.command.Stderr = &p.errs
	p.command.WaitDelay = time.Second // for a read of the input that does not return
	var err error
	if p.out, err = p.command.StdoutPipe(); err != nil {
		return nil, err
	}
	return p, p.command.Start()
}

// Read reads the output of the program. At its end it returns io.EOF, or an error if the program
// failed.
func (p *program) Read(b []byte) (int, error) {
	if p.ended {
		return 0, p.err
	}
	n, err := p.out.Read(b)
	if err == nil {
		return n, nil
	}
	p.ended, p.err = true, io.EOF
	if err := p.command.Wait(); err != nil {
		p.err = fmt.Errorf("%s: %w: %s", p.command.Args[0], err, bytes.TrimSpace(p.errs))
	}
	return n, p.err
}

// stop ends the program if it still runs.
func (p *program) stop() {
	if p.ended || p.command.Process == nil {
		return
	}
	p.ended, p.err = true, io.ErrClosedPipe
	p.command.Process.Kill()
	p.command.Wait()
}

// firstBytes holds the first bytes that are written to it.
type firstBytes []byte

// Write keeps what still fits.
func (f *firstBytes) Write(b []byte) (int, error) {
	const most = 1000
	*f = append(*f, b[:min(len(b), most-len(*f))]...)
	return len(b), nil
}
