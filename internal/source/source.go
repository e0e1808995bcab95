// Package source opens game records: files, folders of them, and standard input, compressed or not.
package source

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

// suffixes are how the names of game records in a folder end.
var suffixes = []string{".pgn", ".pgn.gz", ".pgn.bz2", ".pgn.zst"}

// Files iterates over the names of files, with those of the game records in a folder and the
// folders below it, in lexical order, for the folder. It skips what is hidden and does not follow
// links. A folder that cannot be read, or that has no game records, is an error.
func Files(names []string) iter.Seq2[string, error] {
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
		return yield("", fmt.Errorf("%s: no game records (%s)", folder, strings.Join(suffixes, ", ")))
	}
	return goOn
}

// isRecord reports whether a file in a folder is a game record by its name.
func isRecord(path string) bool {
	return slices.ContainsFunc(suffixes, func(suffix string) bool {
		return strings.HasSuffix(strings.ToLower(path), suffix)
	})
}

// A File is an open file of game records, or standard input.
type File struct {
	*Text
	Size int64 // in bytes, or 0 if unknown
	file io.Closer
}

// Open opens a file, or in for "-", and decompresses what its first bytes show to be compressed. If
// count is not nil, the file is read through the reader that it returns.
func Open(name string, in io.Reader, count func(io.Reader) io.Reader) (*File, error) {
	f := &File{}
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		in, f.file = file, file
		if info, err := file.Stat(); err == nil {
			f.Size = info.Size()
		}
	}
	if count != nil {
		in = count(in)
	}
	var err error
	if f.Text, err = Decompress(in); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return f, nil
}

// Close closes the file and ends the program that decompresses.
func (f *File) Close() error {
	if f.Text != nil {
		f.Text.Close()
	}
	if f.file == nil {
		return nil
	}
	return f.file.Close()
}

// A Text is the text of game records, decompressed.
type Text struct {
	io.Reader
	Compression string   // such as "gzip", or "" for plain text
	program     *program // that decompresses, or nil
}

// Decompress returns the text that r holds. Its first bytes tell how it is compressed.
func Decompress(r io.Reader) (*Text, error) {
	head := make([]byte, headSize)
	n, err := io.ReadFull(r, head)
	head = head[:n]
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	r = io.MultiReader(bytes.NewReader(head), r)
	t := &Text{Reader: r, Compression: compression(head)}
	switch t.Compression {
	case "gzip":
		t.Reader, err = gzip.NewReader(r)
		return t, err
	case "bzip2":
		t.Reader = bzip2.NewReader(r)
	case "zip", "xz", "7-Zip", "RAR":
		return t, fmt.Errorf("compressed with %s: decompress the text first", t.Compression)
	case "Zstandard":
		t.program, err = startProgram(r, zstdProgram(head), "-dcq")
		if errors.Is(err, exec.ErrNotFound) {
			err = errors.New("compressed with Zstandard: install the program zstd (apt install zstd, brew install zstd), " +
				"or decompress the text first")
		}
		t.Reader = t.program
		return t, err
	}
	return t, nil
}

// zstdProgram returns the name of a program that decompresses a text which begins with head. The
// program pzstd writes a frame to skip before each frame, which tells its size, and decompresses
// such frames with several threads. The program zstd uses one.
func zstdProgram(head []byte) string {
	if head[0]&0xf0 == 0x50 {
		if _, err := exec.LookPath("pzstd"); err == nil {
			return "pzstd"
		}
	}
	return "zstd"
}

// headSize is the number of bytes that tell how a text is compressed or encoded.
const headSize = 4

// compression returns how a text that begins with head is compressed, or "" for plain text.
func compression(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b}): // RFC 1952
		return "gzip"
	case bytes.HasPrefix(head, []byte("BZh")):
		return "bzip2"
	case isZstandard(head):
		return "Zstandard"
	}
	return archives[string(head)]
}

// archives are forms that are known only to be refused, by their first four bytes.
var archives = map[string]string{"PK\x03\x04": "zip", "\xfd7zX": "xz", "7z\xbc\xaf": "7-Zip", "Rar!": "RAR"}

// CanSplit reports whether a text that begins with head, of at least 4 bytes unless the text is
// shorter, can be read from the middle: whether it is neither compressed nor in UTF-16.
func CanSplit(head []byte) bool {
	head = head[:min(len(head), headSize)]
	return compression(head) == "" && bytes.IndexByte(head, 0) < 0 &&
		!bytes.HasPrefix(head, []byte{0xff, 0xfe}) && !bytes.HasPrefix(head, []byte{0xfe, 0xff})
}

// Close ends the program that decompresses. It does not close the reader of the compressed text.
func (t *Text) Close() error {
	if t.program != nil {
		t.program.stop()
	}
	return nil
}

// isZstandard reports whether a file that begins with head is compressed with Zstandard. It begins
// with a frame, or with a frame to skip (RFC 8878, 3.1).
func isZstandard(head []byte) bool {
	return bytes.Equal(head, []byte{0x28, 0xb5, 0x2f, 0xfd}) ||
		len(head) == 4 && head[0]&0xf0 == 0x50 && bytes.Equal(head[1:], []byte{0x2a, 0x4d, 0x18})
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
