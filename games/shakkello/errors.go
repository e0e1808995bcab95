package shakkello

import (
	"fmt"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/tabletop"
)

// ErrIllegal is the error that every [*MoveError] wraps.
var ErrIllegal = tabletop.ErrIllegal

// An IllegalReason is the reason why a move is illegal. The zero value is [NoIllegalReason].
type IllegalReason uint8

// The reasons why a move is illegal, with the rule of the package documentation for each. Where one
// names a piece, MoveError.By is its square.
const (
	NoIllegalReason IllegalReason = iota // the move is not illegal
	NoSuchMove                           // the move is not a piece and a square
	GameOver                             // the game has ended
	NotHeld                              // the player has no such piece in hand
	Occupied                             // By is on the square
	KingFirst                            // rule 1: White's first piece is the king
	Apart                                // rule 2: the square touches no piece
	KingLast                             // rule 3: the king is Black's last piece
	NotBeside                            // rule 3: the square does not touch By, White's last piece
	SameColor                            // rule 4: By, the other bishop, is on a square of the same color
	QueenCalled                          // rule 5: By calls the queen
	NoRoom                               // rule 6: no empty square would be left for Black's king
)

var illegalReasons = tabletop.Enum[IllegalReason]{Type: "IllegalReason", Names: []string{
	"none", "no such move", "game over", "not held", "occupied", "king first", "apart", "king last",
	"not beside", "same color", "queen called", "no room",
}}

// String returns the reason in words, such as "king first".
func (r IllegalReason) String() string { return illegalReasons.String(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r IllegalReason) MarshalText() ([]byte, error) { return illegalReasons.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (r *IllegalReason) UnmarshalText(text []byte) error { return illegalReasons.Unmarshal(r, text) }

// illegalReasonTexts holds what a MoveError says for each reason. %s is the piece on By.
var illegalReasonTexts = [...]string{
	NoIllegalReason: "illegal move",
	NoSuchMove:      "there is no such move",
	GameOver:        "the game is over",
	NotHeld:         "the piece is not in hand",
	Occupied:        "the square is occupied by the %s",
	KingFirst:       "the first white piece must be the king",
	Apart:           "the square touches no piece",
	KingLast:        "the king must be Black's last piece",
	NotBeside:       "the square does not touch White's last piece, the %s",
	SameColor:       "the %s is on a square of the same color",
	QueenCalled:     "the queen must be placed, because the %s calls it",
	NoRoom:          "no empty square would be left for Black's king",
}

// A MoveError reports why a move is illegal. It wraps [ErrIllegal].
type MoveError struct {
	Player chess.Color   // the player to move
	Move   Move          // the illegal move
	Reason IllegalReason // why the move is illegal
	By     chess.Square  // the square of the piece that Reason names, or NoSquare
	Piece  chess.Piece   // the piece on By, or NoPiece
}

// Error returns a sentence that begins with the player and the move, such as "white: Nd4: the
// square is occupied by the white king on d4".
func (e *MoveError) Error() string {
	why := ErrIllegal.Error()
	if int(e.Reason) < len(illegalReasonTexts) {
		why = illegalReasonTexts[e.Reason]
	}
	if e.Piece != chess.NoPiece {
		why = fmt.Sprintf(why, fmt.Sprintf("%v %v on %v", e.Piece.Color(), e.Piece.Type(), e.By))
	}
	return fmt.Sprintf("%v: %v: %s", e.Player, e.Move, why)
}

// Unwrap returns [ErrIllegal].
func (e *MoveError) Unwrap() error { return ErrIllegal }

// A ParseError reports text that is not the text form of a value. It has the fields Kind (what was
// expected), Text, Column (the byte where the problem is, counted from 1), Reason (what is wrong),
// and Err, which is the [*MoveError] if the text of a game has an illegal move.
type ParseError = tabletop.ParseError
