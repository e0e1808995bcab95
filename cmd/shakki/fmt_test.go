package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shakki/chess/internal/deep"
)

// A record that is not in standard form, that form, and a record with an illegal move.
const (
	unformatted = "[White \"A\"]\n[Event \"E\"]\n1.e2-e4 { c }e5 2 Nf3 $1\n1-0\n"
	inForm      = `[Event "E"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "A"]
[Black "?"]
[Result "1-0"]

1. e4 {c} 1... e5 2. Nf3 $1 1-0
`
	faulty = "[Event \"E\"]\n\n1. e4 e5 2. Ke3 d6 *\n"
)

func TestFmt(t *testing.T) {
	name := tempFile(t, unformatted)
	status, out, errs := runWith(t, unformatted, "fmt", "-", name)
	if diff := cmp.Diff(inForm+"\n"+inForm, out); diff != "" || status != 0 || errs != "" {
		t.Errorf("fmt of two files = %d, error output %q, wrong output (-want +got):\n%s", status, errs, diff)
	}
	status, out, errs = runWith(t, "1. e4 e5 2. Sf3 Dh4 3. Sxh4 *", "fmt", "-language", "German", "-")
	if status != 0 || !strings.HasSuffix(out, "\n\n1. e4 e5 2. Nf3 Qh4 3. Nxh4 *\n") || errs != "" {
		t.Errorf("fmt of a German record = %d, %q, %q, want 0 and the standard form", status, out, errs)
	}
	status, out, errs = runWith(t, faulty, "fmt", "-")
	if want := "-:3:13: game 1 (? - ?): 2. Ke3: a king does not move from e1 to e3\n"; status != 1 || errs != want {
		t.Errorf("fmt of a faulty record = %d, error output %q, want 1, %q", status, errs, want)
	}
	if !strings.HasSuffix(out, "\n\n1. e4 e5 *\n") {
		t.Errorf("fmt of a faulty record prints %q, want what could be read", out)
	}
}

// TestFmtFlags checks what the flags print and return for files in standard form and for others,
// and for standard input.
func TestFmtFlags(t *testing.T) {
	for _, test := range []struct {
		flags, text string
		status      int
		out         string // what the output contains
	}{
		{"-l", unformatted, 0, "NAME\n"},
		{"-l", inForm, 0, ""},
		{"-l", strings.ReplaceAll(inForm, "\n", "\r\n"), 0, "NAME\n"},
		{"-l", inForm + "\n", 0, "NAME\n"},
		{"-d", inForm, 0, ""},
		{"-d", unformatted, 1, "--- NAME.orig\n+++ NAME\n@@ -1,4 +1,9 @@\n-[White \"A\"]\n [Event \"E\"]\n-1.e2-e4"},
		{"-d", strings.TrimSuffix(inForm, "\n"), 1, "1-0\n\\ No newline at end of file\n+1. e4"},
		{"-l -d", unformatted, 1, "\nNAME\n"},
		{"-l", faulty, 1, "NAME\n"},
	} {
		for _, name := range []string{tempFile(t, test.text), "-"} {
			args := append([]string{"fmt"}, strings.Fields(test.flags)...)
			status, out, _ := runWith(t, test.text, append(args, name)...)
			want := strings.ReplaceAll(test.out, "NAME", name)
			if status != test.status || !strings.Contains("\n"+out, want) || (want == "") != (out == "") {
				t.Errorf("%q %s of %q = %d, %q, want %d, %q", args, name, test.text, status, out, test.status, want)
			}
		}
	}
}

// folderOf returns the names and contents of the files in a folder.
func folderOf(t *testing.T, folder string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, entry := range entries {
		text, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[entry.Name()] = string(text)
	}
	return files
}

