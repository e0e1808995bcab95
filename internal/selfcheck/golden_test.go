package selfcheck

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
	"github.com/shakki/chess/book"
	"github.com/shakki/chess/epd"
	"github.com/shakki/chess/uci"
)

var answers = flag.String("answers", "", "write all answers of TestGolden to this `FILE`, to compare two revisions")

// goldenName is the file with the digests of TestGolden.
const goldenName = "testdata/golden.txt"

// A changeOf returns texts that differ from one by a token.
type changeOf struct {
	name  string
	texts func(tokens []string, each func([]string))
}

// foreignTokens are put in the place of each token, before it, and into it.
var foreignTokens = strings.Split("1. 1... 12 0 1-0 1/2-1/2 * 0-1 e4 nd2 Nbd2 Bcxa8=Q O-O 0-0-0 exd5 e1g1 e8=Q e1e1 -- Z0 @@ "+
	"( ) ({a}) { } {x} ; % \" [ ] [White [FEN $1 $256 ! ?? +- e.p. ep # ++ N - w b KQkq HA e3 e9 99 -1 "+
	"ä \x00 \xff \ufeff ½-½ bm ; cp mate info depth pv 8/8 Ra1-a8 string", " ")

// changes are the ways to change a text by one token.
var changes = []changeOf{
	{"delete", func(tokens []string, each func([]string)) {
		for i := range tokens {
			each(slices.Delete(slices.Clone(tokens), i, i+1))
		}
	}},
	{"double", func(tokens []string, each func([]string)) {
		for i, token := range tokens {
			each(slices.Insert(slices.Clone(tokens), i, token))
		}
	}},
	{"swap", func(tokens []string, each func([]string)) {
		for i := range tokens[1:] {
			changed := slices.Clone(tokens)
			changed[i], changed[i+1] = changed[i+1], changed[i]
			each(changed)
		}
	}},
	{"case", replaceEach(func(token string) []string { return []string{strings.ToLower(token), strings.ToUpper(token)} })},
	{"cut", replaceEach(func(token string) []string { return []string{token[1:], token[:len(token)-1], token[:len(token)/2]} })},
	{"replace", replaceEach(func(string) []string { return foreignTokens })},
	{"insert", func(tokens []string, each func([]string)) {
		for i := range tokens {
			for _, token := range foreignTokens {
				each(slices.Insert(slices.Clone(tokens), i, token))
			}
		}
	}},
	{"append", replaceEach(func(token string) (texts []string) {
		for _, foreign := range foreignTokens {
			texts = append(texts, token+foreign)
		}
		return texts
	})},
}

// replaceEach returns a change that replaces each token by others.
func replaceEach(others func(string) []string) func([]string, func([]string)) {
	return func(tokens []string, each func([]string)) {
		for i, token := range tokens {
			for _, other := range others(token) {
				changed := slices.Clone(tokens)
				changed[i] = other
				each(changed)
			}
		}
	}
}

// A goldenDoor reads texts.
type goldenDoor struct {
	name  string
	split string // what stands between two tokens
	texts []string
	read  func(text string) string // and returns what it has understood
}

// goldenPosition has all kinds of moves, in Chess960 too.
const goldenPosition = "r3k2r/pPpp1ppp/8/3Pp3/8/1N3N2/PP1P1PPP/R3K2R w HAha e6 4 20"

