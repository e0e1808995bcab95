package syzygy

import (
	"slices"

	"github.com/shakki/chess"
)

// WDL returns the value of p for the side to move if the halfmove clock were 0. It is exact, en
// passant and captures included. The tables of every material that captures lead to are needed as
// well. The error is [ErrCastling], [ErrTooManyPieces], [ErrNoKings], a [*MissingError], a
// [*FormatError], or that of reading a file.
func (t *Tables) WDL(p chess.Position) (WDL, error) {
	if err := check(&p); err != nil {
		return Draw, err
	}
	v, _, err := t.wdl(p, Win)
	return v, err
}

// DTZ returns the distance to zeroing of p. It needs the tables that [Tables.WDL] needs and that of
// the distances for the material of p. The errors are those of [Tables.WDL].
func (t *Tables) DTZ(p chess.Position) (DTZ, error) {
	if err := check(&p); err != nil {
		return DTZ{}, err
	}
	_, d, err := t.distance(p)
	if err != nil {
		return DTZ{}, err
	}
	return d, nil
}

// check returns an error if no table can hold p.
func check(p *chess.Position) error {
	switch {
	case p.Castling() != 0:
		return ErrCastling
	case p.Occupied().Count() > MaxPieces:
		return ErrTooManyPieces
	case p.ByType(chess.King).Count() != 2:
		return ErrNoKings
	}
	return nil
}

// wdl returns the value of p. If that is at least enough, it may return any other value that is at
// least enough. It reports whether a capture decides: whether one wins, or the side to move must
// capture to get the value.
func (t *Tables) wdl(p chess.Position, enough WDL) (value WDL, capture bool, err error) {
	best, bestEnPassant := Loss-1, Loss-1
	if enemies := p.ByColor(p.Turn().Other()) &^ p.ByType(chess.King); enemies != 0 {
		enPassant := p.EnPassant()
		captures := 0
		var buffer [64]chess.Move // room for the captures and promotions of up to MaxPieces pieces
		for _, m := range p.AppendCaptures(buffer[:0]) {
			isEnPassant := m.To() == enPassant
			if !enemies.Has(m.To()) && !isEnPassant {
				continue // a promotion
			}
			captures++
			var q chess.Position
			q.SetAfter(&p, m)
			after, _, err := t.wdl(q, -max(best, bestEnPassant))
			switch {
			case err != nil:
				return Draw, false, err
			case -after >= enough:
				return -after, true, nil
			case isEnPassant:
				bestEnPassant = max(bestEnPassant, -after)
			default:
				best = max(best, -after)
			}
		}
		if enPassant != chess.NoSquare && captures == len(p.LegalMoves()) {
			// Without the right to capture en passant, the position in the table may be stalemate.
			return max(best, bestEnPassant), true, nil
		}
	}
	// The value in the table may be too low if a capture is best.
	if value, err = t.tableWDL(&p); err != nil {
		return Draw, false, err
	}
	captured := max(best, bestEnPassant)
	capture = captured >= value && captured > Draw || bestEnPassant > max(best, value)
	return max(captured, value), capture, nil
}

// tableWDL returns the value in the table. It is too low if a capture is best, and does not
// consider en passant.
func (t *Tables) tableWDL(p *chess.Position) (WDL, error) {
	m := materialOf(p)
	if m == 0 {
		return Draw, nil
	}
	found, err := t.lookup(p, m, wdlTable)
	if err == nil && found.value > int(Win-Loss) {
		err = found.fault("value out of range")
	}
	if err != nil {
		return Draw, err
	}
	return WDL(found.value) + Loss, nil
}

// A found is a value in a table, and where it is.
type found struct {
	value int
	part  *part // nil if the table has no values for the side to move
	table *table
	at    int64 // the offset of the block that has the value
}

// fault returns the error for a value that cannot be right.
func (f found) fault(reason string) error { return f.table.fault(f.at, reason) }

// lookup returns the value of p in the table of its material.
func (t *Tables) lookup(p *chess.Position, m material, k kind) (found, error) {
	e, err := t.table(m, k)
	if err != nil {
		return found{}, err
	}
	a, index := e.partOf(p, m)
	if a == nil {
		return found{}, nil
	}
	v, at, err := e.value(a, index)
	return found{int(v), a, e, at}, err
}

// noMove returns the error for a value of p that differs from those after all moves.
func (t *Tables) noMove(p *chess.Position) error {
	found, err := t.lookup(p, materialOf(p), wdlTable)
	if err != nil {
		return err
	}
	return found.fault("no move leads to this value")
}

// partOf returns the part that has the value of p, whose material is m, or nil if there is none, and
// the index in it.
func (t *table) partOf(p *chess.Position, m material) (a *part, index uint64) {
	flip := chess.White
	if m != t.material || t.symmetric && p.Turn() == chess.Black {
		flip = chess.Black
	}
	side := p.Turn() ^ flip
	sides := t.sides()
	first := int(side) & (sides - 1)
	file, g := t.parts[first].orient(p, flip)
	a = t.parts[file*sides+first]
	switch {
	case t.kind == dtzTable && !t.symmetric && chess.Color(a.flags&blackFlag) != side:
		return nil, 0
	case a.constant:
		return a, 0
	}
	return a, a.index(p, flip, g)
}

