package diagram_test

import (
	"bytes"
	"errors"
	"hash/crc32"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
	"github.com/shakki/chess/diagram"
)

// TestStrip checks the pictures of a strip.
func TestStrip(t *testing.T) {
	g, err := chess.ParsePGN("[White \"A & B\"]\n[Black \"<C>\"]\n\n1. e4 e5 2. Nf3 {[%cal Gf3e5]} Nc6 3. Bb5 a6 4. O-O *")
	if err != nil {
		t.Fatal(err)
	}
	svg, err := diagram.AppendStrip([]byte("before"), g, []int{7, 0, 3, 3, 6}, diagram.Options{})
	if err != nil {
		t.Fatal(err)
	}
	svg, ok := bytes.CutPrefix(svg, []byte("before"))
	if !ok {
		t.Error("AppendStrip does not append")
	}
	other := marked
	other.Caption = ""
	if same, err := diagram.AppendStrip(nil, g, []int{7, 0, 3, 3, 6}, other); err != nil || !bytes.Equal(same, svg) {
		t.Errorf("options for one picture change a strip, %v", err)
	}
	if sum := crc32.ChecksumIEEE(svg); sum != 0x3f30d30e { // Look at the strip before you write a new checksum here.
		t.Errorf("the strip has the sum %#x", sum)
	}
	list := elements(t, svg)
	want := []string{"4. O-O", "Start", "2. Nf3", "2. Nf3", "3... a6"}
	if diff := cmp.Diff(want, texts(list, "text")); diff != "" {
		t.Errorf("labels (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(append([]string{"A & B - <C>"}, want...), texts(list, "title")); diff != "" {
		t.Errorf("titles (-want +got):\n%s", diff)
	}
	arrows := 0
	for _, e := range list {
		if e.name == "path" && e.attributes["fill-opacity"] != "" {
			arrows++
		}
	}
	if arrows != 2 {
		t.Errorf("%d arrows, want 2", arrows)
	}
	for _, ply := range []int{-1, 8} {
		b, err := diagram.AppendStrip(nil, g, []int{1, ply}, diagram.Options{})
		want := &diagram.PlyError{Ply: ply, Plies: 7}
		var got *diagram.PlyError
		if !errors.As(err, &got) || *got != *want || b != nil {
			t.Errorf("strip with ply %d = %q, %v, want %v", ply, b, err, want)
		}
	}
	for _, test := range []struct {
		o                  diagram.Options
		title, description string
	}{
		{diagram.Options{Caption: " C "}, "C", "1 positions of a chess game."},
		{diagram.Options{Caption: "C", Title: " T "}, "T", "1 positions of a chess game."},
		{diagram.Options{Title: " ", Description: " D "}, "A & B - <C>", "D"},
		{diagram.Options{Words: diagram.Words{Strip: "#/#"}}, "A & B - <C>", "1/1"},
	} {
		svg, err := diagram.AppendStrip(nil, g, []int{0}, test.o)
		if err != nil {
			t.Fatal(err)
		}
		list := elements(t, svg)
		if title, description := texts(list, "title")[0], texts(list, "desc")[0]; title != test.title || description != test.description {
			t.Errorf("%+v: title %q, description %q, want %q, %q", test.o, title, description, test.title, test.description)
		}
		if lines := texts(list, "text"); len(lines) != 1 || lines[0] != "Start" {
			t.Errorf("%+v: labels %q", test.o, lines)
		}
	}
	if svg, err := diagram.AppendStrip(nil, g, nil, diagram.Options{}); err != nil || len(elements(t, svg)) == 0 {
		t.Errorf("strip without plies = %s, %v", svg, err)
	}
}
