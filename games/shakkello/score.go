package shakkello

import (
	"fmt"

	"github.com/shakki/chess"
)

// A Score holds the points of both players, or a change of them: White's at
// index [chess.White], Black's at index [chess.Black].
type Score [2]int

// Lead returns by how many points c is ahead, a negative number if behind.
func (s Score) Lead(c chess.Color) int {
	if c == chess.Black {
		return s[chess.Black] - s[chess.White]
	}
	return s[chess.White] - s[chess.Black]
}

// String returns White's points and Black's, such as "61:58".
func (s Score) String() string { return fmt.Sprintf("%d:%d", s[chess.White], s[chess.Black]) }

// Threats returns the empty squares that the piece on s attacks as in chess.
// Pieces of either color block its lines. Each of the squares is a point for the
// owner of the piece (rule sheet S4). The set is empty if no piece stands on s.
func (p *Position) Threats(s chess.Square) chess.Bitboard {
	occupied := p.Occupied()
	var attacks chess.Bitboard
	switch p.At(s).Type() {
	case chess.Knight:
		attacks = chess.KnightAttacks(s)
	case chess.Bishop:
		attacks = chess.BishopAttacks(s, occupied)
	case chess.Rook:
		attacks = chess.RookAttacks(s, occupied)
	case chess.Queen:
		attacks = chess.BishopAttacks(s, occupied) | chess.RookAttacks(s, occupied)
	case chess.King:
		attacks = chess.KingAttacks(s)
	}
	return attacks &^ occupied
}

// Attackers returns the squares of the pieces of c that attack s. If s is
// empty, each of them has a point for it (rule sheet S4).
func (p *Position) Attackers(c chess.Color, s chess.Square) chess.Bitboard {
	occupied := p.Occupied()
	queens := p.types[chess.Queen]
	attackers := chess.KnightAttacks(s)&p.types[chess.Knight] |
		chess.KingAttacks(s)&p.types[chess.King] |
		chess.BishopAttacks(s, occupied)&(p.types[chess.Bishop]|queens) |
		chess.RookAttacks(s, occupied)&(p.types[chess.Rook]|queens)
	return attackers & p.Pieces(c)
}

// Score returns the points that the pieces on the board have now: one for each
// piece and each empty square that it attacks (rule sheet S4).
func (p *Position) Score() Score {
	var score Score
	for c := range score {
		for rest := p.colors[c]; rest != 0; {
			score[c] += p.Threats(rest.PopFirst()).Count()
		}
	}
	return score
}

// An Effect is a move and what it does to the score at once: the piece placed
// adds the points of its threats, and takes from the pieces that attack its
// square the points for that square and, on their lines, those behind it.
type Effect struct {
	Move   Move  // a legal one
	Change Score // what it adds to the points of each player, negative for a loss
}

// Effects returns the legal moves in the order of [Position.LegalMoves], each
// with its effect on the score.
func (p *Position) Effects() []Effect { return p.AppendEffects(nil) }

// AppendEffects appends the effects of [Position.Effects] to dst. It does not
// allocate when dst has room; there are never more than 256.
func (p *Position) AppendEffects(dst []Effect) []Effect {
	var buffer [256]Move
	before := p.Score()
	for _, m := range p.AppendLegalMoves(buffer[:0]) {
		q := p.After(m)
		change := q.Score()
		for c := range change {
			change[c] -= before[c]
		}
		dst = append(dst, Effect{m, change})
	}
	return dst
}

// An Outcome is the result of a game and the points of both players. The zero
// value stands for a game that goes on without points.
type Outcome struct {
	Result chess.Result // Unfinished while pieces are in hand
	Score  Score        // the points so far, or at the end
}

// IsOver reports whether the game has ended.
func (o Outcome) IsOver() bool { return o.Result != chess.Unfinished }

// Winner returns the winner. If nobody has won, ok is false.
func (o Outcome) Winner() (c chess.Color, ok bool) {
	return chess.Outcome{Result: o.Result}.Winner()
}

// String returns the result and the score, such as "1-0 (61:58)"; the result
// is "*" while the game goes on.
func (o Outcome) String() string { return fmt.Sprintf("%v (%v)", o.Result, o.Score) }

// Outcome returns the result that p shows: with all 16 pieces on the board more
// points win, and equal points draw (rule sheet S4).
func (p *Position) Outcome() Outcome {
	o := Outcome{Score: p.Score()}
	if p.Plies() < plies {
		return o
	}
	switch lead := o.Score.Lead(chess.White); {
	case lead > 0:
		o.Result = chess.WhiteWins
	case lead < 0:
		o.Result = chess.BlackWins
	default:
		o.Result = chess.Draw
	}
	return o
}
