package variant

import (
	"fmt"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/enum"
)

// A Reason is the way in which a game has ended. The zero value is [NoReason].
type Reason uint8

// The reasons.
const (
	NoReason             Reason = iota // the game goes on, or the record does not say why it ended
	Checkmate                          // the king is in check, and no move helps
	Stalemate                          // the side to move has no move and is not in check
	Explosion                          // a king has exploded
	Hill                               // a king has reached the center
	Race                               // a king has reached the eighth rank
	CheckLimit                         // the last check has been given
	NoPieces                           // a side has lost all its pieces
	InsufficientMaterial               // neither side can win any more
	FivefoldRepetition                 // the position has occurred five times
	SeventyFiveMoves                   // 75 moves without a capture, a pawn move, or a drop of a pawn
	ThreefoldRepetition                // claimed
	FiftyMoves                         // claimed
	Agreement                          // the players agreed to a draw
	Resignation                        // a player resigned
	OutOfTime                          // a flag has fallen
	Adjudication                       // decision of an arbiter or a server
)

var reasonNames = enum.Of[Reason]("reason",
	"none", "checkmate", "stalemate", "explosion", "king in the center", "race", "checks", "no pieces left",
	"insufficient material", "fivefold repetition", "seventy-five moves", "threefold repetition", "fifty moves",
	"agreement", "resignation", "time", "adjudication",
)

// String returns the reason in words, such as "no pieces left".
func (r Reason) String() string { return reasonNames.Text(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r Reason) MarshalText() ([]byte, error) { return reasonNames.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form that String writes.
func (r *Reason) UnmarshalText(text []byte) error { return reasonNames.Unmarshal(r, text) }

// An Outcome is the result of a game and the reason for it. The zero value means that the game goes on.
type Outcome struct {
	Result chess.Result `json:"result"`          // Unfinished while the game goes on
	Reason Reason       `json:"reason,omitzero"` // NoReason while the game goes on, or if the record does not say why it ended
}

// IsOver reports whether the game has ended.
func (o Outcome) IsOver() bool { return o.Result != chess.Unfinished }

// Winner returns the winner. If nobody has won, ok is false.
func (o Outcome) Winner() (c chess.Color, ok bool) { return chess.Outcome{Result: o.Result}.Winner() }

// String returns the result and the reason: "1-0 (explosion)", or "*".
func (o Outcome) String() string {
	if o.Reason == NoReason {
		return o.Result.String()
	}
	return fmt.Sprintf("%v (%v)", o.Result, o.Reason)
}

// wonBy returns the outcome of a win by c.
func wonBy(c chess.Color, why Reason) Outcome { return Outcome{chess.WinFor(c), why} }

// outcome returns the outcome in which c has the verdict v.
func (v verdict) outcome(c chess.Color, why Reason) Outcome {
	switch v {
	case wins:
		return wonBy(c, why)
	case loses:
		return wonBy(c.Other(), why)
	}
	return Outcome{chess.Drawn, why}
}

// Outcome returns the outcome of a game that reaches p, as far as the position alone decides it. Unlike
// package chess it includes the draw by insufficient material, when [Position.CanWin] is false for both
// sides. [Game.Outcome] knows the other ends, which depend on the history of the game.
func (p Position) Outcome() Outcome { return p.outcome() }

func (p *Position) outcome() Outcome {
	if o := p.ended(); o.IsOver() || p.occupied() == 0 {
		return o
	}
	if r := p.rules(); r.insufficient(*p, chess.White) && r.insufficient(*p, chess.Black) {
		return Outcome{chess.Drawn, InsufficientMaterial}
	}
	return Outcome{}
}

// ended is Outcome without insufficient material: p has no legal move if and only if the game has ended.
func (p *Position) ended() Outcome {
	r := p.rules()
	if o := p.special(r); o.IsOver() || p.hasLegalMove() || p.occupied() == 0 {
		return o
	}
	if p.Checkers() != 0 {
		return wonBy(p.turn().Other(), Checkmate)
	}
	return r.stalemate.outcome(p.turn(), Stalemate)
}

// special returns how the rules that only variants have ended the game.
func (p *Position) special(r *rules) Outcome {
	us := p.turn()
	them := us.Other()
	for _, c := range [...]chess.Color{them, us} {
		switch {
		case r.explodes && p.kings()&p.byColor(c.Other()) == 0:
			return wonBy(c, Explosion)
		case r.checks > 0 && p.hands.has(c, chess.Pawn) == 0:
			return wonBy(c, CheckLimit)
		case r.hill&p.kings()&p.byColor(c) != 0:
			return wonBy(c, Hill)
		case r.lostAll != draws && p.byColor(c) == 0:
			return r.lostAll.outcome(c, NoPieces)
		}
	}
	if r.race && p.kings()&rank8 != 0 {
		return p.raceEnd()
	}
	return Outcome{}
}

// raceEnd returns the outcome of a race in which a king has arrived. If it is White's, Black may still
// equalize with the next move, unless no square on the eighth rank is safe.
func (p *Position) raceEnd() Outcome {
	arrived := p.kings() & rank8
	black := p.black & arrived
	switch {
	case black == arrived:
		return wonBy(chess.Black, Race)
	case black != 0:
		return Outcome{chess.Drawn, Race}
	case p.turn() == chess.Black && p.mayEqualize():
		return Outcome{}
	}
	return wonBy(chess.White, Race)
}

// mayEqualize reports whether Black's king can reach the eighth rank now.
func (p *Position) mayEqualize() bool {
	king := p.king(chess.Black)
	for to := chess.KingAttacks(king) & rank8 &^ p.black; to != 0; to &= to - 1 {
		if p.attackers(to.First(), p.occupied()&^king.Bitboard(), p.byColor(chess.White)) == 0 {
			return true
		}
	}
	return false
}
