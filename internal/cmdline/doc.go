// Package cmdline holds what commands share: how they parse their arguments, and whether they write
// to a terminal.
package cmdline

// The files:
//
//   - cmdline.go: parsing arguments, flags that need or exclude each other, misspelled names, and terminals; tested in cmdline_test.go, cmd/shakki/main_test.go
//   - flags.go: groups of flags, values from files (@FILE) with comments; tested in cmd/shakki/select_test.go
