package chess_test

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
)

const gamePGN = `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Aino"]
[Black "?"]
[Result "1-0"]

1. e4 e5 $2 {why} (1... c5) 2. Nf3 1-0
`

// castled is a position after White has castled. Black still has both castling rights, and the
// halfmove clock is not zero.
var castled = chess.MustParseFEN("r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1")

// jsonValues holds values of every type that programs may store, with their JSON.
var jsonValues = []struct {
	value any
	json  string
}{
	{chess.Black, `"black"`},
	{chess.NoPieceType, `"none"`},
	{chess.Knight, `"knight"`},
	{chess.NoPiece, `"."`},
	{chess.BlackQueen, `"q"`},
	{chess.E4, `"e4"`},
	{chess.NoSquare, `"-"`},
	{chess.Bitboard(0), `"{}"`},
	{chess.BitboardOf(chess.A1, chess.H8), `"{a1 h8}"`},
	{chess.NullMove, `"0000"`},
	{chess.NewPromotion(chess.A7, chess.B8, chess.Rook), `"a7b8r"`},
	{castled, `"r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"`},
	{chess.Position{}, `""`},
	{
		chess.MustParseFEN("4k3/8/8/8/3pP3/8/8/R3K3 b Q e3 0 2").Setup(),
		`{"board":["R",".",".",".","K",".",".",".",` + strings.Repeat(`".",`, 16) +
			`".",".",".","p","P",".",".",".",` + strings.Repeat(`".",`, 24) + `".",".",".",".","k",".",".","."],` +
			`"turn":"black","castling":"{a1}","enPassant":"e3","halfmoveClock":0,"fullmoveNumber":2}`,
	},
	{chess.Material{chess.Pawn: 7, chess.King: 1}, `[0,7,0,0,0,0,1]`},
	{chess.BlackWins, `"0-1"`},
	{chess.ThreefoldRepetition, `"threefold repetition"`},
	{chess.Outcome{Result: chess.Drawn, Reason: chess.Agreement}, `{"result":"1/2-1/2","reason":"agreement"}`},
	{chess.Outcome{Result: chess.WhiteWins}, `{"result":"1-0"}`},
	{chess.Outcome{}, `{"result":"*"}`},
	{chess.Claimable, `"claimable"`},
	{
		chess.Rules{Fivefold: chess.NoEffect, FiftyMoves: chess.NoEffect, SeventyFiveMoves: chess.NoEffect,
			NoAnnouncedThreefold: true, NoAnnouncedFiftyMoves: true, OfferAfterMove: true},
		`{"deadPosition":"automatic","insufficientMaterial":"ignored","threefold":"claimable","fivefold":"ignored",` +
			`"fiftyMoves":"ignored","seventyFiveMoves":"ignored","perpetualCheck":"ignored",` +
			`"announcedThreefold":false,"announcedFiftyMoves":false,"offerAfterMove":true,"timeByMaterial":false,"resignationLoses":false}`,
	},
	{
		chess.Claim{Reason: chess.FiftyMoves, Move: chess.NewMove(chess.E1, chess.E2)},
		`{"reason":"fifty moves","move":"e1e2"}`,
	},
	{chess.Claim{Reason: chess.ThreefoldRepetition}, `{"reason":"threefold repetition"}`},
	{chess.MissedClaim, `"missed claim"`},
	{
		chess.Finding{Game: 3, White: "Aino", Line: 12, Column: 1, Kind: chess.WrongResult, Ply: 40, Tag: "Result", Text: "why"},
		`{"game":3,"white":"Aino","black":"","line":12,"column":1,"kind":"wrong result","ply":40,"tag":"Result","text":"why"}`,
	},
	{chess.NotationLong, `"long algebraic"`},
	{chess.A1.File(), `"a"`},
	{chess.A8.Rank(), `"8"`},
	{chess.Queenside, `"queenside"`},
	{chess.Finnish, `"Finnish"`},
	{chess.TooManyPawns, `"more than 8 pawns of one color"`},
	{chess.Pinned, `"pinned"`},
	{chess.PGNVariationEnd, `"variation end"`},
	{chess.Tag{Name: "White", Value: "Aino"}, `{"name":"White","value":"Aino"}`},
	{chess.NAG(14), `"$14"`},
	{chess.Eval{Centipawns: -125, Depth: 18}, `{"centipawns":-125,"depth":18}`},
	{chess.Eval{Mate: -3}, `{"centipawns":0,"mate":-3}`},
	{chess.Shape{Letter: 'G', From: chess.E4, To: chess.E4}, `"Ge4"`},
	{chess.Shape{Letter: 'R', From: chess.E2, To: chess.E4}, `"Re2e4"`},
	{
		chess.MoveInfo{
			Clock:  pointerTo(90 * time.Second),
			Eval:   &chess.Eval{Mate: -3},
			Shapes: []chess.Shape{{Letter: 'G', From: chess.E4, To: chess.E4}},
			Text:   "there",
		},
		`{"eval":{"centipawns":0,"mate":-3},"shapes":["Ge4"],"text":"there","clock":90}`,
	},
	{chess.MoveInfo{}, `{}`},
	{chess.MustParsePGN(gamePGN), string(must(json.Marshal(gamePGN)))},
}

// notStored lists the exported types that programs do not store: descriptions of other values,
// options, errors, and the types that read and write streams.
var notStored = strings.Fields(`
	PositionKey Node Arbiter FENFormat PGNFormat PGNLimits PGNOptions PGNPart PGNReader PGNScanner PGNWriter
	WinOptions WinVerdict
	ParseError FENError MoveError MergeError PGNError ActionError`)

// pointerTo returns a pointer to a copy of v.
func pointerTo[T any](v T) *T { return &v }

