package source

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/shakki/chess/internal/fault"
	"github.com/shakki/chess/internal/safefile"
)

// A Door opens all files that one run of a command reads and writes. It knows what is behind their
// names, and refuses to write what is read, or what is written already, before anything is changed.
// Regular files take their places at [Door.Commit], as [safefile.Stage] says.
type Door struct {
	In       io.Reader // standard input, the file "-"
	Out, Err io.Writer // standard output, the file "-", and standard error

	read, written []identity
	stage         safefile.Stage
	outputs       []*Output
	isOutUsed     bool // standard output is one of the outputs
	isErrRead     bool // standard error is a file that is read
}

// An identity is what stands at a name, or may come to stand there.
type identity struct {
	name string
	info os.FileInfo // or nil if there is nothing
	path string      // without links
}

const separator = string(filepath.Separator)

// identify returns what stands at a name.
func identify(name string) (identity, error) {
	id := identity{name: name}
	path, err := filepath.Abs(name)
	if err == nil {
		id.path, err = safefile.Resolve(path)
	}
	info, e := os.Stat(name)
	switch {
	case e == nil:
		id.info, err = info, nil
	case !errors.Is(e, os.ErrNotExist):
		err = e
	}
	return id, err
}

// conflicts reports whether two names may not be written, or read and written, together. Devices may.
// A folder is read with the game records in it.
func (id *identity) conflicts(other *identity) bool {
	switch {
	case id.info != nil && id.info.IsDir():
		below, ok := strings.CutPrefix(other.path, strings.TrimSuffix(id.path, separator))
		return ok && strings.HasPrefix(below, separator) && isRecord(below) && !strings.Contains(below, separator+".")
	case id.info != nil && other.info != nil:
		return os.SameFile(id.info, other.info) && (id.info.Mode().IsRegular() || id.info.Mode()&fs.ModeNamedPipe != 0)
	case id.info != nil || other.info != nil:
		return false
	case runtime.GOOS == "windows" || runtime.GOOS == "darwin": // whose file systems ignore case
		return strings.EqualFold(id.path, other.path)
	}
	return id.path == other.path
}

// An Input is a file to read, or the error of finding it.
type Input struct {
	Name string
	Size int64 // in bytes, or 0 if unknown
	Err  error
}

// Inputs returns the files with the given names, with those of the game records in a folder and the
// folders below it, in lexical order, for the folder. It skips what is hidden and does not follow
// links in folders. A folder that cannot be read, or that has no game records, is an error. So is, at
// the end of all, what is read and written.
func (d *Door) Inputs(names []string) ([]Input, error) {
	var inputs []Input
	var folders []identity
	for _, name := range names {
		id, _ := identify(name)
		if name != "-" && id.info != nil && id.info.IsDir() {
			inputs = append(inputs, records(name)...)
			folders = append(folders, id)
		} else {
			inputs = append(inputs, Input{Name: name}) // opening it reports the error
		}
	}
	for i := range inputs {
		if inputs[i].Err != nil {
			continue
		}
		id, err := d.reads(inputs[i].Name)
		if err != nil {
			return nil, err
		}
		if id.info != nil && id.info.Mode().IsRegular() {
			inputs[i].Size = id.info.Size()
		}
	}
	d.read = append(d.read, folders...)
	return inputs, nil
}

// Reads notes that a file is read. That of standard input is "-". It is an error if the file is
// written.
func (d *Door) Reads(name string) error {
	_, err := d.reads(name)
	return err
}

// reads is Reads, and returns what stands at the name.
func (d *Door) reads(name string) (identity, error) {
	id := identity{name: name}
	if name == "-" {
		id.info = stat(d.In)
	} else if info, err := os.Stat(name); err == nil { // otherwise, opening it reports the error
		id.info = info
	}
	if id.info == nil {
		return id, nil
	}
	d.read = append(d.read, id)
	standard := []identity{{name: "standard output", info: stat(d.Out)}, {name: "standard error", info: stat(d.Err)}}
	for _, out := range slices.Concat(standard, d.written) {
		if id.conflicts(&out) {
			d.isErrRead = d.isErrRead || out.name == standard[1].name
			return id, fault.Errorf("%s is read, and it is also %s: nothing was done", name, out.name)
		}
	}
	return id, nil
}

// Errors returns where errors are written: to standard error, unless that is a file that is read.
func (d *Door) Errors() io.Writer {
	if d.isErrRead {
		return d.Out
	}
	return d.Err
}

// stat returns the file behind a stream, or nil.
func stat(stream any) os.FileInfo {
	if file, ok := stream.(interface{ Stat() (fs.FileInfo, error) }); ok {
		if info, err := file.Stat(); err == nil {
			return info
		}
	}
	return nil
}

// Writes notes that a file is written. It is an error if the file is read, or written already.
func (d *Door) Writes(name string) error {
	id, err := d.mayWrite(name)
	if err == nil {
		d.written = append(d.written, id)
	}
	return err
}

// mayWrite returns an error if a file is read, or written already.
func (d *Door) mayWrite(name string) (identity, error) {
	id, err := identify(name)
	if err != nil {
		return id, err
	}
	for i := range d.read {
		if d.read[i].conflicts(&id) {
			return id, fault.Errorf("%s is an input file: choose another output", name)
		}
	}
	standard := identity{name: "standard output", info: stat(d.Out)}
	for _, other := range append(d.written, standard) {
		if other.conflicts(&id) {
			return id, fault.Errorf("%s: it is also written as %s", name, other.name)
		}
	}
	return id, nil
}
