package backgammon

import (
	"encoding/base64"
	"strings"

	"github.com/shakki/chess/internal/tabletop"
)

// Lengths of the position ID of GNU Backgammon, which encodes a string of 80 bits. For each point
// from 1 to 24 and then for the bar, the string has a one for every checker, followed by a zero.
// The checkers of the opponent come first, then those of the player on roll, each in the numbering
// of their owner. The remaining bits are zero. (The manual of GNU Backgammon says that the player on
// roll comes first, but the program puts the opponent first.)
const (
	idLen   = 14
	idBytes = 10
)

// A bitString reads or writes the bits of an ID. They are stored from the lowest bit of each byte on,
// and the bytes are written in base64.
type bitString struct {
	bytes []byte
	at    int
	bad   bool // a value did not fit, or the bits have ended
}

// readBits returns the bits of an ID that has n bytes.
func readBits(id string, n int) (b bitString, ok bool) {
	bytes, err := base64.RawStdEncoding.Strict().DecodeString(id)
	return bitString{bytes: bytes}, err == nil && len(bytes) == n
}

// put writes the lowest n bits of v.
func (b *bitString) put(v int64, n int) {
	b.bad = b.bad || v < 0 || v >= 1<<n
	for i := range n {
		if b.left() > 0 {
			b.bytes[b.at/8] |= byte(v>>i&1) << (b.at % 8)
		}
		b.at++
	}
}

// get reads n bits. The bits behind the end are 0.
func (b *bitString) get(n int) (v int64) {
	for i := range n {
		if b.left() > 0 {
			v |= int64(b.bytes[b.at/8]>>(b.at%8)&1) << i
		}
		b.at++
	}
	return v
}

// left returns how many bits are left. It is negative behind the end.
func (b *bitString) left() int { return 8*len(b.bytes) - b.at }

// String returns the bits in base64.
func (b *bitString) String() string { return base64.RawStdEncoding.EncodeToString(b.bytes) }

// ParsePosition parses a position ID of GNU Backgammon. It has 14 characters, such as
// "4HPwATDgc/ABMA" for the start position. ParsePosition accepts the same positions as
// [NewPosition]. The error is a [*ParseError].
func ParsePosition(s string) (Position, error) {
	if len(s) != idLen {
		return Position{}, tabletop.NewParseError("position", s, 1, "want a position ID of 14 characters")
	}
	if digits := strings.TrimLeft(s, base64Digits); digits != "" {
		return Position{}, tabletop.NewParseError("position", s, idLen-len(digits)+1, "not a base64 digit")
	}
	b, ok := readBits(s, idBytes)
	if !ok {
		return Position{}, tabletop.NewParseError("position", s, idLen, "the last digit has extra bits")
	}
	var opponent, own Checkers
	for _, c := range [...]*Checkers{&opponent, &own} {
		for n := 1; n <= Bar; n++ {
			for b.get(1) == 1 {
				c[n]++
			}
		}
	}
	if b.left() < 0 || b.get(b.left()) != 0 {
		return Position{}, tabletop.NewParseError("position", s, 1, "too many bits for the checkers of two players")
	}
	if why := checkersFault(own, opponent); why != "" {
		return Position{}, tabletop.NewParseError("position", s, 1, why)
	}
	return place(own, opponent), nil
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// String returns the position ID of GNU Backgammon, such as "4HPwATDgc/ABMA". Bits that do not fit
// are left out, which can happen only if After was called with an illegal move.
func (p Position) String() string {
	b := bitString{bytes: make([]byte, idBytes)}
	for _, c := range [...]Checkers{p.Opponent(), p.Own()} {
		for _, checkers := range c[1:] {
			for range checkers {
				b.put(1, 1)
			}
			b.put(0, 1)
		}
	}
	return b.String()
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