// must returns v and panics if err is not nil.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// checkJSON checks that v is marshaled as want, and that want is unmarshaled as a value equal to v.
func checkJSON(t *testing.T, v any, want string) {
	t.Helper()
	text, err := json.Marshal(v)
	if string(text) != want || err != nil {
		t.Errorf("json.Marshal(%#v) = %s, %v, want %s", v, text, err, want)
	}
	target := reflect.New(reflect.TypeOf(v))
	if err := json.Unmarshal([]byte(want), target.Interface()); err != nil {
		t.Errorf("json.Unmarshal(%s) = %v, want no error", want, err)
	}
	if diff := cmp.Diff(v, target.Elem().Interface()); diff != "" {
		t.Errorf("json.Unmarshal(%s) differs (-want +got):\n%s", want, diff)
	}
}

// TestJSON checks that every value is marshaled and unmarshaled, both alone and in a slice, and that text
// which cannot be unmarshaled leaves it unchanged. The
// slice matters because encoding/json writes bytes as base64 if they have no marshaler. Values that
// marshal as text are also used as map keys.
func TestJSON(t *testing.T) {
	for _, test := range jsonValues {
		of := reflect.TypeOf(test.value)
		t.Run(fmt.Sprint(of, test.json), func(t *testing.T) {
			checkJSON(t, test.value, test.json)

			kept := reflect.New(of)
			kept.Elem().Set(reflect.ValueOf(test.value))
			if target, ok := kept.Interface().(encoding.TextUnmarshaler); ok {
				if err := target.UnmarshalText([]byte("\x00")); err == nil || !cmp.Equal(kept.Elem().Interface(), test.value) {
					t.Errorf("UnmarshalText of a zero byte into %v: error %v and %v", test.value, err, kept.Elem())
				}
			}

			list := reflect.Append(reflect.MakeSlice(reflect.SliceOf(of), 0, 1), reflect.ValueOf(test.value))
			checkJSON(t, list.Interface(), "["+test.json+"]")

			if _, isText := test.value.(encoding.TextMarshaler); isText && test.json[0] == '"' && of.Comparable() && of.Kind() != reflect.Pointer {
				table := reflect.MakeMap(reflect.MapOf(of, reflect.TypeOf(0)))
				table.SetMapIndex(reflect.ValueOf(test.value), reflect.ValueOf(1))
				checkJSON(t, table.Interface(), "{"+test.json+":1}")
			}
		})
	}
}

// exportedTypes returns the names of the exported types of package chess.
func exportedTypes() (names []string) {
	declared := regexp.MustCompile(`(?m)^type ([A-Z]\w*) `)
	for _, file := range must(filepath.Glob("*.go")) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, match := range declared.FindAllStringSubmatch(string(must(os.ReadFile(file))), -1) {
			names = append(names, match[1])
		}
	}
	return names
}

// TestErrorJSON checks that errors are marshaled as objects with their message, fields, and
// squares.
func TestErrorJSON(t *testing.T) {
	p := chess.MustParseFEN("4k3/8/8/1b6/8/3N4/4K3/8 w - - 0 1")
	_, pinned := p.ParseSAN("Nf4")
	_, unreadable := p.ParseSANIn("Sf9", chess.Finnish)
	_, uci := p.ParseUCI(" d9 ")
	_, ambiguous := chess.MustParseFEN("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1").ParseSAN("Nd2")
	_, castling := chess.MustParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 0 1").ParseSAN("Kg1")
	_, corner := chess.MustParseFEN("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").ParseUCI("a1b3")
	_, fen := chess.ParseFEN("9/8/8/8/8/8/8/8 w - - 0 1")
	_, pgn := chess.ParsePGN("1. e4 e5 2. Ke3")
	const e5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"
	for _, test := range []struct {
		err  error
		want string
	}{
		{pinned, `"by":"b5","from":"d3","input":"Nf4","kind":"illegal move","move":"d3f4",` +
			`"piece":"knight","position":"4k3/8/8/1b6/8/3N4/4K3/8 w - - 0 1","to":"f4","why":"pinned"`},
		{unreadable, `"input":"Sf9","kind":"not a move","language":"Finnish","position":"4k3/8/8/1b6/8/3N4/4K3/8 w - - 0 1"`},
		{uci, `"input":"d9","kind":"not a move","position":"4k3/8/8/1b6/8/3N4/4K3/8 w - - 0 1"`},
		{ambiguous, `"candidates":["b1","f1"],"input":"Nd2","kind":"ambiguous move","piece":"knight",` +
			`"position":"4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1","to":"d2"`},
		{castling, `"from":"e1","input":"Kg1","kind":"illegal move","move":"e1g1","piece":"king",` +
			`"position":"4k3/8/8/8/8/8/8/4K2R w K - 0 1","spelling":"O-O","to":"g1","why":"not how it moves"`},
		{corner, `"from":"a1","input":"a1b3","kind":"illegal move","move":"a1b3",` +
			`"position":"4k3/8/8/8/8/8/8/R3K3 w - - 0 1","to":"b3","why":"not how it moves"`},
		{fen, `"fen":"9/8/8/8/8/8/8/8 w - - 0 1","field":"piece placement","offset":0,"detail":"'9' is not a piece"`},
		{pgn, `"warning":false,"lossy":true,"outside":false,"game":1,"white":"","black":"","line":1,"column":13,"offset":12,"position":"` + e5 +
			`","isMove":true,"token":"Ke3","detail":"a king does not move from e1 to e3","error":{"text":"Ke3: a king does ` +
			`not move from e1 to e3","from":"e1","input":"Ke3","kind":"illegal move","move":"e1e3","piece":"king",` +
			`"position":"` + e5 + `","to":"e3","why":"not how it moves"}`},
		{chess.NewGame().AcceptDraw(chess.White), `"action":"accept","by":"white",` +
			`"detail":"Black has not offered a draw"`},
		{chess.NewGame().Resign(7), `"action":"resignation","by":"Color(7)","detail":"there is no such player"`},
	} {
		text, err := json.Marshal(test.err)
		want := fmt.Sprintf(`{"text":%s,%s}`, must(json.Marshal(test.err.Error())), test.want)
		if string(text) != want || err != nil {
			t.Errorf("json.Marshal(%v) = %s, %v, want %s", test.err, text, err, want)
		}
	}
}

