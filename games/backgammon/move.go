package backgammon

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/shakki/chess/internal/tabletop"
)

// A Move is a whole play for a roll, which consists of at most four steps. It does not include the
// dice: if a checker uses several numbers, the move has a single step from the first point to the
// last, unless the checker hits on the way. Hence plays that lead to the same position are the same
// Move in [Position.LegalMoves]. Moves are comparable. The zero Move is [Pass].
type Move uint64

// Pass is the move of a player who cannot use any number.
const Pass Move = 0

// A Step is the movement of one checker in a [Move].
type Step struct {
	From int  `json:"from"` // a point from 1 to 24, or Bar
	To   int  `json:"to"`   // a point from 1 to 24, or Off; it must be less than From
	Hit  bool `json:"hit"`  // whether the checker hits an enemy checker on the point To
}

// A Move holds its steps in groups of 11 bits, with the greatest step in the lowest bits. For
// example, 8/5 6/5 is (8<<6 | 5<<1) | (6<<6 | 5<<1)<<11.
const (
	maxSteps = 4
	stepBits = 11
	stepMask = 1<<stepBits - 1
)

// A step is a Step in 11 bits: from the highest bit, five bits for From, five bits for To, and one
// bit for Hit. Steps with greater numbers are written first.
type step uint16

// newStep returns the step with the given fields.
func newStep(from, to int, hit bool) step {
	s := step(from<<6 | to<<1)
	if hit {
		s |= 1
	}
	return s
}

func (s step) from() int { return int(s >> 6) }
func (s step) to() int   { return int(s >> 1 & 31) }
func (s step) hit() bool { return s&1 != 0 }

// A stepList collects the steps of a move in descending order. The elements behind them are 0.
type stepList [maxSteps]step

// add adds a step, for which there must be room.
func (l *stepList) add(s step) {
	for i := 0; i < maxSteps && s != 0; i++ {
		if l[i] < s {
			l[i], s = s, l[i]
		}
	}
}

// take removes and returns step i.
func (l *stepList) take(i int) step {
	s := l[i]
	copy(l[i:], l[i+1:])
	l[maxSteps-1] = 0
	return s
}

// hits returns the points on which the steps mark a hit, as a bit set.
func (l *stepList) hits() (hits uint32) {
	for _, s := range l {
		if s.hit() {
			hits |= 1 << s.to()
		}
	}
	return hits
}

// join replaces two steps by one if the second begins where the first ends. It returns false if
// there are no such steps. If a checker is hit on that point, at least one other step must end
// there, so that the hit can still be marked.
func (l *stepList) join(hits uint32) bool {
	for j := 1; j < maxSteps && l[j] != 0; j++ {
		meet := l[j].from()
		arrives := func(s step) bool { return s.to() == meet } // from a higher point, so before j
		i := slices.IndexFunc(l[:j], arrives)
		if i < 0 || hits>>meet&1 != 0 && !slices.ContainsFunc(l[i+1:j], arrives) {
			continue
		}
		second, first := l.take(j), l.take(i)
		l.add(newStep(first.from(), second.to(), false))
		return true
	}
	return false
}

// move returns the steps as a Move in canonical form.
func (l *stepList) move() Move { return l.moveWith(l.hits()) }

// moveWith returns the steps as a Move with hits on the given points: the steps are joined where
// possible and in descending order, and the first step to a point with a hit has the mark.
func (l *stepList) moveWith(hits uint32) Move {
	for l.join(hits) {
	}
	m := Pass
	for i := 0; i < maxSteps && l[i] != 0; i++ {
		s := l[i] &^ 1
		if hits>>s.to()&1 != 0 {
			hits &^= 1 << s.to()
			s |= 1
		}
		m |= Move(s) << (i * stepBits)
	}
	return m
}

// list returns the steps of m as a stepList.
func (m Move) list() (l stepList) {
	for ; m != Pass; m >>= stepBits {
		l.add(step(m & stepMask))
	}
	return l
}

// isValid reports whether m has valid steps in canonical form.
func (m Move) isValid() bool {
	same, _ := NewMove(m.Steps()...) // Pass if the steps are invalid
	return same == m
}

// NewMove returns the move with the given steps, or [Pass] if there are no steps. It joins steps if
// one begins where another ends. There may be at most four steps. If the steps are invalid, the
// error is a [*SetupError].
func NewMove(steps ...Step) (Move, error) {
	if len(steps) > maxSteps {
		return Pass, &SetupError{Err: ErrMove, Detail: "more than four steps"}
	}
	var l stepList
	for _, s := range steps {
		if s.From > Bar || s.To < Off || s.To >= s.From || s.Hit && s.To == Off {
			return Pass, &SetupError{Err: ErrMove, Detail: fmt.Sprintf("no checker moves from %d to %d", s.From, s.To)}
		}
		if s.Hit && l.hits()>>s.To&1 != 0 {
			return Pass, &SetupError{Err: ErrMove, Detail: fmt.Sprintf("two hits on point %d", s.To)}
		}
		l.add(newStep(s.From, s.To, s.Hit))
	}
	return l.move(), nil
}

