package selection

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/pgntext"
	"github.com/shakki/chess/internal/tagvalue"
	"github.com/shakki/chess/timecontrol"
)

// A Query says which games are selected. All conditions must hold. Those on positions are "fen",
// "material", and "reach".
type Query struct {
	AnyColor bool        // "fen" and "material" also hold with the colors exchanged
	For      int         // "fen" and "material" must hold for this number of plies in a row
	Within   int         // conditions on positions must hold within this number of plies, or 0
	Rules    chess.Rules // by which "findings" judges

	rules  []rule // in the order in which they were added
	lines  []Line
	sights []sight
}

// A rule is a condition with all its values. It decides as soon as its part of a game is known.
type rule struct {
	name   string
	part   part
	values any // a *[]T
	decide func(l *tagList, w *watcher) verdict
}

// A part is a part of a game, with those before it.
type part uint8

// The parts.
const (
	ofTags part = iota
	ofMoves
	ofTree
)

// A Condition is a kind of condition on a game. It holds if one of its values does.
type Condition struct {
	Name, Usage string // those of its flag
	add         adder
}

// Add adds a value.
func (c *Condition) Add(q *Query, value string) error { return c.add(q, c.Name, value) }

// TagConditions are the conditions on tags.
var TagConditions = []Condition{
	{"player", "White or Black is `TEXT`", onText("White", "Black")},
	{"white", "White is `TEXT`", onText("White")},
	{"black", "Black is `TEXT`", onText("Black")},
	{"event", "the event is `TEXT`", onText("Event")},
	{"site", "the site is `TEXT`", onText("Site")},
	{"round", "the round is `TEXT`", onText("Round")},
	{"termination", "the tag Termination is `TEXT`", onText("Termination")},
	{"elo", "the ratings of both players are in `RANGE`", onTags(ParseRange, func(l *tagList, r Range) verdict {
		return when(l.inRange("WhiteElo", r) && l.inRange("BlackElo", r))
	})},
	{"anyelo", "the rating of at least one player is in `RANGE`", onTags(ParseRange, func(l *tagList, r Range) verdict {
		return when(l.inRange("WhiteElo", r) || l.inRange("BlackElo", r))
	})},
	{"whiteelo", "White's rating is in `RANGE`", onTags(ParseRange, func(l *tagList, r Range) verdict { return when(l.inRange("WhiteElo", r)) })},
	{"blackelo", "Black's rating is in `RANGE`", onTags(ParseRange, func(l *tagList, r Range) verdict { return when(l.inRange("BlackElo", r)) })},
	{"elodiff", "the ratings differ by `RANGE`; with signs, as in +200.., White's less Black's", onTags(ParseDifference, func(l *tagList, d Difference) verdict {
		white, black := l.rating("WhiteElo"), l.rating("BlackElo")
		return when(white > 0 && black > 0 && d.has(white, black))
	})},
	{"base", "the time of the first period is in `RANGE`, in seconds", onTime(ParseRange, func(t timecontrol.Control) time.Duration { return t.Periods()[0].Time })},
	{"increment", "the increment is in `RANGE`, in seconds", onTime(ParseRange, func(t timecontrol.Control) time.Duration { return t.Periods()[0].Increment })},
	{"estimate", "the time of a player for 40 moves is in `RANGE`, in seconds", onTime(ParseRange, estimate)},
	{"speed", "the `SPEED` is bullet, blitz (from 180 s for 40 moves), rapid (480 s), classical (1500 s),\n" +
		"or correspondence (a day)", onTime(ParseSpeed, estimate)},
	{"date", "the date is in `DATES`: 2024, 2024.06, 1990..1999, or 2020.07..", onTags(ParseDates, func(l *tagList, r Range) verdict {
		date, ok := tagvalue.ParseDate(l.text("Date"))
		if !ok || !date.HasYear() {
			date, ok = tagvalue.ParseDate(l.text("UTCDate"))
		}
		return when(ok && r.has(date.First) && r.has(date.Last)) // every day that it can mean
	})},
	{"result", "the result is `RESULT`: 1-0, 0-1, 1/2-1/2, 0-0, or *", onTags(ParseResult, func(l *tagList, want chess.Result) verdict {
		result, ok := l.result()
		if !ok {
			return undecided
		}
		return when(result == want)
	})},
	{"eco", "the ECO `CODE` is C65, B9 (B90 to B99), or in C60..C99; without a tag, that of the moves", onTags(ParseCodes, func(l *tagList, c Codes) verdict {
		code := cmp.Or(l.known("ECO"), l.code)
		if code == "" && !l.ended {
			return undecided
		}
		return when(c.has(code))
	})},
	{"tag", "a tag fulfills `COND`: Round=3 (* and ? are wildcards), Event~REGEXP, PlyCount<=40,\n" +
		"Annotator (it exists), !Annotator, and != and !~ for the opposite", addTag},
}

