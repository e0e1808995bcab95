package chess

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// slowAttacks walks from a square step by step, at most reach steps each way,
// to the first occupied square. It shares nothing with the tables it proves.
func slowAttacks(s Square, occupied Bitboard, ways []spot, reach int) Bitboard {
	var attacks Bitboard
	for _, way := range ways {
		to := spot{int(s / 8), int(s % 8)}.plus(way)
		for n := 0; n < reach && to.onBoard(); n++ {
			bit := Bitboard(1) << (8*to.rank + to.file)
			attacks |= bit
			if occupied&bit != 0 {
				break
			}
			to = to.plus(way)
		}
	}
	return attacks
}

// TestLeapers compares the tables of the pieces that do not slide.
func TestLeapers(t *testing.T) {
	tests := []struct {
		name    string
		attacks func(Square) Bitboard
		ways    []spot
	}{
		{"KnightAttacks", KnightAttacks, knightWays},
		{"KingAttacks", KingAttacks, kingWays},
		{"PawnAttacks white", func(s Square) Bitboard { return PawnAttacks(White, s) }, []spot{{1, -1}, {1, 1}}},
		{"PawnAttacks black", func(s Square) Bitboard { return PawnAttacks(Black, s) }, []spot{{-1, -1}, {-1, 1}}},
	}
	for _, test := range tests {
		for s := A1; s <= H8; s++ {
			if got, want := test.attacks(s), slowAttacks(s, 0, test.ways, 1); got != want {
				t.Errorf("%s(%v) = %v, want %v", test.name, s, got, want)
			}
		}
	}
}

// TestSliders compares the attacks of the sliding pieces from every square for
// every occupancy of the squares that matter, with random pieces elsewhere.
func TestSliders(t *testing.T) {
	tests := []struct {
		name    string
		attacks func(Square, Bitboard) Bitboard
		ways    []spot
	}{
		{"BishopAttacks", BishopAttacks, diagonalWays},
		{"RookAttacks", RookAttacks, straightWays},
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, test := range tests {
		for s := A1; s <= H8; s++ {
			lines := slowAttacks(s, 0, test.ways, 7)
			mask := innerSquares(lines, s)
			for part := Bitboard(0); ; {
				occupied := part | Bitboard(r.Uint64())&^mask
				if got, want := test.attacks(s, occupied), slowAttacks(s, occupied, test.ways, 7); got != want {
					t.Fatalf("%s(%v, %v) = %v, want %v", test.name, s, occupied, got, want)
				}
				if part = (part - mask) & mask; part == 0 {
					break // all subsets seen
				}
			}
		}
	}
}

// innerSquares returns those squares of the lines through s that do not lie on
// the edge at which their line ends.
func innerSquares(lines Bitboard, s Square) Bitboard {
	if s.File() != aFile {
		lines &^= aFile.Bitboard()
	}
	if s.File() != hFile {
		lines &^= hFile.Bitboard()
	}
	if s.Rank() != firstRank {
		lines &^= firstRank.Bitboard()
	}
	if s.Rank() != eighthRank {
		lines &^= eighthRank.Bitboard()
	}
	return lines
}

// TestAttacks asks for the attacks by piece.
func TestAttacks(t *testing.T) {
	occupied := BitboardOf(B2, D6, F4, D2, G4, C3)
	tests := []struct {
		piece Piece
		want  Bitboard
		why   string
	}{
		{WhitePawn, BitboardOf(C5, E5), "a pawn looks ahead"},
		{BlackPawn, BitboardOf(C3, E3), "a black pawn ahead is down the board"},
		{WhiteKnight, BitboardOf(B3, B5, C2, C6, E2, E6, F3, F5), "a knight jumps"},
		{BlackBishop, BitboardOf(C3, E5, F6, G7, H8, C5, B6, A7, E3, F2, G1), "the first piece is attacked"},
		{WhiteRook, BitboardOf(A4, B4, C4, E4, F4, D3, D2, D5, D6), "what stands behind is not"},
		{BlackQueen, BitboardOf(C3, E5, F6, G7, H8, C5, B6, A7, E3, F2, G1, A4, B4, C4, E4, F4, D3, D2, D5, D6), "both"},
		{WhiteKing, BitboardOf(C3, C4, C5, D3, D5, E3, E4, E5), "one step"},
		{NoPiece, 0, "nothing attacks nothing"},
		{Piece(7), 0, "an invalid piece attacks nothing"},
		{Piece(8), 0, "nor does a color alone"},
	}
	for _, test := range tests {
		if got := attacksOf(test.piece, D4, occupied); got != test.want {
			t.Errorf("attacksOf(%v, d4) = %v, want %v: %s", test.piece, got, test.want, test.why)
		}
	}
}

// TestAttacksFromNowhere asks for attacks from squares that do not exist.
func TestAttacksFromNowhere(t *testing.T) {
	for i := int(NoSquare); i < 256; i++ {
		s := Square(i)
		direct := KnightAttacks(s) | KingAttacks(s) | PawnAttacks(White, s) | PawnAttacks(Black, s) |
			BishopAttacks(s, 0) | RookAttacks(s, 0)
		if direct != 0 {
			t.Errorf("attacks from %v = %v, want {}", s, direct)
		}
		for _, valid := range []Square{A1, D4, H8} {
			if got := Between(s, valid) | Between(valid, s); got != 0 {
				t.Errorf("Between of %v and %v = %v, want {}", s, valid, got)
			}
		}
	}
}

// TestBetweenAndLines compares both with what geometry says of three squares.
func TestBetweenAndLines(t *testing.T) {
	for a := A1; a <= H8; a++ {
		for b := A1; b <= H8; b++ {
			var between, line Bitboard
			for c := A1; c <= H8; c++ {
				if a == b || !onOneLine(a, b) || !collinear(a, b, c) {
					continue
				}
				line = line.with(c)
				if c != a && c != b && a.Distance(c)+c.Distance(b) == a.Distance(b) {
					between = between.with(c)
				}
			}
			if got := Between(a, b); got != between {
				t.Errorf("Between(%v, %v) = %v, want %v", a, b, got, between)
			}
			if got := lines[a][b]; got != line {
				t.Errorf("lines of %v and %v = %v, want %v", a, b, got, line)
			}
		}
	}
}

// onOneLine reports whether two squares share a rank, file or diagonal.
func onOneLine(a, b Square) bool {
	files, ranks := offsets(a, b)
	return files == 0 || ranks == 0 || files == ranks || files == -ranks
}

// collinear reports whether three squares lie on one straight line.
func collinear(a, b, c Square) bool {
	files, ranks := offsets(a, b)
	files2, ranks2 := offsets(a, c)
	return files*ranks2 == ranks*files2
}

func offsets(a, b Square) (files, ranks int) {
	return int(b.File()) - int(a.File()), int(b.Rank()) - int(a.Rank())
}

// TestGenMagics runs the generator of magics.go and compares what it writes
// with the file.
func TestGenMagics(t *testing.T) {
	notShort(t)
	t.Parallel()
	generator, err := filepath.Abs("gen_magics.go")
	if err != nil {
		t.Fatal(err)
	}
	run := exec.Command("go", "run", generator)
	run.Dir = t.TempDir()
	if output, err := run.CombinedOutput(); err != nil {
		t.Fatalf("go run gen_magics.go: %v\n%s", err, output)
	}
	got, err := os.ReadFile(filepath.Join(run.Dir, "magics.go"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("magics.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("gen_magics.go writes another magics.go than this; run go generate")
	}
}
