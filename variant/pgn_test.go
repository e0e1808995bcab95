package variant_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/fault"
	"github.com/shakki/chess/variant"
)

// randomGame returns a game with variations, comments, glyphs, and clocks.
func randomGame(v variant.Variant, random *rand.Rand) *variant.Game {
	g := variant.NewGame(v)
	if start, err := variant.Chess960Start(v, random.IntN(960)); err == nil && random.IntN(3) == 0 {
		g = variant.NewGameFrom(start)
	}
	g.SetTag("White", "A \"quoted\" name")
	g.SetTag("Annotator", "nobody")
	for range 120 {
		p := g.Position()
		moves := p.LegalMoves()
		if len(moves) == 0 || g.Outcome().IsOver() {
			break
		}
		if err := g.Play(moves[random.IntN(len(moves))]); err != nil {
			panic(err)
		}
		last := g.LastNode()
		if random.IntN(4) == 0 {
			clock := time.Duration(random.IntN(100)) * time.Second
			last.SetInfo(chess.MoveInfo{Clock: &clock, Text: "a comment"})
		}
		if random.IntN(4) == 0 {
			last.SetNAGs(chess.NAG(random.IntN(10)))
		}
		for n := last.Parent(); random.IntN(3) == 0; {
			p := n.Position()
			moves := p.LegalMoves()
			if len(moves) == 0 {
				break
			}
			n, _ = n.Add(moves[random.IntN(len(moves))])
			if random.IntN(3) == 0 {
				n.SetComments("aside")
			}
		}
	}
	if !g.Outcome().IsOver() {
		g.Resign(chess.Black)
	}
	return g
}

// TestRecordRoundTrip writes random games to one stream and reads them back, alone and between games of
// standard chess that package chess writes.
func TestRecordRoundTrip(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	var stream strings.Builder
	w := variant.NewPGNWriter(&stream)
	var want []string
	for range 5 {
		for _, v := range variant.Variants() {
			g := randomGame(v, random)
			if err := w.Write(g); err != nil {
				t.Fatal(err)
			}
			want = append(want, g.String())
			text, _ := g.MarshalText()
			if string(text) != g.String() {
				t.Errorf("MarshalText:\n%s, want\n%s", text, g)
			}
			var same variant.Game
			if err := same.UnmarshalText(text); err != nil || same.String() != g.String() {
				t.Errorf("%v: UnmarshalText: %v\n%s, want\n%s", v, err, &same, g)
			}
			if same.Outcome() != g.Outcome() || same.Position() != g.Position() || same.Variant() != v {
				t.Errorf("read back: %v in %v, want %v in %v", same.Outcome(), same.Position(), g.Outcome(), g.Position())
			}
			if c := g.Clone(); c.String() != g.String() || c.Outcome() != g.Outcome() {
				t.Errorf("Clone:\n%s, want\n%s", c, g)
			}
		}
	}
	if stream.String() != strings.Join(want, "\n") {
		t.Error("the stream is not its games with blank lines between them")
	}
	n := 0
	for g, err := range variant.NewPGNReader(strings.NewReader(stream.String())).All() {
		if err != nil || g.String() != want[n] {
			t.Errorf("game %d: %v\n%s, want\n%s", n+1, err, g, want[n])
		}
		n++
	}
	if n != len(want) {
		t.Errorf("%d games, want %d", n, len(want))
	}
}

