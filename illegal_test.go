package chess

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// illegalMoves holds at least one illegal move for each IllegalReason that a position can give, and
// the error message. A move is given either in UCI or in SAN.
var illegalMoves = []struct {
	name  string
	fen   string
	uci   string
	san   string
	cause IllegalReason
	by    Square
	want  string
}{
	{name: "the other side's piece", fen: startFEN, uci: "e7e5", cause: NotYourTurn, by: NoSquare,
		want: "e7e5: the pawn on e7 belongs to Black, and White is to move"},
	{name: "the other side's piece, Black to move", fen: "4k3/8/8/8/8/8/8/R3K3 b - - 0 1", uci: "a1a8",
		cause: NotYourTurn, by: NoSquare,
		want: "a1a8: the rook on a1 belongs to White, and Black is to move"},
	{name: "empty square", fen: startFEN, uci: "e4e5", cause: NoPieceThere, by: NoSquare,
		want: "e4e5: there is no piece on e4"},

	{name: "knight moves straight", fen: startFEN, uci: "g1g3", cause: NotHowItMoves, by: NoSquare,
		want: "g1g3: a knight does not move from g1 to g3"},
	{name: "king moves two ranks", fen: "4k3/8/8/8/8/8/8/4K3 w - - 0 1", uci: "e1e3", cause: NotHowItMoves, by: NoSquare,
		want: "e1e3: a king does not move from e1 to e3"},
	{name: "pawn moves backward", fen: "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", uci: "e4e3", cause: NotHowItMoves, by: NoSquare,
		want: "e4e3: a pawn does not move from e4 to e3"},
	{name: "double step from the third rank", fen: "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", uci: "e3e5",
		cause: NotHowItMoves, by: NoSquare,
		want: "e3e5: a pawn does not move from e3 to e5"},
	{name: "pawn moves three ranks in SAN", fen: startFEN, san: "e5", cause: NotHowItMoves, by: NoSquare,
		want: "e5: a pawn does not move from e2 to e5"},

	{name: "pawn moves diagonally", fen: startFEN, uci: "e2d3", cause: NothingToCapture, by: NoSquare,
		want: "e2d3: the pawn on e2 has nothing to capture on d3"},
	{name: "pawn moves diagonally in SAN", fen: startFEN, san: "exd3", cause: NothingToCapture, by: NoSquare,
		want: "exd3: the pawn on e2 has nothing to capture on d3"},
	{name: "7: en passant too late", fen: "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", uci: "e5d6",
		cause: NoEnPassant, by: NoSquare,
		want: "e5d6: no pawn can be captured en passant on d6"},
	{name: "en passant by Black too late", fen: "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", san: "dxe3",
		cause: NoEnPassant, by: NoSquare,
		want: "dxe3: no pawn can be captured en passant on e3"},

	{name: "queen blocked", fen: startFEN, uci: "d1d3", cause: PathBlocked, by: D2,
		want: "d1d3: the queen on d1 is blocked by the pawn on d2"},
	{name: "first blocker up the file", fen: "4k3/8/8/p7/8/P7/8/R3K3 w - - 0 1", uci: "a1a8", cause: PathBlocked, by: A3,
		want: "a1a8: the rook on a1 is blocked by the pawn on a3"},
	{name: "first blocker down the file", fen: "r3k3/8/8/p7/8/P7/8/4K3 b - - 0 1", uci: "a8a1", cause: PathBlocked, by: A5,
		want: "a8a1: the rook on a8 is blocked by the pawn on a5"},
	{name: "first blocker to the left", fen: "4k3/8/8/8/P2p3R/8/8/4K3 w - - 0 1", uci: "h4b4", cause: PathBlocked, by: D4,
		want: "h4b4: the rook on h4 is blocked by the pawn on d4"},
	{name: "first blocker on a diagonal", fen: "4k3/8/8/3n4/2P5/8/8/4K2B w - - 0 1", uci: "h1a8", cause: PathBlocked, by: D5,
		want: "h1a8: the bishop on h1 is blocked by the knight on d5"},
	{name: "pawn blocked", fen: "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", uci: "e4e5", cause: PathBlocked, by: E5,
		want: "e4e5: the pawn on e4 is blocked by the pawn on e5"},
	{
		name: "double step blocked on the third rank", fen: "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", uci: "e2e4",
		cause: PathBlocked, by: E3,
		want: "e2e4: the pawn on e2 is blocked by the knight on e3",
	},
	{name: "double step blocked on the fourth rank", fen: "4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1", uci: "e2e4",
		cause: PathBlocked, by: E4,
		want: "e2e4: the pawn on e2 is blocked by the knight on e4"},

	{name: "own piece on the target square", fen: startFEN, uci: "a1a2", cause: OwnPiece, by: NoSquare,
		want: "a1a2: White's own pawn is on a2"},
	{name: "king to the square of its own rook in SAN", fen: "4k3/8/8/8/8/8/8/3RK2R w K - 0 1", san: "Kd1",
		cause: OwnPiece, by: NoSquare,
		want: "Kd1: White's own rook is on d1"},
	{
		name: "own piece on the target square, Black to move", fen: "4k3/4q3/8/8/8/8/8/3K3R b - - 0 1", uci: "e8e7",
		cause: OwnPiece, by: NoSquare,
		want: "e8e7: Black's own queen is on e7",
	},

	{name: "49: promotion missing", fen: "3r4/4P3/8/8/8/k7/8/7K w - - 0 1", uci: "e7e8",
		cause: PromotionMissing, by: NoSquare,
		want: "e7e8: the piece that the pawn promotes to is missing"},
	{name: "49: promotion missing in SAN", fen: "3r4/4P3/8/8/8/k7/8/7K w - - 0 1", san: "exd8",
		cause: PromotionMissing, by: NoSquare,
		want: "exd8: the piece that the pawn promotes to is missing"},
	{name: "promotion before the last rank", fen: startFEN, uci: "e2e4q", cause: WrongPromotion, by: NoSquare,
		want: "e2e4q: the pawn on e2 cannot promote to a queen on e4"},
	{name: "promotion of a knight", fen: startFEN, san: "Nf3=R", cause: WrongPromotion, by: NoSquare,
		want: "Nf3=R: the knight on g1 cannot promote to a rook on f3"},

	{name: "pinned by a bishop", fen: "4k3/3n4/8/1B6/8/8/8/4K3 b - - 0 1", san: "Nf6", cause: Pinned, by: B5,
		want: "Nf6: the knight on d7 is pinned by the bishop on b5"},
	{name: "pinned by a rook", fen: "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", uci: "e2c3", cause: Pinned, by: E8,
		want: "e2c3: the knight on e2 is pinned by the rook on e8"},
	{name: "one of two pinned knights, named by its file", fen: "4k2r/8/8/8/7N/8/8/r5NK w - - 0 1", san: "Nhf3",
		cause: Pinned, by: H8,
		want: "Nhf3: the knight on h4 is pinned by the rook on h8"},
	{name: "one of two pinned knights, named by its rank", fen: "R5nk/8/8/7n/8/8/8/4K2R b - - 0 1", san: "N8f6",
		cause: Pinned, by: A8,
		want: "N8f6: the knight on g8 is pinned by the rook on a8"},
	{name: "46: pinned pawn captures", fen: "rrrrrrrr/PPPPPPPP/8/8/8/8/8/2k1K3 w - - 0 1", san: "exd8=Q",
		cause: Pinned, by: E8,
		want: "exd8=Q: the pawn on e7 is pinned by the rook on e8"},
	{name: "2: pinned pawn captures en passant", fen: "8/5K2/8/3k4/3pP3/8/8/3R4 b - e3 0 1", uci: "d4e3",
		cause: Pinned, by: D1,
		want: "d4e3: the pawn on d4 is pinned by the rook on d1"},

	{name: "king moves into check", fen: "4k3/8/8/8/8/8/r7/4K3 w - - 0 1", uci: "e1d2", cause: IntoCheck, by: A2,
		want: "e1d2: the king would be in check from the rook on a2"},
	{name: "king moves next to the other king", fen: "8/8/8/3k4/8/3K4/8/8 w - - 0 1", san: "Kd4", cause: IntoCheck, by: D5,
		want: "Kd4: the king would be in check from the king on d5"},
	{name: "king captures a guarded piece", fen: "4k3/8/8/8/8/5b2/4r3/4K3 w - - 0 1", san: "Kxe2",
		cause: IntoCheck, by: F3,
		want: "Kxe2: the king would be in check from the bishop on f3"},
	{name: "king moves along the line of the check", fen: "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", uci: "e1f1",
		cause: IntoCheck, by: A1,
		want: "e1f1: the king would be in check from the rook on a1"},

	{name: "check unanswered", fen: "4k3/8/8/8/7b/8/P7/4K3 w - - 0 1", san: "a3", cause: CheckUnanswered, by: H4,
		want: "a3: the king stays in check from the bishop on h4"},
	{name: "double check unanswered", fen: "4k3/2r5/3N4/8/8/8/4R3/4K3 b - - 0 1", uci: "c7e7",
		cause: CheckUnanswered, by: D6,
		want: "c7e7: the king stays in check from the knight on d6"},
	{name: "check unanswered by a pinned bishop", fen: "4k3/8/5N2/8/4b3/8/8/K3R3 b - - 0 1", uci: "e4d5",
		cause: CheckUnanswered, by: F6,
		want: "e4d5: the king stays in check from the knight on f6"},
	{name: "1: en passant opens the rank", fen: "8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1", uci: "d5e6",
		cause: ExposesKing, by: A5,
		want: "d5e6: capturing en passant exposes the king to the rook on a5"},
	{name: "9: en passant opens the rank to Black's king", fen: "8/8/8/8/k2pP2R/8/8/7K b - e3 0 1", san: "dxe3",
		cause: ExposesKing, by: H4,
		want: "dxe3: capturing en passant exposes the king to the rook on h4"},

	{name: "castling without a right", fen: "4k3/8/8/8/8/8/8/4K2R w - - 0 1", san: "O-O",
		cause: CastlingNoRight, by: NoSquare,
		want: "O-O: castling: White has no right to castle on that side"},
	{name: "castling without a right in UCI", fen: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", uci: "e1c1",
		cause: CastlingNoRight, by: NoSquare,
		want: "e1c1: castling: White has no right to castle on that side"},
	{name: "castling with the king on another square", fen: "4k3/8/8/8/8/8/8/R4K2 w - - 0 1", san: "O-O-O",
		cause: CastlingNoRight, by: NoSquare,
		want: "O-O-O: castling: White has no right to castle on that side"},
	{name: "castling with a rook that has no right", fen: "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", san: "O-O",
		cause: CastlingNoRight, by: NoSquare,
		want: "O-O: castling: White has no right to castle on that side"},
	{name: "castling without a rook", fen: "r3k3/8/8/8/8/8/8/4K3 b - - 0 1", san: "O-O",
		cause: CastlingNoRight, by: NoSquare,
		want: "O-O: castling: Black has no right to castle on that side"},
	{name: "Chess960: castling with a rook on the other side of the castling rook", fen: "4k3/8/8/8/8/8/8/4KR1R w F - 0 1",
		uci: "e1h1", cause: CastlingNoRight, by: NoSquare,
		want: "e1h1: castling: White has no right to castle on that side"},
	{name: "two queens, and a check", fen: "4k3/4r3/8/8/8/8/8/Q2QK3 w - - 0 1", san: "Qa4", cause: CheckUnanswered, by: E7,
		want: "Qa4: the king stays in check from the rook on e7"},
	{name: "two pinned knights", fen: "4k3/4r3/8/8/1b6/2N5/4N3/4K3 w - - 0 1", san: "Nd4", cause: Pinned, by: E7,
		want: "Nd4: the knight on e2 is pinned by the rook on e7"},
	{name: "a bishop that stands there", fen: "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", san: "Bf1",
		cause: OwnPiece, by: NoSquare, want: "Bf1: White's own bishop is on f1"},
	{name: "a pawn of the same color on the target of one knight", fen: startFEN, san: "Nd2", cause: OwnPiece, by: NoSquare,
		want: "Nd2: White's own pawn is on d2"},
	{name: "a pawn of the same color before one of two bishops", fen: startFEN, san: "Bd3", cause: PathBlocked, by: E2,
		want: "Bd3: the bishop on f1 is blocked by the pawn on e2"},
	{name: "castling out of check", fen: "4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", san: "O-O",
		cause: CastlingInCheck, by: E7,
		want: "O-O: castling: the king is in check from the rook on e7"},
	{name: "castling out of a double check", fen: "4k3/4r3/8/8/8/5n2/8/R3K2R w KQ - 0 1", san: "O-O",
		cause: CastlingInCheck, by: F3,
		want: "O-O: castling: the king is in check from the knight on f3"},
	{name: "castling through two attacks", fen: "4k3/5r2/8/1b6/8/8/8/R3K2R w KQ - 0 1", uci: "e1g1",
		cause: CastlingThroughCheck, by: B5,
		want: "e1g1: castling: the king would cross or reach a square attacked by the bishop on b5"},
	{name: "castling through check", fen: "4k3/5r2/8/8/8/8/8/R3K2R w KQ - 0 1", uci: "e1g1",
		cause: CastlingThroughCheck, by: F7,
		want: "e1g1: castling: the king would cross or reach a square attacked by the rook on f7"},
	{name: "castling into check", fen: "4k3/8/8/8/5b2/8/8/R3K2R w KQ - 0 1", san: "0-0-0",
		cause: CastlingThroughCheck, by: F4,
		want: "0-0-0: castling: the king would cross or reach a square attacked by the bishop on f4"},
	{name: "33: king crosses an attacked square", fen: "4k3/8/8/1b6/8/8/8/5RKR w KQ - 0 1", uci: "g1f1",
		cause: CastlingThroughCheck, by: B5,
		want: "g1f1: castling: the king would cross or reach a square attacked by the bishop on b5"},
	{name: "pawn captures on the empty a1", fen: "4k3/8/8/8/8/8/1p6/4K3 b - - 0 1", uci: "b2a1q", cause: NothingToCapture, by: NoSquare,
		want: "b2a1q: the pawn on b2 has nothing to capture on a1"},
	{name: "king moves as if it castled from the f-file", fen: "4k3/8/8/8/8/8/8/5K2 w - - 0 1", uci: "f1c1",
		cause: NotHowItMoves, by: NoSquare, want: "f1c1: a king does not move from f1 to c1"},
	{name: "castling blocked by three pieces", fen: startFEN, san: "O-O-O", cause: CastlingBlocked, by: B1,
		want: "O-O-O: castling: the knight on b1 stands in the way"},
	{name: "pass in double check", fen: "4k3/2r5/3N4/8/8/8/4R3/4K3 b - - 0 1", san: "--",
		cause: CheckUnanswered, by: E2,
		want: "--: the king stays in check from the rook on e2"},
	{name: "double check not noticed", fen: "4k3/2r5/3N4/8/8/8/4R3/4K3 b - - 0 1", uci: "c7c1",
		cause: CheckUnanswered, by: E2,
		want: "c7c1: the king stays in check from the rook on e2"},
	{name: "castling blocked by the other rook on g1", fen: "4k3/8/8/8/8/8/8/4K1RR w K - 0 1", uci: "e1g1",
		cause: CastlingBlocked, by: G1, want: "e1g1: castling: the rook on g1 stands in the way"},
	{name: "castling removes a shield", fen: "4k3/8/8/8/8/8/8/qRK5 w B - 0 1", san: "O-O-O",
		cause: CastlingThroughCheck, by: A1,
		want: "O-O-O: castling: the king would cross or reach a square attacked by the queen on a1"},
	{name: "castling blocked", fen: startFEN, san: "O-O", cause: CastlingBlocked, by: F1,
		want: "O-O: castling: the bishop on f1 stands in the way"},
	{name: "castling blocked on b1", fen: "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", uci: "e1a1",
		cause: CastlingBlocked, by: B1,
		want: "e1a1: castling: the knight on b1 stands in the way"},
	{name: "33: castling blocked by the other rook", fen: "4rrk1/8/8/8/8/8/8/4RRK1 w Ff - 0 1", uci: "g1f1",
		cause: CastlingBlocked, by: E1,
		want: "g1f1: castling: the rook on e1 stands in the way"},

	{name: "no knight can reach the square", fen: startFEN, san: "Nd4", cause: NoSuchPiece, by: NoSquare,
		want: "Nd4: White has no knight that can go to d4"},
	{name: "45: no pawn can reach the square", fen: "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", san: "d6",
		cause: NoSuchPiece, by: NoSquare,
		want: "d6: White has no pawn that can go to d6"},
	{name: "two squares in SAN, from an empty one", fen: startFEN, san: "e3e4", cause: NoPieceThere, by: NoSquare,
		want: "e3e4: there is no piece on e3"},
	{name: "two squares in SAN, of the opponent", fen: startFEN, san: "e7e5", cause: NotYourTurn, by: NoSquare,
		want: "e7e5: the pawn on e7 belongs to Black, and White is to move"},
	{name: "two squares in SAN, too far", fen: startFEN, san: "e2-e5", cause: NotHowItMoves, by: NoSquare,
		want: "e2-e5: a pawn does not move from e2 to e5"},
	{name: "two squares in SAN, castling", fen: startFEN, san: "e1g1", cause: CastlingBlocked, by: F1,
		want: "e1g1: castling: the bishop on f1 stands in the way"},
	{name: "a king's move to its own knight beside a right to castle", fen: "4k3/8/8/8/8/8/8/4K1NR w K - 0 1", san: "Kg1",
		cause: OwnPiece, by: NoSquare, want: "Kg1: White's own knight is on g1"},
	{name: "a king's move to a square that is attacked, beside a right to castle", fen: "4k3/8/8/8/8/8/5r2/4K2R w K - 0 1", san: "Kf1",
		cause: IntoCheck, by: F2, want: "Kf1: the king would be in check from the rook on f2"},
	{name: "B is not the b-file beside a file", fen: "r3k3/1PP5/8/8/8/8/8/4K3 w - - 0 1", san: "Bcxa8=Q",
		cause: NoSuchPiece, by: NoSquare, want: "Bcxa8=Q: White has no bishop that can go to a8"},
	{name: "nor beside its own file", fen: "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", san: "Bb7xa8=Q",
		cause: NoSuchPiece, by: NoSquare, want: "Bb7xa8=Q: White has no bishop that can go to a8"},
	{name: "nor without a promotion", fen: "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", san: "Bxa8",
		cause: NoSuchPiece, by: NoSquare, want: "Bxa8: White has no bishop that can go to a8"},
	{name: "nor in a step forward", fen: "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", san: "Bb8=Q",
		cause: NoSuchPiece, by: NoSquare, want: "Bb8=Q: White has no bishop that can go to b8"},
	{name: "nor the c-file", fen: "1r2k3/2P5/8/8/8/8/8/4K3 w - - 0 1", san: "Bxb8=Q",
		cause: NoSuchPiece, by: NoSquare, want: "Bxb8=Q: White has no bishop that can go to b8"},
	{name: "b is not a bishop before the a-file", fen: "4k3/8/p7/8/2B5/8/8/4K3 w - - 0 1", san: "bxa6",
		cause: NoSuchPiece, by: NoSquare, want: "bxa6: White has no pawn that can go to a6"},
	{name: "nor before the c-file", fen: "4k3/8/2p5/8/4B3/8/8/4K3 w - - 0 1", san: "bxc6",
		cause: NoSuchPiece, by: NoSquare, want: "bxc6: White has no pawn that can go to c6"},
	{name: "king to its rook", fen: "4k3/8/8/8/8/8/8/4K2R w K - 0 1", san: "Kh1", cause: OwnPiece, by: NoSquare,
		want: "Kh1: White's own rook is on h1"},
	{name: "two blocked rooks", fen: "4k3/8/8/8/3R4/8/3P4/RN2K3 w - - 0 1", san: "Rd1", cause: PathBlocked, by: B1,
		want: "Rd1: the rook on a1 is blocked by the knight on b1"},
	{name: "knight that promotes on the last rank", fen: "4k3/8/6N1/8/8/8/8/4K3 w - - 0 1", uci: "g6h8q", cause: WrongPromotion,
		by: NoSquare, want: "g6h8q: the knight on g6 cannot promote to a queen on h8"},
	{name: "no queen on the board", fen: "4k3/8/8/8/8/8/8/4K3 b - - 0 1", san: "Qd5", cause: NoSuchPiece, by: NoSquare,
		want: "Qd5: Black has no queen that can go to d5"},
}

