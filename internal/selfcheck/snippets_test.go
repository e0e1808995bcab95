package selfcheck

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A program is the Go code of one or more blocks of a document.
type program struct {
	name   string // of its folder, such as "README_md_20"
	code   string
	output string // what the document says that it prints
	runs   bool   // whether the document says what it prints
}

// A command is a shell command that a document shows with its output.
type command struct{ name, line, output string }

// documents returns the README and the pages in docs, relative to the root of the module.
func documents(t *testing.T, root string) []string {
	t.Helper()
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"README.md"}
	for _, page := range pages {
		names = append(names, filepath.Join("docs", filepath.Base(page)))
	}
	return names
}

// moduleRoot returns the root of the module.
func moduleRoot(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// parts matches what TestSnippets looks at in a document: a fenced block, a comment with
// instructions, and the announcement of output.
var parts = regexp.MustCompile("(?ms)^```(\\w+)( nocompile)?\n(.*?)^```$|<!-- snippet: (setup|continue|output)(.*?)-->|<!-- output -->|\\bprints\\b")

// parse returns the programs and the commands of a document.
func parse(root, name string) (programs []program, commands []command, err error) {
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		return nil, nil, err
	}
	var setup string
	var continues, prints bool
	ends := func(output string) {
		if last := len(programs) - 1; last >= 0 {
			programs[last].output, programs[last].runs = output, true
		}
	}
	for _, at := range parts.FindAllSubmatchIndex(text, -1) {
		group := func(i int) string {
			if at[2*i] < 0 {
				return ""
			}
			return string(text[at[2*i]:at[2*i+1]])
		}
		line := 2 + strings.Count(string(text[:at[0]]), "\n") // of the code
		switch language, body := group(1), group(3); {
		case group(4) == "setup":
			setup = group(5)
		case group(4) == "continue":
			continues = true
		case group(4) == "output":
			ends(strings.TrimPrefix(group(5), "\n"))
		case language == "":
			prints = true
		case language == "go" && group(2) != "":
			setup, prints = "", false
		case language == "go":
			code := fmt.Sprintf("//line %s:%d\n%s", filepath.Join(root, name), line, body)
			if continues {
				programs[len(programs)-1].code += "\n" + code
			} else {
				folder := fmt.Sprintf("%s_%d", strings.NewReplacer("/", "_", ".", "_").Replace(filepath.ToSlash(name)), line)
				programs = append(programs, program{name: folder, code: complete(setup, body, code)})
			}
			setup, continues, prints = "", false, false
		case language == "text" && prints:
			ends(body)
			prints = false
		case language == "console":
			for _, shown := range strings.Split(body, "$ ")[1:] {
				run, output, _ := strings.Cut(shown, "\n")
				commands = append(commands, command{fmt.Sprintf("%s:%d", name, line), run, output})
			}
		default:
			prints = false
		}
	}
	return programs, commands, nil
}

// imports are the packages that a snippet may use without an import declaration, by name.
var imports = map[string]string{
	"chess": "github.com/shakki/chess", "errors": "errors", "fmt": "fmt", "json": "encoding/json", "log": "log",
	"os": "os", "rand": "math/rand/v2", "slices": "slices", "strings": "strings", "testing": "testing", "time": "time",
}

// complete returns the program of a block: as it is if it begins with a package clause. Otherwise imports are
// added, and func main around statements. The setup is a list of declarations.
func complete(setup, body, code string) string {
	if strings.HasPrefix(body, "package ") {
		return code
	}
	var b strings.Builder
	b.WriteString("package main\n\n")
	for name, path := range imports {
		if regexp.MustCompile(`\b` + name + `\.[A-Z]`).MatchString(setup + body) {
			fmt.Fprintf(&b, "import %q\n", path)
		}
	}
	b.WriteString(setup)
	declares := regexp.MustCompile(`(?m)^(func|type) `).MatchString(body)
	switch {
	case !declares:
		fmt.Fprintf(&b, "\nfunc main() {\n%s}\n", code)
	case strings.Contains(setup+body, "func main()"):
		fmt.Fprintf(&b, "\n%s", code)
	default:
		fmt.Fprintf(&b, "\n%s\nfunc main() {}\n", code)
	}
	return b.String()
}

// TestSnippets vets every Go snippet of the README and the pages in docs, and runs those that are followed by
// their output.
//
// A block that begins with a package clause is a program. Other blocks are declarations or the statements of
// main; declarations that they need may stand before them in a comment <!-- snippet: setup … -->. After
// <!-- snippet: continue --> a block continues the program before it. A block of text is the output of the
// program before it if the word "prints" or <!-- output --> stands between them; <!-- snippet: output … --> is
// output that readers do not see. A block marked "go nocompile" is code for another library. In a console block, each line with a $ is a command that must
// print the lines that follow.
func TestSnippets(t *testing.T) {
	if testing.Short() {
		t.Skip("builds many programs")
	}
	root := moduleRoot(t)
	dir := t.TempDir()
	var programs []program
	for _, name := range documents(t, root) {
		found, commands, err := parse(root, name)
		if err != nil {
			t.Fatal(err)
		}
		programs = append(programs, found...)
		for _, c := range commands {
			shell := exec.Command("sh", "-c", c.line)
			shell.Dir = root
			output, _ := shell.Output() // a fault in a record is an exit status too
			if diff := cmp.Diff(c.output, string(output)); diff != "" {
				t.Errorf("%s: %s (-document +output):\n%s", c.name, c.line, diff)
			}
		}
	}
	writeModule(t, root, dir)
	packages := []string{"build", "-o", "bin" + string(filepath.Separator)}
	for _, p := range programs {
		writeFile(t, filepath.Join(dir, p.name, "main.go"), p.code)
		if p.runs {
			packages = append(packages, "./"+p.name)
		}
	}
	for _, args := range [][]string{{"vet", "./..."}, packages} {
		tool := exec.Command("go", args...)
		tool.Dir = dir
		tool.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOPROXY=off")
		if output, err := tool.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", args[0], err, output)
		}
	}
	for _, p := range programs {
		if !p.runs {
			continue
		}
		run := exec.Command(filepath.Join(dir, "bin", p.name))
		run.Dir = root
		output, err := run.Output()
		if diff := cmp.Diff(p.output, string(output)); diff != "" || err != nil {
			t.Errorf("%s: error %v, output (-document +program):\n%s", p.name, err, diff)
		}
	}
}

// writeModule makes dir a module with the requirements of the module in root, which it imports.
func writeModule(t *testing.T, root, dir string) {
	t.Helper()
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if name == "go.mod" {
			const module = "module github.com/shakki/chess\n"
			text = []byte(strings.Replace(string(text), module, "module snippets\n", 1) + fmt.Sprintf(
				"\nrequire github.com/shakki/chess v0.0.0\n\nreplace github.com/shakki/chess => %q\n", root))
		}
		writeFile(t, filepath.Join(dir, name), string(text))
	}
}

// writeFile writes a file and the folder it is in.
func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
