package chess

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess/internal/deep"
	"github.com/shakki/chess/internal/pgntext"
)

// strangeSubjects return new receivers for TestGamesOnStrangeInput.
var strangeSubjects = map[string]func() any{
	"new game":           func() any { return NewGame() },
	"game without kings": func() any { return newGame(Position{}, Rules{}) },
	"game with odd rules": func() any {
		return newGame(startPosition, Rules{255, 255, 255, 255, 255, 255, 255, true, true, true, true, true})
	},
	"mate":                   func() any { return must(ParsePGN("1. f3 e5 2. g4 Qh4# 0-1")) },
	"study":                  func() any { return must(ParsePGN(studyPGN)) },
	"game of null moves":     func() any { return must(ParsePGN("1. -- -- (1... e5 {a} $1) *")) },
	"root":                   func() any { return must(ParsePGN(studyPGN)).Root() },
	"root without kings":     func() any { return newGame(Position{}, Rules{}).Root() },
	"end":                    func() any { return must(ParsePGN(studyPGN)).LastNode() },
	"variation":              func() any { return firstVariation(must(ParsePGN("1. e4 (1. d4 {a} d5) *"))) },
	"scanner":                func() any { return newTextScanner(studyPGN) },
	"scanner of empty input": func() any { return newTextScanner("") },
	"scanner among the tags": func() any { s := newTextScanner("[A \"b\"]\n\n1. e4 *"); s.Next(); return s },
	"reader":                 func() any { return NewPGNReader(strings.NewReader(studyPGN)) },
	"writer":                 func() any { return NewPGNWriter(io.Discard) },
}

// TestGamesOnStrangeInput calls every method of games, nodes, readers, and writers with edge values
// of the parameter types. After each call it calls every method without parameters. No call may
// panic.
func TestGamesOnStrangeInput(t *testing.T) {
	for name, subject := range strangeSubjects {
		of := reflect.TypeOf(subject())
		for i := range of.NumMethod() {
			for _, args := range argumentLists(of.Method(i).Type) {
				_, isWriter := subject().(*PGNWriter)
				if isWriter && len(args) == 1 && args[0].Kind() == reflect.Pointer && args[0].IsNil() {
					continue // there is no game to write
				}
				v := reflect.ValueOf(subject())
				testCall(t, name, of.Method(i).Name, v.Method(i), args)
				callAll(t, name+" after "+of.Method(i).Name, v)
			}
		}
	}
}

// callAll calls every method of v without parameters.
func callAll(t *testing.T, name string, v reflect.Value) {
	for i := range v.NumMethod() {
		if v.Method(i).Type().NumIn() == 0 {
			testCall(t, name, v.Type().Method(i).Name, v.Method(i), nil)
		}
	}
}

// TestValuesOnStrangeInput calls every method of the other types, on valid and invalid values, with
// edge values of the parameter types. No call may panic.
func TestValuesOnStrangeInput(t *testing.T) {
	for _, of := range []reflect.Type{
		reflect.TypeFor[Color](), reflect.TypeFor[PieceType](), reflect.TypeFor[Piece](), reflect.TypeFor[File](),
		reflect.TypeFor[Rank](), reflect.TypeFor[Square](), reflect.TypeFor[Bitboard](), reflect.TypeFor[Move](),
		reflect.TypeFor[Wing](), reflect.TypeFor[Result](), reflect.TypeFor[Reason](), reflect.TypeFor[Outcome](),
		reflect.TypeFor[IllegalReason](), reflect.TypeFor[Problem](), reflect.TypeFor[PositionKey](),
		reflect.TypeFor[Setup](), reflect.TypeFor[Claim](), reflect.TypeFor[MoveInfo](),
		reflect.TypeFor[Eval](), reflect.TypeFor[Material](), reflect.TypeFor[MoveError](), reflect.TypeFor[FENError](),
		reflect.TypeFor[PGNError](), reflect.TypeFor[ParseError](), reflect.TypeFor[ActionError](),
		reflect.TypeFor[Language](), reflect.TypeFor[NAG](), reflect.TypeFor[Shape](),
	} {
		values := edgeValues(of)
		if of == reflect.TypeFor[MoveError]() {
			values = values[1:] // a MoveError has a kind
		}
		for _, value := range values {
			v := reflect.New(of)
			for i := range v.NumMethod() {
				for _, args := range argumentLists(v.Type().Method(i).Type) {
					v.Elem().Set(value)
					testCall(t, fmt.Sprintf("%s %#v", of.Name(), value), v.Type().Method(i).Name, v.Method(i), args)
				}
			}
		}
	}
}

// strangeFunctions are the functions that accept any argument. The depth of Perft is limited to 1,
// because greater depths take too long.
var strangeFunctions = map[string]any{
	"Between": Between, "BishopAttacks": BishopAttacks, "BitboardOf": BitboardOf, "KingAttacks": KingAttacks,
	"KnightAttacks": KnightAttacks, "PawnAttacks": PawnAttacks, "RookAttacks": RookAttacks,
	"NewMove": NewMove, "NewPromotion": NewPromotion, "SquareAt": SquareAt, "WinFor": WinFor,
	"LineThrough": LineThrough, "ParseRating": ParseRating, "ParseDate": ParseDate, "ParseMoveInfo": ParseMoveInfo, "ParseLanguage": ParseLanguage, "ParsePGN": ParsePGN,
	"ParseMove": ParseMove, "ParseFEN": ParseFEN, "RepairFEN": RepairFEN,
	"ParseSquare": ParseSquare, "Chess960Start": Chess960Start,
	"NewGameFrom": NewGameFrom,
	"Perft":       func(depth int) uint64 { p := StartPosition(); return Perft(p, min(depth, 1)) },
}

