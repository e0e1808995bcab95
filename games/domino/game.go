package domino

import (
	"iter"

	"github.com/shakki/chess/internal/tabletop"
)

// A Game is one round: a start position and the moves played from it. The zero Game has no tiles,
// and every move is illegal in it. A Game must not be copied after first use, which go vet reports.
// Methods that only read may be called concurrently.
//
// Two players take 7 tiles each, and three to five players take 5. The remaining tiles are the
// stock. The players take turns to lay a tile at either end of the line of
// tiles, so that adjacent ends have the same number of pips. A player without a matching tile draws
// from the stock until one matches, or passes if the stock is empty. The round ends when a player
// has no tiles left or when nobody can lay one. The pips left in the hands are penalty points.
//
// The rule sheet is torn. It describes the deal, two ways to find the leader of the first round
// ([LeaderByLot], and NoPlayer for the highest tile of the deal), the matching of tiles, and the end of
// a match. The other rules come from the common draw game:
//
//  1. If two tiles have the same number of pips, the tile with the higher end is
//     higher.
//  2. The players take tiles one at a time, in turn. If the highest tile is laid at
//     once, it counts as a tile of the leader's hand.
//  3. The line has two open ends. A double does not open more ends.
//  4. Only a player without a matching tile may draw, one tile at a time until one
//     matches or the stock is empty. A player who can lay a tile must lay one. A
//     player may pass only if the stock is empty and no tile matches.
//  5. A player who has no tiles left wins the round. A round is blocked as soon as
//     the stock is empty and no hand has a matching tile.
//  6. The pips in a player's hand at the end of the round are the penalty points of
//     that player. In a blocked round, the player with the fewest points wins.
//  7. If several players have the fewest penalty points in a blocked round or in a
//     match, they share the win.
//  8. The players agree on who leads the later rounds, such as the winner.
type Game struct {
	game tabletop.Game[Position, Move, *Position, *Move]
}

// NewGame returns a round that begins with a deal, as by [Deal]. If leader is NoPlayer, the highest of
// the first tiles has been laid, which is the first move and can be taken back. The error is a
// [*SetupError].
func NewGame(players int, leader Player, s Shuffle) (*Game, error) {
	start, err := Deal(players, leader, s)
	if err != nil {
		return nil, err
	}
	g, err := NewGameFrom(start)
	if err == nil && leader == NoPlayer {
		err = g.Play(Lay(s[start.turn-A], Start))
	}
	return g, err
}

// NewGameFrom returns a round that begins with the given position. The error is a [*ParseError] if
// start is the zero Position or cannot arise in a round.
func NewGameFrom(start Position) (*Game, error) { return tabletop.Begin[Game](start) }

// ParseGame parses the form that the method String of a game returns: the start position, the
// moves, and the word end, separated by "; ". Case does not matter in moves, and a newline may
// follow. The error is a [*ParseError].
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
