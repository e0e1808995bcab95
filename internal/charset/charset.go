// Package charset converts text of unknown encoding to UTF-8.
package charset

import "unicode/utf8"

// ToUTF8 returns text as a string. Text that is not valid UTF-8 is converted from Windows-1252.
func ToUTF8(text []byte) string {
	if utf8.Valid(text) {
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
	if utf8.Valid(text) {
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
