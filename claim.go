package chess

import (
	"fmt"
	"iter"
	"slices"

	"github.com/shakki/chess/internal/fault"
)

// An ActionError reports why an action of a player, such as a claim or the offer of a draw, was
// refused. The game is unchanged, but a refused claim can be a draw offer: see [Game.Claim].
type ActionError struct {
	Action string `json:"action"`          // "draw offer", or "claim of threefold repetition"
	By     Color  `json:"by"`              // the player; for an adjudication, the side to move
	Detail string `json:"detail"`          // "the position has occurred 2 times"
	Err    error  `json:"error,omitempty"` // the *MoveError if the announced move is illegal, else nil
}

// MarshalJSON returns an object with the message as "text", and the fields.
func (e *ActionError) MarshalJSON() ([]byte, error) { return fault.JSON(e, e) }

// adjudication is the one action that is not a player's.
const adjudication = "adjudication"

// Error names the action and the player, and says why the action was refused.
func (e *ActionError) Error() string {
	if e.Action == adjudication {
		return fmt.Sprintf("%s: %s", e.Action, e.Detail)
	}
	return fmt.Sprintf("%s by %s: %s", e.Action, e.By.name(), e.Detail)
}

// Unwrap returns the error of the announced move, if it is illegal.
func (e *ActionError) Unwrap() error { return e.Err }

// A Claim is a draw claimed by the player to move (FIDE 9.2 and 9.3), on the position on the board
// or by announcing a move that brings the position about.
type Claim struct {
	Reason Reason `json:"reason"`        // ThreefoldRepetition, FiftyMoves, or what the rules make claimable
	Move   Move   `json:"move,omitzero"` // the announced move, or NullMove for the position on the board
}

// String returns a form such as "threefold repetition" or "threefold repetition after e2e4".
func (c Claim) String() string {
	if c.Move == NullMove {
		return c.Reason.String()
	}
	return fmt.Sprintf("%v after %v", c.Reason, c.Move)
}

// Claims returns the draws that the player to move may claim on the position on the board. The list
// is empty if the game is over.
func (g *Game) Claims() []Claim { return g.claimsNow(history.claims) }

// claims appends the claims on the position after the given number of plies.
func (h history) claims(rules *Rules, found []Claim, ply int) []Claim {
	p := &h[ply]
	for i := range draws {
		if d := &draws[i]; d.effect(rules) == Claimable && p.hasLegalMove() && d.holds(h, p, ply) {
			found = append(found, Claim{Reason: d.reason})
		}
	}
	return found
}

// ClaimsByMove returns the draws that the player to move may claim by announcing a move. A move
// that ends the game on the board gives no claim. The list is empty if the game is over.
func (g *Game) ClaimsByMove() []Claim { return g.claimsNow(history.claimsByMove) }

// claimsNow returns the claims of one kind after the last move. The list is empty if the game is over.
func (g *Game) claimsNow(claims func(h history, rules *Rules, found []Claim, ply int) []Claim) []Claim {
	if g.Outcome().IsOver() {
		return []Claim{}
	}
	ply := g.plies()
	return claims(g.line, &g.rules, []Claim{}, ply)
}

// claimsByMove appends the claims by announcing a move after the given number of plies.
func (h history) claimsByMove(rules *Rules, found []Claim, ply int) []Claim {
	p := &h[ply]
	if p.HalfmoveClock()+1 < 4 { // no move makes a position occur for the third time
		return found
	}
	var q Position
	for m := range p.Moves() {
		q.SetAfter(p, m)
		for i := range draws {
			if d := &draws[i]; d.announceable(rules) && d.holds(h, &q, ply+1) && q.hasLegalMove() {
				found = append(found, Claim{d.reason, m})
			}
		}
	}
	return found
}

// mayBeAnnounced reports whether the player to move after the given number of plies may claim d by
// announcing a move.
func (d *draw) mayBeAnnounced(h history, rules *Rules, ply int) bool {
	isOf := func(c Claim) bool { return c.Reason == d.reason }
	return d.announceable(rules) && slices.ContainsFunc(h.claimsByMove(rules, nil, ply), isOf)
}

