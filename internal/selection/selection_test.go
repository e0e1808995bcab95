package selection

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/pgntext"
	"github.com/shakki/chess/internal/source"
)

// The tests divide texts into small parts, so that short texts have many.
func init() { pgntext.PartSize, pgntext.MaxPartSize = 1<<14, 1<<18 }

// selectFrom returns what a selection writes, and the faults that it reports.
func selectFrom(t *testing.T, s *Selection, text string) (out string, faults []string) {
	t.Helper()
	var b bytes.Buffer
	s.Out = newStream(&b, s.Output)
	s.Report = func(file string, f *chess.PGNError) {
		faults = append(faults, fmt.Sprintf("%d:%d: %s", f.Line, f.Column, f.Fault()))
	}
	if err := s.Read("test", strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	if err := finish(s); err != nil {
		t.Fatal(err)
	}
	return b.String(), faults
}

// oddGames are texts in which it is not easy to see where a game ends.
var oddGames = map[string]string{
	"no result":           "[Event \"a\"]\n[White \"A\"]\n\n1. e4\n\n[Event \"b\"]\n[White \"B\"]\n\n1. d4 *\n",
	"no tags":             "[Event \"a\"]\n[White \"B\"]\n\n1. e4 1-0\n\n1. d4 d5 0-1\n\n[Event \"c\"]\n[White \"A\"]\n\n1. c4 *\n",
	"no tags, same line":  "[Event \"a\"]\n[White \"B\"]\n\n1. e4 1-0 1. d4 d5 0-1\n\n[Event \"c\"]\n[White \"A\"]\n\n1. c4 *\n",
	"other first tag":     "[White \"B\"]\n\n1. e4 *\n\n[White \"A\"]\n\n1. d4 *\n\n[Event \"c\"]\n[White \"A\"]\n\n1. c4 *\n",
	"game in a comment":   "[Event \"a\"]\n[White \"B\"]\n\n1. e4 { as in\n[Event \"x\"]\n[White \"A\"] } e5 *\n\n[Event \"c\"]\n[White \"A\"]\n\n1. c4 *\n",
	"result in a comment": "[Event \"a\"]\n[White \"B\"]\n\n1. e4 { lost 0-1\n} e5 ; 1-0\n2. d4 *\n\n[Event \"c\"]\n[White \"A\"]\n\n1. c4 *\n",
	"open comment":        "[Event \"a\"]\n[White \"B\"]\n\n1. e4 { e5 1-0\n\n[Event \"c\"]\n[White \"A\"]\n\n1. c4 *\n",
	"escapes":             "[Event \"a\"]\n[White \"\\\"A\\\"\"]\n\n1. e4 *\n\n[Event \"c\"]\n[White \"A\"]\n\n1. c4 *\n",
	"Windows-1252":        "[Event \"a\"]\n[White \"\xc4\"]\n\n1. e4 *\n\n[Event \"c\"]\n[White \"A\"]\n\n1. c4 *\n",
	"line ends":           "[Event \"a\"]\r\n[White \"B\"]\r\n\r\n1. e4 *\r\n\r\n[Event \"c\"]\r\n[White \"A\"]\r\n\r\n1. c4 Ke4 *\r\n",
	"tags on one line":    "[Event \"a\"] [White \"A\"]\n\n1. e4 *\n\n[Event \"c\"][White \"B\"]\n\n1. c4 *\n",
	"command":             "[Event \"a\"]\n[White \"B\"]\n\n1. e4 {\n[%clk 0:01]} *\n\n[Event \"c\"]\n[White \"A\"]\n\n1. c4 *\n",
	"faults":              "[Event \"a\"]\n[White \"B\"]\n\n1. e5 *\n\n[Event \"c\"]\n[White \"A\"]\n\n1. c4 Kd7 *\n\n[Event \"d\"]\n[White \"A\"]\n\n1. e4 e5 Qxe5 *",
	"two results":         "[Event \"a\"]\n\n0*00 *",
	"results of words":    "[Event \"a\"]\n\n1. e4 x11-0 0 0-1",
	"odd tag":             "[Event \"a\"]\n[White\" \"B\"]\n[White \"A\"]\n* ",
	"tag within moves":    "[Event \"a\"]\n1. e4[White \"A\" *",
	"empty":               "",
	"no game":             "hello\n",
}

// skippingQueries are conditions that tags decide, or that they leave open.
var skippingQueries = map[string]func(*Query){
	"white": with("white==a"),
	"not":   with("tag=White!=b"),
	"eco":   with("eco=A40..A99"), // 1. d4
	"won":   with("result=1-0", "result=0-1"),
	"all":   func(q *Query) {},
}

// checkSkipping checks that what is selected from a text is the same if nothing may be skipped or
// taken because of its tags, since the other games are written too.
func checkSkipping(t *testing.T, text string, checkFaults bool) {
	t.Helper()
	for name, set := range skippingQueries {
		for _, format := range []Format{PGN, Source} {
			fast, slow := &Selection{Faults: Keep}, &Selection{Faults: Keep, Rest: newStream(io.Discard, Output{}), Workers: 1}
			for _, s := range []*Selection{fast, slow} {
				set(&s.Query)
				s.Output.Format = format
			}
			got, gotFaults := selectFrom(t, fast, text)
			want, wantFaults := selectFrom(t, slow, text)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s, %s: wrong games of %q (-without skipping +with):\n%s", name, FormatNames[format], text, diff)
			}
			if diff := cmp.Diff(wantFaults, gotFaults); diff != "" && checkFaults {
				t.Fatalf("%s: wrong faults of %q (-without skipping +with):\n%s", name, text, diff)
			}
		}
	}
}

