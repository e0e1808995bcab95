// Package safefile writes files that are whole after a crash or a power failure, and locks files and
// folders.
//
// A [Stage] writes several files, of which all or none take their places, and [Replace] one. What
// stands at the place of a file decides how it is written:
//
//   - A regular file is replaced as a whole. It keeps its mode and its owner. If it has several links,
//     or an owner that nobody else can give, its content is overwritten, with a copy beside it
//     meanwhile.
//   - The target of a symlink is written, and the link stays.
//   - A pipe, a device, and an open file such as /dev/stdout and /dev/fd/3 are written directly.
//
// [NewLock] locks what stands at a name, a folder or a file, so that other names of it are locked
// too:
//
//	lock, err := safefile.NewLock("match.pgn") // or the folder of a server or a table
//	if err != nil {
//		return err // a *LockedError says who holds the lock
//	}
//	defer lock.Unlock()
package safefile

// The files:
//
//   - safefile.go: replacing one file, and waiting until the names in a folder are on the disk
//   - stage.go: files beside their places until they are complete, their names, modes, and what is left of failed and killed writes; tested in safefile_test.go, stage_test.go
//   - path.go: the file behind links and descriptors; tested in safefile_test.go
//   - lock.go: locks that end with their process, and who holds one
//   - lock_unix.go, lock_windows.go, lock_other.go: how each system locks
//   - owner_unix.go, owner_other.go: owners and hard links of files
//   - limit_test.go: full disks
