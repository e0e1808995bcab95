package selection

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/shakki/chess"
	"github.com/shakki/chess/internal/pgntext"
)

const (
	chunkSize    = 1 << 19  // approximate size of a chunk in bytes
	mostGameSize = 16 << 20 // the size of the largest game
)

// A divider divides the text of a file into chunks of whole games.
type divider struct {
	r     io.Reader
	rest  []byte // text that has been read and belongs to the next chunk
	lines int    // in earlier chunks
	ended bool
}

// newDivider returns a divider of the text that r returns, converted to UTF-8 if it is UTF-16.
func newDivider(r io.Reader) *divider { return &divider{r: pgntext.Decode(r)} }

// next returns the next chunk, which uses the memory of buffer, and the number of lines before it.
// The error is io.EOF after the last chunk.
func (d *divider) next(buffer []byte) (data []byte, line int, err error) {
	if d.ended {
		return nil, 0, io.EOF
	}
	data, cut := append(buffer[:0], d.rest...), 0
	for cut == 0 && err == nil {
		if len(data) > mostGameSize {
			return nil, 0, fmt.Errorf("line %d: a game has more than %d MB", d.lines+1, mostGameSize>>20)
		}
		from := len(data)
		size := max(chunkSize, len(data)/2)
		data = slices.Grow(data, size)
		var n int
		n, err = pgntext.ReadFull(d.r, data[from:from+size])
		data = data[:from+n]
		if cut = len(data); err == nil {
			cut = lastGame(data)
		}
	}
	d.ended = err != nil
	if err != nil && err != io.EOF {
		return nil, 0, err
	}
	d.rest = append(d.rest[:0], data[cut:]...)
	data = data[:cut]
	line = d.lines
	d.lines += countLines(data)
	return data, line, nil
}

// countLines returns the number of line ends in data. A carriage return without a line feed is one
// too.
func countLines(data []byte) int {
	n := bytes.Count(data, []byte{'\n'})
	for {
		i := bytes.IndexByte(data, '\r')
		if i < 0 {
			return n
		}
		data = data[i+1:]
		if len(data) > 0 && data[0] != '\n' {
			n++
		}
	}
}

// firstTag is how the first tag of a game usually begins.
var firstTag = []byte("\n" + pgntext.FirstTag)

// lastGame returns the offset of the last place in data where a game certainly begins, or 0 if
// there is none.
func lastGame(data []byte) int {
	if at := pgntext.LastGame(data); at > 0 || len(data) < pgntext.MaxPartSize {
		return at
	}
	s := chess.NewPGNScanner(bytes.NewReader(data))
	s.SkipMoves = true
	for s.Next() != chess.PGNEnd {
	}
	return int(s.GameOffset())
}

// hasResult reports whether the last word of text is a result.
func hasResult(text []byte) bool {
	word := text[bytes.LastIndexAny(text[max(0, len(text)-20):], " \t\r\n})")+max(0, len(text)-20)+1:]
	_, isResult := pgntext.ParseResult(word)
	return isResult || string(word) == "*"
}

// A segment is a part of a chunk that must be read.
type segment struct {
	from, to int // offsets in the chunk
	at       int // where it begins in the text of all segments
	skipped  int // the number of games before it that are skipped
}

// A treatment is what is done with a game whose end is certain.
type treatment uint8

// The treatments.
const (
	read treatment = iota
	skip           // its tags say that it is not selected
	take           // its tags say that it is selected
)

// segments divides the chunk into the parts that must be read. It skips games whose tags say that
// they are not selected, and takes those whose tags say that they are, if it is certain where they
// end. It returns the number of both.
func (w *worker) segments() (parts []segment, skipped int) {
	w.taken = w.taken[:0]
	canTake := !w.Query.needsMoves && w.Unique == NotUnique
	if w.Rest != nil || len(w.Query.tagRules) == 0 && !canTake {
		return []segment{{to: len(w.data)}}, 0
	}
	at := 0 // the length of the text to read so far
	for from := 0; from < len(w.data); {
		to, treatment := w.game(from, canTake)
		last := len(parts) - 1
		switch {
		case treatment != read:
			skipped++
			if treatment == take {
				c := candidate{game: skipped, from: from, to: to, matchPly: -1}
				if w.Split.key != nil {
					c.keys = w.Split.key(&w.tags)
				}
				w.taken = append(w.taken, c)
			}
		case last >= 0 && parts[last].to == from:
			parts[last].to = to
			at += to - from
		default:
			parts = append(parts, segment{from, to, at, skipped})
			at += to - from
		}
		from = to
	}
	return parts, skipped
}

// game returns the end of the text that begins at an offset, where a game certainly begins, and how
// to treat this text as a whole.
func (w *worker) game(from int, canTake bool) (end int, t treatment) {
	q := &w.Query
	moves, isRegular := readTags(w.data, from, &w.tags)
	if isRegular {
		if end, isCertain := gameEnd(w.data, moves); isCertain {
			verdict := q.ofTags(&w.tags)
			switch {
			case verdict == rejected && (q.untagged == rejected || isOneGame(w.data[moves:end])):
				return end, skip
			case verdict == fulfilled && canTake && isOneGame(w.data[moves:end]):
				return end, take
			}
			return end, read
		}
	}
	for i := moves; ; i++ {
		next := bytes.Index(w.data[i:], firstTag)
		if next < 0 {
			return len(w.data), read
		}
		i += next
		if pgntext.LastGame(w.data[from:i+len(firstTag)]) == i+1-from {
			return i + 1, read
		}
	}
}

