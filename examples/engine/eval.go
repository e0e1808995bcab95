package main

import "github.com/shakki/chess"

// A shape says what a piece is worth on each square, in centipawns.
type shape struct {
	value  int
	rank   [8]int // added on each rank, its own first rank first
	file   [4]int // added on the a- and h-file, the b- and g-file, and so on
	center int    // added for each step from the edge toward the center
}

// shapes holds the worth of each piece type in the middlegame and in the endgame.
var shapes = [chess.King + 1][2]shape{
	chess.Pawn: {
		{85, [8]int{0, -8, -4, 2, 10, 30, 60, 0}, [4]int{-14, 0, -2, 4}, 5},
		{105, [8]int{0, 0, 2, 8, 20, 40, 70, 0}, [4]int{4, 4, 0, -2}, 0}},
	chess.Knight: {
		{330, [8]int{-24, -10, 2, 8, 20, 18, 0, -36}, [4]int{-16, -4, 2, 4}, 5},
		{310, [8]int{-18, -8, 0, 6, 8, 2, -6, -22}, [4]int{-14, -4, 2, 4}, 5}},
	chess.Bishop: {
		{350, [8]int{-14, 6, 6, 6, 8, 6, -6, -16}, [4]int{-6, 4, 0, 2}, 3},
		{325, [8]int{-8, -4, 0, 2, 4, 2, -2, -6}, [4]int{-6, -2, 0, 2}, 3}},
	chess.Rook: {
		{475, [8]int{-2, -10, -10, -6, 0, 8, 20, 12}, [4]int{-8, -2, 2, 6}, 0},
		{540, [8]int{-4, -4, -2, 2, 4, 6, 10, 8}, [4]int{0, 0, 0, 0}, 0}},
	chess.Queen: {
		{1000, [8]int{0, 4, 2, 0, 0, 4, 4, 4}, [4]int{-4, 0, 2, 2}, 1},
		{970, [8]int{-16, -10, -2, 6, 12, 12, 8, 0}, [4]int{-6, 0, 4, 6}, 6}},
	chess.King: {
		{0, [8]int{20, 0, -30, -50, -60, -60, -60, -60}, [4]int{14, 24, -8, -20}, 0},
		{0, [8]int{-30, -12, 0, 10, 16, 16, 8, -12}, [4]int{-12, 0, 4, 6}, 8}},
}

// phases counts how much each piece type makes a position a middlegame.
var phases = [chess.King + 1]int16{chess.Knight: 1, chess.Bishop: 1, chess.Rook: 2, chess.Queen: 4}

const fullPhase = 24 // the phase of the start position

// A tally is the worth of all pieces on their squares, from White's point of view. The search
// keeps it up to date, because a move changes only a few squares.
type tally struct{ middle, end, phase int16 }

func (t tally) plus(u tally) tally {
	return tally{t.middle + u.middle, t.end + u.end, t.phase + u.phase}
}

func (t tally) minus(u tally) tally {
	return tally{t.middle - u.middle, t.end - u.end, t.phase - u.phase}
}

// worth is the tally of each piece on each square.
var worth = func() (w [16][64]tally) {
	for s := chess.A1; s <= chess.H8; s++ {
		for t := chess.Pawn; t <= chess.King; t++ {
			middle, end := shapes[t][0].at(s), shapes[t][1].at(s)
			w[t.Of(chess.White)][s] = tally{middle, end, phases[t]}
			w[t.Of(chess.Black)][s.Flip()] = tally{-middle, -end, phases[t]}
		}
	}
	return w
}()

func (h *shape) at(s chess.Square) int16 {
	file, rank := min(int(s.File()), 7-int(s.File())), min(int(s.Rank()), 7-int(s.Rank()))
	return int16(h.value + h.rank[s.Rank()] + h.file[file] + h.center*min(file, rank))
}

// tallyOf adds up the pieces of p.
func tallyOf(p *chess.Position) (t tally) {
	for s := range p.Occupied().Squares() {
		t = t.plus(worth[p.PieceAt(s)][s])
	}
	return t
}

