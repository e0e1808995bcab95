package chess_test

import (
	"fmt"

	"github.com/shakki/chess"
)

func ExamplePosition_SANIn() {
	p := chess.MustParseFEN("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")
	m := chess.MustParseMove("h5f7")
	for _, l := range []chess.Language{chess.English, chess.Finnish, chess.Lithuanian, chess.Russian, chess.Figurines} {
		fmt.Println(p.SANIn(m, l), l.Name(chess.Queen))
	}
	// Output:
	// Qxf7# queen
	// Dxf7# kuningatar
	// Vxf7# valdovė
	// Фxf7# ферзь
	// ♕xf7# ♕
}

// The same letter is a king in French, a knight in Finnish and no piece at all
// in Danish.
func ExamplePosition_ParseSANIn() {
	p := chess.StartPosition()
	for _, l := range []chess.Language{chess.French, chess.Finnish, chess.Danish} {
		m, err := p.ParseSANIn("Rf3", l)
		fmt.Println(m, err)
	}
	// Output:
	// 0000 Rf3: a king does not move from e1 to f3
	// g1f3 <nil>
	// 0000 Rf3: not the text of a move
}
