// Package tagvalue reads the values of tags and commands that package chess does not interpret: dates, ratings, time
// controls, and clocks.
package tagvalue

import (
	"strconv"
	"strings"
	"time"
)

// IsCommonDate reports quickly whether value is a date of the form 2023.02.28 with a day up to 28.
func IsCommonDate(value string) bool {
	if len(value) != len("2023.02.28") || value[4] != '.' || value[7] != '.' {
		return false
	}
	month, day := value[5:7], value[8:]
	return "01" <= month && month <= "12" && "01" <= day && day <= "28" && isNumber(value[:4]) && isNumber(month) && isNumber(day)
}

// isNumber reports whether value has only digits.
func isNumber(value string) bool {
	for i := range len(value) {
		if value[i] < '0' || value[i] > '9' {
			return false
		}
	}
	return true
}

// ParseDate parses a date such as "2023.02.28" or "2023.??.??". It reports whether the date is whole and
// whether it can be. Zeros and other text stand for what is unknown.
func ParseDate(value string) (date time.Time, whole, ok bool) {
	parts := strings.FieldsFunc(value, func(c rune) bool { return strings.ContainsRune(".-/ ", c) })
	if len(parts) != 3 || len(parts[0]) != 4 {
		return date, false, true
	}
	var numbers [3]int
	for i, part := range parts {
		numbers[i], _ = strconv.Atoi(part)
	}
	year, month, day := numbers[0], numbers[1], numbers[2]
	if year <= 0 || month <= 0 || day <= 0 {
		return date, false, month <= 12 && day <= 31
	}
	date = time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	return date, true, month <= 12 && date.Day() == day
}

// maxRating is more than any rating of a person or an engine.
const maxRating = 5000

// IsRating reports whether the value of a tag such as WhiteElo can be a rating or says that there is
// none. Servers mark provisional and estimated ratings by a character at the end: "1500?", "1500P".
func IsRating(value string) bool {
	if len(value) <= 3 && isNumber(value) || len(value) == 4 && isNumber(value) && value < "5000" {
		return true
	}
	switch strings.ToLower(strings.Trim(value, "-?. ")) {
	case "", "0", "unr", "unrated", "nr", "none", "n/a", "na":
		return true
	}
	rating, err := strconv.ParseFloat(strings.TrimRight(value, "?PpEe*. "), 64)
	return err == nil && 0 <= rating && rating < maxRating
}

// A TimeControl is a TimeControl tag with a single period, such as "300+3". The zero TimeControl is
// every other one.
type TimeControl struct {
	Base, Increment time.Duration
}

// ParseTimeControl parses the value of a TimeControl tag.
func ParseTimeControl(value string) (t TimeControl) {
	base, increment, _ := strings.Cut(strings.TrimSpace(value), "+")
	b, err := strconv.ParseFloat(base, 64)
	i, err2 := strconv.ParseFloat(increment, 64)
	const most = 1e6 // seconds
	if err != nil || err2 != nil && increment != "" || !(0 < b && b < most && 0 <= i && i < most) {
		return t
	}
	return TimeControl{time.Duration(b * float64(time.Second)), time.Duration(i * float64(time.Second))}
}

// ClockMargin is the time that players and arbiters may add to a clock.
const ClockMargin = 5 * time.Minute

// Most returns the most that a clock may show after so many plies.
func (t TimeControl) Most(plies int) time.Duration {
	return t.Base + time.Duration((plies+1)/2)*t.Increment + ClockMargin
}

// LowClocks returns the bytes of " 0:10:00" for ten minutes. A clock in this form shows at most that
// time if its bytes are not greater.
func LowClocks(most time.Duration) (low uint64) {
	seconds := min(int(most/time.Second), 9*3600+59*60+59)
	minutes := seconds / 60
	for _, c := range [...]int{' ' - '0', minutes / 60, ':' - '0', minutes % 60 / 10, minutes % 10, ':' - '0', seconds % 60 / 10, seconds % 10} {
		low = low<<8 | uint64('0'+c)
	}
	return low
}

// ReadClock returns the whole seconds of a clock such as "1:05:00.5]", or 0 if text begins with none.
func ReadClock(text []byte) time.Duration {
	total, n := 0, 0
	for i, c := range text[:min(len(text), len("100000:00:00."))] {
		switch {
		case '0' <= c && c <= '9':
			n = 10*n + int(c-'0')
		case c == ':':
			total, n = 60*(total+n), 0
		case i > 0:
			return time.Duration(total+n) * time.Second
		}
	}
	return 0
}
