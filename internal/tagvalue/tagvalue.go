// Package tagvalue reads the values of tags and of commands in comments: dates, ratings, time
// controls, clocks, and evaluations.
package tagvalue

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// isCommonDate reports quickly whether value is a date of the form 2023.02.28 with a day up to 28.
func isCommonDate(value string) bool {
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

// parseDate parses a date such as "2023.02.28" or "2023.??.??". It reports whether the date is
// whole and whether it can be. Zeros and other text stand for what is unknown.
func parseDate(value string) (date time.Time, whole, ok bool) {
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

const noSuchDate = "there is no such date"

// WrongDate returns why a date cannot be, or "" if it can.
func WrongDate(value string) string {
	if isCommonDate(value) {
		return ""
	}
	if _, _, ok := parseDate(value); !ok {
		return noSuchDate
	}
	return ""
}

// WrongUTCDate returns why a date in universal time cannot be, or "" if it can. local is the date
// where the game was played.
func WrongUTCDate(value, local string) string {
	if value == local && isCommonDate(value) {
		return ""
	}
	date, whole, ok := parseDate(value)
	if !ok {
		return noSuchDate
	}
	const most = 2 * 24 * time.Hour
	if at, isWhole, ok := parseDate(local); ok && isWhole && whole && date.Sub(at).Abs() > most {
		return fmt.Sprintf("more than two days from the Date %s", at.Format("2006.01.02"))
	}
	return ""
}

// maxRating is more than any rating of a person or an engine.
const maxRating = 5000

// IsRating reports whether the value of a tag such as WhiteElo can be a rating or says that there
// is none. Servers mark provisional and estimated ratings by a character at the end: "1500?",
// "1500P".
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
