package selection

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/source"
)

// TestFormats checks how two games are separated in each form, and what comes out if there is none.
func TestFormats(t *testing.T) {
	const text = "[Round \"1\"]\n\n1. e4 *\n\n[Round \"2\"]\n\n1. d4 *\n"
	for format, want := range map[Format]string{
		PGN:    text,
		Source: text,
		Tags:   "[Round \"1\"]\n\n[Round \"2\"]\n",
		JSON: `{"game":1,"file":"test","tags":{"Round":"1"},"moves":["e4"],"plies":1,"outcome":{"result":"*"},"fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"}` + "\n" +
			`{"game":2,"file":"test","tags":{"Round":"2"},"moves":["d4"],"plies":1,"outcome":{"result":"*"},"fen":"rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"}` + "\n",
		CSV:   "Round,moves,game\n1,1. e4,1\n2,1. d4,2\n",
		Count: "",
	} {
		for _, from := range []string{text, ""} {
			s := &Selection{Output: Output{Format: format, Columns: []string{"Round", "moves", "game"}, KeepTags: []string{"Round"}}}
			if from == "" {
				want, _, _ = strings.Cut(want, "1")
				if format != CSV {
					want = ""
				}
			}
			if out, _ := selectFrom(t, s, from); out != want {
				t.Errorf("%s: the games of %q are %q, want %q", FormatNames[format], from, out, want)
			}
		}
	}
	name := t.TempDir() + "/games.csv"
	for range 2 { // the second time, the file has its header
		door := &source.Door{}
		form := Output{Format: CSV, Columns: []string{"White"}}
		out, err := NewFiles(door, name, form, true, false)
		if err != nil {
			t.Fatal(err)
		}
		s := &Selection{Out: out, Output: form}
		err = s.Read("test", strings.NewReader(""))
		text, readErr := []byte(nil), errors.Join(s.Close(), door.Commit())
		if readErr == nil {
			text, readErr = os.ReadFile(name)
		}
		if err != nil || readErr != nil || string(text) != "White\n" {
			t.Errorf("a file without games has %q, %v, %v, want its header", text, err, readErr)
		}
	}
	for _, test := range []struct {
		form Format
		text string
		ok   bool
	}{
		{CSV, "White\n", true}, {CSV, "White", false}, {PGN, "1. e4 *\n", true}, {PGN, "1. e4 *", false}, {PGN, "1. e4\n", false},
	} {
		name := t.TempDir() + "/games"
		if err := os.WriteFile(name, []byte(test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := NewFiles(&source.Door{}, name, Output{Format: test.form}, true, false); (err == nil) != test.ok {
			t.Errorf("games are added as %s to %q: %v", FormatNames[test.form], test.text, err)
		}
	}
	if _, err := NewFiles(&source.Door{}, t.TempDir()+"/nowhere/games", Output{}, false, false); err == nil {
		t.Error("a file in a folder that does not exist is no error")
	}
}

// TestOutput checks the fields of games in each form, and the tags that are written.
func TestOutput(t *testing.T) {
	const tags = "[Event \"E\"]\n[White \"W\"]\n"
	const more = "[PlyCount \"9\"]\n[HashCode \"x\"]\n[Opening \"O\"]\n[Variation \"V\"]\n"
	const moves = "1. e4 {[%clk 0:01:30] [%eval 0.31]} 1... d5 2. exd5 1-0\n"
	const mate = "[SetUp \"1\"]\n[FEN \"7k/8/6K1/8/8/8/8/1Q6 w - - 0 1\"]\n\n1. Qb8# 1-0\n"
	tests := []struct {
		name, text string
		set        func(s *Selection)
		want       string
	}{
		{"tags of the record", more + "\n" + moves, func(s *Selection) { s.Output.KeepTags = []string{"Event"} }, "[Event \"?\"]\n\n" + moves},
		{"one tag less", tags + "\n" + moves, func(s *Selection) { s.Output.Format, s.Output.DropTags = Tags, []string{"White"} },
			"[Event \"E\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[Black \"?\"]\n[Result \"1-0\"]\n"},
		{"as many tags kept as dropped", tags + "\n" + moves, func(s *Selection) {
			s.Output.KeepTags, s.Output.DropTags = []string{"Event", "White"}, []string{"White", "Black"}
		}, "[Event \"E\"]\n\n" + moves},
		{"hash beside one tag", tags + "\n" + moves, func(s *Selection) { s.Output.Hash, s.Output.KeepTags = true, []string{"White"} },
			"[White \"W\"]\n[HashCode \"48393574a72e81d1\"]\n\n" + moves},
		{"cut where a position has been there for two plies", "1. e4 e5 2. Nf3 Nc6 *\n", func(s *Selection) {
			with("fen=*/*/*/4p*/*/*/*/*")(&s.Query)
			s.Query.For, s.Output.CutAt, s.Output.PGN.OmitTags = 2, true, true
		}, "1. e4 e5 2. Nf3 *\n"},
		{"no tag is left", tags + "\n" + moves, func(s *Selection) { s.Output.KeepTags = []string{"x"} }, moves},
		{"no tag is left of the tags alone", tags + "\n" + moves, func(s *Selection) { s.Output.Format, s.Output.KeepTags = Tags, []string{"x"} }, "\n"},
		{"no tag is written", tags + "\n" + moves, func(s *Selection) { s.Output.KeepTags, s.Output.PGN.OmitTags = []string{"x"}, true }, moves},
		{"CSV of a tag with a zero", "[White \"A\x00B\"]\n\n*\n", func(s *Selection) { s.Output.Format, s.Output.Columns = CSV, []string{"White"} }, "White\nAB\n"},
		{"cut at a position that is not asked for", "1. e4 e5 *\n", func(s *Selection) {
			with("plies=2")(&s.Query)
			s.Output.CutAt, s.Output.PGN.OmitTags = true, true
		}, "*\n"},
		{"an opening without a variation", more + "\n1. e4 *\n", func(s *Selection) {
			s.Output.Opening, s.Output.KeepTags = true, []string{"x"}
		}, "[Opening \"King's Pawn Game\"]\n[ECO \"B00\"]\n\n1. e4 *\n"},
		{"JSON without clocks", tags + "[White \"X\"]\n\n" + moves, func(s *Selection) {
			s.Output.Format, s.Output.KeepTags, s.Output.PGN.OmitClocks = JSON, []string{"White"}, true
		}, `{"game":1,"file":"test","tags":{"White":"W"},"moves":["e4","d5","exd5"],"evals":[{"centipawns":31},null,null],"plies":3,` +
			`"outcome":{"result":"1-0"},"fen":"rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"}` + "\n"},
		{"JSON without evaluations", tags + "\n" + moves, func(s *Selection) {
			s.Output.Format, s.Output.KeepTags, s.Output.PGN.OmitEvals = JSON, []string{"White"}, true
		}, `{"game":1,"file":"test","tags":{"White":"W"},"moves":["e4","d5","exd5"],"clocks":[90,null,null],"plies":3,` +
			`"outcome":{"result":"1-0"},"fen":"rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"}` + "\n"},
		{"JSON without evaluations, from a position", mate, func(s *Selection) {
			s.Output.Format, s.Output.KeepTags, s.Output.PGN.OmitEvals = JSON, []string{"x"}, true
		}, `{"game":1,"file":"test","tags":{"SetUp":"1","FEN":"7k/8/6K1/8/8/8/8/1Q6 w - - 0 1"},"start":"7k/8/6K1/8/8/8/8/1Q6 w - - 0 1",` +
			`"moves":["Qb8#"],"plies":1,"outcome":{"result":"1-0","reason":"checkmate"},"fen":"1Q5k/8/6K1/8/8/8/8/8 b - - 1 1"}` + "\n"},
		{"CSV of a checkmate", mate, func(s *Selection) {
			s.Output.Format, s.Output.Columns = CSV, []string{"file", "start", "result", "reason", "fen", "hash"}
		}, "file,start,result,reason,fen,hash\ntest,7k/8/6K1/8/8/8/8/1Q6 w - - 0 1,1-0,checkmate,1Q5k/8/6K1/8/8/8/8/8 b - - 1 1,b56cf127b12bcff8\n"},
		{"CSV of an opening", "1. e4 c5 1-0", func(s *Selection) { s.Output.Format, s.Output.Columns = CSV, []string{"eco", "opening", "reason"} },
			"eco,opening,reason\nB20,Sicilian Defense,\n"},
		{"FENs instead of comments", "1. e4 {good} *\n", func(s *Selection) {
			s.Output.FENs, s.Output.PGN.OmitComments, s.Output.PGN.OmitTags = true, true, true
		}, "1. e4 {rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1} *\n"},
		{"German", "1. Sf3 *\n", func(s *Selection) { s.Options.Language, s.Output.PGN.OmitTags = chess.German, true }, "1. Nf3 *\n"},
		{"German with a condition", "1. Sf3 *\n", func(s *Selection) {
			with("tag=!x")(&s.Query)
			s.Options.Language, s.Output.PGN.OmitTags = chess.German, true
		}, "1. Nf3 *\n"},
	}
	for _, test := range tests {
		s := &Selection{}
		test.set(s)
		if got, faults := selectFrom(t, s, test.text); got != test.want || len(faults) > 0 {
			t.Errorf("%s: %q, faults %q, want %q", test.name, got, faults, test.want)
		}
	}
}
