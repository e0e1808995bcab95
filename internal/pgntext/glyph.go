package pgntext

import "strconv"

// Diagram is the annotation glyph that asks for a diagram.
const Diagram = 220

// GlyphNAGs holds the signs that are read as annotation glyphs. The numbers from 140 are not of the
// PGN standard but in common use.
var GlyphNAGs = map[string]uint8{
	"!": 1, "?": 2, "!!": 3, "‼": 3, "??": 4, "⁇": 4, "!?": 5, "⁉": 5, "?!": 6, "⁈": 6, "□": 7,
	"=": 10, "==": 10, "∞": 13, "~=": 13,
	"+=": 14, "⩲": 14, "+/=": 14, "±=": 14, "=+": 15, "⩱": 15, "=/+": 15,
	"+/-": 16, "+/−": 16, "+/–": 16, "±": 16, "-/+": 17, "−/+": 17, "–/+": 17, "∓": 17,
	"+-": 18, "+−": 18, "+–": 18, "+—": 18, "-+": 19, "−+": 19, "–+": 19, "—+": 19,
	"⨀": 22, "⊙": 22, "○": 26, "⟳": 32, "↑": 36, "→": 40, "=/∞": 44, "=∞": 44, "∞/=": 44, "∞=": 44, "⯹": 44, "⇆": 132, "⊕": 138,
	"∆": 140, "Δ": 140, "△": 140, "⌓": 142, "N": 146, "TN": 146, "D": Diagram,
}

// GlyphSymbols holds the sign that books print for each glyph that has one.
var GlyphSymbols = map[uint8]string{
	1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱", 16: "±", 17: "∓",
	18: "+−", 19: "−+", 22: "⨀", 26: "○", 32: "⟳", 36: "↑", 40: "→", 44: "=∞", 132: "⇆", 138: "⊕", 140: "∆", 142: "⌓",
	146: "N", Diagram: "D",
}

// ReadGlyph reads the glyph that begins here, such as "$14" or "!?". If its number is missing or more
// than 255, ok is false.
func (w *Window) ReadGlyph() (nag uint8, ok bool) {
	w.Take(1)
	if w.Last() != '$' {
		if next := w.Peek(0); next == '!' || next == '?' {
			w.Skip(1)
		}
		return GlyphNAGs[string(w.Token())], true
	}
	n := w.span(0, "0123456789")
	value, err := strconv.ParseUint(string(w.data[w.pos:w.pos+n]), 10, 8)
	w.Skip(n)
	return uint8(value), err == nil
}
