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
		if got := string(filter([]byte(test.text), false, isClock)); got != test.only {
			t.Errorf("filter(%q, false) = %q, want %q", test.text, got, test.only)
		}
	}
}

// TestUnnamedCommand checks that a command may have a value and no name.
func TestUnnamedCommand(t *testing.T) {
	got := OmitCommands([]byte("[% 1]a [%]b"), func(name, value string) bool { return name == "" && value == "1" })
	if string(got) != "a [%]b" {
		t.Errorf("without the value of no command, %q is left", got)
	}
}

// TestFilter checks what is left of a comment if some of it is omitted.
func TestFilter(t *testing.T) {
	const all = "a [%clk 1] [%emt 2] [%egt 3] [%mct 4] [%eval 5] [%csl Ga1] b"
	for _, test := range []struct {
		filter     Filter
		text, want string
		isLeft     bool
	}{
		{Filter{}, " " + all, " " + all, true},
		{Filter{Clocks: true}, all, "a [%eval 5] [%csl Ga1] b", true},
		{Filter{Evals: true}, all, "a [%clk 1] [%emt 2] [%egt 3] [%mct 4] [%csl Ga1] b", true},
		{Filter{Comments: true}, all, "[%clk 1] [%emt 2] [%egt 3] [%mct 4] [%eval 5]", true},
		{Filter{Comments: true, Clocks: true}, all, "[%eval 5]", true},
		{Filter{Comments: true, Evals: true}, all, "[%clk 1] [%emt 2] [%egt 3] [%mct 4]", true},
		{Filter{Comments: true, Clocks: true, Evals: true}, all, "", false},
		{Filter{Comments: true}, "a", "", false}, {Filter{Clocks: true}, "[%clk 1]", "", false}, {Filter{Clocks: true}, "", "", true},
		{Filter{Comments: true}, "", "", false}, {Filter{}, "", "", true},
	} {
		got, isLeft := test.filter.Comment([]byte(test.text))
		if string(got) != test.want || isLeft != test.isLeft {
			t.Errorf("%+v leaves %q of %q, %v, want %q, %v", test.filter, got, test.text, isLeft, test.want, test.isLeft)
		}
	}
}
