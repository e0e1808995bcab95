package chess

import (
	"bytes"
	"io"
	"iter"
	"sync"
)

const (
	partSize    = 1 << 19 // bytes of a part of the stream, about
	maxPartSize = 4 << 20 // bytes without the start of a game after which a stream is not divided any more
)

// ScanPGN lets several workers scan the games of one stream: it divides the
// stream between games, calls scan for each part, concurrently, and yields the
// results in the order of the stream. [PGNScanner.Part] tells the parts apart. The lines of faults are those of the
// stream; the numbers of games count from the first of the part, so a result
// should say how many it has seen. With one worker there is one part and one
// call. A stream is divided where a tag Event begins a game; what has none for
// 4 MiB is left to one worker.
//
// The error of a part is that of reading the stream and comes last. Stopping
// early leaves at most one read of the stream under way.
func ScanPGN[T any](r io.Reader, workers int, scan func(*PGNScanner) T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		if workers <= 1 {
			s := NewPGNScanner(r)
			result := scan(s)
			yield(result, s.Err())
			return
		}
		parts := make(chan *pgnPart[T], 1) // to be scanned
		order := make(chan *pgnPart[T], workers)
		spare := make(chan []byte, 4*workers) // the memory of parts that have been scanned
		stop := make(chan struct{})
		var running sync.WaitGroup
		for range workers {
			running.Add(1)
			go func() {
				defer running.Done()
				for {
					select {
					case <-stop:
						return
					case part, more := <-parts:
						if !more {
							return
						}
						part.result = scan(part.scanner)
						part.err = part.scanner.Err()
						select {
						case spare <- part.scanner.takeBuffer():
						default:
						}
						close(part.done)
					}
				}
			}()
		}
		go func() {
			defer close(order)
			defer close(parts)
			number := 0
			divide(r, spare, func(s *PGNScanner) bool {
				s.part = number
				number++
				part := &pgnPart[T]{scanner: s, done: make(chan struct{})}
				select {
				case order <- part:
				case <-stop:
					return false
				}
				select {
				case parts <- part:
					return true
				case <-stop:
					return false
				}
			})
		}()
		defer running.Wait()
		defer close(stop)
		for part := range order {
			<-part.done
			if !yield(part.result, part.err) {
				return
			}
		}
	}
}

// A pgnPart is a part of a stream and what came of it.
type pgnPart[T any] struct {
	scanner *PGNScanner
	result  T
	err     error
	done    chan struct{}
}

// divide cuts a stream between games and passes on a scanner for each part, as
// long as next wants more. It uses spare memory where there is some.
func divide(r io.Reader, spare <-chan []byte, next func(*PGNScanner) bool) {
	line := 1
	var rest, restBuffer []byte // the start of a game whose end has not been read, and its memory
	for {
		data := partBuffer(spare, len(rest)+partSize+1) // one byte for the sentinel
		copy(data, rest)
		n, err := io.ReadFull(r, data[len(rest):len(data)-1])
		data = data[:len(rest)+n]
		cut := len(data)
		if err == nil {
			cut = lastGame(data)
		}
		switch {
		case len(data) == 0 && err == io.EOF:
			return
		case err != nil && err != io.EOF && err != io.ErrUnexpectedEOF:
			s := newPartScanner(io.MultiReader(bytes.NewReader(data), failingReader{err}), line)
			next(s)
			return
		case cut == 0 && len(data) < maxPartSize:
			rest = data
			continue
		case cut == 0:
			next(newPartScanner(io.MultiReader(bytes.NewReader(data), r), line))
			return
		}
		endLines(data[:cut])
		lines := bytes.Count(data[:cut], []byte{'\n'})
		rest = append(restBuffer[:0], data[cut:]...) // before the sentinel takes its place
		restBuffer = rest
		if !next(newBytesScanner(data[:cut:cut+1], line)) || err != nil {
			return
		}
		line += lines
	}
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
		commented := bytes.ContainsAny(line, ";<") || len(line) > 0 && line[0] == '%'
		if _, ok := parseResultMark(word); (ok || string(word) == "*") && !commented {
			return i + 1
		}
		end = i
	}
}

// partBuffer returns a buffer of n bytes with any content, a spare one if it is
// large enough.
func partBuffer(spare <-chan []byte, n int) []byte {
	select {
	case kept := <-spare:
		if cap(kept) >= n {
			return kept[:n]
		}
	default:
	}
	return make([]byte, n, max(n, 2*partSize))
}

// takeBuffer takes the memory of a part from the scanner that has scanned it.
func (s *PGNScanner) takeBuffer() []byte {
	data := s.input.data
	if s.input.r != nil {
		return nil // no part in memory
	}
	s.input.data = []byte{0}
	s.input.pos, s.input.end, s.input.token = 0, 0, 0
	return data
}

// A failingReader returns an error.
type failingReader struct{ err error }

func (r failingReader) Read([]byte) (int, error) { return 0, r.err }

func newPartScanner(r io.Reader, line int) *PGNScanner {
	s := NewPGNScanner(r)
	s.input.line, s.input.tokenLine = line, line
	return s
}

// newBytesScanner returns a scanner of data in place, its lines ended by line
// feeds. The capacity of data has room for one byte more.
func newBytesScanner(data []byte, line int) *PGNScanner {
	n := len(data)
	data = append(data, 0)
	s := &PGNScanner{limits: PGNLimits{}.withDefaults()}
	s.input = pgnInput{data: data, end: n, eof: true, line: line, tokenLine: line, indent: -1}
	return s
}