// refuseMove returns the MoveError of ParseSAN for san, or of ParseUCI for uci if san is empty. It
// ends the test if there is no such error.
func refuseMove(t *testing.T, p *Position, uci, san string) *MoveError {
	t.Helper()
	m, err := p.ParseUCI(uci)
	if san != "" {
		m, err = p.ParseSAN(san)
	}
	var refusal *MoveError
	if !errors.As(err, &refusal) {
		t.Fatalf("%v: parsing %q = %v, %v, want a MoveError", p, uci+san, m, err)
	}
	return refusal
}

func TestMoveError(t *testing.T) {
	for _, test := range illegalMoves {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			got := refuseMove(t, &p, test.uci, test.san)
			if got.Error() != test.want {
				t.Errorf("%q: parsing %q: error %q, want %q", test.fen, test.uci+test.san, got, test.want)
			}
			if got.Why != test.cause || got.By != test.by {
				t.Errorf("%q: parsing %q: Why = %v, By = %v, want %v, %v",
					test.fen, test.uci+test.san, got.Why, got.By, test.cause, test.by)
			}
			if !errors.Is(got, ErrIllegal) || errors.Is(got, ErrSyntax) || errors.Is(got, ErrAmbiguous) {
				t.Errorf("%q: parsing %q: Kind = %v, want only %v", test.fen, test.uci+test.san, got.Kind, ErrIllegal)
			}
			if _, reason, _ := strings.Cut(test.want, ": "); got.explanation() != reason {
				t.Errorf("%q: explanation() = %q, want %q", test.fen, got.explanation(), reason)
			}
		})
	}
}