// ClaimHistory iterates over the claims that were possible at any time in the main line, on the
// board and by announcing a move, with the number of plies made before. It lists missed claims too,
// as an arbiter needs them. If the main line becomes shorter during the loop, the loop ends there.
func (g *Game) ClaimHistory() iter.Seq2[int, Claim] {
	return func(yield func(int, Claim) bool) {
		last := g.plies()
		if auto, plies := g.AutomaticEnd(); auto.IsOver() {
			last = plies - 1
		}
		for ply := 0; ply <= min(last, g.plies()); ply++ {
			for _, c := range g.line.claimsByMove(&g.rules, g.line.claims(&g.rules, nil, ply), ply) {
				if !yield(ply, c) {
					return
				}
			}
		}
	}
}

// Claim claims a draw for the player to move. A correct claim ends the game. The announced move is
// not played. It may give castling as the move of the king to its rook or to the square on which it
// lands. An incorrect claim is refused with an [*ActionError]. If the player to move may offer a
// draw, a refused claim of threefold repetition or fifty moves, or of another draw that the rules
// let a player claim, is an offer as well (FIDE 9.1.2.3), unless the announced move is illegal.
func (g *Game) Claim(c Claim) error {
	p, ply := g.last(), g.plies()
	action, by, refusal := "claim of "+c.String(), p.Turn(), ""
	if err := g.refuse(action, by, ""); err != nil {
		return err
	}
	d := drawBy(c.Reason)
	q, allowed := *p, d != nil && d.effect(&g.rules) == Claimable
	if c.Move != NullMove {
		m, err := p.legal(c.Move, "")
		if err != nil {
			err = g.explain(g.ends[ply], err)
			return &ActionError{action, by, err.Error(), err}
		}
		q.SetAfter(p, m)
		ply, allowed = ply+1, d != nil && d.announceable(&g.rules)
	}
	switch {
	case !allowed:
		refusal = "this game's rules do not allow that claim"
	case !q.hasLegalMove():
		refusal = "the announced move itself ends the game"
	case !d.holds(g.line, &q, ply):
		refusal = d.shortfall(g.line, &q, ply)
	default:
		g.change()
		g.finish(Outcome{Drawn, c.Reason}, player{true, by})
		g.claim = g.here()
		return nil
	}
	if allowed || c.Reason == ThreefoldRepetition || c.Reason == FiftyMoves {
		_ = g.OfferDraw(by) // refused if the rules forbid it or an offer is pending
	}
	return g.refuse(action, by, refusal)
}

// OfferDraw offers a draw on behalf of a player. Both players may offer at any time (FIDE 9.1.2.1),
// but under rules with OfferAfterMove only the player who has just moved may. The offer is pending
// until the opponent accepts it, declines it, or moves. It is refused with an [*ActionError] if an
// offer is already pending or the game is over.
func (g *Game) OfferDraw(by Color) error {
	refusal := ""
	switch standing, ok := g.DrawOffer(); {
	case ok && standing == by:
		refusal = "the offer is already pending"
	case ok:
		refusal = standing.name() + " has already offered a draw: accept or decline it"
	case g.rules.OfferAfterMove && (by == g.last().Turn() || g.plies() == 0):
		refusal = "only the player who has just moved may offer a draw"
	}
	if err := g.refuse("draw offer", by, refusal); err != nil {
		return err
	}
	g.change()
	isGone := func(o offer) bool { return !g.has(o.at) }
	g.offers = append(slices.DeleteFunc(g.offers, isGone), offer{by, g.here()})
	return nil
}

