// Package movetree stores the moves of a game and their annotations in little memory, adds those of a text,
// and writes them, for package chess and for the variants.
package movetree

// The files:
//
//   - movetree.go: the tree: nodes, notes, and their order; promoting, deleting, merging, and lines
//   - build.go: which move an annotation of a text belongs to; tested in write_test.go
//   - write.go: where numbers, annotations, and variations are written