// TestMoveErrorOfPlay checks the errors of Play. They name the move by its squares, because it was
// not given as text.
func TestMoveErrorOfPlay(t *testing.T) {
	for _, test := range []struct {
		name  string
		fen   string
		move  Move
		cause IllegalReason
		want  string
	}{
		{"blocked", startFEN, NewMove(A1, A8), PathBlocked, "a1a8: the rook on a1 is blocked by the pawn on a2"},
		{
			"null move with a1 empty", "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
			NullMove, PassNotAllowed, "0000: passing is not a legal move",
		},
		{"null move with a rook on a1", startFEN, NullMove, PassNotAllowed, "0000: passing is not a legal move"},
		{
			"e1g1 without a right to castle", "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
			NewMove(E1, G1), CastlingNoRight, "e1g1: castling: White has no right to castle on that side",
		},
		{
			"king moves two ranks", "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
			NewMove(E1, E3), NotHowItMoves, "e1e3: a king does not move from e1 to e3",
		},
		{
			"king moves along the line of the check", "k7/8/8/8/8/8/8/R3K3 b - - 0 1",
			NewMove(A8, A7), IntoCheck, "a8a7: the king would be in check from the rook on a1",
		},
		{"promotion to a king", "8/4P3/8/8/8/k7/8/7K w - - 0 1", NewPromotion(E7, E8, King), WrongPromotion, ""},
		{"promotion to no piece type", "8/4P3/8/8/8/k7/8/7K w - - 0 1", NewMove(E7, E8) | 7<<12, WrongPromotion, ""},
		{"unused bit set", startFEN, NewMove(E2, E4) | 1<<15, NoIllegalReason, ""},
		{"unused bit set, of a knight", startFEN, NewMove(G1, F3) | 1<<15, NoIllegalReason, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			var refusal *MoveError
			if err := p.Play(test.move); !errors.As(err, &refusal) {
				t.Fatalf("Play(%v) = %v, want a MoveError", test.move, err)
			}
			if test.want != "" && refusal.Error() != test.want {
				t.Errorf("Play(%v) = %q, want %q", test.move, refusal, test.want)
			}
			if refusal.Why != test.cause || refusal.Move != test.move || refusal.Text != "" || refusal.To != NoSquare ||
				!errors.Is(refusal, ErrIllegal) {
				t.Errorf("Play(%v): error %#v, want an illegal move with Why %v", test.move, refusal, test.cause)
			}
			if refusal.Position != p {
				t.Errorf("Play(%v): Position of the error = %v, want %v", test.move, &refusal.Position, &p)
			}
		})
	}
}

