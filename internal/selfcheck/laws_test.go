package selfcheck

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	// citation matches "FIDE 5.1.2, 6.9, 7.5.5" and, after a constant, "// 5.2.2: neither side".
	citation = regexp.MustCompile(`(?:FIDE|= iota //|^\t\w+ +//)((?:(?:,| and|) \d+(?:\.\d+)+)+)|^\t\w+ +//.*\((\d+(?:\.\d+)+(?:, \d+(?:\.\d+)+)*)\)$`)
	article  = regexp.MustCompile(`\d+(?:\.\d+)+`)
)

// TestArticles checks that docs/rules.md lists every article of the FIDE Laws that code or documents
// cite, and no other.
func TestArticles(t *testing.T) {
	const root = "../.."
	page := readFile(t, root+"/docs/rules.md")
	_, table, _ := strings.Cut(page, "## The articles of the FIDE Laws")
	table, _, _ = strings.Cut(table, "\n## ")
	listed := map[string]bool{}
	for line := range strings.Lines(table) {
		if cells := strings.Split(line, "|"); len(cells) > 1 {
			for _, a := range article.FindAllString(cells[1], -1) {
				listed[a] = true
			}
		}
	}
	cited := map[string]string{}
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if ext := filepath.Ext(path); err != nil || entry.IsDir() || ext != ".go" && ext != ".md" {
			return err
		}
		text := strings.Replace(readFile(t, path), table, "", 1)
		for line := range strings.Lines(text) {
			if m := citation.FindStringSubmatch(strings.TrimRight(line, "\n")); m != nil {
				for _, a := range article.FindAllString(m[1]+m[2], -1) {
					cited[a] = path
				}
			}
		}
		if strings.HasSuffix(path, "/docs/rules.md") || strings.HasSuffix(path, "/docs/arbiters.md") {
			for _, a := range article.FindAllString(text, -1) {
				if listed[a] {
					cited[a] = path
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for a, path := range cited {
		if !listed[a] {
			t.Errorf("%s cites article %s, which the table of docs/rules.md does not list", path, a)
		}
	}
	for a := range listed {
		if cited[a] == "" {
			t.Errorf("docs/rules.md lists article %s, which nothing cites", a)
		}
	}
	for _, a := range []string{"5.1.2", "6.7.1", "7.5.5", "9.2", "9.6.2", "11.7"} { // both forms of a citation are found
		if cited[a] == "" {
			t.Errorf("article %s is not cited", a)
		}
	}
}
