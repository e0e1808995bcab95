package safefile

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/shakki/chess/internal/fault"
)

// A Stage writes files beside their places, and lets them take these places together. Until
// [Stage.Commit], and if the process ends before, what stands there stays. The zero Stage has no
// files. Files may be created concurrently.
type Stage struct {
	// Exclusive refuses files that another exclusive Stage is writing, in this process or another
	// one, and removes what such stages of processes that have ended left in the same folder.
	Exclusive bool

	mutex   sync.Mutex
	folders []*stageFolder
	files   []*File
}

// A stageFolder is a hidden folder with the files that get their places in the folder around it.
type stageFolder struct {
	around string
	info   os.FileInfo // of the folder around it
	path   string
	lock   *Lock
	others []string // such folders of other processes
}

// A File is being written. What is written waits in a buffer. A file beside its place is open only while
// its buffer is written, so that a stage can have any number of files.
type File struct {
	// Encode, if not nil, compresses each part of the text before it is written. One after another, the
	// compressed parts must be a compressed form of the whole text, as those of gzip and Zstandard are.
	Encode func(text []byte) []byte

	name      string      // as the user knows it
	path      string      // its place
	staged    string      // where it is written, or "" if that is its place
	before    os.FileInfo // of what stands at its place, or nil
	isInPlace bool        // the content of the file at its place is replaced, and not that file

	out     io.Writer // what is open, or nil
	buffer  []byte
	most    int  // how much the buffer holds
	hasText bool // some text has left the buffer
	err     error
}

// A buffer holds mostPlain bytes, or up to mostEncoded if they are encoded. The more files there are, the
// less it is for each.
const (
	mostPlain   = 1 << 16
	mostEncoded = 1 << 22
)

// Create creates a file to be written. A file that is not regular, or an open file of a process such as
// /dev/stdout, is written in place. It is opened when its buffer is written, because a pipe waits for its
// reader. A regular file is written beside its place, with the mode given before umask if it is new, and
// after what it holds if isAdded is true.
func (s *Stage) Create(name string, mode os.FileMode, isAdded bool) (*File, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	path, isOpen, err := Resolve(name)
	if err != nil {
		return nil, err
	}
	f := &File{name: name, path: path}
	if f.before, err = os.Stat(name); err == nil && (isOpen || !f.before.Mode().IsRegular()) {
		s.add(f)
		return f, nil
	}
	if f.before != nil {
		file, err := os.OpenFile(path, os.O_WRONLY, 0) // what must not be written must not be replaced either
		if err != nil {
			return nil, err
		}
		file.Close()
		if slices.ContainsFunc(s.files, func(g *File) bool { return g.before != nil && os.SameFile(f.before, g.before) }) {
			return nil, fault.Errorf("%s: two outputs are one file", name)
		}
	}
	if f.staged, err = s.reserve(name, path, mode); err != nil {
		return nil, err
	}
	s.add(f)
	if isAdded && f.before != nil {
		old, err := os.Open(path)
		if err != nil {
			return f, err
		}
		defer old.Close()
		return f, f.append(old)
	}
	return f, nil
}

// Stream returns a file that is written to a stream, such as standard output.
func (s *Stage) Stream(w io.Writer) *File {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	f := &File{out: w}
	s.add(f)
	return f
}

// add adds a file.
func (s *Stage) add(f *File) {
	s.files = append(s.files, f)
	f.most = max(mostEncoded/len(s.files), 1<<10)
}

// Reserve keeps other exclusive stages from writing a file, and writes nothing.
func (s *Stage) Reserve(name string) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	path, _, err := Resolve(name)
	if err == nil {
		_, err = s.reserve(name, path, 0o600)
	}
	return err
}

// reserve creates an empty file for a place, unless there is one or another process has one.
func (s *Stage) reserve(name, path string, mode os.FileMode) (staged string, err error) {
	folder, err := s.folder(filepath.Dir(path))
	if err != nil {
		return "", err
	}
	base := filepath.Base(path)
	staged = filepath.Join(folder.path, base)
	for tries := 3; ; tries-- {
		file, err := os.OpenFile(staged, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, os.ErrExist) { // perhaps in other letters, where the file system ignores case
			return "", fault.Errorf("%s: two outputs have this name", name)
		}
		if err == nil {
			err = file.Close()
		}
		i := slices.IndexFunc(folder.others, func(other string) bool {
			_, err := os.Stat(filepath.Join(other, base))
			return err == nil
		})
		if err != nil || i < 0 {
			return staged, err
		}
		if err := os.Remove(staged); err != nil || tries == 1 {
			return "", cmp.Or(err, error(&LockedError{name, holder(filepath.Join(folder.others[i], "lock"))}))
		}
		time.Sleep(rand.N(30 * time.Millisecond)) // two runs may have begun at once; one of them goes on
	}
}

