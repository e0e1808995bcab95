package main

import (
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess/diagram"
)

// TestShowSVG checks that show -svg writes a picture and nothing else.
func TestShowSVG(t *testing.T) {
	status, out, errs := runWith(t, "", "show", "-svg", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
	if status != 0 || errs != "" || !strings.HasPrefix(out, "<svg ") || strings.Count(out, "<use ") != 3 {
		t.Errorf("show -svg: status %d, errors %q, output %.200q", status, errs, out)
	}
	if err := xml.Unmarshal([]byte(out), new(struct{})); err != nil {
		t.Errorf("show -svg: %v", err)
	}
}

// TestShowPlacement checks that show prints and draws boards that are not playable.
func TestShowPlacement(t *testing.T) {
	const knight = "8/8/8/3N4/8/8/8/8"
	status, out, errs := runWith(t, "", "show", "-targets", "d5", "-arrows", "d5e7,Rd5c7", "-caption", "A knight", knight)
	const want = `8  . . . . . . . .
7  . . * . * . . .
6  . * . . . * . .
5  . . .<N>. . . .
4  . * . . . * . .
3  . . * . * . . .
2  . . . . . . . .
1  . . . . . . . .

   a b c d e f g h
arrows d5-e7, d5-c7
A knight

no moves are listed: FEN "8/8/8/3N4/8/8/8/8": piece placement, offset 0: White has no king
`
	if diff := cmp.Diff(want, out); status != 0 || errs != "" || diff != "" {
		t.Errorf("show: status %d, errors %q (-want +got):\n%s", status, errs, diff)
	}
	status, out, errs = runWith(t, "", "show", "-svg", "-theme", "auto", "-targets", "d5", knight)
	if status != 0 || errs != "" || strings.Count(out, `r="15"`) != 8 || strings.Count(out, "<use ") != 1 ||
		!strings.Contains(out, "prefers-color-scheme:dark") {
		t.Errorf("show -svg: status %d, errors %q, output %q", status, errs, out)
	}
	if status, _, errs = runWith(t, "", "show", "-syzygy", t.TempDir(), knight); status != 2 || errs == "" {
		t.Errorf("show -syzygy: status %d, errors %q, want 2 and an error", status, errs)
	}
}

// TestShowTheme checks a theme of JSON.
func TestShowTheme(t *testing.T) {
	file := filepath.Join(t.TempDir(), "theme.json")
	for theme, want := range map[string]string{
		`{"DarkSquare": "#769656"}`:  "#769656",
		`{"DarkSquare": "brown"}`:    `"brown" is not a valid color`,
		`{"BlackSquare": "#769656"}`: `unknown field "BlackSquare"`,
	} {
		if err := os.WriteFile(file, []byte(theme), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, out, errs := runWith(t, "", "show", "-svg", "-theme", file, "startpos"); !strings.Contains(out+errs, want) {
			t.Errorf("theme %s: errors %q, output %.200q, want %q", theme, errs, out, want)
		}
	}
}

// TestShowEndgame checks what show -syzygy prints without any table: bare kings need none.
func TestShowEndgame(t *testing.T) {
	dir := t.TempDir()
	status, out, errs := runWith(t, "", "show", "-syzygy", dir, "7k/8/8/8/8/8/8/K7 w - - 0 1")
	if status != 0 || errs != "" || !strings.HasSuffix(out, "\ndraw: Kb1, Ka2, Kb2\n") {
		t.Errorf("show -syzygy: status %d, errors %q, output %q", status, errs, out)
	}
	status, _, errs = runWith(t, "", "show", "-syzygy", dir, "7k/8/8/8/8/8/8/K5R1 w - - 0 1")
	if status != 2 || !strings.Contains(errs, "missing table KRvK.rtbw") {
		t.Errorf("show -syzygy without the table: status %d, errors %q", status, errs)
	}
}

// TestTerminal checks that only a device gets colors, and only if the environment says that it has
// them.
func TestTerminal(t *testing.T) {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG", "NO_COLOR"} {
		t.Setenv(name, "")
	}
	t.Setenv("TERM", "xterm-256color")
	t.Setenv("COLORTERM", "truecolor")
	device, err := os.Open("/dev/zero") // a character device, as terminals are; Windows has none
	if err == nil {
		defer device.Close()
		if got := terminal(device); got != diagram.TrueColor {
			t.Errorf("terminal of a device = %v, want %v", got, diagram.TrueColor)
		}
	} else {
		t.Logf("left out: %v", err)
	}
	if got := terminal(io.Discard); got != diagram.ASCII {
		t.Errorf("terminal of another writer = %v, want %v", got, diagram.ASCII)
	}
	t.Setenv("NO_COLOR", "1")
	if got := terminal(device); got != diagram.ASCII {
		t.Errorf("terminal with NO_COLOR = %v, want %v", got, diagram.ASCII)
	}
}

func TestShow(t *testing.T) {
	status, out, _ := runWith(t, "", "show", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
	want := `8  . . . . . . . k
7  . . . . . Q . .
6  . . . . . . K .
5  . . . . . . . .
4  . . . . . . . .
3  . . . . . . . .
2  . . . . . . . .
1  . . . . . . . .

   a b c d e f g h

black to move
0 legal moves: 
state: 1/2-1/2 (stalemate)
`
	if diff := cmp.Diff(want, out); diff != "" || status != 0 {
		t.Errorf("show: status %d, wrong output (-want +got):\n%s", status, diff)
	}
}
