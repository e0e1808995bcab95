package selfcheck

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// parseFiles parses the files of the named package in the root directory of the module. For package
// chess it skips test files.
func parseFiles(t *testing.T, fset *token.FileSet, name string) []*ast.File {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(moduleRoot(t), "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, path := range paths {
		file, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if file.Name.Name == name && (name != "chess" || !strings.HasSuffix(path, "_test.go")) {
			files = append(files, file)
		}
	}
	return files
}

// packageDoc returns the documentation of package chess.
func packageDoc(t *testing.T) *doc.Package {
	t.Helper()
	fset := token.NewFileSet()
	p, err := doc.NewFromFiles(fset, parseFiles(t, fset, "chess"), "github.com/shakki/chess")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// exportedNames returns the names that p exports, such as "Move", "Position.Play", and
// "MoveError.Reason".
func exportedNames(p *doc.Package) map[string]bool {
	names := make(map[string]bool)
	addValues := func(values []*doc.Value) {
		for _, v := range values {
			for _, name := range v.Names {
				names[name] = true
			}
		}
	}
	addFuncs := func(prefix string, funcs []*doc.Func) {
		for _, f := range funcs {
			names[prefix+f.Name] = true
		}
	}
	addValues(slices.Concat(p.Consts, p.Vars))
	addFuncs("", p.Funcs)
	for _, t := range p.Types {
		names[t.Name] = true
		addValues(slices.Concat(t.Consts, t.Vars))
		addFuncs("", t.Funcs)
		addFuncs(t.Name+".", t.Methods)
		for _, field := range fieldNames(t) {
			names[t.Name+"."+field] = true
		}
	}
	return names
}

// fieldNames returns the exported fields of a struct type.
func fieldNames(t *doc.Type) (names []string) {
	for _, spec := range t.Decl.Specs {
		structure, ok := spec.(*ast.TypeSpec).Type.(*ast.StructType)
		if !ok {
			continue
		}
		for _, field := range structure.Fields.List {
			for _, name := range field.Names {
				names = append(names, name.Name)
			}
		}
	}
	return names
}

// TestExampleIndex checks that the package documentation names every example exactly once and names
// no others. Every example must have output and must not need declarations from another file, so
// that the documentation shows it whole.
func TestExampleIndex(t *testing.T) {
	var examples []string
	for _, example := range doc.Examples(parseFiles(t, token.NewFileSet(), "chess_test")...) {
		examples = append(examples, "Example"+example.Name)
		if example.Output == "" {
			t.Errorf("Example%s has no output comment, so it is not run", example.Name)
		}
		if example.Play == nil {
			t.Errorf("Example%s needs declarations from other files", example.Name)
		}
	}
	indexed := regexp.MustCompile(`\bExample\w*`).FindAllString(packageDoc(t).Doc, -1)
	slices.Sort(examples)
	slices.Sort(indexed)
	if diff := cmp.Diff(examples, indexed); diff != "" {
		t.Errorf("doc.go does not name each example exactly once (-examples +doc.go):\n%s", diff)
	}
}

// TestDocLinks checks that all names that the package documentation links to exist.
func TestDocLinks(t *testing.T) {
	p := packageDoc(t)
	names := exportedNames(p)
	links := regexp.MustCompile(`\[([A-Z][\w.]*)\]`).FindAllStringSubmatch(p.Doc, -1)
	if len(links) == 0 {
		t.Error("the package documentation has no links")
	}
	for _, link := range links {
		if !names[link[1]] {
			t.Errorf("doc.go links to %s, which does not exist", link[1])
		}
	}
}