func TestFunctionsOnStrangeInput(t *testing.T) {
	for name, function := range strangeFunctions {
		of := reflect.TypeOf(function)
		parameters := []reflect.Type{of} // argumentLists skips the receiver
		for i := range of.NumIn() {
			parameters = append(parameters, of.In(i))
		}
		for _, args := range argumentLists(reflect.FuncOf(parameters, nil, of.IsVariadic())) {
			testCall(t, "package", name, reflect.ValueOf(function), args)
		}
	}
}

// TestStaleNode checks that a Node of a game no longer exists after UnmarshalText has replaced the
// game with a shorter one, and that Exists can still be called.
func TestStaleNode(t *testing.T) {
	g := mustParsePGN(t, studyPGN)
	end := g.LastNode()
	const text = "[Event \"E\"]\n\n*"
	if err := g.UnmarshalText([]byte(text)); err != nil || end.Exists() {
		t.Errorf("UnmarshalText(%q) = %v, Exists() of the old end = %v, want nil, false", text, err, end.Exists())
	}
}

// crowdedBoards have more pieces or more legal moves than a game can reach.
var crowdedBoards = []string{
	"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
	"kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
	"7k/6pp/8/Q1Q1Q1Q1/1Q1Q1Q1Q/Q1Q1Q1Q1/1Q1Q1Q2/K7 w - - 65535 65535",
	"1k6/PPP5/Q1QQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ b - - 0 1",
	"kbqqqqqq/brqqqqqq/qqqqqqqq/qqqqqqqq/QQQQQQQQ/QQQQQQQQ/BRQQQQQQ/KBQQQQQQ w - - 0 1",
	"kr1NNNNN/rr2NNNN/2NNNNNN/1NNNNNNN/NNNNNNNN/NNNNNNNN/NNNNNNNN/KNNNNNNN w - - 0 1",
	"3n1n1n/PPPPPPPP/8/8/8/8/pppppppp/k1N1N1NK w - - 0 1",
}

// TestCrowdedBoards checks move generation, move counts, and SAN on boards with very many pieces,
// where SAN needs disambiguation most.
func TestCrowdedBoards(t *testing.T) {
	for _, fen := range crowdedBoards {
		p, err := ParseFEN(fen)
		if err != nil {
			t.Errorf("ParseFEN(%q) = %v, want nil", fen, err)
			continue
		}
		slow := readMailbox(fen)
		moves := p.LegalMoves()
		if diff := textListDiff(moveTexts(moves), slowTexts(slow.legalMoves())); diff != "" {
			t.Errorf("LegalMoves(%q): %s", fen, diff)
		}
		for _, law := range nodeLaws {
			law(t, p, moves)
		}
		for _, m := range moves {
			if got, err := p.ParseSAN(p.SAN(m)); got != m || err != nil {
				t.Errorf("%q: ParseSAN(%q) = %v, %v, want %v", fen, p.SAN(m), got, err, m)
			}
		}
		g := newGame(p, Rules{})
		for _, m := range moves {
			if _, err := g.Root().Add(m); err != nil {
				t.Errorf("%q: Add(%v) = %v, want nil", fen, m, err)
			}
		}
		checkRoundTrip(t, g)
	}
}

// errorOf returns a function that calls parse and returns its error. A value beside an error that is not
// that for none, or a game, makes it another error.
func errorOf[T comparable](parse func(string) (T, error)) func(string) error {
	return func(text string) error {
		v, err := parse(text)
		_, isGame := any(v).(*Game)
		if err != nil && v != *new(T) && any(v) != any(NoSquare) && !isGame {
			return fmt.Errorf("%v beside the error %v", v, err)
		}
		return err
	}
}

// parsers are all functions that parse a text.
var parsers = map[string]func(text string) error{
	"parseBitboard": errorOf(parseBitboard), "ParseMove": errorOf(ParseMove), "ParsePiece": errorOf(ParsePiece),
	"ParsePieceType": errorOf(ParsePieceType), "ParseColor": errorOf(ParseColor), "ParseSquare": errorOf(ParseSquare), "ParseLanguage": errorOf(ParseLanguage),
	"ParseFEN": errorOf(ParseFEN), "ParseSetup": errorOf(ParseSetup), "ParsePGN": errorOf(ParsePGN),
	"ParseSAN":       errorOf((&crowdedPosition).ParseSAN),
	"ParseStrictSAN": errorOf((&crowdedPosition).ParseStrictSAN),
	"SetMoves":       func(text string) error { return NewGame().SetMoves(text) },
	"ParseUCI":       errorOf((&crowdedPosition).ParseUCI),
	"RepairFEN": errorOf(func(text string) (Position, error) {
		p, _, err := RepairFEN(text)
		return p, err
	}),
	"ParseMoveInfo": func(text string) error {
		sinkBytes = []byte(ParseMoveInfo(text).String())
		return nil
	},
	"Game.UnmarshalText": func(text string) error { return NewGame().UnmarshalText([]byte(text)) },
}

var crowdedPosition = MustParseFEN(crowdedBoards[1])

// hostileTexts are inserted, once and many times, into hostilePlaces.
var hostileTexts = []string{
	"", " ", "\x00", "\xff", "\xff\xfe\x00", "\ufeff", "\u202e", "\u0301", "\u212a", "е4", "ｅ４", "１", "é", "%s%!",
	"\n", "\r\n", "18446744073709551616", "-9223372036854775809", "4294967297", "65536", "1e999", "0x10", "1_0", "NaN",
	"-0", "+1", ".", ":", "-", "#", "(", ")", "{", "}", "[", "]", "[%", "<", "\"", "\\", "/", ";", "$1", "*", "1-0",
	"0-", "O-O", "e4", "e2e4", "e8=Q", "Qd4xe5", "K", "8/", "QQQQQQQQ/", "KQkq", "Ge4,", "a1 ",
}

