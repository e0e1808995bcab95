package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// world is a folder with games in several forms, a book, and a table.
type world struct {
	*testing.T
	folder string
	names  string // what names begin with in commands
}

const worldGames = "[Event \"a\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n\n1. d4 d5 *\n"

// newWorld makes a world.
func newWorld(t *testing.T) *world {
	w := &world{T: t, folder: t.TempDir()}
	w.names = w.folder + string(filepath.Separator)
	w.write("games/a.pgn", worldGames)
	w.write("out/old.pgn", "[Event \"old\"]\n\n1. c4 *\n")
	w.must(os.Symlink("games", w.path("folder")), os.Symlink("games/a.pgn", w.path("link.pgn")), os.Link(w.path("games/a.pgn"), w.path("hard.pgn")))
	for _, args := range [][]string{{"book", "make", "-o", w.path("a.bin"), w.path("games/a.pgn")}, {"explore", "-table", w.path("table"), "-shards", "1", w.path("games/a.pgn")}} {
		if status, _, errs := runWith(t, "", args...); status != 0 {
			t.Fatalf("%q = %d, %s", args, status, errs)
		}
	}
	return w
}

// path returns the path of a name in the world.
func (w *world) path(name string) string { return filepath.Join(w.folder, filepath.FromSlash(name)) }

// must ends the test if there is an error.
func (w *world) must(errs ...error) {
	w.Helper()
	if err := errors.Join(errs...); err != nil {
		w.Fatal(err)
	}
}

func (w *world) write(name, text string) {
	w.Helper()
	w.must(os.MkdirAll(filepath.Dir(w.path(name)), 0o755), os.WriteFile(w.path(name), []byte(text), 0o640))
}

func (w *world) read(name string) string {
	w.Helper()
	text, err := os.ReadFile(w.path(name))
	w.must(err)
	return string(text)
}

// state returns all files with their content.
func (w *world) state() map[string]string {
	files := map[string]string{}
	filepath.WalkDir(w.folder, func(path string, entry os.DirEntry, err error) error {
		text := ""
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			b, _ := os.ReadFile(path)
			text = string(b)
		}
		name, _ := filepath.Rel(w.folder, path)
		files[name] = fmt.Sprint(entry.Type(), text)
		return nil
	})
	return files
}

// run runs a command, in which {name} stands for a path in the world. After <, >>, and 2>> come the names
// of the files that are standard input, output, and error.
func (w *world) run(command string) (status int, out, errs string) {
	w.Helper()
	var args []string
	var in io.Reader = strings.NewReader("")
	var text, problems strings.Builder
	var stdout, stderr io.Writer = &text, &problems
	fields := strings.Fields(command)
	for i := 0; i < len(fields); i++ {
		arg := strings.NewReplacer("{", w.names, "}", "").Replace(fields[i])
		if arg != "<" && arg != ">>" && arg != "2>>" {
			args = append(args, arg)
			continue
		}
		i++
		file, err := os.OpenFile(w.path(strings.Trim(fields[i], "{}")), os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o666)
		w.must(err)
		defer file.Close()
		switch arg {
		case "<":
			in = file
		case ">>":
			stdout = file
		default:
			stderr = file
		}
	}
	status = run(args, in, stdout, stderr)
	return status, text.String(), problems.String()
}

