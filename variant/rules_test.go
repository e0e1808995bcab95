package variant_test

import (
	"strings"
	"testing"

	"github.com/shakki/chess/variant"
)

// TestVariantNames checks the spellings of programs and servers, and refused neighbors.
func TestVariantNames(t *testing.T) {
	for v, names := range map[variant.Variant]string{
		variant.Standard:      "Standard|chess|From Position|Chess960|960|normal|?||Fischerandom chess|fischer-random-chess|freestyle chess|FRC|dfrc|Chess 9LX|9LX|wild/fr|Freestyle Chess|classic chess|classic|Classical|doublefischerandom|double_fischer_random",
		variant.Antichess:     "Antichess|antichess|Anti chess|anti|Anti",
		variant.Atomic:        "Atomic|atomic|Atom|Atomic chess|ATOMIC|atomic960",
		variant.Crazyhouse:    "Crazyhouse|crazyhouse|Crazy House|zh|crazyhouse960",
		variant.Horde:         "Horde|horde|Horde chess",
		variant.KingOfTheHill: "King of the Hill|kingofthehill|kingOfTheHill|KOTH|King Of The Hill",
		variant.RacingKings:   "Racing Kings|racingkings|racingKings|Racing|Race",
		variant.ThreeCheck:    "Three-check|threeCheck|3check|3-check|Three check|three check chess|three_check|3 check|3-Check",
		variant.FiveCheck:     "Five-check|fivecheck|5check|5-check",
	} {
		for name := range strings.SplitSeq(names, "|") {
			if got, err := variant.ParseVariant(name); err != nil || got != v {
				t.Errorf("ParseVariant(%q) = %v, %v, want %v", name, got, err, v)
			}
		}
		if got, err := variant.ParseVariant(v.UCI()); err != nil || got != v {
			t.Errorf("ParseVariant(%q) = %v, %v", v.UCI(), got, err)
		}
	}
	for _, name := range []string{"suicide", "giveaway", "losers", "bughouse", "4check", "checkers", "atomicx", "s", "racing queens"} {
		if got, err := variant.ParseVariant(name); err == nil || got != variant.Standard {
			t.Errorf("ParseVariant(%q) = %v, %v, want %v and an error", name, got, err, variant.Standard)
		}
	}
}

// TestVariants checks that the list has each variant once, by its number.
func TestVariants(t *testing.T) {
	list := variant.Variants()
	for i, v := range list {
		if v != variant.Variant(i) {
			t.Errorf("Variants()[%d] = %v", i, v)
		}
	}
	if got := variant.Variant(200).UCI(); got != "Variant(200)" || variant.StartPosition(200) != (variant.Position{}) {
		t.Errorf("the name of no variant is %q, and its start %v", got, variant.StartPosition(200))
	}
	if len(list) != int(variant.FiveCheck)+1 {
		t.Errorf("%d variants, want %d", len(list), variant.FiveCheck+1)
	}
}
