package tictactoe_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "github.com/shakki/chess/games/tictactoe"
	"github.com/shakki/chess/internal/tabletop/gametest"
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

// play returns the position after the given moves from p, all of which must be legal.
func play(t testing.TB, p Position, moves ...Move) Position {
	t.Helper()
	for _, m := range moves {
		if err := p.Play(m); err != nil {
			t.Fatalf("%v: %v", p, err)
		}
	}
	return p
}

var (
	xWins = Outcome{XWins, ThreeInRow}
	oWins = Outcome{OWins, ThreeInRow}
	draw  = Outcome{Draw, FullBoard}
)

// A naiveBoard is a simple implementation of the rules, used as an oracle. It holds one of ".XO"
// for each square, starting with a1.
type naiveBoard [9]byte

// wins reports whether c has three in a row.
func (b naiveBoard) wins(c byte) bool {
	for i := range 3 {
		if b[3*i] == c && b[3*i+1] == c && b[3*i+2] == c || b[i] == c && b[i+3] == c && b[i+6] == c {
			return true
		}
	}
	return b[0] == c && b[4] == c && b[8] == c || b[2] == c && b[4] == c && b[6] == c
}

func (b naiveBoard) outcome() Outcome {
	switch {
	case b.wins('X'):
		return xWins
	case b.wins('O'):
		return oWins
	case strings.Contains(string(b[:]), "."):
		return Outcome{}
	}
	return draw
}

func (b naiveBoard) String() string {
	return string(b[6:]) + "/" + string(b[3:6]) + "/" + string(b[:3])
}

// TestFullGameTree counts all possible games and compares the counts with well-known numbers: there
// are 255,168 games, of which X wins 131,184 and O wins 77,904.
func TestFullGameTree(t *testing.T) {
	type count struct {
		Games     int
		ByLength  [10]int
		ByOutcome map[Outcome]int
		Positions int
	}
	got := count{ByOutcome: map[Outcome]int{}}
	seen := map[Position]bool{}
	var visit func(p Position, ply int)
	visit = func(p Position, ply int) {
		seen[p] = true
		moves := p.LegalMoves()
		if o := p.Outcome(); o.IsOver() != (len(moves) == 0) {
			t.Fatalf("%v: Outcome() = %v with %d legal moves", p, o, len(moves))
		}
		if len(moves) == 0 {
			got.Games++
			got.ByLength[ply]++
			got.ByOutcome[p.Outcome()]++
			return
		}
		for _, m := range moves {
			visit(p.After(m), ply+1)
		}
	}
	visit(StartPosition(), 0)
	got.Positions = len(seen)

	want := count{
		Games:     255168,
		ByLength:  [10]int{5: 1440, 6: 5328, 7: 47952, 8: 72576, 9: 127872},
		ByOutcome: map[Outcome]int{xWins: 131184, oWins: 77904, draw: 46080},
		Positions: 5478,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrong counts (-want +got):\n%s", diff)
	}
}

// reachable returns every position that legal moves can reach, with the board of the oracle.
func reachable() map[Position]naiveBoard {
	all := map[Position]naiveBoard{}
	var visit func(p Position, b naiveBoard)
	visit = func(p Position, b naiveBoard) {
		if _, ok := all[p]; ok {
			return
		}
		all[p] = b
		for _, m := range p.LegalMoves() {
			c := b
			c[m] = p.Turn().String()[0]
			visit(p.After(m), c)
		}
	}
	visit(StartPosition(), naiveBoard([]byte(".........")))
	return all
}

// TestAgainstOracle compares every position with the oracle: pieces, turn, pieces in hand, outcome,
// and text. It also checks that Play accepts exactly the legal moves, trying moves to invalid
// squares as well.
func TestAgainstOracle(t *testing.T) {
	for p, b := range reachable() {
		x, o := strings.Count(string(b[:]), "X"), strings.Count(string(b[:]), "O")
		turn := X
		if x > o {
			turn = O
		}
		if p.String() != b.String() || p.Outcome() != b.outcome() || p.Turn() != turn {
			t.Fatalf("position %v, outcome %v, turn %v; want %v, %v, %v",
				p, p.Outcome(), p.Turn(), b, b.outcome(), turn)
		}
		if p.InHand(X) != 5-x || p.InHand(O) != 5-o {
			t.Fatalf("%v: InHand(X), InHand(O) = %d, %d; want %d, %d", p, p.InHand(X), p.InHand(O), 5-x, 5-o)
		}
		legal := map[Move]bool{}
		for _, m := range p.LegalMoves() {
			legal[m] = true
		}
		for m := Move(0); m < 20; m++ {
			want := m.IsValid() && b[min(m, C3)] == '.' && !b.outcome().IsOver()
			q := p
			err := q.Play(m)
			if legal[m] != want || p.IsLegal(m) != want || (err == nil) != want {
				t.Fatalf("%v: move %v: in LegalMoves: %v, IsLegal: %v, Play: %v; want legal: %v",
					p, m, legal[m], p.IsLegal(m), err, want)
			}
			if err != nil && q != p {
				t.Fatalf("%v: Play(%v) = %v but changes the position to %v", p, m, err, q)
			}
			if err == nil && q != p.After(m) {
				t.Fatalf("%v: Play(%v) gives %v, After gives %v", p, m, q, p.After(m))
			}
			if err == nil && q.PieceAt(m) != turn {
				t.Fatalf("%v: after %v, PieceAt(%v) = %v, want %v", p, m, m, q.PieceAt(m), turn)
			}
		}
	}
}

