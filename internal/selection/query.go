package selection

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/book"
	"github.com/shakki/chess/book/openings"
	"github.com/shakki/chess/internal/pgntext"
	"github.com/shakki/chess/internal/tagvalue"
	"github.com/shakki/chess/timecontrol"
)

// A Query says which games are selected. All conditions must hold. The elements of a list are
// alternatives, and an empty list is no condition.
type Query struct {
	Player, White, Black, Winner, Loser, Event, Site, Round, Termination []Text

	Tags                            []TagCondition // those with = or ~ on the same tag are alternatives
	Elo, AnyElo, WhiteElo, BlackElo []Range        // of both players, of at least one, and of one
	EloDifference                   []Difference
	Base, Increment, Estimate       []Range // of the time control, in seconds
	Speeds                          []Range // of the estimate
	Dates                           []Dates
	Results                         []chess.Result
	ECO                             []Codes  // of the ECO tag, or if there is none, of the opening on the board
	Openings                        []string // words of the name of the opening on the board
	Plies, Moves                    []Range
	Patterns, Reached               []Pattern // positions that occur in the main line
	Material                        []Material
	Lines                           []Line
	AnyColor                        bool // patterns and material also hold with the colors exchanged
	For                             int  // patterns and material must hold for this number of plies in a row
	Within                          int  // patterns, material, and positions must occur within this number of plies, or 0
	Castles                         []Castles
	Repetition                      int // a position must occur this number of times, or 0
	Want, Avoid                     Trait
	Rules                           chess.Rules // by which Findings judges

	// What compile makes of it.
	compiled              bool
	tagRules              []tagRule
	openings              map[book.Opening]bool // that Openings names
	needsMoves, needsTree bool
}

// A verdict is what the tags say about a game.
type verdict uint8

// The verdicts.
const (
	rejected  verdict = iota // the game is not selected
	undecided                // the moves or the end of the game must be read
	fulfilled                // all conditions on tags hold
)

// A tagRule is a condition on the tags of a game.
type tagRule func(*tagList) verdict

// A tagList holds the tags of a game.
type tagList struct {
	tags []tag
	text []byte // of tags whose text must be copied
}

// A tag is a tag of a game.
type tag struct{ name, value []byte }

// reset removes all tags.
func (l *tagList) reset() { l.tags, l.text = l.tags[:0], l.text[:0] }

