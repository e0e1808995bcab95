package selection

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/cmdline"
	"github.com/shakki/chess/internal/pgntext"
	"github.com/shakki/chess/internal/tagvalue"
)

// A Text is a condition on the text of a tag. [ParseText] describes its forms. Case does not count.
type Text struct {
	lower   string         // with which the text begins
	isWhole bool           // nothing follows
	search  *regexp.Regexp // or else what is found in the text
}

// ParseText parses a condition on the text of a tag: "Carls" for text that begins like that,
// "=Carlsen" for exactly this text, "*open*" for text with wildcards, where * stands for any text
// and ? for one character, or "~regexp" for text in which the regular expression is found.
func ParseText(s string) (Text, error) {
	switch {
	case s == "":
		return Text{}, errors.New("the text is empty: write = for a tag without text")
	case s[0] == '=':
		return Text{lower: strings.ToLower(s[1:]), isWhole: true}, nil
	case s[0] == '~':
		search, err := regexp.Compile("(?i)" + s[1:])
		return Text{search: search}, err
	}
	return wildcards(s, false), nil
}

// wildcards returns the condition for a text that may have wildcards. Without them, isWhole tells
// whether it is all of the text or the beginning.
func wildcards(s string, isWhole bool) Text {
	if s == "?" || !strings.ContainsAny(s, "*?") {
		return Text{lower: strings.ToLower(s), isWhole: isWhole}
	}
	pattern := strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(string([]rune(s)))) // valid UTF-8
	return Text{search: regexp.MustCompile("(?is)^" + pattern + "$")}
}

// matches reports whether the condition holds for a text.
func (t *Text) matches(text []byte) bool {
	if t.search != nil {
		return t.search.Match(text)
	}
	for _, want := range t.lower {
		r, size := utf8.DecodeRune(text)
		if size == 0 || unicode.ToLower(r) != want {
			return false
		}
		text = text[size:]
	}
	return !t.isWhole || len(text) == 0
}

// cutRange returns the ends of a range such as "20..40", which are the same if s is not a range.
func cutRange(s string) (from, to string) {
	from, to, isRange := strings.Cut(s, "..")
	if !isRange {
		to = from
	}
	return from, to
}

// A Range is a range of numbers with its ends.
type Range struct{ From, To int }

// ParseRange parses "40" for one number, "20..40", "20.." or "..40".
func ParseRange(s string) (Range, error) {
	from, to := cutRange(s)
	r := Range{math.MinInt, math.MaxInt}
	var err error
	if from != "" {
		r.From, err = strconv.Atoi(from)
	}
	if to != "" && err == nil {
		r.To, err = strconv.Atoi(to)
	}
	if err != nil || from == "" && to == "" || r.From > r.To {
		return r, fmt.Errorf("%q is not a range of numbers such as 20..40, 20.., ..40, or 40", s)
	}
	return r, nil
}

// parsePositive parses a number from 1 on.
func parsePositive(s string) (int, error) {
	var n cmdline.Positive
	err := n.Set(s)
	return int(n), err
}

// has reports whether n is in r.
func (r Range) has(n int) bool { return r.From <= n && n <= r.To }

// ParseSpeed parses the name of a speed: bullet, blitz, rapid, or classical. As on lichess.org, it
// depends on the time for forty moves, and a day or more is correspondence.
func ParseSpeed(s string) (Range, error) {
	bounds := [...]int{0, 180, 480, 1500, 86400, math.MaxInt}
	for i, name := range [...]string{"bullet", "blitz", "rapid", "classical", "correspondence"} {
		if s == name {
			return Range{bounds[i], bounds[i+1] - 1}, nil
		}
	}
	return Range{}, fmt.Errorf("%q is not one of bullet, blitz, rapid, classical, and correspondence", s)
}

// A Difference is a condition on the difference of two ratings.
type Difference struct {
	Range
	signed bool // White's rating less Black's, instead of the higher less the lower
}

// ParseDifference parses a range for the difference of two ratings. If one of its numbers has a
// sign, the difference is White's rating less Black's.
func ParseDifference(s string) (Difference, error) {
	r, err := ParseRange(s)
	return Difference{r, strings.ContainsAny(s, "+-")}, err
}

// has reports whether the difference of two ratings is in d.
func (d Difference) has(white, black int) bool {
	n := white - black
	if !d.signed {
		n = max(n, -n)
	}
	return d.Range.has(n)
}

// ParseDates parses a date or a range of dates: "2024", "2024.06", "2024.06.15", "1990..1999", or
// "2020.07..". The parts of a date may also be separated by hyphens. The ends are numbers such as 20240131.
func ParseDates(s string) (Range, error) {
	first, last := cutRange(s)
	from, _ := tagvalue.ParseDate(first)
	to, _ := tagvalue.ParseDate(last)
	r := Range{from.First, to.Last}
	if !isDate(first) || !isDate(last) || first == last && first == "" || r.From > r.To {
		return r, fmt.Errorf("%q is not a date or a range of dates such as 2024, 2024.06.15, or 1990..1999", s)
	}
	return r, nil
}

