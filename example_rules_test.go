package chess_test

import (
	"errors"
	"fmt"
	"strings"

	"github.com/shakki/chess"
)

// play plays moves in SAN and prints the first error.
func play(g *chess.Game, moves string) {
	for _, san := range strings.Fields(moves) {
		if err := g.PlaySAN(san); err != nil {
			fmt.Println(err)
			return
		}
	}
}

// The start position stands on the board for the third time. Under the FIDE Laws
// that does not end the game; the player to move may claim the draw.
func ExampleGame_Claim() {
	g := chess.NewGame()
	play(g, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8")
	fmt.Println(g.Outcome(), g.Repetitions(), g.Claims())

	err := g.Claim(chess.Claim{Reason: chess.ThreefoldRepetition})
	fmt.Println(err, g.Outcome())
	// Output:
	// * 3 [threefold repetition]
	// <nil> 1/2-1/2 (threefold repetition)
}

// Black intends to play Ng8 and claims that the position will have occurred three
// times then. The move is announced, not played.
func ExampleGame_Claim_announced() {
	g := chess.NewGame()
	play(g, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1")
	fmt.Println(g.Claims(), g.AnnouncedClaims())

	p := g.Position()
	m, _ := p.ParseSAN("Ng8")
	err := g.Claim(chess.Claim{Reason: chess.ThreefoldRepetition, Move: m})
	fmt.Println(err, g.Outcome(), g.Plies())
	// Output:
	// [] [threefold repetition after f6g8]
	// <nil> 1/2-1/2 (threefold repetition) 7
}

// A wrong claim is refused, and the game goes on.
func ExampleGame_Claim_wrong() {
	g := chess.NewGame(chess.WithStart(chess.MustParseFEN("6R1/7k/8/8/1r3B2/5K2/8/8 w - - 98 119")))
	err := g.Claim(chess.Claim{Reason: chess.FiftyMoves})
	fmt.Println(err)
	var refusal *chess.ClaimError
	fmt.Println(errors.As(err, &refusal), g.Outcome())
	// Output:
	// chess: claim of fifty moves: the last capture or pawn move is 98 plies ago
	// true *
}

// White offers a draw after the move. The offer stands until Black accepts it,
// declines it or moves.
func ExampleGame_OfferDraw() {
	g := chess.NewGame()
	fmt.Println(g.OfferDraw(chess.White))
	play(g, "e4")
	fmt.Println(g.OfferDraw(chess.White))
	fmt.Println(g.DrawOffer())
	play(g, "e5")
	fmt.Println(g.AcceptDraw(chess.White))

	fmt.Println(g.OfferDraw(chess.Black))
	fmt.Println(g.AcceptDraw(chess.White))
	fmt.Println(g.Outcome())
	// Output:
	// chess: draw offer by White: only the player who has just moved offers a draw
	// <nil>
	// white true
	// chess: acceptance of a draw by White: the opponent has not offered a draw
	// <nil>
	// <nil>
	// 1/2-1/2 (agreement)
}

// A player may resign at any time, also when it is not their turn.
func ExampleGame_Resign() {
	g := chess.NewGame()
	play(g, "f3 e5 g4")
	fmt.Println(g.Resign(chess.White))
	fmt.Println(g.Outcome())
	fmt.Println(g.Resign(chess.Black))
	// Output:
	// <nil>
	// 0-1 (resignation)
	// chess: resignation by Black: the game is over
}

// A player whose time is up loses, unless the opponent cannot mate by any
// sequence of legal moves.
func ExampleGame_FlagFall() {
	for _, fen := range []string{
		"8/8/3k4/3p4/8/8/3N4/3K4 b - - 0 60", // Black's own pawn may help to mate
		"8/8/3k4/3q4/8/8/3N4/3K4 b - - 0 60",
	} {
		g := chess.NewGame(chess.WithStart(chess.MustParseFEN(fen)))
		if err := g.FlagFall(chess.Black); err != nil {
			fmt.Println(err)
		}
		fmt.Println(g.Outcome())
	}
	// Output:
	// 1-0 (time)
	// 1/2-1/2 (time)
}

// Rules of one's own: the third repetition ends the game, and nothing else that
// the players have not agreed on.
func ExampleRules() {
	rules := chess.Rules{Threefold: chess.Automatic}
	g := chess.NewGame(chess.WithRules(rules))
	play(g, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8")
	fmt.Println(g.Outcome())
	fmt.Println(g.PlaySAN("e4"))
	// Output:
	// 1/2-1/2 (threefold repetition)
	// e4: the game is over
}

// An arbiter looks through a game for the claims that were possible, missed ones
// included.
func ExampleGame_AllClaims() {
	g, err := chess.ParsePGN("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 1-0")
	if err != nil {
		fmt.Println(err)
		return
	}
	for plies, claim := range g.AllClaims() {
		fmt.Printf("%d plies: %v\n", plies, claim)
	}
	// Output:
	// 7 plies: threefold repetition after f6g8
	// 8 plies: threefold repetition
	// 8 plies: threefold repetition after g1f3
}

// A record keeps the moves that were made after the game had ended by itself.
func ExampleGame_AutomaticEnd() {
	g, err := chess.ParsePGN(`[SetUp "1"]
[FEN "8/8/8/4k3/8/8/4p3/4K3 w - - 0 60"]

60. Kxe2 Kd4 61. Kd2 1-0`)
	if err != nil {
		fmt.Println(err)
		return
	}
	outcome, plies := g.AutomaticEnd()
	fmt.Println(outcome, plies, g.Plies(), g.Recorded())
	// Output: 1/2-1/2 (dead position) 1 3 1-0
}

// The error of an illegal move tells why, in its text and in its fields.
func ExampleMoveError() {
	g := chess.NewGame()
	play(g, "d4 e6 Nc3 Bb4")
	err := g.PlaySAN("Ne4")
	fmt.Println(err)
	var illegal *chess.MoveError
	if errors.As(err, &illegal) {
		fmt.Println(illegal.Cause, "by", illegal.By)
	}
	// Output:
	// Ne4: the knight on c3 is pinned by the bishop on b4
	// pinned by b4
}

func ExampleGame_CapturedBy() {
	g := chess.NewGame()
	play(g, "e4 d5 exd5 Qxd5 Nc3 Qxg2 Bxg2")
	fmt.Println(g.CapturedBy(chess.White), g.CapturedBy(chess.Black))
	p := g.Position()
	fmt.Println(p.Material(chess.White).Points() - p.Material(chess.Black).Points())
	// Output:
	// [p q] [P P]
	// 8
}
