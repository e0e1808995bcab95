package selfcheck

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"
)

// migrationScope declares what the calls in docs/migration.md refer to.
const migrationScope = `package migration

import (
	"context"
	"io"
	"math/rand/v2"
	"os"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/book"
	"github.com/shakki/chess/book/openings"
	"github.com/shakki/chess/diagram"
	"github.com/shakki/chess/epd"
	"github.com/shakki/chess/syzygy"
	"github.com/shakki/chess/uci"
	"github.com/shakki/chess/variant"
)

var (
	p, q     chess.Position
	g, game  *chess.Game
	n        chess.Node
	m        chess.Move
	moves    []chess.Move
	shapes   []chess.Shape
	c        chess.Color
	sq       chess.Square
	from, to chess.Square
	s        string
	data     []byte
	r        io.Reader
	w        io.Writer
	ctx      context.Context
	random   *rand.Rand
	b        *book.Book
	entry    book.Entry
	o        book.Opening
	tables   *syzygy.Tables
	engine   *uci.Engine
	search   *uci.Search
	limits   uci.Limits
	v        variant.Position
	played   *variant.Game
	drop     variant.Move
	log      func(uci.LogKind, string)

	_ epd.Record
	_ = openings.Names
	_ = diagram.Options{}
	_ = os.Getenv
	_ time.Duration
)
`

// migrationPackage type-checks migrationScope with the packages of the module.
func migrationPackage(t *testing.T) (*token.FileSet, *ast.File, *types.Package) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "migration.go", migrationScope, 0)
	if err != nil {
		t.Fatal(err)
	}
	config := types.Config{Importer: newImporter(t)}
	pkg, err := config.Check("migration", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return fset, file, pkg
}

// TestMigrationCalls type-checks each of our calls that docs/migration.md names, in its tables and
// in its prose. A call is code with a dot or a parenthesis that is not a path.
func TestMigrationCalls(t *testing.T) {
	t.Parallel()
	page := readFile(t, filepath.Join(moduleRoot(t), "docs", "migration.md"))
	fset, file, pkg := migrationPackage(t)
	calls := 0
	for _, span := range codeSpan.FindAllString(withoutOthers(fencedBlock.ReplaceAllString(page, "")), -1) {
		code := strings.Trim(span, "`")
		if !strings.ContainsAny(code, ".(") || strings.Contains(code, "/") {
			continue
		}
		calls++
		if _, err := types.Eval(fset, pkg, file.End()-1, code); err != nil {
			t.Errorf("docs/migration.md: %s: %v", code, err)
		}
	}
	if calls < 240 {
		t.Errorf("docs/migration.md names %d of our calls, want at least 240", calls)
	}
}
