package syzygy

import "github.com/shakki/chess"

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
	return t.dtz(p)
}

// check returns an error if no table can hold p.
func check(p *chess.Position) error {
	switch {
	case p.Castling() != 0:
		return ErrCastling
	case p.Occupied().Count() > MaxPieces:
		return ErrTooManyPieces
	}
	kings, black := p.ByType(chess.King), p.ByColor(chess.Black)
	if kings.Count() != 2 || (kings&black).Count() != 1 {
		return ErrNoKings
	}
	return nil
}

// capturesBuffer has room for the captures and promotions of up to MaxPieces pieces.
type capturesBuffer [64]chess.Move

// wdl returns the value of p, or any value of at least enough if that is one. It reports whether a
// capture decides: whether one wins, or the side to move must capture to get the value.
func (t *Tables) wdl(p chess.Position, enough WDL) (value WDL, capture bool, err error) {
	best, bestEnPassant := Loss-1, Loss-1
	if enemies := p.ByColor(p.Turn().Other()) &^ p.ByType(chess.King); enemies != 0 {
		enPassant := p.EnPassant()
		captures := 0
		var buffer capturesBuffer
		for _, m := range p.AppendCaptures(buffer[:0]) {
			isEnPassant := m.To() == enPassant && p.IsEnPassant(m)
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
		if enPassant != chess.NoSquare && captures == countMoves(&p) {
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

// countMoves returns the number of legal moves.
func countMoves(p *chess.Position) int {
	var buffer [chess.MaxMoves]chess.Move
	return len(p.AppendLegalMoves(buffer[:0]))
}

// tableWDL returns the value in the table. It is too low if a capture is best, and does not
// consider en passant.
func (t *Tables) tableWDL(p *chess.Position) (WDL, error) {
	m := materialOf(p)
	if m == 0 {
		return Draw, nil
	}
	v, _, err := t.lookup(p, m, wdlTable)
	if err != nil {
		return Draw, err
	}
	if v > uint16(Win-Loss) {
		return Draw, &FormatError{File: fileName(m, wdlTable), Reason: "a value is none of the five"}
	}
	return WDL(v) + Loss, nil
}

// lookup returns the value of p in the table of its material, and the part that has it. The part is
// nil if the table has no values for the side to move.
func (t *Tables) lookup(p *chess.Position, m material, k kind) (uint16, *part, error) {
	s := t.find(m)
	if s == nil || s.entries[k].path == "" {
		return 0, nil, &MissingError{File: fileName(m, k)}
	}
	opened, err := t.acquire(&s.entries[k])
	if err != nil {
		return 0, nil, err
	}
	v, a, err := opened.probe(p, s)
	opened.release()
	return v, a, err
}

// probe returns the value of p, and the part that has it.
func (t *table) probe(p *chess.Position, s *slot) (uint16, *part, error) {
	flip := chess.White
	if s.mirrored || s.symmetric && p.Turn() == chess.Black {
		flip = chess.Black
	}
	side := p.Turn() ^ flip
	file, g := 0, symmetry(0)
	if first := t.parts[0][0]; first.pawns {
		file, g = first.leadingFile(p, flip)
	}
	if t.kind == dtzTable {
		a := t.parts[0][file&3]
		if !s.symmetric && chess.Color(a.flags&blackFlag) != side {
			return 0, nil, nil
		}
		side = 0
	}
	a := t.parts[side&1][file&3]
	if a.constant {
		return a.pairs.value, a, nil
	}
	v, err := t.value(a, a.index(p, flip, g))
	return v, a, err
}

// A distance is a number of plies that is at least low and at most high.
type distance struct{ low, high int }

// zeroing returns the distance of a position in which a zeroing move with the value v is best.
func zeroing(v WDL) distance {
	if v == CursedWin || v == BlessedLoss {
		return distance{101, 101}
	}
	return distance{1, 1}
}

// dtz returns the distance to zeroing of p.
func (t *Tables) dtz(p chess.Position) (DTZ, error) {
	v, d, err := t.distance(p)
	if err != nil || v == Draw {
		return DTZ{}, err
	}
	return d.as(v), nil
}

// as returns the distance of a position with the value v.
func (d distance) as(v WDL) DTZ {
	return DTZ{Plies: d.low * sign(int(v)), Rounded: d.high > d.low}
}

// distance returns the value of p and, unless it is a draw, the distance to zeroing.
func (t *Tables) distance(p chess.Position) (WDL, distance, error) {
	v, capture, err := t.wdl(p, Win)
	if err != nil || v == Draw {
		return v, distance{}, err
	}
	if capture {
		return v, zeroing(v), nil
	}
	var buffer [chess.MaxMoves]chess.Move
	moves := buffer[:0]
	if v > Draw && p.Pieces(p.Turn(), chess.Pawn) != 0 {
		moves = p.AppendLegalMoves(moves)
		zeroes, err := t.winsByPawn(&p, moves, v)
		if err != nil || zeroes {
			return v, zeroing(v), err
		}
	}
	d, ok, err := t.tableDistance(&p, v)
	if err != nil || ok && (v != Loss || d.low > 1) {
		return v, d, err
	}
	if len(moves) == 0 {
		moves = p.AppendLegalMoves(moves)
	}
	if ok {
		if !hasQuiet(&p, moves) {
			d.high = 1 // checkmate, or every move zeroes
		}
		return v, d, nil
	}
	d, err = t.searchDistance(&p, moves, v)
	return v, d, err
}

// hasQuiet reports whether one of the moves is neither a capture nor a move of a pawn.
func hasQuiet(p *chess.Position, moves []chess.Move) bool {
	zeroing, occupied := p.ByType(chess.Pawn), p.Occupied()
	for _, m := range moves {
		if !zeroing.Has(m.From()) && !occupied.Has(m.To()) {
			return true
		}
	}
	return false
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
func (t *Tables) tableDistance(p *chess.Position, v WDL) (distance, bool, error) {
	m := materialOf(p)
	n, a, err := t.lookup(p, m, dtzTable)
	if a == nil || err != nil {
		return distance{}, false, err
	}
	value := int(n)
	if a.flags&mappedFlag != 0 {
		list := a.lists[listOf[v-Loss]]
		if value >= len(list) && v == BlessedLoss {
			// Where only captures save the game from a loss, a table may have the distance of the
			// loss.
			return zeroing(v), true, nil
		}
		if value >= len(list) {
			return distance{}, false, &FormatError{File: fileName(m, dtzTable), Reason: "a distance is not in the list"}
		}
		value = int(list[value])
	}
	base := zeroing(v).low
	if v == Win && a.flags&winPliesFlag != 0 || v == Loss && a.flags&lossPliesFlag != 0 {
		return distance{base + value, base + value}, true, nil
	}
	return distance{base + 2*value, base + 2*value + 1}, true, nil
}

// listOf holds, for each value from Loss on, which of the lists of a part has its distances.
var listOf = [...]int{1, 3, 0, 2, 0}

// searchDistance returns the distance of a position with the value v by looking at those after its
// moves. In a win no zeroing move keeps v.
func (t *Tables) searchDistance(p *chess.Position, moves []chess.Move, v WDL) (distance, error) {
	best := zeroing(v)
	if v > Draw {
		best = distance{1 << 30, 1 << 30}
	}
	pawns, occupied := p.ByType(chess.Pawn), p.Occupied()
	for _, m := range moves {
		if pawns.Has(m.From()) || occupied.Has(m.To()) {
			continue
		}
		var q chess.Position
		q.SetAfter(p, m)
		after, d, err := t.distance(q)
		if err != nil {
			return best, err
		}
		if -after != v {
			continue
		}
		if v < Draw {
			best = distance{max(best.low, d.low+1), max(best.high, d.high+1)}
		} else if d.low == 1 && q.IsCheckmate() {
			return distance{1, 1}, nil
		} else {
			best = distance{min(best.low, d.low+1), min(best.high, d.high+1)}
		}
	}
	return best, nil
}
