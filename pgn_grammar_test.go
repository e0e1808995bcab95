package chess

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/exp/ebnf"
)

// readGrammar reads the grammar of PGN and verifies it.
func readGrammar(t *testing.T) ebnf.Grammar {
	t.Helper()
	file, err := os.Open("testdata/pgn.ebnf")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	grammar, err := ebnf.Parse("pgn.ebnf", file)
	if err != nil {
		t.Fatal(err)
	}
	if err := ebnf.Verify(grammar, "Database"); err != nil {
		t.Fatal(err)
	}
	return grammar
}

// A pgnGenerator writes text at random that follows a grammar of PGN, and keeps
// the events that reading it must give.
type pgnGenerator struct {
	grammar ebnf.Grammar
	random  *rand.Rand
	text    []byte
	events  []string

	games              int
	started            bool // the moves of the game have begun
	name               string
	position, previous Position
	lines              []pgnLine
	moves              []writtenMove
}

// A writtenMove is the place of a move in the text.
type writtenMove struct{ game, start, end int }

// expand writes what an expression stands for.
func (g *pgnGenerator) expand(x ebnf.Expression) {
	switch x := x.(type) {
	case ebnf.Alternative:
		g.expand(x[g.random.IntN(len(x))])
	case ebnf.Sequence:
		for _, part := range x {
			g.expand(part)
		}
	case *ebnf.Group:
		g.expand(x.Body)
	case *ebnf.Option:
		if g.random.IntN(2) == 0 {
			g.expand(x.Body)
		}
	case *ebnf.Repetition:
		for g.goesOn(x) {
			g.expand(x.Body)
		}
	case *ebnf.Token:
		g.text = append(g.text, x.String...)
	case *ebnf.Range:
		g.expandRange(x)
	case *ebnf.Name:
		g.expandName(x.String)
	}
}

// goesOn decides whether a repetition goes on: lines of play are long, the less
// so the deeper they are.
func (g *pgnGenerator) goesOn(x *ebnf.Repetition) bool {
	if slices.Contains(namesIn(x.Body), "Element") {
		return g.random.IntN(20) > len(g.lines)*4
	}
	return g.random.IntN(10) > 6+min(len(g.lines), 2)
}

// namesIn returns the names that stand in an expression at once.
func namesIn(x ebnf.Expression) []string {
	switch x := x.(type) {
	case ebnf.Sequence:
		var names []string
		for _, part := range x {
			names = append(names, namesIn(part)...)
		}
		return names
	case *ebnf.Name:
		return []string{x.String}
	}
	return nil
}

func (g *pgnGenerator) expandRange(x *ebnf.Range) {
	first, _ := utf8.DecodeRuneInString(x.Begin.String)
	last, _ := utf8.DecodeRuneInString(x.End.String)
	g.text = utf8.AppendRune(g.text, first+rune(g.random.IntN(int(last-first)+1)))
}

// expandName writes what a production stands for, and notes the event that
// reading it gives.
func (g *pgnGenerator) expandName(name string) {
	switch name {
	case "san":
		g.play(g.legalMove())
		return
	case "nullMove":
		if g.position.InCheck() {
			g.play(g.legalMove())
			return
		}
		g.play(NullMove)
	case "fen":
		g.position = MustParseFEN(movePositions[g.random.IntN(len(movePositions))])
		g.text = append(g.text, g.position.FEN()...)
		return
	case "Element":
		if !g.position.HasLegalMove() {
			return
		}
		g.start()
	case "Game":
		g.begin()
	case "Variation":
		g.open()
	}
	before := len(g.text)
	g.expand(g.grammar[name].Expr)
	g.note(name, string(g.text[before:]))
}

// note keeps the event that the text of a production gives.
func (g *pgnGenerator) note(production, text string) {
	switch production {
	case "name":
		g.name = text
	case "string":
		g.event("tag " + g.name + "=" + strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(text[1:len(text)-1]))
	case "Start":
		g.event("tag FEN=" + g.position.FEN())
	case "blockComment", "lineComment":
		g.event("{" + text[1:len(text)-1] + "}")
	case "glyph":
		n, _ := strconv.Atoi(text[1:])
		g.event(fmt.Sprintf("$%d", n))
	case "sign":
		g.event(fmt.Sprintf("$%d", glyphNAGs[text]))
	case "Variation":
		g.close()
	case "result":
		g.start()
		result, _ := parseResultMark([]byte(text))
		g.event(fmt.Sprintf("end of %d: %v", g.games, result))
	}
}

