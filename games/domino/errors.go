package domino

import (
	"github.com/shakki/chess/games"
	"github.com/shakki/chess/internal/tabletop"
)

// An IllegalReason is the reason why a move is illegal. The zero value is [NoIllegalReason].
type IllegalReason uint8

// The reasons why a move is illegal.
const (
	NoIllegalReason IllegalReason = iota // the move is not illegal
	NoSuchMove                           // the value is not a move
	NotDealt                             // no tiles have been dealt, as in the zero Game
	GameOver                             // the round has ended
	NotHeld                              // the tile is not in the hand
	WrongEnd                             // the first tile has no end, and the others need one
	NoMatch                              // the tile does not match the open end
	HasMatch                             // a player with a matching tile must lay one
	StockNotEmpty                        // a player may pass only if the stock is empty
	StockEmpty                           // there is no tile to draw
)

var illegalReasons = tabletop.Enum[IllegalReason]{
	"none", "there is no such move", "no tiles have been dealt", "the round is over", "the tile is not in the hand",
	"wrong end", "the tile does not match", "the hand has a matching tile", "the stock is not empty",
	"the stock is empty",
}

// String returns the reason in words, such as "the stock is empty".
func (r IllegalReason) String() string { return illegalReasons.String(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r IllegalReason) MarshalText() ([]byte, error) { return illegalReasons.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (r *IllegalReason) UnmarshalText(text []byte) error { return illegalReasons.Unmarshal(r, text) }

// A MoveError reports why a move is illegal, such as "B: pass: the hand has a matching tile (6-4)".
// It wraps [ErrIllegal].
type MoveError = games.MoveError[Player, Move, IllegalReason]

// ErrIllegal is the error that every [*MoveError] wraps.
var ErrIllegal = games.ErrIllegal

// Errors to compare with [errors.Is]. Every [*SetupError] wraps one of them.
const (
	ErrPlayers   games.Cause = "want 2 to 5 players"
	ErrShuffle   games.Cause = "invalid shuffle"
	ErrLead      games.Cause = "the leader is not one of the players"
	ErrTarget    games.Cause = "want a positive target"
	ErrPosition  games.Cause = "no such position"
	ErrGameOpen  games.Cause = "the last game is not over"
	ErrMatchOver games.Cause = "the match is over"
)

// A SetupError reports why a position, a round, or a match cannot begin. Its Err
// is one of the errors above.
type SetupError = games.SetupError

// A ParseError reports text that is not the text form of a value. If the text of a game has an illegal
// move, its Err is a [*MoveError].
type ParseError = games.ParseError
