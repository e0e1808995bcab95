package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/shakki/chess/internal/cmdline"
	"github.com/shakki/chess/internal/source"
)

// A progress shows the progress of a command on a terminal.
type progress struct {
	bytes, games, errors atomic.Int64

	out     io.Writer // nil if nothing is shown
	name    string
	noun    string // what errors counts
	size    int64  // in bytes, or 0 if unknown
	started time.Time
	stop    chan struct{}
	done    sync.WaitGroup
}

// open returns the files to read. Their sizes are the total of the progress that is shown.
func (r *invocation) open(names []string) ([]source.Input, error) {
	inputs, err := r.door.Inputs(names)
	for _, input := range inputs {
		if input.Size == 0 { // such as that of a pipe
			r.total = 0
			break
		}
		r.total += input.Size
	}
	r.started = time.Now()
	return inputs, err
}

// giveUpOnSignal lets a signal end the command without files that are not complete.
func (r *invocation) giveUpOnSignal() (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		if _, ok := <-signals; ok {
			r.door.Close()
			os.Exit(130)
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
	}
}

// show starts to show the progress on standard error if it is a terminal.
func (r *invocation) show(name, noun string) *progress {
	p := &progress{name: name, noun: noun, size: r.total, started: r.started, stop: make(chan struct{})}
	p.bytes.Store(r.done)
	if cmdline.IsTerminal(r.errs) {
		p.out = r.errs
		p.done.Add(1)
		go p.run()
	}
	return p
}

// read calls use with the text of a file, while its progress is shown.
func (r *invocation) read(name, noun string, use func(io.Reader, *progress) error) error {
	bar := r.show(name, noun)
	defer func() {
		bar.close()
		r.done = bar.bytes.Load()
	}()
	file, err := source.Open(name, r.in, bar.reader)
	if err != nil {
		return err
	}
	defer file.Close()
	return use(file, bar)
}

// run updates the display four times a second. A check that takes less than a quarter of a second
// shows nothing.
func (p *progress) run() {
	defer p.done.Done()
	ticker := time.NewTicker(250 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			fmt.Fprintf(p.out, "\r%s\x1b[K", p.line(time.Since(p.started)))
		case <-p.stop:
			fmt.Fprint(p.out, "\r\x1b[K")
			return
		}
	}
}

// line returns the line to show after the given time. If the file size is known, the line includes
// a progress bar and the time left.
func (p *progress) line(elapsed time.Duration) string {
	const width = 20
	read := p.bytes.Load()
	counts := fmt.Sprintf("%d MB, %d games, %d %s", read/1e6, p.games.Load(), p.errors.Load(), p.noun)
	if p.size <= 0 || read <= 0 {
		return fmt.Sprintf("%s: %s", p.name, counts)
	}
	share := min(float64(read)/float64(p.size), 1)
	left := time.Duration(float64(elapsed) * (1 - share) / share).Round(time.Second)
	full := int(math.Ceil(share * width))
	bar := strings.Repeat("#", full) + strings.Repeat(".", width-full)
	return fmt.Sprintf("%s: [%s] %3.0f%%, %s, %v left", p.name, bar, 100*share, counts, left)
}

// close stops the updates and clears the line.
func (p *progress) close() {
	close(p.stop)
	p.done.Wait()
}

// reader returns a reader that reads from r and counts the bytes.
func (p *progress) reader(r io.Reader) io.Reader { return countingReader{r, &p.bytes} }

// A countingReader adds the number of bytes read to n.
type countingReader struct {
	io.Reader
	n *atomic.Int64
}

func (r countingReader) Read(b []byte) (int, error) {
	n, err := r.Reader.Read(b)
	r.n.Add(int64(n))
	return n, err
}
