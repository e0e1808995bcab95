package chess

import "fmt"

// An Effect says what a condition does to a game. The zero value is [Ignored].
type Effect uint8

// What a condition can do to a game.
const (
	Ignored   Effect = iota // nothing
	Claimable               // the player to move may claim a draw
	Automatic               // the game is drawn at once
)

var effectNames = enum[Effect]{"effect", []string{"ignored", "claimable", "automatic"}}

// String returns "ignored", "claimable", or "automatic".
func (e Effect) String() string { return effectNames.text(e) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (e Effect) MarshalText() ([]byte, error) { return effectNames.marshal(e) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form that String writes.
func (e *Effect) UnmarshalText(text []byte) error { return effectNames.unmarshal(e, text) }

// Rules say which draws end a game, in addition to those that always do: stalemate and agreement.
// Checkmate, resignation, and time decide every game. [FIDERules] are those of the FIDE Laws. The
// zero Rules add no draws and are the rules of rule sheet S3. Rules are comparable. A program can
// make its own:
//
//	rules := chess.FIDERules()
//	rules.Threefold = chess.Automatic
type Rules struct {
	DeadPosition         Effect `json:"deadPosition"`         // neither side can checkmate by any sequence of legal moves
	InsufficientMaterial Effect `json:"insufficientMaterial"` // [Position.InsufficientMaterial] holds
	Threefold            Effect `json:"threefold"`            // the position occurs for the third time
	Fivefold             Effect `json:"fivefold"`             // the position occurs for the fifth time
	FiftyMoves           Effect `json:"fiftyMoves"`           // 50 moves by each side without capture or pawn move
	SeventyFiveMoves     Effect `json:"seventyFiveMoves"`     // 75 moves by each side without capture or pawn move
	PerpetualCheck       Effect `json:"perpetualCheck"`       // the position occurs for the third time, and one side has given check with every move since the first

	AnnouncedThreefold  bool `json:"announcedThreefold"`  // a player may claim by announcing the move that makes the position occur for the third time
	AnnouncedFiftyMoves bool `json:"announcedFiftyMoves"` // a player may claim by announcing the move that completes the 50 moves
	OfferAfterMove      bool `json:"offerAfterMove"`      // only the player who has just moved may offer a draw, not both players at any time
	TimeByMaterial      bool `json:"timeByMaterial"`      // when time runs out, the material alone decides whether the opponent could win, not [Position.CanWin]
}

// FIDERules returns the rules of the FIDE Laws of Chess: articles 5.2.2, 9.2, 9.3, and 9.6.
func FIDERules() Rules {
	return Rules{
		DeadPosition:        Automatic,
		Threefold:           Claimable,
		Fivefold:            Automatic,
		FiftyMoves:          Claimable,
		SeventyFiveMoves:    Automatic,
		AnnouncedThreefold:  true,
		AnnouncedFiftyMoves: true,
	}
}

// RulesS0 returns the rules of rule sheet S0: a third repetition, 50 moves, and a dead position end
// the game, and a player may announce the move that repeats the position. Only the player who has
// just moved may offer a draw.
func RulesS0() Rules {
	return Rules{
		DeadPosition:       Automatic,
		Threefold:          Automatic,
		FiftyMoves:         Automatic,
		AnnouncedThreefold: true,
		OfferAfterMove:     true,
	}
}

// RulesS1 returns the rules of rule sheet S1: insufficient material ends the game, and the player
// to move claims a third repetition, on the board or by announcing the move, and 50 moves.
func RulesS1() Rules {
	return Rules{
		InsufficientMaterial: Automatic,
		Threefold:            Claimable,
		FiftyMoves:           Claimable,
		AnnouncedThreefold:   true,
	}
}

// RulesS2 returns the rules of rule sheet S2: perpetual check, a third repetition, 50 moves, and
// insufficient material end the game.
func RulesS2() Rules {
	return Rules{
		InsufficientMaterial: Automatic,
		Threefold:            Automatic,
		FiftyMoves:           Automatic,
		PerpetualCheck:       Automatic,
	}
}

// RulesS3 returns the rules of rule sheet S3, under which only stalemate and agreement are draws.
func RulesS3() Rules { return Rules{} }

// ServerRules returns rules like those of lichess.org and other servers. Insufficient material,
// fivefold repetition, and the seventy-five-move rule end the game. A player may claim a draw by
// threefold repetition or the fifty-move rule, but not by announcing a move. When time runs out,
// the material alone decides whether the opponent could win, even if the position is blocked.
func ServerRules() Rules {
	return Rules{
		InsufficientMaterial: Automatic,
		Threefold:            Claimable,
		Fivefold:             Automatic,
		FiftyMoves:           Claimable,
		SeventyFiveMoves:     Automatic,
		TimeByMaterial:       true,
	}
}

// canWin reports whether c wins in p if the opponent runs out of time. Like [Position.CanWin], it
// returns true if the question is not settled.
func (r *Rules) canWin(p *Position, c Color) bool {
	if r.TimeByMaterial {
		return !p.lacksMaterial(c)
	}
	return p.CanWin(c)
}

// ending returns what the rules make of a reason.
func (r *Rules) ending(reason Reason) Effect {
	switch reason {
	case DeadPosition:
		return r.DeadPosition
	case InsufficientMaterial:
		return r.InsufficientMaterial
	case ThreefoldRepetition:
		return r.Threefold
	case FivefoldRepetition:
		return r.Fivefold
	case FiftyMoves:
		return r.FiftyMoves
	case SeventyFiveMoves:
		return r.SeventyFiveMoves
	case PerpetualCheck:
		return r.PerpetualCheck
	}
	return Ignored
}

// announced reports whether a player may claim a draw by announcing the move that brings the reason
// about.
func (r *Rules) announced(reason Reason) bool {
	switch reason {
	case ThreefoldRepetition:
		return r.AnnouncedThreefold
	case FiftyMoves:
		return r.AnnouncedFiftyMoves
	}
	return false
}

// drawReasons are the conditions that can end a game as a draw. Where several hold, the first one
// in this order counts.
var drawReasons = [...]Reason{
	DeadPosition, InsufficientMaterial, PerpetualCheck, FivefoldRepetition, ThreefoldRepetition,
	SeventyFiveMoves, FiftyMoves,
}

// endings returns what the rules make of each of the drawReasons.
func (r *Rules) endings() [len(drawReasons)]Effect {
	return [...]Effect{
		r.DeadPosition, r.InsufficientMaterial, r.PerpetualCheck, r.Fivefold, r.Threefold,
		r.SeventyFiveMoves, r.FiftyMoves,
	}
}

// A history is the list of positions of a game, from its start. Index i is the position after i
// plies.
type history []Position

// after returns the history with the position after m at the end, where m is legal or NullMove.
func (h history) after(m Move) history {
	n := len(h)
	h = append(h, Position{})
	h[n].SetAfter(&h[n-1], m)
	return h
}

// judge returns how the game ends by itself after the given number of plies. Checkmate and
// stalemate precede all other ends (FIDE 9.6.2).
func (h history) judge(rules *Rules, ply int) Outcome {
	p := &h[ply]
	if !p.hasLegalMove() {
		return p.outcome()
	}
	for i, ending := range rules.endings() {
		if ending == Automatic && h.holds(drawReasons[i], p, ply) {
			return Outcome{Draw, drawReasons[i]}
		}
	}
	return Outcome{}
}

// holds reports whether a condition for a draw holds in p, in which the side to move has a legal
// move. p is the position after the given number of plies, or would be after an announced move.
func (h history) holds(reason Reason, p *Position, ply int) bool {
	switch reason {
	case DeadPosition:
		return p.isDead()
	case InsufficientMaterial:
		return p.insufficientMaterial()
	case ThreefoldRepetition:
		return h.occurrences(p, ply, 3) >= 3
	case FivefoldRepetition:
		return h.occurrences(p, ply, 5) >= 5
	case FiftyMoves:
		return p.HalfmoveClock() >= 100
	case SeventyFiveMoves:
		return p.HalfmoveClock() >= 150
	case PerpetualCheck:
		return h.isPerpetual(p, ply)
	}
	return false
}

// shortfall says what is missing for a draw in p, for which holds reports false.
func (h history) shortfall(reason Reason, p *Position, ply int) string {
	switch reason {
	case ThreefoldRepetition, FivefoldRepetition:
		n := h.occurrences(p, ply, len(h)+1)
		if n == 1 {
			return "the position is new"
		}
		return fmt.Sprintf("the position has occurred %d times", n)
	case FiftyMoves, SeventyFiveMoves:
		return fmt.Sprintf("the last capture or pawn move is %d plies ago", p.HalfmoveClock())
	}
	return "the condition does not hold"
}

// occurrences returns how often p, the position after the given number of plies, has occurred so
// far, this time included. It counts no further than most. The hash only tells most positions apart
// quickly: positions with the same hash are compared.
func (h history) occurrences(p *Position, ply, most int) int {
	n := 1
	first := max(ply-p.HalfmoveClock(), 0) // nothing before a capture or pawn move can occur again
	for i := ply - 2; i >= first && n < most; i -= 2 {
		if q := &h[i]; q.hash == p.hash && q.samePosition(p) {
			n++
		}
	}
	return n
}

// isPerpetual reports whether p, the position after the given number of plies, has occurred three
// times while one side gave check with every move (rule sheet S2).
func (h history) isPerpetual(p *Position, ply int) bool {
	checks := [2]bool{true, true} // whether White and Black have given check with every move so far
	first := max(ply-p.HalfmoveClock(), 0)
	times := 1
	for i := ply; i > first; i-- {
		after := p // the position after the move of ply i
		if i < ply {
			after = &h[i]
		}
		if !after.inCheck() {
			checks[after.Turn().Other()] = false
		}
		if checks == [2]bool{} {
			return false
		}
		if before := &h[i-1]; before.hash == p.hash && before.samePosition(p) {
			times++
		}
		if times == 3 {
			return true
		}
	}
	return false
}

// repeatable returns the hashes of the positions before the last one that can still occur again:
// those since the last capture, pawn move, and loss of a castling right.
func (h history) repeatable() []uint64 {
	last := len(h) - 1
	p := &h[last]
	first := max(last-p.HalfmoveClock(), 0)
	for first < last && h[first].Castling() != p.Castling() {
		first++
	}
	hashes := make([]uint64, 0, last-first)
	for i := first; i < last; i++ {
		hashes = append(hashes, h[i].hash)
	}
	return hashes
}
