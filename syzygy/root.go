package syzygy

import (
	"cmp"
	"errors"
	"slices"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/fault"
)

// A RootMove is a legal move in a game, and what it leads to for the player who makes it.
type RootMove struct {
	Move chess.Move `json:"move"` // the move

	// WDL is the result with the halfmove clock and under the rules of the game. It is CursedWin or
	// BlessedLoss if the zeroing move would come too late for the fifty-move rule; where rounding
	// leaves that open, it is the worse of the two values. It is Draw if the move completes a
	// threefold repetition, or ends the game by the fifty-move or the seventy-five-move rule. If the
	// distance is unknown, WDL is the result with a halfmove clock of 0.
	WDL WDL `json:"wdl"`

	// DTZ is the distance to zeroing counted from the position before the move: 1 or -1 if the move
	// zeroes, and above 100 if a cursed win or blessed loss follows.
	DTZ DTZ `json:"dtz"`

	// Rank orders the moves: more is better, a positive rank wins with or without the fifty-move
	// rule, or until the opponent claims a draw by it, and 0 draws. Moves that win for certain have
	// the same rank, so that an engine may choose between them, unless a position has been repeated:
	// then a shorter distance has a higher rank. Other wins rank below them, by distance. All losing
	// moves have the same rank until a draw by the fifty-move rule is near.
	Rank int `json:"rank"`
}

// maxRank is more than any distance and halfmove clock together.
const maxRank = 1 << 18

// RootMoves returns the legal moves of the position on the board of g, the best first: by rank, and
// moves of equal rank by the distance. A winning player should make progress, and a losing one
// resist. RootMoves considers the halfmove clock, the positions, and the rules of the game. Without
// the fifty-move rule there are no cursed wins. RootMoves returns nil if there is no legal move. If a
// table of distances is missing, the moves that need it have the field Unknown of their distances
// set, and RootMoves ranks them by their values. The errors are those of [Tables.WDL] for the
// positions after the moves.
//
// An engine searches only the moves that have the rank of the first, or plays the first.
func (t *Tables) RootMoves(g *chess.Game) ([]RootMove, error) {
	if g == nil {
		return nil, fault.NoGame
	}
	p := g.Position()
	if err := check(&p); err != nil {
		return nil, err
	}
	past, rules := repeatable(g), g.Rules()
	hurry := false // whether a position has been repeated
	for _, n := range past {
		hurry = hurry || n > 1
	}
	var moves []RootMove
	for m := range p.Moves() {
		r, err := t.rootMove(&p, m, past, &rules)
		if err != nil {
			return nil, err
		}
		r.Rank = r.rank(p.HalfmoveClock(), drawLimit(&rules), hurry)
		moves = append(moves, r)
	}
	slices.SortStableFunc(moves, func(a, b RootMove) int {
		return cmp.Or(cmp.Compare(b.Rank, a.Rank), a.DTZ.compare(b.DTZ))
	})
	return moves, nil
}

// BestMove returns the first of [Tables.RootMoves], or [chess.NullMove] if there is no legal move.
func (t *Tables) BestMove(g *chess.Game) (chess.Move, error) {
	moves, err := t.RootMoves(g)
	if len(moves) == 0 {
		return chess.NullMove, err
	}
	return moves[0].Move, nil
}

// repeatable returns how often each position has occurred in g since the last capture or pawn move.
func repeatable(g *chess.Game) map[chess.PositionKey]int {
	past := make(map[chess.PositionKey]int)
	for _, p := range g.Positions() {
		if p.HalfmoveClock() == 0 {
			clear(past)
		}
		past[p.Key()]++
	}
	return past
}

