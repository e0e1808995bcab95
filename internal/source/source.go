package source

import (
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/shakki/chess/internal/fault"
)

// suffixes are how the names of game records in a folder end.
var suffixes = []string{".pgn", ".pgn.gz", ".pgn.bz2", ".pgn.zst"}

// records returns the game records in a folder and the folders below it, in lexical order.
func records(folder string) (found []Input) {
	root := folder + separator // so that a link to a folder is followed here
	filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		hidden := path != root && strings.HasPrefix(filepath.Base(path), ".")
		switch {
		case err != nil:
			found = append(found, Input{Err: err})
		case entry.IsDir() && hidden:
			return fs.SkipDir
		case entry.Type().IsRegular() && !hidden && isRecord(path):
			found = append(found, Input{Name: path})
		}
		return nil
	})
	if len(found) == 0 {
		err := fault.Errorf("%s: no game records (%s)", folder, strings.Join(suffixes, ", "))
		found = append(found, Input{Err: err})
	}
	return found
}

// isRecord reports whether a file in a folder is a game record by its name.
func isRecord(path string) bool {
	return slices.ContainsFunc(suffixes, func(suffix string) bool {
		return strings.HasSuffix(strings.ToLower(path), suffix)
	})
}

// A File is an open file of game records, or standard input.
type File struct {
	io.Reader          // of the text, decompressed
	io.Closer          // of the file
	Compression string // such as "gzip", or "" for plain text
}

// Open opens a file, or in for "-", and decompresses what its first bytes show to be compressed. If
// count is not nil, the file is read through the reader that it returns. Errors name the file.
func Open(name string, in io.Reader, count func(io.Reader) io.Reader) (*File, error) {
	file := io.NopCloser(in)
	if name != "-" {
		opened, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		file = opened
	}
	in = file
	if count != nil {
		in = count(in)
	}
	text, f, err := decompress(in)
	if err != nil {
		file.Close()
		return nil, fault.Errorf("%s: %w", name, err)
	}
	return &File{&named{Reader: text, name: name}, file, f.name}, nil
}

// A named reader reports errors with the name of the file. A file without a game is an error. Standard
// input may be empty, since the command before it in a pipe may have found nothing.
type named struct {
	io.Reader
	name  string
	isPGN bool // there is something that a game must have: a tag, a square, or a result
}

func (r *named) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	r.isPGN = r.isPGN || bytes.ContainsAny(b[:n], "[12345678*")
	switch {
	case err == io.EOF && !r.isPGN && r.name != "-":
		r.isPGN = true // to say it once
		err = fault.Errorf("%s: no game in it can be read: is it PGN?", r.name)
	case err != nil && err != io.EOF && !errors.As(err, new(*fs.PathError)):
		err = fault.Errorf("%s: %w", r.name, err)
	}
	return n, err
}

// decompress returns the text that r holds, and its form. The first bytes tell.
func decompress(r io.Reader) (text io.Reader, f *form, err error) {
	head := make([]byte, 4)
	n, err := io.ReadFull(r, head)
	head = head[:n]
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, plain, err
	}
	f = formWith(func(f *form) bool { return f.head != "" && bytes.HasPrefix(head, []byte(f.head)) })
	if n == 4 && head[0]&0xf0 == 0x50 && string(head[1:]) == "\x2a\x4d\x18" { // a frame to skip: RFC 8878, 3.1.2
		f = zstandard
	}
	if f.decode == nil {
		return nil, f, fault.Errorf("compressed with %s: decompress the text first", f.name)
	}
	text, err = f.decode(io.MultiReader(bytes.NewReader(head), r))
	return text, f, err
}

// A form is a way to compress text.
type form struct {
	name   string
	suffix string // of the names of files that are written
	head   string // the first bytes
	decode func(io.Reader) (io.Reader, error)
	encode func(text []byte) []byte // or nil if the form is only read
}

// forms are all forms. The last ones are known only to be refused.
var forms = []*form{
	plain, zstandard,
	{"gzip", ".gz", "\x1f\x8b", func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }, encodeGzip}, // RFC 1952
	{"bzip2", ".bz2", "BZh", func(r io.Reader) (io.Reader, error) { return bzip2.NewReader(r), nil }, nil},
	{name: "zip", head: "PK\x03\x04"}, {name: "xz", head: "\xfd7zX"}, {name: "7-Zip", head: "7z\xbc\xaf"}, {name: "RAR", head: "Rar!"},
}

var (
	plain     = &form{decode: func(r io.Reader) (io.Reader, error) { return r, nil }}
	zstandard = &form{"Zstandard", ".zst", "\x28\xb5\x2f\xfd", newZstd, encodeZstd} // RFC 8878
)

// formWith returns the first form that fits, or the plain one.
func formWith(fits func(*form) bool) *form {
	if i := slices.IndexFunc(forms, fits); i >= 0 {
		return forms[i]
	}
	return plain
}

// newZstd returns a reader of a text that is compressed with Zstandard. The size of its window, which
// takes memory, may be all that the program zstd can write with --long. The reader has no goroutines
// and need not be closed.
func newZstd(r io.Reader) (io.Reader, error) {
	const mostWindow = min(1<<31, math.MaxInt/4) // in a 32-bit address space, less
	return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(mostWindow), zstd.WithDecoderMaxWindow(mostWindow))
}