// MoveConditions are the conditions on the moves and positions of the main line.
var MoveConditions = []Condition{
	{"moves", "the number of moves is in `RANGE`", onMoves(ParseRange, func(w *watcher, r Range) bool { return r.has((w.plies + 1) / 2) })},
	{"plies", "the number of plies is in `RANGE`", onMoves(ParseRange, func(w *watcher, r Range) bool { return r.has(w.plies) })},
	{"opening", "the name of the opening on the board has these `WORDS`", onMoves(ParseOpening, func(w *watcher, o Openings) bool { return o[w.named] })},
	{"line", "the game begins with these `MOVES`; * is any move, Nf3|Nc3 one of them, !Nf3 any other", addLine},
	{"reach", "the game reaches the position after `MOVES`, by these moves or others", onPositions(ParseReached, sight{isReached: true})},
	{"fen", "a position is `FEN`, or a placement: ? is any square, ! a piece, A a white and a a black\n" +
		"piece, [Qq] one of them, [^Qq] anything else, * any number of squares; w or b may follow", onPositions(ParsePattern, sight{})},
	{"material", "the `PIECES` are KRPvKR (on either side), or fulfill all of Q=0,q=0,R>=1,P>p,N+B=n+b+1", onPositions(ParseMaterial, sight{isMaterial: true})},
	{"repetition", "a position occurs `N` times", onMoves(parsePositive, func(w *watcher, n int) bool { return w.repeated >= n })},
	{"castles", "`WHO` castles where: K, Q, k, or q; both to the same or opposite sides; or none", onMoves(ParseCastling, func(w *watcher, holds Castling) bool {
		return holds(w.castled[chess.White], w.castled[chess.Black])
	})},
}

// Traits are the conditions that hold or do not: their values are true and false.
var Traits = []Condition{
	{"checkmate", "the game ends with checkmate", onTrait(ofMoves, func(w *watcher) bool { return w.last.Outcome().Reason == chess.Checkmate })},
	{"stalemate", "the game ends with stalemate", onTrait(ofMoves, func(w *watcher) bool { return w.last.Outcome().Reason == chess.Stalemate })},
	{"fifty", "fifty moves by each side are made without capture or pawn move", onTrait(ofMoves, func(w *watcher) bool { return w.hasFifty })},
	{"underpromotion", "a pawn promotes to a knight, a bishop, or a rook", onTrait(ofMoves, func(w *watcher) bool { return w.underpromotes })},
	{"setup", "the game starts from another position than the usual one", onTrait(ofMoves, func(w *watcher) bool { return w.isSetUp })},
	{"commented", "a comment has more than clocks and evaluations", onTrait(ofMoves, func(w *watcher) bool { return w.isCommented })},
	{"variations", "the game has variations", onTrait(ofMoves, func(w *watcher) bool { return w.isVaried })},
	{"faults", "reading the game finds an error, as shakki check does", onTrait(ofMoves, func(w *watcher) bool { return w.isFaulty })},
	{"findings", "shakki judge finds a mistake", onTrait(ofTree, func(w *watcher) bool { return w.hasFindings })},
}

// An adder adds a value to the condition with a name.
type adder func(q *Query, name, value string) error

