package chess

import (
	"bytes"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/shakki/chess/internal/pgntext"
)

const (
	partSize    = 1 << 19 // approximate size of a part in bytes
	maxWorkers  = 256     // reading keeps no more workers busy
	maxPartSize = 4 << 20 // the input is no longer split after a part of this size
)

// ScanPGN scans the games in r with the given number of workers. It splits the input between games,
// calls scan concurrently, once for each part, and yields the results in input order. The scanners
// have the given options. [PGNScanner.Part] returns the number of the part. Lines and offsets refer
// to the whole input, so an index of its games can be built from [PGNScanner.GameOffset]. Game numbers restart in each part, so a result should include the
// number of games that it covers. With one worker, there is one part. The input is split where an
// Event tag begins a game. After 4 MiB without such a place, one worker scans the rest.
//
// If reading fails, the last part reports the error. If the loop stops early, at most one read of r
// is still in progress.
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
			divider: divider{r: r, at: pgntext.Start, options: options},
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

// A pgnTeam is a group of workers that scan one stream.
type pgnTeam[T any] struct {
	reading sync.Mutex // guards divider and closed
	divider divider
	closed  bool // order is closed, since there are no more parts

	scan     func(*PGNScanner) T
	scanning sync.RWMutex // the workers that scan hold it for reading
	order    chan *pgnPart[T]
	stop     chan struct{} // closed when no more results are wanted
}

// A pgnPart is a part of a stream and its result.
type pgnPart[T any] struct {
	scanner *PGNScanner
	result  T
	err     error
	done    chan struct{} // closed when result and err are set
}

// work scans parts until there are no more. A worker reads its parts itself, because they are then
// in the cache of the processor that scans them.
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

// take reads the next part into buffer and queues its result. It returns nil if there are no more
// parts or no more results are wanted.
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

// dismiss stops the workers. It waits for those that scan, but not for one that reads.
func (t *pgnTeam[T]) dismiss() {
	t.scanning.Lock()
	close(t.stop)
	t.scanning.Unlock()
}

// A divider splits a stream between games.
type divider struct {
	r       io.Reader
	options PGNOptions    // of the scanners
	parts   int           // the number of parts so far
	at      pgntext.Place // at which the next part begins
	rest    []byte        // text that has been read and belongs to the next part
	ended   bool          // there are no more parts
}

// next returns a scanner of the next part, or nil if there are no more. The scanner uses buffer,
// which next enlarges as needed.
func (d *divider) next(buffer *[]byte) *PGNScanner {
	if d.ended {
		return nil
	}
	data, cut, err := d.read(*buffer)
	*buffer = data
	d.ended = err != nil || cut == 0
	switch {
	case len(data) == 0 && err == io.EOF:
		return nil
	case err != nil && err != io.EOF:
		return d.streamScanner(bytes.NewReader(data), failingReader{err})
	case cut == 0:
		return d.streamScanner(bytes.NewReader(data), d.r)
	}
	d.rest = append(d.rest[:0], data[cut:]...) // the window writes its sentinel to data[cut]
	data = data[:cut]
	s := d.scanner(pgntext.NewTextWindow(data, d.at))
	d.at.Line += bytes.Count(data, []byte{'\n'})
	d.at.Offset += int64(len(data))
	return s
}

// read reads text into buffer until it knows where to split. It returns the text and the index at
// which the next part begins, which is 0 if one scanner should scan the rest of the stream. The
// error is io.EOF at the end of the stream.
func (d *divider) read(buffer []byte) (data []byte, cut int, err error) {
	data = append(buffer[:0], d.rest...)
	for cut == 0 && err == nil && len(data) < maxPartSize {
		from := len(data)
		data = slices.Grow(data, partSize+1) // one byte for the sentinel of the window
		n := 0
		n, err = readFull(d.r, data[from:from+partSize])
		data = data[:from+n]
		if cut = len(data); err == nil {
			cut = lastGame(data)
		}
	}
	return data, cut, err
}

// readFull fills b from r. Unlike io.ReadFull, it returns the error of r unchanged, so that the end
// of the stream is io.EOF, and io.ErrUnexpectedEOF is a failure of r, such as a truncated gzip
// file.
func readFull(r io.Reader, b []byte) (n int, err error) {
	for n < len(b) && err == nil {
		var more int
		more, err = r.Read(b[n:])
		n += more
	}
	return n, err
}

// streamScanner returns a scanner of the next part, whose text is that of the readers, one after
// the other.
func (d *divider) streamScanner(readers ...io.Reader) *PGNScanner {
	return d.scanner(pgntext.NewWindow(io.MultiReader(readers...), d.at))
}

// scanner returns a scanner of the next part, whose text is in input.
func (d *divider) scanner(input pgntext.Window) *PGNScanner {
	s := &PGNScanner{PGNOptions: d.options, input: input, part: d.parts}
	d.parts++
	return s
}

// lastGame returns the index of the last place in data where a game certainly begins: an Event tag
// at the start of a line, after the result of the game before. It returns 0 if there is no such
// place.
func lastGame(data []byte) int {
	for end := len(data); ; {
		i := bytes.LastIndex(data[:end], []byte("\n"+pgntext.FirstTag))
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

// isMovetext reports whether line contains only movetext and comments in braces that begin and end
// on it. What looks like a result at its end then is one.
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

// A failingReader fails with an error.
type failingReader struct{ err error }

func (r failingReader) Read([]byte) (int, error) { return 0, r.err }