// rootMove returns what m leads to.
func (t *Tables) rootMove(p *chess.Position, m chess.Move, past map[chess.PositionKey]int, rules *chess.Rules) (RootMove, error) {
	q := p.After(m)
	r := RootMove{Move: m}
	if isDrawn(&q, past, rules) {
		return r, nil
	}
	v, d, err := t.moveDistance(&q)
	var missing *MissingError
	if errors.As(err, &missing) && missing.File == fileName(materialOf(&q), dtzTable) {
		d, err = unknown(v), nil
	}
	if err != nil {
		return r, err
	}
	r.DTZ = d
	if rules.FiftyMoves == chess.NoEffect {
		v = Win * WDL(v.sign())
	}
	clock, limit := p.HalfmoveClock(), drawLimit(rules)
	switch {
	case q.HalfmoveClock() == 0 || d.Plies == 1 || d.Unknown: // the clock starts again, ends, or says nothing
	case v == Win && d.farthest()+clock > limit:
		v = CursedWin
	case v == Loss && clock-d.Plies > limit:
		v = BlessedLoss
	}
	r.WDL = v
	return r, nil
}

// unknown returns the distance of a move with the value v if no table has it.
func unknown(v WDL) DTZ {
	d := zeroing(v)
	d.Unknown = true
	if v == Win || v == Loss {
		d.Plies *= fiftyMoves
	}
	return d
}

// drawLimit returns the number of plies without a capture or pawn move after which the rules make
// the game a draw, or maxRank if they have no such rule.
func drawLimit(rules *chess.Rules) int {
	switch {
	case rules.FiftyMoves != chess.NoEffect:
		return fiftyMoves
	case rules.SeventyFiveMoves != chess.NoEffect:
		return fiftyMoves * 3 / 2
	}
	return maxRank
}

// isDrawn reports whether q, which was just reached, is drawn by threefold repetition, or ends the
// game by the number of moves.
func isDrawn(q *chess.Position, past map[chess.PositionKey]int, rules *chess.Rules) bool {
	clock := q.HalfmoveClock()
	if (rules.FiftyMoves == chess.Automatic && clock >= fiftyMoves ||
		rules.SeventyFiveMoves != chess.NoEffect && rules.SeventyFiveMoves != chess.Claimable && clock >= fiftyMoves*3/2) &&
		!q.IsCheckmate() {
		return true
	}
	same := past[q.Key()]
	return same >= 2 && rules.Threefold != chess.NoEffect || same >= 4 && rules.Fivefold != chess.NoEffect
}

// rank returns the rank of r for a halfmove clock before the move and a limit of that clock. In a
// hurry the distance counts in every win. Ronald de Man's tables and most engines rank by the same
// inequalities.
func (r RootMove) rank(clock, limit int, hurry bool) int {
	switch n := r.DTZ.Plies; {
	case r.WDL == Win && !hurry && !r.DTZ.Unknown:
		return maxRank
	case n > 0:
		return maxRank - n - clock
	case n < 0 && clock-2*n < limit:
		return -maxRank
	case n < 0:
		return -maxRank - n + clock
	}
	return 0
}

// Line returns best moves of both sides from p on, up to and including the next capture, pawn move,
// or mate: the winning side makes progress, and the losing side resists. The halfmove clock and the
// rules on repetition do not count. The line is empty if p is drawn. The errors are those of
// [Tables.DTZ].
func (t *Tables) Line(p chess.Position) ([]chess.Move, error) {
	d, err := t.DTZ(p)
	if err != nil {
		return nil, err
	}
	var line []chess.Move
	sign, limit := cmp.Compare(d.Plies, 0), 2*max(d.Plies, -d.Plies)+2 // a damaged table could lead nowhere
	for moves := p.LegalMoves(); sign != 0 && len(moves) > 0; moves = p.LegalMoves() {
		m, _, err := t.best(&p, moves, sign)
		if err != nil {
			return line, err
		}
		if m == chess.NullMove || len(line) == limit {
			return line, t.noMove(&p)
		}
		line = append(line, m)
		if p = p.After(m); p.HalfmoveClock() == 0 {
			break
		}
		sign = -sign
	}
	return line, nil
}