// TestOutputsAreNoInputs checks for every command that writes a file that an output which is also an
// input, or another output, is refused under any name, before anything has changed. The commands show,
// perft, and verify read no games and write to standard output only.
func TestOutputsAreNoInputs(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links and open files have no such names on Windows")
	}
	w := newWorld(t)
	opened, err := os.Open(w.path("games/a.pgn"))
	w.must(err)
	defer opened.Close()
	w.must(os.Symlink("out/new.pgn", w.path("dangling.pgn")), os.Symlink("out", w.path("outside")),
		os.Link(w.path("games/a.pgn"), w.path("y-1.pgn")), os.Symlink("games/a.pgn", w.path("z-2.pgn")),
		exec.Command("mkfifo", w.path("pipe")).Run())
	var commands []string
	for _, alias := range []string{
		"{games/a.pgn}", "{games/../games/a.pgn}", "{folder/a.pgn}", "{link.pgn}", "{hard.pgn}", fmt.Sprintf("/dev/fd/%d", opened.Fd()),
	} {
		for _, writer := range []string{
			"select -o OUT", "select -append -o OUT", "select -o {new.pgn} -rest OUT", "select -unique moves -o {new.pgn} -duplicates OUT", "select -split 1 -o {x.pgn} -rest OUT",
			"explore -table {new} -bad OUT", "book make -o OUT",
		} {
			commands = append(commands, strings.ReplaceAll(writer, "OUT", alias)+" {games/a.pgn}", strings.ReplaceAll(writer, "OUT", "{games/a.pgn}")+" "+alias,
				strings.ReplaceAll(writer, "OUT", alias)+" {games}", strings.ReplaceAll(writer, "OUT", alias)+" {folder}")
			if !strings.Contains(writer, "explore") {
				commands = append(commands, strings.ReplaceAll(writer, "OUT", alias)+" - < {games/a.pgn}")
			}
		}
		for _, reader := range []string{"check", "judge", "fmt", "fmt -l", "select", "select -format count", "explore -table {new}", "book make -o {new.bin}"} {
			commands = append(commands, reader+" {games/a.pgn} >> "+"{games/a.pgn}", reader+" "+alias+" >> {games/a.pgn}", reader+" {games} >> {hard.pgn}", reader+" "+alias+" 2>> {hard.pgn}")
		}
		commands = append(commands, "select -player @{games/a.pgn} -o "+alias+" {out/old.pgn}")
	}
	for _, pair := range [][2]string{
		{"{out/old.pgn}", "{out/old.pgn}"}, {"{out/old.pgn}", "{outside/old.pgn}"}, {"{out/new.pgn}", "{out/new.pgn}"}, {"{out/new.pgn}", "{outside/new.pgn}"},
		{"{out/new.pgn}", "{dangling.pgn}"}, {"{out/new.pgn}", "{out/./new.pgn}"}, {"-", "-"}, {"{pipe}", "{pipe}"},
	} {
		commands = append(commands, "select -eco B -o "+pair[0]+" -rest "+pair[1]+" {games/a.pgn}",
			"select -unique moves -duplicates "+pair[0]+" -o "+pair[1]+" {games/a.pgn}")
	}
	commands = append(commands,
		"select -o {out/old.pgn} {games/a.pgn} >> {out/old.pgn}", "select -o {out/old.pgn} {games/a.pgn} 2>> {out/old.pgn}",
		"book make -o {out/old.pgn} {games/a.pgn} 2>> {out/old.pgn}", "explore -table {new} -bad {out/old.pgn} {games/a.pgn} 2>> {out/old.pgn}",
		"select -o {games/sub.pgn} {games}", "select -rest {folder/sub.pgn.gz} {games}", "select -o {games/sub.pgn} {folder}", // would be among the inputs
		"select -split 1 -o {y.pgn} {y-1.pgn}", "select -split 1 -o {y.pgn} {games/a.pgn}", "select -split 1 -o {z.pgn} {games/a.pgn}",
		"book merge -o {a.bin} {a.bin}", "book edit -o {a.bin} -set e4=3 {a.bin}", "book list {a.bin} >> {a.bin}", "book look {a.bin} >> {a.bin}",
		"explore -table {table} -export >> {table/00000-of-00001.rows}", "explore -table {table} -verify >> {table/00000-of-00001.rows}",
		"explore -table {table} -fen startpos >> {table/00000-of-00001.rows}", "explore -table {new} -merge {table} >> {table/00000-of-00001.rows}",
		"fmt -w {games/a.pgn} >> {games/a.pgn}", fmt.Sprintf("fmt -w /dev/fd/%d", opened.Fd()), "fmt -w - < {games/a.pgn}",
	)
	before := w.state()
	for _, command := range commands {
		status, out, errs := w.run(command)
		if diff := cmp.Diff(before, w.state()); diff != "" || status != 2 || out+errs == "" {
			t.Fatalf("shakki %s = %d, %q, want 2 and an error; files (-before +after):\n%s", command, status, errs, diff)
		}
	}
	for _, command := range []string{ // the neighbors that are meant
		"select -o {games/x.csv} -format csv {games}", "select -o /dev/null -rest /dev/null {games/a.pgn}", "select -o {x-1.pgn} -rest {x-2.pgn} {games/a.pgn}",
		"select -format source -o - {games/a.pgn} >> {fresh.pgn}", "select -split 1 -o {q.pgn} {x-1.pgn}",
	} {
		if status, _, errs := w.run(command); status != 0 || errs != "" {
			t.Errorf("shakki %s = %d, %q, want success", command, status, errs)
		}
	}
	if w.read("fresh.pgn") != worldGames || w.read("q-2.pgn") == "" {
		t.Errorf("-o - writes %q, want the games to standard output", w.read("fresh.pgn"))
	}
}

