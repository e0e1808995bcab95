package tagvalue

import (
	"math"
	"strconv"
	"strings"
)

// An Eval is an evaluation in centipawns, or in moves to mate if Mate is not 0. If Mated is set, the
// position is checkmate, and Mate is 1 or -1. Depth is 0 if it is not known.
type Eval struct {
	Centipawns, Mate int
	Mated            bool
	Depth            int
}

// ParseEval parses an evaluation such as "-1.25" or "#-3", or "-1.25,18" with the depth. "#0" is
// checkmate by White, and "#-0" by Black.
func ParseEval(s string) (Eval, bool) {
	var e Eval
	value, depth, found := strings.Cut(s, ",")
	if found {
		n, err := strconv.ParseUint(depth, 10, 16)
		if err != nil {
			return e, false
		}
		e.Depth = int(n)
	}
	if mate, ok := strings.CutPrefix(value, "#"); ok {
		n, err := strconv.ParseInt(mate, 10, 16)
		if e.Mate = int(n); n == 0 {
			e.Mated, e.Mate = true, 1
			if mate[:min(len(mate), 1)] == "-" {
				e.Mate = -1
			}
		}
		return e, err == nil
	}
	if value == "" || strings.Trim(value, "+-0123456789.") != "" {
		return e, false
	}
	pawns, err := strconv.ParseFloat(value, 64)
	if err != nil || math.Abs(pawns) > 1e6 {
		return e, false
	}
	e.Centipawns = int(math.Round(100 * pawns))
	return e, true
}

// String returns the form that ParseEval reads.
func (e Eval) String() string {
	text := strconv.FormatFloat(float64(e.Centipawns)/100, 'f', 2, 64)
	switch {
	case e.Mated && e.Mate < 0:
		text = "#-0"
	case e.Mated:
		text = "#0"
	case e.Mate != 0:
		text = "#" + strconv.Itoa(e.Mate)
	}
	if e.Depth != 0 {
		text += "," + strconv.Itoa(e.Depth)
	}
	return text
}

// Number returns e as one number, which is greater if e is better for White, as package chess describes.
func (e Eval) Number() int {
	const mate, longest, most = 1_000_000, 99_999, 900_000
	switch n := min(max(e.Mate, -longest), longest); {
	case e.Mated && n < 0:
		return -mate
	case e.Mated:
		return mate
	case n > 0:
		return mate - n
	case n < 0:
		return -mate - n
	}
	return min(max(e.Centipawns, -most), most)
}
