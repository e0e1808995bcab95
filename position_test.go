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

// playLine plays moves in SAN, given with or without numbers, and returns the
// positions from first to last.
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

// lastOf returns the last position of a line.
func lastOf(t *testing.T, start, line string) Position {
	t.Helper()
	played := playLine(t, start, line)
	return played[len(played)-1]
}

const standardStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

func TestPositionSize(t *testing.T) {
	if got := unsafe.Sizeof(Position{}); got > 128 {
		t.Errorf("a Position has %d bytes, want at most 128", got)
	}
}

// TestPolyglotExamples has the positions and keys that the description of the
// opening-book format gives as its examples.
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

// TestPolyglotKeyTable guards the published keys by the checksum of those in
// the description of the format: 781 words, the most significant byte first.
func TestPolyglotKeyTable(t *testing.T) {
	const want = "9aee840377ba74c9a7fe8e254958ad312aa15766257d18823f866b070cbcc9e8"
	var text []byte
	for _, key := range polyglotKeys {
		text = binary.BigEndian.AppendUint64(text, key)
	}
	if got := fmt.Sprintf("%x", sha256.Sum256(text)); got != want {
		t.Errorf("SHA-256 of the keys = %s, want %s", got, want)
	}
}

// TestHashAgainstPolyglotKey: the two differ only when a pawn stands beside a
// double step and may not capture.
func TestHashAgainstPolyglotKey(t *testing.T) {
	tests := []struct {
		name, fen string
		differ    bool
	}{
		{"no double step", standardStart, false},
		{"no pawn beside", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", false},
		{"a legal capture", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", false},
		{"pinned on the rank", "8/8/8/8/k2pP2R/8/8/7K b - e3 0 1", true},
		{"pinned on the file", "3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", true},
		{"one of two is pinned", "3k4/8/8/8/3pPp2/8/8/3RK3 b - e3 0 1", false},
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

// TestSamePosition compares pairs of positions by the rules on repetition.
// The same positions hash alike, others do not.
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
			"so does the wing of it",
			"4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", false,
		},
		{
			"two spellings of one right",
			"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w H - 0 1", true,
		},
		{
			"kinds count",
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
			"a double step with no pawn beside does not",
			"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", true,
		},
		{
			"nor one beside a pawn pinned on the rank",
			"8/8/8/8/k2pP2R/8/8/7K b - e3 0 1", "8/8/8/8/k2pP2R/8/8/7K b - - 0 1", true,
		},
		{
			"nor one beside a pawn pinned on the file",
			"8/5K2/8/3k4/3pP3/8/8/3R4 b - e3 0 1", "8/5K2/8/3k4/3pP3/8/8/3R4 b - - 0 1", true,
		},
		{
			"nor one beside a pawn pinned by a queen",
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
			t.Errorf("%s: Hash(%q) == Hash(%q) is %v, want %v", test.name, test.a, test.b, got, test.want)
		}
	}
}

// TestRepetition counts how often the last position of a game occurred in it.
func TestRepetition(t *testing.T) {
	tests := []struct {
		name, line string
		want       int
	}{
		{
			"the start counts as the first time",
			"Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", 3,
		},
		{
			"one move before",
			"Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", 2,
		},
		{
			"after a double step that nobody could capture",
			"e4 e5 Nf3 Nc6 Ng1 Nb8 Nf3 Nc6 Ng1 Nb8", 3,
		},
		{
			"en passant was legal the first time",
			"1.e4 e6 2.Ke2 Ke7 3.Ke1 Ke8 4.e5 Ke7 5.Ke2 f5 6.Ke1 Ke8 7.Ke2 Ke7 8.Ke1 Ke8 9.Ke2 Ke7", 2,
		},
		{
			"with the king elsewhere it was not",
			"1.e4 e6 2.Ke2 Ke7 3.Ke1 Ke8 4.e5 Ke7 5.Ke2 f5 6.Ke1 Ke8 7.Ke2 Ke7 8.Ke1 Ke8 9.Ke2 Ke7 10.Ke1", 3,
		},
		{
			"the right to castle was lost since the first time",
			"1.e4 d5 2.Nf3 dxe4 3.Ng5 Nf6 4.Bc4 Nc6 5.Bxf7+ Kd7 6.Be6+ Ke8 7.Bf7+ Kd7 8.Be6+ Ke8 9.Bf7+", 2,
		},
		{
			"it was lost before the first time",
			"1.e4 d5 2.Nf3 dxe4 3.Ng5 Nf6 4.Bc4 Nc6 5.Bxf7+ Kd7 6.Be6+ Ke8 7.Bf7+ Kd7 8.Be6+ Ke8 9.Bf7+ Kd7", 3,
		},
		{
			"en passant was illegal the first time, by a pin",
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

// TestTranspositions plays to one position in two ways.
func TestTranspositions(t *testing.T) {
	pairs := [][2]string{
		{"e4 e5 Nf3 Nc6", "Nf3 Nc6 e4 e5"},
		{"d4 Nf6 c4 e6 Nc3 Bb4", "c4 e6 Nc3 Bb4 d4 Nf6"},
		{"e4 e6 d4 d5", "d4 d5 e4 e6"},
		{"e4 c6 d4 d5 Nc3", "d4 d5 Nc3 c6 e4"},
		{"Nf3 d5 g3 Nf6 Bg2 e6 O-O", "g3 Nf6 Bg2 e6 Nf3 d5 O-O"},
		{"e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6", "e4 e5 Bc4 Bc5 Nf3 Nf6 O-O Nc6"},
		{"e4 e5 Ke2 Ke7 Ke1 Ke8", "e4 e5 Ke2 Ke7 Kd3 Ke8 Ke2 Ke7 Ke1 Ke8"},
		{"Nf3 Nf6 Rg1 Rg8 Rh1 Rh8", "Nf3 Nf6 Rg1 Rg8 Rh1 Rh8 Ng1 Ng8 Nf3 Nf6"},
		{"e4 d5 exd5 Qxd5", "e4 d5 exd5 Qxd5 Nf3 Qd8 Ng1 Qd5"},
		{"d4 d5 c4 dxc4 e4", "c4 d5 d4 dxc4 e4"},
		{"a4 a5 h4 h5", "h4 h5 a4 a5"},
		{"e3 e6 e4 e5", "e4 e5"},
		{"d3 d6 d4 d5", "d4 d5"},
		{"e4 e6 e5 d5 Nf3", "Nf3 d5 e4 e6 e5"},
		{"Nc3 d5 e4 dxe4 Nxe4", "e4 d5 Nc3 dxe4 Nxe4"},
		{"f4 e5 fxe5 d6", "f4 d6 Nf3 e5 fxe5 Nf6 Ng1 Ng8"},
		{"c4 e5 g3 f5 d4", "g3 f5 d4 e5 c4"},
		{"b3 b6 Bb2 Bb7 e3 e6", "e3 e6 b3 b6 Bb2 Bb7"},
		{"Nf3 c5 c4 Nf6", "c4 Nf6 Nf3 c5"},
		{"e4 d6 d4 Nf6 Nc3 g6 Be3 Bg7 Qd2 O-O O-O-O", "d4 g6 e4 Bg7 Nc3 d6 Be3 Nf6 Qd2 O-O O-O-O"},
	}
	for _, pair := range pairs {
		a, b := lastOf(t, standardStart, pair[0]), lastOf(t, standardStart, pair[1])
		if !a.SamePosition(b) {
			t.Errorf("SamePosition after %q and %q = false, want true", pair[0], pair[1])
		}
		if a.Hash() != b.Hash() {
			t.Errorf("Hash after %q = %#x, after %q %#x, want the same", pair[0], a.Hash(), pair[1], b.Hash())
		}
	}
}

// fourFields returns the FEN of p without the clocks.
func fourFields(p *Position) string {
	return strings.Join(strings.Fields(p.FEN())[:4], " ")
}

// TestRandomTranspositions makes two moves of one side in either order, in the
// positions of random games.
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
				t.Errorf("Hash(%q) == Hash(%q) is %v, want %v", a.FEN(), b.FEN(), got, same)
			}
		}
	})
	if met < 100 {
		t.Errorf("%d transpositions met, want more", met)
	}
}

