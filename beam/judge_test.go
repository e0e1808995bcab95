package chessbeam

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/direct"
	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
)

// findingsOf returns the lines that shakki judge prints for a text, from one scanner.
func findingsOf(name, text string, arbiter chess.Arbiter) string {
	var b strings.Builder
	for findings := range arbiter.JudgePGN(chess.NewPGNScanner(strings.NewReader(text))) {
		for _, f := range findings {
			fmt.Fprintf(&b, "%s:%d:%d: %v\n", name, f.Line, f.Column, f)
		}
	}
	return b.String()
}

// TestJudge checks that the findings are those of one scanner, wherever the files are split and in
// whatever order they come.
func TestJudge(t *testing.T) {
	texts := []string{randomGames(1, 400), randomGames(2, 150), ""}
	names := writeTexts(t, texts...)
	arbiter := chess.Arbiter{Rules: chess.Rules{}, Claims: true}
	want := ""
	for i, name := range names {
		want += findingsOf(name, texts[i], arbiter)
	}
	if lines := strings.Count(want, "\n"); lines < 50 {
		t.Fatalf("the games have %d findings, too few for a test", lines)
	}
	for _, size := range []int64{1 << 12, 1 << 16, 1 << 30} {
		slices.Reverse(names)
		output := filepath.Join(t.TempDir(), "findings")
		run(t, func(s beam.Scope) {
			records, _ := ReadSplit(s, size, append(names, names[0])...)
			WriteFindings(s, output, Judge(s, records, arbiter))
		})
		if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(readText(t, output), "\n")); diff != "" {
			t.Errorf("sections of %d bytes: (-one scanner, +pipeline)\n%s", size, diff)
		}
	}
}
