package main

import (
	"bufio"
	"bytes"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/shakki/chess/internal/deep"
)

// patched returns text with a unified diff applied to it.
func patched(t *testing.T, text, diff string) string {
	t.Helper()
	const noNewline = "\\ No newline at end of file\n"
	old := strings.SplitAfter(text, "\n")
	var b strings.Builder
	at, lines := 0, bufio.NewReader(strings.NewReader(diff))
	expect := func(line string) {
		if at >= len(old) || strings.TrimSuffix(old[at], "\n") != strings.TrimSuffix(line, "\n") {
			t.Fatalf("the diff has %q at line %d, where the text has none or another", line, at+1)
		}
		at++
	}
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			break
		}
		last := false
		if next, _ := lines.Peek(len(noNewline)); string(next) == noNewline {
			last = true
			lines.Discard(len(noNewline))
		}
		content := line[1:]
		if last {
			content = strings.TrimSuffix(content, "\n")
		}
		switch line[0] {
		case '@':
			m := hunkHeader.FindStringSubmatch(line)
			if m == nil {
				t.Fatalf("wrong header %q", line)
			}
			first, _ := strconv.Atoi(m[1])
			if m[2] != "0" {
				first--
			}
			if first < at {
				t.Fatalf("hunk %q overlaps the one before", line)
			}
			for ; at < first; at++ {
				b.WriteString(old[at])
			}
		case ' ':
			expect(content)
			b.WriteString(content)
		case '-':
			if !strings.HasPrefix(line, "--- ") {
				expect(content)
			}
		case '+':
			if !strings.HasPrefix(line, "+++ ") {
				b.WriteString(content)
			}
		}
	}
	return b.String() + strings.Join(old[at:], "")
}

// TestDiff checks on random texts that applying the diff to one gives the other.
func TestDiff(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	words := []string{"a\n", "b\n", "c\n", "d\n", "\n", "e e\n", "f\n", "g\n"}
	text := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(words[r.IntN(len(words))])
		}
		if r.IntN(4) == 0 {
			b.WriteString("end")
		}
		return b.String()
	}
	for range deep.Times(300, 10) {
		a := text(r.IntN(40))
		b := a
		for range r.IntN(4) {
			lines := strings.SplitAfter(b, "\n")
			i := r.IntN(len(lines))
			b = strings.Join(lines[:i], "") + text(r.IntN(5)) + strings.Join(lines[min(len(lines), i+r.IntN(4)):], "")
		}
		checkDiff(t, a, b)
	}
	for _, n := range []int{100, 30_000} {
		a, b := text(n), strings.Repeat("x\ny\n", n)
		checkDiff(t, a, b)
		checkDiff(t, a, a+b)
		checkDiff(t, b+a, a)
	}
	long := strings.Repeat("x", 1<<25) // more than is read ahead
	checkDiff(t, long+"\na\n", "b\n"+long+"\n")
	if err := diff(&bytes.Buffer{}, "x", strings.NewReader("a"), io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(io.ErrNoProgress))); err != io.ErrNoProgress {
		t.Errorf("diff of a text that cannot be read = %v, want %v", err, io.ErrNoProgress)
	}
}

// TestHunks checks which changes stand in one hunk, and with how many lines around them.
func TestHunks(t *testing.T) {
	for same, want := range map[string]string{
		"1\n2\n3\n4\n5\n6\n":    "--- x.orig\n+++ x\n@@ -2,11 +2,12 @@\n b\n c\n d\n-old\n+new\n 1\n 2\n 3\n 4\n 5\n 6\n+new\n e\n\\ No newline at end of file\n",
		"1\n2\n3\n4\n5\n6\n7\n": "--- x.orig\n+++ x\n@@ -2,7 +2,7 @@\n b\n c\n d\n-old\n+new\n 1\n 2\n 3\n@@ -10,4 +10,5 @@\n 5\n 6\n 7\n+new\n e\n\\ No newline at end of file\n",
	} {
		var out strings.Builder
		err := diff(&out, "x", strings.NewReader("a\nb\nc\nd\nold\n"+same+"e"), strings.NewReader("a\nb\nc\nd\nnew\n"+same+"new\ne"))
		if got := out.String(); err != nil || got != want {
			t.Errorf("the diff with %d lines between the changes is\n%s, %v, want\n%s", len(same)/2, got, err, want)
		}
	}
}

// checkDiff checks the diff of two texts.
func checkDiff(t *testing.T, a, b string) {
	t.Helper()
	var out strings.Builder
	if err := diff(&out, "x", strings.NewReader(a), strings.NewReader(b)); err != nil {
		t.Fatalf("diff = %v, want nil", err)
	}
	if (out.Len() == 0) != (a == b) {
		t.Fatalf("diff of %q and %q is %q", a, b, out.String())
	}
	for hunk := range strings.SplitSeq(out.String(), "\n@@ ") {
		if n := strings.Count(hunk, "\n"); n > mostHunk+contextLines {
			t.Fatalf("a hunk has %d lines", n)
		}
	}
	if got := patched(t, a, out.String()); got != b {
		t.Fatalf("%.1000q with the diff\n%.2000s\nis %.1000q, want %.1000q", a, out.String(), got, b)
	}
}
