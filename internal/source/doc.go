// Package source opens game records, compressed or not, and the files that commands write: a [Door]
// for all files of a run.
package source

// The files:
//
//   - door.go: which files are open, that no output is an input, and what a signal leaves; tested in cmd/shakki/world_test.go
//   - signals_unix.go, signals_other.go: the signals that end a process, broken pipes, and limits on the size of files
//   - source.go: inputs: files and folders, compressed or not, and which suffixes are those of records; tested in source_test.go, cmd/shakki/input_test.go
//   - create.go: outputs, compressed by their suffixes, and full disks
//   - tape.go: what is kept of a text until it is known what a game is
