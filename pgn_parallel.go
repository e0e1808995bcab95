package chess

import (
	"bytes"
	"io"
	"iter"
	"math"
	"runtime"
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
// to the whole input, so an index of its games can be built from [PGNScanner.GameOffset]. Game
// numbers restart in each part, so a result should include the number of games that it covers. With
// one worker, there is one part. The input is split where an Event tag begins a game: [SplitPGN] has
// the rule. After 4 MiB without such a place, one worker scans the rest.
//
// If reading fails, the last part reports the error. If scan or r panics, or ends its goroutine by
// [runtime.Goexit] as the Fatal method of a test does, so does the loop. If the loop stops early, at
// most one read of r is still in progress.
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
			divider: divider{r: pgntext.Decode(r), at: pgntext.Start, options: options},
			scan:    scan,
			order:   make(chan *pgnPart[T], workers),
			stop:    make(chan struct{}),
			failed:  make(chan struct{}),
		}
		defer team.dismiss()
		for range workers {
			go team.work()
		}
		for part := team.nextPart(); part != nil; part = team.nextPart() {
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

	failing sync.Once
	failed  chan struct{} // closed when a worker has panicked or exited
	panic   any           // the value of the panic, or nil if the worker has exited by runtime.Goexit
}

// nextPart waits for the next part that has been scanned. It returns nil after the last one. If a
// worker panics or exits, so does nextPart.
func (t *pgnTeam[T]) nextPart() *pgnPart[T] {
	select {
	case part, ok := <-t.order:
		if !ok {
			return nil
		}
		select {
		case <-part.done:
			return part
		case <-t.failed:
		}
	case <-t.failed:
	}
	if t.panic != nil {
		panic(t.panic)
	}
	runtime.Goexit()
	return nil
}

// recover tells the other goroutines that a worker has panicked or exited. It must be deferred.
func (t *pgnTeam[T]) recover(done *bool) {
	if *done {
		return
	}
	value := recover()
	t.failing.Do(func() {
		t.panic = value
		close(t.failed)
	})
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
	done := false
	defer t.recover(&done)
	var buffer []byte
	for part := t.take(&buffer); part != nil; part = t.take(&buffer) {
		t.scanPart(part)
	}
	done = true
}

