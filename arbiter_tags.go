package chess

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shakki/chess/internal/pgntext"
)

// judgedTag returns the name of a tag that an Arbiter examines, or "" if it does not.
func judgedTag(name []byte) string {
	switch string(name) {
	case "White":
		return "White"
	case "Black":
		return "Black"
	case "Result":
		return "Result"
	case "Termination":
		return "Termination"
	case reasonTag:
		return reasonTag
	case "SetUp":
		return "SetUp"
	case "PlyCount":
		return "PlyCount"
	case "Date":
		return "Date"
	case "UTCDate":
		return "UTCDate"
	case "EventDate":
		return "EventDate"
	case "EndDate":
		return "EndDate"
	case "WhiteElo":
		return "WhiteElo"
	case "BlackElo":
		return "BlackElo"
	case "WhiteRatingDiff":
		return "WhiteRatingDiff"
	case "BlackRatingDiff":
		return "BlackRatingDiff"
	case "TimeControl":
		return "TimeControl"
	}
	if len(name) == len("FEN") && bytes.EqualFold(name, []byte("FEN")) {
		return "FEN"
	}
	return ""
}

// A recordTag is a tag and its place in the record.
type recordTag struct {
	Tag
	place pgntext.Place
}

// recordTags are the tags of a record that an Arbiter examines.
type recordTags []recordTag

// first returns the first tag with the given name, or the zero recordTag if there is none.
func (tags recordTags) first(name string) recordTag {
	for _, t := range tags {
		if t.Name == name {
			return t
		}
	}
	return recordTag{}
}

// add returns the tags with one more. If the previous game had the same tag, it shares the value.
func (tags recordTags) add(name string, value []byte, place pgntext.Place) recordTags {
	n := len(tags)
	tags = slices.Grow(tags, 1)[:n+1]
	t := &tags[n]
	if t.Value != string(value) {
		t.Value = toUTF8(value)
	}
	t.Name, t.place = name, place
	return tags
}

// wrongResult returns why a Result tag is wrong, or "" if it may be right. The first one has the given
// result.
func (t *recordTag) wrongResult(first resultAt) string {
	switch result, ok := parseResultTag(t.Value); {
	case !ok && !isSpecialResult(t.Value):
		return "not a result"
	case ok && first.given && result != first.result:
		return fmt.Sprintf("another Result tag says %v", first.result)
	}
	return ""
}

// A resultAt is a result and its place in the record.
type resultAt struct {
	result Result
	given  bool // the record has the result
	place  pgntext.Place
}

// isSpecialResult reports whether the value of a Result tag is unknown or is a score that PGN has no
// result for, as federations write it: "?", "-", "0-0", "+/-", "1F-0F".
func isSpecialResult(value string) bool {
	score := strings.NewReplacer("F", "", "f", "", " ", "").Replace(value)
	_, ok := parseResultTag(score)
	return ok || strings.Trim(score, "?+-–—/:0") == ""
}

// A tagContext is what tags are compared with.
type tagContext struct {
	tags      recordTags
	plies     int    // the number of plies, or -1 if it is unknown
	result    Result // the recorded result
	isRegular bool   // the game starts in the standard position
}

// wrong returns why a tag is wrong, or "" if it may be right.
func (c *tagContext) wrong(t *recordTag) string {
	value := strings.TrimSpace(t.Value)
	switch t.Name {
	case "SetUp":
		return c.wrongSetUp(value)
	case "PlyCount":
		if n, err := strconv.Atoi(value); c.plies >= 0 && strings.Trim(value, "?-") != "" && (err != nil || n != c.plies) {
			return fmt.Sprintf("the game has %d plies", c.plies)
		}
	case "Date", "UTCDate", "EventDate", "EndDate":
		return c.wrongDate(t.Name, value)
	case "WhiteElo", "BlackElo":
		if !isRating(value) {
			return "not a rating"
		}
	case "WhiteRatingDiff", "BlackRatingDiff":
		return c.wrongGain(t.Name)
	}
	return ""
}

// wrongSetUp returns why the value of the SetUp tag is wrong, or "" if it may be right.
func (c *tagContext) wrongSetUp(value string) string {
	hasFEN := strings.TrimSpace(c.tags.first("FEN").Value) != ""
	switch {
	case value == "1" && !hasFEN:
		return "the record has no FEN tag"
	case value == "0" && hasFEN && !c.isRegular:
		return "the record has a FEN tag"
	}
	return ""
}

// wrongDate returns why a date cannot be, or "" if it can.
func (c *tagContext) wrongDate(name, value string) string {
	if isCommonDate(value) && (name != "UTCDate" || value == c.tags.first("Date").Value) {
		return ""
	}
	date, whole, ok := parseDate(value)
	if !ok {
		return "there is no such date"
	}
	if name != "UTCDate" || !whole {
		return ""
	}
	const most = 2 * 24 * time.Hour
	if local, whole, ok := parseDate(c.tags.first("Date").Value); ok && whole && date.Sub(local).Abs() > most {
		return fmt.Sprintf("more than two days from the Date %s", local.Format("2006.01.02"))
	}
	return ""
}

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

