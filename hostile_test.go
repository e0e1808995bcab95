package chess

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// strangeSubjects make what is called with anything at all, anew for each call.
var strangeSubjects = map[string]func() any{
	"new game":           func() any { return NewGame() },
	"game without kings": func() any { return newGame(Position{}, FIDERules()) },
	"game of strange rules": func() any {
		return newGame(startPosition, Rules{255, 255, 255, 255, 255, 255, 255, true, true, true, true})
	},
	"mate":                   func() any { return must(ParsePGN("1. f3 e5 2. g4 Qh4# 0-1")) },
	"study":                  func() any { return must(ParsePGN(studyPGN)) },
	"game of passes":         func() any { return must(ParsePGN("1. -- -- (1... e5 {a} $1) *")) },
	"root":                   func() any { return must(ParsePGN(studyPGN)).Root() },
	"root without kings":     func() any { return newGame(Position{}, FIDERules()).Root() },
	"end":                    func() any { return must(ParsePGN(studyPGN)).End() },
	"variation":              func() any { return firstVariation(must(ParsePGN("1. e4 (1. d4 {a} d5) *"))) },
	"scanner":                func() any { return newTextScanner(studyPGN) },
	"scanner of nothing":     func() any { return newTextScanner("") },
	"scanner among the tags": func() any { s := newTextScanner("[A \"b\"]\n\n1. e4 *"); s.Next(); return s },
	"reader":                 func() any { return NewPGNReader(strings.NewReader(studyPGN)) },
	"writer":                 func() any { return NewPGNWriter(io.Discard) },
}

// TestGamesOnStrangeInput calls every method of games, their places, readers and
// writers with values from the edges of its parameters' types, and after each
// call every method without parameters. None may panic.
func TestGamesOnStrangeInput(t *testing.T) {
	for name, subject := range strangeSubjects {
		of := reflect.TypeOf(subject())
		for i := range of.NumMethod() {
			for _, args := range argumentLists(of.Method(i).Type) {
				if _, isWriter := subject().(*PGNWriter); isWriter && len(args) == 1 && args[0].Kind() == reflect.Pointer && args[0].IsNil() {
					continue // no game to write
				}
				v := reflect.ValueOf(subject())
				testCall(t, name, of.Method(i).Name, v.Method(i), args)
				callAll(t, name+" after "+of.Method(i).Name, v)
			}
		}
	}
}

// callAll calls every method of v that has no parameters.
func callAll(t *testing.T, name string, v reflect.Value) {
	for i := range v.NumMethod() {
		if v.Method(i).Type().NumIn() == 0 {
			testCall(t, name, v.Type().Method(i).Name, v.Method(i), nil)
		}
	}
}

