package epd

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/shakki/chess/internal/golden"
)

// TestGolden reads thousands of records that differ from sound ones by a token, and compares what is understood
// of them with earlier answers.
func TestGolden(t *testing.T) {
	golden.Compare(t, func(add func(kind, text string)) {
		golden.Neighbors(add, "record", " ", []string{
			`1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01"; acd 12; pv Qd1+ Kxd1;`,
			`4k3/8/8/8/8/8/4P3/4K2R w K - am e3 O-O; acn 100; acs 2.5; ce -35; dm 4; hmvc 3; fmvn 20; c0 "a \" b"; c9 "x"; eco B97; noop 1 -2.5 xy;`,
		}, func(text string) string {
			r, err := Parse(text)
			form, failed := json.Marshal(r)
			return fmt.Sprintln(r, string(form), failed, err)
		})
	})
}