// parseDate parses a date such as "2023.02.28" or "2023.??.??". It reports whether the date is whole and
// whether it can be. Zeros and other text stand for what is unknown.
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

// maxRating is more than any rating of a person or an engine.
const maxRating = 5000

// isRating reports whether the value of a tag such as WhiteElo can be a rating or says that there is
// none. Servers mark provisional and estimated ratings by a character at the end: "1500?", "1500P".
func isRating(value string) bool {
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

// wrongGain reports at the tag of the winner that the winner lost rating points while the loser gained
// some.
func (c *tagContext) wrongGain(name string) string {
	gain := func(of Color) int {
		n, _ := strconv.Atoi(strings.TrimSpace(c.tags.first(of.name() + "RatingDiff").Value))
		return n
	}
	winner, won := Outcome{Result: c.result}.Winner()
	if won && name == winner.name()+"RatingDiff" && gain(winner) < 0 && gain(winner.Other()) > 0 {
		return winner.name() + " won, and the loser gained rating points"
	}
	return ""
}

// A timeControl is a TimeControl tag with a single period, such as "300+3". The zero timeControl is
// every other one.
type timeControl struct {
	base, increment time.Duration
}

// parseTimeControl parses the value of a TimeControl tag.
func parseTimeControl(value string) (t timeControl) {
	base, increment, _ := strings.Cut(strings.TrimSpace(value), "+")
	b, err := strconv.ParseFloat(base, 64)
	i, err2 := strconv.ParseFloat(increment, 64)
	const most = 1e6 // seconds
	if err != nil || err2 != nil && increment != "" || !(0 < b && b < most && 0 <= i && i < most) {
		return t
	}
	return timeControl{time.Duration(b * float64(time.Second)), time.Duration(i * float64(time.Second))}
}

// A clockAt is the time on a clock after a move, and where the record says so.
type clockAt struct {
	plies int // the number of plies including the move
	left  time.Duration
	place pgntext.Place
	first bool // no clock precedes it
}

// clockMargin is the time that players and arbiters may add to a clock.
const clockMargin = 5 * time.Minute

// most returns the most that a clock may show after so many plies.
func (t timeControl) most(plies int) time.Duration {
	return t.base + time.Duration((plies+1)/2)*t.increment + clockMargin
}

// A clockRecord holds the clocks that show more than the time control can give.
type clockRecord struct {
	control timeControl
	known   bool   // control is set
	seen    bool   // a comment has a clock
	low     uint64 // see lowClocks: no clock up to it is too high
	high    []clockAt
}

// add adds the clock in a comment after the last of so many plies if it shows more than the time control
// can give. The tags must be known.
func (r *clockRecord) add(tags recordTags, comment []byte, plies int, place pgntext.Place) {
	if !r.known {
		r.known, r.control = true, parseTimeControl(tags.first("TimeControl").Value)
		r.low = lowClocks(r.control.base + clockMargin)
	}
	if r.control.base == 0 || plies == 0 {
		return
	}
	if _, text, found := bytes.Cut(comment, []byte(clockCommand)); found {
		if left := readClock(text); left > r.control.most(plies) {
			r.high = append(r.high, clockAt{plies, left, place, !r.seen})
		}
		r.seen = true
	}
}

// clockCommand is the start of a command with a clock.
const clockCommand = "[%clk "

// isLow reports quickly whether a comment begins with a clock of the usual form that is not too high.
func (r *clockRecord) isLow(comment []byte) bool {
	if len(comment) > 0 && comment[0] == ' ' {
		comment = comment[1:]
	}
	low := len(comment) > len(clockCommand+"0:10:00") && string(comment[:len(clockCommand)]) == clockCommand &&
		comment[7] == ':' && comment[10] == ':' && binary.BigEndian.Uint64(comment[5:]) <= r.low
	r.seen = r.seen || low
	return low
}

// lowClocks returns the bytes of " 0:10:00" for ten minutes. A clock in this form shows at most that
// time if its bytes are not greater.
func lowClocks(most time.Duration) (low uint64) {
	seconds := min(int(most/time.Second), 9*3600+59*60+59)
	minutes := seconds / 60
	for _, c := range [...]int{' ' - '0', minutes / 60, ':' - '0', minutes % 60 / 10, minutes % 10, ':' - '0', seconds % 60 / 10, seconds % 10} {
		low = low<<8 | uint64('0'+c)
	}
	return low
}

// wrong returns the first clock that shows far more than the time control can give. Some programs give
// the time control in minutes, which the first clock then shows.
func (r *clockRecord) wrong() (c clockAt, ok bool) {
	const longest = 180 // minutes
	control, inMinutes := r.control, timeControl{60 * r.control.base, r.control.increment}
	for _, c := range r.high {
		if c.first && control.base <= longest*time.Second && c.left <= inMinutes.most(c.plies) {
			control = inMinutes
		}
		if c.left > control.most(c.plies) {
			return c, true
		}
	}
	return clockAt{}, false
}

// readClock returns the whole seconds of a clock such as "1:05:00.5]", or 0 if text begins with none.
func readClock(text []byte) time.Duration {
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
