package chess_test

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
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

// castled is a position with a clock, in which one side may castle.
var castled = chess.MustParseFEN("r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1")

// jsonValues holds values of every type that programs store, with their JSON.
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
	{chess.Outcome{Result: chess.Draw, Reason: chess.Agreement}, `{"result":"1/2-1/2","reason":"agreement"}`},
	{chess.Outcome{Result: chess.WhiteWins}, `{"result":"1-0"}`},
	{chess.Outcome{}, `{"result":"*"}`},
	{chess.Claimable, `"claimable"`},
	{
		chess.Rules{DeadPosition: chess.Automatic, Threefold: chess.Claimable, OfferAnytime: true},
		`{"deadPosition":"automatic","insufficientMaterial":"ignored","threefold":"claimable","fivefold":"ignored",` +
			`"fiftyMoves":"ignored","seventyFiveMoves":"ignored","perpetualCheck":"ignored",` +
			`"announcedThreefold":false,"announcedFiftyMoves":false,"offerAnytime":true}`,
	},
	{
		chess.Claim{Reason: chess.FiftyMoves, Move: chess.NewMove(chess.E1, chess.E2)},
		`{"reason":"fifty moves","move":"e1e2"}`,
	},
	{chess.Claim{Reason: chess.ThreefoldRepetition}, `{"reason":"threefold repetition"}`},
	{chess.Tag{Name: "White", Value: "Aino"}, `{"name":"White","value":"Aino"}`},
	{chess.NAG(14), `"$14"`},
	{chess.Eval{Centipawns: -125, Depth: 18}, `{"centipawns":-125,"depth":18}`},
	{chess.Eval{Mate: -3}, `{"centipawns":0,"mate":-3}`},
	{chess.Shape{Color: 'G', From: chess.E4, To: chess.E4}, `"Ge4"`},
	{chess.Shape{Color: 'R', From: chess.E2, To: chess.E4}, `"Re2e4"`},
	{
		chess.Commands{
			Clock:  pointerTo(90 * time.Second),
			Eval:   &chess.Eval{Mate: -3},
			Shapes: []chess.Shape{{Color: 'G', From: chess.E4, To: chess.E4}},
			Text:   "there",
		},
		`{"clock":90000000000,"eval":{"centipawns":0,"mate":-3},"shapes":["Ge4"],"text":"there"}`,
	},
	{chess.Commands{}, `{}`},
	{
		chess.FENRepair{Field: "en passant", Offset: 7, Reason: "why"},
		`{"field":"en passant","offset":7,"reason":"why"}`,
	},
	{read(gamePGN), string(must(json.Marshal(gamePGN)))},
}

// notStored names the exported types that programs do not store: they say something
// about a value, hold choices, or belong to a stream.
var notStored = strings.Fields(`
	File Rank Wing Language Problem PositionKey IllegalReason Node
	FENFormat PGNFormat PGNLimits PGNOptions PGNReader PGNScanner PGNWriter PGNEvent
	ParseError FENError MoveError PGNError ActionError`)

func pointerTo[T any](v T) *T { return &v }

// must returns v and panics if err is not nil.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// checkJSON checks that the JSON of v is want, and that it reads back equal to v.
func checkJSON(t *testing.T, v any, want string) {
	t.Helper()
	text, err := json.Marshal(v)
	if string(text) != want || err != nil {
		t.Errorf("json.Marshal(%#v) = %s, %v, want %s", v, text, err, want)
	}
	target := reflect.New(reflect.TypeOf(v))
	if err := json.Unmarshal([]byte(want), target.Interface()); err != nil {
		t.Errorf("json.Unmarshal(%s) = %v", want, err)
	}
	if diff := cmp.Diff(v, target.Elem().Interface()); diff != "" {
		t.Errorf("%s reads back with differences (-want +got):\n%s", want, diff)
	}
}

// Every value reads back from its JSON: alone, in a list, and as a map key if it is text. In a list,
// encoding/json would write bytes as base64.
func TestJSON(t *testing.T) {
	for _, test := range jsonValues {
		of := reflect.TypeOf(test.value)
		t.Run(fmt.Sprint(of, test.json), func(t *testing.T) {
			checkJSON(t, test.value, test.json)

			list := reflect.Append(reflect.MakeSlice(reflect.SliceOf(of), 0, 1), reflect.ValueOf(test.value))
			checkJSON(t, list.Interface(), "["+test.json+"]")

			if _, isText := test.value.(encoding.TextMarshaler); isText && of.Kind() != reflect.Pointer {
				table := reflect.MakeMap(reflect.MapOf(of, reflect.TypeOf(0)))
				table.SetMapIndex(reflect.ValueOf(test.value), reflect.ValueOf(1))
				checkJSON(t, table.Interface(), "{"+test.json+":1}")
			}
		})
	}
}

// Every exported type is in jsonValues or in notStored.
func TestJSONOfEveryType(t *testing.T) {
	known := make(map[string]bool)
	for _, name := range notStored {
		known[name] = true
	}
	for _, test := range jsonValues {
		name := reflect.TypeOf(test.value).String()
		known[name[strings.LastIndex(name, ".")+1:]] = true
	}
	for _, of := range packageDoc(t).Types {
		if !known[of.Name] {
			t.Errorf("type %s is neither in jsonValues nor in notStored", of.Name)
		}
		delete(known, of.Name)
	}
	for name := range known {
		t.Errorf("there is no type %s", name)
	}
}

// A zero Game is stored like a new game, and fields and maps hold games by pointer.
func TestGameJSON(t *testing.T) {
	fresh := string(must(json.Marshal(chess.NewGame().String())))
	checkJSON(t, &chess.Game{}, fresh)
	checkJSON(t, struct{ G *chess.Game }{chess.NewGame()}, `{"G":`+fresh+`}`)
	checkJSON(t, map[string]*chess.Game{"g": chess.NewGame()}, `{"g":`+fresh+`}`)
	checkJSON(t, struct{ G *chess.Game }{}, `{"G":null}`)
}

// The squares that a screen highlights are a JSON object, keyed by the square that the piece leaves.
func TestDestinationsJSON(t *testing.T) {
	p := chess.MustParseFEN("4k3/8/8/8/8/8/7P/4K2R w K - 0 1")
	checkJSON(t, p.Destinations(), `{"e1":["d1","f1","g1","d2","e2","f2"],"h1":["f1","g1"],"h2":["h3","h4"]}`)
}

// A list without elements is [] in JSON, never null.
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
		{"Node.Comments of no node", chess.Node{}.Comments()},
		{"Node.NAGs of no node", chess.Node{}.NAGs()},
	} {
		if text, err := json.Marshal(test.list); string(text) != "[]" || err != nil {
			t.Errorf("%s: json.Marshal = %s, %v, want []", test.name, text, err)
		}
	}
	if text, err := json.Marshal(checkmate.Destinations()); string(text) != "{}" || err != nil {
		t.Errorf("Position.Destinations after checkmate: json.Marshal = %s, %v, want {}", text, err)
	}
}