// TestFaultsInRecords checks the places and the messages of faults, and that a faulty game costs no other.
func TestFaultsInRecords(t *testing.T) {
	const text = `[Variant "Crazyhouse"]
[White "A"]
[Black "B"]

1. e4 {one} d5 2. exd5 (2. N@f3 Nf6) Qxd5 3. P@d4 e6 4. B@f4 Nf6 1-0

[Variant "koth"]
[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]

1. e4 *

[Variant "Bughouse"]

1. e4 *

[Variant "3-check"]

1. e4 (1. d4 d5) (1. c4 c5 (1... e5 2. g3) 2. d4) e5 2. Bc4 a6 3. Bxf7+ Ke7 0-1

[Variant "Atomic"]

1. e4 d5 2. Bb5+ -- 3. d4 *
`
	want := []string{
		"PGN line 5, column 28: game 1 (A - B): 2. N@f3: no knight in hand",
		"PGN line 5, column 57: game 1 (A - B): 4. B@f4: no bishop in hand",
		"PGN line 8, column 1: game 2 (? - ?): FEN tag: FEN \"8/8/8/8/8/8/8/8 w - - 0 1\": piece placement, offset 0: there are no pieces",
		"PGN line 12, column 1: game 3 (? - ?): the variant is not supported: \"Bughouse\" is not a valid variant",
		"PGN line 22, column 18: game 5 (? - ?): 2... --: the king stays in check from the bishop on b5",
	}
	var got []string
	games := 0
	r := variant.NewPGNReader(strings.NewReader(text))
	var kinds []string
	for g, err := range r.All() {
		games++
		clear(r.Faults()) // which is a copy
		for _, f := range r.Faults() {
			got, kinds = append(got, f.Error()), append(kinds, fmt.Sprintf("%T", f.Err))
		}
		if (err != nil) != (len(r.Faults()) > 0) {
			t.Errorf("game %d: error %v, faults %v", games, err, r.Faults())
		}
		if games == 5 && g.Plies() != 3 {
			t.Errorf("the game with a pass in check has %d plies, want 3", g.Plies())
		}
		if games == 4 && (err != nil || g.Variant() != variant.ThreeCheck || g.Position().ChecksLeft(chess.White) != 2 || g.Plies() != 6) {
			t.Errorf("the last game: %v\n%s", err, g)
		}
	}
	if len(got) != len(want) || games != 5 {
		t.Fatalf("%d games, faults %q", games, got)
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("fault %q, want %q", got[i], want[i])
		}
	}
	if got, want := strings.Join(kinds, " "), "*variant.MoveError *variant.MoveError *chess.FENError *chess.ParseError *variant.MoveError"; got != want {
		t.Errorf("the faults have the causes %s, want %s", got, want)
	}
	if _, err := r.Read(); err != io.EOF {
		t.Errorf("Read at the end: %v", err)
	}
	var e *variant.MoveError
	if _, err := variant.ParsePGN(text); !errors.As(err, &e) || e.Why != variant.NotInHand {
		t.Errorf("ParsePGN: %v", err)
	}
}

// TestOptionOfTheRoot checks that package chess refuses other variants unless a scanner asks for them, also
// with Strict set.
func TestOptionOfTheRoot(t *testing.T) {
	const text = "[Variant \"Atomic\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7 1-0\n"
	r := chess.NewPGNReader(strings.NewReader(text))
	r.Variants = true
	if _, err := r.Read(); err == nil || !strings.Contains(err.Error(), "the variant is not supported") {
		t.Errorf("PGNReader: %v", err)
	}
	s := chess.NewPGNScanner(strings.NewReader(text))
	s.Variants = true
	for findings := range (chess.Arbiter{}).JudgePGN(s) {
		if len(findings) == 0 {
			t.Error("Arbiter finds nothing")
		}
	}
	v := variant.NewPGNScanner(chess.NewPGNScanner(strings.NewReader(text + text)))
	v.Strict = true
	moves := 0
	for event := v.Next(); event != chess.PGNEnd; event = v.Next() {
		switch event {
		case chess.PGNFault:
			t.Errorf("a scanner with Strict: %v", v.Fault())
		case chess.PGNMovetext:
			if m := v.VariantMove(); m != variant.NullMove {
				t.Errorf("before the first move, the last one is %v", m)
			}
		case chess.PGNMove:
			moves++
		}
	}
	unknown := variant.NewPGNScanner(chess.NewPGNScanner(strings.NewReader("[Variant \"Bughouse\"]\n\n1. e4 *\n")))
	for _, want := range []chess.PGNEvent{chess.PGNTag, chess.PGNFault, chess.PGNGameEnd, chess.PGNEnd} {
		if event := unknown.Next(); event != want {
			t.Errorf("in a game of an unknown variant, the event %v comes, want %v", event, want)
		}
	}
	mixed := variant.NewPGNScanner(chess.NewPGNScanner(strings.NewReader(text + "\n1. e4 *\n\n" + text + "\n[FEN \"x\"]\n\n1. e4 *\n")))
	var played []string
	for event := mixed.Next(); event != chess.PGNEnd; event = mixed.Next() {
		if event == chess.PGNGameEnd {
			played = append(played, fmt.Sprint(mixed.Variant(), " ", mixed.VariantPosition().Variant(), " ", mixed.VariantMove()))
		}
	}
	if got, want := strings.Join(played, ", "), "Atomic Atomic h5f7, Standard Standard e2e4, Atomic Atomic h5f7, Standard Standard 0000"; got != want {
		t.Errorf("the variants of the scanner and its position and the moves are %s, want %s", got, want)
	}
	const asides = "\n\n1. e4 {a} (1. d4 d5 (1... c5)) 1... e5 (1... d5) 2. Nf3 *\n"
	plain, atomic := chess.NewPGNScanner(strings.NewReader("[Event \"x\"]"+asides)), variant.NewPGNScanner(chess.NewPGNScanner(strings.NewReader("[Variant \"Atomic\"]"+asides)))
	for event := plain.Next(); event != chess.PGNEnd; event = plain.Next() {
		if got := atomic.Next(); got != event || atomic.VariantMove() != variant.Move(plain.Move()) || atomic.VariantPosition().FEN() != plain.Position().FEN() {
			t.Errorf("the event %v comes after the move %v with %v, want %v after %v with %v", got, atomic.VariantMove(), atomic.VariantPosition(), event, plain.Move(), plain.Position())
		}
	}
	if moves != 10 || v.VariantPosition().Outcome() != (variant.Outcome{Result: chess.WhiteWins, Reason: variant.Explosion}) {
		t.Errorf("%d moves, %v", moves, v.VariantPosition())
	}
}

// TestJSON checks that values are text in JSON.
func TestJSON(t *testing.T) {
	p := variant.StartPosition(variant.Crazyhouse)
	_, refusal := p.ParseSAN("N@f3")
	knights, _ := variant.ParseFEN(variant.Crazyhouse, "4k3/8/8/8/8/1N6/8/4KN2[] w - - 0 1")
	_, ambiguous := knights.ParseSAN("Nd2")
	pinned, _ := variant.ParseFEN(variant.Crazyhouse, "4r2k/8/8/8/8/8/4N3/4K3[] w - - 0 1")
	pin := pinned.Play(variant.NewMove(chess.E2, chess.C3))
	for _, c := range []struct {
		value any
		want  string
	}{
		{p, `"crazyhouse rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"`},
		{variant.NewDrop(chess.Knight, chess.F3), `"N@f3"`},
		{variant.KingOfTheHill, `"King of the Hill"`},
		{variant.Outcome{Result: chess.WhiteWins, Reason: variant.Hill}, `{"result":"1-0","reason":"king in the center"}`},
		{refusal, `{"text":"N@f3: no knight in hand","input":"N@f3","kind":"illegal move","move":"N@f3","position":"crazyhouse rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1","why":"not in hand"}`},
		{ambiguous, `{"text":"Nd2: ambiguous move from f1 or b3","candidates":["f1","b3"],"input":"Nd2","kind":"ambiguous move","piece":"knight","position":"crazyhouse 4k3/8/8/8/8/1N6/8/4KN2[] w - - 0 1"}`},
		{pin, `{"text":"e2c3: the knight on e2 is pinned by the rook on e8","by":"e8","kind":"illegal move","move":"e2c3",`},
	} {
		text, err := json.Marshal(c.value)
		if err != nil || !strings.HasPrefix(string(text), c.want) {
			t.Errorf("JSON of %v = %s, %v, want %s", c.value, text, err, c.want)
		}
	}
	var end variant.Outcome
	if err := json.Unmarshal([]byte(`{"result":"0-1","reason":"explosion"}`), &end); err != nil || end.String() != "0-1 (explosion)" {
		t.Errorf("an Outcome is read from JSON as %v, %v", end, err)
	}
}