// after returns the tally of the position after m, where t is that of p.
func (t tally) after(p *chess.Position, m chess.Move) tally {
	if m == chess.NullMove {
		return t
	}
	from, to := m.From(), m.To()
	piece, target := p.PieceAt(from), p.PieceAt(to)
	t = t.minus(worth[piece&15][from&63]).minus(worth[target&15][to&63])
	if target != chess.NoPiece && target.Color() == piece.Color() {
		kingTo, rookTo, _, _ := p.CastlingSquares(m)
		return t.plus(worth[piece][kingTo]).plus(worth[target][rookTo])
	}
	if piece.Type() == chess.Pawn {
		switch {
		case m.Promotion() != chess.NoPieceType:
			piece = m.Promotion().Of(piece.Color())
		case target == chess.NoPiece && from.File() != to.File(): // en passant
			t = t.minus(worth[chess.Pawn.Of(piece.Color().Other())][to^8])
		}
	}
	return t.plus(worth[piece&15][to&63])
}

// evaluate returns the value of p for the side to move, where t is the tally of p.
func evaluate(p *chess.Position, t tally) int {
	white, black := featuresOf(p, chess.White), featuresOf(p, chess.Black)
	t = t.plus(white).minus(black)
	phase := min(int(t.phase), fullPhase)
	value := (int(t.middle)*phase + int(t.end)*(fullPhase-phase)) / fullPhase
	if p.Turn() == chess.Black {
		value = -value
	}
	return value + tempo
}

const tempo = 10 // the worth of having the move

// passed is what a passed pawn adds on each rank.
var passed = [8]tally{{}, {0, 5, 0}, {0, 10, 0}, {8, 25, 0}, {20, 50, 0}, {40, 90, 0}, {60, 140, 0}, {}}

// featuresOf returns what c has besides its pieces: the pair of bishops, passed pawns, mobility,
// pawns before the king, and an attack on the other king.
func featuresOf(p *chess.Position, c chess.Color) (t tally) {
	pawns, enemies, occupied := p.Pieces(c, chess.Pawn), p.Pieces(c.Other(), chess.Pawn), p.Occupied()
	for free := passedPawns(pawns, enemies, c); free != 0; {
		t = t.plus(passed[free.PopFirst().Rank().RelativeTo(c)])
	}
	t.middle += int16(8 * (chess.KingAttacks(p.King(c)) & pawns).Count())

	reach := reach{safe: ^(pawns | pawnAttacks(enemies, c.Other())), king: chess.KingAttacks(p.King(c.Other()))}
	bishops := p.Pieces(c, chess.Bishop)
	if bishops&(bishops-1) != 0 {
		t = t.plus(tally{30, 50, 0})
	}
	for knights := p.Pieces(c, chess.Knight); knights != 0; {
		reach.add(chess.KnightAttacks(knights.PopFirst()), 4, 4, 2)
	}
	for bishops != 0 {
		reach.add(chess.BishopAttacks(bishops.PopFirst(), occupied), 4, 4, 3)
	}
	for rooks := p.Pieces(c, chess.Rook); rooks != 0; {
		reach.add(chess.RookAttacks(rooks.PopFirst(), occupied), 2, 4, 4)
	}
	for queens := p.Pieces(c, chess.Queen); queens != 0; {
		s := queens.PopFirst()
		reach.add(chess.BishopAttacks(s, occupied)|chess.RookAttacks(s, occupied), 1, 2, 5)
	}
	t.middle += int16(reach.middle + min(reach.danger*reach.danger/6, 300))
	t.end += int16(reach.end)
	return t
}

// A reach adds up what the pieces of one side attack.
type reach struct {
	safe, king          chess.Bitboard // the squares that count, and those around the enemy king
	middle, end, danger int
}

// add counts the attacks of one piece: what it gains for each safe square in the middlegame and in
// the endgame, and how dangerous it is to the king.
func (r *reach) add(attacks chess.Bitboard, middle, end, danger int) {
	n := (attacks & r.safe).Count()
	r.middle += n * middle
	r.end += n * end
	r.danger += (attacks & r.king).Count() * danger
}

// pawnAttacks returns the squares that the pawns of color c attack.
func pawnAttacks(pawns chess.Bitboard, c chess.Color) chess.Bitboard {
	if c == chess.White {
		return (pawns.East() | pawns.West()) << 8
	}
	return (pawns.East() | pawns.West()) >> 8
}

// passedPawns returns the pawns of color c with no enemy pawn before them on their own and the
// neighboring files.
func passedPawns(pawns, enemies chess.Bitboard, c chess.Color) chess.Bitboard {
	stopped := enemies | enemies.East() | enemies.West()
	if c == chess.White {
		stopped >>= 8
		stopped |= stopped >> 8
		stopped |= stopped >> 16
		stopped |= stopped >> 32
	} else {
		stopped <<= 8
		stopped |= stopped << 8
		stopped |= stopped << 16
		stopped |= stopped << 32
	}
	return pawns &^ stopped
}
