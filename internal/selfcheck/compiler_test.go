package selfcheck

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/shakki/chess/internal/deep"
)

// runGo runs the go command in the root directory of the module and returns what it prints.
func runGo(t *testing.T, args ...string) string {
	t.Helper()
	command := exec.Command("go", args...)
	command.Dir = "../.."
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, output)
	}
	return string(output)
}

// TestTableSizes checks the total size of the variables of package chess, with its magic tables, in a
// linked program.
func TestTableSizes(t *testing.T) {
	deep.Only(t)
	t.Parallel()
	const least, most = 1 << 20, 2_500_000 // the attacks of sliders alone take a megabyte
	program := filepath.Join(t.TempDir(), "shakki.exe")
	runGo(t, "build", "-o", program, "./cmd/shakki")
	sum := 0
	for line := range strings.Lines(runGo(t, "tool", "nm", "-size", program)) {
		fields := strings.Fields(line) // address, size, kind, name
		if len(fields) < 4 || !strings.HasPrefix(fields[3], "github.com/shakki/chess.") && !strings.HasPrefix(fields[3], "github.com/shakki/chess/internal/magic.") {
			continue
		}
		if size, err := strconv.Atoi(fields[1]); err == nil && strings.Contains("DdBbRr", fields[2]) {
			sum += size
		}
	}
	if sum < least || sum > most {
		t.Errorf("package variables take %d bytes, want %d to %d", sum, least, most)
	}
}

// TestInlining checks that the compiler can inline the small functions, so that calling them costs
// nothing.
func TestInlining(t *testing.T) {
	deep.Only(t)
	t.Parallel()
	inlinable := map[string]bool{}
	for _, match := range regexp.MustCompile(`: can inline (\S+)`).FindAllStringSubmatch(runGo(t, "build", "-gcflags=-m", "."), -1) {
		inlinable[match[1]] = true
	}
	for _, name := range []string{
		"Color.Other", "PieceType.Of", "Piece.Type", "Piece.Color",
		"File.Bitboard", "Rank.Bitboard", "Rank.relativeTo",
		"SquareAt", "Square.File", "Square.Rank", "Square.Bitboard", "Square.isValid", "Square.distance",
		"Bitboard.Has", "Bitboard.Count", "Bitboard.First", "(*Bitboard).PopFirst", "Bitboard.Squares",
		"Bitboard.East", "Bitboard.West", "Bitboard.with", "Bitboard.without", "Bitboard.last", "Bitboard.forward",
		"NewMove", "NewPromotion", "Move.From", "Move.To", "Move.Promotion",
		"KnightAttacks", "KingAttacks", "PawnAttacks", "BishopAttacks", "RookAttacks", "Between",
		"placement.PieceAt", "placement.King", "status.Turn", "status.EnPassant", "status.Hash", "status.HalfmoveClock",
		"placement.Occupied", "placement.ByColor", "Position.InCheck", "Position.After", "Position.Moves",
		"placement.ByType", "placement.Pieces", "placement.typeAt", "(*Position).AppendLegalMoves",
		"(*generator).pawnSteps", "(*generator).pawnCaptures", "appendPawnMoves", "appendTargets",
	} {
		if !inlinable[name] {
			t.Errorf("the compiler cannot inline %s", name)
		}
	}
}