// TestFailedUnmarshal checks that a text which is not read changes nothing.
func TestFailedUnmarshal(t *testing.T) {
	p, m, v := variant.StartPosition(variant.Horde), variant.NewMove(chess.E2, chess.E4), variant.Horde
	if p.UnmarshalText([]byte("atomic 8/8")) == nil || m.UnmarshalText([]byte("x")) == nil || v.UnmarshalText([]byte("x")) == nil {
		t.Error("texts that are no values are read")
	}
	if empty := p; empty.UnmarshalText(nil) != nil || empty != (variant.Position{}) {
		t.Errorf("empty text is read as %v", empty)
	}
	if p != variant.StartPosition(variant.Horde) || m.String() != "e2e4" || v != variant.Horde {
		t.Errorf("values become %v, %v, and %v", p, m, v)
	}
}

// TestKeptTags checks which tags of a record are written again.
func TestKeptTags(t *testing.T) {
	const text = "[Event \"E\"]\n[Annotator \"normal\"]\n[Variant \"atomic\"]\n[Opening \"Chess960\"]\n[SetUp \"1\"]\n\n1. e4 *\n"
	g, err := variant.ParsePGN(text)
	if err != nil {
		t.Fatal(err)
	}
	for tag, want := range map[string]int{
		`[Event "E"]`: 1, `[Annotator "normal"]`: 1, `[Opening "Chess960"]`: 1, `[Variant `: 1, `[Result "*"]`: 1, `[FEN `: 0, `[White "?"]`: 1,
	} {
		if got := strings.Count(g.String(), tag); got != want {
			t.Errorf("%s is written %d times, want %d:\n%s", tag, got, want, g)
		}
	}
	if g, err = variant.ParsePGN("[EndReason \"resignation\"]\n\n1. e4 1-0\n"); err != nil || g.Outcome().Reason != variant.Resignation || len(g.Tags()) > 0 {
		t.Errorf("the reason of a tag is %v, beside the tags %v, %v", g.Outcome(), g.Tags(), err)
	}
	if text := g.String(); !strings.Contains(text, "[EndReason \"resignation\"]") {
		t.Errorf("the reason is not written again: %s", text)
	}
	for _, tags := range []string{"[Termination \"time forfeit\"]", "[White \"Bob Smith\"]\n[Termination \"Bob Smith won on time\"]"} {
		g, err = variant.ParsePGN(tags + "\n\n1. e4 1-0\n")
		if err != nil || g.Outcome().Reason != variant.OutOfTime || strings.Contains(g.String(), "[EndReason") {
			t.Errorf("a reason that the tag Termination has is written as %s, %v", g, err)
		}
	}
	for tags, want := range map[string]variant.Reason{
		"[EndReason \"resignation\"]\n[Termination \"time forfeit\"]":    variant.OutOfTime,
		"[White \"Bob Smith\"]\n[Termination \"Bob Smith won on time\"]": variant.OutOfTime,
	} {
		if g, err := variant.ParsePGN(tags + "\n\n1. e4 1-0\n"); err != nil || g.Outcome().Reason != want {
			t.Errorf("the reason of %s is %v, %v", tags, g.Outcome(), err)
		}
	}
	if g, err = variant.ParsePGN("[Termination \"time forfeit\"]\n\n1. e4 *\n"); err != nil || g.RecordedOutcome() != (variant.Outcome{}) {
		t.Errorf("a game that goes on has the outcome %v, %v", g.RecordedOutcome(), err)
	}
	const fen = "4k3/8/8/8/8/8/8/4K2R w - - 0 1"
	for _, wrong := range []string{"Horde", "Bughouse"} {
		g = variant.NewGameFrom(variant.MustParseFEN(variant.Antichess, fen))
		g.SetTag("Variant", wrong)
		g.SetTag("FEN", "x")
		g.SetTag("Result", "1-0")
		if text := g.String(); !strings.HasSuffix(text, "[Result \"*\"]\n[FEN \""+fen+"\"]\n[Variant \"Antichess\"]\n[SetUp \"1\"]\n\n*\n") {
			t.Errorf("tags that are wrong are written as %s", text)
		}
	}
	start, err := variant.Chess960Start(variant.Standard, 518)
	if text := variant.NewGameFrom(start).String(); err != nil || !strings.Contains(text, "[Variant \"Chess960\"]") {
		t.Errorf("a game of Chess960 is written as %s, %v", text, err)
	}
	if p, err := variant.Chess960Start(variant.FiveCheck+1, 518); err == nil {
		t.Errorf("the start of no variant is %v", p)
	}
	if p, err := variant.Chess960Start(variant.RacingKings, 518); err == nil || p != (variant.Position{}) ||
		err.Error() != "\"Racing Kings\" is not a valid variant, want one with Chess960 start positions" {
		t.Errorf("the start of Racing Kings is %v, %v", p, err)
	}
	if p, err := variant.Chess960Start(variant.Antichess, 0); err != nil || p.FEN() != "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w - - 0 1" {
		t.Errorf("the start 0 of Antichess is %v, %v", p, err)
	}
}

