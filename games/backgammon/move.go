package backgammon

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Move is a whole play for a roll: up to four steps of checkers, or none. It
// names no dice: a checker that uses two numbers makes one step from where it
// stood to where it ends, unless it hits on the way. So plays that lead to the
// same position are the same Move in [Position.LegalMoves]. Moves are
// comparable. The zero Move is [Pass].
type Move uint64

// Pass is the move of a player who cannot use any number.
const Pass Move = 0

// A Step is the way of one checker within a [Move].
type Step struct {
	From int  // 1 to 24 or Bar
	To   int  // 1 to 24 or Off; less than From
	Hit  bool // the checker hits an enemy checker where it ends
}

// A Move holds its steps from the lowest bits upwards, the greatest first.
const (
	maxSteps = 4
	stepBits = 11
	stepMask = 1<<stepBits - 1
)

// A step is a Step in 11 bits: five for From, five for To, one for Hit. The
// greater number is the step that is written first.
type step uint16

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

func (s step) exported() Step { return Step{s.from(), s.to(), s.hit()} }

// isValid reports whether s could be a step of a move.
func (s step) isValid() bool {
	return s.from() <= Bar && s.to() < s.from() && !(s.hit() && s.to() == Off)
}

// A stepList collects the steps of a move.
type stepList struct {
	n int
	s [maxSteps]step
}

// add adds a step, and reports whether there was room.
func (l *stepList) add(s step) bool {
	if l.n == maxSteps {
		return false
	}
	l.s[l.n] = s
	l.n++
	return true
}

// remove takes out the step i.
func (l *stepList) remove(i int) {
	l.n--
	copy(l.s[i:l.n], l.s[i+1:])
}

// sort puts the greatest step first.
func (l *stepList) sort() {
	for i := 1; i < l.n; i++ {
		for j := i; j > 0 && l.s[j] > l.s[j-1]; j-- {
			l.s[j], l.s[j-1] = l.s[j-1], l.s[j]
		}
	}
}

// arrivals returns how many steps end on a point, and the first of them.
func (l *stepList) arrivals(point int) (count, first int) {
	first = -1
	for i, s := range l.s[:l.n] {
		if s.to() == point {
			if count++; count == 1 {
				first = i
			}
		}
	}
	return count, first
}

// join makes one step of two that meet on a point, and reports whether there
// were such steps. Where an enemy checker is hit, one checker has to be seen
// to arrive.
func (l *stepList) join(hits uint32) bool {
	for j := range l.s[:l.n] {
		meet := l.s[j].from()
		count, i := l.arrivals(meet)
		if count == 0 || count == 1 && hits>>meet&1 != 0 {
			continue
		}
		l.s[i] = newStep(l.s[i].from(), l.s[j].to(), false)
		l.remove(j)
		l.sort()
		return true
	}
	return false
}

// move returns the steps as a Move, in the one form that a set of steps has:
// joined where they meet, the greatest first, and of those that end where an
// enemy checker is hit the first one marked.
func (l *stepList) move() Move {
	hits := uint32(0)
	for i, s := range l.s[:l.n] {
		if s.hit() {
			hits |= 1 << s.to()
		}
		l.s[i] = s &^ 1
	}
	l.sort()
	for l.join(hits) {
	}
	m := Pass
	for i, s := range l.s[:l.n] {
		if hits>>s.to()&1 != 0 {
			hits &^= 1 << s.to()
			s |= 1
		}
		m |= Move(s) << (i * stepBits)
	}
	return m
}

// list returns the steps of m.
func (m Move) list() (l stepList) {
	for ; m != Pass && l.n < maxSteps; m >>= stepBits {
		l.add(step(m & stepMask))
	}
	return l
}

// isValid reports whether m is in the form that all moves have.
func (m Move) isValid() bool {
	l := m.list()
	for _, s := range l.s[:l.n] {
		if !s.isValid() {
			return false
		}
	}
	return l.move() == m
}

// NewMove returns the move with the given steps, of which there are at most
// four; those that meet are joined. Without steps it is [Pass]. The error wraps
// [ErrNotMove].
func NewMove(steps ...Step) (Move, error) {
	if len(steps) > maxSteps {
		return Pass, fmt.Errorf("backgammon: %w: more than four steps", ErrNotMove)
	}
	var l stepList
	hits := uint32(0)
	for _, s := range steps {
		if s.From > Bar || s.To < Off || s.To >= s.From || s.Hit && s.To == Off {
			return Pass, fmt.Errorf("backgammon: %w: from %d to %d", ErrNotMove, s.From, s.To)
		}
		if s.Hit {
			if hits>>s.To&1 != 0 {
				return Pass, fmt.Errorf("backgammon: %w: two hits on point %d", ErrNotMove, s.To)
			}
			hits |= 1 << s.To
		}
		l.add(newStep(s.From, s.To, s.Hit))
	}
	return l.move(), nil
}

// Steps returns the steps of m, those from the highest points first, nil for
// Pass.
func (m Move) Steps() []Step {
	var steps []Step
	l := m.list()
	for _, s := range l.s[:l.n] {
		steps = append(steps, s.exported())
	}
	return steps
}

// ParseMove parses the form that [Move.String] writes, such as "8/5 6/5",
// "bar/20*/18", "6/off(2)" or "pass", with the steps in any order. Hits are
// marked with "*". It knows no position: whether the move is legal is for
// [Position.ParseMove] or [Position.Play] to say. The error is a [*ParseError].
func ParseMove(s string) (Move, error) {
	if s == "pass" {
		return Pass, nil
	}
	p := moveParser{text: s}
	for part := range strings.SplitSeq(s, " ") {
		if err := p.part(part); err != nil {
			return Pass, err
		}
		p.at += len(part) + len(" ")
	}
	return p.steps.move(), nil
}

