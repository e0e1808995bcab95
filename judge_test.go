package chess

import (
	"fmt"

	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// findingsIn returns the findings on the games of a text, a line each: the place, the kind, and the text.
func findingsIn(a Arbiter, pgn string) []string {
	lines := []string{}
	for findings := range a.JudgePGN(NewPGNScanner(strings.NewReader(pgn))) {
		for _, f := range findings {
			lines = append(lines, fmt.Sprintf("%d:%d: %v: %s", f.Line, f.Column, f.Kind, f.Text))
		}
	}
	return lines
}

// Records of one game, with what each profile of rules finds in them.
var judgedRecords = []struct {
	name  string
	rules Rules
	tags  string // "Result 1-0; Termination Time forfeit"
	fen   string
	moves string
	want  []string
}{
	{"mate", FIDERules(), "Result 0-1; Termination Normal", "", "1. f3 e5 2. g4 Qh4# 0-1", nil},
	{"mate without a result", FIDERules(), "", "", "1. f3 e5 2. g4 Qh4#", nil},
	{"mate as a draw", FIDERules(), "Result 1/2-1/2", "", "1. f3 e5 2. g4 Qh4# 1/2-1/2",
		[]string{"3:21: wrong result: 1/2-1/2: the game ended on the board: 0-1 (checkmate)"}},
	{"mate as unfinished", FIDERules(), "", "", "1. f3 e5 2. g4 Qh4# *",
		[]string{"2:21: wrong result: *: the game ended on the board: 0-1 (checkmate)"}},
	{"mate as a win in the tag alone", FIDERules(), "Result 1-0", "", "1. f3 e5 2. g4 Qh4#",
		[]string{"1:1: wrong result: tag Result: 1-0: the game ended on the board: 0-1 (checkmate)"}},
	{"mate with another tag", FIDERules(), "Result 1-0", "", "1. f3 e5 2. g4 Qh4# 0-1",
		[]string{"1:1: wrong result: tag Result: 1-0: the result after the moves is 0-1"}},
	{"mate with another mark", FIDERules(), "Result 0-1", "", "1. f3 e5 2. g4 Qh4# 1-0",
		[]string{"3:21: wrong result: 1-0: the game ended on the board: 0-1 (checkmate)"}},
	{"mate on time", FIDERules(), "Result 0-1; Termination Time forfeit", "", "1. f3 e5 2. g4 Qh4# 0-1",
		[]string{`2:1: wrong termination: tag Termination: "Time forfeit": the game ended by checkmate`}},
	{"mate after a rules infraction", FIDERules(), "Result 0-1; Termination rules infraction", "", "1. f3 e5 2. g4 Qh4# 0-1", nil},
	{"stalemate as a win", FIDERules(), "", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "1. Qf7 1-0",
		[]string{"3:8: wrong result: 1-0: the game ended on the board: 1/2-1/2 (stalemate)"}},
	{"Result tag", FIDERules(), "Result 1-0", "", "1. e4 e5 0-1",
		[]string{"1:1: wrong result: tag Result: 1-0: the result after the moves is 0-1"}},
	{"mark against both tags", FIDERules(), "White A; Black B; Result 1-0; Termination A won by resignation", "", "1. e4 e5 0-1",
		[]string{"6:10: wrong result: 0-1: the tags Result and Termination say 1-0"}},
	{"unknown Result tag", FIDERules(), "Result ?", "", "1. e4 e5 0-1", nil},
	{"unfinished", FIDERules(), "Result *; Termination Unterminated", "", "1. e4 e5 *", nil},
	{"unterminated win", FIDERules(), "Result 1-0; Termination unterminated", "", "1. e4 e5 1-0",
		[]string{`2:1: wrong termination: tag Termination: "unterminated": the result is 1-0`}},
	{"wrong winner", FIDERules(), "White A; Black B; Result 0-1; Termination A won on time", "", "1. e4 e5 0-1",
		[]string{`4:1: wrong termination: tag Termination: "A won on time": the result is 0-1`}},
	{"no mate", FIDERules(), "White A; Black B; Result 1-0; Termination A won by checkmate", "", "1. e4 e5 1-0",
		[]string{`4:1: wrong termination: tag Termination: "A won by checkmate": the last position is not checkmate`}},
	{"unfinished, with an end", FIDERules(), "Termination Time forfeit", "", "1. e4 e5 *",
		[]string{`1:1: wrong termination: tag Termination: "Time forfeit": the result is *`}},

	{"bare kings, played on", FIDERules(), "", "8/8/8/8/8/8/1p6/K6k w - - 0 1", "1. Kxb2 Kg1 {no} 2. Kb1 1/2-1/2",
		[]string{"3:9: played on: 1... Kg1: the game had already ended: 1/2-1/2 (dead position)"}},
	{"bare kings on a server", ServerRules(), "", "8/8/8/8/8/8/1p6/K6k w - - 0 1", "1. Kxb2 Kg1 2. Kb1 1/2-1/2",
		[]string{"3:9: played on: 1... Kg1: the game had already ended: 1/2-1/2 (insufficient material)"}},
	{"bare kings under S3", RulesS3(), "", "8/8/8/8/8/8/1p6/K6k w - - 0 1", "1. Kxb2 Kg1 2. Kb1 1/2-1/2", nil},
	{"bare kings resigned", FIDERules(), "", "8/8/8/8/8/8/1p6/K6k w - - 0 1", "1. Kxb2 1-0",
		[]string{"3:9: wrong result: 1-0: the game ended on the board: 1/2-1/2 (dead position)"}},
	{"fivefold, played on", FIDERules(), "", "", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 9. e4 1/2-1/2",
		[]string{"2:92: played on: 9. e4: the game had already ended: 1/2-1/2 (fivefold repetition)"}},
	{"a pass out of stalemate", FIDERules(), "", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "1. Qf7 -- 2. Kh6 1/2-1/2",
		[]string{"3:8: played on: 1... --: the game had already ended: 1/2-1/2 (stalemate)"}},
	{"perpetual check under S2", RulesS2(), "", "6k1/5ppp/8/8/8/8/1q6/4Q1K1 w - - 0 1", "1. Qe8# 1-0", nil},

	{"win on time with a bare king", FIDERules(), "Result 1-0; Termination Time forfeit", "8/8/8/8/8/1p6/8/K6k b - - 0 1", "1... Kg2 1-0",
		[]string{"5:10: wrong flag-fall: 1-0 (time): White cannot checkmate by any sequence of legal moves"}},
	{"win on time on a server", ServerRules(), "Result 1-0; Termination Time forfeit", "8/8/8/8/8/1p6/8/K6k b - - 0 1", "1... Kg2 1-0",
		[]string{"5:10: wrong flag-fall: 1-0 (time): White has too few pieces to checkmate"}},
	{"knight against pawn on time", FIDERules(), "Result 1-0; Termination Time forfeit", "8/8/8/8/8/1p6/7N/K6k b - - 0 1", "1... Kg2 1-0", nil},
	{"forced line on time", FIDERules(), "Result 1-0; Termination time forfeit", "5r1k/6P1/7K/5q2/8/8/8/8 b - - 0 1", "1-0",
		[]string{"5:1: wrong flag-fall: 1-0 (time): White cannot checkmate by any sequence of legal moves"}},
	{"forced line on a server", ServerRules(), "Result 1-0; Termination Time forfeit", "5r1k/6P1/7K/5q2/8/8/8/8 b - - 0 1", "1-0", nil},
	{"draw on time", FIDERules(), "Result 1/2-1/2; Termination Time forfeit", "8/8/8/8/8/1p6/8/K6k b - - 0 1", "1... Kg2 1/2-1/2",
		[]string{"5:10: wrong flag-fall: 1/2-1/2 (time): Black could still checkmate when the opponent's time was up"}},
	{"draw on time against a bare king", FIDERules(), "Result 1/2-1/2; Termination Time forfeit", "8/8/8/8/8/1p6/8/K6k w - - 0 1", "1. Kb1 1/2-1/2", nil},
	{"draw on time against a knight", FIDERules(), "Result 1/2-1/2; Termination Game drawn by timeout vs insufficient material",
		"8/8/8/8/8/1p6/7N/K6k w - - 0 1", "1. Kb2 1/2-1/2",
		[]string{"5:8: wrong flag-fall: 1/2-1/2 (time): White could still checkmate when the opponent's time was up"}},
	{"draw on time against a knight on a server", ServerRules(), "Result 1/2-1/2; Termination Game drawn by timeout vs insufficient material",
		"8/8/8/8/8/1p6/7N/K6k w - - 0 1", "1. Kb2 1/2-1/2", nil},

	{"repetition", FIDERules(), "Termination Game drawn by repetition", "", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2", nil},
	{"repetition by an announced move", FIDERules(), "Termination Game drawn by repetition", "", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 1/2-1/2", nil},
	{"repetition on a server by an announced move", ServerRules(), "Termination Game drawn by repetition", "", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 1/2-1/2",
		[]string{`1:1: unfounded draw: tag Termination: "Game drawn by repetition": the position has occurred 2 times`}},
	{"no repetition", FIDERules(), "Termination Game drawn by repetition", "", "1. Nf3 Nf6 1/2-1/2",
		[]string{`1:1: unfounded draw: tag Termination: "Game drawn by repetition": the position is new`}},
	{"repetition under S3", RulesS3(), "Termination threefold repetition", "", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2",
		[]string{`1:1: unfounded draw: tag Termination: "threefold repetition": the rules know no draw by threefold repetition`}},
	{"fifty moves", FIDERules(), "Termination Game drawn by 50-move rule", "8/8/8/8/8/1p6/7N/K6k w - - 99 80", "80. Kb2 1/2-1/2", nil},
	{"fifty moves, announced", FIDERules(), "Termination fifty moves", "8/8/8/8/8/1p6/7N/K6k w - - 98 80", "80. Kb1 1/2-1/2", nil},
	{"not fifty moves", FIDERules(), "Termination Game drawn by 50-move rule", "8/8/8/8/8/1p6/7N/K6k w - - 97 80", "80. Kb2 1/2-1/2",
		[]string{`1:1: unfounded draw: tag Termination: "Game drawn by 50-move rule": the last capture or pawn move is 98 plies ago`}},
	{"two knights", FIDERules(), "Termination Game drawn by insufficient material", "8/8/8/8/8/8/6NN/K6k w - - 0 1", "1. Kb2 1/2-1/2",
		[]string{`1:1: unfounded draw: tag Termination: "Game drawn by insufficient material": a checkmate is still possible`}},
	{"two knights on a server", ServerRules(), "Termination Game drawn by insufficient material", "8/8/8/8/8/8/6NN/K6k w - - 0 1", "1. Kb2 1/2-1/2", nil},
	{"a pawn on a server", ServerRules(), "Termination Game drawn by insufficient material", "8/8/8/8/8/8/6PN/K6k w - - 0 1", "1. Kb2 1/2-1/2",
		[]string{`1:1: unfounded draw: tag Termination: "Game drawn by insufficient material": a checkmate is still possible`}},
	{"perpetual check by agreement", FIDERules(), "Termination perpetual check", "", "1. Nf3 Nf6 1/2-1/2", nil},

	{"illegal move", FIDERules(), "Result 1-0; Termination unterminated", "", "1. f3 e5 2. g4 Qh5# 1-0", []string{
		`2:1: wrong termination: tag Termination: "unterminated": the result is 1-0`,
		"4:16: unreadable: 2... Qh5#: a queen does not move from d8 to h5",
	}},
	{"no start", FIDERules(), "Result 0-1", "x", "1. f3 e5 1-0", []string{
		"1:1: wrong result: tag Result: 0-1: the result after the moves is 1-0",
		`2:1: unreadable: FEN tag: FEN "x": piece placement, offset 0: 'x' is not a piece`,
	}},
	{"variations", FIDERules(), "", "", "1. f3 e5 2. g4 (2. e4 Qh4+ 3. Ke2 Ke7 1-0) 2... Qh4# (2... d5) 0-1", nil},
}

// recordText returns a record of judgedRecords as PGN.
func recordText(tags, fen, moves string) string {
	var b strings.Builder
	for tag := range strings.SplitSeq(tags, "; ") {
		if name, value, ok := strings.Cut(tag, " "); ok {
			fmt.Fprintf(&b, "[%s %q]\n", name, value)
		}
	}
	if fen != "" {
		fmt.Fprintf(&b, "[FEN %q]\n", fen)
	}
	return b.String() + "\n" + moves + "\n"
}

func TestArbiter(t *testing.T) {
	for _, test := range judgedRecords {
		t.Run(test.name, func(t *testing.T) {
			got := findingsIn(Arbiter{Rules: test.rules}, recordText(test.tags, test.fen, test.moves))
			if diff := cmp.Diff(append([]string{}, test.want...), got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}
