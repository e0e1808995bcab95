package pgntext

import "testing"

// TestCommands checks which text remains without clocks, and which commands remain without text.
func TestCommands(t *testing.T) {
	isClock := func(name, value string) bool { return name == "clk" && value != "" }
	for _, test := range []struct{ text, omitted, only string }{
		{"a [%clk 0:05:00] b", "a b", ""},
		{"[%clk 1][%eval 0.3] b", "[%eval 0.3] b", "[%eval 0.3]"},
		{"a [%x 1] b [%clk\n2][%y]", "a [%x 1] b [%y]", "[%x 1] [%y]"},
		{"[[%clk 1]%clk 2]", "[ %clk 2]", ""},
		{"[%clk ] a [%clk 1", "[%clk ] a [%clk 1", "[%clk ]"},
	} {
		if got := string(OmitCommands([]byte(test.text), isClock)); got != test.omitted {
			t.Errorf("OmitCommands(%q) = %q, want %q", test.text, got, test.omitted)
		}
		if got := string(onlyCommands([]byte(test.text), isClock)); got != test.only {
			t.Errorf("onlyCommands(%q) = %q, want %q", test.text, got, test.only)
		}
	}
}
