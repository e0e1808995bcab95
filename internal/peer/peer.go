// Package peer finds the programs that tests compare the library with.
package peer

import (
	"fmt"
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
		t.Skip(err)
	}
	return path
}
