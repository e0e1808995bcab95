package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestProblemForms checks that check and judge print the same fields in each form, and that GitHub and
// SARIF get the place of each problem, whatever is in the names.
func TestProblemForms(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "a, b%.pgn")
	if err := os.WriteFile(name, []byte("[White \"A\"]\n\n1. e4 Ke6 *\n\n"+strings.TrimSpace(records)+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var fields []string
	for _, command := range []string{"check", "judge"} {
		_, out, _ := runWith(t, "", command, "-format", "json", name)
		for line := range strings.Lines(out) {
			var object map[string]any
			if err := json.Unmarshal([]byte(line), &object); err != nil {
				t.Fatal(err)
			}
			got := slices.Sorted(maps.Keys(object))
			if fields = append(fields, strings.Join(got, " ")); object["rule"] == "" || object["kind"] == "" || object["severity"] != "error" {
				t.Errorf("%s prints %s", command, line)
			}
		}
		count := strings.Count(out, "\n")
		_, out, _ = runWith(t, "", command, "-format", "github", name)
		if want := "::error file=" + strings.NewReplacer("%", "%25", ",", "%2C").Replace(filepath.ToSlash(name)) + ",line=3,col=7,title="; !strings.HasPrefix(out, want) || strings.Count(out, "\n") != count {
			t.Errorf("%s -format github prints %q, want %d lines that begin with %q", command, out, count, want)
		}
		for _, test := range []struct {
			file    string
			results int
		}{{name, count}, {tempFile(t, "1. e4 e5 *\n"), 0}} {
			_, out, _ = runWith(t, "", command, "-format", "sarif", test.file)
			var report struct {
				Version string
				Runs    []struct {
					Results []struct {
						RuleID, Level string
						Locations     []struct {
							PhysicalLocation struct {
								ArtifactLocation struct{ URI string }
								Region           struct{ StartLine, StartColumn int }
							}
						}
					}
				}
			}
			if err := json.Unmarshal([]byte(out), &report); err != nil || report.Version != "2.1.0" || len(report.Runs) != 1 || len(report.Runs[0].Results) != test.results {
				t.Fatalf("%s -format sarif = %v, %s, want %d results", command, err, out, test.results)
			}
			for _, r := range report.Runs[0].Results {
				place := r.Locations[0].PhysicalLocation
				if !strings.HasSuffix(place.ArtifactLocation.URI, "a,%20b%25.pgn") || place.Region.StartLine < 3 || r.RuleID == "" || r.Level != "error" {
					t.Errorf("%s -format sarif has the result %+v", command, r)
				}
			}
		}
	}
	if fields = slices.Compact(fields); len(fields) != 1 {
		t.Errorf("the fields differ: %q", fields)
	}
	if status, out, errs := runWith(t, "", "check", "-q", tempFile(t, "1. e4 *\n"), tempFile(t, "1. d4 *\n")); status != 0 || out != "" || errs != "" {
		t.Errorf("check -q of faultless files = %d, %q, %q, want nothing", status, out, errs)
	}
	if status, _, errs := runWith(t, "", "judge", "-format", "xml", name); status != 2 || !strings.Contains(errs, "xml") {
		t.Errorf("judge -format xml = %d, %q, want 2 and an error", status, errs)
	}
}
