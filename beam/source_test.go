package chessbeam

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/direct"
	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess"
)

// memoryFile writes text to a file in memory, which the source reads as a stream.
func memoryFile(name, text string) fileio.ReadableFile {
	memfs.Write(name, []byte(text))
	return fileio.ReadableFile{Metadata: fileio.FileMetadata{Path: name, Size: int64(len(text))}}
}

// read processes a restriction and calls each after a record. It returns what the source emits.
func read(t *testing.T, file fileio.ReadableFile, rt *sdf.LockRTracker, each func(n int)) (records []string) {
	t.Helper()
	emit := func(r Record) {
		records = append(records, fmt.Sprintf("%d: %s", r.Offset, r.Text))
		each(len(records))
	}
	bad := func(b Bad) { t.Errorf("bad game: %+v", b) }
	if err := new(readFn).ProcessElement(context.Background(), rt, file, emit, bad); err != nil {
		t.Fatal(err)
	}
	if err := rt.GetError(); err != nil || !rt.IsDone() {
		t.Fatalf("the tracker of %v is done: %v, error %v", rt.GetRestriction(), rt.IsDone(), err)
	}
	return records
}

func tracker(rest offsetrange.Restriction) *sdf.LockRTracker { return new(readFn).CreateTracker(rest) }

func nothing(int) {}

// TestSourceSplits checks that a restriction that is split while it is read, after any record and
// at any fraction of the rest, has the same records as before, and so do the parts of any split.
func TestSourceSplits(t *testing.T) {
	text := randomGames(8, 25)
	file := memoryFile("memfs://splits.pgn", text)
	whole := offsetrange.Restriction{End: int64(len(text))}
	want := read(t, file, tracker(whole), nothing)
	if strings.Join(texts(want), "") != text {
		t.Fatalf("the records are not the text of the file")
	}
	for at := 1; at <= len(want); at++ {
		for _, fraction := range []float64{0, 0.001, 0.3, 0.5, 0.9, 1} {
			var residuals []offsetrange.Restriction
			rt := tracker(whole)
			got := read(t, file, rt, func(n int) {
				if n < at {
					return
				}
				_, residual, err := rt.TrySplit(fraction)
				if err != nil {
					t.Fatal(err)
				}
				if residual != nil {
					residuals = append(residuals, residual.(offsetrange.Restriction))
				}
			})
			slices.Reverse(residuals)
			for _, residual := range residuals {
				got = append(got, read(t, file, tracker(residual), nothing)...)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("split at %v after record %d: (-whole, +parts)\n%s", fraction, at, diff)
			}
		}
	}
	for _, size := range []int64{1, 100, 1 << 12} {
		var got []string
		for _, rest := range (&readFn{Split: size}).SplitRestriction(file, offsetrange.Restriction{Start: 5, End: 5000}) {
			got = append(got, read(t, file, tracker(rest), nothing)...)
		}
		want := read(t, file, tracker(offsetrange.Restriction{Start: 5, End: 5000}), nothing)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("sections of %d bytes: (-whole, +parts)\n%s", size, diff)
		}
	}
}

// texts returns the records without their offsets.
func texts(records []string) (texts []string) {
	for _, r := range records {
		_, text, _ := strings.Cut(r, ": ")
		texts = append(texts, text)
	}
	return texts
}

// errStop stops reading half-way.
var errStop = errors.New("the worker has died")

// TestSourceTwice checks that reading a restriction again, after it was read half-way, gives all
// its records.
func TestSourceTwice(t *testing.T) {
	text := randomGames(9, 50)
	file := memoryFile("memfs://twice.pgn", text)
	rest := offsetrange.Restriction{Start: int64(len(text) / 4), End: int64(len(text))}
	want := read(t, file, tracker(rest), nothing)
	for stop := 1; stop <= len(want); stop++ {
		func() {
			defer func() {
				if r := recover(); r != errStop {
					t.Fatalf("reading ended with %v, want %v", r, errStop)
				}
			}()
			read(t, file, tracker(rest), func(n int) {
				if n == stop {
					panic(errStop)
				}
			})
		}()
		if diff := cmp.Diff(want, read(t, file, tracker(rest), nothing)); diff != "" {
			t.Fatalf("after stopping at record %d: (-first, +second)\n%s", stop, diff)
		}
	}
}

// TestSourceLarge checks that games without tags, which are one part of the file, are divided into
// records of whole games.
func TestSourceLarge(t *testing.T) {
	game := "1. e4 {" + strings.Repeat("0123456789", 20_000) + "} e5 1-0\n\n"
	text := strings.Repeat(game, 3*recordSize/len(game))
	file := memoryFile("memfs://large.pgn", text)
	records := read(t, file, tracker(offsetrange.Restriction{End: int64(len(text))}), nothing)
	if strings.Join(texts(records), "") != text {
		t.Errorf("the records are not the text of the file")
	}
	for i, r := range texts(records) {
		if len(r)%len(game) != 0 || len(r) > 2*recordSize {
			t.Errorf("record %d has %d bytes, want whole games of %d", i, len(r), len(game))
		}
	}
	if len(records) < 3 {
		t.Errorf("%d records, want at least 3", len(records))
	}
}

// scanned returns the moves, the faults, and the results that a scanner finds in texts, one after the
// other.
func scanned(texts ...string) (found []string) {
	for _, text := range texts {
		s := chess.NewPGNScanner(strings.NewReader(text))
		for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
			switch event {
			case chess.PGNMove:
				found = append(found, s.Move().String())
			case chess.PGNFault:
				found = append(found, "fault: "+s.Fault().Token+s.Fault().Detail)
			case chess.PGNGameEnd:
				found = append(found, s.Result().String())
			}
		}
	}
	return found
}

// TestSourceDividesBetweenGames checks that a scanner finds the same in the records of a text as in the
// whole. The texts are those of the fuzz targets of the main module, which its own doors are held
// against.
func TestSourceDividesBetweenGames(t *testing.T) {
	names, err := filepath.Glob("../testdata/fuzz/*/*")
	if err != nil {
		t.Fatal(err)
	}
	literal := regexp.MustCompile(`(?m)^(?:string|\[\]byte)\((".*")\)$`)
	checked := 0
	for _, name := range append(names, "../testdata/games.pgn") {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		inputs := []string{string(data)}
		if matches := literal.FindAllSubmatch(data, -1); matches != nil {
			inputs = nil
			for _, m := range matches {
				input, err := strconv.Unquote(string(m[1]))
				if err != nil {
					t.Fatal(err)
				}
				inputs = append(inputs, input)
			}
		}
		for _, text := range inputs {
			file := memoryFile("memfs://doors.pgn", text)
			records := texts(read(t, file, tracker(offsetrange.Restriction{End: int64(len(text))}), nothing))
			if diff := cmp.Diff(scanned(text), scanned(records...)); diff != "" {
				t.Errorf("%s: the records differ from the whole (-whole +records):\n%s", name, diff)
			}
			checked++
		}
	}
	if checked < 50 {
		t.Errorf("%d texts, want at least 50", checked)
	}
}
