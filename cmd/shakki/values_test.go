package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/shakki/chess"
	"github.com/shakki/chess/chesstest"
	"github.com/shakki/chess/explore"
)

// spellings are values of tags and what they mean, or "?" if they say nothing. A condition of
// select holds for the values that say something.
var spellings = []struct{ tag, means, values, conditions string }{
	{"WhiteElo", "2100", "2100|2100?|2100P| 2100 |2100*|2100 (FIDE)|2100P12|2100/12|2100E|2100.0", "-whiteelo 2100|-anyelo 2000..|-tag WhiteElo>=2100"},
	{"WhiteElo", "?", "|?|-|0|unknown|++++|----|unr.|n/a", "-whiteelo 0..|-anyelo 0..|-tag WhiteElo>0"},
	{"Result", "1-0", "1-0|1:0| 1-0|1–0|+--|1 - 0", "-result 1-0"},
	{"Result", "1/2-1/2", "1/2-1/2|1/2|½-½|0.5-0.5|1/2:1/2|½|½:½", "-result draw|-result ½"},
	{"Result", "0-1", "0-1|0:1|0—1", "-result 0-1"},
	{"Date", "1995.06.15", "1995.06.15|1995-06-15|1995/06/15| 1995.6.15|19950615", "-date 1995-06-15|-date 1995|-date 1990..|-tag Date<=1995|-tag Date>=1995.06"},
	{"Date", "1995.??.15", "1995.??.15|1995.00.15", "-date 1995|-date 1990..1999"},
	{"Date", "19??.??.??", "19??.??.??|19??|19??.00", "-date 1900..1999"},
	{"Date", "?", "????.??.??|?|", "-date 1000..|-tag Date>1000"},
	{"ECO", "B90", "B90|b90| B90 ", "-eco B9|-eco b90|-eco A00..B99"},
	{"ECO", "?", "?|-|", "-eco B9"},
	{"TimeControl", "180", "180| 180", "-base 180|-increment 0|-estimate 180|-speed blitz|-tag TimeControl>=180"},
	{"TimeControl", "180+2", "180+2| 180+2 ", "-base 180|-increment 2|-estimate 260|-speed blitz|-tag TimeControl>=180"},
	{"TimeControl", "180+0", "180+0", "-base 180|-increment 0|-estimate 180|-speed blitz|-tag TimeControl>=180"},
	{"TimeControl", "5400+30", "5400+30|90'+30\"|90 min+30 sec", "-base 5400|-increment 30|-tag TimeControl>=5400"},
	{"TimeControl", "180", "3 min|3'|180\"", "-base 180|-increment 0|-speed blitz"},
	{"TimeControl", "40/5400+30:1800", "40/5400+30:1800", "-base 5400|-increment 30|-estimate 8400|-speed classical|-tag TimeControl>1800"},
	{"TimeControl", "1/86400", "1/86400", "-base 86400|-speed correspondence"},
	{"TimeControl", "?", "?||", "-base 0..|-increment 0..|-estimate 0..|-speed bullet|-tag TimeControl>=0"},
}

// fileParts are the parts of values that are others in the names of files.
var fileParts = strings.NewReplacer("/", "_", "+", "_", ":", "_", "??", "_", ".", "-")

// TestSpellings asks all who read the value of a tag what it means.
func TestSpellings(t *testing.T) {
	for _, s := range spellings {
		for value := range strings.SplitSeq(s.values, "|") {
			tag := fmt.Sprintf("[%s %q]", s.tag, value)
			text := fmt.Sprintf("[White \"A\"]\n[Black \"B\"]\n%s\n\n1. e4\n", tag)
			want := map[bool]string{true: "1\n", false: "0\n"}[s.means != "?"]
			for condition := range strings.SplitSeq(s.conditions, "|") {
				args := append([]string{"select", "-format", "count"}, strings.Fields(condition)...)
				if _, got, errs := runWith(t, text, append(args, "-")...); got != want {
					t.Errorf("%s: select %s finds %q, %s, want %q", tag, condition, got, errs, want)
				}
			}
			label, _ := explore.ParseLabel(s.tag)
			game, err := chess.ParsePGN(text)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := label.Of(game.Tag); got != s.means || err != nil {
				t.Errorf("%s: the label is %q, want %q", tag, got, s.means)
			}
			if _, got, _ := runWith(t, text, "judge", "-"); got != "" {
				t.Errorf("%s: judge finds %s", tag, got)
			}
			folder := t.TempDir()
			runWith(t, text, "select", "-split", s.tag, "-o", filepath.Join(folder, "x.pgn"), "-")
			key := fileParts.Replace(strings.TrimRight(s.means, ".?"))
			if names, _ := filepath.Glob(filepath.Join(folder, "*")); len(names) != 1 || filepath.Base(names[0]) != "x-"+cmp.Or(key, "unknown")+".pgn" {
				t.Errorf("%s: select -split writes %q, want %q", tag, names, key)
			}
			t.Run(tag, func(t *testing.T) {
				chesstest.Records{Arbiter: &chess.Arbiter{}}.Check(t, fstest.MapFS{"game.pgn": {Data: []byte(text)}})
			})
			if result := game.Outcome().Result.String(); s.tag == "Result" && result != s.means {
				t.Errorf("%s: the reader takes it for %s", tag, result)
			}
		}
	}
	rounded, _ := explore.ParseLabel("WhiteElo/200,TimeControl/60")
	if got, _ := rounded.Of(func(name string) string { return map[string]string{"WhiteElo": "2150?", "TimeControl": "200+2"}[name] }); got != "2000,180" {
		t.Errorf("the rounded label is %q", got)
	}
}
