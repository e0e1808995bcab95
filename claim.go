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
	Action string `json:"action"`          // "draw offer", "accept", or "claim of threefold repetition"
	By     Color  `json:"by"`              // the player; for an adjudication, the side to move
	Detail string `json:"detail"`          // "the position has occurred 2 times"
	Err    error  `json:"error,omitempty"` // the *MoveError if the announced move is illegal, else nil
}

// MarshalJSON returns an object with the message as "text", and the fields.
func (e *ActionError) MarshalJSON() ([]byte, error) { return fault.JSON(e, e) }

// The actions whose messages have a form of their own.
const (
	adjudication = "adjudication"
	acceptDraw   = "accept" // a draw
	declineDraw  = "decline"
)

// Error names the action and the player, and says why the action was refused.
func (e *ActionError) Error() string {
	switch e.Action {
	case adjudication:
		return fmt.Sprintf("%s: %s", e.Action, e.Detail)
	case acceptDraw, declineDraw:
		return fmt.Sprintf("%s cannot %s: %s", e.By.name(), e.Action, e.Detail)
	}
	return fmt.Sprintf("%s by %s: %s", e.Action, e.By.name(), e.Detail)
}

// Unwrap returns the error of the announced move, if it is illegal.
func (e *ActionError) Unwrap() error { return e.Err }

