package backgammon

import (
	"encoding/base64"
	"strings"

	"github.com/shakki/chess/internal/tabletop"
)

// Lengths of the position ID of GNU Backgammon, which encodes a string of 80 bits. For each point
// from 1 to 24 and then for the bar, the string has a one for every checker, followed by a zero.
// The checkers of the opponent come first, then those of the player on roll, each in the numbering
// of their owner. The remaining bits are zero. The bits are stored in ten bytes, beginning with the
// lowest bit of each byte, and the bytes are written in base64. (The manual of GNU Backgammon says
// that the player on roll comes first, but the program puts the opponent first.)
const (
	idLen   = 14
	keyLen  = 10
	keyBits = 8 * keyLen
)

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// ParsePosition parses a position ID of GNU Backgammon. It has 14 characters, such as
// "4HPwATDgc/ABMA" for the start position. ParsePosition accepts the same positions as
// [NewPosition]. The error is a [*ParseError].
func ParsePosition(s string) (Position, error) {
	if len(s) != idLen {
		return Position{}, tabletop.NewParseError("position", s, 1, "want a position ID of 14 characters")
	}
	key, err := parseKey(s)
	if err != nil {
		return Position{}, err
	}
	opponent, own, ok := decodeKey(key)
	if !ok {
		return Position{}, tabletop.NewParseError("position", s, 1, "too many bits for the checkers of two players")
	}
	if why := checkersFault(own, opponent); why != "" {
		return Position{}, tabletop.NewParseError("position", s, 1, why)
	}
	return place(own, opponent), nil
}

// parseKey decodes 14 base64 digits.
func parseKey(s string) (key [keyLen]byte, err error) {
	bits, n := 0, 0 // the bits read but not yet stored in key, and their number
	for i, next := 0, 0; i < idLen; i++ {
		digit := strings.IndexByte(base64Digits, s[i])
		if digit < 0 {
			return key, tabletop.NewParseError("position", s, i+1, "not a base64 digit")
		}
		bits, n = bits<<6|digit, n+6
		if n >= 8 {
			n -= 8
			key[next] = byte(bits >> n)
			bits &= 1<<n - 1
			next++
		}
	}
	if bits != 0 {
		return key, tabletop.NewParseError("position", s, idLen, "the last digit has extra bits")
	}
	return key, nil
}

// decodeKey returns the checkers encoded in a key. It returns false if the key has too many bits.
func decodeKey(key [keyLen]byte) (opponent, own Checkers, ok bool) {
	bit := 0
	for _, c := range [...]*Checkers{&opponent, &own} {
		for n := 1; n <= Bar; n++ {
			for ; bit < keyBits && hasBit(&key, bit); bit++ {
				c[n]++
			}
			bit++ // the zero that ends the point
		}
	}
	if bit > keyBits {
		return opponent, own, false
	}
	for ; bit < keyBits; bit++ {
		if hasBit(&key, bit) {
			return opponent, own, false
		}
	}
	return opponent, own, true
}

// hasBit reports whether a bit of the key is 1.
func hasBit(key *[keyLen]byte, bit int) bool { return key[bit/8]>>(bit%8)&1 != 0 }

// key returns the bits of the position ID. It drops bits that do not fit, which can happen only if
// After was called with an illegal move.
func (p *Position) key() (key [keyLen]byte) {
	bit := 0
	for _, c := range [...]Checkers{p.Opponent(), p.Own()} {
		for _, checkers := range c[1:] {
			for range checkers {
				if bit < keyBits {
					key[bit/8] |= 1 << (bit % 8)
				}
				bit++
			}
			bit++
		}
	}
	return key
}

// String returns the position ID of GNU Backgammon, such as "4HPwATDgc/ABMA".
func (p Position) String() string {
	key := p.key()
	return base64.RawStdEncoding.EncodeToString(key[:])
}

// MarshalText implements [encoding.TextMarshaler] with the form of String. The zero Position has no
// text form.
func (p Position) MarshalText() ([]byte, error) {
	return tabletop.Marshal("position", p, p != Position{})
}

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParsePosition]. It does not change p on
// error.
func (p *Position) UnmarshalText(text []byte) error {
	return tabletop.Unmarshal(p, text, ParsePosition)
}
