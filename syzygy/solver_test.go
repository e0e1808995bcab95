package syzygy

import (
	"slices"
	"strings"

	"github.com/shakki/chess"
)

// A solved is an endgame that was solved backward, from mates and captures. It shares no code with
// the package. Its positions have no castling rights and no en passant square.
type solved struct {
	pieces  []chess.Piece // the white king, the black king, other pieces, and then pawns
	values  []int8        // by state
	after   solutions     // the endgames after a capture or promotion
	quiets  []uint8       // by state: the quiet moves that have not been found to lose
	zeroing []WDL         // by state: the value of the best capture or pawn move, or none
}

// The values of states: 0 is a draw, n a win in n plies, and -n a loss in n plies, to the next
// capture, pawn move, or mate. A win or loss in more than fiftyMoves plies is cursed or blessed, and
// the distance of a zeroing move with such a value is fiftyMoves+1.
const (
	illegal   = -128
	mated     = -127
	stalemate = 127
)

// none is less than every value.
const none = Loss - 1

// A state is the squares of the pieces, six bits each, and the side to move above them.
type state uint32

// solutions holds endgames by name.
type solutions map[string]*solved

// solve returns the endgame with the given name, such as "KQvKR", and the side named first is
// White. The name of an endgame of bare kings is "KvK".
func (all solutions) solve(name string) *solved {
	if e := all[name]; e != nil {
		return e
	}
	white, black, _ := strings.Cut(name, "v")
	e := &solved{pieces: []chess.Piece{chess.King.Of(chess.White), chess.King.Of(chess.Black)}, after: all}
	for _, letter := range "QRBNP" {
		kind := chess.PieceType(1 + strings.IndexRune("PNBRQK", letter))
		for range strings.Count(white, string(letter)) {
			e.pieces = append(e.pieces, kind.Of(chess.White))
		}
		for range strings.Count(black, string(letter)) {
			e.pieces = append(e.pieces, kind.Of(chess.Black))
		}
	}
	n := state(1) << (6*len(e.pieces) + 1)
	e.values, e.quiets, e.zeroing = make([]int8, n), make([]uint8, n), make([]WDL, n)
	for s := range e.values {
		e.values[s] = illegal
	}
	for _, pawns := range e.pawnPlacements() {
		e.solveSlice(pawns)
	}
	e.quiets, e.zeroing = nil, nil
	all[name] = e
	return e
}

// pawnPlacements returns the states with the pawns in place and all else on a1, so that those after
// a pawn move come first.
func (e *solved) pawnPlacements() []state {
	placements := []state{0}
	for i, p := range e.pieces {
		if p.Type() != chess.Pawn {
			continue
		}
		var next []state
		for _, s := range placements {
			for sq := chess.A2; sq <= chess.H7; sq++ {
				next = append(next, s|state(sq)<<(6*i))
			}
		}
		placements = next
	}
	slices.SortStableFunc(placements, func(a, b state) int { return e.advance(b) - e.advance(a) })
	return placements
}

// advance returns how far the pawns have come, all together.
func (e *solved) advance(s state) int {
	n := 0
	for i, p := range e.pieces {
		if p.Type() == chess.Pawn {
			n += rankFor(p.Color(), e.square(s, i))
		}
	}
	return n
}

func (e *solved) square(s state, i int) chess.Square { return chess.Square(s >> (6 * i) & 63) }

func (e *solved) turn(s state) chess.Color { return chess.Color(s >> (6 * len(e.pieces))) }

// moved returns s with piece i on another square and the other side to move.
func (e *solved) moved(s state, i int, to chess.Square) state {
	return s&^(63<<(6*i)) | state(to)<<(6*i) ^ 1<<(6*len(e.pieces))
}

// occupied returns the squares of the pieces, and whether they differ.
func (e *solved) occupied(s state) (occupied chess.Bitboard, ok bool) {
	for i := range e.pieces {
		occupied |= e.square(s, i).Bitboard()
	}
	return occupied, occupied.Count() == len(e.pieces)
}

// attacks returns the squares that a piece attacks.
func attacks(p chess.Piece, from chess.Square, occupied chess.Bitboard) chess.Bitboard {
	switch p.Type() {
	case chess.King:
		return chess.KingAttacks(from)
	case chess.Queen:
		return chess.RookAttacks(from, occupied) | chess.BishopAttacks(from, occupied)
	case chess.Rook:
		return chess.RookAttacks(from, occupied)
	case chess.Bishop:
		return chess.BishopAttacks(from, occupied)
	case chess.Knight:
		return chess.KnightAttacks(from)
	}
	return chess.PawnAttacks(p.Color(), from)
}

// attacked reports whether the king of color c is attacked.
func (e *solved) attacked(s state, c chess.Color, occupied chess.Bitboard) bool {
	king := e.square(s, int(c))
	for i, p := range e.pieces {
		if p.Color() != c && attacks(p, e.square(s, i), occupied).Has(king) {
			return true
		}
	}
	return false
}

