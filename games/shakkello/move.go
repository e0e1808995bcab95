package shakkello

import (
	"fmt"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/games"
	"github.com/shakki/chess/internal/tabletop"
)

// A Move is a type of piece and the square on which the player to move places it. The zero value is
// [NoMove].
type Move uint16

// NoMove represents no move. It is never legal.
const NoMove Move = 0

// Place returns the move that places a piece of type t on s. It returns NoMove if t is a pawn or if
// t or s is invalid.
func Place(t chess.PieceType, s chess.Square) Move {
	if !inSet(t) || s >= chess.NoSquare {
		return NoMove
	}
	return Move(t)<<6 | Move(s)
}

// ParseMove parses a piece letter (K, Q, R, B, or N) followed by a square, such as "Nd5". Case does
// not matter. [Move.String] returns the form with the letter of the piece in upper case. The error
// is a [*ParseError].
func ParseMove(s string) (Move, error) {
	if len(s) != 3 {
		return NoMove, tabletop.NewParseError("move", s, 1, "want a piece and a square, such as Nd5")
	}
	t := chess.Knight + chess.PieceType(strings.IndexByte("NBRQK", s[0]&^0x20))
	square, err := chess.ParseSquare(tabletop.Lower(s[1:]))
	switch {
	case !inSet(t):
		return NoMove, tabletop.NewParseError("move", s, 1, "want a piece: K, Q, R, B, or N")
	case err != nil:
		return NoMove, tabletop.NewParseError("move", s, 2, "want a square from a1 to h8")
	}
	return Place(t, square), nil
}

// IsValid reports whether m is a piece type and a square. [Position.IsLegal] reports whether it is
// legal in a position.
func (m Move) IsValid() bool { return Move(chess.Knight) <= m>>6 && m>>6 <= Move(chess.King) }

// PieceType returns the type of the piece that m places, or NoPieceType if m is invalid.
func (m Move) PieceType() chess.PieceType {
	if !m.IsValid() {
		return chess.NoPieceType
	}
	return chess.PieceType(m >> 6)
}

// Square returns the square on which m places a piece, or NoSquare if m is invalid.
func (m Move) Square() chess.Square {
	if !m.IsValid() {
		return chess.NoSquare
	}
	return chess.Square(m & 63)
}

// String returns the piece letter and the square, such as "Nd5". It returns "none" for NoMove.
func (m Move) String() string {
	switch {
	case m == NoMove:
		return "none"
	case !m.IsValid():
		return fmt.Sprintf("Move(%d)", uint16(m))
	}
	return chess.English.Letter(m.PieceType()) + m.Square().String()
}

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (m Move) MarshalText() ([]byte, error) { return tabletop.Marshal("move", m, m.IsValid()) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseMove]. It does not change m on
// error.
func (m *Move) UnmarshalText(text []byte) error { return tabletop.Unmarshal(m, text, ParseMove) }

// ErrIllegal is the error that every [*MoveError] wraps.
var ErrIllegal = games.ErrIllegal

// An IllegalReason is the reason why a move is illegal. The zero value is [NoIllegalReason].
type IllegalReason uint8

// The reasons why a move is illegal, with the rule of the package documentation for each. Where one
// is about another piece, MoveError.Detail names it.
const (
	NoIllegalReason IllegalReason = iota // the move is not illegal
	NoSuchMove                           // the move is not a piece and a square
	GameOver                             // the game has ended
	NotHeld                              // the player has no such piece in hand
	Occupied                             // there is a piece on the square
	KingFirst                            // rule 1: White's first piece is the king
	Apart                                // rule 2: the square touches no piece
	KingLast                             // rule 3: the king is Black's last piece
	NotBeside                            // rule 3: the square does not touch White's last piece
	SameColor                            // rule 4: the other bishop is on a square of the same color
	QueenCalled                          // rule 5: the opponent calls the queen
	NoRoom                               // rule 6: no empty square would be left for Black's king
)

var illegalReasons = tabletop.Enum[IllegalReason]("illegal reason",
	"none", "there is no such move", "the game is over", "the piece is not in hand", "the square is occupied",
	"the first white piece must be the king", "the square touches no piece", "the king must be Black's last piece",
	"the square does not touch White's last piece", "the other bishop is on a square of the same color",
	"the queen is called and must be placed", "no empty square would be left for Black's king",
)

// String returns the reason in words, such as "the piece is not in hand".
func (r IllegalReason) String() string { return illegalReasons.Text(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r IllegalReason) MarshalText() ([]byte, error) { return illegalReasons.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (r *IllegalReason) UnmarshalText(text []byte) error { return illegalReasons.Unmarshal(r, text) }

// A MoveError reports why a move is illegal, such as "white: Nd4: the square is occupied (white king on
// d4)". It wraps [ErrIllegal].
type MoveError = games.MoveError[chess.Color, Move, IllegalReason]

// A ParseError reports text that is not the text form of a value. If the text of a game has an illegal
// move, its Err is a [*MoveError].
type ParseError = games.ParseError