// isDate reports whether there is such a day, month, or year, or none is asked for.
func isDate(s string) bool {
	digits := strings.TrimSuffix(strings.TrimSuffix(strings.ReplaceAll(s, "-", "."), ".??"), ".??")
	return s == "" || slices.ContainsFunc([]string{"2006", "2006.1", "2006.1.2"}, func(layout string) bool {
		_, err := time.Parse(layout, digits)
		return err == nil
	})
}

// A Codes is a range of ECO codes.
type Codes struct{ from, to string }

// ParseCodes parses an ECO code, its beginning, or a range: "C65", "B9" for B90 to B99, or
// "C60..C99".
func ParseCodes(s string) (Codes, error) {
	from, to := cutRange(strings.ToUpper(s))
	for _, code := range []string{from, to} {
		if code == "" || code[0] < 'A' || code[0] > 'E' || strings.Trim(code[1:], "0123456789") != "" || len(code) > 3 {
			return Codes{}, fmt.Errorf("%q is not an ECO code or a range of them such as C65, B9, or C60..C99", s)
		}
	}
	return Codes{from, to}, nil
}

// has reports whether a code is in c. Codes may be finer than those of the range.
func (c Codes) has(code string) bool {
	return code >= c.from && code[:min(len(code), len(c.to))] <= c.to
}

// ParseResult parses a result, which may be called draw.
func ParseResult(s string) (chess.Result, error) {
	result, ok := pgntext.ParseResultTag[chess.Result](strings.Replace(s, "draw", "1/2-1/2", 1))
	if !ok {
		return 0, fmt.Errorf("%q is not one of 1-0, 0-1, 1/2-1/2, 0-0, 1/2-0, 0-1/2, and *", s)
	}
	return result, nil
}

// A TagCondition is a condition on a tag with any name.
type TagCondition struct {
	name     string
	isNot    bool   // the rest must not hold
	operator string // "=", "~", "<", "<=", ">", ">=", or "" if the tag must exist
	value    string
	text     Text // of the operators for text
}

// tagForm is the form of a TagCondition: the name of the tag, the first operator if there is one, and the value.
var tagForm = regexp.MustCompile(`(?s)^(.*?)(!?[=~]|[<>]=?|$)(.*)$`)

// ParseTag parses a condition on a tag: "Annotator" if the game must have the tag, "!Annotator" if
// it must not, "Round=3" for the whole text, which may have the wildcards * and ?, "Event~regexp",
// and "WhiteElo>=2500" with the operators <, <=, >, and >=, which compare numbers, dates, or else
// text. "!=" and "!~" also hold for a game without the tag.
func ParseTag(s string) (TagCondition, error) {
	parts := tagForm.FindStringSubmatch(s)
	t := TagCondition{name: strings.TrimSpace(parts[1]), value: strings.TrimSpace(parts[3])}
	if t.operator, t.isNot = strings.CutPrefix(parts[2], "!"); parts[2] == "" {
		t.name, t.isNot = strings.CutPrefix(t.name, "!")
	}
	if t.name == "" || strings.ContainsAny(t.name, "!\"[] \t") {
		return t, fmt.Errorf("%q is not a condition on a tag such as Round=3, Event~regexp, WhiteElo>=2500, or Annotator", s)
	}
	var err error
	switch t.operator {
	case "=":
		t.text = wildcards(t.value, true)
	case "~":
		t.text, err = ParseText("~" + t.value)
	case "<", "<=", ">", ">=":
		if !isComparable(t.name, t.value) {
			err = fmt.Errorf("%q compares with %q, which is neither a number nor a date", s, t.value)
		}
	}
	return t, err
}

// isComparable reports whether the values of a tag can be greater or less than a value.
func isComparable(tag, value string) bool {
	if tagvalue.IsDate(tag) {
		return value != "" && isDate(value)
	}
	return strings.ContainsAny(value, "0123456789")
}

// isAlternative reports whether another such condition on the same tag is an alternative.
func (t *TagCondition) isAlternative() bool {
	return !t.isNot && (t.operator == "=" || t.operator == "~")
}

// matches reports whether the condition holds for the value of the tag.
func (t *TagCondition) matches(value []byte, has bool) bool {
	holds := has
	switch t.operator {
	case "":
	case "=", "~":
		holds = has && t.text.matches(value)
	default:
		order, ok := compareTags(t.name, string(value), t.value)
		holds = has && ok && allows(t.operator, order)
	}
	return holds != t.isNot
}

// allows reports whether an operator allows an order of two values, which is -1, 0, or 1.
func allows(operator string, order int) bool {
	if operator == "!=" {
		return order != 0
	}
	return strings.IndexByte(operator, "<=>"[order+1]) >= 0
}

// compareTags compares two values of the tag with a name as dates or numbers, or else as text. It
// reports false if want is a date or a number and value is not.
func compareTags(name, value, want string) (order int, ok bool) {
	date, isDate := tagvalue.ParseDate(value)
	if w, ok := tagvalue.ParseDate(want); ok && w.HasYear() && tagvalue.IsDate(name) {
		// Every day of a year or a month that is asked for is equal to it.
		return cmp.Compare(date.First, min(max(date.First, w.First), w.Last)), isDate && date.HasYear()
	}
	if w, ok := tagvalue.Number(name, want); ok {
		v, ok := tagvalue.Number(name, value)
		return cmp.Compare(v, w), ok
	}
	return strings.Compare(strings.ToLower(value), strings.ToLower(want)), true
}
