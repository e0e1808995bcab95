package chess

import (
	"strconv"
	"strings"

	"github.com/shakki/chess/internal/pgntext"
)

// A NAG is a numeric annotation glyph of PGN standard 10, from 1 to 255. The zero value is the null
// annotation.
type NAG uint8

// The glyphs of the six signs that PGN moves may have.
const (
	GoodMove         NAG = 1 + iota // !
	PoorMove                        // ?
	VeryGoodMove                    // !!
	VeryPoorMove                    // ??
	SpeculativeMove                 // !?
	QuestionableMove                // ?!
)

// Symbol returns the sign that books print for n, such as "!?" or "±", or "" if there is none.
func (n NAG) Symbol() string { return pgntext.GlyphSymbols[uint8(n)] }

// String returns the glyph as PGN writes it, such as "$1".
func (n NAG) String() string { return "$" + strconv.Itoa(int(n)) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (n NAG) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler]. It accepts the form that String writes, and
// the signs that PGN may have in its place, such as "!?" or "±". The error is a [*ParseError].
func (n *NAG) UnmarshalText(text []byte) error {
	return unmarshal(n, text, func(s string) (NAG, error) {
		if nag, found := pgntext.GlyphNAGs[s]; found {
			return NAG(nag), nil
		}
		digits, found := strings.CutPrefix(s, "$")
		v, err := strconv.ParseUint(digits, 10, 8)
		if !found || err != nil {
			return 0, &ParseError{"NAG", s, "$0 to $255, or a sign such as !"}
		}
		return NAG(v), nil
	})
}
