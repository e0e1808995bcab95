package selfcheck

import (
	"encoding/json"
	"go/types"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/book"
	"github.com/shakki/chess/diagram"
	"github.com/shakki/chess/epd"
	"github.com/shakki/chess/explore"
	"github.com/shakki/chess/syzygy"
	"github.com/shakki/chess/timecontrol"
	"github.com/shakki/chess/uci"
)

// stored are values of every type outside of package chess and the games that programs may store, with
// their JSON, which is promised.
var stored = []struct {
	value any
	json  string
}{
	{must(timecontrol.Parse("40/5400+30:900+30")), `"40/5400+30:900+30"`},
	{timecontrol.Period{Moves: 40, Time: 90 * time.Minute, Increment: time.Second / 4}, `{"moves":40,"time":5400,"increment":0.25}`},
	{timecontrol.Reading{Left: 90 * time.Second, MovesToGo: 3, Running: true}, `{"left":90,"movesToGo":3,"running":true}`},
	{book.Entry{Key: 1 << 63, Move: chess.NewMove(chess.E2, chess.E4), Weight: 7}, `{"key":"9223372036854775808","move":"e2e4","weight":7,"learn":0}`},
	{book.Opening{ECO: "B20", Name: "Sicilian Defense", PGN: "1. e4 c5"}, `{"eco":"B20","name":"Sicilian Defense","pgn":"1. e4 c5"}`},
	{must(epd.Parse("4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"one\";")), `"4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"one\";"`},
	{epd.Operation{Opcode: "c0", Operands: []string{"a"}}, `{"opcode":"c0","operands":["a"]}`},
	{syzygy.CursedWin, `"cursed win"`},
	{syzygy.DTZ{Plies: -3, Rounded: true}, `{"plies":-3,"rounded":true,"unknown":false}`},
	{syzygy.RootMove{Move: chess.NewMove(chess.E2, chess.E4), WDL: syzygy.Win, DTZ: syzygy.DTZ{Plies: 3}, Rank: 1000}, `{"move":"e2e4","wdl":"win","dtz":{"plies":3,"rounded":false,"unknown":false},"rank":1000}`},
	{uci.Best{Move: chess.NewMove(chess.E2, chess.E4), Info: uci.Info{Depth: 3}}, `{"move":"e2e4","info":{"depth":3}}`},
	{uci.LowerBound, `"lowerbound"`},
	{uci.Clock{Left: 90 * time.Second, Increment: time.Second / 2, MovesToGo: 3}, `{"left":90,"increment":0.5,"movesToGo":3}`},
	{uci.Info{Depth: 3, Score: &uci.Score{Mate: -2}, WDL: &uci.WDL{Win: 1, Draw: 2, Loss: 997}, Time: time.Second / 8}, `{"depth":3,"score":{"centipawns":0,"mate":-2},"wdl":{"win":1,"draw":2,"loss":997},"time":0.125}`},
	{uci.Limits{MoveTime: time.Second, Clocks: [2]*uci.Clock{{}, nil}}, `{"clocks":[{"left":0},null],"moveTime":1}`},
	{uci.LogKind(1), `"received"`},
	{uci.Option{Name: "Hash", Type: uci.Spin, Default: "16", Min: 1, Max: 64}, `{"name":"Hash","type":"spin","default":"16","min":1,"max":64}`},
	{uci.Spin, `"spin"`},
	{uci.Score{Centipawns: 31, Bound: uci.UpperBound}, `{"centipawns":31,"bound":"upperbound"}`},
	{uci.WDL{Win: 1, Draw: 2, Loss: 997}, `{"win":1,"draw":2,"loss":997}`},
	{diagram.RGB(0x1f5fbf), `"#1f5fbf"`},
	{diagram.Set(0), `"traditional"`},
	{diagram.Terminal(1), `"256color"`},
	{explore.Fault{File: "a.pgn", Offset: 12, Detail: "why"}, `{"file":"a.pgn","offset":12,"detail":"why"}`},
	{explore.Header{Shards: 16, Least: 1, Sum: 1 << 63}, `{"shard":0,"shards":16,"plies":0,"least":1,"label":"","sum":"9223372036854775808"}`},
	{startKey, `"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"`},
	{must(explore.ParseLabel("WhiteElo/200")), `"WhiteElo/200"`},
	{explore.Results{White: 1, Unfinished: 2}, `{"white":1,"draws":0,"black":0,"unfinished":2}`},
	{explore.Row{Move: chess.NewMove(chess.E2, chess.E4), Label: "2000"}, `{"key":"","label":"2000","move":"e2e4","white":0,"draws":0,"black":0,"unfinished":0}`},
	{explore.Stats{Files: 1}, `{"files":1,"games":0,"moves":0,"faulty":0,"rows":0,"temporary":0,"toMerge":0,"merged":0}`},
}

// must returns v and panics if err is not nil.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

var startKey, _ = explore.KeyOf(chess.StartPosition())

// TestStored checks the JSON of values, and that it reads back.
func TestStored(t *testing.T) {
	known := map[string]bool{}
	for _, g := range stored {
		of := reflect.TypeOf(g.value)
		known[of.PkgPath()+"."+of.Name()] = true
		text, err := json.Marshal(g.value)
		if string(text) != g.json || err != nil {
			t.Errorf("JSON of %v %v is %s, %v, want %s", of, g.value, text, err, g.json)
		}
		back := reflect.New(of)
		if err := json.Unmarshal(text, back.Interface()); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if again, err := json.Marshal(back.Interface()); err != nil || string(again) != string(text) {
			t.Errorf("%s reads as %s, %v", text, again, err)
		}
	}
	for _, p := range importPackages(t) {
		switch name := strings.TrimPrefix(p.Path(), "github.com/shakki/chess/"); name {
		case "book", "epd", "syzygy", "uci", "diagram", "explore", "timecontrol":
		default:
			continue
		}
		for _, name := range p.Scope().Names() { // Theme and Words are options of pictures
			object, ok := p.Scope().Lookup(name).(*types.TypeName)
			if ok && object.Exported() && !object.IsAlias() && !types.IsInterface(object.Type()) && !isError(object.Type()) &&
				jsonForm(t, object) != "" && name != "Theme" && name != "Words" && !known[p.Path()+"."+name] {
				t.Errorf("stored has no %s.%s", p.Name(), name)
			}
		}
	}
}
