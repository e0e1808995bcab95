package selection

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/source"
)

// TestSplit checks the files of a split: their names, and that more files than may be open at a time
// have all their games, each after the other, and after those of a selection before it.
func TestSplit(t *testing.T) {
	const players = 70
	var text strings.Builder
	for round := range 3 {
		for n := range players {
			fmt.Fprintf(&text, "[Round \"%d\"]\n[White \"%d\"]\n\n*\n\n", round, n)
		}
	}
	folder := t.TempDir()
	for added := range 2 {
		door := &source.Door{}
		s := &Selection{Output: Output{Format: Source}}
		var err error
		if s.Out, err = NewFiles(door, folder+"/a.b.pgn", s.Output, added > 0, true); err != nil {
			t.Fatal(err)
		}
		if _, err := NewFiles(&source.Door{}, folder+"/a.b.pgn", s.Output, false, true); err == nil {
			t.Error("two selections write to the same files")
		}
		s.Split = must(ParseSplit, "White")[0]
		if err := s.Read("test", strings.NewReader(text.String())); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(s.Close(), door.Commit()); err != nil {
			t.Fatal(err)
		}
		for n := range players {
			var want []string
			for round := range 3 * (added + 1) {
				want = append(want, fmt.Sprintf("[Round \"%d\"]\n[White \"%d\"]\n\n*\n", round%3, n))
			}
			got, err := os.ReadFile(fmt.Sprintf("%s/a-%d.b.pgn", folder, n))
			if err != nil || string(got) != strings.Join(want, "\n") {
				t.Fatalf("the file of player %d has %q, %v, want %q", n, got, err, want)
			}
		}
	}
	incomplete := folder + "/a-0.b.pgn"
	files, err := NewFiles(&source.Door{}, folder+"/a.b.pgn", Output{}, true, true)
	if err := errors.Join(err, os.WriteFile(incomplete, []byte("1. e4"), 0o666)); err != nil {
		t.Fatal(err)
	}
	if err := files.write("0", nil); err == nil || !strings.HasPrefix(err.Error(), incomplete+": ") {
		t.Errorf("a game is added to a file whose last game is not complete: %v", err)
	}
	for text, want := range map[string]string{
		"": "unknown", "?/": "unknown", "van Wely, L.": "van_Wely_L-", "a/b\\c": "a_b_c", "É-1": "É-1",
		strings.Repeat("x", 80): strings.Repeat("x", 80), strings.Repeat("x", 81): strings.Repeat("x", 80), "x" + strings.Repeat("é", 40): "x" + strings.Repeat("é", 39),
	} {
		if got := fileKey(text); got != want {
			t.Errorf("the key of %q is %q, want %q", text, got, want)
		}
	}
}

// TestSplitForms checks which games are in each file of a split, in some forms.
func TestSplitForms(t *testing.T) {
	long := strings.Repeat("x", 80)
	for _, test := range []struct {
		split  string
		format Format
		text   string
		want   map[string]string // the files by their keys
	}{
		{"2", Source, "1. a3 *\n1. b3 *\n1. c3 *\n1. d3 *\n1. e3 *\n", map[string]string{"1": "1. a3 *\n\n1. b3 *\n", "2": "1. c3 *\n\n1. d3 *\n", "3": "1. e3 *\n"}},
		{"1", Source, "1. a3 *\n1. b3 *\n", map[string]string{"1": "1. a3 *\n", "2": "1. b3 *\n"}},
		{"White", PGN, "[White \"A\"]\n\n1. a3 *\n\n[White \"B\"]\n\n1. b3 *\n", map[string]string{"A": "1. a3 *\n", "B": "1. b3 *\n"}},
		{"White", PGN, "[White \"" + long + "y\"]\n\n1. a3 *\n", map[string]string{long: "1. a3 *\n"}},
		{"player", CSV, "[White \"A\"]\n[Black \"B\"]\n\n1. a3 *\n", map[string]string{"A": "moves\n1. a3\n", "B": "moves\n1. a3\n"}},
		{"eco2", CSV, "1. a3 *\n", map[string]string{"unknown": "moves\n1. a3\n"}},
	} {
		folder := t.TempDir()
		door := &source.Door{}
		s := &Selection{Output: Output{Format: test.format, PGN: chess.PGNFormat{OmitTags: true}, Columns: []string{"moves"}}, Split: must(ParseSplit, test.split)[0]}
		var err error
		if s.Out, err = NewFiles(door, folder+"/a.pgn", s.Output, false, true); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(s.Read("test", strings.NewReader(test.text)), s.Close(), door.Commit()); err != nil {
			t.Fatal(err)
		}
		for key, want := range test.want {
			if got, err := os.ReadFile(folder + "/a-" + key + ".pgn"); err != nil || string(got) != want {
				t.Errorf("split by %s: the file of %s has %q, %v, want %q", test.split, key, got, err, want)
			}
		}
	}
}
