package pgntext

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// withPartSizes calls f with other sizes of parts.
func withPartSizes(size, most int, f func()) {
	oldSize, oldMost := PartSize, MaxPartSize
	defer func() { PartSize, MaxPartSize = oldSize, oldMost }()
	PartSize, MaxPartSize = size, most
	f()
}

// textOf returns the text of a part, what follows it in quotes, and the error that ends it.
func textOf(t *testing.T, p Part) string {
	t.Helper()
	text := fmt.Sprintf("%d@%d %q", p.At.Line, p.At.Offset, p.Text)
	if p.Rest != nil {
		rest, err := io.ReadAll(p.Rest())
		text += fmt.Sprintf(" then %q %v", rest, err)
	}
	return text
}

// divided returns the parts into which a Divider divides what r returns.
func divided(t *testing.T, r io.Reader) (parts []string) {
	t.Helper()
	var memory []byte
	d := NewDivider(r)
	for part, ok := d.Next(&memory); ok; part, ok = d.Next(&memory) {
		parts = append(parts, textOf(t, part))
	}
	if part, ok := d.Next(&memory); ok {
		t.Errorf("after the last part, there is %v", part)
	}
	return parts
}

const firstGame, secondGame, thirdGame = "[Event \"a\"]\n\n1. e4 *\n\n", "[Event \"b\"]\n[A \"\"]\n\n1. d4\n1-0\r\n", "[Event \"c\"]\n\n{ 1-0\n} 1. c4 1/2-1/2"

// TestDivider checks the parts of a stream: they are at least of the given size, and the rest of a part that
// may be too large is not divided.
func TestDivider(t *testing.T) {
	text := firstGame + secondGame + thirdGame
	broken := errors.New("broken")
	for _, test := range []struct {
		size, most int
		want       []string
	}{
		{1, 1000, []string{fmt.Sprintf("1@0 %q", firstGame), fmt.Sprintf("5@%d %q", len(firstGame), secondGame), fmt.Sprintf("10@%d %q", len(firstGame+secondGame), thirdGame)}},
		{len(firstGame), 1000, []string{fmt.Sprintf("1@0 %q", firstGame), fmt.Sprintf("5@%d %q", len(firstGame), secondGame), fmt.Sprintf("10@%d %q", len(firstGame+secondGame), thirdGame)}},
		{len(firstGame) + 1, 1000, []string{fmt.Sprintf("1@0 %q", firstGame+secondGame), fmt.Sprintf("10@%d %q", len(firstGame+secondGame), thirdGame)}},
		{1000, 2000, []string{fmt.Sprintf("1@0 %q", text)}},
	} {
		withPartSizes(test.size, test.most, func() {
			for name, r := range map[string]io.Reader{"whole": strings.NewReader(text), "one byte": iotest.OneByteReader(strings.NewReader(text))} {
				if got := divided(t, r); !slices.Equal(got, test.want) {
					t.Errorf("%s, parts of %d: %q, want %q", name, test.size, got, test.want)
				}
			}
			got := divided(t, io.MultiReader(strings.NewReader(text), FailingReader{broken}))
			want := slices.Clone(test.want)
			want[len(want)-1] += ` then "" broken`
			if !slices.Equal(got, want) {
				t.Errorf("parts of %d before an error: %q, want %q", test.size, got, want)
			}
		})
	}
	if got := divided(t, FailingReader{broken}); len(got) != 1 || got[0] != `1@0 "" then "" broken` {
		t.Errorf("the parts of an error are %q", got)
	}
	if got := divided(t, strings.NewReader("")); len(got) > 0 {
		t.Errorf("the parts of nothing are %q", got)
	}
	withPartSizes(1, len(firstGame)-1, func() { // the first game is too large, so the stream is not divided
		got := divided(t, iotest.OneByteReader(strings.NewReader(text)))
		text := ""
		for _, part := range got {
			text += part
		}
		if len(got) != 1 || !strings.Contains(got[0], " then ") {
			t.Errorf("a game that is too large is divided into %q", got)
		}
	})
}

// TestSplit checks the parts of sections of a file: each has those that begin in it, and together they have all.
func TestSplit(t *testing.T) {
	text := firstGame + secondGame + thirdGame
	section := func(from, to int) (parts []string) {
		for part, err := range Split(strings.NewReader(text), int64(from), int64(to)) {
			if err != nil {
				t.Fatal(err)
			}
			if part.Size != int64(len(part.Text)) && part.Text != nil || part.At.Line != 1 || part.At.Column != 1 {
				t.Errorf("a part of %d bytes at %v has the text %q", part.Size, part.At, part.Text)
			}
			parts = append(parts, textOf(t, part))
		}
		return parts
	}
	begins := []int{0, len(firstGame), len(firstGame + secondGame), len(text)}
	for _, most := range []int{1000, 1} { // parts in memory, and others
		withPartSizes(1, most, func() {
			for from := range len(text) + 2 {
				for to := from; to <= len(text)+1; to += 5 {
					var want []string
					for i, begin := range begins[:3] {
						game := text[begin:begins[i+1]]
						switch {
						case begin < from || begin >= to:
						case most == 1:
							want = append(want, fmt.Sprintf("1@%d \"\" then %q <nil>", begin, game))
						default:
							want = append(want, fmt.Sprintf("1@%d %q", begin, game))
						}
					}
					if got := section(from, to); !slices.Equal(got, want) {
						t.Fatalf("the section from %d to %d has the parts %q, want %q", from, to, got, want)
					}
				}
			}
		})
	}
	for range Split(strings.NewReader(text), 0, int64(len(text))) {
		break // a loop can be left
	}
}

// A failingAt is a file that cannot be read from an offset on.
type failingAt struct {
	text  string
	limit int64
}

func (f failingAt) ReadAt(b []byte, at int64) (int, error) {
	n, err := strings.NewReader(f.text[:f.limit]).ReadAt(b, at)
	if err != nil {
		err = errors.New("broken")
	}
	return n, err
}

// TestSplitError checks that an error of the file comes once, after the parts before it, and only from the section
// that meets it.
func TestSplitError(t *testing.T) {
	text := firstGame + secondGame + thirdGame
	limit := len(firstGame + secondGame + "[Event")
	for to, want := range map[int]string{
		len(firstGame): fmt.Sprintf("1@0 %q;", firstGame), len(text): fmt.Sprintf("1@0 %q;1@%d %q then \"\" broken;broken", firstGame, len(firstGame), text[len(firstGame):limit]),
		len(firstGame) + 1: fmt.Sprintf("1@0 %q;1@%d %q then \"\" broken;broken", firstGame, len(firstGame), text[len(firstGame):limit]),
	} {
		got := ""
		for part, err := range Split(failingAt{text, int64(limit)}, 0, int64(to)) {
			if err != nil {
				got += err.Error()
				continue
			}
			got += textOf(t, part) + ";"
		}
		if got != want {
			t.Errorf("the section to %d: %s, want %s", to, got, want)
		}
	}
}

// TestLongLastLine checks up to which length the line before an Event tag shows that a game ends.
func TestLongLastLine(t *testing.T) {
	for size, parts := range map[int]int{MaxLastLine - 1: 2, MaxLastLine: 1, MaxLastLine + 1: 1} {
		text := "x\n" + strings.Repeat("x", size-2) + " *\n" + firstGame
		count := 0
		for range Split(strings.NewReader(text), 0, int64(len(text))) {
			count++
		}
		if count != parts {
			t.Errorf("after a line of %d bytes, there are %d parts, want %d", size, count, parts)
		}
	}
}

// TestLargePart checks the parts of a file if one of them is much larger than the buffer.
func TestLargePart(t *testing.T) {
	large := "[Event \"l\"]\n\n{" + strings.Repeat("comment\n", bufferSize) + "} 1-0\n\n"
	text := large + firstGame
	withPartSizes(1, len(firstGame), func() {
		var got []string
		for part, err := range Split(strings.NewReader(text), 0, int64(len(text))) {
			if err != nil {
				t.Fatal(err)
			}
			w := part.Window()
			got = append(got, fmt.Sprint(part.At.Offset, part.Size, len(part.Text), w.rest() == text[part.At.Offset:part.At.Offset+part.Size]))
		}
		want := []string{fmt.Sprint(0, len(large), 0, true), fmt.Sprint(len(large), len(firstGame), len(firstGame), true)}
		if !slices.Equal(got, want) {
			t.Errorf("the parts are %q, want %q", got, want)
		}
	})
}

// TestStartOfLastLine checks that the line before a section is read from its start, which begins a comment here.
func TestStartOfLastLine(t *testing.T) {
	line := ";" + strings.Repeat("x", MaxLastLine-4) + " *\n"
	for text, want := range map[string]int{"x\n" + line + firstGame: 0, "x\n" + line[1:] + firstGame: 1} {
		count := 0
		for range Split(strings.NewReader(text), int64(len(text)-len(firstGame)), int64(len(text))) {
			count++
		}
		if count != want {
			t.Errorf("after a line of %d bytes, the section has %d parts, want %d", len(line), count, want)
		}
	}
}

// TestCountLines checks that each kind of line end counts once.
func TestCountLines(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a": 0, "a\nb": 1, "a\r\nb\r\n": 2, "a\rb\r\r\n": 3, "\n\r": 2} {
		if got := CountLines([]byte(text)); got != want {
			t.Errorf("CountLines(%q) = %d, want %d", text, got, want)
		}
	}
}
