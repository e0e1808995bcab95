package chess

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestReasonText(t *testing.T) {
	testWords(t, wordTest[Reason]{
		kind:     "reason",
		values:   allOf(NoReason, RulesInfraction),
		refused:  []string{"", "Checkmate", "mate", "checkmate ", "1"},
		nonsense: map[Reason]string{17: "Reason(17)", 255: "Reason(255)"},
	})
}

func TestEndingText(t *testing.T) {
	testWords(t, wordTest[Ending]{
		kind:     "ending",
		values:   allOf(Ignored, Automatic),
		refused:  []string{"", "none", "claim", "Automatic", "0"},
		nonsense: map[Ending]string{3: "Ending(3)", 255: "Ending(255)"},
	})
}

func TestNAGText(t *testing.T) {
	testWords(t, wordTest[NAG]{
		kind:    "NAG",
		values:  append(allOf[NAG](0, 254), 255),
		refused: []string{"", "$", "1", "!", "$256", "$-1", "$+1", "$1 ", "$1.0", "$x", "$$1", "$1_0"},
	})
}

func TestShapeText(t *testing.T) {
	testWords(t, wordTest[Shape]{
		kind: "shape",
		values: []Shape{
			{'G', E4, E4}, {'G', E4, E5}, {'G', E5, E4}, {'R', A1, H8}, {'A', H8, A1}, {'Z', A1, A1},
		},
		refused: []string{"", "G", "e4", "Ge", "Ge9", "Gi4", "ge4", "@e4", "[e4", "Ge4e4", "Ge4e", "Ge4e9", "Ge4i5",
			"Gi4e5", "Ge4e5f6", "Ge4-e5", "Ée4"},
		nonsense: map[Shape]string{
			{'g', E4, E4}:       "ge4",
			{'G', NoSquare, E4}: "G-e4",
			{'G', E4, NoSquare}: "Ge4-",
			{}:                  "\x00a1",
			{200, E4, E4}:       "Èe4",
		},
	})
}

// TestNames checks the String of values that have a name but no parser: names differ, and a value out of range
// is printed as a number.
func TestNames(t *testing.T) {
	testNames(t, allOf(Kingside, Queenside), "Wing(2)")
	testNames(t, allOf(NoPieceType, King), "PieceType(7)")
	testNames(t, allOf[File](0, 7), "File(8)")
	testNames(t, allOf[Rank](0, 7), "Rank(8)")
	testNames(t, allOf(NoIllegalReason, GameOver), "IllegalReason(23)")
	testNames(t, allOf(English, BlackFigurines), "Language(17)")
}

func TestProblemNames(t *testing.T) {
	seen := map[string]bool{}
	for p := TooManyPieces; p <= ClockDoubleStep; p++ {
		seen[p.String()] = true
	}
	if len(seen) != 7 || seen[""] || Problem(7).String() != "Problem(7)" || Problem(-1).String() != "Problem(-1)" {
		t.Errorf("the problems are called %q, and 7 and -1 %v and %v", slices.Sorted(maps.Keys(seen)), Problem(7), Problem(-1))
	}
}

func testNames[T interface {
	~uint8
	String() string
}](t *testing.T, values []T, beyond string) {
	t.Helper()
	seen := map[string]bool{}
	for _, v := range values {
		if name := v.String(); name == "" || seen[name] || strings.Contains(name, "(") {
			t.Errorf("String of %T %d is %q", v, uint8(v), name)
		}
		seen[v.String()] = true
	}
	if got := (values[len(values)-1] + 1).String(); got != beyond {
		t.Errorf("String of the first value out of range is %q, want %q", got, beyond)
	}
}
