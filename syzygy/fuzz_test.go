package syzygy

import (
	"errors"
	"testing"
	"testing/fstest"

	"github.com/shakki/chess"
)

// fuzzed are the positions that are probed in damaged tables.
var fuzzed = []chess.Position{
	chess.MustParseFEN("8/8/8/8/8/2k5/4P3/4K3 w - - 0 1"),
	chess.MustParseFEN("8/8/8/8/8/2k5/4P3/4K3 b - - 0 1"),
	chess.MustParseFEN("8/4k3/8/1P6/8/8/8/K7 w - - 0 1"),
	chess.MustParseFEN("7k/5p2/8/8/8/8/8/K7 w - - 0 1"),
	chess.MustParseFEN("8/8/3k3P/8/8/8/8/K7 b - - 0 1"),
	chess.MustParseFEN("8/8/8/8/3k4/8/8/KR6 w - - 0 1"),
	chess.MustParseFEN("8/8/8/8/3k4/8/8/KR6 b - - 0 1"),
	chess.MustParseFEN("6r1/8/8/8/3k4/8/8/K7 w - - 0 1"),
}

// FuzzTable probes tables that are damaged. It is enough that the answer comes, and that an error
// says that the table is damaged.
func FuzzTable(f *testing.F) {
	files, _ := made()
	damaged := []string{"KPvK.rtbw", "KPvK.rtbz", "KRvK.rtbw", "KRvK.rtbz"}
	for i, name := range damaged {
		f.Add(uint8(i), files[name].Data)
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		with := make(fstest.MapFS)
		for name, file := range files {
			with[name] = file
		}
		with[damaged[int(which)%len(damaged)]] = &fstest.MapFile{Data: data}
		for _, open := range []func() (*Tables, error){
			func() (*Tables, error) { return OpenFS(with) },
			func() (*Tables, error) { return OpenFS(stream{with}) },
		} {
			tables, err := open()
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range fuzzed {
				if _, err := tables.DTZ(p); !isFormatError(err) {
					t.Errorf("DTZ(%v): %v", p, err)
				}
				if _, err := tables.Line(p); !isFormatError(err) {
					t.Errorf("Line(%v): %v", p, err)
				}
			}
		}
	})
}

// isFormatError reports whether err is nil or says that a table is damaged.
func isFormatError(err error) bool {
	var format *FormatError
	return err == nil || errors.As(err, &format)
}

// TestDamage probes tables in which one byte was changed, wherever that byte is, and tables cut
// anywhere.
func TestDamage(t *testing.T) {
	files, _ := made()
	for _, name := range []string{"KRvK.rtbw", "KRvK.rtbz", "KPvK.rtbz"} {
		whole := files[name].Data
		for at := 0; at < len(whole); at += 1 + at/40 { // mostly in the header
			damaged := append([]byte(nil), whole...)
			damaged[at] ^= byte(1 + at*37%255)
			for _, data := range [][]byte{damaged, whole[:at]} {
				with := fstest.MapFS{name: &fstest.MapFile{Data: data}}
				for other, file := range files {
					if other != name {
						with[other] = file
					}
				}
				tables, err := OpenFS(stream{with})
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range fuzzed {
					_, err := tables.DTZ(p)
					if !isFormatError(err) {
						t.Errorf("%s with a change at %d: %v", name, at, err)
					}
				}
			}
		}
	}
}