// addCopy adds a copy of a tag.
func (l *tagList) addCopy(name, value []byte) {
	l.text = append(append(l.text, name...), value...)
	text := l.text[len(l.text)-len(name)-len(value):]
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

// rating returns the rating that a tag gives.
func (l *tagList) rating(name string) (rating int, ok bool) {
	value, _ := l.get(name)
	rating, _ = tagvalue.ParseRating(string(value))
	return rating, rating > 0
}

// known returns the usual form of the value of a tag, or "" if it is unknown.
func (l *tagList) known(name string) string {
	value, _ := l.get(name)
	return tagvalue.Text(name, string(value))
}

// compile prepares q.
func (q *Query) compile() {
	if q.compiled {
		return
	}
	q.compiled = true
	q.For = max(q.For, 1)
	q.compileTexts()
	q.compileRatings()
	q.compileTimes()
	q.compileTagConditions()
	q.compileOthers()
	if q.AnyColor {
		for _, p := range slices.Clone(q.Patterns) {
			q.Patterns = append(q.Patterns, p.flip())
		}
	}
	q.openings = map[book.Opening]bool{}
	for _, words := range q.Openings {
		for o := range openings.Names().Search(words) {
			q.openings[o] = true
		}
	}
	q.needsTree = (q.Want|q.Avoid)&Findings != 0
	q.needsMoves = len(q.Openings)+len(q.Plies)+len(q.Moves)+len(q.Patterns)+len(q.Reached)+len(q.Material)+
		len(q.Lines)+len(q.Castles)+q.Repetition > 0 || (q.Want|q.Avoid)&^Findings != 0
}

// ofTags returns what the tags of a game say about it.
func (q *Query) ofTags(l *tagList) verdict {
	least := fulfilled
	for _, rule := range q.tagRules {
		if least = min(least, rule(l)); least == rejected {
			break
		}
	}
	return least
}

// addRule adds a condition on tags if it is asked for.
func (q *Query) addRule(isAsked bool, rule tagRule) {
	if isAsked {
		q.tagRules = append(q.tagRules, rule)
	}
}

// when returns the verdict of a condition.
func when(holds bool) verdict {
	if holds {
		return fulfilled
	}
	return rejected
}

// compileTexts compiles the conditions on players and other text.
func (q *Query) compileTexts() {
	one := func(texts []Text, name string) {
		q.addRule(len(texts) > 0, func(l *tagList) verdict { return when(l.hasText(name, texts)) })
	}
	one(q.White, "White")
	one(q.Black, "Black")
	q.addRule(len(q.Player) > 0, func(l *tagList) verdict {
		return when(l.hasText("White", q.Player) || l.hasText("Black", q.Player))
	})
	side := func(texts []Text, white, black chess.Result) {
		q.addRule(len(texts) > 0, func(l *tagList) verdict {
			switch r, ok := l.result(); {
			case !ok && (l.hasText("White", texts) || l.hasText("Black", texts)):
				return undecided
			case r == white:
				return when(l.hasText("White", texts))
			case r == black:
				return when(l.hasText("Black", texts))
			}
			return rejected
		})
	}
	side(q.Winner, chess.WhiteWins, chess.BlackWins)
	side(q.Loser, chess.BlackWins, chess.WhiteWins)
	one(q.Event, "Event")
	one(q.Site, "Site")
	one(q.Round, "Round")
	one(q.Termination, "Termination")
}

// hasText reports whether one of the conditions holds for a tag.
func (l *tagList) hasText(name string, texts []Text) bool {
	value, ok := l.get(name)
	return ok && slices.ContainsFunc(texts, func(t Text) bool { return t.matches(value) })
}

// result returns the result in the tags. It reports false if they have none.
func (l *tagList) result() (r chess.Result, ok bool) {
	value, _ := l.get("Result")
	return pgntext.ParseResultTag[chess.Result](string(value))
}

// compileRatings compiles the conditions on ratings.
func (q *Query) compileRatings() {
	ratings := func(ranges []Range, names ...string) {
		q.addRule(len(ranges) > 0, func(l *tagList) verdict {
			return when(slices.ContainsFunc(ranges, func(r Range) bool { return l.inRange(r, names...) }))
		})
	}
	ratings(q.Elo, "WhiteElo", "BlackElo")
	ratings(q.WhiteElo, "WhiteElo")
	ratings(q.BlackElo, "BlackElo")
	q.addRule(len(q.AnyElo) > 0, func(l *tagList) verdict {
		return when(slices.ContainsFunc(q.AnyElo, func(r Range) bool {
			return l.inRange(r, "WhiteElo") || l.inRange(r, "BlackElo")
		}))
	})
	q.addRule(len(q.EloDifference) > 0, func(l *tagList) verdict {
		white, ok := l.rating("WhiteElo")
		black, ok2 := l.rating("BlackElo")
		return when(ok && ok2 && slices.ContainsFunc(q.EloDifference, func(d Difference) bool { return d.has(white, black) }))
	})
}

// compileTimes compiles the conditions on the time control.
func (q *Query) compileTimes() {
	times := func(ranges []Range, of func(timecontrol.Control) time.Duration) {
		q.addRule(len(ranges) > 0, func(l *tagList) verdict {
			value, _ := l.get("TimeControl")
			t := tagvalue.ParseTimeControl(string(value))
			_, isKnown := t.Granted(0)
			return when(isKnown && slices.ContainsFunc(ranges, func(r Range) bool { return r.has(int(of(t) / time.Second)) }))
		})
	}
	times(q.Base, func(t timecontrol.Control) time.Duration { return t.Periods()[0].Time })
	times(q.Increment, func(t timecontrol.Control) time.Duration { return t.Periods()[0].Increment })
	estimate := func(t timecontrol.Control) time.Duration {
		granted, _ := t.Granted(40)
		return granted
	}
	times(q.Estimate, estimate)
	times(q.Speeds, estimate)
}

// inRange reports whether the tags with the given names are numbers in r.
func (l *tagList) inRange(r Range, names ...string) bool {
	for _, name := range names {
		if n, ok := l.rating(name); !ok || !r.has(n) {
			return false
		}
	}
	return true
}

// compileTagConditions compiles the conditions on tags with any name.
func (q *Query) compileTagConditions() {
	var groups [][]TagCondition // of alternatives
	for _, t := range q.Tags {
		i := slices.IndexFunc(groups, func(g []TagCondition) bool {
			return t.isAlternative() && g[0].isAlternative() && strings.EqualFold(t.name, g[0].name)
		})
		if i < 0 {
			i = len(groups)
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], t)
	}
	for _, group := range groups {
		q.addRule(true, func(l *tagList) verdict {
			value, ok := l.get(group[0].name)
			return when(slices.ContainsFunc(group, func(t TagCondition) bool { return t.matches(value, ok) }))
		})
	}
}

// compileOthers compiles the conditions on dates, results, and ECO codes.
func (q *Query) compileOthers() {
	q.addRule(len(q.Dates) > 0, func(l *tagList) verdict {
		value, _ := l.get("Date")
		date, ok := tagvalue.ParseDate(string(value))
		if !ok || !date.HasYear() {
			value, _ = l.get("UTCDate")
			date, ok = tagvalue.ParseDate(string(value))
		}
		return when(ok && slices.ContainsFunc(q.Dates, func(d Dates) bool { return d.has(date) }))
	})
	q.addRule(len(q.Results) > 0, func(l *tagList) verdict {
		r, ok := l.result()
		if !ok {
			return undecided
		}
		return when(slices.Contains(q.Results, r))
	})
	q.addRule(len(q.ECO) > 0, func(l *tagList) verdict {
		code := l.known("ECO")
		if code == "" {
			return undecided
		}
		return when(slices.ContainsFunc(q.ECO, func(c Codes) bool { return c.has(code) }))
	})
}

// ofEnd returns whether the conditions on tags hold that are undecided before the end of the game.
// The result and the opening come before tags that do not say them.
func (q *Query) ofEnd(l *tagList, r chess.Result, o book.Opening) bool {
	if _, ok := l.result(); !ok {
		l.tags = slices.Insert(l.tags, 0, tag{[]byte("Result"), []byte(r.String())})
	}
	if l.known("ECO") == "" {
		l.tags = slices.Insert(l.tags, 0, tag{[]byte("ECO"), []byte(o.ECO)})
	}
	return q.ofTags(l) == fulfilled
}

// ParseOpening checks that there is an opening whose name has the given words.
func ParseOpening(words string) (string, error) {
	for range openings.Names().Search(words) {
		return words, nil
	}
	return "", fmt.Errorf("no opening has the words %q in its name", words)
}
