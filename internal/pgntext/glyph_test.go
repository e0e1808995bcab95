package pgntext

import (
	"fmt"
	"strings"
	"testing"
)

func TestReadGlyph(t *testing.T) {
	for _, test := range []struct{ text, want, rest string }{
		{"$", "0 false", ""}, {"$x", "0 false", "x"}, {"$0 ", "0 true", " "}, {"$255)", "255 true", ")"},
		{"!", "1 true", ""}, {"?!!", "6 true", "!"}, {"!?x", "5 true", "x"}, {"??", "4 true", ""}, {"!e4", "1 true", "e4"},
		{"$256", "255 false", ""}, {"$1001a", "255 false", "a"}, {"$0" + strings.Repeat("9", 50), "255 false", ""}, {"$0014", "14 true", ""},
	} {
		checkReads(t, test.text, test.want, test.rest, func(w *Window) string {
			w.SkipSpace()
			return fmt.Sprint(w.ReadGlyph())
		})
	}
}

// TestGlyphSigns checks the signs of each glyph that has one, the sign that is printed first, and that there are no others.
func TestGlyphSigns(t *testing.T) {
	known := 0
	for nag, signs := range map[uint8]string{
		1: "!", 2: "?", 3: "!! ‼", 4: "?? ⁇", 5: "!? ⁉", 6: "?! ⁈", 7: "□", 10: "= ==", 13: "∞ ~=", 14: "⩲ += +/= ±=", 15: "⩱ =+ =/+",
		16: "± +/- +/− +/–", 17: "∓ -/+ −/+ –/+", 18: "+− +- +– +—", 19: "−+ -+ –+ —+", 22: "⨀ ⊙", 26: "○", 32: "⟳", 36: "↑", 40: "→",
		44: "=∞ =/∞ ∞/= ∞= ⯹", 132: "⇆", 138: "⊕", 140: "∆ Δ △", 142: "⌓", 146: "N TN", 220: "D",
	} {
		words := strings.Fields(signs)
		if GlyphSymbols[nag] != words[0] {
			t.Errorf("glyph %d is printed as %q, want %q", nag, GlyphSymbols[nag], words[0])
		}
		for _, sign := range words {
			known++
			if got := GlyphNAGs[sign]; got != nag {
				t.Errorf("%q is glyph %d, want %d", sign, got, nag)
			}
		}
	}
	if known != len(GlyphNAGs) || len(GlyphSymbols) != 27 {
		t.Errorf("%d signs are read and %d printed, want %d and 27", len(GlyphNAGs), len(GlyphSymbols), known)
	}
}