// TestJSONOfEveryType checks that every exported type is in jsonValues or in notStored.
func TestJSONOfEveryType(t *testing.T) {
	known := make(map[string]bool)
	for _, name := range notStored {
		known[name] = true
	}
	for _, test := range jsonValues {
		name := reflect.TypeOf(test.value).String()
		known[name[strings.LastIndex(name, ".")+1:]] = true
	}
	for _, name := range exportedTypes() {
		if !known[name] {
			t.Errorf("type %s is neither in jsonValues nor in notStored", name)
		}
		delete(known, name)
	}
	for name := range known {
		t.Errorf("jsonValues or notStored contains type %s, which does not exist", name)
	}
}

// TestGameJSON checks that the zero Game has the same JSON as a new game, and that pointers to
// games work in structs and maps.
func TestGameJSON(t *testing.T) {
	fresh := string(must(json.Marshal(chess.NewGame().String())))
	checkJSON(t, &chess.Game{}, fresh)
	checkJSON(t, struct{ G *chess.Game }{chess.NewGame()}, `{"G":`+fresh+`}`)
	checkJSON(t, map[string]*chess.Game{"g": chess.NewGame()}, `{"g":`+fresh+`}`)
	checkJSON(t, struct{ G *chess.Game }{}, `{"G":null}`)
}

// TestDestinationsJSON checks that Destinations is marshaled as an object with the squares of
// origin as keys, and those of a game that is over as an empty one.
func TestDestinationsJSON(t *testing.T) {
	p := chess.MustParseFEN("4k3/8/8/8/8/8/7P/4K2R w K - 0 1")
	checkJSON(t, p.Destinations(), `{"e1":["d1","f1","g1","d2","e2","f2"],"h1":["f1","g1"],"h2":["h3","h4"]}`)
	over := chess.NewGame()
	if err := over.Resign(chess.White); err != nil {
		t.Fatal(err)
	}
	checkJSON(t, over.Destinations(), "{}")
}

// TestEmptyListJSON checks that empty lists are marshaled as [] and not as null.
func TestEmptyListJSON(t *testing.T) {
	checkmate := chess.MustParseFEN("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
	_, repairs, _ := chess.RepairFEN(castled.FEN())
	fresh, over, zero := chess.NewGame(), chess.NewGame(), new(chess.Game)
	if err := over.Resign(chess.White); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		list any
	}{
		{"Position.LegalMoves after checkmate", checkmate.LegalMoves()},
		{"Position.Problems", castled.Problems()},
		{"repairs of RepairFEN", repairs},
		{"PGNReader.Faults", new(chess.PGNReader).Faults()},
		{"Game.Moves", fresh.Moves()},
		{"Game.Tags", fresh.Tags()},
		{"Game.RepeatableHashes", fresh.RepeatableHashes()},
		{"Game.CapturedBy", fresh.CapturedBy(chess.White)},
		{"Game.Claims", fresh.Claims()},
		{"Game.Claims when the game is over", over.Claims()},
		{"Game.ClaimsByMove", fresh.ClaimsByMove()},
		{"Game.ClaimsByMove when the game is over", over.ClaimsByMove()},
		{"Game.Moves of the zero Game", zero.Moves()},
		{"Game.Tags of the zero Game", zero.Tags()},
		{"Node.Comments", fresh.Root().Comments()},
		{"Node.CommentsBefore", fresh.Root().CommentsBefore()},
		{"Node.NAGs", fresh.Root().NAGs()},
		{"Node.Comments of the zero Node", chess.Node{}.Comments()},
		{"Node.NAGs of the zero Node", chess.Node{}.NAGs()},
	} {
		if text, err := json.Marshal(test.list); string(text) != "[]" || err != nil {
			t.Errorf("%s: JSON = %s, %v, want []", test.name, text, err)
		}
	}
	if text, err := json.Marshal(checkmate.Destinations()); string(text) != "{}" || err != nil {
		t.Errorf("Position.Destinations after checkmate: JSON = %s, %v, want {}", text, err)
	}
}

// TestDiffOfEveryType checks that cmp.Diff compares values of every type without options.
func TestDiffOfEveryType(t *testing.T) {
	for _, test := range jsonValues {
		of := reflect.TypeOf(test.value)
		zero := reflect.Zero(of).Interface()
		if diff := cmp.Diff(test.value, test.value); diff != "" {
			t.Errorf("cmp.Diff of %v and itself is not empty:\n%s", test.value, diff)
		}
		if same := cmp.Diff(test.value, zero) == ""; same != reflect.ValueOf(test.value).IsZero() {
			t.Errorf("%v %v: equal to the zero value by cmp.Diff = %v, want %v", of, test.value, same, !same)
		}
	}
}

// TestMoveErrorDiff checks that cmp.Diff compares MoveErrors and shows their messages.
func TestMoveErrorDiff(t *testing.T) {
	p := chess.StartPosition()
	_, first := p.ParseSAN("Nf4")
	_, second := p.ParseSAN("Nf5")
	if diff := cmp.Diff(first, first); diff != "" {
		t.Errorf("cmp.Diff of an error and itself is not empty:\n%s", diff)
	}
	if diff := cmp.Diff(first, second); !strings.Contains(diff, "Nf4") || !strings.Contains(diff, "Nf5") {
		t.Errorf("cmp.Diff of two errors does not contain Nf4 and Nf5:\n%s", diff)
	}
}

