package selfcheck

import (
	"fmt"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/shakki/chess/internal/deep"
)

// smallTypes returns the exported types of the module that are integers, with their exported
// constants.
func smallTypes(t *testing.T, packages []goPackage) map[*types.TypeName][]*types.Const {
	t.Helper()
	compiled := newImporter(t)
	isInteger := func(t types.Type) bool {
		basic, is := t.Underlying().(*types.Basic)
		return is && basic.Info()&types.IsInteger != 0
	}
	found := map[*types.TypeName][]*types.Const{}
	for _, p := range packages {
		if !p.isImportable() || !strings.HasPrefix(p.ImportPath, "github.com/shakki/chess") {
			continue
		}
		pkg, err := compiled.Import(p.ImportPath)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range pkg.Scope().Names() {
			switch object := pkg.Scope().Lookup(name).(type) {
			case *types.TypeName:
				if isInteger(object.Type()) && object.Exported() && !object.IsAlias() {
					found[object] = slices.Clip(found[object]) // adds a type without constants
				}
			case *types.Const:
				if named, is := object.Type().(*types.Named); is && isInteger(named) && object.Exported() {
					found[named.Obj()] = append(found[named.Obj()], object)
				}
			}
		}
	}
	return found
}

// TestSmallTypesAreText checks that every small type of the module marshals as its text and reads
// it.
func TestSmallTypesAreText(t *testing.T) {
	t.Parallel()
	for name := range smallTypes(t, listPackages(t)) {
		for _, want := range []struct {
			set    types.Type
			method string
		}{
			{name.Type(), "String"}, {name.Type(), "MarshalText"}, {types.NewPointer(name.Type()), "UnmarshalText"},
		} {
			if types.NewMethodSet(want.set).Lookup(name.Pkg(), want.method) == nil {
				t.Errorf("%v has no method %s", want.set, want.method)
			}
		}
	}
}

// constantsProgram is a program that checks the text forms of the constants that are in its main
// function.
const constantsProgram = `
func check[T comparable, P interface { *T; encoding.TextUnmarshaler }](name string, v T) {
	text, err := any(v).(encoding.TextMarshaler).MarshalText()
	if err != nil {
		fmt.Printf("%%s.MarshalText: %%v\n", name, err)
		return
	}
	var read T
	if err := P(&read).UnmarshalText(text); err != nil || read != v || string(text) != fmt.Sprint(v) {
		fmt.Printf("%%s: MarshalText is %%q, which is read as %%v, %%v; String is %%q\n", name, text, read, err, fmt.Sprint(v))
	}
}

func main() {
%s}
`

// withoutText are the constants that stand for no value and do not marshal.
var withoutText = map[string]bool{"shakkello.NoMove": true, "domino.NoMove": true, "domino.NoTile": true}

// TestConstantsAsText checks that every constant of a small type marshals as what String returns,
// and reads back from it.
func TestConstantsAsText(t *testing.T) {
	deep.Only(t) // it builds a program
	t.Parallel()
	imports, calls, names := "", "", map[string]string{}
	for _, constants := range smallTypes(t, listPackages(t)) {
		for _, c := range constants {
			path := c.Pkg().Path()
			if names[path] == "" {
				names[path] = fmt.Sprintf("p%d", len(names))
				imports += fmt.Sprintf("import %s %q\n", names[path], path)
			}
			if name := c.Pkg().Name() + "." + c.Name(); !withoutText[name] {
				calls += fmt.Sprintf("\tcheck(%q, %s.%s)\n", name, names[path], c.Name())
			}
		}
	}
	dir := t.TempDir()
	writeModule(t, moduleRoot(t), dir)
	writeFile(t, filepath.Join(dir, "main.go"),
		"package main\nimport \"encoding\"\nimport \"fmt\"\n"+imports+fmt.Sprintf(constantsProgram, calls))
	run := exec.Command("go", "run", ".")
	run.Dir = dir
	run.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOPROXY=off")
	if output, err := run.CombinedOutput(); err != nil || len(output) > 0 {
		t.Errorf("%s%v", output, err)
	}
	if n := strings.Count(calls, "\n"); n < 300 {
		t.Errorf("found %d constants, want at least 300", n)
	}
}
