package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFetchAll checks that tables are written, that they are not fetched again, and that one of
// another size or with another text is refused.
func TestFetchAll(t *testing.T) {
	defer func(old string) { sums = old }(sums)
	fetched := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fetched++
		switch r.URL.Path {
		case "/3-4-5-wdl/KQvK.rtbw", "/3-4-5-dtz/KQvK.rtbz":
			w.Write([]byte("abc"))
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // FIPS 180-4
	for _, tt := range []struct{ sums, err string }{
		{abc + " 3 KQvK.rtbw\n" + abc + " 3 KQvK.rtbz\n", ""},
		{abc + " 3 KQvK.rtbw\n" + strings.Repeat("0", 64) + " 3 KQvK.rtbz\n", "the SHA-256 sum is " + abc},
		{abc + " 2 KQvK.rtbw\n", "not the expected 2 bytes"},
		{abc + " 4 KQvK.rtbw\n", "not the expected 4 bytes"},
		{abc + " 3 KRvK.rtbw\n", "404"},
	} {
		sums, fetched = tt.sums, 0
		folder := t.TempDir()
		err := fetchAll(server.URL, folder)
		if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%q: %v, want %q", tt.sums, err, tt.err)
		}
		if err != nil {
			continue
		}
		for _, name := range []string{"KQvK.rtbw", "KQvK.rtbz"} {
			if text, err := os.ReadFile(filepath.Join(folder, name)); string(text) != "abc" {
				t.Errorf("%s holds %q, %v", name, text, err)
			}
		}
		if err := fetchAll(server.URL, folder); err != nil || fetched != 2 {
			t.Errorf("again: %v, and %d answers in all", err, fetched)
		}
	}
}
