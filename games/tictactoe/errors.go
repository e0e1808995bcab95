package tictactoe

import (
	"fmt"

	"github.com/shakki/chess/internal/tabletop"
)

// ErrIllegal is the error that every [*MoveError] wraps.
var ErrIllegal = tabletop.ErrIllegal

// An IllegalReason is the reason why a move is illegal. The zero value is [NoIllegalReason].
type IllegalReason uint8

// The reasons why a move is illegal.
const (
	NoIllegalReason IllegalReason = iota // the move is not illegal
	GameOver                             // the game has ended
	NoSuchSquare                         // the board has no such square
	Occupied                             // there is a piece on the square
)

var illegalReasons = tabletop.Enum[IllegalReason]{Type: "IllegalReason", Names: []string{
	"none", "the game is over", "there is no such square", "the square is occupied",
}}

// String returns the reason in words, such as "the game is over".
func (r IllegalReason) String() string { return illegalReasons.String(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r IllegalReason) MarshalText() ([]byte, error) { return illegalReasons.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (r *IllegalReason) UnmarshalText(text []byte) error { return illegalReasons.Unmarshal(r, text) }

// A MoveError reports why a move is illegal. It wraps [ErrIllegal].
type MoveError struct {
	Player Piece         // the player to move
	Move   Move          // the illegal move
	Reason IllegalReason // why the move is illegal
	Detail string        // details about the reason, or ""
}

// Error returns a sentence that begins with the player and the move, such as "X: b2: the square is
// occupied (by O)".
func (e *MoveError) Error() string {
	return tabletop.MoveText(fmt.Sprintf("%v: %v", e.Player, e.Move), e.Reason, e.Detail)
}

// Unwrap returns [ErrIllegal].
func (e *MoveError) Unwrap() error { return ErrIllegal }

// A ParseError reports text that is not the text form of a value. It has the fields Kind (what was
// expected), Text, Column (the byte where the problem is, counted from 1), Reason (what is wrong),
// and Err, which is the [*MoveError] if the text of a game has an illegal move.
type ParseError = tabletop.ParseError
