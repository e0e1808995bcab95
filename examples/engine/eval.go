package main

import (
	"math/bits"

	"github.com/shakki/chess"
)

// A tally packs three sums for an addition at once: what White's pieces are worth more than Black's
// in the middlegame (bits 0-19) and in the endgame (20-39), and the phase (40-), from 0 to 24.
type tally int64

func pack(middle, end, phase int) tally { return tally(middle) + tally(end)<<20 + tally(phase)<<40 }

// unpack returns the three sums. A negative sum has borrowed 1 from the bits above it. Adding half of
// its range, such as 1<<19, gives that back. Shifting a sum to the top of the word and down again
// extends its sign.
func (t tally) unpack() (middle, end, phase int) {
	return int(t << 44 >> 44), int((t + 1<<19) << 24 >> 44), int((t + 1<<39) >> 40)
}

// value blends the sums by the phase. This is a tapered evaluation: the king hides in the middlegame
// and fights in the endgame, and nothing jumps in between.
func (t tally) value() int {
	middle, end, phase := t.unpack()
	phase = min(phase, 24) // promotions can make more
	return (middle*phase + end*(24-phase)) / 24
}

// shapes holds, for the middlegame and the endgame, the value of a piece, and what it gains with
// each step toward the center and with each rank. The piece-square tables are made of it, which tell
// the engine to develop its pieces.
var shapes = [...][2][3]int{
	chess.Pawn:   {{80, 4, 4}, {100, 0, 12}},
	chess.Knight: {{320, 9, 3}, {300, 8, 0}},
	chess.Bishop: {{345, 5, 0}, {320, 4, 0}},
	chess.Rook:   {{475, 3, 3}, {540, 0, 2}},
	chess.Queen:  {{1000, 1, 0}, {960, 5, 2}},
	chess.King:   {{0, -12, -12}, {0, 10, 3}},
}

// worth is the tally of each piece on each square.
var worth = func() (w [16][64]tally) {
	phases := [...]int{chess.Knight: 1, chess.Bishop: 1, chess.Rook: 2, chess.Queen: 4, chess.King: 0}
	for s := chess.A1; s <= chess.H8; s++ {
		file, rank := int(s.File()), int(s.Rank())
		at := func(g [3]int) int { return g[0] + g[1]*(min(file, 7-file)+min(rank, 7-rank)) + g[2]*rank }
		for t := chess.Pawn; t <= chess.King; t++ {
			middle, end := at(shapes[t][0]), at(shapes[t][1])
			w[t.Of(chess.White)][s] = pack(middle, end, phases[t])
			w[t.Of(chess.Black)][s^56] = pack(-middle, -end, phases[t])
		}
	}
	return w
}()

// tallyOf adds up the pieces of p.
func tallyOf(p *chess.Position) (t tally) {
	for s := range p.Occupied().Squares() {
		t += worth[p.PieceAt(s)][s]
	}
	return t
}

// after returns the tally of q, the position after m in p, where t is the tally of p.
func (t tally) after(p *chess.Position, m chess.Move, q *chess.Position) tally {
	if m.Promotion() != chess.NoPieceType || p.IsCastling(m) || p.IsEnPassant(m) || m == chess.NullMove {
		return tallyOf(q)
	}
	piece, from, to := p.PieceAt(m.From())&15, m.From()&63, m.To()&63
	return t - worth[piece][from] + worth[piece][to] - worth[p.PieceAt(to)&15][to]
}

// evaluate returns the value of p for the side to move, where t is the tally of p.
func evaluate(p *chess.Position, t tally) int {
	return (1-2*int(p.Turn()))*(t+extras(p, chess.White)-extras(p, chess.Black)).value() + 10 // for having the move
}

// extras returns what c has besides the pieces: passed pawns, a pair of bishops, pawns beside the
// king, mobility, and an attack on the other king.
func extras(p *chess.Position, c chess.Color) (t tally) {
	view := func(b chess.Bitboard) chess.Bitboard { // as c sees it, with its first rank at the bottom
		if c == chess.Black {
			return chess.Bitboard(bits.ReverseBytes64(uint64(b)))
		}
		return b
	}
	pawns, enemies, occupied := p.Pieces(c, chess.Pawn), view(p.Pieces(c.Other(), chess.Pawn)), p.Occupied()
	guarded := (enemies.East() | enemies.West()) >> 8
	stopped := enemies>>8 | guarded // by an enemy pawn farther ahead
	stopped |= stopped >> 8
	stopped |= stopped >> 16
	stopped |= stopped >> 32
	for free := view(pawns) &^ stopped; free != 0; {
		rank := int(free.PopFirst().Rank())
		t += pack(rank*rank, 3*rank*rank, 0)
	}
	t += pack(30, 50, 0) * tally(p.Pieces(c, chess.Bishop).Count()/2)
	t += pack(8, 0, 0) * tally((chess.KingAttacks(p.King(c)) & pawns).Count())
	safe, king, danger := ^(pawns | view(guarded)), chess.KingAttacks(p.King(c.Other())), 0
	add := func(attacks chess.Bitboard, gain tally, weight int) {
		t += gain * tally((attacks & safe).Count())
		danger += weight * (attacks & king).Count()
	}
	for knights := p.Pieces(c, chess.Knight); knights != 0; {
		add(chess.KnightAttacks(knights.PopFirst()), pack(4, 4, 0), 2)
	}
	for diagonal := p.Pieces(c, chess.Bishop) | p.Pieces(c, chess.Queen); diagonal != 0; {
		add(chess.BishopAttacks(diagonal.PopFirst(), occupied), pack(4, 4, 0), 3)
	}
	for straight := p.Pieces(c, chess.Rook) | p.Pieces(c, chess.Queen); straight != 0; {
		add(chess.RookAttacks(straight.PopFirst(), occupied), pack(2, 4, 0), 4)
	}
	return t + pack(min(danger*danger/8, 300), 0, 0)
}