// TestSkipping checks that the games that are skipped or taken because of their tags are those that
// a scanner finds.
func TestSkipping(t *testing.T) {
	for name, text := range oddGames {
		for _, count := range []int{1, 20} {
			t.Run(name, func(t *testing.T) {
				checkSkipping(t, strings.Repeat(text+"\n", count), name != "no tags, same line") // which counts as one game
			})
		}
	}
}

// TestChunks checks that faults have their places and numbers in the whole input, however many
// workers and chunks there are, also where no game has an Event tag and lines end as on old Macs.
// Games that are copied or drawn stay whole when the memory of their chunk is used again.
func TestChunks(t *testing.T) {
	const games = 400
	moves := "1. e4 e5 2. Nf3 {" + strings.Repeat("comment ", 400) + "} Nc6 Kd4 *\n\n"
	const tag = "[Event \"%06d\"]\n\n"
	game, old := tag+moves, "{%06d} "+strings.ReplaceAll(moves, "\n", "\r")
	faulty := func(s *Selection) { with("faults=true")(&s.Query); s.Output.Format = Count }
	for _, test := range []struct {
		name, game string
		set        func(s *Selection)
		want       int    // games that are selected
		form       string // what is written of each, or ""
	}{
		{"by moves", game, faulty, games, ""},
		{"by moves, old Mac", old, faulty, games, ""},
		{"by number", game, func(s *Selection) { faulty(s); s.Games = must(ParseRange, "361..") }, games - 360, ""},
		{"copied", game, func(s *Selection) { faulty(s); s.Output.Format = Source }, games, game},
		{"drawn", game, func(s *Selection) {
			with("tag=!White")(&s.Query)
			s.Output.Format, s.Output.KeepTags, s.Faults, s.Sample = Tags, []string{"Event"}, Keep, games/10
		}, games / 10, tag},
	} {
		n := 0
		var out bytes.Buffer
		var last [2]int
		s := &Selection{Workers: 3, Faults: Pass, Progress: func(games, selected int) { last = [2]int{games, selected} }}
		test.set(s)
		s.Out = newStream(&out, s.Output)
		lines := strings.Count(test.game, "\n") + strings.Count(test.game, "\r")
		s.Report = func(file string, f *chess.PGNError) {
			if wantLine := n*lines + lines - 1; f.Game != n+1 || f.Line != wantLine {
				t.Fatalf("%s: fault %d is in game %d, line %d, want line %d", test.name, n, f.Game, f.Line, wantLine)
			}
			n++
		}
		var text strings.Builder
		for number := range games {
			fmt.Fprintf(&text, test.game, number)
		}
		if err := s.Read("test", strings.NewReader(text.String())); err != nil || last != [2]int{games, s.Selected} {
			t.Errorf("%s: error %v, progress %d, want %d games, %d selected", test.name, err, last, games, s.Selected)
		}
		if err := finish(s); err != nil || n != games || s.Selected != test.want {
			t.Errorf("%s: %d faults, %d games selected, error %v, want %d and %d", test.name, n, s.Selected, err, games, test.want)
		}
		left := out.String() + "\n"
		for last := -1; test.form != "" && left != ""; {
			number := games
			fmt.Sscanf(left, "[Event \"%d", &number)
			rest, ok := strings.CutPrefix(left, fmt.Sprintf(test.form, number))
			if !ok || number <= last {
				t.Fatalf("%s: after game %d comes %.50q, which is not as it was read", test.name, last, left)
			}
			last, left = number, rest
		}
	}
}

