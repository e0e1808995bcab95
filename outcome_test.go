package chess

import "testing"

// TestGameOutcome checks the outcome of games that end on the board, and that Position agrees with
// Game.
func TestGameOutcome(t *testing.T) {
	for _, test := range []struct {
		name  string
		start string
		moves string
		want  Outcome
		text  string
	}{
		{"no moves", startFEN, "", Outcome{}, "*"},
		{"unfinished game", startFEN, twoKnights, Outcome{}, "*"},
		{"checkmate by Black", startFEN, foolsMate, Outcome{BlackWins, Checkmate}, "0-1 (checkmate)"},
		{"checkmate by White", startFEN, operaGame, Outcome{WhiteWins, Checkmate}, "1-0 (checkmate)"},
		{"stalemate", startFEN, loydsDraw, Outcome{Drawn, Stalemate}, "1/2-1/2 (stalemate)"},
		{"king has one legal move", "8/8/8/8/8/3k4/3p4/3K4 b - - 0 1", "Kc3", Outcome{}, "*"},
		{"checkmate at the start", "R3k3/7R/8/8/8/8/8/4K3 b - - 0 1", "",
			Outcome{WhiteWins, Checkmate}, "1-0 (checkmate)"},
		{"stalemate at the start", "k7/8/1Q6/8/8/8/8/4K3 b - - 0 1", "",
			Outcome{Drawn, Stalemate}, "1/2-1/2 (stalemate)"},
		{"10: en passant prevents checkmate", "8/3b4/6R1/1P2kp2/6pp/2N1P3/4KPPP/8 w - - 0 1", "f4+", Outcome{}, "*"},
		{"10: checkmate by en passant", "6bk/7b/8/3pP3/8/8/8/Q3K3 w - d6 0 1", "exd6#",
			Outcome{WhiteWins, Checkmate}, "1-0 (checkmate)"},
		{"20: checkmate at halfmove clock 105", "k7/8/NKB5/8/8/8/8/8 b - - 105 176", "",
			Outcome{WhiteWins, Checkmate}, "1-0 (checkmate)"},
		{"20: stalemate at halfmove clock 99", "k7/3N4/1K6/1B6/8/8/8/8 b - - 99 100", "",
			Outcome{Drawn, Stalemate}, "1/2-1/2 (stalemate)"},
		{"castling is the only legal move", "3k1r2/8/8/8/8/7p/7P/6KR w K - 0 1", "", Outcome{}, "*"},
		{"checkmate by castling", "5k2/8/8/8/8/8/4R1R1/4K2R w K - 0 1", "O-O",
			Outcome{WhiteWins, Checkmate}, "1-0 (checkmate)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := newGame(MustParseFEN(test.start), Rules{})
			playSANs(t, g, test.moves)
			got := g.Outcome()
			if got != test.want || got.String() != test.text {
				t.Errorf("%q: Outcome() = %v, want %v, %q", test.moves, got, test.want, test.text)
			}
			if got.IsOver() != (test.want.Reason != NoReason) {
				t.Errorf("%q: IsOver() = %v, want %v", test.moves, got.IsOver(), test.want.Reason != NoReason)
			}
			winner, won := got.Winner()
			if wantWinner, wantWon := test.want.Winner(); won != wantWon || won && winner != wantWinner {
				t.Errorf("%q: Winner() = %v, %v, want %v, %v", test.moves, winner, won, wantWinner, wantWon)
			}
			p := g.Position()
			mate, stalemate := test.want.Reason == Checkmate, test.want.Reason == Stalemate
			if p.IsCheckmate() != mate || p.IsStalemate() != stalemate || p.Outcome() != got {
				t.Errorf("%v: IsCheckmate() = %v, IsStalemate() = %v, Outcome() = %v, want %v, %v, %v",
					&p, p.IsCheckmate(), p.IsStalemate(), p.Outcome(), mate, stalemate, got)
			}
		})
	}
}

func TestReasonString(t *testing.T) {
	for reason, want := range map[Reason]string{
		NoReason: "none", Checkmate: "checkmate", Stalemate: "stalemate", 255: "Reason(255)",
	} {
		if got := reason.String(); got != want {
			t.Errorf("Reason(%d).String() = %q, want %q", uint8(reason), got, want)
		}
	}
}

func TestResult(t *testing.T) {
	for _, test := range []struct {
		result Result
		winner Color
		won    bool
	}{
		{Unfinished, White, false},
		{WhiteWins, White, true},
		{BlackWins, Black, true},
		{Drawn, White, false},
		{BothLose, White, false},
		{WhiteHalf, White, false},
		{BlackHalf, White, false},
		{Result(9), White, false},
	} {
		if got, want := (Outcome{test.result, Agreement}).String(), test.result.String()+" (agreement)"; got != want {
			t.Errorf("String() of an Outcome = %q, want %q", got, want)
		}
		winner, won := Outcome{Result: test.result}.Winner()
		if won != test.won || won && winner != test.winner {
			t.Errorf("Winner() of an Outcome with Result %v = %v, %v, want %v, %v",
				test.result, winner, won, test.winner, test.won)
		}
		if won && WinFor(winner) != test.result {
			t.Errorf("WinFor(%v) = %v, want %v", winner, WinFor(winner), test.result)
		}
	}
}

func TestOutcomeText(t *testing.T) {
	for outcome, want := range map[Outcome]string{
		{}:                           "*",
		{Drawn, NoReason}:            "1/2-1/2",
		{WhiteWins, NoReason}:        "1-0",
		{WhiteWins, Checkmate}:       "1-0 (checkmate)",
		{Drawn, Stalemate}:           "1/2-1/2 (stalemate)",
		{Drawn, DeadPosition}:        "1/2-1/2 (dead position)",
		{Drawn, ThreefoldRepetition}: "1/2-1/2 (threefold repetition)",
		{Drawn, FivefoldRepetition}:  "1/2-1/2 (fivefold repetition)",
		{Drawn, FiftyMoves}:          "1/2-1/2 (fifty moves)",
		{Drawn, SeventyFiveMoves}:    "1/2-1/2 (seventy-five moves)",
		{Drawn, PerpetualCheck}:      "1/2-1/2 (perpetual check)",
		{Drawn, Agreement}:           "1/2-1/2 (agreement)",
		{BlackWins, Resignation}:     "0-1 (resignation)",
		{BlackWins, OutOfTime}:       "0-1 (time)",
		{WhiteWins, Adjudication}:    "1-0 (adjudication)",
		{Result(9), Reason(99)}:      "Result(9) (Reason(99))",
	} {
		if got := outcome.String(); got != want {
			t.Errorf("Outcome{%d, %d}.String() = %q, want %q", outcome.Result, outcome.Reason, got, want)
		}
		if c, ok := outcome.Winner(); !ok && c != White {
			t.Errorf("%v.Winner() = %v, false, want the zero Color", outcome, c)
		}
	}
}

// TestZeroPositionOutcome checks that an empty board is no checkmate, stalemate, or draw by insufficient
// material.
func TestZeroPositionOutcome(t *testing.T) {
	var p Position
	if p.InsufficientMaterial() {
		t.Error("Position{}.InsufficientMaterial() = true, want false")
	}
	if got := p.Outcome(); got.IsOver() {
		t.Errorf("Position{}.Outcome() = %v, want *", got)
	}
	if got := newGame(p, Rules{}).Outcome(); got.Reason == Stalemate || got.Reason == Checkmate {
		t.Errorf("newGame(Position{}, Rules{}).Outcome() = %v, want neither checkmate nor stalemate", got)
	}
}
