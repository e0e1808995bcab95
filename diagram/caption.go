package diagram

import "strings"

// maxLines is how many lines a caption has before it is cut.
const maxLines = 3

// A caption is text that was broken into lines.
type caption struct {
	lines []string
	size  int // of the font
}

// fit breaks text into at most the given number of lines of a width. If the text does not fit, the
// letters become smaller, and in the end the text is cut.
func fit(text string, width float64, lines int) caption {
	for size := fontSize; ; size -= 2 {
		broken, whole := wrap(text, int(width)*100/size, lines)
		if whole || size <= fontSize*2/3 {
			return caption{broken, size}
		}
	}
}

// wrap splits text into at most the given number of lines that are at most width wide, in
// hundredths of the font size, as far as that can be said without the font. If the text is longer,
// the last line ends in an ellipsis. It also reports whether the lines hold the text without a
// broken word.
func wrap(text string, width, limit int) (lines []string, whole bool) {
	whole = true
	for text = trim(text); text != ""; text = trim(text) {
		end, next := breakLine(text, width)
		if len(lines) == limit-1 && trim(text[next:]) != "" {
			end, _ = breakLine(text[:end], width-100)
			return append(lines, trim(text[:end])+"…"), false
		}
		whole = whole && (end < next || next == len(text))
		lines = append(lines, trim(text[:end]))
		text = text[next:]
	}
	return lines, whole
}

// trim returns text without white space at both ends.
func trim(text string) string { return strings.Trim(text, " \t\r\n") }

// maxBytes bounds a line, whose letters can have no width.
const maxBytes = 1200

// breakLine returns the end of the first line of text and the start of the next. A line has room for a
// letter.
func breakLine(text string, width int) (end, next int) {
	space, used := 0, 0
	for i, r := range text {
		switch r {
		case '\n':
			return i, i + 1
		case ' ', '\t', '\r':
			space = i
		}
		used += runeWidth(r)
		if used > width || i > maxBytes {
			if space > 0 {
				return space, space + 1
			}
			return i, i
		}
	}
	return len(text), len(text)
}

// runeWidth returns the width of r in hundredths of the font size, in one of the wider fonts that
// browsers use for sans-serif.
func runeWidth(r rune) int {
	switch {
	case r >= 0x300 && r < 0x370: // combining marks
		return 0
	case r >= 0x1f000: // emoji
		return 130
	case r >= 0x1100:
		return 100
	case strings.ContainsRune("ijl'|", r):
		return 29
	case strings.ContainsRune(" .,:;()[]!ftrI1-", r):
		return 40
	case strings.ContainsRune("mwMW@%—…ЖЩШЮФжмшщюыф", r):
		return 100
	case r >= 'A' && r <= 'Z', r > 0x80:
		return 76
	}
	return 63
}
