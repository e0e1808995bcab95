package chess

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/shakki/chess/internal/enum"
)

// An Effect says what a condition does to a game. The zero value is [AsFIDE].
type Effect uint8

// What a condition can do to a game. Other values mean [NoEffect].
const (
	AsFIDE    Effect = iota // what the FIDE Laws say
	NoEffect                // nothing
	Claimable               // the player to move may claim a draw
	Automatic               // the game is drawn at once
)

var effectNames = enum.Of[Effect]("effect", "fide", "ignored", "claimable", "automatic")

// String returns "fide", "ignored", "claimable", or "automatic".
func (e Effect) String() string { return effectNames.Text(e) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (e Effect) MarshalText() ([]byte, error) { return effectNames.Marshal(e) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form that String writes.
func (e *Effect) UnmarshalText(text []byte) error { return effectNames.Unmarshal(e, text) }

// Rules say which draws end a game, in addition to those that always do: stalemate and agreement.
// The zero Rules are those of the FIDE Laws of Chess of January 1, 2023, and a program sets the
// fields that should differ:
//
//	rules := chess.Rules{Threefold: chess.Automatic}
//
// Rules are comparable. Two values with the same meaning differ if one spells out what the Laws say
// and the other has [AsFIDE]. The functions of this package, [Game.Rules], and the methods that read
// text return the form with AsFIDE.
//
// In JSON, Rules are an object with the fields deadPosition, insufficientMaterial, threefold,
// fivefold, fiftyMoves, seventyFiveMoves, and perpetualCheck, each "ignored", "claimable", or
// "automatic", and announcedThreefold, announcedFiftyMoves, offerAfterMove, timeByMaterial, and
// resignationLoses. An absent field is as in the FIDE Laws. An unknown field is an error.
type Rules struct {
	DeadPosition         Effect // neither side can checkmate by any sequence of legal moves
	InsufficientMaterial Effect // [Position.InsufficientMaterial] holds
	Threefold            Effect // the position occurs for the third time
	Fivefold             Effect // the position occurs for the fifth time
	FiftyMoves           Effect // 50 moves by each side without capture or pawn move
	SeventyFiveMoves     Effect // 75 moves by each side without capture or pawn move
	PerpetualCheck       Effect // the position occurs for the third time, and one side has given check with every move since the first

	NoAnnouncedThreefold  bool // a player may not claim by announcing the move that makes the position occur for the third time
	NoAnnouncedFiftyMoves bool // a player may not claim by announcing the move that completes the 50 moves
	OfferAfterMove        bool // only the player who has just moved may offer a draw, not both players at any time
	TimeByMaterial        bool // in [Game.Lose], the material alone decides whether the opponent could win, not [Position.CanWin]
	ResignationLoses      bool // a player who resigns loses even if the opponent cannot checkmate
}

// The profiles, which are the columns of the table of draws.
const (
	fide = iota
	s0
	s1
	s2
	s3
	server
	profiles // their number
)

// profileNames are the names of the profiles for users of programs.
var profileNames = [profiles]string{"fide", "s0", "s1", "s2", "s3", "server"}

// A draw is a condition under which a game can be drawn.
type draw struct {
	reason  Reason
	name    string           // in JSON and in the tag Rules
	in      [profiles]Effect // its effect in each profile
	fields  func(*Rules) (effect *Effect, unannounced *bool)
	times   int                                        // how often the position must have occurred
	clock   int                                        // the lowest halfmove clock at which the condition can hold
	also    func(h history, p *Position, ply int) bool // what else must hold, or nil
	related Reason                                     // a record may give reason if the rules have a draw for this one
}

// announced is part of an effect in the table of draws: a player may also claim the draw by
// announcing the move that brings it about.
const announced Effect = 1 << 7

// draws is the table of draws. Where several conditions hold, the first one counts. A position occurs
// again after two plies at the soonest, if both sides pass.
var draws = [...]draw{
	{
		reason: DeadPosition, name: "deadPosition", related: InsufficientMaterial,
		in:     [...]Effect{fide: Automatic, s0: Automatic, s1: NoEffect, s2: NoEffect, s3: NoEffect, server: NoEffect},
		fields: func(r *Rules) (*Effect, *bool) { return &r.DeadPosition, nil },
		also:   func(_ history, p *Position, _ int) bool { e := effort(recordEffort); return p.isDead(&e) },
	}, {
		reason: InsufficientMaterial, name: "insufficientMaterial", related: DeadPosition,
		in:     [...]Effect{fide: NoEffect, s0: NoEffect, s1: Automatic, s2: Automatic, s3: NoEffect, server: Automatic},
		fields: func(r *Rules) (*Effect, *bool) { return &r.InsufficientMaterial, nil },
		also:   func(_ history, p *Position, _ int) bool { return p.insufficientMaterial() },
	}, {
		reason: PerpetualCheck, name: "perpetualCheck", times: 3, clock: 4, also: history.isPerpetual,
		in:     [...]Effect{fide: NoEffect, s0: NoEffect, s1: NoEffect, s2: Automatic, s3: NoEffect, server: NoEffect},
		fields: func(r *Rules) (*Effect, *bool) { return &r.PerpetualCheck, nil },
	}, {
		reason: FivefoldRepetition, name: "fivefold", times: 5, clock: 8, related: ThreefoldRepetition,
		in:     [...]Effect{fide: Automatic, s0: NoEffect, s1: NoEffect, s2: NoEffect, s3: NoEffect, server: Automatic},
		fields: func(r *Rules) (*Effect, *bool) { return &r.Fivefold, nil },
	}, {
		reason: ThreefoldRepetition, name: "threefold", times: 3, clock: 4,
		in: [...]Effect{
			fide: Claimable | announced, s0: Automatic | announced, s1: Claimable | announced,
			s2: Automatic, s3: NoEffect, server: Claimable,
		},
		fields: func(r *Rules) (*Effect, *bool) { return &r.Threefold, &r.NoAnnouncedThreefold },
	}, {
		reason: SeventyFiveMoves, name: "seventyFiveMoves", clock: 150, related: FiftyMoves,
		in:     [...]Effect{fide: Automatic, s0: NoEffect, s1: NoEffect, s2: NoEffect, s3: NoEffect, server: Automatic},
		fields: func(r *Rules) (*Effect, *bool) { return &r.SeventyFiveMoves, nil },
	}, {
		reason: FiftyMoves, name: "fiftyMoves", clock: 100,
		in: [...]Effect{
			fide: Claimable | announced, s0: Automatic, s1: Claimable, s2: Automatic, s3: NoEffect, server: Claimable,
		},
		fields: func(r *Rules) (*Effect, *bool) { return &r.FiftyMoves, &r.NoAnnouncedFiftyMoves },
	},
}

// drawBy returns the row of a reason in the table of draws, or nil if it is not in the table.
func drawBy(reason Reason) *draw {
	for i := range draws {
		if draws[i].reason == reason {
			return &draws[i]
		}
	}
	return nil
}

// effect returns what the rules make of d, which is never AsFIDE.
func (d *draw) effect(r *Rules) Effect {
	switch effect, _ := d.fields(r); {
	case *effect == AsFIDE:
		return d.in[fide] &^ announced
	case *effect <= Automatic:
		return *effect
	}
	return NoEffect
}

// claimable reports whether a player may claim d on the board, or by announcing the move that brings it
// about.
func (d *draw) claimable(r *Rules, byMove bool) bool {
	_, unannounced := d.fields(r)
	return byMove && unannounced != nil && !*unannounced || !byMove && d.effect(r) == Claimable
}

// isKnown reports whether a record under the rules may give d as the reason for a draw. For example,
// it may say fivefold repetition under rules that have only threefold repetition.
func (d *draw) isKnown(rules *Rules) bool {
	related := drawBy(d.related)
	return d.effect(rules) != NoEffect || d.claimable(rules, true) || related != nil && related.effect(rules) != NoEffect
}

// profile returns the rules of a column of the table of draws.
func profile(column int) (r Rules) {
	for i := range draws {
		d := &draws[i]
		effect, unannounced := d.fields(&r)
		*effect = d.in[column] &^ announced
		if unannounced != nil {
			*unannounced = d.in[column]&announced == 0
		}
	}
	r.OfferAfterMove, r.TimeByMaterial = column == s0, column == server
	r.ResignationLoses = column == s0 || column == s1 || column == s3
	return r.canonical()
}

// explicit returns the form of r without AsFIDE.
func (r Rules) explicit() *Rules {
	for i := range draws {
		effect, _ := draws[i].fields(&r)
		*effect = draws[i].effect(&r)
	}
	return &r
}

// canonical returns the form of r in which equal rules are equal.
func (r Rules) canonical() Rules {
	c := r.explicit()
	for i := range draws {
		if effect, _ := draws[i].fields(c); *effect == draws[i].in[fide]&^announced {
			*effect = AsFIDE
		}
	}
	return *c
}

// RulesS0 returns the rules of rule sheet S0: a third repetition, 50 moves, and a dead position end
// the game, and a player may announce the move that repeats the position. Only the player who has
// just moved may offer a draw.
func RulesS0() Rules { return profile(s0) }

// RulesS1 returns the rules of rule sheet S1: insufficient material ends the game, and the player
// to move claims a third repetition, on the board or by announcing the move, and 50 moves.
func RulesS1() Rules { return profile(s1) }

// RulesS2 returns the rules of rule sheet S2: perpetual check, a third repetition, 50 moves, and
// insufficient material end the game.
func RulesS2() Rules { return profile(s2) }

// RulesS3 returns the rules of rule sheet S3, under which only stalemate and agreement are draws:
// all other conditions are ignored.
func RulesS3() Rules { return profile(s3) }

// ServerRules returns rules like those of lichess.org and other servers. Insufficient material,
// fivefold repetition, and the seventy-five-move rule end the game. A player may claim a draw by
// threefold repetition or the fifty-move rule, but not by announcing a move. If a player resigns or
// runs out of time, the material alone decides whether the opponent could win.
func ServerRules() Rules { return profile(server) }

// loss returns the result if a player loses in p without being checkmated, for a reason that is a
// loss: the opponent wins unless they cannot checkmate (FIDE 5.1.2, 6.9, 7.5.5).
func (r *Rules) loss(p *Position, by Color, reason Reason, e *effort) Result {
	if reason == Resignation && r.ResignationLoses || r.canWin(p, by.Other(), e) {
		return WinFor(by.Other())
	}
	return Drawn
}

// canWin reports whether c could checkmate in p. Like [Position.CanWin], it returns true if the question
// is not settled. It spends e.
func (r *Rules) canWin(p *Position, c Color, e *effort) bool {
	if r.TimeByMaterial {
		return !p.lacksMaterial(c)
	}
	return p.winProof(winBudget, e, c) <= proofByLine
}

// surelyWins reports whether c certainly wins in p if the opponent runs out of time. Servers
// disagree about the pieces that suffice. Under rules with TimeByMaterial, surelyWins returns false
// if c has too few pieces on one of them.
func (r *Rules) surelyWins(p *Position, c Color, e *effort) bool {
	return !(r.TimeByMaterial && p.hasFewPieces(c)) && p.surelyCanWin(c, e)
}

// surelyCanWin reports whether c can checkmate in p by some sequence of legal moves. Unlike CanWin,
// it returns false if the search does not settle the question.
func (p *Position) surelyCanWin(c Color, e *effort) bool {
	return p.winProof(winBudget, e, c) == proofByLine
}

// mayBeDead reports whether a record under the rules may call p a dead position or a draw by
// insufficient material. It returns true if the search does not settle the question.
func (r *Rules) mayBeDead(p *Position, e *effort) bool {
	return drawBy(InsufficientMaterial).effect(r) != NoEffect && p.insufficientMaterial() ||
		r.TimeByMaterial && p.hasFewPieces(White) && p.hasFewPieces(Black) ||
		!p.surelyCanWin(White, e) && !p.surelyCanWin(Black, e) // a draw under the FIDE Laws
}

// noRules is the text of rules under which every condition is ignored.
const noRules = "none"

// A ruleField is a field of Rules by its name in text.
type ruleField struct {
	name   string
	effect *Effect // what the field holds, or nil if it is a flag
	flag   *bool
	is     bool // the value of the flag that text calls true
}

// fields returns the fields of r: the effects in the order of their reasons, and then the flags.
func (r *Rules) fields() (all []ruleField) {
	for reason := range Reason(len(reasonTexts.Names)) {
		if d := drawBy(reason); d != nil {
			effect, _ := d.fields(r)
			all = append(all, ruleField{name: d.name, effect: effect})
		}
	}
	for i := range draws {
		if _, unannounced := draws[i].fields(r); unannounced != nil {
			all = append(all, ruleField{name: "announced" + capitalized(draws[i].name), flag: unannounced})
		}
	}
	return append(all, ruleField{name: "offerAfterMove", flag: &r.OfferAfterMove, is: true},
		ruleField{name: "timeByMaterial", flag: &r.TimeByMaterial, is: true},
		ruleField{name: "resignationLoses", flag: &r.ResignationLoses, is: true})
}

// String returns the value of f.
func (f ruleField) String() string {
	if f.effect != nil {
		return f.effect.String()
	}
	return strconv.FormatBool(*f.flag == f.is)
}

// set sets f to a value in the form of String, and reports whether it has that form.
func (f ruleField) set(value string) bool {
	if f.effect != nil {
		return f.effect.UnmarshalText([]byte(value)) == nil
	}
	*f.flag = (value == "true") == f.is
	return value == "true" || value == "false"
}

// unknownRules returns the error for text that is not the form of rules.
func unknownRules(text string) error {
	return &ParseError{"set of rules", text, strings.Join(profileNames[:], ", ") + ", or words such as threefold=automatic"}
}

// parseRules parses the form that String returns.
func parseRules(s string) (Rules, error) {
	r := profile(s3)
	r.ResignationLoses = false
	fields, words := r.fields(), strings.Fields(s)
	known := len(words) > 0
	for _, word := range words {
		name, value, _ := strings.Cut(word, "=")
		i := slices.IndexFunc(fields, func(f ruleField) bool { return f.name == name })
		known = known && i >= 0 && fields[i].set(cmp.Or(value, "true"))
	}
	if !known && s != noRules {
		return Rules{}, unknownRules(s)
	}
	return r.canonical(), nil
}

// String returns what a Rules tag says: the fields that are not ignored or false, such as
// "threefold=claimable announcedThreefold", or "none".
func (r Rules) String() string {
	var words []string
	for _, f := range r.explicit().fields() {
		switch value := f.String(); value {
		case "ignored", "false":
		case "true":
			words = append(words, f.name)
		default:
			words = append(words, f.name+"="+value)
		}
	}
	return cmp.Or(strings.Join(words, " "), noRules)
}

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r Rules) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler]. It reads the form of String, and the name of
// a profile in any case: "fide", "s0", "s1", "s2", "s3", or "server".
func (r *Rules) UnmarshalText(text []byte) error {
	for column, name := range profileNames {
		if equalFold(string(text), name) {
			*r = profile(column)
			return nil
		}
	}
	return unmarshal(r, text, parseRules)
}

