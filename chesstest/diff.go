package chesstest

import (
	"fmt"
	"strings"

	"github.com/shakki/chess"
)

// GameDiff returns the lines in which two games differ, or "" if they are equal by
// [chess.Game.Equal]. A line holds one tag, move, comment, or parenthesis. Lines of want begin with
// "-" and lines of got with "+". The first line is the [chess.Game.Difference] of got.
func GameDiff(want, got *chess.Game) string {
	difference := got.Difference(want)
	if difference == "" {
		return ""
	}
	return difference + "\n" + lineDiff(GameLines(want), GameLines(got))
}

// GameLines returns a game as PGN with one tag, move, comment, or parenthesis a line. With
// cmp.Transformer("lines", chesstest.GameLines), cmp.Diff shows the moves that differ.
func GameLines(g *chess.Game) []string {
	if g == nil {
		return nil
	}
	return strings.Split(strings.TrimSpace(g.FormatPGN(chess.PGNFormat{Columns: 1})), "\n")
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

// lineDiff returns the lines that are only in a, after "-", and only in b, after "+".
func lineDiff(a, b []string) string {
	var diff strings.Builder
	for len(a) > 0 || len(b) > 0 {
		i, j := nextCommon(a, b)
		for _, line := range a[:i] {
			fmt.Fprintf(&diff, "- %s\n", line)
		}
		for _, line := range b[:j] {
			fmt.Fprintf(&diff, "+ %s\n", line)
		}
		a, b = a[min(i+1, len(a)):], b[min(j+1, len(b)):]
	}
	return diff.String()
}

// maxGap is how far nextCommon looks.
const maxGap = 1 << 13

// nextCommon returns the indexes of the nearest lines that are equal, or the numbers of lines if
// there are none.
func nextCommon(a, b []string) (i, j int) {
	for gap := range min(len(a)+len(b), maxGap) {
		for i := max(gap-len(b)+1, 0); i <= gap && i < len(a); i++ {
			if a[i] == b[gap-i] {
				return i, gap - i
			}
		}
	}
	return len(a), len(b)
}
