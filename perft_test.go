package chess

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/shakki/chess/internal/deep"
)

// A perftCase is a position from testdata/perft.txt or testdata/perft960.txt with its node counts.
type perftCase struct {
	name, fen string
	counts    []perftCount
}

// A perftCount is the number of leaf nodes at a depth in plies.
type perftCount struct {
	depth int
	nodes uint64
}

// TestPerft checks the node counts of all cases. It skips large counts unless -deep is set.
func TestPerft(t *testing.T) {
	limit := uint64(shorter(500_000))
	if *deepFlag {
		limit = 1 << 62
	}
	for _, c := range allPerftCases(t) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := MustParseFEN(c.fen)
			for _, want := range c.counts {
				if want.nodes > limit {
					break
				}
				if got := Perft(p, want.depth); got != want.nodes {
					t.Fatalf("Perft(%q, %d) = %d, want %d", c.fen, want.depth, got, want.nodes)
				}
			}
		})
	}
}

func TestPerftDepthZero(t *testing.T) {
	p := StartPosition()
	for _, depth := range []int{0, -1} {
		if got := Perft(p, depth); got != 1 {
			t.Errorf("Perft(%q, %d) = %d, want 1", p.FEN(), depth, got)
		}
	}
}

// TestPerftCases checks that the perft cases are different positions and include enough Chess960
// positions.
func TestPerftCases(t *testing.T) {
	seen := map[string]string{}
	chess960 := 0
	for _, c := range allPerftCases(t) {
		if other, ok := seen[c.fen]; ok {
			t.Errorf("cases %q and %q have the same position", other, c.name)
		}
		seen[c.fen] = c.name
		if p := MustParseFEN(c.fen); p.IsChess960() {
			chess960++
		}
	}
	if chess960 < 30 {
		t.Errorf("found %d Chess960 cases, want at least 30", chess960)
	}
}

// allPerftCases returns the cases of both files.
func allPerftCases(t *testing.T) []perftCase {
	t.Helper()
	return append(readPerftCases(t, "testdata/perft.txt"), readPerftCases(t, "testdata/perft960.txt")...)
}

// readPerftCases returns the cases of one file. A case is a block of three lines, and empty lines
// separate the blocks.
func readPerftCases(t *testing.T, name string) []perftCase {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var cases []perftCase
	var block []string
	scanner := bufio.NewScanner(file)
	for line := 1; ; line++ {
		more := scanner.Scan()
		text := scanner.Text()
		switch {
		case strings.HasPrefix(text, "#"):
		case text != "":
			block = append(block, text)
		case len(block) > 0:
			c, err := parsePerftCase(block)
			if err != nil {
				t.Fatalf("%s:%d: %v", name, line, err)
			}
			cases = append(cases, c)
			block = nil
		}
		if !more {
			break
		}
	}
	if err := scanner.Err(); err != nil || len(cases) == 0 {
		t.Fatalf("%s: read %d cases, error %v, want at least one case and no error", name, len(cases), err)
	}
	return cases
}

// parsePerftCase parses a block of three lines: a name, a FEN, and counts such as "1:20 2:400".
func parsePerftCase(block []string) (perftCase, error) {
	if len(block) != 3 {
		return perftCase{}, fmt.Errorf("case has %d lines, want 3", len(block))
	}
	c := perftCase{name: block[0], fen: block[1]}
	for _, field := range strings.Fields(block[2]) {
		depth, nodes, _ := strings.Cut(field, ":")
		d, err := strconv.Atoi(depth)
		if err != nil {
			return c, err
		}
		n, err := strconv.ParseUint(nodes, 10, 64)
		if err != nil {
			return c, err
		}
		c.counts = append(c.counts, perftCount{d, n})
	}
	_, err := ParseFEN(c.fen)
	return c, err
}

// TestNodeLaws checks nodeLaws in the first positions of the move tree of every perft case, in
// breadth-first order.
func TestNodeLaws(t *testing.T) {
	nodes := deep.Times(shorter(40), 25)
	for _, c := range allPerftCases(t) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			queue := []Position{MustParseFEN(c.fen)}
			for i := 0; i < len(queue) && i < nodes && !t.Failed(); i++ {
				moves := queue[i].LegalMoves()
				for _, law := range nodeLaws {
					law(t, queue[i], moves)
				}
				for _, m := range moves {
					queue = append(queue, queue[i].After(m))
				}
			}
		})
	}
}

// A nodeLaw checks a property that every position with its list of legal moves must have.
type nodeLaw func(t *testing.T, p Position, moves []Move)

var nodeLaws = []nodeLaw{
	lawOfCounts, lawOfKinds, lawOfSquares, lawOfChecks, lawOfPieces, lawOfState, lawOfMirror,
}

// lawOfCounts checks that the methods that depend on the number of moves agree with the list of
// moves.
func lawOfCounts(t *testing.T, p Position, moves []Move) {
	if got, want := p.HasLegalMove(), len(moves) > 0; got != want {
		t.Errorf("HasLegalMove(%q) = %v, want %v", p.FEN(), got, want)
	}
	if got, want := Perft(p, 1), uint64(len(moves)); got != want {
		t.Errorf("Perft(%q, 1) = %v, want %v", p.FEN(), got, want)
	}
	if got, want := p.IsCheckmate(), len(moves) == 0 && p.InCheck(); got != want {
		t.Errorf("IsCheckmate(%q) = %v, want %v", p.FEN(), got, want)
	}
	if got, want := p.IsStalemate(), len(moves) == 0 && !p.InCheck(); got != want {
		t.Errorf("IsStalemate(%q) = %v, want %v", p.FEN(), got, want)
	}
	if got := slices.Collect(p.Moves()); !slices.Equal(got, moves) {
		t.Errorf("Moves(%q) = %v, want %v", p.FEN(), got, moves)
	}
}

// lawOfKinds checks that every move is listed either as a capture or promotion or as a quiet move.
func lawOfKinds(t *testing.T, p Position, moves []Move) {
	sharp, quiet := p.AppendCaptures(nil), p.AppendQuietMoves(nil)
	for _, m := range sharp {
		if !p.isCapture(m) && m.Promotion() == NoPieceType {
			t.Errorf("AppendCaptures(%q) lists %v, which neither captures nor promotes", p.FEN(), m)
		}
	}
	for _, m := range quiet {
		if p.isCapture(m) || m.Promotion() != NoPieceType {
			t.Errorf("AppendQuietMoves(%q) lists %v, which captures or promotes", p.FEN(), m)
		}
	}
	if diff := moveListDiff(append(sharp, quiet...), moves); diff != "" {
		t.Errorf("captures and quiet moves of %q: %s", p.FEN(), diff)
	}
}

// lawOfSquares checks that the moves from all squares together are all legal moves, and that
// AppendMovesFrom lists only moves from the given square.
func lawOfSquares(t *testing.T, p Position, moves []Move) {
	var got []Move
	for s := A1; s <= NoSquare; s++ {
		from := p.AppendMovesFrom(nil, s)
		for _, m := range from {
			if m.From() != s {
				t.Errorf("AppendMovesFrom(%q, %v) lists %v, which starts on another square", p.FEN(), s, m)
			}
		}
		got = append(got, from...)
	}
	if diff := moveListDiff(got, moves); diff != "" {
		t.Errorf("moves from all squares of %q: %s", p.FEN(), diff)
	}
}

// lawOfChecks checks that GivesCheck agrees with InCheck after the move, for a position read from
// its FEN, and that no move leaves its own king in check.
func lawOfChecks(t *testing.T, p Position, moves []Move) {
	for _, m := range moves {
		q := p.After(m)
		read := readFEN(t, q.FEN())
		if got, want := p.GivesCheck(m), read.InCheck(); got != want {
			t.Errorf("GivesCheck(%q, %v) = %v, want %v", p.FEN(), m, got, want)
		}
		if got := q.Attackers(q.Turn(), q.King(p.Turn())); got != 0 {
			t.Errorf("after %v in %q, the king of the side that moved is attacked from %v", m, p.FEN(), got)
		}
	}
}

// lawOfPieces checks that a capture removes one enemy piece, that other moves remove none, and that
// only castling moves the king onto a piece of the same color or farther than a step.
func lawOfPieces(t *testing.T, p Position, moves []Move) {
	us, them := p.Turn(), p.Turn().Other()
	for _, m := range moves {
		q := p.After(m)
		lost := p.ByColor(them).Count() - q.ByColor(them).Count()
		if got := p.isCapture(m); got != (lost == 1) || lost > 1 {
			t.Errorf("isCapture(%q, %v) = %v, but the move removes %d pieces", p.FEN(), m, got, lost)
		}
		if got := p.Captured(m) != NoPiece; got != (lost == 1) {
			t.Errorf("Captured(%q, %v) = %v, but the move removes %d pieces", p.FEN(), m, p.Captured(m), lost)
		}
		if got, want := q.ByColor(us).Count(), p.ByColor(us).Count(); got != want {
			t.Errorf("after %v in %q, the side that moved has %d pieces, want %d", m, p.FEN(), got, want)
		}
		far := p.ByColor(us).Has(m.To()) || m.From().distance(m.To()) > 1
		if got, want := p.IsCastling(m), far && m.From() == p.King(us); got != want {
			t.Errorf("IsCastling(%q, %v) = %v, want %v", p.FEN(), m, got, want)
		}
	}
}