// TestNodesAreComparable checks that nodes are equal with == if and only if they are the same node
// of the same game.
func TestNodesAreComparable(t *testing.T) {
	g := chess.MustParsePGN("1. e4 e5 (1... c5) 2. Nf3 *")
	list := func() []chess.Node {
		nodes := []chess.Node{{}, g.Root()}
		for n := range g.MainLine() {
			nodes = slices.AppendSeq(nodes, n.Parent().Children())
		}
		return append(nodes, chess.MustParsePGN("1. e4 *").Root())
	}
	other := list()
	for i, a := range list() {
		for j, b := range other {
			if same := i == j && j < len(other)-1; (a == b) != same {
				t.Errorf("nodes %d and %d: a == b is %v, want %v", i, j, a == b, same)
			}
		}
	}
}

// differentFENs are FENs of different positions. Most of them differ in one thing from the first or
// from the preceding one.
var differentFENs = []string{
	"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 20",
	"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20",
	"r3k2r/8/8/8/8/8/8/R3K2R w KQk - 3 20",
	"r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 3 20",
	"r3k2r/8/8/8/8/8/8/R3K2R w - - 3 20",
	"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 20",
	"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 21",
	"r3k2r/8/8/8/8/8/8/R3K2N w Qkq - 3 20",
	"r3k2r/8/8/8/8/8/8/R3K1R1 w Qkq - 3 20",
	"r3k1rr/8/8/8/8/8/8/R3K2R w KQkq - 3 20",
	"r3k1rr/8/8/8/8/8/8/R3K2R w KQgq - 3 20",
	"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 20",
	"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 20",
}

// TestPositionEqual checks that positions are equal if and only if their FENs are equal, and that
// cmp.Diff shows the FENs of different positions.
func TestPositionEqual(t *testing.T) {
	for i, first := range differentFENs {
		for j, second := range differentFENs {
			p, q := chess.MustParseFEN(first), chess.MustParseFEN(second)
			if p.Equal(q) != (i == j) {
				t.Errorf("%s: Equal(%s) = %v, want %v", first, second, p.Equal(q), i == j)
			}
			for _, diff := range []string{
				cmp.Diff(p, q), cmp.Diff(&p, &q), cmp.Diff([]chess.Position{p}, []chess.Position{q}),
				cmp.Diff(struct{ Final chess.Position }{p}, struct{ Final chess.Position }{q}),
				cmp.Diff(map[string]chess.Position{"final": p}, map[string]chess.Position{"final": q}),
			} {
				if i == j && diff != "" {
					t.Errorf("cmp.Diff of %s and itself is not empty:\n%s", first, diff)
				}
				if i != j && (!strings.Contains(diff, first) || !strings.Contains(diff, second)) {
					t.Errorf("cmp.Diff does not contain %s and %s:\n%s", first, second, diff)
				}
			}
		}
	}
}

