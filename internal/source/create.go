package source

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"
	"github.com/shakki/chess/internal/fault"
	"github.com/shakki/chess/internal/safefile"
)

// An Output is a file that is written, compressed if its name ends in .gz or .zst, or as the text to
// which is added.
type Output struct {
	// Tail is the end of the text to which is added, at most 4096 bytes, or empty.
	Tail []byte

	compression string         // as in [Text]
	file        *safefile.File // or nil for standard output
	w           io.Writer      // of the plain text, or nil while the file is closed
	used        bool           // something has been written
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
		return &Output{w: d.Out}, nil
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

// CreateOneOf is [Door.Create] for one of many files, which need not survive a power failure if they
// are new.
func (d *Door) CreateOneOf(name string, isAdded bool) (*Output, error) {
	if _, err := d.mayWrite(name); err != nil {
		return nil, err
	}
	o, err := d.create(name, isAdded)
	if err == nil {
		o.file.Quick = true
	}
	return o, err
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
	if o.file, err = d.stage.Create(name, 0o666, isAdded); err == nil {
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
	text, err := Decompress(file)
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
	return tail, text.Compression, nil
}

// IsEmpty reports whether the file holds no text to which is added.
func (o *Output) IsEmpty() bool { return len(o.Tail) == 0 }

// Write writes text.
func (o *Output) Write(b []byte) (n int, err error) {
	o.used = true
	if o.w == nil {
		if err := o.resume(); err != nil {
			return 0, err
		}
	}
	return o.w.Write(b)
}

// resume opens a file that is closed.
func (o *Output) resume() (err error) {
	if err := o.file.Resume(); err != nil {
		return err
	}
	switch o.compression {
	case "gzip":
		o.w = gzip.NewWriter(o.file)
	case "Zstandard":
		o.w, err = zstd.NewWriter(o.file, zstd.WithEncoderConcurrency(1))
	default:
		o.w = o.file
	}
	return err
}

// Suspend closes a file until the next Write.
func (o *Output) Suspend() error {
	if o.file == nil {
		return nil
	}
	err := o.finish()
	return fault.Join(err, o.file.Suspend())
}

// finish ends the compressed text.
func (o *Output) finish() error {
	w := o.w
	o.w = nil
	if compressor, ok := w.(io.Closer); ok && w != io.Writer(o.file) {
		return compressor.Close()
	}
	return nil
}

// Commit lets all files take their places.
func (d *Door) Commit() error {
	for _, o := range d.outputs {
		var err error
		if !o.used && o.IsEmpty() { // no text has a compressed form too
			_, err = o.Write(nil)
		}
		if err := fault.Join(err, o.Suspend()); err != nil {
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