// slice calls visit for all states with the given pawns.
func (e *solved) slice(pawns state, visit func(state)) {
	bits := 0
	for _, p := range e.pieces {
		if p.Type() != chess.Pawn {
			bits += 6
		}
	}
	for rest := range state(1) << bits {
		visit(pawns | rest)
		visit(pawns | rest | 1<<(6*len(e.pieces)))
	}
}

// solveSlice finds the values of all states with the given pawns.
func (e *solved) solveSlice(pawns state) {
	e.slice(pawns, func(s state) {
		if occupied, ok := e.occupied(s); ok && !e.attacked(s, e.turn(s).Other(), occupied) {
			e.values[s] = 0
		}
	})
	won, lost := make([][]state, 128), make([][]state, 128) // by distance
	settle := func(s state, v int) {
		if e.values[s] = int8(v); v > 0 {
			won[v] = append(won[v], s)
		} else {
			lost[-v] = append(lost[-v], s)
		}
	}
	var cursed []state // that a zeroing move wins too late
	e.slice(pawns, func(s state) {
		if e.values[s] == illegal {
			return
		}
		switch e.begin(s); {
		case e.values[s] == mated:
			lost[0] = append(lost[0], s)
		case e.values[s] == stalemate:
		case e.zeroing[s] == CursedWin:
			cursed = append(cursed, s)
		case e.zeroing[s] == Win || e.zeroing[s] < Draw && e.quiets[s] == 0:
			settle(s, pliesOf(e.zeroing[s]))
		}
	})
	for n := range 126 {
		if n == fiftyMoves {
			for _, s := range cursed {
				if e.values[s] == 0 {
					settle(s, n+1)
				}
			}
		}
		for _, s := range lost[n] {
			e.predecessors(s, func(before state) {
				if e.values[before] == 0 {
					settle(before, n+1)
				}
			})
		}
		for _, s := range won[n] {
			e.predecessors(s, func(before state) {
				if e.quiets[before]--; e.quiets[before] == 0 && e.values[before] == 0 && e.zeroing[before] < Draw {
					settle(before, min(-n-1, pliesOf(e.zeroing[before])))
				}
			})
		}
	}
}

// predecessors calls visit for the legal states from which a quiet move leads to s.
func (e *solved) predecessors(s state, visit func(state)) {
	occupied, _ := e.occupied(s)
	for i, p := range e.pieces {
		if p.Color() == e.turn(s) || p.Type() == chess.Pawn {
			continue
		}
		for b := attacks(p, e.square(s, i), occupied) &^ occupied; b != 0; {
			if before := e.moved(s, i, b.PopFirst()); e.values[before] != illegal {
				visit(before)
			}
		}
	}
}

// begin counts the quiet moves of s and values its other moves. It sets the value if there are no
// moves.
func (e *solved) begin(s state) {
	us := e.turn(s)
	occupied, _ := e.occupied(s)
	quiets, best := 0, none
	for i, p := range e.pieces {
		if p.Color() != us {
			continue
		}
		from := e.square(s, i)
		targets := attacks(p, from, occupied)
		if p.Type() == chess.Pawn {
			e.pawnMoves(s, i, occupied, func(value WDL) { best = max(best, value) })
		} else {
			for b := targets &^ occupied; b != 0; {
				if e.values[e.moved(s, i, b.PopFirst())] != illegal {
					quiets++
				}
			}
		}
		for j, q := range e.pieces {
			if to := e.square(s, j); q.Color() != us && q.Type() != chess.King && targets.Has(to) {
				e.promotions(p, to, func(to chess.Piece) {
					if v, ok := e.capture(s, i, j, to); ok {
						best = max(best, v)
					}
				})
			}
		}
	}
	e.quiets[s], e.zeroing[s] = uint8(quiets), best
	switch {
	case quiets > 0 || best != none:
	case e.attacked(s, us, occupied):
		e.values[s] = mated
	default:
		e.values[s] = stalemate
	}
}

// promotions calls visit with p, or with the pieces that p can promote to on a square.
func (e *solved) promotions(p chess.Piece, to chess.Square, visit func(chess.Piece)) {
	if p.Type() != chess.Pawn || rankFor(p.Color(), to) != 7 {
		visit(p)
		return
	}
	for kind := chess.Knight; kind < chess.King; kind++ {
		visit(kind.Of(p.Color()))
	}
}

// pawnMoves calls visit with the value of each step of pawn i, for the side that makes it.
func (e *solved) pawnMoves(s state, i int, occupied chess.Bitboard, visit func(WDL)) {
	p, to := e.pieces[i], e.square(s, i)
	for range 2 {
		if to = forward(to, p.Color()); occupied.Has(to) {
			return
		}
		e.promotions(p, to, func(q chess.Piece) {
			if q != p {
				if v, ok := e.become(s, i, -1, to, q); ok {
					visit(v)
				}
			} else if next := e.moved(s, i, to); e.values[next] != illegal {
				enPassant := chess.NoSquare
				if to == e.square(s, i)^16 {
					enPassant = forward(e.square(s, i), p.Color())
				}
				visit(-wdlOf(e.valueWith(next, enPassant)))
			}
		})
		if rankFor(p.Color(), e.square(s, i)) != 1 {
			return
		}
	}
}

