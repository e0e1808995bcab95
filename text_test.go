package chess

import "testing"

func TestReasonText(t *testing.T) {
	testWords(t, wordTest[Reason]{
		kind:     "reason",
		parse:    ParseReason,
		values:   allOf(NoReason, Adjudication),
		refused:  []string{"", "Checkmate", "mate", "checkmate ", "1"},
		nonsense: map[Reason]string{13: "Reason(13)", 255: "Reason(255)"},
	})
}

func TestEndingText(t *testing.T) {
	testWords(t, wordTest[Ending]{
		kind:     "ending",
		parse:    ParseEnding,
		values:   allOf(Ignored, Automatic),
		refused:  []string{"", "none", "claim", "Automatic", "0"},
		nonsense: map[Ending]string{3: "Ending(3)", 255: "Ending(255)"},
	})
}

func TestWingText(t *testing.T) {
	testWords(t, wordTest[Wing]{
		kind:     "wing",
		parse:    ParseWing,
		values:   allOf(Kingside, Queenside),
		refused:  []string{"", "king", "O-O", "K", "king side"},
		nonsense: map[Wing]string{2: "Wing(2)", 255: "Wing(255)"},
	})
}

func TestCauseText(t *testing.T) {
	testWords(t, wordTest[Cause]{
		kind:     "cause",
		parse:    ParseCause,
		values:   allOf(NoCause, GameOver),
		refused:  []string{"", "Pinned", "illegal", "castling"},
		nonsense: map[Cause]string{22: "Cause(22)", 255: "Cause(255)"},
	})
}

func TestProblemText(t *testing.T) {
	testWords(t, wordTest[Problem]{
		kind:     "problem",
		parse:    ParseProblem,
		values:   allOf(TooManyPieces, ClockDoubleStep),
		refused:  []string{"", "more than 8 pawns", "TooManyPawns"},
		nonsense: map[Problem]string{7: "Problem(7)", 255: "Problem(255)"},
	})
}

func TestFENFieldText(t *testing.T) {
	testWords(t, wordTest[FENField]{
		kind:     "FEN field",
		parse:    ParseFENField,
		values:   allOf(FENPlacement, FENTrailing),
		refused:  []string{"", "Castling", "board", "2"},
		nonsense: map[FENField]string{7: "FENField(7)", 255: "FENField(255)"},
	})
}

func TestNAGText(t *testing.T) {
	testWords(t, wordTest[NAG]{
		kind:    "NAG",
		parse:   ParseNAG,
		values:  append(allOf[NAG](0, 254), 255),
		refused: []string{"", "$", "1", "!", "$256", "$-1", "$+1", "$1 ", "$1.0", "$x", "$$1", "$1_0"},
	})
}

func TestShapeText(t *testing.T) {
	testWords(t, wordTest[Shape]{
		kind:  "shape",
		parse: ParseShape,
		values: []Shape{
			{'G', E4, E4}, {'G', E4, E5}, {'G', E5, E4}, {'R', A1, H8}, {'A', H8, A1}, {'Z', A1, A1},
		},
		refused: []string{"", "G", "e4", "Ge", "Ge9", "Gi4", "ge4", "@e4", "[e4", "Ge4e4", "Ge4e", "Ge4e9", "Ge4i5",
			"Gi4e5", "Ge4e5f6", "Ge4-e5", "Ée4"},
		nonsense: map[Shape]string{
			{'g', E4, E4}:       "ge4",
			{'G', NoSquare, E4}: "G-e4",
			{'G', E4, NoSquare}: "Ge4-",
			{}:                  "\x00a1",
			{200, E4, E4}:       "Èe4",
		},
	})
}
