package domino

import (
	"errors"
	"fmt"
)

// ErrIllegal indicates an illegal move. Every [*MoveError] wraps it.
var ErrIllegal = errors.New("illegal move")

// The reasons why a move is illegal. Every [*MoveError] wraps one of them.
var (
	ErrNoMove     = errors.New("no such move")
	ErrNoRound    = errors.New("no tiles have been dealt")
	ErrRoundOver  = errors.New("the round is over")
	ErrNotHeld    = errors.New("the tile is not in the hand")
	ErrEnd        = errors.New("wrong end")
	ErrNoMatch    = errors.New("the tile does not match the open end")
	ErrCanLay     = errors.New("the hand has a matching tile")
	ErrMustDraw   = errors.New("the stock is not empty")
	ErrStockEmpty = errors.New("the stock is empty")
)

// The reasons why a round or a match cannot begin. Every [*SetupError] wraps one of them.
var (
	ErrPlayers   = errors.New("want 2 to 4 players")
	ErrShuffle   = errors.New("invalid shuffle")
	ErrLead      = errors.New("the leader is not one of the players")
	ErrTarget    = errors.New("want a target of at least 1 point")
	ErrRoundOpen = errors.New("the round is not over")
	ErrMatchOver = errors.New("the match is over")
)

// A MoveError describes an illegal move.
type MoveError struct {
	Player Player // the player to move
	Move   Move   // the illegal move
	Err    error  // the reason, such as ErrNotHeld
	Detail string // details about the reason, or ""
}

// Error returns a message with the player, the move, and the reason, such as
// "domino: A: 6-0 left: the tile is not in the hand".
func (e *MoveError) Error() string {
	return fmt.Sprintf("domino: %v: %v: %v%s", e.Player, e.Move, e.Err, detail(e.Detail))
}

// Unwrap returns [ErrIllegal] and the reason.
func (e *MoveError) Unwrap() []error { return []error{ErrIllegal, e.Err} }

// A SetupError describes why a round or a match cannot begin.
type SetupError struct {
	Err    error  // the reason, such as ErrPlayers
	Detail string // details about the reason, or ""
}

// Error returns a message with the reason and the details, such as
// "domino: invalid shuffle: 6-6 is missing".
func (e *SetupError) Error() string { return fmt.Sprintf("domino: %v%s", e.Err, detail(e.Detail)) }

// Unwrap returns the reason.
func (e *SetupError) Unwrap() error { return e.Err }

// detail returns s with a separator before it, or "" if s is empty.
func detail(s string) string {
	if s == "" {
		return ""
	}
	return ": " + s
}

// A ParseError describes a problem parsing a value.
type ParseError struct {
	Kind   string // the kind of value, such as "tile" or "position"
	Text   string // the input
	Column int    // the byte where the problem is, counted from 1
	Reason string // what is wrong
}

// Error returns a message with the input, the column, and the reason. It shortens long
// input.
func (e *ParseError) Error() string {
	const most = 160
	text, rest := e.Text, ""
	if len(text) > most {
		text, rest = text[:most], "…"
	}
	return fmt.Sprintf("domino: %s %q%s, column %d: %s", e.Kind, text, rest, e.Column, e.Reason)
}
