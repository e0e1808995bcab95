// Package deep holds the test flag -deep, which asks for the long runs that go test leaves out, and finds
// the data and the programs that tests compare the library with.
package deep

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
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

// data is the folder that the flag -data names, or "".
var data string

func init() {
	flag.Func("data", "the `FOLDER` of files that long tests compare with: see docs/testing.md", func(folder string) error {
		if data = folder; !filepath.IsAbs(folder) {
			return errors.New("want an absolute path, because tests run in the folders of their packages")
		}
		return nil
	})
}

// Data returns the path of a file or folder in the folder that -data names. It skips the test unless
// -deep is set and the file exists.
func Data(t testing.TB, name string) string {
	t.Helper()
	Only(t)
	paths := MoreData(t, name)
	if len(paths) == 0 {
		t.Skipf("-data names no folder with %s", name)
	}
	return paths[0]
}

// MoreData returns the paths of files in the folder that -data names, for a test that also has data
// of its own. Without -deep it returns none, and it leaves out files that do not exist.
func MoreData(t testing.TB, names ...string) (paths []string) {
	t.Helper()
	for _, name := range names {
		path := filepath.Join(data, name)
		_, err := os.Stat(path)
		switch {
		case !*Flag:
		case data != "" && err == nil:
			paths = append(paths, path)
		default:
			Note(t, "-data="+name)
		}
	}
	return paths
}

// Program returns the path of a program, the first one of several names that is installed. It skips the
// test if none is.
func Program(t testing.TB, names ...string) string {
	t.Helper()
	for _, name := range names {
		for _, path := range []string{name, "/usr/games/" + name} { // Debian installs games in /usr/games
			if path, err := exec.LookPath(path); err == nil {
				return path
			}
		}
	}
	Skip(t, names[0], names[0]+" is not installed: it is neither in PATH nor in /usr/games")
	return ""
}

// Skip notes that a test lacks something and skips it.
func Skip(t testing.TB, missing, why string) {
	t.Helper()
	Note(t, missing)
	t.Skip(why)
}

// Note adds a line with what is missing and the name of the test to the file that the environment
// variable SKIPPED names, if it is set. The script .ci/run prints the lines at its end.
func Note(t testing.TB, missing string) {
	t.Helper()
	t.Logf("not compared: %s is missing", missing)
	name := os.Getenv("SKIPPED")
	if name == "" {
		return
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	fmt.Fprintf(file, "%s %s\n", missing, t.Name())
}
