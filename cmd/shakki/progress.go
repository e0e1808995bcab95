package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/shakki/chess/internal/cmdline"
	"github.com/shakki/chess/internal/source"
)

// A progress shows the progress of a command on a terminal.
type progress struct {
	done, total  atomic.Int64 // in bytes or rows; the total is 0 if it is unknown
	games, found atomic.Int64 // while files of games are read
	unit         string       // a million bytes or rows
	noun         string       // what is found in games, or "" if no games are read

	out     io.Writer // nil if nothing is shown
	name    string
	before  int64     // what was done
	started time.Time // when the rest began
	stop    chan struct{}
	shown   sync.WaitGroup
}

// open returns the files to read. Their sizes are the total of the progress that is shown.
func (r *invocation) open(names []string) ([]source.Input, error) {
	inputs, err := r.door.Inputs(names)
	total := int64(0)
	for _, input := range inputs {
		if input.Size == 0 { // such as that of a pipe
			total = 0
			break
		}
		total += input.Size
	}
	r.bar.begin("MB", 0, total)
	return inputs, err
}

// read calls use with the text of a file, while its progress is shown with the number of what is found.
func (r *invocation) read(input source.Input, noun string, use func(io.Reader) error) error {
	if input.Err != nil {
		return input.Err
	}
	r.bar.show(input.Name, noun)
	defer r.bar.hide()
	file, err := source.Open(input.Name, r.door.In, r.bar.reader)
	if err != nil {
		return err
	}
	defer file.Close()
	return use(file)
}

// begin begins work of which a part is done, and hides the progress of what was done before.
func (p *progress) begin(unit string, done, total int64) {
	p.hide()
	p.unit, p.before, p.started = unit, done, time.Now()
	p.done.Store(done)
	p.total.Store(total)
}

// show starts to show the progress under a name, with the number of what is found if the noun is not "", if there is
// a terminal.
func (p *progress) show(name, noun string) {
	p.name, p.noun = name, noun
	if cmdline.IsTerminal(p.out) {
		p.stop = make(chan struct{})
		p.shown.Add(1)
		go p.run()
	}
}

// run updates the display four times a second. Work that takes less than a quarter of a second shows
// nothing.
func (p *progress) run() {
	defer p.shown.Done()
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

// line returns the line to show after the given time. If the total is known, the line includes a
// progress bar and the time left.
func (p *progress) line(elapsed time.Duration) string {
	const width = 20
	done, total := p.done.Load(), p.total.Load()
	counts := fmt.Sprintf("%d %s", done/1e6, p.unit)
	if p.noun != "" {
		counts += fmt.Sprintf(", %d games, %d %s", p.games.Load(), p.found.Load(), p.noun)
	}
	if total <= 0 || done <= p.before {
		return fmt.Sprintf("%s: %s", p.name, counts)
	}
	share := min(float64(done)/float64(total), 1)
	left := time.Duration(float64(elapsed) * float64(max(total-done, 0)) / float64(done-p.before)).Round(time.Second)
	full := int(math.Ceil(share * width))
	bar := strings.Repeat("#", full) + strings.Repeat(".", width-full)
	return fmt.Sprintf("%s: [%s] %3.0f%%, %s, %v left", p.name, bar, 100*share, counts, left)
}

// hide stops the updates and clears the line.
func (p *progress) hide() {
	if p.stop != nil {
		close(p.stop)
		p.shown.Wait()
		p.stop = nil
	}
}

// reader returns a reader that reads from r and counts the bytes.
func (p *progress) reader(r io.Reader) io.Reader { return io.TeeReader(r, p) }

// Write counts bytes that have been read.
func (p *progress) Write(b []byte) (int, error) {
	p.done.Add(int64(len(b)))
	return len(b), nil
}
