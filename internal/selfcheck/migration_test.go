package selfcheck

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shakki/chess"
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
	if calls < 250 {
		t.Errorf("docs/migration.md names %d of our calls, want at least 250", calls)
	}
}

// TestMigrationCastling checks the table in docs/migration.md of the calls that accept castling as the king's move to
// the square on which it lands.
func TestMigrationCastling(t *testing.T) {
	p := chess.MustParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	move, castled := chess.MustParseMove("e1g1"), p.After(chess.MustParseMove("e1h1"))
	newGame := func() *chess.Game {
		g, err := chess.NewGameFrom(p, chess.Rules{})
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	parsed := func(m chess.Move, err error) bool { return err == nil && p.After(m) == castled }
	played := func(play func(g *chess.Game) error) bool {
		g := newGame()
		return play(g) == nil && g.Position() == castled
	}
	accepts := map[string]func() bool{
		"p.ParseUCI(s)": func() bool { return parsed(p.ParseUCI("e1g1")) },
		"p.ParseSAN(s)": func() bool { return parsed(p.ParseSAN("e1g1")) },
		"p.FindMove(from, to, chess.NoPieceType)": func() bool {
			return parsed(p.FindMove(chess.E1, chess.G1, chess.NoPieceType))
		},
		"p.Play(m)":                        func() bool { q := p; return q.Play(move) == nil && q == castled },
		"g.Play(m)":                        func() bool { return played(func(g *chess.Game) error { return g.Play(move) }) },
		"g.PlayUCI(s)":                     func() bool { return played(func(g *chess.Game) error { return g.PlayUCI("e1g1") }) },
		"g.PlaySAN(s)":                     func() bool { return played(func(g *chess.Game) error { return g.PlaySAN("e1g1") }) },
		"p.Line(moves, chess.PGNFormat{})": func() bool { return p.Line([]chess.Move{move}, chess.PGNFormat{}) == "1. O-O" },
		"n.Add(m)": func() bool {
			n, err := newGame().Root().Add(move)
			return err == nil && n.Position() == castled
		},
		"g.Claim(c, chess.Claim{Reason: chess.ThreefoldRepetition, Move: m})": func() bool {
			err := newGame().Claim(chess.White, chess.Claim{Reason: chess.ThreefoldRepetition, Move: move})
			return err != nil && !errors.Is(err, chess.ErrIllegal)
		},
		"p.IsLegal(m)":         func() bool { return p.IsLegal(move) },
		"p.After(m)":           func() bool { return p.After(move) == castled },
		"p.SetAfter(&q, m)":    func() bool { q := p; q.SetAfter(&p, move); return q == castled },
		"p.SAN(m)":             func() bool { return p.SAN(move) == "O-O" },
		"p.IsCastling(m)":      func() bool { return p.IsCastling(move) },
		"p.CastlingSquares(m)": func() bool { _, _, _, ok := p.CastlingSquares(move); return ok },
	}
	page := readFile(t, filepath.Join(moduleRoot(t), "docs", "migration.md"))
	_, table, _ := strings.Cut(page, "| both forms, `e1g1` and `e1h1` | only `e1h1` |\n| --- | --- |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	for row := range strings.Lines(table) {
		for i, cell := range strings.Split(row, "|") {
			for _, span := range codeSpan.FindAllString(cell, -1) {
				code, want := strings.Trim(span, "`"), i == 1
				accept, ok := accepts[code]
				if !ok || accept() != want {
					t.Errorf("%s: known %t, accepts e1g1 is not %t", code, ok, want)
				}
				delete(accepts, code)
			}
		}
	}
	for code := range accepts {
		t.Errorf("the table does not name %s", code)
	}
}