func (g *pgnGenerator) event(text string) { g.events = append(g.events, text) }

func (g *pgnGenerator) begin() {
	g.games++
	g.started = false
	g.position = StartPosition()
}

// start notes that the tags of the game are complete.
func (g *pgnGenerator) start() {
	if !g.started {
		g.event("movetext")
		g.started = true
	}
}

func (g *pgnGenerator) open() {
	g.event("(")
	g.lines = append(g.lines, pgnLine{position: g.position, previous: g.previous})
	g.position = g.previous
}

func (g *pgnGenerator) close() {
	g.event(")")
	top := g.lines[len(g.lines)-1]
	g.position, g.previous = top.position, top.previous
	g.lines = g.lines[:len(g.lines)-1]
}

func (g *pgnGenerator) legalMove() Move {
	moves := g.position.LegalMoves()
	return moves[g.random.IntN(len(moves))]
}

// play makes a move and writes it in some spelling; the text of a null move is
// written by its production.
func (g *pgnGenerator) play(m Move) {
	g.event(g.position.SAN(m))
	if m != NullMove {
		forms := looserForms(&g.position, m, g.position.SAN(m))
		start := len(g.text)
		g.text = append(g.text, forms[g.random.IntN(len(forms))]...)
		g.moves = append(g.moves, writtenMove{g.games, start, len(g.text)})
	}
	g.previous = g.position
	g.position = g.position.After(m)
}

// generateGames writes a number of games.
func generateGames(t *testing.T, seed uint64, games int) *pgnGenerator {
	g := &pgnGenerator{grammar: readGrammar(t), random: rand.New(rand.NewPCG(seed, 4))}
	for range games {
		g.expandName("Game")
	}
	return g
}

func grammarGames() int { return shorter(400) }

// TestGrammarEvents: reading text that follows the grammar gives the events that
// it was made of, and no fault.
func TestGrammarEvents(t *testing.T) {
	g := generateGames(t, 1, grammarGames())
	for _, c := range readCuts {
		s := NewPGNScanner(c.cut(strings.NewReader(string(g.text))))
		got := scanTexts(s, func(text string) {
			if strings.HasPrefix(text, "fault") {
				t.Fatalf("%s: %v in:\n%s", c.name, s.Fault(), lineAbout(g.text, s.Fault().Line))
			}
		})
		if diff := firstDiff(g.events, got); diff != "" {
			t.Errorf("%s: events differ: %s", c.name, diff)
		}
	}
}

// TestGrammarPlantedFaults makes nonsense of a move in every third game: each is
// reported at its place, and all other games are read as before.
func TestGrammarPlantedFaults(t *testing.T) {
	g := generateGames(t, 4, grammarGames())
	games, _, _ := readOutlines(strings.NewReader(string(g.text)))
	text := string(g.text)
	var want []string
	planted := map[int]bool{}
	for _, i := range g.random.Perm(len(g.moves)) {
		if m := g.moves[i]; m.game%3 == 0 && !planted[m.game] {
			planted[m.game] = true
			text = text[:m.start] + strings.Repeat("x", m.end-m.start) + text[m.end:]
			line, column := placeOf(text, m.start)
			want = append(want, fmt.Sprintf("%d:%d in game %d: %s", line, column, m.game, text[m.start:m.end]))
		}
	}
	for _, end := range []string{"\n", "\r\n"} {
		got, faults, err := readOutlines(strings.NewReader(strings.ReplaceAll(text, "\n", end)))
		if err != nil || len(got) != len(games) {
			t.Fatalf("%d games, error %v, want %d", len(got), err, len(games))
		}
		for i := range games {
			if !planted[i+1] && got[i] != games[i] {
				t.Errorf("game %d without a fault reads as %s, want %s", i+1, got[i], games[i])
			}
		}
		var found []string
		for _, f := range faults {
			found = append(found, fmt.Sprintf("%d:%d in game %d: %s", f.Line, f.Column, f.Game, f.Token))
		}
		if diff := cmp.Diff(slices.Sorted(slices.Values(want)), slices.Sorted(slices.Values(found))); diff != "" {
			t.Errorf("faults with line ends %q (-want +got):\n%s", end, diff)
		}
	}
}

// placeOf returns the line and column of an offset.
func placeOf(text string, offset int) (line, column int) {
	before := text[:offset]
	return strings.Count(before, "\n") + 1, offset - strings.LastIndexByte(before, '\n')
}

