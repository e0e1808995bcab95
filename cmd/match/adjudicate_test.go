package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/syzygy"
	"github.com/shakki/chess/uci"
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

// TestScores checks which scores in a row end a game.
func TestScores(t *testing.T) {
	moves := strings.Fields("Nf3 Nf6 Nc3 Nc6 Rb1 Rb8")
	for _, tt := range []struct {
		draw, resign, scores string // of White and Black in turn, "-" for none
		want                 chess.Result
	}{
		{"movecount=2,score=10", "", "10 -10 10 -10", chess.Drawn},
		{"movecount=2,score=10", "", "-10 10 -10 10", chess.Drawn},
		{"movecount=2,score=10", "", "11 -10 10 -10", chess.Unfinished},
		{"movecount=2,score=10", "", "-11 -10 10 -10", chess.Unfinished},
		{"movecount=2,score=10", "", "- 10 -10 10", chess.Unfinished},
		{"movecount=2,score=10", "", "0 0 0", chess.Unfinished},
		{"movecount=2,score=10", "", "99 0 0 0 0", chess.Drawn},
		{"movecount=2,score=10,movenumber=3", "", "0 0 0 0 0", chess.Unfinished},
		{"movecount=2,score=10,movenumber=3", "", "0 0 0 0 0 0", chess.Drawn},
		{"", "movecount=2,score=900", "0 -900 0 -900", chess.WhiteWins},
		{"", "movecount=2,score=900", "-900 0 -900", chess.BlackWins},
		{"", "movecount=2,score=900", "0 -900 0 -899", chess.Unfinished},
		{"", "movecount=2,score=900", "0 -899 0 -900", chess.Unfinished},
		{"", "movecount=2,score=900", "- -900 - -", chess.Unfinished},
		{"", "movecount=2,score=900,movenumber=3", "0 -900 0 -900", chess.Unfinished},
		{"", "movecount=2,score=900,movenumber=2", "0 -900 0 -900", chess.WhiteWins},
		{"", "movecount=2,score=900,twosided", "900 -900 900 -900", chess.WhiteWins},
		{"", "movecount=2,score=900,twosided", "900 -900 901 -901", chess.WhiteWins},
		{"", "movecount=2,score=900,twosided", "899 -900 900 -900", chess.Unfinished},
		{"", "movecount=2,score=900,twosided", "900 -900 899 -900", chess.Unfinished},
		{"", "movecount=2,score=900,twosided", "900 -899 900 -900", chess.Unfinished},
		{"", "movecount=2,score=900,twosided", "-900 900 -900", chess.Unfinished},
		{"", "movecount=2,score=900,twosided", "- -900 900 -900", chess.Unfinished},
	} {
		r := &round{match: &match{arbiter: arbiter{tables: new(syzygy.Tables)}}, game: start(chess.StartPosition())}
		for text, rule := range map[string]*scoreRule{tt.draw: &r.draw, tt.resign: &r.resign} {
			if text != "" {
				if err := rule.set(text); err != nil {
					t.Fatal(err)
				}
			}
		}
		for i, text := range strings.Fields(tt.scores) {
			if err := r.game.PlaySAN(moves[i]); err != nil {
				t.Fatal(err)
			}
			var score *uci.Score
			if n, err := strconv.Atoi(text); err == nil {
				score = &uci.Score{Centipawns: n}
			}
			r.scores = append(r.scores, score)
		}
		if err := r.decide(); err != nil || r.game.Outcome().Result != tt.want {
			t.Errorf("%s%s: after the scores %s: %v, %v, want %v", tt.draw, tt.resign, tt.scores, r.game.Outcome(), err, tt.want)
		}
	}
}

// TestLookUp checks what a table says to an arbiter. All positions of the table have one value, which is a byte
// for each side to move.
func TestLookUp(t *testing.T) {
	var table []byte
	_, err := fmt.Sscanf("71e8235d3100ee6633008002800200000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004b37ef623e69eadb6756777c16034e6f", "%x", &table) // KBvK.rtbw of de Man's generator
	if err != nil {
		t.Fatal(err)
	}
	const white, black, late = "8/8/8/4k3/8/8/8/KB6 w - - 0 1", "8/8/8/4k3/8/8/8/KB6 b - - 0 1", "8/8/8/4k3/8/8/8/KB6 w - - 3 9"
	for _, tt := range []struct {
		fen      string
		value    byte // from 0 for a loss to 4 for a win
		ignore50 bool
		pieces   int
		decided  string
		want     chess.Result
	}{
		{white, 4, false, 0, "both", chess.WhiteWins}, {white, 3, false, 0, "both", chess.Drawn}, {white, 2, false, 0, "both", chess.Drawn},
		{white, 1, false, 0, "both", chess.Drawn}, {white, 0, false, 0, "both", chess.BlackWins}, {black, 4, false, 0, "both", chess.BlackWins},
		{white, 3, true, 0, "both", chess.WhiteWins}, {white, 1, true, 0, "both", chess.BlackWins}, {white, 2, true, 0, "both", chess.Drawn},
		{late, 4, false, 0, "both", chess.Unfinished}, {late, 4, true, 0, "both", chess.WhiteWins},
		{white, 4, false, 3, "both", chess.WhiteWins}, {white, 4, false, 2, "both", chess.Unfinished},
		{white, 4, false, 0, "win", chess.WhiteWins}, {white, 0, false, 0, "win", chess.BlackWins}, {white, 2, false, 0, "win", chess.Unfinished},
		{white, 4, false, 0, "draw", chess.Unfinished}, {white, 0, false, 0, "draw", chess.Unfinished}, {white, 2, false, 0, "draw", chess.Drawn},
		{chess.StartPosition().FEN(), 4, true, 0, "both", chess.Unfinished}, {"8/8/8/4k3/8/8/8/KR6 w - - 0 1", 4, true, 0, "both", chess.Unfinished},
	} {
		dir := t.TempDir()
		table[11], table[13] = tt.value, tt.value
		if err := os.WriteFile(filepath.Join(dir, "KBvK.rtbw"), table, 0o644); err != nil {
			t.Fatal(err)
		}
		tables, err := syzygy.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		m := new(match)
		if err := m.parse([]string{"-syzygy", dir, "a", "b"}, io.Discard); err != nil || m.tablesHash != hashOf(dir) || m.tablesHash == "" {
			t.Errorf("the conditions have the tables %q, %v, want %q", m.tablesHash, err, hashOf(dir))
		}
		a := arbiter{tables: tables, ignore50: tt.ignore50, pieces: tt.pieces, decided: tt.decided}
		if got := a.lookUp(chess.MustParseFEN(tt.fen)); got != tt.want {
			t.Errorf("%+v: %v", tt, got)
		}
		if err := tables.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestCannotWin checks that a game is drawn if the opponent of an engine that fails or is lost by
// score cannot win.
func TestCannotWin(t *testing.T) {
	rook := write(t, "rook.epd", "k7/8/8/8/8/1r6/8/K7 w - - 0 1\n") // White has only a king
	for kind, reason := range map[string]chess.Reason{"slow": chess.OutOfTime, "dies": chess.Abandonment} {
		p := play(t, newPGN(t), "-games", "2", "-tc", "60", "-recover", "-openings", rook, engine(kind)+";tc=0.05", engine("random"))
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