// scanPart scans a part unless no more results are wanted.
func (t *pgnTeam[T]) scanPart(part *pgnPart[T]) {
	t.scanning.RLock()
	defer t.scanning.RUnlock()
	select {
	case <-t.stop:
	default:
		part.result = t.scan(part.scanner)
		part.err = part.scanner.Err()
		part.scanner = nil
		close(part.done)
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

// dismiss stops the workers. It waits for those that scan, but not for one that reads. After a panic it
// does not wait, because a worker may be waiting for the one that has panicked.
func (t *pgnTeam[T]) dismiss() {
	select {
	case <-t.failed:
		close(t.stop)
		return
	default:
	}
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
		n, err = pgntext.ReadFull(d.r, data[from:from+partSize])
		data = data[:from+n]
		if cut = len(data); err == nil {
			cut = lastGame(data)
		}
	}
	return data, cut, err
}

// streamScanner returns a scanner of the next part, whose text is that of the readers, one after
// the other.
func (d *divider) streamScanner(readers ...io.Reader) *PGNScanner {
	s := d.scanner(pgntext.NewWindow(io.MultiReader(readers...), d.at))
	s.streams = true
	return s
}

// scanner returns a scanner of the next part, whose text is in input.
func (d *divider) scanner(input pgntext.Window) *PGNScanner {
	s := &PGNScanner{PGNOptions: d.options, input: input, part: d.parts}
	d.parts++
	return s
}

// lastGame returns the index of the last place in data where a game certainly begins, or 0 if there
// is no such place. See [SplitPGN] for the rule.
func lastGame(data []byte) int {
	for end := len(data); ; {
		i := bytes.LastIndex(data[:end], firstTag)
		if i < 0 {
			return 0
		}
		if endsGame(data[:i]) {
			return i + 1
		}
		end = i
	}
}

// firstTag is an Event tag at the start of a line.
var firstTag = []byte("\n" + pgntext.FirstTag)

// maxLastLine is the number of bytes before an Event tag that can show that a game ends there.
const maxLastLine = 1 << 16

// endsGame reports whether text, which begins at the start of a line or is longer than maxLastLine,
// ends with the result of a game.
func endsGame(text []byte) bool {
	from := max(0, len(text)-maxLastLine)
	before := bytes.TrimRight(text[from:], " \t\r\n")
	begin := bytes.LastIndexAny(before, "\r\n") + 1
	if begin == 0 && from > 0 {
		return false
	}
	line := before[begin:]
	word := line[bytes.LastIndexAny(line, " \t")+1:]
	_, isResult := parseResultMark(word)
	return (isResult || string(word) == "*") && isMovetext(line)
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

// A PGNPart is a part of a PGN file: the text from one place where a game certainly begins to the
// next. Usually it is one game. [SplitPGN] returns the parts of a file.
type PGNPart struct {
	Offset int64 // in bytes from the start of the file
	Size   int64 // in bytes

	r    io.ReaderAt
	text []byte // the part if it is small, otherwise nil
	err  error  // the error that ended the part, or nil
}

// SplitPGN splits a section of a PGN file between games. It iterates over the parts that begin at an
// offset from <= offset < to, and reads past to as far as the last of them extends. Thus the parts
// of adjacent sections are those of the whole file, wherever the sections meet: in a tag, a comment,
// or a move. A file can be read by several workers or machines, each of which reads a section.
//
// A part begins at the start of the file, and where an Event tag begins a line after the result of
// a game. Only white space may stand between the two, and the line with the result, of at most
// 64 KiB, contains only movetext and comments in braces that begin and end on it. The places where
// [ScanPGN] splits its input are among these. A comment of several lines that looks like the end of
// a game and the start of another is split too. Games without these marks belong to the part before
// them.
//
// To find its first part, SplitPGN reads at most 64 KiB before from. If reading fails, the part before
// the failure ends there, its scanner reports the error, and the last pair has it too. The text must be in UTF-8 or an encoding with one byte for each character, and must
// not be compressed.
func SplitPGN(r io.ReaderAt, from, to int64) iter.Seq2[PGNPart, error] {
	return func(yield func(PGNPart, error) bool) {
		from := max(from, 0)
		s := splitter{r: r, to: to, base: max(0, from-maxLastLine-1)}
		begin := from
		if from > 0 {
			begin = s.nextGame(from, to)
		}
		for begin < to && s.more(begin) {
			end := s.nextGame(begin+1, math.MaxInt64)
			if !yield(s.part(begin, end), nil) {
				return
			}
			begin = end
		}
		if s.err != nil && s.err != io.EOF {
			yield(PGNPart{}, s.err)
		}
	}
}

// A splitter holds the text around the place at which a section is being split.
type splitter struct {
	r    io.ReaderAt
	to   int64 // the end of the section
	base int64 // the offset of data[0]
	data []byte
	err  error // the error that ended the text
}

// nextGame returns the offset of the first place from begin on where a game certainly begins. If
// there is none before limit, it returns limit or the end of the file.
func (s *splitter) nextGame(begin, limit int64) int64 {
	keep := begin - 1 // where the current part begins
	for at := begin - 1; at < limit; {
		if !s.more(at + int64(len(firstTag)) - 1) {
			return min(limit, max(begin, s.end()))
		}
		i := bytes.Index(s.data[at-s.base:], firstTag)
		if i < 0 {
			at = s.end() - int64(len(firstTag)) + 1
			s.drop(min(at, max(keep, at-maxPartSize)) - maxLastLine - 1)
			continue
		}
		at += int64(i) + 1
		if endsGame(s.data[:at-1-s.base]) {
			return min(limit, at)
		}
	}
	return limit
}

// end returns the offset of the end of data.
func (s *splitter) end() int64 { return s.base + int64(len(s.data)) }

// drop drops the text before the given offset if it is large.
func (s *splitter) drop(offset int64) {
	if n := offset - s.base; n > partSize {
		s.data = s.data[:copy(s.data, s.data[n:])]
		s.base = offset
	}
}

// more reads text until data has the byte at the given offset, and reports whether it exists.
func (s *splitter) more(offset int64) bool {
	for s.end() <= offset && s.err == nil {
		least := int64(min(max(len(s.data), minRead), maxRead))
		size := int(min(max(s.to-s.end(), least), partSize))
		s.data = slices.Grow(s.data, size)
		var n int
		n, s.err = s.r.ReadAt(s.data[len(s.data):len(s.data)+size], s.end())
		s.data = s.data[:len(s.data)+n]
	}
	return offset < s.end()
}

// The numbers of bytes that a splitter reads at once after the end of its section. Most sections end
// soon after a game begins, and a small file has none.
const (
	minRead = 1 << 9
	maxRead = 1 << 14
)

// part returns the part between two offsets.
func (s *splitter) part(begin, end int64) PGNPart {
	p := PGNPart{Offset: begin, Size: end - begin, r: s.r}
	if begin >= s.base && p.Size <= maxPartSize {
		p.text = slices.Clone(s.data[begin-s.base : end-s.base])
	}
	if s.err != io.EOF && end == s.end() {
		p.err = s.err
	}
	return p
}

// Scanner returns a scanner of the games of p. Offsets are those of the file, but lines count from
// the start of p: see [PGNPart.Line]. The scanner reads the file only if p is larger than 4 MiB.
func (p PGNPart) Scanner() *PGNScanner {
	at := pgntext.Place{Line: 1, Column: 1, Offset: p.Offset}
	var r io.Reader = bytes.NewReader(p.text)
	switch {
	case p.text == nil:
		r = io.NewSectionReader(p.r, p.Offset, p.Size)
	case p.err == nil:
		return &PGNScanner{input: pgntext.NewTextWindow(slices.Concat(p.text, []byte{0})[:p.Size], at)}
	}
	if p.err != nil {
		r = io.MultiReader(r, failingReader{p.err})
	}
	return &PGNScanner{input: pgntext.NewWindow(r, at)}
}

// Line returns the number of the line with which p begins, from 1. It reads the file from its start
// up to p.
func (p PGNPart) Line() (int, error) {
	line, last := 1, byte('\n')
	buffer := make([]byte, min(p.Offset, partSize))
	for r := io.NewSectionReader(p.r, 0, p.Offset); ; {
		n, err := r.Read(buffer)
		for _, c := range buffer[:n] {
			if c == '\r' || c == '\n' && last != '\r' {
				line++
			}
			last = c
		}
		switch {
		case err == io.EOF:
			return line, nil
		case err != nil:
			return 0, err
		}
	}
}
