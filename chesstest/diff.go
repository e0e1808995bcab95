package chesstest

import (
	"fmt"
	"io"
	"strings"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/linediff"
)

// GameDiff returns the lines in which two games differ, or "" if they are equal by
// [chess.Game.Equal]. A line holds one tag, move, comment, or parenthesis. Lines of want begin with
// "-" and lines of got with "+". The first line is the [chess.Game.Difference] of got, and the only one if a
// game is nil.
func GameDiff(want, got *chess.Game) string {
	difference := got.Difference(want)
	if want == nil || got == nil || difference == "" {
		return difference
	}
	var lines strings.Builder
	fmt.Fprintln(&lines, difference)
	text := func(g *chess.Game) io.Reader {
		return strings.NewReader(g.FormatPGN(chess.PGNFormat{Columns: 1}))
	}
	_ = linediff.Compare(text(want), text(got), func(sign byte, changed []string) { // memory can always be read
		for _, line := range changed {
			if sign != ' ' {
				fmt.Fprintf(&lines, "%c %s", sign, line)
			}
		}
	})
	return lines.String()
}

// PositionDiff returns a line for each square and each field of a FEN in which two positions
// differ, such as "e4: ., not P" if got lacks a pawn, or "" if they are equal by
// [chess.Position.Equal].
func PositionDiff(want, got chess.Position) string {
	if want.Equal(got) {
		return ""
	}
	var lines strings.Builder
	note := func(name string, want, got any) {
		if want != got {
			fmt.Fprintf(&lines, "%s: %v, not %v\n", name, got, want)
		}
	}
	for s := chess.A1; s <= chess.H8; s++ {
		note(s.String(), want.PieceAt(s), got.PieceAt(s))
	}
	note("side to move", want.Turn(), got.Turn())
	note("castling", want.Castling(), got.Castling())
	note("en passant", want.EnPassant(), got.EnPassant())
	note("halfmove clock", want.HalfmoveClock(), got.HalfmoveClock())
	note("fullmove number", want.FullmoveNumber(), got.FullmoveNumber())
	return lines.String()
}
