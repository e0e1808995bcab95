package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// mixedRecords holds games of standard chess and of other variants.
const mixedRecords = `[Event "one"]
[Result "1-0"]

1. e4 e5 1-0

[Event "two"]
[White "A"]
[Black "B"]
[Variant "Crazyhouse"]

1. e4 {[%clk 0:05:00]} d5 2. exd5 (2. e5 Nf6) Qxd5 3. P@d4 Qxd4 4. N@f3 e5 1/2-1/2

[Event "three"]
[Variant "3check"]
[FEN "rnbqkbnr/ppp1pppp/3p4/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 2 +2+0"]

1. Bb5# 1-0

[Event "four"]
[Variant "Bughouse"]

1. e4 *

[Event "five"]

1. d4 d5 2. c4 *
`

// TestVariantRecords checks that check and fmt read games of all variants in one file, with the places of
// faults in the whole file, and leave the games between them as they are.
func TestVariantRecords(t *testing.T) {
	status, out, errs := runWith(t, mixedRecords, "check", "-")
	want := `-:11:68: game 2 (A - B): 4. N@f3: no knight in hand
-:20:1: game 4 (? - ?): the variant is not supported: "Bughouse" is not a valid variant`
	for line := range strings.Lines(want) {
		if !strings.Contains(out, strings.TrimSpace(line)) || status != 1 {
			t.Errorf("check: status %d, output\n%s%s, want\n%s", status, out, errs, line)
		}
	}
	if !strings.Contains(out, "-: games=5 moves=12 errors=2\n") {
		t.Errorf("check: %s", out)
	}
	status, out, errs = runWith(t, mixedRecords, "fmt")
	for _, part := range []string{
		"[Variant \"Crazyhouse\"]\n\n1. e4 {[%clk 0:05:00]} 1... d5 2. exd5 (2. e5 Nf6) 2... Qxd5 3. @d4 Qxd4\n1/2-1/2\n",
		"[FEN \"rnbqkbnr/ppp1pppp/3p4/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 1+3 0 2\"]\n[SetUp \"1\"]\n\n2. Bb5# 1-0\n",
		"[Result \"*\"]\n\n1. d4 d5 2. c4 *\n",
		"\n[Event \"four\"]\n[Variant \"Bughouse\"]\n\n1. e4 *\n\n[Event", // as it was written
	} {
		if !strings.Contains(out, part) {
			t.Errorf("fmt: %s\nwant in it\n%s", out, part)
		}
	}
	if status != 1 || !strings.Contains(errs, "-:11:68: game 2 (A - B): 4. N@f3: no knight in hand") {
		t.Errorf("fmt: status %d, errors %s", status, errs)
	}
	_, sound, _ := runWith(t, out, "fmt")
	if _, again, errs := runWith(t, sound, "fmt"); again != sound {
		t.Errorf("fmt of its output: %s%s", again, errs)
	}
}

// TestVariantFile checks that fmt -w rewrites a file with other variants only if nothing is lost.
func TestVariantFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.pgn")
	text := "[Variant \"Atomic\"]\n[Event \"x\"]\n1. e4 e5 2. Qh5 a6 3. Qxf7 1-0\n"
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if status, out, errs := runWith(t, "", "fmt", "-w", name); status != 0 {
		t.Errorf("fmt -w: %d %s%s", status, out, errs)
	}
	written, _ := os.ReadFile(name)
	if !strings.HasSuffix(string(written), "[Variant \"Atomic\"]\n\n1. e4 e5 2. Qh5 a6 3. Qxf7# 1-0\n") {
		t.Errorf("written:\n%s", written)
	}
}

// TestShowVariant checks the board, the moves, and the state of positions of other variants.
func TestShowVariant(t *testing.T) {
	status, out, _ := runWith(t, "", "show", "-variant", "zh", "4k3/8/8/8/8/8/8/4K3[NR] w - - 0 1")
	if status != 0 || !strings.Contains(out, "N@f6+") || !strings.HasSuffix(out, "state: in play\n") || !strings.Contains(out, "Crazyhouse, white to move: 4k3/8/8/8/8/8/8/4K3[RN] w - - 0 1\n") {
		t.Errorf("show: %d\n%s", status, out)
	}
	if _, out, _ := runWith(t, "", "show", "-variant", "koth", "4k3/8/8/8/4K3/8/8/8 b - - 1 1"); !strings.HasSuffix(out, "0 legal moves: \nstate: 1-0 (king in the center)\n") {
		t.Errorf("show: %s", out)
	}
	for _, args := range [][]string{{"-variant", "suicide", "startpos"}, {"-variant", "horde", "8/8/8/8/8/8/8/8 w"}, {"-variant", "horde", "-syzygy", "x", "startpos"}} {
		if status, _, errs := runWith(t, "", append([]string{"show"}, args...)...); status == 0 || errs == "" {
			t.Errorf("show %q: status %d, errors %q", args, status, errs)
		}
	}
}
