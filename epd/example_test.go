package epd_test

import (
	"fmt"
	"slices"

	"github.com/shakki/chess"
	"github.com/shakki/chess/epd"
)

// A test position says which move is best. What an engine finds is written in the same form.
func Example() {
	r, err := epd.Parse(`1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";`)
	if err != nil {
		fmt.Println(err)
		return
	}
	found := chess.MustParseMove("d6d1")
	fmt.Println(r.ID, slices.Contains(r.BestMoves, found))

	depth, score := 12, 32765
	fmt.Println(epd.Record{Position: r.Position, Line: []chess.Move{found}, Depth: &depth, Centipawns: &score})

	_, err = epd.Parse("8/8/8/8/8/4k3/4p3/4K3 w - - bm Kd1;")
	fmt.Println(err)
	// Output:
	// BK.01 true
	// 1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - acd 12; ce 32765; pv Qd1+;
	// EPD "8/8/8/8/8/4k3/4p3/4K3 w - - bm Kd1;": bm, offset 31: Kd1: the king would be in check from the pawn on e2
}
