package selection

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/golden"
	"github.com/shakki/chess/internal/pgntext"
)

// goldenConditions are sound values of each condition.
var goldenConditions = map[string][]string{
	"player": {"=Anand", "*rl?en", "~^P.*r$"}, "white": {"An"}, "black": {"carl"},
	"event": {"Open"}, "site": {"Par"}, "round": {"=3"}, "termination": {"time"},
	"elo": {"2500..2700"}, "anyelo": {"2600"}, "whiteelo": {"..2600"}, "blackelo": {"2650.."}, "elodiff": {"+200..", "-200", "200"},
	"base": {"60..180"}, "increment": {"2.."}, "estimate": {"60..260"}, "speed": {"rapid", "blitz"},
	"date": {"2020", "2020.05..", "2019-05-06..2020"}, "result": {"1/2-1/2", "draw", "1-0"}, "eco": {"B20", "C2..c65"},
	"tag":   {"White=An*", "Event~^op", "!ECO", "WhiteElo<=2600", "UTCDate>2019.05", "Site!=Paris"},
	"moves": {"2..4"}, "plies": {"4"}, "line": {"e4 e5 !Nf3", "* Nf6|c5"}, "reach": {"e4 e5"},
	"fen": {"*/*/*/*/?!1[^Pp]*P*/*/*/* b", "7k/P7/8/8/8/8/8/K7 w - - 0 1"}, "material": {"P>=p+1,q=1", "KNvK"},
	"castles": {"same", "K", "none"}, "repetition": {"2", "3"},
}

// A goldenCase is a selection whose output is compared.
type goldenCase struct {
	name string
	set  func(s *Selection)
}

// goldenOutputs have each form and each option of the output.
var goldenOutputs = []goldenCase{
	{"plain", func(s *Selection) {}},
	{"tags", func(s *Selection) {
		s.Output.KeepTags, s.Output.DropTags = []string{"white", "Result"}, []string{"Black"}
	}},
	{"roster", func(s *Selection) { s.Output.KeepTags = Roster }},
	{"dropped tags", func(s *Selection) { s.Output.DropTags = []string{"whiteelo", "FEN", "Event", "ECO", "Result"} }},
	{"PlyCount", func(s *Selection) { s.Output.PlyCount, s.Output.KeepTags = true, []string{"White"} }},
	{"Opening", func(s *Selection) { s.Output.Opening, s.Output.DropTags = true, []string{"ECO", "White"} }},
	{"Hash", func(s *Selection) { s.Output.Hash, s.Output.DropTags = true, []string{"HashCode"} }},
	{"FENs", func(s *Selection) { s.Output.FENs = true }},
	{"LastFEN", func(s *Selection) { s.Output.LastFEN = true; s.Output.PGN.OmitComments = true }},
	{"cut", func(s *Selection) { s.Output.Cut, s.Output.PlyCount = 3, true }},
	{"cut at", func(s *Selection) { with("fen=*/*/*/4p*/*/*/*/*")(&s.Query); s.Output.CutAt, s.Output.Cut = true, 1 }},
	{"cut at the first of two", func(s *Selection) { with("fen=*/*/*/4p*/*/*/*/*", "material=B+N<=4")(&s.Query); s.Output.CutAt = true }},
	{"cut at nothing", func(s *Selection) { s.Output.CutAt = true }},
	{"in a row", func(s *Selection) { with("fen=*/*/*/*/*/*N*/*/*")(&s.Query); s.Query.For = 3 }},
	{"any color", func(s *Selection) {
		with("fen=*/*/*n*/*/*/*/*/* w")(&s.Query)
		s.Query.AnyColor, s.Query.Within = true, 4
	}},
	{"languages", func(s *Selection) { s.Output.PGN.Language, s.Output.PGN.OmitClocks = chess.German, true }},
	{"UCI", func(s *Selection) { s.Output.PGN.Notation, s.Output.PGN.OmitVariations = chess.NotationUCI, true }},
	{"dropped", func(s *Selection) { s.Faults = Drop }},
	{"passed", func(s *Selection) { s.Faults = Pass }},
	{"white", func(s *Selection) { with("white=Anand")(&s.Query) }},
	{"moves", func(s *Selection) { with("plies=5..")(&s.Query); s.Faults = Pass }},
	{"findings", func(s *Selection) { with("findings=true")(&s.Query); s.Output.LastFEN = true }},
	{"unique", func(s *Selection) { s.Unique = ByMoves }},
	{"players", func(s *Selection) { s.Unique, s.First = ByPlayers, 6 }},
	{"every", func(s *Selection) { s.Every, s.Games = 2, []Range{{2, 9}, {12, 12}} }},
	{"sample", func(s *Selection) { s.Sample, s.Seed = 5, 3 }},
	{"rest of a sample", func(s *Selection) { s.Sample, s.Every, s.Unique = 2, 2, ByMoves }},
}

