package main

import (
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/deep"
)

// TestAdjudication checks the ends of games by score and by length.
func TestAdjudication(t *testing.T) {
	for _, tt := range []struct {
		flags, engine string
		result        chess.Result
		moves         int // of the first engine, which is White
		comment       string
	}{
		{"-maxmoves 3", "random", chess.Drawn, 3, "adjudicated as a draw after 3 moves"},
		{"-draw movecount=2,score=25", "random", chess.Drawn, 4, "adjudicated as a draw: scores within 25 for 2 moves"}, // after pawn moves
		{"-draw movenumber=4,movecount=2,score=30 -maxmoves 9", "random", chess.Drawn, 4, "scores within 30"},
		{"-draw movecount=2,score=24 -maxmoves 5", "random", chess.Drawn, 5, "after 5 moves"},
		{"-draw movecount=2,score=30 -maxmoves 5", "losing", chess.Drawn, 5, "after 5 moves"},
		{"-resign movecount=3,score=900", "losing", chess.WhiteWins, 3, "adjudicated as lost: score below -900 for 3 moves"},
		{"-resign movecount=3,score=901 -maxmoves 5", "losing", chess.Drawn, 5, "after 5 moves"},
		{"-resign movecount=3,score=900,twosided -maxmoves 5", "losing", chess.Drawn, 5, "after 5 moves"},
	} {
		p := play(t, newPGN(t), append(append([]string{"-games", "1", "-nodes", "1"}, strings.Fields(tt.flags)...), engine("random"), engine(tt.engine))...)
		g := p.games[1]
		if g == nil {
			t.Fatalf("%s: no game: %s", tt.flags, p.errs)
		}
		text := strings.ReplaceAll(g.String(), "\n", " ")
		if g.Outcome().Result != tt.result || (g.Plies()+1)/2 != tt.moves || !strings.Contains(text, tt.comment) {
			t.Errorf("%s: %v after %d plies, want %v after %d moves:\n%v", tt.flags, g.Outcome(), g.Plies(), tt.result, tt.moves, g)
		}
	}
	p := play(t, newPGN(t), "-games", "2", "-nodes", "1", "-resign", "movecount=2,score=900,twosided", engine("winning"), engine("losing"))
	for n, g := range p.games {
		if winner, ok := g.Outcome().Winner(); !ok || winner != chess.Color((n-1)%2) || g.Plies() > 5 {
			t.Errorf("both agree: game %d: %v after %d plies", n, g.Outcome(), g.Plies())
		}
	}
}

// TestCannotWin checks that a game is drawn if the opponent of an engine that fails or is lost by
// score cannot win.
func TestCannotWin(t *testing.T) {
	rook := write(t, "rook.epd", "k7/8/8/8/8/1r6/8/K7 w - - 0 1\n") // White has only a king
	for kind, reason := range map[string]chess.Reason{"slow": chess.OutOfTime, "dies": chess.Abandonment} {
		p := play(t, newPGN(t), "-games", "2", "-tc", "60", "-recover", "-openings", rook, engine(kind)+";tc=0.2", engine("random"))
		for n, want := range map[int]chess.Result{1: chess.BlackWins, 2: chess.Drawn} {
			if g := p.games[n]; g == nil || g.Outcome() != (chess.Outcome{Result: want, Reason: reason}) {
				t.Errorf("%s, game %d: %v, want %v; %s", kind, n, g, want, p.errs)
			}
		}
	}
	p := play(t, newPGN(t), "-games", "2", "-nodes", "1", "-resign", "movecount=1,score=500", "-openings", rook, engine("random"), engine("losing"))
	if g := p.games[2]; g == nil || g.Outcome() != (chess.Outcome{Result: chess.BlackWins, Reason: chess.Adjudication}) {
		t.Errorf("White resigns: %v", g)
	}
	if g := p.games[1]; g == nil || g.Outcome() != (chess.Outcome{Result: chess.Drawn, Reason: chess.Adjudication}) {
		t.Errorf("Black resigns: %v, want a draw, because White cannot win", g)
	}
}

// TestTables checks that endgame tables decide games after a capture or a pawn move.
func TestTables(t *testing.T) {
	dir := deep.Data(t, "syzygy")
	for fen, want := range map[string]chess.Result{
		"1k6/8/8/8/8/8/1r6/QK6 w - - 9 60": chess.WhiteWins, // Kxb2
		"k7/8/8/8/8/8/1r6/KB6 w - - 9 60":  chess.Drawn,     // Kxb2
		"8/8/8/8/8/2k5/1p6/1K6 b - - 9 60": chess.Drawn,     // no pawn move is legal
	} {
		opening := write(t, "a.epd", fen+"\n")
		for _, results := range []string{"both", "win", "draw", "WIN"} {
			p := play(t, newPGN(t), "-games", "1", "-nodes", "1", "-maxmoves", "1", "-syzygy", dir, "-tbadjudicate", results, "-openings", opening, engine("random"), engine("losing"))
			g := p.games[1]
			if g == nil {
				t.Fatal(p.errs)
			}
			decided := strings.Contains(strings.ReplaceAll(g.String(), "\n", " "), "adjudicated by endgame tables")
			if wanted := results == "both" || (want == chess.Drawn) == (results == "draw"); decided != wanted || decided && g.Outcome().Result != want {
				t.Errorf("%s, %s: %v, want %v", fen, results, g, want)
			}
		}
	}
}
