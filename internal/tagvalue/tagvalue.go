package tagvalue

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/shakki/chess/internal/pgntext"
	"github.com/shakki/chess/timecontrol"
)

// A Date is the range of days that a date can mean, as numbers such as 20240131.
type Date struct{ First, Last int }

// ParseDate parses a date such as "2024.01.31", "2024-01", "19??", or "????.??.31". Question marks
// and zeros stand for digits that are unknown. A day need not exist.
func ParseDate(value string) (d Date, ok bool) {
	value = strings.TrimSpace(value)
	for _, length := range [...]int{4, 2, 2} {
		i, low, high := 0, 0, 0
		for ; i < min(len(value), length) && (value[i]-'0' <= 9 || value[i] == '?'); i++ {
			low, high = 10*low, 10*high+9
			if value[i] != '?' {
				low, high = low+int(value[i]-'0'), high-int('9'-value[i])
			}
		}
		if i == 0 && value != "" {
			return Date{}, false
		}
		unit := 100
		if length == 4 {
			unit = 10000
		}
		if low == 0 {
			high = unit - 1
		}
		d.First, d.Last = d.First*unit+low, d.Last*unit+high
		value = value[i:]
		if value != "" && strings.IndexByte(".-/ ", value[0]) >= 0 {
			value = value[1:]
		}
	}
	return d, value == ""
}

// IsDate reports whether the tag with a name has a date.
func IsDate(name string) bool { return len(name) >= 4 && strings.EqualFold(name[len(name)-4:], "Date") }

// HasYear reports whether the year is known in part at least.
func (d Date) HasYear() bool { return d.First >= 10000 }

// Days returns the first and the last day of d, if it has days that exist.
func (d Date) Days() (first, last time.Time, ok bool) {
	date := func(year, month, day int) time.Time {
		return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	}
	first = date(d.First/10000, max(d.First/100%100, 1), max(d.First%100, 1))
	year, month := d.Last/10000, min(d.Last/100%100, 12)
	last = date(year, month, min(d.Last%100, date(year, month+1, 0).Day()))
	if first.After(last) { // such as February 30, which time.Date takes for March 1
		return time.Time{}, time.Time{}, false
	}
	return first, last, true
}

// Day returns d if it is a day that exists.
func (d Date) Day() (day time.Time, ok bool) {
	if d.First != d.Last {
		return day, false
	}
	day, _, ok = d.Days()
	return day, ok
}

// String returns a form such as "2024.01.31" or "2024.??.??".
func (d Date) String() string {
	first, last := fmt.Sprintf("%08d", d.First), fmt.Sprintf("%08d", d.Last)
	text := []byte(first)
	for i := range text {
		if first[i] != last[i] {
			text[i] = '?'
		}
	}
	return string(text[:4]) + "." + string(text[4:6]) + "." + string(text[6:])
}

// noRatings are the words of servers and federations for players without a rating, in small letters
// and without dots and other signs at their ends.
const noRatings = " 0 unr unrated nr none n/a n.a na unknown provisional new guest not rated no rating "

// ParseRating parses the value of a tag such as WhiteElo. The rating is 0 if there is none. Servers
// and federations mark provisional and estimated ratings, and may say whose they are: "1500?",
// "1500P12", "1500/12", "1500 (FIDE)".
func ParseRating(value string) (rating int, ok bool) {
	const most = 5000 // more than any rating of a person or an engine
	value = strings.TrimSpace(value)
	rest := strings.TrimLeft(value, "0123456789")
	rating, err := strconv.Atoi(value[:len(value)-len(rest)])
	if err != nil {
		words := strings.ToLower(strings.Trim(value, "-–—?.+* "))
		return 0, words == "" || strings.Contains(noRatings, " "+words+" ")
	}
	rest = strings.TrimLeft(strings.TrimLeft(rest, "."), "0123456789")
	return rating, rating < most && isRatingMark(rest)
}

// isRatingMark reports whether s may follow a rating.
func isRatingMark(s string) bool {
	if strings.HasPrefix(s, " ") && !strings.ContainsAny(s, "0123456789") {
		return true
	}
	s = strings.TrimRight(strings.TrimSpace(s), "0123456789")
	return len(s) <= 2 && strings.Trim(s, "?PpEe*+~/,") == ""
}

// ParseECO returns an ECO code in capital letters, such as "B90" or "B90a", or "" if value has another
// form.
func ParseECO(value string) string {
	code := strings.ToUpper(strings.TrimSpace(value))
	if len(code) < 2 || code[0] < 'A' || code[0] > 'E' || code[1] < '0' || code[1] > '9' {
		return ""
	}
	return code
}

// ParseTimeControl parses the value of a TimeControl tag.
func ParseTimeControl(value string) timecontrol.Control {
	t, _ := timecontrol.Parse(strings.TrimSpace(value))
	return t
}

// Number returns the number in the value of the tag with a name. It is the rating, or the seconds of
// the first period of the time control.
func Number(name, value string) (n float64, ok bool) {
	if strings.EqualFold(name, "TimeControl") {
		periods := ParseTimeControl(value).Periods()
		if len(periods) == 0 {
			return 0, false
		}
		return periods[0].Time.Seconds(), true
	}
	if n, err := strconv.ParseFloat(strings.TrimSpace(value), 64); err == nil {
		return n, true
	}
	rating, ok := ParseRating(value)
	return float64(rating), ok && rating > 0
}

// Text returns the usual form of the value of the tag with a name, or "" if it is unknown.
func Text(name, value string) string {
	value = strings.TrimSpace(value)
	switch {
	case value == "-" && strings.EqualFold(name, "TimeControl"): // a game without clocks
	case strings.Trim(value, "?-.") == "":
		return ""
	case strings.EqualFold(name, "ECO"):
		return ParseECO(value)
	case strings.EqualFold(name, "Result"):
		if r, ok := pgntext.ParseResultTag[pgntext.Result](value); ok {
			return pgntext.Results[r]
		}
	case strings.EqualFold(name, "TimeControl") && strings.ContainsAny(value, `'"ms`): // with units
		if t, err := timecontrol.Parse(value); err == nil {
			return t.String()
		}
	case IsDate(name):
		if d, ok := ParseDate(value); ok {
			return d.String()
		}
	case strings.EqualFold(name, "WhiteElo"), strings.EqualFold(name, "BlackElo"):
		if rating, ok := ParseRating(value); ok {
			return strings.TrimPrefix(strconv.Itoa(rating), "0")
		}
	}
	return value
}

// Differ reports whether two values of the tag with a name say different things.
func Differ(name, a, b string) bool {
	if a == b {
		return false
	}
	a, b = Text(name, a), Text(name, b)
	return a != b && a != "" && b != ""
}
