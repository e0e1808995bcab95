package diagram

import (
	"slices"

	"github.com/shakki/chess"
)

// A Board is what can be drawn: a position, or any placement of pieces on a board, such as the lone
// knight that [chess.ParseSetup] reads from "8/8/8/3N4/8/8/8/8".
type Board interface {
	chess.Position | chess.Setup
}

// A scene is a board that is being drawn.
type scene struct {
	chess.Setup
	squares  [16]chess.Bitboard // by piece
	colors   [2]chess.Bitboard  // by color
	position chess.Position     // if playable
	playable bool

	last    chess.Bitboard // the squares of the last move
	check   chess.Bitboard // those of the kings in check, if they are marked
	targets chess.Bitboard // those to which the selected pieces can go
	shapes  []chess.Shape  // those of the options that are on the board
}

// sceneOf returns the scene of a position or a setup, and of what the options mark on it. A setup that
// describes a position is drawn as that position. Anything but the twelve pieces is left out.
func sceneOf[B Board](b B, o *Options) scene {
	var s scene
	switch b := any(&b).(type) { // a pointer needs no allocation
	case *chess.Position:
		s.position, s.playable = *b, true
		s.Setup = b.Setup()
	case *chess.Setup:
		p, err := b.Position()
		s.position, s.playable = p, err == nil
		s.Setup = *b
	}
	s.Turn &= 1
	for square, piece := range s.Board {
		if !isPiece(piece) {
			s.Board[square] = chess.NoPiece
			continue
		}
		s.squares[piece] |= chess.Square(square).Bitboard()
		s.colors[piece.Color()] |= chess.Square(square).Bitboard()
	}
	s.last, s.targets = s.squaresOf(o.LastMove), s.targetsOf(o.Selected)
	if !o.HideCheck {
		s.check = s.checked()
	}
	s.shapes = slices.DeleteFunc(slices.Clone(o.Shapes), func(s chess.Shape) bool { return max(s.From, s.To) >= chess.NoSquare })
	return s
}

// isPiece reports whether p is one of the twelve pieces.
func isPiece(p chess.Piece) bool {
	return p == p.Type().Of(p.Color()) && p.Type() != chess.NoPieceType && p.Type() <= chess.King
}

// occupied returns the squares with pieces.
func (s *scene) occupied() chess.Bitboard { return s.colors[chess.White] | s.colors[chess.Black] }

// pieces returns the squares of the pieces of a color and type.
func (s *scene) pieces(c chess.Color, t chess.PieceType) chess.Bitboard { return s.squares[t.Of(c)] }

// attacks returns the squares that the piece on a square attacks.
func (s *scene) attacks(from chess.Square) chess.Bitboard {
	diagonals, lines := chess.BishopAttacks(from, s.occupied()), chess.RookAttacks(from, s.occupied())
	return [...]chess.Bitboard{
		chess.Pawn:   chess.PawnAttacks(s.Board[from].Color(), from),
		chess.Knight: chess.KnightAttacks(from),
		chess.Bishop: diagonals,
		chess.Rook:   lines,
		chess.Queen:  diagonals | lines,
		chess.King:   chess.KingAttacks(from),
	}[s.Board[from].Type()]
}

// checked returns the squares of the kings in check. If no play is possible, both can be.
func (s *scene) checked() (kings chess.Bitboard) {
	for c, pieces := range s.colors {
		for from := range pieces.Squares() {
			kings |= s.attacks(from) & s.pieces(chess.Color(1-c), chess.King)
		}
	}
	return kings
}

// targetsOf returns the squares to which the pieces on the given squares can go. If no play is
// possible, that is how they move, whoever is to move.
func (s *scene) targetsOf(selected chess.Bitboard) (squares chess.Bitboard) {
	var moves [64]chess.Move
	for from := range (selected & s.occupied()).Squares() {
		if !s.playable {
			squares |= s.reach(from)
			continue
		}
		for _, m := range s.position.AppendMovesFrom(moves[:0], from) {
			to := m.To()
			if king, _, _, ok := s.position.CastlingSquares(m); ok {
				to = king
			}
			squares |= to.Bitboard()
		}
	}
	return squares
}

// reach returns the squares that the piece on a square can go to or capture on.
func (s *scene) reach(from chess.Square) chess.Bitboard {
	us, attacks := s.Board[from].Color(), s.attacks(from)
	if s.Board[from].Type() != chess.Pawn {
		return attacks &^ s.colors[us]
	}
	step := func(b chess.Bitboard) chess.Bitboard {
		if us == chess.White {
			return b << 8 &^ s.occupied()
		}
		return b >> 8 &^ s.occupied()
	}
	one := step(from.Bitboard())
	two := step(one) & chess.Rank(3+us).Bitboard()
	return attacks&s.colors[us.Other()] | one | two
}

// squaresOf returns the two squares of the move that led to the board. For castling, the second is
// the square of the king.
func (s *scene) squaresOf(m chess.Move) chess.Bitboard {
	if m == chess.NullMove {
		return 0
	}
	from, to := m.From(), m.To()
	king := s.pieces(s.Turn.Other(), chess.King).First()
	if s.Board[to] == chess.NoPiece && to.Rank() == from.Rank() && king != chess.NoSquare && king.Rank() == from.Rank() {
		to = king
	}
	return chess.BitboardOf(from, to)
}
