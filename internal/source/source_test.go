package source

import (
	"bytes"
	"io"
	"os/exec"
	"testing"
)

// TestZstdEnds checks that closing an input ends the program that decompresses it.
func TestZstdEnds(t *testing.T) {
	for _, program := range []string{"zstd", "pzstd"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("the program %s is not installed", program)
		}
		command := exec.Command(program, "-cq")
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
			if used := input.program.command.Args[0]; used != program {
				t.Errorf("the output of %s is decompressed by %s", program, used)
			}
			if n, err := io.CopyN(io.Discard, input, read); n != min(read, 1<<26) {
				t.Errorf("%s: reading %d bytes = %d, %v", program, read, n, err)
			}
			if err := input.Close(); err != nil || input.program.command.ProcessState == nil {
				t.Errorf("%s: Close after %d bytes = %v, and the program runs on", program, read, err)
			}
		}
	}
}

// zeros is an endless reader.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }
