package chess

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess/internal/deep"
)

// deepFlag is the flag -deep, with which the tests count further and play more random games.
var deepFlag = deep.Flag

var seedFlag = flag.Uint64("seed", 1, "seed of the random tests of moves; 0 means the current time")

// newTestRand returns a random number generator for one test and logs its seed.
func newTestRand(t *testing.T) *rand.Rand {
	s := *seedFlag
	if s == 0 {
		s = uint64(time.Now().UnixNano())
	}
	t.Logf("random seed: -seed=%d", s)
	return rand.New(rand.NewPCG(s, 64))
}

// shorter returns n with -deep and one eighth of n without, but at least 1.
// Tests use it for the number of repetitions, the length of an input, and the number of cases that
// they must have seen.
func shorter(n int) int {
	if *deepFlag {
		return n
	}
	return max(n/8, 1)
}

// A mailbox is a second implementation of a chess position, written to be obviously correct. The
// tests compare the library with it. Its board is an array of letters, and its rules follow the
// wording of the Laws. It uses no bitboards, pins, or tables: a move is legal if the king is not
// attacked after it.
type mailbox struct {
	board    [8][8]byte // by rank and file: FEN letters, 0 for an empty square
	side     int        // the side to move: 0 for White, 1 for Black
	rooks    [2][2]int  // by side and wing: the file of the rook that may castle, or noRook
	passed   spot       // the square that a double step has just passed over, or noSpot
	halfmove int
	fullmove int
}

const noRook = -1

// A spot is a square of a mailbox.
type spot struct{ rank, file int }

var noSpot = spot{-1, -1}

func (s spot) onBoard() bool { return 0 <= s.rank && s.rank < 8 && 0 <= s.file && s.file < 8 }

func (s spot) plus(d spot) spot { return spot{s.rank + d.rank, s.file + d.file} }

func (s spot) String() string {
	if s == noSpot {
		return "-"
	}
	return string([]byte{'a' + byte(s.file), '1' + byte(s.rank)})
}

// A slowMove is a move in a mailbox.
type slowMove struct {
	from, to  spot
	promotion string
	castles   bool
	rook      int // the file of the rook with which it castles
}

func (m slowMove) String() string { return m.from.String() + m.to.String() + m.promotion }

