package syzygy

import (
	"cmp"
	"slices"

	"github.com/shakki/chess"
)

// A RootMove is a legal move in a game, and what it leads to for the player who makes it.
type RootMove struct {
	Move chess.Move // the move

	// WDL is the result under the fifty-move rule with the halfmove clock of the game. It is
	// CursedWin or BlessedLoss if the zeroing move would come too late; where rounding leaves that
	// open, it is the worse of the two values. It is Draw if the move completes a threefold
	// repetition or the fifty moves.
	WDL WDL

	// DTZ is the distance to zeroing counted from the position before the move: 1 or -1 if the move
	// zeroes, and above 100 if a cursed win or blessed loss follows.
	DTZ DTZ

	// Rank orders the moves: more is better, a positive rank wins with or without the fifty-move
	// rule, and 0 draws. Moves that win for certain have the same rank, so that an engine may
	// choose between them, unless a position has been repeated: then a shorter distance has a
	// higher rank. All losing moves have the same rank until a draw by the fifty-move rule is near.
	Rank int
}

// maxRank is more than any distance and halfmove clock together.
const maxRank = 1 << 18

// RootMoves returns the legal moves of the position on the board of g, the best first: by rank, and
// moves of equal rank by the distance. A winning player should make progress, and a losing one
// resist. RootMoves considers the halfmove clock and the positions of the game. It returns nil if
// there is no legal move. The errors are those of [Tables.DTZ] for the positions after the moves.
//
// An engine searches only the moves whose rank is that of the first, or makes the first.
func (t *Tables) RootMoves(g *chess.Game) ([]RootMove, error) {
	p := g.Position()
	if err := check(&p); err != nil {
		return nil, err
	}
	past := repeatable(g)
	hurry := hasRepetition(past)
	var moves []RootMove
	for m := range p.Moves() {
		r, err := t.rootMove(&p, m, past)
		if err != nil {
			return nil, err
		}
		r.Rank = r.rank(p.HalfmoveClock(), hurry)
		moves = append(moves, r)
	}
	slices.SortStableFunc(moves, func(a, b RootMove) int {
		return cmp.Or(cmp.Compare(b.Rank, a.Rank), a.compareDistance(b))
	})
	return moves, nil
}

// BestMove returns the first of [Tables.RootMoves], or [chess.NullMove] if there is no legal move.
func (t *Tables) BestMove(g *chess.Game) (chess.Move, error) {
	moves, err := t.RootMoves(g)
	if err != nil || len(moves) == 0 {
		return chess.NullMove, err
	}
	return moves[0].Move, nil
}

// repeatable returns the positions of g since the last capture or pawn move, with the position on
// the board.
func repeatable(g *chess.Game) []chess.Position {
	var past []chess.Position
	for _, p := range g.Positions() {
		if p.HalfmoveClock() == 0 {
			past = past[:0]
		}
		past = append(past, p)
	}
	return past
}

// hasRepetition reports whether two of the positions are the same.
func hasRepetition(past []chess.Position) bool {
	seen := make(map[chess.PositionKey]bool)
	for _, p := range past {
		if seen[p.Key()] {
			return true
		}
		seen[p.Key()] = true
	}
	return false
}

// rootMove returns what m leads to.
func (t *Tables) rootMove(p *chess.Position, m chess.Move, past []chess.Position) (RootMove, error) {
	q := p.After(m)
	r := RootMove{Move: m}
	if isDrawn(&q, past) {
		return r, nil
	}
	v, d, err := t.moveDistance(&q)
	if err != nil {
		return r, err
	}
	clock := p.HalfmoveClock()
	if v != Draw {
		r.DTZ = d.as(v)
	}
	switch {
	case v == Win && d.high+clock > 100:
		v = CursedWin
	case v == Loss && d.low+clock > 100:
		v = BlessedLoss
	}
	r.WDL = v
	return r, nil
}

// isDrawn reports whether q, which was just reached, is drawn by threefold repetition or the
// fifty-move rule.
func isDrawn(q *chess.Position, past []chess.Position) bool {
	if q.HalfmoveClock() >= 100 && !q.IsCheckmate() {
		return true
	}
	same := 0
	for i := range past {
		if past[i].SamePosition(*q) {
			same++
		}
	}
	return same >= 2
}

// moveDistance returns the value of q for the side that has just moved, and the distance to zeroing
// counted from before that move.
func (t *Tables) moveDistance(q *chess.Position) (WDL, distance, error) {
	if q.HalfmoveClock() == 0 {
		v, _, err := t.wdl(*q, Win)
		return -v, zeroing(v), err
	}
	v, d, err := t.distance(*q)
	if v == Loss && d.low == 1 && q.IsCheckmate() {
		return Win, d, err
	}
	return -v, distance{d.low + 1, d.high + 1}, err
}

// rank returns the rank of r for a halfmove clock before the move. In a hurry the distance counts
// in every win. Ronald de Man's tables and most engines rank by the same inequalities.
func (r RootMove) rank(clock int, hurry bool) int {
	switch n := r.DTZ.Plies; {
	case r.WDL == Win && !hurry:
		return maxRank
	case n > 0:
		return maxRank - n - clock
	case n < 0 && clock-2*n < 100:
		return -maxRank
	case n < 0:
		return -maxRank - n + clock
	}
	return 0
}

// compareDistance orders moves of the same rank: the shorter win and the longer loss first.
func (r RootMove) compareDistance(s RootMove) int {
	return cmp.Or(cmp.Compare(r.DTZ.Plies, s.DTZ.Plies), cmp.Compare(r.extraPly(), s.extraPly()))
}

// extraPly returns the ply that rounding may hide: 1 in a win, -1 in a loss, 0 if there is none.
func (r RootMove) extraPly() int {
	if r.DTZ.Rounded {
		return sign(r.DTZ.Plies)
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
	v, limit := d.WDL(), 2*abs(d.Plies)+2 // a damaged table could lead nowhere
	for ; v != Draw && len(line) < limit; v = -v {
		m, err := t.next(&p, v)
		if err != nil || m == chess.NullMove {
			return line, err
		}
		line = append(line, m)
		if p = p.After(m); p.HalfmoveClock() == 0 {
			break
		}
	}
	return line, nil
}

// next returns the move of p, whose value is v, with the shortest distance in a win, and with the
// longest in a loss.
func (t *Tables) next(p *chess.Position, v WDL) (chess.Move, error) {
	best, found := RootMove{}, false
	for m := range p.Moves() {
		q := p.After(m)
		after, d, err := t.moveDistance(&q)
		if err != nil {
			return chess.NullMove, err
		}
		r := RootMove{Move: m, DTZ: d.as(after)}
		if after == v && (!found || r.compareDistance(best) < 0) {
			best, found = r, true
		}
	}
	return best.Move, nil
}

// abs returns the absolute value of n.
func abs(n int) int { return max(n, -n) }