// hostilePlaces are texts in which § marks the place of a hostile text.
var hostilePlaces = []string{
	"§", "N§", "e2e4§", "{§}", "4k3/8/8/8/8/8/8/4K3§ w - - 0 1", "4k3/8/8/8/8/8/8/4K3 § - - 0 1",
	"4k3/8/8/8/8/8/8/4K3 w § - 0 1", "4k3/8/8/8/8/8/8/4K3 w - § 0 1", "4k3/8/8/8/8/8/8/4K3 w - - § 1",
	"4k3/8/8/8/8/8/8/4K3 w - - 0 §", "[FEN \"§\"]\n\n1. e4 *", "[§ \"x\"]\n\n*", "[A §]\n\n*",
	"[White \"§\"]\n\n1. e5 *", "§. e4 *", "1. § *", "1. e4 $§ *", "1. e4 {§} (1. d4 §) *",
	"1. e4 {[%clk §] [%eval §,§] [%csl §]} *",
}

// TestHostileTexts checks that no text makes a parser panic or run long, and that every error has
// one of the package's types and a short, readable message.
func TestHostileTexts(t *testing.T) {
	for _, hostile := range hostileTexts {
		for _, times := range []int{1, deep.Times(shorter(1<<10), 4) / max(len(hostile), 1)} {
			for _, place := range hostilePlaces {
				text := strings.ReplaceAll(place, "§", strings.Repeat(hostile, times))
				for name, parse := range parsers {
					checkTyped(t, fmt.Sprintf("%s of %q repeated %d times in %q", name, hostile, times, place), parse(text))
				}
			}
		}
	}
}

// TestMessagesAreShort checks that a long word anywhere in a record makes no message about it long.
func TestMessagesAreShort(t *testing.T) {
	name := strings.Repeat("x", 900)
	texts := []string{fmt.Sprintf("[White %q] 1. e4 e5 {%s won by resignation} 0-1", name, name)}
	for _, record := range []string{goldenRecord, goldenTags, goldenSaved, "[Result \"1-0\"] 1. e4 {x} ( 1. d4"} {
		words := strings.Split(record, " ")
		for i, word := range words {
			for _, unit := range []string{"x", "\x01"} {
				changed := slices.Clone(words)
				changed[i] = word[:len(word)/2] + strings.Repeat(unit, 5000) + word[len(word)/2:]
				texts = append(texts, strings.Join(changed, " "))
			}
		}
	}
	for _, text := range texts {
		r := newStrictReader(text)
		_, err := r.Read()
		messages := append(faultTexts(r.Faults()), fmt.Sprint(err))
		for findings := range (Arbiter{Claims: true}).JudgePGN(newTextScanner(text)) {
			for _, f := range findings {
				messages = append(messages, f.String())
			}
		}
		for _, line := range strings.Split(strings.Join(messages, "\n"), "\n") {
			if len(line) > 1000 {
				t.Errorf("a message of %d bytes: %.300s", len(line), line)
			}
		}
	}
}

// checkTyped checks the type and the message of an error that a parser returned.
func checkTyped(t *testing.T, name string, err error) {
	t.Helper()
	if err == nil || err == io.EOF {
		return
	}
	var word *ParseError
	var fen *FENError
	var move *MoveError
	var pgn *PGNError
	if !errors.As(err, &word) && !errors.As(err, &fen) && !errors.As(err, &move) && !errors.As(err, &pgn) {
		t.Errorf("%s: error %#v, want one of the package's types", name, err)
	}
	for _, line := range strings.Split(err.Error(), "\n") {
		strange := strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) })
		if len(line) > 1000 || !utf8.ValidString(line) || strange || line == "" {
			t.Errorf("%s: error line %.200q of %d bytes, want at most 1000 printable bytes", name, line, len(line))
		}
	}
}

// TestHostileJSON checks that json.Unmarshal rejects JSON that does not encode a value, accepts
// null, and leaves the target unchanged in both cases.
func TestHostileJSON(t *testing.T) {
	targets := []any{
		pointer(Black), pointer(BlackKing), pointer(H8), pointer(Agreement), pointer(Automatic), pointer(NAG(1)),
		pointer(Shape{'G', E2, E4}), pointer(Bitboard(1)), pointer(NewMove(E2, E4)), pointer(Drawn),
		pointer(StartPosition()), must(ParsePGN(studyPGN)),
	}
	for _, target := range targets {
		before := must(json.Marshal(target))
		for _, text := range []string{
			"null", "1", "-1", "1e400", "18446744073709551616", "true", "[]", "{}", `"\u0000"`, `"\ud800"`,
			`"` + strings.Repeat("x", 1<<20) + `"`, strings.Repeat("[", 1<<14), strings.Repeat(`{"a":`, 1<<14),
			`["e4"]`, `{"a1":"a1"}`, "", `"`, "\xff", "\"\xff\"",
		} {
			err := json.Unmarshal([]byte(text), target)
			if (err == nil) != (text == "null") {
				t.Errorf("json.Unmarshal(%.20q) into a %T = %v, want an error: %v", text, target, err, text != "null")
			}
			if diff := cmp.Diff(before, must(json.Marshal(target))); diff != "" {
				t.Errorf("json.Unmarshal(%.20q) changes a %T (-want +got):\n%s", text, target, diff)
			}
		}
	}
}

