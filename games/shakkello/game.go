package shakkello

import (
	"iter"

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
// moves, and the word end, separated by "; ", such as "8/8/8/8/8/8/8/8 -; Kd4; Nd5; end". Case does
// not matter in moves, and a newline may follow. The error is a [*ParseError].
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
