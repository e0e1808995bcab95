package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const root = "../.."

// TestHouse draws the graph of the files of package chess: no arrow runs up, and there is no circle.
func TestHouse(t *testing.T) {
	g, err := load(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range g.faults(house) {
		t.Error(fault)
	}
}

// TestFaults: an arrow that runs up, a circle, and a file without a floor are found.
func TestFaults(t *testing.T) {
	for _, test := range []struct {
		dir    string
		floors []floor
		want   []string
	}{
		{"testdata/up", []floor{{files: []string{"low.go"}}, {files: []string{"high.go"}}}, []string{"low.go on floor 1 uses high.go on floor 2: roof"}},
		{"testdata/up", []floor{{files: []string{"high.go"}}, {files: []string{"low.go"}}}, nil},
		{"testdata/up", []floor{{files: []string{"high.go", "gone.go"}}, {files: []string{"high.go"}}},
			[]string{"floor 1: there is no file gone.go", "high.go is on two floors", "low.go has no floor"}},
		{"testdata/circle", []floor{{files: []string{"a.go", "b.go", "c.go"}}}, []string{"circle: a.go -> b.go -> c.go -> a.go"}},
	} {
		g, err := load(test.dir)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, g.faults(test.floors)); diff != "" {
			t.Errorf("%s: faults differ (-want +got):\n%s", test.dir, diff)
		}
	}
}

// TestPicture: CONTRIBUTING.md shows what the command prints.
func TestPicture(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	var picture strings.Builder
	draw(&picture, house)
	if !strings.Contains(string(text), picture.String()) {
		t.Errorf("CONTRIBUTING.md does not show the floors; go run ./internal/floors prints them:\n%s", picture.String())
	}
}
