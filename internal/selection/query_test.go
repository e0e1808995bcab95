package selection

import (
	"errors"
	"fmt"
	"io"
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
			all := slices.Concat(TagConditions, MoveConditions, Traits)
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
	traits := map[string]string{
		"findings": "6 7 8 12", "checkmate": "2", "stalemate": "9", "fifty": "8", "underpromotion": "8", "commented": "6 7 11",
		"variations": "5", "setup": "8 9", "faults": "12",
	}
	tests := []struct {
		name string
		set  func(*Query)
		want string
	}{
		{"nothing", func(q *Query) {}, all},
		{"player", with("player=Carlsen"), "1 2 3 4"},
		{"white and black", with("white=Anand", "black=Carlsen"), "1 3 4"},
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
		{"date that is partly unknown", with("date=2020..2020.05"), "4 6"},
		{"ECO", with("eco=B20"), "6 7"},
		{"ECO by moves", with("eco=B01"), "13"},
		{"ECO by moves without a tag", with("tag=!ECO", "eco=B01"), "13"},
		{"ECO of the tag beside the opening on the board", with("eco=B20", "opening=queen's pawn"), "7"},
		{"result without a tag", with("tag=!Result", "result=0-1"), "4"},
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
		{"twice", with("repetition=2"), "10 11"},
		{"twice, and a condition on tags", with("tag=!Annotator", "repetition=2"), "10 11"},
		{"a trait, and a condition on tags", with("tag=!Annotator", "underpromotion=true"), "8"},
		{"three times", with("repetition=3"), "10"},
		{"four times", with("repetition=4"), ""},
		{"material", with("material=KNvK"), "8"},
		{"one of two kinds of material", with("material=KNvK", "material=p=7"), "8 13"},
		{"material and a pattern that never meet", with("material=KNvK", "fen=*q*/*/*/*/*/*/*/* b"), ""},
		{"material and a position of one game", with("material=p=7", "fen=*/*/*/3q4/*/*/*/*"), "13"},
		{"material at the start", with("material=P=1,p=0"), "8"},
		{"less material", with("material=P=7,p=8"), ""},
		{"material for", func(q *Query) { with("material=p=7")(q); q.For = 2 }, "13"},
		{"material for too long", func(q *Query) { with("material=p=7")(q); q.For = 3 }, ""},
		{"reached, whatever material and patterns are for", func(q *Query) { with("reach=Nf3 Nf6")(q); q.For = 2 }, "10 11"},
		{"material within", func(q *Query) { with("material=p=7")(q); q.Within = 3 }, "13"},
		{"material too late", func(q *Query) { with("material=p=7")(q); q.Within = 2 }, ""},
		{"material of one color", with("material=Q=0,q=1"), ""},
		{"material of any color", func(q *Query) { with("material=q=1,Q=0")(q); q.AnyColor = true }, "9"},
		{"twice or four times", with("repetition=4", "repetition=2"), "10 11"},
		{"two traits", with("setup=true", "fifty=false"), "9"},
		{"a trait that is asked for twice", with("setup=true", "setup=true"), "8 9"},
		{"a mistake in a game of a player", with("white=Anand", "findings=true"), ""},
		{"mistakes by other rules", func(q *Query) { with("findings=true")(q); q.Rules.Threefold = chess.Automatic }, "6 7 8 10 12"},
		{"no mistake in a game with an opening", with("eco=B01..B20", "findings=false"), "13"},
		{"tags", with("tag=White=Anand", "tag=white=Polgar"), "1 3 4 5"},
		{"tags by regular expressions", with("tag=White~^An", "tag=White~^Pol"), "1 3 4 5"},
		{"tags that must not be", with("tag=White!=Anand", "tag=White!=Polgar"), not("1 3 4 5")},
		{"two conditions on a tag", with("tag=WhiteElo=2*", "tag=WhiteElo<2600"), "2"},
		{"two conditions on a tag, in the other order", with("tag=WhiteElo<2600", "tag=WhiteElo=2*"), "2"},
		{"tags of two players", with("tag=White=Anand", "tag=Black=Polgar"), ""},
		{"tags of two names", with("tag=White=Anand", "tag=WhiteElo<2700"), "3"},
		{"whole tags of two names", with("tag=White=Anand", "tag=WhiteElo=2600"), "3"},
		{"either of two players", with("white=Polgar", "white=Carlsen"), "2 5"},
	}
	for _, test := range tests {
		s := &Selection{}
		test.set(&s.Query)
		if got := selectNumbers(t, s, queryGames[1:]); got != test.want {
			t.Errorf("%s selects the games %q, want %q", test.name, got, test.want)
		}
	}
	for trait, want := range traits {
		for value, want := range map[string]string{"true": want, "false": not(want)} {
			s := &Selection{}
			with(trait + "=" + value)(&s.Query)
			if got := selectNumbers(t, s, queryGames[1:]); got != want {
				t.Errorf("-%s=%s selects the games %q, want %q", trait, value, got, want)
			}
			if want := value == "true" && (trait == "faults" || trait == "findings"); s.Query.WantsFaulty() != want {
				t.Errorf("-%s=%s selects only games with errors: %t, want %t", trait, value, !want, want)
			}
		}
	}
}

