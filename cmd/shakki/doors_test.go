package main

import (
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
	"github.com/shakki/chess/explore"
	"github.com/shakki/chess/internal/deep"
)

// A seenGame is what a door finds of a game: its moves, its result, and its errors.
type seenGame struct {
	Moves  []chess.Move
	Result chess.Result
	Errors []string
}

// A place is where the text of a game begins and ends.
type place struct{ from, to int }

// scannedGames returns what a scanner finds, with the offsets in its input.
func scannedGames(s *chess.PGNScanner) (games []seenGame, places []place) {
	g := seenGame{}
	for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
		switch event {
		case chess.PGNMove:
			if s.Depth() == 0 {
				g.Moves = append(g.Moves, s.Move())
			}
		case chess.PGNFault:
			if !s.Fault().Outside { // the others are of no game
				g.Errors = append(g.Errors, fmt.Sprintf("%d: %s", s.Fault().Offset, s.Fault().Detail))
			}
		case chess.PGNGameEnd:
			g.Result = s.Result()
			games, places = append(games, g), append(places, place{int(s.GameOffset()), int(s.Offset())})
			g = seenGame{}
		}
	}
	return games, places
}

// readGames returns the games that a reader finds, and what they hold.
func readGames(text string, workers int) (games []*chess.Game, seen []seenGame) {
	r := chess.NewPGNReader(strings.NewReader(text))
	r.Workers = workers
	for g := range r.All() {
		s := seenGame{Moves: slices.Collect(mainLine(g)), Result: g.Outcome().Result}
		for _, f := range slices.DeleteFunc(r.Faults(), func(f *chess.PGNError) bool { return f.Outside }) {
			s.Errors = append(s.Errors, fmt.Sprintf("%d: %s", f.Offset, f.Detail))
		}
		games, seen = append(games, g), append(seen, s)
	}
	return games, seen
}

// mainLine yields the moves of the main line.
func mainLine(g *chess.Game) func(yield func(chess.Move) bool) {
	return func(yield func(chess.Move) bool) {
		for n := range g.MainLine() {
			if !yield(n.Move()) {
				return
			}
		}
	}
}

// checkDoors checks that all doors find the same games, moves, results, and errors in a text.
func checkDoors(t *testing.T, text string) {
	t.Helper()
	if head := text[:min(2, len(text))]; strings.ContainsAny(head, "\x00") || head == "\xff\xfe" || head == "\xfe\xff" {
		return // UTF-16, which SplitPGN does not read
	}
	want, places := scannedGames(chess.NewPGNScanner(strings.NewReader(text)))
	same := func(door string, want, got any) {
		t.Helper()
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Fatalf("%s differs in %q (-scanner +%s):\n%s", door, text, door, diff)
		}
	}
	same("SplitPGN", want, splitGames(text))
	moves, errors := 0, 0
	for _, g := range want {
		moves += len(g.Moves)
	}
	for s, event := chess.NewPGNScanner(strings.NewReader(text)), chess.PGNTag; event != chess.PGNEnd; {
		if event = s.Next(); event == chess.PGNFault {
			errors++
		}
	}
	sum := fmt.Sprintf("-: games=%d moves=%d errors=%d\n", len(want), moves, errors)
	_, one, _ := runWith(t, text, "check", "-workers", "1", "-")
	_, four, _ := runWith(t, text, "check", "-workers", "4", "-")
	same("check", sum, one[max(0, len(one)-len(sum)):])
	same("check with 4 workers", one, four)

	games, read := readGames(text, 1)
	_, ahead := readGames(text, 4)
	same("PGNReader with 4 workers", read, ahead)
	for i := range read {
		if i < len(want) && want[i].Result == chess.Unfinished {
			read[i].Result = want[i].Result // the tag may say it
		}
	}
	same("PGNReader", want, read)
	judged := 0
	for findings := range (chess.Arbiter{}).JudgePGN(chess.NewPGNScanner(strings.NewReader(text))) {
		if judged < len(games) && len(want[judged].Errors) == 0 {
			same("JudgePGN", textsOf((chess.Arbiter{}).Judge(games[judged])), textsOf(findings))
		}
		judged++
	}
	if judged > len(want) && judged == len(want)+1 { // the findings in what follows the last game
		judged--
	}
	same("JudgePGN", len(want), judged)
	checkSelections(t, text, want, places)
	checkFormatted(t, text, games)
}

