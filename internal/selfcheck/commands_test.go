package selfcheck

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	// commandLine matches a line of a document that shows a command, and a span of code that is
	// one.
	commandLine = regexp.MustCompile("(?m)^    (?:cd (\\w+) && )?(go (?:run|test|build|vet) .*)$|`(?:cd (\\w+) && )?((?:go (?:run|test|build|vet)|shakki) [^`\n]*)`")
	// flagName matches the declaration of a flag in a Go file.
	flagName = regexp.MustCompile(`\.(?:Bool|Int|Int64|Uint|Uint64|Float64|String|Duration|Func|BoolFunc|\w*Var|number)\((?:[^",()]+, )?"([a-zA-Z][\w-]*)"`)
)

// toolFlags are flags of the go command and of test programs.
var toolFlags = map[string]bool{"bench": true, "benchmem": true, "count": true, "fuzz": true, "fuzztime": true, "list": true,
	"o": true, "race": true, "run": true, "short": true, "timeout": true, "v": true, "vettool": true}

// declaredFlags returns the flags that the Go files of a folder declare, and its tests.
func declaredFlags(t *testing.T, folder string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	flags := map[string]bool{}
	for _, file := range files {
		text := readFile(t, file)
		for _, match := range flagName.FindAllStringSubmatch(text, -1) {
			flags[match[1]] = true
		}
		for name, declared := range map[string]string{"deep": "deep", "data": "deep", "update": "golden", "answers": "golden"} {
			flags[name] = flags[name] || strings.Contains(text, `"github.com/shakki/chess/internal/`+declared+`"`)
		}
	}
	return flags
}

// words splits a command as a shell does, up to the first thing that a shell would interpret.
func words(command string) (words []string) {
	for _, word := range regexp.MustCompile(`'[^']*'|\S+`).FindAllString(command, -1) {
		if strings.ContainsAny(word[:1], "#<>|&") {
			break
		}
		words = append(words, strings.Trim(word, "'"))
	}
	return words
}

// TestCommands checks the commands that documents show and TestSnippets does not run: their packages,
// their flags, and the tests that they name must exist.
func TestCommands(t *testing.T) {
	root := moduleRoot(t)
	for _, name := range append(documents(t, root), "CONTRIBUTING.md", "CHANGELOG.md") {
		for _, match := range commandLine.FindAllStringSubmatch(readFile(t, filepath.Join(root, name)), -1) {
			command := match[2] + match[4]
			checkCommand(t, name+": "+command, filepath.Join(root, match[1]+match[3]), words(command))
		}
	}
}

// checkCommand checks one command that is run in a folder.
func checkCommand(t *testing.T, name, folder string, words []string) {
	t.Helper()
	var packages, flags []string
	var pattern string
	if words[0] == "shakki" {
		packages = []string{"./cmd/shakki"}
		folder, _, _ = strings.Cut(folder, string(filepath.Separator)+"beam")
	}
	for i, word := range words[1:] {
		if module, _, ok := strings.Cut(word, "@"); ok { // such as github.com/shakki/chess/cmd/shakki@latest
			word = strings.Replace(module, "github.com/shakki/chess", ".", 1)
		}
		flag, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
		switch isFlag := len(word) > 1 && word[0] == '-' && strings.Trim(word, "-0123456789") != ""; {
		case isFlag && flag == "run" && words[0] == "go":
			pattern = words[i+2]
		case isFlag:
			flags = append(flags, strings.TrimRight(flag, ","))
		case words[0] == "go" && (word == "." || strings.HasPrefix(word, "./")) && !(words[1] == "run" && packages != nil):
			packages = append(packages, word)
		}
	}
	known := declaredFlags(t, filepath.Join(moduleRoot(t), "diagram", "pictureflag")) // which programs share
	for _, p := range packages {
		path, all := strings.CutSuffix(p, "...")
		path = filepath.Join(folder, path)
		if _, err := os.Stat(path); err != nil {
			t.Errorf("%s: there is no package %s", name, p)
		}
		if !all {
			maps.Copy(known, declaredFlags(t, path))
		}
	}
	for _, flag := range flags {
		if !known[flag] && (words[0] != "go" || !toolFlags[flag]) {
			t.Errorf("%s: there is no flag -%s", name, flag)
		}
	}
	if words[0] == "go" && words[1] == "test" && pattern != "" && pattern != "^$" {
		tests := declaredTests(t, folder)
		for _, part := range strings.Split(pattern, "|") {
			top, _, _ := strings.Cut(part, "/")
			re, err := regexp.Compile(strings.Trim(top, "()"))
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			found := false
			for test := range tests {
				found = found || re.MatchString(test)
			}
			if !found {
				t.Errorf("%s: no test fits %s", name, part)
			}
		}
	}
}
