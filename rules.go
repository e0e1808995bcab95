package chess

import (
	"fmt"
	"iter"
)

// An Ending says what a condition does to a game. The zero value is [Ignored].
type Ending uint8

// What a condition can do.
const (
	Ignored   Ending = iota // nothing
	Claimable               // the player to move may claim a draw
	Automatic               // the game is drawn at once
)

var endingNames = [...]string{"ignored", "claimable", "automatic"}

// ParseEnding parses "ignored", "claimable" or "automatic". The error is a
// [*ParseError].
func ParseEnding(s string) (Ending, error) { return parseName[Ending]("ending", endingNames[:], s) }

// String returns "ignored", "claimable" or "automatic".
func (e Ending) String() string {
	if int(e) < len(endingNames) {
		return endingNames[e]
	}
	return fmt.Sprintf("Ending(%d)", uint8(e))
}

// AppendText implements [encoding.TextAppender] with the form of [Ending.String].
func (e Ending) AppendText(b []byte) ([]byte, error) {
	return appendName(b, "ending", endingNames[:], e)
}

// MarshalText implements [encoding.TextMarshaler].
func (e Ending) MarshalText() ([]byte, error) { return e.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseEnding].
func (e *Ending) UnmarshalText(text []byte) error { return unmarshal(e, text, ParseEnding) }

// Rules say which draws end a game, beyond those that always do: stalemate and
// agreement. Checkmate, resignation and time decide every game. The zero Rules
// know nothing more and are the [ServerRules]; [FIDERules] are the default of
// [NewGame]. Rules are comparable, and a program may make its own.
type Rules struct {
	DeadPosition       Ending // neither side can checkmate by any sequence of legal moves
	Threefold          Ending // the position stands on the board for the third time
	ThreefoldAnnounced Ending // … or will after a move that is announced: Claimable or Ignored
	Fivefold           Ending // the position stands on the board for the fifth time
	FiftyMoves         Ending // 50 moves by each side without capture or pawn move
	FiftyAnnounced     Ending // … or after a move that is announced: Claimable or Ignored
	SeventyFiveMoves   Ending // 75 moves by each side without capture or pawn move
	PerpetualCheck     Ending // a threefold repetition in which one side has given check with every move
}

// The rule profiles of the project's rule sheets.
var (
	// FIDERules are those of the FIDE Laws of Chess: articles 5.2.2, 9.2, 9.3
	// and 9.6.
	FIDERules = Rules{
		DeadPosition:       Automatic,
		Threefold:          Claimable,
		ThreefoldAnnounced: Claimable,
		Fivefold:           Automatic,
		FiftyMoves:         Claimable,
		FiftyAnnounced:     Claimable,
		SeventyFiveMoves:   Automatic,
	}
	// HouseholdRules are those of the sheets S0 and S2: draws come by
	// themselves, and a third repetition also by announcing the move.
	HouseholdRules = Rules{
		DeadPosition:       Automatic,
		Threefold:          Automatic,
		ThreefoldAnnounced: Claimable,
		FiftyMoves:         Automatic,
		PerpetualCheck:     Automatic,
	}
	// ClaimsRules are those of the sheet S1: repetitions and the fifty moves
	// are claimed by the player to move.
	ClaimsRules = Rules{
		DeadPosition:       Automatic,
		Threefold:          Claimable,
		ThreefoldAnnounced: Claimable,
		FiftyMoves:         Claimable,
	}
	// ServerRules are those of the sheet S3, which knows no draws but stalemate
	// and agreement.
	ServerRules = Rules{}
)

// WithRules lets a game be played under the given rules instead of [FIDERules].
func WithRules(rules Rules) GameOption { return func(g *Game) { g.rules = rules } }

// Rules returns the rules under which the game is played.
func (g *Game) Rules() Rules { return g.rules }