func goldenDoors(t *testing.T) []goldenDoor {
	p := chess.MustParseFEN(goldenPosition)
	sans := "Nbd2 Nfd2 Nbd4 Nfd4 bxa8=Q+ bxa8=N b8=R+ O-O O-O-O dxe6 d6 Kd1 Rg1 Ne5 Nfxe5 h4 a3 Nc5 Ng5 Rc1 Kf1"
	return []goldenDoor{
		{"pgn", " ", []string{goldenRecord, "1. e4 e5 2. Nf3 ({a} 2. f4 exf4) Nc6 {b} 1/2-1/2\n\n1. d4 d5 *", goldenDraw}, readPGN},
		{"san", " ", strings.Fields(sans), func(text string) string { return answer(p.ParseSAN(text)) + answer(p.ParseStrictSAN(text)) }},
		{"san letters", "", strings.Fields(sans), func(text string) string { return answer(p.ParseSAN(text)) }},
		{"play", " ", []string{"Rh2 Rh7 Rh1 Rh8 O-O O-O", "Kd1 Ke7 Ke1 Ke8 O-O-O O-O-O Kb1 Kb8", "Ra7 O-O Ra8 Rg8 Kf1 Kf8"}, playMoves},
		{"uci", "", []string{"e1g1", "e1h1", "e1c1", "b7b8q", "b7a8n", "d5e6", "f3d4", "e1f1"}, func(text string) string { return answer(p.ParseUCI(text)) }},
		{"fen", " ", []string{goldenPosition, chess.StartPosition().FEN(), "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"}, readFEN},
		{"fen letters", "", []string{goldenPosition}, readFEN},
		{"epd", " ", []string{"1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\"; acd 12; pv Qd1+ Kxd1;"}, func(text string) string {
			r, err := epd.Parse(text)
			return fmt.Sprint(r, err)
		}},
		{"book", "", []string{"\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\x00\x02\x00\x00\x00\x00"}, func(text string) string {
			b, err := book.New(strings.NewReader(text), int64(len(text)))
			if err != nil {
				return fmt.Sprint(err)
			}
			entries, err := b.Entries(chess.StartPosition())
			return fmt.Sprint(entries, err)
		}},
		{"info", " ", []string{"info depth 12 seldepth 18 multipv 1 score cp 34 lowerbound wdl 300 600 100 nodes 123456 nps 1000 hashfull 3 tbhits 0 time 77 pv e2e4 e7e5 g1f3", "info score mate -3 pv d2d4", "info string a text e2e4", "info currmove e2e4 currmovenumber 3"},
			readInfo(t)},
	}
}

// answer returns the result of a parser as text.
func answer[T any](value T, err error) string { return fmt.Sprintf("%v %v\n", value, err) }

