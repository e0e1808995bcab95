package chess

import (
	"database/sql/driver"
	"fmt"

	"github.com/shakki/chess/internal/enum"
	"github.com/shakki/chess/internal/pgntext"
)

// A Result is the score of a game. The zero value is [Unfinished].
type Result uint8

// The results. PGN has the first four. Arbiters also give the others, such as to two players who do
// not appear (FIDE 6.7.1), or to a player who breaks the rules against an opponent who cannot checkmate
// (FIDE 7.5.5). They are written in the Result tag, and as "*" after the moves.
const (
	Unfinished Result = iota // *
	WhiteWins                // 1-0
	BlackWins                // 0-1
	Drawn                    // 1/2-1/2
	BothLose                 // 0-0
	WhiteHalf                // 1/2-0: half a point for White, none for Black
	BlackHalf                // 0-1/2: half a point for Black, none for White
)

var resultTexts = enum.Of[Result]("result", pgntext.Results...)

// ParseResult parses a result in the form of PGN, such as "1-0" or "*". The error is a [*ParseError].
func ParseResult(s string) (Result, error) { return resultTexts.Parse(s) }

// mark returns the form after the moves in PGN.
func (r Result) mark() string {
	if r > Drawn {
		r = Unfinished
	}
	return r.String()
}

// WinFor returns the result of a win by c.
func WinFor(c Color) Result {
	if c == Black {
		return BlackWins
	}
	return WhiteWins
}

// String returns a form such as "1-0" or "*".
func (r Result) String() string { return resultTexts.Text(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r Result) MarshalText() ([]byte, error) { return resultTexts.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseResult].
func (r *Result) UnmarshalText(text []byte) error { return resultTexts.Unmarshal(r, text) }

// Value implements [driver.Valuer] with the form of MarshalText.
func (r Result) Value() (driver.Value, error) { return sqlValue(r) }

// Scan implements [database/sql.Scanner] with UnmarshalText.
func (r *Result) Scan(stored any) error { return sqlScan(r, stored) }

// A Reason is the way in which a game has ended. The zero value is [NoReason].
type Reason uint8

// The reasons, with the article of the FIDE Laws or the rule sheet for each.
const (
	NoReason             Reason = iota // the game goes on, or the record does not say why it ended
	Checkmate                          // 5.1.1
	Stalemate                          // 5.2.1
	DeadPosition                       // 5.2.2: neither side can checkmate by any sequence of legal moves
	InsufficientMaterial               // rule sheets S1 and S2: too few pieces are left
	ThreefoldRepetition                // 9.2
	FivefoldRepetition                 // 9.6.1
	FiftyMoves                         // 9.3
	SeventyFiveMoves                   // 9.6.2
	PerpetualCheck                     // rule sheet S2
	Agreement                          // 5.2.3
	Resignation                        // 5.1.2
	OutOfTime                          // 6.9
	Adjudication                       // decision of an arbiter or a server
	Abandonment                        // a player left the game
	Forfeit                            // a player did not appear (6.7.1)
	RulesInfraction                    // a player broke the rules (7.5.5, 11.7)
)

// isLoss reports whether a player loses for the reason r, unless the opponent cannot checkmate.
func (r Reason) isLoss() bool {
	return r == Resignation || r == OutOfTime || r == Abandonment || r == RulesInfraction
}

var reasonTexts = enum.Of[Reason]("reason",
	"none", "checkmate", "stalemate", "dead position", "insufficient material", "threefold repetition",
	"fivefold repetition", "fifty moves", "seventy-five moves", "perpetual check", "agreement", "resignation",
	"time", "adjudication", "abandonment", "forfeit", "rules infraction",
)

// ParseReason parses a reason in words, such as "checkmate", or "none". The error is a [*ParseError].
func ParseReason(s string) (Reason, error) { return reasonTexts.Parse(s) }

// String returns the reason in words, such as "checkmate".
func (r Reason) String() string { return reasonTexts.Text(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r Reason) MarshalText() ([]byte, error) { return reasonTexts.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseReason].
func (r *Reason) UnmarshalText(text []byte) error { return reasonTexts.Unmarshal(r, text) }

// An Outcome is the result of a game and the reason for it. The zero value means that the game goes
// on.
type Outcome struct {
	Result Result `json:"result"`          // Unfinished while the game goes on
	Reason Reason `json:"reason,omitzero"` // NoReason while the game goes on, or if the record does not say why it ended
}

// IsOver reports whether the game has ended.
func (o Outcome) IsOver() bool { return o.Result != Unfinished }

// Winner returns the winner. If nobody has won, ok is false.
func (o Outcome) Winner() (c Color, ok bool) {
	switch o.Result {
	case WhiteWins:
		return White, true
	case BlackWins:
		return Black, true
	}
	return White, false
}

// String returns the result and the reason: "1-0 (checkmate)", or "*".
func (o Outcome) String() string {
	if o.Reason == NoReason {
		return o.Result.String()
	}
	return fmt.Sprintf("%v (%v)", o.Result, o.Reason)
}

// IsCheckmate reports whether the side to move is in check and has no legal move (FIDE 5.1.1).
func (p Position) IsCheckmate() bool { return p.inCheck() && !p.hasLegalMove() }

// IsStalemate reports whether the side to move is not in check and has no legal move (FIDE 5.2.1).
// It is false for the zero Position.
func (p Position) IsStalemate() bool {
	return p.kings() != 0 && !p.inCheck() && !p.hasLegalMove()
}

// Outcome returns the outcome of a game that reaches p, as far as the position alone decides it:
// checkmate, stalemate, or none. [Game.Outcome] knows the other ends, which depend on the rules of
// the game and on its history.
func (p Position) Outcome() Outcome { return p.outcome() }

func (p *Position) outcome() Outcome {
	switch {
	case p.kings() == 0 || p.hasLegalMove():
		return Outcome{}
	case p.inCheck():
		return Outcome{WinFor(p.Turn().Other()), Checkmate}
	}
	return Outcome{Drawn, Stalemate}
}
