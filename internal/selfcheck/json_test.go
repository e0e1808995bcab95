package selfcheck

import (
	"encoding/json"
	"fmt"
	"go/types"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
	"github.com/shakki/chess/book"
	"github.com/shakki/chess/diagram"
	"github.com/shakki/chess/epd"
	"github.com/shakki/chess/games"
	"github.com/shakki/chess/games/backgammon"
	"github.com/shakki/chess/games/domino"
	"github.com/shakki/chess/games/shakkello"
	"github.com/shakki/chess/games/tictactoe"
	"github.com/shakki/chess/syzygy"
	"github.com/shakki/chess/timecontrol"
	"github.com/shakki/chess/uci"
	"github.com/shakki/chess/variant"
)

// importPackages returns the packages that other modules can import, from the export data of the
// compiler.
func importPackages(t *testing.T) (imported []*types.Package) {
	t.Helper()
	compiled := newImporter(t)
	for _, p := range listPackages(t) {
		if p.isImportable() {
			one, err := compiled.Import(p.ImportPath)
			if err != nil {
				t.Fatalf("export data of %s: %v", p.ImportPath, err)
			}
			imported = append(imported, one)
		}
	}
	return imported
}

// isError reports whether a type or a pointer to it is an error.
func isError(of types.Type) bool {
	isError := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	return types.Implements(of, isError) || types.Implements(types.NewPointer(of), isError)
}

// TestErrorsHaveJSON checks that every exported type of errors, and every exported error, marshals to
// an object that begins with the message as "text". An error of a package that is not in errorValues
// makes the test fail.
func TestErrorsHaveJSON(t *testing.T) {
	t.Parallel()
	for _, p := range importPackages(t) {
		for _, name := range p.Scope().Names() {
			object := p.Scope().Lookup(name)
			if !object.Exported() || !isError(object.Type()) || types.IsInterface(object.Type()) && object.Type().String() != "error" {
				continue
			}
			err := errorValues[p.Name()+"."+name]
			if err == nil {
				t.Errorf("errorValues has no %s.%s", p.Name(), name)
				continue
			}
			if of, isType := object.(*types.TypeName); isType && !of.IsAlias() && !strings.HasSuffix(strings.Split(reflect.TypeOf(err).String(), "[")[0], p.Name()+"."+name) {
				t.Errorf("errorValues[%s.%s] is a %T", p.Name(), name, err)
			}
			want, _ := json.Marshal(err.Error())
			if text, failed := json.Marshal(err); failed != nil || !strings.HasPrefix(string(text), `{"text":`+string(want)) {
				t.Errorf("JSON of %s.%s = %s, %v, want an object with the text %s", p.Name(), name, text, failed, want)
			}
		}
	}
}