// textsOf returns what findings say, without those about move numbers, the signs of moves, and second
// tags of a name, which a Game does not have.
func textsOf(findings []chess.Finding) (texts []string) {
	for _, f := range findings {
		if f.Kind != chess.Unreadable && !strings.Contains(f.Text, ": another ") {
			texts = append(texts, f.Text)
		}
	}
	return texts
}

// splitGames returns what scanners find in the parts of a text.
func splitGames(text string) (games []seenGame) {
	for part := range chess.SplitPGN(strings.NewReader(text), 0, int64(len(text))) {
		found, _ := scannedGames(part.Scanner())
		games = append(games, found...)
	}
	return games
}

// checkSelections checks that select finds the games of a text, with and without a file for the
// rest, and with each treatment of faulty games.
func checkSelections(t *testing.T, text string, want []seenGame, places []place) {
	t.Helper()
	var sources []string
	faulty := 0
	for i, p := range places {
		sources = append(sources, strings.TrimSpace(text[p.from:p.to]))
		if len(want[i].Errors) > 0 {
			faulty++
		}
	}
	source := strings.Join(sources, "\n\n")
	if len(sources) > 0 {
		source += "\n"
	}
	_, all, _ := runWith(t, text, "select", "-format", "source", "-faulty", "pass", "-")
	if diff := gocmp.Diff(source, all); diff != "" {
		t.Fatalf("select copies %q (-scanner +select):\n%s", text, diff)
	}
	for _, treatment := range []string{"drop", "keep", "pass"} {
		args := []string{"select", "-format", "count", "-faulty", treatment, "-plies", "0..", "-"}
		_, count, _ := runWith(t, text, args...)
		n := len(want)
		if treatment == "drop" {
			n -= faulty
		}
		if got := strings.TrimSpace(count); got != strconv.Itoa(n) {
			t.Fatalf("select -faulty %s counts %s games of %q, want %d", treatment, got, text, n)
		}
	}
	rest := filepath.Join(t.TempDir(), "rest.pgn")
	args := []string{"select", "-format", "source", "-result", "1-0", "-white", "W"}
	_, without, _ := runWith(t, text, append(args, "-")...)
	_, with, _ := runWith(t, text, append(args, "-rest", rest, "-")...)
	if diff := gocmp.Diff(without, with); diff != "" {
		t.Fatalf("-rest changes what is selected from %q (-without +with):\n%s", text, diff)
	}
}

// checkFormatted checks that the text that fmt writes has the same games with the same moves.
func checkFormatted(t *testing.T, text string, games []*chess.Game) {
	t.Helper()
	_, written, _ := runWith(t, text, "fmt", "-")
	back, _ := readGames(written, 1)
	if len(back) != len(games) {
		t.Fatalf("fmt writes %d games of %q, want %d", len(back), text, len(games))
	}
	for i, g := range games {
		if !slices.Equal(slices.Collect(mainLine(g)), slices.Collect(mainLine(back[i]))) {
			t.Fatalf("game %d of %q has other moves after fmt: %q", i+1, text, written)
		}
	}
}