// forward returns the square in front of s.
func forward(s chess.Square, c chess.Color) chess.Square {
	if c == chess.White {
		return s + 8
	}
	return s - 8
}

// valueWith returns the value of s when a pawn may capture en passant on the given square.
func (e *solved) valueWith(s state, enPassant chess.Square) int8 {
	v := e.values[s]
	if enPassant == chess.NoSquare {
		return v
	}
	best := none
	for i, p := range e.pieces {
		if p.Type() == chess.Pawn && p.Color() == e.turn(s) && chess.PawnAttacks(p.Color(), e.square(s, i)).Has(enPassant) {
			for j := range e.pieces {
				if e.square(s, j) == forward(enPassant, p.Color().Other()) {
					if captured, ok := e.become(s, i, j, enPassant, p); ok {
						best = max(best, captured)
					}
				}
			}
		}
	}
	switch {
	case best == none:
		return v
	case v == mated || v == stalemate || best > wdlOf(v) || best == Win:
		return int8(pliesOf(best))
	}
	return v
}

// capture returns the value, for the side to move, when piece i captures piece j and becomes q. It
// reports whether the move is legal.
func (e *solved) capture(s state, i, j int, q chess.Piece) (value WDL, ok bool) {
	return e.become(s, i, j, e.square(s, j), q)
}

// become returns the value, for the side to move, when piece i goes to a square and becomes q, and
// piece j, unless it is negative, leaves the board. It reports whether the move is legal.
func (e *solved) become(s state, i, j int, to chess.Square, q chess.Piece) (value WDL, ok bool) {
	var board []placed
	for k, p := range e.pieces {
		switch k {
		case j:
		case i:
			board = append(board, placed{q, to})
		default:
			board = append(board, placed{p, e.square(s, k)})
		}
	}
	v := e.after.value(board, e.turn(s).Other())
	return -wdlOf(v), v != illegal
}

// A placed is a piece on a square.
type placed struct {
	piece  chess.Piece
	square chess.Square
}

// value returns the value of the board for the side to move.
func (all solutions) value(board []placed, turn chess.Color) int8 {
	if len(board) == 2 {
		if touches(board[0].square, board[1].square) {
			return illegal
		}
		return 0
	}
	// White is the side that the name has first: that with more pieces, and then better ones.
	var names [2]strings.Builder
	for _, kind := range []chess.PieceType{chess.King, chess.Queen, chess.Rook, chess.Bishop, chess.Knight, chess.Pawn} {
		for _, b := range board {
			if b.piece.Type() == kind {
				names[b.piece.Color()].WriteString(kind.Of(chess.White).String())
			}
		}
	}
	white, black, swapped := names[0].String(), names[1].String(), chess.White
	if rankOfSide(black) > rankOfSide(white) {
		white, black, swapped = black, white, chess.Black
	}
	next := all.solve(white + "v" + black)
	result := state(turn^swapped) << (6 * len(next.pieces))
	for k, p := range next.pieces {
		for n, b := range board {
			if b.piece == p.Type().Of(p.Color()^swapped) {
				square := b.square
				if swapped == chess.Black {
					square = square ^ 56
				}
				result |= state(square) << (6 * k)
				board[n].piece = chess.NoPiece
				break
			}
		}
	}
	return next.values[result]
}

// rankOfSide returns a number that is larger for more pieces, and for better ones among as many.
func rankOfSide(side string) int {
	n := len(side)
	for i := range 4 {
		n *= 6
		if i < len(side) {
			n += strings.IndexByte("PNBRQK", side[i])
		}
	}
	return n
}

// wdlOf returns the value of a state as one of the five.
func wdlOf(v int8) WDL {
	switch {
	case v == stalemate || v == 0:
		return Draw
	case v == mated:
		return Loss
	case int(v) > fiftyMoves:
		return CursedWin
	case v > 0:
		return Win
	case int(v) < -fiftyMoves:
		return BlessedLoss
	}
	return Loss
}

// pliesOf returns the value of a state whose best move is a zeroing move with the value v.
func pliesOf(v WDL) int {
	if v == CursedWin || v == BlessedLoss {
		return int(v) * (fiftyMoves + 1)
	}
	return int(v) / 2
}

// position returns s as a position.
func (e *solved) position(s state, enPassant chess.Square) (chess.Position, error) {
	setup := chess.Setup{Turn: e.turn(s), EnPassant: enPassant}
	for i, p := range e.pieces {
		setup.Board[e.square(s, i)] = p
	}
	return setup.Position()
}

// rankFor returns the rank of s as c sees it: 0 for the rank on which the pieces of c start.
func rankFor(c chess.Color, s chess.Square) int { return int(s.Rank() ^ 7*chess.Rank(c)) }

// touches reports whether two squares are the same or neighbors.
func touches(a, b chess.Square) bool { return a == b || chess.KingAttacks(a).Has(b) }
