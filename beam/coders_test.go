package chessbeam

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/typex"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/direct"
	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
)

// TestCoders checks that values survive their encoding and that equal ones have equal encodings.
func TestCoders(t *testing.T) {
	p := chess.StartPosition()
	for _, m := range []chess.Move{p.LegalMoves()[3], chess.NullMove} {
		b, _ := encodeMove(m)
		if got, err := decodeMove(b); got != m || err != nil {
			t.Errorf("move %v becomes %v, %v", m, got, err)
		}
		p = p.After(m)
		b, _ = encodePosition(p)
		if got, err := decodePosition(b); got != p || err != nil {
			t.Errorf("position %v becomes %v, %v", p, got, err)
		}
	}
	g := chess.NewGame()
	g.PlaySAN("e4")
	b, _ := encodeGame(g)
	if got, err := decodeGame(b); err != nil || got.String() != g.String() {
		t.Errorf("game %v becomes %v, %v", g, got, err)
	}
	for _, r := range []Record{{}, {"a\x00b", -5, []byte("1. e4")}, {"f", 1 << 40, []byte{}}} {
		b, _ := encodeRecord(r)
		got, err := decodeRecord(b)
		if err != nil || got.File != r.File || got.Offset != r.Offset || !bytes.Equal(got.Text, r.Text) {
			t.Errorf("record %v becomes %v, %v", r, got, err)
		}
	}
	for _, b := range [][]byte{nil, {5, 'a'}, {0}, {255}} {
		if r, err := decodeRecord(b); err == nil {
			t.Errorf("decodeRecord(%v) = %v, want an error", b, r)
		}
	}
	for _, value := range []any{chess.Position{}, chess.Move(0), &chess.Game{}, Record{}} {
		if c := beam.NewCoder(typex.New(reflect.TypeOf(value))); !c.IsDeterministic() {
			t.Errorf("the coder of %T is not deterministic", value)
		}
	}
}

// TestBlocks checks that records survive being put together and taken apart.
func TestBlocks(t *testing.T) {
	records := []Record{
		{"a", 0, []byte("one")}, {"a", 3, []byte("two")}, {"a", 6, []byte{}}, {"a", 7, []byte("after a gap")},
		{"b", 18, []byte("another file")}, {"b", 30, make([]byte, recordSize+1)}, {"b", 31 + recordSize, []byte("full")},
	}
	var blocks []block
	pack := new(packFn)
	for _, r := range records {
		pack.ProcessElement(r, func(b block) { blocks = append(blocks, b) })
	}
	pack.FinishBundle(func(b block) { blocks = append(blocks, b) })
	var got []Record
	for _, b := range blocks {
		text, _ := encodeBlock(b)
		decoded, err := decodeBlock(text)
		if err != nil {
			t.Fatal(err)
		}
		new(unpackFn).ProcessElement(decoded, func(r Record) { got = append(got, r) })
		for n := range min(len(text), 20) {
			if _, err := decodeBlock(text[:n]); err == nil {
				t.Errorf("a block cut to %d of %d bytes: no error", n, len(text))
			}
		}
	}
	if diff := cmp.Diff(records, got); diff != "" || len(blocks) != 4 {
		t.Errorf("%d blocks (-want +got):\n%s", len(blocks), diff)
	}
}