// TestMoveErrorKinds checks the error messages for text that is not a move and for ambiguous moves.
func TestMoveErrorKinds(t *testing.T) {
	for _, test := range []struct {
		name string
		fen  string
		san  string
		want string
	}{
		{"syntax", startFEN, "Sf3", `"Sf3": not a move in English, but one in Finnish, German, Swedish, Danish: set the language`},
		{"empty text", startFEN, "", `"": not a move`},
		{"two rooks", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "Rd1", "Rd1: ambiguous move from a1 or h1"},
		{
			"three knights, one of them pinned", "4k3/8/8/2N3N1/2r5/2N5/8/2K5 w - - 0 1",
			"Ne4", "Ne4: ambiguous move from c5 or g5",
		},
		{"small letter that fits two knights", "4k3/8/8/8/8/1N6/8/4KN2 w - - 0 1", "nd2", `"nd2": not a move`},
		{"capitals that fit two knights", "4k3/8/8/8/8/1N6/8/4KN2 w - - 0 1", "ND2", `"ND2": not a move`},
		{"small letter and a file without a knight", "4k3/8/8/8/8/1N6/8/4KN2 w - - 0 1", "ncd2", `"ncd2": not a move`},
		{"small letter, illegal", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", "nd4", `"nd4": not a move`},
		{"pawn capture given by its files", "4k3/8/3p4/3pP3/4P3/8/8/4K3 w - - 0 1", "ed", "ed: ambiguous move from e4 or e5"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			got := refuseMove(t, &p, "", test.san)
			if got.Error() != test.want || got.Why != NoIllegalReason || got.By != NoSquare {
				t.Errorf("ParseSAN(%q): error %q with Why %v and By %v, want %q with no reason and NoSquare",
					test.san, got, got.Why, got.By, test.want)
			}
		})
	}
}