// playAll plays the moves and reports whether all were legal.
func playAll(p *Position, moves ...Move) bool {
	for _, m := range moves {
		if p.Play(m) != nil {
			return false
		}
	}
	return true
}

// TestDoubleStep says after which double steps a capture is legal.
func TestDoubleStep(t *testing.T) {
	tests := []struct {
		name, fen, line string
		step, capture   Square
	}{
		{"no double step", standardStart, "Nf3", NoSquare, NoSquare},
		{"a single step", standardStart, "e3", NoSquare, NoSquare},
		{"nobody beside", standardStart, "e4", E3, NoSquare},
		{"gone after one ply", standardStart, "e4 Nf6", NoSquare, NoSquare},
		{"a pawn beside", standardStart, "e4 Nf6 e5 d5", D6, D6},
		{"not taken in time", standardStart, "e4 Nf6 e5 d5 Nf3 Ne4", NoSquare, NoSquare},
		{"two single steps", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d6 Kd1 d5", NoSquare, NoSquare},
		{"pinned by the rook that looks along", "5k2/8/8/8/5p2/8/4P3/4KR2 w - - 0 1", "e4", E3, NoSquare},
		{"pinned by a queen", "rnb1kbn1/p1p1pp2/PpPp2qr/5Pp1/8/R1P4p/1PK1P1PP/1NBQ1BNR b - - 0 1", "e5", E6, NoSquare},
		{"both pawns leave the rank", "8/4p3/8/r2P3K/8/8/4k3/8 b - - 0 1", "e5", E6, NoSquare},
		{"no pin, though a rook looks on", "4k3/8/8/8/4p3/8/3P4/3KR3 w - - 0 1", "d4", D3, NoSquare},
	}
	for _, test := range tests {
		p := lastOf(t, test.fen, test.line)
		if got := p.doubleStep(); got != test.step {
			t.Errorf("%s: DoubleStep(%q) = %v, want %v", test.name, p.FEN(), got, test.step)
		}
		if got := p.EnPassant(); got != test.capture {
			t.Errorf("%s: EnPassant(%q) = %v, want %v", test.name, p.FEN(), got, test.capture)
		}
	}
}

// TestImpossibleChecks has positions that no game reaches and that can be
// played on all the same.
func TestImpossibleChecks(t *testing.T) {
	tests := []struct {
		name, fen string
		want      int // legal moves
	}{
		{
			"a check that the double step neither gave nor uncovered",
			"rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 1", 2,
		},
		{
			"the checker looks through the en passant square",
			"8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", 6,
		},
		{
			"two steppers give check",
			"8/8/N7/2k5/N7/8/8/3K4 b - - 0 1", 6,
		},
	}
	for _, test := range tests {
		p := MustParseFEN(test.fen)
		b := readMailbox(test.fen)
		if got := len(p.LegalMoves()); got != test.want {
			t.Errorf("%s: LegalMoves(%q) has %d moves, want %d", test.name, test.fen, got, test.want)
		}
		if diff := textListDiff(moveTexts(p.LegalMoves()), slowTexts(b.legalMoves())); diff != "" {
			t.Errorf("%s: LegalMoves(%q): %s", test.name, test.fen, diff)
		}
	}
}

// TestPlacement compares what the queries say of every square with the letters
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
				t.Errorf("Occupied(%q) has %v: %v, want %v", c.fen, s, got, !got)
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

// testSets looks for a piece and its square in the sets by color and kind.
func testSets(t *testing.T, p *Position, s Square, piece Piece) {
	t.Helper()
	for color := range Color(2) {
		own := piece != NoPiece && piece.Color() == color
		if got := p.ByColor(color).Has(s); got != own {
			t.Errorf("ByColor(%q, %v) has %v: %v, want %v", p.FEN(), color, s, got, own)
		}
		for kind := range King + 2 { // one more than there are
			if got, want := p.Pieces(color, kind).Has(s), own && piece.Type() == kind; got != want {
				t.Errorf("Pieces(%q, %v, %v) has %v: %v, want %v", p.FEN(), color, kind, s, got, want)
			}
		}
	}
	for kind := range King + 2 {
		if got, want := p.ByType(kind).Has(s), piece != NoPiece && piece.Type() == kind; got != want {
			t.Errorf("ByType(%q, %v) has %v: %v, want %v", p.FEN(), kind, s, got, want)
		}
	}
}

func TestCastlingSet(t *testing.T) {
	tests := []struct {
		name, fen, line string
		want            Bitboard
	}{
		{"all four", standardStart, "", BitboardOf(A1, H1, A8, H8)},
		{"the king has moved", standardStart, "e4 e5 Ke2", BitboardOf(A8, H8)},
		{"and gone back", standardStart, "e4 e5 Ke2 Nc6 Ke1", BitboardOf(A8, H8)},
		{"a rook has moved and gone back", standardStart, "Nf3 Nf6 Rg1 Rg8 Rh1 Rh8", BitboardOf(A1, A8)},
		{"the king has castled", standardStart, "e4 e5 Nf3 Nf6 Be2 Be7 O-O", BitboardOf(A8, H8)},
		{"rook takes rook", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rxh8+", BitboardOf(A1, A8)},
		{"a pawn promotes on a rook's square", "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1", "bxa8=N", BitboardOf(A1, H1, H8)},
		{"the rook is captured and another comes", "4k3/8/8/8/8/6n1/8/R3KR1R b KQ - 0 1", "Nxh1 Rxh1", BitboardOf(A1)},
		{"the inner rook of two moves", "4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "Rf2", 0},
		{"the outer rook of two moves", "4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "Rh2", BitboardOf(F1)},
	}
	for _, test := range tests {
		p := lastOf(t, test.fen, test.line)
		if got := p.Castling(); got != test.want {
			t.Errorf("%s: Castling(%q) = %v, want %v", test.name, p.FEN(), got, test.want)
		}
	}
}

// TestChess960 says how castling is written, by default and when asked for.
func TestChess960(t *testing.T) {
	const corners = "r3k2r/8/8/8/8/8/8/R3K2R w "
	tests := []struct {
		name, fen       string
		is, on, off     bool // at first, after SetChess960(true), after SetChess960(false)
		castling, plain string
	}{
		{"standard rights", corners + "KQkq - 0 1", false, true, false, "e1h1", "e1g1"},
		{"the same by Shredder's letters", corners + "HAha - 0 1", true, true, false, "e1h1", "e1g1"},
		{"no rights", corners + "- - 0 1", false, false, false, "", ""},
		{"a rook off its corner", "4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", true, true, true, "e1g1", "e1g1"},
		{"a king off the e-file", "4k3/8/8/8/8/8/8/3K3R w K - 0 1", true, true, true, "d1h1", "d1h1"},
	}
	for _, test := range tests {
		p := MustParseFEN(test.fen)
		if got := p.IsChess960(); got != test.is {
			t.Errorf("%s: Chess960(%q) = %v, want %v", test.name, test.fen, got, test.is)
		}
		p.setChess960(true)
		if got := p.IsChess960(); got != test.on {
			t.Errorf("%s: Chess960(%q) = %v once set, want %v", test.name, test.fen, got, test.on)
		}
		testCastlingUCI(t, &p, test.castling)
		p.setChess960(false)
		if got := p.IsChess960(); got != test.off {
			t.Errorf("%s: Chess960(%q) = %v once taken back, want %v", test.name, test.fen, got, test.off)
		}
		testCastlingUCI(t, &p, test.plain)
	}
}

// testCastlingUCI looks at the text of castling kingside, "" if there is none.
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

// TestAttackers asks who attacks a square.
func TestAttackers(t *testing.T) {
	const ep = "4k3/8/8/8/4pPp1/8/8/4K3 b - f3 0 1"
	const crowd = "6k1/8/2n3b1/3p1p2/q3R3/3P1P2/2B3N1/4K3 w - - 0 1"
	tests := []struct {
		name, fen string
		s         Square
		by        Color
		want      Bitboard
	}{
		{"pawns beside a double step look at the square passed", ep, F3, Black, BitboardOf(E4, G4)},
		{"but not at the pawn", ep, F4, Black, 0},
		{"pieces of all kinds, those behind others left out", crowd, E4, Black, BitboardOf(A4, D5, F5)},
		{"own pieces protect", crowd, E4, White, BitboardOf(D3, F3)},
		{"the king attacks", crowd, F1, White, BitboardOf(E1)},
		{"a pinned piece attacks", "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", C3, White, BitboardOf(E2)},
		{"an empty square far from all", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", A5, White, 0},
		{"no square", standardStart, NoSquare, White, 0},
		{"far beyond the board", standardStart, 255, White, 0},
	}
	for _, test := range tests {
		p := MustParseFEN(test.fen)
		if got := p.Attackers(test.s, test.by); got != test.want {
			t.Errorf("%s: Attackers(%q, %v, %v) = %v, want %v", test.name, test.fen, test.s, test.by, got, test.want)
		}
	}
	p := MustParseFEN(crowd)
	if got, want := p.AttackersThrough(E4, White, p.Occupied().without(D3)), BitboardOf(C2, D3, F3); got != want {
		t.Errorf("AttackersThrough(%q, e4, white, without d3) = %v, want %v", crowd, got, want)
	}
	if got := p.AttackersThrough(NoSquare, White, 0); got != 0 {
		t.Errorf("AttackersThrough(%q, -, white, {}) = %v, want {}", crowd, got)
	}
}

// TestAttackersOfAll compares the attackers of every square with the attacks of
// every piece.
func TestAttackersOfAll(t *testing.T) {
	for _, c := range allPerftCases(t) {
		p := MustParseFEN(c.fen)
		var want [2][64]Bitboard
		for from := range p.Occupied().Squares() {
			piece := p.PieceAt(from)
			for s := range attacksOf(piece, from, p.Occupied()).Squares() {
				want[piece.Color()][s] |= from.Bitboard()
			}
		}
		for color := range Color(2) {
			for s := A1; s <= H8; s++ {
				if got := p.Attackers(s, color); got != want[color][s] {
					t.Errorf("Attackers(%q, %v, %v) = %v, want %v", c.fen, s, color, got, want[color][s])
				}
			}
		}
	}
}

// TestCheckersAndPins has positions with their checkers and pinned pieces.
func TestCheckersAndPins(t *testing.T) {
	tests := []struct {
		name, fen       string
		checkers, w, b  Bitboard
		underCheck, end bool
	}{
		{"nothing", standardStart, 0, 0, 0, false, false},
		{
			"eight pins", "3r3b/q7/1P1P1P2/8/r1PKP1r1/8/1P1P1P2/b2r2qk w - - 0 1",
			0, BitboardOf(B6, D6, F6, C4, E4, B2, D2, F2), 0, false, false,
		},
		{
			"two pieces between: no pin", "4k3/4r3/8/8/4P3/8/4N3/4K3 w - - 0 1",
			0, 0, 0, false, false,
		},
		{
			"an enemy piece between is not pinned to the other's king", "4k3/8/8/b7/8/2n5/8/4K3 w - - 0 1",
			0, 0, 0, false, false,
		},
		{
			"an own slider between own king and enemy is pinned", "4r1k1/8/8/8/4R3/8/8/4K3 w - - 0 1",
			0, BitboardOf(E4), 0, false, false,
		},
		{
			"a rook does not pin on a diagonal", "6k1/8/8/8/1r6/8/3P4/4K3 w - - 0 1",
			0, 0, 0, false, false,
		},
		{
			"both sides pinned", "4k3/4r3/8/8/8/8/4R3/4K3 b - - 0 1",
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

// TestPinsByDefinition: a piece is pinned if its king would be attacked by one
// more piece without it.
func TestPinsByDefinition(t *testing.T) {
	slowPositions(t, newTestRand(t), 100, 10, func(_ *mailbox, _ []slowMove, p *Position) {
		for color := range Color(2) {
			king := p.King(color)
			var want Bitboard
			for s := range p.ByColor(color).without(king).Squares() {
				without := p.AttackersThrough(king, color.Other(), p.Occupied().without(s))
				if without != p.Attackers(king, color.Other()) {
					want = want.with(s)
				}
			}
			if got := p.Pinned(color); got != want {
				t.Errorf("Pinned(%q, %v) = %v, want %v", p.FEN(), color, got, want)
			}
		}
	})
}

// TestClocks counts plies and moves, up to the numbers at which they stay.
func TestClocks(t *testing.T) {
	const full = "4k3/7p/8/8/8/8/P7/R3K2R w KQ - 65534 65534"
	tests := []struct {
		name, fen, line string
		half, fullmove  int
	}{
		{"the start", standardStart, "", 0, 1},
		{"a quiet move", standardStart, "Nf3", 1, 1},
		{"a move of each", standardStart, "Nf3 Nf6", 2, 2},
		{"a pawn move resets", standardStart, "Nf3 Nf6 e4", 0, 2},
		{"so does a capture", "4k3/8/8/8/8/8/4r3/4K3 w - - 98 60", "Kxe2", 0, 60},
		{"castling does not", "4k3/8/8/8/8/8/8/4K2R w K - 7 60", "O-O", 8, 60},
		{"a promotion does", "4k3/P7/8/8/8/8/8/4K3 w - - 7 60", "a8=Q", 0, 60},
		{"almost full", full, "Kd1 Kd8", 65535, 65535},
		{"full", full, "Kd1 Kd8 Ke1 Ke8 Kd1 Kd8", 65535, 65535},
		{"full, and castling", "4k3/8/8/8/8/8/8/4K2R w K - 65535 65535", "O-O Kd8", 65535, 65535},
		{"reset from full", full, "Kd1 Kd8 Ke1 h5", 0, 65535},
	}
	for _, test := range tests {
		p := lastOf(t, test.fen, test.line)
		if got := p.HalfmoveClock(); got != test.half {
			t.Errorf("%s: HalfmoveClock(%q) = %d, want %d", test.name, p.FEN(), got, test.half)
		}
		if got := p.FullmoveNumber(); got != test.fullmove {
			t.Errorf("%s: FullmoveNumber(%q) = %d, want %d", test.name, p.FEN(), got, test.fullmove)
		}
	}
}

func TestBoard(t *testing.T) {
	p := StartPosition()
	want := strings.Join([]string{
		"r n b q k b n r",
		"p p p p p p p p",
		". . . . . . . .",
		". . . . . . . .",
		". . . . . . . .",
		". . . . . . . .",
		"P P P P P P P P",
		"R N B Q K B N R",
		"",
	}, "\n")
	if diff := cmp.Diff(want, p.Diagram()); diff != "" {
		t.Errorf("Board of the start position (-want +got):\n%s", diff)
	}
}

func TestWing(t *testing.T) {
	if got := fmt.Sprint(Kingside, Queenside); got != "kingside queenside" {
		t.Errorf("wings = %q, want %q", got, "kingside queenside")
	}
}

// TestCopies: a copy of a position is another position.
func TestCopies(t *testing.T) {
	p := StartPosition()
	q := p
	if err := q.Play(NewMove(E2, E4)); err != nil {
		t.Fatal(err)
	}
	if start := StartPosition(); p != start || q == start {
		t.Errorf("after a move in the copy: original %q, copy %q", p.FEN(), q.FEN())
	}
}

// TestZeroPosition asks the empty board for all it can tell.
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
		p.Checkers(), p.Pinned(White), p.Attackers(E4, White),
		Perft(p, 3),
		p.Outcome(),
	}
	want := facts{
		FEN:  "8/8/8/8/8/8/8/8 w - - 0 0",
		King: NoSquare, Rook: NoSquare, EnPassant: NoSquare, DoubleStep: NoSquare,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the zero Position (-want +got):\n%s", diff)
	}
	if err := p.Play(NewMove(E2, E4)); err == nil {
		t.Error("Play(zero Position, e2e4) = nil, want an error")
	}
}

// TestMethodsOnStrangeInput calls every method of the zero Position and of the
// start position with values from the edges of its parameters' types. None may
// panic.
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

// testCall calls a method, and runs through the result if it is an iterator.
func testCall(t *testing.T, position, name string, method reflect.Value, args []reflect.Value) {
	defer func() {
		if failure := recover(); failure != nil {
			t.Errorf("%s of the %s with %v panics: %v", name, position, args, failure)
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

// argumentLists returns lists of arguments for a method expression's type: for
// each of its parameters, values from the edges of the type.
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

// edgeValues returns values from the edges of a type.
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

// edgeStructs returns structs whose fields hold, each at the same time, a value
// from the edge of its type.
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

// TestAfterNull: a pass changes the turn, the clocks and the right to capture
// en passant, and nothing else.
func TestAfterNull(t *testing.T) {
	tests := []struct{ name, fen, want string }{
		{"White passes", standardStart, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1"},
		{"Black passes", "4k3/8/8/8/8/8/8/4K2R b K - 7 9", "4k3/8/8/8/8/8/8/4K2R w K - 8 10"},
		{"en passant is over", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 w - - 1 2"},
	}
	for _, test := range tests {
		p, want := MustParseFEN(test.fen), MustParseFEN(test.want)
		if got := p.After(NullMove); got != want {
			t.Errorf("%s: AfterNull(%q) = %q, want %q, hashes %#x and %#x",
				test.name, test.fen, got.FEN(), test.want, got.Hash(), want.Hash())
		}
	}
}

// TestSetup: a position survives the way through its six fields, and so does what follows from them.
func TestSetup(t *testing.T) {
	forManyPositions(t, func(t *testing.T, p *Position) {
		got, err := p.Setup().Position()
		if err != nil || got != *p {
			t.Errorf("%v: Setup().Position() = %v, %v, want the same position", p, got, err)
		}
	})
	edited := StartPosition().Setup()
	edited.Board[E2], edited.Board[E4] = NoPiece, WhitePawn
	edited.Turn, edited.EnPassant = Black, E3
	want := lastOf(t, startFEN, "e4")
	if got, err := edited.Position(); got != want || err != nil {
		t.Errorf("the edited start = %v, %v, want %v", got, err, want)
	}
	chess960, _ := Chess960Start(518)
	if got, err := chess960.Setup().Position(); got != chess960 || !got.IsChess960() || err != nil {
		t.Errorf("Setup().Position() of the Chess960 start 518 = %v, %v, Chess960 %v", got, err, got.IsChess960())
	}
}

func TestSetupRefuses(t *testing.T) {
	for _, test := range []struct {
		name  string
		edit  func(*Setup)
		field string
		want  string
	}{
		{"no king", func(s *Setup) { s.Board[E1] = NoPiece }, "piece placement", "White has no king"},
		{"two kings", func(s *Setup) { s.Board[E5] = BlackKing }, "piece placement", "Black has two kings"},
		{"pawn on the last rank", func(s *Setup) { s.Board[A8] = WhitePawn }, "piece placement", "pawn on a8"},
		{"not a piece", func(s *Setup) { s.Board[D4] = 7 }, "piece placement", "Piece(7) on d4 is not a piece"},
		{"not a color", func(s *Setup) { s.Turn = 2 }, "side to move", "Color(2) is neither white nor black"},
		{"right without rook", func(s *Setup) { s.Board[H1] = NoPiece }, "castling", "White has no rook on h1"},
		{"right on the fourth rank", func(s *Setup) { s.Castling |= D4.Bitboard() }, "castling", "White has no rook on d4"},
		{"right without king", func(s *Setup) { s.Board[E1], s.Board[E3] = NoPiece, WhiteKing }, "castling", "White's king is not on its first rank"},
		{"two rights on one side", func(s *Setup) { s.Board[G8], s.Castling = BlackRook, BitboardOf(G8, H8) }, "castling",
			"Black has two rooks that castle on one side"},
		{"no double step", func(s *Setup) { s.EnPassant = E6 }, "en passant", "Black has no pawn on e5"},
		{"en passant beyond the board", func(s *Setup) { s.EnPassant = 200 }, "en passant", "Black cannot have just moved a pawn over Square(200)"},
		{"negative clock", func(s *Setup) { s.HalfmoveClock = -1 }, "halfmove clock", "-1 is not a number from 0 to 65535"},
		{"large clock", func(s *Setup) { s.HalfmoveClock = 65536 }, "halfmove clock", "65536 is not a number from 0 to 65535"},
		{"negative number", func(s *Setup) { s.FullmoveNumber = -1 }, "fullmove number", "-1 is not a number from 1 to 65535"},
		{"check against the side not to move", func(s *Setup) { s.Board[E7] = WhiteRook }, "side to move", "Black is in check and not to move"},
		{"nothing", func(s *Setup) { *s = Setup{} }, "piece placement", "White has no king"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := StartPosition().Setup()
			test.edit(&s)
			p, err := s.Position()
			var fault *FENError
			if !errors.As(err, &fault) || p != (Position{}) {
				t.Fatalf("Position() = %v, %v, want a FENError", p, err)
			}
			want := FENError{"", test.field, -1, test.want}
			if diff := cmp.Diff(want, *fault); diff != "" || fault.Error() != "setup: "+test.field+": "+test.want {
				t.Errorf("error %q differs (-want +got):\n%s", fault, diff)
			}
		})
	}
}

// TestPositionKey: keys are equal where SamePosition holds and nowhere else.
func TestPositionKey(t *testing.T) {
	var positions []Position
	forManyPositions(t, func(t *testing.T, p *Position) {
		if len(positions) < 1500 {
			positions = append(positions, *p)
		}
	})
	for _, fen := range []string{
		startFEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 7 9", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qkq - 0 1", "4k3/8/8/8/3Pp3/8/8/3KR3 b - d3 0 1", "4k3/8/8/8/3Pp3/8/8/3KR3 b - - 0 1",
		"8/8/8/2k5/2pP4/8/4K3/8 b - d3 0 1", "8/8/8/2k5/2pP4/8/4K3/8 b - - 0 1", "8/8/8/8/k2pP2R/8/8/7K b - e3 0 1",
	} {
		positions = append(positions, MustParseFEN(fen))
	}
	for i, p := range positions {
		for _, q := range positions[i:] {
			if same := p.SamePosition(q); (p.Key() == q.Key()) != same {
				t.Errorf("Key() of %v == Key() of %v is %v, but SamePosition is %v", p, q, !same, same)
			}
		}
	}
	if (Position{}).Key() != (PositionKey{}) {
		t.Error("the key of the zero Position is not the zero PositionKey")
	}
}

// TestMaxMoves adds up the bound as its documentation derives it, and counts the moves of crowded boards.
func TestMaxMoves(t *testing.T) {
	directions := 0
	for s := A1; s <= H8; s++ {
		directions += KingAttacks(s).Count()
		if extra := KnightAttacks(s).Count() - KingAttacks(s).Count(); extra > 0 {
			t.Errorf("a knight on %v adds %d moves to what it takes away", s, extra)
		}
	}
	king := KingAttacks(A1).Count()
	pawns := 0
	for s := A7; s <= H7; s++ {
		targets := 1 + PawnAttacks(White, s).Count()
		pawns += 3*targets - KingAttacks(s).Count()
	}
	if got := directions - king + pawns; got != MaxMoves {
		t.Errorf("the bound adds up to %d, but MaxMoves is %d", got, MaxMoves)
	}
	for _, fen := range crowdedBoards {
		if n := Perft(MustParseFEN(fen), 1); n > MaxMoves {
			t.Errorf("%q has %d moves, more than MaxMoves", fen, n)
		}
	}
}

// TestCountingByKey: transpositions with other clocks and a useless en passant square are one position.
func TestCountingByKey(t *testing.T) {
	byKey, byValue := map[PositionKey]int{}, map[Position]int{}
	for _, moves := range []string{"e4 e5 Nf3 Nc6", "Nf3 Nc6 e4 e5", "e3 e6 e4 e5 Nf3 Nc6"} {
		p := lastOf(t, startFEN, moves)
		byKey[p.Key()]++
		byValue[p]++
	}
	if len(byKey) != 1 || len(byValue) != 3 {
		t.Errorf("%d keys and %d values, want 1 and 3", len(byKey), len(byValue))
	}
}

// Numbers of start positions as R. Scharnagl's table gives them.
var scharnagl = map[int]string{
	0: "BBQNNRKR", 1: "BQNBNRKR", 2: "BQNNRBKR", 3: "BQNNRKRB", 4: "QBBNNRKR", 7: "QNBNRKRB", 16: "BBNQNRKR",
	96: "BBQNRNKR", 518: "RNBQKBNR", 534: "RNBKQBNR", 959: "RKRNNQBB",
}

func TestChess960Start(t *testing.T) {
	seen := map[string]int{}
	for n := range 960 {
		p, err := Chess960Start(n)
		if err != nil || !p.IsChess960() {
			t.Fatalf("Chess960Start(%d) = %s, %v, want a position of Chess960", n, p.FEN(), err)
		}
		fields := strings.FieldsFunc(p.FEN(), func(r rune) bool { return r == '/' || r == ' ' })
		rank := fields[7]
		if want, ok := scharnagl[n]; ok && rank != want {
			t.Errorf("start %d = %s, want %s", n, rank, want)
		}
		if want := strings.ToLower(rank) + "/pppppppp/8/8/8/8/PPPPPPPP/" + rank + " w KQkq - 0 1"; p.FEN() != want {
			t.Errorf("start %d = %s, want %s", n, p.FEN(), want)
		}
		bishops, rooks := p.Pieces(White, Bishop), p.Pieces(White, Rook)
		if bishops.Count() != 2 || lightSquares.Has(bishops.First()) == lightSquares.Has(bishops.last()) {
			t.Errorf("the bishops of start %d, %s, stand on squares of one color", n, rank)
		}
		if king := p.King(White); king < rooks.First() || king > rooks.last() {
			t.Errorf("the king of start %d, %s, does not stand between its rooks", n, rank)
		}
		if first, ok := seen[rank]; ok {
			t.Errorf("starts %d and %d are both %s", first, n, rank)
		}
		seen[rank] = n
		if got, ok := p.Chess960Number(); got != n || !ok {
			t.Errorf("the number of start %d is %d, %v", n, got, ok)
		}
	}
	for _, n := range []int{-1, 960, math.MaxInt, math.MinInt} {
		var parse *ParseError
		if p, err := Chess960Start(n); p != (Position{}) || !errors.As(err, &parse) {
			t.Errorf("Chess960Start(%d) = %v, %v, want a ParseError", n, p, err)
		}
	}
}

// TestChess960Number: the start of standard chess has a number; what differs
// from a start in rights, turn, clocks or pieces has none (40).
func TestChess960Number(t *testing.T) {
	p := StartPosition()
	if got, ok := p.Chess960Number(); got != 518 || !ok {
		t.Errorf("the number of the start of standard chess is %d, %v, want 518", got, ok)
	}
	for name, fen := range map[string]string{
		"wrong rights":    "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQk - 0 1",
		"no rights":       "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
		"wrong turn":      "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR b KQkq - 0 1",
		"halfmove clock":  "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 2 1",
		"fullmove number": "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 2",
		"another array":   "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
		"a pawn moved":    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
		"a piece missing": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
		"an endgame":      "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
	} {
		p := MustParseFEN(fen)
		if n, ok := p.Chess960Number(); ok {
			t.Errorf("%s: the position has the number %d, want none", name, n)
		}
	}
	var zero Position
	if n, ok := zero.Chess960Number(); ok {
		t.Errorf("the empty board has the number %d, want none", n)
	}
}
