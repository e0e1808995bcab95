package selection

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/source"
)

// queryGames are games by their tags and moves, which the tests of queries number from 1.
var queryGames = []string{
	1:  "[White \"Anand\"] [Black \"Carlsen\"] [Result \"1-0\"] [WhiteElo \"2700\"] [BlackElo \"2500\"] [TimeControl \"60\"]\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 O-O 1-0",
	2:  "[White \"Carlsen\"] [Black \"Anand\"] [Result \"0-1\"] [WhiteElo \"2500\"] [BlackElo \"2700\"] [TimeControl \"180+2\"]\n1. f3 e5 2. g4 Qh4# 0-1",
	3:  "[White \"Anand\"] [Black \"Carlsen\"] [Result \"?\"] [WhiteElo \"2600\"] [TimeControl \"600+5\"]\n1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. O-O-O O-O-O 1-0",
	4:  "[White \"Anand\"] [Black \"Carlsen\"] [BlackElo \"2650\"] [Date \"????.??.??\"] [UTCDate \"2020.05.06\"] [TimeControl \"40/5400:1800\"]\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O d6 5. d3 Qf6 6. Nc3 Bd7 7. Bg5 O-O-O 0-1",
	5:  "[White \"Polgar\"] [Black \"Polgar\"] [Date \"2020.??.??\"] [UTCDate \"2019.05.06\"] [TimeControl \"-\"]\n{[%clk 0:01:00]} 1. e4 (1. d4) e5 1/2-1/2",
	6:  "[Date \"2019.05.06x\"] [UTCDate \"2020.05.07\"] [Site \"Paris\"] [Event \"Open\"] [Round \"3\"] [ECO \"?\"] [Termination \"time forfeit\"]\n1. e4 {good} c5 *",
	7:  "[UTCDate \"2020.05.06x\"] [ECO \"B20\"] [Termination \"normal\"]\n1. d4 {[%csl Ge4]} -- *",
	8:  "[SetUp \"1\"] [FEN \"7k/P7/8/8/8/8/8/K7 w - - 98 60\"]\n1. Ka2 Kg7 2. a8=N *",
	9:  "[SetUp \"1\"] [FEN \"7k/8/5K2/6Q1/8/8/8/8 w - - 98 60\"]\n1. Qg6 1/2-1/2",
	10: "[Variant \"Chess960\"] [Result \"1-0\"]\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1-0",
	11: "{before} 1. Nf3 Nf6 2. Ng1 Ng8 3. e4 *",
	12: "1. e4 e5 2. Ke4 *",
	13: "[Result \"1-0\"]\n1. e4 d5 2. exd5 Qxd5 1-0",
}

// selectNumbers returns the numbers of the query games that are selected.
func selectNumbers(t *testing.T, s *Selection, games []string) string {
	t.Helper()
	var text strings.Builder
	for _, g := range games {
		fmt.Fprintf(&text, "%s\n\n", g)
	}
	s.Output.Format, s.Output.Columns, s.Faults = CSV, []string{"game"}, Keep
	out, _ := selectFrom(t, s, text.String())
	numbers := strings.Fields(out)
	return strings.Join(numbers[min(1, len(numbers)):], " ")
}

// newStream returns a writer of games in a form to w instead of files.
func newStream(w io.Writer, form Output) *Files {
	f, _ := NewFiles(&source.Door{Out: w}, "-", form, false, false) // which cannot fail for standard output
	return f
}

// finish closes a selection and writes what is left to its streams.
func finish(s *Selection) error {
	err := s.Close()
	for _, f := range []*Files{s.Out, s.Rest} {
		if f != nil {
			err = errors.Join(err, f.door.Commit())
		}
	}
	return err
}

// must returns what a parser returns.
func must[T any](parse func(string) (T, error), s string) []T {
	v, err := parse(s)
	if err != nil {
		panic(err)
	}
	return []T{v}
}

// with returns a function that adds conditions, such as "white=Anand", to a query.
func with(conditions ...string) func(*Query) {
	return func(q *Query) {
		for _, condition := range conditions {
			name, value, _ := strings.Cut(condition, "=")
			all := slices.Concat(TagConditions, MoveConditions)
			c := all[slices.IndexFunc(all, func(c Condition) bool { return c.Name == name })]
			if err := c.Add(q, value); err != nil {
				panic(err)
			}
		}
	}
}

