package tagvalue

import (
	"slices"

	"github.com/shakki/chess/internal/charset"
	"github.com/shakki/chess/internal/pgntext"
)

// A Tag is a tag that an arbiter examines, and its place in the record.
type Tag struct {
	*Judged
	Value string
	Place pgntext.Place
}

// Tags are the tags of a record that an arbiter examines.
type Tags []Tag

// Get returns the first tag with the given name, or the zero Tag if there is none.
func (tags Tags) Get(name string) Tag {
	for i := range tags {
		if tags[i].Name == name {
			return tags[i]
		}
	}
	return Tag{}
}

// Add returns the tags with one more, unless it is not examined. The games of a file mostly have the
// same tags in the same order, and then share what is known about a name and a value.
func (tags Tags) Add(name, value []byte, place pgntext.Place) Tags {
	n := len(tags)
	tags = slices.Grow(tags, 1)[:n+1]
	t := &tags[n]
	if t.Judged == nil || t.Name != string(name) {
		if *t = (Tag{Judged: judgedTag(name)}); t.Judged == nil {
			return tags[:n]
		}
	}
	if t.Value != string(value) {
		t.Value = charset.ToUTF8(value)
	}
	t.Place = place
	return tags
}

// IsSince reports whether the game was certainly played in the given year or later.
func (tags Tags) IsSince(year int) bool {
	for _, name := range [...]string{"Date", "UTCDate", "EventDate"} {
		if d, ok := ParseDate(tags.Get(name).Value); ok && d.HasYear() {
			return d.First >= year*10000
		}
	}
	return false
}
