package tictactoe

import (
	"fmt"
	"iter"

	"github.com/shakki/chess/games"
	"github.com/shakki/chess/internal/tabletop"
)

// A Game is a start position and the moves played from it. The zero Game starts from the empty
// board. A Game must not be copied after first use, which go vet reports. Methods that only read
// may be called concurrently.
type Game struct {
	game tabletop.Game[Position, Move, *Position, *Move]
}

// NewGame returns a game without moves that starts from the empty board.
func NewGame() *Game { return new(Game) }

// NewGameFrom returns a game without moves that starts from the given position. The error is a
// [*ParseError] if start is not a position that a game can reach.
func NewGameFrom(start Position) (*Game, error) { return tabletop.Begin[Game](start) }

// ParseGame parses the form that the method String of a game returns: the start position, the
// moves, and the word end, separated by "; ", such as ".../.../...; b2; a1; end". Case does not
// matter in moves, and a newline may follow. The error is a [*ParseError].
func ParseGame(s string) (*Game, error) { return tabletop.Parse[Game](s) }

// Play plays m if it is legal. If not, the error is a [*MoveError], and the game is unchanged.
func (g *Game) Play(m Move) error { return g.game.Play(m) }

// PlayText plays a move in the form that [ParseMove] reads. The error is a [*ParseError] or a
// [*MoveError].
func (g *Game) PlayText(s string) error { return g.game.PlayText(s) }

// Undo takes back the last move and reports whether there was one.
func (g *Game) Undo() bool { return g.game.Undo() }

// Start returns the position in which the game started.
func (g *Game) Start() Position { return g.game.Start() }

// Position returns the position after the last move.
func (g *Game) Position() Position { return g.game.Position() }

// Positions iterates over all positions, beginning with the start, with the number of plies before
// each.
func (g *Game) Positions() iter.Seq2[int, Position] { return g.game.Positions() }

// Moves returns the moves played.
func (g *Game) Moves() []Move { return g.game.Moves() }

// Plies returns the number of moves played by all players.
func (g *Game) Plies() int { return g.game.Plies() }

// Outcome returns the outcome of the position after the last move.
func (g *Game) Outcome() Outcome { return g.Position().Outcome() }

// Clone returns an independent copy of g.
func (g *Game) Clone() *Game { return &Game{g.game.Copy()} }

// Equal reports whether g and other have the same start and the same moves.
func (g *Game) Equal(other *Game) bool { return g.game.Equal(&other.game) }

// String returns the text that [ParseGame] reads.
func (g *Game) String() string { return g.game.String() }

// MarshalText implements [encoding.TextMarshaler] with the form of String. It returns an error if the
// start has no text form.
func (g *Game) MarshalText() ([]byte, error) { return g.game.MarshalText() }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseGame]. On error g is unchanged.
func (g *Game) UnmarshalText(text []byte) error { return g.game.UnmarshalText(text) }

// ErrIllegal is the error that every [*MoveError] wraps.
var ErrIllegal = games.ErrIllegal

// An IllegalReason is the reason why a move is illegal. The zero value is [NoIllegalReason].
type IllegalReason uint8

// The reasons why a move is illegal.
const (
	NoIllegalReason IllegalReason = iota // the move is not illegal
	GameOver                             // the game has ended
	NoSuchSquare                         // the board has no such square
	Occupied                             // there is a piece on the square
)

var illegalReasons = tabletop.Enum[IllegalReason]("illegal reason",
	"none", "the game is over", "there is no such square", "the square is occupied",
)

// String returns the reason in words, such as "the game is over".
func (r IllegalReason) String() string { return illegalReasons.Text(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r IllegalReason) MarshalText() ([]byte, error) { return illegalReasons.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (r *IllegalReason) UnmarshalText(text []byte) error { return illegalReasons.Unmarshal(r, text) }

// A MoveError reports why a move is illegal, such as "X: b2: the square is occupied (by O)". It
// wraps [ErrIllegal].
type MoveError = games.MoveError[Piece, Move, IllegalReason]

// A ParseError reports text that is not the text form of a value. If the text of a game has an illegal
// move, its Err is a [*MoveError].
type ParseError = games.ParseError

// A Result is the score of a game. The zero value is [Unfinished].
type Result uint8

// The results.
const (
	Unfinished Result = iota // the game is not over
	XWins                    // as X
	OWins                    // as O
	Draw
)

var results = tabletop.Enum[Result]("result", "unfinished", "X wins", "O wins", "draw")

// String returns "unfinished", "X wins", "O wins", or "draw".
func (r Result) String() string { return results.Text(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r Result) MarshalText() ([]byte, error) { return results.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (r *Result) UnmarshalText(text []byte) error { return results.Unmarshal(r, text) }

// A Reason is the way in which a game has ended. The zero value is [NoReason].
type Reason uint8

// The reasons. Rule sheet S1 defines how a player wins.
const (
	NoReason   Reason = iota // the game is not over
	ThreeInRow               // a player has three in a row
	FullBoard                // the board is full and nobody has three in a row
)

var reasons = tabletop.Enum[Reason]("reason", "none", "three in a row", "full board")

// String returns the reason in words, such as "three in a row".
func (r Reason) String() string { return reasons.Text(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r Reason) MarshalText() ([]byte, error) { return reasons.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (r *Reason) UnmarshalText(text []byte) error { return reasons.Unmarshal(r, text) }

// An Outcome is the result of a game and the reason for it. The zero value means that the game goes
// on.
type Outcome struct {
	Result Result `json:"result"`          // Unfinished while the game goes on
	Reason Reason `json:"reason,omitzero"` // NoReason while the game goes on
}

// IsOver reports whether the game has ended.
func (o Outcome) IsOver() bool { return o.Result != Unfinished }

// Winner returns the winner. If nobody has won, it returns NoPiece and false.
func (o Outcome) Winner() (player Piece, ok bool) {
	if o.Result != XWins && o.Result != OWins {
		return NoPiece, false
	}
	return Piece(o.Result), true
}

// String returns the result and the reason: "X wins (three in a row)", or "unfinished".
func (o Outcome) String() string {
	if o.Reason == NoReason {
		return o.Result.String()
	}
	return fmt.Sprintf("%v (%v)", o.Result, o.Reason)
}