// TestOutputsStay checks for every command that writes a file that what stands at its name stays what
// it was: a link, a pipe, a device, a file with its mode and its links; that it is replaced only by a
// whole result; and that no other file is touched or left. The names are those in the current folder.
func TestOutputsStay(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no such files on Windows")
	}
	for _, test := range []struct{ name, command, broken string }{
		{"select", "select -o OUT {games/a.pgn}", "select -o OUT {games/a.pgn} {missing.pgn}"},
		{"select -rest", "select -eco B -o {new.pgn} -rest OUT {games/a.pgn}", "select -eco B -o {new.pgn} -rest OUT {missing.pgn}"},
		{"select -split", "select -split 9 -o {games/games.pgn} {games/a.pgn}", ""},
		{"book make", "book make -o OUT {games/a.pgn}", "book make -o OUT {games/a.pgn} {missing.pgn}"},
		{"book merge", "book merge -o OUT {a.bin} {a.bin}", "book merge -o OUT {missing.bin}"},
		{"book edit", "book edit -o OUT -set e4=7 {a.bin}", "book edit -o OUT -set e5=7 {a.bin}"},
		{"fmt -w", "fmt -w OUT", "fmt -w {missing.pgn}"},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := newWorld(t)
			t.Chdir(w.folder)
			w.names = ""
			run := func(command, out string) (int, string) {
				status, _, errs := w.run(strings.ReplaceAll(command, "OUT", "{"+out+"}"))
				return status, errs
			}
			if test.name == "select -split" {
				w.write("target/file", "old")
				w.must(os.Symlink("../target/file", w.path("games/games-1.pgn")))
				if status, errs := run(test.command, ""); status != 0 || !strings.HasPrefix(w.read("target/file"), "[Event \"a\"]") {
					t.Errorf("a numbered file that is a link: %d, %q, the target has %q", status, errs, w.read("target/file"))
				}
				return
			}
			w.write("target/file", unformatted)
			w.write("target/file.tmp", "the user's own")
			w.must(os.Symlink("target/file", w.path("out.pgn")), os.Link(w.path("target/file"), w.path("other")))
			if status, errs := run(test.command, "out.pgn"); status != 0 {
				t.Fatalf("%d, %s", status, errs)
			}
			want := w.read("target/file")
			link, err := os.Readlink(w.path("out.pgn"))
			info, _ := os.Stat(w.path("target/file"))
			if want == unformatted || want == "" || w.read("other") != want || link != "target/file" || err != nil || info.Mode() != 0o640 || w.read("target/file.tmp") != "the user's own" {
				t.Errorf("the link %q, %v, the target has %q, mode %v, the other link %q", link, err, want, info.Mode(), w.read("other"))
			}
			if entries, _ := os.ReadDir(w.path("target")); len(entries) != 2 {
				t.Errorf("%d files in the folder, want 2", len(entries))
			}
			before := w.state()
			if status, _ := run(test.broken, "out.pgn"); status != 2 {
				t.Errorf("%s = %d, want 2", test.broken, status)
			}
			if diff := cmp.Diff(before, w.state()); diff != "" {
				t.Errorf("after a failure (-before +after):\n%s", diff)
			}
			if strings.HasPrefix(test.name, "fmt") {
				return // what is no regular file is refused, as TestOutputsAreNoInputs says
			}
			if err := exec.Command("mkfifo", w.path("pipe")).Run(); err != nil {
				t.Skipf("no pipes: %v", err)
			}
			got := make(chan string)
			go func() { text, _ := os.ReadFile(w.path("pipe")); got <- string(text) }()
			if status, errs := run(test.command, "pipe"); status != 0 {
				t.Errorf("to a pipe: %d, %s", status, errs)
			}
			if text := <-got; text != want {
				t.Errorf("through a pipe comes %q, want %q", text, want)
			}
			if info, err := os.Stat(w.path("pipe")); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
				t.Errorf("the pipe is %v, %v", info, err)
			}
			full, err := os.Stat("/dev/full")
			if err != nil {
				return
			}
			if status, _, errs := w.run(strings.ReplaceAll(test.command, "OUT", "/dev/full")); status != 2 || errs != "shakki: write /dev/full: no space left on device\n" {
				t.Errorf("to a full disk: %d, %q, want 2 and an error", status, errs)
			}
			if again, err := os.Stat("/dev/full"); err != nil || !os.SameFile(full, again) {
				t.Errorf("/dev/full was replaced: %v", err)
			}
		})
	}
}