// checkCounted checks that explore counts the moves of the games without an error outside of
// variations, and reports the others. All texts are files of one count, since a table is synced.
func checkCounted(t *testing.T, texts ...string) {
	t.Helper()
	var want explore.Stats
	var faulty, got []explore.Fault
	var names []string
	for i, text := range texts {
		name := strconv.Itoa(i)
		stats, faults, hasGame := soundGames(name, text)
		want.Games, want.Moves, want.Faulty = want.Games+stats.Games, want.Moves+stats.Moves, want.Faulty+stats.Faulty
		faulty = append(faulty, faults...)
		if hasGame {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return
	}
	t.Chdir(t.TempDir()) // where there are no files with these names
	stats, err := explore.Count(t.Context(), "table", names, explore.Options{
		Workers: 4,
		Open: func(name string) (io.ReadCloser, error) {
			i, err := strconv.Atoi(name)
			return io.NopCloser(strings.NewReader(texts[i])), err
		},
		Fault: func(f explore.Fault) { got = append(got, f) },
	})
	if err != nil {
		t.Fatal(err)
	}
	count := explore.Stats{Games: stats.Games, Moves: stats.Moves, Faulty: stats.Faulty}
	if diff := gocmp.Diff(want, count) + gocmp.Diff(faulty, got); diff != "" {
		t.Fatalf("explore counts other games (-scanner +explore):\n%s", diff)
	}
}

// soundGames returns what explore should find in a text, and whether that has a game.
func soundGames(name, text string) (want explore.Stats, faulty []explore.Fault, hasGame bool) {
	moves, reason := int64(0), ""
	s := chess.NewPGNScanner(strings.NewReader(text))
	s.SkipVariations = true
	for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
		hasGame = hasGame || event == chess.PGNTag || event == chess.PGNMove
		switch event {
		case chess.PGNMove:
			if _, ok := explore.KeyOf(*s.Before()); !ok {
				reason = cmp.Or(reason, "the position has more than 32 pieces")
			}
			if s.Move() != chess.NullMove {
				moves++
			}
		case chess.PGNFault:
			f := *s.Fault()
			if f.Outside {
				continue
			}
			f.White, f.Black = "", ""
			_, text, _ := strings.Cut(f.Fault(), ": ")
			reason = cmp.Or(reason, text)
		case chess.PGNGameEnd:
			if reason != "" {
				want.Faulty++
				faulty = append(faulty, explore.Fault{File: name, Offset: s.GameOffset(), Detail: reason})
			} else {
				want.Games++
				want.Moves += moves
			}
			moves, reason = 0, ""
		}
	}
	if !hasGame {
		return explore.Stats{}, nil, false
	}
	return want, faulty, true
}

// literals returns the texts in the fuzz targets of the packages of the module that read records.
func literals(t testing.TB) (texts []string) {
	for _, folder := range []string{"../..", "../../chesstest", "../../epd", "../../explore", "../../uci", "../../internal/pgntext"} {
		names, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, decl := range file.Decls {
				if f, ok := decl.(*ast.FuncDecl); ok && strings.HasPrefix(f.Name.Name, "Fuzz") {
					texts = append(texts, literalsIn(f)...)
				}
			}
		}
	}
	return texts
}

// literalsIn returns the texts that a fuzz target adds.
func literalsIn(f *ast.FuncDecl) (texts []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			f, isMethod := n.Fun.(*ast.SelectorExpr)
			return !isMethod || !strings.HasSuffix(f.Sel.Name, "f") && f.Sel.Name != "Fuzz" // no formats, and no checks
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
				texts = append(texts, text)
			}
		}
		return true
	})
	return texts
}

// fuzzSeeds returns the texts of the inputs that fuzzing has found for any target of the module, and
// of those that targets begin with.
func fuzzSeeds(t testing.TB) (seeds []string) {
	seeds = literals(t)
	if len(seeds) < 50 {
		t.Fatalf("the fuzz targets have only %d texts", len(seeds))
	}
	for _, pattern := range []string{"../../testdata/fuzz/*/*", "../../*/testdata/fuzz/*/*", "../../*/*/testdata/fuzz/*/*"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(data)) {
				_, quoted, _ := strings.Cut(strings.TrimSpace(line), "(")
				if seed, err := strconv.Unquote(strings.TrimSuffix(quoted, ")")); err == nil {
					seeds = append(seeds, seed)
				}
			}
		}
	}
	return seeds
}