// allocated returns the number of bytes that call allocates, the smaller of two measurements.
func allocated(call func()) uint64 {
	least := uint64(math.MaxUint64)
	for range 2 { // another goroutine may allocate at the same time
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		call()
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return least
}

// repeated returns about n bytes of repeated units between a head and a tail.
func repeated(head, unit, tail string, n int) string {
	return head + strings.Repeat(unit, n/len(unit)) + tail
}

// growthCases call a function with a text of repeated units.
var growthCases = []struct {
	name             string
	head, unit, tail string
	do               func(text string)
}{
	{"commands that never end", "", "[%", "]", parseCommands},
	{"unclosed commands", "", "[%clk ", "", parseCommands},
	{"commands inside commands", "", "[%[%csl Ge4]", "", parseCommands},
	{"repeated commands", "", "[%clk 1]", "", parseCommands},
	{"shapes", "[%csl Ge4", ",Ge4", "]", parseCommands},
	{"digits of a clock", "[%clk ", "9", "]", parseCommands},
	{"digits of an evaluation", "[%eval 0.", "9", "]", parseCommands},
	{"comment with lines that look like Event tags", "a", "\n[Event \"", "", setComments},
	{"comment with lines that look like tags", "a", "\n\n[A \"", "", setComments},
	{"comment of blank lines", "a", "\n", "\n[A \"", setComments},
	{"comment of line endings and braces", "a", "\r}", "", setComments},
	{"castling rights", "4k3/8/8/8/8/8/8/R3K3 w ", "Q", " - 0 1", repairFEN},
	{"text after a FEN", startFEN, " x", "", repairFEN},
	{"ranks", "8", "/8", " w - - 0 1", repairFEN},
	{"check marks", "e4", "+", "", parseSAN},
	{"en passant marks", "e4", "e.p.", "", parseSAN},
	{"castling", "O", "-O", "", parseSAN},
	{"squares of a set", "{a1", " a1", "}", func(text string) { sinkBool = errorOf(parseBitboard)(text) == nil }},
	{"moves", "", "Nf3 Nf6 Ng1 Ng8 ", "*", writeGame},
	{"variations of one move", "e4", "(d4)", "*", writeGame},
	{"comments", "e4", "{a}", "*", writeGame},
	{"glyphs", "e4", "$1", "*", writeGame},
	{"nested variations", "", "Nf3 (Nc3 Nf6 (Nc6 ", strings.Repeat(")", 250) + "*", writeGame},
	{"tags", "", "[A \"b\"]\n", "*", writeGame},
}

func parseCommands(text string) { sinkBytes = []byte(ParseMoveInfo(text).String()) }

func setComments(text string) { NewGame().Root().SetComments(text) }

func repairFEN(text string) {
	p, _, err := RepairFEN(text)
	sinkPosition, sinkBool = p, err == nil
}

func parseSAN(text string) { sinkBool = errorOf((&crowdedPosition).ParseSAN)(text) == nil }

// writeGame reads as much of a game as is readable, edits it, and writes it.
func writeGame(text string) {
	g, err := ParsePGN(text)
	last := g.Root()
	for n := range g.Root().Children() {
		last = n
	}
	last.PromoteToMainLine()
	sinkBytes, sinkBool = g.AppendPGN(sinkBytes[:0], PGNFormat{}), err == nil && g.Equal(g)
}

// TestGrowth checks that memory grows about linearly with the length of the text: twice the length
// may take at most 2.5 times the memory. The texts are so long that a quadratic algorithm would not
// finish in time.
func TestGrowth(t *testing.T) {
	for _, test := range growthCases {
		n := shorter(1 << 17)
		if strings.Contains(test.name, "command") {
			n = shorter(1 << 20)
		}
		short, long := repeated(test.head, test.unit, test.tail, n), repeated(test.head, test.unit, test.tail, 2*n)
		once, twice := allocated(func() { test.do(short) }), allocated(func() { test.do(long) })
		if twice > once*5/2+1<<16 {
			t.Errorf("%s: %d bytes of text allocate %d bytes, %d bytes allocate %d, want at most 2.5 times as many",
				test.name, len(short), once, len(long), twice)
		}
	}
}

// TestLimitsAtTheEdge checks that very large limits act as no limit and that a negative limit
// selects the default.
func TestLimitsAtTheEdge(t *testing.T) {
	long := strings.Repeat("x", 1<<16-100)
	text := "\n[A \"" + long + "\"]\n[B \"" + long[:300] + "\"]\n\n1. e4 {" + long + long + "} (1. d4 (1. c4)) $1 e5 *\n"
	want := outline(mustParsePGN(t, text))
	fields := reflect.TypeFor[PGNLimits]()
	for i := range fields.NumField() {
		for _, limit := range []int64{math.MaxInt, math.MaxInt32, math.MinInt} {
			var limits PGNLimits
			reflect.ValueOf(&limits).Elem().Field(i).SetInt(limit)
			r := NewPGNReader(strings.NewReader(text))
			r.Limits = limits
			if g, err := r.Read(); err != nil || outline(g) != want {
				t.Errorf("limit %s of %d: Read() = %.200v, want nil and the whole game", fields.Field(i).Name, limit, err)
			}
		}
	}
}

// TestScanPGNNumbersOfWorkers checks that ScanPGN accepts any number of workers.
func TestScanPGNNumbersOfWorkers(t *testing.T) {
	text := repeatGames(parallelStreams[0].games, 10*pgntext.PartSize)
	want := scanPart(newTextScanner(text))
	for _, workers := range []int{math.MinInt, 0, 1000, math.MaxInt32, math.MaxInt} {
		got, err := scanAll(strings.NewReader(text), workers)
		if err != nil || !slices.Equal(got.found, want.found) {
			t.Errorf("%d workers: error %v; first difference: %s", workers, err, firstDifference(want.found, got.found))
		}
	}
}

// limitCases have, for each limit, a text that just meets it and a text that exceeds it, with the
// fault that the second text causes.
var limitCases = []struct {
	name          string
	limits        PGNLimits
	allowed, over string
	outline       string // of the game read from over
	fault         pgnFault
}{
	{"nesting", PGNLimits{Nesting: 2},
		"1. e4 (1. d4 (1. c4)) (1. f4) *", "1. e4 (1. d4 (1. c4\n (1. b4 (1. a4)) c5) d5) e5 *",
		"e4 ( d4 d5 ) ( c4 c5 ) e5 *",
		pgnFault{1, 2, 2, "(", "nested more than 2 deep"}},
	{"comment in braces", PGNLimits{Comment: 5}, "1. e4 {12345} e5 *", "1. e4\n{123456} e5 *", "e4 e5 *",
		pgnFault{1, 2, 1, "{", "more than 5 bytes"}},
	{"comment to the end of the line", PGNLimits{Comment: 5}, "1. e4 ;12345\n e5 *", "1. e4 ;123456\n e5 *", "e4 e5 *",
		pgnFault{1, 1, 7, ";", "more than 5 bytes"}},
	{"tag", PGNLimits{Tag: 11}, "[Event \"E\"]\n\n1. e4 *", "[Event \"EE\"]\n[Site \"S\"]\n\n1. e4 *", "[Site S] e4 *",
		pgnFault{1, 1, 1, "", "the tag has more than 11 bytes"}},
	{"tags", PGNLimits{Tags: 2}, "[A \"1\"]\n[B \"2\"]\n\n1. e4 *",
		"[A \"1\"]\n[B \"2\"]\n[C \"3\"] [D \"4\"]\n\n1. e4 *", "[A 1] [B 2] e4 *",
		pgnFault{1, 3, 1, "", "more than 2 tags"}},
	{"moves", PGNLimits{Moves: 3}, "1. e4 e5 2. Nf3 *", "1. e4 e5\n2. Nf3 Nc6 3. Bb5 *", "e4 e5 Nf3 *",
		pgnFault{1, 2, 8, "", "more than 3 moves"}},
	{"moves in variations", PGNLimits{Moves: 3}, "1. e4 (1. d4 d5) *", "1. e4 (1. d4 d5 2. c4) e5 *", "e4 ( d4 d5 ) *",
		pgnFault{1, 1, 20, "", "more than 3 moves"}},
	{"annotations", PGNLimits{Notes: 3}, "1. e4 $1 {a} ! e5 *", "1. e4 $1 {a} ! {b} e5 *", "e4 $1 $1 {a} *",
		pgnFault{1, 1, 16, "", "more than 3 annotations"}},
	{"comments", PGNLimits{Notes: 2}, "1. e4 {a} {b} e5 *", "1. e4 {a} {b} {c} e5 *", "e4 {a} {b} *",
		pgnFault{1, 1, 15, "", "more than 2 annotations"}},
	{"text", PGNLimits{Text: 10}, "[Event \"E\"]\n\n1. e4 {1234} e5 *", "[Event \"E\"]\n\n1. e4 {12} {345} e5 *",
		"[Event E] e4 {12} *",
		pgnFault{1, 3, 12, "", "more than 10 bytes"}},
	{"text in tags", PGNLimits{Text: 10}, "[Event \"EEEEE\"]\n\n1. e4 *", "[Event \"E\"]\n[Site \"S\"]\n\n1. e4 *",
		"[Event E] *",
		pgnFault{1, 2, 1, "", "more than 10 bytes"}},

	{"default nesting", PGNLimits{}, "1. e4 " + strings.Repeat("(1. d4 (1. e4 ", 128) + strings.Repeat(")", 256) + "*",
		"", "", pgnFault{}},
	{"default comment", PGNLimits{}, "1. e4 {" + strings.Repeat("x", 1<<20) + "} *",
		"1. e4 {" + strings.Repeat("x", 1<<20+1) + "} *", "e4 *",
		pgnFault{1, 1, 7, "{", "more than 1048576 bytes"}},
	{"default tag", PGNLimits{}, "[Event \"" + strings.Repeat("x", 1<<16-100) + "\"]\n*",
		"[Event \"" + strings.Repeat("x", 1<<16) + "\"]\n*", "*",
		pgnFault{1, 1, 1, "", "the tag has more than 65536 bytes"}},
	{"default tags", PGNLimits{}, strings.Repeat("[A \"\"]\n", 1000) + "*", "", "", pgnFault{}},
}

// readWithLimits reads text and one more game after it. It returns the first game, its faults, and
// the next game.
func readWithLimits(t *testing.T, text string, limits PGNLimits) (g *Game, faults []*PGNError, next *Game) {
	t.Helper()
	r := NewPGNReader(strings.NewReader(text + "\n\n[E \"\"]\n\n1. d4 *\n"))
	r.Limits = limits
	g, err := r.Read()
	if g == nil {
		t.Fatalf("Read() = %v, want a game", err)
	}
	next, err2 := r.Read()
	if err2 != nil {
		t.Fatalf("second Read() = %v, want nil", err2)
	}
	return g, pgnErrors(err), next
}

func TestLimits(t *testing.T) {
	if got, want := (PGNLimits{}).withDefaults(), (PGNLimits{256, 1 << 20, 64 << 10, 1000, 200_000, 200_000, 8 << 20}); got != want {
		t.Errorf("default limits = %+v, want %+v", got, want)
	}
	for _, test := range limitCases {
		t.Run(test.name, func(t *testing.T) {
			const after = "[E ] d4 *"
			_, faults, next := readWithLimits(t, test.allowed, test.limits)
			if len(faults) > 0 || outline(next) != after {
				t.Errorf("reading %.200q: faults %v, next game %q, want no faults, %q",
					test.allowed, faults, outline(next), after)
			}
			if test.over == "" {
				return
			}
			g, faults, next := readWithLimits(t, test.over, test.limits)
			if len(faults) != 1 || !test.fault.withAnyToken(faults[0]).meets(faults[0]) {
				t.Errorf("reading %.200q: faults %v, want %+v", test.over, faults, test.fault)
			}
			if got := outline(g); got != test.outline || outline(next) != after {
				t.Errorf("reading %.200q: game %.200q, next game %q, want %q, %q",
					test.over, got, outline(next), test.outline, after)
			}
		})
	}
}

// TestLimitOfCommentAtEnd checks that the limits for comments, text, and notes also hold for a comment that
// ends with the input.
func TestLimitOfCommentAtEnd(t *testing.T) {
	for text, allowed := range map[string]bool{"1. e4 ;12345": true, "1. e4 ;123456": false} {
		r := NewPGNReader(strings.NewReader(text))
		r.Limits = PGNLimits{Comment: 5}
		if _, err := r.Read(); (err == nil) != allowed {
			t.Errorf("reading %q: error %v, want success: %v", text, err, allowed)
		}
	}
	for text, want := range map[string]string{
		"1. e4 {12} {34": "e4 {12} {34} *", "1. e4 {12} {345": "e4 {12} *", "1. e4 {1} {2} {3": "e4 {1} {2} *",
	} {
		r := NewPGNReader(strings.NewReader(text))
		r.Limits = PGNLimits{Text: 4, Notes: 2}
		if g, err := r.Read(); outline(g) != want || len(pgnErrors(err)) != 1 {
			t.Errorf("reading %q: %q with the error %v, want %q and that the comment is not closed", text, outline(g), err, want)
		}
	}
}

// withAnyToken returns want, with the token of got if want has no token.
func (want pgnFault) withAnyToken(got *PGNError) pgnFault {
	if want.token == "" {
		want.token = got.Token
	}
	return want
}

// TestLimitsOfMoves checks that the default limit on moves is the documented one.
func TestLimitsOfMoves(t *testing.T) {
	for n, want := range map[int]bool{200_000: true, 200_004: false} {
		_, err := ParsePGN(strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", n/4) + "*")
		if (err == nil) != want {
			t.Errorf("reading a game of %d moves: error %v, want success: %v", n, err, want)
		}
	}
}

// A bulkReader returns a head, repeated units up to a given size, and a tail. It records the size
// of the heap while it is read.
type bulkReader struct {
	head, block, tail string
	size              int // bytes of units not yet returned
	given             int // bytes of units returned

	base, peak uint64 // size of the heap at the start and at its largest
	allocated  uint64 // total bytes allocated at the start
	unwatched  int    // bytes returned since the last call of watch
}

func newBulkReader(head, unit string, size int, tail string) *bulkReader {
	block := strings.Repeat(unit, 1<<16/len(unit)+1)
	b := &bulkReader{head: head, block: block, tail: tail, size: size / len(unit) * len(unit)}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.base, b.allocated = m.HeapAlloc, m.TotalAlloc
	return b
}

func (b *bulkReader) Read(p []byte) (int, error) {
	n := 0
	switch {
	case b.head != "":
		n = copy(p, b.head)
		b.head = b.head[n:]
	case b.size > 0:
		n = copy(p[:min(len(p), b.size)], b.block[b.given%len(b.block):])
		b.given += n
		b.size -= n
	default:
		n = copy(p, b.tail)
		b.tail = b.tail[n:]
		if n == 0 {
			return 0, io.EOF
		}
	}
	if b.unwatched += n; b.unwatched >= 1<<20 {
		b.unwatched = 0
		b.watch()
	}
	return n, nil
}

// watch updates the peak size of the heap and returns the memory statistics.
func (b *bulkReader) watch() runtime.MemStats {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.peak = max(b.peak, m.HeapAlloc)
	return m
}

// heap returns the largest growth of the heap since the start, in bytes.
func (b *bulkReader) heap() uint64 {
	b.watch()
	return b.peak - min(b.base, b.peak)
}

// total returns the number of bytes allocated since the start.
func (b *bulkReader) total() uint64 { return b.watch().TotalAlloc - b.allocated }

// fewHostileMoves is the limit on moves, without -deep, for the streams whose fault names it, which take long
// to reach the default limit.
const fewHostileMoves = 20_000

// hostileStreams repeat one unit a great many times. Some cause a fault, others do not.
var hostileStreams = []struct {
	name, head, unit, tail string
	megabytes              int
	fault                  string // part of the reason of the first fault, or "" if a fault is optional
	next                   bool   // whether the next game is read
}{
	{"comment that never ends", "1. e4 {", "x", "", 64, "not closed", false},
	{"comment that never ends, then a game", "1. e4 {", "x", "\n\n", 16, "not closed", true},
	{"long comment", "1. e4 {", "x", "} e5 *\n\n", 64, "more than 1048576 bytes", true},
	{"long comment of short lines", "1. e4 {", "x\n", "} e5 *\n\n", 8, "more than 1048576 bytes", true},
	{"long comment of blank lines", "1. e4 {", "\n", "} e5 *\n\n", 8, "more than 1048576 bytes", true},
	{"long comment with unfinished Event tags", "1. e4 {", "\n[Event ", "} e5 *\n\n", 4, "more than 1048576 bytes", true},
	{"long comment of brackets on blank lines", "1. e4 {", "\n\n[", "} e5 *\n\n", 4, "more than 1048576 bytes", true},
	{"long line comment", "1. e4 ;", "x", "\n e5 *\n\n", 16, "more than 1048576 bytes", true},
	{"long escape line", "%", "x", "\n1. e4 *\n\n", 16, "", true},
	{"long reserved text", "1. e4 <", "x", "> e5 *\n\n", 16, "", true},
	{"reserved text that never ends", "1. e4 <", "x\n", "", 8, "not closed", false},
	{"long tag", "[Event \"", "x", "\"]\n1. e4 *\n\n", 32, "the tag has more than 65536 bytes", true},
	{"long tag of escapes", "[Event \"", "\\\"", "\"]\n1. e4 *\n\n", 16, "the tag has more than 65536 bytes", true},
	{"long tag name", "[", "x", " \"\"]\n1. e4 *\n\n", 16, "the tag has more than 65536 bytes", true},
	{"long tag of brackets", "", "[", "\n1. e4 *\n\n", 16, "no name", true},
	{"long tag of spaces", "[", " ", "\n1. e4 *\n\n", 16, "the tag has more than 65536 bytes", true},
	{"long tag of newlines", "[", "\n", "\n1. e4 *\n\n", 8, "", true},
	{"endless tags", "", "[A \"b\"]\n", "*\n\n", 8, "more than 1000 tags", true},
	{"tags on one line", "", "[A \"b\"]", "*\n\n", 2, "more than 1000 tags", true},
	{"large tags", "", "[A \"" + strings.Repeat("x", 60_000) + "\"]\n", "*\n\n", 32, "more than 8388608 bytes", true},
	{"faulty tags", "", "[\n", "*\n\n", 2, "", true},
	{"endless glyphs", "1. e4 ", "$1 ", "e5 *\n\n", 4, "more than 200000 annotations", true},
	{"endless glyphs written as signs", "1. e4 ", "!", "e5 *\n\n", 4, "more than 200000 annotations", true},
	{"endless comments", "1. e4 ", "{}", "e5 *\n\n", 4, "more than 200000 annotations", true},
	{"large comments", "1. e4 ", "{" + strings.Repeat("x", 1<<19) + "}", "e5 *\n\n", 64, "more than 8388608 bytes", true},
	{"endless reserved texts", "1. e4 ", "<>", "e5 *\n\n", 4, "", true},
	{"one long word", "1. e4 ", "x", " *\n\n", 8, "not a move", true},
	{"one long word of invalid UTF-8", "1. e4 ", "\xff", " *\n\n", 8, "not a move", true},
	{"one long number", "1. e4 ", "1", " e5 *\n\n", 8, "", true},
	{"one long glyph number", "1. e4 $", "1", " e5 *\n\n", 8, "from 0 to 255", true},
	{"castling zeros", "1. e4 ", "0-", " *\n\n", 8, "not a move", true},
	{"moves on one line", "", "Nf3 Nf6 Ng1 Ng8 ", "*\n\n", 3, "more than 200000 moves", true},
	{"null moves", "1. ", "-- ", "*\n\n", 2, "more than 20000 moves", true},
	{"parentheses", "1. e4 ", "(", "", 8, "before any move", false},
	{"parentheses, opened and closed", "1. e4 ", "()", "*\n\n", 2, "", true},
	{"nested variations", "1. e4 ", "(1. d4 (1. e4 ", "\n\n", 4, "nested more than 256 deep", true},
	{"variations of the same move", "1. e4 ", "(1. d4)", "*\n\n", 4, "more than 20000 moves", true},
	{"skipped variations", "1. e4 e4 ", "(", "", 8, "does not move", false},
	{"dots", "1. e4 ", ".", "e5 *\n\n", 4, "", true},
	{"spaces", "1. e4 ", " ", "e5 *\n\n", 8, "", true},
	{"newlines", "1. e4 ", "\n", "e5 *\n\n", 4, "", true},
	{"carriage returns", "1. e4 ", "\r", "e5 *\n\n", 4, "", true},
	{"NUL bytes", "1. e4 ", "\x00", "e5 *\n\n", 8, "", true},
	{"no-break spaces", "1. e4 ", "\u00a0", "e5 *\n\n", 1, "", true},
	{"byte order marks", "", "\ufeff", "1. e4 *\n\n", 1, "", true},
	{"[pgn] marks of web pages", "", "[pgn]", "1. e4 *\n\n", 4, "", true},
	{"escape lines", "", "%\n", "1. e4 *\n\n", 4, "", true},
	{"move numbers", "1. e4 ", "1. ", "e5 *\n\n", 4, "", true},
	{"results in a variation", "1. e4 (", "1-0 ", ") *\n\n", 4, "", true},
	{"words after a fault", "1. e5 ", "1-1 ", "*\n\n", 4, "does not move", true},
	{"unexpected characters", "1. e4 ", "&", "\n\n", 2, "unexpected character", true},
	{"endless closing parentheses", "1. e4 ", ")", "\n\n", 2, "no variation is open", true},
}

// gameAfter is the game that follows the hostile text of a stream.
const gameAfter = "[Event \"after\"]\n\n1. d4 d5 *\n"

// TestHostileStreams reads each hostile stream with a PGNScanner and with a PGNReader. Memory must
// have a bound that does not depend on the size of the stream, the fault must be clear, and the next
// game must be read. Without -deep, the streams are shorter, but long enough to exceed a limit, and
// a PGNReader reads only those that have a fault.
func TestHostileStreams(t *testing.T) {
	collectOften(t)
	for _, test := range hostileStreams {
		t.Run(test.name, func(t *testing.T) {
			size, fault := test.megabytes<<20, test.fault
			var limits PGNLimits
			if start, ok := strings.CutSuffix(fault, fmt.Sprintf(" %d moves", fewHostileMoves)); ok && *deep.Flag {
				fault = start + " 200000 moves"
			} else if ok {
				limits.Moves = fewHostileMoves
			}
			if !*deep.Flag {
				size = min(size, max(size/128, sizeOver(fault, test.unit)))
			}
			stream := newBulkReader(test.head, test.unit, size, test.tail+gameAfter)
			s := NewPGNScanner(stream)
			s.Limits = limits
			faults, last := scanFaults(t, s)
			checkHostile(t, "scanning", stream, faults, fault)
			if total := stream.total(); total > 16<<20 {
				t.Errorf("scanning %d MB allocates %d MB, want at most 16 MB for any size", stream.given>>20, total>>20)
			}
			if want := "tag Event=after|movetext|d4|d5|"; test.next && !strings.HasPrefix(last, want) {
				t.Errorf("the last game is %q, want %q…", last, want)
			}
			if fault == "" && !*deep.Flag || testing.Short() {
				return
			}
			stream = newBulkReader(test.head, test.unit, size, test.tail+gameAfter)
			r := NewPGNReader(stream)
			r.Limits = limits
			_, faults, err := readSummaries(r)
			if err != nil {
				t.Errorf("reading ends with %v, want nil", err)
			}
			checkHostile(t, "reading", stream, faults, fault)
		})
	}
}

// sizeOver returns a size at which repetitions of unit exceed the limit that a fault names, or 0.
func sizeOver(fault, unit string) int {
	_, limit, _ := strings.Cut(fault, "more than ")
	n, of := 0, ""
	fmt.Sscan(limit, &n, &of)
	if of != "bytes" {
		n *= 2 * len(unit)
	}
	return n * 9 / 8
}

// scanFaults returns the first faults of a stream and the first events of its last game.
func scanFaults(t *testing.T, s *PGNScanner) (faults []*PGNError, last string) {
	t.Helper()
	var game []string
	n, ended := 0, false
	for event := s.Next(); event != PGNEnd; event = s.Next() {
		if ended {
			game, ended = nil, false
		}
		switch event {
		case PGNFault:
			if n++; len(faults) < 10 {
				faults = append(faults, s.Fault())
			}
		case PGNGameEnd:
			ended = true
		}
		if isOutside := event == PGNFault && s.Fault().Outside; len(game) < 10 && event != PGNComment && !isOutside {
			game = append(game, eventText(s, event))
		}
	}
	if s.Err() != nil {
		t.Errorf("Err() = %v, want nil", s.Err())
	}
	if n > 2000 {
		t.Errorf("%d faults in one or two games, want at most 2000", n)
	}
	return faults, strings.Join(game, "|") + "|"
}

// readSummaries reads all games and returns their number and the first faults.
func readSummaries(r *PGNReader) (games int, faults []*PGNError, err error) {
	for {
		g, err := r.Read()
		if len(faults) < 10 {
			faults = append(faults, r.Faults()...)
		}
		if err == io.EOF {
			return games, faults, nil
		}
		if g == nil {
			return games, faults, err
		}
		games++
	}
}

// collectOften runs the garbage collector often during a test, so that the size of the heap shows
// the memory in use and not garbage of other tests.
func collectOften(t *testing.T) {
	percent := debug.SetGCPercent(10)
	t.Cleanup(func() { debug.SetGCPercent(percent) })
}

// checkHostile checks the memory that reading a hostile stream took, and the faults that it found.
func checkHostile(t *testing.T, how string, stream *bulkReader, faults []*PGNError, want string) {
	t.Helper()
	if heap := stream.heap(); heap > 32<<20 {
		t.Errorf("%s takes %d MB of memory, want at most 32 MB", how, heap>>20)
	}
	switch {
	case want == "" && len(faults) == 0:
	case len(faults) == 0:
		t.Errorf("%s finds no fault, want one that contains %q", how, want)
	case !strings.Contains(faults[0].Detail, want):
		t.Errorf("%s finds the fault %q, want one that contains %q", how, faults[0].Detail, want)
	}
	for _, f := range faults {
		if len(f.Error()) > 1000 {
			t.Errorf("%s finds a fault with a message of %d bytes, want at most 1000", how, len(f.Error()))
		}
	}
}

// TestManyGames checks that reading a long stream of short games takes little memory.
func TestManyGames(t *testing.T) {
	collectOften(t)
	size := shorter(8 << 20)
	const unit = "[Event \"E\"]\n[White \"A\"]\n\n1. e4 {a} e5 (1... c5) 2. Nf3 1-0\n\n"
	stream := newBulkReader("", unit, size, "")
	s := NewPGNScanner(stream)
	if games, want := scanGames(s), size/len(unit); games != want || s.Err() != nil {
		t.Errorf("scanning finds %d games, error %v, want %d, nil", games, s.Err(), want)
	}
	if heap, total := stream.heap(), stream.total(); heap > 4<<20 || total > 4<<20 {
		t.Errorf("scanning takes %d bytes of memory and allocates %d, want at most 4 MB each", heap, total)
	}
	stream = newBulkReader("", unit, size/2, "")
	games, faults, err := readSummaries(NewPGNReader(stream))
	if want := size / 2 / len(unit); games != want || len(faults) > 0 || err != nil {
		t.Errorf("reading finds %d games, faults %v, error %v, want %d games, no faults, nil", games, faults, err, want)
	}
	if heap := stream.heap(); heap > 16<<20 {
		t.Errorf("reading takes %d MB of memory, want at most 16 MB", heap>>20)
	}
}

// TestScanPGNMemory checks that ScanPGN takes little memory for streams that are hard to divide.
func TestScanPGNMemory(t *testing.T) {
	collectOften(t)
	comments := strings.Repeat("{"+strings.Repeat("x", 1<<19)+"}", 30)
	for _, test := range []struct {
		name, unit string
		size       int
	}{
		{"games of 15 MB", "[Event \"E\"]\n\n1. e4 " + comments + " *\n\n", 48 << 20},
		{"no Event tag", "[White \"A\"]\n\n1. e4 " + comments + " *\n\n", 34 << 20},
		{"short games", "[Event \"E\"]\n\n1. e4 {" + comments[:4000] + "} *\n\n", 12 << 20},
	} {
		stream := newBulkReader("", test.unit, test.size, "")
		games := 0
		for part, err := range ScanPGN(stream, 2, PGNOptions{}, scanGames) {
			games += part
			if err != nil {
				t.Errorf("%s: error %v, want nil", test.name, err)
			}
		}
		if want := test.size / len(test.unit); games != want {
			t.Errorf("%s: %d games, want %d", test.name, games, want)
		}
		if heap := stream.heap(); heap > 64<<20 {
			t.Errorf("%s: scanning takes %d MB of memory, want at most 64 MB", test.name, heap>>20)
		}
	}
}

// scanGames returns the number of games that s finds.
func scanGames(s *PGNScanner) (games int) {
	for event := s.Next(); event != PGNEnd; event = s.Next() {
		if event == PGNGameEnd {
			games++
		}
	}
	return games
}

// TestLimitsPerGame checks that every limit starts anew for each game.
func TestLimitsPerGame(t *testing.T) {
	r := NewPGNReader(strings.NewReader(strings.Repeat("[A \"b\"]\n\n1. e4 {c} $1 (1. d4) e5 *\n\n", 5)))
	r.Limits = PGNLimits{Nesting: 1, Comment: 1, Tag: 10, Tags: 1, Moves: 3, Notes: 2, Text: 3}
	var got []string
	for g, err := range r.All() {
		if err != nil {
			t.Fatalf("Read() = %v, want nil", err)
		}
		got = append(got, outline(g))
	}
	want := strings.Split(strings.Repeat("[A b] e4 $1 {c} ( d4 ) e5 *\n", 5), "\n")[:5]
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("games (-want +got):\n%s", diff)
	}
}
