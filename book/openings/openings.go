// Package openings has the names of some 3,800 openings. A program that imports it grows by
// 53 KB.
//
//	o, plies := openings.Names().Game(g)
//
// The names, codes, and moves are the list of lichess.org (the repository
// lichess-org/chess-openings) of July 2026, which is in the public domain (CC0).
package openings

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"sync"

	"github.com/shakki/chess/book"
)

//go:embed openings.tsv.gz
var list []byte

// Names returns the names of the list. They are read at the first call, which takes some
// milliseconds, and shared by all later ones.
func Names() *book.Names { return names() }

var names = sync.OnceValue(func() *book.Names {
	r, err := gzip.NewReader(bytes.NewReader(list))
	if err != nil {
		panic(err) // the list is part of the program
	}
	n, err := book.ReadNames(r)
	if err != nil {
		panic(err)
	}
	return n
})