// TestValuesOnStrangeInput does the same for all other values, valid or not.
func TestValuesOnStrangeInput(t *testing.T) {
	for _, of := range []reflect.Type{
		reflect.TypeFor[Color](), reflect.TypeFor[PieceType](), reflect.TypeFor[Piece](), reflect.TypeFor[File](), reflect.TypeFor[Rank](),
		reflect.TypeFor[Square](), reflect.TypeFor[Bitboard](), reflect.TypeFor[Move](), reflect.TypeFor[Wing](), reflect.TypeFor[Result](),
		reflect.TypeFor[Reason](), reflect.TypeFor[Outcome](), reflect.TypeFor[IllegalReason](), reflect.TypeFor[Problem](), reflect.TypeFor[PositionKey](), reflect.TypeFor[Setup](),
		reflect.TypeFor[FENRepair](), reflect.TypeFor[Claim](), reflect.TypeFor[Commands](), reflect.TypeFor[Eval](), reflect.TypeFor[Material](),
		reflect.TypeFor[MoveError](), reflect.TypeFor[FENError](), reflect.TypeFor[PGNError](), reflect.TypeFor[ParseError](),
		reflect.TypeFor[ActionError](), reflect.TypeFor[Language](), reflect.TypeFor[NAG](), reflect.TypeFor[Shape](),
	} {
		values := edgeValues(of)
		if of == reflect.TypeFor[MoveError]() {
			values = values[1:] // it is of some kind
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

// strangeFunctions are the functions that may be called with anything. Perft is
// not asked for a depth of 2^63.
var strangeFunctions = map[string]any{
	"Between": Between, "BishopAttacks": BishopAttacks, "BitboardOf": BitboardOf, "KingAttacks": KingAttacks,
	"KnightAttacks": KnightAttacks, "PawnAttacks": PawnAttacks, "RookAttacks": RookAttacks,
	"NewMove": NewMove, "NewPromotion": NewPromotion, "SquareAt": SquareAt, "WinFor": WinFor,
	"ParseCommands": ParseCommands, "ParseLanguage": ParseLanguage, "ParsePGN": ParsePGN,
	"ParseMove": ParseMove, "ParseFEN": ParseFEN, "RepairFEN": RepairFEN,
	"ParseSquare": ParseSquare, "Chess960Start": Chess960Start,
	"NewGameFrom": NewGameFrom,
	"Perft":       func(depth int) uint64 { p := StartPosition(); return Perft(p, min(depth, 1)) },
}

func TestFunctionsOnStrangeInput(t *testing.T) {
	for name, function := range strangeFunctions {
		of := reflect.TypeOf(function)
		parameters := []reflect.Type{of} // in the place of a receiver
		for i := range of.NumIn() {
			parameters = append(parameters, of.In(i))
		}
		for _, args := range argumentLists(reflect.FuncOf(parameters, nil, of.IsVariadic())) {
			testCall(t, "package", name, reflect.ValueOf(function), args)
		}
	}
}

// TestStaleNode: a place of a game that another text has replaced may not exist
// any more, and can be asked for that.
func TestStaleNode(t *testing.T) {
	g := mustParsePGN(t, studyPGN)
	end := g.End()
	if err := g.UnmarshalText([]byte("*")); err != nil || end.Exists() {
		t.Errorf("UnmarshalText = %v, and the old end of the game exists: %v, want no error and false", err, end.Exists())
	}
}

// crowdedBoards have more moves than any game can offer.
var crowdedBoards = []string{
	"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
	"kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
	"7k/6pp/8/Q1Q1Q1Q1/1Q1Q1Q1Q/Q1Q1Q1Q1/1Q1Q1Q2/K7 w - - 65535 65535",
	"1k6/PPP5/Q1QQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ b - - 0 1",
	"kbqqqqqq/brqqqqqq/qqqqqqqq/qqqqqqqq/QQQQQQQQ/QQQQQQQQ/BRQQQQQQ/KBQQQQQQ w - - 0 1",
	"kr1NNNNN/rr2NNNN/2NNNNNN/1NNNNNNN/NNNNNNNN/NNNNNNNN/NNNNNNNN/KNNNNNNN w - - 0 1",
	"3n1n1n/PPPPPPPP/8/8/8/8/pppppppp/k1N1N1NK w - - 0 1",
}

// TestCrowdedBoards: no number of pieces is too much for the generator, for what
// counts and lists moves, and for SAN, which must tell all rivals apart.
func TestCrowdedBoards(t *testing.T) {
	for _, fen := range crowdedBoards {
		p, err := ParseFEN(fen)
		if err != nil {
			t.Errorf("ParseFEN(%q) = %v, want no error", fen, err)
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
		g := newGame(p, FIDERules())
		for _, m := range moves {
			if _, err := g.Root().Add(m); err != nil {
				t.Errorf("%q: Add(%v) = %v, want no error", fen, m, err)
			}
		}
		checkRoundTrip(t, g)
	}
}

// errorOf returns the error of a parser.
func errorOf[T any](parse func(string) (T, error)) func(string) error {
	return func(text string) error {
		_, err := parse(text)
		return err
	}
}

// parsers are all that read a text.
var parsers = map[string]func(text string) error{
	"parseBitboard": errorOf(parseBitboard), "ParseMove": errorOf(ParseMove), "parsePiece": errorOf(parsePiece),
	"parseResult": errorOf(parseResult), "ParseSquare": errorOf(ParseSquare), "ParseLanguage": errorOf(ParseLanguage),
	"ParseFEN": errorOf(ParseFEN), "ParsePGN": errorOf(ParsePGN),
	"ParseSAN":       errorOf((&crowdedPosition).ParseSAN),
	"ParseStrictSAN": errorOf((&crowdedPosition).ParseStrictSAN),
	"ParseUCI":       errorOf((&crowdedPosition).ParseUCI),
	"RepairFEN": func(text string) error {
		_, _, err := RepairFEN(text)
		return err
	},
	"ParseCommands": func(text string) error {
		sinkBytes = []byte(ParseCommands(text).String())
		return nil
	},
	"Game.UnmarshalText": func(text string) error { return NewGame().UnmarshalText([]byte(text)) },
}

var crowdedPosition = MustParseFEN(crowdedBoards[1])

// hostileTexts are texts and, repeated, parts of long ones.
var hostileTexts = []string{
	"", " ", "\x00", "\xff", "\xff\xfe\x00", "\ufeff", "\u202e", "\u0301", "\u212a", "е4", "ｅ４", "１", "é", "%s%!", "\n", "\r\n",
	"18446744073709551616", "-9223372036854775809", "4294967297", "65536", "1e999", "0x10", "1_0", "NaN", "-0", "+1", ".", ":", "-", "#",
	"(", ")", "{", "}", "[", "]", "[%", "<", "\"", "\\", "/", ";", "$1", "*", "1-0", "0-", "O-O", "e4", "e2e4", "e8=Q", "Qd4xe5", "K", "8/",
	"QQQQQQQQ/", "KQkq", "Ge4,", "a1 ",
}

// hostilePlaces are where such a text may stand.
var hostilePlaces = []string{
	"§", "N§", "e2e4§", "{§}", "4k3/8/8/8/8/8/8/4K3§ w - - 0 1", "4k3/8/8/8/8/8/8/4K3 § - - 0 1", "4k3/8/8/8/8/8/8/4K3 w § - 0 1",
	"4k3/8/8/8/8/8/8/4K3 w - § 0 1", "4k3/8/8/8/8/8/8/4K3 w - - § 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 §",
	"[FEN \"§\"]\n\n1. e4 *", "[§ \"x\"]\n\n*", "[A §]\n\n*", "[White \"§\"]\n\n1. e5 *", "§. e4 *", "1. § *", "1. e4 $§ *", "1. e4 {§} (1. d4 §) *", "1. e4 {[%clk §] [%eval §,§] [%csl §]} *",
}

// TestHostileTexts: no text makes a parser panic or stay long, and each error is
// of a known type, short and readable.
func TestHostileTexts(t *testing.T) {
	for _, hostile := range hostileTexts {
		for _, times := range []int{1, shorter(1<<12) / max(len(hostile), 1)} {
			for _, place := range hostilePlaces {
				text := strings.ReplaceAll(place, "§", strings.Repeat(hostile, times))
				for name, parse := range parsers {
					checkTyped(t, fmt.Sprintf("%s of %d times %q in %q", name, times, hostile, place), parse(text))
				}
			}
		}
	}
}

// checkTyped checks an error of a parser.
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
			t.Errorf("%s: error %.200q of %d bytes, want short lines that can be printed", name, line, len(line))
		}
	}
}

// TestHostileJSON: what is no text of a value is refused, null says nothing, and
// neither changes the target.
func TestHostileJSON(t *testing.T) {
	targets := []any{
		pointer(Black), pointer(BlackKing), pointer(H8), pointer(Agreement), pointer(Automatic), pointer(NAG(1)), pointer(Shape{'G', E2, E4}), pointer(Bitboard(1)),
		pointer(NewMove(E2, E4)), pointer(Draw), pointer(StartPosition()), must(ParsePGN(studyPGN)),
	}
	for _, target := range targets {
		before := must(json.Marshal(target))
		for _, text := range []string{
			"null", "1", "-1", "1e400", "18446744073709551616", "true", "[]", "{}", `"\u0000"`, `"\ud800"`, `"` + strings.Repeat("x", 1<<20) + `"`,
			strings.Repeat("[", 1<<14), strings.Repeat(`{"a":`, 1<<14), `["e4"]`, `{"a1":"a1"}`, "", `"`, "\xff", "\"\xff\"",
		} {
			err := json.Unmarshal([]byte(text), target)
			if (err == nil) != (text == "null") {
				t.Errorf("json.Unmarshal(%.20q) into a %T = %v", text, target, err)
			}
			if diff := cmp.Diff(before, must(json.Marshal(target))); diff != "" {
				t.Errorf("json.Unmarshal(%.20q) changes a %T (-want +got):\n%s", text, target, diff)
			}
		}
	}
}

// allocated returns how many bytes a call allocates.
func allocated(call func()) uint64 {
	least := uint64(math.MaxUint64)
	for range 2 { // others may run beside
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		call()
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return least
}

// repeated returns n bytes of a unit over and over, between a head and a tail.
func repeated(head, unit, tail string, n int) string {
	return head + strings.Repeat(unit, n/len(unit)) + tail
}

// growthCases do something with texts of repeated units, nested brackets first.
var growthCases = []struct {
	name             string
	head, unit, tail string
	do               func(text string)
}{
	{"commands that never end", "", "[%", "]", parseCommands},
	{"commands not closed", "", "[%clk ", "", parseCommands},
	{"commands glued together", "", "[%[%csl Ge4]", "", parseCommands},
	{"commands again and again", "", "[%clk 1]", "", parseCommands},
	{"shapes", "[%csl Ge4", ",Ge4", "]", parseCommands},
	{"digits of a clock", "[%clk ", "9", "]", parseCommands},
	{"digits of an evaluation", "[%eval 0.", "9", "]", parseCommands},
	{"comment of lines that look like events", "a", "\n[Event \"", "", setComments},
	{"comment of lines that look like tags", "a", "\n\n[A \"", "", setComments},
	{"comment of blank lines", "a", "\n", "\n[A \"", setComments},
	{"comment of line ends and braces", "a", "\r}", "", setComments},
	{"castling rights", "4k3/8/8/8/8/8/8/R3K3 w ", "Q", " - 0 1", repairFEN},
	{"text behind a FEN", startFEN, " x", "", repairFEN},
	{"ranks", "8", "/8", " w - - 0 1", repairFEN},
	{"marks of check", "e4", "+", "", parseSAN},
	{"marks of en passant", "e4", "e.p.", "", parseSAN},
	{"castling", "O", "-O", "", parseSAN},
	{"squares of a set", "{a1", " a1", "}", func(text string) { sinkBool = errorOf(parseBitboard)(text) == nil }},
	{"moves", "", "Nf3 Nf6 Ng1 Ng8 ", "*", writeGame},
	{"alternatives", "e4", "(d4)", "*", writeGame},
	{"comments", "e4", "{a}", "*", writeGame},
	{"glyphs", "e4", "$1", "*", writeGame},
	{"variations in variations", "", "Nf3 (Nc3 Nf6 (Nc6 ", strings.Repeat(")", 250) + "*", writeGame},
	{"tags", "", "[A \"b\"]\n", "*", writeGame},
}

func parseCommands(text string) { sinkBytes = []byte(ParseCommands(text).String()) }

func setComments(text string) { NewGame().Root().SetComments(text) }

func repairFEN(text string) {
	p, _, err := RepairFEN(text)
	sinkPosition, sinkBool = p, err == nil
}

func parseSAN(text string) { sinkBool = errorOf((&crowdedPosition).ParseSAN)(text) == nil }

// writeGame reads a game, as far as it can be read, edits it and writes it.
func writeGame(text string) {
	g, err := ParsePGN(text)
	last := g.Root()
	for n := range g.Root().Children() {
		last = n
	}
	last.PromoteToMainLine()
	sinkBytes, sinkBool = g.AppendPGN(sinkBytes[:0], PGNFormat{}), err == nil && g.Equal(g)
}

// TestGrowth: what is done with a text twice as long takes no more than two and
// a half times the memory. The texts are so long that a square of steps would
// never end.
func TestGrowth(t *testing.T) {
	for _, test := range growthCases {
		n := shorter(1 << 17)
		if strings.Contains(test.name, "command") {
			n = shorter(1 << 20)
		}
		short, long := repeated(test.head, test.unit, test.tail, n), repeated(test.head, test.unit, test.tail, 2*n)
		once, twice := allocated(func() { test.do(short) }), allocated(func() { test.do(long) })
		if twice > once*5/2+1<<16 {
			t.Errorf("%s: %d bytes take %d bytes of memory, %d take %d, want at most 2.5 times that", test.name, len(short), once, len(long), twice)
		}
	}
}

// TestLimitsAtTheEdge: the largest limit is as good as none, the smallest number
// stands for the default.
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
				t.Errorf("limit %s of %d: error %.200v, want none and the whole game", fields.Field(i).Name, limit, err)
			}
		}
	}
}

// TestScanPGNNumbersOfWorkers: no number of workers is too much or too little.
func TestScanPGNNumbersOfWorkers(t *testing.T) {
	text := repeatGames(parallelStreams[0].games, 5<<19)
	want := scanPart(newTextScanner(text))
	for _, workers := range []int{math.MinInt, 0, 1000, math.MaxInt32, math.MaxInt} {
		got, err := scanAll(strings.NewReader(text), workers)
		if err != nil || !slices.Equal(got.found, want.found) {
			t.Errorf("%d workers: error %v, difference %s", workers, err, firstDifference(want.found, got.found))
		}
	}
}
