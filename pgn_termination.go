package chess

import (
	"slices"
	"strings"
)

// A termination is what a Termination tag says about a game.
type termination struct {
	reason Reason
	fits   resultSet // the results that agree with it
}

// A resultSet is a set of results. Bit i is set if the set contains Result(i).
type resultSet uint8

const (
	fitsUnfinished resultSet = 1 << Unfinished
	fitsWhite      resultSet = 1 << WhiteWins
	fitsBlack      resultSet = 1 << BlackWins
	fitsDraw       resultSet = 1 << Draw
	fitsWin                  = fitsWhite | fitsBlack
	fitsOver                 = fitsWin | fitsDraw
	fitsAny                  = fitsOver | fitsUnfinished
)

func (s resultSet) has(r Result) bool { return s>>r&1 != 0 }

// terminationOf returns the termination for a reason, with every result that the reason allows.
func terminationOf(reason Reason) termination {
	switch {
	case reason == Checkmate, reason == Resignation:
		return termination{reason, fitsWin}
	case reason == Stalemate, reason == Agreement, reason.isCondition():
		return termination{reason, fitsDraw}
	case reason == Time:
		return termination{reason, fitsOver}
	}
	return termination{reason, fitsAny}
}

// isCondition reports whether r is a draw whose condition can be checked from the moves.
func (r Reason) isCondition() bool { return slices.Contains(drawReasons[:], r) }

// terminations holds the values of the Termination tag for the reasons that do not follow from the
// moves and that have a value that every program knows. All but "forfeit" are values of the PGN
// standard (9.8.1).
var terminations = map[Reason]string{
	Time: "time forfeit", Adjudication: "adjudication", Abandonment: "abandoned", Forfeit: "forfeit",
	RulesInfraction: "rules infraction",
}

// causes are the words for the reasons, in the form that tidied returns. They may be the whole value,
// as those of the PGN standard, lichess.org ("Time forfeit"), cutechess-cli and fastchess ("illegal
// move", "stalled connection"), and the FIDE Laws are. They may also follow the name of a player, as on
// chess.com ("Carlsen won by resignation"), on freechess.org and chessclub.com ("Carlsen forfeits on
// time"), and in xboard ("White wins by adjudication").
var causes = map[string]Reason{
	"checkmate": Checkmate, "mate": Checkmate, "resignation": Resignation,
	"time": Time, "time forfeit": Time, "timeout": Time, "flag fall": Time,
	"abandoned": Abandonment, "abandonment": Abandonment, "game abandoned": Abandonment,
	"stalled connection": Abandonment, "disconnection": Abandonment,
	"adjudication": Adjudication, "forfeit": Forfeit, "default": Forfeit,
	"rules infraction": RulesInfraction, "illegal move": RulesInfraction,
}

// drawCauses are the words for the reasons for a draw. They may be the whole value or follow "Game
// drawn by", as on chess.com and freechess.org, or "Draw by", as in cutechess-cli and fastchess.
var drawCauses = map[string]Reason{
	"agreement": Agreement, "mutual agreement": Agreement, "stalemate": Stalemate,
	"repetition": ThreefoldRepetition, "threefold repetition": ThreefoldRepetition,
	"three fold repetition": ThreefoldRepetition, "3 fold repetition": ThreefoldRepetition,
	"fivefold repetition": FivefoldRepetition, "5 fold repetition": FivefoldRepetition,
	"perpetual check": PerpetualCheck, "dead position": DeadPosition,
	"50 move": FiftyMoves, "50 moves": FiftyMoves, "fifty move": FiftyMoves, "fifty moves": FiftyMoves,
	"75 move": SeventyFiveMoves, "75 moves": SeventyFiveMoves,
	"seventy five move": SeventyFiveMoves, "seventy five moves": SeventyFiveMoves,
	"insufficient material": InsufficientMaterial, "insufficient mating material": InsufficientMaterial,
	"neither player has mating material": InsufficientMaterial,
	"timeout vs insufficient material":   Time, "adjudication": Adjudication,
	"both players ran out of time": NoReason, // whoever could still win
}

