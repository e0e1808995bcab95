// Package source opens game records, compressed or not, and the files that commands write: a [Door]
// for all files of a run.
package source

// The files:
//
//   - door.go: which files are open, and that no output is an input
//   - source.go: inputs: files, folders, compressed or not
//   - create.go: outputs
//   - order.go: outputs in the order of their inputs
