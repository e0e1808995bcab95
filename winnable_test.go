package chess

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess/internal/deep"
)

// chances holds the sides that can still win: "wb", "w", "b", or "".
type chances string

// chancesOf returns the sides for which CanWin returns true.
func chancesOf(p *Position) chances {
	text := ""
	for _, c := range []Color{White, Black} {
		if p.CanWin(c) {
			text += c.String()[:1]
		}
	}
	return chances(text)
}

const (
	both      chances = "wb"
	whiteOnly chances = "w"
	blackOnly chances = "b"
	neither   chances = ""
)

// winCases are positions with the sides that can win. Each FEN lacks its last four fields, which
// are always "- - 0 1".
var winCases = []struct {
	name, fen string
	want      chances
}{
	{"lone kings", "8/3k4/8/8/8/3K4/8/8 w", neither},
	{"rook against lone king", "2k5/8/8/8/8/8/8/2KR4 w", whiteOnly},
	{"queen against bishop", "8/8/3Q4/2bK4/B7/8/1k6/8 w", both},
	{"same-colored bishops on both sides", "5K2/8/8/1B6/8/k7/6b1/8 w", neither},
	{"opposite-colored bishops", "2b5/3k4/8/8/8/3K4/8/2B5 w", both},
	{"bishops and a pawn", "3b4/3k4/8/8/8/3K4/3P4/2B5 w", both},
	{"same-colored bishops against a rook", "3b4/8/8/6b1/8/8/R7/K1k5 w", whiteOnly},
	{"same-colored bishops against lone king", "k1K1B1B1/8/8/8/8/8/8/8 w", neither},
	{"same-colored bishops against a bishop that can block its king", "kbK1B1B1/8/8/8/8/8/8/8 w", both},
	{"two knights", "8/8/3k4/8/8/3KNN2/8/8 w", whiteOnly},
	{"knight against queens", "8/8/3k4/3q4/8/3KN3/8/q7 w", blackOnly},
	{"knight against rook", "8/8/3k4/3r4/8/3KN3/8/8 w", both},
	{"knight against pawn", "8/8/3k4/3p4/8/3KN3/8/8 b", both},
	{"knight against knight", "8/8/3k4/3n4/8/3KN3/8/8 w", both},
	{"knight against bishop", "8/8/3k4/3b4/8/3KN3/8/8 w", both},
	{"bishop against pawn", "3b4/3k4/8/8/8/3K4/3P4/8 w", both},

	{"pawn wall", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w", neither},
	{"pawn wall closed by h3", "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 b", neither},
	{"pawn wall about to be closed by h3", "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P2/7P/4K3 w", both},
	{"pawn wall that both kings have passed", "1K6/8/8/p1p1p1p1/P1P1P1P1/8/8/1k6 b", both},
	{"two walls and pawns with moves left", "1k6/p1p1p1p1/P1P1P1P1/p1p1p1p1/8/8/P1P1P1P1/4K3 w", neither},
	{"two walls and a pawn that can capture", "1k6/p1p1p1p1/P1P1P1P1/p1p1p1p1/8/8/P1P2PP1/4K3 w", both},
	{"pawn wall with bishops locked behind it", "4kb2/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4KB2 w", neither},
	{"open wall that looks closed", "7k/8/1p6/1Pp5/2Pp4/pB1Pp1p1/P1B1P1P1/3B2K1 b", both},
	{"caged pieces, pawn on a4", "Bb1k1b2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8 w", neither},
	{"caged pieces, pawn on a5", "Bb1k1b2/bKp1p1p1/1pP1P1P1/pP6/6P1/P7/8/8 w", whiteOnly},
	{"wall with one bishop on each side of it", "8/1k5B/7b/8/1p1p1p1p/1PpP1P1P/2P3K1/N3b3 b", neither},
	{"wall with both bishops on the far side", "7b/1k5B/7b/8/1p1p1p1p/1PpP1P1P/2P3K1/N7 b", whiteOnly},
	{"both kings on the same side of a wall", "8/7p/5p2/1p3PpP/1Pp2pP1/BpP2PpB/1P4P1/2K2k2 w", neither},
	{"checkmate by a pawn of a wall", "5k2/2b5/7p/p1p1p1pP/PpPpPpPK/1P1P1P1P/8/8 w", blackOnly},
	{"pawn wall closed with check", "8/8/1pk3p1/pP1p1pP1/P2P1P2/2K5/8/8 b", neither},
	{"wall with free bishops behind it", "8/8/7p/5p1P/5p1K/5Pp1/6P1/5kb1 b", neither},
	{"every move gives stalemate, with many moves", "7B/6PP/5P2/4N1PB/5QN1/1P3RPk/5P1P/5RK1 w", neither},
	{"every move gives stalemate, with a free knight", "k7/Pp6/1P6/8/8/5N2/7K/8 w", neither},
	{"king enclosed by pawns and pieces", "4K3/8/8/8/8/p1p2p1p/P1pppp1P/bnrqkrnb b", neither},
	{"king must leave the entry square", "8/2b5/kp1p1p2/1PpP1Pp1/K1P3P1/3B4/8/8 b", neither},

	{"forced capture of a pawn", "k7/P1K5/8/8/8/8/8/8 b", neither},
	{"pawn is captured in every line", "5r1k/6P1/7K/5q2/8/8/8/8 b", blackOnly},
	{"stalemate before a pawn can promote", "1k6/1P5p/BP3p2/1P6/8/8/5PKP/8 b", neither},
	{"forced capture of a queen gives stalemate", "1q2Q2k/8/5p1K/7P/8/8/8/8 b", neither},
	{"every move gives stalemate", "k7/Pp6/1P6/8/8/8/7K/8 w", neither},
	{"pawn captures, both sides promote", "8/8/4P1K1/3Pp3/3p4/8/8/6k1 b", both},

	{"checkmate", "k7/1Q6/1K6/8/8/8/8/8 b", whiteOnly},
	{"checkmate with many pieces", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w", blackOnly},
	{"stalemate", "k7/2Q5/1K6/8/8/8/8/8 b", neither},
	{"stalemate with pinned pawns", "7k/1b1n3b/4n3/3P1P2/r1P1K1Pr/r7/8/8 w", neither},
	{"stalemate with more pieces", "k7/P7/K7/8/8/8/8/QR6 b", neither},
}

// ample returns an effort that no test spends.
func ample() *effort {
	e := effort(math.MaxInt >> 1)
	return &e
}

// isHopeless reports whether material or reach proves, without a search, that c cannot checkmate.
func (p *Position) isHopeless(c Color) bool {
	return p.lacksMaterial(c) || p.isClosed(c, true, ample())
}

// TestCanWin checks the result of CanWin in each case and in its mirror image with colors swapped.
func TestCanWin(t *testing.T) {
	exchanged := map[chances]chances{both: both, whiteOnly: blackOnly, blackOnly: whiteOnly, neither: neither}
	for _, test := range winCases {
		p := MustParseFEN(test.fen + " - - 0 1")
		if got := chancesOf(&p); got != test.want {
			t.Errorf("%s: chancesOf(%q) = %q, want %q", test.name, test.fen, got, test.want)
		}
		mirrored := MustParseFEN(mirrorFEN(p.FEN()))
		if got, want := chancesOf(&mirrored), exchanged[test.want]; got != want {
			t.Errorf("%s, mirrored: chancesOf(%q) = %q, want %q", test.name, mirrored.FEN(), got, want)
		}
	}
}

// TestCanWinAfterCheckmate checks that the winner can win whatever the material, also in positions that
// no game reaches.
func TestCanWinAfterCheckmate(t *testing.T) {
	for _, fen := range []string{
		"8/8/8/8/8/2b1k1b1/8/3RKR2 w - - 0 1", "8/8/8/8/8/1k6/b1b5/RKR5 w - - 0 1", "5B2/7r/5K1k/7r/8/4B3/8/8 b - - 0 1",
		"4R1k1/5ppp/8/8/8/8/8/5K2 b - - 0 1",
	} {
		p := MustParseFEN(fen)
		mated, winner := p.IsCheckmate(), p.Turn().Other()
		v := p.Winnable(context.Background(), winner, WinOptions{Shortest: 10})
		if !mated || !p.CanWin(winner) || p.CanWin(p.Turn()) || p.IsDead() {
			t.Errorf("%s: checkmate = %v, CanWin(%v) = %v, CanWin(%v) = %v, IsDead() = %v", fen, mated, winner, p.CanWin(winner), p.Turn(), p.CanWin(p.Turn()), p.IsDead())
		}
		if v.Proof != "line" || len(v.Line) > 0 || !v.Shortest {
			t.Errorf("%s: Winnable(%v) = %+v, want an empty line", fen, winner, v)
		}
	}
}

// TestIsDead checks that IsDead returns true exactly if neither side can win.
func TestIsDead(t *testing.T) {
	for _, test := range winCases {
		p := MustParseFEN(test.fen + " - - 0 1")
		want := test.want == neither
		if got := p.IsDead(); got != want {
			t.Errorf("%s: IsDead(%q) = %v, want %v", test.name, test.fen, got, want)
		}
		mirrored := MustParseFEN(mirrorFEN(p.FEN()))
		if got := mirrored.IsDead(); got != want {
			t.Errorf("%s, mirrored: IsDead(%q) = %v, want %v", test.name, mirrored.FEN(), got, want)
		}
	}
	// Whether White can win takes longer to find than IsDead looks, and that Black cannot does not matter.
	for _, p := range []Position{MustParseFEN("7k/7P/8/8/7N/2B5/2K5/8 b - - 0 1"), MustParseFEN("4k3/4P3/8/4N3/8/8/K2B4/8 w - - 0 1")} {
		if p.IsDead() || p.Flip().IsDead() {
			t.Errorf("IsDead(%q) = %v, mirrored %v, want false", p.FEN(), p.IsDead(), p.Flip().IsDead())
		}
	}
}

// TestIsDeadAfter checks the results of IsDead before and after a move.
func TestIsDeadAfter(t *testing.T) {
	tests := []struct {
		name, fen, move string
		before, after   bool
	}{
		{"wall closed with check", "8/8/1pk3p1/p2p1pP1/PP1P1P2/2K5/8/8 w - - 0 1", "b4b5", false, true},
		{"wall closed", "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P2/7P/4K3 w - - 0 1", "h2h3", false, true},
		{"last piece captured", "8/8/8/5k2/8/8/3r4/3K4 w - - 0 1", "d1d2", false, true},
		{"last piece not captured", "8/8/8/5k2/8/8/3r4/3K4 w - - 0 1", "d1e1", false, false},
		{"king leaves the corner, pawn can promote", "8/8/8/8/8/8/1p6/K1k5 w - - 0 1", "a1a2", false, false},
		{"forced capture of a pawn", "k7/P1K5/8/8/8/8/8/8 b - - 0 1", "a8a7", true, true},
	}
	for _, test := range tests {
		p := MustParseFEN(test.fen)
		q := lastOf(t, test.fen, test.move)
		if before, after := p.IsDead(), q.IsDead(); before != test.before || after != test.after {
			t.Errorf("%s: IsDead before and after %s in %q = %v, %v, want %v, %v",
				test.name, test.move, test.fen, before, after, test.before, test.after)
		}
	}
}

// TestCanWinInvalid checks that CanWin returns false for the zero Position and for an invalid
// color.
func TestCanWinInvalid(t *testing.T) {
	var zero Position
	if !zero.lacksMaterial(White) {
		t.Error("lacksMaterial(zero Position, White) = false, want true")
	}
	if zero.CanWin(Black) {
		t.Error("CanWin(zero Position, Black) = true, want false")
	}
	if p := StartPosition(); p.CanWin(Color(2)) {
		t.Error("CanWin(start position, Color(2)) = true, want false")
	}
}

// randomArmy returns the letters of up to n random pieces.
func randomArmy(r *rand.Rand, n int) string {
	army := ""
	for range r.IntN(n + 1) {
		army += string("PPNLDRQ"[r.IntN(7)])
	}
	return army
}

// randomEnding returns a playable position with up to three pieces per side in addition to the
// kings.
func randomEnding(r *rand.Rand) Position {
	for {
		p := setUp(r, randomArmy(r, 3), randomArmy(r, 3))
		if q, ok := playable(r, p); ok {
			return q
		}
	}
}

// cornered returns a random ending, or sometimes a pawn wall, with the king of c near a corner and
// the kings at most three squares apart.
func cornered(r *rand.Rand, c Color) Position {
	for {
		p := randomEnding(r)
		if r.IntN(8) == 0 {
			p = randomWall(r)
		}
		corners := BitboardOf(A1, B1, A2, G1, H1, H2, A7, A8, B8, G8, H8, H7)
		if corners.Has(p.King(c)) && p.King(White).distance(p.King(Black)) <= 3 {
			return p
		}
	}
}

// randomWall returns a playable position with two pawns that block each other on most files, and
// with some other pieces.
func randomWall(r *rand.Rand) Position {
	for {
		var p Position
		rank := 1 + r.IntN(5) // rank of the white pawn, where 0 is the first rank
		for file := range 8 {
			white := Square(8*rank + file)
			switch r.IntN(8) {
			case 0, 1, 2: // an empty file
			case 3:
				p.put(WhitePawn, white)
				p.put(BlackPawn, Square(8*(rank+1+r.IntN(6-rank))+file))
			default:
				p.put(WhitePawn, white)
				p.put(BlackPawn, white+8)
			}
			rank = min(max(rank+[]int{-1, 0, 1}[r.IntN(3)], 1), 5)
		}
		pieces := "KkBbBbBbNnRrQqPp"[:2+r.IntN(15)]
		for i, letter := range []byte(pieces) {
			s := Square(r.IntN(64))
			if i >= 2 && r.IntN(3) == 0 || pieceOf(letter).Type() == Pawn && (rank1|rank8).Has(s) {
				continue
			}
			for p.Occupied().Has(s) {
				s = (s + 1) & 63
			}
			if pieceOf(letter).Type() != Pawn || !(rank1 | rank8).Has(s) {
				p.put(pieceOf(letter), s)
			}
		}
		if q, ok := playable(r, p); ok {
			return q
		}
	}
}

// playable returns the given pieces with a random side to move, and reports whether the position is
// valid.
func playable(r *rand.Rand, pieces Position) (Position, bool) {
	fields := strings.Fields(pieces.FEN())
	p, err := ParseFEN(fields[0] + " " + "wb"[r.IntN(2):][:1] + " - - 0 1")
	return p, err == nil
}

// disturbed returns a playable position that differs from one of the winCases on up to three
// squares, and possibly in the side to move.
func disturbed(r *rand.Rand) Position {
	for {
		p := MustParseFEN(winCases[r.IntN(len(winCases))].fen + " - - 0 1")
		for range 1 + r.IntN(3) {
			s, piece := Square(r.IntN(64)), pieceOf("PPppNnBbRrQq"[r.IntN(12)])
			if old := p.PieceAt(s); old != NoPiece && old.Type() != King {
				p.remove(old, s)
			} else if old == NoPiece && !(piece.Type() == Pawn && (rank1 | rank8).Has(s)) {
				p.put(piece, s)
			}
		}
		if q, ok := playable(r, p); ok {
			return q
		}
	}
}

// randomPosition returns a random ending, a pawn wall, or a disturbed case.
func randomPosition(r *rand.Rand) Position {
	kinds := []func(*rand.Rand) Position{randomEnding, randomWall, disturbed, disturbed}
	return kinds[r.IntN(len(kinds))](r)
}

// playout plays at most n random moves from p and returns all positions, including p. If a move
// gives checkmate, it plays that move.
func playout(r *rand.Rand, p Position, n int) []Position {
	line := []Position{p}
	for range n {
		moves := p.LegalMoves()
		if len(moves) == 0 {
			break
		}
		next := p.After(moves[r.IntN(len(moves))])
		for _, m := range moves {
			if q := p.After(m); q.IsCheckmate() {
				next = q
				break
			}
		}
		p = next
		line = append(line, p)
	}
	return line
}

// checkMated reports whether line ends in checkmate. If it does, checkMated checks that no position
// of the line is reported as dead or as unwinnable for the winner. It calls winProof, which is
// slow, only for every 16th position.
func checkMated(t *testing.T, line []Position) (mated bool) {
	t.Helper()
	last := &line[len(line)-1]
	if !last.IsCheckmate() {
		return false
	}
	winner := last.Turn().Other()
	for i := range line {
		p := &line[i]
		switch {
		case p.lacksMaterial(winner):
			t.Errorf("lacksMaterial(%q, %v) = true, want false: the game ends in checkmate in %q",
				p.FEN(), winner, last.FEN())
		case p.isHopeless(winner):
			t.Errorf("isHopeless(%q, %v) = true, want false: the game ends in checkmate in %q",
				p.FEN(), winner, last.FEN())
		case p.IsDead():
			t.Errorf("IsDead(%q) = true, want false: the game ends in checkmate in %q", p.FEN(), last.FEN())
		case i%16 == 0 && p.winProof(300, ample(), winner) > proofByLine:
			t.Errorf("winProof(%q, %v) is a proof, want a line or none: the game ends in checkmate in %q",
				p.FEN(), winner, last.FEN())
		}
	}
	return true
}

// TestMatedByChance plays random games and checks that no position before a checkmate is reported
// as dead or unwinnable.
func TestMatedByChance(t *testing.T) {
	r := newTestRand(t)
	mates := 0
	for range shorter(2500) {
		if checkMated(t, playout(r, randomPosition(r), 60)) {
			mates++
		}
	}
	for range shorter(100) {
		if checkMated(t, playout(r, StartPosition(), 300)) {
			mates++
		}
	}
	if t.Logf("%d checkmates", mates); mates < shorter(300) {
		t.Errorf("%d random games ended in checkmate, want at least %d", mates, shorter(300))
	}
}

// shortestMate searches at most n positions breadth first. It returns the line from p to the
// nearest checkmate by c, or nil if it finds none.
func shortestMate(p Position, c Color, n int) []Position {
	found, from := []Position{p}, []int{0}
	seen := map[uint64]bool{p.Hash(): true}
	for i := 0; i < len(found); i++ {
		if p := found[i]; p.Turn() != c && p.IsCheckmate() {
			line := []Position{p}
			for ; i > 0; i = from[i] {
				line = append([]Position{found[from[i]]}, line...)
			}
			return line
		}
		for m := range found[i].Moves() {
			if q := found[i].After(m); !seen[q.Hash()] && len(found) < n {
				seen[q.Hash()] = true
				found, from = append(found, q), append(from, i)
			}
		}
	}
	return nil
}

// TestHelpmates searches for helpmates from random positions and checks that no position before a
// checkmate is reported as dead or unwinnable.
func TestHelpmates(t *testing.T) {
	r := newTestRand(t)
	mates := 0
	for range shorter(2000) {
		c := Color(r.IntN(2))
		p := cornered(r, c.Other())
		line := shortestMate(p, c, 500)
		if line != nil && checkMated(t, line) {
			mates++
		}
	}
	if t.Logf("%d helpmates", mates); mates < shorter(120) {
		t.Errorf("found %d helpmates, want at least %d", mates, shorter(120))
	}
}

// TestReach plays random games and checks that each piece stays within its reach.
func TestReach(t *testing.T) {
	r := newTestRand(t)
	games := 0
	for range shorter(20_000) {
		p := randomPosition(r)
		if p.Castling() != 0 {
			continue
		}
		var bounds reach
		bounds.find(&p, true)
		games++
		followPieces(t, r, &p, &bounds)
	}
	if t.Logf("%d games", games); games < shorter(3000) {
		t.Errorf("TestReach played %d games, want at least %d", games, shorter(3000))
	}
}

// TestEnPassantOpensWall checks that a pawn wall is not dead if an en passant capture can open it.
func TestEnPassantOpensWall(t *testing.T) {
	for _, test := range []struct {
		fen  string
		dead bool
	}{
		{"4k3/8/1p6/pPp1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", true},
		{"4k3/8/1p6/pPp1p1p1/P1P1P1P1/8/8/4K3 w - a6 0 1", false},
	} {
		p := MustParseFEN(test.fen)
		if got := p.IsDead(); got != test.dead {
			t.Errorf("IsDead(%q) = %v, want %v", test.fen, got, test.dead)
		}
		if got := p.CanWin(White); got != !test.dead {
			t.Errorf("CanWin(%q, White) = %v, want %v", test.fen, got, !test.dead)
		}
	}
}

// followPieces plays a random game from start and checks that every move agrees with bounds. It
// tracks each piece by its square in start.
func followPieces(t *testing.T, r *rand.Rand, start *Position, bounds *reach) {
	t.Helper()
	var origin [64]Square
	for s := range start.Occupied().Squares() {
		origin[s] = s
	}
	line := playout(r, *start, 50)
	for i := range line[1:] {
		p, q := &line[i], &line[i+1]
		left := p.ByColor(p.Turn()) &^ q.Occupied()
		reached := q.ByColor(p.Turn()) &^ p.ByColor(p.Turn())
		from, to := left.First(), reached.First()
		captured := p.ByColor(q.Turn()) &^ q.ByColor(q.Turn())
		piece := origin[from]
		switch {
		case !bounds.squares[piece].Has(to):
			t.Errorf("piece on %v of %q reaches %v in %q, want a square of %v",
				piece, start.FEN(), to, q.FEN(), bounds.squares[piece])
		case captured != 0 && !bounds.taken[p.Turn()].Has(to):
			t.Errorf("capture on %v between %q and %q, want one of the squares %v",
				to, start.FEN(), q.FEN(), bounds.taken[p.Turn()])
		case captured != 0 && bounds.fixed.Has(origin[captured.First()]):
			t.Errorf("fixed piece on %v of %q is captured on %v in %q",
				origin[captured.First()], start.FEN(), captured, q.FEN())
		}
		origin[to] = piece
	}
	if last := &line[len(line)-1]; last.IsCheckmate() && !bounds.mayMate(last.Turn().Other()) {
		t.Errorf("mayMate(%v) in %q = false, want true: the game ends in checkmate in %q",
			last.Turn().Other(), start.FEN(), last.FEN())
	}
}

// TestWinnableLaws checks that CanWin, IsDead, isHopeless, and winProof agree with each other in
// random positions.
func TestWinnableLaws(t *testing.T) {
	r := newTestRand(t)
	dead := 0
	for range shorter(5000) {
		p := randomPosition(r)
		mirrored := MustParseFEN(mirrorFEN(p.FEN()))
		for _, c := range []Color{White, Black} {
			if got, want := mirrored.isHopeless(c.Other()), p.isHopeless(c); got != want {
				t.Errorf("isHopeless(%q, %v) = %v, want %v, as in the mirror image %q",
					mirrored.FEN(), c.Other(), got, want, p.FEN())
			}
			if p.IsDead() && p.CanWin(c) {
				t.Errorf("CanWin(%q, %v) = true, want false because IsDead returns true", p.FEN(), c)
			}
			if !p.isHopeless(c) {
				continue
			}
			for m := range p.Moves() {
				if q := p.After(m); q.winProof(100, ample(), c) == proofByLine {
					t.Errorf("winProof(%q, %v) = line, want another proof or undecided: isHopeless is true in %q",
						q.FEN(), c, p.FEN())
				}
			}
		}
		if p.IsDead() {
			dead++
		}
	}
	if t.Logf("%d dead positions", dead); dead < shorter(200) {
		t.Errorf("IsDead is true for %d random positions, want at least %d", dead, shorter(200))
	}
}

// FuzzWinnable plays random games from any position and makes the checks of TestMatedByChance and
// TestReach.
func FuzzWinnable(f *testing.F) {
	for i, test := range winCases {
		f.Add(test.fen+" - - 0 1", uint64(i))
	}
	f.Fuzz(func(t *testing.T, fen string, seed uint64) {
		p, err := ParseFEN(fen)
		if err != nil {
			return
		}
		r := rand.New(rand.NewPCG(seed, 0))
		checkMated(t, playout(r, p, 100))
		if p.Castling() == 0 {
			var bounds reach
			bounds.find(&p, true)
			followPieces(t, r, &p, &bounds)
		}
	})
}

// seekMates plays games in which both sides help c, from p and from the positions after a few
// random moves. It checks that the lines that it finds are legal and end in checkmate, and that
// Winnable and IsDead agree with them. It returns the number of lines.
func seekMates(t *testing.T, r *rand.Rand, p Position, c Color, games int) int {
	t.Helper()
	found := 0
	for _, q := range playout(r, p, 6) {
		if !q.HasLegalMove() {
			break
		}
		seeker := mateSeeker{effort: ample()}
		seeker.start(&q, c)
		seeker.seed = r.Uint32()
		seeker.reset()
		if !seeker.seek(games) && !seeker.explore(context.Background(), 50*games) {
			continue
		}
		found++
		checkVerdict(t, q, c, WinVerdict{Proof: "line", CanWin: true, Line: seeker.line()})
		if p.IsDead() {
			t.Errorf("IsDead(%q) = true, want false: %v can win from %q by %v", p.FEN(), c, q.FEN(), seeker.line())
		}
		if v := p.Winnable(context.Background(), c, WinOptions{Positions: 2000}); v.Proof != "" && !v.CanWin {
			t.Errorf("Winnable(%q, %v).Proof = %v, want a line: %v can win from %q by %v",
				p.FEN(), c, v.Proof, c, q.FEN(), seeker.line())
		}
	}
	return found
}

// TestSeeker checks that the lines of mateSeeker are legal and end in checkmate, and that Winnable
// agrees with them.
func TestSeeker(t *testing.T) {
	r := newTestRand(t)
	found := 0
	for i := range shorter(300) {
		p := randomBlocked(r)
		if i%2 == 0 {
			p = randomPosition(r)
		}
		for _, c := range []Color{White, Black} {
			found += seekMates(t, r, p, c, 4)
		}
	}
	if t.Logf("%d lines", found); found < shorter(1000) {
		t.Errorf("games found %d lines, want at least %d", found, shorter(1000))
	}
}

// FuzzUnwinnable looks for checkmates in positions that Winnable or IsDead calls unwinnable or
// dead.
func FuzzUnwinnable(f *testing.F) {
	for i, test := range winCases {
		f.Add(test.fen+" - - 0 1", uint64(i))
	}
	for i, fen := range sealedCases {
		f.Add(fen, uint64(i))
	}
	f.Fuzz(func(t *testing.T, fen string, seed uint64) {
		p, err := ParseFEN(fen)
		if err != nil {
			return
		}
		r := rand.New(rand.NewPCG(seed, 0))
		for _, c := range []Color{White, Black} {
			if v := p.Winnable(context.Background(), c, WinOptions{Positions: 2000}); v.Proof != "" && !v.CanWin {
				seekMates(t, r, p, c, 40)
			}
		}
	})
}

// deadBenchmarks are ordinary positions and some in which IsDead does more work.
var deadBenchmarks = []struct {
	name, fen string
	allocates bool // whether IsDead may allocate memory
}{
	{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false},
	{"middlegame", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", false},
	{"in check", "r1b1kbnr/ppp2ppp/2n5/4q3/8/2N5/PPP2PPP/R1BQKBNR w KQkq - 0 1", false},
	{"in check, one reply", "r4rk1/pp3ppp/8/8/8/5N2/PP3PPP/3q2K1 w - - 0 1", false},
	{"rook ending", "8/5pk1/6p1/7p/7P/2r3P1/5PK1/R7 w - - 0 1", false},
	{"queen against king", "8/8/3k4/8/8/8/1QK5/8 b - - 0 1", false},
	{"pawn ending", "8/5pk1/6p1/7p/7P/6P1/5PK1/8 w - - 0 1", false},
	{"wall", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", false},
	{"cage", "Bb1k1b2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8 w - - 0 1", true},
}

// TestIsDeadAllocates checks that IsDead allocates no memory, except in the positions marked in
// deadBenchmarks.
func TestIsDeadAllocates(t *testing.T) {
	for _, test := range deadBenchmarks {
		p := MustParseFEN(test.fen)
		got := testing.AllocsPerRun(100, func() { sinkBool = p.IsDead() })
		if !test.allocates && got != 0 {
			t.Errorf("%s: IsDead makes %v allocations, want 0", test.name, got)
		}
	}
}

func BenchmarkIsDead(b *testing.B) {
	for _, test := range deadBenchmarks {
		b.Run(test.name, func(b *testing.B) {
			p := MustParseFEN(test.fen)
			b.ReportAllocs()
			for b.Loop() {
				sinkBool = p.IsDead()
			}
		})
	}
}

func BenchmarkCanWin(b *testing.B) {
	for _, test := range []struct{ name, fen string }{
		{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
		{"wall", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"},
		{"search to the end", "1k6/1P5p/BP3p2/1P6/8/8/5PKP/8 b - - 0 1"},
		{"search to the budget", "8/8/3k4/8/8/8/2pN4/2K5 b - - 0 1"},
	} {
		b.Run(test.name, func(b *testing.B) {
			p := MustParseFEN(test.fen)
			b.ReportAllocs()
			for b.Loop() {
				sinkBool = p.CanWin(White)
			}
		})
	}
}

// checkVerdict checks that a verdict of Winnable is consistent: a line must be legal and end in
// checkmate by c, and CanWin must agree.
func checkVerdict(t *testing.T, p Position, c Color, v WinVerdict) {
	t.Helper()
	switch v.Proof {
	case "line":
		q := p
		for i, m := range v.Line {
			if err := q.Play(m); err != nil {
				t.Errorf("Winnable(%q, %v).Line = %v, want legal moves: move %d: %v", p.FEN(), c, v.Line, i, err)
				return
			}
		}
		if !v.CanWin || !q.IsCheckmate() || q.Turn() == c {
			t.Errorf("Winnable(%q, %v) = %+v, want CanWin and a line to checkmate: the line ends in %q",
				p.FEN(), c, v, q.FEN())
		}
	default:
		if v.CanWin || v.Line == nil || len(v.Line) > 0 {
			t.Errorf("Winnable(%q, %v) = %+v, want no CanWin and no Line with this Proof", p.FEN(), c, v)
		}
	}
	if got, want := p.CanWin(c), v.CanWin || v.Proof == ""; got != want {
		t.Errorf("CanWin(%q, %v) = %v, want %v, since the proof of Winnable is %v", p.FEN(), c, got, want, v.Proof)
	}
}

// TestWinnable checks that Winnable decides each of winCases and that its verdicts are consistent.
func TestWinnable(t *testing.T) {
	for _, test := range winCases {
		p := MustParseFEN(test.fen + " - - 0 1")
		for _, c := range []Color{White, Black} {
			v := p.Winnable(context.Background(), c, WinOptions{})
			if v.Proof == "" {
				t.Errorf("%s: Winnable(%q, %v).Proof = undecided, want a proof", test.name, test.fen, c)
			}
			checkVerdict(t, p, c, v)
		}
	}
}

// TestWinnableSums checks what the questions about winCases, sealedCases, and random positions cost in
// all, by the kind of proof. Any change of a search changes these sums. If the change is intended,
// write the new ones here.
func TestWinnableSums(t *testing.T) {
	var positions []Position
	for _, fen := range sealedCases {
		positions = append(positions, MustParseFEN(fen))
	}
	for _, test := range winCases {
		positions = append(positions, MustParseFEN(test.fen+" - - 0 1"))
	}
	for r := rand.New(rand.NewPCG(3, 3)); len(positions) < 400; {
		positions = append(positions, randomBlocked(r), randomSealed(r), randomPosition(r), randomEnding(r))
	}
	type sums struct{ Questions, Positions, Plies, Dead int }
	got := map[string]sums{}
	for _, p := range positions {
		for _, c := range []Color{White, Black} {
			v := p.Winnable(context.Background(), c, WinOptions{Positions: deadBudget + 1, Shortest: 500})
			s := got[v.Proof]
			if p.IsDead() {
				s.Dead++
			}
			got[v.Proof] = sums{s.Questions + 1, s.Positions + v.Positions, s.Plies + len(v.Line), s.Dead}
		}
	}
	want := map[string]sums{
		"":         {Questions: 3, Positions: 247_899},
		"line":     {Questions: 619, Positions: 1_532_615, Plies: 9881},
		"material": {Questions: 98, Dead: 46},
		"reach":    {Questions: 29, Positions: 2280, Dead: 28},
		"search":   {Questions: 36, Positions: 99_272, Dead: 28},
		"regions":  {Questions: 21, Positions: 15_914, Dead: 20},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("sums by proof (-want +got):\n%s", diff)
	}
}

// TestWinnableProofs checks which kind of proof Winnable finds for White.
func TestWinnableProofs(t *testing.T) {
	for _, test := range []struct {
		name, fen string
		positions int
		want      string
	}{
		{"two rooks", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 0, "line"},
		{"lone king", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", 0, "material"},
		{"wall", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", 0, "reach"},
		{"wall, castling is never possible", "2k5/8/8/3B4/2Bp1p1p/1BpP1P1P/2P1BPBP/3BKBNR w K - 0 1", 0, "reach"},
		{"stalemate", "k7/P7/K7/8/8/8/8/QR6 b - - 0 1", 0, "search"},
		{"search to the end", "1k6/1P5p/BP3p2/1P6/8/8/5PKP/8 b - - 0 1", 0, "search"},
		{"bishops behind a wall", "8/b1b5/k6p/2b2p1P/1b3p2/5PpK/6P1/8 w - - 0 1", 0, "regions"},
		{"default number of positions", "1k6/1P5p/BP3p2/1P6/8/8/5PKP/8 b - - 0 1", -1, "search"},
		{"any number of positions", "1k6/1P5p/BP3p2/1P6/8/8/5PKP/8 b - - 0 1", math.MaxInt, "search"},
		{"too few positions", "1k6/1P5p/BP3p2/1P6/8/8/5PKP/8 b - - 0 1", 1, ""},
	} {
		p := MustParseFEN(test.fen)
		v := p.Winnable(context.Background(), White, WinOptions{Positions: test.positions})
		if v.Proof != test.want {
			t.Errorf("%s: Winnable(%q, White).Proof = %v, want %v", test.name, test.fen, v.Proof, test.want)
		}
	}
}

// TestWinnableShortest checks the length of the shortest line against a breadth-first search, and
// that a search that cannot be completed says so.
func TestWinnableShortest(t *testing.T) {
	for _, test := range []struct {
		name, fen string
		positions int
		plies     int // -1 if the search cannot be completed
	}{
		{"already checkmate", "k7/1Q6/1K6/8/8/8/8/8 b", 1000, 0},
		{"mate in one", "k7/8/1K6/8/8/8/8/7R w", 1000, 1},
		{"forced moves", "k7/8/1K6/8/8/8/7P/8 b", 100_000, 10},
		{"fool's mate", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", 200_000, 4},
		{"too few positions", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", 100, -1},
	} {
		p := MustParseFEN(test.fen + " - - 0 1")
		c := White
		if test.fen[0] == 'r' {
			c = Black
		}
		v := p.Winnable(context.Background(), c, WinOptions{Shortest: test.positions})
		checkVerdict(t, p, c, v)
		if v.Shortest != (test.plies >= 0) || v.Shortest && len(v.Line) != test.plies {
			t.Errorf("%s: Winnable(%q, %v): Shortest = %v with a line of %d plies, want %d", test.name, test.fen, c, v.Shortest, len(v.Line), test.plies)
		}
	}
	r := newTestRand(t)
	for range shorter(100) {
		c := Color(r.IntN(2))
		p := cornered(r, c.Other())
		line := shortestMate(p, c, 300)
		if v := p.Winnable(context.Background(), c, WinOptions{Shortest: 20_000}); line != nil && v.Shortest {
			checkVerdict(t, p, c, v)
			if len(v.Line) != len(line)-1 {
				t.Errorf("Winnable(%q, %v) with Shortest: %d plies, want %d", p.FEN(), c, len(v.Line), len(line)-1)
			}
		}
	}
}

// TestWinnableStops checks that Winnable leaves the question undecided if its context is done or
// its color is invalid, and that it then looks for no shortest line.
func TestWinnableStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := MustParseFEN("1k6/1P1p1p1p/BP6/1P6/8/8/3P1PKP/8 w - - 0 1")
	if v := p.Winnable(ctx, Black, WinOptions{Positions: 1 << 20}); v.Proof != "" {
		t.Errorf("Winnable with a canceled context: Proof = %v, want undecided", v.Proof)
	}
	for fen, c := range map[string]Color{
		"8/pkp5/4p3/8/P5p1/2P3pb/P3P1p1/7K w - - 0 1":     White,
		"4Bb1k/6b1/1p1p1p1p/1P1P1P1P/8/2K5/8/8 b - - 0 1": White,
		"8/8/2k5/8/1p1p1p1p/1PbP1P1P/6B1/3K1B2 w - - 0 1": Black, // games would find a line
	} {
		if v := MustParseFEN(fen).Winnable(ctx, c, WinOptions{}); v.Proof != "" {
			t.Errorf("Winnable(%q, %v) with a canceled context: Proof = %v, want undecided", fen, c, v.Proof)
		}
	}
	if v := StartPosition().Winnable(ctx, White, WinOptions{Shortest: 200_000}); !v.CanWin || v.Shortest {
		t.Errorf("Winnable with a canceled context = %+v, want a line that need not be the shortest", v)
	}
	if v := p.Winnable(context.Background(), Color(2), WinOptions{}); v.Proof != "" || v.CanWin {
		t.Errorf("Winnable with Color(2) = %+v, want undecided", v)
	}
}

// TestWinnableBounds checks what the most expensive known questions and a cheap one cost, and that
// their lines are short enough to be read.
func TestWinnableBounds(t *testing.T) {
	for _, test := range []struct {
		fen              string
		c                Color
		proof            string
		positions, plies int
	}{
		{"8/pkp5/4p3/8/P5p1/2P3pb/P3P1p1/7K w - - 0 1", White, "line", 186_289, 33},
		{"8/5b1b/p6k/2p2b2/P1p5/KpP5/1P6/8 b - - 0 1", Black, "", 182_631, 0},
		{"4Bb1k/6b1/1p1p1p1p/1P1P1P1P/8/2K5/8/8 b - - 0 1", White, "line", 173_684, 46},
		{"7b/1k5B/7b/8/1p1p1p1p/1PpP1P1P/2P3K1/N1b5 w - - 0 1", White, "line", 7499, 23},
		{"4B3/p1p1p1p1/PpPpPpPp/1PbB1pkP/3b2B1/1r6/8/4K3 w - - 0 1", White, "line", 75_206, 7}, // games find a shorter line
		{"8/8/2k5/8/1p1p1p1p/1PbP1P1P/6B1/3K1B2 w - - 0 1", Black, "line", 17_805, 28},         // games from many positions
		{"8/2B5/8/p7/4P3/1P6/p1pP1P2/k1K5 w - - 0 1", White, "line", 223, 1},                   // mate in one
		{"3R4/8/8/8/8/7B/PP5p/K2r3k w - - 0 1", White, "line", 0, 1},                           // the reply to a check is checkmate
	} {
		p := MustParseFEN(test.fen)
		v := p.Winnable(context.Background(), test.c, WinOptions{})
		checkVerdict(t, p, test.c, v)
		if v.Proof != test.proof || v.Positions != test.positions || len(v.Line) != test.plies {
			t.Errorf("Winnable(%q, %v): proof %v, %d positions, line of %d plies, want %v, %d, %d",
				test.fen, test.c, v.Proof, v.Positions, len(v.Line), test.proof, test.positions, test.plies)
		}
	}
}

// solve determines by brute force which sides can win. It plays all moves breadth first. If it
// reaches more than n positions before the answer is known, ok is false.
func solve(p Position, n int) (can [2]bool, ok bool) {
	seen := map[PositionKey]bool{p.Key(): true}
	queue := []Position{p}
	for len(queue) > 0 {
		p, queue = queue[0], queue[1:]
		moves := p.LegalMoves()
		if len(moves) == 0 && p.InCheck() {
			can[p.Turn().Other()] = true
			if can[0] && can[1] {
				return can, true
			}
		}
		for _, m := range moves {
			q := p.After(m)
			if seen[q.Key()] {
				continue
			}
			if len(seen) >= n {
				return can, false
			}
			seen[q.Key()] = true
			queue = append(queue, q)
		}
	}
	return can, true
}

// randomBlocked returns a playable position in which few pieces can move: blocked pawns, the kings,
// and at most two other pieces, often bishops on squares of one color.
func randomBlocked(r *rand.Rand) Position {
	for {
		var p Position
		put := func(piece Piece, s Square) {
			if !p.Occupied().Has(s) && !(piece.Type() == Pawn && promotes.Has(s)) {
				p.put(piece, s)
			}
		}
		put(WhiteKing, Square(r.IntN(64)))
		for p.Occupied().Count() < 2 {
			put(BlackKing, Square(r.IntN(64)))
		}
		for range 2 + r.IntN(7) {
			s := Square(8 + r.IntN(40))
			if !p.Occupied().Has(s) && !p.Occupied().Has(s+8) {
				put(WhitePawn, s)
				put(BlackPawn, s+8)
			}
		}
		dark := r.IntN(2) == 0
		for range r.IntN(3) {
			s, piece := Square(r.IntN(64)), pieceOf("BBbbNnPp"[r.IntN(8)])
			if piece.Type() == Bishop && LightSquares.Has(s) == dark {
				continue
			}
			put(piece, s)
		}
		if q, ok := playable(r, p); ok {
			return q
		}
	}
}

// TestWinnableSolved checks that Winnable and IsDead agree with brute force in positions that brute
// force can solve.
func TestWinnableSolved(t *testing.T) {
	r := newTestRand(t)
	solved, lost := 0, 0
	for i := range deep.Times(shorter(1000), 4) {
		p := randomBlocked(r)
		if i%4 == 0 {
			p = randomPosition(r)
		}
		can, ok := solve(p, 3000)
		for _, c := range []Color{White, Black} {
			if !ok && !can[c] {
				continue
			}
			solved++
			v := p.Winnable(context.Background(), c, WinOptions{})
			if v.Proof != "" && v.CanWin != can[c] {
				t.Errorf("Winnable(%q, %v).CanWin = %v with proof %v, want %v", p.FEN(), c, v.CanWin, v.Proof, can[c])
			}
			if !can[c] {
				lost++
				if v.Proof == "" {
					t.Errorf("Winnable(%q, %v).Proof = undecided, want a proof that the side cannot win", p.FEN(), c)
				}
			}
			checkVerdict(t, p, c, v)
		}
		if ok && (can[White] || can[Black]) && p.IsDead() {
			t.Errorf("IsDead(%q) = true, want false", p.FEN())
		}
	}
	if t.Logf("%d questions, %d of them unwinnable", solved, lost); lost < deep.Times(shorter(8), 4) {
		t.Errorf("%d questions were unwinnable, want at least %d", lost, deep.Times(shorter(8), 4))
	}
}

// TestPlansReplay checks that the lines of plans from random positions are legal and end in
// checkmate. Half of the plans have more time than CanWin gives them. With -deep, the test takes
// ten times as many positions.
func TestPlansReplay(t *testing.T) {
	r := newTestRand(t)
	found, n := 0, shorter(20_000)
	if *deepFlag {
		n *= 10
	}
	for range n {
		p := randomBlocked(r)
		switch r.IntN(8) {
		case 0, 1, 2:
			p = randomEnding(r)
		case 3, 4:
			p = randomPosition(r)
		case 5, 6:
			p = StartPosition()
		}
		length := 8
		if p.Occupied().Count() > 16 {
			length = 120
		}
		line := playout(r, p, r.IntN(length))
		p = line[len(line)-1]
		for _, c := range []Color{White, Black} {
			plan := matePlan{winner: c, plies: maxPlan, nodes: []int{planNodes, 1000}[r.IntN(2)]}
			if plan.answer(&p) {
				found++
				slices.Reverse(plan.line)
				checkVerdict(t, p, c, WinVerdict{Proof: "line", CanWin: true, Line: plan.line})
			}
		}
	}
	if t.Logf("%d lines", found); found < n/2 {
		t.Errorf("plans found %d lines, want at least %d", found, n/2)
	}
}

// TestHardCases checks the verdicts of Winnable in positions that other programs get wrong or leave
// undecided.
func TestHardCases(t *testing.T) {
	for _, test := range []struct {
		fen  string
		want chances
	}{
		{"8/b1b5/k6p/2b2p1P/1b3p2/5PpK/6P1/8 w - - 0 1", neither},
		{"4k3/8/3p1p2/3PbP2/3bBp2/3P1P2/4B3/4K3 w - - 0 1", both},
		{"8/1p2B1B1/1PpB1B2/k1P5/p1P5/P7/5K2/8 w - - 0 1", neither},
		{"2k5/8/8/3B4/2Bp1p1p/1BpP1P1P/2P1BPBP/3BKBNR w K - 0 1", neither},
		{"k7/1p6/1Pp5/n1P5/N1p5/1pP1B3/1P1B4/K7 w - - 0 1", neither},
		{"8/p6p/5kp1/5pP1/5P1K/1r5P/8/8 b - - 0 1", neither},
		{"8/p2p4/Pk1P4/RP1p4/PKpP4/1pP5/1P6/1b6 w - - 0 1", both},
		{"1k6/1P1p1p1p/BP6/1P6/8/8/3P1PKP/8 w - - 0 1", whiteOnly},
	} {
		p := MustParseFEN(test.fen)
		got := chances("")
		for _, c := range []Color{White, Black} {
			v := p.Winnable(context.Background(), c, WinOptions{})
			checkVerdict(t, p, c, v)
			if v.CanWin {
				got += chances(c.String()[:1])
			} else if v.Proof == "" {
				got += "?"
			}
		}
		if got != test.want {
			t.Errorf("Winnable(%q): sides that can win = %q, want %q", test.fen, got, test.want)
		}
	}
}