// TestRecordedEnds compares with package chess how a record of standard chess ended, and the result that is
// written, for results, tags, and moves that agree or not.
func TestRecordedEnds(t *testing.T) {
	const names = "[White \"Ann\"]\n[Black \"Bob\"]\n"
	for _, termination := range []string{"", "normal", "time forfeit", "agreement", "Ann won by resignation", "Bob resigns", "Ann resigns", "unterminated", "a remark"} {
		for _, reason := range []string{"", "resignation", "resignation by White", "time", "agreement", "a remark"} {
			for _, result := range []string{"1-0", "0-1", "1/2-1/2", "*"} {
				for _, moves := range []string{"1. e4", "1. f3 e5 2. g4 Qh4#", strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 4)} {
					if reason == "resignation by White" && result == "1-0" {
						continue // package chess asks who resigned
					}
					text := fmt.Sprintf("%s[Termination %q]\n[EndReason %q]\n\n%s %s\n", names, termination, reason, moves, result)
					want, err := chess.ParsePGN(text)
					got, err2 := variant.ParsePGN(text)
					if err != nil || err2 != nil {
						t.Fatal(err, err2)
					}
					said := func(recorded, outcome any, pgn string) string {
						return fmt.Sprintf("%v, %v, written as %s", recorded, outcome, pgn[strings.LastIndexByte(strings.TrimSpace(pgn), ' ')+1:])
					}
					root := said(want.RecordedOutcome(), want.Outcome(), want.String())
					if here := said(got.RecordedOutcome(), got.Outcome(), got.String()); here != root {
						t.Errorf("%sis read as %s, want %s", text, here, root)
					}
				}
			}
		}
	}
}

// TestNoAllocs holds that hot paths do not allocate.
func TestNoAllocs(t *testing.T) {
	for _, v := range variant.Variants() {
		random := rand.New(rand.NewPCG(5, uint64(v)))
		p := variant.StartPosition(v)
		for range 20 {
			if moves := p.LegalMoves(); len(moves) > 0 {
				p.SetAfter(&p, moves[random.IntN(len(moves))])
			}
		}
		if v == variant.Crazyhouse { // with many moves
			p = variant.MustParseFEN(v, "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1[QRBNP] w - - 0 1")
		}
		buffer := make([]variant.Move, 0, variant.MaxMoves)
		moves := p.AppendLegalMoves(buffer)
		if len(moves) == 0 {
			continue
		}
		m, san, uci := moves[0], p.SAN(moves[0]), p.UCI(moves[0])
		var q variant.Position
		for name, f := range map[string]func(){
			"AppendLegalMoves": func() { p.AppendLegalMoves(buffer) },
			"SetAfter":         func() { q.SetAfter(&p, m) },
			"Perft":            func() { variant.Perft(p, 2) },
			"IsLegal":          func() { p.IsLegal(m) },
			"Play":             func() { q = p; q.Play(m) },
			"Outcome":          func() { p.Outcome() },
			"CanWin":           func() { p.CanWin(chess.White) },
			"Checkers":         func() { p.Checkers() },
			"Key":              func() { _ = p.Key() },
			"ParseSAN":         func() { p.ParseSAN(san) },
			"ParseUCI":         func() { p.ParseUCI(uci) },
		} {
			if n := testing.AllocsPerRun(10, f); n > 0 {
				t.Errorf("%v: %s allocates %v times", v, name, n)
			}
		}
	}
}

