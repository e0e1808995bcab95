package chesstest

import (
	"fmt"
	"slices"
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

// maxDiff is the product of the numbers of lines up to which lineDiff looks for lines in common.
const maxDiff = 1 << 22

// lineDiff returns the lines that are only in a, after "-", and only in b, after "+". Lines in
// common are those of a longest common subsequence, and are left out.
func lineDiff(a, b []string) string {
	var diff strings.Builder
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	length := commonLengths(a, b)
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case length != nil && i < len(a) && j < len(b) && a[i] == b[j]:
			i++
			j++
		case i < len(a) && (length == nil || j == len(b) || length[i+1][j] >= length[i][j+1]):
			fmt.Fprintf(&diff, "- %s\n", a[i])
			i++
		default:
			fmt.Fprintf(&diff, "+ %s\n", b[j])
			j++
		}
	}
	return diff.String()
}

// commonLengths returns a table whose entry [i][j] is the length of the longest common subsequence
// of a[i:] and b[j:]. It returns nil if the table would be too large.
func commonLengths(a, b []string) [][]int32 {
	if len(a)*len(b) > maxDiff {
		return nil
	}
	length := make([][]int32, len(a)+1)
	for i := range slices.Backward(length) {
		length[i] = make([]int32, len(b)+1)
		for j := len(b) - 1; j >= 0 && i < len(a); j-- {
			length[i][j] = max(length[i+1][j], length[i][j+1])
			if a[i] == b[j] {
				length[i][j] = length[i+1][j+1] + 1
			}
		}
	}
	return length
}