// TestParsePositionAcceptsReachable checks that ParsePosition accepts exactly the 5,478 boards that
// legal moves can reach. It tries all 3^9 boards.
func TestParsePositionAcceptsReachable(t *testing.T) {
	legal := map[string]bool{}
	for p := range reachable() {
		legal[p.String()] = true
	}
	accepted := 0
	for n := range 19683 {
		b := naiveBoard{}
		for i := range b {
			b[i] = ".XO"[n%3]
			n /= 3
		}
		p, err := ParsePosition(b.String())
		if (err == nil) != legal[b.String()] {
			t.Errorf("ParsePosition(%q) = %v, %v; want accepted: %v", b, p, err, legal[b.String()])
		}
		if err == nil {
			accepted++
			if p.String() != b.String() {
				t.Errorf("ParsePosition(%q).String() = %q, want the input", b, p)
			}
		}
	}
	if accepted != 5478 {
		t.Errorf("ParsePosition accepts %d boards, want 5478", accepted)
	}
}

func TestParseErrors(t *testing.T) {
	parsers := map[string]func(string) error{
		"piece":    func(s string) error { _, err := ParsePiece(s); return err },
		"move":     func(s string) error { _, err := ParseMove(s); return err },
		"position": func(s string) error { _, err := ParsePosition(s); return err },
	}
	tests := []struct {
		kind, text string
		column     int
	}{
		{"piece", "", 1},
		{"piece", "x", 1},
		{"piece", "XO", 1},
		{"move", "", 1},
		{"move", "a", 1},
		{"move", "a1 ", 1},
		{"move", "d1", 1},
		{"move", "a0", 1},
		{"move", "a4", 1},
		{"move", "é", 1},
		{"position", "", 1},
		{"position", ".../.../..", 1},
		{"position", ".../.../... ", 1},
		{"position", ".../...-...", 1},
		{"position", "...-.../...", 1},
		{"position", "..x/.../...", 3},
		{"position", ".../.0./...", 6},
		{"position", "O../.../...", 1},
		{"position", "XX./.../...", 1},
		{"position", "XXX/OOO/...", 1},
		{"position", "XXX/OO./O..", 1},
		{"position", "OOO/XX./XX.", 1},
		{"position", strings.Repeat("X", 1<<20), 1},
	}
	for _, tt := range tests {
		err := parsers[tt.kind](tt.text)
		var got *ParseError
		if !errors.As(err, &got) {
			t.Errorf("%s %.40q: error %v, want a *ParseError", tt.kind, tt.text, err)
			continue
		}
		if got.Kind != tt.kind || got.Text != tt.text || got.Column != tt.column || got.Detail == "" {
			t.Errorf("%s %.40q: error %v, want column %d", tt.kind, tt.text, err, tt.column)
		}
		if len(err.Error()) > 400 {
			t.Errorf("%s %.40q: the message has %d bytes, want at most 400", tt.kind, tt.text, len(err.Error()))
		}
	}
}

// TestText checks that every value round-trips through its text form and through JSON.
func TestText(t *testing.T) {
	for p := range reachable() {
		gametest.Values(t, p)
	}
	for m := A1; m <= C3; m++ {
		gametest.Values(t, m)
	}
	gametest.Values(t, NoPiece, X, O)
	gametest.Values(t, Unfinished, XWins, OWins, Draw)
	gametest.Values(t, NoReason, ThreeInRow, FullBoard)
	gametest.Values(t, NoIllegalReason, GameOver, NoSuchSquare, Occupied)
	const want = "none, the game is over, there is no such square, the square is occupied; none, three in a row, full board"
	got := fmt.Sprintf("%v, %v, %v, %v; %v, %v, %v", NoIllegalReason, GameOver, NoSuchSquare, Occupied, NoReason, ThreeInRow, FullBoard)
	if got != want {
		t.Errorf("the reasons are %s, want %s", got, want)
	}
}

