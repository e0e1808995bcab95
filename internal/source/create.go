package source

import (
	"bufio"
	"cmp"
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
	// Tail is the end of the text that the file held before, at most 4096 bytes. It is empty in a new file.
	Tail []byte
	// IsEmpty is true while the file holds no text.
	IsEmpty bool

	compression string         // as in [File]
	file        *safefile.File // or nil for standard output
	out         io.Writer      // the file, or standard output
	compressor  io.WriteCloser // to out, or nil
	buffer      *bufio.Writer  // of the plain text, or nil while the file is closed
}

// Create opens a file to be written as [safefile.Stage.Create] does. If isAdded is true, what is
// written comes after what the file holds, which must be whole if it is compressed. The file "-" is
// standard output.
func (d *Door) Create(name string, isAdded bool) (*Output, error) {
	if name == "-" || safefile.IsDescriptor(name) && os.SameFile(stat(d.Out), statOf(name)) {
		if d.isOutUsed {
			return nil, fault.Errorf("%s: two outputs are standard output", name)
		}
		d.isOutUsed = true
		o := &Output{IsEmpty: true, out: d.Out}
		d.outputs = append(d.outputs, o)
		return o, nil
	}
	if err := d.Writes(name); err != nil {
		return nil, err
	}
	return d.create(name, isAdded)
}

// statOf returns what stands at a name, or nil.
func statOf(name string) os.FileInfo {
	info, _ := os.Stat(name)
	return info
}

// CreateOneOf is [Door.Create] for one of many files.
func (d *Door) CreateOneOf(name string, isAdded bool) (*Output, error) {
	if _, err := d.mayWrite(name); err != nil {
		return nil, err
	}
	return d.create(name, isAdded)
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

// Reserve keeps others from writing to a name that many files are named after, as
// [safefile.Stage.Reserve] does.
func (d *Door) Reserve(name string) error {
	d.stage.Exclusive = true
	return d.stage.Reserve(name)
}

// create opens a file that may be written.
func (d *Door) create(name string, isAdded bool) (o *Output, err error) {
	d.stage.Exclusive = true
	o = &Output{compression: map[string]string{".gz": "gzip", ".zst": "Zstandard", ".bz2": "bzip2"}[filepath.Ext(name)]}
	if info := statOf(name); isAdded && info != nil && info.Mode().IsRegular() && info.Size() > 0 {
		if o.Tail, o.compression, err = tailOf(name); err != nil {
			return nil, fault.Errorf("cannot append to a damaged file: %w", err)
		}
	}
	if o.compression == "bzip2" {
		return nil, fault.Errorf("%s: bzip2 is only read: choose .zst or .gz", name)
	}
	o.IsEmpty = len(o.Tail) == 0
	if o.file, err = d.stage.Create(name, 0o666, isAdded); err == nil {
		o.out = o.file
		d.outputs = append(d.outputs, o)
	}
	return o, err
}

// tailOf returns the end of the text of a file, which it reads, and how it is compressed.
func tailOf(name string) (tail []byte, compression string, err error) {
	const size = 4096
	file, err := os.Open(name)
	if err != nil {
		return nil, "", err
	}
	defer file.Close()
	text, compression, err := Decompress(file)
	buffer := make([]byte, 1<<16)
	for err == nil {
		var n int
		n, err = text.Read(buffer)
		tail = append(tail, buffer[:n]...)
		tail = append(tail[:0], tail[max(len(tail)-size, 0):]...)
	}
	if err != io.EOF {
		return nil, "", fault.Errorf("%s: %w", name, err)
	}
	return tail, compression, nil
}

// Write writes text.
func (o *Output) Write(b []byte) (int, error) {
	o.IsEmpty = false
	if o.buffer == nil {
		if err := o.open(); err != nil {
			return 0, err
		}
	}
	return o.buffer.Write(b)
}

// buffers are the buffers of files that have been closed.
var buffers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 1<<16) }}

// open opens a file that is closed.
func (o *Output) open() (err error) {
	if o.file != nil {
		err = o.file.Resume()
	}
	switch {
	case err != nil:
		return err
	case o.compression == "gzip":
		o.compressor = gzip.NewWriter(o.out)
	case o.compression == "Zstandard":
		o.compressor, err = zstd.NewWriter(o.out, zstd.WithEncoderConcurrency(1))
	}
	o.buffer = buffers.Get().(*bufio.Writer)
	o.buffer.Reset(o.out)
	if o.compressor != nil {
		o.buffer.Reset(o.compressor)
	}
	return err
}

// Suspend writes what is left, and closes a file until the next Write.
func (o *Output) Suspend() (err error) {
	if o.buffer != nil {
		err = o.buffer.Flush()
		buffers.Put(o.buffer)
		o.buffer = nil
	}
	if o.compressor != nil {
		err = cmp.Or(err, o.compressor.Close())
		o.compressor = nil
	}
	if o.file != nil {
		err = cmp.Or(err, o.file.Suspend())
	}
	return err
}

// Commit lets all files take their places.
func (d *Door) Commit() error {
	for _, o := range d.outputs {
		var err error
		if o.IsEmpty { // empty text has a compressed form, too
			_, err = o.Write(nil)
		}
		if err = cmp.Or(err, o.Suspend()); err != nil {
			d.Close()
			return err
		}
	}
	d.outputs = nil
	return d.stage.Commit()
}

// Close removes what has not been committed.
func (d *Door) Close() error {
	d.outputs = nil
	return d.stage.Close()
}
