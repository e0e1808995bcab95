package main

import (
	"bytes"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
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
		{"-size 0 startpos", "invalid value \"0\" for flag -size: want a number from 1 to 5792\nusage: shakkipng [flags] FEN\n"},
		{"-size 5793 startpos", "want a number from 1 to 5792"},
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

// TestLargest checks that the largest size that works is the largest that the command allows, whatever
// is around the board.
func TestLargest(t *testing.T) {
	caption := strings.Repeat("long ", 100)
	for _, test := range []struct {
		o    diagram.Options
		args []string
	}{
		{diagram.Options{HideCoordinates: true}, []string{"-nocoordinates"}},
		{diagram.Options{}, nil},
		{diagram.Options{Caption: caption, Captured: []chess.Piece{chess.WhitePawn}}, []string{"-caption", caption, "-captured", "P"}},
	} {
		o := test.o
		o.Size = largest
		most := fits(chess.StartPosition().Setup(), o)
		o.Size = most + 1
		if _, err := shakkipng.Image(diagram.AppendSVG(nil, chess.StartPosition(), o)); err == nil {
			t.Errorf("%q: a board of %d pixels fits too", test.args, o.Size)
		}
		o.Size = most
		if test.args == nil { // drawing so many pixels takes a second
			if img, err := shakkipng.Image(diagram.AppendSVG(nil, chess.StartPosition(), o)); err != nil || img.Rect.Dy() < most {
				t.Errorf("%q: a board of %d pixels: %v", test.args, most, err)
			}
		}
		if most == largest {
			continue
		}
		var out, errs bytes.Buffer
		status := run(append(test.args, "-size", strconv.Itoa(most+1), "startpos"), &out, &errs)
		if want := fmt.Sprintf("this board can have at most %d pixels", most); status != 2 || !strings.Contains(errs.String(), want) {
			t.Errorf("%q: status %d, errors %q, want %q", test.args, status, &errs, want)
		}
	}
}
