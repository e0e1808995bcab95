package uci

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestOptions checks the declarations of options, and the values that they accept.
func TestOptions(t *testing.T) {
	for line, want := range map[string]Option{
		"name Hash type spin default 16 min 1 max 33554432": {Name: "Hash", Type: Spin, Default: "16", Min: 1, Max: 33554432},
		"name Analysis Contempt type combo default Fail High var Always var Fail High var Never": {Name: "Analysis Contempt",
			Type: Combo, Default: "Fail High", Choices: []string{"Always", "Fail High", "Never"}},
		"name Clear Hash type button":             {Name: "Clear Hash", Type: Button},
		"name Log File type string default":       {Name: "Log File", Type: String},
		"name P type string default <empty>":      {Name: "P", Type: String},
		"name P type string default a var min  b": {Name: "P", Type: String, Default: "a var min  b"},
		"name Skill type spin default -5 min -20 max 99999999999999999999": {Name: "Skill", Type: Spin, Default: "-5",
			Min: -20, Max: int(^uint(0) >> 1)},
		"name Own Book type check default true": {Name: "Own Book", Type: Check, Default: "true"},
	} {
		got, ok := parseOption(words(line))
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(Option{})); !ok || diff != "" {
			t.Errorf("%q: %v (-want +got):\n%s", line, ok, diff)
		}
		again, _ := parseOption(words(strings.TrimPrefix(got.command(), "option ")))
		if diff := cmp.Diff(got, again, cmp.AllowUnexported(Option{})); diff != "" {
			t.Errorf("%q: written and read (-want +got):\n%s", got.command(), diff)
		}
	}
	for line, want := range map[string]Option{
		"name A type combo var b  c var d":        {Name: "A", Type: Combo, Choices: []string{"b c", "d"}},
		"name A type combo default <empty> var b": {Name: "A", Type: Combo, Choices: []string{"b"}},
		"name A type combo default b":             {Name: "A", Type: Combo, Default: "b"},
		"name A type combo default a min 1 var max 2 default var b type x": {Name: "A", Type: Combo, Default: "a min 1",
			Choices: []string{"max 2 default", "b type x"}},
		"name A type string min 1":                 {Name: "A", Type: String},
		"name A B  C type check x default <empty>": {Name: "A B C", Type: Check},
		"name A type spin max 3 x min -2 default":  {Name: "A", Type: Spin, Min: -2, Max: 3},
	} {
		got, ok := parseOption(words(line))
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(Option{})); !ok || diff != "" {
			t.Errorf("%q: %v (-want +got):\n%s", line, ok, diff)
		}
	}
	for _, line := range []string{"", "A type check", "name", "name type check", "name A", "name A type", "name A type thing", "Name A type check"} {
		if got, ok := parseOption(words(line)); ok {
			t.Errorf("%q: %+v, want no option", line, got)
		}
	}
	for line, want := range map[string][2]string{
		"": {}, "value 3": {}, "A value 3": {}, "name A": {"A", ""}, "name A B  C value  d  e ": {"A B C", "d  e"},
		"name A value <empty>": {"A", ""}, "name A value <EMPTY>": {"A", "<EMPTY>"}, "name A value": {"A", ""}, "name A value value": {"A", "value"},
	} {
		if name, value := parseSetOption(words(line)); [2]string{name, value} != want {
			t.Errorf("setoption %q: %q, %q, want %q", line, name, value, want)
		}
	}
	spin := Option{Name: "N", Type: Spin, Min: -1, Max: 64}
	combo := Option{Name: "N", Type: Combo, Choices: []string{"Fail High"}}
	for _, test := range []struct {
		option Option
		value  any
		want   string
	}{
		{spin, "65", `option "N": "65": must be an integer from -1 to 64`},
		{spin, -2, `option "N": "-2": must be an integer from -1 to 64`},
		{Option{Name: "N", Type: Spin, Min: -5}, "1", `option "N": "1": must be an integer from -5 to 0`},
		{spin, true, `option "N": "true": must be an integer, not of type bool`},
		{Option{Name: "N"}, 1, `option "N": "1": must be a bool, not of type int`},
		{Option{Name: "N"}, "YES", `option "N": "yes": must be true or false`},
		{Option{Name: "N"}, nil, `option "N": "<nil>": must be a bool, not of type <nil>`},
		{combo, "never", `option "N": "never": must be one of ["Fail High"]`},
		{combo, 1, `option "N": "1": must be a string, not of type int`},
		{Option{Name: "N", Type: Button}, "x", `option "N": "x": a button has no value`},
		{Option{Name: "N", Type: Button}, 1, `option "N": "1": must be nil, not of type int`},
		{Option{Name: "N", Type: String}, " a", `option "N": " a": must be one line without space at the ends`},
		{Option{Name: "N", Type: String}, nil, `option "N": "<nil>": must be a string, not of type <nil>`},
	} {
		if _, err := test.option.text(test.value); fmt.Sprint(err) != test.want {
			t.Errorf("%v option, %v: error %v, want %s", test.option.Type, test.value, err, test.want)
		}
	}
	for _, test := range []struct {
		option Option
		value  any
		want   string // the command without its start, or "" if the value is rejected
	}{
		{spin, 64, "N value 64"}, {spin, "-1", "N value -1"}, {spin, "+07", "N value 7"}, {spin, 65, ""}, {spin, "x", ""},
		{spin, true, ""}, {spin, nil, ""}, {spin, "", ""}, {spin, 1.5, ""},
		{spin, int64(64), "N value 64"}, {spin, uint8(7), "N value 7"}, {spin, int8(-1), "N value -1"}, {spin, uint64(math.MaxUint64), ""},
		{Option{Name: "N"}, "0", ""}, {Option{Name: "N"}, "1", ""},
		{Option{Name: "N"}, true, "N value true"}, {Option{Name: "N"}, "FALSE", "N value false"}, {Option{Name: "N"}, 1, ""},
		{combo, "fail high", "N value Fail High"}, {combo, "never", ""}, {combo, "", ""},
		{Option{Name: "N", Type: Button}, nil, "N"}, {Option{Name: "N", Type: Button}, "", "N"},
		{Option{Name: "N", Type: Button}, "x", ""}, {Option{Name: "N", Type: Button}, true, ""},
		{Option{Name: "N", Type: String}, "", "N value <empty>"}, {Option{Name: "N", Type: String}, "/a b", "N value /a b"},
		{Option{Name: "N", Type: String}, "a\nquit", ""}, {Option{Name: "N", Type: String}, 5, ""},
	} {
		value, err := test.option.text(test.value)
		got := ""
		if err == nil {
			got = strings.TrimPrefix(test.option.setCommand(value), "setoption name ")
			name, parsed := parseSetOption(words("name " + got))
			if name != "N" || parsed != value {
				t.Errorf("%q: name %q, value %q, want N, %q", got, name, parsed, value)
			}
		}
		var rejected *OptionError
		if got != test.want || (err != nil) != errors.As(err, &rejected) {
			t.Errorf("%v option, %v: %q, %v, want %q", test.option.Type, test.value, got, err, test.want)
		}
	}
}

