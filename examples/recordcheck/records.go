// Package recordcheck stands for a project that ships game records, those of a
// chess club. Its test shows how such a project makes sure that every move in
// them is legal and that they end as it says.
package recordcheck

import (
	_ "embed"
	"iter"
	"strings"

	"github.com/shakki/chess"
)

//go:embed testdata/club.pgn
var club string

// Games iterates over the games of the club, each with the error of its record
// if that has one.
func Games() iter.Seq2[*chess.Game, error] {
	return chess.NewPGNReader(strings.NewReader(club)).All()
}