// FuzzPGN checks that no text makes the reader panic, and that what is written is read back.
func FuzzPGN(f *testing.F) {
	for _, text := range []string{ // long seeds would make fuzzing slow
		"[Variant \"Atomic\"]\n\n1. e4 {a} e5 (1... d5 $1) 2. Qh5 Nc6 3. Qxf7# 1-0\n", "[Variant \"zh\"]\n\n1. e4 d5 2. exd5 Qxd5 3. @d4 Qxd4 *\n",
		"[Variant \"koth\"]\n[FEN \"4k3/8/8/8/8/4K3/8/8 w - - 0 1\"]\n\n1. Ke4#\n", "[EndReason \"resignation\"]\n\n1. e4 -- 2. d4 0-1\n",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for g, err := range variant.NewPGNReader(strings.NewReader(text)).All() {
			if g == nil || err != nil {
				continue
			}
			same, err := variant.ParsePGN(g.String())
			if err != nil || same.String() != g.String() {
				t.Fatalf("%v:\n%s\nread from\n%s", err, same, g)
			}
		}
	})
}

// TestWrittenForms checks what the fields of a PGNFormat leave out and change, byte for byte.
func TestWrittenForms(t *testing.T) {
	g, err := variant.ParsePGN("[Variant \"Crazyhouse\"]\n\n{first} 1. e4 {a} $1 ({b} 1. d4 {c}) 1... d5 2. exd5 Qxd5 3. P@e4 *\n")
	if err != nil {
		t.Fatal(err)
	}
	const tags = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n[Variant \"Crazyhouse\"]\n\n"
	for _, test := range []struct {
		format chess.PGNFormat
		want   string
	}{
		{chess.PGNFormat{}, tags + "{first} 1. e4 $1 {a} ({b} 1. d4 {c}) 1... d5 2. exd5 Qxd5 3. @e4 *\n"},
		{chess.PGNFormat{OmitTags: true, Notation: chess.NotationUCI}, "{first} 1. e2e4 $1 {a} ({b} 1. d2d4 {c}) 1... d7d5 2. e4d5 d8d5 3. P@e4 *\n"},
		{chess.PGNFormat{OmitTags: true, OmitComments: true}, "1. e4 $1 (1. d4) 1... d5 2. exd5 Qxd5 3. @e4 *\n"},
		{chess.PGNFormat{OmitTags: true, OmitGlyphs: true, OmitVariations: true}, "{first} 1. e4 {a} 1... d5 2. exd5 Qxd5 3. @e4 *\n"},
		{chess.PGNFormat{OmitTags: true, MainLineOnly: true}, "1. e4 d5 2. exd5 Qxd5 3. @e4 *\n"},
	} {
		if diff := cmp.Diff(test.want, string(g.AppendPGN(nil, test.format))); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", test.format, diff)
		}
		var b strings.Builder
		w := variant.NewPGNWriter(&b)
		w.PGNFormat = test.format
		if missing, err := w.Write(nil), w.Write(g); missing != fault.NoGame || err != nil || b.String() != test.want {
			t.Errorf("%+v: after no game, %v, a PGNWriter writes %s, %v", test.format, missing, b.String(), err)
		}
	}
	const late = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 7"
	if text := variant.NewGameFrom(variant.MustParseFEN(variant.Atomic, late)).String(); !strings.Contains(text, `[FEN "`+late+`"]`) {
		t.Errorf("a start position that has other clocks is not written:\n%s", text)
	}
}

// TestChess960FEN checks that a start position from which kings castle as in Chess960 says so, whatever the
// name of the variant.
func TestChess960FEN(t *testing.T) {
	for fen, want := range map[string]bool{"4k3/8/8/8/8/8/8/1R2K3 w B - 0 1": true, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1": false} {
		g, err := variant.ParsePGN("[Variant \"Atomic\"]\n[FEN \"" + fen + "\"]\n\n*\n")
		if err != nil || g.Start().IsChess960() != want {
			t.Errorf("%s: the start is of Chess960: %t, %v, want %t", fen, g.Start().IsChess960(), err, want)
		}
	}
}

// TestOmittedVariations checks that a comment that follows a variation is written without it.
func TestOmittedVariations(t *testing.T) {
	g, err := variant.ParsePGN("1. e4 {a} (1. d4) {b} e5 *")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(g.AppendPGN(nil, chess.PGNFormat{OmitTags: true, OmitVariations: true})), "1. e4 {a} {b} 1... e5 *\n"; got != want {
		t.Errorf("without variations, the game is %q, want %q", got, want)
	}
	if got, want := string(g.AppendPGN(nil, chess.PGNFormat{OmitTags: true, Columns: 20})), "1. e4 {a} (1. d4)\n{b} 1... e5 *\n"; got != want {
		t.Errorf("in 20 columns, the game is %q, want %q", got, want)
	}
}