// goldenGames are the games of the outputs. Some are there twice, or have texts that CSV and JSON quote.
var goldenGames = strings.Join(queryGames[1:], "\n\n") + "\n\n" + strings.Join(queryGames[1:4], "\n\n") + "\n\n" +
	"[White \"A, \\\"B\\\" <é>\"] [white \"x\"] [Variation \"V\"] [HashCode \"1\"] [PlyCount \"2\"]\n" +
	"1. e4 {[%clk 0:01:30] [%eval 0.31] good} 1... e5 $1 {[%eval #-3]} (1... c5 {bad} 2. Nf3) 2. Nf3 {[%clk 0:01:20.5]} 1-0\n"

// TestGolden selects by thousands of texts that differ from sound conditions by a token, writes games
// in every form, and compares what is selected and written with earlier answers.
func TestGolden(t *testing.T) {
	golden.Compare(t, func(add func(kind, text string)) {
		for _, c := range slices.Concat(TagConditions, MoveConditions) {
			separator := ""
			if c.Name == "line" {
				separator = " "
			}
			golden.Neighbors(add, c.Name, separator, goldenConditions[c.Name], func(value string) string {
				return selectGolden(c, value)
			})
			add("usage", c.Name+" "+c.Usage)
			if c.Name == "opening" { // a search of all names
				for _, words := range []string{"King's Pawn", "scandinavian", "xyzzy", ""} {
					add(c.Name, selectGolden(c, words))
				}
			}
		}
		for _, c := range goldenOutputs {
			for format := range Count + 1 {
				add("outputs", fmt.Sprintf("%s as %s: %s", c.name, FormatNames[format], writeGolden(t, c, format)))
			}
		}
		golden.Neighbors(add, "columns", ",", []string{"White,plies,Result", strings.Join(slices.Sorted(maps.Keys(columns)), ",")}, func(s string) string {
			return fmt.Sprintln(ParseColumns(s))
		})
		golden.Neighbors(add, "split", "", []string{"12", "eco", "eco2", "player", "month", "year", "White"}, func(s string) string {
			split, err := ParseSplit(s)
			if split.key == nil {
				return fmt.Sprintln(split.Games, split.IsSet(), err)
			}
			return fmt.Sprintln(goldenKeys(split), split.IsSet())
		})
		golden.Neighbors(add, "ends of files", "", []string{"1. e4 *\n{x}\n", "(1-0) 0-1\n; y\n\n", "] 1/2-1/2 {a}\n% z"}, func(s string) string {
			return fmt.Sprintln(endsGame([]byte(s)))
		})
		files := &Files{path: "a.b/c.d.pgn"}
		add("names", fmt.Sprintln(files.name("x"), (&Files{path: "c"}).name("x"), Roster, FormatNames))
	})
}

// selectGolden returns why a condition is refused, or the numbers of the games that it selects.
func selectGolden(c Condition, value string) string {
	s := &Selection{Output: Output{Format: Count}, Faults: Keep, Workers: 1}
	var inRegexp *syntax.Error
	if err := c.Add(&s.Query, value); errors.As(err, &inRegexp) {
		return string(inRegexp.Code) + "\n"
	} else if err != nil {
		return err.Error() + "\n"
	}
	w := new(worker)
	w.start(s, "test", pgntext.Part{Text: []byte(goldenText)})
	w.process(nil)
	var b strings.Builder
	for _, f := range w.result.found {
		fmt.Fprint(&b, f.number, " ")
	}
	return b.String() + "\n"
}

// goldenText is the text of the games that conditions are asked about.
var goldenText = strings.Join(queryGames[1:], "\n\n")

// writeGolden returns what a selection writes and reports.
func writeGolden(t *testing.T, c goldenCase, format Format) string {
	s := &Selection{Faults: Keep}
	s.Output.Format = format
	s.Output.Columns = append(slices.Sorted(maps.Keys(columns)), "White", "white", "Variation", "Result")
	c.set(s)
	var rest, duplicates bytes.Buffer
	if strings.Contains(c.name, "rest") {
		s.Rest, s.Duplicates = newStream(&rest, Output{Format: Source}), newStream(&duplicates, s.Output)
	}
	out, faults := selectFrom(t, s, goldenGames)
	if s.Duplicates != nil {
		if err := s.Duplicates.door.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	return fmt.Sprintf("%s\n%s\n%s\n%q\n%d of %d", out, rest.String(), duplicates.String(), faults, s.Selected, s.games)
}

// goldenKeys returns the keys of the files of each game.
func goldenKeys(split Split) (keys [][]string) {
	s := &Selection{Output: Output{Format: Count}, Faults: Keep, Workers: 1, Split: split}
	w := new(worker)
	w.start(s, "test", pgntext.Part{Text: []byte(goldenText)})
	w.process(nil)
	for _, f := range w.result.found {
		keys = append(keys, f.keys)
	}
	return keys
}