// TestUniqueMemory checks that a selection that may not remember more games says how many it
// forgets, and still finds the copies of those that it remembers.
func TestUniqueMemory(t *testing.T) {
	usual := &Selection{Unique: ByMoves}
	for hash := range uint64(1 << 17) {
		usual.isRepeated(mix(hash, 1))
	}
	if usual.Forgotten > 0 {
		t.Errorf("without a limit, %d games are forgotten", usual.Forgotten)
	}
	s := &Selection{Unique: ByMoves, Memory: 1}
	const games = 1 << 18
	for hash := range uint64(games) {
		if s.isRepeated(mix(hash, 1)) {
			t.Fatalf("hash %d is new, but the selection has it", hash)
		}
	}
	kept := games - s.Forgotten
	if size := s.seen.Size(); size > 1<<20 || kept < 10_000 || kept == games {
		t.Errorf("%d games are kept in %d bytes", kept, size)
	}
	for hash := range uint64(games) {
		if got, want := s.isRepeated(mix(hash, 1)), hash < uint64(kept); got != want {
			t.Fatalf("the selection has hash %d: %t", hash, got)
		}
	}
}

// TestEarlyEnd checks that a selection that stops early, or whose input or output fails, ends.
func TestEarlyEnd(t *testing.T) {
	text := strings.Repeat("[Event \"a\"]\n\n1. e4 e5 *\n\n", 41_000) // three parts
	s := &Selection{First: 3}
	if out, _ := selectFrom(t, s, text); strings.Count(out, "1. e4") != 3 {
		t.Errorf("the first 3 games are %d games", strings.Count(out, "1. e4"))
	}
	stream := strings.Repeat("1. e4 e5 *\n\n", 41_000) // which cannot be divided
	s = &Selection{First: 3}
	if out, _ := selectFrom(t, s, stream); strings.Count(out, "1. e4") != 3 {
		t.Errorf("the first 3 games of a stream are %d games", strings.Count(out, "1. e4"))
	}
	if _, faults := selectFrom(t, &Selection{Output: Output{Format: Source}}, stream+"bye\n"); len(faults) != 1 {
		t.Errorf("text behind the games of a stream has the faults %q, want one", faults)
	}
	s = &Selection{Out: newStream(failing{}, Output{})}
	if err := s.Read("test", strings.NewReader(text)); err != errFailing {
		t.Errorf("the output fails with %v, want %v", err, errFailing)
	}
	s = &Selection{Out: newStream(io.Discard, Output{})}
	if err := s.Read("test", io.MultiReader(strings.NewReader(text), failing{})); err != errFailing {
		t.Errorf("the input fails with %v, want %v", err, errFailing)
	}
}

var errFailing = fmt.Errorf("it fails")

