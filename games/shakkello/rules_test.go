package shakkello_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/shakki/chess"
	. "github.com/shakki/chess/games/shakkello"
)

// position parses s, which must be a valid position.
func position(t testing.TB, s string) Position {
	t.Helper()
	p, err := ParsePosition(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// move parses s, which must be a valid move.
func move(t testing.TB, s string) Move {
	t.Helper()
	m, err := ParseMove(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// play returns the position after the given moves from the empty board, all of which must be legal.
func play(t testing.TB, moves string) Position {
	t.Helper()
	var p Position
	for _, s := range strings.Fields(moves) {
		if err := p.Play(move(t, s)); err != nil {
			t.Fatalf("%v: %v", p, err)
		}
	}
	return p
}

// isLight reports whether s is a light square.
func isLight(s chess.Square) bool { return (int(s.File())+int(s.Rank()))%2 == 1 }

// rejected checks that each of the moves is illegal in p for the given reason.
func rejected(t testing.TB, p Position, want IllegalReason, moves string) {
	t.Helper()
	for _, s := range strings.Fields(moves) {
		q := p
		if err := q.Play(move(t, s)); reasonOf(err) != want || !errors.Is(err, ErrIllegal) || q != p {
			t.Errorf("%v: Play(%s) = %v, want %v", p, s, err, want)
		}
	}
}

// kinds returns the letters of the pieces that the player to move may place.
func kinds(p Position) string {
	letters := ""
	for _, m := range p.LegalMoves() {
		if s := m.String()[:1]; !strings.Contains(letters, s) {
			letters += s
		}
	}
	return letters
}

// squares returns the squares on which a piece of type t may be placed.
func squares(p Position, t chess.PieceType) chess.Bitboard {
	var to chess.Bitboard
	for _, m := range p.LegalMoves() {
		if m.PieceType() == t {
			to |= m.Square().Bitboard()
		}
	}
	return to
}

// The first plies of a game in which the pieces surround a1. After twelve plies, White has a queen
// and a rook in hand. After fourteen plies, White has a rook.
const (
	twelve   = "Kb2 Na2 Nb1 Nb3 Nc2 Bc3 Bd2 Bc4 Be2 Rd4 Re3 Rd5 "
	fourteen = twelve + "Qf3 Qe5 "
)

// TestRuleSetAndTurns checks that each player has a king, a queen, two rooks, two bishops, and two
// knights, and that the players take turns to place these eight pieces, White first.
func TestRuleSetAndTurns(t *testing.T) {
	var zero Position
	p := StartPosition()
	if p != zero || p.Occupied() != 0 || p.Outcome() != (Outcome{}) {
		t.Errorf("StartPosition() = %v with outcome %v, want the empty board", p, p.Outcome())
	}
	for c := chess.White; c <= chess.Black; c++ {
		for kind, want := range map[chess.PieceType]int{
			chess.King: 1, chess.Queen: 1, chess.Rook: 2, chess.Bishop: 2, chess.Knight: 2,
			chess.Pawn: 0, chess.NoPieceType: 0, 99: 0,
		} {
			if got := p.InHand(c, kind); got != want {
				t.Errorf("InHand(%v, %v) = %d, want %d", c, kind, got, want)
			}
		}
	}
	placed := map[chess.Color]int{}
	for i, s := range strings.Fields(fourteen + "Rf4 Kg3") {
		turn, m := chess.Color(i%2), move(t, s)
		before := p.InHand(turn, m.PieceType())
		if p.Turn() != turn || p.Plies() != i || p.Outcome().IsOver() {
			t.Errorf("before %v: turn %v, %d plies, outcome %v; want %v, %d, not over",
				m, p.Turn(), p.Plies(), p.Outcome(), turn, i)
		}
		if err := p.Play(m); err != nil {
			t.Fatal(err)
		}
		if p.PieceAt(m.Square()) != m.PieceType().Of(turn) || p.InHand(turn, m.PieceType()) != before-1 {
			t.Errorf("after %v: %v on the square, %d in hand; want %v, %d", m, p.PieceAt(m.Square()),
				p.InHand(turn, m.PieceType()), m.PieceType().Of(turn), before-1)
		}
		placed[turn]++
		if p.Pieces(turn).Count() != placed[turn] || !p.Pieces(turn).Has(m.Square()) {
			t.Errorf("after %v: Pieces(%v) = %v, want %d squares including %v",
				m, turn, p.Pieces(turn), placed[turn], m.Square())
		}
	}
	if placed[chess.White] != PiecesEach || placed[chess.Black] != PiecesEach ||
		!p.Outcome().IsOver() || len(p.LegalMoves()) != 0 {
		t.Errorf("after placing %v pieces: outcome %v, legal moves %v; want a finished game",
			placed, p.Outcome(), p.LegalMoves())
	}
	rejected(t, p, GameOver, "Ka8 Kb2 Ra1 Nf5")
	rejected(t, play(t, "Kd4 Nd5 Nd3 Nd2 Ne4"), NotHeld, "Ne5 Nd1 Nd5")
	rejected(t, play(t, "Kd4 Qd5 Qd3 Nd6"), NotHeld, "Ke5 Qe5")
}

// TestRuleNoCheckNoCapture checks that a king may be placed on an attacked square and that no piece
// may be placed on an occupied square.
func TestRuleNoCheckNoCapture(t *testing.T) {
	p := play(t, "Kd4 Qd5 Qe5 Rc4") // Black's queen and rook attack White's king
	rejected(t, p, Occupied, "Nd5 Rd4 Bc4")
	p = play(t, fourteen+"Rf4")
	for _, s := range []string{"Kg3", "Ke4", "Kg4", "Kf5"} {
		m, q := move(t, s), p
		if err := q.Play(m); err != nil || q.Attackers(chess.White, m.Square()) == 0 {
			t.Errorf("Play(%v) = %v with the king attacked from %v, want a legal move to an attacked square",
				m, err, q.Attackers(chess.White, m.Square()))
		}
	}
}

// TestRuleKingsMayTouch checks that the kings may be placed next to each other.
func TestRuleKingsMayTouch(t *testing.T) {
	p := play(t, "Kd4 Nc5 Nd5 Nd6 Nc6 Rb5 Rb6 Rb7 Rc7 Be6 Bf6 Be7 Qf7 Qf8 Bc4")
	if err := p.Play(move(t, "Kc3")); err != nil {
		t.Error(err)
	}
	if a, b := p.PieceAt(chess.D4), p.PieceAt(chess.C3); a != chess.WhiteKing || b != chess.BlackKing {
		t.Errorf("%v on d4, %v on c3; want K, k", a, b)
	}
}

// TestRule1WhiteKingFirstAnywhere checks that White's first piece is the king, on any square.
func TestRule1WhiteKingFirstAnywhere(t *testing.T) {
	p := StartPosition()
	if got := squares(p, chess.King); got != ^chess.Bitboard(0) || kinds(p) != "K" {
		t.Errorf("White may place one of %s first, and the king on %v; want K on any square", kinds(p), got)
	}
	rejected(t, p, KingFirst, "Nd4 Bd4 Rd4 Qd4 Na1 Qh8")
}

// TestRule2BlackFirstTouchesKing checks that Black's first piece may be any piece except the king
// and must touch White's king.
func TestRule2BlackFirstTouchesKing(t *testing.T) {
	tests := []struct{ king, beside string }{
		{"Kd4", "{c3 d3 e3 c4 e4 c5 d5 e5}"},
		{"Ka1", "{b1 a2 b2}"},
		{"Kh8", "{g7 h7 g8}"},
		{"Kh4", "{g3 h3 g4 g5 h5}"},
		{"Ka5", "{a4 b4 b5 a6 b6}"},
		{"Ke1", "{d1 f1 d2 e2 f2}"},
	}
	for _, tt := range tests {
		p := play(t, tt.king)
		if kinds(p) != "NBRQ" {
			t.Errorf("after %s: Black may place one of %s, want NBRQ", tt.king, kinds(p))
		}
		for _, kind := range []chess.PieceType{chess.Knight, chess.Bishop, chess.Rook, chess.Queen} {
			if got := squares(p, kind).String(); got != tt.beside {
				t.Errorf("after %s: Black may place the %v on %s, want %s", tt.king, kind, got, tt.beside)
			}
		}
	}
	rejected(t, play(t, "Kd4"), KingLast, "Kd5 Ka1")
	rejected(t, play(t, "Kd4"), Apart, "Nd6 Qa1 Rb4")
}

// TestRule2TouchesAnyPiece checks that every later piece must touch a piece of either color.
func TestRule2TouchesAnyPiece(t *testing.T) {
	p := play(t, "Kb2 Nb3")
	want := "{a1 b1 c1 a2 c2 a3 c3 a4 b4 c4}"
	for _, kind := range []chess.PieceType{chess.Knight, chess.Bishop, chess.Rook, chess.Queen} {
		if got := squares(p, kind).String(); got != want {
			t.Errorf("White may place the %v on %s, want %s", kind, got, want)
		}
	}
	rejected(t, p, Apart, "Nd1 Nb5 Nh8")
	play(t, "Kb2 Nb3 Nb4 Nb5 Nc6") // the third and fifth pieces touch only black pieces
	play(t, "Kb2 Nb3 Na1 Nb4 Rb1") // they touch only white pieces
}

// TestRule3BlackKingLast checks that Black's king cannot be placed before the last move, and that
// it must be placed then.
func TestRule3BlackKingLast(t *testing.T) {
	var p Position
	for i, s := range strings.Fields(fourteen + "Rf4") {
		if p.Turn() == chess.Black {
			rejected(t, p, KingLast, "Ka1 Kd3 Kh8")
		}
		if p.Beside() != chess.NoSquare {
			t.Errorf("%v: Beside() = %v, want NoSquare", p, p.Beside())
		}
		if err := p.Play(move(t, s)); err != nil {
			t.Fatalf("move %d: %v", i+1, err)
		}
	}
	if kinds(p) != "K" || p.Beside() != chess.F4 {
		t.Errorf("Black's last piece is one of %s, and Beside() = %v; want K, f4", kinds(p), p.Beside())
	}
}

// TestRule3BlackKingBesideLastPiece checks that Black's king must touch the piece that White has
// just placed.
func TestRule3BlackKingBesideLastPiece(t *testing.T) {
	tests := []struct{ last, beside string }{
		{"Rf4", "{g3 e4 g4 f5 g5}"},
		{"Ra3", "{a4 b4}"},
		{"Rg2", "{f1 g1 h1 f2 h2 g3 h3}"},
	}
	for _, tt := range tests {
		p := play(t, fourteen+tt.last)
		if got := squares(p, chess.King).String(); kinds(p) != "K" || got != tt.beside {
			t.Errorf("after %s: Black may place one of %s, and the king on %s; want K on %s",
				tt.last, kinds(p), got, tt.beside)
		}
		if s := move(t, tt.last).Square(); p.Beside() != s {
			t.Errorf("after %s: Beside() = %v, want %v", tt.last, p.Beside(), s)
		}
	}
	rejected(t, play(t, fourteen+"Rf4"), NotBeside, "Ka1 Kd3 Kh8")
	rejected(t, play(t, fourteen+"Rf4"), Occupied, "Ke5 Kb2 Kf4")
}

// TestRule4BishopsOfBothColors checks that a player's bishops must be on squares of different
// colors, whatever the squares of the opponent's bishops.
func TestRule4BishopsOfBothColors(t *testing.T) {
	p := play(t, "Kd4 Be4 Be5 Nd5") // Black's bishop on a light square, White's on a dark square
	for s := range squares(p, chess.Bishop).Squares() {
		if !isLight(s) {
			t.Errorf("White may place the second bishop on the dark square %v", s)
		}
	}
	if light, all := squares(p, chess.Bishop).Count(), squares(p, chess.Rook).Count(); light == 0 || light == all {
		t.Errorf("White may place the second bishop on %d of %d squares, want some but not all", light, all)
	}
	rejected(t, p, SameColor, "Bc3 Be3 Bc5")
	rejected(t, p, Apart, "Ba1 Ba2 Bh8 Bh7") // whatever their colors
	p = play(t, "Kd4 Be4 Be5 Nd5 Bd3")
	rejected(t, p, SameColor, "Bc4 Bc2 Be6")
	if err := p.Play(move(t, "Bc3")); err != nil {
		t.Error(err)
	}
}

// TestRule5QueenCalled checks that a player whose queen is called must place it with the next move.
func TestRule5QueenCalled(t *testing.T) {
	tests := []struct {
		name, moves, kinds string
		called             bool
	}{
		{"no queen on the board", "Kd4 Nd5", "NBRQ", false},
		{"Black calls with the first piece", "Kd4 Qd5", "Q", true},
		{"White calls with the second piece", "Kd4 Nd5 Qd3", "Q", true},
		{"White calls with the seventh piece", twelve + "Qf3", "Q", true},
		{"Black's called queen does not call", "Kd4 Nd5 Qd3 Qd6", "NBR", false},
		{"White's called queen does not call", "Kd4 Qd5 Qd3", "NBR", false},
	}
	for _, tt := range tests {
		p := play(t, tt.moves)
		if kinds(p) != tt.kinds || p.QueenCalled() != tt.called {
			t.Errorf("%s: %v may place one of %s, and QueenCalled() = %v; want %s, %v",
				tt.name, p.Turn(), kinds(p), p.QueenCalled(), tt.kinds, tt.called)
		}
	}
	rejected(t, play(t, "Kd4 Qd5"), QueenCalled, "Nd3 Bd3 Rd3")
	rejected(t, play(t, "Kd4 Nd5 Qd3"), QueenCalled, "Nd6 Bc2 Re2")
	// The same squares are legal for a called queen and for a queen that is not called.
	if a, b := squares(play(t, "Kd4 Qd5"), chess.Queen), squares(play(t, "Kd4 Nd5"), chess.Queen); a != b {
		t.Errorf("a called queen may be placed on %v, a queen that is not called on %v", a, b)
	}
}

// TestRule5QueenBySeventhPiece checks that Black's queen is the seventh piece at the latest, and
// that White's eighth piece is then the queen if it is still in hand.
func TestRule5QueenBySeventhPiece(t *testing.T) {
	p := play(t, twelve+"Rf4")
	if kinds(p) != "Q" || p.QueenCalled() {
		t.Errorf("Black's seventh piece is one of %s, and QueenCalled() = %v; want Q, false", kinds(p), p.QueenCalled())
	}
	p = play(t, twelve+"Rf4 Qe5")
	if kinds(p) != "Q" || !p.QueenCalled() {
		t.Errorf("White's eighth piece is one of %s, and QueenCalled() = %v; want Q, true", kinds(p), p.QueenCalled())
	}
}

// TestRule6RoomForBlackKing checks that White's last piece must leave an empty square next to it
// for Black's king.
func TestRule6RoomForBlackKing(t *testing.T) {
	p := play(t, fourteen)
	rejected(t, p, NoRoom, "Ra1")
	if squares(p, chess.Rook).Has(chess.A1) {
		t.Error("LegalMoves() has Ra1, which is illegal")
	}
	q := p.After(move(t, "Ra3")) // leaves two empty squares
	if len(q.LegalMoves()) != 2 {
		t.Errorf("after Ra3, LegalMoves() = %v, want 2 moves", q.LegalMoves())
	}
	// Earlier pieces may be placed on the surrounded square a1.
	play(t, twelve+"Ra1")
	play(t, twelve+"Qf3 Qa1 Rf4 Kg4")
	// The rule also applies to a called queen and to a bishop.
	rejected(t, play(t, twelve+"Rf4 Qe5"), NoRoom, "Qa1")
	p = play(t, "Kb2 Na2 Nb1 Nb3 Nc2 Bc3 Rd2 Bc4 Be2 Rd4 Re3 Rd5 Qf3 Qe5")
	rejected(t, p, NoRoom, "Ba1")
	rejected(t, p, SameColor, "Bd1 Bd3")
}

// TestRule6OtherSquares checks rule 6 with a surrounded square on the edge and with one in the
// middle of the board.
func TestRule6OtherSquares(t *testing.T) {
	edge := play(t, "Ke2 Nd2 Nd1 Nf1 Nf2 Bg1 Bg2 Bh1 Bh2 Rg3 Rf3 Rh3 Qe3 Qd3")
	rejected(t, edge, NoRoom, "Re1")
	middle := play(t, "Kd4 Nd3 Nd5 Ne3 Nf3 Bf4 Bf5 Be6 Be5 Rf6 Rg6 Rg5 Qd6 Qc6")
	rejected(t, middle, NoRoom, "Re4")
}