// doorTexts are texts in which doors could see different games.
var doorTexts = []string{
	"[Event \"a\"]\n[White \"W\"]\n\ne4 e5 1- 0\n\nd4 d5 1-0\n",
	"[Event \"a\"]\n[White \"W\"]\n\n{ Note 1. e4 e5 1-0\n\n[Event \"b\"]\n\n1. d4 d5 0-1\n",
	"1. e4 {a\n[Event \"x\"]\nb\n1-0\n\n[Event \"y\"]\n\n1. d4 *} e5 1-0\n",
	"1. e4 {a\n[Event \"x\"]\nb\n1. e4 1-0\n[Event \"y\"]\n\n1. d4 *\n",
	"1. e4 *\n\n*\n[Event \"x\"]\n\n1. d4 --+\n[Event \"y\"]\n\nx\n[Event \"z\"]\n*",
}

// TestDoors checks the doors over the records of the tests, the seeds of all fuzz targets, and cuts
// and flips of the records.
func TestDoors(t *testing.T) {
	records, err := os.ReadFile("../../testdata/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	texts := slices.Concat(doorTexts, fuzzSeeds(t), []string{string(records)})
	damaged := []string{string(records)}
	for _, name := range deep.MoreData(t, "lichess_1MB.pgn", "8moves_v3.pgn") {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(data[:min(len(data), 1<<20)]))
		damaged = append(damaged, string(data[:10_000]))
	}
	r := rand.New(rand.NewPCG(4, 1))
	for _, text := range damaged {
		for range deep.Times(4, 500) {
			flipped := []byte(text)
			flipped[r.IntN(len(flipped))] ^= 1 << r.IntN(8)
			texts = append(texts, text[:r.IntN(len(text))], string(flipped))
		}
	}
	for _, text := range texts {
		checkDoors(t, text)
	}
	checkCounted(t, texts...)
}

// TestCastlingDoors checks that check, fmt, select, and explore find one move in all spellings of castling.
func TestCastlingDoors(t *testing.T) {
	var text string
	spellings := []string{"O-O", "0-0", "o-o", "e1g1", "e1h1", "Kg1 {no}", "O-O+"}
	for _, castling := range spellings {
		text += "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. " + castling + " Nf6 *\n\n"
	}
	const faulty, found = 1, 6 // Kg1 is not a spelling
	_, checked, _ := runWith(t, text, "check", "-")
	if want := fmt.Sprintf("-: games=%d moves=%d errors=%d\n", faulty+found, 8*found+6*faulty, faulty); !strings.HasSuffix(checked, want) {
		t.Errorf("check: %s, want %s", checked, want)
	}
	_, formatted, _ := runWith(t, text, "fmt", "-")
	if got := strings.Count(formatted, "4. O-O Nf6"); got != found {
		t.Errorf("fmt writes O-O %d times, want %d: %s", got, found, formatted)
	}
	for _, condition := range []string{
		"-castles=K", "-reach=1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O", "-reach=1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. e1h1",
		"-line=1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O",
	} {
		if _, count, errs := runWith(t, text, "select", "-format", "count", "-faulty", "drop", condition, "-"); strings.TrimSpace(count) != strconv.Itoa(found) {
			t.Errorf("select %s counts %s games, %s, want %d", condition, count, errs, found)
		}
	}
	table := filepath.Join(t.TempDir(), "table")
	runWith(t, text, "explore", "-table", table, "-")
	_, exported, errs := runWith(t, "", "explore", "-table", table, "-export")
	row := "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1\t\te1g1\t0\t0\t0\t6\n"
	if !strings.Contains(exported, row) {
		t.Errorf("explore exports %s, %s, want %s", exported, errs, row)
	}
}

// FuzzDoors checks the doors over any text. TestDoors checks the seeds, all at once.
func FuzzDoors(f *testing.F) {
	if flag.Lookup("test.fuzz").Value.String() != "" {
		for _, text := range slices.Concat(doorTexts, fuzzSeeds(f)) {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) <= 4000 {
			checkDoors(t, text)
			checkCounted(t, text)
		}
	})
}