// TestMoveErrorIsShort checks that an error quotes long text in part, however many bytes the
// quotation of a character takes.
func TestMoveErrorIsShort(t *testing.T) {
	p := StartPosition()
	for _, c := range []string{"x", "é", "\x01", "\xff", "\U000e0001"} {
		for _, long := range []string{strings.Repeat(c, 1<<16), "e4" + strings.Repeat(c, 100), "O-O" + strings.Repeat(c, 100)} {
			_, err := p.ParseSAN(long)
			if n := len(err.Error()); n > 200 {
				t.Errorf("error for %.10q has %d bytes, want at most 200: %v", long, n, err)
			}
		}
	}
}

// TestIllegalReasonsCovered checks that illegalMoves has a case for every IllegalReason that a
// position can give. TestMoveErrorOfPlay covers PassNotAllowed, and the tests of Game cover
// GameOver, OtherMoveAnnounced, and the reasons for a lost right to castle.
func TestIllegalReasonsCovered(t *testing.T) {
	covered := map[IllegalReason]bool{
		NoIllegalReason: true, PassNotAllowed: true, GameOver: true, CastlingKingMoved: true, CastlingRookMoved: true,
		CastlingDone: true, OtherMoveAnnounced: true,
	}
	for _, test := range illegalMoves {
		covered[test.cause] = true
	}
	var missing []IllegalReason
	for c := NoIllegalReason; c <= GameOver; c++ {
		if !covered[c] {
			missing = append(missing, c)
		}
	}
	if diff := cmp.Diff([]IllegalReason(nil), missing); diff != "" {
		t.Errorf("reasons without a case (-want +got):\n%s", diff)
	}
}

// TestIllegalReasonsHold plays every illegal move of a piece between two squares in positions reached from
// movePositions, and those from empty squares in movePositions, and checks that the reason is true on
// the board.
func TestIllegalReasonsHold(t *testing.T) {
	for i := range movePositions {
		for _, walk := range []string{"", "a", "walk", "another walk"} {
			p := wander(uint8(i), []byte(walk))
			sources := p.Occupied()
			if walk == "" {
				sources = allSquares
			}
			for from := range sources.Squares() {
				for to := A1; to <= H8; to++ {
					q := p
					if err := q.Play(NewMove(from, to)); err != nil {
						checkCause(t, &p, err)
					}
				}
			}
		}
	}
}

