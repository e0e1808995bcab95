package chess

import "github.com/shakki/chess/internal/magic"

// The tables below are filled once, when the program starts. Those indexed by a Square have 256
// entries, one for each value of the type, so that the compiler needs no bounds check and an invalid
// square attacks nothing.
var (
	knightAttacks = leaper([]step{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}})
	kingAttacks   = leaper([]step{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}})
	pawnAttacks   = [2][256]Bitboard{leaper([]step{{-1, 1}, {1, 1}}), leaper([]step{{-1, -1}, {1, -1}})}

	bishopRays = rays(bishopAttacks) // on an empty board
	rookRays   = rays(rookAttacks)

	between, lines = pairs()

	// diagonals holds the line through each square in the direction a1-h8, antidiagonals the line
	// in the direction a8-h1. Both include the square.
	diagonals     = linesAlong(step{1, 1})
	antidiagonals = linesAlong(step{1, -1})
)

// A step is a direction on the board: a number of files to the east and of ranks to the north.
type step struct{ files, ranks int8 }

// leaper returns, for each square, the squares one step away.
func leaper(steps []step) (table [256]Bitboard) {
	for s := A1; s <= H8; s++ {
		for _, d := range steps {
			table[s] |= SquareAt(s.File()+File(d.files), s.Rank()+Rank(d.ranks)).Bitboard()
		}
	}
	return table
}

// rays returns, for each square, what a slider attacks on an empty board.
func rays(attacks func(Square, Bitboard) Bitboard) (table [256]Bitboard) {
	for s := A1; s <= H8; s++ {
		table[s] = attacks(s, 0)
	}
	return table
}

// linesAlong returns the line through each square in one direction.
func linesAlong(d step) (table [256]Bitboard) {
	for s := A1; s <= H8; s++ {
		table[s] = Bitboard(magic.Line(int(s), int(d.files), int(d.ranks))).with(s)
	}
	return table
}

// pairs returns two tables for the pairs of distinct squares on one line: the squares strictly
// between them, and the whole line.
func pairs() (between, lines [64][64]Bitboard) {
	for _, attacks := range [...]func(Square, Bitboard) Bitboard{bishopAttacks, rookAttacks} {
		for a := A1; a <= H8; a++ {
			for b := range attacks(a, 0).Squares() {
				between[a][b] = attacks(a, b.Bitboard()) & attacks(b, a.Bitboard())
				lines[a][b] = (attacks(a, 0) & attacks(b, 0)).with(a).with(b)
			}
		}
	}
	return between, lines
}

// bishopAttacks is BishopAttacks for a valid square.
func bishopAttacks(s Square, occupied Bitboard) Bitboard {
	return Bitboard(magic.Bishop(uint8(s), uint64(occupied)))
}

// rookAttacks is RookAttacks for a valid square.
func rookAttacks(s Square, occupied Bitboard) Bitboard {
	return Bitboard(magic.Rook(uint8(s), uint64(occupied)))
}

// KnightAttacks returns the squares that a knight on s attacks, or the empty set if s is NoSquare.
func KnightAttacks(s Square) Bitboard { return knightAttacks[s] }

// KingAttacks returns the squares that a king on s attacks, or the empty set if s is NoSquare.
func KingAttacks(s Square) Bitboard { return kingAttacks[s] }

// PawnAttacks returns the squares that a pawn of color c on s attacks, or the empty set if s is
// NoSquare.
func PawnAttacks(c Color, s Square) Bitboard { return pawnAttacks[c&1][s] }

// BishopAttacks returns the squares that a bishop on s attacks if the squares in occupied hold
// pieces. The first piece on each line is attacked, whatever its color. It returns the empty set if
// s is NoSquare. The attacks of a queen are those of a bishop and those of a rook.
func BishopAttacks(s Square, occupied Bitboard) Bitboard {
	if !s.isValid() {
		return 0
	}
	return bishopAttacks(s, occupied)
}

// RookAttacks is like [BishopAttacks] for a rook.
func RookAttacks(s Square, occupied Bitboard) Bitboard {
	if !s.isValid() {
		return 0
	}
	return rookAttacks(s, occupied)
}

// reaches holds what each piece other than a pawn attacks on an empty board, by type and square.
var reaches = func() (table [8][64]Bitboard) {
	for s := range table[NoPieceType] {
		table[Knight][s], table[King][s] = knightAttacks[s], kingAttacks[s]
		table[Bishop][s], table[Rook][s] = bishopRays[s], rookRays[s]
		table[Queen][s] = bishopRays[s] | rookRays[s]
	}
	return table
}()

// attacksOf returns the squares that piece p on a valid square attacks if the squares in occupied
// hold pieces.
func attacksOf(p Piece, s Square, occupied Bitboard) Bitboard {
	switch p.Type() {
	case Pawn:
		return pawnAttacks[p.Color()][s]
	case Bishop:
		return bishopAttacks(s, occupied)
	case Rook:
		return rookAttacks(s, occupied)
	case Queen:
		return bishopAttacks(s, occupied) | rookAttacks(s, occupied)
	}
	return reaches[p.Type()][s]
}

// Between returns the squares strictly between a and b on a rank, file, or diagonal. It returns the
// empty set if they are not on one line, are the same, or are not both valid.
func Between(a, b Square) Bitboard {
	if !a.isValid() || !b.isValid() {
		return 0
	}
	return between[a][b]
}

// LineThrough returns the whole rank, file, or diagonal on which a and b stand, both included. It
// returns the empty set if they are not on one line, are the same, or are not both valid. A pinned
// piece moves along the line through its square and that of its king.
func LineThrough(a, b Square) Bitboard {
	if !a.isValid() || !b.isValid() {
		return 0
	}
	return lines[a][b]
}