// TestReachedColors checks that a position which must be reached keeps its colors.
func TestReachedColors(t *testing.T) {
	games := []string{"1. Nf3 *", "[SetUp \"1\"] [FEN \"rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n1. e4 *"}
	s := &Selection{}
	with("reach=Nf3")(&s.Query)
	s.Query.AnyColor = true
	if got := selectNumbers(t, s, games); got != "1" {
		t.Errorf("the position after Nf3 is reached in the games %q, want 1", got)
	}
}

// TestUnderpromotion checks that a promotion to a queen is none.
func TestUnderpromotion(t *testing.T) {
	const start = "[SetUp \"1\"] [FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n"
	s := &Selection{}
	with("underpromotion=true")(&s.Query)
	if got := selectNumbers(t, s, []string{start + "1. a8=Q+ *", start + "1. a8=R+ *"}); got != "2" {
		t.Errorf("a piece other than a queen is promoted in the games %q, want 2", got)
	}
}

// TestPartsOfSeconds checks that a part of a second does not count.
func TestPartsOfSeconds(t *testing.T) {
	for condition, want := range map[string]string{"base=60": "1", "base=61": "", "increment=0": "1"} {
		s := &Selection{}
		with(condition)(&s.Query)
		if got := selectNumbers(t, s, []string{"[TimeControl \"60.5+0.5\"]\n*"}); got != want {
			t.Errorf("%s selects the games %q, want %q", condition, got, want)
		}
	}
}

// TestSetUp checks that a game starts from another position if only the player to move is another.
func TestSetUp(t *testing.T) {
	s := &Selection{}
	with("setup=true")(&s.Query)
	games := []string{"[SetUp \"1\"] [FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1\"]\n*", "1. e4 *"}
	if got := selectNumbers(t, s, games); got != "1" {
		t.Errorf("the games %q start from another position, want 1", got)
	}
}

// TestCastles checks castling to the sides that no other game of the tests has.
func TestCastles(t *testing.T) {
	games := []string{
		"1. d4 d5 2. Nc3 Nf6 3. Bf4 e6 4. Qd2 Be7 5. O-O-O O-O *",
		"1. Nf3 d5 2. g3 Nc6 3. Bg2 Bf5 4. O-O Qd7 5. d3 O-O-O *",
		"1. d4 d5 2. Nc3 Nf6 3. Bf4 e6 4. Qd2 Be7 5. O-O-O *",
	}
	for who, want := range map[string]string{"opposite": "1 2", "same": "", "k": "1", "q": "2", "K": "2", "Q": "1 3", "none": ""} {
		s := &Selection{}
		with("castles=" + who)(&s.Query)
		if got := selectNumbers(t, s, games); got != want {
			t.Errorf("castling %s selects the games %q, want %q", who, got, want)
		}
	}
}
