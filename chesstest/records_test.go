package chesstest

import (
	"bytes"
	"compress/gzip"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
)

// records is a file system with records that have faults.
var records = fstest.MapFS{
	"good.pgn":       {Data: []byte("[Event \"a\"]\n\n1. e4 e5 *\n")},
	"2024/bad.PGN":   {Data: []byte("[White \"Aino\"]\n[Black \"Onni\"]\n\n1. e4 e5\n2. Ke3 Nf6 *\n\n1. e4 e6 2. Nf4 1-0\n")},
	"2024/loose.pgn": {Data: []byte("1. e4 e5 2. Ng1f3 *\n")},
	"2024/mate.pgn":  {Data: []byte("[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n")},
	"empty.pgn":      {},
	"notes.txt":      {Data: []byte("1. e5 *\n")},
}

// zipped returns text compressed by gzip.
func zipped(text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(text))
	w.Close()
	return b.Bytes()
}

// TestExpected checks what is expected of files, and that no compressed file is skipped.
func TestExpected(t *testing.T) {
	files := fstest.MapFS{
		"a.pgn.gz":  {Data: zipped("1. e4 e5 2. Ke3 *\n")},
		"b.PGN.GZ":  {Data: []byte("this is no gzip file")},
		"c.pgn.zst": {Data: []byte("(\xb5/\xfd")},
		"d.pgn":     {Data: []byte("1. e4 *\n\n1. d4 *\n")},
	}
	r := Records{
		Games:    map[string]int{"d.pgn": 3, "a.pgn.gz": 1, "x.pgn": 1},
		Mistakes: []string{"a.pgn.gz:1:13: game 1 (? - ?): 2. Ke3: a king does not move from e1 to e3", "d.pgn:1:4: lost", "y.pgn:1:1: lost"},
	}
	names, err := pgnFiles(files)
	if err != nil {
		t.Fatal(err)
	}
	got := r.missing(names)
	for _, name := range names {
		got = append(got, r.faults(files, name)...)
	}
	want := []string{
		"x.pgn: there is no such file", "y.pgn:1:1: lost: expected in a file that does not exist",
		"b.PGN.GZ: gzip: invalid header", "c.pgn.zst: the file is compressed with Zstandard: decompress it, or use gzip",
		"d.pgn: the file has 2 games, want 3", "expected, but not found: d.pgn:1:4: lost",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestFaults(t *testing.T) {
	tests := []struct {
		name    string
		records Records
		want    []string
	}{
		{"legal", Records{}, nil},
		{"strict", Records{Strict: true}, []string{
			`2024/loose.pgn:1:13: game 1 (? - ?): 2. Ng1f3: the standard form of this move is Nf3`,
			`2024/mate.pgn:1:1: game 1 (? - ?): "1-0": the Result tag contradicts the board: 0-1 (checkmate)`,
		}},
		{"judged", Records{Arbiter: new(chess.Arbiter)}, []string{
			"2024/mate.pgn:3:21: game 1 (? - ?): 1-0: the game ended on the board: 0-1 (checkmate)",
		}},
	}
	always := []string{
		"2024/bad.PGN:5:4: game 1 (Aino - Onni): 2. Ke3: a king does not move from e1 to e3",
		"2024/bad.PGN:7:13: game 2 (? - ?): 2. Nf4: White has no knight that can go to f4",
		"empty.pgn: the file has no games",
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			names, err := pgnFiles(records)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, name := range names {
				got = append(got, test.records.faults(records, name)...)
			}
			want := slices.Sorted(slices.Values(slices.Concat(always, test.want)))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("faults differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCheck(t *testing.T) {
	Records{Strict: true}.Check(t, fstest.MapFS{"a/good.pgn": records["good.pgn"]})
}
