// Package recordcheck is an example of a project that contains game records, here
// the records of a chess club. Its tests show how to check that the records are valid
// and that the games end as expected.
package recordcheck

import (
	"bytes"
	"embed"
	"iter"

	"github.com/shakki/chess"
)

//go:embed testdata
var files embed.FS

// Games returns an iterator over the games of the club. If a record is invalid, the
// error says why.
func Games() iter.Seq2[*chess.Game, error] {
	club, err := files.ReadFile("testdata/club.pgn")
	if err != nil {
		return func(yield func(*chess.Game, error) bool) { yield(nil, err) }
	}
	return chess.NewPGNReader(bytes.NewReader(club)).All()
}