// TestOutputsKilled kills commands while they write, and checks that the old file stays, that what is
// left is removed by the next run, and that two runs do not write one file at once.
func TestOutputsKilled(t *testing.T) {
	if command := os.Getenv("SHAKKI_COMMAND"); command != "" {
		os.Exit(run(strings.Split(command, "|"), os.Stdin, os.Stdout, os.Stderr))
	}
	if runtime.GOOS == "windows" {
		t.Skip("the files of a process that was killed cannot be found here")
	}
	for _, command := range []string{"select -o {out/old.pgn} -", "select -append -o {out/old.pgn} -", "select -split 1 -o {out/y.pgn} -"} {
		w := newWorld(t)
		before := w.state()
		child := exec.Command(os.Args[0], "-test.run", "^TestOutputsKilled$")
		args := strings.NewReplacer("{", w.folder+"/", "}", "", " ", "|").Replace(command)
		child.Env = append(os.Environ(), "SHAKKI_COMMAND="+args)
		in, err := child.StdinPipe()
		w.must(err, child.Start())
		io.WriteString(in, worldGames)
		for names := 0; names == 0; time.Sleep(time.Millisecond) {
			found, _ := filepath.Glob(w.path("out/.shakki-*/*"))
			names = len(found)
		}
		again := strings.TrimSuffix(command, "-") + "{games/a.pgn}"
		if status, _, errs := w.run(again); status != 2 || !strings.Contains(errs, fmt.Sprintf("process %d", child.Process.Pid)) {
			t.Errorf("a second %s = %d, %q, want 2 and the first process", command, status, errs)
		}
		w.must(child.Process.Kill())
		child.Wait()
		for name, text := range before {
			if after := w.state()[name]; after != text {
				t.Errorf("%s was killed: %s has %q, want %q", command, name, after, text)
			}
		}
		if status, _, errs := w.run(again); status != 0 {
			t.Errorf("after %s was killed: %d, %q", command, status, errs)
		}
		if left, _ := filepath.Glob(w.path("out/.*")); len(left) > 0 {
			t.Errorf("%s was killed, and after the next run %q is left", command, left)
		}
	}
}

// TestNoGames checks that all commands say the same of a file without games.
func TestNoGames(t *testing.T) {
	w := newWorld(t)
	w.write("letter.pgn", "Dear Sir or Madam\n")
	w.write("empty.pgn", "")
	w.write("empty.pgn.gz", string(gzipped(t, "")))
	for _, name := range []string{"letter.pgn", "empty.pgn", "empty.pgn.gz"} {
		for _, command := range []string{"check", "judge", "fmt", "fmt -l", "select", "select -format count", "book make -o {new.bin}", "explore -table {new}"} {
			status, _, errs := w.run(command + " {" + name + "}")
			if want := w.path(name) + ": no game in it can be read: is it PGN?\n"; status != 2 || !strings.HasSuffix(errs, want) {
				t.Errorf("%s %s = %d, %q, want 2 and %q", command, name, status, errs, want)
			}
		}
	}
	if status, out, errs := w.run("select -format count - < {empty.pgn}"); status != 0 || out != "0\n" || errs != "" {
		t.Errorf("select of empty standard input = %d, %q, %q, want 0 games", status, out, errs)
	}
}