// TestPositionEqualForms checks that Equal ignores an en passant square on which no capture is
// legal, and the notation of castling rights in the FEN.
func TestPositionEqualForms(t *testing.T) {
	for _, test := range []struct{ first, second string }{
		{"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"},
		{"8/8/8/8/k2pP2R/8/8/7K b - e3 0 1", "8/8/8/8/k2pP2R/8/8/7K b - - 0 1"}, // the pawn is pinned
		{"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
	} {
		p, q := chess.MustParseFEN(test.first), chess.MustParseFEN(test.second)
		if p == q {
			t.Errorf("%s and %s are equal with ==, want positions that differ internally", test.first, test.second)
		}
		if !p.Equal(q) || cmp.Diff(p, q) != "" || p.FEN() != q.FEN() {
			t.Errorf("%s: Equal(%s) = %v, FENs %v and %v, want true and equal FENs",
				test.first, test.second, p.Equal(q), p, q)
		}
	}
}

// asLines is the option of ExampleGame_Difference. With it, cmp compares games as lists of lines,
// with one token of movetext per line.
var asLines = cmp.Transformer("lines", func(g *chess.Game) []string {
	return strings.Split(string(g.AppendPGN(nil, chess.PGNFormat{Columns: 1})), "\n")
})

// changes returns the lines of diff that begin with - or +. It normalizes white space, which cmp
// varies.
func changes(diff string) (lines []string) {
	for line := range strings.Lines(diff) {
		if words := strings.Fields(line); len(words) > 0 && (words[0] == "-" || words[0] == "+") {
			lines = append(lines, strings.Join(words, " "))
		}
	}
	return lines
}

// asMoves is an option that makes cmp show the moves of a list as text. Without it, cmp shows them
// as numbers.
var asMoves = cmp.Comparer(func(a, b chess.Move) bool { return a == b })

// TestMovesDiff checks that cmp.Diff shows only the moves that differ between two lists, as text.
func TestMovesDiff(t *testing.T) {
	pgn, err := os.ReadFile("testdata/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	moves := chess.MustParsePGN(string(pgn)).Moves()
	if len(moves) < 32 {
		t.Fatalf("first game in testdata/games.pgn has %d plies, want at least 32", len(moves))
	}
	other := slices.Clone(moves)
	other[len(other)-1] = chess.NewMove(chess.A1, chess.A8)
	last := moves[len(moves)-1].String()
	for _, test := range [][2][]chess.Move{{moves, other}, {moves[:2], other[1:3]}} {
		diff := cmp.Diff(test[0], test[1], asMoves)
		for _, line := range changes(diff) {
			if !strings.Contains(line, `s"`) {
				t.Errorf("cmp.Diff contains the line %q, want a move as text:\n%s", line, diff)
			}
		}
	}
	if got, want := changes(cmp.Diff(moves, other, asMoves)), []string{
		`- s"` + last + `",`, `+ s"a1a8",`,
	}; !slices.Equal(got, want) {
		t.Errorf("changed lines of cmp.Diff = %q, want %q", got, want)
	}
}

// TestGameDiff checks that cmp.Diff without options shows two short games as PGN.
func TestGameDiff(t *testing.T) {
	short, other := chess.MustParsePGN("1. e4 e5 2. Nf3 *"), chess.MustParsePGN("1. e4 e5 2. Nc3 *")
	if diff := cmp.Diff(short, other); !strings.Contains(diff, "2. Nf3 *") || !strings.Contains(diff, "2. Nc3 *") {
		t.Errorf("cmp.Diff does not contain the moves that differ:\n%s", diff)
	}
}

// TestLongGameDiff checks that cmp.Diff with the option asLines shows only the lines that differ
// between two long games, and that Difference describes the same difference.
func TestLongGameDiff(t *testing.T) {
	pgn, err := os.ReadFile("testdata/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	game := chess.MustParsePGN(string(pgn))
	if diff := cmp.Diff(game, chess.MustParsePGN(string(pgn))); diff != "" {
		t.Errorf("cmp.Diff of a game and a copy is not empty:\n%s", diff)
	}
	for _, test := range []struct {
		from, to   string
		difference string
		lines      []string
	}{
		{"17. Rd8#", "17. Rd7", "after 16... Nxb8: 17. Rd8#, not 17. Rd7", []string{`- "Rd8#",`, `+ "Rd7",`}},
		{"2. Nf3", "2. Nf3 $1", "glyphs of 2. Nf3: [], not [$1]", []string{`+ "$1",`}},
		{
			`[Round "?"]`, `[Round "3"]`, `tag Round: "?", not "3"`,
			[]string{"- `[Round \"?\"]`,", "+ `[Round \"3\"]`,"},
		},
	} {
		changed := chess.MustParsePGN(strings.Replace(string(pgn), test.from, test.to, 1))
		if cmp.Diff(game, changed) == "" {
			t.Errorf("%s: cmp.Diff is empty, want a difference", test.to)
		}
		if got := game.Difference(changed); got != test.difference {
			t.Errorf("%s: Difference() = %q, want %q", test.to, got, test.difference)
		}
		if got := changes(cmp.Diff(game, changed, asLines)); !slices.Equal(got, test.lines) {
			t.Errorf("%s: changed lines of cmp.Diff = %q, want %q", test.to, got, test.lines)
		}
	}
}

// kiwipete is a well-known test position with many captures and castling moves.
const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// The functions below implement the same alpha-beta search in each form that the documentation
// recommends.

// searchBuffer appends moves to a buffer and passes positions by value.
func searchBuffer(p chess.Position, depth, alpha, beta int) int {
	if depth == 0 {
		return value(p)
	}
	var buffer [chess.MaxMoves]chess.Move
	for _, m := range p.AppendQuietMoves(p.AppendCaptures(buffer[:0])) {
		alpha = max(alpha, -searchBuffer(p.After(m), depth-1, -beta, -alpha))
		if alpha >= beta {
			break
		}
	}
	return alpha
}

// searchMoves iterates over moves and passes positions by value.
func searchMoves(p chess.Position, depth, alpha, beta int) int {
	if depth == 0 {
		return value(p)
	}
	for m := range p.Moves() {
		alpha = max(alpha, -searchMoves(p.After(m), depth-1, -beta, -alpha))
		if alpha >= beta {
			break
		}
	}
	return alpha
}

// searchBufferSetAfter appends moves to a buffer and sets a variable outside the loop to the
// position after each move.
func searchBufferSetAfter(p *chess.Position, depth, alpha, beta int) int {
	if depth == 0 {
		return value(*p)
	}
	var buffer [chess.MaxMoves]chess.Move
	var next chess.Position
	for _, m := range p.AppendQuietMoves(p.AppendCaptures(buffer[:0])) {
		next.SetAfter(p, m)
		alpha = max(alpha, -searchBufferSetAfter(&next, depth-1, -beta, -alpha))
		if alpha >= beta {
			break
		}
	}
	return alpha
}

// searchMovesSetAfter iterates over moves and sets a variable outside the loop to the position
// after each move.
func searchMovesSetAfter(p *chess.Position, depth, alpha, beta int) int {
	if depth == 0 {
		return value(*p)
	}
	var next chess.Position
	for m := range p.Moves() {
		next.SetAfter(p, m)
		alpha = max(alpha, -searchMovesSetAfter(&next, depth-1, -beta, -alpha))
		if alpha >= beta {
			break
		}
	}
	return alpha
}

// TestSearchAllocatesNothing checks that a recursive search in each documented form makes no
// allocations, and that all forms return the same value.
func TestSearchAllocatesNothing(t *testing.T) {
	const depth, bound = 3, 2 * mate
	p := chess.MustParseFEN(kiwipete)
	var want int
	for i, test := range []struct {
		name string
		run  func() int
	}{
		{"buffer, After", func() int { return searchBuffer(p, depth, -bound, bound) }},
		{"Moves, After", func() int { return searchMoves(p, depth, -bound, bound) }},
		{"buffer, SetAfter", func() int { return searchBufferSetAfter(&p, depth, -bound, bound) }},
		{"Moves, SetAfter", func() int { return searchMovesSetAfter(&p, depth, -bound, bound) }},
	} {
		got := test.run()
		if i == 0 {
			want = got
		}
		if got != want {
			t.Errorf("%s: search = %d, want %d", test.name, got, want)
		}
		if n := testing.AllocsPerRun(1, func() { test.run() }); n != 0 {
			t.Errorf("%s: %v allocations, want 0", test.name, n)
		}
	}
}

// TestExampleSearchesAllocateNothing checks that the searches of the examples make no allocations.
func TestExampleSearchesAllocateNothing(t *testing.T) {
	p := chess.MustParseFEN(kiwipete)
	for _, test := range []struct {
		name string
		run  func()
	}{
		{"Example_bot", func() { search(p, 0, -mate, mate) }},
		{"ExamplePosition_SetAfter", func() { mates(&p, 2) }},
		{"ExamplePosition_After", func() {
			for m := range p.Moves() {
				p.After(m).IsCheckmate()
			}
		}},
	} {
		if n := testing.AllocsPerRun(1, test.run); n != 0 {
			t.Errorf("%s: %v allocations, want 0", test.name, n)
		}
	}
}

// TestZeroStreams checks that readers and writers without a stream say so.
func TestZeroStreams(t *testing.T) {
	g, err := new(chess.PGNReader).Read()
	if g != nil || err == nil {
		t.Errorf("PGNReader: Read() = %v, %v, want an error", g, err)
	}
	for g, err := range (&chess.PGNReader{Workers: 4}).All() {
		if g != nil || err == nil {
			t.Errorf("PGNReader: All() yields %v, %v, want an error", g, err)
		}
	}
	for _, err := range chess.ScanPGN(nil, 4, chess.PGNOptions{}, (*chess.PGNScanner).Next) {
		if err == nil || err.Error() != "no reader: the value is nil" {
			t.Errorf("ScanPGN: error %v", err)
		}
	}
	for name, s := range map[string]*chess.PGNScanner{"zero": {}, "nil": chess.NewPGNScanner(nil), "part": chess.PGNPart{}.Scanner()} {
		s.SkipGame()
		if event := s.Next(); event != chess.PGNEnd || (s.Err() == nil) != (name == "part") || s.Offset() != 0 {
			t.Errorf("%s PGNScanner: Next() = %v with %v at %d", name, event, s.Err(), s.Offset())
		}
	}
	for _, g := range []*chess.Game{chess.NewGame(), nil} {
		if err := new(chess.PGNWriter).Write(g); err == nil || err.Error() != "no writer: the value is nil" {
			t.Errorf("PGNWriter: Write = %v", err)
		}
	}
}

// TestJoinedJSON checks that several faults of a game are one object.
func TestJoinedJSON(t *testing.T) {
	_, err := chess.ParsePGN("1. e4 (1. Ke4) e5 (1... Qa5) 2. Nf3 *")
	var got struct {
		Text   string
		Errors []struct{ Text string }
	}
	text, failed := json.Marshal(err)
	if failed == nil {
		failed = json.Unmarshal(text, &got)
	}
	if failed != nil || got.Text != err.Error() || len(got.Errors) < 2 || got.Errors[0].Text == "" {
		t.Errorf("json.Marshal(%v) = %s, %v", err, text, failed)
	}
	for _, err := range []error{chess.ErrIllegal, chess.ErrSyntax} {
		if text, failed := json.Marshal(err); failed != nil || !bytes.Contains(text, []byte(err.Error())) || text[0] != '{' {
			t.Errorf("json.Marshal(%v) = %s, %v", err, text, failed)
		}
	}
	_, err = chess.ParseSquare("z9")
	var parsing *chess.ParseError
	if text, _ := json.Marshal(err); !errors.As(err, &parsing) || !bytes.HasPrefix(text, []byte(`{"text":"\"z9\" is not`)) {
		t.Errorf("json.Marshal(%v) = %s", err, text)
	}
}

// TestKeyJSON checks that keys of positions are keys of JSON maps.
func TestKeyJSON(t *testing.T) {
	p := chess.StartPosition()
	text, err := json.Marshal(map[chess.PositionKey]int{p.Key(): 1, {}: 2, castled.Key(): 3})
	if want := `{"":2,"r3k2r/8/8/8/8/8/8/R4RK1 b kq -":3,"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -":1}`; string(text) != want {
		t.Errorf("a map with keys is %s, want %s", text, want)
	}
	var back map[chess.PositionKey]int
	if err == nil {
		err = json.Unmarshal(text, &back)
	}
	if err != nil || len(back) != 3 || back[p.Key()] != 1 {
		t.Errorf("a map with keys is %s, and reads as %v, %v", text, back, err)
	}
	key := p.Key()
	if err := key.UnmarshalText([]byte("x")); err == nil || key != p.Key() {
		t.Errorf("UnmarshalText of a key from x: error %v and a changed key", err)
	}
}

// TestGoString checks that %#v prints an expression that yields the value again.
func TestGoString(t *testing.T) {
	stepped := chess.StartPosition().After(chess.NewMove(chess.E2, chess.E4))
	for _, test := range []struct {
		value any
		want  string
	}{
		{chess.E4, "chess.E4"}, {chess.NoSquare, "chess.NoSquare"}, {chess.Square(99), "chess.Square(99)"},
		{chess.BlackQueen, "chess.BlackQueen"}, {chess.NoPiece, "chess.NoPiece"}, {chess.Piece(8), "chess.Piece(8)"},
		{chess.NullMove, `chess.MustParseMove("0000")`}, {chess.MustParseMove("a7a8q"), `chess.MustParseMove("a7a8q")`},
		{chess.Move(1 << 15), "chess.Move(32768)"}, {chess.Position{}, "chess.Position{}"},
		{[]chess.Move{chess.NewMove(chess.E2, chess.E4)}, `[]chess.Move{chess.MustParseMove("e2e4")}`},
		{stepped, `chess.MustParseFEN("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1")`},
		{chess.MustParsePGN(gamePGN), "chess.MustParsePGN(`" + gamePGN + "`)"},
		{(*chess.Game)(nil), "<nil>"},
	} {
		if got := fmt.Sprintf("%#v", test.value); got != test.want {
			t.Errorf("%%#v of %v = %s, want %s", test.value, got, test.want)
		}
	}
	for _, comment := range []string{"plain", "a `quote`", `"both`, "a\\b\n%s", "a\rb"} {
		g := chess.NewGame()
		g.Root().SetComments(comment)
		text, ok := strings.CutPrefix(fmt.Sprintf("%#v", g), "chess.MustParsePGN(")
		text, err := strconv.Unquote(strings.TrimSuffix(text, ")"))
		if back := chess.MustParsePGN(text); !ok || err != nil || !g.Equal(back) {
			t.Errorf("%#v reads as %v, %v", g, back, err)
		}
	}
}

// TestParseRating checks that ratings are read with the marks of servers and federations.
func TestParseRating(t *testing.T) {
	for value, want := range map[string]int{
		"2100": 2100, "2100?": 2100, "1500P12": 1500, " 2100 (FIDE)": 2100, "0": 0, "": 0, "-": 0, "?": 0, "unrated": 0,
		"*": 0, "1500P?": 1500, "1500,": 1500, "4999": 4999, "5000": -1, "9999": -1, "GM": -1, "21OO": -1, "-2100": -1,
	} {
		got, err := chess.ParseRating(value)
		var wrong *chess.ParseError
		switch {
		case want < 0 && (got != 0 || !errors.As(err, &wrong) || wrong.Kind != "rating" || wrong.Text != value):
			t.Errorf("ParseRating(%q) = %d, %v, want a *ParseError", value, got, err)
		case want >= 0 && (got != want || err != nil):
			t.Errorf("ParseRating(%q) = %d, %v, want %d", value, got, err, want)
		}
	}
}

// TestParseDate checks the range of days of a date, and dates that do not exist.
func TestParseDate(t *testing.T) {
	const never, unknown = "never", "0001-01-01 to 0001-01-01"
	for value, want := range map[string]string{
		"2024.01.31": "2024-01-31 to 2024-01-31", "2024-01-31": "2024-01-31 to 2024-01-31", "2024.02.??": "2024-02-01 to 2024-02-29",
		"2023.02": "2023-02-01 to 2023-02-28", "2024 01 31": "2024-01-31 to 2024-01-31", "2024.??.??": "2024-01-01 to 2024-12-31", "19??": "1900-01-01 to 1999-12-31",
		"2024.??.31": "2024-01-31 to 2024-12-31", "1999.1?.0?": "1999-10-01 to 1999-12-31",
		"": unknown, "????.??.??": unknown, "????.01.31": unknown, "????.99.99": unknown, "0000.00.00": unknown,
		"2024.02.30": never, "2023.02.29": never, "2024.13.01": never, "2024.04.31": never, "today": never, "2024.01.31x": never,
	} {
		first, last, err := chess.ParseDate(value)
		var wrong *chess.ParseError
		got := first.Format(time.DateOnly) + " to " + last.Format(time.DateOnly)
		if isWrong := errors.As(err, &wrong) && wrong.Kind == "date" && wrong.Text == value && first.IsZero() && last.IsZero(); isWrong {
			got = never
		}
		if got != want || want != never && (err != nil || last.Before(first) || first.Location() != time.UTC) {
			t.Errorf("ParseDate(%q) = %s, %v, want %s", value, got, err, want)
		}
	}
}

// TestDatabase checks that positions, moves, results, and games go into a database as their text and
// come back equal, and that nothing else is read.
func TestDatabase(t *testing.T) {
	g := chess.MustParsePGN(gamePGN)
	for _, test := range []struct {
		value driver.Valuer
		into  sql.Scanner
		text  string
	}{
		{chess.StartPosition().After(chess.NewMove(chess.E2, chess.E4)), new(chess.Position),
			"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"},
		{chess.Position{}, new(chess.Position), ""},
		{chess.MustParseMove("a7a8q"), new(chess.Move), "a7a8q"},
		{chess.NullMove, new(chess.Move), "0000"},
		{chess.Drawn, new(chess.Result), "1/2-1/2"},
		{g, chess.NewGame(), g.String()},
	} {
		stored, err := test.value.Value()
		if stored != test.text || err != nil || !driver.IsValue(stored) {
			t.Errorf("Value of %v = %v, %v, want %q", test.value, stored, err, test.text)
		}
		for _, column := range []any{test.text, []byte(test.text)} {
			if err := test.into.Scan(column); err != nil {
				t.Errorf("Scan(%v) = %v, want nil", column, err)
			}
			back := reflect.ValueOf(test.into)
			if reflect.TypeOf(test.value).Kind() != reflect.Pointer {
				back = back.Elem()
			}
			if diff := cmp.Diff(any(test.value), back.Interface()); diff != "" {
				t.Errorf("Scan(%v) differs (-want +got):\n%s", column, diff)
			}
		}
		for _, column := range []any{nil, int64(1), "x", []byte("x y"), 0.5, time.Time{}, test.value} {
			if err := test.into.Scan(column); err == nil {
				t.Errorf("Scan(%v) of a %T = nil, want an error", column, test.into)
			}
		}
	}
	var wrong *chess.ParseError
	if err := new(chess.Move).Scan(nil); !errors.As(err, &wrong) || wrong.Text != "NULL" || !strings.Contains(wrong.Want, "sql.Null") {
		t.Errorf("Scan(nil) = %v, want a *ParseError", err)
	}
	if stored, err := (*chess.Game)(nil).Value(); stored != nil || err != nil {
		t.Errorf("Value of no game = %v, %v, want NULL", stored, err)
	}
	if stored, err := chess.Move(1 << 15).Value(); stored != nil || err == nil {
		t.Errorf("Value of an impossible move = %v, %v, want an error", stored, err)
	}
}

// numbers are the values that programs may store as numbers, as package gob does. They stay the same.
var numbers = map[uint64][]any{
	0: {chess.White, chess.NoPieceType, chess.NoPiece, chess.Kingside, chess.A1, chess.NullMove, chess.Unfinished, chess.NoReason, chess.NAG(0)},
	1: {chess.Black, chess.Pawn, chess.WhitePawn, chess.Queenside, chess.B1, chess.WhiteWins, chess.Checkmate, chess.GoodMove},
	2: {chess.Knight, chess.WhiteKnight, chess.BlackWins, chess.Stalemate, chess.PoorMove},
	3: {chess.Bishop, chess.WhiteBishop, chess.Drawn, chess.DeadPosition, chess.VeryGoodMove},
	4: {chess.Rook, chess.WhiteRook, chess.InsufficientMaterial, chess.VeryPoorMove},
	5: {chess.Queen, chess.WhiteQueen, chess.ThreefoldRepetition, chess.SpeculativeMove},
	6: {chess.King, chess.WhiteKing, chess.FivefoldRepetition, chess.QuestionableMove},
	7: {chess.H1, chess.FiftyMoves}, 8: {chess.A2, chess.SeventyFiveMoves}, 9: {chess.BlackPawn, chess.PerpetualCheck},
	10: {chess.BlackKnight, chess.Agreement}, 11: {chess.BlackBishop, chess.Resignation}, 12: {chess.BlackRook, chess.OutOfTime},
	13: {chess.BlackQueen, chess.Adjudication}, 14: {chess.BlackKing, chess.Abandonment}, 15: {chess.Forfeit},
	16: {chess.RulesInfraction}, 63: {chess.H8}, 64: {chess.NoSquare},
	12 | 28<<6:         {chess.MustParseMove("e2e4")},
	4 | 7<<6:           {chess.MustParseMove("e1h1")},
	48 | 56<<6 | 5<<12: {chess.MustParseMove("a7a8q")},
	15 | 7<<6 | 2<<12:  {chess.MustParseMove("h2h1n")},
}

// TestNumbers checks the numbers of values, and that package gob writes them.
func TestNumbers(t *testing.T) {
	reasons := map[any]bool{}
	for want, values := range numbers {
		for _, v := range values {
			var stored bytes.Buffer
			var number uint64
			if err := errors.Join(gob.NewEncoder(&stored).Encode(v), gob.NewDecoder(&stored).Decode(&number)); err != nil || number != want {
				t.Errorf("%T %v is stored as %d, %v, want %d", v, v, number, err, want)
			}
			if r, ok := v.(chess.Reason); ok {
				reasons[r] = true
			}
		}
	}
	if n := chess.Reason(len(reasons)); !strings.HasPrefix(n.String(), "Reason(") {
		t.Errorf("the number of the reason %v is not pinned", n)
	}
}

// TestGob checks that package gob writes a game as its text, and that games and positions in structs
// and slices come back equal.
func TestGob(t *testing.T) {
	type record struct {
		Game      *chess.Game
		Games     []*chess.Game
		Position  chess.Position
		Positions []chess.Position
		Outcome   chess.Outcome
		Moves     []chess.Move
	}
	g := chess.MustParsePGN("[White \"Aino\"]\n\n1. e4 {[%clk 0:05:00]} e5 (1... c5 2. Nf3) 2. f4 1-0")
	for _, want := range []record{
		{}, {Game: chess.NewGame()},
		{g, []*chess.Game{chess.MustParsePGN(gamePGN), g}, g.Position(), slices.Collect(positionsOf(g)), g.Outcome(), g.Moves()},
	} {
		var stored bytes.Buffer
		var got record
		if err := gob.NewEncoder(&stored).Encode(want); err != nil {
			t.Fatal(err)
		}
		if want.Game != nil && !bytes.Contains(stored.Bytes(), []byte(want.Game.String())) {
			t.Errorf("%q does not contain the text of the game", stored.Bytes())
		}
		if err := gob.NewDecoder(&stored).Decode(&got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b chess.Move) bool { return a == b })); diff != "" {
			t.Errorf("gob differs (-want +got):\n%s", diff)
		}
	}
}

// positionsOf iterates over the positions of a game.
func positionsOf(g *chess.Game) iter.Seq[chess.Position] {
	return func(yield func(chess.Position) bool) {
		for _, p := range g.Positions() {
			if !yield(p) {
				return
			}
		}
	}
}

// TestQuotationsAreShort checks that a quotation in an error takes at most 120 bytes, and that it ends
// with an ellipsis if the text is longer.
func TestQuotationsAreShort(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{strings.Repeat("x", 120), strings.Repeat("x", 120)},
		{strings.Repeat("x", 121), strings.Repeat("x", 120) + "…"},
		{strings.Repeat("\x01", 31), strings.Repeat("\x01", 30) + "…"},
	} {
		_, err := chess.ParseFEN(test.text)
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%q", test.want)) {
			t.Errorf("ParseFEN(%q) = %v, want an error that quotes %q", test.text, err, test.want)
		}
	}
	hostile := strings.Repeat("\x01", 1000)
	for _, start := range []string{"8/8/8/8/8/8/8/8 ", "4k3/8/8/8/8/8/8/4K3 w - - ", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 "} {
		_, err := chess.ParseFEN(start + hostile)
		if n := len(err.Error()); n > 400 {
			t.Errorf("ParseFEN of %q and control characters: a message of %d bytes, want at most 400", start, n)
		}
	}
	err := new(chess.Position).UnmarshalBinary(append(must(chess.StartPosition().MarshalBinary()), hostile...))
	if n := len(err.Error()); n > 400 {
		t.Errorf("UnmarshalBinary of a position and control characters: a message of %d bytes, want at most 400", n)
	}
}