// lineAbout returns the line of a number and those around it.
func lineAbout(text []byte, line int) string {
	lines := strings.Split(string(text), "\n")
	return strings.Join(lines[max(line-4, 0):min(line+2, len(lines))], "\n")
}

// firstDiff returns the difference of two lists about their first different
// elements, "" if they are equal.
func firstDiff(want, got []string) string {
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i] != got[i] {
			first, last := max(i-5, 0), i+5
			return cmp.Diff(want[min(first, len(want)):min(last, len(want))], got[min(first, len(got)):min(last, len(got))])
		}
	}
	return ""
}

// A census counts what games hold.
type census struct{ Games, Tags, Moves, Variations, Comments, Glyphs int }

// countEvents counts what events tell.
func countEvents(events []string) (c census) {
	for _, text := range events {
		switch {
		case strings.HasPrefix(text, "end of"):
			c.Games++
		case strings.HasPrefix(text, "tag "):
			c.Tags++
		case text[0] == '{':
			c.Comments++
		case text[0] == '$':
			c.Glyphs++
		case text == "(":
			c.Variations++
		case text != ")" && text != "movetext":
			c.Moves++
		}
	}
	return c
}

// countGame adds what a game holds.
func (c *census) countGame(g *Game) {
	c.Games++
	c.Tags += len(g.Tags())
	nodes := []Node{g.Root()}
	for len(nodes) > 0 {
		n := nodes[len(nodes)-1]
		nodes = nodes[:len(nodes)-1]
		c.Comments += len(n.Comments()) + len(n.CommentsBefore())
		c.Glyphs += len(n.NAGs())
		children := slices.Collect(n.Children())
		c.Moves += len(children)
		c.Variations += max(len(children)-1, 0)
		nodes = append(nodes, children...)
	}
}

// TestGrammarRoundTrip: games that follow the grammar read as trees without loss,
// and what is written of them reads back equal.
func TestGrammarRoundTrip(t *testing.T) {
	g := generateGames(t, 2, grammarGames())
	want := countEvents(g.events)
	var got census
	for game, err := range NewPGNReader(strings.NewReader(string(g.text))).All() {
		if err != nil {
			t.Fatalf("game %d: %v", got.Games+1, err)
		}
		got.countGame(game)
		checkRoundTrip(t, game)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("what the games hold (-want +got):\n%s", diff)
	}
	if got.Games != grammarGames() || got.Moves < grammarGames() || got.Variations < grammarGames() || got.Comments < grammarGames() || got.Glyphs < grammarGames() {
		t.Errorf("the games hold %+v, want more of everything", got)
	}
}

// TestGrammarLineEnds: other line ends and a byte order mark give equal games.
func TestGrammarLineEnds(t *testing.T) {
	text := string(generateGames(t, 3, grammarGames()).text)
	want := readEqual(t, text)
	for name, other := range map[string]string{
		"CRLF":                   strings.ReplaceAll(text, "\n", "\r\n"),
		"CR":                     strings.ReplaceAll(text, "\n", "\r"),
		"byte order mark":        "\ufeff" + text,
		"byte order mark, CRLF":  "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n"),
		"marks of web pages":     "[pgn]\n" + text + "[/pgn]\n",
		"line ends of all sorts": mixLineEnds(text),
	} {
		got := readEqual(t, other)
		if len(got) != len(want) {
			t.Errorf("%s: %d games, want %d", name, len(got), len(want))
			continue
		}
		for i, g := range got {
			if !g.Equal(want[i]) {
				t.Fatalf("%s: game %d differs (-want +got):\n%s", name, i+1, cmp.Diff(outline(want[i]), outline(g)))
			}
		}
	}
}

// mixLineEnds makes every other line end one of Windows, and some one of old
// Macs.
func mixLineEnds(text string) string {
	var b strings.Builder
	for i, line := range strings.SplitAfter(text, "\n") {
		end := []string{"\n", "\r\n", "\r", "\r\n"}[i%4]
		b.WriteString(strings.Replace(line, "\n", end, 1))
	}
	return b.String()
}

// readEqual reads all games of a text without fault.
func readEqual(t *testing.T, text string) (games []*Game) {
	t.Helper()
	for g, err := range NewPGNReader(strings.NewReader(text)).All() {
		if err != nil {
			t.Fatalf("game %d: %v", len(games)+1, err)
		}
		games = append(games, g)
	}
	return games
}
