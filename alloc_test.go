package chess

import (
	"os/exec"
	"regexp"
	"testing"
)

// TestNoAllocs stores the results of the functions that it calls in these variables, so
// that the compiler cannot optimize the calls away.
var (
	sinkBytes    []byte
	sinkText     string
	sinkMoves    []Move
	sinkMove     Move
	sinkPosition Position
	sinkUint64   uint64
	sinkBool     bool
	sinkBitboard Bitboard
)

// TestNoAllocs checks that the performance-critical functions do not allocate.
func TestNoAllocs(t *testing.T) {
	kiwipete := MustParseFEN("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	enPassant := MustParseFEN("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3")
	promotion := MustParseFEN("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1")
	chess960 := MustParseFEN("1r1k2r1/8/8/8/8/8/8/1R1K2R1 w BGbg - 0 1")
	castling, capture := NewMove(E1, H1), NewMove(E5, F7)

	moves := make([]Move, 0, MaxMoves)
	text := make([]byte, 0, 128)
	setMoves := func(list []Move) { sinkMoves = list }
	setBytes := func(b []byte) { sinkBytes = b }
	setMove := func(m Move, err error) {
		if err != nil {
			panic(err)
		}
		sinkMove = m
	}
	play := func(p Position, m Move) {
		if err := p.Play(m); err != nil {
			panic(err)
		}
		sinkPosition = p
	}
	tests := []struct {
		name string
		run  func()
	}{
		{"AppendLegalMoves", func() { setMoves(kiwipete.AppendLegalMoves(moves)) }},
		{"AppendLegalMoves en passant", func() { setMoves(enPassant.AppendLegalMoves(moves)) }},
		{"AppendLegalMoves promotion", func() { setMoves(promotion.AppendLegalMoves(moves)) }},
		{"AppendLegalMoves Chess960", func() { setMoves(chess960.AppendLegalMoves(moves)) }},
		{"AppendCaptures", func() { setMoves(kiwipete.AppendCaptures(moves)) }},
		{"AppendQuietMoves", func() { setMoves(kiwipete.AppendQuietMoves(moves)) }},
		{"AppendMovesFrom", func() { setMoves(kiwipete.AppendMovesFrom(moves, E1)) }},
		{"Moves", func() {
			for m := range kiwipete.Moves() {
				sinkMove = m
			}
		}},
		{"Squares", func() {
			for s := range kiwipete.Occupied().Squares() {
				sinkUint64 += uint64(s)
			}
		}},
		{"After", func() { sinkPosition = kiwipete.After(capture) }},
		{"After castling", func() { sinkPosition = kiwipete.After(castling) }},
		{"SetAfter", func() { sinkPosition.SetAfter(&kiwipete, capture) }},
		{"SetAfter in place", func() { sinkPosition = kiwipete; sinkPosition.SetAfter(&sinkPosition, castling) }},
		{"Play", func() { play(kiwipete, capture) }},
		{"Play castling", func() { play(kiwipete, castling) }},
		{"Play en passant", func() { play(enPassant, NewMove(E5, F6)) }},
		{"IsLegal", func() { sinkBool = kiwipete.IsLegal(capture) }},
		{"IsLegal of an illegal move", func() { sinkBool = kiwipete.IsLegal(NewMove(A1, H8)) }},
		{"HasLegalMove", func() { sinkBool = kiwipete.HasLegalMove() }},
		{"InCheck", func() { sinkBool = kiwipete.InCheck() }},
		{"IsCheckmate", func() { sinkBool = kiwipete.IsCheckmate() }},
		{"IsStalemate", func() { sinkBool = kiwipete.IsStalemate() }},
		{"GivesCheck", func() { sinkBool = kiwipete.GivesCheck(capture) }},
		{"Outcome", func() { sinkBool = kiwipete.Outcome().IsOver() }},
		{"Checkers", func() { sinkBitboard = kiwipete.Checkers() }},
		{"Pinned", func() { sinkBitboard = kiwipete.Pinned(White) }},
		{"Attackers", func() { sinkBitboard = kiwipete.Attackers(E4, Black) }},
		{"Hash", func() { sinkUint64 = kiwipete.Hash() }},
		{"PolyglotKey", func() { sinkUint64 = enPassant.PolyglotKey() }},
		{"SamePosition", func() { sinkBool = kiwipete.SamePosition(enPassant) }},
		{"Perft 2", func() { sinkUint64 = Perft(kiwipete, 2) }},
		{"Perft 3", func() { sinkUint64 = Perft(chess960, 3) }},
		{"ParseSAN of a piece", func() { setMove(kiwipete.ParseSAN("Nxf7")) }},
		{"ParseSAN of a pawn", func() { setMove(kiwipete.ParseSAN("dxe6")) }},
		{"ParseSAN of castling", func() { setMove(kiwipete.ParseSAN("O-O-O")) }},
		{"ParseSAN en passant", func() { setMove(enPassant.ParseSAN("exf6")) }},
		{"ParseSAN of a promotion", func() { setMove(promotion.ParseSAN("bxa8=Q")) }},
		{"ParseUCI", func() { setMove(kiwipete.ParseUCI("e5f7")) }},
		{"ParseUCI of castling", func() { setMove(kiwipete.ParseUCI("e1g1")) }},
		{"ParseUCI of a promotion", func() { setMove(promotion.ParseUCI("b7a8q")) }},
		{"appendSAN", func() { setBytes(kiwipete.appendSAN(text, capture)) }},
		{"appendSAN of castling", func() { setBytes(kiwipete.appendSAN(text, castling)) }},
		{"AppendFEN", func() { setBytes(kiwipete.AppendFEN(text, FENFormat{})) }},
		{"AppendFEN in Shredder form", func() { setBytes(chess960.AppendFEN(text, FENFormat{Shredder: true})) }},
	}
	for _, test := range tests {
		if got := testing.AllocsPerRun(100, test.run); got != 0 {
			t.Errorf("%s: %v allocations, want 0", test.name, got)
		}
	}
}

// TestInlining checks that the compiler can inline the small functions, so that calling
// them costs nothing.
func TestInlining(t *testing.T) {
	notShort(t)
	t.Parallel()
	output, err := exec.Command("go", "build", "-gcflags=-m", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%s", err, output)
	}
	inlinable := map[string]bool{}
	for _, match := range regexp.MustCompile(`: can inline (\S+)`).FindAllSubmatch(output, -1) {
		inlinable[string(match[1])] = true
	}
	for _, name := range []string{
		"Color.Other", "PieceType.Of", "Piece.Type", "Piece.Color",
		"File.Bitboard", "Rank.Bitboard", "Rank.RelativeTo",
		"SquareAt", "Square.File", "Square.Rank", "Square.Bitboard", "Square.IsValid",
		"Square.Flip", "Square.Distance",
		"Bitboard.Has", "Bitboard.Count", "Bitboard.First", "(*Bitboard).PopFirst", "Bitboard.Squares",
		"Bitboard.East", "Bitboard.West", "Bitboard.with", "Bitboard.without", "Bitboard.last", "Bitboard.forward",
		"NewMove", "NewPromotion", "Move.From", "Move.To", "Move.Promotion",
		"KnightAttacks", "KingAttacks", "PawnAttacks", "BishopAttacks", "RookAttacks", "Between",
		"placement.PieceAt", "placement.King", "status.Turn", "status.EnPassant", "status.Hash", "status.HalfmoveClock",
		"(*Position).Occupied", "(*Position).ByColor", "Position.InCheck", "Position.After", "Position.Moves",
		"(*Position).AppendLegalMoves", "(*Position).SetAfter",
		"(*generator).pawnSteps", "(*generator).pawnCaptures", "appendPawnMoves", "appendTargets", "(*status).loseCastling",
	} {
		if !inlinable[name] {
			t.Errorf("the compiler cannot inline %s", name)
		}
	}
}
