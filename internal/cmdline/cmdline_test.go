package cmdline

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
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

// TestParse checks which command lines are refused, and that the error has the word that is wrong.
func TestParse(t *testing.T) {
	rules := []Rule{
		{Flags: "within for", Needs: "fen material"}, {Flags: "columns", Needs: "format=csv"},
		{Flags: "cut=match", Needs: "fen"}, {Flags: "sample", Excludes: "first format=count"},
	}
	for line, want := range map[string]string{
		"": "", "a.pgn": "", "-within 5 -fen x a.pgn": "", "-within=5 -material x": "", "-format csv -columns x": "", "-format=csv -columns=x": "",
		"-cut 5": "", "-sample 5 -format csv": "", "-append=false -- -x": "", "- - -": "", "-append -": "", "-append -- -append": "", "x -3": "", "-cut -5 x": "",
		"-within 5": "-within needs -fen or -material", "-for 3 -append a": "-for needs",
		"-columns x": "-columns needs -format csv", "-columns x -format json": "-columns needs -format csv",
		"-format csv -format json -columns x": "-columns needs",
		"-cut match":                          "-cut match needs -fen", "-sample 3 -first 2": "-sample cannot be combined with -first",
		"-sample 3 -format count": "-sample cannot be combined with -format count",
		"a.pgn -append":           "-append comes after a.pgn", "-append a -fen=x": "-fen=x comes after a", "a - -x": "-x comes after a",
		"-formt csv": "did you mean -format?", "-collumns x": "did you mean -columns?", "-x": "-x\nusage: ", "-zzzzzzzz": "-zzzzzzzz\nusage: ",
	} {
		flags := flag.NewFlagSet("test [flags] FILE", flag.ContinueOnError)
		for _, name := range []string{"within", "for", "fen", "material", "columns", "format", "cut", "sample", "first"} {
			flags.String(name, "", "")
		}
		flags.Bool("append", false, "")
		err := Parse(flags, strings.Fields(line), io.Discard, rules...)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want) || !strings.HasSuffix(err.Error(), "usage: test [flags] FILE")) {
			t.Errorf("%q: %v, want %q", line, err, want)
		}
	}
}
