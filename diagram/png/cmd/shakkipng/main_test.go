package main

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shakki/chess"
	"github.com/shakki/chess/diagram"
	shakkipng "github.com/shakki/chess/diagram/png"
)

// TestRun checks that the command writes PNG of the right size, to standard output or a file.
func TestRun(t *testing.T) {
	file := filepath.Join(t.TempDir(), "board.png")
	for _, test := range []struct {
		args  []string
		width int
	}{
		{[]string{"8/8/8/3N4/8/8/8/8"}, 440},
		{[]string{"-nocoordinates", "-size", "160", "-theme", "auto", "-targets", "d5", "8/8/8/3N4/8/8/8/8"}, 160},
		{[]string{"-black", "-theme", "print", "-set", "plain", "-last", "e2e4", "-arrows", "Rd8h4", "-marks", "e4", "-cross", "a1",
			"-fill", "h8=#00ff0088", "-caption", "x", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "b", "KQkq", "-", "0", "1"}, 440},
		{[]string{"-o", file, "-size", "80", "startpos"}, 88},
	} {
		var out, errs bytes.Buffer
		if status := run(test.args, &out, &errs); status != 0 {
			t.Errorf("%v: status %d: %s", test.args, status, &errs)
			continue
		}
		data := out.Bytes()
		if len(data) == 0 {
			data, _ = os.ReadFile(file)
		}
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil || img.Bounds().Dx() != test.width {
			t.Errorf("%v: %v, want a picture %d wide", test.args, err, test.width)
		}
	}
}

// TestErrors checks that a fault is told and leaves no picture.
func TestErrors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "board.png")
	for _, test := range []struct{ args, want string }{
		{"", "no FEN"},
		{"8/8/8", "only 3 ranks"},
		{"-theme pink startpos", "choose light, dark, print, auto"},
		{"-theme missing.json startpos", "missing.json"},
		{"-size 0 startpos", "invalid value \"0\" for flag -size: want a number from 1 to 4500\nusage: shakkipng [flags] FEN\n"},
		{"-size 4501 startpos", "want a number from 1 to 4500"},
		{"-last e9 startpos", `"e9" is not a valid move`},
		{"-arrows e2e2 startpos", `"e2e2" is not a valid arrow`},
		{"-arrows e2 startpos", `"e2" is not a valid arrow`},
		{"-marks Ge2e4 startpos", `"Ge2e4" is not a valid mark`},
		{"-fill e4=red startpos", `"red" is not a valid color`},
		{"-targets d9 startpos", `"d9" is not a valid square`},
		{"-captured PX startpos", `"X" is not a valid piece`},
	} {
		var out, errs bytes.Buffer
		status := run(append([]string{"-o", file}, strings.Fields(test.args)...), &out, &errs)
		if strings.Count(errs.String(), "\n") > 2 {
			t.Errorf("%q: more than two lines of errors: %s", test.args, &errs)
		}
		if _, err := os.Stat(file); status != 2 || !strings.Contains(errs.String(), test.want) || out.Len() > 0 || err == nil {
			t.Errorf("%q: status %d, errors %q, want %q and no file", test.args, status, &errs, test.want)
		}
	}
}

// TestLargest checks that a board of the largest size fits with all that can be around it.
func TestLargest(t *testing.T) {
	o := diagram.Options{Size: largest, Caption: strings.Repeat("long ", 100), Captured: []chess.Piece{chess.WhitePawn}}
	if img, err := shakkipng.Image(diagram.AppendSVG(nil, chess.StartPosition(), o)); err != nil || img.Rect.Dy() < largest {
		t.Errorf("a board of %d pixels: %v", largest, err)
	}
}
