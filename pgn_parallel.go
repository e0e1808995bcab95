package chess

import (
	"bytes"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"
)

const (
	partSize    = 1 << 19 // bytes of a part of the stream, about
	maxWorkers  = 256     // more have nothing to do
	maxPartSize = 4 << 20 // bytes without the start of a game after which a stream is not divided any more
)

// ScanPGN scans the games in r with the given number of workers. It splits the input between games, calls
// scan concurrently, once for each part, and yields the results in input order. The scanners have the given
// options. [PGNScanner.Part] numbers the parts. Line numbers in errors refer to the whole input. Game numbers
// restart in each part, so a result should include the number of games that it covers. With one worker there
// is one part and one call. The input is split where an Event tag begins a game. Once 4 MiB contain no such
// place, one worker scans the rest.
//
// If reading fails, the last part reports the error. If the loop stops early, at most one read of r is still
// in progress.
func ScanPGN[T any](r io.Reader, workers int, options PGNOptions, scan func(*PGNScanner) T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		if workers <= 1 {
			s := NewPGNScanner(r)
			s.PGNOptions = options
			result := scan(s)
			yield(result, s.Err())
			return
		}
		workers = min(workers, maxWorkers)
		team := pgnTeam[T]{
			divider: divider{r: r, line: 1, options: options},
			scan:    scan,
			order:   make(chan *pgnPart[T], workers),
			stop:    make(chan struct{}),
		}
		defer team.dismiss()
		for range workers {
			go team.work()
		}
		for part := range team.order {
			<-part.done
			if !yield(part.result, part.err) {
				return
			}
		}
	}
}

// A pgnTeam is the workers that scan one stream.
type pgnTeam[T any] struct {
	reading sync.Mutex // held by the worker that reads the stream
	divider divider
	closed  bool // there are no more parts

	scan     func(*PGNScanner) T
	scanning sync.RWMutex // held for reading by the workers that scan
	order    chan *pgnPart[T]
	stop     chan struct{}
}

// A pgnPart is a part of a stream and what came of it.
type pgnPart[T any] struct {
	scanner *PGNScanner
	result  T
	err     error
	done    chan struct{}
}

// work scans parts as long as there are any. Each worker reads its parts itself:
// they are then in the cache of the processor that scans them.
func (t *pgnTeam[T]) work() {
	var buffer []byte
	for part := t.take(&buffer); part != nil; part = t.take(&buffer) {
		t.scanning.RLock()
		select {
		case <-t.stop:
		default:
			part.result = t.scan(part.scanner)
			part.err = part.scanner.Err()
			part.scanner = nil
			close(part.done)
		}
		t.scanning.RUnlock()
	}
}

// take returns the next part, read into buffer and in line for its turn; nil if
// there is none or none is wanted.
func (t *pgnTeam[T]) take(buffer *[]byte) *pgnPart[T] {
	t.reading.Lock()
	defer t.reading.Unlock()
	select {
	case <-t.stop:
		return nil
	default:
	}
	s := t.divider.next(buffer)
	if s == nil {
		if !t.closed {
			close(t.order)
			t.closed = true
		}
		return nil
	}
	part := &pgnPart[T]{scanner: s, done: make(chan struct{})}
	select {
	case t.order <- part:
		return part
	case <-t.stop:
		return nil
	}
}

// dismiss stops the workers and waits for the scans under way, though not for a
// worker that reads.
func (t *pgnTeam[T]) dismiss() {
	t.scanning.Lock()
	close(t.stop)
	t.scanning.Unlock()
}

// A divider cuts a stream between games.
type divider struct {
	r       io.Reader
	options PGNOptions // of the scanners
	parts   int
	line    int    // of the next part
	rest    []byte // the start of a game whose end has not been read
	ended   bool
}

// next returns a scanner of the next part, nil if there is none. The text of the
// part is kept in buffer, which grows as it must.
func (d *divider) next(buffer *[]byte) *PGNScanner {
	if d.ended {
		return nil
	}
	data := append((*buffer)[:0], d.rest...)
	cut := 0
	var err error
	for cut == 0 && err == nil && len(data) < maxPartSize {
		from := len(data)
		data = slices.Grow(data, partSize+1) // one byte for the sentinel
		n := 0
		n, err = io.ReadFull(d.r, data[from:from+partSize])
		data = data[:from+n]
		if cut = len(data); err == nil {
			cut = lastGame(data)
		}
	}
	*buffer = data
	d.ended = err != nil || cut == 0
	switch {
	case len(data) == 0 && err == io.EOF:
		return nil
	case err != nil && err != io.EOF && err != io.ErrUnexpectedEOF:
		return d.scanner(newPGNInput(io.MultiReader(bytes.NewReader(data), failingReader{err})))
	case cut == 0:
		return d.scanner(newPGNInput(io.MultiReader(bytes.NewReader(data), d.r)))
	}
	d.rest = append(d.rest[:0], data[cut:]...) // before the sentinel takes its place
	data = data[:cut]
	endLines(data)
	s := d.scanner(pgnInput{data: append(data, 0), end: cut, eof: true, indent: -1})
	d.line += bytes.Count(data, []byte{'\n'})
	return s
}

// scanner returns a scanner of the next part.
func (d *divider) scanner(input pgnInput) *PGNScanner {
	input.line, input.tokenLine = d.line, d.line
	s := &PGNScanner{PGNOptions: d.options, input: input, part: d.parts}
	d.parts++
	return s
}

// lastGame returns where the last game begins in data for certain: at a tag
// Event at the start of a line after the result of the game before; 0 if nowhere.
func lastGame(data []byte) int {
	for end := len(data); ; {
		i := bytes.LastIndex(data[:end], []byte(firstTag))
		if i < 0 {
			return 0
		}
		before := bytes.TrimRight(data[:i], " \t\r\n")
		line := before[bytes.LastIndexAny(before, "\r\n")+1:]
		word := line[bytes.LastIndexAny(line, " \t")+1:]
		if _, ok := parseResultMark(word); (ok || string(word) == "*") && isMovetext(line) {
			return i + 1
		}
		end = i
	}
}

// isMovetext reports whether a line holds nothing but movetext and comments in
// braces that end on it: a result at its end then is one.
func isMovetext(line []byte) bool {
	inComment := false
	for _, c := range line {
		switch {
		case inComment:
			inComment = c != '}'
		case c == '{':
			inComment = true
		case strings.IndexByte(";%<[\"", c) >= 0:
			return false
		}
	}
	return !inComment
}

// A failingReader returns an error.
type failingReader struct{ err error }

func (r failingReader) Read([]byte) (int, error) { return 0, r.err }
