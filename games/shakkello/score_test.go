package shakkello_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
	. "github.com/shakki/chess/games/shakkello"
)

// five is a position of five pieces whose points are easy to count by hand:
//
//	6 . . B R . . . .
//	5 . . . n b . . .
//	4 . . . K . . . .
const five = "Kd4 Nd5 Rd6 Be5 Bc6"

// Each piece scores one point for each empty square that it attacks as in
// chess. Pieces of either color block its lines.
func TestRuleScorePerPiece(t *testing.T) {
	p := play(t, five)
	tests := []struct {
		square chess.Square
		want   string
	}{
		{chess.D4, "{c3 d3 e3 c4 e4 c5}"},        // not the pieces on d5 and e5
		{chess.D5, "{c3 e3 b4 f4 b6 f6 c7 e7}"},  // a knight jumps
		{chess.D6, "{e6 f6 g6 h6 d7 d8}"},        // blocked by Black's knight and White's bishop
		{chess.E5, "{h2 g3 f4 f6 g7 h8}"},        // blocked by White's king and rook
		{chess.C6, "{a4 b5 b7 d7 a8 e8}"},        // blocked by Black's knight
		{chess.E4, "{}"}, {chess.NoSquare, "{}"}, // nothing there
	}
	for _, tt := range tests {
		if got := p.Threats(tt.square).String(); got != tt.want {
			t.Errorf("the piece on %v threatens %s, want %s", tt.square, got, tt.want)
		}
	}
	if got, want := p.Score(), (Score{6 + 6 + 6, 8 + 6}); got != want {
		t.Errorf("score %v, want %v", got, want)
	}
}

// A square attacked by several pieces counts for each of them.
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
		{chess.E5, "{d4}", "{}"}, // occupied: an attack, but no point
		{chess.NoSquare, "{}", "{}"},
	}
	for _, tt := range tests {
		white, black := p.Attackers(chess.White, tt.square).String(), p.Attackers(chess.Black, tt.square).String()
		if white != tt.white || black != tt.black {
			t.Errorf("%v is attacked from %s and %s, want %s and %s", tt.square, white, black, tt.white, tt.black)
		}
	}
	if got := p.Attackers(2, chess.F6); got != 0 {
		t.Errorf("somebody else attacks from %v", got)
	}
}

func TestRuleScoreCountedByHand(t *testing.T) {
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
			t.Errorf("%q scores %v, want %v", tt.moves, got, tt.want)
		}
		if o := p.Outcome(); o.Score != tt.want || o.IsOver() {
			t.Errorf("%q has the outcome %v, want %v", tt.moves, o, tt.want)
		}
	}
}

// The effect of a placement, counted by hand: the points of the new piece, and
// those that it takes from the pieces that attack its square.
func TestEffects(t *testing.T) {
	p := play(t, five)
	want := map[string]Score{
		"Nd7": {-4, +5}, // takes d7 and d8 from the rook, d7 and e8 from the bishop
		"Rc5": {-1, +6}, // takes c5 from the king
		"Ne6": {-4, +7}, // takes e6 to h6 from the rook
		"Rf6": {-3, +6}, // takes f6 to h6 from the rook; wins 10, but loses f6 twice, g7 and h8
	}
	got := map[string]Score{}
	for _, e := range p.Effects() {
		if _, ok := want[e.Move.String()]; ok {
			got[e.Move.String()] = e.Change
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("effects (-want +got):\n%s\n%s", diff, p.Board())
	}
	end := position(t, "8/5b2/4B3/2B2R2/1kqrr3/2K1nQN1/2Nb1n2/4R3 -")
	if effects := end.Effects(); len(effects) != 0 {
		t.Errorf("effects after the end: %v", effects)
	}
}

// With all pieces on the board more points win, and equal points draw.
func TestRuleResult(t *testing.T) {
	tests := []struct {
		text string
		want Outcome
		says string
	}{
		{"8/5b2/4B3/2B2R2/1kqrr3/2K1nQN1/2Nb1n2/4R3 -", Outcome{chess.WhiteWins, Score{38, 37}}, "1-0 (38:37)"},
		{"1B1r1N2/NbRr2q1/kbnQnK2/3BR3/8/8/8/8 -", Outcome{chess.BlackWins, Score{28, 34}}, "0-1 (28:34)"},
		{"8/8/8/8/Rn6/nKbR1b2/kqrBB3/NrQN4 -", Outcome{chess.Draw, Score{19, 19}}, "1/2-1/2 (19:19)"},
	}
	for _, tt := range tests {
		p := position(t, tt.text)
		got := p.Outcome()
		if got != tt.want || got.String() != tt.says || !got.IsOver() {
			t.Errorf("%s is %v, want %v", tt.text, got, tt.want)
		}
		lead := tt.want.Score[0] - tt.want.Score[1]
		if w, b := got.Score.Lead(chess.White), got.Score.Lead(chess.Black); w != lead || b != -lead {
			t.Errorf("%v: White leads by %d, Black by %d", got, w, b)
		}
		winner, won := got.Winner()
		if won != (lead != 0) || won && (winner == chess.White) != (lead > 0) {
			t.Errorf("%v is won by %v, %v", got, winner, won)
		}
	}
	p := play(t, fourteen+"Rf4")
	if o := p.Outcome(); o.IsOver() || o.Result != chess.Unfinished || o.Score != p.Score() {
		t.Errorf("before the last piece: %v", o)
	}
	p = play(t, "Kd4")
	if got := p.Outcome().String(); got != "* (8:0)" {
		t.Errorf("an outcome on the way prints as %q", got)
	}
}
