package chessbeam

import (
	"flag"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

var (
	sourceFile = flag.String("file", "../testdata/games.pgn", "compare the pipelines with plain scans of the PGN `FILE`")
	section    = flag.Int64("split", 512, "divide the file into sections of `N` bytes")
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

// TestFile checks that the table of a file, split into small sections, is that of package explore,
// and logs the times of both. The flag -file names a larger file.
func TestFile(t *testing.T) {
	var want string
	measure(t, "explore.Count", func() { want = countTable(t, Explorer{}, *sourceFile) })
	folder := filepath.Join(t.TempDir(), "table")
	measure(t, "pipeline", func() {
		run(t, func(s beam.Scope) {
			records, _ := ReadSplit(s, *section, *sourceFile)
			files, _ := Explorer{}.Count(s, records)
			WriteTable(s, folder, Explorer{}, files)
		})
	})
	if got := tableText(t, folder); got != want {
		t.Errorf("the table of the pipeline has %d bytes that differ from the %d of package explore", len(got), len(want))
	}
}
