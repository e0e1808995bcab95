package openings_test

import (
	"fmt"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/book/openings"
)

// TestNames checks that every opening of the list is found by its own moves, and that the list is
// whole.
func TestNames(t *testing.T) {
	n := 0
	for o := range openings.Names().All() {
		n++
		g, err := chess.ParsePGN(o.PGN + " *")
		if err != nil {
			t.Fatalf("%v: %v", o, err)
		}
		if found := openings.Names().Position(g.Position()); found.ECO == "" {
			t.Errorf("%v is not found by its moves", o)
		}
	}
	if n != 3807 {
		t.Errorf("the list has %d openings, want 3807", n)
	}
	for code, want := range map[string]string{"A00": "Amar Opening", "C60": "Ruy Lopez", "F": ""} {
		got := ""
		for o := range openings.Names().ByECO(code) {
			got = o.Name
			break
		}
		if got != want {
			t.Errorf("the first opening of ByECO(%s) is %q, want %q", code, got, want)
		}
	}
}

// The name is that of the last position of the game that has one, by whatever moves it came about.
func ExampleNames() {
	g, err := chess.ParsePGN("1. c4 e6 2. d4 d5 3. Nc3 Nf6 *")
	if err != nil {
		fmt.Println(err)
		return
	}
	o, plies := openings.Names().Game(g)
	fmt.Println(o.ECO, o.Name, "after", plies, "plies")
	for o := range openings.Names().Search("sicil dragon accel maroczy") {
		fmt.Println(o.ECO, o.Name)
	}
	// Output:
	// D35 Queen's Gambit Declined: Normal Defense after 6 plies
	// B36 Sicilian Defense: Accelerated Dragon, Maróczy Bind
	// B36 Sicilian Defense: Accelerated Dragon, Maróczy Bind, Gurgenidze Variation
	// B37 Sicilian Defense: Accelerated Dragon, Maróczy Bind
	// B38 Sicilian Defense: Accelerated Dragon, Maróczy Bind
	// B39 Sicilian Defense: Accelerated Dragon, Maróczy Bind, Breyer Variation
}