// TestJSON compares the JSON forms of all exported types with testdata/json.txt, so that no change
// goes unnoticed, and checks that a struct with a tag on one field has tags on all.
func TestJSON(t *testing.T) {
	t.Parallel()
	const name = "testdata/json.txt"
	var got []string
	for _, p := range importPackages(t) {
		got = append(got, "package "+p.Path()+"\n")
		for _, name := range p.Scope().Names() {
			object, ok := p.Scope().Lookup(name).(*types.TypeName)
			if !ok || !object.Exported() || object.IsAlias() || types.IsInterface(object.Type()) {
				continue
			}
			if form := jsonForm(t, object); form != "" {
				got = append(got, fmt.Sprintf("\t%s: %s\n", name, form))
			}
		}
	}
	if *updateFlag {
		if err := os.WriteFile(name, []byte(strings.Join(got, "")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	written, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(slices.Collect(strings.Lines(string(written))), got); diff != "" {
		t.Errorf("the JSON forms differ from %s (-want +got):\n%s\n"+
			"If the change is intended, run: go test -run TestJSON ./internal/selfcheck -update", name, diff)
	}
}

// jsonForm describes the JSON form of a type: "text", "number", or an object with its fields. It
// returns "" for a type that JSON cannot hold, such as a struct without tags.
func jsonForm(t *testing.T, object *types.TypeName) string {
	methods := types.NewMethodSet(types.NewPointer(object.Type()))
	has := func(name string) bool { return methods.Lookup(nil, name) != nil }
	fields := jsonFields(t, object)
	switch {
	case isError(object.Type()):
		return "{" + strings.Join(append([]string{"text string"}, fields...), "; ") + "}"
	case has("MarshalJSON"):
		return strings.TrimSpace("MarshalJSON " + strings.Join(fields, "; "))
	case has("MarshalText"):
		return "text"
	case len(fields) > 0:
		return "{" + strings.Join(fields, "; ") + "}"
	}
	if _, isStruct := object.Type().Underlying().(*types.Struct); isStruct {
		return ""
	}
	return types.TypeString(object.Type().Underlying(), (*types.Package).Name)
}

// jsonFields returns the fields of a struct with their tags and types.
func jsonFields(t *testing.T, object *types.TypeName) (fields []string) {
	structure, ok := object.Type().Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	untagged := ""
	for i := range structure.NumFields() {
		field, tag := structure.Field(i), reflect.StructTag(structure.Tag(i)).Get("json")
		switch {
		case tag == "-":
		case tag != "":
			fields = append(fields, tag+" "+types.TypeString(field.Type(), types.RelativeTo(object.Pkg())))
		case field.Exported() && !field.Embedded():
			untagged = field.Name()
		}
	}
	if len(fields) > 0 && untagged != "" {
		t.Errorf("%s.%s: the field %s has no tag for JSON", object.Pkg().Name(), object.Name(), untagged)
	}
	return fields
}

// errorValues has a value of every exported type of errors, and every exported error.
var errorValues = map[string]error{
	"timecontrol.ParseError": &timecontrol.ParseError{},
	"chess.ActionError":      &chess.ActionError{}, "chess.ErrAmbiguous": chess.ErrAmbiguous,
	"chess.ErrIllegal": chess.ErrIllegal, "chess.ErrSyntax": chess.ErrSyntax, "chess.FENError": &chess.FENError{},
	"chess.MergeError": &chess.MergeError{}, "chess.MoveError": &chess.MoveError{},
	"chess.PGNError": &chess.PGNError{}, "chess.ParseError": &chess.ParseError{},
	"book.ErrNoKey": book.ErrNoKey, "book.FormatError": &book.FormatError{}, "book.NameError": &book.NameError{},
	"epd.Error":          &epd.Error{},
	"syzygy.ErrCastling": syzygy.ErrCastling, "syzygy.ErrNoKings": syzygy.ErrNoKings,
	"syzygy.ErrTooManyPieces": syzygy.ErrTooManyPieces, "syzygy.FormatError": &syzygy.FormatError{},
	"syzygy.MissingError": &syzygy.MissingError{}, "variant.MoveError": &variant.MoveError{},
	"uci.ErrBusy": uci.ErrBusy, "uci.ErrClosed": uci.ErrClosed, "uci.ErrExited": uci.ErrExited, "uci.ErrNoLimit": uci.ErrNoLimit,
	"uci.ErrProtocol": uci.ErrProtocol, "uci.ErrTimeout": uci.ErrTimeout, "uci.Error": &uci.Error{},
	"uci.OptionError":        &uci.OptionError{},
	"diagram.PlyError":       &diagram.PlyError{},
	"backgammon.ActionError": &backgammon.ActionError{}, "backgammon.ErrCubeLimit": backgammon.ErrCubeLimit,
	"backgammon.ErrCubeOwner": backgammon.ErrCubeOwner, "backgammon.ErrDie": backgammon.ErrDie,
	"backgammon.ErrEqualDice": backgammon.ErrEqualDice, "backgammon.ErrGameOpen": backgammon.ErrGameOpen,
	"backgammon.ErrGameOver": backgammon.ErrGameOver, "backgammon.ErrIllegal": backgammon.ErrIllegal,
	"backgammon.ErrMatchOver": backgammon.ErrMatchOver, "backgammon.ErrMove": backgammon.ErrMove,
	"backgammon.ErrNoCube": backgammon.ErrNoCube, "backgammon.ErrNotNow": backgammon.ErrNotNow,
	"backgammon.ErrPosition": backgammon.ErrPosition, "backgammon.ErrResign": backgammon.ErrResign,
	"backgammon.ErrRoll": backgammon.ErrRoll, "backgammon.ErrSetup": backgammon.ErrSetup,
	"backgammon.ErrTarget": backgammon.ErrTarget, "backgammon.MoveError": &backgammon.MoveError{},
	"backgammon.ParseError": &backgammon.ParseError{}, "backgammon.SetupError": &backgammon.SetupError{},
	"domino.ErrGameOpen": domino.ErrGameOpen, "domino.ErrIllegal": domino.ErrIllegal,
	"domino.ErrLead": domino.ErrLead, "domino.ErrMatchOver": domino.ErrMatchOver,
	"domino.ErrPlayers": domino.ErrPlayers, "domino.ErrPosition": domino.ErrPosition,
	"domino.ErrShuffle": domino.ErrShuffle, "domino.ErrTarget": domino.ErrTarget,
	"domino.MoveError": &domino.MoveError{}, "domino.ParseError": &domino.ParseError{},
	"domino.SetupError": &domino.SetupError{},
	"games.ErrIllegal":  games.ErrIllegal,
	"games.MoveError":   &games.MoveError[tictactoe.Piece, tictactoe.Move, tictactoe.IllegalReason]{},
	"games.ParseError":  &games.ParseError{}, "games.SetupError": &games.SetupError{},
	"shakkello.ErrIllegal": shakkello.ErrIllegal, "shakkello.MoveError": &shakkello.MoveError{},
	"shakkello.ParseError": &shakkello.ParseError{},
	"tictactoe.ErrIllegal": tictactoe.ErrIllegal, "tictactoe.MoveError": &tictactoe.MoveError{},
	"tictactoe.ParseError": &tictactoe.ParseError{},
}