// TestFailedUnmarshalChangesNothing checks that UnmarshalText does not change the value if it
// returns an error.
func TestFailedUnmarshalChangesNothing(t *testing.T) {
	p, m, piece := position(t, "X../.../..."), C3, O
	for name, err := range map[string]error{
		"position": p.UnmarshalText([]byte("XXX/.../...")),
		"move":     m.UnmarshalText([]byte("d4")),
		"piece":    piece.UnmarshalText([]byte("x")),
	} {
		if err == nil {
			t.Errorf("UnmarshalText accepts an invalid %s", name)
		}
	}
	if p != position(t, "X../.../...") || m != C3 || piece != O {
		t.Errorf("after failed UnmarshalText: %v, %v, %v; want X../.../..., c3, O", p, m, piece)
	}
}

// TestInvalidValues checks that values out of range are printed as numbers and cannot be marshaled,
// and that methods accept them.
func TestInvalidValues(t *testing.T) {
	won := Outcome{Result: XWins}
	got := fmt.Sprint(Square(9), Piece(3), Result(4), won, won.IsOver())
	if want := "Square(9) Piece(3) Result(4) X wins true"; got != want {
		t.Errorf("invalid values are printed as %s, want %s", got, want)
	}
	if _, err := Square(9).MarshalText(); err == nil {
		t.Error("Square(9).MarshalText() succeeds, want an error")
	}
	if _, err := Piece(3).MarshalText(); err == nil {
		t.Error("Piece(3).MarshalText() succeeds, want an error")
	}
	if player, ok := (Outcome{Result: 4}).Winner(); player != NoPiece || ok {
		t.Errorf("the winner of an invalid result is %v, %v", player, ok)
	}
	p := position(t, "OXX/XOO/XOX")
	if p.PieceAt(9) != NoPiece || p.PieceAt(16) != NoPiece || p.InHand(3) != 0 {
		t.Errorf("PieceAt(9) = %v, PieceAt(16) = %v, InHand(3) = %d, want nothing", p.PieceAt(9), p.PieceAt(16), p.InHand(3))
	}
	if Square(9).IsValid() || !C3.IsValid() || NoPiece.IsValid() || !X.IsValid() || !O.IsValid() || Piece(3).IsValid() {
		t.Error("IsValid returns a wrong result for a square or a piece")
	}
}

func TestNoAllocs(t *testing.T) {
	p := position(t, "X.O/.X./..O")
	moves := make([]Move, 0, 9)
	tests := map[string]func(){
		"AppendLegalMoves": func() { moves = p.AppendLegalMoves(moves[:0]) },
		"After":            func() { p.After(B1) },
		"Play":             func() { q := p; _ = q.Play(B1) },
		"Outcome":          func() { p.Outcome() },
		"ParsePosition":    func() { _, _ = ParsePosition("X.O/.X./..O") },
		"ParseMove":        func() { _, _ = ParseMove("b1") },
	}
	for name, f := range tests {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: %v allocations, want 0", name, n)
		}
	}
}

// FuzzParse checks that the value of a successfully parsed text is printed as the same text, and
// that a parse error has a column within the text.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"X.O/.X./..O", ".../.../...", "XXX/OOO/...", "a1", "c3", "d4", "X", "", "\xff", "X.O/.X./..O\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, positionErr := ParsePosition(s)
		m, moveErr := ParseMove(s)
		piece, pieceErr := ParsePiece(s)
		for _, parsed := range []struct {
			kind, text string
			err        error
		}{{"position", p.String(), positionErr}, {"move", m.String(), moveErr}, {"piece", piece.String(), pieceErr}} {
			var bad *ParseError
			switch {
			case parsed.err == nil && parsed.text != s && (parsed.kind != "move" || parsed.text != strings.ToLower(s)):
				t.Errorf("%s %q is printed as %q", parsed.kind, s, parsed.text)
			case parsed.err != nil && (!errors.As(parsed.err, &bad) || bad.Kind != parsed.kind || bad.Text != s ||
				bad.Column < 1 || bad.Column > len(s)+1):
				t.Errorf("%s %q: error %#v, want a *ParseError with a column within the text",
					parsed.kind, s, parsed.err)
			}
		}
	})
}