// readTags reads the tags at an offset. It returns the offset of the text after them, and whether
// they have the form that nearly all files have. The tags refer to data.
func readTags(data []byte, at int, l *tagList) (end int, isRegular bool) {
	l.reset()
	for at < len(data) && data[at] == '[' {
		size := bytes.IndexByte(data[at:], '\n')
		if size < 0 {
			return at, false
		}
		line := bytes.TrimRight(data[at:at+size], " \t\r")
		space := bytes.IndexByte(line, ' ')
		if space < 2 || len(line) < space+4 || line[space+1] != '"' || string(line[len(line)-2:]) != `"]` {
			return at, false
		}
		value := line[space+2 : len(line)-2]
		if !isTagName(line[1:space]) || bytes.IndexByte(value, '"') >= 0 || bytes.IndexByte(value, '\\') >= 0 || !utf8.Valid(value) {
			return at, false
		}
		l.tags = append(l.tags, tag{line[1:space], value})
		at += size + 1
	}
	return at, len(l.tags) > 0
}

// isTagName reports whether a name has only letters, digits, and underscores.
func isTagName(name []byte) bool {
	for _, c := range name {
		if (c|0x20)-'a' > 'z'-'a' && c-'0' > 9 && c != '_' {
			return false
		}
	}
	return true
}

// gameEnd returns the offset of the end of the game whose moves begin at an offset, and whether the
// game certainly ends there.
func gameEnd(data []byte, moves int) (end int, isCertain bool) {
	end = len(data)
	for i := moves; ; i++ {
		next := bytes.IndexByte(data[i:], '[')
		if next < 0 {
			break
		}
		i += next
		if i+1 < len(data) && data[i+1] == '%' { // a command in a comment
			continue
		}
		if !bytes.HasPrefix(data[i-1:], firstTag) {
			return 0, false
		}
		end = i
		break
	}
	text := data[moves:end]
	if bytes.IndexByte(text, ';') >= 0 || !hasResult(bytes.TrimRight(text, " \t\r\n")) {
		return 0, false
	}
	return end, bytes.Count(text, []byte{'{'}) == bytes.Count(text, []byte{'}'})
}

// isOneGame reports whether movetext is not followed by a game without tags: whether there is only
// one result and one first move.
func isOneGame(text []byte) bool {
	text = bytes.TrimSpace(text)
	if i := bytes.IndexByte(text, '*'); i >= 0 && i < len(text)-1 {
		return false
	}
	tail := max(0, len(text)-len(" 1/2-1/2"))
	lastWord := tail + max(0, bytes.LastIndexAny(text[tail:], " \t\n"))
	return !hasScore(text[:lastWord]) && !hasSecondStart(text) && !hasResultLine(text)
}

// hasScore reports whether a hyphen stands between two digits.
func hasScore(text []byte) bool {
	for {
		i := bytes.IndexByte(text, '-')
		if i < 0 {
			return false
		}
		if i > 0 && i+1 < len(text) && text[i-1]-'0' <= 9 && text[i+1]-'0' <= 9 {
			return true
		}
		text = text[i+1:]
	}
}

// hasSecondStart reports whether the move number 1 stands elsewhere than at the start.
func hasSecondStart(text []byte) bool {
	for rest := text; ; {
		i := bytes.Index(rest, []byte("1."))
		if i < 0 {
			return false
		}
		before := len(text) - len(rest) + i
		rest = rest[i+2:]
		isNumber := before > 0 && (text[before-1] <= ' ' || text[before-1] == '(')
		if isNumber && !bytes.HasPrefix(rest, []byte{'.'}) { // as in 1... after a comment
			return true
		}
	}
}

// hasResultLine reports whether a line before the last one ends with a result.
func hasResultLine(text []byte) bool {
	for {
		i := bytes.IndexByte(text, '\n')
		if i < 0 {
			return false
		}
		if hasResult(bytes.TrimRight(text[:i], " \t\r")) {
			return true
		}
		text = text[i+1:]
	}
}

// A segmentReader reads the text of segments, one after the other.
type segmentReader struct {
	data     []byte
	segments []segment
	next     int // the segment to read
	read     int // how much of it has been read
}

// Read implements [io.Reader].
func (r *segmentReader) Read(b []byte) (n int, err error) {
	for n < len(b) && r.next < len(r.segments) {
		s := r.segments[r.next]
		size := copy(b[n:], r.data[s.from+r.read:s.to])
		n += size
		if r.read += size; s.from+r.read == s.to {
			r.next, r.read = r.next+1, 0
		}
	}
	if n == 0 && len(b) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// A placer turns offsets in the text of segments, in ascending order, into places in the chunk.
type placer struct {
	data     []byte
	segments []segment
	current  int
	counted  int // the offset up to which lines have been counted
	lines    int
}

// offset returns the offset in the chunk. Where two segments meet, isEnd chooses the end of the
// first.
func (p *placer) offset(at int64, isEnd bool) int {
	for p.current+1 < len(p.segments) {
		next := int64(p.segments[p.current+1].at)
		if at < next || isEnd && at == next {
			break
		}
		p.current++
	}
	if len(p.segments) == 0 {
		return 0
	}
	s := p.segments[p.current]
	return min(s.from+int(at)-s.at, s.to)
}

// line returns the number of lines before an offset in the chunk.
func (p *placer) line(offset int) int {
	if offset < p.counted {
		p.counted, p.lines = 0, 0
	}
	p.lines += countLines(p.data[p.counted:offset])
	p.counted = offset
	return p.lines
}

// errStop ends a selection early, without an error.
var errStop = errors.New("stop")
