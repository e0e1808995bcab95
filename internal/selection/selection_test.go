package selection

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/pgntext"
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
	faulty := func(s *Selection) { s.Query.Want, s.Output.Format = Faulty, Count }
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
		var last Stats
		s := &Selection{Workers: 3, Faults: Pass, Progress: func(stats Stats) { last = stats }}
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
		if err := s.Read("test", strings.NewReader(text.String())); err != nil || last != s.Stats {
			t.Errorf("%s: error %v, progress %+v, want %+v", test.name, err, last, s.Stats)
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
	s := &Selection{Unique: ByMoves, Memory: 1}
	s.start()
	const games = 1 << 18
	for hash := range uint64(games) {
		if s.isRepeated(mix(hash, 1)) {
			t.Fatalf("hash %d is new, but the selection has it", hash)
		}
	}
	kept := games - s.Forgotten
	if size := s.UniqueMemory(); size > 1<<20 || kept < 10_000 || kept == games {
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
