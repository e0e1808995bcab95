package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const root = "../.."

// TestFloors checks that the files of package chess use only lower floors, or their own floor without a cycle.
func TestFloors(t *testing.T) {
	g, err := load(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range g.faults(chessFloors) {
		t.Error(fault)
	}
}

// TestFaults checks that the graph of a package reports every kind of violation.
func TestFaults(t *testing.T) {
	for _, test := range []struct {
		dir    string
		floors []floor
		want   []string
	}{
		{"testdata/up", []floor{{files: []string{"low.go"}}, {files: []string{"high.go"}}},
			[]string{"low.go on floor 1 uses high.go on floor 2: roof"}},
		{"testdata/up", []floor{{files: []string{"high.go"}}, {files: []string{"low.go"}}}, nil},
		{"testdata/up", []floor{{files: []string{"high.go", "gone.go"}}, {files: []string{"high.go"}}},
			[]string{"floor 1: file gone.go does not exist", "high.go is on two floors", "low.go has no floor"}},
		{"testdata/circle", []floor{{files: []string{"a.go", "b.go", "c.go"}}},
			[]string{"cycle: a.go -> b.go -> c.go -> a.go"}},
	} {
		g, err := load(test.dir)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, g.faults(test.floors)); diff != "" {
			t.Errorf("%s: wrong faults (-want +got):\n%s", test.dir, diff)
		}
	}
}

// TestContributing checks that CONTRIBUTING.md contains the current output of the command.
func TestContributing(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	var picture strings.Builder
	draw(&picture, chessFloors)
	if !strings.Contains(string(text), picture.String()) {
		t.Errorf("CONTRIBUTING.md does not contain the output of go run ./internal/floors:\n%s",
			picture.String())
	}
}
