// Package cmdline holds what commands share: how they parse their arguments, and whether they write
// to a terminal.
package cmdline

// The files:
//
//   - cmdline.go: parsing arguments, which flags need or exclude each other, names that are nearly right, and terminals
//   - flags.go: flags whose help has groups, and whose values may stand in files (@FILE), which may have comments; tested in cmd/shakki/select_test.go
