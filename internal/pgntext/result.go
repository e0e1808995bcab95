package pgntext

import "strings"

// A Result is the score of a game. The numbers are those of package chess.
type Result uint8

const (
	Unfinished Result = iota // *
	WhiteWins                // 1-0
	BlackWins                // 0-1
	Draw                     // 1/2-1/2
	BothLose                 // 0-0
	WhiteHalf                // 1/2-0
	BlackHalf                // 0-1/2
)

// ParseResult parses a result in one of the forms that occur in PGN files. The mark "*" is not one
// of them, and neither is "0-0", which can be castling.
func ParseResult(word []byte) (Result, bool) {
	if len(word) < 2 {
		return Unfinished, false
	}
	switch string(word) {
	case "1-0", "1:0", "1–0", "1—0", "+--", "WHITEWIN":
		return WhiteWins, true
	case "0-1", "0:1", "0–1", "0—1", "--+", "BLACKWIN":
		return BlackWins, true
	case "1/2-1/2", "1/2", "1/2:1/2", "1/2–1/2", "1/2—1/2", "½-½", "½–½", "½—½", "½:½", "½", "0.5-0.5":
		return Draw, true
	case "1/2-0", "1/2:0", "1/2–0", "1/2—0", "½-0", "½–0", "½—0", "0.5-0":
		return WhiteHalf, true
	case "0-1/2", "0:1/2", "0–1/2", "0—1/2", "0-½", "0–½", "0—½", "0-0.5":
		return BlackHalf, true
	}
	return Unfinished, false
}

// Agrees reports whether r after the moves says the same as a Result tag. PGN has no mark for some
// results, so "*" stands for them.
func (r Result) Agrees(tag Result) bool { return r == tag || r == Unfinished && tag > Draw }

// ParseResultTag parses the value of a Result tag, which may have spaces as after the moves. If the
// value is not a result, such as "?", ok is false.
func ParseResultTag(value string) (result Result, ok bool) {
	if result, ok = ParseResult([]byte(value)); ok {
		return result, true
	}
	var buffer [16]byte
	text := buffer[:0]
	for i := range len(value) {
		if c := value[i]; c != ' ' && c != '\t' {
			text = append(text, c)
		}
	}
	switch {
	case string(text) == "*":
		return Unfinished, true
	case IsDoubleForfeit(string(text)):
		return BothLose, true
	}
	return ParseResult(text)
}

// IsDoubleForfeit reports whether value is the result of a game that both players lost, which is
// not a result of the PGN standard.
func IsDoubleForfeit(value string) bool {
	switch strings.TrimSpace(value) {
	case "0-0", "0–0", "0—0":
		return true
	}
	return false
}

// ParseScore parses the value of a Result tag that PGN does not have, as federations write it:
// "1F-0F" and "+/-" are won, and "0-0" and "-/-" are lost by both players.
// isKnown is false for "?" and "-". If the value is no score, ok is false.
func ParseScore(value string) (result Result, isKnown, ok bool) {
	score := strings.NewReplacer("F", "", "f", "", " ", "", "–", "-", "—", "-", "+", "1").Replace(value)
	switch score {
	case "1/-", "1-", "1--", "1:-":
		return WhiteWins, true, true
	case "-/1", "-1", "--1", "-:1":
		return BlackWins, true, true
	case "0-0", "-/-", "---", "-:-":
		return BothLose, true, true
	}
	if result, ok = ParseResultTag(score); ok {
		return result, true, true
	}
	return Unfinished, false, strings.Trim(value, " ?+-–—/:0") == ""
}

// String returns the form of package chess, such as "1-0".
func (r Result) String() string {
	return [...]string{"*", "1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2"}[r]
}
