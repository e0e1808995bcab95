package shakkello

import (
	"fmt"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/tabletop"
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

// A Result is the score of a game as in chess, such as [chess.WhiteWins]. The zero value is
// [chess.Unfinished].
type Result = chess.Result

// A Reason is the way in which a game has ended. The zero value is [NoReason].
type Reason uint8

// The reasons (rule sheet S4).
const (
	NoReason    Reason = iota // the game is not over
	MorePoints                // the winner has more points
	EqualPoints               // both players have the same number of points
)

var reasons = tabletop.Enum[Reason]("reason", "none", "more points", "equal points")

// String returns the reason in words, such as "more points".
func (r Reason) String() string { return reasons.Text(r) }

// MarshalText implements [encoding.TextMarshaler] with the form of String.
func (r Reason) MarshalText() ([]byte, error) { return reasons.Marshal(r) }

// UnmarshalText implements [encoding.TextUnmarshaler] for the form of String.
func (r *Reason) UnmarshalText(text []byte) error { return reasons.Unmarshal(r, text) }

// An Outcome is the result of a game, the reason for it, and the points of both players. The zero
// value is the outcome of an unfinished game without points.
type Outcome struct {
	Result Result `json:"result"`          // Unfinished while the game goes on
	Reason Reason `json:"reason,omitzero"` // NoReason while the game goes on
	Score  Score  `json:"score"`           // the points so far
}

// IsOver reports whether the game has ended.
func (o Outcome) IsOver() bool { return o.Result != chess.Unfinished }

// Winner returns the winner. If nobody has won, ok is false.
func (o Outcome) Winner() (c chess.Color, ok bool) {
	return chess.Outcome{Result: o.Result}.Winner()
}

// String returns the result and the score, such as "1-0 (61:58)". The result of an unfinished game
// is "*".
func (o Outcome) String() string { return fmt.Sprintf("%v (%v)", o.Result, o.Score) }

// Outcome returns the outcome of a game that has reached p. When all 16 pieces are on the board,
// the player with more points wins, and equal points are a draw (rule sheet S4).
func (p Position) Outcome() Outcome {
	o := Outcome{Score: p.Score()}
	if p.Plies() < plies {
		return o
	}
	switch lead := o.Score.Lead(chess.White); {
	case lead > 0:
		o.Result, o.Reason = chess.WhiteWins, MorePoints
	case lead < 0:
		o.Result, o.Reason = chess.BlackWins, MorePoints
	default:
		o.Result, o.Reason = chess.Drawn, EqualPoints
	}
	return o
}
