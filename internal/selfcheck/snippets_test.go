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
	"github.com/shakki/chess/internal/deep"
)

// A snippet is a program or a shell command in a document.
type snippet struct {
	name    string // such as "docs_server_md_14", where 14 is a line number
	code    string
	output  string // the output that the document shows
	runs    bool   // whether the document shows the output
	isShell bool
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

// documents returns the README and the pages in docs, relative to the root of the module.
func documents(t *testing.T, root string) []string {
	t.Helper()
	names := []string{"README.md"}
	pages, err := os.ReadDir(filepath.Join(root, "docs"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		names = append(names, "docs/"+page.Name())
	}
	return names
}

// parts matches the parts of a document that parse looks at: fenced blocks, instructions in
// comments, and the word "prints", which announces output.
var parts = regexp.MustCompile("(?ms)^```(\\w+)( nocompile)?\n(.*?)^```$" +
	"|<!-- snippet: (setup|continue|output)(.*?)-->|<!-- output -->|\\bprints\\b")

// parse returns the snippets of a document.
func parse(t *testing.T, root, name string) (snippets []snippet) {
	t.Helper()
	text := readFile(t, filepath.Join(root, name))
	setOutput := func(output string) {
		last := &snippets[len(snippets)-1]
		last.output, last.runs = output, true
	}
	var setup, instruction string
	var prints bool
	for _, at := range parts.FindAllStringSubmatchIndex(text, -1) {
		group := func(i int) string { return text[max(at[2*i], 0):max(at[2*i+1], 0)] }
		line := 2 + strings.Count(text[:at[0]], "\n") // where the code begins
		id := fmt.Sprintf("%s_%d", strings.NewReplacer("/", "_", ".", "_").Replace(name), line)
		code := fmt.Sprintf("//line %s:%d\n%s", filepath.Join(root, name), line, group(3))
		switch language := group(1); {
		case group(4) == "output":
			setOutput(strings.TrimPrefix(group(5), "\n"))
		case group(4) != "":
			instruction, setup = group(4), group(5)
		case language == "":
			prints = true
		case language == "text" && prints:
			setOutput(group(3))
			prints = false
		case language == "console":
			for _, shown := range strings.Split(group(3), "$ ")[1:] {
				command, output, _ := strings.Cut(shown, "\n")
				snippets = append(snippets, snippet{id, command, output, true, true})
			}
		case language == "go" && instruction == "continue":
			snippets[len(snippets)-1].code += "\n" + code
			instruction, setup, prints = "", "", false
		case language == "go" && group(2) == "":
			snippets = append(snippets, snippet{name: id, code: complete(setup, group(3), code)})
			instruction, setup, prints = "", "", false
		default:
			prints = false
		}
	}
	return snippets
}

// imports maps the names of the packages that a snippet may use without an import declaration to
// their paths.
var imports = map[string]string{
	"chess": "github.com/shakki/chess", "context": "context", "errors": "errors", "exec": "os/exec", "fmt": "fmt",
	"log": "log", "os": "os", "strings": "strings", "testing": "testing", "time": "time",
	"uci": "github.com/shakki/chess/uci", "variant": "github.com/shakki/chess/variant",
}

// program matches a block that begins with a package clause, perhaps after a comment.
var program = regexp.MustCompile(`^(//.*\n)*package `)

// complete returns a program for a block. A block that begins with a package clause is already a
// program. For any other block, complete adds imports and setup, and makes the block the body of
// main unless setup declares main.
func complete(setup, block, code string) string {
	if program.MatchString(block) {
		return code
	}
	head := "package main\n"
	for name, path := range imports {
		if regexp.MustCompile(`\b` + name + `\.[A-Z]`).MatchString(setup + block) {
			head += fmt.Sprintf("import %q\n", path)
		}
	}
	if strings.Contains(setup, "func main()") {
		return head + setup + "\n" + code
	}
	return fmt.Sprintf("%s%s\nfunc main() {\n%s}\n", head, setup, code)
}

// TestSnippets vets every Go snippet in the README and in the pages in docs. It runs the snippets
// whose output the document shows and compares the output.
//
// A Go block that begins with a package clause is a program. Any other Go block is the body of
// main. A comment <!-- snippet: setup … --> before the block can add declarations. If they include
// main, the block consists of declarations too. After <!-- snippet: continue -->, a block continues
// the previous program.
//
// A text block is the output of the previous program if the word "prints" or <!-- output --> comes
// between them. A comment <!-- snippet: output … --> contains output that readers do not see. A
// block marked "go nocompile" is code for another library. In a console block, each line with a $
// is a command that must print the lines that follow it.
func TestSnippets(t *testing.T) {
	deep.Only(t) // it builds many programs
	root, dir := moduleRoot(t), t.TempDir()
	var snippets []snippet
	for _, name := range documents(t, root) {
		snippets = append(snippets, parse(t, root, name)...)
	}
	writeModule(t, root, dir)
	build := []string{"build", "-o", "bin" + string(filepath.Separator)}
	for _, s := range snippets {
		if !s.isShell {
			writeFile(t, filepath.Join(dir, s.name, "main.go"), s.code)
		}
		if s.runs && !s.isShell {
			build = append(build, "./"+s.name)
		}
	}
	for _, args := range [][]string{{"vet", "./..."}, build} {
		tool := exec.Command("go", args...)
		tool.Dir = dir
		tool.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOPROXY=off")
		if output, err := tool.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", args[0], err, output)
		}
	}
	for _, s := range snippets {
		if !s.runs {
			continue
		}
		run := exec.Command(filepath.Join(dir, "bin", s.name))
		if s.isShell {
			run = exec.Command("sh", "-c", s.code)
		}
		run.Dir = root
		output, err := run.Output()
		if diff := cmp.Diff(s.output, string(output)); diff != "" || err != nil && !s.isShell {
			t.Errorf("%s: error %v; output (-document +program):\n%s", s.name, err, diff)
		}
	}
}

// writeModule creates a module in dir that requires the module in root and has the same
// requirements.
func writeModule(t *testing.T, root, dir string) {
	t.Helper()
	_, rest, _ := strings.Cut(readFile(t, filepath.Join(root, "go.mod")), "\n")
	const chess = "github.com/shakki/chess"
	writeFile(t, filepath.Join(dir, "go.mod"),
		fmt.Sprintf("module snippets\n%s\nrequire %s v0.0.0\n\nreplace %s => %q\n", rest, chess, chess, root))
	writeFile(t, filepath.Join(dir, "go.sum"), readFile(t, filepath.Join(root, "go.sum")))
}

// readFile returns the content of a file.
func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// writeFile writes a file and creates its directory.
func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
