// Package recordcheck is an example of a project that ships game records, those
// of a chess club. Its test shows how such a project can check that every move in
// the records is legal and that the games end as expected.
package recordcheck

import (
	_ "embed"
	"iter"
	"strings"

	"github.com/shakki/chess"
)

//go:embed testdata/club.pgn
var club string

// Games iterates over the games of the club. The error says what is wrong with a
// record, or is nil.
func Games() iter.Seq2[*chess.Game, error] {
	return chess.NewPGNReader(strings.NewReader(club)).All()
}
