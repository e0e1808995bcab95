package cmdline

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestIsTerminal checks what is no terminal, the null device among it.
func TestIsTerminal(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if IsTerminal(null) || IsTerminal(file) || IsTerminal(new(bytes.Buffer)) {
		t.Errorf("the null device: %v, a file: %v, a buffer: %v, want no terminal", IsTerminal(null), IsTerminal(file), IsTerminal(new(bytes.Buffer)))
	}
}