// lawOfState checks that the position after a move, including its hash, equals the position read
// back from its text.
func lawOfState(t *testing.T, p Position, moves []Move) {
	for _, m := range moves {
		q := p.After(m)
		text, err := q.MarshalText()
		if err != nil {
			t.Errorf("MarshalText(%q) = %v", q.FEN(), err)
			continue
		}
		read := readFEN(t, string(text))
		if read.Hash() != q.Hash() {
			t.Errorf("Hash after %v in %q = %#x, want %#x", m, p.FEN(), q.Hash(), read.Hash())
		}
		if read != q {
			t.Errorf("position after %v in %q = %+v, want %+v", m, p.FEN(), q, read)
		}
		if short := readFEN(t, q.FEN()); !q.SamePosition(short) || short.Hash() != q.Hash() {
			t.Errorf("FEN after %v in %q = %q, which reads as a different position", m, p.FEN(), q.FEN())
		}
	}
}

// lawOfMirror checks that the position with colors swapped and the board flipped has the mirrored
// moves, checkers, and pinned pieces.
func lawOfMirror(t *testing.T, p Position, moves []Move) {
	mirrored := readFEN(t, mirrorFEN(p.FEN()))
	want := make([]Move, len(moves))
	for i, m := range moves {
		want[i] = NewPromotion(m.From()^56, m.To()^56, m.Promotion())
	}
	if diff := moveListDiff(mirrored.LegalMoves(), want); diff != "" {
		t.Errorf("LegalMoves(%q), mirrored from %q: %s", mirrored.FEN(), p.FEN(), diff)
	}
	if got, want := mirrored.Checkers(), mirrorSet(p.Checkers()); got != want {
		t.Errorf("Checkers(%q) = %v, want %v", mirrored.FEN(), got, want)
	}
	if got, want := mirrored.Pinned(Black), mirrorSet(p.Pinned(White)); got != want {
		t.Errorf("Pinned(%q, black) = %v, want %v", mirrored.FEN(), got, want)
	}
}

// mirrorSet returns the squares of b mirrored across the middle of the board.
func mirrorSet(b Bitboard) (mirrored Bitboard) {
	for s := range b.Squares() {
		mirrored |= (s ^ 56).Bitboard()
	}
	return mirrored
}

// readFEN parses a FEN that the library has written. A failure ends the test.
func readFEN(t *testing.T, fen string) Position {
	t.Helper()
	p, err := ParseFEN(fen)
	if err != nil {
		t.Fatalf("ParseFEN(%q) = %v, want a position", fen, err)
	}
	return p
}

// mirrorFEN returns fen with colors swapped and the board flipped: a1 becomes a8.
func mirrorFEN(fen string) string {
	fields := strings.Fields(fen)
	ranks := strings.Split(fields[0], "/")
	slices.Reverse(ranks)
	fields[0] = swapCase(strings.Join(ranks, "/"))
	fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
	fields[2] = swapCase(fields[2])
	fields[3] = strings.NewReplacer("3", "6", "6", "3").Replace(fields[3])
	return strings.Join(fields, " ")
}

// swapCase swaps upper-case and lower-case ASCII letters.
func swapCase(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return r - 'a' + 'A'
		case 'A' <= r && r <= 'Z':
			return r - 'A' + 'a'
		}
		return r
	}, s)
}

// moveListDiff returns the difference between two lists of moves, regardless of order, or "" if
// there is none.
func moveListDiff(got, want []Move) string {
	return textListDiff(moveTexts(got), moveTexts(want))
}

// moveTexts returns the text forms of moves.
func moveTexts(moves []Move) []string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = m.String()
	}
	return texts
}

// textListDiff is moveListDiff for the text forms of moves. A move that is listed twice differs
// from one that is listed once.
func textListDiff(got, want []string) string {
	left := map[string]int{}
	for _, text := range want {
		left[text]--
	}
	for _, text := range got {
		left[text]++
	}
	var missing, extra []string
	for text, n := range left {
		switch {
		case n < 0:
			missing = append(missing, text)
		case n > 0:
			extra = append(extra, text)
		}
	}
	if missing == nil && extra == nil {
		return ""
	}
	slices.Sort(missing)
	slices.Sort(extra)
	return fmt.Sprintf("missing %v, unexpected %v", missing, extra)
}
