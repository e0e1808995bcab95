package safefile

import (
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/shakki/chess/internal/fault"
)

// A Stage writes files beside their places, and lets them take these places together. Until
// [Stage.Commit], and if the process ends before, what stands there stays. The zero Stage has no
// files. Files may be created concurrently.
//
// Files wait in a hidden folder beside their places. One stage at a time has the folder for a name, in
// this process or another one. What a process that was killed has left in it, the next stage removes.
type Stage struct {
	mutex   sync.Mutex
	folders []stageFolder
	files   []*File
}

// A stageFolder is a hidden folder with the files that get their places in the folder around it.
type stageFolder struct {
	path string
	info os.FileInfo
	lock *Lock
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
//
// Nobody else may write files of the given group meanwhile, which is the name of the file or, of many
// files, the one that their names come from. The error is then a [*LockedError].
func (s *Stage) Create(name, group string, mode os.FileMode, isAdded bool) (*File, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	path, isOpen, err := Resolve(name)
	if err != nil {
		return nil, err
	}
	f := &File{name: name, path: path}
	if f.before, err = os.Stat(name); err == nil && (isOpen || !f.before.Mode().IsRegular()) {
		return s.add(f), nil
	}
	if f.before != nil {
		file, err := os.OpenFile(path, os.O_WRONLY, 0) // what must not be written must not be replaced either
		if err != nil {
			return nil, err
		}
		file.Close()
	}
	folder, err := s.folder(filepath.Dir(path), group)
	if err != nil {
		return nil, err
	}
	f.staged = filepath.Join(folder, filepath.Base(path))
	file, err := os.OpenFile(f.staged, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if errors.Is(err, os.ErrExist) { // perhaps in other letters, where the file system ignores case
		return nil, fault.Errorf("%s: two outputs have this name", name)
	}
	if err != nil {
		return nil, err
	}
	s.add(f)
	f.hasText = isAdded && f.before != nil
	if err = file.Close(); err == nil && f.hasText {
		err = copyContent(f.staged, path, 0)
	}
	return f, err
}

// Reserve keeps others from writing files of a group from now on.
func (s *Stage) Reserve(group string) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	path, _, err := Resolve(group)
	if err == nil {
		_, err = s.folder(filepath.Dir(path), group)
	}
	return err
}

// Stream returns a file that is written to a stream, such as standard output.
func (s *Stage) Stream(w io.Writer) *File {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.add(&File{out: w})
}

// add adds a file, which it returns.
func (s *Stage) add(f *File) *File {
	s.files = append(s.files, f)
	f.most = max(mostEncoded/len(s.files), 1<<10)
	return f
}

// folder returns the hidden folder for the files of a group in the folder around it. It makes it unless the
// stage has it.
func (s *Stage) folder(around, group string) (path string, err error) {
	path = filepath.Join(around, fmt.Sprintf(hiddenName, crc32.ChecksumIEEE([]byte(filepath.Base(group)))))
	for {
		made := os.Mkdir(path, 0o700)
		if made != nil && !errors.Is(made, os.ErrExist) {
			return "", made
		}
		info, err := os.Lstat(path)
		switch {
		case err == nil && slices.ContainsFunc(s.folders, func(own stageFolder) bool { return os.SameFile(own.info, info) }):
			return path, nil
		case err == nil && !(info.IsDir() && isOwn(info)):
			return "", fault.Errorf("%s: not a folder of this user", path)
		}
		lock, err := NewLock(path)
		if made == nil && errors.Is(err, errors.ErrUnsupported) { // this file system has no locks
			lock, err = &Lock{}, nil
		}
		switch {
		case err == nil:
			s.folders = append(s.folders, stageFolder{path, info, lock})
			return path, removeAllBut(path, "lock")
		case errors.As(err, new(*LockedError)):
			return "", &LockedError{group, holder(filepath.Join(path, "lock"))}
		case !errors.Is(err, os.ErrNotExist): // or else the process that had the folder has just removed it
			os.Remove(path) // unless it is not empty
			return "", err
		}
	}
}

// hiddenName is the form of the name of a hidden folder, with a checksum of the name of its group, which may
// be too long.
const hiddenName = ".shakki-%08x"

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
	f.err = f.append(text)
	f.buffer = f.buffer[:0]
	return f.err
}

// append writes text after what the file holds. Errors name the file as the user knows it.
func (f *File) append(text []byte) error {
	f.hasText = true
	if f.out == nil {
		file, err := os.OpenFile(cmp.Or(f.staged, f.path), os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			return err
		}
		f.out = file
	}
	_, err := f.out.Write(text)
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
		if err := SyncFolder(filepath.Dir(folder.path)); err != nil {
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
	folder, base := filepath.Split(f.path)
	copied := filepath.Join(folder, "."+base+".old")
	err := copyContent(copied, f.path, os.O_CREATE|os.O_EXCL)
	if errors.Is(err, os.ErrExist) {
		return fault.Errorf("%s: not written: an earlier attempt has left the old text in %s", f.name, copied)
	}
	if err == nil {
		if err = copyContent(f.path, f.staged, 0); err != nil {
			if again := copyContent(f.path, copied, 0); again != nil {
				return fmt.Errorf("%w; the old text is in %s", errors.Join(err, again), copied)
			}
		}
	}
	return cmp.Or(err, os.Remove(copied))
}

// copyContent replaces the content of a file, which it opens with the flags, by that of another one.
func copyContent(to, from string, flags int) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|flags, 0o600)
	if err != nil {
		return err
	}
	n, err := io.Copy(out, in)
	if err == nil {
		err = fault.Join(out.Truncate(n), out.Sync())
	}
	return fault.Join(err, out.Close())
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
		errs = append(errs, removeAllBut(folder.path, "lock"), folder.lock.Unlock())
		os.Remove(folder.path) // unless another stage has it already
	}
	s.files, s.folders = nil, nil
	return errors.Join(errs...)
}
