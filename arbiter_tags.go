package chess

import (
	"fmt"
	"slices"

	"github.com/shakki/chess/internal/pgntext"
	"github.com/shakki/chess/internal/tagvalue"
)

// A recordTag is a tag and its place in the record.
type recordTag struct {
	*tagvalue.Judged
	Value string
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

// add returns the tags with one more, unless it is not examined. The games of a file mostly have the
// same tags in the same order, and then share what is known about a name, and equal values.
func (tags recordTags) add(name, value []byte, place pgntext.Place) recordTags {
	n := len(tags)
	tags = slices.Grow(tags, 1)[:n+1]
	t := &tags[n]
	if t.Judged == nil || t.Name != string(name) {
		if t.Judged = tagvalue.JudgedTag(name); t.Judged == nil {
			return tags[:n]
		}
	}
	if t.Value != string(value) {
		t.Value = toUTF8(value)
	}
	t.place = place
	return tags
}

// wrongResult returns why a Result tag is wrong, or "" if it may be right. The result after the
// moves is compared with the results of PGN elsewhere.
func (t *recordTag) wrongResult(mark resultAt) string {
	if _, isResult := parseResultTag(t.Value); isResult {
		return ""
	}
	switch score, isKnown, ok := pgntext.ParseScore(t.Value); {
	case !ok:
		return "not a result"
	case isKnown && mark.given && Result(score) != mark.result:
		return fmt.Sprintf("the result after the moves is %v", mark.result)
	}
	return ""
}

// A resultAt is a result and its place in the record.
type resultAt struct {
	result Result
	given  bool // the record has the result
	place  pgntext.Place
}
