package book

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess"
)

// bytesOf returns a book with the given entries.
func bytesOf(entries ...Entry) []byte {
	var data []byte
	for _, e := range entries {
		data = e.appendTo(data)
	}
	return data
}

// newBook returns the book in data.
func newBook(t testing.TB, data []byte) *Book {
	t.Helper()
	b, err := New(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// entry returns an entry for a position. The text names a move and a weight, such as "e2e4 3".
func entry(p chess.Position, text string) Entry {
	var e Entry
	var move string
	if _, err := fmt.Sscan(text, &move, &e.Weight); err != nil {
		panic(err)
	}
	e.Key, e.Move = p.PolyglotKey(), chess.MustParseMove(move)
	return e
}

// movesOf returns the moves and weights of entries, in the form that entry reads.
func movesOf(entries []Entry) (texts []string) {
	for _, e := range entries {
		texts = append(texts, fmt.Sprintf("%v %d", e.Move, e.Weight))
	}
	return texts
}

// TestLayout checks the bytes of entries against those that polyglot make-book has written.
func TestLayout(t *testing.T) {
	start := chess.StartPosition()
	promotion := chess.MustParseFEN("rnbqkbnr/ppPppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1")
	for _, test := range []struct {
		position chess.Position
		entry    string
		want     string
	}{
		{start, "e2e4 2", "463b96181691fc9c031c000200000000"},
		{start, "g1f3 513", "463b96181691fc9c0195020100000000"},
		{promotion, "c7b8q 1", fmt.Sprintf("%016x4cb9000100000000", promotion.PolyglotKey())},
		{promotion, "c7b8n 1", fmt.Sprintf("%016x1cb9000100000000", promotion.PolyglotKey())},
	} {
		e := entry(test.position, test.entry)
		data := bytesOf(e)
		if got := fmt.Sprintf("%x", data); got != test.want {
			t.Errorf("bytes of %v = %s, want %s", e, got, test.want)
		}
		if back, ok := decode(data); back != e || !ok {
			t.Errorf("decode(%x) = %v, %v, want %v", data, back, ok, e)
		}
	}
}

// TestEntries checks the moves that a book gives for positions with castling, en passant,
// promotion, and Chess960.
func TestEntries(t *testing.T) {
	for _, test := range []struct {
		name, fen string
		entries   string
		want      string
	}{
		{"start", chess.StartPosition().FEN(), "e2e4 2,d2d4 1", "e2e4 2,d2d4 1"},
		{"order and equal moves stay", chess.StartPosition().FEN(), "e2e4 2,d2d4 7,e2e4 2", "e2e4 2,d2d4 7,e2e4 2"},
		{"no move", chess.StartPosition().FEN(), "0000 9,d2d4 1", "d2d4 1"},
		{"weight 0", chess.StartPosition().FEN(), "e2e4 0", "e2e4 0"},
		{"castling", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1 2,e1a1 1", "e1g1 2,e1c1 1"},
		{"castling to the square of the king", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1 2,e1c1 1", "e1g1 2,e1c1 1"},
		{"black castles", "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8h8 2,e8c8 1", "e8g8 2,e8c8 1"},
		{"king move in Chess960", "4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1 2,f1h1 1", "f1g1 2,f1h1 1"},
		{"rook without a right", "4k3/8/8/8/8/8/8/1R1K3R w H - 0 1", "d1h1 1", "d1h1 1"},
		{"a rook farther out", "4k3/8/8/8/8/8/8/2K2R1R w F - 0 1", "c1d1 1", ""},
		{"a rook farther out on the queenside", "1rr1k3/8/8/8/8/8/8/3K4 b c - 0 1", "e8d8 1", ""},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6 1", "e5d6 1"},
		{"en passant is pinned", "4k3/8/8/r2pP2K/8/8/8/8 w - d6 0 1", "h5g5 1", "h5g5 1"},
		{"promotion", "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q 3,a7a8n 1", "a7a8q 3,a7a8n 1"},
	} {
		p := chess.MustParseFEN(test.fen)
		var entries []Entry
		for text := range strings.SplitSeq(test.entries, ",") {
			e := entry(p, text)
			entries = append(entries, e)
		}
		// Entries of other positions surround those of p.
		data := bytesOf(slices.Concat([]Entry{{Key: 1}, {Key: 2}}, entries, []Entry{{Key: 1<<64 - 1}})...)
		found, err := newBook(t, data).Entries(p)
		if got := strings.Join(movesOf(found), ","); got != test.want || err != nil {
			t.Errorf("%s: Entries = %s, %v, want %s", test.name, got, err, test.want)
		}
	}
}

// TestEnPassantKey checks that a move is found after a double step if a pawn could capture but for
// a pin, whether or not the FEN names the square, and by no other key.
func TestEnPassantKey(t *testing.T) {
	before := chess.MustParseFEN("4k3/3p4/8/r3P2K/8/8/8/8 b - - 0 1")
	after := before.After(chess.MustParseMove("d7d5"))
	if after.EnPassant() != chess.NoSquare || after.PolyglotKey() == after.Hash() {
		t.Fatalf("%v is not a position whose keys differ", after)
	}
	e := entry(after, "h5g5 1")
	if got, err := newBook(t, bytesOf(e)).Best(after); got != e.Move || err != nil {
		t.Errorf("Best = %v, %v, want %v", got, err, e.Move)
	}
	e.Key = after.Hash()
	if got, err := newBook(t, bytesOf(e)).Best(after); got != chess.NullMove || err != nil {
		t.Errorf("Best by another key = %v, %v, want none", got, err)
	}
}

// TestBestAndChoose checks that Best returns the first move with the greatest weight, that Choose
// returns each move in proportion to its weight, and that neither returns a move of weight 0.
func TestBestAndChoose(t *testing.T) {
	start := chess.StartPosition()
	for _, test := range []struct {
		entries []string
		best    string
		want    map[string]float64
	}{
		{nil, "0000", map[string]float64{"0000": 1}},
		{[]string{"e2e4 0"}, "0000", map[string]float64{"0000": 1}},
		{[]string{"e2e4 0", "d2d4 1"}, "d2d4", map[string]float64{"d2d4": 1}},
		{[]string{"e2e4 1", "d2d4 5", "c2c4 5", "a2a3 0"}, "d2d4",
			map[string]float64{"e2e4": 1. / 11, "d2d4": 5. / 11, "c2c4": 5. / 11}},
		{[]string{"e2e4 65535", "d2d4 65535"}, "e2e4", map[string]float64{"e2e4": .5, "d2d4": .5}},
	} {
		var entries []Entry
		for _, text := range test.entries {
			entries = append(entries, entry(start, text))
		}
		b := newBook(t, bytesOf(entries...))
		if got, err := b.Best(start); got.String() != test.best || err != nil {
			t.Errorf("%v: Best = %v, %v, want %v", test.entries, got, err, test.best)
		}
		const tries = 20_000
		random := rand.New(rand.NewPCG(1, 2))
		counts := map[string]int{}
		for range tries {
			m, err := b.Choose(start, random)
			if err != nil {
				t.Fatal(err)
			}
			counts[m.String()]++
		}
		for m, n := range counts {
			if got := float64(n) / tries; got < test.want[m]-0.02 || got > test.want[m]+0.02 {
				t.Errorf("%v: Choose returns %v with probability %.3f, want %.3f", test.entries, m, got, test.want[m])
			}
		}
		if len(counts) != len(test.want) {
			t.Errorf("%v: Choose returns the moves %v, want %v", test.entries, counts, test.want)
		}
	}
}

// TestDamagedBooks checks the offset and the reason that the error for a damaged book names, and
// what is read nevertheless.
func TestDamagedBooks(t *testing.T) {
	start := chess.StartPosition()
	good := []Entry{entry(start, "e2e4 3"), entry(start, "d2d4 2"), entry(start, "c2c4 1")}
	low, high := Entry{Key: 1, Move: good[0].Move}, Entry{Key: 1<<64 - 1, Move: good[0].Move}
	badPromotion := bytesOf(good[1])
	badPromotion[8] |= 5 << 4
	badLater := bytesOf(high)
	badLater[8] |= 5 << 4
	illegal := entry(start, "e2e5 1")
	superfluous := entry(start, "e2e4q 1")
	book := func(parts ...any) (data []byte) {
		for _, part := range parts {
			switch part := part.(type) {
			case Entry:
				data = part.appendTo(data)
			case []byte:
				data = append(data, part...)
			}
		}
		return data
	}
	less := func(offset int) string {
		return fmt.Sprintf("book: offset %d: the key is less than the key before it", offset)
	}
	for _, test := range []struct {
		name    string
		data    []byte
		all     string // the error of All
		entries string // the error of Entries
		moves   string // what Entries returns
	}{
		{"good", book(low, good[0], good[1], high), "", "", "e2e4 3,d2d4 2"},
		{"empty", nil, "", "", ""},
		{"illegal move", book(low, illegal, good[1]), "",
			"book: offset 16: illegal move: e2e5: a pawn does not move from e2 to e5", "d2d4 2"},
		{"superfluous promotion", book(superfluous, good[1]), "",
			"book: offset 0: illegal move: e2e4q: the pawn on e2 cannot promote to a queen on e4", "d2d4 2"},
		{"promotion 5", book(good[0], badPromotion, good[2]), "book: offset 16: the promotion is not valid",
			"book: offset 16: the promotion is not valid", "e2e4 3,c2c4 1"},
		{"promotion 5 for another position", book(good[0], badLater),
			"book: offset 16: the promotion is not valid", "", "e2e4 3"},
		{"two faults", book(illegal, superfluous), "",
			"book: offset 0: illegal move: e2e5: a pawn does not move from e2 to e5\n" +
				"book: offset 16: illegal move: e2e4q: the pawn on e2 cannot promote to a queen on e4", ""},
		{"reversed", book(high, good[0], low), less(16) + "\n" + less(32),
			"book: offset 0: the entries are not sorted by key", ""},
		{"unsorted on the way", book(high, high, good[0], low, low), less(32) + "\n" + less(48),
			"book: offset 16: the entries are not sorted by key", ""},
		{"a greater key before", book(high, low, good[0], high, high, high), less(16), "", "e2e4 3"},
		{"a lesser key after", book(low, low, good[0], low, high), less(48), less(48), "e2e4 3"},
		{"lesser keys after", book(low, low, low, good[0], low, low, high), less(64), less(64), "e2e4 3"},
		{"a lesser key where the search goes up", book(low, low, low, Entry{Key: 2, Move: low.Move}, high, low, high), less(80),
			"book: offset 80: the entries are not sorted by key", ""},
		{"out of order between", book(low, high, low, good[0], low, low, low), less(32) + "\n" + less(64),
			"book: offset 16: the entries are not sorted by key", ""},
	} {
		b := newBook(t, test.data)
		var faults []string
		for _, err := range b.All() {
			if err != nil {
				faults = append(faults, err.Error())
			}
		}
		if got := strings.Join(faults, "\n"); got != test.all {
			t.Errorf("%s: All reports %q, want %q", test.name, got, test.all)
		}
		entries, err := b.Entries(start)
		if text := fmt.Sprint(err); text != test.entries && (err != nil || test.entries != "") {
			t.Errorf("%s: Entries reports %q, want %q", test.name, text, test.entries)
		}
		if got := strings.Join(movesOf(entries), ","); got != test.moves {
			t.Errorf("%s: Entries = %q, want %q", test.name, got, test.moves)
		}
		var fault *FormatError
		if err != nil && !errors.As(err, &fault) {
			t.Errorf("%s: the error is a %T, want a *FormatError", test.name, err)
		}
		if err := Merge(io.Discard, newBook(t, nil), b); (err != nil) != (test.all != "") ||
			err != nil && err.Error() != "book 2 of 2: "+faults[0] {
			t.Errorf("%s: Merge reports %v, want %q", test.name, err, test.all)
		}
	}
	var move *chess.MoveError
	if _, err := newBook(t, bytesOf(illegal)).Entries(start); !errors.As(err, &move) {
		t.Errorf("the error for an illegal move, %v, does not hold a *chess.MoveError", err)
	}
}

// TestTooManyEntries checks that a book with very many entries for one position is an error and is
// not read whole.
func TestTooManyEntries(t *testing.T) {
	start := chess.StartPosition()
	data := bytes.Repeat(bytesOf(entry(start, "e2e4 3")), 5000)
	r := &countingReader{r: bytes.NewReader(data)}
	b, err := New(r, int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	entries, err := b.Entries(start)
	const want = "book: offset 6800: the position has too many entries"
	if len(entries) != chess.MaxMoves || err == nil || err.Error() != want {
		t.Errorf("Entries returns %d entries and %v, want %d and %s", len(entries), err, chess.MaxMoves, want)
	}
	if r.bytes > 8000 {
		t.Errorf("Entries reads %d bytes of the book", r.bytes)
	}
	if err := new(Editor).Add(b); err != nil {
		t.Errorf("an Editor does not take them: %v", err)
	}
}

// TestIncompleteBooks checks the errors for books that end too early or cannot be read.
func TestIncompleteBooks(t *testing.T) {
	data := bytesOf(entry(chess.StartPosition(), "e2e4 3"), Entry{Key: 1<<64 - 1})
	for _, test := range []struct {
		size int64
		want string
	}{
		{31, "book: offset 16: the last entry is incomplete"},
		{1, "book: offset 0: the last entry is incomplete"},
		{-1, "book: offset 0: the last entry is incomplete"},
		{-16, "book: offset 0: the last entry is incomplete"},
	} {
		var fault *FormatError
		if _, err := New(bytes.NewReader(data), test.size); !errors.As(err, &fault) || err.Error() != test.want {
			t.Errorf("New with size %d: error %v, want %s", test.size, err, test.want)
		}
	}
	for _, length := range []int{0, 4, 12, 16, 20, 28} {
		truncated, err := New(bytes.NewReader(data[:length]), 32)
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("book: offset %d: the file is shorter than its size: unexpected EOF", length/entrySize*entrySize)
		var last error
		for _, last = range truncated.All() {
		}
		entries, err := truncated.Entries(chess.StartPosition())
		if length < 24 { // the search begins with the key of the second entry
			want := strings.Replace(want, "offset 0", "offset 16", 1)
			if len(entries) != 0 || fmt.Sprint(err) != want {
				t.Errorf("Entries in the first %d bytes of a book = %v, %v, want %s", length, entries, err, want)
			}
		} else if len(entries) != 1 || fmt.Sprint(err) != want {
			t.Errorf("Entries in the first %d bytes of a book = %v, %v, want one and %s", length, entries, err, want)
		}
		merge, edit := Merge(io.Discard, truncated), new(Editor).Add(truncated)
		var fault *FormatError
		if fmt.Sprint(last) != want || fmt.Sprint(edit) != want || fmt.Sprint(merge) != "book 1 of 1: "+want {
			t.Errorf("the first %d bytes of a book: All, Add, and Merge report %v, %v, %v, want %s", length, last, edit, merge, want)
		}
		if !errors.As(last, &fault) || !errors.Is(last, io.ErrUnexpectedEOF) {
			t.Errorf("the error %v is no *FormatError with the cause %v", last, io.ErrUnexpectedEOF)
		}
	}
	broken, err := New(struct{ io.ReaderAt }{io.NewSectionReader(failingReader{}, 0, 32)}, 32)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := broken.Entries(chess.StartPosition()); !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("Entries with a failing reader: error %v, want %v", err, iotest.ErrTimeout)
	}
	if err := Merge(io.Discard, newBook(t, data), broken); !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("Merge with a failing reader: error %v, want %v", err, iotest.ErrTimeout)
	}
	pairs := 0
	for _, err := range broken.All() {
		if pairs++; !errors.Is(err, iotest.ErrTimeout) {
			t.Errorf("All with a failing reader: error %v, want %v", err, iotest.ErrTimeout)
		}
	}
	if pairs != 1 {
		t.Errorf("All with a failing reader yields %d pairs, want 1", pairs)
	}
}

type failingReader struct{}

func (failingReader) ReadAt([]byte, int64) (int, error) { return 0, iotest.ErrTimeout }

// A countingReader counts the bytes that are read.
type countingReader struct {
	r     io.ReaderAt
	bytes int
}

func (c *countingReader) ReadAt(data []byte, offset int64) (int, error) {
	n, err := c.r.ReadAt(data, offset)
	c.bytes += n
	return n, err
}

// A hugeBook is a book of 2^40 entries. The key of entry number n is n<<24.
type hugeBook struct{ move uint16 }

func (h hugeBook) ReadAt(data []byte, offset int64) (int, error) {
	for i := range data {
		at := offset + int64(i)
		e := Entry{Key: uint64(at/entrySize) << 24, Weight: 7}
		e.Move = chess.NewMove(chess.Square(h.move>>6), chess.Square(h.move&63))
		data[i] = e.appendTo(nil)[at%entrySize]
	}
	return len(data), nil
}

// TestHugeBook checks that a lookup in a book of 16 terabytes reads only a few hundred bytes.
func TestHugeBook(t *testing.T) {
	r := &countingReader{r: hugeBook{0x031c}}
	b, err := New(r, 1<<44)
	if err != nil {
		t.Fatal(err)
	}
	if entries, err := b.Entries(chess.StartPosition()); len(entries) != 0 || err != nil {
		t.Errorf("Entries = %v, %v, want none", entries, err)
	}
	if r.bytes > 40*8+16*entrySize {
		t.Errorf("Entries reads %d bytes", r.bytes)
	}
	for _, want := range []int64{0, 1, 12345, 1<<40 - 1, 1 << 40} {
		if got, err := b.find(uint64(want) << 24); got != want && want < 1<<40 || err != nil {
			t.Errorf("find(%#x) = %d, %v, want %d", uint64(want)<<24, got, err, want)
		}
	}
}

// TestZeroBook checks that the zero Book is an empty book.
func TestZeroBook(t *testing.T) {
	var b Book
	if entries, err := b.Entries(chess.StartPosition()); entries != nil || err != nil {
		t.Errorf("Entries = %v, %v, want none", entries, err)
	}
	for e, err := range b.All() {
		t.Errorf("All yields %v, %v", e, err)
	}
	if err := Merge(io.Discard, &b); err != nil {
		t.Error(err)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
}

// TestOpen checks that Open reads a file, and that its errors name it.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	e := entry(chess.StartPosition(), "e2e4 3")
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	b, err := Open(write("good.bin", bytesOf(e)))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := b.Best(chess.StartPosition()); got != e.Move || err != nil {
		t.Errorf("Best = %v, %v, want %v", got, err, e.Move)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	if _, err := b.Best(chess.StartPosition()); !errors.Is(err, os.ErrClosed) {
		t.Errorf("Best after Close: error %v, want %v", err, os.ErrClosed)
	}
	bad := write("bad.bin", []byte("short"))
	if _, err := Open(bad); err == nil || err.Error() != bad+": book: offset 0: the last entry is incomplete" {
		t.Errorf("Open of a damaged file: error %v", err)
	}
	open, _ := filepath.Glob("/proc/self/fd/*") // none where the system has no such folder
	for _, file := range open {
		if name, _ := os.Readlink(file); name == bad {
			t.Error("Open of a damaged file leaves it open")
		}
	}
	if _, err := Open(dir); err == nil || !strings.HasPrefix(err.Error(), dir+": not a regular file") {
		t.Errorf("Open of a folder: error %v", err)
	}
	if _, err := Open(filepath.Join(dir, "none.bin")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Open of no file: error %v, want %v", err, os.ErrNotExist)
	}
}

// TestAll checks that All yields all entries as they are written.
func TestAll(t *testing.T) {
	want := []Entry{{1, chess.NullMove, 2, 3}, {1, chess.MustParseMove("h8a1"), 65535, 1<<32 - 1},
		{binary.BigEndian.Uint64([]byte("\xff       ")), chess.MustParseMove("a7a8r"), 0, 0}}
	b := newBook(t, bytesOf(want...))
	var got []Entry
	for e, err := range b.All() {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, e)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("All (-want +got):\n%s", diff)
	}
	for range b.All() {
		break
	}
}

// FuzzBook checks that no file makes the package panic or loop, that all moves of Entries are
// legal, and that Merge writes a book without faults or reports one.
func FuzzBook(f *testing.F) {
	start := chess.StartPosition()
	f.Add(bytesOf(entry(start, "e2e4 3"), entry(start, "d2d4 1")), start.FEN())
	f.Add(bytesOf(entry(start, "e2e5 3"), Entry{}), start.FEN())
	f.Add(append(bytesOf(entry(start, "e1g1 3")), 0), "4k3/8/8/8/8/8/8/2K2R1R w F - 0 1")
	f.Fuzz(func(t *testing.T, data []byte, fen string) {
		p, err := chess.ParseFEN(fen)
		if err != nil {
			p = start
		}
		data = bytes.Clone(data)
		b, err := New(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		if len(data) >= entrySize { // the book knows the position
			binary.BigEndian.PutUint64(data, p.PolyglotKey())
		}
		entries, _ := b.Entries(p)
		for _, e := range entries {
			if !p.IsLegal(e.Move) {
				t.Errorf("Entries(%v) returns the illegal move %v", p, e.Move)
			}
		}
		b.Choose(p, rand.New(rand.NewPCG(1, 1)))
		faults := 0
		for _, err := range b.All() {
			if err != nil {
				faults++
			}
		}
		var merged bytes.Buffer
		if err := Merge(&merged, b, b); (err != nil) != (faults > 0) {
			t.Errorf("Merge reports %v for a book with %d faults", err, faults)
		} else if err == nil {
			for _, err := range newBook(t, merged.Bytes()).All() {
				if err != nil {
					t.Errorf("the merged book has a fault: %v", err)
				}
			}
		}
	})
}
