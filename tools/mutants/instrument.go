package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A change is one small change of the source, which the environment switches on by its number.
type change struct {
	id    int
	place token.Position
	text  string // what changes, such as "< becomes <="
}

// copyModule copies the files that git tracks, and those that it would.
func copyModule(from, to string) error {
	list := exec.Command("git", "ls-files", "-co", "--exclude-standard")
	list.Dir = from
	names, err := list.Output()
	if err != nil {
		return err
	}
	for _, name := range strings.Fields(string(names)) {
		target := filepath.Join(to, name)
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		if err := copyFile(filepath.Join(from, name), target); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if os.IsNotExist(err) {
		return nil // deleted, but not yet committed
	}
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, info.Mode())
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		return err
	}
	return out.Close()
}

// instrument puts all changes behind switches, in the files that match the pattern.
func instrument(dir string, pattern *regexp.Regexp) ([]change, error) {
	pkg, err := build.ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range pkg.GoFiles {
		file, err := parser.ParseFile(set, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, file)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if err := os.Chdir(dir); err != nil { // the importer looks for the module here
		return nil, err
	}
	defer os.Chdir(here)
	config := types.Config{Importer: importer.ForCompiler(set, "source", nil)}
	checked, err := config.Check(pkg.Name, set, parsed, info)
	if err != nil {
		return nil, err
	}
	w := &writer{set: set, info: info, pkg: checked}
	for i, file := range parsed {
		if !pattern.MatchString(pkg.GoFiles[i]) {
			continue
		}
		if err := w.rewrite(filepath.Join(dir, pkg.GoFiles[i]), file); err != nil {
			return nil, err
		}
	}
	code := fmt.Sprintf(switches, pkg.Name, len(w.changes)+1)
	return w.changes, os.WriteFile(filepath.Join(dir, "mutant_switches.go"), []byte(code), 0o644)
}

// switches is the file that every changed package gets. MUTANT is the number of a change, or -1 to
// append the number of every change that is reached to the file MUTANT_TRACE.
const switches = `package %s

import (
	"fmt"
	"os"
	"strconv"
	"sync/atomic"
)

var mutantID, mutantTrace = func() (int, *os.File) {
	id, _ := strconv.Atoi(os.Getenv("MUTANT"))
	if id >= 0 {
		return id, nil
	}
	file, err := os.OpenFile(os.Getenv("MUTANT_TRACE"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		panic(err)
	}
	return id, file
}()

var mutantSeen [%d]atomic.Bool

func mutantOn(id int) bool {
	if mutantID >= 0 {
		return id == mutantID
	}
	if !mutantSeen[id].Swap(true) {
		fmt.Fprintln(mutantTrace, id)
	}
	return false
}

func mutantSwap[T any](id int, a, b T) T {
	if mutantOn(id) {
		return b
	}
	return a
}
`

// A writer inserts switches into files.
type writer struct {
	set     *token.FileSet
	info    *types.Info
	pkg     *types.Package
	source  []byte
	changes []change
	inserts []insert
}

// An insert is text that goes into the source before an offset.
type insert struct {
	offset int
	text   string
}

func (w *writer) rewrite(path string, file *ast.File) error {
	source, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	w.source, w.inserts = source, nil
	for _, d := range file.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
			w.walk(d.Body)
		}
	}
	slices.SortStableFunc(w.inserts, func(a, b insert) int { return a.offset - b.offset })
	var out bytes.Buffer
	last := 0
	for _, in := range w.inserts {
		out.Write(source[last:in.offset])
		out.WriteString(in.text)
		last = in.offset
	}
	out.Write(source[last:])
	return os.WriteFile(path, out.Bytes(), 0o644)
}

// walk inserts the switches of a node. What begins a node goes in before its children are walked,
// and what ends it afterwards, so switches nest as the nodes do.
func (w *writer) walk(n ast.Node) {
	end := func() {}
	ast.Inspect(n, func(child ast.Node) bool {
		switch child := child.(type) {
		case nil:
			return false
		case *ast.GenDecl:
			return child.Tok != token.CONST
		case *ast.ArrayType, *ast.FuncType, *ast.StructType:
			return false
		}
		if child != n {
			w.walk(child)
			return false
		}
		switch child := child.(type) {
		case *ast.BinaryExpr:
			if child.Op == token.LAND || child.Op == token.LOR {
				w.logical(child)
				return false
			}
			end = w.binary(child)
		case *ast.BlockStmt:
			w.statements(child.List)
			return false
		case *ast.CaseClause:
			w.statements(child.Body)
			for _, e := range child.List {
				w.walk(e)
			}
			return false
		case *ast.ReturnStmt:
			w.results(child)
		}
		return true
	})
	end()
}

