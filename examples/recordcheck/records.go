// Package recordcheck is an example of a project that contains game records, here
// the records of a chess club. Its tests show how to check that every move in the
// records is legal and that the games end as expected.
package recordcheck

import (
	_ "embed"
	"iter"
	"strings"

	"github.com/shakki/chess"
)

//go:embed testdata/club.pgn
var club string

// Games returns an iterator over the games of the club. If a record is invalid, the
// error says why.
func Games() iter.Seq2[*chess.Game, error] {
	return chess.NewPGNReader(strings.NewReader(club)).All()
}