// A moveParser reads the parts of a move.
type moveParser struct {
	text  string
	at    int // where the current part begins
	steps stepList
	hits  uint32
}

func (p *moveParser) errorAt(i int, reason string) error {
	return &ParseError{"move", p.text, i + 1, reason}
}

// part reads one part, such as "24/18*/13" or "6/4(2)".
func (p *moveParser) part(part string) error {
	path, times, err := p.times(part)
	if err != nil {
		return err
	}
	name, rest, ok := strings.Cut(path, "/")
	if !ok {
		return p.errorAt(p.at, "want a step such as 8/5")
	}
	from, ok := parsePoint(name)
	if !ok {
		return p.errorAt(p.at, "want bar or a point from 1 to 24")
	}
	at := p.at + len(name) + len("/")
	for name := range strings.SplitSeq(rest, "/") {
		to, hit := strings.CutSuffix(name, "*")
		point, ok := parsePoint(to)
		switch {
		case !ok || hit && point == Off:
			return p.errorAt(at, "want off or a point from 1 to 24, with * where a checker is hit")
		case point >= from:
			return p.errorAt(at, "checkers move from higher points to lower")
		}
		if err := p.add(newStep(from, point, hit), times, at); err != nil {
			return err
		}
		from = point
		at += len(name) + len("/")
	}
	return nil
}

// times takes the "(n)" off a part and returns its number, 1 if there is none.
func (p *moveParser) times(part string) (path string, times int, err error) {
	path, count, ok := strings.Cut(part, "(")
	if !ok {
		return part, 1, nil
	}
	if i := slices.Index([]string{"2)", "3)", "4)"}, count); i >= 0 {
		return path, i + 2, nil
	}
	return "", 0, p.errorAt(p.at+len(path), "want (2), (3) or (4)")
}

// add adds a step that is made a number of times; only the first can hit.
func (p *moveParser) add(s step, times, at int) error {
	if s.hit() {
		if p.hits>>s.to()&1 != 0 {
			return p.errorAt(at, "two hits on the same point")
		}
		p.hits |= 1 << s.to()
	}
	for range times {
		if !p.steps.add(s) {
			return p.errorAt(at, "more than four steps")
		}
		s &^= 1
	}
	return nil
}

// parsePoint parses "bar", "off" or a number from 1 to 24 without leading
// zeros.
func parsePoint(s string) (int, bool) {
	switch s {
	case "bar":
		return Bar, true
	case "off":
		return Off, true
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && 1 <= n && n < Bar && s == strconv.Itoa(n)
}

// appendPoint appends the name of a point.
func appendPoint(b []byte, point int) []byte {
	switch point {
	case Bar:
		return append(b, "bar"...)
	case Off:
		return append(b, "off"...)
	}
	return strconv.AppendInt(b, int64(point), 10)
}

// pointName returns the name of a point.
func pointName(point int) string { return string(appendPoint(nil, point)) }

// String returns the move in the usual notation: "8/5 6/5", "bar/20", "6/off",
// "24/18*/13" where a checker hits on the way and goes on, "6/4(2)" for two
// checkers, "pass" for Pass.
func (m Move) String() string {
	text, err := m.AppendText(nil)
	if err != nil {
		return fmt.Sprintf("Move(%d)", uint64(m))
	}
	return string(text)
}

// AppendText implements [encoding.TextAppender] with the form of [Move.String].
// The error, for a number that is no move, is a [*ParseError].
func (m Move) AppendText(b []byte) ([]byte, error) {
	if !m.isValid() {
		return b, &ParseError{"move", fmt.Sprintf("Move(%d)", uint64(m)), 1, "not a move"}
	}
	if m == Pass {
		return append(b, "pass"...), nil
	}
	for l := m.list(); l.n > 0; {
		b = l.appendFirst(b)
		if l.n > 0 {
			b = append(b, ' ')
		}
	}
	return b, nil
}

// appendFirst takes out the first step, with those that continue it or repeat
// it, and appends their text.
func (l *stepList) appendFirst(b []byte) []byte {
	first := l.s[0]
	l.remove(0)
	b = append(appendPoint(b, first.from()), '/')
	b = appendLanding(b, first)
	if l.n > 0 && l.s[0] == first&^1 {
		return l.appendTimes(b, first&^1)
	}
	for s, i := first, 0; s.hit() && i < l.n; {
		if l.s[i].from() != s.to() {
			i++
			continue
		}
		s = l.s[i]
		l.remove(i)
		b = appendLanding(append(b, '/'), s)
		i = 0
	}
	return b
}

// appendTimes takes out the steps like s, which were made once before, and
// appends how many they are with that one.
func (l *stepList) appendTimes(b []byte, s step) []byte {
	times := 1
	for l.n > 0 && l.s[0] == s {
		l.remove(0)
		times++
	}
	return append(b, '(', byte('0'+times), ')')
}

// appendLanding appends where a step ends, and the mark of a hit.
func appendLanding(b []byte, s step) []byte {
	b = appendPoint(b, s.to())
	if s.hit() {
		b = append(b, '*')
	}
	return b
}

// MarshalText implements [encoding.TextMarshaler].
func (m Move) MarshalText() ([]byte, error) { return m.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParseMove]; m stays
// as it is on error.
func (m *Move) UnmarshalText(text []byte) error { return unmarshal(m, text, ParseMove) }
