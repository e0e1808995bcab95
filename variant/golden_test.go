package variant_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/golden"
	"github.com/shakki/chess/variant"
)

// goldenPositions has positions of each variant in which its own rules matter.
var goldenPositions = []struct {
	v    variant.Variant
	fens []string
	sans string
}{
	{variant.Standard, []string{"r3k2r/pPpp1ppp/8/3Pp3/8/1N3N2/PP1P1PPP/R3K2R w KQkq e6 4 20", "4r2k/8/8/8/3pPp2/3N4/6n1/q2R1K1R b - e3 0 1"}, "Nbd2 bxa8=Q+ O-O dxe6 h4"},
	{variant.Antichess, []string{"8/Pk6/8/2pP4/8/1b6/P3K3/8 w - c6 0 5", "8/1n6/8/8/4B3/8/8/8 b - - 3 9"}, "axb3 dxc6 a8=K"},
	{variant.Atomic, []string{"r3k2r/8/3p4/2pPn3/4Q3/2N5/8/R3K2R w KQkq c6 0 5", "8/4k3/4K3/8/4q3/8/3p4/1N2R3 b - - 3 9"}, "Qxe5# dxc6 O-O-O Nb5"},
	{variant.Crazyhouse, []string{"r1b1k2r/pP4Q~1/8/8/8/8/1p1N4/R3K2R[PNq] w KQkq - 0 5", "4k3/8/8/8/8/8/4r3/4K3[Pn] w - - 3 9"}, "N@f3 @e4 bxa8=Q Nb3 Qg3"},
	{variant.Horde, []string{"4k2r/pP6/8/2pP4/P7/8/PP6/P1PP4 w k c6 0 5", "4k3/8/8/8/8/1p6/8/PP5N b - - 3 9"}, "bxa8=Q b8=N dxc6 d1d3 c3"},
	{variant.KingOfTheHill, []string{"r3k2r/8/8/3p4/2P5/4K3/8/R6R w kq - 0 5", "8/8/8/2k5/8/4K3/8/8 b - - 3 9"}, "Kd4 Ke4 cxd5 Rae1"},
	{variant.RacingKings, []string{"8/2k5/4K3/8/4n3/8/5R2/qrbnNBRQ w - - 0 5", "1K6/7k/8/8/8/8/8/8 b - - 3 9"}, "Kf7 Rf3 Bd3 Nf3"},
	{variant.ThreeCheck, []string{"r3k2r/8/8/8/2pP4/8/8/R3K2R b KQkq d3 1+2 0 5", "4k3/8/8/8/8/8/4q3/4K3 w - - 3+1 3 9"}, "cxd3 O-O Rxh1+ Rg8"},
	{variant.FiveCheck, []string{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5+4 0 5"}, "Rxa8+ O-O-O"},
}

// TestGolden reads thousands of texts that differ from sound ones by a token, asks why any move is illegal, plays
// random games, and compares what is understood and said with earlier answers.
func TestGolden(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	golden.Compare(t, func(add func(kind, text string)) {
		for _, c := range goldenPositions {
			golden.Neighbors(add, "FEN", " ", c.fens, func(fen string) string {
				p, err := variant.ParseFEN(c.v, fen)
				return fmt.Sprintln(p, err)
			})
			for _, fen := range c.fens {
				p := variant.MustParseFEN(c.v, fen)
				understand := func(text string) string {
					san, err := p.ParseSAN(text)
					uci, refused := p.ParseUCI(text)
					return fmt.Sprintln(san, err, uci, refused)
				}
				golden.Neighbors(add, "moves", "", strings.Fields(c.sans), understand)
				for to := range chess.NoSquare {
					for from := range chess.NoSquare {
						add("from square to square", understand(from.String()+to.String()))
					}
					for _, piece := range "PNBRQK" {
						add("pieces to squares", understand(string(piece)+to.String())+understand(string(piece)+"@"+to.String()))
					}
				}
			}
			golden.Neighbors(add, "records", " ", []string{fmt.Sprintf("[White \"A\"] [Variant \"%v\"] [FEN \"%s\"]\n\n{a} 5. %s {b} * [Result \"0-1\"] 0-1",
				c.v, c.fens[0], c.sans)}, readGoldenRecord)
			g := variant.NewGame(c.v)
			for moves := g.Position().LegalMoves(); len(moves) > 0 && g.Play(moves[random.IntN(len(moves))]) == nil; moves = g.Position().LegalMoves() {
				add("games", describeGolden(g))
			}
			actGolden(add, g.String())
			actGolden(add, variant.NewGame(c.v).String())
		}
		for name := range strings.FieldsSeq("Three-check 960 chess atomic racing+queens 3check960 atomicchess ? -") {
			var v variant.Variant
			err := v.UnmarshalText([]byte(strings.ReplaceAll(name, "+", " ")))
			add("names", fmt.Sprintln(v, v.UCI(), err))
		}
	})
}

// readGoldenRecord returns what is read of a record and written of it.
func readGoldenRecord(text string) string {
	var b strings.Builder
	for g, err := range variant.NewPGNReader(strings.NewReader(text)).All() {
		fmt.Fprintln(&b, g, err)
		if g != nil {
			fmt.Fprintln(&b, g.Outcome(), g.RecordedOutcome(), g.Tags(), g.Resume(), g.Outcome())
		}
	}
	return b.String()
}

// describeGolden returns all that is said about the position at the end of a game.
func describeGolden(g *variant.Game) string {
	var b strings.Builder
	p := g.Position()
	for m := range p.Moves() {
		fmt.Fprint(&b, p.SAN(m), " ", p.UCI(m), " ")
	}
	automatic, plies := g.AutomaticEnd()
	return b.String() + fmt.Sprintln(p, p.Outcome(), p.CanWin(chess.White), p.CanWin(chess.Black), p.Checkers(), p.Castling(), p.EnPassant(), p.Promoted(),
		p.ChecksLeft(chess.White), p.ChecksLeft(chess.Black), p.InHand(chess.White, chess.Pawn), g.Repetitions(), g.Claims(), automatic, plies)
}

// actGolden tries all actions at the end of a game, and before its last move.
func actGolden(add func(kind, text string), text string) {
	for _, undo := range []bool{false, true} {
		for i, action := range []func(g *variant.Game) error{
			func(g *variant.Game) error { return g.Resign(chess.White) },
			func(g *variant.Game) error { return g.FlagFall(chess.Black) },
			func(g *variant.Game) error { return g.AgreeDraw() },
			func(g *variant.Game) error { return g.Claim(variant.ThreefoldRepetition) },
			func(g *variant.Game) error { return g.Claim(variant.FiftyMoves) },
			func(g *variant.Game) error { return g.Claim(variant.Stalemate) },
			func(g *variant.Game) error { return g.Adjudicate(variant.Outcome{}) },
			func(g *variant.Game) error { return g.Adjudicate(variant.Outcome{Result: chess.BlackWins}) },
			func(g *variant.Game) error { return g.PlaySAN("Nf3") },
			func(g *variant.Game) error { return g.PlayUCI("e2e4") },
			func(g *variant.Game) error { return g.Play(variant.NullMove) },
			func(g *variant.Game) error { g.LastNode().Delete(); g.Root().SetComments("c"); return nil },
			func(g *variant.Game) error { g.SetTag("Result", "1-0"); g.DeleteTag("White"); return nil },
		} {
			g, err := variant.ParsePGN(text)
			if err != nil {
				add("actions", err.Error())
				continue
			}
			if undo {
				g.Undo()
			}
			err = action(g)
			isAside := g.Root().Next().PromoteToMainLine()
			add("actions", fmt.Sprintln(i, err, g.Outcome(), g.RecordedOutcome(), g.Plies(), g.Position(), isAside, g))
		}
	}
}
