package explore

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/shakki/chess"
)

// FuzzRow checks that rows which are read are those that are written, and that other bytes make no
// trouble.
func FuzzRow(f *testing.F) {
	start := chess.StartPosition()
	key, _ := KeyOf(start)
	for _, r := range []Row{
		{Key: key, Move: chess.MustParseMove("e2e4"), Results: Results{White: 1}},
		{Key: key, Label: "2000,180+2", Move: chess.MustParseMove("e2e4"), Results: Results{White: 1, Draws: 300, Unfinished: maxCount}},
	} {
		b, _ := r.AppendBinary(nil)
		f.Add(b)
		f.Add(append(b, b...))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var r Row
		rest, err := r.ReadBinary(b)
		if err != nil || r.check() != nil {
			return
		}
		if len(rest) >= len(b) {
			t.Fatalf("ReadBinary has read %+v, but no bytes", r)
		}
		again, err := r.AppendBinary(nil)
		if err != nil {
			t.Fatal(err)
		}
		var s Row
		if left, err := s.ReadBinary(again); err != nil || len(left) > 0 || s != r {
			t.Fatalf("%+v is read again as %+v, %v", r, s, err)
		}
	})
}

// someRows are rows with few and many pieces, with and without labels, and with the least and the
// greatest counts.
var someRows = []Row{
	{Key: Key{1, 2, 3}, Move: 4, Results: Results{White: 1}},
	{Key: Key{math.MaxUint64, 0xff, 0x100}, Move: 0xffff, Results: Results{Draws: 1}},
	{Key: Key{5, math.MaxUint64, 1}, Label: "a", Move: 4, Results: Results{Black: 1}},
	{Key: Key{5, 1, math.MaxUint64}, Label: "ab", Move: 4, Results: Results{Unfinished: 1}},
	{Key: Key{6, 1 << 56, 1 << 55}, Label: "ba", Results: Results{White: 127, Draws: 128, Black: 1 << 20}},
	{Key: Key{7, math.MaxUint64, math.MaxUint64}, Label: fullLabel, Move: 0xffff, Results: Results{maxCount, maxCount, maxCount, maxCount}},
}

// TestRow checks that rows are read as they were written, that no part of a row is a row, and that
// rows which cannot be are errors.
func TestRow(t *testing.T) {
	for _, r := range someRows {
		b, err := r.AppendBinary([]byte("head"))
		if err != nil || string(b[:4]) != "head" {
			t.Fatalf("AppendBinary of %+v = %q, %v", r, b, err)
		}
		b = b[4:]
		var s Row
		if rest, err := s.ReadBinary(append(bytes.Clone(b), "rest"...)); err != nil || string(rest) != "rest" || s != r {
			t.Errorf("%+v is read again as %+v, %q, %v", r, s, rest, err)
		}
		for n := range b {
			if rest, err := s.ReadBinary(b[:n:n]); err == nil {
				t.Errorf("%d of %d bytes of %+v are the row %+v and %q", n, len(b), r, s, rest)
			}
			readRow(b[:n:n], &s, false) // which may be a row, but does not panic
		}
	}
	full := Results{maxCount, maxCount, maxCount, maxCount}
	if full.Add(Results{1, 1, 1, 1}); full != (Results{maxCount, maxCount, maxCount, maxCount}) {
		t.Errorf("full counts become %+v", full)
	}
	key := Key{1, 2, 3}
	for name, r := range map[string]Row{
		"long label": {Key: key, Label: fullLabel + "x"}, "control character": {Key: key, Label: "a\nb"},
		"white": {Key: key, Results: Results{White: maxCount + 1}}, "draws": {Key: key, Results: Results{Draws: maxCount + 1}},
		"black": {Key: key, Results: Results{Black: maxCount + 1}}, "unfinished": {Key: key, Results: Results{Unfinished: maxCount + 1}},
	} {
		if b, err := r.AppendBinary([]byte("head")); err == nil || string(b) != "head" {
			t.Errorf("%s: AppendBinary = %q, %v, want an error and the bytes before", name, b, err)
		}
	}
	encode := func(r Row) []byte { // without a check
		b := make([]byte, 2*maxRow)
		return b[:putRow(b, &r, true)]
	}
	for name, b := range map[string][]byte{
		"large count": encode(Row{Key: key, Results: Results{Draws: maxCount + 1}}),
		"long word":   append([]byte{9 | singleGame}, make([]byte, maxRow)...),
		"long count":  append(encode(Row{Key: key})[:9+2+1+2], bytes.Repeat([]byte{0x80}, maxRow)...),
	} {
		var r Row
		if _, err := r.ReadBinary(b); err == nil {
			t.Errorf("%s: the bytes are the row %+v", name, r)
		}
	}
}

// TestDamagedRow checks that a row which cannot be is an error of all that reads it, also if the
// checksum of its page is right.
func TestDamagedRow(t *testing.T) {
	var rows []Row
	for i := range 2000 {
		rows = append(rows, Row{Key: Key{uint64(i) << 53, 1<<8 + uint64(i), 1}, Move: 1, Results: Results{White: 2}})
	}
	_, text := tableOf(t, "", rows)
	size := int64(len(text))
	for number := int64(1); number < size/pageSize-1; number++ {
		for name, damage := range map[string]func(page []byte){
			"a word":  func(page []byte) { page[pageStart] = 15 },
			"no rows": func(page []byte) { page[4], page[5] = 0, 0 },
			"a count": func(page []byte) { copy(page[pageStart+9+4+2:], "\xff\xff\xff\xff\xff\xff\xff\x01") },
		} {
			damaged := bytes.Clone(text)
			page := damaged[number*pageSize:][:pageSize]
			damage(page)
			seal(page, binary.BigEndian.Uint32(text), number)
			table, err := NewTable(io.NewSectionReader(bytes.NewReader(damaged), 0, size))
			if err != nil {
				t.Fatal(err)
			}
			place := fmt.Sprintf("page %d", number)
			if err := table.Verify(t.Context()); err == nil || !strings.Contains(err.Error(), place) {
				t.Errorf("%s: Verify = %v, want an error of %s", name, err, place)
			}
			var last error
			for r, err := range table.All() {
				if last = err; (r == nil) != (err != nil) {
					t.Errorf("%s: All has the row %v with the error %v", name, r, err)
				}
			}
			if last == nil {
				t.Errorf("%s: All ends without an error", name)
			}
			var first Row
			if _, err := readRow(text[number*pageSize+pageStart:], &first, false); err != nil {
				t.Fatal(err)
			}
			if found, err := table.files[0].lookup(&first.Key); err == nil {
				t.Errorf("%s: lookup on %s = %v without an error", name, place, found)
			}
			if found, err := table.files[0].lookup(&rows[1].Key); err == nil && len(found) != 1 { // elsewhere
				t.Errorf("%s on %s: lookup of another row = %v without an error", name, place, found)
			}
		}
	}
}