// playMoves plays moves and returns why one of them is refused.
func playMoves(text string) string {
	g, _ := chess.NewGameFrom(chess.MustParseFEN("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), chess.Rules{})
	for _, san := range strings.Fields(text) {
		if err := g.PlaySAN(san); err != nil {
			return fmt.Sprintln(g.Plies(), err)
		}
	}
	return fmt.Sprintln(g.Position().FEN(), g.Outcome())
}

func readFEN(text string) string {
	p, err := chess.ParseFEN(text)
	q, repairs, failed := chess.RepairFEN(text)
	castling := ""
	for m := range p.Moves() {
		if p.King(p.Turn()) == m.From() {
			castling += p.UCI(m) + " "
		}
	}
	return fmt.Sprintf("%s %v %s; %s %v %v\n", p.FEN(), err, castling, q.FEN(), repairs, failed)
}

// goldenRecord is a game with all kinds of elements.
const goldenRecord = `[Event "Golden"] [White "A. Player"] [Black "B"] [Result "1-0"] [Termination "normal"]

{before} 1. e4 $1 {[%clk 0:05:00] [%egt 0:01] a} e5 2. Nf3 ( 2. f4 exf4 ({c} 2... d5 ) 3. Nf3 {d} ) 2... Nc6 ; rest
3. Bb5 a6?! 4. O-O -- 5. d4 exd4 $14 6. e5 d5 7. exd6 e.p. 1-0`

// goldenDraw ends by a claim.
const goldenDraw = "[Result \"1/2-1/2\"] [EndReason \"threefold repetition by White\"] " +
	"1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2"

// readPGN returns all that is found in a record, what is written of it, and what the arbiter says.
func readPGN(text string) string {
	var b strings.Builder
	s := chess.NewPGNScanner(strings.NewReader(text))
	s.Strict = true
	for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
		fmt.Fprint(&b, event, s.Offset(), s.Depth(), " ")
		switch event {
		case chess.PGNTag:
			name, value := s.Tag()
			fmt.Fprintf(&b, "%q %q", name, value)
		case chess.PGNMove:
			fmt.Fprint(&b, s.Move())
		case chess.PGNComment:
			fmt.Fprintf(&b, "%q", s.Comment())
		case chess.PGNNAG:
			fmt.Fprint(&b, s.NAG())
		case chess.PGNFault:
			fmt.Fprint(&b, s.Fault())
		case chess.PGNGameEnd:
			fmt.Fprint(&b, s.Result())
		}
		fmt.Fprintln(&b)
	}
	r := chess.NewPGNReader(strings.NewReader(text))
	for g, err := range r.All() {
		fmt.Fprintln(&b, g, err)
		if g != nil {
			fmt.Fprintln(&b, g.Outcome(), g.FormatPGN(chess.PGNFormat{OmitClocks: true}), slices.Collect(g.Lines()))
		}
	}
	for findings := range (chess.Arbiter{}).JudgePGN(chess.NewPGNScanner(strings.NewReader(text))) {
		fmt.Fprintln(&b, findings)
	}
	return b.String()
}

// readInfo returns a function that returns what a client understands of a line of an engine.
func readInfo(t *testing.T) func(line string) string {
	toEngine, fromClient := io.Pipe()
	toClient, fromEngine := io.Pipe()
	lines := make(chan string, 1)
	go func() {
		for in := bufio.NewScanner(toEngine); in.Scan(); {
			switch command, _, _ := strings.Cut(in.Text(), " "); command {
			case "uci":
				io.WriteString(fromEngine, "uciok\n")
			case "isready":
				io.WriteString(fromEngine, "readyok\n")
			case "go":
				io.WriteString(fromEngine, <-lines+"\nbestmove e2e4\n")
			}
		}
		fromEngine.Close()
	}()
	engine, err := uci.New(t.Context(), toClient, fromClient)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { engine.Close() })
	return func(line string) string {
		if strings.Contains(line, "bestmove") {
			return ""
		}
		lines <- line
		best, err := engine.Search(context.Background(), chess.NewGame(), uci.Limits{Depth: 1}).Best()
		text, _ := json.Marshal(best)
		return fmt.Sprintf("%s %v\n", text, err)
	}
}

// TestGolden reads thousands of texts that differ from sound ones by a token, and compares digests of
// what is understood of them with those in testdata/golden.txt. A table of what is accepted has no
// neighbor that is not: here are the neighbors. If a digest has changed and you do not know why, write
// the answers of both revisions with -answers, and compare the files. If you do, run the test with
// -update.
func TestGolden(t *testing.T) {
	var all *bufio.Writer
	if *answers != "" {
		file, err := os.Create(*answers)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		all = bufio.NewWriter(file)
		defer all.Flush()
	}
	var got bytes.Buffer
	for _, door := range goldenDoors(t) {
		for _, change := range changes {
			hash, n := fnv.New64a(), 0
			for _, text := range door.texts {
				change.texts(strings.Split(text, door.split), func(tokens []string) {
					n++
					changed := strings.Join(tokens, door.split)
					understood := door.read(changed)
					io.WriteString(hash, understood)
					if all != nil {
						fmt.Fprintf(all, "%s, %s: %q\n%s\n", door.name, change.name, changed, understood)
					}
				})
			}
			fmt.Fprintf(&got, "%s, %s: %d texts, %016x\n", door.name, change.name, n, hash.Sum64())
		}
	}
	if *updateFlag {
		if err := os.WriteFile(goldenName, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(goldenName)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); diff != "" {
		t.Errorf("digests of answers (-want +got):\n%s", diff)
	}
}
