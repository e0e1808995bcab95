package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const root = "../.."

// TestLayers checks that every file of package chess has a place in the layers and uses only files
// above it.
func TestLayers(t *testing.T) {
	g, err := load(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range g.faults(chessLayers) {
		t.Error(fault)
	}
}

// TestFaults checks that the graph of a package reports every kind of violation.
func TestFaults(t *testing.T) {
	for _, test := range []struct {
		dir   string
		files []string // one layer for each element
		want  []string
	}{
		{"testdata/up", []string{"low.go", "high.go"}, []string{"low.go uses high.go, which stands below it: roof"}},
		{"testdata/up", []string{"low.go high.go"}, []string{"low.go uses high.go, which stands below it: roof"}},
		{"testdata/up", []string{"high.go", "low.go"}, nil},
		{"testdata/up", []string{"high.go gone.go", "high.go"},
			[]string{"gone.go does not exist", "high.go is listed twice", "low.go is in no layer"}},
		{"testdata/circle", []string{"c.go b.go", "a.go"}, []string{"c.go uses a.go, which stands below it: a next"}},
		{"testdata/circle", []string{"b.go", "a.go c.go"}, []string{"b.go uses c.go, which stands below it: landing"}},
	} {
		g, err := load(test.dir)
		if err != nil {
			t.Fatal(err)
		}
		var layers []layer
		for _, files := range test.files {
			layers = append(layers, layer{rows: []row{{files: files}}})
		}
		if diff := cmp.Diff(test.want, g.faults(layers)); diff != "" {
			t.Errorf("%s: wrong faults (-want +got):\n%s", test.dir, diff)
		}
	}
}

// TestPlacesOfTests checks that the files of tests in the table exist, that none is missing, and that
// a file has its tests in the file with its name, if there is one.
func TestPlacesOfTests(t *testing.T) {
	named := map[string]bool{}
	for _, name := range strings.Fields(generalTests) {
		named[name] = true
	}
	for _, l := range chessLayers {
		for _, r := range l.rows {
			tests := strings.Fields(r.tests)
			for _, name := range tests {
				named[name] = true
			}
			for _, name := range strings.Fields(r.files) {
				own := strings.TrimSuffix(name, ".go") + "_test.go"
				if _, err := os.Stat(filepath.Join(root, own)); err == nil && !slices.Contains(tests, own) {
					t.Errorf("the row of %s does not name %s", name, own)
				}
			}
		}
	}
	present, err := filepath.Glob(filepath.Join(root, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range present {
		if name := filepath.Base(path); !named[name] {
			t.Errorf("%s is in no row", name)
		}
	}
	for name := range named {
		if _, err := os.Stat(filepath.Join(root, name)); err != nil {
			t.Error(err)
		}
	}
}

// TestContributing checks that CONTRIBUTING.md contains the table that the command prints.
func TestContributing(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	write(&table, chessLayers)
	if !strings.Contains(string(text), table.String()) {
		t.Errorf("CONTRIBUTING.md does not contain the output of go run ./internal/layers:\n%s", table.String())
	}
}
