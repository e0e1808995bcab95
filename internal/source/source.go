package source

import (
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"iter"
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

// Files iterates over the names of files, with those of the game records in a folder and the
// folders below it, in lexical order, for the folder. It skips what is hidden and does not follow
// links. A folder that cannot be read, or that has no game records, is an error.
func Files(names []string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, name := range names {
			info, err := os.Stat(name)
			isFolder := name != "-" && err == nil && info.IsDir() // opening a file reports the error
			if isFolder && !walk(name, yield) || !isFolder && !yield(name, nil) {
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
	root := folder + string(filepath.Separator) // so that a link to a folder is followed here
	filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		hidden := path != root && strings.HasPrefix(filepath.Base(path), ".")
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
		return yield("", fault.Errorf("%s: no game records (%s)", folder, strings.Join(suffixes, ", ")))
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
	file io.Closer
}

// Open opens a file, or in for "-", and decompresses what its first bytes show to be compressed. If
// count is not nil, the file is read through the reader that it returns. Errors name the file.
func Open(name string, in io.Reader, count func(io.Reader) io.Reader) (*File, error) {
	var file io.Closer = io.NopCloser(in)
	if name != "-" {
		opened, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		in, file = opened, opened
	}
	if count != nil {
		in = count(in)
	}
	f, err := OpenText(name, in)
	if err != nil {
		file.Close()
		return nil, err
	}
	f.file = file
	return f, nil
}

// OpenText is Open for a file with a name that is read from r.
func OpenText(name string, r io.Reader) (*File, error) {
	text, err := Decompress(r)
	if err != nil {
		return nil, fault.Errorf("%s: %w", name, err)
	}
	text.Reader = &named{Reader: text.Reader, name: name}
	return &File{text, io.NopCloser(nil)}, nil
}

// A named reader reports errors with the name of the file. A file without a game is one, but standard
// input may have none, as that of a command after another one that finds nothing.
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

// Close closes the file.
func (f *File) Close() error { return f.file.Close() }

// A Text is the text of game records, decompressed.
type Text struct {
	io.Reader
	Compression string // such as "gzip", or "" for plain text
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
	switch err = nil; t.Compression {
	case "gzip":
		t.Reader, err = gzip.NewReader(r)
	case "bzip2":
		t.Reader = bzip2.NewReader(r)
	case "zip", "xz", "7-Zip", "RAR":
		err = fault.Errorf("compressed with %s: decompress the text first", t.Compression)
	case "Zstandard":
		t.Reader, err = newZstd(r)
	}
	return t, err
}

// newZstd returns a reader of a text that is compressed with Zstandard. The size of its window, which
// takes memory, may be all that the program zstd can write with --long. The reader has no goroutines
// and need not be closed.
func newZstd(r io.Reader) (io.Reader, error) {
	const mostWindow = min(1<<31, math.MaxInt/4) // in a 32-bit address space, less
	return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(mostWindow), zstd.WithDecoderMaxWindow(mostWindow))
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
	case bytes.Equal(head, []byte{0x28, 0xb5, 0x2f, 0xfd}), // a frame, or a frame to skip: RFC 8878, 3.1
		len(head) == 4 && head[0]&0xf0 == 0x50 && bytes.Equal(head[1:], []byte{0x2a, 0x4d, 0x18}):
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