// ending returns what the rules make of a reason.
func (r *Rules) ending(reason Reason) Ending {
	switch reason {
	case DeadPosition:
		return r.DeadPosition
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

// announced returns what the rules make of a reason that an announced move will
// bring about.
func (r *Rules) announced(reason Reason) Ending {
	switch reason {
	case ThreefoldRepetition:
		return r.ThreefoldAnnounced
	case FiftyMoves:
		return r.FiftyAnnounced
	}
	return Ignored
}

// drawReasons are the conditions that can end a game, in the order in which
// they are looked at where several hold.
var drawReasons = [...]Reason{
	DeadPosition, PerpetualCheck, FivefoldRepetition, ThreefoldRepetition, SeventyFiveMoves, FiftyMoves,
}

// judge returns how the game has ended by itself after the given number of
// plies. Checkmate and stalemate come before all others (FIDE 9.6.2).
func (g *Game) judge(ply int) Outcome {
	p := &g.line[ply]
	if !p.HasLegalMove() {
		return p.Outcome()
	}
	for _, reason := range drawReasons {
		if g.rules.ending(reason) == Automatic && g.holds(reason, p, ply) {
			return Outcome{Draw, reason}
		}
	}
	return Outcome{}
}

// holds reports whether a condition for a draw holds in p, reached after the
// given number of plies or to be reached by an announced move. The player to move
// has a legal move.
func (g *Game) holds(reason Reason, p *Position, ply int) bool {
	switch reason {
	case DeadPosition:
		return p.IsDead()
	case ThreefoldRepetition:
		return g.occurrences(p, ply, 3) >= 3
	case FivefoldRepetition:
		return g.occurrences(p, ply, 5) >= 5
	case FiftyMoves:
		return p.HalfmoveClock() >= 100
	case SeventyFiveMoves:
		return p.HalfmoveClock() >= 150
	case PerpetualCheck:
		return g.isPerpetual(ply)
	}
	return false
}

// occurrences returns how often the position p, reached after the given number
// of plies, has occurred so far, itself included; it stops counting at most.
// Positions are compared whole: the hash only tells most of them apart quickly.
func (g *Game) occurrences(p *Position, ply, most int) int {
	n := 1
	first := max(ply-p.HalfmoveClock(), 0) // nothing before a capture or pawn move can come again
	for i := ply - 2; i >= first && n < most; i -= 2 {
		if q := &g.line[i]; q.hash == p.hash && q.SamePosition(p) {
			n++
		}
	}
	return n
}

// isPerpetual reports whether the position after the given number of plies
// stands for the third time and one side has given check with every move since
// the first (rule sheet S2).
func (g *Game) isPerpetual(ply int) bool {
	p := &g.line[ply]
	n := 1
	checks := [2]bool{true, true} // by White, by Black, with every move so far
	for i := ply; i > 0 && ply-i < p.HalfmoveClock(); i-- {
		if !g.line[i].InCheck() {
			checks[g.line[i].Turn().Other()] = false
		}
		if !checks[White] && !checks[Black] {
			return false
		}
		if before := &g.line[i-1]; before.hash == p.hash && before.SamePosition(p) {
			if n++; n == 3 {
				return true
			}
		}
	}
	return false
}

// Repetitions returns how often the position on the board has occurred in the
// game, this time included: 1 if it is new. The start counts as an occurrence.
func (g *Game) Repetitions() int { return g.occurrences(g.last(), g.Plies(), len(g.line)) }

// A Claim is a draw claimed by the player to move (FIDE 9.2 and 9.3): on the
// position on the board if Move is NullMove, else by announcing Move, which will
// bring the position about.
type Claim struct {
	Reason Reason // ThreefoldRepetition, FiftyMoves or what own rules allow to claim
	Move   Move   // the move announced, NullMove for the position on the board
}

// String returns "threefold repetition" or "threefold repetition after e2e4".
func (c Claim) String() string {
	if c.Move == NullMove {
		return c.Reason.String()
	}
	return fmt.Sprintf("%v after %v", c.Reason, c.Move)
}

// Claims returns the draws that the player to move may claim on the position on
// the board; nil if there are none or the game is over.
func (g *Game) Claims() []Claim {
	if g.Outcome().IsOver() {
		return nil
	}
	return g.claims(nil, g.Plies())
}

// claims appends the claims on the position after the given number of plies.
func (g *Game) claims(found []Claim, ply int) []Claim {
	for _, reason := range drawReasons {
		if g.rules.ending(reason) == Claimable && g.line[ply].HasLegalMove() && g.holds(reason, &g.line[ply], ply) {
			found = append(found, Claim{Reason: reason})
		}
	}
	return found
}

// ClaimsAnnouncing returns the draws that the player to move may claim by
// announcing m; nil if there are none, m is illegal or the game is over. A move
// that ends the game on the board gives no claim.
func (g *Game) ClaimsAnnouncing(m Move) []Claim {
	if g.Outcome().IsOver() || !g.last().IsLegal(m) {
		return nil
	}
	return g.announcedClaims(nil, g.Plies(), m)
}

// AnnouncedClaims returns all draws that the player to move may claim by
// announcing a move; nil if there are none or the game is over.
func (g *Game) AnnouncedClaims() []Claim {
	if g.Outcome().IsOver() {
		return nil
	}
	return g.allAnnounced(nil, g.Plies())
}

func (g *Game) allAnnounced(found []Claim, ply int) []Claim {
	for m := range g.line[ply].Moves() {
		found = g.announcedClaims(found, ply, m)
	}
	return found
}

// announcedClaims appends the claims by announcing the legal move m after the
// given number of plies.
func (g *Game) announcedClaims(found []Claim, ply int, m Move) []Claim {
	q := g.line[ply].After(m)
	for _, reason := range drawReasons {
		if g.rules.announced(reason) == Claimable && g.holds(reason, &q, ply+1) && q.HasLegalMove() {
			found = append(found, Claim{reason, m})
		}
	}
	return found
}

// AllClaims iterates over the claims that were possible in the game so far, on
// the board and by announcing a move, each with the number of plies made before:
// an arbiter's list, missed claims included.
func (g *Game) AllClaims() iter.Seq2[int, Claim] {
	return func(yield func(int, Claim) bool) {
		last := g.Plies()
		if auto, plies := g.AutomaticEnd(); auto.IsOver() {
			last = plies - 1
		}
		for ply := 0; ply <= last; ply++ {
			for _, c := range g.allAnnounced(g.claims(nil, ply), ply) {
				if !yield(ply, c) {
					return
				}
			}
		}
	}
}

// A ClaimError tells why a claim was refused. The game is as before.
type ClaimError struct {
	Claim Claim  // what was claimed
	Why   string // "the position has occurred 2 times"
	Err   error  // a *MoveError if the announced move is illegal, else nil
}

// Error names the claim and says why it was refused.
func (e *ClaimError) Error() string { return fmt.Sprintf("chess: claim of %v: %s", e.Claim, e.Why) }

// Unwrap returns the error of the announced move, if that is illegal.
func (e *ClaimError) Unwrap() error { return e.Err }

// Claim claims a draw for the player to move. A right claim ends the game; the
// announced move is not played. A wrong one changes nothing and is refused with
// a [*ClaimError].
func (g *Game) Claim(c Claim) error {
	if err := g.refuseClaim(c); err != nil {
		return err
	}
	g.finish(Outcome{Draw, c.Reason})
	return nil
}

// refuseClaim returns why a claim is wrong, nil if it is right.
func (g *Game) refuseClaim(c Claim) error {
	p, ply := g.last(), g.Plies()
	if g.Outcome().IsOver() {
		return &ClaimError{c, "the game is over", nil}
	}
	ending := g.rules.ending(c.Reason)
	if c.Move != NullMove {
		ending = g.rules.announced(c.Reason)
	}
	if ending != Claimable {
		return &ClaimError{c, "the rules of this game do not know such a claim", nil}
	}
	if c.Move != NullMove {
		if !p.IsLegal(c.Move) {
			err := p.illegal("", c.Move)
			return &ClaimError{c, err.Error(), err}
		}
		q := p.After(c.Move)
		if !q.HasLegalMove() {
			return &ClaimError{c, "the move ends the game by itself", nil}
		}
		p, ply = &q, ply+1
	}
	if !g.holds(c.Reason, p, ply) {
		return &ClaimError{c, g.shortfall(c.Reason, p, ply), nil}
	}
	return nil
}

// shortfall says what a claim in position p lacks.
func (g *Game) shortfall(reason Reason, p *Position, ply int) string {
	switch reason {
	case ThreefoldRepetition, FivefoldRepetition:
		n := g.occurrences(p, ply, len(g.line))
		if n == 1 {
			return "the position is new"
		}
		return fmt.Sprintf("the position has occurred %d times", n)
	case FiftyMoves, SeventyFiveMoves:
		return fmt.Sprintf("the last capture or pawn move is %d plies ago", p.HalfmoveClock())
	}
	return "the condition does not hold"
}

// An ActionError tells why an action of a player was refused. The game is as
// before.
type ActionError struct {
	Action string // "draw offer"
	By     Color  // who tried
	Why    string // "only the player who has just moved offers a draw"
}

// Error says what was refused to whom, and why.
func (e *ActionError) Error() string {
	return fmt.Sprintf("chess: %s by %s: %s", e.Action, e.By.name(), e.Why)
}

// finish ends the game by an action, or reopens it with the zero Outcome. Tags
// that tell of another ending are set right.
func (g *Game) finish(outcome Outcome) {
	g.offered = notOffered
	if outcome == g.end {
		return
	}
	g.end = outcome
	if told, _ := ParseResult(g.Tag("Result")); told != Unfinished && told != outcome.Result {
		g.SetTag("Result", outcome.Result.String())
	}
	if told := parseTermination(g.Tag("Termination")); told != NoReason && told != outcome.Reason {
		g.DeleteTag("Termination")
	}
}

// act reports why the game is over for an action, nil if it goes on.
func (g *Game) act(action string, by Color) error {
	switch {
	case !by.IsValid():
		return &ActionError{action, by, "there is no such player"}
	case g.Outcome().IsOver():
		return &ActionError{action, by, "the game is over"}
	}
	return nil
}

// OfferDraw offers a draw in the name of the player who has just moved (FIDE
// 9.1.2.1; all rule sheets). The offer stands until the opponent accepts it,
// declines it or moves. It is refused with an [*ActionError] if it is the
// player's turn, before the first move, when it stands already, or when the game
// is over.
func (g *Game) OfferDraw(by Color) error {
	const action = "draw offer"
	if err := g.act(action, by); err != nil {
		return err
	}
	switch {
	case by != g.last().Turn().Other() || g.Plies() == 0:
		return &ActionError{action, by, "only the player who has just moved offers a draw"}
	case g.offerStands():
		return &ActionError{action, by, "the offer stands already"}
	}
	g.offered = g.ends[len(g.ends)-1]
	return nil
}

// DrawOffer returns who has offered a draw and true, or false if no offer
// stands.
func (g *Game) DrawOffer() (by Color, stands bool) { return g.last().Turn().Other(), g.offerStands() }

// notOffered is the node at which no draw offer stands: none is made at the root.
const notOffered = 0

// offerStands reports whether the draw offered at the end of the main line still
// stands there.
func (g *Game) offerStands() bool {
	g.follow()
	return g.offered != notOffered && g.offered == g.ends[len(g.ends)-1]
}

// AcceptDraw accepts the draw that the opponent has offered: the game ends by
// agreement. It is refused with an [*ActionError] if no such offer stands.
func (g *Game) AcceptDraw(by Color) error {
	if err := g.answer("acceptance of a draw", by); err != nil {
		return err
	}
	g.finish(Outcome{Draw, Agreement})
	return nil
}

// DeclineDraw declines the draw that the opponent has offered. It is refused
// with an [*ActionError] if no such offer stands.
func (g *Game) DeclineDraw(by Color) error {
	if err := g.answer("refusal of a draw", by); err != nil {
		return err
	}
	g.offered = notOffered
	return nil
}

// answer returns why a player cannot answer a draw offer, nil if they can.
func (g *Game) answer(action string, by Color) error {
	if err := g.act(action, by); err != nil {
		return err
	}
	if !g.offerStands() || by != g.last().Turn() {
		return &ActionError{action, by, "the opponent has not offered a draw"}
	}
	return nil
}

// Resign ends the game with the loss of the player who resigns (FIDE 5.1.2),
// whose turn it need not be. It is refused with an [*ActionError] when the game
// is over.
func (g *Game) Resign(by Color) error {
	if err := g.act("resignation", by); err != nil {
		return err
	}
	g.finish(Outcome{WinFor(by.Other()), Resignation})
	return nil
}

// FlagFall ends the game because the time of a player is up (FIDE 6.9): a loss,
// or a draw if the opponent cannot checkmate by any sequence of legal moves, as
// [Position.CanWin] decides. It is refused with an [*ActionError] when the game
// is over.
func (g *Game) FlagFall(by Color) error {
	if err := g.act("flag-fall", by); err != nil {
		return err
	}
	result := WinFor(by.Other())
	if !g.last().CanWin(by.Other()) {
		result = Draw
	}
	g.finish(Outcome{result, Time})
	return nil
}

// Adjudicate ends the game with the result that an arbiter or a server gives it.
// It is refused with an [*ActionError] when the game is over or the result is
// Unfinished.
func (g *Game) Adjudicate(result Result) error {
	if err := g.act("adjudication", g.last().Turn()); err != nil {
		return err
	}
	if result < WhiteWins || result > Draw {
		return &ActionError{"adjudication", g.last().Turn(), fmt.Sprintf("%v is no result that ends a game", result)}
	}
	g.finish(Outcome{result, Adjudication})
	return nil
}
