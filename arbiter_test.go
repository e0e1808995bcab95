package chess

import (
	stdcmp "cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/internal/pgntext"
)

// findingsIn returns the findings in a PGN text. Each is a line with the place, the kind, and the
// text of the finding.
func findingsIn(a Arbiter, pgn string) []string {
	lines := []string{}
	for findings := range a.JudgePGN(NewPGNScanner(strings.NewReader(pgn))) {
		for _, f := range findings {
			lines = append(lines, fmt.Sprintf("%d:%d: %v: %s", f.Line, f.Column, f.Kind, f.Text))
		}
	}
	return lines
}

// judgedRecords are records of one game, with the findings under the given rules.
var judgedRecords = []struct {
	name  string
	rules Rules
	tags  string // such as "Result 1-0; Termination Time forfeit"
	fen   string
	moves string
	want  []string
}{
	{"checkmate", Rules{}, "Result 0-1; Termination Normal", "", "1. f3 e5 2. g4 Qh4# 0-1", nil},
	{"checkmate by a player who had to forfeit", Rules{}, "Result 1-0; Termination forfeit", "", "1. f3 e5 2. g4 Qh4# 1-0",
		[]string{"4:21: wrong result: 1-0: the game ended on the board: 0-1 (checkmate)"}},
	{"checkmate and a resignation that the Termination tag does not tell", Rules{},
		"Result 0-1; Termination some words; EndReason resignation by White", "", "1. f3 e5 2. g4 Qh4# 0-1",
		[]string{"5:21: wrong termination: 0-1 (resignation): the game ended by checkmate"}},
	{"abandonment against a bare king", Rules{}, "White A; Black B; Date 2024.01.31; Result 1-0; Termination B left the game",
		"8/8/8/8/8/1p6/8/K6k w - - 0 60", "60. Kb1 1-0", nil},
	{"checkmate and a forfeit", Rules{}, "Result 0-1; Termination forfeit", "", "1. f3 e5 2. g4 Qh4# 0-1", nil},
	{"perpetual check that is none", RulesS2(), "Result 1/2-1/2; EndReason perpetual check", "", "1. e4 e5 1/2-1/2",
		[]string{`2:1: wrong tag: tag EndReason: "perpetual check": the position is new`}},
	{"checkmate sign after the only move", Rules{}, "", "", "1. e4# *",
		[]string{"2:4: wrong move: 1. e4: the move is marked as checkmate but is not"}},
	{"checkmate sign on a check before the last move", Rules{}, "", "", "1. e4 f5 2. Qh5# g6 *",
		[]string{"2:13: unreadable: 2. Qh5+: the move is marked as checkmate but is not"}},
	{"tags that agree, and no result after the moves", Rules{},
		"White A; Black B; Result 1-0; Termination A won by resignation", "", "1. e4 e5", nil},
	{"draw on time against a bishop on a server", ServerRules(), "Result 1/2-1/2; Termination Time forfeit",
		"8/8/8/8/8/b7/P1k4P/K7 b - - 0 1", "1... Bf8 1/2-1/2", nil},
	{"draw on time against a bishop that could mate", Rules{}, "Result 1/2-1/2; Termination Time forfeit",
		"8/8/8/8/8/b7/P1k4P/K7 b - - 0 1", "1... Bf8 1/2-1/2",
		[]string{"5:10: wrong flag-fall: 1/2-1/2 (time): Black could still checkmate when the opponent's time was up"}},
	{"part of a UTCDate", Rules{}, "Date 2020.05.05; UTCDate 2020.??.??", "", "1. e4 *", nil},
	{"second clock too high, though not if the control were in minutes", Rules{}, "TimeControl 60",
		"", "1. e4 {[%clk 0:00:59]} e5 {[%clk 0:30:00]} *",
		[]string{`3:27: wrong move: 1... e5: the clock shows 0:30:00, more than the time control "60" can give`}},
	{"every draw is automatic", Rules{DeadPosition: Automatic, InsufficientMaterial: Automatic, Threefold: Automatic,
		Fivefold: Automatic, FiftyMoves: Automatic, SeventyFiveMoves: Automatic, PerpetualCheck: Automatic},
		"", "", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *",
		[]string{"2:48: played on: 5. e4: the game had already ended: 1/2-1/2 (threefold repetition)"}},
	{"perpetual check that is a repetition", without(Rules{PerpetualCheck: Automatic}), "Termination perpetual check",
		"", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2",
		[]string{`1:1: unfounded draw: tag Termination: "perpetual check": the condition does not hold`}},
	{"perpetual check is automatic", without(Rules{PerpetualCheck: Automatic}), "", perpetualFEN,
		"40. Qe8+ Kh7 41. Qh5+ Kg8 42. Qe8+ Kh7 43. Qh5+ Kg8 44. Qe8+ *",
		[]string{"3:57: played on: 44. Qe8+: the game had already ended: 1/2-1/2 (perpetual check)"}},
	{"agreement after one ply", Rules{}, "Termination Game drawn by agreement", "", "1. e4 1/2-1/2",
		[]string{`1:1: unfounded draw: tag Termination: "Game drawn by agreement": only one player has moved`}},
	{"agreement after two plies", Rules{}, "Termination Game drawn by agreement", "", "1. e4 e5 1/2-1/2", nil},
	{"agreement in a record without moves", Rules{}, "Termination Game drawn by agreement", "", "1/2-1/2", nil},
	{"checkmate without a result", Rules{}, "", "", "1. f3 e5 2. g4 Qh4#", nil},
	{"checkmate recorded as a draw", Rules{}, "Result 1/2-1/2", "", "1. f3 e5 2. g4 Qh4# 1/2-1/2",
		[]string{"3:21: wrong result: 1/2-1/2: the game ended on the board: 0-1 (checkmate)"}},
	{"checkmate recorded as unfinished", Rules{}, "", "", "1. f3 e5 2. g4 Qh4# *",
		[]string{"2:21: wrong result: *: the game ended on the board: 0-1 (checkmate)"}},
	{"checkmate with the wrong winner in the Result tag and no other result", Rules{}, "Result 1-0",
		"", "1. f3 e5 2. g4 Qh4#",
		[]string{"1:1: wrong result: tag Result: 1-0: the game ended on the board: 0-1 (checkmate)"}},
	{"checkmate with the wrong winner in the Result tag", Rules{}, "Result 1-0", "", "1. f3 e5 2. g4 Qh4# 0-1",
		[]string{"1:1: wrong result: tag Result: 1-0: the result after the moves is 0-1"}},
	{"checkmate with the wrong winner after the moves", Rules{}, "Result 0-1", "", "1. f3 e5 2. g4 Qh4# 1-0",
		[]string{"3:21: wrong result: 1-0: the game ended on the board: 0-1 (checkmate)"}},
	{"checkmate recorded as a win on time", Rules{}, "Result 0-1; Termination Time forfeit",
		"", "1. f3 e5 2. g4 Qh4# 0-1",
		[]string{`2:1: wrong termination: tag Termination: "Time forfeit": the game ended by checkmate`}},
	{"checkmate recorded as a rules infraction", Rules{}, "Result 0-1; Termination rules infraction",
		"", "1. f3 e5 2. g4 Qh4# 0-1", nil},
	{"checkmate recorded as an adjudication", Rules{}, "Result 0-1; Termination adjudication", "", "1. f3 e5 2. g4 Qh4# 0-1", nil},
	{"stalemate recorded as a win", Rules{}, "", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "1. Qf7 1-0",
		[]string{"3:8: wrong result: 1-0: the game ended on the board: 1/2-1/2 (stalemate)"}},
	{"Result tag contradicts the movetext", Rules{}, "Result 1-0", "", "1. e4 e5 0-1",
		[]string{"1:1: wrong result: tag Result: 1-0: the result after the moves is 0-1"}},
	{"movetext contradicts the Result and Termination tags", Rules{},
		"White A; Black B; Result 1-0; Termination A won by resignation",
		"", "1. e4 e5 0-1",
		[]string{"6:10: wrong result: 0-1: the tags Result and Termination say 1-0"}},
	{"movetext contradicts the Result and Termination tags, which a bare king does too", Rules{},
		"Date 2024.01.31; Result 1-0; Termination Black resigns", "8/8/8/8/8/1p6/8/K6k w - - 0 60", "60. Kb1 0-1",
		[]string{
			"2:1: wrong result: 1-0 (resignation): White cannot checkmate by any sequence of legal moves",
			"6:9: wrong result: 0-1: the tags Result and Termination say 1-0",
		}},
	{"movetext contradicts the Result tag, and the Termination tag both", Rules{}, "Result 1-0; Termination Game drawn by agreement", "", "1. e4 e5 0-1",
		[]string{"1:1: wrong result: tag Result: 1-0: the result after the moves is 0-1",
			`2:1: wrong termination: tag Termination: "Game drawn by agreement": the result is 0-1`}},
	{"unknown Result tag", Rules{}, "Result ?", "", "1. e4 e5 0-1", nil},
	{"unfinished game", Rules{}, "Result *; Termination Unterminated", "", "1. e4 e5 *", nil},
	{"win recorded as unterminated", Rules{}, "Result 1-0; Termination unterminated", "", "1. e4 e5 1-0",
		[]string{`2:1: wrong termination: tag Termination: "unterminated": the result is 1-0`}},
	{"wrong winner in the Termination tag", Rules{}, "White A; Black B; Result 0-1; Termination A won on time",
		"", "1. e4 e5 0-1",
		[]string{`4:1: wrong termination: tag Termination: "A won on time": the result is 0-1`}},
	{"checkmate in the Termination tag only", Rules{},
		"White A; Black B; Result 1-0; Termination A won by checkmate",
		"", "1. e4 e5 1-0",
		[]string{`4:1: wrong termination: tag Termination: "A won by checkmate": the last position is not checkmate`}},
	{"unfinished game with a time forfeit", Rules{}, "Termination Time forfeit", "", "1. e4 e5 *",
		[]string{`1:1: wrong termination: tag Termination: "Time forfeit": the result is *`}},

	{"bare kings, played on", Rules{}, "", "8/8/8/8/8/8/1p6/K6k w - - 0 1", "1. Kxb2 Kg1 {no} 2. Kb1 1/2-1/2",
		[]string{"3:9: played on: 1... Kg1: the game had already ended: 1/2-1/2 (dead position)"}},
	{"bare kings under server rules, played on", ServerRules(), "",
		"8/8/8/8/8/8/1p6/K6k w - - 0 1", "1. Kxb2 Kg1 2. Kb1 1/2-1/2",
		[]string{"3:9: played on: 1... Kg1: the game had already ended: 1/2-1/2 (insufficient material)"}},
	{"bare kings under S3, played on", RulesS3(), "", "8/8/8/8/8/8/1p6/K6k w - - 0 1", "1. Kxb2 Kg1 2. Kb1 1/2-1/2", nil},
	{"dead position with a knight each", Rules{}, "Termination dead position", "8/8/4k3/3n4/8/3KN3/8/8 w - - 0 1", "1. Nc2 1/2-1/2",
		[]string{`1:1: unfounded draw: tag Termination: "dead position": a checkmate is still possible`}},
	{"fivefold repetition under rules that have threefold", RulesS1(), "Termination fivefold repetition",
		"", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 1/2-1/2", nil},
	{"seventy-five moves under rules that have fifty", RulesS1(), "Termination seventy-five moves",
		"8/8/4k3/8/8/2KN4/8/7r w - - 149 80", "80. Kd4 1/2-1/2", nil},
	{"bare kings recorded as a win", Rules{}, "", "8/8/8/8/8/8/1p6/K6k w - - 0 1", "1. Kxb2 1-0",
		[]string{"3:9: wrong result: 1-0: the game ended on the board: 1/2-1/2 (dead position)"}},
	{"fivefold repetition, played on", Rules{}, "",
		"", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 9. e4 1/2-1/2",
		[]string{"2:92: played on: 9. e4: the game had already ended: 1/2-1/2 (fivefold repetition)"}},
	{"fivefold repetition recorded, and a checkmate played on", Rules{}, "",
		"", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 9. f3 e5 10. g4 Qh4# 1/2-1/2",
		[]string{"2:92: played on: 9. f3: the game had already ended: 1/2-1/2 (fivefold repetition)"}},
	{"pass after stalemate", Rules{}, "", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "1. Qf7 -- 2. Kh6 1/2-1/2",
		[]string{
			"3:8: played on: 1... --: the game had already ended: 1/2-1/2 (stalemate)",
			"3:8: wrong move: 1... --: no player may pass",
		}},
	{"checkmate under S2", RulesS2(), "", "6k1/5ppp/8/8/8/8/1q6/4Q1K1 w - - 0 1", "1. Qe8# 1-0", nil},

	{"win on time with a bare king", Rules{}, "Result 1-0; Termination Time forfeit",
		"8/8/8/8/8/1p6/8/K6k b - - 0 1", "1... Kg2 1-0",
		[]string{"5:10: wrong flag-fall: 1-0 (time): White cannot checkmate by any sequence of legal moves"}},
	{"win on time with a bare king under server rules", ServerRules(), "Result 1-0; Termination Time forfeit",
		"8/8/8/8/8/1p6/8/K6k b - - 0 1", "1... Kg2 1-0",
		[]string{"5:10: wrong flag-fall: 1-0 (time): White has too few pieces to checkmate"}},
	{"win on time with a knight against a pawn", Rules{}, "Result 1-0; Termination Time forfeit",
		"8/8/8/8/8/1p6/7N/K6k b - - 0 1", "1... Kg2 1-0", nil},
	{"win on time where forced moves prevent checkmate", Rules{}, "Result 1-0; Termination time forfeit",
		"5r1k/6P1/7K/5q2/8/8/8/8 b - - 0 1", "1-0",
		[]string{"5:1: wrong flag-fall: 1-0 (time): White cannot checkmate by any sequence of legal moves"}},
	{"win on time where forced moves prevent checkmate, under server rules", ServerRules(),
		"Result 1-0; Termination Time forfeit",
		"5r1k/6P1/7K/5q2/8/8/8/8 b - - 0 1", "1-0", nil},
	{"draw on time against a pawn", Rules{}, "Result 1/2-1/2; Termination Time forfeit",
		"8/8/8/8/8/1p6/8/K6k b - - 0 1", "1... Kg2 1/2-1/2",
		[]string{"5:10: wrong flag-fall: 1/2-1/2 (time): Black could still checkmate when the opponent's time was up"}},
	{"resignation against a bare king", Rules{}, "Date 2024.01.31; White A; Black B; Result 1-0; Termination B resigns",
		"8/8/8/8/8/1p6/8/K6k w - - 0 60", "60. Kb1 1-0",
		[]string{"8:9: wrong result: 1-0 (resignation): White cannot checkmate by any sequence of legal moves"}},
	{"resignation against a bare king, drawn", Rules{}, "Date 2024.01.31; White A; Black B; Result 1/2-1/2; Termination B resigns",
		"8/8/8/8/8/1p6/8/K6k w - - 0 60", "60. Kb1 1/2-1/2", nil},
	{"resignation against a bare king, drawn in 1970", Rules{}, "Date 1970.??.??; White A; Black B; Result 1/2-1/2; Termination B resigns",
		"8/8/8/8/8/1p6/8/K6k w - - 0 60", "60. Kb1 1/2-1/2", nil},
	{"resignation against a bare king before 2023", Rules{}, "Date 2022.12.31; UTCDate 2023.01.01; Result 1-0; Termination resignation",
		"8/8/8/8/8/1p6/8/K6k w - - 0 60", "60. Kb1 1-0", nil},
	{"resignation against a bare king in a year that is known in part", Rules{}, "Date 20??.??.??; Result 1-0; Termination Black resigns",
		"8/8/8/8/8/1p6/8/K6k w - - 0 60", "60. Kb1 1-0", nil},
	{"resignation against a bare king on a day that only UTCDate tells", Rules{}, "Date ????.??.??; UTCDate 2023.01.01; Result 1-0; Termination resignation",
		"8/8/8/8/8/1p6/8/K6k w - - 0 60", "60. Kb1 1-0",
		[]string{"7:9: wrong result: 1-0 (resignation): White cannot checkmate by any sequence of legal moves"}},
	{"resignation against a bare king on a day of an event", Rules{}, "EventDate 2023.01.01; Result 1-0; Termination resignation",
		"8/8/8/8/8/1p6/8/K6k w - - 0 60", "60. Kb1 1-0",
		[]string{"6:9: wrong result: 1-0 (resignation): White cannot checkmate by any sequence of legal moves"}},
	{"resignation against a bare king without a date", Rules{}, "Result 1-0; Termination Black resigns",
		"8/8/8/8/8/1p6/8/K6k w - - 0 60", "60. Kb1 1-0", nil},
	{"resignation against a bare king under server rules", ServerRules(), "Date 2024.01.31; Result 1-0; Termination Black resigns",
		"8/8/8/8/8/1p6/8/K6k w - - 0 60", "60. Kb1 1-0", nil},
	{"resignation against a bare king under S1", RulesS1(), "Date 2024.01.31; Result 1-0; Termination Black resigns",
		"8/8/8/8/8/1p6/8/K6k w - - 0 60", "60. Kb1 1-0", nil},
	{"resignation against a bare king, drawn under S1", RulesS1(), "Result 1/2-1/2; Termination Black resigns",
		"8/8/8/8/8/1p6/8/K6k w - - 0 60", "60. Kb1 1/2-1/2",
		[]string{"5:9: wrong result: 1/2-1/2 (resignation): a player who resigns loses under these rules"}},
	{"resignation against a pawn, drawn", Rules{}, "Result 1/2-1/2; Termination White resigns",
		"8/8/8/8/8/1p6/8/K6k w - - 0 60", "60. Kb1 1/2-1/2",
		[]string{"5:9: wrong result: 1/2-1/2 (resignation): Black could still checkmate"}},
	{"resignation in a saved game against a bare king", Rules{}, "Date 2024.01.31; Result 1-0; EndReason resignation by Black",
		"8/8/8/8/8/1p6/8/K6k w - - 0 60", "60. Kb1 1-0",
		[]string{"6:9: wrong result: 1-0 (resignation): White cannot checkmate by any sequence of legal moves"}},
	{"illegal move against a bare king", Rules{}, "Date 2024.01.31; Result 1-0; Termination Black makes an illegal move",
		"8/8/8/8/8/1p6/8/K6k w - - 0 60", "60. Kb1 1-0",
		[]string{"6:9: wrong result: 1-0 (rules infraction): White cannot checkmate by any sequence of legal moves"}},
	{"illegal move against a bare king, drawn", Rules{}, "Date 2024.01.31; Result 1/2-1/2; Termination Black makes an illegal move",
		"8/8/8/8/8/1p6/8/K6k w - - 0 60", "60. Kb1 1/2-1/2", nil},
	{"illegal move against a pawn, drawn", Rules{}, "Result 1/2-1/2; Termination illegal move",
		"8/8/8/8/8/1p6/8/K6k b - - 0 60", "60... Kh2 1/2-1/2",
		[]string{"5:11: wrong result: 1/2-1/2 (rules infraction): Black could still checkmate"}},
	{"penalty against a bare king", Rules{}, "Date 2024.01.31; Result 1-0; Termination rules infraction",
		"8/8/8/8/8/1p6/8/K6k w - - 0 60", "60. Kb1 1-0", nil},
	{"resignation in a comment against a bare king", Rules{}, "Date 2024.01.31; Result 1-0",
		"8/8/8/8/8/1p6/8/K6k w - - 0 60", "60. Kb1 {Black resigns} 1-0",
		[]string{`5:9: wrong termination: comment "Black resigns": White cannot checkmate by any sequence of legal moves`}},
	{"resignation in a tag and a comment against a bare king", Rules{}, "Date 2024.01.31; Result 1-0; EndReason resignation by Black",
		"8/8/8/8/8/1p6/8/K6k w - - 0 60", "60. Kb1 {Black resigns} 1-0",
		[]string{`6:25: wrong result: 1-0 (resignation): White cannot checkmate by any sequence of legal moves`}},
	{"resignation in a comment against a bare king, drawn", Rules{}, "Date 2024.01.31; Result 1/2-1/2",
		"8/8/8/8/8/1p6/8/K6k w - - 0 60", "60. Kb1 {Black resigns} 1/2-1/2", nil},
	{"resignation in a comment before an illegal move", Rules{}, "Date 2024.01.31; Result 1-0",
		"8/8/8/8/8/1p6/8/K6k w - - 0 60", "60. Kb1 {Black resigns} Ka8 1-0",
		[]string{"5:25: unreadable: 60... Ka8: a king does not move from h1 to a8"}},
	{"resignation in a comment, drawn", Rules{}, "", "", "1. e4 e5 {Black resigns} 1/2-1/2",
		[]string{`2:10: wrong termination: comment "Black resigns": White could still checkmate`}},
	{"agreement in a game that begins at move 41", Rules{}, "Result 1/2-1/2; Termination Game drawn by agreement",
		"4k3/8/8/8/8/8/8/R3K3 w - - 0 41", "41. Kd2 1/2-1/2", nil},
	{"agreement after Black's first move in a game that begins with it", Rules{}, "Result 1/2-1/2; Termination Game drawn by agreement",
		"4k3/8/8/8/8/8/8/R3K3 b - - 0 1", "1... Kd7 1/2-1/2", nil},
	{"resignation of the winner", Rules{}, "Result 1-0; EndReason resignation by White", "", "1. e4 1-0",
		[]string{`2:1: wrong tag: tag EndReason: "resignation by White": it contradicts the result`}},
	{"resignation of the loser", Rules{}, "Result 0-1; EndReason resignation by White", "", "1. e4 0-1", nil},
	{"draw offer in a game that is over", Rules{}, "Result 1-0; DrawOffer White", "", "1. e4 1-0",
		[]string{`2:1: wrong tag: tag DrawOffer: "White": it contradicts the result`}},
	{"claim without a repetition", Rules{}, "Result 1/2-1/2; EndReason threefold repetition by White", "", "1. e4 e5 1/2-1/2",
		[]string{`2:1: wrong tag: tag EndReason: "threefold repetition by White": the position is new`}},
	{"claim by the player not to move", Rules{}, "Result 1/2-1/2; EndReason threefold repetition by Black",
		"", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2",
		[]string{`2:1: wrong tag: tag EndReason: "threefold repetition by Black": Black was not to move`}},
	{"claim with an announced move", Rules{}, "Result 1/2-1/2; EndReason threefold repetition by Black; AnnouncedMove Ng8",
		"", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 1/2-1/2", nil},
	{"claim with an announced move under rules with no other claim", Rules{Threefold: NoEffect, Fivefold: NoEffect},
		"Result 1/2-1/2; EndReason threefold repetition by Black; AnnouncedMove Ng8",
		"", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 1/2-1/2", nil},
	{"claim with another announced move", Rules{}, "Result 1/2-1/2; EndReason threefold repetition by Black; AnnouncedMove Ne4",
		"", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 1/2-1/2",
		[]string{`3:1: wrong tag: tag AnnouncedMove: "Ne4": the move does not bring about a draw by threefold repetition`}},
	{"announced pass on a repeated position", Rules{}, "Result 1/2-1/2; EndReason threefold repetition by White; AnnouncedMove Z0",
		"", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2",
		[]string{`3:1: wrong tag: tag AnnouncedMove: "Z0": the move does not bring about a draw by threefold repetition`}},
	{"announced move that is not legal", Rules{}, "Result 1-0; EndReason resignation by Black; AnnouncedMove Ke7", "", "1. e4 1-0",
		[]string{`3:1: wrong tag: tag AnnouncedMove: "Ke7": the move is not legal`}},
	{"announced move of a wrong claim", Rules{}, "Result *; AnnouncedMove Nf6", "", "1. e4 *", nil},
	{"resignation by nobody", Rules{}, "Date 2024.01.31; Result 1-0; EndReason resignation by nobody",
		"8/8/8/8/8/1p6/8/K6k w - - 0 60", "60. Kb1 1-0", nil},
	{"adjudication by the winner", Rules{}, "Result 1-0; EndReason adjudication by White", "", "1. e4 1-0", nil},
	{"resignation without a result", Rules{}, "Termination White resigns", "8/8/8/8/8/1p6/8/K6k w - - 0 60", "60. Kb1", nil},
	{"Result tag of a forfeit, and no result after the moves", Rules{}, "Result 1F-0F", "", "1. e4 e5", nil},
	{"claim of a game that had ended", Rules{}, "Result 1/2-1/2; EndReason fifty moves by White",
		"", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 1/2-1/2", nil},
	{"no announced move", Rules{}, "Result *; AnnouncedMove -", "", "1. e4 *", nil},
	{"draw on time, whose time is told", Rules{}, "Result 1/2-1/2; Termination Time forfeit; EndReason time by White",
		"8/8/8/8/8/1p6/7N/K6k b - - 0 1", "1... Kxh2 2. Kb2 1/2-1/2",
		[]string{"6:18: wrong flag-fall: 1/2-1/2 (time): Black could still checkmate when the opponent's time was up"}},
	{"draw on time by the player not to move", Rules{}, "Result 1/2-1/2; Termination Time forfeit; EndReason time by Black",
		"8/8/8/8/8/1p6/8/K6k b - - 0 1", "1... Kg2 1/2-1/2", nil},
	{"draw on time against a bare king", Rules{}, "Result 1/2-1/2; Termination Time forfeit",
		"8/8/8/8/8/1p6/8/K6k w - - 0 1", "1. Kb1 1/2-1/2", nil},
	{"draw on time against a knight", Rules{},
		"Result 1/2-1/2; Termination Game drawn by timeout vs insufficient material",
		"8/8/8/8/8/1p6/7N/K6k w - - 0 1", "1. Kb2 1/2-1/2",
		[]string{"5:8: wrong flag-fall: 1/2-1/2 (time): White could still checkmate when the opponent's time was up"}},
	{"draw on time against a knight under server rules", ServerRules(),
		"Result 1/2-1/2; Termination Game drawn by timeout vs insufficient material",
		"8/8/8/8/8/1p6/7N/K6k w - - 0 1", "1. Kb2 1/2-1/2", nil},

	{"claim by a player who is not named", Rules{}, "Result 1/2-1/2; EndReason threefold repetition",
		"", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 1/2-1/2", nil},
	{"abandonment by the winner in a record without a result", Rules{}, "EndReason abandonment by Black",
		"", "1. f3 e5 2. g4 Qh4#", []string{"3:16: wrong termination: * (abandonment): the result is 0-1"}},
	{"result that contradicts the board and the termination", Rules{}, "White A; Black B; Result 1-0; Termination B won by checkmate",
		"", "1. f3 e5 2. g4 Qh4# 1-0", []string{"6:21: wrong result: 1-0: the game ended on the board: 0-1 (checkmate)"}},
	{"threefold repetition", Rules{}, "Termination Game drawn by repetition",
		"", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2", nil},
	{"threefold repetition by an announced move", Rules{}, "Termination Game drawn by repetition",
		"", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 1/2-1/2", nil},
	{"threefold repetition by an announced move under server rules", ServerRules(),
		"Termination Game drawn by repetition",
		"", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 1/2-1/2",
		[]string{`1:1: unfounded draw: tag Termination: "Game drawn by repetition": the position has occurred 2 times`}},
	{"no repetition", Rules{}, "Termination Game drawn by repetition", "", "1. Nf3 Nf6 1/2-1/2",
		[]string{`1:1: unfounded draw: tag Termination: "Game drawn by repetition": the position is new`}},
	{"threefold repetition under S3", RulesS3(), "Termination threefold repetition",
		"", "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2",
		[]string{
			`1:1: unfounded draw: tag Termination: "threefold repetition": the rules have no draw by threefold repetition`,
		}},
	{"fifty moves", Rules{}, "Termination Game drawn by 50-move rule",
		"8/8/8/8/8/1p6/7N/K6k w - - 99 80", "80. Kb2 1/2-1/2", nil},
	{"fifty moves by an announced move", Rules{}, "Termination fifty moves",
		"8/8/8/8/8/1p6/7N/K6k w - - 98 80", "80. Kb1 1/2-1/2", nil},
	{"fewer than fifty moves", Rules{}, "Termination Game drawn by 50-move rule",
		"8/8/8/8/8/1p6/7N/K6k w - - 97 80", "80. Kb2 1/2-1/2",
		[]string{
			`1:1: unfounded draw: tag Termination: "Game drawn by 50-move rule": the last capture or pawn move is 98 plies ago`,
		}},
	{"two knights", Rules{}, "Termination Game drawn by insufficient material",
		"8/8/8/8/8/8/6NN/K6k w - - 0 1", "1. Kb2 1/2-1/2",
		[]string{
			`1:1: unfounded draw: tag Termination: "Game drawn by insufficient material": a checkmate is still possible`,
		}},
	{"two knights under server rules", ServerRules(), "Termination Game drawn by insufficient material",
		"8/8/8/8/8/8/6NN/K6k w - - 0 1", "1. Kb2 1/2-1/2", nil},
	{"two knights against a knight under server rules", ServerRules(), "Termination Game drawn by insufficient material",
		"8/8/8/8/8/8/n5NN/K6k w - - 0 1", "1. Kb2 1/2-1/2",
		[]string{
			`1:1: unfounded draw: tag Termination: "Game drawn by insufficient material": a checkmate is still possible`,
		}},
	{"two bishops under server rules", ServerRules(), "Termination Game drawn by insufficient material",
		"7k/8/8/8/8/8/6BB/K7 w - - 0 1", "1. Kb2 1/2-1/2",
		[]string{
			`1:1: unfounded draw: tag Termination: "Game drawn by insufficient material": a checkmate is still possible`,
		}},
	{"knight against a rook under server rules", ServerRules(), "Termination Game drawn by insufficient material",
		"8/8/8/8/8/7r/6N1/K5k1 w - - 0 1", "1. Kb2 1/2-1/2",
		[]string{
			`1:1: unfounded draw: tag Termination: "Game drawn by insufficient material": a checkmate is still possible`,
		}},
	{"pass after stalemate under server rules", ServerRules(), "", "7k/8/6Q1/8/8/8/8/K7 b - - 0 1", "1... -- 2. Kb1 1/2-1/2",
		[]string{
			"3:6: played on: 1... --: the game had already ended: 1/2-1/2 (stalemate)",
			"3:6: wrong move: 1... --: no player may pass",
		}},
	{"dead position under server rules", ServerRules(), "Termination Game drawn by insufficient material",
		"4k3/8/3p1p2/3PbP2/3pBp2/3P1P2/4B3/4K3 w - - 0 1", "1. Kd1 1/2-1/2", nil},
	{"pawn under server rules", ServerRules(), "Termination Game drawn by insufficient material",
		"8/8/8/8/8/8/6PN/K6k w - - 0 1", "1. Kb2 1/2-1/2",
		[]string{
			`1:1: unfounded draw: tag Termination: "Game drawn by insufficient material": a checkmate is still possible`,
		}},
	{"perpetual check without such a rule", Rules{}, "Termination perpetual check", "", "1. Nf3 Nf6 1/2-1/2", nil},

	{"illegal move", Rules{}, "Result 1-0; Termination unterminated", "", "1. f3 e5 2. g4 Qh5# 1-0", []string{
		`2:1: wrong termination: tag Termination: "unterminated": the result is 1-0`,
		"4:16: unreadable: 2... Qh5#: a queen does not move from d8 to h5",
	}},
	{"illegal move and a checkmate that was not read", Rules{}, "Result 0-1; Termination checkmate; PlyCount 4",
		"", "1. f3 e5 2. g4 Qh5# 0-1", []string{"5:16: unreadable: 2... Qh5#: a queen does not move from d8 to h5"}},
	{"open variation and a checkmate that was not read", Rules{}, "Termination checkmate",
		"", "1. f3 e5 2. g4 (2. e4 Qh4# 0-1", []string{"3:16: unreadable: \"(\": the variation is not closed"}},
	{"illegal move after a checkmate, before which others may be missing", Rules{}, "",
		"", "1. f3 e5 2. g4 Qh4# 3. Ke2 1-0", []string{"2:24: unreadable: 3. Ke2: White's own pawn is on e2"}},
	{"invalid start position", Rules{}, "Result 0-1", "x", "1. f3 e5 1-0", []string{
		"1:1: wrong result: tag Result: 0-1: the result after the moves is 1-0",
		`2:1: unreadable: FEN tag: FEN "x": piece placement, offset 0: 'x' is not a piece`,
	}},
	{"two Result tags", Rules{}, "Result 1-0; Result 1-0; Result 0-1", "", "1. e4 e5 1-0",
		[]string{`3:1: wrong result: tag Result: "0-1": another Result tag says 1-0`}},
	{"Result tag without a result", Rules{}, "Result 2-0", "", "1. e4 e5 1-0",
		[]string{`1:1: wrong result: tag Result: "2-0": not a result`}},
	{"double forfeit beside a win", Rules{}, "Result 0-0; Result 0-1", "", "1. e4 e5 1-0", []string{
		`1:1: wrong result: tag Result: 0-0: the result after the moves is 1-0`,
		`2:1: wrong result: tag Result: "0-1": another Result tag says 0-0`,
	}},
	{"forfeit by the other side", Rules{}, "Result -/+", "", "1-0",
		[]string{`1:1: wrong result: tag Result: "-/+": the result after the moves is 1-0`}},
	{"names and dates twice", Rules{}, "White A; White B; Date 2020.01.02; Date 2020-01-02; Round ?; Round 2", "", "1. e4 *",
		[]string{`2:1: wrong tag: tag White: "B": another White tag says A`}},
	{"end before the start on a server", Rules{}, "UTCDate 2024.01.02; UTCTime 12:00:00; EndDate 2024.01.02; EndTime 11:59:59", "", "1. e4 *",
		[]string{`4:1: wrong tag: tag EndTime: "11:59:59": the game had not begun yet`}},
	{"casual game with points", Rules{}, "Event Casual Blitz game; WhiteRatingDiff +5; BlackRatingDiff +0", "", "1. e4 *",
		[]string{`2:1: wrong tag: tag WhiteRatingDiff: "+5": casual games are not rated`}},
	{"sign of a capture", Rules{}, "", "", "1. e4 d5 2. exd5 (2. Nxf3) Nf6 3. Bxb5+ *",
		[]string{"2:35: unreadable: 3. Bb5+: the move is marked as a capture but is not"}},
	{"move numbers that skip a move, and repeat one", Rules{}, "", "", "1. e4 e5 3. Nf3 Nc6 3. d4 *",
		[]string{"2:10: unreadable: move number 3 is out of sequence"}},
	{"move number that goes back", Rules{}, "", "", "1. e4 e5 1. Nf3 *", []string{"2:10: unreadable: move number 1 is out of sequence"}},
	{"move number that goes back for Black", Rules{}, "", "", "1. e4 e5 2. Nf3 1... Nc6 *",
		[]string{"2:17: unreadable: move number 1 is out of sequence"}},
	{"move number that goes ahead by one", Rules{}, "", "", "1. e4 e5 3. Nf3 *", []string{"2:10: unreadable: move number 3 is out of sequence"}},
	{"move numbers with the dots of the other color", Rules{}, "", "", "1. e4 1. e5 2. Nf3 2. Nc6 *", nil},
	{"move number of White with the dots of Black", Rules{}, "", "", "1. e4 e5 2... Nf3 *", nil},
	{"move numbers", Rules{}, "", "", "11. e4 e5 (11... c5 12. Nf3 d6 7. d4) 12. Nf3 12... Nc6 13 Bb5 *", nil},
	{"move numbers after an illegal move in a variation", Rules{}, "", "", "1. e4 (1. d4 Ke5 7. c4) e5 2. Nf3 *",
		[]string{"2:14: unreadable: 1... Ke5: a king does not move from e8 to e5"}},
	{"signs of check", Rules{}, "", "", "1. e4+- e5 2. Qh5 + Nc6 3. Qxf7+ (3. Nf3+) Kxf7 4. Nf3+ *",
		[]string{"2:52: unreadable: 4. Nf3: the move is marked as check but is not"}},
	{"sign of checkmate before the last move", Rules{}, "", "", "1. e4 e5 2. Qh5# Nc6 3. Nf3+ *",
		[]string{"2:13: unreadable: 2. Qh5: the move is marked as checkmate but is not"}},
	{"comment with another winner", Rules{}, "Result 0-1", "", "1. e4 {[%clk 0:01:00] +0.60/10 0.1s, White mates} 0-1",
		[]string{`3:7: wrong termination: comment "+0.60/10 0.1s, White mates": the result is 0-1`}},
	{"comment with a draw", Rules{}, "", "", "1. e4 e5 {Draw by adjudication: tablebase} 1-0",
		[]string{`2:10: wrong termination: comment "Draw by adjudication: tablebase": the result is 1-0`}},
	{"comment after a number and the result", Rules{}, "", "", "1. e4 e5 2. 1-0 {White resigns}",
		[]string{`2:17: wrong termination: comment "White resigns": the result is 1-0`}},
	{"comments that do not say the result", Rules{}, "", "", "1. e4 {White resigns} e5 {Black mates soon, with a draw} (1... c5 {White resigns}) 1-0", nil},
	{"comment of the result", Rules{}, "", "", "1. e4 e5 {-0.3/12 0.1s, Black's connection stalls} 1-0", nil},
	{"comment before the last move", Rules{}, "", "", "1. e4 {White resigns} e5 1-0", nil},
	{"opening of the last volume", Rules{}, "ECO E20", "", "1. e4 e5 *",
		[]string{`1:1: wrong tag: tag ECO: "E20": White's d-pawn has not moved`}},
	{"opening of another game", Rules{}, "ECO d37", "", "1. e4 e5 2. Nf3 *",
		[]string{`1:1: wrong tag: tag ECO: "d37": White's d-pawn has not moved`}},
	{"last position of another game", Rules{}, "CurrentPosition 8/8/8/8/8/1p6/7N/K6k w - - 0 1", "", "1. e4 *",
		[]string{`1:1: wrong tag: tag CurrentPosition: "8/8/8/8/8/1p6/7N/K6k w - - 0 1": the last position is another one`}},
	{"end before the start", Rules{}, "GameStartTime 2024-09-14T22:52:31.517 UTC; GameEndTime 2024-09-14T21:52:56.517 UTC", "", "1. e4 *",
		[]string{`2:1: wrong tag: tag GameEndTime: "2024-09-14T21:52:56.517 UTC": the game had not begun yet`}},
	{"rights without a rook", Rules{}, "", "8/8/8/8/8/1p6/7N/K6k w K - 0 1", "1. Nf3 *",
		[]string{`1:1: wrong tag: tag FEN: "8/8/8/8/8/1p6/7N/K6k w K - 0 1": no rook for K`}},
	{"SetUp 2", Rules{}, "SetUp 2", "", "1. e4 *", []string{`1:1: wrong tag: tag SetUp: "2": neither 0 nor 1`}},
	{"draw that costs the weaker player points", Rules{}, "WhiteElo 2400; BlackElo 1800; WhiteRatingDiff +5; BlackRatingDiff -5", "", "1. e4 1/2-1/2",
		[]string{`4:1: wrong tag: tag BlackRatingDiff: "-5": Black drew with a player of a higher rating, who gained points`}},
	{"double forfeit", Rules{}, "Result 0-0", "", "*", nil},
	{"forfeit of a federation", Rules{}, "Result 1F-0F", "", "1-0", nil},
	{"SetUp without FEN", Rules{}, "SetUp 1", "", "1. e4 e5 1-0",
		[]string{`1:1: wrong tag: tag SetUp: "1": the record has no FEN tag`}},
	{"SetUp 0 with FEN", Rules{}, "SetUp 0", "8/8/8/8/8/1p6/7N/K6k w - - 0 1", "1. Nf3 *",
		[]string{`1:1: wrong tag: tag SetUp: "0": the record has a FEN tag`}},
	{"SetUp 0 with FEN of the start position", Rules{}, "SetUp 0; fEn " + startFEN, "", "1. Nf3 *", nil},
	{"SetUp 1 with FEN", Rules{}, "SetUp 1", "8/8/8/8/8/1p6/7N/K6k w - - 0 1", "1. Nf3 *", nil},
	{"PlyCount", Rules{}, "PlyCount 3", "", "1. e4 e5 2. Nf3 *", nil},
	{"wrong PlyCount", Rules{}, "PlyCount 2", "", "1. e4 e5 2. Nf3 *",
		[]string{`1:1: wrong tag: tag PlyCount: "2": the game has 3 plies`}},
	{"PlyCount of a record with an illegal move", Rules{}, "PlyCount 5", "", "1. e4 e5 2. Nf3 Nf7 3. d4 *",
		[]string{"3:17: unreadable: 2... Nf7: Black has no knight that can go to f7"}},
	{"dates", Rules{}, "Date 2024.02.29; UTCDate 2024.03.01; EventDate 2024.??.??; EndDate 1997.00.00", "", "1. e4 *", nil},
	{"dates that do not exist", Rules{}, "Date 2023.02.29; EventDate 2023.13.01; EndDate 2023.??.41", "", "1. e4 *", []string{
		`1:1: wrong tag: tag Date: "2023.02.29": there is no such date`,
		`2:1: wrong tag: tag EventDate: "2023.13.01": there is no such date`,
		`3:1: wrong tag: tag EndDate: "2023.??.41": there is no such date`,
	}},
	{"UTCDate of a chapter of a study", Rules{}, "Date 1851.06.21; UTCDate 2024.01.02", "", "1. e4 *", nil},
	{"dates out of order", Rules{}, "Date 2023.12.21; EventDate 2024.01.05; EndDate 2023.12.19", "", "1. e4 *", []string{
		`1:1: wrong tag: tag Date: "2023.12.21": the event had not begun yet`,
		`3:1: wrong tag: tag EndDate: "2023.12.19": the game had not begun yet`,
	}},
	{"dates at their limits", Rules{}, "Date 2024.01.02; EventDate 2024.01.09; EndDate 2024.01.01; Time 23:59:60", "", "1. e4 *", nil},
	{"dates and a time beyond their limits", Rules{}, "Date 2024.01.02; EventDate 2024.01.10; EndDate 2023.12.31; UTCDate 2024.13.??; Time 24:00:00", "", "1. e4 *",
		[]string{
			`1:1: wrong tag: tag Date: "2024.01.02": the event had not begun yet`,
			`3:1: wrong tag: tag EndDate: "2023.12.31": the game had not begun yet`,
			`4:1: wrong tag: tag UTCDate: "2024.13.??": there is no such date`,
			`5:1: wrong tag: tag Time: "24:00:00": there is no such time`,
		}},
	{"date of the sixth century", Rules{}, "Date 0550.01.05", "", "1. e4 *",
		[]string{`1:1: wrong tag: tag Date: "0550.01.05": chess is not that old`}},
	{"values that say nothing", Rules{}, "White N. N.; Black N. N.; WhiteFideId 0; BlackFideId 0; Variant Classic", "", "1. e4 *", nil},
	{"wrong number of plies beside another", Rules{}, "PlyCount 1; PlyCount 9", "", "1. e4 *",
		[]string{`2:1: wrong tag: tag PlyCount: "9": another PlyCount tag says 1`}},
	{"draw that costs points against a player rated 100 higher", Rules{}, "WhiteElo 1900; BlackElo 2000; WhiteRatingDiff -5; BlackRatingDiff +5", "",
		"1. e4 1/2-1/2", []string{`3:1: wrong tag: tag WhiteRatingDiff: "-5": White drew with a player of a higher rating, who gained points`}},
	{"draw that costs a player without a rating points", Rules{}, "WhiteElo ?; BlackElo 2000; WhiteRatingDiff -5; BlackRatingDiff +5", "", "1. e4 1/2-1/2", nil},
	{"dates of other times", Rules{}, "Date 0199.01.05; EventDate 2999.??.??", "", "1. e4 *", []string{
		`1:1: wrong tag: tag Date: "0199.01.05": chess is not that old`,
		`2:1: wrong tag: tag EventDate: "2999.??.??": that year has not come yet`,
	}},
	{"times", Rules{}, "UTCTime 23:59:60; StartTime ??:??:??; EndTime 12:26:32 PST; Time 9:05", "", "1. e4 *", nil},
	{"times that do not exist", Rules{}, "UTCTime 99:00; StartTime 12:60:00", "", "1. e4 *", []string{
		`1:1: wrong tag: tag UTCTime: "99:00": there is no such time`,
		`2:1: wrong tag: tag StartTime: "12:60:00": there is no such time`,
	}},
	{"one player", Rules{}, "WhiteFideId 1503014; BlackFideId 1503014; WhiteElo ++++; BlackElo 1800P12", "", "1. e4 *",
		[]string{`2:1: wrong tag: tag BlackFideId: "1503014": White has the same`}},
	{"start position without FEN", Rules{}, "Variant From Position", "", "1. e4 *",
		[]string{`1:1: wrong tag: tag Variant: "From Position": the record has no FEN tag`}},
	{"PlyCount 0", Rules{}, "PlyCount 0", "", "1. e4 *", nil},
	{"ratings", Rules{}, "WhiteElo 2882; BlackElo 1500?", "", "1. e4 *", nil},
	{"no ratings", Rules{}, "WhiteElo -; BlackElo 0; WhiteElo ?; BlackElo ; WhiteElo unr.", "", "1. e4 *", nil},
	{"ratings that cannot be", Rules{}, "WhiteElo 27000; BlackElo abc", "", "1. e4 *", []string{
		`1:1: wrong tag: tag WhiteElo: "27000": not a rating`, `2:1: wrong tag: tag BlackElo: "abc": not a rating`,
	}},
	{"winner loses rating", Rules{}, "Result 0-1; WhiteRatingDiff +5; BlackRatingDiff -4", "", "1. e4 0-1",
		[]string{`3:1: wrong tag: tag BlackRatingDiff: "-4": Black won, and the loser gained rating points`}},
	{"winner keeps the rating", Rules{}, "Result 0-1; WhiteRatingDiff +5; BlackRatingDiff 0", "", "1. e4 0-1", nil},
	{"winner loses rating, loser keeps it", Rules{}, "Result 0-1; WhiteRatingDiff +0; BlackRatingDiff -4", "", "1. e4 0-1", nil},
	{"winner and loser gain rating", Rules{}, "Result 0-1; WhiteRatingDiff +1; BlackRatingDiff +4", "", "1. e4 0-1",
		[]string{`2:1: wrong tag: tag WhiteRatingDiff: "+1": White lost, and both players gained rating points`}},
	{"the same player", Rules{}, "White Smith, Ann; Black smith, ann", "", "1. e4 *",
		[]string{`2:1: wrong tag: tag Black: "smith, ann": the same player has the white pieces`}},
	{"an engine against itself", Rules{}, "White Stockfish dev; Black Stockfish dev", "", "1. e4 *", nil},
	{"relatives", Rules{}, "White Polgar; Black Polgar", "", "1. e4 *", nil},
	{"second Result tag in other letters", Rules{}, "Result 1-0; RESULT 0-1", "", "1. e4 1-0",
		[]string{`2:1: wrong result: tag Result: "0-1": another Result tag says 1-0`}},
	{"halfmove clock before the start", Rules{}, "SetUp 1; FEN 4k3/8/8/8/8/8/8/R3K3 b - - 6 3", "", "3... Kd7 *",
		[]string{`2:1: wrong tag: tag FEN: "4k3/8/8/8/8/8/8/R3K3 b - - 6 3": the halfmove clock is 6, and 5 plies have been played`}},
	{"halfmove clock from the start", Rules{}, "SetUp 1; FEN 4k3/8/8/8/8/8/8/R3K3 b - - 5 3", "", "3... Kd7 *", nil},
	{"clock that rises", Rules{}, "TimeControl 300", "", "1. e4 {[%clk 0:04:00]} e5 {[%clk 0:04:50]} 2. d4 {[%clk 0:04:01]} *",
		[]string{`3:50: wrong move: 2. d4: the clock rises to 0:04:01, and the time control "300" adds no time`}},
	{"clock that rises by the increment", Rules{}, "TimeControl 300+2", "", "1. e4 {[%clk 0:04:00]} e5 2. d4 {[%clk 0:04:01]} *", nil},
	{"play without time", Rules{}, "TimeControl 60", "", "1. e4 {[%clk 0:00:30]} e5 {[%clk 0:00:00]} 2. d4 d5 *",
		[]string{`3:27: wrong move: 1... e5: play goes on after the clock has shown 0:00:00`}},
	{"play with less than a second", Rules{}, "Site https://lichess.org/a; TimeControl 60", "", "1. e4 {[%clk 0:00:00]} e5 2. d4 *", nil},
	{"no time at the end", Rules{}, "TimeControl 60", "", "1. e4 {[%clk 0:00:30]} e5 {[%clk 0:00:00]} 2. d4 *", nil},
	{"moves that take too long", Rules{}, "TimeControl 300", "", "1. e4 {[%emt 0:06:00]} e5 {[%emt 0:09:00]} 2. d4 {[%emt 0:04:01]} *",
		[]string{`3:50: wrong move: 2. d4: the moves have taken 0:10:01, more than the time control "300" can give`}},
	{"draw with ratings", Rules{}, "Result 1/2-1/2; WhiteRatingDiff +5; BlackRatingDiff -4", "", "1. e4 1/2-1/2", nil},
	{"clock beyond the time control", Rules{}, "TimeControl 300+3",
		"", "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:01]} 2. d4 {[%clk 1:04:00]} (2. f4 {[%clk 9:00:00]}) 2... d5 {[%clk 2:00:00]} *",
		[]string{`3:50: wrong move: 2. d4: the clock shows 1:04:00, more than the time control "300+3" can give`}},
	{"clock with time added", Rules{}, "TimeControl 300+3", "", "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:10:03]} *", nil},
	{"clock of several periods", Rules{}, "TimeControl 1/60:60", "", "1. e4 {[%clk 0:07:00]} e5 {[%clk 0:07:01]} *",
		[]string{`3:27: wrong move: 1... e5: the clock shows 0:07:01, more than the time control "1/60:60" can give`}},
	{"clock to which the opponent has added", Rules{}, "Site https://lichess.org/a; TimeControl 600", "", "1. e4 {[%clk 0:00:05]} e5 {[%clk 0:09:00]} d4 {[%clk 0:12:00]} *", nil},
	{"host of a simul", Rules{}, "TimeControl 900+10", "", "1. e4 {[%clk 1:15:00]} e5 {[%clk 0:15:00]} d4 {[%clk 1:15:08]} *", nil},
	{"host of a simul by the Event", Rules{}, "Event Rapid simul; TimeControl 900", "", "1. e4 {[%clk 1:16:40]} *", nil},
	{"clock in a comment before a move", Rules{}, "TimeControl 60", "", "1. e4 {[%clk 0:00:59]} 1... {[%clk 9:00:00]} e5 *", nil},
	{"host with three hours more", Rules{}, "TimeControl 900", "", "1. e4 {[%clk 3:15:00]} e5 {[%clk 0:15:00]} *", nil},
	{"host with more than three hours more", Rules{}, "TimeControl 900", "", "1. e4 {[%clk 3:20:00]} e5 {[%clk 0:15:00]} *",
		[]string{`3:7: wrong move: 1. e4: the clock shows 3:20:00, more than the time control "900" can give`}},
	{"host against a player without a clock", Rules{}, "TimeControl 900", "", "1. e4 {[%clk 1:15:00]} e5 *",
		[]string{`3:7: wrong move: 1. e4: the clock shows 1:15:00, more than the time control "900" can give`}},
	{"moves that take as much as an arbiter may add", Rules{}, "TimeControl 60", "", "1. e4 {[%emt 0:06:00]} *", nil},
	{"one hour for a time control in minutes", Rules{}, "TimeControl 60", "", "1. e4 {[%clk 1:00:00]} *", nil},
	{"three hours for a time control in minutes", Rules{}, "TimeControl 180", "", "1. e4 {[%clk 3:00:00]} *", nil},
	{"two hosts", Rules{}, "TimeControl 900", "", "1. e4 {[%clk 1:15:00]} e5 {[%clk 1:15:00]} *",
		[]string{`3:7: wrong move: 1. e4: the clock shows 1:15:00, more than the time control "900" can give`}},
	{"more than the time control in minutes", Rules{}, "TimeControl 60", "", "1. e4 {[%clk 1:04:50]} e5 {[%clk 0:00:50]} *",
		[]string{`3:7: wrong move: 1. e4: the clock shows 1:04:50, more than the time control "60" can give`}},
	{"clock of a day for a move", Rules{}, "TimeControl 1/86400", "", "1. e4 {[%clk 23:05:00]} *", nil},
	{"time control in minutes", Rules{}, "TimeControl 90+30", "", "1. e4 {[%clk 1:30:10]} e5 {[%clk 1:29:00]} *", nil},
	{"time control in seconds", Rules{}, "TimeControl 60", "", "1. e4 {[%clk 0:01:00]} e5 {[%clk 0:59:00]} *",
		[]string{`3:27: wrong move: 1... e5: the clock shows 0:59:00, more than the time control "60" can give`}},
	{"mark of checkmate", Rules{}, "", "", "1. e4 e5 2. Qh5# *",
		[]string{"2:13: wrong move: 2. Qh5: the move is marked as checkmate but is not"}},
	{"mark of check before a mark of checkmate", Rules{}, "", "", "1. e4+ e5 2. Qh5# *",
		[]string{"2:4: unreadable: 1. e4: the move is marked as check but is not", "2:14: wrong move: 2. Qh5: the move is marked as checkmate but is not"}},
	{"mark of checkmate in a variation", Rules{}, "", "", "1. e4 e5 (1... d5#) 2. Qh5 (2. Qg4#) *", nil},
	{"mark of checkmate before an illegal move", Rules{}, "", "", "1. e4 e5# 2. Ke4 *",
		[]string{"2:14: unreadable: 2. Ke4: White's own pawn is on e4"}},
	{"pass", Rules{}, "", "", "1. e4 -- 2. d4 (2. --) d5 *", []string{"2:7: wrong move: 1... --: no player may pass"}},
	{"variations with other results", Rules{}, "",
		"", "1. f3 e5 2. g4 (2. e4 Qh4+ 3. Ke2 Ke7 1-0) 2... Qh4# (2... d5) 0-1", nil},
}

// soundRecords are records in the forms of servers, databases, and tools, without a mistake.
var soundRecords = []string{
	`[Event "Rated bullet game"]
[Site "https://lichess.org/abcdefgh"]
[Date "2025.05.01"]
[White "same"]
[Black "same"]
[Result "1-0"]
[UTCDate "2025.05.02"]
[UTCTime "00:00:06"]
[WhiteElo "1028"]
[BlackElo "?"]
[WhiteRatingDiff "+0"]
[BlackRatingDiff "-0"]
[Variant "Standard"]
[TimeControl "15+0"]
[Termination "Time forfeit"]

1. e4 { [%eval 0.2] [%clk 0:00:15] } 1... e5 { [%clk 0:03:15] } 2. Nf3 { [%clk 0:00:14] } { White wins on time. } 1-0`,
	`[Event "Casual correspondence game"]
[Date "2024.12.31"]
[Result "1/2-1/2"]
[WhiteElo "1500?"]
[TimeControl "-"]
[Termination "Normal"]

1. e4 { [%clk 71:59:00] } 1... e5 1/2-1/2`,
	`[Event "Live Chess"]
[Site "Chess.com"]
[Date "2024.08.09"]
[White "No-Name"]
[Black "Game drawn by"]
[Result "1/2-1/2"]
[CurrentPosition "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"]
[Timezone "UTC"]
[UTCDate "2024.08.09"]
[WhiteElo "1173"]
[BlackElo "1080"]
[TimeControl "600+5"]
[Termination "Game drawn by agreement"]
[EndDate "2024.08.10"]

1. e4 {[%clk 0:10:01.7]} 1... e5 {[%clk 0:10:02.2]} 1/2-1/2`,
	`[Event "Let's Play!"]
[White "a"]
[Black "b"]
[Result "0-1"]
[TimeControl "1/259200"]
[Termination "b won by resignation"]

1. e4 {[%clk 71:40:21]} 0-1`,
	`[Event "FICS rated standard game"]
[FICSGamesDBGameNo "1"]
[White "GuestA"]
[Black "++++"]
[WhiteElo "1500E"]
[BlackElo "0"]
[TimeControl "900+0"]
[Date "1999.11.01"]
[Time "23:59:00"]
[WhiteClock "0:15:00.000"]
[BlackClock "0:15:00.000"]
[ECO "B00"]
[PlyCount "2"]
[Result "1/2-1/2"]

1. e4 e5 {White ran out of time and Black has no material to mate} 1/2-1/2`,
	`[Event "8th Sinquefield Cup 2021"]
[Date "2021.08.17"]
[White "So,W"]
[Black "Mamedyarov,S"]
[Result "1-0"]
[WhiteElo "2772 (FIDE)"]
[BlackElo "unknown"]
[EventDate "2021.08.??"]

1-0`,
	`[Event "WCh"]
[Date "1886.??.??"]
[Result "0-1"]
[EventDate "1886.00.00"]
[PlyCount "3"]
[SourceDate "1999.07.01"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. e4 $1 Kd7 (1... Ke7) 2. e5 {%csl Ge4} 0-1`,
	`[Event "?"]
[Date "2024.09.14"]
[White "Engine-dev"]
[Black "Engine-dev"]
[Result "0-1"]
[GameDuration "00:00:25"]
[GameEndTime "2024-09-14T22:52:56.517 UTC"]
[PlyCount "1"]
[Termination "stalled connection"]
[TimeControl "3.37+0.03"]

1. Na3 {+0.60 10/0 189 246501, White's connection stalls} 0-1`,
	`[Event "fastchess"]
[Result "1-0"]
[PlyCount "2"]
[Termination "illegal move"]
[TimeControl "10+0.1"]

1. e4 {+0.31/12 0.2s} e5 {-0.3/12 0.1s, Black makes an illegal move: e1e9} 1-0`,
	`[Event "TCEC"]
[Date "2023.10.18"]
[WhiteElo "3613"]
[BlackElo "3591.5"]
[TimeControl "7200+10"]
[Termination "adjudication"]
[TerminationDetails "SyzygyTB"]
[Result "1/2-1/2"]

1. e4 {d=1, wv=0.00} e5 1/2-1/2`,
}

// TestSoundRecords checks that nothing is found in sound records.
func TestSoundRecords(t *testing.T) {
	for _, record := range soundRecords {
		for _, rules := range []Rules{Rules{}, ServerRules()} {
			if got := findingsIn(Arbiter{Rules: rules}, record); len(got) > 0 {
				t.Errorf("findings %q in\n%s", got, record)
			}
			checkJudgedAlike(t, Arbiter{Rules: rules}, record)
		}
	}
}

// checkJudgedAlike checks that JudgePGN finds the same in a text as Judge in the games that are
// read from it, apart from faults of the text.
func checkJudgedAlike(t *testing.T, a Arbiter, pgn string) {
	t.Helper()
	r := NewPGNReader(strings.NewReader(pgn))
	for want := range a.JudgePGN(NewPGNScanner(strings.NewReader(pgn))) {
		g, _ := r.Read()
		if g == nil {
			t.Fatalf("Read returns fewer games than JudgePGN judges:\n%s", pgn)
		}
		if diff := cmp.Diff(withoutPlaces(want), withoutPlaces(a.Judge(g))); diff != "" {
			t.Errorf("Judge differs from JudgePGN (-JudgePGN +Judge):\n%s\n%s", diff, g)
		}
	}
}

// withoutPlaces returns the kinds and the texts of findings that are not faults of the text,
// sorted. A game holds one tag of each name, so a second one is a fault of the text.
func withoutPlaces(findings []Finding) []string {
	texts := []string{}
	for _, f := range findings {
		if f.Kind != Unreadable && !strings.Contains(f.Text, ": another ") {
			texts = append(texts, fmt.Sprint(f.Ply, f.Kind, f.Tag, f.Text))
		}
	}
	slices.Sort(texts)
	return texts
}

// TestJudgedAlike checks that Judge and JudgePGN find the same in the records of the test data
// under all rules, and in records with errors.
func TestJudgedAlike(t *testing.T) {
	var texts []string
	for _, name := range append(deep.MoreData(t, "lichess_1MB.pgn"), "testdata/games.pgn") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	for _, moves := range []string{
		"1. f3 e5 2. g4 (2. e4 1-0", "1. f3 e5 2. g4 Qh5# (2... Qh4# 0-1", "1. e4 Ke3 2. d4 Qh4# 0-1", "1. f3 e5 2. g4 *", "1. f3 e5 2. g4 Qh4#",
	} {
		texts = append(texts, recordText("White A; Black B; Result 0-1; Result 1-0; Termination B won by checkmate", "", moves),
			recordText("Result 1:0; Termination stalemate; FEN x", "", moves))
	}
	// The clock of a game is not one of the next game, whose start is unknown.
	texts = append(texts, recordText("TimeControl 60", "", "1. e4 e5 2. Nf3 {[%clk 9:00:00]} *\n")+recordText("FEN x", "", "*"))
	for _, rules := range []Rules{Rules{}, ServerRules(), RulesS0(), RulesS1(), RulesS2(), RulesS3()} {
		for _, text := range texts {
			checkJudgedAlike(t, Arbiter{Rules: rules}, text)
		}
	}
}

// TestJudgePlayed checks the findings in games that were played and not read.
func TestJudgePlayed(t *testing.T) {
	shuffle := strings.Fields("Nf3 Nf6 Ng1 Ng8")
	endless := Rules{Fivefold: NoEffect, SeventyFiveMoves: NoEffect}
	for _, test := range []struct {
		name    string
		arbiter Arbiter
		plies   int
		finish  func(*Game) error
		count   int
		want    string // the last finding
	}{
		{"claim that the rules do not know", Arbiter{Rules: Rules{Threefold: NoEffect, Fivefold: NoEffect, NoAnnouncedThreefold: true}}, 8,
			func(g *Game) error { return g.Claim(g.Position().Turn(), g.Claims()[0]) }, 1, "? - ?: 1/2-1/2 (threefold repetition): the rules have no draw by threefold repetition"},
		{"claim", Arbiter{}, 8, func(g *Game) error { return g.Claim(g.Position().Turn(), g.Claims()[0]) }, 0, ""},
		{"claim after moves that were deleted", Arbiter{}, 8, func(g *Game) error {
			err := g.Claim(White, g.Claims()[0])
			g.LastNode().Parent().Delete()
			return err
		}, 0, ""},
		{"resignation with another tag", Arbiter{}, 8, func(g *Game) error { g.SetTag("Termination", "time forfeit"); return g.Resign(White) }, 0, ""},
		{"too many missed claims", Arbiter{endless, true}, 1100, func(g *Game) error { return g.Resign(White) }, 1000, "? - ?: 277. Nf3: White could have claimed a draw by fifty moves"},
	} {
		g, err := NewGameFrom(StartPosition(), endless)
		if err != nil {
			t.Fatal(err)
		}
		for i := range test.plies {
			if err := g.PlaySAN(shuffle[i%4]); err != nil {
				t.Fatal(err)
			}
		}
		if err := test.finish(g); err != nil {
			t.Fatal(err)
		}
		got := ""
		findings := test.arbiter.Judge(g)
		if len(findings) > 0 {
			got = fmt.Sprint(findings[len(findings)-1])
		}
		if len(findings) != test.count || got != test.want {
			t.Errorf("%s: %d findings, the last is %s, want %d, %s", test.name, len(findings), got, test.count, test.want)
		}
	}
}

// TestJudgeResumed checks that a result that was taken back is not judged.
func TestJudgeResumed(t *testing.T) {
	g := mustParsePGN(t, "[Termination \"unterminated\"]\n\n1. e4 1-0")
	if was := len(Arbiter{}.Judge(g)); was != 1 || !g.Resume() || len(Arbiter{}.Judge(g)) != 0 {
		t.Errorf("%d findings, and %v once the result is taken back, want 1 and none", was, Arbiter{}.Judge(g))
	}
}

// TestJudgeAfterTags checks that a fault names the players if their tags were read before.
func TestJudgeAfterTags(t *testing.T) {
	s := NewPGNScanner(strings.NewReader("[White \"A\"]\n[Black \"B\"]\n\n1. e4 Ke4 *"))
	s.Next()
	s.Next()
	for findings := range (Arbiter{}).JudgePGN(s) {
		const want = "[game 1 (A - B): 1... Ke4: a king does not move from e8 to e4]"
		if got := fmt.Sprint(findings); got != want || findings[0].Ply != 1 {
			t.Errorf("findings = %s after %d plies, want %s after 1", got, findings[0].Ply, want)
		}
	}
	s = NewPGNScanner(strings.NewReader("1. e4 e5 *"))
	s.Next() // the start, without which the moves cannot be judged
	for findings := range (Arbiter{}).JudgePGN(s) {
		if len(findings) > 0 {
			t.Errorf("findings in a game whose start has been read = %v, want none", findings)
		}
	}
	s = NewPGNScanner(strings.NewReader("[Variant \"Atomic\"]\n\n1. e4 *"))
	s.Variants = true // which has no effect here
	for findings := range (Arbiter{}).JudgePGN(s) {
		if len(findings) != 1 || findings[0].Kind != Unreadable || findings[0].Line != 1 {
			t.Errorf("findings in a game with other rules = %v, want that they are not supported", findings)
		}
	}
}

// recordText returns a record as PGN. The tags have the form that judgedRecords uses.
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

// TestArbiter checks the findings in judgedRecords.
func TestArbiter(t *testing.T) {
	for i := range draws {
		reason := draws[i].reason
		got := findingsIn(Arbiter{Rules: RulesS3()}, fmt.Sprintf("[EndReason %q]\n\n1. e4 e5 1/2-1/2", reason))
		want := fmt.Sprintf("[1:1: wrong tag: tag EndReason: %q: the rules have no draw by %v]", reason, reason)
		if fmt.Sprint(got) != want && reason != PerpetualCheck { // to which the players may have agreed
			t.Errorf("under rules without draws: findings %v, want %s", got, want)
		}
	}
	if passes := findingsIn(Arbiter{Rules: RulesS3()}, "1. "+strings.Repeat("-- ", 1100)+"*"); len(passes) != 1000 {
		t.Errorf("%d findings about 1100 passes, want 1000", len(passes))
	}
	for _, test := range judgedRecords {
		t.Run(test.name, func(t *testing.T) {
			text := recordText(test.tags, test.fen, test.moves)
			got := findingsIn(Arbiter{Rules: test.rules}, text)
			checkJudgedAlike(t, Arbiter{test.rules, true}, text)
			if diff := cmp.Diff(append([]string{}, test.want...), got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

// recordStarts are start positions for random games. In many of them the game may soon end.
var recordStarts = []string{
	"", "", "", "",
	"8/8/5k2/8/8/3KR3/8/8 w - - 0 1", "8/8/5k2/8/8/3KQ3/8/8 b - - 0 1", "8/8/4k3/8/8/3KP3/8/8 w - - 0 1",
	"8/8/4k3/3r4/8/3KB3/8/8 w - - 130 90", "8/5n2/4k3/8/8/3KN3/8/8 w - - 90 90", "8/p7/4k3/8/8/3KN3/8/8 w - - 0 1",
	"k7/P7/2K5/8/8/8/8/8 b - - 0 1", "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P2/7P/4K3 w - - 0 1",
	"7k/8/5K2/6Q1/8/8/8/8 b - - 0 1",
	"bnrkqrnb/pppppppp/8/8/8/8/PPPPPPPP/BNRKQRNB w KQkq - 0 1",
}

// A recordMaker makes random records.
type recordMaker struct {
	*rand.Rand
	rules Rules
}

// start returns a random game without moves.
func (m recordMaker) start() *Game {
	start := startPosition
	if fen := recordStarts[m.IntN(len(recordStarts))]; fen != "" {
		start = must(ParseFEN(fen))
	}
	g := must(NewGameFrom(start, m.rules))
	names := [...]string{"Carlsen", "50cent", "He won by resignation", "Drawn", "On time", "A \"B\" \\ C"}
	i := m.IntN(len(names))
	g.SetTag("White", names[i])
	g.SetTag("Black", names[(i+1)%len(names)])
	g.SetTag("Date", [...]string{"????.??.??", "2022.12.31", "2023.??.??", "2024.02.29"}[m.IntN(4)])
	return g
}

// play plays random moves until the game is over or has the given number of plies. In some games
// the pieces often move back and forth.
func (m recordMaker) play(g *Game, plies int) {
	shuffles := m.IntN(4) == 0
	for g.Plies() < plies && !g.Outcome().IsOver() {
		p := g.Position()
		moves := p.LegalMoves()
		move := moves[m.IntN(len(moves))]
		if n := g.Plies(); shuffles && n >= 2 && m.IntN(8) > 0 {
			last := g.Moves()[n-2]
			if back := NewMove(last.To(), last.From()); p.IsLegal(back) {
				move = back
			}
		}
		if err := g.Play(move); err != nil {
			panic(err)
		}
	}
}

// finish ends g by a random action of a player or an arbiter. It leaves some games unfinished.
func (m recordMaker) finish(g *Game) {
	if g.Outcome().IsOver() {
		return
	}
	turn := g.Position().Turn()
	c := Color(m.IntN(2))
	switch m.IntN(24) {
	case 0, 1, 2:
		return
	case 3:
		g.FlagFall(turn)
	case 4, 5, 6, 7:
		g.OfferDraw(turn.Other())
		g.AcceptDraw(turn)
	case 8:
		g.Lose(c, [...]Reason{RulesInfraction, Abandonment}[m.IntN(2)])
	case 9:
		reasons := [...]Reason{Adjudication, Abandonment, RulesInfraction, Forfeit}
		g.Adjudicate(Outcome{Result(1 + m.IntN(3)), reasons[m.IntN(len(reasons))]})
	case 10, 11, 12:
		g.Resign(c)
	default:
		for _, claim := range append(g.Claims(), g.ClaimsByMove()...) {
			g.Claim(g.Position().Turn(), claim)
			return
		}
		g.Resign(turn)
	}
}

// words sets the Termination tag to random words that agree with the end of the game, or leaves it
// unset.
func (m recordMaker) words(g *Game) {
	o := g.Outcome()
	winner := g.Tag("White")
	if o.Result == BlackWins {
		winner = g.Tag("Black")
	}
	wordings := map[Reason][]string{
		NoReason:             {"unterminated", "Unterminated"},
		Checkmate:            {"normal", "Normal", winner + " won by checkmate"},
		Stalemate:            {"normal", "Game drawn by stalemate"},
		DeadPosition:         {"Normal", "dead position"},
		InsufficientMaterial: {"Normal", "Game drawn by insufficient material"},
		ThreefoldRepetition:  {"Normal", "Game drawn by repetition", "threefold repetition"},
		FivefoldRepetition:   {"Normal", "Game drawn by repetition", "fivefold repetition"},
		FiftyMoves:           {"Normal", "Game drawn by 50-move rule", "fifty moves"},
		SeventyFiveMoves:     {"Normal", "seventy-five moves"},
		Agreement:            {"Normal", "Game drawn by agreement"},
		Resignation:          {"Normal", winner + " won by resignation"},
		OutOfTime:            {"Time forfeit", "time forfeit", winner + " won on time"},
		Adjudication:         {"adjudication"},
		Abandonment:          {"Abandoned", winner + " won - game abandoned"},
		Forfeit:              {"forfeit"},
		RulesInfraction:      {"Rules infraction"},
	}[o.Reason]
	if o.Result == Drawn {
		switch o.Reason {
		case Resignation:
			wordings = []string{"Normal", "resignation"}
		case OutOfTime:
			wordings = []string{"Time forfeit", "Game drawn by timeout vs insufficient material"}
		case Abandonment:
			wordings = []string{"abandoned"}
		}
	}
	if i := m.IntN(len(wordings) + 1); i < len(wordings) {
		g.SetTag("Termination", wordings[i])
	}
}

// text returns g as PGN, with the Termination tag even where AppendPGN omits it.
func (m recordMaker) text(g *Game) string {
	text := string(g.AppendPGN(nil, PGNFormat{}))
	if words := g.Tag("Termination"); words != "" && !strings.Contains(text, "[Termination") {
		text = strings.Replace(text, "\n\n", "\n"+tagLine("Termination", words)+"\n\n", 1)
	}
	return text
}

// tagLine returns a tag as PGN.
func tagLine(name, value string) string {
	return strings.TrimSuffix(string(pgntext.AppendTag(nil, name, value)), "\n")
}

// TestArbiterAcceptsCorrectRecords checks that there are no findings in correct random records,
// neither with Judge nor with JudgePGN. With -deep, it makes eight times as many.
func TestArbiterAcceptsCorrectRecords(t *testing.T) {
	random := newTestRand(t)
	ends := map[Reason]int{}
	for _, profile := range []struct {
		name  string
		rules Rules
		games int
	}{
		{"FIDE", Rules{}, 500}, {"server", ServerRules(), 150}, {"S0", RulesS0(), 50}, {"S1", RulesS1(), 50},
		{"S2", RulesS2(), 50}, {"S3", RulesS3(), 50},
	} {
		t.Run(profile.name, func(t *testing.T) {
			m := recordMaker{random, profile.rules}
			arbiter := Arbiter{Rules: profile.rules}
			var all strings.Builder
			for range deep.Times(shorter(profile.games), 8) {
				g := m.start()
				m.play(g, m.IntN(100))
				m.finish(g)
				m.words(g)
				ends[g.Outcome().Reason]++
				for _, f := range arbiter.Judge(g) {
					t.Errorf("Judge reports %q, want no findings\n%s", f.Text, m.text(g))
				}
				all.WriteString(m.text(g) + "\n")
			}
			for findings := range arbiter.JudgePGN(NewPGNScanner(strings.NewReader(all.String()))) {
				for _, f := range findings {
					t.Errorf("JudgePGN reports %q in line %d, want no findings", f, f.Line)
				}
			}
		})
	}
	t.Log(ends)
	for reason := range reasonTexts.Names {
		if r := Reason(reason); ends[r] == 0 && r != PerpetualCheck && *deep.Flag { // perpetual checks are rare
			t.Errorf("no game ended by %v", r)
		}
	}
}

// A plantedRecord is a record with one mistake.
type plantedRecord struct {
	text string
	at   string // the line and the column of the mistake, such as "7:12"
	kind FindingKind
}

// plants make one mistake of each kind in a random game. If the game is not suitable, ok is false.
var plants = []struct {
	name  string
	plant func(m recordMaker, g *Game) (p plantedRecord, ok bool)
}{
	{"played on", func(m recordMaker, g *Game) (p plantedRecord, ok bool) {
		m.play(g, 400)
		end, at := g.AutomaticEnd()
		if !g.Position().HasLegalMove() || end.Result != Drawn {
			return p, false
		}
		n := g.Root()
		for n.Next().Exists() {
			n = n.Next()
		}
		for range 1 + m.IntN(5) {
			n, _ = n.Add(m.legal(n.Position()))
		}
		text := m.text(g)
		return plantedRecord{text, wordPlace(text, at), PlayedOn}, true
	}},
	{"both results contradict the board", func(m recordMaker, g *Game) (p plantedRecord, ok bool) {
		m.play(g, 400)
		end := g.Position().Outcome()
		if !end.IsOver() {
			return p, false
		}
		other := m.otherResult(end.Result)
		text := withResult(m.text(g), end.Result, other, other)
		return plantedRecord{text, wordPlace(text, g.Plies()), WrongResult}, true
	}},
	{"result after the moves contradicts the board", func(m recordMaker, g *Game) (p plantedRecord, ok bool) {
		m.play(g, 400)
		end := g.Outcome()
		if !end.IsOver() {
			return p, false
		}
		text := withResult(m.text(g), end.Result, end.Result, m.otherResult(end.Result))
		return plantedRecord{text, wordPlace(text, g.Plies()), WrongResult}, true
	}},
	{"Result tag contradicts the movetext", func(m recordMaker, g *Game) (p plantedRecord, ok bool) {
		m.play(g, m.IntN(60))
		m.finish(g)
		end := g.Outcome()
		text := withResult(m.text(g), end.Result, m.otherResult(end.Result), end.Result)
		return plantedRecord{text, tagPlace(text, "Result"), WrongResult}, true
	}},
	{"Termination tag contradicts the result", func(m recordMaker, g *Game) (p plantedRecord, ok bool) {
		m.play(g, 20)
		if g.Outcome().IsOver() {
			return p, false
		}
		white, black := g.Tag("White"), g.Tag("Black")
		wrong := map[Result][]string{
			Unfinished: {"Time forfeit", white + " won by resignation", "Game drawn by agreement"},
			WhiteWins: {
				black + " won on time", black + " won by resignation", black + " won - game abandoned", "unterminated",
				"Game drawn by agreement", "Game drawn by timeout vs insufficient material", black + " won by checkmate",
			},
			BlackWins: {white + " won on time", white + " won by resignation", "Game drawn by 50-move rule", "Unterminated"},
			Drawn:     {white + " won on time", black + " won by resignation", white + " won - game abandoned", "Unterminated"},
		}
		result := Result(m.IntN(4))
		words := wrong[result][m.IntN(len(wrong[result]))]
		return planted(m, g, result, words, "Termination", WrongTermination)
	}},
	{"Termination tag contradicts the board", func(m recordMaker, g *Game) (p plantedRecord, ok bool) {
		m.play(g, 400)
		end := g.Position().Outcome()
		words := map[Reason][]string{
			Checkmate: {"Time forfeit", "Abandoned", "resignation"},
			Stalemate: {"Game drawn by agreement", "Game drawn by repetition", "Time forfeit"},
			NoReason:  {"Game drawn by stalemate"},
		}[end.Reason]
		result := end.Result
		if end.Reason == NoReason {
			result = Drawn
		}
		return planted(m, g, result, words[m.IntN(len(words))], "Termination", WrongTermination)
	}},
	{"win on time by a side that cannot win", func(m recordMaker, g *Game) (p plantedRecord, ok bool) {
		m.play(g, m.IntN(60))
		winner := Color(m.IntN(2))
		if g.Outcome().IsOver() || g.Position().CanWin(winner) {
			return p, false
		}
		return planted(m, g, WinFor(winner), "Time forfeit", "", WrongFlagFall)
	}},
	{"draw on time against a side that can win", func(m recordMaker, g *Game) (p plantedRecord, ok bool) {
		m.play(g, m.IntN(60))
		last := g.Position()
		if g.Outcome().IsOver() || !last.surelyCanWin(last.Turn().Other(), ample()) {
			return p, false
		}
		return planted(m, g, Drawn, "Time forfeit", "", WrongFlagFall)
	}},
	{"draw by a rule whose condition does not hold", func(m recordMaker, g *Game) (p plantedRecord, ok bool) {
		m.play(g, m.IntN(60))
		if g.Outcome().IsOver() || len(g.Claims())+len(g.ClaimsByMove()) > 0 {
			return p, false
		}
		words := [...]string{"Game drawn by repetition", "threefold repetition", "Game drawn by 50-move rule", "fifty moves"}
		return planted(m, g, Drawn, words[m.IntN(len(words))], "Termination", UnfoundedDraw)
	}},
}

// legal returns a random legal move.
func (m recordMaker) legal(p Position) Move {
	moves := p.LegalMoves()
	return moves[m.IntN(len(moves))]
}

// otherResult returns a random result of a finished game other than r.
func (m recordMaker) otherResult(r Result) Result {
	for {
		if other := Result(1 + m.IntN(3)); other != r {
			return other
		}
	}
}

// planted returns g with the given result and Termination tag. The mistake is at the given tag, or
// at the result after the moves if tag is "".
func planted(m recordMaker, g *Game, result Result, words, tag string, kind FindingKind) (plantedRecord, bool) {
	g.SetTag("Termination", words)
	text := withResult(m.text(g), g.Outcome().Result, result, result)
	at := wordPlace(text, g.Plies())
	if tag != "" {
		at = tagPlace(text, tag)
	}
	return plantedRecord{text, at, kind}, true
}

// withResult returns text with the result old replaced in the Result tag and after the moves.
func withResult(text string, old, tag, mark Result) string {
	text = strings.Replace(text, tagLine("Result", old.String()), tagLine("Result", tag.String()), 1)
	return strings.TrimSuffix(text, old.String()+"\n") + mark.String() + "\n"
}

// tagPlace returns the line and the column of a tag.
func tagPlace(text, name string) string {
	before, _, _ := strings.Cut(text, "["+name+" ")
	return fmt.Sprintf("%d:1", 1+strings.Count(before, "\n"))
}

// wordPlace returns the line and the column of the move after the given number of plies, or of the
// result after the last move. The text must have no annotations.
func wordPlace(text string, plies int) string {
	tags, moves, _ := strings.Cut(text, "\n\n")
	first := strings.Count(tags, "\n") + 3
	for i, line := range strings.Split(moves, "\n") {
		column := 1
		for word := range strings.SplitSeq(line, " ") {
			if isNumber := strings.HasSuffix(word, "."); !isNumber {
				if plies == 0 {
					return fmt.Sprintf("%d:%d", first+i, column)
				}
				plies--
			}
			column += len(word) + 1
		}
	}
	return "nowhere"
}

// TestArbiterFindsPlantedMistakes plants mistakes in random records. It checks that each is found
// at its place, and that nothing else is reported.
func TestArbiterFindsPlantedMistakes(t *testing.T) {
	m := recordMaker{newTestRand(t), Rules{}}
	arbiter := Arbiter{Rules: m.rules}
	for _, kind := range plants {
		t.Run(kind.name, func(t *testing.T) {
			for made := 0; made < deep.Times(shorter(16), 5); {
				g := m.start()
				p, ok := kind.plant(m, g)
				if !ok {
					continue
				}
				made++
				type found struct {
					At   string
					Kind FindingKind
				}
				var got []found
				for findings := range arbiter.JudgePGN(NewPGNScanner(strings.NewReader(p.text))) {
					for _, f := range findings {
						got = append(got, found{fmt.Sprintf("%d:%d", f.Line, f.Column), f.Kind})
					}
				}
				if diff := cmp.Diff([]found{{p.at, p.kind}}, got); diff != "" {
					t.Fatalf("findings (-want +got):\n%s\n%s", diff, p.text)
				}
				checkJudgedAlike(t, arbiter, p.text)
			}
		})
	}
}

// TestArbiterClaims checks the missed claims against ClaimHistory. The Arbiter reports one claim
// for each reason and ply before the last move.
func TestArbiterClaims(t *testing.T) {
	m := recordMaker{newTestRand(t), Rules{}}
	arbiter := Arbiter{Rules: m.rules, Claims: true}
	missed := 0
	for range shorter(300) {
		g := m.start()
		m.play(g, 100)
		if !g.Outcome().IsOver() {
			g.Adjudicate(Outcome{Drawn, Adjudication})
		}
		type claim struct {
			Ply    int
			Reason string
		}
		want, got := []claim{}, []claim{}
		for ply, c := range g.ClaimHistory() {
			if next := (claim{ply, c.Reason.String()}); ply < g.Plies() && !slices.Contains(want, next) {
				want = append(want, next)
			}
		}
		text := m.text(g)
		for findings := range arbiter.JudgePGN(NewPGNScanner(strings.NewReader(text))) {
			for _, f := range findings {
				_, reason, _ := strings.Cut(f.Text, "a draw by ")
				reason, _, _ = strings.Cut(reason, " by announcing")
				got = append(got, claim{f.Ply, reason})
				if at := fmt.Sprintf("%d:%d", f.Line, f.Column); at != wordPlace(text, f.Ply) {
					t.Errorf("%q is at %s, want %s", f.Text, at, wordPlace(text, f.Ply))
				}
			}
		}
		order := func(a, b claim) int {
			return stdcmp.Or(stdcmp.Compare(a.Ply, b.Ply), strings.Compare(a.Reason, b.Reason))
		}
		slices.SortFunc(want, order)
		slices.SortFunc(got, order)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("missed claims (-want +got):\n%s\n%s", diff, text)
		}
		missed += len(got)
	}
	if missed < shorter(300) {
		t.Errorf("the games have %d missed claims, want at least %d", missed, shorter(300))
	}
}

// TestArbiterLastClaim checks that a claim in the last position is reported only if the player to
// move lost.
func TestArbiterLastClaim(t *testing.T) {
	const shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 "
	announced := []string{
		"2:41: missed claim: 4... Ng8: Black could have claimed a draw by threefold repetition by announcing Ng8",
	}
	last := "2:45: missed claim: 0-1: White could have claimed a draw by threefold repetition"
	for result, want := range map[string][]string{
		"*": announced, "1/2-1/2": announced, "1-0": announced, "0-1": append(slices.Clone(announced), last),
	} {
		if diff := cmp.Diff(want, findingsIn(Arbiter{Rules{}, true}, "\n"+shuffle+result)); diff != "" {
			t.Errorf("%s: findings (-want +got):\n%s", result, diff)
		}
	}
	unmarked := append([]string{"1:1" + strings.TrimPrefix(last, "2:45")}, announced...)
	if diff := cmp.Diff(unmarked, findingsIn(Arbiter{Rules{}, true}, "[Result \"0-1\"]\n"+shuffle)); diff != "" {
		t.Errorf("without a result after the moves: findings (-want +got):\n%s", diff)
	}
	broken := append(slices.Clone(announced), "2:48: unreadable: 5. Ke4: a king does not move from e1 to e4")
	if diff := cmp.Diff(broken, findingsIn(Arbiter{Rules{}, true}, "\n"+shuffle+"5. Ke4 0-1")); diff != "" {
		t.Errorf("after an illegal move: findings (-want +got):\n%s", diff)
	}
}

// TestTerminationNames checks that the name of every reason can be the value of a Termination tag.
func TestTerminationNames(t *testing.T) {
	for reason := Checkmate; int(reason) < len(reasonTexts.Names); reason++ {
		if got := readTermination(reason.String(), "", ""); got.reason != reason {
			t.Errorf("readTermination(%q) gives the reason %v", reason, got.reason)
		}
	}
}

// plainEnd returns the first automatic end of a line and its ply, by asking each position.
func plainEnd(rules Rules, line history) (Outcome, int) {
	effects := map[Reason]Effect{}
	for i := range draws {
		effects[draws[i].reason] = draws[i].effect(&rules)
	}
	for ply, p := range line {
		times := 0
		for _, q := range line[:ply+1] {
			if q.SamePosition(p) {
				times++
			}
		}
		holds := []struct {
			reason Reason
			is     bool
		}{
			{DeadPosition, effects[DeadPosition] == Automatic && p.IsDead()}, {InsufficientMaterial, p.InsufficientMaterial()},
			{PerpetualCheck, times >= 3 && line[:ply+1].isPerpetual(&p, ply)}, {FivefoldRepetition, times >= 5},
			{ThreefoldRepetition, times >= 3}, {SeventyFiveMoves, p.HalfmoveClock() >= 150}, {FiftyMoves, p.HalfmoveClock() >= 100},
		}
		if end := p.Outcome(); end.IsOver() {
			return end, ply
		}
		for _, c := range holds {
			if c.is && effects[c.reason] == Automatic {
				return Outcome{Drawn, c.reason}, ply
			}
		}
	}
	return Outcome{}, 0
}

// checkOneVerdict checks that everything that says how g ended by itself says the same: the game,
// however often it was asked while it grew, a reader, and an Arbiter.
func checkOneVerdict(t *testing.T, g *Game, want Outcome, at int) {
	t.Helper()
	back := must(ParsePGN(g.String()))
	for name, g := range map[string]*Game{"game": g, "copy": g.Clone(), "game that was read": back} {
		if end, plies := g.AutomaticEnd(); end != want || plies != at || want.IsOver() && g.Outcome() != want {
			t.Fatalf("%s: AutomaticEnd() = %v, %d, Outcome() = %v, want %v, %d:\n%v", name, end, plies, g.Outcome(), want, at, g)
		}
	}
	arbiter := Arbiter{Rules: g.Rules()}
	checkJudgedAlike(t, arbiter, g.String())
	playedOn := -1
	for _, f := range arbiter.Judge(back) {
		if f.Kind == PlayedOn {
			playedOn = f.Ply
		}
	}
	if ended := want.IsOver() && at < g.Plies(); ended && playedOn != at || !ended && playedOn >= 0 {
		t.Fatalf("Judge finds that the players played on after %d plies, want %v after %d:\n%v", playedOn, want, at, g)
	}
}

// TestOneVerdict plays random moves from boards with blocked pawns and few pieces, also after the
// game is over, under all rules. All doors give the same verdict, in whatever order they are asked.
// IsDead may see that the position in which the game ended is dead and miss that a later one is.
func TestOneVerdict(t *testing.T) {
	r := newTestRand(t)
	early := must(ParsePGN("[SetUp \"1\"]\n[FEN \"8/1k6/1p6/1P6/1P6/KP6/PP6/8 w - - 0 1\"]\n\n1. Ka4 1-0"))
	checkOneVerdict(t, early, Outcome{Drawn, DeadPosition}, 0)
	ended, later := map[Reason]int{}, 0
	for range deep.Times(80, 20) {
		rules := profile(r.IntN(profiles))
		start := randomSealed(r)
		if r.IntN(4) == 0 {
			start = MustParseFEN("4k3/8/8/8/8/8/8/R3K2R w KQ - 60 80")
		}
		g := newGame(start, rules)
		for range r.IntN(60) {
			moves := g.last().LegalMoves()
			m := NullMove
			if r.IntN(40) > 0 {
				if len(moves) == 0 {
					break
				}
				m = moves[r.IntN(min(len(moves), 1+r.IntN(4)))]
			}
			if _, err := g.LastNode().Add(m); err != nil {
				break // a pass in check
			}
			if r.IntN(8) == 0 {
				g.Outcome()
			}
		}
		g.compute(cachedLine)
		want, at := plainEnd(rules, g.line)
		ended[want.Reason]++
		if want.Reason == DeadPosition && !g.last().isDead(ample()) {
			later++
		}
		checkOneVerdict(t, g, want, at)
	}
	t.Logf("games by their end: %v; %d dead positions from which moves lead to others that IsDead misses", ended, later)
	if !testing.Short() && len(ended) < 5 {
		t.Errorf("games ended in %d ways, want at least 5", len(ended))
	}
}
