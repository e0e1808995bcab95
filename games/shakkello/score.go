package shakkello

import (
	"fmt"

	"github.com/shakki/chess"
)

// A Score holds the points of both players, or the change of their points. White's points have the
// index [chess.White], Black's points the index [chess.Black].
type Score [2]int

// Lead returns the points of c minus the points of the opponent.
func (s Score) Lead(c chess.Color) int { return s[c&1] - s[c&1^1] }

// String returns White's points and Black's points, such as "61:58".
func (s Score) String() string { return fmt.Sprintf("%d:%d", s[chess.White], s[chess.Black]) }

// Threats returns the empty squares that the piece on s attacks as in chess. Pieces of either color
// block its lines. The piece scores one point for each of these squares (rule sheet S4). The set is
// empty if there is no piece on s.
func (p *Position) Threats(s chess.Square) chess.Bitboard {
	occupied := p.Occupied()
	var attacks chess.Bitboard
	switch p.PieceAt(s).Type() {
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

// Attackers returns the squares of the pieces of color c that attack s. If s is empty, each of
// these pieces scores a point for it (rule sheet S4).
func (p *Position) Attackers(c chess.Color, s chess.Square) chess.Bitboard {
	occupied := p.Occupied()
	queens := p.types[chess.Queen]
	attackers := chess.KnightAttacks(s)&p.types[chess.Knight] |
		chess.KingAttacks(s)&p.types[chess.King] |
		chess.BishopAttacks(s, occupied)&(p.types[chess.Bishop]|queens) |
		chess.RookAttacks(s, occupied)&(p.types[chess.Rook]|queens)
	return attackers & p.Pieces(c)
}

// Score returns the current points of both players. Each piece scores one point for each empty
// square that it attacks (rule sheet S4).
func (p Position) Score() Score {
	var score Score
	for c := range score {
		for rest := p.colors[c]; rest != 0; {
			score[c] += p.Threats(rest.PopFirst()).Count()
		}
	}
	return score
}

// An Effect is a legal move and its effect on the score. The placed piece scores points for its
// threats. The pieces that attack its square lose the point for that square and the points for the
// squares behind it on the same line.
type Effect struct {
	Move   Move  `json:"move"`   // a legal move
	Change Score `json:"change"` // the change of the points of each player
}

// Effects returns the effects of the legal moves, in the order of [Position.LegalMoves].
func (p Position) Effects() []Effect { return p.AppendEffects(nil) }

// AppendEffects appends the effects of the legal moves to dst, in the order of
// [Position.LegalMoves], and returns the extended slice. There are at most 256 effects.
// AppendEffects does not allocate if dst has room for them.
func (p *Position) AppendEffects(dst []Effect) []Effect {
	var buffer [256]Move
	before := p.Score()
	for _, m := range p.AppendLegalMoves(buffer[:0]) {
		change := p.After(m).Score()
		for c := range change {
			change[c] -= before[c]
		}
		dst = append(dst, Effect{m, change})
	}
	return dst
}
