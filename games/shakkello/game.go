package shakkello

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
// moves, and the word end, separated by "; ", such as "8/8/8/8/8/8/8/8 -; Kd4; Nd5; end". Case does
// not matter in moves, and a newline may follow. The error is a [*ParseError].
func ParseGame(s string) (*Game, error) { return tabletop.Parse[Game](s) }
