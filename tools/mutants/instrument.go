package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
)

// A change is one small change of the source, which the environment switches on by its number.
type change struct {
	id    int
	place token.Position
	text  string // what changes, such as "i <= n"
}

// instrument puts all changes of a package behind switches, in copies of its files that the file
// "overlay" lays over them when the package is built.
func instrument(folder, temp string) ([]*change, error) {
	pkg, err := build.ImportDir(folder, 0)
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range pkg.GoFiles {
		file, err := parser.ParseFile(set, filepath.Join(folder, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, file)
	}
	w := &writer{set: set, info: types.Info{Types: map[ast.Expr]types.TypeAndValue{}}}
	config := types.Config{Importer: importer.ForCompiler(set, "source", nil)}
	if w.pkg, err = config.Check(pkg.Name, set, parsed, &w.info); err != nil {
		return nil, err
	}
	overlay := map[string]string{}
	lay := func(name, text string) error {
		from, err := filepath.Abs(filepath.Join(folder, name))
		overlay[from] = filepath.Join(temp, name)
		if err != nil {
			return err
		}
		return os.WriteFile(overlay[from], []byte(text), 0o666)
	}
	for i, name := range pkg.GoFiles {
		if !files.MatchString(name) {
			continue
		}
		source, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return nil, err
		}
		w.source = string(source)
		if err := lay(name, w.file(parsed[i])); err != nil {
			return nil, err
		}
	}
	if err := lay("mutant_switches.go", fmt.Sprintf(switches, pkg.Name, len(w.changes)+1)); err != nil {
		return nil, err
	}
	text, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		return nil, err
	}
	return w.changes, os.WriteFile(filepath.Join(temp, "overlay"), text, 0o666)
}

// switches is the file that the package gets. MUTANT is the number of a change, or -1 to append the
// number of every change that is reached to the file MUTANT_TRACE.
const switches = `package %s

import (
	"fmt"
	"os"
	"strconv"
	"sync/atomic"
)

var mutantID, _ = strconv.Atoi(os.Getenv("MUTANT"))

var mutantSeen [%d]atomic.Bool

func mutantOn(id int) bool {
	if mutantID < 0 && !mutantSeen[id].Swap(true) {
		mutantNote(id)
	}
	return id == mutantID
}

func mutantNote(id int) {
	file, err := os.OpenFile(os.Getenv("MUTANT_TRACE"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		panic(err)
	}
	defer file.Close()
	fmt.Fprintln(file, id)
}
`

// A writer writes files with switches.
type writer struct {
	set     *token.FileSet
	info    types.Info
	pkg     *types.Package
	source  string // of the file
	changes []*change
}

// file returns a file with switches in its functions.
func (w *writer) file(file *ast.File) string {
	out, last := "", file.FileStart
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
			out += w.text(last, f.Body.Pos()) + w.node(f.Body)
			last = f.End()
		}
	}
	return out + w.text(last, file.FileEnd)
}

// node returns a node with switches.
func (w *writer) node(n ast.Node) string {
	out, last := "", n.Pos()
	ast.Inspect(n, func(child ast.Node) bool {
		if child == nil || child == n || w.isFixed(child) {
			return child == n
		}
		text := w.node(child)
		switch n.(type) {
		case *ast.BlockStmt, *ast.CaseClause:
			if isSkippable(child) {
				text = fmt.Sprintf("if !mutantOn(%d) { %s }", w.add(child.Pos(), "without "+w.text(child.Pos(), child.End())), text)
			}
		}
		out += w.text(last, child.Pos()) + text
		last = child.End()
		return false
	})
	out += w.text(last, n.End())
	switch n := n.(type) {
	case *ast.Ident:
		if other := map[string]string{"true": "false", "false": "true"}[n.Name]; other != "" {
			return w.choice(n, n.Pos(), "bool", out, other)
		}
	case *ast.BinaryExpr:
		return w.binary(n, out)
	}
	return out
}

// isFixed reports whether a node must stay as it is: a type or a constant.
func (w *writer) isFixed(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok == token.CONST
	case *ast.ArrayType, *ast.FuncType, *ast.StructType:
		return true
	case *ast.Ident:
		return false
	case ast.Expr:
		return w.info.Types[n].Value != nil
	}
	return false
}

// isSkippable reports whether a statement can be left out.
func isSkippable(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ExprStmt:
		call, ok := n.X.(*ast.CallExpr)
		return ok && types.ExprString(call.Fun) != "panic"
	case *ast.IncDecStmt:
		return true
	case *ast.AssignStmt:
		return n.Tok != token.DEFINE
	case *ast.BranchStmt:
		return n.Tok == token.CONTINUE
	}
	return false
}

// others has the operators that take the place of others.
var others = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.LEQ, token.LEQ: token.LSS,
	token.GTR: token.GEQ, token.GEQ: token.GTR, token.ADD: token.SUB, token.SUB: token.ADD,
}

// binary returns an expression, whose text has switches, with those for another operator, or for each
// operand alone.
func (w *writer) binary(e *ast.BinaryExpr, text string) string {
	x, y, kind := w.text(e.X.Pos(), e.X.End()), w.text(e.Y.Pos(), e.Y.End()), "bool"
	switch e.Op {
	case token.LAND, token.LOR:
		return w.choice(e, e.OpPos, kind, w.choice(e, e.X.Pos(), kind, text, y), x)
	case token.ADD, token.SUB:
		t := w.info.Types[e].Type
		basic, ok := t.Underlying().(*types.Basic)
		if !ok || basic.Info()&types.IsInteger == 0 || basic.Info()&types.IsUntyped != 0 {
			return text
		}
		kind = types.TypeString(t, func(p *types.Package) string {
			if p == w.pkg {
				return ""
			}
			return p.Name()
		})
	}
	if other, ok := others[e.Op]; ok {
		return w.choice(e, e.OpPos, kind, text, fmt.Sprintf("(%s) %s (%s)", x, other, y))
	}
	return text
}

// choice returns an expression, whose text has switches, that is other when the change is on.
func (w *writer) choice(e ast.Expr, pos token.Pos, kind, text, other string) string {
	id := w.add(pos, other+" for "+w.text(e.Pos(), e.End()))
	return fmt.Sprintf("func() %s { if mutantOn(%d) { return %s }; return %s }()", kind, id, other, text)
}

// add adds a change and returns its number.
func (w *writer) add(pos token.Pos, text string) int {
	place := w.set.Position(pos)
	place.Filename = filepath.Base(place.Filename)
	if line, _, more := strings.Cut(text, "\n"); more || len(text) > 80 {
		text = line[:min(len(line), 80)] + " …"
	}
	w.changes = append(w.changes, &change{len(w.changes) + 1, place, text})
	return len(w.changes)
}

// text returns the source between two places.
func (w *writer) text(from, to token.Pos) string {
	return w.source[w.set.Position(from).Offset:w.set.Position(to).Offset]
}
