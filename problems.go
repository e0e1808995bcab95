package chess

import "github.com/shakki/chess/internal/enum"

// A Problem is a reason why a playable position cannot have arisen in a game.
type Problem uint8

// The problems that [Position.Problems] finds.
const (
	TooManyPieces    Problem = iota // more than 16 of one color
	TooManyPawns                    // more than 8 of one color
	TooManyPromoted                 // more promoted pieces than missing pawns
	TooManyCheckers                 // three or more pieces give check
	ImpossibleCheck                 // a check, now or before a double step, that no move can have given
	ClockBeforeStart                // the halfmove clock exceeds the plies played
	ClockDoubleStep                 // the halfmove clock is not 0 after a double step
)

var problemTexts = enum.Of[Problem]("problem",
	"more than 16 pieces of one color",
	"more than 8 pawns of one color",
	"more promoted pieces than missing pawns",
	"more than two pieces give check",
	"no last move explains a check",
	"halfmove clock larger than the number of plies played",
	"halfmove clock not 0 after a double step",
)

// String returns the problem in words.
func (p Problem) String() string { return problemTexts.Text(p) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (p Problem) MarshalText() ([]byte, error) { return problemTexts.Marshal(p) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form that String writes.
func (p *Problem) UnmarshalText(text []byte) error { return problemTexts.Unmarshal(p, text) }

// Problems returns the reasons that it finds why p cannot have arisen in a game. An empty list
// proves nothing: counting pieces and looking at checks does not find every impossible position.
func (p Position) Problems() []Problem {
	found := []Problem{}
	note := func(problem Problem, is bool) {
		if is {
			found = append(found, problem)
		}
	}
	either := func(is func(Color) bool) bool { return is(White) || is(Black) }
	note(TooManyPieces, either(func(c Color) bool { return p.ByColor(c).Count() > 16 }))
	note(TooManyPawns, either(func(c Color) bool { return p.Pieces(c, Pawn).Count() > 8 }))
	note(TooManyPromoted, either(p.tooManyPromoted))
	checkers := p.Checkers()
	note(TooManyCheckers, checkers.Count() > 2)
	note(ImpossibleCheck, p.checkedBeforeDoubleStep() || checkers.Count() == 2 && p.impossibleDoubleCheck(checkers))
	plies := 2*(p.FullmoveNumber()-1) + int(p.Turn())
	note(ClockBeforeStart, p.HalfmoveClock() > plies)
	note(ClockDoubleStep, p.passed() != 0 && p.HalfmoveClock() != 0)
	return found
}

// tooManyPromoted reports whether c has more promoted pieces than missing pawns. The two original
// bishops stand on squares of different colors, so a second bishop on squares of one color is
// promoted.
func (p *Position) tooManyPromoted(c Color) bool {
	bishops := p.Pieces(c, Bishop)
	promoted := max(p.Pieces(c, Queen).Count()-1, 0) +
		max(p.Pieces(c, Rook).Count()-2, 0) +
		max((bishops&LightSquares).Count()-1, 0) +
		max((bishops&^LightSquares).Count()-1, 0) +
		max(p.Pieces(c, Knight).Count()-2, 0)
	pawns := p.Pieces(c, Pawn).Count()
	return pawns <= 8 && promoted > 8-pawns
}

// checkedBeforeDoubleStep reports whether the last move was a double step before which another
// piece than the pawn already attacked the king of the side that is now to move.
func (p *Position) checkedBeforeDoubleStep() bool {
	if p.passed() == 0 {
		return false
	}
	to := p.passed() ^ 8 // for e3: e4, and e2 below
	before := p.Occupied()&^to.Bitboard() | (to ^ 16).Bitboard()
	enemies := p.ByColor(p.Turn().Other()) &^ to.Bitboard()
	return p.attackersTo(p.King(p.Turn()), before)&enemies != 0
}

// impossibleDoubleCheck reports whether two checkers cannot result from one move: two that
// do not slide, or two on one line with the king.
func (p *Position) impossibleDoubleCheck(checkers Bitboard) bool {
	sliders := p.diagonalSliders() | p.straightSliders()
	a, b := checkers.First(), checkers.last()
	return checkers&sliders == 0 || lines[a&63][b&63].Has(p.King(p.Turn()))
}
