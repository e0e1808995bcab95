package shakkello

import "github.com/shakki/chess"

// PiecesEach is the number of pieces of each player: a king, a queen, two
// rooks, two bishops and two knights (rule sheet S4).
const PiecesEach = 8

// plies is the length of every game.
const plies = 2 * PiecesEach

// setSize holds how many pieces of each type a player has.
var setSize = [...]int{chess.Knight: 2, chess.Bishop: 2, chess.Rook: 2, chess.Queen: 1, chess.King: 1}

// inSet reports whether the players have pieces of type t: all but the pawn.
func inSet(t chess.PieceType) bool { return chess.Knight <= t && t <= chess.King }

// A Position is a board with its pieces, and, when only Black's king is left,
// the piece of White that it must touch. Everything else follows: whose turn it
// is, what is in hand, whether a queen has been called. Positions are
// comparable, and == is equality of all these. The zero value is the empty
// board; every other Position comes from play or from [ParsePosition], and so
// from a legal game.
type Position struct {
	colors [2]chess.Bitboard
	types  [chess.King + 1]chess.Bitboard
	last   chess.Bitboard // White's eighth piece, until Black's king stands
}

// StartPosition returns the empty board, White to move. It is the zero value.
func StartPosition() Position { return Position{} }

// At returns the piece on s, or NoPiece if there is none or s is invalid.
func (p *Position) At(s chess.Square) chess.Piece {
	for t := chess.Knight; t <= chess.King; t++ {
		switch {
		case !p.types[t].Has(s):
		case p.colors[chess.White].Has(s):
			return t.Of(chess.White)
		default:
			return t.Of(chess.Black)
		}
	}
	return chess.NoPiece
}

// Pieces returns the squares of the pieces of c. It returns the empty set if c
// is invalid.
func (p *Position) Pieces(c chess.Color) chess.Bitboard {
	if c > chess.Black {
		return 0
	}
	return p.colors[c]
}

// Occupied returns the squares of all pieces.
func (p *Position) Occupied() chess.Bitboard {
	return p.colors[chess.White] | p.colors[chess.Black]
}

// Plies returns the number of pieces on the board, 0 to 16.
func (p *Position) Plies() int { return p.Occupied().Count() }

// Turn returns the player to move. When the game is over it is White.
func (p *Position) Turn() chess.Color { return chess.Color(p.Plies() & 1) }

// InHand returns how many pieces of type t player c has yet to place, 0 to 2.
func (p *Position) InHand(c chess.Color, t chess.PieceType) int {
	if !inSet(t) || c > chess.Black {
		return 0
	}
	return setSize[t] - (p.types[t] & p.colors[c]).Count()
}

// QueenCalled reports whether the player to move must place the queen because
// the opponent has just done so (rule sheet S4, rule 5).
func (p *Position) QueenCalled() bool { return p.types[chess.Queen].Count() == 1 }

// Beside returns the square of White's last piece when it is the turn of
// Black's king, which must touch it (rule sheet S4, rule 3); NoSquare at all
// other times.
func (p *Position) Beside() chess.Square { return p.last.First() }

// LegalMoves returns the legal placements: knights first, then bishops, rooks,
// the queen and the king, each on the squares in ascending order. There is at
// least one unless the game is over.
func (p *Position) LegalMoves() []Move { return p.AppendLegalMoves(nil) }

// AppendLegalMoves appends the moves of [Position.LegalMoves] to dst. It does
// not allocate when dst has room; there are never more than 256.
func (p *Position) AppendLegalMoves(dst []Move) []Move {
	for t := chess.Knight; t <= chess.King; t++ {
		for to := p.targets(t); to != 0; {
			dst = append(dst, Place(t, to.PopFirst()))
		}
	}
	return dst
}

// IsLegal reports whether m is one of the legal moves.
func (p *Position) IsLegal(m Move) bool { return p.targets(m.PieceType()).Has(m.Square()) }

// Play makes the move m of the player to move. The error is a [*MoveError],
// and p is unchanged, if m is not legal.
func (p *Position) Play(m Move) error {
	if !p.IsLegal(m) {
		detail, err := p.explain(m)
		return &MoveError{Player: p.Turn(), Move: m, Err: err, Detail: detail}
	}
	*p = p.After(m)
	return nil
}

// After returns the position after m, which must be legal in p; it does not
// check. What it returns for another move is not a position of the game.
func (p *Position) After(m Move) Position {
	q := *p
	square := m.Square().Bitboard()
	q.colors[p.Turn()] |= square
	q.types[m.PieceType()] |= square
	q.last = 0
	if q.Plies() == plies-1 {
		q.last = square
	}
	return q
}
