package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
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
	config := packages.Config{Mode: packages.LoadSyntax}
	found, err := packages.Load(&config, folder)
	if err == nil && packages.PrintErrors(found) > 0 {
		err = errors.New("the package has errors")
	}
	if err != nil {
		return nil, err
	}
	w := &writer{Package: found[0]}
	overlay := map[string]string{}
	lay := func(from, text string) error {
		overlay[from] = filepath.Join(temp, filepath.Base(from))
		return os.WriteFile(overlay[from], []byte(text), 0o666)
	}
	for _, file := range w.Syntax {
		name := w.Fset.Position(file.Package).Filename
		if !files.MatchString(filepath.Base(name)) {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		w.source = string(source)
		if err := lay(name, w.file(file)); err != nil {
			return nil, err
		}
	}
	if err := lay(filepath.Join(w.Dir, "mutant_switches.go"), fmt.Sprintf(switches, w.Name, len(w.changes)+1)); err != nil {
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
	*packages.Package
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

// isFixed reports whether a node must stay as it is: a type, a constant, or a comment.
func (w *writer) isFixed(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok == token.CONST
	case *ast.ArrayType, *ast.FuncType, *ast.StructType, *ast.CommentGroup:
		return true
	case *ast.Ident:
		return false
	case ast.Expr:
		return w.TypesInfo.Types[n].Value != nil
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
		t := w.TypesInfo.Types[e].Type
		basic, ok := t.Underlying().(*types.Basic)
		if !ok || basic.Info()&types.IsInteger == 0 || basic.Info()&types.IsUntyped != 0 {
			return text
		}
		kind = types.TypeString(t, func(p *types.Package) string {
			if p == w.Types {
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
	place := w.Fset.Position(pos)
	place.Filename = filepath.Base(place.Filename)
	if line, _, more := strings.Cut(text, "\n"); more || len(text) > 80 {
		text = line[:min(len(line), 80)] + " …"
	}
	w.changes = append(w.changes, &change{len(w.changes) + 1, place, text})
	return len(w.changes)
}

// text returns the source between two places.
func (w *writer) text(from, to token.Pos) string {
	return w.source[w.Fset.Position(from).Offset:w.Fset.Position(to).Offset]
}
