package source

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/shakki/chess/internal/fault"
	"github.com/shakki/chess/internal/safefile"
)

// An Output is a file that is written. It is compressed if its name ends in .gz or .zst. Text that is added to a
// file is compressed as that file is.
type Output struct {
	*safefile.File

	// Tail is the end of the text that the file held before, at most 4096 bytes. It is empty in a new file.
	Tail []byte
}

// Create opens a file of a group to be written as [safefile.Stage.Create] does. If isAdded is true, what is
// written comes after what the file holds, which must be whole if it is compressed. The file "-" is
// standard output.
func (d *Door) Create(name, group string, isAdded bool) (o Output, err error) {
	if _, isOpen, _ := safefile.Resolve(name); name == "-" || isOpen && os.SameFile(stat(d.Out), statOf(name)) {
		if d.isOutUsed {
			return o, fault.Errorf("%s: two outputs are standard output", name)
		}
		d.isOutUsed = true
		return Output{File: d.Stream(d.Out)}, nil
	}
	if err := d.Writes(name); err != nil {
		return o, err
	}
	f := formWith(func(f *form) bool { return f.suffix == filepath.Ext(name) })
	if info := statOf(name); isAdded && info != nil && info.Mode().IsRegular() && info.Size() > 0 {
		if o.Tail, f, err = tailOf(name); err != nil {
			return o, fault.Errorf("cannot append to a damaged file: %w", err)
		}
	}
	if f.encode == nil && f != plain {
		return o, fault.Errorf("%s: %s is only read: choose .zst or .gz", name, f.name)
	}
	d.watchSignals()
	if o.File, err = d.Stage.Create(name, group, 0o666, isAdded); err == nil {
		o.Encode = f.encode
	}
	return o, err
}

// Rewrite opens a file that is read to be written anew, as plain text.
func (d *Door) Rewrite(name string) (*safefile.File, error) {
	d.watchSignals()
	return d.Stage.Create(name, name, 0o666, false)
}

// Append opens a file to which lines are added where it stands, as to a log. A line that an earlier
// process could not end is ended.
func (d *Door) Append(name string) (*os.File, error) {
	if err := d.Writes(name); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, err
	}
	if tail, _, _ := tailOf(name); len(tail) > 0 && tail[len(tail)-1] != '\n' {
		_, err = file.WriteString("\n")
	}
	return file, err
}

// encodeGzip compresses text, which cannot fail in memory.
func encodeGzip(text []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(text)
	w.Close()
	return b.Bytes()
}

// zstdWriter returns the only compressor, which any number of files can use.
var zstdWriter = sync.OnceValue(func() *zstd.Encoder {
	w, _ := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithZeroFrames(true)) // which cannot fail
	return w
})

// encodeZstd compresses text.
func encodeZstd(text []byte) []byte { return zstdWriter().EncodeAll(text, nil) }

// tailOf returns the end of the text of a file, which it reads, and the form of the file.
func tailOf(name string) (tail []byte, f *form, err error) {
	const size = 4096
	file, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	text, f, err := decompress(file)
	buffer := make([]byte, 1<<16)
	for err == nil {
		var n int
		n, err = text.Read(buffer)
		tail = append(tail, buffer[:n]...)
		tail = append(tail[:0], tail[max(len(tail)-size, 0):]...)
	}
	if err != io.EOF {
		return nil, nil, fault.Errorf("%s: %w", name, err)
	}
	return tail, f, nil
}