// A Claim is a draw claimed by the player to move (FIDE 9.2 and 9.3), on the position on the board
// or by announcing a move that brings the position about.
type Claim struct {
	Reason Reason `json:"reason"`        // ThreefoldRepetition, FiftyMoves, or another reason that the rules make claimable
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
func (g *Game) Claims() []Claim { return g.claimsBy(NullMove) }

// ClaimsByMove returns the draws that the player to move may claim by announcing a move. A move
// that ends the game on the board gives no claim. The list is empty if the game is over.
func (g *Game) ClaimsByMove() []Claim { return g.claimsBy(g.last().LegalMoves()...) }

// claimsBy returns the claims after the last move by announcing one of the given moves, or on the board
// by NullMove. The list is empty if the game is over.
func (g *Game) claimsBy(moves ...Move) []Claim {
	if g.Outcome().IsOver() {
		return []Claim{}
	}
	if due, ok := g.AnnouncedMove(); ok {
		moves = slices.DeleteFunc(moves, func(m Move) bool { return m != due })
	}
	return g.line.claimsBy(moves, &g.rules, g.plies())
}

// claimsBy returns the claims of the player to move after the given number of plies by announcing one
// of the given moves, or on the board by NullMove.
func (h history) claimsBy(moves []Move, rules *Rules, ply int) []Claim {
	found := []Claim{}
	for _, m := range moves {
		p, after := &h[ply], ply
		if m != NullMove {
			if p.HalfmoveClock()+1 < drawBy(ThreefoldRepetition).clock { // no move makes a position occur for the third time
				break
			}
			q := p.After(m)
			p, after = &q, ply+1
		}
		for i := range draws {
			if d := &draws[i]; d.claimable(rules, m != NullMove) && d.holds(h, p, after) && p.hasLegalMove() {
				found = append(found, Claim{d.reason, m})
			}
		}
	}
	return found
}

// claims returns all claims of the player to move after the given number of plies.
func (h history) claims(rules *Rules, ply int) []Claim {
	return h.claimsBy(append([]Move{NullMove}, h[ply].LegalMoves()...), rules, ply)
}

// mayBeClaimed reports whether the player to move after the given number of plies may claim a draw for
// the given reason, on the board or by announcing a move.
func (h history) mayBeClaimed(reason Reason, rules *Rules, ply int) bool {
	return slices.ContainsFunc(h.claims(rules, ply), func(c Claim) bool { return c.Reason == reason })
}

// ClaimHistory iterates over the claims that were possible at any time in the main line, on the
// board and by announcing a move, with the number of plies made before. It lists missed claims too,
// as an arbiter needs them.
func (g *Game) ClaimHistory() iter.Seq2[int, Claim] {
	return func(yield func(int, Claim) bool) {
		last := g.plies()
		if auto, plies := g.AutomaticEnd(); auto.IsOver() {
			last = plies - 1
		}
		for ply := 0; ply <= min(last, g.plies()); ply++ {
			for _, c := range g.line.claims(&g.rules, ply) {
				if !yield(ply, c) {
					return
				}
			}
		}
	}
}

// Claim claims a draw for a player, who must be the one to move. A correct claim ends the game. The
// announced move is not played. An incorrect claim is refused with an [*ActionError]. The move that it
// announces, if the rules allow that, must then be played (FIDE 9.5.3): see [Game.AnnouncedMove]. If the
// player to move may offer a draw, a refused claim of threefold repetition or fifty moves, or of another
// draw that the rules let a player claim, is an offer as well (FIDE 9.1.2.3), unless the announced move is
// illegal.
func (g *Game) Claim(by Color, c Claim) error {
	p, ply := g.last(), g.plies()
	action, refusal := "claim of "+c.String(), ""
	if by != p.Turn() {
		refusal = "it is not " + by.name() + "'s turn"
	}
	if err := g.refuse(action, by, refusal); err != nil {
		return err
	}
	d := drawBy(c.Reason)
	q, m, allowed := *p, NullMove, d != nil && d.claimable(&g.rules, c.Move != NullMove)
	if c.Move != NullMove {
		var err error
		if m, err = p.legal(c.Move, ""); err != nil {
			err = g.explain(g.ends[ply], err)
			return &ActionError{action, by, err.Error(), err}
		}
		q.SetAfter(p, m)
		ply++
	}
	if due, ok := g.AnnouncedMove(); ok && due != m {
		return g.refuse(action, by, "the announced move "+p.SAN(due)+" must be played")
	}
	switch {
	case !allowed:
		refusal = "this game's rules do not allow that claim"
	case !q.hasLegalMove():
		refusal = "the announced move itself ends the game"
	case !d.holds(g.line, &q, ply):
		refusal = d.shortfall(g.line, &q, ply)
	default:
		g.finish(Outcome{Drawn, c.Reason}, player{})
		g.claim, g.announced = g.here(), m
		return nil
	}
	g.noteWrongClaim(by, c, m, allowed)
	return g.refuse(action, by, refusal)
}

// noteWrongClaim notes what follows from a wrong claim: the announced move, which must be played, and a
// draw offer.
func (g *Game) noteWrongClaim(by Color, c Claim, announced Move, allowed bool) {
	if allowed && announced != NullMove {
		g.change()
		g.claim, g.announced = g.here(), announced
	}
	if allowed || c.Reason == ThreefoldRepetition || c.Reason == FiftyMoves {
		_ = g.OfferDraw(by) // refused if the rules forbid it or an offer is pending
	}
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
	case g.rules.OfferAfterMove && (by == g.last().Turn() || !g.last().hasMoved(by)):
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

// DrawOffer returns the player whose draw offer is pending. If no offer is pending, ok is false. An
// offer belongs to the position in which it was made. It lapses when the opponent moves and when the
// game ends, and if that is taken back, by [Game.Undo], [Node.Delete], or [Game.Resume], it is pending
// again.
func (g *Game) DrawOffer() (by Color, ok bool) {
	for _, o := range g.offers {
		if g.isOpen(o) && !g.Outcome().IsOver() {
			return o.by, true
		}
	}
	return White, false
}

// isOpen reports whether the opponent has not moved since the offer.
func (g *Game) isOpen(o offer) bool {
	made := int(o.at.ply)
	return g.has(o.at) && (made == g.plies() || made == g.plies()-1 && g.line[made].Turn() == o.by)
}

// AcceptDraw accepts the draw that the opponent has offered, and the game ends by agreement. It is
// refused with an [*ActionError] if the opponent has no pending offer, or if not both players have moved
// (FIDE 5.2.3). [Position.FullmoveNumber] decides, so both have moved before a game that begins at move 41.
func (g *Game) AcceptDraw(by Color) error {
	refusal := g.withoutOffer(by)
	if refusal == "" && !g.last().hasMoved(Black) {
		refusal = "the players cannot agree to a draw before both have moved"
	}
	err := g.refuse(acceptDraw, by, refusal)
	if err == nil {
		g.finish(Outcome{Drawn, Agreement}, player{true, by})
	}
	return err
}

// hasMoved reports whether c has moved in the game that reached p, by the number of the move.
func (p *Position) hasMoved(c Color) bool {
	return p.FullmoveNumber() > 1 || c == White && p.Turn() == Black
}

// DeclineDraw declines the draw that the opponent has offered. It is refused with an [*ActionError]
// if the opponent has no pending offer.
func (g *Game) DeclineDraw(by Color) error {
	if err := g.refuse(declineDraw, by, g.withoutOffer(by)); err != nil {
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

// Resign ends the game because a player has resigned, whether or not it is their turn: see [Game.Lose].
func (g *Game) Resign(by Color) error { return g.Lose(by, Resignation) }

// FlagFall ends the game because a player has run out of time: see [Game.Lose].
func (g *Game) FlagFall(by Color) error { return g.Lose(by, OutOfTime) }

// Lose ends the game because of what a player has done: [Resignation] (FIDE 5.1.2), [OutOfTime] (6.9),
// [RulesInfraction] such as a second illegal move (7.5.5), or [Abandonment]. The player loses, unless
// the opponent cannot checkmate by any sequence of legal moves. In that case the game is drawn.
// [Position.CanWin] decides. Under rules with TimeByMaterial, the material alone decides. Under rules
// with ResignationLoses, a resignation always loses. Lose is refused with an [*ActionError] if the game
// is over or for another reason.
func (g *Game) Lose(by Color, reason Reason) error {
	action, refusal := reason.String(), ""
	switch {
	case reason == OutOfTime:
		action = "flag-fall"
	case !reason.isLoss():
		refusal = "a player does not lose by that"
	}
	err := g.refuse(action, by, refusal)
	if err == nil {
		e := newEffort(winBudget)
		g.finish(Outcome{g.rules.loss(g.last(), by, reason, &e), reason}, player{true, by})
	}
	return err
}

// Adjudicate ends the game with an outcome that an arbiter or a server decides: any that a record
// can have, so that a client's game mirrors its server's. A player who cannot checkmate may win, such
// as against a player with a mobile phone (FIDE 11.3.2.2, 11.7, 12.9). [NoReason] stays NoReason, as
// in a record that does not say why the game ended. Adjudicate is refused with an [*ActionError] if
// the game is over, if the reason does not allow the result, or if the reason is a condition that the
// moves do not bring about. Checkmate and stalemate end a game without a call.
func (g *Game) Adjudicate(outcome Outcome) error {
	reason, refusal := outcome.Reason, ""
	switch {
	case !outcome.IsOver() || int(outcome.Result) >= len(resultTexts.Names):
		refusal = fmt.Sprintf("the result %v does not end a game", outcome.Result)
	case int(reason) >= len(reasonTexts.Names) || !terminationOf(reason, player{}).allows(outcome.Result):
		refusal = fmt.Sprintf("the result of a game that ends by %v is not %v", reason, outcome.Result)
	case !reason.isDecision() && !g.couldEndBy(reason, player{}):
		refusal = fmt.Sprintf("the moves do not lead to %v", reason)
	}
	if err := g.refuse(adjudication, g.last().Turn(), refusal); err != nil {
		return err
	}
	g.finish(outcome, player{})
	if reason.isCondition() {
		g.claim = g.here()
	}
	return nil
}

// couldEndBy reports whether an action of the players that ends the game in the given way fits the
// moves.
func (g *Game) couldEndBy(reason Reason, by player) bool {
	switch {
	case !g.last().hasLegalMove(): // the game ended on the board
		return false
	case reason.isLoss(), reason == Agreement:
		return true
	case !reason.isCondition() || by.is && by.color != g.last().Turn():
		return false
	}
	d, ply := drawBy(reason), g.plies()
	return d.effect(&g.rules) != Automatic && d.holds(g.line, g.last(), ply) || g.line.mayBeClaimed(reason, &g.rules, ply)
}

// shortfall says what is missing for a draw in p, for which holds reports false.
func (d *draw) shortfall(h history, p *Position, ply int) string {
	switch n := h.occurrences(p, ply, len(h)+1); {
	case n == 1 && d.times > n:
		return "the position is new"
	case n < d.times:
		return fmt.Sprintf("the position has occurred %d times", n)
	case d.times == 0 && d.clock > 0:
		return fmt.Sprintf("the last capture or pawn move is %d plies ago", p.HalfmoveClock())
	}
	return "the condition does not hold"
}