// A shortWriter loses the last byte of what it is given, for a reason or without one.
type shortWriter struct {
	writes int
	reason error
}

func (w *shortWriter) Write(b []byte) (int, error) {
	w.writes++
	return len(b) - 1, w.reason
}

// TestStreams checks what is reported of streams that fail or are missing, and of a text with two games.
func TestStreams(t *testing.T) {
	g := variant.NewGame(variant.Atomic)
	for reason, want := range map[error]error{nil: io.ErrShortWrite, io.ErrClosedPipe: io.ErrClosedPipe} {
		out := &shortWriter{reason: reason}
		w := variant.NewPGNWriter(out)
		if first, second := w.Write(g), w.Write(g); first != want || second != first || out.writes != 1 {
			t.Errorf("Write = %v, %v after %d writes, want %v after one", first, second, out.writes, want)
		}
	}
	if err := new(variant.PGNWriter).Write(nil); err != fault.NoWriter {
		t.Errorf("Write of the zero PGNWriter = %v, want %v", err, fault.NoWriter)
	}
	n := 0
	for g, err := range variant.NewPGNReader(iotest.ErrReader(io.ErrNoProgress)).All() {
		if n++; g != nil || !errors.Is(err, io.ErrNoProgress) || n > 1 {
			t.Errorf("result %d of a stream that fails: %v, %v", n, g, err)
			break
		}
	}
	for range variant.NewPGNReader(strings.NewReader("1. e4 *\n\n1. d4 *\n")).All() {
		break
	}
	if event := variant.NewPGNScanner(nil).Next(); n == 0 || event != chess.PGNEnd {
		t.Errorf("%d results of a stream that fails, the first event of no stream is %v", n, event)
	}
	if err := g.UnmarshalText([]byte("1. e4 *\n\n1. d4 *\n")); err == nil || !strings.Contains(err.Error(), "game 2 (? - ?): there is more than one game") || g.Plies() != 0 {
		t.Errorf("UnmarshalText of two games: %v\n%v", err, g)
	}
	if err := g.UnmarshalText(nil); err == nil || err.Error() != "PGN line 1, column 1: game 1 (? - ?): there is no game" {
		t.Errorf("UnmarshalText of no game: %v", err)
	}
	if p := variant.FromChess(chess.Position{}); p != (variant.Position{}) {
		t.Errorf("FromChess of the zero Position = %v", p)
	}
	if g, err := variant.ParsePGN("[Variant \"atomic960\"]\n\n1. \u2658f3 *\n"); err != nil || g.Plies() != 1 || !g.Start().IsChess960() {
		t.Errorf("a game of Chess960 with a figurine: %v\n%v", err, g)
	}
}

// TestLanguages checks that moves are read in the letters of a language in which R is a king, and the number
// of a move by Black.
func TestLanguages(t *testing.T) {
	r := variant.NewPGNReader(strings.NewReader("[Variant \"Atomic\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n1. Rd1 Rd7 2. Ta1–b1 e5 *\n"))
	r.Language = chess.French
	g, err := r.Read()
	if err == nil || !strings.Contains(err.Error(), ": 2... e5: ") || !strings.HasSuffix(g.String(), "\n1. Kd1 Kd7 2. Rb1 *\n") {
		t.Errorf("moves in French are read as %s, %v", g, err)
	}
	for _, move := range []string{"Cd4", "Nd4"} {
		r = variant.NewPGNReader(strings.NewReader("[Variant \"Atomic\"]\n[FEN \"4k3/8/8/8/8/8/8/1N2K3 w - - 0 1\"]\n\n1. b1–c3 Ke7 2. Nb1 Ke8 3. " + move + " *\n"))
		r.Language = chess.French
		if _, err := r.Read(); err == nil || !strings.HasSuffix(err.Error(), "3. "+move+": a knight does not move from b1 to d4") {
			t.Errorf("the fault of an illegal move in French is %v", err)
		}
	}
}
