package chessbeam

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/direct"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
)

// TestForms checks that files are read by their content, whatever their names, and that a pipeline
// fails on what it cannot read and names the file.
func TestForms(t *testing.T) {
	text := randomGames(5, 60)
	want := countTable(t, Explorer{}, writeTexts(t, text)...)
	wide := []byte{0xff, 0xfe}
	for _, r := range text {
		wide = append(wide, byte(r), byte(r>>8))
	}
	forms := map[string]string{"plain.gz": text, "wide.pgn": string(wide), "packed.GZ": pack(t, text, "gzip"), "packed": pack(t, text, "gzip")}
	for program, name := range map[string]string{"bzip2": "games.pgn.bz2", "zstd": "games.pgn.zst"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Logf("%s is not installed, so %s is not tested", program, name)
			continue
		}
		forms[name] = pack(t, text, program)
	}
	for name, data := range forms {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
		folder := filepath.Join(t.TempDir(), "table")
		run(t, func(s beam.Scope) {
			records, _ := ReadSplit(s, 1<<12, path)
			files, _ := Explorer{}.Count(s, records)
			WriteTable(s, folder, Explorer{}, files)
		})
		if tableText(t, folder) != want {
			t.Errorf("%s: the table differs", name)
		}
	}
	for name, data := range map[string]string{
		"games.zip": "PK\x03\x04 and so on", "cut.gz": forms["packed"][:len(forms["packed"])-20],
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
		p, s := beam.NewPipelineWithRoot()
		records, _ := Read(s, path)
		Explorer{}.Count(s, records)
		if err := ptest.Run(p); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v, want an error that names the file", name, err)
		}
	}
}

// pack compresses a text with a program.
func pack(t *testing.T, text, program string) string {
	t.Helper()
	command := exec.Command(program, "-c")
	command.Stdin = strings.NewReader(text)
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestOpenFile checks reading at offsets that go back and forth in a stream.
func TestOpenFile(t *testing.T) {
	text := randomGames(10, 50)
	f := &openFile{ctx: context.Background(), file: memoryFile("memfs://open.pgn", text)}
	defer f.close()
	for _, offset := range []int{0, 5, 4000, 3000, 100, 5000, len(text) - 3, 0} {
		b := make([]byte, 10)
		n, err := f.ReadAt(b, int64(offset))
		if want := text[offset:min(len(text), offset+10)]; string(b[:n]) != want || n < len(b) && err != io.EOF {
			t.Errorf("ReadAt(%d) = %q, %v, want %q", offset, b[:n], err, want)
		}
	}
}
