package selfcheck

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var updateFlag = flag.Bool("update", false, "make TestAPI and TestJSON write to testdata what they find, and TestPictures draw the pictures of the pages")

// A goPackage is a package in the output of go list.
type goPackage struct {
	ImportPath string
	Name       string
	Dir        string
	GoFiles    []string
	Export     string // file with the export data
	Standard   bool
}

// isImportable reports whether p is a package of the module that other modules can import.
func (p *goPackage) isImportable() bool {
	path := strings.Split(p.ImportPath, "/")
	return strings.HasPrefix(p.ImportPath, "github.com/shakki/chess") && p.Name != "main" && !slices.Contains(path, "internal")
}

// listPackages returns the packages of the module and all their dependencies.
func listPackages(t *testing.T) []goPackage {
	t.Helper()
	packages, err := listed()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	return packages
}

var listed = sync.OnceValues(func() (packages []goPackage, err error) {
	const fields = "-json=ImportPath,Name,Dir,GoFiles,Export,Standard"
	list := exec.Command("go", "list", "-buildvcs=false", "-pgo=off", "-deps", "-export", fields, "./...")
	list.Dir = "../.."
	output, err := list.Output()
	if err != nil {
		return nil, err
	}
	for decoder := json.NewDecoder(bytes.NewReader(output)); ; {
		var p goPackage
		switch err := decoder.Decode(&p); {
		case err == io.EOF:
			return packages, nil
		case err != nil:
			return nil, err
		}
		packages = append(packages, p)
		if !p.Standard {
			// Read the directory, so that the go command does not use a cached test result after
			// the directory has changed.
			if _, err := os.ReadDir(p.Dir); err != nil {
				return nil, err
			}
		}
	}
})

// newImporter returns an importer of these packages that reads the export data of the compiler.
func newImporter(t *testing.T) types.Importer {
	t.Helper()
	exports := map[string]string{}
	for _, p := range listPackages(t) {
		exports[p.ImportPath] = p.Export
	}
	return importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
}

// TestAPI compares the exported declarations of all packages with testdata/api.txt, so that no
// change to the exported API goes unnoticed.
func TestAPI(t *testing.T) {
	t.Parallel()
	const name = "testdata/api.txt"
	got := moduleAPI(t)
	if *updateFlag {
		if err := os.WriteFile(name, []byte(strings.Join(got, "")), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	written, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range got {
		if strings.Contains(line, "/internal/") {
			t.Errorf("the API has a type of an internal package: %s", line)
		}
	}
	want := slices.Collect(strings.Lines(string(written)))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the exported API differs from %s (-want +got):\n%s\n"+
			"If the change is intended, run: go test -run TestAPI ./internal/selfcheck -update", name, diff)
	}
}

// moduleAPI returns the exported declarations of the module, one per line. It reads them from the
// export data of the compiler.
func moduleAPI(t *testing.T) []string {
	t.Helper()
	compiled := newImporter(t)
	var lines []string
	for _, p := range listPackages(t) {
		if !p.isImportable() {
			continue
		}
		imported, err := compiled.Import(p.ImportPath)
		if err != nil {
			t.Fatalf("export data of %s: %v", p.ImportPath, err)
		}
		lines = append(lines, "package "+p.ImportPath+"\n")
		lines = append(lines, packageAPI(imported)...)
	}
	return lines
}

// packageAPI returns the exported declarations of p in sorted order.
func packageAPI(p *types.Package) []string {
	local := func(q *types.Package) string {
		switch {
		case q == p:
			return ""
		case strings.Contains(q.Path(), "/internal/"):
			return q.Path()
		}
		return q.Name()
	}
	var lines []string
	for _, name := range p.Scope().Names() {
		object := p.Scope().Lookup(name)
		if !object.Exported() {
			continue
		}
		switch o := object.(type) {
		case *types.Const:
			lines = append(lines, types.ObjectString(o, local)+" = "+o.Val().ExactString())
		case *types.TypeName:
			lines = append(lines, typeAPI(o, local)...)
		default:
			lines = append(lines, types.ObjectString(o, local))
		}
	}
	slices.Sort(lines)
	for i := range lines {
		lines[i] = "\t" + lines[i] + "\n"
	}
	return lines
}

// typeAPI returns the declaration of a type, without its unexported fields, and the declarations of
// its exported methods.
func typeAPI(name *types.TypeName, local types.Qualifier) []string {
	structure, ok := name.Type().Underlying().(*types.Struct)
	if name.IsAlias() || !ok {
		return append(methodsAPI(name.Type(), local), types.ObjectString(name, local))
	}
	var exported []*types.Var
	for field := range structure.Fields() {
		if field.Exported() {
			exported = append(exported, field)
		}
	}
	declaration := fmt.Sprintf("type %s %s", name.Name(), types.TypeString(types.NewStruct(exported, nil), local))
	return append(methodsAPI(name.Type(), local), declaration)
}

