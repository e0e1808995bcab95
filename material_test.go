package chess

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMaterial(t *testing.T) {
	for _, test := range []struct {
		name         string
		fen          string
		white, black Material
		points       [2]int
	}{
		{"start", startFEN, Material{Pawn: 8, Knight: 2, Bishop: 2, Rook: 2, Queen: 1, King: 1},
			Material{Pawn: 8, Knight: 2, Bishop: 2, Rook: 2, Queen: 1, King: 1}, [2]int{39, 39}},
		{"two kings", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Material{King: 1}, Material{King: 1}, [2]int{}},
		{"one of each", "4k3/3p4/8/8/4NB2/8/8/3QKR2 b - - 0 1",
			Material{Knight: 1, Bishop: 1, Rook: 1, Queen: 1, King: 1}, Material{Pawn: 1, King: 1}, [2]int{20, 1}},
		{"nine queens", "4k3/8/8/8/8/8/QQQQ4/QQQQQK2 b - - 0 1", Material{Queen: 9, King: 1}, Material{King: 1}, [2]int{81, 0}},
		{"minor pieces weigh alike", "4kn2/8/8/8/8/8/8/4KB2 w - - 0 1",
			Material{Bishop: 1, King: 1}, Material{Knight: 1, King: 1}, [2]int{3, 3}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			for c, want := range map[Color]Material{White: test.white, Black: test.black} {
				got := p.Material(c)
				if got != want {
					t.Errorf("%q: Material(%v) = %v, want %v", test.fen, c, got, want)
				}
				if got.Points() != test.points[c] {
					t.Errorf("%q: Points() of %v = %d, want %d", test.fen, c, got.Points(), test.points[c])
				}
			}
		})
	}
}

func TestCapturedBy(t *testing.T) {
	for _, test := range []struct {
		name         string
		start        string
		moves        string
		white, black []Piece
	}{
		{name: "none", moves: "e4 e5 Nf3 Nc6"},
		{name: "no moves"},
		{name: "in the order of capture", moves: "e4 d5 exd5 Qxd5 Nc3 Qxg2 Bxg2",
			white: []Piece{BlackPawn, BlackQueen}, black: []Piece{WhitePawn, WhitePawn}},
		{name: "en passant", moves: "e4 a6 e5 d5 exd6 exd6",
			white: []Piece{BlackPawn}, black: []Piece{WhitePawn}},
		{name: "en passant by Black", moves: "a3 d5 a4 d4 e4 dxe3", black: []Piece{WhitePawn}},
		{name: "a promoted piece is captured as such", start: "1k6/4P3/8/8/8/8/6r1/4K3 w - - 0 1", moves: "e8=N Rg8 Kd2 Rxe8",
			black: []Piece{WhiteKnight}},
		{name: "promotion with capture", start: "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", moves: "exd8=Q+",
			white: []Piece{BlackRook}},
		{name: "promotion with capture, captured at once", start: "1k1r4/4P3/8/b7/8/8/8/3K4 w - - 0 1", moves: "exd8=Q+ Bxd8",
			white: []Piece{BlackRook}, black: []Piece{WhiteQueen}},
		{name: "a promoted piece captures on", start: "4k3/8/8/8/8/8/p6R/1N2K3 b - - 0 1", moves: "axb1=R+ Kd2 Rb2+ Kc3 Rxh2",
			black: []Piece{WhiteKnight, WhiteRook}},
		{name: "castling captures nothing", moves: "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O"},
		{name: "castling in Chess960 captures nothing", start: "4k3/8/8/8/8/8/8/5RK1 w F - 0 1", moves: "O-O-O"},
		{name: "Black begins", start: "4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1", moves: "dxe4", black: []Piece{WhitePawn}},
		{name: "passes capture nothing", moves: "e4 d5 -- dxe4", black: []Piece{WhitePawn}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := recordMoves(t, test.start, test.moves)
			for c, want := range map[Color][]Piece{White: test.white, Black: test.black} {
				if diff := cmp.Diff(append([]Piece{}, want...), g.CapturedBy(c)); diff != "" {
					t.Errorf("%q: CapturedBy(%v) differs (-want +got):\n%s", test.moves, c, diff)
				}
			}
		})
	}
}

// recordMoves is recordSANs for moves among which there may be passes.
func recordMoves(t *testing.T, start, moves string) *Game {
	t.Helper()
	if start == "" {
		start = startFEN
	}
	g, err := ParsePGN("[SetUp \"1\"]\n[FEN \"" + start + "\"]\n\n" + moves + " *")
	if err != nil {
		t.Fatalf("ParsePGN(%q) = %v, want no error", moves, err)
	}
	return g
}

// TestCapturedAfterUndo: what is taken back is captured no more, and what is
// captured in a variation does not count.
func TestCapturedAfterUndo(t *testing.T) {
	g := recordSANs(t, FIDERules(), "", "e4 d5")
	if _, err := g.End().AddSAN("Nf3"); err != nil {
		t.Fatal(err)
	}
	variation, err := g.End().Parent().AddSAN("exd5")
	if err != nil {
		t.Fatal(err)
	}
	if got := g.CapturedBy(White); len(got) != 0 {
		t.Errorf("CapturedBy(white) = %v with a capture in a variation, want none", got)
	}
	variation.PromoteToMainLine()
	if got, want := g.CapturedBy(White), []Piece{BlackPawn}; !slices.Equal(got, want) {
		t.Errorf("CapturedBy(white) = %v, want %v", got, want)
	}
	g.Undo()
	if got := g.CapturedBy(White); len(got) != 0 {
		t.Errorf("CapturedBy(white) = %v after Undo, want none", got)
	}
}

// TestCapturesBalance plays random games to the point where little is left: what
// a side started with is on its board, captured, or promoted.
func TestCapturesBalance(t *testing.T) {
	t.Parallel()
	r := newTestRand(t)
	promoted := 0
	for range 30 {
		g := newGame(startPosition, RulesS3())
		for g.Plies() < 300 && !g.Outcome().IsOver() {
			p := g.Position()
			if err := g.Play(pickBloody(r, &p)); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range []Color{White, Black} {
			promoted += checkBalance(t, g, c)
		}
	}
	if promoted == 0 {
		t.Error("no promotions in the random games")
	}
}

// pickBloody picks a move at random, more often a capture or a pawn's.
func pickBloody(r *rand.Rand, p *Position) Move {
	moves := p.LegalMoves()
	m := moves[r.IntN(len(moves))]
	for range 2 {
		if !p.isCapture(m) && p.PieceAt(m.From()).Type() != Pawn {
			m = moves[r.IntN(len(moves))]
		}
	}
	return m
}

// checkBalance checks the pieces of c and returns how many were promoted.
func checkBalance(t *testing.T, g *Game, c Color) int {
	t.Helper()
	start, now := g.Start(), g.Position()
	want := start.Material(c)
	promotions := 0
	for i, m := range g.Moves() {
		if mover := Color(i % 2); mover == c && m.Promotion() != NoPieceType {
			want[Pawn]--
			want[m.Promotion()]++
			promotions++
		}
	}
	for _, piece := range g.CapturedBy(c.Other()) {
		if piece.Color() != c {
			t.Errorf("%v: CapturedBy(%v) holds %v", g, c.Other(), piece)
		}
		want[piece.Type()]--
	}
	if got := now.Material(c); got != want {
		t.Errorf("%v: Material(%v) = %v, want %v by its captures", g, c, got, want)
	}
	return promotions
}
