package source

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/shakki/chess/internal/fault"
	"github.com/shakki/chess/internal/safefile"
)

// A Door opens all files that one run of a command reads and writes. It knows what is behind their
// names, and refuses to write what is read, or what is written already, before anything is changed.
// Regular files take their places at Commit, after which others can be created, as [safefile.Stage] says.
type Door struct {
	In       io.Reader // standard input, the file "-"
	Out, Err io.Writer // standard output, the file "-", and standard error, or Out if that is a file that is read

	safefile.Stage                // of the regular files that are written
	signals        chan os.Signal // that end the process while files wait, or nil

	read      []identity
	written   map[string][]identity // by their hints, so that thousands of files are not compared with each other
	isOutUsed bool                  // standard output is one of the outputs
}

// Reserve keeps others from writing files of a group from now on.
func (d *Door) Reserve(group string) error {
	d.watchSignals()
	return d.Stage.Reserve(group)
}

// watchSignals lets a signal end the process without files that wait beside their places, until Close.
func (d *Door) watchSignals() {
	if d.signals != nil {
		return
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, heeded(slices.Concat(interrupts, brokenPipe))...)
	go func() {
		if _, isSignal := <-signals; isSignal {
			d.Stage.Close()
			os.Exit(130)
		}
	}()
	d.signals = signals
}

// Interrupts returns the signals by which users and systems end the process.
func Interrupts() []os.Signal { return heeded(slices.Clone(interrupts)) }

// heeded returns the signals that the process was not started to ignore, as by nohup.
func heeded(signals []os.Signal) []os.Signal { return slices.DeleteFunc(signals, signal.Ignored) }

// Close removes all files that have not taken their places.
func (d *Door) Close() error {
	if d.signals != nil {
		signal.Stop(d.signals)
		close(d.signals)
		d.signals = nil
	}
	return d.Stage.Close()
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
	id := identity{name: name, info: statOf(name)}
	path, err := filepath.Abs(name)
	if err == nil {
		id.path, _, err = safefile.Resolve(path)
	}
	return id, err
}

// statOf returns what stands at a name, or nil.
func statOf(name string) os.FileInfo {
	info, _ := os.Stat(name)
	return info
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

// hint returns a text that is the same for two names that may not be written together.
func (id *identity) hint() string {
	if id.info == nil {
		return strings.ToLower(id.path)
	}
	return fmt.Sprint(id.info.Size(), id.info.ModTime().UnixNano())
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
func (d *Door) Inputs(names []string) (inputs []Input, err error) {
	for _, name := range names {
		found := []Input{{Name: name}}
		if info := statOf(name); name != "-" && info != nil && info.IsDir() {
			if err := d.Reads(name); err != nil {
				return nil, err
			}
			found = records(name)
		}
		for _, input := range found {
			if input.Err == nil {
				if input.Size, err = d.reads(input.Name); err != nil {
					return nil, err
				}
			}
			inputs = append(inputs, input)
		}
	}
	return inputs, nil
}

// Reads notes that a file is read. That of standard input is "-". It is an error if the file is
// written.
func (d *Door) Reads(name string) error {
	_, err := d.reads(name)
	return err
}

// reads is Reads, and returns the size of a regular file.
func (d *Door) reads(name string) (size int64, err error) {
	id, _ := identify(name) // opening it reports the error
	if name == "-" {
		id.info = stat(d.In)
	}
	if id.info == nil {
		return 0, nil
	}
	d.read = append(d.read, id)
	for _, out := range slices.Concat(append(slices.Collect(maps.Values(d.written)), d.standard())...) {
		if id.conflicts(&out) {
			d.spare(out)
			return 0, fault.Errorf("%s is read, and it is also %s: nothing was done", name, out.name)
		}
	}
	if id.info.Mode().IsRegular() {
		size = id.info.Size()
	}
	return size, nil
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

// standard returns standard output and standard error.
func (d *Door) standard() []identity {
	return []identity{{name: "standard output", info: stat(d.Out)}, {name: "standard error", info: stat(d.Err)}}
}

// spare lets errors go to standard output from now on, if a file that must not change is standard error.
func (d *Door) spare(id identity) {
	if id.name == "standard error" {
		d.Err = d.Out
	}
}

// Writes notes that a file is written. It is an error if the file is read, or written already.
func (d *Door) Writes(name string) error {
	id, err := identify(name)
	if err != nil {
		return err
	}
	for i := range d.read {
		if d.read[i].conflicts(&id) {
			return fault.Errorf("%s is an input file: choose another output", name)
		}
	}
	hint := id.hint()
	for _, other := range append(d.standard(), d.written[hint]...) {
		if other.conflicts(&id) {
			d.spare(other)
			return fault.Errorf("%s: it is also written as %s", name, other.name)
		}
	}
	if d.written == nil {
		d.written = map[string][]identity{}
	}
	d.written[hint] = append(d.written[hint], id)
	return nil
}
