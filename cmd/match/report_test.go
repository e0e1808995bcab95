package main

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shakki/chess"
)

// TestOpeningTable checks the results of each opening, by their numbers in the file.
func TestOpeningTable(t *testing.T) {
	openings := write(t, "o.pgn", "1. e4 e4 *\n\n1. d4 *\n\n1. e4 e5 *\n")
	p := play(t, newPGN(t), "-nodes", "1", "-games", "4", "-maxmoves", "1", "-byopening", "-random", "1", "-plies", "1", "-openings", openings, engine("random"), engine("losing"))
	want := "opening  games  White wins  draws  Black wins  \n2        2      0           2      0           1. d4\n3        2      0           2      0           1. e4\n"
	if p.status != 0 || !strings.Contains(p.out, want) {
		t.Errorf("status %d, the report is\n%s%s", p.status, p.out, p.errs)
	}
}

// TestCrosstable checks the points of the players against each other, who stand in the order of their scores.
func TestCrosstable(t *testing.T) {
	m := newMatch("a", "b", "c")
	for number, result := range map[int]chess.Result{1: chess.BlackWins, 2: chess.WhiteWins, 3: chess.BlackWins, 4: chess.Drawn} {
		add(t, m, number, result)
	}
	const want = "\n     1    2      3\n1 b  -    -      2/2\n2 c  -    -      1.5/2\n3 a  0/2  0.5/2  -\n"
	if got := reported(t, m); !strings.HasSuffix(got, want) {
		t.Errorf("the report is\n%s\nwant at the end\n%s", got, want)
	}
	m.byOpening = true
	if got := reported(t, m); !strings.Contains(got, "\n1        4      1           1      2           rnbqkbnr/") {
		t.Errorf("the report is\n%s", got)
	}
	if got := reported(t, newMatch("a", "b")); strings.Count(got, "\n") != 3 {
		t.Errorf("the report before the first game is\n%s", got)
	}
}

// TestPlot checks the picture of a match.
func TestPlot(t *testing.T) {
	pgn, file, log := newPGN(t), filepath.Join(t.TempDir(), "plot.svg"), filepath.Join(t.TempDir(), "log.txt")
	args := []string{"-nodes", "1", "-resign", "movecount=1,score=500", "-sprt", "elo0=0,elo1=200", "-plot", file, engine("winning"), engine("losing") + ";name=a<b"}
	p := play(t, pgn, args...)
	picture, err := os.ReadFile(file)
	if err != nil || strings.Count(string(picture), "<polyline") != 2 || strings.Count(string(picture), `class="bound"`) != 2 || !strings.Contains(string(picture), "against a&lt;b") {
		t.Errorf("error %v, errors %q, the picture is\n%s", err, p.errs, picture)
	}
	if err := xml.Unmarshal(picture, new(struct{})); err != nil {
		t.Error(err)
	}
	again := play(t, pgn, append([]string{"-log", log}, args...)...) // the test is decided: engines start to be checked only
	if said, err := os.ReadFile(log); err != nil || again.out != p.out || strings.Count(string(said), "sent: uci\n") != 2 {
		t.Errorf("a decided match goes on (%v):\n%s%s", err, said, again.out)
	}
}
