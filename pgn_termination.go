package chess

import "github.com/shakki/chess/internal/ending"

// A termination is what a Termination tag says about a game.
type termination struct {
	reason Reason
	fits   ending.Results // the results that agree with it
}

// allows reports whether r agrees with t.
func (t termination) allows(r Result) bool { return t.fits>>r&1 != 0 }

// terminationOf returns the termination for a reason, with every result that the reason allows.
func terminationOf(reason Reason) termination {
	switch {
	case reason == Checkmate, reason == Resignation:
		return termination{reason, ending.Win}
	case reason == Stalemate, reason == Agreement, reason.isCondition():
		return termination{reason, ending.Draw}
	case reason == OutOfTime:
		return termination{reason, ending.Over}
	}
	return termination{reason, ending.Any}
}

// isCondition reports whether r is a draw whose condition can be checked from the moves.
func (r Reason) isCondition() bool { return drawBy(r) != nil }

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
	e := ending.Read(value, white, black)
	reason, _ := reasonTexts.parse(e.Reason)
	if e.Fits == 0 {
		return terminationOf(reason)
	}
	return termination{reason, e.Fits}
}
