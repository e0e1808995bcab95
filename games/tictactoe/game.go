package tictactoe

import "github.com/shakki/chess/internal/tabletop"

// A Game is a start position and the moves played from it. The zero Game starts from the empty
// board. A Game must not be copied after first use, which go vet reports. Methods that only read
// may be called concurrently. The games share these methods:
//
//	Play(Move) error         // play a legal move, or return a *MoveError
//	PlayText(string) error   // the same for the text of a move, or a *ParseError
//	Undo() bool              // take back the last move, if there is one
//	Start() Position
//	Position() Position      // the current position
//	Positions() iter.Seq2[int, Position] // all positions with the number of plies before each
//	Moves() []Move
//	Plies() int              // the number of moves
//	Outcome() Outcome
//	Clone() *Game            // an independent copy
//	Equal(*Game) bool        // whether the start and the moves are the same
//	String() string          // the text that ParseGame reads
//	MarshalText() ([]byte, error)
//	UnmarshalText([]byte) error
type Game = tabletop.Game[Position, Move, Outcome, *Position, *Move]

// NewGame returns a game without moves that starts from the empty board.
func NewGame() *Game { return new(Game) }

// NewGameFrom returns a game without moves that starts from the given position. The error is a
// [*ParseError] if start is not a position that a game can reach.
func NewGameFrom(start Position) (*Game, error) { return tabletop.Begin(new(Game), start) }

// ParseGame parses the form that the method String of a game returns: the start position, the
// moves, and the word end, separated by "; ", such as ".../.../...; b2; a1; end". Case does not
// matter in moves, and a newline may follow. The error is a [*ParseError].
func ParseGame(s string) (*Game, error) { return tabletop.Parse[Game](s) }

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

var illegalReasons = tabletop.Enum[IllegalReason]{
	"none", "the game is over", "there is no such square", "the square is occupied",
}

// String returns the reason in words, such as "the game is over".
func (r IllegalReason) String() string { return illegalReasons.String(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r IllegalReason) MarshalText() ([]byte, error) { return illegalReasons.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (r *IllegalReason) UnmarshalText(text []byte) error { return illegalReasons.Unmarshal(r, text) }

// A MoveError reports why a move is illegal, such as "X: b2: the square is occupied (by O)". It
// wraps [ErrIllegal]. It has the fields Player (the player to move), Move (the illegal move),
// Reason (the [IllegalReason]), and Detail (details about the reason, or "").
type MoveError = tabletop.MoveError[Piece, Move, IllegalReason]

// A ParseError reports text that is not the text form of a value. It has the fields Kind (what was
// expected), Text, Column (the byte where the problem is, counted from 1), Reason (what is wrong),
// and Err, which is the [*MoveError] if the text of a game has an illegal move.
type ParseError = tabletop.ParseError
