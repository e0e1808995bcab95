package chess

import (
	"strconv"
	"strings"
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

// glyphNAGs holds the signs that are read as annotation glyphs. The numbers from 140 are not of the
// PGN standard but in common use.
var glyphNAGs = map[string]NAG{
	"!": 1, "?": 2, "!!": 3, "‼": 3, "??": 4, "⁇": 4, "!?": 5, "⁉": 5, "?!": 6, "⁈": 6, "□": 7,
	"=": 10, "==": 10, "∞": 13, "~=": 13,
	"+=": 14, "⩲": 14, "+/=": 14, "±=": 14, "=+": 15, "⩱": 15, "=/+": 15,
	"+/-": 16, "+/−": 16, "+/–": 16, "±": 16, "-/+": 17, "−/+": 17, "–/+": 17, "∓": 17,
	"+-": 18, "+−": 18, "+–": 18, "+—": 18, "-+": 19, "−+": 19, "–+": 19, "—+": 19,
	"⨀": 22, "⊙": 22, "○": 26, "⟳": 32, "↑": 36, "→": 40, "=/∞": 44, "=∞": 44, "∞/=": 44, "∞=": 44, "⯹": 44, "⇆": 132, "⊕": 138,
	"∆": 140, "Δ": 140, "△": 140, "⌓": 142, "N": 146, "TN": 146, "D": diagram,
}

// diagram is the glyph that asks for a diagram.
const diagram NAG = 220

// nagSymbols holds the sign that books print for each glyph that has one.
var nagSymbols = map[NAG]string{
	1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓",
	18: "+−", 19: "−+", 22: "⨀", 26: "○", 32: "⟳", 36: "↑", 40: "→", 44: "=∞", 132: "⇆", 138: "⊕", 140: "∆", 142: "⌓",
	146: "N", diagram: "D",
}

// Symbol returns the sign that books print for n, such as "!?" or "±", or "" if there is none.
func (n NAG) Symbol() string { return nagSymbols[n] }

// String returns the glyph as PGN writes it, such as "$1".
func (n NAG) String() string { return "$" + strconv.Itoa(int(n)) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (n NAG) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler]. It accepts the form that String writes, and the
// signs that PGN may have in its place, such as "!?" or "±". The error is a [*ParseError].
func (n *NAG) UnmarshalText(text []byte) error {
	return unmarshal(n, text, func(s string) (NAG, error) {
		if nag, found := glyphNAGs[s]; found {
			return nag, nil
		}
		digits, found := strings.CutPrefix(s, "$")
		v, err := strconv.ParseUint(digits, 10, 8)
		if !found || err != nil {
			return 0, &ParseError{"NAG", s, "$0 to $255, or a sign such as !"}
		}
		return NAG(v), nil
	})
}
