// Package peer finds the programs that tests compare the library with, and notes what is missing.
package peer

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
)

// Find returns the path of a program, or an error if it is not installed.
func Find(name string) (string, error) {
	for _, path := range []string{name, "/usr/games/" + name} { // Debian installs games in /usr/games
		if path, err := exec.LookPath(path); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s is not installed: it is neither in PATH nor in /usr/games", name)
}

// Path returns the path of a program. It skips the test if the program is not installed.
func Path(t testing.TB, name string) string {
	t.Helper()
	path, err := Find(name)
	if err != nil {
		Skip(t, name, err.Error())
	}
	return path
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
