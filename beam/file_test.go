package chessbeam

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/shakki/chess"
)

var (
	source  = flag.String("file", "../testdata/games.pgn", "compare the pipelines with plain scans of the PGN `FILE`")
	section = flag.Int64("split", 512, "divide the file into sections of `N` bytes")
)

// cpuTime returns the processor time that this process has used.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// measure logs the time that f takes.
func measure(t *testing.T, what string, f func()) {
	t.Helper()
	runtime.GC()
	start, cpu := time.Now(), cpuTime()
	f()
	t.Logf("%s: %.1f s, %.1f s of CPU", what, time.Since(start).Seconds(), (cpuTime() - cpu).Seconds())
}

// scanTable returns the table of a file as one text, from [chess.ScanPGN] with the given number of
// workers.
func scanTable(t *testing.T, name string, workers int) string {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	all := make(map[rowKey]tally)
	scan := func(s *chess.PGNScanner) map[rowKey]tally {
		f := countFn{rows: make(map[rowKey]tally)}
		bad := false
		for event := s.Next(); event != chess.PGNEnd; event = s.Next() {
			switch event {
			case chess.PGNMove:
				f.addMove(s)
			case chess.PGNFault:
				bad = true
			case chess.PGNGameEnd:
				if !bad {
					f.addGame(s.Result())
				}
				bad, f.game = false, f.game[:0]
			}
		}
		return f.rows
	}
	for part, err := range chess.ScanPGN(file, workers, chess.PGNOptions{SkipVariations: true}, scan) {
		if err != nil {
			t.Fatal(err)
		}
		for key, n := range part {
			sum := all[key]
			sum.add(n)
			all[key] = sum
		}
	}
	var rows [][rowSize]byte
	for key, n := range all {
		rows = append(rows, [rowSize]byte(appendRow(nil, &key, n)))
	}
	return tableHeader + string(merge(rows, 0))
}

// TestFile checks that the table of a file, split into small sections, is that of plain scans, and
// logs the times of both. The flag -file names a larger file.
func TestFile(t *testing.T) {
	var want string
	for _, workers := range []int{1, 2} {
		measure(t, fmt.Sprintf("ScanPGN with %d workers", workers), func() { want = scanTable(t, *source, workers) })
	}
	if len(want) <= len(tableHeader) {
		t.Fatalf("the table of %s is empty", *source)
	}
	for _, processors := range []int{1, 2} {
		previous := runtime.GOMAXPROCS(processors)
		name := filepath.Join(t.TempDir(), "table")
		measure(t, fmt.Sprintf("pipeline on %d processors", processors), func() {
			run(t, func(s beam.Scope) {
				records, _ := ReadSplit(s, *section, *source)
				shards, _ := Explorer{}.Count(s, records)
				WriteTable(s, name, Explorer{}, shards)
			})
		})
		runtime.GOMAXPROCS(previous)
		if got := readText(t, shardName(name, 0, 1)); got != want {
			t.Errorf("the table of the pipeline has %d bytes that differ from the %d of the scan", len(got), len(want))
		}
	}
}
