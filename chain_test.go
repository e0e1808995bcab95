package chess_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
)

// Calls of questions chain: what a call returns needs no name before it is asked.
func TestChainedCalls(t *testing.T) {
	const ruyLopez = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
	g := chess.NewGame()
	play(g, "e4 e5 Nf3 Nc6 Bb5")
	var (
		p        = chess.StartPosition()
		e4       = chess.NewMove(chess.E2, chess.E4)
		e5       = chess.NewMove(chess.E7, chess.E5)
		nf3      = chess.NewMove(chess.G1, chess.F3)
		fork     = chess.MustParseFEN("4k3/8/8/3N4/8/8/8/4K3 w - - 0 1")
		nc7      = chess.NewMove(chess.D5, chess.C7)
		castling = chess.MustParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
		mated    = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1"
	)
	for _, test := range []struct {
		name      string
		got, want any
	}{
		{"g.Position().FEN()", g.Position().FEN(), ruyLopez},
		{"g.Position().Turn()", g.Position().Turn(), chess.Black},
		{"g.Position().InCheck()", g.Position().InCheck(), false},
		{"g.Position().After(m).FEN()", g.Position().After(chess.NewMove(chess.A7, chess.A6)).FEN(), "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"},
		{"g.Position().SAN(g.Position().LegalMoves()[0])", g.Position().SAN(g.Position().LegalMoves()[0]) != "", true},
		{"g.Position().HalfmoveClock()", g.Position().HalfmoveClock(), 3},
		{"g.Position().FullmoveNumber()", g.Position().FullmoveNumber(), 3},
		{"g.Position().Material(c).Points()", g.Position().Material(chess.White).Points(), 39},
		{"g.Position().Diagram()", g.Position().Diagram()[:16], "r . b q k b n r\n"},
		{"g.Position().Outcome().IsOver()", g.Position().Outcome().IsOver(), false},
		{"g.Position().IsDead()", g.Position().IsDead(), false},
		{"g.Position().CanWin(c)", g.Position().CanWin(chess.Black), true},
		{"g.Position().SamePosition(g.End().Position())", g.Position().SamePosition(g.End().Position()), true},
		{"g.Position().Key()", g.Position().Key() == chess.MustParseFEN(ruyLopez).Key(), true},
		{"g.Position().Setup().Board", g.Position().Setup().Board[chess.B5], chess.WhiteBishop},
		{"g.Start().Equal(p)", g.Start().Equal(p), true},
		{"g.Clone().Position().Turn()", g.Clone().Position().Turn(), chess.Black},
		{"g.Clone().Position().PieceAt(s)", g.Clone().Position().PieceAt(chess.B5), chess.WhiteBishop},
		{"g.End().Position().PieceAt(s).Type()", g.End().Position().PieceAt(chess.B5).Type(), chess.Bishop},
		{"g.Root().Next().Position().FEN()", g.Root().Next().Position().FEN(), p.After(e4).FEN()},
		{"g.Outcome().IsOver()", g.Outcome().IsOver(), false},
		{"g.Rules().Threefold", g.Rules().Threefold, chess.Claimable},

		{"MustParseFEN(s).LegalMoves()", len(chess.MustParseFEN(kiwipete).LegalMoves()), 48},
		{"MustParseFEN(s).IsCheckmate()", chess.MustParseFEN(mated).IsCheckmate(), true},
		{"MustParseFEN(s).Outcome().Winner()", first(chess.MustParseFEN(mated).Outcome().Winner()), chess.White},
		{"MustParseFEN(s).King(c).File()", chess.MustParseFEN(mated).King(chess.Black).File().String(), "h"},
		{"MustParseFEN(s).Problems()", len(chess.MustParseFEN(mated).Problems()), 0},
		{"MustParseFEN(s).Destinations()[s]", chess.MustParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 0 1").Destinations()[chess.E1][0], chess.D1},
		{"MustParseFEN(s).EnPassant()", chess.MustParseFEN("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2").EnPassant(), chess.D6},

		{"StartPosition().After(m).Hash()", chess.StartPosition().After(e4).Hash(), chess.MustParseFEN("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").Hash()},
		{"StartPosition().After(m).PolyglotKey()", chess.StartPosition().After(e4).PolyglotKey(), uint64(0x823c9b50fd114196)},
		{"StartPosition().Chess960Number()", first(chess.StartPosition().Chess960Number()), 518},
		{"StartPosition().LegalMoves()", len(chess.StartPosition().LegalMoves()), 20},
		{"Perft(StartPosition().After(m), 2)", chess.Perft(chess.StartPosition().After(e4), 2), uint64(600)},

		{"p.After(m).InCheck()", fork.After(nc7).InCheck(), true},
		{"p.After(m).Turn().Other()", p.After(e4).Turn().Other(), chess.White},
		{"p.After(m).After(n).SAN(o)", p.After(e4).After(e5).SAN(nf3), "Nf3"},
		{"p.After(m).After(n).UCI(o)", p.After(e4).After(e5).UCI(nf3), "g1f3"},
		{"p.After(m).After(NullMove).Turn()", p.After(e4).After(chess.NullMove).Turn(), chess.White},
		{"p.After(m).IsLegal(n)", p.After(e4).IsLegal(e5), true},
		{"p.After(m).HasLegalMove()", p.After(e4).HasLegalMove(), true},
		{"p.After(m).Setup().EnPassant", p.After(e4).Setup().EnPassant, chess.E3},
		{"p.After(castling).King(c)", castling.After(chess.NewMove(chess.E1, chess.H1)).King(chess.White), chess.G1},
		{"NewGame().Position().GivesCheck(m)", chess.NewGame().Position().GivesCheck(e4), false},
		{"new(Game).Position().FEN()", new(chess.Game).Position().FEN(), p.FEN()},
		{"fmt.Sprint(g.Position())", fmt.Sprint(g.Position()), ruyLopez},
	} {
		if diff := cmp.Diff(test.want, test.got); diff != "" {
			t.Errorf("%s differs (-want +got):\n%s", test.name, diff)
		}
	}
}

// first returns the first of two results.
func first[T, U any](v T, _ U) T { return v }

// kiwipete is a position that is rich in captures, castling, and promotions.
const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// The searches below are the same alpha-beta search in each shape that the documentation recommends.

// searchBuffer lists moves into a buffer and passes positions by value.
func searchBuffer(p chess.Position, depth, alpha, beta int) int {
	if depth == 0 {
		return value(p)
	}
	var buffer [chess.MaxMoves]chess.Move
	for _, m := range p.AppendQuietMoves(p.AppendCaptures(buffer[:0])) {
		alpha = max(alpha, -searchBuffer(p.After(m), depth-1, -beta, -alpha))
		if alpha >= beta {
			break
		}
	}
	return alpha
}

// searchMoves iterates over moves and passes positions by value.
func searchMoves(p chess.Position, depth, alpha, beta int) int {
	if depth == 0 {
		return value(p)
	}
	for m := range p.Moves() {
		alpha = max(alpha, -searchMoves(p.After(m), depth-1, -beta, -alpha))
		if alpha >= beta {
			break
		}
	}
	return alpha
}

// searchBufferSetAfter lists moves into a buffer and plays them into a variable outside the loop.
func searchBufferSetAfter(p *chess.Position, depth, alpha, beta int) int {
	if depth == 0 {
		return value(*p)
	}
	var buffer [chess.MaxMoves]chess.Move
	var next chess.Position
	for _, m := range p.AppendQuietMoves(p.AppendCaptures(buffer[:0])) {
		next.SetAfter(p, m)
		alpha = max(alpha, -searchBufferSetAfter(&next, depth-1, -beta, -alpha))
		if alpha >= beta {
			break
		}
	}
	return alpha
}

// searchMovesSetAfter iterates over moves and plays them into a variable outside the loop.
func searchMovesSetAfter(p *chess.Position, depth, alpha, beta int) int {
	if depth == 0 {
		return value(*p)
	}
	var next chess.Position
	for m := range p.Moves() {
		next.SetAfter(p, m)
		alpha = max(alpha, -searchMovesSetAfter(&next, depth-1, -beta, -alpha))
		if alpha >= beta {
			break
		}
	}
	return alpha
}

// A recursive search in each documented shape allocates nothing.
func TestSearchAllocatesNothing(t *testing.T) {
	const depth, bound = 3, 2 * mate
	p := chess.MustParseFEN(kiwipete)
	var want int
	for i, test := range []struct {
		name string
		run  func() int
	}{
		{"buffer, After", func() int { return searchBuffer(p, depth, -bound, bound) }},
		{"Moves, After", func() int { return searchMoves(p, depth, -bound, bound) }},
		{"buffer, SetAfter", func() int { return searchBufferSetAfter(&p, depth, -bound, bound) }},
		{"Moves, SetAfter", func() int { return searchMovesSetAfter(&p, depth, -bound, bound) }},
	} {
		got := test.run()
		if i == 0 {
			want = got
		}
		if got != want {
			t.Errorf("%s: the search returns %d, want %d", test.name, got, want)
		}
		if n := testing.AllocsPerRun(1, func() { test.run() }); n != 0 {
			t.Errorf("%s: the search allocates %v times, want 0", test.name, n)
		}
	}
}

// The searches of the examples allocate nothing either.
func TestExampleSearchesAllocateNothing(t *testing.T) {
	p := chess.MustParseFEN(kiwipete)
	for _, test := range []struct {
		name string
		run  func()
	}{
		{"Example_bot", func() { search(p, 0, -mate, mate) }},
		{"ExamplePosition_SetAfter", func() { mates(&p, 2) }},
		{"ExamplePosition_After", func() {
			for m := range p.Moves() {
				p.After(m).IsCheckmate()
			}
		}},
	} {
		if n := testing.AllocsPerRun(1, test.run); n != 0 {
			t.Errorf("%s: the search allocates %v times, want 0", test.name, n)
		}
	}
}
