package backgammon

import (
	"encoding/base64"
	"strings"
)

// The position ID of GNU Backgammon. A string of 80 bits holds, for each point
// from 1 to 24 and then the bar, a one for every checker and a zero; first for
// the opponent, then for the player on roll, each as its owner counts; the rest
// is zero. The bits fill ten bytes, the lowest of each byte first, and the
// bytes are written in base64. (The program's manual names the player on roll
// first; the program itself, and every ID it has printed, begins with the
// opponent.)
const (
	idLen   = 14
	keyLen  = 10
	keyBits = 8 * keyLen
)

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// ParsePosition parses the position ID of GNU Backgammon, 14 characters such as
// "4HPwATDgc/ABMA" for the start. It accepts what [NewPosition] accepts. The
// error is a [*ParseError].
func ParsePosition(s string) (Position, error) {
	if len(s) != idLen {
		return Position{}, &ParseError{"position", s, 1, "want a position ID of 14 characters"}
	}
	key, err := parseKey(s)
	if err != nil {
		return Position{}, err
	}
	opponent, own, ok := decodeKey(key)
	if !ok {
		return Position{}, &ParseError{"position", s, 1, "more bits than two players' checkers have"}
	}
	if err := fault(own, opponent); err != nil {
		return Position{}, &ParseError{"position", s, 1, err.(*PositionError).where()}
	}
	return place(own, opponent), nil
}

// parseKey decodes 14 base64 digits.
func parseKey(s string) (key [keyLen]byte, err error) {
	bits, n := 0, 0 // those read and not yet in key, and how many
	for i, next := 0, 0; i < idLen; i++ {
		digit := strings.IndexByte(base64Digits, s[i])
		if digit < 0 {
			return key, &ParseError{"position", s, i + 1, "not a base64 digit"}
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
		return key, &ParseError{"position", s, idLen, "the last digit has bits to spare"}
	}
	return key, nil
}

// decodeKey returns the checkers in a key, and reports whether the bits end
// where they should.
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

func hasBit(key *[keyLen]byte, bit int) bool { return key[bit/8]>>(bit%8)&1 != 0 }

// key returns the bits of the position ID. A board with more checkers than a
// game has, which only After can make of an illegal move, loses some.
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
	text, _ := p.AppendText(make([]byte, 0, idLen))
	return string(text)
}

// AppendText implements [encoding.TextAppender] with the form of
// [Position.String]. The error is always nil.
func (p Position) AppendText(b []byte) ([]byte, error) {
	key := p.key()
	return base64.RawStdEncoding.AppendEncode(b, key[:]), nil
}

// MarshalText implements [encoding.TextMarshaler].
func (p Position) MarshalText() ([]byte, error) { return p.AppendText(nil) }

// UnmarshalText implements [encoding.TextUnmarshaler] with [ParsePosition]; p
// stays as it is on error.
func (p *Position) UnmarshalText(text []byte) error { return unmarshal(p, text, ParsePosition) }
