package domino

import (
	"errors"
	"fmt"

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

var illegalReasons = tabletop.Enum[IllegalReason]{Type: "IllegalReason", Names: []string{
	"none", "no such move", "not dealt", "game over", "not held", "wrong end", "no match", "has match",
	"stock not empty", "stock empty",
}}

// String returns the reason in words, such as "not held".
func (r IllegalReason) String() string { return illegalReasons.String(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r IllegalReason) MarshalText() ([]byte, error) { return illegalReasons.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (r *IllegalReason) UnmarshalText(text []byte) error { return illegalReasons.Unmarshal(r, text) }

// illegalReasonTexts holds what a MoveError says for each reason.
var illegalReasonTexts = [...]string{
	NoIllegalReason: "illegal move",
	NoSuchMove:      "there is no such move",
	NotDealt:        "no tiles have been dealt",
	GameOver:        "the round is over",
	NotHeld:         "the tile is not in the hand",
	WrongEnd:        "wrong end",
	NoMatch:         "the tile does not match",
	HasMatch:        "the hand has a matching tile",
	StockNotEmpty:   "the stock is not empty",
	StockEmpty:      "the stock is empty",
}

// A MoveError reports why a move is illegal. It wraps [ErrIllegal].
type MoveError struct {
	Player Player        // the player to move
	Move   Move          // the illegal move
	Reason IllegalReason // why the move is illegal
	Detail string        // details about the reason, or ""
}

// Error returns a sentence that begins with the player and the move, such as "A: 6-0 left: the tile
// is not in the hand".
func (e *MoveError) Error() string {
	why := ErrIllegal.Error()
	if int(e.Reason) < len(illegalReasonTexts) {
		why = illegalReasonTexts[e.Reason]
	}
	return fmt.Sprintf("%v: %v: %s%s", e.Player, e.Move, why, detail(e.Detail))
}

// Unwrap returns [ErrIllegal].
func (e *MoveError) Unwrap() error { return ErrIllegal }

// Errors to compare with [errors.Is]. Every [*MoveError] wraps ErrIllegal. Every [*SetupError]
// wraps one of the others, which say why a round or a match cannot begin.
var (
	ErrIllegal   = tabletop.ErrIllegal
	ErrPlayers   = errors.New("want 2 to 5 players")
	ErrShuffle   = errors.New("invalid shuffle")
	ErrLead      = errors.New("the leader is not one of the players")
	ErrTarget    = errors.New("want a positive target")
	ErrNotDealt  = errors.New("no tiles have been dealt")
	ErrGameOpen  = errors.New("the round is not over")
	ErrMatchOver = errors.New("the match is over")
)

// A SetupError reports why a round or a match cannot begin.
type SetupError struct {
	Err    error  // the reason, such as ErrPlayers
	Detail string // details about the reason, or ""
}

// Error returns the reason and the details, such as "invalid shuffle: 6-6 is missing".
func (e *SetupError) Error() string { return e.Err.Error() + detail(e.Detail) }

// Unwrap returns the reason.
func (e *SetupError) Unwrap() error { return e.Err }

// detail returns s with a separator before it, or "" if s is empty.
func detail(s string) string {
	if s == "" {
		return ""
	}
	return ": " + s
}

// A ParseError reports text that is not the text form of a value. It has the fields Kind (what was
// expected), Text, Column (the byte where the problem is, counted from 1), Reason (what is wrong),
// and Err, which is the [*MoveError] if the text of a game has an illegal move.
type ParseError = tabletop.ParseError