// TestQuery checks which games fulfill a query.
func TestQuery(t *testing.T) {
	const all = "1 2 3 4 5 6 7 8 9 10 11 12 13"
	not := func(numbers string) string {
		var left []string
		for n := range strings.FieldsSeq(all) {
			if !strings.Contains(" "+numbers+" ", " "+n+" ") {
				left = append(left, n)
			}
		}
		return strings.Join(left, " ")
	}
	traits := map[Trait]string{
		Findings:  "6 7 8 12",
		Checkmate: "2", Stalemate: "9", FiftyMoves: "8", Underpromotion: "8", Commented: "6 7 11", Varied: "5",
		SetUp: "8 9", Faulty: "12",
	}
	tests := []struct {
		name string
		set  func(*Query)
		want string
	}{
		{"nothing", func(q *Query) {}, all},
		{"player", with("player=Carlsen"), "1 2 3 4"},
		{"white and black", with("white=Anand", "black=Carlsen"), "1 3 4"},
		{"winner", with("winner=Anand"), "1 2 3"},
		{"loser", with("loser=Anand"), "4"},
		{"winner as Black", with("winner=Carlsen"), "4"},
		{"winner of a draw", with("winner=Polgar"), ""},
		{"loser of a draw", with("loser=Polgar"), ""},
		{"site", with("site=Paris"), "6"},
		{"event", with("event=Open"), "6"},
		{"round", with("round==3"), "6"},
		{"empty round", with("round=="), ""},
		{"termination", with("termination=time"), "6"},
		{"result", with("result=1-0"), "1 3 10 13"},
		{"unfinished", with("result=*"), "6 7 8 11 12"},
		{"elo", with("elo=2500.."), "1 2"},
		{"elo of one", with("elo=2600.."), ""},
		{"any elo", with("anyelo=2600.."), "1 2 3 4"},
		{"white elo", with("whiteelo=2600..2700"), "1 3"},
		{"black elo", with("blackelo=..2500"), "1"},
		{"difference", with("elodiff=200.."), "1 2"},
		{"difference with a sign", with("elodiff=-9999..-200"), "2"},
		{"base", with("base=60..180"), "1 2"},
		{"increment", with("increment=2.."), "2 3"},
		{"no increment", with("increment=0"), "1 4"},
		{"estimate", with("estimate=260..800"), "2 3"},
		{"bullet", with("speed=bullet"), "1"},
		{"blitz", with("speed=blitz"), "2"},
		{"rapid", with("speed=rapid"), "3"},
		{"classical", with("speed=classical"), "4"},
		{"date", with("date=2020"), "4 5 6"},
		{"ECO", with("eco=B20"), "6 7"},
		{"ECO by moves", with("eco=B01"), "13"},
		{"opening", with("opening=scandinavian"), "13"},
		{"plies", with("plies=2..4"), "2 5 6 7 8 12 13"},
		{"moves", with("moves=2"), "2 8 13"},
		{"moves of two ranges", with("moves=2", "moves=7.."), "2 4 8 13"},
		{"line", with("line=e4 !e5"), "6 13"},
		{"lines", with("line=e4 c5", "line=* d5|c5"), "3 6 13"},
		{"line after any move", with("line=* e5 Nf3"), "1 4"},
		{"line after one of two moves", with("line=e4|d4 e5|d5 exd5|Nc3"), "3 13"},
		{"line after another move", with("line=!d4 e5 Nf3 Nc6 Bc4"), "1 4"},
		{"line with numbers", with("line=1 e4 1... e5 2.Nf3 Nc6 3. Bc4 Bc5 4. 0-0"), "1 4"},
		{"line that a pass does not fit", with("line=d4 Nf6"), ""},
		{"line longer than a game", with("line=e4 e5 * *"), "1 4"},
		{"reached", with("reach=Nf3 Nf6"), "10 11"},
		{"pattern", with("fen=*/*/*/*/3PP3/*/*/*"), ""},
		{"pattern with a turn", with("fen=*q*/*/*/*/*/*/*/* b"), not("8 9")},
		{"castling White", with("castles=K"), "1 4"},
		{"castling White long", with("castles=Q"), "3"},
		{"castling Black", with("castles=k"), "1"},
		{"castling Black long", with("castles=q"), "3 4"},
		{"castling to one side", with("castles=same"), "1 3"},
		{"castling to different sides", with("castles=opposite"), "4"},
		{"no castling", with("castles=none"), not("1 3 4")},
		{"twice", func(q *Query) { q.Repetition = 2 }, "10 11"},
		{"three times", func(q *Query) { q.Repetition = 3 }, "10"},
		{"four times", func(q *Query) { q.Repetition = 4 }, ""},
		{"material", with("material=KNvK"), "8"},
		{"material at the start", with("material=P=1,p=0"), "8"},
		{"less material", with("material=P=7,p=8"), ""},
		{"material for", func(q *Query) { with("material=p=7")(q); q.For = 2 }, "13"},
		{"material for too long", func(q *Query) { with("material=p=7")(q); q.For = 3 }, ""},
		{"material within", func(q *Query) { with("material=p=7")(q); q.Within = 3 }, "13"},
		{"material too late", func(q *Query) { with("material=p=7")(q); q.Within = 2 }, ""},
		{"material of one color", with("material=Q=0,q=1"), ""},
		{"material of any color", func(q *Query) { with("material=q=1,Q=0")(q); q.AnyColor = true }, "9"},
		{"a tag and its opposite", func(q *Query) { q.Want, q.Avoid = Commented, Commented }, ""},
		{"tags", with("tag=White=Anand", "tag=white=Polgar"), "1 3 4 5"},
		{"tags by regular expressions", with("tag=White~^An", "tag=White~^Pol"), "1 3 4 5"},
		{"tags that must not be", with("tag=White!=Anand", "tag=White!=Polgar"), not("1 3 4 5")},
		{"two conditions on a tag", with("tag=WhiteElo=2*", "tag=WhiteElo<2600"), "2"},
		{"two conditions on a tag, in the other order", with("tag=WhiteElo<2600", "tag=WhiteElo=2*"), "2"},
		{"tags of two players", with("tag=White=Anand", "tag=Black=Polgar"), ""},
		{"tags of two names", with("tag=White=Anand", "tag=WhiteElo<2700"), "3"},
	}
	for _, test := range tests {
		s := &Selection{}
		test.set(&s.Query)
		if got := selectNumbers(t, s, queryGames[1:]); got != test.want {
			t.Errorf("%s selects the games %q, want %q", test.name, got, test.want)
		}
	}
	for trait, want := range traits {
		with, without := &Selection{}, &Selection{}
		with.Query.Want, without.Query.Avoid = trait, trait
		if got := selectNumbers(t, with, queryGames[1:]); got != want {
			t.Errorf("the trait %b selects the games %q, want %q", trait, got, want)
		}
		if got := selectNumbers(t, without, queryGames[1:]); got != not(want) {
			t.Errorf("without the trait %b, the games are %q, want %q", trait, got, not(want))
		}
	}
}

