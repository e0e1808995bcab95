package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCheckStrict checks that warnings are printed only with -strict, in the order of the text, and
// that they count neither as errors nor in the exit status.
func TestCheckStrict(t *testing.T) {
	const games = "1. e4+ e5 3. Nf3 *\n\n[White \"A\"]\n\n1. e2e4 e5 2. Ke3 *\n"
	const sum = "-: games=2 moves=5 errors=1\n"
	const fault = "-:5:15: game 2 (A - ?): 2. Ke3: a king does not move from e1 to e3\n"
	const strict = `-:1:4: warning: game 1 (? - ?): 1. e4+: the move does not give check: e4
-:1:11: warning: game 1 (? - ?): "3.": a move seems to be missing before 3. Nf3
-:5:4: warning: game 2 (A - ?): 1. e2e4: the standard form of this move is e4
`
	for _, test := range []struct {
		args   []string
		input  string
		want   string
		status int
	}{
		{[]string{"check", "-"}, games, fault + sum, 1},
		{[]string{"check", "-strict", "-"}, games, strict + fault + sum, 1},
		{[]string{"check", "-strict", "-"}, "1. e2e4 *",
			"-:1:4: warning: game 1 (? - ?): 1. e2e4: the standard form of this move is e4\n-: games=1 moves=1 errors=0\n", 0},
		{[]string{"check", "-language", "de", "-"}, "1. Sf3 *", "-: games=1 moves=1 errors=0\n", 0},
		{[]string{"check", "-language", "Klingon", "-"}, "1. Sf3 *", "", 2},
	} {
		status, out, _ := runWith(t, test.input, test.args...)
		if diff := cmp.Diff(test.want, out); diff != "" || status != test.status {
			t.Errorf("%q: status %d, want %d; output (-want +got):\n%s", test.args, status, test.status, diff)
		}
	}
}
