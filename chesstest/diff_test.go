package chesstest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
)

func TestDiffs(t *testing.T) {
	want, _ := chess.ParsePGN("[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0")
	got, _ := chess.ParsePGN("[White \"B\"]\n\n1. e4 c5 2. Nf3 Nc6 3. Bc4 a6 1-0")
	lines := `tag White: "B", not "A"
- [White "A"]
+ [White "B"]
- e5
+ c5
- Bb5
+ Bc4
+ a6
`
	if diff := cmp.Diff(lines, GameDiff(want, got)); diff != "" {
		t.Errorf("GameDiff (-want +got):\n%s", diff)
	}
	fields := "e2: P, not .\ne4: ., not P\nside to move: white, not black\nhalfmove clock: 1, not 0\n"
	p := chess.MustParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1 1")
	after := chess.StartPosition().After(chess.NewMove(chess.E2, chess.E4))
	if diff := cmp.Diff(fields, PositionDiff(after, p)); diff != "" {
		t.Errorf("PositionDiff (-want +got):\n%s", diff)
	}
	if GameDiff(want, want.Clone()) != "" || PositionDiff(p, p) != "" {
		t.Error("equal values have a difference")
	}
	if a, b, c := GameDiff(want, nil), GameDiff(nil, got), GameDiff(nil, nil); a != "<nil>, not a game" || b != "a game, not <nil>" || c != "" {
		t.Errorf("GameDiff with nil games = %q, %q, %q", a, b, c)
	}
}