// TestChoice checks which games are chosen of those that fulfill a query, and that the others are
// the rest: together, they are all games, each once. The chosen ones are in the order of the input,
// and so is the rest, which gets a game of a sample when another one takes its place.
func TestChoice(t *testing.T) {
	const games = 200
	var text strings.Builder
	for n := range games {
		fmt.Fprintf(&text, "[Round \"%d\"]\n[White \"%s\"]\n\n1. %s *\n\n", n+1, []string{"A", "B"}[n%2], []string{"e4", "d4", "c4", "e4 e5", "f4"}[n/2%5])
	}
	numbers := func(text string) (list []int) {
		for line := range strings.Lines(text) {
			if n := 0; strings.HasPrefix(line, "[Round") {
				fmt.Sscanf(line, "[Round \"%d\"]", &n)
				list = append(list, n)
			}
		}
		return list
	}
	some := func(from, step, to int) (list []int) {
		for n := from; n <= to; n += step {
			list = append(list, n)
		}
		return list
	}
	tests := []struct {
		name  string
		set   func(*Selection)
		want  []int // or nil if the choice is random
		count int   // of the games, if the choice is random
	}{
		{"all", func(s *Selection) {}, some(1, 1, games), 0},
		{"white", func(s *Selection) { with("white=B")(&s.Query) }, some(2, 2, games), 0},
		{"by number", func(s *Selection) { s.Games = append(must(ParseRange, "..2"), must(ParseRange, "199..")...) }, []int{1, 2, 199, 200}, 0},
		{"every seventh", func(s *Selection) { s.Every = 7 }, some(7, 7, games), 0},
		{"every first", func(s *Selection) { s.Every = 1 }, some(1, 1, games), 0},
		{"every third of White", func(s *Selection) { s.Every = 3; with("white=B")(&s.Query) }, some(6, 6, games), 0},
		{"unique", func(s *Selection) { s.Unique = ByMoves }, []int{1, 3, 5, 7, 9}, 0},
		{"unique by players", func(s *Selection) { s.Unique = ByPlayers }, some(1, 1, 10), 0},
		{"every second unique", func(s *Selection) { s.Unique, s.Every = ByMoves, 2 }, []int{3, 7}, 0},
		{"unique of some", func(s *Selection) { s.Unique, s.Games = ByMoves, must(ParseRange, "4..") }, []int{4, 5, 7, 9, 11}, 0},
		{"sample", func(s *Selection) { s.Sample = 20 }, nil, 20},
		{"sample of one", func(s *Selection) { s.Sample = 1 }, nil, 1},
		{"sample of half", func(s *Selection) { s.Sample = 60; with("white=A")(&s.Query) }, nil, 60},
		{"sample of all", func(s *Selection) { s.Sample = games }, some(1, 1, games), 0},
		{"sample of more", func(s *Selection) { s.Sample = games + 1 }, some(1, 1, games), 0},
		{"sample of unique games", func(s *Selection) { s.Sample, s.Unique = 4, ByPlayers }, nil, 4},
		{"every second of a sample", func(s *Selection) { s.Sample, s.Every = 10, 2 }, nil, 10},
	}
	for _, test := range tests {
		for format, workers := range map[Format]int{PGN: 1, Source: 3} {
			var rest bytes.Buffer
			s := &Selection{Workers: workers, Seed: 7, Rest: newStream(&rest, Output{})}
			s.Output.Format = format
			test.set(s)
			out, _ := selectFrom(t, s, text.String())
			chosen, left := numbers(out), numbers(rest.String())
			if test.want != nil && !slices.Equal(chosen, test.want) || test.want == nil && len(chosen) != test.count || len(chosen) != s.Selected {
				t.Errorf("%s: the games %d are chosen, %d by the count, want %d", test.name, chosen, s.Selected, test.want)
			}
			if gaps := strings.Count(rest.String(), "*\n\n["); gaps != max(len(left)-1, 0) {
				t.Errorf("%s: %d blank lines separate the %d games of the rest", test.name, gaps, len(left))
			}
			if !slices.IsSorted(chosen) || s.Sample == 0 && !slices.IsSorted(left) {
				t.Errorf("%s: the games %d or the rest %d are out of order", test.name, chosen, left)
			}
			if together := slices.Sorted(slices.Values(slices.Concat(chosen, left))); !slices.Equal(together, some(1, 1, games)) {
				t.Errorf("%s: the games %d and the rest %d are not all games", test.name, chosen, left)
			}
			if s.Stats.Games != games {
				t.Errorf("%s: %d games are read, want %d", test.name, s.Stats.Games, games)
			}
		}
	}
}

