package explore

import (
	"strings"
	"testing"

	"github.com/shakki/chess"
)

func mustLabel(t *testing.T, text string) Label {
	t.Helper()
	l, err := ParseLabel(text)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestLongLabels checks that labels are whole, however long, and that a game whose label is too long is
// told and not counted with others.
func TestLongLabels(t *testing.T) {
	game := func(event string) string { return "[Event \"" + event + "\"]\n[WhiteElo \"2000\"]\n\n1. e4 *\n\n" }
	files := writeGames(t, game("10800+30 delay")+game("10800+30 delay")+game("10800+30 bronstein")+game(strings.Repeat("x", 300)))
	var faults []string
	folder, _ := count(t, Options{Label: mustLabel(t, "WhiteElo/200,Event"), Fault: func(f Fault) { faults = append(faults, f.Detail) }}, files)
	table := mustOpen(t, folder)
	for label, want := range map[string]uint64{"2000,10800+30 delay": 2, "2000,10800+30 bronstein": 1, "2000,10800+30": 0, "": 3} {
		rows, err := table.Moves(chess.StartPosition(), label)
		got := uint64(0)
		for _, r := range rows {
			got += r.Games()
		}
		if err != nil || got != want {
			t.Errorf("the label %q has %d games, %v, want %d", label, got, err, want)
		}
	}
	if len(faults) != 1 || !strings.Contains(faults[0], "label") {
		t.Errorf("faults %q, want one of a label", faults)
	}
}

// TestLabel checks the labels of games, and which texts are no label.
func TestLabel(t *testing.T) {
	for _, test := range []struct{ label, tag, want string }{
		{"WhiteElo/200", "2399", "2200"}, {"WhiteElo/200", "2400", "2400"}, {"WhiteElo/200", "?", "?"}, {"WhiteElo/200", "", "?"},
		{"WhiteElo/1", "0", "0"}, {"WhiteElo/200", "-5", "?"}, {"WhiteElo", "?", "?"}, {"Event", "a", "a"}, {"Event, Site", "a", "a,a"},
		{"Event", fullLabel, fullLabel}, {"Event", fullLabel + "x", ""}, {"Event", "a\tb", "a b"}, {"Event,Event", "2000,10800+30", "2000,10800+30,2000,10800+30"},
		{"Ply/10", "999999999", "999999990"}, {"Ply/10", "1000000000", "?"},
	} {
		if got, err := mustLabel(t, test.label).Of(func(string) string { return test.tag }); got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("the label %s of %q is %q, %v, want %q", test.label, test.tag, got, err, test.want)
		}
	}
	if _, err := ParseLabel(strings.Repeat("x", maxLabelText)); err != nil {
		t.Errorf("ParseLabel of %d bytes = %v", maxLabelText, err)
	}
	for _, text := range []string{"a/0", "a/-1", "a/x", "a/", "a/99999999999999999999", "/5", "a,,b", "a b", "a\"", "[a]", strings.Repeat("x", maxLabelText+1)} {
		if l, err := ParseLabel(text); err == nil {
			t.Errorf("%q is the label %+v", text, l)
		}
	}
}

// TestGroupsOfAMove checks that the groups of a move stay apart, and that all of them count for the least
// number of moves.
func TestGroupsOfAMove(t *testing.T) {
	files := writeGames(t, "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e4 1-0\n")
	folder, _ := count(t, Options{Label: mustLabel(t, "Event"), Least: 2}, files)
	if rows := mustOpen(t, folder).Rows(); rows != 2 {
		t.Errorf("the table has %d rows, want 2", rows)
	}
	files = writeGames(t, "[Event \"a\"]\n\n1. d4 *\n\n1. d4 *\n\n[Event \"b\"]\n\n1. e4 *\n\n[Event \"c\"]\n\n1. e4 *\n\n[Event \"d\"]\n\n1. e4 *\n")
	folder, _ = count(t, Options{Label: mustLabel(t, "Event")}, files)
	moves, err := mustOpen(t, folder).Moves(chess.StartPosition(), "")
	if err != nil || len(moves) != 2 || moves[0].Games() != 3 || moves[1].Games() != 2 {
		t.Errorf("Moves = %+v, %v, want e4 3 times and d4 twice", moves, err)
	}
}