// fiftyMoves is the number of plies after which the fifty-move rule makes a win a draw. It is a
// variable because with a smaller number, small endgames have cursed wins to test.
var fiftyMoves = 100

// zeroing returns the distance of a position in which a zeroing move with the value v is best.
func zeroing(v WDL) DTZ {
	if v == CursedWin || v == BlessedLoss {
		return DTZ{Plies: v.sign() * (fiftyMoves + 1)}
	}
	return DTZ{Plies: v.sign()}
}

// distance returns the value of p and the distance to zeroing.
func (t *Tables) distance(p chess.Position) (WDL, DTZ, error) {
	v, capture, err := t.wdl(p, Win)
	if err != nil || v == Draw || capture {
		return v, zeroing(v), err
	}
	var buffer [chess.MaxMoves]chess.Move
	moves := p.AppendLegalMoves(buffer[:0])
	if v > Draw {
		zeroes, err := t.winsByPawn(&p, moves, v)
		if err != nil || zeroes {
			return v, zeroing(v), err
		}
	}
	quiet := slices.DeleteFunc(moves, func(m chess.Move) bool { return zeroes(&p, m) })
	if v < Draw && len(quiet) == 0 {
		return v, zeroing(v), nil // checkmate, or every move zeroes
	}
	d, ok, err := t.tableDistance(&p, v)
	if err == nil && !ok {
		d, err = t.searchDistance(&p, quiet, v)
	}
	return v, d, err
}

// zeroes reports whether m is a capture or a move of a pawn.
func zeroes(p *chess.Position, m chess.Move) bool {
	return p.ByType(chess.Pawn).Has(m.From()) || p.Occupied().Has(m.To())
}

// winsByPawn reports whether a pawn move that is not a capture keeps the value v.
func (t *Tables) winsByPawn(p *chess.Position, moves []chess.Move, v WDL) (bool, error) {
	pawns := p.ByType(chess.Pawn)
	for _, m := range moves {
		if !pawns.Has(m.From()) || m.From().File() != m.To().File() {
			continue
		}
		var q chess.Position
		q.SetAfter(p, m)
		after, _, err := t.wdl(q, Win)
		if err != nil || -after == v {
			return true, err
		}
	}
	return false, nil
}

// tableDistance returns the distance in the table of a position with the value v. It reports
// whether the table has it.
func (t *Tables) tableDistance(p *chess.Position, v WDL) (DTZ, bool, error) {
	found, err := t.lookup(p, materialOf(p), dtzTable)
	a, value := found.part, found.value
	if a == nil || err != nil {
		return DTZ{}, false, err
	}
	if a.flags&mappedFlag != 0 {
		list := a.lists[v-Loss]
		if value >= len(list) && v == BlessedLoss {
			// Where only captures save the game from a loss, a table may have the distance of the
			// loss.
			return zeroing(v), true, nil
		}
		if value >= len(list) {
			return DTZ{}, false, found.fault("a distance is not in the list")
		}
		value = int(list[value])
	}
	d := zeroing(v)
	d.Rounded = (v != Win || a.flags&winPliesFlag == 0) && (v != Loss || a.flags&lossPliesFlag == 0)
	if d.Rounded {
		value *= 2
	}
	d.Plies += value * v.sign()
	return d, true, nil
}

// searchDistance returns the distance of a position with the value v by looking at those after the
// moves that do not zero. In a win no other move keeps v. At the limit of the fifty-move rule, a win
// and a cursed win follow each other, so only the signs of values must agree.
func (t *Tables) searchDistance(p *chess.Position, quiet []chess.Move, v WDL) (DTZ, error) {
	m, d, err := t.best(p, quiet, v.sign())
	switch {
	case err != nil:
	case v < Draw && zeroing(v).compare(d) < 0:
		d = zeroing(v)
	case m == chess.NullMove:
		err = t.noMove(p)
	}
	return d, err
}

// best returns the move with the shortest distance to a win if sign is 1, or the longest to a loss if
// it is -1, and that distance. If no move has this result, it returns NullMove and the zero DTZ.
func (t *Tables) best(p *chess.Position, moves []chess.Move, sign int) (best chess.Move, first DTZ, err error) {
	for _, m := range moves {
		var q chess.Position
		q.SetAfter(p, m)
		v, d, err := t.moveDistance(&q)
		if err != nil {
			return chess.NullMove, DTZ{}, err
		}
		if v.sign() == sign && (best == chess.NullMove || d.compare(first) < 0) {
			best, first = m, d
		}
	}
	return best, first, nil
}

// moveDistance returns the value of q for the side that has just moved, and the distance to zeroing
// counted from before that move.
func (t *Tables) moveDistance(q *chess.Position) (WDL, DTZ, error) {
	if q.HalfmoveClock() == 0 {
		v, _, err := t.wdl(*q, Win)
		return -v, zeroing(-v), err
	}
	v, d, err := t.distance(*q)
	d.Plies = -d.Plies
	if v != Loss || d.Plies != 1 || !q.IsCheckmate() {
		d.Plies -= v.sign()
	}
	return -v, d, err
}