// Steps returns the steps of m in descending order of their first points. It returns nil for Pass.
func (m Move) Steps() []Step {
	var steps []Step
	for l := m.list(); l[0] != 0; {
		s := l.take(0)
		steps = append(steps, Step{s.from(), s.to(), s.hit()})
	}
	return steps
}

// hits returns the points on which m marks a hit, as a bit set.
func (m Move) hits() uint32 {
	l := m.list()
	return l.hits()
}

// withoutHits returns m without the marks of hits. A checker that moves on after a hit has a single
// step in the result.
func (m Move) withoutHits() Move {
	l := m.list()
	return l.moveWith(0)
}

// ParseMove parses a move as people write it, such as "8/5 6/5", "bar/20*/18", "6/off(2)", or
// "pass". Case does not matter. The steps may be in any order and may be separated by space or
// commas. The bar may be written as 25, and 0 means off. An empty text, "pass", and "cannot move"
// are Pass. Hits must be marked with "*": to read a move without these marks, use
// [Position.ParseMove] or [Game.PlayText]. [Move.String] returns the one form in which moves are
// written. ParseMove does not check whether the move is legal. The error is a [*ParseError].
func ParseMove(s string) (Move, error) { return parseMove(s, nil) }

// movePart matches a part of the text of a move, such as "24/18*/13" or "6/4(2)": the first point, the
// others, and how often.
var movePart = regexp.MustCompile(`(?i)^(bar|2[0-5]|1?[0-9])((?:/(?:off|2[0-5]|1?[0-9])\*?)+)(?:\(([2-4])\))?$`)

// parseMove does the same as ParseMove. If p is not nil, it marks the hits in p that the text does
// not mark.
func parseMove(s string, p *Position) (Move, error) {
	switch tabletop.Lower(strings.TrimSpace(s)) {
	case "", "pass", "cannot move":
		return Pass, nil
	}
	var steps []Step
	at := 0
	for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == ',' || unicode.IsSpace(r) }) {
		at += strings.Index(s[at:], part)
		match := movePart.FindStringSubmatch(part)
		if match == nil {
			return Pass, tabletop.NewParseError("move", s, at+1, "want steps such as 8/5, bar/20*, or 6/off(2)")
		}
		steps = appendSteps(steps, match)
		at += len(part)
	}
	for i, step := range steps {
		marked := func(other Step) bool { return other.Hit && other.To == step.To }
		if p != nil && p.PieceAt(step.To) == -1 && !slices.ContainsFunc(steps, marked) {
			steps[i].Hit = true
		}
	}
	m, err := NewMove(steps...)
	switch {
	case err != nil:
		return Pass, tabletop.Within(err, "move", s, 0)
	case m == Pass:
		return Pass, tabletop.NewParseError("move", s, 1, "want a step such as 8/5")
	}
	return m, nil
}

// appendSteps appends the steps of a part, of which only the first to a point can hit.
func appendSteps(steps []Step, match []string) []Step {
	from, times := parsePoint(match[1]), 1
	if match[3] != "" {
		times = int(match[3][0] - '0')
	}
	for name := range strings.SplitSeq(match[2][1:], "/") {
		name, hit := strings.CutSuffix(name, "*")
		to := parsePoint(name)
		for range times {
			steps = append(steps, Step{from, to, hit})
			hit = false
		}
		from = to
	}
	return steps
}

// pointNames are the names of the points, [Off] and [Bar] included.
var pointNames = strings.Fields("off 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 bar")

// parsePoint parses the name or the number of a point.
func parsePoint(s string) int {
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	return slices.Index(pointNames, tabletop.Lower(s))
}

// String returns the move in the usual notation, such as "8/5 6/5", "bar/20", "6/off", "24/18*/13"
// for a checker that hits and moves on, "6/4(2)" for two checkers, or "pass" for Pass.
func (m Move) String() string {
	if !m.isValid() {
		return fmt.Sprintf("Move(%d)", uint64(m))
	}
	if m == Pass {
		return "pass"
	}
	var parts []string
	for l := m.list(); l[0] != 0; {
		parts = append(parts, l.takePart())
	}
	return strings.Join(parts, " ")
}

// takePart removes the first step, with the steps that continue it or repeat it, and returns their
// text.
func (l *stepList) takePart() string {
	s, times := l.take(0), 1
	text := pointNames[s.from()] + "/" + s.landing()
	for ; l[0] == s&^1; times++ {
		l.take(0)
	}
	if times > 1 {
		return fmt.Sprintf("%s(%d)", text, times)
	}
	for i := 0; s.hit() && i < maxSteps; i++ {
		if l[i].from() == s.to() {
			s, i = l.take(i), -1
			text += "/" + s.landing()
		}
	}
	return text
}

// landing returns the last point of a step and the mark of a hit.
func (s step) landing() string { return pointNames[s.to()] + hitMark[s.hit()] }

// hitMark is what follows the last point of a step.
var hitMark = map[bool]string{true: "*", false: ""}

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (m Move) MarshalText() ([]byte, error) { return tabletop.Marshal("move", m, m.isValid()) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseMove]. It does not change m on
// error.
func (m *Move) UnmarshalText(text []byte) error { return tabletop.Unmarshal(m, text, ParseMove) }
