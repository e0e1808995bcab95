package shakkello

import (
	"fmt"
	"iter"
	"slices"

	"github.com/shakki/chess"
)

// PiecesEach is the number of pieces of each player: a king, a queen, two rooks, two bishops, and
// two knights (rule sheet S4).
const PiecesEach = 8

// plies is the number of plies in every game.
const plies = 2 * PiecesEach

// setSize holds the number of pieces of each type that a player has.
var setSize = [...]int{chess.Knight: 2, chess.Bishop: 2, chess.Rook: 2, chess.Queen: 1, chess.King: 1}

// inSet reports whether the players have pieces of type t. They have no pawns.
func inSet(t chess.PieceType) bool { return chess.Knight <= t && t <= chess.King }

// A Position holds the pieces on the board. If only Black's king is still to be placed, it also
// holds the square of White's last piece, which the king must touch. The pieces determine whose
// turn it is, which pieces are in hand, and whether a queen has been called. Two positions are
// equal by == if they have the same pieces on the same squares and, if only Black's king is
// missing, the same last piece of White. The zero value is the empty board. Other positions come
// from legal moves or from [ParsePosition], so they can arise in a game.
type Position struct {
	colors [2]chess.Bitboard
	types  [chess.King + 1]chess.Bitboard
	last   chess.Bitboard // the square of White's eighth piece until Black's king is placed, or 0
}

// StartPosition returns the empty board with White to move, which is the zero Position.
func StartPosition() Position { return Position{} }

// PieceAt returns the piece on s, or NoPiece if s is empty or invalid.
func (p Position) PieceAt(s chess.Square) chess.Piece {
	for t := chess.Knight; t <= chess.King; t++ {
		for c := range chess.Color(2) {
			if (p.types[t] & p.colors[c]).Has(s) {
				return t.Of(c)
			}
		}
	}
	return chess.NoPiece
}

// Pieces returns the squares of the pieces of color c. It returns the empty set if c is invalid.
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
func (p Position) Plies() int { return p.Occupied().Count() }

// Turn returns the player to move. If the game is over, it returns White.
func (p Position) Turn() chess.Color { return chess.Color(p.Plies() & 1) }

// InHand returns the number of pieces of type t that player c has not placed yet.
func (p Position) InHand(c chess.Color, t chess.PieceType) int {
	if !inSet(t) || c > chess.Black {
		return 0
	}
	return setSize[t] - (p.types[t] & p.colors[c]).Count()
}

// QueenCalled reports whether the player to move must place the queen because the opponent has just
// placed a queen (rule 5).
func (p Position) QueenCalled() bool { return p.types[chess.Queen].Count() == 1 }

// Beside returns the square of White's last piece if the next move must place Black's king, which
// must touch that piece (rule 3). Otherwise it returns NoSquare.
func (p Position) Beside() chess.Square { return p.last.First() }

// Moves iterates over the legal moves in the order of [Position.LegalMoves].
func (p Position) Moves() iter.Seq[Move] { return slices.Values(p.LegalMoves()) }

// LegalMoves returns the legal moves: knights first, then bishops, rooks, the queen, and the king.
// The moves of each piece type are in ascending order of their squares. There is at least one legal
// move unless the game is over.
func (p Position) LegalMoves() []Move { return p.AppendLegalMoves(nil) }

// AppendLegalMoves appends the legal moves to dst, in the order of [Position.LegalMoves], and
// returns the extended slice. There are at most 256 moves. AppendLegalMoves does not allocate if
// dst has room for them.
func (p *Position) AppendLegalMoves(dst []Move) []Move {
	for t := chess.Knight; t <= chess.King; t++ {
		for to := p.targets(t); to != 0; {
			dst = append(dst, Place(t, to.PopFirst()))
		}
	}
	return dst
}

// IsLegal reports whether m is legal.
func (p Position) IsLegal(m Move) bool { return p.targets(m.PieceType()).Has(m.Square()) }

// Play plays m. If m is illegal, p is unchanged and the error is a [*MoveError].
func (p *Position) Play(m Move) error {
	if !p.IsLegal(m) {
		reason, by := p.explain(m)
		err := &MoveError{Player: p.Turn(), Move: m, Why: reason}
		if square := by.First(); square != chess.NoSquare {
			piece := p.PieceAt(square)
			err.Detail = fmt.Sprintf("%v %v on %v", piece.Color(), piece.Type(), square)
		}
		return err
	}
	*p = p.After(m)
	return nil
}

// After returns the position after m. It does not check that m is legal. The result for an illegal
// move is unspecified.
func (p Position) After(m Move) Position {
	square := m.Square().Bitboard()
	p.colors[p.Turn()] |= square
	p.types[m.PieceType()] |= square
	p.last = 0
	if p.Plies() == plies-1 {
		p.last = square
	}
	return p
}
