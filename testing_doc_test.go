package chess

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	// rulesHeading begins a table of rules and names the folder of its package.
	rulesHeading = regexp.MustCompile("^### .*`(.+)`$")
	backquoted   = regexp.MustCompile("`([^`]+)`")
	testName     = regexp.MustCompile(`\b(Test|Fuzz)[A-Z]\w*`)
)

// TestRuleTable: what TESTING.md names as the code and the proof of each rule is
// there, for every package.
func TestRuleTable(t *testing.T) {
	folders, err := filepath.Glob("games/*")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]int{}
	folder := ""
	var names packageNames
	for i, line := range readTestingDoc(t) {
		if heading := rulesHeading.FindStringSubmatch(line); heading != nil {
			folder = heading[1]
			names = declarationsIn(t, folder)
		}
		if folder == "" || !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| rule |") || strings.HasPrefix(line, "| ---") {
			continue
		}
		rows[folder]++
		cells := strings.Split(line, "|")
		if len(cells) != 5 {
			t.Errorf("TESTING.md:%d: %d cells, want 3", i+1, len(cells)-2)
			continue
		}
		for _, fault := range slices.Concat(faultyNames(cells[2], names.hasCode), faultyNames(cells[3], names.hasTest)) {
			t.Errorf("TESTING.md:%d: %s in %s", i+1, fault, folder)
		}
	}
	for _, folder := range append(folders, ".") {
		if rows[folder] == 0 {
			t.Errorf("TESTING.md has no table of the rules in %s", folder)
		}
	}
}

// TestCommandsInTestingDoc: every test that TESTING.md mentions is there, by its
// name or the beginning of it. What needs a build tag is left out.
func TestCommandsInTestingDoc(t *testing.T) {
	files, err := filepath.Glob("*/*/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	known := slices.Collect(maps.Keys(declarationsIn(t, ".").tests))
	for _, file := range files {
		known = slices.AppendSeq(known, maps.Keys(declarationsIn(t, filepath.Dir(file)).tests))
	}
	for i, line := range readTestingDoc(t) {
		if strings.Contains(line, "-tags ") {
			continue
		}
		for _, name := range testName.FindAllString(line, -1) {
			if !slices.ContainsFunc(known, func(test string) bool { return strings.HasPrefix(test, name) }) {
				t.Errorf("TESTING.md:%d: there is no %s", i+1, name)
			}
		}
	}
}

// readTestingDoc returns the lines of TESTING.md.
func readTestingDoc(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("TESTING.md")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(text), "\n")
}

// faultyNames returns what is wrong with the names in a cell: that there are
// none, or that one is not known.
func faultyNames(cell string, isKnown func(string) bool) []string {
	quoted := backquoted.FindAllStringSubmatch(cell, -1)
	if quoted == nil {
		return []string{"nothing is named"}
	}
	var faults []string
	for _, name := range quoted {
		if !isKnown(name[1]) {
			faults = append(faults, "there is no "+name[1])
		}
	}
	return faults
}

// packageNames are the names declared in a package: functions, methods as
// Type.Method, types, constants and variables; and the tests, each with the
// string literals in its file, among which are the names of its subtests.
type packageNames struct {
	code  map[string]bool
	tests map[string]map[string]bool
}

func (n packageNames) hasCode(name string) bool { return n.code[name] }

// hasTest reports whether there is a test, given as "TestFEN" or with the name of
// a subtest, "TestFEN/empty board".
func (n packageNames) hasTest(name string) bool {
	path := strings.Split(name, "/")
	literals := n.tests[path[0]]
	return literals != nil && !slices.ContainsFunc(path[1:], func(subtest string) bool { return !literals[subtest] })
}

// declarationsIn returns the names of the package in a folder.
func declarationsIn(t *testing.T, folder string) packageNames {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	names := packageNames{map[string]bool{}, map[string]map[string]bool{}}
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		isTest, literals := strings.HasSuffix(path, "_test.go"), literalsOf(file)
		for _, name := range declaredNames(file) {
			switch {
			case !isTest:
				names.code[name] = true
			case testName.MatchString(name):
				names.tests[name] = literals
			}
		}
	}
	return names
}

// declaredNames returns the names that a file declares.
func declaredNames(file *ast.File) []string {
	var names []string
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.FuncDecl:
			name := n.Name.Name
			if n.Recv != nil {
				name = strings.TrimPrefix(types.ExprString(n.Recv.List[0].Type), "*") + "." + name
			}
			names = append(names, name)
			return false
		case *ast.TypeSpec:
			names = append(names, n.Name.Name)
			return false
		case *ast.ValueSpec:
			for _, name := range n.Names {
				names = append(names, name.Name)
			}
			return false
		}
		return true
	})
	return names
}

// literalsOf returns the values of the string literals in a file.
func literalsOf(file *ast.File) map[string]bool {
	literals := map[string]bool{}
	ast.Inspect(file, func(node ast.Node) bool {
		if literal, ok := node.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			if value, err := strconv.Unquote(literal.Value); err == nil {
				literals[value] = true
			}
		}
		return true
	})
	return literals
}
