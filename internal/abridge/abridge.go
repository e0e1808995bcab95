// Package abridge shortens long text for error messages.
package abridge

import (
	"strconv"
	"unicode/utf8"
)

// Text returns s if it takes at most limit bytes between quotes, where an escape such as \x00
// counts with all its bytes. Otherwise it returns the longest beginning of s that does, and an
// ellipsis.
func Text(s string, limit int) string {
	var quoted [16]byte
	width := 0
	for i := 0; i < len(s); {
		_, size := utf8.DecodeRuneInString(s[i:])
		width += len(strconv.AppendQuote(quoted[:0], s[i:i+size])) - len(`""`)
		if width > limit {
			return s[:i] + "…"
		}
		i += size
	}
	return s
}
