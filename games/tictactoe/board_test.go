package tictactoe_test

import (
	"testing"

	. "github.com/shakki/chess/games/tictactoe"
)

// TestRuleThreeInARow checks that three in a row wins for both players, on each of the eight rows,
// columns, and diagonals.
func TestRuleThreeInARow(t *testing.T) {
	winner := map[Outcome]Piece{xWins: X, oWins: O}
	tests := []struct {
		name string
		text string
		want Outcome
	}{
		{"X, top rank", "XXX/OO./...", xWins},
		{"X, middle rank", "OO./XXX/...", xWins},
		{"X, bottom rank", "OO./.../XXX", xWins},
		{"X, a-file", "XO./XO./X..", xWins},
		{"X, b-file", "OX./OX./.X.", xWins},
		{"X, c-file", "O.X/O.X/..X", xWins},
		{"X, rising diagonal", "OOX/.X./X..", xWins},
		{"X, falling diagonal", "XOO/.X./..X", xWins},
		{"O, top rank", "OOO/XX./X..", oWins},
		{"O, middle rank", "XX./OOO/X..", oWins},
		{"O, bottom rank", "XX./X../OOO", oWins},
		{"O, a-file", "OX./OX./O.X", oWins},
		{"O, b-file", "XO./XO./.OX", oWins},
		{"O, c-file", "XXO/X.O/..O", oWins},
		{"O, rising diagonal", "XXO/XO./O..", oWins},
		{"O, falling diagonal", "OXX/XO./..O", oWins},
		{"X, rank and file at once", "XXX/XOO/XOO", xWins},
		{"three adjacent pieces not in a row", "XX./X../OO.", Outcome{}},
		{"three pieces wrapped around the edge", ".OX/XXO/...", Outcome{}},
	}
	for _, tt := range tests {
		p := position(t, tt.text)
		got := p.Outcome()
		player, won := got.Winner()
		if got != tt.want || player != winner[tt.want] || won != (player != NoPiece) {
			t.Errorf("%s: %s: Outcome() = %v, Winner() = %v, %v; want %v", tt.name, tt.text, got, player, won, tt.want)
		}
		if moves := p.AppendLegalMoves([]Move{C3}); (len(moves) == 1) != got.IsOver() {
			t.Errorf("%s: %s: Outcome() = %v but after c3, AppendLegalMoves = %v", tt.name, tt.text, got, moves)
		}
	}
}
