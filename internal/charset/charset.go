// Package charset converts text of unknown encoding to UTF-8.
package charset

import (
	"encoding/binary"
	"unicode/utf8"
)

// IsPlain reports whether text is ASCII without control characters below the space, as most text is.
// It examines eight bytes at a time, and is several times as fast as [utf8.Valid] on short texts.
func IsPlain(text []byte) bool {
	const spaces, high = 0x2020202020202020, 0x8080808080808080
	var seen uint64
	for ; len(text) >= 8; text = text[8:] {
		chunk := binary.LittleEndian.Uint64(text)
		seen |= chunk | (chunk - spaces) // a byte below a space borrows and becomes high
	}
	for _, c := range text {
		seen |= uint64(c | (c - ' '))
	}
	return seen&high == 0
}

// isUTF8 reports whether text is valid UTF-8.
func isUTF8(text []byte) bool { return IsPlain(text) || utf8.Valid(text) }

// ToUTF8 returns text as a string. Text that is not valid UTF-8 is converted from Windows-1252.
func ToUTF8(text []byte) string {
	if isUTF8(text) {
		return string(text)
	}
	runes := make([]rune, len(text))
	for i, c := range text {
		runes[i] = rune(c)
		if 0x80 <= c && c < 0xa0 {
			runes[i] = windows1252[c-0x80]
		}
	}
	return string(runes)
}

// AppendUTF8 appends text to dst as ToUTF8 returns it.
func AppendUTF8(dst, text []byte) []byte {
	if isUTF8(text) {
		return append(dst, text...)
	}
	return append(dst, ToUTF8(text)...)
}

// windows1252 holds the characters from 0x80 to 0x9f in Windows-1252, as the WHATWG encoding
// standard maps them. All others are those of Latin-1.
var windows1252 = [32]rune{
	'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8d, 'Ž', 0x8f,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9d, 'ž', 'Ÿ',
}