// folder returns the stage of files in a folder.
func (s *Stage) folder(around string) (*stageFolder, error) {
	info, err := os.Stat(around)
	if err != nil {
		return nil, err
	}
	for _, f := range s.folders {
		if os.SameFile(f.info, info) {
			return f, nil
		}
	}
	f := &stageFolder{around: around, info: info}
	for {
		if f.path, err = os.MkdirTemp(around, stagePrefix+"*"); err != nil {
			return nil, err
		}
		if f.lock, err = NewLock(f.path); err == nil {
			break
		}
		if errors.Is(err, errors.ErrUnsupported) { // this file system has no locks
			f.lock = &Lock{}
			break
		}
		os.Remove(f.path)
		// Another process may have taken the folder for that of a process that has ended.
		if !errors.As(err, new(*LockedError)) && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
	s.folders = append(s.folders, f)
	if s.Exclusive && canLock {
		f.others = removeLeftovers(around, f.path)
	}
	return f, nil
}

// stagePrefix begins the names of stages.
const stagePrefix = ".shakki-"

// removeLeftovers removes the stages of processes that have ended from a folder. It returns those of
// other processes.
func removeLeftovers(around, own string) (others []string) {
	entries, _ := os.ReadDir(around)
	for _, e := range entries {
		path := filepath.Join(around, e.Name())
		if !e.IsDir() || !strings.HasPrefix(e.Name(), stagePrefix) || e.Name() == filepath.Base(own) {
			continue
		}
		lock, err := NewLock(path)
		switch {
		case errors.As(err, new(*LockedError)):
			others = append(others, path)
		case err == nil && removeAllBut(path, "lock") == nil && lock.Unlock() == nil:
			os.Remove(path)
		}
	}
	return others
}

// removeAllBut removes the files in a folder but one.
func removeAllBut(folder, kept string) error {
	entries, err := os.ReadDir(folder)
	for _, e := range entries {
		if e.Name() != kept {
			err = fault.Join(err, os.Remove(filepath.Join(folder, e.Name())))
		}
	}
	return err
}

// Write writes to the buffer, and the buffer to the file when it is full. After an error, it returns that
// error.
func (f *File) Write(b []byte) (int, error) {
	most := f.most
	if f.Encode == nil {
		most = min(most, mostPlain)
	}
	if f.buffer = append(f.buffer, b...); len(f.buffer) >= most {
		f.flush()
	}
	return len(b), f.err
}

// flush writes the buffer to the file. Empty text has an encoded form, too.
func (f *File) flush() error {
	if f.err != nil || len(f.buffer) == 0 && (f.Encode == nil || f.hasText) {
		return f.err
	}
	text := f.buffer
	if f.Encode != nil {
		text = f.Encode(text)
	}
	f.err = f.append(bytes.NewReader(text))
	f.buffer = f.buffer[:0]
	return f.err
}

// append writes text after what the file holds. Errors name the file as the user knows it.
func (f *File) append(text io.Reader) (err error) {
	f.hasText = true
	if f.out == nil {
		file, err := os.OpenFile(cmp.Or(f.staged, f.path), os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			return err
		}
		f.out = file
	}
	_, err = io.Copy(f.out, text)
	if e := (*os.PathError)(nil); errors.As(err, &e) && f.name != "" {
		err = &os.PathError{Op: e.Op, Path: f.name, Err: e.Err}
	}
	if f.staged != "" {
		err = fault.Join(err, f.close())
	}
	return err
}

// close closes the file if it is open.
func (f *File) close() error {
	file, ok := f.out.(*os.File)
	if !ok || f.path == "" { // a stream stays open
		return nil
	}
	f.out = nil
	return file.Close()
}

// Sync waits until what was written is on the disk, in a file with the mode and the owner of the old one.
func (f *File) Sync() error {
	if err := f.flush(); err != nil || f.staged == "" {
		return err
	}
	f.buffer = nil // which many files would keep
	file, err := os.OpenFile(f.staged, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if f.before != nil {
		if f.isInPlace = links(f.before) > 1 || !setOwner(file, f.before); !f.isInPlace {
			err = file.Chmod(f.before.Mode() & (os.ModePerm | os.ModeSetuid | os.ModeSetgid | os.ModeSticky))
		}
	}
	return fault.Join(err, file.Sync(), file.Close())
}

// Commit waits until all files are on the disk, and lets them take their places. If one of these has
// changed since [Stage.Create], no file takes its place. If that fails later, files that are new are
// removed again. It closes the Stage.
func (s *Stage) Commit() error {
	for _, f := range s.files { // while Close can give up, because a pipe may have no reader
		if err := f.flush(); err != nil {
			return fault.Join(err, s.Close())
		}
	}
	s.mutex.Lock()
	err := s.commit()
	s.mutex.Unlock()
	return fault.Join(err, s.Close())
}

func (s *Stage) commit() error {
	for _, f := range s.files { // before the first takes its place
		if err := s.prepare(f); err != nil {
			return err
		}
	}
	for i, f := range s.files {
		if err := f.place(); err != nil {
			for _, done := range s.files[:i] {
				if done.staged != "" && done.before == nil {
					os.Remove(done.path)
				}
			}
			return err
		}
	}
	for _, folder := range s.folders {
		if err := SyncFolder(folder.around); err != nil {
			return err
		}
	}
	return nil
}

// mostSynced is the number of files above which new ones, which can be written again, are not synced.
const mostSynced = 1000

// prepare completes a file, and checks that its place is as it was.
func (s *Stage) prepare(f *File) error {
	if f.staged != "" {
		now, err := os.Stat(f.path)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		if isThere := err == nil; isThere != (f.before != nil) || isThere && hasChanged(now, f.before) {
			return fault.Errorf("%s: not written: it has changed meanwhile", f.name)
		}
	}
	if f.before == nil && len(s.files) > mostSynced {
		return f.flush()
	}
	return f.Sync()
}

// hasChanged reports whether a file is no longer the one described by before.
func hasChanged(now, before os.FileInfo) bool {
	return !os.SameFile(now, before) || now.Size() != before.Size() || now.ModTime() != before.ModTime()
}

// place puts a file that is complete in its place.
func (f *File) place() error {
	switch {
	case f.staged == "":
		return nil
	case f.isInPlace:
		return f.overwrite()
	}
	return os.Rename(f.staged, f.path)
}

// overwrite replaces the content of the file in its place. A copy of the old content stands beside it
// until that is done. If writing fails, the old content is written back. If that fails too, or if the
// process ends, the copy stays, and whoever writes the file again is told.
func (f *File) overwrite() error {
	text, err := os.Open(f.staged)
	if err != nil {
		return err
	}
	defer text.Close()
	old, err := os.OpenFile(f.path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer old.Close()
	folder, base := filepath.Split(f.path)
	copied := filepath.Join(folder, "."+base+".old")
	backup, err := os.OpenFile(copied, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return fault.Errorf("%s: not written: an earlier attempt has left the old text in %s", f.name, copied)
	}
	if err != nil {
		return err
	}
	defer backup.Close()
	if err := copyContent(backup, old); err != nil {
		os.Remove(copied)
		return err
	}
	if err := copyContent(old, text); err != nil {
		if again := copyContent(old, backup); again != nil {
			return fmt.Errorf("%w; the old text is in %s", errors.Join(err, again), copied)
		}
		os.Remove(copied)
		return err
	}
	return os.Remove(copied)
}

// copyContent replaces the content of to by that of from.
func copyContent(to, from *os.File) error {
	if _, err := to.Seek(0, io.SeekStart); err != nil {
		return err
	}
	n, err := io.Copy(to, io.NewSectionReader(from, 0, 1<<62))
	if err != nil {
		return err
	}
	return fault.Join(to.Truncate(n), to.Sync())
}

// Close removes all files that have not taken their places, and closes the others. It may be called
// while they are written, to give up.
func (s *Stage) Close() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var errs []error
	for _, f := range s.files {
		errs = append(errs, f.close())
	}
	for _, folder := range s.folders {
		errs = append(errs, removeAllBut(folder.path, "lock"), folder.lock.Unlock(), os.Remove(folder.path))
	}
	s.files, s.folders = nil, nil
	return errors.Join(errs...)
}