// TestRewriteOfPlainText checks that a file which is not compressed stays so, whatever its name.
func TestRewriteOfPlainText(t *testing.T) {
	w := newWorld(t)
	for _, name := range []string{"plain.pgn.gz", "plain.pgn.zst", "plain.pgn.bz2"} {
		w.write(name, unformatted)
		if status, _, errs := w.run("fmt -w {" + name + "}"); status != 0 || w.read(name) != inForm {
			t.Errorf("fmt -w %s = %d, %q, and it has %q, want %q", name, status, errs, w.read(name), inForm)
		}
	}
}

// TestAppend checks that nothing is added to a file whose end is damaged.
func TestAppend(t *testing.T) {
	w := newWorld(t)
	whole := string(gzipped(t, worldGames))
	for _, test := range []struct {
		name, text string
		status     int
	}{
		{"whole.pgn", worldGames, 0}, {"empty.pgn", "", 0}, {"comment.pgn", worldGames + "{the end}\n; of it\n", 0},
		{"cut.pgn", worldGames[:len(worldGames)-3], 2}, {"line.pgn", strings.TrimSuffix(worldGames, "\n"), 2}, {"tags.pgn", worldGames + "\n[Event \"c\"]\n", 2},
		{"whole.pgn.gz", whole, 0}, {"cut.pgn.gz", whole[:len(whole)-4], 2}, {"empty.pgn.gz", "", 0},
		{"other.pgn", whole, 0}, {"other.pgn.gz", worldGames, 0}, {"other.pgn.zst", whole, 0}, // the content says the form, not the name
	} {
		w.write(test.name, test.text)
		status, _, errs := w.run("select -append -o {" + test.name + "} {games/a.pgn}")
		if status != test.status || (w.read(test.name) == test.text) != (status != 0) {
			t.Errorf("adding to %s = %d, %q, and it has %q, want %d", test.name, status, errs, w.read(test.name), test.status)
		}
		if _, out, _ := w.run("check {" + test.name + "}"); test.status == 0 && !strings.Contains(out, "errors=0") {
			t.Errorf("after adding to %s, check prints %q", test.name, out)
		}
	}
}

// TestPipesAreReadOnce checks that the commands of fmt that read a file twice read a pipe once.
func TestPipesAreReadOnce(t *testing.T) {
	w := newWorld(t)
	if err := exec.Command("mkfifo", w.path("pipe.pgn")).Run(); err != nil {
		t.Skipf("no pipes: %v", err)
	}
	writer, err := os.OpenFile(w.path("pipe.pgn"), os.O_RDWR, 0)
	w.must(err)
	if status, out, errs := w.run("book list {pipe.pgn}"); status != 2 || out != "" || !strings.Contains(errs, "not a regular file") {
		t.Errorf("a book from a pipe: %d, %q, %q, want 2 and an error", status, out, errs)
	}
	w.must(writer.Close())
	for command, want := range map[string]string{"fmt -l": "pipe.pgn\n", "fmt -d": "-1.e2-e4", "fmt": inForm, "check": "errors=0"} {
		go os.WriteFile(w.path("pipe.pgn"), []byte(unformatted), 0)
		status, out, errs := w.run(command + " {pipe.pgn}")
		if status > 1 || !strings.Contains(out, want) || errs != "" {
			t.Errorf("%s of a pipe = %d, %q, %q, want %q", command, status, out, errs, want)
		}
	}
}

// TestFlagsWithoutEffect checks for every command that flags which have no effect, and values that cannot be,
// are refused with the name of the flag or the value.
func TestFlagsWithoutEffect(t *testing.T) {
	w := newWorld(t)
	for want, commands := range map[string][]string{
		"-q":          {"check -q -json {games/a.pgn}", "check -q -format sarif {games/a.pgn}"},
		"-workers":    {"check -workers 0 {games/a.pgn}", "judge -workers -3 {games/a.pgn}", "perft -workers 0 startpos 1", "select -workers 0 {games/a.pgn}", "explore -table {new} -workers 0 {games/a.pgn}"},
		"-fix":        {"fmt -fix {games/a.pgn}", "fmt -d -fix {games/a.pgn}"},
		"-add":        {"select -add fens -format json {games/a.pgn}", "select -add plycount,lastfen -format csv {games/a.pgn}", "select -add hash -format epd {games/a.pgn}"},
		"-omit":       {"select -omit comments,clocks -format json {games/a.pgn}", "select -omit glyphs -format tags {games/a.pgn}", "select -omit Round -format csv {games/a.pgn}"},
		"-cut":        {"select -cut 3 -format tags {games/a.pgn}", "select -cut 0 {games/a.pgn}", "select -cut match {games/a.pgn}"},
		"-letters":    {"select -letters German -notation uci {games/a.pgn}", "select -letters German -format csv {games/a.pgn}"},
		"-notation":   {"select -notation uci -format csv {games/a.pgn}", "select -notation long -format epd {games/a.pgn}"},
		"-first":      {"select -first 0 {games/a.pgn}", "select -sample 2 -first 3 {games/a.pgn}"},
		"-sample":     {"select -sample 0 {games/a.pgn}", "select -sample 3% {games/a.pgn}", "select -seed 2 {games/a.pgn}"},
		"-o":          {"select -o= {games/a.pgn}", "select -split 3 {games/a.pgn}", "select -o {new} -format count {games/a.pgn}", "book make {games/a.pgn}"},
		"-min-games":  {"book make -o {new} -min-games 0 {games/a.pgn}"},
		"-min-score":  {"book make -o {new} -min-score 101 {games/a.pgn}"},
		"-plies":      {"book make -o {new} -plies -2 {games/a.pgn}", "explore -table {new} -plies 0 {games/a.pgn}", "explore -table {table} -fen startpos -plies 3"},
		"-fen":        {"book edit -o {new} -fen startpos {a.bin}", "book list -fen startpos {a.bin}", "select -within 3 {games/a.pgn}", "explore -table {new} -group x {games/a.pgn}"},
		"-set":        {"book edit -o {new} -set e4 {a.bin}", "book edit -o {new} -set e4=65536 {a.bin}"},
		"-svg":        {"show -theme dark startpos", "show -nocheck startpos", "show -svg -syzygy {games} startpos"},
		"-syzygy":     {"show -variant atomic -syzygy {games} startpos"},
		"zsh":         {"completion bash zsh"},
		"perft":       {"version perft", "perft startpos"},
		"book make?":  {"book mke -o {new} {games/a.pgn}"},
		"2024.13":     {"select -date 2024.13 {games/a.pgn}", "select -tag Date<2024.13 {games/a.pgn}"},
		"2023.02.29":  {"select -date 2023.02.29 {games/a.pgn}", "select -tag UTCDate>=2023.02.29 {games/a.pgn}", "select -date 2023.02.29..2024 {games/a.pgn}"},
		"2024-06-31":  {"select -date ..2024-06-31 {games/a.pgn}"},
		"1990-2000":   {"select -date 1990-2000 {games/a.pgn}"},
		"Carlsen":     {"select -tag White>Carlsen {games/a.pgn}"},
		"-table":      {"explore {games/a.pgn}", "explore -fen startpos"},
		"-shards":     {"explore -table {new} -shards 0 {games/a.pgn}", "explore -table {table} -verify -shards 3"},
		"-memory":     {"explore -table {new} -memory 27 {games/a.pgn}", "explore -table {new} -merge -memory 99 {table}", "select -memory 3 {games/a.pgn}"},
		"comes after": {"judge {games/a.pgn} -json", "verify {games} -x"},
	} {
		for _, command := range commands {
			if status, out, errs := w.run(command); status != 2 || out != "" || !strings.Contains(errs, want) {
				t.Errorf("shakki %s = %d, %q, %q, want 2 and %s", command, status, out, errs, want)
			}
		}
	}
	for _, command := range []string{
		"select -date 2024.02.29..2024.6.30 {games/a.pgn}", "select -date 2024.??.?? {games/a.pgn}", "select -omit clocks -format json {games/a.pgn}",
		"select -notation uci -columns moves -format csv {games/a.pgn}", "book edit -o {sorted.bin} {a.bin}", "show -black -last e2e4 startpos", "help book make", "help book",
	} {
		if status, _, errs := w.run(command); status != 0 || errs != "" {
			t.Errorf("shakki %s = %d, %q, want success", command, status, errs)
		}
	}
}
