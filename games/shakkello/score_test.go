package shakkello_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
	. "github.com/shakki/chess/games/shakkello"
)

// five leads to a position with five pieces whose points are easy to count:
//
//	6 . . B R . . . .
//	5 . . . n b . . .
//	4 . . . K . . . .
const five = "Kd4 Nd5 Rd6 Be5 Bc6"

// TestRuleScorePerPiece checks that each piece scores one point for each empty square that it
// attacks as in chess, and that pieces of either color block its lines.
func TestRuleScorePerPiece(t *testing.T) {
	p := play(t, five)
	tests := []struct {
		square chess.Square
		want   string
	}{
		{chess.D4, "{c3 d3 e3 c4 e4 c5}"},        // not the occupied squares d5 and e5
		{chess.D5, "{c3 e3 b4 f4 b6 f6 c7 e7}"},  // a knight jumps
		{chess.D6, "{e6 f6 g6 h6 d7 d8}"},        // blocked by Black's knight and White's bishop
		{chess.E5, "{h2 g3 f4 f6 g7 h8}"},        // blocked by White's king and rook
		{chess.C6, "{a4 b5 b7 d7 a8 e8}"},        // blocked by Black's knight
		{chess.E4, "{}"}, {chess.NoSquare, "{}"}, // no piece
	}
	for _, tt := range tests {
		if got := p.Threats(tt.square).String(); got != tt.want {
			t.Errorf("Threats(%v) = %s, want %s", tt.square, got, tt.want)
		}
	}
	if got, want := p.Score(), (Score{6 + 6 + 6, 8 + 6}); got != want {
		t.Errorf("Score() = %v, want %v", got, want)
	}
}

// TestRuleScorePerSquare checks that a square attacked by several pieces counts for each of them.
func TestRuleScorePerSquare(t *testing.T) {
	p := play(t, five)
	tests := []struct {
		square       chess.Square
		white, black string
	}{
		{chess.F6, "{d6}", "{d5 e5}"},
		{chess.D7, "{c6 d6}", "{}"},
		{chess.C3, "{d4}", "{d5}"},
		{chess.A1, "{}", "{}"},   // behind White's king
		{chess.E5, "{d4}", "{}"}, // an occupied square is attacked, but scores no point
		{chess.NoSquare, "{}", "{}"},
	}
	for _, tt := range tests {
		white, black := p.Attackers(chess.White, tt.square).String(), p.Attackers(chess.Black, tt.square).String()
		if white != tt.white || black != tt.black {
			t.Errorf("attackers of %v: white %s, black %s; want %s, %s", tt.square, white, black, tt.white, tt.black)
		}
	}
	if got := p.Attackers(2, chess.F6); got != 0 {
		t.Errorf("Attackers(2, f6) = %v for an invalid color, want {}", got)
	}
}

// TestRuleScoreSmallPositions checks the points in positions with at most two pieces.
func TestRuleScoreSmallPositions(t *testing.T) {
	tests := []struct {
		moves string
		want  Score
	}{
		{"", Score{}},
		{"Ka1", Score{3, 0}},
		{"Ka4", Score{5, 0}},
		{"Kd4", Score{8, 0}},
		{"Kd4 Qd5", Score{7, 23}}, // 10 along rank and file, 13 on the diagonals
		{"Kh1 Ng1", Score{2, 3}},
		{"Ka1 Ra2", Score{2, 13}},
		{"Ka1 Bb2", Score{2, 8}},
	}
	for _, tt := range tests {
		p := play(t, tt.moves)
		if got := p.Score(); got != tt.want {
			t.Errorf("after %q: Score() = %v, want %v", tt.moves, got, tt.want)
		}
		if o := p.Outcome(); o.Score != tt.want || o.IsOver() {
			t.Errorf("after %q: Outcome() = %v, want an unfinished game with score %v", tt.moves, o, tt.want)
		}
	}
}

// TestEffects checks the effects of some moves: the points of the new piece, and the points that
// the pieces attacking its square lose.
func TestEffects(t *testing.T) {
	p := play(t, five)
	want := map[string]Score{
		"Nd7": {-4, +5}, // the white rook loses d7 and d8, the white bishop loses d7 and e8
		"Rc5": {-1, +6}, // the white king loses c5
		"Ne6": {-4, +7}, // the white rook loses e6, f6, g6, and h6
		"Rf6": {-3, +6}, // scores 10; black loses f6 twice, g7, and h8; the white rook loses f6, g6, and h6
	}
	got := map[string]Score{}
	for _, e := range p.Effects() {
		if _, ok := want[e.Move.String()]; ok {
			got[e.Move.String()] = e.Change
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrong effects (-want +got):\n%s\n%s", diff, p.Board())
	}
	end := position(t, "8/5b2/4B3/2B2R2/1kqrr3/2K1nQN1/2Nb1n2/4R3 -")
	if effects := end.Effects(); len(effects) != 0 {
		t.Errorf("Effects() after the end of the game = %v, want none", effects)
	}
}

// TestRuleResult checks that the player with more points wins at the end, and that equal points are
// a draw.
func TestRuleResult(t *testing.T) {
	tests := []struct {
		text string
		want Outcome
		says string
	}{
		{"8/5b2/4B3/2B2R2/1kqrr3/2K1nQN1/2Nb1n2/4R3 -", Outcome{chess.WhiteWins, MorePoints, Score{38, 37}}, "1-0 (38:37)"},
		{"1B1r1N2/NbRr2q1/kbnQnK2/3BR3/8/8/8/8 -", Outcome{chess.BlackWins, MorePoints, Score{28, 34}}, "0-1 (28:34)"},
		{"8/8/8/8/Rn6/nKbR1b2/kqrBB3/NrQN4 -", Outcome{chess.Drawn, EqualPoints, Score{19, 19}}, "1/2-1/2 (19:19)"},
	}
	for _, tt := range tests {
		p := position(t, tt.text)
		got := p.Outcome()
		if got != tt.want || got.String() != tt.says || !got.IsOver() {
			t.Errorf("%s: Outcome() = %v, want %v", tt.text, got, tt.want)
		}
		lead := tt.want.Score[0] - tt.want.Score[1]
		if w, b := got.Score.Lead(chess.White), got.Score.Lead(chess.Black); w != lead || b != -lead {
			t.Errorf("%v: Lead() = %d for White, %d for Black; want %d, %d", got, w, b, lead, -lead)
		}
		winner, won := got.Winner()
		if won != (lead != 0) || won && (winner == chess.White) != (lead > 0) {
			t.Errorf("%v: Winner() = %v, %v", got, winner, won)
		}
	}
	p := play(t, fourteen+"Rf4")
	if o := p.Outcome(); o.IsOver() || o.Result != chess.Unfinished || o.Score != p.Score() {
		t.Errorf("before the last piece: Outcome() = %v, want an unfinished game", o)
	}
	p = play(t, "Kd4")
	if got := p.Outcome().String(); got != "* (8:0)" {
		t.Errorf("after Kd4: Outcome().String() = %q, want %q", got, "* (8:0)")
	}
}
