package selfcheck

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	codeSpan    = regexp.MustCompile("`[^`\n]+`")
	fencedBlock = regexp.MustCompile("(?ms)^```.*?^```$")
	// qualified matches "chess.Perft", "chess.Game.Play", and "Game.Play".
	qualified = regexp.MustCompile(`\bchess\.([A-Z]\w*(?:\.[A-Z]\w*)?)|(?:^|[^.\w])([A-Z]\w*\.[A-Z]\w*)`)
	fileName  = regexp.MustCompile(`^[\w./]+\.(go|md|txt|pgn|pgo|ebnf|yml|mod)$`)
	linkTo    = regexp.MustCompile(`\]\(([^):#]+)\)`)
	testName  = regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark|Example)[A-Z]\w*`)
	testFunc  = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark|Example)\w*)\(`)
)

// otherLibraries are the headings of table columns about other libraries and earlier versions.
var otherLibraries = []string{"notnil/chess", "corentings/chess", "python-chess", "v0.1.0"}

// withoutOthers returns the text of a document without the table columns about other libraries.
func withoutOthers(text string) string {
	var kept strings.Builder
	var others []int
	for line := range strings.Lines(text) {
		cells := strings.Split(line, "|")
		if len(cells) < 3 {
			others = nil
		} else if others == nil {
			others = []int{}
			for i, cell := range cells {
				name, _, _ := strings.Cut(strings.TrimSpace(cell), " ")
				if slices.Contains(otherLibraries, name) {
					others = append(others, i)
				}
			}
		}
		for i, cell := range cells {
			if !slices.Contains(others, i) {
				kept.WriteString(cell + "|")
			}
		}
		kept.WriteString("\n")
	}
	return kept.String()
}

// declaredTests returns the names of the tests, fuzz targets, benchmarks, and examples of the module.
func declaredTests(t *testing.T, root string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, match := range testFunc.FindAllSubmatch(text, -1) {
			names[string(match[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestNames checks that every exported name of package chess, every file, and every test that a
// document mentions exists.
func TestNames(t *testing.T) {
	root := moduleRoot(t)
	exported := exportedNames(packageDoc(t))
	tests := declaredTests(t, root)
	for _, name := range append(documents(t, root), "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md") {
		content := readFile(t, filepath.Join(root, name))
		exists := func(path string) bool {
			_, err := os.Stat(filepath.Join(root, filepath.Dir(name), path))
			_, fromRoot := os.Stat(filepath.Join(root, path))
			return err == nil || fromRoot == nil
		}
		for _, test := range testName.FindAllString(content, -1) {
			if !tests[test] {
				t.Errorf("%s: there is no test %s", name, test)
			}
		}
		text := withoutOthers(fencedBlock.ReplaceAllString(content, ""))
		for _, link := range linkTo.FindAllStringSubmatch(text, -1) {
			if !exists(link[1]) {
				t.Errorf("%s: the link target %s does not exist", name, link[1])
			}
		}
		for _, span := range codeSpan.FindAllString(text, -1) {
			span = strings.Trim(span, "`")
			if fileName.MatchString(span) && !exists(span) {
				t.Errorf("%s: there is no file %s", name, span)
			}
			for _, match := range qualified.FindAllStringSubmatch(span, -1) {
				if symbol := match[1] + match[2]; !exported[symbol] {
					t.Errorf("%s: package chess has no %s", name, symbol)
				}
			}
		}
	}
}

// TestSheets checks that outside the root package the rules of a sheet serve only to compare sheets.
// Rules under which something else is meant are spelled out, because a sheet decides more than that.
func TestSheets(t *testing.T) {
	sheet, comparing := regexp.MustCompile(`chess\.RulesS[0-3]\b`), []string{"syzygy/root_test.go"}
	root := moduleRoot(t)
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		name := filepath.ToSlash(strings.TrimPrefix(path, root+string(filepath.Separator)))
		inFolder := strings.Contains(name, "/")
		if err != nil || entry.IsDir() || !inFolder || slices.Contains(comparing, name) {
			return err
		}
		text := ""
		switch filepath.Ext(name) {
		case ".go":
			text = readFile(t, path)
		case ".md":
			text = strings.Join(parts.FindAllString(readFile(t, path), -1), "\n")
		}
		if used := sheet.FindString(text); used != "" {
			t.Errorf("%s uses %s, want the rules spelled out", name, used)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
