package source

import (
	"bytes"
	"io"
	"os/exec"
	"testing"
)

// TestZstdEnds checks that closing an input ends the program that decompresses it.
func TestZstdEnds(t *testing.T) {
	if _, err := exec.LookPath("zstd"); err != nil {
		t.Skip("the program zstd is not installed")
	}
	command := exec.Command("zstd", "-cq")
	command.Stdin = io.LimitReader(zeros{}, 1<<26)
	data, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, read := range []int64{0, 1, 1 << 26, 1 << 27} {
		input, err := Open("-", bytes.NewReader(data), nil)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := io.CopyN(io.Discard, input, read); n != min(read, 1<<26) {
			t.Errorf("reading %d bytes = %d, %v", read, n, err)
		}
		if err := input.Close(); err != nil || input.program.command.ProcessState == nil {
			t.Errorf("Close after %d bytes = %v, and the program runs on", read, err)
		}
	}
}

// zeros is an endless reader.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }
