package chess

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A scanned is what a worker reports about its part of a stream: a short text
// for each game and fault, with the number of the game.
type scanned struct {
	games int
	found []foundInGame
}

type foundInGame struct {
	Game int
	Text string
}

// scanPart lists the games and faults that s finds.
func scanPart(s *PGNScanner) (part scanned) {
	moves := 0
	for event := s.Next(); event != PGNEnd; event = s.Next() {
		switch event {
		case PGNMove:
			moves++
		case PGNFault:
			f := s.Fault()
			part.found = append(part.found, foundInGame{f.Game, fmt.Sprintf("%d:%d %s", f.Line, f.Column, f.Reason)})
		case PGNGameEnd:
			part.games++
			part.found = append(part.found, foundInGame{s.Game(), fmt.Sprintf("%d moves, %v", moves, s.Result())})
			moves = 0
		}
	}
	return part
}

// scanAll scans r with the given number of workers and joins the results of the
// parts.
func scanAll(r io.Reader, workers int) (all scanned, err error) {
	for part, e := range ScanPGN(r, workers, PGNOptions{}, scanPart) {
		for _, f := range part.found {
			f.Game += all.games
			all.found = append(all.found, f)
		}
		all.games += part.games
		err = e
	}
	return all, err
}

// parallelStreams are formats of games in which the end of a game is hard to
// find. %[1]d is the number of the game, %[2]s is text that makes it long.
var parallelStreams = []struct{ name, games string }{
	{"usual", "[Event \"%[1]d\"]\n[White \"A\"]\n\n1. e4 {%[2]s} e5 2. Nf3 1-0\n\n"},
	{"carriage returns", "[Event \"%[1]d\"]\r\n[White \"A\"]\r\n\r\n1. e4 {%[2]s}\r\n e5 2. Nf3 1-0\r\n\r\n"},
	{"bare carriage returns", "[Event \"%[1]d\"]\n\n1. e4 {%[2]s}\r e5\r\r2. Ke3 {\r} 1-0\n\n"},
	{"no blank lines", "[Event \"%[1]d\"]\n[White \"A\"]\n1. e4 {%[2]s} e5 2. Nf3 1-0\n"},
	{"no results", "[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 2. Nf3\n\n"},
	{"faults", "[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5\n2. Ke3 Nf6 0-1\n\n[Event \"%[1]d\"]\n\n1. e5 *\n\n"},
	{"Event tag not first", "[Site \"S\"]\n[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 2. Nf3 1-0\n\n"},
	{"blank line before Event", "[Site \"S\"]\n\n[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 2. Nf3 1-0\n\n"},
	{"comment before the tags", "{about %[1]d}\n[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 2. Nf3 1-0\n\n"},
	{"line comment before the tags", "; about %[1]d\n\n[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 2. Nf3 1-0\n\n"},
	{"line comment that ends like a game", "[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 2. Nf3 1-0\n\n; White won 1-0\n"},
	{"escape line that ends like a game", "[Site \"S\"]\n%% 1-0\n[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 2. Nf3 1-0\n\n"},
	{"comment that ends like a game", "[Event \"%[1]d\"]\n\n1. e4 {%[2]s 1-0} e5 2. Nf3 {1-0\n} 1-0\n\n{1-0\n}\n"},
	{"indented tags", "  [Site \"S\"]\n[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 2. Nf3 1-0\n\n"},
	{"escape line before Event", "[Site \"S\"]\n%% %[1]d\n[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 2. Nf3 1-0\n\n"},
	{"games without tags between others", "[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 *\n\n1. d4 1-0\n* {end}\n"},
	{"games without moves", "[Event \"%[1]d\"]\n[Site \"%[2]s\"]\n\n[Event \"%[1]d\"]\n\n*\n\n"},
	{"unclosed comments", "[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 {never\n\n"},
	{"unclosed variations", "[Event \"%[1]d\"]\n\n1. e4 (1. d4 {%[2]s} d5 1-0\n\n"},
	{"unclosed reserved text", "[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 < never\n\n"},
	{"no Event tag", "[White \"%[1]d\"]\n\n1. e4 {%[2]s} e5 2. Ke3 1-0\n\n"},
	{"no tags", "1. e4 {%[2]s} e5 2. Nf3 1-0\n\n"},
	{"commands", "[Event \"%[1]d\"]\n\n1. e4 {%[2]s} { [%%clk 0:03:00] } e5 { [%%eval 0.1] \"best\" } 2. Nf3 1-0\n\n"},
	{"unclosed tag that ends like a game", "[Event \"%[1]d\"]\n\n1. e4 {%[2]s} e5 1-0\n\n[Site \"S\" 1-0\n"},
}

// TestScanPGNDivides checks that ScanPGN divides a stream of games with results,
// whatever text the comments contain.
func TestScanPGNDivides(t *testing.T) {
	for _, test := range parallelStreams {
		if name := test.name; name != "usual" && name != "commands" && name != "carriage returns" {
			continue
		}
		parts := 0
		for range ScanPGN(strings.NewReader(repeatGames(test.games, 5<<19)), 2, PGNOptions{}, scanPart) {
			parts++
		}
		if parts < 3 {
			t.Errorf("%s: ScanPGN divides 2.5 MB into %d parts, want at least 3", test.name, parts)
		}
	}
}

// repeatGames repeats the format games, with increasing game numbers, until the
// result has at least size bytes.
func repeatGames(games string, size int) string {
	var b strings.Builder
	for i := 1; b.Len() < size; i++ {
		fmt.Fprintf(&b, games, i, strings.Repeat("0123456789\n", 100+i%50))
	}
	return b.String()
}

func TestScanPGN(t *testing.T) {
	for _, test := range parallelStreams {
		t.Run(test.name, func(t *testing.T) {
			text := repeatGames(test.games, max(shorter(9<<18), 9<<17))
			want := scanPart(newTextScanner(text))
			for _, workers := range []int{2, 3} {
				got, err := scanAll(strings.NewReader(text), workers)
				if err != nil {
					t.Errorf("%d workers: error %v, want nil", workers, err)
				}
				if got.games != want.games || !slices.Equal(got.found, want.found) {
					t.Fatalf("%d workers find %d games, want %d; first difference: %s",
						workers, got.games, want.games, firstDifference(want.found, got.found))
				}
			}
		})
	}
}

// TestScanPGNParts checks that parts are numbered in input order for any number
// of workers.
func TestScanPGNParts(t *testing.T) {
	text := strings.Repeat("[Event \"E\"]\n\n1. e4 *\n\n", partSize/5)
	for _, workers := range []int{1, 2, 3} {
		want := 0
		for part := range ScanPGN(strings.NewReader(text), workers, PGNOptions{}, (*PGNScanner).Part) {
			if part != want {
				t.Errorf("%d workers: part %d, want %d", workers, part, want)
			}
			want++
		}
		if want < workers || workers == 1 && want > 1 {
			t.Errorf("%d workers scan %d parts, want 1 for one worker, otherwise at least one per worker", workers, want)
		}
	}
}

// firstDifference describes the first difference between two lists.
func firstDifference(want, got []foundInGame) string {
	for i := range min(len(want), len(got)) {
		if want[i] != got[i] {
			return fmt.Sprintf("%v, want %v", got[i], want[i])
		}
	}
	return fmt.Sprintf("%d entries, want %d", len(got), len(want))
}

// TestScanPGNSmall scans streams that are smaller than one part, with every
// entry of readCuts.
func TestScanPGNSmall(t *testing.T) {
	for _, text := range []string{
		"", "\n", "\ufeff", "*", "1. e4 *", "[Event \"E\"]\n\n1. e4 *", "[Event \"E\"]", "{", "\x00",
		"[Event \"E\"]\n\n1. e4 e4 *\n\n[Event \"F\"]\n\n1. e5 *\n\n[Event \"G\"]\n\n*\n",
	} {
		want := scanPart(newTextScanner(text))
		for _, c := range readCuts {
			for workers := -1; workers <= 4; workers++ {
				got, err := scanAll(c.cut(strings.NewReader(text)), workers)
				if diff := cmp.Diff(want.found, got.found); diff != "" || err != nil || got.games != want.games {
					t.Errorf("%s: %d workers on %q: %d games, error %v (-want +got):\n%s",
						c.name, workers, text, got.games, err, diff)
				}
			}
		}
	}
}

// TestScanPGNLongGames scans a stream of long games, one of which is too long
// for ScanPGN to divide the stream after it.
func TestScanPGNLongGames(t *testing.T) {
	var b strings.Builder
	for i, comments := range []int{1, 3, 40, 1, 1, 2} {
		fmt.Fprintf(&b, "[Event \"%d\"]\n\n1. e4 ", i)
		for range comments {
			b.WriteString("{" + strings.Repeat("x", 1<<19) + "\n}")
		}
		b.WriteString(" e4 1-0\n\n")
	}
	text := b.String()
	want := scanPart(newTextScanner(text))
	for _, workers := range []int{2, 4} {
		got, err := scanAll(strings.NewReader(text), workers)
		if diff := cmp.Diff(want.found, got.found); diff != "" || err != nil {
			t.Errorf("%d workers: error %v (-want +got):\n%s", workers, err, diff)
		}
	}
}

// TestScanPGNUndivided checks that ScanPGN divides a stream after a game of less
// than 4 MiB, and that from a longer game on one worker scans the rest.
func TestScanPGNUndivided(t *testing.T) {
	for _, test := range []struct {
		size    int
		divided bool
	}{{maxPartSize - partSize, true}, {maxPartSize + partSize/4, false}} {
		text := "[Event \"E\"]\n\n1. e4 {" + strings.Repeat("0123456789abcde\n", test.size/16) + "} 1-0\n\n" +
			strings.Repeat("[Event \"F\"]\n\n1. e4 1-0\n\n", partSize/8)
		parts := 0
		for range ScanPGN(strings.NewReader(text), 2, PGNOptions{}, (*PGNScanner).Part) {
			parts++
		}
		if (parts > 1) != test.divided {
			t.Errorf("a stream with a game of %d bytes has %d parts; divided = %v, want %v",
				test.size, parts, parts > 1, test.divided)
		}
	}
}

// TestScanPGNError checks that if reading fails, ScanPGN scans the text before
// the failure and reports the error with the last part.
func TestScanPGNError(t *testing.T) {
	broken := errors.New("broken")
	text := repeatGames(parallelStreams[4].games, 5<<19)
	for _, size := range []int{0, 1, 1000, 1 << 20, 3 << 19, len(text)} {
		want := scanPart(NewPGNScanner(io.MultiReader(strings.NewReader(text[:size]), iotest.ErrReader(broken))))
		for workers := 1; workers <= 4; workers++ {
			got, err := scanAll(io.MultiReader(strings.NewReader(text[:size]), iotest.ErrReader(broken)), workers)
			if err != broken {
				t.Errorf("%d bytes, %d workers: error %v, want %v", size, workers, err, broken)
			}
			if got.games != want.games || !slices.Equal(got.found, want.found) {
				t.Errorf("%d bytes, %d workers: %s", size, workers, firstDifference(want.found, got.found))
			}
		}
	}
}

// TestScanPGNTruncated checks that ScanPGN reports io.ErrUnexpectedEOF, such as
// from a truncated gzip file, as an error and not as the end of the stream.
func TestScanPGNTruncated(t *testing.T) {
	for workers := 1; workers <= 2; workers++ {
		_, err := scanAll(io.MultiReader(strings.NewReader("1. e4 *\n"), iotest.ErrReader(io.ErrUnexpectedEOF)), workers)
		if err != io.ErrUnexpectedEOF {
			t.Errorf("%d workers: error %v, want %v", workers, err, io.ErrUnexpectedEOF)
		}
	}
}

// TestScanPGNStops checks that leaving the loop early ends all workers.
func TestScanPGNStops(t *testing.T) {
	text := repeatGames(parallelStreams[0].games, 5<<20)
	before := runtime.NumGoroutine()
	for workers := 1; workers <= 4; workers++ {
		for part, err := range ScanPGN(strings.NewReader(text), workers, PGNOptions{}, scanPart) {
			if err != nil || part.games == 0 {
				t.Errorf("%d workers: %d games in the first part, error %v", workers, part.games, err)
			}
			break
		}
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("%d goroutines are running after the loops, want at most %d as before", runtime.NumGoroutine(), before)
}

// A gatedReader returns the text of r, then blocks until gate is closed.
type gatedReader struct {
	r    io.Reader
	gate chan struct{}
}

func (g gatedReader) Read(b []byte) (int, error) {
	if n, err := g.r.Read(b); err != io.EOF {
		return n, err
	}
	<-g.gate
	return 0, io.EOF
}

// TestScanPGNStopsWhileReading checks that leaving the loop does not wait for a
// Read call in progress.
func TestScanPGNStopsWhileReading(t *testing.T) {
	r := gatedReader{strings.NewReader(repeatGames(parallelStreams[0].games, 5<<19)), make(chan struct{})}
	left := make(chan bool)
	go func() {
		for range ScanPGN(r, 2, PGNOptions{}, scanPart) {
			break
		}
		left <- true
	}()
	select {
	case <-left:
		close(r.gate)
	case <-time.After(2 * time.Second):
		t.Error("leaving the loop waits for a Read call in progress")
		close(r.gate)
		<-left
	}
}

// TestScanPGNLimits checks that a scan function can set the limits of its
// scanner.
func TestScanPGNLimits(t *testing.T) {
	text := repeatGames(parallelStreams[0].games, 3<<19)
	for workers := 1; workers <= 2; workers++ {
		games, faults := 0, 0
		for part := range ScanPGN(strings.NewReader(text), workers, PGNOptions{}, func(s *PGNScanner) scanned {
			s.Limits = PGNLimits{Moves: 2}
			return scanPart(s)
		}) {
			games += part.games
			faults += len(part.found) - part.games
		}
		if games == 0 || faults != games {
			t.Errorf("%d workers: %d faults in %d games of 3 moves, want one fault per game", workers, faults, games)
		}
	}
}
