package tictactoe_test

import (
	"errors"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
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

// TestRuleTurns checks that the 3×3 board is empty at the start and that X and O take turns to
// place one piece, X first.
func TestRuleTurns(t *testing.T) {
	var zero Position
	p := StartPosition()
	if p != zero || p.String() != ".../.../..." || len(p.LegalMoves()) != 9 {
		t.Fatalf("StartPosition() = %v with legal moves %v, want the empty board with 9 moves", p, p.LegalMoves())
	}
	for i, m := range []Move{B2, A1, C3, C1, A3} {
		want := X
		if i%2 == 1 {
			want = O
		}
		if p.Turn() != want {
			t.Errorf("move %d: Turn() = %v, want %v", i+1, p.Turn(), want)
		}
		p = play(t, p, m)
		if p.PieceAt(m) != want {
			t.Errorf("move %d: PieceAt(%v) = %v, want %v", i+1, m, p.PieceAt(m), want)
		}
	}
}

// TestRuleFivePieces checks that each player has five pieces. On a full board, X has used all of
// them.
func TestRuleFivePieces(t *testing.T) {
	p := StartPosition()
	if p.InHand(X) != 5 || p.InHand(O) != 5 || p.InHand(NoPiece) != 0 {
		t.Errorf("at the start, InHand returns %d for X, %d for O, %d for NoPiece; want 5, 5, 0",
			p.InHand(X), p.InHand(O), p.InHand(NoPiece))
	}
	p = play(t, p, A1, B2, C3, B1, B3, A3, C1, C2, A2)
	if p.InHand(X) != 0 || p.InHand(O) != 1 {
		t.Errorf("on the full board, InHand returns %d for X, %d for O; want 0, 1", p.InHand(X), p.InHand(O))
	}
}

// TestRuleThreeInARow checks that three in a row wins for both players, on each of the eight rows,
// columns, and diagonals.
func TestRuleThreeInARow(t *testing.T) {
	winner := map[Outcome]Piece{xWins: X, oWins: O}
	tests := []struct {
		name string
		text string
		want Outcome
	}{
		{"X, top rank", "XXX/OO./...", xWins},
		{"X, middle rank", "OO./XXX/...", xWins},
		{"X, bottom rank", "OO./.../XXX", xWins},
		{"X, a-file", "XO./XO./X..", xWins},
		{"X, b-file", "OX./OX./.X.", xWins},
		{"X, c-file", "O.X/O.X/..X", xWins},
		{"X, rising diagonal", "OOX/.X./X..", xWins},
		{"X, falling diagonal", "XOO/.X./..X", xWins},
		{"O, top rank", "OOO/XX./X..", oWins},
		{"O, middle rank", "XX./OOO/X..", oWins},
		{"O, bottom rank", "XX./X../OOO", oWins},
		{"O, a-file", "OX./OX./O.X", oWins},
		{"O, b-file", "XO./XO./.OX", oWins},
		{"O, c-file", "XXO/X.O/..O", oWins},
		{"O, rising diagonal", "XXO/XO./O..", oWins},
		{"O, falling diagonal", "OXX/XO./..O", oWins},
		{"X, rank and file at once", "XXX/XOO/XOO", xWins},
		{"three adjacent pieces not in a row", "XX./X../OO.", Outcome{}},
		{"three pieces wrapped around the edge", ".OX/XXO/...", Outcome{}},
	}
	for _, tt := range tests {
		p := position(t, tt.text)
		got := p.Outcome()
		player, won := got.Winner()
		if got != tt.want || player != winner[tt.want] || won != (player != NoPiece) {
			t.Errorf("%s: %s: Outcome() = %v, Winner() = %v, %v; want %v", tt.name, tt.text, got, player, won, tt.want)
		}
		if moves := p.LegalMoves(); (len(moves) == 0) != got.IsOver() {
			t.Errorf("%s: %s: Outcome() = %v but LegalMoves() = %v", tt.name, tt.text, got, moves)
		}
	}
}

// TestRuleFullBoard checks that a full board without three in a row is a draw, and that the last
// piece can still win.
func TestRuleFullBoard(t *testing.T) {
	tests := []struct {
		name  string
		moves []Move
		want  Outcome
	}{
		{"no three in a row", []Move{A1, B2, C3, B1, B3, A3, C1, C2, A2}, draw},
		{"the ninth piece wins", []Move{A1, B1, C1, A2, B2, C2, B3, A3, C3}, xWins},
	}
	for _, tt := range tests {
		p := play(t, StartPosition(), tt.moves...)
		if got := p.Outcome(); got != tt.want {
			t.Errorf("%s: %v: Outcome() = %v, want %v", tt.name, p, got, tt.want)
		}
	}
}

func TestMoveErrors(t *testing.T) {
	tests := []struct {
		name string
		text string
		move Move
		want MoveError
	}{
		{"occupied by the opponent", "X../.../...", A3, MoveError{Player: O, Move: A3, Why: Occupied, Detail: "by X"}},
		{"occupied by the player", "X../.O./...", A3, MoveError{Player: X, Move: A3, Why: Occupied, Detail: "by X"}},
		{"first invalid square", ".../.../...", 9, MoveError{Player: X, Move: 9, Why: NoSuchSquare, Detail: ""}},
		{"last invalid square", ".../.../...", 255, MoveError{Player: X, Move: 255, Why: NoSuchSquare, Detail: ""}},
		{"game won", "XXX/OO./...", A1, MoveError{Player: O, Move: A1, Why: GameOver, Detail: ""}},
		{"game drawn", "OXX/XOO/XOX", A1, MoveError{Player: O, Move: A1, Why: GameOver, Detail: ""}},
	}
	for _, tt := range tests {
		p := position(t, tt.text)
		err := p.Play(tt.move)
		var got *MoveError
		if !errors.As(err, &got) || *got != tt.want || !errors.Is(err, ErrIllegal) {
			t.Errorf("%s: Play(%v) = %v, want %v", tt.name, tt.move, err, &tt.want)
		}
		if p != position(t, tt.text) {
			t.Errorf("%s: Play(%v) changes the position to %v", tt.name, tt.move, p)
		}
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
	got := fmt.Sprint(Square(9), Piece(3), Result(4))
	if want := "Square(9) Piece(3) Result(4)"; got != want {
		t.Errorf("invalid values are printed as %s, want %s", got, want)
	}
	if _, err := Square(9).MarshalText(); err == nil {
		t.Error("Square(9).MarshalText() succeeds, want an error")
	}
	if _, err := Piece(3).MarshalText(); err == nil {
		t.Error("Piece(3).MarshalText() succeeds, want an error")
	}
	p := position(t, "OXX/XOO/XOX")
	if got := p.PieceAt(9); got != NoPiece {
		t.Errorf("PieceAt(9) = %v, want NoPiece", got)
	}
	if Square(9).IsValid() || !C3.IsValid() || NoPiece.IsValid() || !X.IsValid() || !O.IsValid() || Piece(3).IsValid() {
		t.Error("IsValid returns a wrong result for a square or a piece")
	}
	if X.Other() != O || O.Other() != X || NoPiece.Other() != NoPiece {
		t.Errorf("Other returns %v for X, %v for O, %v for NoPiece", X.Other(), O.Other(), NoPiece.Other())
	}
}

func TestBoard(t *testing.T) {
	p := position(t, "X.O/.X./..O")
	want := "3 X . O\n2 . X .\n1 . . O\n  a b c\n"
	if diff := cmp.Diff(want, p.Board()); diff != "" {
		t.Errorf("%v.Board() (-want +got):\n%s", p, diff)
	}
}

func TestGame(t *testing.T) {
	var zero Game
	if err := zero.Play(B2); err != nil {
		t.Errorf("zero Game: Play(b2) = %v, want nil", err)
	}

	start := position(t, "X.O/.X./..O")
	g, err := NewGameFrom(start)
	if err != nil {
		t.Fatal(err)
	}
	var illegal *MoveError
	if err := g.Play(B2); !errors.As(err, &illegal) || illegal.Why != Occupied {
		t.Errorf("Play(b2) = %v, want %v", err, Occupied)
	}
	for _, m := range []Move{B1, C2} {
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]Move{B1, C2}, g.Moves()); diff != "" {
		t.Errorf("Moves() (-want +got):\n%s", diff)
	}
	if g.Plies() != 2 {
		t.Errorf("Plies() = %d, want 2", g.Plies())
	}
	if g.Outcome() != oWins || g.Position() != position(t, "X.O/.XO/.XO") || g.Start() != start {
		t.Errorf("outcome %v, position %v, start %v; want O wins, X.O/.XO/.XO, %v",
			g.Outcome(), g.Position(), g.Start(), start)
	}
	if err := g.Play(A1); !errors.As(err, &illegal) || illegal.Why != GameOver {
		t.Errorf("after the end, Play(a1) = %v, want %v", err, GameOver)
	}
	g.Moves()[0] = A1 // Moves returns a copy, so this must not change the game
	copied := g.Clone()
	if !copied.Equal(g) || !copied.Undo() || copied.Equal(g) || g.Plies() != 2 {
		t.Errorf("Clone() = %v without the last move, want that of %v", copied, g)
	}
	positions := func(g *Game, each func()) (seen []string) {
		for plies, p := range g.Positions() {
			seen = append(seen, fmt.Sprint(plies, " ", p))
			each()
		}
		return seen
	}
	if diff := cmp.Diff([]string{"0 X.O/.X./..O", "1 X.O/.X./.XO", "2 X.O/.XO/.XO"}, positions(g, func() {})); diff != "" {
		t.Errorf("Positions() (-want +got):\n%s", diff)
	}
	copied = g.Clone()
	if got := positions(copied, func() { copied.Undo() }); len(got) != 2 {
		t.Errorf("Positions() with Undo in the loop = %v, want two", got)
	}
	for range g.Positions() {
		break
	}
	if !g.Undo() || g.Outcome().IsOver() || g.Position() != position(t, "X.O/.X./.XO") {
		t.Errorf("after one Undo: position %v, outcome %v; want X.O/.X./.XO, unfinished", g.Position(), g.Outcome())
	}
	if !g.Undo() || g.Undo() || g.Position() != start || g.Start() != start {
		t.Errorf("after undoing all moves: position %v, want %v", g.Position(), start)
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

// FuzzGame plays a game of legal moves that the input chooses. It checks that the game ends after
// at most nine moves, that every position round-trips through its text form, and that Undo restores
// the earlier positions.
func FuzzGame(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{4, 0, 7, 1, 1, 1, 0, 1, 0})
	f.Fuzz(func(t *testing.T, choices []byte) {
		g := NewGame()
		before := []Position{g.Position()}
		for !g.Outcome().IsOver() {
			p := g.Position()
			moves := p.LegalMoves()
			if len(moves) == 0 || len(before) > 9 {
				t.Fatalf("%v: not over after %d moves, with %d legal moves", p, len(before)-1, len(moves))
			}
			m := moves[0]
			if n := len(before); n <= len(choices) {
				m = moves[int(choices[n-1])%len(moves)]
			}
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
			if q, err := ParsePosition(g.Position().String()); err != nil || q != g.Position() {
				t.Fatalf("ParsePosition(%q) = %v, %v", g.Position(), q, err)
			}
			before = append(before, g.Position())
		}
		for i := len(before) - 1; i >= 0; i-- {
			if g.Position() != before[i] {
				t.Fatalf("after Undo to ply %d: position %v, want %v", i, g.Position(), before[i])
			}
			if g.Undo() != (i > 0) {
				t.Fatalf("at ply %d, Undo() = %v, want %v", i, i == 0, i > 0)
			}
		}
	})
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

// TestRandomGamesSurvive checks that random games read back equal from text and JSON after every
// move, and that a game that was read back goes on like the original.
func TestRandomGamesSurvive(t *testing.T) {
	for seed := range uint64(1000) {
		random := rand.New(rand.NewPCG(seed, 0))
		g := NewGame()
		for !g.Outcome().IsOver() {
			moves := g.Position().LegalMoves()
			m := moves[random.IntN(len(moves))]
			back := gametest.Restored(t, g)
			if err := errors.Join(g.Play(m), back.Play(m)); err != nil || !back.Equal(g) {
				t.Fatalf("%v: after %v, the copy is %v: %v", g, m, back, err)
			}
		}
		gametest.Restored(t, g)
	}
}

// TestParseGameErrors checks where ParseGame reports an error, and that it reports illegal moves as
// such.
func TestParseGameErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", `game "", column 1: the text was cut: want "; end" at the end`},
		{"; end", `game "; end", column 1: want three ranks, such as X.O/.X./..O`},
		{".../.../..?; end", `game ".../.../..?; end", column 11: want ., X, or O`},
		{".../.../...; b9; end", `game ".../.../...; b9; end", column 14: want a square from a1 to c3`},
		{".../.../...; b2", `game ".../.../...; b2", column 16: the text was cut: want "; end" at the end`},
		{".../.../...; b2; b2; end", `game ".../.../...; b2; b2; end", column 18: O: b2: the square is occupied (by X)`},
	}
	for _, tt := range tests {
		if _, err := ParseGame(tt.text); err == nil || err.Error() != tt.want {
			t.Errorf("ParseGame(%q): %v, want %s", tt.text, err, tt.want)
		}
	}
	var illegal *MoveError
	if _, err := ParseGame("XXX/OO./...; c1; end"); !errors.Is(err, ErrIllegal) || !errors.As(err, &illegal) {
		t.Errorf("the error %v of an illegal move does not wrap a MoveError", err)
	}
}

// TestMisuse checks that a game cannot start from a position that no game reaches, and that a copy
// is independent.
func TestMisuse(t *testing.T) {
	var p Position
	if _, err := NewGameFrom(p.After(A1).After(A1)); err == nil {
		t.Error("NewGameFrom accepts a position in which X has placed one piece and O the same")
	}
	g := NewGame()
	c := g.Clone()
	if err := c.Play(B2); err != nil || g.Plies() != 0 || c.Plies() != 1 || g.Equal(c) {
		t.Errorf("after a move in the clone: %v and %v, %v", g, c, err)
	}
}

// TestPictures checks the checksums of pictures. Look at a picture before you write a new checksum
// here.
func TestPictures(t *testing.T) {
	for text, want := range map[string]uint32{"XXX/OO./...": 0xd13d5989, "X.O/.X./...": 0xd41f0151, "XOX/XOO/OXX": 0x61d52c02} {
		p, err := ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		if sum := crc32.ChecksumIEEE(p.AppendSVG(nil)); sum != want {
			t.Errorf("%s: the picture has the sum %#x, want %#x\n%s", text, sum, want, p.AppendSVG(nil))
		}
	}
}