var (
	straightWays = []spot{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	diagonalWays = []spot{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	kingWays     = slices.Concat(straightWays, diagonalWays)
	knightWays   = []spot{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
)

// fenSide returns the side of a FEN letter: 0 for upper case, 1 for lower case, -1 for an empty
// square.
func fenSide(piece byte) int {
	switch {
	case piece == 0:
		return -1
	case piece < 'a':
		return 0
	}
	return 1
}

// fenLetter returns the FEN letter of a piece of the given side: fenLetter("k", 0) is 'K'.
func fenLetter(piece string, side int) byte {
	if side == 0 {
		return strings.ToUpper(piece)[0]
	}
	return piece[0]
}

// fenKind returns the FEN letter of a piece of either side in lower case.
func fenKind(piece byte) byte { return piece | 0x20 }

func (b *mailbox) at(s spot) byte { return b.board[s.rank][s.file] }

func (b *mailbox) set(s spot, piece byte) { b.board[s.rank][s.file] = piece }

// find returns the square of the first piece with the given letter, or noSpot.
func (b *mailbox) find(piece byte) spot {
	for i := range 64 {
		if s := (spot{i / 8, i % 8}); b.at(s) == piece {
			return s
		}
	}
	return noSpot
}

// pawnWay returns the direction in which the pawns of a side move, in ranks.
func pawnWay(side int) int { return 1 - 2*side }

// slowHome returns the rank on which the pieces of a side start.
func slowHome(side int) int { return 7 * side }

// attacked reports whether a piece of the side by attacks s.
func (b *mailbox) attacked(s spot, by int) bool {
	for _, file := range []int{-1, 1} {
		from := s.plus(spot{-pawnWay(by), file})
		if from.onBoard() && b.at(from) == fenLetter("p", by) {
			return true
		}
	}
	return b.meets(s, knightWays, 1, by, "n") ||
		b.meets(s, kingWays, 1, by, "k") ||
		b.meets(s, diagonalWays, 7, by, "bq") ||
		b.meets(s, straightWays, 7, by, "rq")
}

// meets reports whether, in one of the directions from s, the first piece within reach steps
// belongs to the side and is one of the given pieces.
func (b *mailbox) meets(s spot, ways []spot, reach, side int, pieces string) bool {
	for _, way := range ways {
		to := s.plus(way)
		for n := 1; n < reach && to.onBoard() && b.at(to) == 0; n++ {
			to = to.plus(way)
		}
		if to.onBoard() && fenSide(b.at(to)) == side && strings.IndexByte(pieces, fenKind(b.at(to))) >= 0 {
			return true
		}
	}
	return false
}

// inCheck reports whether the king of a side is attacked.
func (b *mailbox) inCheck(side int) bool { return b.attacked(b.find(fenLetter("k", side)), 1-side) }

// legalMoves returns all legal moves.
func (b *mailbox) legalMoves() []slowMove {
	var legal []slowMove
	for _, m := range append(b.pieceMoves(), b.castlings()...) {
		if after := b.after(m); !after.inCheck(b.side) {
			legal = append(legal, m)
		}
	}
	return legal
}

// pieceMoves returns the moves that the pieces can make, without castling. It includes moves that
// leave the king in check.
func (b *mailbox) pieceMoves() []slowMove {
	var moves []slowMove
	for i := range 64 {
		from := spot{i / 8, i % 8}
		piece := b.at(from)
		if fenSide(piece) != b.side {
			continue
		}
		switch fenKind(piece) {
		case 'p':
			moves = append(moves, b.pawnMoves(from)...)
		case 'n':
			moves = append(moves, b.walks(from, knightWays, 1)...)
		case 'b':
			moves = append(moves, b.walks(from, diagonalWays, 7)...)
		case 'r':
			moves = append(moves, b.walks(from, straightWays, 7)...)
		case 'q':
			moves = append(moves, b.walks(from, kingWays, 7)...)
		case 'k':
			moves = append(moves, b.walks(from, kingWays, 1)...)
		}
	}
	return moves
}

// walks returns the moves from a square in the given directions, of at most reach steps.
func (b *mailbox) walks(from spot, ways []spot, reach int) []slowMove {
	var moves []slowMove
	for _, way := range ways {
		to := from.plus(way)
		for n := 0; n < reach && to.onBoard() && fenSide(b.at(to)) != b.side; n++ {
			moves = append(moves, slowMove{from: from, to: to})
			if b.at(to) != 0 {
				break
			}
			to = to.plus(way)
		}
	}
	return moves
}

// pawnMoves returns the moves of the pawn on from.
func (b *mailbox) pawnMoves(from spot) []slowMove {
	ahead := spot{pawnWay(b.side), 0}
	var targets []spot
	if one := from.plus(ahead); b.at(one) == 0 {
		targets = append(targets, one)
		if two := one.plus(ahead); from.rank == slowHome(b.side)+ahead.rank && b.at(two) == 0 {
			targets = append(targets, two)
		}
	}
	for _, file := range []int{-1, 1} {
		to := from.plus(spot{ahead.rank, file})
		if to.onBoard() && (fenSide(b.at(to)) == 1-b.side || to == b.passed) {
			targets = append(targets, to)
		}
	}
	var moves []slowMove
	for _, to := range targets {
		if to.rank != slowHome(1-b.side) {
			moves = append(moves, slowMove{from: from, to: to})
			continue
		}
		for _, piece := range []string{"q", "r", "b", "n"} {
			moves = append(moves, slowMove{from: from, to: to, promotion: piece})
		}
	}
	return moves
}

// castlings returns the castling moves that mayCastle allows.
func (b *mailbox) castlings() []slowMove {
	var moves []slowMove
	for wing, rookFile := range b.rooks[b.side] {
		if rookFile != noRook && b.mayCastle(wing, rookFile) {
			king := b.find(fenLetter("k", b.side))
			to := rookFile
			if king.file == 4 && (rookFile == 0 || rookFile == 7) { // as in standard chess
				to, _ = slowCastled(wing)
			}
			moves = append(moves, slowMove{from: king, to: spot{king.rank, to}, castles: true, rook: rookFile})
		}
	}
	return moves
}

// slowCastled returns the files of king and rook after castling. Wing 0 is kingside.
func slowCastled(wing int) (king, rook int) {
	if wing == 0 {
		return 6, 5
	}
	return 2, 3
}

// mayCastle reports whether no other piece stands on a square that the king or the rook crosses or
// reaches, and no square that the king leaves, crosses, or reaches is attacked.
func (b *mailbox) mayCastle(wing, rookFile int) bool {
	king := b.find(fenLetter("k", b.side))
	kingTo, rookTo := slowCastled(wing)
	bare := *b
	bare.set(king, 0)
	for file := min(king.file, kingTo); file <= max(king.file, kingTo); file++ {
		if bare.attacked(spot{king.rank, file}, 1-b.side) {
			return false
		}
	}
	bare.set(spot{king.rank, rookFile}, 0)
	for file := min(king.file, kingTo, rookFile, rookTo); file <= max(king.file, kingTo, rookFile, rookTo); file++ {
		if bare.at(spot{king.rank, file}) != 0 {
			return false
		}
	}
	return true
}

// after returns the position after a move.
func (b *mailbox) after(m slowMove) mailbox {
	q := *b
	piece, taken := b.at(m.from), b.at(m.to)
	pawn := piece == fenLetter("p", b.side)
	q.set(m.from, 0)
	if m.castles {
		q.castle(m)
		taken = 0
	} else {
		q.set(m.to, piece)
	}
	if pawn && m.to == b.passed {
		q.set(spot{m.from.rank, m.to.file}, 0)
	}
	if m.promotion != "" {
		q.set(m.to, fenLetter(m.promotion, b.side))
	}
	q.passed = noSpot
	if pawn && m.to.rank-m.from.rank == 2*pawnWay(b.side) {
		q.passed = spot{m.from.rank + pawnWay(b.side), m.from.file}
	}
	if piece == fenLetter("k", b.side) {
		q.rooks[b.side] = [2]int{noRook, noRook}
	}
	q.loseRights(m.from)
	q.loseRights(m.to)
	q.halfmove++
	if pawn || taken != 0 {
		q.halfmove = 0
	}
	q.fullmove += b.side
	q.side = 1 - b.side
	return q
}

// castle puts the king and the rook on their squares after castling. The king has already been
// removed.
func (b *mailbox) castle(m slowMove) {
	wing := 0
	if m.rook < m.from.file {
		wing = 1
	}
	kingTo, rookTo := slowCastled(wing)
	b.set(spot{m.from.rank, m.rook}, 0)
	b.set(spot{m.from.rank, kingTo}, fenLetter("k", b.side))
	b.set(spot{m.from.rank, rookTo}, fenLetter("r", b.side))
}

// loseRights removes the castling right of the rook on s, if there is one. A move has started or
// ended on s.
func (b *mailbox) loseRights(s spot) {
	for side := range b.rooks {
		for wing, file := range b.rooks[side] {
			if s == (spot{slowHome(side), file}) {
				b.rooks[side][wing] = noRook
			}
		}
	}
}

// perft counts the leaf nodes of the tree of legal moves.
func (b *mailbox) perft(depth int) int {
	moves := b.legalMoves()
	if depth == 1 {
		return len(moves)
	}
	nodes := 0
	for _, m := range moves {
		after := b.after(m)
		nodes += after.perft(depth - 1)
	}
	return nodes
}

// readMailbox reads a FEN, which must be valid.
func readMailbox(fen string) mailbox {
	b := mailbox{passed: noSpot}
	fields := strings.Fields(fen)
	placement := fields[0]
	for n := 2; n <= 8; n++ {
		placement = strings.ReplaceAll(placement, strconv.Itoa(n), strings.Repeat("1", n))
	}
	for i, rank := range strings.Split(placement, "/") {
		for file := range 8 {
			if rank[file] != '1' {
				b.board[7-i][file] = rank[file]
			}
		}
	}
	b.side = strings.Index("wb", fields[1])
	b.readRights(strings.Trim(fields[2], "-"))
	if fields[3] != "-" {
		b.passed = spot{int(fields[3][1] - '1'), int(fields[3][0] - 'a')}
	}
	b.halfmove = must(strconv.Atoi(fields[4]))
	b.fullmove = must(strconv.Atoi(fields[5]))
	return b
}

// readRights reads the castling field of a FEN. K and Q mean the outermost rook on that side of the
// king. Other letters name the file of the rook.
func (b *mailbox) readRights(text string) {
	b.rooks = [2][2]int{{noRook, noRook}, {noRook, noRook}}
	for _, right := range []byte(text) {
		side := fenSide(right)
		row := string(b.board[slowHome(side)][:])
		rook := string(fenLetter("r", side))
		file := int(right|0x20) - 'a'
		switch right | 0x20 {
		case 'k':
			file = strings.LastIndex(row, rook)
		case 'q':
			file = strings.Index(row, rook)
		}
		wing := 0
		if file < b.find(fenLetter("k", side)).file {
			wing = 1
		}
		b.rooks[side][wing] = file
	}
}

// fen returns the position in FEN. The en passant square is included only if one of the legal moves
// is a capture on it.
func (b *mailbox) fen(legal []slowMove) string {
	passed := noSpot
	for _, m := range legal {
		if m.to == b.passed && b.at(m.from) == fenLetter("p", b.side) {
			passed = b.passed
		}
	}
	return b.text(passed)
}

// text returns the position in FEN with the given en passant square.
func (b *mailbox) text(passed spot) string {
	var text strings.Builder
	for rank := 7; rank >= 0; rank-- {
		for _, piece := range b.board[rank] {
			text.WriteByte(max(piece, '1')) // runs of empty squares are joined below
		}
		text.WriteString("/"[:min(rank, 1)])
	}
	placement := text.String()
	for n := 8; n > 1; n-- {
		placement = strings.ReplaceAll(placement, strings.Repeat("1", n), strconv.Itoa(n))
	}
	return fmt.Sprintf("%s %c %s %v %d %d", placement, "wb"[b.side], b.rights(), passed, b.halfmove, b.fullmove)
}

// rights returns the castling field: K or Q, or the letter of the rook's file if another rook
// stands farther out.
func (b *mailbox) rights() string {
	text := ""
	for side := range b.rooks {
		for wing, file := range b.rooks[side] {
			if file == noRook {
				continue
			}
			name := string("kq"[wing])
			outward := 1 - 2*wing
			for f := file + outward; 0 <= f && f < 8; f += outward {
				if b.board[slowHome(side)][f] == fenLetter("r", side) {
					name = string("abcdefgh"[file])
				}
			}
			text += string(fenLetter(name, side))
		}
	}
	if text == "" {
		return "-"
	}
	return text
}

// randomStart returns a start position of standard chess, of Chess960, or of Chess960 with a
// different order of pieces for each side.
func randomStart(r *rand.Rand) mailbox {
	b := mailbox{passed: noSpot, fullmove: 1}
	rows := [2]string{"rnbqkbnr", "rnbqkbnr"}
	switch r.IntN(4) {
	case 1, 2:
		rows[0] = randomRow(r)
		rows[1] = rows[0]
	case 3:
		rows[0], rows[1] = randomRow(r), randomRow(r)
	}
	for side, row := range rows {
		for file := range 8 {
			b.set(spot{slowHome(side), file}, fenLetter(row[file:file+1], side))
			b.set(spot{slowHome(side) + pawnWay(side), file}, fenLetter("p", side))
		}
		b.rooks[side] = [2]int{strings.LastIndex(row, "r"), strings.Index(row, "r")}
	}
	return b
}

// randomRow returns a random first rank of Chess960: the king is between the rooks, and the bishops
// are on squares of different colors.
func randomRow(r *rand.Rand) string {
	row := []byte("rnbqkbnr")
	for {
		r.Shuffle(8, func(i, j int) { row[i], row[j] = row[j], row[i] })
		text := string(row)
		king := strings.Index(text, "k")
		bishops := strings.LastIndex(text, "b") - strings.Index(text, "b")
		if strings.Index(text, "r") < king && king < strings.LastIndex(text, "r") && bishops%2 == 1 {
			return text
		}
	}
}

// randomSetUp returns a position with pieces on random squares, often with castling rights and a
// double step. ParseFEN may reject it.
func randomSetUp(r *rand.Rand) mailbox {
	b := mailbox{passed: noSpot, fullmove: 1 + r.IntN(99), side: r.IntN(2)}
	for side := range 2 {
		b.rooks[side] = [2]int{noRook, noRook}
		king := spot{slowHome(side), 1 + r.IntN(6)}
		for r.IntN(3) == 0 || b.at(king) != 0 {
			king = spot{r.IntN(8), r.IntN(8)}
		}
		b.set(king, fenLetter("k", side))
		if king.rank == slowHome(side) {
			b.setRooks(r, side, king.file)
		}
	}
	pieces := []string{"ppppnb", "rqbn", "ppppppppr", "ppqq", "nbrqp"}[r.IntN(5)]
	for range r.IntN(16) {
		s := spot{r.IntN(8), r.IntN(8)}
		i := r.IntN(len(pieces))
		edge := s.rank == 0 || s.rank == 7
		if b.at(s) == 0 && (pieces[i] != 'p' || !edge) {
			b.set(s, fenLetter(pieces[i:i+1], r.IntN(2)))
		}
	}
	b.setPassed(r)
	return b
}

// setRooks puts rooks with castling rights on random squares to the left and right of the king.
func (b *mailbox) setRooks(r *rand.Rand, side, king int) {
	for wing, files := range [2][]int{{king + 1, 7}, {0, king - 1}} {
		if r.IntN(3) == 0 || files[0] > files[1] {
			continue
		}
		rook := spot{slowHome(side), files[0] + r.IntN(files[1]-files[0]+1)}
		if b.at(rook) == 0 {
			b.set(rook, fenLetter("r", side))
			b.rooks[side][wing] = rook.file
		}
	}
}

// setPassed picks a pawn that may just have made a double step, if there is one, and sets b.passed.
func (b *mailbox) setPassed(r *rand.Rand) {
	them := 1 - b.side
	home := slowHome(them)
	for _, file := range r.Perm(8) {
		start, passed := spot{home + pawnWay(them), file}, spot{home + 2*pawnWay(them), file}
		end := spot{home + 3*pawnWay(them), file}
		if b.at(start) == 0 && b.at(passed) == 0 && b.at(end) == fenLetter("p", them) {
			b.passed = passed
		}
	}
}

// A slowVisit checks a position: as a mailbox with its legal moves, and as a Position.
type slowVisit func(b *mailbox, legal []slowMove, p *Position)

// slowPositions calls visit for the positions of n random games of at most plies plies.
func slowPositions(t *testing.T, r *rand.Rand, n, plies int, visit slowVisit) {
	cases := allPerftCases(t)
	for i := range n {
		var b mailbox
		switch i % 4 {
		case 0:
			b = randomStart(r)
		case 1:
			b = readMailbox(cases[r.IntN(len(cases))].fen)
		default:
			b = randomSetUp(r)
		}
		p, err := ParseFEN(b.text(b.passed))
		switch {
		case b.inCheck(1 - b.side):
			if err == nil {
				t.Errorf("ParseFEN(%q) = nil, want an error because the side not to move is in check", b.text(b.passed))
			}
			continue
		case err != nil && b.passed != noSpot:
			continue // the double step may be impossible
		case err != nil:
			t.Fatalf("ParseFEN(%q) = %v, want nil", b.text(b.passed), err)
		}
		for range plies {
			moves := b.legalMoves()
			visit(&b, moves, &p)
			if t.Failed() || len(moves) == 0 {
				break
			}
			m := pickMove(r, &b, moves)
			b = b.after(m)
			if err := p.Play(must(ParseMove(m.String()))); err != nil {
				t.Errorf("Play(%q, %v) = %v, want nil", p.FEN(), m, err)
			}
		}
	}
}

// pickMove picks a random move. In one of four cases it prefers castling, en passant, or a
// promotion.
func pickMove(r *rand.Rand, b *mailbox, moves []slowMove) slowMove {
	m := moves[r.IntN(len(moves))]
	if r.IntN(4) > 0 {
		return m
	}
	for _, special := range moves {
		if special.castles || special.to == b.passed || special.promotion != "" {
			m = special
		}
	}
	return m
}

// slowTexts returns the text forms of moves.
func slowTexts(moves []slowMove) []string {
	var texts []string
	for _, m := range moves {
		texts = append(texts, m.String())
	}
	return texts
}

// TestAgainstMailbox plays random games and compares the FEN, the legal moves, InCheck, and the
// double step of each position with the mailbox.
func TestAgainstMailbox(t *testing.T) {
	t.Parallel()
	games := deep.Times(shorter(200), 50)
	visited := 0
	slowPositions(t, newTestRand(t), games, 60, func(b *mailbox, legal []slowMove, p *Position) {
		visited++
		fen := b.fen(legal)
		if got := p.FEN(); got != fen {
			t.Errorf("FEN() = %q, want %q", got, fen)
		}
		if diff := textListDiff(moveTexts(p.LegalMoves()), slowTexts(legal)); diff != "" {
			t.Errorf("LegalMoves(%q): %s", fen, diff)
		}
		if got, want := p.InCheck(), b.inCheck(b.side); got != want {
			t.Errorf("InCheck(%q) = %v, want %v", fen, got, want)
		}
		if got, want := p.doubleStep().String(), b.passed.String(); got != want {
			t.Errorf("doubleStep(%q) = %v, want %v", fen, got, want)
		}
	})
	if visited < 10*games {
		t.Errorf("visited %d positions in %d games, want at least %d", visited, games, 10*games)
	}
}

// TestMoveSpace checks IsLegal for every value of a Move in random positions.
func TestMoveSpace(t *testing.T) {
	t.Parallel()
	games := deep.Times(6, 100)
	slowPositions(t, newTestRand(t), games, 4, func(b *mailbox, legal []slowMove, p *Position) {
		want := map[Move]bool{}
		for _, text := range slowTexts(legal) {
			want[must(ParseMove(text))] = true
		}
		for i := range 1 << 16 {
			m := Move(i)
			if got := p.IsLegal(m); got != want[m] {
				t.Errorf("IsLegal(%q, %v) = %v, want %v", p.FEN(), m, got, want[m])
			}
		}
	})
}

// TestIllegalMoves plays illegal moves in random positions. Play must reject each of them with a
// reason and leave the position unchanged.
func TestIllegalMoves(t *testing.T) {
	t.Parallel()
	games := deep.Times(shorter(60), 25)
	slowPositions(t, newTestRand(t), games, 4, func(b *mailbox, _ []slowMove, p *Position) {
		like := map[string]bool{} // moves that the pieces can make, even if they leave the king in check
		for _, m := range b.pieceMoves() {
			like[m.String()] = true
		}
		before := *p
		empty := (^p.Occupied()).First().Bitboard() // one empty square is enough
		for from := range (p.Occupied() | empty).Squares() {
			for to := A1; to <= H8; to++ {
				for _, promotion := range []PieceType{NoPieceType, Knight, Queen, King} {
					m := NewPromotion(from, to, promotion)
					if _, castles := p.castlingMeant(m); !castles && !p.IsLegal(m) {
						testRefusal(t, p, m, like[m.String()])
					}
				}
			}
		}
		if *p != before {
			t.Errorf("illegal moves changed the position from %q to %q", before.FEN(), p.FEN())
		}
	})
}

// testRefusal plays an illegal move and checks the error. The reason must be one of kingCauses if
// and only if movesLikeThat is true, which means that the move is illegal only because it leaves
// the king in check.
func testRefusal(t *testing.T, p *Position, m Move, movesLikeThat bool) {
	err := p.Play(m)
	var refusal *MoveError
	if !errors.Is(err, ErrIllegal) || !errors.As(err, &refusal) {
		t.Errorf("Play(%q, %v) = %v, want a MoveError that matches ErrIllegal", p.FEN(), m, err)
		return
	}
	if refusal.Why == NoIllegalReason || refusal.Move != m || refusal.Position != *p {
		t.Errorf("Play(%q, %v) = %+v, want an error with the move, the position, and a reason", p.FEN(), m, refusal)
	}
	if got := slices.Contains(kingCauses, refusal.Why); got != movesLikeThat {
		t.Errorf("Play(%q, %v) = %v, but the piece can make this move: %v", p.FEN(), m, err, movesLikeThat)
	}
	names := slices.Contains(enemyCauses, refusal.Why)
	if got := p.ByColor(p.Turn().Other()).Has(refusal.By); names && !got {
		t.Errorf("Play(%q, %v) = %v, but there is no enemy piece on %v", p.FEN(), m, err, refusal.By)
	}
}

var (
	// kingCauses are the reasons that say that the king would be in check.
	kingCauses = []IllegalReason{Pinned, IntoCheck, CheckUnanswered, ExposesKing}
	// enemyCauses are the reasons that name an enemy piece.
	enemyCauses = append([]IllegalReason{CastlingInCheck, CastlingThroughCheck}, kingCauses...)
)

// TestMailbox checks the mailbox itself against known node counts, because other tests rely on it.
func TestMailbox(t *testing.T) {
	for _, c := range allPerftCases(t) {
		b := readMailbox(c.fen)
		for _, want := range c.counts {
			if want.nodes > 3000 || want.depth > 4 {
				break
			}
			if got := b.perft(want.depth); got != int(want.nodes) {
				t.Errorf("%s: mailbox.perft(%q, %d) = %d, want %d", c.name, c.fen, want.depth, got, want.nodes)
			}
		}
	}
}

// TestCastlingMoves checks which castling moves are legal.
func TestCastlingMoves(t *testing.T) {
	for _, test := range []struct {
		name string
		fen  string
		want []string // in SAN
	}{
		{"both wings", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", []string{"O-O", "O-O-O"}},
		{"no right", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", nil},
		{"29: attacked rooks", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", []string{"O-O", "O-O-O"}},
		{"29: attacked b1", "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", []string{"O-O-O"}},
		{"29: in check", "r1bq1rk1/ppp2ppp/2n5/8/1bB1Pp2/5N2/PPP1Q1PP/R1B1K2R w KQ - 0 1", nil},
		{"29: f1 and d1 attacked", "5rk1/8/8/8/8/8/2p5/R3K2R w KQ - 0 1", nil},
		{"c1 attacked", "2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", []string{"O-O"}},
		{"g1 attacked", "4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", []string{"O-O-O"}},
		{"b1 occupied", "4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", []string{"O-O"}},
		{"b1 occupied by an enemy piece", "4k3/8/8/8/8/8/8/Rn2K2R w KQ - 0 1", []string{"O-O"}},
		{"32: king and rook swap squares", "3r1k1r/4pp2/8/8/8/8/8/4RKR1 w Gd - 0 1", []string{"O-O"}},
		{"32: king stays", "Qr4k1/4pppp/8/8/8/8/8/R5KR w Hb - 0 1", []string{"O-O"}},
		{"33: blocked by the other rook", "4rrk1/pbbp2p1/1ppnp3/3n1pqp/3N1PQP/1PPNP3/PBBP2P1/4RRK1 w Ff - 0 1", nil},
		{"33: king crosses an attacked square", "4k3/8/8/1b6/8/8/8/5RKR w KQ - 0 1", nil},
		{"32: king g1 between its rooks", "4k3/8/8/8/8/8/8/5RKR w KQ - 0 1", []string{"O-O-O"}},
		{"34: castling gives check", "4r3/3k4/8/8/8/8/q5PP/1R1KR3 w Q - 0 1", []string{"O-O-O+"}},
		{"34: castling with the inner rook", "1k6/8/8/8/8/8/8/1K2R2R w E - 0 1", []string{"O-O"}},
		{"rook shields its king", "4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", nil},
		{"rook g1 shields its king", "k7/8/8/8/8/8/8/5KRr w G - 0 1", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := MustParseFEN(test.fen)
			var got []string
			for m := range p.Moves() {
				if p.IsCastling(m) {
					got = append(got, p.SAN(m))
				}
			}
			slices.Sort(got)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("castling moves of %q differ (-want +got):\n%s", test.fen, diff)
			}
		})
	}
}

// TestMoveSelections checks that captures and quiet moves together are all legal moves, that the
// moves from each square together are all legal moves, and that no move is listed twice.
func TestMoveSelections(t *testing.T) {
	forManyPositions(t, func(t *testing.T, p *Position) {
		all := inOrder(p.LegalMoves())
		if unique := slices.Compact(slices.Clone(all)); len(unique) != len(all) {
			t.Errorf("%v: LegalMoves() = %v, want each move once", p, all)
		}
		captures := p.AppendCaptures(nil)
		for _, m := range captures {
			if !p.isCapture(m) && m.Promotion() == NoPieceType {
				t.Errorf("%v: AppendCaptures lists %v, which neither captures nor promotes", p, m)
			}
		}
		quiet := p.AppendQuietMoves(nil)
		for _, m := range quiet {
			if p.isCapture(m) || m.Promotion() != NoPieceType {
				t.Errorf("%v: AppendQuietMoves lists %v, which captures or promotes", p, m)
			}
		}
		if diff := cmp.Diff(all, inOrder(append(captures, quiet...))); diff != "" {
			t.Errorf("%v: captures and quiet moves differ from LegalMoves (-want +got):\n%s", p, diff)
		}
		if diff := cmp.Diff(all, inOrder(slices.Collect(p.Moves()))); diff != "" {
			t.Errorf("%v: Moves differs from LegalMoves (-want +got):\n%s", p, diff)
		}
		var bySquare []Move
		for s := A1; s <= H8; s++ {
			before := len(bySquare)
			bySquare = p.AppendMovesFrom(bySquare, s)
			for _, m := range bySquare[before:] {
				if m.From() != s {
					t.Errorf("%v: AppendMovesFrom(%v) lists %v, which starts on another square", p, s, m)
				}
			}
		}
		if diff := cmp.Diff(all, inOrder(bySquare)); diff != "" {
			t.Errorf("%v: AppendMovesFrom for all squares differs from LegalMoves (-want +got):\n%s", p, diff)
		}
	})
}

// TestIsLegalExhaustive checks IsLegal and Play for every value of a Move. IsLegal must report true
// for exactly the listed moves. Play must accept exactly those, and the other spelling of castling.
func TestIsLegalExhaustive(t *testing.T) {
	for _, fen := range movePositions {
		p := MustParseFEN(fen)
		legal := make(map[Move]bool)
		for m := range p.Moves() {
			legal[m] = true
		}
		played := make(map[Move]Move) // from the moves that Play accepts to the legal moves that they mean
		for m := range legal {
			played[m] = m
			for _, spelling := range castlingSpellings(&p, m) {
				played[spelling] = m
			}
		}
		for i := range 1 << 16 {
			m := Move(i)
			if p.IsLegal(m) != legal[m] {
				t.Errorf("%q: IsLegal(%v) = %v, want %v", fen, m, !legal[m], legal[m])
			}
			q := p
			err := q.Play(m)
			if (err == nil) != (played[m] != NullMove) {
				t.Errorf("%q: Play(%v) = %v, want nil: %v", fen, m, err, played[m] != NullMove)
			}
			if err != nil && q != p {
				t.Errorf("%q: Play(%v) = %v, but the position is now %q", fen, m, err, q.FEN())
			}
			if err == nil && q != p.After(played[m]) {
				t.Errorf("%q: Play(%v) leads to %q, want After(%v)", fen, m, q.FEN(), played[m])
			}
		}
	}
}

// TestMaxMoves derives MaxMoves as its documentation does, and checks that no crowded board has
// more moves.
func TestMaxMoves(t *testing.T) {
	directions := 0
	for s := A1; s <= H8; s++ {
		directions += KingAttacks(s).Count()
		if extra := KnightAttacks(s).Count() - KingAttacks(s).Count(); extra > 0 {
			t.Errorf("a knight on %v has %d more moves than the king's moves that it blocks", s, extra)
		}
	}
	king := KingAttacks(A1).Count()
	pawns := 0
	for s := A7; s <= H7; s++ {
		targets := 1 + PawnAttacks(White, s).Count()
		pawns += 3*targets - KingAttacks(s).Count()
	}
	if got := directions - king + pawns; got != MaxMoves {
		t.Errorf("derived bound = %d, want MaxMoves = %d", got, MaxMoves)
	}
	for _, fen := range crowdedBoards {
		if n := Perft(MustParseFEN(fen), 1); n > MaxMoves {
			t.Errorf("Perft(%q, 1) = %d, want at most MaxMoves = %d", fen, n, MaxMoves)
		}
	}
}

// TestImpossibleChecks checks the legal moves of positions in which no last move can have given the
// check. ParseFEN accepts them because play can continue.
func TestImpossibleChecks(t *testing.T) {
	tests := []struct {
		name, fen string
		want      int // legal moves
	}{
		{
			"a check that the double step neither gave nor discovered",
			"rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6 0 1", 2,
		},
		{
			"the en passant square lies between the checker and the king",
			"8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", 6,
		},
		{
			"two knights give check",
			"8/8/N7/2k5/N7/8/8/3K4 b - - 0 1", 6,
		},
	}
	for _, test := range tests {
		p := MustParseFEN(test.fen)
		b := readMailbox(test.fen)
		if got := len(p.LegalMoves()); got != test.want {
			t.Errorf("%s: len(LegalMoves(%q)) = %d, want %d", test.name, test.fen, got, test.want)
		}
		if diff := textListDiff(moveTexts(p.LegalMoves()), slowTexts(b.legalMoves())); diff != "" {
			t.Errorf("%s: LegalMoves(%q): %s", test.name, test.fen, diff)
		}
	}
}

// TestEnPassantWithAnyCheck compares the legal moves of random positions after a double step, most
// of which no game can reach because of another check, with the slow generator.
func TestEnPassantWithAnyCheck(t *testing.T) {
	r := newTestRand(t)
	impossible := 0
	for n := 0; n < deep.Times(2_000, 10); {
		us, file := Color(r.IntN(2)), File(r.IntN(8))
		them := us.Other()
		s := Setup{Turn: us, EnPassant: SquareAt(file, thirdRank.relativeTo(them))}
		s.Board[s.EnPassant^8] = Pawn.Of(them)
		if beside := SquareAt(file+File(2*r.IntN(2))-1, (s.EnPassant ^ 8).Rank()); beside != NoSquare {
			s.Board[beside] = Pawn.Of(us)
		}
		pieces := []Piece{King.Of(White), King.Of(Black)}
		for range 1 + r.IntN(5) {
			pieces = append(pieces, (Knight + PieceType(r.IntN(4))).Of(Color(r.IntN(2))))
		}
		for _, piece := range pieces {
			s.Board[r.IntN(64)] = piece
		}
		p, err := s.Position()
		if err != nil {
			continue
		}
		n++
		if slices.Contains(p.Problems(), ImpossibleCheck) {
			impossible++
		}
		text := appendedFEN(&p, FENFormat{DoubleStep: true})
		slow := readMailbox(text)
		if diff := textListDiff(moveTexts(p.LegalMoves()), slowTexts(slow.legalMoves())); diff != "" {
			t.Errorf("LegalMoves(%q): %s", text, diff)
		}
		checkPlayable(t, &p)
	}
	if impossible < deep.Times(125, 10) {
		t.Errorf("%d positions with an impossible check, want at least %d", impossible, deep.Times(125, 10))
	}
}