// TestSANReasonsHold reads SAN of every piece to every square, with and without its file, in positions
// of random games, and checks that the reason why a move is illegal is true on the board.
func TestSANReasonsHold(t *testing.T) {
	r := newTestRand(t)
	reasons := map[IllegalReason]int{}
	for range shorter(400) {
		p := wander(uint8(r.IntN(len(movePositions))), randomBytes(r.Uint64(), r.IntN(30)))
		for range 100 {
			piece, to, file := Pawn+PieceType(r.IntN(6)), Square(r.IntN(64)), ""
			from := p.Pieces(p.Turn(), piece)
			if f := File(r.IntN(16)); f <= hFile && piece != Pawn {
				file = f.String()
				from &= f.Bitboard()
			}
			text := strings.TrimPrefix(English.Letter(piece), "P") + file + to.String()
			_, err := p.ParseSAN(text)
			var e *MoveError
			if !errors.As(err, &e) || e.Kind != ErrIllegal || e.Spelling != "" {
				continue
			}
			reasons[e.Why]++
			if e.Why != NoSuchPiece {
				if checkCause(t, &p, err); e.Move.To() != to || !from.Has(e.Move.From()) {
					t.Errorf("%v: %v speaks of the move %v", p, err, e.Move)
				}
				continue
			}
			for s := range from.Squares() {
				if q := attacksOf(piece.Of(p.Turn()), s, p.Occupied()); piece != Pawn && (q.Has(to) || s == to) {
					t.Errorf("%v: %v, but there is the %v on %v", p, err, piece, s)
				}
			}
		}
	}
	t.Logf("texts by reason: %v", reasons)
	for _, reason := range []IllegalReason{OwnPiece, PathBlocked, Pinned, CheckUnanswered, NoSuchPiece, NotHowItMoves} {
		if reasons[reason] == 0 {
			t.Errorf("no text was refused because of %v", reason)
		}
	}
}

// TestCastlingReasonsHold plays random games from the 960 start positions, and from some of their
// rights only, and asks for castling in every form. The reason why there is no right must be what
// happened in the game.
func TestCastlingReasonsHold(t *testing.T) {
	r := newTestRand(t)
	reasons := map[IllegalReason]int{}
	for range shorter(600) {
		start := must(Chess960Start(r.IntN(960)))
		if r.IntN(3) == 0 {
			start = StartPosition()
		}
		setup := start.Setup()
		for s := range setup.Castling.Squares() {
			if r.IntN(4) == 0 {
				setup.Castling = setup.Castling.without(s)
			}
		}
		g := newGame(must(setup.Position()), RulesS3())
		for range 60 {
			for _, wing := range []Wing{Kingside, Queenside} {
				checkCastlingReason(t, g, wing, reasons)
			}
			if g.Outcome().IsOver() || g.Play(pickShuffle(r, g)) != nil {
				break
			}
		}
	}
	t.Logf("reasons: %v", reasons)
	for _, reason := range []IllegalReason{CastlingNoRight, CastlingKingMoved, CastlingRookMoved} {
		if reasons[reason] == 0 {
			t.Errorf("no castling was refused because of %v", reason)
		}
	}
}

// checkCastlingReason asks g for castling, as SAN and as the king's move to the rook of the start,
// and checks the reason why there is no right.
func checkCastlingReason(t *testing.T, g *Game, wing Wing, reasons map[IllegalReason]int) {
	start, p := g.Start(), g.Position()
	us := p.Turn()
	rook := start.castlingRook(us, wing)
	kingMoved, rookGone := false, false
	for _, m := range g.Moves() {
		kingMoved = kingMoved || m.From() == start.King(us)
		rookGone = rookGone || m.From() == rook || m.To() == rook
	}
	asks := []func(*Game) error{func(g *Game) error { return g.PlaySAN([]string{"O-O", "O-O-O"}[wing]) }}
	if king := p.King(us); rook != NoSquare && p.PieceAt(rook) == Rook.Of(us) && backRank(us).Has(king) && wingOf(king, rook) == wing {
		asks = append(asks, func(g *Game) error { return g.Play(NewMove(king, rook)) })
	}
	for _, ask := range asks {
		var e *MoveError
		if err := ask(g.Clone()); !errors.As(err, &e) {
			continue
		}
		reasons[e.Why]++
		holds := true
		switch e.Why {
		case CastlingNoRight:
			holds = rook == NoSquare && p.castlingRook(us, wing) == NoSquare
		case CastlingKingMoved:
			holds = kingMoved
		case CastlingRookMoved:
			holds = rookGone && !kingMoved
		}
		if !holds {
			t.Errorf("%v: %v, where the king has moved: %v, and the rook or what captured it: %v", g, e, kingMoved, rookGone)
		}
	}
}

