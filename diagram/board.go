package diagram

import "github.com/shakki/chess"

// A Board is what can be drawn: a position, or any placement of pieces on a board, such as the lone
// knight that [chess.ParseSetup] reads from "8/8/8/3N4/8/8/8/8".
type Board interface {
	chess.Position | chess.Setup
}

// A scene is a board that is being drawn.
type scene struct {
	board    [64]chess.Piece
	squares  [16]chess.Bitboard // by piece
	colors   [2]chess.Bitboard  // by color
	turn     chess.Color
	position chess.Position // if playable
	playable bool
}

// sceneOf returns the scene of a position or a setup. A setup that describes a position is drawn as
// that position. Anything but the twelve pieces is left out.
func sceneOf[B Board](b B) scene {
	var s scene
	var setup chess.Setup
	switch b := any(&b).(type) { // a pointer needs no allocation
	case *chess.Position:
		s.position, s.playable = *b, true
		setup = b.Setup()
	case *chess.Setup:
		p, err := b.Position()
		s.position, s.playable = p, err == nil
		setup = *b
	}
	s.turn = setup.Turn & 1
	for square, piece := range setup.Board {
		if isPiece(piece) {
			s.board[square] = piece
			s.squares[piece] |= chess.Square(square).Bitboard()
			s.colors[piece.Color()] |= chess.Square(square).Bitboard()
		}
	}
	return s
}

// isPiece reports whether p is one of the twelve pieces.
func isPiece(p chess.Piece) bool {
	return p == p.Type().Of(p.Color()) && p.Type() != chess.NoPieceType && p.Type() <= chess.King
}

// pieces returns the squares of the pieces of a color and type.
func (s *scene) pieces(c chess.Color, t chess.PieceType) chess.Bitboard { return s.squares[t.Of(c)] }

// attacks returns the squares that the piece on a square attacks.
func (s *scene) attacks(from chess.Square) chess.Bitboard {
	occupied := s.colors[chess.White] | s.colors[chess.Black]
	switch piece := s.board[from]; piece.Type() {
	case chess.Pawn:
		return chess.PawnAttacks(piece.Color(), from)
	case chess.Knight:
		return chess.KnightAttacks(from)
	case chess.Bishop:
		return chess.BishopAttacks(from, occupied)
	case chess.Rook:
		return chess.RookAttacks(from, occupied)
	case chess.Queen:
		return chess.BishopAttacks(from, occupied) | chess.RookAttacks(from, occupied)
	case chess.King:
		return chess.KingAttacks(from)
	}
	return 0
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

// targets returns the squares to which the pieces on the given squares can go. If no play is
// possible, that is how they move, whoever is to move.
func (s *scene) targets(selected chess.Bitboard) (squares chess.Bitboard) {
	var moves [64]chess.Move
	for from := range selected.Squares() {
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
	piece := s.board[from]
	us := piece.Color()
	switch {
	case piece == chess.NoPiece:
		return 0
	case piece.Type() != chess.Pawn:
		return s.attacks(from) &^ s.colors[us]
	}
	squares := s.attacks(from) & s.colors[us.Other()]
	empty := ^(s.colors[chess.White] | s.colors[chess.Black])
	step := func(b chess.Bitboard) chess.Bitboard {
		if us == chess.White {
			return b << 8 & empty
		}
		return b >> 8 & empty
	}
	one := step(from.Bitboard())
	two := step(one) & chess.Rank(3+us).Bitboard()
	return squares | one | two
}

// lastMove returns the two squares of the move that led to the board. For castling, the second is
// the square of the king.
func (s *scene) lastMove(m chess.Move) chess.Bitboard {
	if m == chess.NullMove {
		return 0
	}
	from, to := m.From(), m.To()
	king := s.pieces(s.turn.Other(), chess.King).First()
	if s.board[to] == chess.NoPiece && to.Rank() == from.Rank() && king != chess.NoSquare && king.Rank() == from.Rank() {
		to = king
	}
	return chess.BitboardOf(from, to)
}
