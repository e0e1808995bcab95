package main

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPictures checks that the pictures of the pages are those of their tables, and XML.
func TestPictures(t *testing.T) {
	docs, dir := filepath.Join("..", "..", "docs"), t.TempDir()
	for _, name := range []string{"performance.md", "scale.md"} {
		text, err := os.ReadFile(filepath.Join(docs, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := draw(dir); err != nil {
		t.Fatal(err)
	}
	pictures, err := filepath.Glob(filepath.Join(dir, "*.svg"))
	if err != nil || len(pictures) == 0 {
		t.Fatal("no pictures", err)
	}
	for _, picture := range pictures {
		want, _ := os.ReadFile(picture)
		got, err := os.ReadFile(filepath.Join(docs, filepath.Base(picture)))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("docs/%s is not the picture of its table: run go run ./plots (%v)", filepath.Base(picture), err)
		}
		reader := xml.NewDecoder(bytes.NewReader(want))
		for {
			if _, err := reader.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", picture, err)
			}
		}
	}
}

// TestBars checks lengths of bars, and that a value that is not there has none.
func TestBars(t *testing.T) {
	c := chart{title: "a < b", labels: []string{"one", "two"}, series: []series{{"x", []float64{1, 100}}, {"y", []float64{0, 10}}}}
	linear := string(bars("t", c))
	c.logarithmic = true
	logarithmic := string(bars("t", c))
	for _, tt := range []struct {
		svg, text string
		want      int
	}{
		{linear, `width="440.0"`, 1}, {linear, `width="44.0"`, 1}, {linear, `width="4.4"`, 1}, {linear, `height="14"`, 3},
		{logarithmic, `width="440.0"`, 1}, {logarithmic, `width="220.0"`, 1}, {logarithmic, `width="0.0"`, 1},
		{linear, "a &lt; b", 1},
	} {
		if got := strings.Count(tt.svg, tt.text); got != tt.want {
			t.Errorf("%q occurs %d times, want %d:\n%s", tt.text, got, tt.want, tt.svg)
		}
	}
}