// TestLostCastlingReason checks that a Game knows whether the king or the rook has moved before,
// which the position does not show if both are back on their squares.
func TestLostCastlingReason(t *testing.T) {
	const rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	for _, test := range []struct {
		name  string
		start string
		moves string
		cause IllegalReason
		want  string
	}{
		{
			"the king moved and returned", rooks, "Ke2 Ke7 Ke1 Ke8",
			CastlingKingMoved, "O-O: castling: the king has moved before",
		},
		{"a move of the other king does not matter", rooks, "Ra2 Ke7 Rhh2 Ke8 Ra1 Kd8 Rh1 Ke8",
			CastlingRookMoved, "O-O: castling: the rook has moved before or was captured"},
		{
			"Black's king moved and returned", rooks, "Ra2 Ke7 Ra1 Ke8 Ra2",
			CastlingKingMoved, "O-O: castling: the king has moved before",
		},
		{"both rooks moved and returned", rooks, "Ra2 Ra7 Rhh2 Rhh7 Ra1 Ra8 Rh1 Rh8",
			CastlingRookMoved, "O-O: castling: the rook has moved before or was captured"},
		{
			"one rook moved and returned", rooks, "Rh2 Rh7 Rh1 Rh8",
			CastlingRookMoved, "O-O: castling: the rook has moved before or was captured",
		},
		{"the rook has moved and stays away", rooks, "Rh2 Ke7", CastlingRookMoved, "O-O: castling: the rook has moved before or was captured"},
		{"the rook was captured", "4k3/8/8/8/8/8/6b1/R3K2R b KQ - 0 1", "Bxh1 Ra2 Bd5 Ra1 Kd7",
			CastlingRookMoved, "O-O: castling: the rook has moved before or was captured"},
		{"White has castled", rooks, "O-O-O Ke7", CastlingKingMoved, "O-O: castling: the king has moved before"},
		{"White has castled in Chess960", "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1", "O-O-O Kc7",
			CastlingKingMoved, "O-O: castling: the king has moved before"},
		{"White has castled in Chess960, and the king stayed", "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1", "O-O-O Rf8",
			CastlingDone, "O-O: castling: White has castled before"},
		{"the king stayed in castling and moved later", "r5kr/8/8/8/8/8/8/R5KR w HAha - 0 1", "Ra2 O-O Ra1 Kf7 Ra2 Kg8 Ra1",
			CastlingDone, "O-O: castling: Black has castled before"},
		{"a pass is no move of a king on a1", "4k3/8/8/8/8/8/8/K6R w H - 0 1", "-- Ke7 Rh2 Ke8 Rh1 Ke7",
			CastlingRookMoved, "O-O: castling: the rook has moved before or was captured"},
		{"the right was lost before the game record starts", "r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "Ra2 Ra7 Ra1 Ra8",
			CastlingNoRight, "O-O: castling: White has no right to castle on that side"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := recordSANs(t, Rules{}, test.start, test.moves)
			err := g.PlaySAN("O-O")
			var refusal *MoveError
			if !errors.As(err, &refusal) || refusal.Why != test.cause || err.Error() != test.want {
				t.Errorf("PlaySAN(O-O) after %q = %v, want %q with Why %v", test.moves, err, test.want, test.cause)
			}
		})
	}
}

// TestLostCastlingReasonOfRook checks that a rook that never had the right is not taken for the one that
// had it.
func TestLostCastlingReasonOfRook(t *testing.T) {
	g := recordSANs(t, Rules{}, "4k3/8/8/8/8/8/8/4K1RR w G - 0 1", "Ke2 Ke7 Ke1 Ke8")
	for rook, want := range map[Square]IllegalReason{G1: CastlingKingMoved, H1: CastlingNoRight} {
		var refusal *MoveError
		if err := g.Play(NewMove(E1, rook)); !errors.As(err, &refusal) || refusal.Why != want {
			t.Errorf("Play of castling with the rook on %v = %v, want %v", rook, err, want)
		}
	}
}

// TestLostCastlingReasonOfNode checks that the reason is that of the moves which lead to the node,
// whatever the main line is.
func TestLostCastlingReasonOfNode(t *testing.T) {
	for _, test := range []struct {
		name, start  string
		moves, other string // the main line and an alternative to it
		want         IllegalReason
		wantOther    IllegalReason
	}{
		{"the rook in the main line, the king in the alternative", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
			"Rh2 Rh7 Rh1 Rh8", "Ke2 Ke7 Ke1 Ke8", CastlingRookMoved, CastlingKingMoved},
		{"the king in the main line, the rook in the alternative", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
			"Ke2 Ke7 Ke1 Ke8", "Rh2 Rh7 Rh1 Rh8", CastlingKingMoved, CastlingRookMoved},
		{"a pass is no move of the king", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
			"Rh2 Rh7 Rh1 Rh8", "-- -- Rh2 Rh7 Rh1 Rh8", CastlingRookMoved, CastlingRookMoved},
		{"a pass is no move of the king on a1", "4k3/7p/8/8/8/8/8/K6R w K - 0 1",
			"Rh2 h6 Rh1 h5", "-- Ke7 Rh2 h6 Rh1 h5", CastlingRookMoved, CastlingRookMoved},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := recordSANs(t, Rules{}, test.start, test.moves)
			n := g.Root()
			for _, san := range strings.Fields(test.other) {
				p := n.Position()
				m, err := p.ParseSAN(san)
				if san == "--" {
					m, err = NullMove, nil
				}
				if err != nil {
					t.Fatal(err)
				}
				if n, err = n.Add(m); err != nil {
					t.Fatal(err)
				}
			}
			for _, at := range []struct {
				node Node
				want IllegalReason
			}{{g.LastNode(), test.want}, {n, test.wantOther}} {
				var refusal *MoveError
				if _, err := at.node.AddSAN("O-O"); !errors.As(err, &refusal) || refusal.Why != at.want {
					t.Errorf("AddSAN(O-O) after %d plies = %v, want Why %v", at.node.Plies(), err, at.want)
				}
			}
		})
	}
}