// on returns the adder of a condition on a part of a game that holds as holds says for all values,
// which parse parses.
func on[T any](part part, parse func(string) (T, error), holds func(l *tagList, w *watcher, values []T) verdict) adder {
	return func(q *Query, name, value string) error {
		v, err := parse(value)
		i := slices.IndexFunc(q.rules, func(r rule) bool { return r.name == name })
		if i < 0 {
			i = len(q.rules)
			values := new([]T)
			q.rules = append(q.rules, rule{name, part, values, func(l *tagList, w *watcher) verdict { return holds(l, w, *values) }})
		}
		values := q.rules[i].values.(*[]T)
		*values = append(*values, v)
		return err
	}
}

// onTags returns the adder of a condition on tags that holds for one of the values.
func onTags[T any](parse func(string) (T, error), holds func(l *tagList, v T) verdict) adder {
	return on(ofTags, parse, func(l *tagList, _ *watcher, values []T) verdict {
		most := rejected
		for _, v := range values {
			most = max(most, holds(l, v))
		}
		return most
	})
}

// onText returns the adder of a condition on the text of one of some tags.
func onText(tags ...string) adder {
	return on(ofTags, ParseText, func(l *tagList, _ *watcher, texts []Text) verdict {
		return when(slices.ContainsFunc(tags, func(tag string) bool { return l.hasText(tag, texts) }))
	})
}

// onTime returns the adder of a condition on a part of the time control.
func onTime(parse func(string) (Range, error), of func(timecontrol.Control) time.Duration) adder {
	return onTags(parse, func(l *tagList, r Range) verdict {
		t := tagvalue.ParseTimeControl(l.text("TimeControl"))
		_, isKnown := t.Granted(0)
		return when(isKnown && r.has(int(of(t)/time.Second)))
	})
}

// estimate returns the time of a player for 40 moves.
func estimate(t timecontrol.Control) time.Duration {
	granted, _ := t.Granted(40)
	return granted
}

// addTag is the adder of a condition on a tag with any name. Those with = or ~ on the same tag are
// alternatives.
func addTag(q *Query, name, value string) error {
	t, err := ParseTag(value)
	if name += " " + value; t.isAlternative() {
		name = "tag = " + strings.ToLower(t.name)
	}
	add := onTags(func(string) (TagCondition, error) { return t, err }, func(l *tagList, t TagCondition) verdict {
		return when(t.matches(l.get(t.name)))
	})
	return add(q, name, value)
}

// onMoves returns the adder of a condition on the main line that holds for one of the values.
func onMoves[T any](parse func(string) (T, error), holds func(w *watcher, v T) bool) adder {
	return on(ofMoves, parse, func(_ *tagList, w *watcher, values []T) verdict {
		return when(slices.ContainsFunc(values, func(v T) bool { return holds(w, v) }))
	})
}

// onTrait returns the adder of a condition that a part of a game has a trait, or if the value is false,
// that it does not.
func onTrait(part part, has func(w *watcher) bool) adder {
	add := on(part, strconv.ParseBool, func(_ *tagList, w *watcher, values []bool) verdict { return when(has(w) == values[0]) })
	return func(q *Query, name, value string) error {
		err := add(q, name, value)
		if err == nil && q.wants(name, true) && q.wants(name, false) {
			err = errors.New("a condition and its opposite select no game")
		}
		return err
	}
}

// wants reports whether a trait has a value.
func (q *Query) wants(name string, value bool) bool {
	return slices.ContainsFunc(q.rules, func(r rule) bool { return r.name == name && slices.Contains(*r.values.(*[]bool), value) })
}

// WantsFaulty reports whether only games with errors or mistakes are selected.
func (q *Query) WantsFaulty() bool { return q.wants("faults", true) || q.wants("findings", true) }

// addLine is the adder of a condition on the first moves.
func addLine(q *Query, name, value string) error {
	line, err := ParseLine(value)
	q.lines = append(q.lines, line)
	add := onMoves(func(string) (int, error) { return len(q.lines) - 1, err }, (*watcher).fits)
	return add(q, name, value)
}

