package selfcheck

import (
	"archive/zip"
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/shakki/chess/internal/deep"
)

// modulePath is the path of the root module.
const modulePath = "github.com/shakki/chess"

var (
	// released matches the version of the first section of the changelog.
	released = regexp.MustCompile(`(?m)^## (v\S+)`)
	// required matches the version of the root that a nested module requires.
	required = regexp.MustCompile(`(?m)^\s*(?:require )?github\.com/shakki/chess (v\S+)`)
	// remoteCommand matches a command of a document that names a package of the module.
	remoteCommand = regexp.MustCompile(`\bgo (?:get|install|run) (?:-\S+ )*` + modulePath + "[^#`\n|]*")
	// imported matches an import of a package that is internal to the root module.
	imported = regexp.MustCompile(`"` + modulePath + `/internal/`)
)

// A proxy is a folder of modules, as the go command reads it from a file URL, and a folder beside it
// in which commands run as on a machine that has never seen the modules.
type proxy struct {
	t            *testing.T
	version      string
	folder, work string
}

// TestNestedModules checks that the other modules can be published: they require the next version of
// the root without replacing it, and use its exported API only.
func TestNestedModules(t *testing.T) {
	root := moduleRoot(t)
	next := released.FindStringSubmatch(readFile(t, filepath.Join(root, "CHANGELOG.md")))[1]
	for _, folder := range nestedModules(t, root) {
		text := readFile(t, filepath.Join(root, folder, "go.mod"))
		if strings.Contains(text, "replace ") {
			t.Errorf("%s/go.mod replaces a module, which a go.work file can do without harm to those who import it", folder)
		}
		match := required.FindStringSubmatch(text)
		if match == nil {
			continue // the module does not use the root
		}
		if match[1] != next {
			t.Errorf("%s requires %s of the root, the changelog begins with %s", folder, match[1], next)
		}
		for _, name := range treeFiles(t, root, folder) {
			if strings.HasSuffix(name, ".go") && imported.MatchString(readFile(t, filepath.Join(root, folder, name))) {
				t.Errorf("%s/%s imports an internal package of the root", folder, name)
			}
		}
	}
}

// TestFilesAreText checks that no program or other binary file is published by mistake.
func TestFilesAreText(t *testing.T) {
	binary := []string{"book/openings/openings.tsv.gz", "cmd/shakki/default.pgo"}
	root := moduleRoot(t)
	for _, name := range treeFiles(t, root, "") {
		if text := readFile(t, filepath.Join(root, name)); !slices.Contains(binary, name) && (!utf8.ValidString(text) || strings.Contains(text, "\x00")) {
			t.Errorf("%s is no text", name)
		}
	}
}

// TestPublished packs the tree as if it were tagged, with a tag for each module, and then does in a
// folder outside what the documents say: it runs each command that names the module, imports each
// public package in a fresh module, and counts what that adds to go.mod and go.sum.
func TestPublished(t *testing.T) {
	deep.Only(t)
	root := moduleRoot(t)
	p := &proxy{t: t, version: released.FindStringSubmatch(readFile(t, filepath.Join(root, "CHANGELOG.md")))[1],
		folder: t.TempDir(), work: t.TempDir()}
	p.pack(root, "")
	nested := nestedModules(t, root)
	for _, folder := range nested {
		p.pack(root, folder)
	}

	var commands []string
	for _, name := range documents(t, root) {
		commands = append(commands, remoteCommand.FindAllString(readFile(t, filepath.Join(root, name)), -1)...)
	}
	slices.Sort(commands)
	commands = slices.Compact(commands)
	if len(commands) < 3 {
		t.Errorf("the documents show only %q", commands)
	}
	for _, command := range commands {
		if module, sum := p.fresh(nil, strings.TrimSpace(command)); strings.HasPrefix(command, "go run") && module+sum != "" {
			t.Errorf("%s leaves %s%s", command, module, sum)
		}
	}

	packages := publicPackages(t, root, nested)
	for _, tt := range []struct {
		name                string
		packages            []string
		requirements, lines int // in go.mod beside the root, and in go.sum beside its two
	}{
		{"the root package", []string{modulePath}, 0, 4},
		{"package explore", []string{modulePath + "/explore"}, 1, 6},
		{"all packages", packages, 1, 6},
		{"diagram/png", []string{modulePath + "/diagram/png"}, 2, 11},
	} {
		module, sum := p.fresh(tt.packages, "go mod tidy")
		requirements := strings.Count(module, "\t") - 1
		if single := strings.Count(module, "require "+modulePath+" "); single > 0 {
			requirements = strings.Count(module, "require ") - single
		}
		if requirements > tt.requirements {
			t.Errorf("%s: go.mod requires %d other modules, want at most %d:\n%s", tt.name, requirements, tt.requirements, module)
		}
		if n := strings.Count(sum, "\n") - strings.Count(sum, modulePath); n > tt.lines {
			t.Errorf("%s: go.sum has %d lines of other modules, want at most %d:\n%s", tt.name, n, tt.lines, sum)
		}
	}
	for _, module := range []string{"beam", "examples/archive", "benchmarks"} { // their graphs alone: they depend on much
		p.fresh(nil, "go mod download "+modulePath+"/"+module+"@"+p.version)
	}
}