// TestSampleIsFair checks that each game is as likely as any other to be in a sample.
func TestSampleIsFair(t *testing.T) {
	const games, size, times = 10, 3, 500
	var chosen [games]int
	for seed := range uint64(times) {
		s := &Selection{Sample: size, Seed: seed, Out: newStream(io.Discard, Output{})}
		s.start()
		for n := range games {
			if err := s.take(foundGame{number: n, numberAt: -1}); err != nil {
				t.Fatal(err)
			}
		}
		for _, g := range s.sample {
			chosen[g.number]++
		}
	}
	for n, count := range chosen {
		if want := times * size / games; count < want*3/4 || count > want*5/4 {
			t.Errorf("game %d is in %d of %d samples, want about %d", n, count, times, want)
		}
	}
}

// TestSame checks which games are the same for Unique.
func TestSame(t *testing.T) {
	games := []string{
		1: "[White \"AB\"] [Black \"C\"]\n1. e4 e5 *", 2: "[White \"A\"] [Black \"BC\"]\n1. e4 e5 *",
		3: "[White \"C\"] [Black \"AB\"]\n1. e4 e5 *", 4: "[White \"ab\"] [Black \"c\"]\n1. e4 (1. d4) e5 1-0",
		5: "[White \"AB\"] [Black \"C\"]\n1. e4 e6 *", 6: "[White \"AB\"] [Black \"C\"]\n1. e4 *",
		7: "[White \"AB\"] [Black \"C\"] [SetUp \"1\"] [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n1. e4 *",
		8: "[White \"AB\"] [Black \"C\"]\n1. Nf3 Nf6 2. Nc3 *", 9: "[White \"AB\"] [Black \"C\"]\n1. Nc3 Nf6 2. Nf3 *", 10: "[Round \"1\"]\n*", 11: "1. e4 *",
	}
	for unique, want := range map[Unique]string{
		NotUnique: "1 2 3 4 5 6 7 8 9 10 11", ByMoves: "1 5 6 7 8 9 10", ByPlayers: "1 2 3 5 6 7 8 9 10 11",
	} {
		s := &Selection{Unique: unique}
		if got := selectNumbers(t, s, games[1:]); got != want || s.Repeated != len(games)-1-s.Selected {
			t.Errorf("unique %d selects the games %q and leaves out %d, want %q", unique, got, s.Repeated, want)
		}
	}
}