// onPositions returns the adder of a condition that a position must fulfill, for which s is looked for.
func onPositions[T positional](parse func(string) (T, error), s sight) adder {
	return func(q *Query, name, value string) error {
		v, err := parse(value)
		if err != nil {
			return err
		}
		s := s
		s.positional = v
		q.sights = append(q.sights, s)
		add := onMoves(func(string) (int, error) { return len(q.sights) - 1, nil }, (*watcher).hasSeen)
		return add(q, name, value)
	}
}

// A verdict is what the conditions say about a game.
type verdict uint8

// The verdicts.
const (
	unread    verdict = iota // nothing is known
	rejected                 // the game is not selected
	undecided                // more of the game must be read
	fulfilled                // all conditions hold
)

// A tagList holds the tags of a game.
type tagList struct {
	tags   []tag
	copied []byte // the text of the tags

	// At the end of the game, what counts if the tags do not say it.
	ended  bool
	ending chess.Result
	code   string // of the opening on the board
}

// A tag is a tag of a game.
type tag struct{ name, value []byte }

// reset removes all tags.
func (l *tagList) reset() { *l = tagList{tags: l.tags[:0], copied: l.copied[:0]} }

// addCopy adds a copy of a tag.
func (l *tagList) addCopy(name, value []byte) {
	l.copied = append(append(l.copied, name...), value...)
	text := l.copied[len(l.copied)-len(name)-len(value):]
	l.tags = append(l.tags, tag{text[:len(name):len(name)], text[len(name):]})
}

// get returns the value of the first tag with a name. The case of names does not count.
func (l *tagList) get(name string) (value []byte, ok bool) {
	for i := range l.tags {
		t := &l.tags[i]
		if len(t.name) == len(name) && (string(t.name) == name || strings.EqualFold(string(t.name), name)) {
			return t.value, true
		}
	}
	return nil, false
}

// text returns the value of a tag, or "".
func (l *tagList) text(name string) string {
	value, _ := l.get(name)
	return string(value)
}

// known returns the usual form of the value of a tag, or "" if it is unknown.
func (l *tagList) known(name string) string { return tagvalue.Text(name, l.text(name)) }

// rating returns the rating that a tag gives, or 0.
func (l *tagList) rating(name string) int {
	rating, _ := tagvalue.ParseRating(l.text(name))
	return rating
}

// inRange reports whether a rating is known and in r.
func (l *tagList) inRange(name string, r Range) bool {
	rating := l.rating(name)
	return rating > 0 && r.has(rating)
}

// hasText reports whether one of the conditions holds for a tag.
func (l *tagList) hasText(name string, texts []Text) bool {
	value, ok := l.get(name)
	return ok && slices.ContainsFunc(texts, func(t Text) bool { return t.matches(value) })
}

// result returns the result in the tags, or that of the movetext if no tag gives one. It reports false if it
// has not been read.
func (l *tagList) result() (r chess.Result, ok bool) {
	if r, ok = pgntext.ParseResultTag[chess.Result](l.text("Result")); !ok {
		return l.ending, l.ended
	}
	return r, true
}

// when returns the verdict of a condition.
func when(holds bool) verdict {
	if holds {
		return fulfilled
	}
	return rejected
}

// judge returns what is known about a game when a part of it has been read.
func (q *Query) judge(l *tagList, w *watcher, known part) verdict {
	least := fulfilled
	for i := 0; i < len(q.rules) && least != rejected; i++ {
		if r := &q.rules[i]; r.part <= known {
			least = min(least, r.decide(l, w))
		} else {
			least = min(least, undecided)
		}
	}
	return least
}

// needs reports whether there is a condition on a part of a game.
func (q *Query) needs(part part) bool {
	return slices.ContainsFunc(q.rules, func(r rule) bool { return r.part == part })
}

// has reports whether there is a condition with a name.
func (q *Query) has(name string) bool {
	return slices.ContainsFunc(q.rules, func(r rule) bool { return r.name == name })
}
