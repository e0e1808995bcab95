// Package deep holds the test flag -deep, which asks for the long runs that go test leaves out.
package deep

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

// Flag is the flag -deep. Every package with a long test imports it, so the flag has one name and
// one meaning.
var Flag = flag.Bool("deep", false, "run the long tests too, which takes minutes")

// Only skips the test unless -deep is set.
func Only(t testing.TB) {
	t.Helper()
	if !*Flag {
		t.Skip("only with -deep")
	}
}

// Times returns n, or factor*n if -deep is set. Tests use it for the number of rounds.
func Times(n, factor int) int {
	if *Flag {
		return factor * n
	}
	return n
}

// Data returns the path of a file or directory in ../shared/data, beside the root of the module. It
// skips the test unless -deep is set and the file exists.
func Data(t testing.TB, name string) string {
	t.Helper()
	Only(t)
	path := dataPath(t, name)
	if !exists(path) {
		t.Skipf("there is no ../shared/data/%s beside the module", name)
	}
	return path
}

// MoreData returns the paths of files in ../shared/data for a test that also has data of its own.
// Without -deep it returns none, and it leaves out files that do not exist.
func MoreData(t testing.TB, names ...string) (paths []string) {
	t.Helper()
	if !*Flag {
		return nil
	}
	for _, name := range names {
		if path := dataPath(t, name); exists(path) {
			paths = append(paths, path)
		} else {
			t.Logf("there is no ../shared/data/%s beside the module", name)
		}
	}
	return paths
}

// dataPath returns the path of a file in ../shared/data.
func dataPath(t testing.TB, name string) string {
	t.Helper()
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for !exists(filepath.Join(root, "go.mod")) && root != filepath.Dir(root) {
		root = filepath.Dir(root)
	}
	return filepath.Join(root, "..", "shared", "data", name)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