// TestFaulty checks what becomes of games with errors, and that they are counted.
func TestFaulty(t *testing.T) {
	const text = "[Round \"1\"]\n\n1. e4 *\n\n[Round \"2\"]\n\n1. e4 Ke4 *\n\n" +
		"[Round \"3\"]\n[FEN \"x\"]\n\n1. e4 *\n\n[Round \"4\"]\n\n1. d4 d5 *\n"
	none := [2]Trait{}
	tests := []struct {
		faults Faults
		format Format
		query  string   // a condition
		traits [2]Trait // that are wanted and avoided
		want   string   // the rounds of the games
		faulty int      // those of which an error is seen
	}{
		{Drop, PGN, "", none, "1 4", 2},
		{Keep, PGN, "", none, "1 2 3 4", 2},
		{Pass, PGN, "", none, "1 2 3 4", 2},
		{Drop, Source, "", none, "1 2 4", 1}, // the moves are not read
		{Drop, Source, "plies=0..9", none, "1 4", 2},
		{Keep, Source, "plies=0..9", none, "1 2 3 4", 2},
		{Pass, PGN, "plies=2..9", none, "4", 2},
		{Keep, PGN, "white=x", none, "", 0},
		{Keep, Source, "white=x", none, "", 0},
		{Keep, Source, "winner=x", none, "", 0},
		{Keep, PGN, "", [2]Trait{Faulty, 0}, "2 3", 2},
		{Keep, PGN, "", [2]Trait{0, Faulty}, "1 4", 2},
		{Keep, Source, "", [2]Trait{Findings, 0}, "2 3", 2},
		{Keep, Source, "", [2]Trait{0, Findings}, "1 4", 2},
		{Keep, PGN, "", [2]Trait{Findings, 0}, "2 3", 2},
		{Pass, PGN, "", [2]Trait{Findings, 0}, "2 3", 2},
		{Pass, PGN, "", [2]Trait{0, Findings}, "1 4", 2},
	}
	for _, test := range tests {
		for _, rest := range []*bytes.Buffer{nil, {}} {
			s := &Selection{Faults: test.faults, Query: Query{Want: test.traits[0], Avoid: test.traits[1]}}
			if test.query != "" {
				with(test.query)(&s.Query)
			}
			s.Output.Format = test.format
			if rest != nil {
				s.Rest = newStream(rest, Output{})
			}
			out, _ := selectFrom(t, s, text)
			var got []string
			for line := range strings.Lines(out) {
				if round, ok := strings.CutPrefix(line, "[Round \""); ok {
					got = append(got, round[:1])
				}
			}
			if got := strings.Join(got, " "); got != test.want || s.Faulty != test.faulty || s.Stats.Games != 4 {
				t.Errorf("faults %d, %s, traits %b, %s: the games %q of %d, %d faulty, want %q, %d faulty", test.faults,
					FormatNames[test.format], test.traits, test.query, got, s.Stats.Games, s.Faulty, test.want, test.faulty)
			}
			if test.format == Source && strings.Contains(out, "Event") {
				t.Errorf("traits %b: the games are not as they were read: %q", test.traits, out)
			}
			if rest != nil && len(got)+strings.Count(rest.String(), "[Round") != 4 {
				t.Errorf("the games %q and the rest %q are not all", got, rest)
			}
		}
	}
}

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
		{"no tag is left", tags + "\n" + moves, func(s *Selection) { s.Output.KeepTags = []string{"x"} }, moves},
		{"an opening without a variation", more + "\n1. e4 *\n", func(s *Selection) {
			s.Output.Opening, s.Output.KeepTags = true, []string{"x"}
		}, "[Opening \"King's Pawn Game\"]\n[ECO \"B00\"]\n\n1. e4 *\n"},
		{"JSON without clocks", tags + "\n" + moves, func(s *Selection) {
			s.Output.Format, s.Output.KeepTags, s.Output.PGN.OmitClocks = JSON, []string{"White"}, true
		}, `{"game":1,"file":"test","tags":{"White":"W"},"moves":["e4","d5","exd5"],"evals":[{"centipawns":31},null,null],"plies":3,` +
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
	for text, want := range map[string]string{
		"": "unknown", "?/": "unknown", "van Wely, L.": "van_Wely_L-", "a/b\\c": "a_b_c", "É-1": "É-1",
		strings.Repeat("x", 80): strings.Repeat("x", 80), strings.Repeat("x", 81): strings.Repeat("x", 80), "x" + strings.Repeat("é", 40): "x" + strings.Repeat("é", 39),
	} {
		if got := fileKey(text); got != want {
			t.Errorf("the key of %q is %q, want %q", text, got, want)
		}
	}
}
