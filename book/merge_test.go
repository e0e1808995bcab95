package book

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
)

// TestMerge checks sums, their order and reduction, and what was learned.
func TestMerge(t *testing.T) {
	start := chess.StartPosition()
	e := func(text string, learn uint32) Entry {
		e := entry(start, text)
		e.Learn = learn
		return e
	}
	later := Entry{Key: start.PolyglotKey() + 1, Move: chess.MustParseMove("a2a3"), Weight: 3}
	for _, test := range []struct {
		name  string
		books [][]Entry
		want  []Entry
	}{
		{"none", nil, nil},
		{"one", [][]Entry{{e("e2e4 5", 7), e("0000 9", 0), e("d2d4 6", 8), later}},
			[]Entry{e("d2d4 6", 8), e("e2e4 5", 7), later}},
		{"sums", [][]Entry{{e("e2e4 5", 7), e("d2d4 3", 1)}, {e("d2d4 4", 9), e("c2c4 5", 2), later}, {later}},
			[]Entry{e("d2d4 7", 1), e("e2e4 5", 7), e("c2c4 5", 2), {later.Key, later.Move, 6, 0}}},
		{"too large", [][]Entry{{e("e2e4 60000", 0), e("d2d4 3", 0), e("c2c4 0", 0)},
			{e("e2e4 60000", 0), e("d2d4 60000", 0), e("a2a3 1", 0)}},
			[]Entry{e("e2e4 65535", 0), e("d2d4 32769", 0), e("a2a3 1", 0), e("c2c4 0", 0)}},
		{"just small enough", [][]Entry{{e("e2e4 65534", 0), e("d2d4 3", 0)}, {e("e2e4 1", 0)}},
			[]Entry{e("e2e4 65535", 0), e("d2d4 3", 0)}},
	} {
		var books []*Book
		for _, entries := range test.books {
			books = append(books, newBook(t, bytesOf(entries...)))
		}
		var got bytes.Buffer
		if err := Merge(&got, books...); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if diff := cmp.Diff(fmt.Sprintf("%x", bytesOf(test.want...)), fmt.Sprintf("%x", got.Bytes())); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}
