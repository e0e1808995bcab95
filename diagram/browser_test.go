package diagram_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/shakki/chess"
	"github.com/shakki/chess/diagram"
	"github.com/shakki/chess/internal/deep"
)

// references are pictures of every kind. All boards have 400 pixels, except those of the strip.
func references(t *testing.T) map[string][]byte {
	t.Helper()
	pictures := map[string][]byte{}
	for themeName, theme := range map[string]diagram.Theme{"light": diagram.LightTheme(), "dark": diagram.DarkTheme(), "print": diagram.PrintTheme()} {
		for _, set := range []diagram.Set{diagram.Traditional, diagram.Plain} {
			name := themeName + " " + set.String()
			pictures[name] = diagram.AppendSVG(nil, kiwipete, diagram.Options{Theme: theme, Set: set})
			o := marked
			o.Theme, o.Set, o.Below = theme, set, chess.Black
			pictures[name+" marked"] = diagram.AppendSVG(nil, kiwipete, o)
		}
	}
	g, err := chess.ParsePGN("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0")
	if err != nil {
		t.Fatal(err)
	}
	strip, err := diagram.AppendStrip(nil, g, []int{0, 2, 7}, diagram.Options{Size: 160})
	if err != nil {
		t.Fatal(err)
	}
	pictures["strip"] = strip
	return pictures
}

// TestBrowser checks that Chromium and librsvg draw the same pictures.
func TestBrowser(t *testing.T) {
	deep.Only(t) // it starts a browser
	chromium := deep.Program(t, "chromium", "chromium-browser", "google-chrome")
	rsvg := deep.Program(t, "rsvg-convert")
	const cell, columns = 640, 4
	dir := t.TempDir()
	page := []byte(`<!doctype html><body style="margin:0">`)
	corners := map[string]image.Point{}
	pictures := references(t)
	for name, svg := range pictures {
		n := len(corners)
		corners[name] = image.Pt(n%columns*cell, n/columns*cell)
		file := fmt.Sprintf("%d.svg", n)
		if err := os.WriteFile(filepath.Join(dir, file), svg, 0o666); err != nil {
			t.Fatal(err)
		}
		page = fmt.Appendf(page, `<img src=%s style="position:absolute;left:%dpx;top:%dpx">`,
			file, corners[name].X, corners[name].Y)
	}
	if err := os.WriteFile(filepath.Join(dir, "page.html"), page, 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	screenshot := filepath.Join(dir, "page.png")
	output, err := exec.CommandContext(ctx, chromium, "--headless", "--no-sandbox", "--disable-gpu",
		"--hide-scrollbars", "--user-data-dir="+filepath.Join(dir, "profile"), "--screenshot="+screenshot,
		fmt.Sprintf("--window-size=%d,%d", columns*cell, (len(pictures)+columns-1)/columns*cell),
		"file://"+filepath.Join(dir, "page.html")).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	drawn, err := os.ReadFile(screenshot)
	if err != nil {
		t.Fatal(err)
	}
	browser := decode(t, drawn).(interface {
		SubImage(image.Rectangle) image.Image
	})
	for name, svg := range pictures {
		command := exec.Command(rsvg)
		command.Stdin = bytes.NewReader(svg)
		output, err := command.Output()
		if err != nil {
			t.Fatal(err)
		}
		want := decode(t, output)
		got := browser.SubImage(want.Bounds().Add(corners[name]))
		share := different(got, want)
		t.Logf("%s: %.3f %% of the pixels differ", name, 100*share)
		if share > 0.01 {
			t.Errorf("%s: %.2f %% of the pixels differ between Chromium and librsvg, want at most 1 %%", name, 100*share)
		}
	}
}

func decode(t *testing.T, data []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// different returns the share of the pixels that have a channel which differs by more than 48 of
// 255.
func different(a, b image.Image) float64 {
	n, p, q := 0, pixels(a), pixels(b)
	for i := 0; i < len(p); i += 4 {
		for j := i; j < i+4; j++ {
			if max(p[j], q[j])-min(p[j], q[j]) > 48 {
				n++
				break
			}
		}
	}
	return float64(n) / float64(len(p)/4)
}

// pixels returns the channels of the pixels of an image.
func pixels(m image.Image) []byte {
	copied := image.NewRGBA(image.Rect(0, 0, m.Bounds().Dx(), m.Bounds().Dy()))
	draw.Draw(copied, copied.Rect, m, m.Bounds().Min, draw.Src)
	return copied.Pix
}
