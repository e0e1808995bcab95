package selfcheck

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A layerRow is a row of the table in CONTRIBUTING.md: files of package chess, and the files with
// their tests.
type layerRow struct{ files, tests []string }

// layerRows returns the rows of the table.
func layerRows(t *testing.T) []layerRow {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../..", "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	const head = "| layer | file | what it decides | where it is tested |\n| --- | --- | --- | --- |\n"
	_, table, found := strings.Cut(string(text), head)
	if !found {
		t.Fatal("CONTRIBUTING.md has no table of the files")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	var rows []layerRow
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) != 6 {
			t.Fatalf("row %q has %d cells, want 4", line, len(cells)-2)
		}
		rows = append(rows, layerRow{goFiles(cells[2]), goFiles(cells[4])})
	}
	return rows
}

// goFiles returns the names of Go files in a cell of the table.
func goFiles(cell string) []string { return goFile.FindAllString(cell, -1) }

var goFile = regexp.MustCompile(`[\w/]+\.go`)

// TestLayers checks that every file of package chess has a row in CONTRIBUTING.md and uses only files
// above it.
func TestLayers(t *testing.T) {
	g, err := loadGraph("../..", newImporter(t))
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	for _, row := range layerRows(t) {
		order = append(order, row.files...)
	}
	for _, fault := range g.faults(order) {
		t.Error(fault)
	}
}

// TestLayerFaults checks that the graph of a package reports every kind of violation.
func TestLayerFaults(t *testing.T) {
	for _, test := range []struct {
		dir, order string
		want       []string
	}{
		{"up", "low.go high.go", []string{"low.go uses high.go, which stands below it: roof"}},
		{"up", "high.go low.go", nil},
		{"up", "high.go gone.go high.go",
			[]string{"gone.go does not exist", "high.go is listed twice", "low.go is not listed"}},
		{"circle", "c.go b.go a.go", []string{"c.go uses a.go, which stands below it: a next"}},
		{"circle", "b.go a.go c.go", []string{"b.go uses c.go, which stands below it: landing"}},
	} {
		g, err := loadGraph(filepath.Join("testdata/layers", test.dir), newImporter(t))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, g.faults(strings.Fields(test.order))); diff != "" {
			t.Errorf("%s in the order %s: wrong faults (-want +got):\n%s", test.dir, test.order, diff)
		}
	}
}

