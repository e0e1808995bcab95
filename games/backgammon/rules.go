package backgammon

import (
	"slices"
	"strings"

	"github.com/shakki/chess/internal/tabletop"
)

// Rules are options for the points on which rule sheet S1 differs from the common rules. The zero
// value is the rules of the sheet, and [CommonRules] returns the common ones.
//
// On three points the sheet uses other words than the common rules but means the same: both numbers
// must be used if any order allows it, a number that is too large for every checker bears off the
// farthest checker, and bearing off is not compulsory if another move is possible. In which
// direction the players move depends only on how the board is placed: see [Game.Board]. The sheet
// does not say what happens if the opening dice show equal numbers. In this package, as in the
// common rules, both players throw again.
type Rules struct {
	// OneCheckerBearOff allows one checker to use both numbers of a roll if the second number bears
	// it off exactly, such as 6/off with 42. The common rules allow this. The sheet says: "when a
	// checker is borne off with an exact number, another checker must always be moved by the other
	// number too". So by default 6/off with 42 is illegal if another play uses both numbers. If no
	// other play does, it is legal, because both numbers must be used. The rule does not apply to
	// doubles.
	OneCheckerBearOff bool `json:"oneCheckerBearOff"`

	// Jacoby counts gammons and backgammons as single games unless the stake has been doubled. This
	// rule is common when playing for money. By the sheet, gammons and backgammons always count.
	Jacoby bool `json:"jacoby"`

	// NoCube means that the game is played without the doubling cube, such as the Crawford game of
	// a match. By the sheet, every game has the cube.
	NoCube bool `json:"noCube"`
}

// CommonRules returns the common rules of backgammon, without optional rules.
func CommonRules() Rules { return Rules{OneCheckerBearOff: true} }

// String returns "S1" or "common", followed by "jacoby" and "no-cube" if the rules have them, such
// as "common jacoby".
func (r Rules) String() string {
	words := []string{"S1"}
	if r.OneCheckerBearOff {
		words[0] = "common"
	}
	if r.Jacoby {
		words = append(words, "jacoby")
	}
	if r.NoCube {
		words = append(words, "no-cube")
	}
	return strings.Join(words, " ")
}

// parseRules parses the form that String returns.
func parseRules(s string) (Rules, error) {
	for i := range 8 {
		if r := (Rules{OneCheckerBearOff: i&1 != 0, Jacoby: i&2 != 0, NoCube: i&4 != 0}); r.String() == s {
			return r, nil
		}
	}
	return Rules{}, tabletop.NewParseError("rules", s, 1, "want S1 or common, then jacoby and no-cube as needed")
}

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r Rules) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String. The error is a
// [*ParseError].
func (r *Rules) UnmarshalText(text []byte) error { return tabletop.Unmarshal(r, text, parseRules) }

// LegalMoves returns the legal moves in p by the rules r. Otherwise it is the same as
// [Position.LegalMoves].
func (r Rules) LegalMoves(p *Position, roll Roll) []Move { return r.AppendLegalMoves(nil, p, roll) }

// AppendLegalMoves appends the legal moves to dst, in the order of [Rules.LegalMoves], and returns
// the extended slice. It does not allocate if dst has room.
func (r Rules) AppendLegalMoves(dst []Move, p *Position, roll Roll) []Move {
	g := generator{dst: dst, start: len(dst), alone: r.OneCheckerBearOff}
	g.generate(p, roll)
	return g.dst
}

// IsLegal reports whether m is legal in p by the rules r.
func (r Rules) IsLegal(p *Position, m Move, roll Roll) bool {
	_, err := r.find(p, m, roll)
	return err == nil
}

// Play plays m in p by the rules r. Otherwise it is the same as [Position.Play].
func (r Rules) Play(p *Position, m Move, roll Roll) error {
	m, err := r.find(p, m, roll)
	if err != nil {
		return err
	}
	*p = p.After(m)
	return nil
}

// ParseMove parses the text of a legal move in p by the rules r. Otherwise it is the same as
// [Position.ParseMove].
func (r Rules) ParseMove(p *Position, s string, roll Roll) (Move, error) {
	m, err := r.read(p, s, roll)
	if err != nil {
		return Pass, err
	}
	legal, illegal := r.find(p, m, roll)
	if illegal != nil {
		return Pass, illegal
	}
	return legal, nil
}

// read returns the move that a player means by a text: if exactly one legal move differs from it at most in
// hits that it does not mark, it is that one, such as 24/18*/13 for 24/13.
func (r Rules) read(p *Position, s string, roll Roll) (Move, error) {
	m, err := parseMove(s, p)
	if err != nil {
		return Pass, err
	}
	meant := slices.DeleteFunc(r.LegalMoves(p, roll), func(l Move) bool {
		return m.hits()&^l.hits() != 0 || l.withoutHits() != m.withoutHits()
	})
	if len(meant) == 1 {
		return meant[0], nil
	}
	return m, nil
}

// find returns the legal move that is equivalent to m, or the error if m is illegal.
func (r Rules) find(p *Position, m Move, roll Roll) (Move, *MoveError) {
	var room [64]Move
	g := generator{dst: room[:0], alone: r.OneCheckerBearOff, reached: -1}
	if m.isValid() && m.carriedBy(roll) {
		goal := p.moved(m)
		g.goal = &goal
	}
	g.generate(p, roll)
	if g.goal != nil {
		same := func(l Move) bool { return p.moved(l) == *g.goal }
		if i := slices.IndexFunc(g.dst, same); i >= 0 {
			return g.dst[i], nil
		}
	}
	err := g.explain(p, m, roll)
	err.Move, err.Roll = m, roll
	return Pass, err
}

// carriedBy reports whether the roll has numbers for each step of m. The steps of a double can be
// combined in several ways: 8/6 7/5 is equivalent to 8/5 7/6.
func (m Move) carriedBy(roll Roll) bool {
	return roll.IsValid() && !slices.ContainsFunc(m.Steps(), func(s Step) bool {
		return s.To != Off && !roll.sums(s.From-s.To)
	})
}

// sums reports whether n is a number of the roll or the sum of several numbers.
func (r Roll) sums(n int) bool {
	if r.IsDouble() {
		return n%r.High() == 0 && n <= maxSteps*r.High()
	}
	return n == r.High() || n == r.Low() || n == r.High()+r.Low()
}
