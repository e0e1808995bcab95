package pgntext

import (
	"bytes"
	"strings"
)

// cutCommand returns the first command such as "[%clk 0:05:00]" in a comment and the text before
// and after it. If there is no command, all text is before it.
func cutCommand(text []byte) (before, command, after []byte) {
	start := bytes.Index(text, []byte("[%"))
	if start < 0 {
		return text, nil, nil
	}
	length := bytes.IndexByte(text[start:], ']') + 1
	if length == 0 {
		return text, nil, nil
	}
	return text[:start], text[start : start+length], text[start+length:]
}

// parseCommand returns the name and the value of a command, such as "clk" and "0:05:00".
func parseCommand(command []byte) (name, value string) {
	body := string(command[len("[%") : len(command)-1])
	if i := strings.IndexAny(body, " \t\n"); i >= 0 {
		return body[:i], strings.TrimSpace(body[i:])
	}
	return body, ""
}

// OmitCommands returns a comment without the commands for which omit returns true, and without the
// space that they leave behind.
func OmitCommands(text []byte, omit func(name, value string) bool) []byte {
	return filter(text, true, omit)
}

// filter is OmitCommands for a comment with its text, or for its commands alone, with spaces between them.
func filter(text []byte, withText bool, omit func(name, value string) bool) (kept []byte) {
	for {
		before, command, after := cutCommand(text)
		if withText {
			kept = append(kept, before...)
		}
		switch {
		case len(command) == 0:
			return kept
		case !omit(parseCommand(command)):
			if !withText && len(kept) > 0 {
				kept = append(kept, ' ')
			}
			kept = append(kept, command...)
		case len(kept) == 0 || kept[len(kept)-1] == ' ':
			after = bytes.TrimPrefix(after, []byte(" "))
		case kept[len(kept)-1] == '[' && bytes.HasPrefix(after, []byte("%")):
			kept = append(kept, ' ') // without the space, the rest would form a command
		}
		text = after
	}
}

// A Filter says what is left out of comments.
type Filter struct {
	Comments bool // all that is not a clock or an evaluation
	Clocks   bool // the commands [%clk], [%emt], [%egt], and [%mct]
	Evals    bool // the command [%eval]
}

// Comment returns a comment without what f omits, and whether something is left to write.
func (f Filter) Comment(text []byte) ([]byte, bool) {
	if f == (Filter{}) {
		return text, true
	}
	left := strings.TrimSpace(Writable(string(filter(text, !f.Comments, f.omits))))
	return []byte(left), left != "" || len(text) == 0 && !f.Comments
}

// omits reports whether f omits the command with the given name, such as "clk".
func (f Filter) omits(name, _ string) bool {
	switch name {
	case "clk", "emt", "egt", "mct":
		return f.Clocks
	case "eval":
		return f.Evals
	}
	return f.Comments
}
