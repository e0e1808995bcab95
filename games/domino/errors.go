package domino

import (
	"errors"
	"fmt"
)

// ErrIllegal is found with [errors.Is] in every [*MoveError].
var ErrIllegal = errors.New("illegal move")

// Why a move is not legal. They are found with [errors.Is] in the
// [*MoveError] that the Play methods return.
var (
	ErrNoMove     = errors.New("there is no such move")
	ErrNoRound    = errors.New("no tiles have been dealt")
	ErrRoundOver  = errors.New("the round is over")
	ErrNotHeld    = errors.New("the tile is not in the hand")
	ErrEnd        = errors.New("the end is wrong")
	ErrNoMatch    = errors.New("the tile does not match the open end")
	ErrCanLay     = errors.New("the hand has a tile that fits")
	ErrMustDraw   = errors.New("the stock is not empty")
	ErrStockEmpty = errors.New("the stock is empty")
)

// Why a round or a match cannot begin. They are found with [errors.Is] in a
// [*SetupError].
var (
	ErrPlayers   = errors.New("two to four players take part")
	ErrShuffle   = errors.New("a shuffle has each of the 28 tiles once")
	ErrLead      = errors.New("the lead goes to a player who takes part")
	ErrTarget    = errors.New("the target of a match is at least one point")
	ErrRoundOpen = errors.New("the round is not over")
	ErrMatchOver = errors.New("the match is over")
)

// A MoveError reports a move that is not legal.
type MoveError struct {
	Player Player // whose turn it was
	Move   Move   // the move refused
	Err    error  // the reason: one of those above
	Detail string // what the reason depends on, if anything
}

// Error says who may not do what, and why.
func (e *MoveError) Error() string {
	return fmt.Sprintf("domino: %v: %v: %v%s", e.Player, e.Move, e.Err, detail(e.Detail))
}

// Unwrap returns [ErrIllegal] and the reason.
func (e *MoveError) Unwrap() []error { return []error{ErrIllegal, e.Err} }

// A SetupError reports a round or a match that cannot begin.
type SetupError struct {
	Err    error  // the reason: one of those above
	Detail string // what the reason depends on, if anything
}

// Error gives the reason.
func (e *SetupError) Error() string { return fmt.Sprintf("domino: %v%s", e.Err, detail(e.Detail)) }

// Unwrap returns the reason.
func (e *SetupError) Unwrap() error { return e.Err }

func detail(s string) string {
	if s == "" {
		return ""
	}
	return ": " + s
}

// A ParseError reports a text that is not the text form of a value.
type ParseError struct {
	Kind   string // what was asked for: "tile", "move", "position", …
	Text   string // what was given
	Column int    // where it is wrong: the byte, counted from 1
	Reason string // what is wrong
}

// Error names the text, of which it quotes no more than the beginning, the
// column and the reason.
func (e *ParseError) Error() string {
	const most = 160
	text, rest := e.Text, ""
	if len(text) > most {
		text, rest = text[:most], "…"
	}
	return fmt.Sprintf("domino: %s %q%s, column %d: %s", e.Kind, text, rest, e.Column, e.Reason)
}