// MarshalJSON implements [json.Marshaler].
func (r Rules) MarshalJSON() ([]byte, error) {
	object := []byte("{")
	for _, f := range r.explicit().fields() {
		value := f.String()
		if f.effect != nil {
			value = strconv.Quote(value)
		}
		object = fmt.Appendf(object, "%q:%s,", f.name, value)
	}
	object[len(object)-1] = '}'
	return object, nil
}

// UnmarshalJSON implements [json.Unmarshaler].
func (r *Rules) UnmarshalJSON(text []byte) error {
	var values map[string]any
	if err := json.Unmarshal(text, &values); err != nil || values == nil {
		return err
	}
	var parsed Rules
	fields := parsed.fields()
	for _, name := range slices.Sorted(maps.Keys(values)) {
		value, i := values[name], slices.IndexFunc(fields, func(f ruleField) bool { return f.name == name })
		if i < 0 {
			return &ParseError{"name in a set of rules", name, "one such as threefold"}
		}
		_, isFlag := value.(bool)
		if value != nil && (isFlag != (fields[i].flag != nil) || !fields[i].set(fmt.Sprint(value))) {
			return unknownRules(string(text))
		}
	}
	*r = parsed.canonical()
	return nil
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

// judge returns the first automatic end of the game after at least the given number of plies, and
// the plies before it. Without one, it returns the zero Outcome and the length of the game. Once a
// game has ended, later moves of a record do not matter. The search for dead positions spends e.
func (h history) judge(rules *Rules, ply int, e *effort) (Outcome, int) {
	last, dead := len(h)-1, -1
	if drawBy(DeadPosition).effect(rules) == Automatic {
		dead = ply + h[ply:].firstDead(e)
		last = min(last, dead)
	}
	automatic := make([]*draw, 0, len(draws))
	for i := range draws {
		if d := &draws[i]; d.effect(rules) == Automatic && d.reason != DeadPosition {
			automatic = append(automatic, d)
		}
	}
	for ; ply <= last; ply++ {
		p := &h[ply]
		if (ply == last || h.isPass(ply)) && !p.hasLegalMove() {
			return p.outcome(), ply // checkmate and stalemate precede all other ends (FIDE 9.6.2)
		}
		if ply == dead {
			return Outcome{Drawn, DeadPosition}, ply
		}
		for _, d := range automatic {
			if p.HalfmoveClock() >= d.clock && d.holds(h, p, ply) {
				return Outcome{Drawn, d.reason}, ply
			}
		}
	}
	return Outcome{}, ply
}

// firstDead returns the index of the first position that is known to be dead, or the length of h. It
// looks at the parts between passes one by one.
func (h history) firstDead(e *effort) int {
	for first := 0; first < len(h); {
		n := first + 1
		for n < len(h) && !h.isPass(n-1) {
			n++
		}
		if i := first + firstDead(h[first:n], e); i < n {
			return i
		}
		first = n
	}
	return len(h)
}

// isPass reports whether the move after the given number of plies is a pass, which leaves all pieces
// in their places.
func (h history) isPass(ply int) bool { return h[ply].Occupied() == h[ply+1].Occupied() }

// holds reports whether the condition holds in p, in which the side to move has a legal move. p is
// the position after the given number of plies, or would be after an announced move.
func (d *draw) holds(h history, p *Position, ply int) bool {
	return p.HalfmoveClock() >= d.clock && h.occurrences(p, ply, d.times) >= d.times &&
		(d.also == nil || d.also(h, p, ply))
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

// isPerpetual reports whether one side gave check with every move since the third-last
// occurrence of p, the position after the given number of plies (rule sheet S2). It must have occurred
// three times. The move to that occurrence stands for the one to p: both give check, or neither does.
func (h history) isPerpetual(p *Position, ply int) bool {
	first := ply
	for range 2 {
		for first -= 2; !h[first].samePosition(p); first -= 2 {
		}
	}
	checks := [2]bool{true, true} // whether White and Black have given check with every move
	for i := first; i < ply; i++ {
		if !h[i].inCheck() {
			checks[h[i].Turn().Other()] = false
		}
	}
	return checks != [2]bool{}
}