// checkCause checks that the reason in a MoveError is true in p.
func checkCause(t *testing.T, p *Position, err error) {
	t.Helper()
	var e *MoveError
	if !errors.As(err, &e) {
		t.Fatalf("%v: error %v has type %T, want *MoveError", p, err, err)
	}
	us, from, to := p.Turn(), e.Move.From(), e.Move.To()
	mover, by := p.PieceAt(from), p.PieceAt(e.By)
	ours := mover != NoPiece && mover.Color() == us
	enemy := by != NoPiece && by.Color() != us
	reaches := attacksOf(mover, from, p.Occupied()).Has(to) || mover.Type() == Pawn
	var holds bool
	switch e.Why {
	case NotYourTurn:
		holds = mover != NoPiece && mover.Color() != us
	case NoPieceThere:
		holds = mover == NoPiece
	case NotHowItMoves:
		holds = ours && (from == to || mover.Type() == Pawn || !attacksOf(mover, from, 0).Has(to))
	case NothingToCapture:
		holds = ours && mover.Type() == Pawn && p.PieceAt(to) == NoPiece && PawnAttacks(us, from).Has(to)
	case NoEnPassant:
		holds = ours && mover.Type() == Pawn && p.doubleStep() != to &&
			p.PieceAt(SquareAt(to.File(), from.Rank())) == Pawn.Of(us.Other())
	case PathBlocked:
		holds = ours && by != NoPiece && (Between(from, to).Has(e.By) || mover.Type() == Pawn && e.By == to) &&
			Between(from, e.By)&p.Occupied() == 0
	case OwnPiece:
		holds = ours && p.PieceAt(to) != NoPiece && p.PieceAt(to).Color() == us
	case PromotionMissing:
		holds = ours && mover.Type() == Pawn && to.Rank().relativeTo(us) == eighthRank
	case Pinned:
		holds = ours && reaches && enemy && p.Pinned(us).Has(from) &&
			lines[p.King(us)][from].Has(e.By) && !lines[p.King(us)][from].Has(to)
	case IntoCheck:
		holds = ours && reaches && mover.Type() == King && enemy &&
			attacksOf(by, e.By, p.Occupied().without(from)).Has(to)
	case CheckUnanswered:
		holds = ours && reaches && mover.Type() != King && enemy && p.Checkers().Has(e.By)
	case ExposesKing:
		holds = ours && reaches && mover.Type() == Pawn && enemy && to == p.doubleStep() && !p.Pinned(us).Has(from)
	case PassNotAllowed:
		holds = e.Move == NullMove
	case NoSuchPiece:
		holds = e.Text != "" // checkNoSuchPiece knows the text
	case CastlingNoRight:
		holds = ours && mover.Type() == King && e.By == NoSquare || e.Move == NullMove
	case CastlingInCheck:
		holds = ours && mover.Type() == King && enemy && p.Checkers().Has(e.By)
	case CastlingThroughCheck:
		holds = ours && mover.Type() == King && enemy && p.Castling() != 0
	case CastlingBlocked:
		holds = ours && mover.Type() == King && by != NoPiece && p.Castling() != 0
	}
	if !holds {
		t.Errorf("%v: error %q has Why %v and By %v, which is not true in this position", p, e, e.Why, e.By)
	}
}

// TestMoveErrorLiterals checks that a MoveError that no method has returned still has a message.
func TestMoveErrorLiterals(t *testing.T) {
	for _, e := range []MoveError{
		{}, {Kind: ErrSyntax}, {Kind: ErrIllegal}, {Kind: ErrAmbiguous, Text: "Ne4"}, {Kind: ErrAmbiguous, Text: "O-O"},
		{Kind: ErrSyntax, Move: NewMove(E2, E4)}, {Why: NotHowItMoves, Move: NewMove(E1, G1)},
		{Why: NoSuchPiece, Text: "Ne4"}, {Why: GameOver + 1},
	} {
		if e.Error() == "" || e.explanation() == "" {
			t.Errorf("%#v: Error() = %q, explanation() = %q, want text", e, e.Error(), e.explanation())
		}
	}
}

// TestFindMove checks that FindMove returns a legal move for two squares and a promotion, or an
// error with the reason.
func TestFindMove(t *testing.T) {
	const castling, promotion = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "3r4/4P3/8/8/8/k7/8/7K w - - 0 1"
	for _, test := range []struct {
		name      string
		fen       string
		from, to  Square
		promotion PieceType
		want      Move
		reason    IllegalReason
	}{
		{"pawn", startFEN, E2, E4, NoPieceType, NewMove(E2, E4), NoIllegalReason},
		{"promotion ignored for a knight move", startFEN, G1, F3, Queen, NewMove(G1, F3), NoIllegalReason},
		{"castling as e1g1", castling, E1, G1, NoPieceType, NewMove(E1, G1), NoIllegalReason},
		{"castling as e1h1", castling, E1, H1, NoPieceType, NewMove(E1, G1), NoIllegalReason},
		{"castling as e1c1, promotion ignored", castling, E1, C1, Queen, NewMove(E1, C1), NoIllegalReason},
		{"promotion", promotion, E7, E8, Knight, NewPromotion(E7, E8, Knight), NoIllegalReason},
		{"promotion with capture", promotion, E7, D8, Queen, NewPromotion(E7, D8, Queen), NoIllegalReason},
		{"promotion missing", promotion, E7, E8, NoPieceType, NullMove, PromotionMissing},
		{"promotion to a king", promotion, E7, E8, King, NullMove, WrongPromotion},
		{"promotion to a pawn", promotion, E7, E8, Pawn, NullMove, WrongPromotion},
		{"promotion to no piece type", promotion, E7, E8, 8 + Rook, NullMove, WrongPromotion},
		{"rook blocked", startFEN, A1, A5, NoPieceType, NullMove, PathBlocked},
		{"castling blocked", startFEN, E1, G1, NoPieceType, NullMove, CastlingBlocked},
		{"empty square", startFEN, E4, E5, NoPieceType, NullMove, NoPieceThere},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			m, err := p.FindMove(test.from, test.to, test.promotion)
			if m != test.want || (err == nil) != (test.want != NullMove) {
				t.Fatalf("FindMove(%v, %v, %v) = %v, %v, want %v", test.from, test.to, test.promotion, m, err, test.want)
			}
			var refusal *MoveError
			if err != nil && (!errors.As(err, &refusal) || refusal.Why != test.reason || !errors.Is(err, ErrIllegal)) {
				t.Errorf("FindMove(%v, %v, %v): error %#v, want an illegal move with Why %v",
					test.from, test.to, test.promotion, err, test.reason)
			}
		})
	}
	for _, s := range []Square{NoSquare, 255, E4} {
		if m, err := StartPosition().FindMove(E4, s, Queen); m != NullMove || !errors.Is(err, ErrSyntax) || !strings.Contains(err.Error(), "e4"+s.String()) {
			t.Errorf("FindMove(e4, %v, queen) = %v, %v, want %v", s, m, err, ErrSyntax)
		}
	}
}
