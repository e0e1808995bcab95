package main

import (
	"bytes"
	"go/format"
	"os"
	"testing"
)

// TestSource compares the generated tables with those of package chess.
func TestSource(t *testing.T) {
	got, err := format.Source(source())
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("../../sliders.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("sliders.go is out of date: run go generate")
	}
}