// TestDefaults checks that an option has the value that is declared.
func TestDefaults(t *testing.T) {
	for _, o := range []Option{NewCheck("N", true, nil), NewSpin("N", 2, 1, 3, nil), NewCombo("N", "b", []string{"a", "b"}, nil), NewString("N", "c", nil)} {
		if want := map[OptionType]string{Check: "true", Spin: "2", Combo: "b", String: "c"}[o.Type]; o.Default != want || o.set != nil && o.Type < Combo {
			t.Errorf("%+v has another value than %s, or an effect", o, want)
		}
	}
	o := NewString("N", "", nil)
	if _, err := o.text(strings.Repeat("x", maxValue+1)); err == nil || !strings.HasSuffix(err.Error(), ": must have at most 64 KiB") {
		t.Errorf("a value that is too long: %v", err)
	}
}

// TestManyOptions checks that an engine may have 1,000 options, but not more.
func TestManyOptions(t *testing.T) {
	checkLeftovers(t)
	for n, end := range map[int]string{maxOptions: "< uciok\n> isready\n< readyok\n> quit\n", maxOptions + 1: ""} {
		r, w := replay(t, "> uci\n"+strings.Repeat("< option name A type button\n", n)+end)
		e, err := New(background(t), r, w)
		if n > maxOptions {
			if !errors.Is(err, ErrProtocol) || !strings.Contains(err.Error(), "more than 1,000 options") {
				t.Errorf("%d options: error %v, want %v", n, err, ErrProtocol)
			}
			continue
		}
		if err != nil || len(e.Options()) != n {
			t.Fatalf("%d options: error %v", n, err)
		}
		e.Close()
	}
}