// TestFmtRewrites checks that -w writes the standard form, keeps permissions and links, and leaves
// no other file behind.
func TestFmtRewrites(t *testing.T) {
	folder, elsewhere := t.TempDir(), t.TempDir()
	name, link := filepath.Join(folder, "games.pgn"), filepath.Join(elsewhere, "link.pgn")
	if err := os.WriteFile(name, []byte(unformatted), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(name, link); err != nil {
		t.Skipf("no symbolic links: %v", err)
	}
	if status, out, errs := runWith(t, "", "fmt", "-l", "-w", link); status != 0 || out != link+"\n" || errs != "" {
		t.Errorf("fmt -l -w = %d, %q, %q, want 0 and the name", status, out, errs)
	}
	if diff := cmp.Diff(map[string]string{"games.pgn": inForm}, folderOf(t, folder)); diff != "" {
		t.Errorf("folder after fmt -w (-want +got):\n%s", diff)
	}
	info, err := os.Lstat(name)
	if err != nil || runtime.GOOS != "windows" && info.Mode() != 0o640 {
		t.Errorf("file after fmt -w: %v, %v, want mode 0640", info.Mode(), err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("link after fmt -w: %v, %v, want a link", info.Mode(), err)
	}
	again, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if status, out, _ := runWith(t, "", "fmt", "-l", "-w", name); status != 0 || out != "" {
		t.Errorf("fmt -l -w of a formatted file = %d, %q, want 0 and nothing", status, out)
	}
	if after, err := os.Stat(name); err != nil || !os.SameFile(again, after) {
		t.Errorf("fmt -w replaces a file that does not change")
	}
}

// TestFmtHardLinks checks that a file with several links is rewritten in place.
func TestFmtHardLinks(t *testing.T) {
	folder := t.TempDir()
	name, other := filepath.Join(folder, "games.pgn"), filepath.Join(folder, "other.pgn")
	if err := os.WriteFile(name, []byte(unformatted+"\n"+strings.Repeat(" ", 1000)), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(name, other); err != nil || runtime.GOOS == "windows" {
		t.Skipf("no hard links: %v", err)
	}
	status, _, errs := runWith(t, "", "fmt", "-w", name)
	want := map[string]string{"games.pgn": inForm, "other.pgn": inForm}
	if diff := cmp.Diff(want, folderOf(t, folder)); diff != "" || status != 0 || errs != "" {
		t.Errorf("fmt -w = %d, %q; folder (-want +got):\n%s", status, errs, diff)
	}
}

// TestFmtInterrupted ends fmt -w by a signal while it writes, and checks that nothing is left
// behind.
func TestFmtInterrupted(t *testing.T) {
	if name := os.Getenv("SHAKKI_FMT"); name != "" {
		os.Exit(run([]string{"fmt", "-w", name}, nil, os.Stdout, os.Stderr))
	}
	if runtime.GOOS == "windows" {
		t.Skip("Windows cannot interrupt a program by a signal")
	}
	name := tempFile(t, strings.Repeat(unformatted+"\n", 50_000))
	command := exec.Command(os.Args[0], "-test.run", "^TestFmtInterrupted$")
	command.Env = append(os.Environ(), "SHAKKI_FMT="+name)
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	var err error
	for running := true; running; {
		select {
		case err = <-ended:
			running = false
		case <-time.After(time.Millisecond):
			if files, _ := os.ReadDir(filepath.Dir(name)); len(files) > 1 {
				command.Process.Signal(syscall.SIGTERM)
			}
		}
	}
	if files := folderOf(t, filepath.Dir(name)); len(files) != 1 || err == nil {
		t.Errorf("after a signal, fmt -w returns %v and the folder has %d files, want an error and one file", err, len(files))
	}
}

// TestFmtLeaves checks that -w leaves a file alone if moves or text would be lost, or if it cannot
// write what it has read.
func TestFmtLeaves(t *testing.T) {
	zipped := string(gzipped(t, unformatted))
	for _, test := range []struct {
		name, text string
		status     int
		errs       string
	}{
		{"an illegal move", faulty, 1, "not rewritten"},
		{"an unknown token", "1. e4 ??x! e5 *", 1, "not rewritten"},
		{"a comment without an end", "1. e4 e5 {c", 1, "not rewritten"},
		{"good and faulty games", unformatted + "\n" + faulty, 1, "not rewritten"},
		{"a result that contradicts the tag", "[Result \"0-1\"]\n\n1. e4 1-0\n", 1, "games.pgn:1:1: warning: "},
		{"a result that contradicts the board", "1. f3 e5 2. g4 Qh4# 1-0\n", 1, "games.pgn:1:21: warning: "},
		{"a second FEN tag", "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n[FEN \"4k3/8/8/8/8/8/8/3K4 w - - 0 1\"]\n*\n", 1,
			"games.pgn:2:1: warning: "},
		{"a second Termination tag", "[Termination \"normal\"]\n[Termination \"time forfeit\"]\n\n1. e4 1-0", 1, "games.pgn:2:1: warning: "},
		{"a Termination without a result", "[Termination \"time forfeit\"]\n\n1. e4 *", 1, "games.pgn:1:1: warning: "},
		{"an escaped line", "1. e4\n% e4 was played\n*", 1, "games.pgn:2:1: warning: "},
		{"an escaped line at the end", "1. e4 *\n% e4 was played\n", 1, "games.pgn:2:1: warning: "},
		{"text in angle brackets", "1. e4 <best> *", 1, "games.pgn:1:7: warning: "},
		{"compressed", zipped, 2, "compressed with gzip"},
		{"cut off", zipped[:len(zipped)-8], 2, "unexpected EOF"},
	} {
		t.Run(test.name, func(t *testing.T) {
			name := tempFile(t, test.text)
			status, _, errs := runWith(t, "", "fmt", "-w", name)
			if status != test.status || !strings.Contains(errs, test.errs) {
				t.Errorf("fmt -w = %d, %q, want %d, %q", status, errs, test.status, test.errs)
			}
			if diff := cmp.Diff(map[string]string{"games.pgn": test.text}, folderOf(t, filepath.Dir(name))); diff != "" {
				t.Errorf("folder after fmt -w (-want +got):\n%s", diff)
			}
		})
	}
	name := tempFile(t, "[Result \"0-1\"]\n\n% a line\n1. e4 e5 1-0\n[Event \"The \"big\" one\"]\n\n1. e2e4 *")
	if status, _, errs := runWith(t, "", "fmt", "-w", "-fix", name); status != 0 || strings.Count(errs, "warning") != 2 {
		t.Errorf("fmt -w -fix = %d, %q, want 0 and two warnings", status, errs)
	}
	if status, out, errs := runWith(t, "", "fmt", "-l", name); status != 0 || out != "" || errs != "" {
		t.Errorf("fmt -l after fmt -w -fix = %d, %q, %q, want nothing", status, out, errs)
	}
	if status, out, errs := runWith(t, "", "fmt", "-l", name, tempFile(t, inForm)); status != 0 || out != "" || errs != "" {
		t.Errorf("fmt -l of two files in form = %d, %q, %q, want nothing", status, out, errs)
	}
	cut := tempFile(t, string(gzipped(t, unformatted)[:40]))
	if status, out, errs := runWith(t, "", "fmt", "-l", cut); status != 2 || out != "" || !strings.Contains(errs, cut) {
		t.Errorf("fmt -l of a file that is cut = %d, %q, %q, want 2 and an error", status, out, errs)
	}
	status, out, errs := runWith(t, unformatted, "fmt", "-w")
	if status != 2 || out != "" || !strings.Contains(errs, "-w") {
		t.Errorf("fmt -w - = %d, %q, %q, want 2 and an error", status, out, errs)
	}
}

// TestFmtCollections checks on real files that formatting twice is formatting once, that no move is
// lost, and that pgn-extract reads the result without a complaint.
func TestFmtCollections(t *testing.T) {
	names, _ := filepath.Glob("../../testdata/*.pgn")
	for _, name := range append(names, deep.MoreData(t, "lichess_1MB.pgn")...) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			status, once, errs := runWith(t, "", "fmt", name)
			if status != 0 || errs != "" {
				t.Fatalf("fmt = %d, %s", status, errs)
			}
			_, tally, _ := runWith(t, "", "check", name)
			_, got, _ := runWith(t, once, "check", "-")
			if want := strings.Replace(tally, name, "-", 1); got != want {
				t.Errorf("check after fmt: %q, want %q", got, want)
			}
			if status, twice, _ := runWith(t, once, "fmt", "-"); status != 0 || twice != once {
				t.Errorf("fmt of its output = %d and another text", status)
			}
			complaint, err := exec.Command(deep.Program(t, "pgn-extract"), "-s", "-r", tempFile(t, once)).CombinedOutput()
			complaint = regexp.MustCompile(`Games: \d+\s*`).ReplaceAll(complaint, nil) // its progress
			if len(bytes.TrimSpace(complaint)) > 0 || err != nil {
				t.Errorf("pgn-extract: %v, %s", err, complaint)
			}
		})
	}
}

var hunkHeader = regexp.MustCompile(`^@@ -(\d+),(\d+) \+(\d+),(\d+) @@\n$`)
