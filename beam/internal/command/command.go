// Package command holds what the commands explore and judge have in common.
package command

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"
	"github.com/shakki/chess/beam/internal/meter"
)

// Run runs the pipeline that build makes, with the runner that Beam's flags name, and exits if it
// fails. It shows the progress if standard error is a terminal, and prints the counters at the end.
func Run(usage string, build func(s beam.Scope, patterns []string) error) {
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.Parse()
	beam.Init()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	// Prism waits in a busy loop and does not finish with one processor.
	runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0)))
	p, s := beam.NewPipelineWithRoot()
	err := build(s, flag.Args())
	if err == nil {
		stop := showProgress()
		var result beam.PipelineResult
		result, err = beamx.RunWithMetrics(context.Background(), p)
		stop()
		if err == nil {
			printCounters(os.Stderr, result)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// showProgress shows what this process has read, four times a second, if standard error is a
// terminal. The function that it returns clears the display.
func showProgress() (stop func()) {
	info, err := os.Stderr.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return func() {}
	}
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		ticker := time.NewTicker(250 * time.Millisecond)
		defer ticker.Stop()
		for start := time.Now(); ; {
			select {
			case <-ticker.C:
				fmt.Fprintf(os.Stderr, "\r%d MB, %d games, %v\x1b[K",
					meter.Bytes.Load()/1e6, meter.Games.Load(), time.Since(start).Round(time.Second))
			case <-done:
				fmt.Fprint(os.Stderr, "\r\x1b[K")
				return
			}
		}
	}()
	return func() {
		close(done)
		<-stopped
	}
}

// printCounters prints the counters of the package chessbeam. Some runners have none.
func printCounters(w io.Writer, result beam.PipelineResult) {
	if result == nil {
		return
	}
	sums := make(map[string]int64)
	counters := result.Metrics().Query(func(r beam.MetricResult) bool { return r.Namespace() == "chess" }).Counters()
	for _, c := range counters {
		sums[c.Name()] += count(c)
	}
	var text []string
	for name, n := range sums {
		text = append(text, fmt.Sprintf("%s=%d", name, n))
	}
	slices.Sort(text)
	fmt.Fprintln(w, strings.Join(text, " "))
}

// count returns the value of a counter, as far as the runner reports it.
func count(c metrics.CounterResult) int64 { return max(c.Committed, c.Attempted) }
