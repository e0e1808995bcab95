package shakkello_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/shakki/chess"
	. "github.com/shakki/chess/games/shakkello"
)

// position parses a position that the test knows to be right.
func position(t testing.TB, s string) Position {
	t.Helper()
	p, err := ParsePosition(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// move parses a move that the test knows to be right.
func move(t testing.TB, s string) Move {
	t.Helper()
	m, err := ParseMove(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// play plays moves from the empty board, all of which must be legal.
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

// refused checks that each of the moves is illegal in p for the given reason.
func refused(t testing.TB, p Position, want error, moves string) {
	t.Helper()
	for _, s := range strings.Fields(moves) {
		q := p
		if err := q.Play(move(t, s)); !errors.Is(err, want) || !errors.Is(err, ErrIllegal) || q != p {
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

// squares returns the squares on which a kind of piece may be placed.
func squares(p Position, t chess.PieceType) chess.Bitboard {
	var to chess.Bitboard
	for _, m := range p.LegalMoves() {
		if m.PieceType() == t {
			to |= m.Square().Bitboard()
		}
	}
	return to
}

// The beginning of a game that surrounds a1 with its first pieces. After twelve
// plies White has a queen and a rook in hand, after fourteen the rook.
const (
	twelve   = "Kb2 Na2 Nb1 Nb3 Nc2 Bc3 Bd2 Bc4 Be2 Rd4 Re3 Rd5 "
	fourteen = twelve + "Qf3 Qe5 "
)

// Each player has a king, a queen, two rooks, two bishops and two knights, and
// places exactly eight of them, White first and then in turn.
func TestRuleSetAndTurns(t *testing.T) {
	var zero Position
	p := StartPosition()
	if p != zero || p.Occupied() != 0 || p.Outcome() != (Outcome{}) {
		t.Errorf("start %v, %v", p, p.Outcome())
	}
	for c := chess.White; c <= chess.Black; c++ {
		for kind, want := range map[chess.PieceType]int{
			chess.King: 1, chess.Queen: 1, chess.Rook: 2, chess.Bishop: 2, chess.Knight: 2, chess.Pawn: 0, chess.NoPieceType: 0, 99: 0,
		} {
			if got := p.InHand(c, kind); got != want {
				t.Errorf("%v has %d of %v, want %d", c, got, kind, want)
			}
		}
	}
	placed := map[chess.Color]int{}
	for i, s := range strings.Fields(fourteen + "Rf4 Kg3") {
		turn, m := chess.Color(i%2), move(t, s)
		before := p.InHand(turn, m.PieceType())
		if p.Turn() != turn || p.Plies() != i || p.Outcome().IsOver() {
			t.Errorf("before %v: turn %v, %d plies, %v", m, p.Turn(), p.Plies(), p.Outcome())
		}
		if err := p.Play(m); err != nil {
			t.Fatal(err)
		}
		if p.At(m.Square()) != m.PieceType().Of(turn) || p.InHand(turn, m.PieceType()) != before-1 {
			t.Errorf("after %v: %v there, %d in hand", m, p.At(m.Square()), p.InHand(turn, m.PieceType()))
		}
		placed[turn]++
		if p.Pieces(turn).Count() != placed[turn] || !p.Pieces(turn).Has(m.Square()) {
			t.Errorf("after %v: %v has %v", m, turn, p.Pieces(turn))
		}
	}
	if placed[chess.White] != PiecesEach || placed[chess.Black] != PiecesEach || !p.Outcome().IsOver() || len(p.LegalMoves()) != 0 {
		t.Errorf("%v after %v pieces, %v", p.Outcome(), placed, p.LegalMoves())
	}
	refused(t, p, ErrGameOver, "Ka8 Kb2 Ra1 Nf5")
	refused(t, play(t, "Kd4 Nd5 Nd3 Nd2 Ne4"), ErrNotHeld, "Ne5 Nd1 Nd5")
	refused(t, play(t, "Kd4 Qd5 Qd3 Nd6"), ErrNotHeld, "Ke5 Qe5")
}

// There is no check and no capture: a king stands where it likes, and an
// occupied square stays so.
func TestRuleNoCheckNoCapture(t *testing.T) {
	p := play(t, "Kd4 Qd5 Qe5 Rc4") // White's king beside a queen and a rook
	refused(t, p, ErrOccupied, "Nd5 Rd4 Bc4")
	p = play(t, fourteen+"Rf4")
	for _, s := range []string{"Kg3", "Ke4", "Kg4", "Kf5"} {
		m, q := move(t, s), p
		if err := q.Play(m); err != nil || q.Attackers(chess.White, m.Square()) == 0 {
			t.Errorf("%v, attacked by White from %v: %v", m, q.Attackers(chess.White, m.Square()), err)
		}
	}
}

// Kings may stand beside each other.
func TestRuleKingsMayTouch(t *testing.T) {
	p := play(t, "Kd4 Nc5 Nd5 Nd6 Nc6 Rb5 Rb6 Rb7 Rc7 Be6 Bf6 Be7 Qf7 Qf8 Bc4")
	if err := p.Play(move(t, "Kc3")); err != nil {
		t.Error(err)
	}
	if a, b := p.At(chess.D4), p.At(chess.C3); a != chess.WhiteKing || b != chess.BlackKing {
		t.Errorf("%v beside %v", a, b)
	}
}

// Rule 1: White's first piece is the king, on any square.
func TestRule1WhiteKingFirstAnywhere(t *testing.T) {
	p := StartPosition()
	if got := squares(p, chess.King); got != ^chess.Bitboard(0) || kinds(p) != "K" {
		t.Errorf("the first piece is one of %s, a king on %v", kinds(p), got)
	}
	refused(t, p, ErrKingFirst, "Nd4 Bd4 Rd4 Qd4 Na1 Qh8")
}

// Rule 2: Black's first piece is any but the king and touches White's king
// along a rank, a file or a diagonal.
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
			t.Errorf("%s: Black may place %s", tt.king, kinds(p))
		}
		for _, kind := range []chess.PieceType{chess.Knight, chess.Bishop, chess.Rook, chess.Queen} {
			if got := squares(p, kind).String(); got != tt.beside {
				t.Errorf("%s: a %v may stand on %s, want %s", tt.king, kind, got, tt.beside)
			}
		}
	}
	refused(t, play(t, "Kd4"), ErrKingLast, "Kd5 Ka1")
	refused(t, play(t, "Kd4"), ErrApart, "Nd6 Qa1 Rb4")
}

// Rule 2: every later piece touches one that stands already, of either color.
func TestRule2TouchesAnyPiece(t *testing.T) {
	p := play(t, "Kb2 Nb3")
	want := "{a1 b1 c1 a2 c2 a3 c3 a4 b4 c4}"
	for _, kind := range []chess.PieceType{chess.Knight, chess.Bishop, chess.Rook, chess.Queen} {
		if got := squares(p, kind).String(); got != want {
			t.Errorf("a %v may stand on %s, want %s", kind, got, want)
		}
	}
	refused(t, p, ErrApart, "Nd1 Nb5 Nh8")
	play(t, "Kb2 Nb3 Nb4 Nb5 Nc6") // touching black and white pieces alone
	play(t, "Kb2 Nb3 Na1 Nb4 Rb1")
}

// Rule 3: Black's king is the last piece, and no other is left for it.
func TestRule3BlackKingLast(t *testing.T) {
	var p Position
	for i, s := range strings.Fields(fourteen + "Rf4") {
		if p.Turn() == chess.Black {
			refused(t, p, ErrKingLast, "Ka1 Kd3 Kh8")
		}
		if p.Beside() != chess.NoSquare {
			t.Errorf("%v: Black's king is to stand beside %v", p, p.Beside())
		}
		if err := p.Play(move(t, s)); err != nil {
			t.Fatalf("move %d: %v", i+1, err)
		}
	}
	if kinds(p) != "K" || p.Beside() != chess.F4 {
		t.Errorf("Black's last piece is one of %s, beside %v", kinds(p), p.Beside())
	}
}

// Rule 3: it touches the piece that White has placed just before, and no other
// piece will do.
func TestRule3BlackKingBesideLastPiece(t *testing.T) {
	tests := []struct{ last, beside string }{
		{"Rf4", "{g3 e4 g4 f5 g5}"},
		{"Ra3", "{a4 b4}"},
		{"Rg2", "{f1 g1 h1 f2 h2 g3 h3}"},
	}
	for _, tt := range tests {
		p := play(t, fourteen+tt.last)
		if got := squares(p, chess.King).String(); kinds(p) != "K" || got != tt.beside {
			t.Errorf("%s: Black may place %s, a king on %s, want %s", tt.last, kinds(p), got, tt.beside)
		}
		if s := move(t, tt.last).Square(); p.Beside() != s {
			t.Errorf("%s: the king is to stand beside %v", tt.last, p.Beside())
		}
	}
	refused(t, play(t, fourteen+"Rf4"), ErrNotBeside, "Ka1 Kd3 Kh8")
	refused(t, play(t, fourteen+"Rf4"), ErrOccupied, "Ke5 Kb2 Kf4")
}

// Rule 4: a player's bishops stand on squares of different colors; those of
// the other player do not matter.
func TestRule4BishopsOfBothColors(t *testing.T) {
	p := play(t, "Kd4 Be4 Be5 Nd5") // Black's on light, White's on dark
	for s := range squares(p, chess.Bishop).Squares() {
		if !s.IsLight() {
			t.Errorf("White's second bishop may stand on %v", s)
		}
	}
	if light, all := squares(p, chess.Bishop).Count(), squares(p, chess.Rook).Count(); light == 0 || light == all {
		t.Errorf("White's second bishop has %d of %d squares", light, all)
	}
	refused(t, p, ErrSameColor, "Bc3 Be3 Bc5")
	p = play(t, "Kd4 Be4 Be5 Nd5 Bd3")
	refused(t, p, ErrSameColor, "Bc4 Bc2 Be6")
	if err := p.Play(move(t, "Bc3")); err != nil {
		t.Error(err)
	}
}

// Rule 5: the player whose queen is called places it in the very next move.
func TestRule5QueenCalled(t *testing.T) {
	tests := []struct {
		name, moves, kinds string
		called             bool
	}{
		{"nobody has called", "Kd4 Nd5", "NBRQ", false},
		{"Black calls with the first piece", "Kd4 Qd5", "Q", true},
		{"White calls", "Kd4 Nd5 Qd3", "Q", true},
		{"White calls later", twelve + "Qf3", "Q", true},
		{"Black's answer calls nobody", "Kd4 Nd5 Qd3 Qd6", "NBR", false},
		{"nor does White's", "Kd4 Qd5 Qd3", "NBR", false},
	}
	for _, tt := range tests {
		p := play(t, tt.moves)
		if kinds(p) != tt.kinds || p.QueenCalled() != tt.called {
			t.Errorf("%s: %v may place %s, called %v; want %s, %v", tt.name, p.Turn(), kinds(p), p.QueenCalled(), tt.kinds, tt.called)
		}
	}
	refused(t, play(t, "Kd4 Qd5"), ErrQueenCalled, "Nd3 Bd3 Rd3")
	refused(t, play(t, "Kd4 Nd5 Qd3"), ErrQueenCalled, "Nd6 Bc2 Re2")
	// A called queen may stand wherever another piece may.
	if a, b := squares(play(t, "Kd4 Qd5"), chess.Queen), squares(play(t, "Kd4 Nd5"), chess.Queen); a != b {
		t.Errorf("a called queen may stand on %v, another on %v", a, b)
	}
}

// Rule 5: a queen that nobody has called is Black's seventh piece at the
// latest, and then White's eighth is the queen.
func TestRule5QueenBySeventhPiece(t *testing.T) {
	p := play(t, twelve+"Rf4")
	if kinds(p) != "Q" || p.QueenCalled() {
		t.Errorf("Black's seventh piece is one of %s", kinds(p))
	}
	p = play(t, twelve+"Rf4 Qe5")
	if kinds(p) != "Q" || !p.QueenCalled() {
		t.Errorf("White's eighth piece is one of %s", kinds(p))
	}
}

// Rule 6: White's last piece leaves an empty square beside it for Black's king.
func TestRule6RoomForBlackKing(t *testing.T) {
	p := play(t, fourteen)
	refused(t, p, ErrNoRoom, "Ra1")
	if squares(p, chess.Rook).Has(chess.A1) {
		t.Error("a1 is among the legal moves")
	}
	q := p.After(move(t, "Ra3")) // one square is enough, here there are two
	if len(q.LegalMoves()) != 2 {
		t.Errorf("after Ra3 Black has %v", q.LegalMoves())
	}
	// Only the last piece must not fill the hole.
	play(t, twelve+"Ra1")
	play(t, twelve+"Qf3 Qa1 Rf4 Kg4")
	// The called queen and a bishop must leave room as any other piece.
	refused(t, play(t, twelve+"Rf4 Qe5"), ErrNoRoom, "Qa1")
	p = play(t, "Kb2 Na2 Nb1 Nb3 Nc2 Bc3 Rd2 Bc4 Be2 Rd4 Re3 Rd5 Qf3 Qe5")
	refused(t, p, ErrNoRoom, "Ba1")
	refused(t, p, ErrSameColor, "Bd1 Bd3")
}

// Rule 6: an edge and the middle of the board can have such holes, too.
func TestRule6HolesElsewhere(t *testing.T) {
	edge := play(t, "Ke2 Nd2 Nd1 Nf1 Nf2 Bg1 Bg2 Bh1 Bh2 Rg3 Rf3 Rh3 Qe3 Qd3")
	refused(t, edge, ErrNoRoom, "Re1")
	middle := play(t, "Kd4 Nd3 Nd5 Ne3 Nf3 Bf4 Bf5 Be6 Be5 Rf6 Rg6 Rg5 Qd6 Qc6")
	refused(t, middle, ErrNoRoom, "Re4")
}
