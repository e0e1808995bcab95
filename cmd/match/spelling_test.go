package main

import (
	"testing"

	"github.com/shakki/chess/internal/tagvalue"
)

// TestSpellings checks that the clock of a flag, written as the tag TimeControl is, means the same as
// the tag.
func TestSpellings(t *testing.T) {
	for _, text := range []string{"180", "180+2", "40/5400+30", "40/7200", "60+0", "40/5400+30:1800+30", "40/7200:20/3600:900+30"} {
		var c control
		if err := c.setClock(text); err != nil {
			t.Errorf("setClock(%q) = %v", text, err)
			continue
		}
		want := tagvalue.ParseTimeControl(text)
		if c.clock != want {
			t.Errorf("setClock(%q) = %v, want %v", text, c.clock, want)
		}
		if got := tagvalue.ParseTimeControl(c.clock.String()); got.String() != want.String() {
			t.Errorf("the tag for the clock %q is %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{"", "?", "-", "*60", "0"} {
		var c control
		if err := c.setClock(text); err == nil {
			t.Errorf("setClock(%q) = %v, want an error", text, c.clock)
		}
	}
}