// nestedModules returns the folders of the other modules, relative to the root.
func nestedModules(t *testing.T, root string) (folders []string) {
	t.Helper()
	for _, name := range treeFiles(t, root, "") {
		if folder, ok := strings.CutSuffix(name, "/go.mod"); ok {
			folders = append(folders, folder)
		}
	}
	if len(folders) < 4 {
		t.Fatalf("only %q are modules", folders)
	}
	return folders
}

// treeFiles returns the files that git knows below a folder of the tree, relative to the folder.
func treeFiles(t *testing.T, root, folder string) (names []string) {
	t.Helper()
	command := exec.Command(deep.Program(t, "git"), "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	command.Dir = filepath.Join(root, folder)
	out, err := command.Output()
	if err != nil {
		deep.Skip(t, "git", "the tree is not a clone")
	}
	for name := range strings.SplitSeq(strings.Trim(string(out), "\x00"), "\x00") {
		if _, err := os.Lstat(filepath.Join(command.Dir, name)); err == nil {
			names = append(names, name)
		}
	}
	return names
}

// publicPackages returns the import paths of the packages of the root module that programs can import.
func publicPackages(t *testing.T, root string, nested []string) []string {
	t.Helper()
	packages := map[string]bool{}
	for _, name := range treeFiles(t, root, "") {
		folder := filepath.ToSlash(filepath.Dir(name))
		hidden := slices.ContainsFunc(strings.Split(folder, "/"), func(part string) bool {
			return part == "internal" || part == "testdata" || part == "cmd" || part == "examples"
		})
		inNested := slices.ContainsFunc(nested, func(module string) bool { return strings.HasPrefix(folder+"/", module+"/") })
		if strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") && !hidden && !inNested {
			packages[strings.TrimSuffix(modulePath+"/"+folder, "/.")] = true
		}
	}
	return slices.Sorted(maps.Keys(packages))
}

// pack adds the module in a folder of the tree to the proxy.
func (p *proxy) pack(root, folder string) {
	p.t.Helper()
	path := strings.TrimSuffix(modulePath+"/"+folder, "/")
	names := treeFiles(p.t, root, folder)
	var inner []string // folders of modules in this one
	for _, name := range names {
		if inside, ok := strings.CutSuffix(name, "go.mod"); ok && inside != "" {
			inner = append(inner, inside)
		}
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range names {
		if slices.ContainsFunc(inner, func(module string) bool { return strings.HasPrefix(name, module) }) {
			continue
		}
		w, err := z.Create(path + "@" + p.version + "/" + name)
		if err == nil {
			_, err = w.Write([]byte(readFile(p.t, filepath.Join(root, folder, name))))
		}
		if err != nil {
			p.t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		p.t.Fatal(err)
	}
	at := filepath.Join(p.folder, filepath.FromSlash(path), "@v")
	if err := os.MkdirAll(at, 0o777); err != nil {
		p.t.Fatal(err)
	}
	for name, text := range map[string]string{
		"list":              p.version + "\n",
		p.version + ".info": fmt.Sprintf(`{"Version":%q,"Time":"2026-01-01T00:00:00Z"}`, p.version),
		p.version + ".mod":  readFile(p.t, filepath.Join(root, folder, "go.mod")),
		p.version + ".zip":  b.String(),
	} {
		if err := os.WriteFile(filepath.Join(at, name), []byte(text), 0o666); err != nil {
			p.t.Fatal(err)
		}
	}
}

// fresh runs a command in a new module that imports the packages, builds it, and returns its go.mod
// without the first lines, and its go.sum.
func (p *proxy) fresh(packages []string, command string) (module, sum string) {
	p.t.Helper()
	folder, err := os.MkdirTemp(p.work, "")
	if err != nil {
		p.t.Fatal(err)
	}
	var imports strings.Builder
	for _, name := range packages {
		fmt.Fprintf(&imports, "import _ %q\n", name)
	}
	main := "package main\n\n" + imports.String() + "\nfunc main() {}\n"
	if err := os.WriteFile(filepath.Join(folder, "main.go"), []byte(main), 0o666); err != nil {
		p.t.Fatal(err)
	}
	p.run(folder, "go mod init example.com/fresh")
	first := readFile(p.t, filepath.Join(folder, "go.mod"))
	p.run(folder, command)
	if packages != nil {
		p.run(folder, "go build -o main .")
	}
	text, _ := os.ReadFile(filepath.Join(folder, "go.sum"))
	return strings.TrimPrefix(readFile(p.t, filepath.Join(folder, "go.mod")), first), string(text)
}

// run runs a command as on a machine that has never seen the modules. Other modules may come from
// this machine's cache, but nothing that the command downloads stays in it.
func (p *proxy) run(folder, command string) {
	p.t.Helper()
	parts := words(command)
	cmd := exec.Command(parts[0], parts[1:]...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOSUMDB=off", "GOFLAGS=-modcacherw", "GO111MODULE=",
		"GOMODCACHE="+filepath.Join(p.work, "modules"), "GOBIN="+filepath.Join(p.work, "bin"),
		"GOPROXY=file://"+p.folder+",file://"+goenv(p.t, "GOMODCACHE")+"/cache/download,"+goenv(p.t, "GOPROXY"))
	if out, err := cmd.CombinedOutput(); err != nil {
		p.t.Errorf("%s: %v\n%s", command, err, out)
	}
}

// goenv returns a setting of the go command.
func goenv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