// failing is a reader and writer that fails.
type failing struct{}

func (failing) Read([]byte) (int, error)  { return 0, errFailing }
func (failing) Write([]byte) (int, error) { return 0, errFailing }

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
			if s.games != games {
				t.Errorf("%s: %d games are read, want %d", test.name, s.games, games)
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
		for n := range games {
			if err := s.take(foundGame{number: n}); err != nil {
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
		12: "[White \"AB\"] [Black \"D\"]\n1. e4 e5 *", 13: "[White \"1\"] [Black \"D\"]\n1. e4 e5 *", 14: "[White \"Q\"] [Black \"D\"]\n1. e4 e5 *",
	}
	for unique, want := range map[Unique]string{
		NotUnique: "1 2 3 4 5 6 7 8 9 10 11 12 13 14", ByMoves: "1 5 6 7 8 9 10", ByPlayers: "1 2 3 5 6 7 8 9 10 11 12 13 14",
	} {
		s := &Selection{Unique: unique}
		if got := selectNumbers(t, s, games[1:]); got != want {
			t.Errorf("unique %d selects the games %q, want %q", unique, got, want)
		}
	}
}

// TestFaultsOfGames checks to which games faults belong, whether the moves are scanned, or read as a tree, or
// both.
func TestFaultsOfGames(t *testing.T) {
	const text = "1\n[Event \"a\"]\n\n1. e4 *\n\nhello\n\n[Event \"b\"]\n\n1. e4 e5 (1... Kd4) 2. Ke4 *\n\nbye\n"
	const want = "1:1 in 1, 6:1 in 1, 10:16 in 2, 10:24 in 2, 12:1 in 2, "
	for _, query := range []string{"", "plies=0..9"} {
		for _, format := range []Format{PGN, Source} {
			if query == "" && format == Source {
				continue // the moves are not read
			}
			s := &Selection{Output: Output{Format: format}, Faults: Keep, Out: newStream(io.Discard, Output{})}
			if query != "" {
				with(query)(&s.Query)
			}
			got := ""
			s.Report = func(_ string, f *chess.PGNError) { got += fmt.Sprintf("%d:%d in %d, ", f.Line, f.Column, f.Game) }
			err := errors.Join(s.Read("test", strings.NewReader(text)), finish(s))
			if err != nil || got != want {
				t.Errorf("%q, format %d: %s, %v, want %s", query, format, got, err, want)
			}
		}
	}
}

// TestFaulty checks what becomes of games with errors, and that they are counted.
func TestFaulty(t *testing.T) {
	const text = "[Round \"1\"]\n\n1. e4 *\n\n[Round \"2\"]\n\n1. e4 Ke4 *\n\n" +
		"[Round \"3\"]\n[FEN \"x\"]\n\n1. e4 *\n\n[Round \"4\"]\n\n1. d4 d5 *\n"
	tests := []struct {
		faults Faults
		format Format
		query  string // a condition
		want   string // the rounds of the games
		faulty int    // those of which an error is seen
	}{
		{Drop, PGN, "", "1 4", 2},
		{Keep, PGN, "", "1 2 3 4", 2},
		{Pass, PGN, "", "1 2 3 4", 2},
		{Drop, Source, "", "1 2 4", 1}, // the moves are not read
		{Drop, Source, "round=~.", "1 2 4", 1},
		{Drop, Source, "plies=0..9", "1 4", 2},
		{Keep, Source, "plies=0..9", "1 2 3 4", 2},
		{Pass, PGN, "plies=2..9", "4", 2},
		{Keep, PGN, "round=3", "3", 1},
		{Keep, PGN, "white=x", "", 0},
		{Keep, Source, "white=x", "", 0},
		{Keep, Source, "result=1-0", "", 1}, // the tags leave it open
		{Keep, PGN, "faults=true", "2 3", 2},
		{Keep, PGN, "faults=false", "1 4", 2},
		{Keep, Source, "findings=true", "2 3", 2},
		{Keep, Source, "findings=false", "1 4", 2},
		{Keep, PGN, "findings=true", "2 3", 2},
		{Pass, PGN, "findings=true", "2 3", 2},
		{Pass, PGN, "findings=false", "1 4", 2},
	}
	for _, test := range tests {
		for _, rest := range []*bytes.Buffer{nil, {}} {
			s := &Selection{Faults: test.faults}
			if test.query != "" {
				with(test.query)(&s.Query)
			}
			s.Output.Format = test.format
			if rest != nil {
				s.Rest = newStream(rest, Output{})
			}
			out, faults := selectFrom(t, s, text)
			faulty := map[string]bool{}
			for _, f := range faults {
				faulty[strings.Fields(f)[2]] = true // the number of the game
			}
			var got []string
			for line := range strings.Lines(out) {
				if round, ok := strings.CutPrefix(line, "[Round \""); ok {
					got = append(got, round[:1])
				}
			}
			if got := strings.Join(got, " "); got != test.want || len(faulty) != test.faulty || s.games != 4 {
				t.Errorf("faults %d, %s, %s: the games %q of %d, %d faulty, want %q, %d faulty", test.faults,
					FormatNames[test.format], test.query, got, s.games, len(faulty), test.want, test.faulty)
			}
			if test.format == Source && strings.Contains(out, "Event") {
				t.Errorf("%s: the games are not as they were read: %q", test.query, out)
			}
			if rest != nil && len(got)+strings.Count(rest.String(), "[Round") != 4 {
				t.Errorf("the games %q and the rest %q are not all", got, rest)
			}
		}
	}
}

// TestSampleOfStream checks that the games of a stream that leave a sample are whole in the rest.
func TestSampleOfStream(t *testing.T) {
	const games, size = 400, 40
	game := func(n int) string { return fmt.Sprintf("{%06d %s} 1. e4 *", n, strings.Repeat("comment ", 400)) }
	var text, rest bytes.Buffer
	for n := range games {
		fmt.Fprintf(&text, "%s\n\n", game(n))
	}
	s := &Selection{Sample: size, Seed: 1, Output: Output{Format: Count}, Rest: newStream(&rest, Output{})}
	s.Out = newStream(io.Discard, s.Output)
	if err := errors.Join(s.Read("test", &text), finish(s)); err != nil {
		t.Fatal(err)
	}
	whole := 0
	for n := range games {
		whole += strings.Count(rest.String(), game(n))
	}
	if whole != games-size {
		t.Errorf("%d games are whole in the rest, want %d", whole, games-size)
	}
}

// TestTwoFiles checks that the games of a file are not looked for in the one before it.
func TestTwoFiles(t *testing.T) {
	var out bytes.Buffer
	s := &Selection{Workers: 1, Out: newStream(&out, Output{}), Output: Output{PGN: chess.PGNFormat{OmitTags: true}}}
	with("white=A")(&s.Query)
	for _, text := range []string{"[White \"A\"]\n\n1. e4 *\n\n", "[White \"B\"]\n\n1. d4 *\n\n[White \"A\"]\n\n1. c4 *\n"} {
		if err := s.Read("test", strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := finish(s); err != nil || out.String() != "1. e4 *\n\n1. c4 *\n" {
		t.Errorf("the games are %q, %v", &out, err)
	}
}

// TestTooLargeGame checks that a game of a stream that has too much text is an error, and left out.
func TestTooLargeGame(t *testing.T) {
	text := "1. e4 *\n\n1. d4 {" + strings.Repeat(strings.Repeat("x", 1023)+"\n", 1<<10+source.MostOfGame>>10) + "} *\n\n1. c4 *\n"
	out, faults := selectFrom(t, &Selection{Output: Output{Format: Source}, Faults: Keep}, text)
	if out != "1. e4 *\n\n1. c4 *\n" || len(faults) != 1 || !strings.HasSuffix(faults[0], "the game has more than 64 MB and is left out") {
		t.Errorf("the games are %.100q, faults %q", out, faults)
	}
}
