package safefile

import (
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

// A File is being written.
type File struct {
	*os.File // nil while the file is closed

	name   string      // as the user knows it
	path   string      // its place
	staged string      // where it is written, or "" if that is its place
	before os.FileInfo // of what stands at its place, or nil
}

// Create creates a file to be written. A file that is not regular, or an open file of a process such as
// /dev/stdout, is written in place. It is opened by the first Write, because a pipe waits for its reader.
// A regular file is written beside its place, with the mode given before umask if it is new, and after
// what it holds if isAdded is true.
func (s *Stage) Create(name string, mode os.FileMode, isAdded bool) (*File, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	f := &File{name: name}
	var err error
	if f.before, err = os.Stat(name); err == nil && (!f.before.Mode().IsRegular() || IsDescriptor(name)) {
		s.files = append(s.files, f)
		return f, nil
	}
	if f.path, err = Resolve(name); err != nil {
		return nil, err
	}
	if f.before != nil { // what must not be written must not be replaced either
		file, err := os.OpenFile(f.path, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		file.Close()
	}
	if s.hasLink(f.before) {
		return nil, fault.Errorf("%s: two outputs are links to one file", name)
	}
	if f.File, err = s.reserve(name, f.path, mode); err != nil {
		return nil, err
	}
	f.staged = f.File.Name()
	s.files = append(s.files, f)
	if isAdded && f.before != nil {
		old, err := os.Open(f.path)
		if err != nil {
			return f, err
		}
		defer old.Close()
		_, err = io.Copy(f, old)
		return f, err
	}
	return f, nil
}

// hasLink reports whether a file of the stage replaces another link to a file.
func (s *Stage) hasLink(before os.FileInfo) bool {
	return before != nil && links(before) > 1 && slices.ContainsFunc(s.files, func(f *File) bool {
		return f.staged != "" && os.SameFile(before, f.before)
	})
}

// Reserve keeps other exclusive stages from writing a file, and writes nothing.
func (s *Stage) Reserve(name string) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	path, err := Resolve(name)
	if err != nil {
		return err
	}
	file, err := s.reserve(name, path, 0o600)
	if err != nil {
		return err
	}
	return file.Close()
}

// reserve creates a file for a place, unless there is one or another process has one.
func (s *Stage) reserve(name, path string, mode os.FileMode) (*os.File, error) {
	folder, err := s.folder(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	base := filepath.Base(path)
	for tries := 3; ; tries-- {
		file, err := os.OpenFile(filepath.Join(folder.path, base), os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, os.ErrExist) { // perhaps in other letters, where the file system ignores case
			return nil, fault.Errorf("%s: two outputs have this name", name)
		}
		i := slices.IndexFunc(folder.others, func(other string) bool {
			_, err := os.Stat(filepath.Join(other, base))
			return err == nil
		})
		if err != nil || i < 0 {
			return file, err
		}
		if err := fault.Join(file.Close(), os.Remove(file.Name())); err != nil || tries == 1 {
			return nil, cmp.Or(err, error(&LockedError{name, holder(filepath.Join(folder.others[i], "lock"))}))
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

// Write writes to the file. Errors name it as the user knows it.
func (f *File) Write(b []byte) (int, error) {
	if err := f.Resume(); err != nil {
		return 0, err
	}
	n, err := f.File.Write(b)
	if e := (*os.PathError)(nil); errors.As(err, &e) {
		err = &os.PathError{Op: e.Op, Path: f.name, Err: e.Err}
	}
	return n, err
}

// Suspend closes a file that is written beside its place. [File.Resume] opens it again.
func (f *File) Suspend() error {
	if f.File == nil || f.staged == "" {
		return nil
	}
	err := f.File.Close()
	f.File = nil
	return err
}

// Resume opens a file that has been closed, to write after what it holds.
func (f *File) Resume() (err error) {
	switch {
	case f.File != nil:
	case f.staged == "":
		f.File, err = os.OpenFile(f.name, os.O_WRONLY|os.O_APPEND, 0)
	default:
		f.File, err = os.OpenFile(f.staged, os.O_RDWR|os.O_APPEND, 0)
	}
	return err
}

// Since says that the file was made from what stood at its place when info described that.
func (f *File) Since(info os.FileInfo) { f.before = info }

// Commit waits until all files are on the disk, and lets them take their places. If one of these has
// changed since [Stage.Create], no file takes its place. If that fails later, files that are new are
// removed again. It closes the Stage.
func (s *Stage) Commit() error {
	err := s.commit()
	return fault.Join(err, s.Close())
}

func (s *Stage) commit() error {
	for _, f := range s.files { // before the first takes its place
		if err := fault.Join(s.prepare(f), f.Suspend()); err != nil {
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

// prepare checks that the place of a file is as it was, gives the file the mode of the old one, and
// syncs it to the disk.
func (s *Stage) prepare(f *File) error {
	if f.staged == "" {
		return nil
	}
	now, err := os.Stat(f.path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if isThere := err == nil; isThere != (f.before != nil) || isThere && hasChanged(now, f.before) {
		return fault.Errorf("%s: not written: it has changed meanwhile", f.name)
	}
	if f.before == nil && len(s.files) > mostSynced {
		return nil
	}
	if err = f.Resume(); err != nil {
		return err
	}
	if f.before != nil && !f.isOverwritten() {
		const modes = os.ModePerm | os.ModeSetuid | os.ModeSetgid | os.ModeSticky
		err = f.Chmod(f.before.Mode() & modes)
	}
	return fault.Join(err, f.Sync())
}

// hasChanged reports whether a file is no longer the one described by before.
func hasChanged(now, before os.FileInfo) bool {
	return !os.SameFile(now, before) || now.Size() != before.Size() || now.ModTime() != before.ModTime()
}

// isOverwritten reports whether the file keeps its place and gets other content, because it has
// several links or an owner that a new file cannot get.
func (f *File) isOverwritten() bool {
	return links(f.before) > 1 || !setOwner(f.File, f.before)
}

// place puts a file that is closed in its place.
func (f *File) place() error {
	if f.staged == "" {
		return nil
	}
	if f.before == nil {
		return os.Rename(f.staged, f.path)
	}
	if err := f.Resume(); err != nil {
		return err
	}
	if f.isOverwritten() {
		return f.overwrite()
	}
	return fault.Join(f.Suspend(), os.Rename(f.staged, f.path))
}

// overwrite replaces the content of the file in its place. A copy of the old content stands beside it
// until that is done. If writing fails, the old content is written back. If that fails too, or if the
// process ends, the copy stays, and whoever writes the file again is told.
func (f *File) overwrite() error {
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
	if err := copyContent(old, f.File); err != nil {
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
		if f.File != nil {
			errs = append(errs, f.File.Close())
		}
	}
	for _, folder := range s.folders {
		errs = append(errs, removeAllBut(folder.path, "lock"), folder.lock.Unlock(), os.Remove(folder.path))
	}
	s.files, s.folders = nil, nil
	return errors.Join(errs...)
}
