package chess

import (
	"cmp"
	"slices"
	"strings"

	"github.com/shakki/chess/internal/ending"
)

// A player is a color, or nobody for the zero value.
type player struct {
	is    bool
	color Color
}

// parsePlayer parses the name of a color, such as "White".
func parsePlayer(name string) (by player, ok bool) {
	for c := White; c <= Black; c++ {
		if name == c.name() {
			return player{true, c}, true
		}
	}
	return player{}, false
}

// A termination is what a record says about its end, in a Termination tag, an EndReason tag, or a comment.
type termination struct {
	reason Reason
	by     player         // who resigned, ran out of time, accepted the draw, or claimed it
	fits   ending.Results // the results that agree with the reason and with who lost by it
	isLoss bool           // [Rules.loss] decides
}

// allows reports whether r agrees with t.
func (t termination) allows(r Result) bool { return t.fits>>r&1 != 0 }

// winner returns the opponent of the player who lost, or byDefault if t does not say who it was.
func (t termination) winner(byDefault Color) Color {
	switch t.fits & ending.Win {
	case ending.White:
		return White
	case ending.Black:
		return Black
	}
	return byDefault
}

// text returns the form of an EndReason tag, such as "resignation by White".
func (t termination) text() string {
	if !t.by.is {
		return t.reason.String()
	}
	return t.reason.String() + " by " + t.by.color.name()
}

// terminationOf returns the termination for a reason, by a player if they are known, with every result
// that the reason allows.
func terminationOf(reason Reason, by player) termination {
	t := termination{reason, by, ending.Any, reason == Resignation || reason == OutOfTime}
	switch {
	case reason == Checkmate:
		t.fits = ending.Win
	case reason == Stalemate, reason == Agreement, reason.isCondition():
		t.fits = ending.Draw
	case reason == Resignation:
		t.fits = ending.Win | ending.Draw
	case reason == OutOfTime:
		t.fits = ending.Over
	}
	if by.is && reason.isLoss() {
		t.fits &^= ending.White << by.color
	}
	return t
}

// isCondition reports whether r is a draw whose condition can be checked from the moves.
func (r Reason) isCondition() bool { return drawBy(r) != nil }

// isDecision reports whether r is a decision of an arbiter, or no reason.
func (r Reason) isDecision() bool { return r == NoReason || r >= Adjudication }

// terminations holds the values of the Termination tag for the reasons that do not follow from the
// moves and that have a value that every program knows. All but "forfeit" are values of the PGN
// standard (9.8.1).
var terminations = map[Reason]string{
	OutOfTime: "time forfeit", Adjudication: "adjudication", Abandonment: "abandoned", Forfeit: "forfeit",
	RulesInfraction: "rules infraction",
}

// readTermination parses the value of a Termination tag. It gives a reason only if the whole value
// is one of the forms that programs write. It takes other values for remarks, which agree with
// every result.
func readTermination(value, white, black string) termination {
	return terminationBy(ending.Read(value, white, black))
}

// terminationBy returns the termination for an ending. An arbiter may punish other infractions than an
// illegal move as they like (FIDE 12.9).
func terminationBy(e ending.Ending) termination {
	reason, _ := reasonTexts.Parse(e.Reason)
	t := terminationOf(reason, player{})
	if e.Reason == ending.IllegalMove {
		t = termination{reason: RulesInfraction, fits: ending.Over, isLoss: true}
	}
	t.fits = cmp.Or(e.Fits, t.fits)
	t.isLoss = t.isLoss || e.Fits&ending.Draw != 0 && e.Fits&ending.Win != 0 && e.Fits&ending.Unfinished == 0 // a player did it
	return t
}

// parseEndReason parses the value of an EndReason tag, in the form that text returns.
func parseEndReason(s string) (t termination, ok bool) {
	words, name, found := strings.Cut(s, " by ")
	if reason := slices.Index(reasonTexts.Names, words); reason > int(NoReason) { // an error would take time to make
		if by, known := parsePlayer(name); known == found {
			return terminationOf(Reason(reason), by), true
		}
	}
	return t, false
}

// contradicts reports whether the value of an EndReason or DrawOffer tag cannot be true of a game
// with the given result.
func contradicts(value string, result Result) bool {
	t, isReason := parseEndReason(value)
	_, isOffer := parsePlayer(value)
	return isReason && !t.allows(result) || isOffer && result != Unfinished
}