// lossVerbs are what follows the name of the player who lost in the messages of freechess.org,
// chessclub.com, xboard, cutechess-cli, and fastchess.
var lossVerbs = map[string]Reason{
	"resigns": Resignation, "resigned": Resignation, "checkmated": Checkmate, "is checkmated": Checkmate,
	"ran out of time": Time, "runs out of time": Time, "disconnects": Abandonment, "disconnected": Abandonment,
	"abandoned the game": Abandonment, "makes an illegal move": RulesInfraction,
}

// readTermination parses the value of a Termination tag. It gives a reason only if the whole value is
// one of the forms that programs write. It takes other values for remarks, which agree with every
// result.
func readTermination(value, white, black string) termination {
	switch value {
	case "", "Normal", "normal":
		return termination{NoReason, fitsAny}
	}
	words := strings.TrimSuffix(tidied(value), ".")
	if words == "unterminated" {
		return termination{NoReason, fitsUnfinished}
	}
	if reason, ok := drawCause(words); ok {
		return termination{reason, fitsDraw}
	}
	if reason, ok := causes[words]; ok {
		return terminationOf(reason)
	}
	t := termination{NoReason, 0}
	for c, name := range [...]string{White: white, Black: black} {
		for _, rest := range withoutName(words, name, Color(c)) {
			if said, ok := readSentence(rest, Color(c)); ok {
				t.reason, t.fits = said.reason, t.fits|said.fits
			}
		}
	}
	if t.fits != 0 {
		return t
	}
	_, rest, _ := strings.Cut(words, " ") // somebody else's name, such as an older one of a player
	if said, ok := readSentence(rest, White); ok && said.fits != fitsDraw {
		return termination{said.reason, fitsWin}
	}
	return termination{NoReason, fitsAny}
}

// tidied returns the value in lower case, with one space between words and for a hyphen.
func tidied(value string) string {
	return strings.Join(strings.Fields(strings.ToLower(strings.ReplaceAll(value, "-", " "))), " ")
}

// drawCause returns the reason for a draw that the words give. Without "drawn", an adjudication may
// have any result.
func drawCause(words string) (reason Reason, ok bool) {
	cause := words
	for _, start := range [...]string{"game drawn by ", "game drawn because ", "drawn by ", "draw by ", "by "} {
		cause = strings.TrimPrefix(cause, start)
	}
	if cause == words && words == "adjudication" {
		return NoReason, false
	}
	reason, ok = drawCauses[strings.TrimSuffix(strings.TrimPrefix(cause, "the "), " rule")]
	return reason, ok
}

// withoutName returns what follows the name of a player at the start of the words, once for each form
// of the name: the tag, the family name, both names in their usual order, or the color.
func withoutName(words, player string, c Color) (rests []string) {
	names := []string{tidied(c.name()), tidied(player)}
	if family, given, ok := strings.Cut(player, ","); ok {
		names = append(names, tidied(family), tidied(given+" "+family))
	}
	for _, name := range names {
		if rest, ok := strings.CutPrefix(words, name+" "); ok && name != "" && name != "?" {
			rests = append(rests, rest)
		}
	}
	return rests
}

// readSentence parses what follows the name of c, such as "won by resignation" or "resigns".
func readSentence(rest string, c Color) (t termination, ok bool) {
	if reason, ok := lossVerbs[rest]; ok {
		return termination{reason, 1 << WinFor(c.Other())}, true
	}
	if strings.HasPrefix(rest, "ran out of time and ") && strings.HasSuffix(rest, " has no material to mate") {
		return termination{Time, fitsDraw}, true
	}
	verb, cause, _ := strings.Cut(rest, " ")
	reason, known := causes[strings.TrimPrefix(strings.TrimPrefix(cause, "by "), "on ")]
	switch {
	case rest == "mates", rest == "checkmates":
		return termination{Checkmate, 1 << WinFor(c)}, true
	case !known:
		return termination{}, false
	case verb == "won", verb == "wins":
		return termination{reason, 1 << WinFor(c)}, true
	case verb == "lost", verb == "loses", verb == "forfeits":
		return termination{reason, 1 << WinFor(c.Other())}, true
	}
	return termination{}, false
}
