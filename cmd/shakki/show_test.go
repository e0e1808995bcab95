package main

import (
	"encoding/xml"
	"io"
	"os"
	"strings"
	"testing"

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

// TestTerminal checks that only a device gets colors, and only if the environment says that it has them.
func TestTerminal(t *testing.T) {
	device, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0) // a character device, as terminals are
	if err != nil {
		t.Fatal(err)
	}
	defer device.Close()
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG", "NO_COLOR"} {
		t.Setenv(name, "")
	}
	t.Setenv("TERM", "xterm-256color")
	t.Setenv("COLORTERM", "truecolor")
	if got := terminal(device); got != diagram.TrueColor {
		t.Errorf("terminal of a device = %v, want %v", got, diagram.TrueColor)
	}
	if got := terminal(io.Discard); got != diagram.ASCII {
		t.Errorf("terminal of another writer = %v, want %v", got, diagram.ASCII)
	}
	t.Setenv("NO_COLOR", "1")
	if got := terminal(device); got != diagram.ASCII {
		t.Errorf("terminal with NO_COLOR = %v, want %v", got, diagram.ASCII)
	}
}
