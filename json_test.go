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

// jsonValues holds values of every type that is data, with their JSON.
var jsonValues = []struct {
	value any
	json  string
}{
	{chess.Black, `"black"`},
	{chess.NoPieceType, `"none"`},
	{chess.Knight, `"knight"`},
	{chess.NoPiece, `"."`},
	{chess.BlackQueen, `"q"`},
	{chess.FileC, `"c"`},
	{chess.Rank7, `"7"`},
	{chess.E4, `"e4"`},
	{chess.NoSquare, `"-"`},
	{chess.BitboardOf(chess.A1, chess.H8), `"{a1 h8}"`},
	{chess.Queenside, `"queenside"`},
	{chess.NullMove, `"0000"`},
	{chess.NewPromotion(chess.A7, chess.B8, chess.Rook), `"a7b8r"`},
	{castled, `"r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"`},
	{chess.Material{chess.Pawn: 7, chess.King: 1}, `[0,7,0,0,0,0,1]`},
	{chess.BlackWins, `"0-1"`},
	{chess.ThreefoldRepetition, `"threefold repetition"`},
	{chess.Outcome{Result: chess.Draw, Reason: chess.Agreement}, `{"Result":"1/2-1/2","Reason":"agreement"}`},
	{chess.Claimable, `"claimable"`},
	{
		chess.Rules{DeadPosition: chess.Automatic, Threefold: chess.Claimable},
		`{"DeadPosition":"automatic","Threefold":"claimable","ThreefoldAnnounced":"ignored","Fivefold":"ignored",` +
			`"FiftyMoves":"ignored","FiftyAnnounced":"ignored","SeventyFiveMoves":"ignored","PerpetualCheck":"ignored"}`,
	},
	{
		chess.Claim{Reason: chess.FiftyMoves, Move: chess.NewMove(chess.E1, chess.E2)},
		`{"Reason":"fifty moves","Move":"e1e2"}`,
	},
	{chess.Tag{Name: "White", Value: "Aino"}, `{"Name":"White","Value":"Aino"}`},
	{chess.NAG(14), `"$14"`},
	{chess.Finnish, `"Finnish"`},
	{chess.Eval{Centipawns: -125, Depth: 18}, `{"Centipawns":-125,"Mate":0,"Depth":18}`},
	{chess.Shape{Color: 'G', From: chess.E4, To: chess.E4}, `"Ge4"`},
	{chess.Shape{Color: 'R', From: chess.E2, To: chess.E4}, `"Re2e4"`},
	{
		chess.Commands{
			Clock:  pointerTo(90 * time.Second),
			Eval:   &chess.Eval{Mate: -3},
			Shapes: []chess.Shape{{Color: 'G', From: chess.E4, To: chess.E4}},
			Text:   "there",
		},
		`{"Clock":90000000000,"Elapsed":null,"Eval":{"Centipawns":0,"Mate":-3,"Depth":0},"Shapes":["Ge4"],"Text":"there"}`,
	},
	{chess.Pinned, `"pinned"`},
	{chess.ImpossibleCheck, `"no last move can have given this check"`},
	{chess.FENCastling, `"castling"`},
	{
		chess.FENRepair{Field: chess.FENEnPassant, Offset: 7, Reason: "why"},
		`{"Field":"en passant","Offset":7,"Reason":"why"}`,
	},
	{read(gamePGN), string(must(json.Marshal(gamePGN)))},
}

// noJSON names the exported types that are no data.
var noJSON = strings.Fields(`
	Node GameOption PGNReader PGNScanner PGNWriter PGNEvent FENFormat PGNFormat PGNLimits
	ParseError FENError MoveError PGNError ClaimError ActionError`)

func pointerTo[T any](v T) *T { return &v }

// must returns v and panics if err is not nil.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// checkJSON checks that v is written as want, and is read back from it.
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
		t.Errorf("%s read back differs (-want +got):\n%s", want, diff)
	}
}

// Every value reads back from its JSON, alone, in a list (where bytes would come
// out as base64) and, if it is a text, as the key of a map.
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

// No type is forgotten.
func TestJSONOfEveryType(t *testing.T) {
	known := make(map[string]bool)
	for _, name := range noJSON {
		known[name] = true
	}
	for _, test := range jsonValues {
		name := reflect.TypeOf(test.value).String()
		known[name[strings.LastIndex(name, ".")+1:]] = true
	}
	for _, of := range packageDoc(t).Types {
		if !known[of.Name] {
			t.Errorf("type %s is neither in jsonValues nor in noJSON", of.Name)
		}
	}
}

// A game is written though it is held as a value; one without a start is refused.
func TestGameValueJSON(t *testing.T) {
	g := read(gamePGN)
	want, err := json.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	for _, value := range []any{*g, map[string]chess.Game{"g": *g}, struct{ G chess.Game }{*g}} {
		if got, err := json.Marshal(value); err != nil || !strings.Contains(string(got), string(want)) {
			t.Errorf("json.Marshal of a %T = %s, %v, want %s in it", value, got, err, want)
		}
	}
	for _, value := range []any{chess.Game{}, &chess.Game{}} {
		if got, err := json.Marshal(value); err == nil {
			t.Errorf("json.Marshal of a zero %T = %s, want an error", value, got)
		}
	}
}
