package selfcheck

import (
	"context"
	"go/types"
	"io"
	"reflect"
	"slices"
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
	"github.com/shakki/chess/variant"
)

// zeroValues are pointers to the zero values of the structs with methods.
var zeroValues = []any{
	new(chess.ActionError), new(chess.Arbiter), new(chess.Eval), new(chess.FENError), new(chess.Game), new(chess.Language),
	new(chess.MergeError), new(chess.MoveError), new(chess.MoveInfo), new(chess.Node), new(chess.Outcome), new(chess.PGNError),
	new(chess.PGNPart), new(chess.PGNReader), new(chess.PGNScanner), new(chess.PGNWriter), new(chess.ParseError),
	new(chess.Position), new(chess.PositionKey), new(chess.Rules), new(chess.Setup), new(chess.Shape), new(chess.Claim),
	new(chess.Finding), new(book.Book), new(book.Builder), new(book.Editor), new(book.FormatError), new(book.NameError),
	new(book.Names), new(diagram.Color), new(diagram.Options), new(diagram.PlyError), new(epd.Error), new(epd.Record), new(explore.Fault),
	new(explore.Header), new(explore.Key), new(explore.Label), new(explore.Options), new(explore.Results), new(explore.Row),
	new(explore.Stats), new(explore.Table), new(explore.Writer), new(syzygy.DTZ), new(syzygy.FormatError),
	new(syzygy.MissingError), new(syzygy.Tables), new(timecontrol.Clock), new(timecontrol.Control),
	new(timecontrol.ParseError), new(timecontrol.Period), new(timecontrol.Reading), new(timecontrol.RecordClock), new(uci.Engine), new(uci.Error),
	new(uci.Info), new(uci.Limits), new(uci.Option), new(uci.OptionError), new(uci.Request), new(uci.Score), new(uci.Search), new(uci.WDL),
}

// withoutError are the methods that need an argument that is not nil, and have no error to return.
var withoutError = []string{
	"chess.Position.SetAfter", "chess.Arbiter.Judge", "chess.Arbiter.JudgePGN", "book.Names.Game", "explore.Row.Compare",
}

// TestZeroValues calls every method of zero values with zero arguments. None panics or hangs.
func TestZeroValues(t *testing.T) {
	for _, v := range zeroValues {
		of := reflect.TypeOf(v)
		for i := range of.NumMethod() {
			name := strings.TrimPrefix(of.String(), "*") + "." + of.Method(i).Name
			if slices.Contains(withoutError, name) {
				continue
			}
			done := make(chan any, 1)
			go func() {
				defer func() { done <- recover() }()
				callWithZeros(reflect.New(of.Elem()).Method(i))
			}()
			select {
			case fault := <-done:
				if fault != nil {
					t.Errorf("%s panics: %v", name, fault)
				}
			case <-time.After(10 * time.Second):
				t.Fatalf("%s does not return", name)
			}
		}
	}
}

// callWithZeros calls a method with zero arguments but a context, and goes through what it iterates over.
func callWithZeros(method reflect.Value) {
	var arguments []reflect.Value
	for i := range method.Type().NumIn() {
		of := method.Type().In(i)
		switch {
		case of == reflect.TypeFor[context.Context]():
			arguments = append(arguments, reflect.ValueOf(context.Background()))
		case !method.Type().IsVariadic() || i < method.Type().NumIn()-1:
			arguments = append(arguments, reflect.Zero(of))
		}
	}
	for _, result := range method.Call(arguments) {
		switch {
		case result.Type().CanSeq():
			for range result.Seq() {
			}
		case result.Kind() == reflect.Func && result.Type().CanSeq2():
			for range result.Seq2() {
			}
		}
	}
}

// TestZeroValuesAreAll checks that zeroValues has each struct with methods of these packages.
func TestZeroValuesAreAll(t *testing.T) {
	known := map[string]bool{}
	for _, v := range zeroValues {
		of := reflect.TypeOf(v).Elem()
		known[of.PkgPath()+"."+of.Name()] = true
	}
	compiled := newImporter(t)
	for _, path := range []string{"", "/book", "/diagram", "/epd", "/explore", "/syzygy", "/timecontrol", "/uci"} {
		p, err := compiled.Import("github.com/shakki/chess" + path)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range p.Scope().Names() {
			object := p.Scope().Lookup(name)
			if declared, ok := object.(*types.TypeName); ok && declared.IsAlias() {
				continue // the package that declares it has it
			}
			of := object.Type()
			_, isStruct := of.Underlying().(*types.Struct)
			if full := p.Path() + "." + name; object.Exported() && isStruct && !known[full] && len(methodsAPI(of, nil)) > 0 {
				t.Errorf("zeroValues lacks %s", full)
			}
		}
	}
}

// TestNil checks that calls with an error to return do so for a nil reader, writer, game, or book.
func TestNil(t *testing.T) {
	ctx, scan := context.Background(), func(s *chess.PGNScanner) chess.PGNEvent { return s.Next() }
	calls := map[string]func() error{
		"PGNWriter.Write":  func() error { return chess.NewPGNWriter(io.Discard).Write(nil) },
		"variant writer":   func() error { return variant.NewPGNWriter(io.Discard).Write(nil) },
		"Builder.Add":      func() error { return new(book.Builder).Add(nil) },
		"Builder.AddPGN":   func() error { return new(book.Builder).AddPGN(nil) },
		"Editor.Add":       func() error { return new(book.Editor).Add(nil) },
		"book.Merge":       func() error { return book.Merge(io.Discard, nil) },
		"book.New":         func() error { _, err := book.New(nil, 16); return err },
		"book.ReadNames":   func() error { _, err := book.ReadNames(nil); return err },
		"explore.Merge":    func() error { return explore.Merge(ctx, t.TempDir(), explore.Options{}, nil) },
		"explore.NewTable": func() error { _, err := explore.NewTable(nil); return err },
		"NewWriter":        func() error { _, err := explore.NewWriter(nil, explore.Header{Shards: 1}); return err },
		"Tables.RootMoves": func() error { _, err := new(syzygy.Tables).RootMoves(nil); return err },
		"syzygy.OpenFS":    func() error { _, err := syzygy.OpenFS(nil); return err },
		"uci.Serve":        func() error { return uci.Serve(nil, nil, uci.Program{}) },
		"uci.New":          func() error { _, err := uci.New(ctx, nil, nil); return err },
		"StartCommand":     func() error { _, err := uci.StartCommand(ctx, nil); return err },
		"Engine.Search": func() error {
			_, err := new(uci.Engine).Search(ctx, (*chess.Game)(nil), uci.Limits{}).Best()
			return err
		},
		"WriteSVG":    func() error { return diagram.WriteSVG(nil, chess.StartPosition(), diagram.Options{}) },
		"AppendStrip": func() error { _, err := diagram.AppendStrip(nil, nil, nil, diagram.Options{}); return err },
	}
	for name, call := range calls {
		if call() == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for _, workers := range []int{1, 4} {
		for event, err := range chess.ScanPGN(nil, workers, chess.PGNOptions{}, scan) {
			if err == nil || event != chess.PGNEnd {
				t.Errorf("ScanPGN of nil yields %v, %v", event, err)
			}
		}
	}
	for part, err := range chess.SplitPGN(nil, 0, 1) {
		if err == nil {
			t.Errorf("SplitPGN of nil yields %v", part)
		}
	}
}
