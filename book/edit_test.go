package book

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
)

// edited returns the book that e writes.
func edited(t *testing.T, e *Editor) *Book {
	t.Helper()
	var b bytes.Buffer
	n, err := e.WriteTo(&b)
	if err != nil || n != int64(b.Len()) {
		t.Fatalf("WriteTo = %d, %v, and wrote %d bytes", n, err, b.Len())
	}
	written, err := New(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range written.All() {
		if err != nil {
			t.Fatalf("the book is not in order: %v", err)
		}
	}
	return written
}

// weightsOf returns the moves of a book in a position with their weights, such as "e4:3 d4:1".
func weightsOf(t *testing.T, b *Book, p chess.Position) string {
	t.Helper()
	entries, err := b.Entries(p)
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, e := range entries {
		words = append(words, fmt.Sprintf("%s:%d", p.SAN(e.Move), e.Weight))
	}
	return strings.Join(words, " ")
}

// TestEditor adds, changes, and deletes moves.
func TestEditor(t *testing.T) {
	var e Editor
	start := chess.StartPosition()
	set := func(p chess.Position, san string, w uint16) {
		m, err := p.ParseSAN(san)
		if err == nil {
			err = e.Set(p, m, w)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	set(start, "e4", 3)
	set(start, "d4", 5)
	set(start, "f3", 1)
	set(start, "e4", 9)
	if !e.Delete(start, chess.MustParseMove("f2f3")) || e.Delete(start, chess.MustParseMove("f2f3")) {
		t.Error("Delete(f3) deletes it never or twice")
	}
	if e.Delete(start, chess.MustParseMove("e2e5")) || new(Editor).Delete(start, chess.MustParseMove("e2e4")) {
		t.Error("Delete deletes a move that the book does not have")
	}
	for _, test := range []struct {
		weight uint16 // of d4
		want   string
	}{{5, "e4:9 d4:5"}, {11, "d4:11 e4:9"}, {9, "e4:9 d4:9"}} {
		set(start, "d4", test.weight)
		if got := weightsOf(t, edited(t, &e), start); got != test.want {
			t.Errorf("moves %q, want %s", got, test.want)
		}
	}
	learned := Entry{Key: start.PolyglotKey(), Move: chess.MustParseMove("e2e4"), Weight: 2, Learn: 7}
	old, err := New(bytes.NewReader(learned.appendTo(nil)), entrySize)
	if err != nil {
		t.Fatal(err)
	}
	var again Editor
	if err := errors.Join(again.Add(old), again.Set(start, learned.Move, 8)); err != nil {
		t.Fatal(err)
	}
	if got, err := edited(t, &again).Entries(start); err != nil || len(got) != 1 || got[0].Weight != 8 || got[0].Learn != 7 {
		t.Errorf("after Set: %+v, %v, want the weight 8 and what was learned", got, err)
	}
	castles := chess.MustParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	set(castles, "O-O", 1)
	if got := e.entries[castles.PolyglotKey()][0].Move.String(); got != "e1h1" {
		t.Errorf("castling is written as %s, want e1h1", got)
	}
	var illegal *chess.MoveError
	if err := e.Set(start, chess.MustParseMove("e2e5"), 1); !errors.As(err, &illegal) {
		t.Errorf("Set of an illegal move = %v, want a *chess.MoveError", err)
	}
	odd := chess.MustParseFEN("4k3/8/8/8/8/8/8/1R2K1RR w G - 0 1")
	if err := e.Set(odd, chess.MustParseMove("e1f1"), 1); err != ErrNoKey {
		t.Errorf("Set in a position without key = %v, want ErrNoKey", err)
	}
	e.put(Entry{Key: odd.PolyglotKey(), Move: chess.MustParseMove("e1f1")})
	e.put(Entry{Key: odd.PolyglotKey(), Move: chess.MustParseMove("a1a3")})
	if e.Delete(odd, chess.MustParseMove("e1f1")) {
		t.Error("Delete deletes a move in a position without key")
	}
	if gone := e.Clean(odd); gone != 0 {
		t.Errorf("Clean of a position without key takes %d entries away, want none", gone)
	}
}

// TestEditorSorts reads a book that is not sorted, with a fault, and writes it sorted without it.
func TestEditorSorts(t *testing.T) {
	entries := []Entry{
		{Key: 9, Move: chess.NewMove(chess.E2, chess.E4), Weight: 1},
		{Key: 3, Move: chess.NewMove(chess.E2, chess.E4), Weight: 1},
		{Key: 9, Move: chess.NewMove(chess.D2, chess.D4), Weight: 2},
		{Key: 3, Move: chess.NewMove(chess.D2, chess.D4), Weight: 1},
	}
	var data []byte
	for _, entry := range entries {
		data = entry.appendTo(data)
	}
	faulty := entries[0].appendTo(nil)
	faulty[8] = 0xf0
	data = append(data, faulty...)
	b, err := New(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var e Editor
	var fault *FormatError
	if err := e.Add(b); !errors.As(err, &fault) || fault.Offset != 64 {
		t.Errorf("Add = %v, want a *FormatError at offset 64", err)
	}
	var got []Entry
	for entry := range edited(t, &e).All() {
		got = append(got, entry)
	}
	want := []Entry{entries[1], entries[3], entries[2], entries[0]}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
}

// TestClean checks that castling in both spellings becomes one move, and that a move that is not
// legal goes.
func TestClean(t *testing.T) {
	var cycle Editor
	p := chess.StartPosition()
	for _, move := range []string{"g1f3", "g8f6", "f3g1", "f6g8"} {
		m := chess.MustParseMove(move)
		cycle.put(Entry{Key: p.PolyglotKey(), Move: m, Weight: 1})
		p = p.After(m)
	}
	if gone := cycle.Clean(p); gone != 0 {
		t.Errorf("Clean takes %d entries of a repetition away, want none", gone)
	}
	if gone := new(Editor).Clean(p); gone != 0 {
		t.Errorf("Clean takes %d entries of an empty book away, want none", gone)
	}
	after := p.After(chess.MustParseMove("g1f3")).After(chess.MustParseMove("g8f6"))
	for _, move := range []string{"e2e4", "e2e5", "e7e5", "e2e4q"} { // three that are not legal
		cycle.put(Entry{Key: after.PolyglotKey(), Move: chess.MustParseMove(move), Weight: 1})
	}
	if gone := cycle.Clean(p); gone != 3 {
		t.Errorf("Clean takes %d entries after two moves away, want 3", gone)
	}
	if got := weightsOf(t, edited(t, &cycle), after); got != "Ng1:1 e4:1" {
		t.Errorf("moves after two moves %q, want Ng1:1 e4:1", got)
	}
	p = chess.MustParseFEN("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
	var e Editor
	for i, move := range []string{"e1g1", "e1h1", "a1b1", "e1c1", "a1c8", "e1a1"} {
		e.put(Entry{Key: p.PolyglotKey(), Move: chess.MustParseMove(move), Weight: []uint16{1, 2, 3, 6, 5, 4}[i]})
	}
	if gone := e.Clean(p); gone != 3 {
		t.Errorf("Clean takes %d entries away, want 3", gone)
	}
	if got := weightsOf(t, edited(t, &e), p); got != "O-O-O:6 Rb1:3 O-O:2" {
		t.Errorf("moves %q, want O-O-O:6 Rb1:3 O-O:2", got)
	}
	if !slices.ContainsFunc(e.entries[p.PolyglotKey()], func(entry Entry) bool { return entry.Move.String() == "e1h1" }) {
		t.Error("castling is not written as the move of the king to its rook")
	}
}
