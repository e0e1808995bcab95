package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestVerify checks the exit status of verify. What it finds is tested in package syzygy.
func TestVerify(t *testing.T) {
	empty, bad := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(bad, "KQvK.rtbw"), []byte("not a table"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		dirs   []string
		status int
		text   string
	}{
		{nil, 2, "needs a folder"},
		{[]string{empty}, 2, "no endgame tables"},
		{[]string{empty + "/missing"}, 2, "missing"},
		{[]string{empty, bad}, 1, filepath.Join(bad, "KQvK.rtbw") + ": offset 11: the file is truncated"},
	} {
		status, out, errs := runWith(t, "", append([]string{"verify"}, test.dirs...)...)
		if status != test.status || !strings.Contains(out+errs, test.text) {
			t.Errorf("verify %v: status %d, %q, %q, want %d, %q", test.dirs, status, out, errs, test.status, test.text)
		}
	}
}