// TestPlacesOfTests checks that the files of tests in the table and in the paragraph after it exist,
// that none is missing, and that a file has its tests in the file with its name, if there is one.
func TestPlacesOfTests(t *testing.T) {
	general := []string{"bench_test.go", "golden_test.go", "hostile_test.go", "stockfish_test.go"} // they test every file
	named := map[string]bool{}
	for _, name := range general {
		named[name] = true
	}
	for _, row := range layerRows(t) {
		for _, name := range row.tests {
			named[name] = true
		}
		for _, name := range row.files {
			own := strings.TrimSuffix(name, ".go") + "_test.go"
			if _, err := os.Stat(filepath.Join("../..", own)); err == nil && !slices.Contains(row.tests, own) {
				t.Errorf("the row of %s does not name %s", name, own)
			}
		}
	}
	present, err := filepath.Glob(filepath.Join("../..", "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range present {
		if name := filepath.Base(path); !named[name] {
			t.Errorf("%s is in no row", name)
		}
	}
	for name := range named {
		if _, err := os.Stat(filepath.Join("../..", name)); err != nil {
			t.Error(err)
		}
	}
}

// TestPlacesOfFiles checks that the doc.go of every other package with several files lists them and what
// they decide. A file of tests has the name of one of them or of the package, or is listed too.
func TestPlacesOfFiles(t *testing.T) {
	root := moduleRoot(t)
	err := filepath.WalkDir(root, func(folder string, entry os.DirEntry, err error) error {
		if err != nil || !entry.IsDir() || folder == root {
			return err
		}
		if entry.Name() == "testdata" {
			return filepath.SkipDir
		}
		for _, fault := range placeFaults(t, folder) {
			t.Errorf("%s: %s", strings.TrimPrefix(folder, root), fault)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// placeFaults returns what is wrong with the list of files in a folder.
func placeFaults(t *testing.T, folder string) (faults []string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	code, tests := 0, []string{}
	unlisted := map[string]bool{}
	for _, path := range paths {
		switch name := filepath.Base(path); {
		case strings.HasSuffix(name, "_test.go"):
			tests = append(tests, name)
		case name != "doc.go":
			unlisted[name] = true
			code++
		}
	}
	known := maps.Clone(unlisted)
	known["example.go"], known[filepath.Base(folder)+".go"] = true, true
	for _, name := range tests {
		if !known[strings.TrimSuffix(name, "_test.go")+".go"] {
			unlisted[name] = true
		}
	}
	text, _ := os.ReadFile(filepath.Join(folder, "doc.go")) // A missing file lists nothing.
	_, list, found := strings.Cut(string(text), "\n// The files:\n//\n")
	if !found && code < 2 {
		return nil
	}
	for line := range strings.Lines(list) {
		names, what, _ := strings.Cut(line, ": ")
		what, places, _ := strings.Cut(what, "; tested in ")
		faults = append(faults, testFaults(folder, goFiles(names), places)...)
		if strings.TrimSpace(what) == "" {
			faults = append(faults, fmt.Sprintf("doc.go does not say what %q decides", line))
		}
		for _, name := range goFiles(names) {
			if !unlisted[name] {
				faults = append(faults, "doc.go lists "+name+", which does not exist, stands there twice, or needs no row")
			}
			delete(unlisted, name)
		}
	}
	for name := range unlisted {
		faults = append(faults, "doc.go does not list "+name)
	}
	return faults
}

// testFaults returns what is wrong with the places where files in a folder are tested. A place is a
// file in the folder, or a path from the root of the module. Files of other systems and measurements
// need no place.
func testFaults(folder string, files []string, places string) (faults []string) {
	exists := func(path string) bool {
		_, err := os.Stat(path)
		return err == nil
	}
	for place := range strings.SplitSeq(strings.TrimSpace(places), ", ") {
		name, inRoot := strings.CutSuffix(place, " of the root")
		path := filepath.Join(folder, name)
		if inRoot || strings.Contains(name, "/") {
			path = filepath.Join("../..", name)
		}
		if place != "" && (!strings.HasSuffix(name, "_test.go") || !exists(path)) {
			faults = append(faults, "doc.go names "+place+", which is no file of tests")
		}
	}
	for _, name := range files {
		own := strings.TrimSuffix(name, ".go") + "_test.go"
		isMeasurement := strings.Contains(filepath.ToSlash(folder)+"/", "/benchmarks/") || strings.HasSuffix(filepath.ToSlash(folder), "/tools/mutants")
		if places == "" && !strings.HasSuffix(name, "_test.go") && !ofSystem.MatchString(name) && !isMeasurement && !exists(filepath.Join(folder, own)) {
			faults = append(faults, "doc.go does not say where "+name+" is tested")
		}
	}
	return faults
}

// ofSystem matches files of some systems only.
var ofSystem = regexp.MustCompile(`_(unix|windows|linux|mmap|other)\.go$`)

// A graph holds the dependencies between the files of a package. For a graph g, g[a][b] lists the
// names declared in file b that file a uses. Every file has an entry g[a].
type graph map[string]map[string][]string

// loadGraph returns the graph of the package in dir. It ignores test files.
func loadGraph(dir string, imports types.Importer) (graph, error) {
	p, err := build.ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	files := token.NewFileSet()
	var trees []*ast.File
	for _, name := range p.GoFiles {
		tree, err := parser.ParseFile(files, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		trees = append(trees, tree)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: imports}
	checked, err := config.Check(p.ImportPath, files, trees, info)
	if err != nil {
		return nil, err
	}
	fileOf := func(pos token.Pos) string { return filepath.Base(files.Position(pos).Filename) }
	g := graph{}
	for _, name := range p.GoFiles {
		g[name] = map[string][]string{}
	}
	for ident, object := range info.Uses {
		if object.Pkg() != checked || !isShared(object) {
			continue
		}
		from, to := fileOf(ident.Pos()), fileOf(object.Pos())
		if from != to && !slices.Contains(g[from][to], object.Name()) {
			g[from][to] = append(g[from][to], object.Name())
		}
	}
	return g, nil
}

// isShared reports whether other files can refer to object, which means that it is declared at
// package level or is a method or a field.
func isShared(object types.Object) bool {
	switch o := object.(type) {
	case *types.Func:
		return true
	case *types.Var:
		return o.IsField() || o.Parent() == o.Pkg().Scope()
	}
	return object.Parent() == object.Pkg().Scope()
}

// faults returns the violations in g of an order of its files: files that the order does not list or
// lists twice, names of missing files, and uses of a file that stands below.
func (g graph) faults(order []string) []string {
	var faults []string
	place := map[string]int{}
	for _, name := range order {
		if place[name] > 0 {
			faults = append(faults, fmt.Sprintf("%s is listed twice", name))
		}
		if g[name] == nil {
			faults = append(faults, fmt.Sprintf("%s does not exist", name))
		}
		place[name] = len(place) + 1
	}
	for from, uses := range g {
		if place[from] == 0 {
			faults = append(faults, fmt.Sprintf("%s is not listed", from))
			continue
		}
		for to, names := range uses {
			if place[to] > place[from] {
				slices.Sort(names)
				faults = append(faults, fmt.Sprintf("%s uses %s, which stands below it: %s", from, to, strings.Join(names, " ")))
			}
		}
	}
	slices.Sort(faults)
	return faults
}
