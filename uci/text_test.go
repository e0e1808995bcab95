package uci

import (
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLines checks how input is divided into lines, of which none may have more than 1 MiB.
func TestLines(t *testing.T) {
	long := strings.Repeat("x", maxLine)
	const tooLong = "a line of more than 1 MiB"
	for name, test := range map[string]struct {
		input string
		want  []string // lines, and errors
	}{
		"empty":        {"", nil},
		"line ends":    {"a\nb\r\n\n c \rd\n\r\r\n", []string{"a", "b", "", " c \rd", ""}},
		"no end":       {"a\nb", []string{"a", "b"}},
		"just fits":    {long[1:] + "\nb\n", []string{long[1:], "b"}},
		"fits at end":  {long, []string{long}},
		"too long":     {long + "\nb\n", []string{tooLong, "b"}},
		"a bit longer": {long + "yyy\r\nb\n", []string{tooLong, "b"}},
		"much longer":  {long + long + "y\nb\n", []string{tooLong, "b"}},
		"long, no end": {long + "y", []string{tooLong}},
	} {
		lines := newLineReader(strings.NewReader(test.input))
		var got []string
		for {
			line, err := lines.next()
			if err == io.EOF {
				break
			}
			if err != nil {
				if line != long {
					t.Errorf("%s: the error comes with %d bytes, want the first 1 MiB", name, len(line))
				}
				line = err.Error()
			}
			got = append(got, line)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: lines %.30q, want %.30q", name, got, test.want)
		}
	}
}

// TestTexts checks the text forms of the types.
func TestTexts(t *testing.T) {
	info := Info{Depth: 3, Score: &Score{Centipawns: 5, Bound: LowerBound}, WDL: &WDL{1, 2, 3}}
	info.PV = mustMoves(t, start, "e2e4")
	text, err := json.Marshal(info)
	const want = `{"depth":3,"score":{"centipawns":5,"bound":"lowerbound"},` +
		`"wdl":{"win":1,"draw":2,"loss":3},"pv":["e2e4"]}`
	if err != nil || string(text) != want {
		t.Errorf("JSON %s, %v, want %s", text, err, want)
	}
	var got Info
	if err := json.Unmarshal(text, &got); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(info, got); diff != "" {
		t.Errorf("JSON (-want +got):\n%s", diff)
	}
	for b := Exact; b <= UpperBound+1; b++ {
		checkText(t, b, b <= UpperBound)
	}
	for o := Check; o <= String+1; o++ {
		checkText(t, o, o <= String)
	}
	for k := Sent; k <= Warning+1; k++ {
		checkText(t, k, k <= Warning)
	}
}

// checkText checks that a value survives the way through its text, or has no text.
func checkText[T interface {
	comparable
	String() string
	MarshalText() ([]byte, error)
}](t *testing.T, v T, valid bool) {
	t.Helper()
	text, err := v.MarshalText()
	if (err == nil) != valid || valid && string(text) != v.String() {
		t.Errorf("%v: text %q, error %v", v, text, err)
	}
	var again T
	err = any(&again).(interface{ UnmarshalText([]byte) error }).UnmarshalText([]byte(v.String()))
	if (err == nil) != valid || valid && again != v {
		t.Errorf("%v: read as %v, error %v", v, again, err)
	}
}
