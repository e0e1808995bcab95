package chess

import (
	"errors"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// limitCases say for each limit what is just allowed and what is too much; the
// fault is that of the latter.
var limitCases = []struct {
	name          string
	limits        PGNLimits
	allowed, over string
	outline       string // of what is read of over
	fault         pgnFault
}{
	{"nesting", PGNLimits{Nesting: 2},
		"1. e4 (1. d4 (1. c4)) (1. f4) *", "1. e4 (1. d4 (1. c4\n (1. b4 (1. a4)) c5) d5) e5 *", "e4 ( d4 d5 ) ( c4 c5 ) e5 *",
		pgnFault{1, 2, 2, "(", "nested more than 2 deep"}},
	{"comment in braces", PGNLimits{Comment: 5}, "1. e4 {12345} e5 *", "1. e4\n{123456} e5 *", "e4 e5 *",
		pgnFault{1, 2, 1, "{", "more than 5 bytes"}},
	{"comment to the end of the line", PGNLimits{Comment: 5}, "1. e4 ;12345\n e5 *", "1. e4 ;123456\n e5 *", "e4 e5 *",
		pgnFault{1, 1, 7, ";", "more than 5 bytes"}},
	{"tag", PGNLimits{Tag: 11}, "[Event \"E\"]\n\n1. e4 *", "[Event \"EE\"]\n[Site \"S\"]\n\n1. e4 *", "[Site S] e4 *",
		pgnFault{1, 1, 1, "", "the tag has more than 11 bytes"}},
	{"tags", PGNLimits{Tags: 2}, "[A \"1\"]\n[B \"2\"]\n\n1. e4 *", "[A \"1\"]\n[B \"2\"]\n[C \"3\"] [D \"4\"]\n\n1. e4 *", "[A 1] [B 2] e4 *",
		pgnFault{1, 3, 1, "", "more than 2 tags"}},
	{"moves", PGNLimits{Moves: 3}, "1. e4 e5 2. Nf3 *", "1. e4 e5\n2. Nf3 Nc6 3. Bb5 *", "e4 e5 Nf3 *",
		pgnFault{1, 2, 8, "", "more than 3 moves"}},
	{"moves of variations", PGNLimits{Moves: 3}, "1. e4 (1. d4 d5) *", "1. e4 (1. d4 d5 2. c4) e5 *", "e4 ( d4 d5 ) *",
		pgnFault{1, 1, 20, "", "more than 3 moves"}},
	{"annotations", PGNLimits{Notes: 3}, "1. e4 $1 {a} ! e5 *", "1. e4 $1 {a} ! {b} e5 *", "e4 $1 $1 {a} *",
		pgnFault{1, 1, 16, "", "more than 3 annotations"}},
	{"text", PGNLimits{Text: 10}, "[Event \"E\"]\n\n1. e4 {1234} e5 *", "[Event \"E\"]\n\n1. e4 {12} {345} e5 *", "[Event E] e4 {12} *",
		pgnFault{1, 3, 12, "", "more than 10 bytes"}},
	{"text of tags", PGNLimits{Text: 10}, "[Event \"EEEEE\"]\n\n1. e4 *", "[Event \"E\"]\n[Site \"S\"]\n\n1. e4 *", "[Event E] *",
		pgnFault{1, 2, 1, "", "more than 10 bytes"}},

	{"default nesting", PGNLimits{}, "1. e4 " + strings.Repeat("(1. d4 (1. e4 ", 128) + strings.Repeat(")", 256) + "*", "", "", pgnFault{}},
	{"default comment", PGNLimits{}, "1. e4 {" + strings.Repeat("x", 1<<20) + "} *", "1. e4 {" + strings.Repeat("x", 1<<20+1) + "} *", "e4 *",
		pgnFault{1, 1, 7, "{", "more than 1048576 bytes"}},
	{"default tag", PGNLimits{}, "[Event \"" + strings.Repeat("x", 1<<16-100) + "\"]\n*", "[Event \"" + strings.Repeat("x", 1<<16) + "\"]\n*", "*",
		pgnFault{1, 1, 1, "", "the tag has more than 65536 bytes"}},
	{"default tags", PGNLimits{}, strings.Repeat("[A \"\"]\n", 1000) + "*", "", "", pgnFault{}},
}

// readWithLimits returns the first game of a text, its faults, and the second
// game.
func readWithLimits(t *testing.T, text string, limits PGNLimits) (g *Game, faults []*PGNError, next *Game) {
	t.Helper()
	r := NewPGNReader(strings.NewReader(text + "\n\n[E \"\"]\n\n1. d4 *\n"))
	r.Limits = limits
	g, err := r.Read()
	if g == nil {
		t.Fatalf("Read = %v, want a game", err)
	}
	next, err2 := r.Read()
	if err2 != nil {
		t.Fatalf("the next Read = %v, want no error", err2)
	}
	return g, pgnErrors(err), next
}

func TestLimits(t *testing.T) {
	for _, test := range limitCases {
		t.Run(test.name, func(t *testing.T) {
			const after = "[E ] d4 *"
			_, faults, next := readWithLimits(t, test.allowed, test.limits)
			if len(faults) > 0 || outline(next) != after {
				t.Errorf("what is just allowed gives %v, and then %s", faults, outline(next))
			}
			if test.over == "" {
				return
			}
			g, faults, next := readWithLimits(t, test.over, test.limits)
			if len(faults) != 1 || !test.fault.withAnyToken(faults[0]).meets(faults[0]) {
				t.Errorf("what is too much gives %v, want %+v", faults, test.fault)
			}
			if got := outline(g); got != test.outline || outline(next) != after {
				t.Errorf("what is too much reads as %.200q, and then %s, want %q", got, outline(next), test.outline)
			}
		})
	}
}

// TestLimitOfCommentAtEnd: a comment that the end of the input ends has the limit
// of all others.
func TestLimitOfCommentAtEnd(t *testing.T) {
	for text, allowed := range map[string]bool{"1. e4 ;12345": true, "1. e4 ;123456": false} {
		r := NewPGNReader(strings.NewReader(text))
		r.Limits = PGNLimits{Comment: 5}
		if _, err := r.Read(); (err == nil) != allowed {
			t.Errorf("reading %q = %v, want no error: %v", text, err, allowed)
		}
	}
}

// withAnyToken returns the fault with the token of got if none is wanted.
func (want pgnFault) withAnyToken(got *PGNError) pgnFault {
	if want.token == "" {
		want.token = got.Token
	}
	return want
}

// TestLimitsOfMoves holds the default to what is documented.
func TestLimitsOfMoves(t *testing.T) {
	for n, want := range map[int]bool{200_000: true, 200_004: false} {
		_, err := ParsePGN(strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", n/4) + "*")
		if (err == nil) != want {
			t.Errorf("a game of %d moves gives %v, want no error: %v", n, err, want)
		}
	}
}

// A bulkReader gives a head, a unit again and again up to a size, and a tail. As
// it is read it watches the heap. It fails when reading hangs: the time that is
// allowed is far from what any machine needs.
type bulkReader struct {
	head, block, tail string
	unit              int // bytes of a unit
	size              int // bytes of units still to be given
	given             int // bytes of units given
	hurry             int // bytes after which units end when they have taken long, as under the race detector; 0 for never

	base, peak uint64
	allocated  uint64
	unwatched  int
	started    time.Time
}

const (
	longBulk = 100 * time.Millisecond
	slowBulk = 5 * time.Minute
)

var errHangs = errors.New("reading does not come to an end")

func newBulkReader(head, unit string, size int, tail string) *bulkReader {
	block := strings.Repeat(unit, 1<<16/len(unit)+1)
	b := &bulkReader{head: head, block: block, tail: tail, unit: len(unit), size: size / len(unit) * len(unit), started: time.Now()}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.base, b.allocated = m.HeapAlloc, m.TotalAlloc
	return b
}

func (b *bulkReader) Read(p []byte) (int, error) {
	n := 0
	switch {
	case b.head != "":
		n = copy(p, b.head)
		b.head = b.head[n:]
	case b.size > 0:
		n = copy(p[:min(len(p), b.size)], b.block[b.given%len(b.block):])
		b.given += n
		b.size -= n
		if b.hurry > 0 && b.given >= b.hurry && time.Since(b.started) > longBulk {
			b.size = min(b.size, (b.unit-b.given%b.unit)%b.unit)
		}
	default:
		n = copy(p, b.tail)
		b.tail = b.tail[n:]
		if n == 0 {
			return 0, io.EOF
		}
	}
	if b.unwatched += n; b.unwatched >= 1<<20 {
		b.unwatched = 0
		b.watch()
		if time.Since(b.started) > slowBulk {
			return n, errHangs
		}
	}
	return n, nil
}

// watch notes how large the heap is.
func (b *bulkReader) watch() runtime.MemStats {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.peak = max(b.peak, m.HeapAlloc)
	return m
}

// heap returns by how many bytes the heap has grown at most since the start.
func (b *bulkReader) heap() uint64 {
	b.watch()
	return b.peak - min(b.base, b.peak)
}

// total returns how many bytes have been allocated since the start.
func (b *bulkReader) total() uint64 { return b.watch().TotalAlloc - b.allocated }

// hostileStreams repeat one thing without end. They end in a fault that says so,
// or in none.
var hostileStreams = []struct {
	name, head, unit, tail string
	megabytes              int
	fault                  string // part of the reason of the first fault
	next                   bool   // the game after is read
}{
	{"comment that never ends", "1. e4 {", "x", "", 64, "not closed", false},
	{"comment that never ends, then a game", "1. e4 {", "x", "\n\n", 16, "not closed", true},
	{"long comment", "1. e4 {", "x", "} e5 *\n\n", 64, "more than 1048576 bytes", true},
	{"long comment of short lines", "1. e4 {", "x\n", "} e5 *\n\n", 8, "more than 1048576 bytes", true},
	{"long comment of blank lines", "1. e4 {", "\n", "} e5 *\n\n", 8, "more than 1048576 bytes", true},
	{"long comment of what nearly begins a game", "1. e4 {", "\n[Event ", "} e5 *\n\n", 4, "more than 1048576 bytes", true},
	{"long comment of brackets on blank lines", "1. e4 {", "\n\n[", "} e5 *\n\n", 4, "more than 1048576 bytes", true},
	{"long line of a comment", "1. e4 ;", "x", "\n e5 *\n\n", 16, "more than 1048576 bytes", true},
	{"long escape line", "%", "x", "\n1. e4 *\n\n", 16, "", true},
	{"long reserved text", "1. e4 <", "x", "> e5 *\n\n", 16, "", true},
	{"reserved text that never ends", "1. e4 <", "x\n", "", 8, "not closed", false},
	{"long tag", "[Event \"", "x", "\"]\n1. e4 *\n\n", 32, "the tag has more than 65536 bytes", true},
	{"long tag of escapes", "[Event \"", "\\\"", "\"]\n1. e4 *\n\n", 16, "the tag has more than 65536 bytes", true},
	{"long name of a tag", "[", "x", " \"\"]\n1. e4 *\n\n", 16, "the tag has more than 65536 bytes", true},
	{"long tag of brackets", "", "[", "\n1. e4 *\n\n", 16, "no name", true},
	{"long tag of blanks", "[", " ", "\n1. e4 *\n\n", 16, "the tag has more than 65536 bytes", true},
	{"long tag of lines", "[", "\n", "\n1. e4 *\n\n", 8, "", true},
	{"tags without end", "", "[A \"b\"]\n", "*\n\n", 8, "more than 1000 tags", true},
	{"tags on one line", "", "[A \"b\"]", "*\n\n", 2, "more than 1000 tags", true},
	{"large tags", "", "[A \"" + strings.Repeat("x", 60_000) + "\"]\n", "*\n\n", 32, "more than 8388608 bytes", true},
	{"faulty tags", "", "[\n", "*\n\n", 2, "", true},
	{"glyphs without end", "1. e4 ", "$1 ", "e5 *\n\n", 4, "annotations", true},
	{"glyphs as signs", "1. e4 ", "!", "e5 *\n\n", 4, "annotations", true},
	{"comments without end", "1. e4 ", "{}", "e5 *\n\n", 4, "annotations", true},
	{"large comments", "1. e4 ", "{" + strings.Repeat("x", 1<<19) + "}", "e5 *\n\n", 64, "more than 8388608 bytes", true},
	{"reserved texts without end", "1. e4 ", "<>", "e5 *\n\n", 4, "", true},
	{"one word", "1. ", "x", " *\n\n", 8, "not a move", true},
	{"one word of other bytes", "1. ", "\xff", " *\n\n", 8, "not a move", true},
	{"one number", "1. e4 ", "1", " e5 *\n\n", 8, "", true},
	{"one number of a glyph", "1. e4 $", "1", " e5 *\n\n", 8, "from 0 to 255", true},
	{"zeros of castling", "1. ", "0-", " *\n\n", 8, "not a move", true},
	{"moves on one line", "", "Nf3 Nf6 Ng1 Ng8 ", "*\n\n", 3, "more than 200000 moves", true},
	{"null moves", "", "-- ", "*\n\n", 2, "more than 200000 moves", true},
	{"parentheses", "1. e4 ", "(", "", 8, "before any move", false},
	{"parentheses, opened and closed", "1. e4 ", "()", "*\n\n", 2, "", true},
	{"variations in variations", "1. e4 ", "(1. d4 (1. e4 ", "\n\n", 4, "nested more than 256 deep", true},
	{"variations beside each other", "1. e4 ", "(1. d4)", "*\n\n", 4, "more than 200000 moves", true},
	{"skipped variations", "1. e4 e4 ", "(", "", 8, "does not move", false},
	{"dots", "1. e4 ", ".", "e5 *\n\n", 4, "", true},
	{"blanks", "1. e4 ", " ", "e5 *\n\n", 8, "", true},
	{"lines", "1. e4 ", "\n", "e5 *\n\n", 4, "", true},
	{"carriage returns", "1. e4 ", "\r", "e5 *\n\n", 4, "", true},
	{"NUL bytes", "1. e4 ", "\x00", "e5 *\n\n", 8, "", true},
	{"no-break spaces", "1. e4 ", "\u00a0", "e5 *\n\n", 1, "", true},
	{"byte order marks", "", "\ufeff", "1. e4 *\n\n", 1, "", true},
	{"marks of web pages", "", "[pgn]", "1. e4 *\n\n", 4, "", true},
	{"escape lines", "", "%\n", "1. e4 *\n\n", 4, "", true},
	{"numbers", "1. e4 ", "1. ", "e5 *\n\n", 4, "", true},
	{"results of variations", "1. e4 (", "1-0 ", ") *\n\n", 4, "", true},
	{"words after a fault", "1. x ", "1-1 ", "*\n\n", 4, "not a move", true},
	{"strange characters", "1. e4 ", "&", "\n\n", 2, "unexpected character", true},
	{"parentheses closed without end", "1. e4 ", ")", "\n\n", 2, "no variation is open", true},
}

const gameAfter = "[Event \"after\"]\n\n1. d4 d5 *\n"

// TestHostileStreams reads each hostile stream at both levels: what is allocated
// has a bound that the size of the stream does not change, the fault is clear,
// and the next game is read.
func TestHostileStreams(t *testing.T) {
	collectOften(t)
	for _, test := range hostileStreams {
		t.Run(test.name, func(t *testing.T) {
			size, hurry := test.megabytes<<20, max(3<<19, 200*len(test.unit))
			stream := newBulkReader(test.head, test.unit, max(shorter(size), min(size, hurry)), test.tail+gameAfter)
			stream.hurry = hurry
			faults, last := scanFaults(t, NewPGNScanner(stream))
			checkHostile(t, "scanning", stream, faults, test.fault)
			if total := stream.total(); total > 16<<20 {
				t.Errorf("scanning allocates %d MB for %d MB of input, want at most 16 for any", total>>20, stream.given>>20)
			}
			if want := "tag Event=after|movetext|d4|d5|"; test.next && !strings.HasPrefix(last, want) {
				t.Errorf("the last game is %q, want %q…", last, want)
			}
			if testing.Short() {
				return // a reader does what its scanner does
			}
			stream = newBulkReader(test.head, test.unit, size/2, test.tail+gameAfter)
			stream.hurry = hurry
			_, faults, err := readSummaries(NewPGNReader(stream))
			if err != nil {
				t.Errorf("reading ends with %v, want no error", err)
			}
			checkHostile(t, "reading", stream, faults, test.fault)
		})
	}
}

// scanFaults returns the first faults of a stream, and the events of its last
// game.
func scanFaults(t *testing.T, s *PGNScanner) (faults []*PGNError, last string) {
	t.Helper()
	var game []string
	n, ended := 0, false
	for event := s.Next(); event != PGNEnd; event = s.Next() {
		if ended {
			game, ended = nil, false
		}
		switch event {
		case PGNFault:
			if n++; len(faults) < 10 {
				faults = append(faults, s.Fault())
			}
		case PGNGameEnd:
			ended = true
		}
		if len(game) < 10 && event != PGNComment {
			game = append(game, eventText(s, event))
		}
	}
	if s.Err() != nil {
		t.Errorf("scanning ends with %v, want no error", s.Err())
	}
	if n > 2000 {
		t.Errorf("%d faults in a game or two, want an end to them", n)
	}
	return faults, strings.Join(game, "|") + "|"
}

// readSummaries reads all games and returns how many there are and their first
// faults.
func readSummaries(r *PGNReader) (games int, faults []*PGNError, err error) {
	for {
		g, err := r.Read()
		if err == io.EOF {
			return games, faults, nil
		}
		if g == nil {
			return games, faults, err
		}
		games++
		if len(faults) < 10 {
			faults = append(faults, pgnErrors(err)...)
		}
	}
}

// collectOften lets garbage go soon during a test, so that the heap shows what is
// held and not what other tests have left.
func collectOften(t *testing.T) {
	percent := debug.SetGCPercent(10)
	t.Cleanup(func() { debug.SetGCPercent(percent) })
}

// checkHostile checks what reading a hostile stream has cost and found.
func checkHostile(t *testing.T, how string, stream *bulkReader, faults []*PGNError, want string) {
	t.Helper()
	if heap := stream.heap(); heap > 32<<20 {
		t.Errorf("%s takes %d MB of memory, want at most 32", how, heap>>20)
	}
	switch {
	case want == "" && len(faults) == 0:
	case len(faults) == 0:
		t.Errorf("%s finds no fault, want one that says %q", how, want)
	case !strings.Contains(faults[0].Reason, want):
		t.Errorf("%s finds the fault %q, want one that says %q", how, faults[0].Reason, want)
	}
	for _, f := range faults {
		if len(f.Error()) > 1000 {
			t.Errorf("%s finds a fault of %d bytes, want a short one", how, len(f.Error()))
		}
	}
}

// TestManyGames reads a long stream of short games in little memory.
func TestManyGames(t *testing.T) {
	collectOften(t)
	size := shorter(8 << 20)
	const unit = "[Event \"E\"]\n[White \"A\"]\n\n1. e4 {a} e5 (1... c5) 2. Nf3 1-0\n\n"
	stream := newBulkReader("", unit, size, "")
	s := NewPGNScanner(stream)
	if games, want := scanGames(s), size/len(unit); games != want || s.Err() != nil {
		t.Errorf("scanning finds %d games, error %v; want %d and none", games, s.Err(), want)
	}
	if heap, total := stream.heap(), stream.total(); heap > 4<<20 || total > 4<<20 {
		t.Errorf("scanning takes %d bytes of memory, %d in all; want little", heap, total)
	}
	stream = newBulkReader("", unit, size/2, "")
	games, faults, err := readSummaries(NewPGNReader(stream))
	if want := size / 2 / len(unit); games != want || len(faults) > 0 || err != nil {
		t.Errorf("reading finds %d games, %v, %v, want %d", games, faults, err, want)
	}
	if heap := stream.heap(); heap > 16<<20 {
		t.Errorf("reading takes %d MB of memory, want little", heap>>20)
	}
}

// TestScanPGNMemory: streams that cannot be divided well do not fill the memory.
func TestScanPGNMemory(t *testing.T) {
	collectOften(t)
	comments := strings.Repeat("{"+strings.Repeat("x", 1<<19)+"}", 30)
	for _, test := range []struct {
		name, unit string
		size       int
	}{
		{"games of 15 MB", "[Event \"E\"]\n\n1. e4 " + comments + " *\n\n", 96 << 20},
		{"no tag Event", "[White \"A\"]\n\n1. e4 " + comments + " *\n\n", 34 << 20},
		{"short games", "[Event \"E\"]\n\n1. e4 {" + comments[:4000] + "} *\n\n", 24 << 20},
	} {
		stream := newBulkReader("", test.unit, test.size, "")
		games := 0
		for part, err := range ScanPGN(stream, 2, PGNOptions{}, scanGames) {
			games += part
			if err != nil {
				t.Errorf("%s: error %v, want none", test.name, err)
			}
		}
		if want := test.size / len(test.unit); games != want {
			t.Errorf("%s: %d games, want %d", test.name, games, want)
		}
		if heap := stream.heap(); heap > 64<<20 {
			t.Errorf("%s: scanning takes %d MB of memory, want at most 64", test.name, heap>>20)
		}
	}
}

// scanGames counts the games of s.
func scanGames(s *PGNScanner) (games int) {
	for event := s.Next(); event != PGNEnd; event = s.Next() {
		if event == PGNGameEnd {
			games++
		}
	}
	return games
}

// TestLimitsPerGame: what one game has used does not count for the next.
func TestLimitsPerGame(t *testing.T) {
	r := NewPGNReader(strings.NewReader(strings.Repeat("[A \"b\"]\n\n1. e4 {c} $1 (1. d4) e5 *\n\n", 5)))
	r.Limits = PGNLimits{Nesting: 1, Comment: 1, Tag: 10, Tags: 1, Moves: 3, Notes: 2, Text: 3}
	var got []string
	for g, err := range r.All() {
		if err != nil {
			t.Fatalf("Read = %v, want no error", err)
		}
		got = append(got, outline(g))
	}
	want := strings.Split(strings.Repeat("[A b] e4 $1 {c} ( d4 ) e5 *\n", 5), "\n")[:5]
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("games (-want +got):\n%s", diff)
	}
}
