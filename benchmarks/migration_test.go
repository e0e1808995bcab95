package main

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	theirs "github.com/corentings/chess/v2"
	"github.com/shakki/chess"
)

// migrationScope declares what the calls of the other libraries in docs/migration.md refer to.
const migrationScope = `package migration

import (
	"io"
	"log"
	"time"

	"github.com/corentings/chess/v2"
	"github.com/corentings/chess/v2/image"
	"github.com/corentings/chess/v2/opening"
	"github.com/corentings/chess/v2/uci"
)

var (
	game        *chess.Game
	pos         *chess.Position
	move        *chess.Move
	c           chess.Color
	sq          chess.Square
	s, fen, key string
	data        []byte
	pieces      map[chess.Square]chess.Piece
	option      func(*chess.Game)
	r           io.Reader
	w           io.Writer
	hash        uint64
	scanner     *chess.Scanner
	scanned     *chess.GameScanned
	polyglot    *chess.PolyglotBook
	engine      *uci.Engine
	logger      *log.Logger
	light, dark color
	moves       []*chess.Move
	o           *opening.Opening

	_ = image.SVG
	_ time.Duration
)

type color struct{}

func (color) RGBA() (uint32, uint32, uint32, uint32) { return 0, 0, 0, 0 }
`

// migrationPackage type-checks migrationScope.
func migrationPackage(t *testing.T) (*token.FileSet, *ast.File, *types.Package) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "migration.go", migrationScope, 0)
	if err != nil {
		t.Fatal(err)
	}
	exported := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		name, err := exec.Command("go", "list", "-export", "-f", "{{.Export}}", path).Output()
		if err != nil {
			return nil, err
		}
		return os.Open(strings.TrimSpace(string(name)))
	})
	pkg, err := (&types.Config{Importer: exported}).Check("migration", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return fset, file, pkg
}

var codeSpan = regexp.MustCompile("`[^`]+`")

// TestMigrationCalls type-checks the calls of corentings/chess that docs/migration.md names. Calls of
// notnil/chess and of version 3 are marked in the tables and are not checked: Go's module proxy has
// neither of them here.
func TestMigrationCalls(t *testing.T) {
	page, err := os.ReadFile("../docs/migration.md")
	if err != nil {
		t.Fatal(err)
	}
	fset, file, pkg := migrationPackage(t)
	calls := 0
	_, tables, _ := strings.Cut(string(page), "## Calls of notnil/chess and corentings/chess")
	tables, _, _ = strings.Cut(tables, "## Calls of python-chess")
	for line := range strings.Lines(tables) {
		cells := strings.Split(line, "|")
		if len(cells) < 4 {
			continue
		}
		for group := range strings.SplitSeq(cells[1], "; ") {
			if group = strings.TrimSpace(group); strings.HasPrefix(group, "notnil:") || strings.HasPrefix(group, "v3:") {
				continue
			}
			for _, span := range codeSpan.FindAllString(group, -1) {
				code := strings.Trim(span, "`")
				if !strings.ContainsAny(code, ".(") {
					continue
				}
				calls++
				if _, err := types.Eval(fset, pkg, file.End()-1, code); err != nil {
					t.Errorf("%s: %v", code, err)
				}
			}
		}
	}
	if calls < 80 {
		t.Errorf("%d calls of corentings/chess, want at least 80", calls)
	}
}

// TestMigrationMeanings checks the first table of docs/migration.md: what both libraries have, and what
// it means in each.
func TestMigrationMeanings(t *testing.T) {
	t.Run("notnil/chess", func(t *testing.T) { t.Skip("github.com/notnil/chess is not available from the module proxy") })
	move := chess.NewMove(chess.E1, chess.G1)
	for _, fact := range []struct {
		name           string
		theirs, ours   int
		theirWant, our int
	}{
		{"king", int(theirs.King), int(chess.King), 1, 6}, {"pawn", int(theirs.Pawn), int(chess.Pawn), 6, 1},
		{"white king", int(theirs.WhiteKing), int(chess.WhiteKing), 1, 6},
		{"black pawn", int(theirs.BlackPawn), int(chess.BlackPawn), 12, 9},
		{"white", int(theirs.White), int(chess.White), 1, 0}, {"black", int(theirs.Black), int(chess.Black), 2, 1},
		{"a1", int(theirs.A1), int(chess.A1), 0, 0}, {"h8", int(theirs.H8), int(chess.H8), 63, 63},
		{"no square", int(theirs.NoSquare), int(chess.NoSquare), -1, 64},
	} {
		if fact.theirs != fact.theirWant || fact.ours != fact.our {
			t.Errorf("%s is %d there and %d here, want %d and %d", fact.name, fact.theirs, fact.ours, fact.theirWant, fact.our)
		}
	}
	if c := chess.NoPiece.Color(); theirs.NoPiece.Color() != theirs.NoColor || c == chess.White || c == chess.Black {
		t.Errorf("the color of no piece is %v there and %v here", theirs.NoPiece.Color(), c)
	}
	const castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	option, err := theirs.FEN(castling)
	if err != nil {
		t.Fatal(err)
	}
	their := theirs.NewGame(option).Position()
	p := chess.MustParseFEN(castling)
	decoded, err := theirs.UCINotation{}.Decode(their, "e1g1")
	if err != nil || decoded.S2() != theirs.G1 || !p.IsLegal(move) || p.UCI(move) != "e1g1" || move.To() != chess.G1 {
		t.Errorf("castling is %v, %v there and %v here", decoded, err, p.UCI(move))
	}
	after, ours := their.Update(decoded), p.After(move)
	if !strings.HasSuffix(after.String(), " b kq - 1 1") || ours.String() != after.String() {
		t.Errorf("after castling: %v there, %v here", after, ours)
	}
	game := theirs.NewGame()
	if err := game.PushMove("e4", nil); err != nil || !strings.Contains(game.Position().String(), " e3 ") {
		t.Errorf("after a double step: %v, %v there", game.Position(), err)
	}
	if p = chess.StartPosition().After(chess.NewMove(chess.E2, chess.E4)); !strings.Contains(p.String(), " - 0 1") ||
		!strings.Contains(p.FormatFEN(chess.FENFormat{DoubleStep: true}), " e3 ") {
		t.Errorf("after a double step: %v here", p)
	}
	for _, fen := range []string{
		castling, p.String(), "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
	} {
		key, err := theirs.NewZobristHasher().HashPosition(fen)
		if want := fmt.Sprintf("%016x", chess.MustParseFEN(fen).PolyglotKey()); key != want || err != nil {
			t.Errorf("the key of %s is %s, %v there and %s here", fen, key, err, want)
		}
	}
	if got := theirs.White.String() + theirs.King.String() + theirs.WhiteKing.String(); got != "wk"+"♔" {
		t.Errorf("texts there: %s", got)
	}
	if got := chess.White.String() + chess.King.String() + chess.WhiteKing.String(); got != "whitekingK" {
		t.Errorf("texts here: %s", got)
	}
}
