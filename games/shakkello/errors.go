package shakkello

import (
	"fmt"

	"github.com/shakki/chess"
	"github.com/shakki/chess/games"
	"github.com/shakki/chess/internal/fault"
	"github.com/shakki/chess/internal/tabletop"
)

// ErrIllegal is the error that every [*MoveError] wraps.
var ErrIllegal = games.ErrIllegal

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

var illegalReasons = tabletop.Enum[IllegalReason]{
	"none", "there is no such move", "the game is over", "the piece is not in hand", "the square is occupied",
	"the first white piece must be the king", "the square touches no piece", "the king must be Black's last piece",
	"the square does not touch White's last piece", "the other bishop is on a square of the same color",
	"the queen is called and must be placed", "no empty square would be left for Black's king",
}

// String returns the reason in words, such as "the piece is not in hand".
func (r IllegalReason) String() string { return illegalReasons.String(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r IllegalReason) MarshalText() ([]byte, error) { return illegalReasons.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (r *IllegalReason) UnmarshalText(text []byte) error { return illegalReasons.Unmarshal(r, text) }

// A MoveError reports why a move is illegal. It wraps [ErrIllegal].
type MoveError struct {
	Player chess.Color   `json:"player"` // the player to move
	Move   Move          `json:"move"`   // the illegal move
	Why    IllegalReason `json:"why"`    // why the move is illegal
	Detail string        `json:"detail"` // details about the reason, or ""
	By     chess.Square  `json:"by"`     // the square of the piece that Reason names, or NoSquare
}

// Error returns a sentence that begins with the player and the move, such as "white: Nd4: the
// square is occupied (white king on d4)".
func (e *MoveError) Error() string {
	return fault.MoveText(fmt.Sprintf("%v: %v", e.Player, e.Move), e.Why, e.Detail)
}

// Unwrap returns [ErrIllegal].
func (e *MoveError) Unwrap() error { return ErrIllegal }

// MarshalJSON returns an object with the message as "text", and the fields.
func (e *MoveError) MarshalJSON() ([]byte, error) { return fault.JSON(e, e) }

// A ParseError reports text that is not the text form of a value. If the text of a game has an illegal
// move, its Err is a [*MoveError].
type ParseError = games.ParseError
