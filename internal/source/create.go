package source

import (
	"compress/gzip"
	"io"
	"os"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/shakki/chess/internal/fault"
)

// Create opens a file for writing and compresses what is written if its name ends in .gz or .zst.
// If isAdded is true, the text is added to what the file holds. It reports whether the file was
// empty.
func Create(name string, isAdded bool) (w io.WriteCloser, isEmpty bool, err error) {
	if strings.HasSuffix(name, ".bz2") {
		return nil, false, fault.Errorf("%s: bzip2 is only read: choose .zst or .gz", name)
	}
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
		return &compressed{gzip.NewWriter(file), file}, isEmpty, nil
	case strings.HasSuffix(name, ".zst"):
		encoder, err := zstd.NewWriter(file, zstd.WithEncoderConcurrency(1))
		return &compressed{encoder, file}, isEmpty, err
	}
	return file, isEmpty, nil
}

// A compressed file is being written.
type compressed struct {
	io.WriteCloser
	file *os.File
}

// Close closes the file after the end of the compressed text.
func (c *compressed) Close() error { return fault.Join(c.WriteCloser.Close(), c.file.Close()) }