// statements makes each statement that can go skippable.
func (w *writer) statements(list []ast.Stmt) {
	for _, s := range list {
		if !skippable(s) {
			w.walk(s)
			continue
		}
		id := w.add(s.Pos(), "without "+excerpt(w.text(s)))
		w.before(s, fmt.Sprintf("if !mutantOn(%d) { ", id))
		w.walk(s)
		w.after(s, " }")
	}
}

func skippable(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		name, ok := call.Fun.(*ast.Ident)
		return !ok || name.Name != "panic"
	case *ast.IncDecStmt:
		return true
	case *ast.AssignStmt:
		return s.Tok != token.DEFINE
	case *ast.BranchStmt:
		return s.Tok == token.CONTINUE
	}
	return false
}

// results turns constant answers of type bool around.
func (w *writer) results(s *ast.ReturnStmt) {
	for _, e := range s.Results {
		if name, ok := e.(*ast.Ident); ok && (name.Name == "true" || name.Name == "false") {
			id := w.add(e.Pos(), "the opposite of "+name.Name)
			w.after(e, fmt.Sprintf(" != mutantOn(%d)", id))
		}
	}
}

// binary inserts the beginning of the switches of an expression, and returns what inserts the end.
func (w *writer) binary(e *ast.BinaryExpr) func() {
	value := w.info.Types[e]
	if value.Value != nil || value.Type == nil {
		return func() {}
	}
	x, y := w.text(e.X), w.text(e.Y)
	switch e.Op {
	case token.EQL, token.NEQ:
		id := w.add(e.OpPos, fmt.Sprintf("the opposite of %s %s %s", excerpt(x), e.Op, excerpt(y)))
		w.before(e, "((")
		return func() { w.after(e, fmt.Sprintf(") != mutantOn(%d))", id)) }
	case token.LSS, token.GTR, token.LEQ, token.GEQ:
		id := w.add(e.OpPos, fmt.Sprintf("the other bound of %s %s %s", excerpt(x), e.Op, excerpt(y)))
		w.before(e, "((")
		joint := "||"
		if e.Op == token.LEQ || e.Op == token.GEQ {
			joint = "&& !"
		}
		return func() { w.after(e, fmt.Sprintf(") %s(mutantOn(%d) && (%s) == (%s)))", joint, id, x, y)) }
	case token.ADD, token.SUB:
		basic, ok := value.Type.Underlying().(*types.Basic)
		if !ok || basic.Info()&types.IsInteger == 0 || basic.Info()&types.IsUntyped != 0 {
			return func() {}
		}
		other := token.SUB
		if e.Op == token.SUB {
			other = token.ADD
		}
		id := w.add(e.OpPos, fmt.Sprintf("%s %s %s", excerpt(x), other, excerpt(y)))
		w.before(e, fmt.Sprintf("mutantSwap[%s](%d, ", types.TypeString(value.Type, w.qualify), id))
		return func() { w.after(e, fmt.Sprintf(", (%s) %s (%s))", x, other, y)) }
	}
	return func() {}
}

// logical lets each operand of && and || be left out.
func (w *writer) logical(e *ast.BinaryExpr) {
	if w.info.Types[e].Value != nil {
		return
	}
	form := "(mutantOn(%d) || "
	if e.Op == token.LOR {
		form = "(!mutantOn(%d) && "
	}
	x, y := w.text(e.X), w.text(e.Y)
	left := w.add(e.X.Pos(), "without "+excerpt(x+" "+e.Op.String()))
	right := w.add(e.OpPos, "without "+excerpt(e.Op.String()+" "+y))
	w.before(e, "(")
	w.before(e.X, fmt.Sprintf(form, left))
	w.walk(e.X)
	w.after(e.X, ")")
	w.before(e.Y, fmt.Sprintf(form, right))
	w.walk(e.Y)
	w.after(e.Y, "))")
}

func (w *writer) add(pos token.Pos, text string) int {
	id := len(w.changes) + 1
	place := w.set.Position(pos)
	place.Filename = filepath.Base(place.Filename)
	w.changes = append(w.changes, change{id, place, text})
	return id
}

// qualify returns the name by which the package that is changed calls another one.
func (w *writer) qualify(p *types.Package) string {
	if p == w.pkg {
		return ""
	}
	return p.Name()
}

func (w *writer) offset(pos token.Pos) int { return w.set.Position(pos).Offset }

func (w *writer) text(n ast.Node) string {
	return string(w.source[w.offset(n.Pos()):w.offset(n.End())])
}

func (w *writer) before(n ast.Node, text string) {
	w.inserts = append(w.inserts, insert{w.offset(n.Pos()), text})
}

func (w *writer) after(n ast.Node, text string) {
	w.inserts = append(w.inserts, insert{w.offset(n.End()), text})
}

// excerpt returns the first line of a text, cut to fit into a report.
func excerpt(text string) string {
	line, _, more := strings.Cut(text, "\n")
	if len(line) > 60 {
		line, more = line[:60], true
	}
	if more {
		line += " …"
	}
	return line
}