// AcceptDraw accepts the draw that the opponent has offered, and the game ends by agreement. It is
// refused with an [*ActionError] if the opponent has no pending offer, or if g does not have a move
// by each player (FIDE 5.2.3).
func (g *Game) AcceptDraw(by Color) error {
	refusal := g.withoutOffer(by)
	if refusal == "" && g.plies() < 2 {
		refusal = "the players cannot agree to a draw before both have moved"
	}
	return g.act("acceptance of a draw", by, refusal, Outcome{Drawn, Agreement})
}

// DeclineDraw declines the draw that the opponent has offered. It is refused with an [*ActionError]
// if the opponent has no pending offer.
func (g *Game) DeclineDraw(by Color) error {
	if err := g.refuse("refusal of a draw", by, g.withoutOffer(by)); err != nil {
		return err
	}
	g.change()
	g.offers = slices.DeleteFunc(g.offers, g.isOpen)
	return nil
}

// withoutOffer returns why a player cannot answer a draw offer, or "".
func (g *Game) withoutOffer(by Color) string {
	if standing, ok := g.DrawOffer(); !ok || standing == by {
		return by.Other().name() + " has not offered a draw"
	}
	return ""
}

// refuse returns the error of an action that is refused for the given reason, or because no action is
// possible. It returns nil if there is no reason, which is "".
func (g *Game) refuse(action string, by Color, reason string) error {
	switch {
	case !by.isValid():
		reason = "there is no such player"
	case g.Outcome().IsOver():
		reason = "the game is over"
	}
	if reason == "" {
		return nil
	}
	return &ActionError{action, by, reason, nil}
}

// act ends the game with the given outcome unless refuse returns an error.
func (g *Game) act(action string, by Color, refusal string, outcome Outcome) error {
	err := g.refuse(action, by, refusal)
	if err == nil {
		g.change()
		g.finish(outcome, player{true, by})
	}
	return err
}

// Resign ends the game with the loss of the player who resigns (FIDE 5.1.2), whether or not it is
// their turn. It is refused with an [*ActionError] if the game is over.
func (g *Game) Resign(by Color) error {
	return g.act("resignation", by, "", Outcome{WinFor(by.Other()), Resignation})
}

// FlagFall ends the game because a player ran out of time (FIDE 6.9). The player loses, unless the
// opponent cannot checkmate by any sequence of legal moves. In that case the game is drawn.
// [Position.CanWin] decides. Under rules with TimeByMaterial, the material alone decides. If the
// game is over, FlagFall returns an [*ActionError].
func (g *Game) FlagFall(by Color) error {
	if err := g.refuse("flag-fall", by, ""); err != nil {
		return err
	}
	result := WinFor(by.Other())
	if !g.rules.canWin(g.last(), by.Other()) {
		result = Drawn
	}
	g.change()
	g.finish(Outcome{result, OutOfTime}, player{true, by})
	return nil
}

// Adjudicate ends the game with an outcome that an arbiter or a server decides: any that a record
// can have, so that a client's game mirrors its server's. [NoReason] stays NoReason, as in a record
// that does not say why the game ended. It is refused with an [*ActionError] if the game is over, if
// the reason does not allow the result, or if it is a condition that the moves do not bring about.
// Checkmate and stalemate end a game without a call.
func (g *Game) Adjudicate(outcome Outcome) error {
	e, refusal := endReason{reason: outcome.Reason}, ""
	switch {
	case !outcome.IsOver() || int(outcome.Result) >= len(resultTexts.names):
		refusal = fmt.Sprintf("the result %v does not end a game", outcome.Result)
	case int(e.reason) >= len(reasonTexts.names) || !e.allows(outcome.Result):
		refusal = fmt.Sprintf("the result of a game that ends by %v is not %v", e.reason, outcome.Result)
	case !e.reason.isDecision() && !g.couldEndBy(e):
		refusal = fmt.Sprintf("the moves do not lead to %v", e.reason)
	}
	if err := g.refuse(adjudication, g.last().Turn(), refusal); err != nil {
		return err
	}
	g.change()
	g.finish(outcome, player{})
	if e.reason.isCondition() {
		g.claim = g.here()
	}
	return nil
}