// methodsAPI returns the exported methods of a type, including promoted methods. The receiver is a
// pointer where the method needs one.
func methodsAPI(of types.Type, local types.Qualifier) []string {
	values, pointer := types.NewMethodSet(of), types.NewPointer(of)
	var lines []string
	for method := range types.NewMethodSet(pointer).Methods() {
		if !method.Obj().Exported() {
			continue
		}
		var receiver types.Type = pointer
		if values.Lookup(nil, method.Obj().Name()) != nil {
			receiver = of
		}
		signature := strings.TrimPrefix(types.TypeString(method.Type(), local), "func")
		lines = append(lines,
			fmt.Sprintf("func (%s) %s%s", types.TypeString(receiver, local), method.Obj().Name(), signature))
	}
	return lines
}

// TestDocumented checks that every exported name has a comment, and that the comment of a package,
// type, or function begins with its name.
func TestDocumented(t *testing.T) {
	for _, p := range listPackages(t) {
		if !p.isImportable() {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			packageComments := 0
			for _, name := range p.GoFiles {
				files := token.NewFileSet()
				file, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.ParseComments)
				if err != nil {
					t.Fatal(err)
				}
				if opensWith(file.Doc, "Package "+p.Name) {
					packageComments++
				}
				ast.FileExports(file)
				for _, bare := range bareNames(file) {
					t.Errorf("%s:%d: %s has no doc comment of its own", name, files.Position(bare.Pos()).Line, bare.Name)
				}
			}
			if packageComments != 1 {
				t.Errorf("%d package comments begin with %q, want 1", packageComments, "Package "+p.Name)
			}
		})
	}
}

// bareNames returns the names declared in a file that have no comment. The comment of a group of
// constants or variables counts for all names in it.
func bareNames(file *ast.File) []*ast.Ident {
	var bare []*ast.Ident
	for _, declaration := range file.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			if !isHidden(d) && !opensWith(d.Doc, d.Name.Name) {
				bare = append(bare, d.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				bare = append(bare, bareSpec(d, spec)...)
			}
		}
	}
	return bare
}

// isHidden reports whether d is a method of an unexported type.
func isHidden(d *ast.FuncDecl) bool {
	return d.Recv != nil && !ast.IsExported(strings.TrimPrefix(types.ExprString(d.Recv.List[0].Type), "*"))
}

// bareSpec returns the names in spec, a part of d, that have no comment.
func bareSpec(d *ast.GenDecl, spec ast.Spec) []*ast.Ident {
	switch s := spec.(type) {
	case *ast.ValueSpec:
		if isBare(d.Doc, s.Doc, s.Comment) {
			return s.Names
		}
	case *ast.TypeSpec:
		bare := bareFields(s.Type)
		if !opensWith(s.Doc, s.Name.Name) && !opensWith(d.Doc, s.Name.Name) {
			bare = append(bare, s.Name)
		}
		return bare
	}
	return nil
}

// bareFields returns the fields of a struct type that have no comment.
func bareFields(of ast.Expr) []*ast.Ident {
	structure, ok := of.(*ast.StructType)
	if !ok {
		return nil
	}
	var bare []*ast.Ident
	for _, field := range structure.Fields.List {
		if isBare(field.Doc, field.Comment) {
			bare = append(bare, field.Names...)
		}
	}
	return bare
}

// isBare reports whether all comments are empty.
func isBare(comments ...*ast.CommentGroup) bool {
	return !slices.ContainsFunc(comments, func(c *ast.CommentGroup) bool { return c.Text() != "" })
}

// opensWith reports whether a comment begins with a name, apart from an article.
func opensWith(comment *ast.CommentGroup, name string) bool {
	text := comment.Text()
	for _, article := range []string{"A ", "An ", "The "} {
		text = strings.TrimPrefix(text, article)
	}
	return strings.HasPrefix(text, name+" ") || strings.HasPrefix(text, name+"\n")
}

// TestDependencies checks that the root package depends on the standard library alone.
func TestDependencies(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".")
	list.Dir = moduleRoot(t)
	output, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for _, path := range strings.Fields(string(output)) {
		if !strings.HasPrefix(path, "github.com/shakki/chess") {
			t.Errorf("the root package depends on %s", path)
		}
	}
}
