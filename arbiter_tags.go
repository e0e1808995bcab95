package chess

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

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

// wrongResult returns why a Result tag is wrong, or "" if it may be right. The first one has the
// given result.
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
	case "Date", "EventDate", "EndDate":
		return tagvalue.WrongDate(value)
	case "UTCDate":
		return tagvalue.WrongUTCDate(value, c.tags.first("Date").Value)
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

// wrongGain reports at the tag of the winner that the winner lost rating points while the loser
// gained some.
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
