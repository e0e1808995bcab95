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
	"github.com/shakki/chess/internal/tagvalue"
)

// judgedTags maps the names of the tags that an Arbiter examines to themselves.
var judgedTags = map[string]string{
	"White": "White", "Black": "Black", "Result": "Result", "Termination": "Termination", reasonTag: reasonTag,
	"SetUp": "SetUp", "PlyCount": "PlyCount", "TimeControl": "TimeControl",
	"Date": "Date", "UTCDate": "UTCDate", "EventDate": "EventDate", "EndDate": "EndDate",
	"WhiteElo": "WhiteElo", "BlackElo": "BlackElo",
	"WhiteRatingDiff": "WhiteRatingDiff", "BlackRatingDiff": "BlackRatingDiff",
}

// judgedTag returns the name of a tag that an Arbiter examines, or "" if it does not.
func judgedTag(name []byte) string {
	if len(name) == len("FEN") && bytes.EqualFold(name, []byte("FEN")) {
		return "FEN"
	}
	return judgedTags[string(name)]
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
	case !ok && !pgntext.IsSpecialResult(t.Value):
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
		if !tagvalue.IsRating(value) {
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
	if tagvalue.IsCommonDate(value) && (name != "UTCDate" || value == c.tags.first("Date").Value) {
		return ""
	}
	date, whole, ok := tagvalue.ParseDate(value)
	if !ok {
		return "there is no such date"
	}
	if name != "UTCDate" || !whole {
		return ""
	}
	const most = 2 * 24 * time.Hour
	if local, whole, ok := tagvalue.ParseDate(c.tags.first("Date").Value); ok && whole && date.Sub(local).Abs() > most {
		return fmt.Sprintf("more than two days from the Date %s", local.Format("2006.01.02"))
	}
	return ""
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

// A clockAt is the time on a clock after a move, and where the record says so.
type clockAt struct {
	plies int // the number of plies including the move
	left  time.Duration
	place pgntext.Place
	first bool // no clock precedes it
}

// A clockRecord holds the clocks that show more than the time control can give.
type clockRecord struct {
	control tagvalue.TimeControl
	known   bool   // control is set
	seen    bool   // a comment has a clock
	low     uint64 // see tagvalue.LowClocks: no clock up to it is too high
	high    []clockAt
}

// add adds the clock in a comment after the last of so many plies if it shows more than the time control
// can give. The tags must be known.
func (r *clockRecord) add(tags recordTags, comment []byte, plies int, place pgntext.Place) {
	if !r.known {
		r.known, r.control = true, tagvalue.ParseTimeControl(tags.first("TimeControl").Value)
		r.low = tagvalue.LowClocks(r.control.Base + tagvalue.ClockMargin)
	}
	if r.control.Base == 0 || plies == 0 {
		return
	}
	if _, text, found := bytes.Cut(comment, []byte(clockCommand)); found {
		if left := tagvalue.ReadClock(text); left > r.control.Most(plies) {
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

// wrong returns the first clock that shows far more than the time control can give. Some programs give
// the time control in minutes, which the first clock then shows.
func (r *clockRecord) wrong() (c clockAt, ok bool) {
	const longest = 180 // minutes
	control, inMinutes := r.control, tagvalue.TimeControl{Base: 60 * r.control.Base, Increment: r.control.Increment}
	for _, c := range r.high {
		if c.first && control.Base <= longest*time.Second && c.left <= inMinutes.Most(c.plies) {
			control = inMinutes
		}
		if c.left > control.Most(c.plies) {
			return c, true
		}
	}
	return clockAt{}, false
}
