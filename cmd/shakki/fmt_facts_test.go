package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/charset"
	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/internal/pgntext"
)

// factsOf returns the tags and the result of each game of a text. A Result tag stands for what it
// means.
func factsOf(text string) (games [][]string) {
	var facts []string
	result := ""
	s := chess.NewPGNScanner(strings.NewReader(text))
	for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
		switch event {
		case chess.PGNTag:
			name, value := s.Tag()
			tag := chess.Tag{Name: string(name), Value: charset.ToUTF8(value)}
			if meaning, ok := pgntext.ParseResultTag[chess.Result](tag.Value); ok && tag.Name == "Result" {
				tag.Value = meaning.String()
				if result == "" {
					result = tag.Value
				}
			}
			fact := fmt.Sprintf("tag %s %q", tag.Name, tag.Value)
			if tag.Name != "Result" || !slices.Contains(facts, fact) { // a result is said once
				facts = append(facts, fact)
			}
		case chess.PGNGameEnd:
			if r := s.Result(); r != chess.Unfinished {
				result = r.String()
			}
			if result != "" {
				facts = append(facts, "result "+result)
			}
			games = append(games, facts)
			facts, result = nil, ""
		}
	}
	return games
}

// changes returns what a text says and the text after it, its standard form, does not say, or says
// otherwise.
func changes(t *testing.T, before, after string) (changed []string) {
	t.Helper()
	a, b := factsOf(before), factsOf(after)
	if len(a) != len(b) {
		return []string{fmt.Sprintf("%d games, not %d", len(b), len(a))}
	}
	for i := range a {
		for _, fact := range a[i] {
			if at := slices.Index(b[i], fact); at >= 0 {
				b[i] = slices.Delete(b[i], at, at+1) // what is said twice stays twice
			} else if isUnknown := strings.Trim(strings.TrimPrefix(fact, "tag Result"), `"? *`) == ""; !isUnknown {
				changed = append(changed, fmt.Sprintf("game %d: %s", i+1, fact))
			}
		}
	}
	x, y := chess.NewPGNReader(strings.NewReader(before)), chess.NewPGNReader(strings.NewReader(after))
	for i := range a {
		g, _ := x.Read()
		h, err := y.Read()
		if err != nil {
			changed = append(changed, fmt.Sprintf("game %d: %v", i+1, err))
		} else if d := g.Difference(h); d != "" {
			changed = append(changed, fmt.Sprintf("game %d: %s", i+1, d))
		}
	}
	return changed
}

// checkSaysAll checks that fmt says something about a text if its output does not say all that the
// text says.
func checkSaysAll(t *testing.T, text string) {
	t.Helper()
	_, out, errs := runWith(t, text, "fmt", "-")
	if errs != "" {
		return
	}
	if changed := changes(t, text, out); len(changed) > 0 {
		t.Errorf("fmt says nothing about %q, and prints %q:\n%s", text, out, strings.Join(changed, "\n"))
	}
	if _, again, errs := runWith(t, out, "fmt", "-"); errs != "" || again != out {
		t.Errorf("fmt says nothing about %q, and prints %q, whose standard form is %q, %s", text, out, again, errs)
	}
}

var oddTags = []string{
	`[Event "a"]`, `[Event "b"]`, `[White "A"]`, `[White "B"]`, `[white "C"]`, `[Round "1"]`, `[Date "2001"]`,
	`[Result "1-0"]`, `[Result "0-1"]`, `[Result "1/2"]`, `[Result "?"]`, `[Result "*"]`, `[Result ""]`, `[Result "0-0"]`, `[Result "won"]`, `[Result "½-½"]`, `[result "1-0"]`,
	`[Termination "time forfeit"]`, `[Termination "normal"]`, `[Termination "A won by checkmate"]`, `[Termination "abandoned"]`, `[Termination "?"]`, `[Termination ""]`, `[Termination "unterminated"]`,
	`[EndReason "resignation by White"]`, `[EndReason "resignation by Black"]`, `[EndReason "resignation"]`, `[EndReason "agreement"]`, `[EndReason "agreement by White"]`, `[EndReason "time by White"]`,
	`[EndReason "threefold repetition"]`, `[EndReason "checkmate"]`, `[EndReason "bored"]`, `[EndReason ""]`, `[EndReason "adjudication"]`, `[EndReason "abandonment"]`,
	`[DrawOffer "White"]`, `[DrawOffer "Black"]`, `[DrawOffer "nobody"]`,
	`[Rules "none"]`, `[Rules "threefold=automatic"]`, `[Rules "FIDE"]`, `[Rules ""]`,
	`[Variant "?"]`, `[Variant ""]`, `[Variant "Standard"]`, `[Variant "Chess960"]`, `[variant "standard"]`, `[Variant " "]`,
	`[SetUp "0"]`, `[SetUp "1"]`, `[FEN ""]`, `[FEN " "]`, `[FEN "?"]`, `[fen "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"]`, `[FEN "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"]`,
	`[FEN "4k3/8/8/8/8/8/8/R3K2R w KQ"]`, `[FEN "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1"]`, `[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]`, `[FEN "8/8/8/4k3/8/8/3q4/4K3 w - - 0 1"]`,
	`[Annotator "x \"y\" \\ z"]`, "[Annotator \"\xe9\"]", `[PlyCount "4"]`, `[ECO "B00"]`, `[Remark "a]b"]`, `[Remark "  a  "]`,
}

var oddMoves = []string{
	"", "1. e4 e5", "1. f3 e5 2. g4 Qh4#", "1. Kxd2", "1. Kd1", "1. O-O", "1. O-O-O+",
	"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 ",
	"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 9. e4 e5 10. d4",
	"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8",
	"{a} 1. {b} e4 {c} $1 {d} ({e} 1. d4 {f} (1. c4 $2) {g} d5 {h}) {i} (1. a3) {j} 1... {k} e5 $3 $4 {l}",
	"1. e4 (1. d4 1/2-1/2) e5", "1. e4 -- 2. d4", "1. e4 ; to the end\n e5", "1. e4 {a}{b} {} e5 {\n x \n\n y}",
	"1. e4! e5!? 2. d4 +- 2... d5 $140 N", "1. e4 $255 $0", "$1 1. e4", "1. e4 ( {nothing} ) e5 ()", "1. e4 e5 { [%clk 1:00:00] [%eval 0.3] }",
	"1. e2e4 e7-e5", "1. e4 (1. e4 e5) (1. e4) c5", "1. e4 {;} ; } {\n e5",
}

// TestFmtSaysWhatItChanges checks that fmt gives a warning or an error for every game that it
// changes, on records with odd tags, moves, and results and on files.
func TestFmtSaysWhatItChanges(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range deep.Times(1_600, 50) {
		var b strings.Builder
		for range r.IntN(4) {
			b.WriteString(oddTags[r.IntN(len(oddTags))] + "\n")
		}
		b.WriteString("\n" + oddMoves[r.IntN(len(oddMoves))])
		b.WriteString([]string{"", " *", " 1-0", " 0-1", " 1/2-1/2", " 1/2", " 0-0"}[r.IntN(7)] + "\n")
		checkSaysAll(t, b.String())
	}
	names, _ := filepath.Glob("../../testdata/*.pgn")
	for _, name := range append(names, deep.MoreData(t, "lichess_1MB.pgn")...) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		checkSaysAll(t, string(text))
	}
}
