package selfcheck

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/shakki/chess/internal/deep"
)

// vetCopies returns the lines of testdata/vet/NAME/main.go in which go vet finds a copied lock.
func vetCopies(t *testing.T, name string) (lines []int) {
	t.Helper()
	deep.Only(t)
	goCommand, err := exec.LookPath("go")
	if err != nil {
		t.Skip("the go command is not installed, so go vet cannot run")
	}
	output, err := exec.Command(goCommand, "vet", "-copylocks", "./testdata/vet/"+name).CombinedOutput()
	if _, failed := err.(*exec.ExitError); err != nil && !failed {
		t.Fatal(err)
	}
	for _, report := range regexp.MustCompile(`main\.go:(\d+):\d+: (.*)`).FindAllStringSubmatch(string(output), -1) {
		if !strings.Contains(report[2], "contains sync.Mutex") && !strings.Contains(report[2], "tabletop.NoCopy") {
			t.Errorf("unexpected report of go vet: %s", report[0])
		}
		line, err := strconv.Atoi(report[1])
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 && err != nil {
		t.Fatalf("go vet: %v\n%s", err, output)
	}
	return lines
}

// linesMarkedCopy returns the lines of testdata/vet/NAME/main.go that end with the comment "copy".
func linesMarkedCopy(t *testing.T, name string) (marked []int) {
	t.Helper()
	source, err := os.ReadFile(filepath.Join("testdata", "vet", name, "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	number := 0
	for line := range strings.Lines(string(source)) {
		number++
		if strings.HasSuffix(strings.TrimSpace(line), "// copy") {
			marked = append(marked, number)
		}
	}
	return marked
}

// TestVetReportsCopiedGames checks that go vet reports every copy of a Game: by assignment, in a
// range loop, as an argument, a parameter, a receiver, a result, or an element, and in a call of
// json.Marshal.
func TestVetReportsCopiedGames(t *testing.T) {
	t.Parallel()
	want := linesMarkedCopy(t, "copied")
	if len(want) == 0 {
		t.Fatal("no line of testdata/vet/copied/main.go is marked")
	}
	if diff := cmp.Diff(want, vetCopies(t, "copied")); diff != "" {
		t.Errorf("go vet does not report exactly the marked lines (-marked +reported):\n%s", diff)
	}
}

// TestVetReportsCopiesOfOtherGames checks that go vet reports copies of the games and matches in
// the folder games.
func TestVetReportsCopiesOfOtherGames(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff(linesMarkedCopy(t, "games"), vetCopies(t, "games")); diff != "" {
		t.Errorf("go vet does not report exactly the marked lines (-marked +reported):\n%s", diff)
	}
}

// TestVetAcceptsPointersToGames checks that go vet reports nothing in a program that uses games
// through pointers.
func TestVetAcceptsPointersToGames(t *testing.T) {
	t.Parallel()
	if lines := vetCopies(t, "shared"); len(lines) != 0 {
		t.Errorf("go vet reports copies in lines %v, want none", lines)
	}
}
