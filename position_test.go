package chess

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
)

// playLine plays the moves of line from the position with the FEN start and returns all positions,
// the first one included. The moves are in SAN, with or without move numbers.
func playLine(t *testing.T, start, line string) []Position {
	t.Helper()
	p := MustParseFEN(start)
	played := []Position{p}
	for _, san := range strings.Fields(line) {
		san = strings.TrimLeft(san, "0123456789.")
		if san == "" {
			continue
		}
		m, err := p.ParseSAN(san)
		if err != nil {
			t.Fatalf("ParseSAN(%q, %q) = %v", p.FEN(), san, err)
		}
		p = p.After(m)
		played = append(played, p)
	}
	return played
}

// lastOf returns the position after the last move of line. See playLine.
func lastOf(t *testing.T, start, line string) Position {
	t.Helper()
	played := playLine(t, start, line)
	return played[len(played)-1]
}

const standardStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

func TestPositionSize(t *testing.T) {
	if got := unsafe.Sizeof(Position{}); got > 128 {
		t.Errorf("Sizeof(Position{}) = %d, want at most 128", got)
	}
}

// TestPolyglotExamples checks PolyglotKey against the example positions in the description of the
// Polyglot opening-book format.
func TestPolyglotExamples(t *testing.T) {
	tests := []struct {
		line string
		fen  string
		want uint64
	}{
		{"", standardStart, 0x463b96181691fc9c},
		{"e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c9b50fd114196},
		{"e4 d5", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756b94461c50fb0},
		{"e4 d5 e5", "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662fafb965db29d4},
		{"e4 d5 e5 f5", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a48b5a8e47ff78},
		{"e4 d5 e5 f5 Ke2", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a607ca3f242c1},
		{"e4 d5 e5 f5 Ke2 Kf7", "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fdd303c946bdd9},
		{"a4 b5 h4 b4 c4", "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c8123ea7b067637},
		{"a4 b5 h4 b4 c4 bxc3 Ra3", "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f9b829b279560},
	}
	for _, test := range tests {
		played, read := lastOf(t, standardStart, test.line), MustParseFEN(test.fen)
		if got := played.PolyglotKey(); got != test.want {
			t.Errorf("PolyglotKey after %q = %#016x, want %#016x", test.line, got, test.want)
		}
		if got := read.PolyglotKey(); got != test.want {
			t.Errorf("PolyglotKey(%q) = %#016x, want %#016x", test.fen, got, test.want)
		}
	}
}

// TestPolyglotKeyTable compares the checksum of our key table with the checksum of the table in the
// description of the format: 781 words, most significant byte first.
func TestPolyglotKeyTable(t *testing.T) {
	const want = "9aee840377ba74c9a7fe8e254958ad312aa15766257d18823f866b070cbcc9e8"
	var text []byte
	for _, key := range polyglotKeys {
		text = binary.BigEndian.AppendUint64(text, key)
	}
	if got := fmt.Sprintf("%x", sha256.Sum256(text)); got != want {
		t.Errorf("SHA-256 of polyglotKeys = %s, want %s", got, want)
	}
}

// TestHashAgainstPolyglotKey checks that Hash and PolyglotKey differ only if a pawn stands beside
// the pawn that made a double step but cannot legally capture it.
func TestHashAgainstPolyglotKey(t *testing.T) {
	tests := []struct {
		name, fen string
		differ    bool
	}{
		{"no double step", standardStart, false},
		{"no pawn beside it", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", false},
		{"a legal capture", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", false},
		{"pawn pinned on the rank", "8/8/8/8/k2pP2R/8/8/7K b - e3 0 1", true},
		{"pawn pinned on the file", "3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", true},
		{"one of two pawns pinned", "3k4/8/8/8/3pPp2/8/8/3RK3 b - e3 0 1", false},
	}
	for _, test := range tests {
		p := MustParseFEN(test.fen)
		want := p.Hash()
		if test.differ {
			want ^= enPassantKey(p.doubleStep())
		}
		if got := p.PolyglotKey(); got != want {
			t.Errorf("%s: PolyglotKey(%q) = %#x, want %#x", test.name, test.fen, got, want)
		}
	}
}

// TestSamePosition compares pairs of positions by the rule on repetition. The hashes of a pair must
// be equal if and only if the positions are the same.
func TestSamePosition(t *testing.T) {
	tests := []struct {
		name, a, b string
		want       bool
	}{
		{
			"the clocks do not count",
			"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 31 57", true,
		},
		{
			"the side to move counts",
			"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R b K - 0 1", false,
		},
		{
			"a right to castle counts",
			"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", false,
		},
		{
			"the wing of a right to castle counts",
			"4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", false,
		},
		{
			"the spelling of a right to castle does not count",
			"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w H - 0 1", true,
		},
		{
			"piece types count",
			"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2Q w - - 0 1", false,
		},
		{
			"colors count",
			"4k3/8/8/8/8/8/6n1/4K3 w - - 0 1", "4k3/8/8/8/8/8/6N1/4K3 w - - 0 1", false,
		},
		{
			"squares count",
			"4k3/8/8/8/8/8/6N1/4K3 w - - 0 1", "4k3/8/8/8/8/8/7N/4K3 w - - 0 1", false,
		},
		{
			"a legal en passant capture counts",
			"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", false,
		},
		{
			"a double step with no pawn beside it does not count",
			"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", true,
		},
		{
			"a double step beside a pawn pinned on the rank does not count",
			"8/8/8/8/k2pP2R/8/8/7K b - e3 0 1", "8/8/8/8/k2pP2R/8/8/7K b - - 0 1", true,
		},
		{
			"a double step beside a pawn pinned on the file does not count",
			"8/5K2/8/3k4/3pP3/8/8/3R4 b - e3 0 1", "8/5K2/8/3k4/3pP3/8/8/3R4 b - - 0 1", true,
		},
		{
			"a double step beside a pawn pinned by a queen does not count",
			"rnb1kbn1/p1p2p2/PpPp2qr/4pPp1/8/R1P4p/1PK1P1PP/1NBQ1BNR w - e6 0 2",
			"rnb1kbn1/p1p2p2/PpPp2qr/4pPp1/8/R1P4p/1PK1P1PP/1NBQ1BNR w - - 0 2", true,
		},
	}
	for _, test := range tests {
		a, b := MustParseFEN(test.a), MustParseFEN(test.b)
		if got := a.SamePosition(b); got != test.want {
			t.Errorf("%s: SamePosition(%q, %q) = %v, want %v", test.name, test.a, test.b, got, test.want)
		}
		if got := b.SamePosition(a); got != test.want {
			t.Errorf("%s: SamePosition(%q, %q) = %v, want %v", test.name, test.b, test.a, got, test.want)
		}
		if got := a.Hash() == b.Hash(); got != test.want {
			t.Errorf("%s: Hash(%q) == Hash(%q) = %v, want %v", test.name, test.a, test.b, got, test.want)
		}
	}
}

// TestRepetition counts how often the last position of a game occurred in the game.
func TestRepetition(t *testing.T) {
	tests := []struct {
		name, line string
		want       int
	}{
		{
			"the start position is the first occurrence",
			"Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", 3,
		},
		{
			"one ply before the third occurrence",
			"Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", 2,
		},
		{
			"a double step without a legal en passant capture",
			"e4 e5 Nf3 Nc6 Ng1 Nb8 Nf3 Nc6 Ng1 Nb8", 3,
		},
		{
			"en passant was legal at the first occurrence",
			"1.e4 e6 2.Ke2 Ke7 3.Ke1 Ke8 4.e5 Ke7 5.Ke2 f5 6.Ke1 Ke8 7.Ke2 Ke7 8.Ke1 Ke8 9.Ke2 Ke7", 2,
		},
		{
			"one ply later, en passant does not matter",
			"1.e4 e6 2.Ke2 Ke7 3.Ke1 Ke8 4.e5 Ke7 5.Ke2 f5 6.Ke1 Ke8 7.Ke2 Ke7 8.Ke1 Ke8 9.Ke2 Ke7 10.Ke1", 3,
		},
		{
			"a right to castle was lost after the first occurrence",
			"1.e4 d5 2.Nf3 dxe4 3.Ng5 Nf6 4.Bc4 Nc6 5.Bxf7+ Kd7 6.Be6+ Ke8 7.Bf7+ Kd7 8.Be6+ Ke8 9.Bf7+", 2,
		},
		{
			"a right to castle was lost before the first occurrence",
			"1.e4 d5 2.Nf3 dxe4 3.Ng5 Nf6 4.Bc4 Nc6 5.Bxf7+ Kd7 6.Be6+ Ke8 7.Bf7+ Kd7 8.Be6+ Ke8 9.Bf7+ Kd7", 3,
		},
		{
			"en passant was illegal at the first occurrence because of a pin",
			"1.e4 c5 2.e5 Qb6 3.Nf3 Qe6 4.Ng1 d5 5.Nf3 Nc6 6.Ng1 Nb8 7.Nf3 Nc6 8.Ng1 Nb8", 3,
		},
	}
	for _, test := range tests {
		played := playLine(t, standardStart, test.line)
		last := played[len(played)-1]
		got := 0
		for _, p := range played {
			if p.SamePosition(last) {
				got++
			}
		}
		if got != test.want {
			t.Errorf("%s: the last position of %q occurred %d times, want %d", test.name, test.line, got, test.want)
		}
	}
}

// fourFields returns the FEN of p without the clocks.
func fourFields(p *Position) string {
	return strings.Join(strings.Fields(p.FEN())[:4], " ")
}

// TestRandomTranspositions plays two moves of one side in both orders, with the same reply between
// them, in positions of random games. SamePosition and Hash must agree with a comparison of the
// FENs.
func TestRandomTranspositions(t *testing.T) {
	r := newTestRand(t)
	met := 0
	slowPositions(t, r, 100, 20, func(_ *mailbox, _ []slowMove, p *Position) {
		moves := p.LegalMoves()
		if len(moves) == 0 {
			return
		}
		first, last := moves[r.IntN(len(moves))], moves[r.IntN(len(moves))]
		after := p.After(first)
		for reply := range after.Moves() {
			a, b := *p, *p
			if !playAll(&a, first, reply, last) || !playAll(&b, last, reply, first) {
				continue
			}
			met++
			same := fourFields(&a) == fourFields(&b)
			if got := a.SamePosition(b); got != same {
				t.Errorf("SamePosition(%q, %q) = %v, want %v", a.FEN(), b.FEN(), got, same)
			}
			if got := a.Hash() == b.Hash(); got != same {
				t.Errorf("Hash(%q) == Hash(%q) = %v, want %v", a.FEN(), b.FEN(), got, same)
			}
		}
	})
	if met < 100 {
		t.Errorf("found %d transpositions, want at least 100", met)
	}
}

// playAll plays the moves and reports whether all of them are legal.
func playAll(p *Position, moves ...Move) bool {
	for _, m := range moves {
		if p.Play(m) != nil {
			return false
		}
	}
	return true
}

// TestDoubleStep checks the square that a double step passed over, and whether an en passant
// capture on it is legal.
func TestDoubleStep(t *testing.T) {
	tests := []struct {
		name, fen, line string
		step, capture   Square
	}{
		{"no double step", standardStart, "Nf3", NoSquare, NoSquare},
		{"a single step", standardStart, "e3", NoSquare, NoSquare},
		{"no pawn beside it", standardStart, "e4", E3, NoSquare},
		{"forgotten after one ply", standardStart, "e4 Nf6", NoSquare, NoSquare},
		{"a pawn beside it", standardStart, "e4 Nf6 e5 d5", D6, D6},
		{"the right to capture lapses", standardStart, "e4 Nf6 e5 d5 Nf3 Ne4", NoSquare, NoSquare},
		{"two single steps", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d6 Kd1 d5", NoSquare, NoSquare},
		{"capturer pinned on the f-file by a rook", "5k2/8/8/8/5p2/8/4P3/4KR2 w - - 0 1", "e4", E3, NoSquare},
		{
			"capturer pinned on a diagonal by a queen",
			"rnb1kbn1/p1p1pp2/PpPp2qr/5Pp1/8/R1P4p/1PK1P1PP/1NBQ1BNR b - - 0 1", "e5", E6, NoSquare,
		},
		{"the capture would open the rank", "8/4p3/8/r2P3K/8/8/4k3/8 b - - 0 1", "e5", E6, NoSquare},
		{"capturer pinned on the e-file by a rook", "4k3/8/8/8/4p3/8/3P4/3KR3 w - - 0 1", "d4", D3, NoSquare},
		{"a rook attacks the capturer, but pins nothing", "3k4/8/8/8/4p3/8/3P4/3KR3 w - - 0 1", "d4", D3, D3},
	}
	for _, test := range tests {
		p := lastOf(t, test.fen, test.line)
		if got := p.doubleStep(); got != test.step {
			t.Errorf("%s: doubleStep(%q) = %v, want %v", test.name, p.FEN(), got, test.step)
		}
		if got := p.EnPassant(); got != test.capture {
			t.Errorf("%s: EnPassant(%q) = %v, want %v", test.name, p.FEN(), got, test.capture)
		}
	}
}

// TestPlacement compares the methods that return pieces, kings, and castling rooks with the letters
// of the FEN.
func TestPlacement(t *testing.T) {
	for _, c := range allPerftCases(t) {
		p, b := MustParseFEN(c.fen), readMailbox(c.fen)
		if got, want := int(p.Turn()), b.side; got != want {
			t.Errorf("Turn(%q) = %v, want %v", c.fen, p.Turn(), Color(want))
		}
		for s := A1; s <= H8; s++ {
			want := pieceOf(b.at(spot{int(s / 8), int(s % 8)}))
			if got := p.PieceAt(s); got != want {
				t.Errorf("PieceAt(%q, %v) = %v, want %v", c.fen, s, got, want)
			}
			if got := p.Occupied().Has(s); got != (want != NoPiece) {
				t.Errorf("Occupied(%q).Has(%v) = %v, want %v", c.fen, s, got, !got)
			}
			testSets(t, &p, s, want)
		}
		for color := range Color(2) {
			king := b.find(fenLetter("k", int(color)))
			if got := p.King(color).String(); got != king.String() {
				t.Errorf("King(%q, %v) = %v, want %v", c.fen, color, got, king)
			}
			for wing := range Wing(2) {
				want := "-"
				if file := b.rooks[color][wing]; file != noRook {
					want = spot{slowHome(int(color)), file}.String()
				}
				if got := p.CastlingRook(color, wing).String(); got != want {
					t.Errorf("CastlingRook(%q, %v, %v) = %v, want %v", c.fen, color, wing, got, want)
				}
			}
		}
	}
}

// testSets checks that ByColor, Pieces, and ByType contain s if and only if piece, which is the
// piece on s, has that color and type.
func testSets(t *testing.T, p *Position, s Square, piece Piece) {
	t.Helper()
	for color := range Color(2) {
		own := piece != NoPiece && piece.Color() == color
		if got := p.ByColor(color).Has(s); got != own {
			t.Errorf("ByColor(%q, %v).Has(%v) = %v, want %v", p.FEN(), color, s, got, own)
		}
		for kind := range King + 2 { // from NoPieceType to an invalid type
			if got, want := p.Pieces(color, kind).Has(s), own && piece.Type() == kind; got != want {
				t.Errorf("Pieces(%q, %v, %v).Has(%v) = %v, want %v", p.FEN(), color, kind, s, got, want)
			}
		}
	}
	for kind := range King + 3 { // 8 is a piece, but no type
		if got, want := p.ByType(kind).Has(s), piece != NoPiece && piece.Type() == kind; got != want {
			t.Errorf("ByType(%q, %v).Has(%v) = %v, want %v", p.FEN(), kind, s, got, want)
		}
	}
}

// TestChess960 checks IsChess960 and the UCI form of castling: as parsed, after setChess960(true),
// and after setChess960(false).
func TestChess960(t *testing.T) {
	const corners = "r3k2r/8/8/8/8/8/8/R3K2R w "
	tests := []struct {
		name, fen       string
		is, on, off     bool   // IsChess960 as parsed, after setChess960(true), after setChess960(false)
		castling, plain string // O-O in UCI after setChess960(true), after setChess960(false)
	}{
		{"standard rights", corners + "KQkq - 0 1", false, true, false, "e1h1", "e1g1"},
		{"standard rights in Shredder-FEN", corners + "HAha - 0 1", true, true, false, "e1h1", "e1g1"},
		{"no rights", corners + "- - 0 1", false, false, false, "", ""},
		{"a rook not in the corner", "4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", true, true, true, "e1g1", "e1g1"},
		{"a king not on the e-file", "4k3/8/8/8/8/8/8/3K3R w K - 0 1", true, true, true, "d1h1", "d1h1"},
	}
	for _, test := range tests {
		p := MustParseFEN(test.fen)
		if got := p.IsChess960(); got != test.is {
			t.Errorf("%s: IsChess960(%q) = %v, want %v", test.name, test.fen, got, test.is)
		}
		p.setChess960(true)
		if got := p.IsChess960(); got != test.on {
			t.Errorf("%s: IsChess960(%q) = %v after setChess960(true), want %v", test.name, test.fen, got, test.on)
		}
		testCastlingUCI(t, &p, test.castling)
		p.setChess960(false)
		if got := p.IsChess960(); got != test.off {
			t.Errorf("%s: IsChess960(%q) = %v after setChess960(false), want %v", test.name, test.fen, got, test.off)
		}
		testCastlingUCI(t, &p, test.plain)
	}
}

// testCastlingUCI checks the UCI form of castling kingside. An empty want means that castling is
// illegal.
func testCastlingUCI(t *testing.T, p *Position, want string) {
	t.Helper()
	got := ""
	if m, err := p.ParseSAN("O-O"); err == nil {
		got = p.UCI(m)
	}
	if got != want {
		t.Errorf("UCI(%q, O-O) = %q, want %q", p.FEN(), got, want)
	}
}

// TestAttackers checks Attackers in a few positions.
func TestAttackers(t *testing.T) {
	const ep = "4k3/8/8/8/4pPp1/8/8/4K3 b - f3 0 1"
	const crowd = "6k1/8/2n3b1/3p1p2/q3R3/3P1P2/2B3N1/4K3 w - - 0 1"
	tests := []struct {
		name, fen string
		s         Square
		by        Color
		want      Bitboard
	}{
		{"pawns attack the en passant square diagonally", ep, F3, Black, BitboardOf(E4, G4)},
		{"pawns do not attack the pawn that made the double step", ep, F4, Black, 0},
		{"two pawns and the queen, but not the bishop behind a pawn", crowd, E4, Black, BitboardOf(A4, D5, F5)},
		{"attackers of a piece of the same color", crowd, E4, White, BitboardOf(D3, F3)},
		{"the king attacks", crowd, F1, White, BitboardOf(E1)},
		{"a pinned piece attacks", "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", C3, White, BitboardOf(E2)},
		{"an empty square that nothing attacks", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", A5, White, 0},
		{"NoSquare", standardStart, NoSquare, White, 0},
		{"a square out of range", standardStart, 255, White, 0},
	}
	for _, test := range tests {
		p := MustParseFEN(test.fen)
		if got := p.Attackers(test.by, test.s); got != test.want {
			t.Errorf("%s: Attackers(%q, %v, %v) = %v, want %v", test.name, test.fen, test.by, test.s, got, test.want)
		}
	}
}

// TestAttackersOfAll compares Attackers for every square with AttacksFrom for every piece on the
// board.
func TestAttackersOfAll(t *testing.T) {
	for _, c := range allPerftCases(t) {
		p := MustParseFEN(c.fen)
		var want [2][64]Bitboard
		for from := range p.Occupied().Squares() {
			piece := p.PieceAt(from)
			for s := range p.AttacksFrom(from).Squares() {
				want[piece.Color()][s] |= from.Bitboard()
			}
		}
		for color := range Color(2) {
			for s := A1; s <= H8; s++ {
				if got := p.Attackers(color, s); got != want[color][s] {
					t.Errorf("Attackers(%q, %v, %v) = %v, want %v", c.fen, color, s, got, want[color][s])
				}
			}
		}
	}
}

// TestCheckersAndPins checks the checkers, the pinned pieces, InCheck, and IsCheckmate.
func TestCheckersAndPins(t *testing.T) {
	tests := []struct {
		name, fen       string
		checkers, w, b  Bitboard
		underCheck, end bool
	}{
		{"start position", standardStart, 0, 0, 0, false, false},
		{
			"eight pins", "3r3b/q7/1P1P1P2/8/r1PKP1r1/8/1P1P1P2/b2r2qk w - - 0 1",
			0, BitboardOf(B6, D6, F6, C4, E4, B2, D2, F2), 0, false, false,
		},
		{
			"no pin with two pieces between", "4k3/4r3/8/8/4P3/8/4N3/4K3 w - - 0 1",
			0, 0, 0, false, false,
		},
		{
			"no pin of a piece of the attacker's color", "4k3/8/8/b7/8/2n5/8/4K3 w - - 0 1",
			0, 0, 0, false, false,
		},
		{
			"a rook pinned by a rook", "4r1k1/8/8/8/4R3/8/8/4K3 w - - 0 1",
			0, BitboardOf(E4), 0, false, false,
		},
		{
			"a rook does not pin on a diagonal", "6k1/8/8/8/1r6/8/3P4/4K3 w - - 0 1",
			0, 0, 0, false, false,
		},
		{
			"a pinned piece on each side", "4k3/4r3/8/8/8/8/4R3/4K3 b - - 0 1",
			0, BitboardOf(E2), BitboardOf(E7), false, false,
		},
		{
			"check and pin at once", "4k3/8/8/8/1b2r3/2N5/8/4K3 w - - 0 1",
			BitboardOf(E4), BitboardOf(C3), 0, true, false,
		},
		{
			"double check", "4k3/8/8/8/1b6/8/2n5/R3K2R w KQ - 0 1",
			BitboardOf(B4, C2), 0, 0, true, false,
		},
		{
			"three checkers", "4k3/5P2/3N4/8/8/8/4R3/4K3 b - - 0 1",
			BitboardOf(F7, D6, E2), 0, 0, true, false,
		},
		{
			"smothered mate", "6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1",
			BitboardOf(F7), 0, 0, true, true,
		},
	}
	for _, test := range tests {
		p := MustParseFEN(test.fen)
		type facts struct {
			Checkers, WhitePinned, BlackPinned Bitboard
			InCheck, Checkmate                 bool
		}
		got := facts{p.Checkers(), p.Pinned(White), p.Pinned(Black), p.InCheck(), p.IsCheckmate()}
		want := facts{test.checkers, test.w, test.b, test.underCheck, test.end}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: checks and pins of %q (-want +got):\n%s", test.name, test.fen, diff)
		}
	}
}

// TestPinsByDefinition compares Pinned with the definition: a piece is pinned if removing it lets
// another piece attack its king.
func TestPinsByDefinition(t *testing.T) {
	slowPositions(t, newTestRand(t), 100, 10, func(_ *mailbox, _ []slowMove, p *Position) {
		for color := range Color(2) {
			king := p.King(color)
			var want Bitboard
			for s := range p.ByColor(color).without(king).Squares() {
				without := p.attackersTo(king, p.Occupied().without(s)) & p.ByColor(color.Other())
				if without != p.Attackers(color.Other(), king) {
					want = want.with(s)
				}
			}
			if got := p.Pinned(color); got != want {
				t.Errorf("Pinned(%q, %v) = %v, want %v", p.FEN(), color, got, want)
			}
		}
	})
}

// TestZeroPosition checks the results of the query methods for the zero Position.
func TestZeroPosition(t *testing.T) {
	var p Position
	type facts struct {
		FEN                                string
		Moves, Pieces, Castling            int
		Any, Check, Mate, Stalemate, Legal bool
		King, Rook, EnPassant, DoubleStep  Square
		Checkers, Pinned, Attackers        Bitboard
		Nodes                              uint64
		Outcome                            Outcome
	}
	got := facts{
		p.FEN(),
		len(p.LegalMoves()), p.Occupied().Count(), p.Castling().Count(),
		p.HasLegalMove(), p.InCheck(), p.IsCheckmate(), p.IsStalemate(), p.IsLegal(NullMove),
		p.King(Black), p.CastlingRook(White, Queenside), p.EnPassant(), p.doubleStep(),
		p.Checkers(), p.Pinned(White), p.Attackers(White, E4),
		Perft(p, 3),
		p.Outcome(),
	}
	want := facts{
		FEN:  "8/8/8/8/8/8/8/8 w - - 0 0",
		King: NoSquare, Rook: NoSquare, EnPassant: NoSquare, DoubleStep: NoSquare,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("zero Position differs (-want +got):\n%s", diff)
	}
	if err := p.Play(NewMove(E2, E4)); err == nil {
		t.Error("Play(zero Position, e2e4) = nil, want an error")
	}
	for _, s := range []string{"e2e4", "e1g1", "a1h1", "e4", "Nf3", "Kb1", "O-O", "ed", "a8=Q", "bxc3", ""} {
		_, uciErr := p.ParseUCI(s)
		_, sanErr := p.ParseSAN(s)
		if uciErr == nil || sanErr == nil {
			t.Errorf("%q in the zero Position: ParseUCI: %v, ParseSAN: %v, want errors", s, uciErr, sanErr)
		}
	}
}

// TestMethodsOnStrangeInput calls every method of Position with edge values of its parameter types,
// on the zero Position and on the start position. No call may panic.
func TestMethodsOnStrangeInput(t *testing.T) {
	type named struct {
		name string
		p    Position
	}
	for _, position := range []named{{"zero Position", Position{}}, {"start position", StartPosition()}} {
		of := reflect.TypeFor[*Position]()
		for i := range of.NumMethod() {
			method := of.Method(i)
			if method.Name == "Winnable" {
				continue // a nil context panics, as it does everywhere
			}
			for _, args := range argumentLists(method.Type) {
				p := position.p
				testCall(t, position.name, method.Name, reflect.ValueOf(&p).MethodByName(method.Name), args)
			}
		}
	}
}

// testCall calls a method and drains each result that is an iterator.
func testCall(t *testing.T, position, name string, method reflect.Value, args []reflect.Value) {
	defer func() {
		if failure := recover(); failure != nil {
			t.Errorf("%s.%s(%v) panics: %v", position, name, args, failure)
		}
	}()
	call := method.Call
	if method.Type().IsVariadic() {
		call = method.CallSlice
	}
	for _, result := range call(args) {
		if result.Kind() != reflect.Func {
			continue
		}
		if result.Type().CanSeq() {
			for range result.Seq() {
				continue
			}
		}
		if result.Type().CanSeq2() {
			for range result.Seq2() {
				continue
			}
		}
	}
}

// argumentLists returns argument lists for a method, given the type of its method expression. The
// lists are all combinations of the edge values of the parameters.
func argumentLists(method reflect.Type) [][]reflect.Value {
	lists := [][]reflect.Value{nil}
	for i := 1; i < method.NumIn(); i++ {
		var longer [][]reflect.Value
		for _, list := range lists {
			for _, value := range edgeValues(method.In(i)) {
				longer = append(longer, append(list[:len(list):len(list)], value))
			}
		}
		lists = longer
	}
	return lists
}

// edgeValues returns edge values of a type, such as zero, small and large numbers, and values just
// out of range.
func edgeValues(of reflect.Type) []reflect.Value {
	values := []reflect.Value{reflect.Zero(of)}
	switch of.Kind() {
	case reflect.Pointer:
		if of == reflect.TypeFor[*Game]() {
			return []reflect.Value{reflect.ValueOf(NewGame()), reflect.Zero(of)}
		}
		return []reflect.Value{reflect.New(of.Elem())}
	case reflect.Uint8, reflect.Uint16, reflect.Uint64:
		for _, n := range []uint64{1, 7, 63, 64, 255, uint64(NewMove(E2, E4)), 1<<16 - 1, 1<<64 - 1} {
			if bits.Len64(n) <= of.Bits() {
				values = append(values, reflect.ValueOf(n).Convert(of))
			}
		}
	case reflect.Int, reflect.Int64:
		for _, n := range []int64{1, -1, 1 << 16, math.MaxInt, math.MinInt} {
			values = append(values, reflect.ValueOf(n).Convert(of))
		}
	case reflect.Bool:
		values = append(values, reflect.ValueOf(true))
	case reflect.String:
		for _, text := range []string{"e4", "O-O", "e2e4", "Qd8#", "♘", "\xff"} {
			values = append(values, reflect.ValueOf(text).Convert(of))
		}
	case reflect.Interface:
		return []reflect.Value{reflect.ValueOf(ErrSyntax), reflect.ValueOf(ErrIllegal), reflect.ValueOf(ErrAmbiguous)}
	case reflect.Slice:
		values = append(values, reflect.Append(values[0], edgeValues(of.Elem())...))
	case reflect.Struct:
		values = append(values, edgeStructs(of)...)
	}
	return values
}

// edgeStructs returns structs in which every exported field has an edge value of its type.
func edgeStructs(of reflect.Type) []reflect.Value {
	structs := make([]reflect.Value, 9)
	for i := range structs {
		structs[i] = reflect.New(of).Elem()
		for field := range of.NumField() {
			if values := edgeValues(of.Field(field).Type); of.Field(field).IsExported() {
				structs[i].Field(field).Set(values[i%len(values)])
			}
		}
	}
	return structs
}

// TestPositionKey checks that two keys are equal if and only if SamePosition reports true.
func TestPositionKey(t *testing.T) {
	var positions []Position
	forManyPositions(t, func(t *testing.T, p *Position) {
		if len(positions) < 1500 {
			positions = append(positions, *p)
		}
	})
	for _, fen := range []string{
		startFEN,
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 7 9",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qkq - 0 1",
		"4k3/8/8/8/3Pp3/8/8/3KR3 b - d3 0 1",
		"4k3/8/8/8/3Pp3/8/8/3KR3 b - - 0 1",
		"8/8/8/2k5/2pP4/8/4K3/8 b - d3 0 1",
		"8/8/8/2k5/2pP4/8/4K3/8 b - - 0 1",
		"8/8/8/8/k2pP2R/8/8/7K b - e3 0 1",
	} {
		positions = append(positions, MustParseFEN(fen))
	}
	for i, p := range positions {
		for _, q := range positions[i:] {
			if same := p.SamePosition(q); (p.Key() == q.Key()) != same {
				t.Errorf("Key(%q) == Key(%q) is %v, but SamePosition = %v", p, q, !same, same)
			}
		}
	}
	if (Position{}).Key() != (PositionKey{}) {
		t.Error("Key of the zero Position is not the zero PositionKey")
	}
}

// TestCountingByKey checks that Key treats transpositions as one position even if they differ in
// the clocks or in an en passant square that no pawn can use.
func TestCountingByKey(t *testing.T) {
	byKey, byValue := map[PositionKey]int{}, map[Position]int{}
	for _, moves := range []string{"e4 e5 Nf3 Nc6", "Nf3 Nc6 e4 e5", "e3 e6 e4 e5 Nf3 Nc6"} {
		p := lastOf(t, startFEN, moves)
		byKey[p.Key()]++
		byValue[p]++
	}
	if len(byKey) != 1 || len(byValue) != 3 {
		t.Errorf("counted %d keys and %d values, want 1 and 3", len(byKey), len(byValue))
	}
}

// scharnagl holds start positions and their numbers from R. Scharnagl's table.
var scharnagl = map[int]string{
	0: "BBQNNRKR", 1: "BQNBNRKR", 2: "BQNNRBKR", 3: "BQNNRKRB", 4: "QBBNNRKR", 7: "QNBNRKRB", 16: "BBNQNRKR",
	96: "BBQNRNKR", 518: "RNBQKBNR", 534: "RNBKQBNR", 959: "RKRNNQBB",
}

func TestChess960Start(t *testing.T) {
	seen := map[string]int{}
	for n := range 960 {
		p, err := Chess960Start(n)
		if err != nil || !p.IsChess960() {
			t.Fatalf("Chess960Start(%d) = %s, %v, want a Chess960 position", n, p.FEN(), err)
		}
		fields := strings.FieldsFunc(p.FEN(), func(r rune) bool { return r == '/' || r == ' ' })
		rank := fields[7]
		if want, ok := scharnagl[n]; ok && rank != want {
			t.Errorf("first rank of Chess960Start(%d) = %s, want %s", n, rank, want)
		}
		if want := strings.ToLower(rank) + "/pppppppp/8/8/8/8/PPPPPPPP/" + rank + " w KQkq - 0 1"; p.FEN() != want {
			t.Errorf("Chess960Start(%d) = %s, want %s", n, p.FEN(), want)
		}
		bishops, rooks := p.Pieces(White, Bishop), p.Pieces(White, Rook)
		if bishops.Count() != 2 || LightSquares.Has(bishops.First()) == LightSquares.Has(bishops.last()) {
			t.Errorf("Chess960Start(%d) = %s: bishops on squares of the same color", n, rank)
		}
		if king := p.King(White); king < rooks.First() || king > rooks.last() {
			t.Errorf("Chess960Start(%d) = %s: king not between the rooks", n, rank)
		}
		if first, ok := seen[rank]; ok {
			t.Errorf("Chess960Start(%d) and Chess960Start(%d) are both %s", first, n, rank)
		}
		seen[rank] = n
		if n%16 != 15 { // Chess960Number looks at all starts up to n
			continue
		}
		if got, ok := p.Chess960Number(); got != n || !ok {
			t.Errorf("Chess960Start(%d).Chess960Number() = %d, %v, want %d, true", n, got, ok, n)
		}
	}
	for _, n := range []int{-1, 960, math.MaxInt, math.MinInt} {
		var parse *ParseError
		if p, err := Chess960Start(n); p != (Position{}) || !errors.As(err, &parse) || parse.Text != fmt.Sprint(n) {
			t.Errorf("Chess960Start(%d) = %v, %v, want a ParseError", n, p, err)
		}
	}
}

// TestByTypeInvalid checks that no piece has an invalid type.
func TestByTypeInvalid(t *testing.T) {
	p := StartPosition()
	for piece := int(King) + 1; piece < 256; piece++ {
		if got := p.ByType(PieceType(piece)); got != 0 {
			t.Errorf("ByType(%v) = %v, want {}", PieceType(piece), got)
		}
	}
}

// TestChess960Number checks that the start of standard chess has a number (case 40). A position
// that differs from a start position in the castling rights, the side to move, the clocks, or the
// pieces has none.
func TestChess960Number(t *testing.T) {
	p := StartPosition()
	if got, ok := p.Chess960Number(); got != 518 || !ok {
		t.Errorf("StartPosition().Chess960Number() = %d, %v, want 518, true", got, ok)
	}
	for name, fen := range map[string]string{
		"wrong castling rights":            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQk - 0 1",
		"no castling rights":               "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
		"wrong side to move":               "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR b KQkq - 0 1",
		"halfmove clock":                   "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 2 1",
		"fullmove number":                  "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 2",
		"different first and eighth ranks": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
		"a pawn moved":                     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
		"a piece missing":                  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
		"an endgame":                       "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
	} {
		p := MustParseFEN(fen)
		if n, ok := p.Chess960Number(); ok {
			t.Errorf("%s: Chess960Number(%q) = %d, true, want false", name, fen, n)
		}
	}
	var zero Position
	if n, ok := zero.Chess960Number(); ok {
		t.Errorf("Chess960Number of the zero Position = %d, true, want false", n)
	}
}

// TestFlip checks that a position with the colors exchanged has the same moves, mirrored, and that
// Flip undoes itself.
func TestFlip(t *testing.T) {
	forManyPositions(t, func(t *testing.T, p *Position) {
		q := p.Flip()
		if q.Flip() != *p || q.Hash() != MustParseFEN(q.FEN()).Hash() || q.IsChess960() != p.IsChess960() {
			t.Fatalf("%v: Flip() = %v, and of that %v", p, q, q.Flip())
		}
		for m := range p.Moves() {
			mirrored := NewPromotion(m.From()^56, m.To()^56, m.Promotion())
			if !q.IsLegal(mirrored) || !q.After(mirrored).SamePosition(p.After(m).Flip()) {
				t.Fatalf("%v: the mirror image of %v is not a move of %v", p, m, q)
			}
		}
	})
}

// TestAttacksFrom checks AttacksFrom against Attackers.
func TestAttacksFrom(t *testing.T) {
	forManyPositions(t, func(t *testing.T, p *Position) {
		for from := A1; from <= NoSquare; from++ {
			var want Bitboard
			for to := A1; to <= H8; to++ {
				if (p.Attackers(White, to) | p.Attackers(Black, to)).Has(from) {
					want |= to.Bitboard()
				}
			}
			if got := p.AttacksFrom(from); got != want {
				t.Fatalf("%v: AttacksFrom(%v) = %v, want %v", p, from, got, want)
			}
		}
	})
}
